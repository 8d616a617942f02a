import { describe, expect, it } from '@jest/globals';
import { pod, POD, resource, row } from './fixtures.ts';

describe('the row of a Pod', () => {
  it.each([
    [
      'why its container waits, for a minute',
      {
        phase: 'Pending',
        conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: '2026-11-21T11:59:01Z' }],
        containerStatuses: [{ name: 'web', state: { waiting: { reason: 'ImagePullBackOff', message: 'no such image' } } }],
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
      'nothing new of a container that is being created',
      { phase: 'Pending', containerStatuses: [{ name: 'web', state: { waiting: { reason: 'ContainerCreating' } } }] },
      'IN_PROGRESS',
      'PodPending',
      'not started yet',
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
      'ContainerCrashLooping',
      'crash-looping: web; web ended with exit code 137 (OOMKilled)',
    ],
    ['that it was evicted', { phase: 'Failed', reason: 'Evicted', message: 'low on memory' }, 'FAILED', 'Evicted', 'low on memory'],
    [
      'the exit code it failed with',
      { phase: 'Failed', containerStatuses: [{ name: 'web', state: { terminated: { exitCode: 2, reason: 'Error' } } }] },
      'FAILED',
      'Error',
      'web ended with exit code 2 (Error)',
    ],
  ])('says %s', (_what, status, expected, reason, message) =>
    expect(row(POD, pod(status))).toMatchObject({ status: expected, reason, message, images: 'web:1', revision: '' }),
  );
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
          { type: 'NamespaceContentRemaining', status: 'True', reason: 'SomeResourcesRemain', message: 'pods. has 2 resource instances' },
        ],
      },
      'TERMINATING',
      'SomeResourcesRemain',
    ],
  ])('in phase %s', (_phase, status, expected, reason) =>
    expect(row(namespace, { metadata: { name: 'team-a' }, status })).toMatchObject({ status: expected, reason }),
  );
});
