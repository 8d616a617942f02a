/**
 * Picks the next decision to compare: a random recent caller and a random row of a random cluster, visible to the
 * caller or hidden.
 */
import { LRUCache } from 'lru-cache';
import type { Identity } from '../../identity/identity.ts';
import type { ClusterIndex, ReadModel } from '../../readmodel/readmodel.ts';
import type { Decision } from './decision.ts';
import { everyRowOf } from './places.ts';

const MAX_IDENTITIES = 1_000;
const SEEN_MS = 60 * 60_000;
const PAGE = 100;
const FORMS = [
  { verb: 'list', byName: false },
  { verb: 'list', byName: true },
  { verb: 'get', byName: true },
] as const;

export class DecisionSamples {
  readonly #readModel: Pick<ReadModel, 'clusters' | 'cluster' | 'page'>;
  readonly #random: () => number;
  readonly #seen = new LRUCache<string, Identity>({ max: MAX_IDENTITIES, ttl: SEEN_MS });
  /** Position of the next sample in the rows, by cluster. */
  readonly #cursors = new Map<string, string>();

  constructor(readModel: Pick<ReadModel, 'clusters' | 'cluster' | 'page'>, random = Math.random) {
    this.#readModel = readModel;
    this.#random = random;
  }

  /** Remembers a caller as a candidate, without their token. */
  saw({ user, groups, uid, extra }: Identity): void {
    this.#seen.set(JSON.stringify([user, groups, uid, extra]), { user, groups, uid, extra });
  }

  async next(mayBeAsked: (index: ClusterIndex) => boolean): Promise<Decision | undefined> {
    const identity = this.#oneOf([...this.#seen.values()]);
    const index = this.#oneOf(this.#readModel.clusters().filter(index => index.rowCount > 0 && mayBeAsked(index)));
    if (!identity || !index) return undefined;
    const { cluster } = index;
    const after = this.#cursors.get(cluster);
    const page = await this.#readModel.page(everyRowOf(index), { clusters: [cluster] }, [], { first: PAGE, after });
    const end = page.hasNextPage ? page.endCursor : undefined;
    if (end === undefined) this.#cursors.delete(cluster);
    else this.#cursors.set(cluster, end);
    const row = this.#oneOf(page.rows);
    if (!row) return undefined;
    const resource = index.resources.find(({ group, kind }) => group === row.group && kind === row.kind);
    const form = this.#oneOf(FORMS);
    if (!resource || !form) return undefined;
    const { verb, byName } = form;
    return { cluster, identity, verb, resource, namespace: row.namespace, name: byName ? row.name : '' };
  }

  forgetGone(): void {
    for (const cluster of this.#cursors.keys()) if (!this.#readModel.cluster(cluster)) this.#cursors.delete(cluster);
  }

  #oneOf<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }
}
