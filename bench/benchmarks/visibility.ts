/**
 * Cost of compiling the permissions of a user, without any rows. Measures the first query of a user on a large fleet,
 * the first query of the next user, the query after a role has changed, and the memory of a replica for the grants.
 *
 * As in a replica, grants arrive in the store's wire format, and bindings are indexed by subject on arrival. At the
 * first query nothing is cached.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { acceptIdentity } from '../../identity/authenticator.ts';
import type { IdentityPolicy } from '../../identity/identity.ts';
import { GrantTable } from '../../rbac/grant-table.ts';
import { sharedResources } from '../../rbac/sharing.ts';
import type { GrantObject, Resource } from '../../rbac/types.ts';
import type { ClusterIndex, ReadModel } from '../../readmodel/readmodel.ts';
import type { ClusterState } from '../../store/store.ts';
import { decodeGrant, encodeGrant } from '../../store/wire.ts';
import { CallerAccesses, RequestView } from '../../access/request-access.ts';
import { policiesOf, Quarantine } from '../../access/coverage.ts';
import type { Benchmark } from '../bench.ts';
import { measurement } from '../measurement.ts';

const CLUSTERS = 200;
const BINDINGS = 1_000;
const ROLES = 200;
/** Number of grants of one person, on all clusters together. */
const GRANTS = 3_000;
const RUNS = 9;
const MEGABYTE = 1024 * 1024;
const GROUP = 'rbac.authorization.k8s.io';
const POLICY: IdentityPolicy = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' };

export const visibility: Benchmark = {
  name: 'visibility',
  async run({ signal, say }) {
    const fleet = `${CLUSTERS} clusters of ${BINDINGS} bindings and ${ROLES} roles`;
    const cold: number[] = [];
    const next: number[] = [];
    const blocked: number[] = [];
    const changed: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      signal.throwIfAborted();
      const clusters = Array.from({ length: CLUSTERS }, (_, i) => clusterOf(i));
      const accesses = new CallerAccesses();
      collectGarbage();
      const first = await prepared(clusters, accesses, 'jane', signal);
      cold.push(first.ms);
      blocked.push(first.blockedMs);
      next.push((await prepared(clusters, accesses, 'john', signal)).ms);
      const at = run % CLUSTERS;
      const { grants } = clusters[at]!;
      (grants as GrantTable).change(grants.revision + 1, [asRead(role(`role-${at}-0`, run + 1))]);
      const misses = accesses.stats.misses;
      changed.push((await prepared(clusters, accesses, 'jane', signal)).ms);
      if (accesses.stats.misses !== misses + 1)
        throw new Error('A changed role made more than its own cluster compile anew.');
    }
    say('grants of 300 clusters of 1000 namespaces, two bindings each');
    return [
      measurement(`visibility: ${fleet}, first question of a person with ${GRANTS} grants`, {
        ...{ unit: 'ms', ours: median(cold), target: 50 },
      }),
      measurement('visibility: the same, longest time nobody else had a turn', {
        unit: 'ms',
        ours: median(blocked),
        target: 10,
      }),
      measurement('visibility: the same, first question of the next person', { unit: 'ms', ours: median(next) }),
      measurement('visibility: the same, next question after a role of one cluster changed', {
        unit: 'ms',
        ours: median(changed),
      }),
      measurement(
        'visibility: memory for the grants of 300 clusters × 1 000 namespaces × 2 bindings, no name in two clusters',
        {
          ...{ unit: 'MB', ours: grantMemory((cluster, tenant) => `team-${cluster}-${tenant}`, signal), target: 300 },
        },
      ),
      measurement('visibility: the same, every cluster with the same tenants', {
        ...{ unit: 'MB', ours: grantMemory((_, tenant) => `team-${tenant}`, signal) },
      }),
    ];
  },
};

/** Time until all permissions of a person are compiled, and the longest block of the event loop meanwhile. */
async function prepared(
  clusters: readonly ClusterIndex[],
  accesses: CallerAccesses,
  user: string,
  signal: AbortSignal,
) {
  const byName = new Map(clusters.map(index => [index.cluster, index]));
  const readModel = {
    revision: clusters.reduce((sum, { grants }) => sum + grants.revision, 0),
    now: () => 0,
    clusters: () => clusters,
    cluster: (name: string) => byName.get(name),
  } as unknown as ReadModel;
  const rules = { policies: policiesOf(() => POLICY), maxAgeMs: 600_000 };
  const view = new RequestView(acceptIdentity({ user, groups: ['dev'] }), Infinity, {
    readModel,
    rules,
    accesses,
    quarantine: new Quarantine(),
  });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const began = performance.now();
  await view.prepare(signal);
  const ms = performance.now() - began;
  delay.disable();
  return { ms, blockedMs: delay.max / 1e6 };
}

