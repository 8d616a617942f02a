/** Hook that follows a log while the page is visible. After a broken stream, continues after the last line. */
import { useEffect, useState } from 'react';
import { follow } from '../client.ts';
import { FollowLogDocument, type LogLevel, type LogQueryVariables } from '../graph/graphql.ts';
import { keptOpen } from '../live.ts';
import { AGAIN_MS, goesOn, NOTHING_YET, reopened, withPayload, type Followed } from './followed.ts';

type Wanted = Pick<LogQueryVariables, 'id' | 'container' | 'tail'> & {
  readonly maxAge: string | null;
  readonly search: string;
  readonly levels: LogLevel[] | null;
};

interface FollowedLog extends Followed {
  /** True after the first payload of a stream. False after its end, until the next stream sends a payload. */
  readonly isOpen: boolean;
}

/** Returns undefined if no log is followed, or if nothing has arrived yet. */
export function useFollowedLog(wanted: Wanted | undefined): FollowedLog | undefined {
  const key = wanted && JSON.stringify(wanted);
  const [shown, setShown] = useState<{ key: string; log: FollowedLog }>();
  useEffect(() => {
    if (key === undefined) return;
    const variables = JSON.parse(key) as Wanted;
    let log = NOTHING_YET;
    const show = (isOpen: boolean) => setShown({ key, log: { ...log, isOpen } });
    const open = (ended: () => void) => {
      log = reopened(log);
      return follow(
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
    };
    return keptOpen(open, AGAIN_MS, () => goesOn(log));
  }, [key]);
  return shown && shown.key === key ? shown.log : undefined;
}
