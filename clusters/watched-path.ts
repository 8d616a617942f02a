/**
 * Notifies when a file or a directory may have changed. Watches the containing directory, because editors and kubelet
 * replace files: editors rename a new file, and kubelet changes the link `..data` of a mounted Secret. Also notifies
 * every 5 seconds, for links to other directories and for file systems without events. The caller must compare the
 * content.
 */
import { watch, type FSWatcher } from 'node:fs';

const LOOK_EVERY_MS = 5_000;
/**
 * Delay in milliseconds from the first event to the notification. Writing a file causes several events, and the delay
 * combines them.
 */
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
      // The directory does not exist or cannot be watched. The timer still notifies.
    }
  };
  const close = () => {
    watcher?.close();
    watcher = undefined;
  };
  open();
  // Open the watch again each time, since the directory may have been removed and created again.
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
