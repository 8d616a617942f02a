/**
 * Runs attacks against a checkout of fleetgraph and reports the effect on a second user. Options: --list (prints all
 * attacks), --only NAME (repeatable), --checkout DIR (a folder with bin/fleetgraph, by default this checkout),
 * --seconds and --strength (of each attack), --rows (for attacks that need rows), --json (one line of JSON for each
 * attack).
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { joinSteps, stepsTable, type LongStep } from '../harness/long-steps.ts';
import { ATTACKS, attackOf } from './attacks.ts';
import { Stage, type Outcome } from './stage.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    checkout: { type: 'string' },
    seconds: { type: 'string', default: '6' },
    strength: { type: 'string', default: '1' },
    rows: { type: 'string', default: '60000' },
    json: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
if (values.list) {
  for (const { name, title } of ATTACKS) console.log(`${name.padEnd(24)} ${title}`);
  process.exit(0);
}

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

const attacks = values.only ? values.only.map(attackOf) : ATTACKS;
const force = { seconds: Number(values.seconds), strength: Number(values.strength) };
const longSteps: LongStep[] = [];
let failed = false;
for (const [rows, ofRows] of Map.groupBy(attacks, ({ needs }) => needs.rows === true)) {
  const stage = await Stage.set({
    clusters: 6,
    objects: rows ? Number(values.rows) : 3_000,
    longSteps: true,
    signal: interrupted.signal,
    ...(values.checkout !== undefined && { checkout: values.checkout }),
  });
  try {
    for (const attack of ofRows) {
      try {
        const outcome = await stage.play(attack, { force, aroundMs: 2_000 });
        longSteps.push(...outcome.longSteps);
        console.log(values.json ? JSON.stringify({ ...outcome, load: loadavg()[0] }) : lineOf(outcome));
      } catch (error) {
        if (interrupted.signal.aborted) throw error;
        failed = true;
        console.log(`${attack.name}: it could not be played: ${(error as Error).message}`);
      }
    }
  } finally {
    await stage[Symbol.asyncDispose]();
  }
}
if (!values.json) console.log(`the gateway's ${stepsTable(joinSteps(longSteps))}`);
process.exit(failed ? 1 : 0);

function lineOf({ attack, before, during, attacker, ending, residentMB, longSteps }: Outcome): string {
  const ms = (value: number) => `${value < 1_000 ? value.toFixed(0) : `${(value / 1_000).toFixed(1)} k`}`.padStart(7);
  const lines = Object.entries(during.questions).map(
    ([name, { p50, p99, max, lost, requested, lostAfterMark, why }]) => {
      const alone = before.questions[name as keyof typeof before.questions];
      return `  ${name.padEnd(11)} p50 ${ms(p50)} p99 ${ms(p99)} max ${ms(max)} ms (alone p99 ${ms(alone?.p99 ?? NaN)})  lost ${lost} of ${requested}, afterwards ${lostAfterMark} ${JSON.stringify(why)}`;
    },
  );
  return [
    `${attack}: ${ending ?? 'lives'}; ${residentMB.before} MB, at most ${residentMB.peak} MB; closed ${during.closed}; own delay ${during.ownDelayMs.toFixed(0)} ms; load ${loadavg()[0]?.toFixed(1)}`,
    ...lines,
    `  attacker ${attacker.seconds.toFixed(1)} s: ${JSON.stringify(attacker.answers)}`,
    ...longSteps.map(
      ({ function: name, count, longestMs }) => `  step of ${longestMs.toFixed(0)} ms at most, ${count} times: ${name}`,
    ),
  ].join('\n');
}
