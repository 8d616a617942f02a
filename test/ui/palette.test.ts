/** Results of the command palette. */
import { describe, expect, it } from '@jest/globals';
import { listOf, matching, objectsOf, readAs, shownOf, type Found } from '../../ui/src/palette/entries.ts';
import { parseQuery, printQuery } from '../../ui/src/query/language.ts';

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
    expect(objectsOf({ named: null, read: found('d'), anywhere: found('a') }, 3).map(({ id }) => id)).toEqual([
      'd',
      'a',
    ]);
    expect(objectsOf({ named: null, anywhere: null }, 3)).toEqual([]);
  });

  it.each([
    ['node eu-west', 'kind:node cluster:*eu-west*'],
    ['po payments api', 'kind:po namespace:payments api'],
    ['deployments api STAGING', 'kind:deployments api cluster:*staging*'],
    ['status:failed prod', 'status:failed cluster:*prod*'],
    ['node', undefined],
    ['api web', undefined],
    ['-node api', undefined],
  ] as const)('reads the words of “%s” as kinds, namespaces and clusters', (text, q) => {
    const kinds = [
      { name: 'Node', plural: 'nodes', value: 'Node', shortNames: ['no'] },
      { name: 'Pod', plural: 'pods', value: 'Pod', shortNames: ['po'] },
      { name: 'Deployment', plural: 'deployments', value: 'Deployment.apps' },
    ];
    const known = { kinds, clusters: ['eu-west-1-prod', 'us-east-1-staging'], namespaces: ['payments'] };
    const read = readAs(parseQuery(text), known);
    expect(read && printQuery(read)).toBe(q);
  });

  it.each([
    ['KIND', 'Kustomization.kustomize.toolkit.fluxcd.io', 'kind:Kustomization.kustomize.toolkit.fluxcd.io'],
    ['NAMESPACE', 'payments', 'namespace:payments'],
    ['CLUSTER', 'leaf-1', undefined],
  ] as const)('lists the objects of a suggested %s', (field, value, q) => expect(listOf({ field, value })).toBe(q));
});
