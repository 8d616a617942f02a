/** The timeline of conditions and events. */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { scaleOf } from '../../ui/src/object/timeline.ts';

const NOW = Date.parse('2026-01-31T12:00:00Z');
const HOUR = 3_600_000;

it('goes from the oldest to now, and keeps the order of what happened', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 400 * 24 * HOUR }), { minLength: 1 }), agos => {
      const moments = agos.map(ago => NOW - ago).toSorted((a, b) => a - b);
      const { scale, ticks } = scaleOf(moments, NOW);
      const places = moments.map(scale);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places.every(place => place >= 0 && place <= 1)).toBe(true);
      expect(scale(NOW)).toBe(1);
      expect(ticks.every(tick => scale(tick) > 0 && scale(tick) < 1)).toBe(true);
    }),
  );
});

it('tells a minute from an hour beside what has lasted for a month', () => {
  const { scale } = scaleOf([NOW - 30 * 24 * HOUR], NOW);
  expect(scale(NOW - 60_000) - scale(NOW - HOUR)).toBeGreaterThan(0.2);
});

it('shows what a clock ahead of ours tells as now', () => expect(scaleOf([NOW + HOUR], NOW).scale(NOW + HOUR)).toBe(1));
