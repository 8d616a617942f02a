/**
 * CPU and memory that an object uses, from the metrics API of its cluster (metrics.k8s.io), with the requests and
 * limits of its Pods. Usage and Pods are read as the caller.
 *
 * Measurements and Pods are two separate reads. Each may be refused or incomplete, and `message` names each missing
 * part. Nothing that a metrics server sends is trusted. A value that is not a valid quantity counts as not measured.
 */
import DataLoader from 'dataloader';
import type { Caller, KubernetesObject, ServedResource } from '../../kubernetes/client.ts';
import { requestPhrase, resourcePath } from '../../kubernetes/client.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import { isKubernetesObject } from '../../kubernetes/object-shape.ts';
import { quantityOf } from '../../kubernetes/quantity.ts';
import { labelsMatch } from '../../readmodel/select/labels.ts';
import type { ObjectRequirement } from '../label-selector.ts';
import { isPathSegment, isScope, MAX_OBJECT_BYTES, type LeafSession } from './leaf-session.ts';
import { noToken, refusalOf, sentences, type LiveState, type Refusal } from './live-state.ts';
import { items, record, text, time } from './manifest.ts';
import type { FoundObject } from './object-reader.ts';
import {
  hasEnded,
  MAX_CONTAINERS,
  resourcesOfPod,
  runningContainers,
  type PodResources,
  type Resources,
} from './pod-resources.ts';
import { listPods, podsOf, type ListedPods, type PodSelection } from './selected-pods.ts';

export interface UsageQuestion {
  readonly found: FoundObject;
  /**
   * True if the selection contains requests, limits or numbers of Pods. Without these fields, a Node needs no list of
   * Pods.
   */
  readonly needsPods: boolean;
}

/** Amounts in cores of CPU or bytes of memory. Null if unknown. */
export interface Amounts {
  readonly used: number | null;
  readonly requested: number | null;
  /** Null if there is no limit, or if the limit is unknown. */
  readonly limit: number | null;
  /** Amount that a Node offers to Pods. Null for other kinds, or if unknown. */
  readonly allocatable: number | null;
}

export interface Usage {
  /** State of the failed read. OK if no read failed. If both reads failed, the state of the measurements' read. */
  readonly state: LiveState;
  readonly message: string | undefined;
  /** Time of the oldest measurement. Undefined if no measurement has a time. */
  readonly measuredAt: Date | undefined;
  readonly pods: number | null;
  readonly podsMeasured: number | null;
  readonly cpu: Amounts;
  readonly memory: Amounts;
  /** Containers of a Pod. Null for other kinds. */
  readonly containers: readonly ContainerUsage[] | null;
}

interface ContainerUsage {
  readonly name: string;
  readonly cpu: Amounts;
  readonly memory: Amounts;
}

/** Reads the usage of an object. Null for a kind that has no Pods. */
export type UsageReader = DataLoader<UsageQuestion, Usage | null, string>;

interface Used {
  readonly cpu: number;
  readonly memory: number;
}

/** A measurement of a Pod or a Node. */
interface Measured extends Used {
  readonly at: Date | undefined;
  readonly containers: ReadonlyMap<string, Used>;
}

type Measurements =
  | { readonly state: 'OK'; readonly byName: ReadonlyMap<string, Measured>; readonly missing: string | undefined }
  | Refusal;

interface CountedPod {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly resources: PodResources;
  readonly hasEnded: boolean;
}

type Pods = ListedPods<CountedPod> | Refusal;

const GROUP = 'metrics.k8s.io';
/** Maximum number of objects of one scope (scopeOf) that are read one by one. */
const MAX_SINGLE = 4;
const MAX_PAGES = 4;

export function createUsageReader(session: LeafSession): UsageReader {
  return new DataLoader<UsageQuestion, Usage | null, string>(questions => readTogether(session, questions), {
    cacheKeyFn: usageKey,
    maxBatchSize: 2_000,
  });
}

export function usageKey({ found: { object, resource }, needsPods }: UsageQuestion): string {
  return JSON.stringify([
    'usage',
    resource.group,
    resource.kind,
    object.metadata.namespace,
    object.metadata.name,
    needsPods,
  ]);
}

async function readTogether(session: LeafSession, questions: readonly UsageQuestion[]): Promise<(Usage | null)[]> {
  const as = session.caller;
  const counts = new Map<string, number>();
  for (const { found } of questions) counts.set(scopeOf(found), (counts.get(scopeOf(found)) ?? 0) + 1);
  const reads = as && new UsageReads(session, as);
  return Promise.all(
    questions.map(async question => {
      const { found } = question;
      const selected = podsOf(found);
      if (!selected) return null;
      if (!reads) return usageOf(found, noToken(session.cluster), undefined);
      return reads.usage(question, selected, counts.get(scopeOf(found))! > MAX_SINGLE);
    }),
  );
}

