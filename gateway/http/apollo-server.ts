/**
 * GraphQL over HTTP. Apollo Server checks the request, also against CSRF, and passes the operation to run(). Apollo
 * Server would also parse and validate the document on the event loop, so it gets a constant placeholder document.
 * writeAnswer() writes large answers, and large payloads of streams, in parts.
 */
import { ApolloServer, HeaderMap, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import { expressMiddleware } from '@as-integrations/express5';
import type { Request, RequestHandler, Response } from 'express';
import { parse, type GraphQLSchema } from 'graphql';
import type { Server } from 'node:http';
import { callerKey, type Identity } from '../../identity/identity.ts';
import type { Logger } from '../../telemetry/log.ts';
import type { Execution, GatewayContext, Run } from '../context.ts';
import { maskError } from '../operation/error-masking.ts';
import type { PreparedDocuments } from '../operation/run.ts';
import type { GatewayPlugin } from '../plugins/plugin.ts';
import { eventLoopTurns, type FairTurns } from '../../async/fair-turns.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { isExactNumber } from '../../schema/exact-json.ts';

export interface GraphqlOverHttpOptions {
  readonly schema: GraphQLSchema;
  readonly documents: Pick<PreparedDocuments, 'source'>;
  readonly run: Run;
  readonly plugins: readonly GatewayPlugin[];
  /** Creates the context of a request. */
  readonly open: (req: Request, res: Response) => HttpContext;
  /** Maximum size of an answer in bytes. */
  readonly maxBytes: number;
  /** True if clients may read the schema. */
  readonly introspection: boolean;
  /** Server whose running requests may complete before the process ends. */
  readonly server: Server;
  readonly closingGraceMs: number;
  readonly log: Logger;
}

export interface HttpContext extends GatewayContext {
  /**
   * Reserves this many bytes for an answer that the client has not read yet. Returns true if the bytes are reserved.
   * The bytes then stay reserved until the request closes.
   */
  readonly hold: (bytes: number) => boolean;
  /**
   * Must be called when the request turns out to be an operation. The log then has a line for the operation instead of
   * a line for the request.
   */
  readonly begun: () => void;
}

export interface GraphqlOverHttp {
  readonly handler: RequestHandler;
  /** Stops accepting connections. Resolves when all requests have ended or their grace period is over. */
  stop(): Promise<void>;
}

const PLACEHOLDER = parse('{ __typename }');

/** An answer of run(). Apollo Server handles it as the `data` of a response. */
class Answer {
  [key: string]: unknown;
  readonly write: () => Promise<string>;

  constructor(write: () => Promise<string>) {
    this.write = write;
  }
}

export async function graphqlOverHttp(options: GraphqlOverHttpOptions): Promise<GraphqlOverHttp> {
  const { schema, documents, run, plugins, open, maxBytes, introspection, server, closingGraceMs, log } = options;
  const apollo = new ApolloServer<HttpContext>({
    schema,
    introspection,
    documentStore: { get: async () => PLACEHOLDER, set: async () => undefined, delete: async () => undefined },
    persistedQueries: {
      cache: {
        get: async key => documents.source(key.slice(key.lastIndexOf(':') + 1)),
        set: async () => undefined, // run() caches the documents that it has prepared
        delete: async () => undefined,
      },
    },
    stringifyResult: async ({ data, ...refused }) =>
      data instanceof Answer ? data.write() : `${JSON.stringify(refused)}\n`,
    includeStacktraceInErrorResponses: false,
    formatError: formatted => maskError(formatted, { introspection }),
    logger: {
      debug: message => log.debug(String(message)),
      info: message => log.debug(String(message)),
      warn: message => log.warn(String(message)),
      error: message => log.error(String(message)),
    },
    stopOnTerminationSignals: false, // the main program decides when the process ends
    plugins: [
      ApolloServerPluginDrainHttpServer({ httpServer: server, stopGracePeriodMillis: closingGraceMs }),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      passOn(),
    ],
  });
  await apollo.start();
  return {
    handler: expressMiddleware(apollo, { context: async ({ req, res }) => open(req, res) }),
    stop: () => apollo.stop(),
  };

  function passOn(): ApolloServerPlugin<HttpContext> {
    return {
      requestDidStart: async ({ contextValue: { begun } }) => {
        begun();
        let hasRun = false;
        return {
          responseForOperation: async ({ request, source, queryHash, contextValue }) => {
            hasRun = true;
            const { variables, operationName, http } = request;
            const isPost = http?.method === 'POST';
            const execution = await run(
              { query: source, hash: queryHash, variables, operationName, isPost },
              contextValue,
            );
            const write = () => written(execution, contextValue);
            return {
              http: { status: execution.status, headers: headersOf(execution) },
              body: { kind: 'single', singleResult: { data: new Answer(write) } },
            };
          },
          willSendResponse: async ({ response: { http, body }, contextValue }) => {
            if (hasRun || body.kind !== 'single') return;
            const ended = { answer: body.singleResult, status: http.status ?? 200 };
            for (const { operation } of plugins) operation?.(contextValue)(ended);
          },
        };
      },
    };
  }

  async function written({ answer }: Execution, { request, hold }: HttpContext): Promise<string> {
    return writeAnswer(answer, { maxBytes, hold, caller: callerKey(request.identity) });
  }
}

function headersOf({ status, retryAfterSeconds }: Execution): HeaderMap {
  const headers = new HeaderMap();
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds));
  if (status === 405) headers.set('allow', 'POST');
  return headers;
}

