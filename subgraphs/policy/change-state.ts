/**
 * The last state of one cluster that a change stream sent, and the difference between that state and the current state.
 *
 * A client that starts empty and applies all differences by id has the current edges and effective policies.
 */
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

const ENTRY_BYTES = 120;

export function sentOf(part: Part | undefined): SentCluster {
  if (!part) return NOTHING_SENT;
  const edges = new Map(part.edges.map(edge => [edge.id, edgeDigest(edge)]));
  const policies = new Map(
    part.nodes.flatMap(({ policy }) => (policy ? [[policy.id, policyDigest(policy)] as const] : [])),
  );
  const effective = new Map(part.effective.map(entry => [effectiveId(entry), effectDigest(entry)]));
  let bytes = 0;
  for (const map of [edges, policies, effective])
    for (const [id, digest] of map) bytes += ENTRY_BYTES + id.length + digest.length;
  return { edges, policies, effective, bytes };
}

/** @param mayShow Returns true if the caller may see an object with this id, even if no such object exists */
export function differences(
  before: SentCluster,
  part: Part | undefined,
  now: SentCluster,
  mayShow: (objectId: string) => boolean,
): PolicyChange[] {
  const changes: PolicyChange[] = [];
  for (const edge of part?.edges ?? []) {
    const { id } = edge;
    const was = before.edges.get(id);
    if (was !== now.edges.get(id))
      changes.push({ type: was === undefined ? 'ATTACHED' : 'CHANGED', id, part, edgeKind: edge.kind, edge });
  }
  for (const id of before.edges.keys()) {
    if (now.edges.has(id)) continue;
    const [edgeKind = '', ...ends] = id.split(' ');
    const isShown = ends.every(end => mayShow(end.split('#')[0]!));
    changes.push({ type: isShown ? 'DETACHED' : 'REVOKED', id, part, edgeKind });
  }
  for (const { policy } of part?.nodes ?? []) {
    const was = policy && before.policies.get(policy.id);
    if (was !== undefined && was !== now.policies.get(policy!.id))
      changes.push({ type: 'POLICY', id: policy!.id, part, policy: policy! });
  }
  for (const effective of part?.effective ?? []) {
    const id = effectiveId(effective);
    if (before.effective.get(id) !== now.effective.get(id)) changes.push({ type: 'EFFECT', id, part, effective });
  }
  for (const id of before.effective.keys()) if (!now.effective.has(id)) changes.push({ type: 'EFFECT', id, part });
  return changes;
}

/** Includes fields of `to`, because a changed node is reported as a change of the edges to the node. */
function edgeDigest({ refusals, hostnames, ports, to }: Edge): string {
  const { hostnames: own, port = '', protocol = '' } = to;
  return [refusals, hostnames, ports, own].map(list => list.join()).join('|') + `|${port}|${protocol}`;
}

function policyDigest({ class: scope, digest, reported, standing }: PolicyState): string {
  return JSON.stringify([
    scope,
    digest,
    standing,
    reported.map(({ type, status, reason, current, ancestor }) => [type, status, reason, current, ancestor]),
  ]);
}

function effectDigest({ merged: { rules } }: EffectivePolicy): string {
  return rules.map(({ key, source, digest }) => `${key}<${source.id}:${digest}`).join(' ');
}
