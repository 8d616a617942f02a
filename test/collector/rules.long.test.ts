/** A changed status rule reaches the stored rows, even if the objects at the leaf are unchanged. */
import { describe, expect, it } from '@jest/globals';
import { kindOf, rulesOf } from '../../kinds/registry.ts';
import type { ClusterState } from '../../store/store.ts';
import { until } from '../kubernetes/until.ts';
import { pod } from '../sim/fixtures.ts';
import { Fleet, kustomization, KUSTOMIZATIONS } from './fixtures.ts';

const RULES = rulesOf(kindOf({ group: '', kind: 'Pod' }));

const evicted = { ...pod('apps', 'evicted'), status: { phase: 'Failed', reason: 'Evicted' } };

const rulesIn = (state: ClusterState | undefined) => state?.kinds.find(({ kind }) => kind === 'Pod')?.rules;

/**
 * Stores rows of a failed Pod and a failed Kustomization, as a collector of another version would leave them. All rows
 * have the status CURRENT.
 */
async function leftBy(fleet: Fleet, rulesOfPods: string | undefined): Promise<void> {
  await fleet.leaf('leaf', { resources: [KUSTOMIZATIONS], objects: [evicted, kustomization('web', 'False')] });
  const before = fleet.collect();
  await until(async () => {
    const state = await fleet.store.state('leaf');
    return state?.phase === 'synced' && state.kinds.every(({ rules }) => rules !== undefined);
  });
  await before.close();
  const lease = await fleet.store.acquire('leaf', 'another version', 10_000);
  const rows = (await fleet.store.allRows('leaf')).filter(({ kind }) => kind === 'Pod' || kind === 'Kustomization');
  const state = (await fleet.store.state('leaf'))!;
  const kinds = state.kinds.map(kind => (kind.kind === 'Pod' ? { ...kind, rules: rulesOfPods } : kind));
  await fleet.store.apply(lease!, {
    puts: rows.map(row => ({ ...row, status: 'CURRENT', reason: 'Old' })),
    state: { ...state, kinds },
  });
  await fleet.store.release(lease!);
  fleet.store.batches.length = 0;
}

describe('rows that are stored', () => {
  it.each([
    ['other rules', '0.9'],
    ['no known rules', undefined],
  ])('by %s are written anew at the next start, and those of other kinds are not', async (_what, rules) => {
    await using fleet = new Fleet();
    await leftBy(fleet, rules);
    fleet.collect();
    await until(async () => rulesIn(await fleet.store.state('leaf')) === RULES);
    const rows = await fleet.store.allRows('leaf');
    expect(rows.find(({ name }) => name === 'evicted')).toMatchObject({ status: 'FAILED', reason: 'Evicted' });
    expect(rows.find(({ name }) => name === 'web')).toMatchObject({ status: 'CURRENT', reason: 'Old' });
    expect(fleet.store.puts.map(({ name }) => name)).toEqual(['evicted']);
  });

  it('by the same rules are not written', async () => {
    await using fleet = new Fleet();
    await leftBy(fleet, RULES);
    fleet.collect();
    await until(() => fleet.synced('leaf'));
    expect(fleet.store.puts).toEqual([]);
  });
});
