/** Requests and limits of a Pod, as the scheduler counts them. */
import { describe, expect, it } from '@jest/globals';
import { resourcesOfPod, runningContainers } from '../../../subgraphs/live/pod-resources.ts';

const container = (name: string, requests?: object, limits?: object, more: object = {}) => ({
  name,
  resources: { requests, limits },
  ...more,
});
const sidecar = { restartPolicy: 'Always' };
const pod = (spec: object) => ({ metadata: { name: 'web' }, spec: spec as Record<string, unknown> });
const GIB = 2 ** 30;

describe('the resources of a Pod', () => {
  it.each([
    ['nothing stated', { containers: [container('a')] }, [0, null, 0, null]],
    [
      'the sum of the containers',
      {
        containers: [
          container('a', { cpu: '250m', memory: '1Gi' }, { cpu: '1', memory: '2Gi' }),
          container('b', { cpu: 1 }, { cpu: '2', memory: '1Gi' }),
        ],
      },
      [1.25, 3, 2 * GIB, 3 * GIB],
    ],
    [
      'a limit is the request, where no request is stated',
      { containers: [container('a', undefined, { cpu: '500m' })] },
      [0.5, 0.5, 0, null],
    ],
    [
      'the largest init container, if it is larger; its limit ends with it',
      { initContainers: [container('i', { cpu: '2' })], containers: [container('a', { cpu: '1' }, { cpu: '1' })] },
      [2, 1, 0, null],
    ],
    [
      'sidecars run beside the containers, and beside later init containers',
      {
        initContainers: [
          container('s', { cpu: '500m' }, { cpu: '1' }, sidecar),
          container('i', { cpu: '1700m' }),
          container('t', { cpu: '250m' }, { cpu: '1' }, sidecar),
        ],
        containers: [container('a', { cpu: '1' }, { cpu: '1' })],
      },
      [2.2, 3, 0, null],
    ],
    [
      'overhead',
      { overhead: { cpu: '100m' }, containers: [container('a', { cpu: '1' }, { cpu: '1' })] },
      [1.1, 1.1, 0, null],
    ],
    [
      'resources of the whole Pod replace the sum',
      { resources: { requests: { cpu: '3' }, limits: { cpu: '4' } }, containers: [container('a', { cpu: '1' })] },
      [3, 4, 0, null],
    ],
    [
      'what is no quantity is not stated',
      { containers: [container('a', { cpu: {}, memory: '-1' }), 7, null] },
      [0, null, 0, null],
    ],
  ] as const)('%s', (_, spec, [cpu, cpuLimit, memory, memoryLimit]) => {
    expect(resourcesOfPod(pod(spec))).toEqual({
      cpu: { requested: cpu, limit: cpuLimit },
      memory: { requested: memory, limit: memoryLimit },
    });
  });

  it('are by container for those that run at the same time', () => {
    const spec = {
      initContainers: [container('s', {}, {}, sidecar), container('i')],
      containers: [container('a', { cpu: '1' }), { image: 'x' }],
    };
    expect(runningContainers(pod(spec)).map(({ name, cpu }) => [name, cpu.requested])).toEqual([
      ['s', 0],
      ['a', 1],
    ]);
  });
});
