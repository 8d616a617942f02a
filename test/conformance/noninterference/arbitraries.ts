/**
 * Random worlds, random changes of worlds, and pairs of worlds between which an asker must not see a difference.
 *
 * A pair is one world changed in two ways that the asker must not notice (knowledge.ts). For example, a hidden object
 * exists in only one of the two worlds, or has another namespace or kind in each.
 */
import fc from 'fast-check';
import { grantKey, type GrantObject, type PolicyRule } from '../../../rbac/types.ts';
import { encodeObjectId, encodeObjectKey } from '../../../schema/object-id.ts';
import {
  ATTEMPTED,
  LABEL_SELECTOR,
  RELATION_TYPES,
  SELECTOR,
  SOURCE_URL,
  type Records,
  type Relation,
} from '../../../store/attached.ts';
import { OBJECT_STATUSES, type Row } from '../../../store/store.ts';
import { PACKAGE } from '../../../kinds/package-projection.ts';
import { RESTARTS } from '../../../subgraphs/fleet/projections.ts';
import { MESH } from '../../../subgraphs/mesh/projections.ts';
import { PLACEMENT, REPLICAS } from '../../../subgraphs/placement/projections.ts';
import { keys } from '../../../subgraphs/placement/records.ts';
import { VOLUMES } from '../../../subgraphs/placement/volumes.ts';
import { PORT_PROJECTION } from '../../../subgraphs/policy/records.ts';
import { countedStates, knowledge } from './knowledge.ts';
import { anyTraffic, SECTIONS, TRAFFIC } from './traffic.ts';
import * as words from './vocabulary.ts';
import {
  edited,
  EVERYTHING,
  grant,
  inState,
  newCluster,
  shownElsewhere,
  withRelations,
  type Cluster,
  type Edit,
  type LeafEvent,
  type OwnerName,
  type World,
} from './world.ts';

export const some = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
export const few = <T>(values: readonly T[], maxLength = 3): fc.Arbitrary<T[]> =>
  fc.uniqueArray(some(values), { minLength: 1, maxLength });

const { CLUSTERS, OTHER_CLUSTERS, NAMESPACES, NAMES, RESOURCES, RARE, COMMON } = words;

const key = fc
  .record({
    resource: fc.oneof(
      { weight: 6, arbitrary: some(COMMON.filter(it => !words.OF_PACKAGES.includes(it))) },
      { weight: 3, arbitrary: some(words.OF_PACKAGES) },
      { weight: 1, arbitrary: some(RARE) },
    ),
    namespace: some(NAMESPACES),
    name: some(NAMES),
  })
  .map(({ resource: { group, kind, version, namespaced }, namespace, name }) => ({
    ...{ group, kind, version, namespace: namespaced ? namespace : '' },
    name: kind === 'Namespace' ? namespace : name,
  }));

/** Most relations lead to absent objects. */
const relation: fc.Arbitrary<Relation> = fc.record({ type: some(RELATION_TYPES), to: key.map(encodeObjectKey) });

/**
 * Records of every projection except POLICY_PROJECTION (traffic.ts), on rows of any kind, because the read model reads
 * the records of every row. registry.test.ts checks that no projection is missing.
 */
