/**
 * Turns an error answer, or a missing answer, into one KubernetesError whose message helps a user to fix the problem.
 * Text from the server is shortened and stripped of control characters. The text ends up in logs, terminals and GraphQL
 * answers, and a leaf is not trusted.
 */
import { isNativeError } from 'node:util/types';
import { KubernetesError, type KubernetesErrorCode, type StatusCause } from './errors.ts';
import { KubeconfigError } from './kubeconfig-error.ts';
import { isRecord } from './object-shape.ts';

export interface TextResponse {
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter: string | undefined;
  readonly warnings?: readonly string[];
  readonly body: string;
}

const CODE_OF_STATUS: Readonly<Record<number, KubernetesErrorCode>> = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'GONE',
  422: 'INVALID',
  429: 'THROTTLED',
  504: 'TIMEOUT',
};

function codeOfStatus(status: number): KubernetesErrorCode {
  if (status < 400) return 'MALFORMED'; // redirects are not followed
  return CODE_OF_STATUS[status] ?? (status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST');
}

/**
 * Error for an HTTP answer whose status is not 2xx.
 * @param doing Name of the request: "list pods"
 */
export function errorOfAnswer(cluster: string, doing: string, answer: TextResponse): KubernetesError {
  const status = statusObject(answer.body);
  const retryAfterSeconds = retryAfter(answer.retryAfter) ?? status?.retryAfterSeconds;
  let code = codeOfStatus(answer.status);
  let said = status?.message ?? '';
  // API servers answer 500 to an apply with a field that the kind does not have (kubernetes/kubernetes#122480). The
  // manifest is wrong, not the server.
  if (answer.status === 500 && /^failed to create typed patch object /.test(said)) code = 'INVALID';
  if (status === undefined) {
    // HTML comes from a proxy, an ingress or a login page in front of the API server. A 403 or 404 with HTML says
    // nothing about rights and objects of Kubernetes.
    if (looksLikeHtml(answer) && ['FORBIDDEN', 'NOT_FOUND', 'GONE', 'BAD_REQUEST'].includes(code)) code = 'MALFORMED';
    said = answer.body.trim() === '' ? 'no message' : unexpected(answer);
  }
  return new KubernetesError(code, `${cluster}: ${doing}: HTTP ${answer.status}: ${said}`, {
    cluster,
    status: answer.status,
    ...(status?.reason ? { reason: status.reason } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(status?.message === undefined ? {} : { said: status.message }),
    ...(status && status.causes.length > 0 ? { causes: status.causes } : {}),
    ...(answer.warnings ? { warnings: answer.warnings } : {}),
  });
}

/** Error for an answer that is not the expected JSON of a Kubernetes API server. */
export function malformed(
  cluster: string,
  doing: string,
  answer: Pick<TextResponse, 'status' | 'contentType' | 'body'>,
): KubernetesError {
  return new KubernetesError('MALFORMED', `${cluster}: ${doing}: ${unexpected(answer)}`, {
    cluster,
    status: answer.status,
  });
}

/** Error for a Status object inside a watch stream. */
export function errorOfStatusObject(cluster: string, doing: string, object: unknown): KubernetesError {
  const status = parseStatus(object);
  const code = status?.code ?? 500;
  return new KubernetesError(
    codeOfStatus(code),
    `${cluster}: ${doing}: ${status?.message ?? 'the watch failed without a message'}`,
    {
      cluster,
      status: code,
      ...(status?.reason ? { reason: status.reason } : {}),
      ...(status?.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: status.retryAfterSeconds }),
    },
  );
}

/** Error for a missing or incomplete answer. */
export function errorOfCause(cluster: string, doing: string, server: string, cause: unknown): KubernetesError {
  if (cause instanceof KubernetesError) return cause;
  if (cause instanceof KubeconfigError)
    return new KubernetesError('UNREACHABLE', `${cluster}: ${doing}: ${cause.message}`, { cluster, cause });
  const code = errorCode(cause);
  const said = printable(innermost(cause), 300);
  const tls =
    TLS_ADVICE[code] ??
    (/^(ERR_TLS|ERR_SSL|EPROTO|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|HOSTNAME_MISMATCH)/.test(
      code,
    )
      ? ''
      : undefined);
  if (tls !== undefined) {
    return new KubernetesError('TLS', `${cluster}: ${doing}: ${server}: ${said}.${tls === '' ? '' : ` ${tls}`}`, {
      cluster,
      cause,
    });
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return new KubernetesError('TIMEOUT', `${cluster}: ${doing}: ${server} did not accept a connection in time.`, {
      cluster,
      cause,
    });
  }
  return new KubernetesError('UNREACHABLE', `${cluster}: ${doing}: ${server}: ${CAUSE_ADVICE[code] ?? said}.`, {
    cluster,
    cause,
  });
}

export function timedOut(cluster: string, doing: string, afterMs: number): KubernetesError {
  return new KubernetesError(
    'TIMEOUT',
    `${cluster}: ${doing}: no complete answer within ${Math.round(afterMs) / 1_000} s.`,
    { cluster },
  );
}

/**
 * True if the connection broke during the request, as when a server restarts or asks its clients to reconnect (GOAWAY).
 */
export function isConnectionLoss(cause: unknown): boolean {
  return CONNECTION_LOSS.has(errorCode(cause));
}

const CONNECTION_LOSS = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_INFO', // undici's code for a GOAWAY without an error code
  'ERR_HTTP2_GOAWAY_SESSION',
  'ERR_HTTP2_STREAM_CANCEL',
  'ERR_HTTP2_STREAM_ERROR',
]);

