/**
 * Faults in the Istio configuration, found from the index, with the codes and meanings of Kiali.
 *
 * Configuration applies to its own cluster. Services and workloads belong to the whole mesh. Only visible rows are
 * read, so a hidden object counts as absent. `certain` is false if an object that was not found may be hidden or not
 * indexed yet.
 */
import { TopK } from '../../readmodel/table/containers.ts';
import type { Steps } from '../../async/fair-turns.ts';
import type { RowReader, VisibleRow } from '../../readmodel/question.ts';
import { istioHost, matchesWildHost, type IstioHost } from '../../schema/istio-host.ts';
import { compareKeys } from '../arguments.ts';
import type { PageRequest } from './arguments.ts';
import {
  AUTHORIZATION_POLICY,
  DESTINATION_RULE,
  GATEWAY,
  MESH,
  principalOf,
  SERVICE_ENTRY,
  SERVICE_KIND,
  VIRTUAL_SERVICE,
  WORKLOAD_KINDS,
  type DestinationRecord,
  type HeadRecord,
  type Labels,
  type PrincipalsRecord,
  type WorkloadRecord,
} from './projections.ts';

/** Severity of each code. */
const SEVERITIES = {
  KIA0106: 'ERROR',
  KIA0107: 'WARNING',
  KIA0201: 'WARNING',
  KIA0202: 'ERROR',
  KIA0203: 'INFO',
  KIA0302: 'WARNING',
  KIA1101: 'ERROR',
  KIA1102: 'ERROR',
  KIA1104: 'WARNING',
  KIA1106: 'WARNING',
  KIA1107: 'WARNING',
} as const;
export type ValidationCode = keyof typeof SEVERITIES;
export type Severity = (typeof SEVERITIES)[ValidationCode];

export interface Validation {
  /** Id of the object with the fault. */
  readonly object: string;
  readonly code: ValidationCode;
  readonly severity: Severity;
  readonly path: string;
  readonly certain: boolean;
  /** Sorted ids of the objects that the fault refers to. */
  readonly references: readonly string[];
}

/** Clusters of the mesh, including clusters that the caller may not name, and the trust domains of the mesh. */
export interface MeshOfValidations {
  readonly clusters: readonly string[];
  readonly trustDomains: readonly string[];
}

export interface ValidationFilter {
  /** Clusters of the mesh to read. Undefined means all of them. */
  readonly clusters?: readonly string[] | undefined;
  readonly namespaces?: readonly string[] | undefined;
  readonly codes?: readonly ValidationCode[] | undefined;
  readonly severities?: readonly Severity[] | undefined;
}

