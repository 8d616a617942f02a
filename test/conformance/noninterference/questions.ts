/**
 * Random variables of queries: filters, orders, pages and ids over the words of the suite. registry.test.ts checks that
 * every field of the filters and orders has an entry.
 */
import fc from 'fast-check';
import { buildSchema, type GraphQLEnumType } from 'graphql';
import { encodeClusterId, encodeKindId, encodeNamespaceId } from '../../../schema/node-id.ts';
import { encodeObjectId } from '../../../schema/object-id.ts';
import { decodePlace, encodePackageId } from '../../../schema/package-id.ts';
import { OBJECT_STATUSES } from '../../../store/store.ts';
import { few, some } from './arbitraries.ts';
import { COMPOSED } from './product.ts';
import { SECTIONS, TRAFFIC } from './traffic.ts';
import * as words from './vocabulary.ts';

export type Variables = Record<string, any>;

export const SCHEMA = buildSchema(COMPOSED.apiSdl);
export const valuesOf = (name: string): string[] =>
  (SCHEMA.getType(name) as GraphQLEnumType).getValues().map(({ name }) => name);

const { CLUSTERS, OTHER_CLUSTERS, NAMESPACES, NAMES, RESOURCES, REASONS, MESSAGES, REVISIONS, LABELS, TIMES } = words;
export const anyCluster = some([...CLUSTERS, ...CLUSTERS, ...OTHER_CLUSTERS, 'no-such-cluster']);
const kindNames = [
  ...RESOURCES.map(({ kind, group }) => (group === '' ? kind : `${kind}.${group}`)),
  'Deployment',
  'NoSuchKind',
  'pods',
  'secrets',
];

export const spelledId = fc
  .record({
    cluster: anyCluster,
    resource: some([...RESOURCES, ...TRAFFIC]),
    namespace: some(NAMESPACES),
    name: some([...NAMES, 'absent']),
  })
  .map(({ cluster, resource: { group, kind, namespaced }, namespace, name }) =>
    encodeObjectId({
      cluster,
      group,
      kind,
      namespace: namespaced ? namespace : '',
      name: kind === 'Namespace' ? namespace : name,
    }),
  );
/** Mostly an id of an object that exists in one of the worlds, shown or hidden. */
export const anyId = fc.oneof(
  { weight: 1, arbitrary: spelledId },
  { weight: 4, arbitrary: fc.nat(1_000).map(pick => ({ pick })) },
);

/** Ids of all node types. */
export const anyNodeId = fc.oneof(
  anyId,
  anyCluster.map(encodeClusterId),
  fc.tuple(anyCluster, some([...NAMESPACES, 'absent'])).map(([cluster, name]) => encodeNamespaceId(cluster, name)),
  some([...RESOURCES, { group: 'apps', kind: 'NoSuchKind' }]).map(encodeKindId),
  some([...words.PLACES.slice(1), 'https://git.example/absent ']).map(place => encodePackageId(decodePlace(place))),
);

/** Replaces placeholders in the variables by ids. */
export function picked(variables: Variables, ids: readonly string[]): Variables {
  const resolve = (value: any): any => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    if ('pick' in value) return `${ids[value.pick % ids.length] ?? 'leaf-b//Pod/team-a/absent'}${value.section ?? ''}`;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolve(part)]));
  };
  return resolve(variables);
}

const pattern = (texts: readonly string[]) =>
  fc.record(Object.fromEntries(Object.keys(STRING_FILTER).map(member => [member, STRING_FILTER[member]!(texts)])), {
    requiredKeys: [],
  });
