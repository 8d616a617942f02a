/**
 * Generates documents: valid documents with their variables, valid documents with a few changed tokens, random tokens,
 * and harmful documents (depth, cycles, aliases, directives, large numbers, odd characters).
 */
import type { Chance } from './chance.ts';
import { NASTY_TEXTS, objectOf, quoted, text, Values, type Seeds } from './values.ts';

export interface Operation {
  readonly document: string;
  /** JSON text. */
  readonly variables: string;
}

type Make = (chance: Chance, seeds: Seeds) => string;
const PAGE: Readonly<Record<string, Make>> = {
  filter: Values.filter,
  orderBy: Values.order,
  first: Values.number,
  after: Values.cursor,
  last: Values.number,
  before: Values.cursor,
};

/** Valid documents with valid variables, as real clients send them. */
const RIGHT: readonly { document: string; variables: Readonly<Record<string, Make>> }[] = [
  {
    document:
      'query Objects($filter: ObjectFilter, $orderBy: [ObjectOrder!], $first: Int, $after: String, $last: Int, $before: String) { objects(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) { totalCount nodes { id name namespace status reason message revision labels cluster { name } } pageInfo { hasNextPage startCursor endCursor } coverage { total indexed } } }',
    variables: PAGE,
  },
  {
    document:
      'query Facets($filter: ObjectFilter, $fields: [FacetField!]!, $key: String, $limit: Int, $match: StringFilter) { objects(filter: $filter, first: 1) { edges { cursor node { id } } facets(fields: $fields, labelKey: $key, limit: $limit, match: $match) { field truncated values { value title count } } } }',
    variables: {
      filter: Values.filter,
      fields: chance =>
        `[${chance.several(4, () => quoted(chance.one(['CLUSTER', 'KIND', 'STATUS', 'LABEL', 'LABEL_KEY', 'REASON', 'NAMESPACE', 'REVISION', 'SOURCE', 'IMAGE', 'IMAGE_REPOSITORY']))).join()}]`,
      key: Values.text,
      limit: Values.number,
      match: Values.stringFilter,
    },
  },
  {
    document:
      'query Groups($filter: ObjectFilter, $by: [GroupKey!]!, $first: Int, $after: String) { objects(filter: $filter, first: 1) { groups(by: $by, first: $first, after: $after) { totalCount nodes { values { value title } count statusCounts { failed suspended } } pageInfo { endCursor } } } clusters(first: 3) { nodes { labels statusCounts(filter: $filter) { current } } } }',
    variables: {
      filter: Values.filter,
      by: chance =>
        `[${chance
          .several(5, () => {
            const field = chance.one(['CLUSTER', 'KIND', 'STATUS', 'LABEL', 'REASON', 'SOURCE']);
            const hasLabel = (field === 'LABEL') !== chance.oneIn(20);
            return objectOf([
              ['field', quoted(field)],
              ...(hasLabel ? [['labelKey', Values.text(chance)] as const] : []),
            ]);
          })
          .join()}]`,
      first: Values.number,
      after: Values.cursor,
    },
  },
  {
    document:
      'query One($id: ID!, $path: String, $n: Int!) { object(id: $id) { id name source { id } live { state message spec(path: $path) status(path: $path) yaml events(first: $n) { nodes { reason } } owners { id } } } }',
    variables: { id: Values.id, path: Values.pattern, n: Values.number },
  },
  {
    document:
      'query Nodes($id: ID!, $ids: [ID!]!) { node(id: $id) { __typename id } nodes(ids: $ids) { id ... on Namespace { objectCount } ... on Kind { name } ... on Cluster { name } ... on KubernetesObject { name } } }',
    variables: {
      id: Values.id,
      ids: (chance, seeds) => `[${chance.several(20, () => Values.id(chance, seeds)).join()}]`,
    },
  },
  {
    document: 'query Id($id: ID!) { object(id: $id) { id status createdAt transitionedAt } }',
    variables: { id: Values.id },
  },
  {
    document:
      'query Clusters($first: Int, $after: String) { clusters(first: $first, after: $after) { totalCount nodes { name objectCount } pageInfo { endCursor } } }',
    variables: { first: Values.number, after: Values.cursor },
  },
  {
    document:
      'query Namespaces($filter: NamespaceFilter, $first: Int, $after: String) { namespaces(filter: $filter, first: $first, after: $after) { totalCount nodes { name cluster { name } } } }',
    variables: {
      filter: chance => objectOf([['name', Values.stringFilter(chance)]]),
      first: Values.number,
      after: Values.cursor,
    },
  },
  {
    document:
      'query Cluster($name: String!) { cluster(name: $name) { name kubernetesVersion coverage { state reason } } }',
    variables: { name: Values.text },
  },
  {
    document:
      'query Why($id: ID!, $verb: String!, $sub: String, $user: String, $groups: [String!]) { explainAccess(id: $id, verb: $verb, subresource: $sub, asUser: $user, asGroups: $groups) { visible allowed basis reason grants { role { name } } } }',
    variables: {
      id: Values.id,
      verb: chance => (chance.oneIn(2) ? quoted(chance.one(['get', 'list', 'delete'])) : Values.text(chance)),
      sub: Values.text,
      user: Values.text,
      groups: chance => `[${chance.several(60, () => Values.text(chance)).join()}]`,
    },
  },
  {
    document:
      '{ viewer { user groups access { nodes { cluster { name } everywhere byName } } } kinds { value objectCount } coverage { total withheld { cause count } } }',
    variables: {},
  },
  {
    document:
      '{ __schema { queryType { name fields { name type { name ofType { name ofType { name } } } } } directives { name } } __typename }',
    variables: {},
  },
  {
    document:
      'query Type($n: String!) { __type(name: $n) { kind name fields { name } inputFields { name } enumValues { name } } }',
    variables: { n: Values.text },
  },
];

