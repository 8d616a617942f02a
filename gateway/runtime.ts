/**
 * The seam around the query planner: a supergraph and its data sources in, something Apollo Server can run out. @apollo/gateway (Elastic-2.0)
 * stands behind it and is imported nowhere else but in the data sources' types, so that another planner can take its place.
 */
import { ApolloGateway, type GraphQLDataSource } from '@apollo/gateway';
import type { ApolloServerOptions, BaseContext } from '@apollo/server';
import type { Subgraph } from '../subgraphs/subgraph.ts';
import type { Logger } from '../telemetry/log.ts';
import { HttpDataSource } from './data-sources/http.ts';
import { InProcessDataSource } from './data-sources/in-process.ts';
import { DirectRoutes, type Executor } from './direct-route.ts';

export type GatewayRuntime = NonNullable<ApolloServerOptions<BaseContext>['gateway']>;

export interface GatewayRuntimeOptions {
  readonly supergraphSdl: string;
  /** Subgraphs that run in this process. Any other name in the supergraph is asked at its URL. */
  readonly subgraphs: readonly Subgraph[];
  readonly log: Logger;
}

export function createGatewayRuntime({ supergraphSdl, subgraphs, log }: GatewayRuntimeOptions): GatewayRuntime {
  const local = new Map(subgraphs.map(subgraph => [subgraph.name, new InProcessDataSource(subgraph)]));
  const direct = new DirectRoutes(local);
  const say = (level: 'debug' | 'warn' | 'error') => (message?: unknown) => log[level]({ component: 'planner' }, String(message));
  const gateway = new ApolloGateway({
    supergraphSdl,
    // Planner messages at info level speak of its own life; nobody needs them at every start.
    logger: { debug: say('debug'), info: say('debug'), warn: say('warn'), error: say('error') },
    queryPlannerConfig: { exposeDocumentNodeInFetchNode: true },
    experimental_approximateQueryPlanStoreMiB: 32,
    experimental_didResolveQueryPlan: planned => direct.note(planned),
    buildService: ({ name, url }): GraphQLDataSource => {
      const subgraph = local.get(name);
      if (subgraph) return subgraph as GraphQLDataSource;
      if (!url)
        throw new Error(
          `The supergraph names a subgraph "${name}" without a URL, and it is not one of ours (${[...local.keys()].join(', ')}).`,
        );
      return new HttpDataSource(name, url) as GraphQLDataSource;
    },
  });
  return {
    onSchemaLoadOrUpdate: callback => gateway.onSchemaLoadOrUpdate(callback),
    stop: () => gateway.stop(),
    async load(options) {
      return { executor: direct.before((await gateway.load(options)).executor as Executor) };
    },
  };
}
