/**
 * Runs the mover. Each hub has its own loop, so a hub that does not respond delays no other hub. While this process
 * holds the hub's Lease, the loop reads the index once a second, decides the next steps (next-step.ts) and sends the
 * patches.
 *
 * The mover is an ordinary user. It sees objects through access/. Every request to a cluster is sent as this user,
 * except the discovery of kinds (clusters.ts). So the mover can do only what administrators of the clusters have
 * granted to this user.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { inParallel } from '../async/parallel.ts';
import type { VisibleRows } from '../access/visible-rows.ts';
import type { Identity, RequestContext } from '../identity/identity.ts';
import type { KindLookup } from '../kinds/registry.ts';
import type { KubernetesObject } from '../kubernetes/client.ts';
import { KubernetesError, messageOf } from '../kubernetes/errors.ts';
import { encodeObjectId, type ObjectId } from '../schema/object-id.ts';
import { Hubs, type Hub } from '../subgraphs/placement/hubs.ts';
import type { PlacementSettings } from '../subgraphs/parts.ts';
import { MOVE_PHASES } from '../subgraphs/placement/annotations.ts';
import type { Logger } from '../telemetry/log.ts';
import { MoverClusters, type MoverClustersOptions } from './clusters.ts';
import type { MemberFacts } from './facts.ts';
import { HubLease } from './lease.ts';
import { askLive } from './live-proof.ts';
import { isMemberDue, memberPatch } from './member-step.ts';
import { MoveSlots, type SlottedMove } from './move-slots.ts';
import { moveState } from './move-state.ts';
import {
  isWithin,
  minus,
  nextStep,
  REFUSED_MS,
  UNDER_WAY,
  type LiveQuestion,
  type Memory,
  type Patch,
  type Step,
} from './next-step.ts';
import { surveyOf, type Survey } from './survey.ts';
import type { IsCollected } from './workloads.ts';

export interface MoverOptions {
  readonly placement: PlacementSettings;
  readonly settings: MoverSettings;
  readonly identity: Identity;
  readonly registry: MoverClustersOptions['registry'];
  /** Returns the rows that a caller sees (access/). */
  readonly rowsOf: (request: RequestContext) => Pick<VisibleRows, 'ask'>;
  readonly isCollected: IsCollected;
  /** Rules of the configuration for the status of kinds. */
  readonly lookup?: KindLookup;
  readonly leafTimeoutMs: number;
  /** Name of this process. Must be different for each process. */
  readonly holder: string;
  readonly log: Logger;
  /** Returns milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
  /** Interval between reads of the index, in milliseconds. @default 1 000 */
  readonly everyMs?: number;
}

export interface MoverSettings {
  readonly leaseNamespace: string;
  /** Time that a proof must hold, in milliseconds. */
  readonly settle: number;
  /** Maximum number of concurrent moves on one hub. One namespace gets at most half, rounded up (move-slots.ts). */
  readonly concurrent: number;
  readonly tokenFiles: Readonly<Record<string, string>>;
}

export type PatchOutcome = 'done' | 'conflict' | 'refused' | 'failed';

/** Values for the metrics of the mover, for all hubs together. */
export interface MoverStats {
  /** Number of hubs whose Lease this process holds. */
  readonly hubs: number;
  /** Number of moves on these hubs by phase. Contains every phase. */
  readonly moves: ReadonlyMap<string, number>;
  readonly patches: Readonly<Record<PatchOutcome, number>>;
  /** Number of failed rounds on all hubs since the mover started. */
  readonly failures: number;
}

export interface Mover {
  readonly stats: MoverStats;
  /** Waits until the current round and live reads of each hub end, then releases the Leases. */
  close(): Promise<void>;
}

export function startMover(options: MoverOptions): Mover {
  const hubs = new Hubs(options.placement);
  const patches = { done: 0, conflict: 0, refused: 0, failed: 0 };
  const movers = hubs.all.map(hub => new HubMover(hub, hubs, options, patches));
  const running = movers.map(mover => mover.run());
  return {
    get stats() {
      const moves = new Map<string, number>(MOVE_PHASES.map(phase => [phase, 0]));
      for (const mover of movers) for (const phase of mover.phases) moves.set(phase, (moves.get(phase) ?? 0) + 1);
      const failures = movers.reduce((sum, mover) => sum + mover.failures, 0);
      return { hubs: movers.filter(({ isLeading }) => isLeading).length, moves, patches, failures };
    },
    close: async () => {
      for (const mover of movers) mover.stop();
      await Promise.all(running);
    },
  };
}

