/**
 * Locations of the components of an API server. They are in the folder in KUBEBUILDER_ASSETS, as for envtest, or in the
 * single binary that test/apiserver/build.sh builds and caches. All these executables take the same flags. Only our
 * binary watches its standard input.
 */
import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { refuseInUnitTests } from './processes.ts';

export type Component = 'etcd' | 'kube-apiserver' | 'kube-controller-manager';

export interface Executable {
  command: string;
  /** Arguments before the component's own flags. */
  args: readonly string[];
  endsWithStdin: boolean;
}

export type Executables = (component: Component) => Executable;

/**
 * Finds the executables. Without KUBEBUILDER_ASSETS, builds the binary if it is missing, with progress on standard
 * error. The first build takes minutes, later calls take milliseconds.
 */
export async function findExecutables(needed: readonly Component[]): Promise<Executables> {
  refuseInUnitTests('kube-apiserver');
  const assets = process.env['KUBEBUILDER_ASSETS'];
  return assets ? fromAssets(assets, needed) : fromBuild();
}

async function fromAssets(folder: string, needed: readonly Component[]): Promise<Executables> {
  for (const component of needed) {
    await access(join(folder, component), constants.X_OK).catch(() => {
      throw new Error(
        `KUBEBUILDER_ASSETS: ${folder} has no executable "${component}". Put it there, or unset KUBEBUILDER_ASSETS to build it from test/apiserver.`,
      );
    });
  }
  return component => ({ command: join(folder, component), args: [], endsWithStdin: false });
}

async function fromBuild(): Promise<Executables> {
  const script = fileURLToPath(new URL('../apiserver/build.sh', import.meta.url));
  const run = promisify(execFile)(script);
  run.child.stderr?.on('data', (progress: string) => process.stderr.write(progress));
  const command = (await run).stdout.trim();
  return component => ({ command, args: [component], endsWithStdin: true });
}
