/**
 * Converts objects from the API server to the lines of a report (`POST /ingest/v1/report`). All functions are pure.
 *
 * Omits data that a report does not need: managedFields, the annotation with the last applied manifest, roles that
 * allow no reads of reported resources, and the bindings of these roles.
 */
import { createHash } from 'node:crypto';
import { aggregated } from '../kinds/aggregated.ts';
import type { KubernetesObject } from '../kubernetes/client.ts';
import type { Resource } from '../rbac/types.ts';

export type Detail = 'full' | 'aggregated';

export interface ReportedObject {
  /** Line of the object, without a line feed at the end. */
  readonly line: string;
  /** Data that decides whether an RBAC object is reported. Absent for other objects. */
  readonly rbac?: ReportedRole | ReportedBinding;
}

interface ReportedRole {
  readonly key: string;
  /** Rules that allow `list` or `get`, without their verbs. */
  readonly reads: readonly { readonly apiGroups: readonly string[]; readonly resources: readonly string[] }[];
}

interface ReportedBinding {
  /** Key of the role that the binding grants. */
  readonly of: string;
}

export const RBAC_GROUP = 'rbac.authorization.k8s.io';
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const READING: ReadonlySet<string> = new Set(['list', 'get', '*']);

export function reportedObject(resource: Resource, object: KubernetesObject, detail: Detail): ReportedObject {
  const { group, version, kind } = resource;
  const { managedFields: _fields, annotations, ...metadata } = object.metadata;
  const { [LAST_APPLIED]: _applied, ...kept } = annotations ?? {};
  const plain = {
    ...object,
    ...{ apiVersion: group === '' ? version : `${group}/${version}`, kind },
    metadata: { ...metadata, ...(Object.keys(kept).length > 0 && { annotations: kept }) },
  };
  const rbac = group === RBAC_GROUP ? rbacOf(kind, plain) : undefined;
  const line = JSON.stringify({ object: detail === 'aggregated' && !rbac ? aggregated(plain) : plain });
  return rbac ? { line, rbac } : { line };
}

function rbacOf(kind: string, object: KubernetesObject): ReportedObject['rbac'] {
  const { name, namespace = '' } = object.metadata;
  if (kind === 'Role' || kind === 'ClusterRole') {
    const rules = list(object['rules']).map(rule => record(rule));
    const reads = rules
      .filter(({ verbs }) => texts(verbs).some(verb => READING.has(verb)))
      .map(({ apiGroups, resources }) => ({ apiGroups: texts(apiGroups), resources: texts(resources) }));
    return { key: `${kind}/${kind === 'Role' ? namespace : ''}/${name}`, reads };
  }
  if (kind !== 'RoleBinding' && kind !== 'ClusterRoleBinding') return undefined;
  const { kind: of, name: role } = record(object['roleRef']);
  return { of: `${String(of)}/${of === 'Role' ? namespace : ''}/${String(role)}` };
}

/** Lines of a report in a fixed order, so that an unchanged report has the same bytes. */
export function linesOf(
  objects: Iterable<readonly [key: string, object: ReportedObject]>,
  resources: readonly Resource[],
): readonly string[] {
  const all = [...objects].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const roles = new Set(
    all.flatMap(([, { rbac }]) => (rbac && 'key' in rbac && givesAnything(rbac, resources) ? rbac.key : [])),
  );
  return all.flatMap(([, { line, rbac }]) => (!rbac || roles.has('key' in rbac ? rbac.key : rbac.of) ? line : []));
}

function givesAnything({ reads }: ReportedRole, resources: readonly Resource[]): boolean {
  return reads.some(({ apiGroups, resources: plurals }) =>
    resources.some(
      ({ group, plural }) =>
        (apiGroups.includes('*') || apiGroups.includes(group)) && (plurals.includes('*') || plurals.includes(plural)),
    ),
  );
}

/** Content of a report, without its agent and number. */
export interface ReportText {
  readonly kubernetesVersion: string;
  readonly resources: readonly Resource[];
  readonly lines: readonly string[];
}

/** Digest of a report. Reports with equal content have equal digests. */
export function digestOf({ kubernetesVersion, resources, lines }: ReportText): string {
  const hash = createHash('sha256').update(JSON.stringify([kubernetesVersion, resources]));
  for (const line of lines) hash.update('\n').update(line);
  return hash.digest('base64');
}

export interface Sender {
  readonly agent: string;
  readonly seq: number;
}

export function fullReport(sender: Sender, { kubernetesVersion, resources, lines }: ReportText): string {
  const header = JSON.stringify({ report: 1, ...sender, kubernetesVersion, resources });
  return [header, ...lines, JSON.stringify({ end: true, objects: lines.length }), ''].join('\n');
}

export function sameReport(sender: Sender): string {
  return `${JSON.stringify({ report: 1, ...sender, same: true })}\n`;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function texts(value: unknown): readonly string[] {
  return list(value).filter(text => typeof text === 'string');
}
