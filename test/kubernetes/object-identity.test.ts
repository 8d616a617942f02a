/**
 * The identity of an event's object is cut out of the event's text. The test compares it with the result of JSON.parse.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { identityInEvent, identityOf } from '../../kubernetes/object-identity.ts';

const cut = (text: string) => identityInEvent(Buffer.from(text));
const named = (name: string, namespace?: string, resourceVersion?: string) => ({
  metadata: {
    name,
    ...(namespace !== undefined && { namespace }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  },
});

describe('the identity in an event', () => {
  it.each([
    [
      'as API servers write it',
      '{"type":"ADDED","object":{"kind":"A","metadata":{"name":"a","namespace":"n","resourceVersion":"7"},"spec":{}}}',
      named('a', 'n', '7'),
    ],
    ['without a namespace', '{"type":"ADDED","object":{"metadata":{"name":"a"}}}', named('a')],
    [
      'after what looks like it',
      '{"type":"ADDED","object":{"a":{"metadata":{"name":"x"}},"b":["metadata",{"name":"x"}],"metadata":{"name":"a"}}}',
      named('a'),
    ],
    [
      'within what is of the same names',
      '{"type":"ADDED","object":{"metadata":{"labels":{"name":"x"},"ownerReferences":[{"name":"x"}],"name":"a"}}}',
      named('a'),
    ],
    [
      'with values that are called as keys are',
      '{"type":"ADDED","object":{"x":"metadata","metadata":{"x":"name","name":"namespace","uid":"name"}}}',
      named('namespace'),
    ],
    [
      'escaped and spaced',
      '{ "type" : "ADDED",\n"object" : { "metadata" :\t{ "name" : "\\u0061\\"}{" } } }',
      named('a"}{'),
    ],
    ['not outside of the object', '{"type":"ADDED","metadata":{"name":"x"},"object":{}}', undefined],
    [
      'not where the metadata is no object',
      '{"type":"ADDED","object":{"metadata":["name","x"],"name":"y"}}',
      undefined,
    ],
    [
      'not where the name is no text',
      '{"type":"ADDED","object":{"metadata":{"name":{"name":"x"},"namespace":"n"}}}',
      undefined,
    ],
    ['not where the name is empty', '{"type":"ADDED","object":{"metadata":{"name":""}}}', undefined],
    [
      'in a beginning, with a namespace',
      '{"type":"ADDED","object":{"metadata":{"name":"a","namespace":"n","uid":"xx',
      named('a', 'n'),
    ],
    [
      'not in a beginning that may go on with a namespace',
      '{"type":"ADDED","object":{"metadata":{"name":"a","uid":"xx',
      undefined,
    ],
    [
      'in a beginning that has the end of the metadata',
      '{"type":"ADDED","object":{"metadata":{"name":"a"},"spec":"xx',
      named('a'),
    ],
  ])('is found %s', (_what, text, identity) => {
    expect(cut(text)).toEqual({ type: 'ADDED', identity });
  });

  it.each(['', '}}}', '[[[', '"', '{"type":"ADDED"', '{"object":{"metadata":{"name":"a"}},"type":"ADDED"}', '<html>'])(
    'is not of a type that does not stand before it: %j',
    text => {
      expect(['', 'ADDED']).toContain(cut(text).type);
    },
  );

  it('is what JSON.parse finds, whatever else the object holds, and nothing else in a text that is cut', () => {
    const key = fc.oneof(
      fc.constantFrom('name', 'namespace', 'resourceVersion', 'metadata', 'object', 'type', 'x'),
      fc.string(),
    );
    const value = fc.letrec(tie => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.string(),
        fc.integer(),
        fc.constant(null),
        fc.array(tie('any')),
        fc.dictionary(key, tie('any')),
      ),
    })).any;
    const metadata = fc.dictionary(key, value);
    const object = fc.tuple(fc.dictionary(key, value), metadata, fc.dictionary(key, value));
    fc.assert(
      fc.property(
        object,
        fc.string({ minLength: 1 }),
        fc.string(),
        fc.nat(),
        ([before, inside, after], name, namespace, end) => {
          const made: Record<string, unknown> = { ...before, metadata: {}, ...after };
          made['metadata'] = { ...inside, name, namespace };
          const text = JSON.stringify({ type: 'MODIFIED', object: made });
          const expected = identityOf(JSON.parse(text).object);
          expect(cut(text)).toEqual({ type: 'MODIFIED', identity: expected });
          const bytes = Buffer.from(text);
          const found = identityInEvent(bytes.subarray(0, end % bytes.length)).identity;
          if (found) expect(found.metadata).toMatchObject({ name, namespace });
        },
      ),
      { numRuns: 500 },
    );
  });
});
