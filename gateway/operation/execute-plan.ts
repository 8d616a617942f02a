/**
 * Runs operations by their plans: sends the plan's fetches to subgraphs, merges their answers, and shapes the client's
 * answer.
 *
 * @apollo/gateway's own executor merges and shapes an answer in single steps that block all other callers: a tenth of a
 * second for three pages of 500 objects with live state. Here all work on values runs a little at a time, in turns of
 * the callers (pace.ts). Plans, errors and answers are the same. If a subgraph sends what its schema does not allow (no
 * list for a list), that field is null with an error, and the rest of the answer stands.
 */
import type { GraphQLDataSource } from '@apollo/gateway';
import type { FetchNode, PlanNode, QueryPlan } from '@apollo/query-planner';
import {
  execute,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  Kind,
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type GraphQLSchema,
} from 'graphql';
import { callerKey } from '../../identity/identity.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { traced } from '../../telemetry/traces.ts';
import type { GatewayContext } from '../context.ts';
import { Operation } from './answer-shape.ts';
import { errorsOf, NO_CODE } from './fetch-errors.ts';
import { ClientGone, Pace } from './pace.ts';
import { PathTargets } from './path-targets.ts';
import { representationsOf, rewrite, TypeConditions } from './representations.ts';
import { shapeAnswer } from './shape-answer.ts';
import { isJsonObject, merge, own, type JsonObject } from './values.ts';

export interface PlannedExecutorOptions {
  /** As clients see it. */
  readonly schema: GraphQLSchema;
  readonly supergraph: GraphQLSchema;
  readonly services: ReadonlyMap<string, GraphQLDataSource>;
}

/** Maximum variable errors in an answer. Each error prints the whole value. */
export const VARIABLE_ERRORS = 1;

/** A judged operation. */
export interface PlannedRequest {
  readonly document: DocumentNode;
  readonly plan: QueryPlan | undefined;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly context: GatewayContext;
}

/** @throws what a subgraph or a fault of ours throws */
export type Executor = (request: PlannedRequest) => Promise<Executed>;

export function plannedExecutor({ schema, supergraph, services }: PlannedExecutorOptions): Executor {
  const types = new TypeConditions(supergraph);
  const operations = new WeakMap<DocumentNode, Map<string, Operation>>();

  return async ({ document, plan, operationName, variables: given = {}, context }) => {
    const operation = operationOf(document, operationName);
    if (!plan || !operation) throw new Error('An operation without a plan was to be run.');
    const { coerced, errors } = getVariableValues(schema, operation.definition.variableDefinitions ?? [], given, {
      maxErrors: VARIABLE_ERRORS,
    });
    if (errors) return { errors: errors.slice(0, VARIABLE_ERRORS).map(asUserInput) };
    const { identity, signal } = context.request;
    const pace = new Pace({ caller: callerKey(identity), signal });
    const incoming: ExecutionContext['incoming'] = { incomingRequestContext: { operation: operation.definition }, context };
    try {
      return await executePlan({ plan, operation, given, variables: coerced }, { schema, types, services, incoming, pace });
    } catch (error) {
      if (error instanceof ClientGone) return { errors: [gone(error)] };
      if (error instanceof GraphQLError) return { errors: [error] };
      throw error;
    }
  };

  function operationOf(document: DocumentNode, name: string | undefined): Operation | undefined {
    let known = operations.get(document);
    if (!known) operations.set(document, (known = new Map<string, Operation>()));
    let operation = known.get(name ?? '');
    if (!operation) {
      const definition = getOperationAST(document, name);
      if (!definition) return undefined;
      known.set(name ?? '', (operation = new Operation(schema, document, definition)));
    }
    return operation;
  }
}

function asUserInput({ message, nodes, originalError }: GraphQLError): GraphQLError {
  const code: ErrorCode = 'BAD_USER_INPUT';
  return new GraphQLError(message, { nodes: nodes ?? null, originalError: originalError ?? null, extensions: { code } });
}

