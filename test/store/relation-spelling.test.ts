/** Relations are stored with a row in few characters, and read back unchanged. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeObjectKey } from '../../schema/object-id.ts';
import { RELATION_TYPES, type Relation } from '../../store/attached.ts';
import { readRelations, spellRelations, targetOf } from '../../store/relation-spelling.ts';

const POD = { namespace: 'team-a', name: 'web-5d4f8-x2x9z' };

const part = fc.oneof(
  fc.constantFrom('web', 'web-5d4f8', 'team-a', 'a b', '=', '=6', ',', '~', '%', '💡', '\\', 'größe'),
  fc.string({ unit: 'grapheme', minLength: 1 }).filter(text => text.isWellFormed()),
);
const anyRow = fc.record({
  namespace: fc.oneof(fc.constant(''), part),
  name: fc.tuple(part, fc.constantFrom('', '-x', '-x2x9z')).map(parts => parts.join('')),
});
const anyRelation = fc.record({
  type: fc.constantFrom(...RELATION_TYPES),
  to: fc
    .record({
      group: fc.constantFrom('', 'apps', 'a.b'),
      kind: fc.constantFrom('ReplicaSet', 'Node', 'Ü/'),
      namespace: fc.oneof(fc.constant(''), part),
      name: part,
    })
    .map(encodeObjectKey),
});

function read(text: string, row: typeof POD): Relation[] {
  return readRelations(text).relations.map(relation => ({
    type: relation.type,
    to: encodeObjectKey(targetOf(relation, row)),
  }));
}

describe('how relations are spelled', () => {
  it.each<[what: string, relation: Relation, text: string]>([
    ['an owner whose name begins the row’s', { type: 'OWNS', to: 'apps/ReplicaSet/team-a/web-5d4f8' }, '1O/=/=6'],
    ['an owner of another name', { type: 'OWNS', to: 'apps/ReplicaSet/team-a/api' }, '1O/=/api'],
    [
      'an owner whose name is shorter than what would stand for it',
      { type: 'OWNS', to: 'apps/ReplicaSet/team-a/we' },
      '1O/=/we',
    ],
    ['a cluster-scoped owner', { type: 'OWNS', to: '/Node//web' }, '1K//web'],
    [
      'an object of another namespace',
      { type: 'MANAGES', to: 'a.b/C/flux-system/web-5d4f8' },
      '2a.b/C/flux-system/web-5d4f8',
    ],
    ['another relation than that to an owner', { type: 'SOURCE', to: 'a.b/C/team-a/web-5d4f8' }, '0a.b/C/=/web-5d4f8'],
    ['a name that must be encoded', { type: 'OWNS', to: 'apps/ReplicaSet/team-a/a%20b' }, '1O/=/a%20b'],
  ])('%s', (_, relation, text) => {
    expect(spellRelations([relation], POD)).toBe(text);
    expect(read(text, POD)).toEqual([relation]);
  });

  it('any relations beside any row are read as what they were', () => {
    fc.assert(
      fc.property(fc.array(anyRelation, { minLength: 1, maxLength: 5 }), anyRow, (relations, row) => {
        expect(read(spellRelations(relations, row), row)).toEqual(relations);
      }),
    );
  });

  it.each([
    '',
    '9O/=/web',
    '1',
    '1O/=',
    '1?/=/web',
    '1O/team-a/=6',
    '1O/=/=',
    '1O/=/=-1',
    '1O/=/=zz z',
    '1O/=/a%2',
    '1a/b/c/d/e',
    '1O/=/a b',
  ])('%j was not spelled here', text => {
    expect(() => readRelations(text)).toThrow(RangeError);
  });
});
