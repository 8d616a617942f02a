/** `objectChanges` for one caller: the changes since a token, and the next token. */
import { callerKey } from '../../identity/identity.ts';
import type { Change, Filter } from '../../readmodel/query.ts';
import type { RowAuthorizer } from '../../readmodel/select/visibility-mask.ts';
import type { Moment, Shown } from '../../readmodel/changes/change.ts';
import type { AccessFrame, ChangesAccess } from '../frame.ts';
import { clustersOf } from '../../readmodel/select/selection.ts';
import { coverageText } from './live-queries.ts';
import { momentElsewhere, seenClusters } from './moment-elsewhere.ts';
import { OpenQuery } from './open-query.ts';
import { bindingOf, type ResumeTokens, type TokenBinding } from './resume-token.ts';

/**
 * Why the client must read the list again. TOO_OLD: this process does not know all changes since the token. TOO_MANY:
 * there are more changes than the limit, or the client of a live query read too slowly. RIGHTS_UNKNOWN: the caller's
 * rights at the time of the token are not known.
 */
export type ResetReason = 'TOO_OLD' | 'TOO_MANY' | 'RIGHTS_UNKNOWN';

export interface ReportedChanges {
  readonly changes: readonly Change[];
  readonly resume: string;
  readonly reset: ResetReason | undefined;
  /** Number of rows of the list. Set if the client requested the number, or if it is known without counting. */
  readonly total: number | undefined;
}

/** What the client requests in addition to the changes. */
export interface Wanted {
  /** True if the client requests the number of rows. */
  readonly counted: boolean;
  /** True if the client requests coverage. A live query then also sends a payload when only coverage changed. */
  readonly covered: boolean;
}

/** A position in the journal, what the caller saw at this position, and the list's number of rows if known. */
interface Place {
  readonly moment: Moment;
  readonly total: number | undefined;
}

export class CallersChanges {
  readonly #frame: AccessFrame;
  readonly #changes: ChangesAccess;

  constructor(frame: AccessFrame) {
    if (!frame.changes) throw new Error('changes cannot be told here');
    this.#frame = frame;
    this.#changes = frame.changes;
  }

  token(filter: Filter, place: Place): string {
    return this.#token(bindingOf(this.#frame.identity, filter), place);
  }

  #token(binding: TokenBinding, { moment, total }: Place): string {
    const { tokens, history } = this.#changes;
    const { position, shown } = moment;
    const clusters = seenClusters(moment, this.#frame.readModel.shared);
    return tokens.encode({ position, rights: history.numberOf(shown), total, clusters }, binding);
  }

  /** A live query ignores `token`. It continues from the last payload, and at first from the client's `since`. */
  async since(filter: Filter, token: string, { counted, covered }: Wanted): Promise<ReportedChanges> {
    const { access, signal, liveQuery, identity, readModel } = this.#frame;
    const { tokens, queries, limit } = this.#changes;
    let query = OpenQuery.of(liveQuery);
    const given = liveQuery ? liveQuery.since : token;
    // Decode first, so that an invalid token is refused before any other work.
    const point = query || given === undefined ? undefined : tokens.decode(given, identity, filter);
    const reached = clustersOf(filter);
    const view = await access.prepareFor(signal, reached);
    const place = query ? query.since : await this.#placeOf(point, view, reached);
    const from = typeof place === 'string' ? undefined : place;
    // The query is opened before the current position is read, so that later changes trigger another answer.
    if (liveQuery && !query) liveQuery.tracked = query = queries.open(liveQuery, identity, filter, from, shownBy(view));
    query?.begin();
    const countNow = counted && from?.total === undefined;
    const reported = await readModel.changes(
      view,
      filter,
      { since: from?.moment, reached, limit, counted: countNow },
      signal,
    );
    const reset = typeof place === 'string' ? place : liveQuery?.isOverrun ? 'TOO_MANY' : reported.reset;
    const known = countNow ? reported.total : reported.reset ? undefined : totalAfter(from?.total, reported.changes);
    const total = counted && known === undefined ? await readModel.count(view, filter, signal) : known;
    const now = {
      moment: reported.moment,
      total: known,
      coverage: query && covered ? await coverageText(reached, this.#frame) : undefined,
    };
    query?.tell({
      ...now,
      changes: reset ? 0 : reported.changes.length,
      isReset: reset !== undefined,
      asks: access.asks,
    });
    return {
      changes: reset ? [] : reported.changes,
      resume: query ? this.#token(query.binding, now) : this.token(filter, now),
      reset,
      total,
    };
  }

  async #placeOf(
    point: ReturnType<ResumeTokens['decode']> | undefined,
    view: RowAuthorizer,
    reached: readonly string[] | undefined,
  ): Promise<Place | ResetReason | undefined> {
    if (point === undefined) return undefined;
    if (typeof point === 'string') return point === 'regrouped' ? 'RIGHTS_UNKNOWN' : 'TOO_OLD';
    const { history } = this.#changes;
    // Adds the caller's current visibilities to the history again, in case they were evicted.
    history.numberOf(shownBy(view));
    const { position, total } = point;
    const shown = point.isOwn ? history.find(point.rights) : undefined;
    if (shown) return { moment: { position, shown }, total };
    const { access, readModel, identity, signal } = this.#frame;
    const { shared } = readModel;
    if (!shared || !point.clusters) return point.isOwn ? 'RIGHTS_UNKNOWN' : 'TOO_OLD';
    const here = { access, readModel, shared, reached, shown: shownBy(view), caller: callerKey(identity), signal };
    const moment = await momentElsewhere(point.clusters, here);
    return typeof moment === 'string' ? moment : { moment, total };
  }
}

function shownBy(view: RowAuthorizer): Shown {
  return view.shown?.() ?? new Map();
}

function totalAfter(total: number | undefined, changes: readonly Change[]): number | undefined {
  if (total === undefined) return undefined;
  let after = total;
  for (const { type } of changes) {
    if (type === 'ENTER') after++;
    else if (type !== 'UPDATE') after--;
  }
  return after;
}
