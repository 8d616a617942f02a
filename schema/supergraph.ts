/**
 * Composes subgraphs into the supergraph that the gateway runs. Derives the API schema, which clients see, from the
 * supergraph. A CompositionError lists all problems that were found.
 */
import { composeServices } from '@apollo/composition';
import { BREAK, GraphQLError, Kind, parse, printSchema, Source, specifiedScalarTypes, visit } from 'graphql';
import type { ASTNode, DocumentNode, NamedTypeNode } from 'graphql';
import { inProcessUrl } from './subgraph-url.ts';

export interface SubgraphSource {
  readonly name: string;
  readonly sdl: string;
  /** Address of a subgraph over HTTP. Absent for a subgraph in this process. */
  readonly url?: string;
}

export interface ComposedSupergraph {
  readonly supergraphSdl: string;
  /** The schema for clients, without the fields of federation. */
  readonly apiSdl: string;
}

/** @throws CompositionError with the problems of each subgraph */
export function composeSupergraph(subgraphs: readonly SubgraphSource[]): ComposedSupergraph {
  const repeated = subgraphs.find(({ name }, i) => subgraphs.findIndex(other => other.name === name) !== i);
  if (repeated) throw new CompositionError([`Two subgraphs are called "${repeated.name}"; rename one of them.`]);
  const parsed = subgraphs.map(({ name, sdl, url }) => ({
    name,
    url: url ?? inProcessUrl(name),
    typeDefs: parseSdl(name, sdl),
  }));
  const documents = new Map<string, DocumentNode>();
  const services = parsed.flatMap(({ typeDefs, ...service }) => {
    if (typeof typeDefs === 'string') return [];
    documents.set(service.name, typeDefs);
    return [{ ...service, typeDefs }];
  });
  const unparsed = parsed.flatMap(({ typeDefs }) => (typeof typeDefs === 'string' ? [typeDefs] : []));
  if (unparsed.length > 0) throw new CompositionError(unparsed);
  const result = composeServices(services);
  if (result.errors)
    throw new CompositionError([...new Set(result.errors.flatMap(error => describe(error, documents)))]);
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

/** The parsed document, or the reason why it does not parse. Errors use the name of the subgraph as the file name. */
function parseSdl(name: string, sdl: string): DocumentNode | string {
  try {
    return parse(new Source(sdl, name));
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const [at] = error.locations ?? [];
    return `[${name}] Its SDL does not parse${at ? ` (line ${at.line}, column ${at.column})` : ''}: ${error.message}`;
  }
}

/**
 * Adds line numbers to the message of a composition error. The message mostly names the subgraph as `[name]`. If types
 * are unknown, the message names only the first of them, and not its field. The result then names all of them.
 */
function describe(error: GraphQLError, documents: ReadonlyMap<string, DocumentNode>): string[] {
  const code = error.extensions['code'];
  const suffix = typeof code === 'string' ? ` (${code})` : '';
  const places = (error.nodes ?? []).flatMap(node =>
    node.loc ? [{ node, subgraph: node.loc.source.name, line: lineOf(node) }] : [],
  );
  const [, named, message = error.message] = /^\[([^\]]+)\] (.*)$/s.exec(error.message) ?? [];
  const [first] = places;
  const document = first && documents.get(first.subgraph);
  const unknown =
    document && first.node.kind === Kind.NAMED_TYPE && /unknown type/i.test(message) ? unknownTypes(document) : [];
  if (document && unknown.length > 0)
    return unknown.map(
      node =>
        `[${first.subgraph}] line ${lineOf(node)}: ${placeOf(node, document)}Unknown type ${node.name.value}${suffix}`,
    );
  if (named !== undefined)
    return [first ? `[${named}] line ${first.line}: ${message}${suffix}` : `${error.message}${suffix}`];
  const lines = places
    .filter(({ subgraph }) => documents.has(subgraph))
    .map(({ subgraph, line }) => `[${subgraph}] line ${line}`);
  return [`${error.message}${lines.length > 0 ? ` at ${[...new Set(lines)].join(', ')}` : ''}${suffix}`];
}

function lineOf({ loc }: ASTNode): number {
  return loc?.startToken.line ?? 0;
}

/**
 * References to types that the document does not define. Leaves out types of federation: names with an underscore, such
 * as `federation__FieldSet` and `_Any`, and names in strings, such as imported types.
 */
function unknownTypes(document: DocumentNode): NamedTypeNode[] {
  const known = new Set(specifiedScalarTypes.map(({ name }) => name));
  const unknown: NamedTypeNode[] = [];
  visit(document, {
    enter(node) {
      if (node.kind.endsWith('TypeDefinition') || node.kind.endsWith('TypeExtension'))
        known.add((node as { name: { value: string } }).name.value);
      if (node.kind === Kind.STRING) known.add(node.value); // Imported types are strings: @link(import: ["FieldSet"]).
    },
  });
  visit(document, {
    NamedType(node) {
      if (!known.has(node.name.value) && !node.name.value.includes('_')) unknown.push(node);
    },
    DirectiveDefinition: () => false,
  });
  return unknown;
}

/** Path of the type or field that contains a node, as a prefix: `Query.field: `. */
function placeOf(node: ASTNode, document: DocumentNode): string {
  let path: string[] = [];
  const open: string[] = [];
  visit(document, {
    enter(at) {
      if (at.kind.includes('Definition') || at.kind.endsWith('TypeExtension'))
        open.push((at as { name?: { value: string } }).name?.value ?? 'schema');
      if (at !== node) return undefined;
      path = open.slice(0, 2); // For an argument, the path of its field is enough.
      return BREAK;
    },
    leave(at) {
      if (at.kind.includes('Definition') || at.kind.endsWith('TypeExtension')) open.pop();
    },
  });
  return path.length > 0 ? `${path.join('.')}: ` : '';
}

function withFinalNewline(text: string): string {
  return `${text.trimEnd()}\n`;
}
