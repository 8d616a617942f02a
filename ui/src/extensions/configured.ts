/**
 * Extensions from the configuration. The gateway writes them into the page. Each extension is loaded when the user
 * first opens its page, or an object with its card.
 */
export interface Configured {
  readonly name: string;
  readonly url: string;
  readonly integrity: string;
  readonly page?: string;
  readonly card?: { readonly title: string; readonly kinds: readonly string[] };
}

const written = document.querySelector<HTMLMetaElement>('meta[name="fleetgraph-extensions"]')?.content ?? '';

export const extensions: readonly Configured[] = written === '' ? [] : (JSON.parse(written) as readonly Configured[]);

/** Extensions that have a card on the page of an object of this kind. */
export function withCard({ group, kind }: { readonly group: string; readonly kind: string }): readonly Configured[] {
  const name = group === '' ? kind : `${kind}.${group}`;
  return extensions.filter(({ card }) => card?.kinds.includes(name));
}
