/**
 * Followed lists on several processes of one store, while rows, roles, kinds, clusters and processes come and go. The
 * changes applied to an earlier list must give the list that a fresh query gives.
 */
import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { GrantObject } from '../../../rbac/types.ts';
import { grantKey } from '../../../rbac/types.ts';
import { encodeObjectId, encodeObjectKey } from '../../../schema/object-id.ts';
import type { Batch, Lease, Row, Store } from '../../../store/store.ts';
import { until } from '../../readmodel/fixtures.ts';
import { ChangingFleet, CLUSTERS, healthy, type Caller } from './changing-fleet.ts';
import { apply, changes, list, type ListedObject } from './changing-list.ts';
import { anyFollowedFilter, anyRow } from './followed-filters.ts';
import { allow, grant, RESOURCES } from './scripted-fleet.ts';

const CALLERS: readonly Caller[] = [
  { user: 'admin' },
  { user: 'tom', groups: ['team-a'] },
  { user: 'nobody' },
  { user: 'named' },
];
const ADMIN = grant('admin', allow('list', '*'));
const ROLES: readonly (readonly GrantObject[])[] = [
  ADMIN,
  grant('group:team-a', allow('list', 'pods'), 'team-a'),
  grant('group:team-a', allow('list', '*'), 'team-b'),
  grant('tom', allow('list', 'deployments,kustomizations')),
  grant('named', allow('list', 'pods', 'web', 'db'), 'team-a'),
  grant('named', allow('list', '*'), 'prod'),
  grant('nobody', allow('list', 'namespaces')),
];
const cluster = fc.constantFrom(...CLUSTERS);
const rows = fc.array(anyRow, { minLength: 1, maxLength: 8, size: 'max' });

const anyStep = fc.oneof(
  { arbitrary: fc.record({ put: rows }), weight: 6 },
  /** Deletes rows. Each number selects an existing row, modulo the number of rows. */
  { arbitrary: fc.record({ deleted: fc.array(fc.nat(40), { minLength: 1, maxLength: 4 }) }), weight: 3 },
  {
    arbitrary: fc.record({ changed: fc.array(fc.tuple(fc.nat(40), anyRow), { minLength: 1, maxLength: 4 }) }),
    weight: 6,
  },
  /** Deletes an object and creates it again, with different content. */
  { arbitrary: fc.record({ remade: fc.nat(40), as: anyRow }), weight: 2 },
  { arbitrary: fc.record({ role: fc.nat(ROLES.length - 1), at: cluster, given: fc.boolean() }), weight: 5 },
  /** A kind appears or disappears. With `swept`, its rows are removed too. Otherwise they stay in the store, unseen. */
  { arbitrary: fc.record({ kind: fc.nat(RESOURCES.length - 1), at: cluster, swept: fc.boolean() }), weight: 1 },
  { arbitrary: fc.record({ closed: cluster }), weight: 1 },
  { arbitrary: fc.record({ registeredAnew: cluster, kept: fc.boolean() }), weight: 1 },
  { arbitrary: fc.record({ trimmed: cluster }), weight: 1 },
  { arbitrary: fc.record({ restarted: fc.nat(2) }), weight: 2 },
  /**
   * Each reader asks for changes. `at` is the process that the first reader uses. Each further reader uses the next
   * process. `back` is the age of the reader's token: 0 for the newest token, 1 for the token before it.
   */
  { arbitrary: fc.record({ at: fc.nat(2), back: fc.nat(3) }), weight: 6 },
);
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

const anyFollowers = fc.array(
  fc.record({ caller: fc.constantFrom(...CALLERS, CALLERS[0]!), filter: anyFollowedFilter }),
  {
    minLength: 6,
    maxLength: 6,
  },
);
const anySteps = fc
  .tuple(
    fc.array(anyRow, { minLength: 10, maxLength: 30, size: 'max' }),
    fc.array(anyStep, { minLength: 6, maxLength: 24, size: 'max' }),
  )
  .map(([put, steps]): Step[] => [{ put }, ...steps]);

