/**
 * The SDL of a subgraph: its own file and the access directives that every subgraph carries. And the composed supergraph of our own
 * subgraphs, which is checked in, so that no start has to compose it.
 */
import { readFileSync } from 'node:fs';

/** The text of `schema/<name>.graphql` with `schema/directives.graphql`. */
export function subgraphSdl(name: string): string {
  return `${read('directives')}\n${read(name)}`;
}

/** The supergraph of the subgraphs of this repository; a test keeps it up to date. */
export function checkedInSupergraph(): string {
  return read('supergraph');
}

function read(name: string): string {
  return readFileSync(new URL(`./${name}.graphql`, import.meta.url), 'utf8');
}
