import { describe, expect, it } from '@jest/globals';
import { FairGate, GateFull } from '../../async/fair-gate.ts';

/** Functions with which callers enter and leave the gate. `inside` has the admitted callers in order of admission. */
function crowd(gate: FairGate) {
  const inside: { caller: string; slot: Disposable }[] = [];
  const come = (caller: string, signal?: AbortSignal) =>
    gate.enter(caller, signal).then(slot => {
      inside.push({ caller, slot });
    });
  const settle = () => new Promise(resolve => setImmediate(resolve));
  const leave = (caller: string) => {
    const at = inside.findIndex(it => it.caller === caller);
    inside.splice(at, 1)[0]!.slot[Symbol.dispose]();
  };
  const count = (caller: string) => inside.filter(it => it.caller === caller).length;
  return { come, leave, count, settle, inside };
}

describe('a fair gate', () => {
  it('gives one greedy caller half of its places, and a third each to two', async () => {
    const { come, count, settle, leave } = crowd(new FairGate({ slots: 12 }));
    for (let i = 0; i < 20; i++) void come('greedy');
    await settle();
    expect(count('greedy')).toBe(6);
    for (let i = 0; i < 20; i++) void come('other');
    await settle();
    expect(count('other')).toBe(3);
    for (let i = 0; i < 5; i++) {
      leave('greedy');
      await settle();
    }
    expect(count('greedy')).toBe(4);
    expect(count('other')).toBeGreaterThanOrEqual(4);
  });

  it('has a place for a caller who comes late, however long the others keep theirs', async () => {
    const gate = new FairGate({ slots: 8 });
    const { come, count, settle } = crowd(gate);
    for (let i = 0; i < 100; i++) void come('greedy');
    await settle();
    void come('late');
    await settle();
    expect(count('late')).toBe(1);
  });

  it('lets callers in by turns, not by the length of their queues', async () => {
    const { come, leave, settle, inside } = crowd(new FairGate({ slots: 2 }));
    for (const caller of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) void come(caller);
    await settle();
    expect(inside.map(it => it.caller)).toEqual(['a', 'b']);
    const order: string[] = [];
    for (let i = 0; i < 4; i++) {
      const before = inside.length;
      leave(inside[0]!.caller);
      await settle();
      order.push(...inside.slice(before - 1).map(it => it.caller));
    }
    expect(order).toEqual(['a', 'b', 'c', 'a']);
  });

  it('tells whether the own share or every place is used up', () => {
    const gate = new FairGate({ slots: 4 });
    expect(gate.tryEnter('a')).toBeInstanceOf(Object);
    expect(gate.tryEnter('a')).toBeInstanceOf(Object);
    expect(gate.tryEnter('a')).toBe('share');
    expect(gate.tryEnter('b')).toBeInstanceOf(Object);
    expect(gate.tryEnter('c')).toBeInstanceOf(Object);
    expect(gate.tryEnter('d')).toBe('full');
  });

  it('refuses a caller who has as many waiting as he may, and nobody else', async () => {
    const gate = new FairGate({ slots: 1, waitingPerCaller: 2 });
    const slot = await gate.enter('a');
    const waiting = [gate.enter('a'), gate.enter('a')];
    await expect(gate.enter('a')).rejects.toThrow(GateFull);
    const other = gate.enter('b');
    slot[Symbol.dispose]();
    for (const next of [waiting[0], other, waiting[1]]) (await next!)[Symbol.dispose]();
    expect([gate.running, gate.waiting]).toEqual([0, 0]);
  });

  it('forgets who gave up waiting, and counts a place that is given back twice once', async () => {
    const gate = new FairGate({ slots: 1 });
    const slot = await gate.enter('a');
    const gone = new AbortController();
    const waiting = gate.enter('b', gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(gate.enter('b', gone.signal)).rejects.toThrow('gone');
    slot[Symbol.dispose]();
    slot[Symbol.dispose]();
    expect([gate.running, gate.waiting]).toEqual([0, 0]);
    expect(gate.tryEnter('c')).toBeInstanceOf(Object);
  });
});
