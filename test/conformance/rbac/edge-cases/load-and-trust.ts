/**
 * Cases 17 to 19 and 44 to 49: clusters that are added, removed or away, leases, odd names, load, changes of RBAC
 * during answers, other authorizers, and time.
 */
import { expect } from '@jest/globals';
import { simulatedKubeconfig } from '../../../../sim/kubeconfig.ts';
import type { SimulatedLeaf } from '../../../../sim/leaf.ts';
import { compileVisibility, sees } from '../../../../rbac/visibility.ts';
import { encodeObjectId, encodeObjectKey } from '../../../../schema/object-id.ts';
import { MemoryStore } from '../../../../store/memory.ts';
import { FencedError, InvalidRowError } from '../../../../store/store.ts';
import type { Kubeconfig } from '../../../harness/apiserver.ts';
import { ADMIN, grant as simulatedGrant, namespace, pod, startLeaf } from '../../../sim/fixtures.ts';
import * as fixtures from '../../../rbac/fixtures.ts';
import { row } from '../../../fixtures.ts';
import {
  allow as scriptedAllow,
  grant,
  rowAt as scriptedRow,
  ScriptedFleet,
} from '../../../subgraphs/fleet/scripted-fleet.ts';
import { RBAC_GROUP, rbacPath, RBAC_VERSION } from '../../../rbac/manifests.ts';
import { registrationOf } from '../product.ts';
import { RESOURCES } from '../vocabulary.ts';
import { allow, bind, clusterRole, role, user } from '../../../rbac/manifests.ts';
import { identity } from '../../../rbac/fixtures.ts';
import {
  coverageOf,
  eventually,
  everywhere,
  idOf,
  idsOf,
  jane,
  letCollectorReadRoleBindings,
  listPods,
  map,
  mapInB,
  MIXED,
  ODD_NAME,
  viewer,
  web,
  webInB,
  type EdgeCase,
  type Scene,
} from './scene.ts';

/**
 * Value of `rbac.maxAge`. Short enough that tests can wait for its end, and longer than the interval of the collector's
 * probes.
 */
const MAX_AGE = '10s';

