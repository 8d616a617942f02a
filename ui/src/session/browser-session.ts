/**
 * Sessions that browsers have by an identity provider (/auth). Their cookie is out of reach of scripts; it goes out
 * with every request.
 */

import { publicPath } from '../public-path.ts';

/** Where one signs in with the identity provider and comes back to this page; undefined where nobody can. */
export async function signInUrl(): Promise<string | undefined> {
  try {
    const response = await fetch(`${publicPath}/auth/session`, { credentials: 'same-origin' });
    const { signIn } = (await response.json()) as { signIn?: unknown };
    if (typeof signIn !== 'string') return undefined;
    return `${signIn}?returnTo=${encodeURIComponent(window.location.pathname + window.location.search)}`;
  } catch {
    return undefined; // whatever is in the way is told by the graph, which is asked as well
  }
}

let renewal: Promise<boolean> | undefined;

/**
 * Whether the session goes on. Who asks at the same time is answered together: a provider takes a refresh token once.
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

/** Whether the body of a 401 says that a session is over, which may be renewed. */
export function isOver(body: string): boolean {
  try {
    const { errors } = JSON.parse(body) as { errors?: { extensions?: { code?: string } }[] };
    return errors?.[0]?.extensions?.code === 'SESSION_EXPIRED';
  } catch {
    return false;
  }
}
