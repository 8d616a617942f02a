/** What was found as a matrix: groups by status, the worst first. A cell leads to its objects; a group opens to be divided further. */
import { useState } from 'react';
import { GroupsDocument, type ObjectFilter } from '../graph/graphql.ts';
import type { Changes } from '../live.ts';
import { statusesOf, type Counted } from '../format/status-counts.ts';
import { StatusCells, StatusHeads } from '../parts/status-cells.tsx';
import type { Term } from '../query/language.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { filterOfGroups, keyOf, termsOfGroup, titleOf, valueOf, WITHIN, worstFirst, type Group, type Grouping } from './grouping.ts';
import './groups.css';

interface GroupsViewProps {
  readonly terms: readonly Term[];
  readonly filter: ObjectFilter;
  readonly grouping: Grouping;
  /** The values whose groups are open. */
  readonly open: readonly string[];
  readonly onOpen: (open: readonly string[]) => void;
  readonly changes: Changes;
}

/** More are drawn when they are asked for. */
const SHOWN = 100;

export function GroupsView({ terms, filter, grouping, open, onOpen, changes }: GroupsViewProps) {
  const [isWhole, setWhole] = useState(false);
  const { data, problem } = useAnswer(GroupsDocument, { filter, by: [keyOf(grouping)] }, changes);
  const within = WITHIN[grouping];
  const inner = useAnswer(
    GroupsDocument,
    { filter: filterOfGroups(filter, grouping, open), by: [keyOf(grouping), keyOf(within)] },
    { ...changes, paused: open.length === 0 },
  );
  const said = texts.groups;
  const groups = data?.objects?.groups;
  const innerGroups = inner.data?.objects?.groups;
  if (!groups) return <p className={problem ? 'problem groups-words' : 'quiet groups-words'}>{problem?.message ?? said.counting}</p>;
  const sorted = worstFirst(groups.nodes);
  const shown = isWhole ? sorted : sorted.slice(0, SHOWN);
  const statuses = statusesOf(sorted);
  return (
    <div className="groups" role="region" aria-label={said.label(texts.columns[grouping])} tabIndex={0}>
      {(problem ?? inner.problem) && (
        <p className="problem groups-words">{texts.objects.notRefreshed((problem ?? inner.problem)?.message ?? '')}</p>
      )}
      <table className="table group-table">
        <thead>
          <tr>
            <th scope="col">{texts.columns[grouping]}</th>
            <StatusHeads statuses={statuses} />
            <th scope="col" className="share">
              {said.share}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(group => {
            const value = valueOf(group);
            const isOpen = value !== null && open.includes(value);
            const groupTerms = termsOfGroup(terms, grouping, value);
            return [
              <GroupRow
                key={value}
                group={group}
                terms={groupTerms}
                statuses={statuses}
                {...(value !== null && {
                  isOpen,
                  onToggle: () => onOpen(isOpen ? open.filter(it => it !== value) : [...open, value]),
                })}
              />,
              ...(isOpen
                ? worstFirst(innerGroups?.nodes.filter(({ values }) => values[0]?.value === value) ?? []).map(innerGroup => (
                    <GroupRow
                      key={`${value} ${valueOf(innerGroup) ?? ''}`}
                      group={innerGroup}
                      terms={termsOfGroup(groupTerms, within, valueOf(innerGroup))}
                      statuses={statuses}
                      isInner
                    />
                  ))
                : []),
              ...(isOpen && !innerGroups ? [<WordsRow key={`${value} words`} words={said.counting} />] : []),
            ];
          })}
        </tbody>
      </table>
      {sorted.length === 0 && <p className="quiet groups-words">{texts.objects.nothingMatches}</p>}
      {sorted.length > shown.length && (
        <button className="link-button groups-words" onClick={() => setWhole(true)}>
          {said.more(sorted.length - shown.length)}
        </button>
      )}
      {groups.totalCount > sorted.length && <p className="problem groups-words">{said.notAll(sorted.length, groups.totalCount)}</p>}
      {innerGroups && innerGroups.totalCount > innerGroups.nodes.length && (
        <p className="problem groups-words">{said.notAllWithin(innerGroups.nodes.length, innerGroups.totalCount)}</p>
      )}
    </div>
  );
}

interface GroupRowProps {
  readonly group: Group;
  /** The query for its objects. */
  readonly terms: readonly Term[];
  readonly statuses: readonly Counted[];
  readonly isInner?: boolean;
  readonly isOpen?: boolean;
  /** undefined: it cannot be opened. */
  readonly onToggle?: () => void;
}

function GroupRow({ group, terms, statuses, isInner = false, isOpen = false, onToggle }: GroupRowProps) {
  const said = texts.groups;
  const title = titleOf(group);
  return (
    <tr className={isInner ? 'inner' : undefined}>
      <th scope="row">
        {onToggle ? (
          <button className="group-toggle" aria-expanded={isOpen} onClick={onToggle}>
            <span aria-hidden="true" className="group-arrow" />
            <span>{title}</span>
          </button>
        ) : (
          <span className="group-title">{title}</span>
        )}
      </th>
      <StatusCells counts={group.statusCounts} count={group.count} statuses={statuses} title={title} terms={terms} />
      <td className="share">
        <span className="share-bar" aria-hidden="true">
          {statuses.map(
            ({ status, of }) =>
              of(group.statusCounts) > 0 && <span key={status} data-status={status} style={{ flexGrow: of(group.statusCounts) }} />,
          )}
        </span>
        {group.statusCounts.suspended > 0 && <span className="quiet small">{said.suspended(group.statusCounts.suspended)}</span>}
      </td>
    </tr>
  );
}

function WordsRow({ words }: { words: string }) {
  return (
    <tr className="inner">
      <td colSpan={8} className="quiet">
        {words}
      </td>
    </tr>
  );
}
