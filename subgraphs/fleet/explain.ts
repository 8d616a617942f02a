/**
 * Why the caller may see an object, or do something with it.
 *
 * Judged by the cluster's grants alone, whether or not the object exists. Where nothing is allowed the sentence is made from the asker's own
 * words, so that an unknown cluster, a closed one, a kind that is not served and a grant that is missing all read alike.
 */
import { explainRow, explainVerb, type Explanation, type GrantChain } from '../../rbac/explain.ts';
import type { ObjectId } from '../../schema/object-id.ts';
import { badInput, objectIdArgument, quoted } from './bad-input.ts';
import type { Self } from './doors.ts';
import { throughSelf, type GuardedResolvers } from './enforcement.ts';

const VERB = /^(?:[a-z]{1,63}|\*)$/;

export const explainResolvers: GuardedResolvers = {
  Query: {
    explainAccess: throughSelf((_: unknown, { id, verb }: { id: string; verb: string }, self) => {
      const object = objectIdArgument(id);
      if (!VERB.test(verb))
        throw badInput(
          `verb: ${quoted(verb)} is not a verb. Kubernetes' verbs are lower-case words: get, list, watch, create, update, patch, delete.`,
        );
      const { row, action } = explain(self, object, verb) ?? {};
      return {
        visible: row?.allowed ?? false,
        allowed: action?.allowed ?? false,
        reason: action?.allowed ? action.reason : `No grant that reaches you lets you ${verb} ${describe(object)}.`,
        grants: (action?.grants ?? []).map(chain => grant(object.cluster, chain)),
      };
    }),
  },
};

function explain(
  self: Self,
  { cluster, group, kind, namespace, name }: ObjectId,
  verb: string,
): { row: Explanation; action: Explanation } | undefined {
  const standing = self.standing(cluster);
  const resource = standing?.resources.find(it => it.group === group && it.kind === kind);
  if (!standing || !resource || resource.namespaced !== (namespace !== '')) return undefined;
  const object = { resource, namespace, name };
  return {
    row: explainRow(standing.grants, standing.identity, object),
    action: explainVerb(standing.grants, standing.identity, object, verb),
  };
}

function grant(cluster: string, { binding, role, rule, subject }: GrantChain) {
  return {
    cluster,
    binding: { kind: binding.type, namespace: binding.namespace || null, name: binding.name },
    role: { kind: role.type, namespace: role.namespace || null, name: role.name },
    rule,
    subject: { kind: subject.kind, namespace: subject.namespace || null, name: subject.name },
  };
}

function describe({ kind, group, namespace, name }: ObjectId): string {
  return `${kind}${group === '' ? '' : `.${group}`} "${name}"${namespace === '' ? '' : ` in namespace "${namespace}"`}`;
}
