/**
 * Expected form of an answer to a request of the fuzz: a GraphQL answer with known codes, or a plain refusal. An
 * internal error is not allowed.
 */
import { ERROR_CODES } from '../../schema/error-codes.ts';
import type { Answer } from './wire.ts';

const CODES = new Set<string>(ERROR_CODES.filter(code => code !== 'INTERNAL_SERVER_ERROR'));
/** Allowed statuses of answers. 204, as the answer to OPTIONS, is checked separately. */
const STATUSES = new Set([200, 302, 400, 401, 404, 405, 406, 408, 413, 415, 417, 429, 431, 503]);
/** Maximum length in bytes of a refusal that is not a GraphQL answer. */
const LONGEST_REFUSAL = 4_096;

/** Description of an error in an answer. Undefined if the answer is correct. */
export function complaintAbout({ status, headers, body }: Answer): string | undefined {
  // The response to OPTIONS lists the allowed methods.
  if (status === 204 && headers.has('allow') && body.length === 0) return undefined;
  if (!STATUSES.has(status)) return `HTTP ${status}`;
  if (status >= 400 && body.length > LONGEST_REFUSAL && !isGraphQL(headers)) return `a refusal of ${body.length} bytes`;
  if (body.length === 0 || !isGraphQL(headers)) return undefined;
  let answer: unknown;
  try {
    answer = JSON.parse(body.toString('utf8'));
  } catch {
    return 'JSON that does not parse';
  }
  return complaintAboutGraphQL(answer, status);
}

function isGraphQL(headers: Answer['headers']): boolean {
  return /^application\/(graphql-response\+)?json\b/.test(headers.get('content-type') ?? '');
}

function complaintAboutGraphQL(answer: unknown, status: number): string | undefined {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return 'no object';
  const { data, errors, ...others } = answer as Record<string, unknown>;
  const unknown = Object.keys(others).filter(key => key !== 'extensions');
  if (unknown.length > 0) return `unknown members: ${unknown.join(', ')}`;
  if (data === undefined && errors === undefined) return 'neither data nor errors';
  if (data !== undefined && (typeof data !== 'object' || Array.isArray(data))) return 'data that is no object';
  if (errors === undefined) return status === 200 ? undefined : `data with HTTP ${status}`;
  if (!Array.isArray(errors) || errors.length === 0) return 'errors that are no list of errors';
  for (const error of errors as ({ message?: unknown; extensions?: { code?: unknown } } | null)[]) {
    if (typeof error?.message !== 'string' || error.message === '') return 'an error without a message';
    const code = error.extensions?.code;
    if (typeof code !== 'string' || !CODES.has(code)) return `the code ${JSON.stringify(code)}`;
    if (/\bat .*\.[jt]s:\d+|node_modules/.test(error.message)) return 'a message that holds a stack';
  }
  return undefined;
}

/** Text by which outcomes are counted: the status, and the code of the first error. */
export function outcomeOf({ status, headers, body }: Answer): string {
  if (!isGraphQL(headers)) return String(status);
  const code = /"code":"(\w+)"/.exec(body.toString('latin1'))?.[1];
  return code === undefined ? String(status) : `${status} ${code}`;
}
