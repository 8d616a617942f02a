/** Data that the fleet subgraph stores for objects in addition to their rows. */
import { describe, expect, it } from '@jest/globals';
import { projections } from '../../../subgraphs/fleet/projections.ts';

const kept = (name: string, object: unknown) =>
  projections.find(it => it.name === name)!.project(object, { group: '', kind: '' });

describe('the selector of a Service', () => {
  it.each<[string, unknown, readonly object[]]>([
    ['its labels', { selector: { app: 'web', tier: 'a' } }, [{ app: 'web', tier: 'a' }]],
    ['nothing without one', {}, []],
    ['nothing of an empty one', { selector: {} }, []],
    ['nothing of an external name', { type: 'ExternalName', selector: { app: 'web' } }, []],
    ['nothing of one that is no selector', { selector: { app: 1 } }, []],
    ...['constructor', '__proto__', 'toString'].map((operator): [string, unknown, readonly object[]] => [
      `nothing of the operator ${operator}, which is none`,
      { selector: { matchExpressions: [{ key: 'a', operator }] } },
      [],
    ]),
    ['nothing of a list', { selector: ['app'] }, []],
  ])('is %s', (_what, spec, records) => expect(kept('selector', { spec })).toEqual(records));
});

describe('the label selector of what selects Pods or Services', () => {
  const web = { key: 'app', operator: 'in', values: ['web'] };
  it.each<[string, unknown, readonly object[]]>([
    [
      'its labels and expressions',
      { selector: { matchLabels: { app: 'web' }, matchExpressions: [{ key: 'x', operator: 'DoesNotExist' }] } },
      [{ selector: [web, { key: 'x', operator: 'absent', values: [] }] }],
    ],
    ['that of a NetworkPolicy', { podSelector: { matchLabels: { app: 'web' } } }, [{ selector: [web] }]],
    ['everything by an empty one', { podSelector: {} }, [{ selector: [] }]],
    [
      'with the namespaces of a monitor',
      { selector: { matchLabels: { app: 'web' } }, namespaceSelector: { matchNames: ['a', 7] } },
      [{ selector: [web], namespaces: ['a'] }],
    ],
    ['with all namespaces', { selector: {}, namespaceSelector: { any: true } }, [{ selector: [], namespaces: '*' }]],
    ['nothing without one', {}, []],
    ['nothing of an operator that is none', { selector: { matchExpressions: [{ key: 'a', operator: 'Like' }] } }, []],
    ...['constructor', '__proto__', 'toString'].map((operator): [string, unknown, readonly object[]] => [
      `nothing of the operator ${operator}, which is none`,
      { selector: { matchExpressions: [{ key: 'a', operator }] } },
      [],
    ]),
    ['nothing of a list', { selector: ['app'] }, []],
  ])('is %s', (_what, spec, records) => expect(kept('label-selector', { spec })).toEqual(records));
});

describe('the address of a source', () => {
  const artifact = { lastUpdateTime: '2026-11-21T12:00:00Z' };
  it.each<[string, object, readonly object[]]>([
    [
      'of a repository, without credentials',
      { spec: { url: 'https://jane:hunter2@Host/org/apps.git' } },
      [{ url: 'https://host/org/apps' }],
    ],
    [
      'with when it took in what it has',
      { spec: { url: 'oci://host/apps' }, status: { artifact } },
      [{ url: 'oci://host/apps', since: Date.parse('2026-11-21T12:00:00Z') }],
    ],
    [
      'of a bucket',
      { spec: { endpoint: 's3.example.org', bucketName: 'apps' } },
      [{ url: 'https://s3.example.org/apps' }],
    ],
    ['none where it is none', { spec: { url: 42 } }, []],
    ['none without a spec', {}, []],
  ])('is %s', (_what, object, records) => expect(kept('source-url', object)).toEqual(records));
});

describe('what was attempted', () => {
  it.each<[string, object, readonly object[]]>([
    ['nothing where it is applied', { lastAppliedRevision: 'v1', lastAttemptedRevision: 'v1' }, []],
    ['what is not', { lastAppliedRevision: 'v1', lastAttemptedRevision: 'v2' }, [{ revision: 'v2' }]],
    ['what was never applied', { lastAttemptedRevision: 'v2' }, [{ revision: 'v2' }]],
    ['nothing where a release has it', { history: [{ chartVersion: '1.2.3' }], lastAttemptedRevision: '1.2.3' }, []],
    ['nothing where nothing was', {}, []],
  ])('is %s', (_what, status, records) => expect(kept('attempted', { status })).toEqual(records));
});

