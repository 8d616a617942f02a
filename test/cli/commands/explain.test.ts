/** Output of `fleetgraph explain`. */
import { describe, expect, it } from '@jest/globals';
import { tree, type ExplainedGrant } from '../../../cli/commands/explain.ts';

const grant: ExplainedGrant = {
  cluster: { name: 'leaf-01' },
  binding: { kind: 'RoleBinding', namespace: 'team-a', name: 'viewers' },
  role: { kind: 'ClusterRole', namespace: null, name: 'view' },
  aggregated: true,
  aggregatedFrom: ['pods', 'events'],
  rule: { verbs: ['get', 'list'], apiGroups: ['', 'apps'], resources: ['pods'], resourceNames: [] },
  subject: { kind: 'Group', namespace: null, name: 'dev' },
};
const reported = {
  visible: true,
  allowed: true,
  basis: 'GRANTS' as const,
  reason: 'Because.',
  grantsSyncedAt: '2026-01-01T00:00:00Z',
};

describe('the tree of an explanation', () => {
  it('goes from the cluster to the subject, and names what an aggregated role is put together from', () => {
    expect(tree('list leaf-01//Pod/team-a/web', undefined, { ...reported, grants: [grant] }))
      .toBe(`you: list leaf-01//Pod/team-a/web
  allowed, in lists
  Because.
  based on grants that the cluster confirmed at 2026-01-01T00:00:00Z
  └─ cluster leaf-01
     └─ RoleBinding team-a/viewers
        └─ aggregated ClusterRole view, from pods, events
           └─ rule: get, list on pods of core, apps
              └─ matched Group dev
`);
  });

  it.each([
    [true, 'GRANTS', '  allowed, in lists'],
    [true, 'REVIEW', '  allowed (the cluster decided), in lists'],
    [false, 'GRANTS', '  not allowed, in lists'],
    [false, 'REVIEW', '  not allowed (the cluster decided), in lists'],
    [null, 'UNKNOWN', '  unknown whether allowed, in lists'],
  ] as const)('tells %s by %s', (allowed, basis, line) => {
    expect(tree('get log of id', undefined, { ...reported, allowed, basis, grants: [] }).split('\n')).toContain(line);
  });

  it('says nothing of parts that are not known, and shows no control character', () => {
    const lines = tree('get id', 'jane', {
      ...{ ...reported, visible: false, grantsSyncedAt: null },
      grants: [grant, { ...grant, aggregatedFrom: [], role: { ...grant.role, name: 'a\u001bb' } }],
    }).split('\n');
    expect(lines[0]).toBe('jane: get id');
    expect(lines).toContain('  │     └─ aggregated ClusterRole view, from pods, events');
    expect(lines).toContain('        └─ aggregated ClusterRole a\u{fffd}b');
  });
});
