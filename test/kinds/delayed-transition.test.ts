import { describe, expect, it } from '@jest/globals';
import { dependsOnTime, pendingTransition } from '../../kinds/delayed-transition.ts';
import { kindOf } from '../../kinds/registry.ts';
import { NOW, pod, POD, resource, row } from './fixtures.ts';

describe('the row of a Pod that no node takes', () => {
  const { delayedTransition } = kindOf(POD);
  const waitingSince = (creationTimestamp: string) =>
    row(
      POD,
      pod({ phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }] }, { creationTimestamp }),
    );
  const waiting = waitingSince('2026-11-21T11:59:55Z');
  const running = row(POD, pod({ phase: 'Running' }));

  it('fails when its time has come, without an event', () => {
    expect(waiting.status).toBe('IN_PROGRESS');
    expect(pendingTransition(delayedTransition, waiting)).toMatchObject({
      at: NOW + 10_000,
      row: { status: 'FAILED', reason: 'PodUnschedulable' },
    });
    expect(pendingTransition(delayedTransition, running)).toBeUndefined();
  });

  it('becomes what is read of the same object afterwards', () => {
    const created = '2026-11-21T11:59:45Z';
    const { status, reason } = waitingSince(created);
    expect(delayedTransition?.becomes).toEqual({ status, reason });
  });

  it('depends on time before and after, unlike all others', () => {
    expect(dependsOnTime(delayedTransition, waiting)).toBe(true);
    expect(dependsOnTime(delayedTransition, waitingSince('2026-11-21T11:59:45Z'))).toBe(true);
    expect(dependsOnTime(delayedTransition, running)).toBe(false);
    expect(dependsOnTime(kindOf(resource('apps', 'Deployment')).delayedTransition, waiting)).toBe(false);
  });
});
