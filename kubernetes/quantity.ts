/**
 * Parses quantities of Kubernetes (k8s.io/apimachinery pkg/api/resource), such as `250m`, `1Gi` or `1e3`, into numbers.
 */

const QUANTITY = /^([+-]?(?:\d+\.?\d*|\.\d+))(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E|[eE][+-]?\d{1,3})?$/;

const SUFFIXES: Readonly<Record<string, number>> = {
  ...{ Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50, Ei: 2 ** 60 },
  ...{ n: 1e-9, u: 1e-6, m: 1e-3, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 },
};

/** Maximum characters of a quantity. */
const MAX_LENGTH = 64;
/** Maximum absolute value of an amount. Bounded so that sums of amounts stay finite. */
const MAX_AMOUNT = 2 ** 63;

/**
 * The amount in units (cores, bytes). Undefined if the value is not a quantity or exceeds a maximum. The value may be a
 * plain JSON number.
 */
export function quantityOf(value: unknown): number | undefined {
  if (typeof value === 'number') return isAmount(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
  const [, digits, suffix = ''] = QUANTITY.exec(value) ?? [];
  if (digits === undefined) return undefined;
  const factor = SUFFIXES[suffix];
  // The division makes 9m exactly 0.009. The product 9 * 0.001 is 0.009000000000000001.
  const amount =
    factor === undefined
      ? Number(digits + suffix)
      : factor < 1
        ? Number(digits) / Math.round(1 / factor)
        : Number(digits) * factor;
  return isAmount(amount) ? amount : undefined;
}

function isAmount(value: number): boolean {
  return Math.abs(value) <= MAX_AMOUNT;
}
