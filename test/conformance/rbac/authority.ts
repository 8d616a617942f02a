/**
 * The authority: a real kube-apiserver that decides the permissions of an identity. Its decisions use no code of rbac/.
 *
 * put() writes only what differs from the previous world, and waits until the server has settled. Settled means that
 * aggregated ClusterRoles are filled, and that the server's authorizer has read the last write of each RBAC kind. One
 * canary for each of the four kinds shows this.
 */
import { isDeepStrictEqual } from 'node:util';
import { parseGrantObject } from '../../../rbac/parse.ts';
import {
  grantKey,
  type ClusterGrants,
  type GrantObject,
  type LeafIdentity,
  type Resource,
} from '../../../rbac/types.ts';
import { resourcePath } from '../../../kubernetes/client.ts';
import type { ApiServer } from '../../harness/apiserver.ts';
import type { KubernetesJson } from '../../harness/apiserver-client.ts';
import { until } from '../../kubernetes/until.ts';
import {
  GRANT_TYPES,
  RBAC_GROUP,
  RBAC_VERSION,
  rbacPath,
  type RbacManifest,
  type RuleManifest,
} from '../../rbac/manifests.ts';
import { keyOf, type World } from './world.ts';
import type { Place } from './vocabulary.ts';

export interface Request {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace: string;
  readonly name: string;
}

/** A permission that comes only from the last written object of one RBAC kind. */
export interface Canary {
  readonly identity: LeafIdentity;
  readonly request: Request;
}

/** CONCURRENCY limits concurrent reviews and reads, WRITES limits concurrent writes of RBAC objects. */
const CONCURRENCY = 40;
const WRITES = 8;
/** Maximum milliseconds to wait until the server has settled. */
export const SETTLE_MS = 45_000;

export class Authority {
  readonly server: ApiServer;
  #world: World = new Map();
  #revision = 0;
  readonly #gate = new Gate(CONCURRENCY);
  readonly #writes = new Gate(WRITES);

  constructor(server: ApiServer) {
    this.server = server;
  }

  /** The part of the world that the server has accepted. */
  get world(): World {
    return this.#world;
  }

