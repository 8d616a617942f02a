/**
 * Runs an operation: prepares its document, decides whether it may run, takes its price, executes its plan, masks its
 * errors, settles its price, and reports its end to the plugins. HTTP (http/apollo-server.ts), server-sent events and
 * WebSockets (streams/) all call this code. Each payload of a subscription is one operation.
 */
import { hash as digest } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
  Kind,
  parse,
  valueFromASTUntyped,
  type DocumentNode,
  type GraphQLFormattedError,
  type ParseOptions,
} from 'graphql';
import { GateFull } from '../../async/fair-gate.ts';
import { callerKey, type RequestContext } from '../../identity/identity.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { holdsMoreValues } from '../../schema/exact-json.ts';
import { traced } from '../../telemetry/traces.ts';
import type { Execution, GatewayContext, OperationParams, Refusal, Run } from '../context.ts';
import type { GatewayPlugin } from '../plugins/plugin.ts';
import {
  type Budgets,
  type Charge,
  chargeOf,
  type Prices,
  settleCharge,
  compileCost,
  type OperationCost,
  type Variables,
} from './cost.ts';
import { maskErrors, type MaskingOptions, shortened } from './error-masking.ts';
import type { Executed, Executor } from './execute-plan.ts';
import { type Planned, fetchesOf, nameTokenLimit, type PlannedDocument } from './plan-document.ts';
import { PlanningError } from './planner.ts';
import { LRUCache } from 'lru-cache';

export interface RunOptions extends MaskingOptions {
  readonly judge: Judge;
  readonly execute: Executor;
  readonly budgets: Budgets;
  readonly plugins: readonly Pick<GatewayPlugin, 'operation'>[];
}

export function createRun({ judge, execute, budgets, plugins, ...masking }: RunOptions): Run {
  return async (params, context) => {
    const ends = plugins.map(plugin => plugin.operation?.(context));
    const judged = await judge(params, context.request);
    const execution = 'refusal' in judged ? await refused(judged.refusal) : await executed(judged, params, context);
    const { answer, status } = execution;
    const { hash, operation, charge } = judged;
    if (charge) settleCharge(charge, budgets, context.request, answer.data);
    for (const end of ends) end?.({ answer, status, hash, operation, charge });
    return execution;
  };

  async function executed(
    { prepared: { document, plan, data } }: Exclude<Judged, { readonly refusal: Refusal }>,
    { variables, operationName }: OperationParams,
    context: GatewayContext,
  ): Promise<Execution> {
    if (data) return { answer: { data: { ...data } }, status: 200 };
    let result: Executed;
    let status: number;
    try {
      result = await execute({ document, plan, variables, operationName: operationName || undefined, context });
      status = result.data === undefined ? 400 : 200;
    } catch (error) {
      const originalError = error as Error;
      result = {
        errors: [error instanceof GraphQLError ? error : new GraphQLError(originalError.message, { originalError })],
      };
      status = 500;
    }
    const errors = result.errors && maskErrors(result.errors, context.request, masking);
    const { data: answered, extensions } = result;
    return {
      answer: {
        ...(errors && { errors }),
        ...(answered !== undefined && { data: answered }),
        ...(extensions && { extensions }),
      },
      status,
    };
  }
}

/**
 * Delays a refusal with status 429. Without the delay, a caller who retries at once could use up the processor with
 * refusals.
 */
async function refused({ status, errors, retryAfterSeconds }: Refusal): Promise<Execution> {
  if (status === 429) await delay(REFUSAL_MS);
  return { answer: { errors }, status, retryAfterSeconds };
}

export interface JudgeOptions {
  readonly documents: PreparedDocuments;
  readonly prices: Prices;
  readonly budgets: Budgets;
  /** Maximum cost of one operation. */
  readonly ceiling: number;
  /** The schema that clients see. */
  readonly schema: Pick<GraphQLSchema, 'getRootType'>;
}

type Judged = JudgedOperation & ({ readonly refusal: Refusal } | { readonly prepared: ParsedOperation & Planned });

interface JudgedOperation {
  /** SHA-256 of the document. */
  readonly hash: string;
  /** Undefined if no operation was found, for example because the document was refused. */
  readonly operation?: OperationDefinitionNode | undefined;
  /** The price, which is settled when the operation has ended. */
  readonly charge?: Charge | undefined;
}

type Judge = (params: OperationParams, request: RequestContext) => Promise<Judged>;

