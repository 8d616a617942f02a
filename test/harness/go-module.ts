/** Files of published Go modules, such as the CRDs that a project publishes in its module. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import type { KubernetesJson } from './apiserver-client.ts';

/**
 * Downloads the module once, into Go's cache, and returns its folder.
 * @param module Path and version, such as `sigs.k8s.io/gateway-api@v1.6.3`
 */
export async function folderOf(module: string): Promise<string> {
  const env = { ...process.env, GOFLAGS: '-mod=mod', GOWORK: 'off' };
  const { stdout } = await promisify(execFile)('go', ['mod', 'download', '-json', module], { cwd: tmpdir(), env });
  return (JSON.parse(stdout) as { readonly Dir: string }).Dir;
}

/**
 * The CustomResourceDefinitions in a folder of the module.
 * @param wanted Returns true for the names of files to read
 */
export async function crdsOf(
  module: string,
  folder: string,
  wanted: (file: string) => boolean,
): Promise<KubernetesJson[]> {
  const path = join(await folderOf(module), folder);
  const files = (await readdir(path)).filter(file => file.endsWith('.yaml') && wanted(file));
  const texts = await Promise.all(files.map(file => readFile(join(path, file), 'utf8')));
  return texts
    .flatMap(text => parseAllDocuments(text).map(document => document.toJS() as KubernetesJson | null))
    .filter((object): object is KubernetesJson => object?.['kind'] === 'CustomResourceDefinition');
}