function gone(cause: ClientGone): GraphQLError {
  const code: ErrorCode = 'DEADLINE_EXCEEDED';
  return new GraphQLError(cause.message, { extensions: { code } });
}

export interface PlannedOperation {
  readonly plan: QueryPlan;
  readonly operation: Operation;
  /** As the client sent them; subgraphs get these. */
  readonly given: Readonly<JsonObject> | undefined;
  /** Parsed by the schema, with defaults. */
  readonly variables: JsonObject;
}

export interface ExecutionContext {
  /** As clients see it. */
  readonly schema: GraphQLSchema;
  readonly types: TypeConditions;
  readonly services: ReadonlyMap<string, GraphQLDataSource>;
  /** The part of the request that data sources get. */
  readonly incoming: { readonly incomingRequestContext: object; readonly context: object };
  readonly pace: Pace;
}

type FetchOptions = Parameters<GraphQLDataSource['process']>[0];

export interface Executed {
  readonly data?: JsonObject | null;
  readonly errors?: readonly GraphQLError[];
  readonly extensions?: JsonObject;
}

/** @throws ClientGone */
export async function executePlan(planned: PlannedOperation, context: ExecutionContext): Promise<Executed> {
  const { plan, operation, given, variables } = planned;
  const { schema, pace } = context;
  const shape = operation.shape(variables);
  const run = new Run(planned, context);
  if (plan.node) await run.node(plan.node as PlanNode, PathTargets.root(run.received));
  const { errors } = run;
  const { data, problems } = await shapeAnswer(shape, run.received, {
    pace,
    introspect: ({ key, type }) => introspect(schema, operation, { key, nodes: type.nodes }, given),
    // A subgraph's error is usually the reason for a null in a non-null field.
    tellsOnlyMalformed: errors.length > 0,
  });
  for (const { message, path, isMalformed } of problems) {
    if (isMalformed) errors.push(new GraphQLError(message, { path, extensions: { code: NO_CODE } }));
    const turn = pace.after(isMalformed ? 20 : 1);
    if (turn) await turn;
  }
  if (errors.length > 0) return { errors, data };
  if (problems.length === 0) return { data };
  return { extensions: { valueCompletion: problems.map(({ message, path }) => ({ message, path, extensions: COMPLETION })) }, data };
}

const COMPLETION = { code: 'INVALID_GRAPHQL' };
const INCOMING_OPERATION = 'incoming operation';

class Run {
  /** Merged data of the subgraphs. */
  readonly received: JsonObject = {};
  readonly errors: GraphQLError[] = [];
  readonly #planned: PlannedOperation;
  readonly #context: ExecutionContext;

  constructor(planned: PlannedOperation, context: ExecutionContext) {
    this.#planned = planned;
    this.#context = context;
  }

