/**
 * `fleetgraph serve`: the product. With a configuration file, or with nothing but a kubeconfig, whose contexts are then the clusters.
 *
 * Without any configured authentication the process makes one token and prints it. The token stands for the user whom the first answering
 * cluster sees behind the kubeconfig (or for --as). So a person at a terminal can ask at once, and no other user can.
 */
import { Command } from 'commander';
import { randomBytes } from 'node:crypto';
import { environmentName, loadConfig } from '../../config/load.ts';
import type { Config } from '../../config/schema.ts';
import type { Authenticator } from '../../identity/authenticator.ts';
import type { ClusterRegistry } from '../../clusters/registry.ts';
import { createLogger } from '../../telemetry/log.ts';
import { checkAddress, startWarnings } from '../start-warnings.ts';
import { NO_CLUSTER, UsageError, wholeNumber } from '../usage-error.ts';

interface ServeFlags {
  config?: string;
  kubeconfig?: string;
  host?: string;
  port?: string;
  supergraph?: string;
  as?: string;
  asGroup: string[];
}

export function serveCommand(): Command {
  return new Command('serve')
    .description('Index the registered clusters and answer GraphQL queries over them')
    .option('-c, --config <file>', `configuration file (YAML); ${environmentName(['config'])} without the flag`)
    .option('--kubeconfig <file>', 'serve every context of this kubeconfig, beside the configured clusters')
    .option('--host <address>', 'address to listen on (default 127.0.0.1)')
    .option('-p, --port <number>', 'port to listen on, 0 for any free one (default 4000)')
    .option('--supergraph <file>', 'a ready supergraph instead of composing one')
    .option('--as <user>', 'without configured authentication: whom the printed token stands for')
    .option('--as-group <group>', 'a group of --as; may be repeated', (group: string, groups: string[]) => [...groups, group], [])
    .action(serve);
}

async function serve(flags: ServeFlags): Promise<void> {
  const config = configure(flags);
  const log = createLogger(config.log.level);
  const [{ assemble }, { checkPolicies, clusterSources }, { openClusters }, { terminalProgress }, { followConfig }, { untilSignal }] =
    await Promise.all([
      import('../assemble.ts'),
      import('../cluster-sources.ts'),
      import('../open-clusters.ts'),
      import('../progress.ts'),
      import('../reload.ts'),
      import('../shutdown.ts'),
    ]);
  checkPolicies(config);
  const { registry, sources } = await openClusters({ config, kubeconfig: flags.kubeconfig, renewTokens: true, env: process.env, log });
  if (registry.list().length === 0 && config.clusterSources.length === 0) log.warn(NO_CLUSTER);
  for (const { key, message } of startWarnings(config, registry.list(), process.env)) log.warn({ key }, message);
  const generated =
    config.authentication.length === 0 && config.roles.includes('gateway') ? await generateToken(registry, flags) : undefined;
  const progress = process.stderr.isTTY ? terminalProgress(process.stderr) : undefined;
  const running = await assemble({
    config,
    registry,
    sources,
    log,
    env: process.env,
    ...(generated && { authenticators: [generated.authenticator] }),
    ...(progress && { onProgress: update => progress.show(update) }),
  });
  log.info({ url: running.url, clusters: registry.list().length, roles: config.roles }, 'ready');
  if (generated) {
    console.log(
      `${running.url}/graphiql\ntoken: ${generated.token}   (you are ${generated.user}; made for this run, since authentication is not configured)`,
    );
  }
  const endReloading = followConfig({
    config,
    file: flags.config ?? process.env[environmentName(['config'])],
    load: () => configure(flags),
    apply: next => {
      checkPolicies(next);
      running.exchangeTokens(next);
      sources.follow(clusterSources(next, flags.kubeconfig, { env: process.env, log }));
    },
    log,
  });
  await untilSignal(async () => {
    endReloading();
    progress?.end();
    await running.close();
  }, log);
}

function configure(flags: ServeFlags): Config {
  const config = loadConfig({
    ...(flags.config !== undefined && { file: flags.config }),
    env: process.env,
    cwd: process.cwd(),
    flags: {
      server: {
        ...(flags.host !== undefined && { host: flags.host }),
        ...(flags.port !== undefined && { port: wholeNumber('--port', flags.port, { min: 0, max: 65_535 }) }),
      },
      ...(flags.supergraph !== undefined && { supergraph: flags.supergraph }),
    },
  });
  if (config.authentication.length > 0 && flags.as !== undefined) {
    throw new UsageError(
      '--as makes a token for the user that you name, but the configuration has authentication of its own. Leave one of the two out.',
    );
  }
  checkAddress(config);
  return config;
}

/** The owner of the kubeconfig keeps its rights: `system:masters` is not removed here, since they have that right anyway. */
async function generateToken(
  registry: ClusterRegistry,
  flags: ServeFlags,
): Promise<{ token: string; user: string; authenticator: Authenticator }> {
  const { staticTokens } = await import('../../identity/static-tokens.ts');
  const token = randomBytes(24).toString('base64url');
  const { user, groups } = flags.as !== undefined ? { user: flags.as, groups: flags.asGroup } : await whoAmI(registry);
  return { token, user, authenticator: staticTokens([{ token, user, groups }], { allowSystemMasters: true }) };
}

/** Asks the clusters who the kubeconfig's user is (SelfSubjectReview); the first answer decides. */
async function whoAmI(registry: ClusterRegistry): Promise<{ user: string; groups: string[] }> {
  const asked = registry.list().map(async ({ client }) => {
    const review = await client.request<{ status?: { userInfo?: { username?: string; groups?: string[] } } }>(
      '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      {
        as: { type: 'self' },
        method: 'POST',
        body: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
        timeoutMs: 5_000,
      },
    );
    const { username, groups = [] } = review.status?.userInfo ?? {};
    if (!username) throw new Error('no user name in the review');
    return { user: username, groups: groups.filter(group => group !== 'system:authenticated') };
  });
  return Promise.any(asked).catch(() => ({ user: 'fleetgraph:local', groups: [] }));
}
