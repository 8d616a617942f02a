/**
 * `fleetgraph clusters`: what serve would register, each with whether it answers, as whom, and whether it lets fleetgraph do its work. A check before the
 * first start, and when coverage says that something is wrong.
 */
import { Command } from 'commander';
import { environmentName, loadConfig } from '../../config/load.ts';
import { NO_CLUSTER, UsageError } from '../usage-error.ts';

export function clustersCommand(): Command {
  return new Command('clusters')
    .description('Check every registered cluster: does it answer, may fleetgraph list and impersonate there')
    .option('-c, --config <file>', `configuration file (YAML); ${environmentName(['config'])} without the flag`)
    .option('--kubeconfig <file>', 'check every context of this kubeconfig, too')
    .action(async (flags: { config?: string; kubeconfig?: string }) => {
      const config = loadConfig({ ...(flags.config !== undefined && { file: flags.config }), env: process.env, cwd: process.cwd() });
      const [{ ClusterRegistry }, { registerKubeconfig, registerClusters }, { checkCluster }] = await Promise.all([
        import('../../kubernetes/registry.ts'),
        import('../../kubernetes/kubeconfig-source.ts'),
        import('../check-cluster.ts'),
      ]);
      const registry = new ClusterRegistry();
      await registerClusters(registry, config.clusters, config.limits);
      if (flags.kubeconfig) await registerKubeconfig(registry, flags.kubeconfig, config.limits);
      if (registry.list().length === 0) throw new UsageError(NO_CLUSTER);
      const results = await Promise.all(registry.list().map(cluster => checkCluster(cluster, config.kinds)));
      for (const { name, line, ok } of results.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name}  ${line}`);
        if (!ok) process.exitCode = 1;
      }
      await registry.close();
    });
}
