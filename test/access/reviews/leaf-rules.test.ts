/** Reviews that a cluster receives about a caller, and the grants made from its answers. */
import { describe, expect, it, jest } from '@jest/globals';
import { eventLoopTurns } from '../../../async/fair-turns.ts';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import type { BindingObject, GrantObject, PolicyRule, RoleObject } from '../../../rbac/types.ts';
import { leafRules } from '../../../access/reviews/leaf-rules.ts';
import { allow, grant, RESOURCES } from '../../subgraphs/fleet/scripted-fleet.ts';
import { ScriptedReviews } from './scripted-reviews.ts';

const KINDS = ['namespaces', 'pods', 'deployments', 'kustomizations', 'helmreleases'];
const NAMESPACED = KINDS.slice(1);
const undecided = () => undefined;

interface Given {
  readonly webhook?: ScriptedReviews['webhook'];
  readonly namespaces?: readonly string[];
  readonly signal?: AbortSignal;
  readonly reviews?: ScriptedReviews;
  readonly resources?: typeof RESOURCES;
}

/** Reads jane's rights. Returns the requests in the order of sending, and the rules by namespace. */
async function asking(
  grants: readonly GrantObject[],
  { webhook, namespaces = ['team-a'], signal, reviews = new ScriptedReviews(), resources = RESOURCES }: Given = {},
) {
  reviews.grants.set('leaf', grants);
  reviews.webhook = webhook;
  const caller = acceptIdentity({ user: 'jane', groups: [] });
  const options = { reviews, caller, user: 'jane', signal: signal ?? new AbortController().signal };
  const { objects, revision } = await leafRules({ cluster: 'leaf', resources, namespaces }, options);
  const roles = [...objects.values()].filter((object): object is RoleObject => 'rules' in object);
  return {
    requested: reviews.requested.map(question => question.replace(' leaf jane', '')),
    rules: Object.fromEntries(roles.map(({ namespace, rules }) => [namespace, rules])) as Record<
      string,
      readonly PolicyRule[]
    >,
    objects: [...objects.values()],
    revision,
  };
}

const exactly = (verb: string, group: string, plural: string, ...resourceNames: string[]): PolicyRule => ({
  ...{ verbs: [verb], apiGroups: [group], resources: [plural], resourceNames },
});
const lists = (namespace: string, kinds: readonly string[]) => kinds.map(kind => `may list ${kind} ${namespace}/`);
const IN_CLUSTER_SCOPE = ['rules _cluster_', 'may get namespaces /', ...lists('', KINDS)];
const same = (a: readonly string[], b: readonly string[]) => expect([...a].sort()).toEqual([...b].sort());

