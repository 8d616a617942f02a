/**
 * Makes the registry say what the sources say: adds, replaces and removes clusters while the process runs.
 *
 * Sources come in an order, and the first that names a cluster has it. What cannot be used is left out and told (`problems`, the log); a cluster that is there
 * stays as it is meanwhile. A cluster goes only when the source that named it says so: not because a hub is away, or a file is broken. New credentials reach the
 * client that is there; another server or authority is another cluster, of which nothing is known.
 */
import { leafTurns } from '../async/fair-turns.ts';
import { clusterNameProblem } from '../schema/cluster-name.ts';
import { KubeconfigError, KubeconfigNotAllowedError } from '../kubernetes/kubeconfig-error.ts';
import type { ClusterTarget } from '../kubernetes/transport.ts';
import { isSameCluster, isSameConnection, openCluster, type OpenedCluster, type OpenOptions } from './opened-cluster.ts';
import type { ClusterRegistry, Registration } from './registry.ts';
import { fingerprintOf, type Candidate, type ClusterSource, type ProblemCause, type SourceProblem, type SourceType } from './source.ts';
import { messageOf } from '../kubernetes/errors.ts';

export interface FollowOptions extends OpenOptions {
  readonly registry: ClusterRegistry;
  /** Most clusters of all sources together. */
  readonly maxClusters: number;
}

/** A source, and what tells it from others: two with the same key say the same. */
export interface KeyedSource {
  readonly key: string;
  readonly source: () => ClusterSource;
}

export interface SourcesProblem extends Required<Omit<SourceProblem, 'cluster'>> {
  /** The source's title. */
  readonly source: string;
  readonly type: SourceType;
  /** The name of the cluster, where it has come so far. */
  readonly cluster: string | undefined;
}

/** What names a registered cluster. */
export interface ClusterOrigin {
  readonly type: SourceType;
  readonly origin: string;
}

interface Unusable {
  readonly cause: ProblemCause;
  readonly message: string;
}

/** A cluster that is registered for a source. */
interface Kept {
  readonly key: string;
  readonly candidate: Candidate;
  readonly opened: OpenedCluster;
}

interface Followed {
  readonly key: string;
  readonly source: ClusterSource;
}

/** Changes that come together are taken together. */
const GATHER_MS = 20;
/** What could not be used may be mended where its fingerprint does not show it: a file that a kubeconfig names. */
const RETRY_MS = 30_000;

export class ClusterSources {
  readonly #options: FollowOptions;
  readonly #kept = new Map<string, Kept>();
  /** By source, origin and name: what could not be used, and when it was tried. */
  readonly #failed = new Map<string, { readonly fingerprint: string; readonly why: Unusable; readonly at: number }>();
  #followed: readonly Followed[] = [];
  #problems: readonly SourcesProblem[] = [];
  #revision = 0;
  #round: Promise<void> = Promise.resolve();
  #due: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;
  #waiting: (() => void)[] = [];

  constructor(options: FollowOptions) {
    this.#options = options;
    options.registry.isComplete = false;
  }

  /** What is left out, or cannot be read, at the moment. */
  get problems(): readonly SourcesProblem[] {
    return this.#problems;
  }

  /** Grows when `problems` are others. */
  get revision(): number {
    return this.#revision;
  }

  /** Undefined where the cluster is not registered by these sources. */
  originOf(name: string): ClusterOrigin | undefined {
    const kept = this.#kept.get(name);
    const type = this.#followed.find(({ key }) => key === kept?.key)?.source.type;
    return kept && type && { type, origin: kept.candidate.origin };
  }

