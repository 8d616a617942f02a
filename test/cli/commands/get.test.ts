/** Queries and output of `fleetgraph get`, and its messages about missing data. */
import { describe, expect, it } from '@jest/globals';
import {
  changes,
  getCommand,
  inWatch,
  labelText,
  notFound,
  tellMissing,
  unreadLines,
  whole,
} from '../../../cli/commands/get.ts';
import type { Ask } from '../../../cli/client/endpoint.ts';
import {
  filterOf,
  gapOf,
  list,
  manifestsOf,
  printedColumns,
  unknownClusters,
  type Coverage,
  type ListedObject,
  type Selection,
} from '../../../cli/client/listing.ts';
import { ambiguous, fieldSelector, kindsOf, wantedOf, type KnownKind } from '../../../cli/client/object-words.ts';
import { age, document } from '../../../cli/client/output.ts';

const NOW = Date.parse('2026-01-02T00:00:00Z');
const object = (name: string, reported: Partial<ListedObject> = {}): ListedObject => ({
  id: `leaf-01//Pod/team-a/${name}`,
  cluster: { name: 'leaf-01' },
  group: '',
  kind: 'Pod',
  namespace: 'team-a',
  name,
  status: 'CURRENT',
  suspended: false,
  reason: null,
  message: null,
  revision: null,
  labels: {},
  createdAt: '2026-01-01T00:00:00Z',
  transitionedAt: null,
  ...reported,
});
const whole35: Coverage = {
  total: 35,
  rebuilding: 0,
  stale: 0,
  unreachable: 0,
  closed: 0,
  withheld: [],
  clusters: { nodes: [] },
};
const cluster = (name: string, state: string, cause: string | null = null, reason: string | null = null) => ({
  cluster: { name },
  state,
  cause,
  reason,
});

const kind = (group: string, name: string, shortNames: string[] = [], categories: string[] = []): KnownKind => ({
  ...{ group, name, shortNames, categories, plural: `${name.toLowerCase()}s`, versions: ['v1'] },
  value: group === '' ? name : `${name}.${group}`,
});
const known = [
  kind('', 'Pod', ['po'], ['all']),
  kind('apps', 'Deployment', ['deploy'], ['all']),
  kind('a.io', 'Bucket'),
  kind('b.io', 'Bucket'),
  kind('networking.istio.io', 'VirtualService', ['vs']),
  kind('snapshot.storage.k8s.io', 'VolumeSnapshot', ['vs']),
];