const SOUP = ['{', '}', '(', ')', '[', ']', '!', ':', '$', '@', '...', '=', '|', '&', '"', '"""', '#', ',', '\n', '\ufeff', 'query', 'mutation', 'subscription', 'fragment', 'on', 'objects', 'nodes', 'id', 'a', '$a', '@skip(if: true)', '@include(if: $a)', '@defer', 'null', 'true', '1', '-1.5e999', '0x1', '"x"', '"\\u{110000}"', '"\\ud800"', '__typename', '__schema', '_entities', '_service', 'Query', 'ObjectFilter', '\0', '\\', '🚀']; // prettier-ignore

export function operation(chance: Chance, seeds: Seeds): Operation {
  const { document, variables } = chance.one(RIGHT);
  const given = () => variablesOf(chance, seeds, variables);
  // Most cases keep the document unchanged. Its plan is then known, and the variables reach the product's own code.
  if (!chance.oneIn(3)) return { document, variables: given() };
  switch (chance.below(8)) {
    case 0:
    case 1:
    case 2:
      return { document: changedTokens(chance, document), variables: given() };
    case 3:
      return {
        document: Array.from({ length: chance.upTo(400) }, () => chance.one(SOUP)).join(chance.one(['', ' '])),
        variables: '{}',
      };
    case 4:
      return { document: changedCharacters(chance, document), variables: given() };
    default:
      return { document: shape(chance), variables: given() };
  }
}

const OPTIONAL = new Set(['orderBy', 'first', 'after', 'last', 'before', 'user', 'groups']);

function variablesOf(chance: Chance, seeds: Seeds, makes: Readonly<Record<string, Make>>): string {
  if (chance.oneIn(20)) return Values.wrongType(chance);
  const entries = Object.entries(makes).flatMap(([name, make]) =>
    chance.oneIn(OPTIONAL.has(name) ? 2 : 20)
      ? []
      : [[name, chance.oneIn(25) ? Values.wrongType(chance) : make(chance, seeds)] as const],
  );
  if (chance.oneIn(12)) entries.push([chance.one(NASTY_TEXTS), Values.wrongType(chance)]);
  return objectOf(entries);
}

