/**
 * Opening the clusters of all sources, which commands and `serve` do first. Also covers names that a shared store
 * reserves, and a configuration that is read again.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { clusterSources } from '../../../cli/serve/cluster-sources.ts';
import { openClusters } from '../../../cli/serve/open-clusters.ts';
import { refuseLoss } from '../../../cli/serve/reload.ts';
import { registrantOf } from '../../../clusters/names.ts';
import { loadConfig } from '../../../config/load.ts';
import type { Config } from '../../../config/schema.ts';
import { MemoryStore } from '../../../store/memory.ts';
import type { Store } from '../../../store/store.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { until } from '../../kubernetes/until.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fleetgraph-open-'));
});
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
  rmSync(directory, { recursive: true });
});

function kubeconfig(path: string, ...names: string[]): string {
  const file = join(directory, path);
  mkdirSync(join(file, '..'), { recursive: true });
  const text = {
    clusters: names.map(name => ({ name, cluster: { server: `https://${name}.example` } })),
    users: [{ name: 'u', user: { token: 't' } }],
    contexts: names.map(name => ({ name, context: { cluster: name, user: 'u' } })),
    'current-context': names[0] ?? '',
  };
  writeFileSync(file, stringify(text));
  return file;
}

function config(text: Record<string, unknown>): Config {
  const file = join(directory, 'fleetgraph.yaml');
  writeFileSync(file, stringify(text));
  return loadConfig({ file, env: {}, cwd: directory });
}

async function opened(given: Config, store?: Pick<Store, 'shared' | 'origins'>) {
  const clusters = await openClusters({ config: given, env: {}, log: silentLogger, ...(store && { store }) });
  open.push(clusters.close);
  return clusters;
}

const namesOf = ({ registry }: Awaited<ReturnType<typeof opened>>) =>
  registry
    .list()
    .map(({ name }) => name)
    .toSorted();

it('a command has the clusters of all sources, however many there are and whichever is read last', async () => {
  const clusterSources = Array.from({ length: 12 }, (_, i) => ({
    type: 'kubeconfig',
    path: kubeconfig(`${i}/k.yaml`, `a-${i}`, `b-${i}`),
  }));
  const clusters = [{ name: 'own', kubeconfig: kubeconfig('own.yaml', 'x') }];
  expect(namesOf(await opened(config({ clusters, clusterSources })))).toHaveLength(25);
});

it('all clusters of a source collect the namespaces that it names, and a change of them is followed', async () => {
  const path = kubeconfig('fleet/k.yaml', 'a', 'b');
  const given = (collect?: object) =>
    config({ clusterSources: [{ type: 'kubeconfig', path, ...(collect && { collect }) }] });
  const { registry, sources } = await opened(given({ namespaces: ['shop', 'billing'] }));
  const collected = () => registry.list().map(({ name, collect }) => [name, collect?.namespaces]);
  expect(collected()).toEqual(['a', 'b'].map(name => [name, ['shop', 'billing']]));
  sources.follow(clusterSources(given(), {}, { env: {}, log: silentLogger }));
  await until(() => collected().every(([, namespaces]) => namespaces === undefined));
});

describe('a store that others share', () => {
  const first = () => kubeconfig('first.yaml', 'prod', 'new');
  const second = () => join(directory, 'absent/second');
  const given = () => config({ clusterSources: [first(), second()].map(path => ({ type: 'kubeconfig', path })) });
  const holds = () =>
    new Map([
      ['prod', { registrant: registrantOf(JSON.stringify(['kubeconfig', second()]), second()), server: undefined }],
    ]);

  it('reserves a name for a source that is away, in every process that opens the clusters', async () => {
    const clusters = await opened(given(), { shared: {} as Store['shared'] & object, origins: async () => holds() });
    expect(namesOf(clusters)).toEqual(['new']);
    expect(clusters.sources.problems.map(({ cause }) => cause)).toEqual(['NAME_RESERVED', 'SOURCE_UNREADABLE']);
  });

  it('keeps nothing where it is the memory of the process', async () => {
    expect(namesOf(await opened(given(), new MemoryStore()))).toEqual(['new', 'prod']);
  });
});

describe('a configuration that is read anew', () => {
  const entry = (name: string) => ({ name, kubeconfig: kubeconfig(`${name}.yaml`, 'x') });
  const fleet = () =>
    config({
      clusters: ['a', 'b', 'c'].map(entry),
      clusterSources: [{ type: 'kubeconfig', path: kubeconfig('more/k', 'd') }],
    });

  it.each<[string, (text: ReturnType<typeof fleet>) => Record<string, unknown>, readonly string[]]>([
    ['nothing', () => ({}), ['a', 'b', 'c', 'd']],
    ['one cluster', ({ clusterSources }) => ({ clusters: ['b', 'c'].map(entry), clusterSources }), ['a']],
    ['all but one', () => ({ clusters: [entry('b')] }), ['a', 'c', 'd']],
    [
      'another policy',
      ({ clusterSources }) => ({
        clusters: ['a', 'b', 'c'].map(name => ({ ...entry(name), authorization: 'mixed' })),
        clusterSources,
      }),
      [],
    ],
    ['another source', () => ({ clusterSources: [{ type: 'secrets', kubeconfig: 'hub' }] }), []],
  ])('loses what it does not name: %s', async (_what, next, lost) => {
    const before = fleet();
    const { sources } = await opened(before);
    const after = clusterSources(config(next(before)), {}, { env: {}, log: silentLogger });
    expect([...sources.lostBy(after)].toSorted()).toEqual(lost);
  });

  it.each([
    [0, 0, true],
    [0, 4, true],
    [2, 4, true],
    [1, 1, false],
    [3, 4, false],
    [4, 4, false],
  ])('may remove %i of %i clusters: %s', (lost, registered, may) => {
    const names = Array.from({ length: lost }, (_, i) => `leaf-${i}`);
    const reload = () => refuseLoss(names, registered);
    if (may) expect(reload).not.toThrow();
    else
      expect(reload).toThrow(
        `It would remove ${lost} of ${registered} clusters: ${names.join(', ')}. A reload removes at most half`,
      );
  });
});
