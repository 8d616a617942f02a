/**
 * The live reads of one request, and limits on their number and size.
 *
 * subgraph.ts explains which callers get the reason of a failed read. All other callers get NOT_FOUND.
 */
import DataLoader from 'dataloader';
import type { GraphQLError, GraphQLResolveInfo } from 'graphql';
import { raced, startDeadline } from '../../async/deadline.ts';
import type { FairGate } from '../../async/fair-gate.ts';
import { eventLoopTurns } from '../../async/fair-turns.ts';
import { callerKey, type RequestContext } from '../../identity/identity.ts';
import type { Resource } from '../../rbac/types.ts';
import type { SubgraphParts } from '../parts.ts';
import { accessKey, createAccessChecker } from './access-checks.ts';
import type { AccessChecker, AccessQuestion } from './access-checks.ts';
import { objectIdArgument } from './arguments.ts';
import { inputError } from '../arguments.ts';
import { RequestActions, type Actions } from './actions/actions.ts';
import { ByteBudget } from './byte-budget.ts';
import { columnKey, createColumnReader, type ColumnReader } from './printed-columns.ts';
import { createEventReader, eventSubjectKey } from './events.ts';
import type { EventReader } from './events.ts';
import { LeafSession } from './leaf-session.ts';
import { late, NOT_FOUND } from './live-state.ts';
import { createLogReader, logKey } from './logs.ts';
import type { LogQuestion, LogReader } from './logs.ts';
import { appliedManifest } from './manifest.ts';
import {
  createObjectReader,
  refused,
  type FoundObject,
  type LiveRead,
  type ObjectReader,
  needOf,
} from './object-reader.ts';
import type { FollowedLogs } from './followed-log.ts';
import type { Answer } from './resource.ts';
import { createUsageReader, usageKey, type UsageQuestion, type UsageReader } from './usage.ts';
import { NotInYaml, yamlPieces } from './yaml.ts';

export interface LiveParts extends Pick<SubgraphParts, 'clusters' | 'limits' | 'actions'> {
  readonly access: Pick<SubgraphParts['access'], 'visibleIds' | 'namedKinds'>;
}

/** One leaf within one request, with the readers for this leaf. */
export interface Leaf {
  readonly session: LeafSession;
  readonly reader: ObjectReader;
  readonly events: EventReader;
  readonly columns: ColumnReader;
  readonly usage: UsageReader;
  readonly logs: LogReader;
  readonly access: AccessChecker;
}

/** Parent value for the resolvers of LiveObject. */
export interface LiveObject {
  readonly read: LiveRead;
  readonly leaf: Leaf | undefined;
}

/**
 * Maximum characters of one object in YAML. Deep nesting makes the YAML much longer than the object, because each level
 * indents its lines. Adding the text to the JSON of the answer blocks the event loop for some milliseconds.
 */
const MAX_YAML = 2 * 1024 * 1024;

/** Bytes of live objects that cost one unit (about a microsecond) when read, and again when answered. */
const BYTES_FOR_ONE = 50;
/** Number of errors about the size of the answer from which `isFull` is true. */
const MAX_REFUSALS = 20;

export class LiveContext implements Answer {
  readonly actions: RequestActions;
  readonly request: RequestContext;
  readonly followed: FollowedLogs;
  readonly #parts: LiveParts;
  readonly #ended: AbortSignal;
  readonly #leaves = new Map<string, Leaf>();
  readonly #visible: DataLoader<string, boolean>;
  /** Kinds that the caller may name on a cluster. Undefined if the caller may not name the cluster. */
  readonly #named: DataLoader<string, readonly Resource[] | undefined>;
  /** Ids of the objects that some part of the operation needs as a whole. */
  readonly #whole = new Set<string>();
  readonly #requested = new Set<string>();
  readonly #budget: ByteBudget;
  readonly #answer: ByteBudget;
  #refusals = 0;

