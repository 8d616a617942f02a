import { describe, expect, it } from '@jest/globals';
import { openUsage } from '../../../cli/serve/open-usage.ts';
import type { Prometheus } from '../../../prometheus/prometheus.ts';

const server = {} as Prometheus;
const opened = new Map([['p', server]]);
const config = (usage: object) =>
  ({
    usage: { prometheus: 'p', clusterLabel: 'k8s', clusterIds: {}, nodeLabel: 'node', step: 30_000, ...usage },
    prometheus: [{ name: 'p', matchers: { env: 'prod' } }],
  }) as unknown as Parameters<typeof openUsage>[0];

describe('past use of CPU and memory', () => {
  it('is not known without a Prometheus', () => {
    expect(openUsage(config({ prometheus: undefined }), opened)).toBeUndefined();
  });

  it('has the labels, matchers and steps of the configuration', () => {
    expect(openUsage(config({}), opened)).toMatchObject({
      ...{ prometheus: server, matchers: { env: 'prod' }, clusterLabel: 'k8s', nodeLabel: 'node', stepMs: 30_000 },
    });
  });

  it.each([
    ['east', 'cluster-east'],
    ['west', 'west'],
    // Telemetry uses this name for another cluster.
    ['south', undefined],
    ['constructor', 'constructor'],
  ])('of cluster %s is under %s', (cluster, id) => {
    const { clusterId } = openUsage(config({ clusterIds: { 'cluster-east': 'east', south: 'south-2' } }), opened)!;
    expect(clusterId(cluster)).toBe(id);
  });
});
