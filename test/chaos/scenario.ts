/**
 * One scenario: clusters change, something fails and is repaired, and the system recovers. Meanwhile a sampler checks
 * answers.
 */
import { converged, rowsOf } from './convergence.ts';
import { encodeObjectId } from '../../schema/object-id.ts';
import { Sampler } from './sampler.ts';
import type { World } from './world.ts';

export interface Scenario {
  readonly name: string;
  /** Sentence that describes the scenario in the table. */
  readonly title: string;
  readonly world: 'redis' | 'cluster' | 'real' | 'clock' | 'attacked' | 'attacked-mixed';
  /** True if `make test` runs the scenario, too. */
  readonly short: boolean;
  /** Maximum time until recovery in milliseconds. @default 240 000 */
  readonly withinMs?: number;
  /** Causes a fault and repairs it. Resolves after the repair, with an optional remark. */
  strike(world: World): Promise<string | undefined | void>;
  /** Repairs a part that stays broken during the recovery of all other parts. Runs at the end of the scenario. */
  restore?(world: World): Promise<void>;
}

export interface Outcome {
  readonly scenario: Scenario;
  /** Violations, an error of the scenario itself, and the reason for a failed recovery. Empty if there are none. */
  readonly violations: readonly string[];
  readonly brokenMs: number;
  /** Time in milliseconds from the end of the fault until full recovery. Undefined if there was no recovery. */
  readonly recoveredMs: number | undefined;
  readonly answers: number;
  readonly slowestMs: number;
  readonly remark: string;
}

/** A violation that the scenario itself has detected. */
export class Violation extends Error {}

const WITHIN_MS = 240_000;

export async function play(scenario: Scenario, world: World): Promise<Outcome> {
  const settled = await converged(world, WITHIN_MS).catch((error: Error) => error);
  if (settled instanceof Error) {
    const violations = [`it was not well before the scenario began: ${settled.message}`];
    return { scenario, violations, brokenMs: 0, recoveredMs: undefined, answers: 0, slowestMs: 0, remark: '' };
  }
  const rows = [...(await rowsOf(world)).values()];
  const lastingRows = rows.filter(row => world.leaves.sentinels.is(row) && row.cluster !== world.mixed);
  const lasting = Map.groupBy(lastingRows, ({ cluster }) => cluster);
  const sampler = new Sampler(
    world,
    new Map(Array.from(lasting, ([cluster, list]) => [cluster, list.map(encodeObjectId)])),
    rows,
  );
  const endChurn = world.leaves.churn();
  const problems: string[] = [];
  let remark = '';
  let recoveredMs: number | undefined;
  const start = performance.now();
  try {
    remark = (await scenario.strike(world)) ?? '';
  } catch (error) {
    problems.push(
      error instanceof Violation ? error.message : `the scenario itself failed: ${(error as Error).message}`,
    );
  }
  const brokenMs = performance.now() - start;
  await endChurn();
  try {
    await world.leaves.touch();
    recoveredMs = Math.round(await converged(world, scenario.withinMs ?? WITHIN_MS));
  } catch (error) {
    problems.push((error as Error).message);
  }
  const { violations, answers, slowestMs } = await sampler.stop();
  await scenario.restore?.(world);
  return {
    scenario,
    violations: [...violations, ...problems],
    brokenMs: Math.round(brokenMs),
    recoveredMs,
    answers,
    slowestMs,
    remark,
  };
}

export function isWell({ violations }: Outcome): boolean {
  return violations.length === 0;
}

/** A line of the final table. */
export function lineOf({ scenario, violations, brokenMs, recoveredMs, answers, slowestMs, remark }: Outcome): string {
  const seconds = (ms: number | undefined) => (ms === undefined ? 'never' : `${(ms / 1_000).toFixed(1)} s`).padStart(8);
  const first = `${violations.length === 0 ? 'ok  ' : 'FAIL'} ${scenario.name.padEnd(24)} ${seconds(brokenMs)} ${seconds(recoveredMs)} ${String(answers).padStart(8)} ${seconds(slowestMs)}  ${remark}`;
  return [first.trimEnd(), ...violations.map(violation => `       ${violation}`)].join('\n');
}

export const HEADING = `     ${'scenario'.padEnd(24)}   broken  recovered  answers  slowest`;
