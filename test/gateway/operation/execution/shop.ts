/** A federated graph whose query plans need several fetches. */

const FEDERATION =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@requires", "@provides", "@external", "@shareable", "@interfaceObject", "@inaccessible"])';

export const SHOP = [
  {
    name: 'products',
    sdl: /* GraphQL */ `
      ${FEDERATION}
      scalar Anything
      type Query {
        products(first: Int = 3): [Product!]!
        product(id: ID): Product
        needed: Product!
        node: Node
        found: [Found]
        media: [Media]
        medium: Media
        shelves: [[Product]]
        tables: [[Product!]!]!
        things: [Thing!]
        constructor: String
      }
      enum Kind {
        BOOK
        RECORD
      }
      interface Node {
        id: ID!
        title: String
      }
      type Product implements Node @key(fields: "id") {
        id: ID!
        title: String
        price: Float
        count: Int
        isNew: Boolean
        kind: Kind
        tags: [String!]
        matrix: [[Int]]
        anything: Anything
        size: Size
        related: [Product!]
        maker: Maker!
      }
      type Size @shareable {
        height: Int!
        width: Int
      }
      type Hidden implements Node @key(fields: "id") @inaccessible {
        id: ID!
        title: String
      }
      type Maker implements Node @key(fields: "id") {
        id: ID!
        title: String
      }
      type Number @key(fields: "id") {
        id: Int!
        of: String
      }
      union Found = Product | Maker | Number | Hidden
      union Thing = Product | Number
      interface Media @key(fields: "id") {
        id: ID!
        name: String
      }
      type Film implements Media @key(fields: "id") {
        id: ID!
        name: String
        minutes: Int
      }
      type Song implements Media @key(fields: "id") {
        id: ID!
        name: String
        seconds: Int!
      }
    `,
  },
  {
    name: 'stock',
    sdl: /* GraphQL */ `
      ${FEDERATION}
      type Query {
        stores: [Store!]
        best: Store!
      }
      type Store @key(fields: "id") {
        id: ID!
        city: String!
        holds: [Product!]!
      }
      type Product @key(fields: "id") {
        id: ID!
        price: Float @external
        size: Size @external
        related: [Product!] @external
        inStock: Int!
        freight: Float @requires(fields: "price size { height width }")
        bundle: String @requires(fields: "related { id price }")
        holders: [Store]
      }
      type Size @shareable {
        height: Int!
        width: Int
      }
      type Media @key(fields: "id") @interfaceObject {
        id: ID!
        stars: Int
        critics: [String!]!
      }
      type Number @key(fields: "id") {
        id: Int!
        squared: Int!
      }
    `,
  },
  {
    name: 'reviews',
    sdl: /* GraphQL */ `
      ${FEDERATION}
      type Query {
        reviews: [Review]
        latest: Review @provides(fields: "by { name }")
      }
      type Review @key(fields: "id") {
        id: ID!
        text: String!
        by: User!
        of: Product
        about: Subject
      }
      union Subject = Product | Maker | User
      type Product @key(fields: "id") {
        id: ID!
        reviews: [Review!]
        verdict: String!
      }
      type Maker @key(fields: "id") {
        id: ID!
        reviews: [Review]!
      }
      type User @key(fields: "id") {
        id: ID!
        name: String @external
        reviews: [Review]
      }
    `,
  },
  {
    name: 'users',
    sdl: /* GraphQL */ `
      ${FEDERATION}
      type Query {
        me: User
      }
      type User @key(fields: "id") {
        id: ID!
        name: String @shareable
        address: Address
        friends: [User!]
      }
      type Address {
        street: String!
        city: String
      }
    `,
  },
] as const;

