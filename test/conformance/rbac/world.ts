/**
 * The RBAC of a server as manifests by key, so that single objects can be changed. Also makes the other objects that a
 * test creates on the server.
 */
import type { Resource } from '../../../rbac/types.ts';
import type { KubernetesJson } from '../../harness/apiserver-client.ts';
import type { RbacManifest } from '../../rbac/manifests.ts';

/** Manifests by keyOf(). */
export type World = ReadonlyMap<string, RbacManifest>;

export function keyOf({ kind, metadata: { name, namespace = '' } }: RbacManifest): string {
  return `${kind}/${namespace}/${name}`;
}

export function worldOf(manifests: Iterable<RbacManifest>): World {
  return new Map(Array.from(manifests, manifest => [keyOf(manifest), manifest]));
}

export function definition(resource: Resource): KubernetesJson {
  const { group, version, kind, plural, namespaced } = resource;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: namespaced ? 'Namespaced' : 'Cluster',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  };
}

/** A minimal object for the API server. Of built-in kinds with required fields, covers Pod, Deployment and Event. */
export function objectOf({ group, version, kind }: Resource, namespace: string, name: string): KubernetesJson {
  const manifest: KubernetesJson = {
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
    metadata: { name, ...(namespace !== '' && { namespace }) },
  };
  if (kind === 'Pod' && group === '') manifest['spec'] = { containers: [{ name: 'main', image: 'main:1' }] };
  if (kind === 'Deployment') {
    const labels = { app: name.replaceAll('.', '-') };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'main:1' }] } };
    manifest['spec'] = { selector: { matchLabels: labels }, template };
  }
  if (kind === 'Event' && group === '') {
    manifest['involvedObject'] = { kind: 'Pod', namespace, name };
    manifest['reason'] = 'Seen';
  }
  return manifest;
}
