/**
 * The surfaces: queries with random variables, by which the product reveals something.
 *
 * The coverage of a surface is computed from its documents, so no surface can claim to cover a field that it does not
 * query. A field, argument or enum value without a surface fails registry.test.ts. Write a new surface for it, or add
 * it to an existing surface.
 */
import fc from 'fast-check';
import { few, some } from './arbitraries.ts';
import {
  anyCluster,
  anyId,
  anyNodeId,
  anyPackageId,
  anyPattern,
  CLUSTER_FILTER,
  filter,
  groupKeys,
  MESH_ITEM_FILTER,
  MESH_VALIDATION_FILTER,
  meshItemId,
  meshItemType,
  meshNamespaces,
  meshSpan,
  NAMESPACE_FILTER,
  orderBy,
  packageFilter,
  pageSize,
  spelledId,
  valuesOf,
  type Variables,
} from './questions.ts';
import { decodeObjectId } from '../../../schema/object-id.ts';
import { policySurfaces } from './policy-surfaces.ts';
import type { Ask, Surface } from './surface.ts';
import { LABELS, NAMESPACES, SOURCE_URLS } from './vocabulary.ts';

const CLUSTER_COVERAGE =
  'cluster { id name } state cause reason kindsListed kindsTotal syncedAt grantsSyncedAt kinds { group kind version state cause reason }';
