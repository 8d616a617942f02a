/**
 * Decisions that the auditor compares, differences that count as drift, and callers for whom live reviews decide
 * afterwards.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import { policiesOf, Quarantine } from '../../../access/coverage.ts';
import { identityKey } from '../../../access/request-access.ts';
import {
  decide,
  type Decision,
  DecisionSamples,
  DriftAuditor,
  type DriftAuditorOptions,
} from '../../../access/reviews/drift-auditor.ts';
import { eventLoopTurns } from '../../../async/fair-turns.ts';
import { ReviewError } from '../../../identity/access-reviews.ts';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import { grantKey, type GrantObject, type Resource } from '../../../rbac/types.ts';
import type { IndexedRow } from '../../../readmodel/query.ts';
import type { ClusterIndex, ReadModel } from '../../../readmodel/readmodel.ts';
import type { Row } from '../../../store/store.ts';
import { until } from '../../kubernetes/until.ts';
import { allow, grant, indexed, RESOURCES, rowAt, tooLargeGrants } from '../../subgraphs/fleet/scripted-fleet.ts';
import { ScriptedReviews } from './scripted-reviews.ts';

describe('drift auditor', () => {
  const JANE = identityKey({ user: 'jane', groups: ['system:authenticated'] });
  const SETTLE_MS = 5_000;

  const CHANCE = { list: 0, 'list by name': 0.34, 'get by name': 0.67 };

  /** Chosen cluster, caller and row of a random decision. */
  interface Chosen {
    readonly cluster?: number;
    readonly user?: number;
    readonly row?: number;
  }

  class Audit {
    readonly reviews = new ScriptedReviews();
    readonly lines: Record<string, any>[] = [];
    clock = 0;
    /** Next random numbers. When they are used up, each further number is 0, which selects a list. */
    chances: number[] = [];
    hasNextPage = false;
    /** Called before every read of rows. */
    reading: () => void | Promise<void> = () => {};
    readonly auditor: DriftAuditor;
    readonly #indexes = new Map<string, ClusterIndex>();
    #users = 0;
    readonly #indexed: readonly IndexedRow[];
    #rows: readonly Row[] = [rowAt('leaf', 'Pod', 'team-a/web')];

    constructor(
      grants: readonly GrantObject[],
      {
        rows,
        authorization = 'rbac',
        ...more
      }: { rows?: readonly Row[]; authorization?: 'rbac' | 'mixed' } & Partial<DriftAuditorOptions> = {},
    ) {
      if (rows) this.#rows = rows;
      this.#indexed = this.#rows.map(indexed);
      this.index(grants, { authorization });
      this.reviews.grants.set('leaf', grants);
      const readModel: Pick<ReadModel, 'clusters' | 'cluster' | 'page'> = {
        clusters: () => [...this.#indexes.values()],
        cluster: name => this.#indexes.get(name),
        page: async (_view, _filter, _order, { after }) => {
          await this.reading();
          const rows = after === undefined ? this.#indexed : [];
          const cursors = rows.map(({ name }) => name);
          return {
            ...{ rows, cursors, startCursor: cursors[0], endCursor: cursors.at(-1) },
            ...{ hasNextPage: this.hasNextPage, hasPreviousPage: false },
          };
        },
      };
      const policy = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' } as const;
      this.auditor = new DriftAuditor({
        ...{
          reviews: this.reviews,
          readModel,
          rules: { policies: policiesOf(() => policy), maxAgeMs: 1_000, reviewsFail: () => false },
          perMinute: 60,
          settleMs: SETTLE_MS,
        },
        ...{ clock: () => this.clock, random: () => this.chances.shift() ?? 0 },
        log: pino(
          { base: null, level: 'info' },
          { write: (line: string) => void this.lines.push(JSON.parse(line) as Record<string, unknown>) },
        ),
        ...more,
      });
      this.saw('jane');
    }

    saw(user: string, groups: readonly string[] = []): void {
      this.#users++;
      this.auditor.saw(acceptIdentity({ user, groups: [...groups], token: 'secret' }));
    }

    index(
      grants: readonly GrantObject[],
      {
        cluster = 'leaf',
        authorization = 'rbac',
        ...more
      }: { authorization?: 'rbac' | 'mixed' } & Partial<ClusterIndex> = {},
    ): void {
      this.#indexes.set(cluster, {
        ...{
          cluster,
          loading: false,
          answeredAgo: 0,
          grantsConfirmedAgo: 0,
          resources: RESOURCES,
          labels: {},
          resourcesRevision: 1,
          uncollected: [],
          rowCount: 1,
          rowRevision: 1,
        },
        grants: { revision: 1, objects: new Map(grants.map(object => [grantKey(object), object])) },
        state: {
          ...{
            phase: 'synced',
            reason: '',
            version: '',
            authorization,
            answeredAgo: 0,
            kinds: [],
            resources: RESOURCES,
          },
          grants: { complete: true, confirmedAgo: 0, reason: '' },
        },
        ...more,
      });
    }

    remove(): void {
      this.#indexes.clear();
    }

    /**
     * Samples the next decision with these choices: identity (`user` 0 is the caller who was seen first), cluster, row
     * and form.
     */
    next(form: keyof typeof CHANCE, { cluster = 0, user = 0, row = 0 }: Chosen = {}): Promise<unknown> {
      const slot = (number: number, count: number) => (number + 0.5) / count;
      this.chances = [
        slot(this.#users - 1 - user, this.#users),
        slot(cluster, this.#indexes.size),
        slot(row, this.#rows.length),
        CHANCE[form],
      ];
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
  const tooLarge = tooLargeGrants('jane');

  describe('index and cluster agree', () => {
    it.each(FORMS)('on a %s of a visible row', async form => {
      const audit = new Audit(grant('jane', pods));
      expect(await audit.next(form)).toBe('agreed');
      expect(audit.reviews.requested[0]).toBe(
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
      const audit = new Audit(grant('jane', allow('get', 'namespaces'), 'team-a'), {
        rows: [rowAt('leaf', 'Namespace', 'team-a')],
      });
      expect(await audit.next('get by name')).toBe('agreed');
      expect(audit.reviews.requested).toEqual(['mayOther leaf jane get namespaces team-a/team-a']);
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
      expect(audit.lines).toMatchObject([
        { level: 50, cluster: 'leaf', user: 'jane', index: index.length > 0, leaf: leaf.length > 0 },
      ]);
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
      expect([audit.quarantined, audit.lines.length]).toEqual([false, 1]);
      audit.index(grant('jane', pods));
      audit.clock += SETTLE_MS;
      expect(await audit.next('get by name')).toBe('agreed');
    });

    it.each([
      ['its kind is not served', RESOURCES.filter(({ kind }) => kind !== 'Pod')],
      ['another group serves its plural', RESOURCES.map(it => (it.kind === 'Pod' ? { ...it, group: 'other' } : it))],
      ['its group serves other kinds', RESOURCES.map(it => (it.kind === 'Pod' ? { ...it, plural: 'podlings' } : it))],
    ])('is over where %s any more: it shows nothing', async (_case, resources) => {
      const audit = new Audit(grant('jane', pods));
      audit.reviews.grants.set('leaf', []);
      await audit.next('list');
      await audit.later();
      expect(audit.quarantined).toBe(true);
      const requested = audit.reviews.requested.length;
      audit.index(grant('jane', pods), { resources, rowCount: 0 });
      expect(await audit.later()).toBeUndefined();
      expect([audit.quarantined, audit.reviews.requested.length]).toEqual([false, requested]);
    });

    it('is told to operators with the chain of grants behind it, and the first groups of the caller', async () => {
      const groups = Array.from({ length: 25 }, (_, i) => `group-${i}`);
      const audit = new Audit([...grant('ada', pods), ...grant('group:group-3', pods, 'team-a')]);
      audit.saw('ada', groups);
      audit.reviews.grants.set('leaf', []);
      await audit.next('list', { user: 1 });
      await audit.later();
      const name = 'list-pods-';
      expect(audit.lines).toMatchObject([
        {
          msg: 'RBAC drift: index and cluster disagree; this user is answered by live reviews of the cluster until they agree',
          groups: groups.slice(0, 20),
          question: { verb: 'list', group: '', resource: 'pods', namespace: 'team-a', name: '' },
          chain: [
            { binding: `ClusterRoleBinding ada-${name}`, role: `ClusterRole ada-${name}`, subject: 'User ada' },
            {
              binding: `RoleBinding team-a/group:group-3-${name}`,
              role: `ClusterRole group:group-3-${name}`,
              subject: 'Group group-3',
            },
          ],
        },
      ]);
      audit.index([]);
      await audit.later();
      expect(audit.lines[1]).toMatchObject({ msg: 'index and cluster agree again on what this user may do' });
    });

    it('is told to operators also where its chain is too large to be found', async () => {
      const audit = new Audit(grant('jane', pods));
      audit.reviews.grants.set('leaf', []);
      await audit.next('list');
      const { run } = eventLoopTurns;
      const spy = jest.spyOn(eventLoopTurns, 'run').mockImplementation(async (...work) => {
        const found: unknown = await run.apply(eventLoopTurns, work);
        return Array.isArray(found) ? 'too-large' : found;
      });
      await audit.later().finally(() => spy.mockRestore());
      expect(audit.lines).toMatchObject([{ msg: expect.stringMatching('RBAC drift'), chain: [] }]);
      expect(audit.quarantined).toBe(true);
    });

    it('is not looked for on a cluster that reviews do not reach', async () => {
      const audit = new Audit(grant('jane', pods));
      const reached: string[] = [];
      let isReached = false;
      Object.assign(audit.reviews, { reaches: (cluster: string) => (reached.push(cluster), isReached) });
      expect(await audit.next('list')).toBeUndefined();
      expect([audit.reviews.requested, reached]).toEqual([[], ['leaf']]);
      isReached = true;
      expect(await audit.next('list')).toBe('agreed');
    });

    it('is waited for five seconds unless something else is said', async () => {
      const audit = new Audit(grant('jane', pods), { settleMs: undefined as never });
      audit.reviews.grants.set('leaf', []);
      await audit.next('list');
      audit.clock += 4_999;
      expect(await audit.next('get by name')).toBe('agreed');
      audit.clock += 1;
      expect(await audit.auditor.step()).toBe('disagreed');
      expect(audit.quarantined).toBe(true);
    });

    it('is judged again once it is due, and not before that a third time', async () => {
      const audit = new Audit(grant('jane', pods));
      audit.reviews.grants.set('leaf', []);
      await audit.next('list');
      await audit.later();
      expect(await audit.next('get by name')).toBe('agreed');
      expect(audit.reviews.requested.at(-1)).toContain('get pods');
    });

    it('that stays does not keep another from being judged', async () => {
      const audit = new Audit(grant('jane', allow('list,get', 'pods')));
      audit.reviews.grants.set('leaf', []);
      await audit.next('list');
      await audit.next('get by name');
      for (let i = 0; i < 4; i++) await audit.later();
      expect(audit.reviews.requested.slice(2).map(requested => requested.split(' ')[3])).toEqual([
        'list',
        'get',
        'list',
        'get',
      ]);
    });

    const web = rowAt('leaf', 'Pod', 'team-a/web');
    it.each<[string, Chosen, 'list by name' | 'get by name', Row]>([
      ['cluster', { cluster: 1 }, 'list by name', web],
      ['caller', { user: 1 }, 'list by name', web],
      ['verb', {}, 'get by name', web],
      ['group', { row: 1 }, 'list by name', rowAt('leaf', 'PodMetrics', 'team-a/web', { group: 'metrics' })],
      ['kind', { row: 1 }, 'list by name', rowAt('leaf', 'Service', 'team-a/web')],
      ['namespace', { row: 1 }, 'list by name', rowAt('leaf', 'Pod', 'team-b/web')],
      ['name', { row: 1 }, 'list by name', rowAt('leaf', 'Pod', 'team-a/db')],
    ])('is another one with another %s', async (_case, chosen, form, row) => {
      const audit = new Audit([], { rows: [web, row] });
      const [, pod] = RESOURCES;
      const resources = [
        ...RESOURCES,
        { ...pod!, group: 'metrics', kind: 'PodMetrics' },
        { ...pod!, kind: 'Service', plural: 'services' },
      ];
      const shown = [...grant('jane', allow('list,get', '*')), ...grant('joe', allow('list,get', '*'))];
      for (const cluster of ['leaf', 'leaf-2']) audit.index(shown, { cluster, resources });
      audit.saw('joe');
      await audit.next('list by name');
      await audit.next(form, chosen);
      await audit.later();
      await audit.auditor.step();
      expect(audit.auditor.counts).toMatchObject({ disagreed: 4, drift: 2 });
    });

    it.each<[string, Chosen, 'list by name' | 'get by name', number]>([
      ['that was not found twice', {}, 'get by name', 1],
      ['of another caller', { user: 1 }, 'list by name', 2],
      ['on another cluster', { cluster: 1 }, 'list by name', 2],
    ])('%s does not keep this one in quarantine', async (_case, chosen, form, drift) => {
      const shown = [...grant('jane', allow('list,get', 'pods')), ...grant('joe', allow('list,get', 'pods'))];
      const audit = new Audit(shown);
      audit.index(shown, { cluster: 'leaf-2' });
      audit.saw('joe');
      audit.reviews.grants.clear();
      await audit.next('list by name');
      if (drift === 2) await audit.next(form, chosen);
      await audit.later();
      if (drift === 2) await audit.auditor.step();
      else await audit.next(form, chosen);
      expect([audit.quarantined, audit.auditor.counts.drift]).toEqual([true, drift]);
      audit.reviews.webhook = ({ user }, { verb }) =>
        user === 'jane' && verb === 'list' && audit.reviews.requested.at(-1)?.includes(' leaf ') ? 'allow' : undefined;
      expect(await audit.later()).toBe('agreed');
      expect(audit.quarantined).toBe(false);
    });

    it('is remembered of a thousand at most', async () => {
      const rows = Array.from({ length: 1_001 }, (_, i) => rowAt('leaf', 'Pod', `team-a/web-${i}`));
      const audit = new Audit(grant('jane', pods), { rows });
      audit.reviews.grants.set('leaf', []);
      audit.clock = 1;
      for (const row of rows.keys()) {
        // The last two decisions become due before the others.
        if (row === 999) audit.clock = 0;
        await audit.next('list by name', { row });
      }
      audit.clock = SETTLE_MS;
      for (const _step of [1, 2]) await audit.auditor.step();
      expect(audit.auditor.counts.drift).toBe(1);
    });
  });

  describe('what is compared', () => {
    it('is counted by its result, from nothing on', async () => {
      const audit = new Audit(grant('jane', pods));
      expect(audit.auditor.counts).toEqual({ agreed: 0, disagreed: 0, refused: 0, failed: 0, drift: 0 });
      await audit.next('list');
      expect(audit.auditor.counts).toEqual({ agreed: 1, disagreed: 0, refused: 0, failed: 0, drift: 0 });
    });

    it('is what the index says once the cluster has answered', async () => {
      const audit = new Audit(grant('jane', pods));
      const answer = Promise.withResolvers<void>();
      audit.reviews.gate = answer.promise;
      const compared = audit.next('list');
      await until(() => audit.reviews.requested.length === 1);
      audit.index([]);
      answer.resolve();
      expect(await compared).toBe('disagreed');
    });

    it('is what the index said where the cluster has gone meanwhile', async () => {
      const audit = new Audit(grant('jane', pods));
      const answer = Promise.withResolvers<void>();
      audit.reviews.gate = answer.promise;
      const compared = audit.next('list');
      await until(() => audit.reviews.requested.length === 1);
      audit.remove();
      answer.resolve();
      expect(await compared).toBe('agreed');
    });

    it('is nothing of a cluster that is closed meanwhile, since another API server may have answered', async () => {
      const audit = new Audit(grant('jane', pods));
      const answer = Promise.withResolvers<void>();
      audit.reviews.gate = answer.promise;
      const compared = audit.next('list');
      await until(() => audit.reviews.requested.length === 1);
      audit.index([], { grantsConfirmedAgo: 2_000 });
      answer.resolve();
      expect(await compared).toBeUndefined();
    });

    it('is nothing of a cluster that goes while its rows are read', async () => {
      const audit = new Audit(grant('jane', pods));
      audit.reading = () => audit.remove();
      expect(await audit.next('list')).toBeUndefined();
      expect(audit.reviews.requested).toEqual([]);
    });

    it.each<[string, Parameters<Audit['index']>[1]]>([
      ['mixed', { authorization: 'mixed' }],
      ['closed', { grantsConfirmedAgo: 2_000 }],
    ])('is of another cluster where one is %s', async (_case, state) => {
      const audit = new Audit([]);
      audit.index([], state);
      audit.index([], { cluster: 'leaf-2' });
      expect(await audit.auditor.step()).toBe('agreed');
      expect(audit.reviews.requested).toMatchObject([expect.stringContaining('mayOther leaf-2 ')]);
    });

    it.each<[string, (audit: Audit) => void]>([
      ['the cluster is closed', audit => audit.index(grant('jane', pods), { authorization: 'mixed' })],
      [
        'the cluster is closed while it is asked',
        audit => {
          const close = async () => audit.index(grant('jane', pods), { grantsConfirmedAgo: 2_000 });
          audit.reviews.gate = until(() => audit.reviews.requested.length === 2).then(close);
        },
      ],
      ['the cluster fails to answer', audit => (audit.reviews.failure = new ReviewError('TIMEOUT', 'leaf: timeout'))],
      ['the grants are more than is read', audit => audit.index(tooLarge)],
    ])('waits for its time again where %s', async (_case, change) => {
      const audit = new Audit(grant('jane', pods));
      audit.reviews.grants.set('leaf', []);
      await audit.next('list');
      change(audit);
      expect(await audit.later()).not.toBe('disagreed');
      audit.index(grant('jane', pods));
      audit.reviews.failure = undefined;
      expect([await audit.next('get by name'), audit.quarantined]).toEqual(['agreed', false]);
      expect([await audit.later(), audit.quarantined]).toEqual(['disagreed', true]);
    });

    it('waits five seconds more unless something else is said', async () => {
      const audit = new Audit(grant('jane', pods), { settleMs: undefined as never });
      audit.reviews.grants.set('leaf', []);
      await audit.next('list');
      audit.index(grant('jane', pods), { authorization: 'mixed' });
      await audit.later();
      audit.index(grant('jane', pods));
      audit.clock += 4_999;
      expect(await audit.next('get by name')).toBe('agreed');
      audit.clock += 1;
      expect([await audit.auditor.step(), audit.quarantined]).toEqual(['disagreed', true]);
    });
  });

  describe('a cluster that does not let itself be asked', () => {
    it('is named in the log once, and left alone for a while', async () => {
      const audit = new Audit(grant('jane', pods));
      audit.reviews.failure = new ReviewError('REFUSED', 'leaf: forbidden');
      expect(await audit.next('list')).toBe('refused');
      expect(audit.auditor.refusing).toBe(1);
      expect(audit.lines).toMatchObject([
        {
          level: 40,
          cluster: 'leaf',
          msg: "decisions cannot be compared here: apply what 'fleetgraph prepare-cluster' prints",
        },
      ]);
      audit.clock += 599_999;
      expect(await audit.next('list')).toBeUndefined();
      audit.clock += 1;
      expect(await audit.next('list')).toBe('refused');
      expect(audit.lines).toHaveLength(1);
      audit.clock += 600_000;
      audit.reviews.failure = undefined;
      expect(await audit.next('list')).toBe('agreed');
      expect(audit.auditor.refusing).toBe(0);
    });

    it('is left alone with what disagreed there, too', async () => {
      const audit = new Audit(grant('jane', pods));
      audit.reviews.grants.set('leaf', []);
      await audit.next('list');
      audit.reviews.failure = new ReviewError('REFUSED', 'leaf: forbidden');
      expect([await audit.later(), await audit.later()]).toEqual(['refused', undefined]);
    });

    it('is forgotten when it has gone', async () => {
      const audit = new Audit(grant('jane', pods));
      audit.reviews.failure = new ReviewError('REFUSED', 'leaf: forbidden');
      await audit.next('list');
      await audit.auditor.step();
      expect(audit.auditor.refusing).toBe(1);
      audit.remove();
      await audit.auditor.step();
      expect(audit.auditor.refusing).toBe(0);
    });

    it('is taken for one by its own word alone', async () => {
      const audit = new Audit(grant('jane', pods));
      audit.reviews.failure = Object.assign(new Error('not of the cluster'), { code: 'REFUSED' }) as never;
      expect([await audit.next('list'), audit.auditor.refusing]).toEqual(['failed', 0]);
    });

    it('is waited for five seconds at most', async () => {
      const timeout = AbortSignal.timeout;
      const limit = new AbortController();
      const requested: number[] = [];
      AbortSignal.timeout = ms => (requested.push(ms), limit.signal);
      try {
        const audit = new Audit(grant('jane', pods));
        audit.reviews.gate = new Promise(() => {});
        const compared = audit.next('list');
        await until(() => audit.reviews.requested.length === 1);
        limit.abort(new Error('too late'));
        expect([await compared, requested]).toEqual(['failed', [5_000]]);
      } finally {
        AbortSignal.timeout = timeout;
      }
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
      expect(audit.reviews.requested).toEqual([]);
    });
  });

  describe('the auditor', () => {
    it('compares again and again, one decision at a time, however often it is started', async () => {
      const audit = new Audit([], { perMinute: 12_000 });
      const answer = Promise.withResolvers<void>();
      audit.reviews.gate = answer.promise;
      audit.auditor.start();
      audit.auditor.start();
      await until(() => audit.reviews.requested.length > 0, 2_000);
      audit.auditor.start();
      await delay(50);
      expect(audit.reviews.requested).toHaveLength(1);
      answer.resolve();
      await until(() => audit.auditor.counts.agreed > 2, 2_000);
      await audit.auditor.close();
    });

    it.each([
      ['an error', new Error('no rows'), 'no rows'],
      ['anything else', 'no text', 'no text'],
    ])('goes on after %s, which it counts and logs', async (_case, thrown, reason) => {
      const audit = new Audit([], { perMinute: 12_000 });
      audit.reading = () => {
        audit.reading = () => {};
        throw thrown;
      };
      audit.auditor.start();
      await until(() => audit.auditor.counts.agreed > 0, 2_000);
      await audit.auditor.close();
      expect(audit.auditor.counts).toMatchObject({ failed: 1 });
      expect(audit.lines).toMatchObject([{ level: 40, reason, msg: 'the drift auditor could not compare a decision' }]);
    });

    it('ends with close(), and cannot be started again', async () => {
      const audit = new Audit([], { perMinute: 60_000 });
      audit.auditor.start();
      await audit.auditor.close();
      audit.auditor.start();
      await delay(20);
      expect(audit.reviews.requested).toEqual([]);
    });

    it('ends with close() what it asks just then, and counts it for nothing', async () => {
      const audit = new Audit([], { perMinute: 60_000 });
      audit.reviews.gate = new Promise(() => {});
      const { mayOther } = audit.reviews;
      let reason: unknown;
      audit.reviews.mayOther = (...requested) => {
        requested[3].addEventListener('abort', () => ({ reason } = requested[3]));
        return mayOther(...requested);
      };
      audit.auditor.start();
      await until(() => audit.reviews.requested.length === 1, 2_000);
      await audit.auditor.close();
      expect(reason).toEqual(new Error('fleetgraph is closing'));
      await delay(20);
      expect([audit.auditor.counts.failed, audit.lines, audit.reviews.requested.length]).toEqual([0, [], 1]);
    });

    it('has nothing running once close() is over', async () => {
      const audit = new Audit([], { perMinute: 60_000 });
      let isRead = false;
      const begun = Promise.withResolvers<void>();
      audit.reading = async () => {
        begun.resolve();
        await delay(30);
        isRead = true;
      };
      audit.auditor.start();
      await begun.promise;
      await audit.auditor.close();
      expect(isRead).toBe(true);
    });

    it('takes its time from a clock of the process', async () => {
      const audit = new Audit(grant('jane', pods), { clock: undefined as never, settleMs: 1 });
      audit.reviews.grants.set('leaf', []);
      await audit.next('list');
      await delay(5);
      expect(await audit.auditor.step()).toBe('disagreed');
      expect(audit.quarantined).toBe(true);
    });

    it('begins with the first rows of a cluster that has come back', async () => {
      const audit = new Audit([]);
      audit.hasNextPage = true;
      await audit.next('list');
      audit.remove();
      await audit.auditor.step();
      audit.index([]);
      expect(await audit.next('list')).toBe('agreed');
    });
  });

  describe('the quarantine', () => {
    it('lets go of one caller and keeps the others; who is in it already takes no other place; a cluster is forgotten whole', () => {
      const quarantine = new Quarantine();
      for (let i = 0; i < 1_000; i++) quarantine.add('leaf', `caller ${i}`);
      quarantine.add('leaf', 'caller 0');
      expect([quarantine.has('leaf', 'stranger'), quarantine.size]).toEqual([false, 1_000]);
      quarantine.release('leaf', 'caller 0');
      expect([quarantine.has('leaf', 'caller 0'), quarantine.has('leaf', 'caller 1'), quarantine.size]).toEqual([
        false,
        true,
        999,
      ]);
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
      expect([quarantine.has('leaf', '7'), quarantine.has('leaf', 'other'), quarantine.has('other', '7')]).toEqual([
        true,
        false,
        false,
      ]);
      quarantine.add('leaf', 'one more');
      expect([quarantine.has('leaf', 'other'), quarantine.size]).toEqual([true, 1_000]);
      for (let i = 0; i < 1_000; i++) quarantine.release('leaf', `${i}`);
      expect([quarantine.has('leaf', 'other'), quarantine.size]).toEqual([false, 0]);
    });
  });
});

describe('decision', () => {
  const identity = acceptIdentity({ user: 'jane', groups: [] });
  const pods = RESOURCES[1]!;
  const metrics: Resource = { ...pods, group: 'metrics.k8s.io', kind: 'PodMetrics' };
  const ofMetrics = { ...allow('list', 'pods'), apiGroups: ['metrics.k8s.io'] };

  it.each<[string, boolean, Partial<Decision>, ReturnType<typeof allow>, readonly Resource[]]>([
    ['lists what may be listed', true, {}, allow('list', 'pods'), RESOURCES],
    ['lists the first that is served', true, {}, allow('list', 'pods'), [pods]],
    ['does not list what may be got alone', false, {}, allow('get', 'pods'), RESOURCES],
    ['does not list what is served no more', false, {}, allow('list', 'pods'), [RESOURCES[0]!]],
    ['tells groups apart that serve the same plural', false, {}, ofMetrics, [metrics, pods]],
    ['finds the group that is asked for', true, { resource: metrics }, ofMetrics, [pods, metrics]],
    ['gets by name what may be got', true, { verb: 'get', name: 'web' }, allow('get', 'pods', 'web'), RESOURCES],
    ['does not get another name', false, { verb: 'get', name: 'db' }, allow('get', 'pods', 'web'), RESOURCES],
  ])('the index %s', async (_case, expected, change, rule, resources) => {
    const grants = { revision: 1, objects: new Map(grant('jane', rule).map(object => [grantKey(object), object])) };
    const index: Pick<ClusterIndex, 'grants' | 'resources'> = { grants, resources };
    const decision: Decision = {
      cluster: 'leaf',
      identity,
      verb: 'list',
      resource: pods,
      namespace: 'team-a',
      name: '',
      ...change,
    };
    expect(await decide(index as ClusterIndex, identity, decision)).toBe(expected);
  });

  it.each(['changing', 'too-large'])('nothing of a name whose grants are given up: %s', async givenUp => {
    const run = jest.spyOn(eventLoopTurns, 'run').mockReturnValueOnce(givenUp);
    const grants = { revision: 1, objects: new Map() };
    const index = { grants, resources: [pods] } as Partial<ClusterIndex> as ClusterIndex;
    const decision: Decision = {
      ...{ cluster: 'leaf', identity, verb: 'get', resource: pods, namespace: 'team-a', name: 'web' },
    };
    try {
      expect(await decide(index, identity, decision)).toBeUndefined();
      expect(await decide(index, identity, decision)).toBe(false);
    } finally {
      run.mockRestore();
    }
  });
});

describe('decision samples', () => {
  const jane = acceptIdentity({ user: 'jane', groups: ['dev'] });
  const index = (cluster: string, more: Partial<ClusterIndex> = {}) =>
    ({ cluster, rowCount: 1, resources: RESOURCES, ...more }) as Partial<ClusterIndex> as ClusterIndex;

  /** Clusters whose pages have one row each. `pages` holds the requested pages. */
  class Sampling {
    readonly indexes = new Map<string, ClusterIndex>();
    rows: readonly Row[] = [rowAt('leaf', 'Pod', 'team-a/web'), rowAt('leaf', 'Pod', 'team-a/db')];
    hasEndCursor = true;
    readonly pages: unknown[] = [];
    /**
     * Next random numbers, for the identity, the cluster, the row and the form. When they are used up, each further
     * number is 0.
     */
    chances: number[] = [];
    readonly samples: DecisionSamples;

    constructor(...indexes: ClusterIndex[]) {
      for (const index of indexes) this.indexes.set(index.cluster, index);
      const readModel: Pick<ReadModel, 'clusters' | 'cluster' | 'page'> = {
        clusters: () => [...this.indexes.values()],
        cluster: name => this.indexes.get(name),
        page: async (view, filter, order, request) => {
          this.pages.push({ filter, order, request, sees: ['leaf', 'leaf-2'].filter(name => view(name)) });
          const from = request.after === undefined ? 0 : Number(request.after) + 1;
          const hasNextPage = from + 1 < this.rows.length;
          return {
            ...{
              rows: this.rows.slice(from, from + 1).map(indexed),
              cursors: [],
              startCursor: undefined,
              hasPreviousPage: from > 0,
            },
            ...{ endCursor: this.hasEndCursor ? `${from}` : undefined, hasNextPage },
          };
        },
      };
      this.samples = new DecisionSamples(readModel, () => this.chances.shift() ?? 0);
      this.samples.saw(jane);
    }

    next(mayBeRequested: (index: ClusterIndex) => boolean = () => true) {
      return this.samples.next(mayBeRequested);
    }

    async names(count: number): Promise<(string | undefined)[]> {
      const names: (string | undefined)[] = [];
      for (let i = 0; i < count; i++) {
        this.chances = [0, 0, 0, 0.5];
        names.push((await this.next())?.name);
      }
      return names;
    }
  }

  describe('a sample', () => {
    it.each([
      ['a list', 0, 'list', ''],
      ['a list by name', 0.34, 'list', 'web'],
      ['a get by name', 0.67, 'get', 'web'],
    ])('may be %s', async (_case, chance, verb, name) => {
      const sampling = new Sampling(index('leaf'));
      sampling.chances = [0, 0, 0, chance];
      expect(await sampling.next()).toEqual({
        ...{ cluster: 'leaf', identity: { user: 'jane', groups: ['dev'], uid: jane.uid, extra: jane.extra } },
        ...{ verb, resource: RESOURCES[1], namespace: 'team-a', name },
      });
      expect(sampling.pages).toStrictEqual([
        { filter: { clusters: ['leaf'] }, order: [], request: { first: 100, after: undefined }, sees: ['leaf'] },
      ]);
    });

    it('is of the kind of its row, in its group', async () => {
      const others = [
        { ...RESOURCES[1]!, group: 'other' },
        { ...RESOURCES[1]!, kind: 'Other' },
      ];
      expect(await new Sampling(index('leaf', { resources: [...others, ...RESOURCES] })).next()).toMatchObject({
        resource: RESOURCES[1],
      });
    });

    it('is of a cluster that has rows and may be asked', async () => {
      const sampling = new Sampling(index('empty', { rowCount: 0 }), index('closed'), index('leaf'));
      expect(await sampling.next(({ cluster }) => cluster !== 'closed')).toMatchObject({ cluster: 'leaf' });
    });

    it.each<[string, (sampling: Sampling) => void]>([
      ['no cluster has rows', ({ indexes }) => indexes.set('leaf', index('leaf', { rowCount: 0 }))],
      ['the rows have gone meanwhile', sampling => (sampling.rows = [])],
      [
        'a row is of a kind that is not served',
        ({ indexes }) => indexes.set('leaf', index('leaf', { resources: [RESOURCES[0]!] })),
      ],
      ['chance names no form', sampling => (sampling.chances = [0, 0, 0, 1])],
    ])('there is none where %s', async (_case, change) => {
      const sampling = new Sampling(index('leaf'));
      change(sampling);
      expect(await sampling.next()).toBeUndefined();
    });

    it('there is none while nobody has asked', async () => {
      const { indexes } = new Sampling(index('leaf'));
      const page = async () => Promise.reject(new Error('rows were read for nobody'));
      const samples = new DecisionSamples({
        clusters: () => [...indexes.values()],
        cluster: name => indexes.get(name),
        page,
      });
      expect(await samples.next(() => true)).toBeUndefined();
    });
  });

  describe('who asked', () => {
    it.each([
      ['another user', { user: 'joe' }],
      ['other groups', { groups: ['ops'] }],
      ['another uid', { uid: '7' }],
      ['other extra fields', { extra: { scopes: ['all'] } }],
    ])('is somebody else with %s', async (_case, change) => {
      const sampling = new Sampling(index('leaf'));
      sampling.samples.saw({ ...jane, ...change });
      const chosen = [];
      for (const chance of [0, 0.99]) {
        sampling.chances = [chance];
        chosen.push((await sampling.next())?.identity);
      }
      expect(chosen).toHaveLength(2);
      expect(chosen[0]).not.toEqual(chosen[1]);
    });

    it('is one, however often, and without their token', async () => {
      const sampling = new Sampling(index('leaf'));
      sampling.samples.saw(acceptIdentity({ user: 'jane', groups: ['dev'], token: 'secret' }));
      sampling.chances = [0.99];
      const { identity } = (await sampling.next())!;
      expect([identity.user, identity.token]).toEqual(['jane', undefined]);
    });
  });

  describe('rows', () => {
    it('have their turn one page after the other, and then from the start', async () => {
      const sampling = new Sampling(index('leaf'));
      expect(await sampling.names(3)).toEqual(['web', 'db', 'web']);
      expect(sampling.pages).toMatchObject([
        { request: { first: 100 } },
        { request: { after: '0' } },
        { request: { first: 100 } },
      ]);
    });

    it('begin from the start where there is no cursor to go on from', async () => {
      const sampling = new Sampling(index('leaf'));
      sampling.hasEndCursor = false;
      expect(await sampling.names(2)).toEqual(['web', 'web']);
    });

    it('of a cluster that has gone begin from the start when it is back; those of others go on', async () => {
      const sampling = new Sampling(index('leaf'));
      expect(await sampling.names(1)).toEqual(['web']);
      sampling.samples.forgetGone();
      expect(await sampling.names(2)).toEqual(['db', 'web']);
      sampling.indexes.delete('leaf');
      sampling.samples.forgetGone();
      sampling.indexes.set('leaf', index('leaf'));
      expect(await sampling.names(1)).toEqual(['web']);
    });
  });
});
