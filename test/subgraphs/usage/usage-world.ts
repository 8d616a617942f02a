/**
 * A cluster with workloads and permissions, its real read model, and the usage subgraph over a simulated Prometheus.
 */
import { graphql, parse } from 'graphql';
import { openAccess } from '../../../access/access.ts';
import { policiesOf } from '../../../access/coverage.ts';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import { toRow } from '../../../kinds/row.ts';
import type { InstantQuery, PrometheusAnswer } from '../../../prometheus/client.ts';
import type { GrantObject, Resource } from '../../../rbac/types.ts';
import { openReadModel } from '../../../readmodel/model.ts';
import { subgraphSdl } from '../../../schema/sdl.ts';
import { MemoryStore } from '../../../store/memory.ts';
import type { UsageParts } from '../../../subgraphs/parts.ts';
import { openSubgraph } from '../../../subgraphs/usage/subgraph.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { until } from '../../readmodel/fixtures.ts';

const resource = (group: string, kind: string, plural: string, namespaced = true): Resource => ({
  ...{ group, version: 'v1', kind, plural, namespaced },
});
const RESOURCES: readonly Resource[] = [
  resource('', 'Pod', 'pods'),
  resource('', 'Node', 'nodes', false),
  resource('', 'Namespace', 'namespaces', false),
  resource('', 'ConfigMap', 'configmaps'),
  ...['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet'].map(kind =>
    resource('apps', kind, `${kind.toLowerCase()}s`),
  ),
];

/** End of the time range in the tests' queries, in seconds since 1970. It is a multiple of the 60 s step. */
export const AT = 1_700_000_040;

export interface UsageWorld extends AsyncDisposable {
  /** Queries the usage of the objects `ids` as a user. Returns the answer as clients get it. */
  ask(
    user: string,
    ids: readonly string[],
    args?: string,
  ): Promise<{
    readonly data: any;
    readonly errors?: readonly { readonly message: string; readonly extensions?: any }[];
  }>;
  readonly asked: InstantQuery[];
}

interface UsageOptions {
  /** Objects as `Kind/namespace/name`. */
  readonly objects: readonly string[];
  readonly grants: readonly GrantObject[];
  readonly answer?: (query: InstantQuery) => PrometheusAnswer | Promise<PrometheusAnswer>;
  /**
   * Null to leave out usage.
   * @default a simulated Prometheus that answers with `answer`
   */
  readonly prometheus?: UsageParts['prometheus'] | null;
  readonly parts?: Partial<UsageParts>;
}

export const EMPTY: PrometheusAnswer = { series: [], bytes: 0 };

/** Id of an object, such as `east//Pod/shop/web` for the text `Pod/shop/web`. */
export function idOf(object: string, cluster = 'east'): string {
  const [kind = '', namespace = '', name = ''] = object.split('/');
  const group = RESOURCES.find(it => it.kind === kind)?.group ?? '';
  return [cluster, group, kind, namespace, name].map(encodeURIComponent).join('/');
}

export async function openUsageWorld(options: UsageOptions): Promise<UsageWorld> {
  const store = new MemoryStore();
  const model = await openReadModel({ store, log: silentLogger });
  const access = openAccess({
    readModel: model,
    policies: policiesOf(() => ({ mode: 'impersonate', usernamePrefix: '', groupPrefix: '' })),
    rbac: { maxAgeMs: 600_000 },
  });
  const asked: InstantQuery[] = [];
  const fake = {
    timeoutMs: 10_000,
    query: async (query: InstantQuery) => {
      asked.push(query);
      return options.answer?.(query) ?? EMPTY;
    },
  };
  const usage: UsageParts = {
    ...{ prometheus: options.prometheus ?? fake, matchers: {}, clusterLabel: 'cluster', nodeLabel: 'node' },
    ...{ stepMs: 60_000, clusterId: (cluster: string) => cluster, ...options.parts },
  };
  const subgraph = openSubgraph(parse(subgraphSdl('usage')), {
    ...{ access, now: () => (AT + 7) * 1_000 },
    ...(options.prometheus !== null && { usage }),
  });
  const lease = (await store.acquire('east', 'test', 60_000))!;
  await store.apply(lease, {
    puts: options.objects.map(rowOf),
    grantPuts: [...options.grants],
    state: {
      ...{ phase: 'synced', reason: '', version: 'v1.36.0', answeredAgo: 0, resources: RESOURCES },
      authorization: 'rbac',
      kinds: RESOURCES.map(({ group, kind }) => ({ group, kind, state: 'watching', reason: '' })),
      grants: { complete: true, confirmedAgo: 0, reason: '' },
    },
  });
  await until(model, async () => model.clusters().length === 1 && model.clusters().every(({ loading }) => !loading));
  return {
    asked,
    ask: async (user, ids, args = 'window: "10m"') => {
      const source = `query ($of: [_Any!]!) { _entities(representations: $of) { ... on KubernetesObject {
        id usageHistory(${args}) { state message from to stepSeconds newestAt cpu memory } } } }`;
      const answer = await graphql({
        ...{ schema: subgraph.schema, source },
        variableValues: { of: ids.map(id => ({ __typename: 'KubernetesObject', id })) },
        contextValue: subgraph.context({
          identity: acceptIdentity({ user, groups: [] }),
          signal: AbortSignal.timeout(20_000),
          deadline: performance.now() + 20_000,
          ...{ requestId: 'test', log: silentLogger },
        }),
      });
      return JSON.parse(JSON.stringify(answer)) as Awaited<ReturnType<UsageWorld['ask']>>;
    },
    [Symbol.asyncDispose]: async () => {
      await access.close();
      await model.close();
      await store.close();
    },
  };
}

function rowOf(object: string) {
  const [kind = '', namespace = '', name = ''] = object.split('/');
  const of = RESOURCES.find(it => it.kind === kind)!;
  const metadata = { ...(namespace && { namespace }), name, uid: object, resourceVersion: '1' };
  const row = toRow('east', of, { metadata }, Date.now(), { projections: [] });
  if ('refused' in row) throw new Error(row.refused);
  return row;
}