describe('kinds', () => {
  it.each([
    [['pods'], ['Pod']],
    [['POD', 'pods', 'po', 'pods.', 'pods.v1.', 'pod.v1'], ['Pod']],
    [['deployments.apps'], ['Deployment.apps']],
    [['deployments.v1.apps', 'Deploy', 'deploy.apps'], ['Deployment.apps']],
    [['Deployment.apps'], ['Deployment.apps']],
    [['bucket'], ['Bucket.a.io', 'Bucket.b.io']],
    [['buckets.b.io'], ['Bucket.b.io']],
    [['vs.networking.istio.io'], ['VirtualService.networking.istio.io']],
    [['all'], ['Pod', 'Deployment.apps']],
  ])('%j are %j', (words, values) => {
    expect(kindsOf(words, known)).toEqual(values);
  });

  it('that a short name means on different clusters are all meant, and told', () => {
    expect(kindsOf(['vs'], known)).toHaveLength(2);
    expect(ambiguous(['vs', 'po', 'buckets'], known)).toEqual([
      '"vs" means VirtualService.networking.istio.io or VolumeSnapshot.snapshot.storage.k8s.io, depending on the cluster. All are listed. To list one of them, write its name.',
    ]);
  });

  it('that nothing is called are told, with the nearest and those that there are', () => {
    expect(() => kindsOf(['pods', 'deplomyents', 'pdos'], known)).toThrow(
      'You may list no kind named "deplomyents" or "pdos". Did you mean deployments or pods? Known kinds: buckets, deployments, pods, virtualservices, volumesnapshots.',
    );
  });

  it.each([
    ['pds', 'pods'],
    ['vss', 'vs'],
    ['virtualservcie', 'virtualservice'],
  ])('that are nearly %s are asked for as %s', (word, meant) => {
    expect(() => kindsOf([word], known)).toThrow(`Did you mean ${meant}?`);
  });

  it.each(['pans', 'ox', 'p'])('are not near to %s', word => {
    expect(() => kindsOf([word], known)).toThrow(`named "${word}". Known kinds:`);
  });

  it.each([
    ['events', 'events'],
    ['ev', 'events'],
    ['Role', 'roles.rbac.authorization.k8s.io'],
    ['networkpolicies.networking.k8s.io', 'networkpolicies.networking.k8s.io'],
  ])('that every API server has and that are not collected are told with what collects them: %s', (word, resource) => {
    expect(() => kindsOf([word], known)).toThrow(
      `named "${word}". fleetgraph does not collect ${resource} by default. Add it to the configuration: kinds.include: [${resource}]. Known`,
    );
  });

  it('are not clusters, and what lists these is told', () => {
    expect(() => kindsOf(['clusters'], known)).toThrow(
      '"clusters". To list clusters: fleetgraph clusters --server URL. Known kinds:',
    );
    expect(kindsOf(['clusters'], [kind('cluster.x-k8s.io', 'Cluster')])).toEqual(['Cluster.cluster.x-k8s.io']);
  });

  it.each(['status:failed', '!status:failed', 'stauts:failed', 'cluster=eu-*', 'age<1h'])(
    'are not the condition %s, which is a flag',
    word => {
      expect(() => kindsOf([word], known)).toThrow(
        `"${word}" is not a kind. Use flags for conditions: --failed, --cluster,`,
      );
    },
  );

  it('are not told from each other where none may be listed', () => {
    expect(() => kindsOf(['pods'], [])).toThrow(/^You may list no kind: .* fleetgraph explain ID/);
  });
});

describe('the words behind get', () => {
  it.each([
    [[], []],
    [['pods'], [{ types: ['pods'], names: [] }]],
    [['po,svc'], [{ types: ['po', 'svc'], names: [] }]],
    [['pods', 'web-0', 'web-1'], [{ types: ['pods'], names: ['web-0', 'web-1'] }]],
    [['clusterrole', 'system:node'], [{ types: ['clusterrole'], names: ['system:node'] }]],
    [
      ['pod/web-0', 'svc/web'],
      [
        { types: ['pod'], names: ['web-0'] },
        { types: ['svc'], names: ['web'] },
      ],
    ],
  ])('%j are %j', (words, wanted) => expect(wantedOf(words)).toEqual(wanted));

  it.each([[['pods', 'svc/web']], [['pod/a/b']], [['pod/']], [['/web']]])(
    'are refused where they are mixed or no TYPE/NAME: %j',
    words => expect(() => wantedOf(words)).toThrow(/is not TYPE\/NAME\. Write each object as TYPE\/NAME/),
  );

  it.each([
    ['v1/Pod', 'pod.v1'],
    ['apps/v1/Deployment', 'deployment.v1.apps'],
    ['gateway.networking.k8s.io/v1beta1/httproutes', 'httproutes.v1beta1.gateway.networking.k8s.io'],
  ])('are told what to write for %s', (word, meant) => {
    expect(() => wantedOf([word])).toThrow(`"${word}" is an API version and a kind. Write ${meant}.`);
  });

  it.each([[['pods', 'web-*']], [['pod/web-*']], [['pods', 'web-?']]])('hold no patterns: %j', words => {
    expect(() => wantedOf(words)).toThrow(
      /^"web-[*?]" is a pattern, but a name must be exact here\. .* name:web-.*glob: "web-/,
    );
  });

  it('name objects that are not there, but not where the list is cut', () => {
    const wanted = wantedOf(['pod/a', 'deploy/b', 'pod/c']);
    const named = wanted.map(({ types, names }) => ({ kinds: kindsOf(types, known), names }));
    const items = [object('a'), object('b', { group: 'other', kind: 'Deployment' })];
    expect(notFound(wanted, named, { items, totalCount: 2 })).toEqual(['deploy/b', 'pod/c']);
    expect(notFound(wanted, named, { items, totalCount: 3 })).toEqual([]);
  });

  it('tell where a name is that of a kind', () => {
    expect(tellMissing(['pods/web'], known)).toEqual(['Not found: pods/web.']);
    expect(tellMissing(['pods/deployments'], known)).toEqual([
      'Not found: pods/deployments.',
      'Words after the first are names of objects. Separate several kinds with commas: pods,deployments.',
    ]);
    expect(tellMissing([], known)).toEqual([]);
  });
});

