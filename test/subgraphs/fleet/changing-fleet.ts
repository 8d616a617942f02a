/** The fleet subgraph with its real read model and access, over a store of two clusters to which a test writes. */
import { graphql, parse } from 'graphql';
import { openAccess, type Access } from '../../../access/access.ts';
import { policiesOf } from '../../../access/coverage.ts';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import { grantKey, type GrantObject } from '../../../rbac/types.ts';
import type { JournalOptions } from '../../../readmodel/changes/journal.ts';
import { openReadModel } from '../../../readmodel/model.ts';
import type { ReadModel } from '../../../readmodel/readmodel.ts';
import { subgraphSdl } from '../../../schema/sdl.ts';
import { MemoryStore } from '../../../store/memory.ts';
import type { Batch, ClusterState, Lease, Row, Store } from '../../../store/store.ts';
import { openSubgraph } from '../../../subgraphs/fleet/subgraph.ts';
import type { IdentityPolicy, LiveQuery, RequestContext } from '../../../identity/identity.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { until } from '../../readmodel/fixtures.ts';
import { RESOURCES } from './scripted-fleet.ts';

export const CLUSTERS = ['leaf-01', 'leaf-02'];

export const healthy: ClusterState = {
  ...{ phase: 'synced', reason: '', version: 'v1.36.0', authorization: 'rbac', answeredAgo: 0, resources: RESOURCES },
  kinds: RESOURCES.map(({ group, kind }) => ({ group, kind, state: 'watching', reason: '' })),
  grants: { complete: true, confirmedAgo: 0, reason: '' },
};

export interface Caller {
  readonly user: string;
  readonly groups?: readonly string[];
}

export interface ChangingFleetOptions {
  readonly store?: Store;
  readonly journal?: JournalOptions;
  readonly changesAtOnce?: number;
  /**
   * Identity policy of a cluster, as configured in this process. @default the caller's own identity, on every cluster
   */
  readonly policyOf?: (cluster: string) => IdentityPolicy | undefined;
}

export const AS_CALLER: IdentityPolicy = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' };

export class ChangingFleet {
  readonly store: Store;
  readonly model: ReadModel;
  readonly access: Access;
  readonly subgraph: ReturnType<typeof openSubgraph>;
  readonly #leases = new Map<string, Lease>();
  #written = 0;

  private constructor(
    store: Store,
    model: ReadModel,
    { changesAtOnce, policyOf = () => AS_CALLER }: ChangingFleetOptions,
  ) {
    this.store = store;
    this.model = model;
    this.access = openAccess({
      readModel: model,
      policies: policiesOf(policyOf),
      rbac: { maxAgeMs: 600_000 },
      ...(changesAtOnce !== undefined && { changesAtOnce }),
    });
    this.subgraph = openSubgraph(parse(subgraphSdl('fleet')), { access: this.access });
  }

  static async open(options: ChangingFleetOptions = {}): Promise<ChangingFleet> {
    const { store = new MemoryStore(), journal } = options;
    const model = await openReadModel({ store, log: silentLogger, ...(journal && { journal }) });
    return new ChangingFleet(store, model, options);
  }

  /** Writes a batch. Returns when the read model has applied it. */
  async write(cluster: string, batch: Batch): Promise<void> {
    const lease = this.#leases.get(cluster) ?? (await this.store.acquire(cluster, 'test', 600_000));
    if (!lease) throw new Error('no lease');
    this.#leases.set(cluster, lease);
    await this.store.apply(lease, batch);
    // The state is written last, with a new version. A read model with this version has the whole batch.
    const version = `v1.${++this.#written}.0`;
    await this.store.apply(lease, { state: { ...(batch.state ?? healthy), version } });
    await until(this.model, () => {
      const index = this.model.cluster(cluster);
      return index?.loading === false && index.state?.version === version;
    });
  }

  /** Waits until the read model has applied a cluster's whole log. Then it accepts tokens of other processes. */
  async caughtUp(cluster: string): Promise<void> {
    const signal = AbortSignal.timeout(240_000);
    const { position } = await this.store.snapshot(cluster, signal);
    const packed = this.store.shared!.pack(position)!;
    while ((await this.model.shared!.since(cluster, packed, { caller: 'test', signal })) === 'ahead')
      signal.throwIfAborted();
  }

  put(...rows: Row[]): Promise<void> {
    return this.write(rows[0]!.cluster, { puts: rows });
  }

  grant(cluster: string, ...grants: GrantObject[]): Promise<void> {
    return this.write(cluster, { grantPuts: grants });
  }

  revoke(cluster: string, ...grants: GrantObject[]): Promise<void> {
    return this.write(cluster, { grantDeletes: grants.map(grantKey) });
  }

  request({ user, groups = [] }: Caller, liveQuery?: LiveQuery): RequestContext {
    return {
      identity: acceptIdentity({ user, groups: [...groups] }),
      signal: AbortSignal.timeout(240_000),
      deadline: performance.now() + 20_000,
      requestId: 'test',
      log: silentLogger,
      ...(liveQuery && { liveQuery }),
    };
  }

  // Returns any, because each test knows the shape of its answer.
  async ask(
    caller: Caller,
    source: string,
    variableValues: Record<string, unknown> = {},
    liveQuery?: LiveQuery,
  ): Promise<any> {
    const contextValue = this.subgraph.context(this.request(caller, liveQuery));
    return JSON.parse(
      JSON.stringify(await graphql({ schema: this.subgraph.schema, source, variableValues, contextValue })),
    );
  }

  async close(): Promise<void> {
    await this.access.close();
    await this.model.close();
    await this.store.close();
  }
}
