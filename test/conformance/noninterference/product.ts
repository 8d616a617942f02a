/**
 * The product with the objects of a World, in this process: a store (by default the embedded store), the read model,
 * the registered subgraphs and the gateway's HTTP server. show() replaces the World. change() changes it while the
 * product runs, as a collector would.
 *
 * Clocks stand still, so that ages are equal in every world. Only the clocks of the leaf and of a Redis run, so the
 * times they report are removed from the answers.
 */
import { Writable } from 'node:stream';
import { graphql } from 'graphql';
import { pino } from 'pino';
import type { Registry } from 'prom-client';
import { Agent, request } from 'undici';
import { createHttpServer, type HttpServer } from '../../../gateway/http/server.ts';
import { createGatewayRuntime } from '../../../gateway/runtime.ts';
import { leafReviews } from '../../../identity/access-reviews.ts';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import { staticTokens } from '../../../identity/static-tokens.ts';
import { ClusterRegistry } from '../../../clusters/registry.ts';
import { indexesOf } from '../../../kinds/projection.ts';
import { openReadModel } from '../../../readmodel/model.ts';
import type { ReadModel } from '../../../readmodel/readmodel.ts';
import { identityOn } from '../../../identity/identity.ts';
import { grantKey } from '../../../rbac/types.ts';
import { composeSupergraph } from '../../../schema/supergraph.ts';
import { MemoryStore } from '../../../store/memory.ts';
import type { Store } from '../../../store/store.ts';
import { openAccess, type Access } from '../../../access/access.ts';
import {
  openSubgraphs,
  projectionsOfSubgraphs,
  readSubgraphs,
  type SubgraphName,
} from '../../../subgraphs/registry.ts';
import type { SubgraphParts } from '../../../subgraphs/parts.ts';
import { actionMetrics } from '../../../cli/serve/metrics.ts';
import { ACTIONS } from '../../../schema/actions.ts';
import { identityKey } from '../../../access/request-access.ts';
import type { Subgraph } from '../../../subgraphs/subgraph.ts';
import type { Logger } from '../../../telemetry/log.ts';
import { GENEROUS } from '../../gateway/limits.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { difference, everything, lease, mark, write } from './collecting.ts';
import { HOSTILE, WorldLeaf } from './leaf.ts';
import { telemetryOf, usageOf } from './telemetry.ts';
import { ASKERS, CLUSTERS, HUBS, TIMES, type Asker } from './vocabulary.ts';
import type { Cluster, World } from './world.ts';
import { policiesOf } from '../../../access/coverage.ts';

const NOW = Date.parse('2026-01-31T12:00:00Z');
const LEAFS_WORDS = new RegExp(`: ${HOSTILE}.*?(?=","msg")`);
const REQUEST_ID = 'the-same-in-every-world';
const LIMITS = {
  leafTimeoutMs: 5_000,
  liveObjects: 2_000,
  liveBytes: 64 * 1024 * 1024,
  logBytes: 1024 * 1024,
  followedLogs: 200,
  followedLogBytes: 64 * 1024 * 1024,
  policyBytes: 64 * 1024 * 1024,
  policyPaths: 100_000,
  answerBytes: 16 * 1024 * 1024,
  actionObjects: 100,
};
/** One cluster is the hub of both placement engines. One member of the hub has another name in the fleet. */
const PLACEMENT = {
  hubs: (['ocm', 'karmada'] as const).map(engine => ({
    cluster: CLUSTERS[0]!,
    engine,
    members: { web: CLUSTERS[1]! },
  })),
  mover: { overdue: 600_000 },
};
const READ = readSubgraphs();
const RECORD_INDEXES = indexesOf(await projectionsOfSubgraphs());
export const COMPOSED = composeSupergraph(READ);

/** Response to one query, with the log lines of the request. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: any;
  readonly log: readonly string[];
}

/** Opens an empty store. */
export type OpenStore = () => Promise<Store>;

/** Wraps the real read model and leaks on purpose, to test that the suite notices. */
export type Leak = (model: ReadModel) => ReadModel;

interface Shown {
  readonly store: Store;
  readonly model: ReadModel;
  readonly registry: ClusterRegistry;
  readonly access: Access;
  readonly subgraphs: ReadonlyMap<string, Subgraph>;
  world: World;
}

export class Product implements AsyncDisposable {
  readonly #server: HttpServer;
  readonly #leak: Leak;
  readonly #open: OpenStore;
  readonly #metrics: Registry;
  readonly #counted: SubgraphParts['actions']['counted'];
  readonly #http = new Agent();
  readonly #log: Logger;
  readonly #lines: string[];
  #url = '';
  #shown: Shown | undefined;
  #changes = 0;

