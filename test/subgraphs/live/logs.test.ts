import { describe, expect, it } from '@jest/globals';
import type { KubernetesErrorCode } from '../../../kubernetes/errors.ts';
import { graphOver } from './graph.ts';
import { hangs, leafWithPods, POD, ScriptedLeaf } from './scripted-leaf.ts';

const PATH = '/api/v1/namespaces/team-a/pods/web/log';
const LOG = 'logs { state message container containers text truncated }';

function podWith(spec: object, annotations: Record<string, string> = {}): ScriptedLeaf {
  return new ScriptedLeaf('leaf').put('pods', {
    metadata: { name: 'web', namespace: 'team-a', annotations },
    spec: { ...spec },
  });
}

function podOf(...containers: string[]): ScriptedLeaf {
  const leaf = podWith({ containers: containers.map(name => ({ name })) });
  leaf.texts.set(PATH, 'one\ntwo\n');
  return leaf;
}

const logRequests = (leaf: ScriptedLeaf) => leaf.requested.filter(({ verb }) => verb === 'text');

describe('the log of a Pod', () => {
  it('is read as the caller, bounded in lines and bytes', async () => {
    const leaf = podOf('app');
    const { lives, errors } = await graphOver([leaf]).ask([POD], `state ${LOG}`);
    expect(errors).toEqual([]);
    expect(lives).toEqual([
      {
        state: 'OK',
        logs: {
          state: 'OK',
          message: null,
          container: 'app',
          containers: ['app'],
          text: 'one\ntwo\n',
          truncated: false,
        },
      },
    ]);
    expect(logRequests(leaf)).toMatchObject([
      {
        path: PATH,
        as: { type: 'impersonate', user: 'jane' },
        options: {
          query: { container: 'app', tailLines: 200, limitBytes: 1024 * 1024 + 1 },
          maxBytes: 1024 * 1024 + 1,
        },
      },
    ]);
  });

  it('is of the run, the lines and the span of time that were asked for', async () => {
    const leaf = podOf('app', 'proxy');
    await graphOver([leaf]).ask([POD], 'logs(container: "proxy", previous: true, tail: 5, since: "1500ms") { state }');
    expect(logRequests(leaf)[0]?.options).toMatchObject({
      query: { container: 'proxy', previous: true, tailLines: 5, sinceSeconds: 2 },
    });
  });

  it('is asked for once, by however many names', async () => {
    const leaf = podOf('app');
    const aliases =
      'a: logs { text } b: logs(container: "app") { text } c: logs(tail: 200) { text } d: logs(tail: 1) { text }';
    await graphOver([leaf]).ask([POD], aliases);
    expect(logRequests(leaf).map(({ options }) => 'query' in options && options.query?.['tailLines'])).toEqual([
      200, 1,
    ]);
  });

  it.each([
    [
      'has one beside those that prepare it',
      podWith({ containers: [{ name: 'app' }], initContainers: [{ name: 'init' }] }),
      'app',
    ],
    [
      'says which is its default',
      podWith(
        { containers: [{ name: 'proxy' }, { name: 'app' }] },
        { 'kubectl.kubernetes.io/default-container': 'app' },
      ),
      'app',
    ],
  ])('needs no container where the Pod %s', async (_, leaf, container) => {
    const { lives } = await graphOver([leaf]).ask([POD], 'logs { state container }');
    expect(lives).toEqual([{ logs: { state: 'OK', container } }]);
  });

  it.each([
    [
      'container-less, of a Pod with two',
      podOf('app', 'proxy'),
      'logs',
      ['app', 'proxy'],
      /^The Pod has several containers; choose one.*It has: app, proxy\.$/,
    ],
    [
      'of a container that the Pod has not',
      podOf('app'),
      'logs(container: "app2")',
      ['app'],
      /^The Pod has no container "app2"\. It has: app\.$/,
    ],
    [
      'of a container with a name that leads elsewhere',
      podWith({ containers: [{ name: '../../secrets' }, { name: 7 }, null] }),
      'logs(container: "../../secrets")',
      [],
      /^The Pod has no container "\.\.\/\.\.\/secrets"\. It names none\.$/,
    ],
    ['of a Pod without containers', podWith({ containers: 'none' }), 'logs', [], /It names none\.$/],
  ])('is not asked for where it cannot be: %s', async (_, leaf, field, containers, message) => {
    const { lives, errors } = await graphOver([leaf]).ask(
      [POD],
      `${field} { state message container containers text truncated }`,
    );
    expect(errors).toEqual([]);
    expect(lives[0].logs).toEqual({
      ...{ state: 'INVALID', container: null, containers, text: '', truncated: false },
      message: expect.stringMatching(message),
    });
    expect(logRequests(leaf)).toEqual([]);
  });

  it('is of Pods alone', async () => {
    const leaf = new ScriptedLeaf('leaf').put('deployments', { metadata: { name: 'web', namespace: 'team-a' } });
    const { lives } = await graphOver([leaf]).ask(
      ['leaf/apps/Deployment/team-a/web'],
      'state logs { state message containers }',
    );
    expect(lives).toEqual([
      {
        state: 'OK',
        logs: { state: 'INVALID', message: 'Only Pods have logs, and this is a Deployment.', containers: [] },
      },
    ]);
    expect(logRequests(leaf)).toEqual([]);
  });

  it('is null where the Pod could not be read', async () => {
    const { lives } = await graphOver([leafWithPods()]).ask(['leaf//Pod/team-a/gone'], 'state logs { state }');
    expect(lives).toEqual([{ state: 'NOT_FOUND', logs: null }]);
  });

  it.each<[KubernetesErrorCode, string, RegExp]>([
    ['FORBIDDEN', 'FORBIDDEN', /^Cluster "leaf" does not let you get pods\/log "web" in namespace "team-a"\.$/],
    ['BAD_REQUEST', 'NOT_FOUND', /^The container "app" has not started, so there is no log of it yet\.$/],
    ['NOT_FOUND', 'NOT_FOUND', /no such object/],
    ['SERVER_ERROR', 'UNREACHABLE', /a failure of its own \(HTTP 500\)/],
    ['TIMEOUT', 'TIMEOUT', /did not answer in time/],
    ['MALFORMED', 'INVALID', /cannot be used/],
    ['THROTTLED', 'THROTTLED', /too many requests/],
  ])('that the cluster refuses by %s is %s, in words of ours, and the object stands', async (code, state, message) => {
    const leaf = podOf('app');
    leaf.refuse = ({ verb }) => {
      if (verb === 'text') throw leaf.error(code, 'dial tcp 10.0.0.5:10250: topsecret', { status: 500 });
    };
    const { lives, errors } = await graphOver([leaf]).ask([POD], `state ${LOG}`);
    expect(errors).toEqual([]);
    expect(lives).toEqual([
      {
        state: 'OK',
        logs: {
          state,
          message: expect.stringMatching(message),
          container: 'app',
          containers: ['app'],
          text: '',
          truncated: false,
        },
      },
    ]);
    expect(JSON.stringify(lives)).not.toMatch(/topsecret|10\.0\.0\.5/);
  });

  it('says that there was no earlier run', async () => {
    const leaf = podOf('app');
    leaf.refuse = ({ verb }) => {
      if (verb === 'text') throw leaf.error('BAD_REQUEST');
    };
    const { lives } = await graphOver([leaf]).ask([POD], 'logs(previous: true) { state message }');
    expect(lives[0].logs).toEqual({
      state: 'NOT_FOUND',
      message: 'The container "app" has no earlier run whose log is kept.',
    });
  });

  it('is given up in the time of a leaf, long before the deadline', async () => {
    const leaf = podOf('app');
    leaf.refuse = ({ verb, options }) => (verb === 'text' ? hangs(options.signal) : undefined);
    const { lives } = await graphOver([leaf], { leafTimeoutMs: 60 }).ask([POD], 'state logs { state }', {
      timeoutMs: 60_000,
    });
    expect(lives).toEqual([{ state: 'OK', logs: { state: 'TIMEOUT' } }]);
  });

  it.each([
    ['as long as may be', 10, false],
    ['longer', 11, true],
    ['endless, of a leaf that minds no limit', 1_000, true],
  ])('is whole or cut, which is said: %s', async (_, bytes, truncated) => {
    const leaf = podOf('app');
    leaf.texts.set(PATH, 'x'.repeat(bytes));
    const { lives } = await graphOver([leaf], { logBytes: 10 }).ask([POD], 'logs { state message text truncated }');
    expect(lives[0].logs).toEqual({
      ...{ state: 'OK', text: 'x'.repeat(10), truncated },
      message: truncated
        ? 'The log is cut at 10 bytes (limits.logBytes). Ask for fewer lines (tail) to see its end.'
        : null,
    });
  });

  it('counts among what one request may hold, answer and ask', async () => {
    const leaf = podOf('app');
    leaf.texts.set(PATH, 'x'.repeat(3_000));
    const held = await graphOver([leaf], { liveBytes: 2_000 }).ask([POD], 'state logs { state text }');
    expect(held.lives).toEqual([{ state: 'OK', logs: { state: 'TOO_LARGE', text: '' } }]);
    const answered = await graphOver([leaf], { answerBytes: 2_000 }).ask([POD], 'state logs { text }');
    expect(answered.errors[0]?.message).toMatch(/limits\.answerBytes/);
    const requested = await graphOver([leaf], { liveObjects: 2 }).ask(
      [POD],
      'a: logs { state } b: logs(tail: 1) { state }',
    );
    expect(requested.errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/a log .* counted as one more/),
    ]);
  });

  it.each([
    ['tail: -1', 'tail', 'logs(tail: -1): give 0 to 10000.'],
    ['tail: 10001', 'tail', 'logs(tail: 10001): give 0 to 10000.'],
    ['since: "0s"', 'since', 'logs(since:): give a time above 0, as a whole number and one of ms, s, m, h: "500ms".'],
  ])('cannot be asked for with %s', async (args, argument, message) => {
    const { errors } = await graphOver([podOf('app')]).ask([POD], `logs(${args}) { state }`);
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT', argument } }]);
  });
});