export interface ValidationPage {
  readonly validations: readonly Validation[];
  readonly totalCount: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** Kinds that are checked for faults. */
const JUDGED_KINDS = [AUTHORIZATION_POLICY, DESTINATION_RULE, GATEWAY, VIRTUAL_SERVICE];
/** Kinds of the objects in Configuration. */
const COMPARED_KINDS = [VIRTUAL_SERVICE, DESTINATION_RULE, SERVICE_ENTRY];
/** Rows read between two yields. */
const ROWS_IN_A_STEP = 100;

export const keyOfValidation = ({
  object,
  code,
  path,
}: Pick<Validation, 'object' | 'code' | 'path'>): readonly string[] => [object, code, path];
const compareFindings = (a: Finding, b: Finding): number => compareKeys(keyOfValidation(a), keyOfValidation(b));

/** Reads a page of validations, sorted by object, code and path. */
export function validationPage(filter: ValidationFilter, { first, after }: PageRequest, mesh: MeshOfValidations) {
  return function* (reader: RowReader): Steps<ValidationPage> {
    const { codes, severities, namespaces, clusters = mesh.clusters } = filter;
    const judged = yield* reader.matching({ kinds: JUDGED_KINDS, clusters, ...(namespaces && { namespaces }) });
    const page = new TopK<Finding>(first, compareFindings);
    let [before, behind] = [0, 0];
    const fits = ({ code }: Finding): boolean =>
      (codes?.includes(code) ?? true) && (severities?.includes(SEVERITIES[code]) ?? true);
    for (const finding of yield* findingsOf(reader, judged, mesh)) {
      if (!fits(finding)) continue;
      if (after && compareKeys(keyOfValidation(finding), after) <= 0) before++;
      else {
        behind++;
        page.offer(finding);
      }
    }
    const validations = page.sorted().map(validationOf);
    return {
      validations,
      totalCount: before + behind,
      hasNextPage: behind > validations.length,
      hasPreviousPage: before > 0,
    };
  };
}

/** All validations of some objects. The validations of each object are sorted by code and path. */
export function validationsOf({ ids }: { readonly ids: readonly string[] }, mesh: MeshOfValidations) {
  return function* (reader: RowReader): Steps<Validation[]> {
    const inMesh = new Set(mesh.clusters);
    const rows = ids.flatMap(id => {
      const row = reader.find(id);
      return row !== undefined && inMesh.has(reader.clusterName(reader.cluster(row))) ? [row] : [];
    });
    const judged = rows.filter(row => JUDGED_KINDS.some(kind => reader.isOf(row, kind)));
    return judged.length === 0 ? [] : (yield* findingsOf(reader, judged, mesh)).sort(compareFindings).map(validationOf);
  };
}

/**
 * A validation that was found. The references are read only if the validation is returned, since there may be many.
 */
interface Finding {
  readonly object: string;
  readonly code: ValidationCode;
  readonly path: string;
  readonly certain: boolean;
  readonly references?: () => readonly string[];
}

function validationOf({ object, code, path, certain, references }: Finding): Validation {
  return { object, code, severity: SEVERITIES[code], path, certain, references: references?.().toSorted() ?? [] };
}

/** An Istio object that is checked, or that checked objects are compared with. */
interface Subject {
  readonly id: string;
  readonly cluster: string;
  readonly namespace: string;
  readonly kind: string;
  readonly head: HeadRecord;
  readonly destinations: readonly DestinationRecord[];
  readonly principals: readonly PrincipalsRecord[];
  /** Namespaces that may import the object. Undefined means all. */
  readonly importers: ReadonlySet<string> | undefined;
  /** Host of a DestinationRule. */
  readonly host: IstioHost | undefined;
  /** Full names of the hosts of a VirtualService. */
  readonly hosts: ReadonlySet<string>;
  /** Result of gatewaysOf() for a VirtualService. */
  readonly gateways: ReadonlySet<string>;
}

function* findingsOf(reader: RowReader, rows: readonly VisibleRow[], mesh: MeshOfValidations): Steps<Finding[]> {
  const judged = new Map<VisibleRow, Subject>();
  for (const row of rows) {
    judged.set(row, subjectOf(reader, row));
    if (judged.size % ROWS_IN_A_STEP === 0) yield;
  }
  const world = new World(reader, mesh);
  yield* world.read(judged);
  const findings: Finding[] = [];
  let count = 0;
  for (const subject of judged.values()) {
    for (const finding of findingsIn(subject, world)) findings.push({ object: subject.id, ...finding });
    if (++count % JUDGED_IN_A_STEP === 0) yield;
  }
  return findings;
}

const JUDGED_IN_A_STEP = 10;

function subjectOf(reader: RowReader, row: VisibleRow): Subject {
  const { cluster, namespace, kind } = reader.object(row);
  const records = reader.records(row, MESH);
  const parts = records.filter(record => 'at' in record) as unknown as (DestinationRecord & PrincipalsRecord)[];
  const head = (records.find(record => !('at' in record)) ?? {}) as HeadRecord;
  return {
    ...{ id: reader.id(row), cluster, namespace, kind, head },
    destinations: kind === VIRTUAL_SERVICE.kind ? parts : [],
    principals: kind === AUTHORIZATION_POLICY.kind ? parts : [],
    importers: importersOf(head.exportTo, namespace),
    host: kind === DESTINATION_RULE.kind && head.host ? istioHost(head.host, namespace) : undefined,
    hosts: new Set(
      kind === VIRTUAL_SERVICE.kind
        ? head.hosts?.flatMap(host => (host === '' ? [] : istioHost(host, namespace).full))
        : [],
    ),
    gateways: gatewaysOf(head.gateways, namespace),
  };
}

/**
 * Gateways of a VirtualService, as `namespace/name`. Without a gateway, the VirtualService applies to Istio's reserved
 * gateway `mesh`.
 */
function gatewaysOf(written: readonly string[] = [], namespace: string): ReadonlySet<string> {
  const names = written
    .filter(name => name !== '')
    .map(name => {
      const gateway = gatewayNamed(name, namespace);
      return gateway ? `${gateway.namespace}/${gateway.name}` : THE_MESH;
    });
  return new Set(names.length > 0 ? names : [THE_MESH]);
}

function importersOf(exportTo: readonly string[] = [], own: string): ReadonlySet<string> | undefined {
  return exportTo.length === 0 || exportTo.includes('*')
    ? undefined
    : new Set(exportTo.map(name => (name === '.' ? own : name)));
}

function haveCommonImporter({ importers: some }: Subject, { importers: others }: Subject): boolean {
  return !some || !others || haveCommon(some, others);
}

type OwnFinding = Omit<Finding, 'object'>;

function findingsIn(subject: Subject, world: World): Iterable<OwnFinding> {
  switch (subject.kind) {
    case AUTHORIZATION_POLICY.kind:
      return ofAuthorizationPolicy(subject, world);
    case DESTINATION_RULE.kind:
      return ofDestinationRule(subject, world);
    case GATEWAY.kind:
      return ofGateway(subject, world);
    case VIRTUAL_SERVICE.kind:
      return ofVirtualService(subject, world);
    default:
      return [];
  }
}

function* ofAuthorizationPolicy({ cluster, principals }: Subject, world: World): Iterable<OwnFinding> {
  for (const { at, principals: listed } of principals) {
    for (const [place, text] of listed) {
      const principal = principalOf(text);
      if (!principal || !world.trusts(principal.trustDomain)) continue;
      const path = `spec/${at}/source/principals[${place}]`;
      const { namespace } = principal;
      const running = world.workloadsWithAccount(namespace, principal.account);
      if (running.length === 0) yield { code: 'KIA0106', path, certain: world.mayList(WORKLOAD_KINDS, namespace) };
      else if (running.every(workload => workload.cluster !== cluster))
        yield {
          ...{ code: 'KIA0107', path, certain: world.mayList(WORKLOAD_KINDS, namespace, cluster) },
          references: () => running.map(({ row }) => world.idOf(row)),
        };
    }
  }
}

function* ofDestinationRule(rule: Subject, world: World): Iterable<OwnFinding> {
  const { cluster, host, head } = rule;
  if (!host) return;
  const names = new Set(head.subsets?.map(({ name }) => name));
  const conflicts = (other: Subject): boolean => {
    if (other === rule || other.id === rule.id || !haveCommonImporter(rule, other)) return false;
    const { subsets = [] } = other.head;
    return names.size === 0 || subsets.length === 0 || subsets.some(({ name }) => names.has(name));
  };
  const others = world.rulesWithHost(cluster, host.full);
  if (others.some(conflicts))
    yield {
      code: 'KIA0201',
      path: 'spec/host',
      certain: true,
      references: () => others.filter(conflicts).map(({ id }) => id),
    };
  if (host.isWild) return;
  if (!world.isFound(host, cluster))
    yield { code: 'KIA0202', path: 'spec/host', certain: world.mayFind(host, cluster) };
  const { service } = host;
  if (!service || world.servicesNamed(service).length === 0) return;
  for (const [i, { labels }] of (head.subsets ?? []).entries()) {
    if (!labels || world.selects(service, labels)) continue;
    const { namespace } = service;
    const certain = world.mayList([SERVICE_KIND], namespace) && world.mayList(WORKLOAD_KINDS, namespace);
    yield { code: 'KIA0203', path: `spec/subsets[${i}]`, certain };
  }
}

function* ofGateway({ head: { selector } }: Subject, world: World): Iterable<OwnFinding> {
  if (selector && !world.hasWorkloadWith(selector))
    yield { code: 'KIA0302', path: 'spec/selector', certain: world.mayList(WORKLOAD_KINDS, '') };
}

function* ofVirtualService(service: Subject, world: World): Iterable<OwnFinding> {
  const { cluster, namespace, head, destinations } = service;
  for (const { at, host: written, subset, weight } of destinations) {
    if (weight !== undefined && weight > 0 && weight < 100)
      yield { code: 'KIA1104', path: `spec/${at}/weight`, certain: true };
    const host = written === '' ? undefined : istioHost(written, namespace);
    if (!host || host.isWild) continue;
    if (!world.isFound(host, cluster))
      yield { code: 'KIA1101', path: `spec/${at}/destination/host`, certain: world.mayFind(host, cluster) };
    if (
      subset === undefined ||
      world.rulesFor(cluster, host.full).some(({ head: { subsets } }) => subsets?.some(({ name }) => name === subset))
    )
      continue;
    const places = new Set([namespace, ...(host.service ? [host.service.namespace] : [])]);
    const certain = [...places].every(place => world.mayList([DESTINATION_RULE], place, cluster));
    yield { code: 'KIA1107', path: `spec/${at}/destination`, certain };
  }
  for (const [i, written] of (head.gateways ?? []).entries()) {
    const gateway = gatewayNamed(written, namespace);
    if (gateway && !world.hasGateway(cluster, gateway))
      yield {
        code: 'KIA1102',
        path: `spec/gateways[${i}]`,
        certain: world.mayList([GATEWAY], gateway.namespace, cluster),
      };
  }
  const conflicts = (other: Subject): boolean =>
    other.id !== service.id && haveCommon(service.gateways, other.gateways) && haveCommonImporter(service, other);
  if (world.findWithCommonHost(service, conflicts))
    yield {
      code: 'KIA1106',
      path: 'spec/hosts',
      certain: true,
      references: () => world.withCommonHost(service, conflicts),
    };
}

const THE_MESH = 'mesh';

/** The Gateway that a text names. Undefined for Istio's reserved gateway `mesh`, and for an empty text. */
function gatewayNamed(written: string, own: string): { readonly namespace: string; readonly name: string } | undefined {
  if (written === THE_MESH || written === '') return undefined;
  const slash = written.indexOf('/');
  return slash < 0
    ? { namespace: own, name: written }
    : { namespace: written.slice(0, slash), name: written.slice(slash + 1) };
}

interface Workload {
  readonly row: VisibleRow;
  readonly cluster: string;
}

interface ServiceName {
  readonly namespace: string;
  readonly name: string;
}

/** The visible objects of the mesh that validations look up. */
class World {
  readonly #reader: RowReader;
  readonly #clusters: readonly string[];
  readonly #trustDomains: ReadonlySet<string>;
  /** Labels of workloads, by namespace and cluster. */
  readonly #workloads = new Map<string, Labels[]>();
  /** Workloads by namespace and service account. */
  readonly #workloadsByAccount = new Map<string, Workload[]>();
  /** Labels of workloads. Each workload is listed under each of its labels, as `key\0value`. */
  readonly #workloadsByLabel = new Map<string, Labels[]>();
  /** Configuration by cluster. */
  readonly #configuration = new Map<string, Configuration>();
  readonly #services = new Map<string, readonly VisibleRow[]>();
  /** Labels of the workloads that a Service selects in its cluster, by Service. */
  readonly #selected = new Map<string, readonly Labels[]>();
  readonly #rights = new Map<string, boolean>();

