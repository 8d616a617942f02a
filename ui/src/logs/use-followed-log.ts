/** A log that is told as it is written, while the page is looked at. It goes on behind its last line where a stream breaks. */
import { useEffect, useState } from 'react';
import { follow } from '../client.ts';
import { FollowLogDocument, type LogQueryVariables } from '../graph/graphql.ts';
import { goesOn, NOTHING_YET, withPayload, type Followed } from './followed.ts';

const AGAIN_MS = 3_000;

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
    let stop: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (isOpen: boolean) => setShown({ key, log: { ...log, isOpen } });
    const leave = () => {
      clearTimeout(timer);
      stop?.();
      stop = undefined;
    };
    const begin = () => {
      leave();
      if (document.hidden || !goesOn(log)) return;
      stop = follow(
        FollowLogDocument,
        { ...variables, since: log.since },
        {
          told: ({ podLogs }) => {
            if (!podLogs) return;
            log = withPayload(log, podLogs);
            show(podLogs.end === null);
          },
          ended: () => {
            leave();
            show(false);
            if (goesOn(log)) timer = setTimeout(begin, AGAIN_MS);
          },
        },
      );
    };
    begin();
    document.addEventListener('visibilitychange', begin);
    return () => {
      document.removeEventListener('visibilitychange', begin);
      leave();
    };
  }, [key]);
  return shown && shown.key === key ? shown.log : undefined;
}
