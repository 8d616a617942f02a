/**
 * The work of queries on workloads with very many copies: what the answer keeps, how much is done in one step, and what
 * it costs. Counted, not timed.
 */
import { describe, expect, it } from '@jest/globals';
import { isCompleteList } from '../../../subgraphs/placement/complete.ts';
import { Hubs } from '../../../subgraphs/placement/hubs.ts';
import {
  assignmentPages,
  candidates,
  copyPages,
  phaseCounts,
  placed,
  workloadPage,
} from '../../../subgraphs/placement/questions.ts';
import type { Question } from '../../../readmodel/question.ts';
import { answered, LOOKUPS_IN_A_STEP } from './counted.ts';
import { binding, decision, managedCluster, manifest, ownedBy, placement, work, workSet } from './objects.ts';
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

it('pages of copies without nodes have their price', () => {
  const id = 'hub/work.open-cluster-management.io/ManifestWork/member-1/web';
  const request = { binding: id, member: 'member-1', page: { first: 0, begin: 0 } };
  const objects = [work('member-1/web', { manifests: manifests(200) })];
  const { answer, longest, cost } = answered(copyPages(HUBS, Array(10_000).fill(request)), objects);
  expect(answer[0]).toMatchObject({ nodes: [], totalCount: 200 });
  expect(longest.spent).toBeLessThan(20_000);
  expect(cost).toBeGreaterThan(5_000);
});

describe('members of the configuration that the caller does not see', () => {
  const names = members(5_000);
  const hubOf = (engine: 'ocm' | 'karmada', clusters: readonly (readonly [string, string])[]) =>
    new Hubs({ ...SETTINGS, hubs: [{ cluster: 'hub', engine, members: Object.fromEntries(clusters) }] });

  it('cost nothing where copies of Karmada are looked for, and are looked up in short steps', () => {
    const request = {
      binding: 'hub/work.karmada.io/ResourceBinding/shop/web',
      page: { first: 10, after: undefined },
    };
    const read = (clusters: readonly (readonly [string, string])[]) =>
      answered(assignmentPages(hubOf('karmada', clusters), [request]), [binding('shop/web')]);
    const { longest, cost } = read(names.map(name => [name, name]));
    expect(longest.lookups).toBeLessThan(LOOKUPS_IN_A_STEP);
    expect(cost).toBe(read([]).cost);
  });

  it('cost nothing where the work of a copy is looked for, and are looked up in short steps', () => {
    const objects = [
      { ...manifest('v1', 'Service', 'shop/web'), metadata: { namespace: 'shop', name: 'web', ...ownedBy('web') } },
    ];
    const read = (clusters: readonly (readonly [string, string])[]) =>
      answered(placed(hubOf('ocm', clusters), ['hub//Service/shop/web']), objects);
    const { longest, cost } = read(names.map(name => [name, 'hub']));
    expect(longest.lookups).toBeLessThan(LOOKUPS_IN_A_STEP);
    expect(cost).toBe(read([]).cost);
  });
});

describe('whether a list is complete', () => {
  const names = { kindsOn: async () => new Map(), uncollectedOn: async () => new Map() };

  /** Asks for lists of one request, for a caller who may know no hub. Counts the questions and their cost. */
  async function asked(hubs: number, lists: readonly Json[]) {
    let [questions, cost] = [0, 0];
    const ask = async (_: unknown, question: Question<boolean>) => {
      const found = answered(question, []);
      questions++;
      cost += found.cost;
      return found.answer;
    };
    const settings = members(hubs).map(cluster => ({ cluster, engine: 'ocm' as const, members: {} }));
    const complete = isCompleteList(new Hubs({ ...SETTINGS, hubs: settings }));
    const accessors = { rbacRows: { ask }, rbacNames: names } as never;
    for (const conditions of lists)
      expect(await complete.resolve({ conditions, isCut: false } as never, {} as never, accessors, {} as never)).toBe(
        false,
      );
    return { questions, cost };
  }

  it('is found once for all lists of a request that cover the same hubs', async () => {
    const [all, one] = [{ namespaces: ['a'] }, { hubs: ['member-1'] }];
    expect(await asked(2, [all, {}, one, { ...one, members: ['a'] }])).toMatchObject({ questions: 2 });
  });

  it('costs nothing for hubs of the configuration that the caller may not know', async () => {
    expect(await asked(500, [{}])).toEqual(await asked(1, [{}]));
    expect((await asked(1, [{ hubs: members(500) }])).cost).toBeGreaterThan(2_000);
  });
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