  /**
   * Applies this world to the server, except for objects that the server refuses to store. Waits until the server
   * decides by this world. Returns the canaries.
   */
  async put(world: World): Promise<readonly Canary[]> {
    await this.#each(
      [...this.#world].filter(([key]) => !world.has(key)),
      ([, old]) => this.#delete(old),
    );
    const written = await this.#each([...world], async ([key, manifest]) => {
      const old = this.#world.get(key);
      return old && isDeepStrictEqual(old, manifest) ? true : this.#write(manifest, old);
    });
    this.#world = new Map([...world].filter((_, i) => written[i]));
    await until(() => this.#isAggregated(), SETTLE_MS);
    const canaries = await this.#writeCanaries();
    for (const { identity, request } of canaries) await until(() => this.allows(identity, request), SETTLE_MS);
    return canaries;
  }

  /** Sends a SubjectAccessReview. */
  async allows({ user, groups }: LeafIdentity, resourceAttributes: Request): Promise<boolean> {
    const body = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: { user, groups, resourceAttributes },
    };
    const answer = await this.send('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', body);
    const { allowed } = answer.body['status'] as { allowed: boolean };
    return allowed;
  }

  /**
   * Sends a SelfSubjectRulesReview as the identity. Returns every rule that applies to the identity in a namespace, as
   * written in its role.
   */
  async rules(identity: LeafIdentity, namespace: string): Promise<readonly RuleManifest[]> {
    const body = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectRulesReview', spec: { namespace } };
    const answer = await this.send('POST', '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', body, identity);
    const { resourceRules = [], incomplete } = answer.body['status'] as {
      resourceRules?: RuleManifest[];
      incomplete?: boolean;
    };
    if (incomplete)
      throw new Error('The server says that its review of rules is incomplete; with RBAC alone it never is.');
    return resourceRules;
  }

  /**
   * Reads as the identity, by impersonation. Returns status 200 with the items or the object, or the status of the
   * refusal.
   */
  async read(identity: LeafIdentity, path: string): Promise<{ status: number; body: KubernetesJson }> {
    return this.#gate.run(() => this.server.request('GET', path, undefined, { as: impersonated(identity) }));
  }

  /** All existing objects of the resources. */
  async objects(resources: readonly Resource[]): Promise<readonly Place[]> {
    const lists = resources.map(async resource => {
      const { body } = await this.send('GET', resourcePath(resource));
      return (body.items ?? []).map(({ metadata }) => ({
        resource,
        namespace: metadata?.namespace ?? '',
        name: metadata?.name ?? '',
      }));
    });
    return (await Promise.all(lists)).flat();
  }

  /** All RBAC objects, as a collector reads them. */
  async grants(): Promise<ClusterGrants> {
    const all = GRANT_TYPES.map(async type =>
      ((await this.send('GET', rbacPath(type))).body.items ?? []).map(item => parseGrantObject(type, item)),
    );
    const objects = (await Promise.all(all)).flat();
    return { revision: ++this.#revision, objects: new Map(objects.map(object => [grantKey(object), object])) };
  }

  /** Stored ClusterRoles, by name. */
  async clusterRoles(): Promise<ReadonlyMap<string, RbacManifest>> {
    const { body } = await this.send('GET', rbacPath('ClusterRole'));
    return new Map(((body.items ?? []) as unknown as RbacManifest[]).map(role => [role.metadata.name, role]));
  }

  /** Sends a request that must succeed, as admin or as another user. */
  async send(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, as?: LeafIdentity) {
    const answer = await this.#gate.run(() =>
      this.server.request(method, path, body, as ? { as: impersonated(as) } : {}),
    );
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${String(answer.body['message'])}`);
    return answer;
  }

  #each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
    return Promise.all(items.map(item => this.#writes.run(() => work(item))));
  }

  async #write(manifest: RbacManifest, old: RbacManifest | undefined): Promise<boolean> {
    const { kind, metadata } = manifest;
    const body = { apiVersion: RBAC_VERSION, ...manifest };
    // Bindings with an unchanged roleRef, and roles without rules, are updated. Other changed objects are deleted and
    // created again, with a new UID.
    const updated = manifest.roleRef !== undefined || !manifest.rules?.length;
    if (old && updated && isDeepStrictEqual(old.roleRef, manifest.roleRef)) {
      const { status } = await this.server.request('PUT', rbacPath(kind, metadata.namespace, metadata.name), body);
      if (status === 200) return true;
    }
    if (old) await this.#delete(old);
    const { status, body: answer } = await this.server.request('POST', rbacPath(kind, metadata.namespace), body);
    if (status === 201) return true;
    // An object that the server refuses to store grants nothing to anybody. Examples are a subject without a namespace
    // and a reserved name.
    if ([400, 404, 409, 422].includes(status)) return false;
    throw new Error(`POST ${keyOf(manifest)}: ${status} ${String(answer['message'])}`);
  }

  async #delete({ kind, metadata: { namespace, name } }: RbacManifest): Promise<void> {
    const { status, body } = await this.server.request('DELETE', rbacPath(kind, namespace, name));
    if (status !== 200 && status !== 404)
      throw new Error(`DELETE ${kind} ${name}: ${status} ${String(body['message'])}`);
  }

  /** True if each aggregated ClusterRole of the world has exactly the rules of the ClusterRoles that it selects. */
  async #isAggregated(): Promise<boolean> {
    if (![...this.#world.values()].some(({ aggregationRule }) => aggregationRule)) return true;
    const stored = [...(await this.clusterRoles()).values()];
    return stored.every(({ metadata: { name }, aggregationRule, rules }) => {
      if (!aggregationRule || !this.#world.has(`ClusterRole//${name}`)) return true;
      const contributors = stored.filter(
        other =>
          other.metadata.name !== name &&
          aggregationRule.clusterRoleSelectors.some(({ matchLabels }) =>
            Object.entries(matchLabels).every(([label, value]) => other.metadata.labels?.[label] === value),
          ),
      );
      return isDeepStrictEqual(texts(rules), texts(contributors.flatMap(contributor => contributor.rules ?? [])));
    });
  }

  /**
   * Writes one canary for each kind of RBAC object, after all other objects of its kind. Each round changes the object
   * name in the canary Role and ClusterRole, whose bindings stay, and the subject of the canary bindings, whose roles
   * stay.
   */
  async #writeCanaries(): Promise<readonly Canary[]> {
    const round = `round${[...String(++this.#revision)].map(digit => 'abcdefghij'[Number(digit)]).join('')}`;
    const rules = [{ verbs: ['get'], apiGroups: [''], resources: ['configmaps'], resourceNames: [round] }];
    const bind = (kind: GrantObject['type'], user: string) => ({
      kind,
      metadata: {
        name: `canary-${user.replace(round, 'by-binding')}`,
        ...(kind === 'RoleBinding' && { namespace: 'default' }),
      },
      roleRef: {
        apiGroup: RBAC_GROUP,
        kind: kind.replace('Binding', ''),
        name: user.startsWith('role') ? 'canary-role' : 'canary-fixed',
      },
      subjects: [{ kind: 'User', apiGroup: RBAC_GROUP, name: `canary-${user}` }],
    });
    const fixed = [{ verbs: ['get'], apiGroups: [''], resources: ['configmaps'], resourceNames: ['fixed'] }];
    const manifests: RbacManifest[] = [
      { kind: 'Role', metadata: { name: 'canary-fixed', namespace: 'default' }, rules: fixed },
      { kind: 'ClusterRole', metadata: { name: 'canary-fixed' }, rules: fixed },
      { kind: 'Role', metadata: { name: 'canary-role', namespace: 'default' }, rules },
      { kind: 'ClusterRole', metadata: { name: 'canary-role' }, rules },
      bind('RoleBinding', 'role'),
      bind('ClusterRoleBinding', 'role-of-cluster'),
      bind('RoleBinding', round),
      bind('ClusterRoleBinding', `${round}-of-cluster`),
    ];
    for (const manifest of manifests) {
      const body = { apiVersion: RBAC_VERSION, ...manifest };
      const { namespace, name } = manifest.metadata;
      const put = await this.server.request('PUT', rbacPath(manifest.kind, namespace, name), body);
      if (put.status === 404) await this.send('POST', rbacPath(manifest.kind, namespace), body);
      else if (put.status >= 300)
        throw new Error(`PUT ${keyOf(manifest)}: ${put.status} ${String(put.body['message'])}`);
    }
    return [
      ['role', round],
      ['role-of-cluster', round],
      [round, 'fixed'],
      [`${round}-of-cluster`, 'fixed'],
    ].map(([user, name]) => ({
      identity: { user: `canary-${user}`, groups: ['system:authenticated'] },
      request: { verb: 'get', group: '', resource: 'configmaps', namespace: 'default', name: name! },
    }));
  }
}

/**
 * Text of a header value with the UTF-8 bytes of a name. HTTP carries bytes, and Node writes one byte per character.
 */
export function headerText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function impersonated({ user, groups }: LeafIdentity): { user: string; groups: string[] } {
  return { user: headerText(user), groups: groups.map(headerText) };
}

function texts(rules: readonly RuleManifest[] | null | undefined): string[] {
  return [...new Set((rules ?? []).map(rule => JSON.stringify(Object.entries(rule).sort())))].sort();
}

/** Runs at most a given number of tasks at a time, in the order of the calls. */
class Gate {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>(resolve => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
