/** Builds parts of PromQL. */

/**
 * A string literal of PromQL. PromQL has the escapes of Go, which JSON.stringify() also writes for well-formed text.
 */
export function quote(text: string): string {
  return JSON.stringify(text);
}

/** Matcher for a label that has one of the values. `values` must not be empty. */
export function oneOf(label: string, values: readonly string[]): string {
  if (values.length === 1) return `${label}=${quote(values[0]!)}`;
  return `${label}=~${quote(values.map(value => value.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('|'))}`;
}

/** Matchers for equal labels, such as `mesh_id="mesh1"`. */
export function matchersOf(labels: Readonly<Record<string, string>>): string[] {
  return Object.entries(labels).map(([name, value]) => `${name}=${quote(value)}`);
}
