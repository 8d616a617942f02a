/** Namespaces and kinds whose names the caller may know. */
import { kindValue, type Filter, type StatusCounts } from '../../readmodel/query.ts';
import { compileTextMatch } from '../../readmodel/table/text-search.ts';
import { encodeObjectId } from '../../schema/object-id.ts';
import { encodeKindId, encodeNamespaceId } from '../../schema/node-id.ts';
import { withInputErrors, nodeIdOf, type PageArguments } from '../arguments.ts';
import type { NamedKind, NamedNamespace } from '../../access/visible-names.ts';
import { clustersOf } from '../../readmodel/select/selection.ts';
import { coverageOfList } from './objects.ts';
import { throughNames, throughRows, type GuardedResolvers } from '../../access/guard.ts';
import { nameConditions, type NameConditions, type NamespaceFilterInput } from './filter-input.ts';
import { namespaceConnection } from './namespace-page.ts';

interface NodeReference {
  readonly id: string;
}

interface NamespacesArguments extends PageArguments {
  readonly filter?: NamespaceFilterInput | null;
}

/** One shared filter object, so that the counts of a page are batched. */
const EVERY_OBJECT: Filter = {};

export const nameResolvers: GuardedResolvers = {
  Query: {
    namespaces: throughNames((_: unknown, args: NamespacesArguments, names) =>
      withInputErrors(async () => {
        const { clusters, clusterLabels, ...ofName } = nameConditions(args.filter);
        const labelled = clusterLabels && (await names.clustersLabelled(clusterLabels));
        const reached = clustersOf({
          ...(clusters && { clusters }),
          ...(labelled && { and: [{ clusters: labelled }] }),
        });
        const fits = Object.keys(ofName).length > 0 ? nameTest(ofName) : undefined;
        const found = fits ? await names.namespacesWhere(fits, reached) : await names.namespaces(reached);
        return { ...namespaceConnection(found, args), reached };
      }),
    ),
    kinds: throughNames((_: unknown, _args: unknown, names) => names.kinds()),
  },
  NamespaceConnection: { coverage: coverageOfList },
  Namespace: {
    __resolveReference: throughNames(({ id }: NodeReference, _: unknown, names) => {
      const of = nodeIdOf(id, 'Namespace');
      return of ? names.namespace(of.cluster, of.name) : null;
    }),
    id: ({ cluster, name }: NamedNamespace) => encodeNamespaceId(cluster, name),
    cluster: ({ cluster }: NamedNamespace) => ({ name: cluster }),
    objectCount: throughRows(async ({ cluster, name }: NamedNamespace, _: unknown, rows) =>
      total(await rows.statusCounts(EVERY_OBJECT, { type: 'Namespace', cluster, namespace: name })),
    ),
    object: throughRows(({ cluster, name }: NamedNamespace, _: unknown, rows) =>
      rows.find(encodeObjectId({ cluster, group: '', kind: 'Namespace', namespace: '', name })),
    ),
  },
  Kind: {
    __resolveReference: throughNames(({ id }: NodeReference, _: unknown, names) => {
      const of = nodeIdOf(id, 'Kind');
      return of ? names.kind(of) : null;
    }),
    id: encodeKindId,
    name: ({ kind }: NamedKind) => kind,
    value: (kind: NamedKind) => kindValue(kind),
    clusterCount: ({ clusters }: NamedKind) => clusters,
    objectCount: throughRows(
      async (kind: NamedKind, _: unknown, rows) => (await rows.countsBy('KIND')).get(kindValue(kind)) ?? 0,
    ),
  },
};

function total({ current, inProgress, failed, terminating, unknown }: StatusCounts): number {
  return current + inProgress + failed + terminating + unknown;
}

/** Returns a function that is true for a name that meets the conditions. */
export function nameTest({ names, name }: Pick<NameConditions, 'names' | 'name'>): (name: string) => boolean {
  const inNames = names && new Set(names);
  const matches = name && compileTextMatch(name);
  return name => (inNames?.has(name) ?? true) && (matches?.(name) ?? true);
}
