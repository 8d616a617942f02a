/**
 * Random histories of registrations, unreachable hubs, restarts, replicas and an unreachable store. After each step,
 * every process must obey the rules about names. The check uses the data that the process could read, but not
 * decideNames().
 */
import proc from 'node:process';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { registrantOf } from '../../clusters/names.ts';
import { candidate, Followed, ScriptedSource } from './fixtures.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Sources in the order of the configuration. The first source is the operator's, and always registers the name `q`. */
const SOURCES = ['configuration', 'hub-a', 'hub-b'];
const CONFIGURED = ['q'];
const REPLICAS = [0, 1, 2];

interface Registered {
  readonly origin: string;
  readonly name: string;
  /** True if the registration's Secret has no kubeconfig. */
  readonly missing: boolean;
  /**
   * Group of registrations that are one cluster, such as the Secrets of Cluster API for a cluster. Undefined for a
   * registration without a group.
   */
  readonly group?: string | undefined;
  /** True for a second registration of a cluster. It counts only if the cluster is already registered through it. */
  readonly isSpare?: boolean;
}
type Truth = readonly (readonly Registered[])[];

const onHub = fc.uniqueArray(
  fc.record({
    ...{ origin: fc.constantFrom('x', 'y'), name: fc.constantFrom('p', 'q', 'r'), missing: fc.boolean() },
    ...{ group: fc.constantFrom(undefined, 'g'), isSpare: fc.integer({ min: 0, max: 3 }).map(n => n === 0) },
  }),
  { selector: ({ origin }) => origin, maxLength: 2 },
);
const hub = fc.integer({ min: 1, max: 2 });
const replica = fc.constantFrom(...REPLICAS);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant('registers' as const), source: hub, registered: onHub }) },
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant('reaches' as const), replica, source: fc.nat(2), isAway: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('restarts' as const), replica }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('swaps hubs' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('store' as const), isAway: fc.boolean() }) },
);

interface World {
  truth: Truth;
  isStoreAway: boolean;
  readonly stored: Map<string, string>;
  readonly maxClusters: number;
}

function names({ origin, name }: Registered): string[] {
  return [name, `${origin}/${name}`];
}

/** One process of the fleet. */
class Replica {
  readonly away: boolean[];
  readonly #world: World;
  readonly #sources = SOURCES.map((title, i) => new ScriptedSource(title, i === 0 ? 'configuration' : 'secrets'));
  readonly #followed: Followed;
  /** Content of each source when this process last read it. Undefined if this process has not read the source. */
  readonly #read: (readonly Registered[] | undefined)[] = SOURCES.map(() => undefined);
  /** Content of the store when it was last read. */
  #stored: ReadonlyMap<string, string> | undefined;
  /** Registrations by name that the store had, or that ran, since this process started. */
  readonly #known = new Map<string, Set<string>>();
  #before: ReadonlyMap<string, string> = new Map();

  constructor(world: World, away: readonly boolean[]) {
    this.#world = world;
    this.away = [...away];
    const registrants = async () => {
      if (world.isStoreAway) throw new Error('the store is away');
      for (const [name, by] of world.stored) this.#knows(name, by);
      return (this.#stored = new Map(world.stored));
    };
    this.#followed = new Followed({ maxClusters: world.maxClusters, registrants });
    this.look();
    this.#followed.sources.follow(
      this.#sources.map(({ keyed }, i) => ({ ...keyed, ...(i === 0 && { names: CONFIGURED }) })),
    );
  }

  get running(): ReadonlyMap<string, string> {
    return new Map(this.#followed.registry.list().map(({ name, registrant }) => [name, registrant!]));
  }

  /** Reads all sources that can be reached. */
  look(): void {
    this.#sources.forEach((source, i) => {
      if (this.away[i]) return source.failsWith('it is away');
      const registered = (this.#read[i] = this.#world.truth[i]!);
      source.problem = undefined;
      source.says(
        registered.map(({ origin, name, missing, group, isSpare = false }) =>
          candidate(name, {
            ...{ origin, otherwise: `${origin}/${name}`, server: `https://${SOURCES[i]}-${origin}.example` },
            ...(missing && { missing: 'it has no kubeconfig.' }),
            ...(group !== undefined && { group }),
            ...(isSpare && { isSpare }),
          }),
        ),
      );
    });
  }

