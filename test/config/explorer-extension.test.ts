/** Modules that may extend the Explorer, and the errors for other modules. */
import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { explorerExtension, integrityProblem, moduleUrlProblem } from '../../config/explorer-extension.ts';

const hash = (algorithm: string) => `${algorithm}-${createHash(algorithm).update('x').digest('base64')}`;

describe('the URL of a module', () => {
  it.each([
    'https://static.example.com/a.js?v=1',
    '/extensions/a.js',
    'http://127.0.0.1:8000/a.js',
    'http://localhost/a.js',
  ])('may be %s', url => expect(moduleUrlProblem(url)).toBeUndefined());
  it.each([
    ['http://static.example.com/a.js', 'must begin with https://'],
    ['http://127.0.0.1.example.com/a.js', 'must begin with https://'],
    ['//static.example.com/a.js', 'write an https:// URL'],
    ['a.js', 'write an https:// URL'],
    ['data:text/javascript,1', 'percent-encoded'],
    ['data:text/javascript;base64,MQ==', 'percent-encoded'],
    ['data:x', 'must begin with https://'],
    ['blob:https://x.example/1', 'must begin with https://'],
    ['javascript:alert(1)', 'must begin with https://'],
    ['https://u:p@x.example/a.js', 'contains credentials'],
    ['https://x.example/a.js#b', 'has a fragment'],
    ['https://x.example/a.js; script-src *', 'percent-encoded'],
    ['/a"b.js', 'percent-encoded'],
    ['/\\x.example/a.js', 'percent-encoded'],
  ])('may not be %s', (url, problem) => expect(moduleUrlProblem(url)).toContain(problem));
});

describe('the hash of a module', () => {
  it.each(['sha256', 'sha384', 'sha512'])('may be one of %s', algorithm =>
    expect(integrityProblem(hash(algorithm))).toBeUndefined(),
  );
  it.each([
    ['', 'write sha256-'],
    [hash('sha1'), 'write sha256-'],
    [`${hash('sha256')} ${hash('sha256')}`, 'write sha256-'],
    [`${hash('sha256')}' 'unsafe-inline`, 'write sha256-'],
    [hash('sha256').replace('sha256', 'sha384'), 'has 48 bytes in base64, and this has 32'],
    [hash('sha256').slice(0, -1), 'has 32 bytes'],
  ])('may not be %j', (text, problem) => expect(integrityProblem(text)).toContain(problem));
});

describe('an extension', () => {
  const whole = { name: 'a', url: '/a.js', integrity: hash('sha384') };
  it('has a page, a card, or both', () => {
    expect(explorerExtension.safeParse({ ...whole, page: 'A' }).success).toBe(true);
    expect(
      explorerExtension.safeParse({ ...whole, card: { title: 'A', kinds: ['Service', 'Deployment.apps'] } }).success,
    ).toBe(true);
    expect(explorerExtension.safeParse(whole).error?.issues).toMatchObject([
      { message: 'give it a page, a card, or both' },
    ]);
  });
  it.each([
    ['no hash', { integrity: undefined }],
    ['a name that is a path', { name: '../a' }],
    ['a card for no kind', { card: { title: 'A', kinds: [] } }],
    ['a kind in small letters', { card: { title: 'A', kinds: ['pods'] } }],
  ])('may not have %s', (_what, more) =>
    expect(explorerExtension.safeParse({ ...whole, page: 'A', ...more }).success).toBe(false),
  );
});
