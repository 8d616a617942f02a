/**
 * Page of all packages. For each repository and directory: the state of its deployments on all clusters, and the
 * deployments that are not ready or lag behind.
 */
import { getRouteApi, Link } from '@tanstack/react-router';
import { PackagesDocument, type PackagePhase, type PackagesQuery } from '../graph/graphql.ts';
import { LIST_EVERY_MS } from '../live.ts';
import { SearchedPage } from '../parts/searched-page.tsx';
import { StatusShape } from '../parts/status.tsx';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { PhaseCells, PhaseHeads } from './phase.tsx';
import {
  packageName,
  phasesOf,
  repositoriesOf,
  shortCommit,
  STATUS_OF,
  UNWELL,
  type CountedPhase,
  type Repository,
} from './phases.ts';
import './packages.css';

const route = getRouteApi('/packages');
const PAGE = 100;

type Line = NonNullable<PackagesQuery['packages']>['nodes'][number];

export function PackagesPage() {
  const { q = '', after = null } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, problem } = useAnswer(
    PackagesDocument,
    { filter: null, unwell: { phases: [...UNWELL] }, first: PAGE, after },
    { everyMs: 2 * LIST_EVERY_MS },
  );
  const said = texts.packages;
  const page = data?.packages ?? undefined;
  const all = page?.nodes ?? [];
  const shown = all.filter(line => packageName(line).toLowerCase().includes(q.toLowerCase()));
  const phases = phasesOf(shown);
  const hasNext = page?.hasNextPage === true && page.endCursor !== null;
  return (
    <SearchedPage
      said={said}
      sought={q}
      onSeek={q => void navigate({ search: before => ({ ...before, q }), replace: true })}
      count={page && all.length}
      problem={problem}
    >
      {page && all.length > 0 && <p>{said.totals(page.phaseCounts.ready, page.phaseCounts.total, page.totalCount)}</p>}
      {page && !page.complete && <p className="problem">{said.incomplete}</p>}
      {all.length > 0 && shown.length === 0 && <p className="empty">{said.noneFound(q)}</p>}
      {repositoriesOf(shown).map(repository => (
        <RepositoryPart key={repository.address} repository={repository} phases={phases} />
      ))}
      {(hasNext || after !== null) && (
        <p className="pages">
          {after !== null && (
            <Link to="/packages" search={q === '' ? {} : { q }}>
              {said.firstPage}
            </Link>
          )}{' '}
          {hasNext && (
            <Link to="/packages" search={{ ...(q !== '' && { q }), after: page.endCursor! }}>
              {said.nextPage}
            </Link>
          )}
        </p>
      )}
    </SearchedPage>
  );
}

function RepositoryPart({
  repository: { address, packages },
  phases,
}: {
  repository: Repository<Line>;
  phases: readonly CountedPhase[];
}) {
  const said = texts.packages;
  return (
    <section className="package-repository">
      <h2>{address}</h2>
      <div className="table-frame" role="region" aria-label={address} tabIndex={0}>
        <table className="table phase-table">
          <thead>
            <tr>
              <th scope="col">{said.directory}</th>
              <PhaseHeads phases={phases} />
              <th scope="col" className="wide">
                {said.published}
              </th>
              <th scope="col">{said.unwell}</th>
            </tr>
          </thead>
          <tbody>
            {packages.map(line => (
              <PackageRow key={line.id} line={line} phases={phases} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function PackageRow({ line, phases }: { line: Line; phases: readonly CountedPhase[] }) {
  const { id, directory, publishedRevision, phaseCounts, unwell } = line;
  const said = texts.packages;
  return (
    <tr>
      <th scope="row">
        <Link to="/package" search={{ id }}>
          {directory || said.root}
        </Link>
      </th>
      <PhaseCells counts={phaseCounts} phases={phases} />
      <td className="wide">
        {publishedRevision && <code title={publishedRevision}>{shortCommit(publishedRevision)}</code>}
      </td>
      <td>
        {unwell && unwell.nodes.length > 0 && (
          <ul className="chips" aria-label={said.unwellOf(packageName(line))}>
            {unwell.nodes.map(({ object, target, phase, revision, expectedRevision }) => {
              const words = lag(phase, revision, expectedRevision);
              return (
                <li key={object.id}>
                  <Link
                    to="/object"
                    search={{ id: object.id }}
                    preload={false}
                    className="chip phase-chip"
                    title={words}
                  >
                    <StatusShape status={STATUS_OF[phase]} /> {target?.name ?? object.name}
                    <span className="sr-only"> {words}</span>
                  </Link>
                </li>
              );
            })}
            {unwell.totalCount > unwell.nodes.length && (
              <li>
                <Link to="/package" search={{ id }} preload={false}>
                  {said.moreUnwell(unwell.totalCount - unwell.nodes.length)}
                </Link>
              </li>
            )}
          </ul>
        )}
      </td>
    </tr>
  );
}

/** Words for the phase. For an outdated deployment, names the expected revision, if known. */
function lag(phase: PackagePhase, revision: string | null, expected: string | null): string {
  if (phase !== 'OUTDATED' || expected === null) return texts.phase[phase];
  return texts.packages.behind(
    revision === null ? texts.packages.noRevision : shortCommit(revision),
    shortCommit(expected),
  );
}
