/**
 * Past use of CPU and memory of one object, from Prometheus.
 *
 * Security: Prometheus does not distinguish callers, so this file must decide who gets an answer. The attacker is a
 * caller who may see an object, or guesses its id, but may not read its cluster's metrics. Nothing is queried until
 * two conditions hold by the leaf cluster's replicated RBAC. First, the object's row is visible (subgraph.ts). Second,
 * the caller may list `pods.metrics.k8s.io` in the object's namespace, or `nodes.metrics.k8s.io` for a Node. The
 * metrics API of the cluster would require the same permission. The permission counts even if the cluster does not
 * serve this API. A cluster where a live review decides the caller's rights shows no history, because live reviews do
 * not cover these resources.
 *
 * A caller's text reaches a query only in quotes, and only with the characters of Kubernetes names (series.ts).
 *
 * Two risks remain. Whoever writes telemetry determines the figures. Whoever may register a cluster can choose a name
 * that telemetry uses for another cluster, and then reads the figures of that cluster.
 */
import type { VisibleNames } from '../../access/visible-names.ts';
import type { PrometheusAnswer, PrometheusCause } from '../../prometheus/client.ts';
import { matchersOf } from '../../prometheus/promql.ts';
import type { Resource } from '../../rbac/types.ts';
import type { ObjectId } from '../../schema/object-id.ts';
import type { UsageParts } from '../parts.ts';
import { promql, subjectOf, type Metric, type Subject } from './series.ts';
import type { Span } from './span.ts';

export type UsageState = PrometheusCause | 'OK' | 'STALE' | 'NOT_FOUND' | 'NOT_CONFIGURED' | 'FORBIDDEN';

export interface UsageHistory extends Span {
  readonly state: UsageState;
  readonly message: string | undefined;
  /** Time of the newest sample, in seconds since the epoch. Undefined if there are no samples. */
  readonly newest: number | undefined;
  /** CPU in cores at each point. Null at points without a sample. */
  readonly cpu: readonly (number | null)[];
  /** Memory in bytes at each point. Null at points without a sample. */
  readonly memory: readonly (number | null)[];
}

export interface HistoryOptions {
  /** Undefined if no Prometheus is configured. */
  readonly parts: UsageParts | undefined;
  readonly caller: string;
  readonly signal: AbortSignal;
  /** Time at which the answer is due, in milliseconds of performance.now(). */
  readonly deadline: number;
}

/**
 * Maximum objects of one operation. Each object needs two queries. The total stays below a caller's limit of waiting
 * queries.
 */
const MAX_OBJECTS = 20;
/** Milliseconds before the deadline that are kept for building the answer. */
const RESERVE_MS = 500;
/** Minimum span of a rate, in seconds. The span contains at least two samples at the usual scrape intervals. */
const RATE_SECONDS = 300;
const STALE_SECONDS = 300;
/** Maximum bytes of an answer. One series of 301 points has less than 20 000 bytes, and a Node may have two series. */
const MAX_BYTES = 64 * 1024;

const METRICS_API = { group: 'metrics.k8s.io', version: 'v1beta1' };
export const POD_METRICS: Resource = { ...METRICS_API, kind: 'PodMetrics', plural: 'pods', namespaced: true };
export const NODE_METRICS: Resource = { ...METRICS_API, kind: 'NodeMetrics', plural: 'nodes', namespaced: false };

/** The histories that one operation reads. */
export class UsageHistories {
  readonly #options: HistoryOptions;
  readonly #objects = new Set<string>();

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  get stepMs(): number {
    return this.#options.parts?.stepMs ?? 60_000;
  }

  /**
   * Reads the history of an object. Null for a kind without CPU or memory use.
   * @param object Must be visible to the caller
   */
  async of(
    object: ObjectId,
    span: Span,
    names: Pick<VisibleNames, 'mayListUncollected'>,
  ): Promise<UsageHistory | null> {
    const { parts } = this.#options;
    const { cluster, namespace, kind, name } = object;
    const labels = { cluster: parts?.clusterLabel ?? '', node: parts?.nodeLabel ?? '' };
    const clusterId = parts?.clusterId(cluster);
    const subject = subjectOf(object, clusterId ?? '', labels);
    if (!subject) return null;
    if (!parts) return none(span, 'NOT_CONFIGURED', 'No Prometheus is configured (usage.prometheus).');
    if (clusterId === undefined) return none(span, 'NOT_CONFIGURED', ofAnother(cluster));
    const [resource, scope] =
      kind === 'Node' ? [NODE_METRICS, ''] : [POD_METRICS, kind === 'Namespace' ? name : namespace];
    if (!(await names.mayListUncollected(cluster, resource, scope)))
      return none(span, 'FORBIDDEN', notAllowed(cluster, resource, scope));
    if (subject === 'UNNAMEABLE') return none(span, 'NOT_FOUND', NO_SERIES);
    this.#objects.add(JSON.stringify(object));
    if (this.#objects.size > MAX_OBJECTS)
      return none(span, 'LIMITED', `One operation reads the history of at most ${MAX_OBJECTS} objects.`);
    const [cpu, memory] = await Promise.all([
      this.#ask(parts, 'cpu', subject, span),
      this.#ask(parts, 'memory', subject, span),
    ]);
    return historyOf(span, subject, { cpu, memory });
  }

  #ask(parts: UsageParts, metric: Metric, subject: Subject, span: Span): Promise<PrometheusAnswer> {
    const { caller, signal, deadline } = this.#options;
    const asked = promql(metric, subject, matchersOf(parts.matchers), Math.max(RATE_SECONDS, span.step));
    return parts.prometheus.query(
      {
        ...asked,
        ...{ at: span.to, range: { from: span.from, step: span.step } },
        ...{ maxSeries: subject.selectors.length, maxBytes: MAX_BYTES },
      },
      { caller, signal, withinMs: Math.max(0, deadline - RESERVE_MS - performance.now()) },
    );
  }
}

