/**
 * Scene of an edge case: a few RBAC objects on the real server, an asker, and the objects that the asker sees and does
 * not see. The server, the evaluator and the product must agree on these objects.
 */
import { expect } from '@jest/globals';
import { resourceName } from '../../../../collector/kinds.ts';
import { resourcePath } from '../../../../kubernetes/client.ts';
import type { LeafIdentity } from '../../../../rbac/types.ts';
import { compileVisibility, sees } from '../../../../rbac/visibility.ts';
import type { ApiServer } from '../../../harness/apiserver.ts';
import { until } from '../../../kubernetes/until.ts';
import { identity } from '../../../rbac/fixtures.ts';
import {
  allow,
  bind,
  clusterRole,
  RBAC_GROUP,
  RBAC_VERSION,
  rbacPath,
  role,
  user,
  type RbacManifest,
  type RuleManifest,
} from '../../../rbac/manifests.ts';
import { objectOf, worldOf } from '../world.ts';
import { Product, type ProductOptions } from '../product.ts';
import { asClustersSee, onlyOurKinds, type Stage } from '../stage.ts';
import { CLUSTER, idOf } from '../surfaces.ts';
import { RESOURCES, type Place } from '../vocabulary.ts';
import { Wire } from '../wire.ts';

export interface EdgeCase {
  readonly number: number;
  readonly what: string;
  run(scene: Scene): Promise<void> | void;
}

/** A second registration of the server. It adds prefixes to the names of our callers. */
export const PREFIXED = 'leaf-02';
/** A third registration, with `authorization: mixed`: it declares further authorizers besides RBAC. */
export const MIXED = 'leaf-mixed';
/** A registration with a name that has to be quoted everywhere. */
export const ODD_NAME = 'eu/west:1@x';

/**
 * User of the product in withProduct(). This user may read the kinds of this suite and the RBAC objects except
 * RoleBindings, and may not impersonate.
 */
const COLLECTOR = 'collector';

export class Scene {
  readonly stage: Stage;
  /** Every line that the product has logged. */
  readonly log: readonly string[];

  static async start(stage: Stage, log: readonly string[]): Promise<Scene> {
    const scene = new Scene(stage, log);
    await scene.server.installCrds([
      'kustomizations.kustomize.toolkit.fluxcd.io',
      'gitrepositories.source.toolkit.fluxcd.io',
    ]);
    for (const place of PLACES) await scene.create(objectOf(place.resource, place.namespace, place.name), place);
    await scene.server.apply(collectorRights());
    return scene;
  }

  private constructor(stage: Stage, log: readonly string[]) {
    this.stage = stage;
    this.log = log;
  }

  get server(): ApiServer {
    return this.stage.server;
  }

  get product(): Product {
    return this.stage.product;
  }

  /** Replaces the server's RBAC by these objects. Fails if the server refuses to store one. */
  async given(...manifests: RbacManifest[]): Promise<void> {
    await this.stage.put(worldOf(manifests));
    expect([...this.stage.authority.world.keys()]).toEqual([...worldOf(manifests).keys()]);
  }

  /** Tries to create an RBAC object and returns the server's refusal. */
  async refuses(manifest: RbacManifest): Promise<string> {
    const { status, body } = await this.server.request('POST', rbacPath(manifest.kind, manifest.metadata.namespace), {
      apiVersion: RBAC_VERSION,
      ...manifest,
    });
    expect(status).toBe(422);
    return String(body['message']);
  }

  /** Checks that server, evaluator and product agree on the objects that an asker sees. */
  async expect(
    asker: LeafIdentity,
    { sees: shown = [], hides = [] }: { sees?: readonly Place[]; hides?: readonly Place[] },
  ): Promise<void> {
    const places = [...shown, ...hides];
    const [{ truth, all }, grants, listed] = await Promise.all([
      this.stage.truths(asker, places),
      this.stage.authority.grants(),
      this.stage.idsSeenBy(asker),
    ]);
    const visibility = compileVisibility(grants, truth.identity, RESOURCES);
    const answers = places.map(place => ({
      place: idOf(place),
      server: all.get(place),
      evaluator: sees(visibility, RESOURCES.indexOf(place.resource), place.namespace, place.name),
      product: listed.has(idOf(place)),
    }));
    expect({ asker, answers }).toEqual({
      asker,
      answers: places.map(place => ({
        place: idOf(place),
        server: shown.includes(place),
        evaluator: shown.includes(place),
        product: shown.includes(place),
      })),
    });
  }

  async create(object: object, { resource, namespace }: Place): Promise<void> {
    const { status, body } = await this.server.request('POST', resourcePath(resource, namespace), object);
    if (status !== 201 && status !== 409) throw new Error(`${status} ${String(body['message'])}`);
  }

