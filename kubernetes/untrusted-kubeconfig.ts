/**
 * Reads a kubeconfig of a user who may write registrations on a hub. This user must not run commands on our machine,
 * read our files or reach local addresses, such as the metadata server of the cloud.
 *
 * Who attacks: a writer of Secrets on the hub. What stops them: only known fields with inline values are used. Commands
 * (exec), file paths, impersonation and http:// are refused. Proxies, unchecked certificates and addresses of this
 * machine (local-addresses.ts), also of OIDC issuers (oidc-session.ts), are refused unless the operator allows them. A
 * kubeconfig without credentials is refused, so that our own credentials are never used. The text is bounded, and
 * messages quote only names. The operator may allow commands (allowed-commands.ts). What remains: the writer can make
 * us connect to private addresses, and controls the registered cluster. This cluster gets the names and groups of the
 * callers whom we impersonate, and in passthrough mode the callers' own tokens (docs/security.md).
 */
import { allowedExec, type AllowedCommands } from './allowed-commands.ts';
import { proxyHost } from './dispatchers.ts';
import { KubeconfigError, KubeconfigNotAllowedError } from './kubeconfig-error.ts';
import { kubeconfigFileOf, readKubeconfigFile, type KubeconfigFile } from './kubeconfig-file.ts';
import { kubeconfigOf } from './kubeconfig.ts';
import { isLocalHost } from './local-addresses.ts';
import type { ClusterTarget } from './transport.ts';

/** Features that an operator may allow in registrations of clusters. */
export const ALLOWANCES = ['proxy-url', 'insecure-skip-tls-verify', 'local-addresses'] as const;
export type Allowance = (typeof ALLOWANCES)[number];

export interface UntrustedOptions {
  /** Name of the registration, for messages. */
  readonly source: string;
  /** Our name for the cluster. */
  readonly cluster: string;
  readonly allow: readonly Allowance[];
  /** Commands that the kubeconfig may run. @default none */
  readonly commands?: AllowedCommands | undefined;
}

/** Maximum characters of a kubeconfig: room for a dozen certificates. */
export const MAX_KUBECONFIG_LENGTH = 64 * 1024;
/**
 * Maximum characters outside of long words, which are tokens and certificates. A kubeconfig of one cluster has about
 * 600 such characters. The time of a YAML parser may grow with the square of this number. 64 KiB of quotes would
 * block the event loop for three seconds.
 */
const MAX_STRUCTURE_LENGTH = 3_000;
const MAX_LINES = 150;
/**
 * Maximum number of characters with a meaning in YAML, such as `:`. A kubeconfig that kubectl writes has about 30. JSON
 * may have more, because the JSON parser takes linear time.
 */
const MAX_MARKS = 120;
const LONG_WORD = /[A-Za-z0-9+/=_-]{32,}/g;
const MAX_ENTRIES = 16;
const MAX_NAME_LENGTH = 256;

