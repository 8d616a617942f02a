/** Dialog that saves the whole result of the query as a file. Shows the progress, and can be cancelled. */
import { useEffect, useRef, useState } from 'react';
import { ask } from '../client.ts';
import { ExportPageDocument, type ObjectFilter, type ObjectOrder } from '../graph/graphql.ts';
import { Dialog } from '../parts/dialog.tsx';
import { save } from '../parts/save.ts';
import { texts } from '../texts.ts';
import { exportRows, fileName, type Format, type Outcome } from './export.ts';
import './export.css';

interface ExportDialogProps {
  readonly filter: ObjectFilter;
  /** Must sort by values that do not change during the export. Otherwise an object could be exported twice. */
  readonly orderBy: readonly ObjectOrder[];
  readonly total: number | undefined;
  readonly onClose: () => void;
}

type State =
  | { readonly type: 'idle' }
  | { readonly type: 'running'; readonly done: number; readonly total: number }
  | Outcome;

export function ExportDialog({ filter, orderBy, total, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<Format>('csv');
  const [state, setState] = useState<State>({ type: 'idle' });
  const cancelled = useRef(false);
  useEffect(() => () => void (cancelled.current = true), []);
  const run = async () => {
    cancelled.current = false;
    setState({ type: 'running', done: 0, total: total ?? 0 });
    const outcome = await exportRows(
      format,
      { filter, orderBy },
      {
        ask: variables => ask(ExportPageDocument, variables),
        wait: attempt => new Promise(resolve => setTimeout(resolve, attempt * 1_000)),
        isCancelled: () => cancelled.current,
        onProgress: (done, all) => setState({ type: 'running', done, total: all }),
      },
    );
    if (outcome.type === 'done' && !cancelled.current) save(outcome.file, fileName(format, new Date()));
    setState(outcome);
  };
  const said = texts.export;
  const isRunning = state.type === 'running';
  return (
    <Dialog name="export" title={said.title} onClose={onClose}>
      <p>{total === undefined ? said.whatAll : said.what(total)}</p>
      <fieldset className="export-formats" disabled={isRunning}>
        <legend>{said.format}</legend>
        {(['csv', 'ndjson'] as const).map(it => (
          <label key={it} className="switch">
            <input type="radio" name="format" checked={format === it} onChange={() => setFormat(it)} />{' '}
            {said.formats[it]}
          </label>
        ))}
      </fieldset>
      {isRunning && (
        <>
          <progress value={state.done} max={Math.max(1, state.total)} aria-label={said.title} />
          <p className="quiet">{said.progress(state.done, state.total)}</p>
        </>
      )}
      <div role="status">
        {state.type === 'done' && <p>{said.done(state.count)}</p>}
        {state.type === 'done' && state.missing.length > 0 && (
          <p className="problem">{said.missing(state.missing.join(' '))}</p>
        )}
        {state.type === 'cancelled' && <p>{said.cancelled}</p>}
        {state.type === 'failed' && <p className="problem">{said.failed(state.message)}</p>}
      </div>
      {isRunning ? (
        <button className="plain-button" onClick={() => (cancelled.current = true)}>
          {said.cancel}
        </button>
      ) : (
        <button className="main-button" onClick={() => void run()}>
          {said.button}
        </button>
      )}
    </Dialog>
  );
}
