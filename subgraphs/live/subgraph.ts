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
import { GraphQLError, GraphQLScalarType } from 'graphql';
import type { DocumentNode, GraphQLResolveInfo } from 'graphql';
import { DateTimeResolver, JSONObjectResolver, JSONResolver } from 'graphql-scalars';
import { startDeadline } from '../../async/deadline.ts';
import { eventLoopTurns } from '../../async/fair-turns.ts';
import { raced } from '../../async/raced.ts';
import { callerKey } from '../../identity/identity.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import { parseDuration } from '../../schema/duration.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { decodeObjectId, MalformedIdError } from '../../schema/object-id.ts';
import type { ObjectId } from '../../schema/object-id.ts';
import type { OpenedSubgraph, SubgraphParts } from '../parts.ts';
import type { RequestContext } from '../subgraph.ts';
import { ByteBudget } from './byte-budget.ts';
import { createEventReader, eventSubjectKey } from './events.ts';
import type { EventReader } from './events.ts';
import { FieldPathError, parseFieldPath, valueAt } from './field-path.ts';
import type { FieldPath } from './field-path.ts';
import { LeafSession } from './leaf-session.ts';
import { late, NOT_FOUND } from './live-state.ts';
import { conditionsOf, manifestOf, metadataOf } from './manifest.ts';
import { createObjectReader, refused } from './object-reader.ts';
import type { LiveRead, ObjectReader } from './object-reader.ts';
import { ownerIds } from './owners.ts';
import { resourcesOf } from './resource.ts';
import type { Answer } from './resource.ts';
import { needOf } from './selection.ts';
import { yamlPieces } from './yaml.ts';

export interface LiveParts extends Pick<SubgraphParts, 'clusters' | 'limits'> {
  readonly access: Pick<SubgraphParts['access'], 'visibleIds'>;
}

export function openSubgraph(typeDefs: DocumentNode, parts: LiveParts): OpenedSubgraph<LiveContext> {
  const resources = resourcesOf(typeDefs);
  const resource = ({ read: { found } }: LiveObject) => found && resources.resourceOf(found.object, found.resource);
  const all = { ...resolvers, ...resources.resolvers, LiveObject: { ...resolvers.LiveObject, resource } };
  return {
    schema: buildSubgraphSchema([{ typeDefs, resolvers: all }]),
    context: request => new LiveContext(parts, request),
  };
}

/** What one request has read so far, and the ways to read more. */
class LiveContext implements Answer {
  readonly #parts: LiveParts;
  readonly #request: RequestContext;
  readonly #ended: AbortSignal;
  readonly #leaves = new Map<string, Leaf>();
  readonly #visible: DataLoader<string, boolean>;
  readonly #asked = new Set<string>();
  readonly #budget: ByteBudget;
  readonly #answer: ByteBudget;

  constructor(parts: LiveParts, request: RequestContext) {
    this.#parts = parts;
    this.#request = request;
    this.#ended = AbortSignal.any([request.signal]);
    this.#budget = new ByteBudget(parts.limits.liveBytes);
    this.#answer = new ByteBudget(parts.limits.answerBytes);
    this.#visible = new DataLoader(ids => parts.access.visibleIds(ids, request));
  }

