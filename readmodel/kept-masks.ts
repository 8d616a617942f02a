/**
 * The masks of views, kept for a while: somebody who asks again is answered by the mask that was there, as far as it still holds. What it must hold for
 * is judged in visibility-mask.ts, for each mask that is given out.
 */
import { LRUCache } from 'lru-cache';
import type { Steps } from './gate.ts';
import type { View } from './query.ts';
import type { RowTable } from './rows/row-table.ts';
import { CompiledView, type ServedResources, type ViewMask } from './visibility-mask.ts';
import type { Visibility } from '../rbac/types.ts';

const MAX_KEPT_BYTES = 128 * 2 ** 20;
const MAX_KEPT_VIEWS = 256;

/** Names the views that show nothing. */
const NOTHING_SHOWN: Visibility = {
  resources: [],
  cluster: { list: new Uint8Array(0), names: new Map() },
  namespaces: new Map(),
  empty: true,
};

export class KeptMasks {
  readonly #table: RowTable;
  readonly #served: ServedResources;
  readonly #servedRevision: () => number;
  /** By the version of a view: the visibility that names it. */
  readonly #names = new WeakMap<object, Visibility>();
  readonly #kept = new LRUCache<Visibility, CompiledView>({ max: MAX_KEPT_VIEWS, maxSize: MAX_KEPT_BYTES });

  /** @param servedRevision Another one whenever `served` may answer otherwise. */
  constructor(table: RowTable, served: ServedResources, servedRevision: () => number) {
    this.#table = table;
    this.#served = served;
    this.#servedRevision = servedRevision;
  }

  *of(view: View): Steps<ViewMask> {
    const version = view.version?.();
    return (version && this.#unchanged(version)) ?? (yield* this.#compiled(view, version));
  }

  /** The mask of a view that would answer as it did, over places and resources that are as they were. */
  #unchanged(version: object): ViewMask | undefined {
    const name = this.#names.get(version);
    const compiled = name && this.#kept.get(name);
    if (!compiled) return undefined;
    if (compiled.bytes !== compiled.weighed) this.#keep(name, compiled);
    return compiled.unchanged(version, this.#servedRevision());
  }

  *#compiled(view: View, version: object | undefined): Steps<ViewMask> {
    const servedRevision = this.#servedRevision();
    const shown = new Map<string, Visibility>();
    for (const { name } of this.#table.places.clusters()) {
      const visibility = view(name);
      if (visibility && !visibility.empty) shown.set(name, visibility);
    }
    // One visibility of the view names it; should two views share that one, the clusters in which they differ are compiled anew.
    const [key = NOTHING_SHOWN] = shown.values();
    const kept = this.#kept.get(key);
    const compiled = kept?.fits() ? kept : new CompiledView(this.#table);
    const mask = yield* compiled.update(shown, this.#served);
    this.#keep(key, compiled);
    if (version) {
      this.#names.set(version, key);
      compiled.madeOf(version, servedRevision);
    }
    return mask;
  }

  #keep(name: Visibility, compiled: CompiledView): void {
    compiled.weighed = compiled.bytes;
    this.#kept.delete(name); // what is there already would not be weighed again
    this.#kept.set(name, compiled, { size: compiled.weighed });
  }
}
