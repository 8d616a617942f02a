/**
 * Decides which parts of a foreign subgraph's errors reach a client: code and message of errors meant for clients, and
 * always the name of the subgraph. The rest goes to the log.
 *
 * Only a code marks an error as meant for clients. Most servers put no code, or INTERNAL_SERVER_ERROR, on anything
 * thrown, and such a message may hold a host, a path or a query; so its text stays here. Clients would read a code of
 * our own HTTP server as ours (`UNAUTHENTICATED`: a caller with a valid token would log in again; `DEADLINE_EXCEEDED`,
 * `OVERLOADED`: clients would wait for us), so it becomes SUBGRAPH_ERROR. BAD_USER_INPUT passes: it concerns the
 * client's arguments, whichever server says so. Nothing else of `extensions` passes: `stacktrace`, `exception` and the
 * like show the inside of that server.
 *
 * The mark on these errors is a symbol. JSON cannot hold one, so no subgraph can forge the mark, and our own errors
 * never have it.
 */
import type { GraphQLFormattedError } from 'graphql';
import { ERROR_CODES, type ErrorCode } from '../../schema/error-codes.ts';

const FOREIGN = Symbol('error of a subgraph over HTTP');

/** Capitals, digits and _ only: the planner looks codes up in a plain object, in which `constructor` would be found. */
const CODE = /^[A-Z0-9_]{1,64}$/;
const RESERVED = new Set<string>(ERROR_CODES.filter(code => code !== 'BAD_USER_INPUT'));
const MAX_ERRORS = 100;
const MAX_MESSAGE = 500;
const MAX_PATH = 50;
/** Control characters, and characters that change the direction of text. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/** An error that HttpDataSource may answer with: nothing in it needs masking. */
export function foreignError(
  subgraph: string,
  code: string,
  message: string,
  path?: GraphQLFormattedError['path'],
): GraphQLFormattedError {
  const extensions = { code, serviceName: subgraph, [FOREIGN]: true };
  return { message, ...(path && { path }), extensions };
}

/** True if foreignError() made it, also after the planner has wrapped it. */
export function isForeign({ extensions }: { readonly extensions?: object | undefined }): boolean {
  return extensions !== undefined && FOREIGN in extensions;
}

/** The errors of an answer as clients may see them: at most a hundred, and one that counts the rest. */
export function foreignErrors(subgraph: string, errors: readonly unknown[]): GraphQLFormattedError[] {
  const passed = errors.slice(0, MAX_ERRORS).map(error => sanitised(subgraph, error));
  const dropped = errors.length - passed.length;
  if (dropped > 0)
    passed.push(subgraphError(subgraph, `${dropped} more errors of the ${subgraph} subgraph were left out.`));
  return passed;
}

/** A few errors for the log, in full except for their length. */
export function loggedErrors(errors: readonly unknown[]): { readonly code: string; readonly message: string }[] {
  return errors.slice(0, 3).map(error => {
    const { code, message } = partsOf(error);
    return { code, message };
  });
}

/** True if part of the error is hidden from clients and only in the log. */
export function isHidden({ extensions }: GraphQLFormattedError): boolean {
  return extensions?.['code'] === ('SUBGRAPH_ERROR' satisfies ErrorCode);
}

function sanitised(subgraph: string, error: unknown): GraphQLFormattedError {
  const { code, message, path } = partsOf(error);
  return CODE.test(code) && !RESERVED.has(code)
    ? foreignError(subgraph, code, message, path)
    : subgraphError(subgraph, `The ${subgraph} subgraph failed. Look for the request id in the log.`, path);
}

function subgraphError(subgraph: string, message: string, path?: GraphQLFormattedError['path']): GraphQLFormattedError {
  const code: ErrorCode = 'SUBGRAPH_ERROR';
  return foreignError(subgraph, code, message, path);
}

function partsOf(error: unknown): { code: string; message: string; path?: GraphQLFormattedError['path'] } {
  const { message, path, extensions } = (error ?? {}) as {
    message?: unknown;
    path?: unknown;
    extensions?: { code?: unknown } | null;
  };
  const code = extensions?.code;
  return {
    code: typeof code === 'string' ? code.slice(0, 100) : '',
    message: printable(typeof message === 'string' && message !== '' ? message : 'an error without a message'),
    ...(isPath(path) && { path }),
  };
}

/** One line of bounded length, for any foreign text. */
function printable(text: string): string {
  const line = text.slice(0, MAX_MESSAGE).toWellFormed().replace(UNPRINTABLE, ' ');
  return text.length > MAX_MESSAGE ? `${line}…` : line;
}

function isPath(path: unknown): path is readonly (string | number)[] {
  return (
    Array.isArray(path) &&
    path.length <= MAX_PATH &&
    path.every(key => (typeof key === 'string' ? key.length <= 200 : Number.isSafeInteger(key) && (key as number) >= 0))
  );
}
