import { describe, expect, it } from '@jest/globals';
import type { KubernetesErrorCode } from '../../../kubernetes/errors.ts';
import { graphOver, JANE } from './graph.ts';
import type { ScriptedLeaf } from './scripted-leaf.ts';
import { leafWithPods, POD, podIds } from './scripted-leaf.ts';

const ACCESS = 'access(checks: [{ verb: "delete" }]) { verb subresource allowed reason }';
const reviews = (leaf: ScriptedLeaf) => leaf.requested.filter(({ path }) => path.endsWith('/selfsubjectaccessreviews'));
const attributesOf = ({ options }: ScriptedLeaf['requested'][number]) =>
  ('body' in options && (options.body as { spec: { resourceAttributes: object } }).spec.resourceAttributes) ||
  undefined;

describe('what the caller may do', () => {
  it('is asked of the cluster as the caller, about that object', async () => {
    const leaf = leafWithPods();
    leaf.put('nodes', { metadata: { name: 'n1' } });
    const { lives, errors } = await graphOver([leaf]).ask(
      [POD, 'leaf//Node//n1'],
      'access(checks: [{ verb: "create", subresource: "exec" }, { verb: "delete" }]) { verb subresource allowed reason }',
    );
    expect(errors).toEqual([]);
    const both = [
      { verb: 'create', subresource: 'exec', allowed: true, reason: null },
      { verb: 'delete', subresource: null, allowed: true, reason: null },
    ];
    expect(lives).toEqual([{ access: both }, { access: both }]);
    expect(reviews(leaf).map(({ as }) => as.type)).toEqual(Array(4).fill('impersonate'));
    expect(reviews(leaf).map(attributesOf)).toEqual(
      expect.arrayContaining([
        { verb: 'create', group: '', resource: 'pods', subresource: 'exec', namespace: 'team-a', name: 'web' },
        { verb: 'delete', group: '', resource: 'nodes', namespace: '', name: 'n1' },
      ]),
    );
  });

  it.each<[string, unknown, boolean | null, RegExp]>([
    [
      'no',
      { allowed: false, reason: 'role topsecret' },
      false,
      /^Cluster "leaf" does not let you delete pods "web" in namespace "team-a"\.$/,
    ],
    ['a yes beside a denial', { allowed: true, denied: true }, false, /does not let you/],
    ['no word', {}, null, /cannot be used/],
    ['no review', undefined, null, /cannot be used/],
    ['another type', { allowed: 'true' }, null, /cannot be used/],
  ])('is %s only where the cluster says so', async (_, status, allowed, reason) => {
    const leaf = leafWithPods();
    leaf.judge = () => status;
    const { lives } = await graphOver([leaf]).ask([POD], ACCESS);
    expect(lives[0].access).toEqual([
      { verb: 'delete', subresource: null, allowed, reason: expect.stringMatching(reason) },
    ]);
    expect(JSON.stringify(lives)).not.toContain('topsecret');
  });

  it.each<[KubernetesErrorCode, RegExp]>([
    ['FORBIDDEN', /^Cluster "leaf" does not let you ask what you may do\.$/],
    ['TIMEOUT', /did not answer in time/],
    ['SERVER_ERROR', /a failure of its own/],
    ['THROTTLED', /too many requests/],
  ])('is not known where the cluster answers %s, in words of ours', async (code, reason) => {
    const leaf = leafWithPods();
    leaf.refuse = ({ path }) => {
      if (path.endsWith('reviews')) throw leaf.error(code, 'User "mallory" topsecret 10.0.0.1', { status: 500 });
    };
    const { lives, errors } = await graphOver([leaf]).ask([POD], `state ${ACCESS}`);
    expect(errors).toEqual([]);
    expect(lives[0]).toMatchObject({ state: 'OK', access: [{ allowed: null, reason: expect.stringMatching(reason) }] });
    expect(JSON.stringify(lives)).not.toMatch(/topsecret|mallory|10\.0\.0\.1/);
  });

  it('is asked once for each thing, however often', async () => {
    const leaf = leafWithPods();
    await graphOver([leaf]).ask(
      [POD],
      'a: access(checks: [{ verb: "delete" }, { verb: "delete" }]) { allowed } b: access(checks: [{ verb: "delete", subresource: null }]) { allowed }',
    );
    expect(reviews(leaf)).toHaveLength(1);
  });

  it('is nothing of an object that could not be read', async () => {
    const { lives } = await graphOver([leafWithPods()]).ask(['leaf//Pod/team-a/gone'], `state ${ACCESS}`);
    expect(lives).toEqual([{ state: 'NOT_FOUND', access: null }]);
  });

  it('is nobody else’s where the cluster wants a token', async () => {
    const leaf = leafWithPods();
    const { ask } = graphOver([leaf], { identities: { leaf: { mode: 'passthrough' } } });
    await ask([POD], ACCESS, { as: { ...JANE, token: 't' } });
    expect(reviews(leaf).map(({ as }) => as)).toEqual([{ type: 'token', token: 't', user: 'jane' }]);
  });

  it('counts among what one request may read', async () => {
    const { errors } = await graphOver([leafWithPods(3)], { liveObjects: 5 }).ask(podIds(3), ACCESS);
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/a question about a right counted as one more each/),
    ]);
  });

  it.each([
    ['[{ verb: "Delete" }]', 'checks[0].verb', /"Delete" is not a verb/],
    [
      '[{ verb: "get" }, { verb: "get", subresource: "../x" }]',
      'checks[1].subresource',
      /"\.\.\/x" is not a subresource/,
    ],
    [`[${'{ verb: "get" }'.repeat(21)}]`, 'checks', /21 checks were given, and at most 20 are taken/],
  ])('cannot be asked with %s', async (checks, argument, message) => {
    const leaf = leafWithPods();
    const { errors } = await graphOver([leaf]).ask([POD], `access(checks: ${checks}) { allowed }`);
    expect(errors).toMatchObject([
      { message: expect.stringMatching(message), extensions: { code: 'BAD_USER_INPUT', argument } },
    ]);
    expect(reviews(leaf)).toEqual([]);
  });
});
