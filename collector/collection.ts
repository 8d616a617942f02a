/**
 * Carries what a reflector sees of one resource to the store: a list is diffed by resourceVersion against what is stored, so that a restart writes
 * only what changed and what vanished meanwhile is deleted; afterwards events are written as they come.
 *
 * One class for rows and grants; the target says what a key is and where a change goes.
 */
import type { Resource } from '../rbac/types.ts';
import type { StateReason } from '../store/causes.ts';
import type { KindCollection } from '../store/store.ts';
import type { Logger } from '../telemetry/log.ts';
import type { ReflectorSink, ReflectorState } from '../kubernetes/reflector.ts';
import { KubernetesError } from '../kubernetes/errors.ts';
import { causeOf } from './causes.ts';
import { line } from '../kinds/untrusted.ts';
import type { Refusal, RefusalReason } from '../kinds/refusals.ts';
import type { StoredVersions } from './stored-versions.ts';

/** What a transform makes of an object: something to keep, or the reason why it cannot be kept. */
export type Item<T> = { readonly key: string; readonly version: string; readonly value: T } | Refusal;

export interface CollectionTarget<T> {
  readonly resource: Resource;
  /** The name of this part in the stored versions. */
  readonly part: string;
  readonly versions: StoredVersions;
  /** What is stored was made from another API version: the first list writes all of it anew, though no object has changed. */
  readonly rewrite: boolean;
  put(key: string, value: T): void;
  delete(key: string): void;
  /** Resolves when there is room for more changes. */
  room(): Promise<void>;
  /** Resolves when everything put and deleted so far is stored. */
  written(): Promise<void>;
  onState(collection: Pick<Collection<T>, 'leafFailed' | 'gone'>): void;
  onRefused(reason: RefusalReason, count: number): void;
  /** The leaf has delivered or confirmed something. Comes with every event. */
  onHeard(): void;
  /** Monotonic milliseconds. */
  now(): number;
  /** Of the cluster: gets the leaf's own words, which a state does not hold. */
  readonly log: Pick<Logger, 'warn' | 'debug'>;
}

/** Failures in a row after which a kind that never listed counts as failing rather than as about to list. */
const FAILURES_TO_SETTLE = 3;
/** Of a leaf's words in the log. */
const MAX_SAID_LENGTH = 256;
/** Bookmarks come about once a minute; a watch that is silent for longer than this is dead, and its reflector ends it. */
const TRUSTED_SILENCE_MS = 100_000;

export class Collection<T> implements ReflectorSink<Item<T>> {
  readonly #target: CollectionTarget<T>;
  #stage: KindCollection = 'pending';
  #reason: StateReason = '';
  #refused = false;
  #listed = false;
  #failures = 0;
  #objects = 0;
  #listing = false;
  #gone = false;
  #leafFailed = false;
  #forbiddenSince: number | undefined;
  /** The last list, event or bookmark. */
  #heardAt: number | undefined;
  #confirmedAt: number | undefined;
  /** Of the list under way: what the store held, less what the list has shown. */
  #unseen: Map<string, string> | undefined;

  constructor(target: CollectionTarget<T>) {
    this.#target = target;
  }

  get resource(): Resource {
    return this.#target.resource;
  }

  get stage(): KindCollection {
    return this.#stage;
  }

  get reason(): StateReason {
    return this.#reason || (this.#refused ? 'LEFT_OUT' : '');
  }

  /** The first list is complete. */
  get listed(): boolean {
    return this.#listed;
  }

  /** Nothing more is to be expected of it at the start: it has listed, may not, is not served, or keeps failing. */
  get settled(): boolean {
    return this.#listed || this.#stage === 'forbidden' || this.#gone || this.#failures >= FAILURES_TO_SETTLE;
  }

  /** A list is under way. */
  get listing(): boolean {
    return this.#listing;
  }

  /** Objects that the last list showed. */
  get objects(): number {
    return this.#objects;
  }

  /** The leaf says that it does not serve the resource. */
  get gone(): boolean {
    return this.#gone;
  }

  /** The last failure was a failure to reach the leaf at all. */
  get leafFailed(): boolean {
    return this.#stage === 'failing' && this.#leafFailed;
  }

  /** In a row. */
  get failures(): number {
    return this.#failures;
  }

  get forbiddenSince(): number | undefined {
    return this.#forbiddenSince;
  }

  /** When the leaf last said that what is stored is all there is, by the session's clock. */
  get confirmedAt(): number | undefined {
    return this.#confirmedAt;
  }

  listBegin(): void {
    this.#listing = true;
    this.#unseen = undefined;
    this.#refused = false;
    this.#objects = 0;
  }

