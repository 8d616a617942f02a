/** What the query box proposes at the caret: fields at the start of a word, values behind a colon. */
import { FIELDS, placeAt, quotedValue, type Field } from './language.ts';

/** The values of fields, the likeliest first, with how many objects have them where that is known. */
export type Proposable = Readonly<Partial<Record<Field, readonly { readonly value: string; readonly count?: number | undefined }[]>>>;

export interface Proposal {
  /** As it would stand in the box. */
  readonly insert: string;
  readonly field: Field;
  /** undefined: the proposal is the field itself. */
  readonly value: string | undefined;
  readonly count: number | undefined;
}

export interface Completion {
  readonly start: number;
  readonly end: number;
  readonly proposals: readonly Proposal[];
}

const AT_MOST = 12;

export function completionAt(typed: string, caret: number, proposable: Proposable): Completion {
  const place = placeAt(typed, caret);
  const { start, end } = place;
  const sought = typed.slice(start, caret).replace(/^"/, '').toLowerCase();
  if (place.field) return { start, end, proposals: valuesFor(place.field, sought, proposable).slice(0, AT_MOST) };
  const fields = FIELDS.filter(field => field.startsWith(sought)).map((field): Proposal => ({
    insert: `${field}:`,
    field,
    value: undefined,
    count: undefined,
  }));
  // A word that is the beginning of a value proposes the whole condition: `fail` → status:failed.
  const conditions =
    sought.length < 2
      ? []
      : FIELDS.flatMap(field => valuesFor(field, sought, proposable).slice(0, 3)).map((proposal): Proposal => ({
          ...proposal,
          insert: `${proposal.field}:${proposal.insert}`,
        }));
  return { start, end, proposals: [...fields, ...conditions].slice(0, AT_MOST) };
}

/** What the box holds once a proposal is taken, and where the caret is then. A whole condition is followed by a space. */
export function accepted(typed: string, { start, end }: Completion, { insert, value }: Proposal): { typed: string; caret: number } {
  const after = typed.slice(end);
  const space = value !== undefined && !/^[\s,]/.test(after) ? ' ' : '';
  return { typed: typed.slice(0, start) + insert + space + after, caret: start + insert.length + space.length };
}

function valuesFor(field: Field, sought: string, proposable: Proposable): Proposal[] {
  const begins = (value: string) => value.toLowerCase().startsWith(sought);
  const holds = (value: string) => value.toLowerCase().includes(sought);
  const all = proposable[field] ?? [];
  const ranked = [...all.filter(({ value }) => begins(value)), ...all.filter(({ value }) => !begins(value) && holds(value))];
  return ranked.map(({ value, count }) => ({ insert: quotedValue(value), field, value, count }));
}
