/**
 * Saved views: addresses of lists that callers save under a name. Each view is on a shelf: the shelf of one caller, or
 * the shelf for everybody.
 *
 * Views are not content of clusters. Collectors cannot restore lost views. Views that must survive belong in the
 * configuration (`explorer.views`).
 */
import { createHash } from 'node:crypto';

export interface StoredView {
  /** Name of the view, unique on its shelf. */
  readonly name: string;
  /** Search part of a URL: empty, or beginning with `?`. */
  readonly search: string;
  /** User who saved the view. */
  readonly savedBy: string;
  /** Milliseconds since the epoch, by the clock of the gateway. */
  readonly savedAt: number;
}

/** Maximum views on one shelf. */
export const MAX_VIEWS = 50;
export const MAX_VIEW_NAME = 80;
export const MAX_VIEW_SEARCH = 4_000;
const MAX_SAVED_BY = 1_024;
/** Maximum number of shelves in the store. Empty shelves do not count. */
export const MAX_SHELVES = 10_000;

export const SHELF_OF_ALL = 'everybody';

/** Shelf of one caller. The digest bounds the length of the key and keeps names of people out of the key. */
export const shelfOf = (user: string): string => createHash('sha256').update(user).digest('base64url');

export interface ViewShelves {
  /** Returns the views of a shelf, sorted by name. Omits unreadable entries. @throws StoreUnavailableError */
  read(shelf: string): Promise<readonly StoredView[]>;
  /**
   * Saves a view, and replaces a view of the same name. 'FULL': the shelf or the store has no room.
   * @throws StoreUnavailableError
   */
  save(shelf: string, view: StoredView): Promise<'SAVED' | 'FULL'>;
  /** Returns false if the shelf has no view of this name. @throws StoreUnavailableError */
  remove(shelf: string, name: string): Promise<boolean>;
}

export const encodeView = ({ search, savedBy, savedAt }: StoredView): string =>
  JSON.stringify({ search, savedBy: savedBy.slice(0, MAX_SAVED_BY).toWellFormed(), savedAt });

/** Undefined for a text of another form. Other programs can write to Redis. */
export function decodeView(name: string, text: string): StoredView | undefined {
  if (name === '' || name.length > MAX_VIEW_NAME || text.length > 2 * (MAX_VIEW_SEARCH + MAX_SAVED_BY))
    return undefined;
  try {
    const { search, savedBy, savedAt } = JSON.parse(text) as Partial<Record<keyof StoredView, unknown>>;
    if (
      !isSearch(search) ||
      typeof savedBy !== 'string' ||
      typeof savedAt !== 'number' ||
      !Number.isSafeInteger(savedAt)
    )
      return undefined;
    return Math.abs(savedAt) > 8.64e15 ? undefined : { name, search, savedBy: savedBy.slice(0, MAX_SAVED_BY), savedAt };
  } catch {
    return undefined;
  }
}

/** True for a valid search part of a URL. Clients append it to their own address, so it cannot lead to another site. */
export const isSearch = (search: unknown): search is string =>
  typeof search === 'string' && search.length <= MAX_VIEW_SEARCH && (search === '' || search.startsWith('?'));

export const byName = (a: StoredView, b: StoredView): number => (a.name < b.name ? -1 : 1);

/** Shelves in process memory. */
export class MemoryShelves implements ViewShelves {
  readonly #shelves = new Map<string, Map<string, StoredView>>();

  async read(shelf: string): Promise<readonly StoredView[]> {
    return [...(this.#shelves.get(shelf)?.values() ?? [])].sort(byName);
  }

  async save(shelf: string, view: StoredView): Promise<'SAVED' | 'FULL'> {
    const views = this.#shelves.get(shelf) ?? new Map<string, StoredView>();
    if (!views.has(view.name) && (views.size >= MAX_VIEWS || (views.size === 0 && this.#shelves.size >= MAX_SHELVES)))
      return 'FULL';
    this.#shelves.set(shelf, views.set(view.name, view));
    return 'SAVED';
  }

  async remove(shelf: string, name: string): Promise<boolean> {
    const views = this.#shelves.get(shelf);
    const removed = views?.delete(name) ?? false;
    if (views?.size === 0) this.#shelves.delete(shelf);
    return removed;
  }
}
