/** Pieces of PromQL. */

/** A text in PromQL, which is a double-quoted string of Go. JSON's escapes are a part of Go's. */
export function quote(text: string): string {
  return JSON.stringify(text);
}

/** Equality matchers: `mesh_id="mesh1"`. */
export function matchersOf(labels: Readonly<Record<string, string>>): string[] {
  return Object.entries(labels).map(([name, value]) => `${name}=${quote(value)}`);
}
