/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Basis of an explanation. */
export type AccessBasis =
  /** RBAC objects of the cluster. */
  | 'GRANTS'
  /** Access review by the cluster. */
  | 'REVIEW'
  /** The decision of the cluster is not known. Ask the cluster with `kubectl auth can-i`. */
  | 'UNKNOWN';

/** Permission to check on an object. */
export type AccessCheck = {
  /** Subresource of the object, for example log, exec or scale. Default: the object itself. */
  subresource?: string | null | undefined;
  /** Kubernetes verb, for example get, update, patch or delete. `*` stands for every verb. */
  verb: string;
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
  | 'UNDO';

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
  | 'WOULD_DO';

/** Input of `apply`. */
export type ApplyInput = {
  /** Registered name of the cluster that gets the objects. */
  cluster: string;
  /** True to let the cluster check the action without performing it. */
  dryRun?: boolean;
  /**
   * Name of the field manager, 1 to 128 printable ASCII characters. If the manifest changes a field that another manager
   * owns, the outcome is CONFLICT, unless `force` is true.
   */
  fieldManager?: string;
  /** True to take over fields that other managers own. */
  force?: boolean;
  /**
   * Key for safe repetition, 1 to 128 characters. Within ten minutes, the same request with this key does nothing and
   * returns the first results. A different request with this key is refused. A repetition that reaches another fleetgraph
   * process runs again.
   */
  idempotencyKey?: string | null | undefined;
  /**
   * Objects with `apiVersion`, `kind`, `metadata.name` and the fields to set, or Kubernetes Lists of objects. At most
   * `limits.actionObjects` objects in one request.
   */
  manifests?: Array<Record<string, unknown>>;
  /**
   * Manifests in YAML: one or more documents, separated by `---`. Applied in addition to `manifests`; the results come
   * after the results of `manifests`. Values are read as kubectl reads them. Repeated keys, directives, and numbers that
   * JSON does not have are refused. At most 1 000 000 characters of JSON, counted after aliases are expanded.
   */
  yaml?: string | null | undefined;
};

/** Mechanism by which the data of a cluster reaches the index. */
export type ClusterMechanism =
  /** fleetgraph queries a Prometheus for metrics of the cluster. */
  | 'METRICS'
  /** fleetgraph reads from the API server of the cluster. */
  | 'PULL'
  /** An agent in the cluster sends reports. */
  | 'PUSH';

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
  | 'UNWATCHABLE';

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
  | 'UNREACHABLE';

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
  | 'SUSPENDED';

/** Key to group objects by. */
export type GroupKey = {
  /** Field whose values form the groups. */
  field: FacetField;
  /** Key of the label whose values form the groups. Required for LABEL, and not allowed for other fields. */
  labelKey?: string | null | undefined;
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
  | 'WATCHING';

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
  | 'UNREACHABLE';

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
  | 'TOO_SLOW';

/** Level of a log line. */
export type LogLevel =
  /** Debugging or a finer level, such as trace. */
  | 'DEBUG'
  /** Error or a more severe level, such as fatal or critical. */
  | 'ERROR'
  /** Information or notice. */
  | 'INFO'
  /** Warning. */
  | 'WARN';

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
  | 'VERSIONS';

/** Direction of requests. */
export type MeshDirection =
  /** Requests to the instance. */
  | 'INBOUND'
  /** Requests from the instance. */
  | 'OUTBOUND';

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
  | 'WORKLOAD';

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
  | 'NOT_READY';

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
  | 'WORKLOAD';

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
  | 'WORKLOAD';

/** Protocol of traffic. */
export type MeshProtocol =
  /** gRPC. */
  | 'GRPC'
  /** HTTP, and every protocol that Istio reports under a name other than `grpc` and `tcp`. */
  | 'HTTP'
  /** TCP connections. Rates are bytes per second from source to target. */
  | 'TCP';

/** Severity of a validation. */
export type MeshSeverity =
  /** The configuration does not work as written. */
  | 'ERROR'
  /** The configuration works, but is unusual. */
  | 'INFO'
  /** The configuration may not work as intended. */
  | 'WARNING';

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
  | 'UNREACHABLE';

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
  | 'KIA1107';

/**
 * Conditions on validations. All given fields must match. A list matches any one of its values; an empty list matches
 * nothing. A list has at most 1000 values.
 */
export type MeshValidationFilter = {
  /** Names of the clusters that contain the objects with faults. */
  clusters?: Array<string> | null | undefined;
  /** Codes of the faults, for example KIA0201. */
  codes?: Array<MeshValidationCode> | null | undefined;
  /** Namespaces of the objects with faults. */
  namespaces?: Array<string> | null | undefined;
  /** Severities of the faults. */
  severities?: Array<MeshSeverity> | null | undefined;
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
  | 'REVERTING';

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
  | 'VOLUME';

/** Treatment of persistent volumes in a move. */
export type MoveVolumes =
  /** Moves the workload without the data. New copies get new volumes. */
  | 'LEAVE'
  /** Blocks a move that would leave data behind. */
  | 'RESPECT';

/**
 * Conditions on objects. All given fields must match. A list of values matches any one of the values; an empty list
 * matches nothing. A list of values has at most 1 000 entries, all lists together have at most 5 000. Filters are nested
 * at most 8 levels deep.
 */
export type ObjectFilter = {
  /** Filters that must all match. An empty list matches every object. */
  and?: Array<ObjectFilter> | null | undefined;
  /** Pattern for the name of the cluster. Does not narrow the `coverage` of the answer. */
  cluster?: StringFilter | null | undefined;
  /**
   * Label selector for the labels of the cluster, in Kubernetes syntax, for example `env=prod`. Matches only clusters that
   * the caller may know. Not supported by `objectChanges`.
   */
  clusterLabels?: string | null | undefined;
  /** Names of clusters, compared exactly. */
  clusters?: Array<string> | null | undefined;
  /** Range for `KubernetesObject.createdAt`. */
  created?: TimeRange | null | undefined;
  /** API groups, compared exactly. The core group is the empty string. */
  groups?: Array<string> | null | undefined;
  /** Ids of objects, as in `KubernetesObject.id`. */
  ids?: Array<string> | null | undefined;
  /**
   * Pattern for an image. Matches objects of which at least one image matches. An object without images has the empty
   * string, which `equals: ""` matches.
   */
  image?: StringFilter | null | undefined;
  /**
   * Repositories of images, without tag and digest. `nginx` and `docker.io/library/nginx` are the same repository. Matches
   * objects with at least one image in one of these repositories. The empty string matches objects without images.
   */
  imageRepositories?: Array<string> | null | undefined;
  /**
   * Images, complete and as the containers name them, for example `registry.example/web:1.4`. Matches objects that have at
   * least one of these images. The empty string matches objects without images.
   */
  images?: Array<string> | null | undefined;
  /**
   * Kinds, with or without the API group, for example `Pod` or `Kustomization.kustomize.toolkit.fluxcd.io`. Regular
   * plurals are also accepted, for example `pods`. Case is ignored. Short names and categories that the clusters define
   * are accepted in lower case, for example `po` and `all`, but not by `objectChanges`.
   */
  kinds?: Array<string> | null | undefined;
  /** Label selector in Kubernetes syntax, for example `app=web,tier in (front,back),!legacy`. */
  labelSelector?: string | null | undefined;
  /** Pattern for the status message. An object without a message has the empty string, which `equals: ""` matches. */
  message?: StringFilter | null | undefined;
  /** Pattern for the name. */
  name?: StringFilter | null | undefined;
  /** Names of objects, compared exactly. */
  names?: Array<string> | null | undefined;
  /** Pattern for the namespace. The namespace of a cluster-scoped object is the empty string, which `equals: ""` matches. */
  namespace?: StringFilter | null | undefined;
  /** True selects namespaced objects; false selects cluster-scoped objects. */
  namespaced?: boolean | null | undefined;
  /** Names of namespaces, compared exactly. The empty string matches cluster-scoped objects. */
  namespaces?: Array<string> | null | undefined;
  /** Filter that must not match. */
  not?: ObjectFilter | null | undefined;
  /** Filters of which at least one must match. */
  or?: Array<ObjectFilter> | null | undefined;
  /** Pattern for the reason of the status. An object without a reason has the empty string, which `equals: ""` matches. */
  reason?: StringFilter | null | undefined;
  /** Reasons of the status, compared exactly. The empty string matches objects without a reason. */
  reasons?: Array<string> | null | undefined;
  /**
   * Pattern for `KubernetesObject.revision`. An object without a revision has the empty string, which `equals: ""`
   * matches.
   */
  revision?: StringFilter | null | undefined;
  /** Statuses of objects. */
  statuses?: Array<ObjectStatus> | null | undefined;
  /** True selects suspended objects (`KubernetesObject.suspended`); false selects all others. */
  suspended?: boolean | null | undefined;
  /** Range for `KubernetesObject.syncedAt`. Not supported by `objectChanges`. */
  synced?: TimeRange | null | undefined;
  /**
   * Words to search for, at most 16 words. Each word must occur in the name, the message, the reason, an image, or the key
   * or value of a label. Different words may occur in different places. Case is ignored. A blank text matches every
   * object.
   */
  text?: string | null | undefined;
  /** Range for `KubernetesObject.transitionedAt`. */
  transitioned?: TimeRange | null | undefined;
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
  | 'TRANSITIONED';

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
  | 'UNKNOWN';

/** Object to delete, with preconditions. */
export type ObjectToDelete = {
  /** Id of the object. */
  id: string;
  /** Resource version that the object must have, from `live { metadata { resourceVersion } }`. Default: any version. */
  resourceVersion?: string | null | undefined;
  /** UID that the object must have. Protects a newer object with the same name. Default: any UID. */
  uid?: string | null | undefined;
};

/** Direction of a sort. */
export type OrderDirection =
  /** Lowest value first; for times, the earliest. */
  | 'ASC'
  /** Highest value first; for times, the latest. */
  | 'DESC';

/** Level of detail that an engine reports about the objects it applied. */
export type PackageDetail =
  /** One status for all objects together: ready or not. */
  | 'AGGREGATED'
  /** Only the fact that the objects were applied. */
  | 'APPLIED'
  /** Status of each object. */
  | 'FULL';

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
  | 'KPT_LIVE';

/**
 * Conditions on deployments. All given fields must match. A list matches any one of its values; an empty list matches
 * nothing. A list has at most 1000 values.
 */
export type PackageFilter = {
  /** Address of the package. `git@host:org/repo.git` equals `https://host/org/repo`. */
  address?: string | null | undefined;
  /** Names of the clusters that deployments apply to (`PackageDeployment.target`). */
  clusters?: Array<string> | null | undefined;
  /** Directory of the package, with or without slashes at its ends. `/` is the root. */
  directory?: string | null | undefined;
  /** Engines of the deployments. */
  engines?: Array<PackageEngine> | null | undefined;
  /** Names of the objects that apply packages (`PackageDeployment.object`). */
  names?: Array<string> | null | undefined;
  /** Namespaces of the objects that apply packages (`PackageDeployment.object`). */
  namespaces?: Array<string> | null | undefined;
  /** Phases of the deployments. */
  phases?: Array<PackagePhase> | null | undefined;
  /** True selects deployments whose data may be out of date; false selects all others. */
  stale?: boolean | null | undefined;
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
  | 'SOAKING';

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
  | 'UNKNOWN';

/** Scope of a deployment, relative to a package. */
export type PackageScope =
  /** The deployment applies exactly the directory of the package. */
  | 'PACKAGE'
  /** The deployment applies a directory above the directory of the package. */
  | 'WIDER';

/** State of an assignment. */
export type PlacementAssignmentState =
  /** The engine has assigned the workload to the cluster. */
  | 'ASSIGNED'
  /** The cluster is no longer assigned. The engine keeps the copies until a replacement is ready. */
  | 'HELD'
  /** The cluster is no longer assigned. The copies are not held, and the engine has not removed them yet. */
  | 'REMOVING';

/** Software on a hub that assigns workloads to member clusters. */
export type PlacementEngine =
  /** Karmada, with kinds such as PropagationPolicy and ResourceBinding. */
  | 'KARMADA'
  /** Open Cluster Management, with kinds such as Placement and ManifestWork. */
  | 'OCM';

/**
 * Conditions on placed workloads. All given fields must match. A list matches any one of its values; an empty list matches
 * nothing. A list has at most 1000 values.
 */
export type PlacementFilter = {
  /** Names under which hubs are registered. */
  hubs?: Array<string> | null | undefined;
  /**
   * Names of member clusters, as the engine calls them. Matches workloads with an assignment in state ASSIGNED or HELD to
   * one of these clusters.
   */
  members?: Array<string> | null | undefined;
  /** Namespaces of the bindings. Cluster-scoped bindings are in no namespace and never match. */
  namespaces?: Array<string> | null | undefined;
  /** Phases of the workloads. */
  phases?: Array<PlacementPhase> | null | undefined;
  /** Ids of policies. Matches workloads that one of these policies places. */
  policies?: Array<string> | null | undefined;
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
  | 'TAINT';

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
  | 'UNSCHEDULABLE';

/** Report of an engine about the copies on one member cluster. */
export type PlacementReport =
  /** The engine reports that the copies are healthy (Karmada), or available (OCM). */
  | 'HEALTHY'
  /** The engine reports that the copies are not healthy, or not available. */
  | 'UNHEALTHY'
  /** The engine has reported nothing, or reports that the state is unknown, or the caller may not see the report. */
  | 'UNKNOWN';

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
  | 'UNKNOWN';

/** Scope of a policy. */
export type PolicyClass =
  /** The policy acts on its target only. */
  | 'DIRECT'
  /** The policy acts on its target and on the nodes below it. */
  | 'INHERITED';

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
  | 'SECTION';

/**
 * Selection of a part of the topology. All given fields must match. A list matches any one of its values; an empty list
 * matches nothing. A list has at most 1000 values, `around` at most 50.
 */
export type PolicyFilter = {
  /**
   * Ids of nodes, at most 50. Matches these nodes, all nodes above and below them, and the policies that are attached to a
   * matching node. For a policy, also matches its targets and the nodes above and below the targets.
   */
  around?: Array<string> | null | undefined;
  /** Names of clusters. Clusters that do not exist or are hidden from the caller are ignored. */
  clusters?: Array<string> | null | undefined;
  /**
   * Hostname (`api.example.test`) or pattern (`*.example.test`). Matches paths that serve the hostname, or at least one
   * hostname that fits the pattern. Also matches all nodes on these paths, the Services below them, and attached policies.
   */
  hostname?: string | null | undefined;
  /**
   * Kinds of policies, with or without the API group, for example `AuthPolicy` or `AuthPolicy.kuadrant.io`. Plurals are
   * also accepted. Case is ignored. Nodes that are not policies always match.
   */
  kinds?: Array<string> | null | undefined;
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
  | 'REPORTED';

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
  | 'UNKNOWN';

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
  | 'UNKNOWN';

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
  | 'UNUSABLE';

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
  | 'SECRETS';

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
  | 'SOURCE';

/** Reason for which changes cannot be reported. In all cases, read the list again. */
export type ResetReason =
  /** The permissions that the caller had at the time of `since` are no longer known, or the caller's groups have changed. */
  | 'RIGHTS_UNKNOWN'
  /** The number of changes exceeds `limits.changesPerPayload`, by default 10 000, or the client read too slowly. */
  | 'TOO_MANY'
  /** The process that answers does not know all changes after `since`. */
  | 'TOO_OLD';

/**
 * Pattern for a string. All given fields must match. At least one field besides `ignoreCase` is required. Each text has at
 * most 1 024 characters.
 */
export type StringFilter = {
  /** Text that must occur anywhere in the string. */
  contains?: string | null | undefined;
  /** Text that the complete string must equal. */
  equals?: string | null | undefined;
  /** Pattern for the complete string: `*` matches any number of characters, `?` matches one character. */
  glob?: string | null | undefined;
  /** True to ignore case. */
  ignoreCase?: boolean | null | undefined;
  /** Text that the string must start with. */
  prefix?: string | null | undefined;
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
  | 'REASON';

/**
 * Range of time. The start and the end are not part of the range. At least one field is required. Unknown times never
 * match.
 */
export type TimeRange = {
  /** Start of the range. */
  after?: string | null | undefined;
  /** End of the range. */
  before?: string | null | undefined;
  /**
   * Start of the range, as a length of time before now, for example `15m`. Each request computes the start again. If
   * `after` is also given, the later start counts. Not supported by `objectChanges`.
   */
  within?: string | null | undefined;
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
  | 'UNREACHABLE';

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
  | 'TOO_LARGE';

export type AccessQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type AccessQuery = { viewer: { user: string, groups: Array<string>, access: { totalCount: number, nodes: Array<{ everywhere: Array<string>, byName: boolean, truncated: boolean, cluster: { name: string }, inNamespaces: Array<{ kinds: Array<string>, namespaces: Array<string>, namespaceCount: number }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null, clusters: Array<{ user: string, groups: Array<string>, cluster: { name: string } }> } };

export type ActionsQueryVariables = Exact<{ [key: string]: never; }>;


export type ActionsQuery = { actions: Array<Action> };

export type MayActQueryVariables = Exact<{
  id: string;
  checks: Array<AccessCheck> | AccessCheck;
}>;


export type MayActQuery = { object: { id: string, live: { state: LiveState, suspend: unknown, unschedulable: unknown, replicas: unknown, metadata: { uid: string | null, annotations: Record<string, string> } | null, access: Array<{ verb: string, subresource: string | null, allowed: boolean | null }> | null } | null } | null };

export type MayActOnQueryVariables = Exact<{
  ids: Array<string> | string;
  checks: Array<AccessCheck> | AccessCheck;
}>;


export type MayActOnQuery = { nodes: Array<
    | { id: string, live: { state: LiveState, suspend: unknown, unschedulable: unknown, replicas: unknown, metadata: { uid: string | null } | null, access: Array<{ verb: string, subresource: string | null, allowed: boolean | null }> | null } | null }
    | Record<PropertyKey, never>
   | null> | null };

export type ActedFragment = { id: string, outcome: ActionOutcome, message: string | null, reason: string | null, warnings: Array<string> };

export type ReconcileMutationVariables = Exact<{
  ids: Array<string> | string;
  withSource: boolean;
  dryRun: boolean;
  key?: string | null | undefined;
}>;


export type ReconcileMutation = { reconcile: { results: Array<{ id: string, outcome: ActionOutcome, message: string | null, reason: string | null, warnings: Array<string>, source: { id: string, outcome: ActionOutcome, message: string | null, reason: string | null, warnings: Array<string> } | null }> } | null };

export type SuspendMutationVariables = Exact<{
  ids: Array<string> | string;
  dryRun: boolean;
  key?: string | null | undefined;
}>;


export type SuspendMutation = { suspend: { results: Array<{ id: string, outcome: ActionOutcome, message: string | null, reason: string | null, warnings: Array<string> }> } | null };

export type ResumeMutationVariables = Exact<{
  ids: Array<string> | string;
  dryRun: boolean;
  key?: string | null | undefined;
}>;


export type ResumeMutation = { resume: { results: Array<{ id: string, outcome: ActionOutcome, message: string | null, reason: string | null, warnings: Array<string> }> } | null };

export type RestartMutationVariables = Exact<{
  ids: Array<string> | string;
  dryRun: boolean;
  key?: string | null | undefined;
}>;


export type RestartMutation = { restart: { results: Array<{ id: string, outcome: ActionOutcome, message: string | null, reason: string | null, warnings: Array<string> }> } | null };

export type RunMutationVariables = Exact<{
  ids: Array<string> | string;
  dryRun: boolean;
  key?: string | null | undefined;
}>;


export type RunMutation = { run: { results: Array<{ id: string, outcome: ActionOutcome, message: string | null, reason: string | null, warnings: Array<string> }> } | null };

export type UndoMutationVariables = Exact<{
  ids: Array<string> | string;
  dryRun: boolean;
  key?: string | null | undefined;
}>;


export type UndoMutation = { undo: { results: Array<{ id: string, outcome: ActionOutcome, message: string | null, reason: string | null, warnings: Array<string> }> } | null };

export type CordonMutationVariables = Exact<{
  ids: Array<string> | string;
  dryRun: boolean;
  key?: string | null | undefined;
}>;


export type CordonMutation = { cordon: { results: Array<{ id: string, outcome: ActionOutcome, message: string | null, reason: string | null, warnings: Array<string> }> } | null };

export type UncordonMutationVariables = Exact<{
  ids: Array<string> | string;
  dryRun: boolean;
  key?: string | null | undefined;
}>;


export type UncordonMutation = { uncordon: { results: Array<{ id: string, outcome: ActionOutcome, message: string | null, reason: string | null, warnings: Array<string> }> } | null };

export type ScaleMutationVariables = Exact<{
  ids: Array<string> | string;
  replicas: number;
  dryRun: boolean;
  key?: string | null | undefined;
}>;


export type ScaleMutation = { scale: { results: Array<{ id: string, outcome: ActionOutcome, message: string | null, reason: string | null, warnings: Array<string> }> } | null };

export type DeleteMutationVariables = Exact<{
  objects: Array<ObjectToDelete> | ObjectToDelete;
  dryRun: boolean;
  key?: string | null | undefined;
}>;


export type DeleteMutation = { delete: { results: Array<{ id: string, outcome: ActionOutcome, message: string | null, reason: string | null, warnings: Array<string> }> } | null };

export type BoundMutationVariables = Exact<{
  ids: Array<string> | string;
  pods?: number | null | undefined;
  dryRun: boolean;
  key?: string | null | undefined;
}>;


export type BoundMutation = { bound: { results: Array<{ id: string, outcome: ActionOutcome, message: string | null, reason: string | null, warnings: Array<string> }> } | null };

export type EditableQueryVariables = Exact<{
  id: string;
}>;


export type EditableQuery = { object: { id: string, live: { state: LiveState, message: string | null, yaml: string | null, whole: string | null } | null } | null };

export type ApplyMutationVariables = Exact<{
  input: ApplyInput;
}>;


export type ApplyMutation = { apply: { results: Array<{ preview: string | null, id: string, outcome: ActionOutcome, message: string | null, reason: string | null, warnings: Array<string>, conflicts: Array<{ field: string, manager: string | null }> | null }> } | null };

export type RecentChangesQueryVariables = Exact<{
  filter: ObjectFilter;
  first: number;
}>;


export type RecentChangesQuery = { objects: { totalCount: number, nodes: Array<{ id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, history: Array<{ at: string, status: ObjectStatus, revision: string | null }> | null, cluster: { name: string } }>, groups: { totalCount: number, nodes: Array<{ count: number, values: Array<{ value: string | null, title: string }>, statusCounts: { failed: number, inProgress: number, terminating: number, unknown: number, current: number, suspended: number } }> } | null } | null };

export type ClusterRowFragment = { id: string, name: string, labels: Record<string, string>, kubernetesVersion: string | null, objectCount: number, coverage: { state: CoverageState, cause: CoverageCause | null, reason: string | null, kindsListed: number | null, kindsTotal: number | null, syncedAt: string | null, grantsSyncedAt: string | null } };

export type ClustersQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ClustersQuery = { clusters: { totalCount: number, nodes: Array<{ id: string, name: string, labels: Record<string, string>, kubernetesVersion: string | null, objectCount: number, statusCounts: { failed: number, inProgress: number, terminating: number, unknown: number, current: number, suspended: number } | null, coverage: { state: CoverageState, cause: CoverageCause | null, reason: string | null, kindsListed: number | null, kindsTotal: number | null, syncedAt: string | null, grantsSyncedAt: string | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null }, coverage: { total: number, indexed: number, rebuilding: number, stale: number, unreachable: number, closed: number, withheld: Array<{ cause: WithheldCause, count: number }> } } | null, nodes: { facets: Array<{ values: Array<{ value: string, count: number }> }> | null } | null };

export type ClusterQueryVariables = Exact<{
  name: string;
}>;


export type ClusterQuery = { cluster: { id: string, name: string, labels: Record<string, string>, kubernetesVersion: string | null, objectCount: number, coverage: { state: CoverageState, cause: CoverageCause | null, reason: string | null, kindsListed: number | null, kindsTotal: number | null, syncedAt: string | null, grantsSyncedAt: string | null, kinds: Array<{ group: string, kind: string, state: KindCollectionState, cause: CoverageCause | null, reason: string | null }> } } | null, objects: { totalCount: number, facets: Array<{ field: FacetField, truncated: boolean, values: Array<{ value: string, title: string, count: number }> }> | null } | null, failing: { totalCount: number, nodes: Array<{ id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } }> } | null };

export type ClusterNamespacesQueryVariables = Exact<{
  name: string;
}>;


export type ClusterNamespacesQuery = { namespaces: { totalCount: number, nodes: Array<{ id: string, name: string, objectCount: number, statusCounts: { failed: number, inProgress: number, terminating: number, unknown: number, current: number, suspended: number } | null }> } | null };

export type RegistrationsQueryVariables = Exact<{ [key: string]: never; }>;


export type RegistrationsQuery = { administration: { registrations: { nodes: Array<{ name: string, state: CoverageState, cause: CoverageCause | null, reason: string | null, object: string | null }> }, problems: { totalCount: number, nodes: Array<{ source: RegistrationSource, object: string | null, cluster: string | null, cause: RegistrationProblemCause, reason: string }> } } | null };

export type ElsewhereQueryVariables = Exact<{
  filter?: ObjectFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type ElsewhereQuery = { objects: { totalCount: number, nodes: Array<{ images: Array<string>, id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string, labels: Record<string, string> }, managedBy: { id: string, kind: string, name: string, revision: string | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type AppliedImagesQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type AppliedImagesQuery = { objects: { nodes: Array<{ id: string, related: { totalCount: number, edges: Array<{ node: { images: Array<string> } | null }> } | null }> } | null };

export type ReplicasQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type ReplicasQuery = { objects: { nodes: Array<{ id: string, live: { state: LiveState, message: string | null, spec: unknown, status: unknown } | null }> } | null };

export type FleetClustersQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type FleetClustersQuery = { clusters: { totalCount: number, nodes: Array<{ name: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type WhyNotThereQueryVariables = Exact<{
  names: Array<string> | string;
}>;


export type WhyNotThereQuery = { clusters: { nodes: Array<{ name: string, coverage: { state: CoverageState, reason: string | null, kinds: Array<{ group: string, kind: string, state: KindCollectionState }> } }> } | null };

export type TwoObjectsQueryVariables = Exact<{
  left: string;
  right: string;
}>;


export type TwoObjectsQuery = { left: { id: string, live: { state: LiveState, message: string | null, observedAt: string, manifest: Record<string, unknown> | null } | null } | null, right: { id: string, live: { state: LiveState, message: string | null, observedAt: string, manifest: Record<string, unknown> | null } | null } | null };

export type ManifestFragment = { state: LiveState, message: string | null, observedAt: string, manifest: Record<string, unknown> | null };

export type TwoClustersQueryVariables = Exact<{
  left: string;
  right: string;
  both: Array<string> | string;
}>;


export type TwoClustersQuery = { left: { name: string, labels: Record<string, string>, kubernetesVersion: string | null, objectCount: number, coverage: { state: CoverageState, cause: CoverageCause | null, reason: string | null, kinds: Array<{ group: string, kind: string, version: string, state: KindCollectionState }> } } | null, right: { name: string, labels: Record<string, string>, kubernetesVersion: string | null, objectCount: number, coverage: { state: CoverageState, cause: CoverageCause | null, reason: string | null, kinds: Array<{ group: string, kind: string, version: string, state: KindCollectionState }> } } | null, objects: { groups: { totalCount: number, nodes: Array<{ count: number, values: Array<{ value: string | null }>, statusCounts: { failed: number, inProgress: number, terminating: number, unknown: number, current: number, suspended: number } }> } | null } | null };

export type ComparedClusterFragment = { name: string, labels: Record<string, string>, kubernetesVersion: string | null, objectCount: number, coverage: { state: CoverageState, cause: CoverageCause | null, reason: string | null, kinds: Array<{ group: string, kind: string, version: string, state: KindCollectionState }> } };

export type ComparedObjectsQueryVariables = Exact<{
  cluster: string;
  kind: string;
  after?: string | null | undefined;
}>;


export type ComparedObjectsQuery = { objects: { totalCount: number, nodes: Array<{ id: string, namespace: string | null, name: string, version: string, status: ObjectStatus, revision: string | null, images: Array<string> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ExportPageQueryVariables = Exact<{
  filter?: ObjectFilter | null | undefined;
  orderBy?: Array<ObjectOrder> | ObjectOrder | null | undefined;
  after?: string | null | undefined;
  isFirst: boolean;
}>;


export type ExportPageQuery = { objects: { totalCount?: number, coverage?: { total: number, indexed: number, rebuilding: number, stale: number, unreachable: number, closed: number, withheld: Array<{ cause: WithheldCause, count: number }> }, nodes: Array<{ version: string, labels: Record<string, string>, images: Array<string>, id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type StatusNumbersFragment = { failed: number, inProgress: number, terminating: number, unknown: number, current: number, suspended: number };

export type ClusterLabelsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ClusterLabelsQuery = { clusters: { nodes: Array<{ name: string, labels: Record<string, string> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type GroupsQueryVariables = Exact<{
  filter?: ObjectFilter | null | undefined;
  by: Array<GroupKey> | GroupKey;
}>;


export type GroupsQuery = { objects: { groups: { totalCount: number, nodes: Array<{ count: number, values: Array<{ value: string | null, title: string }>, statusCounts: { failed: number, inProgress: number, terminating: number, unknown: number, current: number, suspended: number } }> } | null } | null };

export type KindsQueryVariables = Exact<{ [key: string]: never; }>;


export type KindsQuery = { kinds: Array<{ id: string, name: string, group: string, value: string, versions: Array<string>, clusterCount: number, objectCount: number, statusCounts: { failed: number, inProgress: number, terminating: number, unknown: number, current: number, suspended: number } | null }> | null };

export type LogQueryVariables = Exact<{
  id: string;
  container?: string | null | undefined;
  previous: boolean;
  tail: number;
  since?: string | null | undefined;
  isFiltered: boolean;
  search?: string | null | undefined;
  levels?: Array<LogLevel> | LogLevel | null | undefined;
}>;


export type LogQuery = { object: { id: string, live: { state: LiveState, message: string | null, observedAt: string, logs?: { state: LiveState, message: string | null, container: string | null, containers: Array<string>, text: string, truncated: boolean } | null } | null } | null, podLogs?: { state: LiveState, message: string | null, container: string | null, containers: Array<string>, filtered: number, lines: Array<{ text: string, truncated: boolean }> } | null };

export type FollowLogSubscriptionVariables = Exact<{
  id: string;
  container?: string | null | undefined;
  tail: number;
  maxAge?: string | null | undefined;
  since?: string | null | undefined;
  search?: string | null | undefined;
  levels?: Array<LogLevel> | LogLevel | null | undefined;
}>;


export type FollowLogSubscription = { podLogs: { state: LiveState, message: string | null, skipped: number, filtered: number, resume: string, end: LogEnd | null, lines: Array<{ text: string, truncated: boolean }> } };

export type WorkloadLogQueryVariables = Exact<{
  id: string;
  previous: boolean;
  tail: number;
  maxAge?: string | null | undefined;
}>;


export type WorkloadLogQuery = { workloadLogs: { state: LiveState, message: string | null, leftOut: number, skipped: number, resume: string, end: LogEnd | null, sources: Array<{ pod: string, container: string, state: LiveState, message: string | null, hasEnded: boolean }>, lines: Array<{ at: string | null, pod: string, container: string, level: LogLevel | null, text: string, truncated: boolean }> } | null };

export type FollowWorkloadLogSubscriptionVariables = Exact<{
  id: string;
  tail: number;
  maxAge?: string | null | undefined;
  since?: string | null | undefined;
}>;


export type FollowWorkloadLogSubscription = { workloadLogs: { state: LiveState, message: string | null, leftOut: number, skipped: number, resume: string, end: LogEnd | null, sources: Array<{ pod: string, container: string, state: LiveState, message: string | null, hasEnded: boolean }>, lines: Array<{ at: string | null, pod: string, container: string, level: LogLevel | null, text: string, truncated: boolean }> } };

export type WorkloadLogLinesFragment = { state: LiveState, message: string | null, leftOut: number, skipped: number, resume: string, end: LogEnd | null, sources: Array<{ pod: string, container: string, state: LiveState, message: string | null, hasEnded: boolean }>, lines: Array<{ at: string | null, pod: string, container: string, level: LogLevel | null, text: string, truncated: boolean }> };

export type MeshNamespacesQueryVariables = Exact<{ [key: string]: never; }>;


export type MeshNamespacesQuery = { objects: { facets: Array<{ field: FacetField, truncated: boolean, values: Array<{ value: string, count: number }> }> | null } | null };

export type MeshRatesFragment = { protocol: MeshProtocol, rate: number, errorPercent: number | null, mtlsPercent: number | null, responseTimeMs: number | null, codes: Array<{ code: string, flags: string, rate: number }> };

export type MeshTrafficGraphQueryVariables = Exact<{
  namespaces: Array<string> | string;
  clusters?: Array<string> | string | null | undefined;
  type: MeshGraphType;
  serviceNodes: boolean;
  idle: boolean;
  window: string;
  at?: string | null | undefined;
}>;


export type MeshTrafficGraphQuery = { meshGraph: { at: string, unnamedIncomplete: number, missing: Array<{ namespace: string, cause: MeshTelemetryCause }>, incomplete: Array<{ name: string }>, nodes: Array<{ id: string, type: MeshNodeType, namespace: string | null, name: string | null, version: string | null, outside: boolean, cluster: { name: string } | null }>, edges: Array<{ id: string, source: string, target: string, crossCluster: boolean | null, health: MeshHealthStatus, traffic: Array<{ protocol: MeshProtocol, rate: number, errorPercent: number | null, mtlsPercent: number | null, responseTimeMs: number | null, codes: Array<{ code: string, flags: string, rate: number }> }> }> } | null };

export type MeshItemPartFragment = { id: string, type: MeshItemType, namespace: string, name: string, differences: Array<{ field: MeshDifferenceField, values: Array<{ value: string, clusters: Array<{ name: string }> }> }>, instances: Array<{ stale: boolean, versions: Array<string>, tracesUrl: string | null, cluster: { name: string }, objects: Array<{ id: string, kind: string, name: string, status: ObjectStatus }>, health: { status: MeshHealthStatus, missing: MeshTelemetryCause | null, requests: Array<{ direction: MeshDirection, protocol: MeshProtocol, rate: number, errorPercent: number, status: MeshHealthStatus }>, replicas: Array<{ desired: number, available: number, status: MeshHealthStatus, object: { id: string, name: string } }> } }> };

export type MeshItemQueryVariables = Exact<{
  id: string;
  window: string;
  at?: string | null | undefined;
}>;


export type MeshItemQuery = { meshItem: { id: string, type: MeshItemType, namespace: string, name: string, differences: Array<{ field: MeshDifferenceField, values: Array<{ value: string, clusters: Array<{ name: string }> }> }>, instances: Array<{ stale: boolean, versions: Array<string>, tracesUrl: string | null, cluster: { name: string }, objects: Array<{ id: string, kind: string, name: string, status: ObjectStatus }>, health: { status: MeshHealthStatus, missing: MeshTelemetryCause | null, requests: Array<{ direction: MeshDirection, protocol: MeshProtocol, rate: number, errorPercent: number, status: MeshHealthStatus }>, replicas: Array<{ desired: number, available: number, status: MeshHealthStatus, object: { id: string, name: string } }> } }> } | null };

export type MeshFaultFragment = { code: MeshValidationCode, severity: MeshSeverity, path: string, certain: boolean };

export type MeshFaultsQueryVariables = Exact<{
  filter?: MeshValidationFilter | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type MeshFaultsQuery = { meshValidations: { totalCount: number, unnamedIncomplete: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, incomplete: Array<{ name: string }>, nodes: Array<{ code: MeshValidationCode, severity: MeshSeverity, path: string, certain: boolean, object: { id: string, kind: string, namespace: string | null, name: string, cluster: { name: string } } }> } | null };

export type ObjectMeshQueryVariables = Exact<{
  id: string;
  window: string;
  at?: string | null | undefined;
}>;


export type ObjectMeshQuery = { object: { id: string, meshItems: Array<{ id: string, type: MeshItemType, namespace: string, name: string, differences: Array<{ field: MeshDifferenceField, values: Array<{ value: string, clusters: Array<{ name: string }> }> }>, instances: Array<{ stale: boolean, versions: Array<string>, tracesUrl: string | null, cluster: { name: string }, objects: Array<{ id: string, kind: string, name: string, status: ObjectStatus }>, health: { status: MeshHealthStatus, missing: MeshTelemetryCause | null, requests: Array<{ direction: MeshDirection, protocol: MeshProtocol, rate: number, errorPercent: number, status: MeshHealthStatus }>, replicas: Array<{ desired: number, available: number, status: MeshHealthStatus, object: { id: string, name: string } }> } }> }>, meshValidations: Array<{ referenceCount: number, code: MeshValidationCode, severity: MeshSeverity, path: string, certain: boolean, references: Array<{ id: string, kind: string, namespace: string | null, name: string }> }> } | null };

export type ObjectQueryVariables = Exact<{
  id: string;
}>;


export type ObjectQuery = { object: { version: string, uid: string | null, attemptedRevision: string | null, labels: Record<string, string>, images: Array<string>, id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string, coverage: { state: CoverageState, cause: CoverageCause | null, reason: string | null, syncedAt: string | null } }, source: { id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } } | null, managedBy: { id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } } | null, usedBy: { totalCount: number, edges: Array<{ id: string, node: { id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } } | null }> } | null, selectedBy: { totalCount: number, edges: Array<{ id: string, node: { id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } } | null }> } | null } | null };

export type EndsFragment = { totalCount: number, edges: Array<{ id: string, node: { id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } } | null }> };

export type LiveQueryVariables = Exact<{
  id: string;
  whole: boolean;
  keys: boolean;
}>;


export type LiveQuery = { object: { id: string, live: { state: LiveState, message: string | null, observedAt: string, spec?: unknown, status?: unknown, retryAfterSeconds: number | null, resource?:
        | { __typename: 'AppsDaemonSet' }
        | { __typename: 'AppsDeployment' }
        | { __typename: 'AppsReplicaSet' }
        | { __typename: 'AppsStatefulSet' }
        | { __typename: 'AutoscalingHorizontalPodAutoscaler' }
        | { __typename: 'BatchCronJob' }
        | { __typename: 'BatchJob' }
        | { __typename: 'CoreConfigMap', data: Record<string, string> | null, binaryData: Record<string, string> | null }
        | { __typename: 'CoreNamespace' }
        | { __typename: 'CoreNode' }
        | { __typename: 'CorePersistentVolume' }
        | { __typename: 'CorePersistentVolumeClaim' }
        | { __typename: 'CorePod' }
        | { __typename: 'CoreSecret', keys: Array<{ name: string, size: number | null }> | null }
        | { __typename: 'CoreService' }
        | { __typename: 'CoreServiceAccount' }
        | { __typename: 'HelmHelmRelease' }
        | { __typename: 'ImageImagePolicy' }
        | { __typename: 'ImageImageRepository' }
        | { __typename: 'ImageImageUpdateAutomation' }
        | { __typename: 'KustomizeKustomization' }
        | { __typename: 'NetworkingIngress' }
        | { __typename: 'NetworkingNetworkPolicy' }
        | { __typename: 'NotificationAlert' }
        | { __typename: 'NotificationProvider' }
        | { __typename: 'NotificationReceiver' }
        | { __typename: 'PolicyPodDisruptionBudget' }
        | { __typename: 'SourceBucket' }
        | { __typename: 'SourceExternalArtifact' }
        | { __typename: 'SourceGitRepository' }
        | { __typename: 'SourceHelmChart' }
        | { __typename: 'SourceHelmRepository' }
        | { __typename: 'SourceOCIRepository' }
        | { __typename: 'StorageStorageClass' }
       | null, metadata: { generation: number | null, deletionTimestamp: string | null, finalizers: Array<string>, annotations: Record<string, string> } | null, conditions: Array<{ type: string, status: string, reason: string | null, message: string | null, lastTransitionTime: string | null, observedGeneration: number | null }> | null, owners: Array<{ id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } }> | null, columns: Array<{ name: string, value: string, wide: boolean }> | null } | null } | null };

export type OwnedQueryVariables = Exact<{
  id: string;
}>;


export type OwnedQuery = { tree: { truncated: boolean, nodes: Array<{ object: { id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } } | null }> } | null };

export type SelectedQueryVariables = Exact<{
  id: string;
}>;


export type SelectedQuery = { object: { id: string, related: { totalCount: number, edges: Array<{ node: { id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } } | null }> } | null } | null };

export type PodsOfQueryVariables = Exact<{
  id: string;
}>;


export type PodsOfQuery = { object: { id: string, live: { state: LiveState, pods: { state: LiveState, message: string | null, totalCount: number | null, nodes: Array<{ id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } }> } | null } | null } | null };

export type UsageQueryVariables = Exact<{
  id: string;
}>;


export type UsageQuery = { object: { id: string, live: { state: LiveState, usage: { state: LiveState, message: string | null, measuredAt: string | null, pods: number | null, podsMeasured: number | null, cpu: { used: number | null, requested: number | null, limit: number | null, allocatable: number | null }, memory: { used: number | null, requested: number | null, limit: number | null, allocatable: number | null }, containers: Array<{ name: string, cpu: { used: number | null, requested: number | null, limit: number | null, allocatable: number | null }, memory: { used: number | null, requested: number | null, limit: number | null, allocatable: number | null } }> | null } | null } | null } | null };

export type UsageHistoryQueryVariables = Exact<{
  id: string;
}>;


export type UsageHistoryQuery = { object: { id: string, usageHistory: { state: UsageState, message: string | null, newestAt: string | null, cpu: Array<number | null>, memory: Array<number | null> } | null } | null };

export type AmountsFragment = { used: number | null, requested: number | null, limit: number | null, allocatable: number | null };

export type YamlQueryVariables = Exact<{
  id: string;
  managedFields: boolean;
}>;


export type YamlQuery = { object: { id: string, live: { state: LiveState, message: string | null, observedAt: string, yaml: string | null } | null } | null };

export type LastAppliedQueryVariables = Exact<{
  id: string;
}>;


export type LastAppliedQuery = { object: { id: string, live: { state: LiveState, message: string | null, observedAt: string, manifest: Record<string, unknown> | null, lastApplied: Record<string, unknown> | null } | null } | null };

export type EventsQueryVariables = Exact<{
  id: string;
}>;


export type EventsQuery = { object: { id: string, live: { state: LiveState, message: string | null, observedAt: string, events: { state: LiveState, message: string | null, complete: boolean, nodes: Array<{ id: string, type: string | null, reason: string | null, message: string | null, count: number, firstSeenAt: string | null, lastSeenAt: string | null, reportedBy: string | null }> } | null } | null } | null };

export type WhyQueryVariables = Exact<{
  id: string;
  verb: string;
  asUser?: string | null | undefined;
  asGroups?: Array<string> | string | null | undefined;
}>;


export type WhyQuery = { explainAccess: { visible: boolean, allowed: boolean | null, basis: AccessBasis, reason: string, grantsSyncedAt: string | null, grants: Array<{ aggregated: boolean, aggregatedFrom: Array<string>, binding: { kind: string, namespace: string | null, name: string }, role: { kind: string, namespace: string | null, name: string }, rule: { verbs: Array<string>, apiGroups: Array<string>, resources: Array<string>, resourceNames: Array<string> }, subject: { kind: string, namespace: string | null, name: string } }> } | null };

export type RowFragment = { id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } };

export type RowsQueryVariables = Exact<{
  filter?: ObjectFilter | null | undefined;
  orderBy?: Array<ObjectOrder> | ObjectOrder | null | undefined;
  first: number;
  after?: string | null | undefined;
  labels?: boolean | null | undefined;
  images?: boolean | null | undefined;
}>;


export type RowsQuery = { objects: { nodes: Array<{ labels?: Record<string, string>, images?: Array<string>, id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type SummaryQueryVariables = Exact<{
  filter?: ObjectFilter | null | undefined;
  fields: Array<FacetField> | FacetField;
  ofImages: Array<FacetField> | FacetField;
  asksForImages: boolean;
  limit: number;
}>;


export type SummaryQuery = { objects: { totalCount: number, facets: Array<{ field: FacetField, truncated: boolean, values: Array<{ value: string, title: string, count: number }> }> | null, ofImages?: Array<{ field: FacetField, truncated: boolean, values: Array<{ value: string, title: string, count: number }> }> | null, coverage: { total: number, indexed: number, rebuilding: number, stale: number, unreachable: number, closed: number, withheld: Array<{ cause: WithheldCause, count: number }> } } | null };

export type SuggestionsQueryVariables = Exact<{
  text: string;
  filter?: ObjectFilter | null | undefined;
  fields: Array<SuggestionField> | SuggestionField;
}>;


export type SuggestionsQuery = { suggestions: Array<{ field: SuggestionField, value: string, count: number }> | null };

export type LabelFacetQueryVariables = Exact<{
  filter?: ObjectFilter | null | undefined;
  fields: Array<FacetField> | FacetField;
  labelKey?: string | null | undefined;
  match?: StringFilter | null | undefined;
}>;


export type LabelFacetQuery = { objects: { facets: Array<{ values: Array<{ value: string, count: number }> }> | null } | null };

export type NamesQueryVariables = Exact<{ [key: string]: never; }>;


export type NamesQuery = { objects: { facets: Array<{ field: FacetField, truncated: boolean, values: Array<{ value: string }> }> | null } | null, kinds: Array<{ name: string, plural: string, value: string, versions: Array<string>, shortNames: Array<string>, categories: Array<string> }> | null };

export type ChangesSubscriptionVariables = Exact<{
  filter?: ObjectFilter | null | undefined;
}>;


export type ChangesSubscription = { objectChanges: { resume: string } };

export type OverviewQueryVariables = Exact<{
  changed: ObjectFilter;
}>;


export type OverviewQuery = { clusters: { totalCount: number, nodes: Array<{ id: string, name: string, labels: Record<string, string>, statusCounts: { failed: number, inProgress: number, terminating: number, unknown: number, current: number, suspended: number } | null, coverage: { state: CoverageState, cause: CoverageCause | null, reason: string | null } }>, coverage: { total: number, indexed: number, rebuilding: number, stale: number, unreachable: number, closed: number, withheld: Array<{ cause: WithheldCause, count: number }> } } | null, fleet: { totalCount: number, facets: Array<{ field: FacetField, values: Array<{ value: string, count: number }> }> | null } | null, failed: { facets: Array<{ field: FacetField, truncated: boolean, missingCount: number, values: Array<{ value: string, title: string, count: number }> }> | null } | null, changed: { totalCount: number, nodes: Array<{ id: string, status: ObjectStatus, transitionedAt: string | null }> } | null };

export type TeamKeysQueryVariables = Exact<{ [key: string]: never; }>;


export type TeamKeysQuery = { team: { facets: Array<{ values: Array<{ value: string }> }> | null } | null, owner: { facets: Array<{ values: Array<{ value: string }> }> | null } | null };

export type FailedByTeamQueryVariables = Exact<{
  key: string;
}>;


export type FailedByTeamQuery = { objects: { facets: Array<{ truncated: boolean, missingCount: number, values: Array<{ value: string, title: string, count: number }> }> | null } | null };

export type AttentionQueryVariables = Exact<{ [key: string]: never; }>;


export type AttentionQuery = { packageDeployments: { complete: boolean, phaseCounts: { total: number, failed: number, syncFailed: number, unknown: number, terminating: number, outdated: number, syncing: number, reconciling: number, ready: number, stale: number } } | null, behind: { totalCount: number, nodes: Array<{ since: string | null, package: { id: string, address: string, directory: string } | null, target: { name: string } | null }> } | null, policyTopology: { nodes: { totalCount: number, nodes: Array<{ policy: { id: string, standing: PolicyStanding } | null }> } } | null, meshValidations: { totalCount: number } | null, placedWorkloads: { phaseCounts: Array<{ phase: PlacementPhase, count: number }> } | null, restarts: { totalCount: number, nodes: Array<{ restarts: number, container: string, lastTerminatedAt: string | null, reason: string | null, exitCode: number | null, object: { id: string, namespace: string | null, name: string, cluster: { name: string } } }> } | null };

export type PhaseNumbersFragment = { total: number, failed: number, syncFailed: number, unknown: number, terminating: number, outdated: number, syncing: number, reconciling: number, ready: number, stale: number };

export type PackageLineFragment = { id: string, address: string, directory: string, publishedRevision: string | null, phaseCounts: { total: number, failed: number, syncFailed: number, unknown: number, terminating: number, outdated: number, syncing: number, reconciling: number, ready: number, stale: number } };

export type PackagesQueryVariables = Exact<{
  filter?: PackageFilter | null | undefined;
  unwell?: PackageFilter | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type PackagesQuery = { packages: { totalCount: number, hasNextPage: boolean, endCursor: string | null, complete: boolean, phaseCounts: { total: number, failed: number, syncFailed: number, unknown: number, terminating: number, outdated: number, syncing: number, reconciling: number, ready: number, stale: number }, nodes: Array<{ id: string, address: string, directory: string, publishedRevision: string | null, unwell: { totalCount: number, nodes: Array<{ phase: PackagePhase, revision: string | null, expectedRevision: string | null, object: { id: string, name: string }, target: { name: string } | null }> } | null, phaseCounts: { total: number, failed: number, syncFailed: number, unknown: number, terminating: number, outdated: number, syncing: number, reconciling: number, ready: number, stale: number } }> } | null };

export type DeploymentFragment = { engine: PackageEngine, scope: PackageScope, phase: PackagePhase, reason: string | null, message: string | null, revision: string | null, expectedRevision: string | null, detail: PackageDetail, stale: boolean, since: string | null, mechanism: ClusterMechanism, object: { id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } }, target: { name: string } | null, objectCounts: { total: number, current: number, failed: number } | null };

export type PackageQueryVariables = Exact<{
  id: string;
  first: number;
}>;


export type PackageQuery = { package: { id: string, address: string, directory: string, publishedRevision: string | null, intent: { id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } } | null, deployments: { totalCount: number, hasNextPage: boolean, complete: boolean, nodes: Array<{ engine: PackageEngine, scope: PackageScope, phase: PackagePhase, reason: string | null, message: string | null, revision: string | null, expectedRevision: string | null, detail: PackageDetail, stale: boolean, since: string | null, mechanism: ClusterMechanism, object: { id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } }, target: { name: string } | null, objectCounts: { total: number, current: number, failed: number } | null }> } | null, phaseCounts: { total: number, failed: number, syncFailed: number, unknown: number, terminating: number, outdated: number, syncing: number, reconciling: number, ready: number, stale: number } } | null };

export type GateQueryVariables = Exact<{
  id: string;
  clusters: Array<string> | string;
  revision?: string | null | undefined;
  soak: string;
  appliedIsEnough: boolean;
}>;


export type GateQuery = { packageGate: { open: boolean, passed: number, truncated: boolean, blocks: Array<{ cluster: string, cause: PackageGateCause, deployment: { engine: PackageEngine, scope: PackageScope, phase: PackagePhase, reason: string | null, message: string | null, revision: string | null, expectedRevision: string | null, detail: PackageDetail, stale: boolean, since: string | null, mechanism: ClusterMechanism, object: { id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } }, target: { name: string } | null, objectCounts: { total: number, current: number, failed: number } | null } | null }> } | null };

export type ObjectPackageQueryVariables = Exact<{
  id: string;
}>;


export type ObjectPackageQuery = { object: { id: string, deployment: { phase: PackagePhase, reason: string | null, expectedRevision: string | null, object: { id: string }, package: { id: string, address: string, directory: string } | null } | null, managedBy: { id: string, deployment: { phase: PackagePhase, reason: string | null, expectedRevision: string | null, object: { id: string }, package: { id: string, address: string, directory: string } | null } | null } | null, history: Array<{ at: string, status: ObjectStatus, suspended: boolean, reason: string | null, revision: string | null }> | null } | null };

export type PackageOfObjectFragment = { phase: PackagePhase, reason: string | null, expectedRevision: string | null, object: { id: string }, package: { id: string, address: string, directory: string } | null };

export type PaletteQueryVariables = Exact<{
  text: string;
  filter: ObjectFilter;
  reading?: ObjectFilter | null | undefined;
  isRead: boolean;
}>;


export type PaletteQuery = { named: { nodes: Array<{ id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } }> } | null, read?: { nodes: Array<{ id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } }> } | null, anywhere: { nodes: Array<{ id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } }> } | null, suggestions: Array<{ field: SuggestionField, value: string, title: string, count: number }> | null };

export type CoverageNumbersFragment = { total: number, indexed: number, rebuilding: number, stale: number, unreachable: number, closed: number, withheld: Array<{ cause: WithheldCause, count: number }> };

export type CoverageQueryVariables = Exact<{ [key: string]: never; }>;


export type CoverageQuery = { coverage: { total: number, indexed: number, rebuilding: number, stale: number, unreachable: number, closed: number, clusters: { totalCount: number, nodes: Array<{ state: CoverageState, cause: CoverageCause | null, reason: string | null, kindsListed: number | null, kindsTotal: number | null, syncedAt: string | null, cluster: { name: string } }> } | null, withheld: Array<{ cause: WithheldCause, count: number }> } };

export type PolicyPartFragment = { id: string, kind: string, class: PolicyClass, strategy: PolicyStrategy, keys: Array<string>, standing: PolicyStanding, agrees: boolean | null, targets: Array<{ id: string }>, overriddenBy: Array<{ id: string }>, reported: Array<{ type: string, status: string, reason: string, current: boolean, ancestor: string | null }> };

export type PolicyNodesQueryVariables = Exact<{
  filter?: PolicyFilter | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type PolicyNodesQuery = { policyTopology: { ready: boolean, waiting: Array<{ kinds: Array<string>, cluster: { name: string } }>, nodes: { totalCount: number, nodes: Array<{ id: string, section: string | null, hostnames: Array<string>, port: number | null, protocol: string | null, policy: { id: string, kind: string, class: PolicyClass, strategy: PolicyStrategy, keys: Array<string>, standing: PolicyStanding, agrees: boolean | null, targets: Array<{ id: string }>, overriddenBy: Array<{ id: string }>, reported: Array<{ type: string, status: string, reason: string, current: boolean, ancestor: string | null }> } | null, unresolved: Array<{ kind: PolicyEdgeKind, to: string, absent: boolean }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type PolicyEdgePartFragment = { id: string, kind: PolicyEdgeKind, refusals: Array<PolicyRefusal>, hostnames: Array<string>, ports: Array<number>, from: { id: string }, to: { id: string } };

export type PolicyEdgesQueryVariables = Exact<{
  filter?: PolicyFilter | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type PolicyEdgesQuery = { policyTopology: { edges: { nodes: Array<{ id: string, kind: PolicyEdgeKind, refusals: Array<PolicyRefusal>, hostnames: Array<string>, ports: Array<number>, from: { id: string }, to: { id: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type EffectiveFragment = { id: string, kind: string, complete: boolean, path: { id: string, hostnames: Array<string>, open: boolean, nodes: Array<{ id: string }> }, policies: Array<{ id: string }>, rules: Array<{ key: string, path: string, source: { id: string } }>, displaced: Array<{ key: string, source: { id: string }, by: Array<{ id: string }> }> };

export type EffectivePoliciesQueryVariables = Exact<{
  filter?: PolicyFilter | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type EffectivePoliciesQuery = { effectivePolicies: { nodes: Array<{ id: string, kind: string, complete: boolean, path: { id: string, hostnames: Array<string>, open: boolean, nodes: Array<{ id: string }> }, policies: Array<{ id: string }>, rules: Array<{ key: string, path: string, source: { id: string } }>, displaced: Array<{ key: string, source: { id: string }, by: Array<{ id: string }> }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null }, leftOut: Array<{ name: string }> } | null };

export type PolicyToldSubscriptionVariables = Exact<{
  filter?: PolicyFilter | null | undefined;
}>;


export type PolicyToldSubscription = { policyChanges: { reset: ResetReason | null, changes: Array<{ id: string }> } };

export type ObjectPoliciesQueryVariables = Exact<{
  id: string;
}>;


export type ObjectPoliciesQuery = { object: { id: string, policyNode: { id: string, policy: { id: string, kind: string, class: PolicyClass, strategy: PolicyStrategy, keys: Array<string>, standing: PolicyStanding, agrees: boolean | null, targets: Array<{ id: string }>, overriddenBy: Array<{ id: string }>, reported: Array<{ type: string, status: string, reason: string, current: boolean, ancestor: string | null }> } | null, unresolved: Array<{ kind: PolicyEdgeKind, to: string, absent: boolean }>, above: Array<{ id: string, kind: PolicyEdgeKind, refusals: Array<PolicyRefusal>, hostnames: Array<string>, ports: Array<number>, from: { id: string }, to: { id: string } }> } | null, effectivePolicies: { totalCount: number, nodes: Array<{ id: string, kind: string, complete: boolean, path: { id: string, hostnames: Array<string>, open: boolean, nodes: Array<{ id: string }> }, policies: Array<{ id: string }>, rules: Array<{ key: string, path: string, source: { id: string } }>, displaced: Array<{ key: string, source: { id: string }, by: Array<{ id: string }> }> }>, leftOut: Array<{ name: string }> } | null } | null };

export type PolicyImpactQueryVariables = Exact<{
  id: string;
}>;


export type PolicyImpactQuery = { policyImpact: { pathCount: number, hostnames: Array<string>, reaches: { totalCount: number, nodes: Array<{ id: string }> }, orphaned: Array<{ id: string }>, ifDeleted: { totalCount: number, nodes: Array<{ before: { id: string, kind: string, complete: boolean, path: { id: string, hostnames: Array<string>, open: boolean, nodes: Array<{ id: string }> }, policies: Array<{ id: string }>, rules: Array<{ key: string, path: string, source: { id: string } }>, displaced: Array<{ key: string, source: { id: string }, by: Array<{ id: string }> }> }, after: { id: string, kind: string, complete: boolean, path: { id: string, hostnames: Array<string>, open: boolean, nodes: Array<{ id: string }> }, policies: Array<{ id: string }>, rules: Array<{ key: string, path: string, source: { id: string } }>, displaced: Array<{ key: string, source: { id: string }, by: Array<{ id: string }> }> } | null }> } } | null };

export type CauseQueryVariables = Exact<{
  id: string;
}>;


export type CauseQuery = { below: { truncated: boolean, firstFailure: { id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } } | null } | null, above: { truncated: boolean, firstFailure: { id: string, group: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, revision: string | null, createdAt: string | null, transitionedAt: string | null, syncedAt: string, cluster: { name: string } } | null } | null };

export type TreeItemFragment = { id: string, parentId: string | null, relation: RelationType | null, object: { id: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null } | null };

export type RelationsQueryVariables = Exact<{
  id: string;
}>;


export type RelationsQuery = { below: { truncated: boolean, firstFailure: { id: string } | null, nodes: Array<{ id: string, parentId: string | null, relation: RelationType | null, object: { id: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null, related: { edges: Array<{ id: string }> } | null } | null }> } | null, above: { truncated: boolean, firstFailure: { id: string } | null, nodes: Array<{ id: string, parentId: string | null, relation: RelationType | null, object: { id: string, kind: string, namespace: string | null, name: string, status: ObjectStatus, suspended: boolean, reason: string | null, message: string | null } | null }> } | null };

export type RestartLineFragment = { restarts: number, container: string, lastTerminatedAt: string | null, reason: string | null, exitCode: number | null, object: { id: string, namespace: string | null, name: string, cluster: { name: string } } };

export type RestartsQueryVariables = Exact<{
  filter?: ObjectFilter | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type RestartsQuery = { restarts: { totalCount: number, nodes: Array<{ restarts: number, container: string, lastTerminatedAt: string | null, reason: string | null, exitCode: number | null, object: { id: string, namespace: string | null, name: string, cluster: { name: string } } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type RevisionsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type RevisionsQuery = { revisions: { totalCount: number, nodes: Array<{ sourceUrl: string, revision: string, attempted: boolean, objectCount: number, clusterCount: number, firstSeenAt: string | null, laggingCount: number, laggingSince: string | null, sourceRevision: string | null, clusters: Array<{ name: string }>, statusCounts: { failed: number, inProgress: number, terminating: number, unknown: number, current: number, suspended: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { user: string, groups: Array<string> } };

export type ViewsQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewsQuery = { views: Array<{ name: string, search: string }>, savedViews: { mayShare: boolean, mine: Array<{ name: string, search: string, savedBy: string, savedAt: string }>, everybody: Array<{ name: string, search: string, savedBy: string, savedAt: string }> } | null };

export type ViewListsFragment = { mine: Array<{ name: string, search: string, savedBy: string, savedAt: string }>, everybody: Array<{ name: string, search: string, savedBy: string, savedAt: string }> };

export type ViewFragment = { name: string, search: string, savedBy: string, savedAt: string };

export type SaveViewMutationVariables = Exact<{
  name: string;
  search: string;
  everybody: boolean;
}>;


export type SaveViewMutation = { saveView: { mine: Array<{ name: string, search: string, savedBy: string, savedAt: string }>, everybody: Array<{ name: string, search: string, savedBy: string, savedAt: string }> } | null };

export type RemoveViewMutationVariables = Exact<{
  name: string;
  everybody: boolean;
}>;


export type RemoveViewMutation = { removeView: { mine: Array<{ name: string, search: string, savedBy: string, savedAt: string }>, everybody: Array<{ name: string, search: string, savedBy: string, savedAt: string }> } | null };

export type PlacementMovePartFragment = { phase: MovePhase, reason: MoveReason | null, member: string | null, from: Array<string>, to: Array<string>, drain: boolean, startedAt: string | null, since: string | null, overdue: boolean };

export type PlacementPolicyPartFragment = { id: string, engine: PlacementEngine, wanted: Array<string> | null, assigned: Array<string>, object: { id: string, kind: string, namespace: string | null, name: string } | null, move: { phase: MovePhase, reason: MoveReason | null, member: string | null, from: Array<string>, to: Array<string>, drain: boolean, startedAt: string | null, since: string | null, overdue: boolean } | null };

export type PlacedLineFragment = { bindingId: string, engine: PlacementEngine, phase: PlacementPhase, reason: string, message: string | null, wantedMembers: number | null, binding: { id: string, kind: string, namespace: string | null, name: string, cluster: { name: string } } | null, template: { id: string, kind: string, namespace: string | null, name: string } | null, status: { status: ObjectStatus | null, replicas: number | null, readyReplicas: number | null, availableReplicas: number | null, stale: boolean, copies: { current: number, inProgress: number, failed: number, terminating: number, unknown: number, missing: number, untold: number } }, policies: Array<{ id: string, engine: PlacementEngine, wanted: Array<string> | null, assigned: Array<string>, object: { id: string, kind: string, namespace: string | null, name: string } | null, move: { phase: MovePhase, reason: MoveReason | null, member: string | null, from: Array<string>, to: Array<string>, drain: boolean, startedAt: string | null, since: string | null, overdue: boolean } | null }> };

export type PlacedOnFragment = { member: string, state: PlacementAssignmentState, replicas: number | null, applied: boolean | null, reported: PlacementReport, status: ObjectStatus | null, cluster: { name: string } | null };

export type PlacedWorkloadsQueryVariables = Exact<{
  filter?: PlacementFilter | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type PlacedWorkloadsQuery = { placedWorkloads: { totalCount: number, complete: boolean, phaseCounts: Array<{ phase: PlacementPhase, count: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ bindingId: string, engine: PlacementEngine, phase: PlacementPhase, reason: string, message: string | null, wantedMembers: number | null, assignments: { totalCount: number, nodes: Array<{ member: string, state: PlacementAssignmentState, replicas: number | null, applied: boolean | null, reported: PlacementReport, status: ObjectStatus | null, cluster: { name: string } | null }> }, binding: { id: string, kind: string, namespace: string | null, name: string, cluster: { name: string } } | null, template: { id: string, kind: string, namespace: string | null, name: string } | null, status: { status: ObjectStatus | null, replicas: number | null, readyReplicas: number | null, availableReplicas: number | null, stale: boolean, copies: { current: number, inProgress: number, failed: number, terminating: number, unknown: number, missing: number, untold: number } }, policies: Array<{ id: string, engine: PlacementEngine, wanted: Array<string> | null, assigned: Array<string>, object: { id: string, kind: string, namespace: string | null, name: string } | null, move: { phase: MovePhase, reason: MoveReason | null, member: string | null, from: Array<string>, to: Array<string>, drain: boolean, startedAt: string | null, since: string | null, overdue: boolean } | null }> }> } | null };

export type PlacedQueryVariables = Exact<{
  id: string;
}>;


export type PlacedQuery = { object: { id: string, placed: { bindingId: string, engine: PlacementEngine, phase: PlacementPhase, reason: string, message: string | null, wantedMembers: number | null, requiredBy: Array<{ id: string, kind: string, namespace: string | null, name: string }>, assignments: { totalCount: number, nodes: Array<{ member: string, state: PlacementAssignmentState, replicas: number | null, applied: boolean | null, reported: PlacementReport, status: ObjectStatus | null, copies: { totalCount: number, nodes: Array<{ id: string | null, group: string, kind: string, namespace: string | null, name: string, owned: boolean | null, object: { id: string, status: ObjectStatus, reason: string | null } | null }> }, cluster: { name: string } | null }> }, candidates: { totalCount: number, complete: boolean, nodes: Array<{ member: string, verdict: PlacementVerdict, unevaluated: Array<PlacementFilterName>, score: number | null, memberObject: { id: string } | null, rejections: Array<{ filter: PlacementFilterName, detail: string }> }> }, binding: { id: string, kind: string, namespace: string | null, name: string, cluster: { name: string } } | null, template: { id: string, kind: string, namespace: string | null, name: string } | null, status: { status: ObjectStatus | null, replicas: number | null, readyReplicas: number | null, availableReplicas: number | null, stale: boolean, copies: { current: number, inProgress: number, failed: number, terminating: number, unknown: number, missing: number, untold: number } }, policies: Array<{ id: string, engine: PlacementEngine, wanted: Array<string> | null, assigned: Array<string>, object: { id: string, kind: string, namespace: string | null, name: string } | null, move: { phase: MovePhase, reason: MoveReason | null, member: string | null, from: Array<string>, to: Array<string>, drain: boolean, startedAt: string | null, since: string | null, overdue: boolean } | null }> } | null } | null };

export type ObjectPlacementQueryVariables = Exact<{
  id: string;
}>;


export type ObjectPlacementQuery = { object: { id: string, placed: { bindingId: string } | null, placementPolicy: { id: string, engine: PlacementEngine, wanted: Array<string> | null, assigned: Array<string>, workloads: { totalCount: number, nodes: Array<{ bindingId: string, engine: PlacementEngine, phase: PlacementPhase, reason: string, message: string | null, wantedMembers: number | null, binding: { id: string, kind: string, namespace: string | null, name: string, cluster: { name: string } } | null, template: { id: string, kind: string, namespace: string | null, name: string } | null, status: { status: ObjectStatus | null, replicas: number | null, readyReplicas: number | null, availableReplicas: number | null, stale: boolean, copies: { current: number, inProgress: number, failed: number, terminating: number, unknown: number, missing: number, untold: number } }, policies: Array<{ id: string, engine: PlacementEngine, wanted: Array<string> | null, assigned: Array<string>, object: { id: string, kind: string, namespace: string | null, name: string } | null, move: { phase: MovePhase, reason: MoveReason | null, member: string | null, from: Array<string>, to: Array<string>, drain: boolean, startedAt: string | null, since: string | null, overdue: boolean } | null }> }> }, object: { id: string, kind: string, namespace: string | null, name: string } | null, move: { phase: MovePhase, reason: MoveReason | null, member: string | null, from: Array<string>, to: Array<string>, drain: boolean, startedAt: string | null, since: string | null, overdue: boolean } | null } | null, placementMember: { id: string, engine: PlacementEngine, available: boolean | null, taints: Array<string>, cluster: { name: string } | null, capacity: { cpu: string | null, memory: string | null, pods: string | null, allocatedCpu: string | null, allocatedMemory: string | null, allocatedPods: string | null }, bound: { pods: number, full: boolean } | null, drain: { done: boolean, remaining: number, stuck: Array<{ id: string, engine: PlacementEngine, wanted: Array<string> | null, assigned: Array<string>, object: { id: string, kind: string, namespace: string | null, name: string } | null, move: { phase: MovePhase, reason: MoveReason | null, member: string | null, from: Array<string>, to: Array<string>, drain: boolean, startedAt: string | null, since: string | null, overdue: boolean } | null }> } | null, workloads: { totalCount: number, nodes: Array<{ bindingId: string, engine: PlacementEngine, phase: PlacementPhase, reason: string, message: string | null, wantedMembers: number | null, binding: { id: string, kind: string, namespace: string | null, name: string, cluster: { name: string } } | null, template: { id: string, kind: string, namespace: string | null, name: string } | null, status: { status: ObjectStatus | null, replicas: number | null, readyReplicas: number | null, availableReplicas: number | null, stale: boolean, copies: { current: number, inProgress: number, failed: number, terminating: number, unknown: number, missing: number, untold: number } }, policies: Array<{ id: string, engine: PlacementEngine, wanted: Array<string> | null, assigned: Array<string>, object: { id: string, kind: string, namespace: string | null, name: string } | null, move: { phase: MovePhase, reason: MoveReason | null, member: string | null, from: Array<string>, to: Array<string>, drain: boolean, startedAt: string | null, since: string | null, overdue: boolean } | null }> }> } } | null } | null };

export type MoveTargetsQueryVariables = Exact<{
  id: string;
}>;


export type MoveTargetsQuery = { object: { id: string, placementPolicy: { id: string, workloads: { nodes: Array<{ candidates: { totalCount: number, nodes: Array<{ member: string, verdict: PlacementVerdict }> } }> } } | null } | null };

export type PlacementReadersQueryVariables = Exact<{
  hub: string;
  namespace: string;
}>;


export type PlacementReadersQuery = { sets: { totalCount: number, nodes: Array<{ id: string, kind: string, namespace: string | null, name: string, live: { spec: unknown } | null }> } | null, addOns: { nodes: Array<{ id: string, kind: string, namespace: string | null, name: string, live: { spec: unknown } | null }> } | null };

export type MoveMutationVariables = Exact<{
  ids: Array<string> | string;
  clusters?: Array<string> | string | null | undefined;
  volumes: MoveVolumes;
  dryRun: boolean;
  key?: string | null | undefined;
}>;


export type MoveMutation = { move: { results: Array<{ id: string, outcome: ActionOutcome, message: string | null, reason: string | null, warnings: Array<string> }> } | null };

export type DrainMutationVariables = Exact<{
  ids: Array<string> | string;
  drained: boolean;
  dryRun: boolean;
  key?: string | null | undefined;
}>;


export type DrainMutation = { drain: { results: Array<{ id: string, outcome: ActionOutcome, message: string | null, reason: string | null, warnings: Array<string> }> } | null };

export const ActedFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Acted"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}}]}}]} as unknown as DocumentNode<ActedFragment, unknown>;
export const ClusterRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ClusterRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Cluster"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"labels"}},{"kind":"Field","name":{"kind":"Name","value":"kubernetesVersion"}},{"kind":"Field","name":{"kind":"Name","value":"objectCount"}},{"kind":"Field","name":{"kind":"Name","value":"coverage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"kindsListed"}},{"kind":"Field","name":{"kind":"Name","value":"kindsTotal"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}},{"kind":"Field","name":{"kind":"Name","value":"grantsSyncedAt"}}]}}]}}]} as unknown as DocumentNode<ClusterRowFragment, unknown>;
export const ManifestFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Manifest"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LiveObject"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"observedAt"}},{"kind":"Field","name":{"kind":"Name","value":"manifest"}}]}}]} as unknown as DocumentNode<ManifestFragment, unknown>;
export const ComparedClusterFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ComparedCluster"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Cluster"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"labels"}},{"kind":"Field","name":{"kind":"Name","value":"kubernetesVersion"}},{"kind":"Field","name":{"kind":"Name","value":"objectCount"}},{"kind":"Field","name":{"kind":"Name","value":"coverage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"kinds"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}}]} as unknown as DocumentNode<ComparedClusterFragment, unknown>;
export const StatusNumbersFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StatusNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StatusCounts"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"inProgress"}},{"kind":"Field","name":{"kind":"Name","value":"terminating"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}}]}}]} as unknown as DocumentNode<StatusNumbersFragment, unknown>;
export const WorkloadLogLinesFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorkloadLogLines"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WorkloadLogs"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"leftOut"}},{"kind":"Field","name":{"kind":"Name","value":"sources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pod"}},{"kind":"Field","name":{"kind":"Name","value":"container"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"hasEnded"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lines"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"pod"}},{"kind":"Field","name":{"kind":"Name","value":"container"}},{"kind":"Field","name":{"kind":"Name","value":"level"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"truncated"}}]}},{"kind":"Field","name":{"kind":"Name","value":"skipped"}},{"kind":"Field","name":{"kind":"Name","value":"resume"}},{"kind":"Field","name":{"kind":"Name","value":"end"}}]}}]} as unknown as DocumentNode<WorkloadLogLinesFragment, unknown>;
export const MeshRatesFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MeshRates"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MeshTraffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","name":{"kind":"Name","value":"errorPercent"}},{"kind":"Field","name":{"kind":"Name","value":"codes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"flags"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}}]}},{"kind":"Field","name":{"kind":"Name","value":"mtlsPercent"}},{"kind":"Field","name":{"kind":"Name","value":"responseTimeMs"}}]}}]} as unknown as DocumentNode<MeshRatesFragment, unknown>;
export const MeshItemPartFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MeshItemPart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MeshItem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"differences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"clusters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"instances"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stale"}},{"kind":"Field","name":{"kind":"Name","value":"versions"}},{"kind":"Field","name":{"kind":"Name","value":"tracesUrl"}},{"kind":"Field","name":{"kind":"Name","value":"objects"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"health"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"window"},"value":{"kind":"Variable","name":{"kind":"Name","value":"window"}}},{"kind":"Argument","name":{"kind":"Name","value":"at"},"value":{"kind":"Variable","name":{"kind":"Name","value":"at"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"missing"}},{"kind":"Field","name":{"kind":"Name","value":"requests"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","name":{"kind":"Name","value":"errorPercent"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"replicas"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"desired"}},{"kind":"Field","name":{"kind":"Name","value":"available"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]}}]}}]} as unknown as DocumentNode<MeshItemPartFragment, unknown>;
export const MeshFaultFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MeshFault"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MeshValidation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"certain"}}]}}]} as unknown as DocumentNode<MeshFaultFragment, unknown>;
export const RowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KubernetesObject"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"transitionedAt"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}}]}}]} as unknown as DocumentNode<RowFragment, unknown>;
export const EndsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Ends"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RelationConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KubernetesObject"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"transitionedAt"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}}]}}]} as unknown as DocumentNode<EndsFragment, unknown>;
export const AmountsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Amounts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ResourceAmounts"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"requested"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"allocatable"}}]}}]} as unknown as DocumentNode<AmountsFragment, unknown>;
export const PhaseNumbersFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PhaseNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PackagePhaseCounts"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"syncFailed"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"terminating"}},{"kind":"Field","name":{"kind":"Name","value":"outdated"}},{"kind":"Field","name":{"kind":"Name","value":"syncing"}},{"kind":"Field","name":{"kind":"Name","value":"reconciling"}},{"kind":"Field","name":{"kind":"Name","value":"ready"}},{"kind":"Field","name":{"kind":"Name","value":"stale"}}]}}]} as unknown as DocumentNode<PhaseNumbersFragment, unknown>;
export const PackageLineFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PackageLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Package"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"directory"}},{"kind":"Field","name":{"kind":"Name","value":"publishedRevision"}},{"kind":"Field","name":{"kind":"Name","value":"phaseCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PhaseNumbers"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PhaseNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PackagePhaseCounts"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"syncFailed"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"terminating"}},{"kind":"Field","name":{"kind":"Name","value":"outdated"}},{"kind":"Field","name":{"kind":"Name","value":"syncing"}},{"kind":"Field","name":{"kind":"Name","value":"reconciling"}},{"kind":"Field","name":{"kind":"Name","value":"ready"}},{"kind":"Field","name":{"kind":"Name","value":"stale"}}]}}]} as unknown as DocumentNode<PackageLineFragment, unknown>;
export const DeploymentFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Deployment"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PackageDeployment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}},{"kind":"Field","name":{"kind":"Name","value":"target"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"engine"}},{"kind":"Field","name":{"kind":"Name","value":"scope"}},{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"expectedRevision"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}},{"kind":"Field","name":{"kind":"Name","value":"objectCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stale"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"mechanism"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KubernetesObject"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"transitionedAt"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}}]}}]} as unknown as DocumentNode<DeploymentFragment, unknown>;
export const PackageOfObjectFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PackageOfObject"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PackageDeployment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"package"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"directory"}}]}},{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"expectedRevision"}}]}}]} as unknown as DocumentNode<PackageOfObjectFragment, unknown>;
export const CoverageNumbersFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CoverageNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Coverage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"indexed"}},{"kind":"Field","name":{"kind":"Name","value":"rebuilding"}},{"kind":"Field","name":{"kind":"Name","value":"stale"}},{"kind":"Field","name":{"kind":"Name","value":"unreachable"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"withheld"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]} as unknown as DocumentNode<CoverageNumbersFragment, unknown>;
export const PolicyPartFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PolicyPart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Policy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"class"}},{"kind":"Field","name":{"kind":"Name","value":"strategy"}},{"kind":"Field","name":{"kind":"Name","value":"keys"}},{"kind":"Field","name":{"kind":"Name","value":"standing"}},{"kind":"Field","name":{"kind":"Name","value":"agrees"}},{"kind":"Field","name":{"kind":"Name","value":"targets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"overriddenBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reported"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"ancestor"}}]}}]}}]} as unknown as DocumentNode<PolicyPartFragment, unknown>;
export const PolicyEdgePartFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PolicyEdgePart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PolicyEdge"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"from"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"to"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"refusals"}},{"kind":"Field","name":{"kind":"Name","value":"hostnames"}},{"kind":"Field","name":{"kind":"Name","value":"ports"}}]}}]} as unknown as DocumentNode<PolicyEdgePartFragment, unknown>;
export const EffectiveFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Effective"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EffectivePolicy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"complete"}},{"kind":"Field","name":{"kind":"Name","value":"path"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"hostnames"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"policies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"source"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"displaced"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"source"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"by"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<EffectiveFragment, unknown>;
export const TreeItemFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TreeItem"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TreeNode"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"parentId"}},{"kind":"Field","name":{"kind":"Name","value":"relation"}},{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<TreeItemFragment, unknown>;
export const RestartLineFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestartLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PodRestarts"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"restarts"}},{"kind":"Field","name":{"kind":"Name","value":"container"}},{"kind":"Field","name":{"kind":"Name","value":"lastTerminatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"exitCode"}}]}}]} as unknown as DocumentNode<RestartLineFragment, unknown>;
export const ViewFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"View"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StoredView"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"search"}},{"kind":"Field","name":{"kind":"Name","value":"savedBy"}},{"kind":"Field","name":{"kind":"Name","value":"savedAt"}}]}}]} as unknown as DocumentNode<ViewFragment, unknown>;
export const ViewListsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ViewLists"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SavedViews"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mine"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"View"}}]}},{"kind":"Field","name":{"kind":"Name","value":"everybody"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"View"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"View"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StoredView"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"search"}},{"kind":"Field","name":{"kind":"Name","value":"savedBy"}},{"kind":"Field","name":{"kind":"Name","value":"savedAt"}}]}}]} as unknown as DocumentNode<ViewListsFragment, unknown>;
export const PlacementMovePartFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlacementMovePart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlacementMove"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"member"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"drain"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"overdue"}}]}}]} as unknown as DocumentNode<PlacementMovePartFragment, unknown>;
export const PlacementPolicyPartFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlacementPolicyPart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlacementPolicy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"engine"}},{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"wanted"}},{"kind":"Field","name":{"kind":"Name","value":"assigned"}},{"kind":"Field","name":{"kind":"Name","value":"move"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlacementMovePart"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlacementMovePart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlacementMove"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"member"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"drain"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"overdue"}}]}}]} as unknown as DocumentNode<PlacementPolicyPartFragment, unknown>;
export const PlacedLineFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlacedLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlacedWorkload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bindingId"}},{"kind":"Field","name":{"kind":"Name","value":"engine"}},{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"wantedMembers"}},{"kind":"Field","name":{"kind":"Name","value":"binding"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"template"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"replicas"}},{"kind":"Field","name":{"kind":"Name","value":"readyReplicas"}},{"kind":"Field","name":{"kind":"Name","value":"availableReplicas"}},{"kind":"Field","name":{"kind":"Name","value":"stale"}},{"kind":"Field","name":{"kind":"Name","value":"copies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"inProgress"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"terminating"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"missing"}},{"kind":"Field","name":{"kind":"Name","value":"untold"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"policies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlacementPolicyPart"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlacementMovePart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlacementMove"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"member"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"drain"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"overdue"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlacementPolicyPart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlacementPolicy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"engine"}},{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"wanted"}},{"kind":"Field","name":{"kind":"Name","value":"assigned"}},{"kind":"Field","name":{"kind":"Name","value":"move"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlacementMovePart"}}]}}]}}]} as unknown as DocumentNode<PlacedLineFragment, unknown>;
export const PlacedOnFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlacedOn"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlacementAssignment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"member"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"replicas"}},{"kind":"Field","name":{"kind":"Name","value":"applied"}},{"kind":"Field","name":{"kind":"Name","value":"reported"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]} as unknown as DocumentNode<PlacedOnFragment, unknown>;
export const AccessDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Access"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"user"}},{"kind":"Field","name":{"kind":"Name","value":"groups"}},{"kind":"Field","name":{"kind":"Name","value":"access"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"everywhere"}},{"kind":"Field","name":{"kind":"Name","value":"inNamespaces"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kinds"}},{"kind":"Field","name":{"kind":"Name","value":"namespaces"}},{"kind":"Field","name":{"kind":"Name","value":"namespaceCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"byName"}},{"kind":"Field","name":{"kind":"Name","value":"truncated"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"clusters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"user"}},{"kind":"Field","name":{"kind":"Name","value":"groups"}}]}}]}}]}}]} as unknown as DocumentNode<AccessQuery, AccessQueryVariables>;
export const ActionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Actions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actions"}}]}}]} as unknown as DocumentNode<ActionsQuery, ActionsQueryVariables>;
export const MayActDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MayAct"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"checks"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AccessCheck"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"live"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"annotations"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"suspend"},"name":{"kind":"Name","value":"spec"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":".suspend","block":false}}]},{"kind":"Field","alias":{"kind":"Name","value":"unschedulable"},"name":{"kind":"Name","value":"spec"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":".unschedulable","block":false}}]},{"kind":"Field","alias":{"kind":"Name","value":"replicas"},"name":{"kind":"Name","value":"spec"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":".replicas","block":false}}]},{"kind":"Field","name":{"kind":"Name","value":"access"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"checks"},"value":{"kind":"Variable","name":{"kind":"Name","value":"checks"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"verb"}},{"kind":"Field","name":{"kind":"Name","value":"subresource"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]}}]}}]} as unknown as DocumentNode<MayActQuery, MayActQueryVariables>;
export const MayActOnDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MayActOn"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"checks"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AccessCheck"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KubernetesObject"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"live"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"suspend"},"name":{"kind":"Name","value":"spec"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":".suspend","block":false}}]},{"kind":"Field","alias":{"kind":"Name","value":"unschedulable"},"name":{"kind":"Name","value":"spec"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":".unschedulable","block":false}}]},{"kind":"Field","alias":{"kind":"Name","value":"replicas"},"name":{"kind":"Name","value":"spec"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":".replicas","block":false}}]},{"kind":"Field","name":{"kind":"Name","value":"access"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"checks"},"value":{"kind":"Variable","name":{"kind":"Name","value":"checks"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"verb"}},{"kind":"Field","name":{"kind":"Name","value":"subresource"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<MayActOnQuery, MayActOnQueryVariables>;
export const ReconcileDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Reconcile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withSource"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reconcile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"withSource"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withSource"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Acted"}},{"kind":"Field","name":{"kind":"Name","value":"source"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Acted"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Acted"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}}]}}]} as unknown as DocumentNode<ReconcileMutation, ReconcileMutationVariables>;
export const SuspendDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Suspend"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"suspend"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Acted"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Acted"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}}]}}]} as unknown as DocumentNode<SuspendMutation, SuspendMutationVariables>;
export const ResumeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Resume"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resume"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Acted"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Acted"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}}]}}]} as unknown as DocumentNode<ResumeMutation, ResumeMutationVariables>;
export const RestartDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Restart"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restart"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Acted"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Acted"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}}]}}]} as unknown as DocumentNode<RestartMutation, RestartMutationVariables>;
export const RunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Run"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Acted"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Acted"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}}]}}]} as unknown as DocumentNode<RunMutation, RunMutationVariables>;
export const UndoDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Undo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"undo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Acted"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Acted"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}}]}}]} as unknown as DocumentNode<UndoMutation, UndoMutationVariables>;
export const CordonDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Cordon"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cordon"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Acted"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Acted"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}}]}}]} as unknown as DocumentNode<CordonMutation, CordonMutationVariables>;
export const UncordonDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Uncordon"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uncordon"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Acted"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Acted"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}}]}}]} as unknown as DocumentNode<UncordonMutation, UncordonMutationVariables>;
export const ScaleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Scale"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"replicas"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"scale"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"replicas"},"value":{"kind":"Variable","name":{"kind":"Name","value":"replicas"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Acted"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Acted"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}}]}}]} as unknown as DocumentNode<ScaleMutation, ScaleMutationVariables>;
export const DeleteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Delete"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"objects"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ObjectToDelete"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"delete"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"objects"},"value":{"kind":"Variable","name":{"kind":"Name","value":"objects"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Acted"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Acted"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}}]}}]} as unknown as DocumentNode<DeleteMutation, DeleteMutationVariables>;
export const BoundDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Bound"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"pods"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bound"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"pods"},"value":{"kind":"Variable","name":{"kind":"Name","value":"pods"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Acted"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Acted"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}}]}}]} as unknown as DocumentNode<BoundMutation, BoundMutationVariables>;
export const EditableDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Editable"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"live"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"yaml"}},{"kind":"Field","alias":{"kind":"Name","value":"whole"},"name":{"kind":"Name","value":"yaml"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"managedFields"},"value":{"kind":"BooleanValue","value":true}}]}]}}]}}]}}]} as unknown as DocumentNode<EditableQuery, EditableQueryVariables>;
export const ApplyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Apply"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ApplyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apply"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Acted"}},{"kind":"Field","name":{"kind":"Name","value":"preview"}},{"kind":"Field","name":{"kind":"Name","value":"conflicts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"manager"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Acted"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}}]}}]} as unknown as DocumentNode<ApplyMutation, ApplyMutationVariables>;
export const RecentChangesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RecentChanges"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ObjectFilter"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"TRANSITIONED"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}},{"kind":"Field","name":{"kind":"Name","value":"history"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"2"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"groups"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"CLUSTER"}}]},{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"NAMESPACE"}}]}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"500"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"statusCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StatusNumbers"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KubernetesObject"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"transitionedAt"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StatusNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StatusCounts"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"inProgress"}},{"kind":"Field","name":{"kind":"Name","value":"terminating"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}}]}}]} as unknown as DocumentNode<RecentChangesQuery, RecentChangesQueryVariables>;
export const ClustersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Clusters"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clusters"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"500"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ClusterRow"}},{"kind":"Field","name":{"kind":"Name","value":"statusCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StatusNumbers"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"coverage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CoverageNumbers"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"nodes"},"name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"kinds"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"Node","block":false}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"groups"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"","block":false}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"facets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"fields"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"CLUSTER"}]}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"500"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ClusterRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Cluster"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"labels"}},{"kind":"Field","name":{"kind":"Name","value":"kubernetesVersion"}},{"kind":"Field","name":{"kind":"Name","value":"objectCount"}},{"kind":"Field","name":{"kind":"Name","value":"coverage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"kindsListed"}},{"kind":"Field","name":{"kind":"Name","value":"kindsTotal"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}},{"kind":"Field","name":{"kind":"Name","value":"grantsSyncedAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StatusNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StatusCounts"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"inProgress"}},{"kind":"Field","name":{"kind":"Name","value":"terminating"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CoverageNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Coverage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"indexed"}},{"kind":"Field","name":{"kind":"Name","value":"rebuilding"}},{"kind":"Field","name":{"kind":"Name","value":"stale"}},{"kind":"Field","name":{"kind":"Name","value":"unreachable"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"withheld"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]} as unknown as DocumentNode<ClustersQuery, ClustersQueryVariables>;
export const ClusterDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Cluster"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cluster"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ClusterRow"}},{"kind":"Field","name":{"kind":"Name","value":"coverage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kinds"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"clusters"},"value":{"kind":"ListValue","values":[{"kind":"Variable","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"facets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"fields"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"STATUS"},{"kind":"EnumValue","value":"KIND"}]}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"500"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"truncated"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"failing"},"name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"clusters"},"value":{"kind":"ListValue","values":[{"kind":"Variable","name":{"kind":"Name","value":"name"}}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"statuses"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"FAILED"}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"TRANSITIONED"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ClusterRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Cluster"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"labels"}},{"kind":"Field","name":{"kind":"Name","value":"kubernetesVersion"}},{"kind":"Field","name":{"kind":"Name","value":"objectCount"}},{"kind":"Field","name":{"kind":"Name","value":"coverage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"kindsListed"}},{"kind":"Field","name":{"kind":"Name","value":"kindsTotal"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}},{"kind":"Field","name":{"kind":"Name","value":"grantsSyncedAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KubernetesObject"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"transitionedAt"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}}]}}]} as unknown as DocumentNode<ClusterQuery, ClusterQueryVariables>;
export const ClusterNamespacesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ClusterNamespaces"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"namespaces"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"clusters"},"value":{"kind":"ListValue","values":[{"kind":"Variable","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"500"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"objectCount"}},{"kind":"Field","name":{"kind":"Name","value":"statusCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StatusNumbers"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StatusNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StatusCounts"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"inProgress"}},{"kind":"Field","name":{"kind":"Name","value":"terminating"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}}]}}]} as unknown as DocumentNode<ClusterNamespacesQuery, ClusterNamespacesQueryVariables>;
export const RegistrationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Registrations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"administration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"registrations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"500"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"object"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"problems"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"object"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}}]}}]} as unknown as DocumentNode<RegistrationsQuery, RegistrationsQueryVariables>;
export const ElsewhereDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Elsewhere"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ObjectFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"CLUSTER"}}]}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}},{"kind":"Field","name":{"kind":"Name","value":"images"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"labels"}}]}},{"kind":"Field","name":{"kind":"Name","value":"managedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KubernetesObject"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"transitionedAt"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}}]}}]} as unknown as DocumentNode<ElsewhereQuery, ElsewhereQueryVariables>;
export const AppliedImagesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AppliedImages"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"related"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"types"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"MANAGES"}]}},{"kind":"Argument","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DOWN"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"images"}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<AppliedImagesQuery, AppliedImagesQueryVariables>;
export const ReplicasDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Replicas"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"live"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"spec"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ReplicasQuery, ReplicasQueryVariables>;
export const FleetClustersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FleetClusters"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clusters"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"500"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<FleetClustersQuery, FleetClustersQueryVariables>;
export const WhyNotThereDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WhyNotThere"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"names"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clusters"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"names"},"value":{"kind":"Variable","name":{"kind":"Name","value":"names"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"500"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"coverage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"kinds"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<WhyNotThereQuery, WhyNotThereQueryVariables>;
export const TwoObjectsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TwoObjects"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"left"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"right"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"left"},"name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"left"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"live"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Manifest"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"right"},"name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"right"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"live"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Manifest"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Manifest"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"LiveObject"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"observedAt"}},{"kind":"Field","name":{"kind":"Name","value":"manifest"}}]}}]} as unknown as DocumentNode<TwoObjectsQuery, TwoObjectsQueryVariables>;
export const TwoClustersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TwoClusters"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"left"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"right"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"both"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"left"},"name":{"kind":"Name","value":"cluster"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"left"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ComparedCluster"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"right"},"name":{"kind":"Name","value":"cluster"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"right"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ComparedCluster"}}]}},{"kind":"Field","name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"clusters"},"value":{"kind":"Variable","name":{"kind":"Name","value":"both"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"KIND"}}]},{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"CLUSTER"}}]}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"500"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"statusCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StatusNumbers"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ComparedCluster"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Cluster"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"labels"}},{"kind":"Field","name":{"kind":"Name","value":"kubernetesVersion"}},{"kind":"Field","name":{"kind":"Name","value":"objectCount"}},{"kind":"Field","name":{"kind":"Name","value":"coverage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"kinds"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StatusNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StatusCounts"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"inProgress"}},{"kind":"Field","name":{"kind":"Name","value":"terminating"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}}]}}]} as unknown as DocumentNode<TwoClustersQuery, TwoClustersQueryVariables>;
export const ComparedObjectsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ComparedObjects"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cluster"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kind"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"clusters"},"value":{"kind":"ListValue","values":[{"kind":"Variable","name":{"kind":"Name","value":"cluster"}}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"kinds"},"value":{"kind":"ListValue","values":[{"kind":"Variable","name":{"kind":"Name","value":"kind"}}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"NAMESPACE"}}]},{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"NAME"}}]}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"500"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"images"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<ComparedObjectsQuery, ComparedObjectsQueryVariables>;
export const ExportPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ExportPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ObjectFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ObjectOrder"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"isFirst"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"500"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"isFirst"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"coverage"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"isFirst"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CoverageNumbers"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"labels"}},{"kind":"Field","name":{"kind":"Name","value":"images"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CoverageNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Coverage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"indexed"}},{"kind":"Field","name":{"kind":"Name","value":"rebuilding"}},{"kind":"Field","name":{"kind":"Name","value":"stale"}},{"kind":"Field","name":{"kind":"Name","value":"unreachable"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"withheld"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KubernetesObject"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"transitionedAt"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}}]}}]} as unknown as DocumentNode<ExportPageQuery, ExportPageQueryVariables>;
export const ClusterLabelsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ClusterLabels"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clusters"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"500"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"labels"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<ClusterLabelsQuery, ClusterLabelsQueryVariables>;
export const GroupsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Groups"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ObjectFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"GroupKey"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"500"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"statusCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StatusNumbers"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StatusNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StatusCounts"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"inProgress"}},{"kind":"Field","name":{"kind":"Name","value":"terminating"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}}]}}]} as unknown as DocumentNode<GroupsQuery, GroupsQueryVariables>;
export const KindsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Kinds"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kinds"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"versions"}},{"kind":"Field","name":{"kind":"Name","value":"clusterCount"}},{"kind":"Field","name":{"kind":"Name","value":"objectCount"}},{"kind":"Field","name":{"kind":"Name","value":"statusCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StatusNumbers"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StatusNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StatusCounts"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"inProgress"}},{"kind":"Field","name":{"kind":"Name","value":"terminating"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}}]}}]} as unknown as DocumentNode<KindsQuery, KindsQueryVariables>;
export const LogDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Log"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"container"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"previous"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tail"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"since"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Duration"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"isFiltered"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"levels"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LogLevel"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"live"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"observedAt"}},{"kind":"Field","name":{"kind":"Name","value":"logs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"container"},"value":{"kind":"Variable","name":{"kind":"Name","value":"container"}}},{"kind":"Argument","name":{"kind":"Name","value":"previous"},"value":{"kind":"Variable","name":{"kind":"Name","value":"previous"}}},{"kind":"Argument","name":{"kind":"Name","value":"tail"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tail"}}},{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"skip"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"isFiltered"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"container"}},{"kind":"Field","name":{"kind":"Name","value":"containers"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"truncated"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"podLogs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"container"},"value":{"kind":"Variable","name":{"kind":"Name","value":"container"}}},{"kind":"Argument","name":{"kind":"Name","value":"previous"},"value":{"kind":"Variable","name":{"kind":"Name","value":"previous"}}},{"kind":"Argument","name":{"kind":"Name","value":"tail"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tail"}}},{"kind":"Argument","name":{"kind":"Name","value":"maxAge"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"levels"},"value":{"kind":"Variable","name":{"kind":"Name","value":"levels"}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"isFiltered"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"container"}},{"kind":"Field","name":{"kind":"Name","value":"containers"}},{"kind":"Field","name":{"kind":"Name","value":"lines"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"truncated"}}]}},{"kind":"Field","name":{"kind":"Name","value":"filtered"}}]}}]}}]} as unknown as DocumentNode<LogQuery, LogQueryVariables>;
export const FollowLogDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"FollowLog"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"container"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tail"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"maxAge"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Duration"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"since"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"levels"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LogLevel"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"podLogs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"container"},"value":{"kind":"Variable","name":{"kind":"Name","value":"container"}}},{"kind":"Argument","name":{"kind":"Name","value":"tail"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tail"}}},{"kind":"Argument","name":{"kind":"Name","value":"maxAge"},"value":{"kind":"Variable","name":{"kind":"Name","value":"maxAge"}}},{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"levels"},"value":{"kind":"Variable","name":{"kind":"Name","value":"levels"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"lines"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"truncated"}}]}},{"kind":"Field","name":{"kind":"Name","value":"skipped"}},{"kind":"Field","name":{"kind":"Name","value":"filtered"}},{"kind":"Field","name":{"kind":"Name","value":"resume"}},{"kind":"Field","name":{"kind":"Name","value":"end"}}]}}]}}]} as unknown as DocumentNode<FollowLogSubscription, FollowLogSubscriptionVariables>;
export const WorkloadLogDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WorkloadLog"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"previous"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tail"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"maxAge"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Duration"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workloadLogs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"previous"},"value":{"kind":"Variable","name":{"kind":"Name","value":"previous"}}},{"kind":"Argument","name":{"kind":"Name","value":"tail"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tail"}}},{"kind":"Argument","name":{"kind":"Name","value":"maxAge"},"value":{"kind":"Variable","name":{"kind":"Name","value":"maxAge"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorkloadLogLines"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorkloadLogLines"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WorkloadLogs"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"leftOut"}},{"kind":"Field","name":{"kind":"Name","value":"sources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pod"}},{"kind":"Field","name":{"kind":"Name","value":"container"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"hasEnded"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lines"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"pod"}},{"kind":"Field","name":{"kind":"Name","value":"container"}},{"kind":"Field","name":{"kind":"Name","value":"level"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"truncated"}}]}},{"kind":"Field","name":{"kind":"Name","value":"skipped"}},{"kind":"Field","name":{"kind":"Name","value":"resume"}},{"kind":"Field","name":{"kind":"Name","value":"end"}}]}}]} as unknown as DocumentNode<WorkloadLogQuery, WorkloadLogQueryVariables>;
export const FollowWorkloadLogDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"FollowWorkloadLog"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tail"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"maxAge"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Duration"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"since"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workloadLogs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"tail"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tail"}}},{"kind":"Argument","name":{"kind":"Name","value":"maxAge"},"value":{"kind":"Variable","name":{"kind":"Name","value":"maxAge"}}},{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"WorkloadLogLines"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WorkloadLogLines"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WorkloadLogs"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"leftOut"}},{"kind":"Field","name":{"kind":"Name","value":"sources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pod"}},{"kind":"Field","name":{"kind":"Name","value":"container"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"hasEnded"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lines"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"pod"}},{"kind":"Field","name":{"kind":"Name","value":"container"}},{"kind":"Field","name":{"kind":"Name","value":"level"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"truncated"}}]}},{"kind":"Field","name":{"kind":"Name","value":"skipped"}},{"kind":"Field","name":{"kind":"Name","value":"resume"}},{"kind":"Field","name":{"kind":"Name","value":"end"}}]}}]} as unknown as DocumentNode<FollowWorkloadLogSubscription, FollowWorkloadLogSubscriptionVariables>;
export const MeshNamespacesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MeshNamespaces"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"kinds"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"Service","block":false}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"facets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"fields"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"NAMESPACE"}]}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"200"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"truncated"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]}}]} as unknown as DocumentNode<MeshNamespacesQuery, MeshNamespacesQueryVariables>;
export const MeshTrafficGraphDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MeshTrafficGraph"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"namespaces"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"clusters"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"type"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"MeshGraphType"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"serviceNodes"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idle"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"window"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Duration"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"at"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"meshGraph"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"namespaces"},"value":{"kind":"Variable","name":{"kind":"Name","value":"namespaces"}}},{"kind":"Argument","name":{"kind":"Name","value":"clusters"},"value":{"kind":"Variable","name":{"kind":"Name","value":"clusters"}}},{"kind":"Argument","name":{"kind":"Name","value":"type"},"value":{"kind":"Variable","name":{"kind":"Name","value":"type"}}},{"kind":"Argument","name":{"kind":"Name","value":"serviceNodes"},"value":{"kind":"Variable","name":{"kind":"Name","value":"serviceNodes"}}},{"kind":"Argument","name":{"kind":"Name","value":"idle"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idle"}}},{"kind":"Argument","name":{"kind":"Name","value":"window"},"value":{"kind":"Variable","name":{"kind":"Name","value":"window"}}},{"kind":"Argument","name":{"kind":"Name","value":"at"},"value":{"kind":"Variable","name":{"kind":"Name","value":"at"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"missing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}}]}},{"kind":"Field","name":{"kind":"Name","value":"incomplete"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"unnamedIncomplete"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"outside"}}]}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"crossCluster"}},{"kind":"Field","name":{"kind":"Name","value":"health"}},{"kind":"Field","name":{"kind":"Name","value":"traffic"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MeshRates"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MeshRates"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MeshTraffic"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","name":{"kind":"Name","value":"errorPercent"}},{"kind":"Field","name":{"kind":"Name","value":"codes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"flags"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}}]}},{"kind":"Field","name":{"kind":"Name","value":"mtlsPercent"}},{"kind":"Field","name":{"kind":"Name","value":"responseTimeMs"}}]}}]} as unknown as DocumentNode<MeshTrafficGraphQuery, MeshTrafficGraphQueryVariables>;
export const MeshItemDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MeshItem"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"window"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Duration"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"at"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"meshItem"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MeshItemPart"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MeshItemPart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MeshItem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"differences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"clusters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"instances"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stale"}},{"kind":"Field","name":{"kind":"Name","value":"versions"}},{"kind":"Field","name":{"kind":"Name","value":"tracesUrl"}},{"kind":"Field","name":{"kind":"Name","value":"objects"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"health"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"window"},"value":{"kind":"Variable","name":{"kind":"Name","value":"window"}}},{"kind":"Argument","name":{"kind":"Name","value":"at"},"value":{"kind":"Variable","name":{"kind":"Name","value":"at"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"missing"}},{"kind":"Field","name":{"kind":"Name","value":"requests"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","name":{"kind":"Name","value":"errorPercent"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"replicas"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"desired"}},{"kind":"Field","name":{"kind":"Name","value":"available"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]}}]}}]} as unknown as DocumentNode<MeshItemQuery, MeshItemQueryVariables>;
export const MeshFaultsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MeshFaults"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MeshValidationFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"meshValidations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"incomplete"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"unnamedIncomplete"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"MeshFault"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MeshFault"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MeshValidation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"certain"}}]}}]} as unknown as DocumentNode<MeshFaultsQuery, MeshFaultsQueryVariables>;
export const ObjectMeshDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ObjectMesh"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"window"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Duration"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"at"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"meshItems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MeshItemPart"}}]}},{"kind":"Field","name":{"kind":"Name","value":"meshValidations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MeshFault"}},{"kind":"Field","name":{"kind":"Name","value":"referenceCount"}},{"kind":"Field","name":{"kind":"Name","value":"references"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MeshItemPart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MeshItem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"differences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"clusters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"instances"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stale"}},{"kind":"Field","name":{"kind":"Name","value":"versions"}},{"kind":"Field","name":{"kind":"Name","value":"tracesUrl"}},{"kind":"Field","name":{"kind":"Name","value":"objects"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"health"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"window"},"value":{"kind":"Variable","name":{"kind":"Name","value":"window"}}},{"kind":"Argument","name":{"kind":"Name","value":"at"},"value":{"kind":"Variable","name":{"kind":"Name","value":"at"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"missing"}},{"kind":"Field","name":{"kind":"Name","value":"requests"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"rate"}},{"kind":"Field","name":{"kind":"Name","value":"errorPercent"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"replicas"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"desired"}},{"kind":"Field","name":{"kind":"Name","value":"available"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MeshFault"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MeshValidation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"certain"}}]}}]} as unknown as DocumentNode<ObjectMeshQuery, ObjectMeshQueryVariables>;
export const ObjectDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Object"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","name":{"kind":"Name","value":"attemptedRevision"}},{"kind":"Field","name":{"kind":"Name","value":"labels"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"coverage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"images"}},{"kind":"Field","name":{"kind":"Name","value":"source"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}},{"kind":"Field","name":{"kind":"Name","value":"managedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"usedBy"},"name":{"kind":"Name","value":"related"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"types"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"REFERENCES"}]}},{"kind":"Argument","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"UP"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Ends"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"selectedBy"},"name":{"kind":"Name","value":"related"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"types"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"SELECTS"}]}},{"kind":"Argument","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"UP"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Ends"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KubernetesObject"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"transitionedAt"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Ends"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RelationConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}}]}}]}}]} as unknown as DocumentNode<ObjectQuery, ObjectQueryVariables>;
export const LiveDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Live"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"whole"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"keys"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"live"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"observedAt"}},{"kind":"Field","name":{"kind":"Name","value":"spec"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"whole"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"status"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"whole"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"resource"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"keys"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CoreSecret"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"keys"},"name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"size"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CoreConfigMap"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"data"}},{"kind":"Field","name":{"kind":"Name","value":"binaryData"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"generation"}},{"kind":"Field","name":{"kind":"Name","value":"deletionTimestamp"}},{"kind":"Field","name":{"kind":"Name","value":"finalizers"}},{"kind":"Field","name":{"kind":"Name","value":"annotations"}}]}},{"kind":"Field","name":{"kind":"Name","value":"conditions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"lastTransitionTime"}},{"kind":"Field","name":{"kind":"Name","value":"observedGeneration"}}]}},{"kind":"Field","name":{"kind":"Name","value":"owners"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}},{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"wide"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KubernetesObject"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"transitionedAt"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}}]}}]} as unknown as DocumentNode<LiveQuery, LiveQueryVariables>;
export const OwnedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Owned"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tree"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DOWN"}},{"kind":"Argument","name":{"kind":"Name","value":"depth"},"value":{"kind":"IntValue","value":"2"}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"200"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"truncated"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KubernetesObject"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"transitionedAt"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}}]}}]} as unknown as DocumentNode<OwnedQuery, OwnedQueryVariables>;
export const SelectedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Selected"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"related"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"types"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"SELECTS"}]}},{"kind":"Argument","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DOWN"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KubernetesObject"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"transitionedAt"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}}]}}]} as unknown as DocumentNode<SelectedQuery, SelectedQueryVariables>;
export const PodsOfDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PodsOf"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"live"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"pods"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"200"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KubernetesObject"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"transitionedAt"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}}]}}]} as unknown as DocumentNode<PodsOfQuery, PodsOfQueryVariables>;
export const UsageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Usage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"live"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"measuredAt"}},{"kind":"Field","name":{"kind":"Name","value":"pods"}},{"kind":"Field","name":{"kind":"Name","value":"podsMeasured"}},{"kind":"Field","name":{"kind":"Name","value":"cpu"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Amounts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"memory"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Amounts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"containers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"cpu"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Amounts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"memory"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Amounts"}}]}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Amounts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ResourceAmounts"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"used"}},{"kind":"Field","name":{"kind":"Name","value":"requested"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"allocatable"}}]}}]} as unknown as DocumentNode<UsageQuery, UsageQueryVariables>;
export const UsageHistoryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"UsageHistory"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"usageHistory"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"newestAt"}},{"kind":"Field","name":{"kind":"Name","value":"cpu"}},{"kind":"Field","name":{"kind":"Name","value":"memory"}}]}}]}}]}}]} as unknown as DocumentNode<UsageHistoryQuery, UsageHistoryQueryVariables>;
export const YamlDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Yaml"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"managedFields"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"live"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"observedAt"}},{"kind":"Field","name":{"kind":"Name","value":"yaml"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"managedFields"},"value":{"kind":"Variable","name":{"kind":"Name","value":"managedFields"}}}]}]}}]}}]}}]} as unknown as DocumentNode<YamlQuery, YamlQueryVariables>;
export const LastAppliedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LastApplied"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"live"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"observedAt"}},{"kind":"Field","name":{"kind":"Name","value":"manifest"}},{"kind":"Field","name":{"kind":"Name","value":"lastApplied"}}]}}]}}]}}]} as unknown as DocumentNode<LastAppliedQuery, LastAppliedQueryVariables>;
export const EventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Events"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"live"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"observedAt"}},{"kind":"Field","name":{"kind":"Name","value":"events"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"complete"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"firstSeenAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastSeenAt"}},{"kind":"Field","name":{"kind":"Name","value":"reportedBy"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<EventsQuery, EventsQueryVariables>;
export const WhyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Why"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"verb"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asUser"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asGroups"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"explainAccess"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"verb"},"value":{"kind":"Variable","name":{"kind":"Name","value":"verb"}}},{"kind":"Argument","name":{"kind":"Name","value":"asUser"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asUser"}}},{"kind":"Argument","name":{"kind":"Name","value":"asGroups"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asGroups"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"visible"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"basis"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"grantsSyncedAt"}},{"kind":"Field","name":{"kind":"Name","value":"grants"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"binding"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"role"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"aggregated"}},{"kind":"Field","name":{"kind":"Name","value":"aggregatedFrom"}},{"kind":"Field","name":{"kind":"Name","value":"rule"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"verbs"}},{"kind":"Field","name":{"kind":"Name","value":"apiGroups"}},{"kind":"Field","name":{"kind":"Name","value":"resources"}},{"kind":"Field","name":{"kind":"Name","value":"resourceNames"}}]}},{"kind":"Field","name":{"kind":"Name","value":"subject"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]} as unknown as DocumentNode<WhyQuery, WhyQueryVariables>;
export const RowsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Rows"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ObjectFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ObjectOrder"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"labels"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"images"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}},{"kind":"Field","name":{"kind":"Name","value":"labels"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"labels"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"images"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"images"}}}]}]}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KubernetesObject"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"transitionedAt"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}}]}}]} as unknown as DocumentNode<RowsQuery, RowsQueryVariables>;
export const SummaryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Summary"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ObjectFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"fields"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"FacetField"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ofImages"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"FacetField"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"asksForImages"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"facets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"fields"},"value":{"kind":"Variable","name":{"kind":"Name","value":"fields"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"truncated"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"ofImages"},"name":{"kind":"Name","value":"facets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"fields"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ofImages"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"asksForImages"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"truncated"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"coverage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CoverageNumbers"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CoverageNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Coverage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"indexed"}},{"kind":"Field","name":{"kind":"Name","value":"rebuilding"}},{"kind":"Field","name":{"kind":"Name","value":"stale"}},{"kind":"Field","name":{"kind":"Name","value":"unreachable"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"withheld"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]} as unknown as DocumentNode<SummaryQuery, SummaryQueryVariables>;
export const SuggestionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Suggestions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"text"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ObjectFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"fields"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SuggestionField"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"suggestions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"text"},"value":{"kind":"Variable","name":{"kind":"Name","value":"text"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"fields"},"value":{"kind":"Variable","name":{"kind":"Name","value":"fields"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]} as unknown as DocumentNode<SuggestionsQuery, SuggestionsQueryVariables>;
export const LabelFacetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LabelFacet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ObjectFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"fields"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"FacetField"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"labelKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"match"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StringFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"facets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"fields"},"value":{"kind":"Variable","name":{"kind":"Name","value":"fields"}}},{"kind":"Argument","name":{"kind":"Name","value":"labelKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"labelKey"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"10"}},{"kind":"Argument","name":{"kind":"Name","value":"match"},"value":{"kind":"Variable","name":{"kind":"Name","value":"match"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]}}]} as unknown as DocumentNode<LabelFacetQuery, LabelFacetQueryVariables>;
export const NamesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Names"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"facets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"fields"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"CLUSTER"},{"kind":"EnumValue","value":"NAMESPACE"}]}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"500"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"truncated"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"kinds"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"plural"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"versions"}},{"kind":"Field","name":{"kind":"Name","value":"shortNames"}},{"kind":"Field","name":{"kind":"Name","value":"categories"}}]}}]}}]} as unknown as DocumentNode<NamesQuery, NamesQueryVariables>;
export const ChangesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Changes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ObjectFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"objectChanges"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"coalesce"},"value":{"kind":"StringValue","value":"250ms","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resume"}}]}}]}}]} as unknown as DocumentNode<ChangesSubscription, ChangesSubscriptionVariables>;
export const OverviewDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Overview"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"changed"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ObjectFilter"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clusters"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"500"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"labels"}},{"kind":"Field","name":{"kind":"Name","value":"statusCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StatusNumbers"}}]}},{"kind":"Field","name":{"kind":"Name","value":"coverage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"coverage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CoverageNumbers"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"fleet"},"name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"facets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"fields"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"STATUS"},{"kind":"EnumValue","value":"SUSPENDED"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"failed"},"name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"statuses"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"FAILED"}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"facets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"fields"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"REASON"},{"kind":"EnumValue","value":"NAMESPACE"}]}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"7"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"truncated"}},{"kind":"Field","name":{"kind":"Name","value":"missingCount"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"changed"},"name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"changed"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ListValue","values":[{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"TRANSITIONED"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"500"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"transitionedAt"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StatusNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StatusCounts"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"inProgress"}},{"kind":"Field","name":{"kind":"Name","value":"terminating"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CoverageNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Coverage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"indexed"}},{"kind":"Field","name":{"kind":"Name","value":"rebuilding"}},{"kind":"Field","name":{"kind":"Name","value":"stale"}},{"kind":"Field","name":{"kind":"Name","value":"unreachable"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"withheld"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]} as unknown as DocumentNode<OverviewQuery, OverviewQueryVariables>;
export const TeamKeysDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TeamKeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"team"},"name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"facets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"fields"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"LABEL_KEY"}]}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"10"}},{"kind":"Argument","name":{"kind":"Name","value":"match"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"contains"},"value":{"kind":"StringValue","value":"team","block":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"owner"},"name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"facets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"fields"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"LABEL_KEY"}]}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"10"}},{"kind":"Argument","name":{"kind":"Name","value":"match"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"contains"},"value":{"kind":"StringValue","value":"owner","block":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}}]}}]}}]} as unknown as DocumentNode<TeamKeysQuery, TeamKeysQueryVariables>;
export const FailedByTeamDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FailedByTeam"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"statuses"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"FAILED"}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"facets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"fields"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"LABEL"}]}},{"kind":"Argument","name":{"kind":"Name","value":"labelKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"7"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"truncated"}},{"kind":"Field","name":{"kind":"Name","value":"missingCount"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]}}]} as unknown as DocumentNode<FailedByTeamQuery, FailedByTeamQueryVariables>;
export const AttentionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Attention"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"packageDeployments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"complete"}},{"kind":"Field","name":{"kind":"Name","value":"phaseCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PhaseNumbers"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"behind"},"name":{"kind":"Name","value":"packageDeployments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"phases"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"OUTDATED"}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"200"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"package"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"directory"}}]}},{"kind":"Field","name":{"kind":"Name","value":"target"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"since"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"policyTopology"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"500"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"policy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"standing"}}]}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"meshValidations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"placedWorkloads"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phaseCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"restarts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestartLine"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PhaseNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PackagePhaseCounts"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"syncFailed"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"terminating"}},{"kind":"Field","name":{"kind":"Name","value":"outdated"}},{"kind":"Field","name":{"kind":"Name","value":"syncing"}},{"kind":"Field","name":{"kind":"Name","value":"reconciling"}},{"kind":"Field","name":{"kind":"Name","value":"ready"}},{"kind":"Field","name":{"kind":"Name","value":"stale"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestartLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PodRestarts"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"restarts"}},{"kind":"Field","name":{"kind":"Name","value":"container"}},{"kind":"Field","name":{"kind":"Name","value":"lastTerminatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"exitCode"}}]}}]} as unknown as DocumentNode<AttentionQuery, AttentionQueryVariables>;
export const PackagesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Packages"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"PackageFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"unwell"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"PackageFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"packages"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"complete"}},{"kind":"Field","name":{"kind":"Name","value":"phaseCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PhaseNumbers"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PackageLine"}},{"kind":"Field","alias":{"kind":"Name","value":"unwell"},"name":{"kind":"Name","value":"deployments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"unwell"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"12"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"target"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"expectedRevision"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PhaseNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PackagePhaseCounts"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"syncFailed"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"terminating"}},{"kind":"Field","name":{"kind":"Name","value":"outdated"}},{"kind":"Field","name":{"kind":"Name","value":"syncing"}},{"kind":"Field","name":{"kind":"Name","value":"reconciling"}},{"kind":"Field","name":{"kind":"Name","value":"ready"}},{"kind":"Field","name":{"kind":"Name","value":"stale"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PackageLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Package"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"directory"}},{"kind":"Field","name":{"kind":"Name","value":"publishedRevision"}},{"kind":"Field","name":{"kind":"Name","value":"phaseCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PhaseNumbers"}}]}}]}}]} as unknown as DocumentNode<PackagesQuery, PackagesQueryVariables>;
export const PackageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Package"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"package"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PackageLine"}},{"kind":"Field","name":{"kind":"Name","value":"intent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deployments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"complete"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Deployment"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PhaseNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PackagePhaseCounts"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"syncFailed"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"terminating"}},{"kind":"Field","name":{"kind":"Name","value":"outdated"}},{"kind":"Field","name":{"kind":"Name","value":"syncing"}},{"kind":"Field","name":{"kind":"Name","value":"reconciling"}},{"kind":"Field","name":{"kind":"Name","value":"ready"}},{"kind":"Field","name":{"kind":"Name","value":"stale"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KubernetesObject"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"transitionedAt"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PackageLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Package"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"directory"}},{"kind":"Field","name":{"kind":"Name","value":"publishedRevision"}},{"kind":"Field","name":{"kind":"Name","value":"phaseCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PhaseNumbers"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Deployment"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PackageDeployment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}},{"kind":"Field","name":{"kind":"Name","value":"target"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"engine"}},{"kind":"Field","name":{"kind":"Name","value":"scope"}},{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"expectedRevision"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}},{"kind":"Field","name":{"kind":"Name","value":"objectCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stale"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"mechanism"}}]}}]} as unknown as DocumentNode<PackageQuery, PackageQueryVariables>;
export const GateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Gate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"clusters"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"revision"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"soak"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Duration"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"appliedIsEnough"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"packageGate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"clusters"},"value":{"kind":"Variable","name":{"kind":"Name","value":"clusters"}}},{"kind":"Argument","name":{"kind":"Name","value":"revision"},"value":{"kind":"Variable","name":{"kind":"Name","value":"revision"}}},{"kind":"Argument","name":{"kind":"Name","value":"soak"},"value":{"kind":"Variable","name":{"kind":"Name","value":"soak"}}},{"kind":"Argument","name":{"kind":"Name","value":"appliedIsEnough"},"value":{"kind":"Variable","name":{"kind":"Name","value":"appliedIsEnough"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"passed"}},{"kind":"Field","name":{"kind":"Name","value":"truncated"}},{"kind":"Field","name":{"kind":"Name","value":"blocks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cluster"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"deployment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Deployment"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KubernetesObject"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"transitionedAt"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Deployment"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PackageDeployment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}},{"kind":"Field","name":{"kind":"Name","value":"target"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"engine"}},{"kind":"Field","name":{"kind":"Name","value":"scope"}},{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"expectedRevision"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}},{"kind":"Field","name":{"kind":"Name","value":"objectCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stale"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"mechanism"}}]}}]} as unknown as DocumentNode<GateQuery, GateQueryVariables>;
export const ObjectPackageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ObjectPackage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"deployment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PackageOfObject"}}]}},{"kind":"Field","name":{"kind":"Name","value":"managedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"deployment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PackageOfObject"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"history"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"32"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PackageOfObject"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PackageDeployment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"package"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"directory"}}]}},{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"expectedRevision"}}]}}]} as unknown as DocumentNode<ObjectPackageQuery, ObjectPackageQueryVariables>;
export const PaletteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Palette"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"text"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ObjectFilter"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reading"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ObjectFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"isRead"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"named"},"name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"prefix"},"value":{"kind":"Variable","name":{"kind":"Name","value":"text"}}}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"6"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"read"},"name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reading"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"6"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"isRead"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"anywhere"},"name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"6"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"suggestions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"text"},"value":{"kind":"Variable","name":{"kind":"Name","value":"text"}}},{"kind":"Argument","name":{"kind":"Name","value":"fields"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"CLUSTER"},{"kind":"EnumValue","value":"NAMESPACE"},{"kind":"EnumValue","value":"KIND"}]}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"6"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KubernetesObject"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"transitionedAt"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}}]}}]} as unknown as DocumentNode<PaletteQuery, PaletteQueryVariables>;
export const CoverageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Coverage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"coverage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CoverageNumbers"}},{"kind":"Field","name":{"kind":"Name","value":"clusters"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"states"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"REBUILDING"},{"kind":"EnumValue","value":"STALE"},{"kind":"EnumValue","value":"UNREACHABLE"},{"kind":"EnumValue","value":"CLOSED"}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"kindsListed"}},{"kind":"Field","name":{"kind":"Name","value":"kindsTotal"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CoverageNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Coverage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"indexed"}},{"kind":"Field","name":{"kind":"Name","value":"rebuilding"}},{"kind":"Field","name":{"kind":"Name","value":"stale"}},{"kind":"Field","name":{"kind":"Name","value":"unreachable"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"withheld"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cause"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]} as unknown as DocumentNode<CoverageQuery, CoverageQueryVariables>;
export const PolicyNodesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PolicyNodes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"PolicyFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"policyTopology"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ready"}},{"kind":"Field","name":{"kind":"Name","value":"waiting"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"kinds"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"section"}},{"kind":"Field","name":{"kind":"Name","value":"hostnames"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"protocol"}},{"kind":"Field","name":{"kind":"Name","value":"policy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PolicyPart"}}]}},{"kind":"Field","name":{"kind":"Name","value":"unresolved"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"absent"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PolicyPart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Policy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"class"}},{"kind":"Field","name":{"kind":"Name","value":"strategy"}},{"kind":"Field","name":{"kind":"Name","value":"keys"}},{"kind":"Field","name":{"kind":"Name","value":"standing"}},{"kind":"Field","name":{"kind":"Name","value":"agrees"}},{"kind":"Field","name":{"kind":"Name","value":"targets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"overriddenBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reported"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"ancestor"}}]}}]}}]} as unknown as DocumentNode<PolicyNodesQuery, PolicyNodesQueryVariables>;
export const PolicyEdgesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PolicyEdges"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"PolicyFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"policyTopology"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PolicyEdgePart"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PolicyEdgePart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PolicyEdge"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"from"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"to"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"refusals"}},{"kind":"Field","name":{"kind":"Name","value":"hostnames"}},{"kind":"Field","name":{"kind":"Name","value":"ports"}}]}}]} as unknown as DocumentNode<PolicyEdgesQuery, PolicyEdgesQueryVariables>;
export const EffectivePoliciesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EffectivePolicies"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"PolicyFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"effectivePolicies"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Effective"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"leftOut"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Effective"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EffectivePolicy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"complete"}},{"kind":"Field","name":{"kind":"Name","value":"path"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"hostnames"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"policies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"source"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"displaced"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"source"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"by"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<EffectivePoliciesQuery, EffectivePoliciesQueryVariables>;
export const PolicyToldDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"PolicyTold"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"PolicyFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"policyChanges"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"coalesce"},"value":{"kind":"StringValue","value":"1s","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reset"}}]}}]}}]} as unknown as DocumentNode<PolicyToldSubscription, PolicyToldSubscriptionVariables>;
export const ObjectPoliciesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ObjectPolicies"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"policyNode"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"policy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PolicyPart"}}]}},{"kind":"Field","name":{"kind":"Name","value":"unresolved"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"absent"}}]}},{"kind":"Field","name":{"kind":"Name","value":"above"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PolicyEdgePart"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"effectivePolicies"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Effective"}}]}},{"kind":"Field","name":{"kind":"Name","value":"leftOut"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PolicyPart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Policy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"class"}},{"kind":"Field","name":{"kind":"Name","value":"strategy"}},{"kind":"Field","name":{"kind":"Name","value":"keys"}},{"kind":"Field","name":{"kind":"Name","value":"standing"}},{"kind":"Field","name":{"kind":"Name","value":"agrees"}},{"kind":"Field","name":{"kind":"Name","value":"targets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"overriddenBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reported"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"ancestor"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PolicyEdgePart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PolicyEdge"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"from"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"to"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"refusals"}},{"kind":"Field","name":{"kind":"Name","value":"hostnames"}},{"kind":"Field","name":{"kind":"Name","value":"ports"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Effective"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EffectivePolicy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"complete"}},{"kind":"Field","name":{"kind":"Name","value":"path"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"hostnames"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"policies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"source"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"displaced"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"source"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"by"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<ObjectPoliciesQuery, ObjectPoliciesQueryVariables>;
export const PolicyImpactDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PolicyImpact"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"policyImpact"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pathCount"}},{"kind":"Field","name":{"kind":"Name","value":"hostnames"}},{"kind":"Field","name":{"kind":"Name","value":"reaches"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"orphaned"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"ifDeleted"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"before"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Effective"}}]}},{"kind":"Field","name":{"kind":"Name","value":"after"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Effective"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Effective"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EffectivePolicy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"complete"}},{"kind":"Field","name":{"kind":"Name","value":"path"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"hostnames"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"policies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"source"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"displaced"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"source"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"by"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<PolicyImpactQuery, PolicyImpactQueryVariables>;
export const CauseDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Cause"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"below"},"name":{"kind":"Name","value":"tree"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DOWN"}},{"kind":"Argument","name":{"kind":"Name","value":"depth"},"value":{"kind":"IntValue","value":"10"}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"500"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"truncated"}},{"kind":"Field","name":{"kind":"Name","value":"firstFailure"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"above"},"name":{"kind":"Name","value":"tree"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"UP"}},{"kind":"Argument","name":{"kind":"Name","value":"depth"},"value":{"kind":"IntValue","value":"10"}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"500"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"truncated"}},{"kind":"Field","name":{"kind":"Name","value":"firstFailure"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"KubernetesObject"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"transitionedAt"}},{"kind":"Field","name":{"kind":"Name","value":"syncedAt"}}]}}]} as unknown as DocumentNode<CauseQuery, CauseQueryVariables>;
export const RelationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Relations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"below"},"name":{"kind":"Name","value":"tree"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DOWN"}},{"kind":"Argument","name":{"kind":"Name","value":"depth"},"value":{"kind":"IntValue","value":"6"}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"150"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"truncated"}},{"kind":"Field","name":{"kind":"Name","value":"firstFailure"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TreeItem"}},{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"related"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"types"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"OWNS"}]}},{"kind":"Argument","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"UP"}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"above"},"name":{"kind":"Name","value":"tree"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"UP"}},{"kind":"Argument","name":{"kind":"Name","value":"depth"},"value":{"kind":"IntValue","value":"4"}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"truncated"}},{"kind":"Field","name":{"kind":"Name","value":"firstFailure"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TreeItem"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TreeItem"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TreeNode"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"parentId"}},{"kind":"Field","name":{"kind":"Name","value":"relation"}},{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<RelationsQuery, RelationsQueryVariables>;
export const RestartsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Restarts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ObjectFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restarts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestartLine"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestartLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PodRestarts"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"restarts"}},{"kind":"Field","name":{"kind":"Name","value":"container"}},{"kind":"Field","name":{"kind":"Name","value":"lastTerminatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"exitCode"}}]}}]} as unknown as DocumentNode<RestartsQuery, RestartsQueryVariables>;
export const RevisionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Revisions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revisions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sourceUrl"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"attempted"}},{"kind":"Field","name":{"kind":"Name","value":"objectCount"}},{"kind":"Field","name":{"kind":"Name","value":"clusterCount"}},{"kind":"Field","name":{"kind":"Name","value":"clusters"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"12"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"statusCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"StatusNumbers"}}]}},{"kind":"Field","name":{"kind":"Name","value":"firstSeenAt"}},{"kind":"Field","name":{"kind":"Name","value":"laggingCount"}},{"kind":"Field","name":{"kind":"Name","value":"laggingSince"}},{"kind":"Field","name":{"kind":"Name","value":"sourceRevision"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StatusNumbers"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StatusCounts"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"inProgress"}},{"kind":"Field","name":{"kind":"Name","value":"terminating"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"suspended"}}]}}]} as unknown as DocumentNode<RevisionsQuery, RevisionsQueryVariables>;
export const ViewerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"user"}},{"kind":"Field","name":{"kind":"Name","value":"groups"}}]}}]}}]} as unknown as DocumentNode<ViewerQuery, ViewerQueryVariables>;
export const ViewsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Views"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"views"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"search"}}]}},{"kind":"Field","name":{"kind":"Name","value":"savedViews"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ViewLists"}},{"kind":"Field","name":{"kind":"Name","value":"mayShare"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"View"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StoredView"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"search"}},{"kind":"Field","name":{"kind":"Name","value":"savedBy"}},{"kind":"Field","name":{"kind":"Name","value":"savedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ViewLists"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SavedViews"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mine"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"View"}}]}},{"kind":"Field","name":{"kind":"Name","value":"everybody"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"View"}}]}}]}}]} as unknown as DocumentNode<ViewsQuery, ViewsQueryVariables>;
export const SaveViewDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SaveView"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"everybody"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"saveView"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"everybody"},"value":{"kind":"Variable","name":{"kind":"Name","value":"everybody"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ViewLists"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"View"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StoredView"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"search"}},{"kind":"Field","name":{"kind":"Name","value":"savedBy"}},{"kind":"Field","name":{"kind":"Name","value":"savedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ViewLists"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SavedViews"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mine"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"View"}}]}},{"kind":"Field","name":{"kind":"Name","value":"everybody"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"View"}}]}}]}}]} as unknown as DocumentNode<SaveViewMutation, SaveViewMutationVariables>;
export const RemoveViewDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemoveView"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"everybody"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removeView"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"everybody"},"value":{"kind":"Variable","name":{"kind":"Name","value":"everybody"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ViewLists"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"View"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StoredView"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"search"}},{"kind":"Field","name":{"kind":"Name","value":"savedBy"}},{"kind":"Field","name":{"kind":"Name","value":"savedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ViewLists"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SavedViews"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mine"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"View"}}]}},{"kind":"Field","name":{"kind":"Name","value":"everybody"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"View"}}]}}]}}]} as unknown as DocumentNode<RemoveViewMutation, RemoveViewMutationVariables>;
export const PlacedWorkloadsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PlacedWorkloads"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"PlacementFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"placedWorkloads"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"complete"}},{"kind":"Field","name":{"kind":"Name","value":"phaseCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlacedLine"}},{"kind":"Field","name":{"kind":"Name","value":"assignments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"12"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlacedOn"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlacementMovePart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlacementMove"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"member"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"drain"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"overdue"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlacementPolicyPart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlacementPolicy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"engine"}},{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"wanted"}},{"kind":"Field","name":{"kind":"Name","value":"assigned"}},{"kind":"Field","name":{"kind":"Name","value":"move"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlacementMovePart"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlacedLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlacedWorkload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bindingId"}},{"kind":"Field","name":{"kind":"Name","value":"engine"}},{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"wantedMembers"}},{"kind":"Field","name":{"kind":"Name","value":"binding"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"template"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"replicas"}},{"kind":"Field","name":{"kind":"Name","value":"readyReplicas"}},{"kind":"Field","name":{"kind":"Name","value":"availableReplicas"}},{"kind":"Field","name":{"kind":"Name","value":"stale"}},{"kind":"Field","name":{"kind":"Name","value":"copies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"inProgress"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"terminating"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"missing"}},{"kind":"Field","name":{"kind":"Name","value":"untold"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"policies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlacementPolicyPart"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlacedOn"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlacementAssignment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"member"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"replicas"}},{"kind":"Field","name":{"kind":"Name","value":"applied"}},{"kind":"Field","name":{"kind":"Name","value":"reported"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]} as unknown as DocumentNode<PlacedWorkloadsQuery, PlacedWorkloadsQueryVariables>;
export const PlacedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Placed"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"placed"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlacedLine"}},{"kind":"Field","name":{"kind":"Name","value":"requiredBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"assignments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"200"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlacedOn"}},{"kind":"Field","name":{"kind":"Name","value":"copies"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"owned"}},{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"candidates"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"200"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"complete"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"member"}},{"kind":"Field","name":{"kind":"Name","value":"memberObject"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}},{"kind":"Field","name":{"kind":"Name","value":"rejections"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"filter"}},{"kind":"Field","name":{"kind":"Name","value":"detail"}}]}},{"kind":"Field","name":{"kind":"Name","value":"unevaluated"}},{"kind":"Field","name":{"kind":"Name","value":"score"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlacementMovePart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlacementMove"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"member"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"drain"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"overdue"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlacementPolicyPart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlacementPolicy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"engine"}},{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"wanted"}},{"kind":"Field","name":{"kind":"Name","value":"assigned"}},{"kind":"Field","name":{"kind":"Name","value":"move"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlacementMovePart"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlacedLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlacedWorkload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bindingId"}},{"kind":"Field","name":{"kind":"Name","value":"engine"}},{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"wantedMembers"}},{"kind":"Field","name":{"kind":"Name","value":"binding"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"template"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"replicas"}},{"kind":"Field","name":{"kind":"Name","value":"readyReplicas"}},{"kind":"Field","name":{"kind":"Name","value":"availableReplicas"}},{"kind":"Field","name":{"kind":"Name","value":"stale"}},{"kind":"Field","name":{"kind":"Name","value":"copies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"inProgress"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"terminating"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"missing"}},{"kind":"Field","name":{"kind":"Name","value":"untold"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"policies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlacementPolicyPart"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlacedOn"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlacementAssignment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"member"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"replicas"}},{"kind":"Field","name":{"kind":"Name","value":"applied"}},{"kind":"Field","name":{"kind":"Name","value":"reported"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]} as unknown as DocumentNode<PlacedQuery, PlacedQueryVariables>;
export const ObjectPlacementDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ObjectPlacement"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"placed"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bindingId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"placementPolicy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlacementPolicyPart"}},{"kind":"Field","name":{"kind":"Name","value":"workloads"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlacedLine"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"placementMember"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"engine"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"available"}},{"kind":"Field","name":{"kind":"Name","value":"taints"}},{"kind":"Field","name":{"kind":"Name","value":"capacity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cpu"}},{"kind":"Field","name":{"kind":"Name","value":"memory"}},{"kind":"Field","name":{"kind":"Name","value":"pods"}},{"kind":"Field","name":{"kind":"Name","value":"allocatedCpu"}},{"kind":"Field","name":{"kind":"Name","value":"allocatedMemory"}},{"kind":"Field","name":{"kind":"Name","value":"allocatedPods"}}]}},{"kind":"Field","name":{"kind":"Name","value":"bound"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pods"}},{"kind":"Field","name":{"kind":"Name","value":"full"}}]}},{"kind":"Field","name":{"kind":"Name","value":"drain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"remaining"}},{"kind":"Field","name":{"kind":"Name","value":"stuck"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlacementPolicyPart"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"workloads"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlacedLine"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlacementMovePart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlacementMove"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"member"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"drain"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"overdue"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlacementPolicyPart"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlacementPolicy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"engine"}},{"kind":"Field","name":{"kind":"Name","value":"object"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"wanted"}},{"kind":"Field","name":{"kind":"Name","value":"assigned"}},{"kind":"Field","name":{"kind":"Name","value":"move"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlacementMovePart"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PlacedLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PlacedWorkload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bindingId"}},{"kind":"Field","name":{"kind":"Name","value":"engine"}},{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"wantedMembers"}},{"kind":"Field","name":{"kind":"Name","value":"binding"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"cluster"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"template"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"replicas"}},{"kind":"Field","name":{"kind":"Name","value":"readyReplicas"}},{"kind":"Field","name":{"kind":"Name","value":"availableReplicas"}},{"kind":"Field","name":{"kind":"Name","value":"stale"}},{"kind":"Field","name":{"kind":"Name","value":"copies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"current"}},{"kind":"Field","name":{"kind":"Name","value":"inProgress"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"terminating"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"missing"}},{"kind":"Field","name":{"kind":"Name","value":"untold"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"policies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PlacementPolicyPart"}}]}}]}}]} as unknown as DocumentNode<ObjectPlacementQuery, ObjectPlacementQueryVariables>;
export const MoveTargetsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MoveTargets"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"object"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"placementPolicy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"workloads"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"candidates"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"200"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"member"}},{"kind":"Field","name":{"kind":"Name","value":"verdict"}}]}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<MoveTargetsQuery, MoveTargetsQueryVariables>;
export const PlacementReadersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PlacementReaders"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"hub"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"namespace"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"sets"},"name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"clusters"},"value":{"kind":"ListValue","values":[{"kind":"Variable","name":{"kind":"Name","value":"hub"}}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"namespaces"},"value":{"kind":"ListValue","values":[{"kind":"Variable","name":{"kind":"Name","value":"namespace"}}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"groups"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"argoproj.io","block":false}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"kinds"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"ApplicationSet","block":false}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"live"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"spec"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":".generators","block":false}}]}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"addOns"},"name":{"kind":"Name","value":"objects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"clusters"},"value":{"kind":"ListValue","values":[{"kind":"Variable","name":{"kind":"Name","value":"hub"}}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"groups"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"addon.open-cluster-management.io","block":false}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"kinds"},"value":{"kind":"ListValue","values":[{"kind":"StringValue","value":"ClusterManagementAddOn","block":false}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"live"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"spec"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"path"},"value":{"kind":"StringValue","value":".installStrategy.placements","block":false}}]}]}}]}}]}}]}}]} as unknown as DocumentNode<PlacementReadersQuery, PlacementReadersQueryVariables>;
export const MoveDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Move"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"clusters"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"volumes"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"MoveVolumes"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"move"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"clusters"},"value":{"kind":"Variable","name":{"kind":"Name","value":"clusters"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"volumes"},"value":{"kind":"Variable","name":{"kind":"Name","value":"volumes"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Acted"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Acted"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}}]}}]} as unknown as DocumentNode<MoveMutation, MoveMutationVariables>;
export const DrainDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Drain"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"drained"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"drain"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"drained"},"value":{"kind":"Variable","name":{"kind":"Name","value":"drained"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Acted"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Acted"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ActionResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}}]}}]} as unknown as DocumentNode<DrainMutation, DrainMutationVariables>;