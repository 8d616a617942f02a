/** `fleetgraph get packages`: its queries, page by page, and its output. */
import { describe, expect, it } from '@jest/globals';
import { printedPackages } from '../../../cli/commands/get.ts';
import type { Ask } from '../../../cli/client/endpoint.ts';
import { deploymentsOf, deploymentTable, packagesOf, packageTable, phasesOf } from '../../../cli/client/packages.ts';
import { answering } from './answering.ts';
import { counts, deployment, listedPackage } from './packages.ts';

const NOW = Date.parse('2026-01-02T00:00:00Z');

const page = (nodes: readonly object[], more: string | null = null) => ({
  ...{
    totalCount: 3,
    hasNextPage: more !== null,
    endCursor: more,
    complete: true,
    phaseCounts: counts({ ready: 3 }),
    nodes,
  },
});

describe('pages', () => {
  it('of packages are read up to the limit', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map(directory => listedPackage({ directory }));
    const { ask, requested } = answering({ page: page([a!, b!], 'x') }, { page: page([c!]) });
    expect((await packagesOf(ask, { clusters: ['leaf'] }, 10_000)).items).toEqual([a, b, c]);
    expect(requested).toEqual([
      { filter: { clusters: ['leaf'] }, first: 500, after: null },
      { filter: { clusters: ['leaf'] }, first: 500, after: 'x' },
    ]);
    const cut = await packagesOf(answering({ page: page([a!], 'x') }).ask, {}, 1);
    expect(cut).toMatchObject({ items: [a], totalCount: 3 });
  });

  it('of deployments are read for one package, which may not be there', async () => {
    const [a, b] = [deployment(), deployment({ phase: 'FAILED' })];
    const { ask, requested } = answering({ package: { page: page([a], 'x') } }, { package: { page: page([b]) } });
    expect((await deploymentsOf(ask, '//id', {}, 10_000))?.items).toEqual([a, b]);
    expect(requested.map(variables => (variables as { after: unknown }).after)).toEqual([null, 'x']);
    expect(await deploymentsOf(answering({ package: null }).ask, '//id', {}, 10)).toBeUndefined();
  });

  it('fail with the message of the graph', async () => {
    const ask = (async () => ({ data: null, errors: [{ message: 'narrow the filter' }] })) as unknown as Ask;
    await expect(packagesOf(ask, {}, 1)).rejects.toThrow('narrow the filter');
    await expect(deploymentsOf(ask, '//id', {}, 1)).rejects.toThrow('narrow the filter');
  });
});

describe('a table', () => {
  it('of packages has what is ready, and what is not, worst first', () => {
    const packages = [
      listedPackage({
        phaseCounts: counts({ ready: 3, failed: 1, syncFailed: 2, stale: 1 }),
        publishedRevision: '0a1b',
        intent: { id: 'hub/x' },
      }),
      listedPackage({ directory: '', phaseCounts: counts({ ready: 2 }) }),
      listedPackage({ directory: 'none', phaseCounts: counts({}) }),
    ];
    expect(packageTable('table', packages)).toBe(
      `ADDRESS                    DIRECTORY   READY   PHASES                    PUBLISHED
https://git.example/repo   apps/web    3/6     1 FAILED, 2 SYNC_FAILED   0a1b
https://git.example/repo   /           2/2     READY
https://git.example/repo   none        0/0
`,
    );
    expect(packageTable('wide', packages).split('\n').slice(0, 2)).toEqual([
      'ADDRESS                    DIRECTORY   READY   PHASES                    PUBLISHED   STALE   INTENT',
      'https://git.example/repo   apps/web    3/6     1 FAILED, 2 SYNC_FAILED   0a1b        1       hub/x',
    ]);
    expect(phasesOf(counts({ reconciling: 1, outdated: 2, terminating: 1, unknown: 1, syncing: 1 }))).toBe(
      '1 UNKNOWN, 1 TERMINATING, 2 OUTDATED, 1 SYNCING, 1 RECONCILING',
    );
  });

  it('of deployments says where each is, and marks what is suspended or stale', () => {
    const { object } = deployment();
    const deployments = [
      deployment({ since: '2026-01-01T23:00:00Z' }),
      deployment({
        ...{
          object: { ...object, suspended: true },
          target: null,
          phase: 'OUTDATED',
          reason: 'OtherRevision',
          stale: true,
        },
        ...{ expectedRevision: '0c', objectCounts: { total: 3, current: 2 }, message: 'late\u001b[2J', revision: null },
      }),
    ];
    expect(deploymentTable('table', deployments, NOW)).toBe(
      `TARGET    NAMESPACE   KIND            NAME   PHASE                      REASON          REVISION         SINCE
leaf-01   team-a      Kustomization   web    READY                                      main@sha1:0a1b   60m
          team-a      Kustomization   web    OUTDATED,SUSPENDED,STALE   OtherRevision
`,
    );
    const [, , last] = deploymentTable('wide', deployments, NOW).split('\n');
    expect(last).toMatch(/0c +PACKAGE +AGGREGATED +2\/3 +PULL +late\ufffd\[2J$/);
  });
});

it.each([
  ['name', '//https%3A%2F%2Fgit.example%2Frepo/apps%2Fweb\n'],
  ['json', /"items": \[\n {4}\{\n {6}"id"/],
  ['yaml', /^items:\n {2}- id: /],
] as const)('-o %s', (format, expected) => {
  const { nodes: items, ...rest } = page([listedPackage()]);
  const text = printedPackages(format, { ...rest, items } as never);
  if (typeof expected === 'string') expect(text).toBe(expected);
  else expect(text).toMatch(expected);
});

it('-o name of deployments has the ids of their objects', () => {
  const { nodes: items, ...rest } = page([deployment()]);
  expect(printedPackages('name', { ...rest, items } as never)).toBe(
    'leaf-01/kustomize.toolkit.fluxcd.io/Kustomization/team-a/web\n',
  );
});