  /** @param room Divides the bytes reserved for live objects among callers */
  constructor(parts: LiveParts, actions: Actions, request: RequestContext, followed: FollowedLogs, room: FairGate) {
    this.request = request;
    this.followed = followed;
    this.#parts = parts;
    this.#ended = AbortSignal.any([request.signal]);
    const took = (bytes: number): void => {
      if (request.extra) request.extra.cost += bytes / BYTES_FOR_ONE;
    };
    this.#budget = new ByteBudget(parts.limits.liveBytes, {
      took,
      room: bytes => !request.atEnd || room.tryEnterUntil(request.atEnd, callerKey(request.identity), bytes),
    });
    this.#answer = new ByteBudget(parts.limits.answerBytes, { took });
    this.#visible = new DataLoader(ids => parts.access.visibleIds(ids, request));
    this.#named = new DataLoader(async clusters => {
      const kinds = await parts.access.namedKinds(clusters, request);
      return clusters.map(cluster => kinds.get(cluster));
    });
    this.actions = new RequestActions({
      ...{ actions, clusters: parts.clusters, limits: parts.limits, request },
      visible: id => this.#visible.load(id),
      namedKinds: cluster => this.#named.load(cluster),
      changed: cluster => this.#leaves.delete(cluster),
    });
  }

  /** @param withinMs Maximum milliseconds to wait for the leaf. Undefined means the general limit */
  async read(id: string, info: GraphQLResolveInfo, withinMs: number | undefined): Promise<LiveObject> {
    const object = objectIdArgument(id);
    this.#spend(id);
    const leaf = this.#leaf(object.cluster);
    const reading = leaf?.reader.load({ ...object, id, need: this.#whole.has(id) ? 'whole' : needOf(info) });
    const read = reading ? await this.#within(withinMs, reading, object.cluster) : refused(NOT_FOUND);
    if (read.state !== 'OK' && !(await this.#visible.load(id)))
      return { read: { ...refused(NOT_FOUND), observedAt: read.observedAt }, leaf };
    return this.#reported(read, leaf);
  }

  /** Reads a whole object of any kind. Other parts of the operation reuse this read. */
  async readAny(id: string): Promise<LiveObject> {
    const object = objectIdArgument(id);
    this.#spend(id);
    this.#whole.add(id);
    const kinds = await this.#named.load(object.cluster);
    const leaf = kinds && this.#leaf(object.cluster);
    if (!leaf) return { read: refused(NOT_FOUND), leaf };
    const read = await leaf.reader.load({ ...object, id, need: 'whole', anyKind: true });
    const knowsKind = kinds.some(({ group, kind }) => group === object.group && kind === object.kind);
    if (read.state === 'FORBIDDEN' && !knowsKind)
      return this.#reported({ ...refused(NOT_FOUND), observedAt: read.observedAt }, leaf);
    return this.#reported(read, leaf);
  }

  /** Logs and counts the read. Called only if the caller may know of the cluster. */
  #reported(read: LiveRead, leaf: Leaf | undefined): LiveObject {
    leaf?.session.tellRequests();
    if (read.problem) leaf?.session.note(read.problem);
    return { read, leaf };
  }

  /** Stops waiting after `ms` milliseconds. Does not abort the read, because other fields may wait for its result. */
  async #within(ms: number | undefined, reading: Promise<LiveRead>, cluster: string): Promise<LiveRead> {
    if (ms === undefined) return reading;
    using patience = startDeadline(this.request.signal, ms);
    try {
      return await raced(reading, patience.signal);
    } catch (error) {
      if (!patience.expired) throw error;
      return refused(late(cluster));
    }
  }

  events(found: FoundObject, { events }: Leaf) {
    this.#spend(eventSubjectKey(found));
    return events.load(found);
  }

  async columns(found: FoundObject, leaf: Leaf) {
    this.#spend(`columns ${leaf.session.cluster} ${columnKey(found)}`);
    const columns = await leaf.columns.load(found);
    return columns && this.answered(leaf, columns);
  }

  usage(question: UsageQuestion, { session, usage }: Leaf) {
    this.#spend(`${session.cluster} ${usageKey(question)}`);
    return usage.load(question);
  }

  logs(question: LogQuestion, { session, logs }: Leaf) {
    this.#spend(`${session.cluster} ${logKey(question)}`);
    return logs.load(question);
  }

  /**
   * Counts further reads of a leaf.
   * @throws BAD_USER_INPUT if the request has too many reads
   */
  spend(keys: readonly string[]): void {
    for (const key of keys) this.#spend(key);
  }

  access(questions: readonly AccessQuestion[], { session, access }: Leaf) {
    for (const question of questions) this.#spend(`${session.cluster} ${accessKey(question)}`);
    return Promise.all(questions.map(question => access.load(question)));
  }

  /**
   * Charges a value to the size of the answer, again for each alias of the field.
   * @throws BAD_USER_INPUT
   */
  answered<T>({ session }: Leaf, value: T): T | Promise<T> {
    return session.inTurns(this.#charged(value));
  }

  shown<T>(value: T): T | Promise<T> {
    return this.inTurns(this.#charged(value));
  }

  /** Runs work in turns with other callers, for work that concerns no leaf. */
  inTurns<T>(work: Iterator<unknown, T>): T | Promise<T> {
    return eventLoopTurns.run(callerKey(this.request.identity), work, this.request.signal);
  }

  shownBytes(bytes: number): void {
    if (!this.#answer.takeBytes(bytes)) throw this.#tooMuch();
  }

  get isFull(): boolean {
    return this.#refusals >= MAX_REFUSALS;
  }

  /**
   * The object as YAML. Charges each piece as it is written, so that writing stops when the object does not fit.
   * @throws BAD_USER_INPUT
   */
  yaml({ session }: Leaf, value: unknown): string | Promise<string> {
    return session.inTurns(this.#written(value));
  }

  /**
   * The manifest of the last apply. Charges the text before parsing it, because parsing takes some milliseconds for
   * each object and each alias.
   * @throws BAD_USER_INPUT
   */
  applied({ session }: Leaf, text: string) {
    return session.inTurns(this.#parsed(text));
  }

  *#parsed(text: string): Generator<void, ReturnType<typeof appliedManifest>, undefined> {
    if (!this.#answer.takeBytes(text.length)) throw this.#tooMuch();
    yield;
    return appliedManifest(text);
  }

  *#charged<T>(value: T): Generator<void, T, undefined> {
    if (!(yield* this.#answer.take(value))) throw this.#tooMuch();
    return value;
  }

  *#written(value: unknown): Generator<void, string, undefined> {
    try {
      return yield* this.#pieces(value);
    } catch (error) {
      throw error instanceof NotInYaml ? inputError(`yaml: ${error.message}. Ask for the manifest.`) : error;
    }
  }

  *#pieces(value: unknown): Generator<void, string, undefined> {
    let text = '';
    for (const piece of yamlPieces(value)) {
      if (!this.#answer.takeBytes(piece.length)) throw this.#tooMuch();
      text += piece;
      if (text.length > MAX_YAML) {
        throw inputError(
          `yaml: the object is longer than ${MAX_YAML} characters in YAML, as one is that nests deeply. Ask for its manifest, or for a part of it: spec(path:).`,
        );
      }
      yield;
    }
    return text;
  }

  #tooMuch(): GraphQLError {
    this.#refusals += 1;
    return inputError(
      `The live objects in this answer are together larger than ${this.#answer.maxBytes} bytes (limits.answerBytes). What does not fit is null. Ask for fewer at a time, or for less of each.`,
    );
  }

  /**
   * Counts a read of a leaf, unless an equal read was counted before. Aliases can multiply the reads of a request.
   * @throws BAD_USER_INPUT
   */
  #spend(key: string): void {
    const { liveObjects } = this.#parts.limits;
    if (this.#requested.add(key).size <= liveObjects) return;
    throw inputError(
      `One request may read at most ${liveObjects} objects live, events about an object, its columns, its usage, a log and a question about a right counted as one more each (limits.liveObjects). Ask for fewer at a time.`,
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
    const { leafTimeoutMs: timeoutMs, logBytes } = this.#parts.limits;
    const session = new LeafSession({
      registration,
      request: this.request,
      ended: this.#ended,
      budget: this.#budget,
      timeoutMs,
    });
    const leaf = {
      session,
      reader: createObjectReader(session),
      events: createEventReader(session),
      columns: createColumnReader(session),
      usage: createUsageReader(session),
      logs: createLogReader(session, logBytes),
      access: createAccessChecker(session),
    };
    this.#leaves.set(cluster, leaf);
    return leaf;
  }
}
