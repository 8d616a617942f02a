/** The part of the configuration that says which clusters there are: each by itself, or by a source that names them. */
import { basename, isAbsolute, normalize } from 'node:path';
import { z } from 'zod';
import { isLabelKey, isLabelValue } from '../schema/kubernetes-labels.ts';
import { REPORTED_KINDS } from '../schema/reported-kinds.ts';
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

/** Kinds with contents that no list may show, and that no agent should send. */
const NEVER_REPORTED: ReadonlySet<string> = new Set(['secrets', 'configmaps']);
const MIN_PUSH_INTERVAL_MS = 5_000;
const MAX_INTERVAL_MS = 600_000;

const pushToken = z
  .strictObject({
    env: z.string().min(1).optional().describe('The environment variable that holds the token.'),
    file: z.string().min(1).optional().describe('The file that holds the token, relative to this file. It is read again when it changes.'),
  })
  .refine(({ env, file }) => (env === undefined) !== (file === undefined), { error: 'give exactly one of env and file' });

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
          .regex(/^[a-z0-9-]+(\.[a-z0-9.-]+)?$/, 'write plural.group, for example kustomizations.kustomize.toolkit.fluxcd.io')
          .refine(kind => !NEVER_REPORTED.has(kind), { error: 'Secrets and ConfigMaps are never taken from a report; leave them out' }),
      )
      .min(1)
      .max(200)
      .default([...REPORTED_KINDS])
      .describe(
        'Kinds that count in a report, as plural.group. Default: Namespaces and the kinds that apply packages, with their sources.',
      ),
    detail: z
      .enum(['full', 'aggregated'])
      .default('full')
      .describe(
        '`aggregated` keeps no identities of applied objects and no messages: a ResourceGroup is reduced to counts. It holds whatever the agent sends.',
      ),
  })
  .describe(
    'An agent in the cluster (`fleetgraph agent`) sends reports to `/ingest/v1/report`, and fleetgraph never connects to the cluster. Give this or `kubeconfig`.',
  );

const pulledOnly = ['context', 'collect'] as const;

export const cluster = z
  .strictObject({
    name: clusterName.describe('The name of the cluster in the graph. Unique.'),
    kubeconfig: z.string().min(1).optional().describe('The kubeconfig file, relative to this file. Give this or `push`.'),
    push: push.optional(),
    context: z.string().min(1).optional().describe('The context in the kubeconfig. Default: its current context.'),
    identity: identityPolicy.describe('The identity of callers on this leaf.'),
    authorization: z
      .enum(['rbac', 'mixed'])
      .default('rbac')
      .describe('Whether RBAC alone decides on this leaf. A leaf with a webhook or another authorizer that can deny is `mixed`.'),
    collect: z
      .strictObject({
        namespaces: z
          .array(z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, 'a namespace is 1 to 63 lower case letters, digits and -'))
          .min(1)
          .max(50)
          .refine(names => new Set(names).size === names.length, { error: 'name each namespace once' })
          .describe(
            'Collect objects in these namespaces only, for an account that may not list in all namespaces. Cluster-scoped objects are collected if the account may list them. Coverage says `SOME_NAMESPACES`.',
          ),
      })
      .optional()
      .describe('Restricts what is collected from the cluster. Default: everything that the kubeconfig may list.'),
    labels: z
      .record(
        z.string(),
        z.string().refine(isLabelValue, {
          error: 'a label value has at most 63 letters, digits and - _ . and begins and ends with a letter or digit',
        }),
      )
      .superRefine((labels, context) => {
        for (const key of Object.keys(labels).filter(key => !isLabelKey(key)))
          context.addIssue({ code: 'custom', path: [key], message: 'write a label key as in Kubernetes: env, or acme.example/region' });
      })
      .default({})
      .describe(
        'Kubernetes labels of the cluster, `env: prod`. Callers who may see the cluster see its labels, and `clusterLabels` filters by them.',
      ),
  })
  .superRefine((entry, context) => {
    const problem = (message: string, path: string[] = []) => context.addIssue({ code: 'custom', path, message });
    if (!entry.push) {
      if (entry.kubeconfig === undefined)
        problem('give kubeconfig, for a cluster that fleetgraph connects to, or push, for one that sends reports', ['kubeconfig']);
      return;
    }
    if (entry.kubeconfig !== undefined) problem('a cluster sends reports or is connected to: leave out push or kubeconfig', ['push']);
    for (const key of pulledOnly)
      if (entry[key] !== undefined) problem('fleetgraph does not connect to a cluster with push; leave it out', [key]);
    if (entry.authorization === 'mixed')
      problem('mixed needs live reviews by the API server, and fleetgraph does not connect to a cluster with push; leave it out', [
        'authorization',
      ]);
  });

