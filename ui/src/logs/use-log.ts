/** The requested log, as it was last read. Not cached beyond the page: logs are large. */
import { useEffect, useRef, useState } from 'react';
import { ask, type Problem } from '../client.ts';
import { LogDocument, type LogQuery, type LogQueryVariables } from '../graph/graphql.ts';

interface Log {
  /** null: the caller may see no log; undefined: not read yet. */
  readonly object: LogQuery['object'] | undefined;
  /** Containers of the Pod, also while another log of the Pod is being read. */
  readonly containers: readonly string[];
  /** Problem of the latest request, which leaves the earlier log in place. */
  readonly problem: Problem | undefined;
  readonly isAsking: boolean;
  readonly refresh: () => Promise<void>;
}

interface Read {
  readonly key: string;
  readonly object: LogQuery['object'] | undefined;
  readonly problem: Problem | undefined;
}

const NONE: readonly string[] = [];

export function useLog(variables: LogQueryVariables): Log {
  const key = JSON.stringify(variables);
  const wanted = useRef(key);
  const [read, setRead] = useState<Read>();
  const [containers, setContainers] = useState(NONE);
  const refresh = async () => {
    const { data, problem } = await ask(LogDocument, variables);
    if (wanted.current !== key) return;
    setRead(before => ({ key, object: data ? data.object : before?.key === key ? before.object : undefined, problem }));
    const all = data?.object?.live?.logs?.containers ?? NONE;
    if (all.length > 0) setContainers(all);
  };
  useEffect(() => {
    wanted.current = key;
    void refresh();
    return () => void (wanted.current = '');
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key says which log it is
  }, [key]);
  const shown = read?.key === key ? read : undefined;
  return { object: shown?.object, containers, problem: shown?.problem, isAsking: !shown, refresh };
}
