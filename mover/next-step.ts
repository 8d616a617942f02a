/**
 * Computes the next step of a move from the index, the objects of the hub as they were read, the memory and the clock.
 * nextStep() is pure. run.ts reads, sends patches and keeps the memory.
 *
 * Invariants:
 * - I1: No patch pins to an empty set. A move enters NARROWED only with a proved assignment.
 * - I2: Old copies stay until new copies are proved.
 * - I3: A member that does not respond is never proved, and nothing is removed because of it.
 * - I4: A patch changes a policy, or the `clusters` and the mover's own tasks of a binding. The binding must name the
 *   policy, or be required, also indirectly, by a binding that names it.
 * - I5: Each patch is conditional on the object version that it was decided on.
 *
 * The annotation `move` contains the state of the move. The memory in this process only shortens waits. A mover that
 * has lost its memory starts a proof again. No timeout removes or adds a copy.
 */
import type { KubernetesObject } from '../kubernetes/client.ts';
import {
  fieldsDigest,
  fieldsPatch,
  INTENT,
  pinExpression,
  pinFields,
  pinned,
  unpinnedFields,
  type PinFields,
} from '../subgraphs/placement-intent.ts';
import type { MovePhase } from '../subgraphs/placement/annotations.ts';
import type { ObjectId } from '../schema/object-id.ts';
import { at, list } from '../kinds/untrusted.ts';
import type { BindingFacts, Finding, MemberObject, PolicyFacts, Proof, Wish } from './facts.ts';
import { isFinding, moveState, resourceVersion, spelled, type MoveState } from './move-state.ts';
import { hold, release, restore } from './orders.ts';

/** Live read at the end of a proof or before the first patch. Confirms the result from the index. */
export interface LiveQuestion {
  /** Key of the read. Equal reads have equal keys. */
  readonly key: string;
  /** Copies that must exist and be current. */
  readonly copies: readonly MemberObject[];
  readonly services: readonly MemberObject[];
  /** Objects that must not exist. */
  readonly absent: readonly MemberObject[];
}

/** State of one policy that the mover keeps only in memory. All times are milliseconds since the epoch. */
export interface Memory {
  /** The current proof: its key, its start, and the last time at which it held. */
  readonly proof?: { readonly key: string; readonly since: number; readonly seenAt: number } | undefined;
  /** The last answer to a live question. */
  readonly live?: { readonly key: string; readonly at: number; readonly finding?: Finding } | undefined;
  /** Time at which the hub refused a patch. */
  readonly forbiddenAt?: number;
  /** Time at which a reason was last written. */
  readonly reportedAt?: number;
}

export interface Patch {
  readonly object: ObjectId;
  /** Merge patch. Contains the resourceVersion of the object that was read. */
  readonly body: object;
  /** Phase that the move enters with the patch. Absent if the phase does not change. */
  readonly enters?: MovePhase;
}

export interface Step {
  readonly patches: readonly Patch[];
  /** Bindings that must be read before the step can be decided. */
  readonly reads: readonly ObjectId[];
  readonly question?: LiveQuestion;
  readonly memory: Memory;
}

export interface Situation {
  readonly facts: PolicyFacts;
  readonly policy: KubernetesObject;
  /** Bindings of the policy that have been read, by id. */
  readonly bindings: ReadonlyMap<string, KubernetesObject>;
  readonly memory: Memory;
  /** Current time, in milliseconds since the epoch. */
  readonly now: number;
  readonly settleMs: number;
  /** True if the hub may start this move (move-slots.ts). */
  readonly mayStart: boolean;
}

/** Phases of a move in progress. Moves in these phases count against the limit of concurrent moves (run.ts). */
export const UNDER_WAY: ReadonlySet<string> = new Set<MovePhase>(['HOLDING', 'EXTENDED', 'NARROWED', 'REVERTING']);

/** Maximum age of a live answer, in milliseconds. */
const FRESH_MS = 5_000;
/** A proof starts again if it was not checked for this many milliseconds. */
const GAP_MS = 5_000;
/** Milliseconds after which a refused patch may be sent again. */
export const REFUSED_MS = 60_000;
/** Minimum milliseconds between two writes of a reason, because reasons may change often. */
const TELL_MS = 2_000;

/**
 * True if the time is less than `ms` ago. After the clock was set back, a time may lie in the future. Such a time
 * counts as too old.
 */
export function isWithin(ms: number, since: number | undefined, now: number): boolean {
  return since !== undefined && now >= since && now - since < ms;
}

