/** Sends requests to the server as the signed-in user, and explains failures in words. */
import {
  Client,
  CombinedError,
  createRequest,
  fetchExchange,
  stringifyDocument,
  type AnyVariables,
  type GraphQLRequest,
  type OperationResult,
  type TypedDocumentNode,
} from '@urql/core';
import { createClient } from 'graphql-sse';
import { parseKeeping } from '../../schema/exact-json.ts';
import { ExactNumber } from './object/exact-number.ts';
import { publicPath } from './public-path.ts';
import { isOver, renew } from './session/browser-session.ts';
import { session } from './session/session.ts';
import { takeSlot } from './stream-slots.ts';
import { texts } from './texts.ts';

export interface Answer<Data> {
  /** Data of the answer. May be partial. Undefined if the request failed or was aborted. */
  readonly data: Data | undefined;
  /** Reason why data is missing. Undefined if the data is complete, or if the request was aborted. */
  readonly problem: Problem | undefined;
  /** Time when the answer arrived, in milliseconds since 1970, by the clock of this browser. */
  readonly at: number;
}

export interface Problem {
  readonly message: string;
  /** True if a retry may help, because the server did not answer, failed or was overloaded. */
  readonly passing: boolean;
  /** `extensions.code` of the first GraphQL error. Undefined if the server sent no code. */
  readonly code?: string;
}

const url = new URL(`${publicPath}/graphql`, window.location.href).href;

const send: typeof fetch = async (input, init) => {
  const token = session.token();
  const headers = new Headers(init?.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  const sent = () => fetch(input, { ...init, headers, credentials: 'same-origin', redirect: 'error' });
  let response = await sent();
  if (response.status === 401 && !token) {
    const text = await response.text();
    response = isOver(text) && (await renew()) ? await sent() : new Response(text, response);
  }
  if (response.status === 401) session.refused(token);
  return response;
};

const graph = new Client({ url, preferGetMethod: false, exchanges: [fetchExchange], fetch: send });
/** No retries in this client, because the callers of `follow()` open broken streams again. */
const streams = createClient({ url, fetchFn: send, retryAttempts: 0 });

/** Latest request by key. The key of urql stands for an operation and its variables. */
const underWay = new Map<number, Promise<unknown>>();

/**
 * Sends equal requests one after the other, because urql aborts a request when its operation is sent again. A second
 * call does not reuse the answer to the first call, because the caller wants newer data.
 *
 * If `left` is aborted, the request is aborted too. The answer then has neither data nor a problem.
 *
 * `exact`: numbers that JavaScript would write differently are returned as ExactNumbers.
 */
export async function ask<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  left?: AbortSignal,
  { exact = false }: { readonly exact?: boolean } = {},
): Promise<Answer<Data>> {
  const request = createRequest(document, variables);
  const before = underWay.get(request.key);
  const requested = (async () => {
    await before;
    return exact ? executeExactly(request, left) : execute(request, left);
  })();
  underWay.set(request.key, requested);
  const answer = await requested;
  if (underWay.get(request.key) === requested) underWay.delete(request.key);
  return { data: answer?.data ?? undefined, problem: answer?.error && problemOf(answer.error), at: Date.now() };
}

/**
 * Returns undefined if `left` is aborted. Skips a stale result that urql may emit first. Unsubscribes at the end,
 * because urql would keep the subscription.
 */
async function execute<Data, Variables extends AnyVariables>(
  request: GraphQLRequest<Data, Variables>,
  left: AbortSignal | undefined,
): Promise<OperationResult<Data, Variables> | undefined> {
  if (left?.aborted) return undefined;
  const { promise, resolve } = Promise.withResolvers<OperationResult<Data, Variables> | undefined>();
  const leave = () => resolve(undefined);
  left?.addEventListener('abort', leave);
  const subscription = graph
    .executeQuery(request, { requestPolicy: 'network-only' })
    .subscribe(result => void (!result.stale && !result.hasNext && resolve(result)));
  try {
    return await promise;
  } finally {
    subscription.unsubscribe();
    left?.removeEventListener('abort', leave);
  }
}

/** Fetches the answer without urql, whose JSON.parse() would round large numbers. */
async function executeExactly<Data, Variables extends AnyVariables>(
  request: GraphQLRequest<Data, Variables>,
  left: AbortSignal | undefined,
): Promise<{ readonly data: Data | undefined; readonly error?: CombinedError } | undefined> {
  let response: Response | undefined;
  try {
    const body = JSON.stringify({ query: stringifyDocument(request.query), variables: request.variables });
    const headers = {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json',
    };
    response = await send(url, { method: 'POST', headers, body, signal: left ?? null });
    const answer = parseKeeping(await response.text(), number => new ExactNumber(number));
    const { data, errors } = answer as {
      readonly data?: Data;
      readonly errors?: ConstructorParameters<typeof CombinedError>[0]['graphQLErrors'];
    };
    if (left?.aborted) return undefined;
    return { data, ...(errors && { error: new CombinedError({ graphQLErrors: errors, response }) }) };
  } catch (error) {
    if (left?.aborted) return undefined;
    return { data: undefined, error: new CombinedError({ networkError: error as Error, response }) };
  }
}

/**
 * Calls `reported` with the data of each payload without errors, and `ended` when the subscription ends. If all slots
 * for streams are taken (stream-slots.ts), calls `ended` right after returning. Returns a function that stops the
 * subscription. After the stop, neither `reported` nor `ended` is called.
 */
export function follow<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { reported, ended }: { reported: (data: Data) => void; ended: () => void },
): () => void {
  let stopped = false;
  const leave = takeSlot();
  const end = () => {
    leave?.();
    if (!stopped) ended();
  };
  if (!leave) {
    queueMicrotask(end);
    return () => void (stopped = true);
  }
  const stop = streams.subscribe<Data>(
    { query: stringifyDocument(document), variables: variables as Record<string, unknown> },
    { next: ({ data, errors }) => void (!stopped && !errors && data && reported(data)), error: end, complete: end },
  );
  return () => {
    stopped = true;
    stop();
    leave();
  };
}

function problemOf({ networkError, graphQLErrors, response }: CombinedError): Problem {
  const status = (response as Response | undefined)?.status;
  if (graphQLErrors.length > 0) {
    const messages = [...new Set(graphQLErrors.map(({ message }) => message))];
    const code = graphQLErrors[0]?.extensions['code'];
    return {
      message: messages.join(' '),
      passing: status === 429 || status === 503,
      ...(typeof code === 'string' && { code }),
    };
  }
  if (status === undefined)
    return { message: navigator.onLine ? texts.problem.noAnswer : texts.problem.offline, passing: true };
  if (status === 429 || status === 503) return { message: texts.problem.busy, passing: true };
  return {
    message: status === 401 ? texts.problem.signedOut : texts.problem.unreadable(status, networkError?.message ?? ''),
    passing: status >= 500,
  };
}
