/**
 * `fleetgraph register`: registers clusters with a fleetgraph that reads Secrets of a hub (`clusterSources` of type
 * secrets). Each context of a kubeconfig is one cluster. Checks each cluster like `fleetgraph clusters`. A second run
 * with equal options changes nothing except tokens that it renews. A failing cluster does not stop the others.
 */
import { Command, Option } from 'commander';
import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { inParallel } from '../../async/parallel.ts';
import { ALLOWANCES, type Allowance } from '../../kubernetes/untrusted-kubeconfig.ts';
import type { KubernetesClient } from '../../kubernetes/client.ts';
import type { Kubeconfig } from '../../kubernetes/kubeconfig.ts';
import { parseDuration } from '../../schema/duration.ts';
import { clusterList, clusterName, labelsOf, type ListedCluster } from '../register/cluster-list.ts';
import { kubeconfigIn, withoutToken } from '../register/hub-secret.ts';
import {
  checkKinds,
  checkNamespace,
  impersonationOf,
  withLeafRights,
  type LeafRightsFlags,
} from '../register/leaf-rights-flags.ts';
import { document, jsonOption } from '../client/output.ts';
import { printable } from '../printable.ts';
import type { HubPlace, Step } from '../register/register-cluster.ts';
import { repeated, UsageError } from '../usage-error.ts';
import { usualKubeconfig } from '../serve/own-clusters.ts';

interface RegisterFlags extends LeafRightsFlags {
  readonly file?: string;
  readonly kubeconfig?: string;
  readonly name?: string;
  readonly server?: string;
  readonly label: readonly string[];
  readonly namespace: string;
  readonly hubKubeconfig?: string;
  readonly hubContext?: string;
  readonly hubNamespace: string;
  readonly allow: readonly Allowance[];
  readonly tokenFor: string;
  readonly dryRun: boolean;
  readonly remove: boolean;
  readonly output: 'text' | 'json';
}

interface Result {
  readonly cluster: string;
  readonly ok: boolean;
  /** Result: `registered`, `changed`, `unchanged`, `removed`, or `failed`. */
  readonly outcome: string;
  readonly message: string;
  readonly steps: readonly Step[];
}

/** Maximum number of clusters that are processed concurrently. */
const AT_ONCE = 8;

export function registerCommand(): Command {
  const command = new Command('register')
    .description(
      'Register clusters: create an account with least rights on each, and a Secret on the hub for fleetgraph to read',
    )
    .argument('[contexts...]', 'contexts of the kubeconfig, one per cluster')
    .option('-f, --file <file>', 'file of clusters, one per line: CONTEXT [NAME] [LABEL=VALUE …]')
    .option('--kubeconfig <file>', 'kubeconfig with the contexts (default: as for kubectl)')
    .option('--name <name>', 'name of the cluster in fleetgraph (default: the context)')
    .option('--server <url>', 'URL at which fleetgraph reaches the API server (default: the URL in the kubeconfig)')
    .option('--label <key=value>', 'label for the clusters; may be repeated', repeated, [])
    .option('--namespace <name>', 'namespace of the ServiceAccount on the clusters', 'fleetgraph')
    .option('--hub-kubeconfig <file>', 'kubeconfig of the hub (default: --kubeconfig)')
    .option('--hub-context <name>', 'context of the hub; required without --hub-kubeconfig')
    .option('--hub-namespace <name>', 'namespace of the Secrets', 'fleetgraph')
    .addOption(
      new Option('--allow <what>', 'allow what `allow` of the source allows; may be repeated')
        .choices(ALLOWANCES)
        .argParser((value: string, before: readonly string[]) => allowed(value, before))
        .default([]),
    )
    .option('--token-for <duration>', 'lifetime of the tokens; a cluster may grant less', '720h')
    .option('--dry-run', 'print the objects and change nothing', false)
    .option('--remove', 'remove the clusters from the hub, and the account from the clusters', false);
  return withLeafRights(command).addOption(jsonOption()).action(register);
}

