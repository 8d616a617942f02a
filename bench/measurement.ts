/**
 * The result of a benchmark: a figure of the product, sometimes a figure of a peer from the same run, and whether the
 * target is met.
 *
 * Ratios are more comparable between machines than absolute figures. A ratio above 1 means that the product is better,
 * for every unit.
 */

export interface Measurement {
  /** Unique name in the form `benchmark: subject`. */
  readonly name: string;
  readonly unit: Unit;
  readonly ours: number;
  readonly peer: number | null;
  readonly peerName: string | null;
  /** Factor by which our figure is better than the peer's. */
  readonly ratio: number | null;
  readonly target: string | null;
  readonly met: boolean | null;
}

export type Unit =
  | 'µs'
  | 'ms'
  | 's'
  | 'kB'
  | 'MB'
  | 'B/row'
  | 'rows'
  | 'queries/s'
  | 'objects/s'
  | 'rows/s'
  | 'connections'
  | 'answers';

export interface Peer {
  readonly name: string;
  readonly value: number;
}

export interface MeasurementParts {
  readonly unit: Unit;
  readonly ours: number;
  readonly peer?: Peer;
  /** Bound of our figure: its maximum, or its minimum for units where more is better. */
  readonly target?: number;
  /** Minimum factor by which our figure must be better than the peer's. Without a peer the target is not judged. */
  readonly timesBetter?: number;
  /** Maximum of our figure, as a multiple of the peer's. */
  readonly timesAsMuch?: number;
}

export function measurement(name: string, parts: MeasurementParts): Measurement {
  const { unit, ours, peer } = parts;
  const ratio = peer ? (isMoreBetter(unit) ? ours / peer.value : peer.value / ours) : null;
  return {
    name,
    unit,
    ours: rounded(ours),
    peer: peer ? rounded(peer.value) : null,
    peerName: peer?.name ?? null,
    ratio: ratio === null ? null : rounded(ratio),
    ...goal(parts, ratio),
  };
}

const isMoreBetter = (unit: Unit) => unit.endsWith('/s') || unit === 'rows';

function goal(
  { unit, ours, peer, target, timesBetter, timesAsMuch }: MeasurementParts,
  ratio: number | null,
): Pick<Measurement, 'target' | 'met'> {
  if (timesBetter !== undefined)
    return { target: `≥ ${timesBetter} ×`, met: ratio === null ? null : ratio >= timesBetter };
  if (timesAsMuch !== undefined && peer)
    return { target: `≤ ${timesAsMuch} × ${peer.name}`, met: ours <= timesAsMuch * peer.value };
  if (target === undefined) return { target: null, met: null };
  return isMoreBetter(unit)
    ? { target: `≥ ${target} ${unit}`, met: ours >= target }
    : { target: `≤ ${target} ${unit}`, met: ours <= target };
}

/** Rounds to three significant digits, or to whole numbers from 1 000. More digits would not be repeatable. */
function rounded(value: number): number {
  return value >= 1_000 ? Math.round(value) : Number(value.toPrecision(3));
}
