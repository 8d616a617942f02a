/** Discovery: aggregated and legacy documents, failing groups, and the time for which a response is used. */
import { describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { raced } from '../../async/deadline.ts';
import { createDiscovery, type Fetched } from '../../kubernetes/discovery.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import type { Logger } from '../../telemetry/log.ts';

const resource = (plural: string, kind: string, scope = 'Namespaced', rest: object = {}): object => ({
  resource: plural,
  responseKind: { group: '', version: '', kind },
  scope,
  verbs: ['get', 'list', 'watch'],
  ...rest,
});
const groups = (...items: object[]): object => ({
  kind: 'APIGroupDiscoveryList',
  apiVersion: 'apidiscovery.k8s.io/v2',
  items,
});
const group = (name: string, ...versions: object[]): object => ({ metadata: { name }, versions });
const version = (name: string, resources: object[], freshness = 'Current'): object => ({
  version: name,
  resources,
  freshness,
});
const CORE = groups(
  group(
    '',
    version('v1', [
      resource('pods', 'Pod', 'Namespaced', { subresources: [{ subresource: 'log' }] }),
      resource('nodes', 'Node', 'Cluster'),
    ]),
  ),
);

function discovery(answers: Record<string, unknown>, cacheMs?: number, legacyMs = 60_000) {
  const requested: string[] = [];
  const warned: unknown[] = [];
  const running = { now: 0, most: 0 };
  const discover = createDiscovery({
    cluster: 'leaf-1',
    log: { warn: (fields: unknown) => warned.push(fields) } as unknown as Logger,
    ...(cacheMs === undefined ? {} : { cacheMs }),
    legacyMs,
    fetch: async (path, _accept, etag, signal): Promise<Fetched | 'unchanged'> => {
      requested.push(etag === undefined ? path : `${path} ${etag}`);
      running.most = Math.max(running.most, ++running.now);
      await setImmediate();
      running.now -= 1;
      const document = answers[path];
      if (document === 'never answers') return raced(new Promise<never>(() => {}), signal!);
      if (document instanceof Error) throw document;
      if (etag !== undefined && etag === answers[`${path} etag`]) return 'unchanged';
      return { document, etag: answers[`${path} etag`] as string | undefined };
    },
  });
  return { discover, requested, answers, warned, running };
}

const names = (served: readonly { group: string; version: string; plural: string }[]): string[] =>
  served.map(({ group, version, plural }) => `${plural}.${version}.${group}`).sort();

describe('aggregated discovery', () => {
  it.each([
    ['Foo-Bar', true],
    ['mixer-rule', true],
    ['x9', true],
    ['T'.padEnd(63, 'x'), true],
    ['T'.padEnd(64, 'x'), false],
    ['Foo-', false],
    ['-Foo', false],
    ['9x', false],
    ['Foo_Bar', false],
    ['Foo.Bar', false],
    ['Foo/Bar', false],
    ['', false],
  ])('takes the kind %j as a CRD may have it: %s', async (kind, isKept) => {
    const odd = groups(group('odd.example.org', version('v1', [resource('foo-bars', kind)])));
    const { discover } = discovery({ '/api': CORE, '/apis': odd });
    expect(names(await discover()).includes('foo-bars.v1.odd.example.org')).toBe(isKept);
  });

  it('gives every resource once, in the first version that serves it', async () => {
    const { discover, requested } = discovery({
      '/api': CORE,
      '/apis': groups(
        group(
          'example.com',
          version('v2', [resource('things', 'Thing')]),
          version('v1', [resource('things', 'Thing'), resource('olds', 'Old')]),
        ),
      ),
    });
    expect(names(await discover())).toEqual(['nodes.v1.', 'olds.v1.example.com', 'pods.v1.', 'things.v2.example.com']);
    expect(requested).toEqual(['/api', '/apis']);
    expect((await discover()).find(({ plural }) => plural === 'nodes')).toEqual({
      group: '',
      version: 'v1',
      kind: 'Node',
      plural: 'nodes',
      namespaced: false,
      verbs: ['get', 'list', 'watch'],
    });
  });

  it('keeps what a group served before its server went away', async () => {
    const full = groups(
      group('metrics.k8s.io', version('v1beta1', [resource('pods', 'PodMetrics')])),
      group('example.com', version('v1', [resource('things', 'Thing')])),
    );
    const { discover, answers } = discovery({ '/api': CORE, '/apis': full });
    await discover();
    answers['/apis'] = groups(
      group('metrics.k8s.io', version('v1beta1', [], 'Stale')),
      group('example.com', version('v1', [])),
    );
    expect(names(await discover({ fresh: true }))).toEqual(['nodes.v1.', 'pods.v1.', 'pods.v1beta1.metrics.k8s.io']);
  });

  it('leaves out names that no API server has', async () => {
    const { discover } = discovery({
      '/api': CORE,
      '/apis': groups(
        group('../secrets', version('v1', [resource('a', 'A')])),
        group(
          'ok.example.com',
          version('v1/../..', [resource('b', 'B')]),
          version('v1', [
            resource('pods/log', 'C'),
            resource('x?y', 'D'),
            resource('e', '<E>'),
            resource('fine', 'Fine'),
          ]),
        ),
        { metadata: null, versions: 'nonsense' },
      ),
    });
    expect(names(await discover())).toEqual(['fine.v1.ok.example.com', 'nodes.v1.', 'pods.v1.']);
  });
});

describe('the names that discovery gives a resource', () => {
  const reported = { shortNames: ['po', '../x', 'po', 7], categories: ['all', ''] };
  const named = { shortNames: ['po'], categories: ['all'] };
  const discoveries: [string, Record<string, unknown>][] = [
    [
      'aggregated',
      {
        '/api': groups(
          group('', version('v1', [resource('pods', 'Pod', 'Namespaced', { singularResource: 'pod', ...reported })])),
        ),
        '/apis': groups(),
      },
    ],
    [
      'legacy',
      {
        '/api': { kind: 'APIVersions', versions: ['v1'] },
        '/api/v1': {
          resources: [
            { name: 'pods', singularName: 'pod', kind: 'Pod', namespaced: true, verbs: ['list'], ...reported },
          ],
        },
        '/apis': { kind: 'APIGroupList', groups: [] },
      },
    ],
  ];
  it.each(discoveries)('are kept of an %s document, where they are names', async (_, answers) => {
    expect(await discovery(answers).discover()).toMatchObject([named]);
  });

  it('are a few, however many the leaf sends, and a singular that is not the kind', async () => {
    const many = Array.from({ length: 500 }, (_, i) => `n${i}`);
    const things = resource('things', 'ThingV2', 'Cluster', { singularResource: 'thing', categories: many });
    const { discover } = discovery({ '/api': groups(group('', version('v1', [things]))), '/apis': groups() });
    const [thing] = await discover();
    expect(thing).toMatchObject({ shortNames: ['thing'] });
    expect(thing?.categories).toHaveLength(8);
  });
});

describe('legacy discovery', () => {
  const legacy = {
    '/api': { kind: 'APIVersions', versions: ['v1'] },
    '/api/v1': {
      resources: [
        { name: 'pods', kind: 'Pod', namespaced: true, verbs: ['list'] },
        { name: 'pods/log', kind: 'Pod', namespaced: true, verbs: ['get'] },
      ],
    },
    '/apis': {
      kind: 'APIGroupList',
      groups: [
        { name: 'apps', versions: [{ version: 'v1beta1' }, { version: 'v1' }], preferredVersion: { version: 'v1' } },
        { name: 'broken.example.com', versions: [{ version: 'v1' }], preferredVersion: { version: 'v1' } },
      ],
    },
    '/apis/apps/v1': { resources: [{ name: 'deployments', kind: 'Deployment', namespaced: true, verbs: ['list'] }] },
    '/apis/apps/v1beta1': {
      resources: [{ name: 'deployments', kind: 'Deployment', namespaced: true, verbs: ['list'] }],
    },
    '/apis/broken.example.com/v1': new KubernetesError('SERVER_ERROR', 'down', { cluster: 'leaf-1', status: 503 }),
  };

  it('gives the preferred version, and survives a group that does not answer', async () => {
    expect(names(await discovery(legacy).discover())).toEqual(['deployments.v1.apps', 'pods.v1.']);
  });

  it('has the groups that answer in time, and reads the others first the next time', async () => {
    const answers: Record<string, unknown> = { ...legacy, '/apis': legacyGroups(20) };
    for (let i = 0; i < 20; i += 1) answers[`/apis/g${i}/v1`] = i < 16 ? 'never answers' : legacyResources(1, `r${i}x`);
    const { discover, requested, warned } = discovery(answers, undefined, 100);
    expect(names(await discover())).toEqual(['pods.v1.']);
    expect(warned).toEqual([{ cluster: 'leaf-1', failed: 20, first: 'there was no time for all groups' }]);
    for (let i = 0; i < 16; i += 1) answers[`/apis/g${i}/v1`] = legacyResources(1, `r${i}x`);
    requested.length = 0;
    expect(await discover({ fresh: true })).toHaveLength(21);
    expect(requested.at(-1)).toBe('/api/v1');
  });

  it('fails when the server itself does not answer', async () => {
    const down = new KubernetesError('UNREACHABLE', 'down', { cluster: 'leaf-1' });
    await expect(discovery({ ...legacy, '/apis/apps/v1': down }).discover()).rejects.toBe(down);
    await expect(discovery({ ...legacy, '/api': { hello: 'world' } }).discover()).rejects.toMatchObject({
      code: 'MALFORMED',
    });
  });
});

/** Resources with different names. */
const many = (count: number, prefix = 'r'): object[] =>
  Array.from({ length: count }, (_, i) => resource(`${prefix}${i}`, `${prefix}${i}`));
const legacyResources = (count: number, prefix: string): object => ({
  resources: many(count, prefix).map(each => ({
    ...each,
    name: (each as { resource: string }).resource,
    kind: (each as { resource: string }).resource,
  })),
});
const legacyGroups = (count: number): object => ({
  kind: 'APIGroupList',
  groups: Array.from({ length: count }, (_, i) => ({ name: `g${i}`, versions: [{ version: 'v1' }] })),
});

describe('a leaf that serves too much', () => {
  it.each([
    ['resources', [group('a.example.com', version('v1', many(10_005)))], 10_000, 7],
    [
      'resources of many groups',
      [1, 2, 3].map(i => group(`g${i}.example.com`, version('v1', many(4_000)))),
      10_000,
      2_002,
    ],
    ['groups', Array.from({ length: 2_003 }, (_, i) => group(`g${i}`, version('v1', many(1)))), 2_002, 3],
    [
      'versions of groups',
      [group('a.example.com', ...Array.from({ length: 2_004 }, (_, i) => version(`v${i}`, many(1, `r${i}x`))))],
      2_002,
      4,
    ],
  ])('gives the first %s, and the number of the others, also from its cache', async (_, items, kept, leftOut) => {
    const { discover, warned } = discovery({ '/api': CORE, '/apis': groups(...items) });
    const counts: number[] = [];
    const found = await discover({ onLeftOut: count => counts.push(count) });
    expect(found).toHaveLength(kept);
    expect(names(found)).toEqual(expect.arrayContaining(['nodes.v1.', 'pods.v1.']));
    await discover({ onLeftOut: count => counts.push(count) });
    expect([counts, warned]).toEqual([[leftOut, leftOut], [{ cluster: 'leaf-1', leftOut }]]);
  });

  it('is requested for sixteen groups at once, until it has given enough', async () => {
    const answers: Record<string, unknown> = { '/api': CORE, '/apis': legacyGroups(3_000) };
    for (let i = 0; i < 2_000; i += 1) answers[`/apis/g${i}/v1`] = legacyResources(1_000, `r${i}x`);
    const { discover, requested, running, warned } = discovery(answers);
    const read = async () => {
      let leftOut = 0;
      const found = await discover({ fresh: true, onLeftOut: count => (leftOut = count) });
      return { found: names(found), leftOut };
    };
    const first = await read();
    expect(first.found).toHaveLength(10_000);
    expect(first.leftOut).toBeGreaterThan(2_900);
    expect(running.most).toBe(16);
    expect(requested.length).toBeLessThan(2 + 10 + 16);
    expect(warned).toHaveLength(1);
    expect((await read()).found).toEqual(first.found);
  });

  it('is warned of once for all groups that fail', async () => {
    const answers: Record<string, unknown> = { '/api': CORE, '/apis': legacyGroups(500) };
    for (let i = 0; i < 500; i += 1)
      answers[`/apis/g${i}/v1`] = new KubernetesError('SERVER_ERROR', `g${i} is down`, { cluster: 'leaf-1' });
    const { discover, warned } = discovery(answers);
    expect(await discover()).toHaveLength(2);
    expect(warned).toEqual([{ cluster: 'leaf-1', failed: 500, first: 'g0 is down' }]);
  });

  it('has few verbs of a resource', async () => {
    const verbs = ['list', ...Array.from({ length: 500 }, (_, i) => `verb${i}`), 'x'.repeat(1_000)];
    const thing = resource('things', 'Thing', 'Cluster', { verbs });
    const { discover } = discovery({ '/api': groups(group('', version('v1', [thing]))), '/apis': groups() });
    expect((await discover())[0]?.verbs).toEqual(verbs.slice(0, 16));
  });
});

describe('an answer', () => {
  it('counts for a while, is shared by all callers meanwhile, and can be refreshed', async () => {
    const { discover, requested } = discovery({ '/api': CORE, '/apis': groups() });
    await Promise.all([discover(), discover(), discover({ signal: new AbortController().signal })]);
    await discover();
    expect(requested).toHaveLength(2);
    await discover({ fresh: true });
    expect(requested).toHaveLength(4);
  });

  it('is not sent again while it has not changed', async () => {
    const { discover, requested } = discovery(
      { '/api': CORE, '/apis': groups(), '/api etag': 'e1', '/apis etag': 'e2' },
      0,
    );
    const first = await discover();
    expect(await discover()).toEqual(first);
    expect(requested).toEqual(['/api', '/apis', '/api e1', '/apis e2']);
  });

  it('does not keep a caller who has left', async () => {
    const { discover } = discovery({ '/api': new Promise(() => undefined), '/apis': groups() });
    await expect(discover({ signal: AbortSignal.abort('left') })).rejects.toBe('left');
  });
});