/** Operations by the feature that they test. */
export const OPERATIONS: readonly (readonly [what: string, query: string, variables?: Record<string, unknown>])[] = [
  [
    'fields of one subgraph',
    '{ products { id title price count isNew kind tags matrix anything size { height width } } }',
  ],
  ['entities in a list', '{ products { id inStock reviews { id text by { id name } } } }'],
  [
    'entities in entities in entities',
    '{ reviews { of { inStock holders { city holds { verdict related { inStock } } } } } }',
  ],
  ['lists of lists of entities', '{ shelves { title inStock } tables { id verdict reviews { text } } }'],
  ['required fields', '{ products { freight } needed { bundle freight } }'],
  ['required and asked fields', '{ products { price bundle size { width } freight related { title } } }'],
  ['provided fields', '{ latest { by { name reviews { text } } } }'],
  ['an interface', '{ node { id title ... on Product { inStock } ... on Maker { reviews { text } } } }'],
  ['an interface whose type is asked for', '{ node { __typename t: __typename id ... on Node { title } } }'],
  [
    'a union',
    '{ found { __typename ... on Product { id inStock } ... on Maker { id reviews { text } } ... on Number { of squared } } }',
  ],
  ['keys of different types under one name', '{ things { ... on Product { verdict } ... on Number { squared } } }'],
  [
    'keys of different types that are asked for',
    '{ found { ... on Product { id inStock } ... on Number { number: id squared } ... on Node { title } } }',
  ],
  ['an object of an interface', '{ media { id name stars critics } }'],
  [
    'the type of an object of an interface',
    '{ media { __typename stars ... on Film { minutes critics } ... on Song { seconds } } medium { stars __typename } }',
  ],
  [
    'a subject of several subgraphs',
    '{ reviews { about { ... on Product { title inStock } ... on User { name } ... on Maker { title reviews { id } } } } }',
  ],
  ['aliases', '{ a: products(first: 1) { x: id y: id z: inStock } b: products { x: title id: price } }'],
  [
    'names that objects inherit',
    '{ constructor toString: product { constructor: title hasOwnProperty: id valueOf: inStock __proto__: price } }',
  ],
  [
    'one field several times',
    '{ products { id } products { title size { height } } products { size { width } inStock } }',
  ],
  [
    'fragments',
    'query { ...Q } fragment Q on Query { products { ...P } needed { ...P } } fragment P on Product { id ...R } fragment R on Product { reviews { by { address { street } } } }',
  ],
  [
    'a fragment in several places',
    '{ products { ...P ...P ... on Product { ...P } ... { title } } } fragment P on Product { inStock title }',
  ],
  [
    'fragments of the interface in a type',
    '{ node { ... on Node { ... on Product { title size { height } } } ... on Product { ... on Node { id } size { width } } } }',
  ],
  [
    'conditions',
    'query ($yes: Boolean!, $no: Boolean = false) { products { id @skip(if: $yes) title @include(if: $no) price @include(if: true) count @skip(if: true) inStock @include(if: $yes) } }',
    { yes: true },
  ],
  [
    'conditions of whole fetches',
    'query ($a: Boolean!, $b: Boolean = true) { products { id reviews @include(if: $a) { text } ... @skip(if: $b) { inStock } } me @skip(if: $a) { name } }',
    { a: true, b: false },
  ],
  [
    'conditions of fragments',
    'query ($a: Boolean = false) { products { ...P @include(if: $a) ... on Product @skip(if: $a) { verdict } id } } fragment P on Product { inStock }',
  ],
  [
    'conditions of the same field',
    'query ($a: Boolean!, $b: Boolean!) { products { size @include(if: $a) { height } size @skip(if: $b) { width } } }',
    { a: true, b: true },
  ],
  [
    'variables',
    'query ($n: Int = 2, $id: ID) { products(first: $n) { id } product(id: $id) { verdict } }',
    { id: 'p1' },
  ],
  ['the type of the root', '{ __typename t: __typename products { __typename } ... on Query { u: __typename } }'],
  ['the type of the root alone', '{ __typename }'],
  [
    'the schema',
    '{ __schema { queryType { name fields { name args { name defaultValue } } } } __type(name: "Product") { kind fields { name type { kind name ofType { name } } } } }',
  ],
  [
    'the schema and data',
    'query ($type: String!, $old: Boolean = true) { ...S products { inStock } s: __schema { types { name } } } fragment S on Query { __type(name: $type) { name ...F } } fragment F on __Type { fields(includeDeprecated: $old) { name } }',
    { type: 'Maker' },
  ],
  [
    'several roots',
    '{ me { name address { city } friends { name reviews { text } } } best { city holds { id title } } stores { id holds { price } } reviews { id } }',
  ],
];
