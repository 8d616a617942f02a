/**
 * `fleetgraph agent`: runs in a cluster that only opens outgoing connections. The agent sends the objects of the
 * reported kinds (`--kind`) and RBAC objects to the hub. It listens on no port and writes nothing to its cluster.
 */
import { Command, Option } from 'commander';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { isPrivate } from '../../config/loopback.ts';
import { REPORTED_KINDS } from '../../schema/reported-kinds.ts';
import { LOG_LEVELS, type LogLevel } from '../../telemetry/log.ts';
import { openLog } from '../serve/open-log.ts';
import { repeated, UsageError } from '../usage-error.ts';

const TOKEN_VARIABLE = 'FLEETGRAPH_AGENT_TOKEN';

interface AgentFlags {
  readonly hub: string;
  readonly name: string;
  readonly tokenFile?: string;
  readonly caFile?: string;
  readonly kind: string[];
  readonly detail: 'full' | 'aggregated';
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly logLevel: LogLevel;
}

export function agentCommand(): Command {
  return new Command('agent')
    .description('Report this cluster to a hub that cannot reach it: list and watch, and send reports over HTTPS')
    .requiredOption(
      '--hub <url>',
      'URL of the fleetgraph that takes the reports, for example https://fleet.example.org',
    )
    .option(
      '--token-file <file>',
      `file with the token of this cluster's agent, read for each report (default: $${TOKEN_VARIABLE})`,
    )
    .option(
      '--ca-file <file>',
      'PEM file with the authorities that sign the certificate of the hub (default: those that Node trusts)',
    )
    .option(
      '--name <name>',
      'name of this agent; keep it over restarts, since the hub takes one agent of a cluster at a time',
      hostname(),
    )
    .option(
      '--kind <plural.group>',
      `kind to report; may be repeated (default: ${REPORTED_KINDS.join(', ')})`,
      repeated,
      [],
    )
    .addOption(
      new Option(
        '--detail <level>',
        'aggregated: send counts instead of the identities of applied objects, and no messages',
      )
        .choices(['full', 'aggregated'])
        .default('full'),
    )
    .option('--kubeconfig <file>', 'read the cluster with this kubeconfig (default: the ServiceAccount of this pod)')
    .option('--context <name>', 'context of the kubeconfig')
    .addOption(
      new Option('--log-level <level>', 'least important lines to log').choices([...LOG_LEVELS]).default('info'),
    )
    .action(agent);
}

async function agent(flags: AgentFlags): Promise<void> {
  const url = hubUrl(flags.hub);
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(flags.name))
    throw new UsageError(`--name takes 1 to 64 letters, digits and . _ -, not ${JSON.stringify(flags.name)}.`);
  const token = tokenOf(flags);
  const log = openLog(flags.logLevel);
  const [
    { startAgent },
    { Hub },
    { createKubernetesClient },
    { inClusterKubeconfig },
    { readKubeconfig },
    { untilSignal },
  ] = await Promise.all([
    import('../../agent/agent.ts'),
    import('../../agent/send.ts'),
    import('../../kubernetes/api-client.ts'),
    import('../../kubernetes/in-cluster.ts'),
    import('../../kubernetes/kubeconfig.ts'),
    import('../serve/shutdown.ts'),
  ]);
  const kubeconfig =
    flags.kubeconfig === undefined ? inClusterKubeconfig(process.env) : await readKubeconfig(flags.kubeconfig);
  const context = flags.context ?? kubeconfig.currentContext;
  if (context === undefined)
    throw new UsageError(`${kubeconfig.source} has no current context. Name one with --context.`);
  const client = createKubernetesClient(await kubeconfig.target(context), { log });
  const hub = await Hub.open({ url, token, caFile: flags.caFile }).catch((error: Error) => {
    throw new UsageError(`--ca-file cannot be read: ${error.message}`);
  });
  const kinds = flags.kind.length > 0 ? flags.kind : REPORTED_KINDS;
  const running = startAgent({ client, hub, name: flags.name, kinds, detail: flags.detail, log });
  log.info({ hub: url.origin, agent: flags.name, kinds: kinds.length, detail: flags.detail }, 'the agent runs');
  await untilSignal(async () => {
    await running.close();
    await Promise.all([hub.close(), client.close()]);
  }, log);
}

/** Requires https://, except for loopback addresses, because a token must not cross a network in plain text. */
function hubUrl(text: string): URL {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(`--hub takes a URL such as https://fleet.example.org, not ${JSON.stringify(text)}.`);
  const url = new URL(text);
  if (!isPrivate(url))
    throw new UsageError(`--hub: the token of the agent must not travel in clear. Write https:// for ${url.host}.`);
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    throw new UsageError('--hub takes no user name, query or fragment. The token has a flag of its own, --token-file.');
  return url;
}

function tokenOf({ tokenFile }: AgentFlags): { readonly file: string } | { readonly text: string } {
  if (tokenFile === undefined) {
    const text = process.env[TOKEN_VARIABLE]?.trim();
    if (!text) throw new UsageError(`Give the token of the agent: --token-file, or ${TOKEN_VARIABLE}.`);
    return { text };
  }
  try {
    readFileSync(tokenFile, 'utf8');
  } catch (error) {
    throw new UsageError(`--token-file ${tokenFile} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  return { file: tokenFile };
}
