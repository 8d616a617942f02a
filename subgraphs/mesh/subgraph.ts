/**
 * The mesh subgraph: Services, workloads and apps of an Istio mesh over all clusters, their health, the traffic between
 * them, and faults in the Istio configuration.
 *
 * Objects come from the index and traffic from Prometheus. Resolvers read rows only through the accessors of access/.
 */
import { buildSubgraphSchema } from '@apollo/subgraph';
import { GraphQLScalarType, type DocumentNode, type GraphQLResolveInfo } from 'graphql';
import { through, throughNames, throughRows, type GuardedResolvers } from '../../access/guard.ts';
import type { VisibleRows } from '../../access/visible-rows.ts';
import { decodeNodeId, type NodeId } from '../../schema/node-id.ts';
import { isObjectId, MalformedIdError } from '../../schema/object-id.ts';
import { selectsBelow } from '../../schema/selected-fields.ts';
import { badInput, encodeCursor } from '../arguments.ts';
import { withOperation, type InOperation as InOperationOf, type OperationContext } from '../operation.ts';
import type { OpenedSubgraph, SubgraphParts } from '../parts.ts';
import {
  filterArgument,
  itemId,
  itemIdArgument,
  namespacesArgument,
  pageArguments,
  type PageArguments,
  type Span,
  type SpanArguments,
} from './arguments.ts';
import type { GraphNode } from './graph.ts';
import { HEALTH_STATUSES, worstOf, type HealthStatus, type InstanceType } from './health.ts';
import {
  appOfInstance,
  differencesOf,
  instancesIn,
  itemPage,
  versionsOf,
  type Difference,
  type Instance,
  type Item,
  type ItemPage,
} from './items.ts';
import { MeshOperation, type Health, type MeshCoverage } from './operation.ts';
import { SERVICE_KIND, WORKLOAD_KINDS } from './projections.ts';
import { firstVisible } from './nodes.ts';
import { tracesUrl } from './traces-url.ts';
import { trafficGraph, type GraphArguments, type Missing } from './traffic.ts';
import {
  keyOfValidation,
  validationPage,
  type Severity,
  type Validation,
  type ValidationCode,
  type ValidationPage,
} from './validations.ts';

export { projections } from './projections.ts';

type MeshContext = OperationContext<MeshOperation>;

export function openSubgraph(
  typeDefs: DocumentNode,
  { access: { guard }, mesh }: MeshSubgraphParts,
): OpenedSubgraph<MeshContext> {
  return {
    schema: buildSubgraphSchema([{ typeDefs, resolvers: withOperation(guard.guard(typeDefs, resolvers)) as never }]),
    context: request => ({ guarded: guard.context(request), operation: new MeshOperation(mesh, request) }),
  };
}

interface MeshSubgraphParts extends Pick<SubgraphParts, 'mesh'> {
  readonly access: Pick<SubgraphParts['access'], 'guard'>;
}

type InOperation = InOperationOf<MeshOperation>;

/** Resolvers return milliseconds since the epoch. The code that uses an input validates it. */
const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  serialize: value => new Date(value as number).toISOString(),
  parseValue: value => {
    if (typeof value !== 'string')
      throw badInput('at', 'A DateTime is a text in RFC 3339 with a time zone: "2026-01-31T12:00:00Z".');
    return value;
  },
});

const Duration = new GraphQLScalarType<string, string>({
  name: 'Duration',
  parseValue: value => {
    if (typeof value !== 'string')
      throw badInput('window', 'A Duration is a text, a whole number and ms, s, m or h: "15m".');
    return value;
  },
});

interface ItemsArguments extends PageArguments, InOperation {
  readonly type: InstanceType;
  readonly filter?: Record<'clusters' | 'namespaces' | 'names', readonly string[] | null | undefined> | null;
}

interface ValidationsArguments extends PageArguments, InOperation {
  readonly filter?: {
    readonly clusters?: readonly string[] | null;
    readonly namespaces?: readonly string[] | null;
    readonly codes?: readonly ValidationCode[] | null;
    readonly severities?: readonly Severity[] | null;
  } | null;
}

/** Reads a page of the index on the first call, and returns the same page on later calls. */
type Connection<Read> = () => Promise<Read>;

function selectsReferences(info: GraphQLResolveInfo): boolean {
  return selectsBelow(info, 'references') || selectsBelow(info, 'referenceCount');
}

const clusterOf = (name: string) => ({ name });
const objectOf = (id: string) => ({ id });

/** Fields that report the clusters whose objects may be missing from an answer. */
const COVERAGE = {
  incomplete: ofCoverage(({ incomplete }) => incomplete.map(clusterOf)),
  unnamedIncomplete: ofCoverage(({ unnamed }) => unnamed),
};

function ofCoverage(read: (coverage: MeshCoverage) => unknown) {
  return through(
    'rbacRows',
    'rbacNames',
  )(async (_: unknown, { operation }: InOperation, accessors) => read(await operation.coverage(accessors)));
}

