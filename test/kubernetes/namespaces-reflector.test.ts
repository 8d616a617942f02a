/**
 * One sink for several namespaces. It receives one list of all objects, and the errors of namespaces that cannot be
 * followed.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Clock } from '../../async/clock.ts';
import type { KubernetesObject, ListOptions, ListPage, WatchEvent, WatchOptions } from '../../kubernetes/client.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import { startNamespacesReflector } from '../../kubernetes/namespaces-reflector.ts';
import type { Reflector } from '../../kubernetes/reflector.ts';
import type { Resource } from '../../rbac/types.ts';
import { RecordingSink } from './recording-sink.ts';
import { until } from './until.ts';

const PODS: Resource = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };
const pod = (name: string): KubernetesObject => ({ metadata: { name, resourceVersion: '1' } });
const forbidden = () => new KubernetesError('FORBIDDEN', 'leaf: pods is forbidden', { cluster: 'leaf', status: 403 });
const gone = () => new KubernetesError('GONE', 'leaf: too old', { cluster: 'leaf', status: 410 });

/** A leaf: the pods of each namespace, the permission to list them, and the open watches. */
class Leaf {
  readonly cluster = 'leaf';
  readonly pods = new Map<string, Set<string>>();
  readonly refused = new Set<string>();
  readonly watches = new Map<string, ((event: WatchEvent | KubernetesError) => void)[]>();
  readonly requests: string[] = [];
  now = 0;
  readonly clock: Clock = {
    now: () => this.now,
    sleep: async (ms, signal) => {
      this.now += ms;
      await new Promise(resolve => setImmediate(resolve));
      signal.throwIfAborted();
    },
  };

  constructor(pods: Readonly<Record<string, readonly string[]>>) {
    for (const [namespace, names] of Object.entries(pods)) this.pods.set(namespace, new Set(names));
  }

  health() {
    return { state: 'closed', reason: '', openForMs: 0, retryInMs: 0 } as const;
  }

  async list(_resource: Resource, { namespace = '', onObjects }: ListOptions): Promise<ListPage> {
    this.requests.push(`list ${namespace}`);
    if (this.refused.has(namespace)) throw forbidden();
    await onObjects?.([...(this.pods.get(namespace) ?? [])].map(pod));
    return { items: [], resourceVersion: '5', continue: '', remainingItemCount: undefined };
  }

  async *watch(
    _resource: Resource,
    { namespace = '', sendInitialEvents, signal, opened }: WatchOptions,
  ): AsyncGenerator<WatchEvent> {
    this.requests.push(`watch ${namespace}`);
    if (this.refused.has(namespace)) throw forbidden();
    if (sendInitialEvents)
      throw new KubernetesError('INVALID', 'leaf: no streamed lists', { cluster: 'leaf', status: 422 });
    opened?.();
    const queue: (WatchEvent | KubernetesError)[] = [];
    let wake = () => {};
    const push = (event: WatchEvent | KubernetesError) => {
      queue.push(event);
      wake();
    };
    this.watches.set(namespace, [...(this.watches.get(namespace) ?? []), push]);
    signal.addEventListener('abort', () => wake(), { once: true });
    for (;;) {
      signal.throwIfAborted();
      const event = queue.shift();
      if (event instanceof KubernetesError) throw event;
      if (event) yield event;
      else await new Promise<void>(resolve => (wake = resolve));
    }
  }

  /** Sends an event to the latest watch of a namespace. */
  send(namespace: string, event: WatchEvent | KubernetesError): void {
    this.watches.get(namespace)!.at(-1)!(event);
  }
}

const running: Reflector[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(reflector => reflector.stop()));
});

function reflect(leaf: Leaf): RecordingSink {
  const sink = new RecordingSink();
  const options = {
    client: leaf,
    resource: PODS,
    transform: (object: KubernetesObject) => object,
    clock: leaf.clock,
    random: () => 0,
  };
  running.push(startNamespacesReflector({ ...options, namespaces: [...leaf.pods.keys()] }, sink));
  return sink;
}

