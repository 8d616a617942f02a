import { describe, expect, it } from '@jest/globals';
import { ContentBudget, grantWeight, rowWeight } from '../../collector/content-budget.ts';
import { row } from '../fixtures.ts';

/** Admits objects of equal weight until one is refused. Returns the number of admitted objects. */
function fill(budget: ContentBudget, part: string, weight = 10): number {
  let count = 0;
  while (budget.part(part).admit(`${part}/${count}`, weight)) count++;
  return count;
}

describe('the budget of a cluster', () => {
  it.each([
    ['one kind', ['A'], [50]],
    ['two kinds that need as much', ['A', 'B'], [50, 25]],
    ['many kinds, the last of which find room, too', ['A', 'B', 'C', 'D'], [50, 25, 13, 6]],
  ])('gives a kind as much as is free beside it: %s', (_which, parts, expected) => {
    const budget = new ContentBudget(1_000);
    expect(parts.map(part => fill(budget, part))).toEqual(expected);
  });

  it('keeps what is there, also as it changes to something that weighs no more', () => {
    const budget = new ContentBudget(1_000);
    fill(budget, 'A');
    fill(budget, 'B');
    expect([
      budget.part('A').admit('A/0', 10),
      budget.part('A').admit('A/0', 5),
      budget.part('A').admit('A/1', 100),
    ]).toEqual([true, true, false]);
  });

  it('has room again for what goes, also where it goes because it has grown too large', () => {
    const budget = new ContentBudget(1_000);
    const part = budget.part('A');
    fill(budget, 'A');
    part.release('A/0');
    part.release('A/0'); // already released
    part.release('A/never');
    expect([part.admit('new', 10), part.admit('another', 10)]).toEqual([true, false]);
    expect(part.admit('A/1', 500)).toBe(false);
    expect([part.admit('another', 10), part.admit('one more', 10)]).toEqual([true, false]);
    part.clear();
    expect(fill(budget, 'A')).toBe(50);
  });

  it('asks for a new list when there is room for what was left out', () => {
    const budget = new ContentBudget(1_000);
    const part = budget.part('A');
    expect(part.wantsList).toBe(false);
    fill(budget, 'A');
    expect(part.wantsList).toBe(false);
    part.release('A/0');
    expect(part.wantsList).toBe(true);
    part.listBegins();
    expect(part.wantsList).toBe(false);
  });

  it('does not wait for room for all of much that was left out', () => {
    const budget = new ContentBudget(1_600);
    const part = budget.part('A');
    fill(budget, 'A');
    for (let i = 0; i < 1_000; i++) part.admit(`more/${i}`, 10);
    for (let i = 0; i < 4; i++) part.release(`A/${i}`);
    expect(part.wantsList).toBe(false);
    part.release('A/4');
    expect(part.wantsList).toBe(true);
  });
});

describe('the weight', () => {
  it('of a row grows with its texts, labels, relations and records', () => {
    const plain = rowWeight(row({}));
    const more = [
      row({ message: 'x'.repeat(100) }),
      row({ labels: { ...row({}).labels, 'some-key': 'some-value' } }),
      row({ relations: [{ type: 'OWNS', to: 'apps/ReplicaSet/apps/web' }] }),
      row({ records: { inventory: [{ id: 'x'.repeat(100) }] } }),
    ];
    for (const larger of more) expect(rowWeight(larger)).toBeGreaterThan(plain);
  });

  it('of a role grows with the number of names in its rules, however short they are', () => {
    const role = (names: number) =>
      grantWeight({
        ...{ type: 'Role', namespace: 'apps', name: 'r', aggregated: false, resourceVersion: '1' },
        rules: [
          {
            verbs: ['get'],
            apiGroups: [''],
            resources: ['pods'],
            resourceNames: Array.from({ length: names }, () => 'a'),
          },
        ],
      });
    expect(role(1_001) - role(1)).toBe(25_000);
  });
});
