/** Parts of an error that reach the client, and parts that reach only the log. */
import { describe, expect, it } from '@jest/globals';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { foreignError } from '../../../gateway/data-sources/foreign-errors.ts';
import { maskError, maskErrors, withoutSuggestions } from '../../../gateway/operation/error-masking.ts';
import { ERROR_CODES } from '../../../schema/error-codes.ts';
import { recordingLog, requestOf } from '../plugins/hooks.ts';

const SECRET = 'redis://:hunter2@10.0.0.1 said no';
const OURS = 'Something went wrong on our side. Look for the request id in the log.';
const OPEN = { introspection: true };
const CLOSED = { introspection: false };

describe('an error of ours', () => {
  it.each(ERROR_CODES.filter(code => code !== 'INTERNAL_SERVER_ERROR'))(
    'passes with its message when its code is %s',
    code => {
      expect(maskError({ message: 'first: at most 500', extensions: { code } }, OPEN)).toEqual({
        message: 'first: at most 500',
        extensions: { code },
      });
    },
  );

  it('passes with its place, and of its extensions with those that are meant for clients', () => {
    const place = { path: ['objects', 0], locations: [{ line: 1, column: 2 }] };
    const extensions = {
      code: 'BAD_USER_INPUT',
      argument: 'first',
      stacktrace: [SECRET],
      http: { status: 200 },
      exception: SECRET,
    };
    expect(maskError({ message: 'no', ...place, extensions }, OPEN)).toEqual({
      message: 'no',
      ...place,
      extensions: { code: 'BAD_USER_INPUT', argument: 'first' },
    });
  });
});

describe('a fault', () => {
  it.each<[what: string, extensions: GraphQLFormattedError['extensions']]>([
    ['of no extensions', undefined],
    ['of no code', {}],
    ['that says to be one', { code: 'INTERNAL_SERVER_ERROR' }],
    ['of a code that is not ours', { code: 'ECONNREFUSED' }],
    ['of a code that every object has', { code: 'constructor' }],
    ['of a code that is no text', { code: ['BAD_USER_INPUT'] }],
    ['that names a subgraph, but was not made here', { code: 'OUT_OF_STOCK', serviceName: 'shop' }],
  ])('a fault %s shows nothing but where it is', (_what, extensions) => {
    const error = {
      message: SECRET,
      path: ['a'],
      ...(extensions && { extensions: { ...extensions, argument: SECRET, more: SECRET } }),
    };
    expect(maskError(error, OPEN)).toEqual({
      message: OURS,
      path: ['a'],
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
    });
  });
});

describe('an error of a foreign subgraph', () => {
  it('passes with its code and the name of its subgraph, and nothing else', () => {
    const error = foreignError('shop', 'OUT_OF_STOCK', 'none left', ['shop']);
    const more = { ...error, extensions: { ...error.extensions, argument: 'x', http: { status: 302 } } };
    const masked = maskError(more, OPEN);
    expect(masked).toEqual({
      message: 'none left',
      path: ['shop'],
      extensions: { code: 'OUT_OF_STOCK', serviceName: 'shop' },
    });
    expect(Object.getOwnPropertySymbols(masked.extensions)).toEqual([]);
  });
});

describe('a message', () => {
  const masked = (message: string, options = OPEN) =>
    maskError({ message, extensions: { code: 'BAD_USER_INPUT' } }, options).message;

  it.each([
    ['of a thousand characters is left as it is', 'x'.repeat(1_000), 'x'.repeat(1_000)],
    ['of more ends there', 'x'.repeat(1_001), `${'x'.repeat(1_000)}…`],
    ['is cut between characters, not in one', `${'x'.repeat(999)}😀`, `${'x'.repeat(999)}\ufffd…`],
  ])('%s', (_what, said, reported) => expect(masked(said)).toBe(reported));

  it.each([
    ['Cannot query field "helo" on type "Query". Did you mean "hello"?', 'Cannot query field "helo" on type "Query".'],
    ['Unknown type "Po". Did you mean "Pod", "Pot", or "Pop"?', 'Unknown type "Po".'],
    ['A. Did you mean "b"? C. Did you mean "d"?', 'A. C.'],
    ['Is it there?', 'Is it there?'],
    ['Value " Did you mean " is none. Did you mean the enum value "GLAD"?', 'Value "'],
  ])('suggests nothing where the schema is hidden: %s', (said, reported) => {
    expect(withoutSuggestions(said)).toBe(reported);
    expect([masked(said, CLOSED), masked(said, OPEN)]).toEqual([reported, said]);
  });

  // The message contains a variable's value before the suggestion. So the sender of the variable can choose where the
  // message is cut.
  it.each(Array.from({ length: 80 }, (_, i) => 860 + i))(
    'suggests nothing either when it is cut within a suggestion: after %i characters',
    length => {
      const value = `Variable "$f" got invalid value "${'x'.repeat(length)}"; Field "nam" is not defined by type "Filter".`;
      const reported = masked(`${value} Did you mean "name", "namespace", or "names"?`, CLOSED);
      expect(reported).not.toMatch(/"n(a(m(e|$)|$)|$)|namespace/);
      expect(reported.startsWith(value.slice(0, 900))).toBe(true);
    },
  );
});

describe('the log', () => {
  function logged(errors: readonly GraphQLError[]): unknown[][] {
    const { log, lines } = recordingLog();
    maskErrors(errors, requestOf({ log }), OPEN);
    return lines;
  }

  it('holds a fault whole: what was thrown, and where', () => {
    const lines = logged([new GraphQLError('masked', { path: ['a', 0], originalError: new Error(SECRET) })]);
    expect(lines).toEqual([
      [
        'error',
        { path: ['a', 0], err: { message: SECRET, stack: expect.stringContaining('error-masking.test') } },
        'request failed',
      ],
    ]);
  });

  it('does not hold what the client was told', () => {
    const foreign = foreignError('shop', 'OUT_OF_STOCK', 'none left');
    const ours = new GraphQLError('no', { extensions: { code: 'BAD_USER_INPUT' } });
    expect(logged([ours, new GraphQLError(foreign.message, { extensions: foreign.extensions! })])).toEqual([]);
  });

  it.each([
    [10, 10, undefined],
    [11, 11, { more: 1 }],
    [5_000, 11, { more: 4_990 }],
  ])('has for %i faults of one request %i lines', (count, lineCount, last) => {
    const lines = logged(Array.from({ length: count }, () => new GraphQLError(SECRET)));
    expect(lines).toHaveLength(lineCount);
    if (last) expect(lines.at(-1)).toEqual(['error', last, 'request failed in more places']);
  });
});

describe('an answer', () => {
  it('has the request id beside the errors that ask to look for it, and beside no others', () => {
    const codes = ['INTERNAL_SERVER_ERROR', 'SUBGRAPH_ERROR', 'BAD_USER_INPUT', 'SUBGRAPH_UNAVAILABLE'];
    const errors = codes.map(code => new GraphQLError(code, { extensions: { code } }));
    const masked = maskErrors(errors, requestOf({ requestId: 'r-1' }), OPEN);
    expect(masked.map(({ extensions }) => extensions?.['requestId'])).toEqual(['r-1', 'r-1', undefined, undefined]);
  });
});
