/**
 * Names of namespaces and kinds that a caller may know, on clusters with live reviews and in very large numbers. Also
 * the kind that a short name means.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { AccessFrame } from '../../access/frame.ts';
import type { RequestView } from '../../access/request-access.ts';
import { shortNamesOn, VisibleNames, wordsOn } from '../../access/visible-names.ts';
import { grantKey, type Resource, type ScopeVisibility, type Visibility } from '../../rbac/types.ts';
import type { ClusterIndex, ReadModel } from '../../readmodel/readmodel.ts';
import { pageOfNames } from '../../subgraphs/arguments.ts';
import { allow, grant, RESOURCES } from '../subgraphs/fleet/scripted-fleet.ts';

describe('visible names', () => {
  const listsAll: ScopeVisibility = { list: new Uint8Array(RESOURCES.length).fill(1), names: new Map() };
  const listsNothing: ScopeVisibility = { list: new Uint8Array(RESOURCES.length), names: new Map() };

  function visibilityIn(namespaces: readonly string[]): Visibility {
    return {
      resources: RESOURCES,
      cluster: listsNothing,
      namespaces: new Map(namespaces.map(name => [name, listsAll])),
      empty: false,
    };
  }

  function names(
    clusters: Readonly<Record<string, { visible: Visibility; rows: Iterable<string>; objects?: readonly string[] }>>,
    { requested, kept = new Map() }: { requested: boolean; kept?: Map<string, readonly string[]> },
  ): VisibleNames {
    const grants = {
      revision: 1,
      objects: new Map(grant('jane', allow('list', 'pods'), 'bound').map(object => [grantKey(object), object])),
    };
    const of = (only?: readonly string[]) => Object.entries(clusters).filter(([name]) => only?.includes(name) ?? true);
    const readModel: Partial<ReadModel> = {
      clusters: () =>
        Object.keys(clusters).map(
          cluster => ({ cluster, grants, resources: RESOURCES }) as Partial<ClusterIndex> as ClusterIndex,
        ),
      cluster: cluster => ({ cluster, grants, resources: RESOURCES }) as Partial<ClusterIndex> as ClusterIndex,
      kinds: async () => new Map(),
      namespaces: async (_, only) => new Map(of(only).map(([name, { rows }]) => [name, rows as string[]])),
      namesOf: async (_, { clusters: only }) => new Map(of(only).map(([name, { objects = [] }]) => [name, objects])),
    };
    const access: Partial<RequestView> = {
      prepareFor: async () => name => clusters[name]?.visible,
      isRequested: () => requested,
      byName: visibility => visibility,
      identityOn: () => ({ user: 'jane', groups: [], uid: '', extra: {} }),
      namespacesOn: ({ cluster }) => kept.get(cluster),
      keepNamespaces: (cluster, { names }) => void kept.set(cluster, names),
    };
    return new VisibleNames({
      readModel,
      access,
      identity: { user: 'jane', groups: [], uid: '', extra: {} },
      signal: new AbortController().signal,
    } as unknown as AccessFrame);
  }

  describe('namespaces', () => {
    const cluster = {
      visible: visibilityIn(['bound', 'only-hidden-rows', 'seen']),
      rows: ['seen'],
      objects: ['object'],
    };

    it('are those of visible rows, of visible Namespaces, and those in which a RoleBinding lets the caller list', async () => {
      expect(await names({ leaf: cluster }, { requested: false }).namespaces()).toEqual([
        { cluster: 'leaf', names: ['bound', 'object', 'only-hidden-rows', 'seen'] },
      ]);
    });

    it('of a cluster that was asked itself do not tell of which namespaces it was asked', async () => {
      expect(await names({ leaf: cluster }, { requested: true }).namespaces()).toEqual([
        { cluster: 'leaf', names: ['bound', 'object', 'seen'] },
      ]);
    });

    it('are read of those clusters alone of which they are not known from an earlier request', async () => {
      const kept = new Map<string, readonly string[]>([['known', ['earlier']]]);
      const found = await names({ leaf: cluster, known: cluster }, { requested: false, kept }).namespaces();
      expect(found).toEqual([
        { cluster: 'known', names: ['earlier'] },
        { cluster: 'leaf', names: ['bound', 'object', 'only-hidden-rows', 'seen'] },
      ]);
      expect(kept.get('leaf')).toEqual(['bound', 'object', 'only-hidden-rows', 'seen']);
    });

    it('of some clusters are read there alone', async () => {
      const read: string[] = [];
      const other = {
        visible: visibilityIn(['elsewhere']),
        rows: { [Symbol.iterator]: () => (read.push('other'), [][Symbol.iterator]()) },
      };
      const found = await names(
        { leaf: cluster, other: { ...cluster, ...(other as object) } },
        { requested: false },
      ).namespaces(['leaf']);
      expect([new Set(found.map(({ cluster }) => cluster)), read]).toEqual([new Set(['leaf']), []]);
    });

    it('of each cluster come by name, however many they are', async () => {
      const many = Array.from({ length: 10_000 }, (_, i) => `team-${(i * 7_919) % 10_000}`);
      const half = { visible: visibilityIn([]), rows: many.slice(0, 5_000) };
      const found = await names({ b: { ...half, rows: many }, a: half }, { requested: false }).namespaces();
      expect(found).toEqual([
        { cluster: 'a', names: many.slice(0, 5_000).sort() },
        { cluster: 'b', names: many.toSorted() },
      ]);
    });

    it('are told and filtered a few at a time, so that others have their turns meanwhile', async () => {
      const many = Array.from({ length: 30_000 }, (_, i) => `team-${i}`);
      const requested = names({ leaf: { visible: visibilityIn([]), rows: many } }, { requested: false });
      await requested.namespaces();
      await nextTurn();
      // Each read of the clock advances the clock by five milliseconds, so that each check finds the turn used up.
      let now = 0;
      const clock = performance.now;
      performance.now = () => (now += 5);
      let judged = 0;
      let most = 0;
      let isOver = false;
      const others = (async () => {
        for (let before = 0; !isOver; before = judged) {
          await nextTurn();
          most = Math.max(most, judged - before);
        }
      })();
      try {
        const found = await requested.namespacesWhere(name => ++judged > 0 && name.endsWith('7'));
        expect([found[0]?.names.length, judged]).toEqual([3_000, 30_000]);
      } finally {
        isOver = true;
        await nextTurn();
        performance.now = clock;
        await others;
      }
      expect(most).toBeLessThanOrEqual(2 * 1_024);
    });
  });

  describe('a page of names', () => {
    it('begins behind its cursor without a look at what comes before', () => {
      const all = Array.from({ length: 50_000 }, (_, i) => String(i).padStart(6, '0'));
      let looked = 0;
      const page = (after?: string) =>
        pageOfNames(all, { first: 3, ...(after !== undefined && { after }) }, name => {
          looked++;
          return [name];
        });
      const cursorOf = (name: string) => Buffer.from(JSON.stringify([name])).toString('base64url');
      expect(page(cursorOf('040000')).edges.map(({ node }) => node)).toEqual(['040001', '040002', '040003']);
      expect(page(cursorOf('0400005'))).toMatchObject({
        edges: { 0: { node: '040001' } },
        hasNextPage: true,
        hasPreviousPage: true,
      });
      expect(page(cursorOf('999999'))).toMatchObject({ edges: { length: 0 }, hasNextPage: false });
      expect(page(cursorOf(''))).toMatchObject({ edges: { 0: { node: '000000' } }, hasPreviousPage: false });
      expect(looked).toBeLessThan(4 * 25);
    });

    const letters = [...'abcdefg'];
    const cursorOf = (name: string) => Buffer.from(JSON.stringify([name])).toString('base64url');
    it.each([
      [{ last: 3 }, 'efg', true, false],
      [{ last: 3, before: 'e' }, 'bcd', true, true],
      [{ last: 3, before: 'b' }, 'a', false, true],
      [{ last: 9, before: 'dd' }, 'abcd', false, true],
      [{ first: 2, before: 'g', after: 'c' }, 'de', true, true],
      [{ last: 2, before: 'c', after: 'b' }, '', true, true],
      [{ last: 2, before: 'b', after: 'e' }, '', true, true],
      [{ last: 0 }, '', true, false],
    ])('is taken from either end: %j is %s', (requested, expected, hasPreviousPage, hasNextPage) => {
      const cursors = Object.fromEntries(
        Object.entries(requested).map(([name, value]) => [name, typeof value === 'string' ? cursorOf(value) : value]),
      );
      const page = pageOfNames(letters, cursors, name => [name]);
      expect(page.edges.map(({ node }) => node).join('')).toBe(expected);
      expect(page).toMatchObject({ hasPreviousPage, hasNextPage });
    });
  });

  describe('kinds', () => {
    it('of clusters that serve alike are one list, so that their short names are read once', async () => {
      const part: ScopeVisibility = {
        list: Uint8Array.from(RESOURCES, (_, number) => (number < 2 ? 1 : 0)),
        names: new Map(),
      };
      const all: Visibility = { resources: RESOURCES, cluster: listsAll, namespaces: new Map(), empty: false };
      const some = (): Visibility => ({ resources: RESOURCES, cluster: part, namespaces: new Map(), empty: false });
      const rows: string[] = [];
      const clusters = { a: { visible: all, rows }, b: { visible: some(), rows }, c: { visible: some(), rows } };
      const kinds = await names(clusters, { requested: false }).kindsOn(['a', 'b', 'c']);
      expect(kinds.get('a')).toBe(RESOURCES);
      expect(kinds.get('b')).toEqual(RESOURCES.slice(0, 2));
      expect(kinds.get('c')).toBe(kinds.get('b'));
    });
  });
});

describe('short names', () => {
  const resource = (
    group: string,
    kind: string,
    version: string,
    shortNames: string[],
    categories?: string[],
  ): Resource => ({
    ...{ group, version, kind, plural: `${kind.toLowerCase()}s`, namespaced: true, shortNames },
    ...(categories && { categories }),
  });
  const meanings = (...resources: Resource[]) =>
    Object.fromEntries([...shortNamesOn(resources)].map(([name, { group, kind }]) => [name, `${kind}.${group}`]));

  it('is the one that has it', () => {
    expect(meanings(resource('', 'Pod', 'v1', ['po']), resource('apps', 'Deployment', 'v1', ['deploy']))).toEqual({
      po: 'Pod.',
      deploy: 'Deployment.apps',
    });
  });

  it('is the one of the group that API servers list first, whatever the order', () => {
    const [core, other] = [resource('', 'Event', 'v1', ['ev']), resource('events.k8s.io', 'Event', 'v1', ['ev'])];
    expect([meanings(core, other), meanings(other, core)]).toEqual([{ ev: 'Event.' }, { ev: 'Event.' }]);
  });

  it('is the first by version and name among groups of custom resources', () => {
    const snapshot = resource('snapshot.storage.k8s.io', 'VolumeSnapshot', 'v1', ['vs']);
    expect(meanings(resource('networking.istio.io', 'VirtualService', 'v1', ['vs']), snapshot)).toEqual({
      vs: 'VirtualService.networking.istio.io',
    });
    expect(meanings(resource('networking.istio.io', 'VirtualService', 'v1beta1', ['vs']), snapshot)).toEqual({
      vs: 'VolumeSnapshot.snapshot.storage.k8s.io',
    });
  });

  it('is none where a resource has that name itself', () => {
    expect(meanings(resource('', 'Pod', 'v1', ['po']), resource('a.io', 'Widget', 'v1', ['pods', 'pod', 'w']))).toEqual(
      {
        po: 'Pod.',
        w: 'Widget.a.io',
      },
    );
  });

  it('means a kind for certain with its group, and a category means all that are in it', () => {
    const resources = [resource('a.io', 'A', 'v1', ['x'], ['all']), resource('b.io', 'B', 'v1', ['x'], ['all'])];
    const words = [...wordsOn(resources)].map(([word, kinds]) => [word, Array.from(kinds, ({ kind }) => kind)]);
    expect(Object.fromEntries(words)).toEqual({ all: ['A', 'B'], x: ['A'], 'x.a.io': ['A'], 'x.b.io': ['B'] });
  });

  it('is read once from a list of resources, which many clusters share', () => {
    const resources = [resource('', 'Pod', 'v1', ['po'], ['all'])];
    expect(wordsOn(resources)).toBe(wordsOn(resources));
    expect(shortNamesOn(resources)).toBe(shortNamesOn(resources));
  });
});