/**
 * Key of the objects that are read together: all Nodes, one Namespace, the Pods of a namespace, or the workloads and
 * Services of a namespace.
 */
function scopeOf({ object, resource: { group, kind } }: FoundObject): string {
  const isAlone = group === '' && (kind === 'Pod' || kind === 'Node' || kind === 'Namespace');
  return JSON.stringify([
    isAlone ? kind : '',
    kind === 'Namespace' ? object.metadata.name : (object.metadata.namespace ?? ''),
  ]);
}

/** The reads of one batch. Equal lists are sent once. */
class UsageReads {
  readonly #session: LeafSession;
  readonly #as: Caller;
  readonly #pods = new Map<string, Promise<Pods>>();
  readonly #measurements = new Map<string, Promise<Measurements>>();

  constructor(session: LeafSession, as: Caller) {
    this.#session = session;
    this.#as = as;
  }

  /** @param isOneOfMany True if one list of the whole scope costs less than single reads */
  async usage({ found, needsPods }: UsageQuestion, selected: PodSelection, isOneOfMany: boolean): Promise<Usage> {
    const { kind, group } = found.resource;
    if (group === '' && (kind === 'Node' || kind === 'Pod')) {
      const [measured, pods] = await Promise.all([
        this.#measuredOne(kind, found, isOneOfMany),
        kind === 'Node' && needsPods ? this.#podsOf({ ...selected }) : undefined,
      ]);
      return usageOf(found, measured, pods);
    }
    const [measured, pods] = await Promise.all([
      this.#measuredAll(selected, isOneOfMany),
      this.#selectedPods(selected, isOneOfMany),
    ]);
    if (pods.state === 'OK') return usageOf(found, measured, pods);
    // Without Pods, only the selector tells which measurements of the namespace belong to the object.
    return usageOf(found, await this.#measuredAll(selected, false), pods);
  }

  async #measuredOne(kind: 'Node' | 'Pod', { object }: FoundObject, isOneOfMany: boolean): Promise<Measurements> {
    const { namespace = '', name } = object.metadata;
    const measured = await this.#measured(`${kind}Metrics`, resource => {
      const all = isOneOfMany ? this.#listed(resource, { namespace }) : undefined;
      return unlessIncomplete(all, () => this.#one(resource, namespace, name));
    });
    return measured;
  }

  #measuredAll({ namespace, labelSelector }: PodSelection, isOneOfMany: boolean): Promise<Measurements> {
    return this.#measured('PodMetrics', resource => {
      const single = () => this.#listed(resource, { namespace, ...(labelSelector !== undefined && { labelSelector }) });
      return unlessIncomplete(isOneOfMany ? this.#listed(resource, { namespace }) : undefined, single);
    });
  }

  async #selectedPods(selected: PodSelection, isOneOfMany: boolean): Promise<Pods> {
    const { namespace, requirements } = selected;
    const all = isOneOfMany && requirements ? await this.#podsOf({ namespace }) : undefined;
    if (all?.state !== 'OK' || all.missing !== undefined || !requirements) return this.#podsOf(selected);
    return { ...all, pods: await this.#session.inTurns(selectedOf(all.pods, requirements)) };
  }

  #podsOf(selected: PodSelection): Promise<Pods> {
    const key = JSON.stringify([selected.namespace, selected.labelSelector, selected.fieldSelector]);
    const known = this.#pods.get(key) ?? listPods(this.#session, this.#as, selected, countedPod);
    this.#pods.set(key, known);
    return known;
  }

  async #measured(kind: string, read: (resource: ServedResource) => Promise<Measurements>): Promise<Measurements> {
    const session = this.#session;
    let resource: ServedResource | undefined;
    try {
      resource = await session.resourceOf({ group: GROUP, kind });
    } catch (error) {
      if (!(error instanceof KubernetesError)) throw error;
      session.note(error);
      return refusalOf(error, session.requested('read metrics'));
    }
    return resource ? read(resource) : { state: 'NOT_FOUND', message: notServed(session) };
  }

  /** Reads one measurement by name. */
  async #one(resource: ServedResource, namespace: string, name: string): Promise<Measurements> {
    const session = this.#session;
    const none: Measurements = { state: 'OK', byName: new Map(), missing: undefined };
    if (!isPathSegment(name) || !isScope(namespace)) return none;
    try {
      const path = resourcePath(resource, namespace, name);
      const object = await session.ask(this.#as, asking =>
        session.registration.client.request<unknown>(path, { ...asking, maxBytes: MAX_OBJECT_BYTES }),
      );
      const isIt =
        isKubernetesObject(object) && object.metadata.name === name && (object.metadata.namespace ?? '') === namespace;
      const measured = isIt ? measuredOf(object) : undefined;
      return measured ? { ...none, byName: new Map([[name, measured]]) } : none;
    } catch (error) {
      if (!(error instanceof KubernetesError)) throw error;
      // A Pod that has just started is not measured yet.
      if (error.code === 'NOT_FOUND') return none;
      return metricsRefusal(session, error, requestPhrase('get', resource, { namespace, name }));
    }
  }

  #listed(
    resource: ServedResource,
    selected: Pick<PodSelection, 'namespace' | 'labelSelector'>,
  ): Promise<Measurements> {
    const key = JSON.stringify([resource.plural, selected.namespace, selected.labelSelector]);
    const known = this.#measurements.get(key) ?? this.#list(resource, selected);
    this.#measurements.set(key, known);
    return known;
  }

  async #list(
    resource: ServedResource,
    { namespace, labelSelector }: Pick<PodSelection, 'namespace' | 'labelSelector'>,
  ): Promise<Measurements> {
    const session = this.#session;
    const byName = new Map<string, Measured>();
    const keepAll = function* (objects: readonly KubernetesObject[]): Generator<void, void, undefined> {
      for (const object of objects) {
        const measured = measuredOf(object);
        if (!session.budget.takeBytes(ENTRY_BYTES)) return;
        const { namespace: place = '' } = object.metadata;
        if (measured && place === namespace) byName.set(object.metadata.name, measured);
        yield;
      }
    };
    try {
      const { hasMore } = await session.list(this.#as, resource, {
        ...{
          namespace,
          maxPages: MAX_PAGES,
          isUnversioned: true,
          onObjects: objects => session.inTurns(keepAll(objects)),
        },
        ...(labelSelector !== undefined && { labelSelector }),
      });
      if (session.budget.isSpent) return session.budget.refusal;
      return {
        state: 'OK',
        byName,
        missing: hasMore ? 'The metrics server has more measurements than are read.' : undefined,
      };
    } catch (error) {
      if (!(error instanceof KubernetesError)) throw error;
      const where = namespace === '' ? '' : ` in namespace "${namespace}"`;
      return metricsRefusal(session, error, `list ${resource.plural}.${GROUP}${where}`);
    }
  }
}

