/**
 * Views as text: views that an earlier version stored in this browser, and views as configuration. Unreadable views are
 * dropped. Pure.
 */
export interface View {
  readonly name: string;
  /** The search part of the address: `?q=status:failed&group=cluster`. */
  readonly search: string;
}

/** Maximum views that a browser stored. */
export const MOST_VIEWS = 50;

export function parseViews(text: string | null): readonly View[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isView).slice(0, MOST_VIEWS) : [];
  } catch {
    return [];
  }
}

/** `explorer.views` of the configuration, as YAML. A text in JSON is a text in YAML, whatever is in it. */
export function configurationOf(views: readonly View[]): string {
  const entries = views.map(
    ({ name, search }) => `    - name: ${JSON.stringify(name)}\n      search: ${JSON.stringify(search || '?')}\n`,
  );
  return `explorer:\n  views:${entries.length === 0 ? ' []\n' : `\n${entries.join('')}`}`;
}

function isView(value: unknown): value is View {
  const { name, search } = (value ?? {}) as Partial<Record<keyof View, unknown>>;
  return (
    typeof name === 'string' && name !== '' && typeof search === 'string' && (search === '' || search.startsWith('?'))
  );
}
