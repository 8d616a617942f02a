/**
 * Carries the objects of one resource from its reflector to the store. A list is compared with the stored rows by
 * resourceVersion. So a restart writes only changes, and deletes the rows of objects that disappeared meanwhile. After
 * the list, events are written as they arrive.
 *
 * One class serves both rows and grants.
 */
import type { Refusal, Refusals } from '../kinds/refusals.ts';
import { line } from '../kinds/untrusted.ts';
import type { ReflectorSink, ReflectorState } from '../kubernetes/reflector.ts';
import type { StateReason } from '../store/causes.ts';
import { FencedError } from '../store/store.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Batcher, Changes } from './batcher.ts';
import type { PartBudget } from './content-budget.ts';
import type { Item } from './item.ts';
import type { KindStatus } from './kind-status.ts';
import type { StartingCluster } from './startup-limiter.ts';

export interface CollectionOptions<T> {
  readonly status: KindStatus;
  /** Name of the part in StoredVersions: the rows of one kind, or one type of grants. */
  readonly part: string;
  /**
   * True for RBAC objects of a cluster on which RBAC alone decides who may see what. If these objects cannot be read
   * for long, nobody sees anything of the cluster.
   */
  readonly closesCluster: boolean;
  readonly versions: StoredVersions;
  /**
   * True if the stored rows were made from another API version, by other rules, or with other projections. The first
   * list then writes all rows again, although no object has changed.
   */
  readonly rewrite: boolean;
  readonly changes: Changes<T>;
  readonly budget: PartBudget;
  /** Size of an object in the budget, in bytes. */
  readonly weigh: (value: T) => number;
  readonly batcher: Pick<Batcher, 'room' | 'written'>;
  readonly starting: Pick<StartingCluster, 'deliver'>;
  readonly refusals: Refusals;
  /** Log of the cluster. It contains the leaf's own error texts, which the state must not contain. */
  readonly log: Pick<Logger, 'warn' | 'debug'>;
}

/** Log message if RBAC objects cannot be read. Rights that cannot be read are not granted. */
const CLOSED =
  'the RBAC objects of the cluster cannot be read: unless that changes it is closed, and nobody is shown anything of it';
/**
 * Causes that do not close the cluster. The collector continues with the RBAC objects that it can read and keep,
 * because a missing role or binding grants nothing.
 */
const LEAVES_OPEN: ReadonlySet<StateReason> = new Set(['LEFT_OUT', 'OVER_LIMIT', 'NOT_WATCHED']);
/** Maximum characters of a leaf's text in the log. */
const MAX_SAID_LENGTH = 256;

export class Collection<T> implements ReflectorSink<Item<T>> {
  readonly #options: CollectionOptions<T>;
  /** During a list: keys of the store that the list has not delivered yet. */
  #unseen: Map<string, string> | undefined;

  constructor(options: CollectionOptions<T>) {
    this.#options = options;
  }

  listBegin(): void {
    this.#options.status.listBegins();
    this.#options.budget.listBegins();
    this.#unseen = undefined;
  }

  async listPage(items: readonly Item<T>[]): Promise<void> {
    const { status, rewrite, batcher, starting } = this.#options;
    using _busy = await starting.deliver(items.length);
    const unseen = await this.#stored();
    for (const item of items) {
      if ('refused' in item) {
        this.#refuse(item);
        continue;
      }
      const stored = unseen.get(item.key);
      unseen.delete(item.key);
      if (!this.#admits(item)) {
        if (stored !== undefined) this.#delete(item.key);
        continue;
      }
      const known = stored !== undefined && stored !== '' && stored === item.version;
      if (!known || (rewrite && !status.listed)) this.#put(item.key, item.value);
    }
    status.objects += items.length;
    await batcher.room();
  }

