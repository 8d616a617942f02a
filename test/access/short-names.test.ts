/** Which kind a short name means on a cluster, as kubectl decides it. */
import { expect, it } from '@jest/globals';
import { shortNamesOn, wordsOn } from '../../access/short-names.ts';
import type { Resource } from '../../rbac/types.ts';

const resource = (group: string, kind: string, version: string, shortNames: string[], categories?: string[]): Resource => ({
  ...{ group, version, kind, plural: `${kind.toLowerCase()}s`, namespaced: true, shortNames },
  ...(categories && { categories }),
});
const meanings = (...resources: Resource[]) =>
  Object.fromEntries([...shortNamesOn(resources)].map(([name, { group, kind }]) => [name, `${kind}.${group}`]));

it('is the one that has it', () => {
  expect(meanings(resource('', 'Pod', 'v1', ['po']), resource('apps', 'Deployment', 'v1', ['deploy']))).toEqual({
    po: 'Pod.',
    deploy: 'Deployment.apps',
  });
});

it('is the one of the group that API servers list first, whatever the order', () => {
  const [core, other] = [resource('', 'Event', 'v1', ['ev']), resource('events.k8s.io', 'Event', 'v1', ['ev'])];
  expect([meanings(core, other), meanings(other, core)]).toEqual([{ ev: 'Event.' }, { ev: 'Event.' }]);
});

it('is the first by version and name among groups of custom resources', () => {
  const snapshot = resource('snapshot.storage.k8s.io', 'VolumeSnapshot', 'v1', ['vs']);
  expect(meanings(resource('networking.istio.io', 'VirtualService', 'v1', ['vs']), snapshot)).toEqual({
    vs: 'VirtualService.networking.istio.io',
  });
  expect(meanings(resource('networking.istio.io', 'VirtualService', 'v1beta1', ['vs']), snapshot)).toEqual({
    vs: 'VolumeSnapshot.snapshot.storage.k8s.io',
  });
});

it('is none where a resource has that name itself', () => {
  expect(meanings(resource('', 'Pod', 'v1', ['po']), resource('a.io', 'Widget', 'v1', ['pods', 'pod', 'w']))).toEqual({
    po: 'Pod.',
    w: 'Widget.a.io',
  });
});

it('means a kind for certain with its group, and a category means all that are in it', () => {
  const resources = [resource('a.io', 'A', 'v1', ['x'], ['all']), resource('b.io', 'B', 'v1', ['x'], ['all'])];
  const words = [...wordsOn(resources)].map(([word, kinds]) => [word, Array.from(kinds, ({ kind }) => kind)]);
  expect(Object.fromEntries(words)).toEqual({ all: ['A', 'B'], x: ['A'], 'x.a.io': ['A'], 'x.b.io': ['B'] });
});

it('is read once from a list of resources, which many clusters share', () => {
  const resources = [resource('', 'Pod', 'v1', ['po'], ['all'])];
  expect(wordsOn(resources)).toBe(wordsOn(resources));
  expect(shortNamesOn(resources)).toBe(shortNamesOn(resources));
});
