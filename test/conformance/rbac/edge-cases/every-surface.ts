/** Cases 7, 34 to 37, 39 to 41, 43 and 50: no surface reveals a hidden object. */
import { expect } from '@jest/globals';
import { callerHeaders } from '../../../../kubernetes/leaf-connection.ts';
import { grant, rowAt, ScriptedFleet, allow as scriptedAllow } from '../../../subgraphs/fleet/scripted-fleet.ts';
import { allow, bind, clusterRole, group, user } from '../../../rbac/manifests.ts';
import { identity } from '../../../rbac/fixtures.ts';
import {
  at,
  eventually,
  everywhere,
  idOf,
  idsOf,
  inTeamA,
  jane,
  letCollectorReadRoleBindings,
  listPods,
  map,
  mapInB,
  viewer,
  web,
  webInB,
  type EdgeCase,
} from './scene.ts';
import type { Product } from '../product.ts';

/** Query of lists, forward and backward, with names and counts. */
const EVERYTHING = /* GraphQL */ `
  query ($filter: ObjectFilter) {
    objects(filter: $filter, first: 2) {
      totalCount
      nodes {
        id
        labels
        createdAt
      }
      pageInfo {
        hasNextPage
        startCursor
        endCursor
      }
      facets(fields: [CLUSTER, NAMESPACE, KIND, GROUP, STATUS, REASON, SUSPENDED]) {
        values {
          value
          title
          count
        }
        truncated
      }
    }
    labels: objects(filter: $filter) {
      facets(fields: [LABEL], labelKey: "team") {
        values {
          value
          count
        }
      }
    }
    backwards: objects(filter: $filter, last: 3, orderBy: [{ field: CREATED, direction: DESC }, { field: NAMESPACE }]) {
      nodes {
        id
      }
      edges {
        cursor
      }
      pageInfo {
        hasPreviousPage
        startCursor
      }
    }
    clusters {
      totalCount
      nodes {
        name
        kubernetesVersion
        objectCount
      }
    }
    namespaces {
      totalCount
      nodes {
        name
        objectCount
        object {
          id
        }
      }
      pageInfo {
        endCursor
      }
    }
    kinds {
      value
      clusterCount
      objectCount
    }
    coverage {
      clusters {
        nodes {
          cluster {
            name
          }
        }
      }
    }
    cluster(name: "leaf-01") {
      name
    }
    viewer {
      clusters {
        cluster {
          name
        }
      }
    }
  }
`;

const nobody = identity('nobody', 'nothing');

const live = async (product: Product, who: typeof jane, id: string) =>
  (
    await product.data(
      who,
      'query ($id: ID!) { object(id: $id) { id live { state message manifest yaml owners { id } events { nodes { type } } } } }',
      {
        id,
      },
    )
  ).object;

/** Decodes either alphabet of Base64. Bytes that are not text are replaced. */
function decoded(text: string): string {
  return Buffer.from(text, 'base64url').toString('utf8');
}

