export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** Whole number that may exceed the range of Int. Null beyond 2^53, because JSON numbers then lose digits. */
  BigInt: { input: number; output: number; }
  /** Point in time in RFC 3339 format with a time zone, for example `2026-01-31T12:00:00Z`. */
  DateTime: { input: string; output: string; }
  /**
   * Length of time: a whole number followed by `ms`, `s`, `m` or `h`, for example `500ms`. Values that come from cluster
   * objects may combine several units, for example `1h30m`.
   */
  Duration: { input: string; output: string; }
  /** Whole number or string. Examples: `8080`, `"http"`, `"25%"`. */
  IntOrString: { input: number | string; output: number | string; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  /** JSON object. */
  JSONObject: { input: Record<string, unknown>; output: Record<string, unknown>; }
  /** Quantity in the notation of Kubernetes, for example `500m` or `1Gi`. */
  Quantity: { input: string; output: string; }
  /** Map from string keys to string values. */
  StringMap: { input: Record<string, string>; output: Record<string, string>; }
};

/** Basis of an explanation. */
export type AccessBasis =
  /** RBAC objects of the cluster. */
  | 'GRANTS'
  /** Access review by the cluster. */
  | 'REVIEW'
  /** The decision of the cluster is not known. Ask the cluster with `kubectl auth can-i`. */
  | 'UNKNOWN'
  | '%future added value';

/** Permission to check on an object. */
export type AccessCheck = {
  /** Subresource of the object, for example log, exec or scale. Default: the object itself. */
  subresource?: InputMaybe<Scalars['String']['input']>;
  /** Kubernetes verb, for example get, update, patch or delete. `*` stands for every verb. */
  verb: Scalars['String']['input'];
};

/**
 * Explanation of why the caller may see an object or act on it. With `asUser`, the explanation is for that user instead of
 * the caller. An object that does not exist and a hidden object have equal explanations.
 */
export type AccessExplanation = {
  __typename?: 'AccessExplanation';
  /**
   * True if the cluster allows the verb. Null if unknown, for example because the kind is not collected, the caller may
   * not know the kind, or the verb does not exist in Kubernetes. Ask the cluster with `kubectl auth can-i`.
   */
  allowed?: Maybe<Scalars['Boolean']['output']>;
  /** Basis of the answer. */
  basis: AccessBasis;
  /**
   * Grants that allow the verb, at most 50. May be empty although the verb is allowed, for example for members of
   * `system:masters`.
   */
  grants: Array<Grant>;
  /**
   * Time at which the RBAC of the cluster was last confirmed. Null if unknown, for example because the caller may not know
   * the cluster.
   */
  grantsSyncedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Answer in words. */
  reason: Scalars['String']['output'];
  /**
   * True if the lists of the caller (or of `asUser`) contain the object, provided it exists. If `basis` is UNKNOWN, false
   * can also mean unknown.
   */
  visible: Scalars['Boolean']['output'];
};

/** Decision of a cluster on one permission of the caller. */
export type AccessVerdict = {
  __typename?: 'AccessVerdict';
  /** True if the cluster allows the verb. Null if unknown. */
  allowed?: Maybe<Scalars['Boolean']['output']>;
  /** Explanation of why the verb is not allowed, or why the decision is unknown. Null if the verb is allowed. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Subresource of the check. Null for the object itself. */
  subresource?: Maybe<Scalars['String']['output']>;
  /** Verb of the check. */
  verb: Scalars['String']['output'];
};

/** Action on objects. Each value stands for the mutation of the same name. */
export type Action =
  /** Creates or changes an object from a manifest. */
  | 'APPLY'
  /** Sets or removes the number of Pods at which a member cluster gets no new workloads. */
  | 'BOUND'
  /** Marks a Node as unschedulable. */
  | 'CORDON'
  /** Deletes an object. */
  | 'DELETE'
  /** Drains a member cluster, or ends its drain. */
  | 'DRAIN'
  /** Moves workloads to other member clusters. */
  | 'MOVE'
  /** Requests a reconciliation of an object. */
  | 'RECONCILE'
  /** Restarts the Pods of a workload. */
  | 'RESTART'
  /** Resumes a suspended object. */
  | 'RESUME'
  /** Creates a Job from a CronJob. */
  | 'RUN'
  /** Sets the number of replicas. */
  | 'SCALE'
  /** Suspends an object. */
  | 'SUSPEND'
  /** Marks a Node as schedulable. */
  | 'UNCORDON'
  /** Restores an earlier Pod template of a workload. */
  | 'UNDO'
  | '%future added value';

/** Outcome of an action on one object. */
export type ActionOutcome =
  /**
   * The object differs from what the caller expects, for example in its UID, or another manager owns a field to be
   * changed. Read the object again, or see `conflicts`.
   */
  | 'CONFLICT'
  /** The action was done. */
  | 'DONE'
  /** RBAC or a policy of the cluster does not allow the action. */
  | 'FORBIDDEN'
  /** The cluster does not accept the object or the change as valid. See `reason`, and correct the input. */
  | 'INVALID'
  /** The object does not exist or is hidden from the caller. */
  | 'NOT_FOUND'
  /**
   * The action was not done, because it would have no effect. For example, the object is suspended or paused, or another
   * object would revert the change. `message` names the cause.
   */
  | 'NO_EFFECT'
  /** The cluster is overloaded and did not perform the action. Try again later. */
  | 'THROTTLED'
  /** The cluster did not answer in time. If the action may have been done, `message` says so. Then check the object. */
  | 'TIMEOUT'
  /** The cluster does not accept the credentials of the caller or of fleetgraph, or the caller has no credentials for it. */
  | 'UNAUTHORIZED'
  /** The object already was as requested. Nothing was changed. */
  | 'UNCHANGED'
  /**
   * The cluster or fleetgraph failed, or the cluster cannot be reached. If the action may have been done, `message` says
   * so. Then check the object.
   */
  | 'UNREACHABLE'
  /** The action does not exist for objects of this kind. */
  | 'UNSUPPORTED'
  /** The action would be done. Only in a dry run. */
  | 'WOULD_DO'
  | '%future added value';

/** Results of an action. */
export type ActionPayload = {
  __typename?: 'ActionPayload';
  /** One result for each object, in the order of the input. The results for the items of a List take the place of the List. */
  results: Array<ActionResult>;
};

/** Result of an action on one object. After a failure, the action continues with the other objects. */
export type ActionResult = {
  __typename?: 'ActionResult';
  /** Fields that other managers own, if these fields caused the outcome CONFLICT. Null otherwise. */
  conflicts?: Maybe<Array<FieldConflict>>;
  /** Id of the Job that `run` created. Null for other actions, and if no Job was created. */
  created?: Maybe<Scalars['ID']['output']>;
  /** Id of the object. */
  id: Scalars['ID']['output'];
  /**
   * Explanation of why the action was not done, or was perhaps not done. Null for DONE and WOULD_DO, and usually for
   * UNCHANGED.
   */
  message?: Maybe<Scalars['String']['output']>;
  /**
   * Object in the index. Null if the index does not have the object, or the caller may not see it. The index follows the
   * cluster a moment later; `live` returns the present state.
   */
  object?: Maybe<KubernetesObject>;
  /** Outcome of the action. */
  outcome: ActionOutcome;
  /**
   * Object as the cluster would store it, in YAML. Compare it with `live { yaml }` to see what would change. Only in a dry
   * run of `apply` with one manifest and without `idempotencyKey`. Null if the object does not exist yet, or if the caller
   * may not read it. Also null if YAML cannot represent the object in 1 048 576 characters.
   */
  preview?: Maybe<Scalars['String']['output']>;
  /**
   * Message of the cluster, if validation or a policy refused the object or the change. Null otherwise. Longer messages
   * are cut after 500 characters.
   */
  reason?: Maybe<Scalars['String']['output']>;
  /** Result for the source of the object. Null without `withSource`, and if no reconciliation of a source was requested. */
  source?: Maybe<ActionResult>;
  /**
   * True if `source` has a result. False if `withSource` was set, but the source is unknown because the caller may not
   * read the object. Null in all other cases.
   */
  sourceAsked?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Warnings of the API server about the change, as kubectl prints them, and warnings of fleetgraph. Empty if there are
   * none.
   */
  warnings: Array<Scalars['String']['output']>;
};

/** Registrations of the clusters, and problems with registrations. The log of fleetgraph has the original error messages. */
export type Administration = {
  __typename?: 'Administration';
  /** Problems with registrations and with their sources. Sorted by source, object, cluster and cause. */
  problems: RegistrationProblemConnection;
  /** Registered clusters, sorted by name. Includes clusters whose objects nobody can see at present. */
  registrations: RegistrationConnection;
};


/** Registrations of the clusters, and problems with registrations. The log of fleetgraph has the original error messages. */
export type AdministrationProblemsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Registrations of the clusters, and problems with registrations. The log of fleetgraph has the original error messages. */
export type AdministrationRegistrationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Input of `apply`. */
export type ApplyInput = {
  /** Registered name of the cluster that gets the objects. */
  cluster: Scalars['String']['input'];
  /** True to let the cluster check the action without performing it. */
  dryRun?: Scalars['Boolean']['input'];
  /**
   * Name of the field manager, 1 to 128 printable ASCII characters. If the manifest changes a field that another manager
   * owns, the outcome is CONFLICT, unless `force` is true.
   */
  fieldManager?: Scalars['String']['input'];
  /** True to take over fields that other managers own. */
  force?: Scalars['Boolean']['input'];
  /**
   * Key for safe repetition, 1 to 128 characters. Within ten minutes, the same request with this key does nothing and
   * returns the first results. A different request with this key is refused. A repetition that reaches another fleetgraph
   * process runs again.
   */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /**
   * Objects with `apiVersion`, `kind`, `metadata.name` and the fields to set, or Kubernetes Lists of objects. At most
   * `limits.actionObjects` objects in one request.
   */
  manifests?: Array<Scalars['JSONObject']['input']>;
  /**
   * Manifests in YAML: one or more documents, separated by `---`. Applied in addition to `manifests`; the results come
   * after the results of `manifests`. Values are read as kubectl reads them. Repeated keys, directives, and numbers that
   * JSON does not have are refused. At most 1 000 000 characters of JSON, counted after aliases are expanded.
   */
  yaml?: InputMaybe<Scalars['String']['input']>;
};

/** DaemonSet represents the configuration of a daemon set. */
export type AppsDaemonSet = KubernetesResource & {
  __typename?: 'AppsDaemonSet';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** The desired behavior of this daemon set. */
  spec?: Maybe<AppsDaemonSetSpec>;
  /** The current status of this daemon set. */
  status?: Maybe<AppsDaemonSetStatus>;
};

/** DaemonSetCondition describes the state of a DaemonSet at a certain point. */
export type AppsDaemonSetCondition = {
  __typename?: 'AppsDaemonSetCondition';
  /** Last time the condition transitioned from one status to another. */
  lastTransitionTime?: Maybe<Scalars['DateTime']['output']>;
  /** A human readable message indicating details about the transition. */
  message?: Maybe<Scalars['String']['output']>;
  /** The reason for the condition's last transition. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Status of the condition, one of True, False, Unknown. */
  status?: Maybe<Scalars['String']['output']>;
  /** Type of DaemonSet condition. */
  type?: Maybe<Scalars['String']['output']>;
};

/** DaemonSetSpec is the specification of a daemon set. */
export type AppsDaemonSetSpec = {
  __typename?: 'AppsDaemonSetSpec';
  /** The minimum number of seconds for which a newly created DaemonSet pod should be ready without any of its container … */
  minReadySeconds?: Maybe<Scalars['Int']['output']>;
  /** The number of old history to retain to allow rollback. */
  revisionHistoryLimit?: Maybe<Scalars['Int']['output']>;
  /** A label query over pods that are managed by the daemon set. */
  selector?: Maybe<MetaLabelSelector>;
  /** An object that describes the pod that will be created. */
  template?: Maybe<CorePodTemplateSpec>;
  /** An update strategy to replace existing DaemonSet pods with new pods. */
  updateStrategy?: Maybe<AppsDaemonSetUpdateStrategy>;
};

/** DaemonSetStatus represents the current status of a daemon set. */
export type AppsDaemonSetStatus = {
  __typename?: 'AppsDaemonSetStatus';
  /** Count of hash collisions for the DaemonSet. */
  collisionCount?: Maybe<Scalars['Int']['output']>;
  /** Represents the latest available observations of a DaemonSet's current state. */
  conditions?: Maybe<Array<AppsDaemonSetCondition>>;
  /** The number of nodes that are running at least 1 daemon pod and are supposed to run the daemon pod. */
  currentNumberScheduled?: Maybe<Scalars['Int']['output']>;
  /** The total number of nodes that should be running the daemon pod (including nodes correctly running the daemon pod). */
  desiredNumberScheduled?: Maybe<Scalars['Int']['output']>;
  /** The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and available … */
  numberAvailable?: Maybe<Scalars['Int']['output']>;
  /** The number of nodes that are running the daemon pod, but are not supposed to run the daemon pod. */
  numberMisscheduled?: Maybe<Scalars['Int']['output']>;
  /** numberReady is the number of nodes that should be running the daemon pod and have one or more of the daemon pod running … */
  numberReady?: Maybe<Scalars['Int']['output']>;
  /** The number of nodes that should be running the daemon pod and have none of the daemon pod running and available (ready … */
  numberUnavailable?: Maybe<Scalars['Int']['output']>;
  /** The most recent generation observed by the daemon set controller. */
  observedGeneration?: Maybe<Scalars['BigInt']['output']>;
  /** The total number of nodes that are running updated daemon pod */
  updatedNumberScheduled?: Maybe<Scalars['Int']['output']>;
};

/** DaemonSetUpdateStrategy is a struct used to control the update strategy for a DaemonSet. */
export type AppsDaemonSetUpdateStrategy = {
  __typename?: 'AppsDaemonSetUpdateStrategy';
  /** Rolling update config params. */
  rollingUpdate?: Maybe<AppsRollingUpdateDaemonSet>;
  /** Type of daemon set update. */
  type?: Maybe<Scalars['String']['output']>;
};

/** Deployment enables declarative updates for Pods and ReplicaSets. */
export type AppsDeployment = KubernetesResource & {
  __typename?: 'AppsDeployment';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** Specification of the desired behavior of the Deployment. */
  spec?: Maybe<AppsDeploymentSpec>;
  /** Most recently observed status of the Deployment. */
  status?: Maybe<AppsDeploymentStatus>;
};

/** DeploymentCondition describes the state of a deployment at a certain point. */
export type AppsDeploymentCondition = {
  __typename?: 'AppsDeploymentCondition';
  /** Last time the condition transitioned from one status to another. */
  lastTransitionTime?: Maybe<Scalars['DateTime']['output']>;
  /** The last time this condition was updated. */
  lastUpdateTime?: Maybe<Scalars['DateTime']['output']>;
  /** A human readable message indicating details about the transition. */
  message?: Maybe<Scalars['String']['output']>;
  /** The reason for the condition's last transition. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Status of the condition, one of True, False, Unknown. */
  status?: Maybe<Scalars['String']['output']>;
  /** Type of deployment condition. */
  type?: Maybe<Scalars['String']['output']>;
};

/** DeploymentSpec is the specification of the desired behavior of the Deployment. */
export type AppsDeploymentSpec = {
  __typename?: 'AppsDeploymentSpec';
  /** Minimum number of seconds for which a newly created pod should be ready without any of its container crashing, for it … */
  minReadySeconds?: Maybe<Scalars['Int']['output']>;
  /** Indicates that the deployment is paused. */
  paused?: Maybe<Scalars['Boolean']['output']>;
  /** The maximum time in seconds for a deployment to make progress before it is considered to be failed. */
  progressDeadlineSeconds?: Maybe<Scalars['Int']['output']>;
  /** Number of desired pods. */
  replicas?: Maybe<Scalars['Int']['output']>;
  /** The number of old ReplicaSets to retain to allow rollback. */
  revisionHistoryLimit?: Maybe<Scalars['Int']['output']>;
  /** Label selector for pods. */
  selector?: Maybe<MetaLabelSelector>;
  /** The deployment strategy to use to replace existing pods with new ones. */
  strategy?: Maybe<AppsDeploymentStrategy>;
  /** Template describes the pods that will be created. */
  template?: Maybe<CorePodTemplateSpec>;
};

/** DeploymentStatus is the most recently observed status of the Deployment. */
export type AppsDeploymentStatus = {
  __typename?: 'AppsDeploymentStatus';
  /** Total number of available non-terminating pods (ready for at least minReadySeconds) targeted by this deployment. */
  availableReplicas?: Maybe<Scalars['Int']['output']>;
  /** Count of hash collisions for the Deployment. */
  collisionCount?: Maybe<Scalars['Int']['output']>;
  /** Represents the latest available observations of a deployment's current state. */
  conditions?: Maybe<Array<AppsDeploymentCondition>>;
  /** The generation observed by the deployment controller. */
  observedGeneration?: Maybe<Scalars['BigInt']['output']>;
  /** Total number of non-terminating pods targeted by this Deployment with a Ready Condition. */
  readyReplicas?: Maybe<Scalars['Int']['output']>;
  /** Total number of non-terminating pods targeted by this deployment (their labels match the selector). */
  replicas?: Maybe<Scalars['Int']['output']>;
  /** Total number of terminating pods targeted by this deployment. */
  terminatingReplicas?: Maybe<Scalars['Int']['output']>;
  /** Total number of unavailable pods targeted by this deployment. */
  unavailableReplicas?: Maybe<Scalars['Int']['output']>;
  /** Total number of non-terminating pods targeted by this deployment that have the desired template spec. */
  updatedReplicas?: Maybe<Scalars['Int']['output']>;
};

/** DeploymentStrategy describes how to replace existing pods with new ones. */
export type AppsDeploymentStrategy = {
  __typename?: 'AppsDeploymentStrategy';
  /** Rolling update config params. */
  rollingUpdate?: Maybe<AppsRollingUpdateDeployment>;
  /** Type of deployment. */
  type?: Maybe<Scalars['String']['output']>;
};

/** ReplicaSet ensures that a specified number of pod replicas are running at any given time. */
export type AppsReplicaSet = KubernetesResource & {
  __typename?: 'AppsReplicaSet';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** Spec defines the specification of the desired behavior of the ReplicaSet. */
  spec?: Maybe<AppsReplicaSetSpec>;
  /** Status is the most recently observed status of the ReplicaSet. */
  status?: Maybe<AppsReplicaSetStatus>;
};

/** ReplicaSetCondition describes the state of a replica set at a certain point. */
export type AppsReplicaSetCondition = {
  __typename?: 'AppsReplicaSetCondition';
  /** The last time the condition transitioned from one status to another. */
  lastTransitionTime?: Maybe<Scalars['DateTime']['output']>;
  /** A human readable message indicating details about the transition. */
  message?: Maybe<Scalars['String']['output']>;
  /** The reason for the condition's last transition. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Status of the condition, one of True, False, Unknown. */
  status?: Maybe<Scalars['String']['output']>;
  /** Type of replica set condition. */
  type?: Maybe<Scalars['String']['output']>;
};

/** ReplicaSetSpec is the specification of a ReplicaSet. */
export type AppsReplicaSetSpec = {
  __typename?: 'AppsReplicaSetSpec';
  /** Minimum number of seconds for which a newly created pod should be ready without any of its container crashing, for it … */
  minReadySeconds?: Maybe<Scalars['Int']['output']>;
  /** Replicas is the number of desired pods. */
  replicas?: Maybe<Scalars['Int']['output']>;
  /** Selector is a label query over pods that should match the replica count. */
  selector?: Maybe<MetaLabelSelector>;
  /** Template is the object that describes the pod that will be created if insufficient replicas are detected. */
  template?: Maybe<CorePodTemplateSpec>;
};

/** ReplicaSetStatus represents the current status of a ReplicaSet. */
export type AppsReplicaSetStatus = {
  __typename?: 'AppsReplicaSetStatus';
  /** The number of available non-terminating pods (ready for at least minReadySeconds) for this replica set. */
  availableReplicas?: Maybe<Scalars['Int']['output']>;
  /** Represents the latest available observations of a replica set's current state. */
  conditions?: Maybe<Array<AppsReplicaSetCondition>>;
  /** The number of non-terminating pods that have labels matching the labels of the pod template of the replicaset. */
  fullyLabeledReplicas?: Maybe<Scalars['Int']['output']>;
  /** ObservedGeneration reflects the generation of the most recently observed ReplicaSet. */
  observedGeneration?: Maybe<Scalars['BigInt']['output']>;
  /** The number of non-terminating pods targeted by this ReplicaSet with a Ready Condition. */
  readyReplicas?: Maybe<Scalars['Int']['output']>;
  /** Replicas is the most recently observed number of non-terminating pods. */
  replicas?: Maybe<Scalars['Int']['output']>;
  /** The number of terminating pods for this replica set. */
  terminatingReplicas?: Maybe<Scalars['Int']['output']>;
};

/** Spec to control the desired behavior of daemon set rolling update. */
export type AppsRollingUpdateDaemonSet = {
  __typename?: 'AppsRollingUpdateDaemonSet';
  /** The maximum number of nodes with an existing available DaemonSet pod that can have an updated DaemonSet pod during … */
  maxSurge?: Maybe<Scalars['IntOrString']['output']>;
  /** The maximum number of DaemonSet pods that can be unavailable during the update. */
  maxUnavailable?: Maybe<Scalars['IntOrString']['output']>;
};

/** Spec to control the desired behavior of rolling update. */
export type AppsRollingUpdateDeployment = {
  __typename?: 'AppsRollingUpdateDeployment';
  /** The maximum number of pods that can be scheduled above the desired number of pods. */
  maxSurge?: Maybe<Scalars['IntOrString']['output']>;
  /** The maximum number of pods that can be unavailable during the update. */
  maxUnavailable?: Maybe<Scalars['IntOrString']['output']>;
};

/** RollingUpdateStatefulSetStrategy is used to communicate parameter for RollingUpdateStatefulSetStrategyType. */
export type AppsRollingUpdateStatefulSetStrategy = {
  __typename?: 'AppsRollingUpdateStatefulSetStrategy';
  /** The maximum number of pods that can be unavailable during the update. */
  maxUnavailable?: Maybe<Scalars['IntOrString']['output']>;
  /** Partition indicates the ordinal at which the StatefulSet should be partitioned for updates. */
  partition?: Maybe<Scalars['Int']['output']>;
};

/** StatefulSet represents a set of pods with consistent identities. */
export type AppsStatefulSet = KubernetesResource & {
  __typename?: 'AppsStatefulSet';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** Spec defines the desired identities of pods in this set. */
  spec?: Maybe<AppsStatefulSetSpec>;
  /** Status is the current status of Pods in this StatefulSet. */
  status?: Maybe<AppsStatefulSetStatus>;
};

/** StatefulSetCondition describes the state of a statefulset at a certain point. */
export type AppsStatefulSetCondition = {
  __typename?: 'AppsStatefulSetCondition';
  /** Last time the condition transitioned from one status to another. */
  lastTransitionTime?: Maybe<Scalars['DateTime']['output']>;
  /** A human readable message indicating details about the transition. */
  message?: Maybe<Scalars['String']['output']>;
  /** The reason for the condition's last transition. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Status of the condition, one of True, False, Unknown. */
  status?: Maybe<Scalars['String']['output']>;
  /** Type of statefulset condition. */
  type?: Maybe<Scalars['String']['output']>;
};

/** StatefulSetOrdinals describes the policy used for replica ordinal assignment in this StatefulSet. */
export type AppsStatefulSetOrdinals = {
  __typename?: 'AppsStatefulSetOrdinals';
  /** start is the number representing the first replica's index. */
  start?: Maybe<Scalars['Int']['output']>;
};

/** StatefulSetPersistentVolumeClaimRetentionPolicy describes the policy used for PVCs created from the StatefulSet … */
export type AppsStatefulSetPersistentVolumeClaimRetentionPolicy = {
  __typename?: 'AppsStatefulSetPersistentVolumeClaimRetentionPolicy';
  /** WhenDeleted specifies what happens to PVCs created from StatefulSet VolumeClaimTemplates when the StatefulSet is … */
  whenDeleted?: Maybe<Scalars['String']['output']>;
  /** WhenScaled specifies what happens to PVCs created from StatefulSet VolumeClaimTemplates when the StatefulSet is scaled … */
  whenScaled?: Maybe<Scalars['String']['output']>;
};

/** A StatefulSetSpec is the specification of a StatefulSet. */
export type AppsStatefulSetSpec = {
  __typename?: 'AppsStatefulSetSpec';
  /** Minimum number of seconds for which a newly created pod should be ready without any of its container crashing for it to … */
  minReadySeconds?: Maybe<Scalars['Int']['output']>;
  /** ordinals controls the numbering of replica indices in a StatefulSet. */
  ordinals?: Maybe<AppsStatefulSetOrdinals>;
  /** persistentVolumeClaimRetentionPolicy describes the lifecycle of persistent volume claims created from … */
  persistentVolumeClaimRetentionPolicy?: Maybe<AppsStatefulSetPersistentVolumeClaimRetentionPolicy>;
  /** podManagementPolicy controls how pods are created during initial scale up, when replacing pods on nodes, or when … */
  podManagementPolicy?: Maybe<Scalars['String']['output']>;
  /** replicas is the desired number of replicas of the given Template. */
  replicas?: Maybe<Scalars['Int']['output']>;
  /** revisionHistoryLimit is the maximum number of revisions that will be maintained in the StatefulSet's revision history. */
  revisionHistoryLimit?: Maybe<Scalars['Int']['output']>;
  /** selector is a label query over pods that should match the replica count. */
  selector?: Maybe<MetaLabelSelector>;
  /** serviceName is the name of the service that governs this StatefulSet. */
  serviceName?: Maybe<Scalars['String']['output']>;
  /** template is the object that describes the pod that will be created if insufficient replicas are detected. */
  template?: Maybe<CorePodTemplateSpec>;
  /** updateStrategy indicates the StatefulSetUpdateStrategy that will be employed to update Pods in the StatefulSet when a … */
  updateStrategy?: Maybe<AppsStatefulSetUpdateStrategy>;
  /** volumeClaimTemplates is a list of claims that pods are allowed to reference. */
  volumeClaimTemplates?: Maybe<Array<CorePersistentVolumeClaim>>;
};

/** StatefulSetStatus represents the current state of a StatefulSet. */
export type AppsStatefulSetStatus = {
  __typename?: 'AppsStatefulSetStatus';
  /** Total number of available pods (ready for at least minReadySeconds) targeted by this statefulset. */
  availableReplicas?: Maybe<Scalars['Int']['output']>;
  /** collisionCount is the count of hash collisions for the StatefulSet. */
  collisionCount?: Maybe<Scalars['Int']['output']>;
  /** Represents the latest available observations of a statefulset's current state. */
  conditions?: Maybe<Array<AppsStatefulSetCondition>>;
  /** currentReplicas is the number of Pods created by the StatefulSet controller from the StatefulSet version indicated by … */
  currentReplicas?: Maybe<Scalars['Int']['output']>;
  /** currentRevision, if not empty, indicates the version of the StatefulSet used to generate Pods in the sequence … */
  currentRevision?: Maybe<Scalars['String']['output']>;
  /** observedGeneration is the most recent generation observed for this StatefulSet. */
  observedGeneration?: Maybe<Scalars['BigInt']['output']>;
  /** readyReplicas is the number of pods created for this StatefulSet with a Ready Condition. */
  readyReplicas?: Maybe<Scalars['Int']['output']>;
  /** replicas is the number of Pods created by the StatefulSet controller. */
  replicas?: Maybe<Scalars['Int']['output']>;
  /** updateRevision, if not empty, indicates the version of the StatefulSet used to generate Pods in the sequence … */
  updateRevision?: Maybe<Scalars['String']['output']>;
  /** updatedReplicas is the number of Pods created by the StatefulSet controller from the StatefulSet version indicated by … */
  updatedReplicas?: Maybe<Scalars['Int']['output']>;
};

/** StatefulSetUpdateStrategy indicates the strategy that the StatefulSet controller will use to perform updates. */
export type AppsStatefulSetUpdateStrategy = {
  __typename?: 'AppsStatefulSetUpdateStrategy';
  /** RollingUpdate is used to communicate parameters when Type is RollingUpdateStatefulSetStrategyType. */
  rollingUpdate?: Maybe<AppsRollingUpdateStatefulSetStrategy>;
  /** Type indicates the type of the StatefulSetUpdateStrategy. */
  type?: Maybe<Scalars['String']['output']>;
};

/** ContainerResourceMetricSource indicates how to scale on a resource metric known to Kubernetes, as specified in requests … */
export type AutoscalingContainerResourceMetricSource = {
  __typename?: 'AutoscalingContainerResourceMetricSource';
  /** container is the name of the container in the pods of the scaling target */
  container?: Maybe<Scalars['String']['output']>;
  /** name is the name of the resource in question. */
  name?: Maybe<Scalars['String']['output']>;
  /** target specifies the target value for the given metric */
  target?: Maybe<AutoscalingMetricTarget>;
};

/** ContainerResourceMetricStatus indicates the current value of a resource metric known to Kubernetes, as specified in … */
export type AutoscalingContainerResourceMetricStatus = {
  __typename?: 'AutoscalingContainerResourceMetricStatus';
  /** container is the name of the container in the pods of the scaling target */
  container?: Maybe<Scalars['String']['output']>;
  /** current contains the current value for the given metric */
  current?: Maybe<AutoscalingMetricValueStatus>;
  /** name is the name of the resource in question. */
  name?: Maybe<Scalars['String']['output']>;
};

/** CrossVersionObjectReference contains enough information to let you identify the referred resource. */
export type AutoscalingCrossVersionObjectReference = {
  __typename?: 'AutoscalingCrossVersionObjectReference';
  /** apiVersion is the API version of the referent */
  apiVersion?: Maybe<Scalars['String']['output']>;
  /** kind is the kind of the referent; More info: … */
  kind?: Maybe<Scalars['String']['output']>;
  /** name is the name of the referent; More info: … */
  name?: Maybe<Scalars['String']['output']>;
};

/** ExternalMetricSource indicates how to scale on a metric not associated with any Kubernetes object (for example length … */
export type AutoscalingExternalMetricSource = {
  __typename?: 'AutoscalingExternalMetricSource';
  /** metric identifies the target metric by name and selector */
  metric?: Maybe<AutoscalingMetricIdentifier>;
  /** target specifies the target value for the given metric */
  target?: Maybe<AutoscalingMetricTarget>;
};

/** ExternalMetricStatus indicates the current value of a global metric not associated with any Kubernetes object. */
export type AutoscalingExternalMetricStatus = {
  __typename?: 'AutoscalingExternalMetricStatus';
  /** current contains the current value for the given metric */
  current?: Maybe<AutoscalingMetricValueStatus>;
  /** metric identifies the target metric by name and selector */
  metric?: Maybe<AutoscalingMetricIdentifier>;
};

/** HPAScalingPolicy is a single policy which must hold true for a specified past interval. */
export type AutoscalingHpaScalingPolicy = {
  __typename?: 'AutoscalingHPAScalingPolicy';
  /** periodSeconds specifies the window of time for which the policy should hold true. */
  periodSeconds?: Maybe<Scalars['Int']['output']>;
  /** type is used to specify the scaling policy. */
  type?: Maybe<Scalars['String']['output']>;
  /** value contains the amount of change which is permitted by the policy. */
  value?: Maybe<Scalars['Int']['output']>;
};

/** HPAScalingRules configures the scaling behavior for one direction via scaling Policy Rules and a configurable metric … */
export type AutoscalingHpaScalingRules = {
  __typename?: 'AutoscalingHPAScalingRules';
  /** policies is a list of potential scaling polices which can be used during scaling. */
  policies?: Maybe<Array<AutoscalingHpaScalingPolicy>>;
  /** selectPolicy is used to specify which policy should be used. */
  selectPolicy?: Maybe<Scalars['String']['output']>;
  /** stabilizationWindowSeconds is the number of seconds for which past recommendations should be considered while scaling … */
  stabilizationWindowSeconds?: Maybe<Scalars['Int']['output']>;
  /** tolerance is the tolerance on the ratio between the current and desired metric value under which no updates are made to … */
  tolerance?: Maybe<Scalars['Quantity']['output']>;
};

/** HorizontalPodAutoscaler is the configuration for a horizontal pod autoscaler, which automatically manages the replica … */
export type AutoscalingHorizontalPodAutoscaler = KubernetesResource & {
  __typename?: 'AutoscalingHorizontalPodAutoscaler';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** spec is the specification for the behaviour of the autoscaler. */
  spec?: Maybe<AutoscalingHorizontalPodAutoscalerSpec>;
  /** status is the current information about the autoscaler. */
  status?: Maybe<AutoscalingHorizontalPodAutoscalerStatus>;
};

/** HorizontalPodAutoscalerBehavior configures the scaling behavior of the target in both Up and Down directions (scaleUp … */
export type AutoscalingHorizontalPodAutoscalerBehavior = {
  __typename?: 'AutoscalingHorizontalPodAutoscalerBehavior';
  /** scaleDown is scaling policy for scaling Down. */
  scaleDown?: Maybe<AutoscalingHpaScalingRules>;
  /** scaleUp is scaling policy for scaling Up. */
  scaleUp?: Maybe<AutoscalingHpaScalingRules>;
};

/** HorizontalPodAutoscalerCondition describes the state of a HorizontalPodAutoscaler at a certain point. */
export type AutoscalingHorizontalPodAutoscalerCondition = {
  __typename?: 'AutoscalingHorizontalPodAutoscalerCondition';
  /** lastTransitionTime is the last time the condition transitioned from one status to another */
  lastTransitionTime?: Maybe<Scalars['DateTime']['output']>;
  /** message is a human-readable explanation containing details about the transition */
  message?: Maybe<Scalars['String']['output']>;
  /** reason is the reason for the condition's last transition. */
  reason?: Maybe<Scalars['String']['output']>;
  /** status is the status of the condition (True, False, Unknown) */
  status?: Maybe<Scalars['String']['output']>;
  /** type describes the current condition */
  type?: Maybe<Scalars['String']['output']>;
};

/** HorizontalPodAutoscalerSpec describes the desired functionality of the HorizontalPodAutoscaler. */
export type AutoscalingHorizontalPodAutoscalerSpec = {
  __typename?: 'AutoscalingHorizontalPodAutoscalerSpec';
  /** behavior configures the scaling behavior of the target in both Up and Down directions (scaleUp and scaleDown fields … */
  behavior?: Maybe<AutoscalingHorizontalPodAutoscalerBehavior>;
  /** maxReplicas is the upper limit for the number of replicas to which the autoscaler can scale up. */
  maxReplicas?: Maybe<Scalars['Int']['output']>;
  /** metrics contains the specifications for which to use to calculate the desired replica count (the maximum replica count … */
  metrics?: Maybe<Array<AutoscalingMetricSpec>>;
  /** minReplicas is the lower limit for the number of replicas to which the autoscaler can scale down. */
  minReplicas?: Maybe<Scalars['Int']['output']>;
  /** scaleTargetRef points to the target resource to scale, and is used to the pods for which metrics should be collected, … */
  scaleTargetRef?: Maybe<AutoscalingCrossVersionObjectReference>;
};

/** HorizontalPodAutoscalerStatus describes the current status of a horizontal pod autoscaler. */
export type AutoscalingHorizontalPodAutoscalerStatus = {
  __typename?: 'AutoscalingHorizontalPodAutoscalerStatus';
  /** conditions is the set of conditions required for this autoscaler to scale its target, and indicates whether or not … */
  conditions?: Maybe<Array<AutoscalingHorizontalPodAutoscalerCondition>>;
  /** currentMetrics is the last read state of the metrics used by this autoscaler. */
  currentMetrics?: Maybe<Array<AutoscalingMetricStatus>>;
  /** currentReplicas is current number of replicas of pods managed by this autoscaler, as last seen by the autoscaler. */
  currentReplicas?: Maybe<Scalars['Int']['output']>;
  /** desiredReplicas is the desired number of replicas of pods managed by this autoscaler, as last calculated by the … */
  desiredReplicas?: Maybe<Scalars['Int']['output']>;
  /** lastScaleTime is the last time the HorizontalPodAutoscaler scaled the number of pods, used by the autoscaler to control … */
  lastScaleTime?: Maybe<Scalars['DateTime']['output']>;
  /** observedGeneration is the most recent generation observed by this autoscaler. */
  observedGeneration?: Maybe<Scalars['BigInt']['output']>;
};

/** MetricIdentifier defines the name and optionally selector for a metric */
export type AutoscalingMetricIdentifier = {
  __typename?: 'AutoscalingMetricIdentifier';
  /** name is the name of the given metric */
  name?: Maybe<Scalars['String']['output']>;
  /** selector is the string-encoded form of a standard kubernetes label selector for the given metric When set, it is passed … */
  selector?: Maybe<MetaLabelSelector>;
};

/** MetricSpec specifies how to scale based on a single metric (only `type` and one other matching field should be set at … */
export type AutoscalingMetricSpec = {
  __typename?: 'AutoscalingMetricSpec';
  /** containerResource refers to a resource metric (such as those specified in requests and limits) known to Kubernetes … */
  containerResource?: Maybe<AutoscalingContainerResourceMetricSource>;
  /** external refers to a global metric that is not associated with any Kubernetes object. */
  external?: Maybe<AutoscalingExternalMetricSource>;
  /** object refers to a metric describing a single kubernetes object (for example, hits-per-second on an Ingress object). */
  object?: Maybe<AutoscalingObjectMetricSource>;
  /** pods refers to a metric describing each pod in the current scale target (for example, … */
  pods?: Maybe<AutoscalingPodsMetricSource>;
  /** resource refers to a resource metric (such as those specified in requests and limits) known to Kubernetes describing … */
  resource?: Maybe<AutoscalingResourceMetricSource>;
  /** type is the type of metric source. */
  type?: Maybe<Scalars['String']['output']>;
};

/** MetricStatus describes the last-read state of a single metric. */
export type AutoscalingMetricStatus = {
  __typename?: 'AutoscalingMetricStatus';
  /** container resource refers to a resource metric (such as those specified in requests and limits) known to Kubernetes … */
  containerResource?: Maybe<AutoscalingContainerResourceMetricStatus>;
  /** external refers to a global metric that is not associated with any Kubernetes object. */
  external?: Maybe<AutoscalingExternalMetricStatus>;
  /** object refers to a metric describing a single kubernetes object (for example, hits-per-second on an Ingress object). */
  object?: Maybe<AutoscalingObjectMetricStatus>;
  /** pods refers to a metric describing each pod in the current scale target (for example, … */
  pods?: Maybe<AutoscalingPodsMetricStatus>;
  /** resource refers to a resource metric (such as those specified in requests and limits) known to Kubernetes describing … */
  resource?: Maybe<AutoscalingResourceMetricStatus>;
  /** type is the type of metric source. */
  type?: Maybe<Scalars['String']['output']>;
};

/** MetricTarget defines the target value, average value, or average utilization of a specific metric */
export type AutoscalingMetricTarget = {
  __typename?: 'AutoscalingMetricTarget';
  /** averageUtilization is the target value of the average of the resource metric across all relevant pods, represented as a … */
  averageUtilization?: Maybe<Scalars['Int']['output']>;
  /** averageValue is the target value of the average of the metric across all relevant pods (as a quantity) */
  averageValue?: Maybe<Scalars['Quantity']['output']>;
  /** type represents whether the metric type is Utilization, Value, or AverageValue */
  type?: Maybe<Scalars['String']['output']>;
  /** value is the target value of the metric (as a quantity). */
  value?: Maybe<Scalars['Quantity']['output']>;
};

/** MetricValueStatus holds the current value for a metric */
export type AutoscalingMetricValueStatus = {
  __typename?: 'AutoscalingMetricValueStatus';
  /** currentAverageUtilization is the current value of the average of the resource metric across all relevant pods, … */
  averageUtilization?: Maybe<Scalars['Int']['output']>;
  /** averageValue is the current value of the average of the metric across all relevant pods (as a quantity) */
  averageValue?: Maybe<Scalars['Quantity']['output']>;
  /** value is the current value of the metric (as a quantity). */
  value?: Maybe<Scalars['Quantity']['output']>;
};

/** ObjectMetricSource indicates how to scale on a metric describing a kubernetes object (for example, hits-per-second on … */
export type AutoscalingObjectMetricSource = {
  __typename?: 'AutoscalingObjectMetricSource';
  /** describedObject specifies the descriptions of a object,such as kind,name apiVersion */
  describedObject?: Maybe<AutoscalingCrossVersionObjectReference>;
  /** metric identifies the target metric by name and selector */
  metric?: Maybe<AutoscalingMetricIdentifier>;
  /** target specifies the target value for the given metric */
  target?: Maybe<AutoscalingMetricTarget>;
};

/** ObjectMetricStatus indicates the current value of a metric describing a kubernetes object (for example, hits-per-second … */
export type AutoscalingObjectMetricStatus = {
  __typename?: 'AutoscalingObjectMetricStatus';
  /** current contains the current value for the given metric */
  current?: Maybe<AutoscalingMetricValueStatus>;
  /** DescribedObject specifies the descriptions of a object,such as kind,name apiVersion */
  describedObject?: Maybe<AutoscalingCrossVersionObjectReference>;
  /** metric identifies the target metric by name and selector */
  metric?: Maybe<AutoscalingMetricIdentifier>;
};

/** PodsMetricSource indicates how to scale on a metric describing each pod in the current scale target (for example, … */
export type AutoscalingPodsMetricSource = {
  __typename?: 'AutoscalingPodsMetricSource';
  /** metric identifies the target metric by name and selector */
  metric?: Maybe<AutoscalingMetricIdentifier>;
  /** target specifies the target value for the given metric */
  target?: Maybe<AutoscalingMetricTarget>;
};

/** PodsMetricStatus indicates the current value of a metric describing each pod in the current scale target (for example, … */
export type AutoscalingPodsMetricStatus = {
  __typename?: 'AutoscalingPodsMetricStatus';
  /** current contains the current value for the given metric */
  current?: Maybe<AutoscalingMetricValueStatus>;
  /** metric identifies the target metric by name and selector */
  metric?: Maybe<AutoscalingMetricIdentifier>;
};

/** ResourceMetricSource indicates how to scale on a resource metric known to Kubernetes, as specified in requests and … */
export type AutoscalingResourceMetricSource = {
  __typename?: 'AutoscalingResourceMetricSource';
  /** name is the name of the resource in question. */
  name?: Maybe<Scalars['String']['output']>;
  /** target specifies the target value for the given metric */
  target?: Maybe<AutoscalingMetricTarget>;
};

/** ResourceMetricStatus indicates the current value of a resource metric known to Kubernetes, as specified in requests and … */
export type AutoscalingResourceMetricStatus = {
  __typename?: 'AutoscalingResourceMetricStatus';
  /** current contains the current value for the given metric */
  current?: Maybe<AutoscalingMetricValueStatus>;
  /** name is the name of the resource in question. */
  name?: Maybe<Scalars['String']['output']>;
};

/** CronJob represents the configuration of a single cron job. */
export type BatchCronJob = KubernetesResource & {
  __typename?: 'BatchCronJob';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** Specification of the desired behavior of a cron job, including the schedule. */
  spec?: Maybe<BatchCronJobSpec>;
  /** Current status of a cron job. */
  status?: Maybe<BatchCronJobStatus>;
};

/** CronJobSpec describes how the job execution will look like and when it will actually run. */
export type BatchCronJobSpec = {
  __typename?: 'BatchCronJobSpec';
  /** Specifies how to treat concurrent executions of a Job. */
  concurrencyPolicy?: Maybe<Scalars['String']['output']>;
  /** The number of failed finished jobs to retain. */
  failedJobsHistoryLimit?: Maybe<Scalars['Int']['output']>;
  /** Specifies the job that will be created when executing a CronJob. */
  jobTemplate?: Maybe<BatchJobTemplateSpec>;
  /** The schedule in Cron format, see https://en.wikipedia.org/wiki/Cron. */
  schedule?: Maybe<Scalars['String']['output']>;
  /** Optional deadline in seconds for starting the job if it misses scheduled time for any reason. */
  startingDeadlineSeconds?: Maybe<Scalars['BigInt']['output']>;
  /** The number of successful finished jobs to retain. */
  successfulJobsHistoryLimit?: Maybe<Scalars['Int']['output']>;
  /** This flag tells the controller to suspend subsequent executions, it does not apply to already started executions. */
  suspend?: Maybe<Scalars['Boolean']['output']>;
  /** The time zone name for the given schedule, see https://en.wikipedia.org/wiki/List_of_tz_database_time_zones. */
  timeZone?: Maybe<Scalars['String']['output']>;
};

/** CronJobStatus represents the current state of a cron job. */
export type BatchCronJobStatus = {
  __typename?: 'BatchCronJobStatus';
  /** A list of pointers to currently running jobs. */
  active?: Maybe<Array<CoreObjectReference>>;
  /** Information when was the last time the job was successfully scheduled. */
  lastScheduleTime?: Maybe<Scalars['DateTime']['output']>;
  /** Information when was the last time the job successfully completed. */
  lastSuccessfulTime?: Maybe<Scalars['DateTime']['output']>;
};

/** Job represents the configuration of a single job. */
export type BatchJob = KubernetesResource & {
  __typename?: 'BatchJob';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** Specification of the desired behavior of a job. */
  spec?: Maybe<BatchJobSpec>;
  /** Current status of a job. */
  status?: Maybe<BatchJobStatus>;
};

/** JobCondition describes current state of a job. */
export type BatchJobCondition = {
  __typename?: 'BatchJobCondition';
  /** Last time the condition was checked. */
  lastProbeTime?: Maybe<Scalars['DateTime']['output']>;
  /** Last time the condition transit from one status to another. */
  lastTransitionTime?: Maybe<Scalars['DateTime']['output']>;
  /** Human readable message indicating details about last transition. */
  message?: Maybe<Scalars['String']['output']>;
  /** (brief) reason for the condition's last transition. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Status of the condition, one of True, False, Unknown. */
  status?: Maybe<Scalars['String']['output']>;
  /** Type of job condition, Complete or Failed. */
  type?: Maybe<Scalars['String']['output']>;
};

/** JobSpec describes how the job execution will look like. */
export type BatchJobSpec = {
  __typename?: 'BatchJobSpec';
  /** Specifies the duration in seconds relative to the startTime that the job may be continuously active before the system … */
  activeDeadlineSeconds?: Maybe<Scalars['BigInt']['output']>;
  /** Specifies the number of retries before marking this job failed. */
  backoffLimit?: Maybe<Scalars['Int']['output']>;
  /** Specifies the limit for the number of retries within an index before marking this index as failed. */
  backoffLimitPerIndex?: Maybe<Scalars['Int']['output']>;
  /** completionMode specifies how Pod completions are tracked. */
  completionMode?: Maybe<Scalars['String']['output']>;
  /** Specifies the desired number of successfully finished pods the job should be run with. */
  completions?: Maybe<Scalars['Int']['output']>;
  /** ManagedBy field indicates the controller that manages a Job. */
  managedBy?: Maybe<Scalars['String']['output']>;
  /** manualSelector controls generation of pod labels and pod selectors. */
  manualSelector?: Maybe<Scalars['Boolean']['output']>;
  /** Specifies the maximal number of failed indexes before marking the Job as failed, when backoffLimitPerIndex is set. */
  maxFailedIndexes?: Maybe<Scalars['Int']['output']>;
  /** Specifies the maximum desired number of pods the job should run at any given time. */
  parallelism?: Maybe<Scalars['Int']['output']>;
  /** Specifies the policy of handling failed pods. */
  podFailurePolicy?: Maybe<BatchPodFailurePolicy>;
  /** podReplacementPolicy specifies when to create replacement Pods. */
  podReplacementPolicy?: Maybe<Scalars['String']['output']>;
  /** A label query over pods that should match the pod count. */
  selector?: Maybe<MetaLabelSelector>;
  /** successPolicy specifies the policy when the Job can be declared as succeeded. */
  successPolicy?: Maybe<BatchSuccessPolicy>;
  /** suspend specifies whether the Job controller should create Pods or not. */
  suspend?: Maybe<Scalars['Boolean']['output']>;
  /** Describes the pod that will be created when executing a job. */
  template?: Maybe<CorePodTemplateSpec>;
  /** ttlSecondsAfterFinished limits the lifetime of a Job that has finished execution (either Complete or Failed). */
  ttlSecondsAfterFinished?: Maybe<Scalars['Int']['output']>;
};

/** JobStatus represents the current state of a Job. */
export type BatchJobStatus = {
  __typename?: 'BatchJobStatus';
  /** The number of pending and running pods which are not terminating (without a deletionTimestamp). */
  active?: Maybe<Scalars['Int']['output']>;
  /** completedIndexes holds the completed indexes when .spec.completionMode = "Indexed" in a text format. */
  completedIndexes?: Maybe<Scalars['String']['output']>;
  /** Represents time when the job was completed. */
  completionTime?: Maybe<Scalars['DateTime']['output']>;
  /** The latest available observations of an object's current state. */
  conditions?: Maybe<Array<BatchJobCondition>>;
  /** The number of pods which reached phase Failed. */
  failed?: Maybe<Scalars['Int']['output']>;
  /** FailedIndexes holds the failed indexes when spec.backoffLimitPerIndex is set. */
  failedIndexes?: Maybe<Scalars['String']['output']>;
  /** The number of active pods which have a Ready condition and are not terminating (without a deletionTimestamp). */
  ready?: Maybe<Scalars['Int']['output']>;
  /** Represents time when the job controller started processing a job. */
  startTime?: Maybe<Scalars['DateTime']['output']>;
  /** The number of pods which reached phase Succeeded. */
  succeeded?: Maybe<Scalars['Int']['output']>;
  /** The number of pods which are terminating (in phase Pending or Running and have a deletionTimestamp). */
  terminating?: Maybe<Scalars['Int']['output']>;
  /** uncountedTerminatedPods holds the UIDs of Pods that have terminated but the job controller hasn't yet accounted for in … */
  uncountedTerminatedPods?: Maybe<BatchUncountedTerminatedPods>;
};

/** JobTemplateSpec describes the data a Job should have when created from a template */
export type BatchJobTemplateSpec = {
  __typename?: 'BatchJobTemplateSpec';
  /** Standard object's metadata of the jobs created from this template. */
  metadata?: Maybe<MetaObjectMeta>;
  /** Specification of the desired behavior of the job. */
  spec?: Maybe<BatchJobSpec>;
};

/** PodFailurePolicy describes how failed pods influence the backoffLimit. */
export type BatchPodFailurePolicy = {
  __typename?: 'BatchPodFailurePolicy';
  /** A list of pod failure policy rules. */
  rules?: Maybe<Array<BatchPodFailurePolicyRule>>;
};

/** PodFailurePolicyOnExitCodesRequirement describes the requirement for handling a failed pod based on its container exit … */
export type BatchPodFailurePolicyOnExitCodesRequirement = {
  __typename?: 'BatchPodFailurePolicyOnExitCodesRequirement';
  /** Restricts the check for exit codes to the container with the specified name. */
  containerName?: Maybe<Scalars['String']['output']>;
  /** Represents the relationship between the container exit code(s) and the specified values. */
  operator?: Maybe<Scalars['String']['output']>;
  /** Specifies the set of values. */
  values?: Maybe<Array<Scalars['Int']['output']>>;
};

/** PodFailurePolicyOnPodConditionsPattern describes a pattern for matching an actual pod condition type. */
export type BatchPodFailurePolicyOnPodConditionsPattern = {
  __typename?: 'BatchPodFailurePolicyOnPodConditionsPattern';
  /** Specifies the required Pod condition status. */
  status?: Maybe<Scalars['String']['output']>;
  /** Specifies the required Pod condition type. */
  type?: Maybe<Scalars['String']['output']>;
};

/** PodFailurePolicyRule describes how a pod failure is handled when the requirements are met. */
export type BatchPodFailurePolicyRule = {
  __typename?: 'BatchPodFailurePolicyRule';
  /** Specifies the action taken on a pod failure when the requirements are satisfied. */
  action?: Maybe<Scalars['String']['output']>;
  /** Represents the requirement on the container exit codes. */
  onExitCodes?: Maybe<BatchPodFailurePolicyOnExitCodesRequirement>;
  /** Represents the requirement on the pod conditions. */
  onPodConditions?: Maybe<Array<BatchPodFailurePolicyOnPodConditionsPattern>>;
};

/** SuccessPolicy describes when a Job can be declared as succeeded based on the success of some indexes. */
export type BatchSuccessPolicy = {
  __typename?: 'BatchSuccessPolicy';
  /** rules represents the list of alternative rules for the declaring the Jobs as successful before `.status.succeeded >= … */
  rules?: Maybe<Array<BatchSuccessPolicyRule>>;
};

/** SuccessPolicyRule describes rule for declaring a Job as succeeded. */
export type BatchSuccessPolicyRule = {
  __typename?: 'BatchSuccessPolicyRule';
  /** succeededCount specifies the minimal required size of the actual set of the succeeded indexes for the Job. */
  succeededCount?: Maybe<Scalars['Int']['output']>;
  /** succeededIndexes specifies the set of indexes which need to be contained in the actual set of the succeeded indexes for … */
  succeededIndexes?: Maybe<Scalars['String']['output']>;
};

/** UncountedTerminatedPods holds UIDs of Pods that have terminated but haven't been accounted in Job status counters. */
export type BatchUncountedTerminatedPods = {
  __typename?: 'BatchUncountedTerminatedPods';
  /** failed holds UIDs of failed Pods. */
  failed?: Maybe<Array<Scalars['String']['output']>>;
  /** succeeded holds UIDs of succeeded Pods. */
  succeeded?: Maybe<Array<Scalars['String']['output']>>;
};

/** Input of `bound`. */
export type BoundInput = {
  /** True to let the cluster check the action without performing it. */
  dryRun?: Scalars['Boolean']['input'];
  /**
   * Key for safe repetition, 1 to 128 characters. Within ten minutes, the same request with this key does nothing and
   * returns the first results. A different request with this key is refused. A repetition that reaches another fleetgraph
   * process runs again.
   */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Ids of ManagedClusters and of Clusters of Karmada. At most `limits.actionObjects` in one request. */
  ids: Array<Scalars['ID']['input']>;
  /**
   * Number of Pods at which the engine stops assigning new workloads to a cluster, 1 to 999 999 999. Null removes the
   * bound.
   */
  pods?: InputMaybe<Scalars['Int']['input']>;
};

/** Leaf cluster. */
export type Cluster = Node & {
  __typename?: 'Cluster';
  /** Coverage of the cluster by the index. */
  coverage: ClusterCoverage;
  /** Id of the cluster: its name, percent-encoded. */
  id: Scalars['ID']['output'];
  /**
   * Version of Kubernetes that the cluster runs, for example `v1.31.2`. Null if unknown, for example because the cluster
   * has not answered yet.
   */
  kubernetesVersion?: Maybe<Scalars['String']['output']>;
  /** Labels of the cluster, from its registration. */
  labels: Scalars['StringMap']['output'];
  /** Mechanism by which the data of the cluster reaches the index. */
  mechanism: ClusterMechanism;
  /**
   * Number of instances in this cluster per health status, in the given namespaces. Null if the cluster is not in the
   * mesh.
   */
  meshHealth?: Maybe<MeshHealthCounts>;
  /** Name under which the cluster is registered. */
  name: Scalars['String']['output'];
  /** Number of objects of the cluster that the caller may see. */
  objectCount: Scalars['Int']['output'];
  /** Objects of the cluster. Null only if an error occurs. */
  objects?: Maybe<ObjectConnection>;
  /** Number of deployments per phase, of all deployments that apply their objects to this cluster. */
  packagePhases: PackagePhaseCounts;
  /**
   * Number of matching objects per status. Counts only objects that the caller may see. For a page of clusters, all counts
   * are computed together. Null only if an error occurs.
   */
  statusCounts?: Maybe<StatusCounts>;
};


/** Leaf cluster. */
export type ClusterMeshHealthArgs = {
  at?: InputMaybe<Scalars['DateTime']['input']>;
  namespaces: Array<Scalars['String']['input']>;
  type?: MeshItemType;
  window?: Scalars['Duration']['input'];
};


/** Leaf cluster. */
export type ClusterObjectsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ObjectFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ObjectOrder>>;
};


/** Leaf cluster. */
export type ClusterStatusCountsArgs = {
  filter?: InputMaybe<ObjectFilter>;
};

/** Page of clusters. */
export type ClusterConnection = {
  __typename?: 'ClusterConnection';
  /** Coverage of this answer. With a filter, the coverage includes only the matching clusters. */
  coverage: Coverage;
  /** Clusters of this page, with their cursors. */
  edges: Array<ClusterEdge>;
  /** Clusters of this page. */
  nodes: Array<Cluster>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of matching clusters that the caller may know. */
  totalCount: Scalars['Int']['output'];
};

/** Coverage of one cluster by the index: its state, the cause of gaps, and the state of each kind. */
export type ClusterCoverage = {
  __typename?: 'ClusterCoverage';
  /**
   * Cause for which the cluster, or one of its kinds, is not fully covered. Null if there is none. Kinds with the cause
   * UNWATCHABLE or PER_CALLER do not count. Kinds with the cause SHOWN_ELSEWHERE count only if the caller may miss
   * objects.
   */
  cause?: Maybe<CoverageCause>;
  /** Cluster that is covered. */
  cluster: Cluster;
  /** Time at which the RBAC of the cluster was last confirmed. Null if unknown. */
  grantsSyncedAt?: Maybe<Scalars['DateTime']['output']>;
  /**
   * Coverage of each kind that the caller may list, or of which the caller sees an object. Sorted by API group and kind.
   * Includes at most 100 kinds in state UNCOLLECTED.
   */
  kinds: Array<KindCoverage>;
  /**
   * Number of kinds in `kinds` in state WATCHING or POLLING, except kinds with the cause OVER_LIMIT. Null if the index has
   * no data of the cluster.
   */
  kindsListed?: Maybe<Scalars['Int']['output']>;
  /** Number of kinds in `kinds` that are not in state UNCOLLECTED. Null if the index has no data of the cluster. */
  kindsTotal?: Maybe<Scalars['Int']['output']>;
  /**
   * Explanation of `cause` and of the causes in `kinds`, with the number of kinds for each cause. Null if there is nothing
   * to explain.
   */
  reason?: Maybe<Scalars['String']['output']>;
  /** Coverage state of the cluster. */
  state: CoverageState;
  /** Time at which fleetgraph last received data of the cluster. Null if unknown. */
  syncedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** Page of clusters with their coverage. */
export type ClusterCoverageConnection = {
  __typename?: 'ClusterCoverageConnection';
  /** Coverage of the clusters of this page. */
  nodes: Array<ClusterCoverage>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of clusters on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** Cluster on a page, with its cursor. */
export type ClusterEdge = {
  __typename?: 'ClusterEdge';
  /** Cursor of the cluster. */
  cursor: Scalars['String']['output'];
  /** Cluster at this position. */
  node: Cluster;
};

/** Conditions on clusters. All given fields must match. */
export type ClusterFilter = {
  /** Label selector for the labels of the cluster, in Kubernetes syntax. */
  clusterLabels?: InputMaybe<Scalars['String']['input']>;
  /** Pattern for the name of the cluster. */
  name?: InputMaybe<StringFilter>;
  /** Names of clusters, compared exactly. */
  names?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Mechanism by which the data of a cluster reaches the index. */
export type ClusterMechanism =
  /** fleetgraph queries a Prometheus for metrics of the cluster. */
  | 'METRICS'
  /** fleetgraph reads from the API server of the cluster. */
  | 'PULL'
  /** An agent in the cluster sends reports. */
  | 'PUSH'
  | '%future added value';

/** Condition of the status of an object. A field is null if the condition does not have it. */
export type Condition = {
  __typename?: 'Condition';
  /** Time of the last change of `status`. */
  lastTransitionTime?: Maybe<Scalars['DateTime']['output']>;
  /** Human-readable explanation of the status. */
  message?: Maybe<Scalars['String']['output']>;
  /** Generation of the object that the condition describes. */
  observedGeneration?: Maybe<Scalars['Int']['output']>;
  /** Reason for the status, in one word. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Status of the condition: True, False or Unknown. */
  status: Scalars['String']['output'];
  /** Type of the condition, for example Ready or Available. */
  type: Scalars['String']['output'];
};

/** CPU and memory that one container uses. */
export type ContainerUsage = {
  __typename?: 'ContainerUsage';
  /** CPU, in cores. */
  cpu: ResourceAmounts;
  /** Memory, in bytes. */
  memory: ResourceAmounts;
  /** Name of the container. */
  name: Scalars['String']['output'];
};

/** Input of `cordon` and `uncordon`. */
export type CordonInput = {
  /** True to let the cluster check the action without performing it. */
  dryRun?: Scalars['Boolean']['input'];
  /**
   * Key for safe repetition, 1 to 128 characters. Within ten minutes, the same request with this key does nothing and
   * returns the first results. A different request with this key is refused. A repetition that reaches another fleetgraph
   * process runs again.
   */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Ids of Nodes. At most `limits.actionObjects` in one request. */
  ids: Array<Scalars['ID']['input']>;
};

/** Represents a Persistent Disk resource in AWS. An AWS EBS disk must exist before mounting to a container. */
export type CoreAwsElasticBlockStoreVolumeSource = {
  __typename?: 'CoreAWSElasticBlockStoreVolumeSource';
  /** fsType is the filesystem type of the volume that you want to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** partition is the partition in the volume that you want to mount. */
  partition?: Maybe<Scalars['Int']['output']>;
  /** readOnly value true will force the readOnly setting in VolumeMounts. */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** volumeID is unique ID of the persistent disk resource in AWS (Amazon EBS volume). */
  volumeID?: Maybe<Scalars['String']['output']>;
};

/** Affinity is a group of affinity scheduling rules. */
export type CoreAffinity = {
  __typename?: 'CoreAffinity';
  /** Describes node affinity scheduling rules for the pod. */
  nodeAffinity?: Maybe<CoreNodeAffinity>;
  /** Describes pod affinity scheduling rules (e.g. */
  podAffinity?: Maybe<CorePodAffinity>;
  /** Describes pod anti-affinity scheduling rules (e.g. */
  podAntiAffinity?: Maybe<CorePodAntiAffinity>;
};

/** AppArmorProfile defines a pod or container's AppArmor settings. */
export type CoreAppArmorProfile = {
  __typename?: 'CoreAppArmorProfile';
  /** localhostProfile indicates a profile loaded on the node that should be used. */
  localhostProfile?: Maybe<Scalars['String']['output']>;
  /** type indicates which kind of AppArmor profile will be applied. */
  type?: Maybe<Scalars['String']['output']>;
};

/** AttachedVolume describes a volume attached to a node */
export type CoreAttachedVolume = {
  __typename?: 'CoreAttachedVolume';
  /** DevicePath represents the device path where the volume should be available */
  devicePath?: Maybe<Scalars['String']['output']>;
  /** Name of the attached volume */
  name?: Maybe<Scalars['String']['output']>;
};

/** AzureDisk represents an Azure Data Disk mount on the host and bind mount to the pod. */
export type CoreAzureDiskVolumeSource = {
  __typename?: 'CoreAzureDiskVolumeSource';
  /** cachingMode is the Host Caching mode: None, Read Only, Read Write. */
  cachingMode?: Maybe<Scalars['String']['output']>;
  /** diskName is the Name of the data disk in the blob storage */
  diskName?: Maybe<Scalars['String']['output']>;
  /** diskURI is the URI of data disk in the blob storage */
  diskURI?: Maybe<Scalars['String']['output']>;
  /** fsType is Filesystem type to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** kind expected values are Shared: multiple blob disks per storage account Dedicated: single blob disk per storage … */
  kind?: Maybe<Scalars['String']['output']>;
  /** readOnly Defaults to false (read/write). */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
};

/** AzureFile represents an Azure File Service mount on the host and bind mount to the pod. */
export type CoreAzureFilePersistentVolumeSource = {
  __typename?: 'CoreAzureFilePersistentVolumeSource';
  /** readOnly defaults to false (read/write). */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** secretName is the name of secret that contains Azure Storage Account Name and Key */
  secretName?: Maybe<Scalars['String']['output']>;
  /** secretNamespace is the namespace of the secret that contains Azure Storage Account Name and Key default is the same as … */
  secretNamespace?: Maybe<Scalars['String']['output']>;
  /** shareName is the azure Share Name */
  shareName?: Maybe<Scalars['String']['output']>;
};

/** AzureFile represents an Azure File Service mount on the host and bind mount to the pod. */
export type CoreAzureFileVolumeSource = {
  __typename?: 'CoreAzureFileVolumeSource';
  /** readOnly defaults to false (read/write). */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** secretName is the name of secret that contains Azure Storage Account Name and Key */
  secretName?: Maybe<Scalars['String']['output']>;
  /** shareName is the azure share Name */
  shareName?: Maybe<Scalars['String']['output']>;
};

/** Represents storage that is managed by an external CSI volume driver */
export type CoreCsiPersistentVolumeSource = {
  __typename?: 'CoreCSIPersistentVolumeSource';
  /** controllerExpandSecretRef is a reference to the secret object containing sensitive information to pass to the CSI … */
  controllerExpandSecretRef?: Maybe<CoreSecretReference>;
  /** controllerPublishSecretRef is a reference to the secret object containing sensitive information to pass to the CSI … */
  controllerPublishSecretRef?: Maybe<CoreSecretReference>;
  /** driver is the name of the driver to use for this volume. */
  driver?: Maybe<Scalars['String']['output']>;
  /** fsType to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** nodeExpandSecretRef is a reference to the secret object containing sensitive information to pass to the CSI driver to … */
  nodeExpandSecretRef?: Maybe<CoreSecretReference>;
  /** nodePublishSecretRef is a reference to the secret object containing sensitive information to pass to the CSI driver to … */
  nodePublishSecretRef?: Maybe<CoreSecretReference>;
  /** nodeStageSecretRef is a reference to the secret object containing sensitive information to pass to the CSI driver to … */
  nodeStageSecretRef?: Maybe<CoreSecretReference>;
  /** readOnly value to pass to ControllerPublishVolumeRequest. */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** volumeAttributes of the volume to publish. */
  volumeAttributes?: Maybe<Scalars['StringMap']['output']>;
  /** volumeHandle is the unique volume name returned by the CSI volume plugin’s CreateVolume to refer to the volume on all … */
  volumeHandle?: Maybe<Scalars['String']['output']>;
};

/** Represents a source location of a volume to mount, managed by an external CSI driver */
export type CoreCsiVolumeSource = {
  __typename?: 'CoreCSIVolumeSource';
  /** driver is the name of the CSI driver that handles this volume. */
  driver?: Maybe<Scalars['String']['output']>;
  /** fsType to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** nodePublishSecretRef is a reference to the secret object containing sensitive information to pass to the CSI driver to … */
  nodePublishSecretRef?: Maybe<CoreLocalObjectReference>;
  /** readOnly specifies a read-only configuration for the volume. */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** volumeAttributes stores driver-specific properties that are passed to the CSI driver. */
  volumeAttributes?: Maybe<Scalars['StringMap']['output']>;
};

/** Adds and removes POSIX capabilities from running containers. */
export type CoreCapabilities = {
  __typename?: 'CoreCapabilities';
  /** Added capabilities */
  add?: Maybe<Array<Scalars['String']['output']>>;
  /** Removed capabilities */
  drop?: Maybe<Array<Scalars['String']['output']>>;
};

/** Represents a Ceph Filesystem mount that lasts the lifetime of a pod Cephfs volumes do not support ownership management … */
export type CoreCephFsPersistentVolumeSource = {
  __typename?: 'CoreCephFSPersistentVolumeSource';
  /** monitors is Required: Monitors is a collection of Ceph monitors More info: … */
  monitors?: Maybe<Array<Scalars['String']['output']>>;
  /** path is Optional: Used as the mounted root, rather than the full Ceph tree, default is / */
  path?: Maybe<Scalars['String']['output']>;
  /** readOnly is Optional: Defaults to false (read/write). */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** secretFile is Optional: SecretFile is the path to key ring for User, default is /etc/ceph/user.secret More info: … */
  secretFile?: Maybe<Scalars['String']['output']>;
  /** secretRef is Optional: SecretRef is reference to the authentication secret for User, default is empty. */
  secretRef?: Maybe<CoreSecretReference>;
  /** user is Optional: User is the rados user name, default is admin More info: … */
  user?: Maybe<Scalars['String']['output']>;
};

/** Represents a Ceph Filesystem mount that lasts the lifetime of a pod Cephfs volumes do not support ownership management … */
export type CoreCephFsVolumeSource = {
  __typename?: 'CoreCephFSVolumeSource';
  /** monitors is Required: Monitors is a collection of Ceph monitors More info: … */
  monitors?: Maybe<Array<Scalars['String']['output']>>;
  /** path is Optional: Used as the mounted root, rather than the full Ceph tree, default is / */
  path?: Maybe<Scalars['String']['output']>;
  /** readOnly is Optional: Defaults to false (read/write). */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** secretFile is Optional: SecretFile is the path to key ring for User, default is /etc/ceph/user.secret More info: … */
  secretFile?: Maybe<Scalars['String']['output']>;
  /** secretRef is Optional: SecretRef is reference to the authentication secret for User, default is empty. */
  secretRef?: Maybe<CoreLocalObjectReference>;
  /** user is optional: User is the rados user name, default is admin More info: … */
  user?: Maybe<Scalars['String']['output']>;
};

/** Represents a cinder volume resource in Openstack. */
export type CoreCinderPersistentVolumeSource = {
  __typename?: 'CoreCinderPersistentVolumeSource';
  /** fsType Filesystem type to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** readOnly is Optional: Defaults to false (read/write). */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** secretRef is Optional: points to a secret object containing parameters used to connect to OpenStack. */
  secretRef?: Maybe<CoreSecretReference>;
  /** volumeID used to identify the volume in cinder. */
  volumeID?: Maybe<Scalars['String']['output']>;
};

/** Represents a cinder volume resource in Openstack. */
export type CoreCinderVolumeSource = {
  __typename?: 'CoreCinderVolumeSource';
  /** fsType is the filesystem type to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** readOnly defaults to false (read/write). */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** secretRef is optional: points to a secret object containing parameters used to connect to OpenStack. */
  secretRef?: Maybe<CoreLocalObjectReference>;
  /** volumeID used to identify the volume in cinder. */
  volumeID?: Maybe<Scalars['String']['output']>;
};

/** ClientIPConfig represents the configurations of Client IP based session affinity. */
export type CoreClientIpConfig = {
  __typename?: 'CoreClientIPConfig';
  /** timeoutSeconds specifies the seconds of ClientIP type session sticky time. */
  timeoutSeconds?: Maybe<Scalars['Int']['output']>;
};

/** ClusterTrustBundleProjection describes how to select a set of ClusterTrustBundle objects and project their contents … */
export type CoreClusterTrustBundleProjection = {
  __typename?: 'CoreClusterTrustBundleProjection';
  /** Select all ClusterTrustBundles that match this label selector. */
  labelSelector?: Maybe<MetaLabelSelector>;
  /** Select a single ClusterTrustBundle by object name. */
  name?: Maybe<Scalars['String']['output']>;
  /** If true, don't block pod startup if the referenced ClusterTrustBundle(s) aren't available. */
  optional?: Maybe<Scalars['Boolean']['output']>;
  /** Relative path from the volume root to write the bundle. */
  path?: Maybe<Scalars['String']['output']>;
  /** Select all ClusterTrustBundles that match this signer name. */
  signerName?: Maybe<Scalars['String']['output']>;
};

/** ConfigMap holds configuration data for pods to consume. */
export type CoreConfigMap = KubernetesResource & {
  __typename?: 'CoreConfigMap';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** BinaryData contains the binary data. */
  binaryData?: Maybe<Scalars['StringMap']['output']>;
  /** Data contains the configuration data. */
  data?: Maybe<Scalars['StringMap']['output']>;
  /** Immutable, if set to true, ensures that data stored in the ConfigMap cannot be updated (only object metadata can be … */
  immutable?: Maybe<Scalars['Boolean']['output']>;
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
};

/** ConfigMapEnvSource selects a ConfigMap to populate the environment variables with. */
export type CoreConfigMapEnvSource = {
  __typename?: 'CoreConfigMapEnvSource';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
  /** Specify whether the ConfigMap must be defined */
  optional?: Maybe<Scalars['Boolean']['output']>;
};

/** Selects a key from a ConfigMap. */
export type CoreConfigMapKeySelector = {
  __typename?: 'CoreConfigMapKeySelector';
  /** The key to select. */
  key?: Maybe<Scalars['String']['output']>;
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
  /** Specify whether the ConfigMap or its key must be defined */
  optional?: Maybe<Scalars['Boolean']['output']>;
};

/** ConfigMapNodeConfigSource contains the information to reference a ConfigMap as a config source for the Node. */
export type CoreConfigMapNodeConfigSource = {
  __typename?: 'CoreConfigMapNodeConfigSource';
  /** KubeletConfigKey declares which key of the referenced ConfigMap corresponds to the KubeletConfiguration structure This … */
  kubeletConfigKey?: Maybe<Scalars['String']['output']>;
  /** Name is the metadata.name of the referenced ConfigMap. */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace is the metadata.namespace of the referenced ConfigMap. */
  namespace?: Maybe<Scalars['String']['output']>;
  /** ResourceVersion is the metadata.ResourceVersion of the referenced ConfigMap. */
  resourceVersion?: Maybe<Scalars['String']['output']>;
  /** UID is the metadata.UID of the referenced ConfigMap. */
  uid?: Maybe<Scalars['String']['output']>;
};

/** Adapts a ConfigMap into a projected volume. */
export type CoreConfigMapProjection = {
  __typename?: 'CoreConfigMapProjection';
  /** items if unspecified, each key-value pair in the Data field of the referenced ConfigMap will be projected into the … */
  items?: Maybe<Array<CoreKeyToPath>>;
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
  /** optional specify whether the ConfigMap or its keys must be defined */
  optional?: Maybe<Scalars['Boolean']['output']>;
};

/** Adapts a ConfigMap into a volume. */
export type CoreConfigMapVolumeSource = {
  __typename?: 'CoreConfigMapVolumeSource';
  /** defaultMode is optional: mode bits used to set permissions on created files by default. */
  defaultMode?: Maybe<Scalars['Int']['output']>;
  /** items if unspecified, each key-value pair in the Data field of the referenced ConfigMap will be projected into the … */
  items?: Maybe<Array<CoreKeyToPath>>;
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
  /** optional specify whether the ConfigMap or its keys must be defined */
  optional?: Maybe<Scalars['Boolean']['output']>;
};

/** A single application container that you want to run within a pod. */
export type CoreContainer = {
  __typename?: 'CoreContainer';
  /** Arguments to the entrypoint. */
  args?: Maybe<Array<Scalars['String']['output']>>;
  /** Entrypoint array. */
  command?: Maybe<Array<Scalars['String']['output']>>;
  /** List of environment variables to set in the container. */
  env?: Maybe<Array<CoreEnvVar>>;
  /** List of sources to populate environment variables in the container. */
  envFrom?: Maybe<Array<CoreEnvFromSource>>;
  /** Container image name. */
  image?: Maybe<Scalars['String']['output']>;
  /** Image pull policy. */
  imagePullPolicy?: Maybe<Scalars['String']['output']>;
  /** Actions that the management system should take in response to container lifecycle events. */
  lifecycle?: Maybe<CoreLifecycle>;
  /** Periodic probe of container liveness. */
  livenessProbe?: Maybe<CoreProbe>;
  /** Name of the container specified as a DNS_LABEL. Each container in a pod must have a unique name (DNS_LABEL). */
  name?: Maybe<Scalars['String']['output']>;
  /** List of ports to expose from the container. */
  ports?: Maybe<Array<CoreContainerPort>>;
  /** Periodic probe of container service readiness. */
  readinessProbe?: Maybe<CoreProbe>;
  /** Resources resize policy for the container. */
  resizePolicy?: Maybe<Array<CoreContainerResizePolicy>>;
  /** Compute Resources required by this container. */
  resources?: Maybe<CoreResourceRequirements>;
  /** RestartPolicy defines the restart behavior of individual containers in a pod. */
  restartPolicy?: Maybe<Scalars['String']['output']>;
  /** Represents a list of rules to be checked to determine if the container should be restarted on exit. */
  restartPolicyRules?: Maybe<Array<CoreContainerRestartRule>>;
  /** SecurityContext defines the security options the container should be run with. */
  securityContext?: Maybe<CoreSecurityContext>;
  /** StartupProbe indicates that the Pod has successfully initialized. */
  startupProbe?: Maybe<CoreProbe>;
  /** Whether this container should allocate a buffer for stdin in the container runtime. */
  stdin?: Maybe<Scalars['Boolean']['output']>;
  /** Whether the container runtime should close the stdin channel after it has been opened by a single attach. */
  stdinOnce?: Maybe<Scalars['Boolean']['output']>;
  /** Optional: Path at which the file to which the container's termination message will be written is mounted into the … */
  terminationMessagePath?: Maybe<Scalars['String']['output']>;
  /** Indicate how the termination message should be populated. */
  terminationMessagePolicy?: Maybe<Scalars['String']['output']>;
  /** Whether this container should allocate a TTY for itself, also requires 'stdin' to be true. */
  tty?: Maybe<Scalars['Boolean']['output']>;
  /** volumeDevices is the list of block devices to be used by the container. */
  volumeDevices?: Maybe<Array<CoreVolumeDevice>>;
  /** Pod volumes to mount into the container's filesystem. */
  volumeMounts?: Maybe<Array<CoreVolumeMount>>;
  /** Container's working directory. */
  workingDir?: Maybe<Scalars['String']['output']>;
};

/** ContainerExtendedResourceRequest has the mapping of container name, extended resource name to the device request name. */
export type CoreContainerExtendedResourceRequest = {
  __typename?: 'CoreContainerExtendedResourceRequest';
  /** The name of the container requesting resources. */
  containerName?: Maybe<Scalars['String']['output']>;
  /** The name of the request in the special ResourceClaim which corresponds to the extended resource. */
  requestName?: Maybe<Scalars['String']['output']>;
  /** The name of the extended resource in that container which gets backed by DRA. */
  resourceName?: Maybe<Scalars['String']['output']>;
};

/** Describe a container image */
export type CoreContainerImage = {
  __typename?: 'CoreContainerImage';
  /** Names by which this image is known. */
  names?: Maybe<Array<Scalars['String']['output']>>;
  /** The size of the image in bytes. */
  sizeBytes?: Maybe<Scalars['BigInt']['output']>;
};

/** ContainerPort represents a network port in a single container. */
export type CoreContainerPort = {
  __typename?: 'CoreContainerPort';
  /** Number of port to expose on the pod's IP address. */
  containerPort?: Maybe<Scalars['Int']['output']>;
  /** What host IP to bind the external port to. */
  hostIP?: Maybe<Scalars['String']['output']>;
  /** Number of port to expose on the host. */
  hostPort?: Maybe<Scalars['Int']['output']>;
  /** If specified, this must be an IANA_SVC_NAME and unique within the pod. */
  name?: Maybe<Scalars['String']['output']>;
  /** Protocol for port. */
  protocol?: Maybe<Scalars['String']['output']>;
};

/** ContainerResizePolicy represents resource resize policy for the container. */
export type CoreContainerResizePolicy = {
  __typename?: 'CoreContainerResizePolicy';
  /** Name of the resource to which this resource resize policy applies. */
  resourceName?: Maybe<Scalars['String']['output']>;
  /** Restart policy to apply when specified resource is resized. */
  restartPolicy?: Maybe<Scalars['String']['output']>;
};

/** ContainerRestartRule describes how a container exit is handled. */
export type CoreContainerRestartRule = {
  __typename?: 'CoreContainerRestartRule';
  /** Specifies the action taken on a container exit if the requirements are satisfied. */
  action?: Maybe<Scalars['String']['output']>;
  /** Represents the exit codes to check on container exits. */
  exitCodes?: Maybe<CoreContainerRestartRuleOnExitCodes>;
};

/** ContainerRestartRuleOnExitCodes describes the condition for handling an exited container based on its exit codes. */
export type CoreContainerRestartRuleOnExitCodes = {
  __typename?: 'CoreContainerRestartRuleOnExitCodes';
  /** Represents the relationship between the container exit code(s) and the specified values. */
  operator?: Maybe<Scalars['String']['output']>;
  /** Specifies the set of values to check for container exit codes. */
  values?: Maybe<Array<Scalars['Int']['output']>>;
};

/** ContainerState holds a possible state of container. */
export type CoreContainerState = {
  __typename?: 'CoreContainerState';
  /** Details about a running container */
  running?: Maybe<CoreContainerStateRunning>;
  /** Details about a terminated container */
  terminated?: Maybe<CoreContainerStateTerminated>;
  /** Details about a waiting container */
  waiting?: Maybe<CoreContainerStateWaiting>;
};

/** ContainerStateRunning is a running state of a container. */
export type CoreContainerStateRunning = {
  __typename?: 'CoreContainerStateRunning';
  /** Time at which the container was last (re-)started */
  startedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** ContainerStateTerminated is a terminated state of a container. */
export type CoreContainerStateTerminated = {
  __typename?: 'CoreContainerStateTerminated';
  /** Container's ID in the format '<type>://<container_id>' */
  containerID?: Maybe<Scalars['String']['output']>;
  /** Exit status from the last termination of the container */
  exitCode?: Maybe<Scalars['Int']['output']>;
  /** Time at which the container last terminated */
  finishedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Message regarding the last termination of the container */
  message?: Maybe<Scalars['String']['output']>;
  /** (brief) reason from the last termination of the container */
  reason?: Maybe<Scalars['String']['output']>;
  /** Signal from the last termination of the container */
  signal?: Maybe<Scalars['Int']['output']>;
  /** Time at which previous execution of the container started */
  startedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** ContainerStateWaiting is a waiting state of a container. */
export type CoreContainerStateWaiting = {
  __typename?: 'CoreContainerStateWaiting';
  /** Message regarding why the container is not yet running. */
  message?: Maybe<Scalars['String']['output']>;
  /** (brief) reason the container is not yet running. */
  reason?: Maybe<Scalars['String']['output']>;
};

/** ContainerStatus contains details for the current status of this container. */
export type CoreContainerStatus = {
  __typename?: 'CoreContainerStatus';
  /** AllocatedResources represents the compute resources allocated for this container by the node. */
  allocatedResources?: Maybe<Scalars['StringMap']['output']>;
  /** AllocatedResourcesStatus represents the status of various resources allocated for this Pod. */
  allocatedResourcesStatus?: Maybe<Array<CoreResourceStatus>>;
  /** ContainerID is the ID of the container in the format '<type>://<container_id>'. */
  containerID?: Maybe<Scalars['String']['output']>;
  /** Image is the name of container image that the container is running. */
  image?: Maybe<Scalars['String']['output']>;
  /** ImageID is the image ID of the container's image. */
  imageID?: Maybe<Scalars['String']['output']>;
  /** LastTerminationState holds the last termination state of the container to help debug container crashes and restarts. */
  lastState?: Maybe<CoreContainerState>;
  /** Name is a DNS_LABEL representing the unique name of the container. */
  name?: Maybe<Scalars['String']['output']>;
  /** Ready specifies whether the container is currently passing its readiness check. */
  ready?: Maybe<Scalars['Boolean']['output']>;
  /** Resources represents the compute resource requests and limits that have been successfully enacted on the running … */
  resources?: Maybe<CoreResourceRequirements>;
  /** RestartCount holds the number of times the container has been restarted. */
  restartCount?: Maybe<Scalars['Int']['output']>;
  /** Started indicates whether the container has finished its postStart lifecycle hook and passed its startup probe. */
  started?: Maybe<Scalars['Boolean']['output']>;
  /** State holds details about the container's current condition. */
  state?: Maybe<CoreContainerState>;
  /** StopSignal reports the effective stop signal for this container Possible enum values: - `"SIGABRT"` - `"SIGALRM"` - … */
  stopSignal?: Maybe<Scalars['String']['output']>;
  /** User represents user identity information initially attached to the first process of the container */
  user?: Maybe<CoreContainerUser>;
  /** Status of volume mounts. */
  volumeMounts?: Maybe<Array<CoreVolumeMountStatus>>;
};

/** ContainerUser represents user identity information */
export type CoreContainerUser = {
  __typename?: 'CoreContainerUser';
  /** Linux holds user identity information initially attached to the first process of the containers in Linux. */
  linux?: Maybe<CoreLinuxContainerUser>;
};

/** DaemonEndpoint contains information about a single Daemon endpoint. */
export type CoreDaemonEndpoint = {
  __typename?: 'CoreDaemonEndpoint';
  /** Port number of the given endpoint. */
  Port?: Maybe<Scalars['Int']['output']>;
};

/** Represents downward API info for projecting into a projected volume. */
export type CoreDownwardApiProjection = {
  __typename?: 'CoreDownwardAPIProjection';
  /** Items is a list of DownwardAPIVolume file */
  items?: Maybe<Array<CoreDownwardApiVolumeFile>>;
};

/** DownwardAPIVolumeFile represents information to create the file containing the pod field */
export type CoreDownwardApiVolumeFile = {
  __typename?: 'CoreDownwardAPIVolumeFile';
  /** Required: Selects a field of the pod: only annotations, labels, name, namespace and uid are supported. */
  fieldRef?: Maybe<CoreObjectFieldSelector>;
  /** Optional: mode bits used to set permissions on this file, must be an octal value between 0000 and 0777 or a decimal … */
  mode?: Maybe<Scalars['Int']['output']>;
  /** Required: Path is the relative path name of the file to be created. */
  path?: Maybe<Scalars['String']['output']>;
  /** Selects a resource of the container: only resources limits and requests (limits.cpu, limits.memory, requests.cpu and … */
  resourceFieldRef?: Maybe<CoreResourceFieldSelector>;
};

/** DownwardAPIVolumeSource represents a volume containing downward API info. */
export type CoreDownwardApiVolumeSource = {
  __typename?: 'CoreDownwardAPIVolumeSource';
  /** Optional: mode bits to use on created files by default. */
  defaultMode?: Maybe<Scalars['Int']['output']>;
  /** Items is a list of downward API volume file */
  items?: Maybe<Array<CoreDownwardApiVolumeFile>>;
};

/** Represents an empty directory for a pod. */
export type CoreEmptyDirVolumeSource = {
  __typename?: 'CoreEmptyDirVolumeSource';
  /** medium represents what type of storage medium should back this directory. */
  medium?: Maybe<Scalars['String']['output']>;
  /** sizeLimit is the total amount of local storage required for this EmptyDir volume. */
  sizeLimit?: Maybe<Scalars['Quantity']['output']>;
};

/** EnvFromSource represents the source of a set of ConfigMaps or Secrets */
export type CoreEnvFromSource = {
  __typename?: 'CoreEnvFromSource';
  /** The ConfigMap to select from */
  configMapRef?: Maybe<CoreConfigMapEnvSource>;
  /** Optional text to prepend to the name of each environment variable. */
  prefix?: Maybe<Scalars['String']['output']>;
  /** The Secret to select from */
  secretRef?: Maybe<CoreSecretEnvSource>;
};

/** EnvVar represents an environment variable present in a Container. */
export type CoreEnvVar = {
  __typename?: 'CoreEnvVar';
  /** Name of the environment variable. */
  name?: Maybe<Scalars['String']['output']>;
  /** Variable references $(VAR_NAME) are expanded using the previously defined environment variables in the container and … */
  value?: Maybe<Scalars['String']['output']>;
  /** Source for the environment variable's value. */
  valueFrom?: Maybe<CoreEnvVarSource>;
};

/** EnvVarSource represents a source for the value of an EnvVar. */
export type CoreEnvVarSource = {
  __typename?: 'CoreEnvVarSource';
  /** Selects a key of a ConfigMap. */
  configMapKeyRef?: Maybe<CoreConfigMapKeySelector>;
  /** Selects a field of the pod: supports metadata.name, metadata.namespace, `metadata.labels['<KEY>']`, … */
  fieldRef?: Maybe<CoreObjectFieldSelector>;
  /** FileKeyRef selects a key of the env file. */
  fileKeyRef?: Maybe<CoreFileKeySelector>;
  /** Selects a resource of the container: only resources limits and requests (limits.cpu, limits.memory, … */
  resourceFieldRef?: Maybe<CoreResourceFieldSelector>;
  /** Selects a key of a secret in the pod's namespace */
  secretKeyRef?: Maybe<CoreSecretKeySelector>;
};

/** An EphemeralContainer is a temporary container that you may add to an existing Pod for user-initiated activities such … */
export type CoreEphemeralContainer = {
  __typename?: 'CoreEphemeralContainer';
  /** Arguments to the entrypoint. */
  args?: Maybe<Array<Scalars['String']['output']>>;
  /** Entrypoint array. */
  command?: Maybe<Array<Scalars['String']['output']>>;
  /** List of environment variables to set in the container. */
  env?: Maybe<Array<CoreEnvVar>>;
  /** List of sources to populate environment variables in the container. */
  envFrom?: Maybe<Array<CoreEnvFromSource>>;
  /** Container image name. */
  image?: Maybe<Scalars['String']['output']>;
  /** Image pull policy. */
  imagePullPolicy?: Maybe<Scalars['String']['output']>;
  /** Lifecycle is not allowed for ephemeral containers. */
  lifecycle?: Maybe<CoreLifecycle>;
  /** Probes are not allowed for ephemeral containers. */
  livenessProbe?: Maybe<CoreProbe>;
  /** Name of the ephemeral container specified as a DNS_LABEL. This name must be unique among all containers, init … */
  name?: Maybe<Scalars['String']['output']>;
  /** Ports are not allowed for ephemeral containers. */
  ports?: Maybe<Array<CoreContainerPort>>;
  /** Probes are not allowed for ephemeral containers. */
  readinessProbe?: Maybe<CoreProbe>;
  /** Resources resize policy for the container. */
  resizePolicy?: Maybe<Array<CoreContainerResizePolicy>>;
  /** Resources are not allowed for ephemeral containers. */
  resources?: Maybe<CoreResourceRequirements>;
  /** Restart policy for the container to manage the restart behavior of each container within a pod. */
  restartPolicy?: Maybe<Scalars['String']['output']>;
  /** Represents a list of rules to be checked to determine if the container should be restarted on exit. */
  restartPolicyRules?: Maybe<Array<CoreContainerRestartRule>>;
  /** Optional: SecurityContext defines the security options the ephemeral container should be run with. */
  securityContext?: Maybe<CoreSecurityContext>;
  /** Probes are not allowed for ephemeral containers. */
  startupProbe?: Maybe<CoreProbe>;
  /** Whether this container should allocate a buffer for stdin in the container runtime. */
  stdin?: Maybe<Scalars['Boolean']['output']>;
  /** Whether the container runtime should close the stdin channel after it has been opened by a single attach. */
  stdinOnce?: Maybe<Scalars['Boolean']['output']>;
  /** If set, the name of the container from PodSpec that this ephemeral container targets. */
  targetContainerName?: Maybe<Scalars['String']['output']>;
  /** Optional: Path at which the file to which the container's termination message will be written is mounted into the … */
  terminationMessagePath?: Maybe<Scalars['String']['output']>;
  /** Indicate how the termination message should be populated. */
  terminationMessagePolicy?: Maybe<Scalars['String']['output']>;
  /** Whether this container should allocate a TTY for itself, also requires 'stdin' to be true. */
  tty?: Maybe<Scalars['Boolean']['output']>;
  /** volumeDevices is the list of block devices to be used by the container. */
  volumeDevices?: Maybe<Array<CoreVolumeDevice>>;
  /** Pod volumes to mount into the container's filesystem. */
  volumeMounts?: Maybe<Array<CoreVolumeMount>>;
  /** Container's working directory. */
  workingDir?: Maybe<Scalars['String']['output']>;
};

/** Represents an ephemeral volume that is handled by a normal storage driver. */
export type CoreEphemeralVolumeSource = {
  __typename?: 'CoreEphemeralVolumeSource';
  /** Will be used to create a stand-alone PVC to provision the volume. */
  volumeClaimTemplate?: Maybe<CorePersistentVolumeClaimTemplate>;
};

/** ExecAction describes a "run in container" action. */
export type CoreExecAction = {
  __typename?: 'CoreExecAction';
  /** Command is the command line to execute inside the container, the working directory for the command is root ('/') in the … */
  command?: Maybe<Array<Scalars['String']['output']>>;
};

/** Represents a Fibre Channel volume. */
export type CoreFcVolumeSource = {
  __typename?: 'CoreFCVolumeSource';
  /** fsType is the filesystem type to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** lun is Optional: FC target lun number */
  lun?: Maybe<Scalars['Int']['output']>;
  /** readOnly is Optional: Defaults to false (read/write). */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** targetWWNs is Optional: FC target worldwide names (WWNs) */
  targetWWNs?: Maybe<Array<Scalars['String']['output']>>;
  /** wwids Optional: FC volume world wide identifiers (wwids) Either wwids or combination of targetWWNs and lun must be set, … */
  wwids?: Maybe<Array<Scalars['String']['output']>>;
};

/** FileKeySelector selects a key of the env file. */
export type CoreFileKeySelector = {
  __typename?: 'CoreFileKeySelector';
  /** The key within the env file. */
  key?: Maybe<Scalars['String']['output']>;
  /** Specify whether the file or its key must be defined. */
  optional?: Maybe<Scalars['Boolean']['output']>;
  /** The path within the volume from which to select the file. */
  path?: Maybe<Scalars['String']['output']>;
  /** The name of the volume mount containing the env file. */
  volumeName?: Maybe<Scalars['String']['output']>;
};

/** FlexPersistentVolumeSource represents a generic persistent volume resource that is provisioned/attached using an exec … */
export type CoreFlexPersistentVolumeSource = {
  __typename?: 'CoreFlexPersistentVolumeSource';
  /** driver is the name of the driver to use for this volume. */
  driver?: Maybe<Scalars['String']['output']>;
  /** fsType is the Filesystem type to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** options is Optional: this field holds extra command options if any. */
  options?: Maybe<Scalars['StringMap']['output']>;
  /** readOnly is Optional: defaults to false (read/write). */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** secretRef is Optional: SecretRef is reference to the secret object containing sensitive information to pass to the … */
  secretRef?: Maybe<CoreSecretReference>;
};

/** FlexVolume represents a generic volume resource that is provisioned/attached using an exec based plugin. */
export type CoreFlexVolumeSource = {
  __typename?: 'CoreFlexVolumeSource';
  /** driver is the name of the driver to use for this volume. */
  driver?: Maybe<Scalars['String']['output']>;
  /** fsType is the filesystem type to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** options is Optional: this field holds extra command options if any. */
  options?: Maybe<Scalars['StringMap']['output']>;
  /** readOnly is Optional: defaults to false (read/write). */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** secretRef is Optional: secretRef is reference to the secret object containing sensitive information to pass to the … */
  secretRef?: Maybe<CoreLocalObjectReference>;
};

/** Represents a Flocker volume mounted by the Flocker agent. */
export type CoreFlockerVolumeSource = {
  __typename?: 'CoreFlockerVolumeSource';
  /** datasetName is Name of the dataset stored as metadata -> name on the dataset for Flocker should be considered as … */
  datasetName?: Maybe<Scalars['String']['output']>;
  /** datasetUUID is the UUID of the dataset. */
  datasetUUID?: Maybe<Scalars['String']['output']>;
};

/** Represents a Persistent Disk resource in Google Compute Engine. */
export type CoreGcePersistentDiskVolumeSource = {
  __typename?: 'CoreGCEPersistentDiskVolumeSource';
  /** fsType is filesystem type of the volume that you want to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** partition is the partition in the volume that you want to mount. */
  partition?: Maybe<Scalars['Int']['output']>;
  /** pdName is unique name of the PD resource in GCE. Used to identify the disk in GCE. More info: … */
  pdName?: Maybe<Scalars['String']['output']>;
  /** readOnly here will force the ReadOnly setting in VolumeMounts. */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
};

/** GRPCAction specifies an action involving a GRPC service. */
export type CoreGrpcAction = {
  __typename?: 'CoreGRPCAction';
  /** Port number of the gRPC service. */
  port?: Maybe<Scalars['Int']['output']>;
  /** Service is the name of the service to place in the gRPC HealthCheckRequest (see … */
  service?: Maybe<Scalars['String']['output']>;
};

/** Represents a volume that is populated with the contents of a git repository. */
export type CoreGitRepoVolumeSource = {
  __typename?: 'CoreGitRepoVolumeSource';
  /** directory is the target directory name. */
  directory?: Maybe<Scalars['String']['output']>;
  /** repository is the URL */
  repository?: Maybe<Scalars['String']['output']>;
  /** revision is the commit hash for the specified revision. */
  revision?: Maybe<Scalars['String']['output']>;
};

/** Represents a Glusterfs mount that lasts the lifetime of a pod. */
export type CoreGlusterfsPersistentVolumeSource = {
  __typename?: 'CoreGlusterfsPersistentVolumeSource';
  /** endpoints is the endpoint name that details Glusterfs topology. */
  endpoints?: Maybe<Scalars['String']['output']>;
  /** endpointsNamespace is the namespace that contains Glusterfs endpoint. */
  endpointsNamespace?: Maybe<Scalars['String']['output']>;
  /** path is the Glusterfs volume path. */
  path?: Maybe<Scalars['String']['output']>;
  /** readOnly here will force the Glusterfs volume to be mounted with read-only permissions. */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
};

/** Represents a Glusterfs mount that lasts the lifetime of a pod. */
export type CoreGlusterfsVolumeSource = {
  __typename?: 'CoreGlusterfsVolumeSource';
  /** endpoints is the endpoint name that details Glusterfs topology. */
  endpoints?: Maybe<Scalars['String']['output']>;
  /** path is the Glusterfs volume path. */
  path?: Maybe<Scalars['String']['output']>;
  /** readOnly here will force the Glusterfs volume to be mounted with read-only permissions. */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
};

/** HTTPGetAction describes an action based on HTTP Get requests. */
export type CoreHttpGetAction = {
  __typename?: 'CoreHTTPGetAction';
  /** Host name to connect to, defaults to the pod IP. You probably want to set "Host" in httpHeaders instead. */
  host?: Maybe<Scalars['String']['output']>;
  /** Custom headers to set in the request. */
  httpHeaders?: Maybe<Array<CoreHttpHeader>>;
  /** Path to access on the HTTP server. */
  path?: Maybe<Scalars['String']['output']>;
  /** Name or number of the port to access on the container. */
  port?: Maybe<Scalars['IntOrString']['output']>;
  /** Scheme to use for connecting to the host. */
  scheme?: Maybe<Scalars['String']['output']>;
};

/** HTTPHeader describes a custom header to be used in HTTP probes */
export type CoreHttpHeader = {
  __typename?: 'CoreHTTPHeader';
  /** The header field name. */
  name?: Maybe<Scalars['String']['output']>;
  /** The header field value */
  value?: Maybe<Scalars['String']['output']>;
};

/** HostAlias holds the mapping between IP and hostnames that will be injected as an entry in the pod's hosts file. */
export type CoreHostAlias = {
  __typename?: 'CoreHostAlias';
  /** Hostnames for the above IP address. */
  hostnames?: Maybe<Array<Scalars['String']['output']>>;
  /** IP address of the host file entry. */
  ip?: Maybe<Scalars['String']['output']>;
};

/** HostIP represents a single IP address allocated to the host. */
export type CoreHostIp = {
  __typename?: 'CoreHostIP';
  /** IP is the IP address assigned to the host */
  ip?: Maybe<Scalars['String']['output']>;
};

/** Represents a host path mapped into a pod. */
export type CoreHostPathVolumeSource = {
  __typename?: 'CoreHostPathVolumeSource';
  /** path of the directory on the host. */
  path?: Maybe<Scalars['String']['output']>;
  /** type for HostPath Volume Defaults to "" More info: https://kubernetes.io/docs/concepts/storage/volumes#hostpath … */
  type?: Maybe<Scalars['String']['output']>;
};

/** ISCSIPersistentVolumeSource represents an ISCSI disk. */
export type CoreIscsiPersistentVolumeSource = {
  __typename?: 'CoreISCSIPersistentVolumeSource';
  /** chapAuthDiscovery defines whether support iSCSI Discovery CHAP authentication */
  chapAuthDiscovery?: Maybe<Scalars['Boolean']['output']>;
  /** chapAuthSession defines whether support iSCSI Session CHAP authentication */
  chapAuthSession?: Maybe<Scalars['Boolean']['output']>;
  /** fsType is the filesystem type of the volume that you want to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** initiatorName is the custom iSCSI Initiator Name. */
  initiatorName?: Maybe<Scalars['String']['output']>;
  /** iqn is Target iSCSI Qualified Name. */
  iqn?: Maybe<Scalars['String']['output']>;
  /** iscsiInterface is the interface Name that uses an iSCSI transport. */
  iscsiInterface?: Maybe<Scalars['String']['output']>;
  /** lun is iSCSI Target Lun number. */
  lun?: Maybe<Scalars['Int']['output']>;
  /** portals is the iSCSI Target Portal List. */
  portals?: Maybe<Array<Scalars['String']['output']>>;
  /** readOnly here will force the ReadOnly setting in VolumeMounts. */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** secretRef is the CHAP Secret for iSCSI target and initiator authentication */
  secretRef?: Maybe<CoreSecretReference>;
  /** targetPortal is iSCSI Target Portal. */
  targetPortal?: Maybe<Scalars['String']['output']>;
};

/** Represents an ISCSI disk. */
export type CoreIscsiVolumeSource = {
  __typename?: 'CoreISCSIVolumeSource';
  /** chapAuthDiscovery defines whether support iSCSI Discovery CHAP authentication */
  chapAuthDiscovery?: Maybe<Scalars['Boolean']['output']>;
  /** chapAuthSession defines whether support iSCSI Session CHAP authentication */
  chapAuthSession?: Maybe<Scalars['Boolean']['output']>;
  /** fsType is the filesystem type of the volume that you want to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** initiatorName is the custom iSCSI Initiator Name. */
  initiatorName?: Maybe<Scalars['String']['output']>;
  /** iqn is the target iSCSI Qualified Name. */
  iqn?: Maybe<Scalars['String']['output']>;
  /** iscsiInterface is the interface Name that uses an iSCSI transport. */
  iscsiInterface?: Maybe<Scalars['String']['output']>;
  /** lun represents iSCSI Target Lun number. */
  lun?: Maybe<Scalars['Int']['output']>;
  /** portals is the iSCSI Target Portal List. */
  portals?: Maybe<Array<Scalars['String']['output']>>;
  /** readOnly here will force the ReadOnly setting in VolumeMounts. */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** secretRef is the CHAP Secret for iSCSI target and initiator authentication */
  secretRef?: Maybe<CoreLocalObjectReference>;
  /** targetPortal is iSCSI Target Portal. */
  targetPortal?: Maybe<Scalars['String']['output']>;
};

/** ImageVolumeSource represents a image volume resource. */
export type CoreImageVolumeSource = {
  __typename?: 'CoreImageVolumeSource';
  /** Policy for pulling OCI objects. */
  pullPolicy?: Maybe<Scalars['String']['output']>;
  /** Required: Image or artifact reference to be used. */
  reference?: Maybe<Scalars['String']['output']>;
};

/** ImageVolumeStatus represents the image-based volume status. */
export type CoreImageVolumeStatus = {
  __typename?: 'CoreImageVolumeStatus';
  /** ImageRef is the digest of the image used for this volume. */
  imageRef?: Maybe<Scalars['String']['output']>;
};

/** Maps a string key to a path within a volume. */
export type CoreKeyToPath = {
  __typename?: 'CoreKeyToPath';
  /** key is the key to project. */
  key?: Maybe<Scalars['String']['output']>;
  /** mode is Optional: mode bits used to set permissions on this file. */
  mode?: Maybe<Scalars['Int']['output']>;
  /** path is the relative path of the file to map the key to. */
  path?: Maybe<Scalars['String']['output']>;
};

/** Lifecycle describes actions that the management system should take in response to container lifecycle events. */
export type CoreLifecycle = {
  __typename?: 'CoreLifecycle';
  /** PostStart is called immediately after a container is created. */
  postStart?: Maybe<CoreLifecycleHandler>;
  /** PreStop is called immediately before a container is terminated due to an API request or management event such as … */
  preStop?: Maybe<CoreLifecycleHandler>;
  /** StopSignal defines which signal will be sent to a container when it is being stopped. */
  stopSignal?: Maybe<Scalars['String']['output']>;
};

/** LifecycleHandler defines a specific action that should be taken in a lifecycle hook. */
export type CoreLifecycleHandler = {
  __typename?: 'CoreLifecycleHandler';
  /** Exec specifies a command to execute in the container. */
  exec?: Maybe<CoreExecAction>;
  /** HTTPGet specifies an HTTP GET request to perform. */
  httpGet?: Maybe<CoreHttpGetAction>;
  /** Sleep represents a duration that the container should sleep. */
  sleep?: Maybe<CoreSleepAction>;
  /** Deprecated. */
  tcpSocket?: Maybe<CoreTcpSocketAction>;
};

/** LinuxContainerUser represents user identity information in Linux containers */
export type CoreLinuxContainerUser = {
  __typename?: 'CoreLinuxContainerUser';
  /** GID is the primary gid initially attached to the first process in the container */
  gid?: Maybe<Scalars['BigInt']['output']>;
  /** SupplementalGroups are the supplemental groups initially attached to the first process in the container */
  supplementalGroups?: Maybe<Array<Scalars['BigInt']['output']>>;
  /** UID is the primary uid initially attached to the first process in the container */
  uid?: Maybe<Scalars['BigInt']['output']>;
};

/** LoadBalancerIngress represents the status of a load-balancer ingress point: traffic intended for the service should be … */
export type CoreLoadBalancerIngress = {
  __typename?: 'CoreLoadBalancerIngress';
  /** Hostname is set for load-balancer ingress points that are DNS based (typically AWS load-balancers) */
  hostname?: Maybe<Scalars['String']['output']>;
  /** IP is set for load-balancer ingress points that are IP based (typically GCE or OpenStack load-balancers) */
  ip?: Maybe<Scalars['String']['output']>;
  /** IPMode specifies how the load-balancer IP behaves, and may only be specified when the ip field is specified. */
  ipMode?: Maybe<Scalars['String']['output']>;
  /** Ports is a list of records of service ports If used, every port defined in the service should have an entry in it */
  ports?: Maybe<Array<CorePortStatus>>;
};

/** LoadBalancerStatus represents the status of a load-balancer. */
export type CoreLoadBalancerStatus = {
  __typename?: 'CoreLoadBalancerStatus';
  /** Ingress is a list containing ingress points for the load-balancer. */
  ingress?: Maybe<Array<CoreLoadBalancerIngress>>;
};

/** LocalObjectReference contains enough information to let you locate the referenced object inside the same namespace. */
export type CoreLocalObjectReference = {
  __typename?: 'CoreLocalObjectReference';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** Local represents directly-attached storage with node affinity */
export type CoreLocalVolumeSource = {
  __typename?: 'CoreLocalVolumeSource';
  /** fsType is the filesystem type to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** path of the full path to the volume on the node. */
  path?: Maybe<Scalars['String']['output']>;
};

/** ModifyVolumeStatus represents the status object of ControllerModifyVolume operation */
export type CoreModifyVolumeStatus = {
  __typename?: 'CoreModifyVolumeStatus';
  /** status is the status of the ControllerModifyVolume operation. */
  status?: Maybe<Scalars['String']['output']>;
  /** targetVolumeAttributesClassName is the name of the VolumeAttributesClass the PVC currently being reconciled */
  targetVolumeAttributesClassName?: Maybe<Scalars['String']['output']>;
};

/** Represents an NFS mount that lasts the lifetime of a pod. */
export type CoreNfsVolumeSource = {
  __typename?: 'CoreNFSVolumeSource';
  /** path that is exported by the NFS server. */
  path?: Maybe<Scalars['String']['output']>;
  /** readOnly here will force the NFS export to be mounted with read-only permissions. */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** server is the hostname or IP address of the NFS server. */
  server?: Maybe<Scalars['String']['output']>;
};

/** Namespace provides a scope for Names. */
export type CoreNamespace = KubernetesResource & {
  __typename?: 'CoreNamespace';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** Spec defines the behavior of the Namespace. */
  spec?: Maybe<CoreNamespaceSpec>;
  /** Status describes the current status of a Namespace. */
  status?: Maybe<CoreNamespaceStatus>;
};

/** NamespaceCondition contains details about state of namespace. */
export type CoreNamespaceCondition = {
  __typename?: 'CoreNamespaceCondition';
  /** Last time the condition transitioned from one status to another. */
  lastTransitionTime?: Maybe<Scalars['DateTime']['output']>;
  /** Human-readable message indicating details about last transition. */
  message?: Maybe<Scalars['String']['output']>;
  /** Unique, one-word, CamelCase reason for the condition's last transition. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Status of the condition, one of True, False, Unknown. */
  status?: Maybe<Scalars['String']['output']>;
  /** Type of namespace controller condition. */
  type?: Maybe<Scalars['String']['output']>;
};

/** NamespaceSpec describes the attributes on a Namespace. */
export type CoreNamespaceSpec = {
  __typename?: 'CoreNamespaceSpec';
  /** Finalizers is an opaque list of values that must be empty to permanently remove object from storage. */
  finalizers?: Maybe<Array<Scalars['String']['output']>>;
};

/** NamespaceStatus is information about the current status of a Namespace. */
export type CoreNamespaceStatus = {
  __typename?: 'CoreNamespaceStatus';
  /** Represents the latest available observations of a namespace's current state. */
  conditions?: Maybe<Array<CoreNamespaceCondition>>;
  /** Phase is the current lifecycle phase of the namespace. */
  phase?: Maybe<Scalars['String']['output']>;
};

/** Node is a worker node in Kubernetes. */
export type CoreNode = KubernetesResource & {
  __typename?: 'CoreNode';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** Spec defines the behavior of a node. */
  spec?: Maybe<CoreNodeSpec>;
  /** Most recently observed status of the node. */
  status?: Maybe<CoreNodeStatus>;
};

/** NodeAddress contains information for the node's address. */
export type CoreNodeAddress = {
  __typename?: 'CoreNodeAddress';
  /** The node address. */
  address?: Maybe<Scalars['String']['output']>;
  /** Node address type, one of Hostname, ExternalIP or InternalIP. */
  type?: Maybe<Scalars['String']['output']>;
};

/** Node affinity is a group of node affinity scheduling rules. */
export type CoreNodeAffinity = {
  __typename?: 'CoreNodeAffinity';
  /** The scheduler will prefer to schedule pods to nodes that satisfy the affinity expressions specified by this field, but … */
  preferredDuringSchedulingIgnoredDuringExecution?: Maybe<Array<CorePreferredSchedulingTerm>>;
  /** If the affinity requirements specified by this field are not met at scheduling time, the pod will not be scheduled onto … */
  requiredDuringSchedulingIgnoredDuringExecution?: Maybe<CoreNodeSelector>;
};

/** NodeAllocatableResourceClaimStatus describes the status of node allocatable resources allocated via DRA. */
export type CoreNodeAllocatableResourceClaimStatus = {
  __typename?: 'CoreNodeAllocatableResourceClaimStatus';
  /** Containers lists the names of all containers in this pod that reference the claim. */
  containers?: Maybe<Array<Scalars['String']['output']>>;
  /** ResourceClaimName is the resource claim referenced by the pod that resulted in this node allocatable resource … */
  resourceClaimName?: Maybe<Scalars['String']['output']>;
  /** Resources is a map of the node-allocatable resource name to the aggregate quantity allocated to the claim. */
  resources?: Maybe<Scalars['StringMap']['output']>;
};

/** NodeCondition contains condition information for a node. */
export type CoreNodeCondition = {
  __typename?: 'CoreNodeCondition';
  /** Last time we got an update on a given condition. */
  lastHeartbeatTime?: Maybe<Scalars['DateTime']['output']>;
  /** Last time the condition transit from one status to another. */
  lastTransitionTime?: Maybe<Scalars['DateTime']['output']>;
  /** Human readable message indicating details about last transition. */
  message?: Maybe<Scalars['String']['output']>;
  /** (brief) reason for the condition's last transition. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Status of the condition, one of True, False, Unknown. */
  status?: Maybe<Scalars['String']['output']>;
  /** Type of node condition. */
  type?: Maybe<Scalars['String']['output']>;
};

/** NodeConfigSource specifies a source of node configuration. */
export type CoreNodeConfigSource = {
  __typename?: 'CoreNodeConfigSource';
  /** ConfigMap is a reference to a Node's ConfigMap */
  configMap?: Maybe<CoreConfigMapNodeConfigSource>;
};

/** NodeConfigStatus describes the status of the config assigned by Node.Spec.ConfigSource. */
export type CoreNodeConfigStatus = {
  __typename?: 'CoreNodeConfigStatus';
  /** Active reports the checkpointed config the node is actively using. */
  active?: Maybe<CoreNodeConfigSource>;
  /** Assigned reports the checkpointed config the node will try to use. */
  assigned?: Maybe<CoreNodeConfigSource>;
  /** Error describes any problems reconciling the Spec.ConfigSource to the Active config. */
  error?: Maybe<Scalars['String']['output']>;
  /** LastKnownGood reports the checkpointed config the node will fall back to when it encounters an error attempting to use … */
  lastKnownGood?: Maybe<CoreNodeConfigSource>;
};

/** NodeDaemonEndpoints lists ports opened by daemons running on the Node. */
export type CoreNodeDaemonEndpoints = {
  __typename?: 'CoreNodeDaemonEndpoints';
  /** Endpoint on which Kubelet is listening. */
  kubeletEndpoint?: Maybe<CoreDaemonEndpoint>;
};

/** NodeFeatures describes the set of features implemented by the CRI implementation. */
export type CoreNodeFeatures = {
  __typename?: 'CoreNodeFeatures';
  /** SupplementalGroupsPolicy is set to true if the runtime supports SupplementalGroupsPolicy and ContainerUser. */
  supplementalGroupsPolicy?: Maybe<Scalars['Boolean']['output']>;
};

/** NodeRuntimeHandler is a set of runtime handler information. */
export type CoreNodeRuntimeHandler = {
  __typename?: 'CoreNodeRuntimeHandler';
  /** Supported features. */
  features?: Maybe<CoreNodeRuntimeHandlerFeatures>;
  /** Runtime handler name. */
  name?: Maybe<Scalars['String']['output']>;
};

/** NodeRuntimeHandlerFeatures is a set of features implemented by the runtime handler. */
export type CoreNodeRuntimeHandlerFeatures = {
  __typename?: 'CoreNodeRuntimeHandlerFeatures';
  /** RecursiveReadOnlyMounts is set to true if the runtime handler supports RecursiveReadOnlyMounts. */
  recursiveReadOnlyMounts?: Maybe<Scalars['Boolean']['output']>;
  /** UserNamespaces is set to true if the runtime handler supports UserNamespaces, including for volumes. */
  userNamespaces?: Maybe<Scalars['Boolean']['output']>;
};

/** A node selector represents the union of the results of one or more label queries over a set of nodes; that is, it … */
export type CoreNodeSelector = {
  __typename?: 'CoreNodeSelector';
  /** Required. */
  nodeSelectorTerms?: Maybe<Array<CoreNodeSelectorTerm>>;
};

/** A node selector requirement is a selector that contains values, a key, and an operator that relates the key and values. */
export type CoreNodeSelectorRequirement = {
  __typename?: 'CoreNodeSelectorRequirement';
  /** The label key that the selector applies to. */
  key?: Maybe<Scalars['String']['output']>;
  /** Represents a key's relationship to a set of values. */
  operator?: Maybe<Scalars['String']['output']>;
  /** An array of string values. */
  values?: Maybe<Array<Scalars['String']['output']>>;
};

/** A null or empty node selector term matches no objects. */
export type CoreNodeSelectorTerm = {
  __typename?: 'CoreNodeSelectorTerm';
  /** A list of node selector requirements by node's labels. */
  matchExpressions?: Maybe<Array<CoreNodeSelectorRequirement>>;
  /** A list of node selector requirements by node's fields. */
  matchFields?: Maybe<Array<CoreNodeSelectorRequirement>>;
};

/** NodeSpec describes the attributes that a node is created with. */
export type CoreNodeSpec = {
  __typename?: 'CoreNodeSpec';
  /** Deprecated: Previously used to specify the source of the node's configuration for the DynamicKubeletConfig feature. */
  configSource?: Maybe<CoreNodeConfigSource>;
  /** Deprecated. */
  externalID?: Maybe<Scalars['String']['output']>;
  /** PodCIDR represents the pod IP range assigned to the node. */
  podCIDR?: Maybe<Scalars['String']['output']>;
  /** podCIDRs represents the IP ranges assigned to the node for usage by Pods on that node. */
  podCIDRs?: Maybe<Array<Scalars['String']['output']>>;
  /** ID of the node assigned by the cloud provider in the format: <ProviderName>://<ProviderSpecificNodeID> */
  providerID?: Maybe<Scalars['String']['output']>;
  /** If specified, the node's taints. */
  taints?: Maybe<Array<CoreTaint>>;
  /** Unschedulable controls node schedulability of new pods. */
  unschedulable?: Maybe<Scalars['Boolean']['output']>;
};

/** NodeStatus is information about the current status of a node. */
export type CoreNodeStatus = {
  __typename?: 'CoreNodeStatus';
  /** List of addresses reachable to the node. */
  addresses?: Maybe<Array<CoreNodeAddress>>;
  /** Allocatable represents the resources of a node that are available for scheduling. */
  allocatable?: Maybe<Scalars['StringMap']['output']>;
  /** Capacity represents the total resources of a node. */
  capacity?: Maybe<Scalars['StringMap']['output']>;
  /** Conditions is an array of current observed node conditions. */
  conditions?: Maybe<Array<CoreNodeCondition>>;
  /** Status of the config assigned to the node via the dynamic Kubelet config feature. */
  config?: Maybe<CoreNodeConfigStatus>;
  /** Endpoints of daemons running on the Node. */
  daemonEndpoints?: Maybe<CoreNodeDaemonEndpoints>;
  /** DeclaredFeatures represents the features related to feature gates that are declared by the node. */
  declaredFeatures?: Maybe<Array<Scalars['String']['output']>>;
  /** Features describes the set of features implemented by the CRI implementation. */
  features?: Maybe<CoreNodeFeatures>;
  /** List of container images on this node */
  images?: Maybe<Array<CoreContainerImage>>;
  /** Set of ids/uuids to uniquely identify the node. */
  nodeInfo?: Maybe<CoreNodeSystemInfo>;
  /** NodePhase is the recently observed lifecycle phase of the node. */
  phase?: Maybe<Scalars['String']['output']>;
  /** The available runtime handlers. */
  runtimeHandlers?: Maybe<Array<CoreNodeRuntimeHandler>>;
  /** List of volumes that are attached to the node. */
  volumesAttached?: Maybe<Array<CoreAttachedVolume>>;
  /** List of attachable volumes in use (mounted) by the node. */
  volumesInUse?: Maybe<Array<Scalars['String']['output']>>;
};

/** NodeSwapStatus represents swap memory information. */
export type CoreNodeSwapStatus = {
  __typename?: 'CoreNodeSwapStatus';
  /** Total amount of swap memory in bytes. */
  capacity?: Maybe<Scalars['BigInt']['output']>;
};

/** NodeSystemInfo is a set of ids/uuids to uniquely identify the node. */
export type CoreNodeSystemInfo = {
  __typename?: 'CoreNodeSystemInfo';
  /** The Architecture reported by the node */
  architecture?: Maybe<Scalars['String']['output']>;
  /** Boot ID reported by the node. */
  bootID?: Maybe<Scalars['String']['output']>;
  /** ContainerRuntime Version reported by the node through runtime remote API (e.g. */
  containerRuntimeVersion?: Maybe<Scalars['String']['output']>;
  /** Kernel Version reported by the node from 'uname -r' (e.g. */
  kernelVersion?: Maybe<Scalars['String']['output']>;
  /** Deprecated: KubeProxy Version reported by the node. */
  kubeProxyVersion?: Maybe<Scalars['String']['output']>;
  /** Kubelet Version reported by the node. */
  kubeletVersion?: Maybe<Scalars['String']['output']>;
  /** MachineID reported by the node. */
  machineID?: Maybe<Scalars['String']['output']>;
  /** The Operating System reported by the node */
  operatingSystem?: Maybe<Scalars['String']['output']>;
  /** OS Image reported by the node from /etc/os-release (e.g. */
  osImage?: Maybe<Scalars['String']['output']>;
  /** Swap Info reported by the node. */
  swap?: Maybe<CoreNodeSwapStatus>;
  /** SystemUUID reported by the node. */
  systemUUID?: Maybe<Scalars['String']['output']>;
};

/** ObjectFieldSelector selects an APIVersioned field of an object. */
export type CoreObjectFieldSelector = {
  __typename?: 'CoreObjectFieldSelector';
  /** Version of the schema the FieldPath is written in terms of, defaults to "v1". */
  apiVersion?: Maybe<Scalars['String']['output']>;
  /** Path of the field to select in the specified API version. */
  fieldPath?: Maybe<Scalars['String']['output']>;
};

/** ObjectReference contains enough information to let you inspect or modify the referred object. */
export type CoreObjectReference = {
  __typename?: 'CoreObjectReference';
  /** API version of the referent. */
  apiVersion?: Maybe<Scalars['String']['output']>;
  /** If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field … */
  fieldPath?: Maybe<Scalars['String']['output']>;
  /** Kind of the referent. */
  kind?: Maybe<Scalars['String']['output']>;
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace of the referent. */
  namespace?: Maybe<Scalars['String']['output']>;
  /** Specific resourceVersion to which this reference is made, if any. */
  resourceVersion?: Maybe<Scalars['String']['output']>;
  /** UID of the referent. */
  uid?: Maybe<Scalars['String']['output']>;
};

/** PersistentVolume (PV) is a storage resource provisioned by an administrator. */
export type CorePersistentVolume = KubernetesResource & {
  __typename?: 'CorePersistentVolume';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** spec defines a specification of a persistent volume owned by the cluster. */
  spec?: Maybe<CorePersistentVolumeSpec>;
  /** status represents the current information/status for the persistent volume. */
  status?: Maybe<CorePersistentVolumeStatus>;
};

/** PersistentVolumeClaim is a user's request for and claim to a persistent volume */
export type CorePersistentVolumeClaim = KubernetesResource & {
  __typename?: 'CorePersistentVolumeClaim';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** spec defines the desired characteristics of a volume requested by a pod author. */
  spec?: Maybe<CorePersistentVolumeClaimSpec>;
  /** status represents the current information/status of a persistent volume claim. */
  status?: Maybe<CorePersistentVolumeClaimStatus>;
};

/** PersistentVolumeClaimCondition contains details about state of pvc */
export type CorePersistentVolumeClaimCondition = {
  __typename?: 'CorePersistentVolumeClaimCondition';
  /** lastProbeTime is the time we probed the condition. */
  lastProbeTime?: Maybe<Scalars['DateTime']['output']>;
  /** lastTransitionTime is the time the condition transitioned from one status to another. */
  lastTransitionTime?: Maybe<Scalars['DateTime']['output']>;
  /** message is the human-readable message indicating details about last transition. */
  message?: Maybe<Scalars['String']['output']>;
  /** reason is a unique, this should be a short, machine understandable string that gives the reason for condition's last … */
  reason?: Maybe<Scalars['String']['output']>;
  /** Status is the status of the condition. */
  status?: Maybe<Scalars['String']['output']>;
  /** Type is the type of the condition. */
  type?: Maybe<Scalars['String']['output']>;
};

/** PersistentVolumeClaimSpec describes the common attributes of storage devices and allows a Source for provider-specific … */
export type CorePersistentVolumeClaimSpec = {
  __typename?: 'CorePersistentVolumeClaimSpec';
  /** accessModes contains the desired access modes the volume should have. */
  accessModes?: Maybe<Array<Scalars['String']['output']>>;
  /** dataSource field can be used to specify either: * An existing VolumeSnapshot object … */
  dataSource?: Maybe<CoreTypedLocalObjectReference>;
  /** dataSourceRef specifies the object from which to populate the volume with data, if a non-empty volume is desired. */
  dataSourceRef?: Maybe<CoreTypedObjectReference>;
  /** resources represents the minimum resources the volume should have. */
  resources?: Maybe<CoreVolumeResourceRequirements>;
  /** selector is a label query over volumes to consider for binding. */
  selector?: Maybe<MetaLabelSelector>;
  /** storageClassName is the name of the StorageClass required by the claim. */
  storageClassName?: Maybe<Scalars['String']['output']>;
  /** volumeAttributesClassName may be used to set the VolumeAttributesClass used by this claim. */
  volumeAttributesClassName?: Maybe<Scalars['String']['output']>;
  /** volumeMode defines what type of volume is required by the claim. */
  volumeMode?: Maybe<Scalars['String']['output']>;
  /** volumeName is the binding reference to the PersistentVolume backing this claim. */
  volumeName?: Maybe<Scalars['String']['output']>;
};

/** PersistentVolumeClaimStatus is the current status of a persistent volume claim. */
export type CorePersistentVolumeClaimStatus = {
  __typename?: 'CorePersistentVolumeClaimStatus';
  /** accessModes contains the actual access modes the volume backing the PVC has. */
  accessModes?: Maybe<Array<Scalars['String']['output']>>;
  /** allocatedResourceStatuses stores status of resource being resized for the given PVC. Key names follow standard … */
  allocatedResourceStatuses?: Maybe<Scalars['StringMap']['output']>;
  /** allocatedResources tracks the resources allocated to a PVC including its capacity. */
  allocatedResources?: Maybe<Scalars['StringMap']['output']>;
  /** capacity represents the actual resources of the underlying volume. */
  capacity?: Maybe<Scalars['StringMap']['output']>;
  /** conditions is the current Condition of persistent volume claim. */
  conditions?: Maybe<Array<CorePersistentVolumeClaimCondition>>;
  /** currentVolumeAttributesClassName is the current name of the VolumeAttributesClass the PVC is using. */
  currentVolumeAttributesClassName?: Maybe<Scalars['String']['output']>;
  /** ModifyVolumeStatus represents the status object of ControllerModifyVolume operation. */
  modifyVolumeStatus?: Maybe<CoreModifyVolumeStatus>;
  /** phase represents the current phase of PersistentVolumeClaim. */
  phase?: Maybe<Scalars['String']['output']>;
};

/** PersistentVolumeClaimTemplate is used to produce PersistentVolumeClaim objects as part of an EphemeralVolumeSource. */
export type CorePersistentVolumeClaimTemplate = {
  __typename?: 'CorePersistentVolumeClaimTemplate';
  /** May contain labels and annotations that will be copied into the PVC when creating it. */
  metadata?: Maybe<MetaObjectMeta>;
  /** The specification for the PersistentVolumeClaim. */
  spec?: Maybe<CorePersistentVolumeClaimSpec>;
};

/** PersistentVolumeClaimVolumeSource references the user's PVC in the same namespace. */
export type CorePersistentVolumeClaimVolumeSource = {
  __typename?: 'CorePersistentVolumeClaimVolumeSource';
  /** claimName is the name of a PersistentVolumeClaim in the same namespace as the pod using this volume. */
  claimName?: Maybe<Scalars['String']['output']>;
  /** readOnly Will force the ReadOnly setting in VolumeMounts. */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
};

/** PersistentVolumeSpec is the specification of a persistent volume. */
export type CorePersistentVolumeSpec = {
  __typename?: 'CorePersistentVolumeSpec';
  /** accessModes contains all ways the volume can be mounted. */
  accessModes?: Maybe<Array<Scalars['String']['output']>>;
  /** awsElasticBlockStore represents an AWS Disk resource that is attached to a kubelet's host machine and then exposed to … */
  awsElasticBlockStore?: Maybe<CoreAwsElasticBlockStoreVolumeSource>;
  /** azureDisk represents an Azure Data Disk mount on the host and bind mount to the pod. */
  azureDisk?: Maybe<CoreAzureDiskVolumeSource>;
  /** azureFile represents an Azure File Service mount on the host and bind mount to the pod. */
  azureFile?: Maybe<CoreAzureFilePersistentVolumeSource>;
  /** capacity is the description of the persistent volume's resources and capacity. */
  capacity?: Maybe<Scalars['StringMap']['output']>;
  /** cephFS represents a Ceph FS mount on the host that shares a pod's lifetime. */
  cephfs?: Maybe<CoreCephFsPersistentVolumeSource>;
  /** cinder represents a cinder volume attached and mounted on kubelets host machine. */
  cinder?: Maybe<CoreCinderPersistentVolumeSource>;
  /** claimRef is part of a bi-directional binding between PersistentVolume and PersistentVolumeClaim. */
  claimRef?: Maybe<CoreObjectReference>;
  /** csi represents storage that is handled by an external CSI driver. */
  csi?: Maybe<CoreCsiPersistentVolumeSource>;
  /** fc represents a Fibre Channel resource that is attached to a kubelet's host machine and then exposed to the pod. */
  fc?: Maybe<CoreFcVolumeSource>;
  /** flexVolume represents a generic volume resource that is provisioned/attached using an exec based plugin. */
  flexVolume?: Maybe<CoreFlexPersistentVolumeSource>;
  /** flocker represents a Flocker volume attached to a kubelet's host machine and exposed to the pod for its usage. */
  flocker?: Maybe<CoreFlockerVolumeSource>;
  /** gcePersistentDisk represents a GCE Disk resource that is attached to a kubelet's host machine and then exposed to the … */
  gcePersistentDisk?: Maybe<CoreGcePersistentDiskVolumeSource>;
  /** glusterfs represents a Glusterfs volume that is attached to a host and exposed to the pod. */
  glusterfs?: Maybe<CoreGlusterfsPersistentVolumeSource>;
  /** hostPath represents a directory on the host. */
  hostPath?: Maybe<CoreHostPathVolumeSource>;
  /** iscsi represents an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod. */
  iscsi?: Maybe<CoreIscsiPersistentVolumeSource>;
  /** local represents directly-attached storage with node affinity */
  local?: Maybe<CoreLocalVolumeSource>;
  /** mountOptions is the list of mount options, e.g. */
  mountOptions?: Maybe<Array<Scalars['String']['output']>>;
  /** nfs represents an NFS mount on the host. */
  nfs?: Maybe<CoreNfsVolumeSource>;
  /** nodeAffinity defines constraints that limit what nodes this volume can be accessed from. */
  nodeAffinity?: Maybe<CoreVolumeNodeAffinity>;
  /** persistentVolumeReclaimPolicy defines what happens to a persistent volume when released from its claim. */
  persistentVolumeReclaimPolicy?: Maybe<Scalars['String']['output']>;
  /** photonPersistentDisk represents a PhotonController persistent disk attached and mounted on kubelets host machine. */
  photonPersistentDisk?: Maybe<CorePhotonPersistentDiskVolumeSource>;
  /** portworxVolume represents a portworx volume attached and mounted on kubelets host machine. */
  portworxVolume?: Maybe<CorePortworxVolumeSource>;
  /** quobyte represents a Quobyte mount on the host that shares a pod's lifetime. */
  quobyte?: Maybe<CoreQuobyteVolumeSource>;
  /** rbd represents a Rados Block Device mount on the host that shares a pod's lifetime. */
  rbd?: Maybe<CoreRbdPersistentVolumeSource>;
  /** scaleIO represents a ScaleIO persistent volume attached and mounted on Kubernetes nodes. */
  scaleIO?: Maybe<CoreScaleIoPersistentVolumeSource>;
  /** storageClassName is the name of StorageClass to which this persistent volume belongs. */
  storageClassName?: Maybe<Scalars['String']['output']>;
  /** storageOS represents a StorageOS volume that is attached to the kubelet's host machine and mounted into the pod. */
  storageos?: Maybe<CoreStorageOsPersistentVolumeSource>;
  /** Name of VolumeAttributesClass to which this persistent volume belongs. */
  volumeAttributesClassName?: Maybe<Scalars['String']['output']>;
  /** volumeMode defines if a volume is intended to be used with a formatted filesystem or to remain in raw block state. */
  volumeMode?: Maybe<Scalars['String']['output']>;
  /** vsphereVolume represents a vSphere volume attached and mounted on kubelets host machine. */
  vsphereVolume?: Maybe<CoreVsphereVirtualDiskVolumeSource>;
};

/** PersistentVolumeStatus is the current status of a persistent volume. */
export type CorePersistentVolumeStatus = {
  __typename?: 'CorePersistentVolumeStatus';
  /** lastPhaseTransitionTime is the time the phase transitioned from one to another and automatically resets to current time … */
  lastPhaseTransitionTime?: Maybe<Scalars['DateTime']['output']>;
  /** message is a human-readable message indicating details about why the volume is in this state. */
  message?: Maybe<Scalars['String']['output']>;
  /** phase indicates if a volume is available, bound to a claim, or released by a claim. */
  phase?: Maybe<Scalars['String']['output']>;
  /** reason is a brief CamelCase string that describes any failure and is meant for machine parsing and tidy display in the … */
  reason?: Maybe<Scalars['String']['output']>;
};

/** Represents a Photon Controller persistent disk resource. */
export type CorePhotonPersistentDiskVolumeSource = {
  __typename?: 'CorePhotonPersistentDiskVolumeSource';
  /** fsType is the filesystem type to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** pdID is the ID that identifies Photon Controller persistent disk */
  pdID?: Maybe<Scalars['String']['output']>;
};

/** Pod is a collection of containers that can run on a host. */
export type CorePod = KubernetesResource & {
  __typename?: 'CorePod';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** Specification of the desired behavior of the pod. */
  spec?: Maybe<CorePodSpec>;
  /** Most recently observed status of the pod. */
  status?: Maybe<CorePodStatus>;
};

/** Pod affinity is a group of inter pod affinity scheduling rules. */
export type CorePodAffinity = {
  __typename?: 'CorePodAffinity';
  /** The scheduler will prefer to schedule pods to nodes that satisfy the affinity expressions specified by this field, but … */
  preferredDuringSchedulingIgnoredDuringExecution?: Maybe<Array<CoreWeightedPodAffinityTerm>>;
  /** If the affinity requirements specified by this field are not met at scheduling time, the pod will not be scheduled onto … */
  requiredDuringSchedulingIgnoredDuringExecution?: Maybe<Array<CorePodAffinityTerm>>;
};

/** Defines a set of pods (namely those matching the labelSelector relative to the given namespace(s)) that this pod should … */
export type CorePodAffinityTerm = {
  __typename?: 'CorePodAffinityTerm';
  /** A label query over a set of resources, in this case pods. */
  labelSelector?: Maybe<MetaLabelSelector>;
  /** MatchLabelKeys is a set of pod label keys to select which pods will be taken into consideration. */
  matchLabelKeys?: Maybe<Array<Scalars['String']['output']>>;
  /** MismatchLabelKeys is a set of pod label keys to select which pods will be taken into consideration. */
  mismatchLabelKeys?: Maybe<Array<Scalars['String']['output']>>;
  /** A label query over the set of namespaces that the term applies to. */
  namespaceSelector?: Maybe<MetaLabelSelector>;
  /** namespaces specifies a static list of namespace names that the term applies to. */
  namespaces?: Maybe<Array<Scalars['String']['output']>>;
  /** This pod should be co-located (affinity) or not co-located (anti-affinity) with the pods matching the labelSelector in … */
  topologyKey?: Maybe<Scalars['String']['output']>;
};

/** Pod anti affinity is a group of inter pod anti affinity scheduling rules. */
export type CorePodAntiAffinity = {
  __typename?: 'CorePodAntiAffinity';
  /** The scheduler will prefer to schedule pods to nodes that satisfy the anti-affinity expressions specified by this field, … */
  preferredDuringSchedulingIgnoredDuringExecution?: Maybe<Array<CoreWeightedPodAffinityTerm>>;
  /** If the anti-affinity requirements specified by this field are not met at scheduling time, the pod will not be scheduled … */
  requiredDuringSchedulingIgnoredDuringExecution?: Maybe<Array<CorePodAffinityTerm>>;
};

/** PodCertificateProjection provides a private key and X.509 certificate in the pod filesystem. */
export type CorePodCertificateProjection = {
  __typename?: 'CorePodCertificateProjection';
  /** Write the certificate chain at this path in the projected volume. */
  certificateChainPath?: Maybe<Scalars['String']['output']>;
  /** Write the credential bundle at this path in the projected volume. */
  credentialBundlePath?: Maybe<Scalars['String']['output']>;
  /** Write the key at this path in the projected volume. */
  keyPath?: Maybe<Scalars['String']['output']>;
  /** The type of keypair Kubelet will generate for the pod. */
  keyType?: Maybe<Scalars['String']['output']>;
  /** maxExpirationSeconds is the maximum lifetime permitted for the certificate. */
  maxExpirationSeconds?: Maybe<Scalars['Int']['output']>;
  /** Kubelet's generated CSRs will be addressed to this signer. */
  signerName?: Maybe<Scalars['String']['output']>;
  /** userAnnotations allow pod authors to pass additional information to the signer implementation. */
  userAnnotations?: Maybe<Scalars['StringMap']['output']>;
};

/** PodCondition contains details for the current condition of this pod. */
export type CorePodCondition = {
  __typename?: 'CorePodCondition';
  /** Last time we probed the condition. */
  lastProbeTime?: Maybe<Scalars['DateTime']['output']>;
  /** Last time the condition transitioned from one status to another. */
  lastTransitionTime?: Maybe<Scalars['DateTime']['output']>;
  /** Human-readable message indicating details about last transition. */
  message?: Maybe<Scalars['String']['output']>;
  /** If set, this represents the .metadata.generation that the pod condition was set based upon. */
  observedGeneration?: Maybe<Scalars['BigInt']['output']>;
  /** Unique, one-word, CamelCase reason for the condition's last transition. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Status is the status of the condition. */
  status?: Maybe<Scalars['String']['output']>;
  /** Type is the type of the condition. */
  type?: Maybe<Scalars['String']['output']>;
};

/** PodDNSConfig defines the DNS parameters of a pod in addition to those generated from DNSPolicy. */
export type CorePodDnsConfig = {
  __typename?: 'CorePodDNSConfig';
  /** A list of DNS name server IP addresses. */
  nameservers?: Maybe<Array<Scalars['String']['output']>>;
  /** A list of DNS resolver options. */
  options?: Maybe<Array<CorePodDnsConfigOption>>;
  /** A list of DNS search domains for host-name lookup. */
  searches?: Maybe<Array<Scalars['String']['output']>>;
};

/** PodDNSConfigOption defines DNS resolver options of a pod. */
export type CorePodDnsConfigOption = {
  __typename?: 'CorePodDNSConfigOption';
  /** Name is this DNS resolver option's name. */
  name?: Maybe<Scalars['String']['output']>;
  /** Value is this DNS resolver option's value. */
  value?: Maybe<Scalars['String']['output']>;
};

/** PodExtendedResourceClaimStatus is stored in the PodStatus for the extended resource requests backed by DRA. It stores … */
export type CorePodExtendedResourceClaimStatus = {
  __typename?: 'CorePodExtendedResourceClaimStatus';
  /** RequestMappings identifies the mapping of <container, extended resource backed by DRA> to device request in the … */
  requestMappings?: Maybe<Array<CoreContainerExtendedResourceRequest>>;
  /** ResourceClaimName is the name of the ResourceClaim that was generated for the Pod in the namespace of the Pod. */
  resourceClaimName?: Maybe<Scalars['String']['output']>;
};

/** PodIP represents a single IP address allocated to the pod. */
export type CorePodIp = {
  __typename?: 'CorePodIP';
  /** IP is the IP address assigned to the pod */
  ip?: Maybe<Scalars['String']['output']>;
};

/** PodOS defines the OS parameters of a pod. */
export type CorePodOs = {
  __typename?: 'CorePodOS';
  /** Name is the name of the operating system. */
  name?: Maybe<Scalars['String']['output']>;
};

/** PodReadinessGate contains the reference to a pod condition */
export type CorePodReadinessGate = {
  __typename?: 'CorePodReadinessGate';
  /** ConditionType refers to a condition in the pod's condition list with matching type. */
  conditionType?: Maybe<Scalars['String']['output']>;
};

/** PodResourceClaim references exactly one ResourceClaim, either directly or by naming a ResourceClaimTemplate which is … */
export type CorePodResourceClaim = {
  __typename?: 'CorePodResourceClaim';
  /** Name uniquely identifies this resource claim inside the pod. */
  name?: Maybe<Scalars['String']['output']>;
  /** ResourceClaimName is the name of a ResourceClaim object in the same namespace as this pod. */
  resourceClaimName?: Maybe<Scalars['String']['output']>;
  /** ResourceClaimTemplateName is the name of a ResourceClaimTemplate object in the same namespace as this pod. */
  resourceClaimTemplateName?: Maybe<Scalars['String']['output']>;
};

/** PodResourceClaimStatus is stored in the PodStatus for each PodResourceClaim which references a ResourceClaimTemplate. */
export type CorePodResourceClaimStatus = {
  __typename?: 'CorePodResourceClaimStatus';
  /** Name uniquely identifies this resource claim inside the pod. */
  name?: Maybe<Scalars['String']['output']>;
  /** ResourceClaimName is the name of the ResourceClaim that was generated for the Pod in the namespace of the Pod. */
  resourceClaimName?: Maybe<Scalars['String']['output']>;
};

/** PodSchedulingGate is associated to a Pod to guard its scheduling. */
export type CorePodSchedulingGate = {
  __typename?: 'CorePodSchedulingGate';
  /** Name of the scheduling gate. */
  name?: Maybe<Scalars['String']['output']>;
};

/** PodSchedulingGroup identifies the runtime scheduling group instance that a Pod belongs to. */
export type CorePodSchedulingGroup = {
  __typename?: 'CorePodSchedulingGroup';
  /** PodGroupName specifies the name of the standalone PodGroup object that represents the runtime instance of this group. */
  podGroupName?: Maybe<Scalars['String']['output']>;
};

/** PodSecurityContext holds pod-level security attributes and common container settings. */
export type CorePodSecurityContext = {
  __typename?: 'CorePodSecurityContext';
  /** appArmorProfile is the AppArmor options to use by the containers in this pod. */
  appArmorProfile?: Maybe<CoreAppArmorProfile>;
  /** A special supplemental group that applies to all containers in a pod. */
  fsGroup?: Maybe<Scalars['BigInt']['output']>;
  /** fsGroupChangePolicy defines behavior of changing ownership and permission of the volume before being exposed inside Pod. */
  fsGroupChangePolicy?: Maybe<Scalars['String']['output']>;
  /** The GID to run the entrypoint of the container process. */
  runAsGroup?: Maybe<Scalars['BigInt']['output']>;
  /** Indicates that the container must run as a non-root user. */
  runAsNonRoot?: Maybe<Scalars['Boolean']['output']>;
  /** The UID to run the entrypoint of the container process. */
  runAsUser?: Maybe<Scalars['BigInt']['output']>;
  /** seLinuxChangePolicy defines how the container's SELinux label is applied to all volumes used by the Pod. */
  seLinuxChangePolicy?: Maybe<Scalars['String']['output']>;
  /** The SELinux context to be applied to all containers. */
  seLinuxOptions?: Maybe<CoreSeLinuxOptions>;
  /** The seccomp options to use by the containers in this pod. */
  seccompProfile?: Maybe<CoreSeccompProfile>;
  /** A list of groups applied to the first process run in each container, in addition to the container's primary GID and … */
  supplementalGroups?: Maybe<Array<Scalars['BigInt']['output']>>;
  /** Defines how supplemental groups of the first container processes are calculated. */
  supplementalGroupsPolicy?: Maybe<Scalars['String']['output']>;
  /** Sysctls hold a list of namespaced sysctls used for the pod. */
  sysctls?: Maybe<Array<CoreSysctl>>;
  /** The Windows specific settings applied to all containers. */
  windowsOptions?: Maybe<CoreWindowsSecurityContextOptions>;
};

/** PodSpec is a description of a pod. */
export type CorePodSpec = {
  __typename?: 'CorePodSpec';
  /** Optional duration in seconds the pod may be active on the node relative to StartTime before the system will actively … */
  activeDeadlineSeconds?: Maybe<Scalars['BigInt']['output']>;
  /** If specified, the pod's scheduling constraints */
  affinity?: Maybe<CoreAffinity>;
  /** AutomountServiceAccountToken indicates whether a service account token should be automatically mounted. */
  automountServiceAccountToken?: Maybe<Scalars['Boolean']['output']>;
  /** List of containers belonging to the pod. */
  containers?: Maybe<Array<CoreContainer>>;
  /** Specifies the DNS parameters of a pod. */
  dnsConfig?: Maybe<CorePodDnsConfig>;
  /** Set DNS policy for the pod. */
  dnsPolicy?: Maybe<Scalars['String']['output']>;
  /** EnableServiceLinks indicates whether information about services should be injected into pod's environment variables, … */
  enableServiceLinks?: Maybe<Scalars['Boolean']['output']>;
  /** List of ephemeral containers run in this pod. */
  ephemeralContainers?: Maybe<Array<CoreEphemeralContainer>>;
  /** HostAliases is an optional list of hosts and IPs that will be injected into the pod's hosts file if specified. */
  hostAliases?: Maybe<Array<CoreHostAlias>>;
  /** Use the host's ipc namespace. */
  hostIPC?: Maybe<Scalars['Boolean']['output']>;
  /** Host networking requested for this pod. */
  hostNetwork?: Maybe<Scalars['Boolean']['output']>;
  /** Use the host's pid namespace. */
  hostPID?: Maybe<Scalars['Boolean']['output']>;
  /** Use the host's user namespace. */
  hostUsers?: Maybe<Scalars['Boolean']['output']>;
  /** Specifies the hostname of the Pod If not specified, the pod's hostname will be set to a system-defined value. */
  hostname?: Maybe<Scalars['String']['output']>;
  /** HostnameOverride specifies an explicit override for the pod's hostname as perceived by the pod. */
  hostnameOverride?: Maybe<Scalars['String']['output']>;
  /** ImagePullSecrets is an optional list of references to secrets in the same namespace to use for pulling any of the … */
  imagePullSecrets?: Maybe<Array<CoreLocalObjectReference>>;
  /** List of initialization containers belonging to the pod. */
  initContainers?: Maybe<Array<CoreContainer>>;
  /** NodeName indicates in which node this pod is scheduled. */
  nodeName?: Maybe<Scalars['String']['output']>;
  /** NodeSelector is a selector which must be true for the pod to fit on a node. */
  nodeSelector?: Maybe<Scalars['StringMap']['output']>;
  /** Specifies the OS of the containers in the pod. */
  os?: Maybe<CorePodOs>;
  /** Overhead represents the resource overhead associated with running a pod for a given RuntimeClass. */
  overhead?: Maybe<Scalars['StringMap']['output']>;
  /** PreemptionPolicy is the Policy for preempting pods with lower priority. */
  preemptionPolicy?: Maybe<Scalars['String']['output']>;
  /** The priority value. */
  priority?: Maybe<Scalars['Int']['output']>;
  /** If specified, indicates the pod's priority. */
  priorityClassName?: Maybe<Scalars['String']['output']>;
  /** If specified, all readiness gates will be evaluated for pod readiness. */
  readinessGates?: Maybe<Array<CorePodReadinessGate>>;
  /** ResourceClaims defines which ResourceClaims must be allocated and reserved before the Pod is allowed to start. */
  resourceClaims?: Maybe<Array<CorePodResourceClaim>>;
  /** Resources is the total amount of CPU and Memory resources required by all containers in the pod. */
  resources?: Maybe<CoreResourceRequirements>;
  /** Restart policy for all containers within the pod. */
  restartPolicy?: Maybe<Scalars['String']['output']>;
  /** RuntimeClassName refers to a RuntimeClass object in the node.k8s.io group, which should be used to run this pod. */
  runtimeClassName?: Maybe<Scalars['String']['output']>;
  /** If specified, the pod will be dispatched by specified scheduler. */
  schedulerName?: Maybe<Scalars['String']['output']>;
  /** SchedulingGates is an opaque list of values that if specified will block scheduling the pod. */
  schedulingGates?: Maybe<Array<CorePodSchedulingGate>>;
  /** SchedulingGroup provides a reference to the immediate scheduling runtime grouping object that this Pod belongs to. */
  schedulingGroup?: Maybe<CorePodSchedulingGroup>;
  /** SecurityContext holds pod-level security attributes and common container settings. */
  securityContext?: Maybe<CorePodSecurityContext>;
  /** DeprecatedServiceAccount is a deprecated alias for ServiceAccountName. */
  serviceAccount?: Maybe<Scalars['String']['output']>;
  /** ServiceAccountName is the name of the ServiceAccount to use to run this pod. */
  serviceAccountName?: Maybe<Scalars['String']['output']>;
  /** If true the pod's hostname will be configured as the pod's FQDN, rather than the leaf name (the default). */
  setHostnameAsFQDN?: Maybe<Scalars['Boolean']['output']>;
  /** Share a single process namespace between all of the containers in a pod. */
  shareProcessNamespace?: Maybe<Scalars['Boolean']['output']>;
  /** If specified, the fully qualified Pod hostname will be "<hostname>.<subdomain>.<pod namespace>.svc.<cluster domain>". */
  subdomain?: Maybe<Scalars['String']['output']>;
  /** Optional duration in seconds the pod needs to terminate gracefully. */
  terminationGracePeriodSeconds?: Maybe<Scalars['BigInt']['output']>;
  /** If specified, the pod's tolerations. */
  tolerations?: Maybe<Array<CoreToleration>>;
  /** TopologySpreadConstraints describes how a group of pods ought to spread across topology domains. */
  topologySpreadConstraints?: Maybe<Array<CoreTopologySpreadConstraint>>;
  /** List of volumes that can be mounted by containers belonging to the pod. */
  volumes?: Maybe<Array<CoreVolume>>;
};

/** PodStatus represents information about the status of a pod. */
export type CorePodStatus = {
  __typename?: 'CorePodStatus';
  /** AllocatedResources is the total requests allocated for this pod by the node. */
  allocatedResources?: Maybe<Scalars['StringMap']['output']>;
  /** Current service state of pod. */
  conditions?: Maybe<Array<CorePodCondition>>;
  /** Statuses of containers in this pod. */
  containerStatuses?: Maybe<Array<CoreContainerStatus>>;
  /** Statuses for any ephemeral containers that have run in this pod. */
  ephemeralContainerStatuses?: Maybe<Array<CoreContainerStatus>>;
  /** Status of extended resource claim backed by DRA. */
  extendedResourceClaimStatus?: Maybe<CorePodExtendedResourceClaimStatus>;
  /** hostIP holds the IP address of the host to which the pod is assigned. */
  hostIP?: Maybe<Scalars['String']['output']>;
  /** hostIPs holds the IP addresses allocated to the host. */
  hostIPs?: Maybe<Array<CoreHostIp>>;
  /** Statuses of init containers in this pod. */
  initContainerStatuses?: Maybe<Array<CoreContainerStatus>>;
  /** A human readable message indicating details about why the pod is in this condition. */
  message?: Maybe<Scalars['String']['output']>;
  /** NodeAllocatableResourceClaimStatuses contains the status of node-allocatable resources that were allocated for this pod … */
  nodeAllocatableResourceClaimStatuses?: Maybe<Array<CoreNodeAllocatableResourceClaimStatus>>;
  /** nominatedNodeName is set only when this pod preempts other pods on the node, but it cannot be scheduled right away as … */
  nominatedNodeName?: Maybe<Scalars['String']['output']>;
  /** If set, this represents the .metadata.generation that the pod status was set based upon. */
  observedGeneration?: Maybe<Scalars['BigInt']['output']>;
  /** The phase of a Pod is a simple, high-level summary of where the Pod is in its lifecycle. */
  phase?: Maybe<Scalars['String']['output']>;
  /** podIP address allocated to the pod. */
  podIP?: Maybe<Scalars['String']['output']>;
  /** podIPs holds the IP addresses allocated to the pod. */
  podIPs?: Maybe<Array<CorePodIp>>;
  /** The Quality of Service (QOS) classification assigned to the pod based on resource requirements See PodQOSClass type for … */
  qosClass?: Maybe<Scalars['String']['output']>;
  /** A brief CamelCase message indicating details about why the pod is in this state. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Status of resources resize desired for pod's containers. */
  resize?: Maybe<Scalars['String']['output']>;
  /** Status of resource claims. */
  resourceClaimStatuses?: Maybe<Array<CorePodResourceClaimStatus>>;
  /** Resources represents the compute resource requests and limits that have been applied at the pod level if pod-level … */
  resources?: Maybe<CoreResourceRequirements>;
  /** RFC 3339 date and time at which the object was acknowledged by the Kubelet. */
  startTime?: Maybe<Scalars['DateTime']['output']>;
};

/** PodTemplateSpec describes the data a pod should have when created from a template */
export type CorePodTemplateSpec = {
  __typename?: 'CorePodTemplateSpec';
  /** Standard object's metadata. */
  metadata?: Maybe<MetaObjectMeta>;
  /** Specification of the desired behavior of the pod. */
  spec?: Maybe<CorePodSpec>;
};

/** PortStatus represents the error condition of a service port */
export type CorePortStatus = {
  __typename?: 'CorePortStatus';
  /** Error is to record the problem with the service port The format of the error shall comply with the following rules: - … */
  error?: Maybe<Scalars['String']['output']>;
  /** Port is the port number of the service port of which status is recorded here */
  port?: Maybe<Scalars['Int']['output']>;
  /** Protocol is the protocol of the service port of which status is recorded here The supported values are: "TCP", "UDP", … */
  protocol?: Maybe<Scalars['String']['output']>;
};

/** PortworxVolumeSource represents a Portworx volume resource. */
export type CorePortworxVolumeSource = {
  __typename?: 'CorePortworxVolumeSource';
  /** fSType represents the filesystem type to mount Must be a filesystem type supported by the host operating system. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** readOnly defaults to false (read/write). */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** volumeID uniquely identifies a Portworx volume */
  volumeID?: Maybe<Scalars['String']['output']>;
};

/** An empty preferred scheduling term matches all objects with implicit weight 0 (i.e. */
export type CorePreferredSchedulingTerm = {
  __typename?: 'CorePreferredSchedulingTerm';
  /** A node selector term, associated with the corresponding weight. */
  preference?: Maybe<CoreNodeSelectorTerm>;
  /** Weight associated with matching the corresponding nodeSelectorTerm, in the range 1-100. */
  weight?: Maybe<Scalars['Int']['output']>;
};

/** Probe describes a health check to be performed against a container to determine whether it is alive or ready to receive … */
export type CoreProbe = {
  __typename?: 'CoreProbe';
  /** Exec specifies a command to execute in the container. */
  exec?: Maybe<CoreExecAction>;
  /** Minimum consecutive failures for the probe to be considered failed after having succeeded. */
  failureThreshold?: Maybe<Scalars['Int']['output']>;
  /** GRPC specifies a GRPC HealthCheckRequest. */
  grpc?: Maybe<CoreGrpcAction>;
  /** HTTPGet specifies an HTTP GET request to perform. */
  httpGet?: Maybe<CoreHttpGetAction>;
  /** Number of seconds after the container has started before liveness probes are initiated. */
  initialDelaySeconds?: Maybe<Scalars['Int']['output']>;
  /** How often (in seconds) to perform the probe. */
  periodSeconds?: Maybe<Scalars['Int']['output']>;
  /** Minimum consecutive successes for the probe to be considered successful after having failed. */
  successThreshold?: Maybe<Scalars['Int']['output']>;
  /** TCPSocket specifies a connection to a TCP port. */
  tcpSocket?: Maybe<CoreTcpSocketAction>;
  /** Optional duration in seconds the pod needs to terminate gracefully upon probe failure. */
  terminationGracePeriodSeconds?: Maybe<Scalars['BigInt']['output']>;
  /** Number of seconds after which the probe times out. */
  timeoutSeconds?: Maybe<Scalars['Int']['output']>;
};

/** Represents a projected volume source */
export type CoreProjectedVolumeSource = {
  __typename?: 'CoreProjectedVolumeSource';
  /** defaultMode are the mode bits used to set permissions on created files by default. */
  defaultMode?: Maybe<Scalars['Int']['output']>;
  /** sources is the list of volume projections. */
  sources?: Maybe<Array<CoreVolumeProjection>>;
};

/** Represents a Quobyte mount that lasts the lifetime of a pod. */
export type CoreQuobyteVolumeSource = {
  __typename?: 'CoreQuobyteVolumeSource';
  /** group to map volume access to Default is no group */
  group?: Maybe<Scalars['String']['output']>;
  /** readOnly here will force the Quobyte volume to be mounted with read-only permissions. */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** registry represents a single or multiple Quobyte Registry services specified as a string as host:port pair (multiple … */
  registry?: Maybe<Scalars['String']['output']>;
  /** tenant owning the given Quobyte volume in the Backend Used with dynamically provisioned Quobyte volumes, value is set … */
  tenant?: Maybe<Scalars['String']['output']>;
  /** user to map volume access to Defaults to serivceaccount user */
  user?: Maybe<Scalars['String']['output']>;
  /** volume is a string that references an already created Quobyte volume by name. */
  volume?: Maybe<Scalars['String']['output']>;
};

/** Represents a Rados Block Device mount that lasts the lifetime of a pod. */
export type CoreRbdPersistentVolumeSource = {
  __typename?: 'CoreRBDPersistentVolumeSource';
  /** fsType is the filesystem type of the volume that you want to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** image is the rados image name. */
  image?: Maybe<Scalars['String']['output']>;
  /** keyring is the path to key ring for RBDUser. */
  keyring?: Maybe<Scalars['String']['output']>;
  /** monitors is a collection of Ceph monitors. */
  monitors?: Maybe<Array<Scalars['String']['output']>>;
  /** pool is the rados pool name. */
  pool?: Maybe<Scalars['String']['output']>;
  /** readOnly here will force the ReadOnly setting in VolumeMounts. */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** secretRef is name of the authentication secret for RBDUser. */
  secretRef?: Maybe<CoreSecretReference>;
  /** user is the rados user name. */
  user?: Maybe<Scalars['String']['output']>;
};

/** Represents a Rados Block Device mount that lasts the lifetime of a pod. */
export type CoreRbdVolumeSource = {
  __typename?: 'CoreRBDVolumeSource';
  /** fsType is the filesystem type of the volume that you want to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** image is the rados image name. */
  image?: Maybe<Scalars['String']['output']>;
  /** keyring is the path to key ring for RBDUser. */
  keyring?: Maybe<Scalars['String']['output']>;
  /** monitors is a collection of Ceph monitors. */
  monitors?: Maybe<Array<Scalars['String']['output']>>;
  /** pool is the rados pool name. */
  pool?: Maybe<Scalars['String']['output']>;
  /** readOnly here will force the ReadOnly setting in VolumeMounts. */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** secretRef is name of the authentication secret for RBDUser. */
  secretRef?: Maybe<CoreLocalObjectReference>;
  /** user is the rados user name. */
  user?: Maybe<Scalars['String']['output']>;
};

/** ResourceClaim references one entry in PodSpec.ResourceClaims. */
export type CoreResourceClaim = {
  __typename?: 'CoreResourceClaim';
  /** Name must match the name of one entry in pod.spec.resourceClaims of the Pod where this field is used. */
  name?: Maybe<Scalars['String']['output']>;
  /** Request is the name chosen for a request in the referenced claim. */
  request?: Maybe<Scalars['String']['output']>;
};

/** ResourceFieldSelector represents container resources (cpu, memory) and their output format */
export type CoreResourceFieldSelector = {
  __typename?: 'CoreResourceFieldSelector';
  /** Container name: required for volumes, optional for env vars */
  containerName?: Maybe<Scalars['String']['output']>;
  /** Specifies the output format of the exposed resources, defaults to "1" */
  divisor?: Maybe<Scalars['Quantity']['output']>;
  /** Required: resource to select */
  resource?: Maybe<Scalars['String']['output']>;
};

/** ResourceHealth represents the health of a resource. */
export type CoreResourceHealth = {
  __typename?: 'CoreResourceHealth';
  /** Health of the resource. */
  health?: Maybe<Scalars['String']['output']>;
  /** Message provides human-readable context for Health (e.g. */
  message?: Maybe<Scalars['String']['output']>;
  /** ResourceID is the unique identifier of the resource. */
  resourceID?: Maybe<Scalars['String']['output']>;
};

/** ResourceRequirements describes the compute resource requirements. */
export type CoreResourceRequirements = {
  __typename?: 'CoreResourceRequirements';
  /** Claims lists the names of resources, defined in spec.resourceClaims, that are used by this container. */
  claims?: Maybe<Array<CoreResourceClaim>>;
  /** Limits describes the maximum amount of compute resources allowed. */
  limits?: Maybe<Scalars['StringMap']['output']>;
  /** Requests describes the minimum amount of compute resources required. */
  requests?: Maybe<Scalars['StringMap']['output']>;
};

/** ResourceStatus represents the status of a single resource allocated to a Pod. */
export type CoreResourceStatus = {
  __typename?: 'CoreResourceStatus';
  /** Name of the resource. */
  name?: Maybe<Scalars['String']['output']>;
  /** List of unique resources health. */
  resources?: Maybe<Array<CoreResourceHealth>>;
};

/** SELinuxOptions are the labels to be applied to the container */
export type CoreSeLinuxOptions = {
  __typename?: 'CoreSELinuxOptions';
  /** Level is SELinux level label that applies to the container. */
  level?: Maybe<Scalars['String']['output']>;
  /** Role is a SELinux role label that applies to the container. */
  role?: Maybe<Scalars['String']['output']>;
  /** Type is a SELinux type label that applies to the container. */
  type?: Maybe<Scalars['String']['output']>;
  /** User is a SELinux user label that applies to the container. */
  user?: Maybe<Scalars['String']['output']>;
};

/** ScaleIOPersistentVolumeSource represents a persistent ScaleIO volume */
export type CoreScaleIoPersistentVolumeSource = {
  __typename?: 'CoreScaleIOPersistentVolumeSource';
  /** fsType is the filesystem type to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** gateway is the host address of the ScaleIO API Gateway. */
  gateway?: Maybe<Scalars['String']['output']>;
  /** protectionDomain is the name of the ScaleIO Protection Domain for the configured storage. */
  protectionDomain?: Maybe<Scalars['String']['output']>;
  /** readOnly defaults to false (read/write). */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** secretRef references to the secret for ScaleIO user and other sensitive information. */
  secretRef?: Maybe<CoreSecretReference>;
  /** sslEnabled is the flag to enable/disable SSL communication with Gateway, default false */
  sslEnabled?: Maybe<Scalars['Boolean']['output']>;
  /** storageMode indicates whether the storage for a volume should be ThickProvisioned or ThinProvisioned. */
  storageMode?: Maybe<Scalars['String']['output']>;
  /** storagePool is the ScaleIO Storage Pool associated with the protection domain. */
  storagePool?: Maybe<Scalars['String']['output']>;
  /** system is the name of the storage system as configured in ScaleIO. */
  system?: Maybe<Scalars['String']['output']>;
  /** volumeName is the name of a volume already created in the ScaleIO system that is associated with this volume source. */
  volumeName?: Maybe<Scalars['String']['output']>;
};

/** ScaleIOVolumeSource represents a persistent ScaleIO volume */
export type CoreScaleIoVolumeSource = {
  __typename?: 'CoreScaleIOVolumeSource';
  /** fsType is the filesystem type to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** gateway is the host address of the ScaleIO API Gateway. */
  gateway?: Maybe<Scalars['String']['output']>;
  /** protectionDomain is the name of the ScaleIO Protection Domain for the configured storage. */
  protectionDomain?: Maybe<Scalars['String']['output']>;
  /** readOnly Defaults to false (read/write). */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** secretRef references to the secret for ScaleIO user and other sensitive information. */
  secretRef?: Maybe<CoreLocalObjectReference>;
  /** sslEnabled Flag enable/disable SSL communication with Gateway, default false */
  sslEnabled?: Maybe<Scalars['Boolean']['output']>;
  /** storageMode indicates whether the storage for a volume should be ThickProvisioned or ThinProvisioned. */
  storageMode?: Maybe<Scalars['String']['output']>;
  /** storagePool is the ScaleIO Storage Pool associated with the protection domain. */
  storagePool?: Maybe<Scalars['String']['output']>;
  /** system is the name of the storage system as configured in ScaleIO. */
  system?: Maybe<Scalars['String']['output']>;
  /** volumeName is the name of a volume already created in the ScaleIO system that is associated with this volume source. */
  volumeName?: Maybe<Scalars['String']['output']>;
};

/** SeccompProfile defines a pod/container's seccomp profile settings. */
export type CoreSeccompProfile = {
  __typename?: 'CoreSeccompProfile';
  /** localhostProfile indicates a profile defined in a file on the node should be used. */
  localhostProfile?: Maybe<Scalars['String']['output']>;
  /** type indicates which kind of seccomp profile will be applied. */
  type?: Maybe<Scalars['String']['output']>;
};

/** Secret holds secret data of a certain type. */
export type CoreSecret = KubernetesResource & {
  __typename?: 'CoreSecret';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Keys of the Secret, with the size of each value; values are not shown. */
  data?: Maybe<Array<SecretKey>>;
  /** Immutable, if set to true, ensures that data stored in the Secret cannot be updated (only object metadata can be … */
  immutable?: Maybe<Scalars['Boolean']['output']>;
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** Used to facilitate programmatic handling of secret data. */
  type?: Maybe<Scalars['String']['output']>;
};

/** SecretEnvSource selects a Secret to populate the environment variables with. */
export type CoreSecretEnvSource = {
  __typename?: 'CoreSecretEnvSource';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
  /** Specify whether the Secret must be defined */
  optional?: Maybe<Scalars['Boolean']['output']>;
};

/** SecretKeySelector selects a key of a Secret. */
export type CoreSecretKeySelector = {
  __typename?: 'CoreSecretKeySelector';
  /** The key of the secret to select from. */
  key?: Maybe<Scalars['String']['output']>;
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
  /** Specify whether the Secret or its key must be defined */
  optional?: Maybe<Scalars['Boolean']['output']>;
};

/** Adapts a secret into a projected volume. */
export type CoreSecretProjection = {
  __typename?: 'CoreSecretProjection';
  /** items if unspecified, each key-value pair in the Data field of the referenced Secret will be projected into the volume … */
  items?: Maybe<Array<CoreKeyToPath>>;
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
  /** optional field specify whether the Secret or its key must be defined */
  optional?: Maybe<Scalars['Boolean']['output']>;
};

/** SecretReference represents a Secret Reference. */
export type CoreSecretReference = {
  __typename?: 'CoreSecretReference';
  /** name is unique within a namespace to reference a secret resource. */
  name?: Maybe<Scalars['String']['output']>;
  /** namespace defines the space within which the secret name must be unique. */
  namespace?: Maybe<Scalars['String']['output']>;
};

/** Adapts a Secret into a volume. */
export type CoreSecretVolumeSource = {
  __typename?: 'CoreSecretVolumeSource';
  /** defaultMode is Optional: mode bits used to set permissions on created files by default. */
  defaultMode?: Maybe<Scalars['Int']['output']>;
  /** items If unspecified, each key-value pair in the Data field of the referenced Secret will be projected into the volume … */
  items?: Maybe<Array<CoreKeyToPath>>;
  /** optional field specify whether the Secret or its keys must be defined */
  optional?: Maybe<Scalars['Boolean']['output']>;
  /** secretName is the name of the secret in the pod's namespace to use. */
  secretName?: Maybe<Scalars['String']['output']>;
};

/** SecurityContext holds security configuration that will be applied to a container. */
export type CoreSecurityContext = {
  __typename?: 'CoreSecurityContext';
  /** AllowPrivilegeEscalation controls whether a process can gain more privileges than its parent process. */
  allowPrivilegeEscalation?: Maybe<Scalars['Boolean']['output']>;
  /** appArmorProfile is the AppArmor options to use by this container. */
  appArmorProfile?: Maybe<CoreAppArmorProfile>;
  /** The capabilities to add/drop when running containers. */
  capabilities?: Maybe<CoreCapabilities>;
  /** Run container in privileged mode. */
  privileged?: Maybe<Scalars['Boolean']['output']>;
  /** procMount denotes the type of proc mount to use for the containers. */
  procMount?: Maybe<Scalars['String']['output']>;
  /** Whether this container has a read-only root filesystem. */
  readOnlyRootFilesystem?: Maybe<Scalars['Boolean']['output']>;
  /** The GID to run the entrypoint of the container process. */
  runAsGroup?: Maybe<Scalars['BigInt']['output']>;
  /** Indicates that the container must run as a non-root user. */
  runAsNonRoot?: Maybe<Scalars['Boolean']['output']>;
  /** The UID to run the entrypoint of the container process. */
  runAsUser?: Maybe<Scalars['BigInt']['output']>;
  /** The SELinux context to be applied to the container. */
  seLinuxOptions?: Maybe<CoreSeLinuxOptions>;
  /** The seccomp options to use by this container. */
  seccompProfile?: Maybe<CoreSeccompProfile>;
  /** The Windows specific settings applied to all containers. */
  windowsOptions?: Maybe<CoreWindowsSecurityContextOptions>;
};

/** Service is a named abstraction of software service (for example, mysql) consisting of local port (for example 3306) … */
export type CoreService = KubernetesResource & {
  __typename?: 'CoreService';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** Spec defines the behavior of a service. */
  spec?: Maybe<CoreServiceSpec>;
  /** Most recently observed status of the service. */
  status?: Maybe<CoreServiceStatus>;
};

/** ServiceAccount binds together: * a name, understood by users, and perhaps by peripheral systems, for an identity * a … */
export type CoreServiceAccount = KubernetesResource & {
  __typename?: 'CoreServiceAccount';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** AutomountServiceAccountToken indicates whether pods running as this service account should have an API token … */
  automountServiceAccountToken?: Maybe<Scalars['Boolean']['output']>;
  /** ImagePullSecrets is a list of references to secrets in the same namespace to use for pulling any images in pods that … */
  imagePullSecrets?: Maybe<Array<CoreLocalObjectReference>>;
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** Secrets is a list of the secrets in the same namespace that pods running using this ServiceAccount are allowed to use. */
  secrets?: Maybe<Array<CoreObjectReference>>;
};

/** ServiceAccountTokenProjection represents a projected service account token volume. */
export type CoreServiceAccountTokenProjection = {
  __typename?: 'CoreServiceAccountTokenProjection';
  /** audience is the intended audience of the token. */
  audience?: Maybe<Scalars['String']['output']>;
  /** expirationSeconds is the requested duration of validity of the service account token. */
  expirationSeconds?: Maybe<Scalars['BigInt']['output']>;
  /** path is the path relative to the mount point of the file to project the token into. */
  path?: Maybe<Scalars['String']['output']>;
};

/** ServicePort contains information on service's port. */
export type CoreServicePort = {
  __typename?: 'CoreServicePort';
  /** The application protocol for this port. */
  appProtocol?: Maybe<Scalars['String']['output']>;
  /** The name of this port within the service. */
  name?: Maybe<Scalars['String']['output']>;
  /** The port on each node on which this service is exposed when type is NodePort or LoadBalancer. */
  nodePort?: Maybe<Scalars['Int']['output']>;
  /** The port that will be exposed by this service. */
  port?: Maybe<Scalars['Int']['output']>;
  /** The IP protocol for this port. */
  protocol?: Maybe<Scalars['String']['output']>;
  /** Number or name of the port to access on the pods targeted by the service. */
  targetPort?: Maybe<Scalars['IntOrString']['output']>;
};

/** ServiceSpec describes the attributes that a user creates on a service. */
export type CoreServiceSpec = {
  __typename?: 'CoreServiceSpec';
  /** allocateLoadBalancerNodePorts defines if NodePorts will be automatically allocated for services with type LoadBalancer. */
  allocateLoadBalancerNodePorts?: Maybe<Scalars['Boolean']['output']>;
  /** clusterIP is the IP address of the service and is usually assigned randomly. */
  clusterIP?: Maybe<Scalars['String']['output']>;
  /** ClusterIPs is a list of IP addresses assigned to this service, and are usually assigned randomly. */
  clusterIPs?: Maybe<Array<Scalars['String']['output']>>;
  /** externalIPs is a list of IP addresses for which nodes in the cluster will also accept traffic for this service. */
  externalIPs?: Maybe<Array<Scalars['String']['output']>>;
  /** externalName is the external reference that discovery mechanisms will return as an alias for this service (e.g. */
  externalName?: Maybe<Scalars['String']['output']>;
  /** externalTrafficPolicy describes how nodes distribute service traffic they receive on one of the Service's … */
  externalTrafficPolicy?: Maybe<Scalars['String']['output']>;
  /** healthCheckNodePort specifies the healthcheck nodePort for the service. */
  healthCheckNodePort?: Maybe<Scalars['Int']['output']>;
  /** InternalTrafficPolicy describes how nodes distribute service traffic they receive on the ClusterIP. If set to "Local", … */
  internalTrafficPolicy?: Maybe<Scalars['String']['output']>;
  /** IPFamilies is a list of IP families (e.g. */
  ipFamilies?: Maybe<Array<Scalars['String']['output']>>;
  /** IPFamilyPolicy represents the dual-stack-ness requested or required by this Service. */
  ipFamilyPolicy?: Maybe<Scalars['String']['output']>;
  /** loadBalancerClass is the class of the load balancer implementation this Service belongs to. */
  loadBalancerClass?: Maybe<Scalars['String']['output']>;
  /** Only applies to Service Type: LoadBalancer. */
  loadBalancerIP?: Maybe<Scalars['String']['output']>;
  /** If specified and supported by the platform, this will restrict traffic through the cloud-provider load-balancer will be … */
  loadBalancerSourceRanges?: Maybe<Array<Scalars['String']['output']>>;
  /** The list of ports that are exposed by this service. */
  ports?: Maybe<Array<CoreServicePort>>;
  /** publishNotReadyAddresses indicates that any agent which deals with endpoints for this Service should disregard any … */
  publishNotReadyAddresses?: Maybe<Scalars['Boolean']['output']>;
  /** Route service traffic to pods with label keys and values matching this selector. */
  selector?: Maybe<Scalars['StringMap']['output']>;
  /** Supports "ClientIP" and "None". */
  sessionAffinity?: Maybe<Scalars['String']['output']>;
  /** sessionAffinityConfig contains the configurations of session affinity. */
  sessionAffinityConfig?: Maybe<CoreSessionAffinityConfig>;
  /** TrafficDistribution offers a way to express preferences for how traffic is distributed to Service endpoints. */
  trafficDistribution?: Maybe<Scalars['String']['output']>;
  /** type determines how the Service is exposed. */
  type?: Maybe<Scalars['String']['output']>;
};

/** ServiceStatus represents the current status of a service. */
export type CoreServiceStatus = {
  __typename?: 'CoreServiceStatus';
  /** Current service state */
  conditions?: Maybe<Array<MetaCondition>>;
  /** LoadBalancer contains the current status of the load-balancer, if one is present. */
  loadBalancer?: Maybe<CoreLoadBalancerStatus>;
};

/** SessionAffinityConfig represents the configurations of session affinity. */
export type CoreSessionAffinityConfig = {
  __typename?: 'CoreSessionAffinityConfig';
  /** clientIP contains the configurations of Client IP based session affinity. */
  clientIP?: Maybe<CoreClientIpConfig>;
};

/** SleepAction describes a "sleep" action. */
export type CoreSleepAction = {
  __typename?: 'CoreSleepAction';
  /** Seconds is the number of seconds to sleep. */
  seconds?: Maybe<Scalars['BigInt']['output']>;
};

/** Represents a StorageOS persistent volume resource. */
export type CoreStorageOsPersistentVolumeSource = {
  __typename?: 'CoreStorageOSPersistentVolumeSource';
  /** fsType is the filesystem type to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** readOnly defaults to false (read/write). */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** secretRef specifies the secret to use for obtaining the StorageOS API credentials. */
  secretRef?: Maybe<CoreObjectReference>;
  /** volumeName is the human-readable name of the StorageOS volume. */
  volumeName?: Maybe<Scalars['String']['output']>;
  /** volumeNamespace specifies the scope of the volume within StorageOS. If no namespace is specified then the Pod's … */
  volumeNamespace?: Maybe<Scalars['String']['output']>;
};

/** Represents a StorageOS persistent volume resource. */
export type CoreStorageOsVolumeSource = {
  __typename?: 'CoreStorageOSVolumeSource';
  /** fsType is the filesystem type to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** readOnly defaults to false (read/write). */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** secretRef specifies the secret to use for obtaining the StorageOS API credentials. */
  secretRef?: Maybe<CoreLocalObjectReference>;
  /** volumeName is the human-readable name of the StorageOS volume. */
  volumeName?: Maybe<Scalars['String']['output']>;
  /** volumeNamespace specifies the scope of the volume within StorageOS. If no namespace is specified then the Pod's … */
  volumeNamespace?: Maybe<Scalars['String']['output']>;
};

/** Sysctl defines a kernel parameter to be set */
export type CoreSysctl = {
  __typename?: 'CoreSysctl';
  /** Name of a property to set */
  name?: Maybe<Scalars['String']['output']>;
  /** Value of a property to set */
  value?: Maybe<Scalars['String']['output']>;
};

/** TCPSocketAction describes an action based on opening a socket */
export type CoreTcpSocketAction = {
  __typename?: 'CoreTCPSocketAction';
  /** Optional: Host name to connect to, defaults to the pod IP. */
  host?: Maybe<Scalars['String']['output']>;
  /** Number or name of the port to access on the container. */
  port?: Maybe<Scalars['IntOrString']['output']>;
};

/** The node this Taint is attached to has the "effect" on any pod that does not tolerate the Taint. */
export type CoreTaint = {
  __typename?: 'CoreTaint';
  /** Required. */
  effect?: Maybe<Scalars['String']['output']>;
  /** Required. */
  key?: Maybe<Scalars['String']['output']>;
  /** TimeAdded represents the time at which the taint was added. */
  timeAdded?: Maybe<Scalars['DateTime']['output']>;
  /** The taint value corresponding to the taint key. */
  value?: Maybe<Scalars['String']['output']>;
};

/** The pod this Toleration is attached to tolerates any taint that matches the triple <key,value,effect> using the … */
export type CoreToleration = {
  __typename?: 'CoreToleration';
  /** Effect indicates the taint effect to match. */
  effect?: Maybe<Scalars['String']['output']>;
  /** Key is the taint key that the toleration applies to. */
  key?: Maybe<Scalars['String']['output']>;
  /** Operator represents a key's relationship to the value. */
  operator?: Maybe<Scalars['String']['output']>;
  /** TolerationSeconds represents the period of time the toleration (which must be of effect NoExecute, otherwise this field … */
  tolerationSeconds?: Maybe<Scalars['BigInt']['output']>;
  /** Value is the taint value the toleration matches to. */
  value?: Maybe<Scalars['String']['output']>;
};

/** A topology selector requirement is a selector that matches given label. */
export type CoreTopologySelectorLabelRequirement = {
  __typename?: 'CoreTopologySelectorLabelRequirement';
  /** The label key that the selector applies to. */
  key?: Maybe<Scalars['String']['output']>;
  /** An array of string values. */
  values?: Maybe<Array<Scalars['String']['output']>>;
};

/** A topology selector term represents the result of label queries. */
export type CoreTopologySelectorTerm = {
  __typename?: 'CoreTopologySelectorTerm';
  /** A list of topology selector requirements by labels. */
  matchLabelExpressions?: Maybe<Array<CoreTopologySelectorLabelRequirement>>;
};

/** TopologySpreadConstraint specifies how to spread matching pods among the given topology. */
export type CoreTopologySpreadConstraint = {
  __typename?: 'CoreTopologySpreadConstraint';
  /** LabelSelector is used to find matching pods. */
  labelSelector?: Maybe<MetaLabelSelector>;
  /** MatchLabelKeys is a set of pod label keys to select the pods over which spreading will be calculated. */
  matchLabelKeys?: Maybe<Array<Scalars['String']['output']>>;
  /** MaxSkew describes the degree to which pods may be unevenly distributed. */
  maxSkew?: Maybe<Scalars['Int']['output']>;
  /** MinDomains indicates a minimum number of eligible domains. */
  minDomains?: Maybe<Scalars['Int']['output']>;
  /** NodeAffinityPolicy indicates how we will treat Pod's nodeAffinity/nodeSelector when calculating pod topology spread … */
  nodeAffinityPolicy?: Maybe<Scalars['String']['output']>;
  /** NodeTaintsPolicy indicates how we will treat node taints when calculating pod topology spread skew. */
  nodeTaintsPolicy?: Maybe<Scalars['String']['output']>;
  /** TopologyKey is the key of node labels. */
  topologyKey?: Maybe<Scalars['String']['output']>;
  /** WhenUnsatisfiable indicates how to deal with a pod if it doesn't satisfy the spread constraint. */
  whenUnsatisfiable?: Maybe<Scalars['String']['output']>;
};

/** TypedLocalObjectReference contains enough information to let you locate the typed referenced object inside the same … */
export type CoreTypedLocalObjectReference = {
  __typename?: 'CoreTypedLocalObjectReference';
  /** APIGroup is the group for the resource being referenced. */
  apiGroup?: Maybe<Scalars['String']['output']>;
  /** Kind is the type of resource being referenced */
  kind?: Maybe<Scalars['String']['output']>;
  /** Name is the name of resource being referenced */
  name?: Maybe<Scalars['String']['output']>;
};

/** TypedObjectReference contains enough information to let you locate the typed referenced object */
export type CoreTypedObjectReference = {
  __typename?: 'CoreTypedObjectReference';
  /** APIGroup is the group for the resource being referenced. */
  apiGroup?: Maybe<Scalars['String']['output']>;
  /** Kind is the type of resource being referenced */
  kind?: Maybe<Scalars['String']['output']>;
  /** Name is the name of resource being referenced */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace is the namespace of resource being referenced Note that when a namespace is specified, a … */
  namespace?: Maybe<Scalars['String']['output']>;
};

/** Volume represents a named volume in a pod that may be accessed by any container in the pod. */
export type CoreVolume = {
  __typename?: 'CoreVolume';
  /** awsElasticBlockStore represents an AWS Disk resource that is attached to a kubelet's host machine and then exposed to … */
  awsElasticBlockStore?: Maybe<CoreAwsElasticBlockStoreVolumeSource>;
  /** azureDisk represents an Azure Data Disk mount on the host and bind mount to the pod. */
  azureDisk?: Maybe<CoreAzureDiskVolumeSource>;
  /** azureFile represents an Azure File Service mount on the host and bind mount to the pod. */
  azureFile?: Maybe<CoreAzureFileVolumeSource>;
  /** cephFS represents a Ceph FS mount on the host that shares a pod's lifetime. */
  cephfs?: Maybe<CoreCephFsVolumeSource>;
  /** cinder represents a cinder volume attached and mounted on kubelets host machine. */
  cinder?: Maybe<CoreCinderVolumeSource>;
  /** configMap represents a configMap that should populate this volume */
  configMap?: Maybe<CoreConfigMapVolumeSource>;
  /** csi (Container Storage Interface) represents ephemeral storage that is handled by certain external CSI drivers. */
  csi?: Maybe<CoreCsiVolumeSource>;
  /** downwardAPI represents downward API about the pod that should populate this volume */
  downwardAPI?: Maybe<CoreDownwardApiVolumeSource>;
  /** emptyDir represents a temporary directory that shares a pod's lifetime. */
  emptyDir?: Maybe<CoreEmptyDirVolumeSource>;
  /** ephemeral represents a volume that is handled by a cluster storage driver. */
  ephemeral?: Maybe<CoreEphemeralVolumeSource>;
  /** fc represents a Fibre Channel resource that is attached to a kubelet's host machine and then exposed to the pod. */
  fc?: Maybe<CoreFcVolumeSource>;
  /** flexVolume represents a generic volume resource that is provisioned/attached using an exec based plugin. */
  flexVolume?: Maybe<CoreFlexVolumeSource>;
  /** flocker represents a Flocker volume attached to a kubelet's host machine. */
  flocker?: Maybe<CoreFlockerVolumeSource>;
  /** gcePersistentDisk represents a GCE Disk resource that is attached to a kubelet's host machine and then exposed to the … */
  gcePersistentDisk?: Maybe<CoreGcePersistentDiskVolumeSource>;
  /** gitRepo represents a git repository at a particular revision. */
  gitRepo?: Maybe<CoreGitRepoVolumeSource>;
  /** glusterfs represents a Glusterfs mount on the host that shares a pod's lifetime. */
  glusterfs?: Maybe<CoreGlusterfsVolumeSource>;
  /** hostPath represents a pre-existing file or directory on the host machine that is directly exposed to the container. */
  hostPath?: Maybe<CoreHostPathVolumeSource>;
  /** image represents an OCI object (a container image or artifact) pulled and mounted on the kubelet's host machine. */
  image?: Maybe<CoreImageVolumeSource>;
  /** iscsi represents an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod. */
  iscsi?: Maybe<CoreIscsiVolumeSource>;
  /** name of the volume. */
  name?: Maybe<Scalars['String']['output']>;
  /** nfs represents an NFS mount on the host that shares a pod's lifetime More info: … */
  nfs?: Maybe<CoreNfsVolumeSource>;
  /** persistentVolumeClaimVolumeSource represents a reference to a PersistentVolumeClaim in the same namespace. */
  persistentVolumeClaim?: Maybe<CorePersistentVolumeClaimVolumeSource>;
  /** photonPersistentDisk represents a PhotonController persistent disk attached and mounted on kubelets host machine. */
  photonPersistentDisk?: Maybe<CorePhotonPersistentDiskVolumeSource>;
  /** portworxVolume represents a portworx volume attached and mounted on kubelets host machine. */
  portworxVolume?: Maybe<CorePortworxVolumeSource>;
  /** projected items for all in one resources secrets, configmaps, and downward API */
  projected?: Maybe<CoreProjectedVolumeSource>;
  /** quobyte represents a Quobyte mount on the host that shares a pod's lifetime. */
  quobyte?: Maybe<CoreQuobyteVolumeSource>;
  /** rbd represents a Rados Block Device mount on the host that shares a pod's lifetime. */
  rbd?: Maybe<CoreRbdVolumeSource>;
  /** scaleIO represents a ScaleIO persistent volume attached and mounted on Kubernetes nodes. */
  scaleIO?: Maybe<CoreScaleIoVolumeSource>;
  /** secret represents a secret that should populate this volume. */
  secret?: Maybe<CoreSecretVolumeSource>;
  /** storageOS represents a StorageOS volume attached and mounted on Kubernetes nodes. */
  storageos?: Maybe<CoreStorageOsVolumeSource>;
  /** vsphereVolume represents a vSphere volume attached and mounted on kubelets host machine. */
  vsphereVolume?: Maybe<CoreVsphereVirtualDiskVolumeSource>;
};

/** volumeDevice describes a mapping of a raw block device within a container. */
export type CoreVolumeDevice = {
  __typename?: 'CoreVolumeDevice';
  /** devicePath is the path inside of the container that the device will be mapped to. */
  devicePath?: Maybe<Scalars['String']['output']>;
  /** name must match the name of a persistentVolumeClaim in the pod */
  name?: Maybe<Scalars['String']['output']>;
};

/** VolumeMount describes a mounting of a Volume within a container. */
export type CoreVolumeMount = {
  __typename?: 'CoreVolumeMount';
  /** Path within the container at which the volume should be mounted. */
  mountPath?: Maybe<Scalars['String']['output']>;
  /** mountPropagation determines how mounts are propagated from the host to container and the other way around. */
  mountPropagation?: Maybe<Scalars['String']['output']>;
  /** This must match the Name of a Volume. */
  name?: Maybe<Scalars['String']['output']>;
  /** Mounted read-only if true, read-write otherwise (false or unspecified). */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** RecursiveReadOnly specifies whether read-only mounts should be handled recursively. */
  recursiveReadOnly?: Maybe<Scalars['String']['output']>;
  /** Path within the volume from which the container's volume should be mounted. */
  subPath?: Maybe<Scalars['String']['output']>;
  /** Expanded path within the volume from which the container's volume should be mounted. */
  subPathExpr?: Maybe<Scalars['String']['output']>;
};

/** VolumeMountStatus shows status of volume mounts. */
export type CoreVolumeMountStatus = {
  __typename?: 'CoreVolumeMountStatus';
  /** MountPath corresponds to the original VolumeMount. */
  mountPath?: Maybe<Scalars['String']['output']>;
  /** Name corresponds to the name of the original VolumeMount. */
  name?: Maybe<Scalars['String']['output']>;
  /** ReadOnly corresponds to the original VolumeMount. */
  readOnly?: Maybe<Scalars['Boolean']['output']>;
  /** RecursiveReadOnly must be set to Disabled, Enabled, or unspecified (for non-readonly mounts). */
  recursiveReadOnly?: Maybe<Scalars['String']['output']>;
  /** volumeStatus represents volume-type-specific status about the mounted volume. */
  volumeStatus?: Maybe<CoreVolumeStatus>;
};

/** VolumeNodeAffinity defines constraints that limit what nodes this volume can be accessed from. */
export type CoreVolumeNodeAffinity = {
  __typename?: 'CoreVolumeNodeAffinity';
  /** required specifies hard node constraints that must be met. */
  required?: Maybe<CoreNodeSelector>;
};

/** Projection that may be projected along with other supported volume types. */
export type CoreVolumeProjection = {
  __typename?: 'CoreVolumeProjection';
  /** ClusterTrustBundle allows a pod to access the `.spec.trustBundle` field of ClusterTrustBundle objects in an … */
  clusterTrustBundle?: Maybe<CoreClusterTrustBundleProjection>;
  /** configMap information about the configMap data to project */
  configMap?: Maybe<CoreConfigMapProjection>;
  /** downwardAPI information about the downwardAPI data to project */
  downwardAPI?: Maybe<CoreDownwardApiProjection>;
  /** Projects an auto-rotating credential bundle (private key and certificate chain) that the pod can use either as a TLS … */
  podCertificate?: Maybe<CorePodCertificateProjection>;
  /** secret information about the secret data to project */
  secret?: Maybe<CoreSecretProjection>;
  /** serviceAccountToken is information about the serviceAccountToken data to project */
  serviceAccountToken?: Maybe<CoreServiceAccountTokenProjection>;
};

/** VolumeResourceRequirements describes the storage resource requirements for a volume. */
export type CoreVolumeResourceRequirements = {
  __typename?: 'CoreVolumeResourceRequirements';
  /** Limits describes the maximum amount of compute resources allowed. */
  limits?: Maybe<Scalars['StringMap']['output']>;
  /** Requests describes the minimum amount of compute resources required. */
  requests?: Maybe<Scalars['StringMap']['output']>;
};

/** VolumeStatus represents the status of a mounted volume. */
export type CoreVolumeStatus = {
  __typename?: 'CoreVolumeStatus';
  /** image represents an OCI object (a container image or artifact) pulled and mounted on the kubelet's host machine. */
  image?: Maybe<CoreImageVolumeStatus>;
};

/** Represents a vSphere volume resource. */
export type CoreVsphereVirtualDiskVolumeSource = {
  __typename?: 'CoreVsphereVirtualDiskVolumeSource';
  /** fsType is filesystem type to mount. */
  fsType?: Maybe<Scalars['String']['output']>;
  /** storagePolicyID is the storage Policy Based Management (SPBM) profile ID associated with the StoragePolicyName. */
  storagePolicyID?: Maybe<Scalars['String']['output']>;
  /** storagePolicyName is the storage Policy Based Management (SPBM) profile name. */
  storagePolicyName?: Maybe<Scalars['String']['output']>;
  /** volumePath is the path that identifies vSphere volume vmdk */
  volumePath?: Maybe<Scalars['String']['output']>;
};

/** The weights of all of the matched WeightedPodAffinityTerm fields are added per-node to find the most preferred node(s) */
export type CoreWeightedPodAffinityTerm = {
  __typename?: 'CoreWeightedPodAffinityTerm';
  /** Required. */
  podAffinityTerm?: Maybe<CorePodAffinityTerm>;
  /** weight associated with matching the corresponding podAffinityTerm, in the range 1-100. */
  weight?: Maybe<Scalars['Int']['output']>;
};

/** WindowsSecurityContextOptions contain Windows-specific options and credentials. */
export type CoreWindowsSecurityContextOptions = {
  __typename?: 'CoreWindowsSecurityContextOptions';
  /** GMSACredentialSpec is where the GMSA admission webhook (https://github.com/kubernetes-sigs/windows-gmsa) inlines the … */
  gmsaCredentialSpec?: Maybe<Scalars['String']['output']>;
  /** GMSACredentialSpecName is the name of the GMSA credential spec to use. */
  gmsaCredentialSpecName?: Maybe<Scalars['String']['output']>;
  /** HostProcess determines if a container should be run as a 'Host Process' container. */
  hostProcess?: Maybe<Scalars['Boolean']['output']>;
  /** The UserName in Windows to run the entrypoint of the container process. */
  runAsUserName?: Maybe<Scalars['String']['output']>;
};

/**
 * Number of clusters per coverage state, with the sum in `total`. The numbers usually count all clusters and are equal for
 * all callers. Exception: if an answer is limited to selected clusters, the numbers count only selected clusters that the
 * caller may know. The field `coverage` of the answer describes this limit.
 */
export type Coverage = {
  __typename?: 'Coverage';
  /**
   * Number of clusters whose objects are hidden from all callers, for example because the permissions in the cluster are
   * not known.
   */
  closed: Scalars['Int']['output'];
  /**
   * Coverage of each cluster that the caller may know, sorted by name. If the coverage is limited to some clusters, only
   * these clusters. Null only if an error occurs.
   */
  clusters?: Maybe<ClusterCoverageConnection>;
  /** Number of clusters that are indexed and up to date. */
  indexed: Scalars['Int']['output'];
  /** Number of clusters in state REBUILDING. Their lists are not complete yet. */
  rebuilding: Scalars['Int']['output'];
  /** Number of clusters in state STALE. Their index may be out of date or incomplete. */
  stale: Scalars['Int']['output'];
  /** Number of clusters in all states together. */
  total: Scalars['Int']['output'];
  /** Number of clusters in state UNREACHABLE. Lists contain their last known objects, if any. */
  unreachable: Scalars['Int']['output'];
  /**
   * Number of clusters whose objects are hidden from this caller, because the caller's permissions could not be
   * determined. One entry for each cause. These clusters are also counted under their state. Empty if the coverage is
   * limited to some clusters.
   */
  withheld: Array<WithheldClusters>;
};


/**
 * Number of clusters per coverage state, with the sum in `total`. The numbers usually count all clusters and are equal for
 * all callers. Exception: if an answer is limited to selected clusters, the numbers count only selected clusters that the
 * caller may know. The field `coverage` of the answer describes this limit.
 */
export type CoverageClustersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  states?: InputMaybe<Array<CoverageState>>;
};

/**
 * Cause for which a cluster or a kind is not fully covered. Error messages of a cluster are in the log of fleetgraph. For
 * a cluster that is known only from metrics, Prometheus takes the place of the API server.
 */
export type CoverageCause =
  /** The cluster was closed or removed while this answer was being made. Send the request again. */
  | 'CLOSED_MEANWHILE'
  /** The cluster has not been reached yet. Wait a moment. */
  | 'CONNECTING'
  /**
   * The API server does not accept the credentials of fleetgraph, or there are none. Renew the credentials for this
   * cluster.
   */
  | 'CREDENTIALS'
  /**
   * Another registered cluster has the same API server and is collected instead. Remove one of the two registrations, or
   * set `duplicates: allow`.
   */
  | 'DUPLICATE'
  /** The collector may not list the kind. Grant the permission: `fleetgraph prepare-cluster` prints the role. */
  | 'FORBIDDEN'
  /**
   * At least one kind of the cluster cannot be followed. See `kinds`, which contains only kinds that the caller may list or
   * see.
   */
  | 'KINDS_NOT_FOLLOWED'
  /**
   * At least one object is left out, because it is too large, or because its shape or name is not valid in Kubernetes.
   * Look for unusually large objects.
   */
  | 'LEFT_OUT'
  /** The first lists are not complete yet. Wait until they have been read. */
  | 'LISTING'
  /** The index of the cluster is being loaded. Wait a moment. */
  | 'LOADING'
  /** The server that answers is not a Kubernetes API server, or its answer cannot be read. Check the registered address. */
  | 'MALFORMED'
  /**
   * The API server uses authorizers other than RBAC, and this process cannot send reviews to it. Let fleetgraph ask the
   * API server for reviews.
   */
  | 'NEEDS_REVIEWS'
  /** The cluster does not serve the kind, or no longer serves it. Check the CRD if the kind should exist. */
  | 'NOT_SERVED'
  /**
   * The collector may list the kind but not watch it, so changes arrive late. Grant the permission: `fleetgraph
   * prepare-cluster` prints the role.
   */
  | 'NOT_WATCHED'
  /**
   * The registration of the cluster has changed, so the stored content may come from another API server. Wait until a
   * collector has read the cluster again.
   */
  | 'OTHER_API_SERVER'
  /**
   * Objects of the kind are left out, because the rows and the RBAC of the cluster have reached `limits.clusterBytes`.
   * Reduce the number of objects or raise the limit.
   */
  | 'OVER_LIMIT'
  /**
   * The kind is left out, because its API server shows different objects to different callers, for example Project of
   * project.openshift.io. Read single objects with `liveObject`.
   */
  | 'PER_CALLER'
  /**
   * The identity settings of the cluster, which map callers to its users, are missing or invalid. Correct them in the
   * configuration.
   */
  | 'POLICY_UNUSABLE'
  /**
   * The RBAC of the cluster has not been read completely. Check that fleetgraph may list roles and bindings: `fleetgraph
   * prepare-cluster` prints the role.
   */
  | 'RBAC_INCOMPLETE'
  /**
   * Changes of the RBAC of the cluster cannot be followed. Check that fleetgraph may watch roles and bindings: `fleetgraph
   * prepare-cluster` prints the role.
   */
  | 'RBAC_NOT_FOLLOWED'
  /**
   * The RBAC of the cluster has not been read yet. Wait a moment. If the cause persists, check that fleetgraph may list
   * roles and bindings: `fleetgraph prepare-cluster` prints the role.
   */
  | 'RBAC_NOT_READ'
  /**
   * The RBAC of the cluster has not been confirmed for longer than `rbac.maxAge`. The objects of the cluster are shown
   * again as soon as the RBAC is confirmed.
   */
  | 'RBAC_TOO_OLD'
  /** The API server uses authorizers other than RBAC, and does not answer reviews. Check the API server. */
  | 'REVIEWS_FAIL'
  /** The API server answers with an error. Check the API server. */
  | 'SERVER_ERROR'
  /**
   * The kind is left out, because another kind contains the same objects. Example: Event of the core group and Event of
   * events.k8s.io. Search for the other kind. Nothing is missing if the caller may list the other kind.
   */
  | 'SHOWN_ELSEWHERE'
  /**
   * The cluster has not reported for some time: it does not answer, or no collector reads it. Check that a collector runs
   * for this cluster.
   */
  | 'SILENT'
  /**
   * The configuration limits the collection to some namespaces of the cluster. Objects in other namespaces are missing.
   * Add namespaces to `collect.namespaces`.
   */
  | 'SOME_NAMESPACES'
  /**
   * The API server does not serve watches of the kind yet, because the CRD is new or the server has just started. Wait a
   * moment.
   */
  | 'STARTING'
  /** The store of the index cannot be reached or followed. Check Redis, then the log of fleetgraph. */
  | 'STORE_AWAY'
  /** The API server is overloaded and refuses requests. Wait, or grant fleetgraph a larger share of its capacity. */
  | 'THROTTLED'
  /** The API server does not answer in time. Check the load of the API server. */
  | 'TIMEOUT'
  /**
   * No trusted connection to the API server can be made. Check the certificate authority in the registration of the
   * cluster.
   */
  | 'TLS'
  /**
   * The cluster serves more kinds than fleetgraph collects: at most 500, or fewer if `collect.namespaces` names more than
   * four namespaces. Add the kinds you need to `kinds.include`. Kinds of `kinds.include` and the default kinds are
   * collected first.
   */
  | 'TOO_MANY_KINDS'
  /** The cause has no code in this enum. See the log of the collector. */
  | 'UNKNOWN'
  /** The API server cannot be reached. Check that it runs and that the network lets fleetgraph reach it. */
  | 'UNREACHABLE'
  /**
   * The API server cannot read the objects of the kind: a conversion webhook fails, or stored objects are broken. Check
   * the conversion webhook of the CRD. The message of the API server is in the log of the collector.
   */
  | 'UNREADABLE'
  /**
   * The kind is left out, because its API server can list but not watch it, for example ComponentStatus and the kinds of
   * metrics.k8s.io. Read single objects with `liveObject`.
   */
  | 'UNWATCHABLE'
  | '%future added value';

/** State of the index for one cluster: how current and complete the index is. */
export type CoverageState =
  /** The cluster contributes nothing to any list, for example because the permissions in the cluster are not known. */
  | 'CLOSED'
  /**
   * The cluster is up to date. Lists are complete, except for kinds and namespaces that are not collected or not kept in
   * full. `cause` and `kinds` name the exceptions.
   */
  | 'INDEXED'
  /** The index of the cluster is not complete or not loaded yet, so lists are not complete. `cause` tells more. */
  | 'REBUILDING'
  /**
   * The index may be out of date or incomplete. Either the cluster does not report, or one of its kinds or its RBAC cannot
   * be followed, or the store of the index cannot be reached or followed.
   */
  | 'STALE'
  /**
   * The API server cannot be read, for example because it does not answer. Lists contain the last known state, which may
   * be incomplete.
   */
  | 'UNREACHABLE'
  | '%future added value';

/** Input of `delete`. */
export type DeleteInput = {
  /** True to let the cluster check the action without performing it. */
  dryRun?: Scalars['Boolean']['input'];
  /**
   * Key for safe repetition, 1 to 128 characters. Within ten minutes, the same request with this key does nothing and
   * returns the first results. A different request with this key is refused. A repetition that reaches another fleetgraph
   * process runs again.
   */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Objects to delete. At most `limits.actionObjects` in one request. */
  objects: Array<ObjectToDelete>;
  /**
   * Treatment of the objects that each deleted object owns. Default: the default of the cluster for the kind of the
   * object.
   */
  propagation?: InputMaybe<DeletePropagation>;
};

/** Treatment of the objects that a deleted object owns. */
export type DeletePropagation =
  /** The owned objects are deleted after their owner. */
  | 'BACKGROUND'
  /** The owned objects are deleted before their owner. */
  | 'FOREGROUND'
  /** The owned objects are kept. */
  | 'ORPHAN'
  | '%future added value';

/** Rule that a policy defines but that does not apply on a path. */
export type DisplacedRule = {
  __typename?: 'DisplacedRule';
  /**
   * The policy whose rule with this key applies instead. If no rule with this key applies: all policies whose rules apply,
   * sorted by id.
   */
  by: Array<Policy>;
  /** Key of the rule, as in `EffectiveRule.key`. */
  key: Scalars['String']['output'];
  /** Policy that defines the rule. */
  source: Policy;
};

/** Input of `drain`. */
export type DrainInput = {
  /** True to begin the drain. False to end the drain, so that the engine may assign workloads to the clusters again. */
  drained?: Scalars['Boolean']['input'];
  /** True to let the cluster check the action without performing it. */
  dryRun?: Scalars['Boolean']['input'];
  /**
   * Key for safe repetition, 1 to 128 characters. Within ten minutes, the same request with this key does nothing and
   * returns the first results. A different request with this key is refused. A repetition that reaches another fleetgraph
   * process runs again.
   */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Ids of ManagedClusters and of Clusters of Karmada. At most `limits.actionObjects` in one request. */
  ids: Array<Scalars['ID']['input']>;
};

/** Result of merging all policies of one kind along one path. */
export type EffectivePolicy = {
  __typename?: 'EffectivePolicy';
  /** False if part of the path or of its policies may be missing: hidden from the caller, or not in the index yet. */
  complete: Scalars['Boolean']['output'];
  /** Rules that do not apply on the path, because other rules replace them. Sorted by policy and key. */
  displaced: Array<DisplacedRule>;
  /** Id of the effective policy: `<kind> <id of the path>`. */
  id: Scalars['ID']['output'];
  /** Kind of the policies, in the form that `PolicyFilter.kinds` accepts. */
  kind: Scalars['String']['output'];
  /** Path along which the policies are merged. */
  path: PolicyPath;
  /**
   * Policies on the path, least specific first. Policies of one target are sorted by age, oldest first. If one target has
   * two ATOMIC_DEFAULTS policies, the newer applies, as in Kuadrant.
   */
  policies: Array<Policy>;
  /** Rules that apply on the path, sorted by key. */
  rules: Array<EffectiveRule>;
};

/** Page of effective policies. */
export type EffectivePolicyConnection = {
  __typename?: 'EffectivePolicyConnection';
  /**
   * Clusters whose effective policies are left out, because the caller sees more paths or merged rules in the cluster than
   * `limits.policyPaths` permits. Sorted by name.
   */
  leftOut: Array<Cluster>;
  /** Effective policies of this page. */
  nodes: Array<EffectivePolicy>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of effective policies on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** Rule that a policy defines and that applies on a path. */
export type EffectiveRule = {
  __typename?: 'EffectiveRule';
  /** Key of the rule, for example `limits#burst` or `authentication#oidc`. `*` stands for a whole policy. */
  key: Scalars['String']['output'];
  /**
   * Path of the rule in the spec of the policy. Use it as the argument of `source.object.live.spec(path: …)`. Empty if the
   * rule is the whole policy.
   */
  path: Scalars['String']['output'];
  /** Policy that defines the rule. */
  source: Policy;
};

/** Events about an object. */
export type EventList = {
  __typename?: 'EventList';
  /** True if the list contains all events about the object. If false, `message` states why. */
  complete: Scalars['Boolean']['output'];
  /** Explanation of what went wrong, or why the list is not complete. Null if the list is complete. */
  message?: Maybe<Scalars['String']['output']>;
  /** Events, newest first. Empty unless `state` is OK. */
  nodes: Array<ObjectEvent>;
  /** State of the read: OK, or the cause of its failure. */
  state: LiveState;
};

/** Number of matching objects per value of one field. */
export type Facet = {
  __typename?: 'Facet';
  /** Field of the facet. */
  field: FacetField;
  /** Number of matching objects without a value, for example without a namespace or without the label. */
  missingCount: Scalars['Int']['output'];
  /** True if there are more values than listed. */
  truncated: Scalars['Boolean']['output'];
  /** Values of the field, most frequent first. */
  values: Array<FacetValue>;
};

/** Field to count or group objects by. Cluster-scoped objects have no value for NAMESPACE. */
export type FacetField =
  /** Name of the cluster. */
  | 'CLUSTER'
  /** API group of the object. */
  | 'GROUP'
  /**
   * Images of an object's containers, with tag and digest. An object counts once for each image, and is in the group of
   * each image.
   */
  | 'IMAGE'
  /**
   * Repositories of an object's images, without tag and digest. The registry is included: `nginx:1.27` is in
   * `docker.io/library/nginx`. An object counts once for each repository, and is in the group of each repository.
   */
  | 'IMAGE_REPOSITORY'
  /** Kind of the object. */
  | 'KIND'
  /** Values of the label whose key is `labelKey`. */
  | 'LABEL'
  /** Keys of labels. An object counts once for each of its labels. Only for facets. */
  | 'LABEL_KEY'
  /** Namespace of the object. */
  | 'NAMESPACE'
  /** Reason for the status. */
  | 'REASON'
  /** Revision that the object applied, fetched or published. */
  | 'REVISION'
  /** Id of the source from which the object is built. Contains only sources that the caller may see. */
  | 'SOURCE'
  /** Status of the object. */
  | 'STATUS'
  /** True if the object is suspended (`KubernetesObject.suspended`), otherwise false. */
  | 'SUSPENDED'
  | '%future added value';

/** Value of a facet. */
export type FacetValue = {
  __typename?: 'FacetValue';
  /** Number of objects with this value. Exact. */
  count: Scalars['Int']['output'];
  /** Value as shown to people, for example `Kustomization`. */
  title: Scalars['String']['output'];
  /** Value as filters accept it, for example `Kustomization.kustomize.toolkit.fluxcd.io`. For SOURCE, the id of the source. */
  value: Scalars['String']['output'];
};

/** Field that another manager owns. */
export type FieldConflict = {
  __typename?: 'FieldConflict';
  /** Path of the field, for example `.spec.replicas`. */
  field: Scalars['String']['output'];
  /** Name of the manager. Null if unknown. */
  manager?: Maybe<Scalars['String']['output']>;
};

/** Grant of permissions: a binding with a subject that matches the caller (or `asUser`), and the role of the binding. */
export type Grant = {
  __typename?: 'Grant';
  /** True if the cluster aggregates the role from other roles (aggregationRule). */
  aggregated: Scalars['Boolean']['output'];
  /** Names of the ClusterRoles that contribute the rule to an aggregated role, as far as known. At most 20. */
  aggregatedFrom: Array<Scalars['String']['output']>;
  /** RoleBinding or ClusterRoleBinding of the grant. */
  binding: GrantReference;
  /** Cluster in which the grant applies. */
  cluster: Cluster;
  /** Role or ClusterRole that the binding refers to. */
  role: GrantReference;
  /** Rule of the role that allows the verb. */
  rule: GrantRule;
  /** Subject of the binding that matches the caller (or `asUser`). */
  subject: GrantReference;
};

/** Reference to a binding, a role or a subject. */
export type GrantReference = {
  __typename?: 'GrantReference';
  /** Kind: RoleBinding, ClusterRoleBinding, Role, ClusterRole, User, Group or ServiceAccount. */
  kind: Scalars['String']['output'];
  /** Name of the referenced object. */
  name: Scalars['String']['output'];
  /** Namespace of the referenced object. Null if it has none. */
  namespace?: Maybe<Scalars['String']['output']>;
};

/** Rule of a role. A rule with more than 500 entries is reduced to the entries that allow the verb on the object. */
export type GrantRule = {
  __typename?: 'GrantRule';
  /** API groups that the rule applies to. The core group is the empty string. */
  apiGroups: Array<Scalars['String']['output']>;
  /** Name of the object, if the rule lists names (resourceNames). Empty if the rule applies to every name. */
  resourceNames: Array<Scalars['String']['output']>;
  /** Resources that the rule applies to. */
  resources: Array<Scalars['String']['output']>;
  /** Verbs that the rule allows. */
  verbs: Array<Scalars['String']['output']>;
};

/** Objects that have equal values for every key. */
export type Group = {
  __typename?: 'Group';
  /** Number of objects in the group. Exact. */
  count: Scalars['Int']['output'];
  /** Number of objects in the group per status. */
  statusCounts: StatusCounts;
  /** Values of the group, one for each key, in the order of the argument `by`. */
  values: Array<GroupValue>;
};

/**
 * Page of groups, sorted by the values of the keys. Values are compared by UTF-16 code unit: `Z` comes before `a`. Groups
 * without a value come last.
 */
export type GroupConnection = {
  __typename?: 'GroupConnection';
  /** Groups of this page. */
  nodes: Array<Group>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of groups on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** Key to group objects by. */
export type GroupKey = {
  /** Field whose values form the groups. */
  field: FacetField;
  /** Key of the label whose values form the groups. Required for LABEL, and not allowed for other fields. */
  labelKey?: InputMaybe<Scalars['String']['input']>;
};

/** Value of one key of a group. */
export type GroupValue = {
  __typename?: 'GroupValue';
  /** Value as shown to people, for example `Kustomization`. `None` if `value` is null. */
  title: Scalars['String']['output'];
  /**
   * Value as filters accept it. For SOURCE, the id of the source. Null if the objects have no value, for example no
   * namespace.
   */
  value?: Maybe<Scalars['String']['output']>;
};

/** HelmRelease is the Schema for the helmreleases API */
export type HelmHelmRelease = KubernetesResource & {
  __typename?: 'HelmHelmRelease';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** HelmReleaseSpec defines the desired state of a Helm release. */
  spec?: Maybe<HelmHelmReleaseSpec>;
  /** HelmReleaseStatus defines the observed state of a HelmRelease. */
  status?: Maybe<HelmHelmReleaseStatus>;
};

/** HelmReleaseSpec defines the desired state of a Helm release. */
export type HelmHelmReleaseSpec = {
  __typename?: 'HelmHelmReleaseSpec';
  /** Chart defines the template of the v1.HelmChart that should be created for this HelmRelease. */
  chart?: Maybe<HelmHelmReleaseSpecChart>;
  /** ChartRef holds a reference to a source controller resource containing the Helm chart artifact. */
  chartRef?: Maybe<HelmHelmReleaseSpecChartRef>;
  /** CommonMetadata specifies the common labels and annotations that are applied to all resources. */
  commonMetadata?: Maybe<HelmHelmReleaseSpecCommonMetadata>;
  /** DependsOn may contain a DependencyReference slice with references to HelmRelease resources that must be ready before … */
  dependsOn?: Maybe<Array<HelmHelmReleaseSpecDependsOn>>;
  /** DriftDetection holds the configuration for detecting and handling differences between the manifest in the Helm storage … */
  driftDetection?: Maybe<HelmHelmReleaseSpecDriftDetection>;
  /** HealthCheckExprs is a list of healthcheck expressions for evaluating the health of custom resources using Common … */
  healthCheckExprs?: Maybe<Array<HelmHelmReleaseSpecHealthCheckExprs>>;
  /** Install holds the configuration for Helm install actions for this HelmRelease. */
  install?: Maybe<HelmHelmReleaseSpecInstall>;
  /** Interval at which to reconcile the Helm release. */
  interval?: Maybe<Scalars['Duration']['output']>;
  /** KubeConfig for reconciling the HelmRelease on a remote cluster. */
  kubeConfig?: Maybe<HelmHelmReleaseSpecKubeConfig>;
  /** MaxHistory is the number of revisions saved by Helm for this HelmRelease. */
  maxHistory?: Maybe<Scalars['BigInt']['output']>;
  /** PersistentClient tells the controller to use a persistent Kubernetes client for this release. */
  persistentClient?: Maybe<Scalars['Boolean']['output']>;
  /** PostRenderStrategy defines the strategy for sending hooks to post-renderers. */
  postRenderStrategy?: Maybe<Scalars['String']['output']>;
  /** PostRenderers holds an array of Helm PostRenderers, which will be applied in order of their definition. */
  postRenderers?: Maybe<Array<HelmHelmReleaseSpecPostRenderers>>;
  /** ReleaseName used for the Helm release. */
  releaseName?: Maybe<Scalars['String']['output']>;
  /** Rollback holds the configuration for Helm rollback actions for this HelmRelease. */
  rollback?: Maybe<HelmHelmReleaseSpecRollback>;
  /** The name of the Kubernetes service account to impersonate when reconciling this HelmRelease. */
  serviceAccountName?: Maybe<Scalars['String']['output']>;
  /** StorageNamespace used for the Helm storage. */
  storageNamespace?: Maybe<Scalars['String']['output']>;
  /** Suspend tells the controller to suspend reconciliation for this HelmRelease, it does not apply to already started … */
  suspend?: Maybe<Scalars['Boolean']['output']>;
  /** TargetNamespace to target when performing operations for the HelmRelease. */
  targetNamespace?: Maybe<Scalars['String']['output']>;
  /** Test holds the configuration for Helm test actions for this HelmRelease. */
  test?: Maybe<HelmHelmReleaseSpecTest>;
  /** Timeout is the time to wait for any individual Kubernetes operation (like Jobs for hooks) during the performance of a … */
  timeout?: Maybe<Scalars['Duration']['output']>;
  /** Uninstall holds the configuration for Helm uninstall actions for this HelmRelease. */
  uninstall?: Maybe<HelmHelmReleaseSpecUninstall>;
  /** Upgrade holds the configuration for Helm upgrade actions for this HelmRelease. */
  upgrade?: Maybe<HelmHelmReleaseSpecUpgrade>;
  /** Values holds the values for this Helm release. */
  values?: Maybe<Scalars['JSON']['output']>;
  /** ValuesFrom holds references to resources containing Helm values for this HelmRelease, and information about how they … */
  valuesFrom?: Maybe<Array<HelmHelmReleaseSpecValuesFrom>>;
  /** WaitStrategy defines Helm's wait strategy for waiting for applied resources to become ready. */
  waitStrategy?: Maybe<HelmHelmReleaseSpecWaitStrategy>;
};

/** Chart defines the template of the v1.HelmChart that should be created for this HelmRelease. */
export type HelmHelmReleaseSpecChart = {
  __typename?: 'HelmHelmReleaseSpecChart';
  /** ObjectMeta holds the template for metadata like labels and annotations. */
  metadata?: Maybe<HelmHelmReleaseSpecChartMetadata>;
  /** Spec holds the template for the v1.HelmChartSpec for this HelmRelease. */
  spec?: Maybe<HelmHelmReleaseSpecChartSpec>;
};

/** ObjectMeta holds the template for metadata like labels and annotations. */
export type HelmHelmReleaseSpecChartMetadata = {
  __typename?: 'HelmHelmReleaseSpecChartMetadata';
  /** Annotations is an unstructured key value map stored with a resource that may be set by external tools to store and … */
  annotations?: Maybe<Scalars['StringMap']['output']>;
  /** Map of string keys and values that can be used to organize and categorize (scope and select) objects. */
  labels?: Maybe<Scalars['StringMap']['output']>;
};

/** ChartRef holds a reference to a source controller resource containing the Helm chart artifact. */
export type HelmHelmReleaseSpecChartRef = {
  __typename?: 'HelmHelmReleaseSpecChartRef';
  /** APIVersion of the referent. */
  apiVersion?: Maybe<Scalars['String']['output']>;
  /** Kind of the referent. */
  kind?: Maybe<Scalars['String']['output']>;
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace of the referent, defaults to the namespace of the Kubernetes resource object that contains the reference. */
  namespace?: Maybe<Scalars['String']['output']>;
};

/** Spec holds the template for the v1.HelmChartSpec for this HelmRelease. */
export type HelmHelmReleaseSpecChartSpec = {
  __typename?: 'HelmHelmReleaseSpecChartSpec';
  /** The name or path the Helm chart is available at in the SourceRef. */
  chart?: Maybe<Scalars['String']['output']>;
  /** IgnoreMissingValuesFiles controls whether to silently ignore missing values files rather than failing. */
  ignoreMissingValuesFiles?: Maybe<Scalars['Boolean']['output']>;
  /** Interval at which to check the v1.Source for updates. */
  interval?: Maybe<Scalars['Duration']['output']>;
  /** Determines what enables the creation of a new artifact. */
  reconcileStrategy?: Maybe<Scalars['String']['output']>;
  /** The name and namespace of the v1.Source the chart is available at. */
  sourceRef?: Maybe<HelmHelmReleaseSpecChartSpecSourceRef>;
  /** Alternative list of values files to use as the chart values (values.yaml is not included by default), expected to be a … */
  valuesFiles?: Maybe<Array<Scalars['String']['output']>>;
  /** Verify contains the secret name containing the trusted public keys used to verify the signature and specifies which … */
  verify?: Maybe<HelmHelmReleaseSpecChartSpecVerify>;
  /** Version semver expression, ignored for charts from v1.GitRepository and v1beta2.Bucket sources. */
  version?: Maybe<Scalars['String']['output']>;
};

/** The name and namespace of the v1.Source the chart is available at. */
export type HelmHelmReleaseSpecChartSpecSourceRef = {
  __typename?: 'HelmHelmReleaseSpecChartSpecSourceRef';
  /** APIVersion of the referent. */
  apiVersion?: Maybe<Scalars['String']['output']>;
  /** Kind of the referent. */
  kind?: Maybe<Scalars['String']['output']>;
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace of the referent. */
  namespace?: Maybe<Scalars['String']['output']>;
};

/** Verify contains the secret name containing the trusted public keys used to verify the signature and specifies which … */
export type HelmHelmReleaseSpecChartSpecVerify = {
  __typename?: 'HelmHelmReleaseSpecChartSpecVerify';
  /** Provider specifies the technology used to sign the OCI Helm chart. */
  provider?: Maybe<Scalars['String']['output']>;
  /** SecretRef specifies the Kubernetes Secret containing the trusted public keys. */
  secretRef?: Maybe<HelmHelmReleaseSpecChartSpecVerifySecretRef>;
};

/** SecretRef specifies the Kubernetes Secret containing the trusted public keys. */
export type HelmHelmReleaseSpecChartSpecVerifySecretRef = {
  __typename?: 'HelmHelmReleaseSpecChartSpecVerifySecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** CommonMetadata specifies the common labels and annotations that are applied to all resources. */
export type HelmHelmReleaseSpecCommonMetadata = {
  __typename?: 'HelmHelmReleaseSpecCommonMetadata';
  /** Annotations to be added to the object's metadata. */
  annotations?: Maybe<Scalars['StringMap']['output']>;
  /** Labels to be added to the object's metadata. */
  labels?: Maybe<Scalars['StringMap']['output']>;
};

/** DependencyReference contains enough information to locate the referenced Kubernetes resource object and optional CEL … */
export type HelmHelmReleaseSpecDependsOn = {
  __typename?: 'HelmHelmReleaseSpecDependsOn';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace of the referent, defaults to the namespace of the resource object that contains the reference. */
  namespace?: Maybe<Scalars['String']['output']>;
  /** ReadyExpr is a CEL expression that can be used to assess the readiness of a dependency. */
  readyExpr?: Maybe<Scalars['String']['output']>;
};

/** DriftDetection holds the configuration for detecting and handling differences between the manifest in the Helm storage … */
export type HelmHelmReleaseSpecDriftDetection = {
  __typename?: 'HelmHelmReleaseSpecDriftDetection';
  /** Ignore contains a list of rules for specifying which changes to ignore during diffing. */
  ignore?: Maybe<Array<HelmHelmReleaseSpecDriftDetectionIgnore>>;
  /** Mode defines how differences should be handled between the Helm manifest and the manifest currently applied to the … */
  mode?: Maybe<Scalars['String']['output']>;
};

/** IgnoreRule defines a rule to selectively disregard specific changes during the drift detection process. */
export type HelmHelmReleaseSpecDriftDetectionIgnore = {
  __typename?: 'HelmHelmReleaseSpecDriftDetectionIgnore';
  /** Paths is a list of JSON Pointer (RFC 6901) paths to be excluded from consideration in a Kubernetes object. */
  paths?: Maybe<Array<Scalars['String']['output']>>;
  /** Target is a selector for specifying Kubernetes objects to which this rule applies. */
  target?: Maybe<HelmHelmReleaseSpecDriftDetectionIgnoreTarget>;
};

/** Target is a selector for specifying Kubernetes objects to which this rule applies. */
export type HelmHelmReleaseSpecDriftDetectionIgnoreTarget = {
  __typename?: 'HelmHelmReleaseSpecDriftDetectionIgnoreTarget';
  /** AnnotationSelector is a string that follows the label selection expression … */
  annotationSelector?: Maybe<Scalars['String']['output']>;
  /** Group is the API group to select resources from. */
  group?: Maybe<Scalars['String']['output']>;
  /** Kind of the API Group to select resources from. */
  kind?: Maybe<Scalars['String']['output']>;
  /** LabelSelector is a string that follows the label selection expression … */
  labelSelector?: Maybe<Scalars['String']['output']>;
  /** Name to match resources with. */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace to select resources from. */
  namespace?: Maybe<Scalars['String']['output']>;
  /** Version of the API Group to select resources from. */
  version?: Maybe<Scalars['String']['output']>;
};

/** CustomHealthCheck defines the health check for custom resources. */
export type HelmHelmReleaseSpecHealthCheckExprs = {
  __typename?: 'HelmHelmReleaseSpecHealthCheckExprs';
  /** APIVersion of the custom resource under evaluation. */
  apiVersion?: Maybe<Scalars['String']['output']>;
  /** Current is the CEL expression that determines if the status of the custom resource has reached the desired state. */
  current?: Maybe<Scalars['String']['output']>;
  /** Failed is the CEL expression that determines if the status of the custom resource has failed to reach the desired state. */
  failed?: Maybe<Scalars['String']['output']>;
  /** InProgress is the CEL expression that determines if the status of the custom resource has not yet reached the desired … */
  inProgress?: Maybe<Scalars['String']['output']>;
  /** Kind of the custom resource under evaluation. */
  kind?: Maybe<Scalars['String']['output']>;
};

/** Install holds the configuration for Helm install actions for this HelmRelease. */
export type HelmHelmReleaseSpecInstall = {
  __typename?: 'HelmHelmReleaseSpecInstall';
  /** CRDs upgrade CRDs from the Helm Chart's crds directory according to the CRD upgrade policy provided here. */
  crds?: Maybe<Scalars['String']['output']>;
  /** CreateNamespace tells the Helm install action to create the HelmReleaseSpec.TargetNamespace if it does not exist yet. */
  createNamespace?: Maybe<Scalars['Boolean']['output']>;
  /** DisableHooks prevents hooks from running during the Helm install action. */
  disableHooks?: Maybe<Scalars['Boolean']['output']>;
  /** DisableOpenAPIValidation prevents the Helm install action from validating rendered templates against the Kubernetes … */
  disableOpenAPIValidation?: Maybe<Scalars['Boolean']['output']>;
  /** DisableSchemaValidation prevents the Helm install action from validating the values against the JSON Schema. */
  disableSchemaValidation?: Maybe<Scalars['Boolean']['output']>;
  /** DisableTakeOwnership disables taking ownership of existing resources during the Helm install action. */
  disableTakeOwnership?: Maybe<Scalars['Boolean']['output']>;
  /** DisableWait disables the waiting for resources to be ready after a Helm install has been performed. */
  disableWait?: Maybe<Scalars['Boolean']['output']>;
  /** DisableWaitForJobs disables waiting for jobs to complete after a Helm install has been performed. */
  disableWaitForJobs?: Maybe<Scalars['Boolean']['output']>;
  /** Remediation holds the remediation configuration for when the Helm install action for the HelmRelease fails. */
  remediation?: Maybe<HelmHelmReleaseSpecInstallRemediation>;
  /** Replace tells the Helm install action to re-use the 'ReleaseName', but only if that name is a deleted release which … */
  replace?: Maybe<Scalars['Boolean']['output']>;
  /** ServerSideApply enables server-side apply for resources during install. */
  serverSideApply?: Maybe<Scalars['Boolean']['output']>;
  /** SkipCRDs tells the Helm install action to not install any CRDs. */
  skipCRDs?: Maybe<Scalars['Boolean']['output']>;
  /** Strategy defines the install strategy to use for this HelmRelease. */
  strategy?: Maybe<HelmHelmReleaseSpecInstallStrategy>;
  /** Timeout is the time to wait for any individual Kubernetes operation (like Jobs for hooks) during the performance of a … */
  timeout?: Maybe<Scalars['Duration']['output']>;
};

/** Remediation holds the remediation configuration for when the Helm install action for the HelmRelease fails. */
export type HelmHelmReleaseSpecInstallRemediation = {
  __typename?: 'HelmHelmReleaseSpecInstallRemediation';
  /** IgnoreTestFailures tells the controller to skip remediation when the Helm tests are run after an install action but … */
  ignoreTestFailures?: Maybe<Scalars['Boolean']['output']>;
  /** RemediateLastFailure tells the controller to remediate the last failure, when no retries remain. */
  remediateLastFailure?: Maybe<Scalars['Boolean']['output']>;
  /** Retries is the number of retries that should be attempted on failures before bailing. */
  retries?: Maybe<Scalars['BigInt']['output']>;
};

/** Strategy defines the install strategy to use for this HelmRelease. */
export type HelmHelmReleaseSpecInstallStrategy = {
  __typename?: 'HelmHelmReleaseSpecInstallStrategy';
  /** Name of the install strategy. */
  name?: Maybe<Scalars['String']['output']>;
  /** RetryInterval is the interval at which to retry a failed install. */
  retryInterval?: Maybe<Scalars['Duration']['output']>;
};

/** KubeConfig for reconciling the HelmRelease on a remote cluster. */
export type HelmHelmReleaseSpecKubeConfig = {
  __typename?: 'HelmHelmReleaseSpecKubeConfig';
  /** ConfigMapRef holds an optional name of a ConfigMap that contains the following keys: - `provider`: the provider to use. */
  configMapRef?: Maybe<HelmHelmReleaseSpecKubeConfigConfigMapRef>;
  /** SecretRef holds an optional name of a secret that contains a key with the kubeconfig file as the value. */
  secretRef?: Maybe<HelmHelmReleaseSpecKubeConfigSecretRef>;
};

/** ConfigMapRef holds an optional name of a ConfigMap that contains the following keys: - `provider`: the provider to use. */
export type HelmHelmReleaseSpecKubeConfigConfigMapRef = {
  __typename?: 'HelmHelmReleaseSpecKubeConfigConfigMapRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** SecretRef holds an optional name of a secret that contains a key with the kubeconfig file as the value. */
export type HelmHelmReleaseSpecKubeConfigSecretRef = {
  __typename?: 'HelmHelmReleaseSpecKubeConfigSecretRef';
  /** Key in the Secret, when not specified an implementation-specific default key is used. */
  key?: Maybe<Scalars['String']['output']>;
  /** Name of the Secret. */
  name?: Maybe<Scalars['String']['output']>;
};

/** PostRenderer contains a Helm PostRenderer specification. */
export type HelmHelmReleaseSpecPostRenderers = {
  __typename?: 'HelmHelmReleaseSpecPostRenderers';
  /** Kustomization to apply as PostRenderer. */
  kustomize?: Maybe<HelmHelmReleaseSpecPostRenderersKustomize>;
};

/** Kustomization to apply as PostRenderer. */
export type HelmHelmReleaseSpecPostRenderersKustomize = {
  __typename?: 'HelmHelmReleaseSpecPostRenderersKustomize';
  /** Images is a list of (image name, new name, new tag or digest) for changing image names, tags or digests. */
  images?: Maybe<Array<HelmHelmReleaseSpecPostRenderersKustomizeImages>>;
  /** Strategic merge and JSON patches, defined as inline YAML objects, capable of targeting objects based on kind, label and … */
  patches?: Maybe<Array<HelmHelmReleaseSpecPostRenderersKustomizePatches>>;
};

/** Image contains an image name, a new name, a new tag or digest, which will replace the original name and tag. */
export type HelmHelmReleaseSpecPostRenderersKustomizeImages = {
  __typename?: 'HelmHelmReleaseSpecPostRenderersKustomizeImages';
  /** Digest is the value used to replace the original image tag. */
  digest?: Maybe<Scalars['String']['output']>;
  /** Name is a tag-less image name. */
  name?: Maybe<Scalars['String']['output']>;
  /** NewName is the value used to replace the original name. */
  newName?: Maybe<Scalars['String']['output']>;
  /** NewTag is the value used to replace the original tag. */
  newTag?: Maybe<Scalars['String']['output']>;
};

/** Patch contains an inline StrategicMerge or JSON6902 patch, and the target the patch should be applied to. */
export type HelmHelmReleaseSpecPostRenderersKustomizePatches = {
  __typename?: 'HelmHelmReleaseSpecPostRenderersKustomizePatches';
  /** Patch contains an inline StrategicMerge patch or an inline JSON6902 patch with an array of operation objects. */
  patch?: Maybe<Scalars['String']['output']>;
  /** Target points to the resources that the patch document should be applied to. */
  target?: Maybe<HelmHelmReleaseSpecPostRenderersKustomizePatchesTarget>;
};

/** Target points to the resources that the patch document should be applied to. */
export type HelmHelmReleaseSpecPostRenderersKustomizePatchesTarget = {
  __typename?: 'HelmHelmReleaseSpecPostRenderersKustomizePatchesTarget';
  /** AnnotationSelector is a string that follows the label selection expression … */
  annotationSelector?: Maybe<Scalars['String']['output']>;
  /** Group is the API group to select resources from. */
  group?: Maybe<Scalars['String']['output']>;
  /** Kind of the API Group to select resources from. */
  kind?: Maybe<Scalars['String']['output']>;
  /** LabelSelector is a string that follows the label selection expression … */
  labelSelector?: Maybe<Scalars['String']['output']>;
  /** Name to match resources with. */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace to select resources from. */
  namespace?: Maybe<Scalars['String']['output']>;
  /** Version of the API Group to select resources from. */
  version?: Maybe<Scalars['String']['output']>;
};

/** Rollback holds the configuration for Helm rollback actions for this HelmRelease. */
export type HelmHelmReleaseSpecRollback = {
  __typename?: 'HelmHelmReleaseSpecRollback';
  /** CleanupOnFail allows deletion of new resources created during the Helm rollback action when it fails. */
  cleanupOnFail?: Maybe<Scalars['Boolean']['output']>;
  /** DisableHooks prevents hooks from running during the Helm rollback action. */
  disableHooks?: Maybe<Scalars['Boolean']['output']>;
  /** DisableWait disables the waiting for resources to be ready after a Helm rollback has been performed. */
  disableWait?: Maybe<Scalars['Boolean']['output']>;
  /** DisableWaitForJobs disables waiting for jobs to complete after a Helm rollback has been performed. */
  disableWaitForJobs?: Maybe<Scalars['Boolean']['output']>;
  /** Force forces resource updates through a replacement strategy that avoids 3-way merge conflicts on client-side apply. */
  force?: Maybe<Scalars['Boolean']['output']>;
  /** Recreate performs pod restarts for any managed workloads. */
  recreate?: Maybe<Scalars['Boolean']['output']>;
  /** ServerSideApply enables server-side apply for resources during rollback. */
  serverSideApply?: Maybe<Scalars['String']['output']>;
  /** Timeout is the time to wait for any individual Kubernetes operation (like Jobs for hooks) during the performance of a … */
  timeout?: Maybe<Scalars['Duration']['output']>;
};

/** Test holds the configuration for Helm test actions for this HelmRelease. */
export type HelmHelmReleaseSpecTest = {
  __typename?: 'HelmHelmReleaseSpecTest';
  /** Enable enables Helm test actions for this HelmRelease after an Helm install or upgrade action has been performed. */
  enable?: Maybe<Scalars['Boolean']['output']>;
  /** Filters is a list of tests to run or exclude from running. */
  filters?: Maybe<Array<HelmHelmReleaseSpecTestFilters>>;
  /** IgnoreFailures tells the controller to skip remediation when the Helm tests are run but fail. */
  ignoreFailures?: Maybe<Scalars['Boolean']['output']>;
  /** Timeout is the time to wait for any individual Kubernetes operation during the performance of a Helm test action. */
  timeout?: Maybe<Scalars['Duration']['output']>;
};

/** Filter holds the configuration for individual Helm test filters. */
export type HelmHelmReleaseSpecTestFilters = {
  __typename?: 'HelmHelmReleaseSpecTestFilters';
  /** Exclude specifies whether the named test should be excluded. */
  exclude?: Maybe<Scalars['Boolean']['output']>;
  /** Name is the name of the test. */
  name?: Maybe<Scalars['String']['output']>;
};

/** Uninstall holds the configuration for Helm uninstall actions for this HelmRelease. */
export type HelmHelmReleaseSpecUninstall = {
  __typename?: 'HelmHelmReleaseSpecUninstall';
  /** DeletionPropagation specifies the deletion propagation policy when a Helm uninstall is performed. */
  deletionPropagation?: Maybe<Scalars['String']['output']>;
  /** DisableHooks prevents hooks from running during the Helm rollback action. */
  disableHooks?: Maybe<Scalars['Boolean']['output']>;
  /** DisableWait disables waiting for all the resources to be deleted after a Helm uninstall is performed. */
  disableWait?: Maybe<Scalars['Boolean']['output']>;
  /** KeepHistory tells Helm to remove all associated resources and mark the release as deleted, but retain the release … */
  keepHistory?: Maybe<Scalars['Boolean']['output']>;
  /** Timeout is the time to wait for any individual Kubernetes operation (like Jobs for hooks) during the performance of a … */
  timeout?: Maybe<Scalars['Duration']['output']>;
};

/** Upgrade holds the configuration for Helm upgrade actions for this HelmRelease. */
export type HelmHelmReleaseSpecUpgrade = {
  __typename?: 'HelmHelmReleaseSpecUpgrade';
  /** ChartNameChangeStrategy defines the strategy to use when a Helm chart name changes. */
  chartNameChangeStrategy?: Maybe<Scalars['String']['output']>;
  /** CleanupOnFail allows deletion of new resources created during the Helm upgrade action when it fails. */
  cleanupOnFail?: Maybe<Scalars['Boolean']['output']>;
  /** CRDs upgrade CRDs from the Helm Chart's crds directory according to the CRD upgrade policy provided here. */
  crds?: Maybe<Scalars['String']['output']>;
  /** DisableHooks prevents hooks from running during the Helm upgrade action. */
  disableHooks?: Maybe<Scalars['Boolean']['output']>;
  /** DisableOpenAPIValidation prevents the Helm upgrade action from validating rendered templates against the Kubernetes … */
  disableOpenAPIValidation?: Maybe<Scalars['Boolean']['output']>;
  /** DisableSchemaValidation prevents the Helm upgrade action from validating the values against the JSON Schema. */
  disableSchemaValidation?: Maybe<Scalars['Boolean']['output']>;
  /** DisableTakeOwnership disables taking ownership of existing resources during the Helm upgrade action. */
  disableTakeOwnership?: Maybe<Scalars['Boolean']['output']>;
  /** DisableWait disables the waiting for resources to be ready after a Helm upgrade has been performed. */
  disableWait?: Maybe<Scalars['Boolean']['output']>;
  /** DisableWaitForJobs disables waiting for jobs to complete after a Helm upgrade has been performed. */
  disableWaitForJobs?: Maybe<Scalars['Boolean']['output']>;
  /** Force forces resource updates through a replacement strategy that avoids 3-way merge conflicts on client-side apply. */
  force?: Maybe<Scalars['Boolean']['output']>;
  /** PreserveValues will make Helm reuse the last release's values and merge in overrides from 'Values'. */
  preserveValues?: Maybe<Scalars['Boolean']['output']>;
  /** Remediation holds the remediation configuration for when the Helm upgrade action for the HelmRelease fails. */
  remediation?: Maybe<HelmHelmReleaseSpecUpgradeRemediation>;
  /** ServerSideApply enables server-side apply for resources during upgrade. */
  serverSideApply?: Maybe<Scalars['String']['output']>;
  /** Strategy defines the upgrade strategy to use for this HelmRelease. */
  strategy?: Maybe<HelmHelmReleaseSpecUpgradeStrategy>;
  /** Timeout is the time to wait for any individual Kubernetes operation (like Jobs for hooks) during the performance of a … */
  timeout?: Maybe<Scalars['Duration']['output']>;
};

/** Remediation holds the remediation configuration for when the Helm upgrade action for the HelmRelease fails. */
export type HelmHelmReleaseSpecUpgradeRemediation = {
  __typename?: 'HelmHelmReleaseSpecUpgradeRemediation';
  /** IgnoreTestFailures tells the controller to skip remediation when the Helm tests are run after an upgrade action but … */
  ignoreTestFailures?: Maybe<Scalars['Boolean']['output']>;
  /** RemediateLastFailure tells the controller to remediate the last failure, when no retries remain. */
  remediateLastFailure?: Maybe<Scalars['Boolean']['output']>;
  /** Retries is the number of retries that should be attempted on failures before bailing. */
  retries?: Maybe<Scalars['BigInt']['output']>;
  /** Strategy to use for failure remediation. */
  strategy?: Maybe<Scalars['String']['output']>;
};

/** Strategy defines the upgrade strategy to use for this HelmRelease. */
export type HelmHelmReleaseSpecUpgradeStrategy = {
  __typename?: 'HelmHelmReleaseSpecUpgradeStrategy';
  /** Name of the upgrade strategy. */
  name?: Maybe<Scalars['String']['output']>;
  /** RetryInterval is the interval at which to retry a failed upgrade. */
  retryInterval?: Maybe<Scalars['Duration']['output']>;
};

/** ValuesReference contains a reference to a resource containing Helm values, and optionally the key they can be found at. */
export type HelmHelmReleaseSpecValuesFrom = {
  __typename?: 'HelmHelmReleaseSpecValuesFrom';
  /** Kind of the values referent, valid values are ('Secret', 'ConfigMap'). */
  kind?: Maybe<Scalars['String']['output']>;
  /** Literal marks this ValuesReference as a literal value. */
  literal?: Maybe<Scalars['Boolean']['output']>;
  /** Name of the values referent. */
  name?: Maybe<Scalars['String']['output']>;
  /** Optional marks this ValuesReference as optional. */
  optional?: Maybe<Scalars['Boolean']['output']>;
  /** TargetPath is the YAML dot notation path the value should be merged at. */
  targetPath?: Maybe<Scalars['String']['output']>;
  /** ValuesKey is the data key where the values.yaml or a specific value can be found at. */
  valuesKey?: Maybe<Scalars['String']['output']>;
};

/** WaitStrategy defines Helm's wait strategy for waiting for applied resources to become ready. */
export type HelmHelmReleaseSpecWaitStrategy = {
  __typename?: 'HelmHelmReleaseSpecWaitStrategy';
  /** Name is Helm's wait strategy for waiting for applied resources to become ready. */
  name?: Maybe<Scalars['String']['output']>;
};

/** HelmReleaseStatus defines the observed state of a HelmRelease. */
export type HelmHelmReleaseStatus = {
  __typename?: 'HelmHelmReleaseStatus';
  /** Conditions holds the conditions for the HelmRelease. */
  conditions?: Maybe<Array<MetaCondition>>;
  /** Failures is the reconciliation failure count against the latest desired state. */
  failures?: Maybe<Scalars['BigInt']['output']>;
  /** HelmChart is the namespaced name of the HelmChart resource created by the controller for the HelmRelease. */
  helmChart?: Maybe<Scalars['String']['output']>;
  /** History holds the history of Helm releases performed for this HelmRelease up to the last successfully completed release. */
  history?: Maybe<Array<HelmHelmReleaseStatusHistory>>;
  /** InstallFailures is the install failure count against the latest desired state. */
  installFailures?: Maybe<Scalars['BigInt']['output']>;
  /** Inventory contains the list of Kubernetes resource object references that have been applied for this release. */
  inventory?: Maybe<HelmHelmReleaseStatusInventory>;
  /** LastAttemptedConfigDigest is the digest for the config (better known as "values") of the last reconciliation attempt. */
  lastAttemptedConfigDigest?: Maybe<Scalars['String']['output']>;
  /** LastAttemptedGeneration is the last generation the controller attempted to reconcile. */
  lastAttemptedGeneration?: Maybe<Scalars['BigInt']['output']>;
  /** LastAttemptedReleaseAction is the last release action performed for this HelmRelease. */
  lastAttemptedReleaseAction?: Maybe<Scalars['String']['output']>;
  /** LastAttemptedReleaseActionDuration is the duration of the last release action performed for this HelmRelease. */
  lastAttemptedReleaseActionDuration?: Maybe<Scalars['String']['output']>;
  /** LastAttemptedRevision is the Source revision of the last reconciliation attempt. */
  lastAttemptedRevision?: Maybe<Scalars['String']['output']>;
  /** LastAttemptedRevisionDigest is the digest of the last reconciliation attempt. */
  lastAttemptedRevisionDigest?: Maybe<Scalars['String']['output']>;
  /** LastAttemptedValuesChecksum is the SHA1 checksum for the values of the last reconciliation attempt. */
  lastAttemptedValuesChecksum?: Maybe<Scalars['String']['output']>;
  /** LastHandledForceAt holds the value of the most recent force request value, so a change of the annotation value can be … */
  lastHandledForceAt?: Maybe<Scalars['String']['output']>;
  /** LastHandledReconcileAt holds the value of the most recent reconcile request value, so a change of the annotation value … */
  lastHandledReconcileAt?: Maybe<Scalars['String']['output']>;
  /** LastHandledResetAt holds the value of the most recent reset request value, so a change of the annotation value can be … */
  lastHandledResetAt?: Maybe<Scalars['String']['output']>;
  /** LastReleaseRevision is the revision of the last successful Helm release. */
  lastReleaseRevision?: Maybe<Scalars['BigInt']['output']>;
  /** ObservedCommonMetadataDigest is the digest for the common metadata of the last successful reconciliation attempt. */
  observedCommonMetadataDigest?: Maybe<Scalars['String']['output']>;
  /** ObservedGeneration is the last observed generation. */
  observedGeneration?: Maybe<Scalars['BigInt']['output']>;
  /** ObservedPostRenderersDigest is the digest for the post-renderers of the last successful reconciliation attempt. */
  observedPostRenderersDigest?: Maybe<Scalars['String']['output']>;
  /** StorageNamespace is the namespace of the Helm release storage for the current release. */
  storageNamespace?: Maybe<Scalars['String']['output']>;
  /** UpgradeFailures is the upgrade failure count against the latest desired state. */
  upgradeFailures?: Maybe<Scalars['BigInt']['output']>;
};

/** Snapshot captures a point-in-time copy of the status information for a Helm release, as managed by the controller. */
export type HelmHelmReleaseStatusHistory = {
  __typename?: 'HelmHelmReleaseStatusHistory';
  /** Action is the action that resulted in this snapshot being created. */
  action?: Maybe<Scalars['String']['output']>;
  /** APIVersion is the API version of the Snapshot. */
  apiVersion?: Maybe<Scalars['String']['output']>;
  /** AppVersion is the chart app version of the release object in storage. */
  appVersion?: Maybe<Scalars['String']['output']>;
  /** ChartName is the chart name of the release object in storage. */
  chartName?: Maybe<Scalars['String']['output']>;
  /** ChartVersion is the chart version of the release object in storage. */
  chartVersion?: Maybe<Scalars['String']['output']>;
  /** ConfigDigest is the checksum of the config (better known as "values") of the release object in storage. */
  configDigest?: Maybe<Scalars['String']['output']>;
  /** Deleted is when the release was deleted. */
  deleted?: Maybe<Scalars['DateTime']['output']>;
  /** Digest is the checksum of the release object in storage. */
  digest?: Maybe<Scalars['String']['output']>;
  /** FirstDeployed is when the release was first deployed. */
  firstDeployed?: Maybe<Scalars['DateTime']['output']>;
  /** LastDeployed is when the release was last deployed. */
  lastDeployed?: Maybe<Scalars['DateTime']['output']>;
  /** Name is the name of the release. */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace is the namespace the release is deployed to. */
  namespace?: Maybe<Scalars['String']['output']>;
  /** OCIDigest is the digest of the OCI artifact associated with the release. */
  ociDigest?: Maybe<Scalars['String']['output']>;
  /** Status is the current state of the release. */
  status?: Maybe<Scalars['String']['output']>;
  /** TestHooks is the list of test hooks for the release as observed to be run by the controller. */
  testHooks?: Maybe<Scalars['JSON']['output']>;
  /** Version is the version of the release object in storage. */
  version?: Maybe<Scalars['BigInt']['output']>;
};

/** TestHookStatus holds the status information for a test hook as observed to be run by the controller. */
export type HelmHelmReleaseStatusHistoryTestHooks = {
  __typename?: 'HelmHelmReleaseStatusHistoryTestHooks';
  /** LastCompleted is the time the test hook last completed. */
  lastCompleted?: Maybe<Scalars['DateTime']['output']>;
  /** LastStarted is the time the test hook was last started. */
  lastStarted?: Maybe<Scalars['DateTime']['output']>;
  /** Phase the test hook was observed to be in. */
  phase?: Maybe<Scalars['String']['output']>;
};

/** Inventory contains the list of Kubernetes resource object references that have been applied for this release. */
export type HelmHelmReleaseStatusInventory = {
  __typename?: 'HelmHelmReleaseStatusInventory';
  /** Entries of Kubernetes resource object references. */
  entries?: Maybe<Array<HelmHelmReleaseStatusInventoryEntries>>;
};

/** ResourceRef contains the information necessary to locate a resource within a cluster. */
export type HelmHelmReleaseStatusInventoryEntries = {
  __typename?: 'HelmHelmReleaseStatusInventoryEntries';
  /** ID is the string representation of the Kubernetes resource object's metadata, in the format … */
  id?: Maybe<Scalars['String']['output']>;
  /** Version is the API version of the Kubernetes resource object's kind. */
  v?: Maybe<Scalars['String']['output']>;
};

/** ImagePolicy is the Schema for the imagepolicies API */
export type ImageImagePolicy = KubernetesResource & {
  __typename?: 'ImageImagePolicy';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** ImagePolicySpec defines the parameters for calculating the ImagePolicy. */
  spec?: Maybe<ImageImagePolicySpec>;
  /** ImagePolicyStatus defines the observed state of ImagePolicy */
  status?: Maybe<ImageImagePolicyStatus>;
};

/** ImagePolicySpec defines the parameters for calculating the ImagePolicy. */
export type ImageImagePolicySpec = {
  __typename?: 'ImageImagePolicySpec';
  /** DigestReflectionPolicy governs the setting of the `.status.latestRef.digest` field. */
  digestReflectionPolicy?: Maybe<Scalars['String']['output']>;
  /** FilterTags enables filtering for only a subset of tags based on a set of rules. */
  filterTags?: Maybe<ImageImagePolicySpecFilterTags>;
  /** ImageRepositoryRef points at the object specifying the image being scanned */
  imageRepositoryRef?: Maybe<ImageImagePolicySpecImageRepositoryRef>;
  /** Interval is the length of time to wait between refreshing the digest of the latest tag when the reflection policy is … */
  interval?: Maybe<Scalars['Duration']['output']>;
  /** Policy gives the particulars of the policy to be followed in selecting the most recent image */
  policy?: Maybe<ImageImagePolicySpecPolicy>;
  /** This flag tells the controller to suspend subsequent policy reconciliations. */
  suspend?: Maybe<Scalars['Boolean']['output']>;
};

/** FilterTags enables filtering for only a subset of tags based on a set of rules. */
export type ImageImagePolicySpecFilterTags = {
  __typename?: 'ImageImagePolicySpecFilterTags';
  /** Extract allows a capture group to be extracted from the specified regular expression pattern, useful before tag … */
  extract?: Maybe<Scalars['String']['output']>;
  /** Pattern specifies a regular expression pattern used to filter for image tags. */
  pattern?: Maybe<Scalars['String']['output']>;
};

/** ImageRepositoryRef points at the object specifying the image being scanned */
export type ImageImagePolicySpecImageRepositoryRef = {
  __typename?: 'ImageImagePolicySpecImageRepositoryRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace of the referent, when not specified it acts as LocalObjectReference. */
  namespace?: Maybe<Scalars['String']['output']>;
};

/** Policy gives the particulars of the policy to be followed in selecting the most recent image */
export type ImageImagePolicySpecPolicy = {
  __typename?: 'ImageImagePolicySpecPolicy';
  /** Alphabetical set of rules to use for alphabetical ordering of the tags. */
  alphabetical?: Maybe<ImageImagePolicySpecPolicyAlphabetical>;
  /** Numerical set of rules to use for numerical ordering of the tags. */
  numerical?: Maybe<ImageImagePolicySpecPolicyNumerical>;
  /** SemVer gives a semantic version range to check against the tags available. */
  semver?: Maybe<ImageImagePolicySpecPolicySemver>;
};

/** Alphabetical set of rules to use for alphabetical ordering of the tags. */
export type ImageImagePolicySpecPolicyAlphabetical = {
  __typename?: 'ImageImagePolicySpecPolicyAlphabetical';
  /** Order specifies the sorting order of the tags. */
  order?: Maybe<Scalars['String']['output']>;
};

/** Numerical set of rules to use for numerical ordering of the tags. */
export type ImageImagePolicySpecPolicyNumerical = {
  __typename?: 'ImageImagePolicySpecPolicyNumerical';
  /** Order specifies the sorting order of the tags. */
  order?: Maybe<Scalars['String']['output']>;
};

/** SemVer gives a semantic version range to check against the tags available. */
export type ImageImagePolicySpecPolicySemver = {
  __typename?: 'ImageImagePolicySpecPolicySemver';
  /** Range gives a semver range for the image tag; the highest version within the range that's a tag yields the latest image. */
  range?: Maybe<Scalars['String']['output']>;
};

/** ImagePolicyStatus defines the observed state of ImagePolicy */
export type ImageImagePolicyStatus = {
  __typename?: 'ImageImagePolicyStatus';
  /** Field `conditions`. */
  conditions?: Maybe<Array<MetaCondition>>;
  /** LastHandledReconcileAt holds the value of the most recent reconcile request value, so a change of the annotation value … */
  lastHandledReconcileAt?: Maybe<Scalars['String']['output']>;
  /** LatestRef gives the first in the list of images scanned by the image repository, when filtered and ordered according to … */
  latestRef?: Maybe<ImageImagePolicyStatusLatestRef>;
  /** Field `observedGeneration`. */
  observedGeneration?: Maybe<Scalars['BigInt']['output']>;
  /** ObservedPreviousRef is the observed previous LatestRef. */
  observedPreviousRef?: Maybe<ImageImagePolicyStatusObservedPreviousRef>;
};

/** LatestRef gives the first in the list of images scanned by the image repository, when filtered and ordered according to … */
export type ImageImagePolicyStatusLatestRef = {
  __typename?: 'ImageImagePolicyStatusLatestRef';
  /** Digest is the image's digest. */
  digest?: Maybe<Scalars['String']['output']>;
  /** Name is the bare image's name. */
  name?: Maybe<Scalars['String']['output']>;
  /** Tag is the image's tag. */
  tag?: Maybe<Scalars['String']['output']>;
};

/** ObservedPreviousRef is the observed previous LatestRef. */
export type ImageImagePolicyStatusObservedPreviousRef = {
  __typename?: 'ImageImagePolicyStatusObservedPreviousRef';
  /** Digest is the image's digest. */
  digest?: Maybe<Scalars['String']['output']>;
  /** Name is the bare image's name. */
  name?: Maybe<Scalars['String']['output']>;
  /** Tag is the image's tag. */
  tag?: Maybe<Scalars['String']['output']>;
};

/** ImageRepository is the Schema for the imagerepositories API */
export type ImageImageRepository = KubernetesResource & {
  __typename?: 'ImageImageRepository';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** ImageRepositorySpec defines the parameters for scanning an image repository, e.g., `fluxcd/flux`. */
  spec?: Maybe<ImageImageRepositorySpec>;
  /** ImageRepositoryStatus defines the observed state of ImageRepository */
  status?: Maybe<ImageImageRepositoryStatus>;
};

/** ImageRepositorySpec defines the parameters for scanning an image repository, e.g., `fluxcd/flux`. */
export type ImageImageRepositorySpec = {
  __typename?: 'ImageImageRepositorySpec';
  /** AccessFrom defines an ACL for allowing cross-namespace references to the ImageRepository object based on the caller's … */
  accessFrom?: Maybe<ImageImageRepositorySpecAccessFrom>;
  /** CertSecretRef can be given the name of a Secret containing either or both of - a PEM-encoded client certificate … */
  certSecretRef?: Maybe<ImageImageRepositorySpecCertSecretRef>;
  /** ExclusionList is a list of regex strings used to exclude certain tags from being stored in the database. */
  exclusionList?: Maybe<Array<Scalars['String']['output']>>;
  /** Image is the name of the image repository */
  image?: Maybe<Scalars['String']['output']>;
  /** Insecure allows connecting to a non-TLS HTTP container registry. */
  insecure?: Maybe<Scalars['Boolean']['output']>;
  /** Interval is the length of time to wait between scans of the image repository. */
  interval?: Maybe<Scalars['Duration']['output']>;
  /** The provider used for authentication, can be 'aws', 'azure', 'gcp' or 'generic'. */
  provider?: Maybe<Scalars['String']['output']>;
  /** ProxySecretRef specifies the Secret containing the proxy configuration to use while communicating with the container … */
  proxySecretRef?: Maybe<ImageImageRepositorySpecProxySecretRef>;
  /** SecretRef can be given the name of a secret containing credentials to use for the image registry. */
  secretRef?: Maybe<ImageImageRepositorySpecSecretRef>;
  /** ServiceAccountName is the name of the Kubernetes ServiceAccount used to authenticate the image pull if the service … */
  serviceAccountName?: Maybe<Scalars['String']['output']>;
  /** This flag tells the controller to suspend subsequent image scans. */
  suspend?: Maybe<Scalars['Boolean']['output']>;
  /** Timeout for image scanning. */
  timeout?: Maybe<Scalars['String']['output']>;
};

/** AccessFrom defines an ACL for allowing cross-namespace references to the ImageRepository object based on the caller's … */
export type ImageImageRepositorySpecAccessFrom = {
  __typename?: 'ImageImageRepositorySpecAccessFrom';
  /** NamespaceSelectors is the list of namespace selectors to which this ACL applies. */
  namespaceSelectors?: Maybe<Array<ImageImageRepositorySpecAccessFromNamespaceSelectors>>;
};

/** NamespaceSelector selects the namespaces to which this ACL applies. */
export type ImageImageRepositorySpecAccessFromNamespaceSelectors = {
  __typename?: 'ImageImageRepositorySpecAccessFromNamespaceSelectors';
  /** MatchLabels is a map of {key,value} pairs. */
  matchLabels?: Maybe<Scalars['StringMap']['output']>;
};

/** CertSecretRef can be given the name of a Secret containing either or both of - a PEM-encoded client certificate … */
export type ImageImageRepositorySpecCertSecretRef = {
  __typename?: 'ImageImageRepositorySpecCertSecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** ProxySecretRef specifies the Secret containing the proxy configuration to use while communicating with the container … */
export type ImageImageRepositorySpecProxySecretRef = {
  __typename?: 'ImageImageRepositorySpecProxySecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** SecretRef can be given the name of a secret containing credentials to use for the image registry. */
export type ImageImageRepositorySpecSecretRef = {
  __typename?: 'ImageImageRepositorySpecSecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** ImageRepositoryStatus defines the observed state of ImageRepository */
export type ImageImageRepositoryStatus = {
  __typename?: 'ImageImageRepositoryStatus';
  /** CanonicalName is the name of the image repository with all the implied bits made explicit; e.g., … */
  canonicalImageName?: Maybe<Scalars['String']['output']>;
  /** Field `conditions`. */
  conditions?: Maybe<Array<MetaCondition>>;
  /** LastHandledReconcileAt holds the value of the most recent reconcile request value, so a change of the annotation value … */
  lastHandledReconcileAt?: Maybe<Scalars['String']['output']>;
  /** LastScanResult contains the number of fetched tags. */
  lastScanResult?: Maybe<ImageImageRepositoryStatusLastScanResult>;
  /** ObservedExclusionList is a list of observed exclusion list. */
  observedExclusionList?: Maybe<Array<Scalars['String']['output']>>;
  /** ObservedGeneration is the last reconciled generation. */
  observedGeneration?: Maybe<Scalars['BigInt']['output']>;
};

/** LastScanResult contains the number of fetched tags. */
export type ImageImageRepositoryStatusLastScanResult = {
  __typename?: 'ImageImageRepositoryStatusLastScanResult';
  /** LatestTags is a small sample of the tags found in the last scan. */
  latestTags?: Maybe<Array<Scalars['String']['output']>>;
  /** Revision is a stable hash of the scanned tags. */
  revision?: Maybe<Scalars['String']['output']>;
  /** ScanTime is the time when the last scan was performed. */
  scanTime?: Maybe<Scalars['DateTime']['output']>;
  /** TagCount is the number of tags found in the last scan. */
  tagCount?: Maybe<Scalars['BigInt']['output']>;
};

/** ImageUpdateAutomation is the Schema for the imageupdateautomations API */
export type ImageImageUpdateAutomation = KubernetesResource & {
  __typename?: 'ImageImageUpdateAutomation';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** ImageUpdateAutomationSpec defines the desired state of ImageUpdateAutomation */
  spec?: Maybe<ImageImageUpdateAutomationSpec>;
  /** ImageUpdateAutomationStatus defines the observed state of ImageUpdateAutomation */
  status?: Maybe<ImageImageUpdateAutomationStatus>;
};

/** ImageUpdateAutomationSpec defines the desired state of ImageUpdateAutomation */
export type ImageImageUpdateAutomationSpec = {
  __typename?: 'ImageImageUpdateAutomationSpec';
  /** GitSpec contains all the git-specific definitions. */
  git?: Maybe<ImageImageUpdateAutomationSpecGit>;
  /** Interval gives an lower bound for how often the automation run should be attempted. */
  interval?: Maybe<Scalars['Duration']['output']>;
  /** PolicySelector allows to filter applied policies based on labels. */
  policySelector?: Maybe<ImageImageUpdateAutomationSpecPolicySelector>;
  /** SourceRef refers to the resource giving access details to a git repository. */
  sourceRef?: Maybe<ImageImageUpdateAutomationSpecSourceRef>;
  /** Suspend tells the controller to not run this automation, until it is unset (or set to false). */
  suspend?: Maybe<Scalars['Boolean']['output']>;
  /** Update gives the specification for how to update the files in the repository. */
  update?: Maybe<ImageImageUpdateAutomationSpecUpdate>;
};

/** GitSpec contains all the git-specific definitions. */
export type ImageImageUpdateAutomationSpecGit = {
  __typename?: 'ImageImageUpdateAutomationSpecGit';
  /** Checkout gives the parameters for cloning the git repository, ready to make changes. */
  checkout?: Maybe<ImageImageUpdateAutomationSpecGitCheckout>;
  /** Commit specifies how to commit to the git repository. */
  commit?: Maybe<ImageImageUpdateAutomationSpecGitCommit>;
  /** Push specifies how and where to push commits made by the automation. */
  push?: Maybe<ImageImageUpdateAutomationSpecGitPush>;
};

/** Checkout gives the parameters for cloning the git repository, ready to make changes. */
export type ImageImageUpdateAutomationSpecGitCheckout = {
  __typename?: 'ImageImageUpdateAutomationSpecGitCheckout';
  /** Reference gives a branch, tag or commit to clone from the Git repository. */
  ref?: Maybe<ImageImageUpdateAutomationSpecGitCheckoutRef>;
};

/** Reference gives a branch, tag or commit to clone from the Git repository. */
export type ImageImageUpdateAutomationSpecGitCheckoutRef = {
  __typename?: 'ImageImageUpdateAutomationSpecGitCheckoutRef';
  /** Branch to check out, defaults to 'master' if no other field is defined. */
  branch?: Maybe<Scalars['String']['output']>;
  /** Commit SHA to check out, takes precedence over all reference fields. */
  commit?: Maybe<Scalars['String']['output']>;
  /** Name of the reference to check out; takes precedence over Branch, Tag and SemVer. */
  name?: Maybe<Scalars['String']['output']>;
  /** SemVer tag expression to check out, takes precedence over Tag. */
  semver?: Maybe<Scalars['String']['output']>;
  /** Tag to check out, takes precedence over Branch. */
  tag?: Maybe<Scalars['String']['output']>;
};

/** Commit specifies how to commit to the git repository. */
export type ImageImageUpdateAutomationSpecGitCommit = {
  __typename?: 'ImageImageUpdateAutomationSpecGitCommit';
  /** Author gives the email and optionally the name to use as the author of commits. */
  author?: Maybe<ImageImageUpdateAutomationSpecGitCommitAuthor>;
  /** MessageTemplate provides a template for the commit message, into which will be interpolated the details of the change … */
  messageTemplate?: Maybe<Scalars['String']['output']>;
  /** MessageTemplateValues provides additional values to be available to the templating rendering. */
  messageTemplateValues?: Maybe<Scalars['StringMap']['output']>;
  /** SigningKey provides the option to sign commits with an OpenPGP or SSH signing key, referenced from a Secret. */
  signingKey?: Maybe<ImageImageUpdateAutomationSpecGitCommitSigningKey>;
};

/** Author gives the email and optionally the name to use as the author of commits. */
export type ImageImageUpdateAutomationSpecGitCommitAuthor = {
  __typename?: 'ImageImageUpdateAutomationSpecGitCommitAuthor';
  /** Email gives the email to provide when making a commit. */
  email?: Maybe<Scalars['String']['output']>;
  /** Name gives the name to provide when making a commit. */
  name?: Maybe<Scalars['String']['output']>;
};

/** SigningKey provides the option to sign commits with an OpenPGP or SSH signing key, referenced from a Secret. */
export type ImageImageUpdateAutomationSpecGitCommitSigningKey = {
  __typename?: 'ImageImageUpdateAutomationSpecGitCommitSigningKey';
  /** SecretRef references a Secret containing the signing key. */
  secretRef?: Maybe<ImageImageUpdateAutomationSpecGitCommitSigningKeySecretRef>;
  /** Type selects the signing-key format expected in the referenced Secret. */
  type?: Maybe<Scalars['String']['output']>;
};

/** SecretRef references a Secret containing the signing key. */
export type ImageImageUpdateAutomationSpecGitCommitSigningKeySecretRef = {
  __typename?: 'ImageImageUpdateAutomationSpecGitCommitSigningKeySecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** Push specifies how and where to push commits made by the automation. */
export type ImageImageUpdateAutomationSpecGitPush = {
  __typename?: 'ImageImageUpdateAutomationSpecGitPush';
  /** Branch specifies that commits should be pushed to the branch named. */
  branch?: Maybe<Scalars['String']['output']>;
  /** Options specifies the push options that are sent to the Git server when performing a push operation. */
  options?: Maybe<Scalars['StringMap']['output']>;
  /** Refspec specifies the Git Refspec to use for a push operation. */
  refspec?: Maybe<Scalars['String']['output']>;
};

/** PolicySelector allows to filter applied policies based on labels. */
export type ImageImageUpdateAutomationSpecPolicySelector = {
  __typename?: 'ImageImageUpdateAutomationSpecPolicySelector';
  /** matchExpressions is a list of label selector requirements. */
  matchExpressions?: Maybe<Array<ImageImageUpdateAutomationSpecPolicySelectorMatchExpressions>>;
  /** matchLabels is a map of {key,value} pairs. */
  matchLabels?: Maybe<Scalars['StringMap']['output']>;
};

/** A label selector requirement is a selector that contains values, a key, and an operator that relates the key and values. */
export type ImageImageUpdateAutomationSpecPolicySelectorMatchExpressions = {
  __typename?: 'ImageImageUpdateAutomationSpecPolicySelectorMatchExpressions';
  /** key is the label key that the selector applies to. */
  key?: Maybe<Scalars['String']['output']>;
  /** operator represents a key's relationship to a set of values. */
  operator?: Maybe<Scalars['String']['output']>;
  /** values is an array of string values. */
  values?: Maybe<Array<Scalars['String']['output']>>;
};

/** SourceRef refers to the resource giving access details to a git repository. */
export type ImageImageUpdateAutomationSpecSourceRef = {
  __typename?: 'ImageImageUpdateAutomationSpecSourceRef';
  /** API version of the referent. */
  apiVersion?: Maybe<Scalars['String']['output']>;
  /** Kind of the referent. */
  kind?: Maybe<Scalars['String']['output']>;
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace of the referent, defaults to the namespace of the Kubernetes resource object that contains the reference. */
  namespace?: Maybe<Scalars['String']['output']>;
};

/** Update gives the specification for how to update the files in the repository. */
export type ImageImageUpdateAutomationSpecUpdate = {
  __typename?: 'ImageImageUpdateAutomationSpecUpdate';
  /** Path to the directory containing the manifests to be updated. */
  path?: Maybe<Scalars['String']['output']>;
  /** Strategy names the strategy to be used. */
  strategy?: Maybe<Scalars['String']['output']>;
};

/** ImageUpdateAutomationStatus defines the observed state of ImageUpdateAutomation */
export type ImageImageUpdateAutomationStatus = {
  __typename?: 'ImageImageUpdateAutomationStatus';
  /** Field `conditions`. */
  conditions?: Maybe<Array<MetaCondition>>;
  /** LastAutomationRunTime records the last time the controller ran this automation through to completion (even if no … */
  lastAutomationRunTime?: Maybe<Scalars['DateTime']['output']>;
  /** LastHandledReconcileAt holds the value of the most recent reconcile request value, so a change of the annotation value … */
  lastHandledReconcileAt?: Maybe<Scalars['String']['output']>;
  /** LastPushCommit records the SHA1 of the last commit made by the controller, for this automation object */
  lastPushCommit?: Maybe<Scalars['String']['output']>;
  /** LastPushTime records the time of the last pushed change. */
  lastPushTime?: Maybe<Scalars['DateTime']['output']>;
  /** Field `observedGeneration`. */
  observedGeneration?: Maybe<Scalars['BigInt']['output']>;
  /** ObservedPolicies is the list of observed ImagePolicies that were considered by the ImageUpdateAutomation update process. */
  observedPolicies?: Maybe<Scalars['JSON']['output']>;
  /** ObservedSourceRevision is the last observed source revision. */
  observedSourceRevision?: Maybe<Scalars['String']['output']>;
};

/** ImageRef represents an image reference. */
export type ImageImageUpdateAutomationStatusObservedPolicies = {
  __typename?: 'ImageImageUpdateAutomationStatusObservedPolicies';
  /** Digest is the image's digest. */
  digest?: Maybe<Scalars['String']['output']>;
  /** Name is the bare image's name. */
  name?: Maybe<Scalars['String']['output']>;
  /** Tag is the image's tag. */
  tag?: Maybe<Scalars['String']['output']>;
};

/** Kind of objects, over all clusters. */
export type Kind = Node & {
  __typename?: 'Kind';
  /** Categories that clusters assign to the kind, for example `all`. */
  categories: Array<Scalars['String']['output']>;
  /** Number of clusters in which the caller may list objects of the kind, or sees at least one object of the kind. */
  clusterCount: Scalars['Int']['output'];
  /** API group of the kind. The core group is the empty string. */
  group: Scalars['String']['output'];
  /** Id of the kind: `/group/kind`. Each part is percent-encoded, for example `//Pod` or `/apps/Deployment`. */
  id: Scalars['ID']['output'];
  /** Name of the kind. */
  name: Scalars['String']['output'];
  /** True if objects of the kind live in namespaces. */
  namespaced: Scalars['Boolean']['output'];
  /** Number of objects of the kind that the caller may see. */
  objectCount: Scalars['Int']['output'];
  /** Objects of the kind, over all clusters. Null only if an error occurs. */
  objects?: Maybe<ObjectConnection>;
  /** Plural of the kind, as used in URLs and RBAC rules. */
  plural: Scalars['String']['output'];
  /**
   * Short names of the kind, for example `po`. kubectl accepts each short name for this kind on at least one cluster that
   * the caller may know.
   */
  shortNames: Array<Scalars['String']['output']>;
  /**
   * Number of matching objects per status. Counts only objects that the caller may see. For a list of kinds, all counts
   * are computed together. Null only if an error occurs.
   */
  statusCounts?: Maybe<StatusCounts>;
  /** Name of the kind as filters accept it, for example `Kustomization.kustomize.toolkit.fluxcd.io`. */
  value: Scalars['String']['output'];
  /** API versions in which objects of the kind are read. */
  versions: Array<Scalars['String']['output']>;
};


/** Kind of objects, over all clusters. */
export type KindObjectsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ObjectFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ObjectOrder>>;
};


/** Kind of objects, over all clusters. */
export type KindStatusCountsArgs = {
  filter?: InputMaybe<ObjectFilter>;
};

/** State of the collection of a kind. */
export type KindCollectionState =
  /** The kind cannot be listed or watched at present. The collector tries again. */
  | 'FAILING'
  /** The collector may not list the kind. Grant the permission to the collector. */
  | 'FORBIDDEN'
  /** The first list is being read. */
  | 'LISTING'
  /** The collection has not started. */
  | 'PENDING'
  /** The kind is read at intervals, for example because the collector may not watch it. Changes arrive late. */
  | 'POLLING'
  /** The kind is selected for collection, but is left out. See `cause`. */
  | 'UNCOLLECTED'
  /** The kind is watched. Changes are reported immediately. */
  | 'WATCHING'
  | '%future added value';

/** Coverage of one kind of a cluster by the index: how the kind is collected, and why it may be incomplete. */
export type KindCoverage = {
  __typename?: 'KindCoverage';
  /** Cause for which objects of the kind may be missing or out of date. Null if there is none. */
  cause?: Maybe<CoverageCause>;
  /** API group of the kind. The core group is the empty string. */
  group: Scalars['String']['output'];
  /** Name of the kind. */
  kind: Scalars['String']['output'];
  /** Explanation of `cause`. Null if there is none. */
  reason?: Maybe<Scalars['String']['output']>;
  /** State of the collection of the kind. */
  state: KindCollectionState;
  /** API version in which objects of the kind are read on this cluster, without the API group. */
  version: Scalars['String']['output'];
};

/** Object of a leaf cluster. */
export type KubernetesObject = Node & {
  __typename?: 'KubernetesObject';
  /** Revision that was last attempted. Null if unknown, for example because the store of the index cannot be reached. */
  attemptedRevision?: Maybe<Scalars['String']['output']>;
  /** Cluster that the object lives in. */
  cluster: Cluster;
  /** Time at which the object was created. Null if unknown. */
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  /**
   * Deployment whose `object` is this object, or whose inventory (ResourceGroup of Config Sync) is this object. Null for
   * all other objects. Also null if the caller may not see this object or the `object` of the deployment.
   */
  deployment?: Maybe<PackageDeployment>;
  /**
   * Effective policies on the paths through the object or, for a policy, on the paths through its targets. For a Service,
   * on the paths to the route rules that name it. The field is null only with an error.
   */
  effectivePolicies?: Maybe<EffectivePolicyConnection>;
  /** API group of the object. The core group is the empty string. */
  group: Scalars['String']['output'];
  /**
   * Status changes of an object that applies a package, newest first: at most 32 changes of the last 7 days. The newest
   * change is kept even if it is older. Empty for all other objects. Null if the index does not show the object to the
   * caller, or if the store does not answer.
   */
  history?: Maybe<Array<StatusChange>>;
  /** Id of the object: `cluster/group/kind/namespace/name`. Each part is percent-encoded; empty parts are kept. */
  id: Scalars['ID']['output'];
  /**
   * Images of the containers of a Pod or workload, without duplicates. Empty for other objects. Leaves out init containers
   * other than sidecars, and images beyond 64 containers or 2 048 characters in total.
   */
  images: Array<Scalars['String']['output']>;
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Labels of the object. At most 64 labels are kept. Empty for an object that is known only from metrics. */
  labels: Scalars['StringMap']['output'];
  /**
   * Present state of the object, read from its cluster with the permissions of the caller. Refusals, delays and failures
   * of the cluster are reported in `state`. The field is null only with an error.
   */
  live?: Maybe<LiveObject>;
  /**
   * Object that applied this object, according to this object's labels and annotations: a Kustomization, HelmRelease,
   * ResourceSet, FluxInstance, RootSync or RepoSync. If there are several, the first by id. Null if the index contains
   * none that the caller may see. Argo CD Applications are only in `related`.
   */
  managedBy?: Maybe<KubernetesObject>;
  /**
   * Mesh items that the object is part of: a service, or a workload and its app. Empty for other objects, and for objects
   * of clusters that are not in the mesh.
   */
  meshItems: Array<MeshItem>;
  /**
   * Validations of the object, sorted by code, then path. Empty for objects that do not belong to Istio, and for objects
   * of clusters that are not in the mesh.
   */
  meshValidations: Array<MeshValidation>;
  /**
   * Human-readable explanation of the status, from the object or from fleetgraph, shortened if it is long. Null if no
   * explanation is known.
   */
  message?: Maybe<Scalars['String']['output']>;
  /** Name of the object. */
  name: Scalars['String']['output'];
  /** Namespace of the object. Null for a cluster-scoped object. */
  namespace?: Maybe<Scalars['String']['output']>;
  /**
   * Workload that has this object as its binding, its template or one of its copies. Null if there is none, or the caller
   * may not see the binding. If several workloads qualify, the workload whose binding has the first id.
   */
  placed?: Maybe<PlacedWorkload>;
  /**
   * Placement data of this object as a member cluster. Null if the object represents no member cluster of a hub
   * (`placement.hubs`), or if the caller may not see it.
   */
  placementMember?: Maybe<PlacementMember>;
  /**
   * Placement data of this object as a policy. Null if the object is not a policy on a hub (`placement.hubs`), or if the
   * caller may not see it.
   */
  placementPolicy?: Maybe<PlacementPolicy>;
  /**
   * Node of the object in the policy topology. Null if the object is not part of the topology, or if the caller may not
   * see it.
   */
  policyNode?: Maybe<PolicyNode>;
  /**
   * Short reason for the status, from the object or from fleetgraph. For a suspended object, usually the reason for the
   * suspension. Null if no reason is known.
   */
  reason?: Maybe<Scalars['String']['output']>;
  /**
   * Objects of the same cluster that are related to this object, as far as the caller may see them. Relations come from
   * the content of the objects. Sorted by direction (UP first), type and id. Null only if an error occurs, or if the
   * caller no longer sees this object.
   */
  related?: Maybe<RelationConnection>;
  /**
   * Revision that the object applied, fetched or published. Examples: the commit of a Kustomization, the artifact of a
   * GitRepository, the chart version of a HelmRelease. Null if unknown, for example for workloads.
   */
  revision?: Maybe<Scalars['String']['output']>;
  /**
   * Object that this object is built from, for example the GitRepository of a Kustomization. If there are several, the
   * first by id. Null if the index contains none that the caller may see.
   */
  source?: Maybe<KubernetesObject>;
  /** Status of the object. */
  status: ObjectStatus;
  /** True if the object is held on purpose, for example suspended, paused, cordoned or excluded from reconciliation. */
  suspended: Scalars['Boolean']['output'];
  /** Time at which fleetgraph received this state of the object. */
  syncedAt: Scalars['DateTime']['output'];
  /** Time of the last status change. Null if unknown. */
  transitionedAt?: Maybe<Scalars['DateTime']['output']>;
  /**
   * UID of the object. Null for an object that is known only from metrics. Also null if the store of the index cannot be
   * reached or no longer contains the object.
   */
  uid?: Maybe<Scalars['ID']['output']>;
  /**
   * CPU and memory that the object used in a time window, from the configured Prometheus (`usage`). Usually available even
   * if the cluster does not answer. For a Pod: the sum of its containers. For a Namespace, Deployment, ReplicaSet,
   * StatefulSet or DaemonSet: the sum of its Pods, including ended Pods. Pods of a workload are found by their names. For
   * a Node: the use of the Node itself, or the sum of its containers if Prometheus does not record the Node. Null for
   * other kinds. The caller must be allowed to list `pods.metrics.k8s.io` in the namespace, or `nodes.metrics.k8s.io` for
   * a Node. One operation reads at most 20 objects; further objects have the state LIMITED.
   */
  usageHistory?: Maybe<UsageHistory>;
  /** API version in which the object was read, without the API group, for example `v1`. */
  version: Scalars['String']['output'];
};


/** Object of a leaf cluster. */
export type KubernetesObjectEffectivePoliciesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  kinds?: InputMaybe<Array<Scalars['String']['input']>>;
};


/** Object of a leaf cluster. */
export type KubernetesObjectHistoryArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Object of a leaf cluster. */
export type KubernetesObjectLiveArgs = {
  within?: InputMaybe<Scalars['Duration']['input']>;
};


/** Object of a leaf cluster. */
export type KubernetesObjectRelatedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  direction?: InputMaybe<TreeDirection>;
  first?: InputMaybe<Scalars['Int']['input']>;
  types?: InputMaybe<Array<RelationType>>;
};


/** Object of a leaf cluster. */
export type KubernetesObjectUsageHistoryArgs = {
  step?: InputMaybe<Scalars['Duration']['input']>;
  window?: Scalars['Duration']['input'];
};

/** Object with the typed fields of its kind. Field names follow Kubernetes. */
export type KubernetesResource = {
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
};

/** Kustomization is the Schema for the kustomizations API. */
export type KustomizeKustomization = KubernetesResource & {
  __typename?: 'KustomizeKustomization';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** KustomizationSpec defines the configuration to calculate the desired state from a Source using Kustomize. */
  spec?: Maybe<KustomizeKustomizationSpec>;
  /** KustomizationStatus defines the observed state of a kustomization. */
  status?: Maybe<KustomizeKustomizationStatus>;
};

/** KustomizationSpec defines the configuration to calculate the desired state from a Source using Kustomize. */
export type KustomizeKustomizationSpec = {
  __typename?: 'KustomizeKustomizationSpec';
  /** BuildMetadata specifies which kustomize build metadata should be added to the built resources. */
  buildMetadata?: Maybe<Array<Scalars['String']['output']>>;
  /** CommonMetadata specifies the common labels and annotations that are applied to all resources. */
  commonMetadata?: Maybe<KustomizeKustomizationSpecCommonMetadata>;
  /** Components specifies relative paths to kustomize Components. */
  components?: Maybe<Array<Scalars['String']['output']>>;
  /** Decrypt Kubernetes secrets before applying them on the cluster. */
  decryption?: Maybe<KustomizeKustomizationSpecDecryption>;
  /** DeletionPolicy can be used to control garbage collection when this Kustomization is deleted. */
  deletionPolicy?: Maybe<Scalars['String']['output']>;
  /** DependsOn may contain a DependencyReference slice with references to Kustomization resources that must be ready before … */
  dependsOn?: Maybe<Array<KustomizeKustomizationSpecDependsOn>>;
  /** Force instructs the controller to recreate resources when patching fails due to an immutable field change. */
  force?: Maybe<Scalars['Boolean']['output']>;
  /** HealthCheckExprs is a list of healthcheck expressions for evaluating the health of custom resources using Common … */
  healthCheckExprs?: Maybe<Array<KustomizeKustomizationSpecHealthCheckExprs>>;
  /** A list of resources to be included in the health assessment. */
  healthChecks?: Maybe<Array<KustomizeKustomizationSpecHealthChecks>>;
  /** Ignore is a list of rules for specifying which changes to ignore during drift detection. */
  ignore?: Maybe<Array<KustomizeKustomizationSpecIgnore>>;
  /** IgnoreMissingComponents instructs the controller to ignore Components paths not found in source by removing them from … */
  ignoreMissingComponents?: Maybe<Scalars['Boolean']['output']>;
  /** Images is a list of (image name, new name, new tag or digest) for changing image names, tags or digests. */
  images?: Maybe<Array<KustomizeKustomizationSpecImages>>;
  /** The interval at which to reconcile the Kustomization. */
  interval?: Maybe<Scalars['Duration']['output']>;
  /** The KubeConfig for reconciling the Kustomization on a remote cluster. */
  kubeConfig?: Maybe<KustomizeKustomizationSpecKubeConfig>;
  /** NamePrefix will prefix the names of all managed resources. */
  namePrefix?: Maybe<Scalars['String']['output']>;
  /** NameSuffix will suffix the names of all managed resources. */
  nameSuffix?: Maybe<Scalars['String']['output']>;
  /** Strategic merge and JSON patches, defined as inline YAML objects, capable of targeting objects based on kind, label and … */
  patches?: Maybe<Array<KustomizeKustomizationSpecPatches>>;
  /** Path to the directory containing the kustomization.yaml file, or the set of plain YAMLs a kustomization.yaml should be … */
  path?: Maybe<Scalars['String']['output']>;
  /** PostBuild describes which actions to perform on the YAML manifest generated by building the kustomize overlay. */
  postBuild?: Maybe<KustomizeKustomizationSpecPostBuild>;
  /** Prune enables garbage collection. */
  prune?: Maybe<Scalars['Boolean']['output']>;
  /** The interval at which to retry a previously failed reconciliation. */
  retryInterval?: Maybe<Scalars['Duration']['output']>;
  /** The name of the Kubernetes service account to impersonate when reconciling this Kustomization. */
  serviceAccountName?: Maybe<Scalars['String']['output']>;
  /** Reference of the source where the kustomization file is. */
  sourceRef?: Maybe<KustomizeKustomizationSpecSourceRef>;
  /** This flag tells the controller to suspend subsequent kustomize executions, it does not apply to already started … */
  suspend?: Maybe<Scalars['Boolean']['output']>;
  /** TargetNamespace sets or overrides the namespace in the kustomization.yaml file. */
  targetNamespace?: Maybe<Scalars['String']['output']>;
  /** Timeout for validation, apply and health checking operations. */
  timeout?: Maybe<Scalars['Duration']['output']>;
  /** Wait instructs the controller to check the health of all the reconciled resources. */
  wait?: Maybe<Scalars['Boolean']['output']>;
};

/** CommonMetadata specifies the common labels and annotations that are applied to all resources. */
export type KustomizeKustomizationSpecCommonMetadata = {
  __typename?: 'KustomizeKustomizationSpecCommonMetadata';
  /** Annotations to be added to the object's metadata. */
  annotations?: Maybe<Scalars['StringMap']['output']>;
  /** Labels to be added to the object's metadata. */
  labels?: Maybe<Scalars['StringMap']['output']>;
};

/** Decrypt Kubernetes secrets before applying them on the cluster. */
export type KustomizeKustomizationSpecDecryption = {
  __typename?: 'KustomizeKustomizationSpecDecryption';
  /** Provider is the name of the decryption engine. */
  provider?: Maybe<Scalars['String']['output']>;
  /** The secret name containing the private OpenPGP keys used for decryption. */
  secretRef?: Maybe<KustomizeKustomizationSpecDecryptionSecretRef>;
  /** ServiceAccountName is the name of the service account used to authenticate with KMS services from cloud providers. */
  serviceAccountName?: Maybe<Scalars['String']['output']>;
};

/** The secret name containing the private OpenPGP keys used for decryption. */
export type KustomizeKustomizationSpecDecryptionSecretRef = {
  __typename?: 'KustomizeKustomizationSpecDecryptionSecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** DependencyReference contains enough information to locate the referenced Kubernetes resource object and optional CEL … */
export type KustomizeKustomizationSpecDependsOn = {
  __typename?: 'KustomizeKustomizationSpecDependsOn';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace of the referent, defaults to the namespace of the resource object that contains the reference. */
  namespace?: Maybe<Scalars['String']['output']>;
  /** ReadyExpr is a CEL expression that can be used to assess the readiness of a dependency. */
  readyExpr?: Maybe<Scalars['String']['output']>;
};

/** CustomHealthCheck defines the health check for custom resources. */
export type KustomizeKustomizationSpecHealthCheckExprs = {
  __typename?: 'KustomizeKustomizationSpecHealthCheckExprs';
  /** APIVersion of the custom resource under evaluation. */
  apiVersion?: Maybe<Scalars['String']['output']>;
  /** Current is the CEL expression that determines if the status of the custom resource has reached the desired state. */
  current?: Maybe<Scalars['String']['output']>;
  /** Failed is the CEL expression that determines if the status of the custom resource has failed to reach the desired state. */
  failed?: Maybe<Scalars['String']['output']>;
  /** InProgress is the CEL expression that determines if the status of the custom resource has not yet reached the desired … */
  inProgress?: Maybe<Scalars['String']['output']>;
  /** Kind of the custom resource under evaluation. */
  kind?: Maybe<Scalars['String']['output']>;
};

/** NamespacedObjectKindReference contains enough information to locate the typed referenced Kubernetes resource object in … */
export type KustomizeKustomizationSpecHealthChecks = {
  __typename?: 'KustomizeKustomizationSpecHealthChecks';
  /** API version of the referent, if not specified the Kubernetes preferred version will be used. */
  apiVersion?: Maybe<Scalars['String']['output']>;
  /** Kind of the referent. */
  kind?: Maybe<Scalars['String']['output']>;
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace of the referent, when not specified it acts as LocalObjectReference. */
  namespace?: Maybe<Scalars['String']['output']>;
};

/** IgnoreRule defines a rule to selectively disregard specific changes during the drift detection process. */
export type KustomizeKustomizationSpecIgnore = {
  __typename?: 'KustomizeKustomizationSpecIgnore';
  /** Paths is a list of JSON Pointer (RFC 6901) paths to be excluded from consideration in a Kubernetes object. */
  paths?: Maybe<Array<Scalars['String']['output']>>;
  /** Target is a selector for specifying Kubernetes objects to which this rule applies. */
  target?: Maybe<KustomizeKustomizationSpecIgnoreTarget>;
};

/** Target is a selector for specifying Kubernetes objects to which this rule applies. */
export type KustomizeKustomizationSpecIgnoreTarget = {
  __typename?: 'KustomizeKustomizationSpecIgnoreTarget';
  /** AnnotationSelector is a string that follows the label selection expression … */
  annotationSelector?: Maybe<Scalars['String']['output']>;
  /** Group is the API group to select resources from. */
  group?: Maybe<Scalars['String']['output']>;
  /** Kind of the API Group to select resources from. */
  kind?: Maybe<Scalars['String']['output']>;
  /** LabelSelector is a string that follows the label selection expression … */
  labelSelector?: Maybe<Scalars['String']['output']>;
  /** Name to match resources with. */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace to select resources from. */
  namespace?: Maybe<Scalars['String']['output']>;
  /** Version of the API Group to select resources from. */
  version?: Maybe<Scalars['String']['output']>;
};

/** Image contains an image name, a new name, a new tag or digest, which will replace the original name and tag. */
export type KustomizeKustomizationSpecImages = {
  __typename?: 'KustomizeKustomizationSpecImages';
  /** Digest is the value used to replace the original image tag. */
  digest?: Maybe<Scalars['String']['output']>;
  /** Name is a tag-less image name. */
  name?: Maybe<Scalars['String']['output']>;
  /** NewName is the value used to replace the original name. */
  newName?: Maybe<Scalars['String']['output']>;
  /** NewTag is the value used to replace the original tag. */
  newTag?: Maybe<Scalars['String']['output']>;
};

/** The KubeConfig for reconciling the Kustomization on a remote cluster. */
export type KustomizeKustomizationSpecKubeConfig = {
  __typename?: 'KustomizeKustomizationSpecKubeConfig';
  /** ConfigMapRef holds an optional name of a ConfigMap that contains the following keys: - `provider`: the provider to use. */
  configMapRef?: Maybe<KustomizeKustomizationSpecKubeConfigConfigMapRef>;
  /** SecretRef holds an optional name of a secret that contains a key with the kubeconfig file as the value. */
  secretRef?: Maybe<KustomizeKustomizationSpecKubeConfigSecretRef>;
};

/** ConfigMapRef holds an optional name of a ConfigMap that contains the following keys: - `provider`: the provider to use. */
export type KustomizeKustomizationSpecKubeConfigConfigMapRef = {
  __typename?: 'KustomizeKustomizationSpecKubeConfigConfigMapRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** SecretRef holds an optional name of a secret that contains a key with the kubeconfig file as the value. */
export type KustomizeKustomizationSpecKubeConfigSecretRef = {
  __typename?: 'KustomizeKustomizationSpecKubeConfigSecretRef';
  /** Key in the Secret, when not specified an implementation-specific default key is used. */
  key?: Maybe<Scalars['String']['output']>;
  /** Name of the Secret. */
  name?: Maybe<Scalars['String']['output']>;
};

/** Patch contains an inline StrategicMerge or JSON6902 patch, and the target the patch should be applied to. */
export type KustomizeKustomizationSpecPatches = {
  __typename?: 'KustomizeKustomizationSpecPatches';
  /** Patch contains an inline StrategicMerge patch or an inline JSON6902 patch with an array of operation objects. */
  patch?: Maybe<Scalars['String']['output']>;
  /** Target points to the resources that the patch document should be applied to. */
  target?: Maybe<KustomizeKustomizationSpecPatchesTarget>;
};

/** Target points to the resources that the patch document should be applied to. */
export type KustomizeKustomizationSpecPatchesTarget = {
  __typename?: 'KustomizeKustomizationSpecPatchesTarget';
  /** AnnotationSelector is a string that follows the label selection expression … */
  annotationSelector?: Maybe<Scalars['String']['output']>;
  /** Group is the API group to select resources from. */
  group?: Maybe<Scalars['String']['output']>;
  /** Kind of the API Group to select resources from. */
  kind?: Maybe<Scalars['String']['output']>;
  /** LabelSelector is a string that follows the label selection expression … */
  labelSelector?: Maybe<Scalars['String']['output']>;
  /** Name to match resources with. */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace to select resources from. */
  namespace?: Maybe<Scalars['String']['output']>;
  /** Version of the API Group to select resources from. */
  version?: Maybe<Scalars['String']['output']>;
};

/** PostBuild describes which actions to perform on the YAML manifest generated by building the kustomize overlay. */
export type KustomizeKustomizationSpecPostBuild = {
  __typename?: 'KustomizeKustomizationSpecPostBuild';
  /** Substitute holds a map of key/value pairs. */
  substitute?: Maybe<Scalars['StringMap']['output']>;
  /** SubstituteFrom holds references to ConfigMaps and Secrets containing the variables and their values to be substituted … */
  substituteFrom?: Maybe<Array<KustomizeKustomizationSpecPostBuildSubstituteFrom>>;
  /** SubstituteStrategy defines the strategy for substituting variables in the YAML manifests. */
  substituteStrategy?: Maybe<Scalars['String']['output']>;
};

/** SubstituteReference contains a reference to a resource containing the variables name and value. */
export type KustomizeKustomizationSpecPostBuildSubstituteFrom = {
  __typename?: 'KustomizeKustomizationSpecPostBuildSubstituteFrom';
  /** Kind of the values referent, valid values are ('Secret', 'ConfigMap'). */
  kind?: Maybe<Scalars['String']['output']>;
  /** Name of the values referent. */
  name?: Maybe<Scalars['String']['output']>;
  /** Optional indicates whether the referenced resource must exist, or whether to tolerate its absence. */
  optional?: Maybe<Scalars['Boolean']['output']>;
};

/** Reference of the source where the kustomization file is. */
export type KustomizeKustomizationSpecSourceRef = {
  __typename?: 'KustomizeKustomizationSpecSourceRef';
  /** API version of the referent. */
  apiVersion?: Maybe<Scalars['String']['output']>;
  /** Kind of the referent. */
  kind?: Maybe<Scalars['String']['output']>;
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace of the referent, defaults to the namespace of the Kubernetes resource object that contains the reference. */
  namespace?: Maybe<Scalars['String']['output']>;
};

/** KustomizationStatus defines the observed state of a kustomization. */
export type KustomizeKustomizationStatus = {
  __typename?: 'KustomizeKustomizationStatus';
  /** Field `conditions`. */
  conditions?: Maybe<Array<MetaCondition>>;
  /** History contains a set of snapshots of the last reconciliation attempts tracking the revision, the state and the … */
  history?: Maybe<Array<KustomizeKustomizationStatusHistory>>;
  /** Inventory contains the list of Kubernetes resource object references that have been successfully applied. */
  inventory?: Maybe<KustomizeKustomizationStatusInventory>;
  /** The last successfully applied origin revision. */
  lastAppliedOriginRevision?: Maybe<Scalars['String']['output']>;
  /** The last successfully applied revision. */
  lastAppliedRevision?: Maybe<Scalars['String']['output']>;
  /** LastAttemptedRevision is the revision of the last reconciliation attempt. */
  lastAttemptedRevision?: Maybe<Scalars['String']['output']>;
  /** LastHandledReconcileAt holds the value of the most recent reconcile request value, so a change of the annotation value … */
  lastHandledReconcileAt?: Maybe<Scalars['String']['output']>;
  /** ObservedGeneration is the last reconciled generation. */
  observedGeneration?: Maybe<Scalars['BigInt']['output']>;
};

/** Snapshot represents a point-in-time record of a group of resources reconciliation, including timing information, … */
export type KustomizeKustomizationStatusHistory = {
  __typename?: 'KustomizeKustomizationStatusHistory';
  /** Digest is the checksum in the format `<algo>:<hex>` of the resources in this snapshot. */
  digest?: Maybe<Scalars['String']['output']>;
  /** FirstReconciled is the time when this revision was first reconciled to the cluster. */
  firstReconciled?: Maybe<Scalars['DateTime']['output']>;
  /** LastReconciled is the time when this revision was last reconciled to the cluster. */
  lastReconciled?: Maybe<Scalars['DateTime']['output']>;
  /** LastReconciledDuration is time it took to reconcile the resources in this revision. */
  lastReconciledDuration?: Maybe<Scalars['String']['output']>;
  /** LastReconciledStatus is the status of the last reconciliation. */
  lastReconciledStatus?: Maybe<Scalars['String']['output']>;
  /** Metadata contains additional information about the snapshot. */
  metadata?: Maybe<Scalars['StringMap']['output']>;
  /** TotalReconciliations is the total number of reconciliations that have occurred for this snapshot. */
  totalReconciliations?: Maybe<Scalars['BigInt']['output']>;
};

/** Inventory contains the list of Kubernetes resource object references that have been successfully applied. */
export type KustomizeKustomizationStatusInventory = {
  __typename?: 'KustomizeKustomizationStatusInventory';
  /** Entries of Kubernetes resource object references. */
  entries?: Maybe<Array<KustomizeKustomizationStatusInventoryEntries>>;
};

/** ResourceRef contains the information necessary to locate a resource within a cluster. */
export type KustomizeKustomizationStatusInventoryEntries = {
  __typename?: 'KustomizeKustomizationStatusInventoryEntries';
  /** ID is the string representation of the Kubernetes resource object's metadata, in the format … */
  id?: Maybe<Scalars['String']['output']>;
  /** Version is the API version of the Kubernetes resource object's kind. */
  v?: Maybe<Scalars['String']['output']>;
};

/** Present state of an object, read from its cluster. Fields that come from the object are null unless `state` is OK. */
export type LiveObject = {
  __typename?: 'LiveObject';
  /**
   * Present decisions of the cluster on what the caller may do with the object. One decision for each check, in the order
   * of the checks. To see the RBAC rules behind a decision, use `explainAccess`.
   */
  access?: Maybe<Array<AccessVerdict>>;
  /**
   * Columns that `kubectl get -o wide` prints for the object, without the name, at most 32. The cluster computes the
   * columns. For a custom resource, the CustomResourceDefinition defines the columns. The columns are a separate request.
   * Null if the cluster returns no columns or refuses the request.
   */
  columns?: Maybe<Array<PrintedColumn>>;
  /** Conditions of the status. Empty if there are none. */
  conditions?: Maybe<Array<Condition>>;
  /**
   * Events about the object, newest first. Repeated events are merged into one event. The events are a separate request,
   * with its own `state` and `message`.
   */
  events?: Maybe<EventList>;
  /**
   * Manifest that `kubectl apply` sent last, from the annotation in which kubectl stores it. Null if the annotation is
   * missing or holds no manifest, and for every Secret. Server-side apply does not add the annotation. Use
   * `yaml(managedFields: true)` to see who set each field.
   */
  lastApplied?: Maybe<Scalars['JSONObject']['output']>;
  /** Log of one container. Only Pods have logs. The log is a separate request, with its own `state` and `message`. */
  logs?: Maybe<LogText>;
  /**
   * Complete object, without managedFields and without the last-applied annotation of kubectl. For a Secret, `data`
   * contains the size of each value in bytes, as `{ bytes }`.
   */
  manifest?: Maybe<Scalars['JSONObject']['output']>;
  /** Explanation of what went wrong. Null if `state` is OK. */
  message?: Maybe<Scalars['String']['output']>;
  /** Metadata of the object. */
  metadata?: Maybe<ObjectMeta>;
  /** Time at which the cluster answered, or at which fleetgraph stopped waiting. */
  observedAt: Scalars['DateTime']['output'];
  /** Objects that own this object, as far as the index shows them to the caller. Null if the owners cannot be read. */
  owners?: Maybe<Array<KubernetesObject>>;
  /**
   * Pods of the object: Pods on a Node or in a Namespace, Pods that a Service or a workload selects, or a Pod itself. Null
   * for other kinds, and for a Service or a workload without a usable selector. The Pods are a separate request, with its
   * own `state` and `message`.
   */
  pods?: Maybe<PodList>;
  /**
   * Object with the typed fields of its kind. Null if the schema has no type for the kind. A field is null if its value
   * has an unexpected type; `manifest` shows the value.
   */
  resource?: Maybe<KubernetesResource>;
  /** Number of seconds after which to try again. Null if unknown. */
  retryAfterSeconds?: Maybe<Scalars['Int']['output']>;
  /** Spec of the object, or the value at `path` in the spec. Null if the object has no such value. */
  spec?: Maybe<Scalars['JSON']['output']>;
  /** State of the read: OK, or the cause of its failure. */
  state: LiveState;
  /** Status of the object, or the value at `path` in the status. Null if the object has no such value. */
  status?: Maybe<Scalars['JSON']['output']>;
  /**
   * CPU and memory that the object uses now, and the requests of its Pods. The source is the metrics API of the cluster
   * (metrics.k8s.io). For a Pod or a Node: its own usage. For a Namespace, a Service, and workloads that select Pods: the
   * sum over the Pods that have not ended. Null for all objects for which `pods` is null. The usage is a separate request,
   * with its own `state` and `message`.
   */
  usage?: Maybe<ResourceUsage>;
  /**
   * Complete object as YAML, without the last-applied annotation of kubectl. For a Secret, `data` contains only sizes, as
   * in `manifest`. More than 2 097 152 characters are an error. A value that YAML cannot represent is an error, too.
   */
  yaml?: Maybe<Scalars['String']['output']>;
};


/** Present state of an object, read from its cluster. Fields that come from the object are null unless `state` is OK. */
export type LiveObjectAccessArgs = {
  checks: Array<AccessCheck>;
};


/** Present state of an object, read from its cluster. Fields that come from the object are null unless `state` is OK. */
export type LiveObjectEventsArgs = {
  first?: Scalars['Int']['input'];
};


/** Present state of an object, read from its cluster. Fields that come from the object are null unless `state` is OK. */
export type LiveObjectLogsArgs = {
  container?: InputMaybe<Scalars['String']['input']>;
  previous?: Scalars['Boolean']['input'];
  since?: InputMaybe<Scalars['Duration']['input']>;
  tail?: Scalars['Int']['input'];
};


/** Present state of an object, read from its cluster. Fields that come from the object are null unless `state` is OK. */
export type LiveObjectPodsArgs = {
  first?: Scalars['Int']['input'];
};


/** Present state of an object, read from its cluster. Fields that come from the object are null unless `state` is OK. */
export type LiveObjectSpecArgs = {
  path?: InputMaybe<Scalars['String']['input']>;
};


/** Present state of an object, read from its cluster. Fields that come from the object are null unless `state` is OK. */
export type LiveObjectStatusArgs = {
  path?: InputMaybe<Scalars['String']['input']>;
};


/** Present state of an object, read from its cluster. Fields that come from the object are null unless `state` is OK. */
export type LiveObjectYamlArgs = {
  managedFields?: Scalars['Boolean']['input'];
};

/** State of a read from a cluster. */
export type LiveState =
  /** The cluster refuses the read, because a permission is missing. */
  | 'FORBIDDEN'
  /**
   * The answer of the cluster cannot be used. For logs, also: the object has no logs, selects no Pods, or needs another
   * `container`. `message` names the cause.
   */
  | 'INVALID'
  /**
   * The object does not exist or is hidden from the caller. For a log: the container has not started, or has no previous
   * run. For usage: the cluster has no metrics server.
   */
  | 'NOT_FOUND'
  /** The read succeeded. */
  | 'OK'
  /**
   * The cluster is overloaded, or fleetgraph already holds too many live objects or follows too many logs. Try again
   * later. `LiveObject.retryAfterSeconds` may give a waiting time.
   */
  | 'THROTTLED'
  /** The cluster did not answer in time. Try again, or wait longer (`within`). */
  | 'TIMEOUT'
  /** The objects of this request together are larger than `limits.liveBytes`. Request fewer objects at a time. */
  | 'TOO_LARGE'
  /** The cluster does not accept the credentials of the caller or of fleetgraph, or the caller has no credentials for it. */
  | 'UNAUTHORIZED'
  /** The cluster cannot be reached, or it answers with an internal error. */
  | 'UNREACHABLE'
  | '%future added value';

/** Cause for which no more lines of a log follow. */
export type LogEnd =
  /**
   * The container has ended or restarted. To read the log of the next run, subscribe again with `since`. For
   * `workloadLogs`: the Job or Pod has finished.
   */
  | 'CONTAINER_ENDED'
  /** The subscription has read `limits.followedLogBytes` from one log. Subscribe again with `since`. */
  | 'LIMIT'
  /** The connection to the cluster broke, or the cluster cannot be reached. Subscribe again with `since`. */
  | 'LOST'
  /** The Pod no longer exists, or a new Pod has its name. For a workload, the workload no longer exists. */
  | 'POD_GONE'
  /** The log could not be read. See `state`. */
  | 'REFUSED'
  /** The caller may no longer read the log. */
  | 'REVOKED'
  /** The client read the payloads too slowly. Subscribe again with `since`. */
  | 'TOO_SLOW'
  | '%future added value';

/** Level of a log line. */
export type LogLevel =
  /** Debugging or a finer level, such as trace. */
  | 'DEBUG'
  /** Error or a more severe level, such as fatal or critical. */
  | 'ERROR'
  /** Information or notice. */
  | 'INFO'
  /** Warning. */
  | 'WARN'
  | '%future added value';

/** Line of a log. */
export type LogLine = {
  __typename?: 'LogLine';
  /** Time at which the node received the line from the container. Null if the line is a message of the node. */
  at?: Maybe<Scalars['DateTime']['output']>;
  /**
   * Level that the text of the line states. A continuation line, for example of a stack trace, has the level of the
   * previous line. Null if unknown.
   */
  level?: Maybe<LogLevel>;
  /**
   * Text of the line, as a terminal would show it, without colours. Control characters except tabs are removed, or
   * replaced by visible characters.
   */
  text: Scalars['String']['output'];
  /** True if the line is longer than about 20 KiB. `text` then contains only the end of the line. */
  truncated: Scalars['Boolean']['output'];
};

/** Container whose log is read. */
export type LogSource = {
  __typename?: 'LogSource';
  /** Name of the container. */
  container: Scalars['String']['output'];
  /** True if the container has ended. In a subscription, the log continues if the container is restarted. */
  hasEnded: Scalars['Boolean']['output'];
  /** Explanation of what went wrong, or that a query has cut the log. Null otherwise. */
  message?: Maybe<Scalars['String']['output']>;
  /** Name of the Pod. */
  pod: Scalars['String']['output'];
  /** State of the read: OK, or the cause of its failure. */
  state: LiveState;
};

/** Part of the log of a container. */
export type LogText = {
  __typename?: 'LogText';
  /** Name of the container. Null if no container was found, or if the argument `container` is missing but required. */
  container?: Maybe<Scalars['String']['output']>;
  /** Names of all containers of the Pod, including init and ephemeral containers. Empty if the object is not a Pod. */
  containers: Array<Scalars['String']['output']>;
  /** Explanation of what went wrong, or why the log is cut off. Null otherwise. */
  message?: Maybe<Scalars['String']['output']>;
  /** State of the read: OK, or the cause of its failure. */
  state: LiveState;
  /**
   * Lines of the log, newest last, as a terminal would show them, without colours. Control characters except tabs and line
   * breaks are removed, or replaced by visible characters. Empty unless `state` is OK.
   */
  text: Scalars['String']['output'];
  /** True if the requested lines are longer than `limits.logBytes`. Then the newest lines are missing; request fewer lines. */
  truncated: Scalars['Boolean']['output'];
};

/** Rate of one response code with one set of response flags. */
export type MeshCodeRate = {
  __typename?: 'MeshCodeRate';
  /** HTTP response code or gRPC status code. `-` if there was no response, and for TCP. */
  code: Scalars['String']['output'];
  /** Response flags of Envoy. `-` if there are none. */
  flags: Scalars['String']['output'];
  /** Number of requests per second, or of bytes per second for TCP, with three decimals. */
  rate: Scalars['Float']['output'];
};

/** Field in which the instances of an item differ. */
export type MeshDifference = {
  __typename?: 'MeshDifference';
  /** Field that differs. */
  field: MeshDifferenceField;
  /** Values of the field, sorted, each with its clusters. */
  values: Array<MeshDifferentValue>;
};

/** Field in which instances are compared. */
export type MeshDifferenceField =
  /** Images of a workload. */
  | 'IMAGES'
  /** Ports of a service, for example `80/TCP`. */
  | 'PORTS'
  /** Selector of a service, for example `app=reviews`. */
  | 'SELECTOR'
  /** Service account of a workload's Pods. */
  | 'SERVICE_ACCOUNT'
  /** Type of a service, for example `ClusterIP`. */
  | 'TYPE'
  /** Versions of an app, as in `MeshInstance.versions`. */
  | 'VERSIONS'
  | '%future added value';

/** Value of a field, with the clusters whose instances have the value. */
export type MeshDifferentValue = {
  __typename?: 'MeshDifferentValue';
  /** Clusters whose instances have the value, sorted by name. */
  clusters: Array<Cluster>;
  /** Value as text. If the field has several parts, they are sorted and joined with commas. */
  value: Scalars['String']['output'];
};

/** Direction of requests. */
export type MeshDirection =
  /** Requests to the instance. */
  | 'INBOUND'
  /** Requests from the instance. */
  | 'OUTBOUND'
  | '%future added value';

/** Traffic from one node to another. */
export type MeshEdge = {
  __typename?: 'MeshEdge';
  /** True if the two nodes are in different clusters. Null if the cluster of a node is unknown. */
  crossCluster?: Maybe<Scalars['Boolean']['output']>;
  /** Worst status of the traffic, by the default thresholds of Kiali. */
  health: MeshHealthStatus;
  /** Id of the edge: `<source> <target>`. */
  id: Scalars['ID']['output'];
  /** Id of the node that the traffic comes from. */
  source: Scalars['ID']['output'];
  /** Id of the node that the traffic goes to. */
  target: Scalars['ID']['output'];
  /** Traffic by protocol, in the order of the enum. */
  traffic: Array<MeshTraffic>;
};

/** Graph of traffic. */
export type MeshGraph = {
  __typename?: 'MeshGraph';
  /** End of the window, rounded down to a multiple of `mesh.step`. */
  at: Scalars['DateTime']['output'];
  /** Edges of the graph, sorted by id. */
  edges: Array<MeshEdge>;
  /**
   * Clusters of the mesh that are visible to the caller but not completely indexed, as in
   * `MeshItemConnection.incomplete`. Nodes in these clusters may be hidden, or have no `object`.
   */
  incomplete: Array<Cluster>;
  /**
   * Requested namespaces whose traffic is unknown, sorted by name. Calls of these namespaces may be missing. Namespaces
   * whose traffic the caller may not see are not listed.
   */
  missing: Array<MeshMissing>;
  /** Nodes of the graph, sorted by id. */
  nodes: Array<MeshNode>;
  /**
   * Number of incomplete clusters of the mesh that `incomplete` does not name. The caller's permissions there are not
   * known at present, so all nodes of these clusters are hidden.
   */
  unnamedIncomplete: Scalars['Int']['output'];
};

/** Type of the nodes of a graph. */
export type MeshGraphType =
  /** One node for each app. A workload without an app is a node of its own. */
  | 'APP'
  /**
   * One node for each service. A workload that is called only through services is left out. The calls of the workload then
   * begin at each service through which it is called.
   */
  | 'SERVICE'
  /** One node for each version of an app. A workload without an app is a node of its own. */
  | 'VERSIONED_APP'
  /** One node for each workload. */
  | 'WORKLOAD'
  | '%future added value';

/** Health of an instance, with the requests and replicas from which it is computed. */
export type MeshHealth = {
  __typename?: 'MeshHealth';
  /**
   * Cause for which the requests are unknown. The status then depends on the replicas alone. Null if the requests are
   * known.
   */
  missing?: Maybe<MeshTelemetryCause>;
  /** Replicas of each workload, sorted by object id. Empty for a service. */
  replicas: Array<MeshReplicas>;
  /**
   * Requests by direction and protocol, in the order of the enums. Leaves out TCP, and directions and protocols without
   * requests.
   */
  requests: Array<MeshRequestHealth>;
  /** Worst status of `requests` and `replicas`. */
  status: MeshHealthStatus;
};

/** Number of instances per health status. */
export type MeshHealthCounts = {
  __typename?: 'MeshHealthCounts';
  /** Number of instances with status DEGRADED. */
  degraded: Scalars['Int']['output'];
  /** Number of instances with status FAILURE. */
  failure: Scalars['Int']['output'];
  /** Number of instances with status HEALTHY. */
  healthy: Scalars['Int']['output'];
  /**
   * Namespaces of counted instances whose requests are unknown, sorted by name. The health of these instances depends on
   * the replicas alone.
   */
  missing: Array<MeshMissing>;
  /** Number of instances with status NOT_AVAILABLE. */
  notAvailable: Scalars['Int']['output'];
  /** Number of instances with status NOT_READY. */
  notReady: Scalars['Int']['output'];
};

/** Health of an instance, an item or an edge. From worst to best: FAILURE, DEGRADED, NOT_READY, HEALTHY, NOT_AVAILABLE. */
export type MeshHealthStatus =
  /**
   * The error rate has reached the degraded threshold, or only some of the desired replicas are available. Also used if
   * more replicas than desired are available.
   */
  | 'DEGRADED'
  /**
   * The error rate has reached the failure threshold, or none of the desired replicas is available. Also used if all
   * desired replicas are available but more replicas exist.
   */
  | 'FAILURE'
  /**
   * All desired replicas are available, no further replicas exist, and error rates are below the thresholds. If only
   * replicas or only requests are known, the known data decides.
   */
  | 'HEALTHY'
  /** There is no information: neither requests nor numbers of replicas are known. */
  | 'NOT_AVAILABLE'
  /** No replicas are desired, for example because the workload is scaled to zero. */
  | 'NOT_READY'
  | '%future added value';

/** Instance of a mesh item: the item in one cluster. */
export type MeshInstance = {
  __typename?: 'MeshInstance';
  /**
   * Name of the app that the instance is, or that its workload belongs to (see `MeshItemType.APP`). Null for a service,
   * and if no label of the workload's Pods names an app.
   */
  app?: Maybe<Scalars['String']['output']>;
  /** Cluster that the instance lives in. */
  cluster: Cluster;
  /** Health of the instance, from its requests in the window and its replicas. */
  health: MeshHealth;
  /** Objects of the instance, sorted by id: the Service, the workload, or the workloads of the app. */
  objects: Array<KubernetesObject>;
  /** True if the state of the cluster is STALE or UNREACHABLE. The objects then have their last known state. */
  stale: Scalars['Boolean']['output'];
  /**
   * Address of the traces of the instance in the tracing system, built from the template in the configuration. Null if the
   * configuration has no template.
   */
  tracesUrl?: Maybe<Scalars['String']['output']>;
  /**
   * Versions of the workloads' Pods, sorted, without duplicates. The label `service.istio.io/canonical-revision` names the
   * version, or else `app.kubernetes.io/version`, or else `version`. Empty for a service.
   */
  versions: Array<Scalars['String']['output']>;
};


/** Instance of a mesh item: the item in one cluster. */
export type MeshInstanceHealthArgs = {
  at?: InputMaybe<Scalars['DateTime']['input']>;
  window?: Scalars['Duration']['input'];
};

/** Service, workload or app of the mesh, with its objects in all clusters. */
export type MeshItem = {
  __typename?: 'MeshItem';
  /** Fields in which the instances differ. Instances of stale clusters are not compared. */
  differences: Array<MeshDifference>;
  /** Worst health of the instances. NOT_AVAILABLE if no instance has another status. */
  health: MeshHealthStatus;
  /**
   * Id of the item: `///<type>/<namespace>/<name>`. The type is in lower case, and each part is percent-encoded. Example:
   * `///service/bookinfo/reviews`.
   */
  id: Scalars['ID']['output'];
  /**
   * Instances of the item, one for each cluster in which the caller may see an object of the item. A filter on clusters
   * also leaves out instances. Sorted by cluster name.
   */
  instances: Array<MeshInstance>;
  /** Name of all instances: the name of the Service or workload, or the value of the app label. */
  name: Scalars['String']['output'];
  /** Namespace of all instances. */
  namespace: Scalars['String']['output'];
  /** Type of the item. */
  type: MeshItemType;
};


/** Service, workload or app of the mesh, with its objects in all clusters. */
export type MeshItemHealthArgs = {
  at?: InputMaybe<Scalars['DateTime']['input']>;
  window?: Scalars['Duration']['input'];
};

/** Page of mesh items. */
export type MeshItemConnection = {
  __typename?: 'MeshItemConnection';
  /**
   * Clusters of the mesh that are visible to the caller but not completely indexed, sorted by name. A cluster is
   * completely indexed if its state is INDEXED and all its Services, workloads and Istio objects have been read. Items and
   * instances of incomplete clusters may be missing or out of date.
   */
  incomplete: Array<Cluster>;
  /** Items of this page. */
  nodes: Array<MeshItem>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of items on all pages. */
  totalCount: Scalars['Int']['output'];
  /**
   * Number of incomplete clusters of the mesh that `incomplete` does not name. The caller's permissions there are not
   * known at present, so these clusters show the caller nothing.
   */
  unnamedIncomplete: Scalars['Int']['output'];
};

/**
 * Conditions on mesh items. All given fields must match. A list matches any one of its values; an empty list matches
 * nothing. A list has at most 1000 values.
 */
export type MeshItemFilter = {
  /** Names of clusters. Leaves out instances in other clusters, and items without an instance in these clusters. */
  clusters?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Names of the items, as in `MeshItem.name`. */
  names?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Namespaces of the items. */
  namespaces?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Type of a mesh item. */
export type MeshItemType =
  /**
   * Deployments, StatefulSets and DaemonSets of one namespace whose Pods belong to the same app. The label
   * `service.istio.io/canonical-name` names the app, or else `app.kubernetes.io/name`, or else `app`.
   */
  | 'APP'
  /** Service of the core group. */
  | 'SERVICE'
  /** Deployment, StatefulSet or DaemonSet. */
  | 'WORKLOAD'
  | '%future added value';

/** Namespace whose traffic is unknown. */
export type MeshMissing = {
  __typename?: 'MeshMissing';
  /** Cause for which the traffic is unknown. */
  cause: MeshTelemetryCause;
  /** Name of the namespace. */
  namespace: Scalars['String']['output'];
};

/** Node of the graph. */
export type MeshNode = {
  __typename?: 'MeshNode';
  /**
   * Cluster of the node. Null for UNKNOWN and for hosts outside the mesh. Null for HIDDEN if the cluster is unknown or
   * hidden from the caller.
   */
  cluster?: Maybe<Cluster>;
  /** Id of the node, the same in all graphs of one type. */
  id: Scalars['ID']['output'];
  /** Name of the service, workload or app. Null for UNKNOWN and HIDDEN. */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace of the node. Null for UNKNOWN, HIDDEN and hosts outside the mesh. */
  namespace?: Maybe<Scalars['String']['output']>;
  /**
   * Service or workload of the node. Null for nodes of other types, and for objects that the index does not show to the
   * caller.
   */
  object?: Maybe<KubernetesObject>;
  /**
   * True if the namespace of the node was not requested. An object in `around` requests its namespace. False for UNKNOWN,
   * HIDDEN and hosts outside the mesh.
   */
  outside: Scalars['Boolean']['output'];
  /** Type of the node. */
  type: MeshNodeType;
  /** Version of the app. Null if the node is not a version of an app, or if telemetry names no version. */
  version?: Maybe<Scalars['String']['output']>;
};

/** Type of a node. */
export type MeshNodeType =
  /** App, or one version of an app. */
  | 'APP'
  /**
   * Sources and targets that are hidden from the caller: one node for each visible cluster, and one node for all other
   * clusters.
   */
  | 'HIDDEN'
  /** Service, or host outside the mesh. */
  | 'SERVICE'
  /** Source or target that telemetry does not name. */
  | 'UNKNOWN'
  /** Workload, for example a Deployment. */
  | 'WORKLOAD'
  | '%future added value';

/** Protocol of traffic. */
export type MeshProtocol =
  /** gRPC. */
  | 'GRPC'
  /** HTTP, and every protocol that Istio reports under a name other than `grpc` and `tcp`. */
  | 'HTTP'
  /** TCP connections. Rates are bytes per second from source to target. */
  | 'TCP'
  | '%future added value';

/** Replicas of one workload. */
export type MeshReplicas = {
  __typename?: 'MeshReplicas';
  /** Number of available replicas. For a StatefulSet, the number of ready replicas. */
  available: Scalars['Int']['output'];
  /** Number of replicas that exist. For a DaemonSet, `status.currentNumberScheduled`. */
  current: Scalars['Int']['output'];
  /** Number of replicas that the spec asks for. For a DaemonSet, `status.desiredNumberScheduled`. */
  desired: Scalars['Int']['output'];
  /** Workload that has the replicas. */
  object: KubernetesObject;
  /** Status computed from the numbers of replicas. */
  status: MeshHealthStatus;
};

/** Requests of one direction and protocol. */
export type MeshRequestHealth = {
  __typename?: 'MeshRequestHealth';
  /** Rates of requests by response code and flags. */
  codes: Array<MeshCodeRate>;
  /** Direction of the requests, as seen from the instance. */
  direction: MeshDirection;
  /**
   * Percentage of requests with errors, with one decimal. Errors are the HTTP codes 4xx, 5xx and `-` (no response), and
   * gRPC codes other than 0.
   */
  errorPercent: Scalars['Float']['output'];
  /** Protocol of the requests. */
  protocol: MeshProtocol;
  /** Number of requests per second, with three decimals. */
  rate: Scalars['Float']['output'];
  /**
   * Status of the requests, by the thresholds in the annotation `health.kiali.io/rate` of the object. Without a valid
   * annotation, and for an app, the default thresholds of Kiali apply.
   */
  status: MeshHealthStatus;
};

/** Severity of a validation. */
export type MeshSeverity =
  /** The configuration does not work as written. */
  | 'ERROR'
  /** The configuration works, but is unusual. */
  | 'INFO'
  /** The configuration may not work as intended. */
  | 'WARNING'
  | '%future added value';

/** Cause for which traffic is unknown. */
export type MeshTelemetryCause =
  /** The caller may not list all Services and Pods of the namespace in the cluster. */
  | 'FORBIDDEN'
  /** The answer of Prometheus cannot be read. */
  | 'INVALID'
  /**
   * The operation reads more than 50 namespaces, or the caller's share of queries to Prometheus is used up. A namespace
   * that the operation reads for different sets of clusters counts once for each set. Send the request again later, or
   * with fewer namespaces.
   */
  | 'LIMITED'
  /** No Prometheus is configured for the mesh. */
  | 'NOT_CONFIGURED'
  /** Prometheus refused the query. */
  | 'REFUSED'
  /** Prometheus did not answer in time. */
  | 'TIMEOUT'
  /**
   * The answer has more series than `prometheus[].maxSeries` or more bytes than `prometheus[].maxBytes`, or exceeds a
   * limit of Prometheus. Clusters of the mesh in which the caller may not see the traffic of the namespace do not count.
   * Send the request again with a shorter window. For a graph, naming fewer clusters helps, too. Health always reads all
   * clusters in which the caller may see the traffic of the namespace.
   */
  | 'TOO_LARGE'
  /** fleetgraph cannot connect to Prometheus. */
  | 'UNREACHABLE'
  | '%future added value';

/** Traffic of one protocol. */
export type MeshTraffic = {
  __typename?: 'MeshTraffic';
  /** Rates by response code and flags. */
  codes: Array<MeshCodeRate>;
  /** Percentage of requests with errors, with one decimal. Null for TCP, and if there are no requests. */
  errorPercent?: Maybe<Scalars['Float']['output']>;
  /**
   * Percentage of the traffic that used mutual TLS, with one decimal, as the proxies of the called workloads report it.
   * Null if the proxies report nothing.
   */
  mtlsPercent?: Maybe<Scalars['Float']['output']>;
  /** Protocol of the traffic. */
  protocol: MeshProtocol;
  /** Number of requests per second, or of bytes per second for TCP, with three decimals. */
  rate: Scalars['Float']['output'];
  /** Average response time in milliseconds, with one decimal. Null for TCP, and if unknown. */
  responseTimeMs?: Maybe<Scalars['Float']['output']>;
};

/** Fault in an Istio object. */
export type MeshValidation = {
  __typename?: 'MeshValidation';
  /** False if an object that seems to be missing may be hidden from the caller, or may not be indexed yet. True otherwise. */
  certain: Scalars['Boolean']['output'];
  /** Code of the fault. */
  code: MeshValidationCode;
  /** Object with the fault. */
  object: KubernetesObject;
  /** Path of the fault in the object, for example `spec/http[0]/route[1]/destination`. */
  path: Scalars['String']['output'];
  /** Number of objects that contribute to the fault, including objects that `references` leaves out. */
  referenceCount: Scalars['Int']['output'];
  /** Other objects that contribute to the fault, sorted by id. At most 50. */
  references: Array<KubernetesObject>;
  /** Severity of the fault. */
  severity: MeshSeverity;
};

/** Code of a validation, as in Kiali. */
export type MeshValidationCode =
  /** No workload in any cluster of the mesh runs with the service account that an AuthorizationPolicy names. */
  | 'KIA0106'
  /** The service account that an AuthorizationPolicy names is in use only in other clusters. */
  | 'KIA0107'
  /**
   * Two DestinationRules of the cluster have the same host and are exported to a common namespace. Both have a subset of
   * the same name, or at least one of the rules has no subsets.
   */
  | 'KIA0201'
  /**
   * The host of a DestinationRule does not exist. No cluster of the mesh has the Service, and no ServiceEntry in the
   * rule's cluster has the host.
   */
  | 'KIA0202'
  /** The labels of a subset match no workload that the Service of the host selects, in any cluster of the mesh. */
  | 'KIA0203'
  /** The selector of a Gateway matches no workload in any cluster of the mesh. */
  | 'KIA0302'
  /**
   * The host of a route does not exist. No cluster of the mesh has the Service, and no ServiceEntry in the route's cluster
   * has the host.
   */
  | 'KIA1101'
  /** The Gateway that a VirtualService names does not exist in the cluster. */
  | 'KIA1102'
  /** The only destination of a route has a weight from 1 to 99. Istio ignores the weight. */
  | 'KIA1104'
  /** Two VirtualServices of the cluster have a common host and gateway, and are exported to a common namespace. */
  | 'KIA1106'
  /** No DestinationRule for the host in the cluster defines the subset that a route's destination names. */
  | 'KIA1107'
  | '%future added value';

/** Page of validations. */
export type MeshValidationConnection = {
  __typename?: 'MeshValidationConnection';
  /**
   * Clusters of the mesh that are visible to the caller but not completely indexed, as in
   * `MeshItemConnection.incomplete`.
   */
  incomplete: Array<Cluster>;
  /** Validations of this page. */
  nodes: Array<MeshValidation>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of validations on all pages. */
  totalCount: Scalars['Int']['output'];
  /**
   * Number of incomplete clusters of the mesh that `incomplete` does not name. The caller's permissions there are not
   * known at present, so these clusters show the caller nothing.
   */
  unnamedIncomplete: Scalars['Int']['output'];
};

/**
 * Conditions on validations. All given fields must match. A list matches any one of its values; an empty list matches
 * nothing. A list has at most 1000 values.
 */
export type MeshValidationFilter = {
  /** Names of the clusters that contain the objects with faults. */
  clusters?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Codes of the faults, for example KIA0201. */
  codes?: InputMaybe<Array<MeshValidationCode>>;
  /** Namespaces of the objects with faults. */
  namespaces?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Severities of the faults. */
  severities?: InputMaybe<Array<MeshSeverity>>;
};

/** Condition contains details for one aspect of the current state of this API Resource. */
export type MetaCondition = {
  __typename?: 'MetaCondition';
  /** lastTransitionTime is the last time the condition transitioned from one status to another. */
  lastTransitionTime?: Maybe<Scalars['DateTime']['output']>;
  /** message is a human readable message indicating details about the transition. */
  message?: Maybe<Scalars['String']['output']>;
  /** observedGeneration represents the .metadata.generation that the condition was set based upon. */
  observedGeneration?: Maybe<Scalars['BigInt']['output']>;
  /** reason contains a programmatic identifier indicating the reason for the condition's last transition. */
  reason?: Maybe<Scalars['String']['output']>;
  /** status of the condition, one of True, False, Unknown. */
  status?: Maybe<Scalars['String']['output']>;
  /** type of condition in CamelCase or in foo.example.com/CamelCase. */
  type?: Maybe<Scalars['String']['output']>;
};

/** A label selector is a label query over a set of resources. */
export type MetaLabelSelector = {
  __typename?: 'MetaLabelSelector';
  /** matchExpressions is a list of label selector requirements. */
  matchExpressions?: Maybe<Array<MetaLabelSelectorRequirement>>;
  /** matchLabels is a map of {key,value} pairs. */
  matchLabels?: Maybe<Scalars['StringMap']['output']>;
};

/** A label selector requirement is a selector that contains values, a key, and an operator that relates the key and values. */
export type MetaLabelSelectorRequirement = {
  __typename?: 'MetaLabelSelectorRequirement';
  /** key is the label key that the selector applies to. */
  key?: Maybe<Scalars['String']['output']>;
  /** operator represents a key's relationship to a set of values. */
  operator?: Maybe<Scalars['String']['output']>;
  /** values is an array of string values. */
  values?: Maybe<Array<Scalars['String']['output']>>;
};

/** ObjectMeta is metadata that all persisted resources must have, which includes all objects users must create. */
export type MetaObjectMeta = {
  __typename?: 'MetaObjectMeta';
  /** Annotations is an unstructured key value map stored with a resource that may be set by external tools to store and … */
  annotations?: Maybe<Scalars['StringMap']['output']>;
  /** CreationTimestamp is a timestamp representing the server time when this object was created. */
  creationTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** Number of seconds allowed for this object to gracefully terminate before it will be removed from the system. */
  deletionGracePeriodSeconds?: Maybe<Scalars['BigInt']['output']>;
  /** DeletionTimestamp is RFC 3339 date and time at which this resource will be deleted. */
  deletionTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** Must be empty before the object is deleted from the registry. */
  finalizers?: Maybe<Array<Scalars['String']['output']>>;
  /** GenerateName is an optional prefix, used by the server, to generate a unique name ONLY IF the Name field has not been … */
  generateName?: Maybe<Scalars['String']['output']>;
  /** A sequence number representing a specific generation of the desired state. */
  generation?: Maybe<Scalars['BigInt']['output']>;
  /** Map of string keys and values that can be used to organize and categorize (scope and select) objects. */
  labels?: Maybe<Scalars['StringMap']['output']>;
  /** Name must be unique within a namespace. */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace defines the space within which each name must be unique. */
  namespace?: Maybe<Scalars['String']['output']>;
  /** List of objects depended by this object. */
  ownerReferences?: Maybe<Array<MetaOwnerReference>>;
  /** An opaque value that represents the internal version of this object that can be used by clients to determine when … */
  resourceVersion?: Maybe<Scalars['String']['output']>;
  /** Deprecated: selfLink is a legacy read-only field that is no longer populated by the system. */
  selfLink?: Maybe<Scalars['String']['output']>;
  /** UID is the unique in time and space value for this object. */
  uid?: Maybe<Scalars['String']['output']>;
};

/** OwnerReference contains enough information to let you identify an owning object. */
export type MetaOwnerReference = {
  __typename?: 'MetaOwnerReference';
  /** API version of the referent. */
  apiVersion?: Maybe<Scalars['String']['output']>;
  /** If true, AND if the owner has the "foregroundDeletion" finalizer, then the owner cannot be deleted from the key-value … */
  blockOwnerDeletion?: Maybe<Scalars['Boolean']['output']>;
  /** If true, this reference points to the managing controller. */
  controller?: Maybe<Scalars['Boolean']['output']>;
  /** Kind of the referent. */
  kind?: Maybe<Scalars['String']['output']>;
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
  /** UID of the referent. */
  uid?: Maybe<Scalars['String']['output']>;
};

/** Input of `move`. */
export type MoveInput = {
  /**
   * Names of member clusters, as the placement engine calls them: 1 to 100 different names. Null removes the list: a move
   * in progress is cancelled, and the policy gets its former specification back.
   */
  clusters?: InputMaybe<Array<Scalars['String']['input']>>;
  /** True to let the cluster check the action without performing it. */
  dryRun?: Scalars['Boolean']['input'];
  /**
   * Key for safe repetition, 1 to 128 characters. Within ten minutes, the same request with this key does nothing and
   * returns the first results. A different request with this key is refused. A repetition that reaches another fleetgraph
   * process runs again.
   */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Ids of Placements, PropagationPolicies and ClusterPropagationPolicies. At most `limits.actionObjects` in one request. */
  ids: Array<Scalars['ID']['input']>;
  /** Treatment of persistent volumes. */
  volumes?: MoveVolumes;
};

/** Phase of a move. */
export type MovePhase =
  /** The move cannot begin or continue, and the mover changes nothing. `reason` names the cause. */
  | 'BLOCKED'
  /** The move or its cancellation is complete. */
  | 'DONE'
  /**
   * The mover has instructed the engine to add the new clusters. The old copies stay. The new copies are not proved
   * healthy yet.
   */
  | 'EXTENDED'
  /** The mover instructs the engine to keep the present copies. Karmada only. */
  | 'HOLDING'
  /** The new copies are proved healthy. The mover instructs the engine to remove the old copies. */
  | 'NARROWED'
  /** The move has not begun. Nothing has been changed. */
  | 'PENDING'
  /** The move was cancelled. The mover instructs the engine to restore the former clusters. */
  | 'REVERTING'
  | '%future added value';

/** Reason for the phase of a move. */
export type MoveReason =
  /** The move would leave no assignment. */
  | 'EMPTY'
  /** The hub refuses a change by the mover. For example, a permission is missing, or admission refuses the change. */
  | 'FORBIDDEN'
  /** The cluster has an object with the name of a copy, and the engine did not make this object. */
  | 'FOREIGN_OBJECT'
  /** The annotation `placement.fleetgraph.dev/clusters` is not a list of 1 to 100 different names. */
  | 'INVALID_LIST'
  /** The engine does not report that the present generation of the workload is applied. */
  | 'NOT_APPLIED'
  /** The engine has not yet assigned the workload to its new clusters. */
  | 'NOT_ASSIGNED'
  /** At least one copy does not have the status CURRENT. */
  | 'NOT_CURRENT'
  /** The policy has no workload, or the mover may not see the workloads or the copies in the member cluster. */
  | 'NOT_VISIBLE'
  /** A Service in the cluster has no ready endpoint. */
  | 'NO_ENDPOINTS'
  /**
   * The mover cannot change this policy. Example for OCM: an annotation disables the scheduling of the Placement. Examples
   * for Karmada: ordered affinity groups, lazy activation, a suspended policy.
   */
  | 'POLICY_FORM'
  /**
   * The move waits, because `placement.mover.concurrent` moves of the hub are under way, or because the namespace of the
   * policy or a new member cluster already has its share of these moves.
   */
  | 'QUEUED'
  /** A filter of the engine refuses a requested member cluster, or the cluster is being drained. */
  | 'REJECTED'
  /** The old copies still exist. */
  | 'REMOVING'
  /** The new copies are healthy, but not yet for the time that `placement.mover.settle` requires. */
  | 'SETTLING'
  /** Another user changed the specification after the mover had changed it. */
  | 'SPEC_EDITED'
  /** The engine has assigned too few replicas. */
  | 'TOO_FEW_REPLICAS'
  /** The hub has no object for a requested member cluster, or the mover may not see the object. */
  | 'UNKNOWN_MEMBER'
  /** The index of the cluster is not up to date, or the cluster does not answer. */
  | 'UNREACHABLE'
  /** The workload uses, or may use, a persistent volume that cannot move with it. */
  | 'VOLUME'
  | '%future added value';

/** Treatment of persistent volumes in a move. */
export type MoveVolumes =
  /** Moves the workload without the data. New copies get new volumes. */
  | 'LEAVE'
  /** Blocks a move that would leave data behind. */
  | 'RESPECT'
  | '%future added value';

/** Root type of all operations that change something. Send a mutation by POST. */
export type Mutation = {
  __typename?: 'Mutation';
  /**
   * Applies manifests to one cluster by server-side apply. Creates each object, or sets the fields that the manifest
   * contains. CustomResourceDefinitions and Namespaces are applied first. ServiceAccounts, roles, quotas, PriorityClasses
   * and similar objects follow, then all others. Objects whose CustomResourceDefinition is in the same request wait until
   * the cluster serves their kind, at most 10 seconds.
   */
  apply?: Maybe<ActionPayload>;
  /**
   * Sets or removes the bound of member clusters. A member cluster with this number of Pods or more gets no new workloads.
   * The bound is the annotation `placement.fleetgraph.dev/bound`, for example `pods=200`, of ManagedClusters and of Clusters
   * of Karmada.
   */
  bound?: Maybe<ActionPayload>;
  /** Marks Nodes as unschedulable, as `kubectl cordon` does. The Nodes keep their Pods. */
  cordon?: Maybe<ActionPayload>;
  /** Deletes objects. Does not wait until the objects are gone. */
  delete?: Maybe<ActionPayload>;
  /**
   * Drains member clusters, or ends their drain. A drain moves the workloads away from a member cluster. Sets or removes
   * the annotation `placement.fleetgraph.dev/drain` of ManagedClusters and of Clusters of Karmada.
   */
  drain?: Maybe<ActionPayload>;
  /**
   * Moves the workloads of Placements, PropagationPolicies and ClusterPropagationPolicies to other member clusters. First,
   * the hub checks the final specification of the policy by a dry run with the permissions of the caller. Then the
   * annotation `placement.fleetgraph.dev/clusters` is set or removed. A mover makes new copies and proves them healthy
   * before old copies are removed; `placementPolicy { move }` shows the progress.
   */
  move?: Maybe<ActionPayload>;
  /** Requests controllers to reconcile objects now, as `flux reconcile` does. Does not wait for the reconciliation. */
  reconcile?: Maybe<ActionPayload>;
  /**
   * Removes a view and returns the remaining views. Removing a view that does not exist is no error. Null only if an error
   * occurs.
   */
  removeView?: Maybe<SavedViews>;
  /**
   * Replaces the Pods of Deployments, StatefulSets and DaemonSets, as `kubectl rollout restart` does. The update strategy
   * of the workload decides the order.
   */
  restart?: Maybe<ActionPayload>;
  /**
   * Resumes suspended objects. Sets `spec.suspend` to false. For objects of the Flux Operator, sets the annotation
   * `fluxcd.controlplane.io/reconcile` to `enabled` instead.
   */
  resume?: Maybe<ActionPayload>;
  /**
   * Creates a Job from each CronJob now, as `kubectl create job --from=cronjob/NAME` does. Also works for suspended
   * CronJobs.
   */
  run?: Maybe<ActionPayload>;
  /**
   * Saves a view and returns all saved views. Replaces an earlier view of the caller with the same name. With `everybody`,
   * replaces an earlier view for everybody. At most 50 views per caller and 50 views for everybody can be saved. Null only
   * if an error occurs.
   */
  saveView?: Maybe<SavedViews>;
  /** Sets the number of replicas, through the scale subresource. */
  scale?: Maybe<ActionPayload>;
  /**
   * Suspends objects of kinds that can be suspended: for example objects of Flux, Jobs, CronJobs, Workflows of Argo, and
   * Canaries of Flagger. Sets `spec.suspend` to true. For objects of the Flux Operator, sets the annotation
   * `fluxcd.controlplane.io/reconcile` to `disabled` instead.
   */
  suspend?: Maybe<ActionPayload>;
  /** Marks Nodes as schedulable again. */
  uncordon?: Maybe<ActionPayload>;
  /** Restores an earlier Pod template of Deployments, StatefulSets and DaemonSets, as `kubectl rollout undo` does. */
  undo?: Maybe<ActionPayload>;
};


/** Root type of all operations that change something. Send a mutation by POST. */
export type MutationApplyArgs = {
  input: ApplyInput;
};


/** Root type of all operations that change something. Send a mutation by POST. */
export type MutationBoundArgs = {
  input: BoundInput;
};


/** Root type of all operations that change something. Send a mutation by POST. */
export type MutationCordonArgs = {
  input: CordonInput;
};


/** Root type of all operations that change something. Send a mutation by POST. */
export type MutationDeleteArgs = {
  input: DeleteInput;
};


/** Root type of all operations that change something. Send a mutation by POST. */
export type MutationDrainArgs = {
  input: DrainInput;
};


/** Root type of all operations that change something. Send a mutation by POST. */
export type MutationMoveArgs = {
  input: MoveInput;
};


/** Root type of all operations that change something. Send a mutation by POST. */
export type MutationReconcileArgs = {
  input: ReconcileInput;
};


/** Root type of all operations that change something. Send a mutation by POST. */
export type MutationRemoveViewArgs = {
  input: RemoveViewInput;
};


/** Root type of all operations that change something. Send a mutation by POST. */
export type MutationRestartArgs = {
  input: RestartInput;
};


/** Root type of all operations that change something. Send a mutation by POST. */
export type MutationResumeArgs = {
  input: SuspendInput;
};


/** Root type of all operations that change something. Send a mutation by POST. */
export type MutationRunArgs = {
  input: RunInput;
};


/** Root type of all operations that change something. Send a mutation by POST. */
export type MutationSaveViewArgs = {
  input: SaveViewInput;
};


/** Root type of all operations that change something. Send a mutation by POST. */
export type MutationScaleArgs = {
  input: ScaleInput;
};


/** Root type of all operations that change something. Send a mutation by POST. */
export type MutationSuspendArgs = {
  input: SuspendInput;
};


/** Root type of all operations that change something. Send a mutation by POST. */
export type MutationUncordonArgs = {
  input: CordonInput;
};


/** Root type of all operations that change something. Send a mutation by POST. */
export type MutationUndoArgs = {
  input: UndoInput;
};

/** Namespace of one cluster. Namespaces with equal names in different clusters are different namespaces. */
export type Namespace = Node & {
  __typename?: 'Namespace';
  /** Cluster that contains the namespace. */
  cluster: Cluster;
  /** Id of the namespace: `cluster/namespace`. Each part is percent-encoded. */
  id: Scalars['ID']['output'];
  /** Number of instances in this namespace per health status. Null if the cluster is not in the mesh. */
  meshHealth?: Maybe<MeshHealthCounts>;
  /** Name of the namespace. */
  name: Scalars['String']['output'];
  /**
   * Object of kind Namespace that represents this namespace. Null if the index does not contain this object or the caller
   * may not see it.
   */
  object?: Maybe<KubernetesObject>;
  /** Number of objects in the namespace that the caller may see. */
  objectCount: Scalars['Int']['output'];
  /** Objects in the namespace. Null only if an error occurs. */
  objects?: Maybe<ObjectConnection>;
  /**
   * Number of matching objects per status. Counts only objects that the caller may see. For a page of namespaces, all
   * counts are computed together. Null only if an error occurs.
   */
  statusCounts?: Maybe<StatusCounts>;
};


/** Namespace of one cluster. Namespaces with equal names in different clusters are different namespaces. */
export type NamespaceMeshHealthArgs = {
  at?: InputMaybe<Scalars['DateTime']['input']>;
  type?: MeshItemType;
  window?: Scalars['Duration']['input'];
};


/** Namespace of one cluster. Namespaces with equal names in different clusters are different namespaces. */
export type NamespaceObjectsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ObjectFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ObjectOrder>>;
};


/** Namespace of one cluster. Namespaces with equal names in different clusters are different namespaces. */
export type NamespaceStatusCountsArgs = {
  filter?: InputMaybe<ObjectFilter>;
};

/** Kinds that the caller may list only in some namespaces, and these namespaces. */
export type NamespaceAccess = {
  __typename?: 'NamespaceAccess';
  /** Kinds that the caller may list in these namespaces, spelled as in `ObjectFilter.kinds`. */
  kinds: Array<Scalars['String']['output']>;
  /** Number of namespaces in which the caller may list `kinds`, including namespaces that are not in `namespaces`. */
  namespaceCount: Scalars['Int']['output'];
  /** Names of the first namespaces, sorted. At most 20. */
  namespaces: Array<Scalars['String']['output']>;
};

/** Page of namespaces. */
export type NamespaceConnection = {
  __typename?: 'NamespaceConnection';
  /**
   * Coverage of this answer. If the filter has `clusters` or `clusterLabels`, the coverage includes only selected clusters
   * that the caller may know.
   */
  coverage: Coverage;
  /** Namespaces of this page, with their cursors. */
  edges: Array<NamespaceEdge>;
  /** Namespaces of this page. */
  nodes: Array<Namespace>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of matching namespaces that the caller may know. */
  totalCount: Scalars['Int']['output'];
};

/** Namespace on a page, with its cursor. */
export type NamespaceEdge = {
  __typename?: 'NamespaceEdge';
  /** Cursor of the namespace. */
  cursor: Scalars['String']['output'];
  /** Namespace at this position. */
  node: Namespace;
};

/** Conditions on namespaces. All given fields must match. */
export type NamespaceFilter = {
  /** Label selector for the labels of the cluster, in Kubernetes syntax. */
  clusterLabels?: InputMaybe<Scalars['String']['input']>;
  /** Names of clusters, compared exactly. */
  clusters?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Pattern for the name of the namespace. */
  name?: InputMaybe<StringFilter>;
  /** Names of namespaces, compared exactly. */
  names?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** HTTPIngressPath associates a path with a backend. */
export type NetworkingHttpIngressPath = {
  __typename?: 'NetworkingHTTPIngressPath';
  /** backend defines the referenced service endpoint to which the traffic will be forwarded to. */
  backend?: Maybe<NetworkingIngressBackend>;
  /** path is matched against the path of an incoming request. */
  path?: Maybe<Scalars['String']['output']>;
  /** pathType determines the interpretation of the path matching. */
  pathType?: Maybe<Scalars['String']['output']>;
};

/** HTTPIngressRuleValue is a list of http selectors pointing to backends. */
export type NetworkingHttpIngressRuleValue = {
  __typename?: 'NetworkingHTTPIngressRuleValue';
  /** paths is a collection of paths that map requests to backends. */
  paths?: Maybe<Array<NetworkingHttpIngressPath>>;
};

/** IPBlock describes a particular CIDR (Ex. */
export type NetworkingIpBlock = {
  __typename?: 'NetworkingIPBlock';
  /** cidr is a string representing the IPBlock Valid examples are "192.168.1.0/24" or "2001:db8::/64" */
  cidr?: Maybe<Scalars['String']['output']>;
  /** except is a slice of CIDRs that should not be included within an IPBlock Valid examples are "192.168.1.0/24" or … */
  except?: Maybe<Array<Scalars['String']['output']>>;
};

/** Ingress is a collection of rules that allow inbound connections to reach the endpoints defined by a backend. */
export type NetworkingIngress = KubernetesResource & {
  __typename?: 'NetworkingIngress';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** spec is the desired state of the Ingress. */
  spec?: Maybe<NetworkingIngressSpec>;
  /** status is the current state of the Ingress. */
  status?: Maybe<NetworkingIngressStatus>;
};

/** IngressBackend describes all endpoints for a given service and port. */
export type NetworkingIngressBackend = {
  __typename?: 'NetworkingIngressBackend';
  /** resource is an ObjectRef to another Kubernetes resource in the namespace of the Ingress object. */
  resource?: Maybe<CoreTypedLocalObjectReference>;
  /** service references a service as a backend. */
  service?: Maybe<NetworkingIngressServiceBackend>;
};

/** IngressLoadBalancerIngress represents the status of a load-balancer ingress point. */
export type NetworkingIngressLoadBalancerIngress = {
  __typename?: 'NetworkingIngressLoadBalancerIngress';
  /** hostname is set for load-balancer ingress points that are DNS based. */
  hostname?: Maybe<Scalars['String']['output']>;
  /** ip is set for load-balancer ingress points that are IP based. */
  ip?: Maybe<Scalars['String']['output']>;
  /** ports provides information about the ports exposed by this LoadBalancer. */
  ports?: Maybe<Array<NetworkingIngressPortStatus>>;
};

/** IngressLoadBalancerStatus represents the status of a load-balancer. */
export type NetworkingIngressLoadBalancerStatus = {
  __typename?: 'NetworkingIngressLoadBalancerStatus';
  /** ingress is a list containing ingress points for the load-balancer. */
  ingress?: Maybe<Array<NetworkingIngressLoadBalancerIngress>>;
};

/** IngressPortStatus represents the error condition of a service port */
export type NetworkingIngressPortStatus = {
  __typename?: 'NetworkingIngressPortStatus';
  /** error is to record the problem with the service port The format of the error shall comply with the following rules: - … */
  error?: Maybe<Scalars['String']['output']>;
  /** port is the port number of the ingress port. */
  port?: Maybe<Scalars['Int']['output']>;
  /** protocol is the protocol of the ingress port. */
  protocol?: Maybe<Scalars['String']['output']>;
};

/** IngressRule represents the rules mapping the paths under a specified host to the related backend services. */
export type NetworkingIngressRule = {
  __typename?: 'NetworkingIngressRule';
  /** host is the fully qualified domain name of a network host, as defined by RFC 3986. Note the following deviations from … */
  host?: Maybe<Scalars['String']['output']>;
  /** Field `http`. */
  http?: Maybe<NetworkingHttpIngressRuleValue>;
};

/** IngressServiceBackend references a Kubernetes Service as a Backend. */
export type NetworkingIngressServiceBackend = {
  __typename?: 'NetworkingIngressServiceBackend';
  /** name is the referenced service. */
  name?: Maybe<Scalars['String']['output']>;
  /** port of the referenced service. */
  port?: Maybe<NetworkingServiceBackendPort>;
};

/** IngressSpec describes the Ingress the user wishes to exist. */
export type NetworkingIngressSpec = {
  __typename?: 'NetworkingIngressSpec';
  /** defaultBackend is the backend that should handle requests that don't match any rule. */
  defaultBackend?: Maybe<NetworkingIngressBackend>;
  /** ingressClassName is the name of an IngressClass cluster resource. */
  ingressClassName?: Maybe<Scalars['String']['output']>;
  /** rules is a list of host rules used to configure the Ingress. */
  rules?: Maybe<Array<NetworkingIngressRule>>;
  /** tls represents the TLS configuration. */
  tls?: Maybe<Array<NetworkingIngressTls>>;
};

/** IngressStatus describe the current state of the Ingress. */
export type NetworkingIngressStatus = {
  __typename?: 'NetworkingIngressStatus';
  /** loadBalancer contains the current status of the load-balancer. */
  loadBalancer?: Maybe<NetworkingIngressLoadBalancerStatus>;
};

/** IngressTLS describes the transport layer security associated with an ingress. */
export type NetworkingIngressTls = {
  __typename?: 'NetworkingIngressTLS';
  /** hosts is a list of hosts included in the TLS certificate. */
  hosts?: Maybe<Array<Scalars['String']['output']>>;
  /** secretName is the name of the secret used to terminate TLS traffic on port 443. Field is left optional to allow TLS … */
  secretName?: Maybe<Scalars['String']['output']>;
};

/** NetworkPolicy describes what network traffic is allowed for a set of Pods */
export type NetworkingNetworkPolicy = KubernetesResource & {
  __typename?: 'NetworkingNetworkPolicy';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** spec represents the specification of the desired behavior for this NetworkPolicy. */
  spec?: Maybe<NetworkingNetworkPolicySpec>;
};

/** NetworkPolicyEgressRule describes a particular set of traffic that is allowed out of pods matched by a … */
export type NetworkingNetworkPolicyEgressRule = {
  __typename?: 'NetworkingNetworkPolicyEgressRule';
  /** ports is a list of destination ports for outgoing traffic. */
  ports?: Maybe<Array<NetworkingNetworkPolicyPort>>;
  /** to is a list of destinations for outgoing traffic of pods selected for this rule. */
  to?: Maybe<Array<NetworkingNetworkPolicyPeer>>;
};

/** NetworkPolicyIngressRule describes a particular set of traffic that is allowed to the pods matched by a … */
export type NetworkingNetworkPolicyIngressRule = {
  __typename?: 'NetworkingNetworkPolicyIngressRule';
  /** from is a list of sources which should be able to access the pods selected for this rule. */
  from?: Maybe<Array<NetworkingNetworkPolicyPeer>>;
  /** ports is a list of ports which should be made accessible on the pods selected for this rule. */
  ports?: Maybe<Array<NetworkingNetworkPolicyPort>>;
};

/** NetworkPolicyPeer describes a peer to allow traffic to/from. */
export type NetworkingNetworkPolicyPeer = {
  __typename?: 'NetworkingNetworkPolicyPeer';
  /** ipBlock defines policy on a particular IPBlock. */
  ipBlock?: Maybe<NetworkingIpBlock>;
  /** namespaceSelector selects namespaces using cluster-scoped labels. */
  namespaceSelector?: Maybe<MetaLabelSelector>;
  /** podSelector is a label selector which selects pods. */
  podSelector?: Maybe<MetaLabelSelector>;
};

/** NetworkPolicyPort describes a port to allow traffic on */
export type NetworkingNetworkPolicyPort = {
  __typename?: 'NetworkingNetworkPolicyPort';
  /** endPort indicates that the range of ports from port to endPort if set, inclusive, should be allowed by the policy. */
  endPort?: Maybe<Scalars['Int']['output']>;
  /** port represents the port on the given protocol. */
  port?: Maybe<Scalars['IntOrString']['output']>;
  /** protocol represents the protocol (TCP, UDP, or SCTP) which traffic must match. */
  protocol?: Maybe<Scalars['String']['output']>;
};

/** NetworkPolicySpec provides the specification of a NetworkPolicy */
export type NetworkingNetworkPolicySpec = {
  __typename?: 'NetworkingNetworkPolicySpec';
  /** egress is a list of egress rules to be applied to the selected pods. */
  egress?: Maybe<Array<NetworkingNetworkPolicyEgressRule>>;
  /** ingress is a list of ingress rules to be applied to the selected pods. */
  ingress?: Maybe<Array<NetworkingNetworkPolicyIngressRule>>;
  /** podSelector selects the pods to which this NetworkPolicy object applies. */
  podSelector?: Maybe<MetaLabelSelector>;
  /** policyTypes is a list of rule types that the NetworkPolicy relates to. */
  policyTypes?: Maybe<Array<Scalars['String']['output']>>;
};

/** ServiceBackendPort is the service port being referenced. */
export type NetworkingServiceBackendPort = {
  __typename?: 'NetworkingServiceBackendPort';
  /** name is the name of the port on the Service. */
  name?: Maybe<Scalars['String']['output']>;
  /** number is the numerical port number (e.g. */
  number?: Maybe<Scalars['Int']['output']>;
};

/** Object with an id. `Query.node` returns the object with this id. Clients use the id as the cache key. */
export type Node = {
  /** Id of the object. Each type documents the format of its ids. */
  id: Scalars['ID']['output'];
};

/** Alert is the Schema for the alerts API */
export type NotificationAlert = KubernetesResource & {
  __typename?: 'NotificationAlert';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** AlertSpec defines an alerting rule for events involving a list of objects. */
  spec?: Maybe<NotificationAlertSpec>;
};

/** AlertSpec defines an alerting rule for events involving a list of objects. */
export type NotificationAlertSpec = {
  __typename?: 'NotificationAlertSpec';
  /** EventMetadata is an optional field for adding metadata to events dispatched by the controller. */
  eventMetadata?: Maybe<Scalars['StringMap']['output']>;
  /** EventSeverity specifies how to filter events based on severity. */
  eventSeverity?: Maybe<Scalars['String']['output']>;
  /** EventSources specifies how to filter events based on the involved object kind, name and namespace. */
  eventSources?: Maybe<Array<NotificationAlertSpecEventSources>>;
  /** ExclusionList specifies a list of Golang regular expressions to be used for excluding messages. */
  exclusionList?: Maybe<Array<Scalars['String']['output']>>;
  /** InclusionList specifies a list of Golang regular expressions to be used for including messages. */
  inclusionList?: Maybe<Array<Scalars['String']['output']>>;
  /** ProviderRef specifies which Provider this Alert should use. */
  providerRef?: Maybe<NotificationAlertSpecProviderRef>;
  /** Summary holds a short description of the impact and affected cluster. */
  summary?: Maybe<Scalars['String']['output']>;
  /** Suspend tells the controller to suspend subsequent events handling for this Alert. */
  suspend?: Maybe<Scalars['Boolean']['output']>;
};

/** CrossNamespaceObjectReference contains enough information to let you locate the typed referenced object at cluster level */
export type NotificationAlertSpecEventSources = {
  __typename?: 'NotificationAlertSpecEventSources';
  /** API version of the referent */
  apiVersion?: Maybe<Scalars['String']['output']>;
  /** Kind of the referent */
  kind?: Maybe<Scalars['String']['output']>;
  /** MatchLabels is a map of {key,value} pairs. */
  matchLabels?: Maybe<Scalars['StringMap']['output']>;
  /** Name of the referent If multiple resources are targeted `*` may be set. */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace of the referent */
  namespace?: Maybe<Scalars['String']['output']>;
};

/** ProviderRef specifies which Provider this Alert should use. */
export type NotificationAlertSpecProviderRef = {
  __typename?: 'NotificationAlertSpecProviderRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** Provider is the Schema for the providers API */
export type NotificationProvider = KubernetesResource & {
  __typename?: 'NotificationProvider';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** ProviderSpec defines the desired state of the Provider. */
  spec?: Maybe<NotificationProviderSpec>;
};

/** ProviderSpec defines the desired state of the Provider. */
export type NotificationProviderSpec = {
  __typename?: 'NotificationProviderSpec';
  /** Address specifies the endpoint, in a generic sense, to where alerts are sent. */
  address?: Maybe<Scalars['String']['output']>;
  /** CertSecretRef specifies the Secret containing TLS certificates for secure communication. */
  certSecretRef?: Maybe<NotificationProviderSpecCertSecretRef>;
  /** Channel specifies the destination channel where events should be posted. */
  channel?: Maybe<Scalars['String']['output']>;
  /** CommitStatusExpr is a CEL expression that evaluates to a string value that can be used to generate a custom commit … */
  commitStatusExpr?: Maybe<Scalars['String']['output']>;
  /** Interval at which to reconcile the Provider with its Secret references. */
  interval?: Maybe<Scalars['Duration']['output']>;
  /** Proxy the HTTP/S address of the proxy server. */
  proxy?: Maybe<Scalars['String']['output']>;
  /** ProxySecretRef specifies the Secret containing the proxy configuration for this Provider. */
  proxySecretRef?: Maybe<NotificationProviderSpecProxySecretRef>;
  /** SecretRef specifies the Secret containing the authentication credentials for this Provider. */
  secretRef?: Maybe<NotificationProviderSpecSecretRef>;
  /** ServiceAccountName is the name of the Kubernetes ServiceAccount used to authenticate with cloud provider services … */
  serviceAccountName?: Maybe<Scalars['String']['output']>;
  /** Suspend tells the controller to suspend subsequent events handling for this Provider. */
  suspend?: Maybe<Scalars['Boolean']['output']>;
  /** Timeout for sending alerts to the Provider. */
  timeout?: Maybe<Scalars['String']['output']>;
  /** Type specifies which Provider implementation to use. */
  type?: Maybe<Scalars['String']['output']>;
  /** Username specifies the name under which events are posted. */
  username?: Maybe<Scalars['String']['output']>;
};

/** CertSecretRef specifies the Secret containing TLS certificates for secure communication. */
export type NotificationProviderSpecCertSecretRef = {
  __typename?: 'NotificationProviderSpecCertSecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** ProxySecretRef specifies the Secret containing the proxy configuration for this Provider. */
export type NotificationProviderSpecProxySecretRef = {
  __typename?: 'NotificationProviderSpecProxySecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** SecretRef specifies the Secret containing the authentication credentials for this Provider. */
export type NotificationProviderSpecSecretRef = {
  __typename?: 'NotificationProviderSpecSecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** Receiver is the Schema for the receivers API. */
export type NotificationReceiver = KubernetesResource & {
  __typename?: 'NotificationReceiver';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** ReceiverSpec defines the desired state of the Receiver. */
  spec?: Maybe<NotificationReceiverSpec>;
  /** ReceiverStatus defines the observed state of the Receiver. */
  status?: Maybe<NotificationReceiverStatus>;
};

/** ReceiverSpec defines the desired state of the Receiver. */
export type NotificationReceiverSpec = {
  __typename?: 'NotificationReceiverSpec';
  /** Events specifies the list of event types to handle, e.g. */
  events?: Maybe<Array<Scalars['String']['output']>>;
  /** Interval at which to reconcile the Receiver with its Secret references. */
  interval?: Maybe<Scalars['Duration']['output']>;
  /** OIDCProviders specifies the OIDC providers used to authenticate incoming requests when Type is 'generic-oidc'. */
  oidcProviders?: Maybe<Array<NotificationReceiverSpecOidcProviders>>;
  /** ResourceFilter is a CEL expression expected to return a boolean that is evaluated for each resource referenced in the … */
  resourceFilter?: Maybe<Scalars['String']['output']>;
  /** A list of resources to be notified about changes. */
  resources?: Maybe<Array<NotificationReceiverSpecResources>>;
  /** SecretRef specifies the Secret containing the token used to validate the payload authenticity. */
  secretRef?: Maybe<NotificationReceiverSpecSecretRef>;
  /** Suspend tells the controller to suspend subsequent events handling for this receiver. */
  suspend?: Maybe<Scalars['Boolean']['output']>;
  /** Type of webhook sender, used to determine the validation procedure and payload deserialization. */
  type?: Maybe<Scalars['String']['output']>;
};

/** OIDCProvider configures an OIDC issuer used to authenticate requests for a 'generic-oidc' Receiver. */
export type NotificationReceiverSpecOidcProviders = {
  __typename?: 'NotificationReceiverSpecOidcProviders';
  /** Audience is the expected audience ('aud' claim) for tokens issued by this provider. */
  audience?: Maybe<Scalars['String']['output']>;
  /** IssuerURL is the OIDC issuer URL used for provider discovery. */
  issuerURL?: Maybe<Scalars['String']['output']>;
  /** Validations is the list of CEL boolean expressions evaluated against the token claims and the variables. */
  validations?: Maybe<Array<NotificationReceiverSpecOidcProvidersValidations>>;
  /** Variables is an optional list of named CEL expressions, evaluated in order and exposed as 'vars.<name>'. */
  variables?: Maybe<Array<NotificationReceiverSpecOidcProvidersVariables>>;
};

/** OIDCValidation is a CEL boolean expression evaluated against the OIDC token claims and variables of a 'generic-oidc' … */
export type NotificationReceiverSpecOidcProvidersValidations = {
  __typename?: 'NotificationReceiverSpecOidcProvidersValidations';
  /** Expression is the CEL boolean expression to evaluate. */
  expression?: Maybe<Scalars['String']['output']>;
  /** Message is returned to the caller when the expression evaluates to false. */
  message?: Maybe<Scalars['String']['output']>;
};

/** OIDCVariable is a named CEL expression evaluated against the OIDC token claims of a 'generic-oidc' Receiver. */
export type NotificationReceiverSpecOidcProvidersVariables = {
  __typename?: 'NotificationReceiverSpecOidcProvidersVariables';
  /** Expression is the CEL expression that defines the variable value. */
  expression?: Maybe<Scalars['String']['output']>;
  /** Name is the variable name; it must be a valid CEL identifier. */
  name?: Maybe<Scalars['String']['output']>;
};

/** ReceiverResource references a resource to be notified about changes, with an optional per-resource CEL filter. */
export type NotificationReceiverSpecResources = {
  __typename?: 'NotificationReceiverSpecResources';
  /** API version of the referent */
  apiVersion?: Maybe<Scalars['String']['output']>;
  /** Filter is a CEL expression expected to return a boolean that is evaluated for each resource matched by this reference … */
  filter?: Maybe<Scalars['String']['output']>;
  /** Kind of the referent */
  kind?: Maybe<Scalars['String']['output']>;
  /** MatchLabels is a map of {key,value} pairs. */
  matchLabels?: Maybe<Scalars['StringMap']['output']>;
  /** Name of the referent If multiple resources are targeted `*` may be set. */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace of the referent */
  namespace?: Maybe<Scalars['String']['output']>;
};

/** SecretRef specifies the Secret containing the token used to validate the payload authenticity. */
export type NotificationReceiverSpecSecretRef = {
  __typename?: 'NotificationReceiverSpecSecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** ReceiverStatus defines the observed state of the Receiver. */
export type NotificationReceiverStatus = {
  __typename?: 'NotificationReceiverStatus';
  /** Conditions holds the conditions for the Receiver. */
  conditions?: Maybe<Array<MetaCondition>>;
  /** LastHandledReconcileAt holds the value of the most recent reconcile request value, so a change of the annotation value … */
  lastHandledReconcileAt?: Maybe<Scalars['String']['output']>;
  /** ObservedGeneration is the last observed generation of the Receiver object. */
  observedGeneration?: Maybe<Scalars['BigInt']['output']>;
  /** WebhookPath is the generated incoming webhook address in the format of '/hook/sha256sum(token+name+namespace)'. */
  webhookPath?: Maybe<Scalars['String']['output']>;
};

/** Change of one object since the answer that `since` names. Several changes of the object are merged into one. */
export type ObjectChange = {
  __typename?: 'ObjectChange';
  /** Id of the object. */
  id: Scalars['ID']['output'];
  /** Object after the change. Null for REVOKED, and for LEAVE if the index no longer contains the object. */
  object?: Maybe<KubernetesObject>;
  /** Type of the change. */
  type: ObjectChangeType;
};

/** Type of the change of an object in a list. */
export type ObjectChangeType =
  /** The object is new in the list. Add it. */
  | 'ENTER'
  /**
   * The object no longer matches the filter, or is no longer in the index, for example because it was deleted. Remove the
   * object from the list.
   */
  | 'LEAVE'
  /**
   * The caller may no longer see the object. Remove it. Changes of the object are reported again once the caller may see
   * it.
   */
  | 'REVOKED'
  /**
   * The object is still in the list, and at least one of its indexed fields has changed. Replace the object. A change of
   * `syncedAt`, `uid`, `attemptedRevision`, relations or live data alone is not reported.
   */
  | 'UPDATE'
  | '%future added value';

/**
 * Changes of a list of objects since an earlier answer. Without a `reset`, applying the changes to the ids of the earlier
 * list gives exactly the ids of the present list.
 */
export type ObjectChanges = {
  __typename?: 'ObjectChanges';
  /** Changes in no particular order, at most one per object. Empty if `reset` is not null. */
  changes: Array<ObjectChange>;
  /**
   * Coverage of this answer. If the filter has `clusters` or `ids`, the coverage includes only selected clusters that the
   * caller may know.
   */
  coverage: Coverage;
  /**
   * Reason for which no changes are reported. Read the list again and continue with its `resume`. Null if the changes are
   * complete.
   */
  reset?: Maybe<ResetReason>;
  /**
   * Token for the present state of the list. Pass the token as `since` of the next request with the same filter. Valid
   * only for this caller, and for `limits.resumeWindow`, by default ten minutes. After very many changes the token may
   * expire earlier.
   */
  resume: Scalars['String']['output'];
  /** Exact number of objects that are now in the list. */
  totalCount: Scalars['Int']['output'];
};

/** Page of objects. */
export type ObjectConnection = {
  __typename?: 'ObjectConnection';
  /**
   * Coverage of this answer. If the filter has `clusters`, `clusterLabels` or `ids`, the coverage includes only selected
   * clusters that the caller may know. The coverage of `Cluster.objects` and `Namespace.objects` includes only one
   * cluster.
   */
  coverage: Coverage;
  /** Objects of this page, with their cursors. */
  edges: Array<ObjectEdge>;
  /**
   * Number of matching objects per value of a field. Exact; counts only objects that the caller may see. If the filter has
   * a condition on the field of a facet, the facet ignores this condition. So the facet also shows values that the filter
   * excludes. The conditions `ids`, `namespaced`, `clusterLabels`, `and`, `or` and `not` always apply. Null only if an
   * error occurs, for example for more than 100 000 different images.
   */
  facets?: Maybe<Array<Facet>>;
  /**
   * Number of matching objects per combination of up to four keys. Exact; counts only objects that the caller may see.
   * Each object is in exactly one group, so the counts add up to `totalCount`. IMAGE and IMAGE_REPOSITORY are exceptions:
   * an object is in the group of each of its values, so the counts can add up to more. A request that makes more than
   * 100 000 groups is refused; different sets of images count as different groups. Null only if an error occurs.
   */
  groups?: Maybe<GroupConnection>;
  /** Objects of this page. */
  nodes: Array<KubernetesObject>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /**
   * Token for the point in time of this page. Pass it as `since` of `objectChanges` with the same filter. If you read
   * several pages, use the token of the first page.
   */
  resume: Scalars['String']['output'];
  /** Number of matching objects that the caller may see. Exact. */
  totalCount: Scalars['Int']['output'];
};


/** Page of objects. */
export type ObjectConnectionFacetsArgs = {
  fields: Array<FacetField>;
  labelKey?: InputMaybe<Scalars['String']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  match?: InputMaybe<StringFilter>;
};


/** Page of objects. */
export type ObjectConnectionGroupsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  by: Array<GroupKey>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Object on a page, with its cursor. */
export type ObjectEdge = {
  __typename?: 'ObjectEdge';
  /** Cursor of the object. */
  cursor: Scalars['String']['output'];
  /** Object at this position. */
  node: KubernetesObject;
};

/** Event about an object. A field is null if the event does not have it. */
export type ObjectEvent = {
  __typename?: 'ObjectEvent';
  /** Number of times that the event occurred, summed over merged events. */
  count: Scalars['Int']['output'];
  /** Time of the first occurrence. */
  firstSeenAt?: Maybe<Scalars['DateTime']['output']>;
  /**
   * Id of the Event object: `cluster//Event/namespace/name`. Each part is percent-encoded. For merged events, the id of
   * the newest event.
   */
  id: Scalars['ID']['output'];
  /** Time of the last occurrence. */
  lastSeenAt?: Maybe<Scalars['DateTime']['output']>;
  /** Human-readable description of the event. */
  message?: Maybe<Scalars['String']['output']>;
  /** Reason for the event, in one word. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Component that reports the event: `reportingComponent`, or else `source.component`. */
  reportedBy?: Maybe<Scalars['String']['output']>;
  /** Type of the event, for example Normal or Warning. */
  type?: Maybe<Scalars['String']['output']>;
};

/**
 * Conditions on objects. All given fields must match. A list of values matches any one of the values; an empty list
 * matches nothing. A list of values has at most 1 000 entries, all lists together have at most 5 000. Filters are nested
 * at most 8 levels deep.
 */
export type ObjectFilter = {
  /** Filters that must all match. An empty list matches every object. */
  and?: InputMaybe<Array<ObjectFilter>>;
  /** Pattern for the name of the cluster. Does not narrow the `coverage` of the answer. */
  cluster?: InputMaybe<StringFilter>;
  /**
   * Label selector for the labels of the cluster, in Kubernetes syntax, for example `env=prod`. Matches only clusters that
   * the caller may know. Not supported by `objectChanges`.
   */
  clusterLabels?: InputMaybe<Scalars['String']['input']>;
  /** Names of clusters, compared exactly. */
  clusters?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Range for `KubernetesObject.createdAt`. */
  created?: InputMaybe<TimeRange>;
  /** API groups, compared exactly. The core group is the empty string. */
  groups?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Ids of objects, as in `KubernetesObject.id`. */
  ids?: InputMaybe<Array<Scalars['ID']['input']>>;
  /**
   * Pattern for an image. Matches objects of which at least one image matches. An object without images has the empty
   * string, which `equals: ""` matches.
   */
  image?: InputMaybe<StringFilter>;
  /**
   * Repositories of images, without tag and digest. `nginx` and `docker.io/library/nginx` are the same repository. Matches
   * objects with at least one image in one of these repositories. The empty string matches objects without images.
   */
  imageRepositories?: InputMaybe<Array<Scalars['String']['input']>>;
  /**
   * Images, complete and as the containers name them, for example `registry.example/web:1.4`. Matches objects that have at
   * least one of these images. The empty string matches objects without images.
   */
  images?: InputMaybe<Array<Scalars['String']['input']>>;
  /**
   * Kinds, with or without the API group, for example `Pod` or `Kustomization.kustomize.toolkit.fluxcd.io`. Regular
   * plurals are also accepted, for example `pods`. Case is ignored. Short names and categories that the clusters define
   * are accepted in lower case, for example `po` and `all`, but not by `objectChanges`.
   */
  kinds?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Label selector in Kubernetes syntax, for example `app=web,tier in (front,back),!legacy`. */
  labelSelector?: InputMaybe<Scalars['String']['input']>;
  /** Pattern for the status message. An object without a message has the empty string, which `equals: ""` matches. */
  message?: InputMaybe<StringFilter>;
  /** Pattern for the name. */
  name?: InputMaybe<StringFilter>;
  /** Names of objects, compared exactly. */
  names?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Pattern for the namespace. The namespace of a cluster-scoped object is the empty string, which `equals: ""` matches. */
  namespace?: InputMaybe<StringFilter>;
  /** True selects namespaced objects; false selects cluster-scoped objects. */
  namespaced?: InputMaybe<Scalars['Boolean']['input']>;
  /** Names of namespaces, compared exactly. The empty string matches cluster-scoped objects. */
  namespaces?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Filter that must not match. */
  not?: InputMaybe<ObjectFilter>;
  /** Filters of which at least one must match. */
  or?: InputMaybe<Array<ObjectFilter>>;
  /** Pattern for the reason of the status. An object without a reason has the empty string, which `equals: ""` matches. */
  reason?: InputMaybe<StringFilter>;
  /** Reasons of the status, compared exactly. The empty string matches objects without a reason. */
  reasons?: InputMaybe<Array<Scalars['String']['input']>>;
  /**
   * Pattern for `KubernetesObject.revision`. An object without a revision has the empty string, which `equals: ""`
   * matches.
   */
  revision?: InputMaybe<StringFilter>;
  /** Statuses of objects. */
  statuses?: InputMaybe<Array<ObjectStatus>>;
  /** True selects suspended objects (`KubernetesObject.suspended`); false selects all others. */
  suspended?: InputMaybe<Scalars['Boolean']['input']>;
  /** Range for `KubernetesObject.syncedAt`. Not supported by `objectChanges`. */
  synced?: InputMaybe<TimeRange>;
  /**
   * Words to search for, at most 16 words. Each word must occur in the name, the message, the reason, an image, or the key
   * or value of a label. Different words may occur in different places. Case is ignored. A blank text matches every
   * object.
   */
  text?: InputMaybe<Scalars['String']['input']>;
  /** Range for `KubernetesObject.transitionedAt`. */
  transitioned?: InputMaybe<TimeRange>;
};

/** Metadata of an object. A field is null if the object does not have it. */
export type ObjectMeta = {
  __typename?: 'ObjectMeta';
  /** Annotations of the object, without the last-applied annotation of kubectl. */
  annotations: Scalars['StringMap']['output'];
  /** Time at which the object was created. */
  creationTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /**
   * Time at which the object is to be deleted: the time of the request plus the grace period. Null if the object is not
   * being deleted.
   */
  deletionTimestamp?: Maybe<Scalars['DateTime']['output']>;
  /** Finalizers that must be removed before the object can be deleted. */
  finalizers: Array<Scalars['String']['output']>;
  /** Version of the spec, which the cluster increases with each change. Null if the kind has no generations. */
  generation?: Maybe<Scalars['Int']['output']>;
  /** Labels of the object. */
  labels: Scalars['StringMap']['output'];
  /** Name of the object. */
  name: Scalars['String']['output'];
  /** Namespace of the object. Null for a cluster-scoped object. */
  namespace?: Maybe<Scalars['String']['output']>;
  /** Version of the object, assigned by its cluster. */
  resourceVersion?: Maybe<Scalars['String']['output']>;
  /** UID of the object. */
  uid?: Maybe<Scalars['ID']['output']>;
};

/** Sort key for objects. A list of sort keys contains each field at most once. */
export type ObjectOrder = {
  /** Direction of the sort. */
  direction?: OrderDirection;
  /** Field to sort by. */
  field: ObjectOrderField;
};

/** Field to sort objects by. Strings are compared by UTF-16 code unit: `Z` comes before `a`. */
export type ObjectOrderField =
  /** Name of the cluster. */
  | 'CLUSTER'
  /** Time at which the object was created. An unknown time counts as the earliest. */
  | 'CREATED'
  /** Kind of the object, then its API group. */
  | 'KIND'
  /** Name of the object. */
  | 'NAME'
  /** Namespace of the object. The namespace of a cluster-scoped object is the empty string. */
  | 'NAMESPACE'
  /** Status of the object, in the order of the values of ObjectStatus. */
  | 'STATUS'
  /** Time of the last status change. An unknown time counts as the earliest. */
  | 'TRANSITIONED'
  | '%future added value';

/**
 * Status of an object, usually derived from the object's own status fields. The values have the meaning of kstatus, the
 * status library of Kubernetes. `docs/status.md` contains the rules of each kind.
 */
export type ObjectStatus =
  /** The object matches its specification. */
  | 'CURRENT'
  /** The object cannot reach its specification without intervention. Check `reason` and `message`. */
  | 'FAILED'
  /** The controller of the object is still working. Wait. */
  | 'IN_PROGRESS'
  /** The object is being deleted. */
  | 'TERMINATING'
  /** The status fields do not state the status. */
  | 'UNKNOWN'
  | '%future added value';

/** Object to delete, with preconditions. */
export type ObjectToDelete = {
  /** Id of the object. */
  id: Scalars['ID']['input'];
  /** Resource version that the object must have, from `live { metadata { resourceVersion } }`. Default: any version. */
  resourceVersion?: InputMaybe<Scalars['String']['input']>;
  /** UID that the object must have. Protects a newer object with the same name. Default: any UID. */
  uid?: InputMaybe<Scalars['ID']['input']>;
};

/** Tree of related objects. */
export type ObjectTree = {
  __typename?: 'ObjectTree';
  /**
   * Failed object to check first: the probable cause of the first failure in the tree. Found by following relations
   * between objects that are not CURRENT. Null if no object of the tree has failed.
   */
  firstFailure?: Maybe<KubernetesObject>;
  /** Objects of the tree. The root comes first, parents come before their children. */
  nodes: Array<TreeNode>;
  /** True if `depth` or `limit` leaves out objects that the caller may see. */
  truncated: Scalars['Boolean']['output'];
  /**
   * Worst status of the indexed objects in the tree. From worst to best: FAILED, UNKNOWN, TERMINATING, IN_PROGRESS,
   * CURRENT.
   */
  worst: ObjectStatus;
};

/** Direction of a sort. */
export type OrderDirection =
  /** Lowest value first; for times, the earliest. */
  | 'ASC'
  /** Highest value first; for times, the latest. */
  | 'DESC'
  | '%future added value';

/** Content of one directory of one repository, or one chart, that is deployed as a whole. */
export type Package = Node & {
  __typename?: 'Package';
  /** Address of the repository or registry, in one normalized spelling: `https://host/path` or `oci://host/path`. */
  address: Scalars['String']['output'];
  /** Deployments of this package, sorted by object id. The field is null only with an error. */
  deployments?: Maybe<PackageDeploymentConnection>;
  /**
   * Directory of the package, without leading or trailing slashes. Empty for the root. For a Helm repository, the name of
   * the chart.
   */
  directory: Scalars['String']['output'];
  /** Id of the package: `//address/directory`, both percent-encoded. */
  id: Scalars['ID']['output'];
  /**
   * Newest published PackageRevision of the package in a deployment repository of Porch, read from a hub
   * (`packages.hubs`). Deployments should run this revision. Null if the caller sees none.
   */
  intent?: Maybe<KubernetesObject>;
  /** Number of deployments of this package per phase. Counts only deployments that match the filter of the list, if any. */
  phaseCounts: PackagePhaseCounts;
  /** Commit of the PackageRevision in `intent`. Null if `intent` is null, or if the PackageRevision states no commit. */
  publishedRevision?: Maybe<Scalars['String']['output']>;
};


/** Content of one directory of one repository, or one chart, that is deployed as a whole. */
export type PackageDeploymentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<PackageFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Page of packages, sorted by address and directory in code unit order. */
export type PackageConnection = {
  __typename?: 'PackageConnection';
  /**
   * True if all covered clusters are completely indexed and the caller's permissions in these clusters are known. Kinds
   * that do not affect packages do not count. Covered clusters are the clusters of `filter.clusters` (by default all
   * clusters) and all hubs (`packages.hubs`) that the caller may know. `Query.coverage` returns the details.
   */
  complete: Scalars['Boolean']['output'];
  /** Cursor for the next page. Null on an empty page. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** True if more packages follow this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Packages of this page. */
  nodes: Array<Package>;
  /** Number of matching deployments per phase. Each deployment counts once. Includes deployments whose package is unknown. */
  phaseCounts: PackagePhaseCounts;
  /** Number of packages on all pages. */
  totalCount: Scalars['Int']['output'];
};

/**
 * Deployment of a package on a cluster, as reported by its object: a RootSync, RepoSync, Kustomization, HelmRelease,
 * Application, or the ResourceGroup of `kpt live`.
 */
export type PackageDeployment = {
  __typename?: 'PackageDeployment';
  /**
   * Level of detail that the engine reports about the applied objects. The level is lower if the caller may not see the
   * object that holds the report.
   */
  detail: PackageDetail;
  /** Engine that applies the package. */
  engine: PackageEngine;
  /**
   * Revision that the deployment should run: the `publishedRevision` of the package, or else the revision of the
   * deployment's source. In a gate, the `revision` of the gate, if given. Null if unknown.
   */
  expectedRevision?: Maybe<Scalars['String']['output']>;
  /** Mechanism by which the data of the deployment reaches the index. */
  mechanism: ClusterMechanism;
  /** Human-readable message about the deployment, from the engine or from fleetgraph. Null if there is none. */
  message?: Maybe<Scalars['String']['output']>;
  /**
   * Object that applies the package. A deployment has no id of its own: one object may have different phases under
   * different packages. Client caches must not use the id of the object as the key of the deployment.
   */
  object: KubernetesObject;
  /**
   * Number of applied objects per status, as reported by the engine. Null if unknown, for example because the caller may
   * not see the object that holds the report.
   */
  objectCounts?: Maybe<PackageObjectCounts>;
  /**
   * Package that the object names. Null if unknown, for example because the caller may not see the object that states the
   * address.
   */
  package?: Maybe<Package>;
  /** Current phase of the deployment. */
  phase: PackagePhase;
  /** Short reason for the phase, from the engine or from fleetgraph. Null if there is none. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Revision that is applied: a commit, a digest or a chart version. Null if unknown. */
  revision?: Maybe<Scalars['String']['output']>;
  /**
   * Scope of the deployment, relative to the package of the list or gate that contains the deployment. PACKAGE in all
   * other places.
   */
  scope: PackageScope;
  /**
   * Time of the last status change of `object`. For Config Sync, a later change of the ResourceGroup can count instead.
   * Null if no time is reported.
   */
  since?: Maybe<Scalars['DateTime']['output']>;
  /** True if the `CoverageState` of the cluster that contains `object` is not INDEXED. The data may then be out of date. */
  stale: Scalars['Boolean']['output'];
  /**
   * Cluster that the deployment applies its objects to. For Flux, the cluster of the object, even with `spec.kubeConfig`.
   * Null if the cluster is not registered, or if the caller may not know the cluster. Also null if an object outside the
   * hubs (`packages.hubs`) names another cluster.
   */
  target?: Maybe<Cluster>;
};

/** Page of deployments, sorted by object id. */
export type PackageDeploymentConnection = {
  __typename?: 'PackageDeploymentConnection';
  /**
   * True if all covered clusters are completely indexed and the caller's permissions in these clusters are known. Kinds
   * that do not affect packages do not count. Covered clusters are the clusters of `filter.clusters` (by default all
   * clusters) and all hubs (`packages.hubs`) that the caller may know.
   */
  complete: Scalars['Boolean']['output'];
  /** Cursor for the next page. Null on an empty page. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** True if more deployments follow this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Deployments of this page. */
  nodes: Array<PackageDeployment>;
  /** Number of deployments per phase, on all pages. */
  phaseCounts: PackagePhaseCounts;
  /** Number of deployments on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** Level of detail that an engine reports about the objects it applied. */
export type PackageDetail =
  /** One status for all objects together: ready or not. */
  | 'AGGREGATED'
  /** Only the fact that the objects were applied. */
  | 'APPLIED'
  /** Status of each object. */
  | 'FULL'
  | '%future added value';

/** Engine that applies packages. */
export type PackageEngine =
  /** Application of Argo CD. */
  | 'ARGO_CD'
  /** RootSync or RepoSync of Config Sync. */
  | 'CONFIG_SYNC'
  /** HelmRelease of Flux. */
  | 'FLUX_HELMRELEASE'
  /** Kustomization of Flux. */
  | 'FLUX_KUSTOMIZATION'
  /** ResourceGroup that `kpt live apply` leaves in the cluster. */
  | 'KPT_LIVE'
  | '%future added value';

/**
 * Conditions on deployments. All given fields must match. A list matches any one of its values; an empty list matches
 * nothing. A list has at most 1000 values.
 */
export type PackageFilter = {
  /** Address of the package. `git@host:org/repo.git` equals `https://host/org/repo`. */
  address?: InputMaybe<Scalars['String']['input']>;
  /** Names of the clusters that deployments apply to (`PackageDeployment.target`). */
  clusters?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Directory of the package, with or without slashes at its ends. `/` is the root. */
  directory?: InputMaybe<Scalars['String']['input']>;
  /** Engines of the deployments. */
  engines?: InputMaybe<Array<PackageEngine>>;
  /** Names of the objects that apply packages (`PackageDeployment.object`). */
  names?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Namespaces of the objects that apply packages (`PackageDeployment.object`). */
  namespaces?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Phases of the deployments. */
  phases?: InputMaybe<Array<PackagePhase>>;
  /** True selects deployments whose data may be out of date; false selects all others. */
  stale?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Decision on whether the next wave of a rollout may start. */
export type PackageGate = {
  __typename?: 'PackageGate';
  /** Blocks that close the gate, in the order of the requested clusters, then by object id. At most 500. */
  blocks: Array<PackageGateBlock>;
  /** True if the next wave may start. */
  open: Scalars['Boolean']['output'];
  /** Number of requested clusters that do not block the gate. */
  passed: Scalars['Int']['output'];
  /** True if there are more blocks than listed. */
  truncated: Scalars['Boolean']['output'];
};

/** Reason for which one cluster closes the gate. */
export type PackageGateBlock = {
  __typename?: 'PackageGateBlock';
  /** Cause of the block. */
  cause: PackageGateCause;
  /** Name of the cluster, as requested. */
  cluster: Scalars['String']['output'];
  /** Deployment that causes the block. Null if the cluster itself causes the block, for example with NOT_KNOWN. */
  deployment?: Maybe<PackageDeployment>;
};

/**
 * Cause that closes a gate. If several causes apply to one cluster or deployment, the first in the order of the values is
 * reported.
 */
export type PackageGateCause =
  /** The engine reports only that the package was applied, not whether its objects are healthy. */
  | 'HEALTH_NOT_TOLD'
  /**
   * The cluster, or a hub that the caller may know (`packages.hubs`), is not completely indexed at present. Also used if
   * the caller's permissions in a hub are not known at present, for example because the hub is closed or not registered. A
   * deployment has this cause if its data may be out of date (`stale`).
   */
  | 'NOT_COVERED'
  /** The caller sees no deployment of the package for the cluster. */
  | 'NOT_DEPLOYED'
  /**
   * The cluster does not exist, or the caller may not know the cluster. Also used if the caller's permissions in the
   * cluster are not known at present.
   */
  | 'NOT_KNOWN'
  /** The phase of the deployment is neither READY nor OUTDATED. */
  | 'NOT_READY'
  /** The phase of the deployment is OUTDATED: the expected revision is not in place. */
  | 'OTHER_REVISION'
  /** The last status change of the deployment is more recent than `soak` allows, or its time is not reported. */
  | 'SOAKING'
  | '%future added value';

/** Number of objects of a deployment per status, as reported by its engine. */
export type PackageObjectCounts = {
  __typename?: 'PackageObjectCounts';
  /** Number of objects that match their specification. */
  current: Scalars['Int']['output'];
  /** Number of objects that cannot reach their specification without intervention. */
  failed: Scalars['Int']['output'];
  /** Number of objects that are not ready yet. */
  inProgress: Scalars['Int']['output'];
  /** Number of objects that should exist but do not. */
  notFound: Scalars['Int']['output'];
  /** Number of objects that are being deleted. */
  terminating: Scalars['Int']['output'];
  /** Number of all objects. */
  total: Scalars['Int']['output'];
  /** Number of objects whose status is unknown. */
  unknown: Scalars['Int']['output'];
};

/**
 * Phase of a deployment. The values are sorted from worst to best. With FAILED, RECONCILING and READY, the expected
 * revision is in place or unknown.
 */
export type PackagePhase =
  /** Applied objects have failed. Check the objects. */
  | 'FAILED'
  /**
   * The expected revision is not in place: another revision is applied, the applied revision is unknown, or Argo CD
   * reports OutOfSync. A later commit on the branch of `publishedRevision` usually counts as in place.
   */
  | 'OUTDATED'
  /**
   * The expected revision is applied, if one is known, and nothing reports a problem. `detail` states how much the engine
   * checks.
   */
  | 'READY'
  /** The package is applied, but objects are not ready yet. */
  | 'RECONCILING'
  /** The engine has not finished fetching or applying the package. */
  | 'SYNCING'
  /** The package cannot be applied. Check the source and the configuration of the deployment. */
  | 'SYNC_FAILED'
  /** The deployment is being deleted. */
  | 'TERMINATING'
  /** The engine reports no usable status, or its reports contradict each other. */
  | 'UNKNOWN'
  | '%future added value';

/** Number of deployments per phase. The counts are exact and include only deployments that the caller may see. */
export type PackagePhaseCounts = {
  __typename?: 'PackagePhaseCounts';
  /** Number of deployments in phase FAILED. */
  failed: Scalars['Int']['output'];
  /** Number of deployments in phase OUTDATED. */
  outdated: Scalars['Int']['output'];
  /** Number of deployments in phase READY. */
  ready: Scalars['Int']['output'];
  /** Number of deployments in phase RECONCILING. */
  reconciling: Scalars['Int']['output'];
  /** Number of deployments whose data may be out of date. These deployments are also counted under their phase. */
  stale: Scalars['Int']['output'];
  /** Number of deployments in phase SYNC_FAILED. */
  syncFailed: Scalars['Int']['output'];
  /** Number of deployments in phase SYNCING. */
  syncing: Scalars['Int']['output'];
  /** Number of deployments in phase TERMINATING. */
  terminating: Scalars['Int']['output'];
  /** Number of deployments in all phases. */
  total: Scalars['Int']['output'];
  /** Number of deployments in phase UNKNOWN. */
  unknown: Scalars['Int']['output'];
};

/** Scope of a deployment, relative to a package. */
export type PackageScope =
  /** The deployment applies exactly the directory of the package. */
  | 'PACKAGE'
  /** The deployment applies a directory above the directory of the package. */
  | 'WIDER'
  | '%future added value';

/** Position of a page in its list. */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** Cursor of the last item. Null on an empty page. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** True if more items follow this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** True if more items precede this page. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first item. Null on an empty page. */
  startCursor?: Maybe<Scalars['String']['output']>;
};

/** Workload that a placement engine distributes to member clusters. */
export type PlacedWorkload = {
  __typename?: 'PlacedWorkload';
  /** Assignments of the workload, sorted by member name. */
  assignments: PlacementAssignmentConnection;
  /**
   * Object on the hub that binds the workload to clusters. For OCM, a ManifestWorkReplicaSet, or a ManifestWork without a
   * ManifestWorkReplicaSet. For Karmada, a ResourceBinding or a ClusterResourceBinding. Null if the object was deleted
   * during the request.
   */
  binding?: Maybe<KubernetesObject>;
  /** Id of `binding`. */
  bindingId: Scalars['ID']['output'];
  /** Verdict on each member cluster, sorted by member name: why the workload is assigned to the cluster, or why it is not. */
  candidates: PlacementCandidateConnection;
  /** Engine that places the workload. */
  engine: PlacementEngine;
  /** Message of the engine about its decision, cut after 256 characters. Null if there is none. */
  message?: Maybe<Scalars['String']['output']>;
  /** Phase of the workload. */
  phase: PlacementPhase;
  /** Pods that the copies own, directly or through a ReplicaSet or Job, in all member clusters. Sorted by id. */
  pods: PlacementPodConnection;
  /**
   * Policies that place the workload, sorted by id: Placements, PropagationPolicies or ClusterPropagationPolicies.
   * Contains only policies that the caller may see.
   */
  policies: Array<PlacementPolicy>;
  /**
   * Machine-readable reason for the phase, in CamelCase. Empty for RUNNING, and if the engine or the copy states no
   * reason.
   */
  reason: Scalars['String']['output'];
  /** Visible bindings of other workloads that need this workload in their member clusters, sorted by id. Empty for OCM. */
  requiredBy: Array<KubernetesObject>;
  /** Status of all copies in the assigned member clusters, computed from the index. */
  status: PlacementStatus;
  /**
   * Template of the workload on the hub. For Karmada, the object that is copied to the member clusters. For OCM, the same
   * object as `binding`. Null if the index does not show the object to the caller.
   */
  template?: Maybe<KubernetesObject>;
  /**
   * Number of member clusters that the policies ask for, without hidden Placements; 1 for a ManifestWork. Null if a policy
   * asks for every suitable cluster, or if the number is unknown.
   */
  wantedMembers?: Maybe<Scalars['Int']['output']>;
};


/** Workload that a placement engine distributes to member clusters. */
export type PlacedWorkloadAssignmentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Workload that a placement engine distributes to member clusters. */
export type PlacedWorkloadCandidatesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  members?: InputMaybe<Array<Scalars['String']['input']>>;
};


/** Workload that a placement engine distributes to member clusters. */
export type PlacedWorkloadPodsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Page of placed workloads. */
export type PlacedWorkloadConnection = {
  __typename?: 'PlacedWorkloadConnection';
  /**
   * True if all covered hubs are completely indexed and the caller's permissions in these hubs are known. Covered hubs are
   * the hubs of the filter, or the hubs of its policies, or by default all hubs of the configuration (`placement.hubs`)
   * with the engine that the filter names, if any. A hub in which the caller has no rights does not count, unless the
   * filter names it. False if a covered hub is closed, withheld or not registered. With a condition on `members` or
   * `policies`, also false if a workload may be left out, because the index keeps only a part of its assignments or
   * policies. Kinds that do not decide placements do not count. Member clusters do not count, because a missing row of a
   * copy leaves out no workload: the status of the copy is then unknown. `Query.coverage` returns the details.
   */
  complete: Scalars['Boolean']['output'];
  /** Workloads of this page. */
  nodes: Array<PlacedWorkload>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /**
   * Number of matching workloads in each phase. Ignores the condition of the filter on `phases`. Phases without workloads
   * are left out.
   */
  phaseCounts: Array<PlacementPhaseCount>;
  /** Number of matching workloads that the caller may see. */
  totalCount: Scalars['Int']['output'];
};

/** Assignment of a workload to one member cluster. */
export type PlacementAssignment = {
  __typename?: 'PlacementAssignment';
  /**
   * True if the engine reports that the workload is applied in the member cluster. Null if the engine has reported
   * nothing, or if the caller may not see the ManifestWork of OCM.
   */
  applied?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Registered cluster that the hub's configuration (`members`) names for the member cluster, or else the cluster with the
   * name `member`. Null if this cluster is not registered, or is hidden from the caller.
   */
  cluster?: Maybe<Cluster>;
  /** Copies in the member cluster, in the order of the objects in the template. */
  copies: PlacementCopyConnection;
  /** Name of the member cluster, as the engine calls it. */
  member: Scalars['String']['output'];
  /**
   * Number of replicas that the engine has assigned. For HELD and REMOVING, the number before the cluster was removed.
   * Null if unknown, if the engine does not assign replicas, and for OCM.
   */
  replicas?: Maybe<Scalars['Int']['output']>;
  /**
   * Report of the engine about the copies in the member cluster. Needs no permissions in the member cluster, only on the
   * hub: on the binding, and for OCM also on the ManifestWork.
   */
  reported: PlacementReport;
  /** State of the assignment. */
  state: PlacementAssignmentState;
  /** Worst status of the copies in the member cluster, from the index. Null if nothing is known about any copy. */
  status?: Maybe<ObjectStatus>;
};


/** Assignment of a workload to one member cluster. */
export type PlacementAssignmentCopiesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Page of assignments. */
export type PlacementAssignmentConnection = {
  __typename?: 'PlacementAssignmentConnection';
  /** Assignments of this page. */
  nodes: Array<PlacementAssignment>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of assignments on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** State of an assignment. */
export type PlacementAssignmentState =
  /** The engine has assigned the workload to the cluster. */
  | 'ASSIGNED'
  /** The cluster is no longer assigned. The engine keeps the copies until a replacement is ready. */
  | 'HELD'
  /** The cluster is no longer assigned. The copies are not held, and the engine has not removed them yet. */
  | 'REMOVING'
  | '%future added value';

/**
 * Bound on the number of Pods of a member cluster. If the bound is reached, the mover adds the taint
 * `placement.fleetgraph.dev/full`, and the engine assigns no new workload to the cluster.
 */
export type PlacementBound = {
  __typename?: 'PlacementBound';
  /** True if the cluster has the taint `placement.fleetgraph.dev/full`. */
  full: Scalars['Boolean']['output'];
  /** Number of Pods at which the bound is reached. */
  pods: Scalars['Int']['output'];
};

/** Member cluster as a candidate for a workload. */
export type PlacementCandidate = {
  __typename?: 'PlacementCandidate';
  /** Name of the member cluster, as the engine calls it. */
  member: Scalars['String']['output'];
  /** Object on the hub that represents the member cluster. Null if there is none, or the caller may not see it. */
  memberObject?: Maybe<KubernetesObject>;
  /**
   * Filters of the engine that refuse the cluster, each with the cause, in the order of the enum PlacementFilterName. If
   * several policies place the workload, a cluster is refused only if each policy refuses it. The list then has the
   * filters of the first policy.
   */
  rejections: Array<PlacementRejection>;
  /** Score that OCM reports. Null if there is none, and for Karmada. */
  score?: Maybe<Scalars['Int']['output']>;
  /** Filters that fleetgraph cannot evaluate from the objects that the caller sees. */
  unevaluated: Array<PlacementFilterName>;
  /** Verdict on the candidate. */
  verdict: PlacementVerdict;
};

/** Page of candidates. */
export type PlacementCandidateConnection = {
  __typename?: 'PlacementCandidateConnection';
  /**
   * True if the caller sees all objects that the verdicts need, and the index has them completely. If false, candidates
   * may be missing, and filters may be `unevaluated`.
   */
  complete: Scalars['Boolean']['output'];
  /** Candidates of this page. */
  nodes: Array<PlacementCandidate>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of candidates on all pages. */
  totalCount: Scalars['Int']['output'];
};

/**
 * Capacity of a member cluster, as the engine reports it: `status.allocatable` of a ManagedCluster (OCM), or
 * `status.resourceSummary` of a Cluster of Karmada. Amounts are Kubernetes quantities, for example `500m` or `1Gi`. A
 * field is null if the engine does not report the amount.
 */
export type PlacementCapacity = {
  __typename?: 'PlacementCapacity';
  /** Allocated CPU. Karmada only. */
  allocatedCpu?: Maybe<Scalars['String']['output']>;
  /** Allocated memory. Karmada only. */
  allocatedMemory?: Maybe<Scalars['String']['output']>;
  /** Allocated Pods. Karmada only. */
  allocatedPods?: Maybe<Scalars['String']['output']>;
  /** Allocatable CPU. */
  cpu?: Maybe<Scalars['String']['output']>;
  /** Allocatable memory. */
  memory?: Maybe<Scalars['String']['output']>;
  /** Allocatable Pods. */
  pods?: Maybe<Scalars['String']['output']>;
};

/** Copy of one object of a workload in one member cluster. */
export type PlacementCopy = {
  __typename?: 'PlacementCopy';
  /** API group of the object. The core group is the empty string. */
  group: Scalars['String']['output'];
  /** Id of the object in the member cluster. Null if the member cluster is not registered, or is hidden from the caller. */
  id?: Maybe<Scalars['ID']['output']>;
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Name of the object. */
  name: Scalars['String']['output'];
  /** Namespace of the object. Null for a cluster-scoped object. */
  namespace?: Maybe<Scalars['String']['output']>;
  /** Object in the member cluster. Null if the object does not exist or is hidden from the caller. */
  object?: Maybe<KubernetesObject>;
  /**
   * True if the engine made the object from this workload. Known from the label of Karmada, or from the owner reference to
   * the AppliedManifestWork of OCM. Null if `object` is null, or if the caller may not see the ManifestWork of OCM.
   */
  owned?: Maybe<Scalars['Boolean']['output']>;
};

/** Page of copies. */
export type PlacementCopyConnection = {
  __typename?: 'PlacementCopyConnection';
  /** Copies of this page. */
  nodes: Array<PlacementCopy>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of copies on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** Number of copies by status. */
export type PlacementCopyCounts = {
  __typename?: 'PlacementCopyCounts';
  /** Number of copies with the status CURRENT. */
  current: Scalars['Int']['output'];
  /** Number of copies with the status FAILED. */
  failed: Scalars['Int']['output'];
  /** Number of copies with the status IN_PROGRESS. */
  inProgress: Scalars['Int']['output'];
  /**
   * Number of copies that should exist but do not, or whose name belongs to an object that the engine did not make. Leaves
   * out copies that the caller may not see.
   */
  missing: Scalars['Int']['output'];
  /** Number of copies that are being deleted. */
  terminating: Scalars['Int']['output'];
  /** Number of copies whose status fields do not state the status. */
  unknown: Scalars['Int']['output'];
  /**
   * Number of copies about which nothing is known, for example because the caller may not list their kind in the member
   * cluster.
   */
  untold: Scalars['Int']['output'];
};

/** Drain of a member cluster. */
export type PlacementDrain = {
  __typename?: 'PlacementDrain';
  /**
   * True if no workload has an assignment in state ASSIGNED or HELD to the cluster. False if unknown, because the caller
   * may not list all workloads of the hub, the hub is not indexed, or the index keeps only a part of the assignments of a
   * workload. The index keeps at most 256 members and about 24 000 characters for a workload.
   */
  done: Scalars['Boolean']['output'];
  /** Number of workloads with an assignment in state ASSIGNED or HELD to the cluster, as far as the caller may see them. */
  remaining: Scalars['Int']['output'];
  /** Policies that place remaining workloads and have a move that is BLOCKED or overdue, sorted by id. */
  stuck: Array<PlacementPolicy>;
};

/** Software on a hub that assigns workloads to member clusters. */
export type PlacementEngine =
  /** Karmada, with kinds such as PropagationPolicy and ResourceBinding. */
  | 'KARMADA'
  /** Open Cluster Management, with kinds such as Placement and ManifestWork. */
  | 'OCM'
  | '%future added value';

/**
 * Conditions on placed workloads. All given fields must match. A list matches any one of its values; an empty list matches
 * nothing. A list has at most 1000 values.
 */
export type PlacementFilter = {
  /** Names under which hubs are registered. */
  hubs?: InputMaybe<Array<Scalars['String']['input']>>;
  /**
   * Names of member clusters, as the engine calls them. Matches workloads with an assignment in state ASSIGNED or HELD to
   * one of these clusters.
   */
  members?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Namespaces of the bindings. Cluster-scoped bindings are in no namespace and never match. */
  namespaces?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Phases of the workloads. */
  phases?: InputMaybe<Array<PlacementPhase>>;
  /** Ids of policies. Matches workloads that one of these policies places. */
  policies?: InputMaybe<Array<Scalars['ID']['input']>>;
};

/** Filter of a placement engine. The description of each value ends with the engines that have the filter. */
export type PlacementFilterName =
  /**
   * The cluster does not match the labels, fields or names of the cluster affinity, or the affinity excludes the cluster.
   * Karmada only.
   */
  | 'AFFINITY'
  /** The cluster does not serve the API of the template. Karmada only. */
  | 'API'
  /**
   * The cluster is in none of the cluster sets that are bound to the namespace of the policy. If the policy names cluster
   * sets, only these sets count. OCM only.
   */
  | 'CLUSTER_SET'
  /** The member cluster is being deleted. Used by OCM and Karmada. */
  | 'DELETING'
  /** The workload is being evicted from the cluster. Karmada only. */
  | 'EVICTION'
  /** The cluster matches none of the predicates, by labels, claims or CEL. OCM only. */
  | 'PREDICATE'
  /** The cluster lacks the field over whose values the policy spreads workloads, such as a zone. Karmada only. */
  | 'SPREAD'
  /** The cluster has a taint that the policy does not tolerate. Used by OCM and Karmada. */
  | 'TAINT'
  | '%future added value';

/**
 * Placement data of a member cluster, from the object on the hub that represents it: a ManagedCluster, or a Cluster of
 * Karmada.
 */
export type PlacementMember = {
  __typename?: 'PlacementMember';
  /** True if the engine reports that the cluster is available or ready. Null if unknown. */
  available?: Maybe<Scalars['Boolean']['output']>;
  /** Bound on the number of Pods. Null if there is none. */
  bound?: Maybe<PlacementBound>;
  /** Capacity of the cluster, as the engine reports it. */
  capacity: PlacementCapacity;
  /** Registered cluster that the object represents. Null if the cluster is not registered, or is hidden from the caller. */
  cluster?: Maybe<Cluster>;
  /** Drain of the member cluster. Null if no drain is requested. */
  drain?: Maybe<PlacementDrain>;
  /** Engine of the member cluster. */
  engine: PlacementEngine;
  /** Id of the object. */
  id: Scalars['ID']['output'];
  /** Object that represents the member cluster. Null if the object was deleted during the request. */
  object?: Maybe<KubernetesObject>;
  /** Taints as `key=value:Effect`, or `key:Effect` without a value, in the order of the object. */
  taints: Array<Scalars['String']['output']>;
  /** Workloads with an assignment in state ASSIGNED or HELD to the cluster, sorted by binding id. */
  workloads: PlacedWorkloadConnection;
};


/**
 * Placement data of a member cluster, from the object on the hub that represents it: a ManagedCluster, or a Cluster of
 * Karmada.
 */
export type PlacementMemberWorkloadsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/**
 * Move of the workloads of a policy to other member clusters. The cause is a drain, or the annotation
 * `placement.fleetgraph.dev/clusters` of the policy.
 */
export type PlacementMove = {
  __typename?: 'PlacementMove';
  /** True if a drain caused the move. */
  drain: Scalars['Boolean']['output'];
  /** Member clusters that were assigned before the move, sorted. */
  from: Array<Scalars['String']['output']>;
  /** Member cluster that the reason concerns. Null if the reason concerns no single cluster. */
  member?: Maybe<Scalars['String']['output']>;
  /**
   * True if the move is not DONE and has been in its phase for longer than `placement.mover.overdue`. An overdue move is
   * not cancelled.
   */
  overdue: Scalars['Boolean']['output'];
  /** Phase of the move. */
  phase: MovePhase;
  /** Machine-readable reason for the phase. Null if there is none. */
  reason?: Maybe<MoveReason>;
  /** Time at which the move entered its phase. Null if unknown. */
  since?: Maybe<Scalars['DateTime']['output']>;
  /** Time at which the mover first recorded the move. Null if unknown. */
  startedAt?: Maybe<Scalars['DateTime']['output']>;
  /**
   * Member clusters to be assigned after the move, sorted. In a drain, the substitute that the engine chooses can be
   * missing.
   */
  to: Array<Scalars['String']['output']>;
};

/** Phase of a placed workload. If several values apply, the first in this order is used, but MOVING precedes UNSCHEDULABLE. */
export type PlacementPhase =
  /** The binding is being deleted. */
  | 'DELETING'
  /** At least one copy has the status FAILED. */
  | 'FAILED'
  /** A move or a drain changes the assignments. */
  | 'MOVING'
  /** The engine has not decided yet about the present generation of the workload, or the caller may not see the decision. */
  | 'PENDING'
  /** At least one copy is missing, in progress or being deleted. */
  | 'PROGRESSING'
  /** Every copy in an assigned member cluster has the status CURRENT. */
  | 'RUNNING'
  /**
   * The status of at least one copy is unknown. The copy reports no status, is hidden from the caller, or is in a cluster
   * whose `CoverageState` is not INDEXED. Also used if the workload has more copies than the index keeps.
   */
  | 'UNKNOWN'
  /** The engine has decided, and assigned no member cluster. */
  | 'UNSCHEDULABLE'
  | '%future added value';

/** Number of workloads in one phase. */
export type PlacementPhaseCount = {
  __typename?: 'PlacementPhaseCount';
  /** Number of workloads in this phase. */
  count: Scalars['Int']['output'];
  /** Phase of the workloads. */
  phase: PlacementPhase;
};

/** Page of Pods. */
export type PlacementPodConnection = {
  __typename?: 'PlacementPodConnection';
  /** Pods of this page. */
  nodes: Array<KubernetesObject>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of Pods that the caller may see. */
  totalCount: Scalars['Int']['output'];
};

/** Placement data of a policy: a Placement, a PropagationPolicy or a ClusterPropagationPolicy. */
export type PlacementPolicy = {
  __typename?: 'PlacementPolicy';
  /**
   * Assigned member clusters, sorted. For OCM, the clusters in the visible PlacementDecisions of the policy. For Karmada,
   * the assigned clusters of all visible bindings of the policy.
   */
  assigned: Array<Scalars['String']['output']>;
  /** Engine that evaluates the policy. */
  engine: PlacementEngine;
  /** Id of the policy. */
  id: Scalars['ID']['output'];
  /** Present or last move of the policy. Null if the mover has recorded no move. */
  move?: Maybe<PlacementMove>;
  /** Object of the policy. Null if the object was deleted during the request. */
  object?: Maybe<KubernetesObject>;
  /**
   * Member clusters that the annotation `placement.fleetgraph.dev/clusters` names, sorted. Null if the annotation is
   * missing or invalid.
   */
  wanted?: Maybe<Array<Scalars['String']['output']>>;
  /** Workloads that the policy places, sorted by binding id. */
  workloads: PlacedWorkloadConnection;
};


/** Placement data of a policy: a Placement, a PropagationPolicy or a ClusterPropagationPolicy. */
export type PlacementPolicyWorkloadsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Refusal of a member cluster by one filter. */
export type PlacementRejection = {
  __typename?: 'PlacementRejection';
  /**
   * Cause of the refusal, for example the taint as `key=value:Effect`, or the requirement on a label. At most 512
   * characters.
   */
  detail: Scalars['String']['output'];
  /** Filter that refuses the cluster. */
  filter: PlacementFilterName;
};

/** Report of an engine about the copies on one member cluster. */
export type PlacementReport =
  /** The engine reports that the copies are healthy (Karmada), or available (OCM). */
  | 'HEALTHY'
  /** The engine reports that the copies are not healthy, or not available. */
  | 'UNHEALTHY'
  /** The engine has reported nothing, or reports that the state is unknown, or the caller may not see the report. */
  | 'UNKNOWN'
  | '%future added value';

/**
 * Status of the copies of a workload in the member clusters to which it is assigned. Numbers of replicas are sums over the
 * copies that the caller may see. The sums include copies that the engine holds until a replacement is ready. Only
 * Deployments, StatefulSets, ReplicaSets, DaemonSets and Jobs have replicas.
 */
export type PlacementStatus = {
  __typename?: 'PlacementStatus';
  /** Number of available replicas; for a Job, ready Pods. Null if no visible copy has replicas. */
  availableReplicas?: Maybe<Scalars['Int']['output']>;
  /** Number of copies by status. Each object of the workload has one copy in each assigned member cluster. */
  copies: PlacementCopyCounts;
  /** Number of ready replicas. Null if no visible copy has replicas. */
  readyReplicas?: Maybe<Scalars['Int']['output']>;
  /** Number of replicas that the copies ask for; for a Job, its parallelism. Null if no visible copy has replicas. */
  replicas?: Maybe<Scalars['Int']['output']>;
  /**
   * True if the `CoverageState` of the hub, or of an assigned cluster with a visible copy, is not INDEXED. The status may
   * then be out of date.
   */
  stale: Scalars['Boolean']['output'];
  /**
   * Worst status of the copies, in this order: FAILED, UNKNOWN, IN_PROGRESS, CURRENT. Missing and terminating copies count
   * as IN_PROGRESS. Copies in clusters that are not INDEXED count as UNKNOWN, unless they have failed. Null if there is no
   * copy, or nothing is known about any copy.
   */
  status?: Maybe<ObjectStatus>;
  /**
   * Number of updated replicas; for a ReplicaSet, existing replicas; for a Job, active Pods. Null if no visible copy has
   * replicas.
   */
  updatedReplicas?: Maybe<Scalars['Int']['output']>;
};

/** Verdict on a member cluster for a workload. ASSIGNED and HELD are used even if filters refuse the cluster. */
export type PlacementVerdict =
  /** The engine has assigned the workload to the cluster. */
  | 'ASSIGNED'
  /**
   * No filter refuses the cluster, but the workload is not assigned. For example, the engine has not decided yet, or
   * capacity is short.
   */
  | 'ELIGIBLE'
  /** The engine keeps copies in the cluster until a replacement is ready. */
  | 'HELD'
  /** No filter refuses the cluster, but the engine has already chosen as many clusters as the policy asks for. */
  | 'OUTRANKED'
  /** At least one filter refuses the cluster. */
  | 'REJECTED'
  /** No filter is known to refuse the cluster, but at least one filter cannot be evaluated. */
  | 'UNKNOWN'
  | '%future added value';

/** Pods of an object. */
export type PodList = {
  __typename?: 'PodList';
  /** Explanation of what went wrong, or which Pods are missing. Null if the list is complete. */
  message?: Maybe<Scalars['String']['output']>;
  /** First Pods of the list. Contains only Pods that the index shows to the caller. Empty unless `state` is OK. */
  nodes: Array<KubernetesObject>;
  /** State of the read: OK, or the cause of its failure. */
  state: LiveState;
  /**
   * Number of Pods that the cluster lists, including Pods beyond `first`. At most 2000 Pods are counted; `message` states
   * if there are more. Null unless `state` is OK.
   */
  totalCount?: Maybe<Scalars['Int']['output']>;
};

/** Lines of a log, with a token to continue after them. */
export type PodLogs = {
  __typename?: 'PodLogs';
  /**
   * Name of the container. Null if no container was found, or if the argument `container` is missing but required. Also
   * null if too many logs are followed.
   */
  container?: Maybe<Scalars['String']['output']>;
  /** Names of all containers of the Pod, including init and ephemeral containers. Empty if the Pod cannot be read. */
  containers: Array<Scalars['String']['output']>;
  /**
   * Cause for which no more lines follow. Null while a subscription continues. In a query, REFUSED if `state` is not OK,
   * otherwise null.
   */
  end?: Maybe<LogEnd>;
  /**
   * Number of lines that were left out, because they do not match `search` or `levels`. A subscription counts all such
   * lines since the first payload.
   */
  filtered: Scalars['Int']['output'];
  /** Lines of the log, oldest first. */
  lines: Array<LogLine>;
  /** Explanation of what went wrong, why the log ends, or where an answer was cut. Null otherwise. */
  message?: Maybe<Scalars['String']['output']>;
  /** Token to continue after these lines, for `since`. Empty until a line with a time was read, or if `end` is REFUSED. */
  resume: Scalars['String']['output'];
  /**
   * Number of lines that were dropped before these lines, because more lines waited than `limits.logBytes` allows. For
   * example, the client reads slowly, or the log grows faster than payloads are sent. Always 0 in a query.
   */
  skipped: Scalars['Int']['output'];
  /** State of the read: OK, or the cause of its failure. After any state other than OK, no lines follow. */
  state: LiveState;
};

/** Pod with restarted containers. */
export type PodRestarts = {
  __typename?: 'PodRestarts';
  /**
   * Name of the container with most restarts. If several containers have equally many, the container with the latest
   * `lastTerminatedAt`.
   */
  container: Scalars['String']['output'];
  /** Exit code of the container at `lastTerminatedAt`. Null if the Pod does not report it. */
  exitCode?: Maybe<Scalars['Int']['output']>;
  /**
   * Time at which the container named in `container` last failed. If no failure is known, the time at which it last ended.
   * Null if the Pod does not report the time.
   */
  lastTerminatedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Pod that contains the restarted containers. */
  object: KubernetesObject;
  /**
   * Reason why the container ended at `lastTerminatedAt`, for example OOMKilled, Error or Completed. Null if the Pod does
   * not report the reason.
   */
  reason?: Maybe<Scalars['String']['output']>;
  /** Number of restarts of all containers and init containers. */
  restarts: Scalars['Int']['output'];
};

/** Policy data of an object. */
export type Policy = {
  __typename?: 'Policy';
  /**
   * True if the conditions in `reported` agree with `standing`, false if the conditions contradict `standing`. Null if no
   * comparison is possible, for example if no condition is current.
   */
  agrees?: Maybe<Scalars['Boolean']['output']>;
  /** Scope of the policy: its target alone, or also the nodes below its target. */
  class: PolicyClass;
  /** Id of the object. */
  id: Scalars['ID']['output'];
  /**
   * Keys of the policy's rules, sorted. `*` stands for a whole policy. Empty for kinds whose merge rule is not known. The
   * index does not hold the values. To read a value, use `object.live.spec(path: …)` with `EffectiveRule.path`.
   */
  keys: Array<Scalars['String']['output']>;
  /** Kind of the policy, in the form that `PolicyFilter.kinds` accepts. */
  kind: Scalars['String']['output'];
  /** Object of the policy. Null if the object was deleted during the request. */
  object?: Maybe<KubernetesObject>;
  /**
   * Policies that replace rules of this policy on at least one path, sorted by id. For CONFLICTED, the oldest policy of
   * the kind for each target.
   */
  overriddenBy: Array<Policy>;
  /** Conditions that controllers report in the status of the policy. Maximum 32. */
  reported: Array<PolicyCondition>;
  /** State of the policy, computed from the topology that the caller sees. */
  standing: PolicyStanding;
  /** Rule by which the policy is merged with other policies of its kind. */
  strategy: PolicyStrategy;
  /**
   * Nodes that the policy is attached to, even if the POLICY edge has refusals. Targets that the caller cannot see, or
   * that do not exist, are in `PolicyNode.unresolved`.
   */
  targets: Array<PolicyNode>;
};

/** Change of one edge, policy or effective policy. Apply each change by its id. Applying a change twice does no harm. */
export type PolicyChange = {
  __typename?: 'PolicyChange';
  /** Current edge. Null for DETACHED, REVOKED, POLICY and EFFECT. */
  edge?: Maybe<PolicyEdge>;
  /** Kind of the edge. Null for POLICY and EFFECT. */
  edgeKind?: Maybe<PolicyEdgeKind>;
  /** Current effective policy. Null if the effective policy no longer exists, or if the type is not EFFECT. */
  effective?: Maybe<EffectivePolicy>;
  /** Id of the edge, the policy or the effective policy. */
  id: Scalars['ID']['output'];
  /** Current policy. Null unless the type is POLICY. */
  policy?: Maybe<Policy>;
  /** Type of the change. */
  type: PolicyChangeType;
};

/** Type of a change. */
export type PolicyChangeType =
  /**
   * An edge was added, for example because a policy was attached, a listener was added, or a rule names a new backend. If
   * the client already has the edge, the new edge replaces it.
   */
  | 'ATTACHED'
  /**
   * An edge changed: its refusals, hostnames or ports, or the hostnames, port or protocol of its lower node. Replace the
   * edge.
   */
  | 'CHANGED'
  /** An edge was removed. Ignore the change if the client does not have the edge. */
  | 'DETACHED'
  /**
   * An effective policy was added or removed, or its rules changed: keys, values or sources. Replace the effective policy,
   * or remove it if `effective` is null.
   */
  | 'EFFECT'
  /** A policy changed: its class, specification, standing or reported conditions. */
  | 'POLICY'
  /** An edge was removed, because the caller may no longer see one of its nodes. Apply the change like DETACHED. */
  | 'REVOKED'
  | '%future added value';

/** Payload of `policyChanges`: the difference between the topology as last sent to the client and the present topology. */
export type PolicyChanges = {
  __typename?: 'PolicyChanges';
  /**
   * Changes in no particular order, at most one per edge, per policy and per effective policy. With more than 10 000
   * changes, the list is empty and `reset` is TOO_MANY.
   */
  changes: Array<PolicyChange>;
  /**
   * True if the index has listed all kinds of the topology that the caller may list, as in `PolicyTopology.ready`. A
   * change of this value alone sends no payload.
   */
  ready: Scalars['Boolean']['output'];
  /**
   * Reason for which the payload has no changes and is the last payload of the subscription. Subscribe again and discard
   * the earlier state. Null in all other payloads.
   */
  reset?: Maybe<ResetReason>;
};

/** Scope of a policy. */
export type PolicyClass =
  /** The policy acts on its target only. */
  | 'DIRECT'
  /** The policy acts on its target and on the nodes below it. */
  | 'INHERITED'
  | '%future added value';

/** Condition in the status of a policy. */
export type PolicyCondition = {
  __typename?: 'PolicyCondition';
  /**
   * Id of the object for which the condition is reported, such as a Gateway. Null if the condition applies to the whole
   * policy.
   */
  ancestor?: Maybe<Scalars['ID']['output']>;
  /** True if the condition belongs to the current generation of the policy. */
  current: Scalars['Boolean']['output'];
  /** Reason of the condition, cut after 128 characters. */
  reason: Scalars['String']['output'];
  /** Status of the condition: `True`, `False` or `Unknown`. */
  status: Scalars['String']['output'];
  /** Type of the condition, for example `Accepted`, `Enforced`, `Programmed`, `Overridden` or `Conflicted`. */
  type: Scalars['String']['output'];
};

/** Directed connection of two nodes. */
export type PolicyEdge = {
  __typename?: 'PolicyEdge';
  /** Upper node of the edge. For a POLICY edge, the policy. */
  from: PolicyNode;
  /**
   * Hostnames that a ROUTE edge serves. An empty list means all hostnames, or none if `refusals` contains HOSTNAME. Always
   * empty for other kinds of edges.
   */
  hostnames: Array<Scalars['String']['output']>;
  /** Id of the edge: `<kind> <from> <to>`. */
  id: Scalars['ID']['output'];
  /** Kind of the edge. */
  kind: PolicyEdgeKind;
  /** Service ports that the route rule of a BACKEND edge names. Always empty for other kinds of edges. */
  ports: Array<Scalars['Int']['output']>;
  /**
   * Reasons why the edge is not valid, by the rules of the Gateway API and by the conditions that controllers report.
   * Empty for a valid edge. Paths contain only valid edges.
   */
  refusals: Array<PolicyRefusal>;
  /** Lower node of the edge. For a POLICY edge, the target of the policy. */
  to: PolicyNode;
};

/** Page of edges. */
export type PolicyEdgeConnection = {
  __typename?: 'PolicyEdgeConnection';
  /** Edges of this page. */
  nodes: Array<PolicyEdge>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of edges on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** Kind of an edge. */
export type PolicyEdgeKind =
  /** From a route rule to a Service. */
  | 'BACKEND'
  /** From a GatewayClass to a Gateway. */
  | 'CLASS'
  /** From a Gateway to a ListenerSet. */
  | 'LISTENER_SET'
  /** From a policy to its target. */
  | 'POLICY'
  /** From a listener to a route. */
  | 'ROUTE'
  /** From an object to one of its sections. */
  | 'SECTION'
  | '%future added value';

/** Effect of a deletion on one effective policy. */
export type PolicyEffect = {
  __typename?: 'PolicyEffect';
  /** Effective policy after the deletion. Null if no policy would apply, or if the path would no longer exist. */
  after?: Maybe<EffectivePolicy>;
  /** Effective policy at present. */
  before: EffectivePolicy;
};

/** Page of effects of a deletion on effective policies. */
export type PolicyEffectConnection = {
  __typename?: 'PolicyEffectConnection';
  /** Effects of this page. */
  nodes: Array<PolicyEffect>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of effects on all pages. */
  totalCount: Scalars['Int']['output'];
};

/**
 * Selection of a part of the topology. All given fields must match. A list matches any one of its values; an empty list
 * matches nothing. A list has at most 1000 values, `around` at most 50.
 */
export type PolicyFilter = {
  /**
   * Ids of nodes, at most 50. Matches these nodes, all nodes above and below them, and the policies that are attached to a
   * matching node. For a policy, also matches its targets and the nodes above and below the targets.
   */
  around?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Names of clusters. Clusters that do not exist or are hidden from the caller are ignored. */
  clusters?: InputMaybe<Array<Scalars['String']['input']>>;
  /**
   * Hostname (`api.example.test`) or pattern (`*.example.test`). Matches paths that serve the hostname, or at least one
   * hostname that fits the pattern. Also matches all nodes on these paths, the Services below them, and attached policies.
   */
  hostname?: InputMaybe<Scalars['String']['input']>;
  /**
   * Kinds of policies, with or without the API group, for example `AuthPolicy` or `AuthPolicy.kuadrant.io`. Plurals are
   * also accepted. Case is ignored. Nodes that are not policies always match.
   */
  kinds?: InputMaybe<Array<Scalars['String']['input']>>;
};

/**
 * Objects and effective policies that depend on a node. If the cluster has more paths or merged rules than
 * `limits.policyPaths` permits, `pathCount` is 0, and `hostnames` and `ifDeleted` are empty.
 */
export type PolicyImpact = {
  __typename?: 'PolicyImpact';
  /**
   * Hostnames of the paths that `pathCount` counts, sorted. Empty if there is no path, or if at least one path serves all
   * hostnames.
   */
  hostnames: Array<Scalars['String']['output']>;
  /** Effective policies that would change or disappear if the node were deleted, sorted by id. */
  ifDeleted: PolicyEffectConnection;
  /** Node whose impact is computed. */
  node: PolicyNode;
  /** Policies that would lose all their targets if the node were deleted, sorted by id. */
  orphaned: Array<Policy>;
  /** Number of paths to route rules that a change of the node may affect. For a policy, the paths through its targets. */
  pathCount: Scalars['Int']['output'];
  /**
   * Nodes below the node, sorted by id, for example sections, routes and Services. For a policy, its targets and the nodes
   * below them. Edges with refusals are not followed.
   */
  reaches: PolicyNodeConnection;
};


/**
 * Objects and effective policies that depend on a node. If the cluster has more paths or merged rules than
 * `limits.policyPaths` permits, `pathCount` is 0, and `hostnames` and `ifDeleted` are empty.
 */
export type PolicyImpactIfDeletedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Objects and effective policies that depend on a node. If the cluster has more paths or merged rules than
 * `limits.policyPaths` permits, `pathCount` is 0, and `hostnames` and `ifDeleted` are empty.
 */
export type PolicyImpactReachesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/**
 * Object of the topology, or a section of an object: a listener, a route rule, or a named port of a Service. `above` and
 * `below` contain only edges that the filter of the query selects.
 */
export type PolicyNode = {
  __typename?: 'PolicyNode';
  /**
   * Edges that end at this node, sorted by id: from the nodes above it and from policies that are attached to it. To read
   * more than 500 edges, use `PolicyTopology.edges` with `PolicyFilter.around`.
   */
  above: Array<PolicyEdge>;
  /** Edges that start at this node, sorted by id: to the nodes below it or, for a policy, to its targets. */
  below: Array<PolicyEdge>;
  /** Cluster that the object lives in. */
  cluster: Cluster;
  /** Hostnames in the specification of a listener or route. An empty list means any hostname. Always empty for other nodes. */
  hostnames: Array<Scalars['String']['output']>;
  /** Id of the object, or `<id of the object>#<section>` for a section. The section is percent-encoded. */
  id: Scalars['ID']['output'];
  /** The object. For a section, the object that contains the section. Null if the object was deleted during the request. */
  object?: Maybe<KubernetesObject>;
  /** Policy data of the object. Null if the object is not a policy. */
  policy?: Maybe<Policy>;
  /** Port number of a listener or of a named port of a Service. Null for other nodes. */
  port?: Maybe<Scalars['Int']['output']>;
  /** Protocol of a listener. Null for other nodes. */
  protocol?: Maybe<Scalars['String']['output']>;
  /**
   * Name of the section. A route rule without a name is `rule-<position>`, counted from 1. Null if the node is a whole
   * object.
   */
  section?: Maybe<Scalars['String']['output']>;
  /** References of this node to objects or sections that the caller cannot see or that do not exist. */
  unresolved: Array<PolicyReference>;
};


/**
 * Object of the topology, or a section of an object: a listener, a route rule, or a named port of a Service. `above` and
 * `below` contain only edges that the filter of the query selects.
 */
export type PolicyNodeAboveArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Object of the topology, or a section of an object: a listener, a route rule, or a named port of a Service. `above` and
 * `below` contain only edges that the filter of the query selects.
 */
export type PolicyNodeBelowArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Page of nodes. */
export type PolicyNodeConnection = {
  __typename?: 'PolicyNodeConnection';
  /** Nodes of this page. */
  nodes: Array<PolicyNode>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of nodes on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** Path of traffic from a Gateway to a route rule, or to a listener. */
export type PolicyPath = {
  __typename?: 'PolicyPath';
  /** Hostnames that the path serves. An empty list means any hostname. */
  hostnames: Array<Scalars['String']['output']>;
  /** Ids of `nodes`, separated by one space. */
  id: Scalars['ID']['output'];
  /**
   * Nodes from top to bottom: GatewayClass (optional), Gateway, ListenerSet (optional), listener, route, route rule. A
   * path to a listener ends at the listener. An open path begins lower.
   */
  nodes: Array<PolicyNode>;
  /** True if the path begins below its Gateway. The objects above may be hidden from the caller, or not in the index yet. */
  open: Scalars['Boolean']['output'];
};

/** PodDisruptionBudget is an object to define the max disruption that can be caused to a collection of pods */
export type PolicyPodDisruptionBudget = KubernetesResource & {
  __typename?: 'PolicyPodDisruptionBudget';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** Specification of the desired behavior of the PodDisruptionBudget. */
  spec?: Maybe<PolicyPodDisruptionBudgetSpec>;
  /** Most recently observed status of the PodDisruptionBudget. */
  status?: Maybe<PolicyPodDisruptionBudgetStatus>;
};

/** PodDisruptionBudgetSpec is a description of a PodDisruptionBudget. */
export type PolicyPodDisruptionBudgetSpec = {
  __typename?: 'PolicyPodDisruptionBudgetSpec';
  /** An eviction is allowed if at most "maxUnavailable" pods selected by "selector" are unavailable after the eviction, i.e. */
  maxUnavailable?: Maybe<Scalars['IntOrString']['output']>;
  /** An eviction is allowed if at least "minAvailable" pods selected by "selector" will still be available after the … */
  minAvailable?: Maybe<Scalars['IntOrString']['output']>;
  /** Label query over pods whose evictions are managed by the disruption budget. */
  selector?: Maybe<MetaLabelSelector>;
  /** UnhealthyPodEvictionPolicy defines the criteria for when unhealthy pods should be considered for eviction. */
  unhealthyPodEvictionPolicy?: Maybe<Scalars['String']['output']>;
};

/** PodDisruptionBudgetStatus represents information about the status of a PodDisruptionBudget. */
export type PolicyPodDisruptionBudgetStatus = {
  __typename?: 'PolicyPodDisruptionBudgetStatus';
  /** Conditions contain conditions for PDB. The disruption controller sets the DisruptionAllowed condition. */
  conditions?: Maybe<Array<MetaCondition>>;
  /** current number of healthy pods */
  currentHealthy?: Maybe<Scalars['Int']['output']>;
  /** minimum desired number of healthy pods */
  desiredHealthy?: Maybe<Scalars['Int']['output']>;
  /** DisruptedPods contains information about pods whose eviction was processed by the API server eviction subresource … */
  disruptedPods?: Maybe<Scalars['JSON']['output']>;
  /** Number of pod disruptions that are currently allowed. */
  disruptionsAllowed?: Maybe<Scalars['Int']['output']>;
  /** total number of pods counted by this disruption budget */
  expectedPods?: Maybe<Scalars['Int']['output']>;
  /** Most recent generation observed when updating this PDB status. */
  observedGeneration?: Maybe<Scalars['BigInt']['output']>;
};

/** Reference that does not resolve to a node. */
export type PolicyReference = {
  __typename?: 'PolicyReference';
  /**
   * True if the referenced object or section does not exist. False if it may exist, but is not visible to the caller or
   * not in the index.
   */
  absent: Scalars['Boolean']['output'];
  /** Kind of the edge that the reference would create. */
  kind: PolicyEdgeKind;
  /** Id that the referenced node has, or would have if it existed. */
  to: Scalars['ID']['output'];
};

/** Reason why an edge is not valid. */
export type PolicyRefusal =
  /** One of the two objects of the edge is being deleted. */
  | 'DELETED'
  /** The reference crosses namespaces, and no ReferenceGrant in the target namespace permits it. */
  | 'GRANT'
  /** Listener and route have no hostname in common. */
  | 'HOSTNAME'
  /** The listener does not accept routes of this kind. */
  | 'KIND'
  /**
   * The listener does not accept objects from the namespace of the route, or the Gateway does not accept objects from the
   * namespace of the ListenerSet.
   */
  | 'NAMESPACE'
  /** The port in the reference of the route differs from the port of the listener. */
  | 'PORT'
  /** A controller reports that one of the two nodes of the edge, or their connection, is not accepted or not programmed. */
  | 'REPORTED'
  | '%future added value';

/** State of a policy, computed from the topology. */
export type PolicyStanding =
  /** The policy is attached. fleetgraph does not compute the effect of this kind of policy. */
  | 'ATTACHED'
  /** Each target with a valid POLICY edge has an older policy of this kind. The kind allows only one policy per target. */
  | 'CONFLICTED'
  /** All rules apply on every path that the policy acts on. */
  | 'ENFORCED'
  /**
   * A controller refuses the policy, the policy is being deleted, or no POLICY edge of the policy is valid. A refusal
   * because of a conflict does not count.
   */
  | 'NOT_ACCEPTED'
  /** The policy is attached, but has no rules, or there is no path that it could act on. */
  | 'NO_EFFECT'
  /** No rule applies, because other policies replace all rules. */
  | 'OVERRIDDEN'
  /** At least one rule applies on some path, and at least one rule is replaced on some path. */
  | 'PARTIAL'
  /** No target exists. */
  | 'TARGET_NOT_FOUND'
  /**
   * The state cannot be computed: no target is visible but a target may exist, or the cluster has more paths or merged
   * rules than `limits.policyPaths` permits.
   */
  | 'UNKNOWN'
  | '%future added value';

/**
 * Rule by which policies of one kind are merged along a path. The lower the target of a policy is on the path, the more
 * specific is the policy.
 */
export type PolicyStrategy =
  /**
   * If more specific policies have rules, these rules replace all rules of the policy. `when` conditions and `patterns` do
   * not count as rules here.
   */
  | 'ATOMIC_DEFAULTS'
  /** The rules of the policy replace all rules of more specific policies. */
  | 'ATOMIC_OVERRIDES'
  /** Only the most specific policy applies, as a whole. If one target has several policies, the oldest applies. */
  | 'NEAREST'
  /** A rule of the policy is replaced if a more specific policy has a rule with the same key. */
  | 'RULE_DEFAULTS'
  /** The rules of the policy replace rules with the same key in more specific policies. */
  | 'RULE_OVERRIDES'
  /** The merge rule of the policy's kind is not known. */
  | 'UNKNOWN'
  | '%future added value';

/**
 * Topology of the selected clusters. Nodes are GatewayClasses, Gateways, ListenerSets, routes, Services, policies, and
 * sections of these objects; edges are their connections. A Service is a node only if a route rule or a policy names it.
 * An object of any other kind is a node if a policy targets it. All nodes and edges are from one version of the index.
 */
export type PolicyTopology = {
  __typename?: 'PolicyTopology';
  /** Graph in the DOT language of Graphviz. Null if the graph has more than 2 000 nodes. Then narrow the filter. */
  dot?: Maybe<Scalars['String']['output']>;
  /** Edges, sorted by id. */
  edges: PolicyEdgeConnection;
  /** Nodes, sorted by id. */
  nodes: PolicyNodeConnection;
  /**
   * True if the index has listed all kinds of the topology that the caller may list, in every selected cluster. Then
   * `waiting` is empty. False if a cluster in `PolicyFilter.clusters` is hidden from the caller or does not exist. Without
   * `clusters`, the same holds for the clusters of the ids in `around`. Without `clusters` and `around`, false if any
   * cluster is closed, or if the caller's permissions in any cluster are not known.
   */
  ready: Scalars['Boolean']['output'];
  /** Clusters with kinds of the topology that are not completely listed yet, sorted by name. */
  waiting: Array<PolicyWaiting>;
};


/**
 * Topology of the selected clusters. Nodes are GatewayClasses, Gateways, ListenerSets, routes, Services, policies, and
 * sections of these objects; edges are their connections. A Service is a node only if a route rule or a policy names it.
 * An object of any other kind is a node if a policy targets it. All nodes and edges are from one version of the index.
 */
export type PolicyTopologyEdgesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Topology of the selected clusters. Nodes are GatewayClasses, Gateways, ListenerSets, routes, Services, policies, and
 * sections of these objects; edges are their connections. A Service is a node only if a route rule or a policy names it.
 * An object of any other kind is a node if a policy targets it. All nodes and edges are from one version of the index.
 */
export type PolicyTopologyNodesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Topology of the selected clusters. Nodes are GatewayClasses, Gateways, ListenerSets, routes, Services, policies, and
 * sections of these objects; edges are their connections. A Service is a node only if a route rule or a policy names it.
 * An object of any other kind is a node if a policy targets it. All nodes and edges are from one version of the index.
 */
export type PolicyTopologyWaitingArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Cluster whose topology may be incomplete. */
export type PolicyWaiting = {
  __typename?: 'PolicyWaiting';
  /** Cluster with kinds that are not completely listed. `Cluster.coverage` has the details. */
  cluster: Cluster;
  /**
   * Kinds that are not completely listed yet, in the form that `PolicyFilter.kinds` accepts. Contains only kinds that the
   * caller may list.
   */
  kinds: Array<Scalars['String']['output']>;
};

/** Column that kubectl prints for an object. */
export type PrintedColumn = {
  __typename?: 'PrintedColumn';
  /** Header of the column, for example `Ready`. */
  name: Scalars['String']['output'];
  /** Value of the column, on one line, cut after 512 characters. Empty if there is no value. */
  value: Scalars['String']['output'];
  /** True if kubectl prints the column only with `-o wide`. */
  wide: Scalars['Boolean']['output'];
};

/** Root type of all read operations. */
export type Query = {
  __typename?: 'Query';
  /**
   * Actions that the operator has enabled. Empty if actions are disabled. The cluster also decides whether the caller may
   * perform an action.
   */
  actions: Array<Action>;
  /**
   * Registrations of all clusters, and problems with these registrations. Visible only to administrators; null for all
   * other callers. Administrators are callers who may list `registrations.fleetgraph.dev` on the cluster that the
   * configuration names (`administrators`). The user who started the process with their own kubeconfig is also an
   * administrator.
   */
  administration?: Maybe<Administration>;
  /** Cluster with the given name. Null if the cluster does not exist or the caller may not know it. */
  cluster?: Maybe<Cluster>;
  /**
   * Clusters in which the caller sees at least one object or may list at least one kind, sorted by name. Null only if an
   * error occurs.
   */
  clusters?: Maybe<ClusterConnection>;
  /** Coverage of all clusters by the index: the number of clusters in each state at present. */
  coverage: Coverage;
  /**
   * Effective policies: the merged result of all policies of one kind on one path. A path leads from a Gateway to a route
   * rule, or to a listener for kinds of policies that act on listeners. Sorted by cluster, kind of policy and path. The
   * field is null only with an error.
   */
  effectivePolicies?: Maybe<EffectivePolicyConnection>;
  /**
   * Explanation of whether and why the caller (or `asUser`) may see an object or act on it. Contains the grants of the
   * leaf cluster that allow the access. The object need not exist. Null only if an error occurs.
   */
  explainAccess?: Maybe<AccessExplanation>;
  /**
   * Kinds of which the caller may list objects in at least one cluster, or sees at least one object. Sorted by name, then
   * API group. Null only if an error occurs.
   */
  kinds?: Maybe<Array<Kind>>;
  /**
   * Present state of one object, read from its cluster with the permissions of the caller. Accepts every kind that the
   * cluster serves, even if the index does not collect the kind. If the cluster or the kind is hidden from the caller, the
   * state is NOT_FOUND instead of FORBIDDEN. The field is null only with an error.
   */
  liveObject?: Maybe<LiveObject>;
  /**
   * Traffic between services, workloads or apps, over all clusters, from the configured Prometheus. Exactly one of
   * `namespaces` and `around` is required. A graph with more than 2000 nodes or 10 000 edges is an error. The field is
   * null only with an error.
   */
  meshGraph?: Maybe<MeshGraph>;
  /** Mesh item with the given id. Null if the item does not exist or is hidden from the caller. */
  meshItem?: Maybe<MeshItem>;
  /**
   * Services, workloads or apps of the mesh, one item for each namespace and name. An item has one instance for each
   * cluster that has its objects. Sorted by namespace, then name. The field is null only with an error.
   */
  meshItems?: Maybe<MeshItemConnection>;
  /**
   * Faults in the Istio configuration, found from the index. Sorted by id of the object, then code, then path. The field
   * is null only with an error.
   */
  meshValidations?: Maybe<MeshValidationConnection>;
  /**
   * Namespaces in which the caller sees at least one object, or in which a RoleBinding lets the caller list a kind. Also
   * contains namespaces whose Namespace object the caller sees. Sorted by name, then cluster. Null only if an error
   * occurs.
   */
  namespaces?: Maybe<NamespaceConnection>;
  /**
   * Object with the given id, of any type that implements Node. Null if the index does not contain the object or the
   * caller may not see it; the two cases are indistinguishable.
   */
  node?: Maybe<Node>;
  /**
   * Objects with the given ids, in the order of the ids. An entry is null if the index does not contain the object or the
   * caller may not see it. The list is null only if an error occurs.
   */
  nodes?: Maybe<Array<Maybe<Node>>>;
  /**
   * Object with the given id, from the index. Null if the index does not contain the object or the caller may not see it;
   * the two cases are indistinguishable.
   */
  object?: Maybe<KubernetesObject>;
  /**
   * Changes of a list of objects since an earlier answer of `objects` or `objectChanges`. The cost grows with the number
   * of changes. Null only if an error occurs.
   */
  objectChanges?: Maybe<ObjectChanges>;
  /**
   * Objects of all clusters, from the index. The response time does not depend on the leaf clusters. Exception: a cluster
   * is asked for the caller's permissions if its RBAC alone does not decide them. `coverage` tells which clusters the
   * answer covers. Null only if an error occurs.
   */
  objects?: Maybe<ObjectConnection>;
  /**
   * Package with the given id. Null if the package does not exist or the caller may not see it; the two cases are
   * indistinguishable.
   */
  package?: Maybe<Package>;
  /**
   * Deployments over all clusters, sorted by object id. Includes deployments whose package is unknown. The field is null
   * only with an error.
   */
  packageDeployments?: Maybe<PackageDeploymentConnection>;
  /**
   * Decision on whether the next wave of a rollout may start. `PackageGateCause` lists the causes that close the gate, for
   * example a cluster without the package, or a deployment that is not READY. The field is null only with an error.
   */
  packageGate?: Maybe<PackageGate>;
  /**
   * Packages that are published or deployed, over all clusters, sorted by address and directory. Contains only packages of
   * which the caller sees a deployment or the `intent`. The caller must also see the object that states the address of the
   * package. The field is null only with an error.
   */
  packages?: Maybe<PackageConnection>;
  /**
   * Workloads that a placement engine on a hub distributes to member clusters, from the index. Sorted by the id of the
   * binding (`bindingId`). Hubs are the clusters in the configuration `placement.hubs`. The field is null only with an
   * error.
   */
  placedWorkloads?: Maybe<PlacedWorkloadConnection>;
  /**
   * Lines of a container log: the last `tail` lines, or the lines since an earlier answer. One answer reads at most
   * `limits.logBytes`, older lines first. To read the rest, use `since`. To follow a log continuously, use the
   * subscription `podLogs`. The field is null only with an error.
   */
  podLogs?: Maybe<PodLogs>;
  /**
   * Complete state of a topology, in the form of the first payload of the subscription `policyChanges`. The field is null
   * only with an error.
   */
  policyChanges?: Maybe<PolicyChanges>;
  /**
   * Objects and effective policies that depend on one object or section. Null if the object does not exist, is not part of
   * the topology, or is not visible to the caller.
   */
  policyImpact?: Maybe<PolicyImpact>;
  /**
   * Gateways, routes, Services and attached policies of all clusters, connected as their specifications say. Computed from
   * the index: the query sends no request to a cluster. The field is null only with an error.
   */
  policyTopology?: Maybe<PolicyTopology>;
  /**
   * Pods with restarted containers, most restarts first. Pods with equally many restarts are sorted by id. Counts the
   * restarts that the Pod reports for its containers and init containers. A new Pod begins at 0. Null only if an error
   * occurs.
   */
  restarts?: Maybe<RestartConnection>;
  /**
   * Revisions that Kustomizations and HelmReleases have applied, or have tried last, over all clusters. Grouped by the
   * address of their source. An object counts only if the caller may see the object and its source. For a HelmRelease with
   * a HelmChart, the caller must also see the HelmChart. Sorted by address, then by `firstSeenAt`, newest first. Revisions
   * without `firstSeenAt` come last. Null only if an error occurs, for example if there are more than 100 000 revisions.
   */
  revisions?: Maybe<RevisionConnection>;
  /**
   * Views that the caller saved, and views that administrators saved for everybody. The store of the index contains these
   * views. If the store loses its data, the views are lost. Views of the configuration are in `views`. Null only if an
   * error occurs, for example if the store cannot be reached.
   */
  savedViews?: Maybe<SavedViews>;
  /**
   * Values that match the words that a user types. Contains only values of objects that the caller may see. Best matches
   * come first: the whole value, then its beginning, then beginnings of its words, then any other part. Equally good
   * matches are sorted by number of objects, highest first. A blank text returns no suggestions. Null only if an error
   * occurs.
   */
  suggestions?: Maybe<Array<Suggestion>>;
  /**
   * Tree of related objects, starting from a root object. Nearest objects come first. Each object appears once, at the
   * place where the tree first reaches it. The tree leaves out objects that the caller may not see, and everything that is
   * reachable only through them. The tree includes an object outside the index only if the caller could list it. Null if
   * the index does not contain the root or the caller may not see the root.
   */
  tree?: Maybe<ObjectTree>;
  /** Caller of the request, with the caller's identity in fleetgraph and on each cluster. */
  viewer: Viewer;
  /**
   * Queries that the operator of fleetgraph saved for all callers (`explorer.views`), in configured order. The result of a
   * query contains only objects that the caller may see.
   */
  views: Array<SavedView>;
  /**
   * Lines of the logs of the Pods and containers of a workload, sorted by time. Reads at most 20 containers, and prefers
   * running containers and newer Pods. `leftOut` is the number of further containers. All logs of one answer share
   * `limits.logBytes`. To follow the logs continuously, use the subscription `workloadLogs`. The field is null only with
   * an error.
   */
  workloadLogs?: Maybe<WorkloadLogs>;
};


/** Root type of all read operations. */
export type QueryClusterArgs = {
  name: Scalars['String']['input'];
};


/** Root type of all read operations. */
export type QueryClustersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ClusterFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** Root type of all read operations. */
export type QueryEffectivePoliciesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<PolicyFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Root type of all read operations. */
export type QueryExplainAccessArgs = {
  asGroups?: InputMaybe<Array<Scalars['String']['input']>>;
  asUser?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
  subresource?: InputMaybe<Scalars['String']['input']>;
  verb?: Scalars['String']['input'];
};


/** Root type of all read operations. */
export type QueryLiveObjectArgs = {
  id: Scalars['ID']['input'];
};


/** Root type of all read operations. */
export type QueryMeshGraphArgs = {
  around?: InputMaybe<Array<Scalars['ID']['input']>>;
  at?: InputMaybe<Scalars['DateTime']['input']>;
  clusters?: InputMaybe<Array<Scalars['String']['input']>>;
  idle?: Scalars['Boolean']['input'];
  namespaces?: InputMaybe<Array<Scalars['String']['input']>>;
  serviceNodes?: Scalars['Boolean']['input'];
  type?: MeshGraphType;
  window?: Scalars['Duration']['input'];
};


/** Root type of all read operations. */
export type QueryMeshItemArgs = {
  id: Scalars['ID']['input'];
};


/** Root type of all read operations. */
export type QueryMeshItemsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<MeshItemFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  type: MeshItemType;
};


/** Root type of all read operations. */
export type QueryMeshValidationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<MeshValidationFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Root type of all read operations. */
export type QueryNamespacesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<NamespaceFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** Root type of all read operations. */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/** Root type of all read operations. */
export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


/** Root type of all read operations. */
export type QueryObjectArgs = {
  id: Scalars['ID']['input'];
};


/** Root type of all read operations. */
export type QueryObjectChangesArgs = {
  filter?: InputMaybe<ObjectFilter>;
  since: Scalars['String']['input'];
};


/** Root type of all read operations. */
export type QueryObjectsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ObjectFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<Array<ObjectOrder>>;
};


/** Root type of all read operations. */
export type QueryPackageArgs = {
  id: Scalars['ID']['input'];
};


/** Root type of all read operations. */
export type QueryPackageDeploymentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<PackageFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Root type of all read operations. */
export type QueryPackageGateArgs = {
  appliedIsEnough?: Scalars['Boolean']['input'];
  clusters: Array<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
  revision?: InputMaybe<Scalars['String']['input']>;
  soak?: Scalars['Duration']['input'];
};


/** Root type of all read operations. */
export type QueryPackagesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<PackageFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Root type of all read operations. */
export type QueryPlacedWorkloadsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<PlacementFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Root type of all read operations. */
export type QueryPodLogsArgs = {
  container?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
  levels?: InputMaybe<Array<LogLevel>>;
  maxAge?: InputMaybe<Scalars['Duration']['input']>;
  previous?: Scalars['Boolean']['input'];
  search?: InputMaybe<Scalars['String']['input']>;
  since?: InputMaybe<Scalars['String']['input']>;
  tail?: Scalars['Int']['input'];
};


/** Root type of all read operations. */
export type QueryPolicyChangesArgs = {
  filter?: InputMaybe<PolicyFilter>;
};


/** Root type of all read operations. */
export type QueryPolicyImpactArgs = {
  id: Scalars['ID']['input'];
};


/** Root type of all read operations. */
export type QueryPolicyTopologyArgs = {
  filter?: InputMaybe<PolicyFilter>;
};


/** Root type of all read operations. */
export type QueryRestartsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ObjectFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Root type of all read operations. */
export type QueryRevisionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ObjectFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  sourceUrl?: InputMaybe<Scalars['String']['input']>;
};


/** Root type of all read operations. */
export type QuerySuggestionsArgs = {
  fields?: InputMaybe<Array<SuggestionField>>;
  filter?: InputMaybe<ObjectFilter>;
  limit?: Scalars['Int']['input'];
  text: Scalars['String']['input'];
};


/** Root type of all read operations. */
export type QueryTreeArgs = {
  depth?: Scalars['Int']['input'];
  direction?: TreeDirection;
  id: Scalars['ID']['input'];
  limit?: Scalars['Int']['input'];
};


/** Root type of all read operations. */
export type QueryWorkloadLogsArgs = {
  container?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
  levels?: InputMaybe<Array<LogLevel>>;
  maxAge?: InputMaybe<Scalars['Duration']['input']>;
  previous?: Scalars['Boolean']['input'];
  search?: InputMaybe<Scalars['String']['input']>;
  since?: InputMaybe<Scalars['String']['input']>;
  tail?: Scalars['Int']['input'];
};

/** Input of `reconcile`. */
export type ReconcileInput = {
  /** True to let the cluster check the action without performing it. */
  dryRun?: Scalars['Boolean']['input'];
  /**
   * True to upgrade a HelmRelease once even if nothing has changed, as `flux reconcile helmrelease --force` does. For
   * other kinds, the outcome is then UNSUPPORTED.
   */
  force?: Scalars['Boolean']['input'];
  /**
   * Key for safe repetition, 1 to 128 characters. Within ten minutes, the same request with this key does nothing and
   * returns the first results. A different request with this key is refused. A repetition that reaches another fleetgraph
   * process runs again.
   */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Ids of objects of Flux, the Flux Operator or the Terraform controller. At most `limits.actionObjects` in one request. */
  ids: Array<Scalars['ID']['input']>;
  /**
   * True to clear earlier failures of a HelmRelease, so that all retries are available again. Does what `flux reconcile
   * helmrelease --reset` does. For other kinds, the outcome is then UNSUPPORTED.
   */
  reset?: Scalars['Boolean']['input'];
  /**
   * True to reconcile the source of each object first. If the source cannot be reconciled, the object is not reconciled
   * either.
   */
  withSource?: Scalars['Boolean']['input'];
};

/** Registered cluster, with the details that an operator needs. */
export type Registration = {
  __typename?: 'Registration';
  /** Cause for which the cluster is not fully covered. Null if there is none. */
  cause?: Maybe<CoverageCause>;
  /** Time at which the credentials of fleetgraph for the cluster expire. Null if the credentials do not state it. */
  credentialsExpireAt?: Maybe<Scalars['DateTime']['output']>;
  /** Time at which the RBAC of the cluster was last confirmed. Null if unknown. */
  grantsSyncedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Name of the cluster. */
  name: Scalars['String']['output'];
  /**
   * Object on the hub that registers the cluster, for example `Secret fleet/leaf-01`. A hub is a cluster whose objects
   * register other clusters. Null if the source is not on a hub.
   */
  object?: Maybe<Scalars['String']['output']>;
  /** Explanation of `cause`. Null if there is none. */
  reason?: Maybe<Scalars['String']['output']>;
  /**
   * Names of other registered clusters with the same API server. Only one cluster for each API server is collected, unless
   * the configuration sets `duplicates: allow`.
   */
  sameServerAs: Array<Scalars['String']['output']>;
  /** Type of the source that registers the cluster. Null if no present source registers it. */
  source?: Maybe<RegistrationSource>;
  /** Coverage state of the cluster. */
  state: CoverageState;
  /** Time at which fleetgraph last received data of the cluster. Null if unknown. */
  syncedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** Page of registered clusters. */
export type RegistrationConnection = {
  __typename?: 'RegistrationConnection';
  /** Registered clusters of this page. */
  nodes: Array<Registration>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of registered clusters. */
  totalCount: Scalars['Int']['output'];
};

/** Problem with a registration. If the cluster has an earlier registration, the earlier registration usually remains valid. */
export type RegistrationProblem = {
  __typename?: 'RegistrationProblem';
  /** Cause of the problem. */
  cause: RegistrationProblemCause;
  /** Name of the cluster. Null if unknown. */
  cluster?: Maybe<Scalars['String']['output']>;
  /**
   * Object on the hub, for example `Secret fleet/leaf-01`. A hub is a cluster whose objects register other clusters. Null
   * if the source is not on a hub, or if the problem concerns the whole source.
   */
  object?: Maybe<Scalars['String']['output']>;
  /** Explanation of `cause`. */
  reason: Scalars['String']['output'];
  /** Type of the source. */
  source: RegistrationSource;
};

/** Cause of a problem with a registration. */
export type RegistrationProblemCause =
  /** The object lacks the Secret or the key with the credentials for the cluster. Add the Secret or the key. */
  | 'INCOMPLETE'
  /** The name is not a valid cluster name. Rename the registration. */
  | 'NAME_INVALID'
  /**
   * The name may belong to a registration that cannot be read at present. Or the store with the owners of names cannot be
   * read. Wait until the registration or the store can be read again.
   */
  | 'NAME_RESERVED'
  /** Another registration has the same name, or registers the same cluster. Rename or remove one of the two registrations. */
  | 'NAME_TAKEN'
  /**
   * The registration asks for a setting that this source may not use. Remove the setting, or permit it with `allow` of the
   * source where possible.
   */
  | 'NOT_ALLOWED'
  /** The source cannot be read. Its last known registrations remain valid. Check the source. */
  | 'SOURCE_UNREADABLE'
  /**
   * The number of clusters exceeds `limits.clusters`, or the objects of one source exceed their share of memory. Remove
   * registrations or raise the limit.
   */
  | 'TOO_MANY'
  /** The credentials or the address for the cluster cannot be read or used. Correct them. */
  | 'UNUSABLE'
  | '%future added value';

/** Page of problems with registrations. */
export type RegistrationProblemConnection = {
  __typename?: 'RegistrationProblemConnection';
  /** Problems of this page. */
  nodes: Array<RegistrationProblem>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of problems. */
  totalCount: Scalars['Int']['output'];
};

/** Type of a source of clusters, as in the configuration. A hub is a cluster whose objects register other clusters. */
export type RegistrationSource =
  /** Cluster Secrets of Argo CD on a hub. */
  | 'ARGOCD'
  /** Secrets with kubeconfigs on a hub, created by Cluster API. */
  | 'CLUSTER_API'
  /** ClusterProfile objects of the cluster inventory API (multicluster.x-k8s.io) on a hub. */
  | 'CLUSTER_PROFILES'
  /** `clusters` of the configuration. */
  | 'CONFIGURATION'
  /** GitopsCluster objects of Weave GitOps on a hub. */
  | 'GITOPS_CLUSTERS'
  /** Kubeconfig files on the machine that fleetgraph runs on. */
  | 'KUBECONFIG'
  /** Cluster that fleetgraph runs in. */
  | 'OWN_CLUSTER'
  /** Secrets on a hub, each with a kubeconfig. */
  | 'SECRETS'
  | '%future added value';

/** Page of related objects. */
export type RelationConnection = {
  __typename?: 'RelationConnection';
  /** Relations of this page. */
  edges: Array<RelationEdge>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of relations on all pages, as far as the caller may see them. Exact. */
  totalCount: Scalars['Int']['output'];
};

/** Relation to an object. */
export type RelationEdge = {
  __typename?: 'RelationEdge';
  /** Cursor of the relation. */
  cursor: Scalars['String']['output'];
  /** Direction from the requested object to the related object. */
  direction: TreeDirection;
  /** Id of the related object. */
  id: Scalars['ID']['output'];
  /**
   * Related object. Null if the index does not have the object: it does not exist, or it was not collected. The relation
   * is then listed only if the caller could list the object.
   */
  node?: Maybe<KubernetesObject>;
  /** Type of the relation. */
  type: RelationType;
};

/**
 * Type of a relation between two objects of one cluster. Each description names two objects: direction DOWN leads from the
 * first object to the second, direction UP from the second to the first.
 */
export type RelationType =
  /**
   * A dependency, and a Flux object that waits until the dependency is ready (spec.dependsOn). Example: two
   * Kustomizations.
   */
  | 'DEPENDS_ON'
  /**
   * An object that applies other objects, and an object that it applied. Examples: a Kustomization and a Deployment, an
   * Argo CD Application and a Service. An Application has this relation only if it deploys to its own cluster.
   */
  | 'MANAGES'
  /** An owner, and an object that it owns (metadata.ownerReferences). */
  | 'OWNS'
  /**
   * An object that names another object, and the named object. Examples: an Ingress and a Service, a
   * HorizontalPodAutoscaler and a Deployment, a Deployment and a ConfigMap or Secret. A Pod of a workload does not repeat
   * the relations of the workload.
   */
  | 'REFERENCES'
  /**
   * An object that selects by labels, and an object that it selects. Examples: a Service and a Pod, a ServiceMonitor and a
   * Service. A workload also has this relation to objects that select its Pods. If the workload has very many Pods, some
   * of these objects may be missing. `Query.tree` follows this relation only in direction DOWN, from the root or from an
   * object reached by REFERENCES.
   */
  | 'SELECTS'
  /** A source, and an object that takes its content from the source. Example: a GitRepository and a Kustomization. */
  | 'SOURCE'
  | '%future added value';

/** View to remove. */
export type RemoveViewInput = {
  /** True to remove the view for everybody. Only for administrators. */
  everybody?: Scalars['Boolean']['input'];
  /** Name of the view. */
  name: Scalars['String']['input'];
};

/** Reason for which changes cannot be reported. In all cases, read the list again. */
export type ResetReason =
  /** The permissions that the caller had at the time of `since` are no longer known, or the caller's groups have changed. */
  | 'RIGHTS_UNKNOWN'
  /** The number of changes exceeds `limits.changesPerPayload`, by default 10 000, or the client read too slowly. */
  | 'TOO_MANY'
  /** The process that answers does not know all changes after `since`. */
  | 'TOO_OLD'
  | '%future added value';

/** Amounts of one resource: CPU in cores, memory in bytes. */
export type ResourceAmounts = {
  __typename?: 'ResourceAmounts';
  /** Amount that a Node offers to Pods. Null for other objects, and if the Node states no amount. */
  allocatable?: Maybe<Scalars['Float']['output']>;
  /**
   * Maximum amount that the Pods, or the container, may use. Null if a Pod or the container has no limit. Also null if
   * there are no Pods, if all Pods have ended, or if the Pods cannot be listed.
   */
  limit?: Maybe<Scalars['Float']['output']>;
  /** Amount that the Pods, or the container, request. Null if the Pods cannot be listed. */
  requested?: Maybe<Scalars['Float']['output']>;
  /**
   * Amount in use, from the metrics API. For several Pods, the sum over the measured Pods. 0 if the object has no running
   * Pods. Null if unknown.
   */
  used?: Maybe<Scalars['Float']['output']>;
};

/** CPU and memory that an object uses now. */
export type ResourceUsage = {
  __typename?: 'ResourceUsage';
  /**
   * CPU and memory of each container of a Pod, sidecars first. Init containers that are not sidecars are left out. Null
   * for objects other than Pods.
   */
  containers?: Maybe<Array<ContainerUsage>>;
  /** CPU, in cores. */
  cpu: ResourceAmounts;
  /** Time of the oldest measurement. Null if nothing was measured. */
  measuredAt?: Maybe<Scalars['DateTime']['output']>;
  /** Memory, in bytes. */
  memory: ResourceAmounts;
  /** Explanation of what is missing. Null if nothing is missing. */
  message?: Maybe<Scalars['String']['output']>;
  /**
   * Number of Pods of the object that have not ended, among the first 2000 Pods that the cluster lists. Null for a Pod,
   * and if the Pods cannot be listed.
   */
  pods?: Maybe<Scalars['Int']['output']>;
  /**
   * Number of Pods of the object whose usage was measured. Null for a Pod or a Node, and if the measurements cannot be
   * read.
   */
  podsMeasured?: Maybe<Scalars['Int']['output']>;
  /** State of the reads: OK, or the cause of the first failure. NOT_FOUND if the cluster has no metrics server. */
  state: LiveState;
};

/** Page of Pods with restarted containers. */
export type RestartConnection = {
  __typename?: 'RestartConnection';
  /**
   * Coverage of this answer. If the filter has `clusters`, `clusterLabels` or `ids`, the coverage includes only selected
   * clusters that the caller may know.
   */
  coverage: Coverage;
  /** Pods of this page, most restarts first. */
  nodes: Array<PodRestarts>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of matching Pods that the caller may see and that have a restarted container. Exact. */
  totalCount: Scalars['Int']['output'];
};

/** Input of `restart`. */
export type RestartInput = {
  /** True to let the cluster check the action without performing it. */
  dryRun?: Scalars['Boolean']['input'];
  /**
   * Key for safe repetition, 1 to 128 characters. Within ten minutes, the same request with this key does nothing and
   * returns the first results. A different request with this key is refused. A repetition that reaches another fleetgraph
   * process runs again.
   */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Ids of Deployments, StatefulSets or DaemonSets. At most `limits.actionObjects` in one request. */
  ids: Array<Scalars['ID']['input']>;
};

/** Revision that Kustomizations or HelmReleases have applied or have tried to apply. */
export type Revision = {
  __typename?: 'Revision';
  /**
   * True if the objects tried this revision last and have not applied it. Each object is then also counted under the
   * revision that the object has applied, if any.
   */
  attempted: Scalars['Boolean']['output'];
  /** Number of clusters that contain the objects that `objectCount` counts. */
  clusterCount: Scalars['Int']['output'];
  /** Clusters that contain the objects that `objectCount` counts, sorted by name. */
  clusters: Array<Cluster>;
  /**
   * Earliest time at which a source received this revision, among the sources that still have it. Null if no source still
   * has this revision, or if the sources do not report the time.
   */
  firstSeenAt?: Maybe<Scalars['DateTime']['output']>;
  /** Number of Kustomizations that have applied this revision while their source in the same cluster has another revision. */
  laggingCount: Scalars['Int']['output'];
  /**
   * Earliest time at which the source of a lagging Kustomization received its present revision. Null if no Kustomization
   * lags, or if the sources do not report the time.
   */
  laggingSince?: Maybe<Scalars['DateTime']['output']>;
  /**
   * Number of Kustomizations and HelmReleases that have applied this revision or, if `attempted` is true, have tried it
   * last. Exact.
   */
  objectCount: Scalars['Int']['output'];
  /** Name of the revision. For a Kustomization, the revision of its source. For a HelmRelease, the version of its chart. */
  revision: Scalars['String']['output'];
  /**
   * Present revision of the sources of the lagging Kustomizations. If the sources have different revisions, this is the
   * revision that was received most recently. Null if no Kustomization lags.
   */
  sourceRevision?: Maybe<Scalars['String']['output']>;
  /**
   * Normalized address of the repository, registry or bucket. Begins with `oci://` for OCI registries, else with
   * `https://`. The user, `.git` at the end and trailing slashes are removed.
   */
  sourceUrl: Scalars['String']['output'];
  /** Number of objects per status, for the objects that `objectCount` counts. */
  statusCounts: StatusCounts;
};


/** Revision that Kustomizations or HelmReleases have applied or have tried to apply. */
export type RevisionClustersArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Page of revisions. */
export type RevisionConnection = {
  __typename?: 'RevisionConnection';
  /**
   * Coverage of this answer. If the filter has `clusters`, `clusterLabels` or `ids`, the coverage includes only selected
   * clusters that the caller may know.
   */
  coverage: Coverage;
  /** Revisions of this page. */
  nodes: Array<Revision>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of revisions on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** Input of `run`. */
export type RunInput = {
  /** True to let the cluster check the action without performing it. */
  dryRun?: Scalars['Boolean']['input'];
  /**
   * Key for safe repetition, 1 to 128 characters. Within ten minutes, the same request with this key does nothing and
   * returns the first results. A different request with this key is refused. A repetition that reaches another fleetgraph
   * process runs again.
   */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Ids of CronJobs. At most `limits.actionObjects` in one request. */
  ids: Array<Scalars['ID']['input']>;
};

/** View to save. */
export type SaveViewInput = {
  /** True to save the view for everybody. Only for administrators. */
  everybody?: Scalars['Boolean']['input'];
  /** Name of the view: 1 to 80 characters in one line. Spaces at the start and the end are removed. */
  name: Scalars['String']['input'];
  /** Query string of the Explorer's list page: at most 4 000 characters. Empty, or it begins with `?`. */
  search: Scalars['String']['input'];
};

/** Saved query with a name. */
export type SavedView = {
  __typename?: 'SavedView';
  /** Name of the query, as shown in menus. */
  name: Scalars['String']['output'];
  /** Query in the query language of the Explorer, for example `status:failed cluster:eu-*`. */
  query: Scalars['String']['output'];
  /**
   * Query string of the Explorer's list page, with query, groups, order and columns. Example:
   * `?q=status:failed&group=cluster`.
   */
  search: Scalars['String']['output'];
};

/** Views that the caller saved, and views that administrators saved for everybody. */
export type SavedViews = {
  __typename?: 'SavedViews';
  /** Views that administrators saved for everybody, sorted by name. */
  everybody: Array<StoredView>;
  /** True if the caller is an administrator, who may save and remove views for everybody. */
  mayShare: Scalars['Boolean']['output'];
  /** Views of the caller, sorted by name. */
  mine: Array<StoredView>;
};

/** Input of `scale`. */
export type ScaleInput = {
  /** True to let the cluster check the action without performing it. */
  dryRun?: Scalars['Boolean']['input'];
  /**
   * Key for safe repetition, 1 to 128 characters. Within ten minutes, the same request with this key does nothing and
   * returns the first results. A different request with this key is refused. A repetition that reaches another fleetgraph
   * process runs again.
   */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /**
   * Ids of objects with a scale subresource, for example Deployments, StatefulSets and some custom resources. At most
   * `limits.actionObjects` in one request.
   */
  ids: Array<Scalars['ID']['input']>;
  /** Number of replicas to set on each object, 0 or more. */
  replicas: Scalars['Int']['input'];
};

/** Key of a Secret. Values are never shown. */
export type SecretKey = {
  __typename?: 'SecretKey';
  /** Name of the key. */
  name: Scalars['String']['output'];
  /** Size of the value in bytes. Null if the value is not valid base64. */
  size?: Maybe<Scalars['Int']['output']>;
};

/** Bucket is the Schema for the buckets API. */
export type SourceBucket = KubernetesResource & {
  __typename?: 'SourceBucket';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** BucketSpec specifies the required configuration to produce an Artifact for an object storage bucket. */
  spec?: Maybe<SourceBucketSpec>;
  /** BucketStatus records the observed state of a Bucket. */
  status?: Maybe<SourceBucketStatus>;
};

/** BucketSpec specifies the required configuration to produce an Artifact for an object storage bucket. */
export type SourceBucketSpec = {
  __typename?: 'SourceBucketSpec';
  /** BucketName is the name of the object storage bucket. */
  bucketName?: Maybe<Scalars['String']['output']>;
  /** CertSecretRef can be given the name of a Secret containing either or both of - a PEM-encoded client certificate … */
  certSecretRef?: Maybe<SourceBucketSpecCertSecretRef>;
  /** Endpoint is the object storage address the BucketName is located at. */
  endpoint?: Maybe<Scalars['String']['output']>;
  /** Ignore overrides the set of excluded patterns in the .sourceignore format (which is the same as .gitignore). */
  ignore?: Maybe<Scalars['String']['output']>;
  /** Insecure allows connecting to a non-TLS HTTP Endpoint. */
  insecure?: Maybe<Scalars['Boolean']['output']>;
  /** Interval at which the Bucket Endpoint is checked for updates. */
  interval?: Maybe<Scalars['Duration']['output']>;
  /** Prefix to use for server-side filtering of files in the Bucket. */
  prefix?: Maybe<Scalars['String']['output']>;
  /** Provider of the object storage bucket. */
  provider?: Maybe<Scalars['String']['output']>;
  /** ProxySecretRef specifies the Secret containing the proxy configuration to use while communicating with the Bucket … */
  proxySecretRef?: Maybe<SourceBucketSpecProxySecretRef>;
  /** Region of the Endpoint where the BucketName is located in. */
  region?: Maybe<Scalars['String']['output']>;
  /** SecretRef specifies the Secret containing authentication credentials for the Bucket. */
  secretRef?: Maybe<SourceBucketSpecSecretRef>;
  /** ServiceAccountName is the name of the Kubernetes ServiceAccount used to authenticate the bucket. */
  serviceAccountName?: Maybe<Scalars['String']['output']>;
  /** STS specifies the required configuration to use a Security Token Service for fetching temporary credentials to … */
  sts?: Maybe<SourceBucketSpecSts>;
  /** Suspend tells the controller to suspend the reconciliation of this Bucket. */
  suspend?: Maybe<Scalars['Boolean']['output']>;
  /** Timeout for fetch operations, defaults to 60s. */
  timeout?: Maybe<Scalars['String']['output']>;
};

/** CertSecretRef can be given the name of a Secret containing either or both of - a PEM-encoded client certificate … */
export type SourceBucketSpecCertSecretRef = {
  __typename?: 'SourceBucketSpecCertSecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** ProxySecretRef specifies the Secret containing the proxy configuration to use while communicating with the Bucket … */
export type SourceBucketSpecProxySecretRef = {
  __typename?: 'SourceBucketSpecProxySecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** SecretRef specifies the Secret containing authentication credentials for the Bucket. */
export type SourceBucketSpecSecretRef = {
  __typename?: 'SourceBucketSpecSecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** STS specifies the required configuration to use a Security Token Service for fetching temporary credentials to … */
export type SourceBucketSpecSts = {
  __typename?: 'SourceBucketSpecSts';
  /** CertSecretRef can be given the name of a Secret containing either or both of - a PEM-encoded client certificate … */
  certSecretRef?: Maybe<SourceBucketSpecStsCertSecretRef>;
  /** Endpoint is the HTTP/S endpoint of the Security Token Service from where temporary credentials will be fetched. */
  endpoint?: Maybe<Scalars['String']['output']>;
  /** Provider of the Security Token Service. */
  provider?: Maybe<Scalars['String']['output']>;
  /** SecretRef specifies the Secret containing authentication credentials for the STS endpoint. */
  secretRef?: Maybe<SourceBucketSpecStsSecretRef>;
};

/** CertSecretRef can be given the name of a Secret containing either or both of - a PEM-encoded client certificate … */
export type SourceBucketSpecStsCertSecretRef = {
  __typename?: 'SourceBucketSpecStsCertSecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** SecretRef specifies the Secret containing authentication credentials for the STS endpoint. */
export type SourceBucketSpecStsSecretRef = {
  __typename?: 'SourceBucketSpecStsSecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** BucketStatus records the observed state of a Bucket. */
export type SourceBucketStatus = {
  __typename?: 'SourceBucketStatus';
  /** Artifact represents the last successful Bucket reconciliation. */
  artifact?: Maybe<SourceBucketStatusArtifact>;
  /** Conditions holds the conditions for the Bucket. */
  conditions?: Maybe<Array<MetaCondition>>;
  /** LastHandledReconcileAt holds the value of the most recent reconcile request value, so a change of the annotation value … */
  lastHandledReconcileAt?: Maybe<Scalars['String']['output']>;
  /** ObservedGeneration is the last observed generation of the Bucket object. */
  observedGeneration?: Maybe<Scalars['BigInt']['output']>;
  /** ObservedIgnore is the observed exclusion patterns used for constructing the source artifact. */
  observedIgnore?: Maybe<Scalars['String']['output']>;
  /** URL is the dynamic fetch link for the latest Artifact. */
  url?: Maybe<Scalars['String']['output']>;
};

/** Artifact represents the last successful Bucket reconciliation. */
export type SourceBucketStatusArtifact = {
  __typename?: 'SourceBucketStatusArtifact';
  /** Digest is the digest of the file in the form of '<algorithm>:<checksum>'. */
  digest?: Maybe<Scalars['String']['output']>;
  /** LastUpdateTime is the timestamp corresponding to the last update of the Artifact. */
  lastUpdateTime?: Maybe<Scalars['DateTime']['output']>;
  /** Metadata holds upstream information such as OCI annotations. */
  metadata?: Maybe<Scalars['StringMap']['output']>;
  /** Path is the relative file path of the Artifact. */
  path?: Maybe<Scalars['String']['output']>;
  /** Revision is a human-readable identifier traceable in the origin source system. */
  revision?: Maybe<Scalars['String']['output']>;
  /** Size is the number of bytes in the file. */
  size?: Maybe<Scalars['BigInt']['output']>;
  /** URL is the HTTP address of the Artifact as exposed by the controller managing the Source. */
  url?: Maybe<Scalars['String']['output']>;
};

/** ExternalArtifact is the Schema for the external artifacts API */
export type SourceExternalArtifact = KubernetesResource & {
  __typename?: 'SourceExternalArtifact';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** ExternalArtifactSpec defines the desired state of ExternalArtifact */
  spec?: Maybe<SourceExternalArtifactSpec>;
  /** ExternalArtifactStatus defines the observed state of ExternalArtifact */
  status?: Maybe<SourceExternalArtifactStatus>;
};

/** ExternalArtifactSpec defines the desired state of ExternalArtifact */
export type SourceExternalArtifactSpec = {
  __typename?: 'SourceExternalArtifactSpec';
  /** SourceRef points to the Kubernetes custom resource for which the artifact is generated. */
  sourceRef?: Maybe<SourceExternalArtifactSpecSourceRef>;
};

/** SourceRef points to the Kubernetes custom resource for which the artifact is generated. */
export type SourceExternalArtifactSpecSourceRef = {
  __typename?: 'SourceExternalArtifactSpecSourceRef';
  /** API version of the referent, if not specified the Kubernetes preferred version will be used. */
  apiVersion?: Maybe<Scalars['String']['output']>;
  /** Kind of the referent. */
  kind?: Maybe<Scalars['String']['output']>;
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
  /** Namespace of the referent, when not specified it acts as LocalObjectReference. */
  namespace?: Maybe<Scalars['String']['output']>;
};

/** ExternalArtifactStatus defines the observed state of ExternalArtifact */
export type SourceExternalArtifactStatus = {
  __typename?: 'SourceExternalArtifactStatus';
  /** Artifact represents the output of an ExternalArtifact reconciliation. */
  artifact?: Maybe<SourceExternalArtifactStatusArtifact>;
  /** Conditions holds the conditions for the ExternalArtifact. */
  conditions?: Maybe<Array<MetaCondition>>;
};

/** Artifact represents the output of an ExternalArtifact reconciliation. */
export type SourceExternalArtifactStatusArtifact = {
  __typename?: 'SourceExternalArtifactStatusArtifact';
  /** Digest is the digest of the file in the form of '<algorithm>:<checksum>'. */
  digest?: Maybe<Scalars['String']['output']>;
  /** LastUpdateTime is the timestamp corresponding to the last update of the Artifact. */
  lastUpdateTime?: Maybe<Scalars['DateTime']['output']>;
  /** Metadata holds upstream information such as OCI annotations. */
  metadata?: Maybe<Scalars['StringMap']['output']>;
  /** Path is the relative file path of the Artifact. */
  path?: Maybe<Scalars['String']['output']>;
  /** Revision is a human-readable identifier traceable in the origin source system. */
  revision?: Maybe<Scalars['String']['output']>;
  /** Size is the number of bytes in the file. */
  size?: Maybe<Scalars['BigInt']['output']>;
  /** URL is the HTTP address of the Artifact as exposed by the controller managing the Source. */
  url?: Maybe<Scalars['String']['output']>;
};

/** GitRepository is the Schema for the gitrepositories API. */
export type SourceGitRepository = KubernetesResource & {
  __typename?: 'SourceGitRepository';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** GitRepositorySpec specifies the required configuration to produce an Artifact for a Git repository. */
  spec?: Maybe<SourceGitRepositorySpec>;
  /** GitRepositoryStatus records the observed state of a Git repository. */
  status?: Maybe<SourceGitRepositoryStatus>;
};

/** GitRepositorySpec specifies the required configuration to produce an Artifact for a Git repository. */
export type SourceGitRepositorySpec = {
  __typename?: 'SourceGitRepositorySpec';
  /** Ignore overrides the set of excluded patterns in the .sourceignore format (which is the same as .gitignore). */
  ignore?: Maybe<Scalars['String']['output']>;
  /** Include specifies a list of GitRepository resources which Artifacts should be included in the Artifact produced for … */
  include?: Maybe<Array<SourceGitRepositorySpecInclude>>;
  /** Interval at which the GitRepository URL is checked for updates. */
  interval?: Maybe<Scalars['Duration']['output']>;
  /** Provider used for authentication, can be 'aws', 'azure', 'github', 'generic'. */
  provider?: Maybe<Scalars['String']['output']>;
  /** ProxySecretRef specifies the Secret containing the proxy configuration to use while communicating with the Git server. */
  proxySecretRef?: Maybe<SourceGitRepositorySpecProxySecretRef>;
  /** RecurseSubmodules enables the initialization of all submodules within the GitRepository as cloned from the URL, using … */
  recurseSubmodules?: Maybe<Scalars['Boolean']['output']>;
  /** Reference specifies the Git reference to resolve and monitor for changes, defaults to the 'master' branch. */
  ref?: Maybe<SourceGitRepositorySpecRef>;
  /** SecretRef specifies the Secret containing authentication credentials for the GitRepository. */
  secretRef?: Maybe<SourceGitRepositorySpecSecretRef>;
  /** ServiceAccountName is the name of the Kubernetes ServiceAccount used to authenticate to the GitRepository. */
  serviceAccountName?: Maybe<Scalars['String']['output']>;
  /** SparseCheckout specifies a list of directories to checkout when cloning the repository. */
  sparseCheckout?: Maybe<Array<Scalars['String']['output']>>;
  /** Suspend tells the controller to suspend the reconciliation of this GitRepository. */
  suspend?: Maybe<Scalars['Boolean']['output']>;
  /** Timeout for Git operations like cloning, defaults to 60s. */
  timeout?: Maybe<Scalars['String']['output']>;
  /** URL specifies the Git repository URL, it can be an HTTP/S or SSH address. */
  url?: Maybe<Scalars['String']['output']>;
  /** Verification specifies the configuration to verify the Git commit signature(s). */
  verify?: Maybe<SourceGitRepositorySpecVerify>;
};

/** GitRepositoryInclude specifies a local reference to a GitRepository which Artifact (sub-)contents must be included, and … */
export type SourceGitRepositorySpecInclude = {
  __typename?: 'SourceGitRepositorySpecInclude';
  /** FromPath specifies the path to copy contents from, defaults to the root of the Artifact. */
  fromPath?: Maybe<Scalars['String']['output']>;
  /** GitRepositoryRef specifies the GitRepository which Artifact contents must be included. */
  repository?: Maybe<SourceGitRepositorySpecIncludeRepository>;
  /** ToPath specifies the path to copy contents to, defaults to the name of the GitRepositoryRef. */
  toPath?: Maybe<Scalars['String']['output']>;
};

/** GitRepositoryRef specifies the GitRepository which Artifact contents must be included. */
export type SourceGitRepositorySpecIncludeRepository = {
  __typename?: 'SourceGitRepositorySpecIncludeRepository';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** ProxySecretRef specifies the Secret containing the proxy configuration to use while communicating with the Git server. */
export type SourceGitRepositorySpecProxySecretRef = {
  __typename?: 'SourceGitRepositorySpecProxySecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** Reference specifies the Git reference to resolve and monitor for changes, defaults to the 'master' branch. */
export type SourceGitRepositorySpecRef = {
  __typename?: 'SourceGitRepositorySpecRef';
  /** Branch to check out, defaults to 'master' if no other field is defined. */
  branch?: Maybe<Scalars['String']['output']>;
  /** Commit SHA to check out, takes precedence over all reference fields. */
  commit?: Maybe<Scalars['String']['output']>;
  /** Name of the reference to check out; takes precedence over Branch, Tag and SemVer. */
  name?: Maybe<Scalars['String']['output']>;
  /** SemVer tag expression to check out, takes precedence over Tag. */
  semver?: Maybe<Scalars['String']['output']>;
  /** Tag to check out, takes precedence over Branch. */
  tag?: Maybe<Scalars['String']['output']>;
};

/** SecretRef specifies the Secret containing authentication credentials for the GitRepository. */
export type SourceGitRepositorySpecSecretRef = {
  __typename?: 'SourceGitRepositorySpecSecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** Verification specifies the configuration to verify the Git commit signature(s). */
export type SourceGitRepositorySpecVerify = {
  __typename?: 'SourceGitRepositorySpecVerify';
  /** Mode specifies which Git object(s) should be verified. */
  mode?: Maybe<Scalars['String']['output']>;
  /** SecretRef specifies the Secret containing the public keys of trusted Git authors. */
  secretRef?: Maybe<SourceGitRepositorySpecVerifySecretRef>;
};

/** SecretRef specifies the Secret containing the public keys of trusted Git authors. */
export type SourceGitRepositorySpecVerifySecretRef = {
  __typename?: 'SourceGitRepositorySpecVerifySecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** GitRepositoryStatus records the observed state of a Git repository. */
export type SourceGitRepositoryStatus = {
  __typename?: 'SourceGitRepositoryStatus';
  /** Artifact represents the last successful GitRepository reconciliation. */
  artifact?: Maybe<SourceGitRepositoryStatusArtifact>;
  /** Conditions holds the conditions for the GitRepository. */
  conditions?: Maybe<Array<MetaCondition>>;
  /** IncludedArtifacts contains a list of the last successfully included Artifacts as instructed by … */
  includedArtifacts?: Maybe<Array<SourceGitRepositoryStatusIncludedArtifacts>>;
  /** LastHandledReconcileAt holds the value of the most recent reconcile request value, so a change of the annotation value … */
  lastHandledReconcileAt?: Maybe<Scalars['String']['output']>;
  /** ObservedGeneration is the last observed generation of the GitRepository object. */
  observedGeneration?: Maybe<Scalars['BigInt']['output']>;
  /** ObservedIgnore is the observed exclusion patterns used for constructing the source artifact. */
  observedIgnore?: Maybe<Scalars['String']['output']>;
  /** ObservedInclude is the observed list of GitRepository resources used to produce the current Artifact. */
  observedInclude?: Maybe<Array<SourceGitRepositoryStatusObservedInclude>>;
  /** ObservedRecurseSubmodules is the observed resource submodules configuration used to produce the current Artifact. */
  observedRecurseSubmodules?: Maybe<Scalars['Boolean']['output']>;
  /** ObservedSparseCheckout is the observed list of directories used to produce the current Artifact. */
  observedSparseCheckout?: Maybe<Array<Scalars['String']['output']>>;
  /** SourceVerificationMode is the last used verification mode indicating which Git object(s) have been verified. */
  sourceVerificationMode?: Maybe<Scalars['String']['output']>;
};

/** Artifact represents the last successful GitRepository reconciliation. */
export type SourceGitRepositoryStatusArtifact = {
  __typename?: 'SourceGitRepositoryStatusArtifact';
  /** Digest is the digest of the file in the form of '<algorithm>:<checksum>'. */
  digest?: Maybe<Scalars['String']['output']>;
  /** LastUpdateTime is the timestamp corresponding to the last update of the Artifact. */
  lastUpdateTime?: Maybe<Scalars['DateTime']['output']>;
  /** Metadata holds upstream information such as OCI annotations. */
  metadata?: Maybe<Scalars['StringMap']['output']>;
  /** Path is the relative file path of the Artifact. */
  path?: Maybe<Scalars['String']['output']>;
  /** Revision is a human-readable identifier traceable in the origin source system. */
  revision?: Maybe<Scalars['String']['output']>;
  /** Size is the number of bytes in the file. */
  size?: Maybe<Scalars['BigInt']['output']>;
  /** URL is the HTTP address of the Artifact as exposed by the controller managing the Source. */
  url?: Maybe<Scalars['String']['output']>;
};

/** Artifact represents the output of a Source reconciliation. */
export type SourceGitRepositoryStatusIncludedArtifacts = {
  __typename?: 'SourceGitRepositoryStatusIncludedArtifacts';
  /** Digest is the digest of the file in the form of '<algorithm>:<checksum>'. */
  digest?: Maybe<Scalars['String']['output']>;
  /** LastUpdateTime is the timestamp corresponding to the last update of the Artifact. */
  lastUpdateTime?: Maybe<Scalars['DateTime']['output']>;
  /** Metadata holds upstream information such as OCI annotations. */
  metadata?: Maybe<Scalars['StringMap']['output']>;
  /** Path is the relative file path of the Artifact. */
  path?: Maybe<Scalars['String']['output']>;
  /** Revision is a human-readable identifier traceable in the origin source system. */
  revision?: Maybe<Scalars['String']['output']>;
  /** Size is the number of bytes in the file. */
  size?: Maybe<Scalars['BigInt']['output']>;
  /** URL is the HTTP address of the Artifact as exposed by the controller managing the Source. */
  url?: Maybe<Scalars['String']['output']>;
};

/** GitRepositoryInclude specifies a local reference to a GitRepository which Artifact (sub-)contents must be included, and … */
export type SourceGitRepositoryStatusObservedInclude = {
  __typename?: 'SourceGitRepositoryStatusObservedInclude';
  /** FromPath specifies the path to copy contents from, defaults to the root of the Artifact. */
  fromPath?: Maybe<Scalars['String']['output']>;
  /** GitRepositoryRef specifies the GitRepository which Artifact contents must be included. */
  repository?: Maybe<SourceGitRepositoryStatusObservedIncludeRepository>;
  /** ToPath specifies the path to copy contents to, defaults to the name of the GitRepositoryRef. */
  toPath?: Maybe<Scalars['String']['output']>;
};

/** GitRepositoryRef specifies the GitRepository which Artifact contents must be included. */
export type SourceGitRepositoryStatusObservedIncludeRepository = {
  __typename?: 'SourceGitRepositoryStatusObservedIncludeRepository';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** HelmChart is the Schema for the helmcharts API. */
export type SourceHelmChart = KubernetesResource & {
  __typename?: 'SourceHelmChart';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** HelmChartSpec specifies the desired state of a Helm chart. */
  spec?: Maybe<SourceHelmChartSpec>;
  /** HelmChartStatus records the observed state of the HelmChart. */
  status?: Maybe<SourceHelmChartStatus>;
};

/** HelmChartSpec specifies the desired state of a Helm chart. */
export type SourceHelmChartSpec = {
  __typename?: 'SourceHelmChartSpec';
  /** Chart is the name or path the Helm chart is available at in the SourceRef. */
  chart?: Maybe<Scalars['String']['output']>;
  /** IgnoreMissingValuesFiles controls whether to silently ignore missing values files rather than failing. */
  ignoreMissingValuesFiles?: Maybe<Scalars['Boolean']['output']>;
  /** Interval at which the HelmChart SourceRef is checked for updates. */
  interval?: Maybe<Scalars['Duration']['output']>;
  /** ReconcileStrategy determines what enables the creation of a new artifact. */
  reconcileStrategy?: Maybe<Scalars['String']['output']>;
  /** SourceRef is the reference to the Source the chart is available at. */
  sourceRef?: Maybe<SourceHelmChartSpecSourceRef>;
  /** Suspend tells the controller to suspend the reconciliation of this source. */
  suspend?: Maybe<Scalars['Boolean']['output']>;
  /** ValuesFiles is an alternative list of values files to use as the chart values (values.yaml is not included by default), … */
  valuesFiles?: Maybe<Array<Scalars['String']['output']>>;
  /** Verify contains the secret name containing the trusted public keys used to verify the signature and specifies which … */
  verify?: Maybe<SourceHelmChartSpecVerify>;
  /** Version is the chart version semver expression, ignored for charts from GitRepository and Bucket sources. */
  version?: Maybe<Scalars['String']['output']>;
};

/** SourceRef is the reference to the Source the chart is available at. */
export type SourceHelmChartSpecSourceRef = {
  __typename?: 'SourceHelmChartSpecSourceRef';
  /** APIVersion of the referent. */
  apiVersion?: Maybe<Scalars['String']['output']>;
  /** Kind of the referent, valid values are ('HelmRepository', 'GitRepository', 'Bucket'). */
  kind?: Maybe<Scalars['String']['output']>;
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** Verify contains the secret name containing the trusted public keys used to verify the signature and specifies which … */
export type SourceHelmChartSpecVerify = {
  __typename?: 'SourceHelmChartSpecVerify';
  /** MatchOIDCIdentity specifies the identity matching criteria to use while verifying an OCI artifact which was signed … */
  matchOIDCIdentity?: Maybe<Array<SourceHelmChartSpecVerifyMatchOidcIdentity>>;
  /** Provider specifies the technology used to sign the OCI Artifact. */
  provider?: Maybe<Scalars['String']['output']>;
  /** SecretRef specifies the Kubernetes Secret containing the trusted public keys. */
  secretRef?: Maybe<SourceHelmChartSpecVerifySecretRef>;
};

/** OIDCIdentityMatch specifies options for verifying the certificate identity, i.e. */
export type SourceHelmChartSpecVerifyMatchOidcIdentity = {
  __typename?: 'SourceHelmChartSpecVerifyMatchOIDCIdentity';
  /** Issuer specifies the regex pattern to match against to verify the OIDC issuer in the Fulcio certificate. */
  issuer?: Maybe<Scalars['String']['output']>;
  /** Subject specifies the regex pattern to match against to verify the identity subject in the Fulcio certificate. */
  subject?: Maybe<Scalars['String']['output']>;
};

/** SecretRef specifies the Kubernetes Secret containing the trusted public keys. */
export type SourceHelmChartSpecVerifySecretRef = {
  __typename?: 'SourceHelmChartSpecVerifySecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** HelmChartStatus records the observed state of the HelmChart. */
export type SourceHelmChartStatus = {
  __typename?: 'SourceHelmChartStatus';
  /** Artifact represents the output of the last successful reconciliation. */
  artifact?: Maybe<SourceHelmChartStatusArtifact>;
  /** Conditions holds the conditions for the HelmChart. */
  conditions?: Maybe<Array<MetaCondition>>;
  /** LastHandledReconcileAt holds the value of the most recent reconcile request value, so a change of the annotation value … */
  lastHandledReconcileAt?: Maybe<Scalars['String']['output']>;
  /** ObservedChartName is the last observed chart name as specified by the resolved chart reference. */
  observedChartName?: Maybe<Scalars['String']['output']>;
  /** ObservedGeneration is the last observed generation of the HelmChart object. */
  observedGeneration?: Maybe<Scalars['BigInt']['output']>;
  /** ObservedSourceArtifactRevision is the last observed Artifact.Revision of the HelmChartSpec.SourceRef. */
  observedSourceArtifactRevision?: Maybe<Scalars['String']['output']>;
  /** ObservedValuesFiles are the observed value files of the last successful reconciliation. */
  observedValuesFiles?: Maybe<Array<Scalars['String']['output']>>;
  /** URL is the dynamic fetch link for the latest Artifact. */
  url?: Maybe<Scalars['String']['output']>;
};

/** Artifact represents the output of the last successful reconciliation. */
export type SourceHelmChartStatusArtifact = {
  __typename?: 'SourceHelmChartStatusArtifact';
  /** Digest is the digest of the file in the form of '<algorithm>:<checksum>'. */
  digest?: Maybe<Scalars['String']['output']>;
  /** LastUpdateTime is the timestamp corresponding to the last update of the Artifact. */
  lastUpdateTime?: Maybe<Scalars['DateTime']['output']>;
  /** Metadata holds upstream information such as OCI annotations. */
  metadata?: Maybe<Scalars['StringMap']['output']>;
  /** Path is the relative file path of the Artifact. */
  path?: Maybe<Scalars['String']['output']>;
  /** Revision is a human-readable identifier traceable in the origin source system. */
  revision?: Maybe<Scalars['String']['output']>;
  /** Size is the number of bytes in the file. */
  size?: Maybe<Scalars['BigInt']['output']>;
  /** URL is the HTTP address of the Artifact as exposed by the controller managing the Source. */
  url?: Maybe<Scalars['String']['output']>;
};

/** HelmRepository is the Schema for the helmrepositories API. */
export type SourceHelmRepository = KubernetesResource & {
  __typename?: 'SourceHelmRepository';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** HelmRepositorySpec specifies the required configuration to produce an Artifact for a Helm repository index YAML. */
  spec?: Maybe<SourceHelmRepositorySpec>;
  /** HelmRepositoryStatus records the observed state of the HelmRepository. */
  status?: Maybe<SourceHelmRepositoryStatus>;
};

/** HelmRepositorySpec specifies the required configuration to produce an Artifact for a Helm repository index YAML. */
export type SourceHelmRepositorySpec = {
  __typename?: 'SourceHelmRepositorySpec';
  /** AccessFrom specifies an Access Control List for allowing cross-namespace references to this object. */
  accessFrom?: Maybe<SourceHelmRepositorySpecAccessFrom>;
  /** CertSecretRef can be given the name of a Secret containing either or both of - a PEM-encoded client certificate … */
  certSecretRef?: Maybe<SourceHelmRepositorySpecCertSecretRef>;
  /** Insecure allows connecting to a non-TLS HTTP container registry. */
  insecure?: Maybe<Scalars['Boolean']['output']>;
  /** Interval at which the HelmRepository URL is checked for updates. */
  interval?: Maybe<Scalars['Duration']['output']>;
  /** PassCredentials allows the credentials from the SecretRef to be passed on to a host that does not match the host as … */
  passCredentials?: Maybe<Scalars['Boolean']['output']>;
  /** Provider used for authentication, can be 'aws', 'azure', 'gcp' or 'generic'. */
  provider?: Maybe<Scalars['String']['output']>;
  /** SecretRef specifies the Secret containing authentication credentials for the HelmRepository. */
  secretRef?: Maybe<SourceHelmRepositorySpecSecretRef>;
  /** Suspend tells the controller to suspend the reconciliation of this HelmRepository. */
  suspend?: Maybe<Scalars['Boolean']['output']>;
  /** Timeout is used for the index fetch operation for an HTTPS helm repository, and for remote OCI Repository operations … */
  timeout?: Maybe<Scalars['String']['output']>;
  /** Type of the HelmRepository. */
  type?: Maybe<Scalars['String']['output']>;
  /** URL of the Helm repository, a valid URL contains at least a protocol and host. */
  url?: Maybe<Scalars['String']['output']>;
};

/** AccessFrom specifies an Access Control List for allowing cross-namespace references to this object. */
export type SourceHelmRepositorySpecAccessFrom = {
  __typename?: 'SourceHelmRepositorySpecAccessFrom';
  /** NamespaceSelectors is the list of namespace selectors to which this ACL applies. */
  namespaceSelectors?: Maybe<Array<SourceHelmRepositorySpecAccessFromNamespaceSelectors>>;
};

/** NamespaceSelector selects the namespaces to which this ACL applies. */
export type SourceHelmRepositorySpecAccessFromNamespaceSelectors = {
  __typename?: 'SourceHelmRepositorySpecAccessFromNamespaceSelectors';
  /** MatchLabels is a map of {key,value} pairs. */
  matchLabels?: Maybe<Scalars['StringMap']['output']>;
};

/** CertSecretRef can be given the name of a Secret containing either or both of - a PEM-encoded client certificate … */
export type SourceHelmRepositorySpecCertSecretRef = {
  __typename?: 'SourceHelmRepositorySpecCertSecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** SecretRef specifies the Secret containing authentication credentials for the HelmRepository. */
export type SourceHelmRepositorySpecSecretRef = {
  __typename?: 'SourceHelmRepositorySpecSecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** HelmRepositoryStatus records the observed state of the HelmRepository. */
export type SourceHelmRepositoryStatus = {
  __typename?: 'SourceHelmRepositoryStatus';
  /** Artifact represents the last successful HelmRepository reconciliation. */
  artifact?: Maybe<SourceHelmRepositoryStatusArtifact>;
  /** Conditions holds the conditions for the HelmRepository. */
  conditions?: Maybe<Array<MetaCondition>>;
  /** LastHandledReconcileAt holds the value of the most recent reconcile request value, so a change of the annotation value … */
  lastHandledReconcileAt?: Maybe<Scalars['String']['output']>;
  /** ObservedGeneration is the last observed generation of the HelmRepository object. */
  observedGeneration?: Maybe<Scalars['BigInt']['output']>;
  /** URL is the dynamic fetch link for the latest Artifact. */
  url?: Maybe<Scalars['String']['output']>;
};

/** Artifact represents the last successful HelmRepository reconciliation. */
export type SourceHelmRepositoryStatusArtifact = {
  __typename?: 'SourceHelmRepositoryStatusArtifact';
  /** Digest is the digest of the file in the form of '<algorithm>:<checksum>'. */
  digest?: Maybe<Scalars['String']['output']>;
  /** LastUpdateTime is the timestamp corresponding to the last update of the Artifact. */
  lastUpdateTime?: Maybe<Scalars['DateTime']['output']>;
  /** Metadata holds upstream information such as OCI annotations. */
  metadata?: Maybe<Scalars['StringMap']['output']>;
  /** Path is the relative file path of the Artifact. */
  path?: Maybe<Scalars['String']['output']>;
  /** Revision is a human-readable identifier traceable in the origin source system. */
  revision?: Maybe<Scalars['String']['output']>;
  /** Size is the number of bytes in the file. */
  size?: Maybe<Scalars['BigInt']['output']>;
  /** URL is the HTTP address of the Artifact as exposed by the controller managing the Source. */
  url?: Maybe<Scalars['String']['output']>;
};

/** OCIRepository is the Schema for the ocirepositories API */
export type SourceOciRepository = KubernetesResource & {
  __typename?: 'SourceOCIRepository';
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** OCIRepositorySpec defines the desired state of OCIRepository */
  spec?: Maybe<SourceOciRepositorySpec>;
  /** OCIRepositoryStatus defines the observed state of OCIRepository */
  status?: Maybe<SourceOciRepositoryStatus>;
};

/** OCIRepositorySpec defines the desired state of OCIRepository */
export type SourceOciRepositorySpec = {
  __typename?: 'SourceOCIRepositorySpec';
  /** CertSecretRef can be given the name of a Secret containing either or both of - a PEM-encoded client certificate … */
  certSecretRef?: Maybe<SourceOciRepositorySpecCertSecretRef>;
  /** Ignore overrides the set of excluded patterns in the .sourceignore format (which is the same as .gitignore). */
  ignore?: Maybe<Scalars['String']['output']>;
  /** Insecure allows connecting to a non-TLS HTTP container registry. */
  insecure?: Maybe<Scalars['Boolean']['output']>;
  /** Interval at which the OCIRepository URL is checked for updates. */
  interval?: Maybe<Scalars['Duration']['output']>;
  /** LayerSelector specifies which layer should be extracted from the OCI artifact. */
  layerSelector?: Maybe<SourceOciRepositorySpecLayerSelector>;
  /** The provider used for authentication, can be 'aws', 'azure', 'gcp' or 'generic'. */
  provider?: Maybe<Scalars['String']['output']>;
  /** ProxySecretRef specifies the Secret containing the proxy configuration to use while communicating with the container … */
  proxySecretRef?: Maybe<SourceOciRepositorySpecProxySecretRef>;
  /** The OCI reference to pull and monitor for changes, defaults to the latest tag. */
  ref?: Maybe<SourceOciRepositorySpecRef>;
  /** SecretRef contains the secret name containing the registry login credentials to resolve image metadata. */
  secretRef?: Maybe<SourceOciRepositorySpecSecretRef>;
  /** ServiceAccountName is the name of the Kubernetes ServiceAccount used to authenticate the image pull if the service … */
  serviceAccountName?: Maybe<Scalars['String']['output']>;
  /** This flag tells the controller to suspend the reconciliation of this source. */
  suspend?: Maybe<Scalars['Boolean']['output']>;
  /** The timeout for remote OCI Repository operations like pulling, defaults to 60s. */
  timeout?: Maybe<Scalars['String']['output']>;
  /** URL is a reference to an OCI artifact repository hosted on a remote container registry. */
  url?: Maybe<Scalars['String']['output']>;
  /** Verify contains the secret name containing the trusted public keys used to verify the signature and specifies which … */
  verify?: Maybe<SourceOciRepositorySpecVerify>;
};

/** CertSecretRef can be given the name of a Secret containing either or both of - a PEM-encoded client certificate … */
export type SourceOciRepositorySpecCertSecretRef = {
  __typename?: 'SourceOCIRepositorySpecCertSecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** LayerSelector specifies which layer should be extracted from the OCI artifact. */
export type SourceOciRepositorySpecLayerSelector = {
  __typename?: 'SourceOCIRepositorySpecLayerSelector';
  /** MediaType specifies the OCI media type of the layer which should be extracted from the OCI Artifact. */
  mediaType?: Maybe<Scalars['String']['output']>;
  /** Operation specifies how the selected layer should be processed. */
  operation?: Maybe<Scalars['String']['output']>;
};

/** ProxySecretRef specifies the Secret containing the proxy configuration to use while communicating with the container … */
export type SourceOciRepositorySpecProxySecretRef = {
  __typename?: 'SourceOCIRepositorySpecProxySecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** The OCI reference to pull and monitor for changes, defaults to the latest tag. */
export type SourceOciRepositorySpecRef = {
  __typename?: 'SourceOCIRepositorySpecRef';
  /** Digest is the image digest to pull, takes precedence over SemVer. */
  digest?: Maybe<Scalars['String']['output']>;
  /** SemVer is the range of tags to pull selecting the latest within the range, takes precedence over Tag. */
  semver?: Maybe<Scalars['String']['output']>;
  /** SemverFilter is a regex pattern to filter the tags within the SemVer range. */
  semverFilter?: Maybe<Scalars['String']['output']>;
  /** Tag is the image tag to pull, defaults to latest. */
  tag?: Maybe<Scalars['String']['output']>;
};

/** SecretRef contains the secret name containing the registry login credentials to resolve image metadata. */
export type SourceOciRepositorySpecSecretRef = {
  __typename?: 'SourceOCIRepositorySpecSecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** Verify contains the secret name containing the trusted public keys used to verify the signature and specifies which … */
export type SourceOciRepositorySpecVerify = {
  __typename?: 'SourceOCIRepositorySpecVerify';
  /** MatchOIDCIdentity specifies the identity matching criteria to use while verifying an OCI artifact which was signed … */
  matchOIDCIdentity?: Maybe<Array<SourceOciRepositorySpecVerifyMatchOidcIdentity>>;
  /** Provider specifies the technology used to sign the OCI Artifact. */
  provider?: Maybe<Scalars['String']['output']>;
  /** SecretRef specifies the Kubernetes Secret containing the trusted public keys. */
  secretRef?: Maybe<SourceOciRepositorySpecVerifySecretRef>;
  /** TrustedRootSecretRef specifies the Kubernetes Secret containing a Sigstore trusted_root.json file. */
  trustedRootSecretRef?: Maybe<SourceOciRepositorySpecVerifyTrustedRootSecretRef>;
};

/** OIDCIdentityMatch specifies options for verifying the certificate identity, i.e. */
export type SourceOciRepositorySpecVerifyMatchOidcIdentity = {
  __typename?: 'SourceOCIRepositorySpecVerifyMatchOIDCIdentity';
  /** Issuer specifies the regex pattern to match against to verify the OIDC issuer in the Fulcio certificate. */
  issuer?: Maybe<Scalars['String']['output']>;
  /** Subject specifies the regex pattern to match against to verify the identity subject in the Fulcio certificate. */
  subject?: Maybe<Scalars['String']['output']>;
};

/** SecretRef specifies the Kubernetes Secret containing the trusted public keys. */
export type SourceOciRepositorySpecVerifySecretRef = {
  __typename?: 'SourceOCIRepositorySpecVerifySecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** TrustedRootSecretRef specifies the Kubernetes Secret containing a Sigstore trusted_root.json file. */
export type SourceOciRepositorySpecVerifyTrustedRootSecretRef = {
  __typename?: 'SourceOCIRepositorySpecVerifyTrustedRootSecretRef';
  /** Name of the referent. */
  name?: Maybe<Scalars['String']['output']>;
};

/** OCIRepositoryStatus defines the observed state of OCIRepository */
export type SourceOciRepositoryStatus = {
  __typename?: 'SourceOCIRepositoryStatus';
  /** Artifact represents the output of the last successful OCI Repository sync. */
  artifact?: Maybe<SourceOciRepositoryStatusArtifact>;
  /** Conditions holds the conditions for the OCIRepository. */
  conditions?: Maybe<Array<MetaCondition>>;
  /** LastHandledReconcileAt holds the value of the most recent reconcile request value, so a change of the annotation value … */
  lastHandledReconcileAt?: Maybe<Scalars['String']['output']>;
  /** ObservedGeneration is the last observed generation. */
  observedGeneration?: Maybe<Scalars['BigInt']['output']>;
  /** ObservedIgnore is the observed exclusion patterns used for constructing the source artifact. */
  observedIgnore?: Maybe<Scalars['String']['output']>;
  /** ObservedLayerSelector is the observed layer selector used for constructing the source artifact. */
  observedLayerSelector?: Maybe<SourceOciRepositoryStatusObservedLayerSelector>;
  /** URL is the download link for the artifact output of the last OCI Repository sync. */
  url?: Maybe<Scalars['String']['output']>;
};

/** Artifact represents the output of the last successful OCI Repository sync. */
export type SourceOciRepositoryStatusArtifact = {
  __typename?: 'SourceOCIRepositoryStatusArtifact';
  /** Digest is the digest of the file in the form of '<algorithm>:<checksum>'. */
  digest?: Maybe<Scalars['String']['output']>;
  /** LastUpdateTime is the timestamp corresponding to the last update of the Artifact. */
  lastUpdateTime?: Maybe<Scalars['DateTime']['output']>;
  /** Metadata holds upstream information such as OCI annotations. */
  metadata?: Maybe<Scalars['StringMap']['output']>;
  /** Path is the relative file path of the Artifact. */
  path?: Maybe<Scalars['String']['output']>;
  /** Revision is a human-readable identifier traceable in the origin source system. */
  revision?: Maybe<Scalars['String']['output']>;
  /** Size is the number of bytes in the file. */
  size?: Maybe<Scalars['BigInt']['output']>;
  /** URL is the HTTP address of the Artifact as exposed by the controller managing the Source. */
  url?: Maybe<Scalars['String']['output']>;
};

/** ObservedLayerSelector is the observed layer selector used for constructing the source artifact. */
export type SourceOciRepositoryStatusObservedLayerSelector = {
  __typename?: 'SourceOCIRepositoryStatusObservedLayerSelector';
  /** MediaType specifies the OCI media type of the layer which should be extracted from the OCI Artifact. */
  mediaType?: Maybe<Scalars['String']['output']>;
  /** Operation specifies how the selected layer should be processed. */
  operation?: Maybe<Scalars['String']['output']>;
};

/** Change of the status of an object. */
export type StatusChange = {
  __typename?: 'StatusChange';
  /** Time at which fleetgraph received the change. */
  at: Scalars['DateTime']['output'];
  /** Reason for the status. Null if there is none. */
  reason?: Maybe<Scalars['String']['output']>;
  /** Revision that was applied. Null if unknown. */
  revision?: Maybe<Scalars['String']['output']>;
  /** Status of the object after the change. */
  status: ObjectStatus;
  /** True if the object was suspended. */
  suspended: Scalars['Boolean']['output'];
};

/** Number of objects per status. Exact; counts only objects that the caller may see. */
export type StatusCounts = {
  __typename?: 'StatusCounts';
  /** Number of objects that match their specification. */
  current: Scalars['Int']['output'];
  /** Number of objects that cannot reach their specification without intervention. */
  failed: Scalars['Int']['output'];
  /** Number of objects that their controllers are still working on. */
  inProgress: Scalars['Int']['output'];
  /** Number of suspended objects (`KubernetesObject.suspended`). These objects are also counted under their status. */
  suspended: Scalars['Int']['output'];
  /** Number of objects that are being deleted. */
  terminating: Scalars['Int']['output'];
  /** Number of objects whose status fields do not state the status. */
  unknown: Scalars['Int']['output'];
};

/** StorageClass describes the parameters for a class of storage for which PersistentVolumes can be dynamically provisioned. */
export type StorageStorageClass = KubernetesResource & {
  __typename?: 'StorageStorageClass';
  /** allowVolumeExpansion shows whether the storage class allow volume expand. */
  allowVolumeExpansion?: Maybe<Scalars['Boolean']['output']>;
  /** allowedTopologies restrict the node topologies where volumes can be dynamically provisioned. */
  allowedTopologies?: Maybe<Array<CoreTopologySelectorTerm>>;
  /** API group and version in which the object was read. */
  apiVersion: Scalars['String']['output'];
  /** Kind of the object. */
  kind: Scalars['String']['output'];
  /** Metadata of the object. */
  metadata: ObjectMeta;
  /** mountOptions controls the mountOptions for dynamically provisioned PersistentVolumes of this storage class. */
  mountOptions?: Maybe<Array<Scalars['String']['output']>>;
  /** parameters holds the parameters for the provisioner that should create volumes of this storage class. */
  parameters?: Maybe<Scalars['StringMap']['output']>;
  /** provisioner indicates the type of the provisioner. */
  provisioner?: Maybe<Scalars['String']['output']>;
  /** reclaimPolicy controls the reclaimPolicy for dynamically provisioned PersistentVolumes of this storage class. */
  reclaimPolicy?: Maybe<Scalars['String']['output']>;
  /** volumeBindingMode indicates how PersistentVolumeClaims should be provisioned and bound. */
  volumeBindingMode?: Maybe<Scalars['String']['output']>;
};

/** View that the caller or an administrator saved. */
export type StoredView = {
  __typename?: 'StoredView';
  /** Name of the view. */
  name: Scalars['String']['output'];
  /** Time at which the view was saved. */
  savedAt: Scalars['DateTime']['output'];
  /** User who saved the view. */
  savedBy: Scalars['String']['output'];
  /** Query string of the Explorer's list page. Empty, or it begins with `?`. */
  search: Scalars['String']['output'];
};

/**
 * Pattern for a string. All given fields must match. At least one field besides `ignoreCase` is required. Each text has at
 * most 1 024 characters.
 */
export type StringFilter = {
  /** Text that must occur anywhere in the string. */
  contains?: InputMaybe<Scalars['String']['input']>;
  /** Text that the complete string must equal. */
  equals?: InputMaybe<Scalars['String']['input']>;
  /** Pattern for the complete string: `*` matches any number of characters, `?` matches one character. */
  glob?: InputMaybe<Scalars['String']['input']>;
  /** True to ignore case. */
  ignoreCase?: InputMaybe<Scalars['Boolean']['input']>;
  /** Text that the string must start with. */
  prefix?: InputMaybe<Scalars['String']['input']>;
};

/** Root type of all subscriptions, over server-sent events or a WebSocket. */
export type Subscription = {
  __typename?: 'Subscription';
  /**
   * Changes of a list of objects. The first payload arrives immediately. Further payloads arrive when the list has
   * changed, or when the numbers of a selected `coverage` have changed. If nothing changes, an empty payload with a newer
   * `resume` arrives before the last `resume` expires. The subscription ends after a payload with a `reset` or without
   * data. It also ends after `limits.subscriptionDuration`, by default one hour.
   */
  objectChanges: ObjectChanges;
  /**
   * Log of a container while the container writes it. The first payload may be empty; further payloads arrive when there
   * are new lines. The subscription ends after a payload with an `end`. To continue after an `end` or a lost connection,
   * subscribe again with `since`.
   */
  podLogs: PodLogs;
  /**
   * Changes of a topology. The first payload arrives immediately and contains the present state: one ATTACHED change per
   * edge and one EFFECT change per effective policy. Later payloads contain only further changes. Begin with an empty
   * state, and apply the changes in the order of the payloads. The subscription ends after a payload with a `reset`. Then
   * subscribe again and discard the earlier state.
   */
  policyChanges: PolicyChanges;
  /**
   * Logs of the Pods and containers of a workload while the containers write them. Logs of new Pods are added, and logs of
   * restarted containers continue. Follows at most 20 containers. `leftOut` is the number of further containers. Each
   * followed container counts towards `limits.followedLogs`. Lines of one payload are sorted by time. A later payload may
   * contain earlier lines of another container.
   */
  workloadLogs: WorkloadLogs;
};


/** Root type of all subscriptions, over server-sent events or a WebSocket. */
export type SubscriptionObjectChangesArgs = {
  coalesce?: Scalars['Duration']['input'];
  filter?: InputMaybe<ObjectFilter>;
  since?: InputMaybe<Scalars['String']['input']>;
};


/** Root type of all subscriptions, over server-sent events or a WebSocket. */
export type SubscriptionPodLogsArgs = {
  coalesce?: Scalars['Duration']['input'];
  container?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
  levels?: InputMaybe<Array<LogLevel>>;
  maxAge?: InputMaybe<Scalars['Duration']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  since?: InputMaybe<Scalars['String']['input']>;
  tail?: Scalars['Int']['input'];
};


/** Root type of all subscriptions, over server-sent events or a WebSocket. */
export type SubscriptionPolicyChangesArgs = {
  coalesce?: Scalars['Duration']['input'];
  filter?: InputMaybe<PolicyFilter>;
};


/** Root type of all subscriptions, over server-sent events or a WebSocket. */
export type SubscriptionWorkloadLogsArgs = {
  coalesce?: Scalars['Duration']['input'];
  container?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
  levels?: InputMaybe<Array<LogLevel>>;
  maxAge?: InputMaybe<Scalars['Duration']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  since?: InputMaybe<Scalars['String']['input']>;
  tail?: Scalars['Int']['input'];
};

/** Value that matches the text that a user types. */
export type Suggestion = {
  __typename?: 'Suggestion';
  /** Number of objects that have the value, match the filter and are visible to the caller. Exact. */
  count: Scalars['Int']['output'];
  /** Field of the value. */
  field: SuggestionField;
  /** Value as shown to people, for example `Kustomization`. For the value of a label, the value without the key. */
  title: Scalars['String']['output'];
  /**
   * Value as filters accept it, for example `Kustomization.kustomize.toolkit.fluxcd.io`. For a label, a label selector
   * such as `app=web`.
   */
  value: Scalars['String']['output'];
};

/**
 * Field whose values are suggested. If two values match equally well and occur in equally many objects, the order of this
 * enum decides.
 */
export type SuggestionField =
  /** Names of clusters. */
  | 'CLUSTER'
  /** Kinds of objects. */
  | 'KIND'
  /** Values of labels, each with its key. */
  | 'LABEL'
  /** Keys of labels. */
  | 'LABEL_KEY'
  /** Names of objects. */
  | 'NAME'
  /** Names of namespaces. */
  | 'NAMESPACE'
  /** Reasons for the status of objects. */
  | 'REASON'
  | '%future added value';

/** Input of `suspend` and `resume`. */
export type SuspendInput = {
  /** True to let the cluster check the action without performing it. */
  dryRun?: Scalars['Boolean']['input'];
  /**
   * Key for safe repetition, 1 to 128 characters. Within ten minutes, the same request with this key does nothing and
   * returns the first results. A different request with this key is refused. A repetition that reaches another fleetgraph
   * process runs again.
   */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /**
   * Ids of objects of kinds that can be suspended. For other kinds, the outcome is UNSUPPORTED. At most
   * `limits.actionObjects` in one request.
   */
  ids: Array<Scalars['ID']['input']>;
};

/**
 * Range of time. The start and the end are not part of the range. At least one field is required. Unknown times never
 * match.
 */
export type TimeRange = {
  /** Start of the range. */
  after?: InputMaybe<Scalars['DateTime']['input']>;
  /** End of the range. */
  before?: InputMaybe<Scalars['DateTime']['input']>;
  /**
   * Start of the range, as a length of time before now, for example `15m`. Each request computes the start again. If
   * `after` is also given, the later start counts. Not supported by `objectChanges`.
   */
  within?: InputMaybe<Scalars['Duration']['input']>;
};

/** Direction in which relations are followed. */
export type TreeDirection =
  /** From an object to the objects that it owns, manages or uses, and to objects that are built from it or depend on it. */
  | 'DOWN'
  /** From an object to its owners, managers and source, to objects that it depends on, and to objects that use it. */
  | 'UP'
  | '%future added value';

/** Object in a tree. */
export type TreeNode = {
  __typename?: 'TreeNode';
  /** Number of steps from the root. */
  depth: Scalars['Int']['output'];
  /** Id of the object. */
  id: Scalars['ID']['output'];
  /**
   * Object at this position. Null if the index does not have the object: it does not exist, or it was not collected. The
   * object is then part of the tree only if the caller could list it.
   */
  object?: Maybe<KubernetesObject>;
  /** Id of the object from which the tree reached this object. Null for the root. */
  parentId?: Maybe<Scalars['ID']['output']>;
  /** Type of the relation to the parent. Null for the root. */
  relation?: Maybe<RelationType>;
  /**
   * Worst status of this object and of the indexed objects below it in the tree. UNKNOWN for an object that is not in the
   * index.
   */
  worst: ObjectStatus;
};

/** Input of `undo`. */
export type UndoInput = {
  /** True to let the cluster check the action without performing it. */
  dryRun?: Scalars['Boolean']['input'];
  /**
   * Key for safe repetition, 1 to 128 characters. Within ten minutes, the same request with this key does nothing and
   * returns the first results. A different request with this key is refused. A repetition that reaches another fleetgraph
   * process runs again.
   */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Ids of Deployments, StatefulSets or DaemonSets. At most `limits.actionObjects` in one request. */
  ids: Array<Scalars['ID']['input']>;
  /**
   * Number of the revision to restore, 1 or more, as `kubectl rollout history` prints it. Default: the revision before the
   * present one.
   */
  toRevision?: InputMaybe<Scalars['Int']['input']>;
};

/** CPU and memory that an object used, at points of equal distance in time. */
export type UsageHistory = {
  __typename?: 'UsageHistory';
  /**
   * CPU in cores at each point, averaged over five minutes or over the step, whichever is longer. An entry is null if
   * there is no sample.
   */
  cpu: Array<Maybe<Scalars['Float']['output']>>;
  /** Time of the first point. */
  from: Scalars['DateTime']['output'];
  /** Working set of memory in bytes at each point. An entry is null if there is no sample. */
  memory: Array<Maybe<Scalars['Float']['output']>>;
  /** Explanation of what is missing or inexact. Null if nothing is missing or inexact. */
  message?: Maybe<Scalars['String']['output']>;
  /** Time of the newest point with a sample. Null if there are no samples. */
  newestAt?: Maybe<Scalars['DateTime']['output']>;
  /** State of the history: OK, or the cause for which CPU or memory is missing or old. */
  state: UsageState;
  /** Number of seconds between two points. */
  stepSeconds: Scalars['Int']['output'];
  /** Time of the last point. */
  to: Scalars['DateTime']['output'];
};

/** State of the history of an object. */
export type UsageState =
  /**
   * The RBAC of the cluster does not let the caller list the metrics of the namespace, or of Nodes. Also used if the
   * cluster has authorizers other than RBAC.
   */
  | 'FORBIDDEN'
  /** The answer of Prometheus cannot be read. */
  | 'INVALID'
  /** The operation reads more than 20 objects, or the caller's share of queries to Prometheus is used up. */
  | 'LIMITED'
  /** No Prometheus is configured for usage, or `usage.clusterIds` gives the name of this cluster to another cluster. */
  | 'NOT_CONFIGURED'
  /** Prometheus has no samples of the object in the window. */
  | 'NOT_FOUND'
  /** CPU and memory were read. `message` states which samples are missing, if any. */
  | 'OK'
  /** Prometheus refused the query. */
  | 'REFUSED'
  /**
   * `newestAt` is more than five minutes before `to`. For example, the object has ended, or Prometheus no longer records
   * it.
   */
  | 'STALE'
  /** Prometheus did not answer in time. */
  | 'TIMEOUT'
  /** The answer of Prometheus has more series or bytes than the limits allow, or the query exceeds a limit of Prometheus. */
  | 'TOO_LARGE'
  /** fleetgraph cannot connect to Prometheus. */
  | 'UNREACHABLE'
  | '%future added value';

/** Caller of the request. */
export type Viewer = {
  __typename?: 'Viewer';
  /**
   * Summary of what the caller may list on each cluster that the caller may know, sorted by cluster name. Null only if an
   * error occurs.
   */
  access?: Maybe<ViewerAccessConnection>;
  /** Identity of the caller on each cluster that the caller may know, sorted by cluster name. */
  clusters: Array<ViewerOnCluster>;
  /** Groups of the caller. */
  groups: Array<Scalars['String']['output']>;
  /** User name of the caller. */
  user: Scalars['String']['output'];
};


/** Caller of the request. */
export type ViewerAccessArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Summary of what the caller may list on one cluster. */
export type ViewerAccess = {
  __typename?: 'ViewerAccess';
  /** True if the caller can see some objects only because a grant names them (resourceNames). */
  byName: Scalars['Boolean']['output'];
  /** Cluster that the permissions apply to. */
  cluster: Cluster;
  /**
   * Kinds that the caller may list in all namespaces, and cluster-scoped kinds that the caller may list. Spelled as in
   * `ObjectFilter.kinds`.
   */
  everywhere: Array<Scalars['String']['output']>;
  /**
   * Kinds that the caller may list only in some namespaces. The entry with the most namespaces comes first. At most 20
   * entries.
   */
  inNamespaces: Array<NamespaceAccess>;
  /** True if `inNamespaces` leaves out entries, or if an entry leaves out namespaces. */
  truncated: Scalars['Boolean']['output'];
};

/** Page of clusters, with the caller's list permissions in each. */
export type ViewerAccessConnection = {
  __typename?: 'ViewerAccessConnection';
  /** Permissions in the clusters of this page. */
  nodes: Array<ViewerAccess>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of clusters that the caller may know. */
  totalCount: Scalars['Int']['output'];
};

/** Identity of the caller on one cluster, including the prefixes of the cluster and the groups that Kubernetes adds. */
export type ViewerOnCluster = {
  __typename?: 'ViewerOnCluster';
  /** Cluster of this identity. */
  cluster: Cluster;
  /** Groups of the caller on the cluster. */
  groups: Array<Scalars['String']['output']>;
  /**
   * Groups of the caller that fleetgraph may not impersonate on the cluster. Lists usually include what these groups
   * allow. Live reads are usually sent without these groups, and actions are refused. Null if unknown.
   */
  refusedGroups?: Maybe<Array<Scalars['String']['output']>>;
  /** User name of the caller on the cluster. */
  user: Scalars['String']['output'];
};

/** Cause for which a cluster is withheld from this caller. */
export type WithheldCause =
  /**
   * fleetgraph is asking the cluster for the caller's permissions, and the answer did not arrive in time for this request.
   * Send the request again.
   */
  | 'ASKING'
  /** The RBAC of the cluster changed repeatedly while fleetgraph was reading it. Send the request again. */
  | 'CHANGING'
  /** The cluster failed to answer questions about the caller's permissions. Send the request again later. */
  | 'FAILED'
  /**
   * fleetgraph may not send requests to the cluster as the caller. If impersonation is not allowed, ask the operator of
   * fleetgraph to allow it. If the cluster needs the caller's own token, sign in with a token that the cluster accepts.
   */
  | 'REFUSED'
  /**
   * The cluster did not answer all questions about the caller's permissions within twenty seconds. Send the request again
   * later.
   */
  | 'SLOW'
  /**
   * The caller has more permissions than fleetgraph reads, for example permissions for 250 000 names (resourceNames). Use
   * roles with fewer names.
   */
  | 'TOO_LARGE'
  | '%future added value';

/**
 * Clusters for which the caller's permissions could not be determined, for one cause. The clusters are not named, because
 * it is unknown whether the caller may know them.
 */
export type WithheldClusters = {
  __typename?: 'WithheldClusters';
  /** Cause for which the clusters are withheld. */
  cause: WithheldCause;
  /** Number of clusters. */
  count: Scalars['Int']['output'];
};

/** Line of the log of a workload. */
export type WorkloadLogLine = {
  __typename?: 'WorkloadLogLine';
  /** Time at which the node received the line from the container. Null if the line is a message of the node. */
  at?: Maybe<Scalars['DateTime']['output']>;
  /** Name of the container. */
  container: Scalars['String']['output'];
  /**
   * Level that the text of the line states. A continuation line, for example of a stack trace, has the level of the
   * previous line. Null if unknown.
   */
  level?: Maybe<LogLevel>;
  /** Name of the Pod. */
  pod: Scalars['String']['output'];
  /**
   * Text of the line, as a terminal would show it, without colours. Control characters except tabs are removed, or
   * replaced by visible characters.
   */
  text: Scalars['String']['output'];
  /** True if the line is longer than about 20 KiB. `text` then contains only the end of the line. */
  truncated: Scalars['Boolean']['output'];
};

/** Lines of the logs of a workload, with a token to continue after them. */
export type WorkloadLogs = {
  __typename?: 'WorkloadLogs';
  /**
   * Cause for which no more lines follow. Null while a subscription continues. In a query, REFUSED if `state` is not OK,
   * otherwise null.
   */
  end?: Maybe<LogEnd>;
  /**
   * Number of lines that were left out, because they do not match `search` or `levels`. A subscription counts all such
   * lines since the first payload.
   */
  filtered: Scalars['Int']['output'];
  /** Number of containers that are not read, because at most 20 containers are read. */
  leftOut: Scalars['Int']['output'];
  /** Lines of the logs, oldest first. */
  lines: Array<WorkloadLogLine>;
  /** Explanation of what went wrong, which containers or Pods are missing, or why the logs end. Null otherwise. */
  message?: Maybe<Scalars['String']['output']>;
  /** Token to continue after these lines, for `since`. Empty until a line with a time was read, or if `end` is REFUSED. */
  resume: Scalars['String']['output'];
  /**
   * Number of lines that were dropped before these lines, because more lines waited than `limits.logBytes` allows. For
   * example, the client reads slowly, or the log grows faster than payloads are sent. Always 0 in a query.
   */
  skipped: Scalars['Int']['output'];
  /** Containers that are read, at most 20. */
  sources: Array<LogSource>;
  /** State of the read of the workload and its Pods: OK, or the cause of the failure. `sources` has the state of each log. */
  state: LiveState;
};
