/**
 * Asks a subgraph over HTTP: one of the user's own, or ours in a split deployment.
 *
 * Nothing of the caller is passed on, because a subgraph's URL is not the caller's choice. Answers are
 * bounded, and end with the request.
 */
import type { GraphQLDataSource, GraphQLDataSourceProcessOptions } from '@apollo/gateway';
import type { GraphQLFormattedError } from 'graphql';
import { Agent, request } from 'undici';
import type { ErrorCode } from '../../schema/error-codes.ts';
import type { GatewayContext } from './in-process.ts';

type Answer = { data?: Record<string, unknown>; errors?: GraphQLFormattedError[] };

const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

export class HttpDataSource implements GraphQLDataSource<GatewayContext & Record<string, unknown>> {
  readonly #name: string;
  readonly #url: string;
  readonly #agent = new Agent({ connections: 32, keepAliveTimeout: 30_000, maxResponseSize: MAX_ANSWER_BYTES });

  constructor(name: string, url: string) {
    this.#name = name;
    this.#url = url;
  }

  async process(options: GraphQLDataSourceProcessOptions<GatewayContext & Record<string, unknown>>): Promise<Answer> {
    const { signal, requestId } = (options.context as GatewayContext).request;
    const { query, variables, operationName } = options.request;
    try {
      const answer = await request(this.#url, {
        method: 'POST',
        dispatcher: this.#agent,
        signal,
        headers: {
          'content-type': 'application/json',
          accept: 'application/graphql-response+json, application/json',
          'x-request-id': requestId,
        },
        body: JSON.stringify({ query, variables, operationName }),
      });
      const body = (await answer.body.json()) as Answer | null;
      if (!body || typeof body !== 'object' || (!('data' in body) && !('errors' in body)))
        return this.#unavailable(`HTTP ${answer.statusCode} without a GraphQL answer`);
      return body;
    } catch (error) {
      return this.#unavailable(
        signal.aborted ? 'not ready at the deadline' : ((error as NodeJS.ErrnoException).code ?? 'the answer is not JSON'),
      );
    }
  }

  #unavailable(reason: string): Answer {
    const code: ErrorCode = 'SUBGRAPH_UNAVAILABLE';
    return { errors: [{ message: `The ${this.#name} subgraph could not be asked: ${reason}.`, extensions: { code } }] };
  }
}
