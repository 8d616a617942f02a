/**
 * The differences for one reader and one filter between an earlier moment and now. Changed rows come from the journal.
 * Clusters whose visibility changed are read row by row. Applied to the earlier list, the differences give exactly the
 * current list.
 *
 * Cost: the changes since then, plus the rows of clusters in which the reader's rights changed.
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
  /** The current moment, with what the reader sees. Called when reading starts, and again when it restarts. */
  readonly now: () => Moment;
  readonly filter: Filter;
  /** A superset of the clusters that the filter can match; undefined means all. */
  readonly reached: readonly string[] | undefined;
  /** Maximum number of changes to report. */
  readonly limit: number;
}

export interface RowNetChange {
  readonly type: ChangeType;
  readonly id: string;
  /** Number of the row; 0 if there is none or the reader may not see it. */
  readonly row: number;
}

export interface NetChanges {
  /**
   * Why no changes are reported: the journal does not reach back far enough, or there are more changes than the limit.
   */
  readonly reset: 'TOO_OLD' | 'TOO_MANY' | undefined;
  readonly changes: readonly RowNetChange[];
  readonly moment: Moment;
}

/** Inputs of changesSince(). */
export interface ChangeSources {
  readonly table: RowTable;
  readonly journal: Journal;
  /** The resources that a cluster serves; undefined if the cluster is unknown. */
  readonly served: (cluster: string) => readonly Resource[] | undefined;
}

/** Changes or rows processed per turn. */
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

/** Where something is visible: the namespaces of each cluster; undefined means all. */
function scopesOf(shown: Shown): readonly Scope[] {
  let known = scopes.get(shown);
  if (!known) {
    const all = Array.from(shown, ([cluster, visibility]): Scope => [cluster, namespacesOf(visibility)]);
    scopes.set(shown, (known = all.filter(([, namespaces]) => namespaces?.length !== 0)));
  }
  return known;
}

/** True if the reader may see an object, at either moment. */
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

/** One reader with one filter, at two moments. */
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

  /** Where the reader may see something at either moment. */
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

/** The net change of one object for one reader between two moments. Pure: the complete rule behind `objectChanges`. */

/** An object at a moment. */
export interface ObjectThen {
  /** Undefined if it does not exist. */
  readonly row: ColumnRow | undefined;
  /** True if the reader may see an object of this id, whether it exists or not. */
  readonly shown: boolean;
}

export interface ObjectNow extends ObjectThen {
  /** True if its cluster exists and serves its kind: otherwise no RBAC says who may see it. */
  readonly served: boolean;
}

/** Undefined if nothing differs for the reader. */
export function netChange(then: ObjectThen, now: ObjectNow, matches: RowMatch): ChangeType | undefined {
  const was = then.row && then.shown && matches(then.row) ? then.row : undefined;
  const is = now.row && now.shown && matches(now.row) ? now.row : undefined;
  if (!was) return is && 'ENTER';
  if (is) return sameRow(was, is) ? undefined : 'UPDATE';
  return now.shown || !now.served ? 'LEAVE' : 'REVOKED';
}

/** Columns whose change is an UPDATE. Labels count too, compared by content. */
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