describe('of a cluster that lists all its rules', () => {
  it('one review for cluster scope and one for each namespace is enough, and the rules are as they stand', async () => {
    const [everywhere, inA] = [allow('list', 'pods', 'web'), allow('get,watch', 'deployments')];
    const { requested, rules } = await asking([...grant('jane', everywhere), ...grant('jane', inA, 'team-a')], {
      namespaces: ['team-a', 'b'],
    });
    expect(requested).toEqual(['rules _cluster_', 'rules team-a', 'rules b']);
    expect(rules).toEqual({ '': [everywhere], 'team-a': [inA] });
  });

  it('somebody who may list everything everywhere is not asked about in namespaces', async () => {
    expect((await asking(grant('jane', allow('list', '*')))).requested).toEqual(['rules _cluster_']);
    expect((await asking(grant('jane', allow('*', KINDS.join())))).requested).toEqual(['rules _cluster_']);
    expect((await asking(grant('jane', allow('list', '*', '')))).requested).toEqual(['rules _cluster_']);
    for (const less of [
      allow('list', NAMESPACED.join()),
      allow('get', '*'),
      allow('list', '*', 'web'),
      { ...allow('list', '*'), apiGroups: [''] },
    ])
      expect((await asking(grant('jane', less))).requested).toEqual(['rules _cluster_', 'rules team-a']);
  });

  it('a rule that is given everywhere and once more in a namespace is in the namespace once', async () => {
    const rule = allow('get', 'namespaces');
    const [role, binding] = grant('jane', rule, 'team-a') as [RoleObject, BindingObject];
    const again = [
      { ...role, name: 'again' },
      { ...binding, name: 'again', roleRef: { ...binding.roleRef, name: 'again' } },
    ];
    expect((await asking([...grant('jane', rule), ...again])).rules).toEqual({ '': [rule], 'team-a': [rule] });
    expect((await asking(grant('jane', rule))).rules).toEqual({ '': [rule] });
  });

  it('what it says is bound to the caller, and to nobody else', async () => {
    const { objects, revision } = await asking([
      ...grant('jane', allow('list', 'pods')),
      ...grant('jane', allow('get', 'pods', 'x'), 'team-a'),
    ]);
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', name: 'live-review' };
    const subjects = [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'jane', namespace: '' }];
    expect(objects).toMatchObject([
      { type: 'ClusterRole', namespace: '', name: 'live-review' },
      { type: 'ClusterRoleBinding', namespace: '', roleRef: { ...roleRef, kind: 'ClusterRole' }, subjects },
      { type: 'Role', namespace: 'team-a', name: 'live-review' },
      { type: 'RoleBinding', namespace: 'team-a', roleRef: { ...roleRef, kind: 'Role' }, subjects },
    ]);
    expect((await asking([])).revision).toBeGreaterThan(revision);
    expect((await asking([])).objects).toEqual([]);
  });
});

