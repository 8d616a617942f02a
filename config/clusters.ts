/** The part of the configuration that defines the clusters, one by one or by sources that name them. */
import { z } from 'zod';
import type { SourceKind } from '../clusters/source-kind.ts';
import { SOURCES } from '../clusters/sources/registry.ts';
import { isLabelKey, isLabelValue } from '../schema/kubernetes-labels.ts';
import { clusterName, duration } from './values.ts';

const identityPolicy = z
  .strictObject({
    mode: z
      .enum(['impersonate', 'passthrough'])
      .default('impersonate')
      .describe(
        "How fleetgraph reads this leaf for a caller. `impersonate`: as the kubeconfig's user, who impersonates the caller. `passthrough`: with the caller's own bearer token.",
      ),
    usernamePrefix: z
      .string()
      .max(128)
      .default('')
      .describe("Prefix of every user name on this leaf, as the leaf's API server adds it for OIDC users."),
    groupPrefix: z.string().max(128).default('').describe('Prefix of every group name.'),
  })
  .prefault({});

const collect = z
  .strictObject({
    namespaces: z
      .array(
        z
          .string()
          .regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, 'a namespace is 1 to 63 lower case letters, digits and -'),
      )
      .min(1)
      .max(50)
      .refine(names => new Set(names).size === names.length, { error: 'name each namespace once' })
      .describe(
        'Collect objects in these namespaces only, for an account that may not list in all namespaces. Cluster-scoped objects are collected if the account may list them. Coverage says `SOME_NAMESPACES`.',
      ),
  })
  .optional();

/** Kinds that are never accepted from a report, because no list may show their content. */
const NEVER_REPORTED: ReadonlySet<string> = new Set(['secrets', 'configmaps']);
const MIN_PUSH_INTERVAL_MS = 5_000;
const MIN_METRICS_INTERVAL_MS = 2_000;
const MAX_INTERVAL_MS = 600_000;

const pushToken = z
  .strictObject({
    env: z.string().min(1).optional().describe('The environment variable that holds the token.'),
    file: z
      .string()
      .min(1)
      .optional()
      .describe('The file that holds the token, relative to this file. It is read again when it changes.'),
  })
  .refine(({ env, file }) => (env === undefined) !== (file === undefined), {
    error: 'give exactly one of env and file',
  });

const push = z
  .strictObject({
    tokens: z
      .array(pushToken)
      .min(1)
      .max(2)
      .describe(
        'Tokens of the agent, of at least 32 characters each. Two allow a change of the token without a gap. No two clusters share a token.',
      ),
    interval: duration
      .prefault('30s')
      .refine(ms => ms >= MIN_PUSH_INTERVAL_MS && ms <= MAX_INTERVAL_MS, { error: 'write 5s to 10m' })
      .describe(
        'Time between two reports, 5s to 10m. Without a report for three times as long the cluster is STALE. After `rbac.maxAge` it is CLOSED.',
      ),
    kinds: z
      .array(
        z
          .string()
          .regex(
            /^[a-z0-9-]+(\.[a-z0-9.-]+)?$/,
            'write plural.group, for example kustomizations.kustomize.toolkit.fluxcd.io',
          )
          .refine(kind => !NEVER_REPORTED.has(kind), {
            error: 'Secrets and ConfigMaps are never taken from a report; leave them out',
          }),
      )
      .min(1)
      .max(200)
      .optional()
      .describe(
        'Kinds that count in a report, as plural.group. Default: Namespaces, RootSyncs, RepoSyncs, ResourceGroups, Kustomizations, HelmReleases, Applications, and the sources of Flux.',
      ),
    detail: z
      .enum(['full', 'aggregated'])
      .default('full')
      .describe(
        '`aggregated` drops messages and lists of applied objects from the status. A ResourceGroup or an Application is reduced to counts. It holds whatever the agent sends.',
      ),
  })
  .describe(
    'An agent in the cluster (`fleetgraph agent`) sends reports to `/ingest/v1/report`, and fleetgraph never connects to the cluster. Give this or `kubeconfig`.',
  );

const metricName = z.string().regex(/^[A-Za-z_:][A-Za-z0-9_:]*$/, 'a name of a metric has letters, digits, _ and :');
const labelName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a name of a label has letters, digits and _');

