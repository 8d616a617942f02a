/** The price of an operation and the number of its requests to clusters are reported only to callers who ask. */
import { describe, expect, it } from '@jest/globals';
import { COST_HEADER, costReport, LEAF_REQUESTS_HEADER, leafRequests } from '../../../gateway/plugins/reports.ts';
import type { RequestContext } from '../../../identity/identity.ts';
import { ended, requestOf } from './hooks.ts';

describe('cost report', () => {
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
});

describe('leaf requests', () => {
  function extensions(
    headers: Record<string, string> | undefined,
    requested?: RequestContext['leafRequests'],
  ): unknown {
    const request = requestOf(requested && { leafRequests: requested });
    return ended(leafRequests(), { data: {}, extensions: { other: 1 } }, { request, headers }).extensions;
  }

  const ASKED = { [LEAF_REQUESTS_HEADER]: '1' };

  it('a caller who asks for them gets the sums of all who asked a cluster, by the names of clusters', () => {
    const requested = new Map([
      ['leaf-02', new Set([{ requests: 1 }])],
      ['leaf-01', new Set([{ requests: 2 }, { requests: 3 }])],
    ]);
    const found = extensions(ASKED, requested);
    expect(JSON.stringify(found)).toBe('{"other":1,"leafRequests":{"leaf-01":5,"leaf-02":1}}');
  });

  it('a caller who asks for them gets none where no cluster was asked', () => {
    expect(extensions(ASKED)).toEqual({ other: 1, leafRequests: {} });
  });

  it('a caller who does not ask for them gets none', () => {
    expect(extensions({}, new Map([['leaf-01', new Set([{ requests: 2 }])]]))).toEqual({ other: 1 });
  });

  it('an operation on a stream gets none', () => {
    expect(extensions(undefined, new Map([['leaf-01', new Set([{ requests: 2 }])]]))).toEqual({ other: 1 });
  });
});
