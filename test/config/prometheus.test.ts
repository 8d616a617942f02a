import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../config/load.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleetgraph-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function load(yaml: string) {
  const file = join(folder, 'config.yaml');
  writeFileSync(file, yaml);
  return loadConfig({ file, env: {}, cwd: folder });
}

describe('Prometheus in the configuration', () => {
  it('needs a name and a URL; everything else has a default', () => {
    const { prometheus, mesh, usage, limits } = load(
      'prometheus: [{ name: default, url: "https://prom.example:9090/x" }]',
    );
    const defaults = {
      headers: [],
      timeout: 10_000,
      concurrency: 8,
      maxBytes: 16 * 1024 * 1024,
      maxSeries: 50_000,
      matchers: {},
    };
    expect(prometheus).toEqual([{ name: 'default', url: 'https://prom.example:9090/x', ...defaults }]);
    expect(mesh).toEqual({ clusters: '', clusterIds: {}, trustDomains: ['cluster.local'], step: 15_000 });
    expect(usage).toEqual({ clusterLabel: 'cluster', clusterIds: {}, nodeLabel: 'node', step: 60_000 });
    expect(limits.meshBytes).toBe(64 * 1024 * 1024);
  });

  it('takes files as relative to the file, and sizes with a unit or without', () => {
    const yaml =
      'prometheus: [{ name: p, url: "https://h", caFile: ca.pem, headers: [{ name: A, file: token }, { name: B, env: B }], maxBytes: 2MiB }]\nlimits: { meshBytes: 1000 }';
    const { prometheus, limits } = load(yaml);
    expect(prometheus[0]).toMatchObject({ caFile: join(folder, 'ca.pem'), maxBytes: 2 * 1024 * 1024 });
    expect(prometheus[0]!.headers).toEqual([
      { name: 'A', file: join(folder, 'token') },
      { name: 'B', env: 'B' },
    ]);
    expect(limits.meshBytes).toBe(1_000);
  });

  const one = (keys: string) => `prometheus: [{ name: p, url: "https://h", ${keys} }]`;
  it.each<[string, string, string]>([
    [
      'two of one name',
      'prometheus: [{ name: p, url: "http://a" }, { name: p, url: "http://b" }]',
      'prometheus[1] (p): an earlier one',
    ],
    ['a URL with credentials', 'prometheus: [{ name: p, url: "https://u:hunter2@h" }]', 'credentials go into headers'],
    ['a URL with a query', 'prometheus: [{ name: p, url: "https://h/?a=b" }]', 'prometheus[0].url'],
    ['another protocol', 'prometheus: [{ name: p, url: "ftp://h" }]', 'prometheus[0].url'],
    ['a certificate without its key', one('certFile: c'), 'both certFile and keyFile'],
    [
      'certificates for plain HTTP',
      'prometheus: [{ name: p, url: "http://h", caFile: c }]',
      'where certificates are not used',
    ],
    ['a header without a value', one('headers: [{ name: A }]'), 'either env or file'],
    ['a header with two values', one('headers: [{ name: A, env: A, file: a }]'), 'either env or file'],
    ['a header given twice', one('headers: [{ name: A, env: A }, { name: a, env: B }]'), 'a header is given twice'],
    ['a header of its own', one('headers: [{ name: Content-Type, env: A }]'), 'fleetgraph writes this header itself'],
    ['a label name that is none', one('matchers: { "a-b": x }'), 'prometheus[0].matchers'],
    ['a size that is none', one('maxBytes: 16MB'), '"16MB" is not a size'],
    ['a timeout of hours', one('timeout: 1h'), 'prometheus[0].timeout'],
    [
      'a mesh whose Prometheus is not there',
      'mesh: { prometheus: p }',
      'mesh.prometheus: no entry of "prometheus" is named "p"; the list is empty',
    ],
    ['a step of half a second', 'mesh: { step: 500ms }', 'mesh.step'],
    [
      'usage whose Prometheus is not there',
      `${one('timeout: 1s')}\nusage: { prometheus: q }`,
      'usage.prometheus: no entry of "prometheus" is named "q"; there is p',
    ],
    [
      'two names of one cluster for usage',
      'usage: { clusterIds: { a: east, b: east } }',
      'usage.clusterIds: "a" and "b" both stand for cluster "east"',
    ],
    ['a label for usage that is none', 'usage: { clusterLabel: "a=b" }', 'usage.clusterLabel'],
    ['a step for usage that is too short', 'usage: { step: 5s }', 'usage.step'],
    ['a link to a host of the object', 'mesh: { tracesUrl: "https://{name}/x" }', 'mesh.tracesUrl'],
    ['a link with an unknown word', 'mesh: { tracesUrl: "https://h/{service}" }', '{namespace}'],
    ['a link that runs code', 'mesh: { tracesUrl: "javascript:alert(1)" }', 'mesh.tracesUrl'],
    ['a cluster name that is none', 'mesh: { clusterIds: { a: "B C" } }', 'mesh.clusterIds'],
  ])('refuses %s', (_, yaml, words) => {
    expect(() => load(yaml)).toThrow(words);
    expect(() => load(yaml)).not.toThrow('hunter2');
  });
});
