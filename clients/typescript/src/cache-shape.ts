/** Object types without an id of their own: a part of the object that holds them. */
export const EMBEDDED = [
  "AccessExplanation",
  "AccessVerdict",
  "ActionPayload",
  "ActionResult",
  "Administration",
  "AppsDaemonSet",
  "AppsDaemonSetCondition",
  "AppsDaemonSetSpec",
  "AppsDaemonSetStatus",
  "AppsDaemonSetUpdateStrategy",
  "AppsDeployment",
  "AppsDeploymentCondition",
  "AppsDeploymentSpec",
  "AppsDeploymentStatus",
  "AppsDeploymentStrategy",
  "AppsReplicaSet",
  "AppsReplicaSetCondition",
  "AppsReplicaSetSpec",
  "AppsReplicaSetStatus",
  "AppsRollingUpdateDaemonSet",
  "AppsRollingUpdateDeployment",
  "AppsRollingUpdateStatefulSetStrategy",
  "AppsStatefulSet",
  "AppsStatefulSetCondition",
  "AppsStatefulSetOrdinals",
  "AppsStatefulSetPersistentVolumeClaimRetentionPolicy",
  "AppsStatefulSetSpec",
  "AppsStatefulSetStatus",
  "AppsStatefulSetUpdateStrategy",
  "AutoscalingContainerResourceMetricSource",
  "AutoscalingContainerResourceMetricStatus",
  "AutoscalingCrossVersionObjectReference",
  "AutoscalingExternalMetricSource",
  "AutoscalingExternalMetricStatus",
  "AutoscalingHPAScalingPolicy",
  "AutoscalingHPAScalingRules",
  "AutoscalingHorizontalPodAutoscaler",
  "AutoscalingHorizontalPodAutoscalerBehavior",
  "AutoscalingHorizontalPodAutoscalerCondition",
  "AutoscalingHorizontalPodAutoscalerSpec",
  "AutoscalingHorizontalPodAutoscalerStatus",
  "AutoscalingMetricIdentifier",
  "AutoscalingMetricSpec",
  "AutoscalingMetricStatus",
  "AutoscalingMetricTarget",
  "AutoscalingMetricValueStatus",
  "AutoscalingObjectMetricSource",
  "AutoscalingObjectMetricStatus",
  "AutoscalingPodsMetricSource",
  "AutoscalingPodsMetricStatus",
  "AutoscalingResourceMetricSource",
  "AutoscalingResourceMetricStatus",
  "BatchCronJob",
  "BatchCronJobSpec",
  "BatchCronJobStatus",
  "BatchJob",
  "BatchJobCondition",
  "BatchJobSpec",
  "BatchJobStatus",
  "BatchJobTemplateSpec",
  "BatchPodFailurePolicy",
  "BatchPodFailurePolicyOnExitCodesRequirement",
  "BatchPodFailurePolicyOnPodConditionsPattern",
  "BatchPodFailurePolicyRule",
  "BatchSuccessPolicy",
  "BatchSuccessPolicyRule",
  "BatchUncountedTerminatedPods",
  "ClusterConnection",
  "ClusterCoverage",
  "ClusterCoverageConnection",
  "ClusterEdge",
  "Condition",
  "ContainerUsage",
  "CoreAWSElasticBlockStoreVolumeSource",
  "CoreAffinity",
  "CoreAppArmorProfile",
  "CoreAttachedVolume",
  "CoreAzureDiskVolumeSource",
  "CoreAzureFilePersistentVolumeSource",
  "CoreAzureFileVolumeSource",
  "CoreCSIPersistentVolumeSource",
  "CoreCSIVolumeSource",
  "CoreCapabilities",
  "CoreCephFSPersistentVolumeSource",
  "CoreCephFSVolumeSource",
  "CoreCinderPersistentVolumeSource",
  "CoreCinderVolumeSource",
  "CoreClientIPConfig",
  "CoreClusterTrustBundleProjection",
  "CoreConfigMap",
  "CoreConfigMapEnvSource",
  "CoreConfigMapKeySelector",
  "CoreConfigMapNodeConfigSource",
  "CoreConfigMapProjection",
  "CoreConfigMapVolumeSource",
  "CoreContainer",
  "CoreContainerExtendedResourceRequest",
  "CoreContainerImage",
  "CoreContainerPort",
  "CoreContainerResizePolicy",
  "CoreContainerRestartRule",
  "CoreContainerRestartRuleOnExitCodes",
  "CoreContainerState",
  "CoreContainerStateRunning",
  "CoreContainerStateTerminated",
  "CoreContainerStateWaiting",
  "CoreContainerStatus",
  "CoreContainerUser",
  "CoreDaemonEndpoint",
  "CoreDownwardAPIProjection",
  "CoreDownwardAPIVolumeFile",
  "CoreDownwardAPIVolumeSource",
  "CoreEmptyDirVolumeSource",
  "CoreEnvFromSource",
  "CoreEnvVar",
  "CoreEnvVarSource",
  "CoreEphemeralContainer",
  "CoreEphemeralVolumeSource",
  "CoreExecAction",
  "CoreFCVolumeSource",
  "CoreFileKeySelector",
  "CoreFlexPersistentVolumeSource",
  "CoreFlexVolumeSource",
  "CoreFlockerVolumeSource",
  "CoreGCEPersistentDiskVolumeSource",
  "CoreGRPCAction",
  "CoreGitRepoVolumeSource",
  "CoreGlusterfsPersistentVolumeSource",
  "CoreGlusterfsVolumeSource",
  "CoreHTTPGetAction",
  "CoreHTTPHeader",
  "CoreHostAlias",
  "CoreHostIP",
  "CoreHostPathVolumeSource",
  "CoreISCSIPersistentVolumeSource",
  "CoreISCSIVolumeSource",
  "CoreImageVolumeSource",
  "CoreImageVolumeStatus",
  "CoreKeyToPath",
  "CoreLifecycle",
  "CoreLifecycleHandler",
  "CoreLinuxContainerUser",
  "CoreLoadBalancerIngress",
  "CoreLoadBalancerStatus",
  "CoreLocalObjectReference",
  "CoreLocalVolumeSource",
  "CoreModifyVolumeStatus",
  "CoreNFSVolumeSource",
  "CoreNamespace",
  "CoreNamespaceCondition",
  "CoreNamespaceSpec",
  "CoreNamespaceStatus",
  "CoreNode",
  "CoreNodeAddress",
  "CoreNodeAffinity",
  "CoreNodeAllocatableResourceClaimStatus",
  "CoreNodeCondition",
  "CoreNodeConfigSource",
  "CoreNodeConfigStatus",
  "CoreNodeDaemonEndpoints",
  "CoreNodeFeatures",
  "CoreNodeRuntimeHandler",
  "CoreNodeRuntimeHandlerFeatures",
  "CoreNodeSelector",
  "CoreNodeSelectorRequirement",
  "CoreNodeSelectorTerm",
  "CoreNodeSpec",
  "CoreNodeStatus",
  "CoreNodeSwapStatus",
  "CoreNodeSystemInfo",
  "CoreObjectFieldSelector",
  "CoreObjectReference",
  "CorePersistentVolume",
  "CorePersistentVolumeClaim",
  "CorePersistentVolumeClaimCondition",
  "CorePersistentVolumeClaimSpec",
  "CorePersistentVolumeClaimStatus",
  "CorePersistentVolumeClaimTemplate",
  "CorePersistentVolumeClaimVolumeSource",
  "CorePersistentVolumeSpec",
  "CorePersistentVolumeStatus",
  "CorePhotonPersistentDiskVolumeSource",
  "CorePod",
  "CorePodAffinity",
  "CorePodAffinityTerm",
  "CorePodAntiAffinity",
  "CorePodCertificateProjection",
  "CorePodCondition",
  "CorePodDNSConfig",
  "CorePodDNSConfigOption",
  "CorePodExtendedResourceClaimStatus",
  "CorePodIP",
  "CorePodOS",
  "CorePodReadinessGate",
  "CorePodResourceClaim",
  "CorePodResourceClaimStatus",
  "CorePodSchedulingGate",
  "CorePodSchedulingGroup",
  "CorePodSecurityContext",
  "CorePodSpec",
  "CorePodStatus",
  "CorePodTemplateSpec",
  "CorePortStatus",
  "CorePortworxVolumeSource",
  "CorePreferredSchedulingTerm",
  "CoreProbe",
  "CoreProjectedVolumeSource",
  "CoreQuobyteVolumeSource",
  "CoreRBDPersistentVolumeSource",
  "CoreRBDVolumeSource",
  "CoreResourceClaim",
  "CoreResourceFieldSelector",
  "CoreResourceHealth",
  "CoreResourceRequirements",
  "CoreResourceStatus",
  "CoreSELinuxOptions",
  "CoreScaleIOPersistentVolumeSource",
  "CoreScaleIOVolumeSource",
  "CoreSeccompProfile",
  "CoreSecret",
  "CoreSecretEnvSource",
  "CoreSecretKeySelector",
  "CoreSecretProjection",
  "CoreSecretReference",
  "CoreSecretVolumeSource",
  "CoreSecurityContext",
  "CoreService",
  "CoreServiceAccount",
  "CoreServiceAccountTokenProjection",
  "CoreServicePort",
  "CoreServiceSpec",
  "CoreServiceStatus",
  "CoreSessionAffinityConfig",
  "CoreSleepAction",
  "CoreStorageOSPersistentVolumeSource",
  "CoreStorageOSVolumeSource",
  "CoreSysctl",
  "CoreTCPSocketAction",
  "CoreTaint",
  "CoreToleration",
  "CoreTopologySelectorLabelRequirement",
  "CoreTopologySelectorTerm",
  "CoreTopologySpreadConstraint",
  "CoreTypedLocalObjectReference",
  "CoreTypedObjectReference",
  "CoreVolume",
  "CoreVolumeDevice",
  "CoreVolumeMount",
  "CoreVolumeMountStatus",
  "CoreVolumeNodeAffinity",
  "CoreVolumeProjection",
  "CoreVolumeResourceRequirements",
  "CoreVolumeStatus",
  "CoreVsphereVirtualDiskVolumeSource",
  "CoreWeightedPodAffinityTerm",
  "CoreWindowsSecurityContextOptions",
  "Coverage",
  "DisplacedRule",
  "EffectivePolicyConnection",
  "EffectiveRule",
  "EventList",
  "Facet",
  "FacetValue",
  "FieldConflict",
  "Grant",
  "GrantReference",
  "GrantRule",
  "Group",
  "GroupConnection",
  "GroupValue",
  "HelmHelmRelease",
  "HelmHelmReleaseSpec",
  "HelmHelmReleaseSpecChart",
  "HelmHelmReleaseSpecChartMetadata",
  "HelmHelmReleaseSpecChartRef",
  "HelmHelmReleaseSpecChartSpec",
  "HelmHelmReleaseSpecChartSpecSourceRef",
  "HelmHelmReleaseSpecChartSpecVerify",
  "HelmHelmReleaseSpecChartSpecVerifySecretRef",
  "HelmHelmReleaseSpecCommonMetadata",
  "HelmHelmReleaseSpecDependsOn",
  "HelmHelmReleaseSpecDriftDetection",
  "HelmHelmReleaseSpecDriftDetectionIgnore",
  "HelmHelmReleaseSpecDriftDetectionIgnoreTarget",
  "HelmHelmReleaseSpecHealthCheckExprs",
  "HelmHelmReleaseSpecInstall",
  "HelmHelmReleaseSpecInstallRemediation",
  "HelmHelmReleaseSpecInstallStrategy",
  "HelmHelmReleaseSpecKubeConfig",
  "HelmHelmReleaseSpecKubeConfigConfigMapRef",
  "HelmHelmReleaseSpecKubeConfigSecretRef",
  "HelmHelmReleaseSpecPostRenderers",
  "HelmHelmReleaseSpecPostRenderersKustomize",
  "HelmHelmReleaseSpecPostRenderersKustomizeImages",
  "HelmHelmReleaseSpecPostRenderersKustomizePatches",
  "HelmHelmReleaseSpecPostRenderersKustomizePatchesTarget",
  "HelmHelmReleaseSpecRollback",
  "HelmHelmReleaseSpecTest",
  "HelmHelmReleaseSpecTestFilters",
  "HelmHelmReleaseSpecUninstall",
  "HelmHelmReleaseSpecUpgrade",
  "HelmHelmReleaseSpecUpgradeRemediation",
  "HelmHelmReleaseSpecUpgradeStrategy",
  "HelmHelmReleaseSpecValuesFrom",
  "HelmHelmReleaseSpecWaitStrategy",
  "HelmHelmReleaseStatus",
  "HelmHelmReleaseStatusHistory",
  "HelmHelmReleaseStatusHistoryTestHooks",
  "HelmHelmReleaseStatusInventory",
  "ImageImagePolicy",
  "ImageImagePolicySpec",
  "ImageImagePolicySpecFilterTags",
  "ImageImagePolicySpecImageRepositoryRef",
  "ImageImagePolicySpecPolicy",
  "ImageImagePolicySpecPolicyAlphabetical",
  "ImageImagePolicySpecPolicyNumerical",
  "ImageImagePolicySpecPolicySemver",
  "ImageImagePolicyStatus",
  "ImageImagePolicyStatusLatestRef",
  "ImageImagePolicyStatusObservedPreviousRef",
  "ImageImageRepository",
  "ImageImageRepositorySpec",
  "ImageImageRepositorySpecAccessFrom",
  "ImageImageRepositorySpecAccessFromNamespaceSelectors",
  "ImageImageRepositorySpecCertSecretRef",
  "ImageImageRepositorySpecProxySecretRef",
  "ImageImageRepositorySpecSecretRef",
  "ImageImageRepositoryStatus",
  "ImageImageRepositoryStatusLastScanResult",
  "ImageImageUpdateAutomation",
  "ImageImageUpdateAutomationSpec",
  "ImageImageUpdateAutomationSpecGit",
  "ImageImageUpdateAutomationSpecGitCheckout",
  "ImageImageUpdateAutomationSpecGitCheckoutRef",
  "ImageImageUpdateAutomationSpecGitCommit",
  "ImageImageUpdateAutomationSpecGitCommitAuthor",
  "ImageImageUpdateAutomationSpecGitCommitSigningKey",
  "ImageImageUpdateAutomationSpecGitCommitSigningKeySecretRef",
  "ImageImageUpdateAutomationSpecGitPush",
  "ImageImageUpdateAutomationSpecPolicySelector",
  "ImageImageUpdateAutomationSpecPolicySelectorMatchExpressions",
  "ImageImageUpdateAutomationSpecSourceRef",
  "ImageImageUpdateAutomationSpecUpdate",
  "ImageImageUpdateAutomationStatus",
  "ImageImageUpdateAutomationStatusObservedPolicies",
  "KindCoverage",
  "KustomizeKustomization",
  "KustomizeKustomizationSpec",
  "KustomizeKustomizationSpecCommonMetadata",
  "KustomizeKustomizationSpecDecryption",
  "KustomizeKustomizationSpecDecryptionSecretRef",
  "KustomizeKustomizationSpecDependsOn",
  "KustomizeKustomizationSpecHealthCheckExprs",
  "KustomizeKustomizationSpecHealthChecks",
  "KustomizeKustomizationSpecIgnore",
  "KustomizeKustomizationSpecIgnoreTarget",
  "KustomizeKustomizationSpecImages",
  "KustomizeKustomizationSpecKubeConfig",
  "KustomizeKustomizationSpecKubeConfigConfigMapRef",
  "KustomizeKustomizationSpecKubeConfigSecretRef",
  "KustomizeKustomizationSpecPatches",
  "KustomizeKustomizationSpecPatchesTarget",
  "KustomizeKustomizationSpecPostBuild",
  "KustomizeKustomizationSpecPostBuildSubstituteFrom",
  "KustomizeKustomizationSpecSourceRef",
  "KustomizeKustomizationStatus",
  "KustomizeKustomizationStatusHistory",
  "KustomizeKustomizationStatusInventory",
  "LiveObject",
  "LogLine",
  "LogSource",
  "LogText",
  "MeshCodeRate",
  "MeshDifference",
  "MeshDifferentValue",
  "MeshGraph",
  "MeshHealth",
  "MeshHealthCounts",
  "MeshInstance",
  "MeshItemConnection",
  "MeshMissing",
  "MeshReplicas",
  "MeshRequestHealth",
  "MeshTraffic",
  "MeshValidation",
  "MeshValidationConnection",
  "MetaCondition",
  "MetaLabelSelector",
  "MetaLabelSelectorRequirement",
  "MetaObjectMeta",
  "MetaOwnerReference",
  "NamespaceAccess",
  "NamespaceConnection",
  "NamespaceEdge",
  "NetworkingHTTPIngressPath",
  "NetworkingHTTPIngressRuleValue",
  "NetworkingIPBlock",
  "NetworkingIngress",
  "NetworkingIngressBackend",
  "NetworkingIngressLoadBalancerIngress",
  "NetworkingIngressLoadBalancerStatus",
  "NetworkingIngressPortStatus",
  "NetworkingIngressRule",
  "NetworkingIngressServiceBackend",
  "NetworkingIngressSpec",
  "NetworkingIngressStatus",
  "NetworkingIngressTLS",
  "NetworkingNetworkPolicy",
  "NetworkingNetworkPolicyEgressRule",
  "NetworkingNetworkPolicyIngressRule",
  "NetworkingNetworkPolicyPeer",
  "NetworkingNetworkPolicyPort",
  "NetworkingNetworkPolicySpec",
  "NetworkingServiceBackendPort",
  "NotificationAlert",
  "NotificationAlertSpec",
  "NotificationAlertSpecEventSources",
  "NotificationAlertSpecProviderRef",
  "NotificationProvider",
  "NotificationProviderSpec",
  "NotificationProviderSpecCertSecretRef",
  "NotificationProviderSpecProxySecretRef",
  "NotificationProviderSpecSecretRef",
  "NotificationReceiver",
  "NotificationReceiverSpec",
  "NotificationReceiverSpecOidcProviders",
  "NotificationReceiverSpecOidcProvidersValidations",
  "NotificationReceiverSpecOidcProvidersVariables",
  "NotificationReceiverSpecResources",
  "NotificationReceiverSpecSecretRef",
  "NotificationReceiverStatus",
  "ObjectChange",
  "ObjectChanges",
  "ObjectConnection",
  "ObjectEdge",
  "ObjectMeta",
  "ObjectTree",
  "PackageConnection",
  "PackageDeployment",
  "PackageDeploymentConnection",
  "PackageGate",
  "PackageGateBlock",
  "PackageObjectCounts",
  "PackagePhaseCounts",
  "PageInfo",
  "PlacedWorkload",
  "PlacedWorkloadConnection",
  "PlacementAssignment",
  "PlacementAssignmentConnection",
  "PlacementBound",
  "PlacementCandidate",
  "PlacementCandidateConnection",
  "PlacementCapacity",
  "PlacementCopyConnection",
  "PlacementCopyCounts",
  "PlacementDrain",
  "PlacementMove",
  "PlacementPhaseCount",
  "PlacementPodConnection",
  "PlacementRejection",
  "PlacementStatus",
  "PodList",
  "PodLogs",
  "PodRestarts",
  "PolicyChanges",
  "PolicyCondition",
  "PolicyEdgeConnection",
  "PolicyEffect",
  "PolicyEffectConnection",
  "PolicyImpact",
  "PolicyNodeConnection",
  "PolicyPodDisruptionBudget",
  "PolicyPodDisruptionBudgetSpec",
  "PolicyPodDisruptionBudgetStatus",
  "PolicyReference",
  "PolicyTopology",
  "PolicyWaiting",
  "PrintedColumn",
  "Registration",
  "RegistrationConnection",
  "RegistrationProblem",
  "RegistrationProblemConnection",
  "RelationConnection",
  "RelationEdge",
  "ResourceAmounts",
  "ResourceUsage",
  "RestartConnection",
  "Revision",
  "RevisionConnection",
  "SavedView",
  "SavedViews",
  "SecretKey",
  "SourceBucket",
  "SourceBucketSpec",
  "SourceBucketSpecCertSecretRef",
  "SourceBucketSpecProxySecretRef",
  "SourceBucketSpecSecretRef",
  "SourceBucketSpecSts",
  "SourceBucketSpecStsCertSecretRef",
  "SourceBucketSpecStsSecretRef",
  "SourceBucketStatus",
  "SourceBucketStatusArtifact",
  "SourceExternalArtifact",
  "SourceExternalArtifactSpec",
  "SourceExternalArtifactSpecSourceRef",
  "SourceExternalArtifactStatus",
  "SourceExternalArtifactStatusArtifact",
  "SourceGitRepository",
  "SourceGitRepositorySpec",
  "SourceGitRepositorySpecInclude",
  "SourceGitRepositorySpecIncludeRepository",
  "SourceGitRepositorySpecProxySecretRef",
  "SourceGitRepositorySpecRef",
  "SourceGitRepositorySpecSecretRef",
  "SourceGitRepositorySpecVerify",
  "SourceGitRepositorySpecVerifySecretRef",
  "SourceGitRepositoryStatus",
  "SourceGitRepositoryStatusArtifact",
  "SourceGitRepositoryStatusIncludedArtifacts",
  "SourceGitRepositoryStatusObservedInclude",
  "SourceGitRepositoryStatusObservedIncludeRepository",
  "SourceHelmChart",
  "SourceHelmChartSpec",
  "SourceHelmChartSpecSourceRef",
  "SourceHelmChartSpecVerify",
  "SourceHelmChartSpecVerifyMatchOIDCIdentity",
  "SourceHelmChartSpecVerifySecretRef",
  "SourceHelmChartStatus",
  "SourceHelmChartStatusArtifact",
  "SourceHelmRepository",
  "SourceHelmRepositorySpec",
  "SourceHelmRepositorySpecAccessFrom",
  "SourceHelmRepositorySpecAccessFromNamespaceSelectors",
  "SourceHelmRepositorySpecCertSecretRef",
  "SourceHelmRepositorySpecSecretRef",
  "SourceHelmRepositoryStatus",
  "SourceHelmRepositoryStatusArtifact",
  "SourceOCIRepository",
  "SourceOCIRepositorySpec",
  "SourceOCIRepositorySpecCertSecretRef",
  "SourceOCIRepositorySpecLayerSelector",
  "SourceOCIRepositorySpecProxySecretRef",
  "SourceOCIRepositorySpecRef",
  "SourceOCIRepositorySpecSecretRef",
  "SourceOCIRepositorySpecVerify",
  "SourceOCIRepositorySpecVerifyMatchOIDCIdentity",
  "SourceOCIRepositorySpecVerifySecretRef",
  "SourceOCIRepositorySpecVerifyTrustedRootSecretRef",
  "SourceOCIRepositoryStatus",
  "SourceOCIRepositoryStatusArtifact",
  "SourceOCIRepositoryStatusObservedLayerSelector",
  "StatusChange",
  "StatusCounts",
  "StorageStorageClass",
  "StoredView",
  "Suggestion",
  "TreeNode",
  "UsageHistory",
  "Viewer",
  "ViewerAccess",
  "ViewerAccessConnection",
  "ViewerOnCluster",
  "WithheldClusters",
  "WorkloadLogLine",
  "WorkloadLogs"
] as const;

