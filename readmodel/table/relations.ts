/**
 * Relations of rows to other objects of their cluster (store/attached.ts). They can be found from the row and from the
 * target.
 *
 * Many rows have equal relations, so relations are stored as numbered sets. A set holds relations that are spelled
 * relative to a row (store/relation-spelling.ts).
 *
 * A relation to an object in the row's own namespace is not indexed. To find it from the target, the rows of the
 * namespace are read. If all relations of a set lead into the row's own namespace, rows of any cluster can share the
 * set. A relation to any other object is indexed by the target's key. A set with an indexed relation belongs to one
 * cluster, and its rows form a list.
 */
import { encodeObjectKey, type ObjectId, type ObjectKey } from '../../schema/object-id.ts';
import type { RelationType } from '../../store/attached.ts';
import {
  readRelations,
  type SpelledRelation,
  type SpelledRelations,
  spellRelations,
  targetOf,
} from '../../store/relation-spelling.ts';
import type { IndexRow } from '../../store/store.ts';
import { grown, type NarrowArray, written } from './containers.ts';
import type { Rows } from './rows.ts';
import { TextDictionary } from './texts.ts';

const ROOM = 64;
/** Maximum number of sets that are cached by text. */
const MAX_KNOWN = 16_384;
/** Maximum length of a cached text in characters. Keeps the cache small. */
const MAX_KNOWN_LENGTH = 512;
/** Maximum number of parsed sets in the cache. */
const MAX_READ = 4_096;
/** Value in #first of a set that has only relations within the row's namespace. */
const NOT_LISTED = 0xffff_ffff;

export class RowRelations {
  readonly #table: Rows;
  /** Set of each row. 0 if the row has no relations. */
  #set: NarrowArray = new Uint8Array(ROOM);
  /** Next and previous row with the same set. Only for sets with relations beyond the row's namespace. */
  #next = new Uint32Array(ROOM);
  #before = new Uint32Array(ROOM);
  /** First row of each set, or NOT_LISTED. */
  #first = new Uint32Array(ROOM);
  /**
   * Texts of sets: a `/` and the spelled relations. If a set has relations beyond the row's namespace, the number of
   * its cluster precedes the `/`.
   */
  readonly #texts = new TextDictionary();
  /**
   * Sets by target. Contains only targets outside the namespace of the rows. A key is `number of the cluster/key of the
   * target`.
   */
  readonly #leading = new Map<string, Set<number>>();
  readonly #read = new Map<number, readonly SpelledRelation[]>();
  /**
   * Cache of set numbers by the text of the relations. Contains only sets without relations beyond the row's namespace.
   */
  readonly #known = new Map<string, number>();

  constructor(table: Rows) {
    this.#table = table;
  }

  /** For tests: number of sets, and number of targets in the index. */
  get size(): { readonly sets: number; readonly targets: number } {
    return { sets: this.#texts.size, targets: this.#leading.size };
  }

  /** Exclusive upper bound of all set numbers. */
  get capacity(): number {
    return this.#texts.capacity;
  }

  /**
   * Replaces the relations of a row. The scope of the row must already be in the columns. Returns true if the new
   * relations differ.
   */
  set(number: number, row: Pick<IndexRow, 'relations' | 'namespace' | 'name'> | undefined): boolean {
    const before = this.setOf(number);
    const relations = row?.relations && spelled(row.relations, row);
    if (before === 0 && !relations) return false;
    if (number >= this.#set.length) this.#set = grown(this.#set, number + 1);
    const set = relations ? this.#acquire(number, relations) : 0;
    if (set !== before) {
      if (before !== 0) this.#unlink(number, before);
      this.#set = written(this.#set, number, set);
      if (set !== 0) this.#link(number, set);
    }
    if (before !== 0) this.#release(before);
    return set !== before;
  }

  /**
   * Returns the number of a row's set. 0 if the row has no relations. Rows of one namespace with the same set have the
   * same relations, except for relations that are spelled relative to the row's name.
   */
  setOf(row: number): number {
    return this.#set[row] ?? 0;
  }

  /**
   * Calls `take` with each relation of a row that `wanted` accepts, and with the row of the target. `to` is 0 if the
   * target has no row.
   */
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

  /** Returns the targets of a row's relations of this type, whether or not they have a row. */
  endsOf(row: number, type: RelationType): ObjectId[] {
    const ends: ObjectId[] = [];
    const set = this.setOf(row);
    if (set !== 0)
      for (const relation of this.relationsOf(set)) if (relation.type === type) ends.push(this.#endOf(relation, row));
    return ends;
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

  /** Returns the sets with relations to this row from outside the row's namespace, and the types of the relations. */
  *setsTo(row: number): Generator<{ readonly set: number; readonly types: readonly RelationType[] }, void> {
    if (this.#leading.size === 0) return;
    const { columns, scopes, kinds, names } = this.#table;
    const [scope, kind] = [columns.scope[row]!, columns.kind[row]!];
    const id = {
      group: kinds.group(kind),
      kind: kinds.kind(kind),
      namespace: scopes.namespaceName(scope),
      name: names.text(columns.name[row]!),
    };
    const key = encodeObjectKey(id);
    for (const set of this.#leading.get(`${scopes.cluster[scope]!}/${key}`) ?? [])
      yield {
        set,
        types: this.relationsOf(set).flatMap(relation => (elsewhere(relation)[0] === key ? [relation.type] : [])),
      };
  }

  /**
   * Returns the first row of a set with relations beyond the row's namespace. nextOf() returns the row after a given
   * row. 0 means none. Valid until the next write.
   */
  firstOf(set: number): number {
    return this.#first[set]!;
  }

  nextOf(row: number): number {
    return this.#next[row]!;
  }

  #endOf(relation: SpelledRelation, row: number): ObjectId {
    const { columns, scopes, names } = this.#table;
    const scope = columns.scope[row]!;
    const beside = {
      namespace: scopes.namespaceName(scope),
      name: typeof relation.name === 'string' ? '' : names.text(columns.name[row]!),
    };
    return { cluster: scopes.clusterName(scope), ...targetOf(relation, beside) };
  }

  #acquire(row: number, { text, relations }: SpelledRelations): number {
    const known = this.#known.get(text);
    if (known !== undefined) {
      this.#texts.retain(known);
      return known;
    }
    const isNear = relations.every(leadsNear);
    const { columns, scopes } = this.#table;
    const cluster = isNear ? '' : scopes.cluster[columns.scope[row]!]!;
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
      this.#known.delete(text.slice(end + 1)); // the number may be reused for another set
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

/** True if the target of a relation is in the row's own namespace. */
function leadsNear(relation: SpelledRelation): relation is SpelledRelation & { readonly namespace: undefined } {
  return relation.namespace === undefined;
}

/** Returns the key of the target. Empty if the target is in the row's own namespace. */
function elsewhere(relation: SpelledRelation): readonly ObjectKey[] {
  return leadsNear(relation) ? NOWHERE : [encodeObjectKey(relation)];
}

const NOWHERE: readonly ObjectKey[] = [];

/** Spells relations relative to a row. Undefined if there are none. @throws RangeError */
function spelled(
  relations: NonNullable<IndexRow['relations']>,
  { namespace, name }: Pick<IndexRow, 'namespace' | 'name'>,
): SpelledRelations | undefined {
  if ('text' in relations) return relations;
  return relations.length === 0
    ? undefined
    : readRelations(spellRelations(relations, { namespace, name: String(name) }));
}
