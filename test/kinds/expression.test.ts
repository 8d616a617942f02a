/** CEL expressions over objects: their results, refusals at compilation, and their cost. */
import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import {
  checkExpression,
  compileExpressions,
  type ExpressionType,
  MAX_CHARACTERS,
  MAX_VALUES,
} from '../../kinds/expression.ts';

function evaluate(text: string, object: unknown, type: ExpressionType = 'bool'): unknown {
  return compileExpressions({ it: text }, () => type)(object)('it');
}

function refusal(text: string, type: ExpressionType = 'bool'): string {
  try {
    checkExpression(text, type);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it was not refused');
}

const sealed = (status: string) => ({
  apiVersion: 'bitnami.com/v1alpha1',
  kind: 'SealedSecret',
  metadata: { name: 'login', generation: 3, labels: { tier: 'web' } },
  spec: { replicas: 3, ratio: 0.5, parts: ['a', 'b'] },
  status: { replicas: 2, conditions: [{ type: 'Synced', status, message: 'no key could decrypt secret' }] },
});

describe('an expression', () => {
  it.each([
    ["status.conditions.filter(e, e.type == 'Synced').all(e, e.status == 'False')", true],
    ["status.conditions.exists(e, e.type == 'Synced' && e.status == 'True')", false],
    ["status.?conditions.orValue([]).exists(e, e.status == 'False')", true],
    ["status.?absent.orValue([]).exists(e, e.status == 'False')", false],
    ['has(status.conditions) && !has(status.phase)', true],
    ['status.replicas < spec.replicas', true],
    ['status.replicas + 1 == spec.replicas', true],
    ['spec.replicas % 2 == 1 && spec.ratio < 1.0', true],
    ['spec.ratio + 0.5 == 1.0 && spec.ratio * 2.0 >= 1', true],
    ["metadata.labels.tier in ['web', 'db']", true],
    ["metadata.labels['tier'].startsWith('w') && size(spec.parts) == 2", true],
    ["kind == 'SealedSecret' && apiVersion == 'bitnami.com/v1alpha1'", true],
    ["status.conditions[0].message.contains('decrypt')", true],
    ["spec.parts.map(p, p + '!') == ['a!', 'b!']", true],
    ["spec.parts.exists_one(p, p == 'a')", true],
    ["'tier' in metadata.labels", true],
    ['metadata.labels.map(k, metadata.labels[k])[0] == "web"', true],
  ])('%s is %s', (text, expected) => expect(evaluate(text, sealed('False'))).toBe(expected));

  it('may give a text', () => {
    const text = "'generation ' + string(metadata.generation) + ': ' + status.conditions[0].message";
    expect(evaluate(text, sealed('False'), 'string')).toBe('generation 3: no key could decrypt secret');
  });

  it.each([
    ['reads a field that the object does not have', 'status.phase == "Failed"'],
    ['reads a part of the object that is absent', 'data.ready'],
    ['reads an item that is not there', 'status.conditions[7].status == "True"'],
    ['compares what cannot be compared', 'status.conditions < 3'],
    ['loops over a text', 'kind.all(c, c == "x")'],
    ['divides by zero', '1 / (spec.replicas - 3) == 1'],
    [
      'looks for what every JavaScript object has',
      'has(status.constructor) || has(status.__proto__) || status.toString == "x"',
    ],
  ])('that %s fails on the object', (_what, text) => {
    expect(evaluate(text, sealed('False'))).not.toBe(true);
    expect(evaluate(text, sealed('False'))).not.toBe('x');
  });

  it('reads fields with the names of prototypes as any others', () => {
    const object = JSON.parse(
      '{"status": {"constructor": "a", "__proto__": {"ready": true}, "hasOwnProperty": 1}}',
    ) as unknown;
    expect(
      evaluate("status.constructor == 'a' && status['__proto__'].ready && status.hasOwnProperty == 1", object),
    ).toBe(true);
    expect(evaluate('has(status.ready)', object)).toBe(false);
  });

  it('does not read the managed fields', () => {
    const object = { metadata: { name: 'web', managedFields: [{ manager: 'kubectl' }] } };
    expect(evaluate('metadata.managedFields == null && metadata.name == "web"', object)).toBe(true);
  });

  it.each([null, 7, 'x', [], [null], {}, { status: null }, { status: [] }, { status: { conditions: null } }])(
    'fails on %j',
    object => {
      expect(evaluate("status.conditions.exists(c, c.status == 'False')", object)).toBe(undefined);
    },
  );
});

describe('a wrong expression is refused', () => {
  it.each<[string, string, ExpressionType, string]>([
    ['that has an end too early', 'status.phase ==', 'bool', 'line 1, column 16: Unexpected token: EOF'],
    [
      'with one sign of equality',
      "status.phase = 'a'",
      'bool',
      'line 1, column 14: Unexpected character: =. To compare two values, write ==',
    ],
    [
      'over several lines',
      "status.phase == 'a' ||\n  statsu.phase == 'b'",
      'bool',
      'line 2, column 3: Unknown variable: statsu',
    ],
    ['that gives a number', '1 + 2', 'bool', 'it gives a value of type int, and a bool is needed'],
    [
      'that gives a text where a condition is needed',
      "'Failed'",
      'bool',
      'it gives a value of type string, and a bool is needed',
    ],
    [
      'that gives a condition where a text is needed',
      'has(status.x)',
      'string',
      'it gives a value of type bool, and a string is needed',
    ],
    ['with an optional value', 'status.?ready', 'bool', 'it gives a value of type optional<dyn>, and a bool is needed'],
    [
      'that adds a number to a text',
      "status.phase == 'a' + 1",
      'bool',
      'line 1, column 17: no such overload: string + int',
    ],
    [
      'with an unknown function',
      'status.ready && now() > 1',
      'bool',
      'line 1, column 17: the function now is not available',
    ],
    [
      'with a regular expression',
      "status.phase.matches('^(a+)+$')",
      'bool',
      'the function matches is not available. A regular expression',
    ],
    [
      'with a function whose cost is not bounded',
      "duration(status.age) > duration('5m')",
      'bool',
      'the function duration is not available',
    ],
    ['that is long', `status.ready${' '.repeat(2_000)}`, 'bool', 'it has 2012 characters; at most 2000 are taken'],
    ['with many parts', Array(300).fill('true').join('||'), 'bool', 'Exceeded maxAstNodes (500)'],
    ['that is nested deeply', `${'('.repeat(60)}true${')'.repeat(60)}`, 'bool', 'Exceeded maxDepth (32)'],
  ])('%s', (_what, text, type, words) => expect(refusal(text, type)).toContain(words));
});

/** An object with a list of numbers and a text. */
const large = (items: number, text = '') => ({
  spec: { list: Array.from({ length: items }, (_, index) => index), text },
});

describe('an expression on a large object', () => {
  it.each([
    ['one loop', 'spec.list.all(x, x >= 0)'],
    ['a loop after another', 'spec.list.filter(x, x > 10).map(x, x + 1).exists(x, x == 12)'],
  ])('is evaluated with %s', (_what, text) => expect(evaluate(text, large(1_000))).toBe(true));

  it.each([
    ['loops in loops', 'spec.list.all(x, spec.list.all(y, spec.list.all(z, x + y + z >= 0)))'],
    [
      'loops in loops that are never true',
      'spec.list.exists(x, spec.list.exists(y, spec.list.exists(z, x + y + z < 0)))',
    ],
    ['loops that make lists in lists', 'spec.list.map(x, spec.list.map(y, spec.list)).size() > 0'],
    ['a loop that looks into a list each time', 'spec.list.all(x, (x + 1) in spec.list || x > 0)'],
    ['a loop that compares lists each time', 'spec.list.all(x, spec.list == spec.list.map(y, y))'],
    ['a loop that adds lists up', 'spec.list.all(x, (spec.list + spec.list + spec.list).size() > 0)'],
    ['a loop in which every item fails', 'spec.list.all(x, spec.list.all(y, y.absent == x))'],
    ['a loop over the letters of a text', "spec.text.split('').all(x, spec.text.split('').all(y, x == y))"],
    ['a loop that searches a text each time', "spec.list.all(x, !spec.text.contains('b' + string(x)))"],
    ['a loop that joins a text', "spec.list.map(x, spec.text).join('').size() > 0"],
    ['an answer behind a loop that takes too long', 'spec.list.all(x, spec.list.all(y, y >= 0)) || true'],
  ])('fails within its budget: %s', (_what, text) => {
    expect(evaluate(text, large(4_000, 'a'.repeat(200_000)))).toBe(undefined);
  });

  it.each([
    ['splits at a text', 'status.long.split(status.end).size() > 0'],
    ['looks for a text', 'status.long.contains(status.middle)'],
    ['looks for the place of a text', 'status.long.indexOf(status.middle) > 0'],
    ['looks for the last place of a text', 'status.long.lastIndexOf(status.end) > 0'],
  ])('fails without a call that works long for a short value: %s', (_what, text) => {
    const half = 'a'.repeat(20_000);
    const status = { long: 'a'.repeat(100_000), middle: `${half}b${half}`, end: `${half}${half}b` };
    expect(evaluate(text, { status })).toBe(undefined);
  });

  it('fails before it joins many texts by a long one', () => {
    const status = { long: 'a'.repeat(100_000), words: Array(2_000).fill('') };
    const join = jest.spyOn(Array.prototype, 'join');
    expect(evaluate('status.words.join(status.long).size() > 0', { status })).toBe(undefined);
    expect(join.mock.calls.flat()).not.toContain(status.long);
    join.mockRestore();
  });

  it('looks for a short text in a long one, and joins short ones', () => {
    const status = { long: 'a'.repeat(200_000), words: Array(1_000).fill('failed') };
    expect(evaluate("status.long.contains('decrypt') || status.words.join(', ').size() == 7998", { status })).toBe(
      true,
    );
  });

  it('fails where the object has more values or characters than an expression may read', () => {
    expect(evaluate('spec.list[0] == 0', large(MAX_VALUES))).toBe(undefined);
    expect(evaluate('spec.list[0] == 0', large(1, 'a'.repeat(MAX_CHARACTERS)))).toBe(undefined);
    expect(
      evaluate('has(spec.x)', { spec: { x: JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) as unknown } }),
    ).toBe(undefined);
  });

  it('reads the fields that it names and no others', () => {
    const object = { ...large(MAX_VALUES), status: { ready: true } };
    expect(evaluate('status.ready', object)).toBe(true);
  });

  it('shares its budget with the other expressions of its rule, and each object has its own', () => {
    const loop = 'spec.list.all(x, spec.list.all(y, y >= 0))';
    const over = compileExpressions({ long: loop, short: 'spec.list.all(x, x >= 0)' }, () => 'bool');
    const evaluated = over(large(4_000));
    expect([evaluated('long'), evaluated('short')]).toEqual([undefined, undefined]);
    expect(over(large(10))('short')).toBe(true);
  });
});

describe('any object', () => {
  it('makes no expression throw', () => {
    const texts = [
      "status.conditions.exists(c, c.type == 'Ready' && c.status == 'False')",
      "status.?conditions.orValue([]).filter(c, c.type == 'Ready').all(c, c.status == 'True')",
      "has(status.phase) ? status.phase in ['Failed', 'Error'] : spec.replicas > status.replicas",
      'size(metadata.labels) > 0 && metadata.labels.exists(k, metadata.labels[k] == k)',
      'status == spec || status != metadata',
    ];
    const rules = texts.map(text => compileExpressions({ it: text }, () => 'bool'));
    const object = fc.record(
      {
        metadata: fc.jsonValue(),
        spec: fc.jsonValue(),
        status: fc.oneof(fc.jsonValue(), fc.record({ conditions: fc.jsonValue() })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(object, value => {
        for (const over of rules) expect([true, false, undefined]).toContain(over(value)('it'));
      }),
      { numRuns: 300 },
    );
  });
});