  /** Calls `run` with a new product, and with its connection to the server, which `run` can cut. */
  async withProduct(
    { beginCut = false, ...options }: Partial<ProductOptions> & { beginCut?: boolean },
    run: (product: Product, wire: Wire) => Promise<void>,
  ): Promise<void> {
    await using wire = await Wire.to(this.server);
    if (beginCut) wire.cut();
    await using product = await Product.start({
      ...onlyOurKinds(),
      ...options,
      clusters: [{ name: CLUSTER, kubeconfig: wire.through(this.server.kubeconfig(COLLECTOR)) }],
    });
    await run(product, wire);
  }
}

/** Ids of the rows that a product lists, at most 500. */
export async function idsOf(product: Product, asker: LeafIdentity): Promise<string[]> {
  const { objects } = await product.data(asker, '{ objects(first: 500) { nodes { id } } }');
  return objects.nodes.map(({ id }: { id: string }) => id).sort();
}

/** Coverage that the product reports to the asker. */
export async function coverageOf(product: Product, asker: LeafIdentity): Promise<Record<string, unknown>> {
  const { coverage } = await product.data(
    asker,
    '{ coverage { total indexed rebuilding stale unreachable closed clusters { nodes { cluster { name } state reason } } } }',
  );
  return coverage;
}

export async function eventually(condition: () => Promise<boolean>): Promise<void> {
  await until(condition, 45_000);
}

/**
 * A place, for example `at('widgets.alpha.example.com', 'team-a', 'web')`. Cluster-scoped objects have the namespace
 * ''.
 */
export function at(resource: string, namespace: string, name: string): Place {
  const found = RESOURCES.find(candidate => resourceName(candidate) === resource);
  if (!found) throw new Error(`vocabulary.ts has no resource "${resource}"`);
  return { resource: found, namespace, name };
}

/** A ClusterRole with these rules, bound to jane in the whole cluster. */
export const everywhere = (...rules: RuleManifest[]): RbacManifest[] => [
  clusterRole('r', ...rules),
  bind('', 'b', 'ClusterRole/r', user('jane')),
];
/** A Role with these rules, bound to jane in namespace team-a. */
export const inTeamA = (...rules: RuleManifest[]): RbacManifest[] => [
  role('team-a', 'r', ...rules),
  bind('team-a', 'b', 'Role/r', user('jane')),
];

export const jane = identity('jane', 'dev');
export const robot = identity('system:serviceaccount:team-a:robot');
export const web = at('pods', 'team-a', 'web');
export const webInB = at('pods', 'team-b', 'web');
export const map = at('configmaps', 'team-a', 'web');
export const mapInB = at('configmaps', 'team-b', 'web');
export const node = at('nodes', '', 'n1');
export const listPods = allow('list', 'pods');
export const viewer = clusterRole('viewer', listPods);

const PLACES: readonly Place[] = [
  ...['team-a', 'team-a-2', 'team-b', 'kube-system'].flatMap(namespace => [
    at('pods', namespace, 'web'),
    ...['web', 'db', 'web.db'].map(name => at('configmaps', namespace, name)),
  ]),
  at('events', 'team-a', 'web'),
  at('deployments.apps', 'team-a', 'web'),
  at('widgets.alpha.example.com', 'team-a', 'web'),
  at('widgets.beta.example.com', 'team-a', 'web'),
  at('pods.metrics.example.com', 'team-a', 'web'),
  at('indices.alpha.example.com', 'team-a', 'web'),
  node,
  at('nodes', '', 'n2'),
];

function collectorRights() {
  const clusterWide = (name: string, rules: RuleManifest[]) => [
    { apiVersion: RBAC_VERSION, ...clusterRole(name, ...rules) },
    { apiVersion: RBAC_VERSION, ...bind('', name, `ClusterRole/${name}`, user(COLLECTOR)) },
  ];
  const read = (apiGroups: string[], resources: string[]) => ({
    verbs: ['get', 'list', 'watch'],
    apiGroups,
    resources,
  });
  return [
    ...clusterWide('collector', [
      read(['', 'apps', 'events.k8s.io', 'apiextensions.k8s.io'], ['*']),
      ...['alpha', 'beta', 'metrics', 'tenancy', 'spaces'].map(name => read([`${name}.example.com`], ['*'])),
      read([RBAC_GROUP], ['roles', 'clusterroles', 'clusterrolebindings']),
    ]),
  ];
}

/** Grants or removes the collector's permission to read RoleBindings. */
export async function letCollectorReadRoleBindings(scene: Scene, allowed: boolean): Promise<void> {
  const name = 'collector-of-rolebindings';
  const path = rbacPath('ClusterRoleBinding', '', name);
  if (!allowed) return void (await scene.server.request('DELETE', path));
  await scene.server.apply([
    { apiVersion: RBAC_VERSION, ...clusterRole(name, allow(['get', 'list', 'watch'], `rolebindings.${RBAC_GROUP}`)) },
    { apiVersion: RBAC_VERSION, ...bind('', name, `ClusterRole/${name}`, user(COLLECTOR)) },
  ]);
}

export { asClustersSee, CLUSTER, idOf };
