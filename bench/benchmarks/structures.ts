/**
 * Savings of each structure of the read model that exists for speed or memory. Each structure is compared with the
 * plain structure that it replaces, in one process, on equal rows. docs/read-model.md names the figure that justifies
 * each structure.
 */
import type { Benchmark } from '../bench.ts';
import { measurement, type Measurement, type Unit } from '../measurement.ts';
import { KINDS, plannedRows, rowOf, type FleetShape } from '../scale/fleet.ts';
import { PAGE_SIZE } from '../scale/questions.ts';
import { bytesOf, longestStepOf, timesInTurns, type Sides, type Taking } from '../structures/compare.ts';
import { newcomer, reader, World } from '../structures/world.ts';
import { firstWhere, grown, PairNumbers, SortedNumbers } from '../../readmodel/table/containers.ts';
import { finished } from '../../async/fair-turns.ts';
import type { OrderKey } from '../../readmodel/query.ts';
import { LabelSets } from '../../readmodel/table/columns.ts';
import { sortByName } from '../../readmodel/table/orders.ts';
import { RowIndex } from '../../readmodel/table/row-table.ts';
import { compareText, Dictionary } from '../../readmodel/table/names.ts';
import { TextDictionary } from '../../readmodel/table/texts.ts';
import { compileTextMatch } from '../../readmodel/table/text-search.ts';
import type { Row } from '../../store/store.ts';

/** A tenth of the clusters and rows of S2. Each cluster is as large as in S2. */
const SHAPE: FleetShape = { name: 'structures', clusters: 30, namespaces: 1_000, rows: 480_000, rowsPerNamespace: 16 };
const ROWS = SHAPE.rows.toLocaleString('en').replaceAll(',', ' ');
/** Indexes of the namespaces that readers may see in every cluster. */
const MANY = Array.from({ length: 100 }, (_, i) => i * 7);
const FEW = Array.from({ length: 10 }, (_, i) => i * 77);
const BY_NAME: readonly OrderKey[] = [{ field: 'NAME', descending: false }];
const BY_TIME: readonly OrderKey[] = [{ field: 'CREATED', descending: true }];
const BY_NAMESPACE: readonly OrderKey[] = [{ field: 'NAMESPACE', descending: false }, ...BY_NAME];
const HALF = { created: { after: Date.UTC(2025, 5, 29) } };
const WORD = { contains: 'app-1234', ignoreCase: true };
/** Length of an array that is about as long as a column of the largest fleet. */
const NUMBERS = 5_000_000;
const WRITTEN = 1_000;

export const structures: Benchmark = {
  name: 'structures',
  async run({ signal, say }) {
    const measured: Measurement[] = [];
    const add = (what: string, name: string, unit: Unit, { ours, plain }: Sides<number>): void => {
      measured.push(measurement(`structures: ${what}`, { unit, ours, peer: { name, value: plain } }));
    };
    const compare = async (what: string, name: string, sides: Sides<() => unknown>): Promise<void> => {
      add(`${what}, p50`, name, 'ms', await timesInTurns(sides, signal));
    };
    say(`making ${ROWS} rows`);
    const world = new World(SHAPE);
    await comparePages(world, compare);
    await compareCounts(world, compare);
    await compareTexts(world, compare);
    await compareOrders(world, compare);
    await comparePairs(world, compare);
    await compareRemembered(world, compare);
    await compareRanks(world, compare);
    for (const { what, name, steps, each, open, isTimed } of containers(world)) {
      signal.throwIfAborted();
      if (isTimed) add(`${what}, longest step`, name, 'ms', longestStepOf(steps, open));
      const { ours, plain } = await bytesOf(steps, open);
      add(`${what}, memory`, name, 'B/row', { ours: ours / each, plain: plain / each });
    }
    return measured;
  },
};

type Compare = (what: string, name: string, sides: Sides<() => unknown>) => Promise<void>;

