/**
 * A fleet in a few lines: clusters with rows and grants, a read model that implements its contract in a simple way, and
 * a function that runs a query as a user. Tests set ages and phases. The read model ignores orders, and all filter
 * fields that `fits()` does not use. over-the-read-model.test.ts covers orders and the other filter fields.
 */
import { graphql, parse, type ExecutionResult } from 'graphql';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import type { IdentityPolicy, RequestContext } from '../../../identity/identity.ts';
import {
  grantKey,
  type BindingObject,
  type GrantObject,
  type PolicyRule,
  type Resource,
  type RoleObject,
} from '../../../rbac/types.ts';
import { sees } from '../../../rbac/visibility.ts';
import { finished } from '../../../async/fair-turns.ts';
import { indexesOf } from '../../../kinds/projection.ts';
import { QueryError, type Filter, type IndexedRow } from '../../../readmodel/query.ts';
import type { RowAuthorizer } from '../../../readmodel/select/visibility-mask.ts';
import type { ClusterIndex, ReadModel } from '../../../readmodel/readmodel.ts';
import type { MayName, Related } from '../../../readmodel/questions/related.ts';
import { decodeObjectId, encodeObjectId } from '../../../schema/object-id.ts';
import { LEADS, shownType } from '../../../store/attached.ts';
import type { ClusterState, Row } from '../../../store/store.ts';
import { openAccess, type Access, type AccessOptions } from '../../../access/access.ts';
import { subgraphSdl } from '../../../schema/sdl.ts';
import { openSubgraph, projections } from '../../../subgraphs/fleet/subgraph.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { policiesOf } from '../../../access/coverage.ts';
import { facet, groups, missing, textMatches } from '../../readmodel/reference.ts';
import { row } from '../../fixtures.ts';
import { readerOf } from '../../readmodel/table-of.ts';

const resource = (group: string, version: string, kind: string, plural: string, namespaced = true): Resource => ({
  group,
  version,
  kind,
  plural,
  namespaced,
});

export const RESOURCES = [
  resource('', 'v1', 'Namespace', 'namespaces', false),
  resource('', 'v1', 'Pod', 'pods'),
  resource('apps', 'v1', 'Deployment', 'deployments'),
  resource('kustomize.toolkit.fluxcd.io', 'v1', 'Kustomization', 'kustomizations'),
  resource('helm.toolkit.fluxcd.io', 'v2', 'HelmRelease', 'helmreleases'),
];

/** @param place `ns/name`, or `name` for a cluster-scoped kind */
export function rowAt(cluster: string, kind: string, place: string, more: Partial<Row> = {}): Row {
  const [namespace, name] = place.includes('/') ? (place.split('/') as [string, string]) : ['', place];
  const { group = '', version = 'v1' } = RESOURCES.find(it => it.kind === kind) ?? {};
  const times = { createdAt: 1_700_000_000_000, syncedAt: 1_700_000_100_000 };
  return row({ cluster, group, version, kind, namespace, name, uid: `uid-${name}`, ...times, ...more });
}

export const allow = (verbs: string, resources: string, ...resourceNames: string[]): PolicyRule => ({
  verbs: verbs.split(','),
  apiGroups: ['*'],
  resources: resources.split(','),
  resourceNames,
});

/**
 * A role and its binding to user or group `who` (a group is written `group:dev`). With a namespace, the binding is a
 * RoleBinding, else a ClusterRoleBinding.
 */
export function grant(who: string, rule: PolicyRule, namespace = ''): GrantObject[] {
  const name = `${who}-${rule.verbs.join()}-${rule.resources.join()}-${rule.resourceNames.join()}`;
  const [kind, subject] = who.startsWith('group:') ? ['Group', who.slice(6)] : ['User', who];
  const role: RoleObject = {
    type: 'ClusterRole',
    namespace: '',
    name,
    rules: [rule],
    aggregated: false,
    resourceVersion: '1',
  };
  const binding: BindingObject = {
    type: namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding',
    namespace,
    name,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
    subjects: [{ kind, apiGroup: 'rbac.authorization.k8s.io', name: subject, namespace: '' }],
    resourceVersion: '1',
  };
  return [role, binding];
}

