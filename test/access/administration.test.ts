/**
 * Callers who count as administrators, and their view of the registrations. Grants decide, or live reviews if the
 * cluster has authorizers besides RBAC.
 */
import { describe, expect, it } from '@jest/globals';
import { Administration, type AdministratorsView } from '../../access/administration.ts';
import { policiesOf } from '../../access/coverage.ts';
import type { AccessFrame } from '../../access/frame.ts';
import { ReviewError } from '../../identity/access-reviews.ts';
import { acceptIdentity } from '../../identity/authenticator.ts';
import type { Identity } from '../../identity/identity.ts';
import { grantKey, type Attributes } from '../../rbac/types.ts';
import { emptyVisibility } from '../../rbac/visibility.ts';
import type { ClusterIndex } from '../../readmodel/readmodel.ts';
import { grant, RESOURCES } from '../subgraphs/fleet/scripted-fleet.ts';

const RIGHT = { verbs: ['list'], apiGroups: ['fleetgraph.dev'], resources: ['registrations'], resourceNames: [] };
const identity = acceptIdentity({ user: 'ada', groups: [] });

function administration({
  answer = async () => false,
  isRequested = true,
  grants = [],
  asker = identity,
  decidedOn = 'hub',
}: {
  answer?: (question: Attributes) => Promise<boolean>;
  isRequested?: boolean;
  grants?: ReturnType<typeof grant>;
  asker?: Identity;
  decidedOn?: string | null;
}): Administration {
  const index = {
    resources: RESOURCES,
    grants: { revision: 1, objects: new Map(grants.map(object => [grantKey(object), object])) },
  };
  const frame = {
    readModel: { cluster: () => index, clusters: () => [index], storeProblem: undefined },
    access: {
      prepare: async () => () => emptyVisibility(RESOURCES),
      identityOn: () => identity,
      isRequested: () => isRequested,
    },
    questions: {
      limit: () => undefined,
      may: (_cluster: string, _identity: unknown, question: Attributes) => answer(question),
    },
    registrations: { decidedOn: decidedOn ?? undefined, clusters: async () => [], problems: () => [] },
    ...{ identity: asker, signal: new AbortController().signal, now: () => 0, rules: {} },
  };
  return new Administration(frame as unknown as AccessFrame);
}

describe('who started the process with their own kubeconfig', () => {
  const owner: Identity = { ...identity, isOwner: true };
  const all = { registrations: [], problems: [] };

  it('is an administrator of it, whatever the configuration says of administrators', async () => {
    expect(await administration({ asker: owner, decidedOn: null }).view()).toEqual(all);
    expect(await administration({ asker: owner }).view()).toEqual(all);
  });

  it('is the only one where the configuration names no cluster that decides', async () => {
    const grants = grant('ada', RIGHT);
    expect(await administration({ grants, isRequested: false }).view()).toEqual(all);
    expect(await administration({ grants, isRequested: false, decidedOn: null }).view()).toBeUndefined();
    expect(await administration({ answer: async () => true, decidedOn: null }).view()).toBeUndefined();
  });
});

describe('what an administrator is told of registrations', () => {
  const policies = policiesOf(() => ({ mode: 'impersonate', usernamePrefix: '', groupPrefix: '' }));

  interface Told {
    readonly names?: readonly string[];
    readonly connections?: (cluster: string) => string;
  }

  /** The administrators' view of the registrations `names`, if the index knows `clusters`. */
  async function told(
    clusters: readonly Partial<ClusterIndex>[],
    { names = clusters.map(({ cluster }) => cluster!), connections }: Told = {},
  ): Promise<AdministratorsView | undefined> {
    const registrations = {
      decidedOn: undefined,
      clusters: async () => names.map(name => ({ name })),
      problems: () => [],
    };
    const frame = {
      readModel: {
        cluster: (name: string) => clusters.find(({ cluster }) => cluster === name),
        clusters: () => clusters,
      },
      rules: { policies, maxAgeMs: 600_000, connections },
      ...{ registrations, identity: { ...identity, isOwner: true }, now: () => 0 },
    };
    return new Administration(frame as object as AccessFrame).view();
  }

  const on = (cluster: string, server?: { uid: string; connection: string }, state: object | null = null) =>
    ({ cluster, server, state }) as Partial<ClusterIndex>;
  const same = async (...given: Parameters<typeof told>) =>
    Object.fromEntries((await told(...given))!.registrations.map(({ name, sameServerAs }) => [name, sameServerAs]));

  it('is nothing where there are none, and nothing of those that are not open yet', async () => {
    const none = { registrations: undefined, identity: { ...identity, isOwner: true } };
    expect(await new Administration(none as object as AccessFrame).view()).toBeUndefined();
    const { registrations } = (await told([on('a')], { names: ['new', 'a'] }))!;
    expect(registrations.map(({ name }) => name)).toEqual(['a']);
  });

  it('names those of one API server in order: by its uid, or else by the connection', async () => {
    const clusters = [
      on('c', { uid: 'one', connection: 'c' }),
      on('b', { uid: 'one', connection: 'b' }),
      on('a', { uid: 'one', connection: 'a' }),
      on('other', { uid: 'two', connection: 'a' }),
      on('plain', { uid: '', connection: 'x' }),
      on('alike', { uid: '', connection: 'x' }),
      on('alone', { uid: '', connection: 'y' }),
      on('unread'),
      on('unread too'),
    ];
    expect(await same(clusters)).toEqual({
      ...{ a: ['b', 'c'], b: ['a', 'c'], c: ['a', 'b'], other: [] },
      ...{ plain: ['alike'], alike: ['plain'], alone: [], unread: [], 'unread too': [] },
    });
  });

  it('does not follow what was read from another API server than the one that is registered', async () => {
    const clusters = ['a', 'b', 'moved'].map(name => on(name, { uid: 'one', connection: `at ${name}` }));
    const connections = (cluster: string) => (cluster === 'moved' ? 'at another' : `at ${cluster}`);
    expect(await same(clusters, { connections })).toEqual({ a: ['b'], b: ['a'], moved: [] });
  });
});

describe('on a cluster that is asked itself', () => {
  it('whom it lets list all registrations is an administrator, and nobody is by its RBAC', async () => {
    const requested: Attributes[] = [];
    const answer = (isAllowed: boolean) => async (question: Attributes) => (requested.push(question), isAllowed);
    expect(await administration({ answer: answer(true) }).view()).toEqual({ registrations: [], problems: [] });
    expect(await administration({ answer: answer(false), grants: grant('ada', RIGHT) }).view()).toBeUndefined();
    expect(requested[0]).toEqual({
      verb: 'list',
      group: 'fleetgraph.dev',
      resource: 'registrations',
      namespace: '',
      name: '',
    });
  });

  it('nobody is while it does not answer', async () => {
    const answer = () => Promise.reject(new ReviewError('TIMEOUT', 'hub: timeout'));
    expect(await administration({ answer, grants: grant('ada', RIGHT) }).view()).toBeUndefined();
  });

  it('a mistake of our own is no answer', async () => {
    await expect(administration({ answer: () => Promise.reject(new Error('a mistake')) }).view()).rejects.toThrow(
      'a mistake',
    );
  });
});

it('elsewhere its grants decide, and it is not asked', async () => {
  const answer = () => Promise.reject(new Error('it was asked'));
  expect(await administration({ answer, isRequested: false, grants: grant('ada', RIGHT) }).view()).toEqual({
    registrations: [],
    problems: [],
  });
  expect(await administration({ answer, isRequested: false }).view()).toBeUndefined();
});
