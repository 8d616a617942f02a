/** Conditions and events as a timeline. Hidden from screen readers, which get the same data as lists. */
import { span } from '../format/time.ts';
import { useNow } from '../parts/clock.ts';
import { texts } from '../texts.ts';
import { toneOf, worstFirst, type Condition } from './condition-tone.ts';
import { scaleOf } from './timeline.ts';

interface TimelineProps {
  readonly conditions: readonly Condition[];
  readonly events: readonly { readonly id: string; readonly type: string | null; readonly lastSeenAt: string | null }[];
}

export function Timeline({ conditions, events }: TimelineProps) {
  const now = useNow(5_000);
  const lasting = worstFirst(conditions).flatMap(condition => {
    const since = Date.parse(condition.lastTransitionTime ?? '');
    return Number.isNaN(since) ? [] : [{ condition, since }];
  });
  const seen = events.flatMap(({ id, type, lastSeenAt }) => {
    const at = Date.parse(lastSeenAt ?? '');
    return Number.isNaN(at) ? [] : [{ id, at, tone: type === 'Warning' ? 'bad' : 'plain' }];
  });
  if (lasting.length === 0) return null;
  const { scale, ticks } = scaleOf([...lasting.map(({ since }) => since), ...seen.map(({ at }) => at)], now);
  const percent = (at: number) => `${(100 * scale(at)).toFixed(2)}%`;
  return (
    <div className="timeline" aria-hidden="true">
      {lasting.map(({ condition, since }) => (
        <div key={condition.type} className="timeline-row">
          <span className="timeline-title">{condition.type}</span>
          <span className="timeline-line">
            <span className="timeline-bar" data-tone={toneOf(condition)} style={{ left: percent(since) }}>
              {condition.reason}
            </span>
          </span>
        </div>
      ))}
      {seen.length > 0 && (
        <div className="timeline-row">
          <span className="timeline-title">{texts.timeline.events}</span>
          <span className="timeline-line">
            {seen.map(({ id, at, tone }) => (
              <span key={id} className="timeline-dot" data-tone={tone} style={{ left: percent(at) }} />
            ))}
          </span>
        </div>
      )}
      <div className="timeline-row timeline-axis">
        <span />
        <span className="timeline-line">
          {ticks.map(at => (
            <span key={now - at} style={{ left: percent(at) }}>
              {span(now - at)}
            </span>
          ))}
          <span className="timeline-now">{texts.timeline.now}</span>
        </span>
      </div>
    </div>
  );
}
