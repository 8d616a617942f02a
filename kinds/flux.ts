/**
 * The kinds that keep Flux's Ready contract, where kstatus would hide every failure: a failing Kustomization is Ready=False and Reconciling=True
 * at once (ProgressingWithRetry), and its status.observedGeneration moves on success only. So the generation that counts is the one
 * the Ready condition itself carries, and Ready=False is a failure whatever Reconciling says.
 *
 * Also the columns only Flux has: the revision that is applied, the one last attempted, the source, and whether it is suspended.
 */
import type { ObjectKey } from '../schema/object-id.ts';
import { encodeObjectKey } from '../schema/object-id.ts';
import { at, conditionOf, conditions, integer, isName, list, text } from './untrusted.ts';
import type { Normalised, Normaliser, Subject, Verdict } from './verdict.ts';
import { byCondition, malformed, terminating, verdict } from './verdict.ts';

export const flux: Normaliser = (object, subject): Normalised => {
  const kind = KINDS.get(`${subject.group}/${subject.kind}`) ?? {};
  const suspended = at(object, 'spec', 'suspend') === true;
  return {
    ...readyContract(object, suspended, kind.static?.(object) ?? false),
    suspended,
    revision: (kind.revision ?? artifactRevision)(object),
    attemptedRevision: text(at(object, 'status', 'lastAttemptedRevision')),
    source: kind.source?.(object, subject) ?? '',
  };
};

/** Groups whose every kind keeps the contract, also kinds that come with a later Flux. */
export function isFluxGroup(group: string): boolean {
  return group.endsWith('.toolkit.fluxcd.io');
}

/** First match decides. `isStatic`: the kind has no status by design, so the lack of one says nothing. */
function readyContract(object: unknown, suspended: boolean, isStatic: boolean): Verdict {
  const deletion = at(object, 'metadata', 'deletionTimestamp') ?? '';
  const found = conditions(object);
  const ready = found && conditionOf(found, 'Ready');
  if (deletion !== '') {
    // Ready may well stay True meanwhile; when it is False, that is what keeps the finalizer from being removed.
    const { transitionedAt, ...rest } = terminating(object);
    return ready?.status === 'False'
      ? { ...rest, reason: ready.reason, message: ready.message, transitionedAt }
      : { ...rest, transitionedAt };
  }
  if (!found) return malformed('status.conditions is not a list of conditions');
  const stalled = conditionOf(found, 'Stalled');
  if (stalled?.status === 'True') return byCondition('FAILED', stalled);
  if (!ready) {
    if (isStatic) return verdict('CURRENT');
    return suspended
      ? verdict('UNKNOWN', 'Suspended', 'suspended before it was ever reconciled')
      : verdict('IN_PROGRESS', 'NotReconciled', 'its controller has not reported on it yet');
  }
  const generation = integer(at(object, 'metadata', 'generation'));
  // A suspended object is not looked at, so its generations part for good: the last status stays.
  if (!suspended && generation !== undefined && ready.observedGeneration !== undefined && ready.observedGeneration < generation) {
    return verdict(
      'IN_PROGRESS',
      'LatestGenerationNotObserved',
      `generation ${generation} is not reconciled yet, only ${ready.observedGeneration}`,
      ready,
    );
  }
  switch (ready.status) {
    case 'True':
      return byCondition('CURRENT', ready);
    case 'False':
      return byCondition('FAILED', ready);
    case 'Unknown':
      return byCondition('IN_PROGRESS', ready);
    default:
      return malformed(`the Ready condition's status is "${ready.status}"`);
  }
}

interface FluxKind {
  /** @default the revision of the artifact it produces */
  readonly revision?: (object: unknown) => string;
  readonly source?: (object: unknown, subject: Subject) => ObjectKey;
  readonly static?: (object: unknown) => boolean;
}

const SOURCE_GROUP = 'source.toolkit.fluxcd.io';
const IMAGE_GROUP = 'image.toolkit.fluxcd.io';
const NOTIFICATION_GROUP = 'notification.toolkit.fluxcd.io';

const artifactRevision = (object: unknown) => text(at(object, 'status', 'artifact', 'revision'));
const nothing = () => '';

const KINDS: ReadonlyMap<string, FluxKind> = new Map<string, FluxKind>([
  [
    'kustomize.toolkit.fluxcd.io/Kustomization',
    {
      revision: object => text(at(object, 'status', 'lastAppliedRevision')),
      source: (object, subject) => reference(at(object, 'spec', 'sourceRef'), subject),
    },
  ],
  [
    'helm.toolkit.fluxcd.io/HelmRelease',
    {
      // Only v2beta1 had lastAppliedRevision; since then the newest release is the first of the history.
      revision: object =>
        text(at(list(at(object, 'status', 'history'))[0], 'chartVersion')) || text(at(object, 'status', 'lastAppliedRevision')),
      source: (object, subject) =>
        reference(at(object, 'spec', 'chartRef'), subject) || reference(at(object, 'spec', 'chart', 'spec', 'sourceRef'), subject),
    },
  ],
  [`${SOURCE_GROUP}/GitRepository`, {}],
  [`${SOURCE_GROUP}/OCIRepository`, {}],
  [`${SOURCE_GROUP}/Bucket`, {}],
  [`${SOURCE_GROUP}/HelmRepository`, { static: object => at(object, 'spec', 'type') === 'oci' }],
  [`${SOURCE_GROUP}/HelmChart`, { source: (object, subject) => reference(at(object, 'spec', 'sourceRef'), subject) }],
  [`${SOURCE_GROUP}/ExternalArtifact`, { source: (object, subject) => reference(at(object, 'spec', 'sourceRef'), subject) }],
  [`${IMAGE_GROUP}/ImageRepository`, { revision: object => text(at(object, 'status', 'lastScanResult', 'revision')) }],
  [
    `${IMAGE_GROUP}/ImagePolicy`,
    {
      revision: latestImage,
      source: (object, subject) => reference(at(object, 'spec', 'imageRepositoryRef'), subject, IMAGE_GROUP, 'ImageRepository'),
    },
  ],
  [
    `${IMAGE_GROUP}/ImageUpdateAutomation`,
    {
      revision: object => text(at(object, 'status', 'lastPushCommit')),
      source: (object, subject) => reference(at(object, 'spec', 'sourceRef'), subject, SOURCE_GROUP, 'GitRepository'),
    },
  ],
  [`${NOTIFICATION_GROUP}/Provider`, { revision: nothing, static: () => true }],
  [`${NOTIFICATION_GROUP}/Alert`, { revision: nothing, static: () => true }],
  [`${NOTIFICATION_GROUP}/Receiver`, { revision: nothing }],
]);

/** `name:tag` since v1beta2's latestRef, `latestImage` before. */
function latestImage(object: unknown): string {
  const name = text(at(object, 'status', 'latestRef', 'name'));
  const tag = text(at(object, 'status', 'latestRef', 'tag'));
  return name !== '' && tag !== '' ? `${name}:${tag}` : text(at(object, 'status', 'latestImage'));
}

/** The key of a referenced object; '' when it is no reference. A reference without a namespace means the object's own. */
function reference(value: unknown, { namespace }: Subject, defaultGroup = SOURCE_GROUP, defaultKind = ''): ObjectKey {
  const apiVersion = text(at(value, 'apiVersion'));
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : defaultGroup;
  const kind = text(at(value, 'kind')) || defaultKind;
  const name = text(at(value, 'name'));
  const target = text(at(value, 'namespace')) || namespace;
  return [group, kind, name, target].every(isName) ? encodeObjectKey({ group, kind, namespace: target, name }) : '';
}
