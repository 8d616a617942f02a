/**
 * The actions reconcile, suspend and resume. Reconcile sets annotations. Suspend and resume set `spec.suspend`, or an
 * annotation for the kinds of the Flux Operator.
 */
import { isHeldByKind, kindOf, suspensionOf } from '../../../kinds/registry.ts';
import { at, conditionAt, groupOf, text } from '../../../kinds/untrusted.ts';
import type { KubernetesObject } from '../../../kubernetes/client.ts';
import { decodeObjectKey, encodeObjectId, type ObjectId } from '../../../schema/object-id.ts';
import type { Action } from './action.ts';
import { done, noEffect, unsupported, type Acted } from './outcome.ts';
import { Refused, type Target } from './target.ts';

const HELM_RELEASE = { group: 'helm.toolkit.fluxcd.io', kind: 'HelmRelease' };

export interface ReconcileOptions {
  /** True if the source is reconciled first. */
  readonly withSource: boolean;
  /** True if a HelmRelease is upgraded once, even if nothing has changed. */
  readonly force: boolean;
  /** True if the failure count of a HelmRelease is reset, so that retries start again. */
  readonly reset: boolean;
  readonly now: Date;
}

/**
 * Requests a reconciliation of the object. With `withSource`, first requests a reconciliation of the source. A source
 * that several objects share gets one request. Does not wait for the controllers: a new revision of the source triggers
 * the objects that use the source.
 */
export function reconcile({ withSource, force, reset, now }: ReconcileOptions): Action {
  const requested = now.toISOString();
  const ofRelease = {
    ...(force && { 'reconcile.fluxcd.io/forceAt': requested }),
    ...(reset && { 'reconcile.fluxcd.io/resetAt': requested }),
  };
  const sources = new Map<string, Promise<Acted>>();
  const request = async (target: Target, object: KubernetesObject | undefined): Promise<Acted> => {
    const why = object && whyNoReconcile(object);
    if (why !== undefined) return noEffect(why);
    const more = isRelease(target.id) ? ofRelease : {};
    await target.patch({ metadata: { annotations: { 'reconcile.fluxcd.io/requestedAt': requested, ...more } } });
    return done(target);
  };
  return {
    name: 'reconcile',
    isFor: kind => kindOf(kind).followsFlux === true,
    async act(target) {
      if ((force || reset) && !isRelease(target.id))
        return unsupported(force ? 'reconcile with force' : 'reconcile with reset', target.id);
      const object = await target.read();
      if (!withSource) return request(target, object);
      if (!object) return { ...(await request(target, undefined)), sourceAsked: false };
      const source = whyNoReconcile(object) === undefined ? sourceOf(target.id, object) : undefined;
      if (!source || (await isStatic(target, source))) return request(target, object);
      const id = encodeObjectId(source);
      let requested = sources.get(id);
      if (!requested) sources.set(id, (requested = actedOn(target, source, async it => request(it, await it.read()))));
      const acted = await requested;
      const failed = acted.outcome !== 'DONE' && acted.outcome !== 'WOULD_DO';
      if (failed)
        return {
          outcome: acted.outcome,
          message: 'Its source could not be reconciled, and so it was not: see source.',
          ...of(id, acted),
        };
      try {
        return { ...(await request(target, object)), ...of(id, acted) };
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        // The reconciliation of the source was already requested, so its result is reported too.
        throw new Refused({ ...error.acted, ...of(id, acted) }, error.error);
      }
    },
  };
}

export function setSuspended(suspended: boolean): Action {
  return {
    name: suspended ? 'suspend' : 'resume',
    isFor: kind => suspensionOf(kind) !== undefined,
    async act(target) {
      const suspension = suspensionOf(target.id);
      if (!suspension) return unsupported(suspended ? 'suspend' : 'resume', target.id);
      const before = await target.read();
      const ended = before && target.id.kind === 'Job' && endOf(before);
      if (ended)
        return noEffect(`The Job has ended (${ended}), so there is nothing to ${suspended ? 'suspend' : 'resume'}.`);
      await target.patch(suspension.patch(suspended));
      return done(target, before && suspension.holds(before) === suspended);
    },
  };
}

function isRelease({ group, kind }: Pick<ObjectId, 'group' | 'kind'>): boolean {
  return group === HELM_RELEASE.group && kind === HELM_RELEASE.kind;
}

function isHeld(object: KubernetesObject): boolean {
  const { apiVersion = '', kind = '' } = object;
  return isHeldByKind({ group: groupOf(apiVersion), kind }, object);
}

/** The condition that ended a Job. Undefined if the Job has not ended. */
function endOf(job: KubernetesObject): string | undefined {
  return ['Complete', 'Failed'].find(type => conditionAt(job, type)?.status === 'True');
}

/** The reason why the controller would ignore the request. Undefined if no reason is known. */
function whyNoReconcile(object: KubernetesObject): string | undefined {
  if (isHeld(object)) return 'It is suspended, so its controller would not look at it. Resume it first.';
  const [kind, version] = [object.kind, object.apiVersion];
  if (kind === 'HelmRepository' && at(object.spec, 'type') === 'oci')
    return 'A HelmRepository of type oci is static: no controller looks at it. Reconcile the HelmChart or HelmRelease that uses it.';
  if ((kind === 'Provider' || kind === 'Alert') && version === 'notification.toolkit.fluxcd.io/v1beta3')
    return `A ${kind} is static: no controller looks at it before something is to be sent.`;
  return undefined;
}

function of(id: string, acted: Acted) {
  return { source: { id, acted } };
}

/** True for a HelmRepository that is not suspended and that no controller reconciles. */
async function isStatic(target: Target, source: ObjectId): Promise<boolean> {
  if (source.kind !== 'HelmRepository') return false;
  const object = await (await target.other(source)).readIfThere();
  return object !== undefined && !isHeld(object) && whyNoReconcile(object) !== undefined;
}

/**
 * The Flux source of an object. Undefined if there is none. For a HelmRelease with a chart template, the source is the
 * HelmChart that helm-controller creates, as in flux2 cmd/flux/reconcile_helmrelease.go.
 */
function sourceOf({ group, kind, cluster, namespace, name }: ObjectId, object: KubernetesObject): ObjectId | undefined {
  const template = at(object.spec, 'chart', 'spec', 'sourceRef');
  if (isRelease({ group, kind }) && template !== undefined && at(object.spec, 'chartRef') === undefined) {
    const beside = text(at(template, 'namespace')) || namespace;
    return {
      cluster,
      group: 'source.toolkit.fluxcd.io',
      kind: 'HelmChart',
      namespace: beside,
      name: `${namespace}-${name}`,
    };
  }
  const relations = kindOf({ group, kind }).relations?.(object, namespace) ?? [];
  const source = relations.find(({ type, to }) => type === 'SOURCE' && to !== '');
  const key = source && decodeObjectKey(source.to);
  return key && kindOf(key).followsFlux ? { cluster, ...key } : undefined;
}

/**
 * Acts on the source and returns a refusal as a value, because each object that uses the source reports the refusal in
 * its own result.
 */
async function actedOn(target: Target, id: ObjectId, act: (target: Target) => Promise<Acted>): Promise<Acted> {
  try {
    return await act(await target.other(id));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.acted;
  }
}
