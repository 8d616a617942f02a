/**
 * Discovery of a simulated leaf: the aggregated form of current servers, and the form of older servers with one request
 * per group.
 */
import { groupVersion, type SimulatedResource } from './resources.ts';

const AGGREGATED = /application\/json;[^,]*\bg=apidiscovery\.k8s\.io/;

export interface DiscoveryAnswer {
  readonly contentType: string;
  readonly body: unknown;
}

/** The discovery document at a path. Undefined for other paths, and for groups that the leaf does not serve. */
export function discover(
  path: string,
  accept: string,
  resources: readonly SimulatedResource[],
  aggregated: boolean,
): DiscoveryAnswer | undefined {
  const [root, group, version] = path.split('/').filter(Boolean);
  const core = root === 'api';
  if (!core && root !== 'apis') return undefined;
  if (group === undefined) {
    if (aggregated && AGGREGATED.test(accept)) return aggregatedAnswer(accept, groupsOf(resources, core));
    return plain(
      core
        ? { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] }
        : groupList(groupsOf(resources, false)),
    );
  }
  const wanted = core ? { group: '', version: group } : { group, version };
  const members = resources.filter(resource => resource.group === wanted.group);
  if (members.length === 0) return undefined;
  if (wanted.version === undefined)
    return plain({ kind: 'APIGroup', apiVersion: 'v1', ...groupEntry(wanted.group, members) });
  const served = members.filter(member => versionsOf(member).includes(wanted.version ?? ''));
  if (served.length === 0) return undefined;
  const groupVersionText = groupVersion({ group: wanted.group, version: wanted.version });
  return plain({
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: groupVersionText,
    resources: served.flatMap(legacyEntries),
  });
}

function plain(body: unknown): DiscoveryAnswer {
  return { contentType: 'application/json', body };
}

function versionsOf({ version, olderVersions = [] }: SimulatedResource): readonly string[] {
  return [version, ...olderVersions];
}

/** Resources by group. Groups are in the order of their first resource. */
function groupsOf(resources: readonly SimulatedResource[], core: boolean): Map<string, SimulatedResource[]> {
  return Map.groupBy(
    resources.filter(({ group }) => (group === '') === core),
    ({ group }) => group,
  );
}

function groupList(groups: Map<string, SimulatedResource[]>): unknown {
  return {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: [...groups].map(([group, members]) => groupEntry(group, members)),
  };
}

function groupEntry(group: string, members: readonly SimulatedResource[]): Record<string, unknown> {
  const versions = [...new Set(members.flatMap(versionsOf))].map(version => ({
    groupVersion: groupVersion({ group, version }),
    version,
  }));
  return { name: group, versions, preferredVersion: versions[0] };
}

function legacyEntries({
  plural,
  kind,
  namespaced,
  verbs,
  hasStatus,
  shortNames,
  categories,
}: SimulatedResource): unknown[] {
  const entry = { name: plural, singularName: kind.toLowerCase(), namespaced, kind, verbs };
  const own = { ...entry, shortNames, categories };
  return hasStatus ? [own, { ...entry, name: `${plural}/status`, singularName: '', verbs: STATUS_VERBS }] : [own];
}

const STATUS_VERBS = ['get', 'patch', 'update'];

function aggregatedAnswer(accept: string, groups: Map<string, SimulatedResource[]>): DiscoveryAnswer {
  const version = /v=v2(?!beta1)/.test(accept) ? 'v2' : 'v2beta1';
  const items = [...groups].map(([group, members]) => ({
    metadata: group === '' ? {} : { name: group },
    versions: [...new Set(members.flatMap(versionsOf))].map(served => ({
      version: served,
      freshness: 'Current',
      resources: members
        .filter(member => versionsOf(member).includes(served))
        .map(member => aggregatedEntry(member, served)),
    })),
  }));
  return {
    contentType: `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
    body: { kind: 'APIGroupDiscoveryList', apiVersion: `apidiscovery.k8s.io/${version}`, metadata: {}, items },
  };
}

function aggregatedEntry(resource: SimulatedResource, version: string): unknown {
  const { group, kind, plural, namespaced, verbs, hasStatus, shortNames, categories } = resource;
  const responseKind = { group, version, kind };
  return {
    resource: plural,
    responseKind,
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: kind.toLowerCase(),
    shortNames,
    categories,
    verbs,
    ...(hasStatus && { subresources: [{ subresource: 'status', responseKind, verbs: STATUS_VERBS }] }),
  };
}
