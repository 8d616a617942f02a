/**
 * Computes a manifest for server-side apply from the edited YAML of an object. The manifest holds the changed fields,
 * and the fields that the Explorer has applied before. Applying the whole object would make the Explorer the owner of
 * every field. Fields that other managers remove later would then stay.
 *
 * Reads every scalar as text, so numbers stay as they were written.
 */
import {
  Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Pair,
  parseDocument,
  Scalar,
  visit,
  YAMLMap,
  YAMLSeq,
  type Node,
} from 'yaml';

/** Name of the Explorer in managedFields. */
export const MANAGER = 'fleetgraph-explorer';

interface Edited {
  /** Undefined if there is nothing to apply. */
  readonly manifest: string | undefined;
  /** Fields that the user removed but the apply does not remove, because the Explorer is not their only owner. */
  readonly kept: readonly KeptField[];
}

export interface KeptField {
  readonly field: string;
  readonly owners: readonly string[];
}

/** Thrown for YAML that cannot be applied. `message` gives the reason to the user. */
export class EditProblem extends Error {
  override name = 'EditProblem';
}

/** Fields that a manager owns, as `fieldsV1` in managedFields. */
interface FieldTree {
  readonly [key: string]: FieldTree;
}

interface Owner {
  readonly name: string;
  readonly fields: FieldTree;
}

/**
 * @param whole YAML of the object, including managedFields
 * @param text Edited YAML of the same object
 * @throws EditProblem
 */
export function editedManifest(whole: string, text: string): Edited {
  const before = rootOf(whole);
  const owners = ownersIn(before);
  (before.get('metadata') as YAMLMap).delete('managedFields');
  const after = rootOf(text);
  refuseOther(before, after);
  const kept: KeptField[] = [];
  let removes = false;
  const own = owners.find(({ name }) => name === MANAGER)?.fields;
  const change = new Change((field, at) => {
    const others = at.filter(({ name }) => name !== MANAGER);
    if (others.length === 0 && at.length > 0) removes = true;
    else kept.push({ field, owners: others.map(({ name }) => name) });
  });
  const picked = change.pick({ before, after, owners, own, path: '' });
  if (!change.differs && !removes) return { manifest: undefined, kept };
  return { manifest: written(withIdentity(before, isMap(picked) ? picked : new YAMLMap())), kept };
}

function rootOf(text: string): YAMLMap {
  const document = parseDocument(text, { schema: 'failsafe' });
  const [error] = document.errors;
  if (error) throw new EditProblem(error.message.replace(/:\n[\s\S]*$/, ''));
  if (document.warnings.length > 0)
    throw new EditProblem('Tags (!!int) are not supported here. Write the value without one.');
  visit(document, (_key, node) => {
    if (isAlias(node)) throw new EditProblem('Aliases (*name) are not supported here. Write the value in each place.');
  });
  const root: unknown = document.contents;
  if (!isMap(root) || !isMap(root.get('metadata'))) throw new EditProblem('This is not one object with metadata.');
  return root;
}

function ownersIn(root: YAMLMap): Owner[] {
  const entries: unknown = (root.toJSON() as { metadata?: { managedFields?: unknown } }).metadata?.managedFields;
  if (!Array.isArray(entries)) return [];
  return entries.flatMap(
    (entry: { manager?: string; operation?: string; subresource?: string; fieldsV1?: FieldTree }) => {
      const { manager = '', operation, subresource, fieldsV1 } = entry;
      if (!fieldsV1 || typeof fieldsV1 !== 'object') return [];
      // Only the Apply entry of the Explorer keeps the name MANAGER, because an apply replaces only the fields of this
      // entry.
      const isOurs = manager === MANAGER && operation === 'Apply' && subresource === undefined;
      return [{ name: isOurs || manager !== MANAGER ? manager : `${manager} (${operation})`, fields: fieldsV1 }];
    },
  );
}

/** Fields that the user must not edit. */
const FIXED = ['apiVersion', 'kind', 'status'];
const FIXED_METADATA = [
  ...['name', 'namespace', 'uid', 'resourceVersion', 'generation', 'creationTimestamp', 'deletionTimestamp'],
  ...['deletionGracePeriodSeconds', 'selfLink', 'managedFields', 'generateName'],
];

function refuseOther(before: YAMLMap, after: YAMLMap): void {
  const [was, is] = [before.get('metadata') as YAMLMap, after.get('metadata') as YAMLMap];
  const changed =
    FIXED.find(key => !isSame(before.get(key, true), after.get(key, true))) ??
    FIXED_METADATA.find(key => !isSame(was.get(key, true), is.get(key, true)));
  if (changed === undefined) return;
  const field = FIXED.includes(changed) ? `.${changed}` : `.metadata.${changed}`;
  throw new EditProblem(`${field} cannot be changed here. Leave it as it was.`);
}