export const loadAndTrust: readonly EdgeCase[] = [
  {
    number: 17,
    what: 'a name that goes to another cluster brings nothing of the first; one API server under two names is two clusters; a renamed one starts anew',
    async run(scene) {
      await scene.given(viewer, bind('', 'b', 'ClusterRole/viewer', user('jane')));
      await using second = await leaf('bob', 'second');
      const { registry } = scene.product;
      const register = async (name: string, { kubeconfig }: { kubeconfig: Kubeconfig }) =>
        registry.add(await registrationOf({ name, kubeconfig }));
      const pods = async (who: string, cluster: string) =>
        [...(await scene.stage.idsSeenBy(identity(who), cluster))]
          .filter(id => id.startsWith(`${cluster}//Pod/`))
          .join();
      await register('twin', { kubeconfig: scene.server.kubeconfig() });
      const here = await pods('jane', 'leaf-01');
      expect(here).toContain(idOf(web));
      await eventually(async () => (await pods('jane', 'twin')) === here.replaceAll('leaf-01//', 'twin//'));
      expect(await pods('jane', 'leaf-01')).toBe(here);
      void registry.remove('twin');
      expect(await pods('jane', 'twin')).toBe('');
      await register('twin', second);
      const seenByJane = new Set<string>();
      await eventually(async () => {
        seenByJane.add(await pods('jane', 'twin'));
        return (await pods('bob', 'twin')) === 'twin//Pod/team-a/second';
      });
      expect([...seenByJane, await pods('jane', 'twin')].join('')).toBe('');
      await register('twin-2', second);
      await eventually(async () => (await pods('bob', 'twin-2')) === 'twin-2//Pod/team-a/second');
      expect(await pods('bob', 'twin')).toBe('twin//Pod/team-a/second');
      void registry.remove('twin');
      expect([await pods('bob', 'twin'), await pods('bob', 'twin-2')]).toEqual(['', 'twin-2//Pod/team-a/second']);
      void registry.remove('twin-2');
    },
  },
  {
    number: 18,
    what: 'a leaf that is away for longer than rbac.maxAge shows nothing and is counted as closed or unreachable, until it is back',
    async run(scene) {
      await scene.given(viewer, bind('', 'b', 'ClusterRole/viewer', user('jane')));
      await letCollectorReadRoleBindings(scene, true);
      await scene.withProduct({ maxAge: MAX_AGE }, async (product, wire) => {
        await eventually(async () => (await idsOf(product, jane)).includes(idOf(web)));
        wire.cut();
        expect(await idsOf(product, jane)).toContain(idOf(web));
        await eventually(async () => (await idsOf(product, jane)).length === 0);
        expect(await coverageOf(product, jane)).toMatchObject({ total: 1, indexed: 0, clusters: { nodes: [] } });
        wire.mend();
        await eventually(async () => (await idsOf(product, jane)).includes(idOf(web)));
      });
    },
  },
  {
    number: 19,
    what: 'a collector that may no longer read RBAC does not answer from what it last knew for longer than rbac.maxAge',
    async run(scene) {
      await scene.given(viewer, bind('', 'b', 'ClusterRole/viewer', user('jane')));
      await letCollectorReadRoleBindings(scene, true);
      await scene.withProduct({ maxAge: MAX_AGE }, async (product, wire) => {
        await eventually(async () => (await idsOf(product, jane)).includes(idOf(web)));
        await letCollectorReadRoleBindings(scene, false);
        // The server refuses only new watches. Cutting the connection ends the open watch.
        wire.cut();
        wire.mend();
        await eventually(async () => (await coverageOf(product, jane))['closed'] === 1);
        expect(await idsOf(product, jane)).toEqual([]);
        expect(await coverageOf(product, jane)).toEqual({
          total: 1,
          indexed: 0,
          rebuilding: 0,
          stale: 0,
          unreachable: 0,
          closed: 1,
          clusters: { nodes: [] },
        });
      });
    },
  },
  {
    number: 44,
    what: 'a lease of one cluster writes, deletes and fences nothing of another, whatever a row calls itself; ids of different objects differ',
    async run() {
      const store = new MemoryStore();
      const [a, b] = await Promise.all(['a', 'b'].map(async name => (await store.acquire(name, 'collector', 60_000))!));
      await store.apply(b!, { puts: [row({ name: 'web', cluster: 'b' })] });
      const key = encodeObjectKey(row({ name: 'web' }));
      await expect(store.apply(a!, { puts: [row({ name: 'web', cluster: 'b' })] })).rejects.toThrow(InvalidRowError);
      await store.apply(a!, { deletes: [key] });
      await expect(store.apply(a!, { deletes: [`b/${key}`] })).rejects.toThrow(InvalidRowError);
      await expect(store.apply({ ...a!, cluster: 'b', epoch: a!.epoch }, { deletes: [key] })).rejects.toThrow(
        FencedError,
      );
      await expect(store.remove({ ...a!, cluster: 'b' })).rejects.toThrow(FencedError);
      for (const name of ['../../b', 'x\ny', '\ud800', 'n'.repeat(254)]) {
        const crafted = { puts: [row({ cluster: 'a', name })] };
        if (name === '../../b') await store.apply(a!, crafted);
        else await expect(store.apply(a!, crafted)).rejects.toThrow(InvalidRowError);
      }
      expect((await store.snapshot('b', AbortSignal.timeout(1_000))).rowCount).toBe(1);
      const ids = [
        ['a/b', 'c'],
        ['a', 'b/c'],
        ['a%2Fb', 'c'],
        ['', 'a/b/c'],
      ].map(([namespace = '', name = '']) => encodeObjectId({ cluster: 'x', group: '', kind: 'Pod', namespace, name }));
      expect(new Set(ids).size).toBe(ids.length);
      await store.close();
    },
  },
  {
    number: 45,
    what: 'names of any kind are names: separators, patterns, prototypes, three hundred letters',
    async run(scene) {
      const long = 'x'.repeat(300);
      await scene.given(
        clusterRole(long, listPods),
        clusterRole('a,b:*[?]', allow('list', 'configmaps')),
        bind('', long, `ClusterRole/${long}`, user('odd:jane')),
        bind('team-a', '*', 'ClusterRole/a,b:*[?]', user('odd:jane'), user('__proto__')),
        bind('team-b', 'long', `ClusterRole/${long}`, user('jane')),
      );
      await scene.expect(identity('jane'), { sees: [webInB], hides: [web, map] });
      await scene.expect(identity('__proto__'), { sees: [map], hides: [web] });
      await scene.expect(identity('constructor', '__proto__', 'toString'), { hides: [web, map] });
      const there = (id: string) => id.replace('leaf-01', encodeURIComponent(ODD_NAME));
      await eventually(async () => (await scene.stage.idsSeenBy(identity('jane'), ODD_NAME)).has(there(idOf(map))));
      expect(await scene.stage.idsSeenBy(identity('jane'), ODD_NAME)).toContain(there(idOf(web)));
      await grantsAndIsNoRow(scene, long);
      const query =
        'query ($id: ID!, $filter: ObjectFilter) { object(id: $id) { cluster { name } } objects(filter: $filter) { totalCount } }';
      for (const filter of [
        { clusters: ['eu*', '*', 'eu/west:1@', '__proto__'] },
        { namespaces: ['team-*', 'team-?', '[a-z]*'] },
        { names: ['*', '__proto__', 'constructor', 'w\neb'] },
        { kinds: ['*', 'Po*', 'toString'] },
        { name: { equals: 'w?b' } },
        { labels: 'constructor,__proto__' },
      ]) {
        const answer = await scene.product.ask(identity('jane'), query, { id: there(idOf(web)), filter });
        if (answer.errors)
          expect(answer.errors.map(({ extensions }) => extensions['code'])).toEqual(['BAD_USER_INPUT']);
        else expect(answer.data).toEqual({ object: { cluster: { name: ODD_NAME } }, objects: { totalCount: 0 } });
      }
    },
  },
  {
    number: 46,
    what: 'ten thousand bindings, a thousand subjects, five hundred rules, two hundred clusters; who is compiled for the first time makes nobody wait',
    async run() {
      const { allow, clusterRole, grantsOf, group, identity, PODS, roleBinding, user } = fixtures;
      const crowd = Array.from({ length: 1_000 }, (_, i) => user(`user-${i}`));
      const rules = Array.from({ length: 500 }, (_, i) => allow('list', 'pods', `pod-${i}`));
      const bindings = Array.from({ length: 10_000 }, (_, i) =>
        roleBinding(
          `team-${i % 1_000}`,
          `b${i}`,
          'ClusterRole/names',
          ...(i < 20 ? crowd : [group(`group-${i % 500}`)]),
        ),
      );
      const grants = grantsOf(clusterRole('names', ...rules), ...bindings);
      const one = compileVisibility(grants, identity('user-999'), [PODS]);
      expect([one.namespaces.size, sees(one, 0, 'team-19', 'pod-499'), sees(one, 0, 'team-20', 'pod-0')]).toEqual([
        20,
        true,
        false,
      ]);
      const everyGroup = Array.from({ length: 500 }, (_, i) => `group-${i}`);
      const many = compileVisibility(grants, identity('x', ...everyGroup), [PODS]);
      expect([many.namespaces.size, sees(many, 0, 'team-999', 'pod-0'), sees(many, 0, 'team-999', 'web')]).toEqual([
        1_000,
        true,
        false,
      ]);

      const some = Array.from({ length: 500 }, (_, i) =>
        grant('cold', scriptedAllow('list', 'pods', `pod-${i}`), `team-${i}`),
      ).flat();
      const fleet = new ScriptedFleet(
        Object.fromEntries(
          Array.from({ length: 200 }, (_, i) => [
            `leaf-${i}`,
            {
              rows: [scriptedRow(`leaf-${i}`, 'Pod', 'team-7/pod-7')],
              grants: [...some, ...grant('warm', scriptedAllow('list', 'pods'), 'team-7')],
            },
          ]),
        ),
      );
      const count = '{ objects { totalCount } }';
      expect((await fleet.ask('warm', count)).data).toEqual({ objects: { totalCount: 200 } });
      const answered: string[] = [];
      const ask = async (who: string) => {
        const { data } = await fleet.ask(who, count);
        answered.push(who);
        return data;
      };
      expect(await Promise.all([ask('cold'), ask('warm')])).toEqual(Array(2).fill({ objects: { totalCount: 200 } }));
      expect(answered).toEqual(['warm', 'cold']);
    },
  },
  {
    number: 47,
    what: 'while RBAC changes, an answer is by what was or by what is, and never by some of both',
    async run(scene) {
      const [pods, maps] = [allow('list', 'pods'), allow('list', 'configmaps', 'web')].map(rule =>
        everywhere(rule),
      ) as [ReturnType<typeof everywhere>, ReturnType<typeof everywhere>];
      await scene.given(...pods);
      let flips = 0;
      const seen = new Set<string>();
      const watching = async () => {
        while (flips < 40) {
          const { a, b } = await scene.product.data(
            jane,
            'query { a: objects(first: 500) { totalCount nodes { kind } } b: kinds { name } }',
          );
          const kinds = new Set<string>(a.nodes.map(({ kind }: { kind: string }) => kind));
          expect(a.totalCount).toBe(a.nodes.length);
          seen.add([...kinds].join());
          expect(b.length).toBeLessThanOrEqual(1);
        }
      };
      const flipping = async () => {
        const path = rbacPath('ClusterRole', '', 'r');
        for (; flips < 40; flips++) {
          await scene.stage.authority.send('PUT', path, {
            apiVersion: RBAC_VERSION,
            ...(flips % 2 === 0 ? maps : pods)[0]!,
          });
          if (flips % 8 === 7) await eventually(async () => (await idsOf(scene.product, jane)).includes(idOf(web)));
        }
      };
      await Promise.all([watching(), watching(), flipping()]);
      for (const kinds of seen) expect(['Pod', 'ConfigMap']).toContain(kinds);
      await scene.given(...pods);
      await scene.expect(jane, { sees: [web, webInB], hides: [map, mapInB] });
    },
  },
  {
    number: 48,
    what: 'a leaf with other authorizers beside RBAC is answered by its own reviews, or not at all',
    async run(scene) {
      const everything = clusterRole('r', { verbs: ['*'], apiGroups: ['*'], resources: ['*'] });
      await scene.given(everything, bind('', 'b', 'ClusterRole/r', user('mixed:jane')));
      const expected = (await scene.stage.authority.objects(RESOURCES)).map(place =>
        idOf(place).replace('leaf-01', MIXED),
      );
      // Access reviews of this server agree with its RBAC. The cluster shows all rows, or none while it is closed.
      await eventually(async () => {
        const ids = await scene.stage.idsSeenBy(jane, MIXED);
        return (await coverageOf(scene.product, jane))['closed'] === 1
          ? ids.size === 0
          : expected.every(id => ids.has(id));
      });
      expect(await scene.stage.idsSeenBy(identity('stranger'), MIXED)).toEqual(new Set());
      await scene.expect(jane, { hides: [web] });
    },
  },
  {
    number: 49,
    what: 'after a start nothing is shown before the RBAC has been read, and ages do not come from the clock on the wall',
    async run(scene) {
      await scene.given(viewer, bind('', 'b', 'ClusterRole/viewer', user('jane')));
      await letCollectorReadRoleBindings(scene, true);
      await scene.withProduct({ beginCut: true }, async (product, wire) => {
        expect(await idsOf(product, jane)).toEqual([]);
        expect(await coverageOf(product, jane)).toMatchObject({ indexed: 0, clusters: { nodes: [] } });
        wire.mend();
        await eventually(async () => (await idsOf(product, jane)).includes(idOf(web)));
        const clock = Date.now;
        try {
          for (const skew of [3_600_000, -3_600_000]) {
            Date.now = () => clock() + skew;
            expect(await idsOf(product, jane)).toContain(idOf(web));
          }
        } finally {
          Date.now = clock;
        }
      });
    },
  },
];

