/** Requests of the mover to clusters: their bounds. */
import { expect, it } from '@jest/globals';
import { acceptIdentity } from '../../identity/authenticator.ts';
import { MoverClusters, type MoverClustersOptions } from '../../mover/clusters.ts';

it('a member may not answer with more bytes for EndpointSlices than for an object', async () => {
  const asked: (number | undefined)[] = [];
  const served = { group: 'discovery.k8s.io', version: 'v1', kind: 'EndpointSlice', plural: 'endpointslices' };
  const objects = { group: '', version: 'v1', kind: 'Service', plural: 'services' };
  const client = {
    cluster: 'a',
    discover: async () => [served, objects].map(it => ({ ...it, namespaced: true, verbs: ['get', 'list'] })),
    list: async (_: unknown, { maxBytes }: { maxBytes?: number }) => (asked.push(maxBytes), { items: [] }),
    request: async (_: unknown, { maxBytes }: { maxBytes?: number }) => void asked.push(maxBytes),
  };
  const registration = { client, identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' } };
  const clusters = new MoverClusters({
    registry: { get: () => registration } as unknown as MoverClustersOptions['registry'],
    identity: acceptIdentity({ user: 'mover', groups: [] }),
    timeoutMs: 1_000,
    signal: new AbortController().signal,
  });
  const service = { cluster: 'a', group: '', kind: 'Service', namespace: 'shop', name: 'web' };
  await clusters.get(service);
  await clusters.slicesOf(service);
  expect(asked).toEqual([8 * 1024 * 1024, 8 * 1024 * 1024]);
});
