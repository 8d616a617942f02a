/** The text of a log divided into lines, and positions in a log. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  beforePosition,
  behind,
  dateOf,
  decodePosition,
  encodePosition,
  LogLines,
  secondOf,
  type LogPosition,
} from '../../../subgraphs/live/log-lines.ts';

const read = (...chunks: string[]) => {
  const reader = new LogLines();
  return [...chunks.flatMap(chunk => [...reader.read(Buffer.from(chunk))]), ...reader.rest()];
};
const texts = (...chunks: string[]) => read(...chunks).map(({ bytes }) => Buffer.from(bytes).toString());
const NOON = '2026-01-31T12:00:00';

describe('a line', () => {
  it('is the same however its bytes arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(fc.nat(40)), (lines, cuts) => {
        const whole = lines.map(line => `${NOON}Z ${line.replaceAll('\n', '')}\n`).join('');
        const places = cuts.map((_, i) => cuts.slice(0, i + 1).reduce((sum, cut) => sum + cut, 0));
        const chunks = places.map((end, i) => whole.slice(places[i - 1] ?? 0, end));
        const rest = whole.slice(places.at(-1) ?? 0);
        const isWhole = (text: string) => text.isWellFormed();
        fc.pre([...chunks, rest].every(isWhole));
        expect(texts(...chunks, rest)).toEqual(texts(whole));
      }),
    );
  });

  it.each([
    [`${NOON}Z x`, '2026-01-31T12:00:00.000Z'],
    [`${NOON}.5Z x`, '2026-01-31T12:00:00.500Z'],
    [`${NOON}.123456789+02:00 x`, '2026-01-31T10:00:00.123Z'],
  ])('of %s has its moment', (line, at) => {
    expect(read(line)).toMatchObject([{ bytes: Buffer.from('x') }]);
    expect(dateOf(read(line)[0]!.at)?.toISOString()).toBe(at);
  });

  it.each(['unable to retrieve container logs', '', 'yesterday x', `${NOON} x`, '0000-99-99T99:99:99Z x'])(
    'without a moment is whole: %j',
    line => {
      expect(texts(`${line}\n`)).toEqual([line]);
      expect(dateOf(read(`${line}\n`)[0]!.at)).toBeNull();
    },
  );

  it('that does not end keeps its moment and its end, and the next one is whole', () => {
    const progress = Array.from({ length: 5_000 }, (_, i) => `\r${String(i).padStart(8, ' ')} of 5000`);
    const lines = read(`${NOON}Z `, ...progress, `\n${NOON}Z y\n`);
    expect(lines.map(({ bytes, truncated }) => [bytes.length, truncated])).toEqual([
      [20 * 1024 - 40, true],
      [1, false],
    ]);
    expect(Buffer.from(lines[0]!.bytes).toString()).toMatch(/4999 of 5000$/);
    expect(dateOf(lines[0]!.at)?.toISOString()).toBe('2026-01-31T12:00:00.000Z');
  });

  it('that is cut begins with a whole character', () => {
    const [line] = read(`${NOON}Z ${'大'.repeat(10_000)}x`);
    expect(Buffer.from(line!.bytes).toString()).toMatch(/^大+x$/);
  });

  it.each([19, 20, 21, 20 * 1024 - 22, 20 * 1024 - 21])('of %d bytes is whole', length => {
    const text = `a${'x'.repeat(length - 2)}b`;
    expect(texts(`${NOON}Z ${text}\n`)).toEqual([text]);
    expect(read(`${NOON}Z ${text}\n`)[0]).toMatchObject({ truncated: false });
  });
});

describe('a position', () => {
  const moments = fc.array(fc.nat(20), { maxLength: 30 }).map(all => all.sort((a, b) => a - b));
  const lineAt = (tenths: number, i: number) => `${NOON}.${String(tenths).padStart(2, '0')}Z ${i}\n`;

  it('tells the lines before it from those behind it, also among those of one moment', () => {
    fc.assert(
      fc.property(moments, fc.nat(30), (all, count) => {
        const lines = read(all.map(lineAt).join(''));
        const position = lines.slice(0, count).reduce<LogPosition | undefined>(behind, undefined);
        const again = position
          ? lines.filter(
              (
                isKnown => line =>
                  !isKnown(line)
              )(beforePosition(position)),
            )
          : lines;
        expect(again).toEqual(lines.slice(count));
        expect(position && decodePosition(encodePosition(position))).toEqual(position);
      }),
    );
  });

  it('begins with the second in which it is', () => {
    expect(secondOf(behind(undefined, read(`${NOON}.999Z x`)[0]!)!)).toBe(`${NOON}Z`);
  });

  it.each(['', 'x', '1~1', '000000000001.000000000~-1'])('is not %j', text => {
    expect(decodePosition(text)).toBeUndefined();
  });
});
