/**
 * Computes the differences of a list between an earlier moment and now, for one reader and one filter. The journal
 * provides the changed rows. If the reader's visibility of a cluster changed, the rows of that cluster are compared one
 * by one. The differences, applied to the earlier list, give the current list.
 *
 * Cost: the number of changes since the moment, plus the rows of clusters in which the reader's rights changed.
 */
import type { Resource } from '../../rbac/types.ts';
import { encodeObjectId, type ObjectId } from '../../schema/object-id.ts';
import type { Steps } from '../../async/fair-turns.ts';
import type { ChangeType, Filter } from '../query.ts';
import { rowMatch, type RowMatch } from '../select/row-match.ts';
import { type ColumnRow, INDEXED } from '../table/column-row.ts';
import type { RowTable } from '../table/row-table.ts';
import { type ClusterPast, type Moment, namespacesOf, serves, type Shown, shows } from './change.ts';
import type { Journal } from './journal.ts';

export interface ChangesQuestion {
  readonly since: Moment;
  /** Returns the current moment with the reader's visibility. Called whenever reading starts or restarts. */
  readonly now: () => Moment;
  readonly filter: Filter;
  /**
   * Clusters to read. Contains all clusters that the filter can match, and perhaps others. Undefined means all
   * clusters.
   */
  readonly reached: readonly string[] | undefined;
  /** Maximum number of changes to report. */
  readonly limit: number;
}

export interface RowNetChange {
  readonly type: ChangeType;
  readonly id: string;
  /** Number of the row. 0 if the row is gone or hidden from the reader. */
  readonly row: number;
}

export interface NetChanges {
  /**
   * Reason why no changes are reported. TOO_OLD: the journal does not reach back to the moment. TOO_MANY: there are
   * more changes than the limit.
   */
  readonly reset: 'TOO_OLD' | 'TOO_MANY' | undefined;
  readonly changes: readonly RowNetChange[];
  readonly moment: Moment;
}

export interface ChangeSources {
  readonly table: RowTable;
  readonly journal: Journal;
  /** Returns the resources that a cluster serves. Undefined for an unknown cluster. */
  readonly served: (cluster: string) => readonly Resource[] | undefined;
}

/** Number of changes or rows processed between two yields. */
const STEP = 250;

export function* changesSince(sources: ChangeSources, question: ChangesQuestion): Steps<NetChanges> {
  const { table, journal } = sources;
  const changesAfter = journal.after(question.since.position);
  const moment = question.now();
  if (!changesAfter) return { reset: 'TOO_OLD', changes: [], moment };
  const { past } = question.since;
  const changesOf = (cluster: string, namespaces: readonly string[] | undefined): ClusterPast['rows'] => {
    const earlier = past?.get(cluster);
    const later = changesAfter(cluster, namespaces, earlier?.mark);
    return earlier ? [...earlier.rows, ...later] : later;
  };
  const reader = new Reader(sources, question, moment.shown);
  const before = new Map<string, ColumnRow | undefined>();
  let looked = 0;
  for (const [cluster, namespaces] of reader.scopes()) {
    if (++looked % STEP === 0) yield;
    for (const { id, object, before: row } of changesOf(cluster, namespaces)) {
      if (++looked % STEP === 0) yield;
      if (before.has(id)) continue;
      const shown = reader.shows(object);
      if (!shown.then && !shown.now) continue;
      before.set(id, row);
      reader.judge({ id, object, shown, before: row, after: journal.current(id) });
    }
  }
  for (const cluster of reader.changedClusters()) {
    for (const scope of table.scopes.inCluster(cluster)?.byNamespace.values() ?? []) {
      for (let row = table.scopes.firstRow[scope]!; row !== 0; row = table.columns.next[row]!) {
        if (++looked % STEP === 0) yield;
        const object = objectAt(table, row, cluster, scope);
        const shown = reader.shows(object);
        if (shown.then === shown.now) continue;
        const id = encodeObjectId(object);
        if (before.has(id)) continue;
        const same = table.read(row);
        reader.judge({ id, object, shown, before: same, after: same });
      }
      if (reader.changes.length > question.limit) return { reset: 'TOO_MANY', changes: [], moment };
    }
  }
  if (reader.changes.length > question.limit) return { reset: 'TOO_MANY', changes: [], moment };
  return { reset: undefined, changes: reader.changes, moment };
}

function objectAt(table: RowTable, row: number, cluster: string, scope: number): ObjectId {
  const { kinds, columns, scopes, names } = table;
  const kind = columns.kind[row]!;
  return {
    cluster,
    group: kinds.group(kind),
    kind: kinds.kind(kind),
    namespace: scopes.namespaceName(scope),
    name: names.text(columns.name[row]!),
  };
}

type Scope = readonly [cluster: string, namespaces: readonly string[] | undefined];

const NOWHERE: readonly string[] = [];
const scopes = new WeakMap<Shown, readonly Scope[]>();

/**
 * Returns the scopes in which something may be visible: each cluster with its namespaces. Undefined namespaces mean
 * all.
 */
