/**
 * `fleetgraph serve`: runs fleetgraph with a configuration file. Without a file, the contexts of a kubeconfig are the
 * clusters.
 *
 * Without configured authentication, a gateway creates one token and prints it, so that a person at a terminal can
 * query at once. The token stands for the user who started the process, or for the user of --as. Without --as, this
 * person acts on each cluster as the user of the kubeconfig (owner.ts).
 */
import { Command } from 'commander';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { environmentName } from '../../config/environment-name.ts';
import type { Config } from '../../config/schema.ts';
import type { Authenticator } from '../../identity/authenticator.ts';
import type { ClusterRegistry } from '../../clusters/registry.ts';
import { staticTokens } from '../../identity/static-tokens.ts';
import type { Logger } from '../../telemetry/log.ts';
import { openLog } from '../serve/open-log.ts';
import { Owner } from '../serve/owner.ts';
import { NO_CLUSTER, repeated, UsageError, wholeNumber } from '../usage-error.ts';
import { ownClusters } from '../serve/own-clusters.ts';

/**
 * Maximum wait at the start, in milliseconds, for clusters to answer which user the kubeconfig stands for. Later
 * answers are logged.
 */
const ASKED_WITHIN_MS = 5_000;

interface ServeFlags {
  config?: string;
  kubeconfig?: string;
  context: string[];
  host?: string;
  port?: string;
  supergraph?: string;
  as?: string;
  asGroup: string[];
}

export function serveCommand(): Command {
  return new Command('serve')
    .description('Index the registered clusters and answer GraphQL queries over them')
    .option('-c, --config <file>', `configuration file (YAML) (default: $${environmentName(['config'])})`)
    .option(
      '--kubeconfig <file>',
      'also serve every context of this kubeconfig (default without a configuration: $KUBECONFIG or ~/.kube/config)',
    )
    .option('--context <name>', 'serve only this context of the kubeconfig; may be repeated', repeated, [])
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('-p, --port <number>', 'port to listen on; 0 picks a free port (default: 4000)')
    .option('--supergraph <file>', 'use this composed supergraph instead of composing one')
    .option('--as <user>', 'the user that the printed token signs in, if authentication is not configured')
    .option('--as-group <group>', 'a group of --as; may be repeated', repeated, [])
    .action(serve);
}

async function serve(flags: ServeFlags): Promise<void> {
  const configure = await configuration(flags);
  const config = configure();
  const log = openLog(config.log.level);
  const [
    { assemble },
    { checkPolicies, clusterSources },
    { openClusters, SERVE_WAIT_MS },
    { openStore },
    { terminalProgress },
    { followConfig, refuseLoss },
    { untilSignal },
    { startWarnings },
  ] = await Promise.all([
    import('../serve/assemble.ts'),
    import('../serve/cluster-sources.ts'),
    import('../serve/open-clusters.ts'),
    import('../store/open-store.ts'),
    import('../serve/progress.ts'),
    import('../serve/reload.ts'),
    import('../serve/shutdown.ts'),
    import('../serve/start-warnings.ts'),
  ]);
  checkPolicies(config);
  const own = ownClusters(flags, config, process.env);
  const store = await openStore(config.store, process.env, log);
  const following = { store, renewTokens: true, waitMs: SERVE_WAIT_MS, env: process.env, log };
  const { registry, sources } = await openClusters({ config, ...own, ...following }).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  if (registry.list().length === 0 && config.clusterSources.length === 0) log.warn(NO_CLUSTER);
  for (const { key, message } of startWarnings(config, registry.list(), process.env)) log.warn({ key }, message);
  const local =
    config.authentication.length === 0 && config.roles.includes('gateway')
      ? localCaller(registry, flags, log)
      : undefined;
  const progress = process.stderr.isTTY ? terminalProgress(process.stderr) : undefined;
  const running = await assemble({
    config,
    registry,
    sources,
    store,
    log,
    env: process.env,
    ...(local && { authenticators: [local.authenticator] }),
    ...(progress && { onProgress: update => progress.show(update) }),
  });
  log.info(
    { url: running.url, operations: running.operationsUrl, clusters: registry.list().length, roles: config.roles },
    'ready',
  );
  if (local) {
    const who = await local.who();
    console.log(
      `Explorer: ${running.url}/   GraphiQL: ${running.url}/graphiql\ntoken: ${local.token}   (${who}; valid for this run, because authentication is not configured)`,
    );
  }
  const endReloading = followConfig({
    config,
    file: flags.config ?? process.env[environmentName(['config'])],
    load: configure,
    apply: next => {
      checkPolicies(next);
      const following = clusterSources(next, own, { env: process.env, log });
      refuseLoss(sources.lostBy(following), registry.list().length);
      running.exchangeTokens(next);
      sources.follow(following);
    },
    log,
  });
  await untilSignal(async signal => {
    endReloading();
    // SIGINT comes from a terminal, where no load balancer needs time to notice the shutdown.
    if (signal === 'SIGTERM') await running.drain();
    local?.close();
    progress?.end();
    await running.close();
  }, log);
}

/** Returns a function that reads the configuration. The function runs at the start and for each reload. */
async function configuration(flags: ServeFlags): Promise<() => Config> {
  const [{ loadConfig }, { checkAddress }] = await Promise.all([
    import('../../config/load.ts'),
    import('../serve/start-warnings.ts'),
  ]);
  return () => {
    const config = loadConfig({
      ...(flags.config !== undefined && { file: flags.config }),
      env: process.env,
      cwd: process.cwd(),
      flags: {
        server: {
          ...(flags.host !== undefined && { host: flags.host }),
          ...(flags.port !== undefined && { port: wholeNumber('--port', flags.port, { min: 0, max: 65_535 }) }),
        },
        // Made absolute here, because relative paths of a configuration start at its file.
        ...(flags.supergraph !== undefined && { supergraph: resolve(flags.supergraph) }),
      },
    });
    if (config.authentication.length > 0 && flags.as !== undefined) {
      throw new UsageError(
        '--as creates a token for the user that you name, but the configuration has authentication. Remove --as or authentication.',
      );
    }
    checkAddress(config);
    return config;
  };
}

interface LocalCaller {
  readonly token: string;
  readonly authenticator: Authenticator;
  /** Describes the caller for people. */
  readonly who: () => Promise<string>;
  readonly close: () => void;
}

/**
 * The caller who uses the printed token: the user of --as, or else the user who started this process. The group
 * `system:masters` is not removed.
 */
function localCaller(registry: ClusterRegistry, { as: user, asGroup: groups }: ServeFlags, log: Logger): LocalCaller {
  const token = randomBytes(24).toString('base64url');
  if (user === undefined) {
    const owner = new Owner(registry, log);
    return {
      token,
      authenticator: owner.authenticator(token),
      who: () => owner.summary(ASKED_WITHIN_MS),
      close: () => owner.close(),
    };
  }
  const authenticator = staticTokens([{ token, user, groups }], { allowSystemMasters: true });
  return { token, authenticator, who: async () => `you are ${user}`, close: () => undefined };
}
