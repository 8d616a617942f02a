/**
 * Selections by labels: Services, PodDisruptionBudgets, NetworkPolicies and PodMonitors select Pods, ServiceMonitors
 * select Services.
 *
 * No row keeps the edges: they follow from the labels of both ends and would change with either, a thousand at once. So
 * they are found when somebody asks. A question looks at each namespace once. It groups Pods and Services by their
 * labels, which hundreds share, and the selecting rows by one label of their selectors. The edges are not judged yet:
 * neither end need be visible.
 *
 * Who attacks: somebody who may create NetworkPolicies with selectors of thousands of values, and asks what selects a
 * Pod. What stops them: a question keeps row numbers alone and reads a selector again when it is needed; the cost of a
 * selector follows its length; and all loops of a question count towards one step. What remains: the time that the
 * question takes, which is the asker's.
 */
import { addTo } from '../containers/lists.ts';
import { labelsMatch } from '../filters/label-match.ts';
import type { Steps } from '../gate.ts';
import type { LabelSelector } from '../query.ts';
import type { RowTable } from '../rows/row-table.ts';
import { LABEL_SELECTOR, SELECTOR } from '../../store/attached.ts';

type Labels = Readonly<Record<string, string>>;

const POD = { group: '', kind: 'Pod' };
const SERVICE = { group: '', kind: 'Service' };
const SELECTING = [
  { ...SERVICE, selects: POD },
  { group: 'policy', kind: 'PodDisruptionBudget', selects: POD },
  { group: 'networking.k8s.io', kind: 'NetworkPolicy', selects: POD },
  { group: 'monitoring.coreos.com', kind: 'PodMonitor', selects: POD },
  { group: 'monitoring.coreos.com', kind: 'ServiceMonitor', selects: SERVICE },
];

/** A selector of a row. */
interface Selecting {
  readonly row: number;
  /** Number of the selected kind. */
  readonly kind: number;
  readonly selector: LabelSelector;
  /** Undefined: only its own namespace. */
  readonly namespaces: '*' | readonly string[] | undefined;
  /** The time that reading it takes, in rows. */
  readonly cost: number;
}

interface SelectedPlace {
  /** By kind, then by label set. */
  readonly selected: ReadonlyMap<number, ReadonlyMap<number, readonly number[]>>;
  /** Rows that select in this place alone: by one label of their selectors, as labelKey() has it; '' for the others. */
  readonly selecting: ReadonlyMap<string, readonly number[]>;
}

/** Rows looked at in one step. */
const STEP = 1_024;
/** Reading these takes as long as looking at so many rows. */
const LABELS_COST = 8;
const SELECTOR_COST = 16;
const PLACE_COST = 8;
/** Characters of a selector that are read in the time of a row. */
const SELECTOR_CHARACTERS = 16;
/** A selector is filed under so many values of its label, and else with those that need no label. */
const MAX_KEYS = 8;

/** For one query: valid until the next write. */
export class Selectors {
  readonly #table: RowTable;
  readonly #places = new Map<number, SelectedPlace>();
  /** By cluster: what selects in other namespaces than its own. */
  readonly #far = new Map<string, readonly number[]>();
  /** By the kind of what selects, the kind of what it selects; both by number. */
  readonly #selects = new Map<number, number>();
  /** Cost since the last step ended, in rows. */
  #looked = 0;

  constructor(table: RowTable) {
    this.#table = table;
    for (const { group, kind, selects } of SELECTING) {
      const [from, to] = [table.kinds.find(group, kind), table.kinds.find(selects.group, selects.kind)];
      if (from !== undefined && to !== undefined) this.#selects.set(from, to);
    }
  }

