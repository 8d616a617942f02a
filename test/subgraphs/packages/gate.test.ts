/**
 * The gate reports each cause, in a fixed order. Missing knowledge closes the gate, unless it concerns kinds or hubs
 * that the caller may not see.
 */
import { describe, expect, it, jest } from '@jest/globals';
import { encodePackageId } from '../../../schema/package-id.ts';
import { allow, grant } from '../fleet/scripted-fleet.ts';
import {
  application,
  commit,
  gitRepository,
  inventory,
  kustomization,
  packageRevision,
  REPO,
  repository,
  sync,
} from './objects.ts';
import { HEALTHY, NOW, PackageFleet, ROOT, type ClusterContent, type Json } from './package-fleet.ts';

const ID = encodePackageId({ address: REPO, directory: 'apps/web' });
const GATE = `query ($id: ID!, $clusters: [String!]!, $revision: String, $soak: Duration! = "0s", $applied: Boolean! = false) {
  packageGate(id: $id, clusters: $clusters, revision: $revision, soak: $soak, appliedIsEnough: $applied) {
    open passed truncated blocks { cluster cause deployment { object { id } phase expectedRevision scope } } } }`;

const place = 'a/x';
const whole = [sync(place), inventory(place, ['Current'])];
const ago = (ms: number) => new Date(NOW - ms).toISOString().replace('.000Z', 'Z');

async function gate(
  clusters: Record<string, ClusterContent>,
  variables: Json = {},
  hubs: readonly string[] = [],
  user = 'root',
) {
  await using fleet = await PackageFleet.open(clusters, hubs);
  const { data, errors } = await fleet.ask(GATE, { id: ID, clusters: ['leaf'], ...variables }, user);
  expect(errors).toBeUndefined();
  return data.packageGate as Json;
}

const UNREACHABLE = { phase: 'unreachable', reason: 'TIMEOUT' } as const;
const CONFIRMED_LONG_AGO = { complete: true, confirmedAgo: 700_000, reason: '' } as const;
const OUT_OF_SYNC = { sync: { status: 'OutOfSync', revision: commit('a') } };

const causes = ({ blocks }: Json) => blocks.map(({ cluster, cause }: Json) => `${cluster} ${cause}`);

