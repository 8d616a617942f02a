/**
 * Kubeconfig files: each context becomes one ClusterTarget, or an error that names the place in the file.
 *
 * This file reads tokens and certificates, and rereads files that may have changed. exec-plugin.ts runs commands, and
 * oidc-session.ts renews ID tokens.
 */
import { X509Certificate, createHash, createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, resolve } from 'node:path';
import { isNativeError } from 'node:util/types';
import { certificateExpiry, tokenExpiry } from './credentials-expiry.ts';
import { proxyHost } from './dispatchers.ts';
import { execCredentials, type ExecBounds } from './exec-plugin.ts';
import { KubeconfigError } from './kubeconfig-error.ts';
import { fileToken, inlineToken } from './kubeconfig-token.ts';
import {
  kubeconfigText,
  readKubeconfigFile,
  type KubeconfigCluster,
  type KubeconfigFile,
  type KubeconfigUser,
  type RefusedEntry,
} from './kubeconfig-file.ts';
import { PROXY_SCHEMES } from './proxy-environment.ts';
import { boundTokenOf } from './token-renewal.ts';
import type { ClusterTarget, Credentials } from './transport.ts';
import { messageOf } from './errors.ts';
import { oidcSession } from './oidc-session.ts';

export interface Kubeconfig {
  /** Path or other name of the kubeconfig, for messages. */
  readonly source: string;
  /** Names of all contexts. For an unusable context, target() fails with the reason. */
  readonly contexts: readonly string[];
  /** Messages about unreadable files of a list, unused invalid entries, and names that occur twice. */
  readonly problems: readonly string[];
  readonly currentContext: string | undefined;
  /** Text made from the URL and the certificate authority of the context's API server. */
  serverOf(context: string): string;
  /** Text that changes whenever the entries of a context change. Ignores the content of files that the entries name. */
  fingerprint(context: string): string;
  /**
   * The API server of a context.
   * @param cluster Our name for the API server. @default the context's name
   */
  target(context: string, cluster?: string): Promise<ClusterTarget>;
}

/** Reads one file, or merges several files as kubectl does with `$KUBECONFIG`. `~/` stands for the home directory. */
export async function readKubeconfig(path: string): Promise<Kubeconfig> {
  const whole = await readPart(path);
  if (whole) return merged(path, [whole], []);
  const isList = path.includes(delimiter);
  const listed = path.split(delimiter).filter(part => part !== '');
  // Files of a list need not exist and may be empty, as with kubectl.
  const problems: string[] = [];
  const read = async (part: string) =>
    readPart(part, { mayBeEmpty: true }).catch((error: unknown) => {
      if (!(error instanceof KubeconfigError)) throw error;
      problems.push(error.message);
      return undefined;
    });
  const parts = isList ? (await Promise.all(listed.map(read))).filter(part => part !== undefined) : [];
  if (parts.length > 0) return merged(path, parts, problems);
  if (problems[0] !== undefined) throw new KubeconfigError(problems[0]);
  const missing = isList ? 'none of these files is there' : 'there is no such file';
  throw new KubeconfigError(
    `${path}: ${missing}. Give the path of a kubeconfig file, as kubectl --kubeconfig takes it.`,
  );
}

/** @param directory Directory to which relative paths refer */
export function parseKubeconfig(
  text: string,
  { source, directory }: { source: string; directory: string },
): Kubeconfig {
  return kubeconfigOf(readKubeconfigFile(text, source), { source, directory });
}

/** Bounds for a kubeconfig written by others. */
export interface KubeconfigBounds {
  /**
   * True if the OIDC issuer of a user, and the URLs in the issuer's metadata, may have an address of this machine.
   * @default true
   */
  readonly localAddresses?: boolean;
  /**
   * True if a registration of a hub contains the kubeconfig. Its OIDC sessions then evict none of the operator's
   * sessions. @default false
   */
  readonly isOfHub?: boolean;
  /** Bounds for a command that gets credentials. @default no further bounds */
  readonly plugin?: ExecBounds | undefined;
}

