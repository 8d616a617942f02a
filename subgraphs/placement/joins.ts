/**
 * Joins workloads of hubs with the rows of their copies in the member clusters, all at one version of the index.
 *
 * The result depends only on what the caller sees. Rows of the hub give bindings, assignments and reports. Rows of a
 * member cluster give its copies. For a caller who may not list copies, a hidden copy looks like an absent copy.
 */
import { groupOf } from '../../kinds/untrusted.ts';
import type { Steps } from '../../async/fair-turns.ts';
import type { RowReader, VisibleRow } from '../../readmodel/question.ts';
import { compareText } from '../../readmodel/table/names.ts';
import { encodeObjectId, encodeObjectKey, type ObjectId } from '../../schema/object-id.ts';
import type { ObjectStatus } from '../../store/store.ts';
import { FirstAfter, pagedInOrder, type IndexedPageRequest, type Page, type PageRequest } from './arguments.ts';
import { BINDING_KINDS, engineOf, isKind, MEMBER_KIND, OCM } from './engine-kinds.ts';
import type { AssignmentState, Binding, MemberAssignment, Placing, PolicyRow } from './engine.ts';
import type { Hub, Hubs } from './hubs.ts';
import { KarmadaReader } from './karmada.ts';
import { OcmReader } from './ocm.ts';
import { PLACEMENT, REPLICAS, type Replicas } from './projections.ts';
import { headOf, keys, listOf, type Intent, type Manifest } from './records.ts';
import {
  camelCase,
  CopySummary,
  CopyTally,
  phasedOf,
  phaseOf,
  plusReplicas,
  type CopyCounts,
  type CopyState,
  type Decision,
  type Phase,
  type Phased,
  type Standing,
} from './status.ts';

/** Number of rows processed before yielding. */
export const STEP = 64;
/** Number of workloads joined before yielding. */
export const FEW = 8;
/** Operations to find an object of a manifest in a member (RowReader.spent). */
const COPY_COST = 8;
/** Operations to read the row of a copy, in addition to COPY_COST. */
const READ_COST = 8;

/**
 * One object of a workload in one member cluster. Its texts are computed on demand, because most copies are only
 * counted.
 */
export class Copy implements CopyState {
  readonly object: ObjectId;
  /**
   * Name of the member. Set only if the caller may not name the cluster of the member, or the cluster is not
   * registered.
   */
  readonly #unnamed: string | undefined;
  readonly standing: Standing;
  readonly hasRow: boolean;
  readonly owned: boolean | null;
  readonly status: ObjectStatus | undefined;
  readonly reason: string | undefined;
  readonly stale: string | undefined;
  readonly replicas: Replicas | undefined;

  constructor(
    object: ObjectId,
    unnamed: string | undefined,
    standing: Standing,
    stale: string | undefined,
    seen?: SeenCopy,
  ) {
    this.object = object;
    this.#unnamed = unnamed;
    this.standing = standing;
    this.stale = stale;
    this.hasRow = seen !== undefined;
    this.owned = seen?.owned ?? null;
    const counted = standing === 'COUNTED' ? seen : undefined;
    this.status = counted?.status;
    this.reason = counted?.reason;
    this.replicas = counted?.replicas;
  }

  /**
   * Id of the copy. Set if the row of the copy is visible, or if the caller may name the registered cluster. Otherwise
   * null.
   */
  get id(): string | null {
    return this.#unnamed === undefined || this.hasRow ? encodeObjectId(this.object) : null;
  }

  get place(): string {
    return this.#unnamed === undefined
      ? encodeObjectId(this.object)
      : `/${this.#unnamed}/${encodeObjectKey(this.object)}`;
  }

  get group(): string {
    return this.object.group;
  }

  get kind(): string {
    return this.object.kind;
  }

  get namespace(): string {
    return this.object.namespace;
  }

  get name(): string {
    return this.object.name;
  }
}

