/**
 * A second user, who sends small requests at a steady rate during an attack, with the results of these requests.
 *
 * The rate does not depend on the answers (an open loop). Waiting time counts from the time when a request was due. So
 * a gateway that stops for a second delays fifty list requests, not one. A request without a correct answer in time is
 * lost.
 */
import { Pool } from 'undici';
import { summary } from '../../bench/load.ts';

export type QuestionName = 'list' | 'everything' | 'live' | 'sorted';

interface Question {
  readonly everyMs: number;
  /** Maximum number of concurrent requests. Other requests wait for a connection, and this wait is measured, too. */
  readonly connections: number;
  readonly body: string;
  /** Reason why the data are not a correct answer. Undefined if they are correct. */
  readonly judge: (data: any) => string | undefined;
}

export interface SecondUserOptions {
  readonly url: string;
  readonly token: string;
  /** Leaf whose rows are listed and read live. */
  readonly cluster: string;
}

export interface Waits {
  readonly requested: number;
  readonly lost: number;
  /** Number of lost requests that were due after mark(). */
  readonly lostAfterMark: number;
  /** Number of lost requests by outcome. */
  readonly why: Readonly<Record<string, number>>;
  /** Median, 99th percentile and maximum of the waiting time in milliseconds. They include lost requests. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /**
   * Longest time in milliseconds without an answer while requests were pending. Unlike waiting times, it does not grow
   * when the machine is too slow for the steady rate of requests and a queue forms.
   */
  readonly silence: number;
}

/** Times in milliseconds at which a request was due, and at which its answer came or was given up. */
interface Answered {
  readonly due: number;
  readonly at: number;
}

export interface SecondUserFigures {
  readonly questions: Readonly<Partial<Record<QuestionName, Waits>>>;
  /** Number of answers that reported a cluster as closed for everybody. */
  readonly closed: number;
  /** Longest delay of this process itself, in milliseconds. */
  readonly ownDelayMs: number;
}

const PATIENCE_MS = 30_000;

export class SecondUser implements AsyncDisposable {
  readonly #options: SecondUserOptions;
  #token: string;
  readonly #questions: Readonly<Record<QuestionName, Question>>;
  readonly #asking = new Set<Promise<void>>();
  readonly #pools: Pool[] = [];
  readonly #waits = new Map<
    QuestionName,
    { answers: Answered[]; why: Map<string, number>; lost: number; lostAfterMark: number }
  >();
  readonly #timers: NodeJS.Timeout[] = [];
  #mark = Infinity;
  #closed = 0;
  #ownDelayMs = 0;

