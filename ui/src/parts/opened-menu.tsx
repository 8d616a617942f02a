/** Menu and its button. Replaces the MenuButton that the user has pressed, so the menu is open at first. */
import { Fragment, useEffect, useRef, useState } from 'react';
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from 'react-aria-components';
import type { MenuButtonProps, MenuEntry, MenuPart } from './menu.ts';

export function OpenedMenu({ className, label, placement, parts, onOpenChange, children }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const change = (opens: boolean) => {
    setOpen(opens);
    onOpenChange?.(opens);
  };
  useEffect(() => {
    button.current?.focus(); // a menu that closes returns the focus to this button
    change(true);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- runs once
  }, []);
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={change}>
      <Button ref={button} className={className} {...(label !== undefined && { 'aria-label': label })}>
        {children}
      </Button>
      <Popover className="popover" placement={placement}>
        <Menu className="menu">
          {parts.map((part, at) => (
            <Fragment key={at}>
              {at > 0 && <Separator />}
              {part.header === undefined ? itemsOf(part, at) : <Part part={part} at={at} />}
            </Fragment>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function Part({ part, at }: { part: MenuPart; at: number }) {
  const { header, entries, chosen } = part;
  const isChoice = chosen !== undefined;
  return (
    <MenuSection
      {...(isChoice && {
        selectionMode: 'single',
        selectedKeys: entries.flatMap((entry, index) => (entry.title === chosen ? [keyOf(at, index)] : [])),
        disallowEmptySelection: true,
        onSelectionChange: keys => entries.find((_, index) => keys !== 'all' && keys.has(keyOf(at, index)))?.act?.(),
      })}
    >
      <Header>{header}</Header>
      {itemsOf(part, at)}
    </MenuSection>
  );
}

/** Key of an entry, by position. Titles may repeat, because users choose the names of views. */
const keyOf = (part: number, entry: number): string => `${part} ${entry}`;

const itemsOf = ({ entries, chosen }: MenuPart, part: number) =>
  entries.map(({ title, act, href }: MenuEntry, entry) => (
    <MenuItem
      key={entry}
      id={keyOf(part, entry)}
      {...(href !== undefined && { href, target: '_blank', rel: 'noreferrer' })}
      {...(act && chosen === undefined && { onAction: act })}
    >
      {title}
    </MenuItem>
  ));
