/** Cases 20 to 33: resources and scope of a rule. */
import { expect } from '@jest/globals';
import { compileVisibility, sees } from '../../../../rbac/visibility.ts';
import { parseGrantObject } from '../../../../rbac/parse.ts';
import { grantsOf, PODS } from '../../../rbac/fixtures.ts';
import { RBAC_GROUP, rbacPath, type RuleManifest } from '../../../rbac/manifests.ts';
import { definition } from '../world.ts';
import { DISCOVERED_LATER } from './late-kind.ts';
import { allow, bind, clusterRole, role, user } from '../../../rbac/manifests.ts';
import {
  at,
  eventually,
  everywhere,
  idOf,
  idsOf,
  inTeamA,
  jane,
  listPods,
  map,
  mapInB,
  node,
  web,
  webInB,
  type EdgeCase,
} from './scene.ts';

const [db, webDb] = [at('configmaps', 'team-a', 'db'), at('configmaps', 'team-a', 'web.db')];
/** Rights on events of the core group show the event. Rights on events of events.k8s.io do not. */
const event = at('events', 'team-a', 'web');
const [alpha, beta] = [
  at('widgets.alpha.example.com', 'team-a', 'web'),
  at('widgets.beta.example.com', 'team-a', 'web'),
];
const metrics = at('pods.metrics.example.com', 'team-a', 'web');
const deployment = at('deployments.apps', 'team-a', 'web');
const index = at('indices.alpha.example.com', 'team-a', 'web');
const namespaceA = at('namespaces', '', 'team-a');
const namespaceB = at('namespaces', '', 'team-b');
const roleNamed = (name: string) => at(`roles.${RBAC_GROUP}`, 'team-b', name);
const rule = (verbs: string[], apiGroups: string[], resources: string[], resourceNames?: string[]): RuleManifest => ({
  verbs,
  apiGroups,
  resources,
  ...(resourceNames && { resourceNames }),
});

