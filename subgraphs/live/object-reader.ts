/**
 * Reads objects of one leaf and batches the reads of one request. Without batching, a page would cause one request for
 * each object. A few objects of one kind and namespace are read one by one, many objects by one list. If the list is
 * forbidden (a caller may have only `get`), too long or incomplete, the objects are read one by one after all.
 */
import DataLoader from 'dataloader';
import {
  type KubernetesObject,
  type ServedResource,
  requestPhrase,
  resourceName,
  resourcePath,
} from '../../kubernetes/client.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import { isKubernetesObject } from '../../kubernetes/object-shape.ts';
import type { ObjectId } from '../../schema/object-id.ts';
import { isPathSegment, isScope, MAX_OBJECT_BYTES, type LeafSession } from './leaf-session.ts';
import { NOT_FOUND, noToken, refusalOf, type LiveState } from './live-state.ts';
import { isSecret, takeLastApplied, withoutValues } from './manifest.ts';
import type { GraphQLResolveInfo } from 'graphql';
import { selectedFields } from '../../schema/selected-fields.ts';

export interface ReadKey extends ObjectId {
  /** The encoded id of the object. */
  readonly id: string;
  readonly need: Need;
  /**
   * True if the caller may have invented the id. Then the time of the read must not reveal whether the leaf serves the
   * kind.
   */
  readonly anyKind?: boolean;
}

/** Result of reading one object. */
export interface LiveRead {
  readonly state: LiveState;
  readonly message?: string;
  readonly retryAfterSeconds?: number;
  readonly observedAt: Date;
  /** Error of the leaf, for the log. */
  readonly problem?: KubernetesError;
  /** Set if and only if the state is OK. */
  readonly found?: FoundObject;
}

export interface FoundObject {
  readonly object: KubernetesObject;
  readonly resource: ServedResource;
  /**
   * Text of the last-applied annotation of kubectl, if the whole object is needed. Never set for a Secret, because the
   * annotation contains its values.
   */
  readonly lastApplied?: string;
}

export type ObjectReader = DataLoader<ReadKey, LiveRead, string>;

/** Maximum number of objects of one kind and namespace that are read one by one. More objects are read by a list. */
const MAX_SINGLE_READS = 8;
/** Maximum number of pages listed for the objects of one kind and namespace. */
const MAX_PAGES = 2;

export function createObjectReader(session: LeafSession): ObjectReader {
  return new DataLoader(keys => readTogether(session, keys), {
    cacheKeyFn: ({ id, need }) => `${need} ${id}`,
    maxBatchSize: 2_000,
  });
}

async function readTogether(session: LeafSession, keys: readonly ReadKey[]): Promise<LiveRead[]> {
  const [first] = keys;
  // Shortcut for a single key. A page over many clusters usually needs one object from each cluster.
  if (first && keys.length === 1) return [(await readGroup(session, keys)).get(first)!];
  const groups = Map.groupBy(keys, ({ id }) => id.slice(0, id.lastIndexOf('/')));
  const reads = new Map<ReadKey, LiveRead>();
  await Promise.all(
    [...groups.values()].map(async group =>
      (await readGroup(session, group)).forEach((read, key) => reads.set(key, read)),
    ),
  );
  return keys.map(key => reads.get(key) ?? refused(NOT_FOUND));
}

/** Reads objects of one kind and namespace. */
async function readGroup(session: LeafSession, keys: readonly ReadKey[]): Promise<Map<ReadKey, LiveRead>> {
  const [first] = keys;
  const whole = (read: LiveRead) => new Map(keys.map(key => [key, read]));
  if (!first || !isScope(first.namespace)) return whole(refused(NOT_FOUND));
  const as = session.caller;
  if (!as) return whole(refused(noToken(session.cluster)));
  let resource: ServedResource | undefined;
  try {
    resource = await session.resourceOf(first);
  } catch (error) {
    return whole(failed(session, error, `read ${first.kind}`));
  }
  if (resource?.namespaced !== (first.namespace !== ''))
    return new Map(await Promise.all(keys.map(async key => [key, await readUnserved(session, as, key)] as const)));
  const target: Target = {
    session,
    as,
    resource,
    namespace: first.namespace,
    need: (['whole', 'object'] as const).find(most => keys.some(({ need }) => need === most)) ?? 'metadata',
  };
  const names = [...new Set(keys.flatMap(({ name, anyKind }) => (anyKind ? [] : [name])))];
  const listed = names.length > MAX_SINGLE_READS ? await readMany(target, names) : new Map<string, LiveRead>();
  const single = new Map<string, Promise<LiveRead>>();
  for (const { name } of keys) if (!listed.has(name) && !single.has(name)) single.set(name, readOne(target, name));
  return new Map(
    await Promise.all(keys.map(async key => [key, listed.get(key.name) ?? (await single.get(key.name)!)] as const)),
  );
}

