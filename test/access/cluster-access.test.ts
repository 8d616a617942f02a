/** What of a caller's rights on one cluster is told in a few lines. */
import { describe, expect, it } from '@jest/globals';
import { Yielder } from '../../async/yielder.ts';
import { accessOf } from '../../access/cluster-access.ts';
import type { Resource, ScopeVisibility, Visibility } from '../../rbac/types.ts';
import { RESOURCES } from '../subgraphs/fleet/scripted-fleet.ts';

const number = (kind: string): number => RESOURCES.findIndex(it => it.kind === kind);
const scope = (listed: readonly string[], names: Readonly<Record<string, string>>): ScopeVisibility => ({
  list: Uint8Array.from(RESOURCES, ({ kind }) => (listed.includes(kind) ? 1 : 0)),
  names: new Map(Object.entries(names).map(([kind, name]) => [number(kind), new Set([name])])),
});
const told = (cluster: ScopeVisibility, inTeamA: ScopeVisibility, named: readonly Resource[]) => {
  const visibility: Visibility = { resources: RESOURCES, cluster, namespaces: new Map([['team-a', inTeamA]]), empty: false };
  return accessOf('leaf', visibility, named, new Yielder('jane', new AbortController().signal));
};

describe('that something is visible by its name alone', () => {
  const nothing = scope([], {});
  const pods = RESOURCES.filter(({ kind }) => kind === 'Pod');

  it.each<[string, boolean, ScopeVisibility, ScopeVisibility, readonly Resource[]]>([
    ['is told where a name is spelled out in a namespace', true, nothing, scope([], { Pod: 'web' }), pods],
    ['is told where a name is spelled out everywhere', true, scope([], { Pod: 'web' }), nothing, pods],
    ['is not told of a kind that may be listed everywhere', false, scope(['Pod'], {}), scope([], { Pod: 'web' }), pods],
    ['is not told of a kind that may be listed there', false, nothing, scope(['Pod'], { Pod: 'web' }), pods],
    ['is not told of a kind that may not be named', false, nothing, scope([], { Pod: 'web' }), []],
    ['is not told where there are no names', false, scope(['Pod'], {}), scope(['Pod'], {}), pods],
  ])('%s', async (_case, byName, cluster, inTeamA, named) => {
    expect((await told(cluster, inTeamA, named)).byName).toBe(byName);
  });
});
