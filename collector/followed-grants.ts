/**
 * Follows the RBAC of clusters in the store, for clusters that borrow it (borrowed-grants.ts). This process reads the
 * RBAC of a cluster once for all borrowers.
 */
import type { ClusterRegistry } from '../clusters/registry.ts';
import { leafTurns } from '../async/fair-turns.ts';
import { grantKey, type GrantObject } from '../rbac/types.ts';
import type { Change, ClusterState, Position, Store } from '../store/store.ts';
import { StoreUnavailableError } from '../store/store.ts';
import { borrowedGrants } from './borrowed-grants.ts';
import { monotonic } from './timing.ts';

export interface BorrowedRbac {
  readonly grants: ReadonlyMap<string, GrantObject>;
  readonly complete: boolean;
  /** Milliseconds since the lending cluster last confirmed its RBAC. Undefined if its RBAC is not complete. */
  readonly confirmedAgo: number | undefined;
}

const NOTHING: BorrowedRbac = { grants: new Map(), complete: false, confirmedAgo: undefined };

/** Signal that never aborts. Many clusters wait for one read, so none of them may abort it. */
const NEVER = new AbortController().signal;

interface Followed {
  /** Digest of the connection over which the content was read. */
  readonly connection: string;
  position: Position | undefined;
  grants: Map<string, GrantObject>;
  state: ClusterState | undefined;
  /** Monotonic time at which the state was written. */
  stateAt: number;
  /** Borrowed grants by namespace. Replaced when the grants change. */
  borrowed: Map<string, ReadonlyMap<string, GrantObject> | Promise<ReadonlyMap<string, GrantObject>>>;
  reading: Promise<void> | undefined;
}

export class FollowedGrants {
  readonly #store: Pick<Store, 'snapshot' | 'changes'>;
  readonly #registry: Pick<ClusterRegistry, 'get'>;
  readonly #followed = new Map<string, Followed>();

  constructor(store: Pick<Store, 'snapshot' | 'changes'>, registry: Pick<ClusterRegistry, 'get'>) {
    this.#store = store;
    this.#registry = registry;
  }

  /**
   * The current RBAC of a namespace of a cluster. While the store is unreachable, returns the last known RBAC, with a
   * growing age.
   */
  async of({ cluster, namespace }: { readonly cluster: string; readonly namespace: string }): Promise<BorrowedRbac> {
    const registration = this.#registry.get(cluster);
    if (!registration) {
      this.#followed.delete(cluster);
      return NOTHING;
    }
    const { connection } = registration;
    let followed = this.#followed.get(cluster);
    if (followed?.connection !== connection) {
      followed = {
        connection,
        position: undefined,
        grants: new Map(),
        state: undefined,
        stateAt: 0,
        borrowed: new Map(),
        reading: undefined,
      };
      this.#followed.set(cluster, followed);
    }
    await (followed.reading ??= this.#read(cluster, followed).finally(() => (followed.reading = undefined)));
    const { state, stateAt } = followed;
    // On a `mixed` cluster, other authorizers than RBAC decide, too. Their decisions cannot be borrowed.
    if (
      !state?.grants.complete ||
      state.grants.confirmedAgo === undefined ||
      state.authorization === 'mixed' ||
      state.reason === 'DUPLICATE'
    )
      return NOTHING;
    let grants = followed.borrowed.get(namespace);
    if (!grants) {
      // A copy, because the grants may change between two steps.
      grants = leafTurns.run(cluster, borrowedGrants([...followed.grants.values()], namespace));
      followed.borrowed.set(namespace, grants);
    }
    return { grants: await grants, complete: true, confirmedAgo: state.grants.confirmedAgo + monotonic() - stateAt };
  }

  async #read(cluster: string, followed: Followed): Promise<void> {
    try {
      for (let more = followed.position !== undefined; more;) {
        const found = await this.#store.changes(cluster, followed.position!);
        if (found === 'behind') {
          followed.position = undefined;
          break;
        }
        for (const change of found.changes) this.#apply(change, followed);
        followed.position = found.position;
        more = found.more;
      }
      if (followed.position === undefined) await this.#load(cluster, followed);
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      // Ignored, because the next call reads again.
    }
  }

  async #load(cluster: string, followed: Followed): Promise<void> {
    const { position, grants, state, stateStoredAgo, server } = await this.#store.snapshot(cluster, NEVER);
    const stateAt = monotonic() - stateStoredAgo;
    // Content of another connection belongs to another API server, so it is dropped. Without a position, the next call
    // reads all content of the cluster again.
    const isOwn = server?.connection === followed.connection;
    const own = new Map<string, GrantObject>();
    for (const grant of isOwn ? grants : []) {
      own.set(grantKey(grant), grant);
      await leafTurns.spare(cluster);
    }
    followed.position = isOwn ? position : undefined;
    followed.state = isOwn ? state : undefined;
    followed.stateAt = stateAt;
    followed.grants = own;
    followed.borrowed = new Map();
  }

  #apply({ grantPuts, grantDeletes, state, storedAgo }: Change, followed: Followed): void {
    for (const grant of grantPuts) followed.grants.set(grantKey(grant), grant);
    for (const key of grantDeletes) followed.grants.delete(key);
    if (grantPuts.length + grantDeletes.length > 0) followed.borrowed = new Map();
    if (!state) return;
    followed.state = state;
    followed.stateAt = monotonic() - storedAgo;
  }
}
