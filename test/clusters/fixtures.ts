/**
 * Sources whose content a test sets, kubeconfigs of clusters that receive no requests, and the resulting registrations.
 */
import { ClusterSources, type FollowOptions, type KeyedSource } from '../../clusters/follow-sources.ts';
import { ClusterRegistry } from '../../clusters/registry.ts';
import { fingerprintOf, type Candidate, type ClusterSource, type SourceState } from '../../clusters/source.ts';
import { KubeconfigError } from '../../kubernetes/kubeconfig-error.ts';
import type { Logger } from '../../telemetry/log.ts';

export const POLICY = {
  identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
  authorization: 'rbac',
} as const;

/** A log that records its lines. */
export class RecordedLog {
  readonly lines: { level: string; fields: Record<string, unknown>; words: string }[] = [];

  get logger(): Logger {
    const write =
      (level: string) =>
      (first: Record<string, unknown> | string, words = '') =>
        this.lines.push(
          typeof first === 'string' ? { level, fields: {}, words: first } : { level, fields: first, words },
        );
    const logger = {
      debug: write('debug'),
      info: write('info'),
      warn: write('warn'),
      error: write('error'),
      child: () => logger,
    };
    return logger as unknown as Logger;
  }

  get text(): string {
    return this.lines.map(line => JSON.stringify(line)).join('\n');
  }
}

/** A source whose content the test sets. */
export class ScriptedSource implements ClusterSource {
  readonly type: string;
  readonly title: string;
  problem: string | undefined;
  isClosed = false;
  #state: SourceState | undefined;
  #changed = () => {};

  constructor(title: string, type = 'secrets') {
    this.title = title;
    this.type = type;
  }

  start(changed: () => void): void {
    this.#changed = changed;
  }

  state(): SourceState | undefined {
    return this.#state;
  }

  says(candidates: readonly Candidate[], problems: SourceState['problems'] = []): void {
    this.#state = { candidates, problems };
    this.#changed();
  }

  failsWith(problem: string | undefined): void {
    this.problem = problem;
    this.#changed();
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  get keyed(): KeyedSource {
    return { key: this.title, source: () => this };
  }
}

export interface ScriptedCluster extends Partial<Candidate> {
  readonly server?: string;
  readonly token?: string;
  readonly ca?: string;
  /** Reason why the registration cannot be used. */
  readonly broken?: string;
}

export function candidate(
  name: string,
  { server = `https://${name}.example`, token = 't', ca, broken, ...more }: ScriptedCluster = {},
): Candidate {
  return {
    ...POLICY,
    ...{ name, labels: {}, origin: `the file of ${name}`, fingerprint: fingerprintOf(server, token, ca, broken) },
    target: async () => {
      if (broken !== undefined) throw new KubeconfigError(broken);
      const credentials = async () => ({ authorization: `Bearer ${token}` });
      return { cluster: name, server, credentials, ...(ca !== undefined && { tls: { ca } }) };
    },
    ...more,
  };
}

export class Followed implements AsyncDisposable {
  readonly registry = new ClusterRegistry();
  readonly log = new RecordedLog();
  readonly sources: ClusterSources;
  /** Changes that the registry reported, oldest first. */
  readonly reported: string[] = [];

  constructor({ maxClusters = 100, ...store }: { maxClusters?: number } & Pick<FollowOptions, 'registrants'> = {}) {
    const { registry } = this;
    this.sources = new ClusterSources({
      registry,
      maxClusters,
      leafConcurrency: 2,
      renewTokens: false,
      log: this.log.logger,
      ...store,
    });
    registry.subscribe({
      added: ({ name }) => this.reported.push(`+${name}`),
      replaced: ({ name }) => this.reported.push(`=${name}`),
      removed: ({ name }) => this.reported.push(`-${name}`),
    });
  }

  get names(): string {
    return this.registry
      .list()
      .map(({ name }) => name)
      .sort()
      .join();
  }

  get problems(): string[] {
    return this.sources.problems.map(({ source, origin, message }) =>
      [source, origin, message].filter(Boolean).join(': '),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sources.close();
    await this.registry.close();
  }
}