  constructor(reader: RowReader, { clusters, trustDomains }: MeshOfValidations) {
    this.#reader = reader;
    this.#clusters = clusters;
    this.#trustDomains = new Set(trustDomains);
  }

  /** Reads the configuration and the workloads that are needed to validate the given objects. */
  *read(judged: ReadonlyMap<VisibleRow, Subject>): Steps<void> {
    yield* this.#readConfiguration(judged);
    const namespaces = new Set<string>();
    let needsAll = false;
    for (const { kind, head, host, principals } of judged.values()) {
      if (kind === GATEWAY.kind && head.selector) needsAll = true;
      if (host?.service && head.subsets) namespaces.add(host.service.namespace);
      for (const { principals: listed } of principals) {
        for (const [, text] of listed) {
          const principal = principalOf(text);
          if (principal && this.trusts(principal.trustDomain)) namespaces.add(principal.namespace);
        }
      }
    }
    if (needsAll || namespaces.size > 0) yield* this.#readWorkloads(needsAll ? undefined : [...namespaces]);
  }

  trusts(domain: string): boolean {
    return this.#trustDomains.has(domain);
  }

  idOf(row: VisibleRow): string {
    return this.#reader.id(row);
  }

  workloadsWithAccount(namespace: string, account: string): readonly Workload[] {
    return this.#workloadsByAccount.get(`${namespace}\0${account}`) ?? [];
  }

