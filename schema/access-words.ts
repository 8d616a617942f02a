/** Syntax of verbs and subresources in the arguments of access queries. */

/** The verb `*` means every verb. */
const VERB = /^(?:[a-z]{1,63}|\*)$/;
const SUBRESOURCE = /^[a-z][a-z0-9-]{0,62}(?:\/[a-z0-9-]{1,63})?$/;

export const NO_VERB =
  "is not a verb. Kubernetes' verbs are lower-case words: get, list, watch, create, update, patch, delete.";
export const NO_SUBRESOURCE = 'is not a subresource. Examples are log, exec, status and scale.';

export function isVerb(text: string): boolean {
  return VERB.test(text);
}

export function isSubresource(text: string): boolean {
  return SUBRESOURCE.test(text);
}
