/**
 * Result of a query as a matrix. Rows are groups, worst first. Columns are the statuses, or the values of another key.
 * The user can open a group to divide the group further.
 */
import { useMemo, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { InProduction } from '../clusters/production.tsx';
import { GroupsDocument, ClusterLabelsDocument, type ObjectFilter } from '../graph/graphql.ts';
import { DETAILS_EVERY_MS, type Changes } from '../live.ts';
import { statusesOf, type Counted } from '../format/status-counts.ts';
import { StatusCells, StatusHeads } from '../parts/status-cells.tsx';
import type { Term } from '../query/language.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import {
  countsInSeveral,
  filterOfGroups,
  joinedByLabel,
  keyOf,
  partsOfGrouping,
  pivotOf,
  termsOfGroup,
  titleOf,
  valueOf,
  within,
  worstFirst,
  type Cell,
  type Group,
  type Grouping,
  type Pivot,
} from './grouping.ts';
import { groupingTitle } from './grouping-title.ts';
import { printQuery } from '../query/language.ts';
import './groups.css';

interface GroupsViewProps {
  readonly terms: readonly Term[];
  readonly filter: ObjectFilter;
  readonly grouping: Grouping;
  /** Key of the columns. If undefined, the columns are statuses. */
  readonly across: Grouping | undefined;
  /** Values of the groups that are open. */
  readonly open: readonly string[];
  readonly onOpen: (open: readonly string[]) => void;
  readonly changes: Changes;
}

/** Number of rows to show. A button shows the rest. */
const SHOWN = 100;