/** Two roles of a user. Each role alone is within the limit of what is read. Together they exceed the limit. */
export function tooLargeGrants(user: string): GrantObject[] {
  return ['0', '1'].flatMap(name => {
    const resourceNames = Array.from({ length: 130_000 }, (_, i) => `${name}-${i}`);
    return grant(user, { ...allow('get', 'pods'), resourceNames }).map(object => ({
      ...object,
      name,
      ...('roleRef' in object && { roleRef: { ...object.roleRef, name } }),
    }));
  });
}

export interface ScriptedCluster {
  rows: Row[];
  grants: GrantObject[];
  index: Partial<Omit<ClusterIndex, 'state' | 'grants'>>;
  state: Partial<ClusterState> | undefined;
  policy: IdentityPolicy | undefined;
}

const healthy: ClusterState = {
  phase: 'synced',
  reason: '',
  version: 'v1.36.0',
  authorization: 'rbac',
  answeredAgo: 100,
  kinds: RESOURCES.map(({ group, kind }) => ({ group, kind, state: 'watching', reason: '' })),
  resources: RESOURCES,
  grants: { complete: true, confirmedAgo: 100, reason: '' },
};

const TYPES = parse(subgraphSdl('fleet'));
const INDEXES = indexesOf(projections);

export class ScriptedFleet {
  readonly clusters = new Map<string, ScriptedCluster>();
  readonly access: Access;
  readonly subgraph: ReturnType<typeof openSubgraph>;
  /** Number of calls by function. */
  readonly requested = { page: 0, count: 0, facet: 0, groups: 0, find: 0, related: 0, namespaces: 0, kinds: 0 };
  #revision = 0;
  readonly #indexes = new Map<string, ClusterIndex>();

  constructor(
    clusters: Record<string, Partial<ScriptedCluster>>,
    {
      auditPerMinute = 0,
      ...more
    }: Pick<AccessOptions, 'reviews' | 'leafTimeoutMs' | 'log' | 'registrations' | 'views'> & {
      readonly auditPerMinute?: number;
    } = {},
  ) {
    for (const [name, cluster] of Object.entries(clusters)) this.set(name, cluster);
    this.access = openAccess({
      readModel: this.#readModel(),
      policies: policiesOf(
        name => this.clusters.get(name)?.policy,
        () => this.#revision,
      ),
      rbac: { maxAgeMs: 600_000, auditPerMinute },
      ...more,
      now: () => Date.parse('2026-01-31T12:00:00Z'),
    });
    this.subgraph = openSubgraph(TYPES, { access: this.access });
  }

