/**
 * The review APIs of scripted clusters. Each decides by its own grants, which a test sets independently of those in the
 * index, and by an optional webhook before them.
 */
import type { ReviewError } from '../../../identity/access-reviews.ts';
import type { AccessReviews } from '../../../identity/access-reviews.ts';
import { raced } from '../../../async/deadline.ts';
import type { Attributes, GrantObject, LeafIdentity } from '../../../rbac/types.ts';
import { grantKey } from '../../../rbac/types.ts';
import { authorize, rulesFor } from '../../../rbac/authorize.ts';

export type Verdict = 'allow' | 'deny' | undefined;

export class ScriptedReviews implements AccessReviews {
  readonly requested: string[] = [];
  /** RBAC objects by cluster. */
  readonly grants = new Map<string, readonly GrantObject[]>();
  /** A webhook before RBAC. With it the cluster cannot list rules. */
  webhook: ((identity: LeafIdentity, question: Attributes) => Verdict) | undefined;
  failure: ReviewError | undefined;
  /** Reviews wait for this. */
  gate: Promise<void> = Promise.resolve();

  rules: AccessReviews['rules'] = async (cluster, caller, namespace, signal) => {
    await this.#begin(`rules ${cluster} ${caller.user} ${namespace}`, signal);
    return {
      rules: rulesFor(this.#grantsOf(cluster), onLeaf(caller), namespace),
      incomplete: this.webhook !== undefined,
    };
  };
  may: AccessReviews['may'] = async (cluster, caller, question, signal) => {
    await this.#begin(`may ${cluster} ${caller.user} ${text(question)}`, signal);
    return this.decide(cluster, onLeaf(caller), question);
  };
  mayOther: AccessReviews['mayOther'] = async (cluster, subject, question, signal) => {
    await this.#begin(`mayOther ${cluster} ${subject.user} ${text(question)}`, signal);
    return this.decide(cluster, subject, question);
  };

  decide(cluster: string, identity: LeafIdentity, question: Attributes): boolean {
    const verdict = this.webhook?.(identity, question);
    return verdict ? verdict === 'allow' : authorize(this.#grantsOf(cluster), identity, question);
  }

  async #begin(what: string, signal: AbortSignal): Promise<void> {
    this.requested.push(what);
    // Ends with its signal, like a request.
    await raced(this.gate, signal);
    signal.throwIfAborted();
    if (this.failure) throw this.failure;
  }

  #grantsOf(cluster: string) {
    const objects = this.grants.get(cluster) ?? [];
    return { revision: 1, objects: new Map(objects.map(object => [grantKey(object), object])) };
  }
}

const onLeaf = ({ user, groups }: LeafIdentity): LeafIdentity => ({
  user,
  groups: [...groups, 'system:authenticated'],
});

function text({ verb, resource, subresource, namespace, name }: Attributes): string {
  return `${verb} ${resource}${subresource ? `/${subresource}` : ''} ${namespace}/${name}`;
}
