/**
 * Which revisions of which repositories run where: what applies them (Kustomizations and HelmReleases), put together by the address of the source that it leads
 * to, over all clusters.
 *
 * An object counts where the asker sees it and every object on the way to the one that has the address: of a hidden source nothing is told.
 */
import { TopK } from '../containers/top-k.ts';
import { statusCountsOf } from './status-counts.ts';
import type { Selection } from '../filters/selection.ts';
import type { Steps } from '../gate.ts';
import { QueryError, type Filter, type KindMatch, type Revision, type RevisionPage, type RevisionRequest } from '../query.ts';
import { statusOf, SUSPENDED } from '../rows/columns.ts';
import type { RowTable } from '../rows/row-table.ts';
import { compareText } from '../texts/id-order.ts';
import { ATTEMPTED, SOURCE_URL } from '../../store/attached.ts';
import { OBJECT_STATUSES } from '../../store/store.ts';

const KUSTOMIZATION: KindMatch = { group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization' };
const APPLIERS: readonly KindMatch[] = [KUSTOMIZATION, { group: 'helm.toolkit.fluxcd.io', kind: 'HelmRelease' }];
/** From a HelmRelease by way of its chart. */
const MOST_STEPS = 3;
const MOST_REVISIONS = 100_000;
/** Objects that are looked at, each with its source, without letting anybody else have a turn. */
const STEP = 128;

/** `select`: of the asker's View. */
export function* computeRevisions(
  table: RowTable,
  select: (filter: Filter) => Steps<Selection>,
  filter: Filter,
  request: RevisionRequest,
): Steps<RevisionPage> {
  const rows: number[] = [];
  const appliers = yield* select({ and: [filter], kinds: APPLIERS });
  yield* appliers.forEachBlock((block, count) => {
    for (let i = 0; i < count; i++) rows.push(block[i]!);
  });
  const sources = new Sources(table, yield* select({}), request.sourceUrl);
  const found = new FoundRevisions(table);
  for (const [looked, row] of rows.entries()) {
    const source = yield* sources.of(row);
    if (source) found.add(row, source);
    if (looked % STEP === STEP - 1) yield;
  }
  return yield* pageOf(found, request);
}

/** What an object is built from. */
interface Source {
  readonly url: string;
  /** Its own revision, and since when it has it; '' and undefined: it does not say, or has another kind of revision than what is built from it. */
  readonly revision: string;
  readonly since: number | undefined;
}

class Sources {
  readonly #table: RowTable;
  readonly #visible: Selection;
  readonly #url: string | undefined;
  /** By the row that a SOURCE relation leads to. */
  readonly #known = new Map<number, Source | undefined>();

  constructor(table: RowTable, visible: Selection, url: string | undefined) {
    this.#table = table;
    this.#visible = visible;
    this.#url = url;
  }

  /** The first that is seen, and whose address is. */
  *of(row: number): Steps<Source | undefined> {
    for (const above of this.#above(row)) {
      if (!this.#known.has(above)) this.#known.set(above, yield* this.#read(above, MOST_STEPS));
      const source = this.#known.get(above);
      if (source) return source;
    }
    return undefined;
  }

  *#read(row: number, steps: number): Steps<Source | undefined> {
    if (row === 0 || steps === 0 || !(yield* this.#visible.has(row))) return undefined;
    const [record] = this.#table.records.of(row, SOURCE_URL) as { url: string; since?: number }[];
    if (!record) {
      const above = yield* this.#read(this.#above(row)[0] ?? 0, steps - 1);
      return above && { url: above.url, revision: '', since: undefined };
    }
    if (this.#url !== undefined && record.url !== this.#url) return undefined;
    return { url: record.url, revision: revisionOf(this.#table, row), since: record.since };
  }

  /** What the SOURCE relations of a row lead to; 0: to nothing that is there. */
  #above(row: number): readonly number[] {
    const rows: number[] = [];
    this.#table.relations.forEachKept(
      row,
      ({ type }) => type === 'SOURCE',
      (_, to) => rows.push(to),
    );
    return rows;
  }
}

function revisionOf({ columns }: RowTable, row: number): string {
  const { texts, numbers } = columns.texts.find(({ name }) => name === 'revision')!;
  return texts.text(numbers[row]!);
}

interface Counted extends RevisionPlace {
  firstSeenAt: number | undefined;
  objects: number;
  /** By number. */
  readonly clusters: Set<number>;
  /** In the order of OBJECT_STATUSES, and the suspended ones. */
  readonly statuses: number[];
  suspended: number;
  lagging: number;
  laggingSince: number | undefined;
  /** What objects lag behind. */
  source: Source | undefined;
}

class FoundRevisions {
  readonly #table: RowTable;
  readonly #byKey = new Map<string, Counted>();
  readonly #kustomization: number | undefined;

  constructor(table: RowTable) {
    this.#table = table;
    this.#kustomization = table.kinds.find(KUSTOMIZATION.group!, KUSTOMIZATION.kind);
  }

  get size(): number {
    return this.#byKey.size;
  }

  /** In no order. */
  get all(): Iterable<Counted> {
    return this.#byKey.values();
  }

  /** For those that are told alone: the names of their clusters are put in order. */
  told({ objects, clusters, statuses, suspended, lagging, laggingSince, source, ...place }: Counted): Revision {
    const { clusterNames } = this.#table.places;
    return {
      ...{ ...place, objectCount: objects, laggingCount: lagging, laggingSince, sourceRevision: source?.revision },
      clusters: Array.from(clusters, cluster => clusterNames.text(cluster)).sort(compareText),
      statusCounts: statusCountsOf(statuses, suspended),
    };
  }

  /** @throws QueryError */
  add(row: number, source: Source): void {
    const { columns, records } = this.#table;
    const applied = revisionOf(this.#table, row);
    if (applied !== '') {
      const counted = this.#count(row, source, applied, false);
      // Of the others a revision is that of a chart, and their source has one of its own.
      const compares = columns.kind[row] === this.#kustomization && source.revision !== '' && source.revision !== applied;
      if (compares) {
        counted.lagging++;
        counted.laggingSince = earliest(counted.laggingSince, source.since);
        if (!counted.source || isNewer(source, counted.source)) counted.source = source;
      }
    }
    const [attempted] = records.of(row, ATTEMPTED) as { revision: string }[];
    if (attempted) this.#count(row, source, attempted.revision, true);
  }

  #count(row: number, source: Source, revision: string, attempted: boolean): Counted {
    const { columns, places } = this.#table;
    const key = JSON.stringify([source.url, revision, attempted]);
    let counted = this.#byKey.get(key);
    if (!counted) {
      if (this.#byKey.size === MOST_REVISIONS)
        throw new QueryError(`revisions: there are more than ${MOST_REVISIONS} of them. Narrow the filter.`, 'filter');
      const none = { objects: 0, suspended: 0, firstSeenAt: undefined, lagging: 0, laggingSince: undefined, source: undefined };
      counted = { sourceUrl: source.url, revision, attempted, ...none, clusters: new Set(), statuses: OBJECT_STATUSES.map(() => 0) };
      this.#byKey.set(key, counted);
    }
    const state = columns.state[row]!;
    counted.objects++;
    counted.clusters.add(places.cluster[columns.place[row]!]!);
    counted.statuses[OBJECT_STATUSES.indexOf(statusOf(state))]!++;
    if (state & SUSPENDED) counted.suspended++;
    if (source.revision === revision) counted.firstSeenAt = earliest(counted.firstSeenAt, source.since);
    return counted;
  }
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

/** Of two that were taken in at the same time, one is newer in every process. */
function isNewer(a: Source, b: Source): boolean {
  return ((a.since ?? 0) - (b.since ?? 0) || compareText(a.revision, b.revision)) > 0;
}

/** By address; of one, the newest first, and those of which no source tells since when last; then by revision, and what is applied first. */
function compare(a: RevisionPlace, b: RevisionPlace): number {
  return (
    compareText(a.sourceUrl, b.sourceUrl) ||
    (b.firstSeenAt ?? 0) - (a.firstSeenAt ?? 0) ||
    compareText(a.revision, b.revision) ||
    Number(a.attempted) - Number(b.attempted)
  );
}

type RevisionPlace = NonNullable<RevisionRequest['after']>;

function* pageOf(found: FoundRevisions, { first, after }: RevisionRequest): Steps<RevisionPage> {
  const best = new TopK<Counted>(first, compare);
  let [looked, before] = [0, 0];
  for (const counted of found.all) {
    if (after && compare(counted, after) <= 0) before++;
    else best.offer(counted);
    if (++looked % STEP === 0) yield;
  }
  const revisions: Revision[] = [];
  for (const counted of best.sorted()) {
    revisions.push(found.told(counted));
    yield;
  }
  return { revisions, totalCount: found.size, hasNextPage: found.size > before + revisions.length, hasPreviousPage: before > 0 };
}
