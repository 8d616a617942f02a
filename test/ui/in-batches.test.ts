/** Actions on many objects: batches, stopping between batches, and the actions that revert what was done. */
import { describe, expect, it } from '@jest/globals';
import type { act } from '../../ui/src/actions/act.ts';
import type { ObjectOfAction } from '../../ui/src/actions/changes.ts';
import { actInBatches, undoSteps } from '../../ui/src/actions/in-batches.ts';
import { NO_SETTINGS, settingsOf } from '../../ui/src/actions/settings.ts';

const INPUT = { settings: NO_SETTINGS, withSource: false, dryRun: false, key: 'k' };
const objects = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `o${at}`, uid: `u${at}` }));
const acted = (id: string, outcome: 'DONE' | 'UNCHANGED' | 'FORBIDDEN' = 'DONE') => ({
  id,
  outcome,
  message: null,
  reason: null,
  warnings: [],
});

async function run(count: number, more: { stopAt?: number; failAt?: number; withSource?: boolean } = {}) {
  const sent: string[] = [];
  const reported: number[] = [];
  const send: typeof act = async (_action, { objects, key }) => {
    sent.push(`${key}: ${objects.length}`);
    if (sent.length === more.failAt) return { acted: undefined, problem: { message: 'no answer', passing: true } };
    return { acted: objects.map(({ id }) => acted(id)), problem: undefined };
  };
  const isStopped = () => sent.length === more.stopAt;
  const input = { ...INPUT, objects: objects(count), withSource: more.withSource ?? false };
  const answer = await actInBatches('SUSPEND', input, { progress: done => reported.push(done), isStopped, send });
  return { sent, reported, done: answer.acted?.length, problem: answer.problem?.message, notSent: answer.notSent };
}

describe('many objects', () => {
  it('are sent ten at a time, each ten under a key of its own', async () =>
    expect(await run(25)).toEqual({
      sent: ['k-0: 10', 'k-10: 10', 'k-20: 5'],
      reported: [0, 10, 20],
      done: 25,
      problem: undefined,
      notSent: 0,
    }));
  it('are not sent any more where somebody stopped; what was done is told', async () =>
    expect(await run(25, { stopAt: 1 })).toMatchObject({
      sent: ['k-0: 10'],
      done: 10,
      notSent: 15,
      problem: undefined,
    }));
  it('are not sent any more after one request had no answer, since nothing is known of it', async () =>
    expect(await run(35, { failAt: 2 })).toMatchObject({
      sent: ['k-0: 10', 'k-10: 10'],
      done: 10,
      notSent: 15,
      problem: 'no answer',
    }));
  it('of which nothing is known have no results', async () =>
    expect(await run(5, { failAt: 1 })).toMatchObject({ done: undefined, notSent: 0, problem: 'no answer' }));
  it('that may share a source are sent together', async () =>
    expect(await run(25, { withSource: true })).toMatchObject({ sent: ['k-0: 25'], done: 25 }));
});

describe('the way back', () => {
  const object = (id: string, replicas?: number) => ({ id, replicas }) as unknown as ObjectOfAction;
  const steps = (...args: Parameters<typeof undoSteps>) =>
    undoSteps(...args).map(
      ({ action, objects, settings }) => `${action} ${settings.replicas} ${objects.map(({ id }) => id).join(' ')}`,
    );
  it('leads from suspended to resumed, and leaves alone what was so before or refused', () =>
    expect(
      steps(
        'SUSPEND',
        [object('a'), object('b'), object('c')],
        [acted('a'), acted('b', 'UNCHANGED'), acted('c', 'FORBIDDEN')],
      ),
    ).toEqual(['RESUME 0 a']));
  it('gives each the replicas that it had, where they are known', () =>
    expect(
      steps(
        'SCALE',
        [object('a', 1), object('b', 3), object('c', 1), object('d')],
        ['a', 'b', 'c', 'd'].map(id => acted(id)),
      ),
    ).toEqual(['SCALE 1 a c', 'SCALE 3 b']));
  it.each(['RESTART', 'DELETE', 'RUN', 'RECONCILE', 'UNDO', 'BOUND'] as const)('does not exist for %s', action =>
    expect(undoSteps(action, [object('a')], [acted('a')])).toEqual([]),
  );
  it('does not exist where nothing was done', () =>
    expect(undoSteps('CORDON', [object('a')], [acted('a', 'UNCHANGED')])).toEqual([]));
});

describe('what is given with an action', () => {
  it.each([
    ['SCALE', '3', { replicas: 3 }],
    ['SCALE', '', undefined],
    ['BOUND', '200', { pods: 200 }],
    ['BOUND', ' ', { pods: null }],
    ['BOUND', '0', undefined],
    ['DELETE', 'anything', {}],
  ] as const)('%s, by %j', (action, text, expected) =>
    expect(settingsOf(action, text)).toEqual(expected && { ...NO_SETTINGS, ...expected }),
  );
});
