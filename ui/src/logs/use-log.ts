/** Hook that reads a log once and on request. The log is dropped when the page closes, because logs are large. */
import { useEffect, useRef, useState } from 'react';
import { ask, type Problem } from '../client.ts';
import { LogDocument, type LiveState, type LogQuery, type LogQueryVariables } from '../graph/graphql.ts';
import { lineText } from './followed.ts';

/** Log of a container. `text`: all lines. */
interface ReadLog {
  readonly state: LiveState;
  readonly message: string | null;
  readonly container: string | null;
  readonly containers: readonly string[];
  readonly text: string;
  readonly truncated: boolean;
  /** Number of lines that were read but do not match the filter. */
  readonly filtered: number;
}

interface Log {
  /**
   * The Pod with its log. Null if the Pod does not exist, or if the caller may not see the Pod. Undefined before the
   * first answer.
   */
  readonly object: LogQuery['object'] | undefined;
  readonly log: ReadLog | undefined;
  /** Containers of the Pod. Kept while the log of another container is read. */
  readonly containers: readonly string[];
  /** Problem of the latest request. The earlier log stays visible. */
  readonly problem: Problem | undefined;
  readonly isAsking: boolean;
  readonly refresh: () => Promise<void>;
}

interface Read {
  readonly key: string;
  readonly object: LogQuery['object'] | undefined;
  readonly log: ReadLog | undefined;
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
    setRead(before => {
      const kept = before?.key === key ? before : undefined;
      return { key, object: data ? data.object : kept?.object, log: data ? logOf(data) : kept?.log, problem };
    });
    const all = (data && logOf(data))?.containers ?? NONE;
    if (all.length > 0) setContainers(all);
  };
  useEffect(() => {
    wanted.current = key;
    void refresh();
    return () => void (wanted.current = '');
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key identifies the log
  }, [key]);
  const shown = read?.key === key ? read : undefined;
  const { object, log, problem } = shown ?? {};
  return { object, log, containers, problem, isAsking: !shown, refresh };
}

function logOf({ object, podLogs }: LogQuery): ReadLog | undefined {
  if (podLogs) {
    const { lines, ...log } = podLogs;
    return { ...log, text: lines.map(line => `${lineText(line)}\n`).join(''), truncated: false };
  }
  const log = object?.live?.logs;
  return log ? { ...log, filtered: 0 } : undefined;
}
