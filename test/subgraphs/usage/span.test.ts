import { describe, expect, it } from '@jest/globals';
import { spanOf } from '../../../subgraphs/usage/span.ts';

const clock = { now: 1_000_003_000, stepMs: 60_000 };

describe('the points of a history', () => {
  it.each([
    ['1h', undefined, { step: 60, points: 61 }],
    ['1h', '5m', { step: 300, points: 13 }],
    ['5m', undefined, { step: 60, points: 6 }],
    ['24h', undefined, { step: 1_440, points: 61 }],
    ['168h', undefined, { step: 10_080, points: 61 }],
    ['7m', '2m', { step: 120, points: 4 }],
    ['5h', '1m', { step: 60, points: 301 }],
  ])('%s by %s are on whole steps up to now', (window, step, expected) => {
    const span = spanOf({ window, step }, clock);
    expect(span).toMatchObject(expected);
    expect(span.to % span.step).toBe(0);
    expect(span.from).toBe(span.to - (span.points - 1) * span.step);
    expect(clock.now / 1_000 - span.to).toBeLessThan(span.step);
  });

  it.each<[window: string, step: string | undefined, message: string, stepMs?: number]>([
    ['4m', undefined, 'window: "4m" is not from 5m to 168h'],
    ['169h', undefined, 'window: "169h"'],
    ['30m', undefined, 'window: "30m" is shorter than one step, 3600s', 3_600_000],
    ['1 hour', undefined, 'window: "1 hour"'],
    ['1h', '90s', 'step: "90s" is not a multiple of 60s'],
    ['1h', '0s', 'step: "0s"'],
    ['1h', 'x', 'step: "x"'],
    ['1h', '2h', 'step: "2h"'],
    ['6h', '1m', 'step: "1m" gives 361 points in 6h; at most 301'],
  ])('%s by %s are refused with the way out', (window, step, message, stepMs = clock.stepMs) => {
    expect(() => spanOf({ window, step }, { ...clock, stepMs })).toThrow(message);
  });
});
