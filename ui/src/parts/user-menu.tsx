/** Who looks, the theme, and the way out. */
import { useSyncExternalStore } from 'react';
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { publicPath } from '../public-path.ts';
import { session } from '../session/session.ts';
import { texts } from '../texts.ts';
import { asTheme, chooseTheme, useTheme } from './preferences.ts';

export function UserMenu() {
  const state = useSyncExternalStore(session.subscribe, session.get);
  const theme = useTheme();
  if (state.type !== 'in') return null;
  const said = texts.menu;
  return (
    <MenuTrigger>
      <Button className="user-button" aria-label={said.label(state.user)}>
        <span className="user-name">{state.user}</span>
        <span className="user-initial" aria-hidden="true">
          {state.user.slice(0, 1).toUpperCase()}
        </span>
        <span className="user-arrow" aria-hidden="true">
          ▾
        </span>
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu">
          <MenuSection
            selectionMode="single"
            selectedKeys={[theme]}
            disallowEmptySelection
            onSelectionChange={keys => chooseTheme(asTheme(keys === 'all' ? null : String([...keys][0])))}
          >
            <Header>{said.theme}</Header>
            <MenuItem id="system">{said.themes.system}</MenuItem>
            <MenuItem id="light">{said.themes.light}</MenuItem>
            <MenuItem id="dark">{said.themes.dark}</MenuItem>
          </MenuSection>
          <Separator />
          <MenuItem href={`${publicPath}/graphiql`} target="_blank" rel="noreferrer">
            {said.graphiql}
          </MenuItem>
          {state.maySignOut && <MenuItem onAction={() => void session.leave()}>{said.signOut}</MenuItem>}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
