/**
 * Columns that the user chose. In the URL: `status,name~20,label:team~8`, where the number after `~` is the width in
 * rem. The content of columns is in columns.tsx.
 */
export interface ChosenColumn {
  /** Id of a column (columns.tsx), or `label:` and the key of a label. */
  readonly id: string;
  /** Width in rem. Undefined for the default width of the column. */
  readonly width?: number;
}

export const MOST_COLUMNS = 20;
export const LEAST_WIDTH = 3;
export const MOST_WIDTH = 80;
const LABEL = 'label:';

/** Key of the label that a column shows. Undefined for other columns. */
export const labelOf = (id: string): string | undefined =>
  id.startsWith(LABEL) && id.length > LABEL.length ? id.slice(LABEL.length) : undefined;

/**
 * Columns that the text names. Undefined if the text names no known column. Omits unknown and repeated columns. Always
 * includes the name, because the name links to the object.
 */
export function parseColumns(
  text: string | undefined,
  isKnown: (id: string) => boolean,
): readonly ChosenColumn[] | undefined {
  const chosen = new Map<string, ChosenColumn>();
  for (const part of (text ?? '').split(',')) {
    const [, id = '', width] = /^(.*?)(?:~(\d+(?:\.\d+)?))?$/.exec(part) ?? [];
    if (labelOf(id) === undefined && !isKnown(id)) continue;
    if (!chosen.has(id) && chosen.size < MOST_COLUMNS)
      chosen.set(id, { id, ...(width !== undefined && { width: bounded(Number(width)) }) });
  }
  if (chosen.size === 0) return undefined;
  return chosen.has('name') ? [...chosen.values()] : [{ id: 'name' }, ...chosen.values()].slice(0, MOST_COLUMNS);
}

export const printColumns = (columns: readonly ChosenColumn[] | undefined): string | undefined =>
  columns?.map(({ id, width }) => (width === undefined ? id : `${id}~${width}`)).join(',');

export const bounded = (width: number): number =>
  Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width)) * 10) / 10;

/** Moves a column one place to the left or to the right. */
export function moved(columns: readonly ChosenColumn[], id: string, by: -1 | 1): readonly ChosenColumn[] {
  const at = columns.findIndex(it => it.id === id);
  const [one, other] = [columns[at], columns[at + by]];
  return one && other ? columns.with(at, other).with(at + by, one) : columns;
}

export function withWidth(
  columns: readonly ChosenColumn[],
  id: string,
  width: number | undefined,
): readonly ChosenColumn[] {
  return columns.map(it => (it.id !== id ? it : width === undefined ? { id } : { id, width: bounded(width) }));
}

/** Extra fields that the server must return for these columns. */
export function fieldsOf(columns: readonly ChosenColumn[] | undefined): {
  readonly labels: boolean;
  readonly images: boolean;
} {
  return {
    labels: columns?.some(({ id }) => labelOf(id) !== undefined) ?? false,
    images: columns?.some(({ id }) => id === 'images') ?? false,
  };
}
