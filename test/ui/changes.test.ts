/** Changes that an action makes, as the dialog of the action describes them. */
import { describe, expect, it } from '@jest/globals';
import { changeOf, pluralOf } from '../../ui/src/actions/changes.ts';
import { NO_SETTINGS } from '../../ui/src/actions/settings.ts';

const object = { group: 'apps', replicas: 3, suspend: null, unschedulable: null };

describe('the change of an action', () => {
  it.each([
    ['SCALE', object, 'spec.replicas', '3', '5'],
    ['SCALE', { ...object, replicas: undefined }, 'spec.replicas', undefined, '5'],
    ['SUSPEND', { ...object, group: 'kustomize.toolkit.fluxcd.io' }, 'spec.suspend', 'false', 'true'],
    ['RESUME', { ...object, suspend: true }, 'spec.suspend', 'true', 'false'],
    [
      'SUSPEND',
      { ...object, group: 'fluxcd.controlplane.io' },
      'metadata.annotations["fluxcd.controlplane.io/reconcile"]',
      undefined,
      'disabled',
    ],
    ['CORDON', object, 'spec.unschedulable', 'false', 'true'],
    ['UNCORDON', { ...object, unschedulable: true }, 'spec.unschedulable', 'true', 'false'],
  ] as const)('%s of %j', (action, of, field, before, after) =>
    expect(changeOf(action, of, { ...NO_SETTINGS, replicas: 5 })).toEqual({ field, before, after }),
  );

  it('is no field where the object goes, or another one is made', () =>
    expect([changeOf('DELETE', object, NO_SETTINGS), changeOf('RUN', object, NO_SETTINGS)]).toEqual([
      undefined,
      undefined,
    ]));
});

it.each([
  ['Kustomization', 'Kustomizations'],
  ['HelmRepository', 'HelmRepositories'],
  ['Ingress', 'Ingresses'],
  ['Gateway', 'Gateways'],
  ['Endpoints', 'Endpoints'],
  ['Prometheus', 'Prometheus'],
])('several of the kind %s are %s', (kind, kinds) => expect(pluralOf(kind)).toBe(kinds));
