/**
 * Reads the SDL of a subgraph: its own file and the access directives that every subgraph contains. The `live` subgraph
 * also gets the types of kinds. Also reads the composed supergraph of our own subgraphs. The supergraph is checked in,
 * so that processes need not compose it at start.
 */
import { readFileSync } from 'node:fs';

/**
 * SDL of a subgraph: `schema/<name>.graphql` with `schema/directives.graphql`.
 * @param types Further types of kinds, in the form that `fleetgraph schema generate` writes
 */
export function subgraphSdl(name: string, types: readonly string[] = []): string {
  return [read('directives'), read(name), ...(name === 'live' ? [kindsSdl(), ...types] : [])].join('\n');
}

/** Types of the kinds that every installation knows: built-in kinds and the kinds of Flux. */
export function kindsSdl(): string {
  return read('kinds');
}

/** The supergraph of this repository's subgraphs. */
export function checkedInSupergraph(): string {
  return read('supergraph');
}

function read(name: string): string {
  return readFileSync(new URL(`./${name}.graphql`, import.meta.url), 'utf8');
}
