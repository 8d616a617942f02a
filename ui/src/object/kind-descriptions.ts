/**
 * What the page of an object shows of its kind, before its conditions: one description a kind, of figures and tables. A description reads the
 * spec and status that the cluster sent, and takes whatever is not there as not there.
 */
import { age } from '../format/time.ts';

/** A value with its name; `to`: the object that it names. */
export interface Figure {
  readonly title: FigureTitle;
  readonly value: string;
  readonly tone?: 'bad' | 'unsure';
  readonly to?: { readonly kind: string; readonly group: string; readonly namespace: string; readonly name: string };
}

export interface Table {
  readonly title: TableTitle;
  readonly columns: readonly ColumnTitle[];
  /** A cell for each column; the first names the row. */
  readonly rows: readonly { readonly cells: readonly string[]; readonly tone?: 'bad' | 'unsure' }[];
}

export interface Described {
  readonly figures: readonly Figure[];
  readonly tables: readonly Table[];
  /** The kind of the objects that came of it and have a table of their own. */
  readonly shows?: 'Pod';
}

export type FigureTitle =
  | 'phase'
  | 'node'
  | 'ip'
  | 'restarts'
  | 'qos'
  | 'serviceAccount'
  | 'replicas'
  | 'updated'
  | 'ready'
  | 'available'
  | 'strategy'
  | 'newPods'
  | 'kubelet'
  | 'system'
  | 'runtime';
export type TableTitle = 'containers' | 'capacity' | 'taints';
export type ColumnTitle =
  'name' | 'state' | 'restarts' | 'lastEnd' | 'image' | 'requests' | 'limits' | 'capacity' | 'allocatable' | 'effect' | 'value';

/** As the graph sent them. */
export interface Content {
  readonly spec: unknown;
  readonly status: unknown;
}

type Describe = (spec: Json, status: Json, now: number) => Described;

const DESCRIPTIONS: Readonly<Record<string, Describe>> = {
  Pod: (spec, status, now) => {
    const statuses = [...listAt(status, 'initContainerStatuses'), ...listAt(status, 'containerStatuses')];
    const restarts = statuses.reduce((sum, it) => sum + numberAt(it, 'restartCount'), 0);
    const node = textAt(spec, 'nodeName');
    return {
      figures: given([
        ['phase', textAt(status, 'phase')],
        ['ip', textAt(status, 'podIP')],
        ['restarts', String(restarts)],
        ['qos', textAt(status, 'qosClass')],
        ['serviceAccount', textAt(spec, 'serviceAccountName')],
      ]).toSpliced(
        1,
        0,
        ...(node === '' ? [] : [{ title: 'node' as const, value: node, to: { kind: 'Node', group: '', namespace: '', name: node } }]),
      ),
      tables: [containersOf(spec, statuses, now)],
    };
  },
  'Deployment.apps': (spec, status, now) => {
    const wanted = 'replicas' in spec ? numberAt(spec, 'replicas') : 1;
    const short = (title: FigureTitle, key: string): Figure => {
      const count = numberAt(status, key);
      return { title, value: `${count}/${wanted}`, ...(count < wanted && { tone: 'unsure' as const }) };
    };
    return {
      figures: [
        { title: 'replicas', value: String(wanted) },
        short('updated', 'updatedReplicas'),
        short('ready', 'readyReplicas'),
        short('available', 'availableReplicas'),
        ...given([['strategy', textAt(at(spec, 'strategy'), 'type')]]),
      ],
      tables: [containersOf(at(at(spec, 'template'), 'spec'), [], now)],
      shows: 'Pod',
    };
  },
  Node: (spec, status) => {
    const info = at(status, 'nodeInfo');
    const [capacity, allocatable] = [at(status, 'capacity'), at(status, 'allocatable')];
    const isHeld = spec['unschedulable'] === true;
    const address = listAt(status, 'addresses').find(it => it['type'] === 'InternalIP');
    return {
      figures: [
        { title: 'newPods', value: isHeld ? 'no' : 'yes', ...(isHeld && { tone: 'unsure' as const }) },
        ...given([
          ['ip', textAt(address ?? {}, 'address')],
          ['kubelet', textAt(info, 'kubeletVersion')],
          ['system', [textAt(info, 'osImage'), textAt(info, 'architecture')].filter(Boolean).join(', ')],
          ['runtime', textAt(info, 'containerRuntimeVersion')],
        ]),
      ],
      tables: [
        {
          title: 'capacity',
          columns: ['name', 'capacity', 'allocatable'],
          rows: Object.keys(capacity).map(name => ({ cells: [name, textAt(capacity, name), textAt(allocatable, name)] })),
        },
        {
          title: 'taints',
          columns: ['name', 'value', 'effect'],
          rows: listAt(spec, 'taints').map(it => ({ cells: [textAt(it, 'key'), textAt(it, 'value'), textAt(it, 'effect')] })),
        },
      ],
    };
  },
};

