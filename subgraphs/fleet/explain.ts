/**
 * Explains why the caller may see or change an object. Callers who may impersonate another user on the cluster may also
 * ask about this user.
 *
 * The object need not exist. A caller gets a "no" only if the caller, or the other user, may know that the cluster has
 * the kind. Otherwise the answer is "not known", in a sentence that repeats only the arguments of the query.
 */
import { describe, explain, listsKind, type AccessAnswer, type Action } from '../../access/explanation.ts';
import { through, type GuardedResolvers } from '../../access/guard.ts';
import type { Self, Standing } from '../../access/self.ts';
import { acceptIdentity, BadCredentialsError } from '../../identity/authenticator.ts';
import type { Identity } from '../../identity/identity.ts';
import type { ObjectId } from '../../schema/object-id.ts';
import type { GrantChain } from '../../rbac/explain.ts';
import { isSubresource, isVerb, NO_SUBRESOURCE, NO_VERB } from '../../schema/access-words.ts';
import { badInput, quoted, objectIdArgument } from '../arguments.ts';

/** Number of bindings, rules and rule entries that are read in about a microsecond. */
const READ_IN_A_MICROSECOND = 50;
/** Maximum number of groups. Each group costs one request to the cluster. */
const MAX_GROUPS = 50;

interface ExplainArguments {
  readonly id: string;
  readonly verb: string;
  readonly subresource?: string | null;
  readonly asUser?: string | null;
  readonly asGroups?: readonly string[] | null;
}

export const explainResolvers: GuardedResolvers = {
  Query: {
    explainAccess: through(
      'rbacSelf',
      'rbacNames',
    )(async (_: unknown, args: ExplainArguments, { rbacSelf: self, rbacNames: names }) => {
      const { id, verb } = args;
      const object = objectIdArgument(id);
      if (!isVerb(verb)) throw badInput('verb', `${quoted(verb)} ${NO_VERB}`);
      const subresource = args.subresource ?? '';
      if (subresource !== '' && !isSubresource(subresource))
        throw badInput('subresource', `${quoted(subresource)} ${NO_SUBRESOURCE}`);
      const action = { verb, subresource };
      const other = otherIdentity(args);
      const who = other ? `user ${JSON.stringify(other.user)}` : 'you';
      const standing = other
        ? await self.standingAs(object.cluster, other, `${verb}${subresource && ` ${subresource} of`} ${id}`)
        : await self.standing(object.cluster);
      const found = standing && (await explain(self, standing, object, action, who));
      const isReported =
        found &&
        (found.visible ||
          found.allowed ||
          (other && listsKind(standing, object)) ||
          (await names.knowsKind(object.cluster, object)));
      // Charge only if the caller may know the object or its cluster. Otherwise the cost of the request would reveal
      // that they exist.
      if (found && (isReported || (await names.cluster(object.cluster))))
        self.charge(found.size / READ_IN_A_MICROSECOND);
      const { visible, allowed, basis, reason, grants } = isReported ? found : NOTHING_KNOWN;
      const isWithoutGroups = other?.groups.length === 0 && !allowed;
      const inGroups = isWithoutGroups
        ? ` ${WITHOUT_GROUPS}${isReported ? await groupThatMay(self, standing, object, action) : ''}`
        : '';
      const more = inGroups + (other ? '' : await refusedIn(self, object.cluster, grants));
      return {
        visible,
        allowed: allowed ?? null,
        basis,
        reason: (reason || notKnown(`${who} ${describe(object, action)}`, other !== undefined)) + more,
        grants: grants.map(chain => grant(object.cluster, chain)),
        grantsSyncedAt: (isReported ? standing.grantsSyncedAt : undefined) ?? null,
      };
    }),
  },
};

const NOTHING_KNOWN: AccessAnswer = {
  visible: false,
  allowed: undefined,
  basis: 'UNKNOWN',
  reason: '',
  grants: [],
  size: 0,
};

function notKnown(what: string, isOfOther: boolean): string {
  const unless = isOfOther ? ', or you may not impersonate them there' : '';
  return `It is not known whether the cluster lets ${what}: that kind is not collected there or not known to you, or Kubernetes has no such verb${unless}. Ask the cluster (kubectl auth can-i).`;
}

/** Hint that a user without groups was checked. The same user may have the permission through groups. */
const WITHOUT_GROUPS = "This was asked without groups: give the user's groups, too (asGroups, --as-group).";

/**
 * A sentence about a group that has the permission. Empty if no group has the permission, or if the caller lacks the
 * permission to impersonate all groups.
 */
async function groupThatMay(self: Self, standing: Standing, object: ObjectId, action: Action): Promise<string> {
  const inAll = await self.inAllGroups(object.cluster, standing);
  const found = inAll && (await explain(self, inAll, object, action, 'its members'));
  if (found) self.charge(found.size / READ_IN_A_MICROSECOND);
  return found?.allowed ? ` ${found.reason}` : '';
}

/**
 * Warns if the permission comes only from groups that fleetgraph may not impersonate. Live reads and actions then lack
 * the permission.
 */
async function refusedIn(self: Self, cluster: string, grants: readonly GrantChain[]): Promise<string> {
  const subjects = grants.map(({ subject }) => subject);
  if (subjects.length === 0 || subjects.some(({ kind }) => kind !== 'Group')) return '';
  const refused = new Set(await self.refusedGroups(cluster));
  if (!subjects.every(({ name }) => refused.has(name))) return '';
  const names = [...new Set(subjects.map(({ name }) => JSON.stringify(name)))].join(', ');
  return ` But fleetgraph may not impersonate ${names} there, so live reads and actions lack this right. The cluster's administrator can allow a group: fleetgraph register or prepare-cluster with --impersonate-group.`;
}

function otherIdentity({ asUser, asGroups }: ExplainArguments): Identity | undefined {
  if (asUser == null) {
    if (asGroups?.length) throw badInput('asGroups', 'groups alone are nobody. Name the user, too, with asUser.');
    return undefined;
  }
  if ((asGroups?.length ?? 0) > MAX_GROUPS)
    throw badInput('asGroups', `${asGroups?.length} groups were given, and at most ${MAX_GROUPS} are taken.`);
  try {
    return acceptIdentity({ user: asUser, groups: asGroups ?? [] });
  } catch (error) {
    throw error instanceof BadCredentialsError ? badInput('asUser, asGroups', `${error.message}`) : error;
  }
}

function grant(cluster: string, { binding, role, rule, subject, contributors }: GrantChain) {
  return {
    cluster: { name: cluster },
    binding: { kind: binding.type, namespace: binding.namespace || null, name: binding.name },
    role: { kind: role.type, namespace: role.namespace || null, name: role.name },
    aggregated: role.aggregated,
    aggregatedFrom: contributors,
    rule,
    subject: { kind: subject.kind, namespace: subject.namespace || null, name: subject.name },
  };
}
