/** One live query, from payload to payload: the last payload sent, and whether something may have changed since. */
import type { Identity, LiveQuery, TrackedQuery } from '../../identity/identity.ts';
import type { Moment, Shown } from '../../readmodel/changes/change.ts';
import type { Filter } from '../../readmodel/query.ts';
import type { TokenBinding } from './resume-token.ts';

/** State after a payload. The query continues from it once the payload is sent. */
export interface Progress {
  readonly moment: Moment;
  readonly total: number | undefined;
  /** Coverage numbers; undefined if the client does not request them. */
  readonly coverage?: string | undefined;
}

export interface Outcome extends Progress {
  readonly changes: number;
  readonly isReset: boolean;
  /** True if live access reviews took part. */
  readonly asks: boolean;
}

/** Opens live queries; implemented by live-queries.ts. */
export interface LiveQueriesOpener {
  /** @param shown What the caller sees now */
  open(live: LiveQuery, identity: Identity, filter: Filter, since: Progress | undefined, shown: Shown): OpenQuery;
  follow(live: LiveQuery, identity: Identity, follows: Followable, shown: Shown): FollowedQuery;
}

export class OpenQuery implements TrackedQuery {
  readonly live: LiveQuery;
  readonly filter: Filter;
  /** Binds the tokens of all payloads. */
  readonly binding: TokenBinding;
  /** State to continue from. Undefined before the first payload if the client gave no token. */
  since: Progress | undefined;
  asks = false;
  /** True if a change since the last run may affect the query. */
  isHinted = false;
  /** The progress whose coverage was last compared with the current coverage. */
  compared: Progress | undefined;
  #reported: Outcome | undefined;
  readonly #end: () => void;
  readonly #sees: (shown: Shown) => void;

  constructor(
    { live, filter, binding, since }: Pick<OpenQuery, 'live' | 'filter' | 'binding' | 'since'>,
    end: (query: OpenQuery) => void,
    sees: (shown: Shown) => void,
  ) {
    this.live = live;
    this.filter = filter;
    this.binding = binding;
    this.since = since;
    this.#end = () => end(this);
    this.#sees = sees;
  }

  /** The open query behind a live request. Undefined before the first payload, and for other requests. */
  static of(live: LiveQuery | undefined): OpenQuery | undefined {
    return live?.tracked instanceof OpenQuery ? live.tracked : undefined;
  }

  get reported(): TrackedQuery['reported'] {
    const reported = this.#reported;
    return (
      reported && {
        changes: reported.changes,
        isReset: reported.isReset,
        isCoverage: reported.coverage !== this.since?.coverage,
      }
    );
  }

  get followsCoverage(): boolean {
    return this.since?.coverage !== undefined;
  }

  /** Must be called before the payload's moment is read. */
  begin(): void {
    this.isHinted = false;
    this.#reported = undefined;
  }

  tell(outcome: Outcome): void {
    this.#reported = outcome;
    this.asks = outcome.asks;
    this.#sees(outcome.moment.shown);
  }

  sent(): void {
    if (this.#reported) this.since = this.#reported;
  }

  end(): void {
    this.#end();
  }

  hint(atOnce: boolean): void {
    if (this.isHinted && !atOnce) return;
    this.isHinted = true;
    this.live.changed(atOnce);
  }
}

/**
 * A subscription to an answer that a subgraph computes from rows: what the last payload was made from, and the clusters
 * in which something may have changed for the caller since.
 *
 * It keeps hints alone. A superfluous hint costs one computation and no payload.
 */

/** Clusters and kinds of the rows that the answer depends on; without one of them, all. */
export type Followable = Pick<Filter, 'clusters' | 'kinds'>;

export interface Followed<State> {
  /** Key of the caller, for shares of what streams take. */
  readonly caller: string;
  /** State after the last payload that reached the client, or was empty. Undefined before the first. */
  readonly state: State | undefined;
  /**
   * Clusters in which rows, records, relations or rights may have changed since `state`, or how far the index speaks
   * for them. Undefined: in any.
   */
  readonly changed: ReadonlySet<string> | undefined;
  /** True if the client read too slowly: this payload must be a reset, and is the last one. */
  readonly isOverrun: boolean;
  /** Call it once for each payload. Without changes and reset nothing is sent, and `state` moves on. */
  tell(state: State, payload: { readonly changes: number; readonly isReset: boolean }): void;
  /** Calls the listener once the subscription is over. */
  onEnd(listener: () => void): void;
}

export class FollowedQuery implements TrackedQuery, Followed<unknown> {
  readonly follows: Followable;
  readonly caller: string;
  state: unknown;
  changed: ReadonlySet<string> | undefined;
  /** True if live access reviews took part in the last payload. */
  asks = false;
  readonly #live: LiveQuery;
  readonly #end: (query: FollowedQuery) => void;
  /** Hints since the payload began; 'any': in any cluster. */
  #hinted: Set<string> | 'any' = 'any';
  #isDue: 'no' | 'yes' | 'at once' = 'no';
  #next: unknown;
  #reported: TrackedQuery['reported'];
  readonly #atEnd: (() => void)[] = [];
  #isOver = false;

  constructor(
    live: LiveQuery,
    { follows, caller, end }: Pick<FollowedQuery, 'follows' | 'caller'> & { end: (query: FollowedQuery) => void },
  ) {
    this.#live = live;
    this.follows = follows;
    this.caller = caller;
    this.#end = end;
  }

  /** The open query behind a live request. Undefined before the first payload, and for other requests. */
  static of(live: LiveQuery | undefined): FollowedQuery | undefined {
    return live?.tracked instanceof FollowedQuery ? live.tracked : undefined;
  }

  get isOverrun(): boolean {
    return this.#live.isOverrun;
  }

  get reported(): TrackedQuery['reported'] {
    return this.#reported;
  }

  /** Call it before the payload's rows are read: later changes count for the next one. */
  begin(): void {
    this.#reported = undefined;
    // The last payload may not have been made, or not have reached the client.
    const before = this.state === undefined ? undefined : this.changed;
    this.changed = this.#hinted === 'any' || !before ? undefined : new Set([...before, ...this.#hinted]);
    this.#hinted = new Set();
    this.#isDue = 'no';
  }

  tell(state: unknown, reported: { readonly changes: number; readonly isReset: boolean }): void {
    this.#next = state;
    this.#reported = reported;
  }

  sent(): void {
    if (!this.#reported) return;
    this.state = this.#next;
    this.changed = new Set();
  }

  onEnd(listener: () => void): void {
    if (this.#isOver) listener();
    else this.#atEnd.push(listener);
  }

  end(): void {
    this.#isOver = true;
    for (const listener of this.#atEnd.splice(0)) listener();
    this.#end(this);
  }

  /** @param cluster Undefined: any */
  hint(cluster: string | undefined, atOnce: boolean): void {
    if (cluster !== undefined && this.follows.clusters?.includes(cluster) === false) return;
    if (cluster === undefined) this.#hinted = 'any';
    else if (this.#hinted !== 'any') this.#hinted.add(cluster);
    if (this.#isDue === 'at once' || (this.#isDue === 'yes' && !atOnce)) return;
    this.#isDue = atOnce ? 'at once' : 'yes';
    this.#live.changed(atOnce);
  }
}
