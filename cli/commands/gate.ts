/**
 * `fleetgraph gate`: asks a running fleetgraph whether the next wave of a rollout may start. Exit codes: 0 open, 1
 * closed, 2 unknown. Progress goes to standard error, the answer to standard output.
 */
import { Command } from 'commander';
import { openEndpoint, withEndpoint, type Ask, type EndpointFlags } from '../client/endpoint.ts';
import { commas, milliseconds } from '../client/flag-values.ts';
import { needed } from '../client/listing.ts';
import { document, jsonOption } from '../client/output.ts';
import { blockTable, DEPLOYMENT, packageIdOf, whyNot, type ListedDeployment } from '../client/packages.ts';
import { waitFor, type Waiting } from '../client/waiting.ts';
import { UsageError } from '../usage-error.ts';

interface GateFlags extends EndpointFlags {
  readonly clusters: readonly string[];
  readonly revision?: string;
  readonly soak: string;
  readonly appliedIsEnough: boolean;
  readonly wait: boolean;
  readonly timeout: string;
  readonly output: 'text' | 'json';
}

export interface Gate {
  readonly open: boolean;
  readonly passed: number;
  readonly blocks: readonly GateBlock[];
  readonly truncated: boolean;
}

export interface GateBlock {
  readonly cluster: string;
  readonly cause: string;
  readonly deployment: ListedDeployment | null;
}

const GATE = `query Gate($id: ID!, $clusters: [String!]!, $revision: String, $soak: Duration!, $appliedIsEnough: Boolean!) {
  packageGate(id: $id, clusters: $clusters, revision: $revision, soak: $soak, appliedIsEnough: $appliedIsEnough) {
    open passed truncated
    blocks { cluster cause deployment { ${DEPLOYMENT} } }
  }
}`;

/** Maximum interval between two queries of --wait. */
const MAX_WAIT_MS = 30_000;

export function gateCommand(): Command {
  const command = new Command('gate')
    .description('Ask whether the next wave of a rollout may start: exit code 0 open, 1 closed, 2 unknown')
    .argument('<package...>', 'the package: ADDRESS DIRECTORY, ADDRESS//DIRECTORY, or its id (//…)')
    .requiredOption('--clusters <names>', 'the clusters of the waves so far; commas, or repeated', commas, [])
    .option(
      '--revision <revision>',
      'the revision that each deployment must have, a commit in full (default: the expected one)',
    )
    .option('--soak <duration>', 'how long each deployment must have been ready: 90s, 10m, 2h', '0s')
    .option(
      '--applied-is-enough',
      'also pass deployments whose engine tells nothing of the health of its objects',
      false,
    )
    .option('--wait', 'ask again until the gate is open', false)
    .option('--timeout <duration>', 'with --wait: give up after this time', '1h')
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES)
    .action(gate);
  return withEndpoint(command);
}

const EXAMPLES = `
Examples:
  fleetgraph gate https://git.example/org/repo//apps/web --clusters canary-1,canary-2
  fleetgraph gate git@git.example:org/repo.git apps/web --clusters canary-1 --revision "$GITHUB_SHA" --soak 10m --wait
`;

async function gate(words: readonly string[], flags: GateFlags): Promise<void> {
  const { clusters, revision, soak, appliedIsEnough, wait, output } = flags;
  const id = packageIdOf(words);
  const timeoutMs = milliseconds('--timeout', flags.timeout);
  milliseconds('--soak', soak);
  if (clusters.length === 0)
    throw new UsageError('--clusters names no cluster. Name those of the waves so far: --clusters leaf-01,leaf-02');
  const ask = openEndpoint(flags);
  const variables = { id, clusters, revision, soak, appliedIsEnough };
  const answer = await askOnce(ask, variables);
  const last = wait ? await untilOpen({ ask: () => askOnce(ask, variables), first: answer, timeoutMs }) : answer;
  process.stdout.write(
    output === 'json' ? document('json', { package: id, clusters, ...last }) : reported(last, clusters.length),
  );
  if (!last.open) process.exitCode = 1;
}

async function askOnce(ask: Ask, variables: object): Promise<Gate> {
  return needed(await ask<{ packageGate: Gate | null }>(GATE, variables)).packageGate!;
}

/** Resolves with the first open answer, or with the last answer before the timeout. Repeats queries that fail. */
export function untilOpen(
  waiting: Pick<Waiting<Gate>, 'ask' | 'first' | 'timeoutMs' | 'say' | 'clock'>,
): Promise<Gate> {
  return waitFor({ ...waiting, isOver: ({ open }) => open, lines: progress, maxWaitMs: MAX_WAIT_MS });
}

/** Maximum number of blocks that one report of progress names. */
const MAX_NAMED = 5;

function progress({ open, passed, blocks }: Gate): string[] {
  if (open) return [];
  const more = blocks.length > MAX_NAMED ? [`  and ${blocks.length - MAX_NAMED} more`] : [];
  return [
    `Closed: ${passed} ${passed === 1 ? 'cluster has' : 'clusters have'} passed.`,
    ...blocks
      .slice(0, MAX_NAMED)
      .map(({ cluster, cause, deployment }) => `  ${cluster}: ${cause}${whyNot(deployment)}`),
    ...more,
  ];
}

export function reported({ open, passed, blocks, truncated }: Gate, clusters: number): string {
  const line = `${open ? 'open' : 'closed'}: ${passed} of ${clusters} ${clusters === 1 ? 'cluster' : 'clusters'} passed\n`;
  if (blocks.length === 0) return line;
  return `${line}${blockTable(blocks)}${truncated ? 'There are more blocks than these.\n' : ''}`;
}
