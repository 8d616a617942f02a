/** A replica of the read model in a separate process (processes/replica.ts), as benchmarks use it. */
import type { GroupField, OrderKey, PageRequest } from '../../readmodel/query.ts';
import { Child } from '../child.ts';
import type { Latencies } from '../load.ts';
import type { AnsweredPage, ReplicaQuestion, ReplicaAnswer, ReplicaRequest } from '../processes/replica.ts';
import type { Names } from '../peers/sql-queries.ts';
import type { Person } from './people.ts';
import type { Numbers, Question } from './questions.ts';

type What = Pick<ReplicaQuestion, 'order' | 'page' | 'count' | 'groupedBy' | 'statusCounts'>;

interface Enough {
  readonly seconds: number;
  readonly atLeast: number;
}

/** Latencies, and the longest time for which the event loop was blocked. */
export type Timed = Latencies & { readonly blockedMs: number };

export class Replica implements AsyncDisposable {
  readonly opened: NonNullable<ReplicaAnswer['opened']>;
  readonly #process: Child<ReplicaRequest, ReplicaAnswer>;
  readonly #signal: AbortSignal;

  private constructor(
    process: Child<ReplicaRequest, ReplicaAnswer>,
    opened: NonNullable<ReplicaAnswer['opened']>,
    signal: AbortSignal,
  ) {
    this.#process = process;
    this.opened = opened;
    this.#signal = signal;
  }

  static async open(
    redis: string,
    { clusters, rows, signal }: { clusters: number; rows: boolean; signal: AbortSignal },
  ): Promise<Replica> {
    const process = new Child<ReplicaRequest, ReplicaAnswer>('./processes/replica.ts');
    try {
      const { opened } = await process.ask({ type: 'open', redis, clusters, rows }, signal);
      return new Replica(process, opened!, signal);
    } catch (error) {
      await process[Symbol.asyncDispose]();
      throw error;
    }
  }

  async page(
    person: Person,
    { filter }: Question,
    page: PageRequest,
    order?: readonly OrderKey[],
  ): Promise<AnsweredPage> {
    return (await this.#ask(person, { filter, page, ...(order && { order }) })).page!;
  }

  async numbers(person: Person, { filter }: Question): Promise<Numbers> {
    return (await this.#ask(person, { filter })).numbers!;
  }

  /** The first groups. Each array has the values of a group and, as the last element, its count. */
  async groups(
    person: Person,
    { filter }: Question,
    groupedBy: readonly GroupField[],
  ): Promise<NonNullable<ReplicaAnswer['groups']>> {
    return (await this.#ask(person, { filter, groupedBy })).groups!;
  }

  async names({ user, groups }: Person, names: Names): Promise<readonly string[]> {
    const { names: reported } = await this.#process.ask(
      { type: 'ask', requested: { user, groups, filter: {}, names } },
      this.#signal,
    );
    return reported!;
  }

  async timeNames({ user, groups }: Person, names: Names, enough: Enough): Promise<Timed> {
    const requested = [{ user, groups, filter: {}, names }];
    const { times, blockedMs = 0 } = await this.#process.ask({ type: 'time', requested, ...enough }, this.#signal);
    return { ...times![0]!, blockedMs };
  }

  /** Measures the request that `what` describes. */
  async time(person: Person, question: Question, what: What, enough: Enough): Promise<Timed> {
    const [times] = await this.timeInTurns(person, question, [what], enough);
    return times!;
  }

  async timeInTurns(
    { user, groups }: Person,
    { filter }: Question,
    whats: readonly What[],
    enough: Enough,
  ): Promise<Timed[]> {
    const requested = whats.map(what => ({ user, groups, filter, ...what }));
    const { times = [], blockedMs = 0 } = await this.#process.ask({ type: 'time', requested, ...enough }, this.#signal);
    return times.map(latencies => ({ ...latencies, blockedMs }));
  }

  #ask({ user, groups }: Person, requested: Omit<ReplicaQuestion, 'user' | 'groups'>): Promise<ReplicaAnswer> {
    return this.#process.ask({ type: 'ask', requested: { user, groups, ...requested } }, this.#signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
  }
}
