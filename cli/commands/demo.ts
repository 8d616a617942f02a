/**
 * `fleetgraph demo`: starts a fleet of simulated clusters and runs fleetgraph on it, to try fleetgraph out. With --json
 * it prints one line for programs when it is ready.
 */
import { Command } from 'commander';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import { STARTER_QUERIES } from '../../schema/starter-queries.ts';
import { wholeNumber } from '../usage-error.ts';

interface DemoFlags {
  clusters: string;
  objects: string;
  port: string;
  json: boolean;
}

export function demoCommand(): Command {
  return new Command('demo')
    .description('Try it: a simulated fleet, three identities, and queries to paste')
    .option('--clusters <n>', 'simulated clusters', '5')
    .option('--objects <n>', 'objects in the whole fleet, about', '1000')
    .option('-p, --port <number>', 'port to listen on, 0 for any free one', '4000')
    .option(
      '--json',
      'print one JSON line when ready: {"url", "operationsUrl", "identities": [{"name", "token"}]}',
      false,
    )
    .action((flags: DemoFlags) => {
      const clusters = wholeNumber('--clusters', flags.clusters, { min: 1, max: 500 });
      const objects = wholeNumber('--objects', flags.objects, { min: 1, max: 1_000_000 });
      const port = wholeNumber('--port', flags.port, { min: 0, max: 65_535 });
      return runDemo({ port, json: flags.json, start: () => startFleet({ clusters, objects }) });
    });
}

export interface DemoFleet {
  readonly kubeconfig: string;
  labelsOf(cluster: string): Readonly<Record<string, string>>;
  /** Configuration of this fleet, added to the configuration that all demos share. */
  readonly settings: object;
  /** Describes the intentional failures in the fleet. */
  readonly notes: readonly string[];
  close(): Promise<void>;
}

interface RunDemo {
  readonly port: number;
  readonly json: boolean;
  readonly start: () => Promise<DemoFleet>;
}

/** Runs fleetgraph on the clusters that `start` starts, until a signal arrives. */
export async function runDemo({ port, json, start }: RunDemo): Promise<void> {
  const [
    { assemble },
    { loadConfig },
    { parseKubeconfig },
    { createKubernetesClient },
    { ClusterRegistry },
    { openLog },
    { demoIdentities },
    { terminalProgress },
    { untilSignal },
  ] = await Promise.all([
    import('../serve/assemble.ts'),
    import('../../config/load.ts'),
    import('../../kubernetes/kubeconfig.ts'),
    import('../../kubernetes/api-client.ts'),
    import('../../clusters/registry.ts'),
    import('../serve/open-log.ts'),
    import('../../demo/identities.ts'),
    import('../serve/progress.ts'),
    import('../serve/shutdown.ts'),
  ]);
  const log = openLog(json ? 'info' : 'error');
  // The exit handlers of the process remove the clusters, but a signal alone does not run exit handlers. So a signal
  // during the start must call process.exit.
  let started = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => started || process.exit(130));
  const fleet = await start();
  const registry = new ClusterRegistry();
  try {
    const kubeconfig = parseKubeconfig(fleet.kubeconfig, { source: 'the demo fleet', directory: '.' });
    for (const context of kubeconfig.contexts) {
      registry.add({
        name: context,
        client: createKubernetesClient(await kubeconfig.target(context), { log }),
        identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
        authorization: 'rbac',
        labels: fleet.labelsOf(context),
      });
    }
    const tokens = demoIdentities.map(({ token, user, groups }) => ({ token, user, groups: [...groups] }));
    const settings = {
      server: { port, operations: { port: 0 } },
      authentication: [{ type: 'static', tokens }],
      mutations: { enabled: true },
      administrators: { cluster: kubeconfig.contexts[0] },
      packages: { hubs: kubeconfig.contexts.slice(0, 1) },
      ...fleet.settings,
    };
    const config = loadConfig({ env: {}, cwd: process.cwd(), flags: settings });
    const progress = json ? undefined : terminalProgress(process.stderr);
    const running = await assemble({
      config,
      registry,
      log,
      env: process.env,
      ...(progress && { onProgress: update => progress.show(update) }),
    });
    const { url, operationsUrl } = running;
    if (json)
      console.log(
        JSON.stringify({ url, operationsUrl, identities: demoIdentities.map(({ name, token }) => ({ name, token })) }),
      );
    else console.log(welcome({ url, operationsUrl }, demoIdentities, fleet.notes));
    started = true;
    await untilSignal(async () => {
      progress?.end();
      await running.close();
    }, log);
  } finally {
    await fleet.close();
  }
}

