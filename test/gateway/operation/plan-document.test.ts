/** From a document's text to its plan, or to why it is refused. */
import { describe, expect, it } from '@jest/globals';
import type { GraphQLFormattedError } from 'graphql';
import { createPlanning, fetchesOf, type PlannedDocument } from '../../../gateway/operation/plan-document.ts';
import { planningInput, TOO_LARGE } from './planned-graph.ts';

const open = createPlanning(planningInput());
const closed = createPlanning(planningInput({ introspection: false }));

const refused = (planned: PlannedDocument): readonly GraphQLFormattedError[] => ('errors' in planned ? planned.errors : []);
const messages = (planned: PlannedDocument) => refused(planned).map(({ message }) => message);

describe('a document', () => {
  it('is planned', () => {
    const planned = open('query A { item { id } } query B { hello }', 'B');
    if ('errors' in planned) throw new Error(planned.errors[0]?.message);
    expect([...fetchesOf(planned.plan?.node)].map(({ operation }) => operation)).toEqual(['query B__test__0{hello}']);
  });

  it('is refused with all that is wrong, and where', () => {
    expect(refused(open('{ helo itm }', undefined))).toEqual([
      {
        message: 'Cannot query field "helo" on type "Query". Did you mean "hello"?',
        locations: [{ line: 1, column: 3 }],
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      },
      {
        message: 'Cannot query field "itm" on type "Query". Did you mean "item"?',
        locations: [{ line: 1, column: 8 }],
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      },
    ]);
  });
});

describe('a small document that fragments make large', () => {
  it('is refused as a mistake of its sender, and not as a fault of ours', () => {
    expect(refused(open(TOO_LARGE, undefined))).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
  });
});

describe('where introspection is off', () => {
  it.each([
    '{ __schema { queryType { name } } }',
    '{ __type(name: "Query") { name } }',
    '{ ...F } fragment F on Query { a: __schema { types { name } } }',
  ])('a document may not ask for the schema: %s', source => {
    expect(messages(open(source, undefined))).toEqual([]);
    expect(messages(closed(source, undefined)).join()).toContain('introspection has been disabled');
  });

  it('a document may ask for __typename', () => {
    expect(messages(closed('{ __typename hello }', undefined))).toEqual([]);
  });

  it.each([
    ['a field', '{ helo }'],
    ['an argument', '{ hello(nme: "x") }'],
    ['an enum value', '{ hello(mood: GLAT) }'],
    ['a type', '{ ... on Itemm { id } }'],
    ['a directive', '{ hello @skp(if: true) }'],
  ])('an error suggests no name like %s, which does not exist', (_what, source) => {
    expect(messages(closed(source, undefined))).toHaveLength(messages(open(source, undefined)).length);
    expect(messages(closed(source, undefined)).join()).not.toMatch(/Did you mean|GLAD|SAD|"hello"\?/);
  });
});
