/**
 * Reloads the configuration when its file changes and on SIGHUP, while requests continue. Replaces clusters, their
 * sources and static tokens. Other settings keep their values until a restart, and the log names these settings if they
 * changed. An invalid file changes nothing.
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { watchDirectory } from '../../clusters/watched-path.ts';
import type { Config } from '../../config/schema.ts';
import type { Logger } from '../../telemetry/log.ts';
import { messageOf } from '../../kubernetes/errors.ts';
import { UsageError } from '../usage-error.ts';

export interface ReloadOptions {
  /** Configuration with which the process was started. */
  readonly config: Config;
  /** Path of the file. If undefined, only SIGHUP reloads. */
  readonly file: string | undefined;
  /** @throws if the configuration is unusable */
  readonly load: () => Config;
  /**
   * Applies the settings that can change at run time. If it throws, no setting has changed. Other settings keep their
   * initial values.
   */
  readonly apply: (config: Config) => void;
  readonly log: Logger;
  readonly signals?: Pick<NodeJS.Process, 'on' | 'off'>;
}

/** Returns a function that stops the reloads. */
export function followConfig({ config, file, load, apply, log, signals = process }: ReloadOptions): () => void {
  /** Configuration with which the process runs now. */
  let running = config;
  let problem: string | undefined;
  let fixedBefore = '';
  const reload = (requested: boolean) => {
    try {
      const next = load();
      const changed = changedKeys(running, next);
      const taken = changed.filter(isReloadable);
      const fixed = changed.filter(key => !isReloadable(key));
      const then = afterReload(running, next);
      if (taken.length > 0) apply(then);
      running = then;
      problem = undefined;
      if (taken.length > 0) log.info({ changed: taken }, 'the configuration was reloaded');
      else if (requested) log.info('the configuration was read again; nothing that is taken at run time has changed');
      if (fixed.length > 0 && (requested || fixed.join() !== fixedBefore))
        log.warn({ keys: fixed }, 'these settings have changed and are taken at the next start only');
      fixedBefore = fixed.join();
    } catch (error) {
      const reason = messageOf(error);
      if (requested || reason !== problem)
        log.error({ reason }, 'the configuration cannot be used; what runs stays as it is');
      problem = reason;
    }
  };
  let text = textOf(file);
  const look = () => {
    const now = textOf(file);
    if (now === text) return;
    text = now;
    reload(false);
  };
  const onSignal = () => reload(true);
  signals.on('SIGHUP', onSignal);
  const watcher = file === undefined ? undefined : watchDirectory(dirname(resolve(file)), look);
  return () => {
    watcher?.close();
    signals.off('SIGHUP', onSignal);
  };
}

const MAX_NAMED = 10;

/**
 * Refuses a reload that removes more than half of the clusters. A failed template or an editor may have emptied or cut
 * the file, and the reload would remove the fleet. A restart can remove any number of clusters.
 * @throws UsageError
 */
export function refuseLoss(lost: readonly string[], registered: number): void {
  if (2 * lost.length <= registered) return;
  const named = lost.slice(0, MAX_NAMED).join(', ');
  const more = lost.length > MAX_NAMED ? ` and ${lost.length - MAX_NAMED} more` : '';
  throw new UsageError(
    `It would remove ${lost.length} of ${registered} clusters: ${named}${more}. A reload removes at most half of them. If this is meant, restart fleetgraph with this configuration; if not, put the clusters back.`,
  );
}

/**
 * Returns changed keys such as `clusters` or `server.port`. The key is `authentication.tokens` if only static tokens
 * differ.
 */
export function changedKeys(before: Config, after: Config): string[] {
  const keys: string[] = [];
  for (const key of Object.keys(after) as (keyof Config)[]) {
    const [a, b]: unknown[] = [before[key], after[key]];
    if (!differs(a, b)) continue;
    if (key === 'authentication') keys.push(differs(withoutTokens(before), withoutTokens(after)) ? key : TOKENS);
    else if (isSection(a) && isSection(b))
      keys.push(
        ...Object.keys({ ...a, ...b })
          .filter(inner => differs(a[inner], b[inner]))
          .map(inner => `${key}.${inner}`),
      );
    else keys.push(key);
  }
  return keys;
}

/** Returns undefined if the file cannot be read. */
function textOf(file: string | undefined): string | undefined {
  try {
    return file === undefined ? undefined : readFileSync(file, 'utf8');
  } catch {
    return undefined; // `load` reports the reason
  }
}

const TOKENS = 'authentication.tokens';
const RELOADABLE = ['clusters', 'clusterSources', TOKENS];

function isReloadable(key: string): boolean {
  return RELOADABLE.includes(key);
}

/**
 * The configuration after a reload. Settings that can change at run time have new values. All other settings have their
 * initial values.
 */
function afterReload(running: Config, next: Config): Config {
  const { clusters, clusterSources } = next;
  const { authentication } = differs(withoutTokens(running), withoutTokens(next)) ? running : next;
  return { ...running, clusters, clusterSources, authentication };
}

function withoutTokens({ authentication }: Config): unknown {
  return authentication.map(entry => (entry.type === 'static' ? { type: entry.type } : entry));
}

function differs(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}

function isSection(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
