/** Asks the graph, as whoever is signed in, and puts whatever goes wrong in words. */
import { Client, fetchExchange, stringifyDocument, type AnyVariables, type CombinedError, type TypedDocumentNode } from '@urql/core';
import { createClient } from 'graphql-sse';
import { session } from './session/session.ts';
import { texts } from './texts.ts';

export interface Answer<Data> {
  /** Whatever came, perhaps in part. */
  readonly data: Data | undefined;
  /** Why something or all of it is missing. */
  readonly problem: Problem | undefined;
  /** When it came, by the clock of this browser. */
  readonly at: number;
}

export interface Problem {
  readonly message: string;
  /** Whether asking again may help: nothing answers, or there is too much to do. */
  readonly passing: boolean;
}

const url = new URL('/graphql', window.location.href).href;

const send: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  const token = session.token();
  if (token) headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(input, { ...init, headers, credentials: 'same-origin', redirect: 'error' });
  if (response.status === 401) session.refused(token);
  return response;
};

const graph = new Client({ url, preferGetMethod: false, exchanges: [fetchExchange], fetch: send });
/** Whoever follows begins again when a stream breaks. */
const streams = createClient({ url, fetchFn: send, retryAttempts: 0 });

export async function ask<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Answer<Data>> {
  const { data, error } = await graph.query(document, variables, { requestPolicy: 'network-only' }).toPromise();
  return { data: data ?? undefined, problem: error && problemOf(error), at: Date.now() };
}

/** Calls `told` with each payload of a subscription, and `ended` when there will be no more. Returns how to stop, after which it calls neither. */
export function follow<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { told, ended }: { told: () => void; ended: () => void },
): () => void {
  let stopped = false;
  const end = () => {
    if (!stopped) ended();
  };
  const stop = streams.subscribe(
    { query: stringifyDocument(document), variables: variables as Record<string, unknown> },
    { next: ({ errors }) => !stopped && !errors && told(), error: end, complete: end },
  );
  return () => {
    stopped = true;
    stop();
  };
}

function problemOf({ networkError, graphQLErrors, response }: CombinedError): Problem {
  const status = (response as Response | undefined)?.status;
  if (graphQLErrors.length > 0) {
    const messages = [...new Set(graphQLErrors.map(({ message }) => message))];
    return { message: messages.join(' '), passing: status === 429 || status === 503 };
  }
  if (status === undefined) return { message: navigator.onLine ? texts.problem.noAnswer : texts.problem.offline, passing: true };
  if (status === 429 || status === 503) return { message: texts.problem.busy, passing: true };
  return {
    message: status === 401 ? texts.problem.signedOut : texts.problem.unreadable(status, networkError?.message ?? ''),
    passing: status >= 500,
  };
}
