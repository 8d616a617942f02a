/**
 * Live lists over scripted payloads. The lists show the right content despite broken connections, repetitions and
 * resets.
 */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import {
  liveList,
  listPages,
  polled,
  type Listed,
  type LiveListOptions,
  type LiveListState,
  type ObjectChange,
  type ObjectChanges,
} from '../../clients/typescript/src/live-list.ts';

interface Item {
  readonly id: string;
  readonly version: number;
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Reads a live list until `enough` returns true for a state. Waiting times are simulated. */
async function read(
  options: Omit<LiveListOptions<Item, unknown>, 'signal'>,
  enough: (state: LiveListState<Item, unknown>) => boolean,
): Promise<LiveListState<Item, unknown>[]> {
  const end = new AbortController();
  const states: LiveListState<Item, unknown>[] = [];
  const reading = (async () => {
    for await (const state of liveList<Item>({ ...options, signal: end.signal })) {
      states.push(state);
      if (enough(state)) return;
    }
  })();
  let over = false;
  const finished = reading.finally(() => (over = true));
  finished.catch(() => undefined);
  while (!over) await jest.advanceTimersByTimeAsync(1_000);
  end.abort();
  await finished;
  return states;
}

const a1 = { id: 'a', version: 1 };
const a2 = { id: 'a', version: 2 };
const b1 = { id: 'b', version: 1 };
const namesIn = ({ items }: LiveListState<Item, unknown>) => items.map(({ id, version }) => id + version).join(' ');
async function* stream(...payloads: (ObjectChanges<Item> | Error)[]): AsyncGenerator<ObjectChanges<Item>> {
  for (const payload of payloads) {
    if (payload instanceof Error) throw payload;
    yield payload;
  }
}
/** Answers each request with the next script, and records the position of each request. */
function scripted(...scripts: (ObjectChanges<Item> | Error)[][]) {
  const requested: string[] = [];
  const changes = (since: string) => {
    requested.push(since);
    return stream(...(scripts.shift() ?? [new Error('the script has ended')]));
  };
  return { requested, changes };
}
const lists =
  (...scripts: Listed<Item>[]) =>
  async () =>
    scripts.shift() ?? Promise.reject(new Error('no list is left'));

describe('a live list', () => {
  it('shows the list, then puts what enters or changes, and takes away what leaves or is revoked', async () => {
    const { changes, requested } = scripted([
      {
        resume: '2',
        changes: [
          { type: 'ENTER', id: 'b', object: b1 },
          { type: 'UPDATE', id: 'a', object: a2 },
        ],
        totalCount: 2,
      },
      { resume: '3', changes: [{ type: 'LEAVE', id: 'a', object: a2 }], totalCount: 1 },
      { resume: '4', changes: [{ type: 'REVOKED', id: 'b', object: null }], totalCount: 0, coverage: { total: 1 } },
    ]);
    const states = await read(
      { list: lists({ items: [a1], resume: '1', totalCount: 1 }), changes },
      ({ totalCount }) => totalCount === 0,
    );
    expect(states.map(namesIn)).toEqual(['a1', 'a2 b1', 'b1', '']);
    expect(states.every(({ current }) => current)).toBe(true);
    expect(states.at(-1)?.coverage).toEqual({ total: 1 });
    expect(requested).toEqual(['1']);
  });

  it('goes on where it was after a connection that ended or failed, and says that it is not current meanwhile', async () => {
    const { changes, requested } = scripted(
      [{ resume: '2', changes: [{ type: 'ENTER', id: 'b', object: b1 }] }],
      [new TypeError('fetch failed')],
      [{ resume: '3', changes: [{ type: 'LEAVE', id: 'a' }] }],
    );
    const states = await read(
      { list: lists({ items: [a1], resume: '1' }), changes },
      ({ items }) => items.length === 1 && requested.length === 3,
    );
    expect(states.map(state => `${namesIn(state)}${state.current ? '' : ' (old)'}`)).toEqual([
      'a1',
      'a1 b1',
      'a1 b1 (old)',
      'a1 b1 (old)',
      'b1',
    ]);
    expect(states[3]?.error).toBeInstanceOf(TypeError);
    expect(requested).toEqual(['1', '2', '2']);
  });

  it.each([
    ['a reset', { resume: 'x', reset: 'TOO_OLD', changes: [] }],
    ['a change of a type that it does not know', { resume: 'x', changes: [{ type: 'MOVED', id: 'a', object: a1 }] }],
    ['a count that is not that of its items', { resume: 'x', changes: [], totalCount: 0 }],
  ])('lists anew after %s', async (_what, payload) => {
    const { changes, requested } = scripted([payload], [{ resume: '8', changes: [] }]);
    const states = await read(
      { list: lists({ items: [a1], resume: '1' }, { items: [b1], resume: '7' }), changes },
      () => requested.length === 2,
    );
    expect(namesIn(states.at(-1)!)).toBe('b1');
    expect(requested).toEqual(['1', '7']);
  });

  it('is in the order that it is given', async () => {
    const { changes } = scripted([{ resume: '2', changes: [{ type: 'ENTER', id: 'a', object: a1 }] }]);
    const compare = (one: Item, other: Item) => (one.id < other.id ? -1 : 1);
    const states = await read(
      { list: lists({ items: [b1], resume: '1' }), changes, compare },
      ({ items }) => items.length === 2,
    );
    expect(namesIn(states.at(-1)!)).toBe('a1 b1');
  });

  it('throws what asking again does not mend', async () => {
    const refusal = { errors: [{ message: 'no', extensions: { code: 'BAD_USER_INPUT' } }] };
    const changes = () => stream(Object.assign(new Error('no'), refusal));
    await expect(read({ list: lists({ items: [], resume: '1' }), changes }, () => false)).rejects.toThrow('no');
  });

  it('ends when its signal does', async () => {
    const end = new AbortController();
    const list = liveList<Item>({
      list: lists({ items: [], resume: '1' }),
      changes: (_since, signal) =>
        (async function* () {
          await new Promise(resolve => signal.addEventListener('abort', resolve));
          yield* [];
        })(),
      signal: end.signal,
    });
    expect((await list.next()).done).toBe(false);
    const next = list.next();
    end.abort();
    expect((await next).done).toBe(true);
  });
});

describe('asking again and again', () => {
  it('goes on from the last answer, and ends with a reset', async () => {
    const requested: string[] = [];
    const answers: ObjectChanges<Item>[] = [
      { resume: '2', changes: [] },
      { resume: '3', changes: [] },
      { resume: '4', changes: [], reset: 'TOO_OLD' },
    ];
    const ask = async (since: string) => (requested.push(since), answers.shift()!);
    const reading = (async () => {
      const payloads = [];
      for await (const payload of polled(ask, { since: '1', everyMs: 5_000, signal: new AbortController().signal }))
        payloads.push(payload.resume);
      return payloads;
    })();
    await jest.advanceTimersByTimeAsync(20_000);
    expect(await reading).toEqual(['2', '3', '4']);
    expect(requested).toEqual(['1', '2', '3']);
  });
});

describe('reading all pages', () => {
  const page = (id: string, hasNextPage: boolean, resume: string) => ({
    nodes: [{ id, version: 1 }],
    pageInfo: { hasNextPage, endCursor: id },
    resume,
  });

  it('keeps the resume of the first', async () => {
    const requested: (string | null)[] = [];
    const pages = [page('a', true, '1'), page('b', false, '2')];
    const listed = await listPages<Item>(async after => (requested.push(after), pages.shift()!), { limit: 2 });
    expect(listed).toEqual({ items: [a1, b1], resume: '1' });
    expect(requested).toEqual([null, 'a']);
  });

  it('refuses a list that is longer than its caller bears', async () => {
    await expect(listPages<Item>(async () => page('a', true, '1'), { limit: 3 })).rejects.toThrow('more than 3 items');
  });
});

/**
 * Simulates five objects that change in steps. `resume` is the number of a step. Later pages may be read at later
 * steps. Connections end and resets happen at any time.
 */
describe('a live list over any world', () => {
  const IDS = ['a', 'b', 'c', 'd', 'e'];
  type World = ReadonlyMap<string, number>;
  const worlds = fc.array(
    fc.array(fc.record({ id: fc.constantFrom(...IDS), version: fc.option(fc.nat(3)) }), { maxLength: 4 }),
    {
      minLength: 1,
      maxLength: 12,
    },
  );
  const events = fc.infiniteStream(fc.constantFrom('payload', 'payload', 'payload', 'cut', 'fail', 'reset', 'lost'));

  function historyOf(steps: readonly (readonly { id: string; version: number | null }[])[]): World[] {
    const world = new Map<string, number>();
    return [
      new Map(),
      ...steps.map(step => {
        for (const { id, version } of step)
          if (version === null) world.delete(id);
          else world.set(id, version);
        return new Map(world);
      }),
    ];
  }

  function netChanges(from: World, to: World, gone: 'LEAVE' | 'REVOKED'): ObjectChange<Item>[] {
    return IDS.flatMap((id): ObjectChange<Item>[] => {
      const [before, after] = [from.get(id), to.get(id)];
      if (before === after) return [];
      if (after === undefined) return [{ type: gone, id, object: null }];
      return [{ type: before === undefined ? 'ENTER' : 'UPDATE', id, object: { id, version: after } }];
    });
  }

  it.each([
    { pages: 1, has: 'what the list has', orderedBy: 'id', shown: (items: ReadonlyMap<string, number>) => items },
    {
      pages: 2,
      has: 'the objects that the list has, unless one came or went behind the first page, and was undone before the first payload',
      orderedBy: 'id',
      shown: (items: ReadonlyMap<string, number>) => new Set(items.keys()),
    },
    {
      pages: 2,
      has: 'the objects that the list has, unless one changed its place, and was undone before the first payload',
      orderedBy: 'version',
      shown: (items: ReadonlyMap<string, number>) => new Set(items.keys()),
    },
  ])('of $pages pages by $orderedBy has at the end $has', async ({ pages, orderedBy, shown }) => {
    await fc.assert(
      fc.asyncProperty(worlds, events, fc.infiniteStream(fc.nat(3)), async (steps, happens, strides) => {
        const history = historyOf(steps);
        const last = history.length - 1;
        let now = 0;
        let resets = 0;
        /** Step at which the second page was read. Undefined after a later payload. */
        let secondPage: number | undefined;
        let isUndone = false;
        let cursor = '';
        const forward = () => (now = Math.min(last, now + (strides.next().value as number)));
        const list = async (): Promise<Listed<Item>> => {
          const resume = String(now);
          const place = ({ id, version }: Item) => (orderedBy === 'id' ? id : `${version} ${id}`);
          /** Items after a cursor. The cursor is the position of the previous page's last item. */
          const behind = (cursor: string) =>
            Array.from(history[now]!, ([id, version]): Item => ({ id, version }))
              .filter(item => place(item) > cursor)
              .sort((one, other) => (place(one) < place(other) ? -1 : 1));
          const first = behind('').slice(0, 2);
          const hasNextPage = behind('').length > 2;
          cursor = hasNextPage ? place(first[1]!) : '~';
          if (pages > 1) forward();
          [secondPage, isUndone] = [now, false];
          return { items: [...first, ...behind(cursor)], resume };
        };
        const changes = async function* (since: string): AsyncGenerator<ObjectChanges<Item>> {
          for (let from = Number(since); ;) {
            const event = now === last ? 'payload' : (happens.next().value as string);
            if (event === 'cut') return;
            if (event === 'fail') throw new TypeError('fetch failed');
            if (event === 'reset' && resets++ < 5) yield { resume: '', reset: 'TOO_MANY', changes: [] };
            forward();
            if (event === 'lost') return; // the event was sent, but did not arrive
            const totalCount = history[now]!.size;
            const seen = secondPage === undefined ? undefined : history[secondPage]!;
            isUndone ||= IDS.some(id => {
              if (seen === undefined || (orderedBy === 'id' && id <= cursor)) return false;
              const [listed, shown, reported] = [history[from]!, seen, history[now]!].map(world =>
                orderedBy === 'id' ? world.has(id) : world.get(id),
              );
              return listed === reported && shown !== reported;
            });
            secondPage = undefined;
            yield {
              resume: String(now),
              totalCount,
              changes: netChanges(history[from]!, history[now]!, now % 2 ? 'LEAVE' : 'REVOKED'),
            };
            from = now;
          }
        };
        let appliedTo = '';
        const following = async function* (since: string) {
          for await (const payload of changes(since)) {
            appliedTo = payload.reset ? '' : payload.resume;
            yield payload;
          }
        };
        const states = await read({ list, changes: following }, ({ current }) => current && appliedTo === String(last));
        if (!isUndone)
          expect(shown(new Map(states.at(-1)!.items.map(({ id, version }) => [id, version])))).toEqual(
            shown(history[last]!),
          );
      }),
      { numRuns: 500 },
    );
  });
});
