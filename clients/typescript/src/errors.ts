/**
 * Problems in one form, from any source: the `errors` of an answer, an error of Apollo Client or urql, or a failed
 * connection.
 *
 * An answer may have `data` beside `errors`: failed parts are null, and the rest is valid.
 */

export interface Problem {
  /** `extensions.code`; NETWORK where no answer came, and HTTP where it was none of fleetgraph. */
  readonly code: string;
  /** In words to act on. */
  readonly message: string;
  /** The place in `data` that is null for it. */
  readonly path?: readonly (string | number)[];
  /** For BAD_USER_INPUT: the argument that cannot be used, such as `filter.names[3]`. */
  readonly argument?: string;
  /** Seconds after which it is worth asking again. */
  readonly retryAfterSeconds?: number;
}

interface GraphQLErrorLike {
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
  readonly extensions?: { readonly [key: string]: unknown } | undefined;
}

/** Common fields of errors of Apollo Client, urql and GraphQL answers. */
interface Reported {
  readonly message?: unknown;
  readonly errors?: readonly GraphQLErrorLike[];
  readonly graphQLErrors?: readonly GraphQLErrorLike[];
  readonly bodyText?: string;
  readonly response?: { readonly status?: number; readonly headers?: { get(name: string): string | null } };
  readonly networkError?: { readonly message: string };
}

/** @param told Rejection or `error` of a client, or an answer with `errors`. Null and undefined give an empty list */
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

/** Codes of requests that may go well when they are sent again. */
const PASSING = ['RATE_LIMITED', 'OVERLOADED', 'DEADLINE_EXCEEDED', 'SUBGRAPH_UNAVAILABLE', 'NETWORK', 'HTTP'];

/** Milliseconds after which the same request may succeed; undefined if it would fail again. */
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

/** Refusals have a status of their own and the errors in their body, which Apollo Client leaves unread. */
function errorsIn(body: string | undefined): readonly GraphQLErrorLike[] | undefined {
  if (body === undefined) return undefined;
  try {
    const { errors } = JSON.parse(body) as { errors?: unknown };
    return Array.isArray(errors) && errors.length > 0 ? (errors as GraphQLErrorLike[]) : undefined;
  } catch {
    return undefined; // the answer is not from fleetgraph, but from a proxy or a login page
  }
}

/** Retry-After in seconds; fleetgraph sends no dates. */
function secondsOf(header: string | null | undefined): Pick<Problem, 'retryAfterSeconds'> {
  return header && /^\d+$/.test(header) ? { retryAfterSeconds: Number(header) } : {};
}
