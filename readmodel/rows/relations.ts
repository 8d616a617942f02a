/**
 * The relations that rows keep to other objects of their cluster (store/attached.ts), to be followed from both ends.
 *
 * A cell is one relation of one row. It stands in two lists, that of its row and that of its target, so either end is followed, and a cell comes and goes,
 * without looking at other cells. A target is the key of an object, whether or not there is a row of it: it comes with the first cell that leads there and goes
 * with the last. Its name is a number of the table's own names, which the row of the object mostly has already; the rest of its key is shared by all of one kind
 * and namespace. All of it is outside the JavaScript heap.
 */
import { grown } from '../containers/grown.ts';
import { hashOfNumbers, LinearHash } from '../containers/linear-hash.ts';
import { TextDictionary } from '../texts/text-dictionary.ts';
import type { RowTable } from './row-table.ts';
import { encodeSegment } from '../../schema/object-id.ts';
import { RELATION_TYPES, type Relation, type RelationType } from '../../store/attached.ts';

const ROOM = 64;
const NONE: readonly number[] = [];
/** Targets whose numbers are known without reading their keys. */
const MAX_KNOWN = 16_384;

export class RowRelations {
  readonly #table: Pick<RowTable, 'columns' | 'places' | 'kinds' | 'names' | 'findNumbered'>;
  /** By row: its first cell; 0: it keeps none. */
  #first = new Uint32Array(ROOM);
  /** By cell: its type and row, the next cell of the row, its target, and the cells beside it that lead there. Free cells are a list by `#next`. */
  #type = new Uint8Array(ROOM);
  #row = new Uint32Array(ROOM);
  #next = new Uint32Array(ROOM);
  #target = new Uint32Array(ROOM);
  #before = new Uint32Array(ROOM);
  #after = new Uint32Array(ROOM);
  #end = 1;
  #free = 0;
  /** By target: the first cell that leads there, and its key. Free targets are a list by `#head`. */
  #head = new Uint32Array(ROOM);
  #cluster = new Uint32Array(ROOM);
  #scope = new Uint32Array(ROOM);
  #name = new Uint32Array(ROOM);
  #targetsEnd = 1;
  #freeTarget = 0;
  readonly #targets = new LinearHash(target => this.#hashOf(target));
  /** `group/kind/namespace`, as in keys. */
  readonly #scopes = new TextDictionary();
  /** Of one cluster, by key: many rows lead to one object, and rows come cluster by cluster when a replica starts. */
  readonly #known = new Map<string, number>();
  #knownOf = 0;

  constructor(table: Pick<RowTable, 'columns' | 'places' | 'kinds' | 'names' | 'findNumbered'>) {
    this.#table = table;
  }

