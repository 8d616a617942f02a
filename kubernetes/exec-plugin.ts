/**
 * Exec plugins of a kubeconfig (client.authentication.k8s.io): commands that print an ExecCredential. The credential
 * is cached until shortly before it expires. One process serves all requests that wait for the credential. A hanging
 * process is killed with its process group. A running plugin does not keep fleetgraph's process alive, and is killed
 * when that process exits. Requests that wait for a plugin have their own deadline.
 */
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { resolve } from 'node:path';
import { KubeconfigError } from './kubeconfig-error.ts';
import type { KubeconfigCluster, KubeconfigUser } from './kubeconfig-file.ts';
import { isRecord } from './object-shape.ts';
import { printable } from './status-error.ts';
import type { ClusterTarget, Credentials } from './transport.ts';

/** Bounds for a command that a registration chooses from the commands that the operator allows. */
export interface ExecBounds {
  /**
   * Environment of the command. The variables of the kubeconfig are added to it. @default the environment of this
   * process
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Waits for a slot among the concurrent commands. */
  readonly slot?: () => Promise<Disposable>;
  /** Maximum time of a run. Plugins may open a browser or wait for a slow identity provider. @default 60_000 */
  readonly timeoutMs?: number;
}

export interface ExecPluginOptions extends ExecBounds {
  /** Kubeconfig file and user, for messages. */
  readonly where: string;
  /** Directory to which relative paths refer. */
  readonly directory: string;
  /** `ca`: PEM of the authority that signed the server's certificate. */
  readonly server: KubeconfigCluster & { readonly ca?: string | undefined };
}

/** Minimum time between runs after refusals, so that a refused identity does not start a process for every request. */
const REFRESH_AT_MOST_EVERY_MS = 10_000;
/** Credentials are renewed this long before they expire. */
const RENEW_BEFORE_MS = 10_000;
/** Maximum characters of stdout, and of stderr, of a plugin. */
const MAX_OUTPUT_LENGTH = 1024 * 1024;
/** A plugin that still runs after this time probably waits for a person, perhaps at a web page whose URL it prints. */
const WAITS_AFTER_MS = 2_000;
const MAX_SAID_LENGTH = 500;
/** The zero time of Go, which plugins write for a token that does not expire. */
const ZERO_TIME = Date.parse('0001-01-01T00:00:00Z');
const VERSIONS = new Set(['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1']);

export function execCredentials(
  exec: NonNullable<KubeconfigUser['exec']>,
  options: ExecPluginOptions,
): NonNullable<ClusterTarget['credentials']> {
  let kept: { readonly credentials: Credentials; readonly until: number } | undefined;
  let requestedAt = -Infinity;
  let underWay: Promise<Credentials> | undefined;

  const ask = async (says: Says): Promise<Credentials> => {
    requestedAt = performance.now();
    const { credentials, expiresInMs } = await run(exec, options, says);
    kept = { credentials, until: performance.now() + expiresInMs - RENEW_BEFORE_MS };
    return credentials;
  };

  return async ({ fresh = false, says = () => undefined } = {}) => {
    const refused = fresh && performance.now() - requestedAt >= REFRESH_AT_MOST_EVERY_MS;
    if (kept && !refused && performance.now() < kept.until) return kept.credentials;
    return (underWay ??= ask(says).finally(() => (underWay = undefined)));
  };
}

async function run(
  exec: NonNullable<KubeconfigUser['exec']>,
  { where, directory, server, timeoutMs = 60_000, environment = process.env, slot }: ExecPluginOptions,
  says: Says,
): Promise<{ credentials: Credentials; expiresInMs: number }> {
  const { command, apiVersion = 'client.authentication.k8s.io/v1' } = exec;
  const refuse = (why: string) => new KubeconfigError(`${where}: the plugin ${command} gave no credentials: ${why}`);
  if (!VERSIONS.has(apiVersion))
    throw new KubeconfigError(`${where}: exec.apiVersion: expected one of ${[...VERSIONS].join(', ')}.`);
  if (exec.interactiveMode === 'Always')
    throw new KubeconfigError(
      `${where}: exec.interactiveMode is Always, and fleetgraph has no terminal for the plugin ${command}. Use IfAvailable.`,
    );
  const info = {
    apiVersion,
    kind: 'ExecCredential',
    spec: { interactive: false, ...(exec.provideClusterInfo === true && { cluster: clusterInfo(server) }) },
  };
  const path = command.includes('/') ? resolve(directory, command) : command;
  const variables = Object.fromEntries((exec.env ?? []).map(({ name, value }) => [name, value]));
  const all = { ...environment, ...variables, KUBERNETES_EXEC_INFO: JSON.stringify(info) };
  using _slot = await slot?.();
  const ended = await finished(path, exec.args ?? [], all, { timeoutMs, says });
  if (ended.isAbsent) {
    const hint = exec.installHint?.trim() ?? '';
    throw new KubeconfigError(
      `${where}: the plugin ${command} is not installed, or not in the PATH.${hint === '' ? '' : ` ${hint}`}`,
    );
  }
  // A plugin may print any text. The first line becomes the error message.
  if (ended.problem !== '') throw refuse(printable(ended.problem.trim().split('\n', 1)[0] ?? '', 200));
  const status = statusOf(ended.output);
  if (!status) throw refuse('it printed no ExecCredential in JSON.');
  const { token, clientCertificateData: cert, clientKeyData: key, expirationTimestamp } = status.status;
  if (status.apiVersion !== apiVersion)
    throw refuse(`it answered in another version than exec.apiVersion, ${apiVersion}.`);
  if ((cert === undefined || cert === '') !== (key === undefined || key === ''))
    throw refuse('it printed a certificate without its key, or a key without its certificate.');
  const authorization = typeof token === 'string' && token !== '' ? `Bearer ${token}` : undefined;
  const certificate = typeof cert === 'string' && typeof key === 'string' && cert !== '' ? { cert, key } : undefined;
  if (authorization === undefined && certificate === undefined)
    throw new KubeconfigError(`${where}: the plugin ${command} gave neither a token nor a certificate.`);
  const endsAt = endOf(expirationTimestamp);
  if (Number.isNaN(endsAt)) throw refuse('its expirationTimestamp is not a time, as 2030-01-31T12:00:00Z.');
  return {
    credentials: { ...(authorization === undefined ? {} : { authorization }), ...(certificate ? { certificate } : {}) },
    expiresInMs: endsAt - Date.now(),
  };
}