/** Like parseKubeconfig(), for a document that is already parsed. */
export function kubeconfigOf(
  file: KubeconfigFile,
  { source, directory }: { source: string; directory: string },
  bounds: KubeconfigBounds = {},
): Kubeconfig {
  return merged(source, [{ ...file, directory }], [], bounds);
}

/** One of the files that form a kubeconfig. */
type Part = KubeconfigFile & { readonly directory: string };

/** Undefined if the file does not exist. */
async function readPart(path: string, bounds: { readonly mayBeEmpty?: boolean } = {}): Promise<Part | undefined> {
  const file = resolve(path.startsWith('~/') ? homedir() + path.slice(1) : path);
  try {
    return { ...readKubeconfigFile(kubeconfigText(await readFile(file)), path, bounds), directory: dirname(file) };
  } catch (error) {
    if (error instanceof KubeconfigError) throw error;
    if (isNativeError(error) && 'code' in error && error.code === 'ENOENT') return undefined;
    const why = messageOf(error);
    throw new KubeconfigError(
      `${path}: ${why}. Give the path of a kubeconfig file, as kubectl --kubeconfig takes it.`,
      { cause: error },
    );
  }
}

/** When several files define one name, the first definition counts. */
function merged(
  source: string,
  parts: readonly Part[],
  unread: readonly string[],
  bounds: KubeconfigBounds = {},
): Kubeconfig {
  const contexts = parts.flatMap(part => part.contexts);
  // Each entry keeps the directory of its file, because paths in the entry are relative to this directory.
  const clusters = parts.flatMap(({ clusters, directory }) => clusters.map(entry => ({ ...entry, directory })));
  const users = parts.flatMap(({ users, directory }) => users.map(entry => ({ ...entry, directory })));
  const refused = parts.flatMap(part => part.refused ?? []);
  const refusedContexts = refused.flatMap(({ what, name }) => (what === 'context' && name !== undefined ? [name] : []));
  return {
    source,
    contexts: [...new Set([...contexts.map(({ name }) => name), ...refusedContexts])],
    problems: [...unread, ...unreferenced(refused, contexts).map(({ problem }) => `${source}: ${problem}`)],
    currentContext: parts.find(part => part['current-context'])?.['current-context'],
    serverOf(contextName) {
      const context = contexts.find(({ name }) => name === contextName)?.context;
      const server = clusters.find(({ name }) => name === context?.cluster);
      const { cluster, directory } = server ?? {};
      return JSON.stringify([
        cluster?.server ?? contextName,
        cluster?.['certificate-authority-data'] ??
          (cluster?.['certificate-authority'] && [directory, cluster['certificate-authority']]),
      ]);
    },
    fingerprint(contextName) {
      const context = contexts.find(({ name }) => name === contextName)?.context;
      const entries = [
        clusters.find(({ name }) => name === context?.cluster),
        users.find(({ name }) => name === context?.user),
      ];
      return createHash('sha256').update(JSON.stringify(entries)).digest('base64');
    },
    async target(contextName, cluster = contextName) {
      const from = `context "${contextName}"`;
      const { context } = named(contexts, contextName, 'context', { source, refused });
      const { cluster: server, directory } = named(clusters, context.cluster, 'cluster', { source, refused, from });
      const login = !context.user ? undefined : named(users, context.user, 'user', { source, refused, from });
      const where = `${source}: cluster "${context.cluster}"`;
      const ca = await pem(
        server['certificate-authority'],
        server['certificate-authority-data'],
        directory,
        `${where}: certificate-authority`,
      );
      if (ca !== undefined && server['insecure-skip-tls-verify'])
        throw new KubeconfigError(
          `${where}: certificate-authority and insecure-skip-tls-verify exclude each other, as with kubectl. ` +
            'Remove insecure-skip-tls-verify to have the certificate of the server checked.',
        );
      if (ca !== undefined) assertCertificate(ca, `${where}: certificate-authority`);
      const { credentials, expiresAt, token } = await userCredentials(login?.user ?? {}, context.user ?? '', {
        source,
        directory: login?.directory ?? directory,
        server,
        ca,
        bounds,
      });
      return {
        cluster,
        server: serverUrl(server.server, where),
        tls: {
          ...(ca === undefined ? {} : { ca }),
          ...(server['tls-server-name'] ? { serverName: server['tls-server-name'] } : {}),
          ...(server['insecure-skip-tls-verify'] ? { insecure: true } : {}),
        },
        ...(server['proxy-url'] ? { proxyUrl: proxyUrl(server['proxy-url'], where) } : {}),
        ...(credentials === undefined ? {} : { credentials }),
        ...(expiresAt === undefined ? {} : { expiresAt }),
        ...(token === undefined ? {} : { token }),
      };
    },
  };
}

