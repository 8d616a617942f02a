/**
 * Effective policies: the merged rules for each path and kind of policy. Paths with equal policies share one result. So
 * the cost grows with the number of paths, not with the number of rules on each path.
 */
import type { Steps } from '../../async/fair-turns.ts';
import { compareText } from '../../readmodel/table/names.ts';
import type { ClusterView, KindName } from './cluster-view.ts';
import type { Node } from './graph.ts';
import { merged, type Attached, type Merged } from './merge.ts';
import type { Path, Paths } from './paths.ts';
import { compareAge, type PolicyState } from './policy-state.ts';
import type { Topology } from './topology.ts';

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

/** Number of paths processed before yielding. */
const STEP = 128;

/** Computes the effective policies, sorted by kind and id. */
export function* effectiveOf(
  topology: Topology,
  { toRules, toListeners }: Paths,
  view: ClusterView,
): Steps<readonly EffectivePolicy[]> {
  const attached = new AttachedPolicies(topology);
  const completeness = new Completeness(view);
  // The paths are sorted, so the entries of each kind are sorted too.
  const byKind = new Map<string, EffectivePolicy[]>();
  let looked = 0;
  for (const [level, paths] of [
    ['rule', toRules],
    ['listener', toListeners],
  ] as const) {
    if (!attached.has(level)) continue;
    for (const path of paths) {
      for (const [kind, result] of attached.along(path, level))
        known(byKind, kind, () => []).push({ kind, path, merged: result, complete: completeness.of(path, result) });
      if (++looked % STEP === 0) yield;
    }
  }
  return [...byKind.keys()].sort(compareText).flatMap(kind => byKind.get(kind)!);
}

type Sequence = readonly Attached<Node>[];
type ByKind = ReadonlyMap<string, Sequence>;

const NOTHING: ByKind = new Map();

/** The policies that act on the nodes of paths. */
class AttachedPolicies {
  readonly #levels = new Map<string, 'rule' | 'listener'>();
  /** Policies attached to each node, oldest first. */
  readonly #at = new Map<Node, ByKind>();
  /** Policies on each head (the beginning of a path, paths.ts), from its first node to its last. */
  readonly #ofHeads = new Map<Path['head'], ByKind>();
  readonly #sequences = new Map<string, Sequence>();
  /**
   * Merged rules. The keys are the policies of the head, of the route and of the rule. The lists of policies are
   * compared by identity, because paths share the lists.
   */
  readonly #merged = new Map<Sequence | undefined, Map<Sequence | undefined, Map<Sequence | undefined, Merged>>>();

  constructor({ edges }: Topology) {
    const found = new Map<Node, PolicyState[]>();
    for (const { kind, from, to, holds } of edges) {
      const policy = from.policy;
      if (kind !== 'POLICY' || !holds || !policy || policy.isOut || policy.strategy === 'UNKNOWN') continue;
      if (policy.level !== 'rule' && policy.level !== 'listener') continue;
      this.#levels.set(policy.kind, policy.level);
      const known = found.get(to);
      if (known) known.push(policy);
      else found.set(to, [policy]);
    }
    for (const [node, policies] of found) {
      const byKind = new Map<string, Attached<Node>[]>();
      for (const policy of policies.sort(compareAge)) {
        const known = byKind.get(policy.kind);
        if (known) known.push({ policy, at: node });
        else byKind.set(policy.kind, [{ policy, at: node }]);
      }
      this.#at.set(node, byKind);
    }
  }

  has(level: 'rule' | 'listener'): boolean {
    return [...this.#levels.values()].includes(level);
  }

  /** The merged rules along the path, by kind of policy. Includes only kinds of this level. */
  along(path: Path, level: 'rule' | 'listener'): ReadonlyMap<string, Merged> {
    const [head, route, rule] = [this.#alongHead(path, level), this.#above(path.route), this.#on(path.rule)];
    const results = new Map<string, Merged>();
    for (const kinds of [head, route, rule]) {
      for (const kind of kinds.keys()) {
        if (this.#levels.get(kind) !== level || results.has(kind)) continue;
        results.set(kind, this.#mergedOf(head.get(kind), route.get(kind), rule.get(kind)));
      }
    }
    return results;
  }

  #mergedOf(head: Sequence | undefined, route: Sequence | undefined, rule: Sequence | undefined): Merged {
    const byRoute = known(this.#merged, head, () => new Map<Sequence | undefined, Map<Sequence | undefined, Merged>>());
    const byRule = known(byRoute, route, () => new Map<Sequence | undefined, Merged>());
    return known(byRule, rule, () => merged([...(head ?? []), ...(route ?? []), ...(rule ?? [])]));
  }

  #alongHead({ head }: Path, level: 'rule' | 'listener'): ByKind {
    if (!head) return NOTHING;
    return known(this.#ofHeads, head, () => {
      const all = new Map<string, Sequence>();
      for (const node of head.nodes) {
        const isLast = level === 'listener' && node === head.nodes.at(-1);
        for (const [kind, some] of isLast ? this.#on(node) : this.#above(node)) {
          const before = all.get(kind);
          all.set(kind, before ? [...before, ...some] : some);
        }
      }
      return this.#shared(all);
    });
  }

  /** Replaces equal sequences by one object, so that heads with equal policies share results. */
  #shared(all: Map<string, Sequence>): ByKind {
    for (const [kind, sequence] of all) {
      const key = sequence.map(({ policy, at }) => `${at.place}:${policy.id}`).join(' ');
      all.set(
        kind,
        known(this.#sequences, key, () => sequence),
      );
    }
    return all;
  }

  /** Policies of a node, including policies of class DIRECT. Used for the last node of a path. */
  #on(node: Node | undefined): ByKind {
    return (node && this.#at.get(node)) ?? NOTHING;
  }

  /**
   * Policies of a node above the last node of a path. Excludes policies of class DIRECT, which act only on their
   * target.
   */
  #above(node: Node | undefined): ByKind {
    const all = this.#on(node);
    if (![...all.values()].some(some => some.some(({ policy }) => policy.class === 'DIRECT'))) return all;
    const inherited = [...all].map(
      ([kind, some]) => [kind, some.filter(({ policy }) => policy.class === 'INHERITED')] as const,
    );
    return new Map(inherited.filter(([, some]) => some.length > 0));
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

  constructor(view: ClusterView) {
    this.#view = view;
  }

  of(path: Path, { policies }: Merged): boolean {
    if (path.isOpen || !this.#areListed(path)) return false;
    const kind = policies[0]!.object;
    return (
      this.#isListed(kind) &&
      path.nodes.every(({ object }) => object.kind === 'GatewayClass' || this.#mayList(kind, object.namespace)) &&
      policies.every(({ object }) => !object.isPartial && this.#mayList(kind, object.namespace))
    );
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
