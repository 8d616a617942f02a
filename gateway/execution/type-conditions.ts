/** Which types meet a condition like `... on Node`, by name, in the supergraph: subgraphs may exchange types that clients do not see. */
import { isAbstractType, type GraphQLSchema } from 'graphql';

export class TypeConditions {
  readonly #schema: GraphQLSchema;
  /** By condition: the types that meet it, and itself. */
  readonly #fulfilledBy = new Map<string, ReadonlySet<string>>();

  constructor(supergraph: GraphQLSchema) {
    this.#schema = supergraph;
  }

  fulfils(typename: string, condition: string): boolean {
    return typename === condition || this.#typesOf(condition).has(typename);
  }

  /** Conditions come from plans, so there are as many as the supergraph has types. */
  #typesOf(condition: string): ReadonlySet<string> {
    const known = this.#fulfilledBy.get(condition);
    if (known) return known;
    const type = this.#schema.getType(condition);
    const names = new Set<string>();
    if (isAbstractType(type)) {
      for (const object of this.#schema.getPossibleTypes(type)) names.add(object.name);
      if ('getInterfaces' in type) for (const inner of this.#schema.getImplementations(type).interfaces) names.add(inner.name);
    }
    this.#fulfilledBy.set(condition, names);
    return names;
  }
}
