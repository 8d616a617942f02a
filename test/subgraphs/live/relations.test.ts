import { describe, expect, it, jest } from '@jest/globals';
import { eventLoopTurns } from '../../../async/fair-turns.ts';
import { processorTime } from '../../processor-time.ts';
import { graphOver } from './graph.ts';
import { leafWithPods, POD, podIds, ScriptedLeaf } from './scripted-leaf.ts';

describe('the owners of an object', () => {
  const owned = (ownerReferences: unknown) => ({ metadata: { name: 'web', namespace: 'team-a', ownerReferences } });

  it('are objects in its own namespace or cluster-scoped, by the discovery of the leaf', async () => {
    const leaf = new ScriptedLeaf('leaf').put(
      'pods',
      owned([
        { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-1', uid: '1' },
        { apiVersion: 'v1', kind: 'Node', name: 'n1', uid: '2' },
        { apiVersion: 'gone.example.com/v1', kind: 'Widget', name: 'w', uid: '3' },
        { apiVersion: 7, kind: 'Node', name: 'n2' },
        null,
      ]),
    );
    const { lives, errors } = await graphOver([leaf]).ask([POD], 'state owners { id }');
    expect(errors).toEqual([]);
    expect(lives[0].owners).toEqual([{ id: 'leaf/apps/ReplicaSet/team-a/web-1' }, { id: 'leaf//Node//n1' }]);
  });

  it('are left out where the index would not show them', async () => {
    const leaf = new ScriptedLeaf('leaf').put(
      'pods',
      owned([{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'hidden', uid: '1' }]),
    );
    const { lives } = await graphOver([leaf], { hidden: ['leaf/apps/ReplicaSet/team-a/hidden'] }).ask(
      [POD],
      'owners { id }',
    );
    expect(lives[0].owners).toEqual([]);
  });

  it('may be anything', async () => {
    const leaf = new ScriptedLeaf('leaf').put('pods', owned('nobody'));
    const { lives } = await graphOver([leaf]).ask([POD], 'owners { id }');
    expect(lives[0].owners).toEqual([]);
  });
});

describe('the events about an object', () => {
  const event = (name: string, lastTimestamp: string, uid = 'uid-web', more: object = {}) => ({
    metadata: { name, namespace: 'team-a' },
    involvedObject: { kind: 'Pod', name: 'web', namespace: 'team-a', uid },
    type: 'Normal',
    reason: name,
    message: 'm',
    count: 2,
    lastTimestamp,
    ...more,
  });

  it('come newest first, of this object and not of its predecessor, as the caller', async () => {
    const leaf = leafWithPods()
      .put('events', event('old', '2026-01-01T00:00:00Z'))
      .put('events', event('predecessor', '2026-01-03T00:00:00Z', 'another-uid'))
      .put(
        'events',
        event('series', '', 'uid-web', {
          count: null,
          lastTimestamp: null,
          series: { count: 9, lastObservedTime: '2026-01-02T12:00:00.000001Z' },
          reportingComponent: 'kubelet',
        }),
      )
      .put('events', event('new', '2026-01-03T00:00:00Z'))
      .put('events', { metadata: { name: 'bad', namespace: 'team-a' }, involvedObject: 7, reason: {}, count: 'x' });
    const { lives, errors } = await graphOver([leaf]).ask(
      [POD],
      'events(first: 3) { state message nodes { id reason count reportedBy lastSeenAt } complete }',
    );
    expect(errors).toEqual([]);
    expect(lives[0].events).toMatchObject({
      state: 'OK',
      message: null,
      nodes: [
        { id: 'leaf//Event/team-a/new', reason: 'new', count: 2 },
        { reason: 'series', count: 9, reportedBy: 'kubelet' },
        { reason: 'old' },
      ],
      complete: true,
    });
    const list = leaf.requested.find(({ verb }) => verb === 'list');
    expect(list?.options).toMatchObject({
      fieldSelector: 'involvedObject.kind=Pod,involvedObject.name=web,involvedObject.namespace=team-a',
    });
    expect(list?.as).toMatchObject({ type: 'impersonate', user: 'jane' });
  });

  it('of a cluster-scoped object are those in the namespace default', async () => {
    const leaf = new ScriptedLeaf('leaf').put('nodes', { metadata: { name: 'n1', uid: 'u' } });
    leaf.put('events', {
      metadata: { name: 'e', namespace: 'default' },
      involvedObject: { kind: 'Node', name: 'n1', uid: 'n1' },
      reason: 'Ready',
    });
    const { lives } = await graphOver([leaf]).ask(['leaf//Node//n1'], 'events { nodes { reason lastSeenAt } }');
    expect(lives[0].events).toEqual({ nodes: [{ reason: 'Ready', lastSeenAt: null }] });
  });

  it.each([
    ['FORBIDDEN', 'Cluster "leaf" does not let you list events in namespace "team-a".'],
    ['TIMEOUT', 'Cluster "leaf" did not answer in time.'],
    ['UNREACHABLE', 'Cluster "leaf" cannot be reached.'],
    ['THROTTLED', 'Cluster "leaf" has too many requests to answer; ask again later.'],
  ] as const)('say so when the leaf says %s, and the state of the object stands', async (code, message) => {
    const leaf = leafWithPods();
    leaf.refuse = ({ path }) => {
      if (path.endsWith('/events')) throw leaf.error(code);
    };
    const { lives, errors } = await graphOver([leaf]).ask(
      [POD],
      'state events { state message nodes { reason } complete }',
    );
    expect(errors).toEqual([]);
    expect(lives).toEqual([{ state: 'OK', events: { state: code, message, nodes: [], complete: false } }]);
  });

  it('are read to a bound', async () => {
    const leaf = leafWithPods();
    for (let i = 0; i < 100; i += 1) leaf.put('events', event(`e${i}`, '2026-01-01T00:00:00Z'));
    leaf.pageSize = 10;
    const { lives } = await graphOver([leaf]).ask(
      [POD],
      'events(first: 500) { state message nodes { reason } complete }',
    );
    expect(lives[0].events.nodes).toHaveLength(40);
    expect(lives[0].events).toMatchObject({
      state: 'OK',
      complete: false,
      message: expect.stringMatching(/more events than the 2000 that are read/),
    });
  });

  it('are put together in short steps, however long their texts are', async () => {
    const leaf = leafWithPods();
    for (let i = 0; i < 1_500; i += 1)
      leaf.put(
        'events',
        event(`e${i}`, '2026-01-01T00:00:00Z', 'uid-web', { reason: 'r', message: `${'"'.repeat(20_000)}${i % 700}` }),
      );
    const run = eventLoopTurns.run.bind(eventLoopTurns);
    const steps: number[] = [];
    jest.spyOn(eventLoopTurns, 'run').mockImplementation((caller, work, signal) => {
      const next = () => {
        const began = processorTime();
        const step = work.next();
        steps.push(processorTime() - began);
        return step;
      };
      return run(caller, { next }, signal);
    });
    const { lives } = await graphOver([leaf]).ask([POD], 'events(first: 2) { nodes { count } message }');
    jest.restoreAllMocks();
    expect(lives[0].events).toMatchObject({
      nodes: [{ count: 6 }, { count: 6 }],
      message: 'There are 698 older ones. Ask for more: events(first:).',
    });
    expect(Math.max(...steps)).toBeLessThan(250); // comparing all texts with each other would take seconds
  });

  it('are each told once, also where a list repeats them', async () => {
    const leaf = leafWithPods().put('events', event('only', '2026-01-01T00:00:00Z'));
    const page = leaf.page.bind(leaf);
    leaf.page = (items, options, next) => page([...items, ...items], options, next);
    const { lives } = await graphOver([leaf]).ask([POD], 'events { nodes { reason count } complete }');
    expect(lives[0].events).toEqual({ nodes: [{ reason: 'only', count: 2 }], complete: true });
  });

  it('are one where they say the same, with the counts and times of all', async () => {
    const said = { reason: 'BackOff', message: 'back-off restarting', source: { component: 'kubelet' } };
    const leaf = leafWithPods()
      .put(
        'events',
        event('a', '2026-01-01T00:00:00Z', 'uid-web', { ...said, count: 3, firstTimestamp: '2025-12-31T00:00:00Z' }),
      )
      .put(
        'events',
        event('b', '2026-01-03T00:00:00Z', 'uid-web', { ...said, count: 4, firstTimestamp: '2026-01-02T00:00:00Z' }),
      )
      .put('events', event('c', '2026-01-02T00:00:00Z', 'uid-web', { ...said, message: 'another' }))
      .put('events', event('d', '2026-01-02T00:00:00Z', 'uid-web', { ...said, source: { component: 'another' } }))
      .put('events', event('e', '2026-01-04T00:00:00Z', 'another-uid', { ...said, count: 9 }));
    const { lives } = await graphOver([leaf]).ask(
      [POD],
      'events { nodes { id message count firstSeenAt lastSeenAt reportedBy } }',
    );
    expect(lives[0].events.nodes).toEqual([
      {
        ...{ id: 'leaf//Event/team-a/b', message: 'back-off restarting', count: 7, reportedBy: 'kubelet' },
        ...{ firstSeenAt: new Date('2025-12-31T00:00:00Z'), lastSeenAt: new Date('2026-01-03T00:00:00Z') },
      },
      expect.objectContaining({ id: 'leaf//Event/team-a/c', count: 2 }),
      expect.objectContaining({ id: 'leaf//Event/team-a/d', count: 2 }),
    ]);
  });

  it('say how many there are beside those that are shown', async () => {
    const leaf = leafWithPods();
    for (let i = 0; i < 5; i += 1) leaf.put('events', event(`e${i}`, '2026-01-01T00:00:00Z'));
    const { lives } = await graphOver([leaf]).ask(
      [POD],
      'events(first: 2) { state message complete nodes { reason } }',
    );
    expect(lives[0].events).toEqual({
      ...{ state: 'OK', complete: false, nodes: [{ reason: 'e0' }, { reason: 'e1' }] },
      message: 'There are 3 older ones. Ask for more: events(first:).',
    });
  });

  it('say that some cannot be read', async () => {
    const leaf = leafWithPods().put('events', event('only', '2026-01-01T00:00:00Z'));
    const page = leaf.page.bind(leaf);
    leaf.page = async (items, options, next) => {
      options.onLeftOut?.(2);
      return page(items, options, next);
    };
    const { lives } = await graphOver([leaf]).ask([POD], 'events { state message complete nodes { reason } }');
    expect(lives[0].events).toEqual({
      ...{ state: 'OK', complete: false, nodes: [{ reason: 'only' }] },
      message: 'Cluster "leaf" has events that cannot be read: 2 are left out.',
    });
  });

  it('are asked for once, by however many names', async () => {
    const leaf = leafWithPods().put('events', event('only', '2026-01-01T00:00:00Z'));
    const { lives } = await graphOver([leaf]).ask(
      [POD],
      'events { nodes { reason } complete } last: events(first: 1) { nodes { reason } complete } none: events(first: 0) { nodes { reason } complete }',
    );
    const only = { nodes: [{ reason: 'only' }], complete: true };
    expect(lives).toEqual([{ events: only, last: only, none: { nodes: [], complete: false } }]);
    expect(leaf.requested.filter(({ verb }) => verb === 'list')).toHaveLength(1);
  });

  describe('of a page of objects in one namespace', () => {
    const pods = 20;
    const withEvents = () => {
      const leaf = leafWithPods(pods);
      for (const id of podIds(pods)) {
        const name = id.split('/').at(-1)!;
        leaf.put(
          'events',
          event(`of-${name}`, '2026-01-01T00:00:00Z', `uid-${name}`, {
            involvedObject: { kind: 'Pod', name, namespace: 'team-a' },
          }),
        );
      }
      return leaf;
    };
    const each = podIds(pods).map(id => ({ events: { nodes: [{ reason: `of-${id.split('/').at(-1)}` }] } }));
    const lists = (leaf: ScriptedLeaf) =>
      leaf.requested.filter(({ verb, path }) => verb === 'list' && path.endsWith('/events'));

    it('are one list', async () => {
      const leaf = withEvents();
      const { lives } = await graphOver([leaf]).ask(podIds(pods), 'events { nodes { reason } }');
      expect(lives).toEqual(each);
      expect(lists(leaf).map(({ options }) => 'fieldSelector' in options)).toEqual([false]);
    });

    it('are asked for by object where they are too many for one list', async () => {
      const leaf = withEvents();
      leaf.pageSize = 4;
      leaf.refuse = ({ options }) => {
        leaf.pageSize = 'fieldSelector' in options ? 500 : 4;
      };
      const { lives } = await graphOver([leaf]).ask(podIds(pods), 'events { nodes { reason } }');
      expect(lives).toEqual(each);
      expect(lists(leaf).filter(({ options }) => 'fieldSelector' in options)).toHaveLength(pods);
    });

    it('are refused once', async () => {
      const leaf = withEvents();
      leaf.refuse = ({ path }) => {
        if (path.endsWith('/events')) throw leaf.error('FORBIDDEN');
      };
      const { lives } = await graphOver([leaf]).ask(podIds(pods), 'state events { state nodes { reason } }');
      expect(lives).toEqual(Array(pods).fill({ state: 'OK', events: { state: 'FORBIDDEN', nodes: [] } }));
      expect(lists(leaf)).toHaveLength(1);
    });

    it('count among what one request may read', async () => {
      const { lives, errors } = await graphOver([withEvents()], { liveObjects: pods + 3 }).ask(
        podIds(pods),
        'events { nodes { reason } }',
      );
      expect(lives.filter(({ events }) => events)).toEqual(each.slice(0, 3));
      expect(errors[0]!.message).toMatch(
        /at most 23 objects live, events about an object, .* counted as one more each \(limits\.liveObjects\)/,
      );
    });

    it('count as they arrive, and those of others not at all', async () => {
      const leaf = withEvents();
      for (let i = 0; i < 200; i += 1) {
        const others = { kind: 'Pod', name: 'other', namespace: 'team-a' };
        leaf.put(
          'events',
          event(`of-other-${i}`, '2026-01-01T00:00:00Z', 'x', { involvedObject: others, message: 'm'.repeat(1_000) }),
        );
      }
      const { lives } = await graphOver([leaf], { liveBytes: 50_000 }).ask(podIds(pods), 'events { nodes { reason } }');
      expect(lives).toEqual(each);
      const flood = withEvents();
      let arrived = 0;
      const items = Array.from({ length: 1_000 }, (_, i) =>
        event(`e${i}`, '2026-01-01T00:00:00Z', '', { message: 'm'.repeat(1_000) }),
      );
      flood.page = async (_items, { onObjects }) => {
        for (const item of items) {
          await onObjects!([item]);
          arrived += 1;
        }
        return { items: [], resourceVersion: '1', continue: 'more', remainingItemCount: undefined };
      };
      const graph = graphOver([flood], { liveBytes: 50_000 });
      expect((await graph.ask([POD], 'state events { state message nodes { reason } complete }')).lives).toEqual([
        {
          state: 'OK',
          events: {
            state: 'TOO_LARGE',
            message: expect.stringContaining('(limits.liveBytes)'),
            nodes: [],
            complete: false,
          },
        },
      ]);
      expect(arrived).toBe(1_000); // only one of four pages is read
    });

    it('count among what one request may hold', async () => {
      const { lives, errors } = await graphOver([withEvents()], { liveBytes: 5_000 }).ask(
        podIds(pods),
        'state events { state nodes { reason } }',
      );
      expect(errors).toEqual([]);
      expect(lives.every(({ state }) => state === 'OK')).toBe(true);
      expect(lives.at(-1)).toEqual({ state: 'OK', events: { state: 'TOO_LARGE', nodes: [] } });
    });
  });

  it.each([-1, 501])('cannot be %i', async first => {
    const { errors } = await graphOver([leafWithPods()]).ask([POD], `events(first: ${first}) { nodes { reason } }`);
    expect(errors[0]).toMatchObject({
      message: `events(first: ${first}): give 0 to 500.`,
      extensions: { code: 'BAD_USER_INPUT', argument: 'first' },
    });
  });
});
