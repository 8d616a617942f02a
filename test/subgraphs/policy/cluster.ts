/** Clusters for tests of the topology, made from manifests and the permissions of a caller. */
import { attachedTo } from '../../../kinds/row.ts';
import type { PolicyClass } from '../../../kinds/policies.ts';
import { lookupProjections } from '../../../kinds/projection.ts';
import { kindOf } from '../../../kinds/registry.ts';
import { finished, Pace } from '../../../async/fair-turns.ts';
import type { ProjectionRecord } from '../../../store/attached.ts';
import { policyOf, type ClusterPolicy } from '../../../subgraphs/policy/cluster-policy.ts';
import type { ClusterView, KindName, SeenObject } from '../../../subgraphs/policy/cluster-view.ts';
import { effectiveId, type EffectivePolicy } from '../../../subgraphs/policy/effective.ts';
import { GATEWAY_GROUP, NODE_KINDS } from '../../../subgraphs/policy/gateway-kinds.ts';
import { projections } from '../../../subgraphs/policy/projections.ts';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string; readonly namespace?: string };
  readonly spec?: unknown;
  readonly status?: unknown;
}

type Json = Readonly<Record<string, unknown>>;
/** A name, `namespace/name`, or metadata with such a name. Namespaced objects are in `apps` by default. */
export type Named = string | (Json & { readonly name: string });

const KUADRANT = 'kuadrant.io';

function metadata(named: Named, namespace: string | undefined): Manifest['metadata'] {
  const { name, ...others } = typeof named === 'string' ? { name: named } : named;
  const [last = '', own] = name.split('/').reverse();
  const place = namespace === undefined ? {} : { namespace: own ?? namespace };
  return { ...place, creationTimestamp: '2026-01-01T00:00:00Z', generation: 1, ...others, name: last };
}

function manifest(
  group: string,
  kind: string,
  named: Named,
  parts: Json,
  namespace: string | undefined = 'apps',
): Manifest {
  return { apiVersion: group === '' ? 'v1' : `${group}/v1`, kind, metadata: metadata(named, namespace), ...parts };
}

export const gatewayClass = (named: Named, status?: unknown) =>
  ({
    ...manifest(GATEWAY_GROUP, 'GatewayClass', named, { spec: {}, status }),
    metadata: metadata(named, undefined),
  }) as Manifest;
export const listener = (name: string, more: Json = {}) => ({ name, port: 80, protocol: 'HTTP', ...more });
export const gateway = (
  named: Named,
  listeners: readonly unknown[] = [listener('web')],
  { status, ...spec }: Json = {},
) => manifest(GATEWAY_GROUP, 'Gateway', named, { spec: { gatewayClassName: 'main', listeners, ...spec }, status });
export const listenerSet = (named: Named, parentRef: unknown, listeners: readonly unknown[], status?: unknown) =>
  manifest(GATEWAY_GROUP, 'ListenerSet', named, { spec: { parentRef, listeners }, status });
export const route = (kind: string, named: Named, parentRefs: readonly unknown[], { status, ...spec }: Json = {}) =>
  manifest(GATEWAY_GROUP, kind, named, { spec: { parentRefs, rules: [{}], ...spec }, status });
export const httpRoute = (named: Named, parentRefs: readonly unknown[], spec: Json = {}) =>
  route('HTTPRoute', named, parentRefs, spec);
export const backend = (name: string, more: Json = {}) => ({ name, port: 80, ...more });
export const service = (named: Named, ports: readonly unknown[] = []) =>
  manifest('', 'Service', named, { spec: { ports } });
export const namespace = (name: string, labels: Readonly<Record<string, string>>) =>
  ({ ...manifest('', 'Namespace', name, {}), metadata: { ...metadata(name, undefined), labels } }) as Manifest;
export const grant = (named: Named, from: readonly unknown[], to: readonly unknown[]) =>
  manifest(GATEWAY_GROUP, 'ReferenceGrant', named, { spec: { from, to } });
export const at = (second: number) => ({
  creationTimestamp: new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString().replace('.000', ''),
});

export const ref = (kind: string, name: string, more: Json = {}) => ({ group: GATEWAY_GROUP, kind, name, ...more });
export const policy = (kind: string, named: Named, targetRef: unknown, { status, ...spec }: Json = {}) =>
  manifest(KUADRANT, kind, named, {
    spec: { ...(Array.isArray(targetRef) ? { targetRefs: targetRef } : { targetRef }), ...spec },
    status,
  });
/** A policy of any API group. */
export const otherPolicy = (
  group: string,
  kind: string,
  named: Named,
  targetRef: unknown,
  { status, ...spec }: Json = {},
) => manifest(group, kind, named, { spec: { targetRef, ...spec }, status });

/** Rules of a RateLimitPolicy: one limit for each letter, named by the letter. */
export const limits = (letters: string) => ({
  limits: Object.fromEntries([...letters].map(letter => [letter, { rates: [letter] }])),
});

/** Rules with these limits. The type is `da`, `dm`, `oa` or `om`: defaults or overrides, atomic or merged. */
export function rules(type: string, letters: string): Json {
  const part = { ...limits(letters), ...(type.endsWith('m') && { strategy: 'merge' }) };
  return type.startsWith('d') ? { defaults: part } : { overrides: part };
}

