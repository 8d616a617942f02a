/**
 * Tells when a file or a directory may have changed. It watches the directory that names it, so that files which are replaced (an editor's rename, or the
 * `..data` link by which kubelet exchanges all files of a mounted Secret at once) are noticed at once; and it tells every few seconds anyway, for links that
 * lead elsewhere and file systems that say nothing. The reader finds out whether anything is different.
 */
import { watch, type FSWatcher } from 'node:fs';

const LOOK_EVERY_MS = 5_000;
/** Writers of a file make several events; readers want the last one. */
const SETTLE_MS = 50;

export function watchDirectory(directory: string, mayHaveChanged: () => void, lookEveryMs = LOOK_EVERY_MS): { close(): void } {
  let watcher: FSWatcher | undefined;
  let settling: NodeJS.Timeout | undefined;
  const soon = () => {
    settling ??= setTimeout(() => {
      settling = undefined;
      mayHaveChanged();
    }, SETTLE_MS);
  };
  const open = () => {
    if (watcher) return;
    try {
      watcher = watch(directory, { persistent: false }, soon);
      watcher.on('error', () => close());
    } catch {
      // It is not there (yet), or cannot be watched: the timer does it.
    }
  };
  const close = () => {
    watcher?.close();
    watcher = undefined;
  };
  open();
  // Opened anew each time: a directory that was removed and made again is another one.
  const timer = setInterval(() => {
    close();
    open();
    mayHaveChanged();
  }, lookEveryMs);
  timer.unref();
  return {
    close() {
      clearInterval(timer);
      clearTimeout(settling);
      close();
    },
  };
}
