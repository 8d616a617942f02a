/** A view of the configuration in the form of the graph: its query, and the search part of its address. */
import type { Config } from '../../config/schema.ts';
import type { SavedView } from '../../subgraphs/parts.ts';

export function savedView({ name, query, search }: Config['explorer']['views'][number]): SavedView {
  if (search !== undefined) return { name, query: new URLSearchParams(search).get('q') ?? '', search };
  return { name, query: query ?? '', search: `?q=${encodeURIComponent(query ?? '')}` };
}
