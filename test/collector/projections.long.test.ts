/**
 * The path of a projection: from a leaf's objects through collector, store and read model to a subgraph. One caller may
 * see the objects, another may not.
 */
import { buildSubgraphSchema } from '@apollo/subgraph';
import { afterEach, describe, expect, it } from '@jest/globals';
import { graphql, parse } from 'graphql';
import { openAccess } from '../../access/access.ts';
import { policiesOf } from '../../access/coverage.ts';
import { throughRows } from '../../access/guard.ts';
import { acceptIdentity } from '../../identity/authenticator.ts';
import type { Projection } from '../../kinds/projection.ts';
import { at, list, text } from '../../kinds/untrusted.ts';
import { openReadModel } from '../../readmodel/model.ts';
import type { ReadModel } from '../../readmodel/readmodel.ts';
import { subgraphSdl } from '../../schema/sdl.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { until } from '../kubernetes/until.ts';
import { grant, pod } from '../sim/fixtures.ts';
import { Fleet, kustomization, KUSTOMIZATIONS } from './fixtures.ts';

const images: Projection = {
  name: 'images',
  version: 1,
  from: [{ group: '', kind: 'Pod' }],
  project: object =>
    list(at(object, 'spec', 'containers')).map(container => ({
      name: text(at(container, 'name')),
      image: text(at(container, 'image')),
    })),
};

const running = (name: string, image: string) => {
  const object = pod('apps', name);
  return { ...object, spec: { containers: [{ name: 'main', image }] } };
};

/** A subgraph with two fields: the images that the projection stored for a Pod, and the sources of an object. */
function openToy(readModel: ReadModel) {
  const access = openAccess({
    readModel,
    policies: policiesOf(() => ({ mode: 'impersonate', usernamePrefix: '', groupPrefix: '' })),
    rbac: { maxAgeMs: 60_000 },
  });
  const directives = subgraphSdl('fleet')
    .split('\n')
    .filter(line => line.startsWith('directive @rbac'));
  const sdl = `${directives.join('\n')}
    type Query { images(id: ID!): [String!] @rbacRows sources(id: ID!): [ID!] @rbacRows }`;
  const resolvers = access.guard.guard(parse(sdl), {
    Query: {
      images: throughRows(async (_: unknown, { id }: { id: string }, rows) =>
        (await rows.records(id, 'images'))?.map(({ name, image }) => `${String(name)}=${String(image)}`),
      ),
      sources: throughRows(
        async (_: unknown, { id }: { id: string }, rows) =>
          (await rows.related(id, { types: ['SOURCE'], first: 50 }))?.edges.map(({ id }) => id) ?? [],
      ),
    },
  });
  const schema = buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers: resolvers as never }]);
  return async (user: string, source: string): Promise<unknown> => {
    const context = access.guard.context({
      identity: acceptIdentity({ user, groups: [] }),
      signal: AbortSignal.timeout(20_000),
      deadline: performance.now() + 20_000,
      requestId: 'test',
      log: silentLogger,
    });
    const { data, errors } = await graphql({ schema, source, contextValue: context });
    expect(errors).toBeUndefined();
    return JSON.parse(JSON.stringify(data));
  };
}

const models: ReadModel[] = [];
afterEach(() => Promise.all(models.splice(0).map(model => model.close())));

async function follow(fleet: Fleet): Promise<ReadModel> {
  const readModel = await openReadModel({ store: fleet.store, log: silentLogger });
  models.push(readModel);
  await until(
    () =>
      readModel.clusters().length === 1 &&
      readModel.clusters().every(({ loading, state }) => !loading && state?.phase === 'synced'),
  );
  return readModel;
}

