import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hoisted } from '../../../readmodel/filters/conjunction.ts';
import { withPlaceNames } from '../../../readmodel/filters/place-names.ts';
import { finish } from '../../../readmodel/gate.ts';
import type { Filter } from '../../../readmodel/query.ts';
import { Places } from '../../../readmodel/rows/places.ts';
import { anyFilter, anyRows } from '../arbitraries.ts';
import { matches, spelled } from '../reference.ts';

function placesOf(named: readonly (readonly [cluster: string, namespace: string])[]): Places {
  const places = new Places();
  for (const [cluster, namespace] of named) places.enter(cluster, namespace);
  return places;
}

const places = placesOf([
  ['eu-west', ''],
  ['eu-west', 'team-a'],
  ['EU-north', 'team-b'],
  ['us-east', 'infra'],
]);
const eu = { prefix: 'eu-', ignoreCase: true };

describe('a pattern of the names of places', () => {
  it.each<[string, Filter, Filter]>([
    ['is the clusters that fit', { cluster: eu }, { and: [{ clusters: ['eu-west', 'EU-north'] }] }],
    [
      'stands beside the names that the filter has itself',
      { clusters: ['us-east'], cluster: eu, and: [{ statuses: ['FAILED'] }] },
      { clusters: ['us-east'], and: [{ clusters: ['eu-west', 'EU-north'] }, { statuses: ['FAILED'] }] },
    ],
    ['is nowhere where none fits', { namespace: { glob: 'nobody*', ignoreCase: true } }, { and: [{ namespaces: [] }] }],
    ['finds what is in no namespace by the empty text', { namespace: { equals: '', ignoreCase: true } }, { and: [{ namespaces: [''] }] }],
    [
      'is found below or and not',
      { or: [{ namespace: { contains: 'team', ignoreCase: false } }], not: { cluster: eu } },
      { or: [{ and: [{ namespaces: ['team-a', 'team-b'] }] }], not: { and: [{ clusters: ['eu-west', 'EU-north'] }] } },
    ],
  ])('%s', (_, filter, expected) => {
    expect(spelled(places, finish(withPlaceNames(places, filter)))).toEqual(expected);
  });

  it('means the same of every row that there is', () => {
    fc.assert(
      fc.property(anyRows(30), anyFilter, (rows, filter) => {
        const places = placesOf(rows.map(({ cluster, namespace }) => [cluster, namespace]));
        const named = spelled(places, finish(withPlaceNames(places, filter)));
        expect(JSON.stringify(named)).not.toMatch(/"(cluster|namespace)":/);
        for (const row of rows) expect(matches(named, row)).toBe(matches(filter, row));
      }),
    );
  });

  it('is looked for a few names at a time', () => {
    const many = placesOf(Array.from({ length: 20_000 }, (_, i) => ['leaf', `team-${i}`] as const));
    let steps = 0;
    const work = withPlaceNames(many, { namespace: { glob: '*7', ignoreCase: true } });
    while (!work.next().done) steps++;
    expect(steps).toBeGreaterThan(5);
  });

  it('keeps a byte for each name, and a conjunction of patterns one mask', () => {
    const many = placesOf(Array.from({ length: 20_000 }, (_, i) => ['leaf', `team-${i}`] as const));
    const and = Array.from({ length: 32 }, (_, i): Filter => ({ namespace: { glob: `${'*'.repeat(i + 1)}7`, ignoreCase: true } }));
    const named = hoisted(finish(withPlaceNames(many, { and })));
    expect(Object.keys(named)).toEqual(['namespaceMask']);
    expect(named.namespaceMask).toHaveLength(20_000);
    expect(named.namespaceMask!.filter(fits => fits === 1)).toHaveLength(2_000);
  });
});
