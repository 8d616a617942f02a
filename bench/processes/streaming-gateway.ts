/**
 * The product's gateway on a fleet in memory that changes at a given rate. One process has everything except the
 * collectors.
 */
import { parse } from 'graphql';
import { openAccess } from '../../access/access.ts';
import { policiesOf } from '../../access/coverage.ts';
import { configSchema } from '../../config/schema.ts';
import { createHttpServer } from '../../gateway/http/server.ts';
import { createGatewayRuntime } from '../../gateway/runtime.ts';
import { firstOf } from '../../identity/authenticator.ts';
import { staticTokens } from '../../identity/static-tokens.ts';
import type { GrantObject, Resource } from '../../rbac/types.ts';
import { openReadModel } from '../../readmodel/model.ts';
import { subgraphSdl } from '../../schema/sdl.ts';
import { composeSupergraph } from '../../schema/supergraph.ts';
import { MemoryStore } from '../../store/memory.ts';
import { ROW_COLUMNS } from '../../store/row-columns.ts';
import { blankRow } from '../../store/blank-row.ts';
import type { ClusterState, Lease, Row } from '../../store/store.ts';
import { openSubgraph } from '../../subgraphs/fleet/subgraph.ts';
import { createLogger } from '../../telemetry/log.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { answerRequests } from './answering.ts';

/**
 * Size of the fleet. The callers are `caller-0`, `caller-1` and so on, and their names are their tokens. Caller n may
 * list pods in namespace n modulo the number of namespaces, on every cluster.
 */
export interface StreamedFleet {
  readonly clusters: number;
  readonly namespaces: number;
  readonly podsPerNamespace: number;
  readonly callers: number;
}

export interface ChangesWanted {
  readonly perSecond: number;
  readonly seconds: number;
}

export type StreamingRequest = StreamedFleet | ChangesWanted;

export interface StreamingAnswer {
  readonly url: string;
  readonly written: number;
  /** Processor time of the process while it wrote the changes. */
  readonly cpuSeconds: number;
  readonly residentBytes: number;
}

const PODS: Resource = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };
const STATE: ClusterState = {
  ...{
    phase: 'synced',
    reason: '',
    version: 'v1.36.0',
    authorization: 'rbac',
    answeredAgo: 0,
    kinds: [],
    resources: [PODS],
  },
  grants: { complete: true, confirmedAgo: 0, reason: '' },
};
/** Interval at which changes are written. */
const TICK_MS = 20;

const store = new MemoryStore();
const leases: Lease[] = [];
let fleet: StreamedFleet | undefined;
let url = '';

answerRequests<StreamingRequest, StreamingAnswer>(async request => {
  if ('clusters' in request) await open((fleet = request));
  const began = process.cpuUsage();
  const written = 'perSecond' in request ? await change(request) : 0;
  const { user, system } = process.cpuUsage(began);
  globalThis.gc?.();
  return { url, written, cpuSeconds: (user + system) / 1e6, residentBytes: process.memoryUsage().rss };
});

async function open({ clusters, namespaces, podsPerNamespace, callers }: StreamedFleet): Promise<void> {
  const grants: GrantObject[] = [
    { type: 'ClusterRole', namespace: '', name: 'viewer', rules: [rule()], aggregated: false, resourceVersion: '1' },
    ...Array.from({ length: namespaces }, (_, n): GrantObject => {
      const subjects = Array.from({ length: Math.ceil((callers - n) / namespaces) }, (_, i) => ({
        ...{ kind: 'User' as const, apiGroup: 'rbac.authorization.k8s.io', namespace: '' },
        name: `caller-${n + i * namespaces}`,
      }));
      const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole' as const, name: 'viewer' };
      return { type: 'RoleBinding', namespace: `team-${n}`, name: 'viewers', roleRef, subjects, resourceVersion: '1' };
    }),
  ];
  for (let c = 0; c < clusters; c++) {
    const lease = await store.acquire(`leaf-${c}`, 'bench', 86_400_000);
    if (!lease) throw new Error('The lease is taken.');
    leases.push(lease);
    await store.apply(lease, { grantPuts: grants, state: STATE });
    for (let n = 0; n < namespaces; n++)
      await store.apply(lease, { puts: Array.from({ length: podsPerNamespace }, (_, p) => pod(c, n, p, 'Started')) });
  }
  const log = createLogger('error');
  const readModel = await openReadModel({ store, log });
  const access = openAccess({
    readModel,
    policies: policiesOf(() => ({ mode: 'impersonate', usernamePrefix: '', groupPrefix: '' })),
    rbac: { maxAgeMs: 86_400_000 },
  });
  const sdl = subgraphSdl('fleet');
  const subgraphs = [{ name: 'fleet', sdl, ...openSubgraph(parse(sdl), { access }) }];
  const { limits } = configSchema.parse({});
  const tokens = Array.from({ length: callers }, (_, i) => ({ token: `caller-${i}`, user: `caller-${i}`, groups: [] }));
  const server = await createHttpServer({
    runtime: createGatewayRuntime({ supergraphSdl: composeSupergraph(subgraphs).supergraphSdl, subgraphs, log }),
    authenticator: firstOf([staticTokens(tokens)]),
    ...{ log, metrics: createMetrics(), introspection: false, graphiql: false },
    limits: {
      ...limits,
      ...{
        requestTimeoutMs: limits.requestTimeout,
        answerTimeoutMs: limits.answerTimeout,
        costWindowMs: limits.costWindow,
      },
      ...{ subscriptionDurationMs: limits.subscriptionDuration, resumeWindowMs: limits.resumeWindow },
    },
  });
  url = await server.listen({ host: '127.0.0.1', port: 0 });
}

/** Writes changes. The message of each changed object contains the time of the write. */
async function change({ perSecond, seconds }: ChangesWanted): Promise<number> {
  const { clusters, namespaces, podsPerNamespace } = fleet!;
  const began = performance.now();
  let written = 0;
  while (performance.now() - began < seconds * 1_000) {
    const due = ((performance.now() - began) / 1_000) * perSecond - written;
    const byCluster = new Map<number, Row[]>();
    for (let i = 0; i < due; i++, written++) {
      const c = written % clusters;
      const n = Math.floor(written / clusters) % namespaces;
      const row = pod(c, n, Math.floor(Math.random() * podsPerNamespace), `at ${Date.now()}`);
      byCluster.set(c, [...(byCluster.get(c) ?? []), row]);
    }
    for (const [c, puts] of byCluster) await store.apply(leases[c]!, { puts });
    await new Promise(resolve => setTimeout(resolve, TICK_MS));
  }
  return written;
}

function pod(c: number, n: number, p: number, message: string): Row {
  return {
    ...blankRow(ROW_COLUMNS),
    ...{
      cluster: `leaf-${c}`,
      kind: 'Pod',
      version: 'v1',
      namespace: `team-${n}`,
      name: `pod-${p}`,
      status: 'FAILED',
      message,
    },
    ...{ labels: { app: `app-${p % 10}` }, createdAt: 1, syncedAt: 1, uid: `${c}-${n}-${p}`, resourceVersion: '1' },
  };
}

function rule() {
  return { verbs: ['list'], apiGroups: [''], resources: ['pods'], resourceNames: [] };
}
