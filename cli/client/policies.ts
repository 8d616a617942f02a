/** Policies of Gateways and routes, as `fleetgraph get policies` lists them. */
import type { Ask } from './endpoint.ts';
import { needed } from './listing.ts';
import { document, table } from './output.ts';

export interface ListedPolicy {
  readonly id: string;
  readonly cluster: string;
  readonly namespace: string;
  readonly kind: string;
  readonly name: string;
  readonly targets: readonly string[];
  readonly strategy: string;
  readonly standing: string;
  readonly agrees: boolean | null;
  readonly overriddenBy: readonly string[];
}

export interface PolicyListing {
  readonly items: readonly ListedPolicy[];
  readonly ready: boolean;
  readonly waiting: readonly { readonly cluster: { readonly name: string }; readonly kinds: readonly string[] }[];
}

const PAGE = 500;
const LIST = `query Policies($filter: PolicyFilter, $after: String) {
  policyTopology(filter: $filter) {
    ready
    waiting { cluster { name } kinds }
    nodes(first: ${PAGE}, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { id policy { kind strategy standing agrees targets { id } overriddenBy { id } } }
    }
  }
}`;

interface Page extends Omit<PolicyListing, 'items'> {
  readonly nodes: {
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    readonly nodes: readonly { readonly id: string; readonly policy: PolicyOfNode | null }[];
  };
}

interface PolicyOfNode extends Pick<ListedPolicy, 'kind' | 'strategy' | 'standing' | 'agrees'> {
  readonly targets: readonly { readonly id: string }[];
  readonly overriddenBy: readonly { readonly id: string }[];
}

/** `clusters` and `namespaces` are names. An empty list means all. */
export async function listPolicies(
  ask: Ask,
  { clusters, namespaces }: { readonly clusters: readonly string[]; readonly namespaces: readonly string[] },
): Promise<PolicyListing> {
  const filter = clusters.length > 0 ? { clusters } : {};
  const items: ListedPolicy[] = [];
  for (let after: string | null = null; ;) {
    const { nodes, ...more }: Page = needed(
      await ask<{ policyTopology: Page | null }>(LIST, { filter, after }),
    ).policyTopology!;
    for (const { id, policy } of nodes.nodes) {
      if (!policy) continue;
      const { cluster, namespace, name } = partsOf(id);
      if (namespaces.length > 0 && !namespaces.includes(namespace)) continue;
      const { targets, overriddenBy } = policy;
      items.push({
        id,
        cluster,
        namespace,
        name,
        ...policy,
        targets: targets.map(idOf),
        overriddenBy: overriddenBy.map(idOf),
      });
    }
    if (!nodes.pageInfo.hasNextPage) return { items, ...more };
    after = nodes.pageInfo.endCursor;
  }
}

export type PolicyFormat = 'table' | 'wide' | 'json' | 'yaml' | 'name';

export function printedPolicies(format: PolicyFormat, listing: PolicyListing, headers = true): string {
  const { items } = listing;
  if (format === 'json' || format === 'yaml') return document(format, listing);
  if (format === 'name') return items.map(({ id }) => `${id}\n`).join('');
  if (items.length === 0) return '';
  const columns = ['CLUSTER', 'NAMESPACE', 'KIND', 'NAME', 'TARGETS', 'STANDING', 'AGREES'];
  const wide = format === 'wide' ? ['STRATEGY', 'OVERRIDDEN BY'] : [];
  const rows = items.map(({ cluster, namespace, kind, name, targets, standing, agrees, strategy, overriddenBy }) => [
    ...[cluster, namespace, kind, name, namesOf(targets), standing, agrees === null ? '' : agrees ? 'yes' : 'no'],
    ...(format === 'wide' ? [strategy, namesOf(overriddenBy)] : []),
  ]);
  const text = table([...columns, ...wide], rows);
  return headers ? text : text.slice(text.indexOf('\n') + 1);
}

/** Lines that tell why policies may be missing from the list. Empty if the list is complete. */
export function gapsOfPolicies({ ready, waiting }: Pick<PolicyListing, 'ready' | 'waiting'>): readonly string[] {
  if (!ready && waiting.length === 0) return ['A cluster shows you nothing at present, so policies may be missing.'];
  return waiting.map(({ cluster, kinds }) => `Cluster ${cluster.name} is still being listed: ${kinds.join(', ')}.`);
}

function namesOf(ids: readonly string[]): string {
  return ids.map(shortName).join(', ');
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

/** Formats the id of an object, or of a section of an object, for people: `HTTPRoute apps/web#api`. */
export function shortName(id: string): string {
  const { kind, namespace, name, section } = partsOf(id);
  const object = `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
  return section === undefined ? object : `${object}#${section}`;
}

export function partsOf(id: string) {
  const [object = '', section] = id.split('#');
  const [cluster = '', , kind = '', namespace = '', name = ''] = object.split('/').map(decodeURIComponent);
  return { cluster, kind, namespace, name, section: section === undefined ? undefined : decodeURIComponent(section) };
}