/** Number of Pods processed before yielding. */
const PODS_IN_A_STEP = 200;

function* selectedOf(
  pods: readonly CountedPod[],
  requirements: readonly ObjectRequirement[],
): Generator<void, CountedPod[], undefined> {
  const selected: CountedPod[] = [];
  for (const [looked, pod] of pods.entries()) {
    if (labelsMatch(requirements, pod.labels)) selected.push(pod);
    if (looked % PODS_IN_A_STEP === PODS_IN_A_STEP - 1) yield;
  }
  return selected;
}

/** Estimated bytes of memory of a measurement. */
const ENTRY_BYTES = 500;

async function unlessIncomplete(
  all: Promise<Measurements> | undefined,
  single: () => Promise<Measurements>,
): Promise<Measurements> {
  const read = await all;
  return read?.state === 'OK' && read.missing === undefined ? read : single();
}

function notServed({ cluster }: LeafSession): string {
  return `Cluster "${cluster}" measures no CPU and memory: it serves no ${GROUP}. Its administrator can install metrics-server.`;
}

function metricsRefusal(session: LeafSession, error: KubernetesError, doing: string): Refusal {
  session.note(error);
  const refusal = refusalOf(error, session.requested(doing));
  // Most likely, the metrics server behind the API server failed.
  if (error.code === 'SERVER_ERROR')
    return { ...refusal, message: `The metrics server of cluster "${session.cluster}" does not answer.` };
  return error.code === 'NOT_FOUND' ? { state: 'NOT_FOUND', message: notServed(session) } : refusal;
}

