import { describe, expect, it } from '@jest/globals';
import { processorTime } from '../processor-time.ts';
import { pod, POD, resource, row } from './fixtures.ts';
import { is } from './vectors/vector.ts';

describe('the row of a Pod', () => {
  it.each([
    [
      'why its container waits, for a minute',
      {
        phase: 'Pending',
        conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: '2026-11-21T11:59:01Z' }],
        containerStatuses: [
          { name: 'web', state: { waiting: { reason: 'ImagePullBackOff', message: 'no such image' } } },
        ],
      },
      'IN_PROGRESS',
      'ImagePullBackOff',
      'web: no such image',
    ],
    ...['ErrImagePull', 'ImagePullBackOff', 'InvalidImageName', 'CreateContainerConfigError', 'CrashLoopBackOff'].map(
      (reason): [string, object, string, string, string] => [
        `that it failed, after a minute of ${reason}`,
        {
          phase: 'Pending',
          conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: '2026-11-21T11:59:00Z' }],
          initContainerStatuses: [{ name: 'web', state: { waiting: { reason, message: 'no' } } }],
        },
        'FAILED',
        reason,
        'web: no',
      ],
    ),
    [
      'that a running one failed, whose second container cannot be pulled',
      {
        phase: 'Running',
        conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: '2026-11-21T11:00:00Z' }],
        containerStatuses: [
          { name: 'web', state: { running: {} } },
          { name: 'side', state: { waiting: { reason: 'ErrImagePull' } } },
        ],
      },
      'FAILED',
      'ErrImagePull',
      'side: ErrImagePull',
    ],
    [
      'no failure of what may still come, however long it takes',
      {
        phase: 'Pending',
        conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: '2026-11-21T11:00:00Z' }],
        containerStatuses: [{ name: 'web', state: { waiting: { reason: 'NodeIsBusy', message: 'busy' } } }],
      },
      'IN_PROGRESS',
      'NodeIsBusy',
      'web: busy',
    ],
    [
      'which containers are being created',
      {
        phase: 'Pending',
        conditions: [is('Initialized', 'True'), is('ContainersReady', 'False', 'ContainersNotReady')],
        containerStatuses: [{ name: 'web', state: { waiting: { reason: 'ContainerCreating' } } }],
      },
      'IN_PROGRESS',
      'ContainerCreating',
      'message of ContainersReady',
    ],
    [
      'that containers are being created, without conditions',
      { phase: 'Pending', containerStatuses: [{ name: 'web', state: { waiting: { reason: 'ContainerCreating' } } }] },
      'IN_PROGRESS',
      'ContainerCreating',
      'its containers are being created',
    ],
    ['that no node has started it yet', { phase: 'Pending' }, 'IN_PROGRESS', 'PodPending', 'not started yet'],
    [
      'why it is gated',
      { phase: 'Pending', conditions: [is('PodScheduled', 'False', 'SchedulingGated')] },
      'IN_PROGRESS',
      'SchedulingGated',
      'message of PodScheduled',
    ],
    [
      'why the scheduler has no answer',
      { phase: 'Pending', conditions: [is('PodScheduled', 'False', 'SchedulerError')] },
      'IN_PROGRESS',
      'SchedulerError',
      'message of PodScheduled',
    ],
    [
      'how many init containers are done',
      {
        phase: 'Pending',
        conditions: [is('PodScheduled', 'True'), is('Initialized', 'False', 'ContainersNotInitialized')],
        initContainerStatuses: [
          { name: 'proxy', started: true, state: { running: {} } },
          { name: 'copy', state: { terminated: { exitCode: 0, reason: 'Completed' } } },
          { name: 'wait', state: { running: {} } },
        ],
        containerStatuses: [{ name: 'web', state: { waiting: { reason: 'PodInitializing' } } }],
      },
      'IN_PROGRESS',
      'PodInitializing',
      'Init:2/3: message of Initialized',
    ],
    [
      'that the node has no room for its new size',
      { phase: 'Running', conditions: [is('Ready', 'True'), is('PodResizePending', 'True', 'Infeasible')] },
      'CURRENT',
      '',
      'resize Infeasible: message of PodResizePending',
    ],
    [
      'how the last container ended',
      {
        phase: 'Running',
        containerStatuses: [
          {
            name: 'web',
            state: { waiting: { reason: 'CrashLoopBackOff' } },
            lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } },
          },
        ],
      },
      'FAILED',
      'CrashLoopBackOff',
      'web: ended with exit code 137 (OOMKilled)',
    ],
    [
      'that it was evicted',
      { phase: 'Failed', reason: 'Evicted', message: 'low on memory' },
      'FAILED',
      'Evicted',
      'low on memory',
    ],
    [
      'the exit code it failed with',
      {
        phase: 'Failed',
        containerStatuses: [{ name: 'web', state: { terminated: { exitCode: 2, reason: 'Error' } } }],
      },
      'FAILED',
      'Error',
      'web: ended with exit code 2 (Error)',
    ],
    [
      'how each container that crashes has ended, one of them between two waits',
      {
        phase: 'Running',
        initContainerStatuses: [
          { name: 'proxy', restartCount: 3, state: { terminated: { exitCode: 1, reason: 'Error' } } },
        ],
        containerStatuses: [
          { name: 'web', restartCount: 4, state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off' } } },
          { name: 'side', restartCount: 0, state: { running: {} } },
        ],
      },
      'FAILED',
      'CrashLoopBackOff',
      'proxy: ended with exit code 1 (Error); web: back-off',
    ],
    [
      'how its init container ended',
      {
        phase: 'Pending',
        conditions: [is('Initialized', 'False', 'ContainersNotInitialized')],
        initContainerStatuses: [{ name: 'migrate', state: { terminated: { exitCode: 1, reason: 'Error' } } }],
      },
      'FAILED',
      'Error',
      'migrate: ended with exit code 1 (Error)',
    ],
  ])('says %s', (_what, status, expected, reason, message) =>
    expect(row(POD, pod(status))).toMatchObject({ status: expected, reason, message, images: 'web:1', revision: '' }),
  );
});

