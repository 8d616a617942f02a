/**
 * The mask of a view: reuses the caller's earlier mask as far as it is still valid. visibility-mask.ts checks this for
 * each mask it returns.
 */
import type { Steps } from './gate.ts';
import type { View } from './view.ts';
import type { RowTable } from './rows/row-table.ts';
import { CompiledView, KeptMask, type ServedResources, type ViewMask } from './visibility-mask.ts';
import type { Visibility } from '../rbac/types.ts';

export class ViewMasks {
  readonly #table: RowTable;
  readonly #served: ServedResources;
  readonly #servedRevision: () => number;

  /** @param servedRevision Changes whenever `served` may answer differently */
  constructor(table: RowTable, served: ServedResources, servedRevision: () => number) {
    this.#table = table;
    this.#served = served;
    this.#servedRevision = servedRevision;
  }

  *of(view: View): Steps<ViewMask> {
    const version = view.version?.();
    const kept = view.mask ?? new KeptMask();
    const servedRevision = this.#servedRevision();
    const unchanged = version && kept.compiled?.unchanged(this.#table, version, servedRevision);
    if (unchanged) return unchanged;
    const shown = new Map<string, Visibility>();
    for (const { name } of this.#table.places.clusters()) {
      const visibility = view(name);
      if (visibility && !visibility.empty) shown.set(name, visibility);
    }
    const compiled = kept.compiled?.fits(this.#table) ? kept.compiled : new CompiledView(this.#table);
    kept.compiled = compiled;
    const mask = yield* compiled.update(shown, this.#served);
    if (version) compiled.madeOf(version, servedRevision);
    return mask;
  }
}
