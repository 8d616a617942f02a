/**
 * The ids of the graph (`Node.id`). The form of an id identifies the type: `cluster`, `cluster/namespace`,
 * `/group/kind`, `//address/directory` for a package (package-id.ts), and `cluster/group/kind/namespace/name` for an
 * object (object-id.ts). Segments are spelled exactly as `encodeURIComponent` spells them.
 */
import { decodeObjectId, decodeSegment, encodeSegment, MalformedIdError, type ObjectId } from './object-id.ts';
import { decodePackageId, type PackageName } from './package-id.ts';

export type NodeId =
  | { readonly type: 'Cluster'; readonly cluster: string }
  | { readonly type: 'Namespace'; readonly cluster: string; readonly name: string }
  | { readonly type: 'Kind'; readonly group: string; readonly kind: string }
  | ({ readonly type: 'Package' } & PackageName)
  | ({ readonly type: 'KubernetesObject' } & ObjectId);

export function encodeClusterId(cluster: string): string {
  return encodeSegment(cluster);
}

export function encodeNamespaceId(cluster: string, name: string): string {
  return `${encodeSegment(cluster)}/${encodeSegment(name)}`;
}

export function encodeKindId({ group, kind }: { readonly group: string; readonly kind: string }): string {
  return `/${encodeSegment(group)}/${encodeSegment(kind)}`;
}

/**
 * Maximum length in characters of the id of a cluster, a namespace or a kind. Two segments of 253 characters are
 * shorter, even if percent-encoding turns every character into nine characters.
 */
const MAX_SHORT_ID_LENGTH = 5_000;

/** @throws MalformedIdError if `text` is not the canonical spelling of an id */
export function decodeNodeId(text: string): NodeId {
  if (text.startsWith('//') && text.split('/', 5).length === 4) return { type: 'Package', ...decodePackageId(text) };
  const segments = text.length <= MAX_SHORT_ID_LENGTH ? text.split('/') : [];
  const [first, second, third] = segments.map(decodeSegment);
  if (segments.length === 1 && first) return { type: 'Cluster', cluster: first };
  if (segments.length === 2 && first && second) return { type: 'Namespace', cluster: first, name: second };
  if (segments.length === 3 && first === '' && second !== undefined && third)
    return { type: 'Kind', group: second, kind: third };
  if (segments.length === 0 || segments.length === 5) return { type: 'KubernetesObject', ...decodeObjectId(text) };
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  throw new MalformedIdError(
    `"${shown}" is not an id. A cluster's is its name, a namespace's cluster/namespace, a kind's /group/kind, a package's //address/directory and an object's cluster/group/kind/namespace/name, each part percent-encoded and empty parts kept.`,
  );
}