/**
 * Result for a kind that the leaf does not serve, or serves in another scope. If the caller may have invented the id,
 * the version of the leaf is requested first, so that the response takes about as long as for a forbidden kind.
 */
async function readUnserved(session: LeafSession, as: Target['as'], { anyKind, name }: ReadKey): Promise<LiveRead> {
  if (!anyKind || !isPathSegment(name)) return refused(NOT_FOUND);
  try {
    return await session.ask(as, async asking => {
      if (session.budget.isSpent) return refused(session.budget.refusal);
      await session.registration.client.request('/version', { ...asking, maxBytes: MAX_OBJECT_BYTES });
      return refused(NOT_FOUND);
    });
  } catch (error) {
    const read = failed(session, error, 'get its version');
    return read.state === 'FORBIDDEN' ? refused(NOT_FOUND) : read;
  }
}

/** Options of all reads of one kind and namespace. */
interface Target {
  readonly session: LeafSession;
  readonly as: NonNullable<LeafSession['caller']>;
  readonly resource: ServedResource;
  readonly namespace: string;
  readonly need: Need;
}

async function readOne({ session, as, resource, namespace, need }: Target, name: string): Promise<LiveRead> {
  if (!isPathSegment(name)) return refused(NOT_FOUND);
  try {
    return await session.ask(as, async asking => {
      if (session.budget.isSpent) return refused(session.budget.refusal);
      const path = resourcePath(resource, namespace, name);
      const object = await session.registration.client.request(path, {
        ...asking,
        accept: ACCEPT[need].one,
        maxBytes: MAX_OBJECT_BYTES,
      });
      if (!isNamed(object, namespace, name)) throw unusable(session);
      return await kept(session, object, resource, need);
    });
  } catch (error) {
    return failed(session, error, requestPhrase('get', resource, { namespace, name }));
  }
}

/**
 * Reads many objects by one list, and at the same time one object by name. If the read by name is forbidden, the list
 * is ignored and each object is read by name. So a caller who may list but not get sees the same states on short and
 * long pages.
 */
async function readMany(target: Target, names: readonly string[]): Promise<Map<string, LiveRead>> {
  const [probe = '', ...others] = names;
  const [read, listed] = await Promise.all([readOne(target, probe), readByList(target, others)]);
  return read.state === 'FORBIDDEN' ? new Map([[probe, read]]) : listed.set(probe, read);
}

/** Results from a list, by name. Objects without a result need single reads. */
async function readByList(
  { session, as, resource, namespace, need }: Target,
  names: readonly string[],
): Promise<Map<string, LiveRead>> {
  const wanted = new Set(names);
  const reads = new Map<string, LiveRead>();
  try {
    const { hasMore, leftOut } = await session.list(as, resource, {
      ...{ namespace, maxPages: MAX_PAGES, accept: ACCEPT[need].list, exact: need !== 'metadata' },
      onObjects: async objects => {
        for (const object of objects) {
          const { name } = object.metadata;
          if (!wanted.has(name) || reads.has(name) || !isNamed(object, namespace, name)) continue;
          reads.set(name, await kept(session, object, resource, need));
        }
      },
      isEnough: () => reads.size === wanted.size,
    });
    // An object that is not in the list counts as absent only if the list is complete and all its objects were read.
    if (!hasMore && leftOut === 0) for (const name of wanted) if (!reads.has(name)) reads.set(name, refused(NOT_FOUND));
  } catch (error) {
    const read = failed(session, error, `list ${resourceName(resource)}`);
    // In these states, single reads would probably fail, too.
    if (HOPELESS.has(read.state)) for (const name of wanted) if (!reads.has(name)) reads.set(name, read);
  }
  return reads;
}

