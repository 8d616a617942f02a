/**
 * What a benchmark yields: one figure of ours, where there is one the figure of a peer measured in the same run, and whether the target is met.
 *
 * Ratios compare better than absolute figures between machines, so they are what targets of speed are about. Above 1 we are better, whatever
 * the unit.
 */

export interface Measurement {
  /** `benchmark: what exactly`. Unique. */
  readonly name: string;
  readonly unit: Unit;
  readonly ours: number;
  readonly peer: number | null;
  readonly peerName: string | null;
  /** How many times better ours is than the peer's. */
  readonly ratio: number | null;
  readonly target: string | null;
  readonly met: boolean | null;
}

export type Unit = 'ms' | 's' | 'MB' | 'B/row' | 'rows' | 'queries/s' | 'objects/s';

export interface Peer {
  readonly name: string;
  readonly value: number;
}

export interface MeasurementParts {
  readonly unit: Unit;
  readonly ours: number;
  readonly peer?: Peer;
  /** The bound of our figure: at most this, or at least this where more is better. */
  readonly target?: number;
}

export function measurement(name: string, { unit, ours, peer, target }: MeasurementParts): Measurement {
  const moreIsBetter = unit.endsWith('/s') || unit === 'rows';
  return {
    name,
    unit,
    ours: rounded(ours),
    peer: peer ? rounded(peer.value) : null,
    peerName: peer?.name ?? null,
    ratio: peer ? rounded(moreIsBetter ? ours / peer.value : peer.value / ours) : null,
    target: target === undefined ? null : `${moreIsBetter ? '≥' : '≤'} ${target} ${unit}`,
    met: target === undefined ? null : moreIsBetter ? ours >= target : ours <= target,
  };
}

/** Three significant digits, or whole numbers: more is not repeatable. */
function rounded(value: number): number {
  return value >= 1_000 ? Math.round(value) : Number(value.toPrecision(3));
}