interface Decided {
  /** Id of the policy or member that the patch is for. */
  readonly policy: string;
  readonly patch: Patch;
}

const EVERY_MS = 1_000;
const ASK_WITHIN_MS = 10_000;
/** Milliseconds after which a blocked policy is checked again. */
const CHECK_MS = 5_000;
/** Milliseconds after which a blocked policy is read from the hub again. */
const READ_MS = 60_000;
/** Number of rounds between two counts of Pods for the bounds of members. */
const COUNT_EVERY = 10;
/** Maximum number of concurrent requests to a hub. */
const AT_ONCE = 8;
/**
 * Maximum milliseconds that a patch waits to be sent. After a longer wait, the patch is dropped, because it was decided
 * on old facts.
 */
const STALE_MS = 5_000;
/** Maximum number of times that one round reads the policies that disagree with the index. */
const MAX_READS = 3;

class HubMover {
  readonly #hub: Hub;
  readonly #hubs: Hubs;
  readonly #options: MoverOptions;
  readonly #patches: Record<PatchOutcome, number>;
  readonly #stopping = new AbortController();
  readonly #ended = new AbortController();
  readonly #clusters: MoverClusters;
  readonly #lease: HubLease;
  readonly #log: Logger;
  /** Policies by id, as they were last read or written. */
  readonly #objects = new Map<string, KubernetesObject>();
  readonly #memories = new Map<string, Memory>();
  readonly #checked = new Map<
    string,
    { readonly object: KubernetesObject; readonly at: number; readonly readAt: number }
  >();
  readonly #asking = new Map<string, Promise<void>>();
  /** Ids of policies for which no step could be decided. */
  readonly #unjudged = new Set<string>();
  /** Times at which the last patch of an object was refused, by id, in milliseconds since the epoch. */
  readonly #refusedAt = new Map<string, number>();
  #wake = new AbortController();
  #looks = 0;
  #wasHeld = false;
  failures = 0;

  constructor(hub: Hub, hubs: Hubs, options: MoverOptions, patches: Record<PatchOutcome, number>) {
    const { registry, identity, settings, leafTimeoutMs: timeoutMs, holder } = options;
    this.#hub = hub;
    this.#hubs = hubs;
    this.#options = options;
    this.#patches = patches;
    this.#log = options.log.child({ hub: hub.cluster });
    const { tokenFiles, leaseNamespace: namespace } = settings;
    this.#clusters = new MoverClusters({ registry, identity, tokenFiles, timeoutMs, signal: this.#ended.signal });
    this.#lease = new HubLease({ clusters: this.#clusters, cluster: hub.cluster, namespace, holder });
  }

  get isLeading(): boolean {
    return this.#lease.isHeld;
  }

