/**
 * The last condition of a proof. Copies are read from their members and must be current. Services that must serve
 * traffic need a ready endpoint. Before the first patch, new copies of kinds that the index does not contain are looked
 * up too: no object may already have the id of such a copy.
 */
import { kindOf, type KindLookup } from '../kinds/registry.ts';
import { at, list, text } from '../kinds/untrusted.ts';
import { KubernetesError } from '../kubernetes/errors.ts';
import type { Finding, MemberObject } from './facts.ts';
import type { MoverClusters } from './clusters.ts';
import type { LiveQuestion } from './next-step.ts';

/** Maximum number of concurrent reads. */
const AT_ONCE = 8;

export async function askLive(
  clusters: Pick<MoverClusters, 'get' | 'slicesOf'>,
  { copies, services, absent }: LiveQuestion,
  { lookup = kindOf, now = Date.now }: { readonly lookup?: KindLookup; readonly now?: () => number } = {},
): Promise<Finding | undefined> {
  const questions = [
    ...copies.map(copy => () => isCurrent(clusters, copy, lookup, now())),
    ...services.map(service => () => hasEndpoint(clusters, service)),
    ...absent.map(copy => () => isAbsent(clusters, copy)),
  ];
  for (let from = 0; from < questions.length; from += AT_ONCE) {
    const found = await Promise.all(questions.slice(from, from + AT_ONCE).map(ask => ask()));
    const finding = found.find(it => it !== undefined);
    if (finding) return finding;
  }
  return undefined;
}

type Clusters = Pick<MoverClusters, 'get' | 'slicesOf'>;

async function isCurrent(
  clusters: Clusters,
  { member, object: id }: MemberObject,
  lookup: KindLookup,
  now: number,
): Promise<Finding | undefined> {
  const kind = lookup(id);
  return reported(member, async () => {
    const object = await clusters.get(id, { isMetadataOnly: kind.metadataOnly === true });
    if (!object) return { reason: 'NOT_CURRENT', member };
    const version = text(object.apiVersion).split('/').at(-1)!;
    return kind.status(object, now, version).status === 'CURRENT' ? undefined : { reason: 'NOT_CURRENT', member };
  });
}

function hasEndpoint(clusters: Clusters, { member, object }: MemberObject): Promise<Finding | undefined> {
  return reported(member, async () => {
    const slices = await clusters.slicesOf(object);
    // An absent condition counts as ready.
    const isReady = (endpoint: unknown) =>
      at(endpoint, 'conditions', 'ready') !== false && list(at(endpoint, 'addresses')).length > 0;
    return slices.some(slice => list(slice['endpoints']).some(isReady))
      ? undefined
      : { reason: 'NO_ENDPOINTS', member };
  });
}

function isAbsent(clusters: Clusters, { member, object }: MemberObject): Promise<Finding | undefined> {
  return reported(member, async () =>
    (await clusters.get(object, { isMetadataOnly: true })) ? { reason: 'FOREIGN_OBJECT', member } : undefined,
  );
}

/**
 * Runs a read of a member. If the read fails with a KubernetesError, the result is a finding, so that the member is not
 * proved.
 */
async function reported(member: string, ask: () => Promise<Finding | undefined>): Promise<Finding | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof KubernetesError)) throw error;
    return { reason: error.code === 'FORBIDDEN' ? 'NOT_VISIBLE' : 'UNREACHABLE', member };
  }
}
