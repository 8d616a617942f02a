/** Backoff, gate and circuit breaker: arithmetic that keeps a fleet from hurting itself. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Backoff } from '../../kubernetes/backoff.ts';
import { CircuitBreaker } from '../../kubernetes/circuit-breaker.ts';
import { KubernetesError, type KubernetesErrorCode } from '../../kubernetes/errors.ts';
import { Gate, GateFull } from '../../kubernetes/gate.ts';

describe('backoff', () => {
  it('always waits between half of and the whole of its ceiling, which doubles up to a maximum', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 60 }), randoms => {
        let i = 0;
        const backoff = new Backoff({ firstMs: 100, maxMs: 5_000, random: () => randoms[i++]! });
        for (let n = 0; n < randoms.length; n += 1) {
          const ceiling = Math.min(5_000, 100 * 2 ** n);
          const wait = backoff.next();
          if (wait < ceiling / 2 || wait > ceiling) return false;
        }
        return true;
      }),
    );
  });
});

describe('a gate', () => {
  const free = new AbortController().signal;

  it('lets in as many as it has places, and the rest in the order of their arrival', async () => {
    const gate = new Gate(2, 10);
    const order: number[] = [];
    const places = [await gate.enter(free), await gate.enter(free)];
    const waiting = [1, 2, 3].map(async n => {
      using _place = await gate.enter(free);
      order.push(n);
    });
    expect(order).toEqual([]);
    places[0]![Symbol.dispose]();
    places[0]![Symbol.dispose](); // twice is once
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
    places[1]![Symbol.dispose]();
    await Promise.all([gate.enter(free), gate.enter(free)]);
  });

  it('refuses who does not fit the queue, and lets go of who leaves it', async () => {
    const gate = new Gate(1, 1);
    const place = await gate.enter(free);
    const leaving = new AbortController();
    const waiting = gate.enter(leaving.signal);
    await expect(gate.enter(free)).rejects.toBeInstanceOf(GateFull);
    leaving.abort('left');
    await expect(waiting).rejects.toBe('left');
    const next = gate.enter(free);
    place[Symbol.dispose]();
    (await next)[Symbol.dispose]();
    await gate.enter(free);
  });
});

describe('a circuit breaker', () => {
  const fault = (code: KubernetesErrorCode): KubernetesError => new KubernetesError(code, code, { cluster: 'c' });
  const breaker = (): { breaker: CircuitBreaker; time: { now: number } } => {
    const time = { now: 0 };
    return {
      breaker: new CircuitBreaker(
        () => time.now,
        () => 0,
      ),
      time,
    };
  };
  const fail = (circuit: CircuitBreaker, times: number, code: KubernetesErrorCode = 'UNREACHABLE'): void => {
    for (let i = 0; i < times; i += 1) circuit.failed(fault(code), 'pods');
  };

  it.each(['UNREACHABLE', 'TLS', 'TIMEOUT'] as const)('opens after five failures in a row: %s', code => {
    const { breaker: circuit } = breaker();
    fail(circuit, 4, code);
    expect(circuit.admit()).toBe(true);
    fail(circuit, 1, code);
    expect(circuit.admit()).toBe(false);
    expect(circuit.health()).toEqual({ state: 'open', reason: code, openForMs: 0, retryInMs: 5_000 });
  });

  it('opens for 5xx only when more than one resource is hit', () => {
    const { breaker: circuit } = breaker();
    fail(circuit, 20, 'SERVER_ERROR');
    expect(circuit.health().state).toBe('closed');
    circuit.failed(fault('SERVER_ERROR'), 'nodes');
    expect(circuit.health().state).toBe('open');
  });

  it.each(['FORBIDDEN', 'NOT_FOUND', 'THROTTLED', 'MALFORMED'] as const)('takes %s for an answer', code => {
    const { breaker: circuit } = breaker();
    fail(circuit, 4);
    fail(circuit, 1, code);
    fail(circuit, 4);
    expect(circuit.health().state).toBe('closed');
  });

  it('lets one probe through when its time has come, and stays open longer each time that fails', () => {
    const { breaker: circuit, time } = breaker();
    fail(circuit, 5);
    for (const open of [5_000, 5_000, 10_000, 15_000, 15_000]) {
      expect(circuit.health().retryInMs).toBe(open);
      time.now += open;
      expect([circuit.admit(), circuit.admit()]).toEqual([true, false]);
      fail(circuit, 1);
    }
    time.now += 15_000;
    expect(circuit.admit()).toBe(true);
    circuit.undecided(); // the prober left
    expect(circuit.admit()).toBe(true);
    circuit.succeeded();
    expect(circuit.admit()).toBe(true);
    expect(circuit.health()).toEqual({ state: 'closed', reason: '', openForMs: 0, retryInMs: 0 });
  });
});
