/**
 * From an object as a leaf sent it to the row that a list shows. One table says which normaliser reads which kind; every other kind is read by
 * kstatus.
 *
 * Total: any JSON gives a row within the bounds or a refusal with its reason, never an exception. The row's identity comes from the
 * registration (cluster) and from discovery (group, version, kind), never from what the object claims. Nothing but metadata, status and the
 * named spec fields is read, and of Secrets and ConfigMaps not even these get here.
 */
import type { Resource } from '../rbac/types.ts';
import { MAX_LABELS, MAX_LABEL_KEY_LENGTH, MAX_MESSAGE_LENGTH, MAX_REASON_LENGTH, MAX_REVISION_LENGTH } from '../store/limits.ts';
import type { Row } from '../store/store.ts';
import type { Refusal } from './refusals.ts';
import { flux, isFluxGroup } from './flux.ts';
import { kstatus } from './kstatus.ts';
import { namespace } from './namespace.ts';
import { at, claimsOtherKind, isName, isRecord, line, record, text, time } from './untrusted.ts';
import type { Normaliser } from './verdict.ts';
import { cronJob, job, pod, replicated } from './workloads.ts';

/** UIDs and resource versions are opaque; a longer one is none. */
const MAX_TOKEN_LENGTH = 128;

const NORMALISERS: ReadonlyMap<string, Normaliser> = new Map([
  ['/Namespace', namespace],
  ['/Pod', pod],
  ['apps/Deployment', replicated],
  ['apps/StatefulSet', replicated],
  ['apps/DaemonSet', replicated],
  ['apps/ReplicaSet', replicated],
  ['batch/Job', job],
  ['batch/CronJob', cronJob],
]);

/**
 * Kinds of which metadata says all that a row holds. What they keep beside it, which is what must not get out, is not even asked for.
 */
const METADATA_ONLY: ReadonlySet<string> = new Set(['/Secret', '/ConfigMap']);

export function needsMetadataOnly({ group, kind }: Pick<Resource, 'group' | 'kind'>): boolean {
  return METADATA_ONLY.has(`${group}/${kind}`);
}

export function normalise(cluster: string, resource: Resource, object: unknown, now: number): Row | Refusal {
  const metadata = at(object, 'metadata');
  if (!isRecord(metadata)) return { refused: 'it has no metadata', reason: 'shape' };
  if (claimsOtherKind(object, resource)) return { refused: 'it is of another kind than was asked for', reason: 'kind' };
  const { name } = metadata;
  const namespaceName = metadata['namespace'] ?? '';
  if (!isName(name)) return { refused: 'its name is absent, too long, or holds characters that no name can hold', reason: 'name' };
  if (resource.namespaced && !isName(namespaceName))
    return { refused: 'it is of a namespaced kind and its namespace is absent or malformed', reason: 'namespace' };
  if (!resource.namespaced && namespaceName !== '')
    return { refused: 'it is of a cluster-scoped kind and claims a namespace', reason: 'namespace' };

  const { group, version, kind } = resource;
  const subject = { group, kind, namespace: text(namespaceName), now };
  const normaliser: Normaliser = NORMALISERS.get(`${group}/${kind}`) ?? (isFluxGroup(group) ? flux : kstatus);
  const found = normaliser(object, subject);
  return {
    cluster,
    group,
    version,
    kind,
    namespace: subject.namespace,
    name,
    uid: token(metadata['uid']),
    resourceVersion: token(metadata['resourceVersion']),
    status: found.status,
    suspended: found.suspended ?? false,
    reason: line(found.reason, MAX_REASON_LENGTH),
    message: line(found.message, MAX_MESSAGE_LENGTH),
    revision: line(found.revision ?? '', MAX_REVISION_LENGTH),
    attemptedRevision: line(found.attemptedRevision ?? '', MAX_REVISION_LENGTH),
    source: found.source ?? '',
    labels: labels(metadata['labels']),
    createdAt: time(metadata['creationTimestamp']),
    transitionedAt: found.transitionedAt,
    syncedAt: now,
  };
}

const LABEL_KEY = /^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/;
const LABEL_VALUE = /^([A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?$/;

/** The labels that are labels by Kubernetes' own rules. fromEntries defines own properties, so no key can reach a prototype. */
function labels(value: unknown): Readonly<Record<string, string>> {
  const valid: [string, string][] = [];
  for (const [key, label] of Object.entries(record(value))) {
    if (valid.length === MAX_LABELS) break;
    if (typeof label === 'string' && key.length <= MAX_LABEL_KEY_LENGTH && LABEL_KEY.test(key) && LABEL_VALUE.test(label))
      valid.push([key, label]);
  }
  return Object.fromEntries(valid);
}

function token(value: unknown): string {
  return typeof value === 'string' && value.length <= MAX_TOKEN_LENGTH && !/[^\x21-\x7e]/.test(value) ? value : '';
}
