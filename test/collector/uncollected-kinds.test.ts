/** The collector names uncollected kinds to which a relation of a row leads. */
import { describe, expect, it } from '@jest/globals';
import { UncollectedKinds } from '../../collector/cluster-status.ts';
import { MAX_KINDS } from '../../collector/kinds.ts';
import type { ServedResource } from '../../kubernetes/client.ts';
import { encodeObjectKey } from '../../schema/object-id.ts';
import type { Relation } from '../../store/attached.ts';

const served = (group: string, kind: string, more: Partial<ServedResource> = {}): ServedResource => ({
  ...{ group, kind, version: 'v1', plural: `${kind.toLowerCase()}s`, namespaced: true, verbs: ['get', 'list'] },
  ...more,
});
const to = (group: string, kind: string, namespace = 'team-a'): Relation => ({
  type: 'REFERENCES',
  to: encodeObjectKey({ group, kind, namespace, name: 'web' }),
});
const names = ({ resources }: UncollectedKinds) => resources.map(({ group, plural }) => `${plural}.${group}`);

const POD = served('', 'Pod');
const VOLUME = served('', 'PersistentVolume', { namespaced: false });
const ROLLOUT = served('argoproj.io', 'Rollout');
const SERVED = [
  POD,
  VOLUME,
  ROLLOUT,
  served('argoproj.io', 'Workflow'),
  served('argoproj.io', 'Review', { verbs: ['create'] }),
];

describe('the resources that are not collected', () => {
  it.each<[string, readonly Relation[], string[]]>([
    ['are none without relations', [], []],
    [
      'are those of the kinds at the other ends, in one order',
      [to('argoproj.io', 'Rollout'), to('', 'PersistentVolume', '')],
      ['persistentvolumes.', 'rollouts.argoproj.io'],
    ],
    [
      'are named once',
      [to('argoproj.io', 'Rollout'), to('argoproj.io', 'Rollout', 'team-b')],
      ['rollouts.argoproj.io'],
    ],
    ['do not hold what is collected', [to('', 'Pod')], []],
    ['do not hold what is not served', [to('argoproj.io', 'Gone'), to('apps', 'Rollout')], []],
    ['do not hold what nobody can list', [to('argoproj.io', 'Review')], []],
  ])('%s', (_what, relations, expected) => {
    const kinds = new UncollectedKinds();
    kinds.discover(SERVED, [POD]);
    expect(kinds.name(relations)).toBe(expected.length > 0);
    expect(kinds.name(relations)).toBe(false);
    expect(names(kinds)).toEqual(expected);
  });

  it('hold those that joins read, unless they are collected', () => {
    const kinds = new UncollectedKinds();
    kinds.discover(SERVED, [POD], ({ kind }) => kind === 'Pod' || kind === 'Rollout');
    expect(names(kinds)).toEqual(['rollouts.argoproj.io']);
  });

  it('hold what discovery and the resource say, and no more', () => {
    const kinds = new UncollectedKinds();
    kinds.discover(SERVED, []);
    kinds.name([to('', 'PersistentVolume', '')]);
    expect(kinds.resources).toEqual([
      { group: '', version: 'v1', kind: 'PersistentVolume', plural: 'persistentvolumes', namespaced: false },
    ]);
  });

  it('follow discovery: a kind that is served later is there then, and one that is collected, or gone, no more', () => {
    const kinds = new UncollectedKinds();
    kinds.name([to('argoproj.io', 'Rollout'), to('', 'PersistentVolume', '')]);
    expect(names(kinds)).toEqual([]);
    kinds.discover([POD, VOLUME], [POD]);
    expect(names(kinds)).toEqual(['persistentvolumes.']);
    kinds.discover(SERVED, [POD, VOLUME]);
    expect(names(kinds)).toEqual(['rollouts.argoproj.io']);
    kinds.discover([POD], [POD]);
    expect(names(kinds)).toEqual([]);
  });

  it('are those that another collector left, until there is a discovery, and of the same kinds then', () => {
    const kinds = new UncollectedKinds([
      { group: 'argoproj.io', version: 'v1', kind: 'Rollout', plural: 'rollouts', namespaced: true },
    ]);
    expect(names(kinds)).toEqual(['rollouts.argoproj.io']);
    kinds.discover(SERVED, [POD]);
    expect(names(kinds)).toEqual(['rollouts.argoproj.io']);
  });

  it('have a bound, and so have the kinds that are remembered', () => {
    const many = Array.from({ length: 2_000 }, (_, i) => served('acme.example', `Thing${i}`));
    const kinds = new UncollectedKinds();
    kinds.discover(many, []);
    kinds.name(many.map(({ group, kind }) => to(group, kind)));
    expect(kinds.resources).toHaveLength(MAX_KINDS);
    kinds.discover([served('acme.example', 'Thing999'), served('acme.example', 'Thing1000')], []);
    expect(names(kinds)).toEqual(['thing999s.acme.example']);
  });

  it('hold what is served however many kinds are named that are not: whoever writes an object may name any owner', () => {
    const kinds = new UncollectedKinds();
    kinds.discover(SERVED, []);
    kinds.name(Array.from({ length: 2_000 }, (_, i) => to('acme.example', `Thing${i}`)));
    kinds.name([to('', 'PersistentVolume', '')]);
    expect(names(kinds)).toEqual(['persistentvolumes.']);
  });
});
