/** Dialog to choose the columns of the list, their order and their widths. Each change takes effect at once. */
import { useState, type SyntheticEvent } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { texts } from '../texts.ts';
import {
  labelOf,
  LEAST_WIDTH,
  MOST_COLUMNS,
  MOST_WIDTH,
  moved,
  withWidth,
  type ChosenColumn,
} from './chosen-columns.ts';
import { ALL_COLUMNS, COLUMNS, columnsOf } from './columns.tsx';

interface ColumnsDialogProps {
  /** Undefined for the default columns. */
  readonly columns: readonly ChosenColumn[] | undefined;
  readonly onColumns: (columns: readonly ChosenColumn[] | undefined) => void;
  readonly onClose: () => void;
}

export function ColumnsDialog({ columns = COLUMNS.map(({ id }) => ({ id })), onColumns, onClose }: ColumnsDialogProps) {
  const said = texts.chosenColumns;
  const [key, setKey] = useState('');
  const isFull = columns.length >= MOST_COLUMNS;
  const others = ALL_COLUMNS.filter(({ id }) => !columns.some(it => it.id === id));
  const add = (id: string) => onColumns([...columns, { id }]);
  const addLabel = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const id = `label:${key.trim()}`;
    if (labelOf(id) === undefined || /[\s,~]/.test(key.trim())) return;
    setKey('');
    if (!columns.some(it => it.id === id)) add(id);
  };
  return (
    <Dialog name="choose-columns" title={said.title} onClose={onClose}>
      <p className="quiet small">{said.how}</p>
      <ol className="chosen-columns">
        {columnsOf(columns).map(({ id, title }, at) => {
          const name = labelOf(id) ?? title;
          return (
            <li key={id}>
              <label className="switch">
                <input
                  type="checkbox"
                  checked
                  disabled={id === 'name'}
                  onChange={() => onColumns(columns.filter(it => it.id !== id))}
                />{' '}
                {name}
              </label>
              <span className="fill" />
              <button
                className="icon-button"
                aria-label={said.up(name)}
                title={said.up(name)}
                disabled={at === 0}
                onClick={() => onColumns(moved(columns, id, -1))}
              >
                ↑
              </button>
              <button
                className="icon-button"
                aria-label={said.down(name)}
                title={said.down(name)}
                disabled={at === columns.length - 1}
                onClick={() => onColumns(moved(columns, id, 1))}
              >
                ↓
              </button>
              <input
                type="number"
                min={LEAST_WIDTH}
                max={MOST_WIDTH}
                step="any"
                placeholder={said.auto}
                aria-label={said.width(name)}
                value={columns.find(it => it.id === id)?.width ?? ''}
                onChange={event => {
                  const width = event.target.valueAsNumber;
                  onColumns(withWidth(columns, id, Number.isNaN(width) ? undefined : width));
                }}
              />
            </li>
          );
        })}
      </ol>
      {others.length > 0 && (
        <fieldset className="further-columns">
          <legend className="quiet">{said.further}</legend>
          {others.map(({ id, title }) => (
            <label key={id} className="switch">
              <input type="checkbox" checked={false} disabled={isFull} onChange={() => add(id)} /> {title}
            </label>
          ))}
        </fieldset>
      )}
      <form className="name-view" onSubmit={addLabel} autoComplete="off">
        <label>
          {said.label}{' '}
          <input
            type="text"
            value={key}
            maxLength={320}
            placeholder="app.kubernetes.io/name"
            spellCheck={false}
            onChange={event => setKey(event.target.value)}
          />
        </label>
        <button className="plain-button" disabled={isFull || key.trim() === ''}>
          {said.add}
        </button>
        <span className="fill" />
        <button type="button" className="link-button" onClick={() => onColumns(undefined)}>
          {said.reset}
        </button>
      </form>
    </Dialog>
  );
}
