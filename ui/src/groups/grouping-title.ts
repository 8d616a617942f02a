/** Title of a grouping for users: the name of its field, or the key of its label. */
import { texts } from '../texts.ts';
import { partsOfGrouping, type Grouping } from './grouping.ts';

export function groupingTitle(grouping: Grouping): string {
  const { field, key } = partsOfGrouping(grouping);
  return field === 'label' || field === 'clusterlabel' ? key : texts.columns[field];
}