export const RECORDS = {
  [SELECTOR]: fc.tuple(some(words.LABELS.keys), some(words.LABELS.values)).map(pair => [Object.fromEntries([pair])]),
  [SOURCE_URL]: fc
    .record({ url: some(words.SOURCE_URLS), since: some(words.TIMES) }, { requiredKeys: ['url'] })
    .map(source => [source]),
  [ATTEMPTED]: some(words.REVISIONS.slice(1)).map(revision => [{ revision }]),
  [PACKAGE]: fc
    .record(
      {
        ...{ place: some(words.PLACES), deep: fc.constant(true), branch: some(['main', 'secret']) },
        ...{
          step: some(['SYNCING', 'SYNC_FAILED']),
          health: some(['FAILED', 'RECONCILING']),
          detail: some(['FULL', 'AGGREGATED']),
        },
        ...{
          inventory: fc.constant(true),
          counts: fc.constant([1, 2, 0, 0, 0, 1]),
          revision: some(words.REVISIONS.slice(1)),
        },
        ...{ time: some(words.TIMES), cluster: some([...CLUSTERS, ...OTHER_CLUSTERS]) },
        ...{
          address: some(words.SOURCE_URLS),
          directory: some(['', 'apps']),
          number: some([1, 2]),
          publishedAt: some(words.TIMES),
        },
        commit: some(words.REVISIONS.slice(1)),
      },
      { requiredKeys: ['place', 'address', 'directory'] },
    )
    .map(record => [record]),
  [LABEL_SELECTOR]: some(words.LABEL_SELECTORS).map(record => [record]),
  [PORT_PROJECTION]: some(SECTIONS).map(n => [{ n, o: 80 }]),
  [REPLICAS]: some(words.REPLICA_RECORDS).map(record => [record]),
  [VOLUMES]: some(words.VOLUME_RECORDS).map(record => [record]),
  [MESH]: some(words.MESH_RECORDS),
  [RESTARTS]: some(words.RESTART_RECORDS).map(record => [record]),
  [PLACEMENT]: fc
    .tuple(some(NAMES), some(NAMES), fc.array(some([...words.CLUSTERS, 'web']), { maxLength: 2 }))
    .map(([name, placement, members]) => [
      {
        ...{
          template: ['v1', 'Pod', 'team-a', name],
          manifests: [['v1', 'Pod', 'team-a', name]],
          placements: [placement],
        },
        ...{
          targets: members.map(member => [member]),
          decisions: members.map(member => [member]),
          scheduled: { status: 'True' },
        },
        ...{ policy: ['team-a', placement], by: keys.templateIs('', 'Pod', 'team-a', name) },
      },
    ]),
};
const records: fc.Arbitrary<Records> = fc.record(RECORDS, { requiredKeys: [] });

/** @param traffic True for rows of a world with Gateways, routes and policies. */
const rowOf = (cluster: string, traffic: boolean): fc.Arbitrary<Row> =>
  fc
    .record({
      key,
      status: some(OBJECT_STATUSES),
      suspended: fc.boolean(),
      reason: some(words.REASONS),
      message: some(words.MESSAGES),
      revision: some(words.REVISIONS),
      attemptedRevision: some(words.REVISIONS),
      images: some(words.IMAGES),
      relations: fc.uniqueArray(relation, {
        maxLength: 3,
        selector: ({ type, to }) => type + to,
      }),
      labels: fc
        .array(fc.tuple(some(words.LABELS.keys), some(words.LABELS.values)), { maxLength: 3 })
        .map(pairs => Object.fromEntries(pairs)),
      records,
      // Objects of the topology replace some of the other objects.
      instead: traffic
        ? fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 3, arbitrary: anyTraffic })
        : fc.constant(undefined),
      createdAt: some(words.TIMES),
      transitionedAt: some([0, ...words.TIMES]),
      syncedAt: some(words.TIMES),
    })
    .map(({ key: own, records, instead, ...fields }) => ({
      key: instead ?? own,
      records: { ...records, ...instead?.records },
      fields,
    }))
    .map(({ key: { group, kind, version, namespace, name }, records, fields }) => ({
      cluster,
      ...{ group, kind, version, namespace, name },
      ...fields,
      records,
      uid: `uid-of-${name}`,
      resourceVersion: '1',
    }));

/** Rules often cover the kinds of one topic, so that a caller often may list related kinds together. */
const plurals = fc.oneof(
  {
    weight: 6,
    arbitrary: few([
      'pods',
      'deployments',
      'kustomizations',
      'services',
      'namespaces',
      'events',
      'widgets',
      'nodes',
      'pods/log',
      '*',
    ]),
  },
  { weight: 3, arbitrary: few(['kustomizations', ...words.OF_PACKAGES.map(({ plural }) => plural)]) },
  { weight: 1, arbitrary: few(['services', 'deployments', 'virtualservices', 'destinationrules']) },
  { weight: 1, arbitrary: few(['pods', 'resourcebindings', 'manifestworkreplicasets']) },
  { weight: 1, arbitrary: few(['pods', 'podmonitors']) },
);
const TRAFFIC_PLURALS = ['services', 'namespaces', ...TRAFFIC.map(({ plural }) => plural)];

