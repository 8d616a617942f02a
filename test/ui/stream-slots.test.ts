/** Slots for event streams, shared by all windows of a browser, because browsers open few connections to one server. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { takeSlot } from '../../ui/src/stream-slots.ts';

function storage() {
  const values = new Map<string, string>([['fleetgraph-theme', 'dark']]);
  return {
    values,
    get length() {
      return values.size;
    },
    key: (index: number) => [...values.keys()][index] ?? null,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

describe('places for streams', () => {
  afterEach(() => void jest.useRealTimers());

  it('are fewer than the connections of a browser, and free again when a window leaves', () => {
    jest.useFakeTimers();
    const places = storage();
    const taken = Array.from({ length: 6 }, () => takeSlot(places, true));
    expect(taken.map(leave => leave !== undefined)).toEqual([true, true, true, true, false, false]);
    taken[2]?.();
    const next = takeSlot(places, true);
    expect(next).toBeDefined();
    for (const leave of [...taken, next]) leave?.();
    expect([...places.values.keys()]).toEqual(['fleetgraph-theme']);
  });

  it('stay taken as long as the window is there, and are free some time after it was killed', () => {
    jest.useFakeTimers();
    const places = storage();
    const leave = takeSlot(places, true);
    jest.advanceTimersByTime(600_000);
    const killed = ['a', 'b', 'c'];
    for (const name of killed) places.setItem(`fleetgraph-stream-${name}`, String(Date.now() + 150_000));
    expect(takeSlot(places, true)).toBeUndefined();
    jest.advanceTimersByTime(150_000);
    const next = takeSlot(places, true);
    expect(next).toBeDefined();
    expect(killed.filter(name => places.values.has(`fleetgraph-stream-${name}`))).toEqual([]);
    leave?.();
    next?.();
  });

  it('are not counted where the connection has room for all streams', () => {
    const places = storage();
    expect(Array.from({ length: 20 }, () => takeSlot(places, false)).every(Boolean)).toBe(true);
    expect(places.values.size).toBe(1);
  });
});
