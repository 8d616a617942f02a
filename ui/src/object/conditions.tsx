/** The conditions of an object, those that tell of trouble first. */
import { age, instant } from '../format/time.ts';
import type { LiveQuery } from '../graph/graphql.ts';
import { useNow } from '../parts/clock.ts';
import { texts } from '../texts.ts';

export type Condition = NonNullable<NonNullable<NonNullable<LiveQuery['object']>['live']>['conditions']>[number];

/** Of these, True is the bad news. */
const BAD_WHEN_TRUE = /^(Stalled|Failed|FailureTarget|ReplicaFailure|.*Pressure|NetworkUnavailable)$/;

export function Conditions({ conditions }: { conditions: readonly Condition[] | undefined }) {
  const now = useNow(5_000);
  if (!conditions) return null;
  const said = texts.conditions;
  return (
    <section>
      <h2>{said.title}</h2>
      {conditions.length === 0 ? (
        <p className="quiet">{said.none}</p>
      ) : (
        <ul className="conditions">
          {worstFirst(conditions).map(condition => (
            <li key={condition.type} data-tone={toneOf(condition)}>
              <div className="condition-head">
                <b>{condition.type}</b> <span className="condition-status">{condition.status}</span> {condition.reason}
                <span className="fill" />
                {condition.lastTransitionTime && (
                  <span className="quiet" title={instant(condition.lastTransitionTime)}>
                    {said.since(age(condition.lastTransitionTime, now) ?? '')}
                  </span>
                )}
              </div>
              {condition.message && <p>{condition.message}</p>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function toneOf({ type, status }: Condition): 'bad' | 'unsure' | 'good' | 'plain' {
  if (status === 'Unknown') return 'unsure';
  if (BAD_WHEN_TRUE.test(type)) return status === 'True' ? 'bad' : 'plain';
  if (type === 'Reconciling' || type === 'Suspended' || type === 'Progressing') return 'plain';
  return status === 'True' ? 'good' : 'bad';
}

export function worstFirst(conditions: readonly Condition[]): readonly Condition[] {
  const rank = (condition: Condition) => ['bad', 'unsure', 'plain', 'good'].indexOf(toneOf(condition));
  return conditions.toSorted((a, b) => rank(a) - rank(b));
}