async function comparePages(world: World, compare: Compare): Promise<void> {
  const [everything, few] = [reader(), reader(FEW)];
  finished(world.table.orders.begin('CREATED')!);
  for (const [what, order] of [
    ['order by name: 25 rows by name', BY_NAME],
    ['order by time: 25 rows by time', BY_TIME],
    ['value walk: 25 rows by namespace and name', BY_NAMESPACE],
  ] as const) {
    await compare(`${what}, all rows visible`, 'all rows looked at, the best 25 kept', {
      ours: () => world.page(everything, order),
      plain: () => world.bestOfAll(everything, order),
    });
  }
  await compare('order by name: 25 rows by name, 300 grants', 'all visible rows looked at, the best 25 kept', {
    ours: () => world.page(few, BY_NAME),
    plain: () => world.bestOfAll(few, BY_NAME),
  });
  await compare('top-k: the best 25 of all rows by name', 'all rows sorted', {
    ours: () => world.bestOfAll(everything, BY_NAME),
    plain: () => world.firstOfSorted(everything, BY_NAME),
  });
  const [known, unknown] = [reader(MANY), newcomer(MANY)];
  const total = { kept: () => world.total(known), anew: () => world.total(unknown) };
  await compare('kept masks: total, 3 000 grants', 'the mask made for each question', {
    ours: total.kept,
    plain: total.anew,
  });
}

async function compareCounts(world: World, compare: Compare): Promise<void> {
  for (const [what, view] of [
    ['tallies of clusters: total, all rows visible', reader()],
    ['tallies of places: total, 3 000 grants', reader(MANY)],
  ] as const) {
    await compare(what, 'visible rows passed over', {
      ours: () => world.total(view),
      plain: () => world.totalOfAll(view),
    });
  }
  const everything = reader();
  await compare('question batches: total and 4 facets of half of the rows', 'one after the other', {
    ours: () => world.together(everything, HALF),
    plain: () => world.oneByOne(everything, HALF),
  });
}

async function compareTexts(world: World, compare: Compare): Promise<void> {
  const { names, columns } = world.table;
  const everything = reader();
  await compare(`trigrams: total by name, contains ${WORD.contains}`, 'each name judged on its bytes', {
    ours: () => world.total(everything, { name: WORD }),
    plain: () => {
      const fits = names.matcher(WORD);
      return world.totalOfAll(everything, row => fits(columns.name[row]!));
    },
  });
  const count = (fits: (id: number) => boolean): number => {
    let fitting = 0;
    for (let id = 1; id < names.capacity; id++) if (fits(id)) fitting++;
    return fitting;
  };
  await compare('texts as bytes: all names judged', 'each made a string', {
    ours: () => count(names.matcher(WORD)),
    plain: () => {
      const fits = compileTextMatch(WORD);
      return count(id => fits(names.text(id)));
    },
  });
}

async function compareOrders({ table, rows }: World, compare: Compare): Promise<void> {
  const { names, columns } = table;
  const compareRows = (a: number, b: number): number => names.compare(columns.name[a]!, columns.name[b]!) || a - b;
  const words = {
    word: (record: number, depth: number) => names.word(record, depth),
    record: (row: number) => names.record(columns.name[row]!),
  };
  await compare(`sort by name: ${ROWS} rows`, 'compared in pairs', {
    ours: () => finished(sortByName(rows.slice(), words, compareRows)).sorted,
    plain: () => rows.slice().sort(compareRows),
  });
  const sorted = rows.slice().sort(compareRows);
  const chunks = new SortedNumbers(compareRows);
  chunks.fill(sorted);
  const array = sorted.slice();
  const each = (remove: (row: number) => void, add: (row: number) => void) => {
    let at = 0;
    return () => {
      const row = sorted[(at = (at + 104_729) % sorted.length)]!;
      remove(row);
      add(row);
    };
  };
  const scopeIn = (rows: Uint32Array, row: number) => firstWhere(rows, other => compareRows(other, row) >= 0);
  await compare(`sorted numbers: a row out of ${ROWS} and in again`, 'one sorted array', {
    ours: each(
      row => chunks.remove(row),
      row => chunks.add(row),
    ),
    plain: each(
      row => {
        const scope = scopeIn(array, row);
        array.copyWithin(scope, scope + 1);
      },
      row => {
        const scope = scopeIn(array.subarray(0, -1), row);
        array.copyWithin(scope + 1, scope, array.length - 1);
        array[scope] = row;
      },
    ),
  });
  const walked = new Uint32Array(array.length);
  chunks.spot('begin').read(walked, walked.length, 1);
  if (!walked.every((row, i) => row === array[i]))
    throw new Error('Sorted numbers and a sorted array are no longer in the same order.');
}