/** Price of parsing a document. */
export const parsingPrice = (source: string): number => source.length;
/** Price of validating and planning a new document, per character of its text. */
const PLANNING_COST_PER_CHARACTER = 8;
/**
 * Price of a document that cannot be planned in time. It covers the seconds that the thread was busy, and the start
 * of a new thread.
 */
const UNPLANNABLE_COST = 4_000_000;

/** Delay in milliseconds of a refusal with status 429. */
export const REFUSAL_MS = 250;

/**
 * Decides whether an operation may run, and takes its price.
 *
 * Who attacks: a caller whose operations are small to send and large to answer. What stops them: the schema gives the
 * price before anything runs (cost.ts). Operations above the ceiling are refused, and callers without budget must wait.
 * Validation and planning cannot be split into steps, so they run in another thread, for one caller after another. What
 * remains: the price of a list is estimated from `first`, not from the number of objects that must be read. The shares
 * of each caller in the read model and in the leaf clusters limit this work.
 */
export function createJudge({ documents, prices, budgets, ceiling, schema }: JudgeOptions): Judge {
  return async (params, request) => {
    const { query: source, variables, hash = digest('sha256', source) } = params;
    const { identity, signal } = request;
    const caller = callerKey(identity);
    const operationName = params.operationName || undefined;
    const problem = variablesProblem(variables);
    if (problem !== undefined) return { hash, refusal: refusal(400, 'BAD_USER_INPUT', problem) };
    const known = documents.known(hash, operationName);
    const parsing = known ? undefined : budgets.take(caller, parsingPrice(source));
    if (parsing !== undefined) return { hash, refusal: tooMuch(parsing) };
    const parsed = known ?? documents.parse(source, hash, operationName);
    const charge = 'errors' in parsed ? undefined : chargeOf(prices, parsed, variables);
    const estimated = charge?.estimated ?? 0;
    if (estimated > ceiling) {
      return {
        hash,
        refusal: refusal(
          400,
          'COST_LIMIT_EXCEEDED',
          `This operation may cost ${amount(estimated)}, and one operation at most ${ceiling} (limits.operationCost). Ask for fewer objects at once (first), or for fewer fields of each; docs/schema.md has the prices.`,
        ),
      };
    }
    const planning = known ? 0 : source.length * PLANNING_COST_PER_CHARACTER;
    const waitMs = budgets.take(caller, estimated + planning);
    if (waitMs !== undefined) return { hash, refusal: tooMuch(waitMs) };
    const prepared =
      known ??
      (await traced({ name: 'plan' }, () => prepare({ source, hash, operationName, caller, signal }, parsed, request)));
    if ('errors' in prepared) {
      budgets.settle(caller, -estimated);
      return { hash, refusal: { status: 400, ...prepared } };
    }
    const operation = getOperationAST(prepared.document, operationName) ?? undefined;
    const notRunnable = notRunnableReason(operation, params, schema);
    const judged = { hash, operation, charge };
    return notRunnable ? { ...judged, refusal: notRunnable } : { ...judged, prepared };
  };

  async function prepare(
    preparation: Preparation,
    parsed: ParsedOperation | Refused,
    { log, requestId }: RequestContext,
  ): Promise<PreparedOperation | Refusal> {
    const { source, caller, signal } = preparation;
    try {
      return await documents.prepare(preparation, parsed);
    } catch (error) {
      if (error instanceof GateFull) return tooMuch(1_000);
      if (signal.aborted) {
        return refusal(
          503,
          'DEADLINE_EXCEEDED',
          'The document was not planned before the deadline of the request. Send it again.',
        );
      }
      if (!(error instanceof PlanningError)) throw error;
      if (!error.isTooMuch) {
        const message = 'Something went wrong on our side. Look for the request id in the log.';
        return refusal(500, 'INTERNAL_SERVER_ERROR', message, requestId);
      }
      log.warn(
        { caller, reason: error.message, characters: source.length },
        'a document was refused that takes too long to plan',
      );
      budgets.settle(caller, UNPLANNABLE_COST);
      // The refusal is not cached, because a busy machine may be its cause. A caller who keeps retrying runs out of
      // budget.
      return refusal(400, 'COST_LIMIT_EXCEEDED', 'This document takes too long to plan. Split it, or nest less of it.');
    }
  }
}

