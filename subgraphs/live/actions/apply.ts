/** Server-side apply: the object is made, or the fields of the manifest are set; a field that another manager has is a conflict. */
import { at, groupOf, isRecord, text } from '../../../kinds/untrusted.ts';
import type { ObjectId } from '../../../schema/object-id.ts';
import type { Action } from './action.ts';
import { isEqual } from './equality.ts';
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

const MAX_NAME = 253;
/** Lists inside lists, as `kubectl get -o yaml` never writes them. */
const MAX_LIST_DEPTH = 4;

/** Manifests as people have them: a List (`v1` List, or the list of any kind) is its items. Each with its place for messages: `[2].items[0]`. */
export function manifestsIn(values: readonly unknown[], place = '', depth = 0): { readonly value: unknown; readonly place: string }[] {
  return values.flatMap((value, i) => {
    const at = `${place}[${i}]`;
    const isList = isRecord(value) && /List$/.test(text(value['kind'])) && Array.isArray(value['items']) && depth < MAX_LIST_DEPTH;
    return isList ? manifestsIn(value['items'] as unknown[], `${at}.items`, depth + 1) : [{ value, place: at }];
  });
}

/** The kind that a CustomResourceDefinition defines; undefined for any other manifest. */
export function definedKind(manifest: Manifest): Pick<ObjectId, 'group' | 'kind'> | undefined {
  if (groupOf(manifest.apiVersion) !== 'apiextensions.k8s.io' || manifest.kind !== 'CustomResourceDefinition') return undefined;
  return { group: text(at(manifest, 'spec', 'group')), kind: text(at(manifest, 'spec', 'names', 'kind')) };
}

/** Why it is none; undefined when it is one. */
export function manifestProblem(value: unknown): string | undefined {
  if (!isRecord(value) || !isRecord(value['metadata'])) return 'it has no metadata.';
  const { apiVersion, kind, metadata } = value;
  if (!/^([a-z0-9][a-z0-9.-]{0,252}\/)?[a-z0-9-]{1,63}$/.test(text(apiVersion))) return 'its apiVersion is not like apps/v1 or v1.';
  const { name } = metadata;
  const namespace = metadata['namespace'] ?? ''; // Helm writes null
  if (text(kind) === '') return 'it has no kind.';
  if (text(name) === '') return 'it has no metadata.name.';
  if (typeof namespace !== 'string') return 'its metadata.namespace is no text.';
  if (![text(kind), text(name), namespace].every(canBeName))
    return `its kind, name and namespace are texts of at most ${MAX_NAME} characters.`;
  return undefined;
}

/** Whether it can be a part of an id. */
export function canBeName(text: string): boolean {
  return text.length <= MAX_NAME && text.isWellFormed();
}

export function idOfManifest(cluster: string, { apiVersion, kind, metadata: { name, namespace } }: Manifest): ObjectId {
  return { cluster, group: groupOf(apiVersion), kind, namespace: namespace ?? '', name };
}

export function versionOf({ apiVersion }: Manifest): string {
  return apiVersion.slice(apiVersion.lastIndexOf('/') + 1);
}

export function apply(manifest: Manifest, options: ApplyOptions): Action {
  return {
    name: 'apply',
    absent:
      'There is no such cluster, kind, version or namespace, or you may not know of it. An object of a namespaced kind needs metadata.namespace, and another one must have none.',
    async act(target) {
      const before = await target.readIfThere();
      const after = await target.apply(manifest, options);
      return done(target, before !== undefined && (await target.inTurns(isEqual(contentOf(before), contentOf(after)))));
    },
  };
}

/** Without what each write changes, and a dry run pretends to. */
function contentOf(object: unknown): unknown {
  if (!isRecord(object) || !isRecord(object['metadata'])) return object;
  const { managedFields: _fields, resourceVersion: _version, generation: _generation, ...metadata } = object['metadata'];
  return { ...object, metadata };
}
