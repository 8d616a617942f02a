/**
 * Pods of an object for `LiveObject.pods`, as the caller may list them. The cluster decides which Pods exist. The index
 * decides which of these Pods the caller may see.
 */
import { inputError } from '../arguments.ts';
import type { Leaf, LiveContext } from './live-context.ts';
import { noToken, sentences, type LiveState } from './live-state.ts';
import type { FoundObject } from './object-reader.ts';
import { listPods, podsOf } from './selected-pods.ts';
import { encodeObjectId } from '../../schema/object-id.ts';

export interface PodList {
  readonly state: LiveState;
  readonly message: string | undefined;
  /** Null if the Pods could not be listed. */
  readonly totalCount: number | null;
  readonly nodes: readonly { readonly id: string }[];
}

const MAX_FIRST = 500;

/**
 * The Pods of an object. Null for a kind that has no Pods.
 * @throws BAD_USER_INPUT
 */
export async function podList(
  found: FoundObject,
  { session }: Leaf,
  first: number,
  live: LiveContext,
): Promise<PodList | null> {
  if (first < 0 || first > MAX_FIRST) throw inputError(`pods(first: ${first}): give 0 to ${MAX_FIRST}.`, 'first');
  const selected = podsOf(found);
  if (!selected) return null;
  const refused = ({ state, message }: { readonly state: LiveState; readonly message: string }): PodList => ({
    ...{ state, message, totalCount: null, nodes: [] },
  });
  const as = session.caller;
  if (!as) return refused(noToken(session.cluster));
  live.spend([`list of pods of ${session.cluster} ${JSON.stringify(selected)}`]);
  const listed = await listPods(session, as, selected, ({ metadata: { namespace = '', name } }) => ({
    namespace,
    name,
  }));
  if (listed.state !== 'OK') return refused(listed);
  const shown = listed.pods.slice(0, first);
  const ids = shown.map(pod => encodeObjectId({ cluster: session.cluster, group: '', kind: 'Pod', ...pod }));
  const visible = await live.onlyVisible(ids);
  const left = listed.pods.length - shown.length;
  const message = sentences(
    listed.missing,
    left > 0 ? `There are ${left} more. Ask for more: pods(first:).` : undefined,
    visible.length < ids.length
      ? `${ids.length - visible.length} of the Pods are not in the index, or it does not show them to you.`
      : undefined,
  );
  return {
    state: 'OK',
    message,
    totalCount: listed.pods.length,
    nodes: visible.map(id => ({ id })),
  };
}
