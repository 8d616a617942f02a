/**
 * The API groups of Flux, of the Flux Operator and of the Terraform controller. Their kinds follow Flux's Ready
 * contract.
 *
 * The rules of kstatus would hide failures of these kinds. A failing Kustomization has Ready=False together with
 * Reconciling=True (ProgressingWithRetry). Its status.observedGeneration changes only on success. So the generation in
 * the Ready condition counts, and Ready=False is a failure even with Reconciling=True.
 */
import type { Relation } from '../store/attached.ts';
import { firstCondition, saying, type Said } from './deployment.ts';
import type { Kind, StatusRule } from './kind.ts';
import { oncePerObject } from './once.ts';
import { CONFIG_MAP, SECRET, references, relationsByName, relationTo } from './relations.ts';
import { revisionAt } from './revision.ts';
import {
  HELD_BY_FLUX_OPERATOR,
  HELD_BY_SUSPEND,
  heldByAnnotation,
  type Hold,
  type StatusResult,
  byCondition,
  isDeleted,
  malformed,
  result,
  terminating,
} from './status-result.ts';
import { at, conditionOf, conditions, groupOf, integer, list, text, time } from './untrusted.ts';

export const SOURCE_GROUP = 'source.toolkit.fluxcd.io';
const IMAGE_GROUP = 'image.toolkit.fluxcd.io';
const NOTIFICATION_GROUP = 'notification.toolkit.fluxcd.io';
const OPERATOR_GROUP = 'fluxcd.controlplane.io';
const TERRAFORM_GROUP = 'infra.contrib.fluxcd.io';
export const KUSTOMIZATION = { group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization' };
export const HELM_RELEASE = { group: 'helm.toolkit.fluxcd.io', kind: 'HelmRelease' };
const EXTENSIONS_GROUP = 'source.extensions.fluxcd.io';
const HELD_BY_EXTENSIONS = heldByAnnotation(`${EXTENSIONS_GROUP}/reconcile`, 'ReconcileDisabled', 'disabled');
const PROVIDER = { group: NOTIFICATION_GROUP, kind: 'Provider' };

const READY_UNKNOWN = '`Ready` is Unknown';
const WORDS = {
  source: 'fluxcd/pkg: apis/meta/conditions.go (ReadyCondition, StalledCondition), runtime/conditions',
  failed: ['`Stalled` is True', '`Ready` is False, whatever `Reconciling` says'],
  inProgress: ['`Ready` is absent, of a kind that has a status', READY_UNKNOWN, '`Ready` is of an older generation'],
  suspended: [HELD_BY_SUSPEND.when],
};

/** Fields that most kinds of Flux share. */
const COMMON = {
  status: readyContract(),
  holds: [HELD_BY_SUSPEND],
  followsFlux: true as const,
  rules: 2,
  words: WORDS,
  relations: usedByName,
  attemptedRevision: (object: unknown) => revisionAt(object, 'status', 'lastAttemptedRevision'),
};
/** Fields of kinds with an artifact. */
const ARTIFACT = { ...COMMON, revision: (object: unknown) => revisionAt(object, 'status', 'artifact', 'revision') };

const kustomizationStatus: StatusRule = oncePerObject(statusOfKustomization);

export const flux: readonly Kind[] = [
  {
    ...COMMON,
    ...KUSTOMIZATION,
    indexedAs: 'kustomizations',
    status: kustomizationStatus,
    rules: 3,
    words: {
      ...WORDS,
      inProgress: [
        ...WORDS.inProgress.filter(when => when !== READY_UNKNOWN),
        `${READY_UNKNOWN}, except while the revision that was applied last is only checked again`,
      ],
    },
    revision: object => revisionAt(object, 'status', 'lastAppliedRevision'),
    relations: (object, namespace) => [
      ...sourceIn(at(object, 'spec', 'sourceRef'), namespace),
      ...relationsByName('DEPENDS_ON', at(object, 'spec', 'dependsOn'), KUSTOMIZATION, namespace),
      ...usedByName(object, namespace),
    ],
  },
  {
    ...COMMON,
    ...HELM_RELEASE,
    indexedAs: 'helmreleases',
    // Old versions of the API have lastAppliedRevision. In newer versions, the newest release is first in the history.
    revision: object =>
      text(at(list(at(object, 'status', 'history'))[0], 'chartVersion')) ||
      revisionAt(object, 'status', 'lastAppliedRevision'),
    relations: (object, namespace) => {
      const [chart] = sourceIn(at(object, 'spec', 'chartRef'), namespace);
      return [
        ...(chart?.to ? [chart] : sourceIn(at(object, 'spec', 'chart', 'spec', 'sourceRef'), namespace)),
        ...relationsByName('DEPENDS_ON', at(object, 'spec', 'dependsOn'), HELM_RELEASE, namespace),
        ...usedByName(object, namespace),
        ...inventory(object),
      ];
    },
  },
  { ...ARTIFACT, group: SOURCE_GROUP, kind: 'GitRepository', indexedAs: 'gitrepositories' },
  { ...ARTIFACT, group: SOURCE_GROUP, kind: 'OCIRepository', indexedAs: 'ocirepositories' },
  {
    ...ARTIFACT,
    group: SOURCE_GROUP,
    kind: 'HelmRepository',
    indexedAs: 'helmrepositories',
    status: readyContract(object => at(object, 'spec', 'type') === 'oci'),
  },
  {
    ...ARTIFACT,
    group: SOURCE_GROUP,
    kind: 'HelmChart',
    indexedAs: 'helmcharts',
    relations: (object, namespace) => [
      ...sourceIn(at(object, 'spec', 'sourceRef'), namespace),
      ...usedByName(object, namespace),
    ],
  },
  { ...ARTIFACT, group: SOURCE_GROUP, kind: 'Bucket', indexedAs: 'buckets' },
  {
    ...ARTIFACT,
    group: SOURCE_GROUP,
    kind: 'ExternalArtifact',
    relations: (object, namespace) => [
      ...sourceIn(at(object, 'spec', 'sourceRef'), namespace),
      ...usedByName(object, namespace),
    ],
  },
  {
    ...COMMON,
    group: IMAGE_GROUP,
    kind: 'ImageRepository',
    indexedAs: 'imagerepositories',
    revision: object => text(at(object, 'status', 'lastScanResult', 'revision')),
  },
  {
    ...COMMON,
    group: IMAGE_GROUP,
    kind: 'ImagePolicy',
    indexedAs: 'imagepolicies',
    revision: latestImage,
    relations: (object, namespace) =>
      sourceIn(at(object, 'spec', 'imageRepositoryRef'), namespace, IMAGE_GROUP, 'ImageRepository'),
  },
  {
    ...COMMON,
    group: IMAGE_GROUP,
    kind: 'ImageUpdateAutomation',
    indexedAs: 'imageupdateautomations',
    revision: object => text(at(object, 'status', 'lastPushCommit')),
    relations: (object, namespace) =>
      sourceIn(at(object, 'spec', 'sourceRef'), namespace, SOURCE_GROUP, 'GitRepository'),
  },
  { ...COMMON, ...PROVIDER, indexedAs: 'providers', status: readyContract(() => true) },
  {
    ...COMMON,
    group: NOTIFICATION_GROUP,
    kind: 'Alert',
    indexedAs: 'alerts',
    status: readyContract(() => true),
    relations: (object, namespace) =>
      relationsByName('REFERENCES', [at(object, 'spec', 'providerRef')], PROVIDER, namespace),
  },
  { ...COMMON, group: NOTIFICATION_GROUP, kind: 'Receiver', indexedAs: 'receivers' },
  {
    group: EXTENSIONS_GROUP,
    kind: 'ArtifactGenerator',
    status: readyContract(never, HELD_BY_EXTENSIONS),
    holds: [HELD_BY_EXTENSIONS],
    followsFlux: true,
    words: {
      ...WORDS,
      source: 'fluxcd/source-watcher: api/v1beta1/artifactgenerator_types.go',
      suspended: [HELD_BY_EXTENSIONS.when],
    },
    relations: (object, namespace) =>
      list(at(object, 'spec', 'sources')).flatMap(source => sourceIn(source, namespace)),
  },
  // Matches also kinds that later versions of Flux add.
  { ...ARTIFACT, group: '*.toolkit.fluxcd.io', kind: '*' },
  // The kinds of the Flux Operator have no field spec.suspend.
  {
    status: readyContract(never, HELD_BY_FLUX_OPERATOR),
    holds: [HELD_BY_FLUX_OPERATOR],
    followsFlux: true,
    rules: 1,
    words: {
      ...WORDS,
      source: 'controlplaneio-fluxcd/flux-operator: api/v1 (resourceset_types.go, fluxinstance_types.go)',
      suspended: [HELD_BY_FLUX_OPERATOR.when],
    },
    revision: object => revisionAt(object, 'status', 'lastAppliedRevision'),
    attemptedRevision: object => revisionAt(object, 'status', 'lastAttemptedRevision'),
    group: OPERATOR_GROUP,
    kind: '*',
  },
  {
    ...COMMON,
    words: { ...WORDS, source: 'flux-iac/tofu-controller: api/v1alpha2/terraform_types.go' },
    group: TERRAFORM_GROUP,
    kind: 'Terraform',
    revision: object => revisionAt(object, 'status', 'lastAppliedRevision'),
    relations: (object, namespace) => [
      ...sourceIn(at(object, 'spec', 'sourceRef'), namespace),
      ...relationsByName(
        'DEPENDS_ON',
        at(object, 'spec', 'dependsOn'),
        { group: TERRAFORM_GROUP, kind: 'Terraform' },
        namespace,
      ),
      ...usedByName(object, namespace),
    ],
  },
];

/** Fields of specs that name a Secret in the object's own namespace. */
const SECRET_FIELDS = [
  ...[
    ['secretRef'],
    ['certSecretRef'],
    ['proxySecretRef'],
    ['cliConfigSecretRef'],
    ['verify', 'secretRef'],
    ['decryption', 'secretRef'],
  ],
  ...[
    ['kubeConfig', 'secretRef'],
    ['sts', 'secretRef'],
    ['sts', 'certSecretRef'],
    ['chart', 'spec', 'verify', 'secretRef'],
  ],
];
const CONFIG_MAP_FIELDS = [['kubeConfig', 'configMapRef']];
/** Lists whose references state their kind. */
const LISTS = [['postBuild', 'substituteFrom'], ['valuesFrom'], ['varsFrom'], ['backendConfigsFrom']];

/** Relations to the ConfigMaps and Secrets that an object of Flux names. */
function usedByName(object: unknown, namespace: string): readonly Relation[] {
  const spec = at(object, 'spec');
  const listed = LISTS.flatMap(path => references(at(spec, ...path)));
  const ofKind = (kind: string) => listed.filter(reference => at(reference, 'kind') === kind);
  const [secrets, configMaps] = [SECRET_FIELDS, CONFIG_MAP_FIELDS].map(paths => paths.map(path => at(spec, ...path)));
  return [
    ...relationsByName('REFERENCES', [...secrets!, ...ofKind('Secret')], SECRET, namespace),
    ...relationsByName('REFERENCES', [...configMaps!, ...ofKind('ConfigMap')], CONFIG_MAP, namespace),
  ];
}

/**
 * Relations to the objects in `status.inventory`. Each entry has the form `namespace_name_group_kind`, with `__` for a
 * colon in the name. Includes objects whose labels were removed, and objects that no longer exist.
 */
function inventory(object: unknown): readonly Relation[] {
  return references(at(object, 'status', 'inventory', 'entries')).map(entry => {
    const [, namespace = '', name = '', group = '', kind = ''] = INVENTORY_ID.exec(text(at(entry, 'id'))) ?? [];
    return relationTo('APPLIES', { group, kind, namespace, name: name.replaceAll('__', ':') });
  });
}

const INVENTORY_ID = /^([^_]*)_(.+)_([^_]*)_([^_]+)$/;

/**
 * @param isStatic True if the object has no status by design
 * @param hold The hold that stops the object's own controller
 */
function readyContract(isStatic: (object: unknown) => boolean = never, hold: Hold = HELD_BY_SUSPEND): StatusRule {
  return object => byContract(object, hold.holds(object), isStatic(object));
}

function never(): boolean {
  return false;
}

const byReadyContract = readyContract();

/**
 * The Ready contract, corrected by `status.history`, which newer versions of Flux write. At the start of each
 * interval, the controller sets Ready to Unknown, although it only checks what it has already applied. Without the
 * correction, healthy Kustomizations would be in progress again and again.
 */
function statusOfKustomization(object: unknown): StatusResult {
  const found = byReadyContract(object, 0);
  const since = succeededSince(object);
  if (since === undefined) return found;
  const transitionedAt = since || found.transitionedAt;
  if (!isCheckedAgain(object, found)) return { ...found, transitionedAt };
  const message = `Applied revision: ${text(at(object, 'status', 'lastAppliedRevision'))}`;
  return { status: 'CURRENT', reason: SUCCEEDED, message, transitionedAt };
}

const SUCCEEDED = 'ReconciliationSucceeded';

function isCheckedAgain(object: unknown, { status, reason }: StatusResult): boolean {
  if (status !== 'IN_PROGRESS' || reason !== 'Progressing') return false;
  const [generation, observed] = [at(object, 'metadata', 'generation'), at(object, 'status', 'observedGeneration')].map(
    integer,
  );
  const attempted = text(at(object, 'status', 'lastAttemptedRevision'));
  const [latest] = list(at(object, 'status', 'history'));
  return (
    observed !== undefined &&
    observed === generation &&
    attempted !== '' &&
    at(latest, 'metadata', 'revision') === attempted
  );
}

/**
 * Time from which on the current manifests of a Kustomization are applied without a failure. Undefined if the last
 * apply did not succeed, 0 if the history has no times. The time of the condition Ready changes at each interval, so it
 * cannot be used.
 */
function succeededSince(object: unknown): number | undefined {
  const [latest, ...earlier] = list(at(object, 'status', 'history'));
  if (at(latest, 'lastReconciledStatus') !== SUCCEEDED) return undefined;
  return earlier.reduce<number>(
    (since, entry) => Math.max(since, time(at(entry, 'lastReconciled'))),
    time(at(latest, 'firstReconciled')),
  );
}

/** State of a Kustomization or HelmRelease, from its conditions. */
function saidByFlux(object: unknown, status: StatusRule): Said {
  const { status: is, reason, message } = status(object, 0);
  switch (is) {
    case 'TERMINATING':
    case 'UNKNOWN':
      return saying(is, reason, message);
    case 'CURRENT':
      return saying('DONE', reason, message);
    case 'IN_PROGRESS':
      return firstCondition(object, 'Healthy')?.status === 'Unknown'
        ? saying('DONE', reason, message, 'RECONCILING')
        : saying('SYNCING', reason, message);
    case 'FAILED':
      // Flux cancels health checks when a newer revision is waiting, and applies this revision next.
      if (['DependencyNotReady', 'HealthCheckCanceled'].includes(reason)) return saying('SYNCING', reason, message);
      return ['HealthCheckFailed', 'TestFailed'].includes(reason)
        ? saying('DONE', reason, message, 'FAILED')
        : saying('SYNC_FAILED', reason, message);
  }
}

export function saidOfKustomization(object: unknown): Said {
  return saidByFlux(object, kustomizationStatus);
}

export function saidOfHelmRelease(object: unknown): Said {
  return saidByFlux(object, byReadyContract);
}

/** The first matching check decides. */
function byContract(object: unknown, suspended: boolean, isStatic: boolean): StatusResult {
  const found = conditions(object);
  const ready = found && conditionOf(found, 'Ready');
  if (isDeleted(object)) {
    // Ready may stay True during the deletion. Ready=False says what blocks the removal of the finalizer.
    const { transitionedAt, ...rest } = terminating(object);
    return ready?.status === 'False'
      ? { ...rest, reason: ready.reason, message: ready.message, transitionedAt }
      : { ...rest, transitionedAt };
  }
  if (!found) return malformed('status.conditions is not a list of conditions');
  const stalled = conditionOf(found, 'Stalled');
  if (stalled?.status === 'True') return byCondition('FAILED', stalled);
  if (!ready) {
    if (isStatic) return result('CURRENT');
    return suspended
      ? result('UNKNOWN', 'Suspended', 'suspended before it was ever reconciled')
      : result('IN_PROGRESS', 'NotReconciled', 'its controller has not reported on it yet');
  }
  const generation = integer(at(object, 'metadata', 'generation'));
  // The controller does not observe new generations of a suspended object. The object keeps its last status.
  if (
    !suspended &&
    generation !== undefined &&
    ready.observedGeneration !== undefined &&
    ready.observedGeneration < generation
  ) {
    return result(
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

/** The latest image: `name:tag` from `latestRef` since v1beta2, `latestImage` in older versions. */
function latestImage(object: unknown): string {
  const name = text(at(object, 'status', 'latestRef', 'name'));
  const tag = text(at(object, 'status', 'latestRef', 'tag'));
  return name !== '' && tag !== '' ? `${name}:${tag}` : text(at(object, 'status', 'latestImage'));
}

/**
 * Relation to a referenced object. Without a reference there is no relation. An invalid reference gives an invalid
 * relation. A missing namespace means the object's own namespace.
 */
function sourceIn(
  reference: unknown,
  namespace: string,
  defaultGroup = SOURCE_GROUP,
  defaultKind = '',
): readonly Relation[] {
  const group = groupOf(text(at(reference, 'apiVersion'))) || defaultGroup;
  return relationsByName('SOURCE', [reference], { group, kind: text(at(reference, 'kind')) || defaultKind }, namespace);
}
