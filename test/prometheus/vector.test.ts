import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readVector, type VectorBounds } from '../../prometheus/vector.ts';
import { vector } from './prometheus-server.ts';

function read(answer: string | Buffer, bounds: Partial<VectorBounds> = {}) {
  const bytes = typeof answer === 'string' ? Buffer.from(answer) : answer;
  const reading = readVector(bytes, { maxSeries: 100, ...bounds });
  let steps = 0;
  for (;;) {
    const step = reading.next();
    if (step.done) return { result: step.value, steps };
    steps++;
  }
}

const a = { labels: { job: 'a' }, value: 1.5 };

describe('the answer to an instant query', () => {
  it.each<[string, string, unknown]>([
    ['a vector', vector([{ job: 'a' }, 1.5]), [a]],
    ['an empty vector', vector(), []],
    ['an empty vector as null', '{"status":"success","data":{"resultType":"vector","result":null}}', 'INVALID'],
    [
      'keys in another order',
      '{"data":{"result":[{"value":[1,"1.5"],"metric":{"job":"a"}}],"resultType":"vector"},"status":"success"}',
      [a],
    ],
    ['blanks everywhere', JSON.stringify(JSON.parse(vector([{ job: 'a' }, 1.5])), null, 2), [a]],
    ['warnings beside the data', vector([{ job: 'a' }, 1.5]).replace(/\}$/, ',"warnings":["[{\\"result\\":["]}'), [a]],
    ['brackets and quotes in a value', vector([{ job: '"]}{[\\' }, 1]), [{ labels: { job: '"]}{[\\' }, value: 1 }]],
    ['a sample that is no number', vector([{ job: 'x' }, 'NaN'], [{ job: 'y' }, '+Inf'], [{ job: 'a' }, '1.5']), [a]],
    ['a negative sample', vector([{ job: 'x' }, -1], [{ job: 'a' }, '1.5']), [a]],
    [
      'numbers as Prometheus writes them',
      vector([{}, '1e+06'], [{}, '2.5e-07'], [{}, '0']),
      [1e6, 2.5e-7, 0].map(value => ({ labels: {}, value })),
    ],
    [
      'a native histogram',
      '{"status":"success","data":{"resultType":"vector","result":[{"metric":{},"histogram":[1,{}]}]}}',
      [],
    ],
    ['a matrix', '{"status":"success","data":{"resultType":"matrix","result":[]}}', 'INVALID'],
    ['a failure with status 200', '{"status":"error","errorType":"bad_data","error":"x"}', 'INVALID'],
    ['no JSON', '<html>', 'INVALID'],
    ['nothing', '', 'INVALID'],
    ['a vector that is cut', vector([{ job: 'a' }, 1.5]).slice(0, -4), 'INVALID'],
    ['a series that is cut', vector([{ job: 'a' }, 1.5]).slice(0, -30), 'INVALID'],
    ['a series that is a text', '{"status":"success","data":{"resultType":"vector","result":["a"]}}', 'INVALID'],
    [
      'a label that is no text',
      '{"status":"success","data":{"resultType":"vector","result":[{"metric":{"a":1},"value":[1,"1"]}]}}',
      'INVALID',
    ],
    [
      'a series without a value',
      '{"status":"success","data":{"resultType":"vector","result":[{"metric":{}}]}}',
      'INVALID',
    ],
    [
      'a value that is no text',
      '{"status":"success","data":{"resultType":"vector","result":[{"metric":{},"value":[1,1]}]}}',
      'INVALID',
    ],
    ['results twice', '{"status":"success","data":{"resultType":"vector","result":[],"result":[]}}', 'INVALID'],
    ['a result elsewhere', '{"status":"success","result":[],"data":{"resultType":"vector"}}', 'INVALID'],
  ])('reads %s', (_, text, expected) => {
    expect(read(text).result).toEqual(expected);
  });

  it('refuses labels outside the grouping', () => {
    expect(read(vector([{ job: 'a' }, 1.5]), { labels: ['job'] }).result).toEqual([a]);
    expect(read(vector([{}, 1.5]), { labels: ['job'] }).result).toEqual([{ labels: {}, value: 1.5 }]);
    expect(read(vector([{ job: 'a', instance: 'b' }, 1.5]), { labels: ['job'] }).result).toBe('INVALID');
  });

  it('counts series, also those that it leaves out', () => {
    const three = vector([{ job: 'a' }, 1], [{ job: 'b' }, 'NaN'], [{ job: 'c' }, 1]);
    expect(read(three, { maxSeries: 3 }).result).toHaveLength(2);
    expect(read(three, { maxSeries: 2 }).result).toBe('TOO_LARGE');
  });

  it('refuses a series of a size that takes long', () => {
    expect(read(vector([{ job: 'a'.repeat(70_000) }, 1])).result).toBe('INVALID');
  });

  it('reads a long text once, however many colons follow it', () => {
    const bytes = Buffer.from(`{"${'x'.repeat(20_000)}"${':'.repeat(20_000)}`);
    let decoded = 0;
    bytes.toString = (encoding, from = 0, to = bytes.length) => {
      decoded += to - from;
      return Buffer.prototype.toString.call(bytes, encoding, from, to);
    };
    expect(read(bytes).result).toBe('INVALID');
    expect(decoded).toBeLessThanOrEqual(bytes.length);
  });

  it('yields within a large answer', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => [{ job: `job-${i}` }, i] as const);
    const { result, steps } = read(vector(...many), { maxSeries: 10_000 });
    expect(result).toHaveLength(10_000);
    expect(steps).toBeGreaterThan(10);
  });

  it.each<[string, unknown[], unknown]>([
    [
      'points',
      [
        {
          metric: {},
          values: [
            [1, '1.5'],
            [2, '2'],
          ],
        },
      ],
      [
        {
          labels: {},
          value: 2,
          points: [
            { at: 1, value: 1.5 },
            { at: 2, value: 2 },
          ],
        },
      ],
    ],
    [
      'points that are no numbers',
      [
        {
          metric: {},
          values: [
            [1, 'NaN'],
            [2, '2'],
            [3, '-1'],
          ],
        },
      ],
      [{ labels: {}, value: 2, points: [{ at: 2, value: 2 }] }],
    ],
    ['nothing but points that are no numbers', [{ metric: {}, values: [[1, '+Inf']] }], []],
    ['no points', [{ metric: {}, values: [] }], []],
    ['native histograms', [{ metric: {}, histograms: [[1, {}]] }], []],
    [
      'too many points',
      [
        {
          metric: {},
          values: [
            [1, '1'],
            [2, '2'],
            [3, '3'],
            [4, '4'],
          ],
        },
      ],
      'INVALID',
    ],
    [
      'points out of order',
      [
        {
          metric: {},
          values: [
            [2, '1'],
            [1, '1'],
          ],
        },
      ],
      'INVALID',
    ],
    [
      'a time twice',
      [
        {
          metric: {},
          values: [
            [1, '1'],
            [1, '1'],
          ],
        },
      ],
      'INVALID',
    ],
    ['a time that is a text', [{ metric: {}, values: [['1', '1']] }], 'INVALID'],
    ['a value that is a number', [{ metric: {}, values: [[1, 1]] }], 'INVALID'],
    ['a point of three', [{ metric: {}, values: [[1, '1', '1']] }], 'INVALID'],
    ['points that are no list', [{ metric: {}, values: 'x' }], 'INVALID'],
    ['a point that is no list', [{ metric: {}, values: [null] }], 'INVALID'],
  ])('of a range query: %s', (_, result, expected) => {
    const matrix = JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } });
    expect(read(matrix, { maxPoints: 3 }).result).toEqual(expected);
    expect(read(matrix.replace('matrix', 'vector'), { maxPoints: 3 }).result).toBe('INVALID');
  });

  it('reads what JSON.parse reads, whatever the texts', () => {
    const label = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.dictionary(label, label), fc.nat())),
        fc.option(fc.nat({ max: 8 })),
        (samples, indent) => {
          const text = JSON.stringify(JSON.parse(vector(...samples)), null, indent ?? undefined);
          expect(read(text).result).toEqual(
            samples.map(([labels, value]) => ({ labels: JSON.parse(JSON.stringify(labels)), value })),
          );
        },
      ),
    );
  });

  it('never throws, whatever the bytes', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ',',
      ':',
      '\\',
      ' ',
      '"data"',
      '"result"',
      '"status":"success"',
      '1',
      'null',
    );
    fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), pieces => void read(pieces.join(''))));
  });
});
