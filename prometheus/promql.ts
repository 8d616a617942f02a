/** Builds parts of PromQL. */

/**
 * A string literal of PromQL. PromQL has the escapes of Go, which JSON.stringify() also writes for well-formed text.
 */
export function quote(text: string): string {
  return JSON.stringify(text);
}

/** Matchers for equal labels, such as `mesh_id="mesh1"`. */
export function matchersOf(labels: Readonly<Record<string, string>>): string[] {
  return Object.entries(labels).map(([name, value]) => `${name}=${quote(value)}`);
}
