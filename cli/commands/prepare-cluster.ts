/**
 * `fleetgraph prepare-cluster`: the objects a leaf needs before it can be registered, on stdout for `kubectl apply -f -`: a ServiceAccount that
 * may list what is collected and the RBAC objects, ask who may do what, and impersonate users and groups; it may change nothing.
 */
import { Command } from 'commander';
import { stringify } from 'yaml';
import { UsageError } from '../usage-error.ts';

const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

export function prepareClusterCommand(): Command {
  return new Command('prepare-cluster')
    .description('Print the ServiceAccount and the rights that fleetgraph needs on a leaf cluster (pipe into kubectl apply -f -)')
    .option('--namespace <name>', 'namespace of the ServiceAccount', 'fleetgraph')
    .option(
      '--all-kinds',
      'let the collector read every kind, for kinds.include: ["*"] (RBAC cannot leave Secrets out; fleetgraph keeps no data of theirs)',
      false,
    )
    .option('--no-impersonate', 'leave out the right to impersonate, for clusters of identity mode passthrough')
    .action(({ namespace, allKinds, impersonate }: { namespace: string; allKinds: boolean; impersonate: boolean }) => {
      if (!DNS_LABEL.test(namespace))
        throw new UsageError(`--namespace ${namespace}: a namespace is 1 to 63 lower case letters, digits and -.`);
      process.stdout.write(
        NEXT_STEP +
          clusterObjects({ namespace, allKinds, impersonate })
            .map(object => stringify(object, { aliasDuplicateObjects: false }))
            .join('---\n'),
      );
    });
}

const NEXT_STEP = `# Apply with kubectl. Then make a kubeconfig of the token in Secret fleetgraph-collector: docs/operations.md, "Registering a cluster".
`;

export function clusterObjects({
  namespace,
  allKinds,
  impersonate,
}: {
  namespace: string;
  allKinds: boolean;
  impersonate: boolean;
}): object[] {
  const read = ['get', 'list', 'watch'];
  const name = 'fleetgraph-collector';
  const collected = allKinds
    ? [{ apiGroups: ['*'], resources: ['*'], verbs: read }]
    : [
        { apiGroups: [''], resources: ['namespaces', 'pods'], verbs: read },
        { apiGroups: ['apps'], resources: ['deployments', 'replicasets', 'statefulsets', 'daemonsets'], verbs: read },
        { apiGroups: ['batch'], resources: ['jobs', 'cronjobs'], verbs: read },
        { apiGroups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'], verbs: read },
        ...['kustomize', 'helm', 'source', 'image', 'notification'].map(area => ({
          apiGroups: [`${area}.toolkit.fluxcd.io`],
          resources: ['*'],
          verbs: read,
        })),
      ];
  const rules = [
    ...collected,
    { apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'], verbs: read },
    // To compare what the index decides with what the cluster does.
    { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
    ...(impersonate
      ? [
          { apiGroups: [''], resources: ['users', 'groups', 'serviceaccounts'], verbs: ['impersonate'] },
          { apiGroups: ['authentication.k8s.io'], resources: ['uids', 'userextras/*'], verbs: ['impersonate'] },
        ]
      : []),
  ];
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } },
    // A token that does not expire: API servers fill it in. Tokens by request live for a day at most on many clusters.
    {
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'kubernetes.io/service-account-token',
      metadata: { name, namespace, annotations: { 'kubernetes.io/service-account.name': name } },
    },
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name }, rules },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    },
  ];
}
