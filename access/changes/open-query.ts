/** One live query, from payload to payload: the last payload sent, and whether something may have changed since. */
import type { Identity } from '../../identity/identity.ts';
import type { Moment, Shown } from '../../readmodel/changes/change.ts';
import type { Filter } from '../../readmodel/query.ts';
import type { LiveQuery, TrackedQuery } from '../../identity/request.ts';
import type { Followable, FollowedQuery } from './followed-query.ts';
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
  #told: Outcome | undefined;
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

  get told(): TrackedQuery['told'] {
    const told = this.#told;
    return told && { changes: told.changes, isReset: told.isReset, isCoverage: told.coverage !== this.since?.coverage };
  }

  get followsCoverage(): boolean {
    return this.since?.coverage !== undefined;
  }

  /** Must be called before the payload's moment is read. */
  begin(): void {
    this.isHinted = false;
    this.#told = undefined;
  }

  tell(outcome: Outcome): void {
    this.#told = outcome;
    this.asks = outcome.asks;
    this.#sees(outcome.moment.shown);
  }

  sent(): void {
    if (this.#told) this.since = this.#told;
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
