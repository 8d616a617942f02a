/**
 * Building blocks for the descriptions of kinds (kind-descriptions.ts): figures, tables, lists, and functions that read
 * values of an object. These functions treat a value of an unexpected type as absent.
 */
import { age } from '../../format/time.ts';

export interface ObjectName {
  readonly kind: string;
  readonly group: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
}

export type Tone = 'bad' | 'unsure';

/** Named value. `to`: object to link to, if the value is the name of an object. */
export interface Figure {
  readonly title: FigureTitle;
  readonly value: string;
  readonly tone?: Tone;
  readonly to?: ObjectName;
}

/** Text, optionally with the object to link to. */
export type Cell = string | { readonly value: string; readonly to: ObjectName };

export interface Table {
  readonly title: TableTitle;
  readonly columns: readonly ColumnTitle[];
  /** Rows with one cell per column. The first cell names the row. */
  readonly rows: readonly { readonly cells: readonly Cell[]; readonly tone?: Tone }[];
}

/** List of objects that belong to this object. */
export interface List {
  readonly title: ListTitle;
  readonly kind: string;
  readonly group: string;
  /**
   * How the objects are found. `owner`: in the index, owned directly or through other owned objects. `selector`: in the
   * index, selected by labels. `cluster`: read live from the cluster, for the Pods of a Node.
   */
  readonly by: 'owner' | 'selector' | 'cluster';
}

export interface Described {
  readonly figures: readonly Figure[];
  readonly tables: readonly Table[];
  readonly lists?: readonly List[];
}

type FigureTitle =
  | (
      | 'access'
      | 'active'
      | 'address'
      | 'artifact'
      | 'available'
      | 'capacity'
      | 'chart'
      | 'claim'
      | 'class'
      | 'clusterIp'
      | 'completions'
    )
  | (
      | 'concurrency'
      | 'current'
      | 'dependsOn'
      | 'desired'
      | 'destination'
      | 'failed'
      | 'health'
      | 'immutable'
      | 'interval'
      | 'inventory'
    )
  | (
      | 'ip'
      | 'kubelet'
      | 'lastRun'
      | 'lastSuccess'
      | 'limits'
      | 'newPods'
      | 'node'
      | 'path'
      | 'phase'
      | 'project'
      | 'prune'
      | 'qos'
    )
  | (
      | 'ready'
      | 'reclaim'
      | 'ref'
      | 'release'
      | 'replicas'
      | 'restarts'
      | 'revision'
      | 'runtime'
      | 'schedule'
      | 'selector'
      | 'service'
    )
  | (
      | 'serviceAccount'
      | 'source'
      | 'step'
      | 'strategy'
      | 'sync'
      | 'system'
      | 'target'
      | 'took'
      | 'type'
      | 'updated'
      | 'url'
      | 'version'
    )
  | 'volume';
type TableTitle =
  | 'capacity'
  | 'claims'
  | 'containers'
  | 'history'
  | 'keys'
  | 'metrics'
  | 'ports'
  | 'resources'
  | 'routes'
  | 'taints'
  | 'tls'
  | 'volumes';
type ListTitle = 'pods' | 'runs' | 'selected' | 'replicaSets' | 'podsHere';
type ColumnTitle =
  | (
      | 'allocatable'
      | 'capacity'
      | 'class'
      | 'current'
      | 'effect'
      | 'health'
      | 'host'
      | 'image'
      | 'kind'
      | 'lastEnd'
      | 'limits'
      | 'name'
    )
  | (
      | 'namespace'
      | 'nodePort'
      | 'path'
      | 'port'
      | 'protocol'
      | 'requests'
      | 'restarts'
      | 'secret'
      | 'service'
      | 'size'
      | 'state'
      | 'target'
    )
  | ('time' | 'type' | 'value' | 'version');

/** Live data of an object, as the server sent it. */
export interface Content {
  readonly spec: unknown;
  readonly status: unknown;
  /** Keys of a ConfigMap or a Secret. `size`: size of the value in bytes. Null if unknown. */
  readonly keys?: readonly { readonly name: string; readonly size: number | null }[];
}

/** Input of Describe besides the spec and the status. */
interface Around extends Pick<Content, 'keys'> {
  readonly namespace: string;
  readonly now: number;
}

export type Describe = (spec: Json, status: Json, around: Around) => Described;

export type Json = Readonly<Record<string, unknown>>;