  async node(node: PlanNode | undefined, targets: PathTargets): Promise<void> {
    switch (node?.kind) {
      case 'Sequence':
        for (const inner of node.nodes) await this.node(inner, targets);
        return;
      case 'Parallel':
        await Promise.all(node.nodes.map(inner => this.node(inner, targets)));
        return;
      case 'Flatten':
        return this.node(node.node, await targets.at(node.path, this.#context.pace));
      case 'Condition':
        return this.node(this.#planned.variables[node.condition] === true ? node.ifClause : node.elseClause, targets);
      case 'Fetch':
        return this.#fetch(node, targets);
      case 'Defer':
        throw new Error('A plan with @defer is not one of ours.');
    }
  }

  async #fetch(fetch: FetchNode, targets: PathTargets): Promise<void> {
    if (targets.values.length === 0) return;
    try {
      await (fetch.requires ? this.#fetchEntities(fetch, fetch.requires, targets) : this.#fetchFields(fetch, targets));
    } catch (error) {
      if (error instanceof ClientGone) throw error;
      this.errors.push(asGraphQLError(error));
    }
  }

  async #fetchFields(fetch: FetchNode, targets: PathTargets): Promise<void> {
    const { types, pace } = this.#context;
    const data = await this.#ask(fetch, targets, this.#variablesOf(fetch), undefined);
    if (!data) return;
    if (fetch.outputRewrites) await rewrite(data, fetch.outputRewrites, types, pace);
    for (const target of targets.values) if (isJsonObject(target)) await merge(target, data, pace);
  }

  async #fetchEntities(fetch: FetchNode, requires: NonNullable<FetchNode['requires']>, targets: PathTargets): Promise<void> {
    const { types, pace } = this.#context;
    const { representations, of } = await representationsOf(targets.values, { requires, rewrites: fetch.inputRewrites, types }, pace);
    if (representations.length === 0) return;
    const variables = this.#variablesOf(fetch);
    if ('representations' in variables) throw new GraphQLError('Variables cannot contain key "representations"');
    const data = await this.#ask(fetch, targets, { ...variables, representations }, of);
    if (!data) return;
    const entities = own(data, '_entities');
    if (!Array.isArray(entities)) throw new GraphQLError('Expected "data._entities" in response to be an array');
    if (entities.length !== representations.length)
      throw new GraphQLError(`Expected "data._entities" to contain ${representations.length} elements`);
    for (const [i, entity] of (entities as unknown[]).entries()) {
      const known = targets.values[of[i]!] as JsonObject;
      if (!isJsonObject(entity)) continue;
      if (!entity['__typename']) entity['__typename'] = known['__typename'];
      if (fetch.outputRewrites) await rewrite(entity, fetch.outputRewrites, types, pace);
      await merge(known, entity, pace);
    }
  }

  /** The client's variables that a fetch uses. */
  #variablesOf({ variableUsages }: FetchNode): JsonObject {
    const variables: JsonObject = {};
    const { given } = this.#planned;
    for (const name of variableUsages ?? []) {
      const value = given && own(given, name);
      if (value !== undefined) variables[name] = value;
    }
    return variables;
  }

  /** Returns the data of a subgraph's answer, and adds its errors to the operation's. */
  async #ask(
    fetch: FetchNode,
    targets: PathTargets,
    variables: JsonObject,
    of: readonly number[] | undefined,
  ): Promise<JsonObject | undefined> {
    const { serviceName, operation, operationName, operationDocumentNode } = fetch;
    const { services, incoming, pace } = this.#context;
    const service = services.get(serviceName);
    if (!service) throw new GraphQLError(`Couldn't find service with name "${serviceName}"`);
    const options = {
      kind: INCOMING_OPERATION,
      request: { query: operation, variables, ...(operationName !== undefined && { operationName }) },
      ...incoming,
      ...(operationDocumentNode && { document: operationDocumentNode }),
      pathInIncomingRequest: targets.planPath,
    } as FetchOptions;
    const { data, errors } = await traced(
      { name: `fetch ${serviceName}`, attributes: { 'fleetgraph.subgraph': serviceName } },
      async span => {
        const answer = await service.process(options);
        if (answer.errors) span?.set({ 'fleetgraph.errors': answer.errors.length });
        return answer;
      },
    );
    if (errors) for (const error of await errorsOf(errors, { serviceName, targets, of }, pace)) this.errors.push(error);
    if (data && !isJsonObject(data)) throw new GraphQLError('Expected "data" in response to be an object');
    return data ?? undefined;
  }
}

function asGraphQLError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
}

/**
 * Runs introspection fields with GraphQL's executor, over the schema that clients see. @throws GraphQLError the first
 * error, if any
 */
async function introspect(
  schema: GraphQLSchema,
  { document, definition }: Operation,
  { key, nodes }: { readonly key: string; readonly nodes: readonly FieldNode[] },
  variables: Readonly<JsonObject> | undefined,
): Promise<unknown> {
  const asked: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      { ...definition, directives: [], selectionSet: { kind: Kind.SELECTION_SET, selections: nodes } },
      ...document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION),
    ],
  };
  const { data, errors }: ExecutionResult = await execute({ schema, document: asked, ...(variables && { variableValues: variables }) });
  if (errors?.[0]) throw errors[0];
  return data?.[key] ?? null;
}