/**
 * Refused entries that no context refers to, and entries whose name occurs twice. target() reports all other refused
 * entries.
 */
function unreferenced(refused: readonly RefusedEntry[], contexts: Part['contexts']): readonly RefusedEntry[] {
  const isUsed = ({ what, name }: RefusedEntry) =>
    name !== undefined && (what === 'context' || contexts.some(({ context }) => context[what] === name));
  return refused.filter(entry => !isUsed(entry) || entry.problem.includes('.name: it is there twice'));
}

interface Within {
  readonly source: string;
  readonly refused: readonly RefusedEntry[];
  /** Entry that refers to the wanted entry, for messages: `context "a"`. */
  readonly from?: string;
}

function named<T extends { name: string }>(
  list: readonly T[],
  name: string,
  what: RefusedEntry['what'],
  { source, refused, from }: Within,
): T {
  const found = list.find(item => item.name === name);
  if (found) return found;
  const why = refused.find(entry => entry.what === what && entry.name === name)?.problem;
  if (why !== undefined) throw new KubeconfigError(`${source}: ${why}`);
  const has = list.length === 0 ? `it has no ${what}s` : `it has: ${list.map(item => item.name).join(', ')}`;
  throw new KubeconfigError(
    `${source}: ${from ? `${from} refers to ${what} "${name}", which is not there` : `no ${what} "${name}"`}; ${has}.`,
  );
}

interface UserSurroundings {
  readonly source: string;
  readonly directory: string;
  readonly server: KubeconfigCluster;
  readonly ca: string | undefined;
  readonly bounds: KubeconfigBounds;
}

