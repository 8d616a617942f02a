/**
 * The resources of kinds to which rows are related and that are not collected, such as the PersistentVolumes of claims. Nothing of their objects is read: who may
 * be told of such an end follows from who may list the resource, and only the leaf's discovery knows which resource a kind is.
 *
 * It keeps those that rows name, and not all that a leaf serves: they are written with each heartbeat of its state. A kind that was named once stays.
 */
import type { ServedResource } from '../kubernetes/client.ts';
import type { Resource } from '../rbac/types.ts';
import type { ObjectKey } from '../schema/object-id.ts';
import type { Relation } from '../store/attached.ts';
import { kindKey, oneOfEachKind } from './kinds.ts';

/** Kinds that are remembered of those that are served, and of the others. A leaf whose objects name more of them keeps the ends of the rest to itself. */
const MAX_NAMED = 1_000;

export class UncollectedKinds {
  readonly #named: Set<string>;
  /** Not served when they were named: an owner reference may name any kind. */
  readonly #unserved = new Set<string>();
  #served: readonly ServedResource[] = [];
  #servedKinds: ReadonlySet<string> = new Set();
  #collected: ReadonlySet<string> = new Set();
  /** Until there is a discovery, as another collector left them. */
  resources: readonly Resource[];

  constructor(carried: readonly Resource[] = []) {
    this.resources = carried;
    this.#named = new Set(carried.map(kindKey));
  }

  discover(served: readonly ServedResource[], collected: readonly Resource[]): void {
    this.#served = served;
    this.#servedKinds = new Set(served.map(kindKey));
    this.#collected = new Set(collected.map(kindKey));
    this.#find();
  }

  /** @returns whether there are other resources now */
  name(relations: readonly Relation[]): boolean {
    const { length } = this.resources;
    let isFound = false;
    for (const { to } of relations) {
      const kind = kindOf(to);
      const isServed = this.#servedKinds.has(kind);
      const named = isServed ? this.#named : this.#unserved;
      if (named.has(kind) || named.size >= MAX_NAMED) continue;
      named.add(kind);
      isFound ||= isServed;
    }
    if (isFound) this.#find();
    return this.resources.length !== length;
  }

  #find(): void {
    this.resources = oneOfEachKind(
      this.#served.filter(resource => {
        const kind = kindKey(resource);
        return (this.#named.has(kind) || this.#unserved.has(kind)) && !this.#collected.has(kind);
      }),
    ).map(({ group, version, kind, plural, namespaced }) => ({ group, version, kind, plural, namespaced }));
  }
}

/** Groups and kinds that can be collected are spelled in a key as they are. */
function kindOf(key: ObjectKey): string {
  return key.slice(0, key.indexOf('/', key.indexOf('/') + 1));
}
