/**
 * From the text of a document to a plan: validation against the client schema, and query planning.
 *
 * Both take tens to hundreds of milliseconds for a document near its limits and cannot be split into steps. So they run
 * in their own thread (planner-worker.ts), where nothing else runs.
 */
import { operationFromDocument, Supergraph } from '@apollo/federation-internals';
import { QueryPlanner, type FetchNode, type PlanNode, type QueryPlan } from '@apollo/query-planner';
import {
  executeSync,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  type GraphQLError,
  type GraphQLFormattedError,
} from 'graphql';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { documentLimits, type DocumentLimits } from './document-limits.ts';
import { shortened, withoutSuggestions } from './error-masking.ts';

export interface PlanningInput {
  readonly supergraphSdl: string;
  readonly limits: DocumentLimits;
  /** True if clients may read the schema. */
  readonly introspection: boolean;
}

export type PlannedDocument = { readonly errors: readonly GraphQLFormattedError[] } | Planned;

export interface Planned {
  /** Undefined if the document or the graph has no such operation. */
  readonly plan: QueryPlan | undefined;
  /** The answer itself, if no subgraph takes part: introspection is the same for everybody. */
  readonly data?: Record<string, unknown>;
}

export type PlanDocument = (source: string, operationName: string | undefined) => PlannedDocument;

const INVALID: ErrorCode = 'GRAPHQL_VALIDATION_FAILED';

/** The planner's own bound: ten million selections, with fragments expanded. */
const TOO_MANY_SELECTIONS = /^Exceeded maximum recursive selections/;

export function createPlanning({ supergraphSdl, limits, introspection }: PlanningInput): PlanDocument {
  const supergraph = Supergraph.build(supergraphSdl);
  const planner = new QueryPlanner(supergraph, {});
  const api = supergraph.apiSchema();
  const schema = api.toGraphQLJSSchema();
  const { validationRules, parseOptions } = documentLimits(limits);
  const rules = [...specifiedRules, ...validationRules, ...(introspection ? [] : [NoSchemaIntrospectionCustomRule])];

  return (source, operationName) => {
    const document = parse(source, parseOptions);
    const errors = validate(schema, document, rules);
    if (errors.length > 0) return { errors: errors.map(error => refusal(error, introspection)) };
    const operation = getOperationAST(document, operationName);
    if (!operation || !api.schemaDefinition.root(operation.operation) || operation.operation === OperationTypeNode.SUBSCRIPTION)
      return { plan: undefined };
    let plan: QueryPlan;
    try {
      plan = planner.buildQueryPlan(operationFromDocument(api, document, operationName === undefined ? {} : { operationName }));
    } catch (error) {
      if (!(error instanceof Error && TOO_MANY_SELECTIONS.test(error.message))) throw error;
      return {
        errors: [{ message: 'The fragments of this document make it too large. Spread fewer of them.', extensions: { code: INVALID } }],
      };
    }
    if (!plan.node && !operation.variableDefinitions?.length) {
      const { data } = executeSync({ schema, document, ...(operationName !== undefined && { operationName }) });
      if (data) return { plan, data };
    }
    return { plan };
  };
}

/** Words an invalid document like Apollo Server. */
function refusal({ message: said, locations }: GraphQLError, introspection: boolean): GraphQLFormattedError {
  const message = shortened(said);
  return { message: introspection ? message : withoutSuggestions(message), ...(locations && { locations }), extensions: { code: INVALID } };
}

/** Every fetch of a plan, in order. */
export function* fetchesOf(node: PlanNode | QueryPlan['node']): Generator<FetchNode, void> {
  switch (node?.kind) {
    case 'Fetch':
      yield node;
      return;
    case 'Sequence':
    case 'Parallel':
      for (const inner of node.nodes) yield* fetchesOf(inner);
      return;
    case 'Flatten':
      return yield* fetchesOf(node.node);
    case 'Condition':
      yield* fetchesOf(node.ifClause);
      return yield* fetchesOf(node.elseClause);
  }
}
