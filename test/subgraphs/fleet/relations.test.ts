/** Relations between objects, as GraphQL returns them. */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { kindOf } from '../../../kinds/registry.ts';
import { encodeObjectKey } from '../../../schema/object-id.ts';
import type { Relation } from '../../../store/attached.ts';
import { allow, grant, rowAt, ScriptedFleet } from './scripted-fleet.ts';

const web = rowAt('leaf', 'Deployment', 'team-a/web', { group: 'apps' });
const apps = rowAt('leaf', 'Kustomization', 'flux/apps', { group: 'kustomize.toolkit.fluxcd.io', status: 'FAILED' });
const to = (type: Relation['type'], row: typeof web): Relation => ({ type, to: encodeObjectKey(row) });
const pods = ['a', 'b', 'c'].map(name => rowAt('leaf', 'Pod', `team-a/web-${name}`, { relations: [to('OWNS', web)] }));
const fleet = () =>
  new ScriptedFleet({
    leaf: {
      rows: [{ ...web, relations: [to('MANAGES', apps)] }, apps, ...pods],
      grants: [...grant('root', allow('list', '*')), ...grant('jane', allow('list', 'deployments,pods'), 'team-a')],
    },
  });

const idOf = (row: typeof web) => `leaf/${encodeObjectKey(row)}`;
const RELATED = `query ($id: ID!, $types: [RelationType!], $direction: TreeDirection, $first: Int, $after: String) { object(id: $id) {
  related(types: $types, direction: $direction, first: $first, after: $after) { edges { type direction node { name } } totalCount pageInfo { hasNextPage hasPreviousPage endCursor } } } }`;