/**
 * A cluster in which jane and john have 15 bindings each. No two clusters have a role, a binding or a namespace of the
 * same name.
 */
function clusterOf(number: number): ClusterIndex {
  const each = GRANTS / CLUSTERS;
  const objects: GrantObject[] = [];
  for (let i = 0; i < ROLES; i++) objects.push(asRead(role(`role-${number}-${i}`, number * ROLES + i)));
  for (let i = 0; i < BINDINGS; i++) {
    const who = i < each ? 'jane' : i < 2 * each ? 'john' : `user-${i % 300}`;
    objects.push(
      asRead(binding(`team-${number}-${i % 250}`, `binding-${number}-${i}`, `role-${number}-${i % ROLES}`, who)),
    );
  }
  return indexOf(`leaf-${number}`, objects);
}

/**
 * Memory of a replica for grants, in megabytes.
 * @param nameOf Returns the name of a tenant on a cluster
 */
function grantMemory(nameOf: (cluster: number, tenant: number) => string, signal: AbortSignal): number {
  collectGarbage();
  const before = process.memoryUsage();
  const clusters: ClusterIndex[] = [];
  for (let number = 0; number < 300; number++) {
    signal.throwIfAborted();
    const objects: GrantObject[] = [];
    for (let i = 0; i < 20; i++) objects.push(asRead(role(`role-${i}`, i)));
    for (let i = 0; i < 1_000; i++) {
      const team = nameOf(number, i);
      for (const kind of ['admins', 'viewers']) {
        objects.push(
          asRead(binding(team, `${team}-${kind}`, kind === 'admins' ? 'role-0' : 'role-1', `group:${kind}-of-${team}`)),
        );
      }
    }
    clusters.push(indexOf(`leaf-${number}`, objects));
  }
  collectGarbage();
  const after = process.memoryUsage();
  if (clusters.length === 0) throw new Error('The grants must be held until they have been measured.');
  return (after.heapUsed + after.external - before.heapUsed - before.external) / MEGABYTE;
}

const RESOURCES: readonly Resource[] = [
  'pods',
  'configmaps',
  'secrets',
  'services',
  'deployments',
  'jobs',
  'kustomizations',
  'helmreleases',
].map(plural => ({ group: '', version: 'v1', kind: plural, plural, namespaced: true }));

function indexOf(cluster: string, objects: readonly GrantObject[]): ClusterIndex {
  const state: ClusterState = {
    ...{
      phase: 'synced',
      reason: '',
      version: '',
      authorization: 'rbac',
      answeredAgo: 0,
      kinds: [],
      resources: RESOURCES,
    },
    grants: { complete: true, confirmedAgo: 0, reason: '' },
  };
  const grants = new GrantTable(1);
  grants.change(1, objects);
  return {
    ...{ cluster, loading: false, state, answeredAgo: 0, grantsConfirmedAgo: 0, grants },
    ...{
      resources: sharedResources([...RESOURCES]),
      resourcesRevision: 1,
      uncollected: [],
      rowCount: 0,
      rowRevision: 0,
      labels: {},
    },
  };
}

function role(name: string, number: number): GrantObject {
  const plural = RESOURCES[number % RESOURCES.length]!.plural;
  const rules = [
    { verbs: ['get', 'list', 'watch'], apiGroups: ['', 'apps'], resources: [plural, 'pods'], resourceNames: [] },
    { verbs: ['get'], apiGroups: [''], resources: ['configmaps'], resourceNames: [`config-${number}`] },
    { verbs: ['create', 'update'], apiGroups: ['batch'], resources: ['jobs'], resourceNames: [] },
  ];
  return { type: 'ClusterRole', namespace: '', name, rules, aggregated: false, resourceVersion: `${number}` };
}

function binding(namespace: string, name: string, roleName: string, who: string): GrantObject {
  const [kind, subject] = who.startsWith('group:') ? ['Group', who.slice(6)] : ['User', who];
  const subjects = [{ kind: kind, apiGroup: GROUP, name: subject, namespace: '' }];
  const roleRef = { apiGroup: GROUP, kind: 'ClusterRole', name: roleName };
  return { type: 'RoleBinding', namespace, name, roleRef, subjects, resourceVersion: '123456789' };
}

function asRead(grant: GrantObject): GrantObject {
  return decodeGrant(encodeGrant(grant));
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
