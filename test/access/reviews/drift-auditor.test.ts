/** What the auditor compares, what it calls drift, and whom it answers by live reviews because of it. */
import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { ReviewError } from '../../../identity/access-reviews.ts';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import type { GrantObject } from '../../../rbac/types.ts';
import { grantKey } from '../../../rbac/types.ts';
import type { ClusterIndex, ReadModel } from '../../../readmodel/readmodel.ts';
import type { Row } from '../../../store/store.ts';
import { DriftAuditor } from '../../../access/reviews/drift-auditor.ts';
import { Quarantine } from '../../../access/reviews/quarantine.ts';
import { identityKey } from '../../../access/caller-access.ts';
import { allow, grant, indexed, RESOURCES, rowAt } from '../../subgraphs/fleet/scripted-fleet.ts';
import { ScriptedReviews } from './scripted-reviews.ts';
import { policiesOf } from '../../../access/fail-closed.ts';

const JANE = identityKey({ user: 'jane', groups: ['system:authenticated'] });
const SETTLE_MS = 5_000;

class Audit {
  readonly reviews = new ScriptedReviews();
  readonly lines: Record<string, any>[] = [];
  clock = 0;
  /** What comes next from chance; afterwards 0, which is a list. */
  chances: number[] = [];
  readonly auditor: DriftAuditor;
  readonly #indexes = new Map<string, ClusterIndex>();
  #rows: readonly Row[] = [rowAt('leaf', 'Pod', 'team-a/web')];

  constructor(
    grants: readonly GrantObject[],
    { rows, authorization = 'rbac' }: { rows?: readonly Row[]; authorization?: 'rbac' | 'mixed' } = {},
  ) {
    if (rows) this.#rows = rows;
    this.index(grants, authorization);
    this.reviews.grants.set('leaf', grants);
    const readModel: Pick<ReadModel, 'clusters' | 'cluster' | 'page'> = {
      clusters: () => [...this.#indexes.values()],
      cluster: name => this.#indexes.get(name),
      page: async (_view, _filter, _order, { after }) => {
        const rows = after === undefined ? this.#rows : [];
        const cursors = rows.map(({ name }) => name);
        return {
          ...{ rows: rows.map(indexed), cursors, startCursor: cursors[0], endCursor: cursors.at(-1) },
          ...{ hasNextPage: false, hasPreviousPage: false },
        };
      },
    };
    const policy = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' } as const;
    this.auditor = new DriftAuditor({
      ...{
        reviews: this.reviews,
        readModel,
        rules: { policies: policiesOf(() => policy), maxAgeMs: 1_000 },
        perMinute: 60,
        settleMs: SETTLE_MS,
      },
      ...{ clock: () => this.clock, random: () => this.chances.shift() ?? 0 },
      log: pino(
        { base: null, level: 'info' },
        { write: (line: string) => void this.lines.push(JSON.parse(line) as Record<string, unknown>) },
      ),
    });
    this.auditor.saw(acceptIdentity({ user: 'jane', groups: [], token: 'secret' }));
  }

  index(grants: readonly GrantObject[], authorization: 'rbac' | 'mixed' = 'rbac'): void {
    this.#indexes.set('leaf', {
      ...{
        cluster: 'leaf',
        loading: false,
        answeredAgo: 0,
        grantsConfirmedAgo: 0,
        resources: RESOURCES,
        labels: {},
        resourcesRevision: 1,
        rowCount: 1,
        rowRevision: 1,
      },
      grants: { revision: 1, objects: new Map(grants.map(object => [grantKey(object), object])) },
      state: {
        ...{ phase: 'synced', reason: '', version: '', authorization, answeredAgo: 0, kinds: [], resources: RESOURCES },
        grants: { complete: true, confirmedAgo: 0, reason: '' },
      },
    });
  }

  remove(): void {
    this.#indexes.clear();
  }

  /** The next random decision is: identity, cluster, row and then one of list, list by name, get by name. */
  next(form: 'list' | 'list by name' | 'get by name'): Promise<unknown> {
    this.chances = [0, 0, 0, { list: 0, 'list by name': 0.34, 'get by name': 0.67 }[form]];
    return this.auditor.step();
  }

  async later(): Promise<unknown> {
    this.clock += SETTLE_MS;
    return this.auditor.step();
  }

  get quarantined(): boolean {
    return this.auditor.quarantine.has('leaf', JANE);
  }
}

