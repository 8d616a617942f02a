import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { graphOver } from './graph.ts';
import { leafWithPods, POD, podIds, ScriptedLeaf } from './scripted-leaf.ts';

afterEach(async () => {
  await nextTurn(); // pending work still runs with the mocked clock
  jest.restoreAllMocks();
});

/**
 * Counts the turns of the event loop until `turns()` is called. Each read of the clock advances the clock by a
 * millisecond, so that the count does not depend on the machine's speed.
 */
function othersWhileTimePasses(): { readonly turns: () => number } {
  const start = performance.now();
  let [looks, turns, over] = [0, 0, false];
  jest.spyOn(performance, 'now').mockImplementation(() => start + ++looks);
  const count = (): unknown => !over && ++turns && setImmediate(count);
  count();
  return {
    turns: () => {
      over = true;
      return turns;
    },
  };
}

describe('many objects', () => {
  it.each([
    { what: 'eight of a namespace are read one by one', count: 8, gets: 8, lists: 0 },
    {
      what: 'nine of a namespace are one list, with one read beside it that shows the right to read',
      count: 9,
      gets: 1,
      lists: 1,
    },
    { what: 'a hundred of a namespace are one list too', count: 100, gets: 1, lists: 1 },
  ])('$what', async ({ count, gets, lists }) => {
    const leaf = leafWithPods(count);
    const { ask } = graphOver([leaf]);
    const answer = await ask(podIds(count), 'state metadata { name }');
    expect(answer.lives.map(({ state, metadata }) => [state, metadata.name])).toEqual(
      podIds(count).map(id => ['OK', id.split('/').at(-1)]),
    );
    expect([
      leaf.requested.filter(({ verb }) => verb === 'get').length,
      leaf.requested.filter(({ verb }) => verb === 'list').length,
    ]).toEqual([gets, lists]);
  });

  it('repeated ids are read once', async () => {
    const leaf = leafWithPods();
    const { ask } = graphOver([leaf]);
    const { lives } = await ask(
      Array.from({ length: 50 }, () => POD),
      'state',
    );
    expect(lives).toHaveLength(50);
    expect(leaf.requested).toHaveLength(1);
  });

  it('a name that a complete list does not hold is not found', async () => {
    const leaf = leafWithPods(9);
    const { ask } = graphOver([leaf]);
    const { lives } = await ask([...podIds(9), 'leaf//Pod/team-a/gone'], 'state');
    expect(lives.at(-1)).toEqual({ state: 'NOT_FOUND' });
    expect(leaf.requested).toHaveLength(2);
  });

  it('are not absent because a list could not hold them: they are read by name', async () => {
    const leaf = leafWithPods(10);
    const page = leaf.page.bind(leaf);
    leaf.page = async (items, options, next) => {
      options.onLeftOut?.(1);
      return page(items.slice(0, -1), options, next);
    };
    const { lives } = await graphOver([leaf]).ask(podIds(10), 'state');
    expect(lives).toEqual(podIds(10).map(() => ({ state: 'OK' })));
  });

  it('are forbidden to a caller who may list but not get, on a long page as on a short one', async () => {
    const leaf = leafWithPods(20);
    leaf.refuse = ({ verb }) => {
      if (verb === 'get') throw leaf.error('FORBIDDEN', 'cannot get', { status: 403 });
    };
    for (const count of [3, 20]) {
      const { lives } = await graphOver([leaf]).ask(podIds(count), 'state');
      expect(lives).toEqual(podIds(count).map(() => ({ state: 'FORBIDDEN' })));
    }
  });

  it('are read by name where the list is forbidden', async () => {
    const leaf = leafWithPods(10);
    leaf.refuse = ({ verb }) => {
      if (verb === 'list') throw leaf.error('FORBIDDEN', 'cannot list', { status: 403 });
    };
    const { ask } = graphOver([leaf]);
    const { lives } = await ask(podIds(10), 'state');
    expect(lives).toEqual(podIds(10).map(() => ({ state: 'OK' })));
  });

  it('are read by name where the list is too long', async () => {
    const leaf = leafWithPods(60);
    leaf.pageSize = 10;
    const { ask } = graphOver([leaf]);
    const { lives } = await ask(podIds(60).slice(15, 30), 'state');
    expect(lives.every(({ state }) => state === 'OK')).toBe(true);
    expect([
      leaf.requested.filter(({ verb }) => verb === 'list').length,
      leaf.requested.filter(({ verb }) => verb === 'get').length,
    ]).toEqual([2, 11]);
  });

  it('are what a list says of them first, and are kept once, however often it repeats them', async () => {
    const leaf = leafWithPods(10);
    const list = leaf.list.bind(leaf);
    leaf.list = async (resource, options) => {
      const { onObjects } = options;
      const twice: typeof onObjects = async objects => {
        await onObjects?.(objects);
        await onObjects?.(objects.map(object => ({ ...object, spec: { nodeName: 'another' } })));
      };
      return list(resource, { ...options, onObjects: twice });
    };
    const { lives } = await graphOver([leaf]).ask(podIds(10), 'state spec');
    expect(lives).toEqual(podIds(10).map(() => ({ state: 'OK', spec: { nodeName: 'n1' } })));
  });

  it('are not tried one by one at a leaf whose list does not come', async () => {
    const leaf = leafWithPods(10);
    leaf.refuse = () => {
      throw leaf.error('UNREACHABLE', 'https://10.0.0.1: connection refused');
    };
    const { ask } = graphOver([leaf]);
    const { lives } = await ask(podIds(10), 'state');
    expect(lives.every(({ state }) => state === 'UNREACHABLE')).toBe(true);
    expect(leaf.requested).toHaveLength(2);
  });

  it('of several namespaces and kinds are grouped by both', async () => {
    const leaf = leafWithPods(10);
    for (let i = 0; i < 10; i += 1) leaf.put('pods', { metadata: { name: `p${i}`, namespace: 'team-b' } });
    leaf.put('nodes', { metadata: { name: 'n1' } });
    const { ask } = graphOver([leaf]);
    const { lives } = await ask(
      [...podIds(10), ...Array.from({ length: 10 }, (_, i) => `leaf//Pod/team-b/p${i}`), 'leaf//Node//n1'],
      'state',
    );
    expect(new Set(lives.map(({ state }) => state))).toEqual(new Set(['OK']));
    expect(leaf.requested.map(({ verb, path }) => `${verb} ${path}`).sort()).toEqual([
      'get /api/v1/namespaces/team-a/pods/web',
      'get /api/v1/namespaces/team-b/pods/p0',
      'get /api/v1/nodes/n1',
      'list /api/v1/namespaces/team-a/pods',
      'list /api/v1/namespaces/team-b/pods',
    ]);
  });

  it('never are more than eight requests at a time to one cluster', async () => {
    const leaf = new ScriptedLeaf('leaf');
    let running = 0;
    let most = 0;
    leaf.refuse = async () => {
      most = Math.max(most, (running += 1));
      await new Promise(resolve => setImmediate(resolve));
      running -= 1;
    };
    const ids = Array.from({ length: 100 }, (_, i) => `leaf//Pod/ns-${i}/web`);
    for (let i = 0; i < 100; i += 1) leaf.put('pods', { metadata: { name: 'web', namespace: `ns-${i}` } });
    const { lives } = await graphOver([leaf]).ask(ids, 'state');
    expect(lives.every(({ state }) => state === 'OK')).toBe(true);
    expect(most).toBe(8);
  });
});

