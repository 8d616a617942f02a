/**
 * One decision that index and cluster can both make: list against list, name against name. A row that is visible by
 * `list` alone and may not be read is no drift.
 */
import { eventLoopTurns } from '../../async/fair-turns.ts';
import type { ClusterIdentity, Identity } from '../../identity/identity.ts';
import { authorizeInSteps } from '../../rbac/authorize.ts';
import { objectAttributes } from '../../rbac/rules.ts';
import type { Attributes, Resource } from '../../rbac/types.ts';
import { compileInSteps, listsScope } from '../../rbac/visibility.ts';
import type { ClusterIndex } from '../../readmodel/readmodel.ts';

/** A decision about one object, or about a whole list if it names none. */
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
 * The index's decision: for a list by the listable scopes, for a name by the rules behind resourceNames. Undefined if
 * the index abandoned the grants.
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
  return visibility.givenUp ? undefined : listsScope(visibility, number, decision.namespace); // unknown resources are number -1, which no grant lists
}
