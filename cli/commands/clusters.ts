/**
 * `fleetgraph clusters`: lists the clusters that serve would register. If fleetgraph connects to a cluster, the command
 * checks whether the cluster answers, and whether the cluster grants fleetgraph the needed rights.
 *
 * With --server: lists the registrations of a running fleetgraph. Callers who are not administrators see only the
 * clusters that they may name.
 */
import { Command } from 'commander';
import { environmentName } from '../../config/environment-name.ts';
import type { Config } from '../../config/schema.ts';
import { identitiesOf } from '../../identity/static-tokens.ts';
import type { WorkToDo } from '../register/check-cluster.ts';
import { document, jsonOption } from '../client/output.ts';
import { ownClusters } from '../serve/own-clusters.ts';
import { printable } from '../printable.ts';
import { NO_CLUSTER, UsageError } from '../usage-error.ts';

interface ClustersFlags {
  config?: string;
  kubeconfig?: string;
  server?: string;
  tokenFile?: string;
  output: 'text' | 'json';
}

export function clustersCommand(): Command {
  return new Command('clusters')
    .description(
      'Check every registered cluster: whether it answers, and whether fleetgraph may list and impersonate there',
    )
    .option('-c, --config <file>', `configuration file (YAML); ${environmentName(['config'])} without the flag`)
    .option(
      '--kubeconfig <file>',
      'also check every context of this kubeconfig; default without a configuration: $KUBECONFIG or ~/.kube/config',
    )
    .option(
      '-s, --server <url>',
      'query the fleetgraph at this URL instead; administrators see all registrations. Without the flag, FLEETGRAPH_SERVER is not used',
    )
    .option(
      '--token-file <file>',
      'with --server: file with your bearer token; without the flag FLEETGRAPH_TOKEN, or else fleetgraph login',
    )
    .addOption(jsonOption())
    .action(async (flags: ClustersFlags) => {
      if (flags.server !== undefined)
        return (await import('../client/administration.ts')).printAdministration({ ...flags, server: flags.server });
      const note = serverNote(flags, process.env);
      if (note !== undefined) process.stderr.write(`${printable(note)}\n`);
      const { loadConfig } = await import('../../config/load.ts');
      const config = loadConfig({
        ...(flags.config !== undefined && { file: flags.config }),
        env: process.env,
        cwd: process.cwd(),
      });
      const [{ openClusters }, { checkCluster }] = await Promise.all([
        import('../serve/open-clusters.ts'),
        import('../register/check-cluster.ts'),
      ]);
      const { registry, sources, close } = await openClusters({ config, ...ownClusters(flags, config, process.env) });
      if (registry.list().length === 0) throw new UsageError(NO_CLUSTER);
      const work = workOf(config);
      const results = await Promise.all(registry.list().map(cluster => checkCluster(cluster, work)));
      const sorted = results.toSorted((a, b) => (a.name < b.name ? -1 : 1));
      if (flags.output === 'json')
        process.stdout.write(
          document(
            'json',
            sorted.map(({ name, ok, line }) => ({ cluster: name, ok, message: line })),
          ),
        );
      else for (const { name, line, ok } of sorted) console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name}  ${line}`);
      if (sorted.some(({ ok }) => !ok)) process.exitCode = 1;
      if (!sources.isAllUsed) process.exitCode = 1; // the log names the unused sources
      await close();
    });
}

/** Text that suggests --server, if the environment names a server and no flag names a configuration or kubeconfig. */
export function serverNote(
  { config, kubeconfig }: Pick<ClustersFlags, 'config' | 'kubeconfig'>,
  env: NodeJS.ProcessEnv,
): string | undefined {
  const server = env['FLEETGRAPH_SERVER'];
  if (!server || config !== undefined || kubeconfig !== undefined) return undefined;
  return `These are the clusters of the configuration on this machine. To query FLEETGRAPH_SERVER: fleetgraph clusters --server ${server}`;
}

function workOf({ kinds, rbac, authentication, identity }: Config): WorkToDo {
  const tokens = authentication.flatMap(entry => (entry.type === 'static' ? entry.tokens : []));
  try {
    return {
      kinds,
      audit: rbac.audit.perMinute > 0,
      tokenReviewers: authentication.flatMap(entry => (entry.type === 'tokenReview' ? entry.cluster : [])),
      people: identitiesOf(tokens, identity),
      strangers: tokens.length === 0 || authentication.some(({ type }) => type !== 'static'),
    };
  } catch (error) {
    throw new UsageError(`authentication: ${(error as Error).message}`);
  }
}
