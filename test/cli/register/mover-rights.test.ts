/** Permissions of the mover's user on a hub and on a member. */
import { expect, it } from '@jest/globals';
import { hubObjects, memberObjects } from '../../../cli/register/mover-rights.ts';

type Json = Record<string, any>;

const RIGHTS = { user: 'mover', leaseNamespace: 'default', allKinds: false, kinds: ['widgets.example.org'] };
const rulesOf = (objects: readonly object[]): Json[] => objects.flatMap(object => (object as Json)['rules'] ?? []);

it('let it patch on a hub what a move changes, hold one Lease, and read the rest', () => {
  const rules = rulesOf(hubObjects(RIGHTS));
  expect(new Set(rules.flatMap(({ verbs }) => verbs))).toEqual(new Set(['get', 'list', 'patch']));
  const patched = rules.filter(({ verbs }) => verbs.includes('patch')).flatMap(({ resources }) => resources);
  expect(patched.sort()).toEqual(
    [
      'clusterpropagationpolicies',
      'clusterresourcebindings',
      'clusters',
      'leases',
      'managedclusters',
      'placements',
    ].concat([...['propagationpolicies', 'resourcebindings']]),
  );
  expect(rules.find(({ resources }) => resources.includes('leases'))).toMatchObject({
    resourceNames: ['fleetgraph-mover'],
  });
  expect(hubObjects(RIGHTS)).toContainEqual(
    expect.objectContaining({ kind: 'Lease', metadata: { name: 'fleetgraph-mover', namespace: 'default' } }),
  );
});

it('let it only read on a member, and no Secrets', () => {
  const rules = rulesOf(memberObjects(RIGHTS));
  expect(new Set(rules.flatMap(({ verbs }) => verbs))).toEqual(new Set(['get', 'list']));
  const resources = rules.flatMap(it => it['resources']);
  expect(resources).toEqual(expect.arrayContaining(['deployments', 'services', 'endpointslices', 'widgets']));
  expect(resources).not.toContain('secrets');
  expect(rulesOf(memberObjects({ ...RIGHTS, allKinds: true }))).toEqual([
    { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list'] },
  ]);
});
