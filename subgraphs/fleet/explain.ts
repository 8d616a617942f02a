/**
 * Why the caller may see an object, or do something with it; or why somebody else may, for callers who may impersonate them on that cluster.
 *
 * Judged by the cluster's grants alone, whether or not the object exists. Where nothing is allowed the sentence is made from the asker's own
 * words, so that an unknown cluster, a closed one, a kind that is not served or not collected, and a grant that is missing all read alike.
 */
import { describe, explain } from '../../access/explanation.ts';
import { throughSelf, type GuardedResolvers } from '../../access/guard.ts';
import { acceptIdentity, BadCredentialsError } from '../../identity/authenticator.ts';
import type { Identity } from '../../identity/identity.ts';
import type { GrantChain } from '../../rbac/explain.ts';
import { badInput, objectIdArgument, quoted } from './bad-input.ts';

const VERB = /^(?:[a-z]{1,63}|\*)$/;
/** Each is a question to the cluster. */
const MAX_GROUPS = 50;

interface ExplainArguments {
  readonly id: string;
  readonly verb: string;
  readonly asUser?: string | null;
  readonly asGroups?: readonly string[] | null;
}

export const explainResolvers: GuardedResolvers = {
  Query: {
    explainAccess: throughSelf(async (_: unknown, args: ExplainArguments, self) => {
      const { id, verb } = args;
      const object = objectIdArgument(id);
      if (!VERB.test(verb))
        throw badInput(
          `verb: ${quoted(verb)} is not a verb. Kubernetes' verbs are lower-case words: get, list, watch, create, update, patch, delete.`,
        );
      const other = otherIdentity(args);
      const who = other ? `user ${JSON.stringify(other.user)}` : 'you';
      const standing = other ? await self.standingAs(object.cluster, other, `${verb} ${id}`) : await self.standing(object.cluster);
      const found = standing && (await explain(self, standing, object, verb, who));
      if (!found || (!found.visible && !found.action.allowed)) {
        const unless = other ? ', or you may not impersonate them there' : '';
        return {
          visible: false,
          allowed: false,
          reason: `No grant that reaches ${who} lets ${who} ${verb} ${describe(object)}, or that kind is not collected there${unless}.`,
          grants: [],
        };
      }
      const { visible, action } = found;
      return {
        visible,
        allowed: action.allowed,
        reason: action.allowed ? action.reason : `No grant that reaches ${who} lets ${who} ${verb} ${describe(object)}.`,
        grants: action.grants.map(chain => grant(object.cluster, chain)),
        grantsSyncedAt: standing.grantsSyncedAt ?? null,
      };
    }),
  },
};

function otherIdentity({ asUser, asGroups }: ExplainArguments): Identity | undefined {
  if (asUser == null) {
    if (asGroups?.length) throw badInput('asGroups: groups alone are nobody. Name the user, too, with asUser.');
    return undefined;
  }
  if ((asGroups?.length ?? 0) > MAX_GROUPS)
    throw badInput(`asGroups: ${asGroups?.length} groups were given, and at most ${MAX_GROUPS} are taken.`);
  try {
    return acceptIdentity({ user: asUser, groups: asGroups ?? [] });
  } catch (error) {
    throw error instanceof BadCredentialsError ? badInput(`asUser, asGroups: ${error.message}`) : error;
  }
}

function grant(cluster: string, { binding, role, rule, subject, contributors }: GrantChain) {
  return {
    cluster,
    binding: { kind: binding.type, namespace: binding.namespace || null, name: binding.name },
    role: { kind: role.type, namespace: role.namespace || null, name: role.name },
    aggregated: role.aggregated,
    aggregatedFrom: contributors,
    rule,
    subject: { kind: subject.kind, namespace: subject.namespace || null, name: subject.name },
  };
}
