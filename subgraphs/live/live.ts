/**
 * The live subgraph: objects straight from their leaf clusters, as the caller.
 *
 * It needs no access rule of its own, because it has no rights of its own: each read is made as the caller and the leaf decides. What a leaf
 * refuses, delays or breaks is the object's `state`; errors are for bad arguments and our own faults. Leaves do not wait for each other, and
 * none is waited for beyond the request's deadline.
 *
 * Ids come from outside, so one may name a cluster or an object that the caller was never told of. A read that fails says why only for a
 * row that the index would show; otherwise it is NOT_FOUND, and reads the same whether the cluster, the kind or the object is what is
 * missing or closed. What remains is time: a leaf that is asked answers later than one that does not exist.
 */
import { buildSubgraphSchema } from '@apollo/subgraph';
import DataLoader from 'dataloader';
import { GraphQLError, parse } from 'graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { DateTimeResolver, JSONObjectResolver, JSONResolver } from 'graphql-scalars';
import { KubernetesError } from '../../kubernetes/errors.ts';
import type { ClusterRegistry } from '../../kubernetes/registry.ts';
import { turns } from '../../kubernetes/turns.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { decodeObjectId, MalformedIdError } from '../../schema/object-id.ts';
import type { ObjectId } from '../../schema/object-id.ts';
import { subgraphSdl } from '../../schema/sdl.ts';
import type { RequestContext, Subgraph } from '../subgraph.ts';
import { ByteBudget } from './byte-budget.ts';
import { createEventReader, eventSubjectKey } from './events.ts';
import type { EventReader } from './events.ts';
import { FieldPathError, parseFieldPath, valueAt } from './field-path.ts';
import { LeafSession } from './leaf-session.ts';
import { NOT_FOUND } from './live-state.ts';
import { conditionsOf, manifestOf, metadataOf, yamlOf } from './manifest.ts';
import { createObjectReader, refused } from './object-reader.ts';
import type { LiveRead, ObjectReader } from './object-reader.ts';
import { ownerIds } from './owners.ts';
import { needOf } from './selection.ts';

export interface LiveOptions {
  readonly registry: ClusterRegistry;
  /** Whether the index would show the caller a row of each id, in order. */
  readonly isVisible: (ids: readonly string[], request: RequestContext) => Promise<readonly boolean[]>;
  /** The longest that one answer of a leaf is waited for, so that a leaf that hangs does not cost every request its deadline. @default 5 s */
  readonly leafTimeoutMs?: number;
  /** How many objects one request may read live, events about an object counted as one more. @default 2000 */
  readonly maxObjects?: number;
  /** How many bytes of objects one request may hold, and how many of them it may answer. @default 64 MiB */
  readonly maxBytes?: number;
}

export function createLiveSubgraph(options: LiveOptions): Subgraph<LiveContext> {
  const sdl = subgraphSdl('live');
  return {
    name: 'live',
    sdl,
    schema: buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers }]),
    context: request => new LiveContext(options, request),
  };
}

/** What one request has read so far, and the ways to read more. */
class LiveContext {
  readonly #options: LiveOptions;
  readonly #request: RequestContext;
  readonly #leaves = new Map<string, Leaf>();
  readonly #visible: DataLoader<string, boolean>;
  readonly #asked = new Set<string>();
  readonly #budget: ByteBudget;
  readonly #answer: ByteBudget;

  constructor(options: LiveOptions, request: RequestContext) {
    this.#options = options;
    this.#request = request;
    const { maxBytes = 64 * 1024 * 1024 } = options;
    this.#budget = new ByteBudget(maxBytes);
    this.#answer = new ByteBudget(maxBytes);
    this.#visible = new DataLoader(ids => options.isVisible(ids, request));
  }

