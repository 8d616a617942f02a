/**
 * Reads objects of one leaf, batched per request: this DataLoader keeps a page of objects from becoming a page of
 * requests.
 *
 * A few objects of one kind and namespace are read one by one, many by one list. The list is only a shortcut: if it is
 * forbidden (a caller may have `get` alone), too long or cut short, the objects are read one by one after all.
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
  /** All other fields except `need`, as one text. */
  readonly id: string;
  readonly need: Need;
  /** The id may be made up: the cost of the read must not reveal whether the leaf serves its kind. */
  readonly anyKind?: boolean;
}

/** Result of reading one object. */
export interface LiveRead {
  readonly state: LiveState;
  readonly message?: string;
  readonly retryAfterSeconds?: number;
  readonly observedAt: Date;
  /** The leaf's error, for the log, if the caller gets its explanation. */
  readonly problem?: KubernetesError;
  /** Present exactly if the state is OK. */
  readonly found?: FoundObject;
}

export interface FoundObject {
  readonly object: KubernetesObject;
  readonly resource: ServedResource;
  /** Text of kubectl's annotation, if the whole object is needed; never for a Secret, whose values it holds. */
  readonly lastApplied?: string;
}

export type ObjectReader = DataLoader<ReadKey, LiveRead, string>;

/** Maximum single reads of one kind and namespace that cost less than a list. */
const MAX_SINGLE_READS = 8;
/** Maximum pages to list for the objects of one kind and namespace. */
const MAX_PAGES = 2;

export function createObjectReader(session: LeafSession): ObjectReader {
  return new DataLoader(keys => readTogether(session, keys), {
    cacheKeyFn: ({ id, need }) => `${need} ${id}`,
    maxBatchSize: 2_000,
  });
}

async function readTogether(session: LeafSession, keys: readonly ReadKey[]): Promise<LiveRead[]> {
  const [first] = keys;
  // Usual on a page that spans the fleet.
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

/** Reads keys of one kind and namespace. */
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
 * Sends a request that every user may send to every API server, so that callers cannot find out what the API server
 * serves: it takes as much time as a refused request, and fails in the same way.
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

/** What to read of the objects. */
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
 * One list in place of many reads. One object is read by name beside it: if the leaf refuses that, the caller may list
 * but not get, and each object is read by name, so that it has the same state on a long page as on a short one.
 */
async function readMany(target: Target, names: readonly string[]): Promise<Map<string, LiveRead>> {
  const [probe = '', ...others] = names;
  const [read, listed] = await Promise.all([readOne(target, probe), readByList(target, others)]);
  return read.state === 'FORBIDDEN' ? new Map([[probe, read]]) : listed.set(probe, read);
}

/** The reads that a list answered, by name. The rest needs single reads. */
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
    // A missing object may be one that could not be read.
    if (!hasMore && leftOut === 0) for (const name of wanted) if (!reads.has(name)) reads.set(name, refused(NOT_FOUND));
  } catch (error) {
    const read = failed(session, error, `list ${resourceName(resource)}`);
    // No second try against a leaf that does not answer.
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

/** The object, if the request's budget can hold it. */
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
  // List items lack apiVersion and kind, and metadata-only objects say PartialObjectMetadata.
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

/** Only failures of a leaf are data. @throws anything else */
function failed(session: LeafSession, error: unknown, doing: string): LiveRead {
  if (!(error instanceof KubernetesError)) throw error;
  return { ...refused(refusalOf(error, session.requested(doing))), problem: error };
}

function unusable(session: LeafSession): KubernetesError {
  return new KubernetesError('MALFORMED', `${session.cluster}: the answer is not the object that was asked for`, {
    cluster: session.cluster,
  });
}

/** A leaf may answer anything; an object of another name is not the requested one. */
function isNamed(value: unknown, namespace: string, name: string): value is KubernetesObject {
  return isKubernetesObject(value) && value.metadata.name === name && (value.metadata.namespace ?? '') === namespace;
}

/**
 * Which part of an object a selection needs. With metadata alone the leaf sends a tenth, or a hundredth, of the bytes.
 *
 * A field missing in the list costs bytes; a field wrongly in the list would be null for an object that has it.
 */

/** `whole`: includes what was last applied, an older copy of the object in an annotation. */
export type Need = 'metadata' | 'object' | 'whole';

/** Fields of LiveObject that need only metadata, or nothing of the object. */
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
 * The part of the object that the current field needs. A field with @skip counts as selected: requesting more is safe.
 */
export function needOf(info: GraphQLResolveInfo): Need {
  const names = selectedFields(info);
  names.delete('__typename');
  if (names.has('lastApplied')) return 'whole';
  return [...names].every(name => ANSWERED_BY_METADATA.has(name)) ? 'metadata' : 'object';
}
