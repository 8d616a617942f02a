/**
 * Callers with groups that fleetgraph may not impersonate: their reads, their refusals, and the log for the operator.
 */
import { describe, expect, it } from '@jest/globals';
import type { RequestOptions } from '../../../kubernetes/client.ts';
import type { Logger } from '../../../telemetry/log.ts';
import { graphOver, JANE, type GraphOptions } from './graph.ts';
import { POD, podIds, ScriptedLeaf } from './scripted-leaf.ts';

const BOB = { ...JANE, user: 'bob', groups: ['team-a', 'everyone', 'vpn-users'] };
const ASK_RULES = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews';
const RESTART = `mutation ($id: ID!) { restart(input: { ids: [$id] }) { results { outcome message } } }`;

/**
 * A leaf that refuses requests as an API server does. The refusal names the first group that fleetgraph may not
 * impersonate.
 */
class GuardedLeaf extends ScriptedLeaf {
  readonly impersonable: Set<string>;
  /** Groups that fleetgraph may impersonate by a second authorizer, whose rules cannot be listed. */
  unlisted: string[] = [];
  answersRules = true;

  constructor(...impersonable: string[]) {
    super('leaf');
    this.impersonable = new Set(impersonable);
    for (const name of ['web', 'web-1', 'web-2'])
      this.put('pods', { metadata: { name, namespace: 'team-a' }, spec: {} });
    this.put('deployments', { metadata: { name: 'web', namespace: 'team-a' }, spec: { template: { metadata: {} } } });
    this.refuse = ({ as }) => {
      const group = as.type === 'impersonate' ? as.groups.find(it => !this.#allows(it)) : undefined;
      if (group === undefined) return;
      const said = `groups "${group}" is forbidden: User "collector" cannot impersonate resource "groups" in API group "" at the cluster scope`;
      throw this.error('FORBIDDEN', said, { status: 403, said });
    };
    this.judge = review => {
      const { resourceAttributes: requested } = (review as { spec: { resourceAttributes: Record<string, string> } })
        .spec;
      return { allowed: requested['resource'] === 'groups' ? this.#allows(requested['name'] ?? '') : true };
    };
  }

  #allows(group: string): boolean {
    return this.impersonable.has(group) || this.unlisted.includes(group);
  }

  override async request<T>(path: string, options: RequestOptions): Promise<T> {
    if (path !== ASK_RULES) return super.request(path, options);
    this.requested.push({ verb: 'get', path, as: options.as, accept: '', options });
    if (!this.answersRules) throw this.error('SERVER_ERROR', 'no', { status: 500 });
    const resourceNames = [...this.impersonable];
    const rule = { verbs: ['impersonate'], apiGroups: [''], resources: ['groups'], resourceNames };
    const other = { verbs: ['impersonate'], apiGroups: [''], resources: ['users'] };
    return {
      status: {
        resourceRules: [other, ...(resourceNames.length > 0 ? [rule] : [])],
        incomplete: this.unlisted.length > 0,
      },
    } as T;
  }

  /** Groups of each request made as the caller. */
  get groupsSent(): (readonly string[])[] {
    return this.requested.flatMap(({ as }) => (as.type === 'impersonate' ? [as.groups] : []));
  }

  get reviewsRequested(): string[] {
    return this.requested.flatMap(({ as, path }) =>
      as.type === 'self' ? [path.slice(path.lastIndexOf('/') + 1)] : [],
    );
  }
}

/** Registers a leaf with this authorization, and returns the graph over it. */
async function graphOf(leaf: GuardedLeaf, authorization: 'rbac' | 'mixed' = 'rbac', options: GraphOptions = {}) {
  const graph = graphOver([leaf], options);
  if (authorization === 'mixed') await graph.registry.replace({ ...graph.registry.get('leaf')!, authorization });
  return graph;
}

describe('a live read', () => {
  it('goes without the groups that fleetgraph may not impersonate, and asks for the rules once', async () => {
    const leaf = new GuardedLeaf('team-a');
    const graph = await graphOf(leaf);
    const { lives, errors } = await graph.ask([POD], 'state message', { as: BOB });
    expect(errors).toEqual([]);
    expect(lives).toEqual([{ state: 'OK', message: null }]);
    expect(leaf.groupsSent).toEqual([BOB.groups, ['team-a']]);
    expect(leaf.reviewsRequested).toEqual(['selfsubjectrulesreviews']);

    expect((await graph.ask(podIds(3), 'state events { state }', { as: BOB })).lives).toEqual(
      Array(3).fill({ state: 'OK', events: { state: 'OK' } }),
    );
    expect(leaf.groupsSent.slice(1)).toEqual(leaf.groupsSent.slice(1).map(() => ['team-a']));
    expect(leaf.reviewsRequested).toHaveLength(1);
  });

  it('costs nothing more where every group may be impersonated', async () => {
    const leaf = new GuardedLeaf(...BOB.groups);
    expect((await (await graphOf(leaf)).ask([POD], 'state', { as: BOB })).lives).toEqual([{ state: 'OK' }]);
    expect(leaf.requested).toHaveLength(1);
  });

  it('names the groups that were left out where the cluster refuses the rest', async () => {
    const leaf = new GuardedLeaf('team-a');
    const { refuse } = leaf;
    leaf.refuse = requested => {
      void refuse(requested);
      const said = 'pods "web" is forbidden: User "bob" cannot get resource "pods"';
      if (requested.as.type === 'impersonate') throw leaf.error('FORBIDDEN', said, { status: 403, said });
    };
    const { lives } = await (await graphOf(leaf)).ask([POD], 'state message', { as: BOB });
    expect(lives[0]).toEqual({
      state: 'FORBIDDEN',
      message:
        'Cluster "leaf" does not let you get pods "web" in namespace "team-a". It was asked without your groups "everyone", "vpn-users", ' +
        'which fleetgraph may not impersonate there: what you may do through a group left out does not count. ' +
        "The cluster's administrator can allow a group: fleetgraph register or prepare-cluster with --impersonate-group.",
    });
  });

  it('asks about each group where an authorizer does not list its rules', async () => {
    const leaf = new GuardedLeaf('team-a');
    leaf.unlisted = ['vpn-users'];
    expect((await (await graphOf(leaf)).ask([POD], 'state', { as: BOB })).lives).toEqual([{ state: 'OK' }]);
    expect(leaf.groupsSent.at(-1)).toEqual(['team-a', 'vpn-users']);
    expect(leaf.reviewsRequested).toEqual([
      'selfsubjectrulesreviews',
      'selfsubjectaccessreviews',
      'selfsubjectaccessreviews',
    ]);
  });

  it('asks a cluster about a bounded number of groups, whoever has how many', async () => {
    const leaf = new GuardedLeaf('team-a');
    leaf.unlisted = ['never asked for'];
    const groups = ['team-a', ...Array.from({ length: 900 }, (_, i) => `group-${i}`)];
    expect((await (await graphOf(leaf)).ask([POD], 'state', { as: { ...BOB, groups } })).lives).toEqual([
      { state: 'OK' },
    ]);
    expect(leaf.groupsSent.at(-1)).toEqual(['team-a']);
    expect(leaf.reviewsRequested).toHaveLength(1 + 200);
  });

  it('is refused without a guess where the cluster does not say which groups it allows', async () => {
    const leaf = new GuardedLeaf('team-a');
    leaf.answersRules = false;
    const { lives } = await (await graphOf(leaf)).ask([POD], 'state message', { as: BOB });
    expect(lives[0]).toMatchObject({
      state: 'FORBIDDEN',
      message: expect.stringContaining('does not let fleetgraph act as you.'),
    });
    expect(leaf.groupsSent).toEqual([BOB.groups]);
  });

  it('is refused where the user may not be impersonated, and asks for the rules no more often for that', async () => {
    const leaf = new GuardedLeaf(...BOB.groups);
    leaf.refuse = ({ as }) => {
      const said =
        'users "bob" is forbidden: User "collector" cannot impersonate resource "users" in API group "" at the cluster scope';
      if (as.type === 'impersonate') throw leaf.error('FORBIDDEN', said, { status: 403, said });
    };
    const graph = await graphOf(leaf);
    for (let i = 0; i < 2; i++) {
      const { lives } = await graph.ask([POD], 'state message', { as: BOB });
      expect(lives[0]).toMatchObject({
        state: 'FORBIDDEN',
        message: expect.stringContaining('does not let fleetgraph act as you.'),
      });
    }
    expect(leaf.reviewsRequested).toHaveLength(1);
  });

  it('goes without a group from the moment in which the cluster takes the right to impersonate it back', async () => {
    const leaf = new GuardedLeaf('team-a', 'everyone', 'vpn-users');
    const graph = await graphOf(leaf);
    await graph.ask([POD], 'state', { as: BOB });
    leaf.impersonable.delete('everyone');
    expect((await graph.ask([POD], 'state', { as: BOB })).lives).toEqual([{ state: 'OK' }]);
    expect(leaf.groupsSent.at(-1)).toEqual(['team-a', 'vpn-users']);
  });

  it.each(['impersonate', 'a "impersonate" b'])('of an object called %s is refused as any other', async name => {
    const leaf = new GuardedLeaf('team-a');
    const said = `pods ${JSON.stringify(name)} is forbidden: User "bob" cannot get resource "pods"`;
    leaf.refuse = ({ as }) => {
      if (as.type === 'impersonate') throw leaf.error('FORBIDDEN', said, { status: 403, said });
    };
    const { lives } = await (await graphOf(leaf)).ask([POD], 'message', { as: { ...BOB, groups: ['team-a'] } });
    expect(lives[0].message).toBe('Cluster "leaf" does not let you get pods "web" in namespace "team-a".');
    expect(leaf.reviewsRequested).toEqual([]);
  });
});

describe('with all groups or not at all', () => {
  const refusal = expect.stringMatching(
    /^Cluster "leaf" does not let fleetgraph act as you: it may not impersonate your groups "everyone", "vpn-users", and must not leave groups out here\. .*--impersonate-group/,
  );

  it('a cluster with authorizers beside RBAC is asked: they may deny by group', async () => {
    const leaf = new GuardedLeaf('team-a');
    const { lives } = await (await graphOf(leaf, 'mixed')).ask([POD], 'state message', { as: BOB });
    expect(lives).toEqual([{ state: 'FORBIDDEN', message: refusal }]);
    expect(leaf.groupsSent).toEqual([BOB.groups]);
  });

  it('an action is done: admission policies may refuse by group', async () => {
    const leaf = new GuardedLeaf('team-a');
    const graph = await graphOf(leaf);
    await graph.ask([POD], 'state', { as: BOB });
    const before = leaf.groupsSent.length;
    const { data, errors } = await graph.run(RESTART, { id: 'leaf/apps/Deployment/team-a/web' }, { as: BOB });
    expect(errors).toEqual([]);
    expect(data.restart.results).toEqual([{ outcome: 'FORBIDDEN', message: refusal }]);
    for (const groups of leaf.groupsSent.slice(before)) expect(groups).toEqual(BOB.groups);
  });

  it('the question for an action is asked, and the one for a read as the read is', async () => {
    const leaf = new GuardedLeaf('team-a');
    const { lives } = await (
      await graphOf(leaf)
    ).ask([POD], 'access(checks: [{ verb: "get", subresource: "log" }, { verb: "delete" }]) { verb allowed reason }', {
      as: BOB,
    });
    expect(lives[0].access).toEqual([
      { verb: 'get', allowed: true, reason: null },
      { verb: 'delete', allowed: null, reason: refusal },
    ]);
  });
});

describe('the log', () => {
  const collected = () => {
    const lines: [object, string][] = [];
    const log = {
      ...console,
      info: () => undefined,
      warn: (data: object, text: string) => lines.push([data, text]),
    } as unknown as Logger;
    return { lines, log };
  };

  it('names each group once, with the ways out', async () => {
    const leaf = new GuardedLeaf('team-a');
    const { lines, log } = collected();
    const graph = await graphOf(leaf, 'rbac', { log });
    await graph.ask([POD], 'state', { as: BOB });
    await graph.ask([POD], 'state', { as: { ...BOB, user: 'ann', groups: ['everyone', 'staff'] } });
    expect(lines).toEqual([
      [
        { cluster: 'leaf', groups: ['everyone', 'vpn-users'] },
        expect.stringMatching(/--impersonate-group.*identity\.groups/),
      ],
      [{ cluster: 'leaf', groups: ['staff'] }, expect.anything()],
    ]);
  });

  it('names no group and no cluster for callers who may not know of the object', async () => {
    const leaf = new GuardedLeaf('team-a');
    const { refuse } = leaf;
    leaf.refuse = requested => {
      void refuse(requested);
      if (requested.as.type === 'impersonate') throw leaf.error('FORBIDDEN', 'no', { status: 403 });
    };
    const { lines, log } = collected();
    const { lives } = await (
      await graphOf(leaf, 'rbac', { log, hidden: [POD] })
    ).ask([POD], 'state message', { as: BOB });
    expect(lives).toEqual([{ state: 'NOT_FOUND', message: 'There is no such object, or you may not know of it.' }]);
    expect(lines).toEqual([]);
  });
});
