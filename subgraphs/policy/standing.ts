/**
 * Computes the standing of each policy. Also computes if the conditions that controllers report agree with the
 * standing.
 */
import type { Steps } from '../../async/fair-turns.ts';
import type { EffectivePolicy } from './effective.ts';
import type { Edge, Node } from './graph.ts';
import { sortedPolicies, type Merged } from './merge.ts';
import { compareAge, type PolicyState, type Standing } from './policy-state.ts';
import type { Topology } from './topology.ts';

/** Facts about one policy, collected from the effective policies. */
interface Effects {
  /** True if a rule of the policy applies on at least one path, after merging. */
  inEffect: boolean;
  isDisplaced: boolean;
  isComplete: boolean;
  readonly by: Set<PolicyState>;
}

/** Number of policies or effective policies processed before yielding. */
const STEP = 256;

/** Sets `standing`, `overriddenBy` and `agrees` of all policies. */
export function* judge(topology: Topology, effective: readonly EffectivePolicy[], isOverLimit: boolean): Steps<void> {
  const effects = yield* effectsOf(effective);
  const attached = attachedPolicies(topology.edges);
  let done = 0;
  for (const node of topology.nodes) {
    if (!node.policy) continue;
    judgePolicy(node, node.policy, { effects: effects.get(node.policy), attached, isOverLimit });
    if (++done % STEP === 0) yield;
  }
}

function* effectsOf(effective: readonly EffectivePolicy[]): Steps<ReadonlyMap<PolicyState, Effects>> {
  const effects = new Map<PolicyState, Effects>();
  const of = (policy: PolicyState): Effects => {
    let found = effects.get(policy);
    if (!found) effects.set(policy, (found = { inEffect: false, isDisplaced: false, isComplete: true, by: new Set() }));
    return found;
  };
  const seen = new Set<Merged>();
  let done = 0;
  for (const { merged, complete } of effective) {
    if (!complete) for (const policy of merged.policies) of(policy).isComplete = false;
    if (!seen.has(merged)) {
      seen.add(merged);
      for (const policy of merged.policies) of(policy);
      for (const { source } of merged.rules) of(source).inEffect = true;
      for (const { source, by } of merged.displaced) {
        of(source).isDisplaced = true;
        for (const policy of by) if (policy !== source) of(source).by.add(policy);
      }
    }
    if (++done % STEP === 0) yield;
  }
  return effects;
}

/**
 * Policies that edges attach to a node and that take part in merging, oldest first. The key is the kind of policy and
 * the id of the node.
 */
function attachedPolicies(edges: readonly Edge[]): ReadonlyMap<string, readonly PolicyState[]> {
  const attached = new Map<string, PolicyState[]>();
  for (const { kind, from, to, holds } of edges) {
    if (kind !== 'POLICY' || !holds || !from.policy || from.policy.isOut) continue;
    const key = `${from.policy.kind} ${to.id}`;
    const known = attached.get(key);
    if (known) known.push(from.policy);
    else attached.set(key, [from.policy]);
  }
  for (const policies of attached.values()) policies.sort(compareAge);
  return attached;
}

interface Known {
  readonly effects: Effects | undefined;
  readonly attached: ReadonlyMap<string, readonly PolicyState[]>;
  readonly isOverLimit: boolean;
}

function judgePolicy(node: Node, policy: PolicyState, { effects, attached, isOverLimit }: Known): void {
  const targets = node.below.filter(({ kind }) => kind === 'POLICY');
  const holding = targets.filter(({ holds }) => holds);
  // For each target, the oldest policy of the same kind that is older than this policy. Undefined if there is none.
  const before =
    policy.strategy === 'NEAREST'
      ? holding.map(({ to }) =>
          (attached.get(`${policy.kind} ${to.id}`) ?? []).find(
            other => other !== policy && compareAge(other, policy) < 0,
          ),
        )
      : [];
  policy.standing = standing();
  policy.overriddenBy =
    policy.standing === 'CONFLICTED'
      ? sortedPolicies(before.filter(other => other !== undefined))
      : sortedPolicies(effects?.by ?? []);
  policy.agrees = effects?.isComplete === false ? undefined : agrees(policy);

  function standing(): Standing {
    if (targets.length === 0) return node.unresolved.every(({ absent }) => absent) ? 'TARGET_NOT_FOUND' : 'UNKNOWN';
    if (policy.isOut || holding.length === 0) return 'NOT_ACCEPTED';
    if (before.length > 0 && before.every(other => other !== undefined)) return 'CONFLICTED';
    if (policy.strategy === 'UNKNOWN' || policy.level === 'target') return 'ATTACHED';
    if (isOverLimit) return 'UNKNOWN';
    if (!effects || (!effects.inEffect && !effects.isDisplaced)) return 'NO_EFFECT';
    if (!effects.inEffect) return 'OVERRIDDEN';
    return effects.isDisplaced ? 'PARTIAL' : 'ENFORCED';
  }
}

/**
 * True if current conditions agree with the standing, false if they contradict the standing, else undefined. Enforced
 * and Programmed count as one condition, which is false if one of the two is.
 */
function agrees(policy: PolicyState): boolean | undefined {
  const reported = (...types: readonly string[]) => {
    const current = policy.reported.filter(condition => condition.current && types.includes(condition.type));
    const no = current.filter(({ status }) => status === 'False');
    return {
      isFalse: no.length > 0,
      isTrue: no.length === 0 && current.some(({ status }) => status === 'True'),
      reasons: no.map(it => it.reason),
    };
  };
  const enforced = reported('Enforced', 'Programmed');
  const accepted = reported('Accepted');
  const eitherOr = (yes: boolean, no: boolean) => (yes ? true : no ? false : undefined);
  switch (policy.standing) {
    case 'ENFORCED':
    case 'PARTIAL':
      return eitherOr(enforced.isTrue, enforced.isFalse);
    case 'OVERRIDDEN':
      return eitherOr(enforced.reasons.includes('Overridden'), enforced.isTrue);
    case 'NO_EFFECT':
      return eitherOr(enforced.isFalse, enforced.isTrue);
    case 'CONFLICTED':
      return eitherOr(accepted.reasons.includes('Conflicted'), accepted.isTrue);
    case 'TARGET_NOT_FOUND':
    case 'NOT_ACCEPTED':
      return eitherOr(accepted.isFalse, accepted.isTrue);
    default:
      return undefined;
  }
}
