/** Two visibilities count as equal only if they show equal rows. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Resource, ScopeVisibility, Visibility } from '../../rbac/types.ts';
import { sameVisibility, sees } from '../../rbac/visibility.ts';
import { RESOURCES } from './fixtures.ts';

type Listed = readonly (0 | 1)[];
type Names = Readonly<Record<number, readonly string[]>>;

const TWO: readonly Resource[] = RESOURCES.slice(0, 2);

function scope(list: Listed = [0, 0], names: Names = {}): ScopeVisibility {
  return {
    list: Uint8Array.from(list),
    names: new Map(Object.entries(names).map(([resource, given]) => [Number(resource), new Set(given)])),
  };
}

/** Creates a new visibility. Two visibilities share no objects except the resources. */
function visibility(
  cluster: ScopeVisibility = scope(),
  namespaces: Readonly<Record<string, ScopeVisibility>> = {},
  more: Partial<Visibility> = {},
): Visibility {
  return { resources: TWO, cluster, namespaces: new Map(Object.entries(namespaces)), empty: false, ...more };
}

describe('two visibilities', () => {
  it.each<[string, () => Visibility]>([
    ['nothing', () => visibility()],
    ['a resource everywhere', () => visibility(scope([1, 0]))],
    ['names everywhere', () => visibility(scope([0, 1], { 0: ['web', 'db'] }))],
    ['namespaces', () => visibility(scope(), { 'team-a': scope([1, 0]), 'team-b': scope([0, 0], { 1: ['web'] }) })],
    ['nothing, given up', () => visibility(scope(), {}, { givenUp: 'changing' })],
  ])('are the same when both show %s', (_case, made) => {
    expect(sameVisibility(made(), made())).toBe(true);
  });

  const everywhere = {
    name: () => visibility(scope([0, 0], { 0: ['web'] })),
    own: () => visibility(scope(), { 'team-a': scope([1, 0]) }),
  };
  it.each<[string, Visibility, Visibility]>([
    ['resources', visibility(), visibility(scope(), {}, { resources: [...TWO] })],
    ['being given up', visibility(), visibility(scope(), {}, { givenUp: 'too-large' })],
    ['what is listed everywhere', visibility(scope([1, 0])), visibility(scope([1, 1]))],
    ['a name everywhere', everywhere.name(), visibility(scope([0, 0], { 0: ['db'] }))],
    ['more names everywhere', everywhere.name(), visibility(scope([0, 0], { 0: ['web', 'db'] }))],
    [
      'one of two names',
      visibility(scope([0, 0], { 0: ['web', 'db'] })),
      visibility(scope([0, 0], { 0: ['web', 'other'] })),
    ],
    ['the resource of a name', everywhere.name(), visibility(scope([0, 0], { 1: ['web'] }))],
    ['names at all', everywhere.name(), visibility()],
    ['one more namespace', everywhere.own(), visibility(scope(), { 'team-a': scope([1, 0]), 'team-b': scope([1, 0]) })],
    ['which namespace it is', everywhere.own(), visibility(scope(), { 'team-b': scope([1, 0]) })],
    ['what is listed in a namespace', everywhere.own(), visibility(scope(), { 'team-a': scope([0, 1]) })],
    ['a name in a namespace', everywhere.own(), visibility(scope(), { 'team-a': scope([1, 0], { 1: ['web'] }) })],
  ])('are not the same when they differ in %s', (_case, one, other) => {
    expect(sameVisibility(one, other)).toBe(false);
    expect(sameVisibility(other, one)).toBe(false);
  });

  it('that are called the same show the same of every object', () => {
    const listed = fc.tuple(fc.constantFrom(0 as const, 1 as const), fc.constantFrom(0 as const, 1 as const));
    const names = fc.dictionary(
      fc.constantFrom('0', '1'),
      fc.uniqueArray(fc.constantFrom('web', 'db'), { minLength: 1 }),
    ) as fc.Arbitrary<Names>;
    const anyScope = fc.tuple(listed, names).map(([list, given]) => scope(list, given));
    const any = fc
      .tuple(anyScope, fc.dictionary(fc.constantFrom('team-a', 'team-b'), anyScope))
      .map(([all, own]) => visibility(all, own));
    const objects = [0, 1].flatMap(resource =>
      ['', 'team-a', 'team-b'].flatMap(namespace =>
        ['web', 'db', 'other'].map(name => [resource, namespace, name] as const),
      ),
    );
    fc.assert(
      fc.property(any, any, (one, other) => {
        const shown = (of: Visibility) => objects.map(object => sees(of, ...object));
        if (sameVisibility(one, other)) expect(shown(other)).toEqual(shown(one));
        expect(sameVisibility(one, visibility(one.cluster, Object.fromEntries(one.namespaces)))).toBe(true);
      }),
    );
  });
});
