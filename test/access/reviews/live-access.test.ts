/** Live reviews: the lifetime of answers, failed reviews, the cache of answers, and the namespaces to review. */
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { identityKey } from '../../../access/request-access.ts';
import {
  everyRowOf,
  KeptAnswers,
  LiveAccess,
  type LiveAccessOptions,
  slotsOf,
  type ReviewedCaller,
} from '../../../access/reviews/live-access.ts';
import { ReviewError, type ReviewFailure } from '../../../identity/access-reviews.ts';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import { type ClusterGrants, grantKey, type GrantObject } from '../../../rbac/types.ts';
import { sees } from '../../../rbac/visibility.ts';
import type { Filter, PageRequest } from '../../../readmodel/query.ts';
import type { ClusterIndex, ReadModel } from '../../../readmodel/readmodel.ts';
import type { RowAuthorizer } from '../../../readmodel/select/visibility-mask.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { until } from '../../kubernetes/until.ts';
import { allow, grant, RESOURCES } from '../../subgraphs/fleet/scripted-fleet.ts';
import { ScriptedReviews } from './scripted-reviews.ts';

describe('live access', () => {
  let now = 0;
  let phase: 'synced' | 'listing';
  let loading: boolean;
  let registered: boolean;
  let namespaces: readonly string[];
  let reviews: ScriptedReviews;
  let access: LiveAccess;

  let objects: ClusterIndex['grants']['objects'];
  const readModel = {
    cluster: (cluster: string) =>
      registered
        ? ({
            ...{ cluster, resources: RESOURCES, loading, state: { phase } },
            grants: { revision: 1, objects },
          } as unknown as ClusterIndex)
        : undefined,
    namespaces: () => new Map([['leaf', namespaces]]),
    page: async () => ({ rows: [], cursors: [], hasNextPage: false, hasPreviousPage: false }),
  } as unknown as ReadModel;

  /** Sets the RBAC objects that the index holds for every cluster. */
  function index(...grants: readonly GrantObject[]): void {
    objects = new Map(grants.map(object => [grantKey(object), object]));
  }

  function open(more: Partial<LiveAccessOptions> = {}): LiveAccess {
    return new LiveAccess({ reviews, readModel, log: silentLogger, clock: () => now, ...more });
  }

  beforeEach(() => {
    [now, phase, loading, registered] = [1_000, 'synced', false, true];
    [namespaces, reviews] = [['team-a'], new ScriptedReviews()];
    index();
    reviews.grants.set('leaf', grant('jane', allow('list', 'pods')));
    access = open();
  });
  afterEach(() => access.close());

  function caller(user: string): ReviewedCaller {
    const onCluster = acceptIdentity({ user, groups: [] });
    return { identity: onCluster, onCluster, key: identityKey(onCluster) };
  }

  /** Jane with a UID, extra fields or a token. A review may depend on each of them. */
  function somebody({ token = '', ...more }: Partial<ReviewedCaller['identity']>): ReviewedCaller {
    const onCluster = { ...acceptIdentity({ user: 'jane', groups: [] }), ...more };
    return { identity: { ...onCluster, ...(token !== '' && { token }) }, onCluster, key: identityKey(onCluster) };
  }

  /** Queries a user's grants. Returns true if this query sent a request to the cluster. */
  async function asksAnew(user = 'jane'): Promise<boolean> {
    const before = reviews.requested.length;
    await access.grants('leaf', caller(user), AbortSignal.timeout(5_000), 5_000);
    return reviews.requested.length > before;
  }

  describe('an answer', () => {
    it('is used for thirty seconds', async () => {
      expect(await asksAnew()).toBe(true);
      now += 29_999;
      expect(await asksAnew()).toBe(false);
      now += 1;
      expect(await asksAnew()).toBe(true);
    });

    it('is asked for again when the cluster is registered anew, though its content is the same', async () => {
      let registration = {};
      access = open({ registrationOf: () => registration });
      expect([await asksAnew(), await asksAnew()]).toEqual([true, false]);
      registration = {};
      expect([await asksAnew(), await asksAnew()]).toEqual([true, false]);
    });

    it('is not used where the cluster was registered anew while it was asked', async () => {
      let registration = {};
      access = open({ registrationOf: () => registration });
      const gate = Promise.withResolvers<void>();
      reviews.gate = gate.promise;
      const answer = access.grants('leaf', caller('jane'), AbortSignal.timeout(5_000), 5_000);
      await until(() => reviews.requested.length > 0);
      registration = {};
      gate.resolve();
      expect(await answer).toBe('ASKING');
      expect(await asksAnew()).toBe(true);
    });

    it('grows old by a clock of its own where it is given none', async () => {
      access = new LiveAccess({ reviews, readModel, log: silentLogger, ttlMs: 0 });
      expect([await asksAnew(), await asksAnew()]).toEqual([true, true]);
    });

    it('is as old as the first of its questions', async () => {
      const gate = Promise.withResolvers<void>();
      reviews.gate = gate.promise;
      const first = asksAnew();
      now += 20_000;
      gate.resolve();
      await first;
      now += 9_999;
      expect(await asksAnew()).toBe(false);
      now += 1;
      expect(await asksAnew()).toBe(true);
    });

    it('is as old as its first question, not as the turn that it waited for', async () => {
      const gate = Promise.withResolvers<void>();
      reviews.gate = gate.promise;
      const reported = (token: string, waitMs: number) =>
        access.grants('leaf', somebody({ token }), AbortSignal.timeout(5_000), waitMs);
      for (const token of ['t1', 't2', 't3', 't4', 'late']) expect(await reported(token, 0)).toBe('ASKING');
      now += 20_000;
      gate.resolve();
      expect(await reported('late', 5_000)).toBeInstanceOf(Object);
      const before = reviews.requested.length;
      now += 29_999;
      await reported('late', 5_000);
      expect(reviews.requested).toHaveLength(before);
    });

    it.each([
      ['listed', () => (phase = 'listing')],
      ['loaded', () => (loading = true)],
    ])(
      'is used for three seconds while the cluster is being %s, and with it all places to ask for',
      async (_what, begin) => {
        begin();
        expect(await asksAnew()).toBe(true);
        now += 2_999;
        expect(await asksAnew()).toBe(false);
        [now, phase, loading] = [now + 1, 'synced', false];
        expect(await asksAnew()).toBe(true);
        now += 3_000;
        expect(await asksAnew()).toBe(false);
      },
    );

    it.each<[string, Partial<ReviewedCaller['identity']>]>([
      ['another UID', { uid: 'u2' }],
      ['other extras', { extra: { a: ['1'], b: ['3'] } }],
      ['another token', { token: 't2' }],
      ['no token', { token: '' }],
    ])('is not used for somebody of the same name and groups with %s', async (_what, more) => {
      const known = { uid: 'u1', extra: { a: ['1'], b: ['2'] }, token: 't1' };
      await access.grants('leaf', somebody(known), AbortSignal.timeout(5_000), 5_000);
      const before = reviews.requested.length;
      await access.grants('leaf', somebody({ ...known, ...more }), AbortSignal.timeout(5_000), 5_000);
      expect(reviews.requested.length).toBeGreaterThan(before);
    });

    it('is used for the same person, in whatever order the extras come, and on one cluster only', async () => {
      await access.grants('leaf', somebody({ extra: { a: ['1'], b: ['2'] } }), AbortSignal.timeout(5_000), 5_000);
      const before = reviews.requested.length;
      await access.grants('leaf', somebody({ extra: { b: ['2'], a: ['1'] } }), AbortSignal.timeout(5_000), 5_000);
      expect(reviews.requested.length).toBe(before);
      await access.grants('leaf-2', somebody({ extra: { a: ['1'], b: ['2'] } }), AbortSignal.timeout(5_000), 5_000);
      expect(reviews.requested.length).toBeGreaterThan(before);
    });

    it('is not waited for longer than the request lives, nor longer than it can wait', async () => {
      reviews.gate = new Promise(() => {});
      const gone = new AbortController();
      const waiting = access.grants('leaf', caller('jane'), gone.signal, 60_000);
      gone.abort(new Error('the request is gone'));
      await expect(waiting).rejects.toThrow('the request is gone');
      await expect(access.grants('leaf', caller('jane'), gone.signal, 60_000)).rejects.toThrow('the request is gone');
      await expect(access.grants('leaf', caller('joe'), gone.signal, 60_000)).rejects.toThrow('the request is gone');
      // Reviews are sent in the order of their requests, so a queued review of joe would be sent before that of jill.
      expect(await access.grants('leaf', caller('jill'), new AbortController().signal, -1)).toBe('ASKING');
      await until(() => reviews.requested.some(it => it.includes(' jill')));
      expect(reviews.requested.filter(it => it.includes(' joe'))).toEqual([]);
      expect(await access.grants('leaf', caller('jane'), new AbortController().signal, -1)).toBe('ASKING');
    });

    it.each<[string, (gone: AbortController) => void, waitMs: number]>([
      ['it is there', () => {}, 60_000],
      ['nobody waits any longer', () => void (reviews.gate = new Promise(() => {})), 0],
      [
        'the request is gone',
        gone => void ((reviews.gate = new Promise(() => {})), gone.abort(new Error('gone'))),
        60_000,
      ],
    ])('leaves no timer and no listener on the request when %s', async (_when, happens, waitMs) => {
      const timers = () => process.getActiveResourcesInfo().filter(resource => resource === 'Timeout').length;
      const [before, gone] = [timers(), new AbortController()];
      const waiting = access.grants('leaf', caller('jane'), gone.signal, waitMs);
      expect(getEventListeners(gone.signal, 'abort')).toHaveLength(1);
      happens(gone);
      await waiting.catch((error: unknown) => expect(error).toEqual(new Error('gone')));
      // A timer of an earlier test may end during this test, so there may be fewer timers.
      expect(timers()).toBeLessThanOrEqual(before);
      expect(getEventListeners(gone.signal, 'abort')).toEqual([]);
    });

    it('is not used for another cluster that has taken over the name', async () => {
      expect(await asksAnew()).toBe(true);
      index();
      expect(await asksAnew()).toBe(true);
      expect(await asksAnew()).toBe(false);
    });

    it('is kept also when it is that there are no rights', async () => {
      reviews.grants.set('leaf', []);
      expect([await asksAnew(), await asksAnew()]).toEqual([true, false]);
    });

    it('that comes late does not take the place of a later one', async () => {
      const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const { rules } = reviews;
      reviews.rules = async (...question) => (begun.resolve(), await gate.promise, rules(...question));
      const late = asksAnew();
      await begun.promise;
      reviews.rules = rules;
      index();
      expect(await asksAnew()).toBe(true);
      gate.resolve();
      await late;
      expect(await asksAnew()).toBe(false);
    });

    it('that failed is asked again after three seconds', async () => {
      reviews.failure = new ReviewError('SERVER_ERROR', 'leaf: 500');
      expect(await asksAnew()).toBe(true);
      now += 2_999;
      expect(await asksAnew()).toBe(false);
      now += 1;
      const before = reviews.requested.length;
      await access.grants('leaf', caller('jane'), AbortSignal.timeout(5_000), 5_000);
      // A caller does not wait again for a cluster that has failed, so the question may be under way only now.
      await until(() => reviews.requested.length > before);
    });
  });

  describe('a review', () => {
    it('asks in namespaces with rows and where a RoleBinding of the index reaches the caller, and nowhere else', async () => {
      index(...grant('jane', allow('list', 'pods'), 'empty'), ...grant('joe', allow('list', 'pods'), 'another'));
      await asksAnew();
      expect(reviews.requested).toEqual(
        ['_cluster_', 'empty', 'team-a'].map(namespace => `rules leaf jane ${namespace}`),
      );
    });

    it('has no limit of questions, so that how many hidden namespaces there are decides nothing', async () => {
      namespaces = Array.from({ length: 3_000 }, (_, i) => `hidden-${i}`);
      reviews.grants.set('leaf', grant('jane', allow('list', 'pods'), 'team-a'));
      reviews.webhook = () => undefined;
      index(...grant('jane', allow('list', 'pods'), 'team-a'));
      const grants = (await access.grants(
        'leaf',
        caller('jane'),
        AbortSignal.timeout(20_000),
        20_000,
      )) as ClusterGrants;
      expect(reviews.requested.length).toBeGreaterThan(10_000);
      expect([...grants.objects.keys()].filter(key => key.includes('Binding'))).toEqual([
        'RoleBinding/team-a/live-review',
      ]);
    });

    const SILENT: readonly ReviewFailure[] = ['UNREACHABLE', 'SERVER_ERROR', 'TIMEOUT'];
    const OWN: readonly ReviewFailure[] = ['REFUSED', 'THROTTLED', 'TOO_LARGE', 'FAILED'];

    it.each([...SILENT, ...OWN])(
      'that fails as %s closes the cluster to nobody else, however often one caller makes it',
      async code => {
        reviews.failure = new ReviewError(code, 'leaf: no');
        for (const token of ['t1', 't2', 't3'])
          await access.grants('leaf', somebody({ token }), AbortSignal.timeout(5_000), 5_000);
        now += 3_000;
        await asksAnew();
        expect(access.fails('leaf')).toBe(false);
      },
    );

    it.each([...SILENT.map(code => [code, true] as const), ...OWN.map(code => [code, false] as const)])(
      'that fails as %s for one caller after the other closes the cluster (%s), until somebody is answered',
      async (code, closes) => {
        reviews.failure = new ReviewError(code, 'leaf: no');
        await asksAnew();
        await asksAnew('joe');
        expect(access.fails('leaf')).toBe(closes);
        await asksAnew('jim');
        expect(access.fails('leaf')).toBe(closes);
        reviews.failure = undefined;
        const answer = asksAnew('jill');
        await until(() => !access.fails('leaf'));
        await answer;
        expect(access.fails('leaf')).toBe(false);
      },
    );

    it('that was answered in part says that the cluster does answer', async () => {
      reviews.failure = new ReviewError('SERVER_ERROR', 'leaf: 500');
      await asksAnew();
      const { rules } = reviews;
      reviews.rules = async (...question) => {
        reviews.failure = reviews.requested.at(-1)?.includes('joe')
          ? new ReviewError('SERVER_ERROR', 'leaf: 500')
          : undefined;
        return rules(...question);
      };
      await asksAnew('joe');
      reviews.rules = rules;
      await asksAnew('jill');
      expect(access.fails('leaf')).toBe(false);
    });

    it('ends when fleetgraph does, and says nothing of it', async () => {
      const lines: string[] = [];
      const requested = Promise.withResolvers<AbortSignal>();
      access = open({ log: pino({}, { write: (line: string) => void lines.push(line) }) });
      reviews.rules = (_cluster, _who, _namespace, signal) =>
        new Promise((_, reject) => (ended(signal, reject), requested.resolve(signal)));
      const answer = access.grants('leaf', caller('jane'), AbortSignal.timeout(20_000), 20_000);
      const signal = await requested.promise;
      access.close();
      expect([await answer, signal.reason]).toEqual(['FAILED', new Error('fleetgraph is closing')]);
      expect([access.fails('leaf'), lines]).toEqual([false, []]);
    });

    it('is not made of a cluster that is not there', async () => {
      registered = false;
      const lines: unknown[] = [];
      access = open({ log: pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) }) });
      expect(await access.grants('leaf', caller('jane'), AbortSignal.timeout(5_000), 5_000)).toBe('FAILED');
      expect([reviews.requested, access.fails('leaf')]).toEqual([[], false]);
      expect(lines).toMatchObject([{ reason: 'it is not registered' }]);
    });

    it('that fails is in the log, with why, for the operator', async () => {
      const lines: unknown[] = [];
      access = open({ log: pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) }) });
      reviews.failure = new ReviewError('SERVER_ERROR', 'leaf: 500');
      await asksAnew();
      const msg = 'live reviews failed: the cluster shows nothing to this caller';
      expect(lines).toMatchObject([{ level: 40, cluster: 'leaf', reason: 'leaf: 500', answers: 0, msg }]);
    });

    it.each([
      ['closes the cluster that does not answer at all', 0, true],
      ['leaves the cluster open to others when it is only long', 1, false],
    ])('that does not end in time %s', async (_what, answered, closes) => {
      access = open({ budgetMs: 50 });
      const { rules } = reviews;
      let requested = 0;
      reviews.rules = async (cluster, who, namespace, signal) =>
        requested++ < answered
          ? rules(cluster, who, namespace, signal)
          : new Promise((_, reject) => ended(signal, reject));
      reviews.grants.set('leaf', []);
      for (const user of ['jane', 'joe']) {
        requested = 0;
        expect(await access.grants('leaf', caller(user), AbortSignal.timeout(5_000), 5_000)).toBe('SLOW');
      }
      expect(access.fails('leaf')).toBe(closes);
    });

    it('that has ended badly is what its caller is told until there is a better answer, and nobody else is', async () => {
      const reported = (user: string, waitMs: number) =>
        access.grants('leaf', caller(user), AbortSignal.timeout(5_000), waitMs);
      reviews.failure = new ReviewError('REFUSED', 'no');
      expect(await reported('jane', 5_000)).toBe('REFUSED');
      now += 3_000;
      const gate = Promise.withResolvers<void>();
      [reviews.failure, reviews.gate] = [undefined, gate.promise];
      expect(await reported('jane', -1)).toBe('REFUSED');
      expect(await reported('jill', -1)).toBe('ASKING');
      gate.resolve();
      expect(await reported('jane', 5_000)).toBeInstanceOf(Object);
      now += 30_000;
      reviews.gate = new Promise(() => {});
      expect(await reported('jane', -1)).toBe('ASKING');
    });
  });

  describe('a cluster that does not answer', () => {
    const reported = (user: string, waitMs = 60_000, cluster = 'leaf') =>
      access.grants(cluster, caller(user), AbortSignal.timeout(5_000), waitMs);

    it('is waited for once by a caller, for a bounded time, and by nobody once several have waited in vain', async () => {
      access = open({ firstWaitMs: 30, budgetMs: 600 });
      reviews.rules = (_cluster, _who, _namespace, signal) => new Promise((_, reject) => ended(signal, reject));
      const waits = await waitsOf(async () => {
        expect(await reported('jane')).toBe('ASKING');
        expect(await reported('jane')).toBe('ASKING');
        await until(async () => (await reported('jane')) === 'SLOW');
        now += 3_000;
        expect(await reported('jane')).toBe('SLOW'); // the review is repeated in the background
        expect(await reported('joe')).toBe('ASKING');
        await until(async () => (await reported('joe')) === 'SLOW');
        await until(() => access.fails('leaf'));
        expect(await reported('jill')).toBe('ASKING');
      });
      expect(waits.filter(ms => ms === 30)).toHaveLength(2);
      expect(Math.max(...waits)).toBe(30);
    });

    it('is waited for again once it has answered', async () => {
      access = open({ firstWaitMs: 30 });
      const gate = Promise.withResolvers<void>();
      reviews.gate = gate.promise;
      expect(await reported('jane')).toBe('ASKING');
      gate.resolve();
      await until(async () => typeof (await reported('jane')) === 'object');
      now += 30_000;
      reviews.gate = new Promise(resolve => setTimeout(resolve, 5));
      expect(await reported('jane')).toBeInstanceOf(Object);
    });

    it('is not waited for again by who has waited as long as one may', async () => {
      access = open({ firstWaitMs: 30 });
      reviews.gate = new Promise(() => {});
      expect(await waitsOf(() => reported('jane', 30))).toContain(30);
      expect(await waitsOf(() => reported('jane'))).toEqual([0]);
    });

    it('is waited for again by who had less time', async () => {
      const gate = Promise.withResolvers<void>();
      reviews.gate = gate.promise;
      expect(await reported('jane', 10)).toBe('ASKING');
      setTimeout(gate.resolve, 10);
      expect(await reported('jane')).toBeInstanceOf(Object);
    });

    it('is not waited for by whom it has failed, however short the time was that they had', async () => {
      reviews.failure = new ReviewError('SERVER_ERROR', 'leaf: 500');
      expect(await reported('jane', 10)).toBe('FAILED');
      now += 3_000;
      [reviews.failure, reviews.gate] = [undefined, new Promise(() => {})];
      expect(await waitsOf(() => reported('jane'))).toEqual([0]);
    });

    it('takes no more of those who ask it than its share of reviews at once', async () => {
      const lines: unknown[] = [];
      const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
      access = open({ firstWaitMs: 0, log });
      reviews.gate = new Promise(() => {});
      const many = Array.from({ length: 40 }, (_, i) => somebody({ token: `t${i}` }));
      await Promise.all(many.map(it => access.grants('leaf', it, AbortSignal.timeout(5_000), 60_000)));
      await access.grants('leaf', caller('joe'), AbortSignal.timeout(5_000), 60_000);
      await until(() => reviews.requested.some(it => it.includes(' joe ')));
      expect(reviews.requested.filter(it => it.includes(' jane '))).toHaveLength(4);
      const refused = { cluster: 'leaf', reason: 'leaf: too many reviews of this caller are waiting already' };
      expect(lines).toMatchObject(Array.from({ length: 40 - 4 - 8 }, () => refused));
    });
  });

  it('no caller’s answers take the place of another’s, on however many clusters and with however many tokens they ask', async () => {
    const rule = { ...allow('get', 'pods'), resourceNames: Array.from({ length: 200_000 }, (_, i) => `${i}`) };
    const clusters = Array.from({ length: 8 }, (_, i) => `leaf-${i}`);
    for (const cluster of clusters) reviews.grants.set(cluster, grant('mallory', rule));
    expect(await asksAnew('joe')).toBe(true);
    for (const cluster of clusters) await access.grants(cluster, caller('mallory'), AbortSignal.timeout(5_000), 5_000);
    expect(await asksAnew('joe')).toBe(false);
  });

  it('answers are kept by how much they hold, those that were asked for last', async () => {
    const rule = { ...allow('get', 'pods'), resourceNames: Array.from({ length: 200_000 }, (_, i) => `${i}`) };
    const users = ['u1', 'u2', 'u3', 'u4', 'u5'];
    reviews.grants.set('leaf', [...users.flatMap(user => grant(user, rule)), ...grant('jane', allow('list', 'pods'))]);
    expect(await asksAnew()).toBe(true);
    for (const user of users.slice(0, 4)) expect(await asksAnew(user)).toBe(true);
    for (const user of ['jane', 'u4', 'u3', 'u2', 'u1']) expect(await asksAnew(user)).toBe(false);
    expect(await asksAnew('u5')).toBe(true);
    for (const user of ['u5', 'u1', 'u2', 'u3']) expect(await asksAnew(user)).toBe(false);
    expect([await asksAnew('jane'), await asksAnew('u4')]).toEqual([true, true]);
  });

  it('a review that is too large is its caller’s own affair', async () => {
    const resourceNames = Array.from({ length: 130_000 }, (_, i) => `${i}`);
    const rule = { ...allow('get', 'pods'), resourceNames };
    namespaces = ['team-a', 'team-b'];
    reviews.grants.set(
      'leaf',
      namespaces.flatMap(namespace => grant('jane', rule, namespace)),
    );
    expect(await access.grants('leaf', caller('jane'), AbortSignal.timeout(5_000), 5_000)).toBe('TOO_LARGE');
    expect(await access.grants('leaf', caller('joe'), AbortSignal.timeout(5_000), 5_000)).toBeInstanceOf(Object);
    expect(access.fails('leaf')).toBe(false);
  });

  function ended(signal: AbortSignal, reject: (reason: unknown) => void): void {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  }

  /** Durations in milliseconds of the timers that are set during a call. */
  async function waitsOf(happens: () => Promise<unknown>): Promise<number[]> {
    const waits: number[] = [];
    const { setTimeout: real } = globalThis;
    globalThis.setTimeout = Object.assign(
      (run: () => void, ms?: number) => (waits.push(ms ?? 0), real(run, ms)),
      real,
    ) as typeof real;
    try {
      await happens();
    } finally {
      globalThis.setTimeout = real;
    }
    return waits;
  }
});

