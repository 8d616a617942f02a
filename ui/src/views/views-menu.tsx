/**
 * Menu of views, which are saved URLs of the list. Shows views of the user, views for everybody, views from the
 * configuration, and built-in views.
 */
import { useNavigate } from '@tanstack/react-router';
import { lazy, memo, Suspense, useState } from 'react';
import { ViewsDocument } from '../graph/graphql.ts';
import { code } from '../parts/code.ts';
import { MenuButton } from '../parts/menu-button.tsx';
import { parseSearch } from '../query/url.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';

const ManageViews = lazy(code(async () => ({ default: (await import('./manage-views.tsx')).ManageViews })));

/** Interval of reading the views, which rarely change. */
const VIEWS_EVERY_MS = 60_000;

const EVERYBODYS = [
  { name: texts.views.failing, search: '?q=status:failed' },
  { name: texts.views.failingByCluster, search: '?q=status:failed&group=cluster' },
  { name: texts.views.failingByReason, search: '?q=status:failed&group=reason' },
  { name: texts.views.busy, search: '?q=status:in-progress,terminating&order=transitioned' },
  { name: texts.views.suspended, search: '?q=suspended:true' },
];

export const ViewsMenu = memo(function ViewsMenu() {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const { data, problem, refresh } = useAnswer(ViewsDocument, {}, { everyMs: VIEWS_EVERY_MS, paused: !isOpen });
  const [manages, setManages] = useState(false);
  const said = texts.views;
  const go = (search: string) => void navigate({ to: '/objects', search: parseSearch(search) });
  const entries = (views: readonly { readonly name: string; readonly search: string }[]) =>
    views.map(({ name, search }) => ({ title: name, act: () => go(search) }));
  const own = data?.savedViews?.mine ?? [];
  const parts = [
    ...(own.length > 0 ? [{ header: said.own, entries: entries(own) }] : []),
    {
      header: said.everybodys,
      entries: entries([...(data?.savedViews?.everybody ?? []), ...(data?.views ?? []), ...EVERYBODYS]),
    },
    { entries: [{ title: said.manage, act: () => setManages(true) }] },
  ];
  return (
    <>
      <MenuButton className="link-button" placement="bottom start" onOpenChange={setOpen} parts={parts}>
        {said.button} <span aria-hidden="true">▾</span>
      </MenuButton>
      {manages && (
        <Suspense>
          <ManageViews
            saved={data?.savedViews ?? undefined}
            problem={problem}
            onChanged={() => void refresh()}
            onClose={() => setManages(false)}
          />
        </Suspense>
      )}
    </>
  );
});