async function startFleet(size: { clusters: number; objects: number }): Promise<DemoFleet> {
  const [
    { createDemoFleet },
    { startChurn },
    { startRollouts },
    { startPlacementEngine },
    { hubObjects, memberObjects },
  ] = await Promise.all([
    import('../../demo/fleet.ts'),
    import('../../demo/churn.ts'),
    import('../../demo/rollouts.ts'),
    import('../../demo/placement-engine.ts'),
    import('../register/mover-rights.ts'),
  ]);
  const fleet = await createDemoFleet({ ...size, scenes: true });
  // Objects that `prepare-cluster --placement-mover` prints.
  const mover = { user: 'fleetgraph-mover', leaseNamespace: 'default', allKinds: false, kinds: [] };
  for (const [index, { objects }] of fleet.leaves.entries())
    objects.load([...(index === 0 ? hubObjects(mover) : []), ...memberObjects(mover)] as KubernetesObject[]);
  const stopChurn = startChurn(fleet);
  const stopRollouts = startRollouts(fleet.leaves);
  const stopPlacement = startPlacementEngine(fleet);
  return {
    kubeconfig: fleet.kubeconfig,
    labelsOf: cluster => fleet.labelsOf(cluster),
    settings: {
      prometheus: [{ name: 'demo', url: fleet.prometheusUrl }],
      mesh: { prometheus: 'demo', clusters: 'mesh=acme' },
      usage: { prometheus: 'demo' },
      placement: {
        hubs: [{ cluster: fleet.clusters[0]?.name, engine: 'ocm' }],
        mover: { enabled: true, user: mover.user, leaseNamespace: mover.leaseNamespace, settle: '5s', overdue: '1m' },
      },
    },
    notes: fleet.faults,
    close: async () => {
      stopChurn();
      stopRollouts();
      stopPlacement();
      await fleet.close();
    },
  };
}

function welcome(
  { url, operationsUrl }: { url: string; operationsUrl: string },
  identities: readonly { name: string; token: string; user: string }[],
  notes: readonly string[],
): string {
  return [
    '',
    `  Explorer   ${url}/`,
    `  GraphiQL   ${url}/graphiql`,
    `  GraphQL    ${url}/graphql`,
    `  Metrics    ${operationsUrl}/metrics`,
    '',
    '  Tokens to sign in with. Each user sees the objects that RBAC on each cluster lets them list:',
    ...identities.map(({ name, token, user }) => `    ${name.padEnd(16)} ${token.padEnd(22)} ${user}`),
    '',
    '  Queries to paste:',
    '',
    ...STARTER_QUERIES.flatMap(query => [
      ...query
        .trimEnd()
        .split('\n')
        .map(line => `    ${line}`),
      '',
    ]),
    '  Or from a shell:',
    '',
    `    curl -s ${url}/graphql -H 'authorization: Bearer ${identities[0]?.token ?? ''}' -H 'content-type: application/json' \\`,
    `      -d '{"query":"{ objects(filter: {statuses: [FAILED]}) { totalCount nodes { id reason } } }"}'`,
    '',
    ...(notes.length > 0
      ? ['  Intentional faults, to show coverage and live states:', ...notes.map(note => `    ${note}`), '']
      : []),
    '  Press Ctrl-C to stop.',
    '',
  ].join('\n');
}
