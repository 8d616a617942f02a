import { describe, expect, it } from '@jest/globals';
import { DEFAULT_KINDS, MAX_KINDS, selectKinds } from '../../collector/kinds.ts';
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
  selectKinds(all, { include, exclude }).map(({ group, plural }) => `${plural}.${group}`);

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
  ])('are, %s, those that are served', (_what, include, exclude, expected) => expect(names(SERVED, include, exclude)).toEqual(expected));

  it('are the same for the same discovery in another order', () => {
    expect(names([...SERVED].reverse(), ['*'])).toEqual(names(SERVED, ['*']));
  });

  it.each([
    ['that cannot be listed', { verbs: ['create'] }],
    ['with a path for a plural', { plural: '../secrets' }],
    ['with a strange group', { group: 'a/b' }],
    ['with a strange version', { version: 'v1?x' }],
    ['with a strange kind', { kind: 'Thing\n' }],
    ['with an endless name', { plural: 'x'.repeat(300) }],
  ])('leave out a resource %s', (_what, more) => expect(names([served('example.org', 'things', 'Thing', more)], ['*'])).toEqual([]));

  it('hold one resource of each kind, because rows are keyed by kind', () => {
    expect(names([served('', 'pods2', 'Pod'), served('', 'pods', 'Pod')], ['*'])).toEqual(['pods.']);
  });

  it('have a bound', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => served('example.org', `things${index}`, `Thing${index}`));
    expect(names(many, ['*'])).toHaveLength(MAX_KINDS);
  });

  it('are named as in the configuration', () => expect(DEFAULT_KINDS).toContain('kustomizations.kustomize.toolkit.fluxcd.io'));
});
