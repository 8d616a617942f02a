/** Changes for one caller: their start, the number of rows in the list, and the state that a live query keeps. */
import { describe, expect, it } from '@jest/globals';
import { CallersChanges, type Wanted } from '../../../access/changes/callers-changes.ts';
import type { LiveQueries } from '../../../access/changes/live-queries.ts';
import { OpenQuery } from '../../../access/changes/open-query.ts';
import {
  bindingOf,
  nameDigest,
  type ResumePoint,
  ResumeTokens,
  RightsHistory,
} from '../../../access/changes/resume-token.ts';
import { rightsDigest } from '../../../access/changes/rights-digest.ts';
import type { AccessFrame } from '../../../access/frame.ts';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import type { Moment, Shown } from '../../../readmodel/changes/change.ts';
import type { Change } from '../../../readmodel/query.ts';
import type { ReadModel, SharedPast } from '../../../readmodel/readmodel.ts';
import type { LiveQuery } from '../../../identity/identity.ts';
import { EVERYTHING } from '../../readmodel/fixtures.ts';

const jane = acceptIdentity({ user: 'jane', groups: ['dev'] });
const SEEN: Shown = new Map([['leaf', EVERYTHING]]);
const POSITION = Buffer.alloc(8, 3);
const none: Wanted = { counted: false, covered: false };
const counted: Wanted = { counted: true, covered: false };
const changesOf = (...types: Change['type'][]): Change[] =>
  types.map((type, i) => ({ type, id: `leaf//Pod/a/${i}` }) as Change);

/** One caller in a process with a scripted read model. */
class Caller {
  readonly tokens = new ResumeTokens(() => Buffer.alloc(32, 1));
  readonly history = new RightsHistory();
  readonly requested: {
    since: Moment | undefined;
    counted: boolean | undefined;
    limit: number;
    reached: readonly string[] | undefined;
  }[] = [];
  counts = 0;
  /** Changes that the scripted read model returns. */
  reported: { changes: Change[]; reset?: 'TOO_OLD' | 'TOO_MANY'; total?: number } = { changes: [] };
  view: { shown?: () => Shown } = { shown: () => SEEN };
  shared: SharedPast | undefined;
  live: LiveQuery | undefined;
  asks = false;
  opened: OpenQuery | undefined;
  since: unknown;
  readonly now: Moment = { position: 9, shown: SEEN };

  get frame(): AccessFrame {
    const readModel: Partial<ReadModel> = {
      changes: async (_view, _filter, { since, counted, limit, reached }) => {
        this.requested.push({ since, counted, limit, reached });
        return {
          moment: this.now,
          changes: this.reported.changes,
          reset: this.reported.reset,
          total: counted ? (this.reported.total ?? 40) : undefined,
        };
      },
      count: async () => (this.counts++, 50),
      clusters: () => [{ cluster: 'leaf' }] as never,
      cluster: () => undefined,
    };
    Object.defineProperty(readModel, 'shared', { value: this.shared });
    const access = { prepareFor: async () => Object.assign(() => EVERYTHING, this.view), asks: this.asks };
    const queries: Partial<LiveQueries> = {
      open: (live, _identity, _filter, since) => {
        this.since = since;
        return (this.opened = opened(live, since));
      },
    };
    return {
      ...{ readModel, access, identity: jane, signal: new AbortController().signal, liveQuery: this.live },
      changes: { tokens: this.tokens, history: this.history, queries, limit: 100 },
    } as unknown as AccessFrame;
  }

  ask(token: string, wanted = none, filter = {}): ReturnType<CallersChanges['since']> {
    return new CallersChanges(this.frame).since(filter, token, wanted);
  }

  token(point: Partial<ResumePoint> = {}): string {
    const whole = { position: 4, rights: this.history.numberOf(SEEN), total: undefined, clusters: undefined, ...point };
    return this.tokens.encode(whole, bindingOf(jane, {}));
  }

  /** A token that another process with this store has made. */
  tokenOfAnother(point: Partial<ResumePoint> = {}): string {
    const whole = { position: 4, rights: 1, total: undefined, clusters: undefined, ...point };
    return new ResumeTokens(() => Buffer.alloc(32, 1)).encode(whole, bindingOf(jane, {}));
  }

  listen(since: string | undefined): LiveQuery {
    return (this.live = { since, isOverrun: false, tracked: undefined, changed: () => {} } as LiveQuery);
  }
}

function opened(live: LiveQuery, since: OpenQuery['since']): OpenQuery {
  return new OpenQuery(
    { live, filter: {}, since, binding: bindingOf(jane, {}) },
    () => {},
    () => {},
  );
}

