/** Random rows, filters, orders and views. The random values are few, so that filters often match rows. */
import fc from 'fast-check';
import { OBJECT_STATUSES, type Row } from '../../store/store.ts';
import {
  ORDER_FIELDS,
  type Filter,
  type KindMatch,
  type LabelRequirement,
  type OrderKey,
  type TextMatch,
} from '../../readmodel/query.ts';
import type { RowAuthorizer } from '../../readmodel/select/visibility-mask.ts';
import type { StepSize } from '../../readmodel/select/selection.ts';
import type { ScopeVisibility, Visibility } from '../../rbac/types.ts';
import { encodeObjectId } from '../../schema/object-id.ts';
import { row } from '../fixtures.ts';
import { RESOURCES } from './fixtures.ts';

export const CLUSTERS = ['leaf', 'leaf-2', 'leaf.x'];
const NAMESPACES = ['team', 'team-a', 'team.b'];
const NAMES = ['web', 'Web', 'web-1', 'a:b', 'a%b', 'ä', '__proto__', 'z*', '💡'];
const REASONS = ['', 'Failed', 'ok'];
const MESSAGES = ['', 'Could not pull', 'could not', 'a\nb'];
const IMAGES = ['', 'web:1', 'web:1\nregistry/Side-car:2', 'docker.io/library/web:2\nweb:1', 'quay.io/team/api'];
const EACH_IMAGE = [...new Set(IMAGES.flatMap(images => images.split('\n')))];
const REVISIONS = ['', 'main@sha1:1', 'v2'];
const LABELS = { keys: ['app', 'n', '__proto__'], values: ['', '1', '20', 'web'] };
const TIMES = [0, 1_000, 1_001, 2_500];
const KINDS = [...RESOURCES.map(({ group, kind }) => ({ group, kind })), { group: 'gone.io', kind: 'Pod' }];

const some = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const few = <T>(values: readonly T[]): fc.Arbitrary<T[]> => fc.uniqueArray(some(values), { maxLength: 3 });

const anyRow: fc.Arbitrary<Row> = fc
  .record({
    cluster: some(CLUSTERS),
    gk: some(KINDS),
    namespace: some(['', ...NAMESPACES]),
    name: some(NAMES),
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
  })
  .map(({ gk, ...fields }) => row({ ...gk, ...fields }));

export const anyRows = (maxLength: number): fc.Arbitrary<Row[]> =>
  fc.uniqueArray(anyRow, { maxLength, selector: encodeObjectId, size: 'max' });

/** Ids of rows, and of absent objects. */
const anyId = fc
  .tuple(some(CLUSTERS), some(KINDS), some(['', ...NAMESPACES]), some([...NAMES, 'nobody']))
  .map(([cluster, gk, namespace, name]) => encodeObjectId({ cluster, ...gk, namespace, name }));

/**
 * Rows of a hidden cluster, with 300 different kinds, versions, reasons, revisions and sets of labels. One byte holds
 * only 256 numbers, so these rows make columns wider.
 */
export const CROWD: readonly Row[] = Array.from({ length: 300 }, (_, i) =>
  row({
    cluster: 'crowd',
    kind: `Kind${i}`,
    name: `crowd-${i}`,
    version: `v${i}`,
    reason: `R${i}`,
    revision: `r${i}`,
    images: `i${i}`,
    labels: { crowd: `${i}` },
  }),
);

const anyText = (values: readonly string[]): fc.Arbitrary<TextMatch> =>
  fc.record(
    {
      equals: some(values),
      prefix: some(values).map(value => value.slice(0, 2)),
      contains: fc.tuple(some(values), fc.constantFrom(3, 9)).map(([value, end]) => value.slice(1, end)),
      glob: some(['*', 'w?b', '*-*', '*b*', '?', 'C*not*']),
      ignoreCase: fc.boolean(),
    },
    { requiredKeys: ['ignoreCase'] },
  );

const WORDS = ['web', 'WEB-1', 'Could', 'pull', 'Failed', 'a', 'Ä', 'app', 'side-CAR', '20', '__proto__', 'nothing'];
const anySearch = fc.record(
  { words: few(WORDS), in: fc.subarray(['name', 'message', 'reason', 'images', 'labels'], { minLength: 1 }) },
  { requiredKeys: ['words'] },
);

const anyTime = fc.record({ after: some(TIMES), before: some(TIMES) }, { requiredKeys: [] });

const anyRequirement: fc.Arbitrary<LabelRequirement> = fc.oneof(
  fc.record({ key: some(LABELS.keys), operator: some(['in', 'notin'] as const), values: few(LABELS.values) }),
  fc.record({ key: some(LABELS.keys), operator: some(['exists', 'absent'] as const), values: fc.constant([]) }),
  fc.record({
    key: some(LABELS.keys),
    operator: some(['gt', 'lt'] as const),
    values: some(['0', '5']).map(value => [value]),
  }),
);