describe('related objects', () => {
  it('are told with what relates them, from both ends, page by page', async () => {
    const root = fleet();
    const first: any = await root.ask('root', RELATED, { id: idOf(web), first: 3 });
    const { edges, totalCount, pageInfo } = first.data.object.related;
    expect([edges.map((edge: any) => [edge.type, edge.direction, edge.node.name]), totalCount]).toEqual([
      [
        ['MANAGES', 'UP', 'apps'],
        ['OWNS', 'DOWN', 'web-a'],
        ['OWNS', 'DOWN', 'web-b'],
      ],
      4,
    ]);
    expect(pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const second: any = await root.ask('root', RELATED, { id: idOf(web), first: 3, after: pageInfo.endCursor });
    expect(second.data.object.related).toMatchObject({
      edges: [{ node: { name: 'web-c' } }],
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    });
    const some: any = await root.ask('root', RELATED, { id: idOf(web), types: ['MANAGES'], direction: 'UP' });
    expect(some.data.object.related.totalCount).toBe(1);
  });

  it('are, of a workload, the autoscalers that scale it, and of an autoscaler its workload', async () => {
    const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
    const autoscalers = [
      { group: 'autoscaling', kind: 'HorizontalPodAutoscaler', spec: { scaleTargetRef: target } },
      { group: 'autoscaling.k8s.io', kind: 'VerticalPodAutoscaler', spec: { targetRef: target } },
      { group: 'keda.sh', kind: 'ScaledObject', spec: { scaleTargetRef: { name: 'web' } } },
    ].map(({ group, kind, spec }) =>
      rowAt('leaf', kind, `team-a/of-${group}`, {
        group,
        relations: kindOf({ group, kind }).relations!({ spec }, 'team-a'),
      }),
    );
    const resources = [web, ...autoscalers].map(({ group, kind }) => ({
      ...{ group, version: 'v1', kind, plural: `${kind.toLowerCase()}s`, namespaced: true },
    }));
    const rows = [web, ...autoscalers];
    const root = new ScriptedFleet({ leaf: { rows, grants: grant('root', allow('list', '*')), index: { resources } } });
    const from = async (row: typeof web, direction: string) =>
      ((await root.ask('root', RELATED, { id: idOf(row), types: ['REFERENCES'], direction })) as any).data.object
        .related.edges;
    const up = await from(web, 'UP');
    expect(up.map((edge: any) => edge.node.name)).toEqual(['of-autoscaling', 'of-autoscaling.k8s.io', 'of-keda.sh']);
    for (const autoscaler of autoscalers) {
      expect(await from(autoscaler, 'DOWN')).toEqual([
        { type: 'REFERENCES', direction: 'DOWN', node: { name: 'web' } },
      ]);
    }
  });

  it('are left out where the caller may not see them', async () => {
    const seen: any = await fleet().ask('jane', RELATED, { id: idOf(web) });
    expect(seen.data.object.related.edges.map((edge: any) => edge.node.name)).toEqual(['web-a', 'web-b', 'web-c']);
  });

  it.each([
    // A caller, and the absent relation targets whose names this caller sees.
    ['root', ['/Pod/team-a/gone', '/Pod/team-b/gone', '/Namespace//gone', 'argoproj.io/Rollout/team-a/gone']],
    ['jane', ['/Pod/team-a/gone']],
    ['rollouts', ['argoproj.io/Rollout/team-a/gone']],
    ['by-name', []],
    ['getter', []],
  ])('that are not in the index are named where %s could list them', async (user, named) => {
    const to = (type: Relation['type'], kind: string, namespace: string, group = '') => ({
      type,
      to: encodeObjectKey({ group, kind, namespace, name: 'gone' }),
    });
    const from = {
      ...web,
      relations: [
        ...[to('OWNS', 'Pod', 'team-a'), to('OWNS', 'Pod', 'team-b'), to('OWNS', 'Namespace', '')],
        // Targets: a kind that is not collected, a kind that is not served, a wrong scope for the kind, and an equally
        // named kind of another group.
        ...[to('OWNS', 'Rollout', 'team-a', 'argoproj.io'), to('OWNS', 'Workflow', 'team-a', 'argoproj.io')],
        ...[to('OWNS', 'Pod', ''), to('OWNS', 'Pod', 'team-a', 'apps'), to('OWNS', 'Namespace', 'team-a')],
      ],
    };
    const grants = [
      ...grant('root', allow('list', '*')),
      ...grant('jane', allow('list', 'deployments,pods'), 'team-a'),
      ...grant('rollouts', allow('list', 'deployments,rollouts,workflows'), 'team-a'),
      ...['by-name', 'getter'].flatMap(who => grant(who, allow('list', 'deployments'), 'team-a')),
      ...grant('by-name', allow('list,get', 'pods', 'gone'), 'team-a'),
      ...grant('getter', allow('get', 'pods'), 'team-a'),
    ];
    const uncollected = [
      { group: 'argoproj.io', version: 'v1alpha1', kind: 'Rollout', plural: 'rollouts', namespaced: true },
    ];
    const requested = new ScriptedFleet({ leaf: { rows: [from], grants, index: { uncollected } } });
    const document = `query ($id: ID!) { object(id: $id) { managedBy { id } related { edges { id node { id } } totalCount } }
      tree(id: $id, direction: UP) { nodes { id object { id } parentId worst } worst } }`;
    const { data }: any = await requested.ask(user, document, { id: idOf(web) });
    const ids = named.map(end => `leaf/${end}`);
    expect(new Set(data.object.related.edges.map((edge: any) => edge.id))).toEqual(new Set(ids));
    expect(data.object.related.edges.every((edge: any) => edge.node === null)).toBe(true);
    expect(data.object.related.totalCount).toBe(ids.length);
    const [root, ...ends] = data.tree.nodes;
    expect(root).toEqual({ id: idOf(web), object: { id: idOf(web) }, parentId: null, worst: 'CURRENT' });
    expect(new Set(ends.map((node: any) => node.id))).toEqual(new Set(ids));
    for (const end of ends) expect(end).toMatchObject({ object: null, parentId: idOf(web), worst: 'UNKNOWN' });
    expect(data.tree.worst).toBe('CURRENT');
  });

  it('are, by the query of the documentation, the volume of a claim for who may list volumes, and no edge for others', async () => {
    const page = readFileSync(new URL('../../../docs/schema.md', import.meta.url), 'utf8');
    const query = /```graphql\n(query Volume [^`]+)```/.exec(page)![1]!;
    const claim = rowAt('eu-west-1-prod', 'PersistentVolumeClaim', 'payments/data-payments-db-0', {
      relations: [{ type: 'REFERENCES', to: '/PersistentVolume//pv-payments-data-payments-db-0' }],
    });
    const core = { group: '', version: 'v1' };
    const index = {
      resources: [{ ...core, kind: 'PersistentVolumeClaim', plural: 'persistentvolumeclaims', namespaced: true }],
      uncollected: [{ ...core, kind: 'PersistentVolume', plural: 'persistentvolumes', namespaced: false }],
    };
    const grants = [
      ...grant('admin', allow('list', '*')),
      ...grant('jane', allow('list', 'persistentvolumeclaims')),
      ...grant('jane', allow('list', 'persistentvolumes'), 'payments'),
    ];
    const related = async (fleet: ScriptedFleet, user: string) =>
      ((await fleet.ask(user, query)) as any).data.object.related;
    const fleet = new ScriptedFleet({ 'eu-west-1-prod': { rows: [claim], grants, index } });
    const edges = [{ id: 'eu-west-1-prod//PersistentVolume//pv-payments-data-payments-db-0', node: null }];
    expect(await related(fleet, 'admin')).toEqual({ totalCount: 1, edges });
    expect(await related(fleet, 'jane')).toEqual({ totalCount: 0, edges: [] });
  });

  it('of all objects of a page are one question', async () => {
    const root = fleet();
    const { data }: any = await root.ask(
      'root',
      '{ objects { nodes { name managedBy { name } related(direction: UP) { totalCount } } } }',
    );
    expect(data.objects.nodes).toEqual([
      { name: 'apps', managedBy: null, related: { totalCount: 0 } },
      { name: 'web', managedBy: { name: 'apps' }, related: { totalCount: 1 } },
      ...['a', 'b', 'c'].map(name => ({ name: `web-${name}`, managedBy: null, related: { totalCount: 1 } })),
    ]);
    expect(root.requested.related).toBe(2);
  });

  it.each([
    ['no cursor', { after: 'x' }, /"x" is not a cursor of this list/],
    ['a cursor of no relation', { after: cursor('UP', 'LIKES', idOf(web)) }, /is not a cursor of this list/],
    ['a cursor of no object', { after: cursor('UP', 'OWNS', 'x') }, /is not a cursor of this list/],
    ['too many', { first: 501 }, /501 is more than the maximum of 500/],
  ])('are refused behind %s', async (_what, variables, message) => {
    const { errors } = await fleet().ask('root', RELATED, { id: idOf(web), ...variables });
    expect(errors).toMatchObject([{ message: expect.stringMatching(message), extensions: { code: 'BAD_USER_INPUT' } }]);
  });
});

function cursor(...key: string[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

describe('the tree of an object', () => {
  const TREE = `query ($id: ID!, $depth: Int = 4, $limit: Int = 500) { tree(id: $id, depth: $depth, limit: $limit) {
    nodes { object { name } parentId relation depth worst } worst firstFailure { name } truncated } }`;

  it('says of each object where it was reached from, and by what', async () => {
    const { data }: any = await fleet().ask('root', TREE, { id: idOf(apps) });
    expect(data.tree).toEqual({
      nodes: [
        { object: { name: 'apps' }, parentId: null, relation: null, depth: 0, worst: 'FAILED' },
        { object: { name: 'web' }, parentId: idOf(apps), relation: 'MANAGES', depth: 1, worst: 'CURRENT' },
      ],
      worst: 'FAILED',
      firstFailure: { name: 'apps' },
      truncated: false,
    });
  });

  it('is null where the caller may not see the object, and where there is none', async () => {
    for (const id of [idOf(apps), 'leaf//Pod/team-a/absent'])
      expect(await fleet().ask('jane', TREE, { id })).toEqual({ data: { tree: null } });
  });

  it.each([
    ['an id that is none', { id: 'x' }, /not an object id/],
    ['too many steps', { id: idOf(apps), depth: 11 }, /11 is not from 0 to 10/],
    ['no room', { id: idOf(apps), limit: 0 }, /0 leaves no room/],
    ['too much room', { id: idOf(apps), limit: 501 }, /501 is more than the maximum/],
  ])('is refused for %s', async (_what, variables, message) => {
    const { errors } = await fleet().ask('root', TREE, variables);
    expect(errors).toMatchObject([{ message: expect.stringMatching(message), extensions: { code: 'BAD_USER_INPUT' } }]);
  });
});
