/**
 * Names that callers may see without a row. On a cluster with live reviews, a name that only the reviews could reveal
 * stays hidden.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'graphql';
import { through } from '../../access/guard.ts';
import { mayList, NameRules } from '../../access/name-rules.ts';
import type { VisibleNames } from '../../access/visible-names.ts';
import type { VisibleRows } from '../../access/visible-rows.ts';
import { Yielder } from '../../async/fair-turns.ts';
import { ReviewError } from '../../identity/access-reviews.ts';
import { grantKey, type GrantObject, type Resource, type ScopeVisibility, type Visibility } from '../../rbac/types.ts';
import { compileVisibility } from '../../rbac/visibility.ts';
import type { Filter } from '../../readmodel/query.ts';
import type { RowReader } from '../../readmodel/question.ts';
import type { ClusterIndex } from '../../readmodel/readmodel.ts';
import type { ClusterState, KindState } from '../../store/store.ts';
import { lengthOf } from '../harness/sampling.ts';
import { ALL_RESOURCES, clusterGrants, leafIdentity, NAMESPACE_NAMES, OBJECT_NAMES } from '../rbac/arbitraries.ts';
import { oracleAllows, oracleSees } from '../rbac/oracle.ts';
import {
  allow,
  grant,
  RESOURCES,
  rowAt,
  type ScriptedCluster,
  ScriptedFleet,
  tooLargeGrants,
} from '../subgraphs/fleet/scripted-fleet.ts';
import { ScriptedReviews } from './reviews/scripted-reviews.ts';

describe('nameable', () => {
  const jane = { user: 'jane', groups: [], uid: '', extra: {} };
  const number = (kind: string) => RESOURCES.findIndex(it => it.kind === kind);
  const scope = (
    kinds: readonly string[],
    names: Readonly<Record<string, readonly string[]>> = {},
  ): ScopeVisibility => ({
    list: Uint8Array.from(RESOURCES, ({ kind }) => (kinds.includes(kind) ? 1 : 0)),
    names: new Map(Object.entries(names).map(([kind, given]) => [number(kind), new Set(given)])),
  });
  const shown = (cluster: ScopeVisibility, namespaces: Readonly<Record<string, ScopeVisibility>> = {}): Visibility => ({
    ...{ resources: RESOURCES, cluster, namespaces: new Map(Object.entries(namespaces)), empty: false },
  });
  const nothing = scope([]);
  const pods = scope(['Pod']);

  interface Given {
    readonly isRequested?: boolean;
    readonly isNobody?: boolean;
    readonly grants?: readonly GrantObject[];
    readonly resources?: ClusterIndex['resources'];
    readonly uncollected?: ClusterIndex['uncollected'];
    readonly take?: () => Promise<void>;
  }

  function nameable({
    isRequested = true,
    isNobody = false,
    grants = [],
    resources = RESOURCES,
    uncollected = [],
    take,
  }: Given) {
    const index = {
      cluster: 'leaf',
      resources,
      uncollected,
      grants: { revision: 1, objects: new Map(grants.map(object => [grantKey(object), object])) },
    };
    let judged = 0;
    const of = new NameRules({
      isRequested: () => isRequested,
      identityOn: () => (judged++, isNobody ? undefined : jane),
    });
    const turns = new Yielder('jane', new AbortController().signal);
    if (take) turns.take = take;
    return {
      of: (visibility: Visibility) => of.of(index as Partial<ClusterIndex> as ClusterIndex, visibility, turns),
      absent: (view: (cluster: string) => Visibility | undefined) =>
        of.absent([index as Partial<ClusterIndex> as ClusterIndex], view, turns),
      uncollectedKinds: (visibility: Visibility) =>
        of.uncollectedKinds(index as Partial<ClusterIndex> as ClusterIndex, visibility, turns),
      /** Number of times that the caller's identity on the cluster was requested. */
      judged: () => judged,
      bound: (visibility: Visibility | undefined) =>
        of.bound(index as Partial<ClusterIndex> as ClusterIndex, visibility, turns),
    };
  }

  const bound = grant('jane', allow('list', 'pods'), 'bound');

  describe('of a visibility', () => {
    const visibility = shown(scope(['Deployment'], { Namespace: ['bound', 'asked'], Pod: ['web'] }), {
      bound: pods,
      requested: pods,
    });

    it('all is told where the index decides, or where the caller is nobody', async () => {
      expect(await nameable({ isRequested: false, grants: bound }).of(visibility)).toBe(visibility);
      expect(await nameable({ isNobody: true, grants: bound }).of(visibility)).toBe(visibility);
    });

    it('no namespace is told that the cluster alone was asked about, nor the name of its Namespace', async () => {
      const reported = await nameable({ grants: bound }).of(visibility);
      expect(reported).toEqual(shown(scope(['Deployment'], { Namespace: ['bound'], Pod: ['web'] }), { bound: pods }));
    });

    it('of no Namespace that may be named nothing is left, not even that there was something', async () => {
      const reported = await nameable({}).of(visibility);
      expect([...reported.cluster.names.keys()]).toEqual([number('Pod')]);
      expect(reported.namespaces.size).toBe(0);
    });

    it.each<[string, Partial<(typeof RESOURCES)[number]>]>([
      ['of another plural', { plural: 'namespacez' }],
      ['in namespaces', { namespaced: true }],
    ])('names stay of what is called so and is no Namespace: a kind %s', async (_case, change) => {
      const resources = RESOURCES.map(it => (it.kind === 'Namespace' ? { ...it, ...change } : it));
      const other = { ...visibility, resources };
      expect((await nameable({ grants: bound, resources }).of(other)).cluster.names).toEqual(visibility.cluster.names);
    });

    it('names stay of a number of which the answer knows no kind', async () => {
      const other = { ...visibility, resources: [] };
      expect((await nameable({ grants: bound }).of(other)).cluster.names).toEqual(visibility.cluster.names);
    });

    it('it is worked out once', async () => {
      const { of } = nameable({ grants: bound });
      expect(await of(visibility)).toBe(await of(visibility));
    });
  });

  describe('bound namespaces', () => {
    it.each<[string, Given, Visibility | undefined, string[]]>([
      ['are none without rights', { isRequested: false }, undefined, []],
      [
        'are those in which something may be listed',
        { isRequested: false },
        shown(nothing, { a: pods, b: nothing, c: pods }),
        ['a', 'c'],
      ],
      ['are none for what is of no namespace', { isRequested: false }, shown(nothing, { a: scope(['Namespace']) }), []],
      ['are none for names alone', { isRequested: false }, shown(nothing, { a: scope([], { Pod: ['web'] }) }), []],
      [
        'are those of RoleBindings to which the cluster agrees',
        { grants: bound },
        shown(nothing, { bound: pods, requested: pods }),
        ['bound'],
      ],
      [
        'are those in which the cluster agrees since it lets list everywhere',
        { grants: bound },
        shown(pods),
        ['bound'],
      ],
      [
        'are none where the cluster lets list another kind',
        { grants: bound },
        shown(nothing, { bound: scope(['Deployment']) }),
        [],
      ],
      ['are none where the cluster denies what RBAC says', { grants: bound }, shown(nothing), []],
      [
        'are none of numbers that mean something else by now',
        { grants: bound, resources: [...RESOURCES] },
        shown(pods, { bound: pods }),
        [],
      ],
    ])('%s', async (_case, given, visibility, expected) => {
      expect(await nameable(given).bound(visibility)).toEqual(expected);
    });

    it('need one of the kinds that RBAC names, where the cluster agrees to that', async () => {
      const grants = [...bound, ...grant('jane', allow('list', 'deployments'), 'bound')];
      expect(await nameable({ grants }).bound(shown(nothing, { bound: scope(['Deployment']) }))).toEqual(['bound']);
    });

    it('are looked through a few at a time, and each scope that they share once', async () => {
      let turns = 0;
      let read = 0;
      const shared = {
        names: new Map(),
        get list() {
          read++;
          return pods.list;
        },
      };
      const many = shown(nothing, Object.fromEntries(Array.from({ length: 511 }, (_, i) => [`ns-${i}`, shared])));
      expect(await nameable({ isRequested: false, take: async () => void turns++ }).bound(many)).toHaveLength(511);
      expect([turns, read]).toEqual([1, RESOURCES.filter(({ namespaced }) => namespaced).length]);
    });
  });

  describe('an object without a row', () => {
    const id = (kind: string, namespace: string, cluster = 'leaf', group = RESOURCES[number(kind)]?.group ?? '') => ({
      ...{ cluster, group, kind, namespace, name: 'gone' },
    });
    const visible = shown(scope(['Deployment', 'Namespace'], { Pod: ['gone'] }), {
      'team-a': pods,
      requested: pods,
      named: scope([], { Pod: ['gone'] }),
    });

    it.each([
      ['of a kind that may be listed in its namespace', id('Pod', 'team-a'), true],
      ['of a kind that may be listed everywhere', id('Deployment', 'any'), true],
      ['of a kind of no namespace that may be listed', id('Namespace', ''), true],
      ['of another namespace', id('Pod', 'team-b'), false],
      ['that may only be got by its name', id('Pod', 'named'), false],
      ['of another kind in a namespace', id('Kustomization', 'team-a'), false],
      ['in cluster scope, of a kind that has namespaces', id('Deployment', ''), false],
      ['in a namespace, of a kind that has none', id('Namespace', 'team-a'), false],
      ['of a kind that is not known', id('Widget', 'team-a'), false],
      ['of a kind of that name in another group', id('Pod', 'team-a', 'leaf', 'acme.example'), false],
      ['of another cluster', id('Pod', 'team-a', 'other'), false],
    ])('%s may be named or not', async (_case, of, isNamed) => {
      const view = (cluster: string) => (cluster === 'leaf' || cluster === 'other' ? visible : undefined);
      const onLeaf = (cluster: string) => (cluster === 'leaf' ? view(cluster) : undefined);
      expect((await nameable({ isRequested: false }).absent(onLeaf))(of)).toBe(isNamed);
    });

    it('may not be named of a cluster where nothing is visible, or nothing was when it was decided', async () => {
      expect((await nameable({ isRequested: false }).absent(() => undefined))(id('Pod', 'team-a'))).toBe(false);
      const empty = { ...visible, empty: true };
      expect((await nameable({ isRequested: false }).absent(() => empty))(id('Pod', 'team-a'))).toBe(false);
    });

    it('may not be named any more when the rights of the caller have changed since', async () => {
      let now = visible;
      const decide = await nameable({ isRequested: false }).absent(() => now);
      expect(decide(id('Pod', 'team-a'))).toBe(true);
      now = { ...visible };
      expect(decide(id('Pod', 'team-a'))).toBe(false);
    });

    it('of a cluster that was asked itself may be named where a RoleBinding says so alone', async () => {
      const decide = await nameable({ grants: grant('jane', allow('list', 'pods'), 'team-a') }).absent(() => visible);
      expect([decide(id('Pod', 'team-a')), decide(id('Pod', 'asked'))]).toEqual([true, false]);
    });
  });

  describe('an object of a kind that is not collected', () => {
    const uncollected = [
      { group: 'argoproj.io', version: 'v1alpha1', kind: 'Rollout', plural: 'rollouts', namespaced: true },
      { group: '', version: 'v1', kind: 'PersistentVolume', plural: 'persistentvolumes', namespaced: false },
      // The collected resource `pods` has the same kind, so only the rights on `pods` decide about Pods.
      { group: '', version: 'v1', kind: 'Pod', plural: 'rollouts', namespaced: true },
    ];
    const rollout = (namespace: string, group = 'argoproj.io') => ({
      cluster: 'leaf',
      group,
      kind: 'Rollout',
      namespace,
      name: 'web',
    });
    const volume = (namespace: string) => ({
      cluster: 'leaf',
      group: '',
      kind: 'PersistentVolume',
      namespace,
      name: 'pv-1',
    });
    const pod = { cluster: 'leaf', group: '', kind: 'Pod', namespace: 'team-b', name: 'gone' };
    const inTeamA = (verbs: string, resources = 'rollouts', ...names: string[]) =>
      grant('jane', allow(verbs, resources, ...names), 'team-a');
    const everywhere = grant('jane', allow('list', 'rollouts,persistentvolumes'));
    const visible = shown(scope(['Deployment']), { 'team-a': pods });
    const onLeaf = (cluster: string) => (cluster === 'leaf' ? visible : undefined);

    it.each<[string, boolean, readonly GrantObject[], typeof pod, Given?]>([
      ['that may be listed in its namespace', true, inTeamA('list'), rollout('team-a')],
      ['that may be listed everywhere', true, everywhere, rollout('team-b')],
      ['of no namespace that may be listed', true, everywhere, volume('')],
      ['that may be listed by everything', true, grant('jane', allow('*', '*')), volume('')],
      ['that is the only one', true, everywhere, rollout('team-b'), { uncollected: uncollected.slice(0, 1) }],
      ['of another namespace', false, inTeamA('list'), rollout('team-b')],
      ['that somebody else may list', false, grant('tom', allow('list', 'rollouts')), rollout('team-a')],
      ['that may be got and watched', false, inTeamA('get,watch'), rollout('team-a')],
      ['that may be listed by its name', false, inTeamA('list', 'rollouts', 'web'), rollout('team-a')],
      ['of which another resource may be listed', false, inTeamA('list', 'rollouts/status,pods'), rollout('team-a')],
      ['of no namespace, by a right in a namespace', false, inTeamA('list', 'persistentvolumes'), volume('')],
      ['in cluster scope, of a kind that has namespaces', false, everywhere, rollout('')],
      ['in a namespace, of a kind that has none', false, everywhere, volume('team-a')],
      ['of that name in another group', false, everywhere, rollout('team-a', 'acme.example')],
      ['of another cluster', false, everywhere, { ...rollout('team-a'), cluster: 'other' }],
      ['whose resource is not known', false, everywhere, rollout('team-a'), { uncollected: [] }],
      ['on a cluster that is asked itself', false, everywhere, rollout('team-a'), { isRequested: true }],
      ['on a cluster that is closed', false, everywhere, rollout('team-a'), { isNobody: true }],
      ['that is collected after all', false, everywhere, pod],
      [
        'in cluster scope, of a kind that also has namespaces',
        false,
        grant('jane', allow('*', '*')),
        volume(''),
        { uncollected: [...uncollected, { ...uncollected[1]!, plural: 'volumes', namespaced: true }] },
      ],
    ])('%s may be named or not: %s', async (_case, isNamed, grants, of, given = {}) => {
      const decide = await nameable({ isRequested: false, grants, uncollected, ...given }).absent(onLeaf);
      expect(decide(of)).toBe(isNamed);
    });

    it.each<[string, readonly GrantObject[], readonly string[], Given?]>([
      ['everywhere', everywhere, ['rollouts', 'persistentvolumes', 'rollouts']],
      ['in one namespace', inTeamA('list'), ['rollouts', 'rollouts']],
      ['by a name', inTeamA('list', 'rollouts', 'web'), []],
      ['nowhere', inTeamA('get,watch'), []],
      ['as the cluster itself decides', everywhere, [], { isRequested: true }],
      ['but of which the index knows no resource', everywhere, [], { uncollected: [] }],
    ])('that may be listed %s is told among kinds or not', async (_case, grants, plurals, given = {}) => {
      const { uncollectedKinds } = nameable({ isRequested: false, grants, uncollected, ...given });
      expect((await uncollectedKinds(visible)).map(({ plural }) => plural)).toEqual(plurals);
    });

    it('costs nothing where there is none', async () => {
      const { absent, judged } = nameable({ isRequested: false, grants: everywhere });
      await absent(onLeaf);
      expect(judged()).toBe(0);
    });

    it('may not be named where nothing of the cluster is visible, nor any more when rights have changed', async () => {
      const { absent } = nameable({ isRequested: false, grants: everywhere, uncollected });
      expect((await absent(() => undefined))(rollout('team-a'))).toBe(false);
      let now: Visibility | undefined = visible;
      const decide = await absent(() => now);
      expect(decide(rollout('team-a'))).toBe(true);
      now = { ...visible };
      expect(decide(rollout('team-a'))).toBe(false);
      now = undefined;
      expect(decide(rollout('team-a'))).toBe(false);
    });

    it('is decided as the RBAC authorizer decides, for any of the rights that a role can give', async () => {
      const rules = ['list', 'get', '*'].flatMap(verb =>
        ['rollouts', 'persistentvolumes', '*', 'rollouts/*', 'pods'].flatMap(resource =>
          [[], ['web'], ['']].map(names => allow(verb, resource, ...names)),
        ),
      );
      for (const rule of rules)
        for (const namespace of ['', 'team-a']) {
          const grants = grant('jane', rule, namespace);
          const decide = await nameable({ isRequested: false, grants, uncollected }).absent(onLeaf);
          for (const end of [rollout('team-a'), rollout('team-b'), volume('')]) {
            const { group, plural } = uncollected.find(({ kind }) => kind === end.kind)!;
            const attributes = { verb: 'list', group, resource: plural, namespace: end.namespace, name: '' };
            const objects = new Map(grants.map(object => [grantKey(object), object]));
            expect([rule, end, decide(end)]).toEqual([
              rule,
              end,
              oracleAllows({ revision: 1, objects }, jane, attributes),
            ]);
          }
        }
    });
  });
});