export interface AnswerLimits {
  readonly maxBytes: number;
  /**
   * Reserves this many more bytes until the client has read them. Called as the answer grows. If `hold` returns false,
   * the answer is not sent. @default always true
   */
  readonly hold?: (bytes: number) => boolean;
  /** Caller whose share of the event loop's time the work uses. @default '' */
  readonly caller?: string;
  /** @default eventLoopTurns */
  readonly turns?: Pick<FairTurns, 'spare'>;
}

/**
 * Maximum numbers of values and characters of a small value. Writing a small value takes well below a millisecond. A
 * page of 200 rows has about 2 500 values.
 */
const SMALL_VALUES = 3_000;
const SMALL_CHARACTERS = 64 * 1024;
/**
 * A growing answer reserves memory for its caller in steps of this many bytes. Without the reservation, a hundred
 * answers written concurrently took a gigabyte.
 */
const HELD_AT_ONCE = 1024 * 1024;
/** Maximum depth of a small value, because JSON.stringify() is recursive. */
const SMALL_DEPTH = 500;

/**
 * Budget for failed calls of isSmall(), in values, so that a deeply nested answer costs little more than a flat answer.
 * A failed call costs SMALL_VALUES, and each step adds LOOKS_PER_STEP.
 */
const LOOKS_AT_FIRST = 10 * SMALL_VALUES;
const LOOKS_PER_STEP = 20;

/** An object or list that is partly written. */
interface Open {
  readonly value: object;
  /** Undefined if `value` is a list. */
  readonly keys: readonly string[] | undefined;
  at: number;
}

/**
 * Writes an answer as JSON. All values must be of JSON types. A large answer is written in parts, and other callers run
 * between the parts. A too large answer is replaced by an error.
 *
 * Libraries for this task (@discoveryjs/json-ext) would write exact numbers (JSON.rawJSON) as objects.
 */
export async function writeAnswer(
  answer: object,
  { maxBytes, hold = () => true, caller = '', turns = eventLoopTurns }: AnswerLimits,
): Promise<string> {
  if (isSmall(answer)) {
    const text = JSON.stringify(answer);
    return `${text.length > maxBytes ? JSON.stringify(tooLarge(maxBytes)) : text}\n`;
  }
  const texts: string[] = [];
  let parts: string[] = [];
  const open: Open[] = [];
  let length = 0;
  let held = 0;
  let looks = LOOKS_AT_FIRST;
  const write = (part: string): void => {
    parts.push(part);
    length += part.length; // a lower bound of the bytes, because counting them takes another pass
  };
  const begin = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || isExactNumber(value))
      return write(JSON.stringify(value) ?? 'null');
    if (looks >= SMALL_VALUES) {
      if (isSmall(value)) return write(JSON.stringify(value));
      looks -= SMALL_VALUES;
    }
    open.push({ value, keys: Array.isArray(value) ? undefined : keysOf(value), at: 0 });
  };
  begin(answer);
  while (open.length > 0) {
    step(open, write, begin);
    looks = Math.min(LOOKS_AT_FIRST, looks + LOOKS_PER_STEP);
    if (length > maxBytes) return `${JSON.stringify(tooLarge(maxBytes))}\n`;
    if (length - held >= HELD_AT_ONCE) {
      if (!hold(length - held)) return `${JSON.stringify(UNREAD)}\n`;
      held = length;
      texts.push(parts.join(''));
      parts = [];
    }
    const turn = turns.spare(caller);
    if (turn) await turn;
  }
  if (!hold(length - held)) return `${JSON.stringify(UNREAD)}\n`;
  write('\n');
  // Joining a few long texts is faster than joining many short texts.
  texts.push(parts.join(''));
  return texts.join('');
}

