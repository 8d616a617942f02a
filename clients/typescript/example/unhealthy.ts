/**
 * A script with typed queries and no GraphQL client. It lists failing objects, then reads the newest of them from its
 * cluster. The compiler checks every field below against the schema.
 *
 *   node clients/typescript/example/unhealthy.ts http://127.0.0.1:4000 <token>
 */
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { graphql } from './generated/gql.ts';

const Unhealthy = graphql(`
  query Unhealthy($first: Int!) {
    objects(filter: { statuses: [FAILED] }, orderBy: [{ field: TRANSITIONED, direction: DESC }], first: $first) {
      totalCount
      nodes {
        id
        kind
        namespace
        name
        reason
        message
        cluster {
          name
        }
      }
      coverage {
        total
        indexed
      }
    }
  }
`);

const Open = graphql(`
  query Open($id: ID!) {
    object(id: $id) {
      id
      live {
        state
        message
        conditions {
          type
          status
          reason
          message
        }
      }
    }
  }
`);

export interface Answer<Data> {
  readonly data: Data;
  /** Errors of parts of the response. These parts are null in `data`. All other data is valid. */
  readonly problems: readonly string[];
}

export class FleetgraphClient {
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  async query<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Answer<Data>> {
    const answer = await fetch(`${this.#url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` },
      body: JSON.stringify({ query: print(document), variables }),
    });
    const { data, errors } = (await answer.json()) as { data?: Data; errors?: readonly { message: string }[] };
    const problems = errors?.map(({ message }) => message) ?? [];
    if (!data) throw new Error(problems.join('\n') || `HTTP ${answer.status}`);
    return { data, problems };
  }
}

/** A line for each of the first ten failing objects, and the live conditions of the newest failure. */
export async function unhealthyReport(client: FleetgraphClient): Promise<string[]> {
  const {
    data: { objects },
    problems,
  } = await client.query(Unhealthy, { first: 10 });
  if (!objects) return problemLines(problems);
  const lines = [
    ...problemLines(problems),
    `${objects.totalCount} failing, from ${objects.coverage.indexed} of ${objects.coverage.total} clusters`,
  ];
  for (const { cluster, kind, namespace, name, reason } of objects.nodes)
    lines.push(`${cluster.name}  ${kind} ${namespace ?? ''}/${name}  ${reason ?? ''}`);
  const [latest] = objects.nodes;
  if (!latest) return lines;
  const {
    data: { object },
    problems: ofObject,
  } = await client.query(Open, { id: latest.id });
  lines.push(...problemLines(ofObject), `live ${latest.id}: ${object?.live?.state ?? 'gone'}`);
  for (const { type, status, reason } of object?.live?.conditions ?? [])
    lines.push(`  ${type}=${status} ${reason ?? ''}`);
  return lines;
}

function problemLines(problems: readonly string[]): string[] {
  return problems.map(problem => `not answered: ${problem}`);
}

if (import.meta.main) {
  const [url, token] = process.argv.slice(2);
  if (!url || !token) {
    console.error('usage: node clients/typescript/example/unhealthy.ts URL TOKEN');
    process.exit(2);
  }
  const lines = await unhealthyReport(new FleetgraphClient(url, token)).catch((error: Error) => {
    console.error(`${url}: ${error.message}`);
    process.exit(1);
  });
  for (const line of lines) console.log(line);
}
