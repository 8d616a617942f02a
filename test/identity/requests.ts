/** Requests in the form that authenticators receive. */
import type { AuthenticationRequest } from '../../identity/authenticator.ts';

/** A request with these headers. Node passes the UTF-8 bytes of a value as Latin-1 text. */
export const request = (...headers: [string, string][]): AuthenticationRequest => ({
  headers: {},
  rawHeaders: headers.flatMap(([name, value]) => [name, Buffer.from(value, 'utf8').toString('latin1')]),
  remoteAddress: '127.0.0.1',
});

export const bearer = (token: string) => request(['authorization', `Bearer ${token}`]);
