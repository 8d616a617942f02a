/** Hook that returns true if an action is enabled. */
import { ActionsDocument, type Action } from '../graph/graphql.ts';
import { useAnswer } from '../use-answer.ts';
import { RIGHTS_EVERY_MS } from './offered.ts';

/** Returns false while the answer is loading. */
export function useIsOn(action: Action): boolean {
  const { data } = useAnswer(ActionsDocument, {}, { everyMs: RIGHTS_EVERY_MS });
  return data?.actions.includes(action) ?? false;
}
