/** CPU and memory of the last hour, as lines and in words. */
import { age } from '../format/time.ts';
import { UsageHistoryDocument } from '../graph/graphql.ts';
import { useNow } from '../parts/clock.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { amountText, type ResourceName } from './usage-bar.ts';
import { HEIGHT, lineOf, WIDTH } from './usage-line.ts';

const EVERY_MS = 60_000;
const RESOURCES: readonly ResourceName[] = ['cpu', 'memory'];
const said = texts.usageHistory;

/** Shows nothing if no Prometheus is configured. */
export function UsageHistory({ id }: { id: string }) {
  const { data } = useAnswer(UsageHistoryDocument, { id }, { everyMs: EVERY_MS });
  const now = useNow(30_000);
  const history = data?.object?.usageHistory;
  if (!history || history.state === 'NOT_CONFIGURED') return null;
  const { state, message, newestAt } = history;
  return (
    <section className="usage-history">
      <h2>{said.title}</h2>
      {newestAt !== null &&
        RESOURCES.map(resource => <Line key={resource} resource={resource} values={history[resource]} />)}
      {message !== null && <p className={state === 'OK' ? 'quiet small' : 'problem small'}>{message}</p>}
      {newestAt !== null && (
        <p className="quiet small">{said.newest(texts.ago(age(newestAt, now) ?? ''), state === 'STALE')}</p>
      )}
    </section>
  );
}

function Line({ resource, values }: { resource: ResourceName; values: readonly (number | null)[] }) {
  const line = lineOf(values);
  if (!line) return null;
  const text = (amount: number) => amountText(resource, amount);
  const words = said.words(text(line.latest), text(line.least), text(line.most));
  return (
    <div className="usage-row">
      <span className="usage-name">{texts.usage.names[resource]}</span>
      {/* Hidden from screen readers, because the words beside the line contain the values. */}
      <svg className="usage-line" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={line.path} vectorEffect="non-scaling-stroke" />
      </svg>
      <span className="usage-words">{words}</span>
    </div>
  );
}
