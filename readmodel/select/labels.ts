/**
 * Matches a label selector, or a word, against label sets. Keys and values are looked up or matched once. Matching a
 * set then only compares numbers, except that `>` and `<` read texts.
 *
 * Semantics of k8s.io/apimachinery pkg/labels: an absent key satisfies `!=` and `notin`. `>` and `<` compare integers.
 */
import { isLabelKey, isLabelValue } from '../../schema/kubernetes-labels.ts';
import { type LabelRequirement, type LabelSelector, QueryError, type TextMatch } from '../query.ts';
import type { LabelSets, LabelsRead } from '../table/columns.ts';

type Test = (labels: LabelsRead) => boolean;

export interface LabelMatch {
  test(set: number): boolean;
  /** Cost of the last test: the number of labels in the set. For a word, the characters compared are added. */
  readonly size: number;
}

/** Compiles a selector. The result is valid until the next write. */
export function compileLabels(selector: LabelSelector, sets: LabelSets): LabelMatch {
  const tests = selector.map(requirement => compileRequirement(requirement, sets));
  const labels = sets.reader();
  return {
    test: set => {
      labels.read(set);
      return tests.every(test => test(labels));
    },
    get size() {
      return labels.size;
    },
  };
}

/** Compiles a test that is true if any key or value of a set matches. The test is valid until the next write. */
export function compileAnyLabel(match: TextMatch, sets: LabelSets): LabelMatch {
  const fits = sets.matcher(match);
  const judged = new Uint8Array(sets.textCapacity); // 0: not matched yet, 1: no, 2: yes
  const labels = sets.reader();
  let size = 0;
  const judge = (number: number): boolean => {
    if (judged[number] === 0) {
      judged[number] = fits(number) ? 2 : 1;
      size += sets.lengthOf(number);
    }
    return judged[number] === 2;
  };
  return {
    test: set => {
      labels.read(set);
      ({ size } = labels);
      for (let scope = 0; scope < labels.size; scope++) if (labels.labelAt(scope).some(judge)) return true;
      return false;
    },
    get size() {
      return size;
    },
  };
}

/** Matches a selector against a plain object of labels. */
export function labelsMatch(selector: LabelSelector, labels: Readonly<Record<string, string>>): boolean {
  return selector.every(({ key, operator, values }) => {
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
    switch (operator) {
      case 'in':
        return value !== undefined && values.includes(value);
      case 'notin':
        return value === undefined || !values.includes(value);
      case 'exists':
        return value !== undefined;
      case 'absent':
        return value === undefined;
      case 'gt':
      case 'lt': {
        const [bound, actual] = [wholeNumber(values[0] ?? ''), wholeNumber(value ?? '')];
        return bound !== undefined && actual !== undefined && (operator === 'gt' ? actual > bound : actual < bound);
      }
    }
  });
}

function compileRequirement({ key, operator, values }: LabelRequirement, sets: LabelSets): Test {
  const number = sets.numberOf(key);
  const value = (labels: LabelsRead): number | undefined => (number === undefined ? undefined : labels.valueOf(number));
  switch (operator) {
    case 'in': {
      const wanted = new Set(values.map(text => sets.numberOf(text)).filter(id => id !== undefined));
      return labels => {
        const id = value(labels);
        return id !== undefined && wanted.has(id);
      };
    }
    case 'notin': {
      const unwanted = new Set(values.map(text => sets.numberOf(text)).filter(id => id !== undefined));
      return labels => {
        const id = value(labels);
        return id === undefined || !unwanted.has(id);
      };
    }
    case 'exists':
      return labels => value(labels) !== undefined;
    case 'absent':
      return labels => value(labels) === undefined;
    case 'gt':
    case 'lt': {
      const bound = wholeNumber(values[0] ?? '');
      return labels => {
        const id = value(labels);
        const actual = id === undefined ? undefined : wholeNumber(sets.textOf(id));
        if (actual === undefined || bound === undefined) return false;
        return operator === 'gt' ? actual > bound : actual < bound;
      };
    }
  }
}

const MAX_LENGTH = 4096;
const OPERATORS = '=, ==, !=, in (…), notin (…), > or <';

interface Token {
  readonly text: string;
  readonly at: number;
}

