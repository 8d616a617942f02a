/**
 * Decides which clusters belong to this collector, among the collectors of the store. Each collector regularly
 * announces that it is alive, and reads the list of live collectors. All collectors compute the owner of each cluster
 * from this list, so there is no coordinator.
 *
 * Two collectors may disagree for a short time. The leases, not this file, guarantee that one collector at a time
 * writes a cluster. Few clusters move: a member that joins or leaves moves only its own clusters (rendezvous hashing).
 * Members stay while the store is unreachable. Otherwise a member is removed after it was missing twice in a row.
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
  /** Members that were missing in the last answer and are kept for now. */
  #missed: ReadonlySet<string> = new Set();
  #problem: string | undefined;
  readonly #reported = new ReportedProblems();
  /**
   * Monotonic time until which missing members stay, because after an outage of the store members reappear one by one.
   */
  #patientUntil = -Infinity;

  constructor(options: ShardsOptions) {
    this.#options = options;
    this.#beating = this.#beat(this.#closing.signal);
  }

  /** Collectors that count as live, including this collector. Empty until the store was reached for the first time. */
  get members(): readonly string[] {
    return this.#members;
  }

  /** Reason why the store cannot be used now. Undefined if it can be used. */
  get problem(): string | undefined {
    return this.#problem;
  }

  owns(cluster: string): boolean {
    return ownerOf(cluster, this.#members) === this.#options.holder;
  }

  /** Leaves the list of live collectors, so that other collectors take over at once. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The collector was closed.'));
    await this.#beating;
    const { store, holder } = this.#options;
    await store.leave(holder).catch((error: unknown) => {
      // If the store is unreachable, this member expires by itself.
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

/**
 * The member with the highest hash for the cluster. Undefined without members. The order of the members does not
 * matter.
 */
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
