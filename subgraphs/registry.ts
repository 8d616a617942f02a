/**
 * The subgraphs of this process. A new subgraph needs a folder with a `subgraph.ts` (interface in parts.ts), its SDL in
 * `schema/<name>.graphql`, and one line in this file. Everything else derives from that line, such as composition, the
 * projections of a collector, and the test that every field has an access rule.
 */
import { parse, type DocumentNode } from 'graphql';
import { fieldRules } from '../access/guard.ts';
import type { Projection } from '../kinds/projection.ts';
import type { Question } from '../readmodel/question.ts';
import { subgraphSdl } from '../schema/sdl.ts';
import type { MetricParts, NodeFinders, SubgraphModule, SubgraphParts } from './parts.ts';
import type { Subgraph } from './subgraph.ts';

/** Subgraphs by name. A module is loaded on demand, because composition needs only the SDL. */
const SUBGRAPHS = {
  fleet: () => import('./fleet/subgraph.ts'),
  live: () => import('./live/subgraph.ts'),
  packages: () => import('./packages/subgraph.ts'),
  mesh: () => import('./mesh/subgraph.ts'),
  usage: () => import('./usage/subgraph.ts'),
  policy: () => import('./policy/subgraph.ts'),
  placement: () => import('./placement/subgraph.ts'),
} satisfies Readonly<Record<string, () => Promise<SubgraphModule>>>;

export type SubgraphName = keyof typeof SUBGRAPHS;

export const SUBGRAPH_NAMES = Object.keys(SUBGRAPHS) as readonly SubgraphName[];

/** Projections that a collector keeps for the subgraphs. */
export async function projectionsOfSubgraphs(): Promise<Projection[]> {
  const modules: readonly SubgraphModule[] = await Promise.all(SUBGRAPH_NAMES.map(name => SUBGRAPHS[name]()));
  return modules.flatMap(({ projections = [] }) => projections);
}

/** Metrics of the subgraphs about all rows, including rows that callers may not see. Operators read these metrics. */
export async function metricsOfSubgraphs(parts: MetricParts): Promise<Question<string>[]> {
  const modules: readonly SubgraphModule[] = await Promise.all(SUBGRAPH_NAMES.map(name => SUBGRAPHS[name]()));
  return modules.flatMap(({ metrics }) => metrics?.(parts) ?? []);
}

/** The parsed types of one subgraph. */
export interface SubgraphTypes {
  readonly name: SubgraphName;
  readonly sdl: string;
  readonly document: DocumentNode;
}

/**
 * The types of all subgraphs.
 * @param types More types of kinds, as SDL (schema/sdl.ts)
 * @throws if a field has no access rule
 */
export function readSubgraphs(types: readonly string[] = []): SubgraphTypes[] {
  return SUBGRAPH_NAMES.map(name => {
    const sdl = subgraphSdl(name, types);
    const document = parse(sdl);
    // Also checks subgraphs that use no guard, because a field without a rule must never be served.
    fieldRules(document);
    return { name, sdl, document };
  });
}

export async function openSubgraphs(parts: SubgraphParts, read: readonly SubgraphTypes[]): Promise<Subgraph[]> {
  const modules: readonly SubgraphModule[] = await Promise.all(read.map(({ name }) => SUBGRAPHS[name]()));
  const nodes = modules.reduce<NodeFinders>((found, module) => ({ ...found, ...module.nodes?.(parts) }), {});
  return read.map(({ name, sdl, document }, i): Subgraph => ({
    name,
    sdl,
    ...modules[i]!.openSubgraph(document, { ...parts, nodes }),
  }));
}
