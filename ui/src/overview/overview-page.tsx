/**
 * Overview of the fleet: what has failed, where, why and in which team. Also shows recent changes, lag, and what needs
 * attention.
 */
import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { PACKAGE_KINDS } from '../changes/spans.ts';
import { counted } from '../format/count.ts';
import {
  OverviewDocument,
  TeamKeysDocument,
  FailedByTeamDocument,
  type ObjectStatus,
  type OverviewQuery,
} from '../graph/graphql.ts';
import { LIST_EVERY_MS } from '../live.ts';
import { StatusShape } from '../parts/status.tsx';
import { typedStatus } from '../query/filter.ts';
import { printQuery, withValues, type Term } from '../query/language.ts';
import { restartTexts } from '../restarts/texts.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { Attention, Behind, useAttention } from './attention.tsx';
import { Bars } from './bars.tsx';
import { Changes } from './changes.tsx';
import { teamKeyOf } from './health.ts';
import { HeatGrid } from './heat-grid.tsx';
import { Restarts } from './restarts.tsx';
import { overviewTexts as said } from './texts.ts';
import { Uncovered } from './uncovered.tsx';
import './overview.css';

const EVERY_MS = 2 * LIST_EVERY_MS;
/** Interval of reading the keys of labels, which rarely change. */
const KEYS_EVERY_MS = 300_000;

/** Filter for the changes to count. Selects only kinds that apply packages, because Pods and Jobs change often. */
const CHANGED = { transitioned: { within: '1h' }, kinds: [...PACKAGE_KINDS] };
const FAILED: readonly Term[] = withValues([], 'status', ['failed']);

export function OverviewPage() {
  const { data, problem } = useAnswer(OverviewDocument, { changed: CHANGED }, { everyMs: EVERY_MS });
  const attention = useAttention(data !== undefined);
  useEffect(() => {
    document.title = texts.title(said.title);
  }, []);
  const clusters = data?.clusters?.nodes ?? [];
  const isEmpty = data?.clusters?.totalCount === 0;
  return (
    <div className="page overview">
      <h1>{said.title}</h1>
      {problem && <p className="problem">{data ? said.notRefreshed(problem.message) : problem.message}</p>}
      {!data && !problem && <p className="quiet">{said.reading}</p>}
      {isEmpty && (
        <div className="empty">
          <p>{said.nothing}</p>
          <p className="quiet">
            {said.whyNothing} <Link to="/access">{said.myAccess}</Link>
          </p>
        </div>
      )}
      {data && !isEmpty && (
        <>
          <Figures data={data} />
          <div className="overview-columns">
            <Card title={said.health} className="wide-card">
              <HeatGrid clusters={clusters} beyond={(data.clusters?.totalCount ?? 0) - clusters.length} />
            </Card>
            <Causes data={data} />
            <Teams data={data} />
            <Card title={said.attention}>
              <Attention {...attention} />
            </Card>
            <Changes changed={data.changed ?? undefined} />
            <Card title={said.behind}>
              <Behind {...attention} />
            </Card>
            <Card title={restartTexts.title}>
              <Restarts {...attention} />
            </Card>
            <Card title={said.uncovered}>
              {data.clusters && <Uncovered clusters={clusters} coverage={data.clusters.coverage} />}
            </Card>
          </div>
        </>
      )}
    </div>
  );
}

