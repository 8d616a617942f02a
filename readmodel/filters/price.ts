/**
 * What a filter costs, told from the filter alone: whoever asks chooses it, so it is priced before it is run.
 *
 * A row costs looks at columns, however often its texts were judged. Texts and label sets are judged once for each distinct one, which costs the more the
 * longer the patterns and the more the requirements are; with as many label sets as rows, that is once a row.
 */
import type { Filter, LabelSelector, TextMatch } from '../query.ts';

export interface FilterPrice {
  /** Looks at columns for each row, at the most. */
  readonly looks: number;
  /** Characters and label requirements compared for each row whose texts and labels no other row has. */
  readonly judging: number;
}

/** To look a number up in a set, rather than in an array. */
const SET_LOOKS = 4;
/** To judge a branch of `or`, or a `not`, on a copy of the rows and to mark what it keeps. */
const BRANCH_LOOKS = 4;
/** To fetch a text or a label set that is to be judged. */
export const FETCH = 16;
/** To compare the value of one label. */
export const REQUIREMENT = 8;

export function priceOf(filter: Filter): FilterPrice {
  const { clusters, namespaces, kinds, groups, names, reasons, status, suspended, created, transitioned, labels } = filter;
  const isAsked = (...members: readonly unknown[]): boolean => members.some(member => member !== undefined);
  const texts = [filter.name, filter.message, filter.revision].filter(match => match !== undefined);
  let looks = (isAsked(kinds, groups) ? 1 : 0) + (isAsked(status, suspended) ? 1 : 0) + texts.length;
  for (const set of [clusters, namespaces, names, reasons, created, transitioned]) if (set) looks += SET_LOOKS;
  let judging = texts.reduce((sum, match) => sum + priceOfMatch(match), 0);
  if (labels) {
    looks++;
    judging += priceOfLabels(labels);
  }
  const branches = [...(filter.or ?? []), ...(filter.not ? [filter.not] : [])];
  for (const branch of [...branches, ...(filter.and ?? [])]) {
    const price = priceOf(branch);
    looks += price.looks;
    judging += price.judging;
  }
  return { looks: looks + branches.length * BRANCH_LOOKS, judging };
}

export function priceOfMatch({ equals = '', prefix = '', contains = '', glob = '' }: TextMatch): number {
  return FETCH + equals.length + prefix.length + contains.length + glob.length;
}

/** Values are looked up in sets, so many cost no more than one. */
export function priceOfLabels(selector: LabelSelector): number {
  return FETCH + selector.length * REQUIREMENT;
}
