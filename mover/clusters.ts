/**
 * Sends the mover's requests to hubs and members as the mover's user. Like requests of any caller, they are
 * impersonated or carry the user's own token (callerOn in identity/identity.ts). Only the discovery of the kinds that a
 * cluster serves uses fleetgraph's own account.
 */
import { readFile } from 'node:fs/promises';
import type { ClusterRegistry } from '../clusters/registry.ts';
import { type Identity, callerOn } from '../identity/identity.ts';
import {
  resourcePath,
  type Caller,
  type KubernetesObject,
  type RequestOptions,
  type ServedResource,
} from '../kubernetes/client.ts';
import { KubernetesError } from '../kubernetes/errors.ts';
import { isKubernetesObject } from '../kubernetes/object-shape.ts';
import { METADATA } from '../kubernetes/reflector.ts';
import type { ObjectId } from '../schema/object-id.ts';

type Kind = Pick<ObjectId, 'group' | 'kind'>;

export interface MoverClustersOptions {
  readonly registry: Pick<ClusterRegistry, 'get'>;
  readonly identity: Identity;
  /** Files with the mover's tokens, by the name of a cluster in passthrough mode. @default none */
  readonly tokenFiles?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Signal that aborts all requests of the mover. */
  readonly signal: AbortSignal;
}

const MERGE_PATCH = 'application/merge-patch+json';
const FIELD_MANAGER = 'fleetgraph-mover';
/** Maximum bytes of one answer of a cluster. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_SLICES = 500;

export class MoverClusters {
  readonly #options: MoverClustersOptions;

  constructor(options: MoverClustersOptions) {
    this.#options = options;
  }

  /**
   * Reads an object. Undefined if it does not exist, or if the cluster does not serve its kind.
   * @param isMetadataOnly True to read only the metadata of the object. @default false
   * @throws KubernetesError
   */
  async get(id: ObjectId, { isMetadataOnly = false } = {}): Promise<KubernetesObject | undefined> {
    const resource = await this.#resource(id.cluster, id);
    if (!resource || resource.namespaced !== (id.namespace !== '')) return undefined;
    try {
      const path = resourcePath(resource, id.namespace, id.name);
      const object = await this.#ask(id.cluster, path, isMetadataOnly ? { accept: METADATA } : {});
      return isKubernetesObject(object) ? object : undefined;
    } catch (error) {
      if (error instanceof KubernetesError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }

  /**
   * Patches an object and returns the changed object.
   * @throws KubernetesError
   */
  async patch(id: ObjectId, body: object): Promise<KubernetesObject> {
    const resource = await this.#resource(id.cluster, id);
    if (!resource)
      throw new KubernetesError('NOT_FOUND', `${id.cluster}: serves no ${id.kind}`, { cluster: id.cluster });
    const query = { fieldManager: FIELD_MANAGER };
    const path = resourcePath(resource, id.namespace, id.name);
    return this.#ask(id.cluster, path, {
      method: 'PATCH',
      contentType: MERGE_PATCH,
      query,
      body,
    }) as Promise<KubernetesObject>;
  }

  /** @throws KubernetesError */
  async create(id: ObjectId, body: object): Promise<KubernetesObject> {
    const resource = await this.#resource(id.cluster, id);
    if (!resource)
      throw new KubernetesError('NOT_FOUND', `${id.cluster}: serves no ${id.kind}`, { cluster: id.cluster });
    const query = { fieldManager: FIELD_MANAGER };
    return this.#ask(id.cluster, resourcePath(resource, id.namespace), {
      method: 'POST',
      query,
      body,
    }) as Promise<KubernetesObject>;
  }

  /**
   * Reads the EndpointSlices of a Service, at most MAX_SLICES. Empty if the cluster does not serve EndpointSlices.
   * @throws KubernetesError
   */
  async slicesOf({ cluster, namespace, name }: ObjectId): Promise<readonly KubernetesObject[]> {
    const resource = await this.#resource(cluster, { group: 'discovery.k8s.io', kind: 'EndpointSlice' });
    if (!resource) return [];
    const { client, as } = await this.#caller(cluster);
    const { timeoutMs, signal } = this.#options;
    const labelSelector = `kubernetes.io/service-name=${name}`;
    const bounds = { limit: MAX_SLICES, maxBytes: MAX_BYTES, timeoutMs, signal };
    return (await client.list(resource, { as, namespace, labelSelector, ...bounds })).items;
  }

  async #resource(cluster: string, { group, kind }: Kind): Promise<ServedResource | undefined> {
    const { client } = await this.#caller(cluster);
    const served = await client.discover({ signal: this.#options.signal });
    return served.find(it => it.group === group && it.kind === kind && it.verbs.includes('get'));
  }

  async #ask(cluster: string, path: string, options: Omit<RequestOptions, 'as'>): Promise<unknown> {
    const { client, as } = await this.#caller(cluster);
    const { timeoutMs, signal } = this.#options;
    return client.request(path, { as, timeoutMs, signal, maxBytes: MAX_BYTES, ...options });
  }

  async #caller(cluster: string) {
    const { registry, identity, tokenFiles = {} } = this.#options;
    const registration = registry.get(cluster);
    if (!registration) throw new KubernetesError('UNREACHABLE', `${cluster} is not registered`, { cluster });
    const file = tokenFiles[cluster];
    // Read the token file for each request, since the file may be renewed.
    const token =
      file === undefined || registration.identity.mode !== 'passthrough'
        ? undefined
        : (await readFile(file, 'utf8')).trim();
    const as: Caller | undefined = callerOn(registration, token === undefined ? identity : { ...identity, token });
    if (!as)
      throw new KubernetesError('UNAUTHORIZED', `${cluster}: the mover has no token (placement.mover.tokenFiles)`, {
        cluster,
      });
    return { client: registration.client, as };
  }
}