describe('the limits of one request', () => {
  it('wait for a leaf no longer than its own time, long before the deadline', async () => {
    const leaf = leafWithPods(1);
    leaf.refuse = () => new Promise(() => undefined);
    const { lives } = await graphOver([leaf], { leafTimeoutMs: 50 }).ask(podIds(1), 'state', { timeoutMs: 60_000 });
    expect(lives).toEqual([{ state: 'TIMEOUT' }]);
  });

  it('leave no listener on the signal of the request, however many wait for their turn', async () => {
    const leaf = new ScriptedLeaf('leaf');
    const { signal } = new AbortController();
    let most = 0;
    leaf.refuse = async () => {
      most = Math.max(most, getEventListeners(signal, 'abort').length);
    };
    const ids = Array.from({ length: 300 }, (_, i) => `leaf//Pod/ns-${i}/web`);
    await graphOver([leaf]).ask(ids, 'state', { signal });
    expect(leaf.requested).toHaveLength(300);
    expect(most).toBe(0);
  });

  it('do not ask for what has no time left when its turn comes', async () => {
    const leaf = new ScriptedLeaf('leaf');
    leaf.refuse = ({ options }) => new Promise(resolve => setTimeout(resolve, (options.timeoutMs ?? 0) - 10));
    const ids = Array.from({ length: 40 }, (_, i) => `leaf//Pod/ns-${i}/web`);
    await graphOver([leaf], { leafTimeoutMs: 60 }).ask(ids, 'state');
    expect(leaf.requested).toHaveLength(8);
  });

  it('bound how often an object is written into one answer, and say so', async () => {
    const leaf = leafWithPods(1);
    const aliases = Array.from({ length: 20 }, (_, i) => `m${i}: manifest`).join(' ');
    const { lives, errors } = await graphOver([leaf], { answerBytes: 1_000 }).ask(podIds(1), `state ${aliases}`);
    const written = Object.values(lives[0]).filter(value => typeof value === 'object' && value !== null);
    expect(written.length).toBeGreaterThan(1);
    expect(written.length).toBeLessThan(10);
    expect(errors).toHaveLength(20 - written.length);
    expect(errors[0]).toMatchObject({
      message: expect.stringContaining('limits.answerBytes'),
      extensions: { code: 'BAD_USER_INPUT' },
    });
  });

  it('cost one for each fifty bytes that are read, and as much each time that they are answered', async () => {
    const leaf = new ScriptedLeaf('leaf').put('pods', {
      metadata: { name: 'web', namespace: 'team-a' },
      spec: { text: 'x'.repeat(50_000) },
    });
    const costOf = async (selection: string) => {
      const { ask, extra } = graphOver([leaf]);
      await ask(podIds(1), selection);
      return extra.cost;
    };
    for (const [selection, times] of [
      ['a: manifest', 2],
      ['a: manifest b: yaml c: spec', 4],
    ] as const) {
      const cost = await costOf(`state ${selection}`);
      expect(cost).toBeGreaterThanOrEqual(times * 1_000);
      expect(cost).toBeLessThan(times * 1_100);
    }
  });

  it('bound how many objects are read live, and say so', async () => {
    const leaf = leafWithPods(5);
    const { errors } = await graphOver([leaf], { liveObjects: 3 }).ask(podIds(5), 'state');
    expect(errors.map(({ message, extensions }) => [message, extensions['code']])).toEqual(
      Array(2).fill([
        expect.stringMatching(/^One request may read at most 3 objects live.*\(limits\.liveObjects\)\. Ask for fewer/),
        'BAD_USER_INPUT',
      ]),
    );
    expect((await graphOver([leaf], { liveObjects: 3 }).ask([...podIds(3), ...podIds(3)], 'state')).errors).toEqual([]);
  });

  it('leave the event loop to others while a page of them is written as YAML', async () => {
    const leaf = leafWithPods(240);
    const spec = {
      containers: Array.from({ length: 400 }, (_, i) => ({ name: `c${i}`, image: `registry.example.com/image:${i}` })),
    };
    for (const [path, object] of leaf.objects) leaf.objects.set(path, { ...object, spec });
    const others = othersWhileTimePasses();
    const { lives } = await graphOver([leaf]).ask(podIds(240), 'yaml');
    expect(lives.filter(({ yaml }) => (yaml as string).length > 10_000)).toHaveLength(240);
    expect(others.turns()).toBeGreaterThan(100); // without pauses there would be only a few turns
  });

  it('leave the event loop to others while one object is written that nests deeply, and refuse to write it to its end', async () => {
    const leaf = leafWithPods(1);
    const values = Array.from({ length: 300 }).reduce<unknown>(
      (inner, _, i) => (i % 2 ? { a: inner } : [inner]),
      Array(100_000).fill(1),
    );
    for (const [path, object] of leaf.objects) leaf.objects.set(path, { ...object, spec: { values } });
    const { ask } = graphOver([leaf]);
    await ask(podIds(1), 'state');
    const others = othersWhileTimePasses();
    const { lives, errors } = await ask(podIds(1), 'state yaml spec(path: ".values.a[0]")');
    expect(lives[0]).toMatchObject({ state: 'OK', yaml: null, spec: expect.anything() });
    expect(errors).toMatchObject([
      {
        message: expect.stringMatching(/in YAML, as one is that nests deeply/),
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ]);
    expect(others.turns()).toBeGreaterThan(30); // without pauses all 60 MB would be written in a few turns
  });
});