  /** True if a workload of the mesh has all these labels. */
  hasWorkloadWith(selector: Labels): boolean {
    const [[key, value] = ['', '']] = Object.entries(selector);
    return this.#workloadsByLabel.get(`${key}\0${value}`)?.some(labels => includes(labels, selector)) ?? false;
  }

  /** Services with this namespace and name, in any cluster of the mesh. */
  servicesNamed({ namespace, name }: ServiceName): readonly VisibleRow[] {
    const key = `${namespace}/${name}`;
    let found = this.#services.get(key);
    if (!found) {
      found = this.#clusters.flatMap(cluster => this.#reader.find({ cluster, ...SERVICE_KIND, namespace, name }) ?? []);
      this.#services.set(key, found);
    }
    return found;
  }

  /** True if the Service selects a workload with these labels, in any cluster that has the Service. */
  selects(service: ServiceName, labels: Labels): boolean {
    const key = `${service.namespace}/${service.name}`;
    let selected = this.#selected.get(key);
    if (!selected) {
      selected = this.servicesNamed(service).flatMap(row => {
        const cluster = this.#reader.clusterName(this.#reader.cluster(row));
        const { selector = {} } = (this.#reader.records(row, MESH)[0] ?? {}) as HeadRecord;
        return (this.#workloads.get(`${service.namespace}\0${cluster}`) ?? []).filter(labels =>
          includes(labels, selector),
        );
      });
      this.#selected.set(key, selected);
    }
    return selected.some(of => includes(of, labels));
  }

  /** True if the host is a Service of the mesh, or if a ServiceEntry of the cluster contains the host. */
  isFound(host: IstioHost, cluster: string): boolean {
    if (host.service && this.servicesNamed(host.service).length > 0) return true;
    return host.mayBeExternal && this.#of(cluster).hasEntryFor(host);
  }

  /** True if the caller may list every kind of object that the host can name. */
  mayFind({ service, mayBeExternal }: IstioHost, cluster: string): boolean {
    const mayFindService = !service || this.mayList([SERVICE_KIND], service.namespace);
    return mayFindService && (!mayBeExternal || this.mayList([SERVICE_ENTRY], '', cluster));
  }

  /** DestinationRules of a cluster whose host equals the given host. */
  rulesWithHost(cluster: string, full: string): readonly Subject[] {
    return this.#of(cluster).rules.get(full) ?? [];
  }

  /** DestinationRules of a cluster whose host equals the given host, or is a pattern that matches the given host. */
  rulesFor(cluster: string, full: string): readonly Subject[] {
    const { rules, wildRules } = this.#of(cluster);
    return [...(rules.get(full) ?? []), ...wildRules.filter(({ host }) => matchesWildHost(host!.full, full))];
  }

  hasGateway(cluster: string, { namespace, name }: ServiceName): boolean {
    return this.#reader.find({ cluster, ...GATEWAY, namespace, name }) !== undefined;
  }

  /** True if a VirtualService of the cluster shares a host with the subject and passes the test `fits`. */
  findWithCommonHost({ cluster, hosts }: Subject, fits: (other: Subject) => boolean): boolean {
    const { services } = this.#of(cluster);
    for (const host of hosts) if (services.get(host)?.some(fits)) return true;
    return false;
  }

  /** Ids of the VirtualServices of the cluster that share a host with the subject and pass the test `fits`. */
  withCommonHost({ cluster, hosts }: Subject, fits: (other: Subject) => boolean): readonly string[] {
    const { services } = this.#of(cluster);
    const found = new Set<string>();
    for (const host of hosts) for (const other of services.get(host) ?? []) if (fits(other)) found.add(other.id);
    return [...found];
  }

  /**
   * True if every object of these kinds in the namespace is read, and the caller may list all of them.
   * @param cluster Undefined means every cluster of the mesh
   */
  mayList(kinds: readonly (typeof GATEWAY)[], namespace: string, cluster?: string): boolean {
    const key = JSON.stringify([kinds.map(({ kind }) => kind), namespace, cluster]);
    let may = this.#rights.get(key);
    if (may === undefined) {
      const clusters = cluster === undefined ? this.#clusters : [cluster];
      may = clusters.every(
        name =>
          this.#reader.stateOf(name) === 'INDEXED' &&
          kinds.every(
            kind => this.#reader.mayList(name, kind, namespace) === 'ALL' && this.#reader.isComplete(name, kind),
          ),
      );
      this.#rights.set(key, may);
    }
    return may;
  }

  #of(cluster: string): Configuration {
    let configuration = this.#configuration.get(cluster);
    if (!configuration) this.#configuration.set(cluster, (configuration = new Configuration()));
    return configuration;
  }

