/** Registrations for administrators: from the registry and, if there are any, from the sources that fill it. */
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
  // Origins of other sources are paths of this machine, which stay here.
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