describe('a reflector of two namespaces', () => {
  it('delivers both as one list, and then the changes of both', async () => {
    const leaf = new Leaf({ a: ['a1', 'a2'], b: ['b1'] });
    const sink = reflect(leaf);
    await until(() => sink.phase === 'watching');
    expect([sink.names(), sink.lists]).toEqual([['a1', 'a2', 'b1'], 1]);
    leaf.send('a', { type: 'ADDED', object: pod('a3') });
    leaf.send('b', { type: 'DELETED', object: pod('b1') });
    await until(() => sink.has('a3') && !sink.has('b1'));
    expect(sink.lists).toBe(1);
  });

  it('reads no other namespace', async () => {
    const leaf = new Leaf({ a: [], b: [] });
    const sink = reflect(leaf);
    await until(() => sink.phase === 'watching');
    expect(new Set(leaf.requests.map(request => request.split(' ')[1]))).toEqual(new Set(['a', 'b']));
  });

  it('lists both again after a gap in one, so that no deletion is missed', async () => {
    const leaf = new Leaf({ a: ['a1'], b: ['b1'] });
    const sink = reflect(leaf);
    await until(() => sink.phase === 'watching');
    leaf.pods.get('a')!.clear();
    leaf.send('a', gone());
    await until(() => sink.lists === 2 && sink.phase === 'watching');
    expect(sink.names()).toEqual(['b1']);
  });

  it('counts as confirmed when both are', async () => {
    const leaf = new Leaf({ a: ['a1'], b: ['b1'] });
    const sink = reflect(leaf);
    await until(() => sink.phase === 'watching');
    const before = sink.confirmations;
    for (const name of ['a2', 'a3']) leaf.send('a', { type: 'ADDED', object: pod(name) });
    await until(() => sink.has('a3'));
    expect(sink.confirmations).toBe(before);
    leaf.send('b', { type: 'ADDED', object: pod('b2') });
    await until(() => sink.confirmations === before + 1);
  });

  it('follows the one that it may list, and says that it may not list the other', async () => {
    const leaf = new Leaf({ a: ['a1'], b: ['b1'] });
    leaf.refused.add('b');
    const sink = reflect(leaf);
    await until(() => sink.lists === 1 && sink.phase === 'failing');
    expect(sink.names()).toEqual(['a1']);
    expect(sink.states.at(-1)).toMatchObject({
      error: { code: 'FORBIDDEN', message: expect.stringContaining('not listed in b') },
    });
    leaf.send('a', { type: 'ADDED', object: pod('a2') });
    await until(() => sink.has('a2'));
    leaf.refused.clear();
    await until(() => sink.has('b1') && sink.phase === 'watching');
  });

  it('drops what it showed of a namespace that it may not list any more', async () => {
    const leaf = new Leaf({ a: ['a1'], b: ['b1'] });
    const sink = reflect(leaf);
    await until(() => sink.phase === 'watching');
    leaf.refused.add('b');
    leaf.send('b', gone());
    await until(() => !sink.has('b1'));
    expect(sink.names()).toEqual(['a1']);
  });

  it('is forbidden where it may list neither', async () => {
    const leaf = new Leaf({ a: ['a1'], b: ['b1'] });
    for (const namespace of ['a', 'b']) leaf.refused.add(namespace);
    const sink = reflect(leaf);
    await until(() => sink.phase === 'forbidden');
    expect(sink.lists).toBe(0);
    leaf.refused.clear();
    await until(() => sink.phase === 'watching');
    expect(sink.names()).toEqual(['a1', 'b1']);
  });

  it('ends within one event', async () => {
    const leaf = new Leaf({ a: ['a1'], b: ['b1'] });
    const sink = reflect(leaf);
    await until(() => sink.phase === 'watching');
    await running.pop()!.stop();
    const { length } = sink.calls;
    leaf.send('a', { type: 'ADDED', object: pod('a2') });
    await new Promise(resolve => setImmediate(resolve));
    expect(sink.calls).toHaveLength(length);
  });
});
