export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A whole number beyond those of Int; null above 2^53, where JSON loses its last digits. */
  BigInt: { input: number; output: number; }
  /** An instant, in RFC 3339 with a time zone: `2026-01-31T12:00:00Z`. */
  DateTime: { input: string; output: string; }
  /** A span of time: a whole number and one of `ms`, `s`, `m` and `h`, as in `500ms`. Objects of clusters may have several of them: `1h30m`. */
  Duration: { input: string; output: string; }
  /** A whole number or a text, such as a port by number or by name, or a count or a percentage. */
  IntOrString: { input: number | string; output: number | string; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  /** A JSON object. */
  JSONObject: { input: Record<string, unknown>; output: Record<string, unknown>; }
  /** An amount as Kubernetes writes it: `500m`, `1Gi`. */
  Quantity: { input: string; output: string; }
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
  | 'CORDON'
  | 'DELETE'
  | 'RECONCILE'
  | 'RESTART'
  | 'RESUME'
  | 'RUN'
  | 'SCALE'
  | 'SUSPEND'
  | 'UNCORDON'
  | 'UNDO'
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
  /** Nothing was done, because it would have no effect: the object is suspended or paused, or something else sets the field back. `message` names it. */
  | 'NO_EFFECT'
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
  /** One result for each object, in the order of the input. The items of a List come in its place. */
  results: Array<ActionResult>;
};

/** What became of an action on one object. One that fails keeps none of the others from it. */
export type ActionResult = {
  __typename?: 'ActionResult';
  /** The fields that others manage, where that is the conflict; else null. */
  conflicts?: Maybe<Array<FieldConflict>>;
  /** Id of the object that the action made: the Job of `run`. Null otherwise, and in a dry run. */
  created?: Maybe<Scalars['ID']['output']>;
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
  /** With `withSource`: whether the source was asked. False where the caller may not read the object, which names it; null where there is none, or nothing was done. */
  sourceAsked?: Maybe<Scalars['Boolean']['output']>;
  /** Warnings of the API server about the change, as kubectl prints them. Empty if there are none. */
  warnings: Array<Scalars['String']['output']>;
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
  /** Objects with `apiVersion`, `kind`, `metadata.name` and the fields to set, and Lists of them; at most `limits.actionObjects` objects in one request. */
  manifests: Array<Scalars['JSONObject']['input']>;
};

