/**
 * Who looks. The token lives in the session storage of this tab, as GraphiQL keeps it, and goes out as a header to
 * /graphql alone. Where a proxy authenticates, or an identity provider, there is none.
 */
import { store } from '../store.ts';
import { end } from './browser-session.ts';

const KEY = 'fleetgraph-token';

export type SessionState =
  /** Nobody has been asked yet. */
  | { readonly type: 'asking' }
  | { readonly type: 'in'; readonly user: string; readonly maySignOut: boolean }
  | { readonly type: 'out'; readonly why: 'new' | 'expired' | 'refused' | 'left' }
  /** Nothing answers, so it is not known. */
  | { readonly type: 'away'; readonly message: string };

const state = store<SessionState>({ type: 'asking' });

export const session = {
  subscribe: state.subscribe,
  get: state.get,
  token: (): string | null => sessionStorage.getItem(KEY),

  /** The graph knows the caller: by the token, by a session with an identity provider, or by a proxy. */
  accepted(user: string, { hasProvider }: { hasProvider: boolean }): void {
    state.set({ type: 'in', user, maySignOut: hasProvider || session.token() !== null });
  },

  /**
   * The graph does not know the caller any more, or never did. An answer to an older token says nothing of a newer one.
   */
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

  /** To be followed by a question, which tells whether the token is accepted. */
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
