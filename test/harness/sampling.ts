/**
 * Length and seed of random tests: `make test` runs a part of them with the seed of the commit, `make prove` all of
 * them with a new seed.
 */

/** Whether everything runs at full length. */
export const isProof: boolean = process.env['FLEETGRAPH_PROOF'] === '1';

/** A seed between 0 and 2^31; FLEETGRAPH_SEED repeats a run. */
export const SEED: number = Number(process.env['FLEETGRAPH_SEED'] ?? Date.now() % 2 ** 31);

/**
 * A few of many similar cases in `make test`, other ones with each commit; all of them in `make prove`, and where a
 * suite is run by hand.
 */
export function sampleOf<T>(count: number, cases: readonly T[]): readonly T[] {
  if (isProof || process.env['FLEETGRAPH_SEED'] === undefined) return cases;
  return Array.from(
    { length: count },
    (_, i) => cases[(SEED + Math.floor((i * cases.length) / count)) % cases.length]!,
  );
}

/** The length of a random test: `full` in `make prove`, else `part`. */
export function lengthOf({ part, full }: { readonly part: number; readonly full: number }): number {
  return isProof ? full : part;
}
