/**
 * The work of queries on workloads with very many copies: what the answer keeps, how much is done in one step, and what
 * it costs. Counted, not timed.
 */
import { describe, expect, it } from '@jest/globals';
import { Hubs } from '../../../subgraphs/placement/hubs.ts';
import { candidates, phaseCounts, workloadPage } from '../../../subgraphs/placement/questions.ts';
import { answered, LOOKUPS_IN_A_STEP } from './counted.ts';
import { decision, managedCluster, manifest, placement, workSet } from './objects.ts';
import { NOW, SETTINGS, type Json } from './placement-fleet.ts';

const HUBS = new Hubs(SETTINGS);

const members = (count: number) => Array.from({ length: count }, (_, i) => `member-${i}`);
const manifests = (count: number) => Array.from({ length: count }, (_, i) => manifest('v1', 'ConfigMap', `shop/c${i}`));
const sets = (count: number, content: readonly Json[]) =>
  Array.from({ length: count }, (_, i) => workSet(`shop/set-${i}`, ['where'], [...content]));
const decided = (count: number) => [
  placement('shop/where', { numberOfClusters: count }),
  ...Array.from({ length: count / 100 }, (_, i) =>
    decision(`shop/where-${i}`, 'where', members(count).slice(i * 100, (i + 1) * 100)),
  ),
];

describe('workloads with very many copies', () => {
  const COPIES = 4 * 200 * 200;
  const objects = [...sets(4, manifests(200)), ...decided(200)];

  it('are listed without their copies, in short steps, at the price of the copies', () => {
    const { answer, longest, cost } = answered(workloadPage(HUBS, {}, { first: 500, after: undefined }), objects);
    expect(answer.nodes.map(({ status }) => status.copies.untold)).toEqual(Array(4).fill(COPIES / 4));
    expect(JSON.stringify(answer).length).toBeLessThan(10_000);
    expect(longest.lookups).toBeLessThan(LOOKUPS_IN_A_STEP);
    expect(cost).toBeGreaterThan(COPIES / 4);
  });

  it('have their phases counted in short steps, at the price of the copies', () => {
    const { answer, longest, cost } = answered(phaseCounts(HUBS, {}), objects);
    expect(answer).toEqual([{ phase: 'UNKNOWN', count: 4 }]);
    expect(longest.lookups).toBeLessThan(LOOKUPS_IN_A_STEP);
    expect(cost).toBeGreaterThan(COPIES / 4);
  });
});

it('workloads on very many members without objects are read in short steps', () => {
  const { answer, longest, cost } = answered(phaseCounts(HUBS, {}), [...sets(4, []), ...decided(10_000)]);
  expect(answer).toEqual([{ phase: 'UNKNOWN', count: 4 }]);
  expect(longest.spent).toBeLessThan(20_000);
  expect(cost).toBeGreaterThan(4_000);
});

describe('candidates of a workload', () => {
  const rules = Array.from({ length: 256 }, (_, i) => ({
    requiredClusterSelector: { labelSelector: { matchLabels: { [`key-${i}`]: 'x' } } },
  }));
  const placements = Array.from({ length: 32 }, (_, i) => `where-${i}`);
  const objects = [
    workSet('shop/web', placements, []),
    ...placements.map(name => placement(`shop/${name}`, { predicates: rules })),
    ...members(300).map(name => managedCluster(name)),
  ];
  const SET = 'hub/work.open-cluster-management.io/ManifestWorkReplicaSet/shop/web';
  const page = (first: number) => answered(candidates(HUBS, SET, undefined, { first, after: undefined }, NOW), objects);

  it('are judged by very many rules in short steps, at the price of the rules', () => {
    const { answer, longest, cost } = page(100);
    expect(answer.nodes).toHaveLength(100);
    expect(longest.spent).toBeLessThan(20_000);
    expect(cost).toBeGreaterThan((100 * 32 * 256) / 20);
  });

  it('are judged only on the page', () => {
    const { answer, cost } = page(1);
    expect(answer.totalCount).toBe(300);
    expect(cost).toBeLessThan(page(100).cost / 10);
  });
});