/** Position of a reader: the rows that a process showed, and the token for them. */
interface Place {
  readonly ids: ReadonlySet<string>;
  readonly objects: ReadonlyMap<string, ListedObject>;
  readonly resume: string;
  readonly process: ChangingFleet;
  /** Number of kind changes up to this position. */
  readonly kinds: number;
  /** Number of lost logs up to this position. */
  readonly losses: number;
}

interface Reader {
  readonly caller: Caller;
  readonly filter: object;
  readonly places: Place[];
}

/** Counts of answers by reset reason (`told` if there was no reset), and counts of changes by type. */
type Counts = Record<string, number>;

export interface FollowedStore {
  /** Opens the store for one process. */
  readonly connect: () => Promise<Store>;
  /** Empties the log of a cluster. Undefined if no step empties logs. */
  readonly trim?: (cluster: string) => void;
}

export interface FollowOptions {
  readonly runs: number;
  readonly processes: number;
  /**
   * Outcomes that must each occur, with tokens of the same process (`own`) or of another process (`others`). Further
   * rounds with other seeds follow until all outcomes have occurred, at most ten, because a round may miss rare
   * outcomes.
   */
  readonly until?: { readonly of: 'own' | 'others'; readonly came: readonly string[] };
  /** Opens an empty store for each run. */
  readonly store: () => Promise<FollowedStore>;
}

/**
 * Follows random lists over random steps. Counts the answers to tokens of the same process (`own`) and to tokens of
 * other processes (`others`). A failure prints its seed and path. FUZZ_SEED and FUZZ_PATH repeat the failure and look
 * for a shorter sequence of steps.
 */
export async function followLists(options: FollowOptions): Promise<{ own: Counts; others: Counts }> {
  const reported: { own: Counts; others: Counts } = { own: {}, others: {} };
  const isAllThere = (): boolean => options.until?.came.every(what => reported[options.until!.of][what]) ?? true;
  for (let round = 0; round < 10 && (round === 0 || !isAllThere()); round++) await followOnce(options, reported, round);
  return reported;
}

async function followOnce(
  { runs, processes, store }: FollowOptions,
  reported: { own: Counts; others: Counts },
  round: number,
): Promise<void> {
  const { FUZZ_SEED, FUZZ_PATH: path } = process.env;
  const seed = FUZZ_SEED ?? fc.readConfigureGlobal().seed;
  await fc.assert(
    fc.asyncProperty(anyFollowers, anySteps, async (followers, steps) => {
      const lists = await FollowedLists.open({ ...(await store()), processes, reported });
      try {
        await lists.follow(followers, steps);
      } finally {
        await lists.close();
      }
    }),
    {
      numRuns: runs,
      ...(FUZZ_SEED === undefined && { endOnFailure: true }),
      ...(seed !== undefined && { seed: Number(seed) + round }),
      ...(path !== undefined && { path }),
    },
  );
}

interface FollowedListsOptions extends FollowedStore, Pick<FollowOptions, 'processes'> {
  readonly reported: { readonly own: Counts; readonly others: Counts };
}

class FollowedLists {
  readonly #options: FollowedListsOptions;
  readonly #collector: Store;
  readonly #leases = new Map<string, Lease>();
  readonly #processes: ChangingFleet[] = [];
  readonly #rows = new Map<string, Row>();
  readonly #resources = new Map(CLUSTERS.map(name => [name, RESOURCES]));
  #written = 0;
  #kinds = 0;
  #losses = 0;

  private constructor(options: FollowedListsOptions, collector: Store) {
    this.#options = options;
    this.#collector = collector;
  }

