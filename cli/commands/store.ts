/**
 * `fleetgraph store check`: compares the index in the store with the clusters. It lists the collected kinds and the
 * RBAC objects of each cluster, as far as the collector's identity may list them. Exit codes: 0 all equal, 1 a cluster
 * is different or was not compared, 2 could not begin or was interrupted.
 */
import { Command } from 'commander';
import { inParallel } from '../../async/parallel.ts';
import type { Difference } from '../../collector/comparison.ts';
import { environmentName } from '../../config/environment-name.ts';
import type { Registered } from '../../clusters/registry.ts';
import { withRules } from '../../kinds/configured.ts';
import type { GrantObject } from '../../rbac/types.ts';
import { StoreUnavailableError, type Row, type Store } from '../../store/store.ts';
import type { IndexReport } from '../store/check-index.ts';
import { document, jsonOption } from '../client/output.ts';
import { printable, printableLines } from '../printable.ts';
import { NO_CLUSTER, repeated, UsageError } from '../usage-error.ts';

interface CheckFlags {
  config?: string;
  kubeconfig?: string;
  cluster: string[];
  output: 'text' | 'json';
}

/** Maximum number of differing objects to print for each resource. */
const EXAMPLES = 5;
const AT_ONCE = 4;

export function storeCommand(): Command {
  const store = new Command('store').description('Check and repair the index in the store');
  store.addCommand(
    new Command('check')
      .description('Compare the index with the clusters it was made from')
      .option('-c, --config <file>', `configuration file (YAML); ${environmentName(['config'])} without the flag`)
      .option('--kubeconfig <file>', 'check every context of this kubeconfig, too')
      .option('--cluster <name>', 'only this cluster; may be repeated', repeated, [])
      .addOption(jsonOption())
      .exitOverride()
      .showHelpAfterError('(add --help for the options)')
      .action(check),
  );
  return store;
}

interface ClusterResult {
  readonly cluster: string;
  readonly outcome: 'equal' | 'different' | 'not compared';
  /** Reason why the cluster was not compared. Empty if it was compared. */
  readonly reason: string;
  readonly report: IndexReport | undefined;
}

async function check(flags: CheckFlags): Promise<void> {
  const { loadConfig } = await import('../../config/load.ts');
  const config = loadConfig({
    ...(flags.config !== undefined && { file: flags.config }),
    env: process.env,
    cwd: process.cwd(),
  });
  if (config.store.type === 'memory')
    throw new UsageError(
      'store.type is memory: that index lives inside the process that serves it. What can be checked is a Redis store.',
    );
  const [{ openClusters }, { openStore }, { checkIndex }, { projectionsOfSubgraphs }, { configuredRules }] =
    await Promise.all([
      import('../serve/open-clusters.ts'),
      import('../store/open-store.ts'),
      import('../store/check-index.ts'),
      import('../../subgraphs/registry.ts'),
      import('../../config/status-rules.ts'),
    ]);
  const ending = new AbortController();
  const end = () => ending.abort(new UsageError('Interrupted. The remaining clusters were not compared.'));
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, end);
  const opened = await openStore(config.store, process.env);
  const { registry, close } = await openClusters({ config, kubeconfig: flags.kubeconfig, store: opened }).catch(
    async (error: unknown) => {
      await opened.close();
      throw error;
    },
  );
  try {
    const registrations = wanted(registry.list(), flags.cluster);
    const stored = await clustersOf(opened);
    const lookup = withRules(configuredRules(config.status.rules));
    const projections = await projectionsOfSubgraphs();
    const progress = progressLine(registrations.length);
    const checkOne = async ({ name, client, collect }: Registered): Promise<ClusterResult> => {
      const onProgress = (resource: string) => progress.show(name, resource);
      const options = {
        cluster: name,
        client,
        collect,
        store: opened,
        kinds: config.kinds,
        lookup,
        projections,
        signal: ending.signal,
        onProgress,
      };
      try {
        return result(name, await checkIndex(options));
      } catch (error) {
        ending.signal.throwIfAborted();
        return { cluster: name, outcome: 'not compared', reason: (error as Error).message, report: undefined };
      } finally {
        progress.done();
      }
    };
    const results = await inParallel(registrations, AT_ONCE, checkOne).finally(() => progress.end());
    const unknown = flags.cluster.length > 0 ? [] : stored.filter(name => !registry.get(name)).sort();
    process.stdout.write(
      flags.output === 'json' ? document('json', summaryOf(results, unknown)) : text(results, unknown),
    );
    if (results.some(({ outcome }) => outcome !== 'equal')) process.exitCode = 1;
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, end);
    await close();
    await opened.close();
  }
}