export const everySurface: readonly EdgeCase[] = [
  {
    number: 7,
    what: 'a request with fewer groups than the one before it sees less at once',
    async run(scene) {
      await scene.given(
        viewer,
        bind('team-a', 'b', 'ClusterRole/viewer', group('dev')),
        bind('team-b', 'c', 'ClusterRole/viewer', user('jane')),
      );
      for (let login = 0; login < 3; login++) {
        expect(await idsOf(scene.product, identity('jane', 'dev'))).toEqual([idOf(web), idOf(webInB)]);
        expect(await idsOf(scene.product, identity('jane'))).toEqual([idOf(webInB)]);
      }
    },
  },
  {
    number: 34,
    what: 'totals, facets, names, sort order and cursors tell nothing of hidden rows, also for filters that name them',
    async run(scene) {
      await scene.given(...inTeamA(listPods, allow('list', 'configmaps', 'web')));
      const filters = [
        null,
        { namespaces: ['team-b'] },
        { names: ['db', 'web'] },
        { name: { contains: 'we' } },
        { not: { namespaces: ['team-a'] } },
        { kinds: ['ConfigMap', 'Node', 'Namespace'] },
        { or: [{ namespaces: ['team-b'] }, { labelSelector: 'team=team-b' }] },
      ];
      for (const filter of filters) {
        const answer = await scene.product.data(jane, EVERYTHING, { filter });
        const cursors = [
          ...[answer.objects.pageInfo, answer.backwards.pageInfo, answer.namespaces.pageInfo].flatMap(page => [
            page.startCursor,
            page.endCursor,
          ]),
          ...answer.backwards.edges.map(({ cursor }: { cursor: string }) => cursor),
        ].filter(cursor => typeof cursor === 'string');
        const reported = JSON.stringify(answer) + cursors.map(decoded).join(' ');
        expect(reported).not.toMatch(/team-b|team-a-2|kube-system|web\.db|"db"|\bn1\b|leaf-02|leaf-mixed|Node/);
        const { objects, labels } = answer;
        const ids = await idsOf(scene.product, jane);
        expect(ids).toEqual([idOf(map), idOf(web)]);
        expect(objects.totalCount).toBeLessThanOrEqual(ids.length);
        expect(labels.facets[0].values).toEqual([]);
      }
    },
  },
  {
    number: 35,
    what: 'somebody without a grant gets the empty answer on every surface, with a filter and without',
    async run(scene) {
      await scene.given(...everywhere(allow('*', '*')));
      for (const filter of [null, {}, { not: { names: ['-'] } }, { clusters: ['leaf-01'] }, { and: [] }]) {
        expect(await scene.product.data(nobody, EVERYTHING, { filter })).toEqual({
          objects: {
            totalCount: 0,
            nodes: [],
            pageInfo: { hasNextPage: false, startCursor: null, endCursor: null },
            facets: Array(7).fill({ values: [], truncated: false }),
          },
          labels: { facets: [{ values: [] }] },
          backwards: { nodes: [], edges: [], pageInfo: { hasPreviousPage: false, startCursor: null } },
          clusters: { totalCount: 0, nodes: [] },
          namespaces: { totalCount: 0, nodes: [], pageInfo: { endCursor: null } },
          kinds: [],
          coverage: { clusters: { nodes: [] } },
          cluster: null,
          viewer: { clusters: [] },
        });
      }
    },
  },
  {
    number: 36,
    what: 'owners and sources that are hidden are left out',
    async run(scene) {
      const { body: pod } = await scene.server.request('GET', '/api/v1/namespaces/team-a/pods/web');
      const owned = at('configmaps', 'team-a', 'owned');
      const owner = { apiVersion: 'v1', kind: 'Pod', name: 'web', uid: pod.metadata?.uid };
      const kustomization = {
        apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
        kind: 'Kustomization',
        metadata: { name: 'app', namespace: 'team-a' },
        spec: {
          interval: '5m',
          prune: true,
          sourceRef: { kind: 'GitRepository', name: 'secret-source', namespace: 'team-b' },
        },
      };
      const source = {
        apiVersion: 'source.toolkit.fluxcd.io/v1',
        kind: 'GitRepository',
        metadata: { name: 'secret-source', namespace: 'team-b' },
        spec: { interval: '5m', url: 'https://example.com/x' },
      };
      await scene.create(
        {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'owned', namespace: 'team-a', ownerReferences: [owner] },
        },
        owned,
      );
      await scene.server.apply([source, kustomization]);
      const ask = async (who: typeof jane) =>
        scene.product.data(
          who,
          'query ($a: ID!, $b: ID!) { a: object(id: $a) { live { owners { id } } } b: object(id: $b) { name source { id } } }',
          { a: idOf(owned), b: 'leaf-01/kustomize.toolkit.fluxcd.io/Kustomization/team-a/app' },
        );
      const some = allow(['get', 'list'], ['configmaps', 'kustomizations.kustomize.toolkit.fluxcd.io']);
      await scene.given(...inTeamA(some));
      await eventually(async () => (await ask(jane)).b !== null);
      expect(await ask(jane)).toEqual({ a: { live: { owners: [] } }, b: { name: 'app', source: null } });
      await scene.given(...everywhere(allow('*', '*'), { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }));
      const sourceId = 'leaf-01/source.toolkit.fluxcd.io/GitRepository/team-b/secret-source';
      await eventually(async () => (await ask(jane)).b.source !== null);
      expect(await ask(jane)).toEqual({
        a: { live: { owners: [{ id: idOf(web) }] } },
        b: { name: 'app', source: { id: sourceId } },
      });
      await scene.server.request('DELETE', '/api/v1/namespaces/team-a/configmaps/owned');
    },
  },
  {
    number: 37,
    what: 'an id that is hidden and one that is absent have the same answer, byte for byte, through object, explainAccess and _entities',
    async run(scene) {
      await scene.given(...inTeamA(listPods));
      const answers = ['web', 'wax'].map(async name => {
        const id = `leaf-01//Pod/team-b/${name}`;
        const query =
          'query ($id: ID!) { object(id: $id) { id } explainAccess(id: $id) { visible allowed basis reason grants { cluster { name } } } }';
        return JSON.stringify(await scene.product.ask(jane, query, { id }))
          .replaceAll(`"${name}"`, '')
          .replaceAll(`\\"${name}\\"`, '');
      });
      const [hidden, absent] = await Promise.all(answers);
      expect(hidden).toBe(absent);
      const fleet = new ScriptedFleet({
        'leaf-01': {
          rows: [rowAt('leaf-01', 'Pod', 'team-a/web'), rowAt('leaf-01', 'Pod', 'team-b/web')],
          grants: grant('jane', scriptedAllow('list', 'pods'), 'team-a'),
        },
      });
      const query = `query ($ids: [_Any!]!) { _entities(representations: $ids) { ... on KubernetesObject { id name labels source { id } } } }`;
      const entities = (...ids: string[]) =>
        fleet.ask('jane', query, { ids: ids.map(id => ({ __typename: 'KubernetesObject', id })) });
      const { data } = await entities('leaf-01//Pod/team-a/web', 'leaf-01//Pod/team-b/web', 'leaf-01//Pod/team-b/wax');
      expect(data).toEqual({
        _entities: [{ id: 'leaf-01//Pod/team-a/web', name: 'web', labels: {}, source: null }, null, null],
      });
    },
  },
  {
    number: 39,
    what: 'the same query of many people at once, under aliases, gives each their own answer',
    async run(scene) {
      const people = Array.from({ length: 12 }, (_, i) => ({
        who: identity(`user-${i}`),
        place: [web, webInB, map, mapInB][i % 4]!,
      }));
      await scene.given(
        ...people.flatMap(({ who, place: { resource, namespace } }) => [
          clusterRole(who.user, allow('list', resource.plural, 'web')),
          bind(namespace, who.user, `ClusterRole/${who.user}`, user(who.user)),
        ]),
      );
      const ids = [web, webInB, map, mapInB].map(idOf);
      const query = `{ all: objects { nodes { id } } ${ids.map((id, i) => `o${i}: object(id: ${JSON.stringify(id)}) { id } p${i}: object(id: ${JSON.stringify(id)}) { id }`).join(' ')} }`;
      const rounds = Array.from({ length: 5 }, () => people).flat();
      const answers = await Promise.all(rounds.map(({ who }) => scene.product.data(who, query)));
      for (const [i, { place }] of rounds.entries()) {
        const own = { id: idOf(place) };
        const { all, ...single } = answers[i];
        expect(all.nodes).toEqual([own]);
        expect(Object.values(single).filter(Boolean)).toEqual([own, own]);
      }
    },
  },
  {
    number: 40,
    what: 'errors, explanations, logs and metrics name nothing that is hidden',
    async run(scene) {
      await scene.given(...inTeamA(allow('get', 'configmaps', 'web', 'very-secret')), ...hiddenFromJane());
      const before = scene.log.length;
      const requested = [
        '{ objects(after: "bm9uc2Vuc2U") { nodes { id } } }',
        '{ objects(first: 501) { totalCount } }',
        '{ objects(filter: { labelSelector: "a in (" }) { totalCount } }',
        '{ object(id: "leaf-01/x") { id } }',
        '{ nothing }',
        `{ explainAccess(id: "${idOf(map)}", verb: "get") { reason grants { binding { name } role { name } rule { resourceNames } subject { name } } } }`,
        `{ explainAccess(id: "${idOf(webInB)}", verb: "LIST") { reason } }`,
        EVERYTHING,
      ];
      const answers = await Promise.all(requested.map(query => scene.product.ask(jane, query)));
      const reported = JSON.stringify(answers) + scene.log.slice(before).join('') + (await scene.product.metrics());
      expect(reported).toContain('"resourceNames":["web"]');
      expect(reported).not.toMatch(/very-secret|team-b|hidden-role|hidden-binding|somebody-else/);
    },
  },
  {
    number: 41,
    what: 'the live path asks as the caller and never as itself: no impersonation right, no data; a name that is more than a name, no request',
    async run(scene) {
      await letCollectorReadRoleBindings(scene, true);
      await scene.given(...inTeamA(allow(['get', 'list'], 'pods')));
      expect(await live(scene.product, jane, idOf(web))).toMatchObject({ live: { state: 'OK' } });
      await scene.withProduct({}, async product => {
        await eventually(async () => (await idsOf(product, jane)).length === 1);
        // The collector of this product may read all pods, and may impersonate nobody.
        const { live: answer } = await live(product, jane, idOf(web));
        expect(answer).toMatchObject({ state: 'FORBIDDEN', manifest: null, yaml: null });
      });
      for (const groups of [['dev\r\nImpersonate-User: admin'], ['dev\nImpersonate-Group: system:masters'], ['a\0b']]) {
        expect(() =>
          callerHeaders('leaf-01', { type: 'impersonate', user: 'jane', groups, uid: '', extra: {} }, 'Bearer own'),
        ).toThrow();
      }
      expect(() =>
        callerHeaders('leaf-01', { type: 'impersonate', user: '', groups: [], uid: '', extra: {} }, 'Bearer own'),
      ).toThrow();
    },
  },
  {
    number: 43,
    what: 'what the index may show and the leaf will not let be read stays in the list, and its live state says FORBIDDEN',
    async run(scene) {
      await scene.given(...inTeamA(listPods));
      expect(await live(scene.product, jane, idOf(web))).toMatchObject({
        id: idOf(web),
        live: { state: 'FORBIDDEN', manifest: null, yaml: null },
      });
      expect(await idsOf(scene.product, jane)).toEqual([idOf(web)]);
      // The reverse case: jane may get all pods of team-a but list none, so she sees neither row nor live object.
      await scene.given(...inTeamA(allow('get', 'pods')));
      expect((await scene.stage.authority.read(jane, '/api/v1/namespaces/team-a/pods/web')).status).toBe(200);
      expect(await live(scene.product, jane, idOf(web))).toBeNull();
    },
  },
  {
    number: 50,
    what: 'who may impersonate somebody is told exactly what that person sees, and that is logged; who may not is told nothing',
    async run(scene) {
      const mayBeBob = { verbs: ['impersonate'], apiGroups: [''], resources: ['users'], resourceNames: ['bob'] };
      await scene.given(
        viewer,
        bind('team-a', 'b', 'ClusterRole/viewer', user('bob')),
        clusterRole('may-be-bob', mayBeBob),
        bind('', 'i', 'ClusterRole/may-be-bob', user('jane')),
      );
      await scene.expect(identity('bob'), { sees: [web], hides: [webInB] });
      await scene.expect(jane, { hides: [web, webInB] });
      const query = `query ($id: ID!, $asUser: String, $asGroups: [String!]) {
        explainAccess(id: $id, verb: "list", asUser: $asUser, asGroups: $asGroups) { visible allowed grants { binding { name } } }
      }`;
      const explain = async (who: typeof jane, place: typeof web, asUser: string, ...asGroups: string[]) =>
        (await scene.product.data(who, query, { id: idOf(place), asUser, asGroups })).explainAccess;
      const nothing = { visible: false, allowed: null, grants: [] };
      const before = scene.log.length;
      expect(await explain(jane, web, 'bob')).toEqual({
        visible: true,
        allowed: true,
        grants: [{ binding: { name: 'b' } }],
      });
      expect(scene.log.slice(before).some(line => line.includes('"jane"') && line.includes('bob'))).toBe(true);
      // jane may impersonate bob, so she may learn what bob may learn.
      expect(await explain(jane, webInB, 'bob')).toEqual({ ...nothing, allowed: false });
      expect(await explain(jane, web, 'bob', 'ops')).toEqual(nothing);
      expect(await explain(jane, web, 'alice')).toEqual(nothing);
      expect(await explain(identity('mallory'), web, 'bob')).toEqual(nothing);
    },
  },
];

function hiddenFromJane() {
  return [
    clusterRole('hidden-role', allow('*', '*')),
    bind('team-b', 'hidden-binding', 'ClusterRole/hidden-role', user('somebody-else')),
  ];
}
