import { describe, expect, it } from '@jest/globals';
import { SubgraphBreaker } from '../../../gateway/data-sources/subgraph-breaker.ts';

function breaker() {
  let now = 0;
  const it = new SubgraphBreaker(() => now);
  const fail = (caller: string, times: number, disconnected = false) => {
    for (let i = 0; i < times; i++) it.failed(caller, { disconnected });
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { it, fail, pass };
}

describe('the circuit breaker of a subgraph', () => {
  it('refuses a caller whose questions do not come back, and no other caller', () => {
    const { it: circuit, fail } = breaker();
    fail('mallory', 50);
    expect([circuit.refuses('mallory'), circuit.refuses('jane')]).toEqual([true, false]);
  });

  it('is not opened for others by two callers who fail together', () => {
    const { it: circuit, fail } = breaker();
    fail('mallory', 20);
    fail('trudy', 20);
    expect(circuit.refuses('jane')).toBe(false);
  });

  it('refuses all callers when three fail and none succeeds', () => {
    const { it: circuit, fail } = breaker();
    for (const caller of ['a', 'b', 'c', 'd', 'e']) fail(caller, 1);
    expect(circuit.refuses('jane')).toBe(true);
  });

  it('refuses all callers when there is no connection', () => {
    const { it: circuit, fail } = breaker();
    fail('jane', 5, true);
    expect(circuit.refuses('joe')).toBe(true);
  });

  it('does not open while a caller succeeds in between', () => {
    const { it: circuit, fail } = breaker();
    for (const caller of ['a', 'b', 'c', 'd', 'e', 'f']) {
      fail(caller, 1);
      circuit.succeeded('jane');
    }
    expect(circuit.refuses('joe')).toBe(false);
  });

  it('lets one question out after a pause, closes when it is answered, and waits twice as long when it is not', () => {
    const { it: circuit, fail, pass } = breaker();
    fail('jane', 5, true);
    pass(2_000);
    expect([circuit.admit('joe'), circuit.admit('ann')]).toEqual([true, false]);
    fail('joe', 1, true);
    pass(3_999);
    expect(circuit.admit('ann')).toBe(false);
    pass(1);
    expect(circuit.admit('ann')).toBe(true);
    circuit.succeeded('ann');
    expect([circuit.admit('joe'), circuit.admit('ann')]).toEqual([true, true]);
  });

  it('lets the next question out when the last one says nothing about the subgraph', () => {
    const { it: circuit, fail, pass } = breaker();
    fail('jane', 5, true);
    pass(2_000);
    expect(circuit.admit('joe')).toBe(true);
    circuit.undecided('joe');
    expect(circuit.admit('ann')).toBe(true);
  });
});
