/**
 * The signed-in user. The token is in the session storage of this tab, as in GraphiQL. The token is sent only to
 * /graphql, as a header. No token exists if a proxy or an identity provider signs the user in.
 */
import { store } from '../store.ts';
import { end } from './browser-session.ts';

const KEY = 'fleetgraph-token';

export type SessionState =
  /** The caller is not known yet. */
  | { readonly type: 'asking' }
  | { readonly type: 'in'; readonly user: string; readonly maySignOut: boolean }
  | { readonly type: 'out'; readonly why: 'new' | 'expired' | 'refused' | 'left' }
  /** The server does not answer, so the caller is not known. */
  | { readonly type: 'away'; readonly message: string };

const state = store<SessionState>({ type: 'asking' });

export const session = {
  subscribe: state.subscribe,
  get: state.get,
  token: (): string | null => sessionStorage.getItem(KEY),

  /** Called when the server knows the caller: by the token, by a session with an identity provider, or by a proxy. */
  accepted(user: string, { hasProvider }: { hasProvider: boolean }): void {
    state.set({ type: 'in', user, maySignOut: hasProvider || session.token() !== null });
  },

  /** Called when the server does not accept the caller. Ignored if a newer token is in use. */
  refused(token: string | null): void {
    if (token !== session.token()) return;
    const before = state.get();
    sessionStorage.removeItem(KEY);
    if (before.type === 'out') return;
    state.set({ type: 'out', why: before.type === 'in' ? 'expired' : token === null ? 'new' : 'refused' });
  },

  away(message: string): void {
    if (state.get().type !== 'out') state.set({ type: 'away', message });
  },

  /** Stores a new token. The caller must then send a request, which shows whether the server accepts the token. */
  use(token: string): void {
    sessionStorage.setItem(KEY, token);
    state.set({ type: 'asking' });
  },

  async leave(): Promise<void> {
    const elsewhere = session.token() === null ? await end() : undefined;
    sessionStorage.removeItem(KEY);
    state.set({ type: 'out', why: 'left' });
    if (elsewhere !== undefined) window.location.assign(elsewhere);
  },

  again(): void {
    state.set({ type: 'asking' });
  },
};
