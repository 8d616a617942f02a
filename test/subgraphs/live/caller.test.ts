import { describe, expect, it } from '@jest/globals';
import { graphOver, JANE } from './graph.ts';
import { leafWithPods, POD, podIds, ScriptedLeaf, SERVED, served } from './scripted-leaf.ts';

describe('who asks', () => {
  it('is impersonated with all groups but the one that Kubernetes gives to everybody', async () => {
    const leaf = leafWithPods();
    const { ask } = graphOver([leaf], { identities: { leaf: { usernamePrefix: 'fleet:', groupPrefix: 'fleet:' } } });
    await ask([POD], 'state');
    expect(leaf.requested.map(({ as }) => as)).toEqual([
      { type: 'impersonate', user: 'fleet:jane', groups: ['fleet:dev'], uid: '', extra: {} },
    ]);
  });

  it('comes with their own token where the cluster wants it', async () => {
    const leaf = leafWithPods();
    const { ask } = graphOver([leaf], { identities: { leaf: { mode: 'passthrough' } } });
    const { lives } = await ask([POD], 'state', { as: { ...JANE, token: 'secret-token' } });
    expect(lives).toEqual([{ state: 'OK' }]);
    expect(leaf.requested[0]?.as).toEqual({ type: 'token', token: 'secret-token', user: 'jane' });
  });

  it('is not let in with our rights for want of a token', async () => {
    const leaf = leafWithPods();
    const { ask } = graphOver([leaf], { identities: { leaf: { mode: 'passthrough' } } });
    const { lives, errors } = await ask([POD], 'state message events { nodes { reason } }');
    expect(errors).toEqual([]);
    expect(lives[0]).toMatchObject({
      state: 'UNAUTHORIZED',
      message: expect.stringMatching(/your own token.*identity\.mode/),
      events: null,
    });
    expect(leaf.requested).toEqual([]);
  });

  it('shares nothing with another who asks the same', async () => {
    const leaf = leafWithPods();
    leaf.refuse = ({ as }) => {
      if (as.type === 'impersonate' && as.user === 'john')
        throw leaf.error('FORBIDDEN', 'pods "web" is forbidden', { status: 403 });
    };
    const { ask } = graphOver([leaf]);
    const [jane, john] = await Promise.all([
      ask([POD], 'state manifest'),
      ask([POD], 'state manifest', { as: { ...JANE, user: 'john' } }),
    ]);
    expect(jane.lives[0].state).toBe('OK');
    expect(john.lives[0]).toEqual({ state: 'FORBIDDEN', manifest: null });
    expect(leaf.requested).toHaveLength(2);
  });

  it('never is ourselves', async () => {
    const leaf = leafWithPods(20);
    const { ask } = graphOver([leaf]);
    await ask(podIds(20), 'state manifest events { nodes { reason } } owners { id }');
    expect(new Set(leaf.requested.map(({ as }) => as.type))).toEqual(new Set(['impersonate']));
  });
});

describe('ids that name nothing the caller was told of', () => {
  const closed = 'leaf//Pod/team-a/closed';
  const absent = [
    'nowhere//Pod/team-a/web',
    'leaf//Unknown/team-a/web',
    'leaf/none.example.com/Pod/team-a/web',
    'leaf//Pod/team-a/gone',
    'leaf//Pod//web',
    'leaf//Node/team-a/n1',
    closed,
  ];

  it('read alike, whether the cluster, the kind or the object is missing or closed', async () => {
    const leaf = leafWithPods();
    leaf.refuse = ({ path }) => {
      if (path.endsWith('/closed')) throw leaf.error('FORBIDDEN', 'pods "closed" is forbidden', { status: 403 });
    };
    const { lives, errors } = await graphOver([leaf], { hidden: absent }).ask(
      absent,
      'state message retryAfterSeconds manifest owners { id } events { nodes { reason } }',
    );
    expect(errors).toEqual([]);
    expect(lives).toEqual(
      absent.map(() => ({
        state: 'NOT_FOUND',
        message: 'There is no such object, or you may not know of it.',
        retryAfterSeconds: null,
        manifest: null,
        owners: null,
        events: null,
      })),
    );
  });

  it('a cluster that cannot be reached is not told of to those who see nothing in it', async () => {
    const leaf = leafWithPods();
    leaf.refuse = () => {
      throw leaf.error('UNREACHABLE');
    };
    const { lives } = await graphOver([leaf], { hidden: [POD] }).ask([POD, 'leaf//Pod/team-a/seen'], 'state');
    expect(lives).toEqual([{ state: 'NOT_FOUND' }, { state: 'UNREACHABLE' }]);
  });

  it.each(['..', '.', 'web/log', 'web%2Flog', 'a%20b'])('the name %j never reaches a URL', async name => {
    const leaf = leafWithPods();
    const { lives } = await graphOver([leaf]).ask(
      [`leaf//Pod/team-a/${encodeURIComponent(name)}`, `leaf//Pod/${encodeURIComponent(name)}/web`],
      'state',
    );
    expect(lives).toEqual([{ state: 'NOT_FOUND' }, { state: 'NOT_FOUND' }]);
    expect(leaf.requested).toEqual([]);
  });

  it.each(['', 'x', 'leaf//Pod/team-a', 'leaf//Pod/team-a/web/log', 'leaf//Pod/team-a/%77eb'])(
    'the malformed id %j is a bad request',
    async id => {
      const { lives, errors } = await graphOver([leafWithPods()]).ask([id], 'state');
      expect(lives).toEqual([null]);
      expect(errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'id' });
      expect(errors[0]?.message).toMatch(/^id: .* is not an object id/);
    },
  );

  it('a kind whose CRD has just been installed is found, and unknown kinds do not cause a discovery each', async () => {
    const leaf = new ScriptedLeaf('leaf');
    const { ask } = graphOver([leaf]);
    const id = 'leaf/example.com/Widget/team-a/w';
    leaf.discovering = () => {
      if (leaf.discoveries > 0) leaf.resources = [...SERVED, served('example.com', 'widgets', 'Widget')];
    };
    leaf.objects.set('/apis/example.com/v1/namespaces/team-a/widgets/w', {
      metadata: { name: 'w', namespace: 'team-a' },
    });
    expect((await ask([id], 'state')).lives).toEqual([{ state: 'OK' }]);
    await ask(
      Array.from({ length: 20 }, (_, i) => `leaf/example.com/No${i}/a/b`),
      'state',
    );
    expect(leaf.discoveries).toBe(1);
  });
});
