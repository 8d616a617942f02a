/** Converts a view of the configuration to the form of the graph: its query, and the query part of its URL. */
import type { Config } from '../../config/schema.ts';
import type { SavedView } from '../../subgraphs/parts.ts';

export function savedView({ name, query, search }: Config['explorer']['views'][number]): SavedView {
  if (search !== undefined) return { name, query: new URLSearchParams(search).get('q') ?? '', search };
  return { name, query: query ?? '', search: `?q=${encodeURIComponent(query ?? '')}` };
}
