/**
 * CEL expressions over one object, for the status rules of the configuration (configured.ts). They are compiled once,
 * type-checked, and bounded.
 *
 * Expressions come from the operator, but objects come from a leaf, which may send a list of any length. So
 * expressions read a bounded copy of the fields that they name. Each evaluated part takes steps from a budget, more
 * steps for longer values. An expression that has used up the budget fails. The budget counts steps and not
 * milliseconds, so that an object always gets the same answer. Functions with a cost that the budget cannot count are
 * refused, such as regular expressions (`matches`).
 *
 * In the copy, an object is a Map, so that no field name reaches a prototype. An integer is an int64.
 *
 * Why @marcbachmann/cel-js: it has a type checker, no dependencies, and the optional fields that Flux's expressions
 * use (`status.?conditions`). @bufbuild/cel has no optional fields, does not export its type checker, and needs
 * protobuf packages.
 */
import { Environment } from '@marcbachmann/cel-js';
import { isRecord } from './untrusted.ts';

/** Fields of an object that expressions may name. Reading a missing field is an error, except with `has()` or `.?`. */
export const VARIABLES = [
  'apiVersion',
  'kind',
  'metadata',
  'spec',
  'status',
  'data',
  'report',
  'results',
  'summary',
] as const;

/** Maximum characters of an expression. */
export const MAX_EXPRESSION_LENGTH = 2_000;

/** Allowed functions and macros. Their cost can be computed from their values. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  ...['has', 'all', 'exists', 'exists_one', 'map', 'filter', 'size', 'split', 'join'],
  ...['contains', 'startsWith', 'endsWith', 'indexOf', 'lastIndexOf', 'substring', 'trim', 'lowerAscii', 'upperAscii'],
  ...['bool', 'int', 'uint', 'double', 'string', 'timestamp', 'type', 'dyn'],
  ...['of', 'none', 'or', 'orValue', 'hasValue', 'value'],
]);

/** Maximum number of values in the copy of an object. `MAX_CHARACTERS` limits the characters of all these values. */
export const MAX_VALUES = 10_000;
export const MAX_CHARACTERS = 262_144;
const MAX_NESTING = 64;

/** Maximum steps for one object, of all expressions of a rule together. */
export const MAX_STEPS = 20_000;
const CHARACTERS_PER_STEP = 16;
/**
 * A search may compare each character of the pattern with each character of the text. One step pays for this number of
 * comparisons.
 */
const COMPARISONS_PER_STEP = 4_096;
/** Cost of an error, because the library writes a message for each error. */
const STEPS_PER_ERROR = 50;

const environment = new Environment({
  enableOptionalTypes: true,
  limits: { maxAstNodes: 500, maxDepth: 32, maxListElements: 200, maxMapEntries: 50, maxCallArguments: 8 },
});
for (const name of VARIABLES) environment.registerVariable(name, 'dyn');

/** The problem of an expression, with its position in the text. */
export class ExpressionError extends Error {
  override name = 'ExpressionError';
}

/** Returns the value of the expression with this name. Undefined if the expression is absent or fails. */
export type Evaluated<Name extends string> = (name: Name) => unknown;

/**
 * Compiles the expressions of one rule. The expressions share one copy of the object and one budget.
 * @throws ExpressionError
 */
export function compileExpressions<Name extends string>(
  texts: Readonly<Partial<Record<Name, string>>>,
  typeOf: (name: Name) => ExpressionType,
): (object: unknown) => Evaluated<Name> {
  const budget = new Budget();
  const compiled = Object.entries(texts).map(([name, text]) => {
    return [name, compiledWithin(budget, text as string, typeOf(name as Name))] as const;
  });
  const programs = new Map(compiled.map(([name, { run }]) => [name, run]));
  const read = new Set(compiled.flatMap(([, { reads }]) => reads));
  return object => {
    const fields = fieldsOf(object, read);
    let left = MAX_STEPS;
    return name => {
      const run = fields && programs.get(name);
      if (!run) return undefined;
      budget.left = left;
      const value = run(fields);
      left = budget.left;
      return value;
    };
  };
}

export type ExpressionType = 'bool' | 'string';

/** @throws ExpressionError */
export function checkExpression(text: string, type: ExpressionType): void {
  compiledWithin(new Budget(), text, type);
}