export function nextStep(situation: Situation): Step {
  return new Move(situation).step();
}

class Move {
  readonly #it: Situation;
  readonly #state: MoveState | undefined;
  readonly #kind: string;
  #memory: Memory;

  constructor(situation: Situation) {
    this.#it = situation;
    this.#kind = situation.facts.object.kind;
    this.#state = moveState(this.#kind, situation.policy);
    this.#memory = situation.memory;
  }

  step(): Step {
    const { facts, memory, now } = this.#it;
    if (facts.isDeleting) return this.#rest();
    if (isWithin(REFUSED_MS, memory.forbiddenAt, now))
      return (memory.reportedAt ?? 0) >= memory.forbiddenAt! ? this.#rest() : this.#tell({ reason: 'FORBIDDEN' });
    switch (this.#state?.phase) {
      case 'HOLDING':
        return this.#holding(this.#state);
      case 'EXTENDED':
        return this.#isEdited(this.#state) ? this.#edited() : this.#extended(this.#state);
      case 'NARROWED':
        return this.#isEdited(this.#state) ? this.#edited() : this.#narrowed(this.#state);
      case 'REVERTING':
        return this.#isEdited(this.#state) ? this.#edited() : this.#reverting(this.#state);
      default:
        return this.#resting();
    }
  }

