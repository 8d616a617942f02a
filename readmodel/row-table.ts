/**
 * All rows of the fleet as columns with dictionaries: put, remove, find, read back. It knows nothing of visibility, queries or the store.
 *
 * A row is identified by its place (cluster and namespace), kind and name; these never change while it lives. What a row used is given
 * back when it is replaced or removed.
 */
import { Columns, encodeState, statusOf, SUSPENDED } from './columns.ts';
import { Dictionary } from './dictionary.ts';
import { compareIdParts, compareText } from './id-order.ts';
import { Kinds } from './kinds.ts';
import { LabelSets } from './label-sets.ts';
import { Permutation } from './permutation.ts';
import { NOWHERE, Places } from './places.ts';
import { RowIndex } from './row-index.ts';
import type { ObjectId } from '../schema/object-id.ts';
import { OBJECT_STATUSES, type Row } from '../store/store.ts';

/** Dictionary numbers of what an update may replace. */
type ReplaceableTexts = Record<'version' | 'labels' | 'reason' | 'message' | 'revision', number>;

export class RowTable {
  readonly columns = new Columns();
  readonly places = new Places();
  readonly kinds = new Kinds();
  readonly names = new Dictionary();
  readonly versions = new Dictionary();
  readonly reasons = new Dictionary();
  readonly messages = new Dictionary();
  readonly revisions = new Dictionary();
  readonly labelSets = new LabelSets();
  /** By name, then id. */
  readonly byName = new Permutation((a, b) => this.#compareByName(a, b));
  readonly #index = new RowIndex(this.columns);

  get size(): number {
    return this.#index.size;
  }

  /** Adds or replaces a row and returns its number. */
  put(row: Row): number {
    const found = this.find(row);
    if (found !== 0) {
      const before = this.#texts(found);
      this.#fill(found, row); // first, so that a text which stays keeps its number
      this.#release(before);
      return found;
    }
    const number = this.columns.allocate();
    const { columns } = this;
    columns.kind[number] = this.kinds.acquire(row.group, row.kind);
    columns.name[number] = this.names.acquire(row.name);
    this.#fill(number, row);
    const place = this.places.enter(row.cluster, row.namespace);
    const first = this.places.firstRow[place]!;
    columns.next[number] = first;
    columns.previous[number] = 0;
    if (first !== 0) columns.previous[first] = number;
    this.places.firstRow[place] = number;
    columns.place[number] = place;
    this.#index.add(number);
    this.byName.add(number);
    return number;
  }

  remove(row: number): void {
    const { columns } = this;
    const place = columns.place[row]!;
    this.byName.remove(row);
    this.#index.remove(row);
    const [before, after] = [columns.previous[row]!, columns.next[row]!];
    if (before === 0) this.places.firstRow[place] = after;
    else columns.next[before] = after;
    if (after !== 0) columns.previous[after] = before;
    columns.place[row] = NOWHERE;
    this.places.leave(place);
    this.#release(this.#texts(row));
    this.kinds.release(columns.kind[row]!);
    this.names.release(columns.name[row]!);
    columns.free(row);
  }

  /** The number of a row, or 0. */
  find(id: ObjectId): number {
    const place = this.places.find(id.cluster, id.namespace);
    const kind = this.kinds.find(id.group, id.kind);
    const name = this.names.find(id.name);
    return place === undefined || kind === undefined || name === undefined ? 0 : this.#index.find(place, kind, name);
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

  /** A row as the columns have it; what only the store keeps is ''. */
  read(row: number): Row {
    const { columns } = this;
    return {
      ...this.idOf(row),
      version: this.versions.text(columns.version[row]!),
      uid: '',
      resourceVersion: '',
      status: statusOf(columns.state[row]!),
      suspended: (columns.state[row]! & SUSPENDED) !== 0,
      reason: this.reasons.text(columns.reason[row]!),
      message: this.messages.text(columns.message[row]!),
      revision: this.revisions.text(columns.revision[row]!),
      attemptedRevision: '',
      source: '',
      labels: this.labelSets.labels(columns.labels[row]!),
      createdAt: columns.created[row]!,
      transitionedAt: columns.transitioned[row]!,
      syncedAt: columns.synced[row]!,
    };
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
    columns.created[number] = row.createdAt;
    columns.transitioned[number] = row.transitionedAt;
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

  #compareByName(a: number, b: number): number {
    const { place, kind, name } = this.columns;
    if (name[a] !== name[b]) return compareText(this.names.text(name[a]!), this.names.text(name[b]!));
    const [left, right] = [place[a]!, place[b]!];
    return (
      compareIdParts(this.places.clusterName(left), this.places.clusterName(right)) ||
      compareIdParts(this.kinds.group(kind[a]!), this.kinds.group(kind[b]!)) ||
      compareIdParts(this.kinds.kind(kind[a]!), this.kinds.kind(kind[b]!)) ||
      compareIdParts(this.places.namespaceName(left), this.places.namespaceName(right))
    );
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