  *#readConfiguration(judged: ReadonlyMap<VisibleRow, Subject>): Steps<void> {
    const clusters = [...new Set(Array.from(judged.values(), ({ cluster }) => cluster))];
    let count = 0;
    for (const row of yield* this.#reader.matching({ kinds: COMPARED_KINDS, clusters })) {
      const subject = judged.get(row) ?? subjectOf(this.#reader, row);
      this.#of(subject.cluster).add(subject);
      if (++count % ROWS_IN_A_STEP === 0) yield;
    }
  }

  *#readWorkloads(namespaces: readonly string[] | undefined): Steps<void> {
    const filter = { kinds: WORKLOAD_KINDS, clusters: this.#clusters, ...(namespaces && { namespaces }) };
    let count = 0;
    for (const row of yield* this.#reader.matching(filter)) {
      const { labels = {}, account = 'default' } = (this.#reader.records(row, MESH)[0] ??
        {}) as Partial<WorkloadRecord>;
      const workload = { row, cluster: this.#reader.clusterName(this.#reader.cluster(row)) };
      const namespace = this.#reader.namespace(row);
      addTo(this.#workloads, `${namespace}\0${workload.cluster}`, labels);
      addTo(this.#workloadsByAccount, `${namespace}\0${account}`, workload);
      // Only selectors of Gateways use this index. They need all namespaces, so `namespaces` is then undefined.
      if (!namespaces)
        for (const [key, value] of Object.entries(labels)) addTo(this.#workloadsByLabel, `${key}\0${value}`, labels);
      if (++count % ROWS_IN_A_STEP === 0) yield;
    }
  }
}

/** The configuration of one cluster, indexed for lookups. */
class Configuration {
  /** DestinationRules by full host name. */
  readonly rules = new Map<string, Subject[]>();
  readonly wildRules: Subject[] = [];
  /** VirtualServices by full host name. */
  readonly services = new Map<string, Subject[]>();
  readonly #entries = new Set<string>();
  readonly #wildEntries: string[] = [];

  add(subject: Subject): void {
    const { kind, host, head } = subject;
    if (host) {
      addTo(this.rules, host.full, subject);
      if (host.isWild) this.wildRules.push(subject);
    } else if (kind === SERVICE_ENTRY.kind) {
      for (const name of head.hosts ?? []) {
        const entry = name.toLowerCase();
        if (entry.startsWith('*.')) this.#wildEntries.push(entry);
        else this.#entries.add(entry);
      }
    }
    for (const name of subject.hosts) addTo(this.services, name, subject);
  }

  hasEntryFor({ text, full }: IstioHost): boolean {
    return (
      this.#entries.has(text) ||
      this.#entries.has(full) ||
      this.#wildEntries.some(entry => matchesWildHost(entry, text))
    );
  }
}

function includes(labels: Labels, wanted: Labels): boolean {
  return Object.entries(wanted).every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value);
}

function haveCommon(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const name of some) if (others.has(name)) return true;
  return false;
}

function addTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const known = lists.get(key);
  if (known) known.push(item);
  else lists.set(key, [item]);
}