const FORMS = ['list', 'list by name', 'get by name'] as const;
const pods = allow('list', 'pods');

describe('index and cluster agree', () => {
  it.each(FORMS)('on a %s of a visible row', async form => {
    const audit = new Audit(grant('jane', pods));
    expect(await audit.next(form)).toBe('agreed');
    expect(audit.reviews.asked[0]).toBe(
      `mayOther leaf jane ${form.startsWith('get') ? 'get' : 'list'} pods team-a/${form === 'list' ? '' : 'web'}`,
    );
  });
  it.each(FORMS)('on a %s of a hidden row', async form => {
    expect(await new Audit([]).next(form)).toBe('agreed');
  });
  it('where the cluster refuses to read what the index shows by list alone', async () => {
    const audit = new Audit(grant('jane', pods));
    expect(await audit.next('list')).toBe('agreed');
    expect(await audit.next('get by name')).toBe('agreed');
    expect(audit.auditor.counts).toMatchObject({ drift: 0, disagreed: 0 });
  });
  it('on a Namespace, which is read in its own scope', async () => {
    const audit = new Audit(grant('jane', allow('get', 'namespaces'), 'team-a'), { rows: [rowAt('leaf', 'Namespace', 'team-a')] });
    expect(await audit.next('get by name')).toBe('agreed');
    expect(audit.reviews.asked).toEqual(['mayOther leaf jane get namespaces team-a/team-a']);
  });
});

describe('a disagreement', () => {
  it.each([
    ['the index shows too much', grant('jane', pods), []],
    ['the index shows too little', [], grant('jane', pods)],
  ])('that stays is drift: %s', async (_case, index, leaf) => {
    const audit = new Audit(index);
    audit.reviews.grants.set('leaf', leaf);
    expect(await audit.next('list')).toBe('disagreed');
    expect([audit.quarantined, audit.auditor.counts.drift]).toEqual([false, 0]);
    expect(await audit.later()).toBe('disagreed');
    expect([audit.quarantined, audit.auditor.counts.drift]).toEqual([true, 1]);
    expect(audit.lines).toMatchObject([{ level: 50, cluster: 'leaf', user: 'jane', index: index.length > 0, leaf: leaf.length > 0 }]);
    expect(audit.lines[0]!['chain']).toHaveLength(index.length > 0 ? 1 : 0);
    expect(JSON.stringify(audit.lines)).not.toContain('secret');
  });

  it('that chance finds again and again is drift when the first finding says so, and stays it', async () => {
    const audit = new Audit(grant('jane', pods));
    audit.reviews.grants.set('leaf', []);
    for (let i = 0; i < 4; i++) {
      expect(await audit.next('list')).toBe('disagreed');
      audit.clock += SETTLE_MS / 4;
    }
    expect(await audit.auditor.step()).toBe('disagreed');
    expect([audit.quarantined, audit.auditor.counts.drift]).toEqual([true, 1]);
    expect(await audit.next('list')).toBe('disagreed');
    audit.index([]);
    expect(await audit.later()).toBe('agreed');
    expect([audit.quarantined, audit.auditor.counts.drift]).toEqual([false, 1]);
  });

  it('that is gone a moment later is none: the index was a moment behind', async () => {
    const audit = new Audit(grant('jane', pods));
    audit.reviews.grants.set('leaf', []);
    expect(await audit.next('list')).toBe('disagreed');
    audit.index([]);
    expect(await audit.later()).toBe('agreed');
    expect([audit.quarantined, audit.auditor.counts.drift, audit.lines.length]).toEqual([false, 0, 0]);
  });

  it('ends the quarantine when the same decision agrees again, and is counted once', async () => {
    const audit = new Audit(grant('jane', pods));
    audit.reviews.grants.set('leaf', []);
    await audit.next('list');
    await audit.later();
    expect(await audit.later()).toBe('disagreed');
    expect([audit.quarantined, audit.auditor.counts.drift]).toEqual([true, 1]);
    audit.index([]);
    expect(await audit.later()).toBe('agreed');
    expect([audit.quarantined, audit.lines.at(-1)]).toMatchObject([false, { level: 30, user: 'jane' }]);
  });

  it('keeps the quarantine until every decision agrees again', async () => {
    const audit = new Audit(grant('jane', allow('list,get', 'pods')));
    audit.reviews.grants.set('leaf', []);
    await audit.next('list');
    await audit.next('get by name');
    await audit.later();
    await audit.auditor.step();
    expect(audit.auditor.counts.drift).toBe(2);
    audit.reviews.grants.set('leaf', grant('jane', pods));
    expect([await audit.later(), await audit.auditor.step()].sort()).toEqual(['agreed', 'disagreed']);
    expect(audit.quarantined).toBe(true);
    audit.reviews.grants.set('leaf', grant('jane', allow('list,get', 'pods')));
    await audit.later();
    expect(audit.quarantined).toBe(false);
  });

  it('is forgotten with its cluster', async () => {
    const audit = new Audit(grant('jane', pods));
    audit.reviews.grants.set('leaf', []);
    await audit.next('list');
    await audit.later();
    audit.remove();
    expect(await audit.later()).toBeUndefined();
    expect(audit.quarantined).toBe(false);
  });
});

