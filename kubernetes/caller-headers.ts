/**
 * Headers that identify the caller of a request. Impersonation is the product's promise to leaves. This file turns a
 * user's name into bytes on the wire, so it refuses every value that could become more than that one name.
 *
 * Who attacks: a user whose identity provider lets them choose a name or a group. What stops them: a line break or NUL
 * in any value refuses the request (no header can be smuggled in); the user name is never empty (the server refuses an
 * Impersonate-Group alone, but without an Impersonate-User it would run the request with our own rights); keys of
 * extras are percent-encoded. What remains for the leaf to decide: whether our own identity may impersonate that user.
 */
import type { Caller } from './client.ts';
import { KubernetesError } from './errors.ts';

export type CallerHeaders = Record<string, string | string[]>;

/** `own` is the Authorization of the kubeconfig; a caller with a token never gets it. */
export function callerHeaders(cluster: string, caller: Caller, own: string | undefined): CallerHeaders {
  const headers: CallerHeaders = {};
  if (caller.type === 'token') {
    // A token is ASCII by RFC 6750, and an empty one would make the request anonymous.
    if (!/^[\x21-\x7e]+$/.test(caller.token)) throw refused(cluster, 'the caller has no usable bearer token');
    headers.authorization = `Bearer ${caller.token}`;
    return headers;
  }
  if (own !== undefined) headers.authorization = own;
  if (caller.type === 'self' || caller.type === 'owner') return headers;

  if (caller.user === '') throw refused(cluster, 'the caller has no user name');
  headers['impersonate-user'] = bytes(cluster, 'user name', caller.user);
  if (caller.groups.length > 0)
    headers['impersonate-group'] = caller.groups.map(group => bytes(cluster, 'group name', group));
  if (caller.uid !== '') headers['impersonate-uid'] = bytes(cluster, 'uid', caller.uid);
  for (const [key, values] of Object.entries(caller.extra)) {
    if (values.length === 0) continue;
    const name = `impersonate-extra-${extraKey(cluster, key)}`;
    headers[name] = [
      ...((headers[name] as string[] | undefined) ?? []),
      ...values.map(value => bytes(cluster, 'extra value', value)),
    ];
  }
  return headers;
}

/**
 * kube-apiserver reads header bytes as UTF-8; HTTP/1.1 clients write one byte per character. So every byte of the UTF-8
 * form becomes one character. A proxy would trim blanks, and the name would be that of another user.
 */
function bytes(cluster: string, what: string, value: string): string {
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value))
    throw refused(cluster, `the caller's ${what} holds a control character`);
  if (value !== value.trim() || !value.isWellFormed())
    throw refused(cluster, `the caller's ${what} cannot be sent as it is`);
  return Buffer.from(value, 'utf8').toString('latin1');
}

/**
 * Header names are case-insensitive, so the server reads keys in lower case. Characters that a header name cannot hold
 * become percent-encoded UTF-8.
 */
function extraKey(cluster: string, key: string): string {
  if (key === '' || !key.isWellFormed()) throw refused(cluster, 'the caller has an extra with an unusable key');
  return Buffer.from(key.toLowerCase(), 'utf8')
    .toString('latin1')
    .replace(/[^a-z0-9!#$&'*+.^_`|~-]/g, byte => `%${byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`);
}

function refused(cluster: string, why: string): KubernetesError {
  return new KubernetesError('BAD_REQUEST', `${cluster}: ${why}; the request was not sent.`, { cluster });
}