  static async open(options: FollowedListsOptions): Promise<FollowedLists> {
    const lists = new FollowedLists(options, await options.connect());
    await lists.#collector.join('collector', 600_000);
    for (const name of CLUSTERS) await lists.#write(name, { grantPuts: [...ADMIN] });
    while (lists.#processes.length < options.processes) lists.#processes.push(await lists.#start());
    return lists;
  }

  async follow(followers: readonly Pick<Reader, 'caller' | 'filter'>[], steps: readonly Step[]): Promise<void> {
    const readers: Reader[] = [];
    for (const [i, { caller, filter }] of followers.entries()) {
      const process = this.#processAt(i);
      readers.push({ caller, filter, places: [this.#place(process, await list(process, caller, filter))] });
    }
    for (const step of [...steps, { at: 0, back: 0 }, { at: 1, back: 3 }]) {
      if ('back' in step)
        for (const [i, reader] of readers.entries()) await this.#ask(reader, this.#processAt(step.at + i), step.back);
      else await this.#take(step);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#processes.map(process => process.close()));
    await this.#collector.close();
  }

  async #ask({ caller, filter, places }: Reader, process: ChangingFleet, back: number): Promise<void> {
    const then = places[Math.max(places.length - 1 - back, 0)]!;
    const isOwn = then.process === process;
    const reported = await changes(process, caller, then.resume, filter);
    const now = await list(process, caller, filter);
    const all = await list(process, caller);
    this.#count(isOwn, reported.reset ?? 'told');
    expect(this.#resetsOf(then, isOwn)).toContain(reported.reset);
    expect(reported.totalCount).toBe(now.total);
    if (reported.reset === null) {
      expect(apply(then.ids, reported.changes)).toEqual(now.ids);
      const updated = new Set(reported.changes.flatMap(({ type, id }) => (type === 'UPDATE' ? [id] : [])));
      for (const [id, object] of now.objects)
        if (then.ids.has(id)) expect([id, updated.has(id)]).toEqual([id, !isSame(then.objects.get(id)!, object)]);
      for (const { type, id, object } of reported.changes) {
        this.#count(isOwn, type);
        // The change has the current object, even if the object no longer matches. Null if the object is deleted or
        // hidden.
        expect([type, id, object]).toEqual([type, id, all.objects.get(id) ?? null]);
        if (!now.ids.has(id)) expect([type, id]).toEqual([this.#leaving(id, all.ids, type), id]);
      }
    } else expect(reported.changes).toEqual([]);
    places.push(this.#place(process, { ...now, resume: reported.reset === null ? reported.resume : now.resume }));
  }

  /** Allowed values of `reset`. For a token of the same process, only null is allowed. */
  #resetsOf({ kinds, losses }: Place, isOwn: boolean): (string | null)[] {
    if (isOwn) return [null];
    return [
      null,
      ...(losses === this.#losses ? [] : ['TOO_OLD']),
      ...(kinds === this.#kinds ? [] : ['RIGHTS_UNKNOWN']),
    ];
  }

  /**
   * Expected type of the change for an object that left the list. For a deleted object, both LEAVE and REVOKED are
   * correct.
   */
  #leaving(id: string, shown: ReadonlySet<string>, reported: string): string {
    const row = this.#rows.get(id);
    if (shown.has(id)) return 'LEAVE';
    if (!row) return reported === 'REVOKED' ? 'REVOKED' : 'LEAVE';
    return this.#resources.get(row.cluster)!.some(({ group, kind }) => group === row.group && kind === row.kind)
      ? 'REVOKED'
      : 'LEAVE';
  }

  #count(isOwn: boolean, what: string): void {
    const counts = this.#options.reported[isOwn ? 'own' : 'others'];
    counts[what] = (counts[what] ?? 0) + 1;
  }

  #place(process: ChangingFleet, { ids, objects, resume }: Pick<Place, 'ids' | 'objects' | 'resume'>): Place {
    return { ids, objects, resume, process, kinds: this.#kinds, losses: this.#losses };
  }

  #processAt(i: number): ChangingFleet {
    return this.#processes[i % this.#processes.length]!;
  }

  async #take(step: Exclude<Step, { back: number }>): Promise<void> {
    if ('put' in step)
      for (const [name, puts] of Map.groupBy(step.put, row => row.cluster)) await this.#write(name, { puts });
    else if ('deleted' in step) for (const i of step.deleted) await this.#delete(this.#there(i));
    else if ('changed' in step) for (const [i, content] of step.changed) await this.#fill(this.#there(i), content);
    else if ('remade' in step) {
      const row = this.#there(step.remade);
      await this.#delete(row);
      await this.#fill(row, { ...step.as, uid: `uid-${this.#written}` });
    } else if ('role' in step) {
      const role = [...ROLES[step.role]!];
      await this.#write(step.at, step.given ? { grantPuts: role } : { grantDeletes: role.map(grantKey) });
    } else if ('kind' in step) await this.#toggle(step.at, RESOURCES[step.kind]!, step.swept);
    else if ('closed' in step) {
      // Without complete grants, nobody sees the cluster's objects until the next write of its state.
      const state = {
        ...this.#stateOf(step.closed),
        grants: { complete: false, confirmedAgo: 0, reason: '' } as const,
      };
      await this.#write(step.closed, { state });
    } else if ('registeredAnew' in step) await this.#registerAnew(step.registeredAnew, step.kept);
    else if ('trimmed' in step) {
      if (this.#options.trim) this.#losses++;
      this.#options.trim?.(step.trimmed);
    } else {
      const i = step.restarted % this.#processes.length;
      await this.#processes[i]!.close();
      this.#processes[i] = await this.#start();
    }
  }

  #there(i: number): Row | undefined {
    return [...this.#rows.values()][i % this.#rows.size];
  }

  async #delete(row: Row | undefined): Promise<void> {
    if (row) await this.#write(row.cluster, { deletes: [encodeObjectKey(row)] });
  }

  /** Replaces the content of a row by the content of another row. */
  async #fill(row: Row | undefined, content: Row): Promise<void> {
    if (!row) return;
    const { cluster, group, version, kind, namespace, name } = row;
    await this.#write(cluster, { puts: [{ ...content, cluster, group, version, kind, namespace, name }] });
  }

  async #toggle(name: string, resource: (typeof RESOURCES)[number], swept: boolean): Promise<void> {
    const served = this.#resources.get(name)!;
    const isServed = served.includes(resource);
    this.#resources.set(
      name,
      RESOURCES.filter(it => (it === resource ? !isServed : served.includes(it))),
    );
    this.#kinds++;
    const rows = [...this.#rows.values()].filter(
      it => it.cluster === name && it.kind === resource.kind && it.group === resource.group,
    );
    await this.#write(name, { deletes: isServed && swept ? rows.map(encodeObjectKey) : [] });
  }

  async #registerAnew(name: string, kept: boolean): Promise<void> {
    const rows = [...this.#rows.values()].filter(it => it.cluster === name);
    await this.#collector.remove(this.#leases.get(name)!);
    this.#leases.delete(name);
    for (const row of rows) this.#rows.delete(encodeObjectId(row));
    this.#losses++;
    await this.#write(name, { grantPuts: [...ADMIN], puts: kept ? rows : [] });
  }

  /** Writes a batch. Returns when all processes have applied it. */
  async #write(name: string, batch: Batch): Promise<void> {
    const lease = this.#leases.get(name) ?? (await this.#collector.acquire(name, 'collector', 600_000));
    if (!lease) throw new Error(`${name} is leased`);
    this.#leases.set(name, lease);
    // If two rows have one id, the last row counts.
    const puts = [...new Map((batch.puts ?? []).map(row => [encodeObjectId(row), row])).values()];
    // The state is written after the batch, so a process with this version has also applied the batch.
    const version = `v1.${++this.#written}.0`;
    await this.#collector.apply(lease, { ...batch, puts });
    await this.#collector.apply(lease, { state: { ...(batch.state ?? this.#stateOf(name)), version } });
    for (const row of puts) this.#rows.set(encodeObjectId(row), row);
    for (const key of batch.deletes ?? []) this.#rows.delete(`${name}/${key}`);
    await Promise.all(this.#processes.map(process => this.#caughtUp(process, name)));
  }

  #stateOf(name: string): NonNullable<Batch['state']> {
    return { ...healthy, resources: this.#resources.get(name)! };
  }

  async #start(): Promise<ChangingFleet> {
    const process = await ChangingFleet.open({ store: await this.#options.connect() });
    for (const name of CLUSTERS) await this.#caughtUp(process, name);
    return process;
  }

  async #caughtUp(process: ChangingFleet, name: string): Promise<void> {
    const { state } = await process.store.snapshot(name, AbortSignal.timeout(240_000));
    await until(process.model, () => {
      const index = process.model.cluster(name);
      return index?.loading === false && index.state?.version === state?.version;
    });
    await process.caughtUp(name);
  }
}

function isSame(a: ListedObject, b: ListedObject): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
