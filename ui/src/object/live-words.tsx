/** State of the live data of an object: the age of the data, or the reason why there is no data. */
import type { LiveState } from '../graph/graphql.ts';
import type { Problem } from '../client.ts';
import { age } from '../format/time.ts';
import { useNow } from '../parts/clock.ts';
import { texts } from '../texts.ts';

interface LiveWordsProps {
  /** Undefined until an answer arrives. Null if the object does not exist or the caller may not see the object. */
  readonly live:
    | { readonly state: LiveState; readonly message: string | null; readonly observedAt: string }
    | null
    | undefined;
  readonly cluster: string;
  readonly problem: Problem | undefined;
}

export function LiveWords({ live, cluster, problem }: LiveWordsProps) {
  const now = useNow();
  const said = texts.live;
  if (problem) return <p className="problem">{said.notRequested(problem.message)}</p>;
  if (live === undefined) return <p className="quiet">{said.asking(cluster)}</p>;
  if (live === null) return <p className="problem">{texts.object.absent}</p>;
  if (live.state === 'OK')
    return <p className="live-words quiet">{said.ok(cluster, age(live.observedAt, now) ?? '')}</p>;
  return (
    <p className="problem">
      {said.states[live.state](cluster)} {live.message}
    </p>
  );
}
