/** Kubeconfigs on this machine: their clusters, and changes of the files by editors and by the kubelet. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { ClusterSource } from '../../clusters/source.ts';
import { configuredClusters, kubeconfigContexts, kubeconfigPath } from '../../clusters/sources/kubeconfig-files.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { until } from '../kubernetes/until.ts';
import { Followed, POLICY, RecordedLog } from './fixtures.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'fleetgraph-files-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

function kubeconfig(contexts: readonly string[], token = 'one'): string {
  return stringify({
    clusters: contexts.map(name => ({ name, cluster: { server: `https://${name}.example` } })),
    users: [{ name: 'u', user: { token } }],
    contexts: contexts.map(name => ({ name, context: { cluster: name, user: 'u' } })),
    'current-context': contexts[0] ?? '',
  });
}

async function following(source: ClusterSource): Promise<Followed> {
  const followed = new Followed();
  followed.sources.follow([{ key: 'a', source: () => source }]);
  await followed.sources.settled(5_000);
  return followed;
}

describe('a kubeconfig file', () => {
  it('is its contexts; one that cannot be used does not keep the others away', async () => {
    const file = join(root, 'contexts');
    const ghost = { name: 'ghost', context: { cluster: 'nowhere', user: 'u' } };
    await writeFile(file, kubeconfig(['a', 'b']).replace('contexts:', `contexts:\n  - ${JSON.stringify(ghost)}`));
    await using followed = await following(kubeconfigContexts(file, POLICY, { log: silentLogger }));
    expect(followed.names).toBe('a,b');
    expect(followed.problems).toEqual([
      `the contexts of ${file}: ${file}: context "ghost" refers to cluster "nowhere", which is not there; it has: a, b.`,
    ]);
  });

  it('is followed when it is replaced, and when it is written in place', async () => {
    const file = join(root, 'replaced');
    await writeFile(file, kubeconfig(['a']));
    await using followed = await following(kubeconfigContexts(file, POLICY, { log: silentLogger }));
    await writeFile(`${file}.new`, kubeconfig(['a', 'b']));
    await rename(`${file}.new`, file);
    await until(() => followed.names === 'a,b', 4_000);
    await writeFile(file, kubeconfig(['a', 'b'], 'two'));
    await until(() => followed.reported.join() === '+a,+b,=a,=b', 4_000);
  });

  it('keeps its clusters while it is broken or away', async () => {
    const file = join(root, 'broken');
    await writeFile(file, kubeconfig(['a']));
    await using followed = await following(kubeconfigContexts(file, POLICY, { log: silentLogger }));
    await writeFile(file, 'clusters: [');
    await until(() => followed.problems.length === 1 && /not valid YAML/.test(followed.problems[0]!));
    await rm(file);
    await until(() => followed.problems.length === 1 && /no such file/.test(followed.problems[0]!));
    expect(followed.reported).toEqual(['+a']);
    await writeFile(file, kubeconfig(['a', 'b']));
    await until(() => followed.names === 'a,b' && followed.problems.length === 0);
  });

  it('that is not there is a problem of each cluster that the configuration, or its own name, says is in it', async () => {
    const cluster = (name: string) => ({ name, kubeconfig: join(root, 'absent'), ...POLICY });
    await using configured = await following(configuredClusters([cluster('a'), cluster('b')]));
    expect(configured.sources.problems.map(({ cluster }) => cluster)).toEqual(['a', 'b']);
    const directory = join(root, 'broken-ones');
    await mkdir(directory);
    await writeFile(join(directory, 'leaf-7.yaml'), 'clusters: [');
    await using followed = await following(kubeconfigPath(directory, POLICY, { log: silentLogger }));
    expect(followed.sources.problems.map(({ cluster }) => cluster)).toEqual(['leaf-7']);
  });

  it.each<[string, string | undefined, readonly string[] | undefined, string]>([
    ['the current one', 'b', undefined, 'b,other'],
    ['the first where none is current', undefined, undefined, 'a,other'],
    ['those that are chosen', 'b', ['a', 'other'], 'a,other'],
    ['all that are chosen', 'b', ['a', 'b'], 'a,b'],
  ])('with several contexts of one cluster takes %s', async (_what, current, contexts, names) => {
    const file = join(root, 'one-cluster');
    const way = (name: string, cluster: string, user: string) => ({ name, context: { cluster, user } });
    await writeFile(
      file,
      stringify({
        clusters: [
          { name: 'k', cluster: { server: 'https://k.example' } },
          { name: 'k-too', cluster: { server: 'https://k.example' } },
          { name: 'l', cluster: { server: 'https://l.example' } },
        ],
        users: ['jane', 'admin'].map(name => ({ name, user: { token: name } })),
        contexts: [way('a', 'k', 'jane'), way('b', 'k-too', 'admin'), way('other', 'l', 'jane')],
        ...(current !== undefined && { 'current-context': current }),
      }),
    );
    const log = new RecordedLog();
    await using followed = await following(kubeconfigContexts(file, POLICY, { contexts, log: log.logger }));
    expect(followed.names).toBe(names);
    expect(log.lines.map(({ fields }) => fields['contexts'])).toEqual(contexts ? [] : [[current === 'b' ? 'a' : 'b']]);
  });

  it('may be several, as in $KUBECONFIG', async () => {
    await writeFile(join(root, 'p1'), kubeconfig(['a']));
    await writeFile(join(root, 'p2'), kubeconfig(['b']));
    await using followed = await following(
      kubeconfigContexts(`${join(root, 'p1')}:${join(root, 'p2')}:${join(root, 'absent')}`, POLICY, {
        log: silentLogger,
      }),
    );
    expect(followed.names).toBe('a,b');
  });
});

describe('a directory of kubeconfigs', () => {
  it('is a cluster for each file, which come and go with the files', async () => {
    const directory = join(root, 'fleet');
    await mkdir(directory);
    await writeFile(join(directory, 'one.yaml'), kubeconfig(['x', 'y']));
    await using followed = await following(kubeconfigPath(directory, POLICY, { log: silentLogger }));
    expect(followed.registry.list().map(({ name, target }) => [name, target?.server])).toEqual([
      ['one', 'https://x.example'],
    ]);
    await writeFile(join(directory, 'two.kubeconfig'), kubeconfig(['z']));
    await writeFile(join(directory, 'bad.yaml'), '[]');
    await until(() => followed.names === 'one,two' && followed.problems.length === 1);
    expect(followed.problems[0]).toMatch(/bad\.yaml: .*not a kubeconfig/);
    await rm(join(directory, 'one.yaml'));
    await until(() => followed.names === 'two');
  });

  it('is followed through the link by which kubelet exchanges all files of a mounted Secret', async () => {
    const directory = join(root, 'mounted');
    const put = async (version: string, files: Record<string, string>) => {
      await mkdir(join(directory, version), { recursive: true });
      for (const [name, text] of Object.entries(files)) await writeFile(join(directory, version, name), text);
      await symlink(version, join(directory, '..data_tmp'));
      await rename(join(directory, '..data_tmp'), join(directory, '..data'));
    };
    await put('..2026_1', { one: kubeconfig(['a']) });
    await symlink('..data/one', join(directory, 'one'));
    await using followed = await following(kubeconfigPath(directory, POLICY, { log: silentLogger }));
    expect(followed.names).toBe('one');
    await put('..2026_2', { one: kubeconfig(['a'], 'rotated'), two: kubeconfig(['b']) });
    await symlink('..data/two', join(directory, 'two'));
    await until(
      () => followed.reported.join() === '+one,=one,+two' || followed.reported.join() === '+one,+two,=one',
      4_000,
    );
  });

  it('keeps its clusters while it is away, and is found when it comes', async () => {
    const directory = join(root, 'late');
    await using followed = await following(kubeconfigPath(directory, POLICY, { log: silentLogger }));
    expect(followed.registry.isComplete).toBe(false);
    await mkdir(directory);
    await writeFile(join(directory, 'one'), kubeconfig(['a']));
    await until(() => followed.names === 'one');
    await rename(directory, `${directory}.away`);
    await until(() => followed.problems.length === 1);
    expect(followed.names).toBe('one');
  });
});

describe('the clusters of the configuration', () => {
  it('are contexts under names of their own, several of one file', async () => {
    const file = join(root, 'named');
    await writeFile(file, kubeconfig(['a', 'b']));
    const identity = { mode: 'passthrough', usernamePrefix: 'x:', groupPrefix: '' } as const;
    const spec = { kubeconfig: file, identity, authorization: 'mixed', labels: { env: 'prod' } } as const;
    await using followed = await following(
      configuredClusters([
        { ...spec, name: 'mine' },
        { ...spec, name: 'other', context: 'b' },
        { ...spec, name: 'wrong', context: 'nope' },
      ]),
    );
    expect(followed.registry.get('mine')).toMatchObject({
      identity,
      authorization: 'mixed',
      labels: { env: 'prod' },
      client: { cluster: 'mine' },
    });
    expect(followed.registry.get('other')?.target?.server).toBe('https://b.example');
    expect(followed.problems).toEqual([`the configuration: ${file}: no context "nope"; it has: a, b.`]);
  });
});
