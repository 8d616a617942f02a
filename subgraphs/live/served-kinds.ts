/**
 * From a kind to the resource by which a leaf serves it: by that leaf's own discovery, never by a rule of grammar.
 */
import type { KubernetesClient, ServedResource } from '../../kubernetes/client.ts';

/** An unknown kind is looked for afresh, since its CRD may be new; but no more often than this, whoever asks for kinds that do not exist. */
const FRESH_EVERY_MS = 10_000;

type Served = readonly ServedResource[];

const byKind = new WeakMap<Served, ReadonlyMap<string, ServedResource>>();
const refreshed = new WeakMap<KubernetesClient, number>();

export async function resourceOfKind(
  client: KubernetesClient,
  { group, kind }: { readonly group: string; readonly kind: string },
  signal: AbortSignal,
): Promise<ServedResource | undefined> {
  const known = indexed(await client.discover({ signal })).get(`${group}/${kind}`);
  const now = performance.now();
  if (known || now - (refreshed.get(client) ?? -Infinity) < FRESH_EVERY_MS) return known;
  refreshed.set(client, now);
  return indexed(await client.discover({ fresh: true, signal })).get(`${group}/${kind}`);
}

function indexed(served: Served): ReadonlyMap<string, ServedResource> {
  let index = byKind.get(served);
  if (!index) {
    // Of two resources of one kind, the first that can be read is meant.
    const readable = served.filter(({ verbs }) => verbs.includes('get')).toReversed();
    byKind.set(served, (index = new Map(readable.map(resource => [`${resource.group}/${resource.kind}`, resource]))));
  }
  return index;
}
