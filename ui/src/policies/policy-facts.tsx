/** Facts about one policy: its merge rule, its targets, overriding policies, and what controllers report. */
import type { PolicyPartFragment } from '../graph/graphql.ts';
import { NodeLinks } from './effective.tsx';
import { policyTexts as said } from './texts.ts';

export function PolicyFacts({
  policy: { strategy, targets, overriddenBy, reported, agrees },
}: {
  policy: PolicyPartFragment;
}) {
  return (
    <dl className="facts policy-facts">
      <div>
        <dt>{said.targets}</dt>
        <dd>
          {targets.length === 0 ? (
            <span className="quiet">{said.noTarget}</span>
          ) : (
            <NodeLinks ids={targets.map(({ id }) => id)} />
          )}
        </dd>
      </div>
      <div>
        <dt>{said.strategy}</dt>
        <dd>{said.strategies[strategy]}</dd>
      </div>
      {overriddenBy.length > 0 && (
        <div>
          <dt>{said.overridden}</dt>
          <dd>
            <NodeLinks ids={overriddenBy.map(({ id }) => id)} />
          </dd>
        </div>
      )}
      {reported.length > 0 && (
        <div>
          <dt>{said.reported}</dt>
          <dd>
            {[
              ...new Set(
                reported
                  .filter(({ current }) => current)
                  .map(({ type, status, reason }) => `${type}=${status} ${reason}`),
              ),
            ].join(', ')}{' '}
            {agrees !== null && <b className={agrees ? 'quiet' : 'failing'}>{agrees ? said.agrees : said.disagrees}</b>}
          </dd>
        </div>
      )}
    </dl>
  );
}