describe('what a projection keeps of objects', () => {
  it('is seen by whoever may list the objects, changes with them and goes with them', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf', {
      objects: [
        running('web', 'registry/web:1'),
        ...grant('viewer', 'jane', [{ verbs: ['list'], apiGroups: [''], resources: ['pods'] }]),
        ...grant('namer', 'tom', [{ verbs: ['list'], apiGroups: [''], resources: ['namespaces'] }]),
      ],
    });
    fleet.collect({ projections: [images] });
    await until(() => fleet.synced('leaf'));
    const ask = openToy(await follow(fleet));
    const query = '{ images(id: "leaf//Pod/apps/web") absent: images(id: "leaf//Pod/apps/absent") }';
    expect(await ask('jane', query)).toEqual({ images: ['main=registry/web:1'], absent: null });
    expect(await ask('tom', query)).toEqual({ images: null, absent: null });

    leaf.objects.put(running('web', 'registry/web:2'));
    await until(async () => JSON.stringify(await ask('jane', query)).includes('registry/web:2'));
    leaf.objects.remove({ apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'apps', name: 'web' } });
    await until(async () => JSON.stringify(await ask('jane', query)) === '{"images":null,"absent":null}');
  });

  it.each([
    ['of a kind that is collected', []],
    ['of a kind that is not', ['gitrepositories.source.toolkit.fluxcd.io']],
  ])('leads from an object to its source %s, for whoever may list both', async (_what, exclude) => {
    const repositories = {
      ...KUSTOMIZATIONS,
      group: 'source.toolkit.fluxcd.io',
      kind: 'GitRepository',
      plural: 'gitrepositories',
    };
    const repository = {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'GitRepository',
      metadata: { name: 'fleet', namespace: 'apps' },
    };
    const reads = (...resources: string[]) => [{ verbs: ['list'], apiGroups: ['*'], resources }];
    await using fleet = new Fleet();
    await fleet.leaf('leaf', {
      resources: [KUSTOMIZATIONS, repositories],
      objects: [
        repository,
        { ...kustomization('web', 'True'), spec: { sourceRef: { kind: 'GitRepository', name: 'fleet' } } },
        ...grant('both', 'jane', reads('kustomizations', 'gitrepositories')),
        ...grant('one', 'tom', reads('kustomizations')),
        ...grant('other', 'ann', reads('gitrepositories')),
      ],
    });
    fleet.collect({ kinds: { include: [], exclude } });
    await until(() => fleet.synced('leaf'));
    const ask = openToy(await follow(fleet));
    const query = '{ sources(id: "leaf/kustomize.toolkit.fluxcd.io/Kustomization/apps/web") }';
    const expected = { sources: ['leaf/source.toolkit.fluxcd.io/GitRepository/apps/fleet'] };
    await until(async () => JSON.stringify(await ask('jane', query)) === JSON.stringify(expected));
    for (const user of ['tom', 'ann', 'nobody']) expect(await ask(user, query)).toEqual({ sources: [] });
  });

  it('reads a kind, and no longer, as its function says of what the leaf serves, while the collector runs', async () => {
    await using fleet = new Fleet();
    const leaf = await fleet.leaf('leaf', {
      objects: [running('web', 'registry/web:1'), running('db', 'registry/db:1')],
    });
    let isRead = false;
    fleet.collect({ projections: [{ ...images, from: ({ plural }) => isRead && plural === 'pods' }] });
    await until(() => fleet.synced('leaf'));
    const others = ['GitRepository', 'Bucket', 'OCIRepository'];
    const kept = async (expected: string) => {
      const kind = others.pop()!;
      const plural = `${kind.toLowerCase().replace(/y$/, 'ie')}s`;
      // Serving a new kind starts a new discovery.
      leaf.serve({ ...KUSTOMIZATIONS, group: 'source.toolkit.fluxcd.io', kind, plural });
      await until(async () => {
        const pods = (await fleet.store.allRows('leaf')).filter(({ kind }) => kind === 'Pod');
        const state = (await fleet.store.state('leaf'))?.kinds.find(({ kind }) => kind === 'Pod');
        const found = pods.map(({ records }) => Object.keys(records ?? {}).join());
        return (
          found.join(' ') === `${expected} ${expected}` &&
          (state?.projections?.join() ?? '') === (isRead ? 'images/1' : '')
        );
      });
    };
    isRead = true;
    await kept('images');
    isRead = false;
    await kept('');
    expect(fleet.store.deletes).toEqual([]);
  });

  it('is read anew after a restart with another projection, though no object has changed, and only then', async () => {
    await using fleet = new Fleet();
    await fleet.leaf('leaf', { objects: [running('web', 'registry/web:1'), running('db', 'registry/db:1')] });
    const written = async (projections: readonly Projection[]) => {
      fleet.store.batches.length = 0;
      const collector = fleet.collect({ projections });
      const expected = projections.map(({ name, version }) => `${name}/${version}`).join();
      await until(async () => {
        const state = fleet.store.batches.findLast(({ state }) => state)?.state;
        return (
          state?.phase === 'synced' &&
          (state.kinds.find(({ kind }) => kind === 'Pod')?.projections ?? []).join() === expected
        );
      });
      await collector.close();
      const rows = await fleet.store.allRows('leaf');
      const names = fleet.store.puts.filter(({ kind }) => kind === 'Pod').map(({ name }) => name);
      return [
        names.sort(),
        rows.filter(({ kind }) => kind === 'Pod').map(({ records }) => Object.keys(records ?? {}).join()),
      ];
    };
    const all = ['db', 'web'];
    expect(await written([])).toEqual([all, ['', '']]);
    expect(await written([images])).toEqual([all, ['images', 'images']]);
    expect(await written([images])).toEqual([[], ['images', 'images']]);
    expect(await written([{ ...images, version: 2 }])).toEqual([all, ['images', 'images']]);
    expect(await written([])).toEqual([all, ['', '']]);
    expect(fleet.store.puts.filter(({ kind }) => kind !== 'Pod')).toEqual([]);
  });
});
