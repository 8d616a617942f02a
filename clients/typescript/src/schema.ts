export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** An instant, in RFC 3339 with a time zone: `2026-01-31T12:00:00Z`. */
  DateTime: { input: string; output: string; }
  /** A span of time: a whole number and one of `ms`, `s`, `m` and `h`, as in `500ms`. */
  Duration: { input: string; output: string; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  /** A JSON object. */
  JSONObject: { input: Record<string, unknown>; output: Record<string, unknown>; }
  /** A map from text to text. */
  StringMap: { input: Record<string, string>; output: Record<string, string>; }
};

/** What an explanation rests on. */
export type AccessBasis =
  /** The RBAC objects of the cluster. */
  | 'GRANTS'
  /** The cluster's own review, asked now. */
  | 'REVIEW'
  /** Nothing: it is not known what the cluster would say. */
  | 'UNKNOWN'
  | '%future added value';

/** Something that somebody may want to do with an object. */
export type AccessCheck = {
  /** What of the object: log, exec, scale … Without it, the object itself. */
  subresource?: InputMaybe<Scalars['String']['input']>;
  /** The verb of Kubernetes: get, update, patch, delete … `*` is every verb. */
  verb: Scalars['String']['input'];
};

/** Why the caller may see an object, or do something with it. An object that does not exist and one that is hidden have the same explanation. */
export type AccessExplanation = {
  __typename?: 'AccessExplanation';
  /**
   * Whether the cluster allows it; null where that is not known: for a kind that is not collected or that the caller may not know of, or a verb that
   * Kubernetes does not have. Ask the cluster (`kubectl auth can-i`).
   */
  allowed?: Maybe<Scalars['Boolean']['output']>;
  /** What the answer rests on. */
  basis: AccessBasis;
  /** The grants that reach the caller and allow the verb. */
  grants: Array<Grant>;
  /** When the cluster last confirmed the grants that were used; null where the caller may not know of the cluster or of such objects in it. */
  grantsSyncedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The answer in a sentence. */
  reason: Scalars['String']['output'];
  /** Whether the object would be in the caller's lists. */
  visible: Scalars['Boolean']['output'];
};

/** Whether the caller may do something with an object. */
export type AccessVerdict = {
  __typename?: 'AccessVerdict';
  /** Whether the cluster lets the caller do it; null where that is not known. */
  allowed?: Maybe<Scalars['Boolean']['output']>;
  /** Why not, or why it is not known, in words to act on; null where it is allowed. */
  reason?: Maybe<Scalars['String']['output']>;
  /** As it was asked for; null for the object itself. */
  subresource?: Maybe<Scalars['String']['output']>;
  /** As it was asked for. */
  verb: Scalars['String']['output'];
};

/** What can be done to objects; each is the mutation of that name. */
export type Action =
  | 'APPLY'
  | 'DELETE'
  | 'RECONCILE'
  | 'RESTART'
  | 'RESUME'
  | 'SCALE'
  | 'SUSPEND'
  | '%future added value';

/** What became of an action on one object. */
export type ActionOutcome =
  /** The object is not as the caller expects it: another UID or version, or fields that others manage. */
  | 'CONFLICT'
  /** It was done. */
  | 'DONE'
  /** The cluster, or a policy on it, does not let the caller do this. */
  | 'FORBIDDEN'
  /** The cluster does not take it for a valid object or change; `reason` says why. */
  | 'INVALID'
  /** There is no such object, or the caller may not know whether there is. */
  | 'NOT_FOUND'
  /** The cluster has too much to do, and did not do it; ask again later. */
  | 'THROTTLED'
  /** The cluster did not answer in time. Whether it was done is not known, where `message` says so. */
  | 'TIMEOUT'
  /** The cluster does not accept the caller's credentials, or the caller has none for it. */
  | 'UNAUTHORIZED'
  /** It was so already. */
  | 'UNCHANGED'
  /** The cluster cannot be reached, or failed. Whether it was done is not known, where `message` says so. */
  | 'UNREACHABLE'
  /** There is no such action for objects of this kind. */
  | 'UNSUPPORTED'
  /** Of a dry run: it would be done. */
  | 'WOULD_DO'
  | '%future added value';

/** What became of an action. */
export type ActionPayload = {
  __typename?: 'ActionPayload';
  /** One for each object that was named, in that order. */
  results: Array<ActionResult>;
};

/** What became of an action on one object. One that fails keeps none of the others from it. */
export type ActionResult = {
  __typename?: 'ActionResult';
  /** The fields that others manage, where that is the conflict; else null. */
  conflicts?: Maybe<Array<FieldConflict>>;
  /** The object's id. */
  id: Scalars['ID']['output'];
  /** Why it was not done, in words to act on; null when it was. */
  message?: Maybe<Scalars['String']['output']>;
  /** The object, as far as the caller may know of it. Its row follows the cluster a moment later; `live` is how it is now. */
  object?: Maybe<KubernetesObject>;
  /** What became of it. */
  outcome: ActionOutcome;
  /** The cluster's own words, where it refuses the object or the change by validation or a policy; else null. */
  reason?: Maybe<Scalars['String']['output']>;
  /** With `withSource`: what became of the source; null where the object has none that Flux reconciles. */
  source?: Maybe<ActionResult>;
};

/** How the fleet is registered. Texts are fixed sentences; the log has the words behind them. */
export type Administration = {
  __typename?: 'Administration';
  /** What sources of clusters name that cannot be used as it says, and sources that cannot be read. */
  problems: RegistrationProblemConnection;
  /** The registered clusters by name, also those that show nobody anything. */
  registrations: RegistrationConnection;
};


/** How the fleet is registered. Texts are fixed sentences; the log has the words behind them. */
export type AdministrationProblemsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** How the fleet is registered. Texts are fixed sentences; the log has the words behind them. */
export type AdministrationRegistrationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** What is to be applied. */
export type ApplyInput = {
  /** The cluster. */
  cluster: Scalars['String']['input'];
  /** Only says what would come of it: the cluster checks all and changes nothing. */
  dryRun?: Scalars['Boolean']['input'];
  /** As whom to manage the fields. Others who manage one of them that this sets otherwise are a CONFLICT. */
  fieldManager?: Scalars['String']['input'];
  /** Whether to take fields over from others who manage them. */
  force?: Scalars['Boolean']['input'];
  /** A text of at most 128 characters. Who repeats it within ten minutes gets the results of the first time, and nothing is done again. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Objects with `apiVersion`, `kind`, `metadata.name` and the fields to set; at most `limits.actionObjects` in one request. */
  manifests: Array<Scalars['JSONObject']['input']>;
};

/** A leaf cluster. */
export type Cluster = Node & {
  __typename?: 'Cluster';
  /** How far the index speaks for it. */
  coverage: ClusterCoverage;
  /** The name, percent-encoded. */
  id: Scalars['ID']['output'];
  /** The version of Kubernetes it runs; null while it has not answered yet. */
  kubernetesVersion?: Maybe<Scalars['String']['output']>;
  /** Its own labels, as it is registered. */
  labels: Scalars['StringMap']['output'];
  /** The name under which it is registered. */
  name: Scalars['String']['output'];
  /** How many of its objects the caller may see. */
  objectCount: Scalars['Int']['output'];
  /** Its objects. */
  objects?: Maybe<ObjectConnection>;
  /** How many of them are of which status, among those that the caller may see. A page of them is counted in one go. */
  statusCounts?: Maybe<StatusCounts>;
};


/** A leaf cluster. */
export type ClusterObjectsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ObjectFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ObjectOrder>>;
};


/** A leaf cluster. */
export type ClusterStatusCountsArgs = {
  filter?: InputMaybe<ObjectFilter>;
};

/** A page of clusters. */
export type ClusterConnection = {
  __typename?: 'ClusterConnection';
  /** For how much of the fleet this answer speaks: with a filter, of the clusters that match alone. */
  coverage: Coverage;
  /** The clusters of this page with their cursors. */
  edges: Array<ClusterEdge>;
  /** The clusters of this page. */
  nodes: Array<Cluster>;
  /** Where this page begins and ends. */
  pageInfo: PageInfo;
  /** How many clusters match, among those that the caller may know of. */
  totalCount: Scalars['Int']['output'];
};

