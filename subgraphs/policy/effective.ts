/**
 * Effective policies: the merged rules for each path and kind of policy. Paths with equal policies share one result. So
 * the cost grows with the number of paths, not with the number of rules on each path.
 */
import type { Steps } from '../../async/fair-turns.ts';
import { addTo } from '../../readmodel/table/containers.ts';
import { compareText } from '../../readmodel/table/names.ts';
import type { AttachedPolicies } from './attached.ts';
import type { ClusterView, Counter, KindName } from './cluster-view.ts';
import type { Node } from './graph.ts';
import { merged, type Attached, type Merged } from './merge.ts';
import type { Head, Path, Paths } from './paths.ts';
import type { PolicyState } from './policy-state.ts';

export interface EffectivePolicy {
  /** Kind of the merged policies, such as `AuthPolicy.kuadrant.io`. */
  readonly kind: string;
  readonly path: Path;
  readonly merged: Merged;
  readonly complete: boolean;
}

export function effectiveId({ kind, path }: Pick<EffectivePolicy, 'kind' | 'path'>): string {
  return `${kind} ${path.id}`;
}

/** Operations for one path and kind of policy. */
const ENTRY = 10;
/**
 * Maximum number of rules and policies in all results of merging together, for each path that `limit` permits. Paths
 * share results, so an ordinary cluster has less than one rule for each path.
 */
const RULES_PER_PATH = 10;

export interface EffectiveOptions {
  readonly attached: AttachedPolicies;
  /** Maximum number of paths in the cluster. */
  readonly limit: number;
}

/**
 * Computes the effective policies, sorted by kind and id. Undefined if the results of merging have too many rules. A
 * result may have thousands of rules, and each path may have its own result.
 */
export function* effectiveOf(
  { toRules, toListeners }: Paths,
  view: ClusterView,
  { attached, limit }: EffectiveOptions,
): Steps<readonly EffectivePolicy[] | undefined> {
  const completeness = new Completeness(view);
  // The paths are sorted, so the entries of each kind are sorted too.
  const byKind = new Map<string, EffectivePolicy[]>();
  for (const [level, paths] of [
    ['rule', toRules],
    ['listener', toListeners],
  ] as const) {
    const merging = new Merging(attached, { level, counter: view, most: limit * RULES_PER_PATH });
    if (merging.isEmpty) continue;
    for (const path of paths) {
      if (view.spent(ENTRY)) yield;
      const [head, route, rule] = yield* merging.along(path);
      for (const kind of new Set([...head.keys(), ...route.keys(), ...rule.keys()])) {
        if (view.spent(ENTRY)) yield;
        const result = yield* merging.mergedOf(head.get(kind), route.get(kind), rule.get(kind));
        if (!result) return undefined;
        addTo(byKind, kind, { kind, path, merged: result, complete: completeness.of(path, result) });
      }
    }
  }
  return [...byKind.keys()].sort(compareText).flatMap(kind => byKind.get(kind)!);
}

type Sequence = readonly Attached<Node>[];
type ByKind = ReadonlyMap<string, Sequence>;

const NOTHING: ByKind = new Map();

interface MergingOptions {
  /** Only kinds of policies that act at this level are merged. */
  readonly level: 'rule' | 'listener';
  readonly counter: Counter;
  /** Maximum number of rules and policies in all results. */
  readonly most: number;
}

/** Merges the policies that act on the nodes of paths. */
class Merging {
  readonly #attached: AttachedPolicies;
  readonly #options: MergingOptions;
  /** Policies attached to each node. */
  readonly #at = new Map<Node, ByKind>();
  /** Policies attached to each node, without policies of class DIRECT. */
  readonly #inherited = new Map<Node, ByKind>();
  /** Policies on each head (the beginning of a path, paths.ts), from its first node to its last. */
  readonly #ofHeads = new Map<Head, ByKind>();
  readonly #sequences = new Map<string, Sequence>();
  /**
   * Merged rules. The keys are the policies of the head, of the route and of the rule. The lists of policies are
   * compared by identity, because paths share the lists.
   */
  readonly #merged = new Map<Sequence | undefined, Map<Sequence | undefined, Map<Sequence | undefined, Merged>>>();
  /** Number of rules and policies in all results. */
  #rules = 0;

  constructor(attached: AttachedPolicies, options: MergingOptions) {
    this.#attached = attached;
    this.#options = options;
  }

