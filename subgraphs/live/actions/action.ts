/** What all actions are: a name, the kinds that they are for, and what they do to one object. */
import type { ActionName } from '../../../schema/actions.ts';
import type { ObjectId } from '../../../schema/object-id.ts';
import type { Acted } from './outcome.ts';
import type { Target } from './target.ts';

export interface Action {
  readonly name: ActionName;
  /** Whether there is such an action for a kind, on whatever cluster. @default for all */
  readonly isFor?: (kind: Pick<ObjectId, 'group' | 'kind'>) => boolean;
  /** What NOT_FOUND means, where it is more than that there is no such object. */
  readonly absent?: string;
  /** @throws Refused what the leaf refuses */
  readonly act: (target: Target) => Promise<Acted>;
}
