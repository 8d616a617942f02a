/** Registrations for administrators, from the registry and from the sources that fill the registry. */
import type { KnownRegistration, Registrations } from '../../access/frame.ts';
import type { ClusterSources } from '../../clusters/follow-sources.ts';
import type { ClusterRegistry } from '../../clusters/registry.ts';
import { isOnHub } from '../../clusters/sources/registry.ts';
import { credentialEnds } from './credential-ends.ts';

export function registrationsOf(
  decidedOn: string | undefined,
  registry: ClusterRegistry,
  sources?: ClusterSources,
): Registrations {
  // `origin` of a source that is not on a hub is a path on this machine. Callers must not see this path.
  const objectOf = (type: string, origin: string) => (isOnHub(type) && origin !== '' ? origin : null);
  return {
    decidedOn,
    clusters: async () => {
      const all = registry.list();
      const ends = await credentialEnds(all);
      return all.map(({ name }, i): KnownRegistration => {
        const from = sources?.originOf(name);
        const object = from ? objectOf(from.type, from.origin) : null;
        return { name, source: from?.type ?? null, object, credentialsExpireAt: ends[i] ?? null };
      });
    },
    problems: () =>
      (sources?.problems ?? []).map(({ type, origin, cluster = null, cause }) => {
        return { source: type, object: objectOf(type, origin), cluster, cause };
      }),
  };
}
