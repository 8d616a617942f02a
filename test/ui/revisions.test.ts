/** The page of revisions: the order of entries, deployments that lag, reading page by page, and the linked queries. */
import { describe, expect, it } from '@jest/globals';
import type { RevisionsQuery } from '../../ui/src/graph/graphql.ts';
import { printQuery } from '../../ui/src/query/language.ts';
import { MOST_PAGES, PAGE, pagesOf, readRevisions } from '../../ui/src/revisions/read-revisions.ts';
import { matching, repositoriesOf, termsOf, totalsOf, type Revision } from '../../ui/src/revisions/repositories.ts';

const DAY = (day: number) => `2026-01-0${day}T00:00:00Z`;
const revision = (sourceUrl: string, revision: string, more: Partial<Revision> = {}): Revision => ({
  ...{ sourceUrl, revision, attempted: false, objectCount: 1, clusterCount: 1, clusters: [{ name: 'eu-1' }] },
  statusCounts: { failed: 0, inProgress: 0, terminating: 0, unknown: 0, current: 1, suspended: 0 },
  ...{ firstSeenAt: null, laggingCount: 0, laggingSince: null, sourceRevision: null, ...more },
});
const lagging = (since: string | null, laggingCount = 1) => ({
  laggingCount,
  laggingSince: since,
  objectCount: laggingCount,
});

it('puts first what lags the longest, then what lags nobody knows since when, what was not applied, what is behind, and the rest by address', () => {
  const repositories = repositoriesOf([
    revision('a', '1.0.0'),
    revision('b', 'main@sha1:new', { firstSeenAt: DAY(2) }),
    revision('b', 'main@sha1:old', { firstSeenAt: DAY(1) }),
    revision('c', 'main@sha1:tried', { attempted: true }),
    revision('d', 'main@sha1:x', lagging(null)),
    revision('e', 'main@sha1:x', lagging(DAY(2), 5)),
    revision('f', 'main@sha1:x', lagging(DAY(1))),
    revision('g', '1.0.0'),
  ]);
  expect(repositories.map(({ url }) => url)).toEqual(['f', 'e', 'd', 'c', 'b', 'a', 'g']);
});

it('puts first in a repository what lags, the longest first, then what was tried, what is behind, and the newest', () => {
  const [repository] = repositoriesOf([
    revision('a', 'main@sha1:5', { firstSeenAt: DAY(3) }),
    revision('a', 'main@sha1:4', { firstSeenAt: DAY(2) }),
    revision('a', 'main@sha1:3', { attempted: true, objectCount: 4 }),
    revision('a', 'main@sha1:2', lagging(DAY(2), 2)),
    revision('a', 'main@sha1:1', lagging(DAY(1), 3)),
  ]);
  expect(repository?.revisions.map(row => row.revision.slice(-1))).toEqual(['1', '2', '3', '4', '5']);
  expect(repository).toMatchObject({ lagging: 5, laggingSince: DAY(1), notApplied: 4 });
});

describe('a revision is behind', () => {
  const behindOf = (...revisions: Revision[]) =>
    repositoriesOf(revisions)[0]?.revisions.map(({ revision, behind, isNewest }) => [
      revision,
      behind?.revision,
      isNewest,
    ]);

  it.each([
    [
      'the newest of its branch',
      [
        ['main@sha1:b', 2],
        ['main@sha1:a', 1],
      ],
      [
        ['main@sha1:a', 'main@sha1:b', false],
        ['main@sha1:b', undefined, true],
      ],
    ],
    [
      'also where no source has it any more',
      [
        ['main@sha1:b', 2],
        ['main@sha1:a', null],
      ],
      [
        ['main@sha1:a', 'main@sha1:b', false],
        ['main@sha1:b', undefined, true],
      ],
    ],
    [
      'nothing of another branch',
      [
        ['main@sha1:b', 2],
        ['next@sha1:a', 1],
      ],
      [
        ['main@sha1:b', undefined, true],
        ['next@sha1:a', undefined, true],
      ],
    ],
    [
      'nothing where no source tells when: of charts',
      [
        ['1.1.0', null],
        ['1.0.0', null],
      ],
      [
        ['1.1.0', undefined, false],
        ['1.0.0', undefined, false],
      ],
    ],
    [
      'another digest, where there are no branches',
      [
        ['sha256:b', 2],
        ['sha256:a', 1],
      ],
      [
        ['sha256:a', 'sha256:b', false],
        ['sha256:b', undefined, true],
      ],
    ],
  ] as const)('%s', (_what, given, expected) => {
    expect(behindOf(...given.map(([name, day]) => revision('a', name, { firstSeenAt: day && DAY(day) })))).toEqual(
      expected,
    );
  });

  it('and what was only tried is not', () => {
    expect(
      behindOf(
        revision('a', 'main@sha1:b', { firstSeenAt: DAY(2) }),
        revision('a', 'main@sha1:a', { attempted: true }),
      ),
    ).toEqual([
      ['main@sha1:a', undefined, false],
      ['main@sha1:b', undefined, true],
    ]);
  });
});

