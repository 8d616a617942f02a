/**
 * Makes a plan from the text of a document: validates the document against the client schema, and plans the operation.
 *
 * For a document near the limits, validation and planning take tens to hundreds of milliseconds each, and cannot be
 * split into steps. So they run in their own thread (planner-worker.ts), which does no other work.
 */
import { operationFromDocument, Supergraph } from '@apollo/federation-internals';
import { type FetchNode, type PlanNode, type QueryPlan, QueryPlanner } from '@apollo/query-planner';
import type { ApolloServerOptions } from '@apollo/server';
import { ApolloArmor } from '@escape.tech/graphql-armor';
import {
  type ASTVisitor,
  executeSync,
  type FloatValueNode,
  getOperationAST,
  GraphQLError,
  type GraphQLFormattedError,
  type IntValueNode,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  type ValidationContext,
} from 'graphql';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { isDouble } from '../../schema/exact-json.ts';
import type { GatewayContext } from '../context.ts';
import { shortened, withoutSuggestions } from './error-masking.ts';

export interface PlanningInput {
  readonly supergraphSdl: string;
  readonly limits: DocumentLimits;
  /** True if clients may read the schema. */
  readonly introspection: boolean;
}

export type PlannedDocument = { readonly errors: readonly GraphQLFormattedError[] } | Planned;

export interface Planned {
  /**
   * Undefined for a subscription, if the request does not select exactly one operation of the document, or if the
   * schema has no root type for the operation.
   */
  readonly plan: QueryPlan | undefined;
  /**
   * The answer to an operation that only contains introspection fields and has no variables. Such an operation needs no
   * subgraph, and its answer is equal for all callers. Absent for other operations.
   */
  readonly data?: Record<string, unknown>;
}

export type PlanDocument = (source: string, operationName: string | undefined) => PlannedDocument;

const INVALID: ErrorCode = 'GRAPHQL_VALIDATION_FAILED';

/**
 * Error of the planner for a document above the planner's own limit: ten million selections, with fragments expanded.
 */
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
    if (
      !operation ||
      !api.schemaDefinition.root(operation.operation) ||
      operation.operation === OperationTypeNode.SUBSCRIPTION
    )
      return { plan: undefined };
    let plan: QueryPlan;
    try {
      plan = planner.buildQueryPlan(
        operationFromDocument(api, document, operationName === undefined ? {} : { operationName }),
      );
    } catch (error) {
      if (!(error instanceof Error && TOO_MANY_SELECTIONS.test(error.message))) throw error;
      return {
        errors: [
          {
            message: 'The fragments of this document make it too large. Spread fewer of them.',
            extensions: { code: INVALID },
          },
        ],
      };
    }
    if (!plan.node && !operation.variableDefinitions?.length) {
      const { data } = executeSync({ schema, document, ...(operationName !== undefined && { operationName }) });
      if (data) return { plan, data };
    }
    return { plan };
  };
}

/** Formats the error of an invalid document as Apollo Server does. */
function refusal({ message: said, locations }: GraphQLError, introspection: boolean): GraphQLFormattedError {
  const message = shortened(said);
  return {
    message: introspection ? message : withoutSuggestions(message),
    ...(locations && { locations }),
    extensions: { code: INVALID },
  };
}

/** Every fetch of a plan, in the order of the plan. */
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

/**
 * Limits on a document, checked before it is planned. A document with too many tokens is refused with
 * GRAPHQL_PARSE_FAILED. The other limits refuse with GRAPHQL_VALIDATION_FAILED. The message names the limit.
 */
export interface DocumentLimits {
  /** Maximum depth of fields. @default 15 */
  readonly depth: number;
  /** Maximum number of tokens. @default 4000 */
  readonly tokens: number;
  /** Maximum number of aliases. @default 30 */
  readonly aliases: number;
  /** Maximum number of directives. @default 50 */
  readonly directives: number;
}

type Protection = Pick<ApolloServerOptions<GatewayContext>, 'validationRules' | 'parseOptions'>;

export function documentLimits({ depth, tokens, aliases, directives }: DocumentLimits): Required<Protection> {
  const armor = new ApolloArmor({
    blockFieldSuggestion: { enabled: false }, // withoutSuggestions() removes suggestions if introspection is off
    // cost.ts limits the cost. graphql-armor does not know the sizes of lists.
    costLimit: { enabled: false },
    maxDepth: { enabled: true, n: depth, flattenFragments: true, ignoreIntrospection: true, ...naming('depth') },
    maxTokens: { enabled: false }, // the parser of graphql counts tokens, see below
    maxAliases: { enabled: true, n: aliases, allowList: [], ...naming('aliases') }, // aliases of __typename count, too
    maxDirectives: { enabled: true, n: directives, ...naming('directives') },
  }).protect();
  return {
    validationRules: [...(armor.validationRules ?? []), valueNesting, exactNumbers],
    parseOptions: { maxTokens: tokens },
  };
}

/** Makes graphql-armor name the setting that was exceeded. Otherwise graphql-armor reports a syntax error. */
function naming(limit: keyof DocumentLimits) {
  const report = (context: ValidationContext, { message }: GraphQLError): void =>
    context.reportError(new GraphQLError(`${message.replace(/^Syntax Error: /, '')} ${wayOut(limit)}`));
  return {
    propagateOnRejection: false,
    onReject: [report as (context: ValidationContext | null, error: GraphQLError) => void],
  };
}

/** Adds the name of the setting to the parser's error for too many tokens. */
export function nameTokenLimit(formatted: GraphQLFormattedError): GraphQLFormattedError {
  const isOver =
    formatted.extensions?.['code'] === 'GRAPHQL_PARSE_FAILED' && / tokens\. Parsing aborted\.$/.test(formatted.message);
  return isOver ? { ...formatted, message: `${formatted.message} ${wayOut('tokens')}` } : formatted;
}

function wayOut(limit: keyof DocumentLimits): string {
  return `Ask for less at once, or raise limits.${limit}.`;
}

/** Maximum nesting of a literal. A filter has up to eight levels, and each level nests a list and an object. */
const MAX_VALUE_NESTING = 20;

/**
 * Limits the nesting of literals. The planner visits a list in a literal twice, so each level doubles the cost. Without
 * the limit, two hundred bytes of query would keep the planner busy for minutes.
 */
function valueNesting(context: ValidationContext): ASTVisitor {
  let depth = 0;
  const enter = (): false | undefined => {
    depth += 1;
    if (depth !== MAX_VALUE_NESTING + 1) return undefined;
    context.reportError(
      new GraphQLError(
        `A literal is nested deeper than ${MAX_VALUE_NESTING} levels. Give it as a variable, or flatten it.`,
      ),
    );
    depth -= 1;
    return false;
  };
  const leave = (): void => {
    depth -= 1;
  };
  return { ListValue: { enter, leave }, ObjectValue: { enter, leave } };
}

/**
 * Refuses a number in a JSON literal if conversion to a double changes its value, because the planner makes this
 * conversion. Numbers in variables stay exact.
 */
function exactNumbers(context: ValidationContext): ASTVisitor {
  const enter = (node: IntValueNode | FloatValueNode): void => {
    // Only values inside a scalar literal have no input type.
    if (context.getInputType() || isDouble(node.value)) return;
    const number = node.value.length > 40 ? `${node.value.slice(0, 40)}…` : node.value;
    context.reportError(
      new GraphQLError(`${number} in a literal would lose digits. Give it in a variable.`, { nodes: node }),
    );
  };
  return { IntValue: enter, FloatValue: enter };
}
