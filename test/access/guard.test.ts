/** The rule of every field, as the guard reads it from the schema, and the accessors of a request. */
import { describe, expect, it } from '@jest/globals';
import { parse } from 'graphql';
import type { AccessFrame } from '../../access/frame.ts';
import { fieldRules, Guard, throughRows } from '../../access/guard.ts';
import type { RequestView } from '../../access/request-access.ts';
import { CallersQuestions, ReviewSlots } from '../../access/reviews/fair-reviews.ts';
import { Self } from '../../access/self.ts';
import { VisibleRows } from '../../access/visible-rows.ts';
import { ReviewError } from '../../identity/access-reviews.ts';
import { acceptIdentity } from '../../identity/authenticator.ts';
import type { Identity, IdentityPolicy, LiveQuery } from '../../identity/identity.ts';
import { type Attributes, grantKey } from '../../rbac/types.ts';
import { compileVisibility } from '../../rbac/visibility.ts';
import { type FacetField, type Page, QueryError } from '../../readmodel/query.ts';
import type { ClusterIndex, ReadModel } from '../../readmodel/readmodel.ts';
import type { ClusterState } from '../../store/store.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { allow, grant, RESOURCES } from '../subgraphs/fleet/scripted-fleet.ts';

describe('guard', () => {
  describe('the rule of a field', () => {
    it('is its own, or else its type’s, in extensions too', () => {
      const rules = fieldRules(
        parse(`
        type T @rbacRows { a: Int b: Int @rbacPublic }
        extend type T { c: Int @rbacNames }
        extend type T @rbacSelf { d: Int }
        type U { e: Int @deprecated @rbacRows @rbacNames }
        enum E { X }
      `),
      );
      expect(rules).toEqual(
        new Map([
          [
            'T',
            {
              own: ['rbacSelf'],
              fields: new Map([
                ['a', ['rbacRows']],
                ['b', ['rbacPublic']],
                ['c', ['rbacNames']],
                ['d', ['rbacSelf']],
              ]),
            },
          ],
          ['U', { own: [], fields: new Map([['e', ['rbacRows', 'rbacNames']]]) }],
        ]),
      );
    });

    it('of a type stays when an extension gives none', () => {
      const rules = fieldRules(parse('type T @rbacRows { a: Int } extend type T { b: Int @rbacNames }'));
      expect(rules.get('T')?.own).toEqual(['rbacRows']);
    });

    it.each([
      ['a single field', 'type Query { open: Int @rbacPublic secret: Int }', 'Query.secret'],
      ['a field of an extension', 'extend type Query { secret: Int }', 'Query.secret'],
      [
        'a field with other directives only',
        'type Query { secret: Int @deprecated @tag(name: "rbac") }',
        'Query.secret',
      ],
      ['several', 'type Query { a: Int b: Int }', 'Query.a, Query.b'],
    ])('must be there: %s', (_case, sdl, fields) => {
      expect(() => fieldRules(parse(sdl))).toThrow(`These fields say nothing of who may see them: ${fields}. `);
    });
  });

  describe('a resolver that wants another accessor', () => {
    const guard = new Guard(() => {
      throw new Error('not used');
    });
    const message = (sdl: string) =>
      `The resolver of Query.a wants @rbacRows, but the schema says ${sdl}. Make them agree.`;

    it.each([
      ['type Query { a: Int @rbacNames @rbacPublic }', '@rbacNames @rbacPublic'],
      ['type Query { b: Int @rbacRows }', 'nothing'],
      ['type Other { a: Int @rbacRows }', 'nothing'],
    ])('is told what the schema says: %s', (sdl, rule) => {
      expect(() => guard.guard(parse(sdl), { Query: { a: throughRows(() => 1) } })).toThrow(message(rule));
    });
  });
});

/**
 * Requests of the accessors to the read model and to the clusters. A request about another user needs the permission to
 * impersonate this user.
 */