describe('of a cluster that cannot list all its rules', () => {
  it('every kind is asked for in cluster scope and in each namespace, and each Namespace by its name', async () => {
    const { requested, rules } = await asking([], { webhook: undecided, namespaces: ['team-a', 'b'] });
    const inside = (name: string) => [
      `rules ${name}`,
      ...lists(name, NAMESPACED),
      `may get namespaces ${name}/${name}`,
    ];
    same(requested, [...IN_CLUSTER_SCOPE, ...inside('team-a'), ...inside('b')]);
    expect(rules).toEqual({});
  });

  it('what may be listed everywhere is not asked for again', async () => {
    const grants = grant('jane', allow('list', 'namespaces,pods'));
    const { requested, rules } = await asking(grants, { webhook: undecided });
    same(requested, [
      ...IN_CLUSTER_SCOPE,
      'rules team-a',
      ...lists('team-a', ['deployments', 'kustomizations', 'helmreleases']),
    ]);
    expect(rules).toEqual({ '': [exactly('list', '', 'namespaces'), exactly('list', '', 'pods')] });
  });

  it('a right to get all namespaces shows none of them', async () => {
    const { requested, rules } = await asking(grant('jane', allow('get', 'namespaces')), { webhook: undecided });
    expect(requested).not.toContain('may get namespaces team-a/team-a');
    expect(rules).toEqual({});
  });

  it('a Namespace is shown to whom it lets get it from within', async () => {
    const { rules } = await asking(grant('jane', allow('get', 'namespaces'), 'team-a'), { webhook: undecided });
    expect(rules).toEqual({ 'team-a': [exactly('get', '', 'namespaces', 'team-a')] });
  });

  it.each([
    ['one scope', [allow('get', 'pods', 'web', 'db')], 'team-a', ['may get pods team-a/web', 'may get pods team-a/db']],
    ['both verbs', [allow('*', 'pods', 'web')], 'team-a', ['may list pods team-a/web', 'may get pods team-a/web']],
    ['all kinds', [allow('get', '*', 'web')], 'team-a', NAMESPACED.map(kind => `may get ${kind} team-a/web`)],
    ['another verb', [allow('watch', 'pods', 'web')], 'team-a', []],
    ['another group', [{ ...allow('get', 'deployments', 'web'), apiGroups: [''] }], 'team-a', []],
    ['no name', [allow('get', 'pods', '')], 'team-a', []],
    ['everywhere', [allow('get', 'pods', 'web')], '', ['may get pods team-a/web']],
    ['everywhere, of cluster-scoped kinds', [allow('list', 'namespaces', 'web')], '', ['may list namespaces /web']],
    ['everywhere, of namespaces', [allow('get', 'namespaces', 'team-a')], '', ['may get namespaces team-a/team-a']],
  ] as const)('the names that rules spell out are asked for: %s', async (_what, rules, scope, questions) => {
    const { requested } = await asking(
      rules.flatMap(rule => grant('jane', rule, scope)),
      { webhook: undecided },
    );
    const always = [
      ...IN_CLUSTER_SCOPE,
      'rules team-a',
      ...lists('team-a', NAMESPACED),
      'may get namespaces team-a/team-a',
    ];
    same(
      requested.filter(question => !always.includes(question) || questions.includes(question as never)),
      questions.length > 0 && questions[0] === 'may get namespaces team-a/team-a'
        ? [questions[0], questions[0]]
        : questions,
    );
  });

  it('and only those that it confirms are shown', async () => {
    const { rules } = await asking(grant('jane', allow('list,get', 'pods', 'web', 'db'), 'team-a'), {
      webhook: (_who, { verb, name }) => (name === 'db' || (verb === 'list' && name === 'web') ? 'deny' : undefined),
    });
    expect(rules).toEqual({ 'team-a': [exactly('get', '', 'pods', 'web')] });
  });

  it('a hundred names in a scope, and no more', async () => {
    const names = Array.from({ length: 150 }, (_, i) => `n${i}`);
    const { rules } = await asking(grant('jane', allow('get', 'pods', ...names), 'team-a'), { webhook: undecided });
    expect(rules['team-a']?.map(({ resourceNames }) => resourceNames[0])).toEqual(names.slice(0, 100));
  });

  it.each([
    ['cluster scope', '_cluster_'],
    ['a namespace', 'team-a'],
  ])('if only %s cannot be listed, nothing that is listed in the namespace is believed', async (_where, incomplete) => {
    const reviews = new ScriptedReviews();
    const { rules } = reviews;
    reviews.rules = async (cluster, caller, namespace, signal) => ({
      ...(await rules(cluster, caller, namespace, signal)),
      incomplete: namespace === incomplete,
    });
    const { requested } = await asking(grant('jane', allow('list', 'pods'), 'team-a'), { reviews });
    expect(requested).toEqual(
      expect.arrayContaining([...lists('team-a', NAMESPACED), 'may get namespaces team-a/team-a']),
    );
  });

  it('a right to get all namespaces shows none of them, also where only a namespace cannot be listed', async () => {
    const reviews = new ScriptedReviews();
    const { rules } = reviews;
    reviews.rules = async (cluster, caller, namespace, signal) => ({
      ...(await rules(cluster, caller, namespace, signal)),
      incomplete: namespace === 'team-a',
    });
    const everywhere = allow('get', 'namespaces');
    expect((await asking(grant('jane', everywhere), { reviews })).rules).toEqual({ '': [everywhere] });
  });

  it('nothing is asked of namespaces where they are not collected', async () => {
    const { requested } = await asking([], { webhook: undecided, resources: RESOURCES.slice(1) });
    same(requested, ['rules _cluster_', ...lists('', NAMESPACED), 'rules team-a', ...lists('team-a', NAMESPACED)]);
    expect((await asking(grant('jane', allow('list', 'pods')), { resources: RESOURCES.slice(1) })).requested).toEqual([
      'rules _cluster_',
      'rules team-a',
    ]);
  });
});

