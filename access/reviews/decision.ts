/**
 * One decision that index and cluster can be compared by, like with like: a list against a list, by name against by name. A row that is visible by `list`
 * alone and may not be read is no drift.
 */
import { eventLoopTurns } from '../../async/fair-turns.ts';
import type { ClusterIdentity, Identity } from '../../identity/identity.ts';
import { authorizeInSteps } from '../../rbac/authorize.ts';
import { objectAttributes } from '../../rbac/rules.ts';
import type { Attributes, Resource } from '../../rbac/types.ts';
import { compileInSteps, listsScope } from '../../rbac/visibility.ts';
import type { ClusterIndex } from '../../readmodel/readmodel.ts';

/** A decision about one object, or about a whole list where it names none. */
export interface Decision {
  readonly cluster: string;
  readonly identity: Identity;
  readonly verb: 'list' | 'get';
  readonly resource: Resource;
  readonly namespace: string;
  /** '' for a list. */
  readonly name: string;
}

export function questionOf({ verb, resource, namespace, name }: Decision): Attributes {
  const { verb: asked, group, resource: plural, namespace: scope } = objectAttributes(verb, resource, namespace, name);
  return { verb: asked, group, resource: plural, namespace: scope, name };
}

/**
 * A list is judged by what lists are made from, a name by the rules that the by-name part of the visibility is made from; nothing where the index does not
 * read the grants to the end.
 */
export async function decide(index: ClusterIndex, identity: ClusterIdentity, decision: Decision): Promise<boolean | undefined> {
  const { grants, resources } = index;
  if (decision.name !== '') {
    const decided = await eventLoopTurns.run(identity.user, authorizeInSteps(grants, identity, questionOf(decision)));
    return typeof decided === 'string' ? undefined : decided;
  }
  const { group, plural } = decision.resource;
  const number = resources.findIndex(resource => resource.group === group && resource.plural === plural);
  const visibility = await eventLoopTurns.run(identity.user, compileInSteps(grants, identity, resources));
  return visibility.givenUp ? undefined : listsScope(visibility, number, decision.namespace); // nothing is listed as number -1
}
