/**
 * The SDL of a subgraph: its own file and the access directives that every subgraph carries.
 */
import { readFileSync } from 'node:fs';

/** The text of `schema/<name>.graphql` with `schema/directives.graphql`. */
export function subgraphSdl(name: string): string {
  return `${read('directives')}\n${read(name)}`;
}

function read(name: string): string {
  return readFileSync(new URL(`./${name}.graphql`, import.meta.url), 'utf8');
}