describe('the restarts of a Pod', () => {
  const at = Date.parse('2026-11-21T12:00:00Z');
  const ended = (exitCode: unknown, reason: unknown, finishedAt: unknown = '2026-11-21T12:00:00Z') => ({
    terminated: { exitCode, reason, finishedAt },
  });
  const container = (name: unknown, restartCount: unknown, more: object = {}) => ({ name, restartCount, ...more });
  const running = { running: { startedAt: '2026-11-21T12:00:10Z' } };
  const crash = { state: { waiting: { reason: 'CrashLoopBackOff' } }, lastState: ended(1, 'Error') };
  const of = 'Pod';
  it.each<[string, unknown, readonly object[]]>([
    ['nothing without any', { containerStatuses: [container('main', 0, { state: running })] }, []],
    [
      'those of all containers, with the end of the one with most',
      {
        initContainerStatuses: [container('init', 2, { state: ended(0, 'Completed'), lastState: ended(2, 'Error') })],
        containerStatuses: [
          container('sidecar', 1, { lastState: ended(1, 'Error') }),
          container('main', 17, { state: running, lastState: ended(137, 'OOMKilled') }),
        ],
      },
      [{ of, restarts: 20, container: 'main', at, reason: 'OOMKilled', exitCode: 137 }],
    ],
    [
      'of an init container that is complete, with its last failure',
      { initContainerStatuses: [container('init', 2, { state: ended(0, 'Completed'), lastState: ended(2, 'Error') })] },
      [{ of, restarts: 2, container: 'init', at, reason: 'Error', exitCode: 2 }],
    ],
    [
      'of a container that waits after a crash',
      { containerStatuses: [container('main', 3, crash)] },
      [{ of, restarts: 3, container: 'main', at, reason: 'Error', exitCode: 1 }],
    ],
    [
      'of a container that has just crashed, with this crash',
      {
        containerStatuses: [
          container('main', 3, {
            state: ended(137, 'OOMKilled'),
            lastState: ended(1, 'Error', '2026-11-21T11:00:00Z'),
          }),
        ],
      },
      [{ of, restarts: 3, container: 'main', at, reason: 'OOMKilled', exitCode: 137 }],
    ],
    [
      'of a container that never failed, with its last end',
      { containerStatuses: [container('main', 3, { state: running, lastState: ended(0, 'Completed') })] },
      [{ of, restarts: 3, container: 'main', at, reason: 'Completed', exitCode: 0 }],
    ],
    [
      'of several with equally many, of the one that ended last',
      {
        containerStatuses: [
          container('a', 1, { lastState: ended(1, 'Error', '2026-11-21T11:00:00Z') }),
          container('b', 1, { lastState: ended(2, 'Error') }),
          container('c', 1),
        ],
      },
      [{ of, restarts: 3, container: 'b', at, reason: 'Error', exitCode: 2 }],
    ],
    [
      'without an end where none is known',
      { containerStatuses: [container('main', 1)] },
      [{ of, restarts: 1, container: 'main' }],
    ],
    [
      'bounded, as numbers and texts',
      {
        containerStatuses: [
          container('x'.repeat(100), 2 ** 40, { lastState: ended(2 ** 40, `a\n${'b'.repeat(1_000)}`, 'now') }),
          container('y', 2 ** 31 - 1),
        ],
      },
      [{ of, restarts: 2 ** 31 - 1, container: `${'x'.repeat(62)}…`, reason: `a ${'b'.repeat(125)}…` }],
    ],
    [
      'nothing of counts and ends of other types',
      {
        initContainerStatuses: { main: 1 },
        containerStatuses: [
          ...[
            null,
            7,
            'main',
            [],
            container('a', -5),
            container('b', 1.5),
            container('c', Infinity),
            container('d', {}),
          ],
        ],
      },
      [],
    ],
    [
      'without what is no name, reason or time',
      {
        containerStatuses: [
          container(['main'], 1, {
            state: null,
            lastState: { terminated: { exitCode: {}, reason: 7, finishedAt: 1 } },
          }),
        ],
      },
      [{ of, restarts: 1, container: '' }],
    ],
    [
      'the end before one that is none',
      { containerStatuses: [container('a', 1, { state: { terminated: null }, lastState: ended(1, 'Error') })] },
      [{ of, restarts: 1, container: 'a', at, reason: 'Error', exitCode: 1 }],
    ],
    ['nothing without a status', undefined, []],
    ['nothing of a status that is a list', ['containerStatuses'], []],
  ])('are %s', (_what, status, records) => expect(kept('restarts', { status })).toEqual(records));
});
