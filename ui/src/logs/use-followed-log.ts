/**
 * A log that is told as it is written, while the page is looked at. It goes on behind its last line where a stream
 * breaks.
 */
import { useEffect, useState } from 'react';
import { follow } from '../client.ts';
import { FollowLogDocument, type LogQueryVariables } from '../graph/graphql.ts';
import { keptOpen } from '../live.ts';
import { AGAIN_MS, goesOn, NOTHING_YET, withPayload, type Followed } from './followed.ts';

type Wanted = Pick<LogQueryVariables, 'id' | 'container' | 'tail'> & { readonly maxAge: string | null };

interface FollowedLog extends Followed {
  /** Whether a stream is open; between two of them it waits. */
  readonly isOpen: boolean;
}

/** undefined: nothing is followed, or nothing has come yet. */
export function useFollowedLog(wanted: Wanted | undefined): FollowedLog | undefined {
  const key = wanted && JSON.stringify(wanted);
  const [shown, setShown] = useState<{ key: string; log: FollowedLog }>();
  useEffect(() => {
    if (key === undefined) return;
    const variables = JSON.parse(key) as Wanted;
    let log = NOTHING_YET;
    const show = (isOpen: boolean) => setShown({ key, log: { ...log, isOpen } });
    const open = (ended: () => void) =>
      follow(
        FollowLogDocument,
        { ...variables, since: log.since },
        {
          reported: ({ podLogs }) => {
            if (!podLogs) return;
            log = withPayload(log, podLogs);
            show(podLogs.end === null);
          },
          ended: () => {
            show(false);
            ended();
          },
        },
      );
    return keptOpen(open, AGAIN_MS, () => goesOn(log));
  }, [key]);
  return shown && shown.key === key ? shown.log : undefined;
}
