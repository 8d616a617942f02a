import { describe, expect, it } from '@jest/globals';
import { CircuitBreaker } from '../../async/circuit-breaker.ts';

/** A breaker that opens even if all failures are in one scope. */
function breaker() {
  let now = 0;
  const it = new CircuitBreaker<string>({ firstOpenMs: 2_000, callers: 3, scopes: 1, now: () => now, random: () => 1 });
  const keyOf = (caller: string) => ({ caller, scope: '' });
  return {
    fail: (caller: string, times: number, isProof = false) => {
      for (let i = 0; i < times; i++) it.failed('no', keyOf(caller), { isProof });
    },
    refuses: (caller: string) => it.refusal(keyOf(caller)) !== undefined,
    admit: (caller: string) => it.admit(keyOf(caller)) === undefined,
    succeeded: (caller: string) => it.succeeded(keyOf(caller)),
    undecided: (caller: string) => it.undecided(keyOf(caller)),
    pass: (ms: number) => void (now += ms),
  };
}

describe('a circuit breaker', () => {
  it('refuses a caller whose questions do not come back, and no other caller', () => {
    const circuit = breaker();
    circuit.fail('mallory', 50);
    expect([circuit.refuses('mallory'), circuit.refuses('jane')]).toEqual([true, false]);
  });

  it('is not opened for others by two callers who fail together', () => {
    const circuit = breaker();
    circuit.fail('mallory', 20);
    circuit.fail('trudy', 20);
    expect(circuit.refuses('jane')).toBe(false);
  });

  it('refuses all callers when three fail and none succeeds', () => {
    const circuit = breaker();
    for (const caller of ['a', 'b', 'c', 'd', 'e']) circuit.fail(caller, 1);
    expect(circuit.refuses('jane')).toBe(true);
  });

  it('refuses all callers when there is no connection', () => {
    const circuit = breaker();
    circuit.fail('jane', 5, true);
    expect(circuit.refuses('joe')).toBe(true);
  });

  it('does not open while a caller succeeds in between', () => {
    const circuit = breaker();
    for (const caller of ['a', 'b', 'c', 'd', 'e', 'f']) {
      circuit.fail(caller, 1);
      circuit.succeeded('jane');
    }
    expect(circuit.refuses('joe')).toBe(false);
  });

  it('lets one question out after a pause, closes when it is answered, and waits twice as long when it is not', () => {
    const circuit = breaker();
    circuit.fail('jane', 5, true);
    circuit.pass(2_000);
    expect([circuit.admit('joe'), circuit.admit('ann')]).toEqual([true, false]);
    circuit.fail('joe', 1, true);
    circuit.pass(3_999);
    expect(circuit.admit('ann')).toBe(false);
    circuit.pass(1);
    expect(circuit.admit('ann')).toBe(true);
    circuit.succeeded('ann');
    expect([circuit.admit('joe'), circuit.admit('ann')]).toEqual([true, true]);
  });

  it('lets the next question out when the last one says nothing about the subgraph', () => {
    const circuit = breaker();
    circuit.fail('jane', 5, true);
    circuit.pass(2_000);
    expect(circuit.admit('joe')).toBe(true);
    circuit.undecided('joe');
    expect(circuit.admit('ann')).toBe(true);
  });
});
