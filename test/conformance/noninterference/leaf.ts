/**
 * The leaf cluster of a world, as the live subgraph reaches it: objects and events, filtered by the grants of the leaf.
 * Each refusal has a message that names hidden objects. If an answer contained a leaf's message, the answers of two
 * worlds would differ.
 */
import type { LeafIdentity } from '../../../rbac/types.ts';
import type {
  Caller,
  KubernetesObject,
  ListOptions,
  ListPage,
  RequestOptions,
  ServedResource,
  TextAnswer,
} from '../../../kubernetes/client.ts';
import { resourcePath } from '../../../kubernetes/client.ts';
import type { KubernetesError } from '../../../kubernetes/errors.ts';
import type { ClusterGrants, Resource } from '../../../rbac/types.ts';
import { decodeObjectId } from '../../../schema/object-id.ts';
import { ScriptedClient } from '../../kubernetes/scripted-client.ts';
import { oracleAllows, oracleRules } from '../../rbac/oracle.ts';
import { POD } from './vocabulary.ts';
import type { Cluster, LeafEvent } from './world.ts';

/** Part of the message of every refusal of a leaf: an address, a path in the leaf's etcd and a token. */
export const HOSTILE =
  'https://10.1.2.3:6443 etcdserver: /registry/pods/hidden-ns/topsecret-payroll-7 Authorization: Bearer ey-topsecret';
const VERBS = ['get', 'list', 'watch', 'patch', 'delete'];
export const METRICS: ServedResource = {
  ...{
    group: 'metrics.k8s.io',
    version: 'v1beta1',
    kind: 'PodMetrics',
    plural: 'pods',
    namespaced: true,
    verbs: ['get', 'list'],
  },
};
const EVENTS: ServedResource = {
  group: '',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  namespaced: true,
  verbs: VERBS,
};

/** The object of a row, in full, as the leaf would return it. */
export function leafObject({ rows, owners }: Pick<Cluster, 'rows' | 'owners'>, id: string): KubernetesObject {
  const { name, namespace, kind } = decodeObjectId(id);
  const { uid, labels, message, reason, revision, createdAt } = rows.get(id)!;
  const owner = owners.get(id);
  return {
    metadata: {
      name,
      ...(namespace !== '' && { namespace }),
      ...{ uid, labels, creationTimestamp: new Date(createdAt).toISOString(), annotations: { note: message } },
      ...(owner && {
        ownerReferences: [
          { apiVersion: owner.group === '' ? 'v1' : `${owner.group}/v1`, kind: owner.kind, name: owner.name },
        ],
      }),
    },
    spec: {
      revision,
      ...(kind === 'Pod' && { containers: [{ name: 'app' }] }),
      ...(kind === 'Deployment' && { selector: { matchLabels: labels } }),
    },
    status: {
      conditions: [{ type: 'Ready', status: 'False', reason, message }],
      ...(kind === 'Pod' && { containerStatuses: [{ name: 'app', restartCount: 1, state: { running: {} } }] }),
    },
  };
}

/** Measurement of a Pod by the leaf's metrics server. The number of cores is the length of the Pod's message. */
function measured({ metadata, status }: KubernetesObject): KubernetesObject {
  const [condition] = status!['conditions'] as readonly { readonly message: string }[];
  const usage = { cpu: String(condition!.message.length), memory: '1Mi' };
  return { metadata, timestamp: metadata.creationTimestamp, containers: [{ name: 'app', usage }] };
}

export class WorldLeaf extends ScriptedClient {
  readonly #world: Cluster;
  readonly #grants: ClusterGrants;

  constructor(cluster: string, world: Cluster) {
    super(cluster);
    this.#world = world;
    this.#grants = { revision: 0, objects: world.grants };
  }

