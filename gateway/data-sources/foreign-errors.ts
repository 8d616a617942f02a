/**
 * Decides which parts of the errors of a subgraph over HTTP reach a client. Code and message pass if the subgraph set a
 * code of its own. Other errors may be unexpected, because most servers set no code, or INTERNAL_SERVER_ERROR, on
 * anything that they throw. Their message may contain a host, a path or a query, so clients do not get it.
 *
 * Codes of schema/error-codes.ts become SUBGRAPH_ERROR. Otherwise a client would for example log in again after
 * `UNAUTHENTICATED`. BAD_USER_INPUT passes, because it concerns the client's arguments, whichever server sends it.
 * Other `extensions` do not pass, because they may reveal internals.
 *
 * A symbol marks these errors. JSON cannot contain a symbol, so no subgraph can forge the mark.
 */
import type { GraphQLFormattedError } from 'graphql';
import { ERROR_CODES, type ErrorCode } from '../../schema/error-codes.ts';

const FOREIGN = Symbol('error of a subgraph over HTTP');

/**
 * An error code contains only capitals, digits and `_`. The pattern excludes words such as `constructor`, which plain
 * objects have as a property.
 */
const CODE = /^[A-Z0-9_]{1,64}$/;
const RESERVED = new Set<string>(ERROR_CODES.filter(code => code !== 'BAD_USER_INPUT'));
const MAX_ERRORS = 100;
const MAX_MESSAGE = 500;
const MAX_PATH = 50;
/** Control characters, line breaks, and characters that change the direction of text. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/** An error that HttpDataSource may return. Its content needs no masking. */
export function foreignError(
  subgraph: string,
  code: string,
  message: string,
  path?: GraphQLFormattedError['path'],
): GraphQLFormattedError {
  const extensions = { code, serviceName: subgraph, [FOREIGN]: true };
  return { message, ...(path && { path }), extensions };
}

/** True if foreignError() made the error, even if the executor has wrapped the error. */
export function isForeign({ extensions }: { readonly extensions?: object | undefined }): boolean {
  return extensions !== undefined && FOREIGN in extensions;
}

/** The first MAX_ERRORS errors, as clients may see them. A further error gives the number of omitted errors. */
export function foreignErrors(subgraph: string, errors: readonly unknown[]): GraphQLFormattedError[] {
  const passed = errors.slice(0, MAX_ERRORS).map(error => sanitised(subgraph, error));
  const dropped = errors.length - passed.length;
  if (dropped > 0)
    passed.push(subgraphError(subgraph, `${dropped} more errors of the ${subgraph} subgraph were left out.`));
  return passed;
}

/** The first three errors, for the log. Long texts are cut. */
export function loggedErrors(errors: readonly unknown[]): { readonly code: string; readonly message: string }[] {
  return errors.slice(0, 3).map(error => {
    const { code, message } = partsOf(error);
    return { code, message };
  });
}

/** True if the error replaces errors of the subgraph that clients do not see. */
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

/** Makes one line of bounded length from any foreign text. */
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