function wanted(registrations: readonly Registered[], names: readonly string[]): readonly Registered[] {
  const sorted = registrations.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  if (sorted.length === 0) throw new UsageError(NO_CLUSTER);
  const absent = names.filter(name => !sorted.some(registration => registration.name === name));
  if (absent.length > 0)
    throw new UsageError(
      `--cluster ${absent.join(', ')}: not registered. Registered clusters: ${sorted.map(({ name }) => name).join(', ')}.`,
    );
  return names.length === 0 ? sorted : sorted.filter(({ name }) => names.includes(name));
}

async function clustersOf(store: Store): Promise<readonly string[]> {
  try {
    return await store.clusters();
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    throw new UsageError(`The store cannot be read: ${error.message}`);
  }
}

function result(cluster: string, report: IndexReport): ClusterResult {
  const equal = report.differences.size === 0 && report.moving === 0;
  return { cluster, outcome: equal ? 'equal' : 'different', reason: '', report };
}

type Kind = Difference<Row | GrantObject>['type'];
const KINDS: readonly Kind[] = ['missing', 'extra', 'different'];

function count(differences: readonly Difference<unknown>[], kind: Kind): number {
  return differences.filter(({ type }) => type === kind).length;
}

function summary(differences: readonly Difference<unknown>[]): string {
  return KINDS.filter(kind => count(differences, kind) > 0)
    .map(kind => `${count(differences, kind)} ${kind}`)
    .join(', ');
}

function text(results: readonly ClusterResult[], unknown: readonly string[]): string {
  const lines = results.flatMap(({ cluster, outcome, reason, report }) => {
    const words = outcome === 'equal' ? 'equal       ' : outcome.toUpperCase().padEnd(12);
    if (!report) return [`${words} ${cluster}  ${reason}`];
    const all = [...report.differences.values()].flat();
    const numbers = `${report.rows} objects and ${report.grants} RBAC objects on the cluster`;
    const moving = report.moving > 0 ? [`  ${report.moving} objects changed too often to be compared`] : [];
    return [
      `${words} ${cluster}  ${[summary(all), numbers].filter(Boolean).join('; ')}`,
      ...Array.from(
        report.differences,
        ([resource, found]) => `  ${resource}: ${summary(found)}, such as ${examples(found)}`,
      ),
      ...moving,
      ...Array.from(
        report.skipped,
        ([resource, why]) => `  ${resource}: not compared, the collector's identity may not list it (${why})`,
      ),
    ];
  });
  const equal = results.filter(({ outcome }) => outcome === 'equal').length;
  lines.push(`${equal} of ${results.length} clusters equal`);
  for (const name of unknown)
    lines.push(`the store also holds ${name}, which is not registered here; a collector removes it`);
  return printableLines(lines);
}

function examples(differences: readonly Difference<unknown>[]): string {
  return differences
    .slice(0, EXAMPLES)
    .map(
      ({ type, key, fields }) =>
        `${decodeURIComponent(key)} (${type}${fields.length > 0 ? `: ${fields.join(', ')}` : ''})`,
    )
    .join(', ');
}

function summaryOf(results: readonly ClusterResult[], unregistered: readonly string[]): object {
  return {
    equal: results.every(({ outcome }) => outcome === 'equal'),
    clusters: results.map(({ report, ...reported }) => ({
      ...reported,
      ...(report && {
        objects: report.rows,
        grants: report.grants,
        moving: report.moving,
        differences: Array.from(report.differences, ([resource, found]) => ({
          resource,
          ...Object.fromEntries(KINDS.map(kind => [kind, count(found, kind)])),
          examples: found.slice(0, EXAMPLES).map(({ type, key, fields }) => ({ type, key, fields })),
        })),
        skipped: Object.fromEntries(report.skipped),
      }),
    })),
    unregistered,
  };
}

/** Shows progress on a terminal, in one line that is overwritten. Writes nothing if standard error is no terminal. */
function progressLine(total: number): { show(cluster: string, resource: string): void; done(): void; end(): void } {
  const { stderr } = process;
  let finished = 0;
  const write = (line: string) => {
    if (stderr.isTTY) stderr.write(`\r\x1b[2K${line}`);
  };
  return {
    show: (cluster, resource) => write(printable(`checked ${finished}/${total} clusters · ${cluster}: ${resource}`)),
    done: () => void (finished += 1),
    end: () => write(''),
  };
}
