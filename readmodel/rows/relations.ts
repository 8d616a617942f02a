/**
 * The relations that rows keep to other objects of their cluster (store/attached.ts), to be followed from both ends.
 *
 * Many rows say the same of what they are related to, so what they say is a set with a number: the relations as they are spelled beside a row
 * (store/relation-spelling.ts). From the other end a relation is found in one of two ways. What leads into its own namespace is found by looking at the rows of
 * that namespace: nothing is kept for it, and rows of all clusters share such a set. What leads elsewhere is known by its key: a set with such a relation
 * belongs to one cluster, and its rows are a list.
 */
import { grown } from '../containers/grown.ts';
import { written, type NarrowArray } from '../containers/narrow.ts';
import { TextDictionary } from '../texts/text-dictionary.ts';
import type { Rows } from './rows.ts';
import { encodeObjectKey, type ObjectId, type ObjectKey } from '../../schema/object-id.ts';
import type { RelationType } from '../../store/attached.ts';
import { readRelations, spellRelations, targetOf, type SpelledRelation, type SpelledRelations } from '../../store/relation-spelling.ts';
import type { IndexRow } from '../../store/store.ts';

const ROOM = 64;
/** Sets whose numbers are known by their texts. */
const MAX_KNOWN = 16_384;
/** Characters of such a text: what is remembered has to stay small, and a Map compares very long texts with each other. */
const MAX_KNOWN_LENGTH = 512;
/** Sets that are kept as they were read. */
const MAX_READ = 4_096;
/** In place of the first row of a set that leads nowhere else. */
const NOT_LISTED = 0xffff_ffff;

export class RowRelations {
  readonly #table: Rows;
  /** By row: its set; 0: it keeps none. */
  #set: NarrowArray = new Uint8Array(ROOM);
  /** By row of a set that leads elsewhere: the rows of the set beside it. */
  #next = new Uint32Array(ROOM);
  #before = new Uint32Array(ROOM);
  /** By set: its first row, or NOT_LISTED. */
  #first = new Uint32Array(ROOM);
  /** `/relations as they are spelled`; of a set that leads elsewhere, the number of its cluster before it. */
  readonly #texts = new TextDictionary();
  /** `number of the cluster/key` of an object to which sets lead from other namespaces: these sets. */
  readonly #leading = new Map<string, Set<number>>();
  readonly #read = new Map<number, readonly SpelledRelation[]>();
  /** Of sets that lead nowhere else, by their relations as they are spelled. */
  readonly #known = new Map<string, number>();

  constructor(table: Rows) {
    this.#table = table;
  }