/**
 * Starts the next member of the innermost open object or list, or closes the object or list. Uses the stack `open`
 * instead of recursion, because leaf clusters decide how deep values nest.
 */
function step(open: Open[], write: (part: string) => void, begin: (value: unknown) => void): void {
  const last = open.at(-1)!;
  const { value, keys, at } = last;
  const isFirst = at === 0;
  const [start, end, count] = keys ? ['{', '}', keys.length] : ['[', ']', (value as unknown[]).length];
  if (at === count) {
    write(isFirst ? start + end : end);
    open.pop();
    return;
  }
  last.at++;
  const separator = isFirst ? start : ',';
  if (!keys) {
    write(separator);
    begin((value as unknown[])[at]);
    return;
  }
  write(`${separator}${JSON.stringify(keys[at])}:`);
  begin((value as Record<string, unknown>)[keys[at]!]);
}

/** Keys of the object. Omits undefined members, as JSON.stringify() does. */
function keysOf(value: object): string[] {
  return Object.keys(value).filter(key => (value as Record<string, unknown>)[key] !== undefined);
}

const UNREAD = errorAnswer(
  'RATE_LIMITED',
  'Your large answers, those that are being written and those that you have not read, are too many. Read them, then ask again.',
);

/** True if the value is within SMALL_VALUES, SMALL_CHARACTERS and SMALL_DEPTH. */
function isSmall(value: unknown): boolean {
  const open: unknown[] = [value];
  const depths = [0];
  let [values, characters] = [0, 0];
  while (open.length > 0) {
    const next = open.pop();
    const depth = depths.pop()! + 1;
    if (typeof next === 'string') characters += next.length;
    else if (typeof next === 'object' && next !== null) {
      if (depth > SMALL_DEPTH) return false;
      if (Array.isArray(next)) {
        if (values + next.length > SMALL_VALUES) return false;
        for (const item of next) {
          open.push(item);
          depths.push(depth);
        }
      } else
        for (const key in next) {
          characters += key.length;
          open.push((next as Record<string, unknown>)[key]);
          depths.push(depth);
        }
    }
    if (++values > SMALL_VALUES || characters > SMALL_CHARACTERS) return false;
  }
  return true;
}

function tooLarge(maxBytes: number): object {
  return errorAnswer(
    'ANSWER_TOO_LARGE',
    `The answer is larger than ${maxBytes} bytes (limits.answerBytes). Ask for fewer objects at once (first), or for fewer fields of each.`,
  );
}

function errorAnswer(code: ErrorCode, message: string): object {
  return { errors: [{ message, extensions: { code } }] };
}

/** Length in characters above which an answer is sent in pieces. Express sends shorter answers. */
const LARGE = 2 * 1024 * 1024;
const PIECE = 256 * 1024;

/**
 * Sends large answers in pieces, as fast as their clients read, and lets other callers run between the pieces.
 * Express would encode the whole text in one step, which takes tens of milliseconds for the largest answers.
 */
export function largeAnswers(turns: Pick<FairTurns, 'spare'> = eventLoopTurns): RequestHandler {
  return (_req, res, next) => {
    const send = res.send.bind(res);
    res.send = (body: unknown) => {
      if (typeof body !== 'string' || body.length <= LARGE) return send(body);
      void sendPieces(res, body, turns);
      return res;
    };
    next();
  };
}

async function sendPieces(res: Response, text: string, turns: Pick<FairTurns, 'spare'>): Promise<void> {
  const caller = callerKey(res.locals['identity'] as Identity);
  let goOn = (): void => {};
  // All pieces share one listener for each event, because compression() would keep every added listener.
  for (const event of ['drain', 'close']) res.on(event, () => goOn());
  for (let at = 0; at < text.length && !res.closed;) {
    const end = endOfPiece(text, at + PIECE);
    const read = new Promise<void>(resolve => (goOn = resolve));
    if (!res.write(Buffer.from(text.slice(at, end)))) await read;
    else await turns.spare(caller);
    at = end;
  }
  if (!res.closed) res.end();
}

/** End of a piece, moved so that the cut is not inside a surrogate pair. */
function endOfPiece(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}
