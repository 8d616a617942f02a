/**
 * Keeps what is shown up to date while somebody looks: lists as soon as the graph tells of a change, and everything
 * again every few seconds. This is the one place that knows how changes are learned of.
 */
import { useEffect, useRef, useState } from 'react';
import { follow } from './client.ts';
import { ChangesDocument, type ObjectFilter } from './graph/graphql.ts';

export const LIST_EVERY_MS = 5_000;
export const DETAILS_EVERY_MS = 10_000;
/** Of a list whose changes are told: how far the fleet is known may change without any. */
const TOLD_EVERY_MS = 30_000;
/** What changes all the time is asked for so often; what changes now and then, at once. */
const CHANGES_APART_MS = 1_000;
/** After a stream has ended: there may be none here, or too many. */
const STREAM_AGAIN_MS = 10_000;

export interface Changes {
  /** How often a list has to be asked for by the clock. */
  readonly everyMs: number;
  /** Another number after each change. */
  readonly version: number;
}

/** Tells of each change to the list of a filter. */
export function useChanges(filter: ObjectFilter | undefined): Changes {
  const key = filter && JSON.stringify(filter);
  // The graph tells no changes of a list that labels of clusters select.
  return useStream(key?.includes('"clusterLabels":') ? undefined : key, (key, on) =>
    follow(ChangesDocument, { filter: JSON.parse(key) as ObjectFilter }, on),
  );
}

/**
 * Opens a stream of changes for a key, and counts its payloads. A stream is held open while the page is looked at:
 * browsers have six connections to one origin. The first payload tells where the stream begins; what changed before
 * that is asked for once.
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
 * Keeps a stream open while the page is looked at, and opens it again a while after it has ended.
 * @param open Opens it, calls its argument when the stream has ended, and returns what closes it
 * @param goesOn Whether to open it
 * @returns what closes it for good
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
 * Calls `refresh` again and again, one at a time; at once with another version, and when the page is looked at again or
 * the network is back.
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
    // What is under way may have been answered before the change.
    running.current = running.current.then(async () => {
      const wait = followed.current.at + CHANGES_APART_MS - performance.now();
      if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait));
      followed.current = { waits: false, at: performance.now() };
      await latest.current();
    });
  }, [version]);
}
