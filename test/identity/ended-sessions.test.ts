/** Replicas exchange ended sessions through the store. Also tests the effect of an unreachable store. */
import { describe, expect, it } from '@jest/globals';
import { EndedSessions, type SharedEndings } from '../../identity/ended-sessions.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { manualClock } from './manual-clock.ts';

const KEEP_MS = 60_000;

/**
 * A store that returns two endings per read. While `problem` is set, the store is unreachable, or only refuses writes.
 */
class SharedStore implements SharedEndings {
  readonly ended: string[] = [];
  problem: 'away' | 'read only' | undefined;
  reads = 0;

  async endSession(id: string): Promise<void> {
    if (this.problem) throw new Error('NOPERM');
    this.ended.push(id);
  }

  async endedSessions(after: string): Promise<{ ids: string[]; place: string }> {
    this.reads++;
    if (this.problem === 'away') throw new Error('not connected');
    const from = after === '' ? 0 : Number(after);
    const ids = this.ended.slice(from, from + 2);
    return { ids, place: ids.length === 0 ? after : String(from + ids.length) };
  }
}

function replicas(shared: SharedStore) {
  const clock = manualClock();
  const warned: unknown[] = [];
  const log = { ...silentLogger, warn: (fields: unknown) => warned.push(fields) } as never;
  const open = () => {
    const sessions = new EndedSessions({ shared, keepMs: KEEP_MS, log, clock });
    const news = { reported: 0 };
    sessions.subscribe(() => news.reported++);
    return Object.assign(sessions, { news });
  };
  /** Lets every replica read the store once. */
  const pass = async () => {
    for (let i = 0; i < 20; i++) await new Promise(resolve => setImmediate(resolve));
    clock.advance(2_000);
    for (let i = 0; i < 20; i++) await new Promise(resolve => setImmediate(resolve));
  };
  return { open, pass, warned };
}

describe('a session that was ended', () => {
  it('is known at once where that was, and at every other replica with its next look', async () => {
    const { open, pass } = replicas(new SharedStore());
    const [one, other] = [open(), open()];
    await pass();
    one.end('s');
    expect([one.has('s'), other.has('s'), one.news.reported]).toEqual([true, false, 1]);
    await pass();
    expect([other.has('s'), other.has('another'), one.news.reported, other.news.reported]).toEqual([true, false, 1, 1]);
  });

  it('is known to a replica that starts later, however many there are', async () => {
    const shared = new SharedStore();
    const { open, pass } = replicas(shared);
    const first = open();
    for (let i = 0; i < 7; i++) first.end(`s${i}`);
    await pass();
    const late = open();
    await pass();
    expect(Array.from({ length: 7 }, (_, i) => late.has(`s${i}`))).toEqual(Array(7).fill(true));
    expect(shared.ended).toEqual(Array.from({ length: 7 }, (_, i) => `s${i}`));
  });

  it('while the store was away is told to the others when it is back, and each log says so once', async () => {
    const shared = new SharedStore();
    const { open, pass, warned } = replicas(shared);
    const [one, other] = [open(), open()];
    await pass();
    shared.problem = 'away';
    one.end('s');
    await pass();
    await pass();
    expect([one.has('s'), other.has('s')]).toEqual([true, false]);
    // The warnings of the writing replica and of the reading replica.
    expect(warned).toEqual([{ reason: 'NOPERM' }, { reason: 'not connected' }]);
    shared.problem = undefined;
    await pass();
    await pass();
    expect([shared.ended, other.has('s')]).toEqual([['s'], true]);
  });

  it('at a replica that may not write is known there, which learns of others all the same', async () => {
    const shared = new SharedStore();
    const { open, pass, warned } = replicas(shared);
    const mayNot = open();
    shared.ended.push('of another');
    shared.problem = 'read only';
    mayNot.end('s');
    await pass();
    expect([mayNot.has('s'), mayNot.has('of another')]).toEqual([true, true]);
    expect(warned).toEqual([{ reason: 'NOPERM' }]);
  });

  it('is known to this process alone, where no store is shared', () => {
    const alone = new EndedSessions({ keepMs: KEEP_MS, log: silentLogger });
    alone.end('s');
    expect([alone.has('s'), alone.has('other')]).toEqual([true, false]);
  });

  it('is asked for no more by a replica that was closed', async () => {
    const shared = new SharedStore();
    const { open, pass } = replicas(shared);
    const one = open();
    await pass();
    one.close();
    const { reads } = shared;
    await pass();
    await pass();
    expect(shared.reads).toBe(reads);
  });
});
