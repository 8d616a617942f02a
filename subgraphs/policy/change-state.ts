/**
 * The last state of one cluster that a change stream sent, and the difference between that state and the current state.
 *
 * A client that starts empty and applies all differences by id has the current edges and effective policies.
 */
import type { Steps } from '../../async/fair-turns.ts';
import type { RowReader } from '../../readmodel/question.ts';
import { digestOfList, digestOfRules, digestOfText } from './digests.ts';
import { effectiveId, type EffectivePolicy } from './effective.ts';
import type { Edge } from './graph.ts';
import type { Part } from './part.ts';
import type { PolicyState } from './policy-state.ts';

export type ChangeType = 'ATTACHED' | 'DETACHED' | 'REVOKED' | 'CHANGED' | 'POLICY' | 'EFFECT';

export interface PolicyChange {
  readonly type: ChangeType;
  readonly id: string;
  /** The current topology, limited by the filter. Absent if the caller may no longer name the cluster. */
  readonly part?: Part | undefined;
  /** Kind of the edge that changed. */
  readonly edgeKind?: string;
  readonly edge?: Edge;
  readonly policy?: PolicyState;
  readonly effective?: EffectivePolicy;
}

/** Digests of the edges, policies and effective policies that were sent, by id. */
export interface SentCluster {
  readonly edges: ReadonlyMap<string, string>;
  readonly policies: ReadonlyMap<string, string>;
  readonly effective: ReadonlyMap<string, string>;
  /** Estimated memory in bytes. */
  readonly bytes: number;
}

export const NOTHING_SENT: SentCluster = { edges: new Map(), policies: new Map(), effective: new Map(), bytes: 0 };

export interface Difference {
  readonly changes: readonly PolicyChange[];
  /** The current state. */
  readonly now: SentCluster;
}

/** Maximum number of changes, and maximum bytes of the current state. */
export interface Most {
  readonly changes: number;
  readonly bytes: number;
}

const ENTRY_BYTES = 120;
/** Operations for one entry: building its id, and comparing and storing its digest. */
const ENTRY = 20;

/**
 * Compares the current state of a cluster with the state that was sent. Stops and returns undefined when a limit is
 * exceeded, so that a state that is too large is never built completely.
 */
export function* differenceOf(
  before: SentCluster,
  part: Part | undefined,
  rows: Pick<RowReader, 'spent' | 'mayShow'>,
  most: Most,
): Steps<Difference | undefined> {
  const changes: PolicyChange[] = [];
  const edges: Sent = new Map();
  const policies: Sent = new Map();
  const effective: Sent = new Map();
  let bytes = 0;
  const add = (to: Sent, id: string, digest: string): void => {
    to.set(id, digest);
    bytes += ENTRY_BYTES + id.length + digest.length;
  };
  const isTooMuch = () => changes.length > most.changes || bytes > most.bytes;

  for (const edge of part?.edges ?? []) {
    if (rows.spent(ENTRY)) yield;
    const { id } = edge;
    const digest = edgeDigest(edge);
    add(edges, id, digest);
    const was = before.edges.get(id);
    if (was !== digest)
      changes.push({ type: was === undefined ? 'ATTACHED' : 'CHANGED', id, part, edgeKind: edge.kind, edge });
    if (isTooMuch()) return undefined;
  }
  for (const id of before.edges.keys()) {
    if (rows.spent(ENTRY)) yield;
    if (edges.has(id)) continue;
    const [edgeKind = '', ...ends] = id.split(' ');
    const isShown = ends.every(end => rows.mayShow(end.split('#')[0]!));
    changes.push({ type: isShown ? 'DETACHED' : 'REVOKED', id, part, edgeKind });
  }
  for (const { policy } of part?.nodes ?? []) {
    if (rows.spent(policy ? ENTRY * (1 + policy.reported.length) : 1)) yield;
    if (!policy) continue;
    const digest = policyDigest(policy);
    add(policies, policy.id, digest);
    const was = before.policies.get(policy.id);
    if (was !== undefined && was !== digest) changes.push({ type: 'POLICY', id: policy.id, part, policy });
    if (isTooMuch()) return undefined;
  }
  for (const entry of part?.effective ?? []) {
    if (rows.spent(ENTRY)) yield;
    const id = effectiveId(entry);
    const digest = yield* digestOfRules(entry.merged, rows);
    add(effective, id, digest);
    if (before.effective.get(id) !== digest) changes.push({ type: 'EFFECT', id, part, effective: entry });
    if (isTooMuch()) return undefined;
  }
  for (const id of before.effective.keys()) {
    if (rows.spent()) yield;
    if (!effective.has(id)) changes.push({ type: 'EFFECT', id, part });
  }
  return isTooMuch() ? undefined : { changes, now: { edges, policies, effective, bytes } };
}

type Sent = Map<string, string>;

/** Includes fields of `to`, because a changed node is reported as a change of the edges to the node. */
function edgeDigest({ refusals, hostnames, ports, to }: Edge): string {
  const { hostnames: own, port = '', protocol = '' } = to;
  return digestOfText(
    `${refusals.join()}|${digestOfList(hostnames)}|${ports.join()}|${digestOfList(own)}|${port}|${protocol}`,
  );
}

function policyDigest({ class: scope, digest, reported, standing }: PolicyState): string {
  return digestOfText(
    JSON.stringify([
      scope,
      digest,
      standing,
      reported.map(({ type, status, reason, current, ancestor }) => [type, status, reason, current, ancestor]),
    ]),
  );
}
