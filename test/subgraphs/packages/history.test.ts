/** The history of an object: its changes, the callers who may read it, and its result without data. */
import { describe, expect, it } from '@jest/globals';
import { allow, grant } from '../fleet/scripted-fleet.ts';
import { commit, sync } from './objects.ts';
import { NOW, PackageFleet, ROOT } from './package-fleet.ts';

const ID = 'leaf/configsync.gke.io/RootSync/system/web';
const HISTORY = `query ($id: ID!, $first: Int) {
  _entities(representations: [{ __typename: "KubernetesObject", id: $id }]) {
    ... on KubernetesObject { history(first: $first) { at status suspended reason revision } }
  }
}`;
const failing = { syncing: { errorSourceRefs: ['SyncStatusErrors'], reason: 'Sync' } };
const BLIND = grant('blind', allow('list', 'secrets'));

async function opened(): Promise<PackageFleet> {
  const fleet = await PackageFleet.open({ leaf: { objects: [sync('system/web')], grants: [...ROOT, ...BLIND] } });
  await fleet.write('leaf', { objects: [sync('system/web', failing)] });
  await fleet.write('leaf', { objects: [sync('system/web', { applied: commit('b') })] });
  return fleet;
}
const requested = async (fleet: PackageFleet, variables: object = {}, user = 'root') => {
  const { data, errors } = await fleet.ask(HISTORY, { id: ID, ...variables }, user);
  return errors ? errors[0] : data._entities[0].history;
};

describe('the history of an object', () => {
  it('has each change of the status, newest first, as many as are asked for', async () => {
    await using fleet = await opened();
    const at = new Date(NOW).toISOString();
    const reported = [
      { at, status: 'CURRENT', suspended: false, reason: 'Sync', revision: commit('b') },
      { at, status: 'FAILED', suspended: false, reason: 'SyncErrors', revision: commit('a') },
      { at, status: 'CURRENT', suspended: false, reason: 'Sync', revision: commit('a') },
    ];
    expect(await requested(fleet)).toEqual(reported);
    expect(await requested(fleet, { first: 1 })).toEqual(reported.slice(0, 1));
    expect(await requested(fleet, { first: 0 })).toEqual([]);
  });

  it('is hidden with the object, and absent with it', async () => {
    await using fleet = await opened();
    expect(await requested(fleet, {}, 'blind')).toBeNull();
    expect(await requested(fleet, {}, 'nobody')).toBeNull();
    expect(await requested(fleet, { id: ID.replace('web', 'other') })).toBeNull();
    await fleet.write('leaf', {}, [sync('system/web')]);
    expect(await requested(fleet)).toBeNull();
    await fleet.write('leaf', { objects: [sync('system/web', { metadata: { uid: 'another' } })] });
    expect(await requested(fleet)).toHaveLength(1);
  });

  it.each([33, -1])('takes no number of %s changes', async first => {
    await using fleet = await opened();
    expect(await requested(fleet, { first })).toMatchObject({
      message: `first: ${first} is no number of changes. Ask for 0 to 32.`,
      extensions: { code: 'BAD_USER_INPUT', argument: 'first' },
    });
  });
});
