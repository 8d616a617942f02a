/**
 * Command palette: finds objects, clusters, pages, views and actions by a few letters. Queries the server after the
 * user has stopped typing.
 */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { ask, type Answer } from '../client.ts';
import { PaletteDocument, ViewsDocument, type PaletteQuery } from '../graph/graphql.ts';
import { MAIN_PAGES } from '../pages.ts';
import { chooseTheme } from '../parts/preferences.ts';
import { useKnownNames } from '../objects/use-list.ts';
import { publicPath } from '../public-path.ts';
import { meaningOf } from '../query/filter.ts';
import { parseQuery } from '../query/language.ts';
import { parseSearch } from '../query/url.ts';
import { session } from '../session/session.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { listOf, matching, objectsOf, readAs, shownOf, type Entry, type Section } from './entries.ts';
import { paletteTexts as said } from './texts.ts';
import './palette.css';

const REST_MS = 150;
const MOST_OBJECTS = 8;
/** Interval between two reads of the views, which rarely change. */
const VIEWS_EVERY_MS = 300_000;

export function Palette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const { answer, isSearching } = useFound(text.trim());
  const sections = shownOf(useSections(text.trim(), answer?.data, onHelp));
  const entries = sections.flatMap(({ entries }) => entries);
  const at = Math.min(chosen, entries.length - 1);
  useEffect(() => dialog.current?.showModal(), []);
  const take = (entry: Entry | undefined) => {
    if (!entry) return;
    dialog.current?.close();
    entry.act();
  };
  const keyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) setChosen((at + step + entries.length) % entries.length);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) take(entries[at]);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    // Discards the result. Some browsers return a promise from scrollIntoView(), and React would call the promise as a
    // cleanup function.
    void document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, at]);
  return (
    <dialog ref={dialog} className="dialog palette" aria-label={said.title} onClose={onClose}>
      <input
        type="search"
        role="combobox"
        value={text}
        placeholder={said.placeholder}
        aria-label={said.title}
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-activedescendant={entries.length > 0 ? `${listId}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={event => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={keyDown}
      />
      <div id={listId} role="listbox" aria-label={said.results} className="palette-list">
        {sections.map(({ title, entries: own }) => (
          <div key={title} role="group" aria-label={title}>
            <div className="palette-title" aria-hidden="true">
              {title}
            </div>
            {own.map(entry => {
              const index = entries.indexOf(entry);
              return (
                <div
                  key={entry.key}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  // Keeps the focus in the field.
                  onPointerDown={event => event.preventDefault()}
                  onClick={() => take(entry)}
                >
                  <span>{entry.title}</span> {entry.about !== undefined && <span className="quiet">{entry.about}</span>}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p className={answer?.problem ? 'problem' : 'quiet'} role="status">
        {answer?.problem
          ? answer.problem.message
          : isSearching
            ? said.searching
            : entries.length === 0
              ? said.nothing(text.trim())
              : said.found(entries.length)}
      </p>
    </dialog>
  );
}

/** Returns the first value that is defined, and ignores later values. A later value would cause another request. */
function useFirst<Value>(value: Value | undefined): Value | undefined {
  const [first, setFirst] = useState(value);
  if (first === undefined && value !== undefined) setFirst(value);
  return first;
}

/** Results of the server for the text. Drops results for an earlier text. */
function useFound(text: string): { readonly answer: Answer<PaletteQuery> | undefined; readonly isSearching: boolean } {
  const known = useFirst(useKnownNames());
  const [latest, setLatest] = useState<{ readonly text: string; readonly answer: Answer<PaletteQuery> }>();
  useEffect(() => {
    if (text === '') return;
    const leaving = new AbortController();
    const find = async () => {
      const terms = parseQuery(text);
      const read = known && readAs(terms, known);
      const answer = await ask(
        PaletteDocument,
        {
          text,
          filter: meaningOf(terms, known).filter,
          reading: read ? meaningOf(read, known).filter : null,
          isRead: read !== undefined,
        },
        leaving.signal,
      );
      if (!leaving.signal.aborted) setLatest({ text, answer });
    };
    const timer = setTimeout(() => void find(), REST_MS);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [text, known]);
  const answer = latest?.text === text ? latest.answer : undefined;
  return { answer, isSearching: text !== '' && !answer };
}

function useSections(text: string, found: PaletteQuery | undefined, onHelp: () => void): readonly Section[] {
  const navigate = useNavigate();
  const state = useSyncExternalStore(session.subscribe, session.get);
  const views = useAnswer(ViewsDocument, {}, { everyMs: VIEWS_EVERY_MS }).data;
  const toList = (search: Record<string, string>) => () => void navigate({ to: '/objects', search });
  const viewsOf = (shelf: string, listed: readonly { readonly name: string; readonly search: string }[] = []) =>
    listed.map(({ name, search }) => ({ key: `${shelf} ${name}`, title: name, act: toList(parseSearch(search)) }));
  const fixed = useMemo(
    (): readonly Section[] => [
      {
        title: said.pages,
        entries: MAIN_PAGES.map(({ path, nav, key }) => ({
          key: path,
          title: nav,
          about: `g ${key}`,
          act: () => void navigate({ to: path }),
        })),
      },
      {
        title: said.views,
        entries: [
          ...viewsOf('own', views?.savedViews?.mine),
          ...viewsOf('shared', views?.savedViews?.everybody),
          ...viewsOf('configured', views?.views),
          { key: 'failing', title: texts.views.failing, act: toList({ q: 'status:failed' }) },
          {
            key: 'failing by cluster',
            title: texts.views.failingByCluster,
            act: toList({ q: 'status:failed', group: 'cluster' }),
          },
          { key: 'suspended', title: texts.views.suspended, act: toList({ q: 'suspended:true' }) },
          { key: 'restarts', title: texts.views.restarts, act: () => void navigate({ to: '/restarts' }) },
        ],
      },
      {
        title: said.actions,
        entries: [
          ...(['system', 'light', 'dark'] as const).map(theme => ({
            key: `theme ${theme}`,
            title: said.theme(texts.menu.themes[theme]),
            act: () => chooseTheme(theme),
          })),
          {
            key: 'copy',
            title: said.copy,
            act: () => void navigator.clipboard.writeText(window.location.href).catch(() => undefined),
          },
          { key: 'help', title: said.help, about: '?', act: onHelp },
          { key: 'graphiql', title: texts.menu.graphiql, act: () => window.location.assign(`${publicPath}/graphiql`) },
          ...(state.type === 'in' && state.maySignOut
            ? [{ key: 'out', title: texts.menu.signOut, act: () => void session.leave() }]
            : []),
        ],
      },
    ],
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the functions always do the same
    [views, state],
  );
  if (text === '') return fixed;
  const objects = found ? objectsOf(found, MOST_OBJECTS) : [];
  const names = (found?.suggestions ?? []).map(({ field, value, title, count }): Entry => {
    const q = listOf({ field, value });
    return {
      key: `${field} ${value}`,
      title,
      about: said.suggestion(said.suggested[field] ?? field, count),
      act: q === undefined ? () => void navigate({ to: '/cluster', search: { name: value } }) : toList({ q }),
    };
  });
  return [
    ...fixed.map(({ title, entries }) => ({ title, entries: matching(entries, text) })),
    { title: said.names, entries: names },
    {
      title: said.objects,
      entries: [
        ...objects.map(object => ({
          key: object.id,
          title: object.name,
          about: `${said.of(object)}${object.status === 'CURRENT' ? '' : `, ${texts.status[object.status].toLowerCase()}`}`,
          act: () => void navigate({ to: '/object', search: { id: object.id } }),
        })),
        { key: 'search', title: said.search(text), act: toList({ q: text }) },
      ],
    },
  ];
}
