/** Bars of failed objects. The longest bar has the full width. Each bar links to its objects. */
import { Link } from '@tanstack/react-router';
import { counted } from '../format/count.ts';
import { overviewTexts as said } from './texts.ts';

interface Bar {
  readonly title: string;
  readonly count: number;
  /** Query for the objects of the bar. */
  readonly q: string;
}

interface BarsProps {
  readonly bars: readonly Bar[];
  /** Link to the values without a bar. Undefined if all values have a bar. */
  readonly more: { readonly q: string; readonly group: string } | undefined;
}

export function Bars({ bars, more }: BarsProps) {
  const most = Math.max(...bars.map(({ count }) => count));
  if (bars.length === 0) return <p className="quiet">{said.noneFailed}</p>;
  return (
    <>
      <ul className="bars">
        {bars.map(({ title, count, q }) => (
          <li key={q}>
            <Link to="/objects" search={{ q }} preload={false}>
              <span className="bar-title">{title}</span> <span className="bar-count">{counted(count)}</span>{' '}
              <span className="sr-only">{said.failed}</span>
              <svg
                className="bar"
                viewBox="0 0 100 6"
                preserveAspectRatio="none"
                data-status="FAILED"
                aria-hidden="true"
              >
                <rect className="bar-whole" width="100" height="6" />
                <rect width={(100 * count) / most} height="6" />
              </svg>
            </Link>
          </li>
        ))}
      </ul>
      {more && (
        <Link to="/objects" search={more} preload={false}>
          {said.more}
        </Link>
      )}
    </>
  );
}
