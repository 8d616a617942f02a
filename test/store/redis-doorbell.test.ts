import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RedisConnection } from '../../store/redis-connection.ts';
import { RedisDoorbell } from '../../store/redis-doorbell.ts';
import { positionAt } from '../../store/redis-positions.ts';
import { RedisStore } from '../../store/redis.ts';
import { CHANGES, partitionKeys, partitionOf, PARTITIONS, SNAPSHOT } from '../../store/redis-scripts.ts';
import { StoreUnavailableError } from '../../store/store.ts';
import { listener } from './contract.ts';

const AWAY = 'Redis at one, two: Connection is closed';

const POSITION = positionAt({ incarnation: 'a', id: '1-0' });

class Client extends EventEmitter {
  readonly subscriber = new EventEmitter();
  duplicate(): EventEmitter {
    return Object.assign(this.subscriber, { ssubscribe: async () => 1, disconnect: () => undefined });
  }
}

const open: { close: () => unknown }[] = [];
afterEach(() => open.splice(0).forEach(opened => opened.close()));

/** A simulated Redis with partitions that can fail independently. */
function breakableRedis() {
  const client = new Client();
  const away = new Set<number>();
  const numbers = new Map(
    Array.from({ length: PARTITIONS }, (_, partition) => [partitionKeys(partition).index, partition]),
  );
  let sweeps = 0;
  const run = jest.fn(async (_script: unknown, { hash }: { hash: string }): Promise<string[]> => {
    const partition = numbers.get(hash)!;
    if (partition === 0) sweeps++;
    if (away.has(partition)) throw new StoreUnavailableError(AWAY);
    return ['', 'incarnation'];
  });
  const connection = { client, run, problem: AWAY, close: () => undefined } as unknown as RedisConnection;
  const sweep = async () => {
    const before = sweeps;
    client.emit('ready');
    while (sweeps === before) await nextTurn();
    await nextTurn();
  };
  return { client, away, run, connection, sweep };
}

/** A doorbell over a breakable Redis, and its reports about the connection. */
function setup() {
  const redis = breakableRedis();
  const doorbell = new RedisDoorbell(redis.connection);
  open.push(doorbell);
  const reported: (string | undefined)[] = [];
  doorbell.subscribe(listener({ onConnection: problem => reported.push(problem) }));
  return { ...redis, reported };
}

describe('the doorbell of Redis', () => {
  it('tells a loss once, and that it is over', async () => {
    const { away, reported, sweep } = setup();
    await sweep();
    away.add(3).add(4);
    await sweep();
    await sweep();
    expect(reported).toEqual([AWAY]);
    away.clear();
    await sweep();
    expect(reported).toEqual([AWAY, undefined]);
  });

  it('tells again in the same words when another partition is lost, and not when one comes back', async () => {
    const { away, reported, sweep } = setup();
    away.add(3);
    await sweep();
    away.add(7);
    await sweep();
    expect(reported).toEqual([AWAY, AWAY]);
    away.delete(3);
    await sweep();
    expect(reported).toEqual([AWAY, AWAY]);
    away.add(3);
    await sweep();
    expect(reported).toEqual([AWAY, AWAY, AWAY]);
  });

  it('tells a closed connection as the loss of all partitions, once', async () => {
    const { client, away, reported, sweep } = setup();
    await sweep();
    for (let partition = 0; partition < PARTITIONS; partition++) away.add(partition);
    client.emit('close');
    await sweep();
    client.emit('close');
    expect(reported).toEqual([AWAY]);
  });
});

describe('a store that follows Redis', () => {
  it('asks no server that is away for a cluster, until a sweep finds it there, and asks the others', async () => {
    const { away, run, connection, sweep } = breakableRedis();
    const store = new RedisStore(connection);
    open.push(store);
    store.subscribe(listener({}));
    away.add(partitionOf('leaf-01'));
    await sweep();
    const requested = () => run.mock.calls.filter(([script]) => script === CHANGES || script === SNAPSHOT).length;
    const signal = new AbortController().signal;
    await expect(store.changes('leaf-01', POSITION)).rejects.toThrow(AWAY);
    await expect(store.snapshot('leaf-01', signal)).rejects.toThrow(StoreUnavailableError);
    expect(requested()).toBe(0);
    await store.changes('leaf-02', POSITION);
    expect(requested()).toBe(1);
    away.clear();
    await sweep();
    await store.changes('leaf-01', POSITION);
    expect(requested()).toBe(2);
  });
});
