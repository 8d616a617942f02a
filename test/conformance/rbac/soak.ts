/**
 * Runs the differential suite with any number of decisions: `node test/conformance/rbac/soak.ts 1000000`, or `make
 * rbac-soak N=1000000`. RBAC_SEED repeats a run. The last line of the output is the summary that `make test` also
 * prints. Exits with 1 after a difference.
 */
import { Differential, summary } from './differential.ts';
import { Stage } from './stage.ts';

const decisions = wholeNumber('N', process.argv[2] ?? '200000', 1);
const seed = wholeNumber('RBAC_SEED', process.env['RBAC_SEED'] ?? `${Math.floor(Math.random() * 1_000_000)}`, 0);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
console.error(`seed ${seed}: ${decisions} decisions, on a real API server that is being started`);

await using stage = await Stage.start();
const report = await new Differential(stage).run({
  seed,
  decisions,
  onRound: ({ rounds, decisions, seconds }) => {
    if (rounds % 50 === 0)
      console.error(`round ${rounds}: ${decisions} decisions, ${Math.round(decisions / seconds)} decisions/s`);
  },
});
if (report.counterExample) console.log(report.counterExample);
console.log(summary(report));
process.exitCode = report.overGrants + report.underGrants > 0 ? 1 : 0;

function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least && text.trim() !== '') return value;
  console.error(`${name} is a whole number from ${least} on, not "${text}": make rbac-soak N=200000 RBAC_SEED=42`);
  process.exit(2);
}