/** DaemonSet represents the configuration of a daemon set. */
export type AppsDaemonSet = KubernetesResource & {
  __typename?: 'AppsDaemonSet';
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /**
   * How each kind is collected, as far as the caller may list it. Also kinds that are left out, up to 100 of those that
   * are too many.
   */
  kinds: Array<KindCoverage>;
  /** How many of the kinds that the caller may list are listed completely. */
  kindsListed?: Maybe<Scalars['Int']['output']>;
  /** How many kinds that the caller may list are collected. */
  kindsTotal?: Maybe<Scalars['Int']['output']>;
  /**
   * The same in words; also how many of the kinds that the caller may list are missing from it, and why. `kinds` tells
   * which. Kinds that cannot be watched are counted here alone: every cluster has some, so they are no `cause`.
   */
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

/** Nodes to cordon or uncordon. */
export type CordonInput = {
  /** True asks the cluster to check everything and change nothing. */
  dryRun?: Scalars['Boolean']['input'];
  /** A text of at most 128 characters. A repetition within ten minutes gets the first results, and nothing is done again. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Ids of Nodes; at most `limits.actionObjects` in one request. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** BinaryData contains the binary data. */
  binaryData?: Maybe<Scalars['StringMap']['output']>;
  /** Data contains the configuration data. */
  data?: Maybe<Scalars['StringMap']['output']>;
  /** Immutable, if set to true, ensures that data stored in the ConfigMap cannot be updated (only object metadata can be … */
  immutable?: Maybe<Scalars['Boolean']['output']>;
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
  metadata: ObjectMeta;
  /** spec defines a specification of a persistent volume owned by the cluster. */
  spec?: Maybe<CorePersistentVolumeSpec>;
  /** status represents the current information/status for the persistent volume. */
  status?: Maybe<CorePersistentVolumeStatus>;
};

/** PersistentVolumeClaim is a user's request for and claim to a persistent volume */
export type CorePersistentVolumeClaim = KubernetesResource & {
  __typename?: 'CorePersistentVolumeClaim';
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its keys and how long their values are; the values are not shown. */
  data?: Maybe<Array<SecretKey>>;
  /** Immutable, if set to true, ensures that data stored in the Secret cannot be updated (only object metadata can be … */
  immutable?: Maybe<Scalars['Boolean']['output']>;
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
  metadata: ObjectMeta;
  /** Spec defines the behavior of a service. */
  spec?: Maybe<CoreServiceSpec>;
  /** Most recently observed status of the service. */
  status?: Maybe<CoreServiceStatus>;
};

/** ServiceAccount binds together: * a name, understood by users, and perhaps by peripheral systems, for an identity * a … */
export type CoreServiceAccount = KubernetesResource & {
  __typename?: 'CoreServiceAccount';
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** AutomountServiceAccountToken indicates whether pods running as this service account should have an API token … */
  automountServiceAccountToken?: Maybe<Scalars['Boolean']['output']>;
  /** ImagePullSecrets is a list of references to secrets in the same namespace to use for pulling any images in pods that … */
  imagePullSecrets?: Maybe<Array<CoreLocalObjectReference>>;
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Another registered cluster has the same API server and is shown in its place. */
  | 'DUPLICATE'
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
  /** What is stored of it was read from another API server than the one that it is registered with now. */
  | 'OTHER_API_SERVER'
  /** Objects are left out, since the rows and the RBAC of its cluster have reached `limits.clusterBytes`. The objects of other kinds are all there. */
  | 'OVER_LIMIT'
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
  /**
   * It is left out, since another kind shows the same objects, as Event of the core group those of events.k8s.io. Nothing
   * is missing.
   */
  | 'SHOWN_ELSEWHERE'
  /** Nothing has been heard of it for a while: it does not answer, or no collector asks it. */
  | 'SILENT'
  /**
   * The configuration limits the collection to some namespaces of the cluster (`collect.namespaces`). Objects in other
   * namespaces are missing.
   */
  | 'SOME_NAMESPACES'
  /** Its API server does not serve watches of it yet, since its CRD is new or the server has just started. */
  | 'STARTING'
  /** The store of the index cannot be reached or followed. */
  | 'STORE_AWAY'
  /** Its API server has too much to do and refuses requests. */
  | 'THROTTLED'
  /** Its API server does not answer in time. */
  | 'TIMEOUT'
  /** No trusted connection to its API server can be made. */
  | 'TLS'
  /** The cluster serves more kinds than are collected. The default kinds and those that `kinds.include` names come first. */
  | 'TOO_MANY_KINDS'
  /** Something else; the log of the collector says what. */
  | 'UNKNOWN'
  /** Its API server cannot be reached. */
  | 'UNREACHABLE'
  /** Its API server cannot read its objects: a conversion webhook fails, or what is stored is broken. */
  | 'UNREADABLE'
  /** It is left out, since its API server lists it and cannot watch it: ComponentStatus, the kinds of metrics.k8s.io. */
  | 'UNWATCHABLE'
  | '%future added value';

/** How far the index speaks for a cluster. */
export type CoverageState =
  /** Contributes nothing, because what its RBAC allows is not known. */
  | 'CLOSED'
  /**
   * Up to date, and complete but for kinds that the collector may not list, not keep in full, or leaves out, and for
   * namespaces that are not collected; `cause` and `kinds` tell of those.
   */
  | 'INDEXED'
  /** Being read; lists are not complete yet. */
  | 'REBUILDING'
  /** Perhaps out of date: the cluster has been silent, or the store of the index cannot be reached or followed. */
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

/** HelmRelease is the Schema for the helmreleases API */
export type HelmHelmRelease = KubernetesResource & {
  __typename?: 'HelmHelmRelease';
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** The field conditions. */
  conditions?: Maybe<Array<MetaCondition>>;
  /** LastHandledReconcileAt holds the value of the most recent reconcile request value, so a change of the annotation value … */
  lastHandledReconcileAt?: Maybe<Scalars['String']['output']>;
  /** LatestRef gives the first in the list of images scanned by the image repository, when filtered and ordered according to … */
  latestRef?: Maybe<ImageImagePolicyStatusLatestRef>;
  /** The field observedGeneration. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** The field conditions. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** The field conditions. */
  conditions?: Maybe<Array<MetaCondition>>;
  /** LastAutomationRunTime records the last time the controller ran this automation through to completion (even if no … */
  lastAutomationRunTime?: Maybe<Scalars['DateTime']['output']>;
  /** LastHandledReconcileAt holds the value of the most recent reconcile request value, so a change of the annotation value … */
  lastHandledReconcileAt?: Maybe<Scalars['String']['output']>;
  /** LastPushCommit records the SHA1 of the last commit made by the controller, for this automation object */
  lastPushCommit?: Maybe<Scalars['String']['output']>;
  /** LastPushTime records the time of the last pushed change. */
  lastPushTime?: Maybe<Scalars['DateTime']['output']>;
  /** The field observedGeneration. */
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

/** A kind of object, over all clusters. */
export type Kind = Node & {
  __typename?: 'Kind';
  /** The categories that clusters put it in, such as `all`. */
  categories: Array<Scalars['String']['output']>;
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
  /** Its short names, such as `po`. Each means this kind to kubectl on at least one cluster that the caller may know of. */
  shortNames: Array<Scalars['String']['output']>;
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
  /** The configuration asks for it, and it is left out; `cause` tells why. */
  | 'UNCOLLECTED'
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
   * The objects of its cluster that it is related to, by what the objects say of themselves, as far as the caller may see them. In the
   * order of direction (UP first), type and id.
   */
  related?: Maybe<RelationConnection>;
  /** The revision that was applied, of a Flux object its source's; null for workloads. */
  revision?: Maybe<Scalars['String']['output']>;
  /** The object it is built from, such as a Kustomization's GitRepository; null when there is none or the caller may not see it. */
  source?: Maybe<KubernetesObject>;
  /** What its own status says of it. */
  status: ObjectStatus;
  /** True if the object is held on purpose: it is suspended, paused or cordoned, or its controller is told to leave it alone. */
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

/** An object as its kind describes it, with the names that its fields have in Kubernetes. */
export type KubernetesResource = {
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
  metadata: ObjectMeta;
};

/** Kustomization is the Schema for the kustomizations API. */
export type KustomizeKustomization = KubernetesResource & {
  __typename?: 'KustomizeKustomization';
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** The field conditions. */
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

/** An object as its cluster has it at this moment. Unless `state` is OK, the fields that come from the object are null. */
export type LiveObject = {
  __typename?: 'LiveObject';
  /**
   * What the caller may do with it, by the word of its cluster at this moment: one verdict for each check, in their order. explainAccess says why, from
   * the index.
   */
  access?: Maybe<Array<AccessVerdict>>;
  /**
   * What `kubectl get -o wide` prints of it, but for its name: its cluster makes these columns, for a custom resource those of its CustomResourceDefinition. A
   * read of their own; null where the cluster makes none, or refuses.
   */
  columns?: Maybe<Array<PrintedColumn>>;
  /** The conditions of its status; empty when it has none. */
  conditions?: Maybe<Array<Condition>>;
  /** Events about it, the newest first; what was reported several times is one. A read of their own: what went wrong with it is told there. */
  events?: Maybe<EventList>;
  /**
   * What `kubectl apply` sent last, as kubectl notes it in an annotation; null where there is no such annotation or it holds no manifest, and of every
   * Secret. What was applied on the server's side is not noted there: `yaml(managedFields: true)` tells who set which field.
   */
  lastApplied?: Maybe<Scalars['JSONObject']['output']>;
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
  /**
   * The object as its kind describes it, field by field; null for a kind without a type here. A value that is not what the kind says it is, is null, and
   * `manifest` shows it.
   */
  resource?: Maybe<KubernetesResource>;
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

/** Why a log is not followed any more. */
export type LogEnd =
  /** The container has ended, or begun anew. This was all that it wrote; `since` leads to the log of its next run. */
  | 'CONTAINER_ENDED'
  /** One subscription tells no more than so much (limits.followedLogBytes). Subscribe again, with `since`. */
  | 'LIMIT'
  /** The connection to the cluster broke, or it cannot be asked. Subscribe again, with `since`. */
  | 'LOST'
  /** The Pod is gone, or another one has its name. */
  | 'POD_GONE'
  /** It could not be read: `state` says why. */
  | 'REFUSED'
  /** The caller may not read it any more. */
  | 'REVOKED'
  /** Its payloads were read too slowly. Subscribe again, with `since`. */
  | 'TOO_SLOW'
  | '%future added value';

/** One line of a log. */
export type LogLine = {
  __typename?: 'LogLine';
  /** When the node had it from the container; null for what the node itself has to say. */
  at?: Maybe<Scalars['DateTime']['output']>;
  /** Text of the line, as a terminal leaves it. Control characters become visible ones. */
  text: Scalars['String']['output'];
  /** True if the line is longer and `text` is its end. */
  truncated: Scalars['Boolean']['output'];
};

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
  /**
   * Lines of the log, the newest last, as a terminal leaves them: carriage returns and erasing sequences take effect, colours and other
   * sequences are left out, and other control characters become visible ones. Empty unless `state` is OK.
   */
  text: Scalars['String']['output'];
  /** Whether it is cut because it is longer than `limits.logBytes`. The newest lines are missing then: ask for fewer. */
  truncated: Scalars['Boolean']['output'];
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

/**
 * What can be done to objects, always as the caller: their cluster decides, object by object, and its answer is data. Which of these are switched on is told by
 * `Query.actions`; the others are refused with the code ACTION_NOT_ENABLED. They are asked for by POST alone, and run one after the other.
 */
export type Mutation = {
  __typename?: 'Mutation';
  /**
   * Server-side apply of manifests to one cluster: makes an object, or sets those fields of it that the manifest has. CustomResourceDefinitions and
   * Namespaces are applied before the other manifests, which wait some seconds until their kinds are served.
   */
  apply?: Maybe<ActionPayload>;
  /** Marks Nodes as unschedulable: they keep their Pods and get no new ones. */
  cordon?: Maybe<ActionPayload>;
  /** Deletes objects. */
  delete?: Maybe<ActionPayload>;
  /** Asks Flux to look at these objects now, as `flux reconcile` does. It does not wait for that. */
  reconcile?: Maybe<ActionPayload>;
  /** Replaces the Pods of Deployments, StatefulSets and DaemonSets by their own strategy, as `kubectl rollout restart` does. */
  restart?: Maybe<ActionPayload>;
  /** Resumes what was suspended. */
  resume?: Maybe<ActionPayload>;
  /** Makes a Job of each CronJob now, as `kubectl create job --from=cronjob/NAME` does, also while the CronJob is suspended. */
  run?: Maybe<ActionPayload>;
  /** Sets the number of replicas, through the scale subresource. */
  scale?: Maybe<ActionPayload>;
  /** Suspends what Flux and the Flux Operator reconcile, and Jobs and CronJobs: sets `spec.suspend`, or the annotation of the Flux Operator. */
  suspend?: Maybe<ActionPayload>;
  /** Marks Nodes as schedulable again. */
  uncordon?: Maybe<ActionPayload>;
  /** Gives Deployments, StatefulSets and DaemonSets an earlier Pod template, as `kubectl rollout undo` does. */
  undo?: Maybe<ActionPayload>;
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
export type MutationCordonArgs = {
  input: CordonInput;
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
export type MutationRunArgs = {
  input: RunInput;
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


/**
 * What can be done to objects, always as the caller: their cluster decides, object by object, and its answer is data. Which of these are switched on is told by
 * `Query.actions`; the others are refused with the code ACTION_NOT_ENABLED. They are asked for by POST alone, and run one after the other.
 */
export type MutationUncordonArgs = {
  input: CordonInput;
};


/**
 * What can be done to objects, always as the caller: their cluster decides, object by object, and its answer is data. Which of these are switched on is told by
 * `Query.actions`; the others are refused with the code ACTION_NOT_ENABLED. They are asked for by POST alone, and run one after the other.
 */
export type MutationUndoArgs = {
  input: UndoInput;
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** The field http. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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

/** What has an id of its own in the graph: `node` finds it again, and clients keep it in their caches by it. */
export type Node = {
  /** Opaque to clients that only pass it on. How each type spells it is told there. */
  id: Scalars['ID']['output'];
};

/** Alert is the Schema for the alerts API */
export type NotificationAlert = KubernetesResource & {
  __typename?: 'NotificationAlert';
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** The name of the cluster by pattern. The answer is about all clusters, which its coverage says. */
  cluster?: InputMaybe<StringFilter>;
  /** Labels of the cluster, of those that the caller may know of: a label selector in Kubernetes syntax, `env=prod`. Not for `objectChanges`. */
  clusterLabels?: InputMaybe<Scalars['String']['input']>;
  /** Names of clusters. */
  clusters?: InputMaybe<Array<Scalars['String']['input']>>;
  /** When the object was created. */
  created?: InputMaybe<TimeRange>;
  /** API groups; the core group is the empty string. */
  groups?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Objects by their ids. */
  ids?: InputMaybe<Array<Scalars['ID']['input']>>;
  /**
   * Kinds as `Pod` (in any group) or `Kustomization.kustomize.toolkit.fluxcd.io`; also their plurals, in any case: `pods`. Short names and categories as the
   * clusters have them, in lower case: `po`, `all`.
   */
  kinds?: InputMaybe<Array<Scalars['String']['input']>>;
  /** A label selector in Kubernetes syntax: `app=web,tier in (front,back),!legacy`. */
  labelSelector?: InputMaybe<Scalars['String']['input']>;
  /** The status message by pattern. Where an object has none it is the empty text, which `equals: ""` finds. */
  message?: InputMaybe<StringFilter>;
  /** The name by pattern. */
  name?: InputMaybe<StringFilter>;
  /** Exact names. */
  names?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The name of the namespace by pattern. Of a cluster-scoped object it is the empty text, which `equals: ""` finds. */
  namespace?: InputMaybe<StringFilter>;
  /** Whether the object is in a namespace. */
  namespaced?: InputMaybe<Scalars['Boolean']['input']>;
  /** Names of namespaces. Cluster-scoped objects are in none. */
  namespaces?: InputMaybe<Array<Scalars['String']['input']>>;
  /** This must not hold. */
  not?: InputMaybe<ObjectFilter>;
  /** At least one of these must hold too. */
  or?: InputMaybe<Array<ObjectFilter>>;
  /** The reason by pattern. Where an object has none it is the empty text, which `equals: ""` finds. */
  reason?: InputMaybe<StringFilter>;
  /** Reasons, exactly as the status names them; the empty text is that of objects without one. */
  reasons?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The applied revision by pattern. Where an object has none it is the empty text, which `equals: ""` finds. */
  revision?: InputMaybe<StringFilter>;
  /** Status, as one of these. */
  statuses?: InputMaybe<Array<ObjectStatus>>;
  /** True selects objects that are held on purpose, such as suspended, paused or cordoned ones. */
  suspended?: InputMaybe<Scalars['Boolean']['input']>;
  /** When the cluster told us of the object as it is: `syncedAt`. Not for `objectChanges`. */
  synced?: InputMaybe<TimeRange>;
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

/** Lines of a log, and how to go on behind them. */
export type PodLogs = {
  __typename?: 'PodLogs';
  /** The container whose log it is; null where none was chosen. */
  container?: Maybe<Scalars['String']['output']>;
  /** All containers of the Pod, to choose one of. */
  containers: Array<Scalars['String']['output']>;
  /** Why no more is told; null while it goes on. */
  end?: Maybe<LogEnd>;
  /** The oldest first. */
  lines: Array<LogLine>;
  /** What went wrong, or why it ends, in words to act on; null while all is well. */
  message?: Maybe<Scalars['String']['output']>;
  /** Where it goes on, for `since`. Empty where no line has come yet. */
  resume: Scalars['String']['output'];
  /** How many lines were left out before these, since they were read too slowly. */
  skipped: Scalars['Int']['output'];
  /** Whether the log could be read, and if not, why; it ends then. */
  state: LiveState;
};

/** PodDisruptionBudget is an object to define the max disruption that can be caused to a collection of pods */
export type PolicyPodDisruptionBudget = KubernetesResource & {
  __typename?: 'PolicyPodDisruptionBudget';
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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

/** A column that kubectl prints of an object. */
export type PrintedColumn = {
  __typename?: 'PrintedColumn';
  /** Its header, such as `Ready`. */
  name: Scalars['String']['output'];
  /** What it says of the object, in one line; empty where that is nothing. */
  value: Scalars['String']['output'];
  /** Whether kubectl prints it with `-o wide` alone. */
  wide: Scalars['Boolean']['output'];
};

/** Everything that can be asked. */
export type Query = {
  __typename?: 'Query';
  /** The actions that may be asked for here; empty where they are switched off. Whether a cluster lets the caller do one is another question. */
  actions: Array<Action>;
  /**
   * How all clusters are registered and what is wrong with it, for administrators: callers whom RBAC lets list
   * `registrations.fleetgraph.dev` on the cluster that the configuration names (`administrators`), and who started the
   * process with their own kubeconfig. Null for everybody else.
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
  /** The lines of a log from some moment on: what has come since an earlier answer. Where somebody watches, follow it by the subscription of the same name. */
  podLogs?: Maybe<PodLogs>;
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
   * see, and what only they lead to, are left out; of those that are not in the index, what the caller could not list. Null when there is no such object or the caller may not see it.
   */
  tree?: Maybe<ObjectTree>;
  /** The caller, as fleetgraph and as each cluster knows them. */
  viewer: Viewer;
  /** Queries that who runs fleetgraph saved for everybody, in their order. What a query finds is what the caller may see. */
  views: Array<SavedView>;
};


/** Everything that can be asked. */
export type QueryClusterArgs = {
  name: Scalars['String']['input'];
};


/** Everything that can be asked. */
export type QueryClustersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ClusterFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
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
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<NamespaceFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
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
export type QueryPodLogsArgs = {
  container?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
  maxAge?: InputMaybe<Scalars['Duration']['input']>;
  since?: InputMaybe<Scalars['String']['input']>;
  tail?: Scalars['Int']['input'];
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
  /** HelmReleases only: upgrade once although nothing has changed, as `flux reconcile helmrelease --force` does. */
  force?: Scalars['Boolean']['input'];
  /** A text of at most 128 characters. Who repeats it within ten minutes gets the results of the first time, and nothing is done again. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Ids of objects of Flux, the Flux Operator or the Terraform controller; at most `limits.actionObjects` in one request. */
  ids: Array<Scalars['ID']['input']>;
  /** HelmReleases only: forget earlier failures, so that all retries are available again, as `flux reconcile helmrelease --reset` does. */
  reset?: Scalars['Boolean']['input'];
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
  /** Names of other registered clusters with the same API server. One of them is collected; all are if the configuration has `duplicates: allow`. */
  sameServerAs: Array<Scalars['String']['output']>;
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
  /** The name is kept for a registration that cannot be read at the moment, or the store cannot say whose the name is. */
  | 'NAME_RESERVED'
  /** Another registration has the name. */
  | 'NAME_TAKEN'
  /** It asks for what whoever registers clusters may not ask for; `allow` of the source permits some of it. */
  | 'NOT_ALLOWED'
  /** The source itself cannot be read; what it said before holds. */
  | 'SOURCE_UNREADABLE'
  /** There are more clusters than `limits.clusters`, or the objects of one source take more memory than it may have. */
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
  /** The id of the object. */
  id: Scalars['ID']['output'];
  /** The object; null when it is not in the index: there is no such object, or none was collected. It is named where the caller could list it. */
  node?: Maybe<KubernetesObject>;
  /** What relates the two. */
  type: RelationType;
};

/** How one object is related to another one of its cluster. From the end that is named first, the other end is DOWN. */
export type RelationType =
  /** An object that must be ready before another one, and that one (spec.dependsOn). */
  | 'DEPENDS_ON'
  /**
   * A Kustomization, HelmRelease or Argo CD Application and what it applied: by the labels that Flux puts on it, by the inventory of the HelmRelease, or by the
   * resources in the status of an Application whose destination is its own cluster.
   */
  | 'MANAGES'
  /** An owner and what it owns (metadata.ownerReferences). */
  | 'OWNS'
  /**
   * An object that names another one it uses, and that one: an Ingress or HTTPRoute and a Service, a HorizontalPodAutoscaler and what it scales, a claim and its
   * volume, an Alert and its Provider; a workload, an Ingress, a Certificate or an object of Flux and its ConfigMaps and Secrets. Of Pods, the workload that
   * makes them has the relation.
   */
  | 'REFERENCES'
  /**
   * What selects by labels, and what it selects: a Service, PodDisruptionBudget, NetworkPolicy or PodMonitor and Pods, a ServiceMonitor and Services. A workload
   * is told of what selects its Pods. A tree follows it down from its root, and from what that uses, alone: elsewhere a Pod is below its owner.
   */
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
  /** The revision that the source of the objects that lag has. Of several revisions the one that a source took in last. Null if no object lags. */
  sourceRevision?: Maybe<Scalars['String']['output']>;
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

/** CronJobs to run now. */
export type RunInput = {
  /** True asks the cluster to check everything and change nothing. */
  dryRun?: Scalars['Boolean']['input'];
  /** A text of at most 128 characters. A repetition within ten minutes gets the first results, and nothing is done again. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Ids of CronJobs; at most `limits.actionObjects` in one request. */
  ids: Array<Scalars['ID']['input']>;
};

/** A query by a name. */
export type SavedView = {
  __typename?: 'SavedView';
  /** What a menu calls it. */
  name: Scalars['String']['output'];
  /** In the query language of the Explorer: `status:failed cluster:eu-*`. */
  query: Scalars['String']['output'];
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

/** A key of a Secret. Its value is not shown. */
export type SecretKey = {
  __typename?: 'SecretKey';
  /** The key. */
  name: Scalars['String']['output'];
  /** How many bytes its value has; null where that cannot be told. */
  size?: Maybe<Scalars['Int']['output']>;
};

/** Bucket is the Schema for the buckets API. */
export type SourceBucket = KubernetesResource & {
  __typename?: 'SourceBucket';
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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

/** StorageClass describes the parameters for a class of storage for which PersistentVolumes can be dynamically provisioned. */
export type StorageStorageClass = KubernetesResource & {
  __typename?: 'StorageStorageClass';
  /** allowVolumeExpansion shows whether the storage class allow volume expand. */
  allowVolumeExpansion?: Maybe<Scalars['Boolean']['output']>;
  /** allowedTopologies restrict the node topologies where volumes can be dynamically provisioned. */
  allowedTopologies?: Maybe<Array<CoreTopologySelectorTerm>>;
  /** Its API group and the version in which it was read. */
  apiVersion: Scalars['String']['output'];
  /** Its kind. */
  kind: Scalars['String']['output'];
  /** What every object says of itself. */
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
  /**
   * The log of a container as it is written. The first payload comes at once, another one when there are lines. It ends after a payload with an `end`; to go on
   * from there, or after a lost connection, subscribe again with `since`.
   */
  podLogs: PodLogs;
};


/** What is told as it happens, over server-sent events or a WebSocket. */
export type SubscriptionObjectChangesArgs = {
  coalesce?: Scalars['Duration']['input'];
  filter?: InputMaybe<ObjectFilter>;
  since?: InputMaybe<Scalars['String']['input']>;
};


/** What is told as it happens, over server-sent events or a WebSocket. */
export type SubscriptionPodLogsArgs = {
  coalesce?: Scalars['Duration']['input'];
  container?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
  maxAge?: InputMaybe<Scalars['Duration']['input']>;
  since?: InputMaybe<Scalars['String']['input']>;
  tail?: Scalars['Int']['input'];
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
  /** Ids of objects of Flux, the Flux Operator or the Terraform controller, Jobs and CronJobs; at most `limits.actionObjects` in one request. */
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
  /** The id of the object. */
  id: Scalars['ID']['output'];
  /** The object; null when it is not in the index: there is no such object, or none was collected. It is named where the caller could list it. */
  object?: Maybe<KubernetesObject>;
  /** The id of the object in the tree from which it was reached; null for the root. */
  parentId?: Maybe<Scalars['ID']['output']>;
  /** What relates the two; null for the root. */
  relation?: Maybe<RelationType>;
  /** The worst status of the object and of those below it in the tree that are in the index; UNKNOWN for an object that is not. */
  worst: ObjectStatus;
};

/** Workloads to give an earlier Pod template. */
export type UndoInput = {
  /** True asks the cluster to check everything and change nothing. */
  dryRun?: Scalars['Boolean']['input'];
  /** A text of at most 128 characters. A repetition within ten minutes gets the first results, and nothing is done again. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Ids of Deployments, StatefulSets and DaemonSets; at most `limits.actionObjects` in one request. */
  ids: Array<Scalars['ID']['input']>;
  /** Revision to return to. Null: the revision before the present one. */
  toRevision?: InputMaybe<Scalars['Int']['input']>;
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
  /**
   * Those of the groups that fleetgraph may not impersonate on the cluster. They count in lists. Live reads go without
   * them, and actions are refused. Null if the cluster does not say.
   */
  refusedGroups?: Maybe<Array<Scalars['String']['output']>>;
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