async function register(contexts: readonly string[], flags: RegisterFlags): Promise<void> {
  const clusters = clustersOf(contexts, flags);
  checkNamespace('--namespace', flags.namespace);
  checkNamespace('--hub-namespace', flags.hubNamespace);
  checkKinds(flags);
  const impersonate = flags.remove ? 'nobody' : impersonationOf(flags);
  const tokenSeconds = secondsOf(flags.tokenFor);
  const labels = labelsOf(flags.label, '--label');
  const [
    { readKubeconfig },
    { createKubernetesClient },
    { silentLogger },
    { registerCluster, unregisterCluster, withoutTokens },
  ] = await Promise.all([
    import('../../kubernetes/kubeconfig.ts'),
    import('../../kubernetes/api-client.ts'),
    import('../../telemetry/log.ts'),
    import('../register/register-cluster.ts'),
  ]);
  const path = flags.kubeconfig ?? usualKubeconfig(process.env);
  if (path === undefined) throw new UsageError('No kubeconfig was found. Name one with --kubeconfig.');
  const kubeconfig = await readKubeconfig(path);
  const hubKubeconfig = flags.hubKubeconfig === undefined ? kubeconfig : await readKubeconfig(flags.hubKubeconfig);
  const hubTarget = await hubKubeconfig.target(hubContext(flags, hubKubeconfig), 'the hub');
  const open = (target: typeof hubTarget): KubernetesClient => createKubernetesClient(target, { log: silentLogger });
  const hub: HubPlace & { client: KubernetesClient } = { client: open(hubTarget), namespace: flags.hubNamespace };

  const one = async (cluster: ListedCluster): Promise<Result> => {
    const { name, context } = cluster;
    let leaf: KubernetesClient | undefined;
    try {
      // The context of a removed cluster may be gone from the kubeconfig.
      const isGone = flags.remove && !kubeconfig.contexts.includes(context);
      const target = isGone ? undefined : await kubeconfig.target(context, name);
      leaf = target && open(target);
      if (!leaf || !target || flags.remove) {
        const steps = await unregisterCluster({ name, leaf, namespace: flags.namespace, hub, dryRun: flags.dryRun });
        const about = leaf
          ? ''
          : `; the kubeconfig has no context "${context}", so the account on the cluster was not removed`;
        return {
          cluster: name,
          ok: true,
          outcome: outcomeOf(steps),
          message: `${counted(steps, flags.dryRun)}${about}`,
          steps,
        };
      }
      const { steps, line } = await registerCluster({
        ...{ name, leaf, hub, tokenSeconds, allow: flags.allow, dryRun: flags.dryRun },
        labels: { ...labels, ...cluster.labels },
        target: { ...target, ...(flags.server !== undefined && { server: flags.server }) },
        rights: {
          namespace: flags.namespace,
          allKinds: flags.allKinds,
          secrets: flags.secrets,
          kinds: flags.kind,
          impersonate,
          tokenReviews: flags.tokenReviews,
        },
      });
      const message = [counted(steps, flags.dryRun), line].filter(Boolean).join('; ');
      return { cluster: name, ok: true, outcome: outcomeOf(steps), message, steps };
    } catch (error) {
      const message = withoutTokens(error);
      const said = message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message;
      return { cluster: name, ok: false, outcome: 'failed', message: said, steps: [] };
    } finally {
      await leaf?.close();
    }
  };
  const results = await inParallel(clusters, AT_ONCE, one);
  await hub.client.close();
  print(results, flags);
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
}

