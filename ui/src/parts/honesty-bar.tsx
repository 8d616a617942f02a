/**
 * Honesty bar: says which clusters are missing or out of date, and how old the data is. A button shows the causes and
 * advice.
 */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { coverageWords } from '../format/coverage.ts';
import { age, span } from '../format/time.ts';
import { CoverageDocument, type CoverageQuery } from '../graph/graphql.ts';
import { LIST_EVERY_MS } from '../live.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { useNow } from './clock.ts';

/** Age from which the data counts as late. */
const LATE_MS = 3 * LIST_EVERY_MS;

export function HonestyBar() {
  const { data, at, problem } = useAnswer(CoverageDocument, {}, { everyMs: LIST_EVERY_MS });
  const [isOpen, setOpen] = useState(false);
  if (!data?.coverage)
    return (
      <section className="honesty" data-tone={problem ? 'trouble' : 'busy'} aria-label={texts.coverage.label}>
        <p className="honesty-line" role="status">
          {problem ? problem.message : texts.coverage.asking}
        </p>
      </section>
    );
  const affected = data.coverage.clusters?.nodes ?? [];
  const words = coverageWords(data.coverage, affected);
  const tone = problem ? 'trouble' : words.tone;
  const canOpen = affected.length > 0 || data.coverage.withheld.length > 0;
  return (
    <section className="honesty" data-tone={tone} aria-label={texts.coverage.label}>
      <div className="honesty-line">
        <span className="honesty-dot" aria-hidden="true" />
        <span role="status">{[...(problem ? [problem.message] : []), ...words.sentences].join(' ')}</span>
        {canOpen && (
          <button
            className="link-button"
            aria-expanded={isOpen}
            aria-controls="honesty-details"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? texts.coverage.fewer : texts.coverage.details}
          </button>
        )}
        <span className="fill" />
        <Freshness at={at} />
      </div>
      {isOpen && canOpen && <Affected coverage={data.coverage} />}
    </section>
  );
}

function Freshness({ at }: { at: number | undefined }) {
  const now = useNow();
  if (at === undefined) return null;
  const late = now - at > LATE_MS;
  return (
    <span className={late ? 'problem nowrap' : 'quiet nowrap'}>
      {late
        ? texts.freshness.late(span(now - at), new Date(at).toLocaleTimeString())
        : texts.freshness.now(new Date(at).toLocaleTimeString())}
    </span>
  );
}

function Affected({ coverage }: { coverage: CoverageQuery['coverage'] }) {
  const now = useNow(5_000);
  const clusters = coverage.clusters?.nodes ?? [];
  const unnamed = (coverage.clusters?.totalCount ?? 0) - clusters.length;
  return (
    <ul id="honesty-details" className="honesty-details">
      {clusters.map(({ cluster, state, cause, reason, kindsListed, kindsTotal, syncedAt }) => (
        <li key={cluster.name}>
          <Link to="/cluster" search={{ name: cluster.name }}>
            {cluster.name}
          </Link>{' '}
          <b>{texts.coverageState[state]}</b>
          {state === 'REBUILDING' && kindsTotal !== null && <> {texts.coverage.kinds(kindsListed ?? 0, kindsTotal)}</>}
          {reason && <> {reason}</>} {cause && texts.advice[cause]}{' '}
          <span className="quiet">{syncedAt && texts.coverage.lastAnswer(age(syncedAt, now) ?? '')}</span>
        </li>
      ))}
      {unnamed > 0 && <li>{texts.coverage.more(unnamed)}</li>}
      {coverage.withheld.map(({ cause, count }) => (
        <li key={cause}>
          {texts.coverage.withheld[cause](count)} {texts.withheldAdvice[cause]}
        </li>
      ))}
    </ul>
  );
}
