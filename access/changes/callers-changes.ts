/**
 * `objectChanges` for one caller: from a token, or from where a live query has come, to what is different now and the token of now.
 */
import { callerKey } from '../../identity/identity.ts';
import type { Change, Filter } from '../../readmodel/query.ts';
import type { View } from '../../readmodel/view.ts';
import type { Moment, Shown } from '../../readmodel/changes/moment.ts';
import type { AccessFrame, ChangesAccess } from '../frame.ts';
import { clustersOf } from '../reached-clusters.ts';
import { coverageText } from './live-queries.ts';
import { momentElsewhere, seenClusters } from './moment-elsewhere.ts';
import { OpenQuery } from './open-query.ts';
import { bindingOf, type ResumeTokens, type TokenBinding } from './resume-token.ts';

/** TOO_OLD: it is not known any more what happened since. TOO_MANY: more happened than is told. RIGHTS_UNKNOWN: what the caller saw then is not known. */
export type ResetReason = 'TOO_OLD' | 'TOO_MANY' | 'RIGHTS_UNKNOWN';

export interface ToldChanges {
  readonly changes: readonly Change[];
  readonly resume: string;
  readonly reset: ResetReason | undefined;
  /** undefined where it was not asked for. */
  readonly total: number | undefined;
}

/** What is told beside the changes. */
export interface Wanted {
  /** How many rows there are. */
  readonly counted: boolean;
  /** Coverage: a live query then goes on also where nothing else is different. */
  readonly covered: boolean;
}

/** Where a list is, and how many rows it has, where that is known. */
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

  /** In a live query `token` is not read: it goes on from its last payload, or from what the client began with. */
  async since(filter: Filter, token: string, { counted, covered }: Wanted): Promise<ToldChanges> {
    const { access, signal, liveQuery, identity, readModel } = this.#frame;
    const { tokens, queries, limit } = this.#changes;
    let query = OpenQuery.of(liveQuery);
    const given = liveQuery ? liveQuery.since : token;
    // Before anything is asked of anybody: what is no token is refused.
    const point = query || given === undefined ? undefined : tokens.decode(given, identity, filter);
    const reached = clustersOf(filter);
    const view = await access.prepareFor(signal, reached);
    const place = query ? query.since : await this.#placeOf(point, view, reached);
    const from = typeof place === 'string' ? undefined : place;
    // Before the moment is read: whatever changes behind it is a reason to ask again.
    if (liveQuery && !query) liveQuery.tracked = query = queries.open(liveQuery, identity, filter, from, shownBy(view));
    query?.begin();
    const countNow = counted && from?.total === undefined;
    const told = await readModel.changes(view, filter, { since: from?.moment, reached, limit, counted: countNow }, signal);
    const reset = typeof place === 'string' ? place : liveQuery?.isOverrun ? 'TOO_MANY' : told.reset;
    const known = countNow ? told.total : told.reset ? undefined : totalAfter(from?.total, told.changes);
    const total = counted && known === undefined ? await readModel.count(view, filter, signal) : known;
    const now = { moment: told.moment, total: known, coverage: query && covered ? await coverageText(reached, this.#frame) : undefined };
    query?.tell({ ...now, changes: reset ? 0 : told.changes.length, isReset: reset !== undefined, asks: access.asks });
    return { changes: reset ? [] : told.changes, resume: query ? this.#token(query.binding, now) : this.token(filter, now), reset, total };
  }

  async #placeOf(
    point: ReturnType<ResumeTokens['decode']> | undefined,
    view: View,
    reached: readonly string[] | undefined,
  ): Promise<Place | ResetReason | undefined> {
    if (point === undefined) return undefined;
    if (typeof point === 'string') return point === 'regrouped' ? 'RIGHTS_UNKNOWN' : 'TOO_OLD';
    const { history } = this.#changes;
    // What the caller sees now is known, also where it was let go as something of the past.
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

function shownBy(view: View): Shown {
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
