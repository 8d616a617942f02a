/** Interface of all actions: a name, the kinds that the action applies to, and the function that acts on one object. */
import type { ActionName } from '../../../schema/actions.ts';
import type { ObjectId } from '../../../schema/object-id.ts';
import type { Acted } from './outcome.ts';
import type { Target } from './target.ts';

export interface Action {
  readonly name: ActionName;
  /** Returns true if the action exists for a kind. @default always true */
  readonly isFor?: (kind: Pick<ObjectId, 'group' | 'kind'>) => boolean;
  /** Message for NOT_FOUND. Set if NOT_FOUND can have another cause than a missing object. */
  readonly absent?: string;
  /** @throws Refused if the leaf refuses */
  readonly act: (target: Target) => Promise<Acted>;
}
