/**
 * Cache of recent documents, ready to run: parsed, priced, validated and planned. A cached document costs a request
 * none of this.
 *
 * Documents are found by their SHA-256, which persisted queries send in place of the text. Refused documents are cached
 * too, so that they are not checked again. The size is bounded, and one caller's documents
 * take at most a quarter: a caller who keeps sending new ones evicts only their own.
 */
import {
  GraphQLError,
  Kind,
  parse,
  valueFromASTUntyped,
  type DocumentNode,
  type GraphQLFormattedError,
  type ParseOptions,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { fetchesOf, nameTokenLimit, type Planned, type PlannedDocument } from './plan-document.ts';
import { compileCost, type Cost, type Prices, type Variables } from './cost.ts';

/** A parsed document, with one of its operations. */
export interface ParsedOperation {
  readonly document: DocumentNode;
  /** Undefined if the document has no such operation. */
  readonly cost: Cost | undefined;
  /** Defaults of variables that the request omits. */
  readonly defaults: Variables;
}

/** An operation ready to run, or the reason for its refusal. */
export type PreparedOperation = Refused | (ParsedOperation & Planned);

export interface Refused {
  readonly errors: readonly GraphQLFormattedError[];
}

export interface PreparedDocumentsOptions {
  readonly prices: Prices;
  readonly parseOptions: ParseOptions;
  /** Plans an operation. */
  readonly plan: (
    source: string,
    operationName: string | undefined,
    caller: string,
    signal: AbortSignal,
  ) => Promise<PlannedDocument>;
  /** Approximate bytes of documents and plans. @default 64 MiB */
  readonly maxBytes?: number;
}

/** Memory of documents and of a plan's fetches per character of text. */
const BYTES_PER_CHARACTER = 60;
const BYTES_PER_DOCUMENT = 1_000;
/** Maximum share of the room for one caller. */
const SHARE = 0.25;

interface Entry {
  readonly source: string;
  readonly caller: string;
  readonly size: number;
  readonly operations: Map<string, PreparedOperation>;
  /** Why its other operations are refused. */
  refused: Refused | undefined;
}

/** The documents that a caller sent first. */
interface Share {
  bytes: number;
  /** In the order of their last use. */
  readonly hashes: Set<string>;
}

export class PreparedDocuments {
  readonly #options: PreparedDocumentsOptions;
  readonly #maxBytes: number;
  /** By hash of the document's text. */
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

  /** Text of a document: clients may send only the hash (persisted queries). */
  source(hash: string): string | undefined {
    return this.#entries.get(hash)?.source;
  }

  /** Parses and prices a document, before anything else happens. */
  parse(source: string, operationName: string | undefined): ParsedOperation | Refused {
    try {
      const document = parse(source, this.#options.parseOptions);
      return {
        document,
        cost: compileCost(this.#options.prices, document, operationName),
        defaults: defaultsOf(document, operationName),
      };
    } catch (error) {
      if (error instanceof RangeError) return tooDeep(); // the parser recurses per level and ran out of stack
      if (!(error instanceof GraphQLError)) throw error;
      return { errors: [syntaxError(error)] };
    }
  }

  /** Validates and plans; caches the result. @throws PlanningError, GateFull, or the signal's reason */
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
    // In-process subgraphs get their documents parsed.
    let bytes = planned.data ? JSON.stringify(planned.data).length : 0;
    for (const fetch of fetchesOf(planned.plan?.node)) {
      fetch.operationDocumentNode = parse(fetch.operation);
      bytes += fetch.operation.length * BYTES_PER_CHARACTER;
    }
    const operation = { ...parsed, ...planned };
    const entry = this.#entry(source, hash, caller);
    // Unknown operation names are not cached: their number is unbounded.
    if (!parsed.cost) return operation;
    entry.operations.set(operationName ?? '', operation);
    this.#grow(hash, entry, bytes);
    return operation;
  }

  /** Caches that no operation of a document runs, except those already planned. */
  refuse(source: string, hash: string, caller: string, refused: Refused): void {
    this.#entry(source, hash, caller).refused = refused;
  }

  get approximateBytes(): number {
    return this.#entries.calculatedSize;
  }

  #entry(source: string, hash: string, caller: string): Entry {
    const known = this.#entries.get(hash);
    if (known) return known;
    const entry: Entry = { source, caller, size: 0, operations: new Map(), refused: undefined };
    let share = this.#shares.get(caller);
    if (!share) this.#shares.set(caller, (share = { bytes: 0, hashes: new Set() }));
    share.hashes.add(hash);
    return this.#grow(hash, entry, BYTES_PER_DOCUMENT + source.length * BYTES_PER_CHARACTER);
  }

  /**
   * Makes room among the documents of the same caller. A single document larger than a share takes the whole share, so
   * that it can run at all.
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

export interface Preparation {
  readonly source: string;
  readonly hash: string;
  readonly operationName: string | undefined;
  readonly caller: string;
  readonly signal: AbortSignal;
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

/** Words it like Apollo Server. */
function syntaxError({ message, locations }: GraphQLError): GraphQLFormattedError {
  const code: ErrorCode = 'GRAPHQL_PARSE_FAILED';
  return nameTokenLimit({ message, ...(locations && { locations }), extensions: { code } });
}