  /** Follows these from now on, in this order; sources of before that are not among them end, and with them what only they named. */
  follow(sources: readonly KeyedSource[]): void {
    const before = new Map(this.#followed.map(followed => [followed.key, followed]));
    this.#followed = sources.map(({ key, source }) => before.get(key) ?? { key, source: source() });
    for (const followed of this.#followed) if (!before.delete(followed.key)) followed.source.start(() => this.#changed());
    for (const { source } of before.values()) void source.close();
    this.#changed();
  }

  /** Resolves when the clusters of every source that can be read are registered, or after the time. */
  async settled(withinMs: number): Promise<void> {
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, withinMs);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Ends the sources; the clusters stay registered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#due);
    clearTimeout(this.#retry);
    await Promise.all(this.#followed.map(({ source }) => source.close()));
    await this.#round;
  }

  #changed(): void {
    if (this.#isClosed) return;
    this.#due ??= setTimeout(() => {
      this.#due = undefined;
      this.#round = this.#round
        .then(() => this.#reconcile())
        .catch((error: unknown) =>
          this.#options.log.error({ error: messageOf(error) }, 'the clusters of the sources cannot be registered'),
        );
    }, GATHER_MS);
  }

  async #reconcile(): Promise<void> {
    const { registry, log } = this.#options;
    const followed = this.#followed;
    const problems: SourcesProblem[] = [];
    const wanted = this.#wanted(followed, problems);
    const isComplete = followed.every(({ source }) => source.state() !== undefined);
    const gone = [...this.#kept].filter(([name, kept]) => !wanted.has(name) && !this.#mayComeBack(kept, followed, isComplete));
    for (const [name] of gone) {
      this.#kept.delete(name);
      void registry.remove(name);
      log.info({ cluster: name }, 'the cluster is not registered any more');
    }
    for (const { key, source, candidate } of wanted.values()) {
      await leafTurns.take('sources of clusters');
      if (this.#isClosed) return;
      const why = await this.#register(key, candidate);
      const { name: cluster, origin } = candidate;
      if (why) problems.push({ source: source.title, type: source.type, origin, cluster, ...why });
    }
    this.#tell(problems);
    if (followed !== this.#followed) return;
    if (isComplete) registry.isComplete = true;
    if (followed.every(({ source }) => source.state() !== undefined || source.problem !== undefined))
      for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** By name, of the first source that has it. */
  #wanted(followed: readonly Followed[], problems: SourcesProblem[]): Map<string, Followed & { candidate: Candidate }> {
    const { maxClusters } = this.#options;
    const wanted = new Map<string, Followed & { candidate: Candidate }>();
    let tooMany = 0;
    for (const { key, source } of followed) {
      const told = (cause: ProblemCause, origin: string, message: string, cluster?: string) =>
        problems.push({ source: source.title, type: source.type, cause, origin, cluster, message });
      if (source.problem !== undefined) told('SOURCE_UNREADABLE', '', source.problem);
      const { candidates = [], problems: own = [] } = source.state() ?? {};
      for (const { origin, cluster, cause = 'UNUSABLE', message } of own) told(cause, origin, message, cluster);
      for (const candidate of candidates) {
        const { name, origin } = candidate;
        const taken = wanted.get(name);
        const problem = clusterNameProblem(name);
        if (problem !== undefined) told('NAME_INVALID', origin, `${JSON.stringify(name.slice(0, 260))} cannot be its name: ${problem}.`);
        else if (taken)
          told(
            'NAME_TAKEN',
            origin,
            `"${name}" is the cluster of ${taken.candidate.origin} (${taken.source.title}); this one is left out.`,
            name,
          );
        else if (wanted.size >= maxClusters) tooMany++;
        else wanted.set(name, { key, source, candidate });
      }
      if (tooMany > 0) told('TOO_MANY', '', `${tooMany} clusters are left out: there are more than limits.clusters, ${maxClusters}.`);
      tooMany = 0;
    }
    return wanted;
  }

  /** Whether no source has said yet that a cluster is gone. */
  #mayComeBack({ key, candidate }: Kept, followed: readonly Followed[], isComplete: boolean): boolean {
    const owner = followed.find(entry => entry.key === key);
    // Perhaps another source names it that has not read everything.
    if (!owner) return !isComplete;
    const state = owner.source.state();
    return !state || owner.source.problem !== undefined || state.problems.some(({ origin }) => origin === candidate.origin);
  }

  /** Returns why the cluster cannot be used, and leaves what was there. */
  async #register(key: string, candidate: Candidate): Promise<Unusable | undefined> {
    const { name, origin, fingerprint } = candidate;
    const { registry } = this.#options;
    const kept = this.#kept.get(name);
    if (!kept && registry.get(name)) return { cause: 'NAME_TAKEN', message: `a cluster named "${name}" is registered already.` };
    if (kept?.candidate.fingerprint === fingerprint) {
      if (facts(kept.candidate) !== facts(candidate)) await registry.replace(registrationOf(candidate, kept.opened));
      this.#kept.set(name, { ...kept, key, candidate });
      return undefined;
    }
    const failure = fingerprintOf(key, origin, name);
    const failed = this.#failed.get(failure);
    if (failed?.fingerprint === fingerprint && performance.now() - failed.at < RETRY_MS) return failed.why;
    try {
      const target = await candidate.target();
      this.#failed.delete(failure);
      this.#kept.set(name, { key, candidate, opened: await this.#open(candidate, target, kept?.opened) });
      return undefined;
    } catch (error) {
      if (!(error instanceof KubeconfigError))
        this.#options.log.error({ cluster: name, error: messageOf(error) }, 'a cluster cannot be registered');
      // Only our own errors are certain to quote nothing.
      const message = error instanceof KubeconfigError ? withoutOrigin(error.message, origin) : 'it cannot be used.';
      const why = { cause: error instanceof KubeconfigNotAllowedError ? ('NOT_ALLOWED' as const) : ('UNUSABLE' as const), message };
      this.#failed.set(failure, { fingerprint, why, at: performance.now() });
      return why;
    }
  }

  async #open(candidate: Candidate, target: ClusterTarget, before: OpenedCluster | undefined): Promise<OpenedCluster> {
    const { registry, log } = this.#options;
    const { name } = candidate;
    if (before && isSameConnection(before.target, target)) {
      before.exchangeCredentials(target);
      await registry.replace(registrationOf(candidate, before));
      log.info({ cluster: name }, 'the cluster has other credentials');
      return before;
    }
    const opened = openCluster(target, this.#options);
    if (before && isSameCluster(before.target, target)) {
      await registry.replace(registrationOf(candidate, opened));
      log.info({ cluster: name }, 'the cluster is reached in another way');
      return opened;
    }
    if (before) await registry.remove(name);
    registry.add(registrationOf(candidate, opened));
    log.info(
      { cluster: name, origin: candidate.origin },
      before ? 'another cluster is registered under the name' : 'the cluster is registered',
    );
    return opened;
  }

  /** Logs what has changed of them. */
  #tell(problems: readonly SourcesProblem[]): void {
    const line = ({ source, origin, message }: SourcesProblem) => JSON.stringify([source, origin, message]);
    const known = new Set(this.#problems.map(line));
    const now = new Set(problems.map(line));
    const { log } = this.#options;
    for (const problem of problems) if (!known.has(line(problem))) log.warn({ ...problem }, 'a source of clusters has a problem');
    for (const problem of this.#problems)
      if (!now.has(line(problem))) log.info({ ...problem }, 'a source of clusters no longer has this problem');
    if (problems.length !== this.#problems.length || problems.some(problem => !known.has(line(problem)))) this.#revision++;
    this.#problems = problems;
    clearTimeout(this.#retry);
    if (this.#failed.size === 0 || this.#isClosed) return;
    for (const [key, { at }] of this.#failed) if (performance.now() - at > 2 * RETRY_MS) this.#failed.delete(key);
    this.#retry = setTimeout(() => this.#changed(), RETRY_MS).unref();
  }
}

/** What of a candidate is in its registration, besides the way to it. */
function facts({ labels, identity, authorization }: Candidate): string {
  return fingerprintOf(Object.entries(labels).toSorted(), identity, authorization);
}

function registrationOf({ name, identity, authorization, labels }: Candidate, { client, target }: OpenedCluster): Registration {
  return { name, identity, authorization, labels, client, target };
}

function withoutOrigin(message: string, origin: string): string {
  return message.startsWith(`${origin}: `) ? message.slice(origin.length + 2) : message;
}
