/**
 * Why somebody may do something to an object, or may not: by the grants of its cluster, or by the cluster's own answer where grants do not decide.
 */
import { ReviewError } from '../identity/access-reviews.ts';
import { explainRow, explainVerb, type Explanation } from '../rbac/explain.ts';
import { objectAttributes } from '../rbac/rules.ts';
import { sees } from '../rbac/visibility.ts';
import type { ObjectId } from '../schema/object-id.ts';
import type { Self, Standing } from './self.ts';

/** `who`: what the reason calls them. Undefined for a kind that the cluster does not serve. */
export async function explain(
  self: Self,
  { identity, grants, resources, visibility, live }: Standing,
  { cluster, group, kind, namespace, name }: ObjectId,
  verb: string,
  who: string,
): Promise<{ visible: boolean; action: Explanation } | undefined> {
  const number = resources.findIndex(it => it.group === group && it.kind === kind);
  const resource = resources[number];
  if (!resource || resource.namespaced !== (namespace !== '')) return undefined;
  const object = { resource, namespace, name };
  const action = explainVerb(grants, identity, object, verb, who);
  if (!live) return { visible: explainRow(grants, identity, object, who).allowed, action };
  const question = objectAttributes(verb, resource, namespace, name);
  let visible = sees(visibility, number, namespace, name);
  try {
    // The review asked of namespaces that hold something; whether this one does must not decide the answer.
    visible ||= await self.may(cluster, { ...question, verb: 'list', name: '' });
    const nameless = (verb === 'list' || verb === 'watch') && (await self.may(cluster, { ...question, name: '' }));
    if (!nameless && !(await self.may(cluster, question))) return { visible, action: { allowed: false, reason: '', grants: [] } };
  } catch (error) {
    if (!(error instanceof ReviewError)) throw error;
    return { visible, action: { allowed: false, reason: '', grants: [] } };
  }
  const reason = `The API server of the cluster says that it lets you ${verb} ${describe({ cluster, group, kind, namespace, name })}; its RBAC alone does not decide.`;
  return { visible, action: { allowed: true, reason, grants: action.grants } };
}

/** As a reason names it. */
export function describe({ kind, group, namespace, name }: ObjectId): string {
  return `${kind}${group === '' ? '' : `.${group}`} "${name}"${namespace === '' ? '' : ` in namespace "${namespace}"`}`;
}
