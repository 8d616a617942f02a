/**
 * JSON that a YAML reader takes for the same value. API servers read the body of a server-side apply as YAML.
 *
 * YAML folds NEL into a space, and refuses most control characters. Both are escaped inside texts.
 */

/** Characters that JSON leaves unescaped, and that YAML refuses or reads as line breaks or direction marks. */
const NOT_IN_QUOTES = /[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

export function jsonAsYaml(value: unknown): string {
  return JSON.stringify(value).replace(NOT_IN_QUOTES, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
