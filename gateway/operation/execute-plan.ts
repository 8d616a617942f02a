/**
 * Runs operations by their plans: sends the plan's fetches to subgraphs, merges their answers, and shapes the
 * client's answer.
 *
 * The executor of @apollo/gateway merges and shapes an answer in single steps that block all other callers. For three
 * pages of 500 objects with live state, a step takes a tenth of a second. In this file, work on values runs in small
 * steps. Answers and errors equal those of @apollo/gateway, apart from a few deliberate differences
 * (test/gateway/operation/execution/differential.long.test.ts).
 */
import type { GraphQLDataSource } from '@apollo/gateway';
import type { FetchNode, PlanNode, QueryPlan } from '@apollo/query-planner';
import {
  executeSync,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  Kind,
  type DocumentNode,
  type FieldNode,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql';
import { eventLoopTurns, Pace, type Steps } from '../../async/fair-turns.ts';
import { callerKey } from '../../identity/identity.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { traced } from '../../telemetry/traces.ts';
import type { GatewayContext } from '../context.ts';
import {
  type AnswerShape,
  isJsonObject,
  type JsonObject,
  merge,
  Operation,
  own,
  representationsOf,
  rewrite,
  shapeAnswer,
  TypeConditions,
} from './shape-answer.ts';

export interface PlannedExecutorOptions {
  /** The schema that clients see. */
  readonly schema: GraphQLSchema;
  readonly supergraph: GraphQLSchema;
  readonly services: ReadonlyMap<string, GraphQLDataSource>;
}

/** Maximum number of errors about variables in an answer, because each error prints the whole value. */
export const VARIABLE_ERRORS = 1;

export interface PlannedRequest {
  readonly document: DocumentNode;
  readonly plan: QueryPlan | undefined;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly context: GatewayContext;
}

/** Runs an operation. The result contains the errors of subgraphs. @throws an Error if fleetgraph itself has a fault */
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
    const caller = callerKey(identity);
    const inTurns: ExecutionContext['inTurns'] = work => eventLoopTurns.continue(caller, work, untilGone(signal));
    const incoming: ExecutionContext['incoming'] = {
      incomingRequestContext: { operation: operation.definition },
      context,
    };
    try {
      return await executePlan(
        { plan, operation, given, variables: coerced },
        { schema, types, services, incoming, inTurns },
      );
    } catch (error) {
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
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    originalError: originalError ?? null,
    extensions: { code },
  });
}

/**
 * Signal that ends an operation only when its client has left. At its deadline, an operation returns the data received
 * so far.
 */
export function untilGone(signal: AbortSignal): Pick<AbortSignal, 'throwIfAborted'> {
  return {
    throwIfAborted: () => {
      if (signal.aborted && (signal.reason as Error | undefined)?.name === 'AbortError') throw new ClientGone();
    },
  };
}

export class ClientGone extends GraphQLError {
  override name = 'ClientGone';

  constructor() {
    const code: ErrorCode = 'DEADLINE_EXCEEDED';
    super('The client went away.', { extensions: { code } });
  }
}

export interface PlannedOperation {
  readonly plan: QueryPlan;
  readonly operation: Operation;
  /** The variables as the client sent them. Subgraphs get these variables. */
  readonly given: Readonly<JsonObject> | undefined;
  /** The variables as parsed by the schema, with defaults. */
  readonly variables: JsonObject;
}

export interface ExecutionContext {
  /** The schema that clients see. */
  readonly schema: GraphQLSchema;
  readonly types: TypeConditions;
  readonly services: ReadonlyMap<string, GraphQLDataSource>;
  /** The part of the request that is passed to data sources. */
  readonly incoming: { readonly incomingRequestContext: object; readonly context: object };
  /** Runs work in steps, and lets other callers run in between. */
  readonly inTurns: <T>(work: Steps<T>) => T | Promise<T>;
}

type FetchOptions = Parameters<GraphQLDataSource['process']>[0];

export interface Executed {
  readonly data?: JsonObject | null;
  readonly errors?: readonly GraphQLError[];
  readonly extensions?: JsonObject;
}

/** Number of values that are read, copied or written per step. A step takes well below a millisecond. */
const AT_A_TIME = 200;
/** Number of values that take as much time as one error. */
const OF_AN_ERROR = 20;

/** @throws GraphQLError for an unusable variable, or ClientGone */
export async function executePlan(planned: PlannedOperation, context: ExecutionContext): Promise<Executed> {
  const { plan, operation, variables } = planned;
  const shape = operation.shape(variables);
  const run = new Run(planned, context);
  if (plan.node) await run.node(plan.node as PlanNode, PathTargets.root(run.received));
  return context.inTurns(run.answer(shape));
}

const COMPLETION = { code: 'INVALID_GRAPHQL' };
const INCOMING_OPERATION = 'incoming operation';

