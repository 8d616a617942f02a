/**
 * Decides which clusters belong to this collector, among all that share the store. Each collector announces every
 * second that it is alive, learns of the others, and computes the owner of each cluster from the same list: there is no
 * coordinator.
 *
 * It promises little on purpose: two collectors may disagree for a moment. The leases, not this file, guarantee that
 * only one writes a cluster. It minimizes movement: a member that comes or goes moves only its own clusters (rendezvous
 * hashing), a member that is missed once stays, and a store that is away or has lost its content moves nothing.
 */
import { createHash } from 'node:crypto';
import type { Store } from '../store/store.ts';
import { StoreUnavailableError } from '../store/store.ts';
import { ReportedProblems } from '../store/reported-problems.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Timing } from './timing.ts';
import { monotonic, pause } from './timing.ts';

export interface ShardsOptions {
  readonly store: Pick<Store, 'join' | 'leave'>;
  /** Name of this collector. */
  readonly holder: string;
  readonly timing: Pick<Timing, 'memberMs' | 'beatMs'>;
  readonly log: Logger;
  /** Called when the members have changed. */
  readonly onChange: () => void;
}

export class Shards {
  readonly #options: ShardsOptions;
  readonly #closing = new AbortController();
  readonly #beating: Promise<void>;
  #members: readonly string[] = [];
  /** Members missing in the last answer. After the second time they are gone. */
  #missed: ReadonlySet<string> = new Set();
  #problem: string | undefined;
  readonly #reported = new ReportedProblems();
  /** After an outage of the store, every member needs a moment to reappear. */
  #patientUntil = -Infinity;

  constructor(options: ShardsOptions) {
    this.#options = options;
    this.#beating = this.#beat(this.#closing.signal);
  }

  /** All live collectors, including this one; empty until the store was reached for the first time. */
  get members(): readonly string[] {
    return this.#members;
  }

  /** Why the store cannot be used now. */
  get problem(): string | undefined {
    return this.#problem;
  }

  owns(cluster: string): boolean {
    return ownerOf(cluster, this.#members) === this.#options.holder;
  }

  /** Leaves, so that the others take over at once. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The collector was closed.'));
    await this.#beating;
    const { store, holder } = this.#options;
    await store.leave(holder).catch((error: unknown) => {
      // While the store is away this member expires by itself.
      if (!(error instanceof StoreUnavailableError)) throw error;
    });
  }

  async #beat(signal: AbortSignal): Promise<void> {
    const { store, holder, timing, log } = this.#options;
    while (!signal.aborted) {
      try {
        this.#see(await store.join(holder, timing.memberMs));
        if (this.#problem !== undefined) log.info('the store can be written to again');
        this.#problem = undefined;
        this.#reported.forget();
      } catch (error) {
        this.#patientUntil = monotonic() + timing.memberMs;
        const { message: problem } = error as Error;
        if (this.#reported.isNew(problem))
          log.warn({ problem }, 'the store cannot be written to; nothing new is collected until it can');
        this.#problem = problem;
      }
      await pause(timing.beatMs, signal);
    }
  }

  #see(live: readonly string[]): void {
    const patient = monotonic() < this.#patientUntil;
    const waitedFor = this.#members.filter(member => !live.includes(member) && (patient || !this.#missed.has(member)));
    this.#missed = new Set(waitedFor);
    const members = [...live, ...waitedFor].sort();
    if (members.join('\n') === this.#members.join('\n')) return;
    this.#members = members;
    this.#options.onChange();
  }
}

/** The member with the highest hash for the cluster; undefined without members. Every collector computes the same. */
export function ownerOf(cluster: string, members: readonly string[]): string | undefined {
  let owner: string | undefined;
  let highest = -1;
  for (const member of members) {
    const weight = createHash('sha256')
      .update(JSON.stringify([member, cluster]))
      .digest()
      .readUIntBE(0, 6);
    if (weight > highest) [owner, highest] = [member, weight];
  }
  return owner;
}
