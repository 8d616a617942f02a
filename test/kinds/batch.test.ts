import { describe, expect, it } from '@jest/globals';
import { toRow } from '../../kinds/row.ts';
import { NOW, resource, row } from './fixtures.ts';

describe('the row of a workload', () => {
  it('of a CronJob tells whether it is suspended and what it runs', () => {
    const template = { spec: { template: { spec: { containers: [{ image: 'a:1' }, { image: 'b:2' }] } } } };
    const cronJob = {
      metadata: { name: 'n', namespace: 'b' },
      spec: { suspend: true, jobTemplate: template },
      status: { lastScheduleTime: '2026-11-21T00:00:00Z' },
    };
    expect(row(resource('batch', 'CronJob'), cronJob)).toMatchObject({
      status: 'CURRENT',
      suspended: true,
      images: 'a:1\nb:2',
      message: 'last run 2026-11-21T00:00:00.000Z',
    });
  });

  it('of a CronJob that never succeeded tells so, unless its version of the API does not tell of success', () => {
    const cronJob = {
      metadata: { name: 'n', namespace: 'b' },
      spec: {},
      status: { lastScheduleTime: '2026-11-21T00:00:00Z' },
    };
    const of = (version: string) => toRow('leaf', { ...resource('batch', 'CronJob'), version }, cronJob, NOW);
    expect(of('v1')).toMatchObject({
      status: 'FAILED',
      reason: 'NeverSucceeded',
      message: 'no run has succeeded yet; the last was that of 2026-11-21T00:00:00.000Z',
      transitionedAt: Date.parse('2026-11-21T00:00:00Z'),
    });
    expect(of('v1beta1')).toMatchObject({ status: 'CURRENT', reason: '' });
  });
});
