/** What a live query keeps between payloads: the state after the last payload, and hints that data may have changed. */
import type { Identity, LiveQuery, TrackedQuery } from '../../identity/identity.ts';
import type { Moment, Shown } from '../../readmodel/changes/change.ts';
import type { Filter } from '../../readmodel/query.ts';
import type { TokenBinding } from './resume-token.ts';

/** State after a payload. The query continues from this state once the payload is sent. */
export interface Progress {
  readonly moment: Moment;
  readonly total: number | undefined;
  /** Coverage numbers as text. Undefined if the client does not request them. */
  readonly coverage?: string | undefined;
}

export interface Outcome extends Progress {
  readonly changes: number;
  readonly isReset: boolean;
  /** True if the answer depends on live access reviews. */
  readonly asks: boolean;
}

/** Opens live queries. Implemented by live-queries.ts. */
export interface LiveQueriesOpener {
  /** @param shown The visibilities that the caller has now */
  open(live: LiveQuery, identity: Identity, filter: Filter, since: Progress | undefined, shown: Shown): OpenQuery;
  follow(live: LiveQuery, identity: Identity, follows: Followable, shown: Shown): FollowedQuery;
}

export class OpenQuery implements TrackedQuery {
  readonly live: LiveQuery;
  readonly filter: Filter;
  /** The caller and the list to which the tokens of all payloads are bound. */
  readonly binding: TokenBinding;
  /** State from which the query continues. Undefined before the first payload if there is no usable token. */
  since: Progress | undefined;
  asks = false;
  /** True if the query has received a hint since its last run began. */
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

  /** The open query of a live request. Undefined before the first payload, and for other requests. */
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

  /** Must be called before the current position is read for the payload. */
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

/** Clusters and kinds of the rows on which the answer depends. An absent member means all clusters or all kinds. */
export type Followable = Pick<Filter, 'clusters' | 'kinds'>;

export interface Followed<State> {
  /** Key of the caller. */
  readonly caller: string;
  /** State after the last payload that reached the client or was empty. Undefined before the first payload. */
  readonly state: State | undefined;
  /**
   * Clusters in which rows, records, relations, rights or coverage may have changed since `state`. Undefined means all
   * clusters.
   */
  readonly changed: ReadonlySet<string> | undefined;
  /** True if the client read too slowly. This payload must then be a reset, and it is the last payload. */
  readonly isOverrun: boolean;
  /**
   * Must be called once for each payload. A payload without changes and without reset may be skipped, but `state` still
   * advances.
   */
  tell(state: State, payload: { readonly changes: number; readonly isReset: boolean }): void;
  /** The listener is called when the subscription ends. */
  onEnd(listener: () => void): void;
}

/**
 * A subscription to an answer that a subgraph computes from rows. It holds the state after the last payload, and the
 * clusters in which relevant data may have changed for the caller since then.
 */
export class FollowedQuery implements TrackedQuery, Followed<unknown> {
  readonly follows: Followable;
  readonly caller: string;
  state: unknown;
  changed: ReadonlySet<string> | undefined;
  /** True if the last payload depends on live access reviews. */
  asks = false;
  readonly #live: LiveQuery;
  readonly #end: (query: FollowedQuery) => void;
  /** Clusters with hints since the current payload began. 'any' means all clusters. */
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

  /** The followed query of a live request. Undefined before the first payload, and for other requests. */
  static of(live: LiveQuery | undefined): FollowedQuery | undefined {
    return live?.tracked instanceof FollowedQuery ? live.tracked : undefined;
  }

  get isOverrun(): boolean {
    return this.#live.isOverrun;
  }

  get reported(): TrackedQuery['reported'] {
    return this.#reported;
  }

  /** Must be called before the rows of the payload are read. Later changes count for the next payload. */
  begin(): void {
    this.#reported = undefined;
    // Hints for a payload that failed or did not reach the client still count.
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

  /** @param cluster Undefined means all clusters */
  hint(cluster: string | undefined, atOnce: boolean): void {
    if (cluster !== undefined && this.follows.clusters?.includes(cluster) === false) return;
    if (cluster === undefined) this.#hinted = 'any';
    else if (this.#hinted !== 'any') this.#hinted.add(cluster);
    if (this.#isDue === 'at once' || (this.#isDue === 'yes' && !atOnce)) return;
    this.#isDue = atOnce ? 'at once' : 'yes';
    this.#live.changed(atOnce);
  }
}
