/**
 * Cluster Secrets of Argo CD on a hub, with the label `argocd.argoproj.io/secret-type: cluster`. They have the keys
 * `name`, `server` and `config`. `config` is a JSON object with credentials. Credentials from a command or a cloud
 * (`execProviderConfig`, `awsAuthConfig`) are refused, unless the source allows the command
 * (kubernetes/allowed-commands.ts). Argo CD's own cluster (`https://kubernetes.default.svc`) is refused, because its
 * Secret has no credentials.
 */
import { basename, isAbsolute, normalize } from 'node:path';
import { z } from 'zod';
import { allowedCommands, type AllowedCommand } from '../../kubernetes/allowed-commands.ts';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import { KubeconfigError } from '../../kubernetes/kubeconfig-error.ts';
import type { KubeconfigFile, KubeconfigUser } from '../../kubernetes/kubeconfig-file.ts';
import { MAX_KUBECONFIG_LENGTH } from '../../kubernetes/untrusted-kubeconfig.ts';
import { Hub, SECRETS, type HubOptions } from '../hub.ts';
import { bytesOf, dataOf, factsOf, HubSource, type FoundCluster, type HubSourceOptions } from '../hub-source.ts';
import { fingerprintOf } from '../source.ts';
import { sourceOnHub } from '../source-kind.ts';

const LABEL = 'argocd.argoproj.io/secret-type';
/** Command that Argo CD runs for `awsAuthConfig`. */
const AWS_COMMAND = 'argocd-k8s-auth';
const text = z.string().optional();
/** Go treats null as absent, so null is accepted. */
const AwsConfig = z.looseObject({
  clusterName: z.string().nullish(),
  roleARN: z.string().nullish(),
  profile: z.string().nullish(),
});
const ExecConfig = z.looseObject({
  command: z.string(),
  args: z.array(z.string()).nullish(),
  env: z.record(z.string(), z.string()).nullish(),
  apiVersion: z.string().nullish(),
});
const ClusterConfig = z.looseObject({
  awsAuthConfig: AwsConfig.nullish(),
  execProviderConfig: ExecConfig.nullish(),
  bearerToken: text,
  username: text,
  password: text,
  proxyUrl: text,
  tlsClientConfig: z
    .looseObject({ insecure: z.boolean().optional(), serverName: text, caData: text, certData: text, keyData: text })
    .optional(),
});

const variableNames = z.array(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: 'the name of a variable has letters, digits and _' }),
);

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

export const argocd = sourceOnHub({
  type: 'argocd',
  about: 'Cluster Secrets of Argo CD.',
  keys: { commands },
  place: [],
  reads: [SECRETS],
  open: argocdClusters,
});

export interface ArgocdClustersOptions extends HubOptions, HubSourceOptions {
  /** Commands that the Secrets may run. @default none */
  readonly commands?: readonly AllowedCommand[];
}

export function argocdClusters({ commands = [], ...options }: ArgocdClustersOptions): HubSource {
  const keep = (secret: KubernetesObject): FoundCluster => {
    const { name = '', server = '', config = '' } = dataOf(secret);
    const facts = factsOf('Secret', secret);
    // Decode only the start of each value, which is enough to detect values that are too long.
    const start = (value: string) => decoded(value.slice(0, 2 * MAX_KUBECONFIG_LENGTH));
    const [serverText, configText] = [start(server), start(config)];
    return {
      ...facts,
      called: decoded(name.slice(0, 512)) || facts.name,
      missing: 'it has no keys "server" and "config".',
      kubeconfig:
        server === '' || config === ''
          ? undefined
          : {
              fingerprint: fingerprintOf(server, config),
              bytes: serverText.length + configText.length,
              read: source => argocdKubeconfig(serverText, configText, source),
            },
    };
  };
  const hub = new Hub(options);
  const selectors = { labelSelector: `${LABEL}=cluster` };
  const secrets = hub.follow({
    resource: SECRETS,
    selectors,
    keep,
    bytes: secret => bytesOf(secret, secret.kubeconfig),
  });
  return new HubSource(
    { type: 'argocd', title: 'the cluster Secrets of Argo CD' },
    hub,
    [secrets],
    () => secrets.all?.values() ?? [],
    {
      ...options,
      commands: allowedCommands(commands, options.env),
    },
  );
}

function decoded(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}

/** @throws KubeconfigError */
function argocdKubeconfig(server: string, config: string, source: string): KubeconfigFile {
  if (config.length > MAX_KUBECONFIG_LENGTH)
    throw new KubeconfigError(`${source}: config is longer than ${MAX_KUBECONFIG_LENGTH} characters.`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(config);
  } catch {
    throw new KubeconfigError(`${source}: config is not JSON.`); // The parser's own message would quote the config.
  }
  const { data, error } = ClusterConfig.safeParse(parsed);
  if (!data)
    throw new KubeconfigError(
      `${source}: config is not as Argo CD writes it: ${error.issues[0]?.path.join('.') ?? ''}`,
    );
  const { bearerToken, username, password, proxyUrl, tlsClientConfig: tls = {} } = data;
  const exec = execOf(data);
  const user = {
    token: bearerToken,
    username: username || undefined,
    password,
    'client-certificate-data': tls.certData,
    'client-key-data': tls.keyData,
  };
  const cluster = {
    server,
    'certificate-authority-data': tls.caData,
    'tls-server-name': tls.serverName,
    'insecure-skip-tls-verify': tls.insecure,
    'proxy-url': proxyUrl,
  };
  const name = 'argocd';
  return {
    clusters: [{ name, cluster }],
    users: [{ name, user: exec ? { exec } : user }],
    contexts: [{ name, context: { cluster: name, user: name } }],
  };
}

/**
 * Converts the command that Argo CD would run to the `exec` entry of a kubeconfig. A command takes precedence over
 * other credentials.
 */
function execOf({
  awsAuthConfig: aws,
  execProviderConfig: given,
}: z.infer<typeof ClusterConfig>): KubeconfigUser['exec'] {
  if (aws) {
    const { clusterName, roleARN, profile } = aws;
    const args = ['aws', '--cluster-name', clusterName ?? ''];
    if (roleARN) args.push('--role-arn', roleARN);
    if (profile) args.push('--profile', profile);
    return { command: AWS_COMMAND, args, apiVersion: 'client.authentication.k8s.io/v1beta1' };
  }
  if (!given) return undefined;
  const env = Object.entries(given.env ?? {}).map(([name, value]) => ({ name, value }));
  return { command: given.command, args: given.args ?? [], env, apiVersion: given.apiVersion ?? undefined };
}
