/**
 * Reads the response to an instant query (a vector) or a range query (a matrix), one series after the other. A large
 * response does not block the event loop.
 *
 * The response is not trusted. The number of series and the size of each are limited. A response with other labels than
 * the query's grouping is refused. A sample that is not a finite number of at least 0 is omitted.
 */

export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  /** The sample. For a range query, the newest sample. */
  readonly value: number;
  /** Samples of a range query. The oldest is first, and there is at least one. */
  readonly points?: readonly Point[];
}

export interface Point {
  /** Seconds since the epoch. */
  readonly at: number;
  readonly value: number;
}

export interface VectorBounds {
  /** Maximum number of samples in a series of a range query. Undefined for an instant query. */
  readonly maxPoints?: number | undefined;
  /**
   * Labels of the query's grouping. A series with another label is refused. Undefined means that any labels are
   * accepted.
   */
  readonly labels?: readonly string[] | undefined;
  readonly maxSeries: number;
}

/** Maximum bytes of one series. */
const MAX_SERIES_BYTES = 64 * 1024;
/** Maximum bytes of the response outside `data.result`. */
const MAX_FRAME_BYTES = 1024 * 1024;
/**
 * Maximum length of a key that is compared. Longer keys are not decoded, because an untrusted response could make
 * readVector() decode the same long text many times.
 */
const MAX_KEY_BYTES = 16;
/** Number of bytes between two yields. */
const BYTES_IN_A_STEP = 32 * 1024;

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c] as const;
const [BRACKET, END_BRACKET, BRACE, END_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d] as const;
/** Number of brackets that are open around each series in `data.result`. */
const RESULT_DEPTH = 3;

/** The series, or the reason why there are none. */
export function* readVector(
  bytes: Buffer,
  { labels, maxSeries, maxPoints }: VectorBounds,
): Generator<void, readonly Series[] | 'TOO_LARGE' | 'INVALID', void> {
  const reader = new SeriesReader(labels, maxPoints);
  const keys = ['', '', ''];
  let [depth, stringFrom, isEscaped] = [0, -1, false];
  /** The last complete string. It is a key if a colon follows. */
  let text: readonly [from: number, to: number] = [0, 0];
  let seriesFrom = -1;
  let result: { readonly from: number; to: number } | undefined;
  let nextStep = BYTES_IN_A_STEP;
  for (let i = 0; i < bytes.length; i++) {
    if (i >= nextStep) {
      nextStep += BYTES_IN_A_STEP;
      yield;
    }
    const byte = bytes[i]!;
    if (stringFrom >= 0) {
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) {
        text = [stringFrom, i];
        stringFrom = -1;
      }
      continue;
    }
    const isInResult = result !== undefined && result.to < 0;
    if (isInResult && depth === RESULT_DEPTH && !mayStandBetweenSeries(byte)) return 'INVALID';
    switch (byte) {
      case QUOTE:
        stringFrom = i + 1;
        break;
      case COLON:
        if (depth < RESULT_DEPTH)
          keys[depth] = text[1] - text[0] > MAX_KEY_BYTES ? '' : bytes.toString('utf8', ...text);
        break;
      case BRACE:
        if (isInResult && depth === RESULT_DEPTH) seriesFrom = i;
        depth++;
        break;
      case BRACKET:
        depth++;
        if (depth === RESULT_DEPTH && keys[1] === 'data' && keys[2] === 'result') {
          if (result) return 'INVALID';
          result = { from: i + 1, to: -1 };
        }
        break;
      case END_BRACE:
      case END_BRACKET:
        depth--;
        if (!isInResult) break;
        if (depth === RESULT_DEPTH && seriesFrom >= 0) {
          if (reader.count === maxSeries) return 'TOO_LARGE';
          if (i - seriesFrom > MAX_SERIES_BYTES || !reader.add(bytes.toString('utf8', seriesFrom, i + 1)))
            return 'INVALID';
          seriesFrom = -1;
        } else if (depth === RESULT_DEPTH - 1) result!.to = i;
        break;
    }
  }
  if (!result || result.to < 0 || bytes.length - (result.to - result.from) > MAX_FRAME_BYTES) return 'INVALID';
  const frame = parsed(bytes.toString('utf8', 0, result.from) + bytes.toString('utf8', result.to)) as Frame | undefined;
  const type = maxPoints === undefined ? 'vector' : 'matrix';
  return frame?.status === 'success' && frame.data?.resultType === type ? reader.series : 'INVALID';
}

interface Frame {
  readonly status?: unknown;
  readonly data?: { readonly resultType?: unknown };
}

function mayStandBetweenSeries(byte: number): boolean {
  return byte === BRACE || byte === COMMA || byte === END_BRACKET || byte <= 0x20;
}

class SeriesReader {
  readonly series: Series[] = [];
  /** Number of series read, including omitted series. */
  count = 0;
  readonly #labels: ReadonlySet<string> | undefined;
  readonly #maxPoints: number | undefined;
  /** Values of labels, so that series with equal values share the memory. */
  readonly #texts = new Map<string, string>();

  constructor(labels: readonly string[] | undefined, maxPoints: number | undefined) {
    this.#labels = labels && new Set(labels);
    this.#maxPoints = maxPoints;
  }

  /**
   * Adds a series. Returns false if the series is malformed, has more than `maxPoints` samples, or has a label that the
   * query's grouping does not have.
   */
  add(text: string): boolean {
    const read = parsed(text) as
      | { readonly metric?: unknown; readonly value?: unknown; readonly values?: unknown; readonly histogram?: unknown }
      | undefined;
    const metric = read?.metric;
    if (typeof metric !== 'object' || metric === null || Array.isArray(metric)) return false;
    const labels = metric as Record<string, string>;
    for (const [name, value] of Object.entries(labels) as [string, unknown][]) {
      if (typeof value !== 'string' || this.#labels?.has(name) === false) return false;
      const known = this.#texts.get(value);
      if (known === undefined) this.#texts.set(value, value);
      else labels[name] = known;
    }
    this.count++;
    if (this.#maxPoints !== undefined) return this.#addPoints(labels, read!.values, this.#maxPoints);
    const { value, histogram } = read!;
    if (value === undefined && histogram !== undefined) return true; // Native histograms are not numbers, so skip them.
    if (!Array.isArray(value) || value.length !== 2) return false;
    const sample = sampleOf(value[1]);
    if (sample === undefined) return typeof value[1] === 'string';
    this.series.push({ labels, value: sample });
    return true;
  }

  /**
   * Adds a series of a range query. Omits a series without any number. Returns false if the series is malformed, or has
   * more than `maxPoints` samples.
   */
  #addPoints(labels: Readonly<Record<string, string>>, values: unknown, maxPoints: number): boolean {
    if (values === undefined) return true; // Native histograms are not numbers, so skip them.
    if (!Array.isArray(values) || values.length > maxPoints) return false;
    const points: Point[] = [];
    let before = -Infinity;
    for (const pair of values as readonly unknown[]) {
      const [at, text] = Array.isArray(pair) && pair.length === 2 ? (pair as unknown[]) : [];
      if (typeof at !== 'number' || !(at > before) || typeof text !== 'string') return false;
      before = at;
      const value = sampleOf(text);
      if (value !== undefined) points.push({ at, value });
    }
    const newest = points.at(-1);
    if (newest) this.series.push({ labels, value: newest.value, points });
    return true;
  }
}

/** Converts the text of a sample. Undefined if it is not a finite number of at least 0. */
function sampleOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^\+?\d+(\.\d*)?(e[+-]?\d+)?$/i.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
