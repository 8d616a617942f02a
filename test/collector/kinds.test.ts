import { describe, expect, it } from '@jest/globals';
import { DEFAULT_KINDS, MAX_KINDS, mostKinds, selectKinds } from '../../collector/kinds.ts';
import type { ServedResource } from '../../kubernetes/client.ts';

const served = (group: string, plural: string, kind: string, more: Partial<ServedResource> = {}): ServedResource => ({
  group,
  plural,
  kind,
  version: 'v1',
  namespaced: true,
  verbs: ['list', 'watch'],
  ...more,
});
const names = (all: readonly ServedResource[], include: string[] = [], exclude: string[] = []) =>
  selectKinds(all, { include, exclude }).collected.map(({ group, plural }) => `${plural}.${group}`);
const leftOut = (all: readonly ServedResource[], include: string[], exclude: string[] = []) =>
  selectKinds(all, { include, exclude }).leftOut.map(
    ({ resource: { group, plural }, cause }) => `${plural}.${group} ${cause}`,
  );

const SERVED = [
  served('', 'pods', 'Pod'),
  served('apps', 'deployments', 'Deployment'),
  served('example.org', 'things', 'Thing'),
  served('', 'secrets', 'Secret'),
];

describe('the kinds that are collected', () => {
  it.each([
    ['by default', [], [], ['pods.', 'secrets.', 'deployments.apps']],
    ['with one more', ['things.example.org'], [], ['pods.', 'secrets.', 'deployments.apps', 'things.example.org']],
    ['with one less', [], ['pods'], ['secrets.', 'deployments.apps']],
    ['with everything', ['*'], [], ['pods.', 'secrets.', 'deployments.apps', 'things.example.org']],
    ['with everything but one', ['*'], ['secrets'], ['pods.', 'deployments.apps', 'things.example.org']],
  ])('are, %s, those that are served', (_what, include, exclude, expected) =>
    expect(names(SERVED, include, exclude)).toEqual(expected),
  );

  it('are the same for the same discovery in another order', () => {
    expect(names([...SERVED].reverse(), ['*'])).toEqual(names(SERVED, ['*']));
  });

  it.each([
    ['that cannot be listed', { verbs: ['create'] }],
    ['with a path for a plural', { plural: '../secrets' }],
    ['with a strange group', { group: 'a/b' }],
    ['with a strange version', { version: 'v1?x' }],
    ['with a strange kind', { kind: 'Thing\n' }],
    ['with a kind that ends in a hyphen', { kind: 'Thing-' }],
    ['with a kind that begins with a digit', { kind: '1Thing' }],
    ['with an endless name', { plural: 'x'.repeat(300) }],
  ])('leave out a resource %s', (_what, more) =>
    expect(names([served('example.org', 'things', 'Thing', more)], ['*'])).toEqual([]),
  );

  it('hold one resource of each kind, because rows are keyed by kind', () => {
    expect(names([served('', 'pods2', 'Pod'), served('', 'pods', 'Pod')], ['*'])).toEqual(['pods.']);
  });

  it.each(['Foo-Bar', 'mixer-rule', 'X', 'v1-Thing2', `T${'x'.repeat(62)}`])('may be called %s, as a CRD may', kind => {
    expect(names([served('example.org', 'foo-bars', kind)], ['*'])).toEqual(['foo-bars.example.org']);
  });

  describe('where there are more than are kept', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => served('example.org', `things${index}`, `Thing${index}`));
    const late = [
      served('kustomize.toolkit.fluxcd.io', 'kustomizations', 'Kustomization'),
      served('zoo.org', 'zebras', 'Zebra'),
    ];

    it('have a bound', () => expect(names(many, ['*'])).toHaveLength(MAX_KINDS));

    it('are first the default kinds and those that the configuration names', () => {
      const kept = names([...many, ...late], ['*', 'zebras.zoo.org']);
      expect(kept).toHaveLength(MAX_KINDS);
      expect(kept.slice(-2)).toEqual(['kustomizations.kustomize.toolkit.fluxcd.io', 'zebras.zoo.org']);
    });

    it('name the first hundred of the others, and say how many there are', () => {
      const selected = selectKinds([...many, ...late], { include: ['*'], exclude: [] });
      expect(selected.overLimit).toBe(many.length + late.length - MAX_KINDS);
      expect(selected.unnamed).toBe(many.length + late.length - MAX_KINDS - 100);
      expect(selected.leftOut).toHaveLength(100);
      expect(new Set(selected.leftOut.map(({ cause }) => cause))).toEqual(new Set(['TOO_MANY_KINDS']));
    });

    it.each<[string, Partial<ServedResource>, number]>([
      ['can only be listed', { verbs: ['list'] }, 0],
      ['can be watched', {}, 19_500],
    ])('name a hundred at most where twenty thousand are served that %s', (_what, more, overLimit) => {
      const served = Array.from({ length: 20_000 }, (_, i) => ({
        ...many[i % many.length]!,
        ...more,
        plural: `t${i}`,
        kind: `T${i}`,
      }));
      const selected = selectKinds(served, { include: ['*', 't7777.example.org'], exclude: [] });
      expect(selected).toMatchObject({ overLimit, unnamed: 20_000 - selected.collected.length - 100 });
      expect(selected.leftOut).toHaveLength(100);
      // Kinds selected by name take precedence over kinds selected by `*`.
      expect([...selected.leftOut.slice(0, 1).map(({ resource }) => resource), ...selected.collected]).toContainEqual(
        expect.objectContaining({ kind: 'T7777' }),
      );
    });

    it.each([
      [1, 500],
      [4, 500],
      [10, 200],
      [50, 40],
    ])('are no more watches than one cluster gets, where %d namespaces are collected', (namespaces, most) => {
      expect(mostKinds(namespaces)).toBe(most);
      expect(selectKinds(many, { include: ['*'], exclude: [] }, most).collected).toHaveLength(most);
    });
  });

  it.each([
    ['by *', ['*']],
    ['by name', ['componentstatuses']],
  ])('leave out, and name, a kind that cannot be watched and is asked for %s', (_how, include) => {
    const all = [
      ...SERVED,
      served('', 'componentstatuses', 'ComponentStatus', { namespaced: false, verbs: ['get', 'list'] }),
    ];
    expect(leftOut(all, include)).toEqual(['componentstatuses. UNWATCHABLE']);
    expect(names(all, include)).not.toContain('componentstatuses.');
    expect(leftOut(all, [])).toEqual([]);
  });

  it('are also those whose definition says that they are policies, unless they are excluded', () => {
    const all = [
      ...SERVED,
      served('example.org', 'quotapolicies', 'QuotaPolicy', { policy: 'Direct' }),
      served('example.org', 'other', 'Other'),
    ];
    expect(names(all, [])).toContain('quotapolicies.example.org');
    expect(names(all, [])).not.toContain('other.example.org');
    expect(names(all, [], ['quotapolicies.example.org'])).not.toContain('quotapolicies.example.org');
    expect(
      selectKinds(all, { include: [], exclude: [] }).collected.find(({ kind }) => kind === 'QuotaPolicy')?.policy,
    ).toBe('Direct');
  });

  describe('that each caller sees differently', () => {
    const namespaces = served('', 'namespaces', 'Namespace', { namespaced: false });
    it.each([
      ['projects', 'project.openshift.io'],
      ['rolebindings', 'authorization.openshift.io'],
      ['useroauthaccesstokens', 'oauth.openshift.io'],
      ['tokens', 'ext.cattle.io'],
      ['spaces', 'tenancy.kiosk.sh'],
    ])('are never collected: %s.%s', (plural, group) => {
      const all = [namespaces, served(group, plural, 'Virtual', { namespaced: false })];
      const name = `${plural}.${group}`;
      for (const include of [['*'], [name], ['*', name]]) {
        for (const exclude of [[], ['namespaces']]) {
          expect(names(all, include, exclude)).not.toContain(name);
          expect(leftOut(all, include, exclude)).toEqual([`${name} PER_CALLER`]);
        }
      }
    });
  });

  describe('of two groups that serve the same objects', () => {
    const core = served('', 'events', 'Event');
    const other = served('events.k8s.io', 'events', 'Event');
    it.each([
      ['*', ['*'], [], ['events.'], ['events.events.k8s.io SHOWN_ELSEWHERE']],
      ['the second by name', ['events.events.k8s.io'], [], ['events.events.k8s.io'], []],
      [
        '* and the second by name',
        ['*', 'events.events.k8s.io'],
        [],
        ['events.events.k8s.io'],
        ['events. SHOWN_ELSEWHERE'],
      ],
      ['both by name', ['events', 'events.events.k8s.io'], [], ['events.'], ['events.events.k8s.io SHOWN_ELSEWHERE']],
      ['* without the first', ['*'], ['events'], [], []],
      ['* without the second', ['*'], ['events.events.k8s.io'], ['events.'], []],
      [
        'the second by name, without the first',
        ['*', 'events.events.k8s.io'],
        ['events'],
        ['events.events.k8s.io'],
        [],
      ],
    ])('are one, for %s', (_what, include, exclude, collected, left) => {
      expect(names([core, other], include, exclude)).toEqual(collected);
      expect(leftOut([core, other], include, exclude)).toEqual(left);
    });

    it.each([
      ['where the first is not served', [other], ['events.events.k8s.io']],
      ['where the first cannot be watched', [{ ...core, verbs: ['list'] }, other], ['events.events.k8s.io']],
    ])('are the second %s', (_where, all, collected) => expect(names(all, ['*'])).toEqual(collected));

    it('are those of the group that took over from extensions', () => {
      const twins = ['networking.k8s.io', 'extensions'].map(group => served(group, 'ingresses', 'Ingress'));
      expect(names(twins, ['*'])).toEqual(['ingresses.networking.k8s.io']);
      expect(names(twins, ['ingresses.extensions'])).toEqual(['ingresses.networking.k8s.io']);
      expect(names(twins, ['ingresses.extensions'], ['ingresses.networking.k8s.io'])).toEqual(['ingresses.extensions']);
    });

    it('are both where only their names are alike', () => {
      const services = [served('', 'services', 'Service'), served('serving.knative.dev', 'services', 'Service')];
      expect(names(services, ['*'])).toEqual(['services.', 'services.serving.knative.dev']);
    });
  });

  it('are named as in the configuration', () =>
    expect(DEFAULT_KINDS).toContain('kustomizations.kustomize.toolkit.fluxcd.io'));
});
