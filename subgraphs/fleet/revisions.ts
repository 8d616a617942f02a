/**
 * Revisions: shows which revision runs where, by repository, over all clusters.
 *
 * Kustomizations and HelmReleases are grouped by the address of their source. An object counts only if the caller sees
 * the object, its source, and every object on the path between them.
 */
import type { GuardedResolvers } from '../../access/guard.ts';
import { clustersOf } from '../../readmodel/select/selection.ts';
import { TopK } from '../../readmodel/table/containers.ts';
import { statusCountsOf } from '../../readmodel/questions/groups.ts';
import type { Steps } from '../../async/fair-turns.ts';
import type { RowReader, VisibleRow } from '../../readmodel/question.ts';
import { QueryError, type Filter, type KindMatch, type StatusCounts } from '../../readmodel/query.ts';
import { compareText } from '../../readmodel/table/names.ts';
import { ATTEMPTED, SOURCE_URL } from '../../store/attached.ts';
import { OBJECT_STATUSES } from '../../store/store.ts';
import {
  withInputErrors,
  badInput,
  quoted,
  encodeCursor,
  decodeCursor,
  DEFAULT_PAGE,
  pageSize,
  type PageArguments,
  foreignCursor,
} from '../arguments.ts';
import { objectFilter, type ObjectFilterInput } from './filter-input.ts';
import { coverageOfList, throughLists, type Reach } from './objects.ts';
import { sourceUrl } from '../../schema/source-url.ts';

/** A revision of a repository, and the objects that run this revision or have tried to apply it. */
export interface Revision {
  readonly sourceUrl: string;
  readonly revision: string;
  /** True if the objects attempted this revision last but have not applied it. */
  readonly attempted: boolean;
  readonly objectCount: number;
  /** Sorted names of the objects' clusters. */
  readonly clusters: readonly string[];
  readonly statusCounts: StatusCounts;
  /**
   * Earliest time at which a source fetched this revision, in milliseconds since the epoch. Ignores sources that no
   * longer have the revision. Undefined if unknown.
   */
  readonly firstSeenAt: number | undefined;
  /**
   * Number of Kustomizations whose source has another revision. `laggingSince` is the earliest time at which such a
   * source received its revision, in milliseconds since the epoch.
   */
  readonly laggingCount: number;
  readonly laggingSince: number | undefined;
  /** Revision of the source that objects lag behind. If there are several sources, the latest revision. */
  readonly sourceRevision: string | undefined;
}

export interface RevisionRequest {
  /** Address of the source whose revisions are returned. Undefined means all addresses. */
  readonly sourceUrl?: string | undefined;
  readonly first: number;
  /** Returns only revisions after this position. The revision at the position need not exist. */
  readonly after?: Pick<Revision, 'sourceUrl' | 'firstSeenAt' | 'revision' | 'attempted'> | undefined;
}

