/**
 * The metrics server of a simulated leaf. Measurements of Pods and Nodes are computed on demand. As on a real API
 * server, metrics have no watches and no pages, and lists of metrics have no resourceVersion.
 */
import type { KubernetesObject } from '../kubernetes/client.ts';
import type { ObjectStore } from './object-store.ts';
import type { ResourceRequest } from './request.ts';
import type { SimulatedResource } from './resources.ts';
import { selectorOf } from './selectors.ts';
import { methodNotAllowed, notFound } from './status.ts';

/** Measurement of a metrics server, in Kubernetes' notation of quantities. */
export interface MeasuredUsage {
  readonly cpu: string;
  readonly memory: string;
}

/** Returns the usage of a Pod by container. Undefined for a Pod without a measurement. */
export type MeasurePod = (pod: KubernetesObject) => Readonly<Record<string, MeasuredUsage>> | undefined;
export type MeasureNode = (
  node: KubernetesObject,
  podsOfNode: readonly KubernetesObject[],
) => MeasuredUsage | undefined;

const GROUP = 'metrics.k8s.io';
const VERSION = 'v1beta1';
const VERBS = ['get', 'list'];
const RESOURCES: readonly SimulatedResource[] = [
  {
    group: GROUP,
    version: VERSION,
    kind: 'NodeMetrics',
    plural: 'nodes',
    namespaced: false,
    hasStatus: false,
    verbs: VERBS,
  },
  {
    group: GROUP,
    version: VERSION,
    kind: 'PodMetrics',
    plural: 'pods',
    namespaced: true,
    hasStatus: false,
    verbs: VERBS,
  },
];

export class SimulatedMetrics {
  readonly #objects: ObjectStore;
  #measure: { readonly pod: MeasurePod; readonly node: MeasureNode } | undefined;

  constructor(objects: ObjectStore) {
    this.#objects = objects;
  }

  /** Installs the metrics server. */
  serve(measure: { readonly pod: MeasurePod; readonly node: MeasureNode }): void {
    this.#measure = measure;
  }

  get resources(): readonly SimulatedResource[] {
    return this.#measure ? RESOURCES : [];
  }

  /**
   * Response to a request. Undefined for requests that are not about metrics.
   * @throws StatusError
   */
  answer({ group, version, plural, verb, namespace, name, single, query }: ResourceRequest): unknown {
    const resource = this.resources.find(it => it.group === group && it.version === version && it.plural === plural);
    if (!resource) return undefined;
    if (!VERBS.includes(verb)) throw methodNotAllowed();
    const collection = this.#objects.collection('', plural)!;
    const selector = selectorOf(collection.resource, query);
    const objects = collection
      .list(namespace)
      .map(stored => this.#objects.read(collection, stored))
      .filter(object => (!single || object.metadata.name === name) && (!selector || selector(object)));
    const items = objects.flatMap(object => this.#measured(resource, object) ?? []);
    const apiVersion = `${GROUP}/${VERSION}`;
    if (!single) return { kind: `${resource.kind}List`, apiVersion, metadata: {}, items };
    if (!items[0]) throw notFound(resource, name);
    return { kind: resource.kind, apiVersion, ...items[0] };
  }

  #measured({ kind }: SimulatedResource, object: KubernetesObject): object | undefined {
    const { name, namespace, labels } = object.metadata;
    const metadata = {
      name,
      ...(namespace && { namespace }),
      ...(labels && { labels }),
      creationTimestamp: new Date().toISOString(),
    };
    const common = { metadata, timestamp: new Date().toISOString(), window: '15s' };
    if (kind === 'NodeMetrics') {
      const pods = this.#objects
        .list({ apiVersion: 'v1', kind: 'Pod' })
        .filter(({ spec }) => spec?.['nodeName'] === name);
      const usage = this.#measure?.node(object, pods);
      return usage && { ...common, usage };
    }
    const usages = this.#measure?.pod(object);
    return usages && { ...common, containers: Object.entries(usages).map(([name, usage]) => ({ name, usage })) };
  }
}
