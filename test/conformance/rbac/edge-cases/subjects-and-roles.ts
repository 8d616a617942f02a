/** Cases 1 to 6 and 8 to 16: subjects of a binding, and how roles and bindings are created, changed and deleted. */
import { expect } from '@jest/globals';
import { authorize } from '../../../../rbac/authorize.ts';
import type { LeafIdentity } from '../../../../rbac/types.ts';
import { acceptIdentity } from '../../../../identity/authenticator.ts';
import { identityKey } from '../../../../access/request-access.ts';
import { allow, bind, clusterRole, group, role, serviceAccount, user } from '../../../rbac/manifests.ts';
import { identity } from '../../../rbac/fixtures.ts';
import {
  asClustersSee,
  coverageOf,
  eventually,
  idOf,
  idsOf,
  inTeamA,
  jane,
  letCollectorReadRoleBindings,
  listPods,
  map,
  node,
  PREFIXED,
  robot,
  viewer,
  web,
  webInB,
  type EdgeCase,
} from './scene.ts';
import type { RbacManifest } from '../../../rbac/manifests.ts';

const bound = (namespace: string, ...subjects: Parameters<typeof bind>[3][]) => [
  viewer,
  bind(namespace, 'b', 'ClusterRole/viewer', ...subjects),
];
const nobody = identity('nobody');

