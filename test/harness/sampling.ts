/**
 * Length and seed of random tests. `make test` runs a part of the cases, with a seed from the commit. `make prove` runs
 * all cases with a new seed.
 */

/** True if all suites run at full length. */
export const isProof: boolean = process.env['FLEETGRAPH_PROOF'] === '1';

/** True if every case runs: in `make prove`, and without FLEETGRAPH_SEED, which test/run.ts sets. */
export const runsAll: boolean = isProof || process.env['FLEETGRAPH_SEED'] === undefined;

/** Seed of random tests. Set FLEETGRAPH_SEED to repeat a run. */
export const SEED: number = Number(process.env['FLEETGRAPH_SEED'] ?? Date.now() % 2 ** 31);

/** Returns `count` of many similar cases. SEED decides which. Returns all cases if runsAll is true. */
export function sampleOf<T>(count: number, cases: readonly T[]): readonly T[] {
  if (runsAll) return cases;
  return Array.from(
    { length: count },
    (_, i) => cases[(SEED + Math.floor((i * cases.length) / count)) % cases.length]!,
  );
}

/** The length of a random test: `full` in `make prove`, else `part`. */
export function lengthOf({ part, full }: { readonly part: number; readonly full: number }): number {
  return isProof ? full : part;
}