/**
 * Parses a label selector in Kubernetes syntax: `app=web, tier!=db, env in (prod, dev), zone notin (a), release,
 * !canary, cpus>4`.
 *
 * Follows k8s.io/apimachinery pkg/labels. Accepts up to MAX_LENGTH characters. `in` and `notin` are operators only
 * where an operator is expected.
 * @throws QueryError with the position of the error
 */
export function parseLabelSelector(text: string): LabelSelector {
  if (text.length > MAX_LENGTH)
    throw new QueryError(`The label selector has ${text.length} characters; at most ${MAX_LENGTH} are allowed.`);
  const parser = new Parser(text);
  const requirements: LabelRequirement[] = [];
  while (!parser.atEnd) {
    requirements.push(parser.requirement());
    if (parser.atEnd) break;
    parser.expect(',', 'a comma before the next requirement');
    if (parser.atEnd) throw parser.error('a requirement after the last comma');
  }
  return requirements;
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = [...text.matchAll(/[=!<>]=?|[(),]|[^\s=!<>(),]+/g)].map(match => ({
      text: match[0],
      at: match.index,
    }));
  }

  get atEnd(): boolean {
    return this.#next >= this.#tokens.length;
  }

  requirement(): LabelRequirement {
    if (this.#peek() === '!') {
      this.#next++;
      return { key: this.#key(), operator: 'absent', values: [] };
    }
    const key = this.#key();
    const operator = this.#peek();
    if (operator === undefined || operator === ',') return { key, operator: 'exists', values: [] };
    this.#next++;
    switch (operator) {
      case '=':
      case '==':
        return { key, operator: 'in', values: [this.#value()] };
      case '!=':
        return { key, operator: 'notin', values: [this.#value()] };
      case 'in':
      case 'notin':
        return { key, operator, values: this.#list() };
      case '>':
      case '<': {
        const bound = this.#value();
        if (wholeNumber(bound) === undefined) throw this.#at(this.#next - 1, `a whole number after ${operator}`);
        return { key, operator: operator === '>' ? 'gt' : 'lt', values: [bound] };
      }
      default:
        throw this.#at(this.#next - 1, `one of ${OPERATORS}, or a comma, after the key "${key}"`);
    }
  }

  expect(token: string, meaning: string): void {
    if (this.#peek() !== token) throw this.error(meaning);
    this.#next++;
  }

  error(expected: string): QueryError {
    return this.#at(this.#next, expected);
  }

  #list(): string[] {
    this.expect('(', 'a list in parentheses, as in env in (prod, dev)');
    if (this.#peek() === ')') throw this.error('at least one value in the parentheses');
    const values = [this.#value()];
    while (this.#peek() === ',') {
      this.#next++;
      values.push(this.#value());
    }
    this.expect(')', 'a comma or a closing parenthesis');
    return [...new Set(values)];
  }

  #key(): string {
    const key = this.#peek();
    if (key === undefined || !isLabelKey(key)) {
      throw this.error(
        'a label key, such as app or app.kubernetes.io/name (letters, digits, "-", "_", "." and at most 63 after the "/")',
      );
    }
    this.#next++;
    return key;
  }

  /** Parses a value. A value may be empty: `a=`, `a=,b`, `a in (,x)`. */
  #value(): string {
    const value = this.#peek();
    if (value === undefined || value === ',' || value === ')') return '';
    if (!isLabelValue(value)) {
      throw this.error(
        'a label value (at most 63 letters, digits, "-", "_", ".", beginning and ending with a letter or digit)',
      );
    }
    this.#next++;
    return value;
  }

  #peek(): string | undefined {
    return this.#tokens[this.#next]?.text;
  }

  #at(index: number, expected: string): QueryError {
    const token = this.#tokens[index];
    const found = token
      ? `found ${JSON.stringify(shortened(token.text))} at character ${token.at + 1}`
      : 'it ends there';
    return new QueryError(
      `The label selector ${JSON.stringify(shortened(this.#text))} does not parse: expected ${expected}, but ${found}.`,
    );
  }
}

/** Parses an integer as strconv.ParseInt(s, 10, 64) does. Accepts at most 30 digits. */
function wholeNumber(text: string): bigint | undefined {
  if (!/^[+-]?\d{1,30}$/.test(text)) return undefined;
  const number = BigInt(text.replace('+', ''));
  return BigInt.asIntN(64, number) === number ? number : undefined;
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
