/**
 * All rows of the fleet as columns with dictionaries: put, remove, find, read back. It knows nothing of visibility, queries or the store.
 *
 * A row is identified by its place (cluster and namespace), kind and name; these never change while it lives. What a row used is given
 * back when it is replaced or removed.
 */
import { Columns, encodeState, statusOf, SUSPENDED } from './columns.ts';
import { Kinds } from './kinds.ts';
import { LabelSets } from './label-sets.ts';
import { NOWHERE, Places } from './places.ts';
import { RowIndex } from './row-index.ts';
import { RowOrders } from './row-orders.ts';
import { TextDictionary } from './text-dictionary.ts';
import type { StoredFields } from './query.ts';
import type { ObjectId } from '../schema/object-id.ts';
import { OBJECT_STATUSES, type Row } from '../store/store.ts';

/** Dictionary numbers of what an update may replace. */
type ReplaceableTexts = Record<'version' | 'labels' | 'reason' | 'message' | 'revision', number>;

/** Row numbers that are taken at once for one place. */
const MOST_KEPT = 4;

export class RowTable {
  readonly columns = new Columns();
  readonly places = new Places();
  readonly kinds = new Kinds();
  readonly names = new TextDictionary();
  readonly versions = new TextDictionary();
  readonly reasons = new TextDictionary();
  readonly messages = new TextDictionary();
  readonly revisions = new TextDictionary();
  readonly labelSets = new LabelSets();
  /** Last, since they read the columns and dictionaries. */
  readonly orders = new RowOrders(this);
  readonly #index = new RowIndex(this.columns);

  get size(): number {
    return this.#index.size;
  }

  /** Adds or replaces a row and returns its number. */
  put(row: Row): number {
    const name = this.names.acquire(row.name);
    const known = this.#find(row, name);
    const found = known.row;
    if (found !== 0) {
      this.names.release(name);
      const before = this.#texts(found);
      const isRetallied = this.columns.state[found] !== encodeState(row.status, row.suspended);
      if (isRetallied) this.#tally(found, -1);
      this.orders.leave(found, row);
      this.#fill(found, row); // first, so that a text which stays keeps its number
      this.orders.return(found);
      if (isRetallied) this.#tally(found, 1);
      this.#release(before);
      return found;
    }
    const place = known.place === NOWHERE ? this.places.enter(row.cluster, row.namespace) : this.places.reenter(known.place);
    const number = this.#allocate(place);
    const { columns } = this;
    columns.kind[number] = this.kinds.acquire(row.group, row.kind);
    columns.name[number] = name;
    this.#fill(number, row);
    const first = this.places.firstRow[place]!;
    columns.next[number] = first;
    columns.previous[number] = 0;
    if (first !== 0) columns.previous[first] = number;
    this.places.firstRow[place] = number;
    columns.place[number] = place;
    this.#index.add(number);
    this.orders.add(number);
    this.#tally(number, 1);
    return number;
  }

  remove(row: number): void {
    const { columns } = this;
    const place = columns.place[row]!;
    this.orders.remove(row);
    this.#tally(row, -1);
    this.#index.remove(row);
    const [before, after] = [columns.previous[row]!, columns.next[row]!];
    if (before === 0) this.places.firstRow[place] = after;
    else columns.next[before] = after;
    if (after !== 0) columns.previous[after] = before;
    columns.place[row] = NOWHERE;
    if (this.places.rowCount[place] === 1) {
      // The place goes, and what was kept for it is anybody's.
      for (let kept = this.places.kept[place]!; kept < this.places.keptEnd[place]!; kept++) columns.free(kept);
    }
    this.places.leave(place);
    this.#release(this.#texts(row));
    this.kinds.release(columns.kind[row]!);
    this.names.release(columns.name[row]!);
    columns.free(row);
  }

  /** The number of a row, or 0. */
  find(id: ObjectId): number {
    const name = this.names.find(id.name);
    return name === undefined ? 0 : this.#find(id, name).row;
  }

  #find({ cluster, namespace, group, kind }: Omit<ObjectId, 'name'>, name: number): { place: number; row: number } {
    const place = this.places.find(cluster, namespace) ?? NOWHERE;
    const kindId = this.kinds.find(group, kind);
    return { place, row: place === NOWHERE || kindId === undefined ? 0 : this.#index.find(place, kindId, name) };
  }

