/** `objectChanges` as clients see it: payloads, tokens, resets. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { encodeObjectId, encodeObjectKey } from '../../../schema/object-id.ts';
import { ChangingFleet, healthy, type Caller, type ChangingFleetOptions } from './changing-fleet.ts';
import { changes, CHANGES, list } from './changing-list.ts';
import { allow, grant, rowAt } from './scripted-fleet.ts';

const open: ChangingFleet[] = [];
afterEach(() => Promise.all(open.splice(0).map(fleet => fleet.close())));

async function openFleet(options?: ChangingFleetOptions): Promise<ChangingFleet> {
  const fleet = await ChangingFleet.open(options);
  open.push(fleet);
  return fleet;
}

const admin: Caller = { user: 'admin' };
const tom: Caller = { user: 'tom', groups: ['team-a'] };
const teamPods = grant('group:team-a', allow('list', 'pods'), 'team-a');
const [web, db] = [rowAt('leaf-01', 'Pod', 'team-a/web'), rowAt('leaf-01', 'Pod', 'team-b/db')];

async function filled(options?: ChangingFleetOptions): Promise<ChangingFleet> {
  const fleet = await openFleet(options);
  await fleet.write('leaf-01', {
    puts: [web, db],
    grantPuts: [...grant('admin', allow('list', '*')), ...teamPods],
    state: healthy,
  });
  return fleet;
}

describe('changes of a list', () => {
  it('tell what entered, changed and left, and how many there are', async () => {
    const fleet = await filled();
    const { resume, total } = await list(fleet, admin, { statuses: ['CURRENT'] });
    expect(total).toBe(2);
    await fleet.write('leaf-01', {
      puts: [{ ...web, message: 'up' }, { ...db, status: 'FAILED' }, rowAt('leaf-01', 'Pod', 'team-a/new')],
    });
    const reported = await changes(fleet, admin, resume, { statuses: ['CURRENT'] });
    expect(reported).toMatchObject({ reset: null, totalCount: 2 });
    expect(reported.changes).toHaveLength(3);
    expect(reported.changes).toEqual(
      expect.arrayContaining([
        { type: 'UPDATE', id: encodeObjectId(web), object: expect.objectContaining({ status: 'CURRENT' }) },
        { type: 'LEAVE', id: encodeObjectId(db), object: expect.objectContaining({ status: 'FAILED' }) },
        { type: 'ENTER', id: 'leaf-01//Pod/team-a/new', object: expect.objectContaining({ status: 'CURRENT' }) },
      ]),
    );
    await fleet.write('leaf-01', { deletes: [encodeObjectKey(web)] });
    const then = await changes(fleet, admin, reported.resume, { statuses: ['CURRENT'] });
    expect(then).toMatchObject({ totalCount: 1, changes: [{ type: 'LEAVE', object: null }] });
    expect((await changes(fleet, admin, then.resume, { statuses: ['CURRENT'] })).changes).toEqual([]);
  });

  it('tell a lost right as REVOKED, nothing of the object after it, and a right that is given as ENTER', async () => {
    const fleet = await filled();
    const { resume, ids } = await list(fleet, tom);
    expect([...ids]).toEqual([encodeObjectId(web)]);
    await fleet.revoke('leaf-01', ...teamPods);
    const lost = await changes(fleet, tom, resume);
    expect(lost).toMatchObject({
      totalCount: 0,
      changes: [{ type: 'REVOKED', id: encodeObjectId(web), object: null }],
    });
    await fleet.put({ ...web, status: 'FAILED' });
    const after = await changes(fleet, tom, lost.resume);
    expect(after.changes).toEqual([]);
    await fleet.grant('leaf-01', ...teamPods);
    expect((await changes(fleet, tom, after.resume)).changes).toMatchObject([
      { type: 'ENTER', object: { status: 'FAILED' } },
    ]);
  });

  const refusal = [expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT', argument: 'since' } })];
  it.each<[string, (token: string, fleet: ChangingFleet) => string | Promise<string>, Caller?, object?]>([
    ['is empty', () => ''],
    ['is no token', () => 'since'],
    ['is longer than any', token => token + 'A'.repeat(10_000)],
    ['was cut', token => token.slice(0, -4)],
    ['was added to', token => `${token}AAAA`],
    ['was padded', token => `${token}=`],
    ['was altered at its end', token => flipped(token, 60)],
    ['was altered in its middle', token => flipped(token, 30)],
    ['was altered at its beginning', token => flipped(token, 0)],
    ['is of another caller', async (_, fleet) => (await list(fleet, tom)).resume],
    ['is of the same caller under another name', token => token, { user: 'Admin' }],
    ['is of another filter', async (_, fleet) => (await list(fleet, admin, { names: ['web'] })).resume],
  ])('are refused for a token that %s, by one sentence for all', async (_what, altered, caller = admin) => {
    const fleet = await filled();
    const { resume } = await list(fleet, admin);
    const { data, errors } = await fleet.ask(caller, CHANGES, { since: await altered(resume, fleet) });
    expect(data.objectChanges).toBeNull();
    expect(errors).toEqual(refusal);
    expect(errors[0].message).toBe(
      'since: this is not a token of yours for this filter. Send `resume` of an earlier answer to the same filter, as it came.',
    );
  });

  it('go on from a token in every byte of which nothing was altered, and from no other', async () => {
    const fleet = await filled();
    const { resume } = await list(fleet, admin);
    for (let at = 0; at < Buffer.from(resume, 'base64url').length; at++) {
      const { errors } = await fleet.ask(admin, CHANGES, { since: flipped(resume, at) });
      expect(errors).toEqual(refusal);
    }
    expect((await changes(fleet, admin, resume)).reset).toBeNull();
  });

  it('take a filter for the same that only is spelled otherwise', async () => {
    const fleet = await filled();
    const { resume } = await list(fleet, admin, { kinds: ['Pod', 'Deployment'], name: { glob: 'w*' } });
    const reported = await changes(fleet, admin, resume, {
      statuses: null,
      name: { ignoreCase: true, glob: 'w*' },
      kinds: ['Deployment', 'Pod', 'Pod'],
    });
    expect(reported).toMatchObject({ reset: null, changes: [] });
  });

  it('can be asked for again from any token, also an older one', async () => {
    const fleet = await filled();
    const { resume } = await list(fleet, admin);
    await fleet.put({ ...web, status: 'FAILED' });
    const first = await changes(fleet, admin, resume);
    await fleet.put({ ...db, status: 'FAILED' });
    expect((await changes(fleet, admin, first.resume)).changes).toHaveLength(1);
    expect((await changes(fleet, admin, resume)).changes).toHaveLength(2);
    expect((await changes(fleet, admin, first.resume)).changes).toHaveLength(1);
  });

  it('begin anew where they cannot be told, and say why', async () => {
    const fleet = await filled({ changesAtOnce: 2, journal: { changes: 10, windowMs: 600_000 } });
    const { resume } = await list(fleet, admin);
    const many = (count: number, status: 'FAILED' | 'CURRENT') =>
      fleet.put(...Array.from({ length: count }, (_, i) => rowAt('leaf-01', 'Pod', `team-a/pod-${i}`, { status })));
    await many(3, 'CURRENT');
    expect(await changes(fleet, admin, resume)).toMatchObject({ reset: 'TOO_MANY', changes: [], totalCount: 5 });
    await many(9, 'FAILED');
    expect(await changes(fleet, admin, resume)).toMatchObject({ reset: 'TOO_OLD', changes: [], totalCount: 11 });
    const another = await filled();
    expect(await changes(another, admin, resume)).toMatchObject({ reset: 'TOO_OLD', changes: [], totalCount: 2 });
    const { resume: toms } = await list(fleet, tom);
    expect(await changes(fleet, { ...tom, groups: ['team-a', 'team-b'] }, toms)).toMatchObject({
      reset: 'RIGHTS_UNKNOWN',
      changes: [],
    });
  });

  it('hold the same in their tokens for all: one length, and nothing that can be read', async () => {
    const fleet = await filled();
    const tokens = [await list(fleet, admin), await list(fleet, tom), await list(fleet, { user: 'nobody' })].map(
      ({ resume }) => resume,
    );
    await fleet.put({ ...web, status: 'FAILED' });
    tokens.push((await changes(fleet, admin, tokens[0]!)).resume);
    expect(new Set(tokens.map(token => token.length)).size).toBe(1);
    expect(tokens[0]!.length).toBeLessThan(110);
    expect(new Set(tokens).size).toBe(4);
  });
});

function flipped(token: string, at: number): string {
  const bytes = Buffer.from(token, 'base64url');
  bytes[at] = bytes[at]! ^ 1;
  return bytes.toString('base64url');
}
