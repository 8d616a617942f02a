/**
 * Client of a leaf that lies. Its lists hold the real objects of a simulated leaf and also objects that a test makes
 * up.
 */
import type { KubernetesClient, KubernetesObject, WatchEvent, WatchOptions } from '../../../kubernetes/client.ts';
import { KubernetesError } from '../../../kubernetes/errors.ts';
import type { Resource } from '../../../rbac/types.ts';

export function lying(client: KubernetesClient, lies: Readonly<Record<string, readonly unknown[]>>): KubernetesClient {
  return {
    cluster: client.cluster,
    request: client.request.bind(client),
    text: client.text.bind(client),
    follow: client.follow.bind(client),
    discover: client.discover.bind(client),
    version: signal => client.version(signal),
    health: () => client.health(),
    traffic: () => client.traffic(),
    close: () => client.close(),
    list: async (resource, options) => {
      const page = await client.list(resource, options);
      // Parses the objects from JSON, like a real client. The key `__proto__` is then an ordinary key.
      const made = JSON.parse(JSON.stringify(lies[resource.plural] ?? []), undefined) as KubernetesObject[];
      await options.onObjects?.(made);
      return { ...page, items: options.onObjects ? [] : [...page.items, ...made] };
    },
    watch: (resource: Resource, options: WatchOptions): AsyncIterable<WatchEvent> => {
      if (options.sendInitialEvents)
        throw new KubernetesError('BAD_REQUEST', 'lists only', { cluster: client.cluster });
      return client.watch(resource, options);
    },
  };
}
