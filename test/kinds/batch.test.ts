import { describe, expect, it } from '@jest/globals';
import { resource, row } from './fixtures.ts';

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
});
