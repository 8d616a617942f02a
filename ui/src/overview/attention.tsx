/**
 * Packages, policies, mesh and placements that need attention, and packages that lag behind. Areas without problems are
 * omitted.
 */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { age } from '../format/time.ts';
import { AttentionDocument, type AttentionQuery } from '../graph/graphql.ts';
import { packageName } from '../packages/phases.ts';
import { useNow } from '../parts/clock.ts';
import { StatusShape } from '../parts/status.tsx';
import { useAnswer, type Kept } from '../use-answer.ts';
import { BROKEN, laggingOf, standingsOf } from './health.ts';
import { overviewTexts as said } from './texts.ts';

const EVERY_MS = 30_000;
const SHOWN = 6;

/** @param begins False until the page has its first answer. Nothing is requested before */
export const useAttention = (begins: boolean): Kept<AttentionQuery> =>
  useAnswer(AttentionDocument, {}, { everyMs: EVERY_MS, paused: !begins });

export function Attention({ data, problem }: Pick<Kept<AttentionQuery>, 'data' | 'problem'>) {
  if (!data) return <p className={problem ? 'problem' : 'quiet'}>{problem?.message ?? said.readingAttention}</p>;
  const lines = linesOf(data);
  const policies = data.policyTopology?.nodes;
  return (
    <>
      {problem && <p className="problem">{problem.message}</p>}
      {lines.length === 0 && !problem && <p className="quiet">{said.noAttention}</p>}
      {lines.length > 0 && <ul className="lines">{lines}</ul>}
      {data.packageDeployments?.complete === false && <p className="quiet small">{said.incomplete}</p>}
      {policies && policies.totalCount > policies.nodes.length && (
        <p className="quiet small">{said.somePolicies(policies.nodes.length, policies.totalCount)}</p>
      )}
    </>
  );
}

function linesOf({
  packageDeployments,
  policyTopology,
  meshValidations,
  placedWorkloads,
}: AttentionQuery): readonly ReactNode[] {
  const phases = packageDeployments?.phaseCounts;
  const { broken } = standingsOf(policyTopology?.nodes.nodes ?? []);
  const placed = new Map<string, number>(placedWorkloads?.phaseCounts.map(({ phase, count }) => [phase, count]));
  const mark = <StatusShape status="FAILED" />;
  const unsure = <StatusShape status="UNKNOWN" />;
  return [
    ...(phases
      ? ([
          ['FAILED', phases.failed],
          ['SYNC_FAILED', phases.syncFailed],
          ['UNKNOWN', phases.unknown],
        ] as const)
      : []
    ).flatMap(([phase, count]) =>
      count > 0
        ? [
            <li key={phase}>
              {phase === 'UNKNOWN' ? unsure : mark}{' '}
              <Link to="/packages">{said.deployments(count, said.phase[phase])}</Link>
            </li>,
          ]
        : [],
    ),
    ...BROKEN.flatMap(standing =>
      broken.has(standing)
        ? [
            <li key={standing}>
              {mark}{' '}
              <Link to="/policies" search={{ show: 'policies' }}>
                {said.policies(broken.get(standing)!, said.standing[standing] ?? standing)}
              </Link>
            </li>,
          ]
        : [],
    ),
    ...(meshValidations && meshValidations.totalCount > 0
      ? [
          <li key="mesh">
            {mark}{' '}
            <Link to="/mesh" search={{ show: 'faults' }}>
              {said.mesh(meshValidations.totalCount)}
            </Link>
          </li>,
        ]
      : []),
    ...Object.entries(said.placement).flatMap(([phase, words]) => {
      const count = placed.get(phase) ?? 0;
      return count > 0
        ? [
            <li key={`placed ${phase}`}>
              {phase === 'UNKNOWN' ? unsure : mark}{' '}
              <Link to="/workloads" search={{ phase }}>
                {said.placed(count, words)}
              </Link>
            </li>,
          ]
        : [];
    }),
  ];
}

export function Behind({ data, problem }: Pick<Kept<AttentionQuery>, 'data' | 'problem'>) {
  const now = useNow(10_000);
  const behind = data?.behind;
  if (!behind) return <p className="quiet">{problem ? problem.message : said.readingAttention}</p>;
  const lagging = laggingOf(behind.nodes);
  if (lagging.length === 0) return <p className="quiet">{said.nothingBehind}</p>;
  return (
    <>
      <ul className="lines">
        {lagging.slice(0, SHOWN).map(({ package: of, clusters, since }) => (
          <li key={of?.id ?? ''}>
            {of ? (
              <Link to="/package" search={{ id: of.id }} title={packageName(of)}>
                {of.directory === '' ? of.address : of.directory}
              </Link>
            ) : (
              <Link to="/packages">{said.unknownPackage}</Link>
            )}{' '}
            <span className="quiet" title={clusters.join(', ')}>
              {said.behindOn(clusters.length)}
              {since !== undefined && `, ${said.since(age(since, now) ?? '')}`}
            </span>
          </li>
        ))}
      </ul>
      {lagging.length > SHOWN && <Link to="/packages">{said.more}</Link>}
      {behind.totalCount > behind.nodes.length && (
        <p className="quiet small">{said.readBehind(behind.nodes.length, behind.totalCount)}</p>
      )}
    </>
  );
}