/** How far the index speaks for one cluster. */
export type ClusterCoverage = {
  __typename?: 'ClusterCoverage';
  /** Why it is not simply indexed, or which of its kinds are missing; null while all is well. */
  cause?: Maybe<CoverageCause>;
  /** The cluster. */
  cluster: Cluster;
  /** When the cluster last confirmed its RBAC. */
  grantsSyncedAt?: Maybe<Scalars['DateTime']['output']>;
  /** How each kind is collected, as far as the caller may list it. */
  kinds: Array<KindCoverage>;
  /** How many of the kinds that the caller may list are listed completely. */
  kindsListed?: Maybe<Scalars['Int']['output']>;
  /** How many kinds that the caller may list are collected. */
  kindsTotal?: Maybe<Scalars['Int']['output']>;
  /** The same in words; also how many of the kinds that the caller may list are missing from it, and why. `kinds` tells which. */
  reason?: Maybe<Scalars['String']['output']>;
  /** How far the index speaks for it. */
  state: CoverageState;
  /** When the cluster last answered. */
  syncedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A page of clusters with their coverage. */
export type ClusterCoverageConnection = {
  __typename?: 'ClusterCoverageConnection';
  /** The clusters of this page. */
  nodes: Array<ClusterCoverage>;
  /** Where this page begins and ends. */
  pageInfo: PageInfo;
  /** How many clusters there are in these states, of those the caller may know of. */
  totalCount: Scalars['Int']['output'];
};

/** A cluster on a page. */
export type ClusterEdge = {
  __typename?: 'ClusterEdge';
  /** Where to continue from this cluster. */
  cursor: Scalars['String']['output'];
  /** The cluster. */
  node: Cluster;
};

/** Conditions on clusters. All given fields must hold. */
export type ClusterFilter = {
  /** Labels of the cluster itself: a label selector in Kubernetes syntax. */
  clusterLabels?: InputMaybe<Scalars['String']['input']>;
  /** The name by pattern. */
  name?: InputMaybe<StringFilter>;
  /** Exact names. */
  names?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** One condition of an object's status. */
export type Condition = {
  __typename?: 'Condition';
  /** When `status` last changed. */
  lastTransitionTime?: Maybe<Scalars['DateTime']['output']>;
  /** Why, in words. */
  message?: Maybe<Scalars['String']['output']>;
  /** The generation of the object that it speaks of. */
  observedGeneration?: Maybe<Scalars['Int']['output']>;
  /** Why, in one word. */
  reason?: Maybe<Scalars['String']['output']>;
  /** True, False or Unknown. */
  status: Scalars['String']['output'];
  /** What it is about: Ready, Available … */
  type: Scalars['String']['output'];
};

/**
 * For how much of the fleet the index speaks. The numbers add up to `total`. They are counts over all clusters, the same for everybody; only for a
 * list whose filter names clusters they count those that the caller may know of, so that a hidden cluster is like one that does not exist.
 */
export type Coverage = {
  __typename?: 'Coverage';
  /** Clusters that contribute nothing, because what their RBAC allows is not known. */
  closed: Scalars['Int']['output'];
  /** The clusters one by one, as far as the caller may know of them, by name. */
  clusters?: Maybe<ClusterCoverageConnection>;
  /** Clusters that are indexed and up to date. */
  indexed: Scalars['Int']['output'];
  /** Clusters that are being read; their lists are not complete yet. */
  rebuilding: Scalars['Int']['output'];
  /** Clusters whose index may be out of date. */
  stale: Scalars['Int']['output'];
  /** How many clusters. */
  total: Scalars['Int']['output'];
  /** Clusters whose API server cannot be reached; the index holds their last known state. */
  unreachable: Scalars['Int']['output'];
  /** Clusters that are counted above as if nothing were wrong with them, and contribute nothing to this caller's answers: by cause. */
  withheld: Array<WithheldClusters>;
};


/**
 * For how much of the fleet the index speaks. The numbers add up to `total`. They are counts over all clusters, the same for everybody; only for a
 * list whose filter names clusters they count those that the caller may know of, so that a hidden cluster is like one that does not exist.
 */
export type CoverageClustersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  states?: InputMaybe<Array<CoverageState>>;
};

/** Why the index does not simply speak for a cluster or a kind. What a cluster itself says when it fails is in the log of fleetgraph and never in an answer. */
export type CoverageCause =
  /** It was closed while this answer was made. */
  | 'CLOSED_MEANWHILE'
  /** It has not been reached yet. */
  | 'CONNECTING'
  /** Its API server does not accept the credentials of fleetgraph, or there are none. */
  | 'CREDENTIALS'
  /** The collector may not list it. */
  | 'FORBIDDEN'
  /** At least one of its kinds cannot be followed, perhaps one that the caller may not list. */
  | 'KINDS_NOT_FOLLOWED'
  /** At least one object is left out, since it cannot be kept as it is: too large, or of another shape or name than Kubernetes gives. */
  | 'LEFT_OUT'
  /** Its first lists are not complete yet. */
  | 'LISTING'
  /** Its index is being loaded. */
  | 'LOADING'
  /** What answers is not a Kubernetes API server, or sends what cannot be read. */
  | 'MALFORMED'
  /** Its API server also uses authorizers other than RBAC, and cannot be asked here. */
  | 'NEEDS_REVIEWS'
  /** The cluster does not serve it (any more). */
  | 'NOT_SERVED'
  /** The collector may list it, and not watch: it is late. */
  | 'NOT_WATCHED'
  /** How it names its users is not configured, or cannot be used. */
  | 'POLICY_UNUSABLE'
  /** What its RBAC allows has not been read completely. */
  | 'RBAC_INCOMPLETE'
  /** Changes of its RBAC cannot be followed. */
  | 'RBAC_NOT_FOLLOWED'
  /** What its RBAC allows has not been read yet. */
  | 'RBAC_NOT_READ'
  /** It has not confirmed its RBAC for longer than `rbac.maxAge`. */
  | 'RBAC_TOO_OLD'
  /** Its API server also uses authorizers other than RBAC, and does not answer reviews. */
  | 'REVIEWS_FAIL'
  /** Its API server answers with an error. */
  | 'SERVER_ERROR'
  /** Nothing has been heard of it for a while: it does not answer, or no collector asks it. */
  | 'SILENT'
  /** The store of the index cannot be reached. */
  | 'STORE_AWAY'
  /** Its API server has too much to do and refuses requests. */
  | 'THROTTLED'
  /** Its API server does not answer in time. */
  | 'TIMEOUT'
  /** No trusted connection to its API server can be made. */
  | 'TLS'
  /** Something else; the log of the collector says what. */
  | 'UNKNOWN'
  /** Its API server cannot be reached. */
  | 'UNREACHABLE'
  | '%future added value';

/** How far the index speaks for a cluster. */
export type CoverageState =
  /** Contributes nothing, because what its RBAC allows is not known. */
  | 'CLOSED'
  /** Up to date, and complete but for kinds that the collector may not list; `kindsListed` and `kinds` tell of those. */
  | 'INDEXED'
  /** Being read; lists are not complete yet. */
  | 'REBUILDING'
  /** Perhaps out of date: the cluster has been silent, or the store of the index cannot be reached. */
  | 'STALE'
  /** Its API server cannot be reached; the last known state is shown. */
  | 'UNREACHABLE'
  | '%future added value';

/** What is to be deleted. */
export type DeleteInput = {
  /** Only says what would come of it: the cluster checks all and changes nothing. */
  dryRun?: Scalars['Boolean']['input'];
  /** A text of at most 128 characters. Who repeats it within ten minutes gets the results of the first time, and nothing is done again. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** At most `limits.actionObjects` in one request. */
  objects: Array<ObjectToDelete>;
  /** What becomes of the objects that each owns. Without it, what its kind has for the usual. */
  propagation?: InputMaybe<DeletePropagation>;
};

/** What becomes of the objects that a deleted one owns. */
export type DeletePropagation =
  /** They are deleted after it. */
  | 'BACKGROUND'
  /** They are deleted before it. */
  | 'FOREGROUND'
  /** They stay. */
  | 'ORPHAN'
  | '%future added value';

/** The events about an object. */
export type EventList = {
  __typename?: 'EventList';
  /** Whether these are all that the cluster has; if not, `message` says why. */
  complete: Scalars['Boolean']['output'];
  /** What went wrong, or why these are not all, in words to act on; null when all is well. */
  message?: Maybe<Scalars['String']['output']>;
  /** The newest first; empty unless `state` is OK. */
  nodes: Array<ObjectEvent>;
  /** Whether they could be read, and if not, why. */
  state: LiveState;
};

/** How the matching objects divide by one field. */
export type Facet = {
  __typename?: 'Facet';
  /** The field. */
  field: FacetField;
  /** How many matching objects have no value, such as no namespace or not the label. */
  missingCount: Scalars['Int']['output'];
  /** Whether there are more values than are shown. */
  truncated: Scalars['Boolean']['output'];
  /** The values, the most frequent first. */
  values: Array<FacetValue>;
};

/** What a facet divides by. Cluster-scoped objects are not in NAMESPACE. */
export type FacetField =
  | 'CLUSTER'
  | 'GROUP'
  | 'KIND'
  /** The values of one label. */
  | 'LABEL'
  /** The keys of labels. An object counts for each of its labels; for facets only. */
  | 'LABEL_KEY'
  | 'NAMESPACE'
  | 'REASON'
  /** The applied revision. */
  | 'REVISION'
  /** The object that one is built from, by its id; only those that the caller may see. */
  | 'SOURCE'
  | 'STATUS'
  | 'SUSPENDED'
  | '%future added value';

/** One value of a facet. */
export type FacetValue = {
  __typename?: 'FacetValue';
  /** How many objects, exactly. */
  count: Scalars['Int']['output'];
  /** As people read it: `Kustomization`. */
  title: Scalars['String']['output'];
  /** As the filter takes it: `Kustomization.kustomize.toolkit.fluxcd.io`; of SOURCE an id. */
  value: Scalars['String']['output'];
};

/** A field that somebody else manages. */
export type FieldConflict = {
  __typename?: 'FieldConflict';
  /** Its path: `.spec.replicas`. */
  field: Scalars['String']['output'];
  /** Who manages it, as the object's managedFields have it. */
  manager?: Maybe<Scalars['String']['output']>;
};

/** A grant: a binding gives a role to a subject that the caller is. */
export type Grant = {
  __typename?: 'Grant';
  /** Whether the cluster puts the role together from others (aggregationRule). */
  aggregated: Scalars['Boolean']['output'];
  /** The names of the ClusterRoles from which an aggregated role has the rule, as far as the cluster's objects tell. */
  aggregatedFrom: Array<Scalars['String']['output']>;
  /** The RoleBinding or ClusterRoleBinding. */
  binding: GrantReference;
  /** The cluster whose RBAC it is. */
  cluster: Cluster;
  /** The Role or ClusterRole. */
  role: GrantReference;
  /** The rule of the role that allows it. */
  rule: GrantRule;
  /** The subject of the binding that the caller is. */
  subject: GrantReference;
};

/** A binding, role or subject. */
export type GrantReference = {
  __typename?: 'GrantReference';
  /** RoleBinding, ClusterRoleBinding, Role, ClusterRole, User, Group or ServiceAccount. */
  kind: Scalars['String']['output'];
  /** Its name. */
  name: Scalars['String']['output'];
  /** Its namespace; null where it has none. */
  namespace?: Maybe<Scalars['String']['output']>;
};

/** A rule of a role. */
export type GrantRule = {
  __typename?: 'GrantRule';
  /** The API groups it is about; the empty string is the core group. */
  apiGroups: Array<Scalars['String']['output']>;
  /** The one name of the rule's resourceNames that matched; empty when the rule is about every name. */
  resourceNames: Array<Scalars['String']['output']>;
  /** The resources it is about. */
  resources: Array<Scalars['String']['output']>;
  /** The verbs it allows. */
  verbs: Array<Scalars['String']['output']>;
};

/** Objects that have the same value of every key. */
export type Group = {
  __typename?: 'Group';
  /** How many objects, exactly. */
  count: Scalars['Int']['output'];
  /** How many of them are of which status. */
  statusCounts: StatusCounts;
  /** Their values, one for each key. */
  values: Array<GroupValue>;
};

/** A page of groups, in the order of their values by code unit, key after key; objects without a value come last. */
export type GroupConnection = {
  __typename?: 'GroupConnection';
  /** The groups of this page. */
  nodes: Array<Group>;
  /** Where this page begins and ends. */
  pageInfo: PageInfo;
  /** How many groups there are. */
  totalCount: Scalars['Int']['output'];
};

/** What objects are grouped by. */
export type GroupKey = {
  /** The field. */
  field: FacetField;
  /** The label whose values make the groups; for LABEL only. */
  labelKey?: InputMaybe<Scalars['String']['input']>;
};

/** The value that the objects of a group have of one key. */
export type GroupValue = {
  __typename?: 'GroupValue';
  /** As people read it. */
  title: Scalars['String']['output'];
  /** As the filter takes it; null where they have none, such as no namespace. */
  value?: Maybe<Scalars['String']['output']>;
};

/** A kind of object, over all clusters. */
export type Kind = Node & {
  __typename?: 'Kind';
  /** In how many clusters the caller may see or list it. */
  clusterCount: Scalars['Int']['output'];
  /** Its API group; the empty string is the core group. */
  group: Scalars['String']['output'];
  /** `/group/kind`, each part percent-encoded: `//Pod`, `/apps/Deployment`. */
  id: Scalars['ID']['output'];
  /** Its name. */
  name: Scalars['String']['output'];
  /** Whether its objects live in namespaces. */
  namespaced: Scalars['Boolean']['output'];
  /** How many objects of it the caller may see. */
  objectCount: Scalars['Int']['output'];
  /** The objects of it, in all clusters. */
  objects?: Maybe<ObjectConnection>;
  /** Its name in URLs and RBAC rules. */
  plural: Scalars['String']['output'];
  /** How many of them are of which status, among those that the caller may see. A page of them is counted in one go. */
  statusCounts?: Maybe<StatusCounts>;
  /** As the filter takes it: `Kustomization.kustomize.toolkit.fluxcd.io`. */
  value: Scalars['String']['output'];
  /** The versions in which it is read. */
  versions: Array<Scalars['String']['output']>;
};


/** A kind of object, over all clusters. */
export type KindObjectsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ObjectFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ObjectOrder>>;
};


