/** Menu that copies the active row or the whole list as a command or a query. */
import { memo, useState } from 'react';
import {
  fleetgraphList,
  fleetgraphQuery,
  fluxGet,
  graphiqlUrl,
  kubectlGet,
  listQuery,
  objectQuery,
} from '../format/commands.ts';
import type { ObjectFilter, ObjectOrder } from '../graph/graphql.ts';
import { Announce } from '../parts/announce.tsx';
import { MenuButton } from '../parts/menu-button.tsx';
import { publicPath } from '../public-path.ts';
import { texts } from '../texts.ts';
import type { Row } from './object-list.ts';

interface CopyMenuProps {
  readonly className?: string;
  readonly row: Row | undefined;
  /** Undefined if there is no list to copy. */
  readonly filter?: ObjectFilter;
  readonly orderBy?: readonly ObjectOrder[];
}

const NO_ORDER: readonly ObjectOrder[] = [];

export const CopyMenu = memo(function CopyMenu({
  className = 'plain-button',
  row,
  filter,
  orderBy = NO_ORDER,
}: CopyMenuProps) {
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
  const server = window.location.origin + publicPath;
  const named = row && { ...row, cluster: row.cluster.name };
  const flux = named && fluxGet(named);
  const items: readonly (readonly [title: string, text: string])[] = [
    ...(named ? ([[said.kubectl(named.name), kubectlGet(named)]] as const) : []),
    ...(named && flux ? ([[said.flux(named.name), flux]] as const) : []),
    ...(named
      ? ([
          [said.objectQuery(named.name), objectQuery(named.id)],
          [said.objectCommand(named.name), fleetgraphQuery(objectQuery(named.id), server)],
        ] as const)
      : []),
    ...(filter
      ? ([
          [said.listQuery, listQuery(filter, orderBy)],
          [said.listCommand, fleetgraphList(filter, orderBy, server)],
        ] as const)
      : []),
    [said.link, window.location.href],
  ];
  const inGraphiql = {
    title: said.graphiql,
    href: publicPath + graphiqlUrl(filter ? listQuery(filter, orderBy) : objectQuery(row?.id ?? '')),
  };
  return (
    <>
      <MenuButton
        className={className}
        placement="bottom end"
        parts={[
          { entries: items.map(([title, text]) => ({ title, act: () => void copy(text) })) },
          { entries: [inGraphiql] },
        ]}
      >
        {done || said.button}
      </MenuButton>
      <Announce text={done} />
    </>
  );
});