describe('a field selector', () => {
  it('is a part of the filter', () => {
    expect(fieldSelector('metadata.name=web,metadata.namespace!=kube-system')).toEqual([
      { names: ['web'] },
      { not: { namespaces: ['kube-system'] } },
    ]);
    expect(fieldSelector('metadata.name==web')).toEqual([{ names: ['web'] }]);
  });

  it.each([
    [
      'status.phase=Running',
      /^--field-selector status\.phase: only metadata\.name and metadata\.namespace are supported\. Use --failed/,
    ],
    ['spec.nodeName', /^--field-selector: expected FIELD=VALUE/],
  ])('%s is refused, with the way out', (selector, message) => expect(() => fieldSelector(selector)).toThrow(message));
});

describe('a flag', () => {
  const run = (...args: string[]) => getCommand().exitOverride().parseAsync(args, { from: 'user' });
  it.each([
    [
      ['-o', 'jsonpath={.items[*].metadata.name}'],
      /^-o jsonpath=.* is not supported\. Use one of table, wide, json, yaml, name, manifest\. .*jq/,
    ],
    [['-o=go-template'], /^-o go-template is not supported/],
    [['--text', 'stauts:failed'], /is a condition on the status\. Use --failed instead\./],
    [['--text', 'web -kind:Pod'], /is a condition on the kind/],
    [['--field-selector', 'status.phase=Running'], /^--field-selector status\.phase/],
    [['--field-selector', 'metadata.name=web-*'], /^"web-\*" is a pattern, but metadata\.name must be exact/],
    [['-n', 'pay*'], /^"pay\*" is a pattern, but a name of --namespace .* namespace: \{ glob: "pay\*" \}/],
    [['--cluster', 'a,eu-*'], /^"eu-\*" is a pattern, but a name of --cluster .* cluster: \{ glob: "eu-\*" \}/],
    [['--sort-by', '.metadata.name'], /^--sort-by is not supported: .* jq /],
    [['--context', 'leaf-01'], /^--context is not supported: .* --cluster/],
    [['--kubeconfig=kc'], /^--kubeconfig is not supported: .* --server/],
    [['-o', 'manifest', '-w'], /^-o manifest cannot be combined with --watch\. Remove --watch/],
  ])('%j is refused before anything is asked', async (args, message) => {
    await expect(run('pods', ...args)).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(message),
    });
  });

  it.each(['nginx:1.27', 'https://example.org', 'node:20', 'OCI:x'])('--text %s is text', async text => {
    const noToken = run('--text', text, '--token-file', '/nowhere/token');
    await expect(noToken).rejects.toThrow('--token-file /nowhere/token cannot be read');
  });
});

describe('the filter', () => {
  const all: Selection = { wanted: [], fields: [], clusters: [], namespaces: [], failed: false };
  it.each([
    ['is empty without a flag', all, {}],
    [
      'has what is asked for',
      {
        ...{
          wanted: [{ kinds: ['Pod'], names: ['web'] }],
          fields: [{ names: ['x'] }],
          clusters: ['a'],
          namespaces: ['b'],
        },
        ...{ labelSelector: 'c=d', text: 'e', failed: true },
      },
      {
        ...{ kinds: ['Pod'], names: ['web'], and: [{ names: ['x'] }], clusters: ['a'], namespaces: ['b'] },
        ...{ labelSelector: 'c=d', text: 'e', statuses: ['FAILED'] },
      },
    ],
    [
      'has one part for each of several objects',
      {
        ...all,
        wanted: [
          { kinds: ['Pod'], names: ['a'] },
          { kinds: ['Service'], names: ['b'] },
        ],
      },
      {
        or: [
          { kinds: ['Pod'], names: ['a'] },
          { kinds: ['Service'], names: ['b'] },
        ],
      },
    ],
  ])('%s', (_what, selection, filter) => {
    expect(filterOf(selection)).toEqual(filter);
  });
});

