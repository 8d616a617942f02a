/** Named addresses of the list, as text and as a list. What cannot be read counts as none. */
export interface View {
  readonly name: string;
  /** The search part of the address: `?q=status:failed&group=cluster`. */
  readonly search: string;
}

/** A browser keeps some megabytes for one origin; a menu holds less. */
export const MOST_VIEWS = 50;

export function parseViews(text: string | null): readonly View[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isView).slice(0, MOST_VIEWS) : [];
  } catch {
    return [];
  }
}

/** One of the same name is replaced. */
export function withView(before: readonly View[], view: View): readonly View[] {
  const at = before.findIndex(({ name }) => name === view.name);
  return (at < 0 ? [...before, view] : before.with(at, view)).slice(-MOST_VIEWS);
}

function isView(value: unknown): value is View {
  const { name, search } = (value ?? {}) as Partial<Record<keyof View, unknown>>;
  return typeof name === 'string' && name !== '' && typeof search === 'string' && (search === '' || search.startsWith('?'));
}