describe('a review ends', () => {
  it('with the first question that fails', async () => {
    const reviews = new ScriptedReviews();
    const { may } = reviews;
    reviews.may = async (cluster, caller, question, signal) => {
      if (question.namespace === 'n3') throw new Error('n3 is broken');
      return may(cluster, caller, question, signal);
    };
    const namespaces = Array.from({ length: 1_000 }, (_, i) => `n${i}`);
    await expect(asking([], { reviews, webhook: undecided, namespaces })).rejects.toThrow('n3 is broken');
    const before = reviews.requested.length;
    await new Promise(resolve => setImmediate(resolve));
    expect(before).toBeLessThan(1_000);
    expect(reviews.requested.length).toBeLessThan(before + 100);
  });

  it('with its signal, before the next question', async () => {
    const reviews = new ScriptedReviews();
    await expect(asking([], { reviews, signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    expect(reviews.requested).toEqual([]);
    const ending = new AbortController();
    const { rules } = reviews;
    reviews.rules = async (...question) => rules(...question).finally(() => ending.abort(new Error('enough')));
    await expect(asking([], { reviews, webhook: undecided, signal: ending.signal })).rejects.toThrow('enough');
    expect(reviews.requested).toEqual(['rules leaf jane _cluster_']);
  });
});

describe('of a cluster that answers with as much as it can', () => {
  const names = (count: number, from = '') => Array.from({ length: count }, (_, i) => `${from}${i}`);

  it('some names are confirmed, however many there are of however many kinds', async () => {
    const { requested } = await asking(grant('jane', { ...allow('*', '*'), resourceNames: ['', ...names(200_000)] }), {
      webhook: () => 'deny',
      namespaces: [],
    });
    const confirmed = requested.filter(question => !question.endsWith('/') && question.startsWith('may'));
    expect(confirmed).toEqual(names(100).map(name => `may list namespaces /${name}`));
  });

  it('no more is kept of one caller than a quarter of a million rules and names', async () => {
    const inNamespaces = (count: number) =>
      names(5, 'ns-').flatMap(namespace =>
        grant('jane', { ...allow('get', 'pods'), resourceNames: names(count, namespace) }, namespace).map(object => ({
          ...object,
          name: namespace,
          ...('roleRef' in object && { roleRef: { ...object.roleRef, name: namespace } }),
        })),
      );
    const namespaces = names(5, 'ns-');
    const { rules } = await asking(inNamespaces(49_999), { namespaces });
    expect(Object.values(rules).map(([rule]) => rule?.resourceNames.length)).toEqual(namespaces.map(() => 49_999));
    await expect(asking(inNamespaces(50_000), { namespaces })).rejects.toThrow('more than 250000 rules and names');
  });
});

describe('many rules are read in turns, in one step for each 500 rules or entries', () => {
  const many = (rule: PolicyRule) => Array.from({ length: 5_000 }, () => rule);

  /**
   * Number of rules and entries that each piece of work reads, rounded down to multiples of 500. The caller has these
   * rules in all namespaces.
   */
  async function looks(rules: readonly PolicyRule[], incomplete: boolean): Promise<readonly number[]> {
    const reviews = new ScriptedReviews();
    reviews.rules = async () => ({ rules, incomplete });
    const taken: number[] = [];
    const run = jest.spyOn(eventLoopTurns, 'run').mockImplementation((_caller, work) => {
      for (let yields = 0; ; yields++) {
        const { done, value } = work.next();
        if (!done) continue;
        taken.push(yields * 500);
        return value;
      }
    });
    try {
      await asking([], { reviews, ...(incomplete && { webhook: undecided }) });
    } finally {
      run.mockRestore();
    }
    return taken;
  }

  it('of a cluster that lists all its rules', async () => {
    // Three pieces of work: rights to get namespaces, rights to list five kinds, and all rules with their entries.
    expect(await looks(many(allow('get', 'pods', 'web')), false)).toEqual([5_000, 25_000, 50_000]);
  });

  it('up to the first that allows', async () => {
    expect(await looks([allow('*', '*'), ...many(allow('get', 'pods', 'web'))], false)).toEqual([0, 0]);
  });

  it('of a cluster that cannot list all its rules', async () => {
    // Three pieces of work: rules by kind in cluster scope, list rights of the confirmed rules, and rules by kind in
    // the namespace.
    expect(await looks(many(allow('watch', 'pods', 'web')), true)).toEqual([5_000, 0, 20_000]);
    expect(await looks([allow('get', 'pods', ...Array.from({ length: 10_000 }, () => ''))], true)).toEqual([
      0, 0, 10_000,
    ]);
  });
});
