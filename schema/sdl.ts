/**
 * The SDL of a subgraph: its own file and the access directives that every subgraph carries, and for `live` the types
 * of kinds. And the composed supergraph of our own subgraphs, which is checked in, so that no start has to compose it.
 */
import { readFileSync } from 'node:fs';

/**
 * The text of `schema/<name>.graphql` with `schema/directives.graphql`.
 * @param types More types of kinds, each as `fleetgraph schema generate` wrote them
 */
export function subgraphSdl(name: string, types: readonly string[] = []): string {
  return [read('directives'), read(name), ...(name === 'live' ? [kindsSdl(), ...types] : [])].join('\n');
}

/** The types of the kinds that every installation knows: built-in ones, and those of Flux. */
export function kindsSdl(): string {
  return read('kinds');
}

/** The supergraph of the subgraphs of this repository; a test keeps it up to date. */
export function checkedInSupergraph(): string {
  return read('supergraph');
}

function read(name: string): string {
  return readFileSync(new URL(`./${name}.graphql`, import.meta.url), 'utf8');
}
