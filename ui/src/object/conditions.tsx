/** Conditions of an object, problems first. */
import { age, instant } from '../format/time.ts';
import { useNow } from '../parts/clock.ts';
import { texts } from '../texts.ts';
import { worstFirst, toneOf, type Condition } from './condition-tone.ts';

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