/** Of these, the ones that say in `state` whether their other fields mean anything. */
export const LIVE = [
  "EventList",
  "LiveObject",
  "LogSource",
  "LogText",
  "PodList",
  "PodLogs",
  "ResourceUsage",
  "WorkloadLogs"
] as const;

/** Fields that are lists of objects: a new list takes the place of the old one. */
export const LISTS = {
  "AccessExplanation": [
    "grants"
  ],
  "ActionPayload": [
    "results"
  ],
  "ActionResult": [
    "conflicts"
  ],
  "AppsDaemonSetStatus": [
    "conditions"
  ],
  "AppsDeploymentStatus": [
    "conditions"
  ],
  "AppsReplicaSetStatus": [
    "conditions"
  ],
  "AppsStatefulSetSpec": [
    "volumeClaimTemplates"
  ],
  "AppsStatefulSetStatus": [
    "conditions"
  ],
  "AutoscalingHPAScalingRules": [
    "policies"
  ],
  "AutoscalingHorizontalPodAutoscalerSpec": [
    "metrics"
  ],
  "AutoscalingHorizontalPodAutoscalerStatus": [
    "conditions",
    "currentMetrics"
  ],
  "BatchCronJobStatus": [
    "active"
  ],
  "BatchJobStatus": [
    "conditions"
  ],
  "BatchPodFailurePolicy": [
    "rules"
  ],
  "BatchPodFailurePolicyRule": [
    "onPodConditions"
  ],
  "BatchSuccessPolicy": [
    "rules"
  ],
  "ClusterConnection": [
    "edges",
    "nodes"
  ],
  "ClusterCoverage": [
    "kinds"
  ],
  "ClusterCoverageConnection": [
    "nodes"
  ],
  "CoreConfigMapProjection": [
    "items"
  ],
  "CoreConfigMapVolumeSource": [
    "items"
  ],
  "CoreContainer": [
    "env",
    "envFrom",
    "ports",
    "resizePolicy",
    "restartPolicyRules",
    "volumeDevices",
    "volumeMounts"
  ],
  "CoreContainerStatus": [
    "allocatedResourcesStatus",
    "volumeMounts"
  ],
  "CoreDownwardAPIProjection": [
    "items"
  ],
  "CoreDownwardAPIVolumeSource": [
    "items"
  ],
  "CoreEphemeralContainer": [
    "env",
    "envFrom",
    "ports",
    "resizePolicy",
    "restartPolicyRules",
    "volumeDevices",
    "volumeMounts"
  ],
  "CoreHTTPGetAction": [
    "httpHeaders"
  ],
  "CoreLoadBalancerIngress": [
    "ports"
  ],
  "CoreLoadBalancerStatus": [
    "ingress"
  ],
  "CoreNamespaceStatus": [
    "conditions"
  ],
  "CoreNodeAffinity": [
    "preferredDuringSchedulingIgnoredDuringExecution"
  ],
  "CoreNodeSelector": [
    "nodeSelectorTerms"
  ],
  "CoreNodeSelectorTerm": [
    "matchExpressions",
    "matchFields"
  ],
  "CoreNodeSpec": [
    "taints"
  ],
  "CoreNodeStatus": [
    "addresses",
    "conditions",
    "images",
    "runtimeHandlers",
    "volumesAttached"
  ],
  "CorePersistentVolumeClaimStatus": [
    "conditions"
  ],
  "CorePodAffinity": [
    "preferredDuringSchedulingIgnoredDuringExecution",
    "requiredDuringSchedulingIgnoredDuringExecution"
  ],
  "CorePodAntiAffinity": [
    "preferredDuringSchedulingIgnoredDuringExecution",
    "requiredDuringSchedulingIgnoredDuringExecution"
  ],
  "CorePodDNSConfig": [
    "options"
  ],
  "CorePodExtendedResourceClaimStatus": [
    "requestMappings"
  ],
  "CorePodSecurityContext": [
    "sysctls"
  ],
  "CorePodSpec": [
    "containers",
    "ephemeralContainers",
    "hostAliases",
    "imagePullSecrets",
    "initContainers",
    "readinessGates",
    "resourceClaims",
    "schedulingGates",
    "tolerations",
    "topologySpreadConstraints",
    "volumes"
  ],
  "CorePodStatus": [
    "conditions",
    "containerStatuses",
    "ephemeralContainerStatuses",
    "hostIPs",
    "initContainerStatuses",
    "nodeAllocatableResourceClaimStatuses",
    "podIPs",
    "resourceClaimStatuses"
  ],
  "CoreProjectedVolumeSource": [
    "sources"
  ],
  "CoreResourceRequirements": [
    "claims"
  ],
  "CoreResourceStatus": [
    "resources"
  ],
  "CoreSecret": [
    "data"
  ],
  "CoreSecretProjection": [
    "items"
  ],
  "CoreSecretVolumeSource": [
    "items"
  ],
  "CoreServiceAccount": [
    "imagePullSecrets",
    "secrets"
  ],
  "CoreServiceSpec": [
    "ports"
  ],
  "CoreServiceStatus": [
    "conditions"
  ],
  "CoreTopologySelectorTerm": [
    "matchLabelExpressions"
  ],
  "Coverage": [
    "withheld"
  ],
  "DisplacedRule": [
    "by"
  ],
  "EffectivePolicy": [
    "displaced",
    "policies",
    "rules"
  ],
  "EffectivePolicyConnection": [
    "leftOut",
    "nodes"
  ],
  "EventList": [
    "nodes"
  ],
  "Facet": [
    "values"
  ],
  "Group": [
    "values"
  ],
  "GroupConnection": [
    "nodes"
  ],
  "HelmHelmReleaseSpec": [
    "dependsOn",
    "healthCheckExprs",
    "postRenderers",
    "valuesFrom"
  ],
  "HelmHelmReleaseSpecDriftDetection": [
    "ignore"
  ],
  "HelmHelmReleaseSpecPostRenderersKustomize": [
    "images",
    "patches"
  ],
  "HelmHelmReleaseSpecTest": [
    "filters"
  ],
  "HelmHelmReleaseStatus": [
    "conditions",
    "history"
  ],
  "HelmHelmReleaseStatusInventory": [
    "entries"
  ],
  "ImageImagePolicyStatus": [
    "conditions"
  ],
  "ImageImageRepositorySpecAccessFrom": [
    "namespaceSelectors"
  ],
  "ImageImageRepositoryStatus": [
    "conditions"
  ],
  "ImageImageUpdateAutomationSpecPolicySelector": [
    "matchExpressions"
  ],
  "ImageImageUpdateAutomationStatus": [
    "conditions"
  ],
  "KubernetesObject": [
    "history",
    "meshItems",
    "meshValidations"
  ],
  "KustomizeKustomizationSpec": [
    "dependsOn",
    "healthCheckExprs",
    "healthChecks",
    "ignore",
    "images",
    "patches"
  ],
  "KustomizeKustomizationSpecPostBuild": [
    "substituteFrom"
  ],
  "KustomizeKustomizationStatus": [
    "conditions",
    "history"
  ],
  "KustomizeKustomizationStatusInventory": [
    "entries"
  ],
  "LiveObject": [
    "access",
    "columns",
    "conditions",
    "owners"
  ],
  "MeshDifference": [
    "values"
  ],
  "MeshDifferentValue": [
    "clusters"
  ],
  "MeshEdge": [
    "traffic"
  ],
  "MeshGraph": [
    "edges",
    "incomplete",
    "missing",
    "nodes"
  ],
  "MeshHealth": [
    "replicas",
    "requests"
  ],
  "MeshHealthCounts": [
    "missing"
  ],
  "MeshInstance": [
    "objects"
  ],
  "MeshItem": [
    "differences",
    "instances"
  ],
  "MeshItemConnection": [
    "incomplete",
    "nodes"
  ],
  "MeshRequestHealth": [
    "codes"
  ],
  "MeshTraffic": [
    "codes"
  ],
  "MeshValidation": [
    "references"
  ],
  "MeshValidationConnection": [
    "incomplete",
    "nodes"
  ],
  "MetaLabelSelector": [
    "matchExpressions"
  ],
  "MetaObjectMeta": [
    "ownerReferences"
  ],
  "NamespaceConnection": [
    "edges",
    "nodes"
  ],
  "NetworkingHTTPIngressRuleValue": [
    "paths"
  ],
  "NetworkingIngressLoadBalancerIngress": [
    "ports"
  ],
  "NetworkingIngressLoadBalancerStatus": [
    "ingress"
  ],
  "NetworkingIngressSpec": [
    "rules",
    "tls"
  ],
  "NetworkingNetworkPolicyEgressRule": [
    "ports",
    "to"
  ],
  "NetworkingNetworkPolicyIngressRule": [
    "from",
    "ports"
  ],
  "NetworkingNetworkPolicySpec": [
    "egress",
    "ingress"
  ],
  "NotificationAlertSpec": [
    "eventSources"
  ],
  "NotificationReceiverSpec": [
    "oidcProviders",
    "resources"
  ],
  "NotificationReceiverSpecOidcProviders": [
    "validations",
    "variables"
  ],
  "NotificationReceiverStatus": [
    "conditions"
  ],
  "ObjectChanges": [
    "changes"
  ],
  "ObjectConnection": [
    "edges",
    "facets",
    "nodes"
  ],
  "ObjectTree": [
    "nodes"
  ],
  "PackageConnection": [
    "nodes"
  ],
  "PackageDeploymentConnection": [
    "nodes"
  ],
  "PackageGate": [
    "blocks"
  ],
  "PlacedWorkload": [
    "policies",
    "requiredBy"
  ],
  "PlacedWorkloadConnection": [
    "nodes",
    "phaseCounts"
  ],
  "PlacementAssignmentConnection": [
    "nodes"
  ],
  "PlacementCandidate": [
    "rejections"
  ],
  "PlacementCandidateConnection": [
    "nodes"
  ],
  "PlacementCopyConnection": [
    "nodes"
  ],
  "PlacementDrain": [
    "stuck"
  ],
  "PlacementPodConnection": [
    "nodes"
  ],
  "PodList": [
    "nodes"
  ],
  "PodLogs": [
    "lines"
  ],
  "Policy": [
    "overriddenBy",
    "reported",
    "targets"
  ],
  "PolicyChanges": [
    "changes"
  ],
  "PolicyEdgeConnection": [
    "nodes"
  ],
  "PolicyEffectConnection": [
    "nodes"
  ],
  "PolicyImpact": [
    "orphaned"
  ],
  "PolicyNode": [
    "above",
    "below",
    "unresolved"
  ],
  "PolicyNodeConnection": [
    "nodes"
  ],
  "PolicyPath": [
    "nodes"
  ],
  "PolicyPodDisruptionBudgetStatus": [
    "conditions"
  ],
  "PolicyTopology": [
    "waiting"
  ],
  "Query": [
    "kinds",
    "nodes",
    "suggestions",
    "views"
  ],
  "RegistrationConnection": [
    "nodes"
  ],
  "RegistrationProblemConnection": [
    "nodes"
  ],
  "RelationConnection": [
    "edges"
  ],
  "ResourceUsage": [
    "containers"
  ],
  "RestartConnection": [
    "nodes"
  ],
  "Revision": [
    "clusters"
  ],
  "RevisionConnection": [
    "nodes"
  ],
  "SavedViews": [
    "everybody",
    "mine"
  ],
  "SourceBucketStatus": [
    "conditions"
  ],
  "SourceExternalArtifactStatus": [
    "conditions"
  ],
  "SourceGitRepositorySpec": [
    "include"
  ],
  "SourceGitRepositoryStatus": [
    "conditions",
    "includedArtifacts",
    "observedInclude"
  ],
  "SourceHelmChartSpecVerify": [
    "matchOIDCIdentity"
  ],
  "SourceHelmChartStatus": [
    "conditions"
  ],
  "SourceHelmRepositorySpecAccessFrom": [
    "namespaceSelectors"
  ],
  "SourceHelmRepositoryStatus": [
    "conditions"
  ],
  "SourceOCIRepositorySpecVerify": [
    "matchOIDCIdentity"
  ],
  "SourceOCIRepositoryStatus": [
    "conditions"
  ],
  "StorageStorageClass": [
    "allowedTopologies"
  ],
  "Viewer": [
    "clusters"
  ],
  "ViewerAccess": [
    "inNamespaces"
  ],
  "ViewerAccessConnection": [
    "nodes"
  ],
  "WorkloadLogs": [
    "lines",
    "sources"
  ]
} as const;

