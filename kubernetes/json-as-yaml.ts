/**
 * JSON that a reader of YAML takes for the same value. API servers read the body of a server-side apply as YAML, whatever it is.
 *
 * YAML folds NEL into a space, and does not take most control characters. Inside texts both are written as escapes.
 */

/** Characters that JSON leaves as they are, and that YAML does not take, or takes for line breaks or marks of direction. */
const NOT_IN_QUOTES = /[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

export function jsonAsYaml(value: unknown): string {
  return JSON.stringify(value).replace(NOT_IN_QUOTES, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
