/**
 * YAML, read as kubectl reads it: values, refused texts, and the positions in their errors. exact.real.test.ts compares
 * values with an API server.
 */
import { describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { yamlToJson } from '../../../../subgraphs/live/actions/manifest-yaml.ts';
import { processorTime } from '../../../processor-time.ts';
import { REFUSED, SCALARS } from './yaml-texts.ts';

const read = (text: string): unknown =>
  (JSON.parse(yamlToJson(text)) as [number, unknown][]).map(([, value]) => value)[0];

describe('a scalar', () => {
  it.each(SCALARS)('%s is %s', (text, json) => {
    expect(yamlToJson(`a: ${text}`)).toBe(`[[1,{"a":${json}}]]`);
    expect(yamlToJson(`- ${text}`)).toBe(`[[1,[${json}]]]`);
  });

  it('in quotes or in a block is a text', () => {
    expect(read('a: "on"\nb: \'1_000\'\nc: |\n  on\nd: >-\n  1\n  2\ne: !!str 017')).toEqual({
      ...{ a: 'on', b: '1_000', c: 'on\n', d: '1 2', e: '017' },
    });
  });
});

describe('a key', () => {
  it.each([
    ['8080: web', { '8080': 'web' }],
    ['0x10: sixteen', { '16': 'sixteen' }],
    ['on: push', { true: 'push' }],
    ['"on": push', { on: 'push' }],
    ['2001-01-01: day', { '2001-01-01': 'day' }],
    ['? a\n: b', { a: 'b' }],
    ['&k a: *k', { a: 'a' }],
    ['x: &k name\n*k : b', { x: 'name', name: 'b' }],
    ['__proto__: 1', JSON.parse('{"__proto__":1}')],
  ])('%j becomes a text', (text, value) => {
    expect(read(text)).toEqual(value);
  });
});

describe('an alias', () => {
  it('repeats what its anchor holds, in its own document alone', () => {
    expect(read('a: &x {b: [1, 2]}\nc: *x\nd: [*x]')).toEqual({
      a: { b: [1, 2] },
      c: { b: [1, 2] },
      d: [{ b: [1, 2] }],
    });
    expect(() => yamlToJson('a: &x 1\n---\nb: *x')).toThrow('line 3: .b is an alias of no anchor before it');
  });

  it('of an anchor that is set again has the value of then', () => {
    expect(read('a: &x 1\nb: *x\nc: &x 2\nd: *x')).toEqual({ a: 1, b: 1, c: 2, d: 2 });
  });

  it('may be merged: its own keys win, and earlier maps of a list', () => {
    const maps = 'x: &x {a: 1, b: 1}\ny: &y {b: 2, c: 2}\n';
    expect(read(`${maps}z: {<<: [*x, *y], c: 3}`)).toMatchObject({ z: { a: 1, b: 1, c: 3 } });
    expect(read(`${maps}z:\n  <<: *y\n  <<: *x\n  b: 4`)).toMatchObject({ z: { a: 1, b: 4, c: 2 } });
    expect(read(`${maps}z: {"<<": *x}`)).toMatchObject({ z: { '<<': { a: 1, b: 1 } } });
  });

  it('cannot make the manifests large', () => {
    const levels = [...'bcdefghijkl'].map(
      (name, i) => `${name}: &${name} [${Array(10).fill(`*${'abcdefghijkl'[i]}`).join(', ')}]`,
    );
    const began = processorTime();
    expect(() => yamlToJson(`a: &a [x, x, x, x, x, x, x, x, x, x]\n${levels.join('\n')}`)).toThrow(
      /makes the manifests longer than 1000000 characters/,
    );
    const merged = [...'bcdefghijkl'].map(
      (name, i) => `${name}: &${name}\n  <<: *${'abcdefghijkl'[i]}\n  k${i}: *${'abcdefghijkl'[i]}`,
    );
    expect(Buffer.byteLength(yamlToJson(`a: &a {k: v}\n${merged.join('\n')}`))).toBeLessThan(1_000_000);
    expect(processorTime() - began).toBeLessThan(2_000);
  });

  it('is read once, however often lists of merges repeat it', () => {
    const levels = Array.from(
      { length: 30 },
      (_, i) => `x${i + 1}: &x${i + 1}\n  <<: [${Array(10).fill(`*x${i}`).join(', ')}]`,
    );
    expect(read(`x0: &x0 {k: v}\n${levels.join('\n')}`)).toHaveProperty('x30', { k: 'v' });
  });

  it('is what its anchor was when it was merged', () => {
    expect(read('a: &x {k: 1}\nb: &y\n  <<: *x\nc: &x {k: 2}\nd:\n  <<: *y')).toMatchObject({
      b: { k: 1 },
      d: { k: 1 },
    });
  });
});

describe('documents', () => {
  it('are read one by one, each with its line; empty ones are left out', () => {
    expect(yamlToJson('# first\na: 1\n---\n---\n# nothing\n---\nb: 2\n...\n---\n~\n--- # with words\n{"c": 3}\n')).toBe(
      '[[2,{"a":1}],[7,{"b":2}],[12,{"c":3}]]',
    );
    expect(yamlToJson('')).toBe('[]');
    expect(yamlToJson('\ufeffa: 1\r\nb: |\r\n  x\r\n')).toBe('[[1,{"a":1,"b":"x\\n"}]]');
  });

  it('of any JSON are what JSON says', () => {
    const value = { text: 'a\n"b" ', list: [1, -2.5, true, null, {}], deep: { '': [] } };
    expect(read(JSON.stringify(value))).toEqual(value);
    expect(read(stringify(value, { version: '1.1' }))).toEqual(value);
  });
});

describe('a text', () => {
  it.each(REFUSED)('%j is refused: %s', (text, problem) => {
    expect(() => yamlToJson(text)).toThrow(problem);
  });

  it('that is no YAML is refused without its content, which may be secret', () => {
    for (const text of [
      'data: {token: hunter2',
      'token: "hunter2',
      'a: b\n hunter2: c: d',
      '"hunter2" "hunter2"',
      'a: [hunter2\n}',
      '%hunter2',
      '- hunter2\nb: 1',
    ]) {
      const message = (() => {
        try {
          return yamlToJson(text);
        } catch (error) {
          return String(error);
        }
      })();
      expect(message).toMatch(/^ManifestYamlError: line \d+: /);
      expect(message).not.toContain('hunter2');
    }
  });

  it('that is nested deeply is refused', () => {
    expect(() => yamlToJson(`a: ${'['.repeat(250)}${']'.repeat(250)}`)).toThrow('is nested in more than 200 levels.');
  });
});
