/**
 * Keeps the registry equal to the sources: adds, replaces and removes clusters while the process runs.
 *
 * names.ts decides which registration gets which name. Unusable registrations are skipped and reported in `problems`
 * and the log. If a registration becomes unusable, its running cluster stays. A cluster is removed if its source no
 * longer names it, or if its name goes to another registration. An unreachable hub or a broken file removes nothing.
 * New credentials are passed to the existing client. A new server or certificate authority makes a new cluster.
 */
import { leafTurns } from '../async/fair-turns.ts';
import { KubeconfigError, KubeconfigNotAllowedError } from '../kubernetes/kubeconfig-error.ts';
import type { KubernetesClient } from '../kubernetes/client.ts';
import type { ClusterTarget } from '../kubernetes/transport.ts';
import { undialledClient } from '../kubernetes/undialled-client.ts';
import { decideNames, type Names, type ReadSource } from './names.ts';
import {
  isSameCluster,
  isSameConnection,
  openCluster,
  type OpenedCluster,
  type OpenOptions,
} from './opened-cluster.ts';
import type { ClusterRegistry, Registration } from './registry.ts';
import { fingerprintOf, type Candidate, type ClusterSource, type ProblemCause, type SourceProblem } from './source.ts';
import { messageOf } from '../kubernetes/errors.ts';

export interface FollowOptions extends OpenOptions {
  readonly registry: ClusterRegistry;
  /** Maximum number of clusters, over all sources. */
  readonly maxClusters: number;
  /**
   * Returns from the store the registrant (names.ts) of each cluster name. Without this function, names do not survive
   * a restart. @default none
   */
  readonly registrants?: () => Promise<ReadonlyMap<string, string>>;
}

/** A source and its key. Sources with equal keys have equal configurations. */
export interface KeyedSource {
  readonly key: string;
  /**
   * Identifies what the source reads: a path, or the kubeconfig, context and namespace of a hub. Registrations keep
   * their names while the place is unchanged. @default `key`
   */
  readonly place?: string;
  /** All names that the source can use. Undefined if they are known only after reading. */
  readonly names?: readonly string[];
  readonly source: () => ClusterSource;
}

export interface SourcesProblem extends Required<Omit<SourceProblem, 'cluster'>> {
  /** Title of the source. */
  readonly source: string;
  readonly type: string;
  /** Name of the cluster. Undefined if the problem occurred before the name was known. */
  readonly cluster: string | undefined;
}

export interface ClusterOrigin {
  /** Type of the source that registers the cluster. */
  readonly type: string;
  /** File or hub object that names the cluster. */
  readonly origin: string;
}

interface Unusable {
  readonly cause: ProblemCause;
  readonly message: string;
}

/** The registration that currently has a cluster name. RunningName in names.ts describes `over`. */
interface Holding {
  readonly registrant: string;
  readonly over: string | undefined;
  readonly since: number;
  readonly from: Followed;
}

/** A cluster that a source registered. */
interface Kept extends Holding {
  readonly origin: string;
  readonly candidate: Candidate;
  readonly opened: OpenedCluster | Undialled;
}

/** A cluster that fleetgraph never connects to. */
interface Undialled {
  readonly client: KubernetesClient;
  readonly target?: undefined;
}

interface Followed extends Pick<KeyedSource, 'key' | 'names'> {
  readonly place: string;
  readonly source: ClusterSource;
}

interface Read extends ReadSource {
  readonly followed: Followed;
}

/** Changes within this number of milliseconds are handled together. */
const GATHER_MS = 20;
/** Maximum time that the start waits for an unreachable hub, in milliseconds. */
export const START_MS = 5_000;
/** Milliseconds between two reads of the store before the first successful read. */
const STORE_RETRY_MS = 1_000;
/** Milliseconds between two reads of the store after the first successful read. */
const STORE_REREAD_MS = 5_000;
/** Maximum milliseconds for which the old registrant in the store is ignored after a name gets a new registrant. */
const STORED_WITHIN_MS = 60_000;
/**
 * Milliseconds between two attempts to use an unusable registration whose fingerprint is unchanged. Its kubeconfig may
 * name a file, and a fix in this file does not change the fingerprint.
 */
const RETRY_MS = 30_000;

