/**
 * Server-side apply: creates the object, or sets the fields of the manifest. A change of a field that another manager
 * owns is a conflict unless `force` is true.
 */
import { at, groupOf, isRecord, text } from '../../../kinds/untrusted.ts';
import type { KubernetesObject } from '../../../kubernetes/client.ts';
import { isKubernetesObject } from '../../../kubernetes/object-shape.ts';
import { isDouble, isExactNumber, restoreNumbers } from '../../../schema/exact-json.ts';
import type { ObjectId } from '../../../schema/object-id.ts';
import { printFieldPath, type FieldPath } from '../field-path.ts';
import { manifestOf, takeLastApplied, withoutValues } from '../manifest.ts';
import { NotInYaml, yamlPieces } from '../yaml.ts';
import type { Action } from './action.ts';
import { done } from './outcome.ts';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string | null };
}

export interface ApplyOptions {
  readonly fieldManager: string;
  readonly force: boolean;
}

/** Maximum characters of a preview. */
const MAX_PREVIEW = 1024 * 1024;

const MAX_NAME = 253;
/** Maximum nesting of Lists. */
const MAX_LIST_DEPTH = 4;

/**
 * The manifests in a request. A List (`v1` List, or the list type of any kind) is replaced by its items. Each manifest
 * has its path for messages: `[2].items[0]`.
 */
export function manifestsIn(
  values: readonly unknown[],
  place = '',
  depth = 0,
): { readonly value: unknown; readonly place: string }[] {
  return values.flatMap((value, i) => {
    const at = `${place}[${i}]`;
    const items = depth < MAX_LIST_DEPTH ? itemsIn(value) : undefined;
    return items ? manifestsIn(items, `${at}.items`, depth + 1) : [{ value, place: at }];
  });
}

/**
 * The items of a list. Undefined for all other values. A value with a name is no list, even if its kind ends in List.
 */
function itemsIn(value: unknown): readonly unknown[] | undefined {
  if (!isRecord(value) || (isRecord(value['metadata']) && text(value['metadata']['name']) !== '')) return undefined;
  const [, kind] = /^(.*)List$/.exec(text(value['kind'])) ?? [];
  const items = value['items'] ?? [];
  if (kind === undefined || !Array.isArray(items)) return undefined;
  const all = items as readonly unknown[];
  // Adds apiVersion and kind, as kubectl does, because API servers omit both in the items of a list such as
  // DeploymentList.
  const ofItems = { apiVersion: value['apiVersion'], kind };
  if (kind === '') return all;
  return all.map(item => {
    if (!isRecord(item)) return item;
    // Numbers are restored before the copy, because restoreNumbers() does not know the copy.
    restoreNumbers(item);
    return { ...ofItems, ...item };
  });
}

/** Ranks of kinds whose objects are applied first, because other objects may need them. */
const NEEDED: Readonly<Record<string, number>> = {
  ...{ Namespace: 1, 'CustomResourceDefinition.apiextensions.k8s.io': 1 },
  ...{ ServiceAccount: 2, LimitRange: 2, ResourceQuota: 2 },
  ...{ 'PriorityClass.scheduling.k8s.io': 2, 'RuntimeClass.node.k8s.io': 2, 'StorageClass.storage.k8s.io': 2 },
  ...{ 'Role.rbac.authorization.k8s.io': 2, 'ClusterRole.rbac.authorization.k8s.io': 2 },
};
const OTHERS = 3;

/** Rank of a kind. If several objects are applied, lower ranks are applied first. */
export function orderOf({ group, kind }: Pick<ObjectId, 'group' | 'kind'>): number {
  return NEEDED[group === '' ? kind : `${kind}.${group}`] ?? OTHERS;
}

/**
 * The Namespace, ServiceAccount or PriorityClass that an API server reports as missing, as `kind/name`. Undefined for
 * all other messages.
 */
export function missingFor(said: string | undefined): string | undefined {
  for (const [kind, pattern] of MISSING) {
    const name = pattern.exec(said ?? '')?.[1];
    if (name !== undefined) return `${kind}/${name}`;
  }
  return undefined;
}

