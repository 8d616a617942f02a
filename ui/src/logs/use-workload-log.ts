/** The logs of a workload: followed while the page is looked at, or those of the runs before, read once. */
import { useEffect, useState } from 'react';
import { ask, follow, type Problem } from '../client.ts';
import { FollowWorkloadLogDocument, WorkloadLogDocument } from '../graph/graphql.ts';
import { goesOn, NOTHING_YET, withPayload, type FollowedWorkload } from './workload-followed.ts';

const AGAIN_MS = 3_000;

interface Wanted {
  readonly id: string;
  readonly tail: number;
  readonly maxAge: string | null;
  readonly previous: boolean;
  /** Read once instead of followed. */
  readonly isPaused: boolean;
}

interface Shown {
  readonly key: string;
  readonly log: FollowedWorkload | undefined;
  /** Whether a stream is open. */
  readonly isOpen: boolean;
  readonly problem: Problem | undefined;
}

export function useWorkloadLog({ isPaused, ...wanted }: Wanted): Omit<Shown, 'key'> {
  const key = JSON.stringify(wanted);
  const [shown, setShown] = useState<Shown>();
  const [kept, setKept] = useState<{ key: string; log: FollowedWorkload }>();
  useEffect(() => {
    const { previous, ...variables } = JSON.parse(key) as Omit<Wanted, 'isPaused'>;
    let log = kept?.key === key ? kept.log : NOTHING_YET;
    if (isPaused && log !== NOTHING_YET) return;
    let stop: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const left = new AbortController();
    const show = (isOpen: boolean, problem?: Problem) => {
      setShown({ key, log, isOpen, problem });
      setKept({ key, log });
    };
    const leave = () => {
      clearTimeout(timer);
      stop?.();
      stop = undefined;
    };
    const begin = () => {
      leave();
      if (document.hidden || !goesOn(log)) return;
      stop = follow(
        FollowWorkloadLogDocument,
        { ...variables, since: log.since },
        {
          told: ({ workloadLogs }) => {
            if (!workloadLogs) return;
            log = withPayload(log, workloadLogs);
            show(workloadLogs.end === null);
          },
          ended: () => {
            leave();
            show(false);
            if (goesOn(log)) timer = setTimeout(begin, AGAIN_MS);
          },
        },
      );
    };
    const read = async () => {
      const { data, problem } = await ask(WorkloadLogDocument, { ...variables, previous }, left.signal);
      if (left.signal.aborted) return;
      if (data?.workloadLogs) log = withPayload(NOTHING_YET, data.workloadLogs);
      show(false, problem);
    };
    if (previous || isPaused) void read();
    else {
      begin();
      document.addEventListener('visibilitychange', begin);
    }
    return () => {
      left.abort();
      document.removeEventListener('visibilitychange', begin);
      leave();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a stream goes on from where the last one was
  }, [key, isPaused]);
  return shown?.key === key ? { ...shown, isOpen: shown.isOpen && !isPaused } : { log: undefined, isOpen: false, problem: undefined };
}
