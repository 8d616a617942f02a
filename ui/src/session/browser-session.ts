/**
 * Sessions of the browser with an identity provider (/auth). The session is in a cookie that scripts cannot read. The
 * browser sends the cookie with requests to this server.
 */

import { publicPath } from '../public-path.ts';

/**
 * URL that signs in with the identity provider and returns to this page. Undefined without an identity provider, or if
 * the request fails.
 */
export async function signInUrl(): Promise<string | undefined> {
  try {
    const response = await fetch(`${publicPath}/auth/session`, { credentials: 'same-origin' });
    const { signIn } = (await response.json()) as { signIn?: unknown };
    if (typeof signIn !== 'string') return undefined;
    return `${signIn}?returnTo=${encodeURIComponent(window.location.pathname + window.location.search)}`;
  } catch {
    return undefined; // the request for the caller's identity reports the problem
  }
}

let renewal: Promise<boolean> | undefined;

/**
 * Renews the session. Returns true if the session continues. Concurrent calls share one request, because an identity
 * provider may accept a refresh token only once.
 */
export function renew(): Promise<boolean> {
  renewal ??= fetch(`${publicPath}/auth/session`, { method: 'POST', credentials: 'same-origin' })
    .then(({ ok }) => ok)
    .catch(() => false)
    .finally(() => (renewal = undefined));
  return renewal;
}

/**
 * Ends the session. Returns the URL where the identity provider ends its own session. Undefined if the provider has no
 * URL for that, or if the request fails.
 */
export async function end(): Promise<string | undefined> {
  try {
    const response = await fetch(`${publicPath}/auth/logout`, { method: 'POST', credentials: 'same-origin' });
    const { endSession } = (await response.json()) as { endSession?: unknown };
    return typeof endSession === 'string' ? endSession : undefined;
  } catch {
    return undefined;
  }
}

/**
 * True if the body of a 401 response says that the session has ended. A request is then sent again after the session is
 * renewed.
 */
export function isOver(body: string): boolean {
  try {
    const { errors } = JSON.parse(body) as { errors?: { extensions?: { code?: string } }[] };
    return errors?.[0]?.extensions?.code === 'SESSION_EXPIRED';
  } catch {
    return false;
  }
}
