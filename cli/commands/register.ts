/**
 * `fleetgraph register`: registers clusters with a fleetgraph that reads Secrets of a hub (`clusterSources` of type
 * secrets), one context of a kubeconfig each, and checks each like `fleetgraph clusters`. A second run changes nothing,
 * or renews tokens. A failing cluster does not stop the others.
 */
import { Command, Option } from 'commander';
import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { inParallel } from '../../async/parallel.ts';
import { ALLOWANCES, type Allowance } from '../../kubernetes/untrusted-kubeconfig.ts';
import type { KubernetesClient } from '../../kubernetes/client.ts';
import type { Kubeconfig } from '../../kubernetes/kubeconfig.ts';
import { parseDuration } from '../../schema/duration.ts';
import { clusterList, clusterName, labelsOf, type ListedCluster } from '../cluster-list.ts';
import { kubeconfigIn, withoutToken } from '../hub-secret.ts';
import { checkKinds, checkNamespace, impersonationOf, withLeafRights, type LeafRightsFlags } from '../leaf-rights-flags.ts';
import { document, jsonOption } from '../output.ts';
import { printable } from '../printable.ts';
import type { HubPlace, Step } from '../register-cluster.ts';
import { repeated, UsageError } from '../usage-error.ts';
import { usualKubeconfig } from '../own-clusters.ts';

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
  /** `registered`, `changed`, `unchanged`, `removed`, or `failed`. */
  readonly outcome: string;
  readonly message: string;
  readonly steps: readonly Step[];
}

/** Clusters processed concurrently. */
const AT_ONCE = 8;