/** Reports mistakes of the client that would otherwise count as a fault of the gateway. */
function notRunnableReason(
  operation: OperationDefinitionNode | undefined,
  { operationName, isPost }: OperationParams,
  schema: Pick<GraphQLSchema, 'getRootType'>,
): Refusal | undefined {
  if (!operation) {
    return refusal(
      400,
      'OPERATION_RESOLUTION_FAILURE',
      operationName == null
        ? 'The document has several operations; name the one to run in operationName.'
        : `The document has no operation named "${operationName.slice(0, 100)}".`,
    );
  }
  const { operation: type } = operation;
  if (!schema.getRootType(type))
    return refusal(400, 'OPERATION_RESOLUTION_FAILURE', `This graph has no ${type}s; it answers queries only.`);
  if (type === OperationTypeNode.SUBSCRIPTION) return refusal(406, 'NOT_ACCEPTABLE', ONLY_AS_STREAM);
  return type === OperationTypeNode.MUTATION && !isPost ? refusal(405, 'BAD_REQUEST', ONLY_BY_POST) : undefined;
}

const ONLY_AS_STREAM =
  'A subscription is answered by a stream. Send "accept: text/event-stream" (graphql-sse), or use a WebSocket (graphql-transport-ws).';
const ONLY_BY_POST = 'A mutation is sent by POST, each by a request of its own: not by GET, and not over a WebSocket.';

/** Number of seconds after which a refused request may be sent again. */
export function secondsOf(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1_000));
}

export function overBudget(waitMs: number): string {
  return `You have spent your budget of the last seconds (limits.costBudget). Try again in ${secondsOf(waitMs)} s.`;
}

export function tooMuch(waitMs: number): Refusal {
  return { ...refusal(429, 'RATE_LIMITED', overBudget(waitMs)), retryAfterSeconds: secondsOf(waitMs) };
}

function refusal(status: number, code: ErrorCode, message: string, requestId?: string): Refusal {
  return { status, errors: [{ message, extensions: { code, ...(requestId !== undefined && { requestId }) } }] };
}

function amount(cost: number): string {
  return cost >= 1e12 ? 'more than can be told' : String(cost);
}

const MAX_NESTING = 64;
const MAX_VALUES = 20_000;
/** Maximum number of values in the JSON of a request: MAX_VALUES in its variables, and some in other parameters. */
const MAX_REQUEST_VALUES = 25_000;

/**
 * Returns the reason why the JSON of a request is refused before it is parsed. Undefined if it may be parsed. A
 * megabyte of values takes twenty megabytes of memory, and a hundred milliseconds in one step of the event loop.
 */
export function jsonProblem(json: string): string | undefined {
  return holdsMoreValues(json, MAX_REQUEST_VALUES)
    ? `The request holds more than ${MAX_REQUEST_VALUES} values. Send fewer: its variables may hold ${MAX_VALUES}.`
    : undefined;
}

/**
 * Returns the reason why the variables are refused. Undefined if they are within the limits. Other code visits
 * variables recursively, so this check comes first.
 */
export function variablesProblem(variables: unknown): string | undefined {
  if (variables === undefined || variables === null) return undefined;
  let values = 0;
  // The loop visits one level after another, so it needs no recursion.
  for (let level: object[] = [variables], nesting = 1; level.length > 0; nesting++) {
    if (nesting > MAX_NESTING) return `The variables are nested deeper than ${MAX_NESTING} levels. Flatten them.`;
    const next: object[] = [];
    for (const value of level) {
      for (const key in value) {
        if (++values > MAX_VALUES) return `The variables hold more than ${MAX_VALUES} values. Send fewer.`;
        const inner = (value as Record<string, unknown>)[key];
        if (typeof inner === 'object' && inner !== null) next.push(inner);
      }
    }
    level = next;
  }
  return undefined;
}

/** A parsed document with one selected operation. */
interface ParsedOperation {
  readonly document: DocumentNode;
  /** Undefined if the document has no operation with the requested name. */
  readonly cost: OperationCost | undefined;
  /** Defaults of the variables that a request may omit. */
  readonly defaults: Variables;
}

/** An operation that is ready to run, or the reason why it is refused. */
export type PreparedOperation = Refused | (ParsedOperation & Planned);

interface Refused {
  readonly errors: readonly GraphQLFormattedError[];
}

export interface PreparedDocumentsOptions {
  readonly prices: Prices;
  readonly parseOptions: ParseOptions;
  readonly plan: (
    source: string,
    operationName: string | undefined,
    caller: string,
    signal: AbortSignal,
  ) => Promise<PlannedDocument>;
  /** Maximum size of documents and plans, in approximate bytes. @default 64 MiB */
  readonly maxBytes?: number;
}

