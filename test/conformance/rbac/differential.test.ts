/** Compares the evaluator and the product with a real API server, under changing random RBAC. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lengthOf, SEED as COMMON_SEED } from '../../harness/sampling.ts';
import { Differential, summary } from './differential.ts';
import { Stage } from './stage.ts';

const SEED = Number(process.env['RBAC_SEED'] ?? COMMON_SEED);
const DECISIONS = Number(process.env['RBAC_DECISIONS'] ?? lengthOf({ part: 5_000, full: 20_000 }));

describe('on a real API server', () => {
  let stage: Stage;
  let differential: Differential;

  beforeAll(async () => {
    stage = await Stage.start();
    differential = new Differential(stage);
  }, 600_000);
  afterAll(async () => {
    await stage?.[Symbol.asyncDispose]();
  });

  it(`the product shows to everybody exactly what the server lets them list, under seed ${SEED}`, async () => {
    const report = await differential.run({ seed: SEED, decisions: DECISIONS });
    process.stderr.write(`${summary(report)}\n`);
    if (report.counterExample) throw new Error(`seed ${SEED}: ${report.counterExample}`);
    expect(report).toMatchObject({ overGrants: 0, underGrants: 0 });
    expect(Math.min(report.visible, report.decisions - report.visible)).toBeGreaterThanOrEqual(DECISIONS / 20);
  }, 600_000);
});
