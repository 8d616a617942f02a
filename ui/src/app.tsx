/**
 * Determines the caller, then shows the pages. The URL does not change during sign-in, so the user reaches the
 * requested page.
 */
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ask } from './client.ts';
import { forgetProduction } from './clusters/production.tsx';
import { forgetLayouts } from './diagram/layout-storage.ts';
import { ViewerDocument } from './graph/graphql.ts';
import { beginListOf, forgetLists } from './objects/lists.ts';
import { FrameToCome } from './parts/frame-to-come.tsx';
import { publicPath } from './public-path.ts';
import { createExplorerRouter } from './router.tsx';
import { signInUrl } from './session/browser-session.ts';
import { session } from './session/session.ts';
import { SignIn } from './session/sign-in.tsx';
import { texts } from './texts.ts';
import { forgetAnswers } from './use-answer.ts';

const ASK_AGAIN_MS = 3_000;

export function App() {
  const [router] = useState(createExplorerRouter);
  const state = useSyncExternalStore(session.subscribe, session.get);
  useEffect(() => {
    if (state.type === 'asking') void introduce(router);
    if (state.type === 'out') {
      forget();
      forgetLayouts();
    }
    if (state.type !== 'away') return;
    const timer = setTimeout(() => session.again(), ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [state, router]);
  if (state.type === 'in') return <RouterProvider router={router} />;
  if (state.type === 'out') return <SignIn why={state.why} />;
  if (state.type === 'asking') return <FrameToCome words={texts.session.asking} />;
  return (
    <main className="whole-page" aria-live="polite">
      <p className="problem">{texts.session.away(state.message)}</p>
    </main>
  );
}

/** Clears the answers, lists and production marks of the previous caller, which the next caller must never see. */
function forget(): void {
  forgetAnswers();
  forgetLists();
  forgetProduction();
}

/**
 * Reads the identity of the caller. Loads the code of the page at the same time, because the router shows nothing
 * without the code.
 */
async function introduce(router: ReturnType<typeof createExplorerRouter>): Promise<void> {
  const token = session.token();
  forget();
  if (window.location.pathname === `${publicPath}/objects`) beginListOf(window.location.search);
  const [{ data, problem }, provider] = await Promise.all([
    ask(ViewerDocument, {}),
    token === null ? signInUrl() : undefined,
    router.state.matches.length === 0 && router.load(), // the first time only: later, the page is already loaded
  ]);
  if (token !== session.token() || session.get().type === 'out') return;
  if (!data) return session.away(problem?.message ?? '');
  session.accepted(data.viewer.user, { hasProvider: provider !== undefined });
}
