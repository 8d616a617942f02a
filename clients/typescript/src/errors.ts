/**
 * Converts problems from any source to one form: the `errors` of a response, an error of Apollo Client or urql, or a
 * failed connection.
 *
 * A response may have both `data` and `errors`. Failed parts are then null, and all other data is valid.
 */

export interface Problem {
  /**
   * Code from `extensions.code`. INTERNAL_SERVER_ERROR without such a code. NETWORK if there was no response. HTTP if
   * the response has no readable errors, for example from a proxy.
   */
  readonly code: string;
  /** Message for the user. */
  readonly message: string;
  /** Path in `data` of the part that is null because of the problem. */
  readonly path?: readonly (string | number)[];
  /** Path of the invalid argument, such as `filter.names[3]`. */
  readonly argument?: string;
  /** Seconds after which a retry may succeed. */
  readonly retryAfterSeconds?: number;
}

interface GraphQLErrorLike {
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
  readonly extensions?: { readonly [key: string]: unknown } | undefined;
}

/** Fields of errors from Apollo Client and urql, and of GraphQL responses. */
interface Reported {
  readonly message?: unknown;
  readonly errors?: readonly GraphQLErrorLike[];
  readonly graphQLErrors?: readonly GraphQLErrorLike[];
  readonly bodyText?: string;
  readonly response?: { readonly status?: number; readonly headers?: { get(name: string): string | null } };
  readonly networkError?: { readonly message: string };
}

/**
 * @param reported A rejection or `error` of a client, or a response with `errors`. Null and undefined give an empty
 * list
 */
export function problemsOf(reported: unknown): readonly Problem[] {
  if (reported === null || reported === undefined) return [];
  const { message, errors, graphQLErrors, bodyText, response, networkError } = (
    typeof reported === 'object' ? reported : {}
  ) as Reported;
  const retryAfter = secondsOf(response?.headers?.get('retry-after'));
  const found = errors ?? (graphQLErrors?.length ? graphQLErrors : errorsIn(bodyText));
  if (found) return found.map(error => problemOf(error, retryAfter));
  const status = response?.status;
  const text = networkError?.message ?? (typeof message === 'string' ? message : JSON.stringify(reported));
  return [{ code: status === undefined ? 'NETWORK' : 'HTTP', message: text, ...retryAfter }];
}

/** Codes of problems after which a retry may succeed. */
const PASSING = ['RATE_LIMITED', 'OVERLOADED', 'DEADLINE_EXCEEDED', 'SUBGRAPH_UNAVAILABLE', 'NETWORK', 'HTTP'];

/**
 * Milliseconds to wait before the request is sent again. Undefined without a problem, or if the request would fail
 * again.
 */
export function retryDelayMs(reported: unknown): number | undefined {
  const problems = problemsOf(reported);
  if (problems.length === 0 || !problems.every(({ code }) => PASSING.includes(code))) return undefined;
  return Math.max(...problems.map(({ retryAfterSeconds = 1 }) => retryAfterSeconds)) * 1_000;
}

function problemOf(
  { message, path, extensions = {} }: GraphQLErrorLike,
  retryAfter: Pick<Problem, 'retryAfterSeconds'>,
): Problem {
  const { code, argument, retryAfterSeconds } = extensions;
  return {
    code: typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR',
    message,
    ...(path && { path }),
    ...(typeof argument === 'string' && { argument }),
    ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : retryAfter),
  };
}

/** Errors in `bodyText`, the body of a response that Apollo Client has not parsed. */
function errorsIn(body: string | undefined): readonly GraphQLErrorLike[] | undefined {
  if (body === undefined) return undefined;
  try {
    const { errors } = JSON.parse(body) as { errors?: unknown };
    return Array.isArray(errors) && errors.length > 0 ? (errors as GraphQLErrorLike[]) : undefined;
  } catch {
    return undefined; // Not JSON, for example the page of a proxy.
  }
}

/** Seconds of a Retry-After header. Ignores dates, because fleetgraph sends none. */
function secondsOf(header: string | null | undefined): Pick<Problem, 'retryAfterSeconds'> {
  return header && /^\d+$/.test(header) ? { retryAfterSeconds: Number(header) } : {};
}
