/**
 * Builds a running process from a configuration, with all roles or some of them.
 *
 * Order: open the store, let the read model follow the store, let the gateway listen, start the collector. The gateway
 * listens before the index is complete, because the progress of the index is data that callers query. If the port is in
 * use, the process stops before it collects anything from a leaf. close() runs in the opposite order.
 */
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import { startCollector } from '../../collector/collector.ts';
import { MIN_TOKEN_LENGTH } from '../../collector/report-tokens.ts';
import { Reports } from '../../collector/reports.ts';
import type { ClusterProgress } from '../../collector/cluster-status.ts';
import { isLoopback } from '../../config/loopback.ts';
import type { Config } from '../../config/schema.ts';
import { configuredRules } from '../../config/status-rules.ts';
import { openExplorer } from '../../gateway/http/explorer.ts';
import { createHttpServer, type HttpLimits } from '../../gateway/http/server.ts';
import { startIngestServer } from '../../gateway/http/ingest.ts';
import { startOperationsServer, Readiness } from '../../gateway/http/operations-server.ts';
import { createGatewayRuntime } from '../../gateway/runtime.ts';
import {
  readTrustedDocuments,
  TrustedDocuments,
  TrustedDocumentsError,
} from '../../gateway/operation/trusted-documents.ts';
import { leafReviews } from '../../identity/access-reviews.ts';
import { withRules } from '../../kinds/configured.ts';
import { indexesOf, lookupProjections } from '../../kinds/projection.ts';
import { Refusals } from '../../kinds/refusals.ts';
import type { ClusterSources } from '../../clusters/follow-sources.ts';
import type { ClusterRegistry } from '../../clusters/registry.ts';
import type { Prometheus } from '../../prometheus/prometheus.ts';
import { openReadModel } from '../../readmodel/model.ts';
import { tracedQuestions } from '../../readmodel/traced-questions.ts';
import type { Store } from '../../store/store.ts';
import { metricsOfSubgraphs, openSubgraphs, projectionsOfSubgraphs, readSubgraphs } from '../../subgraphs/registry.ts';
import type { Logger } from '../../telemetry/log.ts';
import { measureEventLoopDelay } from '../../telemetry/event-loop-delay.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import type { Traces } from '../../telemetry/traces.ts';
import { acceptIdentity, type Authenticator } from '../../identity/authenticator.ts';
import { startMover } from '../../mover/run.ts';
import type { IsCollected } from '../../mover/workloads.ts';
import { moverMetrics } from './mover-metrics.ts';
import {
  actionMetrics,
  collectorMetrics,
  credentialMetrics,
  gatewayMetrics,
  leafMetrics,
  reportMetrics,
  sourceMetrics,
  storeMetrics,
} from './metrics.ts';
import { objectMetrics, rowMetrics } from './index-metrics.ts';
import { openAuthentication } from './open-authentication.ts';
import { openStore } from '../store/open-store.ts';
import { openKindTypes } from './open-kind-types.ts';
import { openMesh } from './open-mesh.ts';
import { openUsage } from './open-usage.ts';
import { openPrometheus } from './open-prometheus.ts';
import { registrationsOf } from './registrations.ts';
import { openSupergraph } from './open-supergraph.ts';
import { openTraces } from './open-traces.ts';
import { savedView } from './saved-view.ts';
import { UsageError } from '../usage-error.ts';
import { openAccess, type Access } from '../../access/access.ts';

export interface AssembleOptions {
  readonly config: Config;
  readonly registry: ClusterRegistry;
  /** Keeps the registry up to date. Closed with the process. */
  readonly sources?: ClusterSources;
  /** Closed with the process. @default the store of the configuration */
  readonly store?: Store;
  readonly log: Logger;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Authenticators that are tried before the authenticators of the configuration. */
  readonly authenticators?: readonly Authenticator[];
  readonly onProgress?: (progress: ClusterProgress) => void;
}

