/**
 * `make chaos`: runs scenarios that break the environment of fleetgraph. Reports the time until recovery after each
 * scenario. --only NAME runs only this scenario and can be repeated. --seed repeats the random data of
 * the simulated clusters of a run. All started processes end with this program, also after Ctrl-C.
 */
import { parseArgs } from 'node:util';
import { HEADING, isWell, lineOf, play, type Outcome } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';
import type { World } from './world.ts';
import { missingFor, startWorld } from './worlds.ts';

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, seed: { type: 'string' }, list: { type: 'boolean' } },
});
const unknown = values.only?.find(only => !SCENARIOS.some(({ name }) => name === only));
if (values.list || unknown !== undefined) {
  const table = SCENARIOS.map(({ name, title }) => `${name.padEnd(24)} ${title}`).join('\n');
  if (unknown === undefined) console.log(table);
  else console.error(`There is no scenario "${unknown}". There are:\n${table}`);
  process.exit(unknown === undefined ? 0 : 2);
}
const scenarios = SCENARIOS.filter(({ name }) => values.only?.includes(name) ?? true);
const seed = values.seed ?? String(Date.now());
console.log(`seed ${seed}; ${scenarios.length} scenarios, about a quarter of a minute each`);

let world: World | undefined;
const endWorld = async () => {
  const ended = world;
  world = undefined;
  await ended?.[Symbol.asyncDispose]();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endWorld().finally(() => process.exit(130)));

const outcomes: Outcome[] = [];
const skipped: string[] = [];
const byWorld = Map.groupBy(scenarios, scenario => scenario.world);
for (const [kind, ofWorld] of byWorld) {
  const missing = await missingFor(kind);
  if (missing === undefined) continue;
  byWorld.delete(kind);
  skipped.push(...ofWorld.map(({ name }) => `SKIP ${name.padEnd(24)} ${missing}`));
}
for (const line of skipped) console.log(line);
try {
  for (const [kind, ofWorld] of byWorld) {
    for (const scenario of ofWorld) {
      world ??= await startWorld(kind, seed);
      const outcome = await play(scenario, world);
      outcomes.push(outcome);
      console.log(lineOf(outcome));
      if (isWell(outcome)) continue;
      console.log(await world.product.logs());
      // The next scenario starts with a new, healthy world.
      await endWorld();
    }
    await endWorld();
  }
} finally {
  await endWorld();
}
const failed = outcomes.filter(outcome => !isWell(outcome)).length;
console.log(['', HEADING, ...outcomes.map(lineOf), ...skipped, `seed ${seed}`].join('\n'));
console.log(`${outcomes.length - failed} well, ${failed} failed, ${skipped.length} skipped`);
// In CI a skipped scenario is a failure.
process.exit(failed > 0 || outcomes.length === 0 || (process.env['CI'] && skipped.length > 0) ? 1 : 0);
