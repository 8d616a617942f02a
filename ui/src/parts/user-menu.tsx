/** Menu of the user, with the theme, links and signing out. */
import { useSyncExternalStore } from 'react';
import { publicPath } from '../public-path.ts';
import { session } from '../session/session.ts';
import { texts } from '../texts.ts';
import { MenuButton } from './menu-button.tsx';
import { chooseTheme, useTheme } from './preferences.ts';

export function UserMenu() {
  const state = useSyncExternalStore(session.subscribe, session.get);
  const theme = useTheme();
  if (state.type !== 'in') return null;
  const said = texts.menu;
  const themes = {
    header: said.theme,
    entries: (['system', 'light', 'dark'] as const).map(it => ({ title: said.themes[it], act: () => chooseTheme(it) })),
    chosen: said.themes[theme],
  };
  const others = {
    entries: [
      { title: said.graphiql, href: `${publicPath}/graphiql` },
      ...(state.maySignOut ? [{ title: said.signOut, act: () => void session.leave() }] : []),
    ],
  };
  return (
    <MenuButton className="user-button" label={said.label(state.user)} placement="bottom end" parts={[themes, others]}>
      <span className="user-name">{state.user}</span>
      <span className="user-initial" aria-hidden="true">
        {state.user.slice(0, 1).toUpperCase()}
      </span>
      <span className="user-arrow" aria-hidden="true">
        ▾
      </span>
    </MenuButton>
  );
}
