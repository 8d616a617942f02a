/**
 * Dialog of views. Saves the present view, for the user or for everybody. Removes and exports views, and copies links
 * to views. Imports views that an earlier version stored in this browser.
 */
import { useState, type SyntheticEvent } from 'react';
import { ask, type Answer, type Problem } from '../client.ts';
import {
  RemoveViewDocument,
  SaveViewDocument,
  ViewsDocument,
  type ViewFragment,
  type ViewListsFragment,
} from '../graph/graphql.ts';
import { LIST_EVERY_MS } from '../live.ts';
import { Dialog } from '../parts/dialog.tsx';
import { save as saveFile } from '../parts/save.ts';
import { publicPath } from '../public-path.ts';
import { useAnswer } from '../use-answer.ts';
import { browserViews, keepBrowserViews } from './browser-views.ts';
import { viewTexts as said } from './texts.ts';
import { configurationOf, type View } from './views.ts';

interface ManageViewsProps {
  /** Views that the menu has read. Used until the dialog has read the views itself. */
  readonly saved: (ViewListsFragment & { readonly mayShare: boolean }) | undefined;
  readonly problem: Problem | undefined;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function ManageViews({ saved: known, problem: knownProblem, onChanged, onClose }: ManageViewsProps) {
  const latest = useAnswer(ViewsDocument, {}, { everyMs: 10 * LIST_EVERY_MS });
  const saved = latest.data?.savedViews ?? known;
  const [inBrowser, setInBrowser] = useState(browserViews);
  const [words, setWords] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);

  /** Returns true if the request succeeded. */
  async function change(requested: Promise<Answer<unknown>>): Promise<boolean> {
    setBusy(true);
    const { problem } = await requested;
    setProblem(problem);
    setWords('');
    await latest.refresh();
    onChanged();
    setBusy(false);
    return problem === undefined;
  }
  const saveView = (view: View, everybody: boolean) =>
    change(ask(SaveViewDocument, { name: view.name, search: view.search, everybody }));
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const name = (typed.get('name') as string).trim();
    if (name === '') return;
    if (await saveView({ name, search: window.location.search }, typed.get('everybody') !== null)) {
      setWords(said.saved(name));
      form.reset();
    }
  };
  const importAll = async () => {
    const left = [...inBrowser];
    let imported = 0;
    for (const view of inBrowser) {
      if (!(await saveView(view, false))) break;
      imported++;
      left.shift();
    }
    keepBrowserViews(left);
    setInBrowser(left);
    setWords(said.imported(imported));
  };
  const copy = async (view: View) => {
    const link = `${window.location.origin}${publicPath}${window.location.pathname.slice(publicPath.length)}${view.search}`;
    setWords(
      await navigator.clipboard.writeText(link).then(
        () => said.copied,
        () => said.refused,
      ),
    );
  };
  const lists = (views: readonly ViewFragment[], everybody: boolean) =>
    views.length === 0 ? (
      <p className="quiet">{said.none}</p>
    ) : (
      <ul className="own-views">
        {views.map(view => (
          <li key={view.name}>
            <span>
              {view.name} {everybody && <span className="quiet small">{said.savedBy(view.savedBy)}</span>}
            </span>
            <span className="fill" />
            <button className="link-button" aria-label={said.copyLabel(view.name)} onClick={() => void copy(view)}>
              {said.copy}
            </button>
            {(!everybody || saved?.mayShare) && (
              <button
                className="link-button"
                disabled={isBusy}
                aria-label={everybody ? said.removeForAll(view.name) : said.removeLabel(view.name)}
                onClick={() => void change(ask(RemoveViewDocument, { name: view.name, everybody }))}
              >
                {said.remove}
              </button>
            )}
          </li>
        ))}
      </ul>
    );
  const all = [...(saved?.mine ?? []), ...(saved?.everybody ?? [])];
  const wrong = problem ?? latest.problem ?? (latest.data ? undefined : knownProblem);
  return (
    <Dialog name="manage-views" title={said.title} onClose={onClose}>
      <form className="name-view" onSubmit={event => void submit(event)} autoComplete="off">
        <label>
          {said.name} <input name="name" type="text" required maxLength={80} />
        </label>
        <button className="main-button" disabled={isBusy}>
          {said.save}
        </button>
        {saved?.mayShare && (
          <label className="switch for-everybody">
            <input type="checkbox" name="everybody" /> {said.share}
          </label>
        )}
      </form>
      <p className="quiet small">{said.kept}</p>
      {wrong && (
        <p className="problem" role="alert">
          {wrong.message}
        </p>
      )}
      <p role="status" className="quiet">
        {words}
      </p>
      {inBrowser.length > 0 && (
        <p className="browser-views">
          {said.inBrowser(inBrowser.length)}{' '}
          <button className="plain-button" disabled={isBusy} onClick={() => void importAll()}>
            {said.import}
          </button>{' '}
          <button
            className="link-button"
            onClick={() => {
              keepBrowserViews([]);
              setInBrowser([]);
            }}
          >
            {said.drop}
          </button>
        </p>
      )}
      {saved && (
        <>
          <h3>{said.own}</h3>
          {lists(saved.mine, false)}
          <h3>{said.everybody}</h3>
          {lists(saved.everybody, true)}
        </>
      )}
      {all.length > 0 && (
        <p>
          <button
            className="plain-button"
            title={said.exportHow}
            onClick={() =>
              saveFile(
                new Blob([configurationOf(distinct(all))], { type: 'application/yaml' }),
                'fleetgraph-views.yaml',
              )
            }
          >
            {said.export}
          </button>
        </p>
      )}
    </Dialog>
  );
}

/** Keeps the first view of each name, because the configuration allows each name only once. */
const distinct = (views: readonly View[]): readonly View[] =>
  [...new Map(views.toReversed().map(it => [it.name, it])).values()].reverse();