/** Bytes of memory per document, and again for each of its operations. */
const BYTES_PER_ENTRY = 1_000;
/**
 * Bytes of memory of a parsed document: per token or per character, whichever gives more. The number of tokens alone is
 * not enough, because comments take memory too, and the parser does not count them as tokens.
 */
const BYTES_PER_TOKEN = 485;
const BYTES_PER_CHARACTER = 60;
/** Bytes of memory of a plan or a refusal, per character of its JSON. */
const BYTES_PER_JSON_CHARACTER = 3;
/** Bytes of memory per field of an operation with fragments expanded, for its cost and for the shape of its answer. */
const BYTES_PER_FIELD = 300;
/** Maximum share of the cache for one caller. */
const SHARE = 0.25;

interface Entry {
  readonly source: string;
  readonly caller: string;
  readonly size: number;
  /** The parsed document, which the operations share. Undefined until an operation is ready to run. */
  document: DocumentNode | undefined;
  readonly operations: Map<string, PreparedOperation>;
  /** Refusal of all operations of this document that are not planned yet. */
  refused: Refused | undefined;
}

/** The cached documents of one caller. A document belongs to the caller who sent it first. */
interface Share {
  bytes: number;
  /** Hashes of the documents, least recently used first. */
  readonly hashes: Set<string>;
}

/**
 * Cache of recent documents that are ready to run: parsed, priced, validated and planned.
 *
 * The key of a document is its SHA-256, which persisted queries send instead of the text. Invalid documents are cached
 * too, so that they are not checked again. The size of the cache is limited, and the documents of one caller take at
 * most a quarter. So a caller who keeps sending new documents cannot evict all documents of others.
 */
export class PreparedDocuments {
  readonly #options: PreparedDocumentsOptions;
  readonly #maxBytes: number;
  /** Entries by the hash of the document's text. */
  readonly #entries: LRUCache<string, Entry>;
  readonly #shares = new Map<string, Share>();