/** True if the error means that no connection was made. Such an error concerns all callers. */
export function isBeforeConnection({ code, cause }: KubernetesError): boolean {
  return code === 'TLS' || cause instanceof KubeconfigError || BEFORE_CONNECTION.has(errorCode(cause));
}

const BEFORE_CONNECTION = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_PROXY',
]);

const TLS_ADVICE: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Put the certificate of its authority into certificate-authority-data.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Put the certificate of its authority into certificate-authority-data.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'It was issued by another authority than the one in certificate-authority-data.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'It was issued by another authority than the one in certificate-authority-data.',
  UNABLE_TO_GET_ISSUER_CERT: 'It was issued by another authority than the one in certificate-authority-data.',
  CERT_SIGNATURE_FAILURE: 'It was issued by another authority than the one in certificate-authority-data.',
  CERT_HAS_EXPIRED: 'The certificate of the API server has expired; renew it there.',
  CERT_NOT_YET_VALID: 'The certificate of the API server is not valid yet; compare the clocks.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name; set tls-server-name to one that it names.',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'The server wants a client certificate.',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: 'The client certificate has expired; issue a new one.',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'The server does not trust the authority of the client certificate.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The server does not speak TLS on this port; is its URL http://?',
};

const CAUSE_ADVICE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused: nothing listens there',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name could not be looked up',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  ECONNRESET: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed',
};

/**
 * Code of an error or of an error inside it, the outermost first. Errors inside count, because undici wraps the error
 * of the socket (UND_ERR_SOCKET), and Node wraps the failures of several addresses. Other codes are preferred to
 * UND_ERR_SOCKET.
 */
function errorCode(cause: unknown): string {
  let outermost = '';
  for (let error = cause, depth = 0; isNativeError(error) && depth < 5; error = innerError(error), depth += 1) {
    if (!('code' in error) || typeof error.code !== 'string') continue;
    if (error.code !== 'UND_ERR_SOCKET') return error.code;
    outermost = error.code;
  }
  return outermost;
}

function innermost(cause: unknown, depth = 0): string {
  if (!isNativeError(cause)) return String(cause);
  const inner = innerError(cause);
  return isNativeError(inner) && depth < 5 ? innermost(inner, depth + 1) : cause.message;
}

function innerError(error: Error): unknown {
  return 'errors' in error && Array.isArray(error.errors) ? error.errors[0] : error.cause;
}

interface ParsedStatus {
  readonly message: string | undefined;
  readonly reason: string | undefined;
  readonly code: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly causes: readonly StatusCause[];
}

/** Maximum causes of a Status object to read. */
const MAX_CAUSES = 100;

function statusObject(body: string): ParsedStatus | undefined {
  try {
    return parseStatus(JSON.parse(body));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // The body is not JSON. The calling function reports this.
    throw error;
  }
}

function parseStatus(object: unknown): ParsedStatus | undefined {
  if (typeof object !== 'object' || object === null || !('kind' in object) || object.kind !== 'Status')
    return undefined;
  const { message, reason, code, details } = object as {
    message?: unknown;
    reason?: unknown;
    code?: unknown;
    details?: unknown;
  };
  const { retryAfterSeconds: seconds, causes } = isRecord(details) ? details : {};
  return {
    message: typeof message === 'string' && message !== '' ? printable(message, 500) : undefined,
    reason: typeof reason === 'string' ? printable(reason, 100) : undefined,
    code: typeof code === 'number' && code >= 100 && code < 600 ? code : undefined,
    retryAfterSeconds: typeof seconds === 'number' && seconds > 0 ? seconds : undefined,
    causes: Array.isArray(causes) ? causes.slice(0, MAX_CAUSES).flatMap(causeOf) : [],
  };
}

function causeOf(cause: unknown): StatusCause[] {
  if (!isRecord(cause)) return [];
  const text = (value: unknown, limit: number) => (typeof value === 'string' ? printable(value, limit) : '');
  return [{ reason: text(cause.reason, 100), message: text(cause.message, 500), field: text(cause.field, 500) }];
}

/** Parses Retry-After into seconds. RFC 9110 allows seconds or a date. */
function retryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1_000));
}

/** Number of characters at the start of a body that are searched for the start of a web page. */
const HTML_WITHIN = 1_000;

function looksLikeHtml({ contentType, body }: Pick<TextResponse, 'contentType' | 'body'>): boolean {
  return contentType.includes('html') || /^\s*<(!doctype|html)/i.test(body.slice(0, HTML_WITHIN));
}

function unexpected(answer: Pick<TextResponse, 'contentType' | 'body'>): string {
  const start = printable(answer.body, 80);
  const type = printable(answer.contentType, 60) || 'no content type';
  const advice = looksLikeHtml(answer)
    ? ' A web page: is the URL that of the API server, and is there a login proxy in front of it?'
    : '';
  return `expected JSON from a Kubernetes API server, got ${type}: "${start}".${advice}`;
}

/** Control characters, line breaks, and characters that change the direction of text. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/** One line of at most `limit` characters, and `…` if the text is longer. */
export function printable(text: string, limit: number): string {
  // The text is cut before the regular expression runs, so that a text of megabytes costs little. It is copied, because
  // a slice would keep the whole text in memory.
  const isLong = text.length > 4 * limit;
  const cut = isLong ? Buffer.from(text.slice(0, 4 * limit)).toString() : text;
  const clean = cut.replace(UNPRINTABLE, ' ').trim();
  return isLong || clean.length > limit ? `${clean.slice(0, limit).toWellFormed()}…` : clean;
}