const COVERAGE = `coverage { total indexed rebuilding stale unreachable closed withheld { cause count } clusters { nodes { ${CLUSTER_COVERAGE} } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
const CLUSTER = `id name labels kubernetesVersion objectCount coverage { ${CLUSTER_COVERAGE} }`;
const OBJECT = `id group version kind namespace name uid status suspended reason message revision attemptedRevision images labels createdAt transitionedAt syncedAt cluster { ${CLUSTER} } source { id status labels }`;
const PAGE_INFO = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
const AMOUNTS = 'used requested limit allocatable';
const LIVE_FIELDS = `state message observedAt retryAfterSeconds manifest lastApplied yaml(managedFields: true) spec(path: ".revision") status(path: ".conditions[0]")
  metadata { name namespace uid resourceVersion generation creationTimestamp deletionTimestamp labels annotations finalizers }
  conditions { type status reason message lastTransitionTime observedGeneration } columns { name value wide }
  resource { __typename apiVersion kind metadata { name labels annotations } ... on CorePod { status { conditions { type status reason message } } }
    ... on CoreSecret { data { name size } } ... on KustomizeKustomization { spec { path } status { conditions { type status reason message } } } }
  owners { id name status labels } events(first: 5) { state message complete nodes { id type reason message count firstSeenAt lastSeenAt reportedBy } }
  pods(first: 3) { state message totalCount nodes { id name status labels } }
  usage { state message measuredAt pods podsMeasured cpu { ${AMOUNTS} } memory { ${AMOUNTS} } containers { name cpu { ${AMOUNTS} } memory { ${AMOUNTS} } } }
  logs(container: "app", previous: false, tail: 5, since: "1h") { state message container containers text truncated }
  access(checks: [{ verb: "delete" }, { verb: "get", subresource: "log" }]) { verb subresource allowed reason }`;
const LIVE = `live(within: "10s") { ${LIVE_FIELDS} }`;

const PAGE_VARIABLES =
  '$filter: ObjectFilter, $orderBy: [ObjectOrder!], $first: Int, $after: String, $last: Int, $before: String';
const STATUS_COUNTS = 'current inProgress failed terminating unknown suspended';
const GROUPS = `query ($filter: ObjectFilter, $by: [GroupKey!]!, $first: Int, $after: String) { objects(filter: $filter) { totalCount
  groups(by: $by, first: $first, after: $after) { nodes { values { value title } count statusCounts { ${STATUS_COUNTS} } } ${PAGE_INFO} totalCount } } }`;
const IN_PART = `objects(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
  nodes { id } totalCount ${PAGE_INFO} ${COVERAGE} facets(fields: [CLUSTER, NAMESPACE, KIND]) { values { value count } } }
  statusCounts(filter: $filter) { ${STATUS_COUNTS} }`;
const OBJECTS = /* GraphQL */ `query (${PAGE_VARIABLES}) {
  objects(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
    nodes { id } edges { cursor node { ${OBJECT} } } totalCount ${PAGE_INFO} ${COVERAGE}
  }
}`;
const REVISIONS = `query ($filter: ObjectFilter, $sourceUrl: String, $first: Int, $after: String) {
  revisions(filter: $filter, sourceUrl: $sourceUrl, first: $first, after: $after) {
    nodes { sourceUrl revision attempted objectCount clusterCount clusters(first: 3) { name } statusCounts { ${STATUS_COUNTS} } firstSeenAt laggingCount laggingSince sourceRevision }
    totalCount ${PAGE_INFO} ${COVERAGE} } }`;
const RESTARTS = `query ($filter: ObjectFilter, $first: Int, $after: String) {
  restarts(filter: $filter, first: $first, after: $after) {
    nodes { object { ${OBJECT} } restarts container lastTerminatedAt reason exitCode } totalCount ${PAGE_INFO} ${COVERAGE} } }`;
const RESUME = 'query ($filter: ObjectFilter) { objects(filter: $filter, first: 0) { resume } }';
const TOLD = `changes { type id object { ${OBJECT} } } resume reset totalCount ${COVERAGE}`;
const CHANGES = `query ($filter: ObjectFilter, $since: String!) {
  objects(filter: $filter, first: 0) { resume } objectChanges(filter: $filter, since: $since) { ${TOLD} } }`;
const LIVE_OBJECTS = `query ($filter: ObjectFilter, $first: Int) { objects(filter: $filter, first: $first) { nodes { id ${LIVE} } } }`;
const EXPLAIN = `query ($id: ID!, $verb: String!, $subresource: String, $asUser: String, $asGroups: [String!]) {
  explainAccess(id: $id, verb: $verb, subresource: $subresource, asUser: $asUser, asGroups: $asGroups) { visible allowed basis reason grantsSyncedAt grants { cluster { name } aggregated aggregatedFrom
    binding { kind namespace name } role { kind namespace name } rule { verbs apiGroups resources resourceNames } subject { kind namespace name } } } }`;
const ACCESS = `access(first: $first, after: $after) { nodes { cluster { ${CLUSTER} } everywhere inNamespaces { kinds namespaces namespaceCount } byName truncated } totalCount ${PAGE_INFO} }`;
const NAMESPACE = `id name objectCount cluster { ${CLUSTER} } object { ${OBJECT} }`;
const KIND = 'id group name value plural shortNames categories versions namespaced clusterCount objectCount';
const RELATED = `query ($id: ID!, $types: [RelationType!], $direction: TreeDirection, $first: Int, $after: String) { object(id: $id) { managedBy { id status labels }
  related(types: $types, direction: $direction, first: $first, after: $after) { edges { cursor type direction id node { id status message } } totalCount ${PAGE_INFO} } } }`;
const PHASE_COUNTS =
  'phaseCounts { total failed syncFailed unknown terminating outdated syncing reconciling ready stale }';
const DEPLOYMENT = `object { id } package { id address } engine scope target { name } phase reason message revision expectedRevision detail
  objectCounts { total current inProgress failed terminating notFound unknown } stale since mechanism`;
const DEPLOYMENTS = `nodes { ${DEPLOYMENT} } totalCount hasNextPage endCursor ${PHASE_COUNTS} complete`;
const OF_PACKAGE = `id address directory intent { id } publishedRevision ${PHASE_COUNTS}`;
const PACKAGE_PAGE = '$filter: PackageFilter, $first: Int, $after: String';
const HISTORY = 'history(first: 5) { at status suspended reason revision }';
const PACKAGES = `query (${PACKAGE_PAGE}, $inner: PackageFilter, $within: Int, $from: String) { packages(filter: $filter, first: $first, after: $after) {
  nodes { ${OF_PACKAGE} deployments(filter: $inner, first: $within, after: $from) { ${DEPLOYMENTS} } } totalCount hasNextPage endCursor ${PHASE_COUNTS} complete } }`;
const PACKAGE_DEPLOYMENTS = `query (${PACKAGE_PAGE}) { packageDeployments(filter: $filter, first: $first, after: $after) { ${DEPLOYMENTS} } }`;
const GATE = `query ($id: ID!, $clusters: [String!]!, $revision: String, $soak: Duration!, $appliedIsEnough: Boolean!) {
  packageGate(id: $id, clusters: $clusters, revision: $revision, soak: $soak, appliedIsEnough: $appliedIsEnough) {
    open passed blocks { cluster cause deployment { ${DEPLOYMENT} } } truncated } }`;
/** Some fields have different types in different node types, so they need aliases. */
const NODE = `__typename id ... on Package { address directory publishedRevision } ... on KubernetesObject { ${OBJECT} } ... on Cluster { clusterLabels: labels ofCluster: coverage { ${CLUSTER_COVERAGE} } clusterName: name kubernetesVersion rows: objectCount } ... on Namespace { ${NAMESPACE.replace('name objectCount', 'namespaceName: name rows: objectCount').replace('cluster {', 'on: cluster {')} } ... on Kind { group kindName: name value plural versions namespaced clusterCount rows: objectCount }`;

/** Aliases of the trees in one query. With several trees, one is likely to lead to a hidden object. */
const TREES = ['a', 'b', 'c', 'd', 'e', 'f'];
const OF_TREES = `query (${TREES.map(name => `$${name}: ID!`).join()}, $direction: TreeDirection!, $depth: Int!, $limit: Int!) {
  ${TREES.map(name => `${name}: tree(id: $${name}, direction: $direction, depth: $depth, limit: $limit) { ...T }`).join('\n')} }
  fragment T on ObjectTree { nodes { id object { id status message source { id } } parentId relation depth worst } worst firstFailure { id status } truncated }`;
const RELATION_MATCH = {
  types: fc.option(fc.subarray(valuesOf('RelationType'))),
  direction: fc.option(some(valuesOf('TreeDirection'))),
};

const LINES = 'state message container containers lines { at level text truncated } skipped filtered resume end';
const WORKLOAD_LINES =
  'state message sources { pod container state message hasEnded } leftOut lines { at pod container level text truncated } skipped filtered resume end';
const RESULT = `results { id outcome message reason warnings created preview conflicts { field manager } sourceAsked source { id outcome message } object { id status ${LIVE} } }`;
const ON_IDS = '$ids: [ID!]!, $dryRun: Boolean!, $key: String';
const IDS = 'ids: $ids, dryRun: $dryRun, idempotencyKey: $key';
const onIds = {
  ids: fc.array(anyId, { minLength: 1, maxLength: 4 }),
  dryRun: fc.boolean(),
  // All askers send the same key. Idempotency keys are per caller, so no request repeats another caller's request.
  key: some(['key', null]),
};
const APPLY = `mutation ($cluster: String!, $manifests: [JSONObject!]!, $yaml: String, $force: Boolean!, $dryRun: Boolean!, $key: String) {
  apply(input: { cluster: $cluster, manifests: $manifests, yaml: $yaml, fieldManager: "m", force: $force, dryRun: $dryRun, idempotencyKey: $key }) { ${RESULT} } }`;

const representations = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: anyId.map(id => ({ __typename: 'KubernetesObject', id })) },
      { weight: 1, arbitrary: anyCluster.map(name => ({ __typename: 'Cluster', name })) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(some(['Cluster', 'Namespace', 'Kind']), anyNodeId)
          .map(([__typename, id]) => ({ __typename, id })),
      },
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map(representations => ({ representations }));
const ENTITIES = 'query ($representations: [_Any!]!) { _entities(representations: $representations)';

const SPAN = 'window: $window, at: $at';
const SPAN_VARIABLES = '$window: Duration!, $at: DateTime';
const CODES = 'codes { code flags rate }';
const HEALTH = `status requests { direction protocol rate errorPercent status ${CODES} } replicas { object { id } desired current available status } missing`;
const MESH_ITEM = `id type namespace name differences { field values { value clusters { name } } } health(${SPAN})
  instances { cluster { name } objects { id } stale app versions tracesUrl health(${SPAN}) { ${HEALTH} } }`;
const MESH_VALIDATION = 'object { id } code severity path certain references { id } referenceCount';
const HEALTH_COUNTS = 'failure degraded notReady healthy notAvailable missing { namespace cause }';
const MESH_ITEMS = `query ($type: MeshItemType!, $filter: MeshItemFilter, $first: Int, $after: String, ${SPAN_VARIABLES}) {
  meshItems(type: $type, filter: $filter, first: $first, after: $after) { nodes { ${MESH_ITEM} } ${PAGE_INFO} totalCount incomplete { name } unnamedIncomplete } }`;
const MESH_VALIDATIONS = `query ($filter: MeshValidationFilter, $first: Int, $after: String) {
  meshValidations(filter: $filter, first: $first, after: $after) { nodes { ${MESH_VALIDATION} } ${PAGE_INFO} totalCount incomplete { name } unnamedIncomplete } }`;
const MESH_GRAPH = `query ($namespaces: [String!], $around: [ID!], $clusters: [String!], $type: MeshGraphType!, $serviceNodes: Boolean!, $idle: Boolean!, ${SPAN_VARIABLES}) {
  meshGraph(namespaces: $namespaces, around: $around, clusters: $clusters, type: $type, serviceNodes: $serviceNodes, idle: $idle, ${SPAN}) {
    nodes { id type cluster { name } namespace name version outside object { id } }
    edges { id source target crossCluster health traffic { protocol rate errorPercent ${CODES} mtlsPercent responseTimeMs } }
    at missing { namespace cause } incomplete { name } unnamedIncomplete } }`;
const graphOptions = {
  clusters: fc.option(fc.array(anyCluster, { minLength: 1, maxLength: 3 })),
  type: some(valuesOf('MeshGraphType')),
  serviceNodes: fc.boolean(),
  idle: fc.boolean(),
  ...meshSpan,
};
const ofMesh = (first: fc.Arbitrary<number>) => ({
  filter: fc.record(MESH_VALIDATION_FILTER, { requiredKeys: [] }),
  first,
});
const OF_PLACED = `bindingId engine binding { id } template { id } requiredBy { id } phase reason message wantedMembers
  status { status stale replicas updatedReplicas readyReplicas availableReplicas copies { current inProgress failed terminating unknown missing untold } }
  assignments(first: $first, after: $none) { totalCount ${PAGE_INFO} nodes { member cluster { name } state replicas applied reported status
    copies(first: $first, after: $none) { totalCount ${PAGE_INFO} nodes { id group kind namespace name owned object { id } } } } }
  pods(first: $first, after: $none) { totalCount ${PAGE_INFO} nodes { id } }
  candidates(members: $members, first: $first, after: $none) { totalCount complete ${PAGE_INFO} nodes { member memberObject { id } verdict
    rejections { filter detail } unevaluated score } }`;
const OF_PLACEMENT_POLICY = `id object { id } engine wanted assigned move { phase reason member from to drain startedAt since overdue }
  workloads(first: $first, after: $none) { totalCount nodes { bindingId } }`;
const PLACED = `placed { ${OF_PLACED} policies { ${OF_PLACEMENT_POLICY} } } placementPolicy { ${OF_PLACEMENT_POLICY} }
  placementMember { id object { id } engine cluster { name } available taints bound { pods full } drain { done remaining stuck { id } }
    capacity { cpu memory pods allocatedCpu allocatedMemory allocatedPods } workloads(first: $first, after: $none) { totalCount nodes { bindingId } } }`;
const OF_PLACEMENT = '$first: Int, $none: String, $members: [String!]';
const ofPlacement = {
  first: pageSize,
  none: fc.constant(null),
  members: fc.option(fc.array(anyCluster, { maxLength: 3 })),
};

const USAGE_VARIABLES = '$window: Duration!, $step: Duration';
const USAGE = 'usageHistory(window: $window, step: $step) { state message from to stepSeconds newestAt cpu memory }';
const usageSpan = { window: some(['5m', '1h', '24h']), step: some(['5m', null]) };

export const SURFACES: readonly Surface[] = [
  {
    name: 'objects: a walk over all pages, forward',
    document: OBJECTS,
    variables: fc.record({ filter, orderBy, first: pageSize }),
    converse: (ask, variables) =>
      walk(ask, variables, 'after', ({ hasNextPage, endCursor }) => (hasNextPage ? endCursor : null)),
  },
  {
    name: 'objects: a walk over all pages, backward',
    document: OBJECTS,
    variables: fc.record({ filter, orderBy, last: pageSize }),
    converse: (ask, variables) =>
      walk(ask, variables, 'before', ({ hasPreviousPage, startCursor }) => (hasPreviousPage ? startCursor : null)),
  },
  {
    name: 'objects: from the cursor of an object that somebody else sees',
    document: OBJECTS,
    variables: fc.record({ filter, orderBy, first: pageSize, at: fc.nat(200), side: some(['after', 'before']) }),
    given: async (askAsRoot, { orderBy, at, side }) => {
      const all = await askAsRoot(OBJECTS, { orderBy, first: 200 });
      const { edges } = all.body.data.objects;
      return edges.length > 0 ? { [side]: edges[at % edges.length].cursor } : {};
    },
  },
  {
    name: 'facets and totalCount',
    document:
      'query ($filter: ObjectFilter, $fields: [FacetField!]!, $labelKey: String, $limit: Int, $match: StringFilter) { objects(filter: $filter) { totalCount facets(fields: $fields, labelKey: $labelKey, limit: $limit, match: $match) { field values { value title count } truncated missingCount } } }',
    variables: fc.record({
      filter,
      fields: fc.constant(valuesOf('FacetField')),
      labelKey: some(LABELS.keys),
      limit: fc.integer({ min: 0, max: 6 }),
      match: fc.option(anyPattern),
    }),
  },
  {
    name: 'groups: a walk over all pages',
    document: GROUPS,
    variables: fc.record({ filter, by: groupKeys, first: fc.integer({ min: 1, max: 4 }) }),
    converse: async (ask, variables) => {
      const answers: any[] = [];
      for (let after: string | null = null, page = 0; page === 0 || (after !== null && page < 6); page++) {
        const answer = await ask(GROUPS, { ...variables, after });
        answers.push(answer);
        const info = answer.body.data?.objects?.groups?.pageInfo;
        after = info?.hasNextPage ? info.endCursor : null;
      }
      return answers;
    },
  },
  {
    name: 'groups: from the cursor of a group that somebody else sees',
    document: GROUPS,
    variables: fc.record({ by: groupKeys, first: fc.integer({ min: 1, max: 4 }) }),
    given: async (askAsRoot, { by }) => ({
      after: (await askAsRoot(GROUPS, { by, first: 2 })).body.data?.objects?.groups?.pageInfo.endCursor ?? null,
    }),
  },
  {
    name: 'objects and counts by status of clusters, namespaces and kinds',
    document: `query ($ids: [ID!]!, ${PAGE_VARIABLES}) { nodes(ids: $ids) { ... on Cluster { ${IN_PART} } ... on Namespace { ${IN_PART} } ... on Kind { ${IN_PART} } } }`,
    variables: fc.record({ ids: fc.array(anyNodeId, { maxLength: 12 }), filter, orderBy, first: pageSize }),
  },
  {
    name: 'objects of clusters, namespaces and kinds, from the other end',
    document: `query ($ids: [ID!]!, ${PAGE_VARIABLES}) { nodes(ids: $ids) { ... on Cluster { ${IN_PART} } ... on Namespace { ${IN_PART} } ... on Kind { ${IN_PART} } } }`,
    variables: fc.record({ ids: fc.array(anyNodeId, { maxLength: 12 }), filter, orderBy, last: pageSize }),
  },
  {
    name: 'objectChanges: from the moment of a list on',
    document: CHANGES,
    variables: fc.record({ filter }),
    converse: async (ask, { filter }) => {
      const list = await ask(RESUME, { filter });
      const answers = [list, await ask(CHANGES, { filter, since: list.body.data?.objects?.resume ?? '' })];
      // Resume tokens look random, since they are encrypted. Only their lengths are compared.
      return JSON.parse(
        JSON.stringify(answers, (key, value: unknown) =>
          key === 'resume' && typeof value === 'string' ? value.length : value,
        ),
      );
    },
  },
  {
    name: 'objectChanges: as a subscription that is asked for in one answer',
    document: `subscription ($filter: ObjectFilter, $since: String) { objectChanges(filter: $filter, since: $since, coalesce: "1s") { ${TOLD} } }`,
    variables: fc.record({ filter }),
  },
  {
    name: 'revisions',
    document: REVISIONS,
    variables: fc.record({ filter, sourceUrl: fc.option(some(SOURCE_URLS)), first: pageSize }),
    converse: (ask, variables) =>
      walk(ask, variables, 'after', ({ hasNextPage, endCursor }) => (hasNextPage ? endCursor : null), 'revisions'),
  },
  {
    name: 'restarts',
    document: RESTARTS,
    variables: fc.record({ filter, first: pageSize }),
    converse: (ask, variables) =>
      walk(ask, variables, 'after', ({ hasNextPage, endCursor }) => (hasNextPage ? endCursor : null), 'restarts'),
  },
  {
    name: 'packages: a walk over all pages',
    document: PACKAGES,
    variables: fc.record({
      filter: packageFilter,
      first: fc.integer({ min: 1, max: 2 }),
      inner: packageFilter,
      within: fc.nat(3),
    }),
    converse: (ask, variables) => walkPackages(ask, PACKAGES, 'packages', variables),
  },
  {
    name: 'packageDeployments: a walk over all pages',
    document: PACKAGE_DEPLOYMENTS,
    variables: fc.record({ filter: packageFilter, first: fc.integer({ min: 1, max: 3 }) }),
    converse: (ask, variables) => walkPackages(ask, PACKAGE_DEPLOYMENTS, 'packageDeployments', variables),
  },
  {
    name: 'packageDeployments: from the cursor of one that somebody else sees',
    document: PACKAGE_DEPLOYMENTS,
    variables: fc.record({ filter: packageFilter, first: fc.integer({ min: 1, max: 3 }) }),
    given: async (askAsRoot, { first }) => ({
      after: (await askAsRoot(PACKAGE_DEPLOYMENTS, { first })).body.data?.packageDeployments.endCursor ?? null,
    }),
  },
  {
    name: 'package(id)',
    document: `query ($id: ID!) { package(id: $id) { ${OF_PACKAGE} deployments { ${DEPLOYMENTS} } } }`,
    variables: fc.record({ id: anyPackageId }),
  },
  {
    name: 'packageGate',
    document: GATE,
    variables: fc.record({
      id: anyPackageId,
      clusters: fc.uniqueArray(anyCluster, { minLength: 1, maxLength: 5 }),
      revision: fc.option(some(['main@sha1:1', 'secret@sha1:2'])),
      soak: some(['0s', '1m', '168h']),
      appliedIsEnough: fc.boolean(),
    }),
  },
  {
    name: 'deployments of objects and phases of clusters',
    document: `query ($filter: ObjectFilter) { objects(filter: $filter, first: 20) { nodes { id deployment { ${DEPLOYMENT} } ${HISTORY} } }
      clusters { nodes { name mechanism packagePhases { total failed syncFailed unknown terminating outdated syncing reconciling ready stale } } } }`,
    variables: fc.record({ filter }),
  },
  {
    name: 'errors about packages',
    document: `query ($id: ID!, $filter: PackageFilter, $after: String) { package(id: $id) { id } packageDeployments(filter: $filter, after: $after) { totalCount } }`,
    variables: fc.record({
      id: fc.oneof(anyNodeId, anyPackageId),
      filter: some([{ address: 'secret' }, { directory: '../secret' }, {}]),
      after: some([null, 'secret']),
    }),
  },
  {
    name: 'suggestions',
    document:
      'query ($text: String!, $filter: ObjectFilter, $fields: [SuggestionField!], $limit: Int!) { suggestions(text: $text, filter: $filter, fields: $fields, limit: $limit) { field value title count } }',
    variables: fc.record({
      text: some(['web', 'secret', 'team', 'SECRET-VALUE', 'leaf', 'o', 'pods', 'a', 'key']),
      filter,
      fields: fc.option(fc.subarray(valuesOf('SuggestionField'))),
      limit: fc.integer({ min: 0, max: 12 }),
    }),
  },
  {
    name: 'object(id)',
    document: `query ($id: ID!) { object(id: $id) { ${OBJECT} } }`,
    variables: fc.record({ id: anyId }),
  },
  {
    name: 'related objects: a walk over all pages',
    document: RELATED,
    variables: fc.record({ id: anyId, ...RELATION_MATCH, first: fc.integer({ min: 1, max: 3 }) }),
    converse: async (ask, variables) => {
      const answers: any[] = [];
      for (let after: string | null = null, page = 0; page < 6; page++) {
        answers.push(await ask(RELATED, { ...variables, ...(after !== null && { after }) }));
        const info: any = answers.at(-1).body.data?.object?.related?.pageInfo;
        after = info?.hasNextPage ? info.endCursor : null;
        if (after === null) break;
      }
      return answers;
    },
  },
  {
    name: 'related objects: from the cursor of one that somebody else sees',
    document: RELATED,
    variables: fc.record({ id: anyId, first: fc.integer({ min: 1, max: 3 }), at: fc.nat(20) }),
    given: async (askAsRoot, { id, at }) => {
      const edges = (await askAsRoot(RELATED, { id, first: 50 })).body.data?.object?.related?.edges ?? [];
      return edges.length > 0 ? { after: edges[at % edges.length].cursor } : {};
    },
  },
  {
    name: 'related objects of a list',
    document: `query ($filter: ObjectFilter, $types: [RelationType!], $direction: TreeDirection) { objects(filter: $filter, first: 20) { nodes { id managedBy { id } related(types: $types, direction: $direction, first: 2) { edges { type id node { id } } totalCount } } } }`,
    variables: fc.record({ filter, ...RELATION_MATCH }),
  },
  {
    name: 'trees',
    document: OF_TREES,
    variables: fc.record({
      ...Object.fromEntries(TREES.map(name => [name, anyId])),
      at: fc.nat(50),
      direction: some(valuesOf('TreeDirection')),
      depth: fc.integer({ min: 0, max: 4 }),
      limit: fc.oneof(
        { weight: 3, arbitrary: fc.constant(500) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) },
      ),
    }),
    // The first id belongs to any object, the other ids to objects that the asker sees.
    converse: async (ask, variables) => {
      const list = await ask('{ objects(first: 100) { nodes { id } } }', {});
      const shown: { id: string }[] = list.body.data?.objects?.nodes ?? [];
      const roots =
        shown.length === 0
          ? []
          : TREES.slice(1).map((name, i) => [name, shown[(variables['at'] + i) % shown.length]!.id]);
      return ask(OF_TREES, { ...variables, ...Object.fromEntries(roots) });
    },
  },
  {
    name: 'errors about relations',
    document: `query ($id: ID!, $after: String, $depth: Int!, $limit: Int!) { object(id: $id) { related(after: $after) { totalCount } } tree(id: $id, depth: $depth, limit: $limit) { truncated } }`,
    variables: fc.record({
      id: anyId,
      after: fc.oneof(
        spelledId,
        spelledId.map(id => Buffer.from(JSON.stringify(['UP', 'OWNS', `${id}/`])).toString('base64url')),
      ),
      depth: some([1, 11, -1]),
      limit: some([1, 0, 501]),
    }),
  },
  {
    name: 'clusters',
    document: `query ($filter: ClusterFilter, $first: Int, $after: String) { clusters(filter: $filter, first: $first, after: $after) { nodes { ${CLUSTER} } edges { cursor node { name } } totalCount ${PAGE_INFO} ${COVERAGE} } }`,
    variables: fc.record(
      { filter: fc.record(CLUSTER_FILTER, { requiredKeys: [] }), first: fc.integer({ min: 1, max: 3 }) },
      { requiredKeys: ['first'] },
    ),
    converse: (ask, variables) =>
      walk(ask, variables, 'after', ({ hasNextPage, endCursor }) => (hasNextPage ? endCursor : null), 'clusters'),
  },
  {
    name: 'clusters, from the back',
    document: `query ($filter: ClusterFilter, $last: Int, $before: String) { clusters(filter: $filter, last: $last, before: $before) { nodes { ${CLUSTER} } totalCount ${PAGE_INFO} } }`,
    variables: fc.record(
      { filter: fc.record(CLUSTER_FILTER, { requiredKeys: [] }), last: fc.integer({ min: 1, max: 3 }) },
      { requiredKeys: ['last'] },
    ),
    converse: (ask, variables) =>
      walk(
        ask,
        variables,
        'before',
        ({ hasPreviousPage, startCursor }) => (hasPreviousPage ? startCursor : null),
        'clusters',
      ),
  },
  {
    name: 'cluster(name)',
    document: `query ($name: String!) { cluster(name: $name) { ${CLUSTER} } }`,
    variables: fc.record({ name: anyCluster }),
  },
  {
    name: 'namespaces',
    document: `query ($filter: NamespaceFilter, $first: Int, $after: String) { namespaces(filter: $filter, first: $first, after: $after) { nodes { ${NAMESPACE} } edges { cursor node { name } } totalCount ${PAGE_INFO} ${COVERAGE} } }`,
    variables: fc.record(
      { filter: fc.record(NAMESPACE_FILTER, { requiredKeys: [] }), first: fc.integer({ min: 1, max: 5 }) },
      { requiredKeys: ['first'] },
    ),
    converse: (ask, variables) =>
      walk(ask, variables, 'after', ({ hasNextPage, endCursor }) => (hasNextPage ? endCursor : null), 'namespaces'),
  },
  {
    name: 'namespaces, from the back',
    document: `query ($filter: NamespaceFilter, $last: Int, $before: String) { namespaces(filter: $filter, last: $last, before: $before) { nodes { ${NAMESPACE} } totalCount ${PAGE_INFO} } }`,
    variables: fc.record(
      { filter: fc.record(NAMESPACE_FILTER, { requiredKeys: [] }), last: fc.integer({ min: 1, max: 5 }) },
      { requiredKeys: ['last'] },
    ),
    converse: (ask, variables) =>
      walk(
        ask,
        variables,
        'before',
        ({ hasPreviousPage, startCursor }) => (hasPreviousPage ? startCursor : null),
        'namespaces',
      ),
  },
  {
    name: 'kinds',
    document: `{ kinds { ${KIND} } }`,
    variables: fc.constant({}),
  },
  { name: 'coverage', document: `{ ${COVERAGE} }`, variables: fc.constant({}) },
  {
    name: 'viewer',
    document: `query ($first: Int, $after: String) { viewer { user groups clusters { cluster { name } user groups refusedGroups } ${ACCESS} } }`,
    variables: fc.record({ first: fc.integer({ min: 0, max: 3 }) }),
  },
  {
    name: 'viewer: from the cursor of what somebody else may list',
    document: `query ($first: Int, $after: String) { viewer { ${ACCESS} } }`,
    variables: fc.record({ first: fc.integer({ min: 1, max: 3 }), at: fc.nat(20) }),
    given: async (askAsRoot, { at }) => {
      const all = await askAsRoot('{ viewer { access(first: 500) { totalCount } } }', {});
      const { endCursor } = (
        await askAsRoot('query ($n: Int) { viewer { access(first: $n) { pageInfo { endCursor } } } }', {
          n: 1 + (at % Math.max(1, all.body.data.viewer.access.totalCount)),
        })
      ).body.data.viewer.access.pageInfo;
      return endCursor === null ? {} : { after: endCursor };
    },
  },
  {
    name: 'administration, for callers who are no administrators',
    document: `query ($first: Int, $after: String) { administration {
      registrations(first: $first, after: $after) { nodes { name state cause reason syncedAt grantsSyncedAt credentialsExpireAt source object sameServerAs } ${PAGE_INFO} totalCount }
      problems(first: $first, after: $after) { nodes { source object cluster cause reason } ${PAGE_INFO} totalCount } } }`,
    variables: fc.record({ first: fc.integer({ min: 0, max: 3 }) }),
  },
  {
    name: 'node(id)',
    document: `query ($id: ID!) { node(id: $id) { ${NODE} } }`,
    variables: fc.record({ id: anyNodeId }),
  },
  {
    name: 'nodes(ids)',
    document: `query ($ids: [ID!]!) { nodes(ids: $ids) { ${NODE} } }`,
    variables: fc.record({ ids: fc.array(anyNodeId, { maxLength: 12 }) }),
  },
  {
    name: 'coverage of a list of named clusters, one by one',
    document: `query ($filter: ObjectFilter, $states: [CoverageState!], $first: Int, $after: String) { objects(filter: $filter, first: 0) { coverage { total indexed rebuilding stale unreachable closed clusters(states: $states, first: $first, after: $after) { nodes { ${CLUSTER_COVERAGE} } totalCount ${PAGE_INFO} } } } }`,
    variables: fc.record({
      filter: fc.record({ clusters: fc.array(anyCluster, { maxLength: 4 }) }),
      states: fc.option(fc.subarray(valuesOf('CoverageState'))),
      first: fc.integer({ min: 0, max: 3 }),
    }),
    converse: async (ask, variables) => {
      const { document } = SURFACES.find(({ name }) => name === 'coverage of a list of named clusters, one by one')!;
      const first = await ask(document, variables);
      const cursor = first.body.data?.objects?.coverage.clusters.pageInfo.endCursor ?? null;
      return cursor === null ? [first] : [first, await ask(document, { ...variables, after: cursor })];
    },
  },
  {
    name: 'explainAccess',
    document: EXPLAIN,
    variables: fc.record(
      {
        id: anyId,
        verb: some(['list', 'get', 'watch', 'create', '*', 'bogus']),
        subresource: some(['log', 'exec', 'status', 'no-such']),
      },
      { requiredKeys: ['id', 'verb'] },
    ),
  },
  {
    name: 'explainAccess for somebody else',
    document: EXPLAIN,
    variables: fc.record({
      id: anyId,
      verb: some(['list', 'get']),
      asUser: some(['jane', 'bob', 'nobody']),
      asGroups: fc.subarray(['dev', 'secret-team', 'system:masters']),
    }),
  },
  {
    name: 'live, of whatever can be named',
    document: `query ($id: ID!) { object(id: $id) { id ${LIVE} } }`,
    variables: fc.record({ id: anyId }),
  },
  {
    name: 'liveObject, of whatever can be named',
    document: `query ($id: ID!) { liveObject(id: $id) { ${LIVE_FIELDS} } }`,
    variables: fc.record({ id: anyId }),
  },
  {
    name: 'podLogs, of whatever can be named',
    document: `query ($id: ID!, $container: String, $previous: Boolean!, $since: String, $search: String, $levels: [LogLevel!]) {
      podLogs(id: $id, container: $container, previous: $previous, tail: 3, maxAge: "1h", since: $since, search: $search, levels: $levels) { ${LINES} } }`,
    variables: fc.record({
      ...{ id: anyId, previous: fc.boolean(), search: some([null, '', 'e']) },
      levels: some([null, [], ['ERROR', 'WARN'], ['INFO', 'DEBUG']]),
      container: some(['main', 'other', null]),
      since: some([null, '', '001769860800.000000000~0']),
    }),
  },
  {
    name: 'podLogs: as a subscription that is asked for in one answer',
    document: `subscription ($id: ID!) { podLogs(id: $id, container: "main", tail: 3, maxAge: "1h", since: "", search: "e", levels: [INFO, ERROR], coalesce: "1s") { ${LINES} } }`,
    variables: fc.record({ id: anyId }),
  },
  {
    name: 'workloadLogs, of whatever can be named',
    document: `query ($id: ID!, $container: String, $previous: Boolean!, $since: String, $search: String, $levels: [LogLevel!]) {
      workloadLogs(id: $id, container: $container, previous: $previous, tail: 3, maxAge: "1h", since: $since, search: $search, levels: $levels) { ${WORKLOAD_LINES} } }`,
    variables: fc.record({
      ...{ id: anyId, container: some(['app', 'other', null]), previous: fc.boolean(), search: some([null, '', 'e']) },
      since: some([null, '', 'web/app=001769860800.000000000~0']),
      levels: some([null, [], ['ERROR', 'WARN'], ['INFO', 'DEBUG']]),
    }),
  },
  {
    name: 'workloadLogs: as a subscription that is asked for in one answer',
    document: `subscription ($id: ID!) {
      workloadLogs(id: $id, container: "app", tail: 3, maxAge: "1h", since: "", search: "a", levels: [ERROR], coalesce: "1s") { ${WORKLOAD_LINES} } }`,
    variables: fc.record({ id: anyId }),
  },
  {
    name: 'liveObject, of several at once',
    document: `query (${TREES.map(name => `$${name}: ID!`).join()}) { ${TREES.map(name => `${name}: liveObject(id: $${name}) { state message }`).join(' ')} }`,
    variables: fc.record(Object.fromEntries(TREES.map(name => [name, anyId]))),
  },
  {
    name: 'live, of a list',
    document: LIVE_OBJECTS,
    variables: fc.record({ filter, first: fc.integer({ min: 1, max: 20 }) }),
  },
  { name: 'actions', document: '{ actions }', variables: fc.constant({}) },
  { name: 'views', document: '{ views { name query search } }', variables: fc.constant({}) },
  {
    name: 'saved views',
    document:
      '{ savedViews { mine { name search savedBy savedAt } everybody { name search savedBy savedAt } mayShare } }',
    variables: fc.constant({}),
  },
  {
    name: 'saving and removing views',
    document: `mutation ($name: String!, $search: String!, $everybody: Boolean!) {
      saveView(input: { name: $name, search: $search, everybody: $everybody }) { mine { name } mayShare }
      removeView(input: { name: $name, everybody: $everybody }) { everybody { name } } }`,
    variables: fc.record({ name: fc.string(), search: fc.constantFrom('', '?q=x', 'x'), everybody: fc.boolean() }),
  },
  {
    name: 'reconcile',
    document: `mutation (${ON_IDS}, $withSource: Boolean!, $force: Boolean!, $reset: Boolean!) {
      reconcile(input: { ${IDS}, withSource: $withSource, force: $force, reset: $reset }) { ${RESULT} } }`,
    variables: fc.record({ ...onIds, withSource: fc.boolean(), force: fc.boolean(), reset: fc.boolean() }),
  },
  {
    name: 'suspend, resume and restart',
    document: `mutation (${ON_IDS}) { suspend(input: { ${IDS} }) { ${RESULT} } resume(input: { ${IDS} }) { ${RESULT} } restart(input: { ${IDS} }) { ${RESULT} } }`,
    variables: fc.record({ ...onIds, key: fc.constant(null) }),
  },
  {
    name: 'scale',
    document: `mutation (${ON_IDS}, $replicas: Int!) { scale(input: { ${IDS}, replicas: $replicas }) { ${RESULT} } }`,
    variables: fc.record({ ...onIds, replicas: fc.integer({ min: -1, max: 3 }) }),
  },
  {
    name: 'run, cordon and uncordon',
    document: `mutation (${ON_IDS}) { run(input: { ${IDS} }) { ${RESULT} } cordon(input: { ${IDS} }) { ${RESULT} } uncordon(input: { ${IDS} }) { ${RESULT} } }`,
    variables: fc.record({ ...onIds, key: fc.constant(null) }),
  },
  {
    name: 'undo',
    document: `mutation (${ON_IDS}, $toRevision: Int) { undo(input: { ${IDS}, toRevision: $toRevision }) { ${RESULT} } }`,
    variables: fc.record({ ...onIds, toRevision: fc.option(fc.integer({ min: -1, max: 3 })) }),
  },
  {
    name: 'move',
    document: `mutation (${ON_IDS}, $clusters: [String!], $volumes: MoveVolumes!) { move(input: { ${IDS}, clusters: $clusters, volumes: $volumes }) { ${RESULT} } }`,
    variables: fc.record({
      ...onIds,
      clusters: some([null, [], ['leaf-a'], ['leaf-a', 'leaf-b'], ['A B']]),
      volumes: some(valuesOf('MoveVolumes')),
    }),
  },
  {
    name: 'drain and bound',
    document: `mutation (${ON_IDS}, $drained: Boolean!, $pods: Int) { drain(input: { ${IDS}, drained: $drained }) { ${RESULT} } bound(input: { ${IDS}, pods: $pods }) { ${RESULT} } }`,
    variables: fc.record({ ...onIds, key: fc.constant(null), drained: fc.boolean(), pods: some([null, -1, 0, 7]) }),
  },
  {
    name: 'delete',
    document: `mutation ($objects: [ObjectToDelete!]!, $propagation: DeletePropagation, $dryRun: Boolean!, $key: String) {
      delete(input: { objects: $objects, propagation: $propagation, dryRun: $dryRun, idempotencyKey: $key }) { ${RESULT} } }`,
    variables: fc.record({
      ...{ dryRun: onIds.dryRun, key: onIds.key },
      objects: fc.array(fc.record({ id: anyId, uid: some(['u', null]), resourceVersion: some(['1', null]) }), {
        minLength: 1,
        maxLength: 4,
      }),
      propagation: fc.option(some(valuesOf('DeletePropagation'))),
    }),
  },
  {
    name: 'apply',
    document: APPLY,
    variables: fc.record({
      id: anyId,
      asYaml: fc.boolean(),
      force: fc.boolean(),
      dryRun: onIds.dryRun,
      key: onIds.key,
    }),
    given: async (_, { id, asYaml }) => {
      const { cluster, group, kind, namespace, name } = decodeObjectId(id as string);
      const metadata = { name, ...(namespace !== '' && { namespace }) };
      const manifest = { apiVersion: group === '' ? 'v1' : `${group}/v1`, kind, metadata };
      return asYaml === true
        ? { cluster, manifests: [], yaml: JSON.stringify(manifest) }
        : { cluster, manifests: [manifest] };
    },
  },
  {
    name: 'errors about actions',
    document: `mutation (${ON_IDS}) { restart(input: { ${IDS} }) { ${RESULT} } }`,
    variables: fc.record({
      ids: fc.tuple(spelledId, spelledId).map(ids => [...ids, 'x']),
      dryRun: fc.boolean(),
      key: fc.constant(''),
    }),
  },
  {
    name: '_entities of the fleet subgraph',
    at: 'fleet',
    document: `${ENTITIES} { ... on KubernetesObject { ${OBJECT} } ... on Cluster { ${CLUSTER} } ... on Namespace { id inCluster: cluster { id } rows: objectCount } ... on Kind { id kindName: name plural } } }`,
    variables: representations,
  },
  {
    name: '_entities of the live subgraph',
    at: 'live',
    document: `${ENTITIES} { ... on KubernetesObject { id ${LIVE.replaceAll(/(owners|nodes) \{ id name status labels \}/g, '$1 { id }')} } } }`,
    variables: representations.map(({ representations }) => ({
      representations: representations.filter(it => it.__typename === 'KubernetesObject'),
    })),
  },
  {
    name: '_entities of the packages subgraph',
    at: 'packages',
    document: `${ENTITIES} { ... on KubernetesObject { id ${HISTORY} deployment { ${DEPLOYMENT.replace('target { name }', 'target { name mechanism }')} } } ... on Cluster { name packagePhases { total } } ... on Package { ${OF_PACKAGE} } } }`,
    variables: fc
      .tuple(representations, fc.array(anyPackageId, { maxLength: 2 }))
      .map(([{ representations }, ids]) => ({
        representations: [
          ...representations.filter(
            it => it.__typename === 'KubernetesObject' || (it.__typename === 'Cluster' && 'name' in it),
          ),
          ...ids.map(id => ({ __typename: 'Package', id })),
        ],
      })),
  },
  {
    name: 'placed workloads',
    document: `query ($filter: PlacementFilter, $after: String, ${OF_PLACEMENT}) { placedWorkloads(filter: $filter, first: $first, after: $after) {
      nodes { ${OF_PLACED} policies { ${OF_PLACEMENT_POLICY} } } totalCount complete phaseCounts { phase count } ${PAGE_INFO} } }`,
    variables: fc.record({
      ...ofPlacement,
      after: fc.constant(null),
      filter: fc.record(
        {
          hubs: fc.array(anyCluster, { maxLength: 2 }),
          namespaces: few(NAMESPACES),
          members: fc.array(anyCluster, { maxLength: 2 }),
          policies: fc.array(anyId, { maxLength: 2 }),
          phases: fc.subarray(valuesOf('PlacementPhase')),
        },
        { requiredKeys: [] },
      ),
    }),
  },
  {
    name: 'placement of objects',
    document: `query ($ids: [ID!]!, ${OF_PLACEMENT}) { nodes(ids: $ids) { ... on KubernetesObject { id ${PLACED} } } }`,
    variables: fc.record({ ...ofPlacement, ids: fc.array(anyId, { maxLength: 8 }) }),
  },
  {
    name: 'entities of placement',
    at: 'placement',
    document: `query ($representations: [_Any!]!, ${OF_PLACEMENT}) { _entities(representations: $representations) { ... on KubernetesObject { id ${PLACED} } } }`,
    variables: fc.record({
      ...ofPlacement,
      representations: fc.array(
        anyId.map(id => ({ __typename: 'KubernetesObject', id })),
        { minLength: 1, maxLength: 8 },
      ),
    }),
  },
  {
    name: 'errors about lists',
    document: OBJECTS,
    variables: fc.oneof(
      fc.record({
        filter: some([
          { labelSelector: 'secret-value in (' },
          { kinds: ['.secret.example.com'] },
          { name: {} },
          { namespaces: ['kube-system'], created: {} },
        ]),
      }),
      fc.record({ after: spelledId, first: fc.constant(5) }),
      fc.record({ first: fc.constant(501) }),
    ),
  },
  {
    name: 'errors about one object',
    document: 'query ($id: ID!) { object(id: $id) { name } }',
    variables: fc.record({
      id: spelledId.chain(id => some([`${id}/more`, id.slice(1 + id.lastIndexOf('/')), id.replaceAll('-', '%2D')])),
    }),
  },
  {
    name: 'errors about live objects',
    document:
      'query ($id: ID!) { object(id: $id) { id live { state spec(path: "..") events(first: 501) { nodes { reason } } logs(tail: -1) { text } access(checks: [{ verb: "No verb" }]) { allowed } } } }',
    variables: fc.record({ id: anyId }),
  },
  {
    name: 'errors about access',
    document: EXPLAIN,
    variables: fc.oneof(
      fc.record({ id: anyId, verb: some(['List', '', 'secret verb']) }),
      fc.record({ id: anyId, verb: fc.constant('get'), subresource: some(['LOG', 'a b', '*']) }),
    ),
  },
  {
    name: 'meshItems',
    document: MESH_ITEMS,
    variables: fc.record({
      type: meshItemType,
      filter: fc.record(MESH_ITEM_FILTER, { requiredKeys: [] }),
      first: fc.integer({ min: 1, max: 5 }),
      ...meshSpan,
    }),
    converse: (ask, variables) =>
      walk(ask, variables, 'after', ({ hasNextPage, endCursor }) => (hasNextPage ? endCursor : null), 'meshItems'),
  },
  {
    name: 'meshItem(id)',
    document: `query ($id: ID!, ${SPAN_VARIABLES}) { meshItem(id: $id) { ${MESH_ITEM} } }`,
    variables: fc.record({ id: meshItemId, ...meshSpan }),
  },
  {
    name: 'meshGraph, of namespaces',
    document: MESH_GRAPH,
    variables: fc.record({ namespaces: meshNamespaces, ...graphOptions }),
  },
  {
    name: 'meshGraph, around objects and items',
    document: MESH_GRAPH,
    variables: fc.record({
      around: fc.uniqueArray(fc.oneof(meshItemId, spelledId), { minLength: 1, maxLength: 8 }),
      ...graphOptions,
    }),
  },
  {
    name: 'meshValidations',
    document: MESH_VALIDATIONS,
    variables: fc.record(ofMesh(fc.integer({ min: 1, max: 5 }))),
    converse: (ask, variables) =>
      walk(
        ask,
        variables,
        'after',
        ({ hasNextPage, endCursor }) => (hasNextPage ? endCursor : null),
        'meshValidations',
      ),
  },
  {
    name: 'mesh items, validations and health of objects, clusters and namespaces',
    document: `query ($ids: [ID!]!, $namespaces: [String!]!, $type: MeshItemType!, ${SPAN_VARIABLES}) { nodes(ids: $ids) {
      ... on KubernetesObject { meshItems { ${MESH_ITEM} } meshValidations { ${MESH_VALIDATION} } }
      ... on Cluster { ofCluster: meshHealth(namespaces: $namespaces, type: $type, ${SPAN}) { ${HEALTH_COUNTS} } }
      ... on Namespace { ofNamespace: meshHealth(type: $type, ${SPAN}) { ${HEALTH_COUNTS} } } } }`,
    variables: fc.record({
      ids: fc.array(anyNodeId, { maxLength: 12 }),
      namespaces: meshNamespaces,
      type: meshItemType,
      ...meshSpan,
    }),
  },
  {
    name: 'errors about the mesh',
    document: `query ($id: ID!, $around: [ID!]!, $window: Duration!, $after: String) { meshItem(id: $id) { health(window: $window, at: "2026-01-31T12:00:00Z") }
      meshGraph(around: $around, at: "2026-01-31T12:00:00Z") { nodes { id } } meshItems(type: APP, after: $after) { totalCount } meshValidations(after: $after) { totalCount } }`,
    variables: fc.record({
      id: fc.oneof(meshItemId, spelledId),
      around: fc.array(fc.oneof(meshItemId, anyCluster), { maxLength: 2 }),
      window: some(['10m', '90s', 'x']),
      after: fc.oneof(spelledId, some([Buffer.from('["team-a","secret-name"]').toString('base64url')])),
    }),
  },
  {
    name: '_entities of the mesh subgraph',
    at: 'mesh',
    document: `query ($representations: [_Any!]!, $namespaces: [String!]!, ${SPAN_VARIABLES}) { _entities(representations: $representations) {
      ... on MeshItem { ${MESH_ITEM} } ... on KubernetesObject { id meshItems { id } meshValidations { ${MESH_VALIDATION} } }
      ... on Cluster { name ofCluster: meshHealth(namespaces: $namespaces, ${SPAN}) { ${HEALTH_COUNTS} } }
      ... on Namespace { id ofNamespace: meshHealth(${SPAN}) { ${HEALTH_COUNTS} } } } }`,
    variables: fc
      .tuple(
        representations,
        fc.array(meshItemId, { maxLength: 4 }),
        fc.record({ namespaces: meshNamespaces, ...meshSpan }),
      )
      .map(([{ representations: given }, items, more]) => ({
        // The subgraph does not resolve Kind. Each MeshItem has the id of a mesh item, as other ids cause only errors.
        representations: [
          ...given.filter(({ __typename }) => __typename !== 'Kind'),
          ...items.map(id => ({ __typename: 'MeshItem', id })),
        ],
        ...more,
      })),
  },
  {
    name: 'usage of objects',
    document: `query ($ids: [ID!]!, ${USAGE_VARIABLES}) { nodes(ids: $ids) { ... on KubernetesObject { id ${USAGE} } } }`,
    variables: fc.record({ ids: fc.array(anyNodeId, { maxLength: 12 }), ...usageSpan }),
  },
  {
    name: 'errors about usage',
    document: `query ($id: ID!, ${USAGE_VARIABLES}) { object(id: $id) { id ${USAGE} } }`,
    variables: fc.record({ id: anyId, window: some(['1m', '200h', 'x']), step: some(['1s', '30h']) }),
  },
  {
    name: '_entities of the usage subgraph',
    at: 'usage',
    document: `query ($representations: [_Any!]!, ${USAGE_VARIABLES}) { _entities(representations: $representations) { ... on KubernetesObject { id ${USAGE} } } }`,
    variables: fc.tuple(representations, fc.record(usageSpan)).map(([{ representations: given }, span]) => ({
      representations: given.filter(({ __typename }) => __typename === 'KubernetesObject'),
      ...span,
    })),
  },
  ...policySurfaces(representations),
];

/** Answers to a query, page by page, at most six pages. */
async function walk(
  ask: Ask,
  variables: Variables,
  argument: 'after' | 'before',
  next: (pageInfo: any) => string | null,
  list: 'objects' | 'clusters' | 'namespaces' | 'revisions' | 'restarts' | 'meshItems' | 'meshValidations' = 'objects',
): Promise<unknown[]> {
  const { document } = list === 'objects' ? { document: OBJECTS } : SURFACES.find(({ name }) => name === list)!;
  const answers: any[] = [];
  for (let cursor: string | null = null, page = 0; page < 6; page++) {
    const answer = await ask(document, { ...variables, ...(cursor !== null && { [argument]: cursor }) });
    answers.push(answer);
    const info = answer.body.data?.[list]?.pageInfo;
    cursor = info ? next(info) : null;
    if (cursor === null) break;
  }
  return answers;
}

/** Answers to a query for a list of packages or deployments, page by page, at most five pages. */
async function walkPackages(ask: Ask, document: string, list: string, variables: Variables): Promise<unknown[]> {
  const answers: any[] = [];
  for (let after: string | null = null, page = 0; page < 5; page++) {
    answers.push(await ask(document, { ...variables, after }));
    const found = answers.at(-1).body.data?.[list];
    if (found?.hasNextPage !== true) break;
    after = found.endCursor;
  }
  return answers;
}

/** Everything that the asker receives through the surface. */
export function conversation(ask: Ask, { converse, document }: Surface, variables: Variables): Promise<unknown> {
  return converse ? converse(ask, variables) : ask(document, variables);
}