  override error(...[code, message, details]: Parameters<ScriptedClient['error']>): KubernetesError {
    const hidden = [...this.#world.rows.keys(), ...this.#world.grants.keys()].join(' ');
    return super.error(code, `${message}: ${HOSTILE}: ${hidden}`, details);
  }

  /** Handles a request. Writes are authorized but change nothing, so that the next caller reads the same data. */
  async request<T>(path: string, { as, method, body, contentType }: RequestOptions): Promise<T> {
    if (path === '/version') return { gitVersion: 'v1.33.0' } as T; // every user may read the version, with any grants
    if (path.endsWith('/selfsubjectaccessreviews')) return { status: { allowed: this.#allows(as, body) } } as T;
    if (path.endsWith('/selfsubjectrulesreviews')) return { status: this.#rules(as, body) } as T;
    const ofMetrics = this.#nameIn(METRICS, path);
    if (ofMetrics) {
      this.#authorize(as, 'get', METRICS, ofMetrics.namespace, ofMetrics.name);
      const pod = this.#objects(POD, ofMetrics.namespace).find(({ metadata }) => metadata.name === ofMetrics.name);
      if (!pod) throw this.error('NOT_FOUND', 'no metrics', { status: 404 });
      return measured(pod) as T;
    }
    for (const resource of this.#world.resources) {
      const requested = this.#nameIn(resource, path);
      if (!requested) continue;
      const { namespace, name } = requested;
      const verb = method === 'PATCH' ? 'patch' : method === 'DELETE' ? 'delete' : 'get';
      this.#authorize(as, verb, resource, resource.plural === 'namespaces' ? name : namespace, name);
      const id = [...this.#world.rows.keys()].find(id => {
        const object = decodeObjectId(id);
        return (
          object.group === resource.group &&
          object.kind === resource.kind &&
          object.namespace === namespace &&
          object.name === name
        );
      });
      if (contentType === 'application/apply-patch+yaml') return structuredClone(body) as T;
      if (id === undefined) throw this.error('NOT_FOUND', `${resource.plural} "${name}" not found`, { status: 404 });
      return structuredClone(leafObject(this.#world, id)) as T;
    }
    throw this.error('NOT_FOUND', 'the server could not find the requested resource', { status: 404 });
  }

  override async text(path: string, { as }: RequestOptions): Promise<TextAnswer> {
    const { namespace, name } = this.#nameIn(POD, path.replace(/\/log$/, ''))!;
    this.#authorize(as, 'get', POD, namespace, name, 'log');
    const pod = [...this.#world.rows.values()].find(
      row => row.kind === 'Pod' && row.namespace === namespace && row.name === name,
    );
    return { bytes: Buffer.from(pod?.message ?? ''), complete: true };
  }

  async list(resource: Resource, options: ListOptions): Promise<ListPage> {
    const { as, namespace = '', fieldSelector = '', labelSelector } = options;
    this.#authorize(as, 'list', resource, namespace, '');
    const items =
      resource.plural === 'events'
        ? this.#events(namespace, fieldSelector)
        : resource.group === METRICS.group
          ? selected(this.#objects(POD, namespace), labelSelector, '').map(measured)
          : selected(this.#objects(resource, namespace), labelSelector, fieldSelector);
    return this.page(structuredClone(items), options);
  }

  async discover(): Promise<readonly ServedResource[]> {
    return [...this.#world.resources.map(resource => ({ ...resource, verbs: VERBS })), EVENTS, METRICS];
  }

  #nameIn(resource: Resource, path: string): { namespace: string; name: string } | undefined {
    const name = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
    const namespace = resource.namespaced ? decodeURIComponent(/\/namespaces\/([^/]+)\//.exec(path)?.[1] ?? '') : '';
    return resourcePath(resource, namespace, name) === path ? { namespace, name } : undefined;
  }

  #objects({ group, kind }: Resource, namespace: string): KubernetesObject[] {
    return [...this.#world.rows.keys()].flatMap(id => {
      const object = decodeObjectId(id);
      return object.group === group && object.kind === kind && object.namespace === namespace
        ? [leafObject(this.#world, id)]
        : [];
    });
  }

  #events(namespace: string, fieldSelector: string): KubernetesObject[] {
    const wanted = new Map(
      fieldSelector.split(/(?<!\\),/).map(part => part.replaceAll(/\\(.)/g, '$1').split(/=(.*)/s) as [string, string]),
    );
    const isWanted = ({ namespace: of, about }: LeafEvent) =>
      of === namespace &&
      about.kind === wanted.get('involvedObject.kind') &&
      about.name === wanted.get('involvedObject.name');
    return [...this.#world.events.values()].filter(isWanted).map(({ name, about, message }) => ({
      metadata: { name, namespace, creationTimestamp: '2026-01-31T12:00:00Z' },
      involvedObject: about,
      message,
    }));
  }

  #allows(as: Caller, review: unknown): boolean {
    const { resourceAttributes } = (
      review as { spec: { resourceAttributes: Parameters<typeof oracleAllows>[2] & { subresource?: string } } }
    ).spec;
    const { resource, subresource = '' } = resourceAttributes;
    const request = { ...resourceAttributes, resource: withSubresource(resource, subresource) };
    return as.type === 'impersonate' && oracleAllows(this.#grants, asTheServerSees(as), request);
  }

  #rules(as: Caller, review: unknown): object {
    const { namespace } = (review as { spec: { namespace: string } }).spec;
    const { authorization } = this.#world;
    // fleetgraph's own account may impersonate anybody on this leaf.
    if (as.type === 'self')
      return {
        resourceRules: [{ verbs: ['impersonate'], apiGroups: [''], resources: ['users', 'groups'] }],
        incomplete: false,
      };
    const listed = as.type === 'impersonate' && authorization !== 'webhook';
    const resourceRules = listed ? [...oracleRules(this.#grants, asTheServerSees(as), namespace)] : [];
    return { resourceRules, nonResourceRules: [], incomplete: ['incomplete', 'webhook'].includes(authorization) };
  }

  #authorize(
    as: Caller,
    verb: string,
    { group, plural }: Resource,
    namespace: string,
    name: string,
    subresource = '',
  ): void {
    if (as.type !== 'impersonate') throw new Error(`asked as ${as.type}: never with the rights of the collector`);
    if (
      oracleAllows(this.#grants, asTheServerSees(as), {
        verb,
        group,
        resource: withSubresource(plural, subresource),
        namespace,
        name,
      })
    )
      return;
    const where = namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`;
    throw this.error(
      'FORBIDDEN',
      `${plural} "${name}" is forbidden: User "${as.user}" cannot ${verb} resource "${plural}" ${where}`,
      {
        status: 403,
      },
    );
  }
}

/** Filters objects by label and field selectors. Understands only the forms that the live subgraph sends. */
function selected(objects: readonly KubernetesObject[], labels = '', field: string): KubernetesObject[] {
  const wanted = [...labels.matchAll(/([^,()]+) in \(([^)]*)\)/g)].map(([, key, value]) => [key!, value!] as const);
  const [, name] = /^metadata\.name=(.*)$/s.exec(field) ?? [];
  return objects.filter(
    ({ metadata }) =>
      wanted.every(([key, value]) => Object.hasOwn(metadata.labels ?? {}, key) && metadata.labels?.[key] === value) &&
      (name === undefined || metadata.name === name),
  );
}

/** Resource in the form that RBAC rules use. */
export function withSubresource(plural: string, subresource: string): string {
  return subresource === '' ? plural : `${plural}/${subresource}`;
}

/** Identity with the group that an API server adds for every authenticated user, even for impersonated users. */
function asTheServerSees({ user, groups }: Extract<Caller, { type: 'impersonate' }>): LeafIdentity {
  return { user, groups: [...groups, 'system:authenticated'] };
}
