/** The log of a container, downloaded as a file or followed. */
import { describe, expect, it } from '@jest/globals';
import { goesOn, NOTHING_YET, reopened, withPayload } from '../../ui/src/logs/followed.ts';
import { linesOf, logFileName } from '../../ui/src/logs/log-file.ts';

it.each([
  [{ pod: 'web-1', container: 'main', previous: false }, 'web-1_main.log.txt'],
  [{ pod: 'web-1', container: 'main', previous: true }, 'web-1_main_previous.log.txt'],
  [{ pod: 'web-1', container: null, previous: false }, 'web-1.log.txt'],
])('%j is saved as %s', (log, name) => expect(logFileName(log)).toBe(name));

it.each([
  ['', 0],
  ['a\n', 1],
  ['a\nb', 2],
  ['\n\n', 2],
])('%j has %s lines', (text, lines) => expect(linesOf(text)).toBe(lines));

describe('a followed log', () => {
  const payload = (text: string, more: Partial<Parameters<typeof withPayload>[1]> = {}) => ({
    state: 'OK' as const,
    message: null,
    lines: text === '' ? [] : text.split(' ').map(word => ({ text: word, truncated: false })),
    skipped: 0,
    filtered: 0,
    resume: text,
    end: null,
    ...more,
  });

  it('has the lines of all payloads, and goes on behind the last of them', () => {
    const log = [payload('a b'), payload(''), payload('c', { skipped: 2 })].reduce(withPayload, NOTHING_YET);
    expect(log).toMatchObject({ lines: ['a', 'b', 'c'], since: 'c', skipped: 2 });
    expect(goesOn(log)).toBe(true);
  });

  it('counts the lines that do not match of one stream after the other', () => {
    const first = [payload('a', { filtered: 2 }), payload('b', { filtered: 5 })].reduce(withPayload, NOTHING_YET);
    expect(first.filtered).toBe(5);
    expect(withPayload(reopened(first), payload('c', { filtered: 3 })).filtered).toBe(8);
  });

  it('holds the newest 10 000 lines', () => {
    const text = Array.from({ length: 6_000 }, (_, index) => `${index}`).join(' ');
    const { lines } = withPayload(withPayload(NOTHING_YET, payload(text)), payload(text));
    expect(lines).toHaveLength(10_000);
    expect(lines.at(0)).toBe('2000');
    expect(lines.at(-1)).toBe('5999');
  });

  it('says of a line that it is longer', () =>
    expect(withPayload(NOTHING_YET, payload('', { lines: [{ text: 'long', truncated: true }] })).lines).toEqual([
      'long…',
    ]));

  it.each([
    ['LIMIT', true],
    ['TOO_SLOW', true],
    ['LOST', true],
    ['REFUSED', false],
    ['CONTAINER_ENDED', false],
    ['POD_GONE', false],
    ['REVOKED', false],
  ] as const)('that ended with %s goes on by itself: %j', (end, expected) =>
    expect(goesOn(withPayload(NOTHING_YET, payload('a', { end })))).toBe(expected),
  );
});
