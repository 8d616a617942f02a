/** Page of the workloads that engines place on clusters: where each runs, where it should run, and why. */
import { getRouteApi, Link } from '@tanstack/react-router';
import { PlacedWorkloadsDocument, type PlacedWorkloadsQuery } from '../graph/graphql.ts';
import { LIST_EVERY_MS } from '../live.ts';
import { SearchedPage } from '../parts/searched-page.tsx';
import { useAnswer } from '../use-answer.ts';
import { MemberChip, PhaseMark } from './marks.tsx';
import { assignedCount, nameOf, PHASES, worstFirst } from './placement.ts';
import { workloadTexts as said } from './texts.ts';
import { Where } from './where.tsx';
import './workloads.css';

const route = getRouteApi('/workloads');
const PAGE = 100;
const COLUMNS = 5;

type Line = NonNullable<PlacedWorkloadsQuery['placedWorkloads']>['nodes'][number];

export function WorkloadsPage() {
  const { q = '', after = null, phase, open } = route.useSearch();
  const navigate = route.useNavigate();
  const chosen = PHASES.find(it => it === phase);
  const { data, problem } = useAnswer(
    PlacedWorkloadsDocument,
    { filter: chosen ? { phases: [chosen] } : null, first: PAGE, after },
    { everyMs: LIST_EVERY_MS },
  );
  const page = data?.placedWorkloads ?? undefined;
  const all = page?.nodes ?? [];
  const shown = worstFirst(all.filter(line => textOf(line).includes(q.toLowerCase())));
  const total = page?.phaseCounts.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return (
    <SearchedPage
      said={said}
      sought={q}
      onSeek={q => void navigate({ search: before => ({ ...before, q }), replace: true })}
      count={page && total}
      problem={problem}
    >
      {page && !page.complete && <p className="problem">{said.hubsIncomplete}</p>}
      {page && total > 0 && (
        <nav className="chips" aria-label={said.phases}>
          <Link
            from="/workloads"
            to="/workloads"
            search={q === '' ? {} : { q }}
            className="chip"
            aria-current={!chosen || undefined}
            replace
          >
            {said.all} {total.toLocaleString()}
          </Link>
          {PHASES.flatMap(it => page.phaseCounts.filter(({ phase }) => phase === it)).map(({ phase, count }) => (
            <Link
              key={phase}
              from="/workloads"
              to="/workloads"
              search={{ ...(q !== '' && { q }), phase }}
              className="chip"
              aria-current={phase === chosen || undefined}
              replace
            >
              {said.phase[phase]} {count.toLocaleString()}
            </Link>
          ))}
        </nav>
      )}
      {all.length > 0 && shown.length === 0 && <p className="empty">{said.noneFound(q)}</p>}
      {page && total > 0 && all.length === 0 && <p className="empty">{said.noneOfPhase}</p>}
      {shown.length > 0 && (
        <div className="table-frame" role="region" aria-label={said.title} tabIndex={0}>
          <table className="table placed">
            <thead>
              <tr>
                <th scope="col">{said.workload}</th>
                <th scope="col">{said.stateOf}</th>
                <th scope="col">{said.on}</th>
                <th scope="col">{said.wanted}</th>
                <th scope="col" className="wide">
                  {said.policy}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(line => (
                <Rows
                  key={line.bindingId}
                  line={line}
                  isOpen={open === line.bindingId}
                  onOpen={isOpen =>
                    void navigate({
                      search: before => ({ ...before, open: isOpen ? line.bindingId : '' }),
                      replace: true,
                    })
                  }
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {((page?.pageInfo.hasNextPage ?? false) || after !== null) && (
        <p className="pages">
          {after !== null && (
            <Link from="/workloads" to="/workloads" search={({ after: _, ...rest }) => rest}>
              {said.firstPage}
            </Link>
          )}{' '}
          {page?.pageInfo.hasNextPage && (
            <Link from="/workloads" to="/workloads" search={before => ({ ...before, after: page.pageInfo.endCursor! })}>
              {said.nextPage}
            </Link>
          )}
        </p>
      )}
    </SearchedPage>
  );
}

const textOf = (line: Line): string =>
  [nameOf(line), line.bindingId, ...line.assignments.nodes.map(({ member }) => member)].join(' ').toLowerCase();

function Rows({ line, isOpen, onOpen }: { line: Line; isOpen: boolean; onOpen: (isOpen: boolean) => void }) {
  const { bindingId, engine, phase, reason, wantedMembers, status, assignments, policies, binding } = line;
  const name = nameOf(line);
  return (
    <>
      <tr>
        <th scope="row">
          <Link to="/object" search={{ id: line.template?.id ?? bindingId }}>
            {name}
          </Link>
          <div className="quiet small">
            {said.engine[engine]}, {binding?.cluster.name}
          </div>
        </th>
        <td>
          <PhaseMark phase={phase} /> <span className="quiet">{reason}</span>
          <div>
            <button
              className="link-button"
              aria-expanded={isOpen}
              aria-label={said.whyOf(name)}
              onClick={() => onOpen(!isOpen)}
            >
              {said.why}
            </button>
          </div>
        </td>
        <td>
          {assignments.nodes.length === 0 && <span className="quiet">{said.nowhere}</span>}
          <ul className="member-chips">
            {assignments.nodes.map(on => (
              <MemberChip key={on.member} on={on} />
            ))}
          </ul>
          {assignments.totalCount > assignments.nodes.length && (
            <span className="quiet">{said.moreMembers(assignments.totalCount - assignments.nodes.length)}</span>
          )}
        </td>
        <td>
          {said.membersOf(
            assignments.totalCount > assignments.nodes.length
              ? assignments.totalCount
              : assignedCount(assignments.nodes),
            wantedMembers,
          )}
          {status.replicas !== null && (
            <div className="quiet">
              {said.replicas}: {said.readyOf(status.readyReplicas ?? 0, status.replicas)}
            </div>
          )}
          {status.stale && <span className="suspended">{said.stale}</span>}
        </td>
        <td className="wide">
          {policies.map(({ id, object }) => (
            <div key={id}>
              <Link to="/object" search={{ id }}>
                {object ? `${object.kind} ${object.name}` : id}
              </Link>
            </div>
          ))}
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={COLUMNS}>
            <Where id={bindingId} heading="h2" />
          </td>
        </tr>
      )}
    </>
  );
}
