/** Summary of a caller's permissions on one cluster, in a few lines. */
import { describe, expect, it } from '@jest/globals';
import { Yielder } from '../../async/fair-turns.ts';
import { accessOf } from '../../access/cluster-access.ts';
import type { Resource, ScopeVisibility, Visibility } from '../../rbac/types.ts';
import { RESOURCES } from '../subgraphs/fleet/scripted-fleet.ts';

const number = (kind: string): number => RESOURCES.findIndex(it => it.kind === kind);
const scope = (listed: readonly string[], names: Readonly<Record<string, string>>): ScopeVisibility => ({
  list: Uint8Array.from(RESOURCES, ({ kind }) => (listed.includes(kind) ? 1 : 0)),
  names: new Map(Object.entries(names).map(([kind, name]) => [number(kind), new Set([name])])),
});
const reported = (cluster: ScopeVisibility, inTeamA: ScopeVisibility, named: readonly Resource[]) => {
  const visibility: Visibility = {
    resources: RESOURCES,
    cluster,
    namespaces: new Map([['team-a', inTeamA]]),
    empty: false,
  };
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
    expect((await reported(cluster, inTeamA, named)).byName).toBe(byName);
  });
});

describe('what may be listed', () => {
  const kindsOf = (...kinds: string[]) => scope(kinds, {});
  const nothing = kindsOf();
  const summary = (cluster: ScopeVisibility, namespaces: Readonly<Record<string, ScopeVisibility>>) =>
    accessOf(
      'leaf',
      { resources: RESOURCES, cluster, namespaces: new Map(Object.entries(namespaces)), empty: false },
      RESOURCES,
      new Yielder('jane', new AbortController().signal),
    );

  it('everywhere is told by kind, with its group', async () => {
    expect(await summary(kindsOf('Pod', 'Namespace', 'Deployment'), {})).toEqual({
      ...{ cluster: { name: 'leaf' }, everywhere: ['Deployment.apps', 'Namespace', 'Pod'] },
      ...{ inNamespaces: [], byName: false, truncated: false },
    });
  });

  it('in namespaces is told together where it is the same, the most first, then by kind', async () => {
    const [pods, alsoPods, all] = [kindsOf('Pod'), kindsOf('Pod'), kindsOf('Pod', 'HelmRelease', 'Kustomization')];
    expect(
      (await summary(nothing, { e: kindsOf('Kustomization'), d: all, b: pods, c: nothing, a: alsoPods })).inNamespaces,
    ).toEqual([
      { kinds: ['Pod'], namespaces: ['a', 'b'], namespaceCount: 2 },
      {
        kinds: ['HelmRelease.helm.toolkit.fluxcd.io', 'Kustomization.kustomize.toolkit.fluxcd.io', 'Pod'],
        ...{ namespaces: ['d'], namespaceCount: 1 },
      },
      { kinds: ['Kustomization.kustomize.toolkit.fluxcd.io'], namespaces: ['e'], namespaceCount: 1 },
    ]);
  });

  it('everywhere, or is of no namespace, is not told of namespaces', async () => {
    expect(
      (await summary(kindsOf('Pod'), { a: kindsOf('Pod', 'Namespace'), b: kindsOf('Deployment') })).inNamespaces,
    ).toEqual([{ kinds: ['Deployment.apps'], namespaces: ['b'], namespaceCount: 1 }]);
  });

  it.each([
    [20, 20, false],
    [21, 20, true],
  ])('in %i namespaces names %i of them', async (count, named, truncated) => {
    const names = Array.from({ length: count }, (_, i) => `ns-${String(i).padStart(2, '0')}`);
    const pods = kindsOf('Pod');
    const reported = await summary(nothing, Object.fromEntries(names.toReversed().map(name => [name, pods])));
    expect(reported).toMatchObject({
      truncated,
      inNamespaces: [{ namespaces: names.slice(0, named), namespaceCount: count }],
    });
  });

  it.each([
    [20, false],
    [21, true],
  ])('in %i ways is told of twenty', async (count, truncated) => {
    // Each namespace shows a different set of kinds, selected by the bits of its number.
    const resources = Array.from({ length: 6 }, (_, i) => ({
      ...RESOURCES[1]!,
      kind: `Kind${i}`,
      plural: `kinds${i}`,
    }));
    const list = (bits: number) => Uint8Array.from(resources, (_, i) => (bits >> i) & 1);
    const namespaces = new Map(
      Array.from({ length: count }, (_, i) => [`ns-${i}`, { list: list(i + 1), names: new Map() }]),
    );
    const visibility: Visibility = {
      resources,
      cluster: { list: list(0), names: new Map() },
      namespaces,
      empty: false,
    };
    const reported = await accessOf('leaf', visibility, [], new Yielder('jane', new AbortController().signal));
    expect([reported.inNamespaces.length, reported.truncated]).toEqual([20, truncated]);
  });

  it('in very many namespaces lets others have their turns meanwhile', async () => {
    const pods = kindsOf('Pod');
    let turns = 0;
    const visibility: Visibility = {
      ...{ resources: RESOURCES, cluster: nothing, empty: false },
      namespaces: new Map(Array.from({ length: 1_023 }, (_, i) => [`ns-${i}`, pods])),
    };
    await accessOf('leaf', visibility, [], { take: async () => void turns++ } as Yielder);
    expect(turns).toBe(3);
  });

  it('is read once of a scope that namespaces share', async () => {
    let read = 0;
    const shared = {
      names: new Map(),
      get list() {
        read++;
        return nothing.list;
      },
    };
    await summary(nothing, { a: shared, b: shared, c: shared });
    const first = read;
    await summary(nothing, { a: shared });
    expect(read).toBe(2 * first);
  });
});