type Fields = ReadonlyMap<string, unknown>;

interface Compiled {
  readonly run: (fields: Fields) => unknown;
  readonly reads: readonly string[];
}

/**
 * Internal node of the library for a part of an expression. The library is pinned to one version, because this type
 * may change.
 */
interface Node {
  readonly op: string;
  readonly args: unknown;
  /** Implementation of a function, set by the type check. Receives the values of the arguments, the receiver first. */
  handle?: (values: readonly unknown[], ...rest: unknown[]) => unknown;
  readonly pos: number;
  readonly meta: {
    readonly alternate?: Node;
    readonly macro?: Record<string, unknown> & { evaluate: Evaluate };
    readonly evaluate: Evaluate;
  };
  setMeta(key: 'evaluate', value: Evaluate): void;
}

type Evaluate = (this: unknown, ...args: unknown[]) => unknown;

function compiledWithin(budget: Budget, text: string, type: ExpressionType): Compiled {
  if (text.length > MAX_EXPRESSION_LENGTH)
    throw new ExpressionError(`it has ${text.length} characters; at most ${MAX_EXPRESSION_LENGTH} are taken`);
  const evaluate = parsed(text);
  const nodes = nodesOf(evaluate.ast as unknown as Node);
  for (const node of nodes) refuseFunction(text, node);
  const checked = evaluate.check();
  if (!checked.valid) throw placed(text, checked.error);
  if (checked.type !== type && checked.type !== 'dyn')
    throw new ExpressionError(`it gives a value of type ${checked.type}, and a ${type} is needed`);
  const uses = new Map([...nodes].flatMap(usedBy));
  for (const node of nodes) meter(budget, node, uses.get(node));
  return {
    run: fields => within(budget, () => evaluate(fields)),
    reads: [...nodes].flatMap(({ op, args }) => (op === 'id' ? [String(args)] : [])),
  };
}

function parsed(text: string): ReturnType<Environment['parse']> {
  try {
    return environment.parse(text);
  } catch (error) {
    throw placed(text, error);
  }
}

function refuseFunction(text: string, { op, args, pos }: Node): void {
  if (op !== 'call' && op !== 'rcall') return;
  const name = String((args as unknown[])[0]);
  if (FUNCTIONS.has(name)) return;
  const instead =
    name === 'matches' ? '. A regular expression can take minutes: use contains, startsWith, endsWith or ==' : '';
  throw new ExpressionError(`${placeOf(text, pos)}: the function ${name} is not available${instead}`);
}

function placed(text: string, error: unknown): ExpressionError {
  const { summary, message, range, code } = error as Error & {
    summary?: string;
    range?: { start: number };
    code?: string;
  };
  const what = summary ?? message;
  const variables = code === 'unknown_variable' ? `. An expression reads ${VARIABLES.join(', ')}` : '';
  const equality = what === 'Unexpected character: =' ? '. To compare two values, write ==' : '';
  return new ExpressionError(`${range ? `${placeOf(text, range.start)}: ` : ''}${what}${variables}${equality}`);
}

function placeOf(text: string, position: number): string {
  const lines = text.slice(0, position).split('\n');
  return `line ${lines.length}, column ${lines.at(-1)!.length + 1}`;
}

/** All nodes of an expression, including nodes that macros create. */
function nodesOf(root: Node): ReadonlySet<Node> {
  const found = new Set<Node>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (value instanceof root.constructor) {
      const node = value as Node;
      if (found.has(node)) return;
      found.add(node);
      visit(node.args);
      visit(node.meta.alternate);
      visit(node.meta.macro);
    } else if (isRecord(value) && Object.getPrototypeOf(value) === Object.prototype)
      Object.values(value).forEach(visit);
  };
  visit(root);
  return found;
}

/**
 * How another node uses a value. `items`: the node reads each item of the list or map. `all`: the node also reads
 * everything inside the items.
 */
type Use = 'items' | 'all';

/** Child nodes whose list items or map entries this node reads. */
function usedBy({ op, args, meta }: Node): readonly (readonly [Node, Use])[] {
  if (meta.alternate || meta.macro) return []; // the nodes of a macro are counted on their own
  if (op === 'comprehension') return [[(args as { iterable: Node }).iterable, 'items']];
  const use = ['==', '!=', 'in'].includes(op) ? 'all' : ['+', 'call', 'rcall'].includes(op) ? 'items' : undefined;
  const isNode = (value: unknown): value is Node => isRecord(value) && 'op' in value;
  return use
    ? [args]
        .flat(3)
        .filter(isNode)
        .map(node => [node, use] as const)
    : [];
}

