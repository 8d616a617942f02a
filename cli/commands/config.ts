/**
 * `fleetgraph config check`: checks a configuration without contacting a cluster. Also reads the files and environment
 * variables that the configuration names. `fleetgraph clusters` contacts the clusters.
 */
import { Command } from 'commander';
import { environmentName } from '../../config/environment-name.ts';
import type { Config } from '../../config/schema.ts';
import { printable } from '../printable.ts';
import { NO_CLUSTER } from '../usage-error.ts';

export function configCommand(): Command {
  const config = new Command('config').description('Check the configuration');
  config.addCommand(
    new Command('check')
      .description('Check a configuration as serve does at its start, without contacting clusters')
      .option('-c, --config <file>', `configuration file (YAML); ${environmentName(['config'])} without the flag`)
      .exitOverride()
      .showHelpAfterError('(add --help for the options)')
      .action(check),
  );
  return config;
}

/** @throws Error if the configuration is invalid */
async function check(flags: { config?: string }): Promise<void> {
  const [{ loadConfig }, { checkAddress, startWarnings }] = await Promise.all([
    import('../../config/load.ts'),
    import('../serve/start-warnings.ts'),
  ]);
  const config = loadConfig({
    ...(flags.config !== undefined && { file: flags.config }),
    ...{ env: process.env, cwd: process.cwd() },
    onEmptyFile: path =>
      console.error(
        printable(
          `warning: the configuration file ${path} is empty. Every key has its default or comes from the environment.`,
        ),
      ),
  });
  checkAddress(config);
  const [
    { openTrustedDocuments },
    { openAuthentication },
    { openClusters, problemText },
    { checkPolicies },
    { openKindTypes },
    { openSupergraph },
    { silentLogger },
    { createMetrics },
    { SUBGRAPH_NAMES },
    { isOnHub },
    { subgraphSdl },
  ] = await Promise.all([
    import('../serve/assemble.ts'),
    import('../serve/open-authentication.ts'),
    import('../serve/open-clusters.ts'),
    import('../serve/cluster-sources.ts'),
    import('../serve/open-kind-types.ts'),
    import('../serve/open-supergraph.ts'),
    import('../../telemetry/log.ts'),
    import('../../telemetry/metrics.ts'),
    import('../../subgraphs/registry.ts'),
    import('../../clusters/sources/registry.ts'),
    import('../../schema/sdl.ts'),
  ]);
  checkPolicies(config);
  const closing: (() => Promise<void>)[] = [];
  try {
    const files = config.clusterSources.filter(({ type }) => !isOnHub(type));
    const { registry, sources, close } = await openClusters({
      config: { ...config, clusterSources: files },
      log: silentLogger,
    });
    closing.push(close);
    const surroundings = { config, registry, log: silentLogger, metrics: createMetrics(), env: process.env };
    openAuthentication({ ...surroundings, first: [], closing });
    openTrustedDocuments(config, silentLogger);
    const types = openKindTypes(config);
    const ours = SUBGRAPH_NAMES.map(name => ({ name, sdl: subgraphSdl(name, types) }));
    await openSupergraph(config, ours, process.env);
    const clusters = registry.list();
    const problems = [...sources.problems.map(problemText), ...(await hubProblems(config))];
    for (const problem of problems) console.error(printable(`FAIL: ${problem}`));
    if (problems.length > 0) process.exitCode = 1;
    for (const { key, message } of startWarnings(config, clusters, process.env))
      console.error(printable(`warning: ${key}: ${message}`));
    if (config.clusters.length + config.clusterSources.length === 0) console.error(`warning: clusters: ${NO_CLUSTER}`);
    const hubs = config.clusterSources.length - files.length;
    const ofHubs = hubs > 0 ? ` and those of ${counted(hubs, 'hub')} (not contacted)` : '';
    console.log(
      `${problems.length > 0 ? 'FAIL' : 'ok'}: ${counted(clusters.length, 'cluster')}${ofHubs}, store ${config.store.type}, roles ${config.roles.join(' and ')}, authentication ${config.authentication.map(({ type }) => type).join(', ') || 'none'}`,
    );
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

/**
 * Problems in the kubeconfig files of the hubs. A hub without such a file is not checked, because the ServiceAccount
 * of a pod cannot be checked outside the pod.
 */
async function hubProblems({ clusterSources }: Config): Promise<string[]> {
  const { hubFileProblem } = await import('../../clusters/hub.ts');
  const problems = clusterSources.map(async (source, i) => {
    if (source.type === 'kubeconfig' || source.kubeconfig === undefined) return [];
    const problem = await hubFileProblem(source.kubeconfig, source.context);
    return problem === undefined ? [] : [`clusterSources[${i}]: ${problem}`];
  });
  return (await Promise.all(problems)).flat();
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
