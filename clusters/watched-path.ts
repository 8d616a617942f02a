/**
 * Notifies when a file or a directory may have changed. Watches the containing directory, so that replaced files (an
 * editor's rename, or the `..data` link by which kubelet replaces all files of a mounted Secret at once) are noticed at
 * once; and notifies every few seconds anyway, for links that lead elsewhere and file systems without events. The
 * reader finds out whether anything differs.
 */
import { watch, type FSWatcher } from 'node:fs';

const LOOK_EVERY_MS = 5_000;
/** Writers of a file cause several events; readers want the last one. */
const SETTLE_MS = 50;

export function watchDirectory(
  directory: string,
  mayHaveChanged: () => void,
  lookEveryMs = LOOK_EVERY_MS,
): { close(): void } {
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
      // It does not exist (yet), or cannot be watched: the timer covers this.
    }
  };
  const close = () => {
    watcher?.close();
    watcher = undefined;
  };
  open();
  // Reopened each time: a directory that was removed and recreated is another one.
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