/** Expiry in milliseconds since the epoch. Infinity for credentials that do not expire, NaN for an invalid time. */
function endOf(timestamp: unknown): number {
  if (timestamp === undefined || timestamp === null) return Infinity;
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : NaN;
  return at <= ZERO_TIME ? Infinity : at;
}

/** Cluster information for a plugin. Source: client-go tools/auth/exec/exec.go, ConfigToExecCluster. */
function clusterInfo({ ca, extensions, ...server }: ExecPluginOptions['server']): object {
  const config = extensions?.find(({ name }) => name === 'client.authentication.k8s.io/exec')?.extension;
  const { 'tls-server-name': serverName, 'proxy-url': proxyUrl } = server;
  return {
    server: server.server,
    ...(serverName && { 'tls-server-name': serverName }),
    ...(server['insecure-skip-tls-verify'] && { 'insecure-skip-tls-verify': true }),
    ...(ca !== undefined && { 'certificate-authority-data': Buffer.from(ca).toString('base64') }),
    ...(proxyUrl && { 'proxy-url': proxyUrl }),
    ...(server['disable-compression'] && { 'disable-compression': true }),
    ...(config !== undefined && { config }),
  };
}

/** Receives a line that a running plugin prints to stderr. */
type Says = (line: string) => void;

interface Ended {
  /** True if the command does not exist. */
  readonly isAbsent?: boolean;
  readonly output: string;
  /** Reason of the failure. '' on success. */
  readonly problem: string;
}

/** Process group ids of the plugins that run now. */
const running = new Set<number>();
process.on('exit', () => running.forEach(killGroup));

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // ESRCH: the process has just ended by itself
  }
}

/** Runs a plugin. Kills its process group at the deadline, or if the plugin prints too much. */
function finished(
  path: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { timeoutMs, says }: { readonly timeoutMs: number; readonly says: Says },
): Promise<Ended> {
  return new Promise(resolve => {
    // The plugin gets its own process group, so that the children of a wrapper script are killed with it.
    const child = spawn(path, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const { pid } = child;
    if (pid !== undefined) running.add(pid);
    child.unref();
    const printed = { stdout: '', stderr: '' };
    // The stderr of a quick plugin matters only if the plugin fails. The stderr of a plugin that waits for a person
    // must be shown.
    let reported: number | undefined;
    const tell = (): void => {
      reported ??= 0;
      for (let end; (end = printed.stderr.indexOf('\n', reported)) !== -1; reported = end + 1) {
        const words = printable(printed.stderr.slice(reported, end), MAX_SAID_LENGTH);
        if (words !== '') says(words);
      }
    };
    const waiting = setTimeout(tell, WAITS_AFTER_MS);
    const end = (problem: string, isAbsent = false): void => {
      if (pid !== undefined) running.delete(pid);
      clearTimeout(timer);
      clearTimeout(waiting);
      resolve({ output: printed.stdout, problem, isAbsent });
    };
    const kill = (problem: string): void => {
      end(problem);
      child.stdout.destroy();
      child.stderr.destroy();
      if (pid !== undefined) killGroup(pid);
    };
    const timer = setTimeout(() => kill(`it did not end within ${timeoutMs / 1_000} s and was killed.`), timeoutMs);
    for (const it of [waiting, timer, child.stdout as Socket, child.stderr as Socket]) it.unref();
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        printed[stream] += text;
        if (stream === 'stderr' && reported !== undefined) tell();
        if (printed[stream].length > MAX_OUTPUT_LENGTH)
          kill(`it printed more than ${MAX_OUTPUT_LENGTH} characters and was killed.`);
      });
    }
    child.on('error', (error: NodeJS.ErrnoException) => end(error.message, error.code === 'ENOENT'));
    child.on('close', (code, signal) =>
      end(code === 0 ? '' : printed.stderr || `it ended with ${signal ?? `exit code ${code}`}.`),
    );
  });
}

function statusOf(
  output: string,
): { readonly apiVersion: unknown; readonly status: Record<string, unknown> } | undefined {
  try {
    const credential = JSON.parse(output) as unknown;
    if (!isRecord(credential) || credential['kind'] !== 'ExecCredential' || !isRecord(credential['status']))
      return undefined;
    return { apiVersion: credential['apiVersion'], status: credential['status'] };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