/** @throws KubeconfigError */
export async function untrustedTarget(text: string, options: UntrustedOptions): Promise<ClusterTarget> {
  if (text.length > MAX_KUBECONFIG_LENGTH)
    throw new KubeconfigError(`${options.source}: the kubeconfig is longer than ${MAX_KUBECONFIG_LENGTH} characters.`);
  const isJson = /^\s*\{/.test(text);
  if (!isJson && !isSimple(text))
    throw new KubeconfigError(
      `${options.source}: the kubeconfig is too complicated: it should be about one cluster, its user and a context.`,
    );
  return targetOf(
    isJson ? kubeconfigFileOf(fromJson(text), options.source) : readKubeconfigFile(text, options.source),
    options,
  );
}

function isSimple(text: string): boolean {
  const structure = text.replace(LONG_WORD, '');
  const marks = structure.match(/[[{&!*?|>"'%@`:,]/g)?.length ?? 0;
  return structure.length <= MAX_STRUCTURE_LENGTH && structure.split('\n').length <= MAX_LINES && marks <= MAX_MARKS;
}

/** Undefined if the text is invalid. The parser's error is dropped, because its message quotes the text. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Cluster of a parsed kubeconfig: the cluster of its current context, or of its only context. */
export async function targetOf(
  file: KubeconfigFile,
  { source, cluster: name, allow, commands }: UntrustedOptions,
): Promise<ClusterTarget> {
  const refuse = (why: string): never => {
    throw new KubeconfigError(`${source}: ${why}`);
  };
  const forbid = (why: string): never => {
    throw new KubeconfigNotAllowedError(`${source}: ${why}`);
  };
  if (Math.max(file.clusters.length, file.contexts.length, file.users.length) > MAX_ENTRIES)
    refuse('the kubeconfig has too many entries.');
  if (![...file.clusters, ...file.contexts, ...file.users].every(entry => isPlain(entry.name)))
    refuse('a name in the kubeconfig cannot be used.');
  const current = file['current-context'] || (file.contexts.length === 1 ? file.contexts[0]?.name : undefined);
  const context = file.contexts.find(entry => entry.name === current)?.context;
  if (current === undefined || !context)
    return refuse('the kubeconfig names no current-context, and has not exactly one context.');
  const cluster = file.clusters.find(entry => entry.name === context.cluster)?.cluster;
  const user = file.users.find(entry => entry.name === context.user)?.user;
  if (!cluster || !user)
    return refuse('the current context names a cluster or a user that the kubeconfig does not have.');

  for (const field of ['exec', 'tokenFile', 'client-certificate', 'client-key'] as const)
    if (user[field] && !(field === 'exec' && commands))
      forbid(
        `users[].user.${field} is not taken from a hub: it would run a command or read a file of fleetgraph's machine. Give a token or client-certificate-data.`,
      );
  for (const field of ['as', 'as-uid', 'as-groups', 'as-user-extra'])
    if (user[field]) forbid(`users[].user.${field} is not supported: fleetgraph impersonates its callers.`);
  if (cluster['certificate-authority'])
    forbid(
      'clusters[].cluster.certificate-authority is a path, which is not taken from a hub. Give certificate-authority-data.',
    );
  const command = user.exec && commands ? allowedExec(user.exec, commands, source) : undefined;
  const provider = user['auth-provider'];
  const hasCredentials =
    user.token || user['client-certificate-data'] || user.username !== undefined || provider || command;
  if (!hasCredentials) refuse('the kubeconfig has no credentials.');
  const { server } = cluster;
  if (!URL.canParse(server) || new URL(server).protocol !== 'https:')
    forbid('clusters[].cluster.server must be an https:// URL.');
  const proxy = cluster['proxy-url'];
  if (proxy && !allow.includes('proxy-url')) forbid('clusters[].cluster.proxy-url is not allowed for this source.');
  const issuer = provider?.config?.['idp-issuer-url'];
  if (typeof issuer === 'string' && !/^https:\/\//i.test(issuer.trim()))
    forbid('users[].user.auth-provider.config.idp-issuer-url must be an https:// URL.');
  const urls = [
    ['clusters[].cluster.server', server],
    ['clusters[].cluster.proxy-url', proxy],
    ['users[].user.auth-provider.config.idp-issuer-url', issuer],
  ] as const;
  for (const [key, url] of allow.includes('local-addresses') ? [] : urls)
    if (typeof url === 'string' && isLocalHost(proxyHost(url.trim())))
      forbid(
        `${key} is an address of this machine or its link. Name one that other machines can reach, or allow local-addresses.`,
      );
  if (cluster['insecure-skip-tls-verify'] && !allow.includes('insecure-skip-tls-verify'))
    forbid(
      'clusters[].cluster.insecure-skip-tls-verify is not allowed for this source. Give certificate-authority-data.',
    );
  if (provider && provider.name !== 'oidc')
    refuse('users[].user.auth-provider is another one than oidc, which Kubernetes has no more.');
  if (provider?.config?.['idp-certificate-authority'])
    forbid(
      'users[].user.auth-provider.config.idp-certificate-authority is a path, which is not taken from a hub. Give its data.',
    );

  const clean: KubeconfigFile = {
    clusters: [
      {
        name: 'cluster',
        cluster: {
          server,
          'certificate-authority-data': cluster['certificate-authority-data'],
          'tls-server-name': cluster['tls-server-name'],
          'insecure-skip-tls-verify': cluster['insecure-skip-tls-verify'],
          'proxy-url': proxy,
        },
      },
    ],
    users: [
      {
        name: 'user',
        user: {
          token: user.token,
          'client-certificate-data': user['client-certificate-data'],
          'client-key-data': user['client-key-data'],
          username: user.username,
          password: user.password,
          'auth-provider': provider,
          exec: command?.exec,
        },
      },
    ],
    contexts: [{ name: 'context', context: { cluster: 'cluster', user: 'user' } }],
  };
  const bounds = { localAddresses: allow.includes('local-addresses'), isOfHub: true, plugin: command?.bounds };
  const target = await kubeconfigOf(clean, { source, directory: '/nonexistent' }, bounds).target('context', name);
  return { ...target, localAddresses: bounds.localAddresses };
}

function isPlain(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && !/[\u0000-\u001f\u007f-\u009f]/.test(name);
}
