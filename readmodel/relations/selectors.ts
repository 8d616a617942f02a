/**
 * Which Pods a Service selects, and which Services select a Pod: by labels, in one namespace.
 *
 * No row keeps that: it follows from the labels of both ends and would change with either, a thousand edges at once. So it is found when it is asked for. A namespace
 * is looked at once a question: its Pods are put together by their labels, which hundreds have alike, and its Services by one of the labels they select. What
 * is found is not judged yet: neither end need be visible.
 */
import { addTo } from '../containers/lists.ts';
import type { Steps } from '../gate.ts';
import type { RowTable } from '../rows/row-table.ts';
import { SELECTOR } from '../../store/attached.ts';

type Labels = Readonly<Record<string, string>>;

interface Service {
  readonly row: number;
  readonly selector: Labels;
}

interface SelectedPlace {
  /** By label set. */
  readonly pods: ReadonlyMap<number, readonly number[]>;
  /** By one label of their selectors, as labelKey() has it. */
  readonly services: ReadonlyMap<string, readonly Service[]>;
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
  readonly #pod: number | undefined;
  readonly #service: number | undefined;

  constructor(table: RowTable) {
    this.#table = table;
    this.#pod = table.kinds.find('', 'Pod');
    this.#service = table.kinds.find('', 'Service');
  }

  /** The Pods that a row selects; none where it is no Service. */
  *selectedBy(row: number): Steps<readonly number[]> {
    const { columns, labelSets } = this.#table;
    const selector = columns.kind[row] === this.#service ? this.#selectorOf(row) : undefined;
    if (!selector) return [];
    const { pods } = yield* this.#of(columns.place[row]!);
    const found: number[] = [];
    let looked = 0;
    for (const [set, rows] of pods) {
      if (matches(selector, labelSets.labels(set))) for (const pod of rows) found.push(pod);
      if (++looked % LABELS_STEP === 0) yield;
    }
    return found;
  }

  /** The Services that select a row; none where it is no Pod. */
  *selecting(row: number): Steps<readonly number[]> {
    const { columns, labelSets } = this.#table;
    if (columns.kind[row] !== this.#pod || this.#service === undefined) return [];
    const { services } = yield* this.#of(columns.place[row]!);
    const labels = labelSets.labels(columns.labels[row]!);
    const found: number[] = [];
    let looked = 0;
    for (const [key, value] of Object.entries(labels)) {
      for (const { row: service, selector } of services.get(labelKey(key, value)) ?? []) {
        if (matches(selector, labels)) found.push(service);
        if (++looked % LABELS_STEP === 0) yield;
      }
    }
    return found;
  }

  *#of(place: number): Steps<SelectedPlace> {
    let known = this.#places.get(place);
    if (!known) this.#places.set(place, (known = yield* this.#read(place)));
    return known;
  }

  *#read(place: number): Steps<SelectedPlace> {
    const { columns, places } = this.#table;
    const [pods, services] = [new Map<number, number[]>(), new Map<string, Service[]>()];
    let looked = 0;
    for (let row = places.firstRow[place]!; row !== 0; row = columns.next[row]!) {
      const kind = columns.kind[row];
      if (kind === this.#pod) addTo(pods, columns.labels[row]!, row);
      else if (kind === this.#service) {
        const selector = this.#selectorOf(row);
        const [first] = Object.entries(selector ?? {});
        if (selector && first) addTo(services, labelKey(...first), { row, selector });
        looked += SELECTOR_COST;
      }
      if (++looked < STEP) continue;
      looked = 0;
      yield;
    }
    return { pods, services };
  }

  /** Undefined: it selects nothing. */
  #selectorOf(row: number): Labels | undefined {
    return this.#table.records.of(row, SELECTOR)[0] as Labels | undefined;
  }
}

/** A label key holds no line feed. */
function labelKey(key: string, value: string): string {
  return `${key}\n${value}`;
}

function matches(selector: Labels, labels: Labels): boolean {
  for (const key of Object.keys(selector)) if (!Object.hasOwn(labels, key) || labels[key] !== selector[key]) return false;
  return true;
}
