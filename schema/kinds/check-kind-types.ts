/**
 * Checks a file with types of kinds (kind-types.ts). A wrong file is refused at the start, not by a later query.
 */
import {
  GraphQLError,
  Kind,
  parse,
  type DefinitionNode,
  type FieldDefinitionNode,
  type ObjectTypeDefinitionNode,
  type TypeNode,
} from 'graphql';
import { KindSchemaError } from './kind-schema.ts';
import { OF_EVERY_KIND } from './kind-types.ts';

/**
 * @param sdl SDL with the types that exist without the file
 * @throws KindSchemaError
 */
export function checkKindTypes(text: string, sdl: string): void {
  const definitions = parsed(text);
  const there = new Set(typeNames(sdl));
  const types = definitions.filter(it => it.kind === Kind.OBJECT_TYPE_DEFINITION);
  if (types.length === 0 || types.length < definitions.length)
    throw wrong('it holds something else than types of kinds');
  if (!types.some(isOfKind)) throw wrong('none of its types is that of a kind');
  for (const { name } of types) {
    if (there.has(name.value))
      throw wrong(`there is a type ${name.value} already, which another file or fleetgraph itself has`);
    there.add(name.value);
  }
  for (const type of types) {
    const { name, directives = [], fields = [] } = type;
    if (!directives.some(it => it.name.value === 'rbacLeaf')) throw wrong(`the type ${name.value} lacks @rbacLeaf`);
    for (const field of fields) {
      const place = `${name.value}.${field.name.value}`;
      const ofEvery = isOfKind(type) && OF_EVERY_KIND.has(field.name.value);
      if (!there.has(namedType(field.type)) && !SPECIFIED.has(namedType(field.type)))
        throw wrong(`${place} has the unknown type ${namedType(field.type)}`);
      if (field.arguments?.length) throw wrong(`${place} has arguments`);
      if (!ofEvery && field.type.kind === Kind.NON_NULL_TYPE)
        throw wrong(`${place} is not nullable, so a malformed value would hide more than itself`);
      if (directivesBesideCalled(field).length > 0) throw wrong(`${place} has @${directivesBesideCalled(field)[0]}`);
    }
  }
}

export function typeNames(sdl: string): ReadonlySet<string> {
  return new Set(parse(sdl, { noLocation: true }).definitions.flatMap(nameOf));
}

const SPECIFIED: ReadonlySet<string> = new Set(['String', 'Boolean', 'Int', 'Float', 'ID']);

function parsed(text: string): readonly DefinitionNode[] {
  try {
    return parse(text).definitions;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const [at] = error.locations ?? [];
    throw wrong(`it does not parse${at ? ` (line ${at.line}, column ${at.column})` : ''}: ${error.message}`);
  }
}

function nameOf(definition: DefinitionNode): string[] {
  return 'name' in definition && definition.name && definition.kind !== Kind.DIRECTIVE_DEFINITION
    ? [definition.name.value]
    : [];
}

function isOfKind({ directives = [], interfaces = [] }: ObjectTypeDefinitionNode): boolean {
  return (
    directives.some(({ name }) => name.value === 'kind') &&
    interfaces.some(({ name }) => name.value === 'KubernetesResource')
  );
}

function directivesBesideCalled({ directives = [] }: FieldDefinitionNode): string[] {
  return directives.map(({ name }) => name.value).filter(name => name !== 'called');
}

function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type);
}

function wrong(what: string): KindSchemaError {
  return new KindSchemaError(`${what}. Write it anew with fleetgraph schema generate.`);
}
