/** Administrators see the registrations of clusters. Other callers cannot tell if any registrations exist. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { KnownProblem, KnownRegistration, Registrations } from '../../../access/frame.ts';
import type { AccessReviews } from '../../../identity/access-reviews.ts';
import { grant, ScriptedFleet, type ScriptedCluster } from './scripted-fleet.ts';

const RIGHT = { verbs: ['list'], apiGroups: ['fleetgraph.dev'], resources: ['registrations'], resourceNames: [] };
const PODS = { verbs: ['list'], apiGroups: [''], resources: ['pods'], resourceNames: [] };
const QUERY = `{ administration {
  registrations { nodes { name state cause reason syncedAt credentialsExpireAt source object sameServerAs } totalCount }
  problems { nodes { source object cluster cause reason } totalCount } } }`;

const PROBLEM: KnownProblem = { source: 'secrets', object: 'Secret fleet/bad', cluster: null, cause: 'NOT_ALLOWED' };
const registration = (name: string, more: Partial<KnownRegistration> = {}): KnownRegistration => ({
  ...{ name, source: 'gitopsClusters', object: `GitopsCluster fleet/${name}`, credentialsExpireAt: null },
  ...more,
});

function fleet(
  {
    hub = {},
    clusters = {},
    known = [],
    problems = [],
  }: {
    hub?: Partial<ScriptedCluster>;
    clusters?: Record<string, Partial<ScriptedCluster>>;
    known?: KnownRegistration[];
    problems?: KnownProblem[];
  } = {},
  more: { reviews?: AccessReviews; registrations?: undefined } = {},
): ScriptedFleet {
  const registrations: Registrations = { decidedOn: 'hub', clusters: async () => known, problems: () => problems };
  const grants = [...grant('ada', RIGHT), ...grant('jane', PODS)];
  return new ScriptedFleet({ hub: { grants, ...hub }, ...clusters }, { registrations, ...more });
}

describe('an administrator', () => {
  it('is told of every cluster, also of those that show nobody anything, and of what could not be used', async () => {
    const known = [
      registration('hub'),
      registration('closed', { credentialsExpireAt: Date.parse('2026-02-01T00:00:00Z') }),
    ];
    const clusters = { closed: { state: { grants: { complete: false, confirmedAgo: undefined, reason: 'FORBIDDEN' as const } }, index: { grantsConfirmedAgo: undefined } } }; // prettier-ignore
    const { data, errors } = await fleet({ clusters, known, problems: [PROBLEM] }).ask('ada', QUERY);
    expect(errors).toBeUndefined();
    expect(data?.['administration']).toEqual({
      registrations: {
        totalCount: 2,
        nodes: [
          {
            ...{ name: 'closed', state: 'CLOSED', cause: 'RBAC_INCOMPLETE', syncedAt: '2026-01-31T11:59:59.900Z' },
            reason: 'its RBAC has not been read completely: forbidden to the collector',
            ...{
              credentialsExpireAt: '2026-02-01T00:00:00.000Z',
              source: 'GITOPS_CLUSTERS',
              object: 'GitopsCluster fleet/closed',
              sameServerAs: [],
            },
          },
          expect.objectContaining({
            name: 'hub',
            state: 'INDEXED',
            cause: null,
            reason: null,
            credentialsExpireAt: null,
          }),
        ],
      },
      problems: {
        totalCount: 1,
        nodes: [
          {
            ...{ source: 'SECRETS', object: 'Secret fleet/bad', cluster: null, cause: 'NOT_ALLOWED' },
            reason: 'it asks for what whoever registers clusters may not ask for',
          },
        ],
      },
    });
  });

  it('is told which clusters have the same API server, collected or not', async () => {
    const server = (uid: string, connection = uid) => ({ index: { server: { connection, uid } } });
    const clusters = {
      ...{
        a: server('uid-1', 'way-1'),
        b: server('uid-1', 'way-2'),
        waiting: { state: { reason: 'DUPLICATE' as const, duplicateOf: 'a' } },
      },
      ...{ 'no-uid': server('', 'way-3'), 'no-uid-2': server('', 'way-3') },
      ...{ lost: { state: { reason: 'DUPLICATE' as const, duplicateOf: 'gone' } }, alone: server('uid-2') },
    };
    const known = ['hub', ...Object.keys(clusters)].map(name => registration(name));
    const { data } = await fleet({ hub: server('uid-hub'), clusters, known }).ask('ada', QUERY);
    const { nodes } = (
      data!['administration'] as {
        registrations: { nodes: { name: string; sameServerAs: string[]; cause: string }[] };
      }
    ).registrations;
    expect(Object.fromEntries(nodes.map(({ name, sameServerAs }) => [name, sameServerAs]))).toEqual({
      ...{ a: ['b', 'waiting'], b: ['a', 'waiting'], waiting: ['a', 'b'] },
      ...{ 'no-uid': ['no-uid-2'], 'no-uid-2': ['no-uid'], hub: [], lost: [], alone: [] },
    });
    expect(nodes.find(({ name }) => name === 'waiting')).toMatchObject({ state: 'CLOSED', cause: 'DUPLICATE' });
  });

  it('gets pages of both, in order', async () => {
    const names = ['c', 'a', 'b'];
    const clusters = Object.fromEntries(names.map(name => [name, {}]));
    const problems = names.map(name => ({ ...PROBLEM, object: `Secret fleet/${name}` }));
    const world = fleet({ clusters, known: names.map(name => registration(name)), problems });
    const page = '{ nodes { %s } pageInfo { hasNextPage endCursor } }';
    for (const [list, field, all] of [
      ['registrations', 'name', ['a', 'b', 'c']],
      ['problems', 'object', ['Secret fleet/a', 'Secret fleet/b', 'Secret fleet/c']],
    ] as const) {
      const found: unknown[] = [];
      for (let after: string | null = null, more = true; more;) {
        const args: string = after === null ? 'first: 2' : `first: 2, after: "${after}"`;
        const { data } = await world.ask(
          'ada',
          `{ administration { list: ${list}(${args}) ${page.replace('%s', field)} } }`,
        );
        const { nodes, pageInfo } = (data as any).administration.list;
        found.push(...nodes.map((node: Record<string, unknown>) => node[field]));
        [after, more] = [pageInfo.endCursor, pageInfo.hasNextPage];
      }
      expect(found).toEqual(all);
    }
  });

  it.each([
    ['RBAC of the cluster was confirmed too long ago', { hub: { index: { grantsConfirmedAgo: 700_000 } } }],
    ['the cluster has not been read', { hub: { state: undefined } }],
    ['the right is bound in a namespace alone', { hub: { grants: grant('ada', RIGHT, 'default') } }],
    ['the right is to get', { hub: { grants: grant('ada', { ...RIGHT, verbs: ['get'] }) } }],
    ['the right is on another cluster', { hub: { grants: [] }, clusters: { other: { grants: grant('ada', RIGHT) } } }],
    [
      'the cluster has authorizers beside RBAC and cannot be asked',
      { hub: { state: { authorization: 'mixed' as const } } },
    ],
  ])('is nobody while %s', async (_why, world) => {
    expect(await fleet({ ...world, problems: [PROBLEM] }).ask('ada', QUERY)).toEqual({
      data: { administration: null },
    });
  });
});

describe('anybody else', () => {
  const anyText = fc.string({ minLength: 1, maxLength: 12 });
  const anyKnown = fc.record({ name: fc.constantFrom('a', 'b', 'hub', 'x'), source: fc.constant('argocd'), object: anyText, credentialsExpireAt: fc.option(fc.nat(2e12)) }); // prettier-ignore
  const anyProblem = fc.record({ source: fc.constant('secrets'), object: fc.option(anyText), cluster: fc.option(anyText), cause: fc.constantFrom('UNUSABLE', 'NAME_TAKEN') }); // prettier-ignore
  const questions = [
    QUERY,
    '{ administration { problems(first: 1, after: "nonsense") { totalCount } } }',
    '{ administration { registrations(first: 501) { totalCount } } }',
    '{ clusters { nodes { name } } coverage { total closed } viewer { user clusters { user } } objects { totalCount } }',
  ];

  it('gets the same answers, byte for byte, whatever is registered and whatever is wrong', async () => {
    const answers = async (world: ScriptedFleet) =>
      JSON.stringify(
        await Promise.all(['jane', 'nobody'].flatMap(user => questions.map(question => world.ask(user, question)))),
      );
    const clusters = { a: {}, b: {} };
    const without = await answers(fleet({ clusters }, { registrations: undefined }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyKnown, { maxLength: 5 }),
        fc.array(anyProblem, { maxLength: 5 }),
        async (known, problems) => {
          expect(await answers(fleet({ clusters, known, problems }))).toBe(without);
        },
      ),
      { numRuns: 60 },
    );
  });
});