  /** For tests: what there is beside the rows' own numbers. */
  get size(): { readonly sets: number; readonly targets: number } {
    return { sets: this.#texts.size, targets: this.#leading.size };
  }

  /** All sets are below it. */
  get capacity(): number {
    return this.#texts.capacity;
  }

  /** Instead of what the row kept. Its place is in the columns. */
  set(number: number, row: Pick<IndexRow, 'relations' | 'namespace' | 'name'> | undefined): void {
    const before = this.setOf(number);
    const relations = row?.relations && spelled(row.relations, row);
    if (before === 0 && !relations) return;
    if (number >= this.#set.length) this.#set = grown(this.#set, number + 1);
    const set = relations ? this.#acquire(number, relations) : 0;
    if (set !== before) {
      if (before !== 0) this.#unlink(number, before);
      this.#set = written(this.#set, number, set);
      if (set !== 0) this.#link(number, set);
    }
    if (before !== 0) this.#release(before);
  }

  /** Rows of one cluster and namespace that have one set say the same, but for what is spelled beside their names. 0: it keeps none. */
  setOf(row: number): number {
    return this.#set[row] ?? 0;
  }

  /** Calls `take` with each relation of the wanted types that a row keeps, and the row to which it leads; 0: `end` has none. */
  forEachKept(
    row: number,
    wanted: (relation: SpelledRelation) => boolean,
    take: (type: RelationType, to: number, end: ObjectId) => void,
  ): void {
    const set = this.setOf(row);
    if (set === 0) return;
    for (const relation of this.relationsOf(set)) {
      if (!wanted(relation)) continue;
      const end = this.#endOf(relation, row);
      take(relation.type, this.#table.find(end), end);
    }
  }

  relationsOf(set: number): readonly SpelledRelation[] {
    const known = this.#read.get(set);
    if (known) return known;
    const text = this.#texts.text(set);
    const { relations } = readRelations(text.slice(text.indexOf('/') + 1));
    if (this.#read.size >= MAX_READ) this.#read.clear();
    this.#read.set(set, relations);
    return relations;
  }

  /** The sets of the same cluster that lead to a row from other namespaces, with the types of their relations to it. */
  *setsTo(row: number): Generator<{ readonly set: number; readonly types: readonly RelationType[] }, void> {
    if (this.#leading.size === 0) return;
    const { columns, places, kinds, names } = this.#table;
    const [place, kind] = [columns.place[row]!, columns.kind[row]!];
    const id = {
      group: kinds.group(kind),
      kind: kinds.kind(kind),
      namespace: places.namespaceName(place),
      name: names.text(columns.name[row]!),
    };
    const key = encodeObjectKey(id);
    for (const set of this.#leading.get(`${places.cluster[place]!}/${key}`) ?? [])
      yield { set, types: this.relationsOf(set).flatMap(relation => (elsewhere(relation)[0] === key ? [relation.type] : [])) };
  }

  /** The first row of a set that leads elsewhere, and each one's next; 0: there is none. Good until something is written. */
  firstOf(set: number): number {
    return this.#first[set]!;
  }

  nextOf(row: number): number {
    return this.#next[row]!;
  }

  #endOf(relation: SpelledRelation, row: number): ObjectId {
    const { columns, places, names } = this.#table;
    const place = columns.place[row]!;
    const beside = {
      namespace: places.namespaceName(place),
      name: typeof relation.name === 'string' ? '' : names.text(columns.name[row]!),
    };
    return { cluster: places.clusterName(place), ...targetOf(relation, beside) };
  }

  #acquire(row: number, { text, relations }: SpelledRelations): number {
    const known = this.#known.get(text);
    if (known !== undefined) {
      this.#texts.retain(known);
      return known;
    }
    const isNear = relations.every(leadsNear);
    const { columns, places } = this.#table;
    const cluster = isNear ? '' : places.cluster[columns.place[row]!]!;
    const set = this.#texts.acquire(`${cluster}/${text}`);
    if (isNear && text.length <= MAX_KNOWN_LENGTH) {
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(text, set);
    }
    if (this.#texts.isUsedOnce(set)) this.#begin(set, cluster, relations);
    return set;
  }

  #begin(set: number, cluster: number | '', relations: readonly SpelledRelation[]): void {
    if (set >= this.#first.length) this.#first = grown(this.#first, set + 1);
    this.#first[set] = cluster === '' ? NOT_LISTED : 0;
    for (const key of relations.flatMap(elsewhere)) {
      const target = `${cluster}/${key}`;
      const leading = this.#leading.get(target);
      if (leading) leading.add(set);
      else this.#leading.set(target, new Set([set]));
    }
  }

  #release(set: number): void {
    if (this.#texts.isUsedOnce(set)) {
      const text = this.#texts.text(set);
      const end = text.indexOf('/');
      const cluster = text.slice(0, end);
      for (const key of this.relationsOf(set).flatMap(elsewhere)) {
        const target = `${cluster}/${key}`;
        const leading = this.#leading.get(target);
        if (leading?.delete(set) && leading.size === 0) this.#leading.delete(target);
      }
      this.#known.delete(text.slice(end + 1)); // its number may be given to another one
      this.#read.delete(set);
    }
    this.#texts.release(set);
  }

  #link(row: number, set: number): void {
    const first = this.#first[set]!;
    if (first === NOT_LISTED) return;
    if (row >= this.#next.length) {
      this.#next = grown(this.#next, row + 1);
      this.#before = grown(this.#before, row + 1);
    }
    this.#next[row] = first;
    this.#before[row] = 0;
    if (first !== 0) this.#before[first] = row;
    this.#first[set] = row;
  }

  #unlink(row: number, set: number): void {
    if (this.#first[set] === NOT_LISTED) return;
    const [before, next] = [this.#before[row]!, this.#next[row]!];
    if (before === 0) this.#first[set] = next;
    else this.#next[before] = next;
    if (next !== 0) this.#before[next] = before;
  }
}

/** Whether a relation leads into the row's own namespace. */
function leadsNear(relation: SpelledRelation): relation is SpelledRelation & { readonly namespace: undefined } {
  return relation.namespace === undefined;
}

/** The key of a target in another namespace than the row's, or of a cluster-scoped one. */
function elsewhere(relation: SpelledRelation): readonly ObjectKey[] {
  return leadsNear(relation) ? NOWHERE : [encodeObjectKey(relation)];
}

const NOWHERE: readonly ObjectKey[] = [];

/** @throws RangeError */
function spelled(
  relations: NonNullable<IndexRow['relations']>,
  { namespace, name }: Pick<IndexRow, 'namespace' | 'name'>,
): SpelledRelations | undefined {
  if ('text' in relations) return relations;
  return relations.length === 0 ? undefined : readRelations(spellRelations(relations, { namespace, name: String(name) }));
}
