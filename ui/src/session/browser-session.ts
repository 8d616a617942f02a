/**
 * Browser sessions with an identity provider (/auth). Scripts cannot read their cookie, which is sent with every
 * request.
 */

import { publicPath } from '../public-path.ts';

/**
 * Address for signing in with the identity provider and returning to this page; undefined if sign-in is not available.
 */
export async function signInUrl(): Promise<string | undefined> {
  try {
    const response = await fetch(`${publicPath}/auth/session`, { credentials: 'same-origin' });
    const { signIn } = (await response.json()) as { signIn?: unknown };
    if (typeof signIn !== 'string') return undefined;
    return `${signIn}?returnTo=${encodeURIComponent(window.location.pathname + window.location.search)}`;
  } catch {
    return undefined; // the request to the graph reports the problem
  }
}

let renewal: Promise<boolean> | undefined;

/**
 * Renews the session; true if it continues. Concurrent calls share one request: a provider accepts a refresh token
 * once.
 */
export function renew(): Promise<boolean> {
  renewal ??= fetch(`${publicPath}/auth/session`, { method: 'POST', credentials: 'same-origin' })
    .then(({ ok }) => ok)
    .catch(() => false)
    .finally(() => (renewal = undefined));
  return renewal;
}

/** Resolves with the page of the provider that ends its own session, if it has one. */
export async function end(): Promise<string | undefined> {
  try {
    const response = await fetch(`${publicPath}/auth/logout`, { method: 'POST', credentials: 'same-origin' });
    const { endSession } = (await response.json()) as { endSession?: unknown };
    return typeof endSession === 'string' ? endSession : undefined;
  } catch {
    return undefined;
  }
}

/** True if the body of a 401 says that the session has ended, so that it may be renewed. */
export function isOver(body: string): boolean {
  try {
    const { errors } = JSON.parse(body) as { errors?: { extensions?: { code?: string } }[] };
    return errors?.[0]?.extensions?.code === 'SESSION_EXPIRED';
  } catch {
    return false;
  }
}
