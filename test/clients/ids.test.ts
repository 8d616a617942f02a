/** The client writes ids in the form that the graph uses. */
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { objectId, parseObjectId } from '../../clients/typescript/src/ids.ts';
import { encodeObjectId } from '../../schema/object-id.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 8 });
const some = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
const ids = fc.record({ cluster: some, group: text, kind: some, namespace: text, name: some });

it('spells an id as the graph does, and reads it back', () => {
  fc.assert(
    fc.property(ids, id => {
      expect(objectId(id)).toBe(encodeObjectId(id));
      expect(parseObjectId(objectId(id))).toEqual(id);
    }),
  );
});

it('takes an object of the core group, and one in no namespace, without those parts', () => {
  expect(objectId({ cluster: 'leaf-01', kind: 'Namespace', name: 'team-a' })).toBe('leaf-01//Namespace//team-a');
});

it.each(['', 'leaf-01', 'leaf-01/team-a', '/apps/Deployment', 'a/b/c/d/', 'a/b/c/d/%', 'a/b/c/d/%2d', 'a/b/c/d/e/f'])(
  'does not take "%s" for the id of an object',
  id => {
    expect(parseObjectId(id)).toBeUndefined();
  },
);