export const subjectsAndRoles: readonly EdgeCase[] = [
  {
    number: 1,
    what: 'User, Group and ServiceAccount subjects; a ServiceAccount without a namespace is of the RoleBinding, and in a ClusterRoleBinding refused',
    async run(scene) {
      await scene.given(...bound('team-a', user('jane'), group('ops'), serviceAccount('', 'robot')));
      await scene.expect(jane, { sees: [web], hides: [webInB] });
      await scene.expect(identity('x', 'ops'), { sees: [web], hides: [webInB] });
      await scene.expect(robot, { sees: [web], hides: [webInB] });
      await scene.expect(identity('system:serviceaccount:team-b:robot'), { hides: [web, webInB] });
      await scene.expect(identity('dev', 'jane'), { hides: [web] });
      expect(await scene.refuses(bind('', 'c', 'ClusterRole/viewer', serviceAccount('', 'robot')))).toMatch(
        /namespace/,
      );
    },
  },
  {
    number: 2,
    what: 'a ServiceAccount bound by its user name',
    async run(scene) {
      await scene.given(...bound('team-a', user(robot.user)));
      await scene.expect(robot, { sees: [web], hides: [webInB] });
      await scene.expect(identity('robot'), { hides: [web] });
    },
  },
  {
    number: 3,
    what: 'the groups that Kubernetes implies, which no token names',
    async run(scene) {
      for (const who of [jane, robot]) {
        const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
        const review = await scene.stage.authority.send(
          'POST',
          '/apis/authentication.k8s.io/v1/selfsubjectreviews',
          body,
          {
            ...who,
            groups: [],
          },
        );
        const { groups } = (review.body['status'] as { userInfo: { groups: string[] } }).userInfo;
        expect([...groups].sort()).toEqual([...asClustersSee({ ...who, groups: [] }).groups].sort());
      }
      await scene.given(...bound('team-a', group('system:serviceaccounts:team-a')));
      await scene.expect(robot, { sees: [web] });
      await scene.expect(identity(robot.user, 'ops'), { sees: [web] });
      await scene.expect(jane, { hides: [web] });
      await scene.given(...bound('team-a', group('system:serviceaccounts')));
      await scene.expect(identity('system:serviceaccount:team-b:robot'), { sees: [web] });
      await scene.given(...bound('team-a', group('system:authenticated')));
      await scene.expect(nobody, { sees: [web], hides: [webInB] });
      await scene.given(...bound('team-a', group('system:unauthenticated')));
      await scene.expect(nobody, { hides: [web] });
    },
  },
  {
    number: 4,
    what: 'system:masters in a token is stripped, though the server lets its members do anything; the configuration may let it pass',
    async run(scene) {
      await scene.given();
      const mallory = identity('mallory', 'system:masters');
      const list = { verb: 'list', group: '', resource: 'pods', namespace: 'team-a', name: '' };
      expect(await scene.stage.authority.allows(mallory, list)).toBe(true);
      expect(await idsOf(scene.product, mallory)).toEqual([]);
      expect((await scene.product.data(mallory, '{ viewer { groups } }')).viewer.groups).toEqual([]);
      const trusted = acceptIdentity(mallory, { allowSystemMasters: true });
      expect(authorize(await scene.stage.authority.grants(), trusted, list)).toBe(true);
    },
  },
  {
    number: 5,
    what: 'prefixes per cluster: one person, two names, and a user who is called like the other name',
    async run(scene) {
      await scene.given(
        viewer,
        bind('team-a', 'b', 'ClusterRole/viewer', user('jane')),
        bind('team-b', 'c', 'ClusterRole/viewer', user('fleet:jane')),
      );
      const there = idOf(webInB).replace('leaf-01', PREFIXED);
      await eventually(async () => (await scene.stage.idsSeenBy(identity('jane'), PREFIXED)).has(there));
      expect(await scene.stage.idsSeenBy(identity('jane'))).toEqual(new Set([idOf(web)]));
      expect(await scene.stage.idsSeenBy(identity('jane'), PREFIXED)).toEqual(new Set([there]));
      expect(await scene.stage.idsSeenBy(identity('fleet:jane'))).toEqual(new Set([idOf(webInB)]));
      expect(await scene.stage.idsSeenBy(identity('fleet:jane'), PREFIXED)).toEqual(new Set());
      const { viewer: seen } = await scene.product.data(
        identity('jane', 'dev'),
        '{ viewer { clusters { cluster { name } user groups } } }',
      );
      expect(seen.clusters).toContainEqual({
        cluster: { name: PREFIXED },
        user: 'fleet:jane',
        groups: ['fleet:dev', 'system:authenticated'],
      });
    },
  },
  {
    number: 6,
    what: 'nobody is answered from what was remembered for somebody else: no UID, groups with separators, names that run together',
    async run(scene) {
      await scene.given(...bound('team-a', group('a,b')));
      const people: [LeafIdentity, string[]][] = [
        [identity('jane', 'a,b'), [idOf(web)]],
        [identity('jane', 'a', 'b'), []],
        [identity('jane', 'a/b'), []],
        [identity('jane'), []],
        [identity('janea,b'), []],
      ];
      for (const [who, ids] of [...people, ...people.toReversed()])
        expect(await idsOf(scene.product, who)).toEqual(ids);
      expect(new Set(people.map(([who]) => identityKey(who))).size).toBe(people.length);
      expect(identityKey(identity('jane', 'b', 'a'))).toBe(identityKey(identity('jane', 'a', 'b')));
    },
  },
  {
    number: 8,
    what: 'without credentials, or with wrong ones, there is no row, no count and no schema',
    async run(scene) {
      await scene.given(...bound('team-a', group('system:unauthenticated'), user('system:anonymous')));
      for (const query of [
        '{ objects { totalCount } }',
        '{ coverage { total } }',
        '{ __schema { queryType { name } } }',
      ]) {
        for (const who of [undefined, identity('system:anonymous'), identity('jane', 'system:unauthenticated')]) {
          const { status, data, errors } = await scene.product.ask(who, query);
          expect([status, data, errors?.[0]?.extensions['code']]).toEqual([401, undefined, 'UNAUTHENTICATED']);
        }
      }
    },
  },
  {
    number: 9,
    what: 'names keep their case and their unicode, and five hundred groups are five hundred groups',
    async run(scene) {
      await scene.given(
        viewer,
        bind('team-a', 'b', 'ClusterRole/viewer', user('Jörg'), group('Gruppe ü'), group('g499')),
      );
      const many = Array.from({ length: 500 }, (_, i) => `g${i}`);
      for (const who of [identity('Jörg'), identity('x', 'Gruppe ü'), identity('x', ...many)])
        await scene.expect(who, { sees: [web] });
      for (const who of [
        identity('jörg'),
        identity('Jo\u0308rg'),
        identity('x', 'gruppe ü'),
        identity('x', ...many.slice(0, 499)),
      ]) {
        await scene.expect(who, { hides: [web] });
      }
    },
  },
  {
    number: 10,
    what: 'a ClusterRole through a RoleBinding counts in that namespace, through a ClusterRoleBinding everywhere',
    async run(scene) {
      const both = clusterRole('viewer', listPods, allow('list', 'nodes'));
      await scene.given(both, bind('team-a', 'b', 'ClusterRole/viewer', user('jane')));
      await scene.expect(jane, { sees: [web], hides: [webInB, node] });
      await scene.given(both, bind('', 'b', 'ClusterRole/viewer', user('jane')));
      await scene.expect(jane, { sees: [web, webInB, node] });
    },
  },
  {
    number: 11,
    what: 'a RoleBinding does not mean the Role of that name in another namespace, nor the ClusterRole of that name',
    async run(scene) {
      await scene.given(
        role('team-b', 'r', listPods),
        clusterRole('r', listPods),
        bind('team-a', 'b', 'Role/r', user('jane')),
      );
      await scene.expect(jane, { hides: [web, webInB] });
    },
  },
  {
    number: 12,
    what: 'a binding to a role that does not exist blocks no other, and grants when the role appears',
    async run(scene) {
      const bindings = [
        bind('team-a', 'a', 'Role/gone', user('jane')),
        bind('team-b', 'b', 'ClusterRole/viewer', user('jane')),
      ];
      await scene.given(viewer, ...bindings);
      await scene.expect(jane, { sees: [webInB], hides: [web] });
      await scene.given(viewer, ...bindings, role('team-a', 'gone', listPods));
      await scene.expect(jane, { sees: [web, webInB] });
    },
  },
  {
    number: 13,
    what: 'the order in which role, binding and objects come does not matter; half of a first list shows nothing',
    async run(scene) {
      const [theRole, binding] = inTeamA(listPods) as [RbacManifest, RbacManifest];
      await scene.given(binding);
      await scene.expect(jane, { hides: [web] });
      await scene.given(binding, theRole);
      await scene.expect(jane, { sees: [web] });
      await scene.given(theRole);
      await scene.expect(jane, { hides: [web] });
      await scene.given(theRole, binding);
      await scene.expect(jane, { sees: [web] });
      await scene.given(viewer, bind('', 'all', 'ClusterRole/viewer', user('jane')));
      await letCollectorReadRoleBindings(scene, false);
      // The collector may read Roles, ClusterRoles and ClusterRoleBindings. Without RoleBindings this is not enough.
      await scene.withProduct({}, async product => {
        await eventually(async () => (await coverageOf(product, jane))['closed'] === 1);
        expect(await idsOf(product, jane)).toEqual([]);
        expect(await coverageOf(product, jane)).toMatchObject({ total: 1, closed: 1, clusters: { nodes: [] } });
      });
    },
  },
  {
    number: 14,
    what: 'what is emptied is gone: rules [] and null, one rule, one verb, the subjects',
    async run(scene) {
      const full = role('team-a', 'r', listPods, allow(['list', 'get'], 'configmaps'));
      const binding = bind('team-a', 'b', 'Role/r', user('jane'));
      for (const left of [
        { rules: [] },
        { rules: null },
        { rules: [listPods], sees: [web] },
        { rules: [allow(['get'], 'configmaps'), listPods], sees: [web] },
      ]) {
        await scene.given(full, binding);
        await scene.expect(jane, { sees: [web, map] });
        await scene.given({ ...full, rules: left.rules }, binding);
        await scene.expect(jane, { sees: left.sees ?? [], hides: left.sees ? [map] : [web, map] });
      }
      await scene.given(full, { ...binding, subjects: [] });
      await scene.expect(jane, { hides: [web, map] });
    },
  },
  {
    number: 15,
    what: 'a role or binding that is deleted, or deleted and made anew with other content, also while nobody could watch',
    async run(scene) {
      const [theRole, binding] = inTeamA(listPods) as [RbacManifest, RbacManifest];
      const other = role('team-a', 'r', allow('list', 'configmaps'));
      await scene.given(theRole, binding);
      await letCollectorReadRoleBindings(scene, true);
      await scene.withProduct({}, async (product, wire) => {
        await eventually(async () => (await idsOf(product, jane)).includes(idOf(web)));
        wire.cut();
        await scene.given(other, binding);
        expect(await idsOf(product, jane)).toEqual([idOf(web)]);
        wire.mend();
        await eventually(async () => !(await idsOf(product, jane)).includes(idOf(web)));
        expect(await idsOf(product, jane)).toContain(idOf(map));
        wire.cut();
        await scene.given(other);
        wire.mend();
        await eventually(async () => (await idsOf(product, jane)).length === 0);
      });
      await scene.expect(jane, { hides: [web, map] });
    },
  },
  {
    number: 16,
    what: 'an aggregated ClusterRole gives the rules that the controller has stored, through labels that come and go, nested too',
    async run(scene) {
      const selecting = (name: string, label: string, labels = {}): RbacManifest => ({
        kind: 'ClusterRole',
        metadata: { name, labels },
        aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [label]: 'true' } }] },
      });
      const part = (labels: Record<string, string>): RbacManifest => ({
        ...viewer,
        metadata: { name: 'part', labels },
      });
      const binding = bind('team-a', 'b', 'ClusterRole/outer', user('jane'));
      const [outer, inner] = [selecting('outer', 'outer'), selecting('inner', 'inner', { outer: 'true' })];
      await scene.given(outer, binding, part({}));
      await scene.expect(jane, { hides: [web] });
      await scene.given(outer, binding, part({ outer: 'true' }));
      await scene.expect(jane, { sees: [web], hides: [webInB] });
      await scene.given(outer, binding, part({ inner: 'true' }));
      await scene.expect(jane, { hides: [web] });
      await scene.given(outer, inner, binding, part({ inner: 'true' }));
      await scene.expect(jane, { sees: [web] });
      await scene.given(outer, inner, binding);
      await scene.expect(jane, { hides: [web] });
    },
  },
];
