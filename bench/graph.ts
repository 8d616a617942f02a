/**
 * A GraphQL client for load, with a fixed number of connections. Answers stay text, so that comparing them with the
 * expected answer costs little.
 */
import { Pool } from 'undici';

export interface GraphRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

export class GraphClient implements AsyncDisposable {
  readonly #pool: Pool;
  readonly #headers: Record<string, string>;
  readonly #signal: AbortSignal;

  constructor(
    url: string,
    { token, connections, signal }: { token: string; connections: number; signal: AbortSignal },
  ) {
    this.#pool = new Pool(url, { connections, pipelining: 1 });
    this.#headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    this.#signal = signal;
  }

  async text(request: GraphRequest): Promise<string> {
    const { statusCode, body } = await this.#pool.request({
      path: '/graphql',
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify(request),
      signal: this.#signal,
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`The gateway answered ${statusCode}: ${text.slice(0, 500)}`);
    return text;
  }

  /** Returns the data of the answer. Throws if the answer has errors. */
  async data(request: GraphRequest): Promise<any> {
    const { data, errors } = JSON.parse(await this.text(request)) as { data?: unknown; errors?: unknown };
    if (errors) throw new Error(`The gateway answered with errors: ${JSON.stringify(errors).slice(0, 1_000)}`);
    return data;
  }

  /** Returns a function that repeats the request and throws if the answer differs from the first answer. */
  async repeatable(request: GraphRequest): Promise<() => Promise<void>> {
    await this.data(request);
    const expected = await this.text(request);
    return async () => {
      const answer = await this.text(request);
      if (answer !== expected)
        throw new Error(`The answer changed while nothing did. First:\n${expected}\nThen:\n${answer}`);
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.destroy();
  }
}
