/** Nodes and Namespaces of the demo fleet. */
import type { DemoCluster } from './cluster.ts';
import { seededHex } from './random.ts';
import { bornAt, condition, demoObject, type DemoObject } from './render.ts';

export function node(cluster: DemoCluster, index: number): DemoObject {
  const name = `ip-10-0-${cluster.index % 250}-${10 + index}.${cluster.region}.compute.internal`;
  return demoObject(cluster, ['v1', 'Node'], '', name, () => ({
    labels: {
      'kubernetes.io/hostname': name,
      'topology.kubernetes.io/region': cluster.region,
      'topology.kubernetes.io/zone': `${cluster.region}${'abc'[index % 3]}`,
    },
    content: {
      spec: { providerID: `aws:///${cluster.region}/i-${seededHex(17, cluster.name, index)}` },
      status: {
        conditions: [
          condition('Ready', true, 'KubeletReady', 'kubelet is posting ready status', { at: bornAt(cluster) }),
        ],
        nodeInfo: nodeInfo(),
        addresses: [
          { type: 'InternalIP', address: `10.0.${cluster.index % 250}.${10 + index}` },
          { type: 'Hostname', address: name },
        ],
        capacity: { cpu: '4', 'ephemeral-storage': '80Gi', memory: '16Gi', pods: '58' },
        allocatable: { cpu: '3920m', 'ephemeral-storage': '72Gi', memory: '15Gi', pods: '58' },
      },
    },
  }));
}

function nodeInfo(): Record<string, string> {
  const system = {
    architecture: 'amd64',
    operatingSystem: 'linux',
    osImage: 'Bottlerocket OS',
    kernelVersion: '6.12.40',
    kubeProxyVersion: '',
  };
  return {
    ...system,
    kubeletVersion: 'v1.36.1',
    containerRuntimeVersion: 'containerd://2.1.4',
    machineID: '',
    systemUUID: '',
    bootID: '',
  };
}

export function namespace(cluster: DemoCluster, name: string, labels: Readonly<Record<string, string>>): DemoObject {
  return demoObject(cluster, ['v1', 'Namespace'], '', name, () => ({
    labels: { 'kubernetes.io/metadata.name': name, ...labels },
    content: { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } },
  }));
}