  constructor(options: PreparedDocumentsOptions) {
    this.#options = options;
    this.#maxBytes = options.maxBytes ?? 64 * 1024 * 1024;
    this.#entries = new LRUCache<string, Entry>({
      maxSize: this.#maxBytes,
      sizeCalculation: ({ size }) => size,
      dispose: (entry, hash, why) => why !== 'set' && this.#dropped(entry, hash),
    });
  }

  known(hash: string, operationName: string | undefined): PreparedOperation | undefined {
    const entry = this.#entries.get(hash);
    if (!entry) return undefined;
    const { hashes } = this.#shares.get(entry.caller)!;
    hashes.delete(hash);
    hashes.add(hash);
    return entry.operations.get(operationName ?? '') ?? entry.refused;
  }

  /** Text of a cached document. Clients may send only its hash (persisted queries). */
  source(hash: string): string | undefined {
    return this.#entries.get(hash)?.source;
  }

  /** Parses a document and prices an operation. This is the first step with a new document or a new operation. */
  parse(source: string, hash: string, operationName: string | undefined): ParsedOperation | Refused {
    try {
      const document = this.#entries.get(hash)?.document ?? parse(source, this.#options.parseOptions);
      return {
        document,
        cost: compileCost(this.#options.prices, document, operationName),
        defaults: defaultsOf(document, operationName),
      };
    } catch (error) {
      if (error instanceof RangeError) return tooDeep(); // the parser is recursive and ran out of stack
      if (!(error instanceof GraphQLError)) throw error;
      return { errors: [syntaxError(error)] };
    }
  }

  /**
   * Validates and plans a document, and caches the result.
   * @throws what the option `plan` throws
   */
  async prepare(
    { source, hash, operationName, caller, signal }: Preparation,
    parsed: ParsedOperation | Refused,
  ): Promise<PreparedOperation> {
    const refuse = (refused: Refused): Refused => {
      this.refuse(source, hash, caller, refused);
      return refused;
    };
    if ('errors' in parsed) return refuse(parsed);
    const planned = await this.#options.plan(source, operationName, caller, signal);
    if ('errors' in planned) return refuse(planned);
    let bytes = BYTES_PER_ENTRY + JSON.stringify(planned).length * BYTES_PER_JSON_CHARACTER;
    // In-process subgraphs run parsed documents, so the document of each fetch is parsed once, here. It is parsed
    // without locations, which take most of the memory, because nobody reads the locations of a subgraph's errors.
    for (const fetch of fetchesOf(planned.plan?.node)) {
      fetch.operationDocumentNode = parse(fetch.operation, { noLocation: true });
      bytes += fetch.operation.length * BYTES_PER_CHARACTER;
    }
    const operation = { ...parsed, ...planned };
    const entry = this.#entry(source, hash, caller);
    // Operations with an unknown name are not cached, because the number of such names is unlimited. Another request
    // may have cached this operation in the meantime.
    if (!parsed.cost || entry.operations.has(operationName ?? '')) return operation;
    bytes += parsed.cost.fields * BYTES_PER_FIELD;
    // Several operations that are planned at the same time may each have parsed the document.
    if (parsed.document !== entry.document) bytes += bytesOf(parsed.document, source);
    entry.document ??= parsed.document;
    entry.operations.set(operationName ?? '', operation);
    this.#grow(hash, entry, bytes);
    return operation;
  }

  /** Caches a refusal of the document. Operations of the document that are already planned still run. */
  refuse(source: string, hash: string, caller: string, refused: Refused): void {
    const entry = this.#entry(source, hash, caller);
    if (entry.refused) return;
    entry.refused = refused;
    this.#grow(hash, entry, JSON.stringify(refused).length * BYTES_PER_JSON_CHARACTER);
  }

  get approximateBytes(): number {
    return this.#entries.calculatedSize;
  }

  #entry(source: string, hash: string, caller: string): Entry {
    const known = this.#entries.get(hash);
    if (known) return known;
    const entry: Entry = { source, caller, size: 0, document: undefined, operations: new Map(), refused: undefined };
    let share = this.#shares.get(caller);
    if (!share) this.#shares.set(caller, (share = { bytes: 0, hashes: new Set() }));
    share.hashes.add(hash);
    return this.#grow(hash, entry, BYTES_PER_ENTRY + source.length * 2);
  }

  /**
   * Evicts documents of the same caller until the new size fits. A document larger than the caller's share counts as
   * the whole share, so that it can be cached.
   */
  #grow(hash: string, entry: Entry, bytes: number): Entry {
    const most = Math.floor(this.#maxBytes * SHARE);
    const share = this.#shares.get(entry.caller)!;
    const size = Math.min(most, entry.size + bytes);
    for (const oldest of share.hashes) {
      if (share.bytes - entry.size + size <= most) break;
      if (oldest !== hash) this.#entries.delete(oldest);
    }
    share.bytes += size - entry.size;
    const grown = { ...entry, size };
    this.#entries.set(hash, grown);
    return grown;
  }

  #dropped({ caller, size }: Entry, hash: string): void {
    const share = this.#shares.get(caller)!;
    share.bytes -= size;
    share.hashes.delete(hash);
    if (share.hashes.size === 0) this.#shares.delete(caller);
  }
}

interface Preparation {
  readonly source: string;
  readonly hash: string;
  readonly operationName: string | undefined;
  readonly caller: string;
  readonly signal: AbortSignal;
}

function bytesOf({ tokenCount = 0 }: DocumentNode, source: string): number {
  return Math.max(tokenCount * BYTES_PER_TOKEN, source.length * BYTES_PER_CHARACTER);
}

function defaultsOf(document: DocumentNode, operationName: string | undefined): Variables {
  const defaults: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const definition of document.definitions) {
    if (
      definition.kind !== Kind.OPERATION_DEFINITION ||
      (operationName !== undefined && definition.name?.value !== operationName)
    )
      continue;
    for (const { variable, defaultValue } of definition.variableDefinitions ?? [])
      if (defaultValue) defaults[variable.name.value] = valueFromASTUntyped(defaultValue);
  }
  return defaults;
}

function tooDeep(): Refused {
  const code: ErrorCode = 'GRAPHQL_PARSE_FAILED';
  return {
    errors: [{ message: 'The document is nested too deep to be read. Nest less in it.', extensions: { code } }],
  };
}

/** Formats a syntax error as Apollo Server does. */
function syntaxError({ message, locations }: GraphQLError): GraphQLFormattedError {
  const code: ErrorCode = 'GRAPHQL_PARSE_FAILED';
  return nameTokenLimit({ message: shortened(message), ...(locations && { locations }), extensions: { code } });
}
