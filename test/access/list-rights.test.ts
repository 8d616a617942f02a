/** What questions are told of their callers' rights: what RBAC lets them list, and nothing where that is not known or would tell of what is hidden. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'graphql';
import { through } from '../../access/guard.ts';
import { mayList } from '../../access/nameable.ts';
import type { VisibleNames } from '../../access/visible-names.ts';
import type { VisibleRows } from '../../access/visible-rows.ts';
import type { GrantObject } from '../../rbac/types.ts';
import { compileVisibility } from '../../rbac/visibility.ts';
import type { Filter } from '../../readmodel/query.ts';
import type { RowReader } from '../../readmodel/question.ts';
import type { ClusterState, KindState } from '../../store/store.ts';
import { lengthOf } from '../harness/sampling.ts';
import { ALL_RESOURCES, clusterGrants, leafIdentity, NAMESPACE_NAMES, OBJECT_NAMES } from '../rbac/arbitraries.ts';
import { oracleAllows, oracleSees } from '../rbac/oracle.ts';
import { allow, grant, RESOURCES, rowAt, ScriptedFleet, type ScriptedCluster } from '../subgraphs/fleet/scripted-fleet.ts';
import { ScriptedReviews } from './reviews/scripted-reviews.ts';

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
            const told = mayList(visibility, resource, namespace);
            expect([resource.plural, namespace, told === 'ALL']).toEqual([
              resource.plural,
              namespace,
              oracleAllows(grants, identity, request),
            ]);
            // Objects of a namespaced kind are in a namespace.
            const someSeen = OBJECT_NAMES.some(name => oracleSees(grants, identity, resource, namespace, name));
            if (namespace !== '' || !resource.namespaced) expect(told === 'NONE' && someSeen).toBe(false);
          }
      }),
      { numRuns: lengthOf({ part: 60, full: 600 }) },
    );
  });

  it('of a kind that two resources have is what both let list', () => {
    const both = [...RESOURCES, { ...RESOURCES.find(({ kind }) => kind === 'Pod')!, plural: 'podz' }];
    const full = (plurals: string) => ({
      ...{ resources: both, namespaces: new Map(), empty: false },
      cluster: { list: Uint8Array.from(both, ({ plural }) => (plurals.split(',').includes(plural) ? 1 : 0)), names: new Map() },
    });
    expect(['pods', 'podz', 'pods,podz'].map(plurals => mayList(full(plurals), POD, 'a'))).toEqual(['NONE', 'NONE', 'ALL']);
  });
});

type Asking = (accessors: { rbacRows: VisibleRows; rbacNames: VisibleNames }) => Promise<unknown>;

/** Asks with the accessors of a caller, as a resolver does. */
function asks(fleet: ScriptedFleet): (user: string, ask: Asking) => Promise<unknown> {
  const { guard } = fleet.access;
  const resolver = through('rbacRows', 'rbacNames')((_: unknown, { ask }: { ask: Asking }, accessors) => ask(accessors));
  const { Query } = guard.guard(parse('type Query { asked: Int @rbacRows @rbacNames }'), { Query: { asked: resolver } }) as {
    Query: { asked: (parent: unknown, args: { ask: Asking }, context: object) => Promise<unknown> };
  };
  return (user, ask) => Query.asked(undefined, { ask }, guard.context(fleet.request(user)));
}