describe('the pages of a list', () => {
  /** Answers with the requested number of objects out of 1 200. */
  const pages = (coverages: Coverage[] = []) => {
    const requested: { first: number; after: string | null }[] = [];
    const ask = (async (_query: string, variables: { first: number; after: string | null }) => {
      requested.push(variables);
      const from = Number(variables.after ?? 0);
      const to = Math.min(1_200, from + variables.first);
      const nodes = Array.from({ length: to - from }, (_, i) => object(`pod-${from + i}`));
      const coverage = coverages.shift() ?? whole35;
      return {
        data: {
          objects: { nodes, totalCount: 1_200, pageInfo: { hasNextPage: to < 1_200, endCursor: String(to) }, coverage },
        },
        errors: [],
      };
    }) as unknown as Ask;
    return { requested, ask };
  };

  it('are read to the end', async () => {
    const { ask, requested } = pages();
    const { items, totalCount } = await list(ask, {}, 10_000);
    expect([items.length, new Set(items.map(({ id }) => id)).size, totalCount]).toEqual([1_200, 1_200, 1_200]);
    expect(requested.map(({ after }) => after)).toEqual([null, '500', '1000']);
  });

  it('are read up to the limit, and no object beyond', async () => {
    const { ask, requested } = pages();
    expect((await list(ask, {}, 600)).items).toHaveLength(600);
    expect(requested.map(({ first }) => first)).toEqual([500, 100]);
  });

  it('speak for as much as the page that speaks for least', async () => {
    const { ask } = pages([whole35, { ...whole35, stale: 1 }, whole35]);
    expect((await list(ask, {}, 10_000)).coverage.stale).toBe(1);
  });

  it('are refused with the words of the graph', async () => {
    const refusing = (async () => ({
      data: { objects: null },
      errors: [{ message: 'filter.labelSelector: …' }],
    })) as unknown as Ask;
    await expect(list(refusing, {}, 10)).rejects.toMatchObject({
      name: 'UsageError',
      message: 'filter.labelSelector: …',
    });
  });
});

describe('what a list does not speak for', () => {
  it.each([
    ['nothing', whole35, []],
    [
      'clusters by name, state and reason',
      {
        ...whole35,
        unreachable: 1,
        rebuilding: 1,
        clusters: {
          nodes: [cluster('leaf-03', 'UNREACHABLE', 'TIMEOUT', 'no answer'), cluster('leaf-04', 'REBUILDING')],
        },
      },
      ['2 of 35 clusters not indexed: leaf-03 unreachable (no answer), leaf-04 rebuilding'],
    ],
    [
      'clusters that the caller may not know of',
      { ...whole35, closed: 2 },
      [
        '2 of 35 clusters not indexed: 2 that you may not know of (fleetgraph clusters --server names them to administrators)',
      ],
    ],
    [
      'some of either',
      { ...whole35, closed: 3, clusters: { nodes: [cluster('leaf-03', 'CLOSED')] } },
      ['3 of 35 clusters not indexed: leaf-03 closed, 2 more'],
    ],
    [
      'clusters that are withheld',
      { ...whole35, withheld: [{ cause: 'ASKING', count: 2 }] },
      ['2 of 35 clusters hidden, because your permissions there are not known: ASKING'],
    ],
    [
      'clusters that are withheld and not indexed, which count once in each line',
      {
        ...whole35,
        unreachable: 1,
        clusters: { nodes: [cluster('leaf-03', 'UNREACHABLE')] },
        withheld: [
          { cause: 'ASKING', count: 1 },
          { cause: 'SLOW', count: 1 },
        ],
      },
      [
        '1 of 35 clusters not indexed: leaf-03 unreachable',
        '2 of 35 clusters hidden, because your permissions there are not known: 1 ASKING, 1 SLOW',
      ],
    ],
    [
      'clusters without some of their kinds',
      {
        ...whole35,
        clusters: {
          nodes: [
            cluster('leaf-03', 'INDEXED', 'FORBIDDEN', '1 of 14 kinds is missing'),
            cluster('leaf-04', 'INDEXED'),
          ],
        },
      },
      ['1 of 35 clusters not complete: leaf-03 (1 of 14 kinds is missing)'],
    ],
  ])('is %s', (_what, coverage, lines) => {
    expect(gapOf(coverage)).toEqual(lines);
  });
});

