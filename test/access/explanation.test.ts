/**
 * Explanations why a user may or may not do something: by grants, or by the answer of a cluster with further
 * authorizers besides RBAC.
 */
import { describe, expect, it } from '@jest/globals';
import { describe as named, explain, listsKind, type Action } from '../../access/explanation.ts';
import type { Self, Standing } from '../../access/self.ts';
import { ReviewError } from '../../identity/access-reviews.ts';
import { acceptIdentity } from '../../identity/authenticator.ts';
import { finished } from '../../async/fair-turns.ts';
import { MAX_WORK } from '../../rbac/grant-index.ts';
import { grantKey, type Attributes, type Resource } from '../../rbac/types.ts';
import { compileVisibility } from '../../rbac/visibility.ts';
import type { ObjectId } from '../../schema/object-id.ts';
import { allow, grant, RESOURCES } from '../subgraphs/fleet/scripted-fleet.ts';

const identity = acceptIdentity({ user: 'jane', groups: [] });
const web: ObjectId = { cluster: 'leaf', group: '', kind: 'Pod', namespace: 'team-a', name: 'web' };
const act = (verb: string, subresource = ''): Action => ({ verb, subresource });

function standing({
  grants: objects = [],
  live = false,
  resources = RESOURCES,
}: { grants?: ReturnType<typeof grant>; live?: boolean; resources?: readonly Resource[] } = {}): Standing {
  const grants = { revision: 1, objects: new Map(objects.map(object => [grantKey(object), object])) };
  return {
    identity,
    grants,
    resources,
    visibility: compileVisibility(grants, identity, resources),
    live,
    grantsSyncedAt: undefined,
  };
}

/** A cluster's answers to access reviews, by `verb resource namespace/name`. All other requests are denied. */
class Requested {
  readonly questions: string[] = [];
  readonly #answers: Readonly<Record<string, boolean | Error>>;

  constructor(answers: Readonly<Record<string, boolean | Error>>) {
    this.#answers = answers;
  }

  readonly inTurns = finished;

  readonly may = async (
    _cluster: string,
    { verb, resource, subresource, namespace, name }: Attributes,
  ): Promise<boolean> => {
    const question = `${verb} ${resource}${subresource ? `/${subresource}` : ''} ${namespace}/${name}`;
    this.questions.push(question);
    const answer = this.#answers[question] ?? false;
    if (typeof answer === 'boolean') return answer;
    throw answer;
  };
}

const ask = (standing: Standing, action: Action, { id = web, who = 'you', requested = new Requested({}) } = {}) =>
  explain(requested as Pick<Self, 'may' | 'inTurns'> as Self, standing, id, action, who);

describe('by grants', () => {
  const pods = standing({ grants: grant('jane', allow('list,get', 'pods'), 'team-a') });

  it.each<[string, Partial<ObjectId>]>([
    ['a kind that is not served', { kind: 'Service' }],
    ['a namespaced object without a namespace', { namespace: '' }],
    ['an object of the cluster in a namespace', { kind: 'Namespace', name: 'team-a' }],
  ])('nothing is said of %s', async (_case, change) => {
    expect(
      await ask(standing({ grants: grant('jane', allow('*', '*')) }), act('get'), { id: { ...web, ...change } }),
    ).toBeUndefined();
  });

  it('an object of the cluster is explained in its own scope', async () => {
    const namespaces = standing({ grants: grant('jane', allow('list,get', 'namespaces')) });
    const id = { ...web, kind: 'Namespace', namespace: '', name: 'team-a' };
    expect(await ask(namespaces, act('get'), { id })).toMatchObject({ visible: true, allowed: true });
  });

  it('what is allowed is told with the grants', async () => {
    expect(await ask(pods, act('get'))).toMatchObject({
      visible: true,
      allowed: true,
      basis: 'GRANTS',
      grants: [{ binding: {} }],
    });
  });

  it.each([
    ['you', act('delete'), 'No grant that reaches you lets you delete Pod "web" in namespace "team-a".'],
    ['joe', act('create', 'exec'), 'No grant that reaches joe lets joe create Pod/exec "web" in namespace "team-a".'],
  ])('what is not allowed is told to be so of %s', async (who, action, reason) => {
    expect(await ask(pods, action, { who })).toEqual({
      visible: true,
      allowed: false,
      basis: 'GRANTS',
      reason,
      grants: [],
      size: 6,
    });
  });

  it.each(
    'get list watch create update patch delete deletecollection proxy use bind escalate impersonate approve sign attest'.split(
      ' ',
    ),
  )('%s is a verb', async verb => {
    expect(await ask(pods, act(verb))).toMatchObject({ basis: 'GRANTS' });
  });

  it.each(['changing', 'too-large'])(
    'nothing is known of grants that were given up, but the work is paid for: %s',
    async givenUp => {
      const requested = Object.assign(new Requested({ 'list pods team-a/web': true }), { inTurns: () => givenUp });
      const nothing = { allowed: undefined, basis: 'UNKNOWN', grants: [], size: MAX_WORK };
      expect(await ask(pods, act('list'), { requested })).toMatchObject({ visible: true, ...nothing });
    },
  );

  it('nothing is known of another verb, but whether the object is visible', async () => {
    expect(await ask(standing({ grants: grant('jane', allow('*', '*')) }), act('frob'))).toEqual({
      ...{ visible: true, allowed: undefined, basis: 'UNKNOWN', reason: '', grants: [], size: 5 },
    });
  });

  it('a kind is known where it may be listed somewhere, and where it is served', () => {
    expect(
      [pods, standing(), standing({ grants: grant('jane', allow('get', 'pods')) })].map(it => listsKind(it, web)),
    ).toEqual([true, false, false]);
    expect(listsKind(standing({ grants: grant('jane', allow('*', '*')) }), { ...web, kind: 'Service' })).toBe(false);
    expect(listsKind(pods, { ...web, group: 'apps' })).toBe(false);
  });
});

