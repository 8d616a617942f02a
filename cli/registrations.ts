/** What is told to administrators of registrations: of the registry and of the sources that fill it. */
import type { KnownRegistration, Registrations } from '../access/registrations.ts';
import type { ClusterSources } from '../clusters/follow-sources.ts';
import type { ClusterRegistry } from '../clusters/registry.ts';
import type { SourceType } from '../clusters/source.ts';
import { credentialEnds } from './credential-ends.ts';

/** Their origins are objects of a hub; those of the others are paths of this machine, which stay here. */
const ON_HUB: ReadonlySet<SourceType> = new Set(['secrets', 'clusterApi', 'gitopsClusters', 'clusterProfiles', 'argocd']);

export function registrationsOf(decidedOn: string, registry: ClusterRegistry, sources: ClusterSources): Registrations {
  const objectOf = (type: SourceType, origin: string) => (ON_HUB.has(type) && origin !== '' ? origin : null);
  return {
    decidedOn,
    clusters: async () => {
      const all = registry.list();
      const ends = await credentialEnds(all);
      return all.map(({ name }, i): KnownRegistration => {
        const from = sources.originOf(name);
        const object = from ? objectOf(from.type, from.origin) : null;
        return { name, source: from?.type ?? null, object, credentialsExpireAt: ends[i] ?? null };
      });
    },
    problems: () =>
      sources.problems.map(({ type, origin, cluster = null, cause }) => ({ source: type, object: objectOf(type, origin), cluster, cause })),
    revision: () => sources.revision,
  };
}