/** A kind of object, over all clusters. */
export type KindStatusCountsArgs = {
  filter?: InputMaybe<ObjectFilter>;
};

/** How a kind is collected. */
export type KindCollectionState =
  /** Listing it fails; it is tried again. */
  | 'FAILING'
  /** The collector may not list it. */
  | 'FORBIDDEN'
  /** Its first list is being read. */
  | 'LISTING'
  /** It has not been begun. */
  | 'PENDING'
  /** It is listed again and again, because it may not be watched. */
  | 'POLLING'
  /** Every change is told at once. */
  | 'WATCHING'
  | '%future added value';

/** How far the index speaks for one kind of a cluster. */
export type KindCoverage = {
  __typename?: 'KindCoverage';
  /** Why it may be incomplete or late; null while all is well. */
  cause?: Maybe<CoverageCause>;
  /** Its API group; the empty string is the core group. */
  group: Scalars['String']['output'];
  /** Its name. */
  kind: Scalars['String']['output'];
  /** The same in words. */
  reason?: Maybe<Scalars['String']['output']>;
  /** How it is collected. */
  state: KindCollectionState;
};

/** An object of a leaf cluster, as the index knows it. */
export type KubernetesObject = Node & {
  __typename?: 'KubernetesObject';
  /** The revision that was tried last. */
  attemptedRevision?: Maybe<Scalars['String']['output']>;
  /** The cluster that holds it. */
  cluster: Cluster;
  /** When it was created. */
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  /** Its API group; the empty string is the core group. */
  group: Scalars['String']['output'];
  /** `cluster/group/kind/namespace/name`, each part percent-encoded, empty parts kept. */
  id: Scalars['ID']['output'];
  /** The images of a workload's containers, each once; init containers are left out, and what is beyond 2 048 characters. */
  images: Array<Scalars['String']['output']>;
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** Its labels. */
  labels: Scalars['StringMap']['output'];
  /**
   * The object as its cluster has it at this moment, read as the caller. What the cluster refuses, delays or breaks is told in `state`, never as an
   * error.
   */
  live?: Maybe<LiveObject>;
  /** The Kustomization or HelmRelease that applied it, by its labels; null when there is none or the caller may not see it. */
  managedBy?: Maybe<KubernetesObject>;
  /** The message its status gives, shortened when it is long. */
  message?: Maybe<Scalars['String']['output']>;
  /** Its name. */
  name: Scalars['String']['output'];
  /** Its namespace; null for a cluster-scoped object. */
  namespace?: Maybe<Scalars['String']['output']>;
  /** The reason its status gives. */
  reason?: Maybe<Scalars['String']['output']>;
  /**
   * The objects of its cluster that it is related to, by what the objects say of themselves, as far as they are in the index and the caller may see them. In the
   * order of direction (UP first), type and id.
   */
  related?: Maybe<RelationConnection>;
  /** The revision that was applied, of a Flux object its source's; null for workloads. */
  revision?: Maybe<Scalars['String']['output']>;
  /** The object it is built from, such as a Kustomization's GitRepository; null when there is none or the caller may not see it. */
  source?: Maybe<KubernetesObject>;
  /** What its own status says of it. */
  status: ObjectStatus;
  /** Whether its reconciliation is suspended. */
  suspended: Scalars['Boolean']['output'];
  /** When the cluster told us of this state. */
  syncedAt: Scalars['DateTime']['output'];
  /** When its status last changed; null where its status does not tell. */
  transitionedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Its UID; null while the store of the index cannot be reached. */
  uid?: Maybe<Scalars['ID']['output']>;
  /** The version of its API group in which it was read. */
  version: Scalars['String']['output'];
};


