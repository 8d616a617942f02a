/** What the palette finds. */
import { describe, expect, it } from '@jest/globals';
import { listOf, matching, objectsOf, shownOf, type Found } from '../../ui/src/palette/entries.ts';

const entry = (title: string) => ({ key: title, title, act: () => undefined });

describe('the palette', () => {
  it.each([
    ['', ['My access', 'Clusters', 'Failed objects, by cluster']],
    ['cluster', ['Clusters', 'Failed objects, by cluster']],
    ['CLUSTER failed', ['Failed objects, by cluster']],
    ['nothing', []],
  ] as const)('finds entries for “%s” by each word, the beginning first', (text, titles) =>
    expect(
      matching(['My access', 'Clusters', 'Failed objects, by cluster'].map(entry), text).map(({ title }) => title),
    ).toEqual(titles),
  );

  it('shows no section without entries', () =>
    expect(
      shownOf([
        { title: 'a', entries: [] },
        { title: 'b', entries: [entry('x')] },
      ]).map(({ title }) => title),
    ).toEqual(['b']));

  it('has each object once, those named so first, and no more than it shows', () => {
    const found = (...ids: readonly string[]) => ({ nodes: ids.map(id => ({ id }) as Found) });
    expect(objectsOf({ named: found('b', 'a'), anywhere: found('c', 'a', 'd') }, 3).map(({ id }) => id)).toEqual([
      'b',
      'a',
      'c',
    ]);
    expect(objectsOf({ named: null, anywhere: null }, 3)).toEqual([]);
  });

  it.each([
    ['KIND', 'Kustomization.kustomize.toolkit.fluxcd.io', 'kind:Kustomization.kustomize.toolkit.fluxcd.io'],
    ['NAMESPACE', 'payments', 'namespace:payments'],
    ['CLUSTER', 'leaf-1', undefined],
  ] as const)('lists the objects of a suggested %s', (field, value, q) => expect(listOf({ field, value })).toBe(q));
});