const resolvers: GuardedResolvers = {
  DateTime,
  Duration,
  Query: {
    meshItems: throughRows(
      (_: unknown, { type, filter: given, operation, ...paging }: ItemsArguments, rows): Connection<ItemPage> => {
        const filter = filterArgument(given);
        const page = pageArguments(paging, 2);
        const clusters = operation.clustersOf(filter?.clusters);
        const scope = { clusters, namespaces: filter?.namespaces ?? undefined, names: filter?.names ?? undefined };
        return once(() => rows.ask({ clusters }, itemPage(type, scope, page)));
      },
    ),
    meshItem: throughRows((_: unknown, { id, operation }: InOperation & { readonly id: string }, rows) =>
      operation.item(rows, itemIdArgument('id', id)),
    ),
    meshGraph: through(
      'rbacRows',
      'rbacNames',
    )((_: unknown, args: GraphArguments & InOperation, { rbacRows: rows, rbacNames: names }, info) =>
      trafficGraph(args, { rows, names, operation: args.operation, times: selectsBelow(info, 'responseTimeMs') }),
    ),
    meshValidations: throughRows(
      (
        _: unknown,
        { filter: given, operation, ...paging }: ValidationsArguments,
        rows,
        info,
      ): Connection<ValidationPage> => {
        const { clusters, namespaces, codes, severities } = filterArgument(given) ?? {};
        const page = pageArguments(paging, 3);
        const filter = {
          ...{ clusters: operation.clustersOf(clusters), namespaces: namespaces ?? undefined },
          ...{ codes: codes ?? undefined, severities: severities ?? undefined },
        };
        const mesh = { clusters: operation.clustersOf(undefined), trustDomains: operation.parts.trustDomains };
        const question = validationPage(filter, page, mesh, { references: selectsReferences(info) });
        return once(() => rows.ask({ clusters: mesh.clusters }, question));
      },
    ),
  },
  MeshItemConnection: {
    nodes: async (page: Connection<ItemPage>) => (await page()).items,
    pageInfo: async (page: Connection<ItemPage>) => {
      const { items, ...more } = await page();
      return pageInfoOf(items, more, ({ namespace, name }) => [namespace, name]);
    },
    totalCount: async (page: Connection<ItemPage>) => (await page()).totalCount,
    ...COVERAGE,
  },
  MeshItem: {
    __resolveReference: throughRows(({ id, operation }: InOperation & { readonly id: string }, _: unknown, rows) =>
      operation.item(rows, itemIdArgument('id', id)),
    ),
    id: itemId as (item: Item) => string,
    differences: differencesOf as (item: Item) => unknown,
    health: throughRows(async ({ instances }: Item, { operation, ...args }: SpanArguments & InOperation, rows) => {
      const span = operation.span(args);
      const found = await Promise.all(instances.map(instance => operation.health(rows, instance, span)));
      return worstOf(found.map(({ status }) => status));
    }),
  },
  MeshInstance: {
    cluster: ({ cluster }: Instance) => clusterOf(cluster),
    app: (instance: Instance) => appOfInstance(instance) || null,
    versions: versionsOf as (instance: Instance) => unknown,
    health: throughRows((instance: Instance, { operation, ...args }: SpanArguments & InOperation, rows) =>
      operation.health(rows, instance, operation.span(args)),
    ),
    tracesUrl: (instance: Instance, { operation }: InOperation) =>
      tracesUrl(operation.parts.tracesUrl, instance) ?? null,
  },
  MeshDifferentValue: {
    clusters: ({ clusters }: Difference['values'][number]) => clusters.map(clusterOf),
  },
  MeshHealth: {
    replicas: ({ replicas }: Health) => replicas.map(({ id, ...numbers }) => ({ ...numbers, object: objectOf(id) })),
  },
  MeshGraph: COVERAGE,
  MeshNode: {
    cluster: ({ cluster }: GraphNode) => (cluster === undefined ? null : clusterOf(cluster)),
    object: throughRows(({ type, cluster, namespace, name }: GraphNode, { operation }: InOperation, rows) => {
      const kinds = type === 'SERVICE' ? [SERVICE_KIND] : type === 'WORKLOAD' ? WORKLOAD_KINDS : [];
      if (cluster === undefined || namespace === undefined || name === undefined) return null;
      return firstVisible(
        operation,
        rows,
        kinds.map(kind => ({ ...kind, cluster, namespace, name })),
      );
    }),
  },
  MeshValidationConnection: {
    nodes: async (page: Connection<ValidationPage>) => (await page()).validations,
    pageInfo: async (page: Connection<ValidationPage>) => {
      const { validations, ...more } = await page();
      return pageInfoOf(validations, more, keyOfValidation);
    },
    totalCount: async (page: Connection<ValidationPage>) => (await page()).totalCount,
    ...COVERAGE,
  },
  MeshValidation: {
    object: ({ object }: Validation) => objectOf(object),
    references: ({ references }: Validation) => references!.ids.map(objectOf),
    referenceCount: ({ references }: Validation) => references!.count,
  },
  KubernetesObject: {
    __resolveReference: throughRows(async ({ id }: { readonly id: string }, _: unknown, rows) =>
      isObjectId(id) && (await rows.find(id)) ? objectOf(id) : null,
    ),
    meshItems: throughRows(async ({ id }: { readonly id: string }, { operation }: InOperation, rows) => {
      const keys = await operation.itemKeys(rows, id);
      const items = await Promise.all(keys.map(key => operation.item(rows, key)));
      return items.filter(item => item !== undefined);
    }),
    meshValidations: throughRows(({ id }: { readonly id: string }, { operation }: InOperation, rows, info) =>
      operation.validations(rows, { id, references: selectsReferences(info) }),
    ),
  },
  Cluster: {
    __resolveReference: throughNames(async ({ name }: { readonly name: string }, _: unknown, names) =>
      (await names.cluster(name)) ? clusterOf(name) : null,
    ),
    meshHealth: throughRows(
      (
        { name }: { readonly name: string },
        { namespaces, type, operation, ...args }: CountArguments & { readonly namespaces: readonly string[] },
        rows,
      ) => {
        const wanted = namespacesArgument(namespaces, MAX_COUNTED_NAMESPACES);
        return healthCounts(name, wanted, type, operation.span(args), operation, rows);
      },
    ),
  },
  Namespace: {
    __resolveReference: throughNames(async ({ id }: { readonly id: string }, _: unknown, names) => {
      const of = namespaceOf(id);
      return of && (await names.namespace(of.cluster, of.name)) ? { ...of, id } : null;
    }),
    meshHealth: throughRows(
      (
        { cluster, name }: { readonly cluster: string; readonly name: string },
        { type, operation, ...args }: CountArguments,
        rows,
      ) => healthCounts(cluster, [name], type, operation.span(args), operation, rows),
    ),
  },
};

