/** Counts the work of a question: lookups and operations in its longest step, and its cost. */
import { indexesOf } from '../../../kinds/projection.ts';
import { NO_RIGHTS, type Question, type Rights } from '../../../readmodel/question.ts';
import { projections } from '../../../subgraphs/placement/subgraph.ts';
import { scope, visibility } from '../../readmodel/fixtures.ts';
import { readerOf } from '../../readmodel/table-of.ts';
import { RESOURCES, rowOf, type Json } from './placement-fleet.ts';

const INDEXES = indexesOf(projections);
/** Most lookups of objects in one step. Each takes about a microsecond. */
export const LOOKUPS_IN_A_STEP = 2_000;

/** Answers a question over the objects of the hub, for a caller who sees them all. */
export function answered<T>(question: Question<T>, objects: readonly Json[], rights: Rights = NO_RIGHTS) {
  const view = () => visibility(scope(['*'], {}, RESOURCES), {}, RESOURCES);
  const rows = readerOf(
    objects.map(object => rowOf('hub', object)),
    view,
    RESOURCES,
    { indexes: INDEXES, rights },
  );
  const longest = { lookups: 0, spent: 0 };
  let [lookups, spent] = [0, 0];
  const { find, spent: count } = rows;
  rows.find = object => (lookups++, find.call(rows, object));
  rows.spent = operations => ((spent += operations ?? 1), count.call(rows, operations));
  for (const steps = question(rows); ;) {
    const step = steps.next();
    longest.lookups = Math.max(longest.lookups, lookups);
    longest.spent = Math.max(longest.spent, spent);
    [lookups, spent] = [0, 0];
    if (step.done) return { answer: step.value, longest, cost: rows.cost };
  }
}
