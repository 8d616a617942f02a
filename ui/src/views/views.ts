/**
 * Views as text: views that an earlier version stored in this browser, and views as configuration. Drops views that
 * cannot be parsed.
 */
export interface View {
  readonly name: string;
  /** Query string of the URL: `?q=status:failed&group=cluster`. */
  readonly search: string;
}

/** Maximum number of views to read from the storage of a browser. */
export const MOST_VIEWS = 50;

export function parseViews(text: string | null): readonly View[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isView).slice(0, MOST_VIEWS) : [];
  } catch {
    return [];
  }
}

/**
 * Writes views as `explorer.views` of the configuration. Texts are written as JSON, because JSON strings are valid
 * YAML.
 */
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