describe('manifests', () => {
  const items = Array.from({ length: 12 }, (_, i) => object(`pod-${i}`));

  it('are read ten at a time, in the order of the list, and what could not be read is told', async () => {
    const requested: string[][] = [];
    const ask = (async (_query: string, { ids }: { ids: string[] }) => {
      requested.push(ids);
      const nodes = ids.map(id => ({ id, live: { state: 'OK', message: null, yaml: `name: ${id}\n` } })).reverse();
      const refused = { id: ids[0], live: { state: 'FORBIDDEN', message: 'You may not read it.', yaml: null } };
      return { data: { objects: { nodes: requested.length === 1 ? nodes : [refused] } }, errors: [] };
    }) as unknown as Ask;
    const { documents, unread } = await manifestsOf(ask, items);
    expect(requested.map(({ length }) => length)).toEqual([10, 2]);
    expect(documents).toEqual(items.slice(0, 10).map(({ id }) => `name: ${id}\n`));
    expect(unread).toEqual([
      'leaf-01//Pod/team-a/pod-10: You may not read it.',
      'leaf-01//Pod/team-a/pod-11: it is not there any more.',
    ]);
  });

  it('that nothing answers for are told with the error', async () => {
    const ask = (async () => ({ data: { objects: null }, errors: [{ message: 'too expensive' }] })) as unknown as Ask;
    const { documents, unread } = await manifestsOf(ask, [object('web')]);
    expect([documents, unread]).toEqual([[], ['leaf-01//Pod/team-a/web: too expensive']]);
  });
});

it('clusters that the caller may not name are told by the names that were given', async () => {
  const ask = (async () => ({ data: { clusters: { nodes: [{ name: 'a' }] } }, errors: [] })) as unknown as Ask;
  expect(await unknownClusters(ask, ['a', 'b', 'c'])).toEqual(['b', 'c']);
});

