import type { Visibility } from '../rbac/types.ts';
import type { Shown } from './changes/moment.ts';
import type { KeptMask } from './visibility-mask.ts';

/** What the asker may see of a cluster; undefined: nothing, the cluster contributes no rows. Nothing is asked of rows without one. */
export interface View {
  (cluster: string): Visibility | undefined;
  /**
   * Stands for all that the View would answer at this moment: while it is the same object, so is every answer, and none needs to be asked for again.
   * Undefined, or a View without it: that is not known.
   */
  readonly version?: () => object | undefined;
  /** Whose questions these are: the read model shares its time by caller. @default '' */
  readonly askedBy?: string;
  /** All clusters of which the View shows something at this moment. While it is the same object, nothing of that has changed. */
  readonly shown?: () => Shown;
  /** Where the read model keeps what it makes of the View for the caller's next question. */
  readonly mask?: KeptMask;
}
