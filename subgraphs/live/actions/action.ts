/** The interface of all actions: a name, the kinds they apply to, and the effect on one object. */
import type { ActionName } from '../../../schema/actions.ts';
import type { ObjectId } from '../../../schema/object-id.ts';
import type { Acted } from './outcome.ts';
import type { Target } from './target.ts';

export interface Action {
  readonly name: ActionName;
  /** True if the action exists for a kind, on any cluster. @default always */
  readonly isFor?: (kind: Pick<ObjectId, 'group' | 'kind'>) => boolean;
  /** Meaning of NOT_FOUND, if it means more than a missing object. */
  readonly absent?: string;
  /** @throws Refused if the leaf refuses */
  readonly act: (target: Target) => Promise<Acted>;
}
