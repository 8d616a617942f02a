import { describe, expect, it } from '@jest/globals';
import type { KubernetesErrorCode } from '../../../kubernetes/errors.ts';
import { KubeconfigError } from '../../../kubernetes/kubeconfig-error.ts';
import { execute, parse } from 'graphql';
import { until } from '../../kubernetes/until.ts';
import { graphOver } from './graph.ts';
import { hangs, leafWithPods, POD, podIds, ScriptedLeaf } from './scripted-leaf.ts';

const outcomes: [KubernetesErrorCode, string, RegExp][] = [
  ['UNAUTHORIZED', 'UNAUTHORIZED', /does not accept the credentials that fleetgraph has/],
  ['FORBIDDEN', 'FORBIDDEN', /^Cluster "leaf" does not let you get pods "web" in namespace "team-a"\.$/],
  ['NOT_FOUND', 'NOT_FOUND', /no such object, or you may not know/],
  ['THROTTLED', 'THROTTLED', /too many requests/],
  ['TIMEOUT', 'TIMEOUT', /did not answer in time/],
  ['UNREACHABLE', 'UNREACHABLE', /cannot be reached/],
  ['TLS', 'UNREACHABLE', /cannot be reached/],
  ['SERVER_ERROR', 'UNREACHABLE', /a failure of its own \(HTTP 500\)/],
  ['MALFORMED', 'INVALID', /cannot be used/],
  ['INVALID', 'INVALID', /cannot be used/],
  ['BAD_REQUEST', 'INVALID', /cannot be used/],
  ['CONFLICT', 'INVALID', /cannot be used/],
  ['GONE', 'INVALID', /cannot be used/],
];