export interface Rights {
  /** Kinds that the caller may not list, as `Kind` or `Kind/namespace`. */
  readonly unlisted?: readonly string[];
  /** Kinds that are not collected, or whose list is incomplete. */
  readonly incomplete?: readonly string[];
  /** Objects that the caller does not see, as `Kind/namespace/name`. */
  readonly hidden?: readonly string[];
  readonly clusterScoped?: readonly string[];
  /** Values of the policy label of CRDs, by kind. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly cluster?: string;
}

const groupOf = ({ apiVersion }: Manifest) => (apiVersion.includes('/') ? apiVersion.split('/')[0]! : '');
const keyOf = (kind: KindName, namespace: string, name: string) => `${kind.group}|${kind.kind}|${namespace}|${name}`;

export function recordsOf(
  object: Manifest,
  labels: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, readonly ProjectionRecord[]> {
  const resource = {
    ...{ group: groupOf(object), kind: object.kind, version: 'v1', plural: 'x', namespaced: true },
    ...(labels[object.kind] !== undefined && { policy: labels[object.kind] }),
  };
  const reading = lookupProjections(projections)(resource);
  const { records = {} } = attachedTo(object, object.metadata.namespace ?? '', kindOf(resource), resource, {
    projections: reading,
  });
  return new Map(Object.entries(records));
}

export function viewOf(manifests: readonly Manifest[], rights: Rights = {}): ClusterView {
  const { unlisted = [], incomplete = [], hidden = [], clusterScoped = [], labels = {}, cluster = 'leaf' } = rights;
  const seen = manifests.filter(
    ({ kind, metadata: { namespace = '', name } }) => !hidden.includes(`${kind}/${namespace}/${name}`),
  );
  const all = new Map(
    seen.map(object => {
      const { namespace: place = '', name, deletionTimestamp, labels: own } = object.metadata;
      const records = recordsOf(object, labels);
      const found = {
        ...{
          group: groupOf(object),
          kind: object.kind,
          namespace: place,
          name,
          isTerminating: deletionTimestamp !== undefined,
        },
        records: records.get('policy') ?? [],
        labels: () => (own as Readonly<Record<string, string>> | undefined) ?? {},
        ports: () => records.get('service-ports') ?? [],
      };
      return [keyOf(found, place, name), found] as const;
    }),
  );
  const isPart = ({ group, kind, records }: SeenObject) =>
    records.length > 0 || (group === GATEWAY_GROUP && NODE_KINDS.includes(kind));
  const pace = new Pace(5_000);
  return {
    cluster,
    spent: operations => pace.spent(operations),
    objects: [...all.values()].filter(isPart),
    find: (kind, place, name) => all.get(keyOf(kind, place, name)),
    mayList: ({ kind }, place) => !unlisted.includes(kind) && !unlisted.includes(`${kind}/${place}`),
    isComplete: ({ kind }) => !incomplete.includes(kind),
    isClusterScoped: ({ kind }) => ['GatewayClass', 'Namespace', ...clusterScoped].includes(kind),
    labelledClass: kind =>
      labels[kind.kind]?.toLowerCase() === 'inherited' ? 'INHERITED' : ('DIRECT' satisfies PolicyClass),
  };
}

export interface Computed extends ClusterPolicy {
  /** Edges as `KIND from -> to REFUSALS`, with short ids. */
  readonly reported: readonly string[];
}

/**
 * Short form of an id: `leaf/gateway.networking.k8s.io/HTTPRoute/apps/web#rule-1` becomes `HTTPRoute/apps/web#rule-1`.
 */
export function short(id: string): string {
  return id
    .split(' ')
    .map(part => part.split('/').slice(2).join('/').replace('//', '/'))
    .join(' ');
}

export function compute(
  manifests: readonly Manifest[],
  rights: Rights & { readonly paths?: number; readonly without?: string } = {},
): Computed {
  const { paths = 100_000, without } = rights;
  const found = finished(policyOf(viewOf(manifests, rights), { paths, without }));
  const reported = found.edges.map(({ kind, from, to, refusals }) =>
    [kind, short(from.id), '->', short(to.id), refusals.join(',')].join(' ').trimEnd(),
  );
  return { ...found, reported };
}

export function nodeOf({ nodes }: ClusterPolicy, id: string) {
  const found = nodes.find(node => short(node.id) === id);
  if (!found) throw new Error(`no node ${id}; there are ${nodes.map(node => short(node.id)).join(', ')}`);
  return found;
}

export const stateOf = (cluster: ClusterPolicy, id: string) => nodeOf(cluster, id).policy!;

/**
 * Effective policies as texts: `rule key<policy -key<policy>winner+winner`. The first word tells if the path ends at a
 * rule or at a listener. A minus marks a displaced rule.
 */
export function effects({ effective }: { readonly effective: readonly EffectivePolicy[] }): readonly string[] {
  return effective.map(one => {
    const rules = one.merged.rules.map(({ key, source }) => `${key.split('#').at(-1)}<${source.object.name}`);
    const displaced = one.merged.displaced.map(
      ({ key, source, by }) =>
        `-${key.split('#').at(-1)}<${source.object.name}>${by.map(({ object }) => object.name).join('+')}`,
    );
    return `${one.path.rule?.id === undefined ? 'listener' : 'rule'} ${[...rules, ...displaced].join(' ')}`;
  });
}

export const idsOf = (effective: readonly EffectivePolicy[]) => effective.map(one => effectiveId(one));