describe('a gate', () => {
  it('is open where all is ready, and shows what it has passed', async () => {
    expect(await gate({ leaf: { objects: whole }, edge: { objects: whole } }, { clusters: ['leaf', 'edge'] })).toEqual({
      ...{ open: true, passed: 2, blocks: [], truncated: false },
    });
  });

  it.each<[string, Json[], Json, string[]]>([
    ['nothing is deployed', [], {}, ['leaf NOT_DEPLOYED']],
    ['another package is deployed', [sync(place, { directory: 'apps/db' })], {}, ['leaf NOT_DEPLOYED']],
    ['a deployment is not ready', [sync(place), inventory(place, ['Failed'])], {}, ['leaf NOT_READY']],
    [
      'a deployment syncs',
      [sync(place, { syncing: { status: 'True' } }), inventory(place, ['Current'])],
      {},
      ['leaf NOT_READY'],
    ],
    [
      'a deployment is behind its source',
      [sync(place, { source: commit('c') }), inventory(place, ['Current'])],
      {},
      ['leaf OTHER_REVISION'],
    ],
    ['the engine tells of no health', [sync(place)], {}, ['leaf HEALTH_NOT_TOLD']],
    ['one of two is not ready', [...whole, sync('b/y', { syncing: { status: 'True' } })], {}, ['leaf NOT_READY']],
    ['it is not at the revision', whole, { revision: commit('b') }, ['leaf OTHER_REVISION']],
    ['the revision is not whole', whole, { revision: 'aaaaaaa' }, ['leaf OTHER_REVISION']],
    [
      'it syncs, whatever its revision',
      [sync(place, { syncing: { status: 'True' } })],
      { revision: commit('b') },
      ['leaf NOT_READY'],
    ],
    [
      'it differs from its source, at the revision',
      [application(place, {}, { sync: { status: 'OutOfSync', revision: commit('a') } })],
      { revision: commit('a') },
      ['leaf OTHER_REVISION'],
    ],
    ['it is not ready for long enough', whole, { soak: '168h' }, ['leaf SOAKING']],
  ])('is closed where %s', async (_what, objects, variables, expected) => {
    const found = await gate({ leaf: { objects } }, variables);
    expect(causes(found)).toEqual(expected);
    expect(found).toMatchObject({ open: false, passed: 0 });
  });

  it.each<[string, Json[], Json]>([
    ['applied is enough', [sync(place)], { applied: true }],
    ['it is at the revision', whole, { revision: commit('a') }],
    ['it is at the revision in another spelling', whole, { revision: `main@sha1:${commit('A')}` }],
    ['it has been ready for long enough', whole, { soak: '10m' }],
    [
      'a Kustomization has been ready since exactly then',
      [gitRepository('a/repo'), kustomization(place, 'apps/web', { ready: { lastTransitionTime: ago(600_000) } })],
      { soak: '10m' },
    ],
  ])('is open where %s', async (_what, objects, variables) => {
    expect(await gate({ leaf: { objects } }, variables)).toMatchObject({ open: true, passed: 1 });
  });

  it('soaks from the later of the times of a deployment and of its inventory', async () => {
    const at = (time: string) =>
      inventory(place, ['Current'], {
        status: {
          ...inventory(place, ['Current'])['status'],
          conditions: [{ type: 'Stalled', status: 'False', lastTransitionTime: time }],
        },
      });
    const soaked = async (time: string) =>
      causes(await gate({ leaf: { objects: [sync(place), at(time)] } }, { soak: '10m' }));
    expect([await soaked(ago(600_001)), await soaked(ago(599_000))]).toEqual([[], ['leaf SOAKING']]);
    const untimed = sync(place, { syncing: { lastTransitionTime: undefined } });
    expect(causes(await gate({ leaf: { objects: [untimed] } }, { soak: '1ms', applied: true }))).toEqual([
      'leaf SOAKING',
    ]);
    expect(causes(await gate({ leaf: { objects: [untimed] } }, { applied: true }))).toEqual([]);
  });

  it('tells blocks in the order of clusters and ids, with the deployments under the package', async () => {
    const found = await gate(
      {
        leaf: { objects: [sync('b/y', { directory: 'apps' }), sync('a/x')] },
        edge: { objects: [sync('a/x', { applied: commit('b'), source: commit('b') }), inventory('a/x', ['Current'])] },
        hub: { objects: [packageRevision('p/web-1')] },
      },
      { clusters: ['nowhere', 'leaf', 'edge'] },
      ['hub'],
    );
    expect(found).toMatchObject({ open: false, passed: 1 });
    expect(found['blocks']).toEqual([
      { cluster: 'nowhere', cause: 'NOT_KNOWN', deployment: null },
      ...['a/x PACKAGE', 'b/y WIDER'].map(text => {
        const [key, scope] = text.split(' ');
        const deployment = {
          object: { id: `leaf/configsync.gke.io/RootSync/${key}` },
          phase: 'OUTDATED',
          expectedRevision: commit('b'),
          scope,
        };
        return { cluster: 'leaf', cause: 'OTHER_REVISION', deployment };
      }),
    ]);
  });

  it('takes a later commit of the branch for the published one, but never for the revision that is asked for', async () => {
    const hub = { objects: [packageRevision('p/web-1'), repository('p/deployments')] };
    expect(causes(await gate({ leaf: { objects: whole }, hub }, {}, ['hub']))).toEqual([]);
    expect(causes(await gate({ leaf: { objects: whole }, hub }, { revision: commit('b') }, ['hub']))).toEqual([
      'leaf OTHER_REVISION',
    ]);
  });

  it('looks at the targets of Applications, and not at where they are', async () => {
    const hub = { objects: [application('a/x', { destination: { name: 'leaf' } })] };
    expect(await gate({ leaf: {}, hub }, {}, ['hub'])).toMatchObject({ open: true, passed: 1 });
    expect(causes(await gate({ leaf: {}, hub }, { clusters: ['hub'] }, ['hub']))).toEqual(['hub NOT_DEPLOYED']);
    const stale = await gate({ leaf: {}, hub: { ...hub, state: { phase: 'unreachable', reason: 'TIMEOUT' } } }, {}, [
      'hub',
    ]);
    expect(causes(stale)).toEqual(['leaf NOT_COVERED']);
  });

  it('tells at most 500 blocks', async () => {
    const objects = Array.from({ length: 501 }, (_, i) => sync(`a/x${i}`));
    const found = await gate({ leaf: { objects } });
    expect(found['blocks']).toHaveLength(500);
    expect(found).toMatchObject({ open: false, passed: 0, truncated: true });
  });
});

