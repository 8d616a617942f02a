/**
 * Builds the traffic graph for one caller. Finds the open places (open-places.ts), queries Prometheus and calls
 * graph.ts.
 *
 * Prometheus is queried about a namespace only in clusters in which the namespace is open. So traffic between closed
 * places affects neither the answer nor the response time.
 */
import { compareText } from '../../readmodel/table/names.ts';
import type { VisibleNames } from '../../access/visible-names.ts';
import type { VisibleRows } from '../../access/visible-rows.ts';
import type { Steps } from '../../async/fair-turns.ts';
import type { RowReader } from '../../readmodel/question.ts';
import type { ObjectId } from '../../schema/object-id.ts';
import { badInput } from '../arguments.ts';
import {
  aroundArgument,
  distinct,
  namespacesArgument,
  type ItemKey,
  type Span,
  type SpanArguments,
} from './arguments.ts';
import { responseTimesOf, type Call, type CallEnd, type NamespaceSeries } from './calls.ts';
import { graphOf, MAX_EDGES, MAX_NODES, type Graph, type GraphType, type GraphView } from './graph.ts';
import { itemsByKey } from './items.ts';
import { mayListTraffic, openClusters } from './open-places.ts';
import type { MeshOperation } from './operation.ts';
import { SERVICE_KIND, WORKLOAD_KINDS } from './projections.ts';
import type { TelemetryCause } from './telemetry.ts';

export interface GraphArguments extends SpanArguments {
  readonly namespaces?: readonly string[] | null;
  readonly around?: readonly string[] | null;
  readonly clusters?: readonly string[] | null;
  readonly type: GraphType;
  readonly serviceNodes: boolean;
  readonly idle: boolean;
}

export interface Missing {
  readonly namespace: string;
  readonly cause: TelemetryCause;
}

export interface TrafficGraph extends Graph {
  readonly at: number;
  readonly missing: readonly Missing[];
}

const MAX_ASKED = 20;
const MAX_CLUSTERS = 1_000;

/** Subject of a graph: namespaces, or the surroundings of some objects or items. */
type Subject = { readonly namespaces: readonly string[] } | { readonly around: readonly (ObjectId | ItemKey)[] };

/** @throws BAD_USER_INPUT */
function subjectArgument({ namespaces, around, clusters }: GraphArguments): Subject {
  if ((namespaces == null) === (around == null)) throw badInput('namespaces', 'give either namespaces or around.');
  if (clusters && clusters.length > MAX_CLUSTERS)
    throw badInput('clusters', `${clusters.length} values were given. Give at most ${MAX_CLUSTERS}.`);
  if (namespaces) return { namespaces: namespacesArgument(namespaces, MAX_ASKED) };
  distinct('around', around!, MAX_ASKED);
  return { around: around!.map((id, i) => aroundArgument(`around[${i}]`, id)) };
}

/** @param times True to read response times */
export async function trafficGraph(
  args: GraphArguments,
  {
    rows,
    names,
    operation,
    times,
  }: { rows: VisibleRows; names: VisibleNames; operation: MeshOperation; times: boolean },
): Promise<TrafficGraph> {
  const subject = subjectArgument(args);
  const span = operation.span(args);
  const inMesh = operation.clustersOf(undefined);
  const reached = { clusters: inMesh };
  const requested = operation.clustersOf(args.clusters);
  const wanted = await rows.ask(reached, wantedEnds(subject, requested, inMesh));
  const { answers, missing } = await answersOf(wanted.places, span, operation, times);
  const calls = await operation.calls(answers, args.idle);
  const named = new Set(await names.clustersLabelled(operation.parts.selector));
  const open = await rows.ask(reached, openPlaces(await operation.run(placesOf(calls)), operation.clusters));
  const isOpen = (cluster: string, namespace: string): boolean => open.has(placeKey(cluster, namespace));
  const isRequested = new Set(requested);
  const view: GraphView = {
    type: args.type,
    serviceNodes: args.serviceNodes,
    wantsEnd: end => isRequested.has(end.cluster) && isOpen(end.cluster, end.namespace) && wanted.end(end),
    wantsService: service =>
      isRequested.has(service.cluster) && isOpen(service.cluster, service.namespace) && wanted.service(service),
    isOpen,
    mayName: cluster => named.has(cluster) && operation.clusters.has(cluster),
    namespaces: wanted.requested,
  };
  const measured = await operation.run(responseTimesOf(answers, operation.parts));
  const graph = await operation.run(graphOf(calls, measured, view));
  if (graph === 'TOO_LARGE')
    throw badInput(
      'around' in subject ? 'around' : 'namespaces',
      `the graph has more than ${MAX_NODES} nodes or ${MAX_EDGES} edges: narrow the question.`,
    );
  return { ...graph, at: span.at, missing };
}

