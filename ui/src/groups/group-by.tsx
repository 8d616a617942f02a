/** Menu to choose how the list is grouped: by a field, or by a label. */
import { useState, type KeyboardEvent } from 'react';
import { texts } from '../texts.ts';
import { asGrouping, GROUPINGS, LABELLED, partsOfGrouping, type Grouping } from './grouping.ts';
import { groupingTitle } from './grouping-title.ts';

interface GroupByProps {
  readonly label: string;
  readonly grouping: Grouping | undefined;
  /** Grouping that another menu already uses. This menu does not offer the grouping. */
  readonly without?: Grouping | undefined;
  readonly onChange: (grouping: Grouping | undefined) => void;
}

type Labelled = (typeof LABELLED)[number];

export function GroupBy({ label, grouping, without, onChange }: GroupByProps) {
  const [typed, setTyped] = useState<Labelled>();
  const said = texts.groups;
  const labelled = grouping && partsOfGrouping(grouping).key !== '' ? grouping : undefined;
  const choose = (value: string) => {
    const kind = LABELLED.find(it => it === value);
    setTyped(kind);
    if (!kind) onChange(asGrouping(value));
  };
  const take = (key: string) => {
    const next = typed && asGrouping(`${typed}:${key.trim()}`);
    setTyped(undefined);
    if (next) onChange(next);
  };
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') setTyped(undefined);
    if (event.key !== 'Enter') return;
    event.preventDefault();
    take(event.currentTarget.value);
  };
  return (
    <>
      <label className="quiet group-by">
        {label}{' '}
        <select value={typed ?? grouping ?? ''} onChange={event => choose(event.target.value)}>
          <option value="">{said.nothing}</option>
          {GROUPINGS.filter(it => it !== without).map(it => (
            <option key={it} value={it}>
              {texts.columns[it].toLowerCase()}
            </option>
          ))}
          {labelled && <option value={labelled}>{groupingTitle(labelled)}</option>}
          <option value="label">{said.aLabel}</option>
          <option value="clusterlabel">{said.aClusterLabel}</option>
        </select>
      </label>
      {typed && (
        <input
          className="group-key"
          // The input appears when the user chooses to group by a label. The user then types the key of the label.
          autoFocus
          aria-label={said.key}
          placeholder={said.keyHint}
          spellCheck={false}
          maxLength={320}
          onKeyDown={keyDown}
          onBlur={event => take(event.target.value)}
        />
      )}
    </>
  );
}
