/** Common parts of all objects in the demo fleet: metadata, times, conditions and labels. */
import type { KubernetesObject } from '../kubernetes/client.ts';
import { simulatedUid } from '../sim/metadata.ts';
import type { RenderedObject } from '../sim/object-store.ts';
import type { DemoApp, DemoCluster } from './cluster.ts';

/** An object of a cluster, which is rendered on demand. */
export type DemoObject = RenderedObject;

export interface MetadataParts {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly createdAt?: number;
  readonly generation?: number;
  readonly owner?: Owner;
  /** Start of the deletion, and the finalizer that delays the deletion. */
  readonly deleting?: { readonly since: number; readonly finalizer: string };
}

export interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}

/** An object whose kind, namespace and name are known before rendering. */
export function demoObject(
  cluster: DemoCluster,
  [apiVersion, kind]: readonly [apiVersion: string, kind: string],
  namespace: string,
  name: string,
  render: () => MetadataParts & { readonly content: Readonly<Record<string, unknown>> },
): DemoObject {
  return {
    apiVersion,
    kind,
    metadata: { name, ...(namespace !== '' && { namespace }) },
    render: () => {
      const { content, ...parts } = render();
      return { apiVersion, kind, metadata: metadataOf(cluster, kind, namespace, name, parts), ...content };
    },
  };
}

function metadataOf(
  cluster: DemoCluster,
  kind: string,
  namespace: string,
  name: string,
  parts: MetadataParts,
): KubernetesObject['metadata'] {
  const { labels, annotations, createdAt = bornAt(cluster), generation, owner, deleting } = parts;
  return {
    name,
    ...(namespace !== '' && { namespace }),
    uid: uidOf(cluster, kind, namespace, name),
    ...(generation !== undefined && { generation }),
    creationTimestamp: time(createdAt),
    ...(labels && { labels }),
    ...(annotations && { annotations }),
    ...(owner && {
      ownerReferences: [
        {
          ...owner,
          uid: uidOf(cluster, owner.kind, namespace, owner.name),
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    }),
    ...(deleting && { deletionTimestamp: time(deleting.since), finalizers: [deleting.finalizer] }),
  };
}

/** Time at which a cluster was set up. */
export function bornAt({ now, index }: DemoCluster): number {
  return now - (400 + index) * 24 * 3_600_000;
}

export function uidOf(cluster: DemoCluster, kind: string, namespace: string, name: string): string {
  return simulatedUid(cluster.seed, cluster.name, kind, namespace, name);
}

/** Formats a time in milliseconds since the epoch as Kubernetes does, in whole seconds. */
export function time(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}

export interface ConditionParts {
  readonly generation?: number;
  readonly at: number;
}

export function condition(
  type: string,
  status: boolean | 'Unknown',
  reason: string,
  message: string,
  { generation, at }: ConditionParts,
): unknown {
  const text = status === 'Unknown' ? 'Unknown' : status ? 'True' : 'False';
  return {
    type,
    status: text,
    ...(generation !== undefined && { observedGeneration: generation }),
    lastTransitionTime: time(at),
    reason,
    message,
  };
}

/** Labels that Flux and the company's conventions add to an application's objects. */
export function labelsOf(
  { environment }: DemoCluster,
  { name, team, namespace, delivery }: DemoApp,
): Record<string, string> {
  const applied =
    delivery === 'helm'
      ? { 'helm.toolkit.fluxcd.io/name': name, 'helm.toolkit.fluxcd.io/namespace': namespace }
      : { 'kustomize.toolkit.fluxcd.io/name': name, 'kustomize.toolkit.fluxcd.io/namespace': namespace };
  return {
    'app.kubernetes.io/name': name,
    'app.kubernetes.io/part-of': team,
    'acme.example/team': team,
    'acme.example/environment': environment,
    ...applied,
  };
}
