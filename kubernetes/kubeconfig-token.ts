/**
 * The bearer token of a kubeconfig's user: in the kubeconfig itself, or in the file named by `tokenFile`. A renewed
 * token is written to that file if we may, so that a restart finds it; otherwise it stays in memory.
 */
import { randomUUID } from 'node:crypto';
import { access, constants, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface KubeconfigToken {
  /** The token to send; undefined if there is none. */
  read(): Promise<string | undefined>;
  /** The token that a process starting now would find. */
  kept(): Promise<string | undefined>;
  /**
   * Where a renewed token is kept. `others`: in memory, because we may not write the file and expect its owner to renew
   * it.
   */
  keeper(): Promise<'file' | 'secret' | 'memory' | 'others'>;
  replace(token: string): Promise<void>;
}

/** @param given The token of the kubeconfig */
export function inlineToken(given: string | undefined): KubeconfigToken {
  let token = given;
  return {
    read: async () => token,
    kept: async () => given,
    keeper: async () => 'memory',
    replace: async renewed => void (token = renewed),
  };
}

/** `content` reads the file anew each time. */
export function fileToken(path: string, content: () => Promise<string>): KubeconfigToken {
  let replaced: { readonly from: string | undefined; readonly to: string } | undefined;
  const onDisk = async () => (await content()).trim() || undefined;
  return {
    kept: onDisk,
    keeper: async () => ((await mayReplace(path)) ? 'file' : 'others'),
    async read() {
      const token = await onDisk();
      // A file renewed by another process, such as kubelet, takes precedence.
      if (replaced?.from !== token) replaced = undefined;
      return replaced?.to ?? token;
    },
    async replace(renewed) {
      if (await mayReplace(path)) await replaceFile(path, `${renewed}\n`);
      else replaced = { from: await onDisk(), to: renewed };
    },
  };
}

async function mayReplace(path: string): Promise<boolean> {
  try {
    const file = await realpath(path);
    await Promise.all([access(file, constants.W_OK), access(dirname(file), constants.W_OK)]);
    return true;
  } catch {
    return false;
  }
}

/** Readers see the old content or the new one, and only our own user may read either. */
async function replaceFile(path: string, content: string): Promise<void> {
  const file = await realpath(path);
  const beside = `${file}.${randomUUID()}`;
  try {
    await writeFile(beside, content, { mode: 0o600, flag: 'wx', flush: true });
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
