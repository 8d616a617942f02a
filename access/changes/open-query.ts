/** One live query, from payload to payload: what its client was told last, and whether something may have changed since. */
import type { Identity } from '../../identity/identity.ts';
import type { Moment, Shown } from '../../readmodel/changes/moment.ts';
import type { Filter } from '../../readmodel/query.ts';
import type { LiveQuery, TrackedQuery } from '../../identity/request.ts';
import type { TokenBinding } from './resume-token.ts';

/** What a tracked query was told, and goes on from once that has been sent. */
export interface Progress {
  readonly moment: Moment;
  readonly total: number | undefined;
  /** The numbers of its coverage; undefined: the client does not ask for them. */
  readonly coverage?: string | undefined;
}

export interface Outcome extends Progress {
  readonly changes: number;
  readonly isReset: boolean;
  /** Whether clusters were asked for rights. */
  readonly asks: boolean;
}

/** Where they begin: live-queries.ts. */
export interface LiveQueriesOpener {
  /** @param shown What the caller sees now */
  open(live: LiveQuery, identity: Identity, filter: Filter, since: Progress | undefined, shown: Shown): OpenQuery;
}

export class OpenQuery implements TrackedQuery {
  readonly live: LiveQuery;
  readonly filter: Filter;
  /** Of the tokens of all its payloads. */
  readonly binding: TokenBinding;
  /** From where it goes on; undefined before its first payload, where the client began with now. */
  since: Progress | undefined;
  asks = false;
  /** A change may concern it that it was not asked for yet. */
  isHinted = false;
  /** That of which the coverage has been compared with the one of now. */
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

  /** What a live query follows; undefined before its first payload, and for other questions. */
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

  /** To be called before the payload's moment is read. */
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
