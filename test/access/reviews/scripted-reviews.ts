/**
 * The review APIs of scripted clusters. Each cluster decides by the grants that a test gives it, which are independent
 * of the grants in the index. An optional webhook decides first.
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
  /** A webhook that decides before RBAC. With a webhook, the cluster cannot list rules. */
  webhook: ((identity: LeafIdentity, question: Attributes) => Verdict) | undefined;
  failure: ReviewError | undefined;
  /** Promise that reviews wait for. */
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
    // Like a real request, a review fails when its signal is aborted.
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