const NO_SERIES = 'Prometheus has no samples of the object in this time.';
const RESOURCE_WORDS = { cpu: 'CPU', memory: 'Memory' } as const;

function none(span: Span, state: UsageState, message: string): UsageHistory {
  const points = new Array<null>(span.points).fill(null);
  return { ...span, state, message, newest: undefined, cpu: points, memory: points };
}

function ofAnother(cluster: string): string {
  return `Telemetry has another cluster under the name "${cluster}" (usage.clusterIds).`;
}

function notAllowed(cluster: string, { plural, group }: Resource, namespace: string): string {
  const where = namespace === '' ? '' : ` in namespace "${namespace}"`;
  return `RBAC of cluster "${cluster}" alone does not let you list ${plural}.${group}${where}.`;
}

const CAUSES: Readonly<Record<PrometheusCause, string>> = {
  UNREACHABLE: 'Prometheus cannot be reached.',
  TIMEOUT: 'Prometheus did not answer in time.',
  TOO_LARGE: 'The answer of Prometheus is larger than the limits allow.',
  REFUSED: 'Prometheus refused the query.',
  INVALID: 'The answer of Prometheus cannot be used.',
  LIMITED: 'Your share of queries to Prometheus is used up. Ask again in a minute.',
};

interface Points {
  readonly values: readonly (number | null)[];
  readonly newest: number;
  /** True if a point has the sum of the containers, and not the object's own figure. */
  readonly isOfContainers: boolean;
}

/** Converts an answer to points. Undefined if the answer has times that the query did not ask for. */
function pointsOf(answer: Extract<PrometheusAnswer, { series: unknown }>, span: Span): Points | undefined {
  const values = new Array<number | null>(span.points).fill(null);
  let [newest, isOfContainers] = [-Infinity, false];
  // A series with an id is the object's own figure, which is preferred to the sum of containers.
  const inOrder = answer.series.toSorted((a, b) => Number('id' in b.labels) - Number('id' in a.labels));
  for (const { labels, points = [] } of inOrder) {
    for (const { at, value } of points) {
      const index = (at - span.from) / span.step;
      if (!Number.isInteger(index) || index < 0 || index >= span.points) return undefined;
      if (values[index] !== null) continue;
      values[index] = value;
      newest = Math.max(newest, at);
      isOfContainers ||= !('id' in labels);
    }
  }
  return { values, newest, isOfContainers };
}

function historyOf(
  span: Span,
  { selectors, isWide }: Subject,
  answers: Readonly<Record<Metric, PrometheusAnswer>>,
): UsageHistory {
  const read = (metric: Metric): Points | { readonly cause: PrometheusCause } => {
    const answer = answers[metric];
    return 'cause' in answer ? answer : (pointsOf(answer, span) ?? { cause: 'INVALID' });
  };
  const found = { cpu: read('cpu'), memory: read('memory') };
  const { cpu, memory } = found;
  if ('cause' in cpu && 'cause' in memory) return none(span, cpu.cause, CAUSES[cpu.cause]);
  const messages: string[] = [];
  let [state, newest]: [UsageState, number] = ['OK', -Infinity];
  for (const metric of ['cpu', 'memory'] as const) {
    const points = found[metric];
    if ('cause' in points) {
      state = points.cause;
      messages.push(`${RESOURCE_WORDS[metric]} is missing: ${CAUSES[points.cause]}`);
      continue;
    }
    newest = Math.max(newest, points.newest);
    const missing = points.values.filter(value => value === null).length;
    if (missing === span.points) messages.push(`${RESOURCE_WORDS[metric]} has no samples.`);
    else if (missing > 0)
      messages.push(`${RESOURCE_WORDS[metric]}: ${missing} of ${span.points} points have no sample.`);
  }
  if (newest === -Infinity) return { ...none(span, 'NOT_FOUND', NO_SERIES), ...(state !== 'OK' && { state }) };
  if (state === 'OK' && span.to - newest > STALE_SECONDS) state = 'STALE';
  if (selectors.length > 1 && [cpu, memory].some(it => 'isOfContainers' in it && it.isOfContainers))
    messages.push('Prometheus does not record the Node itself, so this is the sum of its containers.');
  if (isWide) messages.push('Names of its Pods are cut, so Pods of other workloads with the same beginning may count.');
  const valuesOf = (points: Points | { readonly cause: PrometheusCause }) =>
    'cause' in points ? new Array<null>(span.points).fill(null) : points.values;
  return {
    ...{ ...span, state, newest },
    message: messages.length === 0 ? undefined : messages.join(' '),
    ...{ cpu: valuesOf(cpu), memory: valuesOf(memory) },
  };
}