describe('by the word of the cluster', () => {
  const denied = (what: string) =>
    `The API server of the cluster does not let you ${what} Pod "web" in namespace "team-a".`;
  const granted = (what: string) =>
    `The API server of the cluster says that it lets you ${what} Pod "web" in namespace "team-a"; its RBAC alone does not decide.`;

  it.each<[string, string, Record<string, boolean>, object, string[]]>([
    [
      'an object is visible where the list is allowed, though it was not asked about before',
      'get',
      { 'list pods team-a/': true, 'get pods team-a/web': true },
      { visible: true, allowed: true, reason: granted('get') },
      ['list pods team-a/', 'get pods team-a/web'],
    ],
    [
      'what the cluster denies is denied, whatever RBAC says',
      'get',
      {},
      { visible: false, allowed: false, reason: denied('get') },
      ['list pods team-a/', 'get pods team-a/web'],
    ],
    [
      'a list is allowed as a list of all',
      'list',
      { 'list pods team-a/': true },
      { visible: true, allowed: true, reason: granted('list') },
      ['list pods team-a/', 'list pods team-a/'],
    ],
    [
      'a watch is allowed as a watch of all',
      'watch',
      { 'watch pods team-a/': true },
      { visible: false, allowed: true, reason: granted('watch') },
      ['list pods team-a/', 'watch pods team-a/'],
    ],
    [
      'a list is allowed by name, too',
      'list',
      { 'list pods team-a/web': true },
      { visible: false, allowed: true },
      ['list pods team-a/', 'list pods team-a/', 'list pods team-a/web'],
    ],
    [
      'a get is not allowed without its name',
      'get',
      { 'get pods team-a/': true },
      { visible: false, allowed: false },
      ['list pods team-a/', 'get pods team-a/web'],
    ],
    [
      'nothing is known of a verb that is none, and it is not asked for',
      'frob',
      { 'list pods team-a/': true, 'frob pods team-a/web': true },
      { visible: true, allowed: undefined, basis: 'UNKNOWN', reason: '', grants: [] },
      ['list pods team-a/'],
    ],
  ])('%s', async (_case, verb, answers, expected, questions) => {
    const requested = new Requested(answers);
    expect(await ask(standing({ live: true }), act(verb), { requested })).toMatchObject({
      basis: 'REVIEW',
      grants: [],
      ...expected,
    });
    expect(requested.questions).toEqual(questions);
  });

  it('what the index shows is visible without a question, and its grants illustrate what is allowed', async () => {
    const requested = new Requested({ 'get pods team-a/web': true });
    const shown = standing({ live: true, grants: grant('jane', allow('list,get', 'pods')) });
    expect(await ask(shown, act('get'), { requested })).toMatchObject({
      visible: true,
      allowed: true,
      grants: [{ binding: {} }],
    });
    expect(requested.questions).toEqual(['get pods team-a/web']);
  });

  it('nothing is known where the cluster does not answer', async () => {
    const requested = new Requested({
      'list pods team-a/': true,
      'get pods team-a/web': new ReviewError('TIMEOUT', 'leaf: timeout'),
    });
    expect(await ask(standing({ live: true }), act('get'), { requested })).toEqual({
      ...{ visible: true, allowed: undefined, basis: 'UNKNOWN', reason: '', grants: [], size: 0 },
    });
  });

  it('an error that is not the cluster’s is thrown', async () => {
    const requested = new Requested({ 'list pods team-a/': new Error('a mistake') });
    await expect(ask(standing({ live: true }), act('get'), { requested })).rejects.toThrow('a mistake');
  });
});

it.each<[string, Partial<ObjectId>, Action]>([
  ['get Pod "web" in namespace "team-a"', {}, act('get')],
  ['get Pod/log "web" in namespace "team-a"', {}, act('get', 'log')],
  [
    'update Deployment.apps/scale "web" in namespace "team-a"',
    { kind: 'Deployment', group: 'apps' },
    act('update', 'scale'),
  ],
  ['delete Namespace "team-a"', { kind: 'Namespace', namespace: '', name: 'team-a' }, act('delete')],
])('%s is how a reason names it', (text, change, action) => {
  expect(named({ ...web, ...change }, action)).toBe(text);
});
