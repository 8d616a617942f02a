/** Reads the topology of policies page by page. Reads again when the server reports a change, and at intervals. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { ask, follow, type Problem } from '../client.ts';
import {
  EffectivePoliciesDocument,
  PolicyEdgesDocument,
  PolicyNodesDocument,
  PolicyToldDocument,
  type PolicyFilter,
  type PolicyNodesQuery,
} from '../graph/graphql.ts';
import { useFollowing, useStream } from '../live.ts';
import type { Effective, Topology, TopologyEdge, TopologyNode } from './topology.ts';

const PAGE = 500;
const MOST_PAGES = 4;

export interface Read {
  readonly topology: Topology;
  readonly effective: readonly Effective[];
  readonly waiting: NonNullable<PolicyNodesQuery['policyTopology']>['waiting'];
  readonly ready: boolean;
  /** Names of the clusters that were left out because they have too many paths. */
  readonly leftOut: readonly string[];
  /** Total number of nodes, if not all nodes were read. Undefined otherwise. */
  readonly beyond: number | undefined;
}

interface Page<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

class Refused extends Error {
  readonly problem: Problem | undefined;
  constructor(problem: Problem | undefined) {
    super(problem?.message);
    this.problem = problem;
  }
}

async function allPages<Node>(read: (after: string | null) => Promise<Page<Node>>): Promise<Node[]> {
  const nodes: Node[] = [];
  let after: string | null = null;
  for (let count = 0; count < MOST_PAGES; count++) {
    const page: Page<Node> = await read(after);
    nodes.push(...page.nodes);
    if (!page.pageInfo.hasNextPage) break;
    after = page.pageInfo.endCursor;
  }
  return nodes;
}

async function readTopology(filter: PolicyFilter, left: AbortSignal): Promise<Read> {
  let first: NonNullable<PolicyNodesQuery['policyTopology']> | undefined;
  let leftOut: readonly string[] = [];
  const nodes = allPages<TopologyNode>(async after => {
    const { data, problem } = await ask(PolicyNodesDocument, { filter, first: PAGE, after }, left);
    if (!data?.policyTopology) throw new Refused(problem);
    first ??= data.policyTopology;
    return data.policyTopology.nodes;
  });
  const edges = allPages<TopologyEdge>(async after => {
    const { data, problem } = await ask(PolicyEdgesDocument, { filter, first: PAGE, after }, left);
    if (!data?.policyTopology) throw new Refused(problem);
    return data.policyTopology.edges;
  });
  const effective = allPages<Effective>(async after => {
    const { data, problem } = await ask(EffectivePoliciesDocument, { filter, first: PAGE, after }, left);
    if (!data?.effectivePolicies) throw new Refused(problem);
    leftOut = data.effectivePolicies.leftOut.map(({ name }) => name);
    return data.effectivePolicies;
  });
  const [allNodes, allEdges, allEffective] = await Promise.all([nodes, edges, effective]);
  const total = first?.nodes.totalCount ?? 0;
  return {
    topology: { nodes: allNodes, edges: allEdges },
    effective: allEffective,
    waiting: first?.waiting ?? [],
    ready: first?.ready ?? false,
    leftOut,
    beyond: total > allNodes.length ? total : undefined,
  };
}

interface TopologyState {
  readonly read: Read | undefined;
  readonly problem: Problem | undefined;
}

export function useTopology(filter: PolicyFilter): TopologyState {
  const key = JSON.stringify(filter);
  const [state, setState] = useState<TopologyState & { key: string }>({ key, read: undefined, problem: undefined });
  const reported = useStream(key, (key, on) =>
    follow(PolicyToldDocument, { filter: JSON.parse(key) as PolicyFilter }, on),
  );
  const refresh = async (left: AbortSignal) => {
    try {
      const read = await readTopology(JSON.parse(key) as PolicyFilter, left);
      if (!left.aborted) setState({ key, read, problem: undefined });
    } catch (error) {
      if (left.aborted) return;
      const problem = error instanceof Refused ? error.problem : { message: String(error), passing: false };
      setState(before => ({ key, read: before.key === key ? before.read : undefined, problem }));
    }
  };
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    void refresh(leaving.current.signal);
    return () => leaving.current.abort();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key identifies the topology
  }, [key]);
  useFollowing(() => refresh(leaving.current.signal), reported.everyMs, reported.version);
  return useMemo(() => (state.key === key ? state : { read: undefined, problem: undefined }), [state, key]);
}
