/** A policy of the topology: its rules, the conditions that controllers report, and its standing. */
import { sortedBy, type Steps } from '../../async/fair-turns.ts';
import { kindValue } from '../../readmodel/query.ts';
import { compareText } from '../../readmodel/table/names.ts';
import type { PolicyClass, PolicyKind } from '../../kinds/policies.ts';
import type { ObjectId } from '../../schema/object-id.ts';
import type { Counter } from './cluster-view.ts';
import type { ConditionPart, KeyPart, PolicyHead } from './records.ts';
import { STRATEGIES } from './records.ts';

/** An object of the topology. */
export interface GraphObject extends ObjectId {
  readonly id: string;
  readonly isTerminating: boolean;
  /** True if parts of the object are missing, because some records were left out. */
  readonly isPartial: boolean;
}

export type Strategy = (typeof STRATEGIES)[number] | 'NEAREST' | 'UNKNOWN';

export type Standing =
  | 'ENFORCED'
  | 'PARTIAL'
  | 'OVERRIDDEN'
  | 'CONFLICTED'
  | 'TARGET_NOT_FOUND'
  | 'NOT_ACCEPTED'
  | 'NO_EFFECT'
  | 'ATTACHED'
  | 'UNKNOWN';

/** A rule of a policy. Keeps a digest of the value, not the value. */
export interface PolicyRule {
  readonly key: string;
  /** Path of the value in the specification. */
  readonly path: string;
  readonly digest: string;
  readonly isLight: boolean;
  /**
   * Policy that has the rule. Results of merging contain this rule object itself, not a copy, because there may be many
   * results.
   */
  readonly source: PolicyState;
}

export interface ReportedCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  /** True if the condition was reported for the current generation of the policy. */
  readonly current: boolean;
  /** Id of the object that the condition is reported for. Undefined for a condition in `status.conditions`. */
  readonly ancestor: string | undefined;
}

export class PolicyState {
  readonly object: GraphObject;
  /** Kind as filters spell it: `AuthPolicy.kuadrant.io`. */
  readonly kind: string;
  readonly class: PolicyClass;
  readonly level: PolicyKind['level'];
  readonly strategy: Strategy;
  /** Rules of the policy, sorted by key. */
  readonly rules: readonly PolicyRule[];
  readonly reported: readonly ReportedCondition[];
  /** Time of creation, in seconds since the epoch. */
  readonly createdAt: number;
  /** Digest of the specification. */
  readonly digest: string;
  /** List that contains only this policy. All rules that only this policy displaces share it (DisplacedRule.by). */
  readonly alone: readonly PolicyState[] = [this];
  standing: Standing = 'UNKNOWN';
  /**
   * Lists of the policies that override this policy. A list may also contain this policy. Policies share the lists,
   * because the size of copies would grow with the square of the number of policies.
   */
  overriders: readonly (readonly PolicyState[])[] = [];
  agrees: boolean | undefined;

  constructor(
    object: GraphObject,
    {
      known,
      class: scope,
      head,
      keys,
      reported,
    }: {
      readonly known: PolicyKind | undefined;
      readonly class: PolicyClass;
      readonly head: PolicyHead;
      readonly keys: readonly KeyPart[];
      readonly reported: readonly ReportedCondition[];
    },
  ) {
    this.object = object;
    this.kind = kindValue(object);
    this.class = scope;
    this.level = known?.level;
    this.strategy = strategyOf(known, head);
    this.createdAt = head.c;
    this.digest = head.d;
    this.reported = reported;
    this.rules =
      this.strategy === 'NEAREST'
        ? [{ key: '*', path: '', digest: head.d, isLight: false, source: this }]
        : rulesOf(this, known, head, keys);
  }

  get id(): string {
    return this.object.id;
  }

  /** Policies that override this policy, sorted by id. */
  *overriddenBy(counter: Counter): Steps<readonly PolicyState[]> {
    const found = new Set<PolicyState>();
    for (const list of this.overriders) {
      for (const policy of list) {
        found.add(policy);
        if (counter.spent()) yield;
      }
    }
    found.delete(this);
    return yield* sortedBy([...found], compareIds);
  }

  /** True if the policy takes no part in merging, because it is being deleted or a controller refuses it. */
  get isOut(): boolean {
    return this.object.isTerminating || this.isRefused;
  }

  /** True if a controller refuses the policy. Conflicted does not count, because the topology computes conflicts. */
  get isRefused(): boolean {
    return this.reported.some(
      ({ type, status, reason, current }) =>
        current && type === 'Accepted' && status === 'False' && reason !== 'Conflicted',
    );
  }
}

function strategyOf(known: PolicyKind | undefined, { m = 0 }: PolicyHead): Strategy {
  if (known?.merge === 'nearest') return 'NEAREST';
  return known?.merge === 'fields' ? (STRATEGIES[m] ?? 'ATOMIC_DEFAULTS') : 'UNKNOWN';
}

function rulesOf(
  source: PolicyState,
  known: PolicyKind | undefined,
  { r }: PolicyHead,
  keys: readonly KeyPart[],
): readonly PolicyRule[] {
  const root = r === undefined ? [] : [r];
  return keys
    .flatMap(({ i, n, d }): PolicyRule[] => {
      const section = known?.rules?.[i];
      if (!section) return [];
      const path = pathText([...root, ...section.at, ...(n === undefined ? [] : [n])]);
      return [{ key: `${section.key}#${n ?? ''}`, path, digest: d, isLight: section.light === true, source }];
    })
    .sort((a, b) => compareText(a.key, b.key));
}

/** Text of a path in the syntax of `live.spec(path)`. */
function pathText(steps: readonly string[]): string {
  const [first = '', ...rest] = steps.map(step =>
    /^[A-Za-z0-9_-]+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`,
  );
  return (first.startsWith('.') ? first.slice(1) : first) + rest.join('');
}

export function conditionOf(
  { c: [type, status, reason], o }: ConditionPart,
  ancestor: string | undefined,
): ReportedCondition {
  return { type, status, reason, current: o === undefined, ancestor };
}

/** The policies without repetitions, sorted by id. */
export function sortedPolicies(policies: Iterable<PolicyState>): readonly PolicyState[] {
  return [...new Set(policies)].sort(compareIds);
}

function compareIds(a: PolicyState, b: PolicyState): number {
  return compareText(a.id, b.id);
}

/** Compares policies of one node: oldest first, then by namespace and name. */
export function compareAge(a: PolicyState, b: PolicyState): number {
  return a.createdAt - b.createdAt || compareText(namespacedName(a.object), namespacedName(b.object));
}

function namespacedName({ namespace, name }: GraphObject): string {
  return `${namespace}/${name}`;
}
