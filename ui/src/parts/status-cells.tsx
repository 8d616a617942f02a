/** Table cells with the number of objects per status. */
import { Link } from '@tanstack/react-router';
import type { ObjectStatus, StatusNumbersFragment } from '../graph/graphql.ts';
import type { Counted } from '../format/status-counts.ts';
import { typedStatus } from '../query/filter.ts';
import { printQuery, withValues, type Term } from '../query/language.ts';
import { texts } from '../texts.ts';
import { StatusShape } from './status.tsx';

export function StatusHeads({ statuses }: { statuses: readonly Counted[] }) {
  return (
    <>
      {statuses.map(({ status }) => (
        <th key={status} scope="col" className="number">
          <StatusShape status={status} /> <span className="status-title">{texts.status[status]}</span>
        </th>
      ))}
      <th scope="col" className="number">
        {texts.statusCells.all}
      </th>
    </>
  );
}

interface StatusCellsProps {
  /** Null if the objects could not be counted. */
  readonly counts: StatusNumbersFragment | null;
  readonly count: number;
  readonly statuses: readonly Counted[];
  /** Name of the row, for example of the namespace or the cluster. */
  readonly title: string;
  /** Query for the objects of the row. */
  readonly terms: readonly Term[];
}

export function StatusCells({ counts, count, statuses, title, terms }: StatusCellsProps) {
  return (
    <>
      {statuses.map(({ status, of }) => (
        <Count
          key={status}
          count={counts && of(counts)}
          status={status}
          title={title}
          terms={withValues(terms, 'status', [typedStatus(status)])}
        />
      ))}
      <Count count={count} title={title} terms={terms} />
    </>
  );
}

function Count({
  count,
  status,
  title,
  terms,
}: {
  count: number | null;
  status?: ObjectStatus;
  title: string;
  terms: readonly Term[];
}) {
  if (count === null) return <td className="number none">?</td>;
  if (count === 0)
    return (
      <td className="number none">
        <span aria-hidden="true">·</span>
        <span className="sr-only">0</span>
      </td>
    );
  return (
    <td className="number" data-status={status}>
      <Link
        to="/objects"
        search={{ q: printQuery(terms) }}
        preload={false}
        aria-label={texts.statusCells.count(count, status && texts.status[status], title)}
      >
        {count.toLocaleString()}
      </Link>
    </td>
  );
}
