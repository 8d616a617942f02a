/** The list of objects in the Explorer: its orders, and its pages while the fleet changes. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RowFragment, RowsQueryVariables } from '../../ui/src/graph/graphql.ts';
import { ObjectList } from '../../ui/src/objects/object-list.ts';
import { BY_HEALTH, parseOrder, partsOf, pressed, printOrder } from '../../ui/src/objects/order.ts';

describe('an order', () => {
  it.each(['name', '-created', 'cluster,-status', 'namespace,kind,name'])('%s is the same again in the URL', text =>
    expect(printOrder(parseOrder(text))).toBe(text),
  );
  it('is by health where nothing else is said', () => {
    expect([undefined, '', 'nonsense'].map(parseOrder)).toEqual([BY_HEALTH, BY_HEALTH, BY_HEALTH]);
    expect(printOrder(BY_HEALTH)).toBeUndefined();
  });
  it('goes from one end to the other and back to health as a header is pressed', () => {
    const first = pressed(BY_HEALTH, 'NAME');
    const second = pressed(first, 'NAME');
    expect([first, second, pressed(second, 'NAME')].map(printOrder)).toEqual(['name', '-name', undefined]);
    expect(printOrder(pressed(first, 'CLUSTER'))).toBe('cluster');
  });

  it.each([
    ['name', 'CLUSTER', 'name,cluster'],
    ['name,cluster', 'CLUSTER', 'name,-cluster'],
    ['name,-cluster', 'CLUSTER', 'name'],
    ['-name', 'NAME', undefined],
    ['name,cluster', 'NAME', '-name,cluster'],
    [undefined, 'KIND', 'kind'],
  ] as const)('%j becomes, by a press on %s that adds, %j', (before, field, after) =>
    expect(printOrder(pressed(parseOrder(before), field, true))).toBe(after),
  );
});

describe('the parts of a list by health', () => {
  it('are the failed ones, then the others', () => {
    expect(partsOf({ kinds: ['Pod'] }, BY_HEALTH).map(({ filter }) => filter)).toEqual([
      { kinds: ['Pod'], statuses: ['FAILED'] },
      { kinds: ['Pod'], statuses: ['IN_PROGRESS', 'TERMINATING', 'UNKNOWN', 'CURRENT'] },
    ]);
  });
  it('hold each status that was asked for once', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom('FAILED', 'IN_PROGRESS', 'TERMINATING', 'UNKNOWN', 'CURRENT')),
        requested => {
          const parts = partsOf({ statuses: requested }, BY_HEALTH);
          expect(parts.flatMap(({ filter }) => filter.statuses ?? []).toSorted()).toEqual(requested.toSorted());
          expect(parts.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});

const row = (id: string, status: RowFragment['status'] = 'CURRENT') => ({ id, status }) as RowFragment;

/** Fake server that answers from an array. The test changes the array. */
function fleet(rows: RowFragment[]) {
  const requested: RowsQueryVariables[] = [];
  let broken = false;
  const askRows = async (variables: RowsQueryVariables) => {
    requested.push(variables);
    if (broken) return { data: undefined, problem: { message: 'away', passing: true }, at: 1 };
    const matching = rows.filter(
      ({ status }) => !variables.filter?.statuses || variables.filter.statuses.includes(status),
    );
    const from = variables.after == null ? 0 : matching.findIndex(({ id }) => id === variables.after) + 1;
    const nodes = matching.slice(from, from + variables.first);
    const pageInfo = { hasNextPage: from + variables.first < matching.length, endCursor: nodes.at(-1)?.id ?? null };
    return { data: { objects: { nodes, pageInfo } }, problem: undefined, at: 1 };
  };
  const list = new ObjectList(partsOf({}, BY_HEALTH), askRows);
  return {
    list,
    requested,
    ids: () => list.state.get().rows.map(({ id }) => id),
    break: (it: boolean) => (broken = it),
  };
}
const many = (count: number, prefix: string, status?: RowFragment['status']) =>
  Array.from({ length: count }, (_, index) => row(`${prefix}${index}`, status));