/** Connections, with the arguments that make one another list. */
export const CONNECTIONS = {
  "Administration": {
    "problems": [],
    "registrations": []
  },
  "Cluster": {
    "objects": [
      "filter",
      "orderBy"
    ]
  },
  "Coverage": {
    "clusters": [
      "states"
    ]
  },
  "Kind": {
    "objects": [
      "filter",
      "orderBy"
    ]
  },
  "KubernetesObject": {
    "effectivePolicies": [
      "kinds"
    ],
    "related": [
      "direction",
      "types"
    ]
  },
  "Namespace": {
    "objects": [
      "filter",
      "orderBy"
    ]
  },
  "ObjectConnection": {
    "groups": [
      "by"
    ]
  },
  "Package": {
    "deployments": [
      "filter"
    ]
  },
  "PlacedWorkload": {
    "assignments": [],
    "candidates": [
      "members"
    ],
    "pods": []
  },
  "PlacementAssignment": {
    "copies": []
  },
  "PlacementMember": {
    "workloads": []
  },
  "PlacementPolicy": {
    "workloads": []
  },
  "PolicyImpact": {
    "ifDeleted": [],
    "reaches": []
  },
  "PolicyTopology": {
    "edges": [],
    "nodes": []
  },
  "Query": {
    "clusters": [
      "filter"
    ],
    "effectivePolicies": [
      "filter"
    ],
    "meshItems": [
      "filter",
      "type"
    ],
    "meshValidations": [
      "filter"
    ],
    "namespaces": [
      "filter"
    ],
    "objects": [
      "filter",
      "orderBy"
    ],
    "packageDeployments": [
      "filter"
    ],
    "packages": [
      "filter"
    ],
    "placedWorkloads": [
      "filter"
    ],
    "restarts": [
      "filter"
    ],
    "revisions": [
      "filter",
      "sourceUrl"
    ]
  },
  "Viewer": {
    "access": []
  }
} as const;