  async listPage(items: readonly Item<T>[]): Promise<void> {
    const unseen = await this.#stored();
    for (const item of items) {
      if ('refused' in item) {
        this.#refuse(item);
        continue;
      }
      const stored = unseen.get(item.key);
      unseen.delete(item.key);
      const known = stored !== undefined && stored !== '' && stored === item.version;
      if (!known || (this.#target.rewrite && !this.#listed)) this.#put(item.key, item.value);
    }
    this.#objects += items.length;
    await this.#target.room();
  }

  async listEnd(): Promise<void> {
    for (const key of (await this.#stored()).keys()) {
      this.#delete(key);
      await this.#target.room();
    }
    this.#unseen = undefined;
    await this.#target.written();
    this.#listing = false;
    this.#listed = true;
    // In one step with the line above: a state that is written in between would call the cluster synced and its grants unconfirmed.
    this.#heardAt = this.#confirmedAt = this.#target.now();
  }

  async changed(type: 'ADDED' | 'MODIFIED' | 'DELETED', item: Item<T>): Promise<void> {
    if ('refused' in item) return this.#refuse(item);
    // Inside a list this overrides what a page said: the key is settled, whatever was stored.
    if (this.#listing) (await this.#stored()).delete(item.key);
    if (type === 'DELETED') this.#delete(item.key);
    else this.#put(item.key, item.value);
    await this.#target.room();
  }

  leftOut(count: number): void {
    this.#refuse({ refused: 'it is too large, or not of the shape of an object', reason: 'shape' }, count);
  }

  confirmed(): void {
    this.#heardAt = this.#confirmedAt = this.#target.now();
    this.#failures = 0;
    this.#target.onHeard();
  }

  state(state: ReflectorState): void {
    this.#gone = state.phase === 'gone';
    switch (state.phase) {
      case 'listing':
        // A later list catches up after a gap; what is stored still stands, and so does what was said of it.
        if (!this.#listed) this.#say('listing', '');
        break;
      case 'watching':
        this.#say('watching', '');
        break;
      case 'polling':
        this.#say('polling', 'NOT_WATCHED', state.reason);
        break;
      case 'forbidden':
        this.#forbiddenSince ??= this.#target.now();
        this.#say('forbidden', 'FORBIDDEN', state.reason);
        break;
      case 'gone':
        this.#say('failing', 'NOT_SERVED', state.reason);
        break;
      case 'failing':
        this.#failures += 1;
        this.#leafFailed = !(state.error instanceof KubernetesError) || state.error.status === undefined;
        this.#say('failing', causeOf(state.error), state.error.message);
        break;
    }
  }

  /**
   * The leaf has answered something else; while the watch is open, that confirms what it has delivered. Not for ever: where a proxy swallows the
   * events of a watch, not even bookmarks come through, and grants that are taken for confirmed would never be revoked.
   */
  leafAnswered(): void {
    const now = this.#target.now();
    if (this.#stage === 'watching' && this.#heardAt !== undefined && now - this.#heardAt < TRUSTED_SILENCE_MS) this.#confirmedAt = now;
  }

  #say(stage: KindCollection, reason: StateReason, said = ''): void {
    if (stage !== 'failing') this.#leafFailed = false;
    if (stage === 'watching' || stage === 'polling') this.#forbiddenSince = undefined;
    const isNew = stage !== this.#stage || reason !== this.#reason;
    if (!isNew && stage !== 'failing') return;
    this.#stage = stage;
    this.#reason = reason;
    if (isNew && reason !== '') this.#note(reason, said);
    this.#target.onState(this);
  }

  #refuse(refusal: Refusal, count = 1): void {
    this.#target.onRefused(refusal.reason, count);
    if (this.#refused) return;
    this.#refused = true;
    this.#note('LEFT_OUT', refusal.refused);
    this.#target.onState(this);
  }

  /** A leaf that is away is one line of leaf-contact.ts and not one for each of its kinds. */
  #note(cause: StateReason, said: string): void {
    const { log, resource } = this.#target;
    log[this.#leafFailed ? 'debug' : 'warn'](
      { resource: resource.plural, cause, reason: line(said, MAX_SAID_LENGTH) },
      'a kind is not followed in full',
    );
  }

  /** What the store held of this part when the list began; the list strikes out what it shows. */
  async #stored(): Promise<Map<string, string>> {
    return (this.#unseen ??= await this.#target.versions.take(this.#target.part));
  }

  #put(key: string, value: T): void {
    this.#target.versions.changed(this.#target.part);
    this.#target.put(key, value);
  }

  #delete(key: string): void {
    this.#target.versions.changed(this.#target.part);
    this.#target.delete(key);
  }
}