describe('accessors', () => {
  const signal = new AbortController().signal;

  describe('the accessor of rows', () => {
    const prepared: (readonly string[] | undefined)[] = [];
    const reachedBy: (readonly string[] | undefined)[] = [];
    const facets: FacetField[] = [];
    const frame = {
      signal,
      identity: acceptIdentity({ user: 'jane', groups: [] }),
      access: {
        prepare: async (_signal: AbortSignal, clusters?: readonly string[]) => {
          prepared.push(clusters);
          return () => undefined;
        },
        prepareFor: async (_signal: AbortSignal, reached?: readonly string[]) => {
          reachedBy.push(reached);
          return () => undefined;
        },
      } as Partial<RequestView>,
      readModel: {
        cluster: () => undefined,
        find: async (_view, ids) => ids.map(() => undefined),
        related: async (_view, ids) =>
          ids.map(() => ({ edges: [], totalCount: ids.length, hasNextPage: false, hasPreviousPage: false })),
        tree: async () => undefined,
        records: async (_view, ids) => ids.map(() => undefined),
        facet: async (_view, _filter, field) => {
          facets.push(field);
          return { field, values: [{ value: 'a', title: 'a', count: 2 }], truncated: false, missingCount: 0 };
        },
        count: async () => 0,
        page: async () => ({ rows: [] }) as unknown as Page,
      } as Partial<ReadModel>,
    } as AccessFrame;

    it('compiles the clusters of the ids that are asked for, once each, and no others', async () => {
      const rows = new VisibleRows(frame);
      await Promise.all(['b//Pod/x/1', 'a//Pod/x/1', 'b//Pod/x/2', 'no id'].map(id => rows.find(id)));
      expect(prepared).toEqual([['b', 'a']]);
    });

    it('follows a live query where changes are told, and no other request', async () => {
      const liveQuery: LiveQuery = { since: undefined, isOverrun: false, changed: () => undefined };
      const query = { asks: undefined };
      const changes = { queries: { follow: () => query } } as object as NonNullable<AccessFrame['changes']>;
      const access = Object.assign(Object.create(frame.access) as RequestView, { asks: true });
      const follow = (given: Partial<AccessFrame>) => new VisibleRows({ ...frame, access, ...given }).follow({});
      reachedBy.length = 0;
      expect(await Promise.all([follow({}), follow({ liveQuery }), follow({ changes })])).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      expect(reachedBy).toEqual([]);
      expect(await follow({ liveQuery, changes })).toBe(query);
      expect(query.asks).toBe(true);
    });

    it('asks once for what objects are related to alike, and once for the records of one projection', async () => {
      const rows = new VisibleRows(frame);
      const ids = ['b//Pod/x/1', 'a//Pod/x/1', 'no id'];
      prepared.length = 0;
      const sources = ids.map(id => rows.related(id, { types: ['SOURCE'], direction: 'UP', first: 1 }));
      expect((await Promise.all(sources)).map(related => related?.totalCount)).toEqual([2, 2, undefined]);
      expect((await rows.related(ids[0]!, { first: 1 }))?.totalCount).toBe(1);
      expect(await Promise.all(ids.flatMap(id => [rows.records(id, 'a'), rows.records(id, 'b')]))).toEqual(
        Array(6).fill(undefined),
      );
      expect(prepared).toEqual([['b', 'a'], ['b'], ['b', 'a'], ['b', 'a']]);
    });

    it('asks apart for what is asked differently of objects, and for what one comes from by its own word', async () => {
      const requested: object[] = [];
      const related: ReadModel['related'] = async (_view, ids, { mayName: _, ...request }) => {
        requested.push(request);
        return ids.map(() => ({ edges: [], totalCount: ids.length, hasNextPage: false, hasPreviousPage: false }));
      };
      const rows = new VisibleRows({ ...frame, readModel: { ...frame.readModel, related } });
      const requests = [
        { first: 1 },
        { first: 2 },
        { first: 1, direction: 'UP' },
        { first: 1, direction: 'DOWN' },
        { first: 1, types: ['SOURCE'] },
        { first: 1, types: ['OWNS'] },
        { first: 1, after: { type: 'SOURCE', direction: 'UP', id: 'a' } },
      ] as const;
      await Promise.all(requests.map(request => rows.related('a//Pod/x/1', request)));
      await rows.above('a//Pod/x/1', 'SOURCE');
      expect(requested).toEqual([...requests, { types: ['SOURCE'], direction: 'UP', own: true, first: 1 }]);
    });

    it('compiles the one cluster of a tree', async () => {
      const rows = new VisibleRows(frame);
      prepared.length = 0;
      const request = { direction: 'UP', depth: 4, limit: 500 } as const;
      expect(await Promise.all(['a//Pod/x/1', 'no id'].map(id => rows.tree(id, request)))).toEqual([
        undefined,
        undefined,
      ]);
      expect(prepared).toEqual([['a']]);
    });

    it('judges a page before anything is read', () => {
      const refused = new QueryError('no such cursor');
      const readModel: Partial<ReadModel> = {
        judgePage: (order, page) => {
          expect([order, page]).toEqual([[], { first: 1 }]);
          throw refused;
        },
      };
      expect(() =>
        new VisibleRows({ ...frame, readModel: readModel as ReadModel }).judgePage([], { first: 1 }),
      ).toThrow(refused);
    });

    it('counts once for all values of a field', async () => {
      const rows = new VisibleRows(frame);
      const counts = await Promise.all([rows.countsBy('CLUSTER'), rows.countsBy('KIND'), rows.countsBy('CLUSTER')]);
      expect(counts.map(count => count.get('a'))).toEqual([2, 2, 2]);
      expect(facets).toEqual(['CLUSTER', 'KIND']);
    });

    it("waits for the clusters that the filter can reach, and where a facet leaves out the filter's own clusters for those of its other parts", async () => {
      const rows = new VisibleRows(frame);
      const filter = { and: [{ clusters: ['a', 'b'] }, { clusters: ['b', 'c'] }] };
      reachedBy.length = 0;
      await rows.page(filter, [], { first: 1 });
      await rows.count(filter);
      await rows.facet(filter, 'KIND', { limit: 1 });
      await rows.facet(filter, 'CLUSTER', { limit: 1 });
      await rows.facet({ clusters: ['a'], ...filter }, 'CLUSTER', { limit: 1 });
      await rows.facet({ clusters: ['a'] }, 'CLUSTER', { limit: 1 });
      expect(reachedBy).toEqual([['b'], ['b'], ['b'], ['b'], ['b'], undefined]);
    });
  });

  const NOW = 1_000_000;
  const policy: IdentityPolicy = { mode: 'impersonate', usernamePrefix: 'u:', groupPrefix: 'g:' };
  const objects = new Map(
    [
      ...grant('u:tom', allow('list', 'pods'), 'team-a'),
      ...grant('u:jane', allow('impersonate', 'users,groups,serviceaccounts')),
    ].map(object => [grantKey(object), object]),
  );
  const leaf = {
    ...{ cluster: 'leaf', grants: { revision: 1, objects }, resources: RESOURCES, grantsConfirmedAgo: 400 },
    state: { authorization: 'rbac' } as Partial<ClusterState> as ClusterState,
  } as Partial<ClusterIndex> as ClusterIndex;
  const jane = acceptIdentity({ user: 'jane', groups: Array.from({ length: 60 }, (_, i) => `group-${i}`) });

  interface Given {
    /** Index of the leaf. Undefined if the leaf does not exist. */
    readonly index?: ClusterIndex | undefined;
    readonly policy?: IdentityPolicy | undefined;
    /** True if the cluster is open. */
    readonly open?: boolean;
    readonly requested?: boolean;
    readonly may?: ((question: Attributes) => boolean) | undefined;
  }

  /** Returns jane's accessor. By default, jane may impersonate everybody. */
  function selfOf(given: Given = {}) {
    const {
      index,
      policy: known,
      open,
      requested,
      may,
    } = { index: leaf, policy, open: true, requested: false, may: () => true, ...given };
    const questions: Attributes[] = [];
    const log: { readonly level: string; readonly fields: unknown; readonly message: unknown }[] = [];
    const write = (level: string) => (fields: unknown, message: unknown) => void log.push({ level, fields, message });
    const onLeaf = { user: 'u:jane', groups: [], uid: '', extra: {} };
    const visibility = compileVisibility(leaf.grants, onLeaf, RESOURCES);
    const prepared: (readonly string[] | undefined)[] = [];
    const frame = {
      ...{ identity: jane, signal, now: () => NOW, rules: { policies: () => known, maxAgeMs: 1_000 } },
      log: { ...silentLogger, info: write('info'), warn: write('warn') },
      access: {
        prepare: async (_signal: AbortSignal, clusters?: readonly string[]) => {
          prepared.push(clusters);
          return () => (open && index ? visibility : undefined);
        },
        identityOn: () => (open ? onLeaf : undefined),
        isRequested: () => requested,
      } as Partial<RequestView>,
      readModel: { cluster: () => index } as Partial<ReadModel>,
      questions:
        may &&
        new CallersQuestions({
          reviews: {
            may: async (cluster: string, caller: Identity, question: Attributes) => {
              questions.push(question);
              expect([cluster, caller.user]).toEqual(['leaf', 'jane']);
              return may(question);
            },
          },
          slots: new ReviewSlots(),
          timeoutMs: 5_000,
        }),
    } as unknown as AccessFrame;
    return { self: new Self(frame), questions, log, prepared, onLeaf, visibility };
  }

  describe('the standing of the caller', () => {
    it('is what decides on that cluster', async () => {
      const { self, prepared, onLeaf, visibility } = selfOf();
      expect(await self.standing('leaf')).toEqual({
        ...{ identity: onLeaf, grants: leaf.grants, resources: RESOURCES, visibility, live: false },
        grantsSyncedAt: NOW - 400,
      });
      expect(prepared).toEqual([['leaf']]);
    });

    it.each<[string, Given]>([
      ['there is no such cluster', { index: undefined }],
      ['the cluster is closed', { open: false }],
    ])('is none where %s', async (_case, given) => {
      expect(await selfOf(given).self.standing('leaf')).toBeUndefined();
    });

    it('says where the cluster was asked itself, and that its grants were never confirmed', async () => {
      const { self } = selfOf({ requested: true, index: { ...leaf, grantsConfirmedAgo: undefined } });
      expect(await self.standing('leaf')).toMatchObject({ live: true, grantsSyncedAt: undefined });
    });

    it('is not asked of a cluster where clusters cannot be asked', async () => {
      const question = { verb: 'get', group: '', resource: 'pods', namespace: '', name: '' };
      await expect(selfOf({ may: undefined }).self.may('leaf', question)).rejects.toMatchObject({
        ...{ name: 'ReviewError', message: 'clusters cannot be asked here', code: 'FAILED' },
      });
      expect(await selfOf({ may: () => false }).self.may('leaf', question)).toBe(false);
    });
  });

  describe('the standing of somebody else', () => {
    const tom = acceptIdentity({ user: 'tom', groups: ['dev', 'ops'] });
    const impersonate = { verb: 'impersonate', group: '', namespace: '' };
    const audited = (granted: boolean) => ({
      level: 'info',
      message: 'access of another identity explained',
      fields: {
        ...{
          audit: 'explainAccess',
          user: 'jane',
          groups: [...jane.groups.slice(0, 50), `and ${jane.groups.length - 50} more`],
        },
        ...{ cluster: 'leaf', asUser: 'tom', asGroups: ['dev', 'ops'] },
        ...{ about: 'a question', granted },
      },
    });

    it('is theirs, for who may impersonate their user and each of their groups as the cluster calls them', async () => {
      const { self, questions, log } = selfOf();
      const standing = await self.standingAs('leaf', tom, 'a question');
      expect(standing).toMatchObject({
        identity: { user: 'u:tom' },
        live: false,
        grantsSyncedAt: NOW - 400,
        resources: RESOURCES,
      });
      expect(standing?.identity.groups).toEqual(['g:dev', 'g:ops', 'system:authenticated']);
      expect([...(standing?.visibility.namespaces.keys() ?? [])]).toEqual(['team-a']);
      expect(questions).toEqual([
        { ...impersonate, resource: 'users', name: 'u:tom' },
        { ...impersonate, resource: 'groups', name: 'g:dev' },
        { ...impersonate, resource: 'groups', name: 'g:ops' },
      ]);
      expect(log).toEqual([audited(true)]);
    });

    it.each(['users', 'groups'])('is nobody’s business without the right to impersonate their %s', async resource => {
      const { self, log } = selfOf({ may: question => question.resource !== resource });
      expect(await self.standingAs('leaf', tom, 'a question')).toBeUndefined();
      expect(log).toEqual([audited(false)]);
    });

    it('needs every one of the groups', async () => {
      const { self } = selfOf({ may: ({ name }) => name !== 'g:ops' });
      expect(await self.standingAs('leaf', tom, 'a question')).toBeUndefined();
    });

    it.each<[string, Given]>([
      ['there is no such cluster', { index: undefined }],
      ['nobody knows how it names its users', { policy: undefined }],
      ['the cluster is closed', { open: false }],
      [
        'the cluster decides by more than RBAC',
        { index: { ...leaf, state: { ...leaf.state!, authorization: 'mixed' } } },
      ],
      ['the collector has said nothing of it', { index: { ...leaf, state: undefined } }],
    ])('is none where %s, and nothing is asked', async (_case, given) => {
      const { self, questions, log } = selfOf(given);
      expect(await self.standingAs('leaf', tom, 'a question')).toBeUndefined();
      expect(questions).toEqual([]);
      expect(log).toEqual([audited(false)]);
    });

    it('is none where the right cannot be asked for, and the operator is told', async () => {
      const { self, log } = selfOf({ may: undefined });
      expect(await self.standingAs('leaf', tom, 'a question')).toBeUndefined();
      expect(log).toEqual([
        {
          level: 'warn',
          fields: { cluster: 'leaf', reason: 'clusters cannot be asked here' },
          message: 'the right to impersonate could not be asked for',
        },
        audited(false),
      ]);
    });

    it.each(['u:jane', 'u:tom'])(
      'is none, and the cluster is not asked, where %s has no such right as the index knows them',
      async who => {
        const others = [...objects.values()].filter(
          object => 'rules' in object || !object.subjects.some(({ name }) => name === 'u:jane'),
        );
        const grants = { revision: 2, objects: new Map(others.map(object => [grantKey(object), object])) };
        const { self, questions, log } = selfOf({ index: { ...leaf, grants } });
        expect(await self.standingAs('leaf', acceptIdentity({ user: who.slice(2) }), 'a question')).toBeUndefined();
        expect([questions, log.map(({ level }) => level)]).toEqual([[], ['info']]);
      },
    );

    it('is none, and the cluster is not asked, where the index knows the right for their user and not for their groups', async () => {
      const some = [...grant('u:jane', allow('impersonate', 'users'))];
      const grants = { revision: 2, objects: new Map(some.map(object => [grantKey(object), object])) };
      const { self, questions, log } = selfOf({ index: { ...leaf, grants } });
      expect(await self.standingAs('leaf', tom, 'a question')).toBeUndefined();
      expect([questions, log]).toEqual([[], [audited(false)]]);
    });

    it('is none where the cluster does not answer, which it is not asked again for a while', async () => {
      const { self, questions } = selfOf({
        may: () => {
          throw new ReviewError('TIMEOUT', 'leaf: no answer');
        },
      });
      for (const about of ['first', 'second']) expect(await self.standingAs('leaf', tom, about)).toBeUndefined();
      expect(questions).toHaveLength(1);
    });

    it('does not hide what is no answer of a cluster', async () => {
      const { self } = selfOf({
        may: () => {
          throw new RangeError('a fault of ours');
        },
      });
      await expect(self.standingAs('leaf', tom, 'a question')).rejects.toThrow('a fault of ours');
    });

    it('says so when their grants were never confirmed', async () => {
      const { self } = selfOf({ index: { ...leaf, grantsConfirmedAgo: undefined } });
      expect(await self.standingAs('leaf', tom, 'a question')).toMatchObject({ grantsSyncedAt: undefined });
    });

    it.each([
      ['system:serviceaccount:team-a:robot', { resource: 'serviceaccounts', namespace: 'team-a', name: 'robot' }],
      ['system:serviceaccount:team-a', { resource: 'users', namespace: '', name: 'system:serviceaccount:team-a' }],
      ['system:serviceaccount:a:b:c', { resource: 'users', namespace: '', name: 'system:serviceaccount:a:b:c' }],
    ])('%s is asked for as the cluster’s impersonation is', async (name, requested) => {
      const { self, questions } = selfOf({ policy: { ...policy, usernamePrefix: '' } });
      await self.standingAs('leaf', acceptIdentity({ user: name }), 'a question');
      expect(questions).toEqual([{ ...impersonate, ...requested }]);
    });
  });
});
