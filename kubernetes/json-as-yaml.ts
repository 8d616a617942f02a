/**
 * Writes JSON that a YAML parser reads as the same value. API servers parse the body of a server-side apply as YAML.
 *
 * YAML turns the line break NEL (U+0085) into a space, and refuses most control characters. So strings contain these
 * characters only in escaped form.
 */

/** Characters that JSON leaves unescaped, and that YAML refuses or reads as line breaks. Also direction marks. */
const NOT_IN_QUOTES = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

export function jsonAsYaml(value: unknown): string {
  return JSON.stringify(value).replace(NOT_IN_QUOTES, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
