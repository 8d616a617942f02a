/** The planner, running in a real thread. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { GateFull } from '../../../async/fair-gate.ts';
import type { PlannedDocument } from '../../../gateway/operation/plan-document.ts';
import { Planner, PlanningError } from '../../../gateway/operation/planner.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { planningInput, SLOW } from './planned-graph.ts';

let planner: Planner | undefined;
afterEach(() => planner?.close());

function started(planningMs?: number, input = planningInput()): Planner {
  return (planner = new Planner({ input, log: silentLogger, ...(planningMs !== undefined && { planningMs }) }));
}

const isPlanned = (planned: PlannedDocument): boolean => 'plan' in planned && planned.plan !== undefined;

describe('the planner', () => {
  it('plans in its thread, and passes refusals on', async () => {
    const planner = started();
    await planner.start();
    expect(isPlanned(await planner.plan('{ hello }', undefined, 'jane'))).toBe(true);
    expect(await planner.plan('{ nothing }', undefined, 'jane')).toMatchObject({
      errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
    });
  });

  it('refuses a document that takes too long, ends its thread, and plans the next one in a new thread', async () => {
    const planner = started(1_000);
    await planner.start();
    const slow = planner.plan(SLOW, undefined, 'jane');
    const next = planner.plan('{ hello }', undefined, 'joe');
    await expect(slow).rejects.toMatchObject({ name: 'PlanningError', isTooMuch: true });
    expect(isPlanned(await next)).toBe(true);
  });

  it('lets the event loop go on meanwhile', async () => {
    const planner = started(500);
    await planner.start();
    let ticks = 0;
    const timer = setInterval(() => ticks++, 10);
    await expect(planner.plan(SLOW, undefined, 'jane')).rejects.toThrow(PlanningError);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
  });

  it('plans callers by turns', async () => {
    const planner = started();
    const order: string[] = [];
    const plan = async (caller: string): Promise<void> => {
      await planner.plan('{ hello }', undefined, caller);
      order.push(caller);
    };
    await Promise.all([...Array.from({ length: 20 }, () => plan('greedy')), plan('joe'), plan('jill')]);
    expect(order.indexOf('joe')).toBeLessThanOrEqual(2);
    expect(order.indexOf('jill')).toBeLessThanOrEqual(3);
  });

  it('has as many documents of one caller wait as it may, and refuses more of theirs alone', async () => {
    const planner = started();
    const settled = await Promise.allSettled(
      Array.from({ length: 60 }, () => planner.plan('{ hello }', undefined, 'greedy')).concat(
        planner.plan('{ hello }', undefined, 'joe'),
      ),
    );
    const refused = settled.filter(it => it.status === 'rejected');
    expect(refused).toHaveLength(60 - 51); // one document is being planned, and 50 documents wait
    for (const { reason } of refused) expect(reason).toBeInstanceOf(GateFull);
    expect(settled.at(-1)?.status).toBe('fulfilled');
  });

  it('lets go of a caller who gives up while waiting', async () => {
    const planner = started();
    const first = planner.plan('{ hello }', undefined, 'jane');
    const gone = planner.plan('{ hello }', undefined, 'joe', AbortSignal.abort(new Error('gone')));
    await expect(gone).rejects.toThrow('gone');
    expect(isPlanned(await first)).toBe(true);
  });

  it('says at its start what keeps it from building the graph', async () => {
    await expect(started(undefined, planningInput({ supergraphSdl: 'type Query { broken' })).start()).rejects.toThrow(
      'Syntax Error',
    );
  });

  it('ends what waits when it is closed', async () => {
    const planner = started();
    await planner.start();
    const slow = planner.plan(SLOW, undefined, 'jane');
    const next = planner.plan('{ hello }', undefined, 'joe');
    const both = Promise.allSettled([slow, next]);
    await planner.close();
    for (const it of await both)
      expect(it).toMatchObject({
        status: 'rejected',
        reason: { message: 'the gateway is stopping', isTooMuch: false },
      });
  });
});
