/**
 * Resources of kinds that are not collected but that the index must know: kinds that rows refer to, such as the
 * PersistentVolumes of claims, and kinds that joins read. Their objects are not read. An end of such a kind is named
 * only to callers who may list the resource, and only discovery maps kinds to resources. A join must report that it
 * lacks objects which its caller may list.
 *
 * Keeps only these kinds, since they are written with each heartbeat of the state. A kind that was named once stays.
 */
import type { ServedResource } from '../kubernetes/client.ts';
import type { Resource } from '../rbac/types.ts';
import type { ObjectKey } from '../schema/object-id.ts';
import type { Relation } from '../store/attached.ts';
import { kindKey, oneOfEachKind } from './kinds.ts';

/**
 * Maximum remembered kinds: this many served kinds, and this many others. If a leaf's objects name more kinds, ends of
 * further kinds are not shown.
 */
const MAX_NAMED = 1_000;

export class UncollectedKinds {
  readonly #named: Set<string>;
  /** Kinds that were not served when they were named: an owner reference may name any kind. */
  readonly #unserved = new Set<string>();
  #served: readonly ServedResource[] = [];
  #servedKinds: ReadonlySet<string> = new Set();
  #collected: ReadonlySet<string> = new Set();
  /** Until discovery is read, as the previous collector left them. */
  resources: readonly Resource[];

  constructor(carried: readonly Resource[] = []) {
    this.resources = carried;
    this.#named = new Set(carried.map(kindKey));
  }

  /** @param isJoined True if a join reads the resource */
  discover(
    served: readonly ServedResource[],
    collected: readonly Resource[],
    isJoined: (resource: Resource) => boolean = never,
  ): void {
    this.#served = served;
    for (const resource of served)
      if (isJoined(resource) && this.#named.size < MAX_NAMED) this.#named.add(kindKey(resource));
    this.#servedKinds = new Set(served.map(kindKey));
    this.#collected = new Set(collected.map(kindKey));
    this.#find();
  }

  /** @returns True if the resources changed */
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

const never = () => false;

/** Groups and kinds that can be collected need no escaping in a key. */
function kindOf(key: ObjectKey): string {
  return key.slice(0, key.indexOf('/', key.indexOf('/') + 1));
}