export interface Running {
  /** URL of the gateway. Equals `operationsUrl` if the process does not have the role gateway. */
  readonly url: string;
  /** URL of /livez, /readyz and /metrics. */
  readonly operationsUrl: string;
  /**
   * Replaces the static tokens with the tokens of `config`, which must have authenticators of the same types. If the
   * call throws, nothing has changed.
   * @throws UsageError
   */
  readonly exchangeTokens: (config: Pick<Config, 'authentication' | 'identity'>) => void;
  /**
   * Marks the gateway as not ready, but keeps answering for `server.drainTime`. Does nothing without the role gateway.
   */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export async function assemble(options: AssembleOptions): Promise<Running> {
  const { config, registry, sources, log, env } = options;
  const metrics = createMetrics();
  const closing: (() => Promise<void>)[] = [() => registry.close()];
  const traces = config.roles.includes('gateway')
    ? await openTraces(config.telemetry.traces, { env, metrics, log })
    : undefined;
  if (traces) closing.push(() => traces.close());
  leafMetrics(metrics, registry);
  credentialMetrics(metrics, registry);
  if (sources) {
    sourceMetrics(metrics, sources);
    closing.push(() => sources.close());
  }
  const close = async () => {
    for (const step of closing.toReversed()) await step();
  };
  try {
    const store = options.store ?? (await openStore(config.store, env, log));
    storeMetrics(metrics, store);
    closing.push(() => store.close());
    const prometheus = openPrometheus(config, { env, metrics, log });
    closing.push(async () => void (await Promise.all([...prometheus.values()].map(server => server.close()))));
    const collecting = config.roles.includes('collector') ? await collectingOptions(options, store) : undefined;
    const reports = collecting && openReports(options, collecting, metrics);
    const opened = { store, metrics, traces, prometheus, reports };
    const isMoving = movesWorkloads(config);
    const index = config.roles.includes('gateway') || isMoving ? await openIndex(options, opened, closing) : undefined;
    const gateway =
      index && config.roles.includes('gateway') ? await openGateway(options, opened, index, closing) : undefined;
    if (index && isMoving) openMover(options, metrics, index, closing);
    if (reports && !gateway && config.clusters.some(({ push }) => push)) {
      const ingest = await startIngestServer({ reports, address: config.server, tls: config.server.tls, log });
      closing.push(() => ingest.close());
      log.info({ url: ingest.url }, 'reports of agents are taken here');
    }
    const address = operationsAddress(config.server);
    const server = await startOperationsServer({
      ...{ metrics, moreMetrics: gateway?.moreMetrics, readiness: gateway?.readiness },
      ...{ address, tls: config.server.tls, log },
    });
    closing.push(() => server.close());
    if (collecting) {
      const collector = startCollector({
        ...collecting,
        prometheus,
        kinds: config.kinds,
        duplicates: config.duplicates,
        ...(options.onProgress && { onProgress: options.onProgress }),
      });
      closing.push(() => collector.close());
      collectorMetrics(metrics, collector);
    }
    return {
      url: gateway?.url ?? server.url,
      operationsUrl: server.url,
      exchangeTokens: gateway?.exchangeTokens ?? (() => undefined),
      async drain() {
        const ms = gateway ? drainMs(config.server) : 0;
        gateway?.readiness.leave();
        if (ms === 0) return;
        log.info(
          { seconds: ms / 1_000 },
          'not ready any more; requests are answered for this long before the process ends',
        );
        await delay(ms);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * True if the process moves workloads. The mover must be enabled and have hubs, and the process must have the role
 * mover, or both gateway and collector.
 */
function movesWorkloads({ roles, placement: { hubs, mover } }: Config): boolean {
  const isWhole = roles.includes('gateway') && roles.includes('collector');
  return mover.enabled && hubs.length > 0 && (roles.includes('mover') || isWhole);
}

function openMover(
  { config, registry, log }: AssembleOptions,
  metrics: Registry,
  index: Index,
  closing: (() => Promise<void>)[],
): void {
  const { placement } = config;
  const mover = startMover({
    ...{ placement, settings: placement.mover, registry, isCollected: index.isCollected, log },
    identity: acceptIdentity({ user: placement.mover.user, groups: placement.mover.groups }),
    rowsOf: request => index.access.rowsOf(request),
    lookup: withRules(configuredRules(config.status.rules)),
    leafTimeoutMs: config.limits.leafTimeout,
    holder: holderName(),
  });
  closing.push(() => mover.close());
  moverMetrics(metrics, mover);
}

function holderName(): string {
  return `${hostname()}/${process.pid}/${Date.now().toString(36)}`;
}

/** Options for collectors and for receivers of reports. Both make the same rows from an object. */
async function collectingOptions({ config, registry, log }: AssembleOptions, store: Store) {
  return {
    ...{ registry, store, log },
    lookup: withRules(configuredRules(config.status.rules)),
    projections: await projectionsOfSubgraphs(),
    clusterBytes: config.limits.clusterBytes,
    refusals: new Refusals(),
    holder: holderName(),
  };
}

/** @throws UsageError if the environment variable of an agent's token is missing, or if the token is too short */
function openReports(
  { config, env }: AssembleOptions,
  { projections, ...collecting }: Awaited<ReturnType<typeof collectingOptions>>,
  metrics: Registry,
): Reports {
  config.clusters.forEach(({ push }, i) =>
    push?.tokens.forEach((token, j) => {
      if (token.env === undefined) return; // a token file may appear later, because it is read while the process runs
      const text = env[token.env]?.trim() ?? '';
      if (text.length >= MIN_TOKEN_LENGTH) return;
      const found = text === '' ? 'there is no such environment variable' : `its value has ${text.length} characters`;
      throw new UsageError(
        `clusters[${i}].push.tokens[${j}] names ${token.env}, and ${found}. Set it to the token of the agent, ${MIN_TOKEN_LENGTH} characters or more: openssl rand -hex 32.`,
      );
    }),
  );
  const { reportBytes: bytes, reportLineBytes: lineBytes, reportObjects: objects, ...limits } = config.limits;
  const { reportsAtOnce: atOnce, reportTimeout: timeoutMs, reportGap: gapMs } = limits;
  return new Reports({
    ...collecting,
    ...{ env, limits: { bytes, lineBytes, objects, atOnce, timeoutMs, gapMs } },
    projections: lookupProjections(projections),
    onAnswer: reportMetrics(metrics),
  });
}

const DRAIN_MS = 5_000;

/**
 * Milliseconds that drain() waits. The default on a loopback address is 0, because no load balancer of another machine
 * can reach such an address.
 */
function drainMs({ drainTime, host }: Config['server']): number {
  return drainTime ?? (isLoopback(host) ? 0 : DRAIN_MS);
}

const OPERATIONS_PORT = 9_464;

function operationsAddress({ host, port, operations }: Config['server']): { host: string; port: number } {
  return { host: operations.host ?? host, port: operations.port ?? (port === 0 ? 0 : OPERATIONS_PORT) };
}

/** Objects that are opened once and shared by the roles of the process. */
interface Opened {
  readonly store: Store;
  readonly metrics: Registry;
  readonly traces: Traces | undefined;
  /** Prometheus servers by name. */
  readonly prometheus: ReadonlyMap<string, Prometheus>;
  /** Undefined in a process that does not collect. */
  readonly reports: Reports | undefined;
}

/** Answers list queries under access control. */
interface Index {
  readonly access: Access;
  /** True if a kind of a cluster is collected. Does not consider who may list it. */
  readonly isCollected: IsCollected;
  readonly moreMetrics: (() => Promise<string>) | undefined;
  readonly sharedSecret: (() => Buffer | undefined) | undefined;
}

async function openIndex(
  { config, registry, sources, log }: AssembleOptions,
  { store, metrics, traces }: Opened,
  closing: (() => Promise<void>)[],
): Promise<Index> {
  const opened = await openReadModel({
    store,
    log,
    journal: { changes: config.limits.resumeChanges, windowMs: config.limits.resumeWindow },
    registered: registry.names,
    labelsOf: cluster => registry.get(cluster)?.labels ?? {},
    recordIndexes: indexesOf(await projectionsOfSubgraphs()),
  });
  closing.push(() => opened.close());
  const readModel = traces ? tracedQuestions(opened) : opened;
  const access = openAccess({
    readModel,
    policies: registry.policies,
    connections: registry.connectionOf,
    rbac: { maxAgeMs: config.rbac.maxAge, auditPerMinute: config.rbac.audit.perMinute },
    reviews: leafReviews(registry, config.limits.leafTimeout),
    leafTimeoutMs: config.limits.leafTimeout,
    changesAtOnce: config.limits.changesPerPayload,
    registrations: registrationsOf(config.administrators?.cluster, registry, sources),
    views: store.views,
    log,
  });
  closing.push(() => access.close());
  gatewayMetrics(metrics, readModel, access);
  const { shared } = opened;
  const questions = await metricsOfSubgraphs({ clusters: registry, packages: config.packages });
  const moreMetrics = config.telemetry.metrics.objects
    ? async () => (await objectMetrics(readModel, access)) + (await rowMetrics(readModel, access, questions))
    : undefined;
  const isCollected: IsCollected = (cluster, { group, kind }) =>
    readModel
      .cluster(cluster)
      ?.state?.kinds.some(it => it.kind === kind && it.group === group && it.state !== 'uncollected') === true;
  return { access, isCollected, moreMetrics, sharedSecret: shared && (() => shared.secret) };
}

type Gateway = Pick<Running, 'url' | 'exchangeTokens'> & {
  readonly readiness: Readiness;
  readonly moreMetrics: (() => Promise<string>) | undefined;
};

async function openGateway(
  options: AssembleOptions,
  opened: Opened,
  index: Index,
  closing: (() => Promise<void>)[],
): Promise<Gateway> {
  const { config, registry, log, env, authenticators = [] } = options;
  const { metrics, traces } = opened;
  const { access, moreMetrics, sharedSecret } = index;
  const endMeasuring = measureEventLoopDelay(metrics);
  closing.push(async () => endMeasuring());
  const limits = { ...config.limits, leafTimeoutMs: config.limits.leafTimeout };
  const { enabled, allow } = config.mutations;
  const actions = { allow: enabled ? allow : [], counted: actionMetrics(metrics) };
  const usage = openUsage(config, opened.prometheus);
  const subgraphs = await openSubgraphs(
    {
      ...{
        access,
        clusters: registry,
        limits,
        actions,
        views: config.explorer.views.map(savedView),
        packages: config.packages,
      },
      placement: config.placement,
      mesh: openMesh(config, registry, opened),
      ...(usage && { usage }),
    },
    readSubgraphs(openKindTypes(config)),
  );
  const { supergraphSdl, connections, named } = await openSupergraph(config, subgraphs, env);
  const { authenticator, signIn, commandLine, exchangeTokens } = openAuthentication({
    config,
    env,
    registry,
    log,
    metrics,
    shared: opened.store.shared,
    sharedSecret,
    first: authenticators,
    closing,
  });
  const readiness = new Readiness({
    progress: () => ({ sourcesRead: registry.isComplete, ...access.coverage() }),
    withinMs: config.server.readyTimeout,
  });
  const server = await createHttpServer({
    runtime: createGatewayRuntime({ supergraphSdl, subgraphs, connections, metrics, log }),
    authenticator,
    signIn,
    commandLine,
    tls: config.server.tls,
    readiness,
    log,
    logRequests: config.log.requests,
    metrics,
    traces,
    introspection: config.graphql.introspection,
    graphiql: config.graphql.graphiql,
    explorer: await openExplorer({ extensions: config.explorer.extensions }),
    publicPath: publicPathOf(config.server),
    origins: config.server.cors.origins,
    trustedProxies: config.server.trustedProxies,
    trustedDocuments: openTrustedDocuments(config, log),
    reports: opened.reports,
    limits: httpLimits(config.limits),
  }).catch(named);
  closing.push(() => server.close());
  return { url: await server.listen(config.server), exchangeTokens, readiness, moreMetrics };
}

export function openTrustedDocuments(
  { graphql: { trustedDocuments } }: Config,
  log: Logger,
): TrustedDocuments | undefined {
  if (!trustedDocuments) return undefined;
  try {
    return new TrustedDocuments({
      byId: readTrustedDocuments(trustedDocuments.file),
      mode: trustedDocuments.mode,
      log,
    });
  } catch (error) {
    throw error instanceof TrustedDocumentsError ? new UsageError(error.message) : error;
  }
}

/** Path of the public URL, without a trailing slash. Empty for the root. */
function publicPathOf({ publicUrl }: Config['server']): string {
  return publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
}

function httpLimits({
  requestTimeout,
  answerTimeout,
  costWindow,
  subscriptionDuration,
  resumeWindow,
  ...limits
}: Config['limits']): HttpLimits {
  return {
    ...limits,
    ...{ requestTimeoutMs: requestTimeout, answerTimeoutMs: answerTimeout, costWindowMs: costWindow },
    ...{ subscriptionDurationMs: subscriptionDuration, resumeWindowMs: resumeWindow },
  };
}