export const asJson = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
export const at = (of: Json, ...path: readonly string[]): Json => path.reduce((found, key) => asJson(found[key]), of);
export const listAt = (of: Json, key: string): readonly Json[] => (Array.isArray(of[key]) ? of[key].map(asJson) : []);
export const textsAt = (of: Json, key: string): string =>
  Array.isArray(of[key]) ? of[key].filter(it => typeof it === 'string').join(', ') : '';
export const numberAt = (of: Json, key: string): number => (typeof of[key] === 'number' ? of[key] : 0);
export const textAt = (of: Json, key: string): string => {
  const value = of[key];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
};

/** Leaves out figures without a value. */
export function given(
  ...figures: readonly (readonly [title: FigureTitle, value: string, more?: Omit<Figure, 'title' | 'value'>])[]
): Figure[] {
  return figures.flatMap(([title, value, more]) => (value === '' ? [] : [{ title, value, ...more }]));
}

/** Figure such as `2/3` for ready replicas. Marked as doubtful while the count is incomplete. */
export function part(title: FigureTitle, count: number, of: number): Figure {
  return { title, value: `${count}/${of}`, ...(count < of && { tone: 'unsure' as const }) };
}

/** Figure that links to an object. Empty list if the name is empty. */
export function named(title: FigureTitle, name: string, to: Omit<ObjectName, 'name'>): Figure[] {
  return name === '' ? [] : [{ title, value: name, to: { ...to, name } }];
}

export function since(time: string, now: number): string {
  const span = age(time, now);
  return span ? `${span} ago` : '';
}

/** API group of an `apiVersion`. Empty for the core group. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

/** Labels in one text, for example `app=web, tier=front`. */
export function pairs(of: Json): string {
  return Object.keys(of)
    .map(key => `${key}=${textAt(of, key)}`)
    .join(', ');
}

export function amounts(of: Json): string {
  return Object.keys(of)
    .map(name => `${name} ${textAt(of, name)}`)
    .join(', ');
}

/** Table of containers. Init containers come first, in the order in which they run. */
export function containersOf(podSpec: Json, statuses: readonly Json[], now: number): Table {
  const containers = [...listAt(podSpec, 'initContainers'), ...listAt(podSpec, 'containers')];
  const isRunning = statuses.length > 0;
  const rows = containers.map(container => {
    const [requests, limits] = ['requests', 'limits'].map(key => amounts(at(container, 'resources', key)));
    const sizes = [textAt(container, 'image'), requests ?? '', limits ?? ''];
    if (!isRunning) return { cells: [textAt(container, 'name'), ...sizes] };
    const status = statuses.find(it => it['name'] === container['name']) ?? {};
    const { words, tone } = stateOf(at(status, 'state'), now);
    const restarts = String(numberAt(status, 'restartCount'));
    return {
      cells: [textAt(container, 'name'), words, restarts, endOf(at(status, 'lastState'), now), ...sizes],
      ...(tone && { tone }),
    };
  });
  const columns: readonly ColumnTitle[] = isRunning
    ? ['name', 'state', 'restarts', 'lastEnd', 'image', 'requests', 'limits']
    : ['name', 'image', 'requests', 'limits'];
  return { title: 'containers', columns, rows };
}

/** Table of the containers in the Pod template of a workload. */
export const templateOf = (spec: Json, now: number): Table => containersOf(at(spec, 'template', 'spec'), [], now);

function stateOf(state: Json, now: number): { words: string; tone?: Tone } {
  const [running, waiting, terminated] = ['running', 'waiting', 'terminated'].map(key => at(state, key));
  if ('running' in state)
    return { words: ['Running', age(textAt(running ?? {}, 'startedAt'), now)].filter(Boolean).join(' ') };
  if ('terminated' in state)
    return { words: endOf(state, now), ...(numberAt(terminated ?? {}, 'exitCode') !== 0 && { tone: 'bad' as const }) };
  const reason = textAt(waiting ?? {}, 'reason');
  const isStarting = reason === '' || reason === 'ContainerCreating' || reason === 'PodInitializing';
  return { words: reason || 'Waiting', tone: isStarting ? 'unsure' : 'bad' };
}

/** Words for the end of a container, for example `Error, exit code 1, 5m ago`. Empty if the container has not ended. */
function endOf(state: Json, now: number): string {
  if (!('terminated' in state)) return '';
  const ended = at(state, 'terminated');
  const since = age(textAt(ended, 'finishedAt'), now);
  return [textAt(ended, 'reason'), `exit code ${numberAt(ended, 'exitCode')}`, since && `${since} ago`]
    .filter(Boolean)
    .join(', ');
}
