/**
 * Page of the revisions of all repositories: which clusters run each revision. Lagging revisions come first, with the
 * duration of the lag.
 */
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Announce } from '../parts/announce.tsx';
import { texts } from '../texts.ts';
import { For } from './for.tsx';
import { MOST_PAGES, pagesOf } from './read-revisions.ts';
import { matching, repositoriesOf, totalsOf, type Repository } from './repositories.ts';
import { RepositoryPart } from './repository-part.tsx';
import { useRevisions, type Revisions } from './use-revisions.ts';
import './revisions.css';

const route = getRouteApi('/revisions');
/** Number of repositories to show. A button shows the rest. */
const SHOWN = 50;

export function RevisionsPage() {
  const { q = '', ...search } = route.useSearch();
  const pages = pagesOf(search.pages);
  const navigate = route.useNavigate();
  const read = useRevisions(pages);
  const said = texts.revisions;
  useEffect(() => {
    document.title = texts.title(said.title);
  }, [said.title]);
  const all = repositoriesOf(read?.revisions ?? []);
  const found = matching(all, q);
  const change = (changed: { q?: string; pages?: string }) =>
    void navigate({ search: before => ({ ...before, ...changed }), replace: true });
  return (
    <div className="page">
      <header className="page-head">
        <h1>{said.title}</h1>
        <SearchField text={q} onChange={q => change({ q })} />
      </header>
      {read?.problem && (
        <p className="problem">
          {all.length > 0 ? texts.objects.notRefreshed(read.problem.message) : read.problem.message}
        </p>
      )}
      {!read && <p className="quiet">{said.reading}</p>}
      {read && all.length === 0 && !read.problem && <NothingToShow />}
      {read?.hasMore && (
        <NotAll read={read} canReadMore={pages < MOST_PAGES} onMore={() => change({ pages: String(pages + 1) })} />
      )}
      {all.length > 0 && found.length === 0 && <p className="empty">{said.noneFound(q)}</p>}
      {found.length > 0 && (
        <>
          <Totals repositories={found} />
          <Repositories key={q} repositories={found} />
        </>
      )}
      <Announce text={q === '' || !read ? '' : said.found(found.length)} />
    </div>
  );
}

/** Search field. Shows the typed text at once, because the URL changes with a delay. */
function SearchField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(text);
  }, [text]);
  return (
    <input
      ref={input}
      type="search"
      value={typed}
      onChange={event => {
        setTyped(event.target.value);
        onChange(event.target.value);
      }}
      placeholder={texts.revisions.search}
      aria-label={texts.revisions.search}
    />
  );
}

function NothingToShow() {
  return (
    <div className="empty">
      <p>{texts.revisions.none}</p>
      <p className="quiet">{texts.revisions.whyNone}</p>
      <Link to="/access">{texts.nav.access}</Link>
    </div>
  );
}

function Totals({ repositories }: { repositories: readonly Repository[] }) {
  const { lagging, laggingSince, notApplied, in: places } = totalsOf(repositories);
  const said = texts.revisions;
  return (
    <p>
      {lagging === 0 ? (
        said.noneLags
      ) : (
        <>
          <b>{said.lagging(lagging, places)}</b>
          {laggingSince !== undefined && (
            <>
              , <For words={said.longest} since={laggingSince} />
            </>
          )}
          .
        </>
      )}{' '}
      {notApplied > 0 && said.notApplied(notApplied)}
    </p>
  );
}

function Repositories({ repositories }: { repositories: readonly Repository[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? repositories : repositories.slice(0, SHOWN);
  return (
    <>
      {shown.map(repository => (
        <RepositoryPart key={repository.url} repository={repository} />
      ))}
      {repositories.length > shown.length && (
        <p>
          <button className="link-button" onClick={() => setWhole(true)}>
            {texts.revisions.moreRepositories(repositories.length - shown.length)}
          </button>
        </p>
      )}
    </>
  );
}

interface NotAllProps {
  readonly read: Revisions;
  readonly canReadMore: boolean;
  readonly onMore: () => void;
}

function NotAll({ read: { revisions, totalCount, reading }, canReadMore, onMore }: NotAllProps) {
  const said = texts.revisions;
  return (
    <div className="not-all">
      <p className="problem">
        {totalCount === undefined ? said.notAllOfUnknown(revisions.length) : said.notAll(revisions.length, totalCount)}
      </p>
      {reading && <p className="quiet">{said.readingMore}</p>}
      {canReadMore && !reading && (
        <button className="plain-button" onClick={onMore}>
          {said.readMore}
        </button>
      )}
    </div>
  );
}
