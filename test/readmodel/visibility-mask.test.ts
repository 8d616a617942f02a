/**
 * The masks beside the plain reading of the rule, row by row, while rows, resources and views come and go: the same masks are asked again
 * and again, so that whatever is kept of them must be kept rightly.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { finish } from '../../readmodel/gate.ts';
import { ViewMasks } from '../../readmodel/view-masks.ts';
import { RowTable } from '../../readmodel/rows/row-table.ts';
import {
  BY_NAME,
  CompiledView,
  KeptMask,
  HIDDEN,
  VISIBLE,
  type ServedResources,
  type ShownCluster,
  type ViewMask,
} from '../../readmodel/visibility-mask.ts';
import type { View } from '../../readmodel/query.ts';
import type { PlaceSieve } from '../../readmodel/place-sieves.ts';
import type { Resource, Visibility } from '../../rbac/types.ts';
import { encodeObjectId } from '../../schema/object-id.ts';
import type { Row } from '../../store/store.ts';
import { EVERYTHING, row, scope, visibility } from './fixtures.ts';

const CLUSTERS = ['leaf-01', 'leaf-02'];
const NAMESPACES = ['', 'x', 'y'];
const NAMES = ['n1', 'n2'];

const resource = (kind: string, plural: string, more: Partial<Resource> = {}): Resource => ({
  ...{ group: '', version: 'v1', kind, plural, namespaced: true },
  ...more,
});
/** Two kinds are of one name in two groups, one is served by two resources, and one by two that do not agree on its scope. */
const RESOURCES: readonly Resource[] = [
  resource('Pod', 'pods'),
  resource('Event', 'events'),
  resource('Event', 'events', { group: 'events.k8s.io' }),
  resource('Namespace', 'namespaces', { namespaced: false }),
  resource('Twin', 'twins'),
  resource('Twin', 'twinlings'),
  resource('Odd', 'odds'),
  resource('Odd', 'oddities', { namespaced: false }),
];
const KINDS = [...RESOURCES.map(({ group, kind }) => ({ group, kind })), { group: '', kind: 'Unserved' }];

const resources = fc.oneof({ weight: 3, arbitrary: fc.constant(RESOURCES) }, { weight: 1, arbitrary: fc.shuffledSubarray([...RESOURCES]) });

const visibilities: fc.Arbitrary<Visibility> = resources.chain(resources => {
  const part = fc.record({
    list: fc.array(fc.nat(Math.max(resources.length - 1, 0)), { maxLength: 3 }),
    names: fc.array(fc.tuple(fc.nat(Math.max(resources.length - 1, 0)), fc.subarray(NAMES)), { maxLength: 2 }),
  });
  const scopes = part.map(({ list, names }) => ({
    list: Uint8Array.from(resources, (_, number) => (list.includes(number) ? 1 : 0)),
    names: new Map(names.map(([number, shown]) => [number, new Set(shown)])),
  }));
  return fc.record({
    resources: fc.constant(resources),
    cluster: scopes,
    namespaces: fc.array(fc.tuple(fc.constantFrom(...NAMESPACES), scopes), { maxLength: 3 }).map(entries => new Map(entries)),
    empty: fc.nat(7).map(n => n === 0),
  });
});

const rows: fc.Arbitrary<Row> = fc
  .record({
    cluster: fc.constantFrom(...CLUSTERS),
    namespace: fc.constantFrom(...NAMESPACES),
    kind: fc.constantFrom(...KINDS),
    name: fc.constantFrom(...NAMES),
  })
  .map(({ kind, ...id }) => row({ ...id, ...kind }));

type Step = (world: World) => void;
const choice = fc.option(fc.nat(3), { freq: 5, nil: undefined });
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: rows.map(
      (row): Step =>
        world =>
          void world.table.put(row),
    ),
  },
  {
    weight: 2,
    arbitrary: rows.map(
      (row): Step =>
        ({ table }) =>
          table.find(row) !== 0 && table.remove(table.find(row)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...CLUSTERS), fc.option(resources, { freq: 4, nil: undefined })).map(
      ([cluster, resources]): Step =>
        world =>
          world.serve(cluster, resources),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat(1), fc.constantFrom(...CLUSTERS), choice).map(
      ([view, cluster, number]): Step =>
        world =>
          world.show(view, cluster, number === undefined ? undefined : world.pool[number]),
    ),
  },
);