class Run {
  /** The merged data of the subgraphs. */
  readonly received: JsonObject = {};
  readonly errors: GraphQLError[] = [];
  readonly pace = new Pace(AT_A_TIME);
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
        return this.node(node.node, await this.#context.inTurns(targets.at(node.path, this.pace)));
      case 'Condition':
        return this.node(this.#planned.variables[node.condition] === true ? node.ifClause : node.elseClause, targets);
      case 'Fetch':
        return this.#fetch(node, targets);
      case 'Defer':
        throw new Error('A plan with @defer is not one of ours.');
    }
  }

  /**
   * Shapes the answer. Must not be a function inside executePlan(): when a generator function is called for the first
   * time, V8 makes an object in the old generation that refers to the function. If each request made its own function,
   * the function and the answer would stay in memory until the next full garbage collection.
   */
  *answer(shape: AnswerShape): Steps<Executed> {
    const { errors, received, pace } = this;
    const { operation, given } = this.#planned;
    const { data, problems } = yield* shapeAnswer(shape, received, {
      pace,
      introspect: ({ key, type }) => introspect(this.#context.schema, operation, { key, nodes: type.nodes }, given),
      // A null in a non-null field usually comes from a subgraph's error, so it is not reported again.
      tellsOnlyMalformed: errors.length > 0,
    });
    for (const { message, path, isMalformed } of problems) {
      if (isMalformed) errors.push(new GraphQLError(message, { path, extensions: { code: NO_CODE } }));
      if (pace.spent(isMalformed ? OF_AN_ERROR : 1)) yield;
    }
    if (errors.length > 0) return { errors, data };
    if (problems.length === 0) return { data };
    return {
      extensions: { valueCompletion: problems.map(({ message, path }) => ({ message, path, extensions: COMPLETION })) },
      data,
    };
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
    const data = await this.#ask(fetch, targets, this.#variablesOf(fetch), undefined);
    if (data) await this.#context.inTurns(this.#mergeFields(fetch, targets, data));
  }

  *#mergeFields({ outputRewrites }: FetchNode, targets: PathTargets, data: JsonObject): Steps<void> {
    if (outputRewrites) yield* rewrite(data, outputRewrites, this.#context.types, this.pace);
    for (const target of targets.values) if (isJsonObject(target)) yield* merge(target, data, this.pace);
  }

  async #fetchEntities(
    fetch: FetchNode,
    requires: NonNullable<FetchNode['requires']>,
    targets: PathTargets,
  ): Promise<void> {
    const { types, inTurns } = this.#context;
    const required = { requires, rewrites: fetch.inputRewrites, types };
    const { representations, of } = await inTurns(representationsOf(targets.values, required, this.pace));
    if (representations.length === 0) return;
    const variables = this.#variablesOf(fetch);
    if ('representations' in variables) throw new GraphQLError('Variables cannot contain key "representations"');
    const data = await this.#ask(fetch, targets, { ...variables, representations }, of);
    if (!data) return;
    const entities = own(data, '_entities');
    if (!Array.isArray(entities)) throw new GraphQLError('Expected "data._entities" in response to be an array');
    if (entities.length !== representations.length)
      throw new GraphQLError(`Expected "data._entities" to contain ${representations.length} elements`);
    await inTurns(this.#mergeEntities(fetch, entities, i => targets.values[of[i]!] as JsonObject));
  }

  *#mergeEntities(
    { outputRewrites }: FetchNode,
    entities: readonly unknown[],
    target: (i: number) => JsonObject,
  ): Steps<void> {
    for (const [i, entity] of entities.entries()) {
      if (!isJsonObject(entity)) continue;
      const known = target(i);
      if (!entity['__typename']) entity['__typename'] = known['__typename'];
      if (outputRewrites) yield* rewrite(entity, outputRewrites, this.#context.types, this.pace);
      yield* merge(known, entity, this.pace);
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

  /** Returns the data of a subgraph's answer. Adds its errors to the errors of the operation. */
  async #ask(
    fetch: FetchNode,
    targets: PathTargets,
    variables: JsonObject,
    of: readonly number[] | undefined,
  ): Promise<JsonObject | undefined> {
    const { serviceName, operation, operationName, operationDocumentNode } = fetch;
    const { services, incoming, inTurns } = this.#context;
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
    if (errors)
      for (const error of await inTurns(errorsOf(errors, { serviceName, targets, of }, this.pace)))
        this.errors.push(error);
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
 * Runs introspection fields with the executor of GraphQL, on the schema that clients see.
 * @throws GraphQLError the first error, if there is any
 */
function introspect(
  schema: GraphQLSchema,
  { document, definition }: Operation,
  { key, nodes }: { readonly key: string; readonly nodes: readonly FieldNode[] },
  variables: Readonly<JsonObject> | undefined,
): unknown {
  const requested: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      { ...definition, directives: [], selectionSet: { kind: Kind.SELECTION_SET, selections: nodes } },
      ...document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION),
    ],
  };
  const { data, errors } = executeSync({
    schema,
    document: requested,
    ...(variables && { variableValues: variables }),
  });
  if (errors?.[0]) throw errors[0];
  return data?.[key] ?? null;
}

/** One element of a path, and the values that the path reaches with this element. */
interface Step {
  readonly element: string | number;
  readonly values: readonly unknown[];
  /** For each value, the index of its parent in the previous step. */
  readonly from: readonly number[];
  /** For each value, its index in its list, if the element is `@`. Otherwise undefined. */
  readonly index: readonly number[] | undefined;
  readonly before: Step | undefined;
}

/**
 * Targets of a plan's path in an answer. A path is for example `objects.nodes.@.cluster`, and `@` means every item of
 * a list. For each target, this class knows the value and its path with list indices.
 */
class PathTargets {
  readonly #last: Step;

