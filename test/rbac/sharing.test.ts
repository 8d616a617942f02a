/**
 * Shared values equal their originals and exist only once. Values that are too large or no longer used are not kept.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { resourcesText, sharedGrant, sharedResources, sharedText } from '../../rbac/sharing.ts';
import type { BindingObject, GrantObject, PolicyRule, Resource, RoleObject, Subject } from '../../rbac/types.ts';
import { grantObject } from './arbitraries.ts';
import { PODS, RESOURCES } from './fixtures.ts';

const subject = (name: string, kind = 'User'): Subject => ({
  kind,
  apiGroup: 'rbac.authorization.k8s.io',
  name,
  namespace: '',
});
const rule = (...resourceNames: string[]): PolicyRule => ({
  verbs: ['get'],
  apiGroups: [''],
  resources: ['pods'],
  resourceNames,
});

/** Creates a new object each time, as parsing a text would. */
const binding = (fields: Partial<BindingObject> = {}): BindingObject =>
  sharedGrant(
    structuredClone({
      ...{ type: 'RoleBinding' as const, namespace: 'team-a', name: 'b', resourceVersion: '1' },
      ...{
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'viewer' },
        subjects: [subject('jane')],
      },
      ...fields,
    }),
  );
const role = (fields: Partial<RoleObject> = {}): RoleObject =>
  sharedGrant(
    structuredClone({
      ...{
        type: 'ClusterRole' as const,
        namespace: '',
        name: 'viewer',
        rules: [rule()],
        aggregated: false,
        resourceVersion: '1',
      },
      ...fields,
    }),
  );
const ref = (name: string, kind = 'Role') => binding({ roleRef: { apiGroup: '', kind, name } }).roleRef;

describe('a shared grant', () => {
  it('says what it said', () => {
    const aggregation = fc.record({
      labels: fc.dictionary(fc.string(), fc.string()),
      selectors: fc.array(
        fc.array(fc.record({ key: fc.string(), operator: fc.constant('In' as const), values: fc.array(fc.string()) })),
      ),
    });
    fc.assert(
      fc.property(grantObject, fc.option(aggregation, { nil: undefined }), (object, aggregation) => {
        const grant: GrantObject = 'rules' in object && aggregation ? { ...object, aggregation } : object;
        expect(sharedGrant(structuredClone(grant))).toEqual(grant);
      }),
    );
  });

  it('has the parts of the others that say the same', () => {
    const [first, second] = [binding(), binding({ name: 'c' })];
    expect(second.roleRef).toBe(first.roleRef);
    expect(second.subjects).toBe(first.subjects);
    expect(role({ name: 'other' }).rules).toBe(role().rules);
    const aggregation = { labels: { a: 'b' }, selectors: [] };
    expect(role({ aggregation }).aggregation).toBe(role({ aggregation }).aggregation);
  });

  it.each([
    [ref('editor'), ref('viewer')],
    [ref('viewer', 'ClusterRole'), ref('viewer')],
    [binding().roleRef, ref('viewer')],
    [binding({ subjects: [subject('tom')] }).subjects, binding().subjects],
    [binding({ subjects: [subject('jane', 'Group')] }).subjects, binding().subjects],
    [binding({ subjects: [{ ...subject('jane'), apiGroup: '' }] }).subjects, binding().subjects],
    [binding({ subjects: [{ ...subject('jane'), namespace: 'x' }] }).subjects, binding().subjects],
    [binding({ subjects: [subject('jane'), subject('tom')] }).subjects, binding().subjects],
    [role({ rules: [{ ...rule(), verbs: ['list'] }] }).rules, role().rules],
    [role({ rules: [{ ...rule(), apiGroups: ['apps'] }] }).rules, role().rules],
    [role({ rules: [{ ...rule(), resources: ['nodes'] }] }).rules, role().rules],
    [role({ rules: [rule('web')] }).rules, role().rules],
    [role({ rules: [rule('a', 'b')] }).rules, role({ rules: [rule('a,b')] }).rules],
  ])('never has a part that says something else: %j', (one, other) => {
    expect(one).not.toEqual(other);
  });

  it('keeps parts that no other object shares: many subjects, many rules, long ones', () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => i);
    const people = (count: number) => many(count).map(i => subject(`user-${i}`));
    const kept = (make: () => unknown) => make() === make();
    expect([4, 5].map(count => kept(() => binding({ subjects: people(count) }).subjects))).toEqual([true, false]);
    expect([400, 600].map(length => kept(() => binding({ subjects: [subject('x'.repeat(length))] }).subjects))).toEqual(
      [true, false],
    );
    const room = 256 - JSON.stringify(['', 'Role', '']).length;
    expect([room, room + 1].map(length => kept(() => ref('x'.repeat(length))))).toEqual([true, false]);
    expect([100, 101].map(count => kept(() => role({ rules: many(count).map(() => rule()) }).rules))).toEqual([
      true,
      false,
    ]);
    expect([8_000, 9_000].map(length => kept(() => role({ rules: [rule('x'.repeat(length))] }).rules))).toEqual([
      true,
      false,
    ]);
    const naming = (count: number) => rule(...many(count).map(i => `n${i}`));
    expect([499, 500].map(count => kept(() => role({ rules: [rule(), naming(count)] }).rules))).toEqual([true, false]);
    const plurals = many(501).map(i => `r${i}`);
    expect(kept(() => role({ rules: [{ ...rule(), resources: plurals }] }).rules)).toBe(false);
    const labels = (length: number) =>
      role({ aggregation: { labels: { a: 'x'.repeat(length) }, selectors: [] } }).aggregation;
    expect([4_000, 5_000].map(length => kept(() => labels(length)))).toEqual([true, false]);
    expect(binding({ subjects: people(5) }).subjects).toEqual(people(5));
  });
});

