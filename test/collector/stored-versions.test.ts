/** A list may only be compared with the versions that the store holds when the list arrives. */
import { describe, expect, it } from '@jest/globals';
import { StoredVersions, partOf, rowPart } from '../../collector/collection.ts';
import { grantKey } from '../../rbac/types.ts';
import { encodeObjectKey } from '../../schema/object-id.ts';

const PODS = rowPart('', 'Pod');
const JOBS = rowPart('batch', 'Job');

function over(rows: Record<string, string>) {
  let readings = 0;
  const versions = new StoredVersions(async () => {
    readings += 1;
    await Promise.resolve();
    return { rows: new Map(Object.entries(rows)), grants: new Map([['Role/apps/a', '7']]) };
  });
  return { versions, readings: () => readings };
}

describe('stored versions', () => {
  it('are read once for all kinds that list together', async () => {
    const { versions, readings } = over({ '/Pod/apps/a': '1', 'batch/Job/apps/b': '2' });
    const [pods, jobs, roles] = await Promise.all([versions.take(PODS), versions.take(JOBS), versions.take('Role')]);
    expect([[...pods], [...jobs], [...roles]]).toEqual([
      [['/Pod/apps/a', '1']],
      [['batch/Job/apps/b', '2']],
      [['Role/apps/a', '7']],
    ]);
    expect(readings()).toBe(1);
  });

  it('are read anew for a kind that was listed or has changed since', async () => {
    const rows: Record<string, string> = { '/Pod/apps/a': '1' };
    const { versions, readings } = over(rows);
    await versions.take(PODS);
    rows['/Pod/apps/b'] = '2';
    expect((await versions.take(PODS)).size).toBe(2);
    versions.changed(JOBS);
    await versions.take(JOBS);
    expect(readings()).toBe(3);
  });

  it('are not used for a kind that changed while they were read', async () => {
    const { versions, readings } = over({ '/Pod/apps/a': '1' });
    const taken = versions.take(JOBS);
    versions.changed(PODS);
    await taken;
    await versions.take(PODS);
    expect(readings()).toBe(2);
  });

  it('are not kept when no list needs them', async () => {
    const { versions, readings } = over({});
    await versions.take(PODS);
    versions.forget();
    expect(await versions.parts()).toEqual(['Role']);
    expect(readings()).toBe(2);
  });

  it.each([
    [encodeObjectKey({ group: 'apps', kind: 'Deployment', namespace: 'n', name: 'a' }), 'apps/Deployment'],
    [encodeObjectKey({ group: '', kind: 'Namespace', namespace: '', name: 'a' }), '/Namespace'],
    [grantKey({ type: 'Role', namespace: 'n', name: 'a:b' }), 'Role'],
    [grantKey({ type: 'ClusterRole', namespace: '', name: 'a' }), 'ClusterRole'],
  ])('know that %s is of part %s', (key, part) => expect(partOf(key)).toBe(part));
});
