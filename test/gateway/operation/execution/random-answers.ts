/** Subgraphs with random answers. The given chances decide how many values are null, missing, wrong or errors. */
import {
  buildASTSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionSetNode,
  type OperationDefinitionNode,
  type FragmentDefinitionNode,
} from 'graphql';
import type { AnswerOf } from './both.ts';

/** Probabilities from 0 to 1, by kind of value. */
export interface Chances {
  readonly null: number;
  readonly missing: number;
  readonly wrongLeaf: number;
  readonly wrongType: number;
  readonly error: number;
}

export const NOTHING_WRONG: Chances = { null: 0, missing: 0, wrongLeaf: 0, wrongType: 0, error: 0 };

export function randomAnswers(subgraphs: ReadonlyMap<string, GraphQLSchema>, seed: number, chances: Chances): AnswerOf {
  return ({ service, query, variables }) => {
    const random = randomFrom(`${seed} ${service} ${query} ${JSON.stringify(variables)}`);
    const schema = subgraphs.get(service)!;
    const document = parse(query);
    const operation = document.definitions.find(
      ({ kind }) => kind === Kind.OPERATION_DEFINITION,
    ) as OperationDefinitionNode;
    const fragments = new Map(
      document.definitions.flatMap(one =>
        one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
      ),
    );
    const errors: object[] = [];
    const happens = (chance: number): boolean => random() < chance;
    if (happens(chances.error / 5))
      return { errors: [{ message: 'nothing today', extensions: { code: 'SUBGRAPH_UNAVAILABLE' } }] };
    const representations = variables['representations'] as { __typename: string }[] | undefined;
    const data = objectOf(schema.getQueryType()!, operation.selectionSet, []);
    return { data, ...(errors.length > 0 && { errors }) };

    function objectOf(
      type: GraphQLObjectType,
      set: SelectionSetNode,
      path: (string | number)[],
    ): Record<string, unknown> {
      const made: Record<string, unknown> = {};
      fill(made, type, set, path);
      return made;
    }

    function fill(
      made: Record<string, unknown>,
      type: GraphQLObjectType,
      set: SelectionSetNode,
      path: (string | number)[],
    ): void {
      for (const selection of set.selections) {
        if (selection.kind !== Kind.FIELD) {
          const fragment: FragmentDefinitionNode | typeof selection | undefined =
            selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
          const condition =
            fragment && 'typeCondition' in fragment
              ? fragment.typeCondition && schema.getType(fragment.typeCondition.name.value)
              : undefined;
          if (!condition || condition === type || (isAbstractType(condition) && schema.isSubType(condition, type)))
            fill(made, type, (fragment as FragmentDefinitionNode).selectionSet, path);
          continue;
        }
        const name = selection.name.value;
        const key = selection.alias?.value ?? name;
        if (key in made && Object.hasOwn(made, key)) continue;
        let value: unknown;
        if (name === '_entities')
          value = representations!.map((one, i) => entity(one, selection.selectionSet!, [...path, key, i]));
        else if (name === '__typename')
          value = happens(chances.wrongType) ? pick(['Nobody', 'Hidden', 'Product', 'Node']) : type.name;
        else if (happens(chances.missing)) continue;
        else value = valueOf(type.getFields()[name]!.type, selection.selectionSet, [...path, key]);
        Object.defineProperty(made, key, { value, enumerable: true, writable: true, configurable: true });
      }
    }

    function entity(representation: { __typename: string }, set: SelectionSetNode, path: (string | number)[]): unknown {
      if (happens(chances.error)) errors.push(errorAt(path));
      if (happens(chances.null)) return null;
      const type = schema.getType(representation.__typename);
      return isObjectType(type) ? objectOf(type, set, path) : null;
    }

    function valueOf(type: GraphQLOutputType, set: SelectionSetNode | undefined, path: (string | number)[]): unknown {
      // The executor of @apollo/gateway loses a renamed field if its value is null, 0, false or ''.
      if (String(path.at(-1)).includes('__alias_')) return 1 + Math.floor(random() * 9);
      if (happens(chances.error)) errors.push(errorAt(path));
      if (happens(isNonNullType(type) ? chances.null / 5 : chances.null)) return null;
      const nullable = isNonNullType(type) ? type.ofType : type;
      if (isListType(nullable))
        return Array.from({ length: Math.floor(random() * 4) }, (_, i) => valueOf(nullable.ofType, set, [...path, i]));
      const named = getNamedType(nullable);
      if (set) {
        const types = isAbstractType(named) ? schema.getPossibleTypes(named) : [named as GraphQLObjectType];
        return objectOf(pick(types), set, path);
      }
      if (happens(chances.wrongLeaf))
        return pick([1, 1.5, -0, 1e21, 'text', '7', '', true, false, {}, [], { deep: [1] }]);
      if (isEnumType(named)) return pick(named.getValues()).name;
      const number = Math.floor(random() * 10);
      return (
        { Int: number, Float: number / 4, Boolean: number > 4, ID: `${number}` }[named.name] ??
        `${named.name} ${number}`
      );
    }

    function errorAt(path: (string | number)[]): object {
      const extensions = pick([
        undefined,
        { code: 'BAD_USER_INPUT', argument: 'id' },
        { code: 'THEIRS' },
        { more: 1 },
        { code: 'INVALID_GRAPHQL' },
      ]);
      return {
        message: pick(['no', 'not yours', '']),
        ...(happens(0.8) && { path }),
        ...(extensions && { extensions }),
      };
    }

    function pick<T>(from: readonly T[]): T {
      return from[Math.floor(random() * from.length)]!;
    }
  };
}

/** A generator of numbers from 0 to 1. Equal texts give equal sequences. */
function randomFrom(text: string): () => number {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function schemasOf(
  subgraphs: readonly { readonly name: string; readonly sdl: string }[],
): Map<string, GraphQLSchema> {
  return new Map(subgraphs.map(({ name, sdl }) => [name, buildASTSchema(parse(sdl), { assumeValidSDL: true })]));
}
