/**
 * History of an object: a timeline of its conditions and events, and the events that its cluster reports, newest first.
 */
import { useState } from 'react';
import { age, instant } from '../format/time.ts';
import { EventsDocument } from '../graph/graphql.ts';
import { DETAILS_EVERY_MS } from '../live.ts';
import { useNow } from '../parts/clock.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import type { Condition } from './condition-tone.ts';
import { Timeline } from './timeline.tsx';

const SHOWN = 8;

export function Events({ id, conditions }: { id: string; conditions: readonly Condition[] | undefined }) {
  const { data, problem } = useAnswer(EventsDocument, { id }, { everyMs: DETAILS_EVERY_MS });
  const [isWhole, setWhole] = useState(false);
  const now = useNow(5_000);
  const said = texts.events;
  const live = data?.object?.live;
  const events = live?.events;
  if (data && !live) return null;
  return (
    <section>
      <Timeline conditions={conditions ?? []} events={events?.nodes ?? []} />
      <h2>{said.title}</h2>
      {problem && <p className="problem">{problem.message}</p>}
      {!data && !problem && <p className="quiet">{said.asking}</p>}
      {events && events.state !== 'OK' && (
        <p className="problem">
          {texts.liveStates[events.state]} {events.message}
        </p>
      )}
      {events?.state === 'OK' && events.nodes.length === 0 && <p className="quiet">{said.none}</p>}
      {events && events.nodes.length > 0 && (
        <ul className="events">
          {events.nodes.slice(0, isWhole ? undefined : SHOWN).map(event => (
            <li key={event.id} data-tone={event.type === 'Warning' ? 'bad' : 'plain'}>
              <div className="condition-head">
                <b>{event.reason}</b>{' '}
                {event.count > 1 && <span className="count">×{event.count.toLocaleString()}</span>}
                <span className="fill" />
                <span className="quiet" title={event.lastSeenAt ? instant(event.lastSeenAt) : undefined}>
                  {event.reportedBy} {age(event.lastSeenAt, now)}
                </span>
              </div>
              <p>{event.message}</p>
            </li>
          ))}
        </ul>
      )}
      {events && events.nodes.length > SHOWN && !isWhole && (
        <button className="link-button" onClick={() => setWhole(true)}>
          {said.more(events.nodes.length - SHOWN)}
        </button>
      )}
      {events?.state === 'OK' && !events.complete && <p className="quiet small">{said.incomplete}</p>}
    </section>
  );
}