/** An object of a leaf cluster, as the index knows it. */
export type KubernetesObjectLiveArgs = {
  within?: InputMaybe<Scalars['Duration']['input']>;
};


/** An object of a leaf cluster, as the index knows it. */
export type KubernetesObjectRelatedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  direction?: InputMaybe<TreeDirection>;
  first?: InputMaybe<Scalars['Int']['input']>;
  types?: InputMaybe<Array<RelationType>>;
};

/** An object as its cluster has it at this moment. Unless `state` is OK, the fields that come from the object are null. */
export type LiveObject = {
  __typename?: 'LiveObject';
  /**
   * What the caller may do with it, by the word of its cluster at this moment: one verdict for each check, in their order. explainAccess says why, from
   * the index.
   */
  access?: Maybe<Array<AccessVerdict>>;
  /** The conditions of its status; empty when it has none. */
  conditions?: Maybe<Array<Condition>>;
  /** Events about it, the newest first; what was reported several times is one. A read of their own: what went wrong with it is told there. */
  events?: Maybe<EventList>;
  /** The log of one of its containers; only Pods have logs. A read of its own: what went wrong with it is told there. */
  logs?: Maybe<LogText>;
  /** The whole object, without managedFields and without the last-applied annotation of kubectl. Of a Secret `data` has the sizes of its values: `{ bytes }`. */
  manifest?: Maybe<Scalars['JSONObject']['output']>;
  /** What went wrong, in words to act on; null when all is well. */
  message?: Maybe<Scalars['String']['output']>;
  /** Its metadata. */
  metadata?: Maybe<ObjectMeta>;
  /** When the cluster answered, or was given up. */
  observedAt: Scalars['DateTime']['output'];
  /** The objects that own it, as far as the caller may see them. */
  owners?: Maybe<Array<KubernetesObject>>;
  /** After how many seconds it is worth asking again, where the cluster says so. */
  retryAfterSeconds?: Maybe<Scalars['Int']['output']>;
  /** Its spec, or a part of it; null when there is no such part. */
  spec?: Maybe<Scalars['JSON']['output']>;
  /** Whether the object could be read, and if not, why. */
  state: LiveState;
  /** Its status, or a part of it; null when there is no such part. */
  status?: Maybe<Scalars['JSON']['output']>;
  /** The whole object as YAML. */
  yaml?: Maybe<Scalars['String']['output']>;
};


/** An object as its cluster has it at this moment. Unless `state` is OK, the fields that come from the object are null. */
export type LiveObjectAccessArgs = {
  checks: Array<AccessCheck>;
};


/** An object as its cluster has it at this moment. Unless `state` is OK, the fields that come from the object are null. */
export type LiveObjectEventsArgs = {
  first?: Scalars['Int']['input'];
};


/** An object as its cluster has it at this moment. Unless `state` is OK, the fields that come from the object are null. */
export type LiveObjectLogsArgs = {
  container?: InputMaybe<Scalars['String']['input']>;
  previous?: Scalars['Boolean']['input'];
  since?: InputMaybe<Scalars['Duration']['input']>;
  tail?: Scalars['Int']['input'];
};


/** An object as its cluster has it at this moment. Unless `state` is OK, the fields that come from the object are null. */
export type LiveObjectSpecArgs = {
  path?: InputMaybe<Scalars['String']['input']>;
};


/** An object as its cluster has it at this moment. Unless `state` is OK, the fields that come from the object are null. */
export type LiveObjectStatusArgs = {
  path?: InputMaybe<Scalars['String']['input']>;
};


/** An object as its cluster has it at this moment. Unless `state` is OK, the fields that come from the object are null. */
export type LiveObjectYamlArgs = {
  managedFields?: Scalars['Boolean']['input'];
};

/** Whether an object could be read from its cluster. */
export type LiveState =
  /** The cluster does not let the caller read it. */
  | 'FORBIDDEN'
  /** What the cluster answered cannot be used; or the object has not what was asked for, as `message` says. */
  | 'INVALID'
  /** There is no such object, or the caller may not know whether there is. */
  | 'NOT_FOUND'
  /** It was read. */
  | 'OK'
  /** The cluster has too much to do; ask again after `retryAfterSeconds`. */
  | 'THROTTLED'
  /** The cluster did not answer in time. */
  | 'TIMEOUT'
  /** The objects of this request together are too large; ask for fewer at a time. */
  | 'TOO_LARGE'
  /** The cluster does not accept the caller's credentials, or the caller has none for it. */
  | 'UNAUTHORIZED'
  /** The cluster cannot be reached, or answers with a failure of its own. */
  | 'UNREACHABLE'
  | '%future added value';

/** Some of the log of a container. */
export type LogText = {
  __typename?: 'LogText';
  /** The container whose log it is; null where none was chosen. */
  container?: Maybe<Scalars['String']['output']>;
  /** All containers of the Pod, to choose one of. */
  containers: Array<Scalars['String']['output']>;
  /** What went wrong, or why it is cut, in words to act on; null when all is well. */
  message?: Maybe<Scalars['String']['output']>;
  /** Whether it could be read, and if not, why. */
  state: LiveState;
  /** The lines, the newest last. Colours are left out, and other control characters are replaced by visible ones. Empty unless `state` is OK. */
  text: Scalars['String']['output'];
  /** Whether it is cut because it is longer than `limits.logBytes`. The newest lines are missing then: ask for fewer. */
  truncated: Scalars['Boolean']['output'];
};

/**
 * What can be done to objects, always as the caller: their cluster decides, object by object, and its answer is data. Which of these are switched on is told by
 * `Query.actions`; the others are refused with the code ACTION_NOT_ENABLED. They are asked for by POST alone, and run one after the other.
 */
export type Mutation = {
  __typename?: 'Mutation';
  /** Server-side apply of manifests to one cluster: makes an object, or sets those fields of it that the manifest has. */
  apply?: Maybe<ActionPayload>;
  /** Deletes objects. */
  delete?: Maybe<ActionPayload>;
  /** Asks Flux to look at these objects now, as `flux reconcile` does. It does not wait for that. */
  reconcile?: Maybe<ActionPayload>;
  /** Replaces the Pods of Deployments, StatefulSets and DaemonSets by their own strategy, as `kubectl rollout restart` does. */
  restart?: Maybe<ActionPayload>;
  /** Resumes what was suspended. */
  resume?: Maybe<ActionPayload>;
  /** Sets the number of replicas, through the scale subresource. */
  scale?: Maybe<ActionPayload>;
  /** Suspends what Flux reconciles, and Jobs and CronJobs: sets `spec.suspend`. */
  suspend?: Maybe<ActionPayload>;
};


/**
 * What can be done to objects, always as the caller: their cluster decides, object by object, and its answer is data. Which of these are switched on is told by
 * `Query.actions`; the others are refused with the code ACTION_NOT_ENABLED. They are asked for by POST alone, and run one after the other.
 */
export type MutationApplyArgs = {
  input: ApplyInput;
};


/**
 * What can be done to objects, always as the caller: their cluster decides, object by object, and its answer is data. Which of these are switched on is told by
 * `Query.actions`; the others are refused with the code ACTION_NOT_ENABLED. They are asked for by POST alone, and run one after the other.
 */
export type MutationDeleteArgs = {
  input: DeleteInput;
};


/**
 * What can be done to objects, always as the caller: their cluster decides, object by object, and its answer is data. Which of these are switched on is told by
 * `Query.actions`; the others are refused with the code ACTION_NOT_ENABLED. They are asked for by POST alone, and run one after the other.
 */
export type MutationReconcileArgs = {
  input: ReconcileInput;
};


/**
 * What can be done to objects, always as the caller: their cluster decides, object by object, and its answer is data. Which of these are switched on is told by
 * `Query.actions`; the others are refused with the code ACTION_NOT_ENABLED. They are asked for by POST alone, and run one after the other.
 */
export type MutationRestartArgs = {
  input: RestartInput;
};


/**
 * What can be done to objects, always as the caller: their cluster decides, object by object, and its answer is data. Which of these are switched on is told by
 * `Query.actions`; the others are refused with the code ACTION_NOT_ENABLED. They are asked for by POST alone, and run one after the other.
 */
export type MutationResumeArgs = {
  input: SuspendInput;
};


/**
 * What can be done to objects, always as the caller: their cluster decides, object by object, and its answer is data. Which of these are switched on is told by
 * `Query.actions`; the others are refused with the code ACTION_NOT_ENABLED. They are asked for by POST alone, and run one after the other.
 */
export type MutationScaleArgs = {
  input: ScaleInput;
};


