/**
 * PromQL for the CPU and memory of one object, based on the container metrics of cAdvisor (part of the kubelet).
 *
 * A name goes into a query only if it matches NAME. The use of a workload is the sum over the Pods whose names its
 * controller could have generated. Two replicas of Prometheus or two endpoints of a kubelet can report a series twice.
 * Then only the larger value counts.
 */
import { matchersOf, quote } from '../../prometheus/promql.ts';
import type { ObjectId } from '../../schema/object-id.ts';

export interface Labels {
  readonly cluster: string;
  readonly node: string;
}

/** The series of an object that uses CPU and memory, itself or through its Pods. */
export interface Subject {
  /** Selectors in order of priority. A later selector counts only at times when earlier selectors have no sample. */
  readonly selectors: readonly Selector[];
  /** True if names of Pods may be truncated, so that Pods of other workloads may be included. */
  readonly isWide: boolean;
}

interface Selector {
  readonly matchers: readonly string[];
  /** Labels that distinguish the series of one selector. */
  readonly each: readonly string[];
  /** Labels that the answer keeps. */
  readonly by: readonly string[];
}

export type Metric = 'cpu' | 'memory';

/** Accepts every DNS subdomain (RFC 1123), and some invalid names such as `a..b`. */
const NAME = /^[a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?$/;
/** The characters that Kubernetes uses in generated names. */
const GENERATED = '[bcdfghjklmnpqrstvwxz2456789]';
const RANDOM = `${GENERATED}{5}`;
/** Maximum length of the fixed part of a generated name. Kubernetes truncates longer parts. */
const MAX_BASE = 58;
/** Maximum length of the hash in the name of a Deployment's ReplicaSet. */
const HASH = 10;

/**
 * Returns the series of an object. `UNNAMEABLE` means that no object with this namespace and name can exist. Undefined
 * means that the kind has no use of CPU or memory.
 */
export function subjectOf(
  { group, kind, namespace, name }: ObjectId,
  clusterId: string,
  labels: Labels,
): Subject | 'UNNAMEABLE' | undefined {
  const pods = podsOf(group, kind, name);
  const isNode = group === '' && kind === 'Node';
  if (!pods && !isNode) return undefined;
  const isOfCluster = isNode || kind === 'Namespace';
  if (!NAME.test(name) || (isOfCluster ? namespace !== '' : !NAME.test(namespace))) return 'UNNAMEABLE';
  const cluster = matchersOf({ [labels.cluster]: clusterId });
  const containers = { each: ['namespace', 'pod', 'container'], by: [] };
  const inContainers = ['container!=""', 'container!="POD"'];
  if (!pods) {
    const onNode = [...cluster, ...matchersOf({ [labels.node]: name })];
    return {
      selectors: [
        { matchers: [...onNode, 'id="/"'], each: ['id'], by: ['id'] },
        { matchers: [...onNode, 'pod!=""', ...inContainers], ...containers },
      ],
      isWide: false,
    };
  }
  const place = matchersOf({ namespace: isOfCluster ? name : namespace });
  return {
    selectors: [{ matchers: [...cluster, ...place, ...pods.matchers, ...inContainers], ...containers }],
    isWide: pods.isWide,
  };
}

interface Pods {
  readonly matchers: readonly string[];
  readonly isWide: boolean;
}

function podsOf(group: string, kind: string, name: string): Pods | undefined {
  const named = (pattern: string, isWide = false): Pods => ({ matchers: [`pod=~${quote(pattern)}`], isWide });
  const base = escaped(`${name}-`.slice(0, MAX_BASE));
  const isCut = name.length + 1 > MAX_BASE;
  switch (`${kind}.${group}`) {
    case 'Namespace.':
      return { matchers: [], isWide: false };
    case 'Pod.':
      return { matchers: matchersOf({ pod: name }), isWide: false };
    case 'Deployment.apps':
      if (name.length + HASH + 2 > MAX_BASE) return named(`${base}${GENERATED}{0,${HASH}}-?${RANDOM}`, true);
      return named(`${base}${GENERATED}{1,${HASH}}-${RANDOM}`);
    case 'ReplicaSet.apps':
    case 'DaemonSet.apps':
      return named(`${base}${RANDOM}`, isCut);
    case 'StatefulSet.apps':
      return named(`${escaped(`${name}-`)}[0-9]{1,10}`);
    default:
      return undefined;
  }
}

/** Converts a valid name to a regular expression that matches only this name. */
function escaped(name: string): string {
  return name.replaceAll('.', '[.]');
}

const METRICS: Readonly<Record<Metric, (matchers: string, seconds: number) => string>> = {
  cpu: (matchers, seconds) => `rate(container_cpu_usage_seconds_total{${matchers}}[${seconds}s])`,
  memory: matchers => `container_memory_working_set_bytes{${matchers}}`,
};

/**
 * @param configured Matchers from the configuration
 * @param seconds Span over which a rate is computed
 */
export function promql(
  metric: Metric,
  { selectors }: Subject,
  configured: readonly string[],
  seconds: number,
): { readonly query: string; readonly labels: readonly string[] } {
  const terms = selectors.map(({ matchers, each, by }) => {
    const selected = METRICS[metric]([...configured, ...matchers].join(','), seconds);
    return `sum by (${by.join(', ')}) (max by (${each.join(', ')}) (${selected}))`;
  });
  return { query: terms.join(' or on () '), labels: selectors.flatMap(({ by }) => by) };
}
