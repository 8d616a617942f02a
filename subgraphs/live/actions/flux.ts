/** Reconcile, suspend and resume, as the flux command does them: by an annotation, and by spec.suspend. */
import { isSuspendable, kindOf } from '../../../kinds/registry.ts';
import { isSuspended } from '../../../kinds/untrusted.ts';
import type { KubernetesObject } from '../../../kubernetes/client.ts';
import { decodeObjectKey, encodeObjectId, type ObjectId } from '../../../schema/object-id.ts';
import type { Action } from './action.ts';
import { done, type Acted } from './outcome.ts';
import { Refused, type Target } from './target.ts';

/**
 * Asks the controller to look at the object now, and with `withSource` at its source before. The sources that several objects share are asked once.
 * It does not wait for the controllers; what a source finds is then followed by what is made from it.
 */
export function reconcile({ withSource, now }: { readonly withSource: boolean; readonly now: Date }): Action {
  const sources = new Map<string, Promise<Acted>>();
  const request = async (target: Target): Promise<Acted> => {
    await target.patch({ metadata: { annotations: { 'reconcile.fluxcd.io/requestedAt': now.toISOString() } } });
    return done(target);
  };
  return {
    name: 'reconcile',
    isFor: kind => kindOf(kind).followsFlux === true,
    async act(target) {
      if (!withSource) return request(target);
      const object = await target.read();
      if (!object) return { ...(await request(target)), sourceAsked: false };
      const source = sourceOf(target.id, object);
      if (!source) return request(target);
      const id = encodeObjectId(source);
      let asked = sources.get(id);
      if (!asked) sources.set(id, (asked = actedOn(target, source, request)));
      const acted = await asked;
      const failed = acted.outcome !== 'DONE' && acted.outcome !== 'WOULD_DO';
      if (failed)
        return { outcome: acted.outcome, message: 'Its source could not be reconciled, and so it was not: see source.', ...of(id, acted) };
      try {
        return { ...(await request(target)), ...of(id, acted) };
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        throw new Refused({ ...error.acted, ...of(id, acted) }, error.error); // the source was asked all the same
      }
    },
  };
}

/** @param suspended What spec.suspend is to be. */
export function setSuspended(suspended: boolean): Action {
  return {
    name: suspended ? 'suspend' : 'resume',
    isFor: isSuspendable,
    async act(target) {
      const before = await target.read();
      await target.patch({ spec: { suspend: suspended } });
      return done(target, before && isSuspended(before) === suspended);
    },
  };
}

function of(id: string, acted: Acted) {
  return { source: { id, acted } };
}

/** What it is made from, if that is something of Flux. */
function sourceOf({ group, kind, cluster, namespace }: ObjectId, object: KubernetesObject): ObjectId | undefined {
  const relations = kindOf({ group, kind }).relations?.(object, namespace) ?? [];
  const source = relations.find(({ type, to }) => type === 'SOURCE' && to !== '');
  const key = source && decodeObjectKey(source.to);
  return key && kindOf(key).followsFlux ? { cluster, ...key } : undefined;
}

/** Its refusal is its own: what depends on it says so in words of its own. */
async function actedOn(target: Target, id: ObjectId, act: (target: Target) => Promise<Acted>): Promise<Acted> {
  try {
    return await act(await target.other(id));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.acted;
  }
}
