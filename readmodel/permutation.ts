/**
 * Rows in a sorted order that lasts: by keys that never change while a row lives. Walking it answers a first page, or one deep in the
 * list, without sorting anything.
 *
 * It is a few sorted runs of growing size (a log-structured merge): new rows become a small run, neighbours of similar size are merged,
 * and no run outgrows MAX_RUN, so that no single merge holds up the process. A removed row leaves a 0 in its place until the next merge.
 */

const MAX_RUN = 1 << 16;

interface Run {
  rows: Uint32Array;
  live: number;
}

/** Where a row stands to a sought position: below 0 before it, above 0 behind it. */
export type Position = (row: number) => number;

export class Permutation {
  readonly #compare: (a: number, b: number) => number;
  #runs: Run[] = [];
  #fresh: number[] = [];

  constructor(compare: (a: number, b: number) => number) {
    this.#compare = compare;
  }

  add(row: number): void {
    this.#fresh.push(row);
  }

  /** Removes a row while the columns still hold its keys. */
  remove(row: number): void {
    this.settle();
    for (const run of this.#runs) {
      const at = lowerBound(run.rows, other => this.#compare(other, row));
      const found = firstLive(run.rows, at);
      if (run.rows[found] !== row) continue;
      run.rows[found] = 0;
      run.live--;
      if (run.live * 2 < run.rows.length) this.#compact(run);
      return;
    }
  }

  /** Sorts in what was added. Cheap when called often. */
  settle(): void {
    if (this.#fresh.length === 0) return;
    const rows = Uint32Array.from(this.#fresh.sort(this.#compare));
    this.#fresh = [];
    this.#runs.push({ rows, live: rows.length });
    for (;;) {
      const last = this.#runs.at(-1);
      const before = this.#runs.at(-2);
      if (!last || !before || before.live > 2 * last.live || before.live + last.live > MAX_RUN) return;
      this.#runs.splice(-2, 2, this.#merge(before, last));
    }
  }

  /** Rows behind the position in rising order; all of them without one. */
  forward(after: Position | undefined): Iterator<number> {
    return this.#walk(1, after && (row => after(row) || -1));
  }

  /** Rows before the position in falling order. */
  backward(before: Position | undefined): Iterator<number> {
    return this.#walk(-1, before);
  }

  /** Merges the runs lazily: the cursors are kept in the order of their next rows, so the next row of all is that of the first. */
  *#walk(step: 1 | -1, start: Position | undefined): Generator<number, void> {
    this.settle();
    const cursors: { rows: Uint32Array; at: number; row: number }[] = [];
    const advance = (cursor: { rows: Uint32Array; at: number; row: number }): void => {
      while (cursor.rows[cursor.at] === 0) cursor.at += step;
      const row = cursor.rows[cursor.at];
      if (row === undefined) return;
      cursor.row = row;
      cursor.at += step;
      let low = 0;
      for (let high = cursors.length; low < high;) {
        const middle = (low + high) >>> 1;
        if (this.#compare(cursors[middle]!.row, row) * step < 0) low = middle + 1;
        else high = middle;
      }
      cursors.splice(low, 0, cursor);
    };
    for (const { rows } of this.#runs) {
      const bound = start ? lowerBound(rows, start) : step > 0 ? 0 : rows.length;
      advance({ rows, at: step > 0 ? bound : bound - 1, row: 0 });
    }
    for (let cursor = cursors.shift(); cursor; cursor = cursors.shift()) {
      yield cursor.row;
      advance(cursor);
    }
  }

  #merge(a: Run, b: Run): Run {
    const rows = new Uint32Array(a.live + b.live);
    let [i, j, end] = [firstLive(a.rows, 0), firstLive(b.rows, 0), 0];
    while (i < a.rows.length && j < b.rows.length) {
      if (this.#compare(a.rows[i]!, b.rows[j]!) < 0) {
        rows[end++] = a.rows[i]!;
        i = firstLive(a.rows, i + 1);
      } else {
        rows[end++] = b.rows[j]!;
        j = firstLive(b.rows, j + 1);
      }
    }
    for (; i < a.rows.length; i = firstLive(a.rows, i + 1)) rows[end++] = a.rows[i]!;
    for (; j < b.rows.length; j = firstLive(b.rows, j + 1)) rows[end++] = b.rows[j]!;
    return { rows, live: end };
  }

  #compact(run: Run): void {
    if (run.live === 0) this.#runs = this.#runs.filter(other => other !== run);
    else run.rows = run.rows.filter(row => row !== 0);
  }
}

/** The first index whose row is not before the position; removed rows are stepped over. */
function lowerBound(rows: Uint32Array, position: Position): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const live = firstLive(rows, middle);
    if (live >= high) high = middle;
    else if (position(rows[live]!) < 0) low = live + 1;
    else high = middle;
  }
  return low;
}

function firstLive(rows: Uint32Array, from: number): number {
  let at = from;
  while (rows[at] === 0) at++;
  return at;
}
