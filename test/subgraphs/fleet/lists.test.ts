/**
 * Lists through GraphQL: pages in both directions, and fields of an object. Fields that are not selected are not
 * computed.
 */
import { sourced } from '../../fixtures.ts';
import { describe, expect, it } from '@jest/globals';
import { allow, grant, rowAt, ScriptedFleet } from './scripted-fleet.ts';

const names = ['alpha', 'bravo', 'charlie', 'delta', 'echo'];
const admin = grant('jane', allow('list', '*'));
const fleet = () =>
  new ScriptedFleet({
    a: { rows: names.map(name => rowAt('a', 'Pod', `x/${name}`)), grants: admin },
    b: { grants: admin },
    c: { grants: admin },
  });

const page =
  'query ($first: Int, $after: String, $last: Int, $before: String) { objects(first: $first, after: $after, last: $last, before: $before) { nodes { name } edges { cursor node { name } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }';

interface Connection {
  nodes: { name: string }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
}

describe('a list of objects', () => {
  it.each([
    ['forward', (at?: Connection['pageInfo']) => ({ first: 2, after: at?.endCursor }), names],
    [
      'back',
      (at?: Connection['pageInfo']) => ({ last: 2, before: at?.startCursor }),
      ['delta', 'echo', 'bravo', 'charlie', 'alpha'],
    ],
  ])('can be paged %s', async (direction, next, expected) => {
    const scripted = fleet();
    const seen: string[] = [];
    for (let at: Connection['pageInfo'] | undefined, more = true; more;) {
      const { data } = await scripted.ask('jane', page, next(at));
      const { nodes, pageInfo } = data!['objects'] as Connection;
      seen.push(...nodes.map(({ name }) => name));
      at = pageInfo;
      more = direction === 'forward' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage;
    }
    expect(seen).toEqual(expected);
  });

  it('computes only what is selected, and a page once', async () => {
    const scripted = fleet();
    await scripted.ask('jane', '{ objects { nodes { id } edges { cursor } pageInfo { endCursor } } }');
    expect(scripted.requested).toEqual({
      page: 1,
      count: 0,
      facet: 0,
      groups: 0,
      find: 0,
      related: 0,
      namespaces: 0,
      kinds: 0,
    });
    await scripted.ask(
      'jane',
      '{ objects { totalCount facets(fields: [KIND, STATUS]) { field values { value title count } truncated } } }',
    );
    expect(scripted.requested).toEqual({
      page: 1,
      count: 1,
      facet: 2,
      groups: 0,
      find: 0,
      related: 0,
      namespaces: 0,
      kinds: 0,
    });
  });

  it('shows each field of a row, absent texts and times as null', async () => {
    const failed = rowAt('a', 'Kustomization', 'team-a/apps', {
      ...{
        status: 'FAILED',
        suspended: true,
        reason: 'BuildFailed',
        message: 'no such file',
        revision: 'main@sha1:1',
        attemptedRevision: 'main@sha1:2',
        images: 'web:1\nsidecar:2',
      },
      ...{ labels: { app: 'x', __proto__: 'y' }, transitionedAt: 1_700_000_050_000, ...sourced('/Pod/team-a/source') },
    });
    const scripted = new ScriptedFleet({
      a: { rows: [failed, rowAt('a', 'Pod', 'team-a/source', { uid: '', createdAt: 0 })], grants: admin },
    });
    const fields =
      'id cluster { name } group version kind namespace name uid status suspended reason message revision attemptedRevision images source { name } labels createdAt transitionedAt syncedAt';
    expect(await scripted.ask('jane', `{ objects { nodes { ${fields} } } }`)).toEqual({
      data: {
        objects: {
          nodes: [
            {
              ...{
                id: 'a/kustomize.toolkit.fluxcd.io/Kustomization/team-a/apps',
                cluster: { name: 'a' },
                group: 'kustomize.toolkit.fluxcd.io',
                version: 'v1',
              },
              ...{
                kind: 'Kustomization',
                namespace: 'team-a',
                name: 'apps',
                uid: 'uid-apps',
                status: 'FAILED',
                suspended: true,
                reason: 'BuildFailed',
              },
              ...{
                message: 'no such file',
                revision: 'main@sha1:1',
                attemptedRevision: 'main@sha1:2',
                images: ['web:1', 'sidecar:2'],
                source: { name: 'source' },
                labels: { app: 'x' },
              },
              ...{
                createdAt: '2023-11-14T22:13:20.000Z',
                transitionedAt: '2023-11-14T22:14:10.000Z',
                syncedAt: '2023-11-14T22:15:00.000Z',
              },
            },
            {
              ...{
                id: 'a//Pod/team-a/source',
                cluster: { name: 'a' },
                group: '',
                version: 'v1',
                kind: 'Pod',
                namespace: 'team-a',
                name: 'source',
                uid: null,
              },
              ...{
                status: 'CURRENT',
                suspended: false,
                reason: null,
                message: null,
                revision: null,
                attemptedRevision: null,
                images: [],
                source: null,
                labels: {},
              },
              ...{ createdAt: null, transitionedAt: null, syncedAt: '2023-11-14T22:15:00.000Z' },
            },
          ],
        },
      },
    });
  });

  it('hides a source that the caller may not see', async () => {
    const rows = [rowAt('a', 'Kustomization', 'x/apps', sourced('/Pod/y/source')), rowAt('a', 'Pod', 'y/source')];
    const scripted = new ScriptedFleet({ a: { rows, grants: grant('tom', allow('list', 'kustomizations')) } });
    expect(await scripted.ask('tom', '{ objects { nodes { name source { name } } } }')).toEqual({
      data: { objects: { nodes: [{ name: 'apps', source: null }] } },
    });
  });

  it('ends when the client has gone away', async () => {
    const scripted = fleet();
    const gone = { ...scripted.request('jane'), signal: AbortSignal.abort(new Error('gone')) };
    await expect(scripted.access.visibleIds(['a//Pod/x/alpha'], gone)).rejects.toThrow('gone');
  });
});

