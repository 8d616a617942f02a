/**
 * Parts of an object's page that depend on its kind. The folder kinds/ has one description per kind, made of figures,
 * tables and lists. A description reads the spec and the status that the cluster sent. Any value may be missing. A kind
 * without a description shows the columns that kubectl prints.
 */
import { CLUSTER_OBJECTS } from './kinds/cluster-objects.ts';
import { DELIVERY } from './kinds/delivery.ts';
import { asJson, type Content, type Describe, type Described } from './kinds/parts.ts';
import { WORKLOADS } from './kinds/workloads.ts';

const DESCRIPTIONS: Readonly<Record<string, Describe>> = { ...WORKLOADS, ...CLUSTER_OBJECTS, ...DELIVERY };

interface KindOfObject {
  readonly group: string;
  readonly kind: string;
}

const keyOf = ({ group, kind }: KindOfObject): string => (group === '' ? kind : `${kind}.${group}`);

export const isDescribed = (kind: KindOfObject): boolean => Object.hasOwn(DESCRIPTIONS, keyOf(kind));

export const DESCRIBED_KINDS: readonly string[] = Object.keys(DESCRIPTIONS);

/** Kinds that select Pods. The page of an object of these kinds shows the logs of its Pods together. */
const WITH_LOGS: ReadonlySet<string> = new Set([
  ...[
    'Service',
    'ReplicationController',
    'Deployment.apps',
    'StatefulSet.apps',
    'DaemonSet.apps',
    'ReplicaSet.apps',
    'Job.batch',
  ],
  'Rollout.argoproj.io',
]);
const isPod = ({ group, kind }: KindOfObject): boolean => group === '' && kind === 'Pod';

/** Type of log page for this kind. Undefined if objects of the kind have no logs. */
export function logsOf(kind: KindOfObject): 'pod' | 'workload' | undefined {
  if (isPod(kind)) return 'pod';
  return WITH_LOGS.has(keyOf(kind)) ? 'workload' : undefined;
}

/** True if the objects of a kind or their Pods use CPU and memory. */
export function hasUsage(kind: KindOfObject): boolean {
  return logsOf(kind) !== undefined || (kind.group === '' && (kind.kind === 'Node' || kind.kind === 'Namespace'));
}

/** Undefined if the kind has no description. Omits tables without rows. */
export function described(
  kind: KindOfObject,
  { spec, status, keys }: Content,
  now: number,
  namespace = '',
): Described | undefined {
  const describe = isDescribed(kind) ? DESCRIPTIONS[keyOf(kind)] : undefined;
  const found = describe?.(asJson(spec), asJson(status), { now, namespace, ...(keys && { keys }) });
  return found && { ...found, tables: found.tables.filter(({ rows }) => rows.length > 0) };
}
