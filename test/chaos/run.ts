/**
 * `make chaos`: breaks what fleetgraph runs on, in every way it knows, and says after each how long it took until everything was right again. --only NAME
 * plays that scenario alone (may be repeated), --seed repeats a run's changes. What it starts ends with it, also on Ctrl-C.
 */
import { parseArgs } from 'node:util';
import { HEADING, isWell, lineOf, play, type Outcome } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';
import type { World } from './world.ts';
import { startWorld } from './worlds.ts';

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, seed: { type: 'string' }, list: { type: 'boolean' } },
});
const scenarios = SCENARIOS.filter(({ name }) => values.only?.includes(name) ?? true);
if (values.list || scenarios.length === 0) {
  for (const { name, title } of SCENARIOS) console.log(`${name.padEnd(24)} ${title}`);
  process.exit(values.list ? 0 : 2);
}
const seed = values.seed ?? String(Date.now());
console.log(`seed ${seed}`);

let world: World | undefined;
let worldKind: string | undefined;
const outcomes: Outcome[] = [];
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    interrupted = true;
    void (world?.[Symbol.asyncDispose]() ?? Promise.resolve()).finally(() => process.exit(130));
  });

try {
  for (const scenario of scenarios) {
    if (scenario.world !== worldKind) {
      await world?.[Symbol.asyncDispose]();
      world = undefined;
      worldKind = scenario.world;
      const started = await startWorld(scenario.world, seed);
      if (typeof started === 'string') console.log(`SKIPPED the scenarios of the ${scenario.world} world: ${started}`);
      else world = started;
    }
    if (!world) continue;
    const outcome = await play(scenario, world);
    outcomes.push(outcome);
    console.log(lineOf(outcome));
    if (isWell(outcome)) continue;
    // The next one begins with a world that is well.
    console.log(await world.product.logs());
    worldKind = undefined;
  }
} finally {
  if (!interrupted) await world?.[Symbol.asyncDispose]();
}
console.log(['', HEADING, ...outcomes.map(lineOf), `seed ${seed}`].join('\n'));
process.exit(outcomes.every(isWell) ? 0 : 1);
