/**
 * The differential suite for as long as one likes: `node test/conformance/rbac/soak.ts 1000000`, or `make rbac-soak N=1000000`. RBAC_SEED repeats a run.
 * Ends with the line that `make test` prints too, and with 1 after a difference.
 */
import { Differential, summary } from './differential.ts';
import { Stage } from './stage.ts';

const decisions = Number(process.argv[2] ?? 200_000);
const seed = Number(process.env['RBAC_SEED'] ?? Math.floor(Math.random() * 1_000_000));
if (!Number.isSafeInteger(decisions) || decisions < 1 || !Number.isSafeInteger(seed)) {
  console.error('A number of decisions is expected, and perhaps RBAC_SEED as a whole number: make rbac-soak N=200000 RBAC_SEED=42');
  process.exit(2);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
console.error(`seed ${seed}: ${decisions} decisions, on a real API server that is being started`);

await using stage = await Stage.start();
const report = await new Differential(stage).run({
  seed,
  decisions,
  onRound: ({ rounds, decisions, seconds }) => {
    if (rounds % 50 === 0) console.error(`round ${rounds}: ${decisions} decisions, ${Math.round(decisions / seconds)} decisions/s`);
  },
});
if (report.counterExample) console.log(report.counterExample);
console.log(summary(report));
process.exitCode = report.overGrants + report.underGrants > 0 ? 1 : 0;