async function userCredentials(
  user: KubeconfigUser,
  name: string,
  { source, directory, server, ca, bounds }: UserSurroundings,
): Promise<Pick<ClusterTarget, 'credentials' | 'expiresAt' | 'token'>> {
  const where = `${source}: user "${name}"`;
  if (user.as) {
    throw new KubeconfigError(
      `${where}: "as" is set. fleetgraph impersonates its callers and cannot impersonate another user itself; give it credentials of its own.`,
    );
  }
  if (user.exec)
    return {
      credentials: execCredentials(user.exec, { where, directory, server: { ...server, ca }, ...bounds.plugin }),
    };
  if (user['auth-provider']) {
    const authority: OidcSurroundings['pem'] = async (path, data, of) => {
      const read = await pem(path, data, directory, of);
      if (read !== undefined) assertCertificate(read, of);
      return read;
    };
    const { localAddresses = true, isOfHub = false } = bounds;
    return oidcCredentials(user['auth-provider'], { where, directory, pem: authority, localAddresses, isOfHub });
  }

  const certificate = async (): Promise<Credentials['certificate']> => {
    const cert = await pem(
      user['client-certificate'],
      user['client-certificate-data'],
      directory,
      `${where}: client-certificate`,
    );
    const key = await pem(user['client-key'], user['client-key-data'], directory, `${where}: client-key`);
    if (cert === undefined && key === undefined) return undefined;
    if (cert === undefined || key === undefined)
      throw new KubeconfigError(`${where}: client-certificate and client-key need each other; one of them is missing.`);
    assertCertificate(cert, `${where}: client-certificate`);
    assertKey(key, `${where}: client-key`);
    return { cert, key };
  };
  const { tokenFile } = user;
  // If both a token and a tokenFile are given, kubectl uses the file.
  const bearer = tokenFile
    ? fileToken(resolve(directory, tokenFile), () => content(tokenFile, directory, `${where}: tokenFile`))
    : inlineToken(user.token);
  const authorization = async (): Promise<string | undefined> => {
    const token = await bearer.read();
    if (token) {
      if (!/^[\x21-\x7e]+$/.test(token))
        throw new KubeconfigError(
          `${where}: the token holds characters that no bearer token has; is it cut or quoted wrongly?`,
        );
      return `Bearer ${token}`;
    }
    if (user.username === undefined) return undefined;
    return `Basic ${Buffer.from(`${user.username}:${user.password ?? ''}`).toString('base64')}`;
  };
  const isRenewed = boundTokenOf((await bearer.read()) ?? '') !== undefined;
  const credentials = await fileCredentials(
    async () => {
      const [cert, header] = await Promise.all([certificate(), authorization()]);
      return {
        ...(cert === undefined ? {} : { certificate: cert }),
        ...(header === undefined ? {} : { authorization: header }),
      };
    },
    { rereads: isRenewed || Boolean(tokenFile ?? user['client-certificate'] ?? user['client-key']) },
  );
  let known: { readonly pem: string; readonly end: number | undefined } | undefined;
  const expiresAt = async (): Promise<number | undefined> => {
    const cert = await pem(
      user['client-certificate'],
      user['client-certificate-data'],
      directory,
      `${where}: client-certificate`,
    );
    if (cert !== undefined && cert !== known?.pem) known = { pem: cert, end: certificateExpiry(cert) };
    const ends = [tokenExpiry((await bearer.read()) ?? ''), cert === undefined ? undefined : known?.end].filter(
      end => end !== undefined,
    );
    return ends.length === 0 ? undefined : Math.min(...ends);
  };
  return { credentials, expiresAt, ...(isRenewed && { token: bearer }) };
}

/** Inline data wins over a path, as in kubectl. */
async function pem(
  path: string | undefined,
  data: string | undefined,
  directory: string,
  where: string,
): Promise<string | undefined> {
  if (data) return Buffer.from(data, 'base64').toString('utf8');
  return path ? content(path, directory, where) : undefined;
}

