/** Page of one cluster: its coverage, its failures, and its content. */
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { age } from '../format/time.ts';
import { ClusterDocument, type ClusterQuery, type ObjectStatus } from '../graph/graphql.ts';
import { LIST_EVERY_MS } from '../live.ts';
import { useNow } from '../parts/clock.ts';
import { StatusMark } from '../parts/status.tsx';
import { typedStatus } from '../query/filter.ts';
import { printQuery, type Field } from '../query/language.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { Namespaces } from './namespaces.tsx';
import { ProductionMark } from './production.tsx';
import { ClusterState } from './cluster-state.tsx';
import { environmentOf, isProduction } from './environment.ts';
import './clusters.css';

const route = getRouteApi('/cluster');
const WORST_FIRST: readonly ObjectStatus[] = ['FAILED', 'IN_PROGRESS', 'TERMINATING', 'UNKNOWN', 'CURRENT'];

export function ClusterPage() {
  const { name } = route.useSearch();
  const { data, problem } = useAnswer(ClusterDocument, { name }, { everyMs: LIST_EVERY_MS });
  const now = useNow(5_000);
  const said = texts.cluster;
  useEffect(() => {
    document.title = texts.title(name);
  }, [name]);
  const cluster = data?.cluster;
  const facet = (field: string) => data?.objects?.facets?.find(it => it.field === field)?.values ?? [];
  const countOf = new Map(facet('STATUS').map(({ value, count }) => [value, count]));
  const counts = WORST_FIRST.flatMap(status =>
    countOf.has(status) ? [{ status, count: countOf.get(status) ?? 0 }] : [],
  );
  return (
    <div className="page">
      <p className="crumbs">
        <Link to="/clusters">{texts.nav.clusters}</Link>
      </p>
      <header className="page-head">
        <h1>{name || said.noName}</h1>
        <Link to="/objects" search={query(name)} className="plain-button">
          {said.objects(data?.objects?.totalCount ?? 0)}
        </Link>
        <Link to="/compare" search={{ left: name }} className="plain-button">
          {said.compare}
        </Link>
      </header>
      {problem && <p className="problem">{problem.message}</p>}
      {!data && !problem && <p className="quiet">{said.reading}</p>}
      {data && !cluster && <p className="empty">{said.absent}</p>}
      {cluster && (
        <>
          <p className="status-line">
            {isProduction(environmentOf(cluster)) && <ProductionMark />}
            <ClusterState coverage={cluster.coverage} whole />
            <span className="quiet">
              {cluster.kubernetesVersion && said.version(cluster.kubernetesVersion)}{' '}
              {cluster.coverage.syncedAt && said.answered(age(cluster.coverage.syncedAt, now) ?? '')}{' '}
              {cluster.coverage.grantsSyncedAt && said.grants(age(cluster.coverage.grantsSyncedAt, now) ?? '')}
            </span>
          </p>
          <p className="status-line">
            {counts.map(({ status, count }) => (
              <Link key={status} to="/objects" search={query(name, ['status', typedStatus(status)])}>
                <StatusMark status={status} /> <span className="count">{count.toLocaleString()}</span>
              </Link>
            ))}
          </p>
          <Failing failing={data.failing} name={name} />
          <div className="cluster-columns">
            <Kinds kinds={cluster.coverage.kinds} counts={facet('KIND')} name={name} />
            <Namespaces key={name} cluster={name} />
          </div>
        </>
      )}
    </div>
  );
}

function Failing({ failing, name }: { failing: ClusterQuery['failing']; name: string }) {
  const now = useNow(5_000);
  const said = texts.cluster;
  if (!failing) return null;
  return (
    <section>
      <h2>{said.failing}</h2>
      {failing.totalCount === 0 && <p className="quiet">{said.nothingFails}</p>}
      <ul className="failing-list">
        {failing.nodes.map(({ id, kind, namespace, name, reason, message, transitionedAt }) => (
          <li key={id}>
            <div className="condition-head">
              <Link to="/object" search={{ id }}>
                {kind} {namespace !== null && `${namespace}/`}
                {name}
              </Link>
              <span className="fill" />
              <span className="quiet">{age(transitionedAt, now)}</span>
            </div>
            <p>
              <b>{reason}</b> {message}
            </p>
          </li>
        ))}
      </ul>
      {failing.totalCount > failing.nodes.length && (
        <Link to="/objects" search={query(name, ['status', 'failed'])}>
          {said.allFailing(failing.totalCount)}
        </Link>
      )}
    </section>
  );
}

interface KindsProps {
  readonly kinds: NonNullable<ClusterQuery['cluster']>['coverage']['kinds'];
  readonly counts: readonly { readonly value: string; readonly count: number }[];
  readonly name: string;
}

function Kinds({ kinds, counts, name }: KindsProps) {
  const said = texts.cluster;
  const countOf = new Map(counts.map(({ value, count }) => [value, count]));
  return (
    <section>
      <h2>{said.kinds}</h2>
      {kinds.length === 0 && <p className="quiet">{said.noKinds}</p>}
      <ul className="counted">
        {kinds.map(({ group, kind, state, cause, reason }) => {
          const value = group === '' ? kind : `${kind}.${group}`;
          return (
            <li key={value}>
              <Link to="/objects" search={query(name, ['kind', value])} title={value}>
                {kind}
              </Link>
              {state !== 'WATCHING' && (
                <span className="problem small">
                  {' '}
                  {texts.kindState[state]} {reason} {cause && texts.advice[cause]}
                </span>
              )}{' '}
              <span className="count">{(countOf.get(value) ?? 0).toLocaleString()}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function query(cluster: string, ...more: readonly [Field, string][]): { q: string } {
  return {
    q: printQuery(
      [...more, ['cluster', cluster] as const].map(([field, value]) => ({ field, negated: false, values: [value] })),
    ),
  };
}
