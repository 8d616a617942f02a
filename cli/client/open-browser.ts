/**
 * Opens an address in the browser of this machine, if it has one. The address is also printed, so nothing depends on
 * it.
 */
import { spawn } from 'node:child_process';

type Env = Readonly<Record<string, string | undefined>>;

/** True if the person at this terminal has a browser here: not over ssh, and not in a pipeline. */
export function hasBrowser({ isTTY }: { readonly isTTY: boolean }, env: Env): boolean {
  return isTTY && !env['SSH_CONNECTION'];
}

export function openBrowser(url: string, env: Env): void {
  const command = browserCommand(process.platform, env);
  if (command === undefined) return;
  const child = spawn(command, [url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined); // it is not installed
  child.unref();
}

/** Without a display xdg-open would start a browser in the terminal. */
function browserCommand(platform: NodeJS.Platform, env: Env): string | undefined {
  if (platform === 'darwin') return 'open';
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? 'xdg-open' : undefined;
}
