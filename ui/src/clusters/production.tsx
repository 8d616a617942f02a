/** Marks clusters in production. */
import { useSyncExternalStore } from 'react';
import { ask, type Answer } from '../client.ts';
import { ClusterLabelsDocument, type ClusterLabelsQuery } from '../graph/graphql.ts';
import { store } from '../store.ts';
import { texts } from '../texts.ts';
import { environmentOf, isProduction } from './environment.ts';

/** Interval of reading cluster labels. It is long, because labels change seldom. */
const READ_EVERY_MS = 300_000;
const AFTER_PROBLEM_MS = 10_000;
/** Maximum number of pages to read. Clusters on later pages get no mark. */
const MOST_PAGES = 20;

const NONE: ReadonlySet<string> = new Set();
/** Names of the clusters in production, as far as their labels have been read. */
const production = store(NONE);
let readAgainAt = 0;
let reading = new AbortController();

export function ProductionMark() {
  return <span className="production">{texts.production}</span>;
}

/** The mark, or nothing if the cluster is not in production. `isShort`: true shows a shorter mark. */
export function InProduction({ cluster, isShort = false }: { cluster: string; isShort?: boolean }) {
  const isMarked = useSyncExternalStore(subscribe, () => production.get().has(cluster));
  if (!isMarked) return null;
  if (!isShort) return <ProductionMark />;
  return (
    <span className="production" role="img" aria-label={texts.production} title={texts.production}>
      {texts.productionShort}
    </span>
  );
}

/**
 * Reads the names of the clusters in production when a mark is drawn, but at most once per READ_EVERY_MS. After a
 * failure, waits only AFTER_PROBLEM_MS.
 */
function subscribe(listener: () => void): () => void {
  if (Date.now() >= readAgainAt) {
    readAgainAt = Date.now() + READ_EVERY_MS;
    const reader = (reading = new AbortController());
    void readProduction(reader.signal).then(isRead => {
      if (!isRead && reader === reading) readAgainAt = Date.now() + AFTER_PROBLEM_MS;
    });
  }
  return production.subscribe(listener);
}

/** Clears the data of the previous caller. */
export function forgetProduction(): void {
  reading.abort();
  reading = new AbortController();
  readAgainAt = 0;
  production.set(NONE);
}

/** Returns false if a page could not be read, or if `left` was aborted. */
async function readProduction(left: AbortSignal): Promise<boolean> {
  const found = new Set<string>();
  let after: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const { data }: Answer<ClusterLabelsQuery> = await ask(ClusterLabelsDocument, { after }, left);
    const page: ClusterLabelsQuery['clusters'] | undefined = data?.clusters;
    if (!page || left.aborted) return false;
    for (const cluster of page.nodes) if (isProduction(environmentOf(cluster))) found.add(cluster.name);
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    if (after === null) break;
  }
  production.set(found);
  return true;
}
