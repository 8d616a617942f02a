/** Data that the fleet subgraph keeps of objects beside their rows. */
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
