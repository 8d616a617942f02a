/**
 * Evaluates filters on a row outside the table, such as a row before a change. The results equal the results of
 * conditions.ts. A property test compares the two files.
 */
import { encodeObjectId } from '../../schema/object-id.ts';
import { type FilterType, KEY_COLUMNS, ROW_COLUMNS, type RowColumn } from '../../store/row-columns.ts';
import { type Conditions, type Filter, FILTER_TYPES, type KindMatch, QueryError } from '../query.ts';
import type { ColumnRow } from '../table/column-row.ts';
import { compileTextMatch } from '../table/text-search.ts';
import { judgeOfImages } from './images.ts';
import { labelsMatch } from './labels.ts';

export type RowMatch = (row: ColumnRow) => boolean;

/** Column names by filter member. */
const COLUMN_OF = new Map(
  ([...KEY_COLUMNS, ...ROW_COLUMNS] as readonly RowColumn[]).flatMap(({ name, filters = {} }) =>
    Object.keys(filters).map(member => [member, name as keyof ColumnRow]),
  ),
);
const MAX_DEPTH = 32;

/** Cache of compiled filters. A live query uses the same filter object for all its events. */
const compiled = new WeakMap<Filter, RowMatch>();

/** Compiles a filter. @throws QueryError */
export function rowMatch(filter: Filter): RowMatch {
  let match = compiled.get(filter);
  if (!match) compiled.set(filter, (match = compileRowMatch(filter, 0)));
  return match;
}

function compileRowMatch(filter: Filter, depth: number): RowMatch {
  if (depth > MAX_DEPTH)
    throw new QueryError(`The filter nests and, or and not more than ${MAX_DEPTH} deep. Flatten it.`);
  const tests: RowMatch[] = [];
  for (const [member, type] of FILTER_TYPES) {
    const requested = filter[member as keyof Filter];
    if (requested !== undefined)
      tests.push(
        (COMPILERS[type] as (requested: unknown, column: keyof ColumnRow) => RowMatch)(
          requested,
          COLUMN_OF.get(member)!,
        ),
      );
  }
  if (filter.ids) {
    const wanted = new Set(filter.ids);
    tests.push(row => wanted.has(encodeObjectId(row)));
  }
  if (filter.text) tests.push(...filter.text.words.map(word => saying(word, filter.text?.in)));
  const inner = (filters: readonly Filter[]) => filters.map(part => compileRowMatch(part, depth + 1));
  tests.push(...inner(filter.and ?? []));
  if (filter.or) {
    const branches = inner(filter.or);
    tests.push(row => branches.some(test => test(row)));
  }
  if (filter.not) {
    const not = compileRowMatch(filter.not, depth + 1);
    tests.push(row => !not(row));
  }
  return row => tests.every(test => test(row));
}

const SEARCHED = ([...KEY_COLUMNS, ...ROW_COLUMNS] as readonly RowColumn[]).filter(({ searched }) => searched);

function saying(contains: string, within: readonly string[] | undefined): RowMatch {
  const fits = compileTextMatch({ contains, ignoreCase: true });
  const columns = SEARCHED.filter(({ name }) => within?.includes(name) ?? true);
  return row =>
    columns.some(({ name, type }) =>
      type === 'labels'
        ? Object.entries(row.labels).flat().some(fits)
        : fits(row[name as 'name' | 'reason' | 'message' | 'images']),
    );
}

const COMPILERS: { readonly [Type in FilterType]: (requested: Conditions[Type], column: keyof ColumnRow) => RowMatch } =
  {
    oneOf: (values, column) => {
      const wanted = new Set(values);
      return row => wanted.has(row[column] as string);
    },
    pattern: (match, column) => {
      const fits = compileTextMatch(match);
      return row => fits(row[column] as string);
    },
    span: ({ after, before }, column) => {
      if (after === undefined && before === undefined) return () => true;
      const [lowest, highest] = [Math.max(after ?? 0, 0), before ?? Infinity];
      return row => (row[column] as number) > lowest && (row[column] as number) < highest;
    },
    kinds: kinds => row => kinds.some(match => kindFits(match, row)),
    status: statuses => row => statuses.includes(row.status),
    suspended: suspended => row => row.suspended === suspended,
    labels: selector => row => labelsMatch(selector, row.labels),
    images: images => onImages(judgeOfImages({ images })),
    imagePattern: image => onImages(judgeOfImages({ image })),
    imageRepositories: imageRepositories => onImages(judgeOfImages({ imageRepositories })),
  };

function onImages(fits: (images: string) => boolean): RowMatch {
  return row => fits(row.images);
}

/** True if the match includes this kind. A loose match accepts kinds as people write them: `Pod`, `pod`, `pods`. */
export function kindFits({ kind, group, loosely }: KindMatch, is: Readonly<Record<'kind' | 'group', string>>): boolean {
  if (!loosely) return kind === is.kind && (group === undefined || group === is.group);
  return (
    namesOfKind(is.kind).includes(kind.toLowerCase()) &&
    (group === undefined || group.toLowerCase() === is.group.toLowerCase())
  );
}

/**
 * Returns a kind and its possible plurals, in lower case. A fixed rule forms the plurals. If they came from the
 * resources of clusters, a hidden cluster could change the meaning of a filter.
 */
export function namesOfKind(kind: string): readonly string[] {
  const name = kind.toLowerCase();
  return name.endsWith('y') ? [name, `${name}s`, `${name.slice(0, -1)}ies`] : [name, `${name}s`, `${name}es`];
}
