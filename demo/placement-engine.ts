/**
 * Imitates the controllers of Open Cluster Management on the hub of the demo and its members, as far as a demo of a
 * move needs. A Placement selects members, and a ManifestWorkReplicaSet creates a ManifestWork for each selected
 * member. The agent of a member applies the ManifestWork, and removes the objects of a deleted ManifestWork.
 *
 * The scheduler supports cluster sets, label and claim selectors, taints, and CEL expressions that list names. It keeps
 * earlier selections, and selects further members in the order of their names.
 */
import type { KubernetesObject } from '../kubernetes/client.ts';
import type { SimulatedLeaf } from '../sim/leaf.ts';
import type { DemoCluster } from './cluster.ts';
import {
  CLUSTER_SET_LABEL,
  copiesOf,
  DECISION,
  decisionStatus,
  MANAGED_CLUSTER,
  MANIFEST_WORK,
  PLACED,
  PLACEMENT,
  placementStatus,
  SET_BINDING,
  WORK_SET,
  WORK_SET_LABEL,
  workLabels,
  workSetStatus,
  workStatus,
} from './placement.ts';

export interface PlacementEngineOptions {
  /** Delay until controllers see a change, in milliseconds. @default 500 */
  readonly stepMs?: number;
  /** Time that Pods need to start, in milliseconds. @default 4 000 */
  readonly startMs?: number;
  readonly now?: () => number;
}

interface Fleet {
  readonly clusters: readonly DemoCluster[];
  readonly leaves: readonly SimulatedLeaf[];
}

/** Acts on the hub, which is the first cluster, until the returned function is called. */
export function startPlacementEngine(fleet: Fleet, options: PlacementEngineOptions = {}): () => void {
  return new Engine(fleet, options).start();
}

type Kind = readonly [apiVersion: string, kind: string];
const WATCHED: readonly Kind[] = [MANAGED_CLUSTER, SET_BINDING, PLACEMENT, DECISION, WORK_SET, MANIFEST_WORK];
const CLEANUP = 'cluster.open-cluster-management.io/manifest-work-cleanup';

const idOf = ([apiVersion, kind]: Kind, namespace: string, name: string) => ({
  apiVersion,
  kind,
  metadata: { namespace, name },
});
const typeOf = ([apiVersion, kind]: Kind) => ({ apiVersion, kind });

class Engine {
  readonly #fleet: Fleet;
  readonly #hub: SimulatedLeaf['objects'] | undefined;
  readonly #options: Required<PlacementEngineOptions>;
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Manifests that agents have applied, as JSON, by `member/name` of the ManifestWork. */
  readonly #applied = new Map<string, string>();
  #isDue = false;
  #rollouts = 1;

  constructor(fleet: Fleet, { stepMs = 500, startMs = 4_000, now = Date.now }: PlacementEngineOptions) {
    this.#fleet = fleet;
    this.#hub = fleet.leaves[0]?.objects;
    this.#options = { stepMs, startMs, now };
  }

