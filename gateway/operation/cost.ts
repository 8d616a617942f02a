/**
 * Cost of an operation, before it runs (from its document and variables) and afterwards (from its answer).
 *
 * compileCost() reads a document once and returns a small tree. The tree has the cost of everything that occurs once,
 * and for each list the cost of an item. requestCost() applies the variables of a request. An estimate then visits only
 * the lists. The document may be invalid. An unknown field costs 1. Validation refuses it later.
 *
 * Pricing runs before the operation is paid, in one step on the event loop. So everything that a caller can repeat
 * counts towards MOST_FIELDS or MOST_VALUES, including what validation refuses later.
 */
import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type OperationTypeNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { callerKey, type RequestContext } from '../../identity/identity.ts';

export interface Prices {
  /** Prices of fields, by object or interface type, and then by field. */
  readonly objects: ReadonlyMap<string, ReadonlyMap<string, FieldPrice>>;
  /** Prices of input fields, by input type, and then by field. */
  readonly inputs: ReadonlyMap<string, ReadonlyMap<string, InputPrice>>;
}

export interface FieldPrice {
  /** Type of the field's values, without lists. */
  readonly type: string;
  readonly isList: boolean;
  readonly weight: number;
  readonly size: ListSize | undefined;
  readonly inputs: ReadonlyMap<string, InputPrice>;
}

export interface InputPrice {
  readonly type: string;
  readonly weight: number;
}

/** Length of a list: the largest value of the arguments in `by`. Without these arguments, `assumed`. */
export interface ListSize {
  readonly assumed: number;
  readonly by?: readonly string[];
  /** Arguments that are lists. The result has at least as many items as each of these lists, as in `nodes(ids:)`. */
  readonly atLeast?: readonly string[];
  /** The size applies to these fields of the returned object, not to the field itself. */
  readonly sizedFields?: ReadonlySet<string>;
}

export type Variables = Readonly<Record<string, unknown>>;

/** Cost of resolving a selection once. */
export interface Cost {
  /** Total cost of everything that is not repeated for the items of a list. */
  readonly once: number;
  /** Arguments whose price depends on variables. */
  readonly inputs: readonly { readonly value: ValueNode; readonly price: InputPrice }[];
  readonly lists: readonly ListCost[];
}

/** Cost of an operation, before variables are applied. */
export interface OperationCost extends Cost {
  /** Number of fields and values of literals, with fragments expanded. */
  readonly fields: number;
}

interface ListCost {
  /** Response keys that lead from the selection to the list. */
  readonly path: readonly string[];
  readonly size: Size;
  readonly item: Cost;
}

/** The largest of `known` and the values of `variables`. `otherwise` applies if none of these values is present. */
interface Size {
  readonly known: number | undefined;
  readonly variables: readonly string[];
  readonly otherwise: number;
}

/** Cost of a selection after the variables of a request are applied. */
export interface RequestCost {
  readonly once: number;
  readonly lists: readonly { readonly path: readonly string[]; readonly size: number; readonly item: RequestCost }[];
}

/** Upper bound of every estimated cost. */
const MOST = 1e12;
/**
 * Maximum number of fields and values of literals in a document with its fragments expanded. The cost of a larger
 * document is MOST.
 */
const MOST_FIELDS = 10_000;
/**
 * Maximum number of values and keys of variables to visit, because a document can use a variable many times. The cost
 * of a request with more is MOST.
 */
const MOST_VALUES = 200_000;
/** Maximum depth of fields. The limit stops recursive fragments, because validation runs later. */
const MAX_DEPTH = 100;
const CHARACTERS_OF_A_WEIGHT = 32;

/** Returns undefined if the document has no operation with this name. */
export function compileCost(
  prices: Prices,
  document: DocumentNode,
  operationName: string | null | undefined,
): OperationCost | undefined {
  const operations = document.definitions.filter(
    (it): it is OperationDefinitionNode => it.kind === Kind.OPERATION_DEFINITION,
  );
  const operation = operationName ? operations.find(({ name }) => name?.value === operationName) : operations[0];
  if (!operation) return undefined;
  const fragments = new Map(
    document.definitions
      .filter((it): it is FragmentDefinitionNode => it.kind === Kind.FRAGMENT_DEFINITION)
      .map(fragment => [fragment.name.value, fragment]),
  );
  return new Compiler(prices, fragments).compile(operation);
}

const ROOTS: Readonly<Record<OperationTypeNode, string>> = {
  query: 'Query',
  mutation: 'Mutation',
  subscription: 'Subscription',
};

/** Selections of one field, which an executor merges. */
type Selections = readonly { readonly set: SelectionSetNode; readonly type: string }[];

/** Size that a parent sets for some fields of a selection. */
interface Sized {
  readonly fields: ReadonlySet<string>;
  readonly size: Size;
}

