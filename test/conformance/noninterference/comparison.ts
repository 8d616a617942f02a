/** Sends one query in two worlds. The asker must not see a difference. */
import { sameCounts, type Pair } from './arbitraries.ts';
import { hubStates } from './knowledge.ts';
import type { Product } from './product.ts';
import type { Asker } from './vocabulary.ts';
import { picked } from './questions.ts';
import type { Ask, Surface } from './surface.ts';
import { conversation } from './surfaces.ts';

/** Answers to the asker in both worlds and the growth of the process's metrics. */
export async function answersTo(
  products: readonly [Product, Product],
  pair: Pair,
  surface: Surface,
  variables: Record<string, unknown>,
): Promise<readonly unknown[]> {
  const [first, second] = products;
  await first.show(pair.one);
  await second.show(pair.underWay ? pair.before : pair.other);
  if (pair.underWay) await second.change(pair.other);
  const ids = [pair.one, pair.other].flatMap(world => [...world.values()].flatMap(({ rows }) => [...rows.keys()]));
  const requested = picked(variables, ids);
  const answers: unknown[] = [];
  const final = {
    ...requested,
    ...(await surface.given?.((query, more) => first.ask('root', query, more), requested)),
  };
  for (const product of products) {
    const askAs =
      (asker: Asker): Ask =>
      (query, more) =>
        surface.at ? product.askSubgraph(surface.at, asker, query, more) : product.ask(asker, query, more);
    // Root, who sees more, sends the same query: after the asker in the first world, before the asker in the second. A
    // cache that ignores the caller would show the difference.
    if (product === second) await askAs('root')(surface.document, final);
    const before = await product.metrics();
    const answer = await conversation(askAs(pair.asker), surface, final);
    answers.push({ answer, counted: grown(before, await product.metrics()) });
    if (product === first) await askAs('root')(surface.document, final);
  }
  const compared = sameCounts(pair) ? answers : answers.map(answer => without(COUNTS, answer));
  return hubStates(pair.one) === hubStates(pair.other) ? compared : compared.map(answer => without(OF_HUBS, answer));
}

/** Growth of each metric. Leaves out unchanged metrics. */
function grown(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): Record<string, number> {
  const growth = [...after].map(([series, value]) => [series, value - (before.get(series) ?? 0)] as const);
  return Object.fromEntries(growth.filter(([, by]) => by !== 0));
}

/**
 * Counts. Everybody may learn that one more cluster exists: the numbers of coverage may differ, and with them the
 * length of the answer. A validation is certain if it read every cluster of the mesh, and the mesh counts the clusters
 * that show nothing. Both depend on the number of clusters, which is no secret.
 */
const COUNTS = /^(total|indexed|rebuilding|stale|unreachable|closed|certain|unnamedIncomplete|content-length)$/;
/** Fields that depend on whether each configured hub is missing, closed or open, which is no secret. */
const OF_HUBS = /^(complete|open|passed|blocks|content-length)$/;

/** Replaces the values of these fields by 0. Nothing else may differ. */
function without(fields: RegExp, answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer, (key, value: unknown) => (fields.test(key) ? 0 : value)));
}
