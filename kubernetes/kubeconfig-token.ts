/**
 * The bearer token of a kubeconfig's user. The kubeconfig contains the token, or names its file in `tokenFile`. If we
 * may write this file, a renewed token is written to the file and survives a restart. Otherwise a renewed token stays
 * in memory.
 */
import { randomUUID } from 'node:crypto';
import { access, constants, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface KubeconfigToken {
  /** The token to send. Undefined if there is none. */
  read(): Promise<string | undefined>;
  /** Token that a restarted process would find. */
  kept(): Promise<string | undefined>;
  /**
   * Place where replace() keeps a renewed token. `file`: the file of `tokenFile`. `secret`: the Secret of a hub.
   * `memory`: this process. `others`: this process, because we may not write the file. The owner of the file is
   * expected to renew the token.
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

/** `content` must reread the file on each call. */
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

/** Replaces a file atomically: readers see either the old or the new content. Only our own user may read the file. */
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
