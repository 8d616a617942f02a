/**
 * The price of a filter, computed from the filter alone before it runs: callers choose filters freely.
 *
 * A row costs looks at columns. Texts and label sets are matched once per distinct one, at a cost that grows with the
 * patterns and requirements. In the worst case every row has its own label set.
 */
import { FILTER_TYPES, SEARCHED, type Filter, type FilterTypes, type LabelSelector, type TextMatch } from '../query.ts';
import type { FilterType } from '../../store/row-columns.ts';

export interface FilterPrice {
  /** Maximum looks at columns per row. */
  readonly looks: number;
  /** Characters and label requirements compared per row, if no two rows share texts or labels. */
  readonly judging: number;
}

/** Cost of looking a number up in a set rather than an array, or of reading a time. */
const SET_LOOKS = 4;
const LOOKS: Readonly<Record<FilterType, number>> = {
  ...{ oneOf: SET_LOOKS, span: SET_LOOKS },
  ...{ pattern: 1, labels: 1, kinds: 1, status: 1, suspended: 1 },
};
/** Cost of a branch of `or`, or a `not`: it runs on a copy of the rows and marks what it keeps. */
const BRANCH_LOOKS = 4;
/** Cost of fetching a text or a label set to match. */
export const FETCH = 16;
/** Cost of comparing the value of one label. */
export const REQUIREMENT = 8;

export function priceOf(filter: Filter, types: FilterTypes = FILTER_TYPES): FilterPrice {
  let [looks, judging] = [0, 0];
  for (const [member, asked] of Object.entries(filter)) {
    const type = types.get(member);
    if (type === undefined || asked === undefined) continue;
    looks += LOOKS[type];
    if (type === 'pattern') judging += priceOfMatch(asked as TextMatch);
    else if (type === 'labels') judging += priceOfLabels(asked as LabelSelector);
  }
  if (filter.ids) looks += SET_LOOKS;
  for (const mask of [filter.clusterMask, filter.namespaceMask]) if (mask) looks += LOOKS.pattern;
  for (const contains of filter.text?.words ?? []) {
    looks += SEARCHED * (LOOKS.pattern + BRANCH_LOOKS);
    judging += SEARCHED * priceOfMatch({ contains, ignoreCase: true });
  }
  const branches = [...(filter.or ?? []), ...(filter.not ? [filter.not] : [])];
  for (const branch of [...branches, ...(filter.and ?? [])]) {
    const price = priceOf(branch, types);
    looks += price.looks;
    judging += price.judging;
  }
  return { looks: looks + branches.length * BRANCH_LOOKS, judging };
}

function priceOfMatch({ equals = '', prefix = '', contains = '', glob = '' }: TextMatch): number {
  return FETCH + equals.length + prefix.length + contains.length + glob.length;
}

/** Values are looked up in sets, so many cost no more than one. */
function priceOfLabels(selector: LabelSelector): number {
  return FETCH + selector.length * REQUIREMENT;
}
