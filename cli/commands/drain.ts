/**
 * `fleetgraph drain`: makes a running fleetgraph move every workload off a member cluster. Progress goes to standard
 * error, the result to standard output. Exit codes: 0 done, 1 refused or not done in time, 2 wrong use or no answer.
 */
import { Command } from 'commander';
import { openEndpoint, withEndpoint, type Ask, type EndpointFlags } from '../client/endpoint.ts';
import { milliseconds } from '../client/flag-values.ts';
import { document, jsonOption } from '../client/output.ts';
import { printableLines } from '../printable.ts';
import { waitFor } from '../client/waiting.ts';
import { UsageError } from '../usage-error.ts';
import {
  MOVE,
  act,
  actedLines,
  isDone,
  memberOf,
  moveWords,
  objectOf,
  warningLines,
  type ActedOn,
  type MoveOfPolicy,
} from '../client/workloads.ts';

interface DrainFlags extends EndpointFlags {
  readonly hub?: string;
  readonly end: boolean;
  readonly dryRun: boolean;
  readonly wait: boolean;
  readonly timeout: string;
  readonly output: 'text' | 'json';
}

export function drainCommand(): Command {
  const command = new Command('drain')
    .description(
      'Drain a member cluster of a hub: its workloads are moved one policy after the other, without disruption',
    )
    .argument('<member>', 'name of the member cluster, or id of its ManagedCluster or Cluster')
    .option('--hub <cluster>', 'the hub, if several have a member of the name')
    .option('--end', 'end the drain: the engine may assign workloads to the cluster again', false)
    .option('--dry-run', 'only check', false)
    .option('--wait', 'wait until no workload is left', false)
    .option('--timeout <duration>', 'with --wait: give up after this time', '1h')
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES)
    .action(drain);
  return withEndpoint(command);
}

const EXAMPLES = `
Examples:
  fleetgraph drain leaf-01 --wait
  fleetgraph drain leaf-01 --hub hub-eu --end
`;

async function drain(word: string, flags: DrainFlags): Promise<void> {
  const { hub, end, dryRun, wait, output } = flags;
  if (wait && (dryRun || end))
    throw new UsageError(`${end ? '--end' : '--dry-run'} leaves nothing to wait for. Remove --wait.`);
  const timeoutMs = milliseconds('--timeout', flags.timeout);
  const ask = openEndpoint(flags);
  const id = await memberOf(ask, word, hub);
  const [result] = await act(ask, 'drain', { ids: [id], drained: !end, dryRun });
  const state = wait && isDone(result!) ? await waitFor({ ...waiting(ask, id), timeoutMs }) : undefined;
  process.stdout.write(reported(output, result!, state));
  if (!isDone(result!) || (state && !state.done)) process.exitCode = 1;
}

export interface DrainState {
  readonly done: boolean;
  readonly remaining: number;
  readonly stuck: readonly { readonly id: string; readonly move: MoveOfPolicy | null }[];
}

const STATE = `query Drain($id: ID!) {
  object(id: $id) {
    placementMember { drain { done remaining stuck { id ${MOVE} } } }
  }
}`;

function waiting(ask: Ask, id: string) {
  return {
    ask: async (): Promise<DrainState> => {
      interface Found {
        readonly placementMember: { readonly drain: DrainState | null } | null;
      }
      const object = await objectOf<Found>(ask, STATE, id);
      if (!object?.placementMember) throw new UsageError(`${id} is not there any more, or you may not see it.`);
      // The index may not show the drain yet.
      return object.placementMember.drain ?? { done: false, remaining: -1, stuck: [] };
    },
    isOver: ({ done }: DrainState) => done,
    lines: drainLines,
  };
}

/** Maximum number of policies that one report of progress names. */
const MAX_NAMED = 5;

export function drainLines({ done, remaining, stuck }: DrainState): string[] {
  if (done) return ['No workload is left.'];
  if (remaining < 0) return ['The drain is not in the index yet.'];
  if (remaining === 0)
    return [
      'No workload that you see is left. There may be others: you may not list all of the hub, it is not indexed, or the index keeps only a part of the members of a workload.',
    ];
  const named = stuck.slice(0, MAX_NAMED).map(({ id, move }) => `  ${id}: ${move ? moveWords(move) : 'no move'}`);
  const more = stuck.length > MAX_NAMED ? [`  and ${stuck.length - MAX_NAMED} more policies`] : [];
  const isStuck =
    stuck.length === 0 ? '' : `; ${stuck.length} ${stuck.length === 1 ? 'policy is' : 'policies are'} stuck:`;
  return [`${remaining} ${remaining === 1 ? 'workload is' : 'workloads are'} left${isStuck}`, ...named, ...more];
}

export function reported(output: 'text' | 'json', result: ActedOn, state: DrainState | undefined): string {
  if (output === 'json') return document('json', { ...result, ...(state && { drain: state }) });
  const lines = state ? [...warningLines([result]), ...drainLines(state)] : actedLines([result]);
  return printableLines(lines);
}
