/**
 * Decides which registration has which name. decideNames() is pure.
 *
 * The name of a cluster decides which RBAC applies to which rows, and which API server gets callers' tokens
 * (`passthrough`). So a name stays with its registration until the registration releases it, or until its source no
 * longer names it. A source that cannot be read keeps its names. The store remembers which registration holds which
 * name. So after a restart, no other registration takes a name, even if the holder's source cannot be read yet.
 *
 * Names in the operator's configuration belong to the operator, even if another registration held them before.
 * `authentication` and `administrators` refer to clusters by these names, so no registration on a hub may have one of
 * them.
 *
 * At the first start, the order of the sources decides, then the order of the candidates within a source.
 * `limits.clusters` does not end running clusters.
 */
import { hash } from 'node:crypto';
import { clusterNameProblem } from '../schema/cluster-name.ts';
import type { Candidate, ClusterSource, ProblemCause, SourceState } from './source.ts';
import { isOnHub } from './sources/registry.ts';

/** Result of reading a source, as input of decideNames(). */
export interface ReadSource extends Pick<ClusterSource, 'type' | 'title' | 'problem'> {
  /** Identifies the source after restarts and on every replica. */
  readonly place: string;
  /** All names that the source can use. Undefined if they are known only after reading. */
  readonly names?: readonly string[] | undefined;
  readonly state: SourceState | undefined;
}

/** A cluster that runs in this process. */
export interface RunningName {
  readonly registrant: string;
  /**
   * Registrant that the store had when the current registrant took the name. Undefined if the store had none, or was
   * not read.
   */
  readonly over: string | undefined;
  readonly origin: string;
}

export interface KnownNames {
  readonly running: ReadonlyMap<string, RunningName>;
  /** Registrants in the store by name. Undefined until the store has responded. */
  readonly stored: ReadonlyMap<string, string> | undefined;
  /** Reason why the store cannot be read. Undefined if it can be read. */
  readonly storeProblem: string | undefined;
  readonly maxClusters: number;
  /**
   * True while the process waits for the first read of its sources. While true, no source takes a name that an earlier
   * source may want.
   */
  readonly isStarting: boolean;
}

export interface Named<S> {
  readonly source: S;
  /** The candidate with the name that it got. */
  readonly candidate: Candidate;
  readonly registrant: string;
}

interface Refused<S> {
  readonly source: S;
  readonly cause: ProblemCause;
  readonly origin: string;
  readonly cluster?: string;
  readonly message: string;
}

export interface Names<S> {
  readonly named: ReadonlyMap<string, Named<S>>;
  readonly refused: readonly Refused<S>[];
  /** Registrants by name, for all names that are taken. */
  readonly held: ReadonlyMap<string, string>;
  /** Clusters that run in this process and must end. */
  readonly gone: readonly string[];
}

/**
 * Identifies a registration in the store by its source, and by the file or hub object (`origin`) that names the
 * cluster. The result contains only digests of them.
 */
export function registrantOf(place: string, origin: string): string {
  return `${digest(place)}:${digest(origin)}`;
}

function digest(text: string): string {
  return hash('sha256', text, 'base64');
}

/** Identifies the source of a registrant. */
export function sourceOf(registrant: string): string {
  return registrant.slice(0, registrant.indexOf(':'));
}