  async read(id: string, info: GraphQLResolveInfo): Promise<LiveObject> {
    const object = objectId(id);
    this.#spend(id);
    const leaf = this.#leaf(object.cluster);
    const read = leaf ? await leaf.reader.load({ ...object, need: needOf(info) }) : refused(NOT_FOUND);
    if (read.state !== 'OK' && !(await this.#visible.load(id)))
      return { read: { ...refused(NOT_FOUND), observedAt: read.observedAt }, leaf };
    // Only now to the log, which names no cluster either that the caller cannot know of.
    if (read.problem) leaf?.session.note(read.problem);
    return { read, leaf };
  }

  /** Null for what the leaf refuses, and once the request holds as much as it may. */
  events({ read: { found }, leaf }: LiveObject) {
    if (!found || !leaf) return null;
    this.#spend(eventSubjectKey(found));
    return unlessRefused(leaf.session, leaf.events.load(found));
  }

  /** An object is held once, and written as often as its fields are asked for under other names. @throws BAD_USER_INPUT */
  answered<T>(value: T): T {
    if (this.#answer.take(value)) return value;
    throw badInput(
      `The live objects in this answer are together larger than ${this.#answer.maxBytes} bytes (limits.liveBytes). Ask for fewer at a time, or for less of each.`,
    );
  }

  /** A leaf read costs a leaf something, so aliases must not multiply what `first` bounds. @throws BAD_USER_INPUT */
  #spend(key: string): void {
    const { maxObjects = 2_000 } = this.#options;
    if (this.#asked.add(key).size <= maxObjects) return;
    throw badInput(
      `One request may read at most ${maxObjects} objects live, events about an object counted as one more (limits.liveObjects). Ask for fewer at a time.`,
    );
  }

  async onlyVisible(ids: readonly string[]): Promise<string[]> {
    const visible = await Promise.all(ids.map(id => this.#visible.load(id)));
    return ids.filter((_, i) => visible[i]);
  }

  /**
   * Does work that takes a millisecond or more when it is its turn: a page of it must not keep every other request waiting. At once where that is
   * now, because only what has been done counts, not what was promised.
   */
  inTurn<T>({ cluster }: LeafSession, work: () => T): T | Promise<T> {
    const turn = turns.enter(cluster);
    if (!turn) return work();
    return turn.then(() => {
      this.#request.signal.throwIfAborted();
      return work();
    });
  }

  #leaf(cluster: string): Leaf | undefined {
    const known = this.#leaves.get(cluster);
    if (known) return known;
    const registration = this.#options.registry.get(cluster);
    if (!registration) return undefined;
    const session = new LeafSession(registration, this.#request, this.#budget, this.#options.leafTimeoutMs ?? 5_000);
    const leaf = { session, reader: createObjectReader(session), events: createEventReader(session) };
    this.#leaves.set(cluster, leaf);
    return leaf;
  }
}

/** One leaf within one request, and the ways to read from it. */
interface Leaf {
  readonly session: LeafSession;
  readonly reader: ObjectReader;
  readonly events: EventReader;
}

/** The parent of LiveObject's resolvers. */
interface LiveObject {
  readonly read: LiveRead;
  readonly leaf: Leaf | undefined;
}

interface PathArgument {
  readonly path?: string | null;
}

const MAX_EVENTS = 500;

const resolvers = {
  JSON: JSONResolver,
  JSONObject: JSONObjectResolver,
  DateTime: DateTimeResolver,
  KubernetesObject: {
    __resolveReference: ({ id }: { id: string }) => ({ id }),
    live: ({ id }: { id: string }, _: object, context: LiveContext, info: GraphQLResolveInfo) => context.read(id, info),
  },
  LiveObject: {
    state: ({ read }: LiveObject) => read.state,
    message: ({ read }: LiveObject) => read.message,
    observedAt: ({ read }: LiveObject) => read.observedAt,
    retryAfterSeconds: ({ read }: LiveObject) => read.retryAfterSeconds,
    manifest: ({ read }: LiveObject, _: object, context: LiveContext) => read.found && context.answered(manifestOf(read.found.object)),
    yaml: ({ read: { found }, leaf }: LiveObject, options: { managedFields: boolean }, context: LiveContext) =>
      found && leaf && context.inTurn(leaf.session, () => context.answered(yamlOf(found.object, options))),
    metadata: ({ read }: LiveObject, _: object, context: LiveContext) => read.found && context.answered(metadataOf(read.found.object)),
    conditions: ({ read }: LiveObject, _: object, context: LiveContext) => read.found && context.answered(conditionsOf(read.found.object)),
    spec: ({ read }: LiveObject, { path }: PathArgument, context: LiveContext) => context.answered(partOf(read, 'spec', path ?? '')),
    status: ({ read }: LiveObject, { path }: PathArgument, context: LiveContext) => context.answered(partOf(read, 'status', path ?? '')),
    owners: async ({ read, leaf }: LiveObject, _: object, context: LiveContext) => {
      if (!read.found || !leaf) return null;
      const ids = await unlessRefused(leaf.session, ownerIds(leaf.session, read.found.object));
      return ids && (await context.onlyVisible(ids)).map(id => ({ id }));
    },
    events: async (object: LiveObject, { first }: { first: number }, context: LiveContext) => {
      if (first < 0 || first > MAX_EVENTS) throw badInput(`events(first: ${first}): give 0 to ${MAX_EVENTS}.`);
      return (await context.events(object))?.slice(0, first);
    },
  },
};

function partOf({ found }: LiveRead, field: 'spec' | 'status', path: string): unknown {
  try {
    const steps = parseFieldPath(path);
    return found && valueAt(found.object[field], steps);
  } catch (error) {
    throw error instanceof FieldPathError ? badInput(`${field}(path:): ${error.message}`) : error;
  }
}

/** Null for what the leaf refuses beside the object itself; the object's own state stands. */
async function unlessRefused<T>(session: LeafSession, answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof KubernetesError)) throw error;
    session.note(error);
    return null;
  }
}

function objectId(text: string): ObjectId {
  try {
    return decodeObjectId(text);
  } catch (error) {
    throw error instanceof MalformedIdError ? badInput(`id: ${error.message}`) : error;
  }
}

function badInput(message: string): GraphQLError {
  const code: ErrorCode = 'BAD_USER_INPUT';
  return new GraphQLError(message, { extensions: { code } });
}
