import { describe, expect, it } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Turns } from '../../readmodel/turns.ts';

describe('turns', () => {
  it('take one ring for many, never run a key twice at once, and put a key rung during its turn behind the others', async () => {
    const ran: string[] = [];
    const running = new Set<string>();
    let most = 0;
    const turns = new Turns(2, async key => {
      expect(running.has(key)).toBe(false);
      running.add(key);
      most = Math.max(most, running.size);
      ran.push(key);
      if (key === 'busy' && ran.length < 8) turns.ring('busy');
      await nextTurn();
      running.delete(key);
    });
    for (const key of ['busy', 'a', 'a', 'b', 'a', 'c']) turns.ring(key);
    while (running.size > 0) await nextTurn();
    expect(most).toBe(2);
    expect(ran.slice(0, 5)).toEqual(['busy', 'a', 'b', 'c', 'busy']);
    expect(ran.filter(key => key !== 'busy')).toEqual(['a', 'b', 'c', 'a']);
  });

  it('end when closed', async () => {
    const ran: string[] = [];
    const turns = new Turns(1, async key => {
      ran.push(key);
      await nextTurn();
    });
    turns.ring('a');
    turns.ring('b');
    turns.close();
    turns.ring('c');
    await nextTurn();
    await nextTurn();
    expect(ran).toEqual(['a']);
  });
});
