/** What the page of an object shows of its kind. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { described, isDescribed } from '../../ui/src/object/kind-descriptions.ts';

const NOW = Date.parse('2026-01-02T03:10:00Z');
const POD = { group: '', kind: 'Pod' };
const container = {
  name: 'main',
  image: 'web:1',
  resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
};

describe('the page of a kind', () => {
  it('has the node, the address and the containers of a Pod, with why one does not run', () => {
    const spec = {
      nodeName: 'node-1',
      serviceAccountName: 'web',
      initContainers: [{ name: 'init', image: 'init:1' }],
      containers: [container],
    };
    const ended = { terminated: { exitCode: 1, reason: 'Error', finishedAt: '2026-01-02T03:05:00Z' } };
    const status = {
      phase: 'Running',
      podIP: '10.0.0.7',
      initContainerStatuses: [{ name: 'init', restartCount: 0, state: { terminated: { exitCode: 0, reason: 'Completed' } } }],
      containerStatuses: [{ name: 'main', restartCount: 17, state: { waiting: { reason: 'CrashLoopBackOff' } }, lastState: ended }],
    };
    const found = described(POD, { spec, status }, NOW);
    expect(found?.figures).toEqual([
      { title: 'phase', value: 'Running' },
      { title: 'node', value: 'node-1', to: { kind: 'Node', group: '', namespace: '', name: 'node-1' } },
      { title: 'ip', value: '10.0.0.7' },
      { title: 'restarts', value: '17' },
      { title: 'serviceAccount', value: 'web' },
    ]);
    expect(found?.tables[0]?.rows).toEqual([
      { cells: ['init', 'Completed, exit code 0', '0', '', 'init:1', '', ''] },
      {
        cells: ['main', 'CrashLoopBackOff', '17', 'Error, exit code 1, 5m ago', 'web:1', 'cpu 100m, memory 128Mi', 'memory 256Mi'],
        tone: 'bad',
      },
    ]);
  });

  it('has the replicas of a Deployment, how many of them are there, and what it runs', () => {
    const spec = { replicas: 3, strategy: { type: 'RollingUpdate' }, template: { spec: { containers: [container] } } };
    const found = described({ group: 'apps', kind: 'Deployment' }, { spec, status: { updatedReplicas: 3, readyReplicas: 2 } }, NOW);
    expect(found?.figures.map(({ title, value, tone }) => [title, value, tone])).toEqual([
      ['replicas', '3', undefined],
      ['updated', '3/3', undefined],
      ['ready', '2/3', 'unsure'],
      ['available', '0/3', 'unsure'],
      ['strategy', 'RollingUpdate', undefined],
    ]);
    expect(found).toMatchObject({ shows: 'Pod', tables: [{ title: 'containers', columns: ['name', 'image', 'requests', 'limits'] }] });
  });

  it('has what a Node has room for, what it keeps away, and whether it takes new Pods', () => {
    const spec = { unschedulable: true, taints: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }] };
    const status = {
      capacity: { cpu: '4', pods: '110' },
      allocatable: { cpu: '3920m', pods: '110' },
      nodeInfo: { kubeletVersion: 'v1.36.1' },
    };
    const found = described({ group: '', kind: 'Node' }, { spec, status }, NOW);
    expect(found?.figures).toEqual([
      { title: 'newPods', value: 'no', tone: 'unsure' },
      { title: 'kubelet', value: 'v1.36.1' },
    ]);
    expect(found?.tables.map(({ rows }) => rows.map(({ cells }) => cells.join(' ')))).toEqual([
      ['cpu 4 3920m', 'pods 110 110'],
      ['node.kubernetes.io/unschedulable  NoSchedule'],
    ]);
  });

  it('is nothing more for kinds without a description', () => {
    expect(isDescribed({ group: 'example.com', kind: 'Deployment' })).toBe(false);
    expect(isDescribed({ group: '', kind: 'toString' })).toBe(false);
    expect(described({ group: 'example.com', kind: 'Pod' }, { spec: {}, status: {} }, NOW)).toBeUndefined();
  });

  it('takes whatever a cluster sends', () => {
    const content = fc.record({ spec: fc.jsonValue(), status: fc.jsonValue() });
    const kind = fc.constantFrom(POD, { group: 'apps', kind: 'Deployment' }, { group: '', kind: 'Node' });
    fc.assert(fc.property(kind, content, (kind, content) => expect(described(kind, content, NOW)).toBeDefined()));
  });
});