export const rulesAndScope: readonly EdgeCase[] = [
  {
    number: 20,
    what: '* in verbs, groups and resources, each alone and together',
    async run(scene) {
      await scene.given(...everywhere(rule(['*'], [''], ['pods'])));
      await scene.expect(jane, { sees: [web, webInB], hides: [map, metrics] });
      await scene.given(...everywhere(rule(['list'], ['*'], ['pods'])));
      await scene.expect(jane, { sees: [web, metrics], hides: [map, alpha] });
      await scene.given(...everywhere(rule(['list'], [''], ['*'])));
      await scene.expect(jane, { sees: [web, map, node, namespaceA, event], hides: [metrics, deployment] });
      await scene.given(...everywhere(rule(['*'], ['*'], ['*'])));
      await scene.expect(jane, { sees: [web, map, node, metrics, deployment, alpha, beta, event, index] });
    },
  },
  {
    number: 21,
    what: 'the empty group is the core group wherever it stands in the list, and a plural is of the group that is named',
    async run(scene) {
      for (const position of [0, 1, 2]) {
        await scene.given(
          ...inTeamA(rule(['list'], ['apps', 'batch'].toSpliced(position, 0, ''), ['pods', 'deployments'])),
        );
        await scene.expect(jane, { sees: [web, deployment], hides: [metrics, webInB] });
      }
      await scene.given(...inTeamA(rule(['list'], ['alpha.example.com', 'events.k8s.io'], ['widgets', 'events'])));
      await scene.expect(jane, { sees: [alpha], hides: [beta, event] });
      await scene.given(...inTeamA(rule(['list'], ['core', 'v1', 'Apps', 'example.com'], ['*'])));
      await scene.expect(jane, { hides: [web, deployment, alpha] });
    },
  },
  {
    number: 22,
    what: 'rights on subresources are no rights on objects, and pods/* and */* match nothing',
    async run(scene) {
      await scene.given(
        ...inTeamA(rule(['*'], ['*'], ['pods/log', 'pods/status', '*/status', 'pods/*', '*/*', 'pods/', 'pod*'])),
      );
      await scene.expect(jane, { hides: [web, map, metrics] });
      const log = { verb: 'get', group: '', resource: 'pods', subresource: 'log', namespace: 'team-a', name: 'web' };
      const identity = { ...jane, groups: [...jane.groups, 'system:authenticated'] };
      expect(await scene.stage.authority.allows(identity, log)).toBe(true);
      await scene.given(...inTeamA(rule(['get'], [''], ['pods/*'])));
      expect(await scene.stage.authority.allows(identity, log)).toBe(false);
      await scene.given(...inTeamA(rule(['list'], [''], ['*'])));
      await scene.expect(jane, { sees: [web, map] });
    },
  },
  {
    number: 23,
    what: 'resourceNames: one, many, for list and for get; * and a comma are letters; beside an unrestricted rule; of cluster-scoped kinds; the empty name',
    async run(scene) {
      for (const verb of ['list', 'get']) {
        await scene.given(...inTeamA(allow(verb, 'configmaps', 'web')));
        await scene.expect(jane, { sees: [map], hides: [db, webDb, mapInB, web] });
        await scene.given(...everywhere(allow(verb, ['configmaps', 'nodes'], 'web', 'web.db', 'n1')));
        await scene.expect(jane, { sees: [map, webDb, mapInB, node], hides: [db, at('nodes', '', 'n2')] });
      }
      const odd = ['*', 'a,b', 'a', 'b'].map(name => role('team-b', name));
      await scene.given(...odd, ...everywhere(allow('list', `roles.${RBAC_GROUP}`, '*')));
      await scene.expect(jane, { sees: [roleNamed('*')], hides: [roleNamed('a,b'), roleNamed('a')] });
      await scene.given(...odd, ...everywhere(allow('get', `roles.${RBAC_GROUP}`, 'a,b')));
      await scene.expect(jane, { sees: [roleNamed('a,b')], hides: [roleNamed('a'), roleNamed('b'), roleNamed('*')] });
      await scene.given(...inTeamA(allow('list', 'configmaps', 'absent'), allow('list', 'configmaps')));
      await scene.expect(jane, { sees: [map, db, webDb], hides: [mapInB] });
      await scene.given(...inTeamA(allow('list', 'configmaps', '')));
      await scene.expect(jane, { sees: [map, db, webDb] });
      await scene.given(...inTeamA(allow('get', 'configmaps', '')));
      await scene.expect(jane, { hides: [map, db] });
    },
  },
  {
    number: 24,
    what: 'an unrestricted list, or a name for list or get; an unrestricted get or a watch is not enough',
    async run(scene) {
      for (const verbs of [['get'], ['watch'], ['get', 'watch', 'create', 'delete']]) {
        await scene.given(...everywhere(allow(verbs, ['pods', 'namespaces'])));
        await scene.expect(jane, { hides: [web, webInB, namespaceA] });
      }
      await scene.given(...inTeamA(allow('watch', 'configmaps', 'web')));
      await scene.expect(jane, { hides: [map] });
      // A right to get one name shows its row. A second right to get all names does not change this.
      await scene.given(...inTeamA(allow('get', 'configmaps'), allow('get', 'configmaps', 'web')));
      await scene.expect(jane, { sees: [map], hides: [db] });
    },
  },
  {
    number: 25,
    what: 'rules for URLs are about no resource; a rule without verbs, groups or resources cannot be stored and would grant nothing',
    async run(scene) {
      await scene.given(...everywhere({ verbs: ['*'], nonResourceURLs: ['*', '/api/*'] }));
      await scene.expect(jane, { hides: [web, node] });
      for (const part of ['verbs', 'apiGroups', 'resources'] as const) {
        const emptied = { ...listPods, [part]: [] };
        expect(await scene.refuses(clusterRole('x', emptied))).toMatch(/must|least|Required/);
        const grants = grantsOf(
          parseGrantObject('ClusterRole', { metadata: { name: 'x' }, rules: [emptied] }),
          parseGrantObject('ClusterRoleBinding', {
            metadata: { name: 'b' },
            roleRef: { kind: 'ClusterRole', name: 'x' },
            subjects: [user('jane')],
          }),
        );
        expect(sees(compileVisibility(grants, jane, [PODS]), 0, 'team-a', 'web')).toBe(false);
      }
    },
  },
  {
    number: 26,
    what: 'the right to write shows nothing, and verbs keep their case',
    async run(scene) {
      await scene.given(
        ...everywhere(
          allow(['create', 'update', 'patch', 'delete', 'deletecollection', 'List', 'LIST', 'GET', ''], 'pods'),
        ),
      );
      await scene.expect(jane, { hides: [web, webInB] });
    },
  },
  {
    number: 27,
    what: "a kind's plural is what the leaf's discovery says: irregular, twice in two groups, installed later and removed",
    async run(scene) {
      await scene.given(...inTeamA(allow('list', 'indices.alpha.example.com')));
      await scene.expect(jane, { sees: [index], hides: [alpha] });
      await scene.given(
        ...inTeamA(allow('list', ['indexes.alpha.example.com', 'indexs.alpha.example.com', 'index.alpha.example.com'])),
      );
      await scene.expect(jane, { hides: [index] });
      await scene.given(...inTeamA(allow('list', 'pods.metrics.example.com'), allow('list', 'oxen.late.example.com')));
      await scene.expect(jane, { sees: [metrics], hides: [web] });
      const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/oxen.late.example.com`;
      const ox = { apiVersion: 'late.example.com/v1', kind: 'Ox', metadata: { name: 'web', namespace: 'team-a' } };
      const id = 'leaf-01/late.example.com/Ox/team-a/web';
      const isSeen = async () => (await idsOf(scene.product, jane)).includes(id);
      await scene.server.apply([definition(DISCOVERED_LATER)]);
      const collection = '/apis/late.example.com/v1/namespaces/team-a/oxen';
      await eventually(async () => [201, 409].includes((await scene.server.request('POST', collection, ox)).status));
      await eventually(isSeen);
      await scene.server.request('DELETE', path);
      await eventually(async () => !(await isSeen()));
    },
  },
  {
    number: 28,
    what: 'a rule for a plural that the leaf does not serve grants nothing and harms nothing',
    async run(scene) {
      await scene.given(...inTeamA(rule(['list'], ['', 'nowhere.example.com'], ['gadgets', 'pods'])));
      await scene.expect(jane, { sees: [web], hides: [map] });
      const { kinds } = await scene.product.data(jane, '{ kinds { value } }');
      expect(kinds).toEqual([{ value: 'Pod' }]);
    },
  },
  {
    number: 29,
    what: 'a cluster-scoped object takes a ClusterRoleBinding',
    async run(scene) {
      const all = clusterRole('r', allow('*', ['nodes', 'pods']));
      await scene.given(all, bind('team-a', 'b', 'ClusterRole/r', user('jane')));
      await scene.expect(jane, { sees: [web], hides: [node, webInB] });
      await scene.given(all, bind('', 'b', 'ClusterRole/r', user('jane')));
      await scene.expect(jane, { sees: [web, node] });
    },
  },
  {
    number: 30,
    what: 'a RoleBinding in a namespace lets that Namespace be got, and no other; a list of namespaces is evaluated in none',
    async run(scene) {
      for (const rules of [
        [allow('get', 'namespaces')],
        [allow('get', 'namespaces', 'team-a', 'team-b')],
        [allow('*', '*')],
      ]) {
        await scene.given(...inTeamA(...rules));
        await scene.expect(jane, { sees: [namespaceA], hides: [namespaceB] });
        expect((await scene.stage.authority.read(jane, '/api/v1/namespaces/team-a')).status).toBe(200);
        expect((await scene.stage.authority.read(jane, '/api/v1/namespaces/team-b')).status).toBe(403);
      }
      for (const rules of [
        [allow('list', 'namespaces', 'team-a')],
        [allow('list', 'namespaces')],
        [allow('get', 'namespaces', 'team-b')],
      ]) {
        await scene.given(...inTeamA(...rules));
        await scene.expect(jane, { hides: [namespaceA, namespaceB] });
      }
      await scene.given(...everywhere(allow('get', 'namespaces')), ...inTeamA(allow('get', 'namespaces')));
      await scene.expect(jane, { sees: [namespaceA], hides: [namespaceB] });
    },
  },
  {
    number: 31,
    what: 'a namespace is not one whose name begins alike, nor one of that name in another cluster',
    async run(scene) {
      await scene.given(...inTeamA(listPods));
      await scene.expect(jane, { sees: [web], hides: [at('pods', 'team-a-2', 'web'), webInB] });
      const { objects } = await scene.product.data(jane, '{ objects { nodes { id } } clusters { nodes { name } } }');
      // leaf-02 registers the server of leaf-01 a second time, with a prefix for user names.
      expect(objects.nodes.filter(({ id }: { id: string }) => id.startsWith('leaf-02'))).toEqual([]);
    },
  },
  {
    number: 32,
    what: 'a namespace that is deleted takes its grants along, and one made anew under its name does not bring them back',
    async run(scene) {
      const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'passing' } };
      const place = at('configmaps', 'passing', 'web');
      const isThere = async () => (await scene.server.request('GET', '/api/v1/namespaces/passing')).status === 200;
      const populate = async () => {
        await scene.server.apply([namespace]);
        await scene.create(
          { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web', namespace: 'passing' } },
          place,
        );
      };
      await populate();
      await scene.given(
        clusterRole('r', allow('list', 'configmaps')),
        bind('passing', 'b', 'ClusterRole/r', user('jane')),
      );
      await scene.expect(jane, { sees: [place], hides: [map] });
      await scene.server.request('DELETE', '/api/v1/namespaces/passing');
      await eventually(async () => !(await isThere()));
      await eventually(async () => (await idsOf(scene.product, jane)).length === 0);
      await populate();
      expect((await scene.server.request('GET', rbacPath('RoleBinding', 'passing', 'b'))).status).toBe(404);
      await scene.given(clusterRole('r', allow('list', 'configmaps')));
      await scene.expect(jane, { hides: [place] });
      // No API server has an object of a namespaced kind without a namespace. The evaluator shows such an object to
      // nobody.
      const all = grantsOf(
        parseGrantObject('ClusterRole', { metadata: { name: 'r' }, rules: [allow('*', '*')] }),
        parseGrantObject('ClusterRoleBinding', {
          metadata: { name: 'b' },
          roleRef: { kind: 'ClusterRole', name: 'r' },
          subjects: [user('jane')],
        }),
      );
      expect(sees(compileVisibility(all, jane, [PODS]), 0, '', 'web')).toBe(false);
      await scene.server.request('DELETE', '/api/v1/namespaces/passing');
      await eventually(async () => !(await isThere()));
    },
  },
  {
    number: 33,
    what: 'a namespace that is only known for what is in it shows its name, and of its labels nothing',
    async run(scene) {
      await scene.given(...inTeamA(listPods));
      const query = '{ namespaces { nodes { name objectCount object { id labels } } } }';
      const { namespaces } = await scene.product.data(jane, query);
      expect(namespaces.nodes).toEqual([{ name: 'team-a', objectCount: 1, object: null }]);
      await scene.given(...inTeamA(listPods, allow('get', 'namespaces')));
      const { namespaces: known } = await scene.product.data(jane, query);
      expect(known.nodes).toEqual([
        {
          name: 'team-a',
          objectCount: 1,
          object: { id: idOf(namespaceA), labels: expect.objectContaining({ team: 'team-a' }) },
        },
      ]);
    },
  },
];