describe('a Pod whose container crashes again and again', () => {
  const crashed = {
    exitCode: 137,
    reason: 'OOMKilled',
    startedAt: '2026-11-21T11:58:00Z',
    finishedAt: '2026-11-21T11:58:30Z',
  };
  const running = (status: object) =>
    pod({ phase: 'Running', containerStatuses: [{ name: 'web', restartCount: 3, ...status }] });

  it('has one row while it waits and between its crash and the next wait', () => {
    const waits = row(
      POD,
      running({ state: { waiting: { reason: 'CrashLoopBackOff' } }, lastState: { terminated: crashed } }),
    );
    const between = row(POD, running({ state: { terminated: crashed } }));
    expect(between).toEqual(waits);
    expect(waits).toMatchObject({
      status: 'FAILED',
      reason: 'CrashLoopBackOff',
      message: 'web: ended with exit code 137 (OOMKilled)',
    });
  });

  it('is in progress when the container starts again at once, since it ran for long', () => {
    const terminated = { ...crashed, startedAt: '2026-11-21T11:48:30Z' };
    expect(row(POD, running({ state: { terminated } }))).toMatchObject({
      status: 'IN_PROGRESS',
      reason: 'PodRunningNotReady',
    });
  });

  it('has failed also by ends with exit code 0, where it should run for ever', () => {
    const status = {
      phase: 'Running',
      containerStatuses: [{ name: 'web', restartCount: 3, state: { terminated: { exitCode: 0 } } }],
    };
    const ofPolicy = (restartPolicy: string) => row(POD, { ...pod(status), spec: { restartPolicy } }).status;
    expect([ofPolicy('Always'), ofPolicy('OnFailure')]).toEqual(['FAILED', 'IN_PROGRESS']);
  });

  it('has not failed by init containers that ended with exit code 0', () => {
    const ended = [{ name: 'init', restartCount: 3, state: { terminated: { exitCode: 0 } } }];
    const found = row(POD, {
      ...pod({ phase: 'Running', initContainerStatuses: ended }),
      spec: { restartPolicy: 'Always' },
    });
    expect(found.status).toBe('IN_PROGRESS');
  });

  it('takes time in proportion to its containers', () => {
    const statuses = () =>
      Array.from({ length: 40_000 }, () => ({ restartCount: 1, state: { terminated: { exitCode: 0 } } }));
    const status = { phase: 'Running', initContainerStatuses: statuses(), containerStatuses: statuses() };
    const before = processorTime();
    row(POD, { ...pod(status), spec: { restartPolicy: 'OnFailure' } });
    expect(processorTime() - before).toBeLessThan(300);
  });
});

describe('the images of a Pod', () => {
  it('are those of its containers and sidecars, without other init containers', () => {
    const spec = {
      containers: [{ image: 'web:1' }],
      initContainers: [{ image: 'migrate:1' }, { image: 'proxy:2', restartPolicy: 'Always' }],
    };
    expect(row(POD, { ...pod({}), spec }).images.split('\n')).toEqual(['web:1', 'proxy:2']);
  });
});

describe('the message of', () => {
  it('a cordoned Node fits its reason', () => {
    const status = { conditions: [is('Ready', 'True', 'KubeletReady')] };
    const node = (spec: object) => row(resource('', 'Node', false), { metadata: { name: 'n' }, spec, status });
    expect(node({ unschedulable: true })).toMatchObject({
      reason: 'SchedulingDisabled',
      message: 'cordoned: new Pods are not scheduled on it',
    });
    expect(node({})).toMatchObject({ reason: 'KubeletReady', message: 'message of Ready' });
  });

  it('a claim whose volume cannot grow tells why', () => {
    const claim = (...conditions: readonly object[]) =>
      row(resource('', 'PersistentVolumeClaim'), pod({ phase: 'Bound', conditions }));
    expect(claim(is('ControllerResizeError', 'True'))).toMatchObject({
      status: 'CURRENT',
      message: 'ControllerResizeError: message of ControllerResizeError',
    });
    expect(claim(is('Resizing', 'False')).message).toBe('bound');
  });
});

describe('the row of a namespace', () => {
  const namespace = resource('', 'Namespace', false);
  it.each([
    ['Active', { phase: 'Active' }, 'CURRENT', ''],
    ['Terminating', { phase: 'Terminating' }, 'TERMINATING', 'Terminating'],
    [
      'Terminating and stuck',
      {
        phase: 'Terminating',
        conditions: [
          {
            type: 'NamespaceContentRemaining',
            status: 'True',
            reason: 'SomeResourcesRemain',
            message: 'pods. has 2 resource instances',
          },
        ],
      },
      'TERMINATING',
      'SomeResourcesRemain',
    ],
  ])('in phase %s', (_phase, status, expected, reason) =>
    expect(row(namespace, { metadata: { name: 'team-a' }, status })).toMatchObject({ status: expected, reason }),
  );
});
