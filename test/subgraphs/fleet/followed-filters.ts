/**
 * Random filters with every member that `objectChanges` follows, and rows with few distinct words, so that filters
 * often match. A new member of ObjectFilter causes a type error until the member is added here, to the random filters
 * or to REFUSED.
 */
import fc from 'fast-check';
import { encodeObjectId } from '../../../schema/object-id.ts';
import { OBJECT_STATUSES, type Row } from '../../../store/store.ts';
import type { ObjectFilterInput, StringFilterInput } from '../../../subgraphs/fleet/filter-input.ts';
import { sourced } from '../../fixtures.ts';
import { CLUSTERS } from './changing-fleet.ts';
import { RESOURCES, rowAt } from './scripted-fleet.ts';

const NAMESPACES = ['team-a', 'team-b', 'prod'];
const NAMES = ['web', 'Web-2', 'ä:b'];
const REASONS = ['', 'Ready', 'BuildFailed'];
const MESSAGES = ['', 'no image web:1', 'No space left', 'line 1\nline 2'];
const REVISIONS = ['', 'main@sha1:1', 'v2'];
const IMAGES = ['', 'web:1', 'web:1\nregistry/Side-Car:2'];
const LABELS = { keys: ['app', 'tier', 'n'], values: ['', 'web', '5', '20'] };
const TIMES = [0, 1_000, 2_500, 1_700_000_000_000];

const some = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
/** Up to four of the values. Rarely an empty list, since a filter with an empty list matches nothing. */
const few = <T>(values: readonly T[]): fc.Arbitrary<T[]> =>
  fc.oneof(
    { arbitrary: fc.uniqueArray(some(values), { minLength: 1, maxLength: 4 }), weight: 9 },
    fc.constant<T[]>([]),
  );

const anyPlace = fc
  .record({ cluster: some(CLUSTERS), resource: some(RESOURCES), namespace: some(NAMESPACES), name: some(NAMES) })
  .map(({ cluster, resource: { group, kind, namespaced }, namespace, name }) => ({
    ...{ cluster, group, kind },
    ...(namespaced ? { namespace, name } : { namespace: '', name: namespace }),
  }));

export const anyRow: fc.Arbitrary<Row> = fc
  .record({
    place: anyPlace,
    status: some(OBJECT_STATUSES),
    suspended: fc.boolean(),
    reason: some(REASONS),
    message: some(MESSAGES),
    revision: some(REVISIONS),
    images: some(IMAGES),
    labels: fc
      .array(fc.tuple(some(LABELS.keys), some(LABELS.values)), { maxLength: 3 })
      .map(pairs => Object.fromEntries(pairs)),
    createdAt: some(TIMES),
    transitionedAt: some(TIMES),
    syncedAt: some(TIMES),
    uid: some(['uid-1', 'uid-2']),
    source: fc.option(some(['web', 'db'])),
  })
  .map(({ place: { cluster, kind, namespace, name }, source, ...fields }) => ({
    ...rowAt(cluster, kind, namespace === '' ? name : `${namespace}/${name}`, fields),
    ...(source !== null && sourced(`source.toolkit.fluxcd.io/GitRepository/team-a/${source}`)),
  }));

type Patterns = { readonly [M in keyof StringFilterInput]-?: fc.Arbitrary<NonNullable<StringFilterInput[M]>> };
const pattern = (texts: readonly string[]): fc.Arbitrary<StringFilterInput> => {
  const patterns: Patterns = {
    equals: some(texts),
    prefix: some(texts).map(text => text.slice(0, 2)),
    contains: fc.tuple(some(texts), some([3, 9])).map(([text, end]) => text.slice(1, end)),
    glob: fc.oneof(
      some(['*', 'w?b', '*-*', '?', '*E*']),
      some(texts).map(text => `${text.slice(0, 3)}*`),
    ),
    ignoreCase: fc.boolean(),
  };
  return fc
    .record(patterns, { requiredKeys: [] })
    .filter(({ ignoreCase: _, ...given }) => Object.keys(given).length > 0);
};

const instant = some([...TIMES, 1_001]).map(time => new Date(time).toISOString());
const range = fc.oneof(
  fc.record({ after: instant }),
  fc.record({ before: instant }),
  fc.record({ after: instant, before: instant }),
);

const requirement = fc.oneof(
  fc
    .tuple(some(LABELS.keys), some(['=web', '!=web', ' in (web,5)', ' notin (20)', '', '>5', '<20']))
    .map(parts => parts.join('')),
  some(LABELS.keys).map(key => `!${key}`),
);
const selector = fc.array(requirement, { minLength: 1, maxLength: 2 }).map(parts => parts.join(','));

const KIND_NAMES = [
  ...RESOURCES.map(({ kind, group }) => (group === '' ? kind : `${kind}.${group}`)),
  'pods',
  'Deployment',
  'Nothing',
];

/** Members that `objectChanges` refuses. Their values are valid in other queries. */
export const REFUSED = {
  clusterLabels: 'env=prod',
  synced: { after: '2020-01-01T00:00:00Z' },
} satisfies ObjectFilterInput;

type Followed = Exclude<keyof ObjectFilterInput, keyof typeof REFUSED>;
type Members = { readonly [M in Followed]-?: fc.Arbitrary<NonNullable<ObjectFilterInput[M]>> };

export const membersOver = (inner: fc.Arbitrary<ObjectFilterInput>): Members => ({
  clusters: few([...CLUSTERS, 'nowhere']),
  cluster: pattern(CLUSTERS),
  namespaces: few([...NAMESPACES, '', 'nowhere']),
  namespace: pattern([...NAMESPACES, '']),
  namespaced: fc.boolean(),
  kinds: few(KIND_NAMES),
  groups: few(RESOURCES.map(({ group }) => group)),
  names: few(NAMES),
  name: pattern(NAMES),
  message: pattern(MESSAGES),
  revision: pattern(REVISIONS),
  images: few([...IMAGES, 'web:2']),
  image: pattern(IMAGES),
  imageRepositories: few(['', 'web', 'docker.io/library/web', 'registry/side-car', 'nothing']),
  statuses: few(OBJECT_STATUSES),
  reasons: few(REASONS),
  reason: pattern(REASONS),
  suspended: fc.boolean(),
  labelSelector: selector,
  text: some(['web', 'WEB', 'no image', 'side-car', 'Ready', 'tier', '20', 'Ä', 'nothing', ' ']),
  created: range,
  transitioned: range,
  ids: fc.array(anyPlace.map(encodeObjectId), { minLength: 10, maxLength: 40, size: 'max' }),
  and: fc.array(inner, { maxLength: 2 }),
  or: fc.array(inner, { maxLength: 3 }),
  not: inner,
});

/** A filter with one or two members. With more members, hardly any row would match. */
function oneLevel(inner: fc.Arbitrary<ObjectFilterInput>): fc.Arbitrary<ObjectFilterInput> {
  const single = Object.entries(membersOver(inner)).map(([member, requested]) =>
    (requested as fc.Arbitrary<unknown>).map(value => ({ [member]: value })),
  );
  return fc
    .array(fc.oneof(...single), { minLength: 1, maxLength: 2 })
    .map(parts => Object.assign({}, ...parts) as ObjectFilterInput);
}

export const anyFollowedFilter: fc.Arbitrary<ObjectFilterInput> = oneLevel(oneLevel(fc.constant({})));
