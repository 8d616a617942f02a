/**
 * Records of the mesh. They contain data of Services, workloads and Istio objects that is not in the objects' rows. A
 * leaf cluster may send anything. Unreadable data counts as absent or empty.
 */
import type { Projection } from '../../kinds/projection.ts';
import { annotation, at, integer, isRecord, list, record, text } from '../../kinds/untrusted.ts';
import type { ProjectionRecord } from '../../store/attached.ts';
import { MAX_RECORD_LENGTH } from '../../store/limits.ts';
import { MAX_ANNOTATION, RATE_ANNOTATION, type Replicas } from './health.ts';

export const MESH = 'mesh';

export const SERVICE_KIND = { group: '', kind: 'Service' };
export const WORKLOAD_KINDS = ['Deployment', 'StatefulSet', 'DaemonSet'].map(kind => ({ group: 'apps', kind }));
const NETWORKING = 'networking.istio.io';
export const VIRTUAL_SERVICE = { group: NETWORKING, kind: 'VirtualService' };
export const DESTINATION_RULE = { group: NETWORKING, kind: 'DestinationRule' };
export const GATEWAY = { group: NETWORKING, kind: 'Gateway' };
export const SERVICE_ENTRY = { group: NETWORKING, kind: 'ServiceEntry' };
export const AUTHORIZATION_POLICY = { group: 'security.istio.io', kind: 'AuthorizationPolicy' };
const ISTIO_KINDS = [VIRTUAL_SERVICE, DESTINATION_RULE, GATEWAY, SERVICE_ENTRY, AUTHORIZATION_POLICY];
/** Kinds that the mesh reads from the index. */
export const MESH_KINDS = [SERVICE_KIND, ...WORKLOAD_KINDS, ...ISTIO_KINDS];

export type Labels = Readonly<Record<string, string>>;

/** The first record of a Service or an Istio object. Absent if the object has none of these fields. */
export interface HeadRecord {
  /** Ports of a Service, such as `80/TCP`. */
  readonly ports?: readonly string[];
  /** Labels that a Service or Gateway selects Pods by. */
  readonly selector?: Labels;
  /** Type of a Service. @default ClusterIP */
  readonly type?: string;
  /** Value of the annotation `health.kiali.io/rate`. Empty if it is too long. */
  readonly rate?: string;
  /** Hosts of a VirtualService or ServiceEntry. */
  readonly hosts?: readonly string[];
  /** Gateways of a VirtualService, in their order in the object. */
  readonly gateways?: readonly string[];
  readonly exportTo?: readonly string[];
  /** Host of a DestinationRule. */
  readonly host?: string;
  readonly subsets?: readonly SubsetRecord[];
}

export interface SubsetRecord {
  readonly name: string;
  readonly labels?: Labels;
}

export interface WorkloadRecord {
  /** Labels of the workload's Pods. */
  readonly labels: Labels;
  /** Service account of the workload's Pods. @default default */
  readonly account?: string;
  readonly rate?: string;
  /** Replicas in the spec, then all, available and ready replicas in the status. Null if absent. */
  readonly replicas?: readonly (number | null)[];
  /** Desired, current and available replicas of a DaemonSet. Null if absent. */
  readonly scheduled?: readonly (number | null)[];
}

/** A destination of a VirtualService. */
export interface DestinationRecord {
  /** Path of the destination, such as `http[0]/route[1]`. */
  readonly at: string;
  readonly host: string;
  readonly subset?: string;
  /** Weight of the destination. Set only if the route has no other destination. */
  readonly weight?: number;
}

/** Principals in one source of a rule of an AuthorizationPolicy. */
export interface PrincipalsRecord {
  /** Path of the source, such as `rules[0]/from[1]`. */
  readonly at: string;
  /** Principals, each with its index in the list. */
  readonly principals: readonly (readonly [place: number, principal: string])[];
}

export const mesh: Projection = {
  name: MESH,
  version: 1,
  from: MESH_KINDS,
  // A record contains the fields that the object has, without a check of the kind.
  project: object => {
    const spec = at(object, 'spec');
    if (isRecord(at(spec, 'template'))) return [workload(object)];
    const found = head(object, spec);
    return [...(Object.keys(found).length > 0 ? [{ ...found }] : []), ...destinations(spec), ...principals(spec)];
  },
};

export const projections: readonly Projection[] = [mesh];

function head(object: unknown, spec: unknown): HeadRecord {
  const ports = list(at(spec, 'ports')).flatMap(port => {
    const number = integer(at(port, 'port'));
    return number === undefined ? [] : [`${number}/${text(at(port, 'protocol')) || 'TCP'}`];
  });
  const [selector, type, host] = [labelsOf(at(spec, 'selector')), text(at(spec, 'type')), text(at(spec, 'host'))];
  const subsets = list(at(spec, 'subsets')).map((subset): SubsetRecord => {
    const labels = labelsOf(at(subset, 'labels'));
    return { name: text(at(subset, 'name')), ...(labels && { labels }) };
  });
  return {
    ...(ports.length > 0 && { ports }),
    ...(selector && { selector }),
    ...(type !== '' && type !== 'ClusterIP' && { type }),
    ...rateOf(object),
    ...texts('hosts', at(spec, 'hosts')),
    ...texts('gateways', at(spec, 'gateways')),
    ...texts('exportTo', at(spec, 'exportTo')),
    ...(host !== '' && { host }),
    ...(subsets.length > 0 && { subsets }),
  };
}