/** List rights that a query receives. Empty if the rights by RBAC are unknown or would reveal hidden objects. */
describe('list rights', () => {
  const POD = { group: '', kind: 'Pod' };
  const NAMESPACE = { group: '', kind: 'Namespace' };
  const DEPLOYMENT = { group: 'apps', kind: 'Deployment' };

  describe('what may be listed', () => {
    it('is what RBAC lets list, in every scope, and by names what it lets read by its name alone', () => {
      fc.assert(
        fc.property(clusterGrants, leafIdentity, (grants, identity) => {
          const visibility = compileVisibility(grants, identity, ALL_RESOURCES);
          for (const resource of ALL_RESOURCES)
            for (const namespace of resource.namespaced ? ['', ...NAMESPACE_NAMES, 'nowhere'] : ['']) {
              const request = { verb: 'list', group: resource.group, resource: resource.plural, namespace, name: '' };
              const reported = mayList(visibility, resource, namespace);
              expect([resource.plural, namespace, reported === 'ALL']).toEqual([
                resource.plural,
                namespace,
                oracleAllows(grants, identity, request),
              ]);
              // No object of a namespaced kind is outside of a namespace.
              const someSeen = OBJECT_NAMES.some(name => oracleSees(grants, identity, resource, namespace, name));
              if (namespace !== '' || !resource.namespaced) expect(reported === 'NONE' && someSeen).toBe(false);
            }
        }),
        { numRuns: lengthOf({ part: 60, full: 600 }) },
      );
    });

    it('of a kind that two resources have is what both let list', () => {
      const both = [...RESOURCES, { ...RESOURCES.find(({ kind }) => kind === 'Pod')!, plural: 'podz' }];
      const full = (plurals: string) => ({
        ...{ resources: both, namespaces: new Map(), empty: false },
        cluster: {
          list: Uint8Array.from(both, ({ plural }) => (plurals.split(',').includes(plural) ? 1 : 0)),
          names: new Map(),
        },
      });
      expect(['pods', 'podz', 'pods,podz'].map(plurals => mayList(full(plurals), POD, 'a'))).toEqual([
        'NONE',
        'NONE',
        'ALL',
      ]);
    });
  });

  type Asking = (accessors: { rbacRows: VisibleRows; rbacNames: VisibleNames }) => Promise<unknown>;

  /** Returns a function that sends queries with the accessors of a caller, like a resolver. */
  function asks(fleet: ScriptedFleet): (user: string, ask: Asking) => Promise<unknown> {
    const { guard } = fleet.access;
    const resolver = through(
      'rbacRows',
      'rbacNames',
    )((_: unknown, { ask }: { ask: Asking }, accessors) => ask(accessors));
    const { Query } = guard.guard(parse('type Query { requested: Int @rbacRows @rbacNames }'), {
      Query: { requested: resolver },
    }) as {
      Query: { requested: (parent: unknown, args: { ask: Asking }, context: object) => Promise<unknown> };
    };
    return (user, ask) => Query.requested(undefined, { ask }, guard.context(fleet.request(user)));
  }

  /** Result of a query on rows that runs as this user. */
  function reported<T>(
    fleet: ScriptedFleet,
    user: string,
    question: (rows: RowReader) => T,
    reached: Filter = {},
  ): Promise<T> {
    const ask: Asking = ({ rbacRows }) =>
      rbacRows.ask(reached, function* (rows) {
        yield;
        return question(rows);
      });
    return asks(fleet)(user, ask) as Promise<T>;
  }

  const grants = [
    ...grant('jane', allow('list', 'pods'), 'team-a'),
    ...grant('jane', allow('get', 'pods', 'web'), 'team-b'),
    ...grant('jane', allow('list', 'namespaces')),
    ...grant('joe', allow('list', 'pods')),
    ...grant('nat', allow('get', 'pods', 'web'), 'team-a'),
  ];
  const cluster: Partial<ScriptedCluster> = {
    grants,
    rows: [rowAt('leaf', 'Pod', 'team-a/web'), rowAt('leaf', 'Pod', 'team-c/web')],
  };

  describe('the rights beside rows', () => {
    const fleet = new ScriptedFleet({ leaf: cluster, empty: { grants } });

    it.each([
      ['jane', POD, 'team-a', 'ALL'],
      ['jane', POD, 'team-b', 'SOME_NAMES'],
      ['jane', POD, 'team-c', 'NONE'],
      ['jane', POD, '', 'NONE'],
      ['jane', NAMESPACE, '', 'ALL'],
      ['jane', NAMESPACE, 'team-a', 'NONE'],
      ['jane', DEPLOYMENT, 'team-a', 'NONE'],
      ['jane', { group: 'no.io', kind: 'Pod' }, 'team-a', 'NONE'],
      ['joe', POD, 'anywhere', 'ALL'],
      ['joe', POD, '', 'ALL'],
      ['bob', POD, 'team-a', 'NONE'],
    ] as const)('%s may list %o in "%s": %s', async (user, kind, namespace, expected) => {
      for (const cluster of ['leaf', 'empty']) {
        expect(await reported(fleet, user, rows => rows.mayList(cluster, kind, namespace))).toBe(expected);
      }
    });

    it('show an object whether or not it exists, by its id or the parts of it', async () => {
      const ids = [
        'leaf//Pod/team-a/web',
        'leaf//Pod/team-a/gone',
        'leaf//Pod/team-b/web',
        'leaf//Pod/team-b/gone',
        'leaf//Pod/team-c/web',
      ];
      const more = ['empty//Namespace//team-c', 'nowhere//Pod/team-a/web', 'no id', ''];
      const shown = await reported(fleet, 'jane', rows => [...ids, ...more].map(id => rows.mayShow(id)));
      expect(shown).toEqual([true, true, true, false, false, true, false, false, false]);
      const gone = { cluster: 'leaf', ...POD, namespace: 'team-a', name: 'gone' };
      expect(await reported(fleet, 'jane', rows => rows.mayShow(gone))).toBe(true);
    });

    it('show an object of a kind that two resources have where both let see it', async () => {
      const podz = { ...RESOURCES.find(({ kind }) => kind === 'Pod')!, plural: 'podz' };
      const two = (plurals: string) =>
        new ScriptedFleet({
          leaf: { grants: grant('jane', allow('list', plurals)), index: { resources: [...RESOURCES, podz] } },
        });
      const shown = (plurals: string) => reported(two(plurals), 'jane', rows => rows.mayShow('leaf//Pod/team-a/web'));
      expect(await Promise.all(['pods', 'podz', 'pods,podz'].map(shown))).toEqual([false, false, true]);
    });

    it('are none on clusters that are closed, unknown, or not reached', async () => {
      const closing = new ScriptedFleet({
        leaf: { ...cluster, state: { grants: { complete: false, confirmedAgo: 1, reason: '' } } },
      });
      const other = new ScriptedFleet({ leaf: { ...cluster, policy: undefined } });
      const all = (rows: RowReader) => [
        rows.mayList('leaf', POD, 'team-a'),
        rows.mayShow('leaf//Pod/team-a/web'),
        rows.isComplete('leaf', POD),
        rows.stateOf('leaf'),
      ];
      const none = ['NONE', false, false, undefined];
      expect(await reported(closing, 'jane', all)).toEqual(none);
      expect(await reported(other, 'jane', all)).toEqual(none);
      expect(await reported(fleet, 'jane', rows => rows.mayList('nowhere', POD, 'team-a'))).toBe('NONE');
      expect(await reported(fleet, 'jane', rows => rows.mayList('leaf', POD, 'team-a'), { clusters: ['empty'] })).toBe(
        'NONE',
      );
      expect(await reported(fleet, 'jane', rows => rows.mayList('empty', POD, 'team-a'), { clusters: ['empty'] })).toBe(
        'ALL',
      );
    });

    it('tell how far the index speaks for a cluster to those who may name it', async () => {
      const states = (user: string) =>
        reported(fleet, user, rows => ['leaf', 'empty', 'nowhere'].map(cluster => rows.stateOf(cluster)));
      expect(await states('jane')).toEqual(['INDEXED', 'INDEXED', undefined]);
      expect(await states('bob')).toEqual([undefined, undefined, undefined]);
      // nat may only get one Pod by name. So nat learns the state of a cluster only from this row, not by the
      // cluster's name.
      expect(await states('nat')).toEqual([undefined, undefined, undefined]);
      expect(await reported(fleet, 'nat', rows => rows.stateOf(rows.find('leaf//Pod/team-a/web')!))).toBe('INDEXED');
    });

    it('are known on each open cluster, unless its grants are too large to be read', async () => {
      const open = new ScriptedFleet({
        leaf: { ...cluster, grants: [...grants, ...tooLargeGrants('tom')] },
        empty: { grants },
        closing: { ...cluster, state: { grants: { complete: false, confirmedAgo: 1, reason: '' } } },
        refused: { ...cluster, policy: undefined },
      });
      const names = ['leaf', 'empty', 'closing', 'refused', 'nowhere'];
      const known = (user: string, reached: Filter = {}) =>
        reported(open, user, rows => names.map(name => rows.knowsRightsIn(name)), reached);
      expect(await known('jane')).toEqual([true, true, false, false, false]);
      // bob has no rights.
      expect(await known('bob')).toEqual([true, true, false, false, false]);
      expect(await known('tom')).toEqual([false, true, false, false, false]);
      expect(await known('jane', { clusters: ['empty'] })).toEqual([false, true, false, false, false]);
    });
  });

  describe('the right to list what no rows are kept of', () => {
    const METRICS: Resource = {
      ...{ group: 'metrics.k8s.io', version: 'v1beta1', kind: 'PodMetrics', plural: 'pods', namespaced: true },
    };
    const NODES: Resource = { ...METRICS, kind: 'NodeMetrics', plural: 'nodes', namespaced: false };
    const metrics = (verb: string, resource: string, ...names: string[]) => ({
      ...{ verbs: [verb], apiGroups: ['metrics.k8s.io'], resources: [resource], resourceNames: names },
    });
    const measuring = [
      ...grant('jane', allow('list', 'pods'), 'team-a'),
      ...grant('jane', metrics('list', 'pods'), 'team-b'),
      ...grant('joe', metrics('list', '*')),
      ...grant('nat', metrics('get', 'pods'), 'team-a'),
      ...grant('nat', metrics('list', 'pods', 'web'), 'team-b'),
      ...grant('nod', metrics('list', 'nodes'), 'team-a'),
    ];
    const fleet = new ScriptedFleet({ leaf: { grants: measuring } });
    const may = (on: ScriptedFleet, user: string, resource: Resource, namespace: string, name = 'leaf') =>
      asks(on)(user, ({ rbacNames }) => rbacNames.mayListUncollected(name, resource, namespace));

    it.each([
      ['jane', METRICS, 'team-b', true],
      ['jane', METRICS, 'team-c', false],
      ['jane', METRICS, '', false],
      ['jane', NODES, '', false],
      ['joe', METRICS, 'anywhere', true],
      ['joe', METRICS, '', true],
      ['joe', NODES, '', true],
      ['nat', METRICS, 'team-a', false],
      ['nat', METRICS, 'team-b', false],
      ['nod', NODES, '', false],
      ['bob', METRICS, 'team-a', false],
    ])('%s may list %o in "%s": %s', async (user, resource, namespace, expected) => {
      expect(await may(fleet, user, resource, namespace)).toBe(expected);
      expect(await may(fleet, user, resource, namespace, 'nowhere')).toBe(false);
    });

    it('is none on a cluster that is closed', async () => {
      const closing = new ScriptedFleet({
        leaf: { grants: measuring, state: { grants: { complete: false, confirmedAgo: 1, reason: '' } } },
      });
      expect(await may(closing, 'joe', METRICS, 'team-a')).toBe(false);
    });

    it('is none on a cluster that is asked itself, whatever its roles say', async () => {
      const reviews = new ScriptedReviews();
      reviews.grants.set('leaf', [...measuring, ...grant('joe', allow('list', 'pods'))]);
      const mixed = new ScriptedFleet(
        { leaf: { grants: [...measuring, ...grant('joe', allow('list', 'pods'))], state: { authorization: 'mixed' } } },
        { reviews },
      );
      expect(await reported(mixed, 'joe', rows => rows.mayList('leaf', POD, 'team-a'))).toBe('ALL');
      expect(await may(mixed, 'joe', METRICS, 'team-a')).toBe(false);
    });
  });

  describe('the completeness of a kind', () => {
    const kindsWith = (state: Partial<KindState>) =>
      RESOURCES.map(({ group, kind }): KindState => ({
        group,
        kind,
        state: 'watching',
        reason: '',
        ...(kind === 'Pod' && state),
      }));
    const complete = (user: string, state: Partial<ClusterState>, index: ScriptedCluster['index'] = {}, kind = POD) =>
      reported(new ScriptedFleet({ leaf: { ...cluster, state, index } }), user, rows => rows.isComplete('leaf', kind));

    it.each<[string, Partial<KindState>, boolean]>([
      ['is watched', {}, true],
      ['is listed every now and then', { state: 'polling', reason: 'NOT_WATCHED' }, true],
      ['is being listed', { state: 'listing' }, false],
      ['has not begun', { state: 'pending' }, false],
      ['is forbidden to the collector', { state: 'forbidden', reason: 'FORBIDDEN' }, false],
      ['cannot be followed', { state: 'failing', reason: 'TIMEOUT' }, false],
      ['is not collected', { state: 'uncollected', reason: 'UNWATCHABLE' }, false],
      ['lacks an object', { reason: 'LEFT_OUT' }, false],
      ['lacks objects for want of room', { reason: 'OVER_LIMIT' }, false],
    ])('is known where it %s', async (_what, state, expected) => {
      expect(await complete('jane', { kinds: kindsWith(state) })).toBe(expected);
      expect(await complete('bob', { kinds: kindsWith(state) })).toBe(false);
    });

    it.each<[string, Partial<ClusterState>, ScriptedCluster['index'], boolean]>([
      ['is being read', {}, { loading: true }, false],
      ['is not synced', { phase: 'listing' }, {}, false],
      ['cannot be reached', { phase: 'unreachable', reason: 'TIMEOUT' }, {}, false],
      ['is collected in some namespaces alone', { reason: 'SOME_NAMESPACES' }, {}, false],
      ['serves more kinds than are collected', { reason: 'TOO_MANY_KINDS' }, {}, true],
      ['says nothing of the kind', { kinds: [] }, {}, false],
    ])('of a cluster that %s', async (_what, state, index, expected) => {
      expect(await complete('jane', state, index)).toBe(expected);
    });

    it('is each kind’s own on each cluster, in one question', async () => {
      const some = { ...cluster, grants: grant('joe', allow('list', '*')) };
      const fleet = new ScriptedFleet({
        leaf: { ...some, state: { kinds: kindsWith({ state: 'listing' }) } },
        other: { ...some, state: { kinds: kindsWith({}) } },
      });
      const asked = [POD, DEPLOYMENT, NAMESPACE, { group: 'no.io', kind: 'Pod' }];
      const complete = (rows: RowReader) =>
        ['leaf', 'other'].map(name => [...asked, ...asked].map(kind => rows.isComplete(name, kind)));
      const [onLeaf, onOther] = [
        [false, true, true, false],
        [true, true, true, false],
      ];
      expect(await reported(fleet, 'joe', complete)).toEqual([
        [...onLeaf, ...onLeaf],
        [...onOther, ...onOther],
      ]);
    });

    it('is told of a kind outside namespaces to those who may read one of it by name', async () => {
      const fleet = new ScriptedFleet({ leaf: { grants: grant('ann', allow('get', 'namespaces', 'team-a')) } });
      expect(await reported(fleet, 'ann', rows => rows.isComplete('leaf', NAMESPACE))).toBe(true);
      expect(await reported(fleet, 'ann', rows => rows.isComplete('leaf', POD))).toBe(false);
    });

    it('of a kind outside namespaces does not depend on the namespaces that are collected', async () => {
      expect(await complete('jane', { reason: 'SOME_NAMESPACES' }, {}, NAMESPACE)).toBe(true);
    });

    it('is told to those who may read it by name, and not of kinds that the cluster does not serve', async () => {
      expect(await complete('nat', {})).toBe(true);
      expect(await complete('jane', {}, {}, { group: 'no.io', kind: 'Pod' })).toBe(false);
    });
  });

  describe('a cluster that is asked itself', () => {
    /** A mixed cluster: `answered` are the grants by which it answers reviews, `known` are the grants in the index. */
    const mixed = (answered: readonly GrantObject[], known: readonly GrantObject[]) => {
      const reviews = new ScriptedReviews();
      reviews.grants.set('leaf', answered);
      const rows = ['bound', 'hidden'].map(namespace => rowAt('leaf', 'Deployment', `${namespace}/app`));
      return new ScriptedFleet({ leaf: { rows, grants: [...known], state: { authorization: 'mixed' } } }, { reviews });
    };
    const namespaces = ['bound', 'hidden', 'nowhere'];
    const inEach = (rows: RowReader) => namespaces.map(namespace => rows.mayList('leaf', POD, namespace));
    const anywhere = grant('jane', allow('list', 'pods'));
    const inAll = namespaces.flatMap(namespace => grant('jane', allow('list', 'pods'), namespace));

    it('tells of no namespace that was asked about only because something hidden is in it', async () => {
      const fleet = mixed(inAll, grant('jane', allow('list', 'pods'), 'bound'));
      expect(await reported(fleet, 'jane', inEach)).toEqual(['ALL', 'NONE', 'NONE']);
      expect(await reported(fleet, 'jane', rows => namespaces.map(it => rows.mayShow(`leaf//Pod/${it}/web`)))).toEqual([
        true,
        false,
        false,
      ]);
    });

    it('tells that all namespaces may be listed, also those that do not exist', async () => {
      expect(await reported(mixed(anywhere, []), 'jane', inEach)).toEqual(['ALL', 'ALL', 'ALL']);
    });

    it('tells nothing where it denies what the index knows, or does not answer', async () => {
      expect(await reported(mixed([], inAll), 'jane', inEach)).toEqual(['NONE', 'NONE', 'NONE']);
      const silent = new ScriptedReviews();
      silent.failure = new ReviewError('TIMEOUT', 'leaf: timeout');
      const fleet = new ScriptedFleet(
        { leaf: { grants: inAll, state: { authorization: 'mixed' } } },
        { reviews: silent },
      );
      expect(await reported(fleet, 'jane', inEach)).toEqual(['NONE', 'NONE', 'NONE']);
    });
  });
});