  async listEnd(): Promise<void> {
    const { status, batcher, starting } = this.#options;
    using _busy = await starting.deliver(0);
    for (const key of (await this.#stored()).keys()) {
      this.#delete(key);
      await batcher.room();
    }
    this.#unseen = undefined;
    await batcher.written();
    status.listEnds();
  }

  async changed(type: 'ADDED' | 'MODIFIED' | 'DELETED', item: Item<T>): Promise<void> {
    if ('refused' in item) return this.#refuse(item);
    const { status, batcher } = this.#options;
    // During a list, an event is newer than the list. So listEnd() must not delete the key, even if the list lacks it.
    if (status.listing) (await this.#stored()).delete(item.key);
    if (type === 'DELETED' || !this.#admits(item)) this.#delete(item.key);
    else this.#put(item.key, item.value);
    await batcher.room();
  }

  leftOut(count: number): void {
    this.#refuse({ refused: 'it is too large, or not of the shape of an object', reason: 'shape' }, count);
  }

  confirmed(): void {
    this.#options.status.confirmed();
  }

  state(state: ReflectorState): void {
    const { status } = this.#options;
    // A FencedError means that another collector has taken over, so this status is not needed any more.
    if ('error' in state && state.error instanceof FencedError) return;
    if (!status.follow(state)) return;
    const said = 'error' in state ? state.error.message : 'reason' in state ? state.reason : '';
    if (state.phase !== 'listing' && state.phase !== 'watching') this.#note(status.reason, said);
  }

  #refuse(refusal: Refusal, count = 1): void {
    const { status, refusals } = this.#options;
    refusals.count(refusal.reason, count);
    if (status.leftOut('LEFT_OUT')) this.#note('LEFT_OUT', refusal.refused);
  }

  /** True if the budget of the cluster has room for the object. */
  #admits({ key, value }: Exclude<Item<T>, Refusal>): boolean {
    const { budget, weigh, refusals, status } = this.#options;
    if (budget.admit(key, weigh(value))) return true;
    refusals.count('limit');
    if (status.leftOut('OVER_LIMIT'))
      this.#note('OVER_LIMIT', 'the rows and RBAC of the cluster have reached limits.clusterBytes');
    return false;
  }

  /**
   * Logs why the kind is not watched or not complete. For an unreachable leaf, leaf-prober.ts logs one line, so each
   * kind logs only at debug level.
   */
  #note(cause: StateReason, said: string): void {
    const { log, status, closesCluster } = this.#options;
    log[status.phase === 'unreachable' ? 'debug' : 'warn'](
      { resource: status.resource.plural, cause, reason: line(said, MAX_SAID_LENGTH) },
      closesCluster && !LEAVES_OPEN.has(cause) ? CLOSED : 'a kind is not followed in full',
    );
  }

  /** Keys that the store had at the start of the list and that the list has not delivered yet. */
  async #stored(): Promise<Map<string, string>> {
    return (this.#unseen ??= await this.#options.versions.take(this.#options.part));
  }

  #put(key: string, value: T): void {
    this.#options.versions.changed(this.#options.part);
    this.#options.changes.put(key, value);
  }

  #delete(key: string): void {
    this.#options.budget.release(key);
    this.#options.versions.changed(this.#options.part);
    this.#options.changes.delete(key);
  }
}

/** Resource versions by key. */
export type Versions = ReadonlyMap<string, string>;

export interface StoredKeys {
  readonly rows: Versions;
  readonly grants: Versions;
}

/**
 * Resource versions of one cluster in the store, for comparison with lists. A part is the rows of one kind, or one type
 * of grants.
 *
 * The collector keeps no keys, because they would cost much memory. So each list reads the versions from the store.
 * Concurrent lists share one read. Each part of a read is used once, and becomes invalid when the part changes.
 */
export class StoredVersions {
  readonly #load: () => Promise<StoredKeys>;
  #parts: Map<string, Map<string, string>> | undefined;
  /** Parts that were used, or have changed since the read began. */
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

  /** Call when rows or grants of the part are put or deleted. */
  changed(part: string): void {
    this.#parts?.delete(part);
    this.#void.add(part);
  }

  /** Names of the parts that the last read has found, without parts that were used or changed since. */
  async parts(): Promise<readonly string[]> {
    while (!this.#parts) await this.#shared();
    return [...this.#parts.keys()];
  }

  /** Drops the versions that were read. Call it when no list is running. */
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
 * Name of the part of StoredVersions that contains a key. For a grant key (`Role/ns/name`) this is the type. For an
 * object key (`group/Kind/ns/name`) this is group and kind.
 */
export function partOf(key: string): string {
  const first = key.indexOf('/');
  const second = key.indexOf('/', first + 1);
  const segments = key.indexOf('/', second + 1) < 0 ? first : second;
  return key.slice(0, segments);
}

/** Name of the part with the rows of a kind. */
export function rowPart(group: string, kind: string): string {
  return `${encodeURIComponent(group)}/${encodeURIComponent(kind)}`;
}