/** The object types of each interface and union. */
export const POSSIBLE_TYPES = {
  "KubernetesResource": [
    "AppsDaemonSet",
    "AppsDeployment",
    "AppsReplicaSet",
    "AppsStatefulSet",
    "AutoscalingHorizontalPodAutoscaler",
    "BatchCronJob",
    "BatchJob",
    "CoreConfigMap",
    "CoreNamespace",
    "CoreNode",
    "CorePersistentVolume",
    "CorePersistentVolumeClaim",
    "CorePod",
    "CoreSecret",
    "CoreService",
    "CoreServiceAccount",
    "HelmHelmRelease",
    "ImageImagePolicy",
    "ImageImageRepository",
    "ImageImageUpdateAutomation",
    "KustomizeKustomization",
    "NetworkingIngress",
    "NetworkingNetworkPolicy",
    "NotificationAlert",
    "NotificationProvider",
    "NotificationReceiver",
    "PolicyPodDisruptionBudget",
    "SourceBucket",
    "SourceExternalArtifact",
    "SourceGitRepository",
    "SourceHelmChart",
    "SourceHelmRepository",
    "SourceOCIRepository",
    "StorageStorageClass"
  ],
  "Node": [
    "Cluster",
    "Kind",
    "KubernetesObject",
    "Namespace",
    "Package"
  ]
} as const;
