/**
 * Keeps the data on the screen up to date while the page is visible. Data is read again at intervals, and some data
 * also when the server reports a change.
 */
import { useEffect, useRef, useState } from 'react';
import { follow } from './client.ts';
import { ChangesDocument, type ObjectFilter } from './graph/graphql.ts';

export const LIST_EVERY_MS = 5_000;
export const DETAILS_EVERY_MS = 10_000;
/**
 * Interval of reading a list whose changes are reported. The list is still read at intervals, because changes of the
 * coverage are not reported.
 */
const TOLD_EVERY_MS = 30_000;
/** Minimum time between two refreshes after changes. */
const CHANGES_APART_MS = 1_000;
/**
 * Delay before a stream is opened again. The stream may have ended because the server offers no streams, or because too
 * many streams are open.
 */
const STREAM_AGAIN_MS = 10_000;

export interface Changes {
  /** Interval at which the list must be read, in milliseconds. */
  readonly everyMs: number;
  /** Number that grows with each report of the stream. */
  readonly version: number;
}

/** Reports changes of the list that a filter selects. */
export function useChanges(filter: ObjectFilter | undefined): Changes {
  const key = filter && JSON.stringify(filter);
  // The server does not report changes for filters with `clusterLabels`.
  return useStream(key?.includes('"clusterLabels":') ? undefined : key, (key, on) =>
    follow(ChangesDocument, { filter: JSON.parse(key) as ObjectFilter }, on),
  );
}

/**
 * Opens a stream of changes for a key, and counts its payloads. The stream is open only while the page is visible,
 * because over HTTP/1.1 browsers open at most six connections to one server. The first payload says that the stream has
 * started. This payload counts as a change, because changes before the start are not reported.
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
 * Keeps a stream open while the page is visible. Opens the stream again `againMs` milliseconds after the end of the
 * stream.
 * @param open Opens the stream, calls its argument when the stream has ended, and returns a function that closes the
 * stream
 * @param goesOn Returns true if the stream may be opened
 * @returns Function that closes the stream for good
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
 * Calls `refresh` at intervals while the page is visible. Also calls `refresh` if the version changes, the page becomes
 * visible, or the network returns.
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
    // A running request may return data from before the change, so a new request follows after its end.
    running.current = running.current.then(async () => {
      const wait = followed.current.at + CHANGES_APART_MS - performance.now();
      if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait));
      followed.current = { waits: false, at: performance.now() };
      await latest.current();
    });
  }, [version]);
}
