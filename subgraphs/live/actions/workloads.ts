/** The actions restart, scale, undo, run, cordon and uncordon. */
import { at, conditionAt, line, list, record, text } from '../../../kinds/untrusted.ts';
import type { KubernetesObject } from '../../../kubernetes/client.ts';
import { encodeObjectId, type ObjectId } from '../../../schema/object-id.ts';
import type { Action } from './action.ts';
import { isEqual } from './apply.ts';
import { done, noEffect, unsupported, type Acted } from './outcome.ts';
import { Refused, type Target } from './target.ts';

type Kind = Pick<ObjectId, 'group' | 'kind'>;

const ROLLED_OUT = new Set(['Deployment', 'StatefulSet', 'DaemonSet']);
const isRolledOut = ({ group, kind }: Kind) => group === 'apps' && ROLLED_OUT.has(kind);

/** Replaces the Pods according to the update strategy of the workload, like `kubectl rollout restart`. */
export function restart(now: Date): Action {
  const annotations = { 'kubectl.kubernetes.io/restartedAt': now.toISOString() };
  return {
    name: 'restart',
    isFor: isRolledOut,
    async act(target) {
      const before = await target.read();
      const why = before && whyNoRestart(before);
      if (why !== undefined) return noEffect(why);
      await target.patch({ spec: { template: { metadata: { annotations } } } });
      return done(target);
    },
  };
}

function whyNoRestart({ spec, kind }: KubernetesObject): string | undefined {
  if (at(spec, 'paused') === true) return 'It is paused, so no Pod would be replaced. Set spec.paused to false first.';
  if (at(spec, 'replicas') === 0) return 'It has no Pods to replace: spec.replicas is 0.';
  const strategy = record(at(spec, 'updateStrategy'));
  if (strategy?.['type'] === 'OnDelete')
    return 'Its update strategy is OnDelete, so no Pod would be replaced before somebody deletes it. Delete its Pods instead.';
  const partition = at(strategy, 'rollingUpdate', 'partition');
  const replicas = at(spec, 'replicas') ?? 1;
  if (kind === 'StatefulSet' && typeof partition === 'number' && typeof replicas === 'number' && partition >= replicas)
    return `Its update strategy has the partition ${partition} and it has ${replicas} replicas, so no Pod would be replaced.`;
  return undefined;
}

/** Sets the replicas through the scale subresource, which custom resources may have too. */
export function scale(replicas: number): Action {
  return {
    name: 'scale',
    async act(target) {
      try {
        const before = await target.read({ subresource: 'scale' });
        // A Scale object omits the field if there are 0 replicas.
        const now = before && (at(before, 'spec', 'replicas') ?? 0);
        // An autoscaler pauses at 0 replicas, so it is ignored when a workload is switched off (to 0) or on (from 0).
        const why =
          now === replicas
            ? undefined
            : replicas === 0 || now === 0
              ? await owner(target)
              : ((await owner(target)) ?? (await autoscaler(target, replicas)));
        if (why !== undefined) return noEffect(why);
        await target.patch({ spec: { replicas } }, { subresource: 'scale' });
        return done(target, now === replicas);
      } catch (error) {
        // NOT_FOUND means that the object or its scale subresource is missing.
        if (!(error instanceof Refused) || error.error?.code !== 'NOT_FOUND' || !(await target.read())) throw error;
        return unsupported('scale', target.id);
      }
    },
  };
}

/** The reason why the controller of a ReplicaSet would reset its replicas. Undefined if no such controller is found. */
async function owner(target: Target): Promise<string | undefined> {
  if (target.id.group !== 'apps' || target.id.kind !== 'ReplicaSet') return undefined;
  const controller = list(at(await target.read(), 'metadata', 'ownerReferences'))
    .map(record)
    .find(it => it?.['controller'] === true);
  return (
    controller &&
    `${line(text(controller['kind']), 63)} "${line(text(controller['name']), 253)}" controls it and sets its replicas back. Scale that instead.`
  );
}

/**
 * The reason why a HorizontalPodAutoscaler would change the number of replicas again. Undefined if no autoscaler would
 * do so, or if the caller may not list autoscalers.
 */
