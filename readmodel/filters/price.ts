/**
 * What a filter costs, told from the filter alone: whoever asks chooses it, so it is priced before it is run.
 *
 * A row costs looks at columns, however often its texts were judged. Texts and label sets are judged once for each distinct one, which costs the more the
 * longer the patterns and the more the requirements are; with as many label sets as rows, that is once a row.
 */
import { FILTER_TYPES, SEARCHED, type Filter, type FilterTypes, type LabelSelector, type TextMatch } from '../query.ts';
import type { FilterType } from '../../store/row-columns.ts';

export interface FilterPrice {
  /** Looks at columns for each row, at the most. */
  readonly looks: number;
  /** Characters and label requirements compared for each row whose texts and labels no other row has. */
  readonly judging: number;
}

/** To look a number up in a set, rather than in an array, or to put a time together. */
const SET_LOOKS = 4;
const LOOKS: Readonly<Record<FilterType, number>> = {
  ...{ oneOf: SET_LOOKS, span: SET_LOOKS },
  ...{ pattern: 1, labels: 1, kinds: 1, status: 1, suspended: 1 },
};
/** To judge a branch of `or`, or a `not`, on a copy of the rows and to mark what it keeps. */
const BRANCH_LOOKS = 4;
/** To fetch a text or a label set that is to be judged. */
export const FETCH = 16;
/** To compare the value of one label. */
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