const HOPELESS: ReadonlySet<LiveState> = new Set<LiveState>(['UNAUTHORIZED', 'THROTTLED', 'TIMEOUT', 'UNREACHABLE']);

const PARTIAL = 'g=meta.k8s.io;v=v1,application/json';
const ACCEPT: Readonly<Record<Need, { readonly one: string; readonly list: string }>> = {
  whole: { one: 'application/json', list: 'application/json' },
  object: { one: 'application/json', list: 'application/json' },
  metadata: {
    one: `application/json;as=PartialObjectMetadata;${PARTIAL}`,
    list: `application/json;as=PartialObjectMetadataList;${PARTIAL}`,
  },
};

/** The result for an object, or a refusal if the budget of the request cannot hold the object. */
async function kept(
  session: LeafSession,
  object: KubernetesObject,
  resource: ServedResource,
  need: Need,
): Promise<LiveRead> {
  const applied = takeLastApplied(object);
  const lastApplied = need === 'whole' && !isSecret(resource) ? applied : undefined;
  const shown = withoutValues(object, resource);
  const fits = await session.inTurns(session.budget.take(lastApplied === undefined ? shown : [shown, lastApplied]));
  return fits ? found(shown, resource, lastApplied) : refused(session.budget.refusal);
}

function found(object: KubernetesObject, resource: ServedResource, lastApplied: string | undefined): LiveRead {
  // Sets apiVersion and kind. List items may lack apiVersion and kind. Metadata-only objects have the kind
  // PartialObjectMetadata.
  const { apiVersion: _apiVersion, kind: _kind, ...rest } = object;
  const apiVersion = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
  const shown = { apiVersion, kind: resource.kind, ...rest };
  return {
    state: 'OK',
    observedAt: new Date(),
    found: { object: shown, resource, ...(lastApplied !== undefined && { lastApplied }) },
  };
}

export function refused(refusal: Omit<LiveRead, 'observedAt'>): LiveRead {
  return { ...refusal, observedAt: new Date() };
}

/**
 * Converts an error of a leaf to a result.
 * @throws all other errors
 */
function failed(session: LeafSession, error: unknown, doing: string): LiveRead {
  if (!(error instanceof KubernetesError)) throw error;
  return { ...refused(refusalOf(error, session.requested(doing))), problem: error };
}

function unusable(session: LeafSession): KubernetesError {
  return new KubernetesError('MALFORMED', `${session.cluster}: the answer is not the object that was asked for`, {
    cluster: session.cluster,
  });
}

/** True if the value is the requested object. A leaf may answer anything, such as an object of another name. */
function isNamed(value: unknown, namespace: string, name: string): value is KubernetesObject {
  return isKubernetesObject(value) && value.metadata.name === name && (value.metadata.namespace ?? '') === namespace;
}

/**
 * The part of an object that a selection needs. For `metadata`, the leaf sends fewer bytes. `whole` includes the
 * last-applied annotation, which is an older copy of the object.
 */
export type Need = 'metadata' | 'object' | 'whole';

/**
 * Fields of LiveObject that need only the metadata of the object, or nothing. If a field is missing in this list, the
 * leaf sends more bytes than needed. If a field is wrongly in this list, the field is null although the object has a
 * value.
 */
export const ANSWERED_BY_METADATA: ReadonlySet<string> = new Set([
  'state',
  'message',
  'observedAt',
  'retryAfterSeconds',
  'metadata',
  'owners',
  'events',
  'columns',
]);

/**
 * The part of the object that the current field needs. A field with @skip counts as selected, because reading too much
 * is safe.
 */
export function needOf(info: GraphQLResolveInfo): Need {
  const names = selectedFields(info);
  names.delete('__typename');
  if (names.has('lastApplied')) return 'whole';
  return [...names].every(name => ANSWERED_BY_METADATA.has(name)) ? 'metadata' : 'object';
}