const OF_PLACEMENT = ['work.karmada.io', 'work.open-cluster-management.io'];

const ruleOf = (traffic: boolean): fc.Arbitrary<PolicyRule> => {
  const groups = [
    '',
    'apps',
    'kustomize.toolkit.fluxcd.io',
    'networking.istio.io',
    'monitoring.coreos.com',
    ...OF_PLACEMENT,
    ...words.OF_PACKAGES.map(({ group }) => group),
  ];
  return fc.record({
    verbs: fc.oneof(
      { weight: 4, arbitrary: fc.constant(['get', 'list']) },
      { weight: 1, arbitrary: few(['get', 'list', 'watch', 'create', '*']) },
    ),
    apiGroups: fc.oneof(
      { weight: 3, arbitrary: fc.constant(traffic ? [...groups, 'gateway.networking.k8s.io', 'kuadrant.io'] : groups) },
      { weight: 1, arbitrary: few(['*', '', 'secret.example.com', 'apps.example.com']) },
    ),
    resources: traffic ? fc.oneof(plurals, few(TRAFFIC_PLURALS, 7)) : plurals,
    resourceNames: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: few([...NAMES, '']) }),
  });
};

/** Random grants on a cluster that adds this prefix to names. Most grants are for askers. */
const grantsOn = (prefix: string, traffic: boolean): fc.Arbitrary<readonly GrantObject[]> =>
  fc
    .record({
      who: fc.oneof(
        { weight: 2, arbitrary: some([`${prefix}jane`, `group:${prefix}dev`]) },
        {
          weight: 1,
          arbitrary: some([
            'jane',
            'group:dev',
            'oidc:jane',
            'group:oidc:dev',
            'group:ops',
            'group:system:authenticated',
            'bob',
            'Jane',
            'group:secret-team',
          ]),
        },
      ),
      namespace: some(['', ...NAMESPACES, ...NAMESPACES]),
      rule: ruleOf(traffic),
      // A binding often has more subjects, and its role may be absent.
      also: fc.option(some(['bob', 'carol'])),
      dangling: fc.integer({ min: 0, max: 9 }).map(n => n === 0),
    })
    .map(({ who, namespace, rule, also, dangling }) => {
      const [role, binding] = grant(who, rule, namespace);
      const others =
        also === null ? [] : [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: also, namespace: '' }];
      const shared = { ...binding, subjects: [...others, ...binding.subjects] };
      return dangling ? [shared] : [role, shared];
    });

const ownerName: fc.Arbitrary<OwnerName> = fc
  .record({ resource: some(RESOURCES), name: some(NAMES) })
  .map(({ resource: { group, kind }, name }) => ({ group, kind, name }));

const event: fc.Arbitrary<LeafEvent> = fc.record({
  namespace: some([...NAMESPACES, 'default']),
  name: some(['event-1', 'event-2', 'event-3']),
  about: fc.record({ kind: some(RESOURCES).map(({ kind }) => kind), name: some(NAMES) }),
  message: some(words.MESSAGES),
});

const clusterLabels = fc
  .array(fc.tuple(some(words.LABELS.keys.filter(key => key !== '__proto__')), some(words.LABELS.values)), {
    maxLength: 3,
  })
  .map(labels => Object.fromEntries(labels));