  /**
   * Does the work of the fleet's collector: writes the owner of each name, and removes owners that are no longer
   * registered.
   */
  collect(): void {
    const { registry } = this.#followed;
    const { stored } = this.#world;
    for (const [name, by] of this.running) stored.set(name, by);
    for (const name of this.#before.keys()) if (!registry.get(name)) stored.delete(name);
    if (!registry.isComplete) return;
    for (const name of [...stored.keys()]) if (!registry.get(name) && !registry.reserved.has(name)) stored.delete(name);
  }

  /** Throws if a rule is violated. */
  check(): void {
    const { maxClusters } = this.#world;
    const running = this.running;
    const isOperators = (by: string | undefined) =>
      by?.startsWith(registrantOf('configuration', '').split(':')[0]!) ?? false;
    const broken = (rule: string, name: string): never => {
      throw new Error(`${rule}: ${name}; ${JSON.stringify([...running])} after ${JSON.stringify([...this.#before])}`);
    };
    if (running.size > maxClusters) broken('more clusters than the limit', [...running.keys()].join());

    for (const [name, by] of this.#before) {
      const now = running.get(name);
      if (now === by || (CONFIGURED.includes(name) && !isOperators(by))) continue;
      // The registration now runs under another name, and the store records it as the owner of that name.
      if ([...running].some(([other, holder]) => holder === by && this.#stored?.get(other) === by)) continue;
      const stored = this.#stored?.get(name);
      if (stored !== undefined && stored !== by && this.#claimants(name).includes(stored)) continue;
      if (!this.#letsGo(name, by) || this.#isAway(by)) broken('a holder lost its name', name);
    }
    for (const [name, by] of running) {
      if (this.#before.get(name) === by) continue;
      if (CONFIGURED.includes(name) !== isOperators(by)) broken('a name of the configuration went to a hub', name);
      const before = this.#stored?.get(name);
      if (before !== undefined && before !== by && !isOperators(by) && !this.#letsGo(name, before))
        broken('a reserved name was taken', name);
      if (!this.#stored && !isOperators(by) && (this.#read.includes(undefined) || this.#claimants(name).length > 1))
        broken('a name was taken before the store said whose it is', name);
      const isHolder = before === by || [...this.#before.values()].includes(by);
      if (!isHolder && this.#runsInItsGroup(by, running)) broken('a cluster was registered twice', name);
      if (!isHolder && this.#entryOf(by)?.isSpare) broken('a spare registration was taken', name);
    }
    this.#read.forEach((registered, i) => {
      for (const [age, { origin, name, missing, isSpare = false }] of (registered ?? []).entries()) {
        const by = registrantOf(SOURCES[i]!, origin);
        if (
          missing ||
          isSpare ||
          [...running.values()].includes(by) ||
          running.has(name) ||
          this.#runsInItsGroup(by, running)
        )
          continue;
        const isReserved =
          CONFIGURED.includes(name) ||
          [...(this.#known.get(name) ?? [])].some(known => known !== by && !this.#letsGo(name, known));
        const isContested = [name, `${origin}/${name}`].some(one => this.#claimants(one).length > 1);
        const waits = !this.#stored && (this.#read.includes(undefined) || isContested);
        const places = new Set([...running.keys(), ...this.#known.keys(), ...CONFIGURED]).size;
        const isYounger = (registered ?? []).some((other, j) => j < age && other.name === name);
        if (!isReserved && !waits && !isYounger && places < maxClusters)
          broken('a registration waits for nothing', name);
      }
    });
    for (const [name, by] of running) this.#knows(name, by);
    this.#before = running;
  }

  /** True if this process has read the registration's source, and the source no longer registers the cluster. */
  #letsGo(name: string, by: string): boolean {
    return this.#read.some((registered, i) =>
      registered && by.startsWith(registrantOf(SOURCES[i]!, '').split(':')[0]!)
        ? !registered.some(entry => registrantOf(SOURCES[i]!, entry.origin) === by && names(entry).includes(name))
        : false,
    );
  }

  #entryOf(by: string): Registered | undefined {
    return this.#read.flatMap(
      (registered, i) => registered?.find(({ origin }) => registrantOf(SOURCES[i]!, origin) === by) ?? [],
    )[0];
  }

  /** True if another registration of the source and group runs. */
  #runsInItsGroup(by: string, running: ReadonlyMap<string, string>): boolean {
    return this.#read.some((registered, i) => {
      const registrantIn = ({ origin }: Registered) => registrantOf(SOURCES[i]!, origin);
      const own = registered?.find(entry => registrantIn(entry) === by);
      const mates = (registered ?? []).filter(
        entry => own?.group !== undefined && entry.group === own.group && entry !== own,
      );
      return mates.some(entry => [...running.values()].includes(registrantIn(entry)));
    });
  }

  #isAway(by: string): boolean {
    return SOURCES.some((title, i) => this.away[i] && by.startsWith(registrantOf(title, '').split(':')[0]!));
  }

  #claimants(name: string): string[] {
    return this.#read.flatMap((registered, i) =>
      (registered ?? [])
        .filter(entry => names(entry).includes(name))
        .map(({ origin }) => registrantOf(SOURCES[i]!, origin)),
    );
  }

  #knows(name: string, by: string): void {
    this.#known.set(name, (this.#known.get(name) ?? new Set()).add(by));
  }

  close(): Promise<void> {
    return this.#followed[Symbol.asyncDispose]();
  }
}

async function plays(
  steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[],
  maxClusters: number,
): Promise<void> {
  const own = [{ origin: 'x', name: 'q', missing: false }];
  const world: World = { truth: [own, [], []], isStoreAway: false, stored: new Map(), maxClusters };
  const replicas = REPLICAS.map(() => new Replica(world, [false, false, false]));
  const passes = async (ms: number) => {
    await jest.advanceTimersByTimeAsync(ms);
    for (const one of replicas) one.check();
    if (!world.isStoreAway) replicas[0]!.collect();
  };
  try {
    await passes(100);
    for (const one of steps) {
      if (one.does === 'registers') world.truth = world.truth.with(one.source, one.registered);
      else if (one.does === 'swaps hubs') world.truth = [own, world.truth[2]!, world.truth[1]!];
      else if (one.does === 'store') world.isStoreAway = one.isAway;
      else if (one.does === 'reaches') replicas[one.replica]!.away[one.source] = one.isAway;
      else {
        const before = replicas[one.replica]!;
        await before.close();
        replicas[one.replica] = new Replica(world, before.away);
      }
      for (const each of replicas) each.look();
      await passes(100);
      await passes(6_000); // long enough to read the store again
    }
    world.isStoreAway = false;
    world.truth = world.truth.map(registered => registered.map(entry => ({ ...entry, missing: false })));
    for (const one of replicas) one.away.fill(false);
    for (let i = 0; i < 4; i++) {
      for (const one of replicas) one.look();
      await passes(70_000);
    }
    const all = new Set(replicas.flatMap(({ running }) => [...running].map(entry => entry.join())));
    const apart = [...all].map(entry => entry.split(',')[0]!);
    expect(apart.toSorted()).toEqual([...new Set(apart)].toSorted()); // no name belongs to two registrations
  } finally {
    for (const one of replicas) await one.close();
  }
}

it('names stay with who holds them, over restarts and on all replicas', async () => {
  const seed = Number(proc.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);
  console.log(`histories of names, seed ${seed}: FUZZ_SEED=${seed} runs them again`);
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.constantFrom(2, 3, 100), plays), {
    numRuns: Number(proc.env['RUNS'] ?? 300),
    seed,
  });
});
