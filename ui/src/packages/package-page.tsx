/**
 * Page of one package: its published revision, its state on each cluster, the reasons why deployments are not ready,
 * and whether the next wave may start.
 */
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { age, instant } from '../format/time.ts';
import { PackageDocument, type DeploymentFragment } from '../graph/graphql.ts';
import { LIST_EVERY_MS } from '../live.ts';
import { Cause } from '../object/cause.tsx';
import { useNow } from '../parts/clock.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { Gate } from './gate.tsx';
import { PhaseMark } from './phase.tsx';
import { packageName, shortCommit, STATUS_OF, WORST_FIRST } from './phases.ts';
import './packages.css';

const route = getRouteApi('/package');
const DEPLOYMENTS = 500;

export function PackagePage() {
  const { id } = route.useSearch();
  const { data, problem } = useAnswer(PackageDocument, { id, first: DEPLOYMENTS }, { everyMs: LIST_EVERY_MS });
  const said = texts.package;
  const found = data?.package ?? undefined;
  const title = found ? packageName(found) : said.title;
  useEffect(() => {
    document.title = texts.title(title);
  }, [title]);
  const deployments = found?.deployments?.nodes ?? [];
  const targets = [...new Set(deployments.flatMap(({ target }) => target?.name ?? []))].sort();
  return (
    <div className="page">
      <p className="crumbs">
        <Link to="/packages">{texts.nav.packages}</Link>
      </p>
      <header className="page-head">
        <h1>
          {found ? (
            <>
              <span className="quiet">{found.address}</span> {found.directory}
            </>
          ) : (
            said.title
          )}
        </h1>
      </header>
      {problem && <p className="problem">{problem.message}</p>}
      {!data && !problem && <p className="quiet">{said.reading}</p>}
      {data && !found && !problem && (
        <div className="empty">
          <p>{said.absent}</p>
          <p className="quiet">{said.whyAbsent}</p>
        </div>
      )}
      {found && (
        <>
          <dl className="facts package-facts">
            <div>
              <dt>{said.published}</dt>
              <dd>
                {found.publishedRevision ? (
                  <code>{found.publishedRevision}</code>
                ) : (
                  <span className="quiet">{said.noIntent}</span>
                )}{' '}
                {found.intent && (
                  <Link to="/object" search={{ id: found.intent.id }}>
                    {found.intent.name}
                  </Link>
                )}
              </dd>
            </div>
            <div>
              <dt>{said.phases}</dt>
              <dd className="phase-line">
                {WORST_FIRST.map(({ phase, of }) => {
                  const count = of(found.phaseCounts);
                  return count === 0 ? null : (
                    <span key={phase}>
                      <b>{count.toLocaleString()}</b> <PhaseMark phase={phase} />
                    </span>
                  );
                })}
              </dd>
            </div>
          </dl>
          {found.deployments && !found.deployments.complete && <p className="problem">{texts.packages.incomplete}</p>}
          <Deployments deployments={deployments} beyond={(found.deployments?.totalCount ?? 0) - deployments.length} />
          {targets.length > 0 && <Gate key={id} id={id} targets={targets} />}
        </>
      )}
    </div>
  );
}

function Deployments({ deployments, beyond }: { deployments: readonly DeploymentFragment[]; beyond: number }) {
  const said = texts.package;
  const order = WORST_FIRST.map(({ phase }) => phase);
  const worstFirst = deployments.toSorted(
    (a, b) =>
      order.indexOf(a.phase) - order.indexOf(b.phase) || ((a.target?.name ?? '') < (b.target?.name ?? '') ? -1 : 1),
  );
  return (
    <section>
      <h2>{said.deployments}</h2>
      {deployments.length === 0 && <p className="empty">{said.none}</p>}
      {deployments.length > 0 && (
        <div className="table-frame" role="region" aria-label={said.deployments} tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{said.target}</th>
                <th scope="col">{said.phase}</th>
                <th scope="col">{said.object}</th>
                <th scope="col">{said.revision}</th>
                <th scope="col" className="number wide">
                  {said.objects}
                </th>
                <th scope="col" className="wide">
                  {said.since}
                </th>
              </tr>
            </thead>
            <tbody>
              {worstFirst.map(deployment => (
                <DeploymentRows key={deployment.object.id} deployment={deployment} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {beyond > 0 && <p className="quiet">{said.beyond(beyond)}</p>}
    </section>
  );
}

const COLUMNS = 6;

/** Row of a deployment. The user can open the reason why the deployment is not ready. */
function DeploymentRows({ deployment }: { deployment: DeploymentFragment }) {
  const {
    object,
    target,
    engine,
    scope,
    phase,
    reason,
    message,
    revision,
    expectedRevision,
    detail,
    objectCounts,
    stale,
    since,
  } = deployment;
  const [asksWhy, setAsksWhy] = useState(false);
  const now = useNow(5_000);
  const said = texts.package;
  const where = target?.name ?? object.cluster.name;
  return (
    <>
      <tr>
        <th scope="row">
          {target ? (
            <Link to="/cluster" search={{ name: target.name }}>
              {target.name}
            </Link>
          ) : (
            <span className="quiet">{said.noTarget}</span>
          )}
        </th>
        <td>
          <PhaseMark phase={phase} suspended={object.suspended} stale={stale} />
          {phase !== 'READY' && (
            <>
              {' '}
              <button
                className="link-button"
                aria-expanded={asksWhy}
                aria-label={said.whyOn(where)}
                onClick={() => setAsksWhy(!asksWhy)}
              >
                {said.why}
              </button>
            </>
          )}
        </td>
        <td>
          <Link to="/object" search={{ id: object.id }}>
            {object.kind} {object.namespace !== null && `${object.namespace}/`}
            {object.name}
          </Link>{' '}
          <span className="quiet">
            {texts.engine[engine]}
            {scope === 'WIDER' && `, ${said.wider}`}
          </span>
        </td>
        <td>
          {revision && <code title={revision}>{shortCommit(revision)}</code>}
          {phase === 'OUTDATED' && expectedRevision !== null && (
            <div className="lags" title={expectedRevision}>
              {said.expected(shortCommit(expectedRevision))}
            </div>
          )}
        </td>
        <td className="number wide" title={texts.detail[detail]}>
          {objectCounts ? (
            said.current(objectCounts.current, objectCounts.total)
          ) : (
            <span className="quiet">{texts.detailShort[detail]}</span>
          )}
        </td>
        <td className="wide">
          {since && (
            <time dateTime={since} title={instant(since)}>
              {age(since, now)}
            </time>
          )}
        </td>
      </tr>
      {asksWhy && (
        <tr>
          <td colSpan={COLUMNS} className="why-not">
            <p className="object-message" data-status={STATUS_OF[phase]}>
              {reason && <b>{reason}: </b>}
              {message ?? said.noMessage}
            </p>
            <Cause id={object.id} isFailing />
          </td>
        </tr>
      )}
    </>
  );
}
