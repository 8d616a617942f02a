/** Compares the estimated weight of a kept topology with the memory that it takes. */
import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';

describe('the estimated bytes of a topology', () => {
  it('are about those that it takes, whatever a cluster has many of', () => {
    const script = new URL('weigh-topologies.ts', import.meta.url).pathname;
    const printed = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    const weights = JSON.parse(printed) as Record<string, { estimated: number; taken: number }>;
    expect(Object.keys(weights).length).toBe(6);
    for (const [name, { estimated, taken }] of Object.entries(weights)) {
      expect([name, estimated / taken > 0.8]).toEqual([name, true]);
      expect([name, estimated / taken < 1.5]).toEqual([name, true]);
    }
  });
});