describe('kept answers', () => {
  interface Answer {
    weight: number;
  }

  /** A cache of answers. `keys` has the keys of the answers that are still cached, in the order of storing. */
  class Kept {
    readonly answers: KeptAnswers<Answer>;
    readonly #all = new Map<string, Answer>();

    constructor({ maxEntries = 100, maxWeight = 100 }: { maxEntries?: number; maxWeight?: number } = {}) {
      this.answers = new KeptAnswers({ maxEntries, maxWeight });
    }

    set(key: string, weight: number): Answer {
      const answer = { weight };
      this.answers.set(key, key.split('-', 1).join(), answer);
      this.#all.set(key, answer);
      return answer;
    }

    /** Reads in the order of storing, because each read makes an answer the most recently used. */
    get keys(): string[] {
      return [...this.#all.keys()].filter(key => this.answers.get(key) === this.#all.get(key));
    }
  }

  describe('a caller', () => {
    it.each<[string, { maxEntries?: number; maxWeight?: number }, number[], string[]]>([
      ['may hold a quarter of the weight', { maxWeight: 40 }, [5, 5], ['a-0', 'a-1']],
      ['who holds more drops the oldest', { maxWeight: 40 }, [5, 5, 1], ['a-1', 'a-2']],
      ['drops as many as it takes', { maxWeight: 40 }, [1, 1, 1, 9], ['a-2', 'a-3']],
      ['may hold one that is more than that alone', { maxWeight: 40 }, [5, 5, 20], ['a-2']],
      ['may hold a quarter of the entries', { maxEntries: 12 }, [1, 1, 1], ['a-0', 'a-1', 'a-2']],
      ['who holds more entries drops the oldest', { maxEntries: 12 }, [1, 1, 1, 1], ['a-1', 'a-2', 'a-3']],
    ])('%s', (_case, limits, weights, expected) => {
      const kept = new Kept(limits);
      weights.forEach((weight, i) => kept.set(`a-${i}`, weight));
      expect(kept.keys).toEqual(expected);
    });

    it('drops what was asked for longest ago', () => {
      const kept = new Kept({ maxEntries: 12 });
      for (const key of ['a-0', 'a-1', 'a-2']) kept.set(key, 1);
      kept.answers.get('a-0');
      kept.set('a-3', 1);
      expect(kept.keys).toEqual(['a-0', 'a-2', 'a-3']);
    });

    it('drops nobody else’s, and who drops much may keep as much again', () => {
      const kept = new Kept({ maxWeight: 40 });
      kept.set('b-0', 10);
      for (let i = 0; i < 20; i++) kept.set(`a-${i}`, 6);
      expect(kept.keys).toEqual(['b-0', 'a-19']);
      kept.set('a-20', 4);
      expect(kept.keys).toEqual(['b-0', 'a-19', 'a-20']);
    });

    it('whose answer is set again holds it once', () => {
      const kept = new Kept({ maxWeight: 40 });
      for (const _again of [1, 2, 3]) kept.set('a-0', 5);
      kept.set('a-1', 5);
      expect(kept.keys).toEqual(['a-0', 'a-1']);
    });

    it('of whose answers all are dropped for others begins anew', () => {
      const kept = new Kept({ maxWeight: 20 });
      for (const caller of ['a', 'b', 'c', 'd', 'e']) kept.set(`${caller}-0`, 5);
      expect(kept.keys).toEqual(['b-0', 'c-0', 'd-0', 'e-0']);
      kept.set('a-1', 3);
      kept.set('a-2', 2);
      expect(kept.keys).toEqual(['c-0', 'd-0', 'e-0', 'a-1', 'a-2']);
    });

    it('holds nothing of an answer heavier than all together may be', () => {
      const kept = new Kept({ maxWeight: 40 });
      kept.set('a-0', 41);
      kept.set('a-1', 5);
      kept.set('a-2', 5);
      expect(kept.keys).toEqual(['a-1', 'a-2']);
    });
  });

  describe('an answer whose weight changes', () => {
    it('counts as heavy as it has become', () => {
      const kept = new Kept({ maxWeight: 40 });
      kept.set('a-0', 1);
      const answer = kept.set('a-1', 1);
      answer.weight = 10;
      kept.answers.weigh('a-1', answer);
      expect(kept.keys).toEqual(['a-1']);
    });

    it('is not weighed where another is kept by now, or none', () => {
      const kept = new Kept({ maxWeight: 40 });
      const before = kept.set('a-0', 1);
      const now = kept.set('a-0', 2);
      before.weight = 10;
      kept.answers.weigh('a-0', before);
      kept.answers.weigh('a-1', before);
      expect([kept.answers.get('a-0'), kept.answers.get('a-1')]).toEqual([now, undefined]);
      kept.set('a-2', 8);
      expect(kept.keys).toEqual(['a-0', 'a-2']);
    });

    it('stays as old as it is where its weight has not changed', () => {
      const kept = new Kept({ maxEntries: 12 });
      const [first] = ['a-0', 'a-1', 'a-2'].map(key => kept.set(key, 1));
      kept.answers.weigh('a-0', first!);
      kept.set('a-3', 1);
      expect(kept.keys).toEqual(['a-1', 'a-2', 'a-3']);
    });
  });
});

/**
 * Namespaces in which a caller's rights are reviewed: with rows, with a Namespace object, or with a RoleBinding of the
 * caller.
 */
describe('places', () => {
  const grants = [
    ...grant('jane', allow('list', 'pods'), 'bound'),
    ...grant('joe', allow('list', 'pods'), 'not-theirs'),
  ];
  const index = {
    ...{ cluster: 'leaf', resources: RESOURCES },
    grants: { revision: 1, objects: new Map(grants.map(object => [grantKey(object), object])) },
  } as unknown as ClusterIndex;

  describe('places', () => {
    it('are the namespaces of all rows, all Namespaces, and where a RoleBinding reaches the caller; each once', async () => {
      const requested: { filter: Filter; request: PageRequest }[] = [];
      const pages = [['empty', 'rows'], ['z']];
      const readModel = {
        namespaces: async (view: RowAuthorizer, clusters: readonly string[]) =>
          new Map(clusters.map(name => [name, view(name) ? ['rows', 'web'] : []])),
        page: async (_view: RowAuthorizer, filter: Filter, _order: unknown, request: PageRequest) => {
          requested.push({ filter, request });
          const names = pages[requested.length - 1]!;
          return {
            rows: names.map(name => ({ name })),
            endCursor: names.at(-1),
            hasNextPage: requested.length < pages.length,
            hasPreviousPage: false,
          };
        },
      } as unknown as ReadModel;
      expect(await slotsOf(readModel, index, { user: 'jane', groups: [] })).toEqual([
        'bound',
        'empty',
        'rows',
        'web',
        'z',
      ]);
      const filter = { clusters: ['leaf'], kinds: [{ kind: 'Namespace', group: '' }] };
      expect(requested).toEqual([
        { filter, request: { first: 5_000 } },
        { filter, request: { first: 5_000, after: 'rows' } },
      ]);
    });

    it('are found however many bindings there are', async () => {
      const many = Array.from({ length: 1_200 }, (_, i) => grant('jane', allow('list', 'pods'), `n${i}`)).flat();
      const readModel = {
        namespaces: async () => new Map(),
        page: async () => ({ rows: [], hasNextPage: false, hasPreviousPage: false }),
      } as unknown as ReadModel;
      const objects = new Map(many.map(object => [grantKey(object), object]));
      expect(
        await slotsOf(readModel, { ...index, grants: { revision: 1, objects } }, { user: 'jane', groups: [] }),
      ).toHaveLength(1_200);
    });

    it('are looked for in every row of the one cluster, and of no other', () => {
      const view = everyRowOf(index);
      expect(view('other')).toBeUndefined();
      for (const [number, { namespaced }] of RESOURCES.entries())
        expect(sees(view('leaf')!, number, namespaced ? 'any' : '', 'x')).toBe(true);
    });
  });
});
