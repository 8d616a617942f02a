/** Manifests: the kind List, the order of application, numbers, and errors of API servers about missing objects. */
import { describe, expect, it } from '@jest/globals';
import { inexactPart, manifestsIn, missingFor, orderOf } from '../../../../subgraphs/live/actions/apply.ts';
import { parseExact, parseNoting } from '../../../../schema/exact-json.ts';
import { BEYOND_DOUBLES } from '../../../hostile-json.ts';

describe('what is missing', () => {
  it.each([
    ['namespaces "late" not found', 'Namespace/late'],
    [
      'pods "a" is forbidden: error looking up service account team-a/runner: serviceaccount "runner" not found',
      'ServiceAccount/runner',
    ],
    ['pods "a" is forbidden: no PriorityClass with name urgent was found', 'PriorityClass/urgent'],
    ['configmaps "late" not found', undefined],
    ['pods "a" is forbidden: User "namespaces \\"late\\" not found" cannot patch resource "pods"', undefined],
    [undefined, undefined],
  ])('by %s is %s', (said, missing) => {
    expect(missingFor(said)).toBe(missing);
  });
});

describe('the order', () => {
  it('is definitions and namespaces, what admission asks for, all others', () => {
    const kinds = [
      { group: 'apps', kind: 'Deployment' },
      { group: '', kind: 'ServiceAccount' },
      { group: 'example.org', kind: 'Namespace' },
      { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' },
      { group: '', kind: 'Namespace' },
    ];
    expect(kinds.map(orderOf)).toEqual([3, 2, 3, 1, 1]);
  });
});

describe('a List', () => {
  it('is its items, which it may say the kind of', () => {
    const typed = { apiVersion: 'v1', kind: 'ConfigMapList', items: [{ metadata: { name: 'a' } }] };
    const found = manifestsIn([{ kind: 'List', items: [typed, { kind: 'List', items: null }] }]);
    expect(found).toEqual([
      { place: '[0].items[0].items[0]', value: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } } },
    ]);
  });

  it('is none where it is an object of a kind that is called so', () => {
    const denied = { apiVersion: 'example.org/v1', kind: 'DenyList', metadata: { name: 'a' }, items: ['10.0.0.0/8'] };
    expect(manifestsIn([denied])).toEqual([{ place: '[0]', value: denied }]);
  });
});

describe('a manifest', () => {
  it.each(['9223372036854775808', '0.1000000000000000055511151231257827', ...BEYOND_DOUBLES])(
    'with %s is refused with its path',
    number => {
      const text = `{"spec":{"a b":[1,{"c":${number}}]}}`;
      const problem = `.spec["a b"][1].c is ${number}, and API servers would change that: they keep whole numbers of 64 bits, and other numbers as doubles.`;
      expect(inexactPart(parseExact(text) as object)).toBe(problem);
      expect(inexactPart(parseNoting(text) as object)).toBe(problem);
    },
  );

  it.each(['1.0', '-0', '1E2', '9007199254740993', '-9223372036854775808', '100000000000000000000'])(
    'with %s is sent with it',
    number => {
      const manifest = parseNoting(`{"spec":{"a":[${number}],"__proto__":{"b":${number}}}}`) as object;
      expect(inexactPart(manifest)).toBeUndefined();
      expect(JSON.stringify(manifest)).toBe(`{"spec":{"a":[${number}],"__proto__":{"b":${number}}}}`);
    },
  );

  it.each([
    [{ a: ['x\ud800'] }, '.a[0]'],
    [{ 'x\udfff': 1 }, '["x\\udfff"]'],
  ])('with half of a character is refused: %j', (manifest, path) => {
    expect(inexactPart(manifest)).toBe(`${path} holds half of a character (a lone surrogate).`);
  });

  it('that nests a thousand levels deep is refused with the beginning of the path', () => {
    const deep = parseNoting(`{"a":${'['.repeat(1_000)}1e400${']'.repeat(1_000)}}`) as object;
    expect(inexactPart(deep)).toMatch(/^[.]a(\[0\]){19}… is 1e400, /);
  });
});