/**
 * Checks a Role with a name that is too long for a row. The server lists the Role, and its grants are effective. The
 * index leaves the Role out, and a metric counts it.
 */
async function grantsAndIsNoRow(scene: Scene, name: string): Promise<void> {
  const lists = allow('list', `roles.${RBAC_GROUP}`);
  const [theRole, binding] = [role('team-a', name, lists), bind('team-a', name, `Role/${name}`, user('joe'))];
  try {
    for (const manifest of [theRole, binding]) {
      const path = rbacPath(manifest.kind, 'team-a');
      await scene.stage.authority.send('POST', path, { apiVersion: RBAC_VERSION, ...manifest });
    }
    const joe = identity('joe');
    const kinds = async () => (await scene.product.data(joe, '{ kinds { value } }')).kinds;
    await eventually(async () => (await kinds()).length > 0);
    expect(await kinds()).toEqual([{ value: `Role.${RBAC_GROUP}` }]);
    const { body } = await scene.stage.authority.read(joe, rbacPath('Role', 'team-a'));
    expect((body.items ?? []).map(({ metadata }) => metadata?.name)).toContain(name);
    expect((await idsOf(scene.product, joe)).filter(id => id.includes(name))).toEqual([]);
    expect(await scene.product.metrics()).toMatch(/^fleetgraph_rows_refused_total\{.*name.*\} [1-9]/m);
  } finally {
    for (const { kind, metadata } of [binding, theRole])
      await scene.server.request('DELETE', rbacPath(kind, metadata.namespace, metadata.name));
  }
}

/** A simulated leaf with one pod, which one user may list. */
async function leaf(
  who: string,
  podName: string,
): Promise<{ kubeconfig: Kubeconfig; [Symbol.asyncDispose](): Promise<void> }> {
  const simulated: SimulatedLeaf = await startLeaf({ name: podName });
  const objects = [
    namespace('team-a'),
    pod('team-a', podName),
    ...simulatedGrant('pods', who, [{ verbs: ['list'], resources: ['pods'] }], 'team-a'),
  ];
  for (const object of objects) simulated.objects.put(object);
  return {
    kubeconfig: JSON.parse(simulatedKubeconfig([simulated], ADMIN)) as Kubeconfig,
    [Symbol.asyncDispose]: () => simulated.close(),
  };
}