describe('what is not known', () => {
  const excluded = (kind: string) => ({
    kinds: HEALTHY.kinds.filter(it => it.kind !== kind),
    resources: HEALTHY.resources.filter(it => it.kind !== kind),
    uncollected: HEALTHY.resources.filter(it => it.kind === kind),
  });
  const kinds = (kind: string, state: 'forbidden' | 'failing' | 'listing' | 'uncollected') =>
    HEALTHY.kinds.map(it => (it.kind === kind ? { ...it, state } : it));

  it.each<[string, ClusterContent, string]>([
    [
      'a cluster that cannot be reached',
      { objects: whole, state: { phase: 'unreachable', reason: 'TIMEOUT' } },
      'NOT_COVERED',
    ],
    ['a cluster that is being listed', { objects: whole, state: { phase: 'listing', reason: '' } }, 'NOT_COVERED'],
    [
      'a cluster with old grants',
      { objects: whole, state: { grants: { complete: true, confirmedAgo: 700_000, reason: '' } } },
      'NOT_KNOWN',
    ],
    [
      'a kind that is forbidden to the collector',
      { objects: whole, state: { kinds: kinds('Kustomization', 'forbidden') } },
      'NOT_COVERED',
    ],
    ['a kind that is left out', { objects: whole, state: { kinds: kinds('RepoSync', 'uncollected') } }, 'NOT_COVERED'],
    ['a kind that is served and excluded', { objects: whole, state: excluded('HelmRelease') }, 'NOT_COVERED'],
    [
      'a cluster that shows the caller nothing',
      { objects: whole, grants: grant('bob', allow('list', '*')) },
      'NOT_KNOWN',
    ],
    [
      'a deployment that is hidden',
      { objects: whole, grants: [...ROOT.slice(0, 0), ...grant('root', allow('list', 'secrets'))] },
      'NOT_DEPLOYED',
    ],
    [
      'an inventory that is hidden',
      { objects: whole, grants: grant('root', allow('list', 'rootsyncs')) },
      'HEALTH_NOT_TOLD',
    ],
  ])('closes the gate: %s', async (_what, content, cause) => {
    expect(causes(await gate({ leaf: content }))).toEqual([`leaf ${cause}`]);
  });

  it('does not close it: a kind that is excluded and that the caller may not list, or that decides nothing', async () => {
    const grants = grant('root', allow('list', 'rootsyncs,resourcegroups'));
    expect(await gate({ leaf: { objects: whole, grants, state: excluded('HelmRelease') } })).toMatchObject({
      open: true,
    });
    expect(await gate({ leaf: { objects: whole, state: excluded('Secret') } })).toMatchObject({ open: true });
  });

  it('does not close it: a kind that the caller may not know of', async () => {
    const grants = grant('root', allow('list', 'rootsyncs,resourcegroups'));
    const content = { objects: whole, grants, state: { kinds: kinds('Kustomization', 'forbidden') } };
    expect(await gate({ leaf: content })).toMatchObject({ open: true });
  });

  it('closes it for all clusters: a hub that is not indexed', async () => {
    const unreachable = { state: UNREACHABLE };
    expect(causes(await gate({ leaf: { objects: whole }, hub: unreachable }, {}, ['hub']))).toEqual([
      'leaf NOT_COVERED',
    ]);
    const hidden = { ...unreachable, grants: grant('bob', allow('list', '*')) };
    expect(causes(await gate({ leaf: { objects: whole }, hub: hidden }, {}, ['hub']))).toEqual([]);
    const withObjects = { ...hidden, objects: [application('a/x', { destination: { name: 'leaf' } }, OUT_OF_SYNC)] };
    expect(causes(await gate({ leaf: { objects: whole }, hub: withObjects }, {}, ['hub']))).toEqual([]);
  });

  it.each<[string, ClusterContent]>([
    ['closed', { state: { grants: CONFIRMED_LONG_AGO } }],
    ['closed while it is unreachable', { state: { ...UNREACHABLE, grants: CONFIRMED_LONG_AGO } }],
  ])('closes it for all clusters: a hub that is %s, because it may hide what should run', async (_state, closed) => {
    const ofHub = [application('a/x', { destination: { name: 'leaf' } }, OUT_OF_SYNC)];
    const hub = { objects: ofHub, ...closed };
    expect(causes(await gate({ leaf: { objects: whole }, hub: { objects: ofHub } }, {}, ['hub']))).toEqual([
      'leaf OTHER_REVISION',
    ]);
    expect(causes(await gate({ leaf: { objects: whole }, hub }, {}, ['hub']))).toEqual(['leaf NOT_COVERED']);
    await using fleet = await PackageFleet.open({ leaf: { objects: whole }, hub }, ['hub']);
    const { data } = await fleet.ask('{ packageDeployments(filter: { clusters: ["leaf"] }) { totalCount complete } }');
    expect(data.packageDeployments).toEqual({ totalCount: 1, complete: false });
  });

  it('closes it for all clusters: a hub that is not registered', async () => {
    expect(causes(await gate({ leaf: { objects: whole } }, {}, ['hub']))).toEqual(['leaf NOT_COVERED']);
  });
});