const seen = [{ name: nameDigest('leaf'), rights: rightsDigest(EVERYTHING), position: POSITION }];
const past = { rows: [], grants: new Map(), mark: 9 };
const shared = (since: SharedPast['since'] = async () => past): SharedPast => ({
  ...{ secret: Buffer.alloc(32, 1), pack: () => POSITION, mark: () => 5, unpack: () => 'store:1-0', since },
});

it('nothing is told where changes cannot be', () => {
  const { changes: _none, ...frame } = new Caller().frame;
  expect(() => new CallersChanges(frame)).toThrow('changes cannot be told here');
});

describe('a token', () => {
  it('leads to what changed since, within the filter, and to a token of now', async () => {
    const caller = new Caller();
    caller.reported = { changes: changesOf('ENTER') };
    const { changes, resume, reset, total } = await caller.ask(caller.token());
    expect([changes, reset, total]).toEqual([caller.reported.changes, undefined, undefined]);
    expect(caller.requested).toEqual([
      { since: { position: 4, shown: SEEN }, counted: false, limit: 100, reached: undefined },
    ]);
    expect(caller.tokens.decode(resume, jane, {})).toEqual({
      ...{ position: 9, rights: caller.history.numberOf(SEEN), total: undefined, clusters: undefined, isOwn: true },
    });
  });

  it.each<[string, (caller: Caller) => string, string]>([
    [
      'of no process of the store',
      () => new ResumeTokens().encode({ position: 4, rights: 1, total: 1, clusters: seen }, bindingOf(jane, {})),
      'TOO_OLD',
    ],
    [
      'of the same user with other groups',
      ({ tokens }) =>
        tokens.encode(
          { position: 4, rights: 1, total: 1, clusters: seen },
          bindingOf(acceptIdentity({ user: 'jane', groups: [] }), {}),
        ),
      'RIGHTS_UNKNOWN',
    ],
    ['of rights that are forgotten', caller => caller.token({ rights: 77 }), 'RIGHTS_UNKNOWN'],
    ['of another process that tells no clusters', caller => caller.tokenOfAnother(), 'TOO_OLD'],
    [
      'of another process that tells of a cluster behind its log',
      caller => ((caller.shared = shared(async () => 'behind')), caller.tokenOfAnother({ clusters: seen })),
      'TOO_OLD',
    ],
    ['of another process where there is no store', caller => caller.tokenOfAnother({ clusters: seen }), 'TOO_OLD'],
    [
      'of forgotten rights where there is no store',
      caller => caller.token({ rights: 77, clusters: seen }),
      'RIGHTS_UNKNOWN',
    ],
    [
      'of forgotten rights that tells no clusters',
      caller => ((caller.shared = shared()), caller.token({ rights: 77 })),
      'RIGHTS_UNKNOWN',
    ],
  ])('%s begins anew', async (_case, make, reason) => {
    const caller = new Caller();
    caller.reported = { changes: changesOf('ENTER') };
    const token = make(caller);
    expect(await caller.ask(token)).toMatchObject({ changes: [], reset: reason });
    expect(caller.requested[0]!.since).toBeUndefined();
  });

  it('of another process goes on from where that was, with its total', async () => {
    const caller = new Caller();
    caller.shared = shared();
    caller.reported = { changes: changesOf('ENTER') };
    expect(await caller.ask(caller.tokenOfAnother({ clusters: seen, total: 7 }), counted)).toMatchObject({
      reset: undefined,
      total: 8,
    });
    expect(caller.requested[0]).toMatchObject({
      since: { position: 5, past: new Map([['leaf', past]]) },
      counted: false,
    });
  });

  it('of rights that are those of now is good, though they were let go', async () => {
    const caller = new Caller();
    const token = caller.token();
    const large = (): Shown => new Map(Array.from({ length: 499_000 }, (_, i) => [`${i}`, EVERYTHING]));
    for (const shown of [large(), large()]) caller.history.numberOf(shown);
    expect(caller.history.find(1)).toBeUndefined();
    expect((await caller.ask(token)).reset).toBeUndefined();
  });

  it('is made also of a view that shows nothing', async () => {
    const caller = new Caller();
    caller.view = {};
    expect(await caller.ask(caller.token())).toMatchObject({ changes: [], reset: undefined });
  });
});

