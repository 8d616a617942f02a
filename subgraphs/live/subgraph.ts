/**
 * The live subgraph: objects directly from their leaf clusters, as the caller.
 *
 * Each read of an object runs as the caller, and the leaf decides. A refusal, delay or failure of a leaf is the `state`
 * of the object.
 *
 * Callers choose the ids, so an id may name a cluster or an object that the caller has never seen. A failed read of
 * `KubernetesObject.live` gives its reason only if the index would show the object to the caller. Otherwise the result
 * is NOT_FOUND, whether the cluster, the kind or the object is missing or hidden.
 *
 * `liveObject` accepts any id. A failed read gives its reason if the caller may name the cluster. FORBIDDEN becomes
 * NOT_FOUND if the caller may not name the kind. The response time must not reveal if the cluster or the object exists.
 * So a cluster that the caller may not name is not queried. For a kind that the leaf does not serve, one request is
 * sent, as for a forbidden kind. What remains: for such a kind, fleetgraph first renews the discovery, at most every
 * ten seconds for each cluster. The response then takes longer.
 */
import { buildSubgraphSchema } from '@apollo/subgraph';
import { GraphQLScalarType } from 'graphql';
import type { DocumentNode, GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { DateTimeResolver, JSONObjectResolver, JSONResolver } from 'graphql-scalars';
import { FairGate } from '../../async/fair-gate.ts';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import { encodeObjectId } from '../../schema/object-id.ts';
import { selectsBelow } from '../../schema/selected-fields.ts';
import type { OpenedSubgraph } from '../parts.ts';
import { actionsOf, type AccessCheck } from './access-checks.ts';
import { durationArgument } from './arguments.ts';
import { inputError } from '../arguments.ts';
import { Actions } from './actions/actions.ts';
import { actionResolvers } from './actions/resolvers.ts';
import { FieldPathError, parseFieldPath, valueAt } from './field-path.ts';
import type { FieldPath } from './field-path.ts';
import { FollowedLogs } from './followed-log.ts';
import type { LeafSession } from './leaf-session.ts';
import { LiveContext, type LiveObject, type LiveParts } from './live-context.ts';
import { logQuestionOf, type LogArguments } from './logs.ts';
import { conditionsOf, manifestOf, metadataOf, ownerReferencesOf } from './manifest.ts';
import { podList } from './pod-list.ts';
import { podLogs, type PodLogsArguments } from './pod-logs.ts';
import { resourcesOf } from './resource.ts';
import { workloadLogs, type WorkloadLogsArguments } from './workload-logs.ts';

/** Bytes that all requests together may reserve for live objects, or twice `limits.liveBytes` if this is more. */
const MAX_LIVE_BYTES = 256 * 1024 * 1024;

export function openSubgraph(typeDefs: DocumentNode, parts: LiveParts): OpenedSubgraph<LiveContext> {
  const actions = new Actions(parts.actions);
  const followed = new FollowedLogs(parts.limits);
  // A gate gives one caller at most half of its slots. Half must be enough for the limit of one request.
  const room = new FairGate({ slots: Math.max(MAX_LIVE_BYTES, 2 * parts.limits.liveBytes) });
  let schema = schemas.get(typeDefs);
  if (!schema) schemas.set(typeDefs, (schema = schemaOf(typeDefs)));
  return { schema, context: request => new LiveContext(parts, actions, request, followed, room) };
}

/** Schemas by types. If the subgraph is opened again with the same types, its schema is not built again. */
const schemas = new WeakMap<DocumentNode, GraphQLSchema>();

function schemaOf(typeDefs: DocumentNode): GraphQLSchema {
  const resources = resourcesOf(typeDefs);
  const resource = ({ read: { found } }: LiveObject) => found && resources.resourceOf(found.object, found.resource);
  const all = { ...resolvers, ...resources.resolvers, LiveObject: { ...resolvers.LiveObject, resource } };
  return buildSubgraphSchema([{ typeDefs, resolvers: all }]);
}

interface PathArgument {
  readonly path?: string | null;
}

const MAX_EVENTS = 500;
/** Maximum of the argument `within`, in milliseconds. Short enough for setTimeout(). */
const MAX_WITHIN_MS = 3_600_000;

const resolvers = {
  JSON: JSONResolver,
  JSONObject: JSONObjectResolver,
  DateTime: DateTimeResolver,
  StringMap: new GraphQLScalarType({ name: 'StringMap' }),
  BigInt: new GraphQLScalarType({ name: 'BigInt' }),
  Quantity: new GraphQLScalarType({ name: 'Quantity' }),
  IntOrString: new GraphQLScalarType({ name: 'IntOrString' }),
  ...actionResolvers,
  Query: {
    ...actionResolvers.Query,
    podLogs: (_: unknown, args: PodLogsArguments, context: LiveContext) => podLogs(args, context),
    workloadLogs: (_: unknown, args: WorkloadLogsArguments, context: LiveContext) => workloadLogs(args, context),
    liveObject: (_: unknown, { id }: { id: string }, context: LiveContext) => context.readAny(id),
  },
  KubernetesObject: {
    __resolveReference: ({ id }: { id: string }) => ({ id }),
    live: ({ id }: { id: string }, { within }: { within?: unknown }, context: LiveContext, info: GraphQLResolveInfo) =>
      context.read(id, info, withinOf(within)),
  },
  LiveObject: {
    state: ({ read }: LiveObject) => read.state,
    message: ({ read }: LiveObject) => read.message,
    observedAt: ({ read }: LiveObject) => read.observedAt,
    retryAfterSeconds: ({ read }: LiveObject) => read.retryAfterSeconds,
    manifest: ({ read: { found }, leaf }: LiveObject, _: object, context: LiveContext) =>
      found && leaf && context.answered(leaf, manifestOf(found.object)),
    yaml: ({ read: { found }, leaf }: LiveObject, options: { managedFields: boolean }, context: LiveContext) =>
      found && leaf && context.yaml(leaf, manifestOf(found.object, options)),
    lastApplied: ({ read: { found }, leaf }: LiveObject, _: object, context: LiveContext) =>
      found?.lastApplied !== undefined && leaf ? context.applied(leaf, found.lastApplied) : undefined,
    metadata: ({ read: { found }, leaf }: LiveObject, _: object, context: LiveContext) =>
      found && leaf && context.answered(leaf, metadataOf(found.object)),
    conditions: ({ read: { found }, leaf }: LiveObject, _: object, context: LiveContext) =>
      found && leaf && context.answered(leaf, conditionsOf(found.object)),
    spec: (object: LiveObject, { path }: PathArgument, context: LiveContext) =>
      partOf(object, 'spec', path ?? '', context),
    status: (object: LiveObject, { path }: PathArgument, context: LiveContext) =>
      partOf(object, 'status', path ?? '', context),
    owners: async ({ read, leaf }: LiveObject, _: object, context: LiveContext) => {
      if (!read.found || !leaf) return null;
      const ids = await unlessRefused(leaf.session, ownerIds(leaf.session, read.found.object));
      return ids && (await context.onlyVisible(ids)).map(id => ({ id }));
    },
    events: async (object: LiveObject, { first }: { first: number }, context: LiveContext) => {
      if (first < 0 || first > MAX_EVENTS)
        throw inputError(`events(first: ${first}): give 0 to ${MAX_EVENTS}.`, 'first');
      const { read, leaf } = object;
      if (!read.found || !leaf) return null;
      const found = await context.events(read.found, leaf);
      if (found.state !== 'OK') return { ...found, nodes: [], complete: false };
      const nodes = await context.answered(leaf, found.events.slice(0, first));
      const message = found.missing ?? notShown(found.events.length - first);
      return { state: 'OK', message, nodes, complete: message === undefined };
    },
    columns: ({ read: { found }, leaf }: LiveObject, _: object, context: LiveContext) =>
      found && leaf && context.columns(found, leaf),
    pods: ({ read: { found }, leaf }: LiveObject, { first }: { first: number }, context: LiveContext) =>
      found && leaf && podList(found, leaf, first, context),
    usage: async ({ read: { found }, leaf }: LiveObject, _: object, context: LiveContext, info: GraphQLResolveInfo) => {
      if (!found || !leaf) return null;
      const needsPods = ['requested', 'limit', 'pods'].some(field => selectsBelow(info, field));
      const usage = await context.usage({ found, needsPods }, leaf);
      return usage && context.answered(leaf, usage);
    },
    logs: async ({ read: { found }, leaf }: LiveObject, args: LogArguments, context: LiveContext) => {
      const question = logQuestionOf(args);
      if (!found || !leaf) return null;
      const log = await context.logs({ found, ...question }, leaf);
      return { ...log, text: await context.answered(leaf, log.text) };
    },
    access: (
      { read: { found }, leaf }: LiveObject,
      { checks }: { checks: readonly AccessCheck[] },
      context: LiveContext,
    ) => {
      const actions = actionsOf(checks);
      return (
        found &&
        leaf &&
        context.access(
          actions.map(action => ({ found, ...action })),
          leaf,
        )
      );
    },
  },
};

function notShown(count: number): string | undefined {
  return count <= 0 ? undefined : `There are ${count} older ones. Ask for more: events(first:).`;
}

function withinOf(within: unknown): number | undefined {
  const ms = durationArgument('live', 'within', within);
  return ms && Math.min(ms, MAX_WITHIN_MS);
}

function partOf(
  { read: { found }, leaf }: LiveObject,
  field: 'spec' | 'status',
  path: string,
  context: LiveContext,
): unknown {
  const steps = pathOf(field, path);
  return found && leaf && context.answered(leaf, valueAt(found.object[field], steps));
}

function pathOf(field: string, path: string): FieldPath {
  try {
    return parseFieldPath(path);
  } catch (error) {
    throw error instanceof FieldPathError ? inputError(`${field}(path:): ${error.message}`, 'path') : error;
  }
}

/** Maximum number of owners read. */
const MAX_OWNERS = 50;

/**
 * The owners of an object as ids of the graph. An owner reference has neither the scope of the owner nor proof that the
 * owner exists. So the discovery of the leaf gives the scope, and the index decides if the caller may know of the
 * owner.
 * @throws KubernetesError if the discovery of the leaf cannot be read
 */
async function ownerIds(session: LeafSession, object: KubernetesObject): Promise<string[]> {
  const { namespace = '' } = object.metadata;
  const ids = await Promise.all(
    ownerReferencesOf(object)
      .slice(0, MAX_OWNERS)
      .map(async ({ group, kind, name }) => {
        const resource = await session.resourceOf({ group, kind });
        // An owner is cluster-scoped or in the namespace of the object. A namespaced object cannot own a cluster-scoped
        // object.
        if (!resource || name === '' || (resource.namespaced && namespace === '')) return [];
        return [
          encodeObjectId({
            cluster: session.cluster,
            group,
            kind,
            namespace: resource.namespaced ? namespace : '',
            name,
          }),
        ];
      }),
  );
  return [...new Set(ids.flat())];
}

/** The answer, or null if the leaf refuses or fails. */
async function unlessRefused<T>(session: LeafSession, answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof KubernetesError)) throw error;
    session.note(error);
    return null;
  }
}