class World {
  readonly table = new RowTable();
  readonly masks: ViewMasks;
  /** The views draw from few visibilities, so that they share some. */
  readonly pool: readonly Visibility[];
  readonly views = [new Map<string, Visibility | undefined>(), new Map<string, Visibility | undefined>()];
  readonly #versions: object[] = [{}, {}];
  readonly #kept = [new KeptMask(), new KeptMask()];
  readonly #served = new Map<string, ReturnType<ServedResources>>();
  #revision = 0;

  constructor(pool: readonly Visibility[]) {
    this.pool = pool;
    this.masks = new ViewMasks(
      this.table,
      cluster => this.#served.get(cluster),
      () => this.#revision,
    );
    for (const cluster of CLUSTERS) this.serve(cluster, RESOURCES);
    for (const view of this.views) for (const [i, cluster] of CLUSTERS.entries()) view.set(cluster, pool[i]);
  }

  serve(cluster: string, resources: readonly Resource[] | undefined): void {
    this.#revision++;
    this.#served.set(cluster, resources && { resources, resourcesRevision: this.#revision });
  }

  show(view: number, cluster: string, shown: Visibility | undefined): void {
    this.views[view]!.set(cluster, shown);
    this.#versions[view] = {};
  }

  /** With its version, without, and where nothing is kept of it. */
  ask(view: number): readonly View[] {
    const answer = (cluster: string) => this.views[view]!.get(cluster);
    const mask = this.#kept[view]!;
    return [
      Object.assign((cluster: string) => answer(cluster), { version: () => this.#versions[view], mask }),
      Object.assign((cluster: string) => answer(cluster), { mask }),
      answer,
    ];
  }

  rows(): number[] {
    return CLUSTERS.flatMap(cluster => this.table.ofCluster(cluster));
  }

  /** How a row should be judged: by its place and kind, and by its name. */
  expected(view: View, number: number): { cell: number; visible: boolean } {
    const { cluster, group, kind, namespace, name } = this.table.read(number);
    const visibility = view(cluster);
    const served = this.#served.get(cluster)?.resources.filter(it => it.group === group && it.kind === kind) ?? [];
    if (!visibility || visibility.empty || served.length === 0) return { cell: HIDDEN, visible: false };
    const judged = served.map(it => {
      const known = visibility.resources.findIndex(other => other.group === it.group && other.plural === it.plural);
      if (known === -1 || it.namespaced !== (namespace !== '')) return { all: false, some: false, visible: false };
      const scopes = [visibility.cluster, namespace === '' ? undefined : visibility.namespaces.get(namespace)];
      const all = scopes.some(scope => scope?.list[known] === 1);
      const names = scopes.flatMap(scope => [...(scope?.names.get(known) ?? [])]);
      return { all, some: all || names.length > 0, visible: all || names.includes(name) };
    });
    const cell = judged.every(({ all }) => all) ? VISIBLE : judged.every(({ some }) => some) ? BY_NAME : HIDDEN;
    return { cell, visible: judged.every(({ visible }) => visible) };
  }
}

function maskOf(masks: ViewMasks, view: View): ViewMask {
  return finish(masks.of(view));
}

/** The read model keeps its mask. */
function kept(view: View): View {
  return Object.assign(view, { mask: new KeptMask() });
}

function visiblePlaces({ shown }: ViewMask): number[] {
  return shown.flatMap(({ places }) => [...places]);
}

function cellOf({ columns }: RowTable, { maskOfPlace, grid, width }: ViewMask, row: number): number {
  return grid[maskOfPlace[columns.place[row]!]! * width + columns.kind[row]!]!;
}

function judge(table: RowTable, mask: ViewMask, row: number): boolean {
  const cell = cellOf(table, mask, row);
  return cell === VISIBLE || (cell === BY_NAME && mask.visibleByName(row));
}

function check(world: World): void {
  const { table } = world;
  for (const view of [...world.ask(0), ...world.ask(1), ...world.ask(0)]) {
    const mask = maskOf(world.masks, view);
    const rows = world.rows();
    // As texts: they are compared some ten thousand times.
    const said = (judged: { cell: number; visible: boolean }, row: number) =>
      `${judged.cell} ${judged.visible} ${encodeObjectId(table.read(row))}\n`;
    const judged = rows.map(row => said({ cell: cellOf(table, mask, row), visible: judge(table, mask, row) }, row));
    expect(judged.join('')).toBe(rows.map(row => said(world.expected(view, row), row)).join(''));
    expect(mask.maskOfPlace[0]).toBe(0);
    expect(mask.grid.subarray(0, mask.width).every(cell => cell === HIDDEN)).toBe(true);
    const places = CLUSTERS.flatMap(cluster => [...(table.places.inCluster(cluster)?.byNamespace.values() ?? [])]);
    expect(visiblePlaces(mask).sort()).toEqual(places.filter(place => mask.maskOfPlace[place] !== 0).sort());
    for (const { cluster, alike } of mask.shown)
      expect(JSON.stringify(alike)).toBe(JSON.stringify(expectedAlike(mask, cluster.byNamespace)));
    for (const kind of table.kinds.ids()) {
      expect(mask.showsKind(kind)).toBe(mask.grid.some((cell, at) => at % mask.width === kind && cell !== HIDDEN));
      const sieve = mask.sieves.of(kind);
      const showing = places.filter(place => mask.grid[mask.maskOfPlace[place]! * mask.width + kind] !== HIDDEN);
      const passed = rows.filter(row => showing.includes(table.columns.place[row]!));
      // A sieve that lets most through is none; a cluster that is shown alike counts with its own scope.
      if (sieve) expect(sieved(table, sieve, rows)).toEqual(passed);
      else expect(showing.length).toBeGreaterThan(mask.maskOfPlace.length / 4 - CLUSTERS.length);
    }
  }
}

function sieved({ columns }: RowTable, sieve: PlaceSieve, rows: readonly number[]): number[] {
  const block = Uint32Array.from(rows);
  return [...block.subarray(0, sieve.narrow(columns.place, block, rows.length))];
}

/** The mask of all namespaces of a cluster and that of its own scope, where all namespaces have the same and neither shows anything by name. */
function expectedAlike({ maskOfPlace, grid, width }: ViewMask, byNamespace: ReadonlyMap<string, number>): ShownCluster['alike'] {
  const masks = new Set([...byNamespace].filter(([namespace]) => namespace !== '').map(([, place]) => maskOfPlace[place]!));
  const ownScope = byNamespace.get('');
  const atScope = ownScope === undefined ? 0 : maskOfPlace[ownScope]!;
  const showsByName = [...masks, atScope].some(mask => grid.subarray(mask * width, (mask + 1) * width).includes(BY_NAME));
  return masks.size > 1 || showsByName ? undefined : { inNamespaces: [...masks][0] ?? 0, atScope };
}

const PODS = [RESOURCES[0]!];
const lists = (...plurals: string[]): Visibility => visibility(scope(plurals, {}, RESOURCES), {}, RESOURCES);

function worldOf(...rows: Partial<Row>[]): World {
  const world = new World([]);
  for (const given of rows) world.table.put(row(given));
  return world;
}

describe('what is kept of a view', () => {
  it.each<[string, Visibility]>([
    ['shows something', lists('pods')],
    ['shows nothing that is there', lists('events')],
  ])('is asked again while nothing changes, when it %s', (_case, shown) => {
    const { masks } = worldOf({});
    const view = kept(() => shown);
    const mask = maskOf(masks, view);
    expect(maskOf(masks, view)).toBe(mask);
  });

  it.each<[string, Visibility | undefined]>([
    ['something', lists('pods')],
    ['nothing', undefined],
  ])('is not asked for again while the view of %s is of the same version, and places and resources are the same', (_case, shown) => {
    const world = worldOf({});
    const asked: string[] = [];
    let version: object | undefined = {};
    const view = kept(Object.assign((cluster: string) => (asked.push(cluster), shown), { version: () => version }));
    const asks = () => (maskOf(world.masks, view), asked.splice(0).length);
    expect([asks(), asks()]).toEqual([1, 0]);
    version = {};
    expect([asks(), asks()]).toEqual([1, 0]);
    world.table.put(row({ name: 'another' }));
    expect(asks()).toBe(0);
    world.table.put(row({ namespace: 'new' }));
    expect([asks(), asks()]).toEqual([1, 0]);
    world.table.put(row({ kind: 'Event' }));
    expect([asks(), asks()]).toEqual([1, 0]);
    world.serve('leaf-01', RESOURCES.slice(1));
    expect([asks(), asks()]).toEqual([1, 0]);
    world.table.remove(world.table.find(row({ namespace: 'new' })));
    expect([asks(), asks()]).toEqual([1, 0]);
    version = undefined;
    expect([asks(), asks()]).toEqual([1, 1]);
  });

  it('is nothing where nothing is shown', () => {
    const { masks } = worldOf({});
    expect(maskOf(masks, () => undefined).shown).toEqual([]);
    expect(maskOf(masks, () => ({ ...EVERYTHING, empty: true })).shown).toEqual([]);
  });

  it('forgets a cluster that has gone', () => {
    const { table, masks } = worldOf({ cluster: 'leaf-01' }, { cluster: 'leaf-02' });
    const shown = lists('pods');
    const view = kept(() => shown);
    const mask = maskOf(masks, view);
    expect(visiblePlaces(mask)).toHaveLength(2);
    const gone = table.places.find('leaf-02', 'team-a')!;
    table.remove(table.find(row({ cluster: 'leaf-02' })));
    const now = maskOf(masks, view);
    expect(visiblePlaces(now)).toEqual([table.places.find('leaf-01', 'team-a')]);
    expect(now.maskOfPlace[gone]).toBe(0);
    expect(maskOf(masks, view)).toBe(now);
    // A question that is still under way goes on with what it began with.
    expect(visiblePlaces(mask)).toHaveLength(2);
  });

  it('has room for a mask of its own in each of many namespaces', () => {
    const kinds = Array.from({ length: 8 }, (_, i) => resource(`Kind${i}`, `kind${i}`));
    const names = Array.from({ length: 200 }, (_, i) => `ns-${i}`);
    const world = worldOf(...kinds.map(({ kind }) => ({ kind })), ...names.map(namespace => ({ namespace, kind: 'Kind0' })));
    world.serve('leaf-01', kinds);
    const bits = (number: number) => kinds.filter((_, bit) => number & (1 << bit)).map(({ plural }) => plural);
    const own = Object.fromEntries(names.map((name, i) => [name, scope(bits(i + 1), {}, kinds)]));
    const shown = visibility(scope([], {}, kinds), own, kinds);
    const view = kept(() => shown);
    const mask = maskOf(world.masks, view);
    expect(new Set(mask.maskOfPlace).size).toBe(201);
    expect(maskOf(world.masks, view)).toBe(mask);
  });

  it('does not grow for ever while a view changes', () => {
    const kinds = Array.from({ length: 8 }, (_, i) => resource(`Kind${i}`, `kind${i}`));
    const world = worldOf({}, ...kinds.map(({ kind }) => ({ kind, cluster: 'leaf-02' })));
    world.serve('leaf-02', kinds);
    const constant = lists('pods');
    const mask = new KeptMask();
    for (let number = 1; number < 256; number++) {
      const changing = visibility(
        scope(
          kinds.filter((_, bit) => number & (1 << bit)).map(({ plural }) => plural),
          {},
          kinds,
        ),
        {},
        kinds,
      );
      const view: View = Object.assign((cluster: string) => (cluster === 'leaf-01' ? constant : changing), { mask });
      const { grid, width } = maskOf(world.masks, view);
      expect(grid.length).toBeLessThan(200 * width);
    }
  });
});

describe('the sieves of a view', () => {
  const many = Array.from({ length: 200 }, (_, i) => ({ namespace: `team-${i}` }));
  const [pods, events] = [{ kind: 'Pod' }, { kind: 'Event' }];
  const kindOf = ({ table }: World, { kind }: { kind: string }) => table.kinds.find('', kind)!;

  /** A view as it is compiled for a cluster, which knows its bytes. */
  function compiledOf(world: World, shown: Visibility): { compiled: CompiledView; mask: ViewMask } {
    const compiled = new CompiledView(world.table);
    const mask = finish(compiled.update(new Map([['leaf-01', shown]]), () => ({ resources: RESOURCES, resourcesRevision: 1 })));
    return { compiled, mask };
  }

  it('are one where kinds are shown in the same places, and are weighed once they are made', () => {
    const world = worldOf(...many, { namespace: 'team-7', ...events });
    const both = scope(['pods', 'events'], {}, RESOURCES);
    const { compiled, mask } = compiledOf(world, visibility(scope([], {}, RESOURCES), { 'team-7': both, 'team-70': both }, RESOURCES));
    const before = compiled.bytes;
    const sieve = mask.sieves.of(kindOf(world, pods))!;
    expect(sieved(world.table, sieve, world.rows())).toHaveLength(3);
    expect(compiled.bytes).toBe(before + sieve.bytes);
    expect(sieve.bytes).toBeGreaterThanOrEqual(many.length / 8);
    expect(mask.sieves.of(kindOf(world, events))).toBe(sieve);
    expect(compiled.bytes).toBe(before + sieve.bytes);
  });

  it.each<[string, Visibility]>([
    ['whole clusters', lists('pods')],
    [
      'nearly all namespaces, each as a whole',
      visibility(scope(['pods'], {}, RESOURCES), { 'team-7': scope(['events'], {}, RESOURCES) }, RESOURCES),
    ],
    ['something of a kind everywhere', visibility(scope([], { pods: ['web'] }, RESOURCES), {}, RESOURCES)],
  ])('are none for whoever sees %s', (_case, shown) => {
    const world = worldOf(...many, events);
    const { compiled, mask } = compiledOf(world, shown);
    const before = compiled.bytes;
    expect(mask.sieves.of(kindOf(world, pods))).toBeUndefined();
    expect(compiled.bytes).toBe(before);
  });

  it('let one small cluster of a fleet through, for whoever sees the whole of it and nothing else', () => {
    const world = worldOf({ namespace: 'x' }, { namespace: 'y' }, ...many.map(({ namespace }) => ({ namespace, cluster: 'leaf-02' })));
    const { mask } = compiledOf(world, lists('pods'));
    const own = world.table.ofCluster('leaf-01');
    expect(sieved(world.table, mask.sieves.of(kindOf(world, pods))!, world.rows())).toEqual(own);
  });

  it('leave out nothing of a kind that is shown in few namespaces, to somebody who sees another kind everywhere', () => {
    const world = worldOf(...many, ...many.map(({ namespace }) => ({ namespace, ...events })));
    const shown = visibility(scope(['events'], {}, RESOURCES), { 'team-7': scope(['pods'], {}, RESOURCES) }, RESOURCES);
    const { mask } = compiledOf(world, shown);
    expect(mask.sieves.of(kindOf(world, events))).toBeUndefined();
    const inTeam7 = world.rows().filter(row => world.table.read(row).namespace === 'team-7');
    expect(sieved(world.table, mask.sieves.of(kindOf(world, pods))!, world.rows())).toEqual(inTeam7);
  });
});

describe('a row', () => {
  const byName = visibility(scope([], { pods: ['web'] }, PODS), { '': scope([], { pods: ['db'] }, PODS) }, PODS);

  it('of a cluster that is not shown, or a kind that is not served, is visible by no name', () => {
    const { table, masks } = worldOf({}, { cluster: 'leaf-02' }, { kind: 'Unserved' });
    const mask = maskOf(masks, cluster => (cluster === 'leaf-01' ? byName : undefined));
    const rows = [row(), row({ cluster: 'leaf-02' }), row({ kind: 'Unserved' })].map(it => table.find(it));
    expect(rows.map(number => mask.visibleByName(number))).toEqual([true, false, false]);
  });

  it('of a cluster’s own scope is visible by no name that a RoleBinding gives', () => {
    const nodes = [resource('Node', 'nodes', { namespaced: false })];
    const world = worldOf({ kind: 'Node', namespace: '', name: 'web' }, { kind: 'Node', namespace: '', name: 'db' });
    world.serve('leaf-01', nodes);
    const shown = visibility(scope([], { nodes: ['web'] }, nodes), { '': scope([], { nodes: ['db'] }, nodes) }, nodes);
    const mask = maskOf(world.masks, () => shown);
    expect(
      world
        .rows()
        .map(number => [world.table.read(number).name, judge(world.table, mask, number)])
        .sort(),
    ).toEqual([
      ['db', false],
      ['web', true],
    ]);
  });

  it.each<[string, Partial<Resource>, boolean]>([
    ['the very resource', {}, true],
    ['another version of it', { version: 'v2' }, true],
    ['another kind of that plural', { kind: 'Pad' }, false],
    ['another plural of that kind', { plural: 'pads' }, false],
    ['another group', { group: 'example.com' }, false],
    ['another scope', { namespaced: false }, false],
  ])('is judged by what was compiled for %s: %j, %s', (_case, change, visible) => {
    const { table, masks } = worldOf({});
    const compiledFor = [{ ...PODS[0]!, ...change }];
    const mask = maskOf(masks, () => visibility(scope(['*'], {}, compiledFor), {}, compiledFor));
    expect(judge(table, mask, table.find(row()))).toBe(visible);
  });
});

describe('the masks of a view', () => {
  it('judge every row by the rule, whatever came before', () => {
    fc.assert(
      fc.property(
        fc.array(visibilities, { minLength: 4, maxLength: 4 }),
        fc.array(steps, { minLength: 20, maxLength: 40 }),
        (pool, steps) => {
          const world = new World(pool);
          for (const step of steps) {
            step(world);
            check(world);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
