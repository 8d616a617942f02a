/** Error messages from texts of a server: their length, their characters, and the time they take. */
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { foreignErrors } from '../../gateway/data-sources/foreign-errors.ts';
import { jsonAsYaml } from '../../kubernetes/json-as-yaml.ts';
import { errorOfCause, errorOfStatusObject, malformed, printable } from '../../kubernetes/status-error.ts';
import { yamlPieces } from '../../subgraphs/live/yaml.ts';
import { processorTime } from '../processor-time.ts';

const MILLIONS = 4_000_000;
const answer = { status: 200, contentType: 'application/json', body: '' };

describe('a long text of a server', () => {
  const long = 'a\u007f'.repeat(MILLIONS);
  const blank = ' \n'.repeat(MILLIONS);
  it.each<[string, () => Error]>([
    ['message of a watch', () => errorOfStatusObject('c', 'watch pods', { kind: 'Status', message: long })],
    ['message that is blank', () => errorOfStatusObject('c', 'watch pods', { kind: 'Status', message: blank })],
    ['body', () => malformed('c', 'list pods', { ...answer, body: long })],
    ['body that is blank', () => malformed('c', 'list pods', { ...answer, body: blank })],
    ['content type', () => malformed('c', 'list pods', { ...answer, contentType: long })],
    ['cause', () => errorOfCause('c', 'list pods', 'https://leaf', new Error(long))],
  ])('%s is cut before it is read', (_, make) => {
    const before = processorTime();
    const { message } = make();
    expect(processorTime() - before).toBeLessThan(60);
    expect(message.length).toBeLessThan(700);
    expect(message).toContain('…');
  });

  it.each([
    ['a'.repeat(10), 10, 'a'.repeat(10)],
    ['a'.repeat(11), 10, `${'a'.repeat(10)}…`],
    [`${' '.repeat(20)}ab\n${' '.repeat(10)}`, 10, 'ab'],
    [`ab${' '.repeat(50)}c`, 10, 'ab…'],
    [`${'a'.repeat(9)}😀`, 10, `${'a'.repeat(9)}\ufffd…`],
  ])('%j has at most %i characters, and a sign of what is missing', (text, limit, expected) => {
    expect(printable(text, limit)).toBe(expected);
  });
});

describe('characters that change the direction of text', () => {
  const marks = ['061c', '200e', '200f', '202a', '202b', '202c', '202d', '202e', '2066', '2067', '2068', '2069'];
  it.each(marks)('U+%s is in no error and no YAML, and YAML keeps its value', code => {
    const mark = String.fromCharCode(parseInt(code, 16));
    const text = `a${mark}b`;
    expect(printable(text, 10)).toBe('a b');
    expect(foreignErrors('s', [{ message: text, extensions: { code: 'X' } }])[0]!.message).toBe('a b');
    for (const value of [text, `a\n${text}\n`]) {
      for (const yaml of [jsonAsYaml({ value }), [...yamlPieces({ value })].join('')]) {
        expect(yaml).not.toContain(mark);
        expect(parse(yaml)).toEqual({ value });
      }
    }
  });
});