async function autoscaler(target: Target, wanted: number): Promise<string | undefined> {
  const { group, kind, namespace, name } = target.id;
  if (namespace === '') return undefined;
  const all = await target.beside({ group: 'autoscaling', kind: 'HorizontalPodAutoscaler' });
  const held = all?.find(({ spec }) => {
    const to = record(at(spec, 'scaleTargetRef'));
    const apiVersion = text(to?.['apiVersion']);
    const isGroup = apiVersion === '' || apiVersion.slice(0, Math.max(0, apiVersion.lastIndexOf('/'))) === group;
    return isGroup && to?.['kind'] === kind && to['name'] === name;
  });
  if (!held) return undefined;
  const numberAt = (field: string) => Number(at(held.spec, field) ?? 1);
  // An autoscaler without metrics keeps any number within its bounds.
  const isBlind = conditionAt(held, 'ScalingActive')?.status === 'False';
  if (isBlind && wanted >= numberAt('minReplicas') && wanted <= numberAt('maxReplicas')) return undefined;
  const bounds = `from ${numberAt('minReplicas')} to ${numberAt('maxReplicas')}`;
  return `HorizontalPodAutoscaler "${line(held.metadata.name, 253)}" sets its replicas, ${bounds}, and would set them back. Change that one, or scale to 0.`;
}

/**
 * Restores an earlier Pod template, like `kubectl rollout undo`.
 * @param toRevision Undefined means the revision before the current one
 */
export function undo(toRevision: number | undefined): Action {
  return {
    name: 'undo',
    isFor: isRolledOut,
    async act(target) {
      const before = await target.mustRead();
      if (at(before.spec, 'paused') === true)
        return noEffect('It is paused, and would not go back. Set spec.paused to false first.');
      const isDeployment = target.id.kind === 'Deployment';
      const revisions = await (isDeployment ? replicaSets(target, before) : controllerRevisions(target, before));
      if (!revisions)
        return {
          outcome: 'FORBIDDEN',
          message: `You may not list the ${historyOf(isDeployment)} that hold its earlier revisions.`,
        };
      const current = revisions.at(-1);
      const wanted =
        toRevision === undefined ? revisions.at(-2) : revisions.find(({ revision }) => revision === toRevision);
      if (!wanted) return noEffect(noRevision(revisions, toRevision));
      if (wanted === current) return { outcome: 'UNCHANGED' };
      const after = await wanted.apply();
      const isSame = record(after) !== undefined && at(after, 'metadata', 'generation') === before.metadata.generation;
      return done(target, isSame);
    },
  };
}

const historyOf = (isDeployment: boolean) => (isDeployment ? 'ReplicaSets' : 'ControllerRevisions');

function noRevision(revisions: readonly Revision[], wanted: number | undefined): string {
  const there = revisions.map(({ revision }) => revision).join(', ') || 'none';
  return wanted === undefined
    ? `It has no earlier revision. It has: ${there}.`
    : `It has no revision ${wanted}. It has: ${there}.`;
}

/** A Pod template in the history of a workload. */
interface Revision {
  readonly revision: number;
  readonly apply: () => Promise<unknown>;
}

/**
 * Revisions of a Deployment, sorted so that the current revision is last. Undefined if the caller may not list
 * ReplicaSets. Source: kubectl pkg/polymorphichelpers/rollback.go.
 */
async function replicaSets(
  target: Target,
  { metadata, spec }: KubernetesObject,
): Promise<readonly Revision[] | undefined> {
  const all = await target.beside({ group: 'apps', kind: 'ReplicaSet' }, record(at(spec, 'selector', 'matchLabels')));
  return (
    all &&
    ordered(
      all.filter(ownedBy(metadata.uid)),
      object => Number(object.metadata.annotations?.[REVISION]),
      async object => {
        const template = record(at(object.spec, 'template')) ?? {};
        const { [TEMPLATE_HASH]: _hash, ...labels } = record(at(template, 'metadata', 'labels')) ?? {};
        const value = { ...template, metadata: { ...record(template['metadata']), labels } };
        if (await target.inTurns(isEqual(value, at(spec, 'template')))) return { metadata };
        const change = [
          { op: 'replace', path: '/spec/template', value },
          ...changeCause(metadata.annotations, object.metadata.annotations),
        ];
        return target.patch(change, { type: 'json' });
      },
    )
  );
}

type Annotations = KubernetesObject['metadata']['annotations'];

