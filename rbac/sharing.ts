/**
 * Shares repeated parts of a fleet's grants. Hundreds of thousands of objects contain the same names, subjects,
 * references and rules, and parsing creates them anew for each object. Sharing saves much memory. A role that all
 * clusters have is usually compiled only once.
 *
 * Parts that are not used again are dropped. The memory of the pools is therefore limited, even if a leaf invents many
 * names.
 */
import type { Aggregation, GrantObject, PolicyRule, Resource, RoleRef, Subject } from './types.ts';

/** Returns an equal grant that is made of shared parts. */
export function sharedGrant<T extends GrantObject>(grant: T): T;
export function sharedGrant(grant: GrantObject): GrantObject {
  const { resourceVersion } = grant;
  const [namespace, name] = [sharedText(grant.namespace), sharedText(grant.name)];
  // Each field is written out, because objects made by spreading take more memory.
  if ('rules' in grant) {
    const { type, aggregated, aggregation } = grant;
    const role = {
      type: sharedType(type),
      namespace,
      name,
      rules: rules.get(grant.rules),
      aggregated,
      resourceVersion,
    };
    return aggregation ? { ...role, aggregation: aggregations.get(aggregation) } : role;
  }
  const [roleRef, subjects] = [roleRefs.get(grant.roleRef), subjectLists.get(grant.subjects)];
  return { type: sharedType(grant.type), namespace, name, roleRef, subjects, resourceVersion };
}

function sharedType<T extends GrantObject['type']>(type: T): T {
  return sharedText(type) as T;
}

export function sharedText(text: string): string {
  return texts.get(text);
}

/** Returns the shared array for equal lists of resources. Compiled roles are looked up by this array. */
export function sharedResources(served: readonly Resource[]): readonly Resource[] {
  return resources.get(served);
}

interface PoolOptions<T> {
  /** Key of a value. Equal values have equal keys. Undefined for values that are too large to be shared. */
  readonly key: (thing: T) => string | undefined;
  /** Maximum number of values in each of the two generations. */
  readonly size: number;
  /** Shares the parts of a new value. */
  readonly shareParts?: (thing: T) => T;
}

class Pool<T> {
  readonly #options: PoolOptions<T>;
  #young = new Map<string, T>();
  #old: ReadonlyMap<string, T> = new Map();

  constructor(options: PoolOptions<T>) {
    this.#options = options;
  }

  get(thing: T): T {
    const { key: keyOf, size, shareParts = same => same } = this.#options;
    const key = keyOf(thing);
    if (key === undefined) return shareParts(thing);
    const known = this.#young.get(key);
    if (known !== undefined) return known;
    // A value of the old generation that is used again moves to the young generation.
    const shared = this.#old.get(key) ?? shareParts(thing);
    if (this.#young.size >= size) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, shared);
    return shared;
  }
}

const texts = new Pool<string>({ key: text => upTo(128, text), size: 20_000 });
const roleRefs = new Pool<RoleRef>({
  key: ({ apiGroup, kind, name }) => upTo(256, JSON.stringify([apiGroup, kind, name])),
  size: 5_000,
  shareParts: ({ apiGroup, kind, name }) => ({ apiGroup: sharedText(apiGroup), kind: sharedText(kind), name }),
});
const subjectLists = new Pool<readonly Subject[]>({
  key: list =>
    list.length > 4
      ? undefined
      : upTo(512, JSON.stringify(list.map(({ kind, apiGroup, name, namespace }) => [kind, apiGroup, name, namespace]))),
  size: 10_000,
  shareParts: list =>
    list.map(({ kind, apiGroup, name, namespace }) => ({
      ...{ kind: sharedText(kind), apiGroup: sharedText(apiGroup) },
      ...{ name: sharedText(name), namespace: sharedText(namespace) },
    })),
});
const rules = new Pool<readonly PolicyRule[]>({
  key: list =>
    list.length > 100 || list.some(({ resources, resourceNames }) => resources.length + resourceNames.length > 500)
      ? undefined
      : upTo(
          8_192,
          JSON.stringify(
            list.map(({ verbs, apiGroups, resources, resourceNames }) => [verbs, apiGroups, resources, resourceNames]),
          ),
        ),
  size: 500,
});
const aggregations = new Pool<Aggregation>({
  key: ({ labels, selectors }) => upTo(4_096, JSON.stringify([labels, selectors])),
  size: 1_000,
});
const resources = new Pool<readonly Resource[]>({
  key: resourcesText,
  size: 20,
});

/** Returns a text for a list of resources. Two lists are equal exactly if their texts are equal. */
export function resourcesText(resources: readonly Resource[]): string {
  return JSON.stringify(
    resources.map(({ group, version, kind, plural, namespaced, shortNames = [], categories = [], policy = null }) => {
      return [group, version, kind, plural, namespaced, shortNames, categories, policy];
    }),
  );
}

function upTo(maxLength: number, key: string): string | undefined {
  return key.length > maxLength ? undefined : key;
}
