/**
 * `fleetgraph move`: makes a running fleetgraph move the workloads of a policy to other member clusters. Progress goes
 * to standard error, the result to standard output. Exit codes: 0 done, 1 refused, blocked or not done in time, 2
 * wrong use or no answer.
 */
import { Command, Option } from 'commander';
import { openEndpoint, withEndpoint, type Ask, type EndpointFlags } from '../client/endpoint.ts';
import { commas, milliseconds } from '../client/flag-values.ts';
import { document, jsonOption } from '../client/output.ts';
import { waitFor } from '../client/waiting.ts';
import { UsageError } from '../usage-error.ts';
import {
  MOVE,
  act,
  actedLines,
  isDone,
  moveWords,
  objectOf,
  policyOf,
  warningLines,
  type ActedOn,
  type MoveOfPolicy,
} from '../client/workloads.ts';
import { printableLines } from '../printable.ts';

interface MoveFlags extends EndpointFlags {
  readonly to: readonly string[];
  readonly cancel: boolean;
  readonly volumes: 'respect' | 'leave';
  readonly dryRun: boolean;
  readonly wait: boolean;
  readonly timeout: string;
  readonly output: 'text' | 'json';
}

export function moveCommand(): Command {
  const command = new Command('move')
    .description(
      'Move workloads of a hub to other member clusters: new copies are proved healthy before old ones are removed',
    )
    .argument(
      '<id>',
      'id of a Placement, PropagationPolicy or ClusterPropagationPolicy, or of a workload that one places',
    )
    .option('--to <members>', 'the member clusters, as the engine calls them; commas, or repeated', commas, [])
    .option('--cancel', 'end the assignment by name: the policy gets back what it said', false)
    .addOption(
      new Option('--volumes <what>', 'persistent volumes: respect blocks a move that would leave data behind')
        .choices(['respect', 'leave'])
        .default('respect'),
    )
    .option('--dry-run', 'only check', false)
    .option('--wait', 'wait until the move is complete, or blocked', false)
    .option('--timeout <duration>', 'with --wait: give up after this time', '1h')
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES)
    .action(move);
  return withEndpoint(command);
}

const EXAMPLES = `
Examples:
  fleetgraph move hub/cluster.open-cluster-management.io/Placement/shop/where --to leaf-02 --wait
  fleetgraph move hub/work.karmada.io/ResourceBinding/shop/web-deployment --to leaf-01,leaf-02 --dry-run
`;

async function move(id: string, flags: MoveFlags): Promise<void> {
  const { to, cancel, dryRun, wait, output } = flags;
  if (cancel === to.length > 0)
    throw new UsageError(
      cancel
        ? '--cancel ends an assignment by name. Remove --to.'
        : '--to names no member cluster. Add --to leaf-02, or --cancel.',
    );
  if (wait && dryRun) throw new UsageError('A dry run changes nothing that could be waited for. Remove --wait.');
  const timeoutMs = milliseconds('--timeout', flags.timeout);
  const ask = openEndpoint(flags);
  const policy = await policyOf(ask, id);
  const volumes = flags.volumes.toUpperCase();
  const [result] = await act(ask, 'move', { ids: [policy], clusters: cancel ? null : to, volumes, dryRun });
  const state =
    wait && isDone(result!)
      ? await waitFor({ ...waiting(ask, policy, cancel ? undefined : to), timeoutMs })
      : undefined;
  process.stdout.write(reported(output, result!, state));
  if (!isDone(result!) || (state && !hasEnded(state, cancel))) process.exitCode = 1;
}

export interface MoveState {
  readonly wanted: readonly string[] | null;
  readonly assigned: readonly string[];
  readonly move: MoveOfPolicy | null;
}

const STATE = `query Move($id: ID!) {
  object(id: $id) { placementPolicy { wanted assigned ${MOVE} } }
}`;

function waiting(ask: Ask, policy: string, to: readonly string[] | undefined) {
  return {
    ask: async (): Promise<MoveState> => {
      const object = await objectOf<{ readonly placementPolicy: MoveState | null }>(ask, STATE, policy);
      if (!object?.placementPolicy) throw new UsageError(`${policy} is not there any more, or you may not see it.`);
      return object.placementPolicy;
    },
    isOver: (state: MoveState) => isOver(state, to),
    lines: ({ move }: MoveState) => [
      move ? moveWords(move) : to ? 'PENDING: no mover has begun' : 'the policy has its former specification',
    ],
  };
}

/** @param to Target members. Undefined if the request cancels a move */
export function isOver({ wanted, move }: MoveState, to: readonly string[] | undefined): boolean {
  if (!to) return wanted === null && move === null;
  // The index may still show the previous move.
  if (!move || !isSame(move.to, to)) return false;
  return move.phase === 'DONE' || move.phase === 'BLOCKED';
}

function hasEnded({ move }: MoveState, isCancelled: boolean): boolean {
  return isCancelled ? move === null : move?.phase === 'DONE';
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.toSorted().join() === b.toSorted().join();
}

export function reported(output: 'text' | 'json', result: ActedOn, state: MoveState | undefined): string {
  if (output === 'json') return document('json', { ...result, ...(state && { policy: state }) });
  const lines = [
    ...(state ? warningLines([result]) : actedLines([result])),
    ...(state
      ? [`${result.id}: ${state.move ? moveWords(state.move) : 'no move'}; assigned: ${state.assigned.join(',')}`]
      : []),
  ];
  return printableLines(lines);
}