describe('a list', () => {
  it('goes on with the next part where one ends, until a page is full', async () => {
    const { list, ids } = fleet([...many(3, 'ok-'), ...many(2, 'bad-', 'FAILED')]);
    await list.more();
    expect(ids()).toEqual(['bad-0', 'bad-1', 'ok-0', 'ok-1', 'ok-2']);
    expect(list.state.get()).toMatchObject({ begun: true, hasMore: false, loading: false, problem: undefined });
  });

  it('shows each object once, in order, however many pages it takes', async () => {
    const { list, ids } = fleet([...many(130, 'bad-', 'FAILED'), ...many(250, 'ok-')]);
    while (list.state.get().hasMore) await list.more();
    expect(ids()).toEqual([...many(130, 'bad-'), ...many(250, 'ok-')].map(({ id }) => id));
  });

  it('takes in what came, went and changed when it is refreshed', async () => {
    const rows = [...many(2, 'bad-', 'FAILED'), ...many(3, 'ok-')];
    const { list, ids } = fleet(rows);
    await list.more();
    rows.splice(0, 1);
    rows.push(row('new', 'FAILED'), row('newer'));
    rows[1] = row('ok-0', 'FAILED');
    await list.refresh();
    expect(ids()).toEqual(['bad-1', 'ok-0', 'new', 'ok-1', 'ok-2', 'newer']);
  });

  it('keeps the same rows, to the identity, where nothing changed', async () => {
    const { list } = fleet(many(3, 'ok-'));
    await list.more();
    const before = list.state.get().rows;
    await list.refresh();
    expect(list.state.get().rows).toBe(before);
  });

  it('keeps its rows and tells why they are old when nothing answers', async () => {
    const { list, ids, break: breakIt } = fleet(many(3, 'ok-'));
    await list.more();
    const { at } = list.state.get();
    breakIt(true);
    await list.refresh();
    expect(ids()).toHaveLength(3);
    expect(list.state.get()).toMatchObject({ at, problem: { message: 'away' } });
    breakIt(false);
    await list.refresh();
    expect(list.state.get().problem).toBeUndefined();
  });

  it('loads all pages up to a row that is far away, in few and large ones', async () => {
    const { list, requested, ids } = fleet([...many(700, 'bad-', 'FAILED'), ...many(3_000, 'ok-')]);
    await list.more();
    void list.upTo(10); // already loaded
    requested.length = 0;
    await Promise.resolve();
    await list.upTo(2_000);
    expect(ids().length).toBeGreaterThan(2_000);
    expect(ids().length).toBeLessThan(2_600);
    expect(new Set(ids()).size).toBe(ids().length);
    expect(requested.length).toBeLessThanOrEqual(7);
  });

  it('loads no further than the row that is wanted now', async () => {
    const { list, ids } = fleet(many(30_000, 'ok-'));
    await list.more();
    const far = list.upTo(29_000);
    await list.upTo(10);
    await far;
    expect(ids().length).toBeLessThan(1_000);
  });

  it('ends on the way to a row that is not there, or that nothing answers for', async () => {
    const { list, ids, break: breakIt } = fleet(many(900, 'ok-'));
    await list.more();
    breakIt(true);
    await list.upTo(5_000);
    expect(list.state.get().problem).toBeDefined();
    breakIt(false);
    await list.upTo(5_000);
    expect(ids()).toHaveLength(900);
  });

  it('loads a far row together with who refreshes it', async () => {
    const { list, ids } = fleet(many(900, 'ok-'));
    await list.more();
    await Promise.all([list.refresh(), list.upTo(800), list.refresh()]);
    expect(ids().length).toBeGreaterThan(800);
    expect(new Set(ids()).size).toBe(ids().length);
  });

  it('asks one thing at a time', async () => {
    const { list, requested } = fleet(many(3, 'ok-'));
    await Promise.all([list.more(), list.more(), list.refresh()]);
    expect(requested).toHaveLength(2);
  });
});

describe('a list of several parts', () => {
  const FULL = 60;

  async function begun(failed: number) {
    const broken: string[] = [];
    const list = new ObjectList(partsOf({}, BY_HEALTH), async ({ filter }, left) => {
      const statuses = filter?.statuses?.join() ?? '';
      if (statuses !== 'FAILED') await new Promise(resolve => setImmediate(resolve));
      if (left.aborted) {
        broken.push(statuses);
        return { data: undefined, problem: undefined, at: 1 };
      }
      const nodes = statuses === 'FAILED' ? many(failed, 'bad-', 'FAILED') : many(1, 'ok-');
      return {
        data: { objects: { nodes, pageInfo: { hasNextPage: failed === FULL, endCursor: null } } },
        ...{ problem: undefined, at: 1 },
      };
    });
    await list.more();
    await new Promise(resolve => setImmediate(resolve));
    return { broken, shown: list.state.get().rows.length };
  }

  it('breaks off the parts that a full page does without', async () => {
    expect(await begun(FULL)).toEqual({ broken: ['IN_PROGRESS,TERMINATING,UNKNOWN,CURRENT'], shown: FULL });
  });

  it('waits for them where the page is short', async () => {
    expect(await begun(2)).toEqual({ broken: [], shown: 3 });
  });
});

describe('a list that is left before its rows have come', () => {
  function waiting() {
    const requested: { variables: RowsQueryVariables; left: AbortSignal; answer: (ids: readonly string[]) => void }[] =
      [];
    const list = new ObjectList(
      partsOf({}, [{ field: 'NAME', direction: 'ASC' }]),
      (variables, left) =>
        new Promise(resolve => {
          const answer = (ids: readonly string[]) =>
            resolve({
              data: { objects: { nodes: ids.map(id => row(id)), pageInfo: { hasNextPage: false, endCursor: null } } },
              problem: undefined,
              at: 1,
            });
          left.addEventListener('abort', () => resolve({ data: undefined, problem: undefined, at: 1 }));
          requested.push({ variables, left, answer });
        }),
    );
    return { list, requested };
  }

  it('breaks off what was asked, and has neither begun nor a problem', async () => {
    const { list, requested } = waiting();
    const more = list.more();
    list.leave();
    await more;
    expect(requested.map(({ left }) => left.aborted)).toEqual([true]);
    expect(list.state.get()).toMatchObject({ rows: [], begun: false, loading: false, problem: undefined });
  });

  it('asks again when somebody comes back, and shows each row once', async () => {
    const { list, requested } = waiting();
    const overtaken = list.more();
    requested[0]!.answer(['a', 'b']);
    list.leave();
    const more = list.more();
    requested[1]!.answer(['a', 'b']);
    await Promise.all([overtaken, more]);
    expect(requested).toHaveLength(2);
    expect(list.state.get()).toMatchObject({ rows: [{ id: 'a' }, { id: 'b' }], begun: true, loading: false });
  });
});
