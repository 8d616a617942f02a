/** Actions on the page of an object: the offered actions, their permission checks, and what a result means. */
import { describe, expect, it } from '@jest/globals';
import type { Action } from '../../ui/src/graph/graphql.ts';
import {
  checksOf,
  fitting,
  isRefusal,
  offered,
  replicasNow,
  replicasOf,
  wouldBeDone,
  type KindOfObject,
} from '../../ui/src/actions/offered.ts';

const ALL: readonly Action[] = [
  'MOVE',
  'DRAIN',
  'BOUND',
  'RECONCILE',
  'SUSPEND',
  'RESUME',
  'RESTART',
  'SCALE',
  'APPLY',
  'DELETE',
];
const deployment: KindOfObject = { group: 'apps', kind: 'Deployment' };
const kustomization: KindOfObject = { group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization' };

describe('the actions that fit', () => {
  it.each([
    ['a Deployment', deployment, 'RESTART SCALE DELETE'],
    ['a StatefulSet', { group: 'apps', kind: 'StatefulSet' }, 'RESTART SCALE DELETE'],
    ['a DaemonSet', { group: 'apps', kind: 'DaemonSet' }, 'RESTART DELETE'],
    ['a ReplicaSet', { group: 'apps', kind: 'ReplicaSet' }, 'SCALE DELETE'],
    ['a Deployment of somebody else', { group: 'example.com', kind: 'Deployment' }, 'DELETE'],
    ['a Kustomization', kustomization, 'RECONCILE SUSPEND RESUME DELETE'],
    ['what only looks like Flux', { group: 'nottoolkit.fluxcd.io', kind: 'Kustomization' }, 'DELETE'],
    ['a CronJob', { group: 'batch', kind: 'CronJob' }, 'SUSPEND RESUME DELETE'],
    ['a Placement', { group: 'cluster.open-cluster-management.io', kind: 'Placement' }, 'DELETE'],
    ['a policy of Karmada', { group: 'policy.karmada.io', kind: 'PropagationPolicy' }, 'DELETE'],
    ['a member', { group: 'cluster.karmada.io', kind: 'Cluster' }, 'BOUND DELETE'],
    ['a Cluster of somebody else', { group: 'cluster.x-k8s.io', kind: 'Cluster' }, 'DELETE'],
    ['a Pod', { group: '', kind: 'Pod' }, 'DELETE'],
  ])('%s', (_what, kind, expected) => expect(fitting(ALL, kind).join(' ')).toBe(expected));

  it('are none where none is switched on, and no others than those', () => {
    expect(fitting([], deployment)).toEqual([]);
    expect(fitting(['RESTART'], deployment)).toEqual(['RESTART']);
  });
});

describe('what the cluster is asked', () => {
  it('is one question for all that needs the same right', () => {
    expect(checksOf(fitting(ALL, kustomization))).toEqual([{ verb: 'patch' }, { verb: 'delete' }]);
    expect(checksOf(fitting(ALL, deployment))).toEqual([
      { verb: 'patch' },
      { verb: 'patch', subresource: 'scale' },
      { verb: 'delete' },
    ]);
  });
});

describe('what is offered', () => {
  const verdict = (verb: string, allowed: boolean | null, subresource: string | null = null) => ({
    verb,
    subresource,
    allowed,
  });
  const of = (kind: KindOfObject, ...access: ReturnType<typeof verdict>[]) =>
    offered(fitting(ALL, kind), { suspend: null, access }).join(' ');
  it('is without what the cluster denies, a subresource apart from the object', () => {
    expect(of(deployment, verdict('patch', false), verdict('patch', true, 'scale'), verdict('delete', true))).toBe(
      'SCALE DELETE',
    );
    expect(of(deployment, verdict('patch', true), verdict('patch', false, 'scale'), verdict('delete', false))).toBe(
      'RESTART',
    );
  });
  it('has what is not known: the dry run tells', () => {
    expect(of(deployment, verdict('patch', null), verdict('patch', null, 'scale'), verdict('delete', null))).toBe(
      'RESTART SCALE DELETE',
    );
    expect(offered(['RESTART'], undefined)).toEqual(['RESTART']);
  });
  it.each([
    [true, 'RECONCILE RESUME DELETE'],
    [false, 'RECONCILE SUSPEND DELETE'],
    [null, 'RECONCILE SUSPEND DELETE'],
  ])('where spec.suspend is %s is what changes it', (suspend, expected) =>
    expect(offered(fitting(ALL, kustomization), { suspend, access: [] }).join(' ')).toBe(expected),
  );
  it('is to suspend and to resume where the object could not be read', () =>
    expect(offered(fitting(ALL, kustomization), { suspend: null, access: null })).toEqual([
      'RECONCILE',
      'SUSPEND',
      'RESUME',
      'DELETE',
    ]));
});

describe('an answer', () => {
  it('to a dry run leads on when something would be done, or is so already', () => {
    expect(wouldBeDone('WOULD_DO')).toBe(true);
    expect(wouldBeDone('UNCHANGED')).toBe(true);
    expect(wouldBeDone('FORBIDDEN')).toBe(false);
  });
  it.each([
    ['ACTION_NOT_ENABLED', true],
    ['RATE_LIMITED', true],
    ['INTERNAL_SERVER_ERROR', false],
    ['DEADLINE_EXCEEDED', false],
    [undefined, false],
  ])('with the code %s says for sure that nothing was done: %s', (code, expected) =>
    expect(isRefusal({ message: '', passing: false, ...(code !== undefined && { code }) })).toBe(expected),
  );
});

it.each([
  ['3', 3],
  ['0', 0],
  ['', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['99999999999', undefined],
])('%j replicas are %s', (text, expected) => expect(replicasOf(text)).toBe(expected));

it.each([
  ['one', [3], [3, 3]],
  ['several of one number', [2, 2], [2, 2]],
  ['several, one scaled to nothing', [4, 0, 2], [0, 4]],
  ['one of which it is not known', [2, undefined], undefined],
])('what there is now of %s is told where all are known', (_what, replicas, expected) =>
  expect(replicasNow(replicas.map(it => ({ replicas: it })))).toEqual(expected),
);
