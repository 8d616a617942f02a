/**
 * The subgraphs of this process. A new one is a folder with a `subgraph.ts` (parts.ts says of what shape), its SDL in `schema/<name>.graphql`, and one line
 * here. From that line follow: what is composed and checked in (generate.ts), what a process opens and a collector keeps for it, the tests that every field says
 * who may see it, what the non-interference suite asks, and the import rules.
 */
import { parse, type DocumentNode } from 'graphql';
import { fieldRules } from '../access/guard.ts';
import type { Projection } from '../kinds/projection.ts';
import { subgraphSdl } from '../schema/sdl.ts';
import type { SubgraphModule, SubgraphParts } from './parts.ts';
import type { Subgraph } from './subgraph.ts';

/** By name. Composition needs no module, so none is loaded before it is opened. */
const SUBGRAPHS = {
  fleet: () => import('./fleet/subgraph.ts'),
  live: () => import('./live/subgraph.ts'),
} satisfies Readonly<Record<string, () => Promise<SubgraphModule>>>;

export type SubgraphName = keyof typeof SUBGRAPHS;

export const SUBGRAPH_NAMES = Object.keys(SUBGRAPHS) as readonly SubgraphName[];

/** What a collector keeps for them beside rows. */
export async function projectionsOfSubgraphs(): Promise<Projection[]> {
  const modules: readonly SubgraphModule[] = await Promise.all(SUBGRAPH_NAMES.map(name => SUBGRAPHS[name]()));
  return modules.flatMap(({ projections = [] }) => projections);
}

/** The types of one of them, read. */
export interface SubgraphTypes {
  readonly name: SubgraphName;
  readonly sdl: string;
  readonly document: DocumentNode;
}

/**
 * The types of all of them.
 * @param types More types of kinds (schema/sdl.ts)
 * @throws when a field of one says nothing of who may see it
 */
export function readSubgraphs(types: readonly string[] = []): SubgraphTypes[] {
  return SUBGRAPH_NAMES.map(name => {
    const sdl = subgraphSdl(name, types);
    const document = parse(sdl);
    // Of a subgraph that does not use the guard too: what has no rule is not served.
    fieldRules(document);
    return { name, sdl, document };
  });
}

/** Opens all of them. */
export function openSubgraphs(parts: SubgraphParts, read: readonly SubgraphTypes[]): Promise<Subgraph[]> {
  return Promise.all(
    read.map(async ({ name, sdl, document }): Promise<Subgraph> => {
      const { openSubgraph }: SubgraphModule = await SUBGRAPHS[name]();
      return { name, sdl, ...openSubgraph(document, parts) };
    }),
  );
}
