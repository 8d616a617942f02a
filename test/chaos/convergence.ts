/**
 * Checks that the system has recovered. The store must hold the content of the leaves (the default kinds and the
 * grants, field by field). Each gateway must answer with the content of the store. Each user must see exactly the rows
 * that they may see now.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { checkIndex } from '../../cli/store/check-index.ts';
import { projectionsOfSubgraphs } from '../../subgraphs/registry.ts';
import { encodeObjectId } from '../../schema/object-id.ts';
import type { Row } from '../../store/store.ts';
import type { Person } from './leaves.ts';
import type { World } from './world.ts';

const KINDS = { include: [], exclude: [] };
const NEVER = new AbortController().signal;

const ALL = /* GraphQL */ `
  query ($after: String) {
    objects(first: 500, after: $after) {
      nodes {
        id
        status
        suspended
        reason
        message
        revision
        labels
      }
      pageInfo {
        hasNextPage
        endCursor
      }
      coverage {
        total
        indexed
        clusters {
          nodes {
            cluster {
              name
            }
            state
            reason
          }
        }
      }
    }
  }
`;

/**
 * Resolves with the time in milliseconds until everything has recovered.
 * @throws Error with the remaining problem after `withinMs`
 */
export async function converged(world: World, withinMs: number): Promise<number> {
  const start = performance.now();
  for (;;) {
    const problem = await problemOf(world).catch(
      (error: unknown) => `${(error as Error).name}: ${(error as Error).message}`,
    );
    const took = performance.now() - start;
    if (problem === undefined) return took;
    if (took > withinMs) throw new Error(`not well ${Math.round(took / 1_000)} s after the fault ended: ${problem}`);
    await delay(100);
  }
}

/**
 * The first problem found. Undefined if the system has recovered. The checks are repeated often, so cheap checks come
 * first.
 */
async function problemOf(world: World): Promise<string | undefined> {
  const rows = await rowsOf(world);
  for (const person of world.leaves.people) {
    const expected = [...rows.values()]
      .filter(row => person.may(row, 'now'))
      .map(shown)
      .sort();
    for (let gateway = 0; gateway < world.product.urls.length; gateway++) {
      const problem = await differs(world, person, gateway, expected);
      if (problem !== undefined) return `${person.name} at gateway ${gateway + 1}: ${problem}`;
    }
  }
  for (const [cluster, client] of world.clients) {
    const projections = await projectionsOfSubgraphs();
    const report = await checkIndex({
      cluster,
      client,
      store: world.store,
      kinds: KINDS,
      projections,
      signal: NEVER,
      pauseMs: 200,
    });
    const [first] = report.differences;
    if (first) {
      const [resource, [difference]] = first;
      return `${cluster}: ${resource}: ${difference?.key} is ${difference?.type} in the store (${difference?.fields.join(', ')})`;
    }
    if (report.skipped.size > 0) return `${cluster}: not compared: ${[...report.skipped.keys()].join(', ')}`;
  }
  return undefined;
}

export async function rowsOf(world: World): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for (const { name } of world.leaves.all) {
    for await (const chunk of (await world.store.snapshot(name, NEVER)).rows)
      for (const row of chunk) rows.set(encodeObjectId(row), row);
  }
  return rows;
}

async function differs(
  world: World,
  person: Person,
  gateway: number,
  expected: readonly string[],
): Promise<string | undefined> {
  const found: string[] = [];
  let after: string | undefined;
  do {
    const { data, errors } = await world.product.query(person.token, ALL, { after }, { gateway });
    if (errors) return JSON.stringify(errors);
    const { nodes, pageInfo, coverage } = data.objects;
    if (coverage.indexed !== coverage.total || coverage.total !== world.leaves.all.length)
      return `${coverage.indexed} of ${coverage.total} clusters indexed: ${JSON.stringify(coverage.clusters.nodes.filter(({ state }: { state: string }) => state !== 'INDEXED'))}`;
    found.push(...nodes.map(shown));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : undefined;
  } while (after !== undefined);
  found.sort();
  if (found.join('\n') === expected.join('\n')) return undefined;
  const surplus = found.filter(line => !expected.includes(line));
  const missing = expected.filter(line => !found.includes(line));
  return `${found.length} objects and not ${expected.length}; not in the store: ${surplus[0] ?? '-'}; not shown: ${missing[0] ?? '-'}`;
}

type Shown = Pick<Row, 'status' | 'suspended' | 'labels'> & {
  readonly [field in 'reason' | 'message' | 'revision']: string | null;
};

/** A line with the fields that rows and answers have in common. */
function shown(object: Row | (Shown & { readonly id: string })): string {
  const id = 'id' in object ? object.id : encodeObjectId(object);
  const { status, suspended, reason, message, revision, labels } = object;
  const sorted = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([id, status, suspended, reason || '', message || '', revision || '', sorted]);
}
