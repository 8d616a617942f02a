/** CPU and memory that an object uses: bars and words for usage, requests and limits. Also says what is missing. */
import { age } from '../format/time.ts';
import { UsageDocument, type AmountsFragment } from '../graph/graphql.ts';
import { useNow } from '../parts/clock.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { amountText, barOf, type ResourceName } from './usage-bar.ts';

const EVERY_MS = 15_000;
const RESOURCES: readonly ResourceName[] = ['cpu', 'memory'];
const said = texts.usage;

export function Usage({ id }: { id: string }) {
  const { data, problem } = useAnswer(UsageDocument, { id }, { everyMs: EVERY_MS });
  const now = useNow(5_000);
  const live = data?.object?.live;
  const usage = live?.usage;
  // Shows nothing if the object has no Pods and is no Node, for example for a Service without a selector, or after all
  // Pods have ended.
  if (data && (!usage || usage.pods === 0) && usage?.cpu.allocatable == null) return null;
  const containers = usage?.containers ?? [];
  return (
    <section className="usage">
      <h2>{said.title}</h2>
      {!data && !problem && <p className="quiet">{said.reading}</p>}
      {!data && problem && <p className="problem">{problem.message}</p>}
      {usage && (
        <>
          {RESOURCES.map(resource => (
            <Amount key={resource} resource={resource} title={said.names[resource]} amounts={usage[resource]} />
          ))}
          {containers.length > 1 &&
            containers.map(container => (
              <div key={container.name} className="usage-part">
                {RESOURCES.map(resource => (
                  <Amount
                    key={resource}
                    resource={resource}
                    title={`${container.name}, ${said.names[resource]}`}
                    amounts={container[resource]}
                  />
                ))}
              </div>
            ))}
          {usage.message !== null && (
            <p className={usage.state === 'OK' ? 'quiet small' : 'problem small'}>{usage.message}</p>
          )}
          <p className="quiet small">
            {usage.pods !== null && (usage.cpu.allocatable === null ? said.pods(usage.pods) : said.onNode(usage.pods))}{' '}
            {usage.measuredAt !== null && said.measured(texts.ago(age(usage.measuredAt, now) ?? ''))}
          </p>
        </>
      )}
    </section>
  );
}

function Amount({ resource, title, amounts }: { resource: ResourceName; title: string; amounts: AmountsFragment }) {
  const { used, requested, limit, percent, tone } = barOf(amounts);
  const text = (amount: number) => amountText(resource, amount);
  const words = [
    amounts.used === null ? said.unknown : said.used(text(amounts.used)),
    percent !== undefined && said.share(percent),
    amounts.requested !== null && said.requested(text(amounts.requested)),
    amounts.allocatable !== null && said.allocatable(text(amounts.allocatable)),
    amounts.allocatable === null && (amounts.limit === null ? said.noLimit : said.limit(text(amounts.limit))),
  ].filter(it => it !== false);
  return (
    <div className="usage-row" data-tone={tone}>
      <span className="usage-name">{title}</span>
      {/* Hidden from screen readers, because the words beside the bar contain the values. */}
      <svg className="usage-bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
        <rect className="usage-whole" y="2" width="100" height="8" />
        {used !== undefined && <rect className="usage-used" y="2" width={100 * used} height="8" />}
        {requested !== undefined && requested > 0 && (
          <rect className="usage-requested" x={Math.min(99, 100 * requested)} width="1" height="12" />
        )}
        {limit !== undefined && limit > 0 && (
          <rect className="usage-limit" x={Math.min(99, 100 * limit)} width="1" height="12" />
        )}
      </svg>
      <span className="usage-words">{words.join(', ')}</span>
    </div>
  );
}
