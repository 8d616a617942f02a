/**
 * The language of the query box and of the URL: `status:failed kind:Kustomization cluster:eu-* -namespace:kube-system
 * "crash loop"`.
 *
 * All conditions must match. If a condition has several values, at least one must match. For labels, all values must
 * match. A leading `-` or `!` negates. A word that is not a condition is a text to search for. Parsing never fails.
 */

export const FIELDS = [
  'status',
  'kind',
  'cluster',
  'namespace',
  'name',
  'reason',
  'message',
  'label',
  'suspended',
  'group',
  'revision',
  'image',
  'imagerepository',
  'clusterlabel',
] as const;
export type Field = (typeof FIELDS)[number];

export interface Condition {
  readonly field: Field;
  readonly negated: boolean;
  /** Has at least one value. */
  readonly values: readonly string[];
}

export interface Text {
  readonly text: string;
  readonly negated: boolean;
  /** Unknown field, if the text looks like a condition: `clustr` in `clustr:eu-*`. */
  readonly key?: string;
}

export type Term = Condition | Text;

/** Word of the typed text, with its position. */
interface Word {
  readonly start: number;
  readonly negated: boolean;
  /** Letters before the first colon. Undefined if the word does not begin with letters and a colon. */
  readonly key: string | undefined;
  readonly values: readonly Value[];
}