const metrics = z
  .strictObject({
    prometheus: z.string().min(1).default('default').describe('The name of an entry of `prometheus`.'),
    label: z
      .string()
      .regex(
        /^[A-Za-z_][A-Za-z0-9_]*=[^=\p{Cc}]{1,253}$/u,
        'write the label and value that the series of this cluster have: cluster=leaf-7',
      )
      .describe('The label and value that tell the series of this cluster from those of others: `cluster=leaf-7`.'),
    interval: duration
      .prefault('30s')
      .refine(ms => ms >= MIN_METRICS_INTERVAL_MS && ms <= MAX_INTERVAL_MS && ms % 1_000 === 0, {
        error: 'write whole seconds, 2s to 10m',
      })
      .describe('Time between two queries, 2s to 10m. Without an answer for three times as long the cluster is STALE.'),
    names: z
      .strictObject({
        lastSync: metricName
          .default('config_sync_last_sync_timestamp')
          .describe('Metric of Config Sync: time of syncs.'),
        pipelineError: metricName
          .default('config_sync_pipeline_error_observed')
          .describe('Metric of Config Sync: errors.'),
        resources: metricName
          .default('config_sync_resource_count')
          .describe('Metric of Config Sync: number of objects.'),
        readyResources: metricName
          .default('config_sync_ready_resource_count')
          .describe('Metric of Config Sync: number of ready objects.'),
        fluxResource: metricName
          .default('gotk_resource_info')
          .describe('Metric of Flux objects, from kube-state-metrics.'),
      })
      .prefault({})
      .describe('Names of the metrics, where they differ.'),
    labels: z
      .strictObject({
        syncKind: labelName.default('configsync_sync_kind').describe('Label of the kind, with Config Sync.'),
        syncNamespace: labelName
          .default('configsync_sync_namespace')
          .describe('Label of the namespace, with Config Sync.'),
        syncName: labelName.default('configsync_sync_name').describe('Label of the name, with Config Sync.'),
        fluxKind: labelName.default('customresource_kind').describe('Label of the kind, with Flux.'),
        fluxNamespace: labelName.default('exported_namespace').describe('Label of the namespace, with Flux.'),
        fluxName: labelName.default('name').describe('Label of the name, with Flux.'),
      })
      .prefault({})
      .describe('Names of the labels that name an object, where they differ.'),
  })
  .describe(
    'Rows of RootSyncs, RepoSyncs, Kustomizations and HelmReleases are made from metrics, and fleetgraph never connects to the cluster. Give this, `push` or `kubeconfig`.',
  );

const borrowedRbac = z
  .strictObject({
    cluster: clusterName.describe('The cluster whose RBAC decides.'),
    namespace: z
      .string()
      .min(1)
      .max(63)
      .describe('The namespace of that cluster in which a caller must be allowed to list the kind.'),
  })
  .describe(
    'With `metrics`: a row is visible to callers who may list its kind in this namespace of that cluster. Metrics tell no RBAC, so without it the cluster is CLOSED.',
  );

const pulledOnly = ['context', 'collect'] as const;