  /** The Pods or Services that a row selects; empty if its kind selects nothing. */
  *selectedBy(row: number): Steps<readonly number[]> {
    const { labelSets } = this.#table;
    const selecting = this.#selectingOf(row);
    if (!selecting) return [];
    const found: number[] = [];
    for (const place of this.#placesOf(selecting)) {
      const { selected } = yield* this.#of(place);
      for (const [set, rows] of selected.get(selecting.kind) ?? []) {
        const matches = labelsMatch(selecting.selector, labelSets.labels(set));
        if (matches) for (const other of rows) found.push(other);
        if (this.#isStep(LABELS_COST + selecting.cost + (matches ? rows.length : 0))) yield;
      }
    }
    return found;
  }

  /**
   * What selects one of some rows, which have one kind and one namespace; none where nothing selects their kind. Each
   * selector is read once, however many rows there are.
   */
  *selecting(rows: readonly number[]): Steps<readonly number[]> {
    const { columns, labelSets, places } = this.#table;
    const found: number[] = [];
    const [first] = rows;
    if (first === undefined) return found;
    const [kind, place] = [columns.kind[first]!, columns.place[first]!];
    if (![...this.#selects.values()].includes(kind)) return found;
    const namespace = places.namespaceName(place);
    const all = rows.map(row => labelSets.labels(columns.labels[row]!));
    const seen = new Set<number>();
    /** Returns its cost, in rows. */
    const look = (other: number): number => {
      if (seen.has(other)) return 1;
      seen.add(other);
      const selecting = this.#selectingOf(other);
      if (!selecting) return 1;
      const { namespaces, selector, cost } = selecting;
      const reaches = namespaces === undefined || namespaces === '*' || namespaces.includes(namespace);
      if (reaches && selecting.kind === kind && all.some(labels => labelsMatch(selector, labels))) found.push(other);
      return cost + all.length;
    };
    const { selecting } = yield* this.#of(place);
    const keys = new Set(['', ...all.flatMap(labels => Object.entries(labels).map(label => labelKey(...label)))]);
    for (const key of keys) for (const other of selecting.get(key) ?? []) if (this.#isStep(look(other))) yield;
    for (const other of yield* this.#farOf(places.clusterName(place))) if (this.#isStep(look(other))) yield;
    return found;
  }

  #placesOf({ row, namespaces }: Selecting): readonly number[] {
    const { columns, places } = this.#table;
    const own = columns.place[row]!;
    if (namespaces === undefined) return [own];
    const { byNamespace } = places.clusterOf(own);
    return namespaces === '*' ? [...byNamespace.values()] : [...new Set(namespaces)].flatMap(name => byNamespace.get(name) ?? []);
  }

  *#of(place: number): Steps<SelectedPlace> {
    let known = this.#places.get(place);
    if (!known) this.#places.set(place, (known = yield* this.#read(place)));
    return known;
  }

  *#read(place: number): Steps<SelectedPlace> {
    const { columns, places } = this.#table;
    const selected = new Map([...this.#selects.values()].map(kind => [kind, new Map<number, number[]>()]));
    const selecting = new Map<string, number[]>();
    for (let row = places.firstRow[place]!; row !== 0; row = columns.next[row]!) {
      const ofKind = selected.get(columns.kind[row]!);
      if (ofKind) addTo(ofKind, columns.labels[row]!, row);
      const found = this.#selectingOf(row);
      if (found && found.namespaces === undefined) for (const key of keysOf(found.selector)) addTo(selecting, key, row);
      if (this.#isStep(1 + (found?.cost ?? 0))) yield;
    }
    return { selected, selecting };
  }

  /** Only monitors reach other namespaces: where there are none, no row is looked at. */
  *#farOf(cluster: string): Steps<readonly number[]> {
    const known = this.#far.get(cluster);
    if (known) return known;
    const { columns, places, kinds } = this.#table;
    const monitors = new Set(['PodMonitor', 'ServiceMonitor'].map(kind => kinds.find('monitoring.coreos.com', kind)));
    monitors.delete(undefined);
    const found: number[] = [];
    for (const place of monitors.size > 0 ? (places.inCluster(cluster)?.byNamespace.values() ?? []) : []) {
      for (let row = places.firstRow[place]!; row !== 0; row = columns.next[row]!) {
        const selecting = monitors.has(columns.kind[row]) ? this.#selectingOf(row) : undefined;
        if (selecting?.namespaces !== undefined) found.push(row);
        if (this.#isStep(1 + (selecting?.cost ?? 0))) yield;
      }
      if (this.#isStep(PLACE_COST)) yield;
    }
    this.#far.set(cluster, found);
    return found;
  }

  /** True once a step is over. Counts over all loops of the question: many short loops are as long as one. */
  #isStep(cost: number): boolean {
    this.#looked += cost;
    if (this.#looked < STEP) return false;
    this.#looked = 0;
    return true;
  }

  /** Undefined: it selects nothing. */
  #selectingOf(row: number): Selecting | undefined {
    const { columns, records } = this.#table;
    const kind = this.#selects.get(columns.kind[row]!);
    if (kind === undefined) return undefined;
    const [labels] = records.of(row, SELECTOR) as Labels[];
    if (labels) return { row, kind, selector: equal(labels), namespaces: undefined, cost: SELECTOR_COST };
    const [record] = records.of(row, LABEL_SELECTOR) as { selector: LabelSelector; namespaces?: '*' | readonly string[] }[];
    return record && { row, kind, selector: record.selector, namespaces: record.namespaces, cost: costOf(record.selector) };
  }
}

function equal(labels: Labels): LabelSelector {
  return Object.entries(labels).map(([key, value]) => ({ key, operator: 'in', values: [value] }));
}

function costOf(selector: LabelSelector): number {
  let characters = 0;
  for (const { key, values } of selector) characters += key.length + values.reduce((sum, value) => sum + value.length + 3, 0);
  return SELECTOR_COST + Math.ceil(characters / SELECTOR_CHARACTERS);
}

/** A selector that needs one of some values of a label is found by each of them. */
function keysOf(selector: LabelSelector): readonly string[] {
  const needed = selector.find(({ operator, values }) => operator === 'in' && values.length <= MAX_KEYS);
  return needed ? [...new Set(needed.values)].map(value => labelKey(needed.key, value)) : [''];
}

/** A line feed separates both: label keys cannot contain one. */
function labelKey(key: string, value: string): string {
  return `${key}\n${value}`;
}
