/** Requests as authenticators get them. */
import type { AuthenticationRequest } from '../../identity/authenticator.ts';

/** Header values as Node hands them over: UTF-8 bytes as Latin-1 text. */
export const request = (...headers: [string, string][]): AuthenticationRequest => ({
  headers: {},
  rawHeaders: headers.flatMap(([name, value]) => [name, Buffer.from(value, 'utf8').toString('latin1')]),
  remoteAddress: '127.0.0.1',
});

export const bearer = (token: string) => request(['authorization', `Bearer ${token}`]);