interface Place {
  readonly before: unknown;
  readonly after: unknown;
  readonly owners: readonly Owner[];
  /** Fields of `after` that the Explorer has applied. Undefined if there are none. */
  readonly own: FieldTree | undefined;
  readonly path: string;
}

class Change {
  /** True if at least one value is new or changed. */
  differs = false;
  readonly #removed: (path: string, owners: readonly Owner[]) => void;

  /** @param removed Called with each field that the user removed, and its owners */
  constructor(removed: (path: string, owners: readonly Owner[]) => void) {
    this.#removed = removed;
  }

  /** Part of `after` that the manifest must contain. Undefined if the manifest needs no part of `after`. */
  pick(place: Place): Node | undefined {
    const { before, after, own, owners } = place;
    if (!isNode(after)) return undefined;
    if (isSame(before, after)) return own && this.#owned(after, own);
    if (isMap(before) && isMap(after) && !isAtomic(owners)) return this.#pickOfMap(before, after, place);
    if (isSeq(before) && isSeq(after)) {
      const keys = keysOf(owners);
      if (keys.length > 0) return this.#pickOfItems(before, after, keys, place);
      if (isSet(owners)) return this.#pickOfSet(before, after, place);
    }
    this.differs = true;
    return after;
  }

  #pickOfMap(before: YAMLMap, after: YAMLMap, { owners, own, path }: Place): Node | undefined {
    const picked = new YAMLMap();
    for (const pair of after.items) {
      const key = textOf(pair.key);
      const step = `f:${key}`;
      const at = { owners: ownersOf(owners, step), own: own?.[step], path: `${path}.${key}` };
      const isNew = !before.has(key);
      if (isNew) this.differs = true;
      const value = isNew ? valueOf(pair) : this.pick({ before: before.get(key, true), after: valueOf(pair), ...at });
      if (value) picked.items.push(new Pair(pair.key, value));
    }
    for (const { key } of before.items)
      if (!after.has(textOf(key))) this.#removed(`${path}.${textOf(key)}`, ownersOf(owners, `f:${textOf(key)}`));
    return picked.items.length > 0 || own?.['.'] ? picked : undefined;
  }

  /** Handles lists whose items are identified by some of their fields. */
  #pickOfItems(
    before: YAMLSeq,
    after: YAMLSeq,
    keys: readonly string[],
    { owners, own, path }: Place,
  ): Node | undefined {
    const picked = new YAMLSeq();
    const left = new Map(before.items.map(item => [nameOf(item, keys), item]));
    for (const item of after.items) {
      const name = nameOf(item, keys);
      const was = left.get(name);
      left.delete(name);
      if (was === undefined) this.differs = true;
      const at = {
        owners: ownersOf(owners, name, keys),
        own: own && inTree(own, name, keys),
        path: `${path}[${name}]`,
      };
      const value = was === undefined ? (item as Node) : this.pick({ before: was, after: item, ...at });
      if (isMap(value)) picked.items.push(withKeys(value, item, keys));
    }
    for (const name of left.keys()) this.#removed(`${path}[${name}]`, ownersOf(owners, name, keys));
    return picked.items.length > 0 ? picked : undefined;
  }

  #pickOfSet(before: YAMLSeq, after: YAMLSeq, { owners, own, path }: Place): Node | undefined {
    const picked = new YAMLSeq();
    const had = new Set(before.items.map(textOf));
    const has = new Set(after.items.map(textOf));
    for (const item of after.items) {
      const isNew = !had.has(textOf(item));
      if (isNew) this.differs = true;
      if (isNew || (own && setStep(own, textOf(item)))) picked.items.push(item);
    }
    for (const text of had)
      if (!has.has(text))
        this.#removed(
          `${path}[${text}]`,
          owners.filter(({ fields }) => setStep(fields, text)),
        );
    return picked.items.length > 0 ? picked : undefined;
  }

  /** Reduces an unchanged value to the part that the Explorer has applied. */
  #owned(node: Node, own: FieldTree): Node | undefined {
    const steps = Object.keys(own);
    if (steps.length === 0 || isScalar(node)) return node;
    const owners = [{ name: MANAGER, fields: own }];
    if (isMap(node)) return this.#pickOfMap(node, node, { before: node, after: node, owners, own, path: '' });
    if (!isSeq(node)) return node;
    const keys = keysOf(owners);
    if (keys.length > 0)
      return this.#pickOfItems(node, node, keys, { before: node, after: node, owners, own, path: '' });
    return isSet(owners) ? this.#pickOfSet(node, node, { before: node, after: node, owners, own, path: '' }) : node;
  }
}