const OUT_OF_BUDGET = new Error('the expression takes too many steps');

class Budget {
  left = 0;

  pay(value: unknown, use: Use | undefined): void {
    const inner = use && Array.isArray(value) ? value : use && value instanceof Map ? [...value.values()] : [];
    this.take(1 + inner.length + lengthOf(value) / CHARACTERS_PER_STEP);
    if (use === 'all') for (const one of inner) this.pay(one, use);
  }

  take(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw OUT_OF_BUDGET;
  }
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

const SEARCHES: ReadonlySet<string> = new Set(['contains', 'indexOf', 'lastIndexOf', 'split']);

/** Additional steps of a function call. A function may do much work for a short value. */
function stepsOfCall(name: string, [first, second]: readonly unknown[]): number {
  if (SEARCHES.has(name)) return (lengthOf(first) * lengthOf(second)) / COMPARISONS_PER_STEP;
  if (name !== 'join' || !Array.isArray(first)) return 0;
  return first.reduce<number>((sum, item) => sum + lengthOf(item) + lengthOf(second), 0) / CHARACTERS_PER_STEP;
}

/** Charges the budget for a node's value before another node uses it, and for a function before it runs. */
function meter(budget: Budget, node: Node, use: Use | undefined): void {
  const { handle } = node;
  if (handle && (node.op === 'call' || node.op === 'rcall')) {
    const name = String((node.args as unknown[])[0]);
    node.handle = (values, ...rest) => {
      budget.take(stepsOfCall(name, values));
      return handle(values, ...rest);
    };
  }
  const { macro, evaluate } = node.meta;
  if (macro) macro.evaluate = metered(budget, macro.evaluate, use);
  else node.setMeta('evaluate', metered(budget, evaluate, use));
}

function metered(budget: Budget, evaluate: Evaluate, use: Use | undefined): Evaluate {
  return function (this: unknown, ...args) {
    if (budget.left < 0) throw OUT_OF_BUDGET;
    let value: unknown;
    try {
      value = evaluate.apply(this, args);
    } catch (error) {
      budget.left -= STEPS_PER_ERROR;
      throw error;
    }
    budget.pay(value, use);
    return value;
  };
}

/**
 * Evaluates an expression. Undefined if it fails. The library continues after some errors (`a || b`), so the budget is
 * checked once more after the evaluation.
 */
function within(budget: Budget, evaluate: () => unknown): unknown {
  try {
    const value = evaluate();
    return budget.left < 0 ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Copies the fields that expressions read. Undefined if the copy would be too large. */
function fieldsOf(object: unknown, read: ReadonlySet<string>): Fields | undefined {
  if (!isRecord(object)) return undefined;
  const copy = new Copy();
  try {
    const fields = Object.entries(object).filter(([name]) => read.has(name));
    return new Map(
      fields.map(([name, value]) => [name, copy.of(name === 'metadata' ? withoutManagedFields(value) : value)]),
    );
  } catch (error) {
    if (error === TOO_LARGE) return undefined;
    throw error;
  }
}

/** Removes managedFields, which are often larger than the other fields. */
function withoutManagedFields(metadata: unknown): unknown {
  return isRecord(metadata) ? { ...metadata, managedFields: null } : metadata;
}

const TOO_LARGE = new Error('the object has too many values or too long texts');

class Copy {
  #values = MAX_VALUES;
  #characters = MAX_CHARACTERS;

  of(value: unknown, depth = 0): unknown {
    this.#values -= 1;
    if (this.#values < 0 || depth > MAX_NESTING) throw TOO_LARGE;
    if (typeof value === 'string') return this.#text(value);
    if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
    if (Array.isArray(value)) return value.map(item => this.of(item, depth + 1));
    if (isRecord(value))
      return new Map(Object.entries(value).map(([key, item]) => [this.#text(key), this.of(item, depth + 1)]));
    return typeof value === 'boolean' ? value : null;
  }

  #text(text: string): string {
    this.#characters -= text.length;
    if (this.#characters < 0) throw TOO_LARGE;
    return text;
  }
}
