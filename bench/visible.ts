/** Queries repeatedly until a change is visible, like a person who reloads a list all the time. */
import { setTimeout as delay } from 'node:timers/promises';
import type { GraphClient } from './graph.ts';
import type { KustomizationName } from './processes/leaves.ts';

const VISIBLE_WITHIN_MS = 10_000;
const QUERY = `query Revision($cluster: String!, $namespace: String!, $name: String!) {
  objects(filter: { clusters: [$cluster], namespaces: [$namespace], kinds: ["Kustomization"], names: [$name] }, first: 1) { nodes { revision } }
}`;

/** Milliseconds since the epoch, with fractions. */
export const now = () => performance.timeOrigin + performance.now();

export interface AwaitedChange extends KustomizationName {
  readonly revision: string;
  /** Time at which the change was written, from now(). */
  readonly at: number;
}

export function untilVisible(client: GraphClient, change: AwaitedChange, { everyMs = 0 } = {}): Promise<number> {
  return until(client, change, QUERY, node => node.revision, everyMs);
}

/** Like untilVisible(), but waits until the object's `deployment` has the revision. */
export function untilJudged(client: GraphClient, change: AwaitedChange): Promise<number> {
  const query = QUERY.replace('{ revision }', '{ deployment { phase revision } }');
  return until(client, change, query, node => node.deployment?.revision, 0);
}

async function until(
  client: GraphClient,
  { revision, at, ...variables }: AwaitedChange,
  query: string,
  // The answer of a query has no fixed type.
  revisionOf: (node: any) => unknown,
  everyMs: number,
): Promise<number> {
  for (;;) {
    const { objects } = await client.data({ query, variables });
    const elapsed = now() - at;
    if (objects.nodes[0] !== undefined && revisionOf(objects.nodes[0]) === revision) return elapsed;
    if (elapsed > VISIBLE_WITHIN_MS)
      throw new Error(
        `A change of ${variables.cluster} ${variables.namespace}/${variables.name} was not visible within ${VISIBLE_WITHIN_MS} ms.`,
      );
    if (everyMs > 0) await delay(everyMs);
  }
}