describe('a cluster that does not let itself be asked', () => {
  it('is named in the log once, and left alone for a while', async () => {
    const audit = new Audit(grant('jane', pods));
    audit.reviews.failure = new ReviewError('REFUSED', 'leaf: forbidden');
    expect(await audit.next('list')).toBe('refused');
    expect(audit.auditor.refusing).toBe(1);
    expect(await audit.next('list')).toBeUndefined();
    audit.clock += 600_000;
    expect(await audit.next('list')).toBe('refused');
    expect(audit.lines).toHaveLength(1);
    audit.clock += 600_000;
    audit.reviews.failure = undefined;
    expect(await audit.next('list')).toBe('agreed');
    expect(audit.auditor.refusing).toBe(0);
  });

  it('is no drift while it fails', async () => {
    const audit = new Audit(grant('jane', pods));
    audit.reviews.failure = new ReviewError('TIMEOUT', 'leaf: timeout');
    expect(await audit.next('list')).toBe('failed');
    expect([audit.quarantined, audit.lines.length]).toEqual([false, 0]);
  });

  it('is not compared when it is mixed: its reviews decide anyhow', async () => {
    const audit = new Audit(grant('jane', pods), { authorization: 'mixed' });
    expect(await audit.next('list')).toBeUndefined();
    expect(audit.reviews.asked).toEqual([]);
  });
});

it('the auditor ends with close()', async () => {
  const audit = new Audit([]);
  audit.auditor.start();
  await audit.auditor.close();
  audit.auditor.start();
  expect(audit.reviews.asked).toEqual([]);
});

describe('the quarantine', () => {
  it('lets go of one caller and keeps the others; who is in it already takes no other place; a cluster is forgotten whole', () => {
    const quarantine = new Quarantine();
    for (let i = 0; i < 1_000; i++) quarantine.add('leaf', `caller ${i}`);
    quarantine.add('leaf', 'caller 0');
    expect([quarantine.has('leaf', 'stranger'), quarantine.size]).toEqual([false, 1_000]);
    quarantine.release('leaf', 'caller 0');
    expect([quarantine.has('leaf', 'caller 0'), quarantine.has('leaf', 'caller 1'), quarantine.size]).toEqual([false, true, 999]);
    quarantine.forget('leaf');
    expect([quarantine.has('leaf', 'caller 1'), quarantine.size]).toEqual([false, 0]);
    expect(quarantine.size).toBe(0);
    for (const caller of ['jane', 'joe']) quarantine.add('leaf', caller);
    quarantine.release('leaf', 'jane');
    expect([quarantine.has('leaf', 'joe'), quarantine.size > 0]).toEqual([true, true]);
  });

  it('holds callers one by one, and the whole cluster when there are too many', () => {
    const quarantine = new Quarantine();
    for (let i = 0; i < 1_000; i++) quarantine.add('leaf', `${i}`);
    expect([quarantine.has('leaf', '7'), quarantine.has('leaf', 'other'), quarantine.has('other', '7')]).toEqual([true, false, false]);
    quarantine.add('leaf', 'one more');
    expect([quarantine.has('leaf', 'other'), quarantine.size]).toEqual([true, 1_000]);
    for (let i = 0; i < 1_000; i++) quarantine.release('leaf', `${i}`);
    expect([quarantine.has('leaf', 'other'), quarantine.size]).toEqual([false, 0]);
  });
});
