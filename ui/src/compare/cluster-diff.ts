/** Differences between two clusters: kinds with their versions and counts, and objects of one kind. */
import type { ComparedClusterFragment, ComparedObjectsQuery, KindCollectionState } from '../graph/graphql.ts';

export type Side = 'left' | 'right';

export interface KindSide {
  readonly version: string;
  readonly state: KindCollectionState;
  readonly count: number;
  readonly failed: number;
}

export interface KindDiff {
  /** Name of the kind as filters accept it: `Pod`, `Deployment.apps`. */
  readonly value: string;
  readonly kind: string;
  readonly group: string;
  /** Undefined if the cluster lacks the kind, or if the caller may not list the kind on this cluster. */
  readonly left: KindSide | undefined;
  readonly right: KindSide | undefined;
  readonly differs: 'only-left' | 'only-right' | 'version' | 'count' | 'nothing';
}

const GREATEST_FIRST: readonly KindDiff['differs'][] = ['only-left', 'only-right', 'version', 'count', 'nothing'];

/** Number of all objects, and of failed objects, of a kind on a cluster. */
interface KindCount {
  readonly kind: string;
  readonly cluster: string;
  readonly count: number;
  readonly failed: number;
}

/** Kinds that at least one of the clusters has, the greatest differences first. */
export function kindDiffs(
  left: ComparedClusterFragment,
  right: ComparedClusterFragment,
  counts: readonly KindCount[],
): readonly KindDiff[] {
  const sides = { left: kindsOf(left, counts), right: kindsOf(right, counts) };
  const kinds = new Map([...sides.right, ...sides.left].map(([value, { kind, group }]) => [value, { kind, group }]));
  return [...kinds]
    .map(([value, names]): KindDiff => {
      const [one, other] = [sides.left.get(value), sides.right.get(value)];
      return { value, ...names, left: one, right: other, differs: differenceOf(one, other) };
    })
    .toSorted(
      (a, b) => GREATEST_FIRST.indexOf(a.differs) - GREATEST_FIRST.indexOf(b.differs) || (a.value < b.value ? -1 : 1),
    );
}

function differenceOf(left: KindSide | undefined, right: KindSide | undefined): KindDiff['differs'] {
  if (!left || !right) return left ? 'only-left' : 'only-right';
  if (left.version !== right.version) return 'version';
  return left.count === right.count ? 'nothing' : 'count';
}

function kindsOf({ name, coverage }: ComparedClusterFragment, counts: readonly KindCount[]) {
  const counted = new Map(counts.filter(it => it.cluster === name).map(it => [it.kind, it]));
  return new Map(
    coverage.kinds.map(({ group, kind, version, state }) => {
      const value = group === '' ? kind : `${kind}.${group}`;
      const { count = 0, failed = 0 } = counted.get(value) ?? {};
      return [value, { kind, group, version, state, count, failed }] as const;
    }),
  );
}

export type ComparedObject = NonNullable<ComparedObjectsQuery['objects']>['nodes'][number];

/** Objects of one cluster, sorted by namespace and name. `isPart` is true if the cluster may have more objects. */
interface ReadObjects {
  readonly objects: readonly ComparedObject[];
  readonly isPart: boolean;
}

interface ObjectsDiff {
  readonly onlyLeft: readonly ComparedObject[];
  readonly onlyRight: readonly ComparedObject[];
  readonly changed: readonly {
    readonly left: ComparedObject;
    readonly right: ComparedObject;
    readonly what: readonly Facet[];
  }[];
  readonly sameCount: number;
}

const FACETS = ['status', 'version', 'revision', 'images'] as const;
export type Facet = (typeof FACETS)[number];

/**
 * Compares two lists of objects. If a list is incomplete, ignores objects of both lists that sort after the end of this
 * list. The missing part may contain their counterparts.
 */
export function objectsDiff(left: ReadObjects, right: ReadObjects): ObjectsDiff {
  const ends = [left, right].flatMap(({ objects, isPart }) => (isPart ? [keyOf(objects.at(-1))] : []));
  const end = ends.sort()[0];
  const within = ({ objects }: ReadObjects) =>
    new Map(objects.map(it => [keyOf(it), it] as const).filter(([key]) => end === undefined || key <= end));
  const [lefts, rights] = [within(left), within(right)];
  const pairs = [...lefts].flatMap(([key, one]) => {
    const other = rights.get(key);
    return other
      ? [{ left: one, right: other, what: FACETS.filter(facet => String(one[facet]) !== String(other[facet])) }]
      : [];
  });
  const changed = pairs.filter(({ what }) => what.length > 0);
  return {
    onlyLeft: [...lefts].flatMap(([key, it]) => (rights.has(key) ? [] : [it])),
    onlyRight: [...rights].flatMap(([key, it]) => (lefts.has(key) ? [] : [it])),
    changed,
    sameCount: pairs.length - changed.length,
  };
}

/** Key that sorts objects as the server does. The separator is a control character, which no name contains. */
const keyOf = (object: ComparedObject | undefined): string => `${object?.namespace ?? ''}\u0000${object?.name ?? ''}`;
