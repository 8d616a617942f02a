/** The active row, or the whole list, as a command or a query to paste elsewhere. */
import { useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { kubectlGet, listQuery, objectQuery } from '../format/commands.ts';
import type { ObjectFilter, ObjectOrder } from '../graph/graphql.ts';
import { Announce } from '../parts/announce.tsx';
import { texts } from '../texts.ts';
import type { Row } from './object-list.ts';

interface CopyMenuProps {
  readonly row: Row | undefined;
  /** undefined: there is no list to copy. */
  readonly filter?: ObjectFilter;
  readonly orderBy?: readonly ObjectOrder[];
}

export function CopyMenu({ row, filter, orderBy = [] }: CopyMenuProps) {
  const [done, setDone] = useState('');
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(texts.copy.done);
    } catch {
      setDone(texts.copy.refused);
    }
    setTimeout(() => setDone(''), 3_000);
  };
  const said = texts.copy;
  return (
    <>
      <MenuTrigger>
        <Button className="plain-button">{done || said.button}</Button>
        <Popover className="popover" placement="bottom end">
          <Menu className="menu">
            {row && (
              <MenuItem onAction={() => void copy(kubectlGet({ ...row, cluster: row.cluster.name }))}>{said.kubectl(row.name)}</MenuItem>
            )}
            {row && <MenuItem onAction={() => void copy(objectQuery(row.id))}>{said.objectQuery(row.name)}</MenuItem>}
            {filter && <MenuItem onAction={() => void copy(listQuery(filter, orderBy))}>{said.listQuery}</MenuItem>}
            <MenuItem onAction={() => void copy(window.location.href)}>{said.link}</MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      <Announce text={done} />
    </>
  );
}
