/**
 * Checks an already composed supergraph before a gateway starts with it, and reads the URLs of its subgraphs. Works
 * without the composition library, which takes long to load.
 */
import { GraphQLError, Kind, parse, type DocumentNode } from 'graphql';
import { inProcessName, subgraphUrlProblem } from './subgraph-url.ts';

/** Problem of a composed supergraph. The message is for the author of the supergraph. */
export class SupergraphError extends Error {
  override name = 'SupergraphError';
}

export interface SupergraphMember {
  readonly name: string;
  /** URL over HTTP, or `in-process:` and a name for a subgraph that the gateway runs itself. */
  readonly url: string;
}

/**
 * The subgraphs of a supergraph, each with a usable URL. Subgraphs that this process runs have an in-process URL. All
 * others have an HTTP URL.
 *
 * @throws SupergraphError with all problems
 */
export function supergraphMembers(supergraphSdl: string, inThisProcess: readonly string[]): SupergraphMember[] {
  const members = membersOf(parsed(supergraphSdl));
  if (members.length === 0)
    throw new SupergraphError(
      'this is not a supergraph: it has no enum join__Graph. Compose one, for instance with "rover supergraph compose", or name your subgraphs in "subgraphs" instead',
    );
  const problems = members.flatMap(({ name, url }) => {
    const problem = placeProblem(url, inThisProcess);
    return problem === undefined ? [] : [`subgraph "${name}" has the URL "${withoutCredentials(url)}": ${problem}`];
  });
  if (problems.length > 0) throw new SupergraphError(problems.join('; '));
  return members;
}

function parsed(sdl: string): DocumentNode {
  try {
    return parse(sdl);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const [at] = error.locations ?? [];
    throw new SupergraphError(
      `it does not parse${at ? ` (line ${at.line}, column ${at.column})` : ''}: ${error.message}`,
    );
  }
}

function membersOf({ definitions }: DocumentNode): SupergraphMember[] {
  const graphs = definitions.flatMap(node =>
    node.kind === Kind.ENUM_TYPE_DEFINITION && node.name.value === 'join__Graph' ? (node.values ?? []) : [],
  );
  return graphs.flatMap(({ directives = [] }) => {
    const given = directives.find(({ name }) => name.value === 'join__graph')?.arguments ?? [];
    const text = (key: string) => {
      const value = given.find(({ name }) => name.value === key)?.value;
      return value?.kind === Kind.STRING ? value.value : '';
    };
    return text('name') ? [{ name: text('name'), url: text('url') }] : [];
  });
}

function placeProblem(url: string, inThisProcess: readonly string[]): string | undefined {
  const name = inProcessName(url);
  if (name === undefined) return subgraphUrlProblem(url);
  return inThisProcess.includes(name)
    ? undefined
    : `in this process there are ${inThisProcess.map(ours => `in-process:${ours}`).join(' and ')}. For one that answers over HTTP write its http:// or https:// address`;
}

/** Removes credentials from a URL for a message. A password in a URL is one of the problems that messages report. */
function withoutCredentials(url: string): string {
  return url.replace(/\/\/[^/]*@/, '//…@').slice(0, 200);
}
