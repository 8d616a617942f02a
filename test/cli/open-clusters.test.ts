/** What commands and `serve` begin with: all clusters of all sources, and the names that the store keeps. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { openClusters } from '../../cli/open-clusters.ts';
import { registrantOf } from '../../clusters/names.ts';
import { loadConfig } from '../../config/load.ts';
import type { Config } from '../../config/schema.ts';
import { MemoryStore } from '../../store/memory.ts';
import type { Store } from '../../store/store.ts';
import { silentLogger } from '../../telemetry/log.ts';

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

const namesOf = ({ registry }: Awaited<ReturnType<typeof opened>>) => registry.list().map(({ name }) => name).toSorted(); // prettier-ignore

it('a command has the clusters of all sources, however many there are and whichever is read last', async () => {
  const clusterSources = Array.from({ length: 12 }, (_, i) => ({
    type: 'kubeconfig',
    path: kubeconfig(`${i}/k.yaml`, `a-${i}`, `b-${i}`),
  }));
  const clusters = [{ name: 'own', kubeconfig: kubeconfig('own.yaml', 'x') }];
  expect(namesOf(await opened(config({ clusters, clusterSources })))).toHaveLength(25);
});

describe('a store that others share', () => {
  const first = () => kubeconfig('first.yaml', 'prod', 'new');
  const second = () => join(directory, 'absent/second');
  const given = () => config({ clusterSources: [first(), second()].map(path => ({ type: 'kubeconfig', path })) });
  const holds = () =>
    new Map([['prod', { registrant: registrantOf(JSON.stringify(['kubeconfig', second()]), second()), server: undefined }]]);

  it('reserves a name for a source that is away, in every process that opens the clusters', async () => {
    const clusters = await opened(given(), { shared: {} as Store['shared'] & object, origins: async () => holds() });
    expect(namesOf(clusters)).toEqual(['new']);
    expect(clusters.sources.problems.map(({ cause }) => cause)).toEqual(['NAME_RESERVED', 'SOURCE_UNREADABLE']);
  });

  it('keeps nothing where it is the memory of the process', async () => {
    expect(namesOf(await opened(given(), new MemoryStore()))).toEqual(['new', 'prod']);
  });
});
