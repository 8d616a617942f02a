/**
 * Shows the collector's progress with the first index on the terminal: one line that rewrites itself on a TTY, one line
 * per change of phase otherwise.
 */
import type { ClusterProgress } from '../../collector/cluster-status.ts';

export function terminalProgress(stream: NodeJS.WriteStream): { show(progress: ClusterProgress): void; end(): void } {
  const clusters = new Map<string, ClusterProgress>();
  const complete = new Set<string>();
  let last = '';
  return {
    show(progress) {
      if (complete.has(progress.cluster)) return; // coverage and the log report everything later
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

/** Reasons from a leaf's client start with the cluster's name. */
function about({ cluster, phase, reason }: ClusterProgress): string {
  return reason.startsWith(`${cluster}: `) ? reason : `${cluster}: ${reason || phase}`;
}