  /** True if there is nothing to merge. */
  get isEmpty(): boolean {
    return ![...this.#attached.values()].some(byKind => [...byKind.values()].some(policies => this.#acts(policies)));
  }

  /** The policies on the head, the route and the rule of a path. */
  *along({ head, route, rule }: Path): Steps<readonly [ByKind, ByKind, ByKind]> {
    const onHead = head ? (this.#ofHeads.get(head) ?? (yield* this.#alongHead(head))) : NOTHING;
    return [onHead, route ? this.#above(route) : NOTHING, rule ? this.#on(rule) : NOTHING];
  }

  /** Undefined if there would be too many rules. */
  *mergedOf(
    head: Sequence | undefined,
    route: Sequence | undefined,
    rule: Sequence | undefined,
  ): Steps<Merged | undefined> {
    const byRoute = known(this.#merged, head, () => new Map<Sequence | undefined, Map<Sequence | undefined, Merged>>());
    const byRule = known(byRoute, route, () => new Map<Sequence | undefined, Merged>());
    let result = byRule.get(rule);
    if (result) return result;
    const attached = [...(head ?? []), ...(route ?? []), ...(rule ?? [])];
    for (const { policy } of attached) this.#rules += 1 + policy.rules.length;
    if (this.#rules > this.#options.most) return undefined;
    byRule.set(rule, (result = yield* merged(attached, this.#options.counter)));
    return result;
  }

  *#alongHead(head: Head): Steps<ByKind> {
    const all = new Map<string, Sequence>();
    for (const node of head.nodes) {
      const isLast = this.#options.level === 'listener' && node === head.nodes.at(-1);
      for (const [kind, some] of isLast ? this.#on(node) : this.#above(node)) {
        const before = all.get(kind);
        all.set(kind, before ? [...before, ...some] : some);
        if (this.#options.counter.spent(some.length)) yield;
      }
    }
    // Replaces equal sequences by one object, so that heads with equal policies share results.
    for (const [kind, sequence] of all) {
      const key = sequence.map(({ policy, at }) => `${at.place}:${policy.id}`).join(' ');
      all.set(
        kind,
        known(this.#sequences, key, () => sequence),
      );
      if (this.#options.counter.spent(sequence.length * 2)) yield;
    }
    this.#ofHeads.set(head, all);
    return all;
  }

  /** Policies of a node, including policies of class DIRECT. Used for the last node of a path. */
  #on(node: Node): ByKind {
    const byKind = this.#attached.get(node);
    if (!byKind) return NOTHING;
    return known(this.#at, node, () => {
      const acting = [...byKind].filter(([, policies]) => this.#acts(policies));
      return new Map(acting.map(([kind, policies]) => [kind, policies.map(policy => ({ policy, at: node }))]));
    });
  }

  /**
   * Policies of a node above the last node of a path. Excludes policies of class DIRECT, which act only on their
   * target.
   */
  #above(node: Node): ByKind {
    const on = this.#on(node);
    if (on.size === 0) return NOTHING;
    return known(this.#inherited, node, () => {
      const inherited = [...on].map(
        ([kind, some]) => [kind, some.filter(({ policy }) => policy.class === 'INHERITED')] as const,
      );
      return new Map(inherited.filter(([, some]) => some.length > 0));
    });
  }

  /**
   * True if policies of this kind are merged at this level. The first policy is enough, because all policies of one
   * kind give the same answer.
   */
  #acts([policy]: readonly PolicyState[]): boolean {
    return policy!.level === this.#options.level && policy!.strategy !== 'UNKNOWN';
  }
}

/**
 * Tells if a path and its policies are complete. They are incomplete if they may include objects that the caller may
 * not list, or that are not read yet.
 */
class Completeness {
  readonly #view: ClusterView;
  readonly #listable = new Map<string, boolean>();
  readonly #listed = new Map<string, boolean>();
  readonly #objects = new Map<Path['head'] | Node | undefined, boolean>();
  readonly #policies = new Map<Merged, boolean>();

  constructor(view: ClusterView) {
    this.#view = view;
  }

  of(path: Path, result: Merged): boolean {
    if (path.isOpen || !this.#areListed(path)) return false;
    const kind = result.policies[0]!.object;
    return (
      this.#isListed(kind) &&
      path.nodes.every(({ object }) => object.kind === 'GatewayClass' || this.#mayList(kind, object.namespace)) &&
      known(this.#policies, result, () => this.#areWhole(result.policies))
    );
  }

  #areWhole(policies: readonly PolicyState[]): boolean {
    return policies.every(({ object }) => !object.isPartial && this.#mayList(object, object.namespace));
  }

  #areListed({ head, route }: Path): boolean {
    return (
      known(this.#objects, head, () => head!.nodes.every(node => this.#isRead(node))) && (!route || this.#isRead(route))
    );
  }

  #isRead({ object }: Node): boolean {
    return !object.isPartial && this.#isListed(object);
  }

  #isListed(kind: KindName): boolean {
    return known(this.#listed, `${kind.group}/${kind.kind}`, () => this.#view.isComplete(kind));
  }

  #mayList(kind: KindName, namespace: string): boolean {
    return known(this.#listable, `${kind.group}/${kind.kind}/${namespace}`, () => this.#view.mayList(kind, namespace));
  }
}

function known<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = values.get(key);
  if (value === undefined) values.set(key, (value = make()));
  return value;
}