  #resting(): Step {
    const { facts } = this.#it;
    const { wish } = facts;
    const state = this.#state;
    if (state?.phase === 'BLOCKED' && state.reason === 'SPEC_EDITED' && isAsBefore(wish, state)) return this.#rest();
    switch (wish.type) {
      case 'none':
        return this.#end(state);
      case 'unreadable':
        return this.#block({ reason: 'INVALID_LIST' }, [], false);
      case 'refused':
        return this.#block({ reason: 'REJECTED', member: wish.member }, wish.to, false);
      case 'move':
        return state?.phase === 'DONE' && !state.isDrain && isSame(state.to, wish.to)
          ? this.#rest()
          : this.#begin(wish.to, false);
      case 'drain':
        // A pin from an earlier move must be removed before the drain.
        if (state?.was && !state.isDrain) return this.#remove();
        return this.#begin(
          facts.assigned.filter(member => member !== wish.member),
          true,
        );
    }
  }

  /** Ends a move, because nothing requests it any more. */
  #end(state: MoveState | undefined): Step {
    if (!state || (state.phase === 'DONE' && state.isDrain)) return this.#rest();
    const held = this.#held();
    if (held.length > 0) return this.#write({ ...this.#fresh('REVERTING', held, [], state.isDrain), ...pinOf(state) });
    return this.#remove();
  }

  #begin(to: readonly string[], isDrain: boolean): Step {
    const { facts, mayStart } = this.#it;
    const { check, assigned } = facts;
    if (!check) return this.#rest();
    if (check.finding) return this.#block(check.finding, to, isDrain);
    // A member whose copies the mover still keeps counts as assigned.
    const from = sorted(assigned, this.#held());
    const state = (phase: MovePhase): MoveState => ({
      ...this.#fresh(phase, from, to, isDrain),
      ...pinOf(this.#state),
    });
    if (!isDrain && isSame(from, to)) return this.#pin(state('DONE'), to);
    if (!mayStart) return this.#tellAs({ ...state('PENDING'), reason: 'QUEUED' });
    const blind = this.#ask('absent', { absent: check.unseen, copies: [], services: [] });
    if (blind) return blind.finding ? this.#block(blind.finding, to, isDrain) : this.#rest(blind.question);
    if (facts.engine === 'KARMADA') {
      const isHeld = from.some(member => !to.includes(member)) || this.#held().length > 0;
      return isHeld || isDrain ? this.#write(state('HOLDING')) : this.#pin(state('EXTENDED'), to);
    }
    return isDrain ? this.#extendForDrain(state('EXTENDED')) : this.#pin(state('EXTENDED'), sorted(from, to));
  }

  /**
   * Adds one to the policy's number of clusters, so that the engine chooses a substitute for the drained member.
   * Without a number, every matching cluster already has a copy.
   */
  #extendForDrain(state: MoveState): Step {
    const was = this.#free();
    const extended =
      'numberOfClusters' in was && was.numberOfClusters !== null
        ? { ...was, numberOfClusters: was.numberOfClusters + 1 }
        : was;
    return this.#write({ ...state, was, wrote: fieldsDigest(extended) }, extended);
  }

  #holding(state: MoveState): Step {
    if (this.#isCancelled(state)) return this.#revert(state);
    const leaving = minus(state.from, state.to);
    const coming = state.to;
    const patches = this.#orders('first dependencies', binding => {
      const isLeft = binding.assigned.some(member => leaving.includes(member) && !isHeldIn(binding, member));
      const back = tasksToEnd(binding).filter(member => coming.includes(member));
      if (!isLeft && back.length === 0) return undefined;
      return object =>
        hold(
          object,
          leaving.filter(member => binding.assigned.includes(member)),
          binding.isOwn,
        ) ?? restore(object, back, binding.isOwn);
    });
    if (patches) return patches;
    const extended = this.#moved(state, 'EXTENDED');
    return state.isDrain ? this.#write(extended) : this.#pin(extended, state.to);
  }

  #extended(state: MoveState): Step {
    if (this.#isCancelled(state)) return this.#revert(state);
    const { proof } = this.#it.facts;
    if (!proof) return this.#rest();
    const reported = this.#proved(state, proof);
    if (reported) return reported;
    const narrowed = { ...this.#moved(state, 'NARROWED'), to: proof.members };
    // For Karmada, only the state changes. A move has already pinned the policy to the new members. A drain needs no
    // pin.
    if (this.#it.facts.engine === 'KARMADA')
      return this.#write({ ...narrowed, to: state.isDrain ? state.to : narrowed.to });
    return this.#pin(narrowed, proof.members);
  }

  /** Checks the proof. Undefined if everything is proved. */
  #proved(state: MoveState, proof: Proof): Step | undefined {
    const { now, settleMs, memory } = this.#it;
    if (proof.finding || proof.members.length === 0) {
      this.#memory = { ...this.#memory, proof: undefined, live: undefined };
      return this.#tell(proof.finding ?? { reason: 'NOT_ASSIGNED' });
    }
    const key = `${state.since}/${proof.members.join()}`;
    const known =
      memory.proof?.key === key && isWithin(GAP_MS, memory.proof.seenAt, now) ? memory.proof : { key, since: now };
    this.#memory = { ...this.#memory, proof: { ...known, seenAt: now } };
    if (now - known.since < settleMs) return this.#tell({ reason: 'SETTLING' });
    const live = this.#ask(`${key}/${known.since}`, { copies: proof.copies, services: proof.services, absent: [] });
    if (!live) return undefined;
    if (!live.finding) return { ...this.#tell({ reason: 'SETTLING' }), question: live.question! };
    this.#memory = { ...this.#memory, proof: undefined, live: undefined };
    return this.#tell(live.finding);
  }

  #narrowed(state: MoveState): Step {
    const leaving = minus(state.from, state.to);
    const patches = this.#orders('last dependencies', ({ tasks, neededIn }) => {
      const released = minus(leaving, neededIn);
      const isKept = tasks.some(task => task.isOurs && task.isKept && released.includes(task.from));
      return isKept ? object => release(object, released) : undefined;
    });
    if (patches) return patches;
    const { left } = this.#it.facts;
    if (left) return this.#tell(left);
    return this.#done(state, state.to);
  }

  #reverting(state: MoveState): Step {
    const patches = this.#orders('last dependencies', binding => {
      const members = tasksToEnd(binding);
      return members.length > 0 ? object => restore(object, members, binding.isOwn) : undefined;
    });
    if (patches) return patches;
    const { left } = this.#it.facts;
    if (left) return this.#tell(left);
    // Records the old members as the target. A later request for other members then counts as a new move.
    return this.#done(state, state.from);
  }

  #done(state: MoveState, to: readonly string[]): Step {
    const done = { ...this.#moved(state, 'DONE'), to };
    if (!state.isDrain) return this.#write(done);
    // Remove the pin. The engine then keeps its choice.
    return this.#write({ ...done, was: undefined, wrote: undefined }, state.was);
  }

  /** Begins the return to the old members. */
  #revert(state: MoveState): Step {
    const reverting = this.#moved(state, 'REVERTING');
    const isUntouched = state.wrote === undefined;
    if (isUntouched && (state.isDrain || state.phase === 'HOLDING')) return this.#write(reverting);
    if (this.#it.facts.engine === 'KARMADA' && state.isDrain) return this.#write(reverting);
    if (state.from.length > 0) return this.#pin(reverting, state.from);
    const was = this.#free();
    return this.#write({ ...reverting, was, wrote: fieldsDigest(was) }, was);
  }

  /** Patches for one level of bindings, or the reads that they need. Undefined if no binding needs a patch. */
  #orders(
    order: 'first dependencies' | 'last dependencies',
    orderFor: (binding: BindingFacts) => ((object: unknown) => object | undefined) | undefined,
  ): Step | undefined {
    const { facts, bindings } = this.#it;
    const open = facts.bindings.flatMap(binding => {
      const make = orderFor(binding);
      return make ? [{ binding, make }] : [];
    });
    if (open.length === 0) return undefined;
    const levels = open.map(({ binding }) => binding.level);
    const level = order === 'first dependencies' ? Math.min(...levels) : Math.max(...levels);
    const due = open.filter(({ binding }) => binding.level === level);
    const unread = due.filter(({ binding }) => !bindings.has(binding.id));
    if (unread.length > 0) return { ...this.#rest(), reads: unread.map(({ binding }) => binding.object) };
    const patches = due.flatMap(({ binding, make }): Patch[] => {
      const body = make(bindings.get(binding.id));
      return body ? [{ object: binding.object, body }] : [];
    });
    return { ...this.#rest(), patches };
  }

  #isCancelled({ isDrain, from, to }: MoveState): boolean {
    const { wish, drained } = this.#it.facts;
    if (isDrain) return !minus(from, to).some(member => drained.includes(member));
    return wish.type === 'refused' ? !isSame(wish.to, to) : wish.type !== 'move' || !isSame(wish.to, to);
  }

  #isEdited({ wrote }: MoveState): boolean {
    return wrote !== undefined && fieldsDigest(pinFields(this.#kind, this.#it.policy)) !== wrote;
  }

  #edited(): Step {
    const state = this.#state!;
    return this.#write({ ...this.#moved(state, 'BLOCKED'), reason: 'SPEC_EDITED' });
  }

  /** Sorted names of the members that the mover's tasks keep. */
  #held(): readonly string[] {
    return sorted(this.#it.facts.bindings.flatMap(tasksToEnd));
  }

  /** Fields of the policy without the mover's pins. */
  #free(): PinFields {
    const fields = unpinnedFields(this.#kind, this.#it.policy);
    const state = this.#state;
    if (!state || !('predicates' in fields) || fields.predicates === null) return fields;
    // Somebody may have edited the policy around a pin. Remove the pin's remaining expression, which excludes all other
    // members.
    const ours = new Set(
      [state.to, state.from, sorted(state.from, state.to)].filter(names => names.length > 0).map(pinExpression),
    );
    return { ...fields, predicates: fields.predicates.map(predicate => without(predicate, ours)) };
  }

  #ask(
    name: string,
    what: Omit<LiveQuestion, 'key'>,
  ): { readonly question?: LiveQuestion; readonly finding?: Finding } | undefined {
    if (what.copies.length + what.services.length + what.absent.length === 0) return undefined;
    const { now, memory } = this.#it;
    const key = `${name} ${what.absent.map(({ object }) => object.name).join()}`;
    const { live } = memory;
    if (live?.key === key && isWithin(FRESH_MS, live.at, now)) return live.finding && { finding: live.finding };
    return { question: { key, ...what } };
  }

  #rest(question?: LiveQuestion): Step {
    return { patches: [], reads: [], memory: this.#memory, ...(question && { question }) };
  }

  #fresh(phase: MovePhase, from: readonly string[], to: readonly string[], isDrain: boolean): MoveState {
    const { now } = this.#it;
    const before = this.#state;
    const isOne =
      before !== undefined && isSame(before.to, to) && before.isDrain === isDrain && WAITING.has(before.phase);
    return {
      phase,
      from,
      to,
      isDrain,
      startedAt: isOne ? before.startedAt : now,
      since: before?.phase === phase && isOne ? before.since : now,
    };
  }

  #moved(state: MoveState, phase: MovePhase): MoveState {
    return { ...state, phase, reason: undefined, member: undefined, since: this.#it.now };
  }

  #block(finding: Finding, to: readonly string[], isDrain: boolean): Step {
    const blocked = {
      ...this.#fresh('BLOCKED', this.#it.facts.assigned, to, isDrain),
      ...pinOf(this.#state),
      ...finding,
    };
    return this.#tellAs(blocked);
  }

  /**
   * Writes a reason for the current phase, unless the reason is already written or another was written less than
   * TELL_MS ago.
   */
  #tell(finding: Finding): Step {
    const state = this.#state;
    if (state) return this.#tellAs({ ...state, reason: finding.reason, member: finding.member });
    const { wish, assigned } = this.#it.facts;
    return this.#tellAs({
      ...this.#fresh('PENDING', assigned, wish.type === 'move' ? wish.to : [], wish.type === 'drain'),
      ...finding,
    });
  }

  #tellAs(state: MoveState): Step {
    const before = this.#state;
    const { now, memory } = this.#it;
    const isPhase = before?.phase === state.phase;
    if (isPhase && isFinding(before, state) && isSame(before.to, state.to) && isSame(before.from, state.from))
      return this.#rest();
    if (isPhase && isWithin(TELL_MS, memory.reportedAt, now)) return this.#rest();
    this.#memory = { ...this.#memory, reportedAt: now };
    return this.#write(state);
  }

  #pin(state: MoveState, members: readonly string[]): Step {
    if (members.length === 0) return this.#block({ reason: 'EMPTY' }, state.to, state.isDrain);
    const was = this.#free();
    const fields = pinned(was, members);
    return this.#write({ ...state, was, wrote: fieldsDigest(fields) }, fields);
  }

  #write(state: MoveState, fields?: PinFields): Step {
    const { facts, policy } = this.#it;
    const value = spelled(state);
    // If the original fields do not fit into the annotation, the policy could not be restored later.
    if (value === undefined)
      return state.reason === 'POLICY_FORM'
        ? this.#rest()
        : this.#tellAs({ ...noPin(state), phase: 'BLOCKED', reason: 'POLICY_FORM' });
    const body = {
      metadata: { resourceVersion: resourceVersion(policy), annotations: { [INTENT.move]: value } },
      ...(fields && { spec: fieldsPatch(fields, policy) }),
    };
    const isNew = state.phase !== this.#state?.phase;
    return { ...this.#rest(), patches: [{ object: facts.object, body, ...(isNew && { enters: state.phase }) }] };
  }

  /**
   * Removes the state of the move. Restores the original fields of the policy, unless somebody has changed them since
   * the pin was written.
   */
  #remove(): Step {
    const { facts, policy } = this.#it;
    const [now, free] = [pinFields(this.#kind, policy), unpinnedFields(this.#kind, policy)];
    const body = {
      metadata: { resourceVersion: resourceVersion(policy), annotations: { [INTENT.move]: null } },
      ...(fieldsDigest(now) !== fieldsDigest(free) && { spec: fieldsPatch(free, policy) }),
    };
    return { ...this.#rest(), patches: [{ object: facts.object, body }] };
  }
}

const WAITING: ReadonlySet<string> = new Set<MovePhase>(['PENDING', 'BLOCKED']);

/** Original fields and digest of the pin in the state. Empty if there is no pin. */
function pinOf(state: MoveState | undefined): Pick<MoveState, 'was' | 'wrote'> {
  return state?.was ? { was: state.was, wrote: state.wrote } : {};
}

function noPin({ was: _was, wrote: _wrote, ...state }: MoveState): MoveState {
  return { ...state, member: undefined };
}

function isAsBefore(wish: Wish, { to, isDrain }: MoveState): boolean {
  return (wish.type === 'move' && !isDrain && isSame(wish.to, to)) || (wish.type === 'drain' && isDrain);
}

/** Members whose tasks this policy may end. Excludes members that a move of another policy needs. */
export function tasksToEnd({ tasks, neededIn }: Pick<BindingFacts, 'tasks' | 'neededIn'>): readonly string[] {
  return tasks.flatMap(({ isOurs, from }) => (isOurs && !neededIn.includes(from) ? [from] : []));
}

function isHeldIn({ tasks }: BindingFacts, member: string): boolean {
  return tasks.some(task => task.isOurs && task.isKept && task.from === member);
}

function without(predicate: unknown, expressions: ReadonlySet<string>): unknown {
  const all = list(at(predicate, 'requiredClusterSelector', 'celSelector', 'celExpressions'));
  const kept = all.filter(it => !expressions.has(it as string));
  if (kept.length === all.length) return predicate;
  const { requiredClusterSelector, ...rest } = predicate as { requiredClusterSelector: object };
  return { ...rest, requiredClusterSelector: { ...requiredClusterSelector, celSelector: { celExpressions: kept } } };
}

function sorted(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())].sort();
}

export function minus(all: readonly string[], others: readonly string[]): readonly string[] {
  return all.filter(member => !others.includes(member));
}

/** @param a A sorted list, like `b` */
function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((member, i) => member === b[i]);
}
