/**
 * State of the mesh for one GraphQL operation: its time, its queries to Prometheus, and the items and rights that
 * several fields need.
 */
import DataLoader from 'dataloader';
import type { Accessors } from '../../access/guard.ts';
import type { VisibleRows } from '../../access/visible-rows.ts';
import { eventLoopTurns } from '../../async/fair-turns.ts';
import { callerKey, type RequestContext } from '../../identity/identity.ts';
import type { Resource } from '../../rbac/types.ts';
import type { MeshParts } from '../parts.ts';
import { spanArguments, type ItemKey, type Span, type SpanArguments } from './arguments.ts';
import { callsOf, clustersIn, type Call, type NamespaceSeries } from './calls.ts';
import {
  RatesOfInstances,
  replicaStatus,
  worstOf,
  type HealthStatus,
  type Replicas,
  type RequestHealth,
} from './health.ts';
import { itemKeysOf, itemsByKey, replicasOfInstance, tolerancesOfInstance, type Instance, type Item } from './items.ts';
import { openClusters } from './open-places.ts';
import { MESH_KINDS } from './projections.ts';
import { OperationTelemetry, type TelemetryCause } from './telemetry.ts';
import { validationsOf, type Validation, type ValidationOptions } from './validations.ts';

export interface Health {
  readonly status: HealthStatus;
  readonly requests: readonly RequestHealth[];
  readonly replicas: readonly (Replicas & { readonly id: string; readonly status: HealthStatus })[];
  readonly missing: TelemetryCause | undefined;
}

/** Clusters of the mesh whose objects may be missing. */
export interface MeshCoverage {
  /** Names of the clusters that the caller may name, sorted. */
  readonly incomplete: readonly string[];
  /** Number of clusters in which the caller's rights are not known at present. The caller may not name them. */
  readonly unnamed: number;
}

type CoverageAccessors = Pick<Accessors, 'rbacRows' | 'rbacNames'>;

const isOfMesh = (of: Pick<Resource, 'group' | 'kind'>): boolean =>
  MESH_KINDS.some(({ group, kind }) => of.kind === kind && of.group === group);

interface WantedValidations extends ValidationOptions {
  /** Id of the object. */
  readonly id: string;
}

export class MeshOperation {
  readonly parts: MeshParts;
  readonly telemetry: OperationTelemetry;
  /** Names of the clusters of the mesh, including clusters that the caller may not know. */
  readonly clusters: ReadonlySet<string>;
  readonly #request: Pick<RequestContext, 'identity' | 'signal'>;
  /** Start of the operation, in milliseconds since the epoch. */
  readonly #now = Date.now();
  readonly #rates = new Map<string, Promise<RatesOfInstances | { readonly cause: TelemetryCause }>>();
  #coverage: Promise<MeshCoverage> | undefined;
  #open: DataLoader<string, ReadonlySet<string>> | undefined;
  #items: DataLoader<ItemKey, Item | undefined, string> | undefined;
  #keys: DataLoader<string, readonly ItemKey[]> | undefined;
  #validations: DataLoader<WantedValidations, readonly Validation[], string> | undefined;

  constructor(parts: MeshParts, request: Pick<RequestContext, 'identity' | 'signal' | 'deadline'>) {
    const { identity, signal, deadline } = request;
    const { prometheus, matchers, clusterIds } = parts;
    this.parts = parts;
    this.clusters = new Set(parts.clusters());
    this.telemetry = new OperationTelemetry({
      ...{ prometheus, clusters: this.clusters, clusterIds, matchers },
      ...{ caller: callerKey(identity), signal, deadline },
    });
    this.#request = request;
  }