/**
 * What can be done to objects, always as the caller: their cluster decides, object by object, and its answer is data. Which of these are switched on is told by
 * `Query.actions`; the others are refused with the code ACTION_NOT_ENABLED. They are asked for by POST alone, and run one after the other.
 */
export type MutationSuspendArgs = {
  input: SuspendInput;
};

/** A namespace of a cluster. Namespaces of one name in two clusters are two. */
export type Namespace = Node & {
  __typename?: 'Namespace';
  /** Its cluster. */
  cluster: Cluster;
  /** `cluster/namespace`, each part percent-encoded. */
  id: Scalars['ID']['output'];
  /** Its name. */
  name: Scalars['String']['output'];
  /** The Namespace object itself; null when the caller may not see it. */
  object?: Maybe<KubernetesObject>;
  /** How many objects in it the caller may see. */
  objectCount: Scalars['Int']['output'];
  /** The objects in it. */
  objects?: Maybe<ObjectConnection>;
  /** How many of them are of which status, among those that the caller may see. A page of them is counted in one go. */
  statusCounts?: Maybe<StatusCounts>;
};


/** A namespace of a cluster. Namespaces of one name in two clusters are two. */
export type NamespaceObjectsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ObjectFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ObjectOrder>>;
};


/** A namespace of a cluster. Namespaces of one name in two clusters are two. */
export type NamespaceStatusCountsArgs = {
  filter?: InputMaybe<ObjectFilter>;
};

/** Namespaces in which the same kinds may be listed. */
export type NamespaceAccess = {
  __typename?: 'NamespaceAccess';
  /** The kinds, as the filter takes them. */
  kinds: Array<Scalars['String']['output']>;
  /** How many namespaces. */
  namespaceCount: Scalars['Int']['output'];
  /** The first of the namespaces, by name; at most 20. */
  namespaces: Array<Scalars['String']['output']>;
};

/** A page of namespaces. */
export type NamespaceConnection = {
  __typename?: 'NamespaceConnection';
  /** For how much of the fleet this answer speaks. Where the filter names clusters: of those alone, as far as the caller may know of them. */
  coverage: Coverage;
  /** The namespaces of this page with their cursors. */
  edges: Array<NamespaceEdge>;
  /** The namespaces of this page. */
  nodes: Array<Namespace>;
  /** Where this page begins and ends. */
  pageInfo: PageInfo;
  /** How many namespaces match, among those the caller may know of. */
  totalCount: Scalars['Int']['output'];
};

/** A namespace on a page. */
export type NamespaceEdge = {
  __typename?: 'NamespaceEdge';
  /** Where to continue from this namespace. */
  cursor: Scalars['String']['output'];
  /** The namespace. */
  node: Namespace;
};

/** Conditions on namespaces. All given fields must hold. */
export type NamespaceFilter = {
  /** Labels of the cluster: a label selector in Kubernetes syntax. */
  clusterLabels?: InputMaybe<Scalars['String']['input']>;
  /** Names of clusters. */
  clusters?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The name by pattern. */
  name?: InputMaybe<StringFilter>;
  /** Exact names. */
  names?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** What has an id of its own in the graph: `node` finds it again, and clients keep it in their caches by it. */
export type Node = {
  /** Opaque to clients that only pass it on. How each type spells it is told there. */
  id: Scalars['ID']['output'];
};

/** What has become of one object: the net effect, whatever happened to it in between. */
export type ObjectChange = {
  __typename?: 'ObjectChange';
  /** Its id. */
  id: Scalars['ID']['output'];
  /** As it is at the second moment. Null for LEAVE where it has been deleted, and for REVOKED. */
  object?: Maybe<KubernetesObject>;
  /** What has become of it in the list. */
  type: ObjectChangeType;
};

/** What has become of an object in a list. */
export type ObjectChangeType =
  /** It is in the list, and was not. */
  | 'ENTER'
  /** It no longer matches, or is deleted. */
  | 'LEAVE'
  /** The caller may no longer see it. Nothing more is told of it, so long as that holds. */
  | 'REVOKED'
  /** It was in the list and is, and is another one. That its cluster was asked anew is no change, nor what is only live. */
  | 'UPDATE'
  | '%future added value';

/**
 * What has become of a list between two moments. Applied to the ids that the list had at the first, the changes give exactly those that it has at the second,
 * for every filter and caller, whatever happened in between.
 */
export type ObjectChanges = {
  __typename?: 'ObjectChanges';
  /** In no order, and one of each object at the most. */
  changes: Array<ObjectChange>;
  /** For how much of the fleet this answer speaks. Where the filter names clusters: of those alone, as far as the caller may know of them. */
  coverage: Coverage;
  /** Why nothing is told: the list is to be read anew, with its own `resume`. Null while all is well. */
  reset?: Maybe<ResetReason>;
  /** The second moment, as `since` of the next question with the same filter. Good for ten minutes at least, for this caller and no other. */
  resume: Scalars['String']['output'];
  /** How many objects the list has at the second moment. */
  totalCount: Scalars['Int']['output'];
};

/** A page of objects. `totalCount`, `facets` and `coverage` are computed only when they are selected. */
export type ObjectConnection = {
  __typename?: 'ObjectConnection';
  /** For how much of the fleet this answer speaks. Where the filter names clusters: of those alone, as far as the caller may know of them. */
  coverage: Coverage;
  /** The objects of this page with their cursors. */
  edges: Array<ObjectEdge>;
  /**
   * How the matching objects divide, exactly, among those the caller may see. A facet leaves out the filter's own condition on its field,
   * so that it shows what else could be chosen.
   */
  facets?: Maybe<Array<Facet>>;
  /**
   * How the matching objects divide by one key or several together, exactly, among those the caller may see: each is in one group, so the counts add up to
   * `totalCount`. At most 100 000 groups; more are refused.
   */
  groups?: Maybe<GroupConnection>;
  /** The objects of this page. */
  nodes: Array<KubernetesObject>;
  /** Where this page begins and ends. */
  pageInfo: PageInfo;
  /** The moment of this page, as `since` of `objectChanges` with the same filter. Of a list that is read in several pages, take that of the first. */
  resume: Scalars['String']['output'];
  /** How many objects match, exactly, among those the caller may see. */
  totalCount: Scalars['Int']['output'];
};


/** A page of objects. `totalCount`, `facets` and `coverage` are computed only when they are selected. */
export type ObjectConnectionFacetsArgs = {
  fields: Array<FacetField>;
  labelKey?: InputMaybe<Scalars['String']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  match?: InputMaybe<StringFilter>;
};


/** A page of objects. `totalCount`, `facets` and `coverage` are computed only when they are selected. */
export type ObjectConnectionGroupsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  by: Array<GroupKey>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** An object on a page. */
export type ObjectEdge = {
  __typename?: 'ObjectEdge';
  /** Where to continue from this object. */
  cursor: Scalars['String']['output'];
  /** The object. */
  node: KubernetesObject;
};

/** Something that happened to an object. */
export type ObjectEvent = {
  __typename?: 'ObjectEvent';
  /** How often it happened. */
  count: Scalars['Int']['output'];
  /** When it happened first. */
  firstSeenAt?: Maybe<Scalars['DateTime']['output']>;
  /** `cluster//Event/namespace/name` of the Event itself, each part percent-encoded; of several that say the same, of the newest. */
  id: Scalars['ID']['output'];
  /** When it happened last. */
  lastSeenAt?: Maybe<Scalars['DateTime']['output']>;
  /** What happened, in words. */
  message?: Maybe<Scalars['String']['output']>;
  /** What happened, in one word. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Which component reports it. */
  reportedBy?: Maybe<Scalars['String']['output']>;
  /** Normal or Warning. */
  type?: Maybe<Scalars['String']['output']>;
};

/** Conditions on objects. All given fields must hold; within a list, any one; an empty list matches nothing. */
export type ObjectFilter = {
  /** All of these must hold too. */
  and?: InputMaybe<Array<ObjectFilter>>;
  /** Labels of the cluster, of those that the caller may know of: a label selector in Kubernetes syntax, `env=prod`. Not for `objectChanges`. */
  clusterLabels?: InputMaybe<Scalars['String']['input']>;
  /** Names of clusters. */
  clusters?: InputMaybe<Array<Scalars['String']['input']>>;
  /** When the object was created. */
  created?: InputMaybe<TimeRange>;
  /** API groups; the core group is the empty string. */
  groups?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Kinds as `Pod` (in any group) or `Kustomization.kustomize.toolkit.fluxcd.io`; also their plurals, in any case: `pods`. */
  kinds?: InputMaybe<Array<Scalars['String']['input']>>;
  /** A label selector in Kubernetes syntax: `app=web,tier in (front,back),!legacy`. */
  labelSelector?: InputMaybe<Scalars['String']['input']>;
  /** The status message by pattern. Where an object has none it is the empty text, which `equals: ""` finds. */
  message?: InputMaybe<StringFilter>;
  /** The name by pattern. */
  name?: InputMaybe<StringFilter>;
  /** Exact names. */
  names?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Names of namespaces. Cluster-scoped objects are in none. */
  namespaces?: InputMaybe<Array<Scalars['String']['input']>>;
  /** This must not hold. */
  not?: InputMaybe<ObjectFilter>;
  /** At least one of these must hold too. */
  or?: InputMaybe<Array<ObjectFilter>>;
  /** Reasons, exactly as the status names them; the empty text is that of objects without one. */
  reasons?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The applied revision by pattern. Where an object has none it is the empty text, which `equals: ""` finds. */
  revision?: InputMaybe<StringFilter>;
  /** Status, as one of these. */
  statuses?: InputMaybe<Array<ObjectStatus>>;
  /** Whether reconciliation is suspended. */
  suspended?: InputMaybe<Scalars['Boolean']['input']>;
  /**
   * Words, each of which the name, the message, the reason, an image, or the key or value of a label must contain; one word here, another there. Case is
   * ignored. A blank text asks for nothing.
   */
  text?: InputMaybe<Scalars['String']['input']>;
  /** When the status last changed. */
  transitioned?: InputMaybe<TimeRange>;
};

/** What every object says of itself. */
export type ObjectMeta = {
  __typename?: 'ObjectMeta';
  /** Its annotations, without the last-applied one of kubectl. */
  annotations: Scalars['StringMap']['output'];
  /** When it was created. */
  creationTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** When its deletion was asked for; null while it is not being deleted. */
  deletionTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** What must happen before it can be deleted. */
  finalizers: Array<Scalars['String']['output']>;
  /** The version of its spec; null where the kind does not count. */
  generation?: Maybe<Scalars['Int']['output']>;
  /** Its labels. */
  labels: Scalars['StringMap']['output'];
  /** Its name. */
  name: Scalars['String']['output'];
  /** Its namespace; null for a cluster-scoped object. */
  namespace?: Maybe<Scalars['String']['output']>;
  /** The version of the object, as the cluster counts. */
  resourceVersion?: Maybe<Scalars['String']['output']>;
  /** Its UID. */
  uid?: Maybe<Scalars['ID']['output']>;
};

/** One key of an order. */
export type ObjectOrder = {
  /** Which end first. */
  direction?: OrderDirection;
  /** What to order by. */
  field: ObjectOrderField;
};

/** What objects can be ordered by. Texts are ordered by code unit. */
export type ObjectOrderField =
  | 'CLUSTER'
  | 'CREATED'
  | 'KIND'
  | 'NAME'
  | 'NAMESPACE'
  /** In the order in which ObjectStatus lists them. */
  | 'STATUS'
  | 'TRANSITIONED'
  | '%future added value';

/** What an object's own status says of it, read in the sense of kstatus. */
export type ObjectStatus =
  /** It is as its specification wants it. */
  | 'CURRENT'
  /** It cannot become as its specification wants it without help. */
  | 'FAILED'
  /** Its controller is still at work. */
  | 'IN_PROGRESS'
  /** It is being deleted. */
  | 'TERMINATING'
  /** Its status does not tell. */
  | 'UNKNOWN'
  | '%future added value';

/** An object to delete, if it still is the one that is meant. */
export type ObjectToDelete = {
  /** Its id. */
  id: Scalars['ID']['input'];
  /** The version that it must have, `live { metadata { resourceVersion } }`. */
  resourceVersion?: InputMaybe<Scalars['String']['input']>;
  /** The UID that it must have: an object of the same name that was made since is another one. */
  uid?: InputMaybe<Scalars['ID']['input']>;
};

/** What an object comes from, or what came of it. */
export type ObjectTree = {
  __typename?: 'ObjectTree';
  /**
   * The first failed object of the tree or, as far as the tree has it, what that one fails of: the farthest failed object among those it is built from or depends on,
   * and from there the farthest failed one among those it manages, owns or uses, each over objects that are not CURRENT.
   */
  firstFailure?: Maybe<KubernetesObject>;
  /** The objects; parents before their children, the root first. */
  nodes: Array<TreeNode>;
  /** Whether there is more than `depth` and `limit` let in, of what the caller may see. */
  truncated: Scalars['Boolean']['output'];
  /** The worst status in the tree: FAILED, UNKNOWN, TERMINATING, IN_PROGRESS, CURRENT. */
  worst: ObjectStatus;
};

/** Which end of an order comes first. */
export type OrderDirection =
  | 'ASC'
  | 'DESC'
  | '%future added value';

/** Where a page begins and ends. */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** The cursor of the last item; null on an empty page. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether there is more behind this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether there is more before this page. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the first item; null on an empty page. */
  startCursor?: Maybe<Scalars['String']['output']>;
};

