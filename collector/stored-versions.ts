/**
 * Stored versions of one cluster, for comparison with lists: key → resourceVersion, part by part (a part is a kind's
 * rows, or one type of grants).
 *
 * The collector itself keeps no keys: over a fleet they would cost as much memory as the rows. So each list reads them
 * from the store. Concurrent lists of one cluster share a reading. Each part of it is used once, and becomes invalid
 * when the part changes.
 */
export type Versions = ReadonlyMap<string, string>;

export interface StoredKeys {
  readonly rows: Versions;
  readonly grants: Versions;
}

export class StoredVersions {
  readonly #load: () => Promise<StoredKeys>;
  #parts: Map<string, Map<string, string>> | undefined;
  /** Parts used, or changed since the reading began. */
  readonly #void = new Set<string>();
  #loading: Promise<void> | undefined;

  /** @param load Reads the store after all earlier changes are written */
  constructor(load: () => Promise<StoredKeys>) {
    this.#load = load;
  }

  /** The versions of one part. The part must not change while the caller waits. */
  async take(part: string): Promise<Map<string, string>> {
    while (!this.#parts || this.#void.has(part)) await this.#shared();
    const taken = this.#parts.get(part) ?? new Map<string, string>();
    this.#parts.delete(part);
    this.#void.add(part);
    return taken;
  }

  /** Call after rows or grants of the part were put or deleted. */
  changed(part: string): void {
    this.#parts?.delete(part);
    this.#void.add(part);
  }

  /** The non-empty parts. */
  async parts(): Promise<readonly string[]> {
    while (!this.#parts) await this.#shared();
    return [...this.#parts.keys()];
  }

  /** Drops the reading. Call when no list is running. */
  forget(): void {
    this.#parts = undefined;
  }

  #shared(): Promise<void> {
    return (this.#loading ??= this.#read().finally(() => (this.#loading = undefined)));
  }

  async #read(): Promise<void> {
    this.#void.clear();
    const { rows, grants } = await this.#load();
    const parts = new Map<string, Map<string, string>>();
    for (const versions of [rows, grants]) {
      for (const [key, version] of versions) {
        const part = partOf(key);
        const found = parts.get(part);
        if (found) found.set(key, version);
        else parts.set(part, new Map([[key, version]]));
      }
    }
    for (const part of this.#void) parts.delete(part);
    this.#parts = parts;
  }
}

/**
 * The part of a grant key (`Role/ns/name`) is its type, that of an object key (`group/Kind/ns/name`) is group and kind.
 */
export function partOf(key: string): string {
  const first = key.indexOf('/');
  const second = key.indexOf('/', first + 1);
  const segments = key.indexOf('/', second + 1) < 0 ? first : second;
  return key.slice(0, segments);
}

/** The part that holds the rows of a kind. */
export function rowPart(group: string, kind: string): string {
  return `${encodeURIComponent(group)}/${encodeURIComponent(kind)}`;
}
