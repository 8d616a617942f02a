/**
 * The live subgraph over scripted leaves, asked as the gateway asks it: by representations.
 */
import { execute, parse } from 'graphql';
import type { Identity, IdentityPolicy } from '../../../identity/identity.ts';
import { ClusterRegistry } from '../../../clusters/registry.ts';
import type { KubernetesClient } from '../../../kubernetes/client.ts';
import { kindsSdl, subgraphSdl } from '../../../schema/sdl.ts';
import { openSubgraph } from '../../../subgraphs/live/subgraph.ts';
import type { SubgraphLimits } from '../../../subgraphs/parts.ts';
import type { RequestContext } from '../../../subgraphs/subgraph.ts';
import { silentLogger } from '../../../telemetry/log.ts';

export const JANE: Identity = { user: 'jane', groups: ['dev'], uid: '', extra: {} };

/** As the configuration's defaults. */
const LIMITS: SubgraphLimits = {
  leafTimeoutMs: 5_000,
  liveObjects: 2_000,
  liveBytes: 64 * 1024 * 1024,
  answerBytes: 16 * 1024 * 1024,
};

/** A tenth of a second goes into building the types of kinds. */
const WITH_KINDS = parse(subgraphSdl('live'));
const WITHOUT_KINDS = parse(subgraphSdl('live').replace(kindsSdl(), ''));

export interface GraphOptions extends Partial<SubgraphLimits> {
  /** Whether the graph has the types of kinds. @default false */
  readonly withKinds?: boolean;
  readonly identities?: Readonly<Record<string, Partial<IdentityPolicy>>>;
  /** Ids that the index does not show. */
  readonly hidden?: readonly string[];
}

export interface Ask {
  readonly as?: Identity;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export function graphOver(
  leaves: readonly KubernetesClient[],
  { withKinds = false, identities = {}, hidden = [], ...limits }: GraphOptions = {},
) {
  const registry = new ClusterRegistry();
  for (const client of leaves) {
    const identity = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '', ...identities[client.cluster] } as const;
    registry.add({ name: client.cluster, client, identity, authorization: 'rbac' });
  }
  const subgraph = openSubgraph(withKinds ? WITH_KINDS : WITHOUT_KINDS, {
    access: { visibleIds: async ids => ids.map(id => !hidden.includes(id)) },
    clusters: registry,
    limits: { ...LIMITS, ...limits },
  });

  function request({ as = JANE, timeoutMs = 20_000, signal = new AbortController().signal }: Ask = {}): RequestContext {
    return { identity: as, signal, deadline: performance.now() + timeoutMs, requestId: 'r', log: silentLogger };
  }

  /** `selection` is what is asked of each object's `live`, or a whole document's fragments and fields when it begins with `{`. */
  async function ask(ids: readonly string[], selection: string, options: Ask = {}) {
    const result = await execute({
      schema: subgraph.schema,
      document: parse(`query ($r: [_Any!]!) { _entities(representations: $r) { ... on KubernetesObject { id live { ${selection} } } } }`),
      variableValues: { r: ids.map(id => ({ __typename: 'KubernetesObject', id })) },
      contextValue: subgraph.context(request(options)),
    });
    const entities = (result.data?._entities ?? []) as { id: string; live: any }[];
    return { lives: entities.map(entity => entity?.live), errors: result.errors ?? [] };
  }

  return { ask, subgraph, registry, request };
}
