/**
 * Finds ApplicationSets and add-ons that follow a Placement. The page shows them before a move, because a move does not
 * check the objects that they create.
 */

const PLACEMENT_LABEL = 'cluster.open-cluster-management.io/placement';

export interface Reader {
  readonly id: string;
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
}

interface Candidate extends Reader {
  /** `spec`: generators of an ApplicationSet, or placements of an add-on. The cluster may send any value. */
  readonly live: { readonly spec: unknown } | null;
}

interface Placement {
  readonly namespace: string | null;
  readonly name: string;
}

export function readersOf(placement: Placement, sets: readonly Candidate[], addOns: readonly Candidate[]): Reader[] {
  return [
    ...sets.filter(({ live }) => generatesFrom(live?.spec, placement.name)),
    ...addOns.filter(({ live }) => isInstalledBy(live?.spec, placement)),
  ].map(({ id, kind, namespace, name }) => ({ id, kind, namespace, name }));
}

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/** True if a generator follows the Placement. Generators of the types matrix and merge contain other generators. */
function generatesFrom(generators: unknown, name: string, depth = 0): boolean {
  return list(generators).some(generator => {
    const labels = at(at(at(generator, 'clusterDecisionResource'), 'labelSelector'), 'matchLabels');
    const within = ['matrix', 'merge'].flatMap(key => list(at(at(generator, key), 'generators')));
    return at(labels, PLACEMENT_LABEL) === name || (depth < 3 && generatesFrom(within, name, depth + 1));
  });
}

const isInstalledBy = (placements: unknown, { namespace, name }: Placement): boolean =>
  list(placements).some(it => at(it, 'name') === name && at(it, 'namespace') === namespace);