function changedTokens(chance: Chance, document: string): string {
  const tokens = document.match(/\w+|\S/g) ?? [];
  for (let changes = chance.upTo(5); changes > 0; changes--) {
    const at = chance.below(tokens.length + 1);
    const other = chance.oneIn(2) ? chance.one(tokens) : chance.one(SOUP);
    tokens.splice(at, chance.below(3), ...chance.several(2, () => other));
  }
  return tokens.join(' ');
}

function changedCharacters(chance: Chance, document: string): string {
  const at = chance.below(document.length);
  return document.slice(0, at) + text(chance) + document.slice(at + chance.below(4));
}

const SHAPES: readonly ((chance: Chance, n: number) => string)[] = [
  (_chance, n) => `{ objects { nodes ${'{ source '.repeat(n)}{ id }${' }'.repeat(n)} } }`,
  (_chance, n) => '{'.repeat(n),
  (_chance, n) => `{ a(b: ${'['.repeat(n)}${']'.repeat(n)}) }`,
  (_chance, n) => `{ objects(filter: ${'{not: '.repeat(n)}{}${'}'.repeat(n)}) { totalCount } }`,
  (_chance, n) => `{ objects(filter: {or: [${'{suspended: true},'.repeat(n)}]}) { totalCount } }`,
  (_chance, n) => `{ ${Array.from({ length: n }, (_, i) => `a${i}: viewer { user }`).join(' ')} }`,
  (_chance, n) => `{ ${'viewer { user } '.repeat(n)} }`,
  (_chance, n) => `{ viewer ${'@include(if: true) '.repeat(n)}{ user } }`,
  (_chance, n) =>
    `{ ...F0 } ${Array.from({ length: n }, (_, i) => `fragment F${i} on Query { ...F${(i + 1) % n} }`).join(' ')}`,
  (_chance, n) =>
    `{ ...F0 } ${Array.from({ length: n }, (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`).join(' ')} fragment F${n} on Query { kinds { value } }`,
  (_chance, n) => `${Array.from({ length: n }, (_, i) => `query Q${i} { viewer { user } }`).join(' ')}`,
  (_chance, n) =>
    `query(${Array.from({ length: n }, (_, i) => `$v${i}: ${'['.repeat(i % 9)}Int${']'.repeat(i % 9)}`).join(', ')}) { viewer { user } }`,
  (_chance, n) => `{ objects(first: ${'9'.repeat(n)}) { totalCount } }`,
  (_chance, n) => `{ object(id: "${'a/'.repeat(n)}") { id } }`,
  (_chance, n) => `{ object(id: """${'\n '.repeat(n)}""") { id } }`,
  (_chance, n) => `# ${'x'.repeat(n)}\n{ viewer { user } }`,
  (_chance, n) => ','.repeat(n),
  (_chance, n) => `{ ${'__typename '.repeat(n)} }`,
  (_chance, n) => `{ __schema { types ${'{ fields { type '.repeat(n)} { name } ${'} }'.repeat(n)} } }`,
  chance => `mutation { ${chance.one(['x', '__typename', 'delete'])} }`,
  chance => `subscription { ${chance.one(['objects { totalCount }', '__typename'])} }`,
  chance =>
    `{ _entities(representations: [{__typename: "KubernetesObject", id: ${quoted(text(chance))}}]) { __typename } _service { sdl } }`,
  chance =>
    `{ viewer @${chance.one(['defer', 'stream', 'cost(weight: 1)', 'inaccessible', 'nope', 'skip', 'include(if: null)'])} { user } }`,
  chance =>
    `query ${chance.one(['__proto__', 'constructor', 'é', '1'])} { viewer { user } } fragment viewer on Query { viewer { user } }`,
  chance => `{ explainAccess(id: ${quoted(text(chance))}, verb: "get") { allowed } }`,
];

function shape(chance: Chance): string {
  return chance.one(SHAPES)(chance, chance.oneIn(15) ? chance.upTo(5_000) : chance.upTo(40));
}
