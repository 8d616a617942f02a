/**
 * Settings that a running process takes over from a changed configuration, and its messages about settings that need a
 * restart.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedKeys, followConfig } from '../../../cli/serve/reload.ts';
import { loadConfig } from '../../../config/load.ts';
import type { Config } from '../../../config/schema.ts';
import { RecordedLog } from '../../clusters/fixtures.ts';
import { until } from '../../kubernetes/until.ts';

const CLUSTER = '{ name: a, kubeconfig: k }';
const tokens = (token: string) => `authentication: [{ type: static, tokens: [{ token: ${token}, user: jane }] }]\n`;
const HEADER = 'authentication: [{ type: header, sharedSecret: { header: X, env: E } }]\n';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

function running(text: string, apply: (config: Config) => void = () => undefined) {
  const directory = mkdtempSync(join(tmpdir(), 'fleetgraph-reload-'));
  const file = join(directory, 'config.yaml');
  const write = (next: string) => {
    writeFileSync(`${file}.new`, next);
    renameSync(`${file}.new`, file);
  };
  write(text);
  const load = () => loadConfig({ file, env: {}, cwd: directory });
  const log = new RecordedLog();
  const applied: Config[] = [];
  let onSignal = () => {};
  const signals = { on: (_: string, listener: () => void) => (onSignal = listener), off: () => undefined };
  const end = followConfig({
    ...{ config: load(), file, load, log: log.logger, signals: signals as unknown as NodeJS.Process },
    apply: config => {
      apply(config);
      applied.push(config);
    },
  });
  open.push(end, () => rmSync(directory, { recursive: true }));
  return {
    write,
    applied,
    log,
    hangUp: () => onSignal(),
    words: () => log.lines.map(({ level, words }) => `${level} ${words}`),
  };
}

describe('a changed configuration', () => {
  it.each<[string, string, string, string[]]>([
    ['clusters', `clusters: [${CLUSTER}]`, 'clusters: []', ['clusters']],
    ['sources', 'clusterSources: []', 'clusterSources: [{ type: secrets }]', ['clusterSources']],
    ['static tokens', tokens('a'), tokens('b'), ['authentication.tokens']],
    ['another authenticator', tokens('a'), HEADER, ['authentication']],
    [
      'sections by their keys',
      'server: { port: 1 }',
      'server: { port: 2 }\nlimits: { depth: 3 }',
      ['server.port', 'limits.depth'],
    ],
    ['nothing', 'server: { port: 1 }', 'server: { port: 1 } # as before', []],
  ])('differs in %s', (_what, before, after, keys) => {
    const [first, second] = [before, after].map(text => {
      const directory = mkdtempSync(join(tmpdir(), 'fleetgraph-keys-'));
      open.push(() => rmSync(directory, { recursive: true }));
      writeFileSync(join(directory, 'c'), text);
      return loadConfig({ file: join(directory, 'c'), env: {}, cwd: '/' });
    }) as [Config, Config];
    const relative = (config: Config) => ({
      ...config,
      clusters: config.clusters.map(cluster => ({ ...cluster, kubeconfig: 'k' })),
    });
    expect(changedKeys(relative(first), relative(second)).toSorted()).toEqual(keys.toSorted());
  });

  it('is taken when its file is replaced, and what cannot be taken is told in one line', async () => {
    const world = running(tokens('a'));
    world.write(`${tokens('a')}clusters: [${CLUSTER}]\nserver: { port: 4001 }\nlimits: { depth: 3 }\n`);
    await until(() => world.applied.length === 1, 4_000);
    expect(world.applied[0]?.clusters.map(({ name }) => name)).toEqual(['a']);
    expect(world.log.lines).toEqual([
      { level: 'info', fields: { changed: ['clusters'] }, words: 'the configuration was reloaded' },
      {
        level: 'warn',
        fields: { keys: ['server.port', 'limits.depth'] },
        words: 'these settings have changed and are taken at the next start only',
      },
    ]);
  });

  it('with a wrong status rule changes nothing and says where it is wrong', async () => {
    const world = running(tokens('a'));
    world.write(`${tokens('b')}status: { rules: [{ group: example.org, kind: Widget, failed: 'statsu.x' }] }`);
    await until(() => world.log.lines.length === 1, 4_000);
    const [line] = world.log.lines;
    expect(line).toMatchObject({ level: 'error', words: 'the configuration cannot be used; what runs stays as it is' });
    expect(String(line?.fields['reason'])).toContain(
      'status.rules[0].failed: line 1, column 1: Unknown variable: statsu',
    );
    expect(world.applied).toEqual([]);
  });

  it('with another status rule says that it is taken at the next start', async () => {
    const world = running(tokens('a'));
    world.write(`${tokens('a')}status: { rules: [{ group: example.org, kind: Widget, failed: status.x }] }`);
    await until(() => world.log.lines.length === 1, 4_000);
    expect(world.log.lines).toMatchObject([{ level: 'warn', fields: { keys: ['status.rules'] } }]);
  });

  it('that is broken changes nothing and says why, once', async () => {
    const world = running(tokens('a'));
    world.write('clusters: [');
    await until(() => world.words().length === 1, 4_000);
    world.write('clusters: [ ');
    world.write(`${tokens('b')}`);
    await until(() => world.applied.length === 1, 4_000);
    expect(world.words().filter(line => line.startsWith('error'))[0]).toBe(
      'error the configuration cannot be used; what runs stays as it is',
    );
    expect(world.words().at(-1)).toBe('info the configuration was reloaded');
  });

  it('that cannot be applied is not taken for what runs', () => {
    let fails = true;
    const world = running(tokens('a'), () => {
      if (fails) throw new Error('no such user');
    });
    world.write(tokens('b'));
    world.hangUp();
    expect(world.words()).toEqual(['error the configuration cannot be used; what runs stays as it is']);
    fails = false;
    world.hangUp();
    expect(world.applied).toHaveLength(1);
  });

  it('that goes back to the authentication that runs brings its tokens, also after one that was not taken', () => {
    const world = running(tokens('a'));
    world.write(HEADER);
    world.hangUp();
    world.write(tokens('b'));
    world.hangUp();
    expect(world.applied).toHaveLength(1);
    expect(world.words().at(-1)).toBe('info the configuration was reloaded');
  });

  it('with clusters beside another authentication takes the clusters, and the tokens stay until the next start', () => {
    const world = running(tokens('a'));
    world.write(`${HEADER}clusters: [${CLUSTER}]\n`);
    world.hangUp();
    expect(world.applied.map(({ clusters, authentication }) => [clusters.length, authentication[0]?.type])).toEqual([
      [1, 'static'],
    ]);
    expect(world.log.lines.map(({ fields }) => fields)).toEqual([
      { changed: ['clusters'] },
      { keys: ['authentication'] },
    ]);
    world.write(`${tokens('a')}clusters: [${CLUSTER}]\n`);
    world.hangUp();
    expect(world.applied).toHaveLength(1);
  });

  it('is read on SIGHUP, which says so when there is nothing to take', () => {
    const world = running('server: { port: 1 }');
    world.hangUp();
    expect(world.words()).toEqual([
      'info the configuration was read again; nothing that is taken at run time has changed',
    ]);
  });
});
