/**
 * The main task on real clusters: one graph over three kube-apiservers. In a full run the product runs in three forms:
 * as one process with the embedded store, as a gateway and a collector over a real Redis, and as two gateways and two
 * collectors over a Redis Cluster. Each user's rows at every gateway are compared with the rows that the leaves let the
 * user list.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import type { ApiServer, ApiServers } from '../harness/apiserver.ts';
import { eventually, Fleetgraph } from '../harness/fleetgraph.ts';
import { isProof } from '../harness/sampling.ts';
import { startRedis, startRedisCluster, type RedisServer } from '../harness/redis.ts';
import { binding, kustomization, listedBy, PEOPLE, RESOURCES, startFleet, type Person } from './fixture.ts';

const EVERYBODY = Object.keys(PEOPLE) as Person[];
const token = (person: Person) => `token-of-${person}`;
const KINDS = RESOURCES.map(({ kind, group }) => (group ? `${kind}.${group}` : kind));

const LIST = /* GraphQL */ `
  query List($filter: ObjectFilter, $after: String) {
    objects(filter: $filter, first: 500, after: $after) {
      totalCount
      nodes {
        id
        status
        suspended
        reason
        message
      }
      pageInfo {
        hasNextPage
        endCursor
      }
      coverage {
        total
        indexed
        rebuilding
        stale
        unreachable
        closed
        clusters {
          nodes {
            cluster {
              name
            }
            state
            reason
          }
        }
      }
    }
  }
`;

let fleet: ApiServers;
let kubeconfig: string;

beforeAll(async () => {
  fleet = await startFleet();
  kubeconfig = join(fleet.servers[0]?.directory ?? '', 'fleet.kubeconfig');
  await writeFile(kubeconfig, stringify(fleet.kubeconfig('collector')), { mode: 0o600 });
}, 900_000);
afterAll(() => fleet?.remove());

function configuration(store: object): Record<string, unknown> {
  return {
    store,
    clusters: fleet.servers.map(({ name }) => ({ name, kubeconfig, context: name })),
    authentication: [
      { type: 'static', tokens: EVERYBODY.map(person => ({ token: token(person), ...PEOPLE[person] })) },
    ],
    limits: { requestTimeout: '4s' },
  };
}

/** Forms of the product. A full run tests all forms, a short run only the form with the most parts. */
const FORMS = isProof ? (['single', 'split', 'replicated'] as const) : (['replicated'] as const);

