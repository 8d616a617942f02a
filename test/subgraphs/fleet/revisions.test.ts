/**
 * Revisions must equal a walk from each visible object to its visible source. Also tests the GraphQL form of revisions.
 */
import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { finished } from '../../../async/fair-turns.ts';
import type { RowAuthorizer } from '../../../readmodel/select/visibility-mask.ts';
import { encodeObjectId, encodeObjectKey } from '../../../schema/object-id.ts';
import { ATTEMPTED, SOURCE_URL, type Relation } from '../../../store/attached.ts';
import type { Row } from '../../../store/store.ts';
import * as question from '../../../subgraphs/fleet/revisions.ts';
import type { Revision, RevisionRequest } from '../../../subgraphs/fleet/revisions.ts';
import { row } from '../../fixtures.ts';
import { anyRows, anyView } from '../../readmodel/arbitraries.ts';
import { seesAll } from '../../readmodel/fixtures.ts';
import { visible } from '../../readmodel/reference.ts';
import { readerOf } from '../../readmodel/table-of.ts';
import { allow, grant, rowAt, ScriptedFleet } from './scripted-fleet.ts';

function revisions(rows: readonly Row[], view: RowAuthorizer, request: Partial<RevisionRequest> = {}) {
  return finished(question.revisions(readerOf(rows, view), {}, { first: 500, ...request }));
}