async function content(path: string, directory: string, where: string): Promise<string> {
  try {
    return await readFile(resolve(directory, path), 'utf8');
  } catch (error) {
    throw new KubeconfigError(`${where}: ${resolve(directory, path)} cannot be read: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

function assertCertificate(certificate: string, where: string): void {
  try {
    new X509Certificate(certificate);
  } catch {
    throw new KubeconfigError(
      `${where}: not a PEM certificate. Expected "-----BEGIN CERTIFICATE-----"; inline data is base64 of that.`,
    );
  }
}

function assertKey(key: string, where: string): void {
  try {
    createPrivateKey(key);
  } catch {
    throw new KubeconfigError(
      `${where}: not an unencrypted PEM private key. Expected "-----BEGIN … PRIVATE KEY-----"; inline data is base64 of that.`,
    );
  }
}

function serverUrl(server: string, where: string): string {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (!url || !['https:', 'http:'].includes(url.protocol))
    throw new KubeconfigError(`${where}: server: expected a URL like https://host:6443, got "${server}".`);
  if (url.username || url.password)
    throw new KubeconfigError(`${where}: server: credentials in the URL are not used; put them into the user.`);
  return server;
}

function proxyUrl(proxy: string, where: string): string {
  const url = URL.canParse(proxy) ? new URL(proxy) : undefined;
  if (url && PROXY_SCHEMES.has(url.protocol) && proxyHost(proxy) !== '') return proxy;
  // A URL with `@` is not quoted, because it may contain a password.
  const got = proxy.includes('@') ? 'another' : `"${proxy}"`;
  throw new KubeconfigError(
    `${where}: proxy-url: expected a URL like http://host:3128, https:// or socks5://, got ${got}.`,
  );
}

/** Returns credentials that may change while the process runs, such as rotated files and renewed OIDC tokens. */
type CredentialsSource = NonNullable<ClusterTarget['credentials']>;

/**
 * Milliseconds after which files are read again. kubelet renews mounted tokens long before they expire. client-go uses
 * the same interval.
 */
const REREAD_MS = 60_000;
/** Minimum time between refreshes after refusals, so that requests do not each renew a token or read a file. */
const REFRESH_AT_MOST_EVERY_MS = 10_000;

/** Reads the files at once, so that mistakes show at the start. Rereads the files when they may have changed. */
async function fileCredentials(
  read: () => Promise<Credentials>,
  { rereads }: { rereads: boolean },
): Promise<CredentialsSource> {
  let current = await read();
  let readAt = performance.now();
  return async ({ fresh = false } = {}) => {
    const age = performance.now() - readAt;
    if (!rereads || age < (fresh ? REFRESH_AT_MOST_EVERY_MS : REREAD_MS)) return current;
    readAt = performance.now();
    current = await read();
    return current;
  };
}

interface OidcSurroundings {
  /** The source of the kubeconfig and the name of the user, for messages. */
  readonly where: string;
  /** Directory to which relative paths refer. */
  readonly directory: string;
  /** Reads PEM from a file, or from base64 data. */
  readonly pem: (path: string, data: string, where: string) => Promise<string | undefined>;
  readonly localAddresses: boolean;
  readonly isOfHub: boolean;
}

/** Credentials of an `auth-provider`. Kubernetes supports only `oidc`. */
async function oidcCredentials(
  { name, config = {} }: NonNullable<KubeconfigUser['auth-provider']>,
  { where, directory, pem, localAddresses, isOfHub }: OidcSurroundings,
): Promise<Pick<ClusterTarget, 'credentials' | 'expiresAt'>> {
  if (name !== 'oidc') {
    throw new KubeconfigError(
      `${where}: auth-provider "${name}" was removed from Kubernetes 1.26. Use its exec plugin (gke-gcloud-auth-plugin, kubelogin, aws eks get-token).`,
    );
  }
  const given = (key: string): string => {
    const value = config[key] ?? '';
    if (typeof value !== 'string') throw new KubeconfigError(`${where}: auth-provider.config.${key}: expected a text.`);
    return value.trim();
  };
  const refreshToken = given('refresh-token');
  for (const key of ['idp-issuer-url', 'client-id'])
    if (refreshToken !== '' && given(key) === '')
      throw new KubeconfigError(
        `${where}: auth-provider.config has a refresh-token, and no ${key} to renew the id-token with.`,
      );
  const [path, data] = [given('idp-certificate-authority'), given('idp-certificate-authority-data')];
  const ca = () => pem(path, data, `${where}: auth-provider.config.idp-certificate-authority`);
  await ca(); // Read at once, so that a mistake shows at the start.
  const session = oidcSession({
    ...{ issuer: given('idp-issuer-url'), clientId: given('client-id'), clientSecret: given('client-secret') },
    ...{ idToken: given('id-token'), refreshToken, localAddresses, isOfHub },
    ...{ authorities: data || (path && resolve(directory, path)), ca },
  });
  return {
    async credentials(options) {
      try {
        return { authorization: `Bearer ${await session.token(options)}` };
      } catch (error) {
        if (!(error instanceof KubeconfigError) || error.message.startsWith(where)) throw error;
        throw new KubeconfigError(`${where}: auth-provider oidc: ${error.message}`);
      }
    },
    expiresAt: async () => session.expiresAt,
  };
}
