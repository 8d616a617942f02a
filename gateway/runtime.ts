/**
 * Takes a supergraph and its data sources, and plans and runs operations. @apollo/gateway (Elastic-2.0) reads the
 * supergraph. Other files of the gateway import only types of @apollo/gateway, so that it can be replaced.
 * operation/plan-document.ts makes the plans, and operation/execute-plan.ts runs them.
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
  /** The schema that clients see. Available once loaded. */
  readonly schema: GraphQLSchema;
  /** True if the graph has all fields that `query` requests. A configured supergraph may lack fields of the fleet. */
  accepts(query: string): boolean;
  /** Runs an operation that has a plan. Available once loaded. */
  readonly execute: Executor;
  /** Fields of the subscription type. Available once loaded. */
  readonly subscriptionFields: SubscriptionFields;
  /**
   * Makes the cache of prepared documents, with these limits. Must be called once, before load(), which starts the
   * thread of the planner.
   */
  prepare(limits: DocumentLimits, options: { introspection: boolean }): PreparedDocuments;
  close(): Promise<void>;
}

export interface GatewayRuntimeOptions {
  readonly supergraphSdl: string;
  /**
   * Subgraphs of this process. A subgraph is used if its URL in the supergraph is `in-process:` followed by its name.
   * Subgraphs with other URLs are queried over HTTP.
   */
  readonly subgraphs: readonly Subgraph[];
  /** Settings of connections to subgraphs over HTTP, by name of the subgraph. Other subgraphs get the defaults. */
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
    // No operator needs the info messages of @apollo/gateway at every start.
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
      const started = planner?.start(); // slow, so it runs at the same time as the code below
      // The gateway has already validated the supergraph. Only the types are needed here.
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
 * Fields of the subscription type. A subscription needs a subgraph that reports when data may have changed. Only
 * subgraphs of this process do so.
 * @throws SupergraphError
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

/** Reports the errors of @apollo/gateway to the author of the supergraph, without positions in our code. */
function sayWhatIsWrong(error: unknown): never {
  throw error instanceof GraphQLError ? new SupergraphError(error.message) : error;
}
