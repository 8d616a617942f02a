/**
 * Shows on the terminal how far the collector is with the first index. A TTY gets one line that is overwritten. Other
 * outputs get lines such as `leaf-07: synced`, but none in the phase `listing`.
 */
import type { ClusterProgress } from '../../collector/cluster-status.ts';

export function terminalProgress(stream: NodeJS.WriteStream): { show(progress: ClusterProgress): void; end(): void } {
  const clusters = new Map<string, ClusterProgress>();
  const complete = new Set<string>();
  let last = '';
  return {
    show(progress) {
      if (complete.has(progress.cluster)) return; // later changes are in coverage and in the log
      if (progress.phase === 'synced') complete.add(progress.cluster);
      clusters.set(progress.cluster, progress);
      const all = [...clusters.values()];
      const synced = all.filter(({ phase }) => phase === 'synced').length;
      const busy = all.find(({ phase }) => phase === 'listing');
      const line = `indexing ${synced}/${all.length} clusters${busy ? ` · ${busy.cluster}: listing ${busy.kindsListed}/${busy.kindsTotal} kinds` : ''}`;
      if (line === last) return;
      last = line;
      if (stream.isTTY) stream.write(`\r\x1b[2K${line}${synced === all.length ? '\n' : ''}`);
      else if (progress.phase !== 'listing') stream.write(`${about(progress)}\n`);
    },
    end() {
      if (stream.isTTY && last) stream.write('\r\x1b[2K');
      last = '';
    },
  };
}

/** Adds the cluster's name, unless the reason already starts with it. */
function about({ cluster, phase, reason }: ClusterProgress): string {
  return reason.startsWith(`${cluster}: `) ? reason : `${cluster}: ${reason || phase}`;
}
