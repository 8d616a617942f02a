import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { logText } from '../../../subgraphs/live/log-text.ts';
import { anyText } from '../../any-text.ts';

function shown(bytes: string | Uint8Array): string {
  const work = logText(Buffer.from(bytes as string));
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

describe('the text of a log', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['lines and tabs stay', 'a\tb\nc\n', 'a\tb\nc\n'],
    ['every language stays', 'größe 大きさ 👩‍🚀\n', 'größe 大きさ 👩‍🚀\n'],
    ['a line break of Windows is one', 'a\r\nb', 'a\nb'],
    ['colours are left out', '\u001b[1;31merror\u001b[0m: no\u001b[m', 'error: no'],
    ['other sequences of terminals are shown, and do nothing', '\u001b]0;gotcha\u0007\u001b[2J', '␛]0;gotcha␇␛[2J'],
    ['NUL, backspace and a lone carriage return are shown', 'a\u0000b\bc\rd\u007f', 'a␀b␈c␍d␡'],
    ['control characters of Latin-1 are not', '\u009b31mx\u0085', '\ufffd31mx\ufffd'],
    ['what turns the text around is not', 'safe\u202egnp.exe\u2066\u200f', 'safe\ufffdgnp.exe\ufffd\ufffd'],
    ['bytes that are no UTF-8 are not', new Uint8Array([0x61, 0xff, 0xc0, 0xaf, 0x62]), 'a\ufffd\ufffd\ufffdb'],
    ['a character that is cut at the end is left out', new Uint8Array([0x61, 0xe2, 0x82]), 'a'],
  ])('%s', (_, bytes, expected) => {
    expect(shown(bytes)).toBe(expected);
  });

  it('is the same for long logs, wherever they are cut into pieces', () => {
    const line = anyText({ maxLength: 200 }).map(text => `${text.replaceAll('\n', '')}\n`);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), fc.integer({ min: 1, max: 200 }), (lines, times) => {
        const one = lines.map(it => shown(it.toWellFormed())).join('');
        expect(shown(lines.join('').toWellFormed().repeat(times))).toBe(one.repeat(times));
      }),
      { numRuns: 50 },
    );
  });

  it('is JSON that any client reads, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), bytes => {
        const text = shown(bytes);
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toMatch(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u);
        expect(JSON.parse(JSON.stringify(text))).toBe(text);
      }),
    );
  });

  it('is made in short steps, also of one line of a megabyte', () => {
    const work = logText(Buffer.alloc(1024 * 1024, 27));
    let steps = 0;
    while (!work.next().done) steps += 1;
    expect(steps).toBeGreaterThan(60);
  });
});
