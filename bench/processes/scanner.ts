/**
 * A peer of the benchmark that has no index. It reads every row from Redis, checks the permissions, counts the rows and
 * keeps the first page by name. One pass answers both questions: the numbers and the page.
 */
import { openRedisStore } from '../../store/redis.ts';
import type { Row } from '../../store/store.ts';
import { clusterName, namespaceName, SHAPES } from '../scale/fleet.ts';
import { peopleOf } from '../scale/people.ts';
import {
  facetsOf,
  FACETS,
  kindValue,
  mostFrequent,
  PAGE_SIZE,
  type FacetName,
  type Numbers,
} from '../scale/questions.ts';
import { answerRequests } from './answering.ts';

export interface ScannerRequest {
  readonly redis: string;
  readonly shape: keyof typeof SHAPES;
  /** Kind in the filter of the page. The numbers cover all kinds. */
  readonly kind: string;
}

export interface ScannerAnswer {
  readonly seconds: number;
  readonly numbers: Numbers;
  /** Ids of the first page, sorted by name. */
  readonly ids: readonly string[];
}

const NEVER = new AbortController().signal;

answerRequests<ScannerRequest, ScannerAnswer>(async ({ redis, shape, kind }) => {
  const store = await openRedisStore({ url: redis });
  const began = performance.now();
  const { scope } = peopleOf(SHAPES[shape]).tenants[0]!;
  if (scope.type !== 'places') throw new Error('A tenant has rights in places.');
  const places = new Set(
    scope.places.map(({ cluster, namespace }) => `${clusterName(cluster)}/${namespaceName(namespace)}`),
  );
  const counts: Record<FacetName, Map<string, number>> = {
    CLUSTER: new Map(),
    NAMESPACE: new Map(),
    KIND: new Map(),
    STATUS: new Map(),
  };
  let [count, page] = [0, [] as Row[]];
  for (const cluster of await store.clusters()) {
    for await (const rows of (await store.snapshot(cluster, NEVER)).rows) {
      const seen = rows.filter(({ cluster, namespace }) => places.has(`${cluster}/${namespace}`));
      count += seen.length;
      for (const row of seen) {
        for (const facet of FACETS)
          counts[facet].set(valueOf(row, facet), (counts[facet].get(valueOf(row, facet)) ?? 0) + 1);
      }
      page = [...page, ...seen.filter(row => row.kind === kind)].sort(byName).slice(0, PAGE_SIZE);
    }
  }
  const seconds = (performance.now() - began) / 1_000;
  await store.close();
  return { seconds, numbers: { count, facets: facetsOf(facet => mostFrequent(counts[facet])) }, ids: page.map(idOf) };
});

function valueOf({ cluster, namespace, kind, group, status }: Row, facet: FacetName): string {
  switch (facet) {
    case 'CLUSTER':
      return cluster;
    case 'NAMESPACE':
      return namespace;
    case 'KIND':
      return kindValue(kind, group);
    case 'STATUS':
      return status;
  }
}

const idOf = ({ cluster, group, kind, namespace, name }: Row) => `${cluster}/${group}/${kind}/${namespace}/${name}`;

function byName(a: Row, b: Row): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return idOf(a) < idOf(b) ? -1 : 1;
}