function Card({ title, className = '', children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <section className={`card ${className}`} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Main figures of the fleet, in large type. */
function Figures({ data: { fleet, clusters } }: { data: OverviewQuery }) {
  const count = (field: string, value: string) =>
    fleet?.facets?.find(it => it.field === field)?.values.find(it => it.value === value)?.count ?? 0;
  const failed = count('STATUS', 'FAILED');
  const coverage = clusters?.coverage;
  const ofStatus = (status: ObjectStatus) => printQuery(withValues([], 'status', [typedStatus(status)]));
  return (
    <ul className="overview-figures" aria-label={said.figures}>
      <li data-status={failed > 0 ? 'FAILED' : 'CURRENT'} data-tinted={failed > 0 || undefined}>
        <Link to="/objects" search={{ q: ofStatus('FAILED') }}>
          <Figure value={counted(failed)} word={said.figure.failed} status={failed > 0 ? 'FAILED' : 'CURRENT'} />
        </Link>
      </li>
      <li>
        <Link to="/objects" search={{ q: ofStatus('IN_PROGRESS') }}>
          <Figure value={counted(count('STATUS', 'IN_PROGRESS'))} word={said.figure.inProgress} status="IN_PROGRESS" />
        </Link>
      </li>
      <li>
        <Link to="/objects" search={{ q: 'suspended:true' }}>
          <Figure value={counted(count('SUSPENDED', 'true'))} word={said.figure.suspended} />
        </Link>
      </li>
      <li>
        <Link to="/objects">
          <Figure value={counted(fleet?.totalCount ?? 0)} word={said.figure.objects} />
        </Link>
      </li>
      {coverage && (
        <li data-status={coverage.indexed < coverage.total ? 'IN_PROGRESS' : undefined}>
          <Link to="/clusters">
            <Figure value={said.outOf(coverage.indexed, coverage.total)} word={said.figure.upToDate} />
          </Link>
        </li>
      )}
    </ul>
  );
}

function Figure({ value, word, status }: { value: string; word: string; status?: ObjectStatus }) {
  return (
    <>
      <span className="figure">
        {status && <StatusShape status={status} />} {value}
      </span>{' '}
      <span className="figure-word">{word}</span>
    </>
  );
}

function Causes({ data }: { data: OverviewQuery }) {
  const facet = data.failed?.facets?.find(({ field }) => field === 'REASON');
  return (
    <Card title={said.causes}>
      {facet && (
        <Bars
          bars={[
            ...facet.values.map(({ value, title, count }) => ({
              title,
              count,
              q: printQuery(withValues(FAILED, 'reason', [value])),
            })),
            ...(facet.missingCount > 0
              ? [{ title: said.noReason, count: facet.missingCount, q: printQuery(withValues(FAILED, 'reason', [''])) }]
              : []),
          ]}
          more={facet.truncated ? { q: printQuery(FAILED), group: 'reason' } : undefined}
        />
      )}
    </Card>
  );
}

/** Failed objects by team. Grouped by namespace if no label names teams. */
function Teams({ data }: { data: OverviewQuery }) {
  const keys = useAnswer(TeamKeysDocument, {}, { everyMs: KEYS_EVERY_MS }).data;
  const key =
    keys && teamKeyOf([keys.team, keys.owner].flatMap(it => it?.facets?.[0]?.values.map(({ value }) => value) ?? []));
  const byTeam = useAnswer(FailedByTeamDocument, { key: key ?? '' }, { everyMs: EVERY_MS, paused: key === undefined });
  if (!keys) return <Card title={said.teams}>{null}</Card>;
  const facet =
    key === undefined
      ? data.failed?.facets?.find(({ field }) => field === 'NAMESPACE')
      : byTeam.data?.objects?.facets?.[0];
  const termsOf = (value: string) =>
    key === undefined ? withValues(FAILED, 'namespace', [value]) : withValues(FAILED, 'label', [`${key}=${value}`]);
  return (
    <Card title={key === undefined ? said.namespaces : said.teams}>
      {key !== undefined && <p className="quiet small">{said.teamsBy(key)}</p>}
      {facet && (
        <Bars
          bars={[
            ...facet.values.map(({ value, title, count }) => ({ title, count, q: printQuery(termsOf(value)) })),
            ...(facet.missingCount > 0 && key !== undefined
              ? [
                  {
                    title: said.noTeam,
                    count: facet.missingCount,
                    q: printQuery(withValues(FAILED, 'label', [`!${key}`])),
                  },
                ]
              : []),
          ]}
          more={facet.truncated ? { q: printQuery(FAILED), group: 'namespace' } : undefined}
        />
      )}
    </Card>
  );
}
