/** The published Flux controllers source-controller and kustomize-controller, on a real API server. */
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiServer } from './apiserver.ts';
import { builtEngine } from './engines.ts';
import { eventually } from './fleetgraph.ts';
import { crdsOf } from './go-module.ts';
import { freePort, startProcess, type ServerProcess } from './processes.ts';

export interface Flux {
  /** Last lines of the controllers' logs. */
  logs(): Promise<string>;
  stop(): Promise<void>;
}

const CONTROLLERS = ['source-controller', 'kustomize-controller'];

/** Starts the controllers. The CRDs come from the controllers' release. */
export async function startFlux(server: ApiServer): Promise<Flux> {
  const folder = await builtEngine('flux');
  await installCrds(server);
  const kubeconfig = join(server.directory, 'flux.kubeconfig');
  await server.writeKubeconfig(kubeconfig);
  const storage = join(server.directory, 'artifacts');
  await mkdir(storage, { recursive: true });
  const start = (name: string, ...args: string[]): ServerProcess =>
    startProcess({
      name: `${name} of ${server.name}`,
      command: join(folder, name),
      args: [
        ...['--watch-all-namespaces', '--enable-leader-election=false', '--events-addr='],
        ...['--metrics-addr=0', '--health-addr=127.0.0.1:0', ...args],
      ],
      env: { KUBECONFIG: kubeconfig, RUNTIME_NAMESPACE: 'flux-system', TMPDIR: server.directory },
      logFile: join(server.directory, `${name}.log`),
    });
  const served = `127.0.0.1:${await freePort()}`;
  const processes = [
    start('source-controller', `--storage-path=${storage}`, `--storage-addr=${served}`, `--storage-adv-addr=${served}`),
    start('kustomize-controller', '--requeue-dependency=2s'),
  ];
  return {
    logs: async () =>
      (await Promise.all(processes.map(async process => `--- ${process.name}\n${await process.logTail()}`))).join('\n'),
    stop: async () => void (await Promise.all(processes.map(process => process.stop()))),
  };
}

async function installCrds(server: ApiServer): Promise<void> {
  const versions = readFileSync(new URL('../engines/flux/go.mod', import.meta.url), 'utf8');
  for (const controller of CONTROLLERS) {
    const [, version] = new RegExp(`github.com/fluxcd/${controller} (v\\S+)`).exec(versions) ?? [];
    const crds = await crdsOf(`github.com/fluxcd/${controller}@${version}`, 'config/crd/bases', () => true);
    await server.apply(crds);
    for (const { spec } of crds as unknown as readonly Crd[]) {
      const path = `/apis/${spec.group}/${spec.versions.find(({ storage }) => storage)?.name}/${spec.names.plural}?limit=1`;
      await eventually(
        () => server.request('GET', path),
        ({ status }) => status === 200,
        { what: spec.names.plural },
      );
    }
  }
}

interface Crd {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string };
    readonly versions: readonly { readonly name: string; readonly storage: boolean }[];
  };
}