describe.each(FORMS)('fleetgraph over three real clusters, %s', form => {
  let redis: readonly RedisServer[] = [];
  let fleetgraph: Fleetgraph;
  const measured: string[] = [];

  const queryAt = async (gateway: number, person: Person, text: string, variables = {}) => {
    const { data, errors } = await fleetgraph.query(token(person), text, variables, { gateway });
    expect(errors).toBeUndefined();
    return data;
  };
  /**
   * Sends a query to every gateway. Each gateway follows the store independently, so their answers may be equal only
   * after some time.
   */
  const query = async (person: Person, text: string, variables = {}) => {
    const ask = () => Promise.all(fleetgraph.urls.map((_url, gateway) => queryAt(gateway, person, text, variables)));
    const agree = ([first, ...others]: unknown[]) => others.every(other => isDeepStrictEqual(other, first));
    const { answer } = await eventually(ask, agree, { what: 'agreement of the gateways' });
    return answer[0];
  };
  const idsOf = async (person: Person, filter: object = { kinds: KINDS }) =>
    ((await query(person, LIST, { filter })).objects.nodes as { id: string }[]).map(({ id }) => id).sort();
  const coverage = async (person: Person = 'alice') =>
    (await query(person, LIST, { filter: { names: ['-'] } })).objects.coverage;
  const leaf = (name: string): ApiServer => fleet.get(name);
  const seen = async (
    person: Person,
    id: string,
    condition: (row: { status: string; message: string } | undefined) => boolean,
  ) => {
    const ask = async () =>
      (await query(person, `query($id: ID!) { object(id: $id) { id status message } }`, { id })).object ?? undefined;
    return eventually(ask, condition, { what: id });
  };

  beforeAll(async () => {
    if (form === 'split') redis = [await startRedis()];
    if (form === 'replicated') redis = (await startRedisCluster(3)).servers;
    const store = {
      single: { type: 'memory' },
      split: { type: 'redis', url: redis[0]?.url },
      replicated: { type: 'redis', cluster: redis.map(({ port }) => `127.0.0.1:${port}`) },
    };
    fleetgraph = await Fleetgraph.start({ config: configuration(store[form]), form });
    await eventually(
      () => coverage(),
      ({ total, indexed }) => total === 3 && indexed === 3,
      { what: 'a complete index' },
    );
  });
  afterAll(async () => {
    if (measured.length > 0) console.info(`${form}: ${measured.join(', ')}`);
    await fleetgraph?.stop();
    await Promise.all(redis.map(server => server.remove()));
  });

  it.each(EVERYBODY)('shows %s exactly the objects that the leaves let them list', async person => {
    const listed = (await Promise.all(fleet.servers.map(server => listedBy(server, person)))).flat().sort();
    expect(await idsOf(person)).toEqual(listed);
    if (person === 'alice') expect(listed.length).toBeGreaterThan(40);
    if (person === 'dave') expect(listed).toEqual([]);
  });

  it('shows somebody without rights no name of anything, on any list', async () => {
    const answer = await query(
      'dave',
      `{ objects { totalCount nodes { id } facets(fields: [CLUSTER, NAMESPACE, KIND, STATUS, REASON]) { values { value } } coverage { total clusters { nodes { cluster { name } } } } }
         clusters { nodes { name } } namespaces { nodes { name } } kinds { name } coverage { total clusters { nodes { cluster { name } } } } viewer { user groups } }`,
    );
    expect(answer.objects).toEqual({
      totalCount: 0,
      nodes: [],
      facets: Array(5).fill({ values: [] }),
      coverage: { total: 3, clusters: { nodes: [] } },
    });
    expect([answer.clusters.nodes, answer.namespaces.nodes, answer.kinds]).toEqual([[], [], []]);
    expect(answer.viewer.user).toBe('dave');
    expect(JSON.stringify(answer)).not.toMatch(/leaf-0|team-/);
  });

  it('crosses from the list of failures to their live conditions in one request', async () => {
    const answer = await query(
      'bob',
      `{ objects(filter: { statuses: [FAILED], kinds: ["Kustomization"] }) { totalCount nodes { id reason live { state conditions { type status reason } yaml } } } }`,
    );
    expect(answer.objects.totalCount).toBe(2);
    for (const node of answer.objects.nodes) {
      expect(node).toMatchObject({
        reason: 'BuildFailed',
        live: { state: 'OK', conditions: [{ type: 'Ready', status: 'False', reason: 'BuildFailed' }] },
      });
      expect(node.live.yaml).toContain('kind: Kustomization');
      expect(node.live.yaml).not.toContain('managedFields');
    }
  });

  it('leaves the details of what only the index may show to the leaf', async () => {
    // carol may list "healthy" by name and get "failing" by name. The leaf refuses to return "healthy", and the answer
    // reports the refusal as data.
    const answer = await query('carol', `{ objects(orderBy: [{ field: NAME }]) { nodes { name live { state } } } }`);
    expect(answer.objects.nodes).toEqual([
      { name: 'failing', live: { state: 'OK' } },
      { name: 'healthy', live: { state: 'FORBIDDEN' } },
    ]);
  });

  it('answers absent and forbidden ids alike', async () => {
    const [absent, forbidden] = [
      'leaf-01/kustomize.toolkit.fluxcd.io/Kustomization/team-b/nothing',
      'leaf-01/kustomize.toolkit.fluxcd.io/Kustomization/team-b/paused',
    ];
    expect(
      await query('bob', 'query($a: ID!, $b: ID!) { a: object(id: $a) { id } b: object(id: $b) { id } }', {
        a: absent,
        b: forbidden,
      }),
    ).toEqual({ a: null, b: null });
  });

  it('shows a created object, its change of status and its deletion', async () => {
    const id = 'leaf-02/kustomize.toolkit.fluxcd.io/Kustomization/team-a/new';
    const path = '/apis/kustomize.toolkit.fluxcd.io/v1/namespaces/team-a/kustomizations/new';
    await leaf('leaf-02').apply([kustomization('team-a', 'new', 'Unknown')]);
    measured.push(`created ${Math.round((await seen('bob', id, row => row?.status === 'IN_PROGRESS')).tookMs)} ms`);
    await leaf('leaf-02').apply([kustomization('team-a', 'new', 'False', { message: 'now it fails' })]);
    measured.push(
      `status ${Math.round((await seen('bob', id, row => row?.status === 'FAILED' && row.message === 'now it fails')).tookMs)} ms`,
    );
    await leaf('leaf-02').request('DELETE', path);
    measured.push(`deleted ${Math.round((await seen('bob', id, row => row === undefined)).tookMs)} ms`);
  });

  it('follows a grant and its loss', async () => {
    const grant = binding('RoleBinding', 'dave', 'team-a', 'reader', { kind: 'User', name: 'dave' });
    const path = '/apis/rbac.authorization.k8s.io/v1/namespaces/team-a/rolebindings/dave';
    await leaf('leaf-03').apply([grant]);
    const granted = await eventually(
      () => idsOf('dave'),
      ids => ids.length > 0,
      { what: 'the grant' },
    );
    expect(granted.answer).toEqual(await listedBy(leaf('leaf-03'), 'dave'));
    await leaf('leaf-03').request('DELETE', path);
    const revoked = await eventually(
      () => idsOf('dave'),
      ids => ids.length === 0,
      { what: 'the loss of the grant' },
    );
    measured.push(`granted ${Math.round(granted.tookMs)} ms`, `revoked ${Math.round(revoked.tookMs)} ms`);
  });

  it('collects a kind whose CRD is installed later, and forgets it when it is removed', async () => {
    const name = 'buckets.source.toolkit.fluxcd.io';
    await leaf('leaf-01').request('DELETE', `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`);
    const kinds = async () =>
      (await query('alice', `{ cluster(name: "leaf-01") { name } kinds { name } }`)).kinds.map(
        ({ name }: { name: string }) => name,
      ) as string[];
    await eventually(
      async () =>
        (await leaf('leaf-01').request('GET', `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`))
          .status,
      status => status === 404,
    );
    await leaf('leaf-01').installCrds([name]);
    await leaf('leaf-01').apply([
      {
        apiVersion: 'source.toolkit.fluxcd.io/v1',
        kind: 'Bucket',
        metadata: { name: 'late', namespace: 'team-a' },
        spec: { interval: '1m', bucketName: 'b', endpoint: 'e' },
      },
    ]);
    await seen('bob', 'leaf-01/source.toolkit.fluxcd.io/Bucket/team-a/late', row => row !== undefined);
    expect(await kinds()).toContain('Bucket');
    await leaf('leaf-01').request('DELETE', `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`);
    await seen('bob', 'leaf-01/source.toolkit.fluxcd.io/Bucket/team-a/late', row => row === undefined);
    await leaf('leaf-01').installCrds([name]);
  });

  it('answers within its deadline while a leaf is down, with the others and the name of the one', async () => {
    await leaf('leaf-02').stop();
    try {
      const ask = () =>
        queryAt(
          0,
          'alice',
          `{ objects(filter: { statuses: [FAILED], kinds: ["Kustomization"] }) { nodes { id cluster { name } live { state conditions { reason } } } coverage { unreachable clusters { nodes { cluster { name } state } } } } }`,
        );
      const { answer } = await eventually(ask, ({ objects }) => objects.coverage.unreachable === 1, {
        what: 'leaf-02 reported as unreachable',
      });
      const start = performance.now();
      await ask();
      // The request timeout is 4 s. The limit is longer, because the machine may be busy.
      expect(performance.now() - start).toBeLessThan(30_000);
      const states = Object.fromEntries(
        answer.objects.nodes.map((node: any) => [`${node.cluster.name}/${node.id.split('/')[3]}`, node.live.state]),
      );
      expect(states).toMatchObject({ 'leaf-01/team-a': 'OK', 'leaf-01/team-b': 'OK', 'leaf-03/team-a': 'OK' });
      expect(['UNREACHABLE', 'TIMEOUT']).toContain(states['leaf-02/team-a']);
      expect(
        answer.objects.coverage.clusters.nodes.find(
          ({ cluster }: { cluster: { name: string } }) => cluster.name === 'leaf-02',
        ).state,
      ).toBe('UNREACHABLE');
    } finally {
      await leaf('leaf-02').start();
    }
    await eventually(
      () => coverage(),
      ({ indexed }) => indexed === 3,
      { what: 'leaf-02 indexed again' },
    );
  });

  if (form !== 'single') {
    it('keeps answering, marked stale, while Redis is down, and rebuilds an empty one by itself', async () => {
      const before = await idsOf('alice');
      await Promise.all(redis.map(server => server.stop()));
      const down = await eventually(
        () => coverage(),
        ({ stale }) => stale === 3,
        { what: 'every cluster marked stale' },
      );
      expect(down.answer.clusters.nodes).toHaveLength(3);
      expect(await idsOf('alice')).toEqual(before);
      await Promise.all(redis.map(server => server.start()));
      const states: string[] = [];
      await eventually(
        async () => {
          const { total, indexed, rebuilding, stale } = await coverage();
          states.push(`${indexed}/${total} indexed, ${rebuilding} rebuilding, ${stale} stale`);
          return indexed;
        },
        indexed => indexed === 3,
        { what: 'a rebuilt index' },
      );
      expect(await idsOf('alice')).toEqual(before);
      measured.push(`after the loss of Redis: ${[...new Set(states)].join(' → ')}`);
    });
  }

  if (form === 'replicated') {
    it('has the clusters collected by both collectors, and by one when the other is killed', async () => {
      const names = ['collector-1', 'collector-2'] as const;
      const held = (name: string) => fleetgraph.metric(name, 'fleetgraph_collector_clusters_held');
      const shares = async () => {
        const seen = await Promise.all(names.map(name => fleetgraph.metric(name, 'fleetgraph_collectors')));
        const [one = 0, other = 0] = await Promise.all(names.map(held));
        return seen.every(count => count === 2) && one + other === 3 ? ([one, other] as const) : undefined;
      };
      const shared = async () => (await eventually(shares, Boolean, { what: 'a cluster for whom each is' })).answer;
      // Names that are random at each start decide which collector owns a cluster. With three clusters, one of two
      // collectors gets no cluster in about a quarter of the cases.
      while ((await shared())?.includes(0)) {
        await fleetgraph.kill('collector-2');
        await fleetgraph.start('collector-2');
      }
      await fleetgraph.kill('collector-1');
      try {
        const { tookMs } = await eventually(
          () => held('collector-2'),
          clusters => clusters === 3,
          { what: 'the clusters of the killed one' },
        );
        measured.push(`taken over ${Math.round(tookMs)} ms`);
        await Promise.all(fleet.servers.map(server => server.apply([kustomization('team-a', 'taken-over', 'False')])));
        for (const { name } of fleet.servers) {
          const id = `${name}/kustomize.toolkit.fluxcd.io/Kustomization/team-a/taken-over`;
          await seen('alice', id, row => row?.status === 'FAILED');
        }
      } finally {
        await fleetgraph.start('collector-1');
      }
    });
  }

  it('tells what it holds in metrics, without credentials and without a name', async () => {
    // Redis may have started again without content. The clusters are then collected again.
    const { answer: text } = await eventually(
      async () => (await fetch(`${fleetgraph.operationsUrl}/metrics`)).text(),
      metrics => /^fleetgraph_index_clusters\{state="loaded"\} 3$/m.test(metrics),
      { what: 'all clusters loaded' },
    );
    const [, rows] = /^fleetgraph_index_rows (\d+)$/m.exec(text) ?? [];
    expect(Number(rows)).toBeGreaterThan(40);
    expect(text).toMatch(/^fleetgraph_store_available 1$/m);
    if (form === 'single') expect(text).toMatch(/^fleetgraph_collector_clusters\{phase="synced"\} 3$/m);
    expect(text).not.toMatch(/leaf-0|team-|alice|bob/);
    const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    for (const [, name] of text.matchAll(/^# TYPE (fleetgraph_\S+)/gm)) expect(page).toContain(name);
  });

  it('tells bad input what is wrong with it', async () => {
    const refuse = async (text: string) => {
      const { errors } = await fleetgraph.query(token('alice'), text);
      expect(errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
      return errors?.[0]?.message ?? '';
    };
    expect(await refuse('{ objects(first: 501) { totalCount nodes { id } } }')).toContain('500');
    expect(await refuse('{ objects(first: 1, after: "bm9uc2Vuc2U") { nodes { id } } }')).toMatch(/cursor/);
    expect(await refuse('{ object(id: "leaf-01/x") { id } }')).toContain('cluster/group/kind/namespace/name');
    expect(await refuse('{ objects(filter: { labelSelector: "a in (" }) { totalCount } }')).toMatch(/selector/i);
    expect(
      (
        await query(
          'alice',
          '{ objects(filter: { namespaces: ["team-a"], not: { namespaces: ["team-a"] } }) { totalCount } }',
        )
      ).objects.totalCount,
    ).toBe(0);
    expect(
      (await query('alice', '{ objects(filter: { names: ["__proto__", "a/b*"] }) { totalCount } }')).objects.totalCount,
    ).toBe(0);
    expect((await fleetgraph.query('wrong', '{ viewer { user } }')).status).toBe(401);
  });
});