  /** Adds a cluster, or changes the given fields of a cluster. */
  set(name: string, change: Partial<ScriptedCluster>): void {
    const before = this.clusters.get(name) ?? {
      rows: [],
      grants: [],
      index: {},
      state: {},
      policy: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
    };
    const cluster = { ...before, ...change };
    this.clusters.set(name, cluster);
    this.#indexes.set(name, {
      cluster: name,
      loading: false,
      answeredAgo: 100,
      grantsConfirmedAgo: 100,
      resources: RESOURCES,
      resourcesRevision: 1,
      uncollected: [],
      labels: {},
      rowCount: cluster.rows.length,
      rowRevision: 1,
      ...cluster.index,
      state: cluster.state && { ...healthy, ...cluster.state },
      grants: {
        revision: ++this.#revision,
        objects: new Map(cluster.grants.map(object => [grantKey(object), object])),
      },
    });
  }

  request(user: string, groups: readonly string[] = []): RequestContext {
    return {
      identity: acceptIdentity({ user, groups }),
      signal: AbortSignal.timeout(240_000),
      deadline: performance.now() + 20_000,
      requestId: 'test',
      log: silentLogger,
    };
  }

  async ask(
    user: string,
    source: string,
    variableValues: Record<string, unknown> = {},
    groups: readonly string[] = [],
  ): Promise<ExecutionResult> {
    const contextValue = this.subgraph.context(this.request(user, groups));
    const result = await graphql({ schema: this.subgraph.schema, source, variableValues, contextValue });
    // Converts the result to plain objects, which is what clients get.
    return JSON.parse(JSON.stringify(result)) as ExecutionResult;
  }

  #visible(view: RowAuthorizer): Row[] {
    const rows = [...this.clusters.values()].flatMap(cluster => cluster.rows);
    return rows
      .filter(it => {
        const visibility = view(it.cluster);
        const number =
          visibility?.resources.findIndex(({ group, kind }) => group === it.group && kind === it.kind) ?? -1;
        return visibility !== undefined && sees(visibility, number, it.namespace, it.name);
      })
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : encodeObjectId(a) < encodeObjectId(b) ? -1 : 1));
  }

  #readModel(): ReadModel {
    const { requested } = this;
    const indexes = this.#indexes;
    const revision = () => this.#revision;
    const visibleRows = (view: RowAuthorizer) => this.#visible(view);
    const matching = (view: RowAuthorizer, filter: Filter) => visibleRows(view).filter(it => fits(it, filter));
    return {
      storeProblem: undefined,
      get revision() {
        return revision();
      },
      get position() {
        return revision();
      },
      now: () => performance.now(),
      clusters: () => [...indexes.values()],
      tallies: () => [],
      cluster: name => indexes.get(name),
      async page(view, filter, _order, request) {
        requested.page++;
        const all = matching(view, filter);
        const cursors = all.map(encodeObjectId);
        const at = (argument: 'after' | 'before', otherwise: number) => {
          const cursor = request[argument];
          if (cursor === undefined) return otherwise;
          if (!cursors.includes(cursor)) throw new QueryError(`"${cursor}" is not a cursor of this list.`, argument);
          return cursors.indexOf(cursor);
        };
        const [from, to] = [at('after', -1) + 1, at('before', all.length)];
        const [start, end] =
          'first' in request ? [from, Math.min(to, from + request.first)] : [Math.max(from, to - request.last), to];
        const shown = cursors.slice(start, end);
        return {
          rows: all.slice(start, end).map(indexed),
          cursors: shown,
          startCursor: shown[0],
          endCursor: shown.at(-1),
          hasNextPage: end < all.length,
          hasPreviousPage: start > 0,
        };
      },
      judgePage: () => undefined,
      agingBefore: 0,
      changes: () => Promise.reject(new Error('this fleet never changes')),
      count: async (view, filter) => (requested.count++, matching(view, filter).length),
      async facet(view, filter, field, { limit, labelKey = '', match }) {
        requested.facet++;
        const [rows, seen] = [matching(view, filter), visibleRows(view)];
        const values = facet(rows, field, labelKey, seen).filter(([value]) => textMatches(match, value));
        return {
          field,
          values: values.slice(0, limit).map(([value, count]) => ({ value, title: value, count })),
          truncated: values.length > limit,
          missingCount: missing(rows, field, labelKey, seen),
        };
      },
      async groups(view, filter, { by, first, after }) {
        requested.groups++;
        const all = groups(matching(view, filter), by);
        const key = (values: readonly (string | null)[]) => JSON.stringify(values);
        const from = after ? all.findIndex(({ values }) => key(values) === key(after)) + 1 : 0;
        return {
          groups: all.slice(from, from + first).map(({ values, ...counts }) => ({
            values: values.map(value => ({ value, title: value ?? 'None' })),
            ...counts,
          })),
          totalCount: all.length,
          hasNextPage: from + first < all.length,
          hasPreviousPage: from > 0,
        };
      },
      suggest: async () => [],
      ask: async (view, question, _signal, rightsAt) => {
        const all = [...this.clusters.values()].flatMap(({ rows }) => rows);
        return finished(question(readerOf(all, view, RESOURCES, { rights: rightsAt?.(view), indexes: INDEXES })));
      },
      async find(view, ids) {
        requested.find++;
        const visible = new Map(visibleRows(view).map(it => [encodeObjectId(it), indexed(it)]));
        return ids.map(id => visible.get(id));
      },
      async related(view, ids, { types, direction, first, after, mayName }) {
        requested.related++;
        return ids.map(id => {
          const all = neighbours(visibleRows(view), id, mayName).filter(
            edge => (types?.includes(edge.type) ?? true) && (direction ?? edge.direction) === edge.direction,
          );
          const from = after ? 1 + all.findIndex(({ id }) => id === after.id) : 0;
          const edges = all.slice(from, from + first);
          return { edges, totalCount: all.length, hasNextPage: from + first < all.length, hasPreviousPage: from > 0 };
        });
      },
      // Returns the root and its direct neighbours only.
      async tree(view, id, { direction, limit, mayName }) {
        const rows = visibleRows(view);
        const root = rows.find(it => encodeObjectId(it) === id);
        const all = neighbours(rows, id, mayName).filter(edge => edge.direction === direction);
        const failed = [...all.map(({ row }) => row), ...(root ? [indexed(root)] : [])].find(
          it => it?.status === 'FAILED',
        );
        const worst = failed ? 'FAILED' : 'CURRENT';
        return (
          root && {
            nodes: [
              { id, row: indexed(root), parent: undefined, relation: undefined, depth: 0, worst } as const,
              ...all.map(({ id, row, type }) => ({
                id,
                row,
                parent: 0,
                relation: type,
                depth: 1,
                worst: row?.status ?? ('UNKNOWN' as const),
              })),
            ].slice(0, limit),
            firstFailure: failed,
            truncated: all.length >= limit,
          }
        );
      },
      async records(view, ids, projection) {
        const visible = new Map(visibleRows(view).map(it => [encodeObjectId(it), it]));
        return ids.map(id => visible.get(id) && (visible.get(id)!.records?.[projection] ?? []));
      },
      async namespaces(view, clusters) {
        requested.namespaces++;
        const inNamespaces = visibleRows(view).filter(
          it => it.namespace !== '' && (clusters?.includes(it.cluster) ?? true),
        );
        const byCluster = Map.groupBy(inNamespaces, ({ cluster }) => cluster);
        return new Map(
          [...byCluster].map(([cluster, rows]) => [cluster, [...new Set(rows.map(({ namespace }) => namespace))]]),
        );
      },
      async namesOf(view, { clusters, kinds }) {
        const found = new Map<string, string[]>();
        for (const it of visibleRows(view)) {
          const isOne =
            (clusters?.includes(it.cluster) ?? true) &&
            (kinds?.some(({ group, kind }) => it.group === group && it.kind === kind) ?? true);
          if (isOne) found.set(it.cluster, [...(found.get(it.cluster) ?? []), it.name]);
        }
        return found;
      },
      async kinds(view) {
        requested.kinds++;
        const found = new Map<string, Set<number>>();
        for (const it of visibleRows(view)) {
          const number = RESOURCES.findIndex(({ group, kind }) => group === it.group && kind === it.kind);
          found.set(it.cluster, (found.get(it.cluster) ?? new Set()).add(number));
        }
        return found;
      },
      onChange: () => () => undefined,
      close: async () => undefined,
    };
  }
}

