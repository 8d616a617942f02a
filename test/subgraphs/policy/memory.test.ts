/** Memory of topologies and streams: the limit for their sum, and the limits for streams. Also pages over runs. */
import { describe, expect, it } from '@jest/globals';
import type { ClusterPolicy } from '../../../subgraphs/policy/cluster-policy.ts';
import { PolicyMemory } from '../../../subgraphs/policy/memory.ts';
import { pageOf, runOf } from '../../../subgraphs/policy/page.ts';

const kept = (cluster: string, bytes: number) => ({
  policy: { cluster } as ClusterPolicy,
  others: [],
  version: '1',
  bytes,
});

describe('the memory of topologies', () => {
  it('keeps those that were used last', () => {
    const memory = new PolicyMemory(100);
    const seen = {};
    memory.keep(seen, kept('a', 40));
    memory.keep(seen, kept('b', 40));
    expect(memory.get('a', seen)?.policy.cluster).toBe('a');
    memory.keep(seen, kept('c', 40));
    expect(['a', 'b', 'c'].map(cluster => memory.get(cluster, seen) !== undefined)).toEqual([true, false, true]);
    expect(memory.bytes).toBe(80);
    memory.keep(seen, kept('a', 10));
    expect(memory.bytes).toBe(50);
  });

  it('keeps one for each visibility, and none that is too large', () => {
    const memory = new PolicyMemory(100);
    const [one, other] = [{}, {}];
    memory.keep(one, kept('a', 40));
    expect(memory.get('a', other)).toBeUndefined();
    memory.keep(other, kept('a', 101));
    expect(memory.bytes).toBe(40);
  });

  it('gives streams half, one caller an eighth, and takes it from what is kept', () => {
    const memory = new PolicyMemory(800);
    memory.keep({}, kept('a', 700));
    expect(memory.resize('tom', 0, 100)).toBe(true);
    expect(memory.resize('tom', 100, 101)).toBe(false);
    expect(['b', 'c', 'd'].map(caller => memory.resize(caller, 0, 100))).toEqual([true, true, true]);
    expect(memory.resize('e', 0, 1)).toBe(false);
    expect(memory.bytes).toBe(400);
    expect(memory.resize('tom', 100, 0)).toBe(true);
    expect(memory.resize('e', 0, 100)).toBe(true);
  });
});

describe('pages over runs', () => {
  const runs = [['a', 'b'], [], ['c'], ['d', 'e', 'f']].map((items, i) => runOf(items, i));
  const page = (first: number, after?: string) => pageOf(runs, { first, after: after ?? null }, item => [item]);

  it.each([1, 2, 3, 4, 5, 6, 7])('of %d items have each item once', first => {
    const found: string[] = [];
    for (let after: string | undefined; ;) {
      const { nodes, pageInfo, totalCount } = page(first, after);
      found.push(...nodes.map(({ value }) => value));
      expect([totalCount, pageInfo.hasPreviousPage]).toEqual([6, after !== undefined]);
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    expect(found).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('go on from a cursor whose item is gone', () => {
    const { pageInfo } = page(3);
    const fewer = [runOf(['a'], 0), runOf(['d'], 1)];
    expect(
      pageOf(fewer, { first: 5, after: pageInfo.endCursor! }, item => [item]).nodes.map(({ value }) => value),
    ).toEqual(['d']);
    expect(pageOf(fewer, { first: 0 }, item => [item]).pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: undefined,
      endCursor: undefined,
    });
  });
});
