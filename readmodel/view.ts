import type { Visibility } from '../rbac/types.ts';
import type { Shown } from './changes/moment.ts';
import type { KeptMask } from './visibility-mask.ts';

/** What the caller may see of a cluster; undefined: nothing. Every query of rows needs a View. */
export interface View {
  (cluster: string): Visibility | undefined;
  /**
   * Stands for all answers of the View at this moment: while the object is the same, so are the answers. Undefined if
   * unknown.
   */
  readonly version?: () => object | undefined;
  /** The caller: the read model shares its time by caller. @default '' */
  readonly askedBy?: string;
  /** All clusters of which the View shows something now. The same object while nothing has changed. */
  readonly shown?: () => Shown;
  /** Keeps the compiled View for the caller's next query. */
  readonly mask?: KeptMask;
}