export function GroupsView({ terms, filter, grouping, across, open, onOpen, changes }: GroupsViewProps) {
  const [isWhole, setWhole] = useState(false);
  const { data, problem } = useAnswer(GroupsDocument, { filter, by: [keyOf(grouping)] }, changes);
  const inside = within(grouping);
  const labels = useClusterLabels(grouping, across);
  const crossed = useAnswer(
    GroupsDocument,
    { filter, by: [keyOf(grouping), keyOf(across ?? inside)] },
    { ...changes, paused: across === undefined },
  );
  const inner = useAnswer(
    GroupsDocument,
    { filter: filterOfGroups(filter, grouping, open), by: [keyOf(grouping), keyOf(inside)] },
    { ...changes, paused: open.length === 0 },
  );
  const said = texts.groups;
  const groups = data?.objects?.groups;
  const innerGroups = inner.data?.objects?.groups;
  const crossedGroups = across && crossed.data?.objects?.groups;
  if (!groups)
    return (
      <p className={problem ? 'problem groups-words' : 'quiet groups-words'}>{problem?.message ?? said.counting}</p>
    );
  if (!labels) return <p className="quiet groups-words">{said.counting}</p>;
  const join = (nodes: readonly Group[], at: number, by: Grouping) => joinedByLabel(nodes, labels, by, at);
  const sorted = worstFirst(join(groups.nodes, 0, grouping));
  const insides = innerGroups && join(innerGroups.nodes, 0, grouping);
  const pivot = across && crossedGroups ? pivotOf(join(join(crossedGroups.nodes, 0, grouping), 1, across)) : undefined;
  const title = groupingTitle(grouping);
  const shown = isWhole ? sorted : sorted.slice(0, SHOWN);
  const statuses = statusesOf(sorted);
  const most = largestOf(sorted);
  const insidesOf = (value: string) => insides?.filter(({ values }) => values[0]?.value === value) ?? [];
  return (
    <div
      className="groups"
      role="region"
      aria-label={across ? said.pivot(title, groupingTitle(across)) : said.label(title)}
      tabIndex={0}
    >
      {(problem ?? inner.problem ?? crossed.problem) && (
        <p className="problem groups-words">
          {texts.objects.notRefreshed((problem ?? inner.problem ?? crossed.problem)?.message ?? '')}
        </p>
      )}
      <table className="table group-table">
        <thead>
          <tr>
            <th scope="col">{title}</th>
            {across ? (
              <PivotHeads pivot={pivot} />
            ) : (
              <>
                <StatusHeads statuses={statuses} />
                <th scope="col" className="share">
                  {said.share}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map(group => {
            const value = valueOf(group);
            const isOpen = value !== null && open.includes(value);
            const groupTerms = termsOfGroup(terms, grouping, value);
            const inners = isOpen ? worstFirst(insidesOf(value)) : [];
            const mostInside = largestOf(inners);
            if (across) return <PivotRow key={value} group={group} terms={groupTerms} pivot={pivot} across={across} />;
            return [
              <GroupRow
                key={value}
                group={group}
                terms={groupTerms}
                statuses={statuses}
                most={most}
                isCluster={grouping === 'cluster'}
                {...(value !== null && {
                  isOpen,
                  onToggle: () => onOpen(isOpen ? open.filter(it => it !== value) : [...open, value]),
                })}
              />,
              ...(isOpen
                ? inners.map(innerGroup => (
                    <GroupRow
                      key={`${value} ${valueOf(innerGroup) ?? ''}`}
                      group={innerGroup}
                      terms={termsOfGroup(groupTerms, inside, valueOf(innerGroup))}
                      statuses={statuses}
                      most={mostInside}
                      isCluster={inside === 'cluster'}
                      isInner
                    />
                  ))
                : []),
              ...(isOpen && !innerGroups ? [<WordsRow key={`${value} words`} words={said.counting} />] : []),
            ];
          })}
        </tbody>
      </table>
      {sorted.length > 0 && (countsInSeveral(grouping) || countsInSeveral(across)) && (
        <p className="quiet groups-words">{said.inSeveral}</p>
      )}
      {sorted.length === 0 && <p className="quiet groups-words">{texts.objects.nothingMatches}</p>}
      {sorted.length > shown.length && (
        <button className="link-button groups-words" onClick={() => setWhole(true)}>
          {said.more(sorted.length - shown.length)}
        </button>
      )}
      {groups.totalCount > groups.nodes.length && (
        <p className="problem groups-words">{said.notAll(groups.nodes.length, groups.totalCount)}</p>
      )}
      {crossedGroups && crossedGroups.totalCount > crossedGroups.nodes.length && (
        <p className="problem groups-words">
          {said.notAllWithin(crossedGroups.nodes.length, crossedGroups.totalCount)}
        </p>
      )}
      {innerGroups && innerGroups.totalCount > innerGroups.nodes.length && (
        <p className="problem groups-words">{said.notAllWithin(innerGroups.nodes.length, innerGroups.totalCount)}</p>
      )}
    </div>
  );
}

/**
 * Number of objects of the largest group, as the scale of the bars. Ignores the group without a value, which may be far
 * larger than the other groups.
 */
const largestOf = (groups: readonly Group[]): number =>
  Math.max(1, ...groups.filter(group => valueOf(group) !== null).map(({ count }) => count));

const NO_LABELS: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map();

/** Labels by cluster. Undefined if the labels are needed but not yet known. */
function useClusterLabels(...groupings: readonly (Grouping | undefined)[]) {
  const needed = groupings.some(it => it && partsOfGrouping(it).field === 'clusterlabel');
  const { data } = useAnswer(ClusterLabelsDocument, {}, { everyMs: DETAILS_EVERY_MS, paused: !needed });
  const known = useMemo(() => data && new Map(data.clusters?.nodes.map(({ name, labels }) => [name, labels])), [data]);
  return needed ? known : NO_LABELS;
}

function PivotHeads({ pivot }: { pivot: Pivot | undefined }) {
  return (
    <>
      {pivot?.columns.map(({ value, title }) => (
        <th key={value} scope="col" className="number pivot-head">
          {title || texts.groups.none}
        </th>
      ))}
      {pivot?.hasOthers && (
        <th scope="col" className="number">
          {texts.groups.others}
        </th>
      )}
      <th scope="col" className="number">
        {texts.statusCells.all}
      </th>
    </>
  );
}

interface PivotRowProps {
  readonly group: Group;
  readonly terms: readonly Term[];
  readonly pivot: Pivot | undefined;
  readonly across: Grouping;
}

function PivotRow({ group, terms, pivot, across }: PivotRowProps) {
  const title = titleOf(group) || texts.groups.none;
  const cells = pivot?.cells.get(valueOf(group));
  return (
    <tr>
      <th scope="row">
        <span className="group-title">{title}</span>
      </th>
      {pivot?.columns.map(({ value, title: column }, at) => (
        <PivotCell
          key={value}
          cell={cells?.[at]}
          terms={termsOfGroup(terms, across, value)}
          row={title}
          column={column || texts.groups.none}
        />
      ))}
      {pivot?.hasOthers && <PivotCell cell={cells?.[pivot.columns.length]} row={title} column={texts.groups.others} />}
      <PivotCell
        cell={{ count: group.count, failed: group.statusCounts.failed }}
        terms={terms}
        row={title}
        column={texts.statusCells.all}
      />
    </tr>
  );
}

/** Cell with the number of objects. If some have failed, adds a mark and the number of failed objects. */
function PivotCell({
  cell,
  terms,
  row,
  column,
}: {
  cell: Cell | undefined;
  terms?: readonly Term[];
  row: string;
  column: string;
}) {
  if (!cell || cell.count === 0)
    return (
      <td className="number none">
        <span aria-hidden="true">·</span>
        <span className="sr-only">0</span>
      </td>
    );
  const words = texts.groups.cell(cell.count, cell.failed, row, column);
  return (
    <td className="number pivot-cell" data-failed={cell.failed > 0 || undefined}>
      {cell.failed > 0 && (
        <span className="pivot-failed" aria-hidden="true">
          ▲ {cell.failed.toLocaleString()}
        </span>
      )}
      {terms ? (
        <Link to="/objects" search={{ q: printQuery(terms) }} preload={false} aria-label={words}>
          {cell.count.toLocaleString()}
        </Link>
      ) : (
        <>
          <span aria-hidden="true">{cell.count.toLocaleString()}</span>
          <span className="sr-only">{words}</span>
        </>
      )}
    </td>
  );
}

interface GroupRowProps {
  readonly group: Group;
  /** Query for the objects of the group. */
  readonly terms: readonly Term[];
  readonly statuses: readonly Counted[];
  /** Number of objects at which the bar has its full length. */
  readonly most: number;
  /** True if the group has the objects of one cluster. */
  readonly isCluster: boolean;
  readonly isInner?: boolean;
  readonly isOpen?: boolean;
  /** Undefined if the group cannot be opened. */
  readonly onToggle?: () => void;
}

function GroupRow({
  group,
  terms,
  statuses,
  most,
  isCluster,
  isInner = false,
  isOpen = false,
  onToggle,
}: GroupRowProps) {
  const said = texts.groups;
  const title = titleOf(group);
  const mark = isCluster && <InProduction cluster={title} isShort />;
  return (
    <tr className={isInner ? 'inner' : undefined}>
      <th scope="row">
        {onToggle ? (
          <button className="group-toggle" aria-expanded={isOpen} onClick={onToggle}>
            <span aria-hidden="true" className="group-arrow" />
            <span>
              {title || said.none} {mark}
            </span>
          </button>
        ) : (
          <span className="group-title">
            {title || said.none} {mark}
          </span>
        )}
      </th>
      <StatusCells counts={group.statusCounts} count={group.count} statuses={statuses} title={title} terms={terms} />
      <td className="share">
        <span className="share-bar" aria-hidden="true">
          <span className="share-bar-whole" style={{ width: `${Math.min(100, (100 * group.count) / most)}%` }}>
            {statuses.map(
              ({ status, of }) =>
                of(group.statusCounts) > 0 && (
                  <span key={status} data-status={status} style={{ flexGrow: of(group.statusCounts) }} />
                ),
            )}
          </span>
        </span>
        {group.statusCounts.suspended > 0 && (
          <span className="quiet small">{said.suspended(group.statusCounts.suspended)}</span>
        )}
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