describe('a list of names', () => {
  it('can be paged, and a cursor stays good when its cluster goes', async () => {
    const scripted = fleet();
    const query =
      'query ($after: String) { clusters(first: 2, after: $after) { nodes { name } totalCount pageInfo { hasNextPage hasPreviousPage endCursor } } }';
    const first = (await scripted.ask('jane', query)).data?.['clusters'] as { pageInfo: { endCursor: string } };
    expect(first).toMatchObject({
      nodes: [{ name: 'a' }, { name: 'b' }],
      totalCount: 3,
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    scripted.set('b', { state: undefined });
    expect((await scripted.ask('jane', query, { after: first.pageInfo.endCursor })).data).toEqual({
      clusters: {
        nodes: [{ name: 'c' }],
        totalCount: 2,
        pageInfo: { hasNextPage: false, hasPreviousPage: true, endCursor: expect.any(String) },
      },
    });
  });

  it('of namespaces takes clusters, names and patterns', async () => {
    const rows = ['a', 'b'].flatMap(cluster =>
      ['team-a', 'team-b', 'ops'].map(namespace => rowAt(cluster, 'Pod', `${namespace}/web`)),
    );
    const scripted = new ScriptedFleet({
      a: { rows: rows.filter(it => it.cluster === 'a'), grants: admin },
      b: { rows: rows.filter(it => it.cluster === 'b'), grants: admin },
    });
    const query =
      'query ($filter: NamespaceFilter) { namespaces(filter: $filter) { nodes { name cluster { name } } } }';
    const ask = async (filter: object) => {
      const { data } = await scripted.ask('jane', query, { filter });
      return (data!['namespaces'] as { nodes: { name: string; cluster: { name: string } }[] }).nodes.map(
        node => `${node.name}@${node.cluster.name}`,
      );
    };
    expect(await ask({})).toEqual(['ops@a', 'ops@b', 'team-a@a', 'team-a@b', 'team-b@a', 'team-b@b']);
    expect(await ask({ clusters: ['b'], name: { glob: 'TEAM-*' } })).toEqual(['team-a@b', 'team-b@b']);
    expect(await ask({ names: ['ops'], clusters: ['a', 'unknown'] })).toEqual(['ops@a']);
    expect(await ask({ clusters: [] })).toEqual([]);
  });
});
