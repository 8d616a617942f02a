/** Steps of a move, and the reason why the move is waiting. */
import type { PlacementEngine, PlacementMovePartFragment } from '../graph/graphql.ts';
import { age, instant } from '../format/time.ts';
import { useNow } from '../parts/clock.ts';
import { StatusShape } from '../parts/status.tsx';
import { stepsOf } from './placement.ts';
import { workloadTexts } from './texts.ts';

const said = workloadTexts.move;

interface MoveProps {
  readonly move: PlacementMovePartFragment;
  readonly engine: PlacementEngine;
  readonly heading?: 'h2' | 'h3';
}

export function Move({ move, engine, heading: Heading = 'h3' }: MoveProps) {
  const now = useNow(1_000);
  const { phase, reason, member, from, to, drain, startedAt, since, overdue } = move;
  const why = reason === null ? undefined : said.reasons[reason];
  return (
    <section className="move">
      <Heading>{drain ? said.drainTitle : said.title}</Heading>
      <p>
        {said.from} <b>{from.join(', ') || workloadTexts.nowhere}</b> {said.to.toLowerCase()}{' '}
        <b>{to.join(', ') || workloadTexts.nowhere}</b>
        {startedAt && (
          <span className="quiet">
            {' '}
            {said.started.toLowerCase()}{' '}
            <time dateTime={startedAt} title={instant(startedAt)}>
              {age(startedAt, now)}
            </time>
          </span>
        )}
      </p>
      <ol className="move-steps" aria-label={said.steps}>
        {stepsOf(move, engine).map(step => (
          <li key={step.phase} data-state={step.state} aria-current={step.state === 'current' ? 'step' : undefined}>
            <StatusShape
              status={
                step.state === 'done'
                  ? 'CURRENT'
                  : step.phase === 'BLOCKED'
                    ? 'FAILED'
                    : step.state === 'current'
                      ? 'IN_PROGRESS'
                      : 'UNKNOWN'
              }
            />{' '}
            {said.phases[step.phase]}
            <span className="sr-only">, {said[step.state]}</span>
            {step.state === 'current' && phase !== 'DONE' && (
              <p>
                {why !== undefined && (member === null ? why : said.onMember(member, why))}{' '}
                {since && <span className="quiet">{said.since(age(since, now) ?? '')}</span>}{' '}
                {overdue && <b className="failing">{said.overdue}</b>}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
