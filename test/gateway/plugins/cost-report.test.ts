/** The price of an operation, reported only to a caller who asks for it. */
import { expect, it } from '@jest/globals';
import { COST_HEADER, costReport } from '../../../gateway/plugins/cost-report.ts';
import { ended } from './hooks.ts';

const plugin = costReport({ size: 100, left: caller => (caller === 'jane' ? 58 : 0) });
const charge = { estimated: 50, actual: 42, cost: { once: 42, lists: [] } };
const extensions = (headers: Record<string, string> | undefined, charged?: typeof charge): unknown =>
  ended(plugin, { data: {}, extensions: { other: 1 } }, { headers, charge: charged }).extensions;

it('a caller who asks for it gets the estimate, the actual cost and the remaining budget', () => {
  expect(extensions({ [COST_HEADER]: '1' }, charge)).toEqual({
    other: 1,
    cost: { estimated: 50, actual: 42, budget: { limit: 100, remaining: 58 } },
  });
});

it.each<[what: string, headers: Record<string, string> | undefined, charged: typeof charge | undefined]>([
  ['a caller who does not ask for it', {}, charge],
  ['an operation on a stream', undefined, charge],
  ['an operation without a price', { [COST_HEADER]: '1' }, undefined],
])('%s gets none', (_what, headers, charged) => expect(extensions(headers, charged)).toEqual({ other: 1 }));
