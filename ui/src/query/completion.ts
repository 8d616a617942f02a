/**
 * Completions at the caret of the query box: fields and whole conditions for a word, and values after a colon.
 * Suggestions of the server come last.
 */
import type { SuggestionField, SuggestionsQuery } from '../graph/graphql.ts';
import { FIELDS, isCondition, parseQuery, placeAt, quotedValue, type Field, type Term } from './language.ts';

/** Possible values by field, most likely first, with the number of objects if known. */
export type Proposable = Readonly<
  Partial<Record<Field, readonly { readonly value: string; readonly count?: number | undefined }[]>>
>;

export interface Proposal {
  /** Text that the completion inserts into the box. */
  readonly insert: string;
  readonly field: Field;
  /** Undefined if the completion is a field without a value. */
  readonly value: string | undefined;
  readonly count: number | undefined;
}

export interface Completion {
  readonly start: number;
  readonly end: number;
  readonly proposals: readonly Proposal[];
}

export type Suggestions = NonNullable<SuggestionsQuery['suggestions']>;

/**
 * Fields for which the server has suggestions. Kinds and statuses are missing, because the Explorer knows all of them.
 */
const SUGGESTED: Readonly<Partial<Record<SuggestionField, Field>>> = {
  NAME: 'name',
  NAMESPACE: 'namespace',
  CLUSTER: 'cluster',
  REASON: 'reason',
  LABEL_KEY: 'label',
  LABEL: 'label',
};
/** Maximum number of completions. An empty box proposes all fields. */
const AT_MOST = FIELDS.length;
/** Minimum length of a text to request suggestions for, in characters. A shorter text matches too much. */
const WORTH_ASKING = 2;

/**
 * Suggestions to request for the text at the caret. Undefined if no suggestions are needed. `rest`: the other terms of
 * the query, which select the objects.
 */
export function wantedSuggestions(
  typed: string,
  caret: number,
): { text: string; fields: readonly SuggestionField[]; rest: readonly Term[] } | undefined {
  const { field, start, end } = placeAt(typed, caret);
  const [key, ofKey] = labelAt(typed.slice(start, caret));
  const text = ofKey ?? key;
  const all = Object.keys(SUGGESTED) as SuggestionField[];
  const fields =
    field === 'label' && ofKey !== undefined ? ['LABEL' as const] : all.filter(it => !field || SUGGESTED[it] === field);
  if (text.length < WORTH_ASKING || fields.length === 0) return undefined;
  const rest = parseQuery(`${typed.slice(0, start)} ${typed.slice(end)}`).filter(
    term => !isCondition(term) || term.field !== field,
  );
  return { text, fields, rest };
}

/**
 * Labels to request while the text is too short for suggestions: label keys, or values if `value` is defined. Undefined
 * if no labels are needed.
 */
export function wantedLabels(
  typed: string,
  caret: number,
): { key: string; value: string | undefined; rest: readonly Term[] } | undefined {
  const { field, start, end } = placeAt(typed, caret);
  const [key, value] = labelAt(typed.slice(start, caret));
  if (field !== 'label' || (value ?? key).length >= WORTH_ASKING) return undefined;
  const rest = parseQuery(`${typed.slice(0, start)} ${typed.slice(end)}`).filter(
    term => !isCondition(term) || term.field !== field,
  );
  return { key, value, rest };
}

/**
 * Maximum number of keys whose values are requested. Several keys may match: `team` also stands for
 * `acme.example/team`.
 */
const KEYS_AT_MOST = 3;

/**
 * Selects the keys whose values are requested. Each of `keys` contains `typed`, the text before `=`. The most likely
 * keys come first.
 */
export function keysFor(typed: string, keys: readonly string[]): readonly string[] {
  const rank = (key: string) => (key === typed ? 0 : key.endsWith(`/${typed}`) ? 1 : 2);
  return keys.toSorted((a, b) => rank(a) - rank(b)).slice(0, KEYS_AT_MOST);
}

export function completionAt(
  typed: string,
  caret: number,
  proposable: Proposable,
  suggestions: Suggestions = [],
): Completion {
  const place = placeAt(typed, caret);
  const { start, end } = place;
  const sought = typed.slice(start, caret).replace(/^"/, '').toLowerCase();
  const [key, ofKey] = labelAt(typed.slice(start, caret));
  const suggested = suggestions.flatMap(({ field: of, value, count }): Proposal[] => {
    const field = SUGGESTED[of];
    if (place.field === 'label' && ofKey !== undefined && !value.split('=', 1)[0]?.includes(key)) return [];
    const insert = quotedValue(value);
    return field ? [{ insert: place.field ? insert : `${field}:${insert}`, field, value, count }] : [];
  });
  const proposals = (own: readonly Proposal[]) => {
    const known = new Set(own.map(({ insert }) => insert));
    return {
      start,
      end,
      proposals: [...own, ...suggested.filter(({ insert }) => !known.has(insert))].slice(0, AT_MOST),
    };
  };
  if (place.field) return proposals(valuesFor(place.field, sought, proposable).slice(0, AT_MOST));
  const fields = FIELDS.filter(field => field.startsWith(sought)).map((field): Proposal => ({
    insert: `${field}:`,
    field,
    value: undefined,
    count: undefined,
  }));
  // A word that is part of a value proposes the whole condition: `fail` proposes `status:failed`.
  const conditions =
    sought.length < 2
      ? []
      : FIELDS.flatMap(field => valuesFor(field, sought, proposable).slice(0, 3)).map((proposal): Proposal => ({
          ...proposal,
          insert: `${proposal.field}:${proposal.insert}`,
        }));
  return proposals([...fields, ...conditions].slice(0, AT_MOST));
}

/**
 * Text of the box and position of the caret after the user accepts a completion. Adds a space after a whole condition.
 */
export function accepted(
  typed: string,
  { start, end }: Completion,
  { insert, value }: Proposal,
): { typed: string; caret: number } {
  const after = typed.slice(end);
  const space = value !== undefined && !/^[\s,]/.test(after) ? ' ' : '';
  return { typed: typed.slice(0, start) + insert + space + after, caret: start + insert.length + space.length };
}

/** Splits `team=pay` into the key of a label and the start of its value. */
function labelAt(typed: string): readonly [string, string | undefined] {
  const [key = '', ...value] = typed.replaceAll('"', '').trim().split('=');
  return [key, value.length === 0 ? undefined : value.join('=')];
}

function valuesFor(field: Field, sought: string, proposable: Proposable): Proposal[] {
  const begins = (value: string) => value.toLowerCase().startsWith(sought);
  const holds = (value: string) => value.toLowerCase().includes(sought);
  const all = proposable[field] ?? [];
  const ranked = [
    ...all.filter(({ value }) => begins(value)),
    ...all.filter(({ value }) => !begins(value) && holds(value)),
  ];
  return ranked.map(({ value, count }) => ({ insert: quotedValue(value), field, value, count }));
}