async function answersOf(
  places: WantedEnds['places'],
  span: Span,
  operation: MeshOperation,
  times: boolean,
): Promise<{ answers: NamespaceSeries[]; missing: Missing[] }> {
  const answers: NamespaceSeries[] = [];
  const missing: Missing[] = [];
  const found = await Promise.all(
    Array.from(places, async ([namespace, clusters]) => ({
      ...{ namespace, answer: await operation.telemetry.of(namespace, clusters, span, { tcp: true, times }) },
    })),
  );
  for (const { namespace, answer } of found) {
    if ('cause' in answer) missing.push({ namespace, cause: answer.cause });
    else answers.push(answer);
  }
  return { answers, missing: missing.sort((a, b) => compareText(a.namespace, b.namespace)) };
}

/** The sources, destinations and services that a graph is about. */
interface WantedEnds {
  /** Namespaces to query, each with the requested clusters in which the namespace is open. No set is empty. */
  readonly places: ReadonlyMap<string, ReadonlySet<string>>;
  /** The requested namespaces, or the namespaces of the requested objects. */
  readonly requested: ReadonlySet<string>;
  readonly end: (end: CallEnd) => boolean;
  readonly service: (service: {
    readonly cluster: string;
    readonly namespace: string;
    readonly name: string;
  }) => boolean;
}

function wantedEnds(subject: Subject, clusters: readonly string[], inMesh: readonly string[]) {
  return function* (reader: RowReader): Steps<WantedEnds> {
    if ('namespaces' in subject) {
      const requested = new Set(subject.namespaces);
      const places = new Map<string, ReadonlySet<string>>();
      for (const namespace of requested) {
        const open = yield* openClusters(reader, clusters, namespace);
        if (open.size > 0) places.set(namespace, open);
      }
      return {
        places,
        requested,
        end: ({ namespace }) => requested.has(namespace),
        service: ({ namespace }) => requested.has(namespace),
      };
    }
    const objects = yield* objectsOf(subject.around, inMesh, reader);
    const wanted = new Set(objects.map(({ type, cluster, namespace, name }) => endKey(type, cluster, namespace, name)));
    const isRequested = new Set(clusters);
    const places = new Map<string, Set<string>>();
    for (const { cluster, namespace } of objects) {
      if (!isRequested.has(cluster) || !mayListTraffic(reader, cluster, namespace)) continue;
      places.set(namespace, (places.get(namespace) ?? new Set()).add(cluster));
    }
    return {
      places,
      requested: new Set(objects.map(({ namespace }) => namespace)),
      end: ({ cluster, namespace, workload, app }) =>
        wanted.has(endKey('WORKLOAD', cluster, namespace, workload)) ||
        wanted.has(endKey('APP', cluster, namespace, app)),
      service: ({ cluster, namespace, name }) => wanted.has(endKey('SERVICE', cluster, namespace, name)),
    };
  };
}

interface PlacedKey extends ItemKey {
  readonly cluster: string;
}

/**
 * Keys of the visible instances for some ids. The id of an object gives at most one instance. The id of an item gives
 * all visible instances of the item.
 */
function* objectsOf(
  ids: readonly (ObjectId | ItemKey)[],
  inMesh: readonly string[],
  reader: RowReader,
): Steps<PlacedKey[]> {
  const found: PlacedKey[] = [];
  const isInMesh = new Set(inMesh);
  const items: ItemKey[] = [];
  for (const id of ids) {
    if ('type' in id) items.push(id);
    else if (isInMesh.has(id.cluster) && reader.find(id) !== undefined) {
      const isKind = ({ group, kind }: { group: string; kind: string }) => id.group === group && id.kind === kind;
      const type = isKind(SERVICE_KIND) ? 'SERVICE' : WORKLOAD_KINDS.some(isKind) ? 'WORKLOAD' : undefined;
      if (type) found.push({ type, cluster: id.cluster, namespace: id.namespace, name: id.name });
    }
  }
  for (const item of yield* itemsByKey(items, inMesh)(reader)) {
    for (const { type, cluster, namespace, name } of item?.instances ?? [])
      found.push({ type, cluster, namespace, name });
  }
  return found;
}

const endKey = (...parts: readonly string[]): string => parts.join('\0');
const placeKey = (cluster: string, namespace: string): string => `${cluster}\0${namespace}`;

const PLACES_IN_A_STEP = 500;

type Places = ReadonlyMap<string, readonly [cluster: string, namespace: string]>;

/** Collects the places of the sources, destinations and services of calls. */
function* placesOf(calls: readonly Call[]): Generator<void, Places, void> {
  const places = new Map<string, readonly [string, string]>();
  let count = 0;
  for (const { source, destination, service } of calls) {
    for (const { cluster, namespace } of [source, destination, service]) {
      if (cluster === '' || namespace === '') continue;
      places.set(placeKey(cluster, namespace), [cluster, namespace]);
    }
    if (++count % PLACES_IN_A_STEP === 0) yield;
  }
  return places;
}

function openPlaces(places: Places, inMesh: ReadonlySet<string>) {
  return function* (reader: RowReader): Steps<ReadonlySet<string>> {
    const open = new Set<string>();
    let count = 0;
    for (const [key, [cluster, namespace]] of places) {
      if (inMesh.has(cluster) && mayListTraffic(reader, cluster, namespace)) open.add(key);
      if (++count % PLACES_IN_A_STEP === 0) yield;
    }
    return open;
  };
}
