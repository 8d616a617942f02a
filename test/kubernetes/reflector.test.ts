/** The reflector over a scripted leaf and a simulated clock. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { KubernetesObject, ListOptions, ListPage, WatchEvent, WatchOptions } from '../../kubernetes/client.ts';
import type { Clock } from '../../async/clock.ts';
import { KubernetesError, type KubernetesErrorCode } from '../../kubernetes/errors.ts';
import { startReflector, type Reflector, type ReflectorOptions } from '../../kubernetes/reflector.ts';
import type { Resource } from '../../rbac/types.ts';
import { RecordingSink } from './recording-sink.ts';
import { until } from './until.ts';

const PODS: Resource = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };

const pod = (name: string, resourceVersion = '1'): KubernetesObject => ({ metadata: { name, resourceVersion } });
const added = (name: string, resourceVersion = '1'): WatchEvent => ({
  type: 'ADDED',
  object: pod(name, resourceVersion),
});
const modified = (name: string, resourceVersion: string): WatchEvent => ({
  type: 'MODIFIED',
  object: pod(name, resourceVersion),
});
const deleted = (name: string, resourceVersion: string): WatchEvent => ({
  type: 'DELETED',
  object: pod(name, resourceVersion),
});
const unreadable = (name: string, resourceVersion: string): WatchEvent => ({
  type: 'UNREADABLE',
  identity: pod(name, resourceVersion),
});
const bookmark = (resourceVersion: string): WatchEvent => ({
  type: 'BOOKMARK',
  resourceVersion,
  initialEventsEnd: false,
});
const initialEnd = (resourceVersion: string): WatchEvent => ({
  type: 'BOOKMARK',
  resourceVersion,
  initialEventsEnd: true,
});
const page = (names: string[], resourceVersion: string, next = ''): ListPage => ({
  items: names.map(name => pod(name)),
  resourceVersion,
  continue: next,
  remainingItemCount: undefined,
});
const fault = (
  code: KubernetesErrorCode,
  details: { status?: number; retryAfterSeconds?: number } = {},
): KubernetesError => new KubernetesError(code, `leaf-1: ${code}`, { cluster: 'leaf-1', ...details });
const HOLD = Symbol('the watch stays open');

/** Response of the leaf to one request. A request for which no step is left fails. */
type Step =
  | { list: ListPage | KubernetesError; leftOut?: number }
  | { watch: (WatchEvent | (() => WatchEvent) | KubernetesError | typeof HOLD)[] };

class ScriptedLeaf {
  readonly cluster = 'leaf-1';
  /** Recorded requests, one line per request: `watch initial`, `watch 7`, `list`, `list next`. */
  readonly requests: string[] = [];
  readonly sleeps: number[] = [];
  readonly #steps: Step[];
  retryInMs = 0;
  now = 0;

  constructor(...steps: Step[]) {
    this.#steps = steps;
  }

  health(): { state: 'closed'; reason: string; openForMs: number; retryInMs: number } {
    return { state: 'closed', reason: '', openForMs: 0, retryInMs: this.retryInMs };
  }