/** A page of revisions, sorted by address. Revisions of one address are sorted newest first. */
export interface RevisionPage {
  readonly revisions: readonly Revision[];
  readonly totalCount: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

interface RevisionsArguments extends Pick<PageArguments, 'first' | 'after'> {
  readonly filter?: ObjectFilterInput | null;
  readonly sourceUrl?: string | null;
}

export const revisionResolvers: GuardedResolvers = {
  Query: {
    revisions: throughLists(async (_: unknown, args: RevisionsArguments, { rbacRows: rows, rbacNames: names }) => {
      const request: RevisionRequest = {
        sourceUrl: args.sourceUrl == null ? undefined : addressOf(args.sourceUrl),
        first: pageSize('first', args.first ?? DEFAULT_PAGE),
        after: args.after == null ? undefined : placeOf(args.after),
      };
      const filter = await objectFilter(args.filter, names);
      const page = await withInputErrors(() => rows.ask(filter, seen => revisions(seen, filter, request)));
      return { ...page, reached: clustersOf(filter) } satisfies RevisionPage & Reach;
    }),
  },
  RevisionConnection: {
    nodes: ({ revisions }: RevisionPage) => revisions,
    pageInfo: ({ revisions, hasNextPage, hasPreviousPage }: RevisionPage) => {
      const [first, last] = [revisions[0], revisions.at(-1)];
      return { hasNextPage, hasPreviousPage, startCursor: first && cursorOf(first), endCursor: last && cursorOf(last) };
    },
    coverage: coverageOfList,
  },
  Revision: {
    clusterCount: ({ clusters }: Revision) => clusters.length,
    clusters: ({ clusters }: Revision, { first }: { readonly first: number | null }) =>
      clusters.slice(0, pageSize('clusters.first', first ?? DEFAULT_PAGE)).map(name => ({ name })),
  },
};

function addressOf(text: string): string {
  const address = sourceUrl(text);
  if (address === undefined)
    throw badInput(
      'sourceUrl',
      `${quoted(text)} is no address of a repository. Write it as in spec.url, such as "https://host/org/repo".`,
    );
  return address;
}

function cursorOf({ sourceUrl, firstSeenAt, revision, attempted }: Revision): string {
  return encodeCursor([
    sourceUrl,
    firstSeenAt === undefined ? '' : String(firstSeenAt),
    revision,
    attempted ? 'attempted' : '',
  ]);
}

function placeOf(cursor: string): RevisionRequest['after'] {
  const [sourceUrl = '', since = '', revision = '', attempted = ''] = decodeCursor(cursor, 4);
  if (!/^\d{0,16}$/.test(since) || !['', 'attempted'].includes(attempted)) throw foreignCursor(cursor);
  return { sourceUrl, firstSeenAt: since === '' ? undefined : Number(since), revision, attempted: attempted !== '' };
}

const KUSTOMIZATION = { group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization' };
const APPLIERS: readonly KindMatch[] = [KUSTOMIZATION, { group: 'helm.toolkit.fluxcd.io', kind: 'HelmRelease' }];
/** Maximum steps from an object to its source. A HelmRelease reaches its source through its chart. */
const MOST_STEPS = 3;
const MOST_REVISIONS = 100_000;
/** Number of objects or revisions that are processed before yielding. */
const STEP = 128;

/** @throws QueryError if there are more than MOST_REVISIONS */
export function* revisions(rows: RowReader, filter: Filter, request: RevisionRequest): Steps<RevisionPage> {
  const sources = new Sources(rows, request.sourceUrl);
  const found = new FoundRevisions(rows);
  for (const [looked, row] of (yield* rows.matching({ and: [filter], kinds: APPLIERS })).entries()) {
    const source = sources.of(row);
    if (source) found.add(row, source);
    if (looked % STEP === STEP - 1) yield;
  }
  return yield* pageOf(found, request);
}

/** The source that an object is built from. */
interface Source {
  readonly url: string;
  /**
   * Revision of the source, and the time at which the source received this revision. If the source's revisions cannot
   * be compared with the revisions of the objects, the revision is empty and the time is undefined.
   */
  readonly revision: string;
  readonly since: number | undefined;
}

class Sources {
  readonly #rows: RowReader;
  readonly #url: string | undefined;
  /** Known sources by the row that a SOURCE relation points to. */
  readonly #known = new Map<VisibleRow, Source | undefined>();

  constructor(rows: RowReader, url: string | undefined) {
    this.#rows = rows;
    this.#url = url;
  }

  /**
   * The object's first visible source with a known address. If an address is requested, sources with other addresses do
   * not count.
   */
  of(row: VisibleRow): Source | undefined {
    for (const above of this.#rows.ends(row, 'SOURCE')) {
      if (!this.#known.has(above)) this.#known.set(above, this.#read(above, MOST_STEPS));
      const source = this.#known.get(above);
      if (source) return source;
    }
    return undefined;
  }

  #read(row: VisibleRow, steps: number): Source | undefined {
    if (steps === 0) return undefined;
    const [record] = this.#rows.records(row, SOURCE_URL) as { url: string; since?: number }[];
    if (!record) {
      const [next] = this.#rows.ends(row, 'SOURCE');
      const above = next && this.#read(next, steps - 1);
      return above && { url: above.url, revision: '', since: undefined };
    }
    if (this.#url !== undefined && record.url !== this.#url) return undefined;
    return { url: record.url, revision: this.#rows.text(row, 'revision'), since: record.since };
  }
}

interface Counted extends RevisionPlace {
  firstSeenAt: number | undefined;
  objects: number;
  /** Clusters of the objects, as numbers of the index. */
  readonly clusters: Set<number>;
  /** Number of objects by status, in the order of OBJECT_STATUSES. */
  readonly statuses: number[];
  suspended: number;
  lagging: number;
  laggingSince: number | undefined;
  /** The latest source that objects lag behind. */
  source: Source | undefined;
}

class FoundRevisions {
  readonly #rows: RowReader;
  readonly #byKey = new Map<string, Counted>();

  constructor(rows: RowReader) {
    this.#rows = rows;
  }

  get size(): number {
    return this.#byKey.size;
  }

  /** All revisions, in no particular order. */
  get all(): Iterable<Counted> {
    return this.#byKey.values();
  }

  /**
   * Converts a revision for the answer. Sorts the names of the clusters, so call shown() only for revisions of the
   * page.
   */
  shown({ objects, clusters, statuses, suspended, lagging, laggingSince, source, ...place }: Counted): Revision {
    return {
      ...{ ...place, objectCount: objects, laggingCount: lagging, laggingSince, sourceRevision: source?.revision },
      clusters: Array.from(clusters, cluster => this.#rows.clusterName(cluster)).sort(compareText),
      statusCounts: statusCountsOf(statuses, suspended),
    };
  }

  /** @throws QueryError */
  add(row: VisibleRow, source: Source): void {
    const applied = this.#rows.text(row, 'revision');
    if (applied !== '') {
      const counted = this.#count(row, source, applied, false);
      // Only Kustomizations are compared. A HelmRelease's revision is the version of its chart, not a revision of the
      // source.
      const compares = source.revision !== '' && source.revision !== applied && this.#rows.isOf(row, KUSTOMIZATION);
      if (compares) {
        counted.lagging++;
        counted.laggingSince = earliest(counted.laggingSince, source.since);
        if (!counted.source || isNewer(source, counted.source)) counted.source = source;
      }
    }
    const [attempted] = this.#rows.records(row, ATTEMPTED) as { revision: string }[];
    if (attempted) this.#count(row, source, attempted.revision, true);
  }

  #count(row: VisibleRow, source: Source, revision: string, attempted: boolean): Counted {
    const key = JSON.stringify([source.url, revision, attempted]);
    let counted = this.#byKey.get(key);
    if (!counted) {
      if (this.#byKey.size === MOST_REVISIONS)
        throw new QueryError(`revisions: there are more than ${MOST_REVISIONS} of them. Narrow the filter.`, 'filter');
      const none = {
        objects: 0,
        suspended: 0,
        firstSeenAt: undefined,
        lagging: 0,
        laggingSince: undefined,
        source: undefined,
      };
      counted = {
        sourceUrl: source.url,
        revision,
        attempted,
        ...none,
        clusters: new Set(),
        statuses: OBJECT_STATUSES.map(() => 0),
      };
      this.#byKey.set(key, counted);
    }
    counted.objects++;
    counted.clusters.add(this.#rows.cluster(row));
    counted.statuses[OBJECT_STATUSES.indexOf(this.#rows.status(row))]!++;
    if (this.#rows.isSuspended(row)) counted.suspended++;
    if (source.revision === revision) counted.firstSeenAt = earliest(counted.firstSeenAt, source.since);
    return counted;
  }
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

/** Compares times, then the texts of the revisions, so that every process gives the same answer. */
function isNewer(a: Source, b: Source): boolean {
  return ((a.since ?? 0) - (b.since ?? 0) || compareText(a.revision, b.revision)) > 0;
}

/**
 * Sorts by address, then newest first, then by the text of the revision, then applied before attempted. Revisions
 * without a time are the last of their address.
 */
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
  const page: Revision[] = [];
  for (const counted of best.sorted()) {
    page.push(found.shown(counted));
    yield;
  }
  return {
    revisions: page,
    totalCount: found.size,
    hasNextPage: found.size > before + page.length,
    hasPreviousPage: before > 0,
  };
}
