/**
 * Commands that an operator lets the registrations of a hub run to get credentials (Argo CD's `execProviderConfig` and
 * `awsAuthConfig`).
 *
 * Who attacks: a writer of such registrations. What stops them: a command runs only if the configuration of the source
 * names its file by an absolute path, so no PATH variable can select another file. No shell reads the arguments. From
 * our environment, the command gets PATH, HOME and the variables that the operator names. From the registration, the
 * command gets only the variables that the operator allows. A command has a timeout, and few commands run at once.
 * Messages quote the first line of a failing command's output. What remains: the writer chooses the arguments, so the
 * writer can do anything that the command can do with the identity of this process. The writer's cluster gets the token
 * that the command prints.
 */
import { basename, isAbsolute } from 'node:path';
import { FairGate } from '../async/fair-gate.ts';
import type { ExecBounds } from './exec-plugin.ts';
import { KubeconfigNotAllowedError } from './kubeconfig-error.ts';
import type { KubeconfigUser } from './kubeconfig-file.ts';

export interface AllowedCommand {
  /** Absolute path of the command. Registrations name the command by this path, or by its last part. */
  readonly path: string;
  /** Variables of our own environment that the command gets in addition to PATH and HOME. */
  readonly env: readonly string[];
  /** Variables that a registration may set. */
  readonly secretEnv: readonly string[];
}

export interface AllowedCommands {
  readonly allowed: readonly AllowedCommand[];
  /** Environment of this process. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Limits how many commands run at once. */
  readonly gate: FairGate;
}

type Exec = NonNullable<KubeconfigUser['exec']>;

/** Variables that commands need to find their own files and the files of their user. */
const ALWAYS = ['PATH', 'HOME'];
const AT_ONCE = 8;
const TIMEOUT_MS = 20_000;

export function allowedCommands(allowed: readonly AllowedCommand[], env: AllowedCommands['env']): AllowedCommands {
  return { allowed, env, gate: new FairGate({ slots: AT_ONCE }) };
}

/** The command to run. @throws KubeconfigNotAllowedError */
export function allowedExec(
  exec: Exec,
  { allowed, env, gate }: AllowedCommands,
  source: string,
): { readonly exec: Exec; readonly bounds: ExecBounds } {
  const refuse = (why: string): never => {
    throw new KubeconfigNotAllowedError(`${source}: ${why}`);
  };
  const { command, args, env: given = [], apiVersion } = exec;
  const found = allowed.find(({ path }) => (isAbsolute(command) ? path === command : basename(path) === command));
  if (!found)
    return refuse(
      'execProviderConfig (or awsAuthConfig, which is argocd-k8s-auth) runs a command that clusterSources[].commands of this source does not name by its absolute path.',
    );
  if (given.some(({ name }) => !found.secretEnv.includes(name)))
    return refuse(
      `it sets a variable of ${found.path} that secretEnv of the command in clusterSources[].commands does not name.`,
    );
  if ([...(args ?? []), ...given.map(({ value }) => value)].some(text => text.includes('\0')))
    return refuse('an argument or a variable of its command holds a NUL.');
  const environment = Object.fromEntries([...ALWAYS, ...found.env].map(name => [name, env[name]]));
  return {
    exec: { command: found.path, args, env: given, apiVersion },
    bounds: { environment, timeoutMs: TIMEOUT_MS, slot: () => gate.enter(source) },
  };
}
