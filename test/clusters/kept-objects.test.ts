import { describe, expect, it } from '@jest/globals';
import { finished } from '../../async/fair-turns.ts';
import { KeptObjects } from '../../clusters/kept-objects.ts';

const object = (day: number, bytes = 10) => ({
  value: bytes,
  bytes,
  createdAt: `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`,
});
const keys = (objects: KeptObjects<number>) => [...objects.values.keys()].toSorted().join();

describe('objects that are kept of a hub', () => {
  it('are the oldest where a list has too many, in whatever order it has them', () => {
    for (const order of [
      ['a', 'b', 'c', 'd'],
      ['d', 'c', 'b', 'a'],
    ]) {
      const objects = new KeptObjects<number>(20);
      for (const key of order) finished(objects.list([[key, object('dcba'.indexOf(key) + 1)]]));
      finished(objects.trim());
      expect([keys(objects), objects.leftOut]).toEqual(['c,d', 2]);
    }
  });

  it('stay where a list has older ones as well', () => {
    const before = new KeptObjects<number>(20);
    before.put('there', object(9));
    const objects = new KeptObjects<number>(20, before);
    for (const [day, key] of ['oldest', 'old', 'there'].entries()) finished(objects.list([[key, object(day + 1)]]));
    finished(objects.trim());
    expect(keys(objects)).toBe('oldest,there');
  });

  it('take never much more than they may, however long a list is', () => {
    const objects = new KeptObjects<number>(100);
    let most = 0;
    for (let i = 0; i < 1_000; i++) {
      finished(objects.list([[`key-${i}`, object(1)]]));
      most = Math.max(most, objects.values.size);
    }
    finished(objects.trim());
    expect([most, objects.values.size]).toEqual([20, 10]);
  });

  it('are trimmed in short steps, between which they may change', () => {
    const objects = new KeptObjects<number>(100_000);
    const listed = Array.from({ length: 20_000 }, (_, i) => [`key-${i}`, object(i === 0 ? 1 : 2)] as const);
    finished(objects.list(listed));
    let steps = 0;
    for (const _step of objects.trim())
      if (steps++ === 10) {
        objects.delete('key-0');
        objects.put('late', object(1));
      }
    expect(steps).toBeGreaterThan(80);
    expect([objects.values.size, objects.values.has('key-0'), objects.values.has('late')]).toEqual([
      10_000,
      false,
      false,
    ]);
    expect(objects.leftOut).toBe(10_000);
  });

  it('leave out an object that comes too late, or grows too large, and have room again when others go', () => {
    const objects = new KeptObjects<number>(20);
    objects.put('a', object(1));
    objects.put('b', object(2));
    objects.put('late', object(3));
    expect([keys(objects), objects.hasRoom]).toEqual(['a,b', false]);
    objects.put('b', object(2, 11));
    expect([keys(objects), objects.leftOut, objects.hasRoom]).toEqual(['a', 2, true]);
    objects.put('late', object(3));
    expect([keys(objects), objects.hasRoom]).toEqual(['a,late', false]);
    objects.delete('late');
    objects.delete('never there');
    expect([keys(objects), objects.hasRoom]).toEqual(['a', true]);
  });
});