const anyKindMatch: fc.Arbitrary<KindMatch> = fc
  .tuple(some(KINDS), fc.boolean(), some([undefined, '', 's', 'S']))
  .map(([{ group, kind }, any, plural]) => {
    const of = any ? undefined : group;
    return plural === undefined
      ? { kind, group: of }
      : { kind: `${kind.toLowerCase()}${plural}`, group: of, loosely: true };
  });

/**
 * A filter with at most three members. With more members, it would rarely match. The type of `members` requires an
 * entry for each new member of Filter.
 */
function oneLevel(inner: fc.Arbitrary<Filter>, ...more: fc.Arbitrary<Filter>[]): fc.Arbitrary<Filter> {
  const members: Readonly<
    Record<Exclude<keyof Filter, 'synced' | 'clusterMask' | 'namespaceMask'>, fc.Arbitrary<unknown>>
  > = {
    clusters: few(CLUSTERS),
    namespaces: few(['', ...NAMESPACES, 'nowhere']),
    kinds: fc.array(anyKindMatch, { maxLength: 3 }),
    groups: few(['', 'apps', 'gone.io']),
    names: few([...NAMES, 'nobody']),
    name: anyText(NAMES),
    cluster: anyText(CLUSTERS),
    namespace: anyText(['', ...NAMESPACES]),
    reason: anyText(REASONS),
    message: anyText(MESSAGES),
    revision: anyText(REVISIONS),
    images: few([...EACH_IMAGE, 'web:3']),
    image: anyText(EACH_IMAGE),
    imageRepositories: few(['', 'web', 'docker.io/library/web', 'registry/Side-car:2', 'quay.io/team/api', 'team/api']),
    text: anySearch,
    statuses: few(OBJECT_STATUSES),
    reasons: few(REASONS),
    suspended: fc.boolean(),
    labelSelector: fc.array(anyRequirement, { maxLength: 2 }),
    created: anyTime,
    transitioned: anyTime,
    ids: fc.array(anyId, { maxLength: 30 }),
    and: fc.array(inner, { maxLength: 2 }),
    or: fc.array(inner, { maxLength: 3 }),
    not: inner,
  };
  const single = Object.entries(members).map(([member, requested]) => requested.map(value => ({ [member]: value })));
  return fc.array(fc.oneof(...single, ...more), { maxLength: 3 }).map(parts => Object.assign({}, ...parts) as Filter);
}

/**
 * A filter that change streams can follow. It has no condition on `syncedAt`, because a new `syncedAt` alone is not
 * reported as a change.
 */
export const anyFollowedFilter: fc.Arbitrary<Filter> = oneLevel(oneLevel(fc.constant({})));
const synced: fc.Arbitrary<Filter> = anyTime.map(synced => ({ synced }));
export const anyFilter: fc.Arbitrary<Filter> = oneLevel(oneLevel(fc.constant({}), synced), synced);

/** Filters on cluster, namespace, kind and state only. Matching rows can be counted from tallies. */
export const anyTalliedFilter: fc.Arbitrary<Filter> = fc.record(
  {
    clusters: few(CLUSTERS),
    namespaces: few(['', ...NAMESPACES, 'nowhere']),
    kinds: fc.array(anyKindMatch, { minLength: 1, maxLength: 3 }),
    groups: few(['', 'apps', 'gone.io']),
    statuses: few(OBJECT_STATUSES),
    suspended: fc.boolean(),
  },
  { requiredKeys: [] },
);

export const anyOrder: fc.Arbitrary<OrderKey[]> = fc.uniqueArray(
  fc.record({ field: some(ORDER_FIELDS), descending: fc.boolean() }),
  {
    maxLength: 3,
    selector: ({ field }) => field,
  },
);

/** Sizes of steps: from one row or text per step up to the sizes in production. */
export const anyStep: fc.Arbitrary<StepSize> = fc.record({
  rows: fc.constantFrom(1, 3, 2_048),
  looks: fc.constantFrom(1, 40, 100_000),
  judged: fc.constantFrom(1, 100, 100_000),
});

const anyScope: fc.Arbitrary<ScopeVisibility> = fc
  .tuple(
    fc.uint8Array({ minLength: RESOURCES.length, maxLength: RESOURCES.length, max: 1 }),
    fc.array(fc.tuple(fc.nat(RESOURCES.length - 1), few(NAMES)), { maxLength: 2 }),
  )
  .map(([list, names]) => ({ list, names: new Map(names.map(([number, given]) => [number, new Set(given)])) }));

const anyVisibility: fc.Arbitrary<Visibility> = fc
  .tuple(anyScope, fc.array(fc.tuple(some(NAMESPACES), anyScope), { maxLength: 3 }), fc.boolean())
  .map(([cluster, namespaces, wide]) => ({
    resources: RESOURCES,
    cluster: wide ? { list: new Uint8Array(RESOURCES.length).fill(1), names: new Map() } : cluster,
    namespaces: new Map(namespaces),
    empty: false,
  }));

export const anyView: fc.Arbitrary<RowAuthorizer> = fc
  .tuple(...CLUSTERS.map(() => fc.option(anyVisibility, { nil: undefined, freq: 5 })))
  .map(visibilities => (cluster: string) => visibilities[CLUSTERS.indexOf(cluster)]);