  /** @throws BAD_USER_INPUT */
  span(args: SpanArguments): Span {
    return spanArguments(args, { now: this.#now, stepMs: this.parts.stepMs });
  }

  /** Runs work in short steps on the event loop, alternating with the work of other callers. */
  run<T>(work: Iterator<unknown, T>): T | Promise<T> {
    return eventLoopTurns.run(callerKey(this.#request.identity), work, this.#request.signal);
  }

  /** Clusters of the mesh to read, limited to the clusters that a filter names. */
  clustersOf(wanted: readonly string[] | null | undefined): readonly string[] {
    return wanted ? [...new Set(wanted)].filter(name => this.clusters.has(name)) : [...this.clusters];
  }

  /** Coverage of the mesh. Read only once, because several fields need it. */
  coverage(accessors: CoverageAccessors): Promise<MeshCoverage> {
    return (this.#coverage ??= this.#readCoverage(accessors));
  }

  async #readCoverage({ rbacRows: rows, rbacNames: names }: CoverageAccessors): Promise<MeshCoverage> {
    const clusters = this.clustersOf(undefined);
    const [coverage, kinds, uncollected] = await Promise.all([
      names.coverage(clusters),
      names.kindsOn(clusters),
      names.uncollectedOn(clusters),
    ]);
    const states = new Map(coverage.map(({ cluster, state }) => [cluster, state]));
    return rows.ask({ clusters }, function* (reader) {
      const incomplete: string[] = [];
      let unnamed = 0;
      for (const cluster of clusters) {
        const state = states.get(cluster);
        const served = [...(kinds.get(cluster) ?? []), ...(uncollected.get(cluster) ?? [])];
        if (state === undefined) unnamed += reader.knowsRightsIn(cluster) ? 0 : 1;
        else if (state !== 'INDEXED' || served.some(kind => isOfMesh(kind) && !reader.isComplete(cluster, kind)))
          incomplete.push(cluster);
        if (reader.spent(served.length)) yield;
      }
      return { incomplete: incomplete.sort(), unnamed };
    });
  }

  /** Reads the item with this key from the objects that the caller sees. Calls are batched. */
  item(rows: VisibleRows, key: ItemKey): Promise<Item | undefined> {
    this.#items ??= new DataLoader(
      keys => {
        const clusters = this.clustersOf(undefined);
        return rows.ask({ clusters }, itemsByKey(keys, clusters));
      },
      { cacheKeyFn: ({ type, namespace, name }) => JSON.stringify([type, namespace, name]) },
    );
    return this.#items.load(key);
  }

  /** Keys of the items that an object belongs to. Calls are batched. */
  itemKeys(rows: VisibleRows, id: string): Promise<readonly ItemKey[]> {
    this.#keys ??= new DataLoader(ids =>
      rows.ask(
        { clusters: this.clustersOf(undefined) },
        itemKeysOf(ids, name => this.clusters.has(name)),
      ),
    );
    return this.#keys.load(id);
  }

  /** Validations of one object. Calls are batched. */
  validations(rows: VisibleRows, wanted: WantedValidations): Promise<readonly Validation[]> {
    this.#validations ??= new DataLoader(
      async all => {
        const mesh = { clusters: this.clustersOf(undefined), trustDomains: this.parts.trustDomains };
        const ids = all.map(({ id }) => id);
        const options = { references: all.some(({ references }) => references) };
        const found = await rows.ask({ clusters: mesh.clusters }, validationsOf(ids, mesh, options));
        return ids.map(id => found.get(id) ?? []);
      },
      { cacheKeyFn: ({ id, references }) => `${references} ${id}` },
    );
    return this.#validations.load(wanted);
  }

  async health(rows: VisibleRows, instance: Instance, span: Span): Promise<Health> {
    const { type, cluster, namespace, name } = instance;
    const open = await this.#openClusters(rows, namespace);
    const rates = open.has(cluster) ? await this.#ratesOf(namespace, open, span) : { cause: 'FORBIDDEN' as const };
    const requests =
      'cause' in rates ? [] : rates.of(type, cluster, namespace, name).health(tolerancesOfInstance(instance));
    const replicas = replicasOfInstance(instance).map(of => ({ ...of, status: replicaStatus(of) }));
    return {
      ...{ requests, replicas },
      status: worstOf([...requests, ...replicas].map(({ status }) => status)),
      missing: 'cause' in rates ? rates.cause : undefined,
    };
  }

  /** Clusters of the mesh in which the caller may see traffic of the namespace. Calls are batched. */
  #openClusters(rows: VisibleRows, namespace: string): Promise<ReadonlySet<string>> {
    this.#open ??= new DataLoader(namespaces => {
      const clusters = this.clustersOf(undefined);
      return rows.ask({ clusters }, function* (reader) {
        const open: ReadonlySet<string>[] = [];
        for (const each of namespaces) open.push(yield* openClusters(reader, clusters, each));
        return open;
      });
    });
    return this.#open.load(namespace);
  }

  /** Reads calls from Prometheus's answers. Reports the clusters of these calls to `sawCluster`. */
  async calls(answers: readonly NamespaceSeries[], idle: boolean): Promise<readonly Call[]> {
    const { clusterIds, sawCluster } = this.parts;
    const calls = await this.run(callsOf(answers, { clusterIds, idle }));
    for (const cluster of await this.run(clustersIn(calls))) sawCluster(cluster);
    return calls;
  }

  #ratesOf(
    namespace: string,
    clusters: ReadonlySet<string>,
    span: Span,
  ): Promise<RatesOfInstances | { readonly cause: TelemetryCause }> {
    const key = JSON.stringify([namespace, span]);
    let rates = this.#rates.get(key);
    if (!rates) this.#rates.set(key, (rates = this.#countRates(namespace, clusters, span)));
    return rates;
  }

  async #countRates(
    namespace: string,
    clusters: ReadonlySet<string>,
    span: Span,
  ): Promise<RatesOfInstances | { readonly cause: TelemetryCause }> {
    const answer = await this.telemetry.of(namespace, clusters, span, { tcp: false, times: false });
    if ('cause' in answer) return answer;
    const rates = new RatesOfInstances();
    await this.run(rates.count(await this.calls([answer], false)));
    return rates;
  }
}
