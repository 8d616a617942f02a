/** Each line of the rule for kinds with Flux's Ready contract, on objects shaped as the controllers write them. */
import { describe, expect, it } from '@jest/globals';
import { flux } from '../../kinds/flux.ts';

type Json = Record<string, unknown>;

const KUSTOMIZATION = { group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization', namespace: 'apps', now: 0 };
const subject = (apiGroup: string, kind: string) => ({ group: `${apiGroup}.toolkit.fluxcd.io`, kind, namespace: 'apps', now: 0 });

const condition = (type: string, status: string, reason: string, more: Json = {}) => ({
  type,
  status,
  reason,
  message: `${reason} happened`,
  lastTransitionTime: '2026-11-20T10:00:00Z',
  ...more,
});
const object = (conditions: Json[], parts: { metadata?: Json; spec?: Json; status?: Json } = {}) => ({
  metadata: { name: 'web', namespace: 'apps', generation: 2, ...parts.metadata },
  spec: parts.spec ?? {},
  status: { conditions, ...parts.status },
});

describe('the status of a Flux object', () => {
  it.each([
    [
      'a deletion, though Ready is True',
      object([condition('Ready', 'True', 'ReconciliationSucceeded')], { metadata: { deletionTimestamp: '2026-11-20T11:00:00Z' } }),
      'TERMINATING',
      'Terminating',
    ],
    [
      'a deletion that fails',
      object([condition('Ready', 'False', 'PruneFailed')], { metadata: { deletionTimestamp: '2026-11-20T11:00:00Z' } }),
      'TERMINATING',
      'PruneFailed',
    ],
    [
      'Stalled, before all other conditions',
      object([condition('Ready', 'Unknown', 'Progressing'), condition('Stalled', 'True', 'InvalidPath')]),
      'FAILED',
      'InvalidPath',
    ],
    ['no Ready condition', object([]), 'IN_PROGRESS', 'NotReconciled'],
    [
      'an old observedGeneration of the Ready condition',
      object([condition('Ready', 'True', 'Ok', { observedGeneration: 1 })]),
      'IN_PROGRESS',
      'LatestGenerationNotObserved',
    ],
    [
      'an old failure of an older generation',
      object([condition('Ready', 'False', 'BuildFailed', { observedGeneration: 1 })]),
      'IN_PROGRESS',
      'LatestGenerationNotObserved',
    ],
    [
      'Ready=False while it retries',
      object(
        [condition('Reconciling', 'True', 'ProgressingWithRetry'), condition('Ready', 'False', 'BuildFailed', { observedGeneration: 2 })],
        { status: { observedGeneration: -1 } },
      ),
      'FAILED',
      'BuildFailed',
    ],
    [
      'Ready=False with an observedGeneration that moves on success only',
      object([condition('Ready', 'False', 'HealthCheckFailed', { observedGeneration: 2 })], { status: { observedGeneration: 1 } }),
      'FAILED',
      'HealthCheckFailed',
    ],
    [
      'a dependency that is not ready',
      object([condition('Ready', 'False', 'DependencyNotReady', { observedGeneration: 2 })]),
      'FAILED',
      'DependencyNotReady',
    ],
    ['Ready=Unknown', object([condition('Ready', 'Unknown', 'Progressing', { observedGeneration: 2 })]), 'IN_PROGRESS', 'Progressing'],
    [
      'Ready=True',
      object([condition('Ready', 'True', 'ReconciliationSucceeded', { observedGeneration: 2 })]),
      'CURRENT',
      'ReconciliationSucceeded',
    ],
    ['Ready=True of a condition without a generation', object([condition('Ready', 'True', 'Ok')]), 'CURRENT', 'Ok'],
    [
      'a suspension: the last status stays',
      object([condition('Ready', 'False', 'BuildFailed', { observedGeneration: 1 })], { spec: { suspend: true } }),
      'FAILED',
      'BuildFailed',
    ],
    ['a suspension before the first status', object([], { spec: { suspend: true } }), 'UNKNOWN', 'Suspended'],
    ['conditions that are none', { ...object([]), status: { conditions: 7 } }, 'UNKNOWN', 'Malformed'],
    ['a Ready status that is none', object([condition('Ready', 'Maybe', 'X')]), 'UNKNOWN', 'Malformed'],
  ])('follows %s', (_what, found, status, reason) => expect(flux(found, KUSTOMIZATION)).toMatchObject({ status, reason }));

  it.each([
    ['a static Provider', subject('notification', 'Provider'), {}, 'CURRENT'],
    ['a static Alert', subject('notification', 'Alert'), {}, 'CURRENT'],
    [
      'a Provider from before, that failed',
      subject('notification', 'Provider'),
      { conditions: [condition('Ready', 'False', 'X')] },
      'FAILED',
    ],
    ['a Receiver', subject('notification', 'Receiver'), {}, 'IN_PROGRESS'],
    ['a HelmRepository with an index', subject('source', 'HelmRepository'), {}, 'IN_PROGRESS'],
  ])('knows which kinds have no status by design: %s', (_what, kind, status, expected) => {
    expect(flux(object([], { status }), kind).status).toBe(expected);
  });

  it('knows that a HelmRepository of type oci has no status', () => {
    expect(flux(object([], { spec: { type: 'oci' } }), subject('source', 'HelmRepository')).status).toBe('CURRENT');
  });

  it('takes its words and its time from the condition that decided', () => {
    const { message, transitionedAt } = flux(object([condition('Ready', 'False', 'BuildFailed')]), KUSTOMIZATION);
    expect({ message, transitionedAt }).toEqual({ message: 'BuildFailed happened', transitionedAt: Date.parse('2026-11-20T10:00:00Z') });
  });
});

describe('the columns of a Flux object', () => {
  it.each([
    [
      'a Kustomization',
      KUSTOMIZATION,
      {
        spec: { sourceRef: { kind: 'GitRepository', name: 'fleet' } },
        status: { lastAppliedRevision: 'main@sha1:1', lastAttemptedRevision: 'main@sha1:2' },
      },
      { revision: 'main@sha1:1', attemptedRevision: 'main@sha1:2', source: 'source.toolkit.fluxcd.io/GitRepository/apps/fleet' },
    ],
    [
      'a Kustomization with a source elsewhere',
      KUSTOMIZATION,
      { spec: { sourceRef: { kind: 'OCIRepository', name: 'fleet', namespace: 'flux-system' } } },
      { source: 'source.toolkit.fluxcd.io/OCIRepository/flux-system/fleet' },
    ],
    [
      'a HelmRelease with a chart template',
      subject('helm', 'HelmRelease'),
      {
        spec: { chart: { spec: { sourceRef: { kind: 'HelmRepository', name: 'charts' } } } },
        status: { history: [{ chartVersion: '1.2.3' }, { chartVersion: '1.2.2' }], lastAttemptedRevision: '1.3.0' },
      },
      { revision: '1.2.3', attemptedRevision: '1.3.0', source: 'source.toolkit.fluxcd.io/HelmRepository/apps/charts' },
    ],
    [
      'a HelmRelease with a chart reference',
      subject('helm', 'HelmRelease'),
      { spec: { chartRef: { kind: 'OCIRepository', name: 'podinfo' } } },
      { revision: '', source: 'source.toolkit.fluxcd.io/OCIRepository/apps/podinfo' },
    ],
    [
      'a GitRepository',
      subject('source', 'GitRepository'),
      { status: { artifact: { revision: 'main@sha1:9' } } },
      { revision: 'main@sha1:9', source: '' },
    ],
    [
      'a HelmChart',
      subject('source', 'HelmChart'),
      { spec: { sourceRef: { kind: 'HelmRepository', name: 'charts' } }, status: { artifact: { revision: '6.1.0' } } },
      { revision: '6.1.0', source: 'source.toolkit.fluxcd.io/HelmRepository/apps/charts' },
    ],
    [
      'an ImagePolicy',
      subject('image', 'ImagePolicy'),
      { spec: { imageRepositoryRef: { name: 'web' } }, status: { latestRef: { name: 'registry/web', tag: '1.4.0' } } },
      { revision: 'registry/web:1.4.0', source: 'image.toolkit.fluxcd.io/ImageRepository/apps/web' },
    ],
    [
      'an ImageUpdateAutomation',
      subject('image', 'ImageUpdateAutomation'),
      { spec: { sourceRef: { kind: 'GitRepository', name: 'fleet' } }, status: { lastPushCommit: 'abc' } },
      { revision: 'abc', source: 'source.toolkit.fluxcd.io/GitRepository/apps/fleet' },
    ],
    ['a Bucket that is suspended', subject('source', 'Bucket'), { spec: { suspend: true } }, { suspended: true }],
    ['a kind of a Flux to come', subject('source', 'ExternalThing'), { status: { artifact: { revision: 'r' } } }, { revision: 'r' }],
    ['a reference of the wrong shape', KUSTOMIZATION, { spec: { sourceRef: { kind: ['GitRepository'], name: 7 } } }, { source: '' }],
  ])('of %s', (_what, kind, parts, expected) => expect(flux(object([], parts), kind)).toMatchObject(expected));
});
