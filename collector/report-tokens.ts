/**
 * Tokens of agents: the cluster that a token reports for.
 *
 * Who attacks: a stranger who guesses tokens or measures times, and an agent that reports for another cluster. What
 * stops them: tokens have at least 32 characters. They are found by a digest whose key nobody outside of this process
 * knows. So the time of an answer does not reveal a token. If two clusters have the same token, it is valid for
 * neither. What remains: anybody who has the token of a cluster can report for it.
 *
 * Token files are reread every few seconds while requests come, so that a token can be replaced without a restart.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ClusterRegistry, Registered } from '../clusters/registry.ts';
import type { Logger } from '../telemetry/log.ts';

export const MIN_TOKEN_LENGTH = 32;
/** Maximum characters of a token. A request with a longer token is refused. */
const MAX_TOKEN_LENGTH = 8_192;
const READ_EVERY_MS = 5_000;

export interface ReportTokensOptions {
  readonly registry: Pick<ClusterRegistry, 'get' | 'list' | 'revision'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Pick<Logger, 'warn'>;
  /** Clock with monotonic milliseconds. @default performance.now */
  readonly clock?: () => number;
}

interface Known {
  readonly digest: Buffer;
  readonly cluster: string;
}

export class ReportTokens {
  readonly #options: ReportTokensOptions;
  readonly #clock: () => number;
  readonly #key = randomBytes(32);
  #known: ReadonlyMap<string, Known> = new Map();
  #readAt = -Infinity;
  #revision: number | undefined;
  #reading: Promise<void> | undefined;
  /** Logged problems, by cluster and place of the token, or by the clusters that share a token. */
  #reported: ReadonlyMap<string, string> = new Map();

  constructor(options: ReportTokensOptions) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
  }

  /** The cluster that a token reports for. Undefined if no cluster, or more than one cluster, has the token. */
  async clusterOf(token: string): Promise<Registered | undefined> {
    const { registry } = this.#options;
    if (token.length < MIN_TOKEN_LENGTH || token.length > MAX_TOKEN_LENGTH) return undefined;
    const isOld = this.#revision !== registry.revision || this.#clock() - this.#readAt >= READ_EVERY_MS;
    if (isOld) await (this.#reading ??= this.#read().finally(() => (this.#reading = undefined)));
    const digest = this.#digestOf(token);
    const known = this.#known.get(digest.toString('base64'));
    if (!known || !timingSafeEqual(known.digest, digest)) return undefined;
    const registration = registry.get(known.cluster);
    return registration?.push && registration;
  }

  async #read(): Promise<void> {
    const { registry } = this.#options;
    const revision = registry.revision;
    const problems = new Map<string, string>();
    const found: Known[] = [];
    for (const { name, push } of registry.list()) {
      for (const source of push?.tokens ?? []) {
        const place = `${name}: ${source.file ?? source.env ?? ''}`;
        const token = await this.#tokenIn(source);
        if ('problem' in token) problems.set(place, token.problem);
        else found.push({ digest: this.#digestOf(token.text), cluster: name });
      }
    }
    const owners = Map.groupBy(found, ({ digest }) => digest.toString('base64'));
    const known = new Map<string, Known>();
    for (const [digest, all] of owners) {
      const clusters = [...new Set(all.map(({ cluster }) => cluster))];
      if (clusters.length === 1) known.set(digest, all[0]!);
      else
        problems.set(
          clusters.join(),
          'these clusters have the same token, so it counts for none of them; give each its own',
        );
    }
    this.#tell(problems);
    this.#known = known;
    this.#revision = revision;
    this.#readAt = this.#clock();
  }

  async #tokenIn({
    env,
    file,
  }: {
    readonly env?: string | undefined;
    readonly file?: string | undefined;
  }): Promise<{ readonly text: string } | { readonly problem: string }> {
    let text: string | undefined;
    if (file !== undefined) {
      try {
        text = await readFile(file, 'utf8');
      } catch (error) {
        return { problem: `the file cannot be read (${(error as NodeJS.ErrnoException).code})` };
      }
    } else text = this.#options.env[env ?? ''];
    if (text === undefined) return { problem: 'there is no such environment variable' };
    const token = text.trim();
    if (token.length < MIN_TOKEN_LENGTH || token.length > MAX_TOKEN_LENGTH)
      return {
        problem: `a token has ${MIN_TOKEN_LENGTH} to ${MAX_TOKEN_LENGTH} characters, and this one has ${token.length}`,
      };
    return { text: token };
  }

  #tell(problems: ReadonlyMap<string, string>): void {
    for (const [place, problem] of problems)
      if (this.#reported.get(place) !== problem)
        this.#options.log.warn({ token: place, problem }, 'a token of an agent cannot be used');
    this.#reported = problems;
  }

  #digestOf(token: string): Buffer {
    return createHmac('sha256', this.#key).update(token).digest();
  }
}
