/** A sink that mirrors the objects of a reflector and records its calls. */
import type { KubernetesObject } from '../../kubernetes/client.ts';
import type { ReflectorSink, ReflectorState } from '../../kubernetes/reflector.ts';

export class RecordingSink implements ReflectorSink<KubernetesObject> {
  /** Recorded calls, one line per call: `page a b`, `MODIFIED a`. */
  readonly calls: string[] = [];
  readonly states: ReflectorState[] = [];
  readonly #objects = new Map<string, KubernetesObject>();
  #unseen = new Set<string>();
  lists = 0;
  confirmations = 0;

  get phase(): ReflectorState['phase'] | undefined {
    return this.states.at(-1)?.phase;
  }

  get phases(): string[] {
    return this.states.map(({ phase }) => phase).filter((phase, i, all) => phase !== all[i - 1]);
  }

  has(name: string): boolean {
    return this.#objects.has(name);
  }

  object(name: string): KubernetesObject | undefined {
    return this.#objects.get(name);
  }

  names(): string[] {
    return [...this.#objects.keys()].sort();
  }

  listBegin(): void {
    this.calls.push('begin');
    this.#unseen = new Set(this.#objects.keys());
  }

  listPage(objects: readonly KubernetesObject[]): void {
    this.calls.push(`page ${objects.map(({ metadata }) => metadata.name).join(' ')}`);
    for (const object of objects) this.#put(object);
  }

  listEnd(resourceVersion: string): void {
    this.calls.push(`end ${resourceVersion}`);
    for (const name of this.#unseen) this.#objects.delete(name);
    this.#unseen.clear();
    this.lists += 1;
  }

  changed(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: KubernetesObject): void {
    this.calls.push(`${type} ${object.metadata.name}`);
    this.#put(object);
    if (type === 'DELETED') this.#objects.delete(object.metadata.name);
  }

  leftOut(count: number): void {
    this.calls.push(`left out ${count}`);
  }

  confirmed(): void {
    this.confirmations += 1;
  }

  state(state: ReflectorState): void {
    this.states.push(state);
  }

  #put(object: KubernetesObject): void {
    this.#objects.set(object.metadata.name, object);
    this.#unseen.delete(object.metadata.name);
  }
}