export const STRING_FILTER: Readonly<Record<string, (texts: readonly string[]) => fc.Arbitrary<unknown>>> = {
  equals: texts => some(texts),
  prefix: texts => some(texts).map(text => text.slice(0, 3)),
  contains: texts => some(texts).map(text => text.slice(1, 4)),
  glob: texts => some([...texts.map(text => `${text.slice(0, 2)}*`), '*', '*secret*', '?eb']),
  ignoreCase: () => fc.boolean(),
};
const usable = (filter: Variables) => Object.keys(filter).some(member => member !== 'ignoreCase');
const instant = some(TIMES.map(time => new Date(time).toISOString()));
export const TIME_RANGE = { after: instant, before: instant, within: some(['1ms', '24h', '900000h']) };
const range = fc.record(TIME_RANGE, { requiredKeys: [] }).filter(usable);
const labelSelector = fc.oneof(
  fc
    .tuple(
      some(LABELS.keys.filter(key => key !== '__proto__')),
      some(['=web', '!=web', ' in (web,secret-value)', ' notin (1)', '', '>5', '<5']),
    )
    .map(parts => parts.join('')),
  some(['!secret.example.com/key', 'app,!n']),
);
const clusterLabel = some(LABELS.keys.filter(key => key !== '__proto__'));
const clusterSelector = fc.oneof(
  fc.tuple(clusterLabel, some(['=', '!=']), some(LABELS.values)).map(parts => parts.join('')),
  clusterLabel.chain(key => some([key, `!${key}`])),
);
export const OBJECT_FILTER = (depth: number): Readonly<Record<string, fc.Arbitrary<unknown>>> => ({
  clusters: fc.array(anyCluster, { minLength: 1, maxLength: 3 }),
  clusterLabels: clusterSelector,
  namespaces: few([...NAMESPACES, '']),
  kinds: few(kindNames),
  groups: few(RESOURCES.map(({ group }) => group)),
  names: few(NAMES),
  cluster: pattern(CLUSTERS).filter(usable),
  namespace: pattern(NAMESPACES).filter(usable),
  reason: pattern(REASONS.filter(Boolean)).filter(usable),
  name: pattern(NAMES).filter(usable),
  message: pattern(MESSAGES).filter(usable),
  revision: pattern(REVISIONS).filter(usable),
  images: few(['registry.example/web:1', 'secret/sidecar:2', '', 'absent']),
  image: pattern(['registry.example/web:1', 'secret/sidecar:2']).filter(usable),
  imageRepositories: few(['registry.example/web', 'secret/sidecar', '']),
  statuses: few(OBJECT_STATUSES),
  reasons: few(REASONS),
  suspended: fc.boolean(),
  labelSelector,
  text: some(['web', 'secret', 'SECRET-VALUE web', 'registry', 'ai', 'secret@sha1', ' ']),
  created: range,
  transitioned: range,
  synced: range,
  ids: fc.array(anyId, { minLength: 1, maxLength: 3 }),
  namespaced: fc.boolean(),
  and: depth > 0 ? fc.array(filterOf(depth - 1), { maxLength: 2 }) : fc.constant([]),
  or: depth > 0 ? fc.array(filterOf(depth - 1), { minLength: 1, maxLength: 2 }) : fc.constant([{}]),
  not: depth > 0 ? filterOf(depth - 1) : fc.constant({ names: ['web'] }),
});
export const PACKAGE_FILTER: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  clusters: fc.array(anyCluster, { maxLength: 3 }),
  namespaces: few(NAMESPACES),
  names: few(NAMES),
  engines: fc.subarray(valuesOf('PackageEngine')),
  phases: fc.subarray(valuesOf('PackagePhase')),
  stale: fc.boolean(),
  address: some(words.SOURCE_URLS),
  directory: some(['', '/apps/']),
};
export const packageFilter = fc.option(fc.record(PACKAGE_FILTER, { requiredKeys: [] }).map(atMostTwo), { freq: 2 });

/** Keeps at most two members of a filter. With more members, hardly any row would match. */
function atMostTwo(filter: Variables): Variables {
  return Object.fromEntries(Object.entries(filter).slice(0, 2));
}

/** Mostly an id of a package that exists in one of the worlds. */
export const anyPackageId = some([
  ...words.PLACES.slice(1).map(decodePlace),
  { address: 'https://git.example/absent', directory: '' },
]).map(encodePackageId);
export const CLUSTER_FILTER = {
  names: fc.array(anyCluster, { minLength: 1, maxLength: 3 }),
  name: pattern(CLUSTERS).filter(usable),
  clusterLabels: clusterSelector,
};
export const NAMESPACE_FILTER = {
  clusterLabels: clusterSelector,
  clusters: fc.array(anyCluster, { minLength: 1, maxLength: 3 }),
  names: few([...NAMESPACES, 'absent']),
  name: pattern(NAMESPACES).filter(usable),
};