interface CopyPlace {
  readonly cluster: string;
  readonly assignment: MemberAssignment;
  readonly isNamed: boolean;
  readonly isAssigned: boolean;
  /**
   * State of the cluster in CamelCase. Undefined for INDEXED, and if the caller may list nothing in the cluster. A
   * visible row then gives the state (JudgedCopy.stale).
   */
  readonly stale: string | undefined;
  /**
   * True if the engine refuses a manifest that has no namespace although its kind is namespaced. The copy of such a
   * manifest is UNTOLD.
   */
  readonly isExact: boolean;
}

/** Facts about a copy that determine its phase. The row is valid only while the query runs. */
interface JudgedCopy {
  readonly row: VisibleRow | undefined;
  readonly owned: boolean | null;
  readonly standing: Standing;
  readonly status: ObjectStatus | undefined;
  /** State of the cluster in CamelCase. Undefined for INDEXED, and for a cluster that the caller may not know. */
  readonly stale: string | undefined;
}

interface SeenCopy {
  readonly owned: boolean | null;
  readonly status: ObjectStatus | undefined;
  readonly reason: string;
  readonly replicas: Replicas | undefined;
}

/** An assignment without its copies, because a workload may have very many. Joins.copies() reads a page of them. */
export interface Assignment {
  /** Id of the binding. */
  readonly binding: string;
  readonly member: string;
  /** Name of the registered cluster. Set if the caller may name the cluster or sees a copy in it. Otherwise null. */
  readonly cluster: string | null;
  readonly state: AssignmentState;
  readonly replicas: number | undefined;
  readonly applied: boolean | undefined;
  readonly reported: string;
  readonly status: string | null;
}

export interface WorkloadStatus {
  readonly status: string | null;
  readonly copies: CopyCounts;
  readonly replicas: Replicas | undefined;
  readonly stale: boolean;
}

/** A workload without its assignments, because there may be very many. Joins.assignments() reads a page of them. */
export interface Workload extends Phased {
  readonly id: string;
  readonly engine: Hub['engine'];
  readonly template: string | null;
  readonly policies: readonly string[];
  readonly requiredBy: readonly string[];
  readonly message: string | undefined;
  readonly wantedMembers: number | undefined;
  readonly status: WorkloadStatus;
}

export class Joins {
  readonly rows: RowReader;
  readonly hubs: Hubs;
  readonly ocm: OcmReader;
  readonly karmada: KarmadaReader;
  /** State of each cluster. Undefined for a cluster that is not registered, or that the caller may not name. */
  readonly #states = new Map<string, string | undefined>();
  readonly #moves = new Map<VisibleRow, string | undefined>();
  readonly #members = new Map<Hub, ReadonlyMap<string, boolean>>();

  constructor(rows: RowReader, hubs: Hubs) {
    this.rows = rows;
    this.hubs = hubs;
    this.ocm = new OcmReader(rows);
    this.karmada = new KarmadaReader(rows);
  }

  /**
   * Calls `take` for each visible binding of the hubs, in any order.
   * @param clusters Names of hubs. Undefined means all hubs
   */
  *forEachBinding({ clusters, namespaces }: BindingFilter, take: (binding: Binding) => Steps<void>): Steps<void> {
    for (const hub of this.hubs.all) {
      if (clusters?.includes(hub.cluster) === false) continue;
      const kinds = BINDING_KINDS[hub.engine];
      const rows = yield* this.rows.matching({ clusters: [hub.cluster], kinds, ...(namespaces && { namespaces }) });
      for (let looked = 0; looked < rows.length; looked++) {
        const binding = this.bindingOf(hub, rows[looked]!);
        if (binding) yield* take(binding);
        if (looked % FEW === FEW - 1) yield;
      }
    }
  }

  bindingOf(hub: Hub, row: VisibleRow): Binding | undefined {
    return hub.engine === 'OCM' ? this.ocm.bindingOf(hub, row) : this.karmada.bindingOf(hub, row);
  }