export interface Value {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

const ALIASES: Readonly<Record<string, Field>> = { ns: 'namespace', labels: 'label', kinds: 'kind' };

export const isCondition = (term: Term): term is Condition => 'field' in term;

export function fieldNamed(name: string): Field | undefined {
  const lower = name.toLowerCase();
  return ALIASES[lower] ?? FIELDS.find(field => field === lower);
}

/** Parses a query. Joins conditions that have the same field and sign, except negated label conditions. */
export function parseQuery(typed: string): readonly Term[] {
  const terms: Term[] = [];
  for (const { negated, key, values } of wordsOf(typed)) {
    const field = key === undefined ? undefined : fieldNamed(key);
    const given = values.filter(({ text, quoted }) => text !== '' || quoted).map(({ text }) => text);
    if (field) addCondition(terms, { field, negated, values: given });
    else {
      const text = key === undefined ? given.join(',') : `${key}:${given.join(',')}`;
      const isAddress = given[0]?.startsWith('//');
      if (text !== '') terms.push({ text, negated, ...(key !== undefined && !isAddress && { key }) });
    }
  }
  return terms;
}

export function printQuery(terms: readonly Term[]): string {
  return terms
    .map(term => {
      const sign = term.negated ? '-' : '';
      if (isCondition(term)) return `${sign}${term.field}:${printValues(term.values)}`;
      if (term.key !== undefined) return `${sign}${term.key}:${printText(term.text.slice(term.key.length + 1))}`;
      return sign + quoted(term.text, /^[^\s",:!-][^\s",:]*$/);
    })
    .join(' ');
}

/** Fields for which a leading `=` means that the value is the whole text, not a part of it. */
const PARTIAL: readonly Field[] = ['revision', 'image'];

/** Value of a facet or a group, as a query writes it. wholeValue() is the inverse function. */
export const typedValue = (field: Field, value: string): string => (PARTIAL.includes(field) ? `=${value}` : value);
export const wholeValue = (field: Field, typed: string): string =>
  PARTIAL.includes(field) ? typed.replace(/^=/, '') : typed;

/** Adds the value to the field's condition that is not negated, or removes the value if it is already there. */
export function toggled(terms: readonly Term[], field: Field, value: string): readonly Term[] {
  const at = terms.findIndex(term => isCondition(term) && term.field === field && !term.negated);
  const condition = terms[at] as Condition | undefined;
  if (!condition) return [...terms, { field, negated: false, values: [value] }];
  const values = condition.values.includes(value)
    ? condition.values.filter(it => it !== value)
    : [...condition.values, value];
  return values.length === 0 ? terms.toSpliced(at, 1) : terms.with(at, { ...condition, values });
}

/** Replaces all conditions on the field. Without values, removes the conditions. */
export function withValues(terms: readonly Term[], field: Field, values: readonly string[]): readonly Term[] {
  const others = terms.filter(term => !isCondition(term) || term.field !== field);
  return values.length === 0 ? others : [...others, { field, negated: false, values }];
}

export function valuesOf(terms: readonly Term[], field: Field): readonly string[] {
  return (
    terms.find((term): term is Condition => isCondition(term) && term.field === field && !term.negated)?.values ?? []
  );
}

/** Place of the caret. */
export interface Place {
  /** Field whose value contains the caret. Undefined if the caret is not in a value of a known field. */
  readonly field: Field | undefined;
  readonly typed: string;
  /** `start` and `end`: the range that an accepted completion replaces. */
  readonly start: number;
  readonly end: number;
}

export function placeAt(typed: string, caret: number): Place {
  for (const { key, values } of wordsOf(typed)) {
    const field = key === undefined ? undefined : fieldNamed(key);
    for (const { text, start, end } of values) {
      if (caret < start || caret > end) continue;
      if (field) return { field, typed: text, start, end };
      if (key === undefined) return { field: undefined, typed: text, start, end };
    }
  }
  return { field: undefined, typed: '', start: caret, end: caret };
}

/**
 * Part of the query to search for while the user types. Leaves out the value of a condition at the caret, because the
 * value may still change.
 */
export function settledPart(typed: string, caret: number): readonly Term[] {
  const { field, start, end } = placeAt(typed, caret);
  return parseQuery(field ? typed.slice(0, start) + typed.slice(end) : typed);
}

/** Writes a text as one value, in quotes if needed. */
export function quotedValue(value: string): string {
  return quoted(value, /^[^\s",]+$/);
}

/** Writes the value of an unknown field, in quotes if needed. Writes nothing for an empty value. */
const printText = (text: string): string => (text === '' ? '' : quotedValue(text));

/** Values as a query writes them after the colon: separated by commas, in quotes if needed. */
export const printValues = (values: readonly string[]): string => values.map(quotedValue).join(',');
export const parseValues = (typed: string): readonly string[] => valuesOf(parseQuery(`name:${typed}`), 'name');

function quoted(text: string, bare: RegExp): string {
  return bare.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function addCondition(terms: Term[], { field, negated, values }: Condition): void {
  if (values.length === 0) return;
  // Negated label conditions are not joined. A joined condition would exclude only objects that have all of the labels.
  const joins = !(['label', 'clusterlabel'].includes(field) && negated);
  const at = joins
    ? terms.findIndex(term => isCondition(term) && term.field === field && term.negated === negated)
    : -1;
  const same = terms[at] as Condition | undefined;
  const joined = { field, negated, values: [...new Set([...(same?.values ?? []), ...values])] };
  if (same) terms[at] = joined;
  else terms.push(joined);
}

function* wordsOf(typed: string): Generator<Word> {
  let at = 0;
  while (at < typed.length) {
    if (/\s/.test(typed[at] ?? '')) {
      at++;
      continue;
    }
    const start = at;
    const negated = typed[at] === '-' || typed[at] === '!';
    if (negated) at++;
    const key = /^([A-Za-z]+):/.exec(typed.slice(at))?.[1];
    if (key !== undefined) at += key.length + 1;
    const values: Value[] = [];
    for (;;) {
      const value = valueAt(typed, at);
      values.push(value);
      at = value.end;
      if (typed[at] !== ',') break;
      at++;
    }
    yield { start, negated, key, values };
  }
}

/** Parses one value, which may have quoted and unquoted parts. Ends at a comma or a space outside quotes. */
function valueAt(typed: string, start: number): Value {
  let text = '';
  let at = start;
  let hadQuotes = false;
  while (at < typed.length && !/[\s,]/.test(typed[at] ?? '')) {
    if (typed[at] !== '"') {
      text += typed[at++];
      continue;
    }
    hadQuotes = true;
    at++;
    while (at < typed.length && typed[at] !== '"') {
      if (typed[at] === '\\' && at + 1 < typed.length) at++;
      text += typed[at++];
    }
    at++;
  }
  return { text, start, end: Math.min(at, typed.length), quoted: hadQuotes };
}