/**
 * Restores the change cause of the revision from its ReplicaSet. Keeps all other annotations, because they may be newer
 * than the Pod template.
 */
function changeCause(now: Annotations, then: Annotations): readonly object[] {
  const path = `/metadata/annotations/${CHANGE_CAUSE.replace('/', '~1')}`;
  const value = then?.[CHANGE_CAUSE];
  if (value === now?.[CHANGE_CAUSE]) return [];
  if (value === undefined) return [{ op: 'remove', path }];
  return now
    ? [{ op: 'add', path, value }]
    : [{ op: 'add', path: '/metadata/annotations', value: { [CHANGE_CAUSE]: value } }];
}

const CHANGE_CAUSE = 'kubernetes.io/change-cause';
const REVISION = 'deployment.kubernetes.io/revision';
const TEMPLATE_HASH = 'pod-template-hash';

/** Revisions of a StatefulSet or DaemonSet. The data of a ControllerRevision is a patch that restores the revision. */
async function controllerRevisions(
  target: Target,
  { metadata, spec }: KubernetesObject,
): Promise<readonly Revision[] | undefined> {
  const all = await target.beside(
    { group: 'apps', kind: 'ControllerRevision' },
    record(at(spec, 'selector', 'matchLabels')),
  );
  return (
    all &&
    ordered(
      all.filter(ownedBy(metadata.uid)),
      object => Number(object['revision']),
      object => target.patch(record(object['data']) ?? {}, { type: 'strategic' }),
    )
  );
}

const ownedBy = (uid: string | undefined) => (object: KubernetesObject) =>
  list(at(object, 'metadata', 'ownerReferences')).some(
    it => uid !== undefined && at(it, 'uid') === uid && at(it, 'controller') === true,
  );

function ordered(
  objects: readonly KubernetesObject[],
  revisionOf: (object: KubernetesObject) => number,
  apply: (object: KubernetesObject) => Promise<unknown>,
): readonly Revision[] {
  const all = objects.map(object => ({ revision: revisionOf(object), apply: () => apply(object) }));
  return all.filter(({ revision }) => revision > 0).sort((a, b) => a.revision - b.revision);
}

/**
 * Creates a Job from a CronJob now, like `kubectl create job --from=cronjob/NAME`. Works even if the CronJob is
 * suspended.
 */
export function run(): Action {
  return {
    name: 'run',
    isFor: ({ group, kind }) => group === 'batch' && kind === 'CronJob',
    async act(target): Promise<Acted> {
      const { cluster, namespace, name } = target.id;
      const { spec, metadata } = await target.mustRead();
      const template = record(at(spec, 'jobTemplate')) ?? {};
      const annotations = {
        ...record(at(template, 'metadata', 'annotations')),
        'cronjob.kubernetes.io/instantiate': 'manual',
      };
      const jobs = await target.other({ cluster, namespace, group: 'batch', kind: 'Job', name });
      const made = await jobs.create({
        ...{ apiVersion: 'batch/v1', kind: 'Job', spec: template['spec'] },
        metadata: {
          // The name of a Job has at most 63 characters. The API server generates the last five characters.
          generateName: `${name.slice(0, 50)}-manual-`,
          ...{ namespace, annotations, labels: at(template, 'metadata', 'labels') },
          // No blockOwnerDeletion, because setting it may need a permission on the finalizers of CronJobs.
          ownerReferences: [{ apiVersion: 'batch/v1', kind: 'CronJob', name, uid: metadata.uid, controller: true }],
        },
      });
      const created = text(at(made, 'metadata', 'name'));
      if (target.dryRun || created === '') return done(target);
      return {
        ...done(target),
        created: encodeObjectId({ cluster, group: 'batch', kind: 'Job', namespace, name: created }),
      };
    },
  };
}

/** @param cordoned True acts like `kubectl cordon`: the Node gets no new Pods. False acts like `kubectl uncordon` */
export function setCordoned(cordoned: boolean): Action {
  return {
    name: cordoned ? 'cordon' : 'uncordon',
    isFor: ({ group, kind }) => group === '' && kind === 'Node',
    async act(target) {
      const before = await target.read();
      await target.patch({ spec: { unschedulable: cordoned ? true : null } });
      return done(target, before && (at(before, 'spec', 'unschedulable') === true) === cordoned);
    },
  };
}