const keyOf = ({ group, kind }: KindOfObject): string => (group === '' ? kind : `${kind}.${group}`);

interface KindOfObject {
  readonly group: string;
  readonly kind: string;
}

export const isDescribed = (kind: KindOfObject): boolean => Object.hasOwn(DESCRIPTIONS, keyOf(kind));

/** undefined where there is no description of its kind. Tables without rows are left out. */
export function described(kind: KindOfObject, { spec, status }: Content, now: number): Described | undefined {
  const describe = isDescribed(kind) ? DESCRIPTIONS[keyOf(kind)] : undefined;
  const found = describe?.(asJson(spec), asJson(status), now);
  return found && { ...found, tables: found.tables.filter(({ rows }) => rows.length > 0) };
}

/** Init containers first, as they run. */
function containersOf(podSpec: Json, statuses: readonly Json[], now: number): Table {
  const containers = [...listAt(podSpec, 'initContainers'), ...listAt(podSpec, 'containers')];
  const isRunning = statuses.length > 0;
  const rows = containers.map(container => {
    const [requests, limits] = ['requests', 'limits'].map(key => amounts(at(at(container, 'resources'), key)));
    const sizes = [textAt(container, 'image'), requests ?? '', limits ?? ''];
    if (!isRunning) return { cells: [textAt(container, 'name'), ...sizes] };
    const status = statuses.find(it => it['name'] === container['name']) ?? {};
    const { words, tone } = stateOf(at(status, 'state'), now);
    const restarts = String(numberAt(status, 'restartCount'));
    return { cells: [textAt(container, 'name'), words, restarts, endOf(at(status, 'lastState'), now), ...sizes], ...(tone && { tone }) };
  });
  const columns: readonly ColumnTitle[] = isRunning
    ? ['name', 'state', 'restarts', 'lastEnd', 'image', 'requests', 'limits']
    : ['name', 'image', 'requests', 'limits'];
  return { title: 'containers', columns, rows };
}

function stateOf(state: Json, now: number): { words: string; tone?: 'bad' | 'unsure' } {
  const [running, waiting, terminated] = ['running', 'waiting', 'terminated'].map(key => at(state, key));
  if ('running' in state) return { words: ['Running', age(textAt(running ?? {}, 'startedAt'), now)].filter(Boolean).join(' ') };
  if ('terminated' in state)
    return { words: endOf(state, now), ...(numberAt(terminated ?? {}, 'exitCode') !== 0 && { tone: 'bad' as const }) };
  const reason = textAt(waiting ?? {}, 'reason');
  const isStarting = reason === '' || reason === 'ContainerCreating' || reason === 'PodInitializing';
  return { words: reason || 'Waiting', tone: isStarting ? 'unsure' : 'bad' };
}

/** `Error, exit code 1, 5m ago`. */
function endOf(state: Json, now: number): string {
  if (!('terminated' in state)) return '';
  const ended = at(state, 'terminated');
  const since = age(textAt(ended, 'finishedAt'), now);
  return [textAt(ended, 'reason'), `exit code ${numberAt(ended, 'exitCode')}`, since && `${since} ago`].filter(Boolean).join(', ');
}

const amounts = (of: Json): string =>
  Object.keys(of)
    .map(name => `${name} ${textAt(of, name)}`)
    .join(', ');

function given(figures: readonly (readonly [title: FigureTitle, value: string])[]): Figure[] {
  return figures.flatMap(([title, value]) => (value === '' ? [] : [{ title, value }]));
}

type Json = Readonly<Record<string, unknown>>;

const asJson = (value: unknown): Json => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {});
const at = (of: Json, key: string): Json => asJson(of[key]);
const listAt = (of: Json, key: string): readonly Json[] => (Array.isArray(of[key]) ? of[key].map(asJson) : []);
const numberAt = (of: Json, key: string): number => (typeof of[key] === 'number' ? of[key] : 0);
const textAt = (of: Json, key: string): string => {
  const value = of[key];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
};