  /** The binding with this id. Undefined if the caller does not see it. */
  bindingAt(id: string): Binding | undefined {
    const row = this.rows.find(id);
    if (row === undefined) return undefined;
    const object = this.rows.object(row);
    const engine = engineOf(object, BINDING_KINDS);
    const hub = engine && this.hubs.of(object.cluster, engine);
    return hub && this.bindingOf(hub, row);
  }

  /** Visible bindings that a policy places, in any order. */
  *bindingsOf({ hub, object }: Pick<PolicyRow, 'hub' | 'object'>): Steps<Binding[]> {
    const { namespace, name } = object;
    const key = hub.engine === 'OCM' ? keys.setsBy(namespace, name) : keys.policyIs(namespace, name);
    return yield* this.#bindingsWith(hub, key);
  }

  /** Visible bindings that have more policies than the index keeps. This policy may place them, too. */
  *bindingsPerhapsOf({ hub, object }: Pick<PolicyRow, 'hub' | 'object'>): Steps<Binding[]> {
    return hub.engine === 'OCM' ? yield* this.#bindingsWith(hub, keys.cutSetsIn(object.namespace)) : [];
  }

  *#bindingsWith(hub: Hub, key: string): Steps<Binding[]> {
    const found: Binding[] = [];
    for (const [looked, row] of (yield* this.rows.withRecord(PLACEMENT, key)).entries()) {
      if (this.rows.clusterName(this.rows.cluster(row)) !== hub.cluster) continue;
      const binding = this.bindingOf(hub, row);
      if (binding) found.push(binding);
      if (looked % STEP === STEP - 1) yield;
    }
    return found;
  }

  /**
   * The binding of the workload that the object is part of, as binding, template or copy. If several bindings match,
   * returns the binding with the first id.
   */
  *bindingOfObject(id: string): Steps<Binding | undefined> {
    const own = this.bindingAt(id);
    if (own) return own;
    const row = this.rows.find(id);
    if (row === undefined) return undefined;
    const object = this.rows.object(row);
    const found: Binding[] = [];
    for (const hub of this.hubs.all) {
      if (hub.engine === 'OCM') found.push(...(yield* this.#ofOcmCopy(hub, row, object)));
      else found.push(...(yield* this.#ofKarmadaObject(hub, row, object)));
    }
    return found.sort((a, b) => compareText(a.id, b.id))[0];
  }

  *#ofOcmCopy(hub: Hub, row: VisibleRow, { cluster, ...key }: ObjectId): Steps<Binding[]> {
    const found: Binding[] = [];
    const names = this.ocm.worksThatOwn(row);
    if (names.length === 0) return found;
    let looked = 0;
    for (const member of hub.membersOf(cluster))
      for (const name of names) {
        // A ManifestWork that is not visible costs nothing, because the caller may not know the configured member.
        if (++looked % STEP === 0) yield;
        const work = this.rows.find({ cluster: hub.cluster, ...OCM.work, namespace: member, name });
        if (work === undefined) continue;
        const binding = this.#bindingOfWork(hub, work);
        const manifests = binding ? this.#manifests(binding) : [];
        if (manifests.some(manifest => isOf(manifest, key))) found.push(binding!);
        if (this.rows.spent(COPY_COST + manifests.length)) yield;
      }
    return found;
  }

  #bindingOfWork(hub: Hub, work: VisibleRow): Binding | undefined {
    const set = this.ocm.setOf(work);
    if (set === undefined) return this.ocm.bindingOf(hub, work);
    const dot = set.indexOf('.');
    const row = this.rows.find({
      cluster: hub.cluster,
      ...OCM.workSet,
      namespace: set.slice(0, dot),
      name: set.slice(dot + 1),
    });
    return row === undefined ? undefined : this.ocm.bindingOf(hub, row);
  }

  #manifests({ records }: Binding): readonly Manifest[] {
    return listOf(records, 'manifests');
  }

  /**
   * Bindings of a template or of a copy. One key finds the bindings for either object, because a copy has the name of
   * its template.
   */
  *#ofKarmadaObject(hub: Hub, row: VisibleRow, { cluster, group, kind, namespace, name }: ObjectId): Steps<Binding[]> {
    const bindings = yield* this.#bindingsWith(hub, keys.templateIs(group, kind, namespace, name));
    return bindings.filter(binding => cluster === hub.cluster || this.karmada.isMarked(binding, row));
  }

  /**
   * @param withRemoving Includes assignments in the state REMOVING. For Karmada, this looks for a copy in every member
   */
  *placing(binding: Binding, withRemoving = false): Steps<Placing> {
    if (binding.hub.engine === 'OCM') return yield* this.ocm.placing(binding, withRemoving);
    return this.karmada.placing(binding, withRemoving ? yield* this.#membersWithCopy(binding) : undefined);
  }

  /** Members of Karmada that have a copy of the binding, whether or not they are assigned. */
  *#membersWithCopy(binding: Binding): Steps<string[]> {
    const template = this.karmada.templateOf(binding);
    const found: string[] = [];
    let looked = 0;
    for (const [member, isSeen] of yield* this.#membersOf(binding.hub)) {
      if (++looked % STEP === 0) yield;
      const copy = this.rows.find({ ...template, cluster: binding.hub.clusterOf(member) });
      if (copy !== undefined && this.karmada.isMarked(binding, copy)) found.push(member);
      // The caller may not know a configured member that is not visible and has no visible copy. So it costs nothing.
      if ((isSeen || copy !== undefined) && this.rows.spent(COPY_COST)) yield;
    }
    return found;
  }

  /** Members that the configuration lists or the caller sees. The value is true if the caller sees the member. */
  *#membersOf(hub: Hub): Steps<ReadonlyMap<string, boolean>> {
    const known = this.#members.get(hub);
    if (known) return known;
    const members = new Map<string, boolean>();
    for (const name of hub.named) members.set(name, false);
    for (const row of yield* this.rows.matching({ clusters: [hub.cluster], kinds: [MEMBER_KIND[hub.engine]] }))
      members.set(this.rows.name(row), true);
    this.#members.set(hub, members);
    return members;
  }

  *workload(binding: Binding): Steps<Workload> {
    const placing = yield* this.placing(binding);
    const summary = new CopySummary();
    let replicas: Replicas | undefined;
    for (const assignment of placing.assignments)
      yield* this.#forEachCopy(placing, assignment, copy => {
        replicas = plusReplicas(replicas, copy);
        if (assignment.state === 'ASSIGNED') summary.add(copy);
      });
    const isHubStale = staleWord(this.rows.stateOf(binding.row)) !== undefined;
    return {
      id: binding.id,
      engine: binding.hub.engine,
      template: this.rows.find(placing.template) === undefined ? null : encodeObjectId(placing.template),
      policies: placing.policies.map(({ id }) => id),
      requiredBy: [...new Set(placing.requiredBy)].filter(id => this.rows.find(id) !== undefined).sort(compareText),
      message: placing.message,
      wantedMembers: placing.wantedMembers,
      ...phasedOf(this.#decision(placing), summary),
      status: { status: summary.tally.status, copies: summary.counts, replicas, stale: summary.isStale || isHubStale },
    };
  }

  /** Calls `take` with each copy of an assignment, in the order of the manifests. */
  *#forEachCopy(placing: Placing, assignment: MemberAssignment, take: (copy: Copy) => void): Steps<void> {
    const place = this.#placeOf(placing, assignment);
    for (const manifest of placing.manifests) {
      const copy = this.#copy(place, manifest);
      take(copy);
      if (this.rows.spent(copy.hasRow ? COPY_COST + READ_COST : COPY_COST)) yield;
    }
    if (this.rows.spent()) yield;
  }

  /** Computes only the phase, which costs less than the whole workload. */
  *phase(binding: Binding): Steps<Phase> {
    const placing = yield* this.placing(binding);
    const tally = new CopyTally();
    for (const assignment of placing.assignments) {
      if (this.rows.spent()) yield;
      if (assignment.state !== 'ASSIGNED') continue;
      const place = this.#placeOf(placing, assignment);
      for (const manifest of placing.manifests) {
        const { standing, status, stale } = this.#judge(place, objectIn(place.cluster, manifest));
        tally.add(standing, status, stale);
        if (this.rows.spent(COPY_COST)) yield;
      }
    }
    return phaseOf(this.#decision(placing), tally);
  }

  /** A page of the assignments of a workload, sorted by member. */
  *assignments(binding: Binding, request: PageRequest): Steps<Page<Assignment>> {
    const placing = yield* this.placing(binding, true);
    const page = new FirstAfter<MemberAssignment>(request, ({ member }) => member);
    for (const assignment of placing.assignments) {
      page.offer(assignment);
      if (this.rows.spent()) yield;
    }
    const { nodes, ...rest } = page.page();
    const shown: Assignment[] = [];
    for (const assignment of nodes) shown.push(yield* this.#assignment(placing, assignment));
    return { ...rest, nodes: shown };
  }

  *#assignment(placing: Placing, assignment: MemberAssignment): Steps<Assignment> {
    const { member, state, replicas, applied, reported } = assignment;
    const tally = new CopyTally();
    let hasRow = false;
    yield* this.#forEachCopy(placing, assignment, copy => {
      tally.add(copy.standing, copy.status, copy.stale);
      hasRow ||= copy.hasRow;
    });
    const cluster = placing.binding.hub.clusterOf(member);
    return {
      ...{ binding: placing.binding.id, member, state, replicas, applied, reported },
      cluster: this.stateOf(cluster) === undefined && !hasRow ? null : cluster,
      status: tally.status,
    };
  }

  /** A page of the copies of an assignment, in the order of the manifests. */
  *copies(placing: Placing, assignment: MemberAssignment, request: IndexedPageRequest): Steps<Page<Copy>> {
    const place = this.#placeOf(placing, assignment);
    const { nodes, ...rest } = pagedInOrder(placing.manifests, request);
    if (this.rows.spent(COPY_COST)) yield;
    const shown: Copy[] = [];
    for (const manifest of nodes) {
      shown.push(this.#copy(place, manifest));
      if (this.rows.spent(COPY_COST + READ_COST)) yield;
    }
    return { ...rest, nodes: shown };
  }

  /** Visible copies of a workload, by encoded id. Leaves out objects that the engine did not make. */
  *ownedCopies(binding: Binding): Steps<ReadonlyMap<string, ObjectId>> {
    const placing = yield* this.placing(binding, true);
    const found = new Map<string, ObjectId>();
    for (const assignment of placing.assignments)
      yield* this.#forEachCopy(placing, assignment, ({ hasRow, owned, object }) => {
        if (hasRow && owned !== false) found.set(encodeObjectId(object), object);
      });
    return found;
  }

  #decision({ binding, policies, assignments, isDecided, reason, isCut }: Placing): Decision {
    const moves: string[] = [];
    for (const { row } of policies) {
      const move = this.#moveOf(row);
      if (move !== undefined) moves.push(move);
    }
    let assigned = 0;
    for (const { state } of assignments) if (state === 'ASSIGNED') assigned++;
    return { isDeleting: this.rows.status(binding.row) === 'TERMINATING', isDecided, moves, assigned, reason, isCut };
  }

  /** Phase of the move of a policy. Cached, because many workloads may share a policy. */
  #moveOf(policy: VisibleRow): string | undefined {
    if (!this.#moves.has(policy))
      this.#moves.set(policy, headOf<Intent>(this.rows.records(policy, PLACEMENT))?.move?.phase);
    return this.#moves.get(policy);
  }

  #copy(place: CopyPlace, manifest: Manifest): Copy {
    const object = objectIn(place.cluster, manifest);
    const { row, standing, owned, status, stale } = this.#judge(place, object);
    // The reason of a CURRENT copy is not read, because no phase shows it.
    const reason = row === undefined || status === 'CURRENT' ? '' : this.rows.text(row, 'reason');
    const seen = row === undefined ? undefined : { owned, status, reason, replicas: this.#replicasOf(row) };
    return new Copy(object, place.isNamed ? undefined : place.assignment.member, standing, stale, seen);
  }

  /** Data shared by all copies of a workload in one member. */
  #placeOf({ binding, isCurrent }: Placing, assignment: MemberAssignment): CopyPlace {
    const cluster = binding.hub.clusterOf(assignment.member);
    const state = this.stateOf(cluster);
    return {
      ...{
        cluster,
        assignment,
        isNamed: state !== undefined,
        isAssigned: assignment.state === 'ASSIGNED' && isCurrent,
      },
      stale: staleWord(state),
      isExact: binding.hub.engine === 'OCM',
    };
  }

  #judge({ assignment, isNamed, isAssigned, isExact, stale: ofPlace }: CopyPlace, object: ObjectId): JudgedCopy {
    const { rows } = this;
    const row = rows.find(object);
    if (row !== undefined) {
      const owned = assignment.isOwned(row) ?? null;
      // A visible row reveals its cluster. So the state of the cluster is known even to a caller who may list nothing
      // there, but may see single objects by name.
      const stale = isNamed ? ofPlace : staleWord(rows.stateOf(row));
      return owned === false
        ? { row, owned, standing: 'MISSING', status: undefined, stale }
        : { row, owned, standing: 'COUNTED', status: rows.status(row), stale };
    }
    const isExpected = isAssigned || assignment.applied === true;
    const isMissing = isExpected && this.#mayList(object, isExact) && rows.isComplete(object.cluster, object);
    return { row, owned: null, standing: isMissing ? 'MISSING' : 'UNTOLD', status: undefined, stale: ofPlace };
  }

  #replicasOf(row: VisibleRow): Replicas | undefined {
    const [record] = this.rows.records(row, REPLICAS) as readonly { readonly n?: Replicas }[];
    return record?.n;
  }

  /**
   * True if the caller may list all objects of the kind in the namespace, so that the caller would see the object if it
   * existed.
   * @param isExact If true, the result is false for an object that has no namespace although its kind is namespaced
   */
  #mayList({ cluster, group, kind, namespace }: ObjectId, isExact: boolean): boolean {
    const of = { group, kind };
    const everywhere = this.rows.mayList(cluster, of, '') === 'ALL';
    if (namespace !== '') return everywhere || this.rows.mayList(cluster, of, namespace) === 'ALL';
    // A kind that can be listed in a namespace is namespaced.
    const isNamespaced = everywhere && this.rows.mayList(cluster, of, 'default') === 'ALL';
    return everywhere && !(isExact && isNamespaced);
  }

  /** State of a cluster. Undefined if the cluster is not registered, or the caller may not name it. */
  stateOf(cluster: string): string | undefined {
    if (!this.#states.has(cluster)) this.#states.set(cluster, this.rows.stateOf(cluster));
    return this.#states.get(cluster);
  }
}

export interface BindingFilter {
  readonly clusters?: readonly string[] | undefined;
  readonly namespaces?: readonly string[] | undefined;
}

function staleWord(state: string | undefined): string | undefined {
  return state === undefined || state === 'INDEXED' ? undefined : camelCase(state);
}

/** The object that a manifest creates in a cluster. */
export function objectIn(cluster: string, [apiVersion, kind, namespace, name]: Manifest): ObjectId {
  return { cluster, group: groupOf(apiVersion), kind, namespace, name };
}

function isOf([apiVersion, kind, namespace, name]: Manifest, key: Omit<ObjectId, 'cluster'>): boolean {
  return isKind({ group: groupOf(apiVersion), kind }, key) && namespace === key.namespace && name === key.name;
}
