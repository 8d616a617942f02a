/**
 * Interface of attacks, with functions to send requests and to count answers. In an attack, one client does something
 * to a running gateway that may harm other users.
 *
 * `make prove`, `make chaos` and `make bench ONLY=fair` start a gateway and an attack, and measure the answers to a
 * second user.
 */
import { Pool } from 'undici';
import type { LeafFault, PersonName } from './surroundings.ts';

export interface Target {
  readonly url: string;
  /** URL of the server of /metrics. */
  readonly operationsUrl: string;
  readonly tokens: Readonly<Record<PersonName, string>>;
  /** Leaf whose objects the second user lists and reads live. */
  readonly healthy: string;
  /** Cluster with faults and unusual permissions. */
  readonly sick: string;
}

export interface Needs {
  /** Faults of the leaves during the attack. */
  readonly faults?: readonly LeafFault[];
  /** True if the sick leaf has authorizers besides RBAC, so that callers' permissions need its reviews. */
  readonly mixed?: boolean;
  /** True if the attack affects users at their first request. The second user then has sent no request before. */
  readonly newcomer?: boolean;
  /** True if the attack needs many rows. */
  readonly rows?: boolean;
  /** `limits` of the gateway's configuration, such as short timeouts, so that the attack ends sooner. */
  readonly limits?: Readonly<Record<string, unknown>>;
  /** Requests of the second user in addition to lists. @default none */
  readonly beside?: 'live' | 'sorted';
}

export interface Attack {
  readonly name: string;
  /** Sentence that describes the attack. */
  readonly title: string;
  readonly needs: Needs;
  run(strike: Strike): Promise<void>;
}

/** True if a cluster may show no rows to anybody during the attack, because it is mixed and does not answer reviews. */
export function mayClose({ needs }: Attack): boolean {
  return needs.mixed === true && needs.faults !== undefined;
}

export interface Force {
  /** Duration of the attack in seconds. Requests that still run after twice this time are aborted. */
  readonly seconds: number;
  /**
   * Factor for the attack's numbers (connections, requests, sizes). The value 1 is the attack in its original strength.
   */
  readonly strength: number;
}

export interface GraphQLRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** A running attack. */
export class Strike implements AsyncDisposable {
  readonly target: Target;
  readonly signal: AbortSignal;
  /**
   * Number of answers by outcome, such as `200`, `200 BAD_USER_INPUT` or `no answer`. Attacks may also count by other
   * keys.
   */
  readonly answers = new Map<string, number>();
  readonly #force: Force;
  readonly #over: number;
  readonly #timer: NodeJS.Timeout;
  readonly #pools: Pool[] = [];

  constructor(target: Target, force: Force) {
    this.target = target;
    this.#force = force;
    this.#over = performance.now() + force.seconds * 1_000;
    const end = new AbortController();
    this.#timer = setTimeout(() => end.abort(), force.seconds * 2_000);
    this.signal = end.signal;
  }

  get isOver(): boolean {
    return performance.now() >= this.#over;
  }

  /** A number of the attack, multiplied by its strength. */
  many(full: number): number {
    return Math.max(1, Math.round(full * this.#force.strength));
  }

  /** Returns a function that sends a request over at most this many connections, and returns the answer's outcome. */
  asking(person: PersonName, connections: number): (request: GraphQLRequest) => Promise<string> {
    const pool = new Pool(this.target.url, { connections, headersTimeout: 0, bodyTimeout: 0 });
    this.#pools.push(pool);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${this.target.tokens[person]}` };
    return async request => {
      const how = await pool
        .request({ path: '/graphql', method: 'POST', headers, body: JSON.stringify(request), signal: this.signal })
        .then(
          async ({ statusCode, body }) => wayOf(statusCode, Buffer.from(await body.arrayBuffer())),
          () => 'no answer',
        )
        .catch(() => 'no answer');
      this.count(how);
      return how;
    };
  }

  /**
   * Sends requests over this many connections until the time is over. Each connection sends its next request after an
   * answer.
   */
  async keepAsking(person: PersonName, connections: number, request: (turn: number) => GraphQLRequest): Promise<void> {
    const ask = this.asking(person, connections);
    let turn = 0;
    const one = async () => {
      while (!this.isOver && !this.signal.aborted) {
        const how = await ask(request(turn++));
        // A refusal arrives at once. Without a pause, the attacker would mainly load its own process.
        if (how !== '200') await new Promise(resolve => setTimeout(resolve, 2));
      }
    };
    await Promise.all(Array.from({ length: connections }, one));
  }

  count(how: string): void {
    this.answers.set(how, (this.answers.get(how) ?? 0) + 1);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer);
    await Promise.all(this.#pools.map(pool => pool.destroy()));
  }
}

const LOOKED_AT = 4_000;

/** The status and the first error code. Searches only the beginning and the end of a large body. */
function wayOf(status: number, body: Buffer): string {
  const ends =
    body.length <= 2 * LOOKED_AT ? body : Buffer.concat([body.subarray(0, LOOKED_AT), body.subarray(-LOOKED_AT)]);
  const text = ends.toString('latin1');
  const code = text.includes('"errors"') ? /"code":"(\w+)"/.exec(text)?.[1] : undefined;
  return code === undefined ? String(status) : `${status} ${code}`;
}
