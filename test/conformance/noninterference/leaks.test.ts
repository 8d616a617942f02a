/** Leaks that were found and fixed, each in the smallest world that shows it. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { grantKey, type PolicyRule } from '../../../rbac/types.ts';
import { encodeObjectId } from '../../../schema/object-id.ts';
import { rowAt } from '../../subgraphs/fleet/scripted-fleet.ts';
import { Product } from './product.ts';
import { COMMON, RARE } from './vocabulary.ts';
import { grant, newCluster } from './world.ts';

const pods: PolicyRule = { verbs: ['list'], apiGroups: [''], resources: ['pods'], resourceNames: [] };
const mayListPods = new Map(grant('jane', pods, 'team-a').map(object => [grantKey(object), object]));

let product: Product;
beforeAll(async () => {
  product = await Product.start();
});
afterAll(() => product[Symbol.asyncDispose]());

describe('does not tell', () => {
  it.each([
    ['while its kinds are listed', 'listing' as const, 'REBUILDING', 'its first lists are not complete yet'],
    ['once it is indexed', 'synced' as const, 'INDEXED', null],
  ])('how many kinds a cluster serves that the asker may not list, %s', async (_when, phase, state, reason) => {
    for (const resources of [COMMON, [...COMMON, ...RARE]]) {
      await product.show(new Map([['leaf-b', newCluster({ resources, phase, grants: mayListPods })]]));
      const { body } = await product.ask(
        'jane',
        '{ coverage { clusters { nodes { state reason kindsListed kindsTotal } } } }',
        {},
      );
      expect(body.data.coverage.clusters.nodes).toEqual([{ state, reason, kindsListed: 1, kindsTotal: 1 }]);
    }
  });

  it("by the order of an object's labels, which keys hidden objects had before it", async () => {
    const shown = rowAt('leaf-b', 'Pod', 'team-a/web', { labels: { a: '1', z: '2' } });
    for (const labels of [{}, { z: '2' }]) {
      const rows = new Map(
        [rowAt('leaf-b', 'Pod', 'kube-system/dns', { labels }), shown].map(it => [encodeObjectId(it), it]),
      );
      await product.show(new Map([['leaf-b', newCluster({ rows, grants: mayListPods })]]));
      const { body } = await product.ask('jane', '{ objects { nodes { labels } } }', {});
      expect(JSON.stringify(body.data.objects.nodes)).toBe('[{"labels":{"a":"1","z":"2"}}]');
    }
  });

  it.each([
    ['kinds', '{ kinds { value } }'],
    ['clusters', '{ clusters { nodes { name } } coverage { clusters { nodes { cluster { name } } } } }'],
    ['namespaces', '{ namespaces { nodes { name } } }'],
    [
      'viewer',
      '{ viewer { clusters { cluster { name } } access { nodes { everywhere inNamespaces { kinds namespaces } } } } }',
    ],
  ])(
    'by %s, of a cluster whose webhook lets the asker list in a namespace, whether anything hidden is there',
    async (_what, query) => {
      const answers: unknown[] = [];
      for (const rows of [[], [rowAt('leaf-b', 'Deployment', 'team-a/hidden')]]) {
        const cluster = newCluster({
          authorization: 'webhook',
          rows: new Map(rows.map(it => [encodeObjectId(it), it])),
          grants: mayListPods,
        });
        await product.show(new Map([['leaf-b', cluster]]));
        answers.push((await product.ask('jane', query, {})).body);
      }
      expect(answers[1]).toEqual(answers[0]);
    },
  );

  it('the log of a cluster that the asker cannot know of, though they spelled an id in it', async () => {
    const query =
      'query ($r: [_Any!]!) { _entities(representations: $r) { ... on KubernetesObject { live { state message } } } }';
    const id = 'leaf-b//Pod/team-a/web';
    for (const world of [new Map(), new Map([['leaf-b', newCluster()]])]) {
      await product.show(world);
      const { body, log } = await product.askSubgraph('live', 'jane', query, {
        r: [{ __typename: 'KubernetesObject', id }],
      });
      expect(body.data._entities).toMatchObject([{ live: { state: 'NOT_FOUND' } }]);
      expect(log).toEqual([]);
    }
  });
});
