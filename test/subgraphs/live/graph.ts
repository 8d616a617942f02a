/** The live subgraph over scripted leaves. */
import { execute, parse } from 'graphql';
import type { Identity, IdentityPolicy, RequestContext } from '../../../identity/identity.ts';
import { ClusterRegistry } from '../../../clusters/registry.ts';
import type { KubernetesClient } from '../../../kubernetes/client.ts';
import type { Resource } from '../../../rbac/types.ts';
import { kindsSdl, subgraphSdl } from '../../../schema/sdl.ts';
import { SERVED, served } from './scripted-leaf.ts';
import { openSubgraph } from '../../../subgraphs/live/subgraph.ts';
import type { SubgraphLimits } from '../../../subgraphs/parts.ts';
import { ACTIONS, type ActionName } from '../../../schema/actions.ts';
import { silentLogger, type Logger } from '../../../telemetry/log.ts';

export const JANE: Identity = { user: 'jane', groups: ['dev'], uid: '', extra: {} };

/** The limits of the default configuration. */
export const LIMITS: SubgraphLimits = {
  leafTimeoutMs: 5_000,
  liveObjects: 2_000,
  liveBytes: 64 * 1024 * 1024,
  logBytes: 1024 * 1024,
  followedLogs: 200,
  followedLogBytes: 64 * 1024 * 1024,
  policyBytes: 64 * 1024 * 1024,
  policyPaths: 100_000,
  answerBytes: 16 * 1024 * 1024,
  actionObjects: 100,
};

/** Parsed schemas. Most tests omit the types of kinds, because building them takes a tenth of a second. */
const WITH_KINDS = parse(subgraphSdl('live'));
const WITHOUT_KINDS = parse(subgraphSdl('live').replace(kindsSdl(), ''));

export interface GraphOptions extends Partial<SubgraphLimits> {
  /** True if the graph has the types of kinds. @default false */
  readonly withKinds?: boolean;
  readonly identities?: Readonly<Record<string, Partial<IdentityPolicy>>>;
  /** Ids, clusters and kinds (`leaf/apps/Deployment`) that the index hides. */
  readonly hidden?: readonly string[];
  /**
   * Kinds whose names the caller may know, by cluster. Clusters without an entry are hidden.
   * @default the kinds of scripted leaves, on every cluster, except `hidden`
   */
  readonly named?: Readonly<Record<string, readonly Resource[]>>;
  /** Actions that the configuration allows. @default all */
  readonly allow?: readonly ActionName[];
  readonly log?: Logger;
}

export interface Ask {
  readonly as?: Identity;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export function graphOver(
  leaves: readonly KubernetesClient[],
  {
    withKinds = false,
    identities = {},
    hidden = [],
    named,
    allow = ACTIONS,
    log = silentLogger,
    ...limits
  }: GraphOptions = {},
) {
  const counted: string[] = [];
  const extra = { cost: 0 };
  const kinds = [...SERVED, served('', 'configmaps', 'ConfigMap')];
  const registry = new ClusterRegistry();
  for (const client of leaves) {
    const identity = {
      mode: 'impersonate',
      usernamePrefix: '',
      groupPrefix: '',
      ...identities[client.cluster],
    } as const;
    registry.add({ name: client.cluster, client, identity, authorization: 'rbac' });
  }
  const subgraph = openSubgraph(withKinds ? WITH_KINDS : WITHOUT_KINDS, {
    access: {
      visibleIds: async ids => ids.map(id => !hidden.includes(id)),
      namedKinds: async clusters => {
        if (named) return new Map(Object.entries(named));
        const isNamed = ({ group, kind }: Resource, cluster: string) => !hidden.includes(`${cluster}/${group}/${kind}`);
        const shown = clusters.filter(cluster => !hidden.includes(cluster));
        return new Map(shown.map(cluster => [cluster, kinds.filter(it => isNamed(it, cluster))]));
      },
    },
    clusters: registry,
    actions: { allow, counted: (action, outcome) => counted.push(`${action} ${outcome}`) },
    limits: { ...LIMITS, ...limits },
  });

  function request({ as = JANE, timeoutMs = 20_000, signal = new AbortController().signal }: Ask = {}): RequestContext {
    return { identity: as, signal, deadline: performance.now() + timeoutMs, requestId: 'r', log, extra };
  }

  /** @param selection Selection on each object's `live` */
  async function ask(ids: readonly string[], selection: string, options: Ask = {}) {
    const result = await execute({
      schema: subgraph.schema,
      document: parse(
        `query ($r: [_Any!]!) { _entities(representations: $r) { ... on KubernetesObject { id live { ${selection} } } } }`,
      ),
      variableValues: { r: ids.map(id => ({ __typename: 'KubernetesObject', id })) },
      contextValue: subgraph.context(request(options)),
    });
    const entities = (result.data?._entities ?? []) as { id: string; live: any }[];
    return { lives: entities.map(entity => entity?.live), errors: result.errors ?? [] };
  }

  /** Runs a mutation, or any other document, in a separate request. */
  async function run(document: string, variables: Record<string, unknown> = {}, options: Ask = {}) {
    const { schema } = subgraph;
    const contextValue = subgraph.context(request(options));
    const result = await execute({ schema, document: parse(document), variableValues: variables, contextValue });
    return { data: result.data as any, errors: result.errors ?? [] };
  }

  return { ask, run, subgraph, registry, request, counted, extra };
}
