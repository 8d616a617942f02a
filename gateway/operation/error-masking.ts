/**
 * Decides which parts of an error reach a client. Errors with a code of schema/error-codes.ts pass with their message,
 * except INTERNAL_SERVER_ERROR. Errors of subgraphs over HTTP pass, because their data source has already cleaned them.
 * Other errors are faults of ours, whose message may contain a host, a path or the name of a hidden object. The message
 * goes to the log, and clients see a fixed message and the request id. The executor passes the messages of subgraphs on
 * unchanged, so only this file can stop such a message.
 */
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { RequestContext } from '../../identity/identity.ts';
import { ERROR_CODES, type ErrorCode } from '../../schema/error-codes.ts';
import { isForeign } from '../data-sources/foreign-errors.ts';

const PUBLIC = new Set<string>(ERROR_CODES.filter(code => code !== 'INTERNAL_SERVER_ERROR'));

/** Extensions of our own errors that clients may see, in addition to the code. */
const PUBLIC_EXTENSIONS = ['argument'] as const;

const LOGGED = new Set<string>(['INTERNAL_SERVER_ERROR', 'SUBGRAPH_ERROR'] satisfies ErrorCode[]);

/** Maximum number of faults logged per answer, because a list can fail once for each item. */
const MAX_LOGGED = 10;

export interface MaskingOptions {
  /** True if clients may read the schema. */
  readonly introspection: boolean;
}

/** Maximum length of a message in characters, because a message may repeat the caller's input. */
const MAX_MESSAGE = 1_000;

export function maskError(
  { message: said, ...error }: GraphQLFormattedError,
  { introspection }: MaskingOptions,
): GraphQLFormattedError {
  const formatted = { ...error, message: shortened(said) };
  const code = formatted.extensions?.['code'];
  const { path, locations } = formatted;
  const place = { ...(locations && { locations }), ...(path && { path }) };
  if (isForeign(formatted)) {
    return {
      message: formatted.message,
      ...place,
      extensions: { code, serviceName: formatted.extensions?.['serviceName'] },
    };
  }
  if (typeof code !== 'string' || !PUBLIC.has(code)) {
    return {
      message: 'Something went wrong on our side. Look for the request id in the log.',
      ...place,
      extensions: { code: 'INTERNAL_SERVER_ERROR' satisfies ErrorCode },
    };
  }
  const extensions: Record<string, unknown> = { code };
  for (const key of PUBLIC_EXTENSIONS)
    if (formatted.extensions?.[key] !== undefined) extensions[key] = formatted.extensions[key];
  return { message: introspection ? formatted.message : withoutSuggestions(formatted.message), ...place, extensions };
}

export function shortened(message: string): string {
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE).toWellFormed()}…` : message;
}

/**
 * Removes suggestions from a message. Without introspection, "Did you mean" would reveal the schema, one name after
 * another. What remains: a caller learns whether a guessed name exists. Also removes a suggestion that was cut off.
 */
export function withoutSuggestions(message: string): string {
  return message.replace(/ Did you mean [^?]*(\?|$)/g, '');
}

/** Masks the errors of an operation. Logs our own faults with the request id. */
export function maskErrors(
  errors: readonly GraphQLError[],
  request: RequestContext,
  options: MaskingOptions,
): GraphQLFormattedError[] {
  logFaults(errors, request);
  const masked = errors.map(error => maskError(error.toJSON(), options));
  addRequestId(masked, request);
  return masked;
}

function logFaults(errors: readonly GraphQLError[], { log }: RequestContext): void {
  const faults = errors.filter(error => !isForeign(error) && !PUBLIC.has(String(error.extensions?.['code'])));
  for (const error of faults.slice(0, MAX_LOGGED)) {
    const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
    log.error({ path: error.path, err: { message: cause.message, stack: cause.stack } }, 'request failed');
  }
  if (faults.length > MAX_LOGGED) log.error({ more: faults.length - MAX_LOGGED }, 'request failed in more places');
}

function addRequestId(errors: readonly GraphQLFormattedError[], { requestId }: RequestContext): void {
  for (const { extensions } of errors) {
    // With the request id, an operator finds the error in the log.
    if (extensions && LOGGED.has(String(extensions['code']))) extensions['requestId'] = requestId;
  }
}