/** The namespace that an id identifies. Undefined for any other id. */
function namespaceOf(id: string): Extract<NodeId, { type: 'Namespace' }> | undefined {
  try {
    const of = decodeNodeId(id);
    return of.type === 'Namespace' ? of : undefined;
  } catch (error) {
    if (error instanceof MalformedIdError) return undefined;
    throw error;
  }
}

interface CountArguments extends SpanArguments, InOperation {
  readonly type: InstanceType;
}

const MAX_COUNTED_NAMESPACES = 50;

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => (reading ??= read());
}

function pageInfoOf<T>(
  items: readonly T[],
  { hasNextPage, hasPreviousPage }: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean },
  keyOf: (item: T) => readonly string[],
) {
  const [first, last] = [items[0], items.at(-1)];
  const cursorOf = (item: T | undefined) => (item === undefined ? null : encodeCursor(keyOf(item)));
  return { hasNextPage, hasPreviousPage, startCursor: cursorOf(first), endCursor: cursorOf(last) };
}

type CountName = 'failure' | 'degraded' | 'notReady' | 'healthy' | 'notAvailable';
const COUNT_OF: Readonly<Record<HealthStatus, CountName>> = {
  ...{
    FAILURE: 'failure',
    DEGRADED: 'degraded',
    NOT_READY: 'notReady',
    HEALTHY: 'healthy',
    NOT_AVAILABLE: 'notAvailable',
  },
};

/**
 * Numbers of instances by health status, in the given namespaces of one cluster. Null for a cluster outside the mesh.
 */
async function healthCounts(
  cluster: string,
  namespaces: readonly string[],
  type: InstanceType,
  span: Span,
  operation: MeshOperation,
  rows: VisibleRows,
): Promise<(Record<CountName, number> & { readonly missing: readonly Missing[] }) | null> {
  if (!operation.clusters.has(cluster)) return null;
  const instances = await rows.ask({ clusters: [cluster] }, instancesIn(type, cluster, namespaces));
  const counts = Object.fromEntries(HEALTH_STATUSES.map(status => [COUNT_OF[status], 0])) as Record<CountName, number>;
  const missing = new Map<string, Missing>();
  // Namespaces are read in the given order, because an operation reads only a limited number of them.
  const byNamespace = Map.groupBy(instances, ({ namespace }) => namespace);
  const counting = namespaces.map(async namespace => {
    for (const instance of byNamespace.get(namespace) ?? []) {
      const health = await operation.health(rows, instance, span);
      counts[COUNT_OF[health.status]]++;
      if (health.missing !== undefined) missing.set(namespace, { namespace, cause: health.missing });
    }
  });
  await Promise.all(counting);
  return { ...counts, missing: [...missing.keys()].sort().map(namespace => missing.get(namespace)!) };
}
