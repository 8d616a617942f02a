import { parse } from 'graphql';
import { pricesOf } from '../../../gateway/operation/prices.ts';
import {
  compileCost,
  estimatedCost,
  requestCost,
  type RequestCost,
  type Variables,
} from '../../../gateway/operation/cost.ts';
import { composeSupergraph } from '../../../schema/supergraph.ts';

/** A graph with fields for the pricing rules. */
export const SDL = /* GraphQL */ `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@cost", "@listSize"])
  type Query {
    one: Item @cost(weight: 7)
    items(first: Int, last: Int, filter: Filter @cost(weight: 10)): Connection
      @cost(weight: 30)
      @listSize(
        assumedSize: 50
        slicingArguments: ["first", "last"]
        sizedFields: ["nodes"]
        requireOneSlicingArgument: false
      )
    plain: [Item]
    some(first: Int = 25): [Item] @listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)
    grid: [[Item]] @listSize(assumedSize: 6)
    dear: Dear
    byId(ids: [ID!]! @cost(weight: 20)): [Item] @cost(weight: 7) @listSize(assumedSize: 1)
    byTag(tags: [String]): [Item]
  }
  type Connection {
    nodes: [Item]
    total: Int @cost(weight: 100)
    facets(fields: [Face!]! @cost(weight: 3), limit: Int = 20): [Facet]
      @cost(weight: 11)
      @listSize(assumedSize: 20, slicingArguments: ["limit"], sizedFields: ["values"], requireOneSlicingArgument: false)
  }
  type Facet {
    values: [Int]
  }
  enum Face {
    A
    B
  }
  type Item {
    id: ID
    item: Item
    items(first: Int): [Item] @listSize(assumedSize: 4, slicingArguments: ["first"], requireOneSlicingArgument: false)
    tags: [String] @listSize(assumedSize: 3)
  }
  type Dear @cost(weight: 40) {
    id: ID
  }
  input Filter {
    names: [String!] @cost(weight: 2)
    glob: String @cost(weight: 50)
    and: [Filter!] @cost(weight: 10)
    flag: Boolean
  }
`;

export const PRICES = pricesOf(composeSupergraph([{ name: 'test', sdl: SDL }]).supergraphSdl);

export function requestOf(source: string, variables: Variables = {}, prices = PRICES): RequestCost {
  return requestCost(prices, compileCost(prices, parse(source), undefined)!, variables);
}

export function estimate(source: string, variables: Variables = {}): number {
  return estimatedCost(requestOf(source, variables));
}