const clusterOf = (name: string, traffic: boolean): fc.Arbitrary<Cluster> =>
  some(['', '', 'oidc:']).chain(prefix =>
    fc
      .record({
        closed: fc.integer({ min: 0, max: 7 }).map(n => n === 0),
        authorization: some(['rbac', 'rbac', 'rbac', 'mixed', 'incomplete', 'webhook'] as const),
        quarantined: fc.integer({ min: 0, max: 3 }).map(n => n === 0),
        phase: fc.integer({ min: 0, max: 4 }).map(n => (n === 0 ? ('listing' as const) : ('synced' as const))),
        labels: clusterLabels,
        rare: fc.subarray([...RARE]),
        uncollected: fc.subarray([...RARE]),
        elsewhere: fc.uniqueArray(fc.tuple(some(RESOURCES), some(words.SHOWN_AS)), {
          selector: ([resource]) => resource,
          maxLength: 2,
        }),
        rows: fc.array(rowOf(name, traffic), { minLength: 6, maxLength: 24 }),
        related: fc.array(fc.tuple(fc.nat(23), some(RELATION_TYPES), fc.nat(23)), { maxLength: 24 }),
        grants: fc.array(grantsOn(prefix, traffic), { minLength: 2, maxLength: 6 }),
        owners: fc.array(fc.tuple(fc.nat(23), ownerName), { maxLength: 4 }),
        events: fc.array(event, { maxLength: 4 }),
      })
      .map(
        ({
          closed,
          authorization,
          quarantined,
          phase,
          labels,
          rare,
          uncollected,
          elsewhere,
          rows: alone,
          related,
          grants,
          owners,
          events,
        }) => {
          const shownAs = new Map(elsewhere);
          const resources = [...COMMON, ...(traffic ? TRAFFIC : []), ...rare];
          const rows = alone.map((row, i) =>
            withRelations(
              row,
              related.flatMap(([from, type, to]) => {
                const target = alone[to % alone.length]!;
                // Some relations lead to objects that never exist, or that are created later.
                const end = to < alone.length ? target : { ...target, name: NAMES[to % NAMES.length]! };
                return from % alone.length === i ? [{ type, to: encodeObjectKey(end) }] : [];
              }),
            ),
          );
          const ids = rows.map(encodeObjectId);
          return newCluster({
            policy: { mode: 'impersonate', usernamePrefix: prefix, groupPrefix: prefix },
            ...{ closed, authorization, quarantined, phase, labels },
            resources,
            kinds: resources.map(it =>
              shownAs.has(it) ? shownElsewhere(it, shownAs.get(it)!) : inState(it, 'watching'),
            ),
            uncollected: uncollected.filter(resource => !rare.includes(resource)),
            rows: new Map(rows.map((row, i) => [ids[i]!, row])),
            grants: new Map(grants.flat().map(object => [grantKey(object), object])),
            owners: new Map(owners.map(([pick, owner]) => [ids[pick % ids.length]!, owner])),
            events: new Map(events.map(event => [`${event.namespace}/${event.name}`, event])),
          });
        },
      ),
  );

const worldWith = (traffic: boolean): fc.Arbitrary<World> =>
  fc
    .tuple(...CLUSTERS.map(name => clusterOf(name, traffic)))
    .map(clusters => new Map(clusters.map((cluster, i) => [CLUSTERS[i]!, cluster])));

export const anyWorld = worldWith(false);

const editWith = (traffic: boolean): fc.Arbitrary<Edit> =>
  some([...CLUSTERS, ...CLUSTERS, ...OTHER_CLUSTERS]).chain(cluster => {
    const pick = fc.nat(1_000);
    return fc.oneof(
      { weight: 6, arbitrary: rowOf(cluster, traffic).map(row => ({ do: 'put a row' as const, row })) },
      { weight: 3, arbitrary: pick.map(pick => ({ do: 'drop a row' as const, cluster, pick })) },
      {
        weight: 3,
        arbitrary: fc
          .tuple(pick, relation)
          .map(([pick, relation]) => ({ do: 'relate a row' as const, cluster, pick, relation })),
      },
      { weight: 2, arbitrary: grantsOn('', traffic).map(grants => ({ do: 'put grants' as const, cluster, grants })) },
      { weight: 1, arbitrary: pick.map(pick => ({ do: 'drop a grant' as const, cluster, pick })) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(
            some(traffic ? [...RARE, ...TRAFFIC] : RARE),
            some(['watching', 'forbidden', 'listing', 'uncollected'] as const),
            fc.option(some(words.SHOWN_AS)),
          )
          .map(([resource, state, shownAs]) => ({
            ...{ do: 'serve a kind' as const, cluster, resource, state },
            ...(state === 'uncollected' && shownAs !== null && { shownAs }),
          })),
      },
      { weight: 1, arbitrary: pick.map(pick => ({ do: 'withdraw a kind' as const, cluster, pick })) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(pick, ownerName)
          .map(([pick, owner]) => ({ do: 'own an object' as const, cluster, pick, owner })),
      },
      { weight: 1, arbitrary: clusterLabels.map(labels => ({ do: 'label' as const, cluster, labels })) },
      { weight: 1, arbitrary: event.map(event => ({ do: 'put an event' as const, cluster, event })) },
      {
        weight: 1,
        arbitrary: some(OTHER_CLUSTERS).chain(name =>
          hiddenCluster(name, traffic).map(cluster => ({ do: 'put a cluster' as const, name, cluster })),
        ),
      },
      { weight: 1, arbitrary: some(OTHER_CLUSTERS).map(name => ({ do: 'drop a cluster' as const, name })) },
    );
  });

