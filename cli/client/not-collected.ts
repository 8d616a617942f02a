/**
 * Built-in kinds of Kubernetes 1.36 that fleetgraph does not collect by default. Messages explain this to callers who
 * request such a kind. The list is fixed, so it reveals nothing about a fleet.
 */

interface BuiltInKind {
  /** Plural and group of the kind, spelled as in `kinds.include`. */
  readonly resource: string;
  readonly kind: string;
  readonly shortNames: readonly string[];
}

const GROUPS: Readonly<Record<string, string>> = {
  '': `endpoints/Endpoints/ep events/Event/ev limitranges/LimitRange/limits persistentvolumes/PersistentVolume/pv
    podtemplates/PodTemplate replicationcontrollers/ReplicationController/rc resourcequotas/ResourceQuota/quota
    serviceaccounts/ServiceAccount/sa`,
  'admissionregistration.k8s.io': `mutatingadmissionpolicies/MutatingAdmissionPolicy
    mutatingadmissionpolicybindings/MutatingAdmissionPolicyBinding
    mutatingwebhookconfigurations/MutatingWebhookConfiguration
    validatingadmissionpolicies/ValidatingAdmissionPolicy
    validatingadmissionpolicybindings/ValidatingAdmissionPolicyBinding
    validatingwebhookconfigurations/ValidatingWebhookConfiguration`,
  'apiextensions.k8s.io': 'customresourcedefinitions/CustomResourceDefinition/crd/crds',
  'apiregistration.k8s.io': 'apiservices/APIService',
  apps: 'controllerrevisions/ControllerRevision',
  'certificates.k8s.io': 'certificatesigningrequests/CertificateSigningRequest/csr',
  'coordination.k8s.io': 'leases/Lease',
  'discovery.k8s.io': 'endpointslices/EndpointSlice',
  'flowcontrol.apiserver.k8s.io': `flowschemas/FlowSchema
    prioritylevelconfigurations/PriorityLevelConfiguration`,
  'networking.k8s.io': `ingressclasses/IngressClass ipaddresses/IPAddress/ip networkpolicies/NetworkPolicy/netpol
    servicecidrs/ServiceCIDR`,
  'node.k8s.io': 'runtimeclasses/RuntimeClass',
  policy: 'poddisruptionbudgets/PodDisruptionBudget/pdb',
  'rbac.authorization.k8s.io': `clusterrolebindings/ClusterRoleBinding clusterroles/ClusterRole
    rolebindings/RoleBinding roles/Role`,
  'resource.k8s.io': `deviceclasses/DeviceClass resourceclaims/ResourceClaim
    resourceclaimtemplates/ResourceClaimTemplate resourceslices/ResourceSlice`,
  'scheduling.k8s.io': 'priorityclasses/PriorityClass/pc',
  'storage.k8s.io': `csidrivers/CSIDriver csinodes/CSINode csistoragecapacities/CSIStorageCapacity
    storageclasses/StorageClass/sc volumeattachments/VolumeAttachment
    volumeattributesclasses/VolumeAttributesClass/vac`,
};

export const NOT_COLLECTED: readonly BuiltInKind[] = Object.entries(GROUPS).flatMap(([group, kinds]) =>
  kinds.split(/\s+/).map(entry => {
    const [plural = '', kind = '', ...shortNames] = entry.split('/');
    return { resource: group === '' ? plural : `${plural}.${group}`, kind, shortNames };
  }),
);

/** Returns the kind of NOT_COLLECTED that a word names, in the spelling of `kinds.include`. */
export function notCollected(word: string): string | undefined {
  const wanted = word.toLowerCase();
  const isMeant = ({ resource, kind, shortNames }: BuiltInKind) =>
    [resource, resource.split('.', 1)[0], kind.toLowerCase(), ...shortNames].includes(wanted);
  return NOT_COLLECTED.find(isMeant)?.resource;
}
