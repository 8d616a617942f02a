import { describe, expect, it } from '@jest/globals';
import { QueryError } from '../../../readmodel/query.ts';
import { compileLabels, parseLabelSelector } from '../../../readmodel/select/labels.ts';
import { LabelSets } from '../../../readmodel/table/columns.ts';

function fits(selector: string, labels: Record<string, string>): boolean {
  const sets = new LabelSets();
  // Adds another set first, so that the tested set and its texts do not have the first numbers.
  sets.acquire({ other: 'x', app: 'other' });
  const set = sets.acquire(labels);
  return compileLabels(parseLabelSelector(selector), sets).test(set);
}

describe('a label selector', () => {
  it.each([
    ['', []],
    ['  ', []],
    ['app', [{ key: 'app', operator: 'exists', values: [] }]],
    ['!app', [{ key: 'app', operator: 'absent', values: [] }]],
    ['! app', [{ key: 'app', operator: 'absent', values: [] }]],
    ['app=web', [{ key: 'app', operator: 'in', values: ['web'] }]],
    ['app == web', [{ key: 'app', operator: 'in', values: ['web'] }]],
    ['app=', [{ key: 'app', operator: 'in', values: [''] }]],
    ['app!=web', [{ key: 'app', operator: 'notin', values: ['web'] }]],
    ['example.com/app in (a,b)', [{ key: 'example.com/app', operator: 'in', values: ['a', 'b'] }]],
    ['env in (,a)', [{ key: 'env', operator: 'in', values: ['', 'a'] }]],
    ['env notin ( a , a )', [{ key: 'env', operator: 'notin', values: ['a'] }]],
    ['in in (in, notin)', [{ key: 'in', operator: 'in', values: ['in', 'notin'] }]],
    ['cpus>4', [{ key: 'cpus', operator: 'gt', values: ['4'] }]],
    ['cpus < 4', [{ key: 'cpus', operator: 'lt', values: ['4'] }]],
    [
      'a=b,c!=d,e in (x,y),f notin (z),g,!h,i>3',
      [
        { key: 'a', operator: 'in', values: ['b'] },
        { key: 'c', operator: 'notin', values: ['d'] },
        { key: 'e', operator: 'in', values: ['x', 'y'] },
        { key: 'f', operator: 'notin', values: ['z'] },
        { key: 'g', operator: 'exists', values: [] },
        { key: 'h', operator: 'absent', values: [] },
        { key: 'i', operator: 'gt', values: ['3'] },
      ],
    ],
  ])('reads %j', (text, expected) => {
    expect(parseLabelSelector(text)).toEqual(expected);
  });

  it.each([
    ['app=web', { app: 'web' }, true],
    ['app=web', {}, false],
    ['app=', { app: '' }, true],
    ['app=', {}, false],
    ['app!=web', {}, true],
    ['app notin (web)', {}, true],
    ['app notin (web)', { app: 'web' }, false],
    ['app', { app: '' }, true],
    ['!app', { app: '' }, false],
    ['n>9', { n: '10' }, true],
    ['n>9', { n: 'ten' }, false],
    ['n<9', {}, false],
    ['n>9007199254740992', { n: '9007199254740993' }, true],
    ['n<9', { n: '-1' }, true],
    ['constructor', {}, false],
    ['a=1,b=2', { a: '1' }, false],
  ])('%j of %j is %s', (selector, labels, expected) => {
    expect(fits(selector, labels as Record<string, string>)).toBe(expected);
  });

  it.each([
    ['a=b,', 'a requirement after the last comma', 'it ends there'],
    [',a', 'a label key', 'found "," at character 1'],
    ['a b', 'one of =, ==, !=', 'found "b" at character 3'],
    ['a in x', 'a list in parentheses', 'found "x" at character 6'],
    ['a in ()', 'at least one value', 'found ")" at character 7'],
    ['a in (x', 'a closing parenthesis', 'it ends there'],
    ['a=b c=d', 'a comma before the next requirement', 'found "c" at character 5'],
    ['a>b', 'a whole number', 'found "b"'],
    ['a>99999999999999999999', 'a whole number', 'found "9999'],
    ['a=!b', 'a label value', 'found "!"'],
    ['a===b', 'a label value', 'found "="'],
    ['-a=b', 'a label key', 'found "-a"'],
    ['Example.com/a=b', 'a label key', 'found "Example.com/a"'],
    ['a/b/c', 'a label key', 'found "a/b/c"'],
    [`${'k'.repeat(64)}=b`, 'a label key', 'at character 1'],
    [`a=${'v'.repeat(64)}`, 'a label value', 'at character 3'],
    ['a=ä', 'a label value', 'found "ä"'],
    ['!a=b', 'a comma', 'found "="'],
  ])('%j is refused, saying what was expected and where', (text, expected, found) => {
    expect(() => parseLabelSelector(text)).toThrow(QueryError);
    expect(() => parseLabelSelector(text)).toThrow(expected);
    expect(() => parseLabelSelector(text)).toThrow(found);
  });

  it('has a bound on its length', () => {
    expect(() => parseLabelSelector('a,'.repeat(4_000))).toThrow('at most 4096');
  });
});
