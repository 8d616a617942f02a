/** Shrinking a large counterexample to the smallest one, without a server. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RbacManifest } from '../../rbac/manifests.ts';
import { worldOf } from './world.ts';
import { asTableRow, shrink, withoutAggregation, type Fixture } from './shrink.ts';
import { rbacObject, RESOURCES } from './vocabulary.ts';

const culprit: RbacManifest = {
  kind: 'Role',
  metadata: { namespace: 'team-a', name: 'culprit' },
  rules: [
    { verbs: ['get'], apiGroups: [''], resources: ['pods'] },
    { verbs: ['list', 'watch'], apiGroups: ['apps', ''], resources: ['pods', 'nodes'], resourceNames: ['web', 'db'] },
  ],
};
const binding: RbacManifest = {
  kind: 'RoleBinding',
  metadata: { namespace: 'team-a', name: 'b' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'culprit' },
  subjects: [
    { kind: 'Group', name: 'dev' },
    { kind: 'ServiceAccount', name: 'robot', namespace: 'team-a' },
  ],
};

/** The fixture "fails" while the role has a rule for watching pods by name, and the binding has the ServiceAccount. */
async function fails({ world }: Fixture): Promise<boolean> {
  const rules = world.get('Role/team-a/culprit')?.rules ?? [];
  const subjects = world.get('RoleBinding/team-a/b')?.subjects ?? [];
  return (
    rules.some(
      ({ verbs, resources, resourceNames }) => verbs.includes('watch') && resources?.includes('pods') && resourceNames,
    ) && subjects.some(({ kind }) => kind === 'ServiceAccount')
  );
}

describe('a counter-example', () => {
  it('is shrunk to what cannot be left out', async () => {
    const noise = fc.sample(rbacObject, { seed: 1, numRuns: 60 });
    const objects = RESOURCES.map(resource => ({ resource, namespace: 'team-a', name: 'web' }));
    let attempts = 0;
    const least = await shrink(
      { world: worldOf([...noise, culprit, binding]), identity: { user: 'jane', groups: ['a', 'b', 'c'] }, objects },
      async fixture => (attempts++, fails(fixture)),
    );
    expect([...least.world.values()]).toEqual([
      {
        ...culprit,
        rules: [
          { verbs: ['watch'], apiGroups: [], resources: ['pods'], resourceNames: [expect.stringMatching(/web|db/)] },
        ],
      },
      { ...binding, subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace: 'team-a' }] },
    ]);
    expect([least.identity.groups, least.objects]).toEqual([[], []]);
    // On a real server, each attempt changes RBAC objects, so the number of attempts is limited.
    expect(attempts).toBeLessThan(100);
  });

  it('is told as a row of the table of test/rbac/cases.test.ts', () => {
    const objects = [{ resource: RESOURCES[1]!, namespace: '', name: 'n1' }];
    const fixture = { world: worldOf([culprit, binding]), identity: { user: 'jane', groups: ['a,b'] }, objects };
    expect(asTableRow(fixture, 'an example', false)).toBe(
      [
        '{',
        '  what: "an example",',
        '  as: identity("jane", "a,b"),',
        '  grants: [',
        '    role("team-a", "culprit", {"verbs":["get"],"apiGroups":[""],"resources":["pods"]}, {"verbs":["list","watch"],"apiGroups":["apps",""],"resources":["pods","nodes"],"resourceNames":["web","db"]}),',
        '    roleBinding("team-a", "b", "Role/culprit", group("dev"), serviceAccount("team-a", "robot")),',
        '  ],',
        '  no: [[resource("nodes", "Node", { namespaced: false }), "", "n1"]],',
        '},',
      ].join('\n'),
    );
  });

  it('can do without an aggregation by the rules that it has led to', () => {
    const selects = { clusterRoleSelectors: [{ matchLabels: { x: 'true' } }] };
    const aggregated: RbacManifest = { kind: 'ClusterRole', metadata: { name: 'all' }, aggregationRule: selects };
    const plain = withoutAggregation(worldOf([aggregated, binding]), () => culprit.rules);
    expect([...plain.values()]).toEqual([
      { kind: 'ClusterRole', metadata: { name: 'all' }, rules: culprit.rules },
      binding,
    ]);
  });
});
