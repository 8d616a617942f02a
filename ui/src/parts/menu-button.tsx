/** Button with a menu. The code of the menu is loaded on demand, at the latest when the menu is opened. */
import { useState, type ComponentType, type KeyboardEvent } from 'react';
import { code, reloadForNewVersion } from './code.ts';
import type { MenuButtonProps } from './menu.ts';

const load = code(() => import('./opened-menu.tsx'));
/** Ignores a failure, because open() loads again and handles the failure. */
const preload = () => void load().catch(() => undefined);

export function MenuButton(props: MenuButtonProps) {
  const [Menu, setMenu] = useState<ComponentType<MenuButtonProps>>();
  const open = () =>
    void load().then(
      ({ OpenedMenu }) => setMenu(() => OpenedMenu),
      () => void reloadForNewVersion(),
    );
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open();
  };
  if (Menu) return <Menu {...props} />;
  return (
    <button
      type="button"
      className={props.className}
      aria-label={props.label}
      aria-haspopup="true"
      aria-expanded={false}
      onClick={open}
      onKeyDown={keyDown}
      onPointerEnter={preload}
      onFocus={preload}
    >
      {props.children}
    </button>
  );
}