/** A cluster with grants only for root and for bob, who sends no queries. Other askers must not see the cluster. */
const hiddenCluster = (name: string, traffic: boolean): fc.Arbitrary<Cluster> =>
  clusterOf(name, traffic).map(cluster =>
    newCluster({
      ...cluster,
      closed: false,
      phase: 'synced',
      grants: new Map(grant('bob', EVERYTHING).map(it => [grantKey(it), it])),
    }),
  );

export interface Pair {
  readonly asker: words.Asker;
  readonly before: World;
  readonly one: World;
  readonly other: World;
  /** Edits from `before` to `one` and to `other`. Edits that the asker could notice are left out. */
  readonly secrets: readonly [readonly Edit[], readonly Edit[]];
  /**
   * True if the second product starts with `before` and is changed to `other` while it runs. False if it starts with
   * `other`.
   */
  readonly underWay: boolean;
  readonly [fc.toStringMethod]: () => string;
}

const pairWith = (traffic: boolean): fc.Arbitrary<Pair> => {
  const edits = fc.array(editWith(traffic), { maxLength: 16 });
  return fc
    .record({
      asker: some(['jane', 'jane', 'jane', 'olga', 'nobody'] as const),
      before: worldWith(traffic),
      edits: fc.tuple(edits, edits),
      underWay: fc.boolean(),
    })
    .map(({ asker, before, edits, underWay }) => {
      const [one, other] = edits.map(edits => secretly(before, edits, asker));
      return {
        ...{ asker, before, one: one!.world, other: other!.world, secrets: [one!.secrets, other!.secrets], underWay },
        [fc.toStringMethod]: () => shortly({ asker, underWay, before, secrets: [one!.secrets, other!.secrets] }),
      };
    });
};

export const anyPair = pairWith(false);
/** Pairs of worlds with Gateways, routes and policies. */
export const trafficPair = pairWith(true);

/** Applies only the changes that the asker must not notice. */
function secretly(before: World, edits: readonly Edit[], asker: words.Asker): { world: World; secrets: Edit[] } {
  const known = JSON.stringify(knowledge(before, asker));
  const secrets: Edit[] = [];
  let world = before;
  for (const edit of edits) {
    const next = edited(world, edit);
    if (next === world || JSON.stringify(knowledge(next, asker)) !== known) continue;
    world = next;
    secrets.push(edit);
  }
  return { world, secrets };
}

/** A counterexample as short text: the ids of rows, the keys of grants, and the secret edits in full. */
function shortly({
  asker,
  underWay,
  before,
  secrets,
}: Pick<Pair, 'asker' | 'underWay' | 'before' | 'secrets'>): string {
  const clusters = [...before].map(
    ([name, { closed, authorization, quarantined, phase, policy, rows, grants, resources }]) =>
      `${name} (${closed ? 'closed' : phase}, ${authorization}${quarantined ? ', quarantined' : ''}, prefix "${policy.usernamePrefix}") rows ${[...rows.keys()].join(' ')} · grants ${[...grants.keys()].join(' ')} · ${resources.length} kinds`,
  );
  const changes = secrets.map(edits =>
    edits
      .map(edit => JSON.stringify(edit, (_, value: unknown) => (value instanceof Map ? [...value.values()] : value)))
      .join('\n  '),
  );
  return `${asker}${underWay ? ', under way' : ''}\n${clusters.join('\n')}\nsecretly one way:\n  ${changes[0]}\nthe other way:\n  ${changes[1]}\n`;
}

/** True if both worlds have equally many clusters in each state. These numbers are no secret. */
export function sameCounts({ one, other }: Pair): boolean {
  return countedStates(one) === countedStates(other);
}
