import { describe, expect, it } from '@jest/globals';
import { dependsOnTime, pendingTransition } from '../../kinds/status-result.ts';
import { kindOf } from '../../kinds/registry.ts';
import { NOW, pod, POD, resource, row } from './fixtures.ts';

describe('the row of a Pod that no node takes', () => {
  const { delayedTransitions } = kindOf(POD);
  const waitingSince = (creationTimestamp: string) =>
    row(
      POD,
      pod(
        { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }] },
        { creationTimestamp },
      ),
    );
  const waiting = waitingSince('2026-11-21T11:59:55Z');
  const running = row(POD, pod({ phase: 'Running' }));

  it('fails when its time has come, without an event', () => {
    expect(waiting.status).toBe('IN_PROGRESS');
    expect(pendingTransition(delayedTransitions, waiting)).toMatchObject({
      at: NOW + 10_000,
      row: { status: 'FAILED', reason: 'PodUnschedulable' },
    });
    expect(pendingTransition(delayedTransitions, running)).toBeUndefined();
  });

  it('becomes what is read of the same object afterwards', () => {
    const created = '2026-11-21T11:59:45Z';
    const { status, reason } = waitingSince(created);
    expect(pendingTransition(delayedTransitions, waiting)?.row).toMatchObject({ status, reason });
  });

  it('depends on time before and after, unlike all others', () => {
    expect(dependsOnTime(delayedTransitions, waiting)).toBe(true);
    expect(dependsOnTime(delayedTransitions, waitingSince('2026-11-21T11:59:45Z'))).toBe(true);
    expect(dependsOnTime(delayedTransitions, running)).toBe(false);
    expect(dependsOnTime(kindOf(resource('apps', 'Deployment')).delayedTransitions, waiting)).toBe(false);
  });
});

describe('the row of a Pod whose image cannot be pulled', () => {
  const { delayedTransitions } = kindOf(POD);
  const waiting = (lastTransitionTime: string, creationTimestamp = '2026-11-21T11:00:00Z') =>
    row(
      POD,
      pod(
        {
          phase: 'Pending',
          conditions: lastTransitionTime === '' ? [] : [{ type: 'Ready', status: 'False', lastTransitionTime }],
          containerStatuses: [{ name: 'web', state: { waiting: { reason: 'ErrImagePull' } } }],
        },
        { creationTimestamp },
      ),
    );

  it.each([
    ['since it is not ready', waiting('2026-11-21T11:59:40Z'), 40_000],
    ['since it was created, where that is not told', waiting('', '2026-11-21T11:59:50Z'), 50_000],
  ])('fails a minute %s, and becomes what is read of the same object then', (_since, pending, inMs) => {
    expect(pending.status).toBe('IN_PROGRESS');
    const next = pendingTransition(delayedTransitions, pending);
    expect(next?.at).toBe(NOW + inMs);
    const { status, reason, message } = waiting('2026-11-21T11:59:00Z');
    expect(next?.row).toMatchObject({ status, reason, message });
    expect(dependsOnTime(delayedTransitions, pending)).toBe(true);
  });

  it('has nothing left to become when it has failed', () => {
    const failed = waiting('2026-11-21T11:59:00Z');
    expect(failed.status).toBe('FAILED');
    expect(pendingTransition(delayedTransitions, failed)).toBeUndefined();
  });
});