describe('what a leaf refuses, delays or breaks is data', () => {
  it.each(outcomes)('%s is %s', async (code, state, message) => {
    const leaf = leafWithPods();
    leaf.refuse = () => {
      throw leaf.error(code, 'secret words of the leaf', { status: 500, retryAfterSeconds: 7.5 });
    };
    const { ask } = graphOver([leaf]);
    const { lives, errors } = await ask(
      [POD],
      'state message retryAfterSeconds observedAt manifest yaml metadata { name } conditions { type } spec status owners { id } events { nodes { reason } }',
    );
    expect(errors).toEqual([]);
    expect(lives[0]).toEqual({
      state,
      message: expect.stringMatching(message),
      retryAfterSeconds: code === 'NOT_FOUND' ? null : 8,
      observedAt: expect.anything(),
      manifest: null,
      yaml: null,
      metadata: null,
      conditions: null,
      spec: null,
      status: null,
      owners: null,
      events: null,
    });
  });

  describe.each([
    ['an address', 'dial tcp 10.96.0.1:6443: connect: connection refused'],
    ['a key of etcd', 'etcdserver: key /registry/pods/hidden-ns/topsecret-payroll-7 is too large'],
    ['a token', 'Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2VjcmV0'],
    ['another user', 'pods "web" is forbidden: User "mallory@example.com" cannot get resource "pods"'],
    ['a path', 'open /var/run/secrets/kubernetes.io/serviceaccount/token: permission denied'],
    ['control characters', '\u001b]0;gotcha\u0007\r\n\u202egnp'],
  ])('%s in the words of a leaf', (_what, words) => {
    it.each(outcomes.map(([code]) => code))('is in no answer: %s', async code => {
      const leaf = leafWithPods(20);
      const { ask } = graphOver([leaf]);
      const everything =
        'state message retryAfterSeconds manifest yaml owners { id } events { state message nodes { reason message } }';
      const say = (): never => {
        throw leaf.error(code, words, { status: 500 });
      };
      leaf.refuse = say;
      const refused = await ask([POD, ...podIds(20)], everything);
      leaf.refuse = ({ path }) => void (path.endsWith('/events') && say());
      const eventless = await ask([POD], everything);
      leaf.discovering = say;
      const undiscovered = await ask([POD], everything);
      expect(eventless.lives[0]).toMatchObject({ state: 'OK', events: { nodes: [] } });
      expect(eventless.lives[0].events.state).not.toBe('OK');
      const answers = JSON.stringify([refused, eventless, undiscovered]);
      for (const word of words.split(' '))
        if (!['pods', '"web"', 'get', 'is', 'too', 'large', 'cannot'].includes(word))
          expect(answers).not.toContain(JSON.stringify(word).slice(1, -1));
    });
  });

  it('a refused impersonation does not name whose rights are missing', async () => {
    const leaf = leafWithPods();
    leaf.refuse = () => {
      throw leaf.error('FORBIDDEN', 'users "jane" is forbidden: User "collector" cannot impersonate resource "users"', {
        status: 403,
      });
    };
    const { lives } = await graphOver([leaf]).ask([POD], 'state message');
    expect(lives[0]).toMatchObject({
      state: 'FORBIDDEN',
      message: expect.stringMatching(/does not let fleetgraph act as you.*prepare-cluster/),
    });
    expect(lives[0].message).not.toContain('collector');
  });

  it('an answer under another name is not the object', async () => {
    const leaf = leafWithPods();
    leaf.objects.set('/api/v1/namespaces/team-a/pods/web', { metadata: { name: 'other', namespace: 'team-a' } });
    const { lives } = await graphOver([leaf]).ask([POD], 'state manifest');
    expect(lives).toEqual([{ state: 'INVALID', manifest: null }]);
  });

  it('a leaf that hangs is given up before the deadline, and the others have answered', async () => {
    const slow = new ScriptedLeaf('slow');
    slow.refuse = ({ options }) => hangs(options.signal);
    const { lives, errors } = await graphOver([slow, leafWithPods()]).ask([POD, 'slow//Pod/a/b'], 'state message', {
      timeoutMs: 250,
    });
    expect(errors).toEqual([]);
    expect(lives).toEqual([
      { state: 'OK', message: null },
      { state: 'TIMEOUT', message: 'Cluster "slow" did not answer in time.' },
    ]);
  });

  it('a leaf is given up as soon as the asker wants, by that asker alone', async () => {
    const slow = new ScriptedLeaf('slow');
    slow.refuse = ({ options }) => hangs(options.signal);
    const { subgraph, request } = graphOver([slow, leafWithPods()], { hidden: ['slow//Pod/a/hidden'] });
    const began = performance.now();
    const { data, errors } = await execute({
      schema: subgraph.schema,
      document: parse(`query ($r: [_Any!]!) { _entities(representations: $r) { ... on KubernetesObject {
        soon: live(within: "200ms") { state message } later: live(within: "999999999h") { state } } } }`),
      variableValues: {
        r: [POD, 'slow//Pod/a/b', 'slow//Pod/a/hidden'].map(id => ({ __typename: 'KubernetesObject', id })),
      },
      contextValue: subgraph.context(request({ timeoutMs: 1_000 })),
    });
    expect(errors).toBeUndefined();
    expect(data?._entities).toEqual([
      { soon: { state: 'OK', message: null }, later: { state: 'OK' } },
      { soon: { state: 'TIMEOUT', message: 'Cluster "slow" did not answer in time.' }, later: { state: 'TIMEOUT' } },
      { soon: { state: 'NOT_FOUND', message: expect.any(String) }, later: { state: 'NOT_FOUND' } },
    ]);
    expect(performance.now() - began).toBeGreaterThan(400);
  });

  it.each(['0ms', '1.5s', '-1s', '5', ''])(
    'live(within: "%s") is refused, with the form that is taken',
    async within => {
      const { subgraph, request } = graphOver([leafWithPods()]);
      const { errors } = await execute({
        schema: subgraph.schema,
        document: parse(
          `query ($r: [_Any!]!, $within: Duration) { _entities(representations: $r) { ... on KubernetesObject { live(within: $within) { state } } } }`,
        ),
        variableValues: { r: [{ __typename: 'KubernetesObject', id: POD }], within },
        contextValue: subgraph.context(request()),
      });
      expect(errors).toEqual([
        expect.objectContaining({
          message: expect.stringContaining('"500ms"'),
          extensions: { code: 'BAD_USER_INPUT', argument: 'within' },
        }),
      ]);
    },
  );

  it('one leaf of two hundred that hangs on all its objects holds up nobody else', async () => {
    const leaves = Array.from({ length: 200 }, (_, i) => new ScriptedLeaf(`leaf-${i}`));
    const namespaces = Array.from({ length: 10 }, (_, i) => `team-${i}`);
    for (const leaf of leaves)
      for (const namespace of namespaces) leaf.put('pods', { metadata: { namespace, name: 'web' } });
    const [slow, ...others] = leaves as [ScriptedLeaf, ...ScriptedLeaf[]];
    // The slow leaf responds only after all other leaves have received their requests. If the slow leaf blocked the
    // other leaves, the test would hang.
    slow.refuse = () => until(() => others.reduce((sum, leaf) => sum + leaf.requested.length, 0) === 1_990);
    const ids = leaves.flatMap(({ cluster }) => namespaces.map(namespace => `${cluster}//Pod/${namespace}/web`));
    const { lives } = await graphOver(leaves, { leafTimeoutMs: 20_000 }).ask(ids, 'state', { timeoutMs: 25_000 });
    expect(lives).toEqual(ids.map(() => ({ state: 'OK' })));
  });

  it('a leaf client that never comes back is given up too, in discovery as in reading', async () => {
    const deaf = new ScriptedLeaf('deaf');
    deaf.refuse = () => new Promise(() => undefined);
    const mute = new ScriptedLeaf('mute');
    mute.discovering = () => new Promise(() => undefined);
    const { lives } = await graphOver([deaf, mute]).ask(['deaf//Pod/a/b', 'mute//Pod/a/b'], 'state', {
      timeoutMs: 250,
    });
    expect(lives).toEqual([{ state: 'TIMEOUT' }, { state: 'TIMEOUT' }]);
  });

  it('nothing is asked when the deadline has come already', async () => {
    const leaf = leafWithPods();
    const { lives } = await graphOver([leaf]).ask([POD], 'state', { timeoutMs: 100 });
    expect(lives).toEqual([{ state: 'TIMEOUT' }]);
    expect(leaf.requested).toEqual([]);
  });

  it('leaf requests end when the client goes away', async () => {
    const leaf = leafWithPods();
    const client = new AbortController();
    let ended: unknown;
    leaf.refuse = async ({ options }) => {
      setImmediate(() => client.abort(new Error('gone')));
      await hangs(options.signal).catch((reason: unknown) => {
        ended = reason;
        throw reason;
      });
    };
    const { lives, errors } = await graphOver([leaf]).ask([POD], 'state', { signal: client.signal });
    expect(lives).toEqual([null]);
    expect(errors[0]?.message).toBe('gone');
    expect(ended).toBe(client.signal.reason);
  });

  it('a discovery that is refused as UNAUTHORIZED is the credentials of fleetgraph, and not a cluster that is away', async () => {
    const leaf = leafWithPods();
    leaf.discovering = () => {
      throw leaf.error('UNAUTHORIZED');
    };
    const { lives } = await graphOver([leaf]).ask([POD], 'state message');
    expect(lives).toEqual([
      {
        state: 'UNAUTHORIZED',
        message: expect.stringMatching(/does not accept the credentials that fleetgraph has for it/),
      },
    ]);
  });

  it('credentials that cannot be had are told as such, without the words of their source', async () => {
    const leaf = leafWithPods();
    leaf.refuse = () => {
      throw leaf.error('UNREACHABLE', 'secret words', { cause: new KubeconfigError('secret words of a plugin') });
    };
    const { lives } = await graphOver([leaf]).ask([POD], 'state message');
    expect(lives).toEqual([
      {
        state: 'UNAUTHORIZED',
        message: expect.stringMatching(/does not accept the credentials that fleetgraph has for it/),
      },
    ]);
  });

  it.each(['FORBIDDEN', 'TLS', 'MALFORMED'] as const)(
    'a discovery that fails as %s is the cluster that cannot be reached',
    async code => {
      const leaf = leafWithPods();
      leaf.discovering = () => {
        throw leaf.error(code);
      };
      const { lives } = await graphOver([leaf]).ask([POD], 'state');
      expect(lives).toEqual([{ state: 'UNREACHABLE' }]);
    },
  );

  it('a fault of ours is an error, not a state', async () => {
    const leaf = leafWithPods();
    leaf.refuse = () => {
      throw new TypeError('bug');
    };
    const { lives, errors } = await graphOver([leaf]).ask([POD], 'state');
    expect(lives).toEqual([null]);
    expect(errors).toHaveLength(1);
  });
});