const kustomization = (fields: Partial<Row>): Row =>
  row({ group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization', ...fields });
/** A source is any row with an address. Its kind does not matter. */
const source = (url: string, revision: string, since: number, fields: Partial<Row> = {}): Row =>
  row({
    group: 'apps',
    kind: 'Deployment',
    name: 'source',
    revision,
    records: { [SOURCE_URL]: [{ url, since }] },
    ...fields,
  });
const from = (to: Row): { relations: Relation[] } => ({ relations: [{ type: 'SOURCE', to: encodeObjectKey(to) }] });
const URL = 'https://host/apps';

describe('revisions', () => {
  it('are those of visible objects with visible sources, exactly counted, page by page', () => {
    const edges = fc.array(fc.tuple(fc.nat(39), fc.nat(39)), { maxLength: 60 });
    const kept = fc.array(
      fc.record({
        url: fc.constantFrom('', 'https://a', 'https://b'),
        since: fc.constantFrom(0, 1, 2),
        tried: fc.constantFrom('', 'v2', 'v3'),
      }),
      { minLength: 40, maxLength: 40 },
    );
    fc.assert(
      fc.property(
        anyRows(40),
        edges,
        kept,
        anyView,
        fc.integer({ min: 1, max: 3 }),
        (some, edges, kept, view, first) => {
          const rows = some.map((it, i): Row => {
            const { url, since, tried } = kept[i]!;
            const targets = new Map(
              edges
                .filter(([at]) => at === i)
                .flatMap(([, to]) => (some[to] ? [[encodeObjectKey(some[to]), some[to]] as const] : [])),
            );
            return {
              ...it,
              relations: [...targets.keys()].map(to => ({ type: 'SOURCE', to })),
              records: {
                ...(url !== '' && { [SOURCE_URL]: [{ url, ...(since !== 0 && { since }) }] }),
                ...(tried !== '' && { [ATTEMPTED]: [{ revision: tried }] }),
              },
            };
          });
          const seen = new Map(rows.filter(it => visible(view, it)).map(it => [encodeObjectId(it), it]));
          const expected = naive(seen);
          const whole = revisions(rows, view);
          expect(whole.revisions).toEqual(expected);
          expect(whole.totalCount).toBe(expected.length);
          const walked: Revision[] = [];
          for (let after: Revision | undefined; ;) {
            const page = revisions(rows, view, { first, ...(after && { after }) });
            expect(page.hasPreviousPage).toBe(after !== undefined);
            walked.push(...page.revisions);
            if (!page.hasNextPage) break;
            after = page.revisions.at(-1);
          }
          expect(walked).toEqual(expected);
          const ofOne = revisions(rows, view, { sourceUrl: 'https://a' }).revisions;
          for (const it of ofOne) expect(it.sourceUrl).toBe('https://a');
        },
      ),
      { numRuns: 150 },
    );
  });

  it('say which clusters lag, and since when', () => {
    const [old, now] = [
      source(URL, 'main@2', 2_000, { cluster: 'leaf' }),
      source(URL, 'main@3', 3_000, { cluster: 'leaf-2' }),
    ];
    const rows = [
      ...[old, now],
      kustomization({ cluster: 'leaf', name: 'a', revision: 'main@2', ...from(old) }),
      kustomization({
        cluster: 'leaf',
        name: 'b',
        revision: 'main@1',
        status: 'FAILED',
        ...from(old),
        records: { [ATTEMPTED]: [{ revision: 'main@2' }] },
      }),
      kustomization({ cluster: 'leaf-2', name: 'a', revision: 'main@3', suspended: true, ...from(now) }),
    ];
    expect(
      revisions(rows, seesAll).revisions.map(it => [
        it.revision,
        it.attempted,
        it.clusters.join(),
        it.firstSeenAt,
        it.laggingCount,
        it.laggingSince,
        it.sourceRevision,
      ]),
    ).toEqual([
      ['main@3', false, 'leaf-2', 3_000, 0, undefined, undefined],
      ['main@2', false, 'leaf', 2_000, 0, undefined, undefined],
      ['main@2', true, 'leaf', 2_000, 0, undefined, undefined],
      ['main@1', false, 'leaf', undefined, 1, 2_000, 'main@2'],
    ]);
  });

  it('say behind which revision objects lag that nothing runs yet: of several sources, the one taken in last', () => {
    const sources = [2_000, 4_000, 3_000].map((since, i) =>
      source(URL, `main@${since}`, since, { cluster: `leaf-${i}` }),
    );
    const lagging = sources.map(it =>
      kustomization({ cluster: it.cluster, name: 'a', revision: 'main@1', ...from(it) }),
    );
    expect(revisions([...sources, ...lagging], seesAll).revisions).toMatchObject([
      { revision: 'main@1', laggingCount: 3, laggingSince: 2_000, sourceRevision: 'main@4000' },
    ]);
  });

  it('of a HelmRelease come from the repository of its chart, and do not lag', () => {
    const repository = source(URL, 'sha256:index', 1_000, { name: 'charts' });
    const chart = row({ group: 'apps', kind: 'Deployment', name: 'chart', revision: '1.2.3', ...from(repository) });
    const release = row({
      group: 'helm.toolkit.fluxcd.io',
      kind: 'HelmRelease',
      name: 'web',
      revision: '1.2.3',
      ...from(chart),
    });
    const visibleToo: RowAuthorizer = cluster => {
      const all = seesAll(cluster)!;
      const resources = [
        ...all.resources,
        {
          group: 'helm.toolkit.fluxcd.io',
          version: 'v2',
          kind: 'HelmRelease',
          plural: 'helmreleases',
          namespaced: true,
        },
      ];
      return { ...all, resources, cluster: { ...all.cluster, list: new Uint8Array(resources.length).fill(1) } };
    };
    const { resources } = visibleToo('leaf-01')!;
    const reported = finished(
      question.revisions(readerOf([repository, chart, release], visibleToo, resources), {}, { first: 5 }),
    );
    expect(reported.revisions).toMatchObject([
      { sourceUrl: URL, revision: '1.2.3', objectCount: 1, firstSeenAt: undefined, laggingCount: 0 },
    ]);
  });

  it('end where sources lead in circles', () => {
    const [one, two] = [
      row({ kind: 'Deployment', group: 'apps', name: 'one' }),
      row({ kind: 'Deployment', group: 'apps', name: 'two' }),
    ];
    const rows = [
      { ...one, ...from(two) },
      { ...two, ...from(one) },
      kustomization({ name: 'a', revision: 'v1', ...from(one) }),
    ];
    expect(revisions(rows, seesAll).revisions).toEqual([]);
  });

  it('are put together in short steps, however many there are and wherever they run', () => {
    const revisionsOfEach = 40;
    const clusters = Array.from({ length: 100 }, (_, i) => `leaf-${i}`);
    const rows = clusters.flatMap(cluster => {
      const its = source(URL, 'v', 1, { cluster, namespace: 'team-a' });
      const name = (i: number) => ({ cluster, namespace: 'team-a', name: `k-${i}`, revision: `${cluster}-${i}` });
      return [its, ...Array.from({ length: revisionsOfEach }, (_, i) => kustomization({ ...name(i), ...from(its) }))];
    });
    const reader = readerOf(rows, seesAll);
    const named = jest.spyOn(reader, 'clusterName');
    const steps = question.revisions(reader, {}, { first: 2 });
    for (let step = steps.next(); ; step = steps.next()) {
      expect(named.mock.calls.length).toBeLessThan(1_000);
      named.mockClear();
      if (!step.done) continue;
      expect(step.value.totalCount).toBe(clusters.length * revisionsOfEach);
      return;
    }
  });
});

const QUERY = `query ($sourceUrl: String, $first: Int, $after: String) { revisions(sourceUrl: $sourceUrl, first: $first, after: $after) {
  nodes { sourceUrl revision attempted objectCount clusterCount clusters(first: 1) { name } firstSeenAt laggingCount laggingSince sourceRevision } totalCount pageInfo { endCursor } } }`;

describe('in the graph, revisions', () => {
  it('are shown with their clusters and times, and go on from a cursor', async () => {
    const address = (name: string, since: number) => ({
      revision: `main@${name}`,
      records: { [SOURCE_URL]: [{ url: 'https://host/apps', since }] },
    });
    const objects = ['a', 'b'].flatMap(cluster => {
      const its = rowAt(cluster, 'Deployment', 'team/source', address('2', 2_000));
      const records = { [ATTEMPTED]: [{ revision: 'main@3' }] };
      return [its, rowAt(cluster, 'Kustomization', 'team/web', { revision: 'main@1', records, ...from(its) })];
    });
    const all = grant('root', allow('list', '*'));
    const of = (cluster: string) => ({ rows: objects.filter(it => it.cluster === cluster), grants: all });
    const fleet = new ScriptedFleet({ a: of('a'), b: of('b') });
    const { data, errors }: any = await fleet.ask('root', QUERY, { first: 1, sourceUrl: 'git@HOST:apps.git' });
    expect(errors).toBeUndefined();
    const shown = {
      ...{ sourceUrl: 'https://host/apps', revision: 'main@1', attempted: false, objectCount: 2, clusterCount: 2 },
      ...{ clusters: [{ name: 'a' }], firstSeenAt: null, laggingCount: 2 },
      ...{ laggingSince: '1970-01-01T00:00:02.000Z', sourceRevision: 'main@2' },
    };
    expect(data.revisions).toMatchObject({ nodes: [shown], totalCount: 2 });
    const next: any = await fleet.ask('root', QUERY, { after: data.revisions.pageInfo.endCursor });
    expect(next.data.revisions).toMatchObject({
      nodes: [{ revision: 'main@3', attempted: true, laggingCount: 0 }],
      totalCount: 2,
    });
  });

  it.each([
    ['of what is no address', { sourceUrl: 'apps' }, /sourceUrl: "apps" is no address of a repository/],
    ['behind what is no cursor', { after: 'x' }, /is not a cursor of this list/],
    [
      'behind a cursor of another list',
      { after: Buffer.from('["a","b","c","d"]').toString('base64url') },
      /is not a cursor of this list/,
    ],
    ['if they are too many', { first: 501 }, /more than the maximum of 500/],
  ])('are refused %s', async (_what, variables, message) => {
    const { errors } = await new ScriptedFleet({}).ask('root', QUERY, variables);
    expect(errors).toMatchObject([{ message: expect.stringMatching(message), extensions: { code: 'BAD_USER_INPUT' } }]);
  });
});

/** Expected revisions, computed one object at a time. */
function naive(seen: ReadonlyMap<string, Row>): Revision[] {
  type Found = { url: string; revision: string; since: number | undefined };
  const read = (id: string, steps: number): Found | undefined => {
    const it = seen.get(id);
    const [record] = (it?.records?.[SOURCE_URL] ?? []) as { url: string; since?: number }[];
    if (!it || steps === 0) return undefined;
    if (record) return { url: record.url, revision: it.revision, since: record.since };
    const next = it.relations?.find(({ to }) => seen.has(`${it.cluster}/${to}`));
    const above = next && read(`${it.cluster}/${next.to}`, steps - 1);
    return above && { url: above.url, revision: '', since: undefined };
  };
  const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const all = new Map<string, Revision & { statuses: Row[]; sources: (readonly [number, string])[] }>();
  for (const it of seen.values()) {
    if (it.kind !== 'Kustomization' || it.group !== 'kustomize.toolkit.fluxcd.io') continue;
    const found = it.relations?.map(({ to }) => read(`${it.cluster}/${to}`, 3)).find(source => source !== undefined);
    if (!found) continue;
    const tried = (it.records?.[ATTEMPTED]?.[0] as { revision: string } | undefined)?.revision;
    const runs = [
      ...(it.revision === '' ? [] : [[it.revision, false] as const]),
      ...(tried === undefined ? [] : [[tried, true] as const]),
    ];
    for (const [revision, attempted] of runs) {
      const key = JSON.stringify([found.url, revision, attempted]);
      const before = all.get(key);
      const lags = !attempted && found.revision !== '' && found.revision !== revision;
      const min = (a: number | undefined, b: number | undefined) =>
        [a, b].filter(time => time !== undefined).sort((a, b) => a - b)[0];
      const statuses = [...(before?.statuses ?? []), it];
      const sources = [...(before?.sources ?? []), ...(lags ? [[found.since ?? 0, found.revision] as const] : [])];
      const count = (status: string) => statuses.filter(row => row.status === status).length;
      all.set(key, {
        ...{ sourceUrl: found.url, revision, attempted, statuses, sources, objectCount: statuses.length },
        clusters: [...new Set(statuses.map(({ cluster }) => cluster))].sort(),
        statusCounts: {
          ...{ current: count('CURRENT'), inProgress: count('IN_PROGRESS'), failed: count('FAILED') },
          ...{ terminating: count('TERMINATING'), unknown: count('UNKNOWN') },
          suspended: statuses.filter(({ suspended }) => suspended).length,
        },
        firstSeenAt: min(before?.firstSeenAt, found.revision === revision ? found.since : undefined),
        laggingCount: (before?.laggingCount ?? 0) + Number(lags),
        laggingSince: min(before?.laggingSince, lags ? found.since : undefined),
        sourceRevision: sources.toSorted((a, b) => b[0] - a[0] || text(b[1], a[1]))[0]?.[1],
      });
    }
  }
  return [...all.values()]
    .map(({ statuses: _, sources: _sources, ...revision }) => revision)
    .sort(
      (a, b) =>
        text(a.sourceUrl, b.sourceUrl) ||
        (b.firstSeenAt ?? 0) - (a.firstSeenAt ?? 0) ||
        text(a.revision, b.revision) ||
        Number(a.attempted) - Number(b.attempted),
    );
}