/** A filter with at most two members. With more members, hardly any row would match. */
function filterOf(depth: number): fc.Arbitrary<Variables> {
  const members = OBJECT_FILTER(depth);
  return fc
    .array(
      some(Object.keys(members)).chain(member => members[member]!.map(value => ({ [member]: value }))),
      { maxLength: 2 },
    )
    .map(parts => Object.assign({}, ...parts) as Variables);
}

export const filter = filterOf(1);
export const orderBy = fc.uniqueArray(
  fc.record({ field: some(valuesOf('ObjectOrderField')), direction: some(valuesOf('OrderDirection')) }),
  {
    maxLength: 3,
    selector: ({ field }) => field,
  },
);
export const anyPattern = pattern([...NAMESPACES, ...kindNames, ...REASONS.filter(Boolean)]).filter(usable);
export const GROUP_KEY = { field: some(valuesOf('FacetField')), labelKey: some(LABELS.keys) };
export const groupKeys = fc.uniqueArray(
  fc.record(GROUP_KEY).map(({ field, labelKey }) => (field === 'LABEL' ? { field, labelKey } : { field })),
  { minLength: 1, maxLength: 4, selector: ({ field }) => field },
);
const anySection = some(['', '', ...SECTIONS.map(name => `#${name}`)]);
const trafficId = fc
  .record({
    cluster: anyCluster,
    resource: some(TRAFFIC),
    namespace: some(NAMESPACES),
    name: some([...NAMES, 'absent']),
  })
  .map(({ cluster, resource: { group, kind, namespaced }, namespace, name }) =>
    encodeObjectId({ cluster, group, kind, namespace: namespaced ? namespace : '', name }),
  );
/** Id of an object, or of a section of an object. */
export const anySectionId = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(trafficId, anySection).map(parts => parts.join('')) },
  { weight: 4, arbitrary: fc.record({ pick: fc.nat(1_000), section: anySection }) },
);
export const POLICY_FILTER = {
  clusters: fc.array(anyCluster, { minLength: 1, maxLength: 3 }),
  kinds: few(['RateLimitPolicy', 'dnspolicies', 'ratelimitpolicy.kuadrant.io', 'NoSuchKind']),
  around: fc.array(anySectionId, { minLength: 1, maxLength: 3 }),
  hostname: some(['a.test', 'x.a.test', '*.a.test', 'secret.a.test', '*.test']),
};
export const policyFilter = fc
  .array(
    some(Object.keys(POLICY_FILTER) as (keyof typeof POLICY_FILTER)[]).chain(member =>
      (POLICY_FILTER[member] as fc.Arbitrary<unknown>).map(value => ({ [member]: value })),
    ),
    { maxLength: 1 },
  )
  .map(parts => Object.assign({}, ...parts) as Variables);
export const pageSize = fc.integer({ min: 0, max: 4 });

/** Namespaces for queries about the mesh. */
const MESH_NAMESPACES = [...NAMESPACES.filter(name => !name.startsWith('_')), 'absent'];
export const meshNamespaces = few(MESH_NAMESPACES);
export const MESH_ITEM_FILTER = {
  clusters: fc.array(anyCluster, { minLength: 1, maxLength: 3 }),
  namespaces: few([...NAMESPACES, 'absent']),
  names: few([...NAMES, ...LABELS.values]),
};
export const MESH_VALIDATION_FILTER = {
  clusters: fc.array(anyCluster, { minLength: 1, maxLength: 3 }),
  namespaces: few([...NAMESPACES, 'absent']),
  codes: fc.subarray(valuesOf('MeshValidationCode')),
  severities: fc.subarray(valuesOf('MeshSeverity')),
};
export const meshItemId = fc
  .tuple(some(['service', 'workload', 'app']), some(NAMESPACES), some([...NAMES, 'secret-value']))
  .map(([type, namespace, name]) => `///${type}/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`);
export const meshItemType = some(valuesOf('MeshItemType'));
/** Time span with a fixed end. If the span ended now, answers from the two worlds would contain different times. */
export const meshSpan = { window: some(['1m', '10m', '6h']), at: instant };