/** Measures rows that are written again, and labels that are read again. */
async function compareRemembered(world: World, compare: Compare): Promise<void> {
  const { columns, labelSets } = world.table;
  const rows = [...plannedRows(SHAPE, 0)].map(planned => rowOf(planned));
  const reasons = columns.texts.find(({ name }) => name === 'reason')!;
  await compare(`known strings: reasons of ${rows.length} rows`, 'each looked up by its characters', {
    ours: () => rows.forEach(({ reason }) => reasons.release(reasons.acquire(reason))),
    plain: () => rows.forEach(({ reason }) => void reasons.texts.release(reasons.texts.acquire(reason))),
  });
  const shared = new Map<string, Row['labels']>();
  for (const { labels } of rows) shared.set(JSON.stringify(labels), Object.freeze({ ...labels }));
  const [objects, copies] = [
    rows.map(({ labels }) => shared.get(JSON.stringify(labels))!),
    rows.map(({ labels }) => ({ ...labels })),
  ];
  const take = (labels: Row['labels']): void => void labelSets.release(labelSets.acquire(labels));
  await compare(`known label objects: of ${rows.length} rows`, 'each label looked up', {
    ours: () => objects.forEach(take),
    plain: () => copies.forEach(take),
  });
  const page = [...world.rows.subarray(0, PAGE_SIZE)].map(row => columns.labels[row]!);
  await compare('labels read: of 25 rows', 'made anew each time', {
    ours: () => page.map(set => labelSets.labels(set)),
    plain: () => page.map(set => labelsOf(labelSets, set)),
  });
}

function labelsOf(sets: LabelSets, set: number): Row['labels'] {
  const labels = sets.reader();
  labels.read(set);
  const entries = Array.from({ length: labels.size }, (_, scope) =>
    labels.labelAt(scope).map(number => sets.textOf(number)),
  );
  return Object.fromEntries(entries.sort(([a], [b]) => compareText(a!, b!))) as Row['labels'];
}

async function compareRanks({ table }: World, compare: Compare): Promise<void> {
  const { namespaces, namespaceRanks } = table.scopes;
  await compare('ranks: the first 25 namespaces', 'all sorted by name', {
    ours: () => {
      const first: number[] = [];
      for (const id of namespaceRanks.byText.from(undefined, 1)) if (first.push(id) === PAGE_SIZE) break;
      return first;
    },
    plain: () =>
      [...namespaces.ids()].sort((a, b) => compareText(namespaces.text(a), namespaces.text(b))).slice(0, PAGE_SIZE),
  });
}

async function comparePairs({ table, rows }: World, compare: Compare): Promise<void> {
  const { columns, scopes, kinds } = table;
  for (const [what, lefts, leftOf, rights, rightOf] of [
    [
      'kind and cluster',
      kinds.capacity,
      (row: number) => columns.kind[row]!,
      scopes.clusterNames.capacity,
      (row: number) => scopes.cluster[columns.scope[row]!]!,
    ],
    [
      'kind and namespace of a cluster',
      kinds.capacity,
      (row: number) => columns.kind[row]!,
      scopes.capacity,
      (row: number) => columns.scope[row]!,
    ],
  ] as const) {
    await compare(`pair numbers: ${what} of all rows`, 'a Map by pair', {
      ours: () => {
        const numbers = new PairNumbers(lefts, rights);
        return rows.reduce((sum, row) => sum + numbers.of(leftOf(row), rightOf(row)), 0);
      },
      plain: () => {
        const numbers = new Map<number, number>();
        const of = (pair: number): number => {
          const known = numbers.get(pair);
          if (known !== undefined) return known;
          numbers.set(pair, numbers.size);
          return numbers.size - 1;
        };
        return rows.reduce((sum, row) => sum + of(leftOf(row) * rights + rightOf(row)), 0);
      },
    });
  }
}

