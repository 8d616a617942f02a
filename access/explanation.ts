/**
 * Explains why a subject may or may not act on an object, by the cluster's grants, or by the cluster's own answer where
 * grants do not decide.
 */
import { ReviewError } from '../identity/access-reviews.ts';
import { explainVerb, type GrantChain } from '../rbac/explain.ts';
import { objectAttributes } from '../rbac/rules.ts';
import { MAX_WORK } from '../rbac/grant-index.ts';
import { listsSomewhere, sees } from '../rbac/visibility.ts';
import type { Resource } from '../rbac/types.ts';
import type { ObjectId } from '../schema/object-id.ts';
import type { Self, Standing } from './self.ts';

/** An action on an object. */
export interface Action {
  readonly verb: string;
  /** '' for the object itself. */
  readonly subresource: string;
}

export interface AccessAnswer {
  readonly visible: boolean;
  /** Undefined if unknown. */
  readonly allowed: boolean | undefined;
  readonly basis: 'GRANTS' | 'REVIEW' | 'UNKNOWN';
  /** Reason for the decision; '' if unknown. */
  readonly reason: string;
  readonly grants: readonly GrantChain[];
  /** Amount of grants read. */
  readonly size: number;
}

/**
 * Verbs of the Kubernetes API and of its special authorizations. RBAC allows any other word to subjects with `*`, which
 * means nothing. List from kubectl: k8s.io/kubectl pkg/cmd/create/create_role.go.
 */
const VERBS = new Set(
  'get list watch create update patch delete deletecollection proxy use bind escalate impersonate approve sign attest'.split(
    ' ',
  ),
);

/**
 * Undefined if the cluster does not serve the kind.
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
    // The review covers namespaces that hold something. Whether this namespace does must not decide the answer.
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

/** True if the subject may list this kind somewhere on the cluster, by its grants. */
export function listsKind({ resources, visibility }: Standing, id: ObjectId): boolean {
  return listsSomewhere(visibility, numberOf(id, resources)); // unknown resources are number -1, which no grant lists
}

function numberOf({ group, kind }: ObjectId, resources: readonly Resource[]): number {
  return resources.findIndex(it => it.group === group && it.kind === kind);
}

/** Result for abandoned grants: they are too large, or change all the time. */
const UNREAD = { grants: [], size: MAX_WORK } as const;

const UNKNOWN = { allowed: undefined, basis: 'UNKNOWN', reason: '', grants: [] } as const;

/** Spells an action for a reason: `get Pod "web" in namespace "team-a"`. */
export function describe({ kind, group, namespace, name }: ObjectId, { verb, subresource }: Action): string {
  const type = `${kind}${group === '' ? '' : `.${group}`}${subresource === '' ? '' : `/${subresource}`}`;
  return `${verb} ${type} "${name}"${namespace === '' ? '' : ` in namespace "${namespace}"`}`;
}