const MISSING = [
  ['Namespace', /^namespaces "([^"]+)" not found$/],
  [
    'ServiceAccount',
    /^[^"]*"[^"]*" is forbidden: error looking up service account [^ ]+: serviceaccount "([^"]+)" not found$/,
  ],
  ['PriorityClass', /^[^"]*"[^"]*" is forbidden: no PriorityClass with name ([^ ]+) was found$/],
] as const;

/** The kind that a CustomResourceDefinition defines. Undefined for any other manifest. */
export function definedKind(
  manifest: Manifest,
): (Pick<ObjectId, 'group' | 'kind'> & { readonly namespaced: boolean }) | undefined {
  if (groupOf(manifest.apiVersion) !== 'apiextensions.k8s.io' || manifest.kind !== 'CustomResourceDefinition')
    return undefined;
  const namespaced = at(manifest, 'spec', 'scope') !== 'Cluster';
  return { group: text(at(manifest, 'spec', 'group')), kind: text(at(manifest, 'spec', 'names', 'kind')), namespaced };
}

/** The reason why the value is not a manifest. Undefined for a manifest. */
export function manifestProblem(value: unknown): string | undefined {
  if (!isRecord(value) || !isRecord(value['metadata'])) return 'it has no metadata.';
  const { apiVersion, kind, metadata } = value;
  if (!/^([a-z0-9][a-z0-9.-]{0,252}\/)?[a-z0-9-]{1,63}$/.test(text(apiVersion)))
    return 'its apiVersion is not like apps/v1 or v1.';
  const { name } = metadata;
  const namespace = metadata['namespace'] ?? ''; // Helm writes null for no namespace
  if (text(kind) === '') return 'it has no kind.';
  if (text(name) === '' && text(metadata['generateName']) !== '')
    return 'it has metadata.generateName, but apply needs metadata.name.';
  if (text(name) === '') return 'it has no metadata.name.';
  if (typeof namespace !== 'string') return 'its metadata.namespace is no text.';
  if (![text(kind), text(name), namespace].every(canBeName))
    return `its kind, name and namespace are texts of at most ${MAX_NAME} characters.`;
  return undefined;
}

/**
 * Path and problem of one value that an API server would change, for an error message. Undefined if there is no such
 * value. API servers store 64-bit integers exactly and all other numbers as doubles. Also restores the original numbers
 * in the manifest (restoreNumbers), which is applied afterwards.
 */
export function inexactPart(manifest: object): string | undefined {
  const open: Place[] = [{ value: manifest, key: '', before: undefined }];
  for (let place = open.pop(); place; place = open.pop()) {
    const { value } = place;
    restoreNumbers(value);
    for (const [key, entry] of Object.entries(value)) {
      const problem = key.isWellFormed() ? inexactScalar(entry) : HALF;
      if (problem !== undefined) return `${printFieldPath([...pathTo(place), stepIn(value, key)])} ${problem}`;
      if (typeof entry === 'object' && entry !== null && !isExactNumber(entry))
        open.push({ value: entry as object, key: stepIn(value, key), before: place });
    }
  }
  return undefined;
}

interface Place {
  readonly value: object;
  /** Key of the value in its parent. */
  readonly key: string | number;
  readonly before: Place | undefined;
}

function pathTo(place: Place): FieldPath {
  const path: (string | number)[] = [];
  for (let at = place; at.before; at = at.before) path.push(at.key);
  return path.reverse();
}

function stepIn(value: object, key: string): string | number {
  return Array.isArray(value) ? Number(key) : key;
}

const HALF = 'holds half of a character (a lone surrogate).';

function inexactScalar(value: unknown): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : HALF;
  if (!isExactNumber(value)) return undefined;
  const { rawJSON: text } = value;
  if (isDouble(text) || isInt64(text)) return undefined;
  return `is ${text.length > 40 ? `${text.slice(0, 40)}…` : text}, and API servers would change that: they keep whole numbers of 64 bits, and other numbers as doubles.`;
}

function isInt64(text: string): boolean {
  return /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

/** True if the text can be part of an id. */
export function canBeName(text: string): boolean {
  return text.length <= MAX_NAME && text.isWellFormed();
}

export function idOfManifest(cluster: string, { apiVersion, kind, metadata: { name, namespace } }: Manifest): ObjectId {
  return { cluster, group: groupOf(apiVersion), kind, namespace: namespace ?? '', name };
}

export function versionOf({ apiVersion }: Manifest): string {
  return apiVersion.slice(apiVersion.lastIndexOf('/') + 1);
}

/** @param previews True to add a preview to the result: the object as the cluster would store it */
export function apply(manifest: Manifest, options: ApplyOptions, previews = false): Action {
  return {
    name: 'apply',
    absent:
      'There is no such cluster, kind, version or namespace, or you may not know of it. An object of a namespaced kind needs metadata.namespace, and another one must have none.',
    async act(target) {
      const before = await target.readIfThere();
      const after = await target.apply(manifest, options);
      const acted = done(
        target,
        before !== undefined && (await target.inTurns(isEqual(contentOf(before), contentOf(after)))),
      );
      // No preview if the object did not exist, or if the caller may not read it. The permission to patch does not
      // include the permission to read.
      if (!previews || !before || !isKubernetesObject(after)) return acted;
      const preview = await target.inTurns(previewOf(after, target.id));
      return { ...acted, ...(preview !== undefined && { preview }) };
    },
  };
}

/**
 * The object as YAML, in the format of live objects, so that a client can compare the two texts. Undefined if the text
 * is too long, or if YAML cannot represent the object.
 */
function* previewOf(
  object: KubernetesObject,
  kind: Pick<ObjectId, 'group' | 'kind'>,
): Generator<void, string | undefined, undefined> {
  const shown = withoutValues(object, kind);
  takeLastApplied(shown);
  // Restores the field order of live objects. API servers answer a patch in a different order.
  const { apiVersion, kind: name, ...rest } = manifestOf(shown);
  let text = '';
  try {
    for (const piece of yamlPieces({ apiVersion, kind: name, ...rest })) {
      text += piece;
      if (text.length > MAX_PREVIEW) return undefined;
      yield;
    }
  } catch (error) {
    if (!(error instanceof NotInYaml)) throw error;
    return undefined;
  }
  return text;
}

/** The object without the metadata that the API server changes on a write. */
function contentOf(object: unknown): unknown {
  if (!isRecord(object) || !isRecord(object['metadata'])) return object;
  const {
    managedFields: _fields,
    resourceVersion: _version,
    generation: _generation,
    ...metadata
  } = object['metadata'];
  return { ...object, metadata };
}

/** Number of values compared before yielding. This work takes some tenths of a millisecond. */
const VALUES_OF_PIECE = 2_048;

/**
 * Compares two parsed JSON values. Uses no recursion and yields regularly, because authors of objects on a leaf decide
 * the size and depth of the values.
 */
export function* isEqual(one: unknown, other: unknown): Generator<void, boolean, undefined> {
  const open: (readonly [unknown, unknown])[] = [[one, other]];
  let compared = 0;
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (Array.isArray(a) !== Array.isArray(b) || !isContainer(a) || !isContainer(b)) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return false;
      if (a[key] !== b[key]) open.push([a[key], b[key]]);
      if (++compared % VALUES_OF_PIECE === 0) yield;
    }
  }
  return true;
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return Array.isArray(value) || isRecord(value);
}