/** Everything that can be asked. */
export type Query = {
  __typename?: 'Query';
  /** The actions that may be asked for here; empty where they are switched off. Whether a cluster lets the caller do one is another question. */
  actions: Array<Action>;
  /**
   * How all clusters are registered and what is wrong with it, for administrators: callers whom RBAC lets list `registrations.fleetgraph.dev` on the
   * cluster that the configuration names (`administrators`). Null for everybody else.
   */
  administration?: Maybe<Administration>;
  /** One cluster by name. Null when there is none or the caller may not know of it. */
  cluster?: Maybe<Cluster>;
  /** The clusters in which the caller may list something or sees an object, by name. */
  clusters?: Maybe<ClusterConnection>;
  /** For how much of the fleet the index speaks at this moment. */
  coverage: Coverage;
  /** Why the caller may see an object, or do something with it: the grants of the leaf cluster that say so. The object need not exist. */
  explainAccess?: Maybe<AccessExplanation>;
  /** The kinds of which the caller sees an object or may list some, by name. */
  kinds?: Maybe<Array<Kind>>;
  /**
   * An object of any kind that its cluster serves, collected or not, as its cluster has it at this moment. Of a cluster that you may not name it is
   * NOT_FOUND, and so is what you may not read, where you may not know that the cluster has such a kind.
   */
  liveObject?: Maybe<LiveObject>;
  /** The namespaces in which the caller sees an object or may list something, by name, then cluster. */
  namespaces?: Maybe<NamespaceConnection>;
  /** Anything that has an id, by it. Null when there is none or the caller may not see it: the two cannot be told apart. */
  node?: Maybe<Node>;
  /** Several of them, in the order of the ids; null where there is none or the caller may not see it. */
  nodes?: Maybe<Array<Maybe<Node>>>;
  /** One object by its id. Null when there is none or the caller may not see it: the two cannot be told apart. */
  object?: Maybe<KubernetesObject>;
  /** What has become of a list of objects since an earlier answer: a list's or that of earlier changes. Costs little where little has changed. */
  objectChanges?: Maybe<ObjectChanges>;
  /** Objects of the whole fleet, from the index. Answers in milliseconds whatever the leaf clusters do; `coverage` says for which of them it speaks. */
  objects?: Maybe<ObjectConnection>;
  /**
   * Which revisions of which repositories run where: the Kustomizations and HelmReleases that match, by the address of the source that each is built from, in all
   * clusters together. An object counts if the caller may see it and its source. By address, and of one the newest revision first.
   */
  revisions?: Maybe<RevisionConnection>;
  /**
   * What somebody who types may mean: values that objects which the caller may see have, by how well they fit (exactly, as a beginning, by whole words'
   * beginnings, somewhere), then by how many objects have them. A blank text suggests nothing.
   */
  suggestions?: Maybe<Array<Suggestion>>;
  /**
   * The tree of what an object comes from, or of what came of it: nearest first, each object once, where it is reached first. Objects that the caller may not
   * see, and what only they lead to, are left out. Null when there is no such object or the caller may not see it.
   */
  tree?: Maybe<ObjectTree>;
  /** The caller, as fleetgraph and as each cluster knows them. */
  viewer: Viewer;
};


/** Everything that can be asked. */
export type QueryClusterArgs = {
  name: Scalars['String']['input'];
};


/** Everything that can be asked. */
export type QueryClustersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ClusterFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Everything that can be asked. */
export type QueryExplainAccessArgs = {
  asGroups?: InputMaybe<Array<Scalars['String']['input']>>;
  asUser?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
  subresource?: InputMaybe<Scalars['String']['input']>;
  verb?: Scalars['String']['input'];
};


/** Everything that can be asked. */
export type QueryLiveObjectArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be asked. */
export type QueryNamespacesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<NamespaceFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Everything that can be asked. */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be asked. */
export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


/** Everything that can be asked. */
export type QueryObjectArgs = {
  id: Scalars['ID']['input'];
};


