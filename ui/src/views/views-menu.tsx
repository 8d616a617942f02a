/** Views: addresses of the list to go to, one's own, those that the operator saved, and those that everybody has. */
import { useNavigate } from '@tanstack/react-router';
import { memo, useState, useSyncExternalStore, type SyntheticEvent } from 'react';
import { ViewsDocument } from '../graph/graphql.ts';
import { Dialog } from '../parts/dialog.tsx';
import { MenuButton } from '../parts/menu-button.tsx';
import { parseSearch } from '../query/url.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { savedViews } from './saved-views.ts';
import { MOST_VIEWS } from './views.ts';

/** Configurations change seldom. */
const VIEWS_EVERY_MS = 60_000;

const EVERYBODYS = [
  { name: texts.views.failing, search: '?q=status:failed' },
  { name: texts.views.failingByCluster, search: '?q=status:failed&group=cluster' },
  { name: texts.views.failingByReason, search: '?q=status:failed&group=reason' },
  { name: texts.views.busy, search: '?q=status:in-progress,terminating&order=transitioned' },
  { name: texts.views.suspended, search: '?q=suspended:true' },
];

export const ViewsMenu = memo(function ViewsMenu() {
  const own = useSyncExternalStore(savedViews.subscribe, savedViews.get);
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const { data } = useAnswer(ViewsDocument, {}, { everyMs: VIEWS_EVERY_MS, paused: !isOpen });
  const [manages, setManages] = useState(false);
  const said = texts.views;
  const go = (search: string) => void navigate({ to: '/objects', search: parseSearch(search) });
  const parts = [
    ...(own.length > 0 ? [{ header: said.own, entries: own.map(({ name, search }) => ({ title: name, act: () => go(search) })) }] : []),
    {
      header: said.everybodys,
      entries: [
        ...(data?.views ?? []).map(({ name, query }) => ({ title: name, act: () => void navigate({ to: '/objects', search: { q: query } }) })),
        ...EVERYBODYS.map(({ name, search }) => ({ title: name, act: () => go(search) })),
      ],
    },
    { entries: [{ title: said.manage, act: () => setManages(true) }] },
  ];
  return (
    <>
      <MenuButton className="link-button" placement="bottom start" onOpenChange={setOpen} parts={parts}>
        {said.button} <span aria-hidden="true">▾</span>
      </MenuButton>
      {manages && <ManageViews onClose={() => setManages(false)} />}
    </>
  );
});

function ManageViews({ onClose }: { onClose: () => void }) {
  const own = useSyncExternalStore(savedViews.subscribe, savedViews.get);
  const said = texts.views;
  const save = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = (new FormData(event.currentTarget).get('name') as string).trim();
    if (name === '') return;
    savedViews.save({ name, search: window.location.search });
    event.currentTarget.closest('dialog')?.close();
  };
  return (
    <Dialog name="manage-views" title={said.title} onClose={onClose}>
      <form className="name-view" onSubmit={save} autoComplete="off">
        <label>
          {said.name} <input name="name" type="text" required maxLength={80} />
        </label>
        <button className="main-button">{said.save}</button>
      </form>
      <p className="quiet small">{said.kept(MOST_VIEWS)}</p>
      <ul className="counted own-views">
        {own.map(({ name }) => (
          <li key={name}>
            {name}
            <button className="link-button count" aria-label={said.removeLabel(name)} onClick={() => savedViews.remove(name)}>
              {said.remove}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