  /** Phases of the known moves. Empty if this process does not hold the Lease. */
  get phases(): readonly string[] {
    if (!this.isLeading) return [];
    return [...this.#objects.values()].flatMap(object => moveState(kindOfPolicy(object), object)?.phase ?? []);
  }

  stop(): void {
    this.#stopping.abort();
    this.#wake.abort();
  }

  async run(): Promise<void> {
    const { everyMs = EVERY_MS } = this.#options;
    const { signal } = this.#stopping;
    let failed = '';
    while (!signal.aborted) {
      const startedAt = performance.now();
      try {
        if (await this.#leads()) await this.#look();
        failed = '';
      } catch (error) {
        this.failures += 1;
        const reason = messageOf(error);
        // A failure that repeats is logged once.
        if (reason !== failed) this.#log.warn({ reason }, 'the mover could not look at a hub; it goes on trying');
        failed = reason;
      }
      await this.#rest(everyMs - (performance.now() - startedAt));
    }
    await Promise.allSettled(this.#asking.values());
    await this.#lease
      .release()
      .catch((error: unknown) => this.#log.warn({ reason: messageOf(error) }, 'the Lease was not given back'));
    this.#ended.abort();
  }

  async #rest(ms: number): Promise<void> {
    this.#wake = new AbortController();
    const signal = AbortSignal.any([this.#wake.signal, this.#stopping.signal]);
    await delay(Math.max(ms, 50), undefined, { signal }).catch(() => undefined);
  }

  async #leads(): Promise<boolean> {
    const isHeld = await this.#lease.keep();
    if (isHeld !== this.#wasHeld)
      this.#log.info(isHeld ? 'this process moves workloads of the hub' : 'another process moves workloads of the hub');
    // Forget all proofs, so that they start again if this process gets the Lease back.
    if (!isHeld) this.#forget();
    this.#wasHeld = isHeld;
    return isHeld;
  }

  #forget(): void {
    this.#objects.clear();
    this.#memories.clear();
    this.#checked.clear();
  }

  #forgetPolicy(id: string): void {
    this.#objects.delete(id);
    this.#checked.delete(id);
  }

  get #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  /** Runs one round for the hub: reads the index, and sends the resulting patches. */
  async #look(): Promise<void> {
    const survey = await this.#survey();
    const decidedAt = performance.now();
    const known = new Set([...survey.policies.map(({ id }) => id), ...survey.unread.map(encodeObjectId)]);
    const all = [this.#objects, this.#memories, this.#checked, this.#unjudged];
    for (const of of all) for (const id of of.keys()) if (!known.has(id)) of.delete(id);
    const patches = await this.#decide(survey);
    await inParallel(patches, AT_ONCE, patch => this.#send(patch, decidedAt));
    await this.#taint(survey.members);
  }

  /** Reads policies until they agree with the index, up to a maximum number of reads. */
  async #survey(): Promise<Survey> {
    const { rowsOf, identity, isCollected, log } = this.#options;
    const ask = () => {
      const request: RequestContext = {
        ...{ identity, log, requestId: 'mover', deadline: performance.now() + ASK_WITHIN_MS },
        signal: AbortSignal.timeout(ASK_WITHIN_MS),
      };
      const now = this.#now;
      const isDue = (id: string) => this.#isDue(id, now);
      const objects = this.#objects;
      return rowsOf(request).ask({}, surveyOf({ hubs: this.#hubs, hub: this.#hub, objects, isCollected, isDue, now }));
    };
    // The checks use fields of a policy that the index does not contain. So policies are read again from time to time.
    for (const [id, { readAt }] of this.#checked) if (this.#now - readAt > READ_MS) this.#forgetPolicy(id);
    let survey = await ask();
    for (let i = 0; i < MAX_READS && survey.unread.length > 0; i++) {
      let isNew = false;
      await inParallel(survey.unread, AT_ONCE, async id => {
        const key = encodeObjectId(id);
        const before = this.#objects.get(key);
        const object = await this.#clusters.get(id);
        if (object) this.#objects.set(key, object);
        else this.#objects.delete(key);
        isNew ||= object?.metadata.resourceVersion !== before?.metadata.resourceVersion;
      });
      // Reading again does not help until the index has received the change.
      if (!isNew) break;
      survey = await ask();
    }
    return survey;
  }

  #isDue(id: string, now: number): boolean {
    const object = this.#objects.get(id);
    if (!object || moveState(kindOfPolicy(object), object)?.phase !== 'BLOCKED') return true;
    const checked = this.#checked.get(id);
    if (checked?.object === object && isWithin(CHECK_MS, checked.at, now)) return false;
    const readAt = checked?.object === object ? checked.readAt : now;
    this.#checked.set(id, { object, at: now, readAt });
    return true;
  }

  async #decide({ policies }: Survey): Promise<Decided[]> {
    const { settings } = this.#options;
    const slots = this.#slots();
    const patches: Decided[] = [];
    for (const facts of policies) {
      const { id } = facts;
      const policy = this.#objects.get(id)!;
      const move: SlottedMove = {
        namespace: facts.object.namespace,
        coming: facts.wish.type === 'move' ? minus(facts.wish.to, facts.assigned) : [],
      };
      const mayStart = slots.mayStart(move);
      const decide = (bindings: ReadonlyMap<string, KubernetesObject>): Step =>
        nextStep({
          ...{ facts, policy, bindings, now: this.#now, settleMs: settings.settle, mayStart },
          memory: this.#memories.get(id) ?? {},
        });
      let step: Step;
      try {
        step = decide(new Map());
        if (step.reads.length > 0) step = decide(await this.#bindings(step.reads));
      } catch (error) {
        // A refusal or an error of our own code concerns only this policy. Any other error of the hub, for example a
        // timeout, ends the round.
        if (error instanceof KubernetesError && !REFUSALS.has(error.code)) throw error;
        const isReported = this.#unjudged.has(id);
        this.#unjudged.add(id);
        if (!isReported)
          this.#log.error({ err: error, policy: id }, 'a move could not be judged; the mover goes on trying');
        continue;
      }
      this.#unjudged.delete(id);
      this.#memories.set(id, step.memory);
      const isUnderWay = UNDER_WAY.has(moveState(facts.object.kind, policy)?.phase ?? '');
      if (!isUnderWay && step.patches.some(({ enters }) => enters !== undefined && UNDER_WAY.has(enters)))
        slots.take(move);
      patches.push(...step.patches.map(patch => ({ policy: id, patch })));
      if (step.question) this.#askLive(id, step.question);
    }
    return patches;
  }

  /** Slots of the hub, after each move that is under way has taken one. */
  #slots(): MoveSlots {
    const slots = new MoveSlots(this.#options.settings.concurrent);
    for (const object of this.#objects.values()) {
      const state = moveState(kindOfPolicy(object), object);
      if (!state || !UNDER_WAY.has(state.phase)) continue;
      slots.take({ namespace: object.metadata.namespace ?? '', coming: minus(state.to, state.from) });
    }
    return slots;
  }

  async #bindings(ids: readonly ObjectId[]): Promise<ReadonlyMap<string, KubernetesObject>> {
    const found = new Map<string, KubernetesObject>();
    await inParallel(ids, AT_ONCE, async id => {
      const object = await this.#clusters.get(id);
      if (object) found.set(encodeObjectId(id), object);
    });
    return found;
  }

  /** Reads in the background, so that a slow member does not delay other moves. */
  #askLive(id: string, question: LiveQuestion): void {
    if (this.#asking.has(id)) return;
    const { lookup } = this.#options;
    const asking = askLive(this.#clusters, question, { ...(lookup && { lookup }), now: () => this.#now })
      .then(
        finding => {
          const memory = this.#memories.get(id);
          if (memory)
            this.#memories.set(id, {
              ...memory,
              live: { key: question.key, at: this.#now, ...(finding && { finding }) },
            });
        },
        (error: unknown) => this.#log.error({ err: error }, 'live reads of a proof failed'),
      )
      .finally(() => {
        this.#asking.delete(id);
        this.#wake.abort();
      });
    this.#asking.set(id, asking);
  }

  async #send({ policy, patch: { object: id, body, enters } }: Decided, decidedAt: number): Promise<void> {
    if (!this.#lease.isHeld || performance.now() - decidedAt > STALE_MS) return;
    const key = encodeObjectId(id);
    try {
      const object = await this.#clusters.patch(id, body);
      this.#patches.done += 1;
      this.#refusedAt.delete(key);
      if (this.#objects.has(key)) this.#objects.set(key, object);
      if (enters !== undefined) this.#log.info({ policy: key, phase: enters }, 'a move has entered a phase');
    } catch (error) {
      if (!(error instanceof KubernetesError)) throw error;
      this.#refused(key, policy, error);
    }
  }

  #refused(key: string, policy: string, error: KubernetesError): void {
    this.#objects.delete(key);
    if (error.code === 'CONFLICT') {
      this.#patches.conflict += 1;
      return;
    }
    const isRefusal = REFUSALS.has(error.code);
    this.#patches[isRefusal ? 'refused' : 'failed'] += 1;
    this.#log.warn({ object: key, code: error.code, reason: error.message }, 'a hub did not take a patch of the mover');
    if (!isRefusal) return;
    this.#refusedAt.set(key, this.#now);
    const memory = this.#memories.get(policy);
    if (memory && !isWithin(REFUSED_MS, memory.forbiddenAt, this.#now))
      this.#memories.set(policy, { ...memory, forbiddenAt: this.#now });
  }

  async #taint(members: readonly MemberFacts[]): Promise<void> {
    const isCounting = this.#looks++ % COUNT_EVERY === 0;
    const due = members
      .map(({ pods, ...member }): MemberFacts => ({ ...member, ...(isCounting && pods !== undefined && { pods }) }))
      .filter(member => isMemberDue(member) && !isWithin(REFUSED_MS, this.#refusedAt.get(member.id), this.#now));
    await inParallel(due, AT_ONCE, async member => {
      const object = await this.#clusters.get(member.object);
      const body = object && memberPatch(member, object, this.#now);
      if (body) await this.#send({ policy: member.id, patch: { object: member.object, body } }, performance.now());
    });
  }
}

const REFUSALS: ReadonlySet<string> = new Set(['FORBIDDEN', 'INVALID', 'BAD_REQUEST', 'UNAUTHORIZED']);

/** Kind of a policy. Empty if the object lacks it, since items of a list have no kind. */
function kindOfPolicy(object: KubernetesObject): string {
  return object.kind ?? '';
}