export function decideNames<S extends ReadSource>(sources: readonly S[], known: KnownNames): Names<S> {
  const { running, stored, storeProblem, maxClusters, isStarting } = known;
  const isComplete = sources.every(({ state }) => state !== undefined);
  const claims = sources.flatMap(source => {
    const place = digest(source.place);
    return (source.state?.candidates ?? []).map(candidate => ({
      source,
      candidate,
      registrant: `${place}:${digest(candidate.origin)}`,
    }));
  });
  const claimants = new Map<string, Set<string>>();
  for (const { candidate, registrant } of claims)
    for (const name of namesOf(candidate)) claimants.set(name, (claimants.get(name) ?? new Set()).add(registrant));
  const isClaimed = (name: string, registrant: string | undefined) =>
    registrant !== undefined && claimants.get(name)?.has(registrant);

  const owners = Map.groupBy(sources, ({ place }) => digest(place));
  const ownersOf = (registrant: string) => owners.get(sourceOf(registrant)) ?? [];
  const configured = new Map(sources.flatMap(source => (source.names ?? []).map(name => [name, source] as const)));
  const ofConfiguration = (name: string, source: S): string => {
    const isOf = (registrant: string) => ownersOf(registrant).includes(source);
    const here = running.get(name)?.registrant;
    return (
      [...(claimants.get(name) ?? [])].find(isOf) ??
      (here !== undefined && isOf(here) ? here : registrantOf(source.place, ''))
    );
  };
  const broken = new Set(
    sources.flatMap(({ place, state }) => state?.problems.map(({ origin }) => registrantOf(place, origin)) ?? []),
  );
  const isContested = ({ candidate }: { candidate: Candidate }) =>
    namesOf(candidate).some(name => claimants.get(name)!.size > 1);
  /** For a registration that is not among the candidates now: true if its source may name it again. */
  const mayReturn = (registrant: string, isRunning: boolean) =>
    broken.has(registrant) ||
    ownersOf(registrant).some(
      ({ state, problem }) => state === undefined || state.isPartial || (isRunning && problem !== undefined),
    );
  /**
   * True for clusters of a source that is no longer configured. They keep running until all sources have been read, but
   * they do not keep their names.
   */
  const lingers = (name: string) => !isComplete && ownersOf(running.get(name)!.registrant).length === 0;
  const holderOf = (name: string): string | undefined => {
    const configuration = configured.get(name);
    if (configuration) return ofConfiguration(name, configuration);
    const [here, there] = [running.get(name), stored?.get(name)];
    if (!here) return there;
    // Replicas may see changes of the sources in different orders. The registrant in the store makes them agree.
    if (there !== here.over && isClaimed(name, there)) return there;
    return isClaimed(name, here.registrant) || mayReturn(here.registrant, true)
      ? here.registrant
      : (there ?? here.registrant);
  };

  /** Registrants by name, for names that stay reserved although no source names their registrations now. */
  const absent = new Map<string, string>();
  /** Names that count towards the limit of clusters. */
  const places = new Set<string>();
  for (const name of new Set([...configured.keys(), ...running.keys(), ...(stored?.keys() ?? [])])) {
    const holder = holderOf(name)!;
    const isRunning = running.get(name)?.registrant === holder;
    if (!isClaimed(name, holder) && (configured.has(name) || mayReturn(holder, isRunning))) absent.set(name, holder);
    if (absent.has(name) || (running.has(name) && (isClaimed(name, holder) || lingers(name)))) places.add(name);
  }

  const named = new Map<string, Named<S>>();
  /** Registrations that got a name, by source and group. */
  const grouped = new Map<string, Named<S>>();
  const groupOf = ({ registrant, candidate: { group } }: Named<S>) => `${sourceOf(registrant)}:${group}`;
  const refused: Refused<S>[] = [];
  /** Names of running clusters that a registration would release if it got this name. */
  const leftFor = (name: string, { candidate, registrant }: Named<S>) =>
    namesOf(candidate).filter(
      other =>
        other !== name && running.get(other)?.registrant === registrant && !named.has(other) && !absent.has(other),
    );
  const isFull = (name: string, claim: Named<S>) =>
    !places.has(name) && places.size - leftFor(name, claim).length >= maxClusters;
  const take = (name: string, claim: Named<S>) => {
    for (const other of leftFor(name, claim)) places.delete(other);
    places.add(name);
    const taken = { ...claim, candidate: { ...claim.candidate, name } };
    named.set(name, taken);
    if (claim.candidate.group !== undefined) grouped.set(groupOf(claim), taken);
  };

  const waiting: Named<S>[] = [];
  for (const claim of claims) {
    const { candidate, registrant } = claim;
    const own = namesOf(candidate).filter(
      name => holderOf(name) === registrant && !named.has(name) && !clusterNameProblem(name),
    );
    // If the store and this process disagree, prefer the name in the store, so that replicas agree.
    const rank = (name: string) =>
      2 * Number(stored?.get(name) === registrant) + Number(running.get(name)?.registrant === registrant);
    const [name] = own.toSorted((a, b) => rank(b) - rank(a));
    if (name === undefined || isFull(name, claim)) waiting.push(claim);
    else take(name, claim);
  }

  /** By source: names of its registrations, and names that its earlier waiting candidates want. */
  const called = new Map(sources.map(source => [source, new Set<string>()]));
  for (const [name, { source }] of named) called.get(source)?.add(name);
  for (const [name, registrant] of absent) for (const source of ownersOf(registrant)) called.get(source)?.add(name);
  const reading = new Set(
    isStarting ? sources.filter(({ state, problem }) => state === undefined && problem === undefined) : [],
  );
  const left = new Map<S, number>();
  for (const claim of waiting) {
    const { source, candidate } = claim;
    const { origin, missing, isSpare = false } = candidate;
    if (isSpare) continue;
    const taken = called.get(source)!;
    const name = taken.has(candidate.name) ? (candidate.otherwise ?? candidate.name) : candidate.name;
    taken.add(candidate.name);
    const refuse = (cause: ProblemCause, message: string, cluster?: string) =>
      refused.push({ source, cause, origin, message, ...(cluster !== undefined && { cluster }) });
    const problem = clusterNameProblem(name);
    const other = named.get(name);
    const sameCluster = grouped.get(groupOf(claim));
    const holder = absent.get(name);
    if (missing !== undefined) refuse('INCOMPLETE', missing);
    else if (sameCluster)
      refuse(
        'NAME_TAKEN',
        takenBy(sameCluster.candidate.name, sameCluster.candidate.origin, source.title),
        candidate.name,
      );
    else if (problem !== undefined)
      refuse('NAME_INVALID', `${JSON.stringify(name.slice(0, 260))} cannot be its name: ${problem}.`);
    else if (other) refuse('NAME_TAKEN', takenBy(name, other.candidate.origin, other.source.title), name);
    else if (holder !== undefined) {
      const [{ title } = source] = ownersOf(holder);
      const runs = running.get(name);
      if (runs?.registrant === holder) refuse('NAME_TAKEN', takenBy(name, runs.origin, title), name);
      else
        refuse(
          'NAME_RESERVED',
          `"${name}" is reserved for a registration of ${title} until that is read; this one waits.`,
          name,
        );
    } else if (isStarting && sources.slice(0, sources.indexOf(source)).some(earlier => reading.has(earlier))) continue;
    else if (stored === undefined && isOnHub(source.type) && (!isComplete || isContested(claim))) {
      if (storeProblem !== undefined)
        refuse(
          'NAME_RESERVED',
          `"${name}" waits for the store, which knows whose name it is and cannot be read: ${storeProblem}`,
          name,
        );
    } else if (isFull(name, claim)) left.set(source, (left.get(source) ?? 0) + 1);
    else take(name, claim);
  }
  for (const [source, count] of left) {
    const message = `${count} clusters are left out: there are more than limits.clusters, ${maxClusters}.`;
    refused.push({ source, cause: 'TOO_MANY', origin: '', message });
  }
  const held = new Map([...absent, ...[...named].map(([name, { registrant }]) => [name, registrant] as const)]);
  const gone = [...running].filter(
    ([name, { registrant }]) => !named.has(name) && absent.get(name) !== registrant && !lingers(name),
  );
  return { named, refused, held, gone: gone.map(([name]) => name) };
}

function namesOf({ name, otherwise }: Candidate): string[] {
  return otherwise === undefined ? [name] : [name, otherwise];
}

function takenBy(name: string, origin: string, title: string): string {
  return `"${name}" is the cluster of ${origin} (${title}); this one is left out.`;
}
