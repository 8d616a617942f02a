/**
 * The accessors of the read model, one for each access directive, bound to the caller.
 *
 * A resolver receives only the accessor that its field's directive names (guard.ts). No accessor leads back to the read
 * model.
 */
import { Administration } from './administration.ts';
import { type AccessFrame, FleetNumbers } from './frame.ts';
import { Self } from './self.ts';
import { VisibleNames } from './visible-names.ts';
import { VisibleRows } from './visible-rows.ts';

/** Accessors by directive, created on first use: most requests need only one. */
export class Accessors {
  readonly #frame: AccessFrame;
  #rows: VisibleRows | undefined;
  #names: VisibleNames | undefined;
  #self: Self | undefined;
  #numbers: FleetNumbers | undefined;
  #administration: Administration | undefined;

  constructor(frame: AccessFrame) {
    this.#frame = frame;
  }

  get rbacRows(): VisibleRows {
    return (this.#rows ??= new VisibleRows(this.#frame));
  }

  get rbacNames(): VisibleNames {
    return (this.#names ??= new VisibleNames(this.#frame));
  }

  get rbacSelf(): Self {
    return (this.#self ??= new Self(this.#frame));
  }

  get rbacPublic(): FleetNumbers {
    return (this.#numbers ??= new FleetNumbers(this.#frame));
  }

  get rbacAdministrators(): Administration {
    return (this.#administration ??= new Administration(this.#frame));
  }
}
