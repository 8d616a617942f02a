/**
 * Computes the standing of each policy. Also computes if the conditions that controllers report agree with the
 * standing.
 */
import type { Steps } from '../../async/fair-turns.ts';
import type { AttachedPolicies } from './attached.ts';
import type { Counter } from './cluster-view.ts';
import type { EffectivePolicy } from './effective.ts';
import type { Node } from './graph.ts';
import type { Merged } from './merge.ts';
import { compareAge, type PolicyState, type Standing } from './policy-state.ts';
import type { Topology } from './topology.ts';

/** Facts about one policy, collected from the effective policies. */
interface Effects {
  /** True if a rule of the policy applies on at least one path, after merging. */
  inEffect: boolean;
  isDisplaced: boolean;
  isComplete: boolean;
  /** Lists of the policies that displace rules of the policy. They may contain the policy itself. */
  readonly by: Set<readonly PolicyState[]>;
}

interface Merging {
  /** Undefined if the cluster exceeds a limit. */
  readonly effective: readonly EffectivePolicy[] | undefined;
  readonly attached: AttachedPolicies;
}

/** Operations for judging one policy. */
const POLICY = 20;

/** Sets `standing`, `overriders` and `agrees` of all policies. */
export function* judge({ nodes }: Topology, { effective, attached }: Merging, counter: Counter): Steps<void> {
  const effects = yield* effectsOf(effective ?? [], counter);
  for (const node of nodes) {
    if (!node.policy) continue;
    judgePolicy(node, node.policy, { effects: effects.get(node.policy), attached, isOverLimit: !effective });
    if (counter.spent(POLICY)) yield;
  }
}

function* effectsOf(effective: readonly EffectivePolicy[], counter: Counter): Steps<ReadonlyMap<PolicyState, Effects>> {
  const effects = new Map<PolicyState, Effects>();
  const of = (policy: PolicyState): Effects => {
    let found = effects.get(policy);
    if (!found) effects.set(policy, (found = { inEffect: false, isDisplaced: false, isComplete: true, by: new Set() }));
    return found;
  };
  const seen = new Set<Merged>();
  const incomplete = new Set<Merged>();
  for (const { merged, complete } of effective) {
    if (counter.spent(2)) yield;
    if (!complete && !incomplete.has(merged)) {
      incomplete.add(merged);
      for (const policy of merged.policies) of(policy).isComplete = false;
      if (counter.spent(merged.policies.length)) yield;
    }
    if (seen.has(merged)) continue;
    seen.add(merged);
    for (const policy of merged.policies) of(policy);
    if (counter.spent(merged.policies.length)) yield;
    for (const { source } of merged.rules) {
      of(source).inEffect = true;
      if (counter.spent()) yield;
    }
    for (const { source, by } of merged.displaced) {
      of(source).isDisplaced = true;
      of(source).by.add(by);
      if (counter.spent(2)) yield;
    }
  }
  return effects;
}

interface Known {
  readonly effects: Effects | undefined;
  readonly attached: AttachedPolicies;
  readonly isOverLimit: boolean;
}

function judgePolicy(node: Node, policy: PolicyState, { effects, attached, isOverLimit }: Known): void {
  const targets = node.below.filter(({ kind }) => kind === 'POLICY');
  const holding = targets.filter(({ holds }) => holds);
  // For each target, the oldest policy of the same kind that is older than this policy. Undefined if there is none.
  const before =
    policy.strategy === 'NEAREST'
      ? holding.map(({ to }) => {
          const oldest = attached.get(to)?.get(policy.kind)?.[0];
          return oldest && compareAge(oldest, policy) < 0 ? oldest : undefined;
        })
      : [];
  policy.standing = standing();
  policy.overriders =
    policy.standing === 'CONFLICTED' ? [before.filter(other => other !== undefined)] : [...(effects?.by ?? [])];
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
