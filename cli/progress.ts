/** The collector's progress on the terminal: one line that rewrites itself on a TTY, one line per change of phase otherwise. */
import type { ClusterProgress } from '../collector/session.ts';

export function terminalProgress(stream: NodeJS.WriteStream): { show(progress: ClusterProgress): void; end(): void } {
  const clusters = new Map<string, ClusterProgress>();
  let last = '';
  return {
    show(progress) {
      clusters.set(progress.cluster, progress);
      const all = [...clusters.values()];
      const synced = all.filter(({ phase }) => phase === 'synced').length;
      const busy = all.find(({ phase }) => phase === 'listing');
      const line = `indexing ${synced}/${all.length} clusters${busy ? ` · ${busy.cluster}: listing ${busy.kindsListed}/${busy.kindsTotal} kinds` : ''}`;
      if (line === last) return;
      last = line;
      if (stream.isTTY) stream.write(`\r\x1b[2K${line}`);
      else if (progress.phase !== 'listing')
        stream.write(`${progress.cluster}: ${progress.phase}${progress.reason ? ` (${progress.reason})` : ''}\n`);
    },
    end() {
      if (stream.isTTY && last) stream.write('\r\x1b[2K');
      last = '';
    },
  };
}