  /** All rows of a cluster; collected first, so that they may be removed meanwhile. */
  ofCluster(cluster: string): number[] {
    const rows: number[] = [];
    for (const place of this.places.inCluster(cluster)?.byNamespace.values() ?? []) {
      for (let row = this.places.firstRow[place]!; row !== 0; row = this.columns.next[row]!) rows.push(row);
    }
    return rows;
  }

  idOf(row: number): ObjectId {
    const { place, kind, name } = this.columns;
    return {
      cluster: this.places.clusterName(place[row]!),
      group: this.kinds.group(kind[row]!),
      kind: this.kinds.kind(kind[row]!),
      namespace: this.places.namespaceName(place[row]!),
      name: this.names.text(name[row]!),
    };
  }

  /** A row as the columns have it. */
  read(row: number): Omit<Row, keyof StoredFields> {
    const { columns } = this;
    return {
      ...this.idOf(row),
      version: this.versions.text(columns.version[row]!),
      status: statusOf(columns.state[row]!),
      suspended: (columns.state[row]! & SUSPENDED) !== 0,
      reason: this.reasons.text(columns.reason[row]!),
      message: this.messages.text(columns.message[row]!),
      revision: this.revisions.text(columns.revision[row]!),
      labels: this.labelSets.labels(columns.labels[row]!),
      createdAt: columns.created.get(row),
      transitionedAt: columns.transitioned.get(row),
      syncedAt: columns.synced[row]!,
    };
  }

  /**
   * A number for a new row of a place. Rows of a place are walked one after the other, and those with neighbouring numbers lie in one line of the
   * processor's cache; but a store gives rows in any order. So a place that has rows is kept a few numbers for more.
   */
  #allocate(place: number): number {
    const { columns, places } = this;
    if (places.kept[place]! < places.keptEnd[place]!) return places.kept[place]!++;
    const free = columns.reuse();
    if (free !== 0) return free;
    const count = Math.min(Math.max(places.rowCount[place]! - 1, 1), MOST_KEPT);
    const first = columns.reserve(count);
    places.kept[place] = first + 1;
    places.keptEnd[place] = first + count;
    return first;
  }

  /** What may change while a row lives. */
  #fill(number: number, row: Row): void {
    const { columns } = this;
    columns.version[number] = this.versions.acquire(row.version);
    columns.state[number] = encodeState(row.status, row.suspended);
    columns.labels[number] = this.labelSets.acquire(row.labels);
    columns.reason[number] = this.reasons.acquire(row.reason);
    columns.message[number] = this.messages.acquire(row.message);
    columns.revision[number] = this.revisions.acquire(row.revision);
    columns.created.set(number, row.createdAt);
    columns.transitioned.set(number, row.transitionedAt);
    columns.synced[number] = row.syncedAt;
  }

  #texts(row: number): ReplaceableTexts {
    const { version, labels, reason, message, revision } = this.columns;
    return { version: version[row]!, labels: labels[row]!, reason: reason[row]!, message: message[row]!, revision: revision[row]! };
  }

  #release(texts: ReplaceableTexts): void {
    this.versions.release(texts.version);
    this.labelSets.release(texts.labels);
    this.reasons.release(texts.reason);
    this.messages.release(texts.message);
    this.revisions.release(texts.revision);
  }

  #tally(row: number, difference: 1 | -1): void {
    const { place, kind, state } = this.columns;
    const at = place[row]!;
    this.places.clusterOf(at).tally.change(kind[row]!, this.places.namespaceName(at) !== '', state[row]!, difference);
    this.places.tallies.change(at, kind[row]!, state[row]!, difference);
  }
}

/**
 * Why a row cannot be taken; undefined where it can. The store checks its writers, but what reaches a sort order or an id must hold by itself:
 * half a surrogate pair cannot be put into an id, and a status out of the enum would be another status.
 */
export function rowProblem(row: Row, cluster: string): string | undefined {
  if (row.cluster !== cluster) return `it names cluster ${row.cluster}`;
  if (!row.kind || !row.name) return 'it has no kind or no name';
  if (![row.cluster, row.group, row.kind, row.namespace, row.name].every(part => part.isWellFormed()))
    return 'its id is not well-formed text';
  if (!OBJECT_STATUSES.includes(row.status)) return `its status is ${row.status}`;
  if (![row.createdAt, row.transitionedAt, row.syncedAt].every(Number.isFinite)) return 'one of its times is not a number';
  return undefined;
}
