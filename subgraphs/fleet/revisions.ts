/**
 * Revisions: which revision runs where, by repository, over all clusters.
 *
 * Kustomizations and HelmReleases are grouped by the address of their source. An object counts if the caller sees it
 * and every object on the path to the source with the address.
 */
import type { GuardedResolvers } from '../../access/guard.ts';
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
import { throughLists } from './objects.ts';
import { sourceUrl } from '../../schema/source-url.ts';

/** A revision of a repository, with the objects that run or have tried it. */
export interface Revision {
  readonly sourceUrl: string;
  readonly revision: string;
  /** True if the objects attempted it last but have not applied it. */
  readonly attempted: boolean;
  readonly objectCount: number;
  /** Sorted by name. */
  readonly clusters: readonly string[];
  readonly statusCounts: StatusCounts;
  /** Time at which the first of the sources that have it now fetched it; undefined: none has it. */
  readonly firstSeenAt: number | undefined;
  /** Objects whose source has another revision, and the time since which the first of them lags. */
  readonly laggingCount: number;
  readonly laggingSince: number | undefined;
  /** The revision of their source; of several, the latest. */
  readonly sourceRevision: string | undefined;
}

export interface RevisionRequest {
  /** Only revisions of this address. */
  readonly sourceUrl?: string | undefined;
  readonly first: number;
  /** Only revisions after this place, which need not exist. */
  readonly after?: Pick<Revision, 'sourceUrl' | 'firstSeenAt' | 'revision' | 'attempted'> | undefined;
}

/** Sorted by address; the newest of one address first. */
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
      return withInputErrors(() => rows.ask(filter, seen => revisions(seen, filter, request)));
    }),
  },
  RevisionConnection: {
    nodes: ({ revisions }: RevisionPage) => revisions,
    pageInfo: ({ revisions, hasNextPage, hasPreviousPage }: RevisionPage) => {
      const [first, last] = [revisions[0], revisions.at(-1)];
      return { hasNextPage, hasPreviousPage, startCursor: first && cursorOf(first), endCursor: last && cursorOf(last) };
    },
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
/** A HelmRelease reaches its source through its chart. */
const MOST_STEPS = 3;
const MOST_REVISIONS = 100_000;
/** Objects, each with its source, processed without yielding. */
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

/** The source of an object. */
interface Source {
  readonly url: string;
  /**
   * Revision of the source itself, and the time at which it received the revision. Empty and undefined if its revisions
   * cannot be compared with revisions of the objects built from it.
   */
  readonly revision: string;
  readonly since: number | undefined;
}

class Sources {
  readonly #rows: RowReader;
  readonly #url: string | undefined;
  /** By target row of a SOURCE relation. */
  readonly #known = new Map<VisibleRow, Source | undefined>();

  constructor(rows: RowReader, url: string | undefined) {
    this.#rows = rows;
    this.#url = url;
  }

  /** The first source that the caller sees and that has a known address. */
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
  /** By number. */
  readonly clusters: Set<number>;
  /** In the order of OBJECT_STATUSES. */
  readonly statuses: number[];
  suspended: number;
  lagging: number;
  laggingSince: number | undefined;
  /** The source that objects lag behind. */
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

  /** Unordered. */
  get all(): Iterable<Counted> {
    return this.#byKey.values();
  }

  /** Sorts the names of clusters, so call it only for revisions of the page. */
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
      // A HelmRelease's revision is that of a chart; its source has its own.
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

/** The text breaks ties, so that every process gives the same answer. */
function isNewer(a: Source, b: Source): boolean {
  return ((a.since ?? 0) - (b.since ?? 0) || compareText(a.revision, b.revision)) > 0;
}

/** By address; then newest first, and revisions that no source dates last; then by revision, applied first. */
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
