/**
 * One real kube-apiserver with controllers, as authority, and the product that collects it. After a change of RBAC,
 * queries wait until server and product have applied the change.
 */
import { DEFAULT_KINDS, resourceName } from '../../../collector/kinds.ts';
import { resourcePath } from '../../../kubernetes/client.ts';
import type { LeafIdentity } from '../../../rbac/types.ts';
import { decodeObjectId } from '../../../schema/object-id.ts';
import { startApiServer, type ApiServer, type ApiServerUser } from '../../harness/apiserver.ts';
import { until } from '../../kubernetes/until.ts';
import { Authority, SETTLE_MS, type Canary } from './authority.ts';
import { RBAC_GROUP, RBAC_VERSION } from '../../rbac/manifests.ts';
import { definition, type World } from './world.ts';
import { Product, type ProductCluster, type ProductOptions } from './product.ts';
import { CLUSTER, idOf } from './surfaces.ts';
import { Truth } from './truth.ts';
import { CUSTOM_RESOURCES, NAMESPACES, RESOURCES, type Place } from './vocabulary.ts';

/** User who may see every row. The stage waits until the product shows all rows to this user. */
const AUDITOR: LeafIdentity = { user: 'auditor', groups: [] };

export interface StageOptions extends Partial<Pick<ProductOptions, 'kinds' | 'log'>> {
  /** Users with a token on the server. */
  readonly users?: readonly ApiServerUser[];
  /** More registrations of the server, under other names. */
  readonly also?: (server: ApiServer) => readonly ProductCluster[];
}

/** Expected visibility for one identity: the authority's decision for every place. */
export interface Truths {
  readonly truth: Truth;
  readonly all: ReadonlyMap<Place, boolean>;
}

export class Stage implements AsyncDisposable {
  readonly server: ApiServer;
  readonly authority: Authority;
  readonly product: Product;

  static async start({ users = [], also = () => [], kinds = [], log }: StageOptions = {}): Promise<Stage> {
    const server = await startApiServer({ name: CLUSTER, controllers: true, users });
    try {
      const namespaces = NAMESPACES.filter(name => name !== 'default' && !name.startsWith('kube-'));
      await server.apply(CUSTOM_RESOURCES.map(definition));
      await server.apply(
        namespaces.map(name => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: { team: name } } })),
      );
      await server.apply([auditorBinding()]);
      const isServed = async (path: string) => (await server.request('GET', `${path}?limit=1`)).status === 200;
      await until(async () =>
        (await Promise.all(RESOURCES.map(resource => isServed(resourcePath(resource))))).every(Boolean),
      );
      const product = await Product.start({
        clusters: [{ name: CLUSTER, kubeconfig: server.kubeconfig() }, ...also(server)],
        ...onlyOurKinds(kinds),
        ...(log && { log }),
      });
      return new Stage(server, product);
    } catch (error) {
      await server.remove();
      throw error;
    }
  }

  private constructor(server: ApiServer, product: Product) {
    this.server = server;
    this.authority = new Authority(server);
    this.product = product;
  }

  /**
   * Makes this world the server's RBAC. Waits until server and product decide by this world, and the product has every
   * object. Returns the objects.
   */
  async put(world: World): Promise<readonly Place[]> {
    const canaries = await this.authority.put(world);
    for (const canary of canaries) await until(() => this.#knows(canary), SETTLE_MS);
    const objects = await this.authority.objects(RESOURCES);
    const expected = objects.map(idOf);
    await until(async () => {
      const ids = await this.idsSeenBy(AUDITOR);
      const missing = expected.filter(id => !ids.has(id));
      const surplus = [...ids].filter(id => !expected.includes(id) && isOfOurKinds(id));
      if (missing.length + surplus.length > 0)
        throw new Error(`The index lacks ${missing.join()} and has ${surplus.join()} too many.`);
      return true;
    }, SETTLE_MS);
    return objects;
  }

  /** The authority's decision for each of the places. */
  async truths(asker: LeafIdentity, places: readonly Place[]): Promise<Truths> {
    const truth = new Truth(this.authority, asClustersSee(asker));
    const seen = await Promise.all(places.map(async place => [place, await truth.sees(place)] as const));
    return { truth, all: new Map(seen) };
  }

  /** Ids of a cluster's objects that the product lists for the asker. */
  async idsSeenBy(asker: LeafIdentity, cluster: string = CLUSTER): Promise<Set<string>> {
    const query = `query ($after: String, $cluster: String!) {
      objects(first: 500, after: $after, filter: { clusters: [$cluster] }) { nodes { id } pageInfo { hasNextPage endCursor } }
    }`;
    const ids = new Set<string>();
    for (let after: string | null = null, more = true; more;) {
      const { nodes, pageInfo }: ObjectPage = (await this.product.data(asker, query, { after, cluster })).objects;
      for (const { id } of nodes) ids.add(id);
      ({ hasNextPage: more, endCursor: after } = pageInfo);
    }
    return ids;
  }

  async #knows({ identity, request: { namespace, name } }: Canary): Promise<boolean> {
    const query = 'query ($id: ID!) { explainAccess(id: $id, verb: "get") { allowed } }';
    const id = `${CLUSTER}//ConfigMap/${namespace}/${name}`;
    return (await this.product.data({ ...identity, groups: [] }, query, { id })).explainAccess.allowed === true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.product.close();
    await this.server.remove();
  }
}

interface ObjectPage {
  readonly nodes: { readonly id: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

function isOfOurKinds(id: string): boolean {
  const { group, kind } = decodeObjectId(id);
  return RESOURCES.some(resource => resource.group === group && resource.kind === kind);
}

/** Restricts the product to the kinds of RESOURCES and the given kinds. */
export function onlyOurKinds(more: readonly string[] = []): Pick<ProductOptions, 'kinds' | 'without'> {
  const kinds = [...RESOURCES.map(resourceName), ...more];
  return { kinds, without: DEFAULT_KINDS.filter(kind => !kinds.includes(kind)) };
}

/**
 * The identity with the groups that every API server adds for an authenticated user. The function uses no code of the
 * product, so that the product does not check itself.
 */
export function asClustersSee({ user, groups }: LeafIdentity): LeafIdentity {
  const [, namespace] = /^system:serviceaccount:([a-z0-9-]+):[a-z0-9.-]+$/.exec(user) ?? [];
  const implied = namespace ? ['system:serviceaccounts', `system:serviceaccounts:${namespace}`] : [];
  return { user, groups: [...new Set([...groups, ...implied, 'system:authenticated'])] };
}

function auditorBinding() {
  return {
    apiVersion: RBAC_VERSION,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'auditor' },
    roleRef: { apiGroup: RBAC_GROUP, kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'User', apiGroup: RBAC_GROUP, name: AUDITOR.user }],
  };
}
