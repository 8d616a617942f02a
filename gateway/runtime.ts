/**
 * Interface around the query planner: takes a supergraph and its data sources, and plans and runs operations.
 * @apollo/gateway (Elastic-2.0) is behind it and reads the supergraph. Other files import only its types, so that
 * another planner can replace it. operation/execute-plan.ts runs the plans.
 */
import { ApolloGateway, type GraphQLDataSource, type ServiceEndpointDefinition } from '@apollo/gateway';
import { buildASTSchema, GraphQLError, Kind, parse, validate, type DefinitionNode, type GraphQLSchema } from 'graphql';
import type { Registry } from 'prom-client';
import { inProcessName } from '../schema/subgraph-url.ts';
import { SupergraphError } from '../schema/supergraph-file.ts';
import type { Subgraph } from '../subgraphs/subgraph.ts';
import type { Logger } from '../telemetry/log.ts';
import { HttpDataSource, type SubgraphConnection, subgraphMetrics } from './data-sources/http.ts';
import { InProcessDataSource } from './data-sources/in-process.ts';
import { documentLimits, type DocumentLimits } from './operation/plan-document.ts';
import { plannedExecutor, type Executor } from './operation/execute-plan.ts';
import type { Prices } from './operation/cost.ts';
import { Planner } from './operation/planner.ts';
import { PreparedDocuments } from './operation/run.ts';
import { pricesOf } from './operation/prices.ts';
import type { SubscriptionFields } from './streams/subscription-document.ts';

export interface GatewayRuntime {
  readonly prices: Prices;
  /** Builds the graph. Resolves when operations can run. @throws SupergraphError */
  load(): Promise<void>;
  /** As clients see it. Available once loaded. */
  readonly schema: GraphQLSchema;
  /**
   * True if the graph has everything that one of our own queries requests; a foreign graph may lack the fleet's fields.
   */
  accepts(query: string): boolean;
  /** Runs a judged operation. Available once loaded. */
  readonly execute: Executor;
  /** Available once loaded. */
  readonly subscriptionFields: SubscriptionFields;
  /** Prepares documents, under these limits. Call it once. */
  prepare(limits: DocumentLimits, options: { introspection: boolean }): PreparedDocuments;
  close(): Promise<void>;
}

export interface GatewayRuntimeOptions {
  readonly supergraphSdl: string;
  /**
   * Subgraphs of this process. The gateway uses one if the supergraph's URL is `in-process:` and its name, and queries
   * any other URL over HTTP.
   */
  readonly subgraphs: readonly Subgraph[];
  /** Connections to subgraphs over HTTP, by name; others get the defaults. */
  readonly connections?: ReadonlyMap<string, SubgraphConnection>;
  readonly metrics?: Registry;
  readonly log: Logger;
}

export function createGatewayRuntime({
  supergraphSdl,
  subgraphs,
  connections,
  metrics,
  log,
}: GatewayRuntimeOptions): GatewayRuntime {
  const ours = new Map(subgraphs.map(subgraph => [subgraph.name, new InProcessDataSource(subgraph)]));
  const remote: HttpDataSource[] = [];
  const count = metrics && subgraphMetrics(metrics);
  let prices: Prices | undefined;
  let subscriptionFields: SubscriptionFields = new Map();
  const say = (level: 'debug' | 'warn' | 'error') => (message?: unknown) =>
    log[level]({ component: 'planner' }, String(message));
  let planner: Planner | undefined;
  const services = new Map<string, GraphQLDataSource>();
  let schema: GraphQLSchema | undefined;
  let executor: Executor | undefined;
  const kept =
    (build: (definition: ServiceEndpointDefinition) => GraphQLDataSource) =>
    (definition: ServiceEndpointDefinition) => {
      const service = build(definition);
      services.set(definition.name, service);
      return service;
    };
  const gateway = new ApolloGateway({
    supergraphSdl,
    // Planner messages at info level concern the planner itself; no operator needs them at every start.
    logger: { debug: say('debug'), info: say('debug'), warn: say('warn'), error: say('error') },
    buildService: kept(({ name, url = '' }): GraphQLDataSource => {
      const inProcess = inProcessName(url);
      if (inProcess === undefined) {
        const source = new HttpDataSource(name, url, connections?.get(name), count);
        remote.push(source);
        return source as GraphQLDataSource;
      }
      const subgraph = ours.get(inProcess);
      if (!subgraph)
        throw new Error(
          `Subgraph "${name}" has the URL ${url}, and this process runs ${[...ours.keys()].join(', ')} only.`,
        );
      return subgraph as GraphQLDataSource;
    }),
  });
  return {
    get prices() {
      return (prices ??= pricesOf(supergraphSdl));
    },
    get subscriptionFields() {
      return subscriptionFields;
    },
    get schema() {
      return schema!;
    },
    async load() {
      gateway.onSchemaLoadOrUpdate(({ apiSchema }) => (schema = apiSchema));
      await gateway.load().catch(sayWhatIsWrong);
      subscriptionFields = ownSubscriptions(schema!, subgraphs);
      const started = planner?.start(); // slow, like what follows: run both concurrently
      // The gateway has validated the whole supergraph by now; only its types matter here.
      const supergraph = buildASTSchema(parse(supergraphSdl), { assumeValidSDL: true });
      executor = plannedExecutor({ schema: schema!, supergraph, services });
      await started;
    },
    get execute() {
      return executor!;
    },
    accepts: query => schema !== undefined && validate(schema, parse(query)).length === 0,
    prepare(limits, { introspection }) {
      const input = { supergraphSdl, limits, introspection };
      const thread = (planner = new Planner({ input, log }));
      return new PreparedDocuments({
        prices: this.prices,
        parseOptions: documentLimits(limits).parseOptions,
        plan: (source, operationName, caller, signal) => thread.plan(source, operationName, caller, signal),
      });
    },
    async close() {
      await gateway.stop();
      await Promise.all([planner?.close(), ...remote.map(source => source.close())]);
    },
  };
}

/**
 * Fields of the subscription type. A subscription needs a subgraph that sends hints, which only those of this process
 * do. @throws SupergraphError
 */
function ownSubscriptions(schema: GraphQLSchema, subgraphs: readonly Subgraph[]): SubscriptionFields {
  const own: SubscriptionFields = new Map(
    subgraphs.flatMap(({ sdl }) => parse(sdl).definitions.flatMap(subscriptionFields)),
  );
  const fields = Object.keys(schema.getSubscriptionType()?.getFields() ?? {});
  const foreign = fields.find(field => !own.has(field));
  if (foreign === undefined) return own;
  throw new SupergraphError(
    `Subscription.${foreign} is of a subgraph over HTTP, and those cannot have subscriptions here. Take the field out of it.`,
  );
}

function subscriptionFields(definition: DefinitionNode): [string, { readonly resumes: boolean }][] {
  const isType = definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.OBJECT_TYPE_EXTENSION;
  if (!isType || definition.name.value !== 'Subscription') return [];
  return (definition.fields ?? []).map(({ name, arguments: args }) => [
    name.value,
    { resumes: args?.some(argument => argument.name.value === 'since') ?? false },
  ]);
}

/** Reports the planner's errors about a supergraph to its author, without positions in our code. */
function sayWhatIsWrong(error: unknown): never {
  throw error instanceof GraphQLError ? new SupergraphError(error.message) : error;
}
