/** The kubeconfig that kubectl would read. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** `$KUBECONFIG`, or else `~/.kube/config` if it is there. */
export function usualKubeconfig(env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (env['KUBECONFIG']) return env['KUBECONFIG'];
  const usual = join(homedir(), '.kube', 'config');
  return existsSync(usual) ? usual : undefined;
}