interface Container {
  readonly what: string;
  /** Name of the plain structure. */
  readonly name: string;
  readonly steps: number;
  /** Divisor of the memory figure, such as the number of rows. */
  readonly each: number;
  readonly open: Sides<() => Taking>;
  /** True to measure the longest step. False if the steps also do other work. */
  readonly isTimed: boolean;
}

function containers(world: World): Container[] {
  const { rows } = SHAPE;
  return [
    {
      what: `texts: ${ROWS} names`,
      name: 'a Map of strings',
      steps: world.table.names.capacity - 1,
      each: rows,
      open: names(world),
      isTimed: true,
    },
    {
      what: `linear hash: ${ROWS} rows by place, kind and name`,
      name: 'a Map of numbers',
      ...{ steps: world.rows.length, each: rows, open: indexes(world), isTimed: true },
    },
    {
      what: `label sets: of ${ROWS} rows`,
      name: 'a Map of spelled sets and an object for each',
      ...{ steps: rows, each: rows, open: labelSets(), isTimed: false },
    },
    {
      what: `grown arrays: ${NUMBERS / 1e6} million numbers, ${WRITTEN} a step`,
      name: 'a copy of twice the length',
      ...{
        steps: NUMBERS / WRITTEN,
        each: NUMBERS,
        open: { ours: () => growing(grown), plain: () => growing(doubled) },
        isTimed: true,
      },
    },
  ];
}

function names({ table }: World): Container['open'] {
  const taking = (dictionary: TextDictionary | Dictionary): Taking => ({
    take: step => void dictionary.acquire(table.names.text(step + 1)),
    at: step => dictionary.text(dictionary.find(table.names.text(step + 1))!),
  });
  return { ours: () => taking(new TextDictionary()), plain: () => taking(new Dictionary()) };
}

function indexes({ table, rows }: World): Container['open'] {
  const { scope, kind, name } = table.columns;
  const keyOf = (row: number): number => (scope[row]! * KINDS.length + kind[row]!) * table.names.capacity + name[row]!;
  return {
    ours: () => {
      const index = new RowIndex(table.columns);
      const find = (row: number): number => index.find(scope[row]!, kind[row]!, name[row]!);
      return { take: step => index.add(rows[step]!), at: step => find(rows[step]!) };
    },
    plain: () => {
      const index = new Map<number, number>();
      return {
        take: step => void index.set(keyOf(rows[step]!), rows[step]!),
        at: step => index.get(keyOf(rows[step]!)),
      };
    },
  };
}

/** Compares label sets. Each row has its own labels object, as it does on arrival from a leaf. */
function labelSets(): Container['open'] {
  const planned = Array.from({ length: SHAPE.clusters }, (_, cluster) => [...plannedRows(SHAPE, cluster)]).flat();
  const labelsOf = (step: number) => rowOf(planned[step]!).labels;
  return {
    ours: () => {
      const sets = new LabelSets();
      return { take: step => void sets.acquire(labelsOf(step)), at: step => sets.labels(sets.acquire(labelsOf(step))) };
    },
    plain: () => {
      const sets = new Map<string, Row['labels']>();
      const take = (step: number): void => {
        const labels = labelsOf(step);
        const spelled = JSON.stringify(labels);
        if (!sets.has(spelled)) sets.set(spelled, labels);
      };
      return { take, at: step => sets.get(JSON.stringify(labelsOf(step))) };
    },
  };
}

function growing(grow: (array: Uint32Array, needed: number) => Uint32Array): Taking {
  let array: Uint32Array = new Uint32Array(64);
  return {
    take: step => {
      const end = (step + 1) * WRITTEN;
      for (let at = step * WRITTEN; at < end; at++) {
        if (at >= array.length) array = grow(array, at + 1);
        array[at] = at;
      }
    },
    at: step => array[step * WRITTEN],
  };
}

function doubled(array: Uint32Array, needed: number): Uint32Array {
  const copy = new Uint32Array(Math.max(array.length * 2, needed));
  copy.set(array);
  return copy;
}