describe('what is printed', () => {
  const items = [
    object('a'),
    object('b-long', { status: 'FAILED', reason: 'Crash\u001b[2J', suspended: true, message: 'said', revision: 'v1' }),
  ];
  const listing = { items, totalCount: 2, coverage: whole35 };

  it('is a table', () => {
    expect(whole('table', listing, undefined, NOW)).toBe(
      [
        'CLUSTER   NAMESPACE   KIND   NAME     STATUS             REASON      AGE',
        'leaf-01   team-a      Pod    a        CURRENT                        24h',
        'leaf-01   team-a      Pod    b-long   FAILED,SUSPENDED   Crash\u{fffd}[2J   24h',
        '',
      ].join('\n'),
    );
    expect(whole('wide', listing, undefined, NOW)).toMatch(/REVISION +MESSAGE\n.*\n.* v1 +said\n$/);
    expect(whole('table', { ...listing, items: [] }, undefined, NOW)).toBe('');
  });

  it('has the columns of the clusters before the message, and nothing where one cannot be read', async () => {
    const [a, b] = items.map(({ id }) => id);
    const columns = [
      { name: 'Ready', value: '1/1' },
      { name: 'Node', value: 'n1\u001b[2J' },
      { name: 'Age', value: '5d' },
    ];
    const requested: unknown[] = [];
    const ask = (async (_query: string, variables: unknown) => {
      requested.push(variables);
      const nodes = [
        { id: a, live: { state: 'OK', message: null, columns } },
        { id: b, live: { state: 'FORBIDDEN', message: 'You may not.', columns: null } },
      ];
      return { data: { objects: { nodes } }, errors: [] };
    }) as unknown as Ask;
    const printed = await printedColumns(ask, items);
    expect(requested).toEqual([{ ids: [a, b], first: 2 }]);
    const [header, first, second] = whole('wide', listing, printed, NOW).split('\n');
    expect(header).toMatch(/AGE +READY +NODE +CHANGED +REVISION +MESSAGE$/);
    expect(first).toMatch(/24h +1\/1 +n1\u{fffd}\[2J/u);
    expect(second).toMatch(/24h +v1 +said$/);
    expect(printed.unread).toEqual([`${b}: You may not.`]);
  });

  it('tells of a few objects whose columns cannot be read, and how many more there are', () => {
    const unread = ['a', 'b', 'c', 'd', 'e'].map(id => `${id}: away`);
    expect(unreadLines(unread.slice(0, 2))).toEqual(['No printed columns: a: away', 'No printed columns: b: away']);
    expect(unreadLines(unread).slice(-2)).toEqual([
      'No printed columns: c: away',
      'No printed columns: 2 more objects',
    ]);
  });

  it('has a column of labels, also in a watch', () => {
    const printed = { headers: ['LABELS'], byId: new Map([[items[0]!.id, { LABELS: labelText({ b: '2', a: '' }) }]]) };
    expect(whole('table', listing, printed, NOW)).toMatch(/AGE +LABELS\n.*24h +a=,b=2\n/);
    expect(inWatch('table', items, NOW, printed)).toMatch(/AGE +LABELS\n.*24h +a=,b=2\n/);
    expect(changes('table', [], items, NOW, printed)).toMatch(/24h +a=,b=2\n/);
    expect(labelText({})).toBe('<none>');
  });

  it('is ids, JSON or YAML', () => {
    expect(whole('name', listing)).toBe('leaf-01//Pod/team-a/a\nleaf-01//Pod/team-a/b-long\n');
    expect(JSON.parse(whole('json', listing))).toEqual(listing);
    expect(whole('yaml', listing)).toContain('    reason: "Crash\\e[2J"');
  });

  it('in a watch is each object, then what came, changed and went', () => {
    expect(inWatch('json', items)).toBe(items.map(item => document('json', item)).join(''));
    expect(inWatch('yaml', items)).toMatch(/^---\nid: [^]*\n---\nid: /);
    const after = [object('a', { status: 'FAILED' }), object('c')];
    expect(
      changes('table', items, after, NOW)
        .split('\n')
        .map(line => line.split(/ +/).slice(3, 5).join(' ')),
    ).toEqual(['a FAILED', 'c CURRENT', 'b-long GONE', '']);
    expect(changes('name', items, after)).toBe(
      'leaf-01//Pod/team-a/a\nleaf-01//Pod/team-a/c\nleaf-01//Pod/team-a/b-long\n',
    );
    expect(changes('table', items, items, NOW)).toBe('');
  });

  it('in JSON cannot rewrite a terminal', () => {
    const text = document('json', { name: 'a\u001b\u0085\u202eb\u{e0001}' });
    expect(text).toBe('{\n  "name": "a\\u001b\\u0085\\u202eb\\udb40\\udc01"\n}\n');
  });
});

it.each([
  [-5_000, '0s'],
  [119_000, '119s'],
  [192_000, '3m12s'],
  [240_000, '4m'],
  [3_600_000, '60m'],
  [5 * 3_600_000 + 60_000, '5h1m'],
  [30 * 3_600_000, '30h'],
  [51 * 3_600_000, '2d3h'],
  [400 * 86_400_000, '400d'],
  [800 * 86_400_000, '2y70d'],
  [730 * 86_400_000, '2y'],
  [3_000 * 86_400_000, '8y'],
])('an age of %d ms is %s, as kubectl says it', (ms, text) => {
  expect(age(ms)).toBe(text);
});