/** Everything that can be asked. */
export type QueryObjectChangesArgs = {
  filter?: InputMaybe<ObjectFilter>;
  since: Scalars['String']['input'];
};


/** Everything that can be asked. */
export type QueryObjectsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ObjectFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ObjectOrder>>;
};


/** Everything that can be asked. */
export type QueryRevisionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ObjectFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  sourceUrl?: InputMaybe<Scalars['String']['input']>;
};


/** Everything that can be asked. */
export type QuerySuggestionsArgs = {
  fields?: InputMaybe<Array<SuggestionField>>;
  filter?: InputMaybe<ObjectFilter>;
  limit?: Scalars['Int']['input'];
  text: Scalars['String']['input'];
};


/** Everything that can be asked. */
export type QueryTreeArgs = {
  depth?: Scalars['Int']['input'];
  direction?: TreeDirection;
  id: Scalars['ID']['input'];
  limit?: Scalars['Int']['input'];
};

/** What Flux is to reconcile. */
export type ReconcileInput = {
  /** Only says what would come of it: the cluster checks all and changes nothing. */
  dryRun?: Scalars['Boolean']['input'];
  /** A text of at most 128 characters. Who repeats it within ten minutes gets the results of the first time, and nothing is done again. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Ids of objects of Flux; at most `limits.actionObjects` in one request. */
  ids: Array<Scalars['ID']['input']>;
  /** Whether to reconcile the source of each before it. A source that cannot be is the refusal of what is made from it. */
  withSource?: Scalars['Boolean']['input'];
};

