/**
 * Faults in the Istio configuration, found from the index, with the codes and meanings of Kiali.
 *
 * Configuration applies to its own cluster. Services and workloads belong to the whole mesh. Only visible rows are
 * read, so a hidden object counts as absent. `certain` is false if an object that was not found may be hidden or not
 * indexed yet.
 */
import { addTo, TopK } from '../../readmodel/table/containers.ts';
import { compareText } from '../../readmodel/table/names.ts';
import { Pace, type Steps } from '../../async/fair-turns.ts';
import type { RowReader, VisibleRow } from '../../readmodel/question.ts';
import { istioHost, patternsFor, type IstioHost } from '../../schema/istio-host.ts';
import { compareKeys } from '../arguments.ts';
import type { PageRequest } from './arguments.ts';
import { recordOf } from './items.ts';
import { Conflicts, LabelIndex, type Claimant, type Label } from './joins.ts';
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
  /** Undefined if not requested. */
  readonly references: References | undefined;
}

/** The objects that a fault refers to. */
export interface References {
  /** The first ids in sorted order, at most MAX_REFERENCES. */
  readonly ids: readonly string[];
  readonly count: number;
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
/** Maximum number of ids in References. */
const MAX_REFERENCES = 50;
/** Operations (RowReader.spent()) to read a name or another part of an object, or to look it up. */
const PART = 10;
/**
 * Maximum number of namespaces that a filter on workloads names. If there are more, the workloads of all namespaces are
 * read.
 */
const MAX_NAMESPACES = 1_000;

export const keyOfValidation = ({
  object,
  code,
  path,
}: Pick<Validation, 'object' | 'code' | 'path'>): readonly string[] => [object, code, path];
const compareFindings = (a: Finding, b: Finding): number => compareKeys(keyOfValidation(a), keyOfValidation(b));

export interface ValidationOptions {
  /** True to read the references of each returned validation. */
  readonly references: boolean;
}

/** Reads a page of validations, sorted by object, code and path. */
export function validationPage(
  filter: ValidationFilter,
  { first, after }: PageRequest,
  mesh: MeshOfValidations,
  options: ValidationOptions,
) {
  return function* (reader: RowReader): Steps<ValidationPage> {
    const { codes, severities, namespaces, clusters = mesh.clusters } = filter;
    const judged = yield* reader.matching({ kinds: JUDGED_KINDS, clusters, ...(namespaces && { namespaces }) });
    const page = new TopK<Finding>(first, compareFindings);
    let [before, behind] = [0, 0];
    const fits = ({ code }: Finding): boolean =>
      (codes?.includes(code) ?? true) && (severities?.includes(SEVERITIES[code]) ?? true);
    for (const finding of findingsOf(reader, judged, mesh)) {
      if (!finding || reader.spent(PART)) yield;
      if (!finding || !fits(finding)) continue;
      if (after && compareKeys(keyOfValidation(finding), after) <= 0) before++;
      else {
        behind++;
        page.offer(finding);
      }
    }
    const validations: Validation[] = [];
    for (const finding of page.sorted()) validations.push(yield* validationOf(finding, options));
    return {
      validations,
      totalCount: before + behind,
      hasNextPage: behind > validations.length,
      hasPreviousPage: before > 0,
    };
  };
}

/** All validations of some objects, by id of the object. The validations of each object are sorted by code and path. */
export function validationsOf(ids: readonly string[], mesh: MeshOfValidations, options: ValidationOptions) {
  return function* (reader: RowReader): Steps<ReadonlyMap<string, readonly Validation[]>> {
    const inMesh = new Set(mesh.clusters);
    const rows = ids.flatMap(id => {
      const row = reader.find(id);
      return row !== undefined && inMesh.has(reader.clusterName(reader.cluster(row))) ? [row] : [];
    });
    const judged = rows.filter(row => JUDGED_KINDS.some(kind => reader.isOf(row, kind)));
    const found = new Map<string, Finding[]>();
    for (const finding of findingsOf(reader, judged, mesh)) {
      if (finding) addTo(found, finding.object, finding);
      else yield;
    }
    const validations = new Map<string, Validation[]>();
    for (const findings of found.values()) {
      for (const finding of findings.sort(compareFindings)) {
        addTo(validations, finding.object, yield* validationOf(finding, options));
        if (reader.spent(PART)) yield;
      }
    }
    return validations;
  };
}

/** A validation without its references. The references are read only if requested, because there may be many. */
interface Finding {
  readonly object: string;
  readonly code: ValidationCode;
  readonly path: string;
  readonly certain: boolean;
  readonly references?: () => Steps<References>;
}

const NO_REFERENCES: References = { ids: [], count: 0 };

function* validationOf(
  { object, code, path, certain, references }: Finding,
  options: ValidationOptions,
): Steps<Validation> {
  const found = options.references ? (references ? yield* references() : NO_REFERENCES) : undefined;
  return { object, code, severity: SEVERITIES[code], path, certain, references: found };
}

/** @param ids Ids without duplicates. Undefined means that it is time to pause */
function* firstOf(ids: Iterable<string | undefined>): Steps<References> {
  const first = new TopK<string>(MAX_REFERENCES, compareText);
  let count = 0;
  for (const id of ids) {
    if (id === undefined) yield;
    else {
      count++;
      first.offer(id);
    }
  }
  return { ids: first.sorted(), count };
}

/** An Istio object that is checked, or that checked objects are compared with. */
interface Subject extends Claimant {
  readonly cluster: string;
  readonly namespace: string;
  readonly kind: string;
  readonly head: HeadRecord;
  readonly destinations: readonly DestinationRecord[];
  readonly principals: readonly PrincipalsRecord[];
  /** Host of a DestinationRule. */
  readonly host: IstioHost | undefined;
}

/** Findings, one at a time. An undefined item means that it is time to pause. */
type Findings<F> = Generator<F | undefined, void, undefined>;

function* findingsOf(reader: RowReader, rows: readonly VisibleRow[], mesh: MeshOfValidations): Findings<Finding> {
  if (rows.length === 0) return;
  const judged = new Map<VisibleRow, Subject>();
  for (const row of rows) {
    const subject = subjectOf(reader, row);
    judged.set(row, subject);
    if (reader.spent(PART * sizeOf(subject))) yield;
  }
  const world = new World(reader, mesh);
  yield* world.read(judged);
  for (const subject of judged.values()) {
    if (reader.spent(PART)) yield;
    for (const finding of findingsIn(subject, world)) yield finding && { object: subject.id, ...finding };
  }
}

function subjectOf(reader: RowReader, row: VisibleRow): Subject {
  const { cluster, namespace, kind } = reader.object(row);
  const records = reader.records(row, MESH);
  const parts = records.filter(record => 'at' in record) as unknown as (DestinationRecord & PrincipalsRecord)[];
  const head = (records.find(record => !('at' in record)) ?? {}) as HeadRecord;
  const host = kind === DESTINATION_RULE.kind && head.host ? istioHost(head.host, namespace) : undefined;
  return {
    ...{ id: reader.id(row), cluster, namespace, kind, head, host },
    destinations: kind === VIRTUAL_SERVICE.kind ? parts : [],
    principals: kind === AUTHORIZATION_POLICY.kind ? parts : [],
    claims:
      kind === VIRTUAL_SERVICE.kind
        ? [hostsOf(head, namespace), gatewaysOf(head, namespace), importersOf(head, namespace)]
        : host
          ? [new Set([host.full]), subsetsOf(head), importersOf(head, namespace)]
          : [],
  };
}

/** Number of names and other parts in the object's records. */
function sizeOf({ head, destinations, principals }: Subject): number {
  const { hosts = [], gateways = [], exportTo = [], subsets = [] } = head;
  const count = hosts.length + gateways.length + exportTo.length + subsets.length + destinations.length;
  return principals.reduce((sum, { principals: listed }) => sum + listed.length, 1 + count);
}

/** Full names of the hosts of a VirtualService. */
function hostsOf({ hosts = [] }: HeadRecord, namespace: string): ReadonlySet<string> {
  return new Set(hosts.flatMap(host => (host === '' ? [] : istioHost(host, namespace).full)));
}

/**
 * Names of the subsets of a DestinationRule. Undefined if there are none. The rule then applies to the whole host, and
 * so conflicts with rules for any subset.
 */
function subsetsOf({ subsets }: HeadRecord): ReadonlySet<string> | undefined {
  return subsets && new Set(subsets.map(({ name }) => name));
}

/**
 * Gateways of a VirtualService, as `namespace/name`. Without a gateway, the VirtualService applies to Istio's reserved
 * gateway `mesh`.
 */
function gatewaysOf({ gateways = [] }: HeadRecord, namespace: string): ReadonlySet<string> {
  const names = gateways
    .filter(name => name !== '')
    .map(name => {
      const gateway = gatewayNamed(name, namespace);
      return gateway ? `${gateway.namespace}/${gateway.name}` : THE_MESH;
    });
  return new Set(names.length > 0 ? names : [THE_MESH]);
}

/** Namespaces that may import the object. Undefined means all. */
function importersOf({ exportTo = [] }: HeadRecord, own: string): ReadonlySet<string> | undefined {
  return exportTo.length === 0 || exportTo.includes('*')
    ? undefined
    : new Set(exportTo.map(name => (name === '.' ? own : name)));
}

type OwnFinding = Omit<Finding, 'object'>;

function findingsIn(subject: Subject, world: World): Iterable<OwnFinding | undefined> {
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

function* ofAuthorizationPolicy({ cluster, principals }: Subject, world: World): Findings<OwnFinding> {
  for (const { at, principals: listed } of principals) {
    for (const [place, text] of listed) {
      if (world.spent(PART)) yield;
      const principal = principalOf(text);
      if (!principal || !world.trusts(principal.trustDomain)) continue;
      const path = `spec/${at}/source/principals[${place}]`;
      const { namespace } = principal;
      const account = world.account(namespace, principal.account);
      if (!account) yield { code: 'KIA0106', path, certain: yield* world.mayList(WORKLOAD_KINDS, namespace) };
      else if (!account.clusters.has(cluster))
        yield {
          ...{ code: 'KIA0107', path, certain: yield* world.mayList(WORKLOAD_KINDS, namespace, cluster) },
          references: () => world.usersOf(account),
        };
    }
  }
}

function* ofDestinationRule(rule: Subject, world: World): Findings<OwnFinding> {
  const { cluster, host, head } = rule;
  if (!host) return;
  if (yield* world.hasConflict(rule))
    yield { code: 'KIA0201', path: 'spec/host', certain: true, references: () => world.conflicting(rule) };
  if (host.isWild) return;
  if (!(yield* world.isFound(host, cluster)))
    yield { code: 'KIA0202', path: 'spec/host', certain: yield* world.mayFind(host, cluster) };
  const { service } = host;
  if (!service || (yield* world.servicesNamed(service)).length === 0) return;
  for (const [i, { labels }] of (head.subsets ?? []).entries()) {
    if (!labels || (yield* world.selects(service, labels))) continue;
    const { namespace } = service;
    const certain =
      (yield* world.mayList([SERVICE_KIND], namespace)) && (yield* world.mayList(WORKLOAD_KINDS, namespace));
    yield { code: 'KIA0203', path: `spec/subsets[${i}]`, certain };
  }
}

function* ofGateway({ head: { selector } }: Subject, world: World): Findings<OwnFinding> {
  if (selector && !(yield* world.hasWorkloadWith(selector)))
    yield { code: 'KIA0302', path: 'spec/selector', certain: yield* world.mayList(WORKLOAD_KINDS, '') };
}

function* ofVirtualService(service: Subject, world: World): Findings<OwnFinding> {
  const { cluster, namespace, head, destinations } = service;
  for (const { at, host: written, subset, weight } of destinations) {
    if (world.spent(PART)) yield;
    if (weight !== undefined && weight > 0 && weight < 100)
      yield { code: 'KIA1104', path: `spec/${at}/weight`, certain: true };
    const host = written === '' ? undefined : istioHost(written, namespace);
    if (!host || host.isWild) continue;
    if (!(yield* world.isFound(host, cluster)))
      yield { code: 'KIA1101', path: `spec/${at}/destination/host`, certain: yield* world.mayFind(host, cluster) };
    if (subset === undefined || (yield* world.hasSubset(cluster, host.full, subset))) continue;
    let certain = yield* world.mayList([DESTINATION_RULE], namespace, cluster);
    if (host.service) certain &&= yield* world.mayList([DESTINATION_RULE], host.service.namespace, cluster);
    yield { code: 'KIA1107', path: `spec/${at}/destination`, certain };
  }
  for (const [i, written] of (head.gateways ?? []).entries()) {
    if (world.spent(PART)) yield;
    const gateway = gatewayNamed(written, namespace);
    if (gateway && !world.hasGateway(cluster, gateway))
      yield {
        code: 'KIA1102',
        path: `spec/gateways[${i}]`,
        certain: yield* world.mayList([GATEWAY], gateway.namespace, cluster),
      };
  }
  if (yield* world.hasConflict(service))
    yield { code: 'KIA1106', path: 'spec/hosts', certain: true, references: () => world.conflicting(service) };
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

/** A service account, and the workloads that run with it: at least one. */
interface Account {
  readonly clusters: Set<string>;
  readonly workloads: VisibleRow[];
  /** Result of usersOf(), kept because many principals may name the account. */
  users?: References;
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
  /** Labels of the workloads that subsets may select, by namespace and cluster. */
  readonly #workloads = new Map<string, LabelIndex>();
  /** Labels of all workloads. Filled if a Gateway has a selector. */
  readonly #allWorkloads = new LabelIndex();
  /** Service accounts by namespace and name. */
  readonly #accounts = new Map<string, Account>();
  /** Configuration by cluster. */
  readonly #configuration = new Map<string, Configuration>();
  readonly #services = new Map<string, readonly VisibleRow[]>();
  /** Selectors of a Service, one for each cluster that has the Service. */
  readonly #selectors = new Map<string, readonly { readonly cluster: string; readonly selector: readonly Label[] }[]>();
  /** Results of selects(), by Service and labels. */
  readonly #selected = new Map<string, boolean>();
  readonly #rights = new Map<string, boolean>();
  /** Clusters of the mesh that the caller may name. */
  #named: readonly string[] | undefined;
  /**
   * Counts work that grows with the number of all clusters. Such work is not charged to the caller, so that the cost
   * does not reveal clusters that the caller may not name.
   */
  readonly #uncharged = new Pace();

  constructor(reader: RowReader, { clusters, trustDomains }: MeshOfValidations) {
    this.#reader = reader;
    this.#clusters = clusters;
    this.#trustDomains = new Set(trustDomains);
  }

  /** Reads the configuration and the workloads that are needed to validate the given objects. */
  *read(judged: ReadonlyMap<VisibleRow, Subject>): Steps<void> {
    yield* this.#readConfiguration(judged);
    const withSubsets = new Set<string>();
    const withAccounts = new Set<string>();
    let needsAll = false;
    for (const { kind, head, host, principals } of judged.values()) {
      if (kind === GATEWAY.kind && head.selector) needsAll = true;
      if (host?.service && head.subsets) withSubsets.add(host.service.namespace);
      for (const { principals: listed } of principals) {
        for (const [, text] of listed) {
          const principal = principalOf(text);
          if (principal && this.trusts(principal.trustDomain)) withAccounts.add(principal.namespace);
        }
        if (this.spent(PART * listed.length)) yield;
      }
      if (this.spent()) yield;
    }
    const readsAll = needsAll || withSubsets.size + withAccounts.size > MAX_NAMESPACES;
    const namespaces = readsAll ? undefined : [...new Set([...withSubsets, ...withAccounts])];
    if (namespaces?.length !== 0) yield* this.#readWorkloads(namespaces, { withSubsets, withAccounts, needsAll });
  }

  /** Counts operations. Returns true if it is time to yield. */
  spent(operations?: number): boolean {
    return this.#reader.spent(operations);
  }

  trusts(domain: string): boolean {
    return this.#trustDomains.has(domain);
  }

  /** Undefined if no workload runs with the service account. */
  account(namespace: string, name: string): Account | undefined {
    return this.#accounts.get(`${namespace}\0${name}`);
  }

  /** The workloads that run with the service account. */
  *usersOf(account: Account): Steps<References> {
    return (account.users ??= yield* firstOf(this.#idsOf(account.workloads)));
  }

  *#idsOf(rows: readonly VisibleRow[]): Generator<string | undefined, void, undefined> {
    for (const row of rows) {
      yield this.#reader.id(row);
      if (this.spent(PART)) yield;
    }
  }

  /** True if a workload of the mesh has all these labels. */
  hasWorkloadWith(selector: Labels): Steps<boolean> {
    return this.#allWorkloads.hasAll(Object.entries(selector), this.#reader);
  }

  /** Services with this namespace and name, in any cluster of the mesh. */
  *servicesNamed({ namespace, name }: ServiceName): Steps<readonly VisibleRow[]> {
    const key = `${namespace}/${name}`;
    let found = this.#services.get(key);
    if (!found) {
      const named = yield* this.#namedClusters();
      if (this.spent(named.length) || this.#uncharged.spent(this.#clusters.length)) yield;
      found = this.#clusters.flatMap(cluster => this.#reader.find({ cluster, ...SERVICE_KIND, namespace, name }) ?? []);
      this.#services.set(key, found);
    }
    return found;
  }

  /** True if the Service selects a workload with these labels, in any cluster that has the Service. */
  *selects(service: ServiceName, labels: Labels): Steps<boolean> {
    const key = JSON.stringify([service.namespace, service.name, Object.entries(labels).sort()]);
    let is = this.#selected.get(key);
    if (is === undefined) this.#selected.set(key, (is = yield* this.#selects(service, labels)));
    return is;
  }

  *#selects(service: ServiceName, labels: Labels): Steps<boolean> {
    for (const { cluster, selector } of yield* this.#selectorsOf(service)) {
      const workloads = this.#workloads.get(`${service.namespace}\0${cluster}`);
      const wanted = [...selector, ...Object.entries(labels)];
      if (workloads && (yield* workloads.hasAll(wanted, this.#reader))) return true;
    }
    return false;
  }

  /** True if the host is a Service of the mesh, or if a ServiceEntry of the cluster contains the host. */
  *isFound(host: IstioHost, cluster: string): Steps<boolean> {
    if (host.service && (yield* this.servicesNamed(host.service)).length > 0) return true;
    return host.mayBeExternal && (yield* this.#of(cluster).hasEntryFor(host, this.#reader));
  }

  /** True if the caller may list every kind of object that the host can name. */
  *mayFind({ service, mayBeExternal }: IstioHost, cluster: string): Steps<boolean> {
    if (service && !(yield* this.mayList([SERVICE_KIND], service.namespace))) return false;
    return !mayBeExternal || (yield* this.mayList([SERVICE_ENTRY], '', cluster));
  }

  /** True if a DestinationRule of the cluster defines the subset, for the host or for a pattern that matches it. */
  hasSubset(cluster: string, full: string, subset: string): Steps<boolean> {
    return this.#of(cluster).hasSubset(full, subset, this.#reader);
  }

  hasGateway(cluster: string, { namespace, name }: ServiceName): boolean {
    return this.#reader.find({ cluster, ...GATEWAY, namespace, name }) !== undefined;
  }

  *hasConflict(subject: Subject): Steps<boolean> {
    for (const other of this.#of(subject.cluster).conflicts(subject, this.#reader)) {
      if (other !== undefined) return true;
      yield;
    }
    return false;
  }

  conflicting(subject: Subject): Steps<References> {
    return firstOf(this.#of(subject.cluster).conflicts(subject, this.#reader));
  }

  /**
   * True if every object of these kinds in the namespace is read, and the caller may list all of them.
   * @param cluster Undefined means every cluster of the mesh
   */
  *mayList(kinds: readonly (typeof GATEWAY)[], namespace: string, cluster?: string): Steps<boolean> {
    // A right in all namespaces makes it unnecessary to look up each namespace in each cluster.
    if (namespace !== '' && (yield* this.mayList(kinds, '', cluster))) return true;
    const key = JSON.stringify([kinds.map(({ kind }) => kind), namespace, cluster]);
    let may = this.#rights.get(key);
    if (may === undefined) {
      const named = cluster === undefined ? yield* this.#namedClusters() : [cluster];
      may = cluster !== undefined || named.length === this.#clusters.length;
      for (const name of named) {
        if (this.spent(PART)) yield;
        may &&=
          this.#reader.stateOf(name) === 'INDEXED' &&
          kinds.every(
            kind => this.#reader.mayList(name, kind, namespace) === 'ALL' && this.#reader.isComplete(name, kind),
          );
        if (!may) break;
      }
      this.#rights.set(key, may);
    }
    return may;
  }

  *#namedClusters(): Steps<readonly string[]> {
    if (this.#named) return this.#named;
    const named: string[] = [];
    for (const cluster of this.#clusters) {
      if (this.#reader.stateOf(cluster) !== undefined) named.push(cluster);
      if (this.#uncharged.spent(PART)) yield;
    }
    return (this.#named = named);
  }

  #of(cluster: string): Configuration {
    let configuration = this.#configuration.get(cluster);
    if (!configuration) this.#configuration.set(cluster, (configuration = new Configuration()));
    return configuration;
  }

  *#selectorsOf(service: ServiceName) {
    const key = `${service.namespace}/${service.name}`;
    let selectors = this.#selectors.get(key);
    if (!selectors) {
      const rows = yield* this.servicesNamed(service);
      selectors = rows.map(row => {
        const { selector = {} } = recordOf(this.#reader, row);
        return { cluster: this.#reader.clusterName(this.#reader.cluster(row)), selector: Object.entries(selector) };
      });
      this.#selectors.set(key, selectors);
    }
    if (this.spent(selectors.length)) yield;
    return selectors;
  }

  *#readConfiguration(judged: ReadonlyMap<VisibleRow, Subject>): Steps<void> {
    const clusters = [...new Set(Array.from(judged.values(), ({ cluster }) => cluster))];
    for (const row of yield* this.#reader.matching({ kinds: COMPARED_KINDS, clusters })) {
      const subject = judged.get(row) ?? subjectOf(this.#reader, row);
      this.#of(subject.cluster).add(subject);
      if (this.spent(PART * sizeOf(subject))) yield;
    }
  }

  /** @param namespaces Undefined means all */
  *#readWorkloads(
    namespaces: readonly string[] | undefined,
    {
      withSubsets,
      withAccounts,
      needsAll,
    }: Readonly<Record<'withSubsets' | 'withAccounts', ReadonlySet<string>>> & { readonly needsAll: boolean },
  ): Steps<void> {
    const filter = { kinds: WORKLOAD_KINDS, clusters: this.#clusters, ...(namespaces && { namespaces }) };
    for (const row of yield* this.#reader.matching(filter)) {
      const { labels = {}, account = 'default' } = recordOf(this.#reader, row);
      const namespace = this.#reader.namespace(row);
      const cluster = this.#reader.clusterName(this.#reader.cluster(row));
      if (withAccounts.has(namespace)) this.#addTo(`${namespace}\0${account}`, row, cluster);
      if (withSubsets.has(namespace)) this.#labelsIn(`${namespace}\0${cluster}`).add(labels);
      if (needsAll) this.#allWorkloads.add(labels);
      if (this.spent(PART + Object.keys(labels).length)) yield;
    }
  }

  #addTo(account: string, workload: VisibleRow, cluster: string): void {
    let known = this.#accounts.get(account);
    if (!known) this.#accounts.set(account, (known = { clusters: new Set(), workloads: [] }));
    known.clusters.add(cluster);
    known.workloads.push(workload);
  }

  #labelsIn(place: string): LabelIndex {
    let labels = this.#workloads.get(place);
    if (!labels) this.#workloads.set(place, (labels = new LabelIndex()));
    return labels;
  }
}

/** The configuration of one cluster, indexed for lookups. */
class Configuration {
  readonly #services = new Conflicts();
  readonly #rules = new Conflicts();
  /** Subsets of DestinationRules, as `host\0subset`. */
  readonly #subsets = new Set<string>();
  /** Hosts of ServiceEntries. */
  readonly #entries = new Set<string>();

  add(subject: Subject): void {
    const { kind, host, head } = subject;
    if (kind === VIRTUAL_SERVICE.kind) this.#services.add(subject);
    else if (kind === SERVICE_ENTRY.kind) for (const name of head.hosts ?? []) this.#entries.add(name.toLowerCase());
    else if (host) {
      this.#rules.add(subject);
      for (const { name } of head.subsets ?? []) this.#subsets.add(`${host.full}\0${name}`);
    }
  }

  /**
   * Yields the ids of the objects that conflict with the VirtualService or DestinationRule. Yields undefined when it is
   * time to pause.
   */
  conflicts(subject: Subject, reader: RowReader): Generator<string | undefined, void, undefined> {
    return (subject.kind === VIRTUAL_SERVICE.kind ? this.#services : this.#rules).with(subject, reader);
  }

  *hasSubset(full: string, subset: string, reader: RowReader): Steps<boolean> {
    const has = (host: string): boolean => this.#subsets.has(`${host}\0${subset}`);
    return has(full) || (yield* hasPattern(full, has, reader));
  }

  *hasEntryFor({ text, full }: IstioHost, reader: RowReader): Steps<boolean> {
    const has = (host: string): boolean => this.#entries.has(host);
    return has(text) || has(full) || (yield* hasPattern(text, has, reader));
  }
}

/** True if `has` holds for a pattern that matches the name. */
function* hasPattern(name: string, has: (pattern: string) => boolean, reader: RowReader): Steps<boolean> {
  for (const pattern of patternsFor(name)) {
    if (reader.spent()) yield;
    if (has(pattern)) return true;
  }
  return false;
}