export const cluster = z
  .strictObject({
    name: clusterName.describe('The name of the cluster in the graph. Unique.'),
    kubeconfig: z
      .string()
      .min(1)
      .optional()
      .describe('The kubeconfig file, relative to this file. Give this, `push` or `metrics`.'),
    push: push.optional(),
    metrics: metrics.optional(),
    rbac: borrowedRbac.optional(),
    context: z.string().min(1).optional().describe('The context in the kubeconfig. Default: its current context.'),
    identity: identityPolicy.describe('The identity of callers on this leaf.'),
    authorization: z
      .enum(['rbac', 'mixed'])
      .default('rbac')
      .describe(
        'Whether RBAC alone decides on this leaf. A leaf with a webhook or another authorizer that can deny is `mixed`.',
      ),
    collect: collect.describe(
      'Restricts what is collected from the cluster. Default: everything that the kubeconfig may list.',
    ),
    labels: z
      .record(
        z.string(),
        z.string().refine(isLabelValue, {
          error: 'a label value has at most 63 letters, digits and - _ . and begins and ends with a letter or digit',
        }),
      )
      .superRefine((labels, context) => {
        for (const key of Object.keys(labels).filter(key => !isLabelKey(key)))
          context.addIssue({
            code: 'custom',
            path: [key],
            message: 'write a label key as in Kubernetes: env, or acme.example/region',
          });
      })
      .default({})
      .describe(
        'Kubernetes labels of the cluster, `env: prod`. Callers who may see the cluster see its labels, and `clusterLabels` filters by them.',
      ),
  })
  .superRefine((entry, context) => {
    const problem = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const ways = (['kubeconfig', 'push', 'metrics'] as const).filter(way => entry[way] !== undefined);
    const [way] = ways;
    if (ways.length > 1)
      return problem(
        ways[1]!,
        `a cluster has one of kubeconfig, push and metrics; leave out ${ways.slice(1).join(' and ')}`,
      );
    if (!way)
      return problem(
        'kubeconfig',
        'give kubeconfig, for a cluster that fleetgraph connects to, push, for one that sends reports, or metrics, for one in a Prometheus',
      );
    if (entry.rbac && way !== 'metrics')
      problem('rbac', 'the RBAC of this cluster is read from itself; leave rbac out');
    if (entry.rbac?.cluster === entry.name) problem('rbac', 'metrics tell no RBAC; name another cluster');
    if (way === 'kubeconfig') return;
    for (const key of pulledOnly)
      if (entry[key] !== undefined) problem(key, `fleetgraph does not connect to a cluster with ${way}; leave it out`);
    if (entry.authorization === 'mixed')
      problem(
        'authorization',
        `mixed needs live reviews by the API server, and fleetgraph does not connect to a cluster with ${way}; leave it out`,
      );
  });

const authorization = z
  .enum(['rbac', 'mixed'])
  .default('rbac')
  .describe(
    'Whether RBAC alone decides on these leaves. A leaf with a webhook or another authorizer that can deny is `mixed`.',
  );

/** Keys of every source: identity and authorization of callers on its leaves, and the namespaces to collect. */
const ofLeaves = {
  identity: identityPolicy.describe('The identity of callers on these leaves.'),
  authorization,
  collect: collect.describe(
    'Restricts what is collected from these leaves. Default: everything that their kubeconfigs may list.',
  ),
};

/**
 * Keys of sources on a hub: the hub, the namespace to read, and the settings that kubeconfigs on the hub may use.
 * Includes the keys of every source.
 */
const onHub = {
  kubeconfig: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The kubeconfig of the hub, relative to this file. Default: the ServiceAccount of the pod that this process runs in.',
    ),
  context: z.string().min(1).optional().describe('The context in the kubeconfig. Default: its current context.'),
  namespace: z.string().min(1).optional().describe('Read only this namespace of the hub. Default: all namespaces.'),
  allow: z
    .array(z.enum(['proxy-url', 'insecure-skip-tls-verify', 'local-addresses']))
    .default([])
    .describe(
      'Risky settings that kubeconfigs on the hub may have: a proxy, an unchecked certificate, an address of this machine.',
    ),
  ...ofLeaves,
};

/** Keys common to all sources on a hub, or to all other sources. */
type KeysOf<IsOnHub extends boolean> = IsOnHub extends true ? typeof onHub : typeof ofLeaves;

type SchemaOf<Kind> =
  Kind extends SourceKind<infer Type, infer IsOnHub, infer Keys>
    ? z.ZodObject<{ type: z.ZodLiteral<Type> } & Keys & KeysOf<IsOnHub>, z.core.$strict>
    : never;

type SchemasOf<Kinds extends readonly unknown[]> = { readonly [I in keyof Kinds]: SchemaOf<Kinds[I]> };

const schemas = SOURCES.map(({ type, about, keys, isOnHub }) =>
  z.strictObject({ type: z.literal(type).describe(about), ...keys, ...(isOnHub ? onHub : ofLeaves) }),
) as unknown as SchemasOf<typeof SOURCES>;

const types = SOURCES.map(({ type }) => type);

export const clusterSource = z.discriminatedUnion(
  'type',
  schemas,
  `the type of a cluster source is ${types.slice(0, -1).join(', ')} or ${types.at(-1)}`,
);
