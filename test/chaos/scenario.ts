/**
 * One scenario: clusters change, something breaks, it is repaired, and the system recovers, while a sampler checks
 * every answer.
 */
import { converged, rowsOf } from './convergence.ts';
import { encodeObjectId } from '../../schema/object-id.ts';
import { Sampler } from './sampler.ts';
import type { World } from './world.ts';

export interface Scenario {
  readonly name: string;
  /** Action of the scenario, for the table. */
  readonly title: string;
  readonly world: 'redis' | 'cluster' | 'real' | 'clock' | 'attacked' | 'attacked-mixed';
  /** Part of `make test`, too. */
  readonly short: boolean;
  /** @default 60 s */
  readonly withinMs?: number;
  /** Breaks something and mends it; resolves, perhaps with a remark, when it is mended. */
  strike(world: World): Promise<string | undefined | void>;
  /** Restores a part that stays away until everything has recovered without it. */
  restore?(world: World): Promise<void>;
}

export interface Outcome {
  readonly scenario: Scenario;
  /** Forbidden observations, or the reason for a failed recovery. Empty if all went well. */
  readonly violations: readonly string[];
  readonly brokenMs: number;
  /** Time from the end of the fault until full recovery. Undefined without recovery. */
  readonly recoveredMs: number | undefined;
  readonly answers: number;
  readonly slowestMs: number;
  readonly remark: string;
}

/** Forbidden observation of the scenario itself. */
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