function clustersOf(contexts: readonly string[], { file, name, server }: RegisterFlags): ListedCluster[] {
  if (contexts.length > 0 === (file !== undefined))
    throw new UsageError('No cluster is named. Name contexts of the kubeconfig, or a file of contexts with -f.');
  if (file === undefined) {
    if (contexts.length > 1 && (name !== undefined || server !== undefined))
      throw new UsageError(
        '--name and --server apply to one cluster. Register that cluster alone, or write names in a file for -f.',
      );
    const named = contexts.map(context => ({
      context,
      name: clusterName(name ?? context, `context ${context}`),
      labels: {},
    }));
    const twice = contexts.find((context, i) => contexts.indexOf(context) !== i);
    if (twice !== undefined) throw new UsageError(`${twice} is named twice. Name each context once.`);
    return named;
  }
  if (name !== undefined || server !== undefined)
    throw new UsageError('--name and --server apply to one cluster, but -f names many. Write names in the file.');
  try {
    return clusterList(readFileSync(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`-f ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/**
 * Requires --hub-context or --hub-kubeconfig. Without them, kubectl's current cluster could become the hub by
 * accident.
 */
function hubContext({ hubContext, hubKubeconfig }: RegisterFlags, kubeconfig: Kubeconfig): string {
  const context = hubContext ?? (hubKubeconfig === undefined ? undefined : kubeconfig.currentContext);
  if (context === undefined)
    throw new UsageError(
      'No hub is named: the cluster on which fleetgraph reads Secrets. Name it with --hub-context or --hub-kubeconfig.',
    );
  return context;
}

function secondsOf(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined || ms < 600_000)
    throw new UsageError(`--token-for ${text}: expected a duration of ten minutes or more, such as 720h.`);
  return ms / 1_000;
}

function allowed(value: string, before: readonly string[]): string[] {
  if (!(ALLOWANCES as readonly string[]).includes(value))
    throw new UsageError(`--allow ${value}: expected ${ALLOWANCES.join(', ')}.`);
  return [...before, value];
}

function outcomeOf(steps: readonly Step[]): string {
  const did = (what: Step['did']) => steps.some(step => step.did === what);
  if (steps.some(({ on, did, object }) => on === 'hub' && did === 'created' && object.kind === 'Secret'))
    return 'registered';
  if (steps.some(({ on, did }) => on === 'hub' && did === 'removed')) return 'removed';
  return did('created') || did('changed') || did('removed') ? 'changed' : 'unchanged';
}

function counted(steps: readonly Step[], dryRun: boolean): string {
  const counts = (['created', 'changed', 'removed'] as const).flatMap(what => {
    const count = steps.filter(({ did }) => did === what).length;
    return count === 0 ? [] : [`${count} ${what}`];
  });
  if (counts.length === 0) return 'nothing to do';
  return `${dryRun ? 'would be: ' : ''}${counts.join(', ')}`;
}

function print(results: readonly Result[], { output, dryRun }: RegisterFlags): void {
  if (output === 'json') {
    const reported = ({ on, did, object: { kind, metadata } }: Step) => ({
      on,
      did,
      kind,
      namespace: metadata.namespace,
      name: metadata.name,
    });
    process.stdout.write(document('json', results.map(({ steps, ...result }) => ({ ...result, steps: steps.map(reported) })))); // prettier-ignore
    return;
  }
  for (const { cluster, steps } of dryRun ? results : [])
    for (const step of steps)
      process.stdout.write(`---\n# ${cluster}: ${step.did} on the ${step.on}\n${manifest(step)}`);
  for (const { cluster, ok, message } of results)
    (dryRun ? console.error : console.log)(`${ok ? 'ok  ' : 'FAIL'}  ${cluster}  ${printable(message)}`);
  const counts = Map.groupBy(results, ({ outcome }) => outcome);
  console.error([...counts].map(([outcome, some]) => `${some.length} ${outcome}`).join(', '));
}

/** Formats an object. The kubeconfig of a written Secret is readable and has no token. */
function manifest({ did, object }: Step): string {
  if (object.kind !== 'Secret' || did === 'removed') return stringify(object, { aliasDuplicateObjects: false });
  const { data: _data, ...rest } = object;
  return stringify({ ...rest, stringData: { kubeconfig: withoutToken(kubeconfigIn(object) ?? '') } }, { lineWidth: 0 });
}