  /** Creates a second user. Lists Kustomizations first, to find the object to read live. */
  static async of(options: SecondUserOptions): Promise<SecondUser> {
    const { url, token, cluster } = options;
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: listOf({ clusters: [cluster], kinds: ['Kustomization'] }),
    });
    const { data } = (await answer.json()) as { data?: { objects: { nodes: { id: string }[] } } };
    const id = data?.objects.nodes.at(-1)?.id;
    if (id === undefined)
      throw new Error(`The second user sees nothing on ${cluster}, and so cannot tell whether anything is lost.`);
    return new SecondUser(options, id);
  }

  private constructor(options: SecondUserOptions, id: string) {
    this.#options = options;
    this.#token = options.token;
    const rows = ({ objects }: any) => (objects.nodes.length > 0 ? undefined : 'no rows');
    this.#questions = {
      list: {
        everyMs: 20,
        connections: 16,
        body: listOf({ clusters: [options.cluster], kinds: ['Pod'] }),
        judge: rows,
      },
      everything: {
        everyMs: 250,
        connections: 8,
        body: listOf({}),
        judge: data => {
          if (data.objects.coverage.closed > 0) this.#closed += 1;
          return rows(data);
        },
      },
      live: {
        everyMs: 100,
        connections: 8,
        body: JSON.stringify({ query: 'query($id:ID!){object(id:$id){live{state message}}}', variables: { id } }),
        judge: ({ object }) => (object?.live?.state === 'OK' ? undefined : String(object?.live?.state)),
      },
      sorted: {
        everyMs: 250,
        connections: 8,
        body: JSON.stringify({
          query:
            '{objects(first:25,orderBy:[{field:TRANSITIONED,direction:DESC}],filter:{name:{contains:"a"},not:{message:{contains:"zz"}}}){totalCount nodes{id}}}',
        }),
        judge: rows,
      },
    };
  }

  /** Starts sending requests, by default as the configured user. */
  begin(names: readonly QuestionName[], token = this.#options.token): void {
    this.#token = token;
    this.#mark = Infinity;
    this.#closed = 0;
    this.#ownDelayMs = 0;
    this.#waits.clear();
    for (const name of names) {
      const { everyMs, connections } = this.#questions[name];
      const pool = new Pool(this.#options.url, { connections, headersTimeout: 0, bodyTimeout: 0 });
      this.#pools.push(pool);
      this.#waits.set(name, { answers: [], why: new Map(), lost: 0, lostAfterMark: 0 });
      const start = performance.now();
      let due = start;
      const ask = () => {
        for (const now = performance.now(); due <= now; due += everyMs) {
          this.#ownDelayMs = Math.max(this.#ownDelayMs, now - due - everyMs);
          const requested = this.#ask(name, pool, due).finally(() => this.#asking.delete(requested));
          this.#asking.add(requested);
        }
      };
      this.#timers.push(setInterval(ask, Math.min(everyMs, 5)));
    }
  }

  /** Lost requests that are due after this call also count in `lostAfterMark`. */
  mark(): void {
    this.#mark = performance.now();
  }

  /** Stops sending, and waits for pending answers. */
  async end(): Promise<SecondUserFigures> {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    await Promise.all(this.#asking);
    await Promise.all(this.#pools.splice(0).map(pool => pool.destroy()));
    const questions: Partial<Record<QuestionName, Waits>> = {};
    for (const [name, { answers, why, lost, lostAfterMark }] of this.#waits) {
      const { p50, p99, max } = summary(answers.map(({ due, at }) => at - due));
      const silence = longestSilence(answers);
      const counts = { requested: answers.length, lost, lostAfterMark, why: Object.fromEntries(why) };
      questions[name] = { ...counts, p50, p99, max, silence };
    }
    return { questions, closed: this.#closed, ownDelayMs: this.#ownDelayMs };
  }

  async #ask(name: QuestionName, pool: Pool, due: number): Promise<void> {
    const { body, judge } = this.#questions[name];
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` };
    const given = AbortSignal.timeout(PATIENCE_MS);
    const answered = pool.request({ path: '/graphql', method: 'POST', headers, body, signal: given }).then(
      async ({ statusCode, body }) => problemOf(statusCode, await body.text(), judge),
      () => 'no connection',
    );
    // A request that waits for a connection reacts late to its signal.
    const late = new Promise<string>(resolve =>
      given.addEventListener('abort', () => resolve(`not within ${PATIENCE_MS / 1_000} s`)),
    );
    const problem = await Promise.race([late, answered.catch(() => 'broken off')]);
    const found = this.#waits.get(name)!;
    found.answers.push({ due, at: performance.now() });
    if (problem === undefined) return;
    found.lost += 1;
    if (due >= this.#mark) found.lostAfterMark += 1;
    found.why.set(problem, (found.why.get(problem) ?? 0) + 1);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#pools.map(pool => pool.destroy()));
  }
}

/** Longest time in milliseconds in which requests were pending and none was answered. */
export function longestSilence(answers: readonly Answered[]): number {
  const inOrder = answers.toSorted((one, other) => one.at - other.at);
  let pendingSince = Infinity; // of this answer and all later ones
  let longest = 0;
  for (let i = inOrder.length - 1; i >= 0; i -= 1) {
    const { due, at } = inOrder[i]!;
    pendingSince = Math.min(pendingSince, due);
    longest = Math.max(longest, at - Math.max(pendingSince, inOrder[i - 1]?.at ?? -Infinity));
  }
  return longest;
}

function listOf(filter: object): string {
  const query =
    'query($filter:ObjectFilter){objects(first:25,filter:$filter,orderBy:[{field:NAME}]){nodes{id kind namespace name status reason message} pageInfo{endCursor} coverage{closed withheld{cause count}}}}';
  return JSON.stringify({ query, variables: { filter } });
}

function problemOf(status: number, text: string, judge: Question['judge']): string | undefined {
  if (status !== 200) return `HTTP ${status}`;
  const { data, errors } = JSON.parse(text) as { data?: any; errors?: readonly { extensions?: { code?: string } }[] };
  if (errors) return errors[0]?.extensions?.code ?? 'an error';
  return judge(data);
}
