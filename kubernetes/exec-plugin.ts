/**
 * Exec plugins of a kubeconfig (client.authentication.k8s.io): commands that print an ExecCredential. The answer of one is kept for as long
 * as it says, one process serves all requests that wait for it, and a process that hangs is killed with all its children.
 */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { KubeconfigError } from './kubeconfig-error.ts';
import type { KubeconfigCluster, KubeconfigUser } from './kubeconfig-file.ts';
import { isRecord } from './object-shape.ts';
import type { ClusterTarget, Credentials } from './transport.ts';

export interface ExecPluginOptions {
  /** For messages: the file and the user. */
  readonly where: string;
  /** The base of relative paths. */
  readonly directory: string;
  readonly server: KubeconfigCluster;
  /** Plugins may open a browser or ask a slow identity provider. @default 60_000 */
  readonly timeoutMs?: number;
}

/** A refused identity must not start a process once per request. */
const REFRESH_AT_MOST_EVERY_MS = 10_000;
/** Credentials are renewed this long before they run out. */
const RENEW_BEFORE_MS = 10_000;
/** The most bytes of each of its outputs. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

export function execCredentials(
  exec: NonNullable<KubeconfigUser['exec']>,
  options: ExecPluginOptions,
): NonNullable<ClusterTarget['credentials']> {
  let kept: { readonly credentials: Credentials; readonly until: number } | undefined;
  let askedAt = -Infinity;
  let underWay: Promise<Credentials> | undefined;

  const ask = async (): Promise<Credentials> => {
    askedAt = performance.now();
    const { credentials, expiresInMs } = await run(exec, options);
    kept = { credentials, until: performance.now() + expiresInMs - RENEW_BEFORE_MS };
    return credentials;
  };

  return async ({ fresh = false } = {}) => {
    const refused = fresh && performance.now() - askedAt >= REFRESH_AT_MOST_EVERY_MS;
    if (kept && !refused && performance.now() < kept.until) return kept.credentials;
    return (underWay ??= ask().finally(() => (underWay = undefined)));
  };
}

async function run(
  exec: NonNullable<KubeconfigUser['exec']>,
  { where, directory, server, timeoutMs = 60_000 }: ExecPluginOptions,
): Promise<{ credentials: Credentials; expiresInMs: number }> {
  const { command, apiVersion = 'client.authentication.k8s.io/v1' } = exec;
  const refuse = (why: string) => new KubeconfigError(`${where}: the plugin ${command} gave no credentials: ${why}`);
  const info = {
    apiVersion,
    kind: 'ExecCredential',
    spec: { interactive: false, ...(exec['provideClusterInfo'] === true ? { cluster: { server: server.server } } : {}) },
  };
  const path = command.includes('/') ? resolve(directory, command) : command;
  const environment = { ...process.env, ...variables(exec['env']), KUBERNETES_EXEC_INFO: JSON.stringify(info) };
  const ended = await finished(path, texts(exec['args']), environment, timeoutMs);
  // A plugin may print anything; its first line is the message.
  if (ended.problem !== '') throw refuse(ended.problem.trim().split('\n', 1)[0]?.slice(0, 200) ?? '');
  const status = statusOf(ended.output);
  if (!status) throw refuse('it printed no ExecCredential in JSON.');
  const { token, clientCertificateData: cert, clientKeyData: key, expirationTimestamp } = status;
  const authorization = typeof token === 'string' && token !== '' ? `Bearer ${token}` : undefined;
  const certificate = typeof cert === 'string' && typeof key === 'string' ? { cert, key } : undefined;
  if (authorization === undefined && certificate === undefined)
    throw new KubeconfigError(`${where}: the plugin ${command} gave neither a token nor a certificate.`);
  const expiresAt = typeof expirationTimestamp === 'string' ? Date.parse(expirationTimestamp) : NaN;
  return {
    credentials: { ...(authorization === undefined ? {} : { authorization }), ...(certificate ? { certificate } : {}) },
    expiresInMs: Number.isNaN(expiresAt) ? Infinity : expiresAt - Date.now(),
  };
}

interface Ended {
  readonly output: string;
  /** '' on success. */
  readonly problem: string;
}

/** Resolves when the process has ended, or at its deadline, when it and its children are killed. */
function finished(path: string, args: readonly string[], env: NodeJS.ProcessEnv, timeoutMs: number): Promise<Ended> {
  return new Promise(resolve => {
    // A process group of its own, so that the children of a wrapper script end with it.
    const child = spawn(path, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const printed = { stdout: '', stderr: '' };
    const end = (problem: string): void => {
      clearTimeout(timer);
      resolve({ output: printed.stdout, problem });
    };
    const kill = (problem: string): void => {
      end(problem);
      child.stdout.destroy();
      child.stderr.destroy();
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it has just ended by itself
      }
    };
    const timer = setTimeout(() => kill(`it did not end within ${timeoutMs / 1_000} s and was killed.`), timeoutMs);
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        printed[stream] += text;
        if (printed[stream].length > MAX_OUTPUT_BYTES) kill(`it printed more than ${MAX_OUTPUT_BYTES} bytes and was killed.`);
      });
    }
    child.on('error', error => end(error.message));
    child.on('close', (code, signal) => end(code === 0 ? '' : printed.stderr || `it ended with ${signal ?? `exit code ${code}`}.`));
  });
}

function statusOf(output: string): Record<string, unknown> | undefined {
  try {
    const credential = JSON.parse(output) as unknown;
    return isRecord(credential) && credential['kind'] === 'ExecCredential' && isRecord(credential['status'])
      ? credential['status']
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}

function variables(value: unknown): Record<string, string> {
  const items: unknown[] = Array.isArray(value) ? value : [];
  return Object.fromEntries(
    items
      .filter(isRecord)
      .flatMap(({ name, value: text }) => (typeof name === 'string' && typeof text === 'string' ? [[name, text] as const] : [])),
  );
}