  start(): () => void {
    const hub = this.#hub;
    if (!hub) return () => undefined;
    // ManifestWorks that exist at the start count as applied.
    for (const work of hub.list(typeOf(MANIFEST_WORK)))
      this.#applied.set(keyOf(work), JSON.stringify(manifestsOf(work)));
    const watcher = { event: () => this.#soon() };
    const collections = WATCHED.map(([apiVersion, kind]) =>
      hub.collectionOf({ apiVersion, kind, metadata: { name: '' } }),
    );
    for (const collection of collections) collection.watchers.add(watcher);
    return () => {
      for (const collection of collections) collection.watchers.delete(watcher);
      for (const timer of this.#timers) clearTimeout(timer);
    };
  }

  #soon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#later(this.#options.stepMs, () => {
      this.#isDue = false;
      this.#reconcile(this.#hub!);
    });
  }

  #later(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, ms).unref();
    this.#timers.add(timer);
  }

  #reconcile(hub: SimulatedLeaf['objects']): void {
    const members = hub.list(typeOf(MANAGED_CLUSTER));
    for (const placement of hub.list(typeOf(PLACEMENT))) this.#decide(hub, placement, members);
    const sets = hub.list(typeOf(WORK_SET));
    const works = hub.list(typeOf(MANIFEST_WORK));
    for (const set of sets) this.#deploy(hub, set, works);
    const known = new Set(sets.map(({ metadata }) => `${metadata.namespace}.${metadata.name}`));
    for (const work of works) {
      const set = work.metadata.labels?.[WORK_SET_LABEL];
      if (set !== undefined && !known.has(set)) this.#withdraw(hub, work);
    }
    for (const work of hub.list(typeOf(MANIFEST_WORK))) this.#apply(hub, work);
  }

  #decide(hub: SimulatedLeaf['objects'], placement: KubernetesObject, members: readonly KubernetesObject[]): void {
    const { namespace = '', name } = placement.metadata;
    const id = idOf(DECISION, namespace, `${name}-decision-1`);
    const decision = hub.get(id);
    const before = new Set(decidedIn(decision));
    const bound = hub.list(typeOf(SET_BINDING), namespace).map(({ spec }) => spec?.['clusterSet']);
    const open = members.filter(member => accepts(placement, bound, member, before.has(member.metadata.name)));
    const names = open.map(({ metadata }) => metadata.name).sort();
    const wanted = placement.spec?.['numberOfClusters'] as number | undefined;
    const chosen = [...names.filter(it => before.has(it)), ...names.filter(it => !before.has(it))]
      .slice(0, wanted ?? Infinity)
      .sort();
    this.#status(
      hub,
      decision ?? { ...id, metadata: { ...id.metadata, labels: { [PLACEMENT_LABEL]: name } } },
      decisionStatus(chosen),
    );
    this.#status(hub, placement, placementStatus({ selected: chosen.length, wanted }, this.#now));
  }

  #deploy(hub: SimulatedLeaf['objects'], set: KubernetesObject, all: readonly KubernetesObject[]): void {
    const { namespace = '', name } = set.metadata;
    const works = new Map(
      all
        .filter(({ metadata }) => metadata.labels?.[WORK_SET_LABEL] === `${namespace}.${name}`)
        .map(work => [work.metadata.namespace!, work]),
    );
    const { placementRefs = [], manifestWorkTemplate } = set.spec as unknown as WorkSetSpec;
    const decided = new Map(
      placementRefs.flatMap(ref =>
        decidedIn(hub.get(idOf(DECISION, namespace, `${ref.name}-decision-1`))).map(
          member => [member, ref.name] as const,
        ),
      ),
    );
    for (const [member, placement] of decided) {
      const work = works.get(member);
      if (work?.metadata.deletionTimestamp) continue;
      if (work && JSON.stringify(manifestsOf(work)) === JSON.stringify(manifestWorkTemplate.workload.manifests))
        continue;
      const { generation: _generation, ...metadata } = work?.metadata ?? { namespace: member, name };
      const labels = workLabels(namespace, name, placement);
      const spec = manifestWorkTemplate as unknown as Record<string, unknown>;
      hub.put({ ...work, ...typeOf(MANIFEST_WORK), metadata: { ...metadata, labels, finalizers: [CLEANUP] }, spec });
    }
    for (const [member, work] of works) if (!decided.has(member)) this.#withdraw(hub, work);
    const available = [...decided.keys()].filter(member => works.get(member)?.status !== undefined).length;
    this.#status(hub, set, workSetStatus(decided.size, available, this.#now));
  }

  #withdraw(hub: SimulatedLeaf['objects'], work: KubernetesObject): void {
    if (work.metadata.deletionTimestamp) return;
    hub.put({
      ...work,
      metadata: { ...work.metadata, finalizers: [CLEANUP], deletionTimestamp: new Date(this.#now).toISOString() },
    });
  }

  #apply(hub: SimulatedLeaf['objects'], work: KubernetesObject): void {
    const key = keyOf(work);
    const index = this.#fleet.clusters.findIndex(({ name }) => name === work.metadata.namespace);
    const [cluster, leaf] = [this.#fleet.clusters[index], this.#fleet.leaves[index]];
    if (!cluster || !leaf) return;
    const manifests = manifestsOf(work);
    const { name } = work.metadata;
    if (work.metadata.deletionTimestamp) {
      if (!this.#applied.delete(key)) return;
      // rollouts.ts deletes Pods and ReplicaSets together with their workloads.
      for (const object of copiesOf(cluster, { work: name, manifests, trouble: 'none', at: this.#now, rollout: 0 }))
        if (object.kind !== 'Pod' && object.kind !== 'ReplicaSet') leaf.objects.remove(object);
      return this.#later(this.#options.stepMs, () => void hub.remove(work));
    }
    const text = JSON.stringify(manifests);
    if (this.#applied.get(key) === text) return;
    this.#applied.set(key, text);
    const copies = { work: name, manifests, at: Math.floor(this.#now / 1_000) * 1_000, rollout: ++this.#rollouts };
    const bring = (trouble: 'progressing' | 'none' | (typeof PLACED)[number]['trouble']) => {
      for (const object of copiesOf(cluster, { ...copies, trouble })) leaf.objects.put(object);
    };
    bring('progressing');
    this.#later(this.#options.startMs, () => {
      if (this.#applied.get(key) === text) bring(PLACED.find(it => it.name === name)?.trouble ?? 'none');
    });
    const current = hub.get(work);
    if (current) this.#status(hub, current, workStatus(current.metadata.generation ?? 1, this.#now));
  }

  /** Writes a status, unless only its times have changed. */
  #status(hub: SimulatedLeaf['objects'], object: KubernetesObject, status: object): void {
    if (timeless(object.status) !== timeless(status)) hub.put({ ...object, status: status as Record<string, unknown> });
  }

  get #now(): number {
    return this.#options.now();
  }
}

const PLACEMENT_LABEL = 'cluster.open-cluster-management.io/placement';

interface WorkSetSpec {
  readonly placementRefs?: readonly { readonly name: string }[];
  readonly manifestWorkTemplate: { readonly workload: { readonly manifests: readonly KubernetesObject[] } };
}

function timeless(status: unknown): string {
  return JSON.stringify(status, (key, value: unknown) => (key === 'lastTransitionTime' ? undefined : value)) ?? '';
}

function keyOf({ metadata }: KubernetesObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}

function manifestsOf({ spec }: KubernetesObject): readonly KubernetesObject[] {
  return (
    (spec as { readonly workload?: { readonly manifests?: readonly KubernetesObject[] } } | undefined)?.workload
      ?.manifests ?? []
  );
}

function decidedIn(decision: KubernetesObject | undefined): readonly string[] {
  const all = decision?.status?.['decisions'] as readonly { readonly clusterName: string }[] | undefined;
  return all?.map(({ clusterName }) => clusterName) ?? [];
}

interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

interface Predicate {
  readonly requiredClusterSelector?: {
    readonly labelSelector?: Selector;
    readonly claimSelector?: Selector;
    readonly celSelector?: { readonly celExpressions?: readonly string[] };
  };
}

interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

interface Toleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
}

interface PlacementSpec {
  readonly clusterSets?: readonly string[];
  readonly predicates?: readonly Predicate[];
  readonly tolerations?: readonly Toleration[];
}

function accepts(
  placement: KubernetesObject,
  bound: readonly unknown[],
  member: KubernetesObject,
  isDecided: boolean,
): boolean {
  const { clusterSets = [], predicates = [], tolerations = [] } = placement.spec as PlacementSpec;
  const set = member.metadata.labels?.[CLUSTER_SET_LABEL];
  if (set === undefined || !bound.includes(set) || (clusterSets.length > 0 && !clusterSets.includes(set))) return false;
  if (predicates.length > 0 && !predicates.some(predicate => meets(member, predicate))) return false;
  const taints = (member.spec?.['taints'] ?? []) as readonly Taint[];
  return taints.every(taint => {
    const isOpen = taint.effect === 'PreferNoSelect' || (taint.effect === 'NoSelectIfNew' && isDecided);
    return isOpen || tolerations.some(toleration => tolerates(toleration, taint));
  });
}

function meets(member: KubernetesObject, { requiredClusterSelector = {} }: Predicate): boolean {
  const { labelSelector, claimSelector, celSelector } = requiredClusterSelector;
  const claims = (member.status?.['clusterClaims'] ?? []) as readonly {
    readonly name: string;
    readonly value: string;
  }[];
  return (
    selects(labelSelector, member.metadata.labels ?? {}) &&
    selects(claimSelector, Object.fromEntries(claims.map(({ name, value }) => [name, value]))) &&
    (celSelector?.celExpressions ?? []).every(expression => isNamed(member.metadata.name, expression))
  );
}

function selects(
  { matchLabels = {}, matchExpressions = [] }: Selector = {},
  values: Readonly<Record<string, string>>,
): boolean {
  const isMet = ({
    key,
    operator,
    values: wanted = [],
  }: NonNullable<Selector['matchExpressions']>[number]): boolean => {
    const value = values[key];
    if (operator === 'Exists' || operator === 'DoesNotExist') return (value !== undefined) === (operator === 'Exists');
    return (value !== undefined && wanted.includes(value)) === (operator === 'In');
  };
  return Object.entries(matchLabels).every(([key, value]) => values[key] === value) && matchExpressions.every(isMet);
}

function isNamed(name: string, expression: string): boolean {
  const [, names] = /^managedCluster\.metadata\.name in (\["[-a-z0-9.",]*"\])$/.exec(expression) ?? [];
  return names !== undefined && (JSON.parse(names) as readonly string[]).includes(name);
}

function tolerates({ key = '', operator, value = '', effect = '' }: Toleration, taint: Taint): boolean {
  if ((effect !== '' && effect !== taint.effect) || (key !== '' && key !== taint.key)) return false;
  return operator === 'Exists' || (key !== '' && value === (taint.value ?? ''));
}
