/** Tests the way from a document's text to its plan, or to the reason for its refusal. */
import { describe, expect, it } from '@jest/globals';
import { buildSchema, type GraphQLFormattedError, parse, validate } from 'graphql';
import {
  createPlanning,
  documentLimits,
  type DocumentLimits,
  fetchesOf,
  nameTokenLimit,
  type PlannedDocument,
} from '../../../gateway/operation/plan-document.ts';
import { planningInput, TOO_LARGE } from './planned-graph.ts';

describe('plan document', () => {
  const open = createPlanning(planningInput());
  const closed = createPlanning(planningInput({ introspection: false }));

  const refused = (planned: PlannedDocument): readonly GraphQLFormattedError[] =>
    'errors' in planned ? planned.errors : [];
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
      expect(refused(open(TOO_LARGE, undefined))).toMatchObject([
        { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
      ]);
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
});

/** The limits of documents, each at its value and above it. */
describe('document limits', () => {
  const SCHEMA = buildSchema(/* GraphQL */ `
    type Query {
      node: Node
      hello(any: Any): String
    }
    type Node {
      id: ID
      node: Node
    }
    scalar Any
  `);
  const LIMITS: DocumentLimits = { depth: 4, tokens: 60, aliases: 3, directives: 2 };

  /** Messages of the validation rules for limits, without GraphQL's own rules. */
  function refusals(document: string, limits: Partial<DocumentLimits> = {}): string[] {
    const { validationRules, parseOptions } = documentLimits({ ...LIMITS, ...limits });
    return validate(SCHEMA, parse(document, parseOptions), validationRules).map(({ message }) => message);
  }

  const deep = (levels: number): string => (levels === 1 ? 'id' : `node { ${deep(levels - 1)} }`);
  const lists = (levels: number): string => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
  const objects = (levels: number): string => `${'{a:'.repeat(levels)}1${'}'.repeat(levels)}`;
  const MORE_TOKENS = { tokens: 1_000 };
  const TOO_DEEP = 'A literal is nested deeper than 20 levels. Give it as a variable, or flatten it.';

  describe('a document', () => {
    it.each<[what: string, document: string, refused: string[]]>([
      ['that asks for little', '{ hello }', []],
      ['as deep as it may be', `{ ${deep(4)} }`, []],
      [
        'deeper than that',
        `{ ${deep(5)} }`,
        ['Query depth limit of 4 exceeded, found 5. Ask for less at once, or raise limits.depth.'],
      ],
      [
        'deeper than that by fragments',
        'query { ...A } fragment A on Query { node { ...B } } fragment B on Node { node { node { node { id } } } }',
        ['Query depth limit of 4 exceeded, found 5. Ask for less at once, or raise limits.depth.'],
      ],
      ['with as many aliases as it may have', '{ a: hello b: hello c: hello }', []],
      [
        'with more aliases',
        '{ a: hello b: hello c: hello d: __typename }',
        ['Aliases limit of 3 exceeded, found 4. Ask for less at once, or raise limits.aliases.'],
      ],
      ['with as many directives as it may have', '{ hello @skip(if: false) @include(if: true) }', []],
      [
        'with more directives',
        '{ hello @skip(if: false) @include(if: true) @include(if: true) }',
        ['Directives limit of 2 exceeded, found 3. Ask for less at once, or raise limits.directives.'],
      ],
      ['with a list nested 20 times', `{ hello(any: ${lists(20)}) }`, []],
      ['with a list nested 21 times', `{ hello(any: ${lists(21)}) }`, [TOO_DEEP]],
      ['with an object nested 21 times', `{ hello(any: ${objects(21)}) }`, [TOO_DEEP]],
      ['with two literals nested 20 times', `{ hello(any: [${lists(19)}, ${objects(19)}]) }`, []],
      ['with two literals nested 21 times', `{ hello(any: [${lists(20)}, ${objects(20)}]) }`, [TOO_DEEP, TOO_DEEP]],
      ['with a literal nested 500 times', `{ hello(any: ${lists(500)}) }`, [TOO_DEEP]],
      ['with such a literal in a directive', `{ hello @include(if: ${lists(21)}) }`, [TOO_DEEP]],
      ['with such a literal as a default', `query ($a: Any = ${lists(21)}) { hello(any: $a) }`, [TOO_DEEP]],
    ])('%s', (_what, document, refused) =>
      expect(refusals(document, { ...MORE_TOKENS, tokens: 2_000 })).toEqual(refused),
    );

    it('validation of a document that is part of itself ends', () => {
      expect(() => refusals('query { ...A } fragment A on Query { node { id } ...A }')).not.toThrow();
    });

    it('a document of too many tokens does not parse, and the error names the setting', () => {
      const { parseOptions } = documentLimits(LIMITS);
      expect(() => parse(`{ ${'hello '.repeat(58)}}`, parseOptions)).not.toThrow();
      let message = '';
      try {
        parse(`{ ${'hello '.repeat(59)}}`, parseOptions);
      } catch (error) {
        message = (error as Error).message;
      }
      const reported = nameTokenLimit({ message, extensions: { code: 'GRAPHQL_PARSE_FAILED' } });
      expect(reported.message).toBe(
        'Syntax Error: Document contains more that 60 tokens. Parsing aborted. Ask for less at once, or raise limits.tokens.',
      );
    });
  });

  describe('another error', () => {
    it.each<GraphQLFormattedError>([
      { message: 'Syntax Error: Expected Name, found <EOF>.', extensions: { code: 'GRAPHQL_PARSE_FAILED' } },
      { message: 'There were 7 tokens. Parsing aborted.', extensions: { code: 'BAD_USER_INPUT' } },
      { message: 'There were 7 tokens. Parsing aborted.' },
    ])('is left as it is: %j', error => expect(nameTokenLimit(error)).toBe(error));
  });
});