describe('the total', () => {
  it.each<[string, Wanted, number | undefined, Caller['reported'], number | undefined, boolean, number]>([
    ['is not counted unless it is asked for', none, undefined, { changes: [] }, undefined, false, 0],
    ['is counted with the changes where it is not known', counted, undefined, { changes: [] }, 40, true, 0],
    [
      'follows from the changes where it is known',
      counted,
      7,
      { changes: changesOf('ENTER', 'ENTER', 'UPDATE', 'LEAVE') },
      8,
      false,
      0,
    ],
    ['falls with what was deleted and revoked', counted, 7, { changes: changesOf('LEAVE', 'REVOKED') }, 5, false, 0],
    ['may come to nothing', counted, 1, { changes: changesOf('LEAVE') }, 0, false, 0],
    ['goes on to be known where it is not asked for', none, 7, { changes: changesOf('ENTER') }, 8, false, 0],
    ['is counted by itself where changes begin anew', counted, 7, { changes: [], reset: 'TOO_MANY' }, 50, false, 1],
    ['is not known where changes begin anew', none, 7, { changes: [], reset: 'TOO_MANY' }, undefined, false, 0],
  ])('%s', async (_case, wanted, before, reported, total, isCountedNow, counts) => {
    const caller = new Caller();
    caller.reported = reported;
    expect((await caller.ask(caller.token({ total: before }), wanted)).total).toBe(total);
    expect([caller.requested[0]!.counted, caller.counts]).toEqual([isCountedNow, counts]);
  });

  it('is in the token of now where it is known', async () => {
    const caller = new Caller();
    const totalIn = async (before: number | undefined, wanted: Wanted) => {
      const point = caller.tokens.decode((await caller.ask(caller.token({ total: before }), wanted)).resume, jane, {});
      return typeof point === 'string' ? point : point.total;
    };
    expect([await totalIn(7, none), await totalIn(undefined, counted), await totalIn(undefined, none)]).toEqual([
      7,
      40,
      undefined,
    ]);
  });
});

describe('a live query', () => {
  it('begins with its client’s token, and not with that of the document', async () => {
    const caller = new Caller();
    caller.reported = { changes: changesOf('ENTER') };
    const live = caller.listen(caller.token({ total: 3 }));
    expect(await caller.ask('no token', counted)).toMatchObject({ reset: undefined, total: 4 });
    expect(live.tracked).toBe(caller.opened);
    expect(caller.since).toEqual({ moment: { position: 4, shown: SEEN }, total: 3 });
    expect(live.tracked!.reported).toEqual({ changes: 1, isReset: false, isCoverage: false });
  });

  it('begins now where its client has no token', async () => {
    const caller = new Caller();
    caller.listen(undefined);
    expect(await caller.ask('no token')).toMatchObject({ changes: [], reset: undefined });
    expect([caller.since, caller.requested[0]!.since]).toEqual([undefined, undefined]);
  });

  it('goes on from what was sent, and opens nothing more', async () => {
    const caller = new Caller();
    const live = caller.listen(undefined);
    await caller.ask('', counted);
    const first = caller.opened!;
    first.sent();
    first.isHinted = true;
    caller.reported = { changes: changesOf('ENTER', 'ENTER') };
    expect((await caller.ask('', counted)).total).toBe(42);
    expect(caller.requested[1]).toMatchObject({ since: caller.now, counted: false });
    expect([live.tracked, caller.opened, first.isHinted]).toEqual([first, first, false]);
  });

  it('does not read its client’s token again, which may be too old by then', async () => {
    const caller = new Caller();
    caller.listen('no token at all').tracked = opened(caller.live!, { moment: caller.now, total: 1 });
    expect(await caller.ask('')).toMatchObject({ reset: undefined });
  });

  it('of a client that began with a token that is too old is told to begin anew', async () => {
    const caller = new Caller();
    const live = caller.listen(caller.token({ rights: 77 }));
    caller.reported = { changes: changesOf('ENTER') };
    expect(await caller.ask('')).toMatchObject({ changes: [], reset: 'RIGHTS_UNKNOWN' });
    expect([caller.since, live.tracked!.reported]).toEqual([
      undefined,
      { changes: 0, isReset: true, isCoverage: false },
    ]);
  });

  it('of a reader who is too slow is told to begin anew', async () => {
    const caller = new Caller();
    caller.live = { ...caller.listen(undefined), isOverrun: true };
    caller.reported = { changes: changesOf('ENTER'), reset: 'TOO_OLD' };
    expect(await caller.ask('')).toMatchObject({ changes: [], reset: 'TOO_MANY' });
  });

  it('knows whether clusters were asked for rights', async () => {
    const caller = new Caller();
    caller.listen(undefined);
    await caller.ask('');
    expect(caller.opened!.asks).toBe(false);
    caller.asks = true;
    await caller.ask('');
    expect(caller.opened!.asks).toBe(true);
  });

  it('has its token refused before anybody is asked anything', async () => {
    const caller = new Caller();
    caller.listen('no token at all');
    await expect(caller.ask('')).rejects.toThrow('this is not a token of yours');
    expect([caller.requested, caller.opened]).toEqual([[], undefined]);
  });
});

it('coverage is not read for who does not listen', async () => {
  const caller = new Caller();
  expect(await caller.ask(caller.token(), { counted: false, covered: true })).toMatchObject({ reset: undefined });
});