describe('bad input', () => {
  it.each<[string, Json, string]>([
    ['no clusters', { clusters: [] }, 'clusters'],
    ['too many clusters', { clusters: Array.from({ length: 501 }, (_, i) => `c${i}`) }, 'clusters'],
    ['a cluster twice', { clusters: ['a', 'b', 'a'] }, 'clusters'],
    ['an empty revision', { revision: '' }, 'revision'],
    ['a soak of another spelling', { soak: '1h30m' }, 'soak'],
    ['a negative soak', { soak: '-1s' }, 'soak'],
    ['no soak', { soak: '' }, 'soak'],
    ['a soak that is too long', { soak: '169h' }, 'soak'],
    ['a soak with too many digits', { soak: '99999999999ms' }, 'soak'],
  ])('is %s', async (_what, variables, argument) => {
    await using fleet = await PackageFleet.open({});
    const { errors } = await fleet.ask(GATE, { id: ID, clusters: ['leaf'], ...variables });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument } }]);
  });
});

describe('a caller with rights to objects of some names', () => {
  const byName = [
    ...grant('nora', allow('get', 'rootsyncs', 'x')),
    ...grant('nora', allow('get', 'resourcegroups', 'x')),
  ];
  const content = { objects: whole, grants: [...ROOT, ...byName] };

  it('knows of the clusters of these objects', async () => {
    expect(await gate({ leaf: content }, {}, [], 'nora')).toMatchObject({ open: true, passed: 1 });
    expect(causes(await gate({ leaf: { ...content, objects: [] } }, {}, [], 'nora'))).toEqual(['leaf NOT_KNOWN']);
    expect(causes(await gate({ leaf: content, edge: {} }, { clusters: ['edge', 'none'] }, [], 'nora'))).toEqual([
      'edge NOT_KNOWN',
      'none NOT_KNOWN',
    ]);
  });

  it('is told that a list of them is complete', async () => {
    await using fleet = await PackageFleet.open({ leaf: content });
    const { data } = await fleet.ask('{ packageDeployments { totalCount complete } }', {}, 'nora');
    expect(data.packageDeployments).toEqual({ totalCount: 1, complete: true });
  });
});

describe('a hub', () => {
  const unread = (kind: string) => ({
    kinds: HEALTHY.kinds.map(it => (it.kind === kind ? ({ ...it, state: 'denied' } as never) : it)),
  });

  it.each(['PackageRevision', 'Application'])('closes the gate while its %ss are not read', async kind => {
    expect(causes(await gate({ leaf: { objects: whole }, hub: { state: unread(kind) } }, {}, ['hub']))).toEqual([
      'leaf NOT_COVERED',
    ]);
  });

  it('does not close it by a kind that the caller may not list', async () => {
    const rights = grant('lea', allow('list', 'rootsyncs,resourcegroups'));
    const clusters = {
      leaf: { objects: whole, grants: [...ROOT, ...rights] },
      hub: { state: unread('PackageRevision') },
    };
    expect(await gate(clusters, {}, ['hub'], 'lea')).toMatchObject({ open: true });
  });
});

it('reads what is published once for all gates of an operation', async () => {
  const hub = { objects: [repository('p/deployments'), packageRevision('p/web', { sha: commit('a') })] };
  await using fleet = await PackageFleet.open({ leaf: { objects: whole }, edge: {}, hub }, ['hub']);
  const requested = jest.spyOn(fleet.model, 'ask');
  const { data } = await fleet.ask(
    `query ($id: ID!) { a: packageGate(id: $id, clusters: ["leaf"]) { open } b: packageGate(id: $id, clusters: ["edge"]) { open } }`,
    { id: ID },
  );
  expect(data).toEqual({ a: { open: true }, b: { open: false } });
  expect(requested).toHaveBeenCalledTimes(1);
});