it('adds up what lags and what was not applied', () => {
  const repositories = repositoriesOf([
    revision('a', 'main@sha1:a', lagging(DAY(2), 2)),
    revision('b', 'main@sha1:a', lagging(DAY(1), 3)),
    revision('b', 'main@sha1:b', { attempted: true, objectCount: 4 }),
    revision('c', '1.0.0'),
  ]);
  expect(totalsOf(repositories)).toEqual({ lagging: 5, laggingSince: DAY(1), notApplied: 4, in: 2 });
  expect(totalsOf([])).toEqual({ lagging: 0, laggingSince: undefined, notApplied: 0, in: 0 });
});

it.each([
  ['', ['https://git.example/Payments', 'oci://charts.example/web']],
  ['payments', ['https://git.example/Payments']],
  ['example PAY', ['https://git.example/Payments']],
  [' web ', ['oci://charts.example/web']],
  ['web payments', []],
])('the text %j finds by address %j', (typed, urls) => {
  const repositories = repositoriesOf([
    revision('https://git.example/Payments', 'main@sha1:a'),
    revision('oci://charts.example/web', '1'),
  ]);
  expect(matching(repositories, typed).map(({ url }) => url)).toEqual(urls);
});

describe('what runs a revision is found by', () => {
  const applied = revision('a', 'main@sha1:a');
  const tried = revision('a', 'main@sha1:a', {
    ...{ attempted: true, clusterCount: 2, clusters: [{ name: 'eu-1' }, { name: 'us-1' }] },
    statusCounts: { failed: 1, inProgress: 1, terminating: 0, unknown: 0, current: 0, suspended: 0 },
  });

  it.each([
    ['its revision', applied, undefined, 'kind:Kustomization,HelmRelease revision:main@sha1:a'],
    ['its revision in a cluster', applied, 'eu-1', 'kind:Kustomization,HelmRelease revision:main@sha1:a cluster:eu-1'],
    [
      'another revision and its statuses, where it was only tried',
      tried,
      undefined,
      'kind:Kustomization,HelmRelease -revision:main@sha1:a status:failed,in-progress cluster:eu-1,us-1',
    ],
    [
      'the same in a cluster',
      tried,
      'us-1',
      'kind:Kustomization,HelmRelease -revision:main@sha1:a status:failed,in-progress cluster:us-1',
    ],
    [
      'no cluster where there are more than are named',
      { ...tried, clusterCount: 3 },
      undefined,
      'kind:Kustomization,HelmRelease -revision:main@sha1:a status:failed,in-progress',
    ],
  ] as const)('%s', (_what, given, cluster, query) => expect(printQuery(termsOf(given, cluster))).toBe(query));
});

describe('pages', () => {
  type Requested = { readonly data: RevisionsQuery | undefined; readonly problem: string | undefined };
  const page = (name: string, endCursor: string | null, problem?: string): Requested => ({
    data: {
      revisions: {
        nodes: [revision(name, '1')],
        totalCount: 3,
        pageInfo: { hasNextPage: endCursor !== null, endCursor },
      },
    },
    problem,
  });
  const read = async (pages: number, answers: readonly Requested[]) => {
    const requested: [number, string | null][] = [];
    const answer = await readRevisions(async (first, after) => {
      requested.push([first, after]);
      return answers[requested.length - 1] ?? { data: undefined, problem: 'nothing' };
    }, pages);
    return { ...answer, revisions: answer.revisions.map(({ sourceUrl }) => sourceUrl), requested };
  };

  it('are read one behind the other, as many as are wanted', async () => {
    const all = [page('a', 'x'), page('b', 'y'), page('c', null)];
    const first = { totalCount: 3, problem: undefined };
    expect(await read(1, all)).toEqual({ ...first, revisions: ['a'], hasMore: true, requested: [[PAGE, null]] });
    const requested = [null, 'x', 'y'].map(after => [PAGE, after]);
    expect(await read(5, all)).toEqual({ ...first, revisions: ['a', 'b', 'c'], hasMore: false, requested });
  });

  it('tell once what has moved from one to the next meanwhile', async () => {
    expect(await read(2, [page('a', 'x'), page('a', null)])).toMatchObject({ revisions: ['a'], hasMore: false });
  });

  it('that could not be read are said to be missing, and why', async () => {
    const missing: Requested = { data: undefined, problem: 'busy' };
    expect(await read(2, [page('a', 'x'), missing])).toMatchObject({
      revisions: ['a'],
      totalCount: 3,
      hasMore: true,
      problem: 'busy',
    });
    expect(await read(2, [missing])).toMatchObject({
      revisions: [],
      totalCount: undefined,
      hasMore: false,
      problem: 'busy',
    });
    expect(await read(2, [{ data: { revisions: null }, problem: 'busy' }])).toMatchObject({
      revisions: [],
      problem: 'busy',
    });
  });

  it.each([
    [undefined, 1],
    ['3', 3],
    ['0', 1],
    ['-1', 1],
    ['x', 1],
    ['999', MOST_PAGES],
    ['99999', 1],
  ])('asked for as %j are %j', (text, pages) => expect(pagesOf(text)).toBe(pages));
});
