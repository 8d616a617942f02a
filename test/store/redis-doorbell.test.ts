import { afterEach, describe, expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RedisConnection } from '../../store/redis-connection.ts';
import { RedisDoorbell } from '../../store/redis-doorbell.ts';
import { partitionKeys, PARTITIONS } from '../../store/redis-scripts.ts';
import { StoreUnavailableError } from '../../store/store.ts';
import { listener } from './contract.ts';

const AWAY = 'Redis at one, two: Connection is closed';

class Client extends EventEmitter {
  readonly subscriber = new EventEmitter();
  duplicate(): EventEmitter {
    return Object.assign(this.subscriber, { ssubscribe: async () => 1, disconnect: () => undefined });
  }
}

const doorbells: RedisDoorbell[] = [];
afterEach(() => doorbells.splice(0).forEach(doorbell => doorbell.close()));

/** A doorbell on a Redis whose partitions can go, each by itself, and what it tells of the connection. */
function setup() {
  const client = new Client();
  const away = new Set<number>();
  const numbers = new Map(Array.from({ length: PARTITIONS }, (_, partition) => [partitionKeys(partition).index, partition]));
  let sweeps = 0;
  const run = async (_script: unknown, { index }: { index: string }): Promise<string[]> => {
    const partition = numbers.get(index)!;
    if (partition === 0) sweeps++;
    if (away.has(partition)) throw new StoreUnavailableError(AWAY);
    return ['', 'incarnation'];
  };
  const doorbell = new RedisDoorbell({ client, run, problem: AWAY } as unknown as RedisConnection);
  doorbells.push(doorbell);
  const told: (string | undefined)[] = [];
  doorbell.subscribe(listener({ onConnection: problem => told.push(problem) }));
  const sweep = async () => {
    const before = sweeps;
    client.emit('ready');
    while (sweeps === before) await nextTurn();
    await nextTurn();
  };
  return { client, away, told, sweep };
}

describe('the doorbell of Redis', () => {
  it('tells a loss once, and that it is over', async () => {
    const { away, told, sweep } = setup();
    await sweep();
    away.add(3).add(4);
    await sweep();
    await sweep();
    expect(told).toEqual([AWAY]);
    away.clear();
    await sweep();
    expect(told).toEqual([AWAY, undefined]);
  });

  it('tells again in the same words when another partition is lost, and not when one comes back', async () => {
    const { away, told, sweep } = setup();
    away.add(3);
    await sweep();
    away.add(7);
    await sweep();
    expect(told).toEqual([AWAY, AWAY]);
    away.delete(3);
    await sweep();
    expect(told).toEqual([AWAY, AWAY]);
    away.add(3);
    await sweep();
    expect(told).toEqual([AWAY, AWAY, AWAY]);
  });

  it('tells a closed connection as the loss of all partitions, once', async () => {
    const { client, away, told, sweep } = setup();
    await sweep();
    for (let partition = 0; partition < PARTITIONS; partition++) away.add(partition);
    client.emit('close');
    await sweep();
    client.emit('close');
    expect(told).toEqual([AWAY]);
  });
});