interface Field {
  readonly type: string;
  readonly key: string;
  readonly nodes: FieldNode[];
}

/** Position of a selection: its depth, the response keys below its list item, and the sizes that its parent sets. */
interface SelectionContext {
  readonly depth: number;
  readonly path: readonly string[];
  readonly sized: Sized | undefined;
}

/** Costs added so far. */
interface Sum {
  once: number;
  readonly inputs: Cost['inputs'][number][];
  readonly lists: ListCost[];
}

class Compiler {
  readonly #prices: Prices;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  #fields = 0;

  constructor(prices: Prices, fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#prices = prices;
    this.#fragments = fragments;
  }

  compile({ selectionSet: set, operation }: OperationDefinitionNode): OperationCost {
    const sum: Sum = { once: 0, inputs: [], lists: [] };
    this.#selection([{ set, type: ROOTS[operation] }], sum, { depth: 0, path: [], sized: undefined });
    // With too many fields, the sum is incomplete. The document then costs MOST.
    return { ...(this.#isTooMuch() ? { once: MOST, inputs: [], lists: [] } : sum), fields: this.#fields };
  }

  #isTooMuch(): boolean {
    return this.#fields > MOST_FIELDS;
  }

  #selection(selections: Selections, sum: Sum, context: SelectionContext): void {
    if (context.depth > MAX_DEPTH) this.#fields = Infinity;
    const fields = new Map<string, Field>();
    const seen = new Set<string>();
    for (const { set, type } of selections) this.#collect(set, type, fields, seen);
    for (const field of fields.values()) {
      if (this.#isTooMuch()) return;
      this.#add(sum, field, context);
    }
  }

  /**
   * Collects fields as an executor does: merges fields with the same type and response key, and counts a fragment once
   * per selection set.
   */
  #collect(set: SelectionSetNode, type: string, fields: Map<string, Field>, seen: Set<string>): void {
    for (const selection of set.selections) {
      this.#fields++;
      if (this.#isTooMuch()) return;
      switch (selection.kind) {
        case Kind.FIELD: {
          const key = selection.alias?.value ?? selection.name.value;
          const known = fields.get(`${type}.${key}`);
          if (known) known.nodes.push(selection);
          else fields.set(`${type}.${key}`, { type, key, nodes: [selection] });
          break;
        }
        case Kind.INLINE_FRAGMENT:
          this.#collect(selection.selectionSet, selection.typeCondition?.name.value ?? type, fields, seen);
          break;
        case Kind.FRAGMENT_SPREAD: {
          const fragment = this.#fragments.get(selection.name.value);
          if (!fragment || seen.has(selection.name.value)) break;
          seen.add(selection.name.value);
          this.#collect(fragment.selectionSet, fragment.typeCondition.name.value, fields, seen);
        }
      }
    }
  }

  #add(sum: Sum, { type, key, nodes }: Field, { depth, path, sized }: SelectionContext): void {
    const { name, arguments: args = [] } = nodes[0]!;
    const price = this.#prices.objects.get(type)?.get(name.value);
    if (!price) {
      sum.once += 1; // __typename, or an unknown field
      return;
    }
    sum.once = Math.min(MOST, sum.once + price.weight);
    for (const { name, value } of args) {
      // A literal in a fragment counts once for each selection set that spreads the fragment.
      this.#fields += sizeOfLiteral(value);
      if (this.#isTooMuch()) return;
      const input = price.inputs.get(name.value);
      if (!input) continue;
      if (holdsVariable(value)) sum.inputs.push({ value, price: input });
      else sum.once += new Pricing(this.#prices, {}).ofNode(input, value);
    }
    const size = price.size && sizeOf(price.size, args);
    const sizedFields = price.size?.sizedFields;
    const selections = nodes.flatMap(({ selectionSet: set }) => (set ? [{ set, type: price.type }] : []));
    const below = { depth: depth + 1, sized: sizedFields && size && { fields: sizedFields, size } };
    if (!price.isList) {
      if (selections.length > 0) this.#selection(selections, sum, { ...below, path: [...path, key] });
      return;
    }
    const item: Sum = { once: 1, inputs: [], lists: [] };
    if (selections.length > 0) this.#selection(selections, item, { ...below, path: [] });
    const items = sized?.fields.has(name.value) ? sized.size : sizedFields ? asLongAs(price.size, args) : (size ?? ONE);
    sum.lists.push({ path: [...path, key], size: items, item });
  }
}

const ONE: Size = { known: undefined, variables: [], otherwise: 1 };

function sizeOf({ by, atLeast, assumed }: ListSize, args: readonly ArgumentNode[]): Size {
  let known: number | undefined;
  const variables: string[] = [];
  for (const { name, value } of args) {
    if (atLeast?.includes(name.value))
      known = Math.max(known ?? assumed, value.kind === Kind.LIST ? value.values.length : 0);
    else if (!by?.includes(name.value)) continue;
    if (value.kind === Kind.INT) known = Math.max(0, known ?? 0, Number(value.value));
    if (value.kind === Kind.VARIABLE) variables.push(value.name.value);
  }
  return { known, variables, otherwise: assumed };
}

/** Length of a list from its list arguments: `facets(fields: [A, B])` has two items. */
function asLongAs({ by }: ListSize, args: readonly ArgumentNode[]): Size {
  let known: number | undefined;
  const variables: string[] = [];
  for (const { name, value } of args) {
    if (by?.includes(name.value)) continue;
    if (value.kind === Kind.LIST) known = Math.max(known ?? 0, value.values.length);
    if (value.kind === Kind.VARIABLE) variables.push(value.name.value);
  }
  return { known, variables, otherwise: 1 };
}

const sizes = new WeakMap<ValueNode, number>();

/** Number of values in a literal, including the literal itself. */
function sizeOfLiteral(value: ValueNode): number {
  let size = sizes.get(value);
  if (size !== undefined) return size;
  const inner =
    value.kind === Kind.LIST ? value.values : value.kind === Kind.OBJECT ? value.fields.map(it => it.value) : [];
  size = inner.reduce((sum, it) => sum + sizeOfLiteral(it), 1);
  sizes.set(value, size);
  return size;
}

function holdsVariable(value: ValueNode): boolean {
  switch (value.kind) {
    case Kind.VARIABLE:
      return true;
    case Kind.LIST:
      return value.values.some(holdsVariable);
    case Kind.OBJECT:
      return value.fields.some(it => holdsVariable(it.value));
    default:
      return false;
  }
}

/** Cost of one request. `variables` must include the defaults of variables that the request omits. */
export function requestCost(prices: Prices, cost: Cost, variables: Variables): RequestCost {
  return withVariables(new Pricing(prices, variables), cost, variables);
}

function withVariables(pricing: Pricing, { once, inputs, lists }: Cost, variables: Variables): RequestCost {
  let sum = once;
  for (const { value, price } of inputs) sum += pricing.ofNode(price, value);
  return {
    once: Math.min(MOST, sum),
    lists: lists.map(({ path, size, item }) => ({
      path,
      size: lengthOf(size, variables),
      item: withVariables(pricing, item, variables),
    })),
  };
}

function lengthOf({ known, variables: names, otherwise }: Size, variables: Variables): number {
  let most = known;
  for (const name of names) {
    const value = variables[name];
    if (Array.isArray(value)) most = Math.max(most ?? 0, value.length);
    else if (typeof value === 'number') most = Math.max(most ?? 0, value);
  }
  return most ?? otherwise;
}

/** Estimated cost, with the estimated lengths of lists. */
export function estimatedCost({ once, lists }: RequestCost): number {
  let sum = once;
  for (const { size, item } of lists) if (size > 0) sum += size * estimatedCost(item);
  return Math.min(MOST, sum);
}

/** Actual cost, with the lengths of the lists in the answer. */
export function actualCost({ once, lists }: RequestCost, data: unknown): number {
  let sum = once;
  for (const { path, item } of lists) {
    let list = data;
    for (const key of path) list = typeof list === 'object' && list !== null ? (list as Variables)[key] : undefined;
    if (Array.isArray(list)) sum += costOfItems(list, item);
  }
  return sum;
}

/** Cost of a list. For a list of lists, the items of all inner lists count. */
function costOfItems(list: readonly unknown[], item: RequestCost): number {
  if (item.lists.length === 0 && !list.some(Array.isArray)) return list.length * item.once;
  let sum = 0;
  for (const value of list) sum += Array.isArray(value) ? costOfItems(value, item) : actualCost(item, value);
  return sum;
}

/** Computes the prices of arguments. With more than MOST_VALUES values of variables, the price is at least MOST. */
class Pricing {
  readonly #prices: Prices;
  readonly #variables: Variables;
  #values = 0;

  constructor(prices: Prices, variables: Variables) {
    this.#prices = prices;
    this.#variables = variables;
  }

  ofNode(price: InputPrice, node: ValueNode): number {
    switch (node.kind) {
      case Kind.VARIABLE:
        return this.#ofValue(price, this.#variables[node.name.value]);
      case Kind.LIST:
        return node.values.reduce((sum, value) => sum + this.ofNode(price, value), 0);
      case Kind.OBJECT: {
        const fields = this.#prices.inputs.get(price.type);
        return node.fields.reduce((sum, { name, value }) => {
          const field = fields?.get(name.value);
          return field ? sum + this.ofNode(field, value) : sum;
        }, price.weight);
      }
      case Kind.STRING:
        return ofText(price, node.value);
      case Kind.NULL:
        return 0;
      default:
        return price.weight;
    }
  }

  #ofValue(price: InputPrice, value: unknown): number {
    if (++this.#values > MOST_VALUES) return MOST;
    if (value === null || value === undefined) return 0;
    if (typeof value === 'string') return ofText(price, value);
    if (typeof value !== 'object') return price.weight;
    let sum = 0;
    if (Array.isArray(value)) {
      for (const item of value) {
        sum += this.#ofValue(price, item);
        if (this.#values > MOST_VALUES) return MOST;
      }
      return sum;
    }
    sum = price.weight;
    const fields = this.#prices.inputs.get(price.type);
    if (!fields) return sum;
    const keys = Object.keys(value);
    // Unknown keys count too: validation refuses them later, but each of them takes time here.
    this.#values += keys.length;
    for (const key of keys) {
      if (this.#values > MOST_VALUES) return MOST;
      const field = fields.get(key);
      if (field) sum += this.#ofValue(field, (value as Variables)[key]);
    }
    return sum;
  }
}

function ofText({ weight }: InputPrice, text: string): number {
  return weight * (1 + Math.floor(text.length / CHARACTERS_OF_A_WEIGHT));
}

export interface BudgetOptions {
  /** Budget of one window, in units of cost. */
  readonly size: number;
  readonly windowMs: number;
  /** Monotonic clock in milliseconds. @default performance.now */
  readonly clock?: () => number;
}

/** Maximum number of accounts. A caller whose account was evicted starts with a full budget. */
const MAX_CALLERS = 10_000;

interface Account {
  left: number;
  at: number;
}

/**
 * Budget of each caller: a token bucket that refills evenly within one window, and never holds more than `size`. An
 * operation pays its estimate before it runs, and the unused part is refunded afterwards.
 */
export class Budgets {
  readonly size: number;
  readonly #perMs: number;
  readonly #clock: () => number;
  readonly #accounts = new LRUCache<string, Account>({ max: MAX_CALLERS });

  constructor({ size, windowMs, clock = () => performance.now() }: BudgetOptions) {
    this.size = size;
    this.#perMs = size / windowMs;
    this.#clock = clock;
  }

  /**
   * Takes the cost from the caller's budget. If the budget is too small, takes nothing and returns the milliseconds
   * until it is large enough.
   */
  take(caller: string, cost: number): number | undefined {
    const account = this.#account(caller);
    // An operation that costs more than a full budget waits until the budget is full. It then takes its whole cost,
    // so the budget becomes negative.
    const needed = Math.min(cost, this.size);
    if (account.left < needed) return (needed - account.left) / this.#perMs;
    account.left -= cost;
    return undefined;
  }

  /** Takes the difference between the actual and the estimated cost. A negative difference is a refund. */
  settle(caller: string, difference: number): void {
    const account = this.#account(caller);
    account.left = Math.min(this.size, account.left - difference);
  }

  left(caller: string): number {
    return Math.max(0, Math.floor(this.#account(caller).left));
  }

  #account(caller: string): Account {
    const now = this.#clock();
    let account = this.#accounts.get(caller);
    if (account) {
      account.left = Math.min(this.size, account.left + (now - account.at) * this.#perMs);
      account.at = now;
    } else this.#accounts.set(caller, (account = { left: this.size, at: now }));
    return account;
  }
}

/** Price of one operation. */
export interface Charge {
  readonly estimated: number;
  /** Set when the operation has ended. */
  actual?: number;
  readonly cost: RequestCost;
}

/** Returns undefined if the document has no operation with the requested name (`cost` is undefined). */
export function chargeOf(
  prices: Prices,
  { cost, defaults }: { readonly cost: Cost | undefined; readonly defaults: Variables },
  given: Variables | undefined,
): Charge | undefined {
  if (!cost) return undefined;
  const request = requestCost(prices, cost, given ? { ...defaults, ...given } : defaults);
  return { cost: request, estimated: Math.ceil(estimatedCost(request)) };
}

/**
 * Refunds the unused part of the estimate. Charges the part that the answer and the resolvers used beyond the
 * estimate.
 */
export function settleCharge(
  charge: Charge,
  budgets: Budgets,
  { identity, signal, extra }: RequestContext,
  data: unknown,
): void {
  const { estimated, cost } = charge;
  const came = Math.ceil(actualCost(cost, data));
  // The work of an aborted operation must be paid, although its answer is not complete.
  charge.actual = (data && !signal.aborted ? came : Math.max(came, estimated)) + Math.ceil(extra?.cost ?? 0);
  budgets.settle(callerKey(identity), charge.actual - estimated);
}
