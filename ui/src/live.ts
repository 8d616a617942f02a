/**
 * Keeps the shown data up to date while the page is visible: lists when the graph reports a change, everything at
 * intervals. No other file decides how changes are detected.
 */
import { useEffect, useRef, useState } from 'react';
import { follow } from './client.ts';
import { ChangesDocument, type ObjectFilter } from './graph/graphql.ts';

export const LIST_EVERY_MS = 5_000;
export const DETAILS_EVERY_MS = 10_000;
/** Interval for a list whose changes are reported: coverage may change without them. */
const TOLD_EVERY_MS = 30_000;
/**
 * Minimum time between two refreshes after changes: a single change refreshes at once, steady changes at this interval.
 */
const CHANGES_APART_MS = 1_000;
/** Delay after a stream has ended: streams may be unavailable, or too many. */
const STREAM_AGAIN_MS = 10_000;

export interface Changes {
  /** Interval at which a list must be read. */
  readonly everyMs: number;
  /** Changes after each change of the list. */
  readonly version: number;
}

/** Reports each change of the list of a filter. */
export function useChanges(filter: ObjectFilter | undefined): Changes {
  const key = filter && JSON.stringify(filter);
  // The graph reports no changes of lists that select by labels of clusters.
  return useStream(key?.includes('"clusterLabels":') ? undefined : key, (key, on) =>
    follow(ChangesDocument, { filter: JSON.parse(key) as ObjectFilter }, on),
  );
}

/**
 * Opens a stream of changes for a key, and counts its payloads. The stream is open while the page is visible: browsers
 * have six connections to one origin. The first payload marks the start of the stream; earlier changes are requested
 * once.
 */
export function useStream(
  key: string | undefined,
  open: (key: string, on: { reported: () => void; ended: () => void }) => () => void,
): Changes {
  const [reported, setReported] = useState<{ key: string | undefined; version: number }>({
    key: undefined,
    version: 0,
  });
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    if (key === undefined) return;
    return keptOpen(ended => {
      const stop = latest.current(key, {
        reported: () => setReported(({ version }) => ({ key, version: version + 1 })),
        ended,
      });
      return () => {
        stop();
        setReported(({ version }) => ({ key: undefined, version }));
      };
    }, STREAM_AGAIN_MS);
  }, [key]);
  return {
    everyMs: key !== undefined && reported.key === key ? TOLD_EVERY_MS : LIST_EVERY_MS,
    version: reported.version,
  };
}

/**
 * Keeps a stream open while the page is visible, and opens it again some time after it has ended.
 * @param open Opens the stream, calls its argument when the stream has ended, and returns a function that closes it
 * @param goesOn True to open it
 * @returns Function that closes it for good
 */
export function keptOpen(open: (ended: () => void) => () => void, againMs: number, goesOn = () => true): () => void {
  let close: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = () => {
    clearTimeout(timer);
    close?.();
    close = undefined;
  };
  const begin = () => {
    leave();
    if (document.hidden || !goesOn()) return;
    close = open(() => {
      leave();
      if (goesOn()) timer = setTimeout(begin, againMs);
    });
  };
  begin();
  document.addEventListener('visibilitychange', begin);
  return () => {
    document.removeEventListener('visibilitychange', begin);
    leave();
  };
}

/**
 * Calls `refresh` repeatedly, one call at a time. Calls it at once if the version changes, the page becomes visible, or
 * the network returns.
 */
export function useFollowing(refresh: () => Promise<void>, everyMs: number, version = 0): void {
  const latest = useRef(refresh);
  const running = useRef(Promise.resolve());
  const followed = useRef({ waits: false, at: -CHANGES_APART_MS });
  useEffect(() => {
    latest.current = refresh;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const later = () => {
      clearTimeout(timer);
      if (!ended) timer = setTimeout(() => void now(), everyMs);
    };
    const now = async () => {
      clearTimeout(timer);
      if (!document.hidden) await (running.current = latest.current());
      later();
    };
    const looked = () => {
      if (!document.hidden) void now();
    };
    later();
    document.addEventListener('visibilitychange', looked);
    window.addEventListener('online', looked);
    return () => {
      ended = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', looked);
      window.removeEventListener('online', looked);
    };
  }, [everyMs]);
  useEffect(() => {
    if (version === 0 || document.hidden || followed.current.waits) return;
    followed.current.waits = true;
    // A running request may have been answered before the change.
    running.current = running.current.then(async () => {
      const wait = followed.current.at + CHANGES_APART_MS - performance.now();
      if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait));
      followed.current = { waits: false, at: performance.now() };
      await latest.current();
    });
  }, [version]);
}
