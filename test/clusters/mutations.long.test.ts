/**
 * Registrations damaged in 20 000 ways. Each must result in a problem in fleetgraph's own words, or in a cluster. The
 * cluster must be reached with checked HTTPS, without a proxy and not on this machine. None reveals a secret or ends
 * the process.
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { HubOptions } from '../../clusters/hub.ts';
import type { HubSourceOptions } from '../../clusters/hub-source.ts';
import type { ClusterSource } from '../../clusters/source.ts';
import { argocdClusters } from '../../clusters/sources/argocd-clusters.ts';
import { clusterProfiles, CLUSTER_PROFILES } from '../../clusters/sources/cluster-profiles.ts';
import { gitopsClusters, GITOPS_CLUSTERS } from '../../clusters/sources/gitops-clusters.ts';
import { kubeconfigSecrets } from '../../clusters/sources/kubeconfig-secrets.ts';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import { KubeconfigError } from '../../kubernetes/kubeconfig-error.ts';
import { isLocalHost } from '../../kubernetes/local-addresses.ts';
import { isKubernetesObject } from '../../kubernetes/object-shape.ts';
import type { ClusterTarget } from '../../kubernetes/transport.ts';
import { untrustedTarget } from '../../kubernetes/untrusted-kubeconfig.ts';
import { simulatedKubeconfig } from '../../sim/kubeconfig.ts';
import { simulatedResource } from '../../sim/resources.ts';
import { authority } from '../kubernetes/certificates.ts';
import { ADMIN, startLeaf } from '../sim/fixtures.ts';
import { Followed, POLICY } from './fixtures.ts';
import { generator, mutatedText, mutatedTree } from './mutations.ts';

const SECRET = 'sesame-sesame-sesame-sesame-sesame-1';
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);
let ca = '';
beforeAll(async () => {
  ca = Buffer.from((await authority('test')).cert).toString('base64');
  console.log(`mutations of registrations, seed ${seed}: FUZZ_SEED=${seed} runs them again`);
});

function kubeconfig(user: object = { token: SECRET }): Record<string, unknown> {
  return {
    clusters: [{ name: 'k', cluster: { server: 'https://10.0.0.1:6443', 'certificate-authority-data': ca } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
    'current-context': 'c',
  };
}

function isElsewhere({ server, tls, proxyUrl }: Pick<ClusterTarget, 'server' | 'tls' | 'proxyUrl'>): boolean {
  const { protocol, hostname } = new URL(server);
  return protocol === 'https:' && !isLocalHost(hostname) && proxyUrl === undefined && tls?.insecure !== true;
}

it('10 000 kubeconfigs', async () => {
  const random = generator(seed);
  const texts = [
    stringify(kubeconfig()),
    JSON.stringify(kubeconfig()),
    stringify(kubeconfig({ username: 'u', password: SECRET })),
  ];
  let targets = 0;
  for (let i = 0; i < 10_000; i++) {
    const text =
      random(2) === 0
        ? mutatedText(texts[random(texts.length)]!, random)
        : JSON.stringify(mutatedTree(kubeconfig(), random));
    try {
      const target = await untrustedTarget(text, { source: 's', cluster: 'c', allow: [] });
      targets++;
      if (!isElsewhere(target)) throw new Error(`${i}: took ${JSON.stringify(text)}`);
    } catch (error) {
      if (!(error instanceof KubeconfigError) || error.message.includes('sesame-sesame')) throw error;
    }
  }
  expect(targets).toBeGreaterThan(500);
});

describe('10 000 objects of a hub', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const object = (kind: string, apiVersion: string, name: string, more: object): KubernetesObject => ({
    ...{ apiVersion, kind },
    metadata: { name, namespace: 'fleet', labels: { env: 'prod' } },
    ...more,
  });
  const secret = (name: string, labels: Record<string, string>, data: Record<string, string>): KubernetesObject => ({
    ...object('Secret', 'v1', name, { data, type: 'Opaque' }),
    metadata: { name, namespace: 'fleet', labels },
  });
  const way = () => base64(JSON.stringify(kubeconfig()));
  const config = () => base64(JSON.stringify({ bearerToken: SECRET, tlsClientConfig: { caData: ca } }));

  it.each<[string, (options: HubOptions & HubSourceOptions) => ClusterSource, (name: string) => KubernetesObject[]]>([
    [
      'Secrets',
      options => kubeconfigSecrets({ ...options, labelSelector: 'kiali.io/multiCluster=true' }),
      name => [secret(name, { 'kiali.io/multiCluster': 'true' }, { value: way() })],
    ],
    [
      'GitopsClusters',
      gitopsClusters,
      name => [
        object('GitopsCluster', 'gitops.weave.works/v1alpha1', name, { spec: { secretRef: { name } } }),
        secret(name, {}, { value: way() }),
      ],
    ],
    [
      'ClusterProfiles',
      clusterProfiles,
      name => [
        object('ClusterProfile', 'multicluster.x-k8s.io/v1alpha1', name, { spec: { displayName: name } }),
        secret(name, { 'x-k8s.io/cluster-profile': name }, { Config: way() }),
      ],
    ],
    [
      'cluster Secrets of Argo CD',
      argocdClusters,
      name => [
        secret(
          name,
          { 'argocd.argoproj.io/secret-type': 'cluster' },
          { name: base64(name), server: base64('https://10.0.0.1'), config: config() },
        ),
      ],
    ],
  ])('a quarter of them %s', async (_what, open, objects) => {
    const random = generator(seed);
    const resources = [GITOPS_CLUSTERS, CLUSTER_PROFILES].map(({ group, version, kind, plural }) =>
      simulatedResource(`${group}/${version}`, kind, plural),
    );
    const hub = await startLeaf({ name: 'hub', resources });
    const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-mutations-'));
    const file = join(directory, 'hub');
    await writeFile(file, simulatedKubeconfig([hub], ADMIN));
    const damaged: KubernetesObject[] = [];
    for (let i = 0; i < 2_500; i++) {
      const whole = objects(`c-${i}`);
      const hurt = whole[random(whole.length)]!;
      const { metadata, apiVersion, kind, ...content } = hurt;
      // An API server accepts only valid metadata, so the metadata is not damaged.
      const mutated = { ...(mutatedTree(structuredClone(content), random) as object), apiVersion, kind, metadata };
      damaged.push(...whole.map(one => (one === hurt && isKubernetesObject(mutated) ? mutated : one)));
    }
    hub.objects.load(damaged);
    const followed = new Followed({ maxClusters: 10_000 });
    try {
      followed.sources.follow([
        {
          key: 'hub',
          source: () => open({ kubeconfig: file, env: {}, log: followed.log.logger, policy: POLICY, allow: [] }),
        },
      ]);
      await followed.sources.settled(60_000);
      expect(followed.registry.isComplete).toBe(true);
      expect(followed.registry.list().length).toBeGreaterThan(100);
      expect(followed.registry.list().filter(({ target }) => !isElsewhere(target!))).toEqual([]);
      expect(followed.problems.length).toBeGreaterThan(100);
      expect(followed.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
      expect(followed.log.text).not.toContain('sesame-sesame');
    } finally {
      await followed[Symbol.asyncDispose]();
      await hub.close();
      await rm(directory, { recursive: true });
    }
  });
});