  static async start(
    leak: Leak = model => model,
    open: OpenStore = async () => new MemoryStore(() => 0),
  ): Promise<Product> {
    const lines: string[] = [];
    const log = pino(
      { level: 'debug', base: null, timestamp: false },
      new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) }),
    );
    let started: Product | undefined;
    const shown = () => started!.#now;
    const subgraphs = READ.map(({ name, sdl }): Subgraph => ({
      name,
      sdl,
      get schema() {
        return shown().subgraphs.get(name)!.schema;
      },
      context: request => shown().subgraphs.get(name)!.context(request),
    }));
    const metrics = createMetrics();
    const server = await createHttpServer({
      runtime: createGatewayRuntime({ supergraphSdl: COMPOSED.supergraphSdl, subgraphs, log }),
      authenticator: staticTokens(Object.values(ASKERS)),
      log,
      metrics,
      introspection: true,
      limits: { ...GENEROUS, concurrentRequests: 20 },
    });
    const product = (started = new Product(server, log, lines, leak, open, metrics));
    product.#url = await server.listen({ host: '127.0.0.1', port: 0 });
    return product;
  }

  private constructor(
    server: HttpServer,
    log: Logger,
    lines: string[],
    leak: Leak,
    open: OpenStore,
    metrics: Registry,
  ) {
    this.#metrics = metrics;
    this.#counted = actionMetrics(metrics);
    this.#server = server;
    this.#log = log;
    this.#lines = lines;
    this.#leak = leak;
    this.#open = open;
  }

  get #now(): Shown {
    if (!this.#shown) throw new Error('show() a world first');
    return this.#shown;
  }

  /** Forgets the present world and starts with the given world. */
  async show(world: World): Promise<void> {
    await this.#forget();
    const store = await this.#open();
    for (const [name, cluster] of world) await write(store, name, everything(cluster));
    const model = await openReadModel({
      store,
      log: this.#log,
      recordIndexes: RECORD_INDEXES,
      now: () => 0,
      labelsOf: cluster => world.get(cluster)?.labels ?? {},
    });
    const registry = new ClusterRegistry();
    const access = openAccess({
      readModel: this.#leak(model),
      policies: policiesOf(
        cluster => registry.get(cluster)?.identity,
        () => registry.revision,
      ),
      // The drift auditor, which quarantines callers, is on, but its rate is too low to review any decision.
      rbac: { maxAgeMs: 600_000, auditPerMinute: 0.001 },
      reviews: leafReviews(registry),
      log: this.#log,
      now: () => NOW,
    });
    const actions = { allow: ACTIONS, counted: this.#counted };
    const mesh = {
      ...{
        prometheus: telemetryOf(() => this.#now.world),
        matchers: {},
        selector: [],
        clusters: () => registry.list().map(({ name: of }) => of),
      },
      ...{
        clusterIds: {},
        trustDomains: ['cluster.local'],
        stepMs: 15_000,
        tracesUrl: 'https://traces.example/{cluster}/{namespace}/{name}',
      },
      sawCluster: () => undefined,
    };
    const usage = {
      ...{ prometheus: usageOf(() => this.#now.world), matchers: {}, clusterLabel: 'cluster', nodeLabel: 'node' },
      ...{ stepMs: 60_000, clusterId: (name: string) => name },
    };
    const parts = { access, clusters: registry, limits: LIMITS, actions, mesh, usage };
    const opened = await openSubgraphs({ ...parts, packages: { hubs: HUBS }, placement: PLACEMENT }, READ);
    const subgraphs = new Map(opened.map(subgraph => [subgraph.name, subgraph]));
    this.#shown = { store, model, registry, access, subgraphs, world };
    for (const [name, cluster] of world) this.#register(name, cluster);
    await this.#until(
      () => model.clusters().length === world.size && model.clusters().every(({ loading }) => !loading),
    );
  }

  /** Changes the present world into the given world, as collectors would. */
  async change(world: World): Promise<void> {
    const { store, model, registry, world: before } = this.#now;
    this.#now.world = world;
    const arrived = mark(`change-${++this.#changes}`);
    for (const [name, cluster] of before) {
      if (world.get(name) === cluster) continue;
      void registry.remove(name);
      if (!world.has(name)) await store.remove(await lease(store, name));
    }
    for (const [name, cluster] of world) {
      const known = before.get(name);
      if (known === cluster) continue;
      this.#register(name, cluster);
      await write(store, name, known ? difference(known, cluster, arrived) : everything(cluster, arrived));
    }
    const changed = [...world].filter(([name, cluster]) => before.get(name) !== cluster).map(([name]) => name);
    await this.#until(
      () =>
        model.clusters().every(({ cluster }) => world.has(cluster)) &&
        changed.every(
          name => model.cluster(name)?.loading === false && model.cluster(name)?.grants.objects.has(grantKey(arrived)),
        ),
    );
  }

  async ask(as: Asker, query: string, variables: Record<string, unknown>): Promise<Answer> {
    const from = this.#lines.length;
    const { statusCode, headers, body } = await request(`${this.#url}/graphql`, {
      method: 'POST',
      dispatcher: this.#http,
      headers: {
        ...{ 'content-type': 'application/json', authorization: `Bearer ${ASKERS[as].token}` },
        ...{ 'x-request-id': REQUEST_ID, 'x-graphql-leaf-requests': '1' },
      },
      body: JSON.stringify({ query, variables }),
    });
    const { date: _date, etag: _etag, ...rest } = headers; // the tag is a digest of the body, which contains observedAt
    const answer = timeless(await body.json());
    return { status: statusCode, headers: rest, body: answer, log: this.#logSince(from) };
  }

  /** Sends a query to a subgraph directly, like a gateway in another process. */
  async askSubgraph(
    name: SubgraphName,
    as: Asker,
    source: string,
    variableValues: Record<string, unknown>,
  ): Promise<Pick<Answer, 'body' | 'log'>> {
    const from = this.#lines.length;
    const { schema, context } = this.#now.subgraphs.get(name)!;
    const { token: _token, ...claim } = ASKERS[as];
    const contextValue = context({
      identity: acceptIdentity(claim),
      signal: AbortSignal.timeout(20_000),
      deadline: performance.now() + 20_000,
      requestId: REQUEST_ID,
      log: this.#log.child({ requestId: REQUEST_ID }),
    });
    const answer = await graphql({ schema, source, variableValues, contextValue });
    return { body: timeless(JSON.parse(JSON.stringify(answer))), log: this.#logSince(from) };
  }

  /** The product's own metrics by name and labels, without durations. */
  async metrics(): Promise<ReadonlyMap<string, number>> {
    // The lines are sorted, because metrics appear in the order of their first count, which varies with concurrent
    // actions.
    const lines = (await this.#metrics.metrics())
      .split('\n')
      .filter(line => line.startsWith('fleetgraph_') && !/seconds_(bucket|sum)/.test(line))
      .sort();
    return new Map(
      lines.map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#forget();
    await this.#server.close();
    await this.#http.close();
  }

  #register(name: string, cluster: Cluster): void {
    const { registry, access } = this.#now;
    const { policy, authorization, quarantined } = cluster;
    registry.add({
      ...{ name, client: new WorldLeaf(name, cluster), identity: policy },
      authorization: authorization === 'rbac' ? 'rbac' : 'mixed',
    });
    if (!quarantined) return;
    for (const { token: _token, ...claim } of Object.values(ASKERS))
      access.audit?.quarantine.add(name, identityKey(identityOn(policy, acceptIdentity(claim))));
  }

  #logSince(from: number): string[] {
    // The log contains messages of a leaf for the operator. These messages differ between worlds and are left out.
    const lines = this.#lines
      .slice(from)
      .flatMap(line => (line.includes(REQUEST_ID) ? [line.replace(LEAFS_WORDS, '')] : []));
    // Leaves get requests concurrently and respond in any order. Only lines about one leaf, or about one object of an
    // action, are compared in their order.
    const leafOf = (line: string): string => /"cluster":"([^"]*)"(,"id":"[^"]*")?/.exec(line)?.slice(1).join(' ') ?? '';
    return lines
      .map(line => [leafOf(line), line] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([, line]) => line);
  }

  async #forget(): Promise<void> {
    await this.#shown?.access.close();
    await this.#shown?.model.close();
    await this.#shown?.registry.close();
    await this.#shown?.store.close();
    this.#shown = undefined;
  }
  async #until(condition: () => boolean): Promise<void> {
    const { model } = this.#now;
    while (!condition()) {
      await new Promise<void>(resolve => {
        const stop = model.onChange(() => (stop(), resolve()));
      });
    }
  }
}

/**
 * Replaces times that depend on the clock of a leaf or of a Redis by `now`, since these clocks cannot be stopped. Times
 * of rows stay.
 */
function timeless(value: unknown): any {
  if (Array.isArray(value)) return value.map(timeless);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, isObservation(key, part) ? 'now' : timeless(part)]),
  );
}

const ROW_TIMES: ReadonlySet<unknown> = new Set(TIMES.map(time => new Date(time).toISOString()));

function isObservation(key: string, value: unknown): boolean {
  if (key === 'observedAt') return true;
  if (['from', 'to', 'newestAt'].includes(key)) return typeof value === 'string' && /^\d{4}-.*Z$/.test(value);
  return ['syncedAt', 'grantsSyncedAt'].includes(key) && value !== null && !ROW_TIMES.has(value);
}