export class ClusterSources {
  readonly #options: FollowOptions;
  readonly #kept = new Map<string, Kept>();
  /**
   * Last attempt at each unusable registration. The key is made from source, origin and name. `at` is from
   * performance.now().
   */
  readonly #failed = new Map<string, { readonly fingerprint: string; readonly why: Unusable; readonly at: number }>();
  #followed: readonly Followed[] = [];
  /** Registrants by cluster name, from the last read of the store. Includes names that this process still reserves. */
  #stored: ReadonlyMap<string, string> | undefined;
  #storeProblem: string | undefined;
  #held: ReadonlyMap<string, string> = new Map();
  #startsUntil: number | undefined;
  #problems: readonly SourcesProblem[] = [];
  #round: Promise<void> = Promise.resolve();
  #due: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #storeTimer: NodeJS.Timeout | undefined;
  #startTimer: NodeJS.Timeout | undefined;
  #isClosed = false;
  readonly #waiting = new Set<() => void>();

  constructor(options: FollowOptions) {
    this.#options = options;
    options.registry.isComplete = false;
    if (options.registrants) void this.#readStore(options.registrants);
    else this.#stored = new Map();
  }

  /** Current problems: registrations that are skipped, and sources that cannot be read. */
  get problems(): readonly SourcesProblem[] {
    return this.#problems;
  }

  /** Titles of the sources that have been neither read nor reported as a problem. */
  get silent(): readonly string[] {
    return this.#followed
      .filter(({ source }) => isSilent(source.state(), source.problem))
      .map(({ source }) => source.title);
  }

  /** True if all sources have been read without problems. */
  get isAllUsed(): boolean {
    return this.#problems.length === 0 && this.silent.length === 0;
  }

  /**
   * The type of the source that registers a cluster, and the file or hub object that names the cluster. Undefined if
   * none of the followed sources registers the cluster.
   */
  originOf(name: string): ClusterOrigin | undefined {
    const kept = this.#kept.get(name);
    return kept && { type: kept.from.source.type, origin: kept.origin };
  }