/** A registered cluster, as an operator needs to know it. */
export type Registration = {
  __typename?: 'Registration';
  /** Why it does not simply speak for it. */
  cause?: Maybe<CoverageCause>;
  /** When the credentials end with which fleetgraph reaches it; null where they do not say. */
  credentialsExpireAt?: Maybe<Scalars['DateTime']['output']>;
  /** When the cluster last confirmed its RBAC. */
  grantsSyncedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Its name. */
  name: Scalars['String']['output'];
  /** The object on the hub that names it, `Secret fleet/leaf-01`; null for files. */
  object?: Maybe<Scalars['String']['output']>;
  /** The same in a sentence. */
  reason?: Maybe<Scalars['String']['output']>;
  /** What kind of source names it. Null: none that is followed. */
  source?: Maybe<RegistrationSource>;
  /** How far the index speaks for it. */
  state: CoverageState;
  /** When the cluster last answered. */
  syncedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A page of registered clusters. */
export type RegistrationConnection = {
  __typename?: 'RegistrationConnection';
  /** The clusters of this page. */
  nodes: Array<Registration>;
  /** Where this page begins and ends. */
  pageInfo: PageInfo;
  /** How many clusters are registered. */
  totalCount: Scalars['Int']['output'];
};

/** Something that a source of clusters says and that cannot be used. A cluster that was registered before stays as it was. */
export type RegistrationProblem = {
  __typename?: 'RegistrationProblem';
  /** In what way it cannot be used. */
  cause: RegistrationProblemCause;
  /** The name of the cluster, where it is known. */
  cluster?: Maybe<Scalars['String']['output']>;
  /** The object on the hub, `Secret fleet/leaf-01`; null for files and for the source as a whole. */
  object?: Maybe<Scalars['String']['output']>;
  /** The same in a sentence. */
  reason: Scalars['String']['output'];
  /** The kind of the source. */
  source: RegistrationSource;
};

/** In what way a registration cannot be used. */
export type RegistrationProblemCause =
  /** The object lacks what leads to the cluster, a Secret or its key. */
  | 'INCOMPLETE'
  /** The name cannot be that of a cluster. */
  | 'NAME_INVALID'
  /** Another registration has the name. */
  | 'NAME_TAKEN'
  /** It asks for what whoever registers clusters may not ask for; `allow` of the source permits some of it. */
  | 'NOT_ALLOWED'
  /** The source itself cannot be read; what it said before holds. */
  | 'SOURCE_UNREADABLE'
  /** There are more clusters than `limits.clusters`. */
  | 'TOO_MANY'
  /** What leads to the cluster cannot be read or used. */
  | 'UNUSABLE'
  | '%future added value';

/** A page of what is wrong with registrations. */
export type RegistrationProblemConnection = {
  __typename?: 'RegistrationProblemConnection';
  /** The problems of this page. */
  nodes: Array<RegistrationProblem>;
  /** Where this page begins and ends. */
  pageInfo: PageInfo;
  /** How many problems there are. */
  totalCount: Scalars['Int']['output'];
};

/** Kinds of sources of clusters, as in the configuration. */
export type RegistrationSource =
  /** Cluster Secrets of Argo CD. */
  | 'ARGOCD'
  /** Secrets of Cluster API. */
  | 'CLUSTER_API'
  /** ClusterProfile objects. */
  | 'CLUSTER_PROFILES'
  /** `clusters` of the configuration. */
  | 'CONFIGURATION'
  /** GitopsCluster objects. */
  | 'GITOPS_CLUSTERS'
  /** Kubeconfig files. */
  | 'KUBECONFIG'
  /** The cluster that fleetgraph runs in. */
  | 'OWN_CLUSTER'
  /** Secrets of a hub with a kubeconfig each. */
  | 'SECRETS'
  | '%future added value';

/** A page of related objects. */
export type RelationConnection = {
  __typename?: 'RelationConnection';
  /** The relations of this page. */
  edges: Array<RelationEdge>;
  /** Where this page begins and ends. */
  pageInfo: PageInfo;
  /** How many there are, exactly, among those the caller may see. */
  totalCount: Scalars['Int']['output'];
};

/** A relation to an object. */
export type RelationEdge = {
  __typename?: 'RelationEdge';
  /** Where to continue from this relation. */
  cursor: Scalars['String']['output'];
  /** Where the object is, seen from the one that was asked of. */
  direction: TreeDirection;
  /** The object. */
  node: KubernetesObject;
  /** What relates the two. */
  type: RelationType;
};

/** How one object is related to another one of its cluster. From the end that is named first, the other end is DOWN. */
export type RelationType =
  /** An object that must be ready before another one, and that one (spec.dependsOn). */
  | 'DEPENDS_ON'
  /** A Kustomization or HelmRelease and what it applied, by the labels that Flux puts on it. */
  | 'MANAGES'
  /** An owner and what it owns (metadata.ownerReferences). */
  | 'OWNS'
  /** An object that names another one it uses, and that one: an Ingress or HTTPRoute and a Service, a HorizontalPodAutoscaler and what it scales, a claim and its volume, an Alert and its Provider. */
  | 'REFERENCES'
  /** A Service and the Pods that it selects by their labels. A tree follows it down from its root, and from what that uses, alone: elsewhere a Pod is below its owner. */
  | 'SELECTS'
  /** A source and what takes its content from it, such as a GitRepository and a Kustomization. */
  | 'SOURCE'
  | '%future added value';

/** Why changes cannot be told. */
export type ResetReason =
  /** What the caller could see at that moment is not known any more. */
  | 'RIGHTS_UNKNOWN'
  /** More has changed than is told at once, or the client was too slow to read it. */
  | 'TOO_MANY'
  /** What happened since that moment is not known any more. */
  | 'TOO_OLD'
  | '%future added value';

/** What is to be restarted. */
export type RestartInput = {
  /** Only says what would come of it: the cluster checks all and changes nothing. */
  dryRun?: Scalars['Boolean']['input'];
  /** A text of at most 128 characters. Who repeats it within ten minutes gets the results of the first time, and nothing is done again. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Ids of Deployments, StatefulSets and DaemonSets; at most `limits.actionObjects` in one request. */
  ids: Array<Scalars['ID']['input']>;
};

/** What runs a revision of a repository, or has tried to. */
export type Revision = {
  __typename?: 'Revision';
  /** Whether the objects have tried this revision last and not applied it. Such an object counts with the revision that it has applied as well. */
  attempted: Scalars['Boolean']['output'];
  /** In how many clusters. */
  clusterCount: Scalars['Int']['output'];
  /** These clusters, by name. */
  clusters: Array<Cluster>;
  /** When the first of the sources took this revision in, of those that have it now; null where none has it any more, or says since when. */
  firstSeenAt?: Maybe<Scalars['DateTime']['output']>;
  /** How many of the objects lag behind: Kustomizations that have applied it while their source in the same cluster has another revision. */
  laggingCount: Scalars['Int']['output'];
  /** Since when the first of them does: since its source has the other revision. Null where none does. */
  laggingSince?: Maybe<Scalars['DateTime']['output']>;
  /** How many objects, exactly. */
  objectCount: Scalars['Int']['output'];
  /** The revision: of a Kustomization the source's, of a HelmRelease the version of its chart. */
  revision: Scalars['String']['output'];
  /** The address of the repository, registry or bucket, in one spelling: https:// for HTTP and SSH, without user, `.git` and slashes at the end; oci:// for registries. */
  sourceUrl: Scalars['String']['output'];
  /** How many of the objects are of which status. */
  statusCounts: StatusCounts;
};


/** What runs a revision of a repository, or has tried to. */
export type RevisionClustersArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of revisions. */
export type RevisionConnection = {
  __typename?: 'RevisionConnection';
  /** The revisions of this page. */
  nodes: Array<Revision>;
  /** Where this page begins and ends. */
  pageInfo: PageInfo;
  /** How many there are. */
  totalCount: Scalars['Int']['output'];
};

/** What is to be scaled. */
export type ScaleInput = {
  /** Only says what would come of it: the cluster checks all and changes nothing. */
  dryRun?: Scalars['Boolean']['input'];
  /** A text of at most 128 characters. Who repeats it within ten minutes gets the results of the first time, and nothing is done again. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Ids of objects that have a scale: Deployments, StatefulSets, custom resources; at most `limits.actionObjects` in one request. */
  ids: Array<Scalars['ID']['input']>;
  /** How many replicas each is to have. */
  replicas: Scalars['Int']['input'];
};

/** How many objects are of which status, exactly, among those the caller may see. */
export type StatusCounts = {
  __typename?: 'StatusCounts';
  /** As their specifications want them. */
  current: Scalars['Int']['output'];
  /** They cannot become as their specifications want them without help. */
  failed: Scalars['Int']['output'];
  /** Their controllers are still at work. */
  inProgress: Scalars['Int']['output'];
  /** Suspended ones, whatever their status: these are counted above, too. */
  suspended: Scalars['Int']['output'];
  /** They are being deleted. */
  terminating: Scalars['Int']['output'];
  /** Their status does not tell. */
  unknown: Scalars['Int']['output'];
};

/** A pattern for a text. All given fields must hold; give at least one. */
export type StringFilter = {
  /** What the text holds somewhere. */
  contains?: InputMaybe<Scalars['String']['input']>;
  /** The whole text. */
  equals?: InputMaybe<Scalars['String']['input']>;
  /** The whole text, where `*` stands for any run of characters and `?` for one. */
  glob?: InputMaybe<Scalars['String']['input']>;
  /** Whether upper and lower case are the same. */
  ignoreCase?: InputMaybe<Scalars['Boolean']['input']>;
  /** How the text begins. */
  prefix?: InputMaybe<Scalars['String']['input']>;
};

/** What is told as it happens, over server-sent events or a WebSocket. */
export type Subscription = {
  __typename?: 'Subscription';
  /**
   * What becomes of a list of objects. The first payload comes at once; another one when something in the list has changed, and now and then an empty one with a
   * newer `resume`. It ends after a payload with a `reset`.
   */
  objectChanges: ObjectChanges;
};


/** What is told as it happens, over server-sent events or a WebSocket. */
export type SubscriptionObjectChangesArgs = {
  coalesce?: Scalars['Duration']['input'];
  filter?: InputMaybe<ObjectFilter>;
  since?: InputMaybe<Scalars['String']['input']>;
};

/** A value of a field that fits what was typed. */
export type Suggestion = {
  __typename?: 'Suggestion';
  /** How many objects have it, exactly, among those that the filter means and the caller may see. */
  count: Scalars['Int']['output'];
  /** The field. */
  field: SuggestionField;
  /** As people read it: `Kustomization`. */
  title: Scalars['String']['output'];
  /** As the filter takes it: `Kustomization.kustomize.toolkit.fluxcd.io`; a label as a label selector does: `app=web`. */
  value: Scalars['String']['output'];
};

/** Of what values are suggested. Where two fit equally well and equally many objects have them, those of the first field come first. */
export type SuggestionField =
  | 'CLUSTER'
  | 'KIND'
  /** The values of labels, each with its key. */
  | 'LABEL'
  /** The keys of labels. */
  | 'LABEL_KEY'
  /** The names of objects. */
  | 'NAME'
  | 'NAMESPACE'
  | 'REASON'
  | '%future added value';

/** What is to be suspended, or resumed. */
export type SuspendInput = {
  /** Only says what would come of it: the cluster checks all and changes nothing. */
  dryRun?: Scalars['Boolean']['input'];
  /** A text of at most 128 characters. Who repeats it within ten minutes gets the results of the first time, and nothing is done again. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Ids of objects of Flux, Jobs and CronJobs; at most `limits.actionObjects` in one request. */
  ids: Array<Scalars['ID']['input']>;
};

/** A span of time. Both ends are exclusive; give at least one. */
export type TimeRange = {
  /** Later than this. */
  after?: InputMaybe<Scalars['DateTime']['input']>;
  /** Earlier than this. */
  before?: InputMaybe<Scalars['DateTime']['input']>;
  /** In this time up to now, as each question is asked: `15m`. Of what is longer ago, or not known, this does not hold. */
  within?: InputMaybe<Scalars['Duration']['input']>;
};

/** Which way along relations. */
export type TreeDirection =
  /** To what came of an object, and what it uses. */
  | 'DOWN'
  /** To what an object comes from, and what uses it. */
  | 'UP'
  | '%future added value';

/** An object in a tree. */
export type TreeNode = {
  __typename?: 'TreeNode';
  /** Steps from the root. */
  depth: Scalars['Int']['output'];
  /** The object. */
  object: KubernetesObject;
  /** The id of the object in the tree from which it was reached; null for the root. */
  parentId?: Maybe<Scalars['ID']['output']>;
  /** What relates the two; null for the root. */
  relation?: Maybe<RelationType>;
  /** The worst status of the object and of those below it in the tree. */
  worst: ObjectStatus;
};

/** The caller. */
export type Viewer = {
  __typename?: 'Viewer';
  /** What the caller may list on each cluster they may know of, in short, by name. */
  access?: Maybe<ViewerAccessConnection>;
  /** Who the caller is on each cluster they may know of. */
  clusters: Array<ViewerOnCluster>;
  /** The groups. */
  groups: Array<Scalars['String']['output']>;
  /** The user name. */
  user: Scalars['String']['output'];
};


/** The caller. */
export type ViewerAccessArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** What the caller may list on one cluster. */
export type ViewerAccess = {
  __typename?: 'ViewerAccess';
  /** Whether some objects can be seen because a grant names them. */
  byName: Scalars['Boolean']['output'];
  /** The cluster. */
  cluster: Cluster;
  /** Kinds that may be listed in all namespaces or, where they are in none, at all; as the filter takes them. */
  everywhere: Array<Scalars['String']['output']>;
  /** What may be listed in single namespaces beyond that, most namespaces first. */
  inNamespaces: Array<NamespaceAccess>;
  /** Whether there is more than is told here. */
  truncated: Scalars['Boolean']['output'];
};

/** A page of clusters with what the caller may list there. */
export type ViewerAccessConnection = {
  __typename?: 'ViewerAccessConnection';
  /** The clusters of this page. */
  nodes: Array<ViewerAccess>;
  /** Where this page begins and ends. */
  pageInfo: PageInfo;
  /** How many clusters the caller may know of. */
  totalCount: Scalars['Int']['output'];
};

/** The caller as one cluster knows them: with its prefixes, and the groups that Kubernetes implies. */
export type ViewerOnCluster = {
  __typename?: 'ViewerOnCluster';
  /** The cluster. */
  cluster: Cluster;
  /** The groups there. */
  groups: Array<Scalars['String']['output']>;
  /** The user name there. */
  user: Scalars['String']['output'];
};

/** Why a cluster shows the caller nothing, though not everybody. */
export type WithheldCause =
  /** It is being asked for the caller's rights, and has not answered in the time of this request. Ask again. */
  | 'ASKING'
  /** Its RBAC changed again and again while it was read. Ask again. */
  | 'CHANGING'
  /** It failed when it was asked for the caller's rights. It is asked again. */
  | 'FAILED'
  /** It does not let fleetgraph ask as the caller: impersonation is not allowed there, or the caller's token is not accepted. */
  | 'REFUSED'
  /** It was asked for the caller's rights, and all the answers did not come in twenty seconds. It is asked again. */
  | 'SLOW'
  /** Its RBAC gives the caller more than is read: beyond about 250 000 names, or millions of bindings. */
  | 'TOO_LARGE'
  | '%future added value';

/** Clusters of which it could not be learned what the caller may see there. Which ones they are is not told: that they may be known is not known either. */
export type WithheldClusters = {
  __typename?: 'WithheldClusters';
  /** Why. */
  cause: WithheldCause;
  /** How many. */
  count: Scalars['Int']['output'];
};