  /** For tests: cells, targets and scopes in use. */
  get size(): { readonly cells: number; readonly targets: number; readonly scopes: number } {
    let cells = this.#end - 1;
    for (let cell = this.#free; cell !== 0; cell = this.#next[cell]!) cells--;
    return { cells, targets: this.#targets.size, scopes: this.#scopes.size };
  }

  /** Instead of what the row kept. Its place is in the columns. */
  set(row: number, relations: readonly Relation[] | undefined): void {
    const before = row < this.#first.length ? this.#first[row]! : 0;
    if (before === 0 && !relations) return;
    if (row >= this.#first.length) this.#first = grown(this.#first, row + 1);
    let first = 0;
    // From the last one, so that they are in their order.
    for (let i = (relations?.length ?? 0) - 1; i >= 0; i--) first = this.#add(row, relations![i]!, first);
    this.#first[row] = first;
    this.#release(before); // last, so that targets which stay keep their numbers
  }

  /** Calls `take` with each relation of the wanted types that a row keeps, and the row to which it leads; 0: there is none. */
  forEachKept(row: number, wanted: (type: RelationType) => boolean, take: (type: RelationType, to: number) => void): void {
    for (let cell = this.#first[row] ?? 0; cell !== 0; cell = this.#next[cell]!) {
      const type = this.typeOf(cell);
      if (wanted(type)) take(type, this.#rowOf(this.#target[cell]!, row));
    }
  }

  /** The targets of a row's relations of one type, by number: of a cluster's objects each has its own. */
  targetsOf(row: number, type: RelationType): readonly number[] {
    let cell = this.#first[row] ?? 0;
    if (cell === 0) return NONE;
    const targets: number[] = [];
    for (; cell !== 0; cell = this.#next[cell]!) if (this.typeOf(cell) === type) targets.push(this.#target[cell]!);
    return targets;
  }

  /** The key of a target. */
  keyOf(target: number): Relation['to'] {
    return `${this.#scopes.text(this.#scope[target]!)}/${encodeSegment(this.#table.names.text(this.#name[target]!))}`;
  }

  /** The cells that lead to a row, one by one; good until something is written. The first: 0: there is none. */
  firstTo(row: number): number {
    const { columns, places, kinds } = this.#table;
    const [place, kind] = [columns.place[row]!, columns.kind[row]!];
    const parts = [kinds.group(kind), kinds.kind(kind), places.namespaceName(place)];
    const scope = this.#scopes.find(parts.map(encodeSegment).join('/'));
    const target = scope === undefined ? 0 : this.#find(places.cluster[place]!, scope, columns.name[row]!);
    return target === 0 ? 0 : this.#head[target]!;
  }

  /** The one that leads to the same row; 0: there is none. */
  nextTo(cell: number): number {
    return this.#after[cell]!;
  }

  typeOf(cell: number): RelationType {
    return RELATION_TYPES[this.#type[cell]!]!;
  }

  /** The row that keeps it. */
  keeperOf(cell: number): number {
    return this.#row[cell]!;
  }

  #rowOf(target: number, from: number): number {
    const [group = '', kind = '', namespace = ''] = this.#scopes.text(this.#scope[target]!).split('/').map(decoded);
    const cluster = this.#table.places.clusterName(this.#table.columns.place[from]!);
    return this.#table.findNumbered({ cluster, group, kind, namespace }, this.#name[target]!);
  }

  /** A cell before another one of the row. */
  #add(row: number, { type, to }: Relation, next: number): number {
    const cell = this.#free || this.#end++;
    if (cell === this.#free) this.#free = this.#next[cell]!;
    if (cell >= this.#next.length) this.#makeRoom(cell + 1);
    const target = this.#acquire(row, to);
    this.#type[cell] = RELATION_TYPES.indexOf(type);
    this.#row[cell] = row;
    this.#next[cell] = next;
    this.#target[cell] = target;
    const head = this.#head[target]!;
    this.#after[cell] = head;
    this.#before[cell] = 0;
    if (head !== 0) this.#before[head] = cell;
    this.#head[target] = cell;
    return cell;
  }

  /** The target with a key, in the cluster of a row. */
  #acquire(row: number, key: Relation['to']): number {
    const cluster = this.#table.places.cluster[this.#table.columns.place[row]!]!;
    if (cluster !== this.#knownOf || this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#knownOf = cluster;
    let target = this.#known.get(key);
    if (target === undefined) this.#known.set(key, (target = this.#acquireAnew(cluster, key)));
    return target;
  }

  #acquireAnew(cluster: number, key: Relation['to']): number {
    const slash = key.lastIndexOf('/');
    const scope = this.#scopes.acquire(key.slice(0, slash));
    const name = this.#table.names.acquire(decoded(key.slice(slash + 1)));
    const known = this.#find(cluster, scope, name);
    if (known !== 0) {
      this.#scopes.release(scope);
      this.#table.names.release(name);
      return known;
    }
    const target = this.#freeTarget || this.#targetsEnd++;
    if (target === this.#freeTarget) this.#freeTarget = this.#head[target]!;
    if (target >= this.#head.length) {
      this.#head = grown(this.#head, target + 1);
      this.#cluster = grown(this.#cluster, target + 1);
      this.#scope = grown(this.#scope, target + 1);
      this.#name = grown(this.#name, target + 1);
    }
    this.#head[target] = 0;
    this.#cluster[target] = cluster;
    this.#scope[target] = scope;
    this.#name[target] = name;
    this.#targets.add(target, this.#hashOf(target));
    return target;
  }

  #find(cluster: number, scope: number, name: number): number {
    let target = this.#targets.first(hashOfNumbers(cluster, scope, name));
    while (target !== 0 && (this.#name[target] !== name || this.#scope[target] !== scope || this.#cluster[target]! !== cluster))
      target = this.#targets.next(target);
    return target;
  }

  #release(first: number): void {
    for (let cell = first; cell !== 0;) {
      const [next, target, before, after] = [this.#next[cell]!, this.#target[cell]!, this.#before[cell]!, this.#after[cell]!];
      if (before === 0 && after === 0) this.#releaseTarget(target);
      else if (before === 0) this.#head[target] = after;
      else this.#after[before] = after;
      if (after !== 0) this.#before[after] = before;
      this.#next[cell] = this.#free;
      this.#free = cell;
      cell = next;
    }
  }

  #releaseTarget(target: number): void {
    this.#targets.remove(target, this.#hashOf(target));
    this.#scopes.release(this.#scope[target]!);
    this.#table.names.release(this.#name[target]!);
    this.#head[target] = this.#freeTarget;
    this.#freeTarget = target;
    this.#known.clear(); // it may be given to another key
  }

  #hashOf(target: number): number {
    return hashOfNumbers(this.#cluster[target]!, this.#scope[target]!, this.#name[target]!);
  }

  #makeRoom(cells: number): void {
    this.#type = grown(this.#type, cells);
    this.#row = grown(this.#row, cells);
    this.#next = grown(this.#next, cells);
    this.#target = grown(this.#target, cells);
    this.#before = grown(this.#before, cells);
    this.#after = grown(this.#after, cells);
  }
}

/** A segment of a key. The store takes well-formed keys alone. */
function decoded(segment: string): string {
  return segment.includes('%') ? decodeURIComponent(segment) : segment;
}