function measuredOf(object: KubernetesObject): Measured | undefined {
  const at = time(object['timestamp']);
  if (object['containers'] === undefined) {
    const used = usedOf(object['usage']);
    return used && { ...used, at, containers: new Map() };
  }
  const containers = new Map<string, Used>();
  for (const item of items(object['containers']).slice(0, MAX_CONTAINERS)) {
    const name = text(record(item)?.['name']);
    const used = usedOf(record(item)?.['usage']);
    if (name !== undefined && used) containers.set(name, used);
  }
  if (containers.size === 0) return undefined;
  const all = [...containers.values()];
  return { cpu: total(all.map(it => it.cpu)), memory: total(all.map(it => it.memory)), at, containers };
}

function usedOf(usage: unknown): Used | undefined {
  const [cpu, memory] = [quantityOf(record(usage)?.['cpu']), quantityOf(record(usage)?.['memory'])];
  return cpu === undefined || memory === undefined || cpu < 0 || memory < 0 ? undefined : { cpu, memory };
}

function countedPod(pod: KubernetesObject): CountedPod {
  const { name, labels = {} } = pod.metadata;
  return { name, labels, resources: resourcesOfPod(pod), hasEnded: hasEnded(pod) };
}

/** @param pods Undefined if Pods were not listed */
function usageOf(found: FoundObject, measurements: Measurements, pods: Pods | undefined): Usage {
  const { object, resource } = found;
  const isPod = resource.group === '' && resource.kind === 'Pod';
  const isNode = resource.group === '' && resource.kind === 'Node';
  const all = isPod ? [countedPod(object)] : pods?.state === 'OK' ? pods.pods : undefined;
  const running = all?.filter(pod => !pod.hasEnded);
  const byName = measurements.state === 'OK' ? measurements.byName : undefined;
  const own = byName?.get(object.metadata.name);
  const measured = isNode ? [own].filter(it => it !== undefined) : measuredAmong(byName, running);
  const isUnmeasured =
    byName === undefined || (measured.length === 0 && (isNode || running === undefined || running.length > 0));
  const sums = (resource: 'cpu' | 'memory'): Amounts => ({
    used: isUnmeasured ? null : total(measured.map(it => it[resource])),
    requested: running ? total(running.map(({ resources }) => resources[resource].requested)) : null,
    limit: running && running.length > 0 ? limitOf(running.map(({ resources }) => resources[resource])) : null,
    allocatable: isNode ? (quantityOf(record(object.status?.['allocatable'])?.[resource]) ?? null) : null,
  });
  const times = measured.flatMap(({ at }) => at?.getTime() ?? []);
  const unmeasured = running && byName && !isNode ? running.length - measured.length : 0;
  const refusal = [measurements, pods].find(it => it && it.state !== 'OK');
  return {
    state: refusal?.state ?? 'OK',
    message: sentences(
      measurements.state === 'OK' ? measurements.missing : measurements.message,
      pods && (pods.state === 'OK' ? pods.missing : pods.message),
      isPod && running?.length === 0 ? 'The Pod has ended.' : undefined,
      unmeasured > 0
        ? isPod
          ? 'The Pod is not measured yet.'
          : `${unmeasured} of ${running!.length} Pods are not measured.`
        : undefined,
      isNode && byName && !own ? 'The Node is not measured.' : undefined,
    ),
    measuredAt: times.length === 0 ? undefined : new Date(Math.min(...times)),
    pods: isPod ? null : (running?.length ?? null),
    podsMeasured: isPod || isNode || !byName ? null : measured.length,
    cpu: sums('cpu'),
    memory: sums('memory'),
    containers: isPod ? containersOf(object, own) : null,
  };
}

/**
 * Measurements of the running Pods. If the Pods could not be listed, returns all measurements that were read, perhaps
 * also of ended Pods.
 */
function measuredAmong(
  byName: ReadonlyMap<string, Measured> | undefined,
  running: readonly CountedPod[] | undefined,
): Measured[] {
  if (!byName) return [];
  return running ? running.flatMap(({ name }) => byName.get(name) ?? []) : [...byName.values()];
}

function containersOf(object: KubernetesObject, measured: Measured | undefined): ContainerUsage[] {
  return runningContainers(object).map(({ name, cpu, memory }) => {
    const used = measured?.containers.get(name);
    const amounts = (of: Resources, used: number | undefined): Amounts => ({
      used: used ?? null,
      ...of,
      allocatable: null,
    });
    return { name, cpu: amounts(cpu, used?.cpu), memory: amounts(memory, used?.memory) };
  });
}

/** Sum of the limits. Null if a Pod has no limit. */
function limitOf(all: readonly Resources[]): number | null {
  return all.some(({ limit }) => limit === null) ? null : total(all.map(({ limit }) => limit!));
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
