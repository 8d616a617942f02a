/**
 * What selects other objects by their labels: Services, PodDisruptionBudgets, NetworkPolicies and PodMonitors select Pods,
 * ServiceMonitors select Services.
 *
 * No row keeps that: it follows from the labels of both ends and would change with either, a thousand edges at once. So it is found when it is asked for. A namespace
 * is looked at once a question: its Pods and Services are put together by their labels, which hundreds have alike, and what selects them by one of the labels
 * that it selects. What is found is not judged yet: neither end need be visible.
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

/** What a row selects. */
interface Selecting {
  readonly row: number;
  /** The kind of what it selects, by number. */
  readonly kind: number;
  readonly selector: LabelSelector;
  /** Undefined: in its own namespace alone. */
  readonly namespaces: '*' | readonly string[] | undefined;
}

interface SelectedPlace {
  /** By kind, then by label set. */
  readonly selected: ReadonlyMap<number, ReadonlyMap<number, readonly number[]>>;
  /** What selects in this place alone: by one label of their selectors, as labelKey() has it; '' for the others. */
  readonly selecting: ReadonlyMap<string, readonly Selecting[]>;
}

/** Rows looked at in one turn. */
const STEP = 1_024;
/** The same of labels, which are read. */
const LABELS_STEP = 128;
/** Reading a selector takes as long as looking at so many rows. */
const SELECTOR_COST = 16;

/** For one question: good as long as nothing is written. */
export class Selectors {
  readonly #table: RowTable;
  readonly #places = new Map<number, SelectedPlace>();
  /** By cluster: what selects in other namespaces than its own. */
  readonly #far = new Map<string, readonly Selecting[]>();
  /** By the kind of what selects, the kind of what it selects; both by number. */
  readonly #selects = new Map<number, number>();

  constructor(table: RowTable) {
    this.#table = table;
    for (const { group, kind, selects } of SELECTING) {
      const [from, to] = [table.kinds.find(group, kind), table.kinds.find(selects.group, selects.kind)];
      if (from !== undefined && to !== undefined) this.#selects.set(from, to);
    }
  }

  /** The Pods, or Services, that a row selects; none where its kind selects nothing. */
  *selectedBy(row: number): Steps<readonly number[]> {
    const { labelSets } = this.#table;
    const selecting = this.#selectingOf(row);
    if (!selecting) return [];
    const found: number[] = [];
    let looked = 0;
    for (const place of this.#placesOf(selecting)) {
      const { selected } = yield* this.#of(place);
      for (const [set, rows] of selected.get(selecting.kind) ?? []) {
        if (labelsMatch(selecting.selector, labelSets.labels(set))) for (const other of rows) found.push(other);
        if (++looked % LABELS_STEP === 0) yield;
      }
    }
    return found;
  }

  /** What selects a row; none where nothing selects its kind. */
  *selecting(row: number): Steps<readonly number[]> {
    const { columns, labelSets, places } = this.#table;
    const kind = columns.kind[row]!;
    if (![...this.#selects.values()].includes(kind)) return [];
    const place = columns.place[row]!;
    const { selecting } = yield* this.#of(place);
    const labels = labelSets.labels(columns.labels[row]!);
    const found: number[] = [];
    let looked = 0;
    for (const key of ['', ...Object.entries(labels).map(label => labelKey(...label))]) {
      for (const { row: other, kind: selects, selector } of selecting.get(key) ?? []) {
        if (selects === kind && labelsMatch(selector, labels)) found.push(other);
        if (++looked % LABELS_STEP === 0) yield;
      }
    }
    const namespace = places.namespaceName(place);
    for (const { row: other, kind: selects, selector, namespaces } of yield* this.#farOf(places.clusterName(place))) {
      const reaches = namespaces === '*' || namespaces?.includes(namespace);
      if (reaches && selects === kind && labelsMatch(selector, labels)) found.push(other);
      if (++looked % LABELS_STEP === 0) yield;
    }
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
    const selecting = new Map<string, Selecting[]>();
    let looked = 0;
    for (let row = places.firstRow[place]!; row !== 0; row = columns.next[row]!) {
      const ofKind = selected.get(columns.kind[row]!);
      if (ofKind) addTo(ofKind, columns.labels[row]!, row);
      if (this.#selects.has(columns.kind[row]!)) {
        const found = this.#selectingOf(row);
        if (found && found.namespaces === undefined) for (const key of keysOf(found.selector)) addTo(selecting, key, found);
        looked += SELECTOR_COST;
      }
      if (++looked < STEP) continue;
      looked = 0;
      yield;
    }
    return { selected, selecting };
  }

  /** Only monitors reach other namespaces: where there are none, no row is looked at. */
  *#farOf(cluster: string): Steps<readonly Selecting[]> {
    const known = this.#far.get(cluster);
    if (known) return known;
    const { columns, places, kinds } = this.#table;
    const monitors = new Set(['PodMonitor', 'ServiceMonitor'].map(kind => kinds.find('monitoring.coreos.com', kind)));
    monitors.delete(undefined);
    const found: Selecting[] = [];
    let looked = 0;
    for (const place of monitors.size > 0 ? (places.inCluster(cluster)?.byNamespace.values() ?? []) : []) {
      for (let row = places.firstRow[place]!; row !== 0; row = columns.next[row]!) {
        if (monitors.has(columns.kind[row])) {
          const selecting = this.#selectingOf(row);
          if (selecting?.namespaces !== undefined) found.push(selecting);
          looked += SELECTOR_COST;
        }
        if (++looked < STEP) continue;
        looked = 0;
        yield;
      }
    }
    this.#far.set(cluster, found);
    return found;
  }

  /** Undefined: it selects nothing. */
  #selectingOf(row: number): Selecting | undefined {
    const { columns, records } = this.#table;
    const kind = this.#selects.get(columns.kind[row]!);
    if (kind === undefined) return undefined;
    const [labels] = records.of(row, SELECTOR) as Labels[];
    if (labels) return { row, kind, selector: equal(labels), namespaces: undefined };
    const [record] = records.of(row, LABEL_SELECTOR) as { selector: LabelSelector; namespaces?: '*' | readonly string[] }[];
    return record && { row, kind, selector: record.selector, namespaces: record.namespaces };
  }
}

function equal(labels: Labels): LabelSelector {
  return Object.entries(labels).map(([key, value]) => ({ key, operator: 'in', values: [value] }));
}

/** A selector that needs one of some values of a label is found by each of them. */
function keysOf(selector: LabelSelector): readonly string[] {
  const needed = selector.find(({ operator }) => operator === 'in');
  return needed ? [...new Set(needed.values)].map(value => labelKey(needed.key, value)) : [''];
}

/** A label key holds no line feed. */
function labelKey(key: string, value: string): string {
  return `${key}\n${value}`;
}
