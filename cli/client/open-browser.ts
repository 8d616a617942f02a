/**
 * Opens an address in the browser of this machine, if there is a browser. Failures are ignored, because the command
 * also prints the address.
 */
import { spawn } from 'node:child_process';

type Env = Readonly<Record<string, string | undefined>>;

/** True if this machine probably has a browser for the person. False over ssh and in a pipeline. */
export function hasBrowser({ isTTY }: { readonly isTTY: boolean }, env: Env): boolean {
  return isTTY && !env['SSH_CONNECTION'];
}

export function openBrowser(url: string, env: Env): void {
  const command = browserCommand(process.platform, env);
  if (command === undefined) return;
  const child = spawn(command, [url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined); // the program is not installed
  child.unref();
}

/** Returns undefined if there is no display, because xdg-open would start a browser inside the terminal. */
function browserCommand(platform: NodeJS.Platform, env: Env): string | undefined {
  if (platform === 'darwin') return 'open';
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? 'xdg-open' : undefined;
}
