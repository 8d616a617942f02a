/** Changes add up to lists, whatever happens to rows and rights. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { GrantObject } from '../../../rbac/types.ts';
import { encodeObjectKey } from '../../../schema/object-id.ts';
import { ChangingFleet, CLUSTERS, healthy, type Caller } from './changing-fleet.ts';
import { apply, changes, list } from './changing-list.ts';
import { allow, grant, rowAt } from './scripted-fleet.ts';

const callers: readonly Caller[] = [{ user: 'admin' }, { user: 'tom', groups: ['team-a'] }, { user: 'nobody' }, { user: 'named' }];
const roles: readonly (readonly GrantObject[])[] = [
  grant('group:team-a', allow('list', 'pods'), 'team-a'),
  grant('group:team-a', allow('list', '*'), 'team-b'),
  grant('tom', allow('list', 'deployments')),
  grant('named', allow('get', 'pods', 'web', 'db'), 'team-a'),
  grant('nobody', allow('list', 'namespaces')),
  grant('admin', allow('list', '*')),
];
const filters: readonly object[] = [
  {},
  { clusters: ['leaf-01'] },
  { kinds: ['Pod'], statuses: ['FAILED'] },
  { labelSelector: 'app=web', not: { namespaces: ['team-b'] } },
  { or: [{ names: ['web'] }, { suspended: true }] },
];
const anyRow = fc
  .record({
    cluster: fc.constantFrom(...CLUSTERS),
    kind: fc.constantFrom('Pod', 'Deployment'),
    place: fc.constantFrom('team-a/web', 'team-a/db', 'team-b/web', 'team-b/x'),
    status: fc.constantFrom('CURRENT' as const, 'FAILED' as const),
    suspended: fc.boolean(),
    app: fc.constantFrom('web', 'db'),
  })
  .map(({ cluster, kind, place, status, suspended, app }) => rowAt(cluster, kind, place, { status, suspended, labels: { app } }));
const anyStep = fc.oneof(
  { arbitrary: fc.record({ put: fc.array(anyRow, { minLength: 1, maxLength: 4 }) }), weight: 4 },
  { arbitrary: fc.record({ deleted: anyRow }), weight: 2 },
  { arbitrary: fc.record({ role: fc.nat(roles.length - 1), at: fc.constantFrom(...CLUSTERS), given: fc.boolean() }), weight: 3 },
  fc.record({ closed: fc.constantFrom(...CLUSTERS) }),
  { arbitrary: fc.record({ asked: fc.constant(true) }), weight: 3 },
);

describe('whatever becomes of rows and roles', () => {
  it('changes lead every caller from the list they had to the list they have', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 20 }), async steps => {
        const fleet = await ChangingFleet.open();
        for (const cluster of CLUSTERS) await fleet.write(cluster, { state: healthy, grantPuts: [...roles[5]!] });
        const readers = await Promise.all(
          callers.flatMap(caller => filters.map(async filter => ({ caller, filter, ...(await list(fleet, caller, filter)) }))),
        );
        for (const step of [...steps, { asked: true }]) {
          if ('put' in step) for (const it of step.put) await fleet.put(it);
          else if ('deleted' in step) await fleet.write(step.deleted.cluster, { deletes: [encodeObjectKey(step.deleted)] });
          else if ('role' in step)
            await (step.given ? fleet.grant(step.at, ...roles[step.role]!) : fleet.revoke(step.at, ...roles[step.role]!));
          else if ('closed' in step) {
            // Closed until the next word about its state.
            const grants = { complete: false, confirmedAgo: 0, reason: '' } as const;
            await fleet.write(step.closed, { state: { ...healthy, grants } });
          } else
            for (const reader of readers) {
              const told = await changes(fleet, reader.caller, reader.resume, reader.filter);
              const now = await list(fleet, reader.caller, reader.filter);
              expect(told.reset).toBeNull();
              expect(apply(reader.ids, told.changes)).toEqual(now.ids);
              expect(told.totalCount).toBe(now.total);
              Object.assign(reader, { ids: now.ids, resume: told.resume });
            }
        }
        await fleet.close();
      }),
      { numRuns: 25 },
    );
  });
});