  private constructor(last: Step) {
    this.#last = last;
  }

  static root(answer: object): PathTargets {
    return new PathTargets({ element: '', values: [answer], from: [0], index: undefined, before: undefined });
  }

  /** The values of the targets. No value is undefined or null. */
  get values(): readonly unknown[] {
    return this.#last.values;
  }

  /** The path as the plan has it. */
  get planPath(): (string | number)[] {
    const path: (string | number)[] = [];
    for (let step = this.#last; step.before; step = step.before) path.push(step.element);
    return path.reverse();
  }

  /** The path of one target, with list indices. */
  pathOf(target: number): (string | number)[] {
    const path: (string | number)[] = [];
    let at = target;
    for (let step = this.#last; step.before; step = step.before) {
      path.push(step.index ? step.index[at]! : step.element);
      at = step.from[at]!;
    }
    return path.reverse();
  }

  /**
   * The targets that `path` reaches from the current targets. `@` reaches the items of a list, and a name reaches a
   * member of an object. Skips values of other types.
   */
  *at(path: readonly (string | number)[], pace: Pace): Steps<PathTargets> {
    let last = this.#last;
    for (const element of path) last = element === '@' ? yield* items(last, pace) : yield* members(last, element, pace);
    return new PathTargets(last);
  }
}

function* items(before: Step, pace: Pace): Steps<Step> {
  const [values, from, index]: [unknown[], number[], number[]] = [[], [], []];
  for (const [i, list] of before.values.entries()) {
    if (!Array.isArray(list)) continue;
    for (const [at, value] of list.entries()) {
      if (value !== null && value !== undefined) {
        values.push(value);
        from.push(i);
        index.push(at);
      }
      if (pace.spent()) yield;
    }
  }
  return { element: '@', values, from, index, before };
}

function* members(before: Step, element: string | number, pace: Pace): Steps<Step> {
  const [values, from]: [unknown[], number[]] = [[], []];
  for (const [i, object] of before.values.entries()) {
    const value = isJsonObject(object) ? own(object, String(element)) : undefined;
    if (value !== null && value !== undefined) {
      values.push(value);
      from.push(i);
    }
    if (pace.spent()) yield;
  }
  return { element, values, from, index: undefined, before };
}

interface ErrorOrigin {
  readonly serviceName: string;
  readonly targets: PathTargets;
  /** For each representation, the index of its target. Undefined for fetches without entities. */
  readonly of: readonly number[] | undefined;
}

/**
 * Converts errors of subgraphs to errors of the operation: with a path in the answer, and with the name of the
 * subgraph. error-masking.ts decides later which parts clients see.
 */
function* errorsOf(received: unknown, origin: ErrorOrigin, pace: Pace): Steps<GraphQLError[]> {
  const errors: GraphQLError[] = [];
  for (const error of Array.isArray(received) ? (received as unknown[]) : [received]) {
    errors.push(errorOf(isJsonObject(error) ? error : {}, origin));
    if (pace.spent(OF_AN_ERROR)) yield;
  }
  return errors;
}

/** Code of a malformed value, and of an error for which the subgraph sent no code. */
const NO_CODE = 'DOWNSTREAM_SERVICE_ERROR';

function errorOf(error: Partial<GraphQLFormattedError>, origin: ErrorOrigin): GraphQLError {
  const { serviceName } = origin;
  const extensions = isJsonObject(error.extensions) ? error.extensions : {};
  const path = pathOf(error.path, origin);
  const { message } = error;
  return new GraphQLError(
    typeof message === 'string' && message !== ''
      ? message
      : `Error while fetching subquery from service "${serviceName}"`,
    {
      originalError: error as Error,
      ...(path && { path }),
      extensions: { ...extensions, serviceName, ...(!extensions['code'] && { code: NO_CODE }) },
    },
  );
}

/**
 * Path of an error in the answer. In an entity fetch, the path that the subgraph sends starts with `_entities` and
 * the index of the representation.
 */
function pathOf(path: unknown, { targets, of }: ErrorOrigin): (string | number)[] | undefined {
  if (!Array.isArray(path)) return undefined;
  const [, second, ...rest] = path as (string | number)[];
  if (!of || typeof second !== 'number') return [...targets.planPath, ...(path as (string | number)[])];
  const target = of[second];
  return target === undefined ? rest : [...targets.pathOf(target), ...rest];
}
