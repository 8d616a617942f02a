/**
 * Parser of label selectors in Kubernetes syntax: `app=web, tier!=db, env in (prod, dev), zone notin (a), release,
 * !canary, cpus>4`.
 *
 * Accepts and refuses the same as k8s.io/apimachinery pkg/labels, and reports the position of an error. `in` and
 * `notin` are operators only in operator position. label-match.ts implements the semantics.
 */
import { isLabelKey, isLabelValue } from '../../schema/kubernetes-labels.ts';
import { QueryError, type LabelRequirement, type LabelSelector } from '../query.ts';

const MAX_LENGTH = 4096;
const OPERATORS = '=, ==, !=, in (…), notin (…), > or <';

interface Token {
  readonly text: string;
  readonly at: number;
}

/** @throws QueryError */
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
    this.#tokens = [...text.matchAll(/[=!<>]=?|[(),]|[^\s=!<>(),]+/g)].map(match => ({ text: match[0], at: match.index }));
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
      throw this.error('a label key, such as app or app.kubernetes.io/name (letters, digits, "-", "_", "." and at most 63 after the "/")');
    }
    this.#next++;
    return key;
  }

  /** A value may be empty: `a=`, `a=,b`, `a in (,x)`. */
  #value(): string {
    const value = this.#peek();
    if (value === undefined || value === ',' || value === ')') return '';
    if (!isLabelValue(value)) {
      throw this.error('a label value (at most 63 letters, digits, "-", "_", ".", beginning and ending with a letter or digit)');
    }
    this.#next++;
    return value;
  }

  #peek(): string | undefined {
    return this.#tokens[this.#next]?.text;
  }

  #at(index: number, expected: string): QueryError {
    const token = this.#tokens[index];
    const found = token ? `found ${JSON.stringify(shortened(token.text))} at character ${token.at + 1}` : 'it ends there';
    return new QueryError(
      `The label selector ${JSON.stringify(shortened(this.#text))} does not parse: expected ${expected}, but ${found}.`,
    );
  }
}

/** Parses what strconv.ParseInt(s, 10, 64) accepts. */
export function wholeNumber(text: string): bigint | undefined {
  if (!/^[+-]?\d{1,30}$/.test(text)) return undefined;
  const number = BigInt(text.replace('+', ''));
  return BigInt.asIntN(64, number) === number ? number : undefined;
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
