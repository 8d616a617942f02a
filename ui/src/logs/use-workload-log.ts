/**
 * Hook for the logs of a workload. Follows the current logs while the page is visible, or reads the logs of previous
 * runs once.
 */
import { useEffect, useState } from 'react';
import { ask, follow, type Problem } from '../client.ts';
import { FollowWorkloadLogDocument, WorkloadLogDocument } from '../graph/graphql.ts';
import { keptOpen } from '../live.ts';
import { AGAIN_MS, goesOn } from './followed.ts';
import { NOTHING_YET, withPayload, type FollowedWorkload } from './workload-followed.ts';

interface Wanted {
  readonly id: string;
  readonly tail: number;
  readonly maxAge: string | null;
  readonly previous: boolean;
  /** True stops following and keeps the lines so far. If there are no lines yet, reads the logs once. */
  readonly isPaused: boolean;
}

interface Shown {
  readonly log: FollowedWorkload | undefined;
  /** True while a stream is open. */
  readonly isOpen: boolean;
  readonly problem: Problem | undefined;
}

export function useWorkloadLog({ isPaused, ...wanted }: Wanted): Shown {
  const key = JSON.stringify(wanted);
  const [shown, setShown] = useState<Shown & { readonly key: string; readonly log: FollowedWorkload }>();
  useEffect(() => {
    const { previous, ...variables } = JSON.parse(key) as Omit<Wanted, 'isPaused'>;
    let log = shown?.key === key ? shown.log : NOTHING_YET;
    if (isPaused && log !== NOTHING_YET) return;
    const show = (isOpen: boolean, problem?: Problem) => setShown({ key, log, isOpen, problem });
    const open = (ended: () => void) =>
      follow(
        FollowWorkloadLogDocument,
        { ...variables, since: log.since },
        {
          reported: ({ workloadLogs }) => {
            if (!workloadLogs) return;
            log = withPayload(log, workloadLogs);
            show(workloadLogs.end === null);
          },
          ended: () => {
            show(false);
            ended();
          },
        },
      );
    const read = async (left: AbortSignal) => {
      const { data, problem } = await ask(WorkloadLogDocument, { ...variables, previous }, left);
      if (left.aborted) return;
      if (data?.workloadLogs) log = withPayload(NOTHING_YET, data.workloadLogs);
      show(false, problem);
    };
    if (!previous && !isPaused) return keptOpen(open, AGAIN_MS, () => goesOn(log));
    const leaving = new AbortController();
    void read(leaving.signal);
    return () => leaving.abort();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a new stream continues the shown log
  }, [key, isPaused]);
  return shown?.key === key
    ? { ...shown, isOpen: shown.isOpen && !isPaused }
    : { log: undefined, isOpen: false, problem: undefined };
}