/** True if managers own the value only as a whole, and no fields inside the value. */
const isAtomic = (owners: readonly Owner[]): boolean =>
  owners.length > 0 && owners.every(({ fields }) => Object.keys(fields).length === 0);

/** Names of the fields that identify the items of a list. */
function keysOf(owners: readonly Owner[]): readonly string[] {
  const step = owners.flatMap(({ fields }) => Object.keys(fields)).find(it => it.startsWith('k:'));
  return step === undefined ? [] : Object.keys(JSON.parse(step.slice(2)) as object);
}

const isSet = (owners: readonly Owner[]): boolean =>
  owners.some(({ fields }) => Object.keys(fields).some(step => step.startsWith('v:')));

const setStep = (fields: FieldTree, text: string): boolean =>
  Object.keys(fields).some(step => step.startsWith('v:') && String(JSON.parse(step.slice(2))) === text);

/** Name of an item in field paths, for example `name="web"`. */
function nameOf(item: unknown, keys: readonly string[]): string {
  return keys.map(key => `${key}=${JSON.stringify(isMap(item) ? textOf(item.get(key, true)) : '')}`).join(',');
}

function inTree(fields: FieldTree, name: string, keys: readonly string[]): FieldTree | undefined {
  return Object.entries(fields).find(([step]) => {
    if (!step.startsWith('k:')) return false;
    const values = JSON.parse(step.slice(2)) as Readonly<Record<string, string | number | boolean>>;
    return keys.map(key => `${key}=${JSON.stringify(String(values[key] ?? ''))}`).join(',') === name;
  })?.[1];
}

/** Owners of the field that `step` names, or of fields inside. Reduces the tree of each owner to this field. */
function ownersOf(owners: readonly Owner[], step: string, keys?: readonly string[]): Owner[] {
  return owners.flatMap(({ name, fields }) => {
    const inner = keys ? inTree(fields, step, keys) : fields[step];
    return inner ? [{ name, fields: inner }] : [];
  });
}

function withKeys(picked: YAMLMap, item: unknown, keys: readonly string[]): YAMLMap {
  const whole = item as YAMLMap;
  const missing = whole.items.filter(({ key }) => keys.includes(textOf(key)) && !picked.has(textOf(key)));
  const all = new YAMLMap();
  all.items.push(...missing, ...picked.items);
  return all;
}

/**
 * Adds the identity of the object. With the UID, the apply cannot change another object of the same name, and cannot
 * create a deleted object again.
 */
function withIdentity(before: YAMLMap, picked: YAMLMap): YAMLMap {
  const all = new YAMLMap();
  const metadata = new YAMLMap();
  const was = before.get('metadata') as YAMLMap;
  const pickedMetadata = picked.get('metadata');
  const chosen = isMap(pickedMetadata) ? pickedMetadata.items : [];
  for (const pair of was.items) if (['name', 'namespace', 'uid'].includes(textOf(pair.key))) metadata.items.push(pair);
  metadata.items.push(...chosen.filter(({ key }) => !['name', 'namespace', 'uid'].includes(textOf(key))));
  for (const pair of before.items) if (['apiVersion', 'kind'].includes(textOf(pair.key))) all.items.push(pair);
  all.items.push(new Pair(new Scalar('metadata'), metadata));
  all.items.push(
    ...picked.items.filter(({ key }) => !['apiVersion', 'kind', 'metadata', 'status'].includes(textOf(key))),
  );
  return all;
}

function written(root: YAMLMap): string {
  const document = new Document(undefined, { schema: 'failsafe' });
  document.contents = root;
  return document.toString({ lineWidth: 0 });
}

/** Text of a scalar or a string. Empty for any other value. The schema of the parser reads every scalar as a text. */
const textOf = (node: unknown): string =>
  isScalar<string | null>(node) ? (node.value ?? '') : typeof node === 'string' ? node : '';
const valueOf = ({ value }: Pair): Node | undefined => (isNode(value) ? value : undefined);

/** True if the values are equal. The quoted `"1"` and the plain `1` differ. The order of map keys does not matter. */
function isSame(one: unknown, other: unknown): boolean {
  if (isScalar(one) && isScalar(other)) return one.value === other.value && isPlain(one) === isPlain(other);
  if (isMap(one) && isMap(other))
    return (
      one.items.length === other.items.length &&
      one.items.every(({ key, value }) => other.has(textOf(key)) && isSame(value, other.get(textOf(key), true)))
    );
  if (isSeq(one) && isSeq(other))
    return one.items.length === other.items.length && one.items.every((item, at) => isSame(item, other.items[at]));
  return (one ?? undefined) === (other ?? undefined);
}

const isPlain = ({ type }: Scalar): boolean => type === undefined || type === Scalar.PLAIN;
