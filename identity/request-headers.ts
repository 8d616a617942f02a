/**
 * Request headers as kube-apiserver reads them: every occurrence counts by itself, and the bytes are UTF-8.
 *
 * Node's parsed `headers` join or drop repeated headers and its strings are Latin-1, so a group called `a,b` would
 * become two and `zoë` another user. This file reads only `rawHeaders`.
 */
import { BadCredentialsError } from './authenticator.ts';

/** Every value of a header, in order. @throws BadCredentialsError if one is not UTF-8 or longer than `maxBytes` */
export function headerValues(rawHeaders: readonly string[], name: string, maxBytes: number): string[] {
  const wanted = name.toLowerCase();
  const values: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === wanted) values.push(decode(name, rawHeaders[i + 1] ?? '', maxBytes));
  }
  return values;
}

/**
 * The value of a header that may occur once. @throws BadCredentialsError if it is repeated: it is unknown which one the
 * proxy has checked
 */
export function singleHeader(rawHeaders: readonly string[], name: string, maxBytes: number): string | undefined {
  const values = headerValues(rawHeaders, name, maxBytes);
  if (values.length > 1) throw new BadCredentialsError(`Header ${name} was sent ${values.length} times; send it once.`);
  return values[0];
}

/** Room for a token with many claims; API servers take the same. */
const MAX_TOKEN_BYTES = 16 * 1024;

/**
 * The bearer token of a request; undefined if there is none, or another scheme is used. @throws BadCredentialsError if
 * it is malformed
 */
export function bearerToken(rawHeaders: readonly string[]): string | undefined {
  const authorization = singleHeader(rawHeaders, 'Authorization', MAX_TOKEN_BYTES);
  const [, scheme, token] = /^(\S+)(?: +(.*))?$/.exec(authorization ?? '') ?? [];
  if (scheme?.toLowerCase() !== 'bearer') return undefined;
  if (!token || /\s/.test(token))
    throw new BadCredentialsError('The Authorization header holds no token. Write it as: Authorization: Bearer <token>');
  return token;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(name: string, latin1: string, maxBytes: number): string {
  if (latin1.length > maxBytes)
    throw new BadCredentialsError(`Header ${name} is ${latin1.length} bytes long; at most ${maxBytes} are read.`);
  try {
    return utf8.decode(Buffer.from(latin1, 'latin1'));
  } catch {
    // Replacement characters would merge several names into one, and one user could pass for another.
    throw new BadCredentialsError(`Header ${name} is not valid UTF-8.`);
  }
}