  /** @param withinMs The longest that the asker waits for the leaf; undefined: as long as anybody does. */
  async read(id: string, info: GraphQLResolveInfo, withinMs: number | undefined): Promise<LiveObject> {
    const object = objectId(id);
    this.#spend(id);
    const leaf = this.#leaf(object.cluster);
    const reading = leaf?.reader.load({ ...object, id, need: needOf(info) });
    const read = reading ? await this.#within(withinMs, reading, object.cluster) : refused(NOT_FOUND);
    if (read.state !== 'OK' && !(await this.#visible.load(id)))
      return { read: { ...refused(NOT_FOUND), observedAt: read.observedAt }, leaf };
    // Only now to the log, which names no cluster either that the caller cannot know of.
    if (read.problem) leaf?.session.note(read.problem);
    return { read, leaf };
  }

  /** Only waits no longer: others may wait for the same answer. */
  async #within(ms: number | undefined, reading: Promise<LiveRead>, cluster: string): Promise<LiveRead> {
    if (ms === undefined) return reading;
    using patience = startDeadline(this.#request.signal, ms);
    try {
      return await raced(reading, patience.signal);
    } catch (error) {
      if (!patience.expired) throw error;
      return refused(late(cluster));
    }
  }

  events(found: NonNullable<LiveRead['found']>, { events }: Leaf) {
    this.#spend(eventSubjectKey(found));
    return events.load(found);
  }

  /** An object is held once, and written as often as its fields are asked for under other names. @throws BAD_USER_INPUT */
  answered<T>({ session }: Leaf, value: T): T | Promise<T> {
    return session.inTurns(this.#charged(value));
  }

  shown<T>(value: T): T | Promise<T> {
    return eventLoopTurns.run(callerKey(this.#request.identity), this.#charged(value), this.#request.signal);
  }

  shownBytes(bytes: number): void {
    if (!this.#answer.takeBytes(bytes)) throw this.#tooMuch();
  }

  /** Charged piece by piece before it is kept, so that what does not fit is not even written to its end. @throws BAD_USER_INPUT */
  yaml({ session }: Leaf, value: unknown): string | Promise<string> {
    return session.inTurns(this.#written(value));
  }

  *#charged<T>(value: T): Generator<void, T, undefined> {
    if (!(yield* this.#answer.take(value))) throw this.#tooMuch();
    return value;
  }

  *#written(value: unknown): Generator<void, string, undefined> {
    let text = '';
    for (const piece of yamlPieces(value)) {
      if (!this.#answer.takeBytes(piece.length)) throw this.#tooMuch();
      text += piece;
      if (text.length > MAX_YAML) {
        throw badInput(
          `yaml: the object is longer than ${MAX_YAML} characters in YAML, as one is that nests deeply. Ask for its manifest, or for a part of it: spec(path:).`,
        );
      }
      yield;
    }
    return text;
  }

  #tooMuch(): GraphQLError {
    return badInput(
      `The live objects in this answer are together larger than ${this.#answer.maxBytes} bytes (limits.answerBytes). Ask for fewer at a time, or for less of each.`,
    );
  }

  /** A leaf read costs a leaf something, so aliases must not multiply what `first` bounds. @throws BAD_USER_INPUT */
  #spend(key: string): void {
    const { liveObjects } = this.#parts.limits;
    if (this.#asked.add(key).size <= liveObjects) return;
    throw badInput(
      `One request may read at most ${liveObjects} objects live, events about an object counted as one more (limits.liveObjects). Ask for fewer at a time.`,
    );
  }

  async onlyVisible(ids: readonly string[]): Promise<string[]> {
    const visible = await Promise.all(ids.map(id => this.#visible.load(id)));
    return ids.filter((_, i) => visible[i]);
  }

  #leaf(cluster: string): Leaf | undefined {
    const known = this.#leaves.get(cluster);
    if (known) return known;
    const registration = this.#parts.clusters.get(cluster);
    if (!registration) return undefined;
    const { leafTimeoutMs: timeoutMs } = this.#parts.limits;
    const session = new LeafSession({ registration, request: this.#request, ended: this.#ended, budget: this.#budget, timeoutMs });
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
/** Longer than any request; no timer is set for longer than it can be. */
const MAX_WITHIN_MS = 3_600_000;
/**
 * Of one object, in characters. No API server keeps an object of more than 1.5 MiB, but each level of nesting writes two characters more in front of
 * each line below it. The text goes into the answer's JSON in one step of some milliseconds.
 */
const MAX_YAML = 2 * 1024 * 1024;

const resolvers = {
  JSON: JSONResolver,
  JSONObject: JSONObjectResolver,
  DateTime: DateTimeResolver,
  StringMap: new GraphQLScalarType({ name: 'StringMap' }),
  BigInt: new GraphQLScalarType({ name: 'BigInt' }),
  Quantity: new GraphQLScalarType({ name: 'Quantity' }),
  IntOrString: new GraphQLScalarType({ name: 'IntOrString' }),
  KubernetesObject: {
    __resolveReference: ({ id }: { id: string }) => ({ id }),
    live: ({ id }: { id: string }, { within }: { within?: unknown }, context: LiveContext, info: GraphQLResolveInfo) =>
      context.read(id, info, withinOf(within)),
  },
  LiveObject: {
    state: ({ read }: LiveObject) => read.state,
    message: ({ read }: LiveObject) => read.message,
    observedAt: ({ read }: LiveObject) => read.observedAt,
    retryAfterSeconds: ({ read }: LiveObject) => read.retryAfterSeconds,
    manifest: ({ read: { found }, leaf }: LiveObject, _: object, context: LiveContext) =>
      found && leaf && context.answered(leaf, manifestOf(found.object)),
    yaml: ({ read: { found }, leaf }: LiveObject, options: { managedFields: boolean }, context: LiveContext) =>
      found && leaf && context.yaml(leaf, manifestOf(found.object, options)),
    metadata: ({ read: { found }, leaf }: LiveObject, _: object, context: LiveContext) =>
      found && leaf && context.answered(leaf, metadataOf(found.object)),
    conditions: ({ read: { found }, leaf }: LiveObject, _: object, context: LiveContext) =>
      found && leaf && context.answered(leaf, conditionsOf(found.object)),
    spec: (object: LiveObject, { path }: PathArgument, context: LiveContext) => partOf(object, 'spec', path ?? '', context),
    status: (object: LiveObject, { path }: PathArgument, context: LiveContext) => partOf(object, 'status', path ?? '', context),
    owners: async ({ read, leaf }: LiveObject, _: object, context: LiveContext) => {
      if (!read.found || !leaf) return null;
      const ids = await unlessRefused(leaf.session, ownerIds(leaf.session, read.found.object));
      return ids && (await context.onlyVisible(ids)).map(id => ({ id }));
    },
    events: async (object: LiveObject, { first }: { first: number }, context: LiveContext) => {
      if (first < 0 || first > MAX_EVENTS) throw badInput(`events(first: ${first}): give 0 to ${MAX_EVENTS}.`, 'first');
      const { read, leaf } = object;
      if (!read.found || !leaf) return null;
      const found = await context.events(read.found, leaf);
      if (found.state !== 'OK') return { ...found, nodes: [], complete: false };
      const nodes = await context.answered(leaf, found.events.slice(0, first));
      return { state: 'OK', nodes, complete: found.complete && found.events.length <= first };
    },
  },
};

function withinOf(within: unknown): number | undefined {
  if (within === undefined || within === null) return undefined;
  const ms = typeof within === 'string' ? parseDuration(within) : undefined;
  if (!ms) throw badInput('live(within:): give a time above 0, as a whole number and one of ms, s, m, h: "500ms".', 'within');
  return Math.min(ms, MAX_WITHIN_MS);
}

function partOf({ read: { found }, leaf }: LiveObject, field: 'spec' | 'status', path: string, context: LiveContext): unknown {
  const steps = pathOf(field, path);
  return found && leaf && context.answered(leaf, valueAt(found.object[field], steps));
}

function pathOf(field: string, path: string): FieldPath {
  try {
    return parseFieldPath(path);
  } catch (error) {
    throw error instanceof FieldPathError ? badInput(`${field}(path:): ${error.message}`, 'path') : error;
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
    throw error instanceof MalformedIdError ? badInput(`id: ${error.message}`, 'id') : error;
  }
}

/** `argument`: where it is a single one that cannot be used. */
function badInput(message: string, argument?: string): GraphQLError {
  const code: ErrorCode = 'BAD_USER_INPUT';
  return new GraphQLError(message, { extensions: { code, ...(argument !== undefined && { argument }) } });
}