/**
 * Relations from and to the object `id`. An object that is not in `rows` is included without a row if `mayName` allows
 * it.
 */
function neighbours(rows: readonly Row[], id: string, mayName: MayName = () => false): Related<IndexedRow>[] {
  const leading = rows.flatMap(row =>
    (row.relations ?? []).map(({ type, to }) => ({
      from: encodeObjectId(row),
      type: shownType(type),
      to: `${row.cluster}/${to}`,
      leads: LEADS[type],
    })),
  );
  const at = (id: string) => rows.filter(row => encodeObjectId(row) === id).map(row => ({ id, row: indexed(row) }));
  const absent = (id: string) => (at(id).length === 0 && mayName(decodeObjectId(id)) ? [{ id, row: undefined }] : []);
  return leading.flatMap(({ from, type, to, leads }): Related<IndexedRow>[] => [
    ...(from === id ? [...at(to), ...absent(to)].map(end => ({ type, direction: leads, ...end })) : []),
    ...(to === id
      ? at(from).map(end => ({ type, direction: leads === 'UP' ? ('DOWN' as const) : ('UP' as const), ...end }))
      : []),
  ]);
}

/** A row in the form that a read model returns. */
export function indexed(it: Row): IndexedRow {
  const { uid, resourceVersion, attemptedRevision, relations: _relations, records: _records, ...row } = it;
  return {
    ...row,
    id: encodeObjectId(it),
    stored: async () => ({ uid, resourceVersion, attemptedRevision }),
    history: async () => [],
  };
}

/** True if the row matches these fields of the filter. */
function fits(it: Row, { clusters, kinds, statuses, namespaces, and }: Filter): boolean {
  return (
    (clusters?.includes(it.cluster) ?? true) &&
    (namespaces?.includes(it.namespace) ?? true) &&
    (statuses?.includes(it.status) ?? true) &&
    (kinds?.some(({ kind, group }) => kind === it.kind && (group === undefined || group === it.group)) ?? true) &&
    (and?.every(part => fits(it, part)) ?? true)
  );
}