  /** Registered clusters that the new sources cannot name. Empty if this is unknown until a source is read. */
  lostBy(sources: readonly KeyedSource[]): readonly string[] {
    const followed = new Set(this.#followed.map(({ place }) => place));
    const isNew = ({ key, place = key, names }: KeyedSource) => !followed.has(place) && !names;
    if (sources.some(isNew)) return [];
    const mayName = (name: string, place: string) =>
      sources.some(({ key, place: at = key, names }) => (names ? names.includes(name) : at === place));
    return [...this.#kept].filter(([name, { from }]) => !mayName(name, from.place)).map(([name]) => name);
  }

  /**
   * Follows these sources from now on, in this order. Closes all other sources. Removes clusters that only the closed
   * sources named.
   */
  follow(sources: readonly KeyedSource[]): void {
    const before = new Map(this.#followed.map(followed => [followed.key, followed]));
    this.#followed = sources.map(
      ({ key, place = key, names, source }) =>
        before.get(key) ?? { key, place, ...(names && { names }), source: source() },
    );
    for (const followed of this.#followed)
      if (!before.delete(followed.key)) followed.source.start(() => this.#changed());
    for (const { source } of before.values()) void source.close();
    if (this.#startsUntil === undefined) {
      this.#startsUntil = performance.now() + START_MS;
      this.#startTimer = setTimeout(() => this.#changed(), START_MS + 1).unref();
    }
    this.#changed();
  }

  /**
   * Waits until the clusters of every readable source are registered. Resolves with true, or with false after
   * `withinMs` milliseconds.
   */
  async settled(withinMs: number): Promise<boolean> {
    return new Promise(resolve => {
      const timer = setTimeout(() => {
        this.#waiting.delete(isSettled);
        resolve(false);
      }, withinMs);
      const isSettled = () => {
        clearTimeout(timer);
        resolve(true);
      };
      this.#waiting.add(isSettled);
      this.#changed();
    });
  }

  /** Closes the sources. Their clusters stay registered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of [this.#due, this.#retry, this.#storeTimer, this.#startTimer]) clearTimeout(timer);
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

  /** Reads the store, and schedules the next read. If a read fails, the last result stays valid. */
  async #readStore(registrants: () => Promise<ReadonlyMap<string, string>>): Promise<void> {
    const isFirst = this.#stored === undefined;
    let problem: string | undefined;
    try {
      const read = await registrants();
      const reserved = [...this.#held].filter(([name]) => !this.#kept.has(name));
      const stored = new Map([...reserved, ...read]);
      let isOther =
        stored.size !== this.#stored?.size || [...stored].some(([name, by]) => this.#stored?.get(name) !== by);
      const now = performance.now();
      for (const [name, kept] of this.#kept) {
        // While the new registrant is not stored yet, the old one in the store (`over`) is ignored for a limited time.
        if (kept.over === undefined || (read.get(name) !== kept.registrant && now - kept.since < STORED_WITHIN_MS))
          continue;
        this.#kept.set(name, { ...kept, over: undefined });
        isOther = true;
      }
      this.#stored = stored;
      if (isOther) this.#changed();
    } catch (error) {
      problem = messageOf(error);
    }
    const isNews = isFirst && problem !== this.#storeProblem;
    this.#storeProblem = problem;
    if (isNews) this.#changed();
    if (this.#isClosed) return;
    const pause = this.#stored ? STORE_REREAD_MS : STORE_RETRY_MS;
    this.#storeTimer = setTimeout(() => void this.#readStore(registrants), pause).unref();
  }

  async #reconcile(): Promise<void> {
    const { registry, maxClusters } = this.#options;
    const waiting = [...this.#waiting];
    const followed = this.#followed;
    const sources = followed.map((entry): Read => {
      const { type, title, problem } = entry.source;
      return {
        followed: entry,
        ...{ place: entry.place, names: entry.names },
        type,
        title,
        problem,
        state: entry.source.state(),
      };
    });
    const isComplete = sources.every(({ state }) => state !== undefined);
    const stored = this.#stored;
    const isStoreKnown = stored !== undefined || this.#storeProblem !== undefined;
    const isSettled = isStoreKnown && !sources.some(({ state, problem }) => isSilent(state, problem));
    const names = decideNames(sources, {
      running: this.#kept,
      stored,
      storeProblem: this.#storeProblem,
      maxClusters,
      isStarting: performance.now() < (this.#startsUntil ?? 0),
    });
    this.#held = names.held;
    registry.reserved = names.held;
    for (const name of names.gone) this.#end(name);
    const problems = sourceProblems(sources, names);
    for (const [name, { source, candidate, registrant }] of names.named) {
      const holding = { registrant, over: stored?.get(name), since: performance.now(), from: source.followed };
      await leafTurns.take('sources of clusters');
      if (this.#isClosed) return;
      const why = await this.#register(candidate, holding);
      // The registration failed. End the cluster of the previous registration, which no longer has the name.
      if (why && this.#kept.get(name) && this.#kept.get(name)?.registrant !== registrant) this.#end(name);
      const { type, title } = source;
      if (why) problems.push({ source: title, type, origin: candidate.origin, cluster: name, ...why });
    }
    this.#tell(problems);
    if (followed !== this.#followed) return;
    if (isComplete) registry.isComplete = true;
    if (!isSettled) return;
    this.#startsUntil = 0;
    for (const resolve of waiting) if (this.#waiting.delete(resolve)) resolve();
  }

  #end(name: string): void {
    this.#kept.delete(name);
    void this.#options.registry.remove(name);
    this.#options.log.info({ cluster: name }, 'the cluster is not registered any more');
  }

  /** Registers a cluster. If it cannot be used, returns the reason and leaves the existing cluster unchanged. */
  async #register(candidate: Candidate, holding: Holding): Promise<Unusable | undefined> {
    const { name, origin, fingerprint, missing } = candidate;
    const { registry } = this.#options;
    const kept = this.#kept.get(name);
    if (missing !== undefined) return { cause: 'INCOMPLETE', message: missing };
    if (!kept && registry.get(name))
      return { cause: 'NAME_TAKEN', message: `a cluster named "${name}" is registered already.` };
    // Compare the registrant too. One source may allow what another source refuses in a kubeconfig. So an equal
    // kubeconfig of another registration is read again.
    if (kept?.registrant === holding.registrant && kept.candidate.fingerprint === fingerprint) {
      if (facts(kept.candidate) !== facts(candidate))
        await registry.replace(registrationOf(candidate, kept.opened, holding));
      this.#keep(candidate, kept.opened, holding);
      return undefined;
    }
    const failure = fingerprintOf(holding.from.key, origin, name);
    const failed = this.#failed.get(failure);
    if (failed?.fingerprint === fingerprint && performance.now() - failed.at < RETRY_MS) return failed.why;
    try {
      const target = await candidate.target(name);
      this.#failed.delete(failure);
      const opened = target
        ? await this.#open(candidate, target, kept?.opened, holding)
        : await this.#enlist(candidate, kept?.opened, holding);
      this.#keep(candidate, opened, holding);
      return undefined;
    } catch (error) {
      if (!(error instanceof KubeconfigError))
        this.#options.log.error({ cluster: name, error: messageOf(error) }, 'a cluster cannot be registered');
      // Errors other than KubeconfigError may quote secrets.
      const message = error instanceof KubeconfigError ? withoutOrigin(error.message, origin) : 'it cannot be used.';
      const why = {
        cause: error instanceof KubeconfigNotAllowedError ? ('NOT_ALLOWED' as const) : ('UNUSABLE' as const),
        message,
      };
      this.#failed.set(failure, { fingerprint, why, at: performance.now() });
      return why;
    }
  }

  #keep(candidate: Candidate, opened: OpenedCluster | Undialled, holding: Holding): void {
    const { name, origin } = candidate;
    const before = this.#kept.get(name);
    const { over, since } = before?.registrant === holding.registrant ? before : holding;
    this.#kept.set(name, { ...holding, over, since, origin, candidate, opened });
  }

  /** Registers a cluster that fleetgraph never connects to. */
  async #enlist(
    candidate: Candidate,
    before: OpenedCluster | Undialled | undefined,
    holding: Holding,
  ): Promise<Undialled> {
    const { registry, log } = this.#options;
    const { name, origin } = candidate;
    if (before && !before.target) {
      await registry.replace(registrationOf(candidate, before, holding));
      return before;
    }
    if (before) await registry.remove(name);
    const opened = { client: undialledClient(name) };
    registry.add(registrationOf(candidate, opened, holding));
    log.info({ cluster: name, origin }, 'the cluster is registered; it is never connected to');
    return opened;
  }

  async #open(
    candidate: Candidate,
    target: ClusterTarget,
    earlier: OpenedCluster | Undialled | undefined,
    holding: Holding,
  ): Promise<OpenedCluster> {
    const { registry, log } = this.#options;
    const { name } = candidate;
    const before = earlier?.target && earlier;
    if (before && isSameConnection(before.target, target)) {
      before.exchangeCredentials(target);
      await registry.replace(registrationOf(candidate, before, holding));
      log.info({ cluster: name }, 'the cluster has other credentials');
      return before;
    }
    const opened = openCluster(target, this.#options);
    if (before && isSameCluster(before.target, target)) {
      await registry.replace(registrationOf(candidate, opened, holding));
      log.info({ cluster: name }, 'the cluster is reached in another way');
      return opened;
    }
    if (earlier) await registry.remove(name);
    registry.add(registrationOf(candidate, opened, holding));
    log.info(
      { cluster: name, origin: candidate.origin },
      earlier ? 'another cluster is registered under the name' : 'the cluster is registered',
    );
    return opened;
  }

  /** Logs new and solved problems. */
  #tell(problems: readonly SourcesProblem[]): void {
    const line = ({ source, origin, message }: SourcesProblem) => JSON.stringify([source, origin, message]);
    const known = new Set(this.#problems.map(line));
    const now = new Set(problems.map(line));
    const { log } = this.#options;
    for (const problem of problems)
      if (!known.has(line(problem))) log.warn({ ...problem }, 'a source of clusters has a problem');
    for (const problem of this.#problems)
      if (!now.has(line(problem))) log.info({ ...problem }, 'a source of clusters no longer has this problem');
    this.#problems = problems;
    clearTimeout(this.#retry);
    if (this.#failed.size === 0 || this.#isClosed) return;
    for (const [key, { at }] of this.#failed) if (performance.now() - at > 2 * RETRY_MS) this.#failed.delete(key);
    this.#retry = setTimeout(() => this.#changed(), RETRY_MS).unref();
  }
}

/** Problems of the sources, and registrations that got no name. */
function sourceProblems(sources: readonly Read[], { refused }: Names<Read>): SourcesProblem[] {
  return sources.flatMap(read => {
    const { title: source, type, problem, state } = read;
    const unreadable = { source, type, cause: 'SOURCE_UNREADABLE' as const, origin: '', cluster: undefined };
    return [
      ...(problem === undefined ? [] : [{ ...unreadable, message: problem }]),
      ...(state?.problems ?? []).map(({ origin, cluster, cause = 'UNUSABLE' as const, message }) => ({
        ...{ source, type, cause, origin, cluster, message },
      })),
      ...refused.flatMap(({ source: from, cause, origin, cluster, message }) =>
        from === read ? [{ source, type, cause, origin, cluster, message }] : [],
      ),
    ];
  });
}

/** True while a source is being read for the first time. */
function isSilent(state: unknown, problem: string | undefined): boolean {
  return state === undefined && problem === undefined;
}

/** Fingerprint of the registration fields that a candidate determines, except its target. */
function facts({ labels, identity, authorization, collect, push, metrics }: Candidate): string {
  return fingerprintOf(Object.entries(labels).toSorted(), identity, authorization, collect, push, metrics);
}

function registrationOf(
  { name, identity, authorization, collect, push, metrics, labels }: Candidate,
  { client, target }: OpenedCluster | Undialled,
  { registrant }: Holding,
): Registration {
  return {
    name,
    identity,
    authorization,
    collect,
    labels,
    client,
    registrant,
    ...(push && { push }),
    ...(metrics && { metrics }),
    ...(target && { target }),
  };
}

function withoutOrigin(message: string, origin: string): string {
  return message.startsWith(`${origin}: `) ? message.slice(origin.length + 2) : message;
}
