/** Backoff, and the circuit breaker of a leaf. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Backoff } from '../../async/backoff.ts';
import type { RequestKey } from '../../async/circuit-breaker.ts';
import { KubernetesError, type KubernetesErrorCode } from '../../kubernetes/errors.ts';
import { leafBreaker, recordFailure } from '../../kubernetes/leaf-connection.ts';

describe('backoff', () => {
  it('always waits between half of and the whole of its ceiling, which doubles up to a maximum', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 60 }),
        randoms => {
          let i = 0;
          const backoff = new Backoff({ firstMs: 100, maxMs: 5_000, random: () => randoms[i++]! });
          for (let n = 0; n < randoms.length; n += 1) {
            const ceiling = Math.min(5_000, 100 * 2 ** n);
            const wait = backoff.next();
            if (wait < ceiling / 2 || wait > ceiling) return false;
          }
          return true;
        },
      ),
    );
  });
});

describe('a circuit breaker', () => {
  const cause = (code: string): Error => Object.assign(new Error(code), { code });
  const fault = (code: KubernetesErrorCode, cause?: Error): KubernetesError =>
    new KubernetesError(code, code, { cluster: 'c', cause });
  /** An error for a connection that was never established. */
  const DEAD = fault('UNREACHABLE', cause('ECONNREFUSED'));
  const jane = (scope = 'pods'): RequestKey => ({ caller: 'jane', scope });
  const john = (scope = 'pods'): RequestKey => ({ caller: 'john', scope });
  const ourselves = (scope = 'pods'): RequestKey => ({ caller: undefined, scope });

  const open = () => {
    const time = { now: 0 };
    const circuit = leafBreaker({ now: () => time.now, random: () => 0 });
    const fail = (error: KubernetesError, ...requested: RequestKey[]): void =>
      requested.forEach(one => recordFailure(circuit, error, one));
    const isOpen = () => circuit.state().failure !== undefined;
    const admits = (requested: RequestKey): boolean => circuit.admit(requested) === undefined;
    return { circuit, time, fail, admits, isOpen };
  };
  const times = (count: number, requested: RequestKey): RequestKey[] => Array(count).fill(requested) as RequestKey[];

  it.each([
    ['nothing listens', DEAD],
    ['a wrong certificate', fault('TLS')],
    ['an unknown name', fault('UNREACHABLE', cause('ENOTFOUND'))],
    ['no connection in time', fault('TIMEOUT', cause('UND_ERR_CONNECT_TIMEOUT'))],
  ])('opens for all callers after five failures in a row without a connection: %s', (_what, error) => {
    const { circuit, fail, admits } = open();
    fail(error, ...times(4, jane()));
    expect(admits(john('nodes'))).toBe(true);
    fail(error, jane());
    expect(circuit.admit(john('nodes'))).toMatchObject({ toAll: true, failure: error });
    expect(circuit.state()).toEqual({ failure: error, openForMs: 0, retryInMs: 5_000 });
  });

  /** Errors of requests that failed after they were sent. */
  const unanswered = [
    ['a time-out', fault('TIMEOUT')],
    ['a failure of the server', fault('SERVER_ERROR')],
    ['a connection that broke', fault('UNREACHABLE', cause('ECONNRESET'))],
  ] as const;

  describe.each(unanswered)('%s', (_what, error) => {
    it('closes to its caller and kind alone, however often it comes', () => {
      const { circuit, fail, admits, isOpen } = open();
      fail(error, ...times(4, jane()));
      expect(admits(jane())).toBe(true);
      fail(error, ...times(200, jane()));
      expect(circuit.admit(jane())).toMatchObject({
        toAll: false,
        failure: error,
        retryInMs: 5_000,
      });
      expect([jane('nodes'), john(), john('nodes')].map(admits)).toEqual([true, true, true]);
      expect(isOpen()).toBe(false);
    });

    it.each([
      ['of one caller on all kinds', ['pods', 'nodes', 'secrets'].flatMap(kind => times(200, jane(kind)))],
      ['of many callers on one kind', [...times(200, jane()), ...times(200, john())]],
      ['of ourselves on one kind', [...times(200, ourselves()), ...times(200, jane())]],
    ])('opens nothing for others: %s', (_who, requested) => {
      const { fail, admits, isOpen } = open();
      fail(error, ...requested);
      expect(isOpen()).toBe(false);
      expect(admits({ caller: 'tom', scope: 'pods' })).toBe(true);
    });

    it.each([
      ['several callers on several kinds', [...times(4, jane()), john('nodes')]],
      ['ourselves on several kinds', [...times(4, ourselves()), ourselves('nodes')]],
    ])('opens for all callers when it hits %s', (_who, requested) => {
      const { fail, admits, isOpen } = open();
      fail(error, ...requested.slice(0, 4));
      expect(isOpen()).toBe(false);
      fail(error, requested[4]!);
      expect(isOpen()).toBe(true);
      expect(admits({ caller: 'tom', scope: 'secrets' })).toBe(false);
    });

    it('says nothing about a server that answered another caller meanwhile', () => {
      const { circuit, time, isOpen } = open();
      const sentAt = time.now;
      time.now += 3_000;
      circuit.succeeded(john('nodes'));
      time.now += 2_000;
      for (const requested of [jane(), john(), jane('nodes'), john('secrets'), ourselves()])
        recordFailure(circuit, error, requested, sentAt);
      expect(isOpen()).toBe(false);
    });
  });

  it.each(['FORBIDDEN', 'NOT_FOUND', 'THROTTLED', 'MALFORMED'] as const)('takes %s for an answer', code => {
    const { fail, isOpen } = open();
    fail(DEAD, ...times(4, jane()));
    fail(fault(code), jane());
    fail(DEAD, ...times(4, jane()));
    expect(isOpen()).toBe(false);
  });

  it.each([
    ['for everybody', DEAD, jane('nodes')],
    ['for one caller and kind', fault('TIMEOUT'), jane()],
  ])(
    'open %s lets one probe through when its time has come, and stays open longer each time that fails',
    (_what, error, other) => {
      const { circuit, fail, admits, time } = open();
      fail(error, ...times(5, jane()));
      for (const wait of [5_000, 5_000, 10_000, 15_000, 15_000]) {
        expect(circuit.admit(other)?.retryInMs).toBe(wait);
        time.now += wait;
        expect([admits(jane()), admits(other)]).toEqual([true, false]);
        fail(error, jane());
      }
      time.now += 15_000;
      expect(admits(jane())).toBe(true);
      circuit.undecided(jane()); // the request that tested the leaf ended without a result
      expect(admits(jane())).toBe(true);
      circuit.succeeded(jane());
      expect([admits(jane()), admits(other)]).toEqual([true, true]);
      expect(circuit.state()).toEqual({ failure: undefined, openForMs: 0, retryInMs: 0 });
    },
  );

  it('is not kept open by a probe for what hangs alone', () => {
    const { circuit, fail, admits, time, isOpen } = open();
    fail(DEAD, ...times(5, jane()));
    time.now += 5_000;
    expect([admits(jane('hanging')), admits(john())]).toEqual([true, false]);
    fail(fault('TIMEOUT'), jane('hanging'));
    expect(admits(john())).toBe(true);
    circuit.succeeded(john());
    expect(isOpen()).toBe(false);
  });

  it('forgets the failures of callers once a server is back that answered none', () => {
    const { circuit, fail, admits, isOpen } = open();
    fail(fault('TIMEOUT'), ...times(5, jane()), john('nodes'));
    expect(isOpen()).toBe(true);
    circuit.succeeded(ourselves('secrets'));
    expect(admits(jane())).toBe(true);
  });

  it('answers a caller’s requests for a kind again after the first that was answered', () => {
    const { circuit, fail, admits, time } = open();
    fail(fault('TIMEOUT'), ...times(5, jane()));
    circuit.succeeded(john());
    expect(admits(jane())).toBe(false); // only jane's requests hang
    time.now += 5_000;
    expect(admits(jane())).toBe(true);
    circuit.succeeded(jane());
    expect(admits(jane())).toBe(true);
  });
});