/** What a question is told, without rows. */
function told<T>(fleet: ScriptedFleet, user: string, question: (rows: RowReader) => T, reached: Filter = {}): Promise<T> {
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
const cluster: Partial<ScriptedCluster> = { grants, rows: [rowAt('leaf', 'Pod', 'team-a/web'), rowAt('leaf', 'Pod', 'team-c/web')] };

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
      expect(await told(fleet, user, rows => rows.mayList(cluster, kind, namespace))).toBe(expected);
      expect(await asks(fleet)(user, ({ rbacNames }) => rbacNames.mayList(cluster, kind, namespace))).toBe(expected);
    }
  });

  it('show an object whether or not it exists, by its id or the parts of it', async () => {
    const ids = ['leaf//Pod/team-a/web', 'leaf//Pod/team-a/gone', 'leaf//Pod/team-b/web', 'leaf//Pod/team-b/gone', 'leaf//Pod/team-c/web'];
    const more = ['empty//Namespace//team-c', 'nowhere//Pod/team-a/web', 'no id', ''];
    const shown = await told(fleet, 'jane', rows => [...ids, ...more].map(id => rows.mayShow(id)));
    expect(shown).toEqual([true, true, true, false, false, true, false, false, false]);
    const gone = { cluster: 'leaf', ...POD, namespace: 'team-a', name: 'gone' };
    expect(await told(fleet, 'jane', rows => rows.mayShow(gone))).toBe(true);
  });

  it('are none on clusters that are closed, unknown, or not reached', async () => {
    const closing = new ScriptedFleet({ leaf: { ...cluster, state: { grants: { complete: false, confirmedAgo: 1, reason: '' } } } });
    const other = new ScriptedFleet({ leaf: { ...cluster, policy: undefined } });
    const all = (rows: RowReader) => [
      rows.mayList('leaf', POD, 'team-a'),
      rows.mayShow('leaf//Pod/team-a/web'),
      rows.isComplete('leaf', POD),
      rows.stateOf('leaf'),
    ];
    const none = ['NONE', false, false, undefined];
    expect(await told(closing, 'jane', all)).toEqual(none);
    expect(await told(other, 'jane', all)).toEqual(none);
    expect(await told(fleet, 'jane', rows => rows.mayList('nowhere', POD, 'team-a'))).toBe('NONE');
    expect(await told(fleet, 'jane', rows => rows.mayList('leaf', POD, 'team-a'), { clusters: ['empty'] })).toBe('NONE');
    expect(await told(fleet, 'jane', rows => rows.mayList('empty', POD, 'team-a'), { clusters: ['empty'] })).toBe('ALL');
    expect(await asks(closing)('jane', ({ rbacNames }) => rbacNames.mayList('leaf', POD, 'team-a'))).toBe('NONE');
  });

  it('tell how far the index speaks for a cluster to those who may name it', async () => {
    const states = (user: string) => told(fleet, user, rows => ['leaf', 'empty', 'nowhere'].map(cluster => rows.stateOf(cluster)));
    expect(await states('jane')).toEqual(['INDEXED', 'INDEXED', undefined]);
    expect(await states('bob')).toEqual([undefined, undefined, undefined]);
    // By the name of a Pod alone: where its row is seen, and nowhere else.
    expect(await states('nat')).toEqual([undefined, undefined, undefined]);
    expect(await told(fleet, 'nat', rows => rows.stateOf(rows.find('leaf//Pod/team-a/web')!))).toBe('INDEXED');
  });
});

describe('the completeness of a kind', () => {
  const kindsWith = (state: Partial<KindState>) =>
    RESOURCES.map(({ group, kind }): KindState => ({ group, kind, state: 'watching', reason: '', ...(kind === 'Pod' && state) }));
  const complete = (user: string, state: Partial<ClusterState>, index: ScriptedCluster['index'] = {}, kind = POD) =>
    told(new ScriptedFleet({ leaf: { ...cluster, state, index } }), user, rows => rows.isComplete('leaf', kind));

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

  it('of a kind outside namespaces does not depend on the namespaces that are collected', async () => {
    expect(await complete('jane', { reason: 'SOME_NAMESPACES' }, {}, NAMESPACE)).toBe(true);
  });

  it('is told to those who may read it by name, and not of kinds that the cluster does not serve', async () => {
    expect(await complete('nat', {})).toBe(true);
    expect(await complete('jane', {}, {}, { group: 'no.io', kind: 'Pod' })).toBe(false);
  });
});

describe('a cluster that is asked itself', () => {
  /** Its own answers, and the bindings that the index knows. */
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
    expect(await told(fleet, 'jane', inEach)).toEqual(['ALL', 'NONE', 'NONE']);
    expect(await told(fleet, 'jane', rows => namespaces.map(it => rows.mayShow(`leaf//Pod/${it}/web`)))).toEqual([true, false, false]);
    const byName = asks(fleet);
    const each = ({ rbacNames }: { rbacNames: VisibleNames }) => Promise.all(namespaces.map(it => rbacNames.mayList('leaf', POD, it)));
    expect(await byName('jane', each)).toEqual(['ALL', 'NONE', 'NONE']);
  });

  it('tells that all namespaces may be listed, also those that do not exist', async () => {
    expect(await told(mixed(anywhere, []), 'jane', inEach)).toEqual(['ALL', 'ALL', 'ALL']);
  });

  it('tells nothing where it denies what the index knows, or does not answer', async () => {
    expect(await told(mixed([], inAll), 'jane', inEach)).toEqual(['NONE', 'NONE', 'NONE']);
  });
});