describe('shared resources', () => {
  it('are one array for all clusters that serve the same', () => {
    expect(sharedResources([...RESOURCES])).toBe(sharedResources([...RESOURCES]));
    expect(sharedResources([PODS])).toEqual([PODS]);
  });

  it.each([{ group: 'apps' }, { version: 'v2' }, { kind: 'Other' }, { plural: 'others' }, { namespaced: false }])(
    'are others when one differs in %j',
    difference => {
      expect(sharedResources([{ ...PODS, ...difference }])).toEqual([{ ...PODS, ...difference }]);
      expect(sharedResources([PODS])).toEqual([PODS]);
    },
  );
});

describe('a shared text', () => {
  it.each([0, 1, 127, 128, 129, 5_000])('of %i characters is the text', length => {
    const text = 'x'.repeat(length);
    expect([sharedText(text), sharedText(text)]).toEqual([text, text]);
  });
});

describe('a shared part', () => {
  const SIZE = 5_000;
  let fillers = 0;
  const fill = (count: number) => {
    for (let i = 0; i < count; i++) ref(`filler-${fillers++}`);
  };

  it('stays while it is used now and then', () => {
    const first = ref('hot');
    for (let i = 0; i < 20; i++) {
      fill(SIZE / 2);
      expect(ref('hot')).toBe(first);
    }
  });

  it('is forgotten when it is not used', () => {
    const first = ref('cold');
    fill(SIZE - 1);
    expect(ref('cold')).toBe(first);
    fill(2 * SIZE);
    expect(ref('cold')).not.toBe(first);
    expect(ref('cold')).toEqual(first);
  });
});

it('two lists of resources have one text exactly when they are equal', () => {
  const variants: readonly Partial<Resource>[] = [
    {},
    { group: 'g' },
    { version: 'v2' },
    { kind: 'K' },
    { plural: 'p' },
    { namespaced: false },
    { shortNames: ['po'] },
    { categories: ['po'] },
    { policy: 'gateway' },
  ];
  const texts = variants.map(fields => resourcesText([{ ...PODS, ...fields }]));
  expect(new Set(texts).size).toBe(variants.length);
  expect(resourcesText([{ ...PODS, shortNames: [], categories: [] }])).toBe(texts[0]);
});