const authorization = z
  .enum(['rbac', 'mixed'])
  .default('rbac')
  .describe('Whether RBAC alone decides on these leaves. A leaf with a webhook or another authorizer that can deny is `mixed`.');

/** How leaves of a source see callers. */
const ofLeaves = { identity: identityPolicy.describe('The identity of callers on these leaves.'), authorization };

/** Where a source reads, and what those may do who write there. */
const onHub = {
  kubeconfig: z
    .string()
    .min(1)
    .optional()
    .describe('The kubeconfig of the hub, relative to this file. Default: the ServiceAccount of the pod that this process runs in.'),
  context: z.string().min(1).optional().describe('The context in the kubeconfig. Default: its current context.'),
  namespace: z.string().min(1).optional().describe('Read only this namespace of the hub. Default: all namespaces.'),
  allow: z
    .array(z.enum(['proxy-url', 'insecure-skip-tls-verify', 'local-addresses']))
    .default([])
    .describe('Risky settings that kubeconfigs on the hub may have: a proxy, an unchecked certificate, an address of this machine.'),
  ...ofLeaves,
};

const variableNames = z.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: 'the name of a variable has letters, digits and _' }));

const commands = z
  .array(
    z.strictObject({
      path: z
        .string()
        .refine(path => isAbsolute(path) && normalize(path) === path && !path.endsWith('/'), {
          error: 'write an absolute path, such as /usr/local/bin/argocd-k8s-auth',
        })
        .describe('The absolute path of the command. Secrets name the command by this path or by its last part.'),
      env: variableNames
        .default([])
        .describe("Variables of fleetgraph's own environment that the command gets, in addition to PATH and HOME."),
      secretEnv: variableNames.default([]).describe('Variables that a Secret may set for the command.'),
    }),
  )
  .superRefine((all, context) => {
    const names = all.map(({ path }) => basename(path));
    for (const [i, name] of names.entries())
      if (names.indexOf(name) !== i)
        context.addIssue({
          code: 'custom',
          path: [i, 'path'],
          message: `another command is named ${name}, too, and Secrets refer to commands by this name; remove one of them`,
        });
  })
  .default([])
  .describe(
    'Commands that `execProviderConfig` may run; `awsAuthConfig` runs `argocd-k8s-auth`. Anyone who may write the Secrets chooses the arguments.',
  );

export const clusterSource = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('kubeconfig').describe('Kubeconfigs on this machine, watched for changes.'),
      path: z
        .string()
        .min(1)
        .describe(
          'A file with one cluster per context, or a directory with one cluster per file, named after the file. The path is relative to this file.',
        ),
      ...ofLeaves,
    }),
    z.strictObject({
      type: z.literal('secrets').describe('Secrets with one kubeconfig each, in the format of Kiali.'),
      labelSelector: z.string().min(1).default('kiali.io/multiCluster=true').describe('Label selector of the Secrets.'),
      key: z
        .string()
        .min(1)
        .optional()
        .describe('The key that holds the kubeconfig. Default: `value`, `kubeconfig` or `config`, or the only key.'),
      writeTokens: z
        .boolean()
        .default(false)
        .describe('Whether fleetgraph writes renewed tokens to their Secrets. This needs the right to patch the Secrets.'),
      ...onHub,
    }),
    z.strictObject({ type: z.literal('clusterApi').describe("Cluster API's Secrets, `<cluster>-kubeconfig`."), ...onHub }),
    z.strictObject({ type: z.literal('gitopsClusters').describe('GitopsCluster objects.'), ...onHub }),
    z.strictObject({ type: z.literal('clusterProfiles').describe('ClusterProfile objects of the cluster inventory API.'), ...onHub }),
    z.strictObject({ type: z.literal('argocd').describe('Cluster Secrets of Argo CD.'), commands, ...onHub }),
  ],
  'the type of a cluster source is kubeconfig, secrets, clusterApi, gitopsClusters, clusterProfiles or argocd',
);
