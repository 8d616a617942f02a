/**
 * `make demo-real`: the demo over three real API servers, with objects and permissions of the simulated fleet. The
 * harness builds the servers on first use. The build needs Go and takes minutes.
 */
import { Command } from 'commander';
import { stringify } from 'yaml';
import { runDemo, type DemoFleet } from '../../cli/commands/demo.ts';
import { openLog } from '../../cli/serve/open-log.ts';
import { wholeNumber } from '../../cli/usage-error.ts';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import { resourcePath, type KubernetesClient, type KubernetesObject } from '../../kubernetes/client.ts';
import { parseKubeconfig } from '../../kubernetes/kubeconfig.ts';
import type { Logger } from '../../telemetry/log.ts';
import { demoObjects } from '../../demo/fleet.ts';
import { demoCollector, demoIdentities } from '../../demo/identities.ts';
import { planFleet } from '../../demo/plan.ts';
import { ApiServers, startApiServer } from './apiserver.ts';

const CLUSTERS = 3;
const WITHOUT_CRD = /^(configsync\.gke\.io|(config\.porch\.|porch\.)?kpt\.dev|argoproj\.io)\//;

await new Command('demo-real')
  .option('--objects <n>', 'objects in the whole fleet, about', '800')
  .option('-p, --port <number>', 'port to listen on, 0 for any free one', '4000')
  .option('--json', 'print one JSON line when ready, like `fleetgraph demo --json`', false)
  .action(({ objects, port, json }: { objects: string; port: string; json: boolean }) =>
    runDemo({
      port: wholeNumber('--port', port, { min: 0, max: 65_535 }),
      json,
      start: () => startFleet(wholeNumber('--objects', objects, { min: 1, max: 1_000_000 }), openLog('info')),
    }),
  )
  .parseAsync();

async function startFleet(objects: number, log: Logger): Promise<DemoFleet> {
  const clusters = planFleet({ clusters: CLUSTERS, objects });
  const users = [demoCollector, ...demoIdentities].map(({ user, groups }) => ({ name: user, groups }));
  log.info({ clusters: CLUSTERS }, 'starting real API servers; the first time builds one, which takes minutes');
  const started = await Promise.allSettled(clusters.map(({ name }) => startApiServer({ name, users })));
  const fleet = new ApiServers(started.flatMap(result => (result.status === 'fulfilled' ? [result.value] : [])));
  try {
    const failed = started.find(result => result.status === 'rejected');
    if (failed) throw failed.reason;
    const asAdmin = parseKubeconfig(stringify(fleet.kubeconfig()), { source: 'the real demo fleet', directory: '.' });
    await Promise.all(
      clusters.map(async (cluster, at) => {
        await fleet.servers[at]?.installCrds();
        const client = createKubernetesClient(await asAdmin.target(cluster.name), { log });
        try {
          await writeObjects(client, demoObjects(cluster));
        } finally {
          await client.close();
        }
        log.info({ cluster: cluster.name }, 'objects written');
      }),
    );
    return {
      kubeconfig: stringify(fleet.kubeconfig(demoCollector.user)),
      labelsOf: () => ({}),
      settings: {},
      notes: [],
      close: () => fleet.remove(),
    };
  } catch (error) {
    await fleet.remove();
    throw error;
  }
}

/**
 * Writes objects and their statuses by server-side apply, one after the other. A real server assigns its own uids, so
 * references to earlier objects are corrected.
 */
async function writeObjects(client: KubernetesClient, objects: readonly KubernetesObject[]): Promise<void> {
  const resources = await client.discover({ fresh: true });
  const uids = new Map<string, string>();
  for (const object of objects) {
    const resource = resources.find(
      ({ kind, group, version }) =>
        kind === object.kind && (group ? `${group}/${version}` : version) === object.apiVersion,
    );
    // The test harness installs only the CRDs of Flux.
    if (!resource && WITHOUT_CRD.test(object.apiVersion ?? '')) continue;
    if (!resource) throw new Error(`${client.cluster} does not serve ${object.kind} of ${object.apiVersion}.`);
    const path = resourcePath(resource, object.metadata.namespace, object.metadata.name);
    const { uid, resourceVersion: _, managedFields: __, ...metadata } = withUids(object, uids).metadata;
    const apply = (at: string, body: object) =>
      client.request<KubernetesObject>(at, {
        as: { type: 'self' },
        method: 'PATCH',
        query: { fieldManager: 'fleetgraph-demo', force: true },
        contentType: 'application/apply-patch+yaml',
        body,
      });
    const written = await apply(path, { ...withUids(object, uids), metadata });
    if (uid && written.metadata.uid) uids.set(uid, written.metadata.uid);
    if (object.status)
      await apply(`${path}/status`, {
        ...object,
        metadata: { name: metadata.name, ...(metadata.namespace && { namespace: metadata.namespace }) },
      });
  }
}

function withUids(object: KubernetesObject, uids: ReadonlyMap<string, string>): KubernetesObject {
  return JSON.parse(JSON.stringify(object), (key, value: unknown) =>
    key === 'uid' && typeof value === 'string' ? (uids.get(value) ?? value) : value,
  ) as KubernetesObject;
}
