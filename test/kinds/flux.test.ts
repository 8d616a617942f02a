/** Status and columns of Flux objects, in the form that the controllers write. */
import { toRow } from '../../kinds/row.ts';
import { sourced } from '../fixtures.ts';
import { describe, expect, it } from '@jest/globals';
import { NOW, resource, row } from './fixtures.ts';

type Json = Record<string, unknown>;

const KUSTOMIZATION = resource('kustomize.toolkit.fluxcd.io', 'Kustomization');
const fluxKind = (apiGroup: string, kind: string) => resource(`${apiGroup}.toolkit.fluxcd.io`, kind);

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
      object([condition('Ready', 'True', 'ReconciliationSucceeded')], {
        metadata: { deletionTimestamp: '2026-11-20T11:00:00Z' },
      }),
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
        [
          condition('Reconciling', 'True', 'ProgressingWithRetry'),
          condition('Ready', 'False', 'BuildFailed', { observedGeneration: 2 }),
        ],
        { status: { observedGeneration: -1 } },
      ),
      'FAILED',
      'BuildFailed',
    ],
    [
      'Ready=False with an observedGeneration that moves on success only',
      object([condition('Ready', 'False', 'HealthCheckFailed', { observedGeneration: 2 })], {
        status: { observedGeneration: 1 },
      }),
      'FAILED',
      'HealthCheckFailed',
    ],
    [
      'a dependency that is not ready',
      object([condition('Ready', 'False', 'DependencyNotReady', { observedGeneration: 2 })]),
      'FAILED',
      'DependencyNotReady',
    ],
    [
      'Ready=Unknown',
      object([condition('Ready', 'Unknown', 'Progressing', { observedGeneration: 2 })]),
      'IN_PROGRESS',
      'Progressing',
    ],
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
  ])('follows %s', (_what, found, status, reason) =>
    expect(row(KUSTOMIZATION, found)).toMatchObject({ status, reason }),
  );

  it.each([
    ['a static Provider', fluxKind('notification', 'Provider'), {}, 'CURRENT'],
    ['a static Alert', fluxKind('notification', 'Alert'), {}, 'CURRENT'],
    [
      'a Provider from before, that failed',
      fluxKind('notification', 'Provider'),
      { conditions: [condition('Ready', 'False', 'X')] },
      'FAILED',
    ],
    ['a Receiver', fluxKind('notification', 'Receiver'), {}, 'IN_PROGRESS'],
    ['a HelmRepository with an index', fluxKind('source', 'HelmRepository'), {}, 'IN_PROGRESS'],
  ])('knows which kinds have no status by design: %s', (_what, kind, status, expected) => {
    expect(row(kind, object([], { status })).status).toBe(expected);
  });

  it('knows that a HelmRepository of type oci has no status', () => {
    expect(row(fluxKind('source', 'HelmRepository'), object([], { spec: { type: 'oci' } })).status).toBe('CURRENT');
  });

  it('takes its time from a history of any length', () => {
    const later = '2026-11-21T00:00:00Z';
    const succeeded = {
      lastReconciledStatus: 'ReconciliationSucceeded',
      firstReconciled: '2026-11-20T00:00:00Z',
    };
    const history = [succeeded, ...Array.from({ length: 200_000 }, () => ({})), { lastReconciled: later }];
    const kustomization = { metadata: { name: 'a', namespace: 'b' }, status: { history } };
    expect(row(resource('kustomize.toolkit.fluxcd.io', 'Kustomization'), kustomization).transitionedAt).toBe(
      Date.parse(later),
    );
  });

  it('takes its words and its time from the condition that decided', () => {
    const { message, transitionedAt } = row(KUSTOMIZATION, object([condition('Ready', 'False', 'BuildFailed')]));
    expect({ message, transitionedAt }).toEqual({
      message: 'BuildFailed happened',
      transitionedAt: Date.parse('2026-11-20T10:00:00Z'),
    });
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
      {
        revision: 'main@sha1:1',
        attemptedRevision: 'main@sha1:2',
        ...sourced('source.toolkit.fluxcd.io/GitRepository/apps/fleet'),
      },
    ],
    [
      'a Kustomization with a source elsewhere',
      KUSTOMIZATION,
      { spec: { sourceRef: { kind: 'OCIRepository', name: 'fleet', namespace: 'flux-system' } } },
      { ...sourced('source.toolkit.fluxcd.io/OCIRepository/flux-system/fleet') },
    ],
    [
      'a HelmRelease with a chart template',
      fluxKind('helm', 'HelmRelease'),
      {
        spec: { chart: { spec: { sourceRef: { kind: 'HelmRepository', name: 'charts' } } } },
        status: { history: [{ chartVersion: '1.2.3' }, { chartVersion: '1.2.2' }], lastAttemptedRevision: '1.3.0' },
      },
      {
        revision: '1.2.3',
        attemptedRevision: '1.3.0',
        ...sourced('source.toolkit.fluxcd.io/HelmRepository/apps/charts'),
      },
    ],
    [
      'a HelmRelease with a chart reference',
      fluxKind('helm', 'HelmRelease'),
      { spec: { chartRef: { kind: 'OCIRepository', name: 'podinfo' } } },
      { revision: '', ...sourced('source.toolkit.fluxcd.io/OCIRepository/apps/podinfo') },
    ],
    [
      'a GitRepository',
      fluxKind('source', 'GitRepository'),
      { status: { artifact: { revision: 'main@sha1:9' } } },
      { revision: 'main@sha1:9' },
    ],
    [
      'a HelmChart',
      fluxKind('source', 'HelmChart'),
      { spec: { sourceRef: { kind: 'HelmRepository', name: 'charts' } }, status: { artifact: { revision: '6.1.0' } } },
      { revision: '6.1.0', ...sourced('source.toolkit.fluxcd.io/HelmRepository/apps/charts') },
    ],
    [
      'an ImagePolicy',
      fluxKind('image', 'ImagePolicy'),
      { spec: { imageRepositoryRef: { name: 'web' } }, status: { latestRef: { name: 'registry/web', tag: '1.4.0' } } },
      { revision: 'registry/web:1.4.0', ...sourced('image.toolkit.fluxcd.io/ImageRepository/apps/web') },
    ],
    [
      'an ImageUpdateAutomation',
      fluxKind('image', 'ImageUpdateAutomation'),
      { spec: { sourceRef: { kind: 'GitRepository', name: 'fleet' } }, status: { lastPushCommit: 'abc' } },
      { revision: 'abc', ...sourced('source.toolkit.fluxcd.io/GitRepository/apps/fleet') },
    ],
    ['a Bucket that is suspended', fluxKind('source', 'Bucket'), { spec: { suspend: true } }, { suspended: true }],
    [
      'a kind of a Flux to come',
      fluxKind('source', 'ExternalThing'),
      { status: { artifact: { revision: 'r' } } },
      { revision: 'r' },
    ],
  ])('of %s', (_what, kind, parts, expected) => expect(row(kind, object([], parts))).toMatchObject(expected));

  it.each([
    ['a GitRepository, which has none,', fluxKind('source', 'GitRepository'), {}, 0],
    ['a Kustomization without a reference', KUSTOMIZATION, { spec: { sourceRef: null } }, 0],
    ['a reference of the wrong shape', KUSTOMIZATION, { spec: { sourceRef: { kind: ['GitRepository'], name: 7 } } }, 1],
    [
      'a reference to a name that is too long',
      KUSTOMIZATION,
      { spec: { sourceRef: { kind: 'Bucket', name: 'n'.repeat(254) } } },
      1,
    ],
  ])('of %s is no relation', (_what, kind, parts, counted) => {
    const leftOut: [string, number][] = [];
    const found = toRow('leaf', kind, object([], parts), NOW, {
      leftOut: (reason, count) => void leftOut.push([reason, count]),
    });
    expect(found).not.toHaveProperty('relations');
    expect(found).toHaveProperty('name');
    expect(leftOut).toEqual(counted ? [['relations', counted]] : []);
  });
});