  readonly clock: Clock = {
    now: () => this.now,
    sleep: async (ms, signal) => {
      this.sleeps.push(Math.round(ms));
      this.now += ms;
      if (this.#steps.length === 0) await untilAborted(signal);
    },
  };

  async list(_resource: Resource, { continue: next, limit, onObjects, onLeftOut }: ListOptions): Promise<ListPage> {
    this.requests.push(`list${limit === undefined ? ' whole' : ''}${next ? ` ${next}` : ''}`);
    const step = this.#steps.shift();
    if (!step || !('list' in step)) throw new Error(`unexpected list after ${this.requests.join(', ')}`);
    if (step.list instanceof KubernetesError) throw step.list;
    await onObjects?.(step.list.items);
    if (step.leftOut) onLeftOut?.(step.leftOut);
    return { ...step.list, items: [] };
  }

  async *watch(_resource: Resource, { resourceVersion, signal, opened }: WatchOptions): AsyncGenerator<WatchEvent> {
    this.requests.push(`watch ${resourceVersion ?? 'initial'}`);
    const step = this.#steps.shift();
    if (!step || !('watch' in step)) throw new Error(`unexpected watch after ${this.requests.join(', ')}`);
    const { watch: events } = step;
    if (!(events[0] instanceof KubernetesError)) opened?.();
    for (const event of events) {
      if (event === HOLD) await untilAborted(signal);
      else if (event instanceof KubernetesError) throw event;
      else yield typeof event === 'function' ? event() : event;
    }
    this.now += 300_000; // the server ends each watch after some minutes
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

const running: Reflector[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(reflector => reflector.stop()));
});

function reflect(leaf: ScriptedLeaf, options: Partial<ReflectorOptions<KubernetesObject>> = {}): RecordingSink {
  const sink = new RecordingSink();
  const defaults = { client: leaf, resource: PODS, transform: (object: KubernetesObject) => object, clock: leaf.clock };
  running.push(startReflector({ ...defaults, random: () => 0, ...options }, sink));
  return sink;
}

/** Starts a reflector, and waits until `ended` returns true. */
async function mirror(
  leaf: ScriptedLeaf,
  ended: (sink: RecordingSink) => boolean,
  options: Partial<ReflectorOptions<KubernetesObject>> = {},
): Promise<RecordingSink> {
  const sink = reflect(leaf, options);
  await until(() => ended(sink), 5_000);
  return sink;
}

const refused = { watch: [fault('INVALID', { status: 422 })] };

describe('a streamed list', () => {
  it('delivers what exists, then its end, then changes, over one request', async () => {
    const leaf = new ScriptedLeaf({
      watch: [
        added('a'),
        added('b'),
        initialEnd('5'),
        added('c', '6'),
        modified('a', '7'),
        deleted('b', '8'),
        bookmark('9'),
        HOLD,
      ],
    });
    const sink = await mirror(leaf, ({ confirmations }) => confirmations === 5);
    expect(sink.calls).toEqual(['begin', 'page a b', 'end 5', 'ADDED c', 'MODIFIED a', 'DELETED b']);
    expect(sink.names()).toEqual(['a', 'c']);
    expect(sink.phases).toEqual(['listing', 'watching']);
    expect(leaf.requests).toEqual(['watch initial']);
  });

  it('comes in pages, and lets a change overtake what a page said', async () => {
    const leaf = new ScriptedLeaf({
      watch: [added('a'), added('b'), added('c'), deleted('a', '4'), modified('b', '5'), initialEnd('5'), HOLD],
    });
    const sink = await mirror(leaf, ({ lists }) => lists === 1, { pageSize: 2 });
    expect(sink.calls).toEqual(['begin', 'page a b', 'page c', 'DELETED a', 'MODIFIED b', 'end 5']);
    expect(sink.names()).toEqual(['b', 'c']);
  });

  it.each([
    ['is refused with 400', [fault('BAD_REQUEST', { status: 400 })]],
    ['is refused with 422', [fault('INVALID', { status: 422 })]],
    ['is ignored: an ordinary bookmark comes', [added('a'), bookmark('1')]],
    ['is ignored: the watch ends', [added('a')]],
    ['is ignored: silence', [added('a'), fault('TIMEOUT')]],
  ])('a streamed list that %s is replaced by pages', async (_what, events) => {
    const leaf = new ScriptedLeaf(
      { watch: events },
      { list: page(['a'], '3', 'next') },
      { list: page(['b'], '3') },
      { watch: [HOLD] },
    );
    const sink = await mirror(leaf, ({ phase }) => phase === 'watching' && leaf.requests.length === 4);
    expect(leaf.requests).toEqual(['watch initial', 'list', 'list next', 'watch 3']);
    expect(sink.names()).toEqual(['a', 'b']);
    expect(leaf.sleeps).toEqual([]);
  });

  it('is not asked for again after it was refused', async () => {
    const leaf = new ScriptedLeaf(
      refused,
      { list: page(['a'], '3') },
      { watch: [fault('GONE')] },
      { list: page(['a'], '9') },
      { watch: [HOLD] },
    );
    await mirror(leaf, () => leaf.requests.length === 5);
    expect(leaf.requests).toEqual(['watch initial', 'list', 'watch 3', 'list', 'watch 9']);
  });
});

describe('a watch', () => {
  it('goes on from the last version when the server ends it, and when the connection breaks', async () => {
    const leaf = new ScriptedLeaf(
      { watch: [initialEnd('5'), added('a', '6')] },
      { watch: [bookmark('7')] },
      { watch: [added('b', '8'), fault('UNREACHABLE')] },
      { watch: [HOLD] },
    );
    const sink = await mirror(leaf, ({ phase }) => leaf.requests.length === 4 && phase === 'watching');
    expect(leaf.requests).toEqual(['watch initial', 'watch 6', 'watch 7', 'watch 8']);
    expect(leaf.sleeps).toEqual([400]);
    expect(sink.lists).toBe(1);
    expect(sink.phases.slice(-2)).toEqual(['failing', 'watching']);
  });

  it('starts over with a list at once when its version is gone, and what vanished meanwhile is gone', async () => {
    const leaf = new ScriptedLeaf(
      { watch: [added('a'), added('b'), initialEnd('5')] },
      { watch: [fault('GONE', { status: 410 })] },
      { watch: [added('b'), added('c'), initialEnd('90'), HOLD] },
    );
    const sink = await mirror(leaf, ({ lists }) => lists === 2);
    expect(leaf.requests).toEqual(['watch initial', 'watch 5', 'watch initial']);
    expect(leaf.sleeps).toEqual([0]);
    expect(sink.names()).toEqual(['b', 'c']);
    expect(sink.states.filter(({ phase }) => phase === 'failing')).toEqual([]);
    expect(sink.states).toContainEqual({ phase: 'listing', objects: 0, first: true });
    expect(sink.states).toContainEqual({ phase: 'listing', objects: 0, first: false });
  });

  it('does not spin when its version is always gone', async () => {
    const again = [{ watch: [initialEnd('5')] }, { watch: [fault('GONE')] }];
    const leaf = new ScriptedLeaf(...Array.from({ length: 5 }, () => again).flat());
    await mirror(leaf, () => leaf.sleeps.length === 5);
    expect(leaf.sleeps[0]).toBe(0);
  });

  it('is a failure, not a loop, when it closes as soon as it opens', async () => {
    const leaf = new ScriptedLeaf({ watch: [initialEnd('5')] }, { watch: [] }, { watch: [HOLD] });
    leaf.clock.now = () => 0;
    const sink = await mirror(leaf, ({ phase }) => leaf.requests.length === 3 && phase === 'watching');
    expect(leaf.sleeps).toEqual([400]);
    expect(sink.states).toContainEqual(expect.objectContaining({ phase: 'failing' }));
  });
});

describe('failures', () => {
  it('are waited out longer and longer, up to half a minute, and forgotten after an event', async () => {
    const down = Array.from({ length: 8 }, () => ({ watch: [fault('UNREACHABLE')] }));
    const leaf = new ScriptedLeaf(...down, { watch: [initialEnd('5'), fault('UNREACHABLE')] }, { watch: [HOLD] });
    await mirror(leaf, ({ phase }) => leaf.requests.length === 10 && phase === 'watching');
    expect(leaf.sleeps).toEqual([400, 800, 1_600, 3_200, 6_400, 12_800, 15_000, 15_000, 400]);
  });

  it('with a Retry-After wait as long as asked, within reason', async () => {
    const leaf = new ScriptedLeaf(
      { watch: [fault('THROTTLED', { retryAfterSeconds: 7 })] },
      { watch: [fault('THROTTLED', { retryAfterSeconds: 1e9 })] },
      { watch: [initialEnd('5'), HOLD] },
    );
    await mirror(leaf, ({ lists }) => lists === 1);
    expect(leaf.sleeps).toEqual([7_000, 120_000]);
  });

  describe('of a watch whose storage starts', () => {
    const starting = () =>
      new KubernetesError('THROTTLED', 'leaf-1: watch pods: HTTP 429: storage is (re)initializing', {
        cluster: 'leaf-1',
        status: 429,
        retryAfterSeconds: 1,
      });

    it('lead to a list, and to no word of a failure where that is complete and the watch follows', async () => {
      const leaf = new ScriptedLeaf(
        { watch: [starting()] },
        { list: page(['a'], '5') },
        { watch: [starting()] },
        { watch: [HOLD] },
      );
      const sink = await mirror(leaf, ({ phase }) => phase === 'watching');
      expect(leaf.requests).toEqual(['watch initial', 'list', 'watch 5', 'watch 5']);
      expect([sink.names(), sink.phases, leaf.sleeps]).toEqual([['a'], ['listing', 'watching'], [1_000]]);
    });

    it('tell the cause that the list has', async () => {
      const broken = fault('SERVER_ERROR', { status: 500 });
      const leaf = new ScriptedLeaf(
        { watch: [starting()] },
        { list: broken },
        { watch: [starting()] },
        { list: broken },
      );
      const sink = await mirror(leaf, () => leaf.requests.length === 4);
      expect(leaf.requests).toEqual(['watch initial', 'list', 'watch initial', 'list']);
      expect(sink.states.filter(({ phase }) => phase === 'failing')).toMatchObject([
        { error: broken },
        { error: broken },
      ]);
    });

    it('that was open are told at once, and lead to a list when it goes on', async () => {
      const broken = fault('SERVER_ERROR', { status: 500 });
      const leaf = new ScriptedLeaf(
        { watch: [added('a'), initialEnd('5')] },
        ...Array.from({ length: 4 }, () => ({ watch: [starting()] })),
        { watch: [starting()] },
        { list: broken },
      );
      const sink = await mirror(leaf, () => leaf.requests.length === 7);
      expect(leaf.requests).toEqual([
        'watch initial',
        'watch 5',
        'watch 5',
        'watch 5',
        'watch 5',
        'watch initial',
        'list',
      ]);
      await until(() => sink.states.some(state => 'error' in state && state.error === broken));
      expect(sink.phases).toEqual(['listing', 'watching', 'failing']);
      expect(sink.names()).toEqual(['a']);
    });
  });

  it('wait until the next probe while the leaf answers no request', async () => {
    const leaf = new ScriptedLeaf({ watch: [fault('UNREACHABLE')] }, { watch: [initialEnd('5'), HOLD] });
    leaf.retryInMs = 12_345;
    await mirror(leaf, ({ lists }) => lists === 1);
    expect(leaf.sleeps).toEqual([12_345]);
  });

  it('between the pages of a list void what came, and the next list is complete', async () => {
    const leaf = new ScriptedLeaf(
      refused,
      { list: page(['a'], '3', 'next') },
      { list: fault('GONE', { status: 410 }) },
      { list: page(['b'], '4', 'next') },
      { list: fault('GONE', { status: 410 }) },
      { list: page(['b', 'c'], '5') },
      { watch: [HOLD] },
    );
    const sink = await mirror(leaf, () => leaf.requests.at(-1) === 'watch 5');
    expect(leaf.requests).toEqual(['watch initial', 'list', 'list next', 'list', 'list next', 'list whole', 'watch 5']);
    expect(sink.calls.filter(call => !call.startsWith('page'))).toEqual(['begin', 'begin', 'begin', 'begin', 'end 5']);
  });

  it("lead to a new list when they are the sink's, so that nothing is lost", async () => {
    const leaf = new ScriptedLeaf(
      { watch: [initialEnd('5'), added('a', '6'), HOLD] },
      { watch: [added('a', '6'), initialEnd('6'), HOLD] },
    );
    const sink = new RecordingSink();
    let broken = true;
    sink.changed = () => {
      if (broken) throw new Error('the store is away');
    };
    running.push(startReflector({ client: leaf, resource: PODS, transform: o => o, clock: leaf.clock }, sink));
    await until(() => sink.lists === 2);
    broken = false;
    expect(sink.names()).toEqual(['a']);
  });
});

describe('what the leaf does not allow', () => {
  it('watching: the list is polled, and watching resumes when it is allowed', async () => {
    const no = fault('FORBIDDEN', { status: 403 });
    const leaf = new ScriptedLeaf(
      { watch: [no] },
      { list: page(['a'], '3') },
      { watch: [no] },
      { list: page(['a', 'b'], '4') },
      { watch: [no] },
      { list: page(['b'], '5') },
      { watch: [bookmark('6'), HOLD] },
    );
    const sink = await mirror(leaf, ({ phase }) => phase === 'watching');
    expect(leaf.requests).toEqual(['watch initial', 'list', 'watch 3', 'list', 'watch 4', 'list', 'watch 5']);
    expect(leaf.sleeps).toEqual([30_000, 30_000]);
    expect(sink.phases).toEqual(['listing', 'polling', 'watching']);
    expect(sink.names()).toEqual(['b']);
  });

  it('watching any more: it lists at once, for listing may be forbidden as well', async () => {
    const no = fault('FORBIDDEN', { status: 403 });
    const leaf = new ScriptedLeaf(
      { watch: [initialEnd('5'), bookmark('6')] },
      { watch: [no] },
      { list: no },
      { watch: [no] },
      { list: no },
    );
    const sink = await mirror(leaf, () => leaf.sleeps.length === 3);
    expect(leaf.requests).toEqual(['watch initial', 'watch 6', 'list', 'watch initial', 'list']);
    // The first retries are early, because a server that has just started may refuse requests.
    expect(leaf.sleeps).toEqual([0, 400, 800]);
    expect(sink.phases).toEqual(['listing', 'watching', 'polling', 'forbidden']);
  });

  it.each([
    ['listing', fault('FORBIDDEN', { status: 403 }), 'forbidden'],
    ['a kind that is not served', fault('NOT_FOUND', { status: 404 }), 'gone'],
    ['a kind that cannot be listed', fault('BAD_REQUEST', { status: 405 }), 'gone'],
  ])('is reported and asked again in a minute: %s', async (_what, error, phase) => {
    const leaf = new ScriptedLeaf({ watch: [error] }, ...(error.code === 'NOT_FOUND' ? [] : [{ list: error }]), {
      watch: [initialEnd('5'), HOLD],
    });
    const sink = await mirror(leaf, ({ lists }) => lists === 1);
    expect(leaf.sleeps).toEqual([60_000]);
    expect(sink.states).toContainEqual({ phase, reason: error.message });
  });
});

describe('a reflector', () => {
  it('hands every object to the transform and leaves out what that refuses', async () => {
    const leaf = new ScriptedLeaf({
      watch: [added('a'), added('secret'), initialEnd('5'), added('secret', '6'), bookmark('7'), HOLD],
    });
    const sink = await mirror(leaf, ({ confirmations }) => confirmations === 3, {
      transform: object => (object.metadata.name === 'secret' ? undefined : object),
    });
    expect(sink.calls).toEqual(['begin', 'page a', 'end 5']);
  });

  it('reports objects of a list that could not be delivered', async () => {
    const leaf = new ScriptedLeaf(refused, { list: page(['a'], '3'), leftOut: 2 }, { watch: [HOLD] });
    const sink = await mirror(leaf, ({ confirmations }) => confirmations === 1);
    expect(sink.calls).toEqual(['begin', 'begin', 'page a', 'left out 2', 'end 3']);
  });

  it('treats an object that became unreadable as deleted, reports it, and goes on from its version', async () => {
    const leaf = new ScriptedLeaf(
      { watch: [added('a'), added('b'), initialEnd('5'), unreadable('a', '6'), added('c', '7'), unreadable('b', '8')] },
      { watch: [HOLD] },
    );
    const sink = await mirror(leaf, ({ phase }) => leaf.requests.length === 2 && phase === 'watching');
    expect(sink.calls).toEqual([
      'begin',
      'page a b',
      'end 5',
      'DELETED a',
      'left out 1',
      'ADDED c',
      'DELETED b',
      'left out 1',
    ]);
    expect(sink.names()).toEqual(['c']);
    expect(leaf.requests).toEqual(['watch initial', 'watch 8']);
    expect(sink.phases).toEqual(['listing', 'watching']);
    expect(leaf.sleeps).toEqual([]);
  });

  it('leaves an object that cannot be read out of a streamed list, and goes on with the list', async () => {
    const leaf = new ScriptedLeaf({
      watch: [added('a'), unreadable('a', '2'), unreadable('b', '3'), added('c'), initialEnd('5'), HOLD],
    });
    const sink = await mirror(leaf, ({ phase }) => phase === 'watching');
    expect(sink.calls).toEqual([
      'begin',
      'page a',
      'DELETED a',
      'left out 1',
      'DELETED b',
      'left out 1',
      'page c',
      'end 5',
    ]);
    expect(sink.names()).toEqual(['c']);
  });

  it('lists again when an event does not name its object, at once and then no sooner than after five minutes', async () => {
    const pass = (): WatchEvent => {
      leaf.now += 60_000;
      return bookmark('9');
    };
    const nobodys: WatchEvent = { type: 'UNREADABLE', identity: undefined };
    const leaf = new ScriptedLeaf(
      { watch: [added('a'), added('b'), initialEnd('5'), nobodys, added('never read', '6')] },
      {
        watch: [
          added('a'),
          initialEnd('8'),
          nobodys,
          nobodys,
          added('c', '9'),
          pass,
          pass,
          pass,
          pass,
          nobodys,
          pass,
          pass,
        ],
      },
      { watch: [added('a'), initialEnd('20'), pass, pass, pass, pass, pass, pass, HOLD] },
    );
    const sink = await mirror(leaf, ({ lists, confirmations }) => lists === 3 && confirmations === 9);
    expect(sink.calls).toEqual([
      ...['begin', 'page a b', 'end 5', 'left out 1'],
      ...['begin', 'page a', 'end 8', 'left out 1', 'left out 1', 'ADDED c', 'left out 1'],
      ...['begin', 'page a', 'end 20'],
    ]);
    expect(leaf.requests).toEqual(['watch initial', 'watch initial', 'watch initial']);
    expect(leaf.sleeps).toEqual([]);
    expect(sink.phases).not.toContain('failing');
  });

  it('does not count delivered objects as confirmed while one of them is out of date and unknown', async () => {
    const nobodys: WatchEvent = { type: 'UNREADABLE', identity: undefined };
    const leaf = new ScriptedLeaf(
      { watch: [initialEnd('5'), nobodys] },
      { watch: [initialEnd('8'), nobodys, bookmark('9'), HOLD] },
    );
    const sink = await mirror(leaf, ({ calls }) => calls.length === 6);
    expect(sink.calls).toEqual(['begin', 'end 5', 'left out 1', 'begin', 'end 8', 'left out 1']);
    await new Promise(setImmediate);
    expect(sink.confirmations).toBe(2);
  });

  it('stops in the middle of anything and is silent afterwards', async () => {
    for (const steps of [
      [{ watch: [added('a'), HOLD] }],
      [{ watch: [fault('UNREACHABLE')] }],
      [{ watch: [initialEnd('1'), HOLD] }],
    ] as Step[][]) {
      const leaf = new ScriptedLeaf(...steps);
      const sink = reflect(leaf);
      await until(() => leaf.requests.length === 1);
      await running.pop()!.stop();
      const calls = sink.calls.length;
      await new Promise(setImmediate);
      expect(sink.calls).toHaveLength(calls);
    }
  });
});