export function registerCommand(): Command {
  const command = new Command('register')
    .description('Register clusters: an account with the least rights on each, and a Secret on the hub from which fleetgraph reads it')
    .argument('[contexts...]', 'the clusters, as contexts of the kubeconfig')
    .option('-f, --file <file>', 'many clusters, one a line: CONTEXT [NAME] [LABEL=VALUE …]')
    .option('--kubeconfig <file>', 'where the contexts are; as kubectl without the flag')
    .option('--name <name>', 'what fleetgraph calls the cluster (default: as its context)')
    .option('--server <url>', 'how fleetgraph reaches its API server, where that is not how the kubeconfig does')
    .option('--label <key=value>', 'a label of the clusters; may be repeated', repeated, [])
    .option('--namespace <name>', 'namespace of the ServiceAccount on the clusters', 'fleetgraph')
    .option('--hub-kubeconfig <file>', 'kubeconfig of the hub (default: --kubeconfig)')
    .option('--hub-context <name>', 'its context; needed where --hub-kubeconfig is not given')
    .option('--hub-namespace <name>', 'namespace of the Secrets', 'fleetgraph')
    .addOption(
      new Option('--allow <what>', 'what `allow` of the source has, too; may be repeated')
        .choices(ALLOWANCES)
        .argParser((value: string, before: readonly string[]) => allowed(value, before))
        .default([]),
    )
    .option('--token-for <duration>', 'how long a token lasts; a cluster may give less', '720h')
    .option('--dry-run', 'print what would be made, and change nothing', false)
    .option('--remove', 'take the clusters out of the hub, and the account off them', false);
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
  const [{ readKubeconfig }, { createKubernetesClient }, { silentLogger }, { registerCluster, unregisterCluster, withoutTokens }] =
    await Promise.all([
      import('../../kubernetes/kubeconfig.ts'),
      import('../../kubernetes/api-client.ts'),
      import('../../telemetry/log.ts'),
      import('../register-cluster.ts'),
    ]);
  const path = flags.kubeconfig ?? usualKubeconfig(process.env);
  if (path === undefined) throw new UsageError('There is no kubeconfig. Name one with --kubeconfig.');
  const kubeconfig = await readKubeconfig(path);
  const hubKubeconfig = flags.hubKubeconfig === undefined ? kubeconfig : await readKubeconfig(flags.hubKubeconfig);
  const hubTarget = await hubKubeconfig.target(hubContext(flags, hubKubeconfig), 'the hub');
  const open = (target: typeof hubTarget): KubernetesClient => createKubernetesClient(target, { log: silentLogger });
  const hub: HubPlace & { client: KubernetesClient } = { client: open(hubTarget), namespace: flags.hubNamespace };

  const one = async (cluster: ListedCluster): Promise<Result> => {
    const { name, context } = cluster;
    let leaf: KubernetesClient | undefined;
    try {
      // A removed cluster may have lost its context.
      const isGone = flags.remove && !kubeconfig.contexts.includes(context);
      const target = isGone ? undefined : await kubeconfig.target(context, name);
      leaf = target && open(target);
      if (!leaf || !target || flags.remove) {
        const steps = await unregisterCluster({ name, leaf, namespace: flags.namespace, hub, dryRun: flags.dryRun });
        const about = leaf ? '' : `; no context "${context}", so nothing was looked for on the cluster`;
        return { cluster: name, ok: true, outcome: outcomeOf(steps), message: `${counted(steps, flags.dryRun)}${about}`, steps };
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
    throw new UsageError('Which clusters? Name contexts of the kubeconfig, or a file of them with -f.');
  if (file === undefined) {
    if (contexts.length > 1 && (name !== undefined || server !== undefined))
      throw new UsageError('--name and --server are of one cluster. Register it by itself, or give names in a file with -f.');
    const named = contexts.map(context => ({ context, name: clusterName(name ?? context, `context ${context}`), labels: {} }));
    const twice = contexts.find((context, i) => contexts.indexOf(context) !== i);
    if (twice !== undefined) throw new UsageError(`${twice} is named twice.`);
    return named;
  }
  if (name !== undefined || server !== undefined) throw new UsageError('--name and --server are of one cluster, and -f names many.');
  try {
    return clusterList(readFileSync(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`-f ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Requires a choice, so that it is never by accident kubectl's current cluster. */
function hubContext({ hubContext, hubKubeconfig }: RegisterFlags, kubeconfig: Kubeconfig): string {
  const context = hubContext ?? (hubKubeconfig === undefined ? undefined : kubeconfig.currentContext);
  if (context === undefined)
    throw new UsageError('On which cluster does fleetgraph read Secrets? Name it with --hub-context, or by a --hub-kubeconfig.');
  return context;
}

function secondsOf(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined || ms < 600_000)
    throw new UsageError(`--token-for ${text}: expected a duration of ten minutes or more, such as 720h.`);
  return ms / 1_000;
}

function allowed(value: string, before: readonly string[]): string[] {
  if (!(ALLOWANCES as readonly string[]).includes(value)) throw new UsageError(`--allow ${value}: expected ${ALLOWANCES.join(', ')}.`);
  return [...before, value];
}

function outcomeOf(steps: readonly Step[]): string {
  const did = (what: Step['did']) => steps.some(step => step.did === what);
  if (steps.some(({ on, did, object }) => on === 'hub' && did === 'created' && object.kind === 'Secret')) return 'registered';
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
    const told = ({ on, did, object: { kind, metadata } }: Step) => ({ on, did, kind, namespace: metadata.namespace, name: metadata.name });
    process.stdout.write(document('json', results.map(({ steps, ...result }) => ({ ...result, steps: steps.map(told) })))); // prettier-ignore
    return;
  }
  for (const { cluster, steps } of dryRun ? results : [])
    for (const step of steps) process.stdout.write(`---\n# ${cluster}: ${step.did} on the ${step.on}\n${manifest(step)}`);
  for (const { cluster, ok, message } of results)
    (dryRun ? console.error : console.log)(`${ok ? 'ok  ' : 'FAIL'}  ${cluster}  ${printable(message)}`);
  const counts = Map.groupBy(results, ({ outcome }) => outcome);
  console.error([...counts].map(([outcome, some]) => `${some.length} ${outcome}`).join(', '));
}

/** A Secret with a readable kubeconfig, without the token. */
function manifest({ did, object }: Step): string {
  if (object.kind !== 'Secret' || did === 'removed') return stringify(object, { aliasDuplicateObjects: false });
  const { data: _data, ...rest } = object;
  return stringify({ ...rest, stringData: { kubeconfig: withoutToken(kubeconfigIn(object) ?? '') } }, { lineWidth: 0 });
}