function scopesOf(shown: Shown): readonly Scope[] {
  let known = scopes.get(shown);
  if (!known) {
    const all = Array.from(shown, ([cluster, visibility]): Scope => [cluster, namespacesOf(visibility)]);
    scopes.set(shown, (known = all.filter(([, namespaces]) => namespaces?.length !== 0)));
  }
  return known;
}

/** Two flags: the reader could see the object at the earlier moment (`then`), and can see it now (`now`). */
interface ShownAt {
  readonly then: boolean;
  readonly now: boolean;
}

interface Judged {
  readonly id: string;
  readonly object: ObjectId;
  readonly shown: ShownAt;
  readonly before: ColumnRow | undefined;
  readonly after: ReturnType<Journal['current']>;
}

/** Compares two moments for one reader and one filter. */
class Reader {
  readonly changes: RowNetChange[] = [];
  readonly #sources: ChangeSources;
  readonly #then: Shown;
  readonly #now: Shown;
  readonly #reached: ReadonlySet<string> | undefined;
  readonly #filter: Filter;

  constructor(sources: ChangeSources, { since, filter, reached }: ChangesQuestion, now: Shown) {
    this.#sources = sources;
    this.#then = since.shown;
    this.#now = now;
    this.#reached = reached && new Set(reached);
    this.#filter = filter;
  }

  /** Returns the scopes in which the reader may see something, or could see something at the earlier moment. */
  scopes(): Iterable<Scope> {
    const [then, now, reached] = [this.#then, this.#now, this.#reached];
    if (then === now && !reached) return scopesOf(now);
    const clusters = reached ? [...reached] : [...new Set([...then.keys(), ...now.keys()])];
    return clusters.map(cluster => {
      const both = [then.get(cluster), now.get(cluster)].map(visibility =>
        visibility ? namespacesOf(visibility) : NOWHERE,
      );
      return [cluster, both.includes(undefined) ? undefined : [...new Set((both as string[][]).flat())]];
    });
  }

  shows(object: ObjectId): ShownAt {
    const [before, after] = [this.#then.get(object.cluster), this.#now.get(object.cluster)];
    const now = shows(after, object);
    return { then: before === after ? now : shows(before, object), now };
  }

  *changedClusters(): Iterable<string> {
    if (this.#then === this.#now) return;
    const wanted = (cluster: string) => this.#reached?.has(cluster) ?? true;
    for (const [cluster, visibility] of this.#now)
      if (visibility !== this.#then.get(cluster) && wanted(cluster)) yield cluster;
    for (const cluster of this.#then.keys()) if (!this.#now.has(cluster) && wanted(cluster)) yield cluster;
  }

  judge({ id, object, shown, before, after }: Judged): void {
    const { table, served } = this.#sources;
    let number: number | undefined;
    const find = () => (number ??= table.find(object));
    const row = after !== 'unknown' ? after : find() === 0 ? undefined : table.read(find());
    const resources = served(object.cluster);
    const then = { row: before, shown: shown.then };
    const isServed = resources !== undefined && serves(resources, object);
    const now = { row, shown: shown.now, served: isServed };
    const type = netChange(then, now, rowMatch(this.#filter));
    if (type) this.changes.push({ type, id, row: shown.now ? find() : 0 });
  }
}

/** State of an object at one of the two moments that netChange() compares. */
export interface ObjectThen {
  /** Undefined if the object does not exist. */
  readonly row: ColumnRow | undefined;
  /** True if the reader may see an object with this id, even if no such object exists. */
  readonly shown: boolean;
}

export interface ObjectNow extends ObjectThen {
  /**
   * True if the cluster exists and serves the kind of the object. If false, RBAC cannot decide who may see the object.
   */
  readonly served: boolean;
}

/**
 * Returns the change of one object between two moments, for one reader. Undefined if nothing changed for the reader.
 * This is the rule of the GraphQL field `objectChanges`.
 */
export function netChange(then: ObjectThen, now: ObjectNow, matches: RowMatch): ChangeType | undefined {
  const was = then.row && then.shown && matches(then.row) ? then.row : undefined;
  const is = now.row && now.shown && matches(now.row) ? now.row : undefined;
  if (!was) return is && 'ENTER';
  if (is) return sameRow(was, is) ? undefined : 'UPDATE';
  return now.shown || !now.served ? 'LEAVE' : 'REVOKED';
}

/** A change of one of these columns is an UPDATE. Labels are compared separately, by content. */
const COMPARED = INDEXED.filter(name => name !== 'syncedAt' && name !== 'labels');

function sameRow(a: ColumnRow, b: ColumnRow): boolean {
  if (a === b) return true;
  for (const name of COMPARED) if (a[name] !== b[name]) return false;
  const keys = Object.keys(a.labels);
  return (
    keys.length === Object.keys(b.labels).length &&
    keys.every(key => Object.hasOwn(b.labels, key) && a.labels[key] === b.labels[key])
  );
}
