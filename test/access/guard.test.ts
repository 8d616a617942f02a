/** The rule of every field as the guard reads it from the schema. */
import { describe, expect, it } from '@jest/globals';
import { parse } from 'graphql';
import { Guard, fieldRules, throughRows } from '../../access/guard.ts';

describe('the rule of a field', () => {
  it('is its own, or else its type’s, in extensions too', () => {
    const rules = fieldRules(
      parse(`
        type T @rbacRows { a: Int b: Int @rbacPublic }
        extend type T { c: Int @rbacNames }
        extend type T @rbacSelf { d: Int }
        type U { e: Int @deprecated @rbacRows @rbacNames }
        enum E { X }
      `),
    );
    expect(rules).toEqual(
      new Map([
        [
          'T',
          {
            own: ['rbacSelf'],
            fields: new Map([
              ['a', ['rbacRows']],
              ['b', ['rbacPublic']],
              ['c', ['rbacNames']],
              ['d', ['rbacSelf']],
            ]),
          },
        ],
        ['U', { own: [], fields: new Map([['e', ['rbacRows', 'rbacNames']]]) }],
      ]),
    );
  });

  it('of a type stays when an extension gives none', () => {
    const rules = fieldRules(parse('type T @rbacRows { a: Int } extend type T { b: Int @rbacNames }'));
    expect(rules.get('T')?.own).toEqual(['rbacRows']);
  });

  it.each([
    ['a single field', 'type Query { open: Int @rbacPublic secret: Int }', 'Query.secret'],
    ['a field of an extension', 'extend type Query { secret: Int }', 'Query.secret'],
    ['a field with other directives only', 'type Query { secret: Int @deprecated @tag(name: "rbac") }', 'Query.secret'],
    ['several', 'type Query { a: Int b: Int }', 'Query.a, Query.b'],
  ])('must be there: %s', (_case, sdl, fields) => {
    expect(() => fieldRules(parse(sdl))).toThrow(`These fields say nothing of who may see them: ${fields}. `);
  });
});

describe('a resolver that wants another accessor', () => {
  const guard = new Guard(() => {
    throw new Error('not used');
  });
  const message = (sdl: string) => `The resolver of Query.a wants @rbacRows, but the schema says ${sdl}. Make them agree.`;

  it.each([
    ['type Query { a: Int @rbacNames @rbacPublic }', '@rbacNames @rbacPublic'],
    ['type Query { b: Int @rbacRows }', 'nothing'],
    ['type Other { a: Int @rbacRows }', 'nothing'],
  ])('is told what the schema says: %s', (sdl, rule) => {
    expect(() => guard.guard(parse(sdl), { Query: { a: throughRows(() => 1) } })).toThrow(message(rule));
  });
});
