/**
 * Explains why a subject may or may not act on an object. The cluster's grants give the reason. Where grants do not
 * decide, the cluster's own review decides.
 */
import { ReviewError } from '../identity/access-reviews.ts';
import { explainVerb, type GrantChain } from '../rbac/explain.ts';
import { objectAttributes } from '../rbac/rules.ts';
import { MAX_WORK } from '../rbac/grant-index.ts';
import { listsSomewhere, sees } from '../rbac/visibility.ts';
import type { Resource } from '../rbac/types.ts';
import type { ObjectId } from '../schema/object-id.ts';
import type { Self, Standing } from './self.ts';

export interface Action {
  readonly verb: string;
  /** Name of the subresource. '' means the object itself. */
  readonly subresource: string;
}

export interface AccessAnswer {
  readonly visible: boolean;
  /** Undefined if the decision is unknown. */
  readonly allowed: boolean | undefined;
  readonly basis: 'GRANTS' | 'REVIEW' | 'UNKNOWN';
  /** Reason for the decision. '' if unknown. */
  readonly reason: string;
  readonly grants: readonly GrantChain[];
  /**
   * Number of bindings, rules and rule entries that were read. MAX_WORK if the grants are too large or changed too
   * often.
   */
  readonly size: number;
}

/**
 * Verbs of the Kubernetes API and of its special authorizations. With `*`, RBAC also allows verbs that do not exist.
 * List from kubectl: k8s.io/kubectl pkg/cmd/create/create_role.go.
 */
const VERBS = new Set(
  'get list watch create update patch delete deletecollection proxy use bind escalate impersonate approve sign attest'.split(
    ' ',
  ),
);

/**
 * Returns undefined if the cluster does not serve the kind in the scope of the id.
 * @param who Name of the subject in the reason
 */
export async function explain(
  self: Self,
  { identity, grants, resources, visibility, live }: Standing,
  id: ObjectId,
  action: Action,
  who: string,
): Promise<AccessAnswer | undefined> {
  const { namespace, name } = id;
  const { verb, subresource } = action;
  const number = numberOf(id, resources);
  const resource = resources[number];
  if (!resource || resource.namespaced !== (namespace !== '')) return undefined;
  const object = { resource, namespace, name, subresource };
  let visible = sees(visibility, number, namespace, name);
  const explained = await self.inTurns(explainVerb(grants, identity, object, verb, who));
  const isRead = typeof explained !== 'string';
  const { grants: chains, size } = isRead ? explained : UNREAD;
  if (!live) {
    if (!isRead || !VERBS.has(verb)) return { visible, ...UNKNOWN, size };
    const { allowed } = explained;
    return {
      visible,
      allowed,
      basis: 'GRANTS',
      reason: allowed ? explained.reason : `No grant that reaches ${who} lets ${who} ${describe(id, action)}.`,
      grants: chains,
      size,
    };
  }
  const question = objectAttributes(verb, resource, namespace, name, subresource);
  try {
    // The live review does not cover every namespace. The answer must not reveal whether this namespace is covered, so
    // this namespace is reviewed separately.
    visible ||= await self.may(id.cluster, { ...objectAttributes('list', resource, namespace, name), name: '' });
    if (!VERBS.has(verb)) return { visible, ...UNKNOWN, size };
    const nameless = (verb === 'list' || verb === 'watch') && (await self.may(id.cluster, { ...question, name: '' }));
    if (!nameless && !(await self.may(id.cluster, question))) {
      const reason = `The API server of the cluster does not let you ${describe(id, action)}.`;
      return { visible, allowed: false, basis: 'REVIEW', reason, grants: [], size };
    }
  } catch (error) {
    if (!(error instanceof ReviewError)) throw error;
    return { visible, ...UNKNOWN, size };
  }
  return {
    visible,
    allowed: true,
    basis: 'REVIEW',
    reason: `The API server of the cluster says that it lets you ${describe(id, action)}; its RBAC alone does not decide.`,
    grants: chains,
    size,
  };
}

/** True if the grants let the subject list this kind somewhere on the cluster. */
export function listsKind({ resources, visibility }: Standing, id: ObjectId): boolean {
  return listsSomewhere(visibility, numberOf(id, resources)); // an unknown resource has number -1, which no grant lists
}

function numberOf({ group, kind }: ObjectId, resources: readonly Resource[]): number {
  return resources.findIndex(it => it.group === group && it.kind === kind);
}

/** Result if the explanation was abandoned, because the grants are too large or change too often. */
const UNREAD = { grants: [], size: MAX_WORK } as const;

const UNKNOWN = { allowed: undefined, basis: 'UNKNOWN', reason: '', grants: [] } as const;

/** Text of an action for a reason, for example `get Pod "web" in namespace "team-a"`. */
export function describe({ kind, group, namespace, name }: ObjectId, { verb, subresource }: Action): string {
  const type = `${kind}${group === '' ? '' : `.${group}`}${subresource === '' ? '' : `/${subresource}`}`;
  return `${verb} ${type} "${name}"${namespace === '' ? '' : ` in namespace "${namespace}"`}`;
}
