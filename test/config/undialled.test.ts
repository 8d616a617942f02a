/** Clusters of the configuration that fleetgraph never connects to. */
import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { loadConfig } from '../../config/load.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleetgraph-undialled-'));
afterAll(() => rmSync(folder, { recursive: true }));

function load(config: object) {
  const file = join(folder, 'config.yaml');
  writeFileSync(file, stringify(config));
  return loadConfig({ file, env: {}, cwd: folder });
}
const TOKENS = [{ env: 'TOKEN' }];
const METRICS = { label: 'cluster=leaf-8' };
const PROMETHEUS = [{ name: 'default', url: 'http://127.0.0.1:9090' }];
const HUB = { name: 'hub', kubeconfig: './hub' };
const pushed = (push: object, more: object = {}) =>
  load({ clusters: [{ name: 'leaf-7', push: { tokens: TOKENS, ...push }, ...more }] });
const measured = (metrics: object, more: object = {}) =>
  load({ prometheus: PROMETHEUS, clusters: [HUB, { name: 'leaf-8', metrics: { ...METRICS, ...metrics }, ...more }] });

describe('a cluster with push', () => {
  it('has defaults for all but its tokens, whose files are relative to the configuration', () => {
    const { clusters } = pushed({ tokens: [{ env: 'A' }, { file: './b' }] });
    expect(clusters[0]).toMatchObject({
      authorization: 'rbac',
      push: { interval: 30_000, detail: 'full', tokens: [{ env: 'A' }, { file: join(folder, 'b') }] },
    });
  });

  const refused: Record<string, [act: () => unknown, message: RegExp]> = {
    'no token': [() => pushed({ tokens: [] }), /push\.tokens/],
    'three tokens': [() => pushed({ tokens: [{ env: 'A' }, { env: 'B' }, { env: 'C' }] }), /push\.tokens/],
    'a token from nowhere': [() => pushed({ tokens: [{}] }), /exactly one of env and file/],
    'a token from two places': [() => pushed({ tokens: [{ env: 'A', file: 'b' }] }), /exactly one of env and file/],
    'a written token': [() => pushed({ tokens: ['secret'] }), /push\.tokens/],
    'an interval below 5s': [() => pushed({ interval: '4s' }), /5s to 10m/],
    'an interval above 10m': [() => pushed({ interval: '11m' }), /5s to 10m/],
    Secrets: [() => pushed({ kinds: ['secrets'] }), /never taken from a report/],
    ConfigMaps: [() => pushed({ kinds: ['configmaps'] }), /never taken from a report/],
    'all kinds': [() => pushed({ kinds: ['*'] }), /plural\.group/],
    'another detail': [() => pushed({ detail: 'some' }), /push\.detail/],
    'a kubeconfig as well': [() => pushed({}, { kubeconfig: './a' }), /one of kubeconfig, push and metrics/],
    'a context': [() => pushed({}, { context: 'a' }), /does not connect to a cluster with push/],
    'namespaces to collect': [
      () => pushed({}, { collect: { namespaces: ['a'] } }),
      /does not connect to a cluster with push/,
    ],
    'live reviews': [() => pushed({}, { authorization: 'mixed' }), /live reviews/],
    'RBAC of another cluster': [() => pushed({}, { rbac: { cluster: 'hub', namespace: 'a' } }), /leave rbac out/],
    'a token of two clusters': [
      () => load({ clusters: ['a', 'b'].map(name => ({ name, push: { tokens: TOKENS } })) }),
      /clusters\[1\]\.push\.tokens: env TOKEN is the token of clusters\[0\] too/,
    ],
    'a cluster that says who callers are': [
      () =>
        load({
          clusters: [{ name: 'a', push: { tokens: TOKENS } }],
          authentication: [{ type: 'tokenReview', cluster: 'a' }],
        }),
      /does not connect to "a"/,
    ],
    'a cluster that says who administrators are': [
      () => load({ clusters: [{ name: 'a', push: { tokens: TOKENS } }], administrators: { cluster: 'a' } }),
      /could make anybody an administrator/,
    ],
    'a hub of packages': [
      () => load({ clusters: [{ name: 'a', push: { tokens: TOKENS } }], packages: { hubs: ['a'] } }),
      /packages\.hubs\[0\].*could say what other clusters should run/,
    ],
    'nothing at all': [() => load({ clusters: [{ name: 'a' }] }), /give kubeconfig/],
  };
  for (const [what, [act, message]] of Object.entries(refused))
    it(`is refused: ${what}`, () => expect(act).toThrow(message));
});

describe('a cluster with metrics', () => {
  it('has defaults for all but its label', () => {
    const { clusters } = measured({}, { rbac: { cluster: 'hub', namespace: 'platform' } });
    expect(clusters[1]?.metrics).toMatchObject({
      prometheus: 'default',
      interval: 30_000,
      names: { fluxResource: 'gotk_resource_info' },
    });
  });

  const refused: Record<string, [act: () => unknown, message: RegExp]> = {
    'an interval below 2s': [() => measured({ interval: '1s' }), /2s to 10m/],
    'an interval above 10m': [() => measured({ interval: '601s' }), /2s to 10m/],
    'a label without a value': [() => measured({ label: 'cluster' }), /cluster=leaf-7/],
    'a Prometheus that is not there': [
      () => measured({ prometheus: 'other' }),
      /there is no "other" in prometheus; it has: default/,
    ],
    'push as well': [() => measured({}, { push: { tokens: TOKENS } }), /one of kubeconfig, push and metrics/],
    'its own RBAC': [() => measured({}, { rbac: { cluster: 'leaf-8', namespace: 'a' } }), /name another cluster/],
    'a metric with a brace': [() => measured({ names: { lastSync: 'a{b' } }), /name of a metric/],
    'a label with a quote': [() => measured({ labels: { fluxName: 'a"b' } }), /name of a label/],
    'RBAC of a cluster that has none of its own': [
      () =>
        load({
          prometheus: PROMETHEUS,
          clusters: [
            { name: 'a', push: { tokens: TOKENS } },
            { name: 'leaf-8', metrics: METRICS, rbac: { cluster: 'a', namespace: 'b' } },
          ],
        }),
      /Name a cluster with a kubeconfig/,
    ],
  };
  for (const [what, [act, message]] of Object.entries(refused))
    it(`is refused: ${what}`, () => expect(act).toThrow(message));
});