function workload(object: unknown): ProjectionRecord {
  const template = at(object, 'spec', 'template');
  const account = text(at(template, 'spec', 'serviceAccountName'));
  const numbers = (...paths: readonly (readonly string[])[]) => paths.map(path => integer(at(object, ...path)) ?? null);
  const replicas = numbers(
    ['spec', 'replicas'],
    ['status', 'replicas'],
    ['status', 'availableReplicas'],
    ['status', 'readyReplicas'],
  );
  const scheduled = numbers(
    ['status', 'desiredNumberScheduled'],
    ['status', 'currentNumberScheduled'],
    ['status', 'numberAvailable'],
  );
  return {
    labels: labelsOf(at(template, 'metadata', 'labels')) ?? {},
    ...(account !== '' && account !== 'default' && { account }),
    ...rateOf(object),
    ...(replicas.some(number => number !== null) && { replicas }),
    ...(scheduled.some(number => number !== null) && { scheduled }),
  } satisfies WorkloadRecord;
}

/**
 * Value of the annotation `health.kiali.io/rate`. A text that is too long becomes empty, because an empty text is
 * invalid.
 */
function rateOf(object: unknown): { readonly rate?: string } {
  const rate = annotation(object, RATE_ANNOTATION);
  if (rate === undefined) return {};
  return { rate: rate.length <= MAX_ANNOTATION ? rate : '' };
}

/** The texts of a list. Items of other types become empty texts, so that indices stay correct. */
function texts(name: 'hosts' | 'gateways' | 'exportTo', value: unknown): Pick<HeadRecord, typeof name> {
  const found = list(value).map(text);
  return found.length > 0 ? { [name]: found } : {};
}

/** Labels with text values. Undefined if there are none. */
function labelsOf(value: unknown): Labels | undefined {
  const labels = Object.entries(record(value)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return labels.length > 0 ? Object.fromEntries(labels) : undefined;
}

function destinations(spec: unknown): readonly ProjectionRecord[] {
  return ['http', 'tcp', 'tls'].flatMap(protocol =>
    list(at(spec, protocol)).flatMap((match, i) => {
      const route = list(at(match, 'route'));
      return route.flatMap((destination, j) => {
        const [host, subset] = ['host', 'subset'].map(field => text(at(destination, 'destination', field)));
        const weight = route.length === 1 ? integer(at(destination, 'weight')) : undefined;
        if (!host && weight === undefined) return [];
        const read = {
          at: `${protocol}[${i}]/route[${j}]`,
          host: host!,
          ...(subset && { subset }),
          ...(weight !== undefined && { weight }),
        };
        return [read satisfies DestinationRecord];
      });
    }),
  );
}

/**
 * Maximum characters of a record with several principals. This is half of the record's limit, since JSON escapes some
 * characters.
 */
const PRINCIPALS_LENGTH = MAX_RECORD_LENGTH / 2;

function principals(spec: unknown): readonly ProjectionRecord[] {
  return list(at(spec, 'rules')).flatMap((rule, i) =>
    list(at(rule, 'from')).flatMap((from, j) => {
      const records: (ProjectionRecord & { principals: [number, string][] })[] = [];
      let length = Infinity;
      for (const [k, principal] of list(at(from, 'source', 'principals')).entries()) {
        if (typeof principal !== 'string' || !principalOf(principal)) continue;
        if (length + principal.length > PRINCIPALS_LENGTH) {
          records.push({ at: `rules[${i}]/from[${j}]`, principals: [] });
          length = 0;
        }
        records.at(-1)!.principals.push([k, principal]);
        length += principal.length + 10;
      }
      return records;
    }),
  );
}

export interface Principal {
  readonly trustDomain: string;
  readonly namespace: string;
  readonly account: string;
}

/** Parses a principal. The result is undefined for a pattern or for a text of another form. */
export function principalOf(text: string): Principal | undefined {
  const [, trustDomain, namespace, account] = /^([^/*]+)\/ns\/([^/*]+)\/sa\/([^/*]+)$/.exec(text) ?? [];
  return trustDomain !== undefined && namespace !== undefined && account !== undefined
    ? { trustDomain, namespace, account }
    : undefined;
}

/**
 * The numbers that determine the health of a workload's replicas. Absent numbers count as 0. Absent replicas in a
 * spec count as 1, as in Kubernetes.
 */
export function replicasOf(kind: string, { replicas = [], scheduled = [] }: WorkloadRecord): Replicas {
  const [desired, current, available, ready] = replicas;
  if (kind === 'DaemonSet')
    return { desired: scheduled[0] ?? 0, current: scheduled[1] ?? 0, available: scheduled[2] ?? 0 };
  return { desired: desired ?? 1, current: current ?? 0, available: (kind === 'StatefulSet' ? ready : available) ?? 0 };
}

const APP_LABELS = ['service.istio.io/canonical-name', 'app.kubernetes.io/name', 'app'];
const VERSION_LABELS = ['service.istio.io/canonical-revision', 'app.kubernetes.io/version', 'version'];

/** Name of the app in the labels. Empty if there is none. */
export const appOf = (labels: Labels): string => firstOf(labels, APP_LABELS);
export const versionOf = (labels: Labels): string => firstOf(labels, VERSION_LABELS);

function firstOf(labels: Labels, keys: readonly string[]): string {
  for (const key of keys) if (Object.hasOwn(labels, key) && labels[key] !== '') return labels[key]!;
  return '';
}
