/** Listeners are found by the scope of an object. The result contains the callers who may see objects in this scope. */
import { describe, expect, it } from '@jest/globals';
import { Listeners } from '../../../access/changes/listeners.ts';
import type { Visibility } from '../../../rbac/types.ts';
import { emptyVisibility } from '../../../rbac/visibility.ts';
import type { Shown } from '../../../readmodel/changes/change.ts';
import { EVERYTHING, RESOURCES, scope, visibility } from '../../readmodel/fixtures.ts';

const inNamespaces = (...names: string[]) =>
  visibility(scope([]), Object.fromEntries(names.map(name => [name, scope(['pods'])])));
const namespacesOnly = visibility(scope(['namespaces']));

class Listener {
  readonly name: string;
  shown: Shown = new Map();

  constructor(name: string) {
    this.name = name;
  }
}

class Place {
  readonly #listeners = new Listeners<Listener>();

  see(listener: Listener, shown: Readonly<Record<string, Visibility>>): void {
    const after = new Map(Object.entries(shown));
    this.#listeners.move(listener, listener.shown, after);
    listener.shown = after;
  }

  gone(listener: Listener): void {
    this.#listeners.remove(listener);
  }

  near(cluster: string, namespace: string): string[] {
    return [...this.#listeners.near({ cluster, namespace })].map(({ name }) => name).sort();
  }
}

describe('who listens', () => {
  it.each<[string, Visibility, string[]]>([
    ['everywhere is found at every place of the cluster', EVERYTHING, ['a/', 'a/x', 'a/y']],
    ['in some namespaces is found in these', inNamespaces('x', 'z'), ['a/x']],
    ['in the scope of the cluster is found there', namespacesOnly, ['a/']],
    ['and sees nothing is found nowhere', emptyVisibility(RESOURCES), []],
  ])('%s', (_case, visibility, expected) => {
    const place = new Place();
    place.see(new Listener('jane'), { a: visibility });
    const found = ['a/', 'a/x', 'a/y', 'b/', 'b/x'].filter(at => {
      const [cluster = '', namespace = ''] = at.split('/');
      return place.near(cluster, namespace).length > 0;
    });
    expect(found).toEqual(expected);
  });

  it('is found once beside others, and they stay when it goes', () => {
    const place = new Place();
    const [jane, joe, ada] = [new Listener('jane'), new Listener('joe'), new Listener('ada')];
    for (const listener of [jane, joe]) place.see(listener, { a: inNamespaces('x') });
    place.see(ada, { a: EVERYTHING });
    expect(place.near('a', 'x')).toEqual(['ada', 'jane', 'joe']);
    place.gone(jane);
    expect(place.near('a', 'x')).toEqual(['ada', 'joe']);
    place.gone(ada);
    place.gone(joe);
    expect(place.near('a', 'x')).toEqual([]);
  });

  it('moves with its rights: what is the same stays, what is lost is left, what is new is entered', () => {
    const place = new Place();
    const jane = new Listener('jane');
    const same = inNamespaces('x');
    place.see(jane, { a: same, b: EVERYTHING });
    place.see(jane, { a: same, b: inNamespaces('y'), c: EVERYTHING });
    expect(['a/x', 'b/x', 'b/y', 'c/x'].map(at => place.near(...(at.split('/') as [string, string])))).toEqual([
      ['jane'],
      [],
      ['jane'],
      ['jane'],
    ]);
    place.see(jane, {});
    expect([place.near('a', 'x'), place.near('b', 'y'), place.near('c', 'x')]).toEqual([[], [], []]);
  });
});
