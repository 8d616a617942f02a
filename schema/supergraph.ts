/**
 * Composes subgraphs into the supergraph that the gateway runs, and derives from it the API schema that clients see.
 *
 * Whatever is wrong with a set of subgraphs is found here, before a gateway starts with it, and all of it at once.
 */
import { composeServices } from '@apollo/composition';
import { GraphQLError, parse, printSchema } from 'graphql';
import type { DocumentNode } from 'graphql';

export interface SubgraphSource {
  readonly name: string;
  readonly sdl: string;
  /** Where a subgraph over HTTP is found; absent for one in this process. */
  readonly url?: string;
}

export interface ComposedSupergraph {
  readonly supergraphSdl: string;
  /** The schema without the machinery of federation. */
  readonly apiSdl: string;
}

/** @throws CompositionError that names each subgraph and what is wrong with it. */
export function composeSupergraph(subgraphs: readonly SubgraphSource[]): ComposedSupergraph {
  const repeated = subgraphs.find(({ name }, i) => subgraphs.findIndex(other => other.name === name) !== i);
  if (repeated) throw new CompositionError([`Two subgraphs are called "${repeated.name}"; rename one of them.`]);
  const result = composeServices(
    subgraphs.map(({ name, sdl, url }) => ({ name, url: url ?? `in-process:${name}`, typeDefs: parseSdl(name, sdl) })),
  );
  if (result.errors) throw new CompositionError(result.errors.map(describe));
  return {
    supergraphSdl: withFinalNewline(result.supergraphSdl),
    apiSdl: withFinalNewline(printSchema(result.schema.toAPISchema().toGraphQLJSSchema())),
  };
}

export class CompositionError extends Error {
  override name = 'CompositionError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The subgraphs do not make one graph:\n${problems.map(problem => `- ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

function parseSdl(name: string, sdl: string): DocumentNode {
  try {
    return parse(sdl);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const [at] = error.locations ?? [];
    throw new CompositionError([
      `[${name}] Its SDL does not parse${at ? ` (line ${at.line}, column ${at.column})` : ''}: ${error.message}`,
    ]);
  }
}

/** Composition messages already name the subgraph, mostly as `[name]`; the code is what documentation is found by. */
function describe(error: GraphQLError): string {
  const code = error.extensions['code'];
  return typeof code === 'string' ? `${error.message} (${code})` : error.message;
}

function withFinalNewline(text: string): string {
  return `${text.trimEnd()}\n`;
}
