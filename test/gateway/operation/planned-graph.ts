import { composeSupergraph } from '../../../schema/supergraph.ts';
import type { PlanningInput } from '../../../gateway/operation/plan-document.ts';
import { GENEROUS } from '../limits.ts';

export const SDL = /* GraphQL */ `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
  type Query {
    hello(name: String, mood: Mood): String
    item: Item
  }
  type Item {
    id: ID
    item: Item
  }
  enum Mood {
    GLAD
    SAD
  }
`;

export function planningInput(changes: Partial<PlanningInput> = {}): PlanningInput {
  return {
    supergraphSdl: composeSupergraph([{ name: 'test', sdl: SDL }]).supergraphSdl,
    limits: GENEROUS,
    introspection: true,
    ...changes,
  };
}

/** A document in which each fragment spreads the next fragment twice. Each level doubles the work of expansion. */
function doubling(levels: number): string {
  const fragments = Array.from({ length: levels }, (_, i) => {
    const next = i === levels - 1 ? 'hello' : `item { id } ...F${i + 1} ... on Query { ...F${i + 1} }`;
    return `fragment F${i} on Query { ${next} }`;
  });
  return `{ ...F0 } ${fragments.join(' ')}`;
}

/** A document that takes many seconds to plan. */
export const SLOW = doubling(21);
export const TOO_LARGE = doubling(30);
