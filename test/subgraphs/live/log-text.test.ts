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
    [
      'titles, links and other sequences of terminals are left out',
      'a\u001b]0;gotcha\u0007b\u001b[2Jc\u001bP1$q\u001b\\d\u001b(Be',
      'abcde',
    ],
    ['a link keeps its text', '\u001b]8;;https://example.org\u001b\\docs\u001b]8;;\u001b\\', 'docs'],
    ['a sequence that never ends does not take the text with it', 'a\u001b]0;b\nc\u001b[31', 'a0;b\nc31'],
    ['a progress bar is at its end', '10%|#   |\r20%|##  |\r100%|####|\n', '100%|####|\n'],
    ['what a shorter text leaves of a longer one stays', 'downloading\rdone', 'doneloading'],
    ['a line that is erased first is the new one alone', 'downloading\r\u001b[2Kdone\rx\u001b[K', 'x'],
    ['the rest of the screen is the rest of the row', 'downloading\rdone\u001b[J', 'done'],
    ['a carriage return at the end of a line takes nothing away', '50%\r\n60%\r', '50%\n60%'],
    ['a backspace writes over the character before it', 'a|\b/\b-\b\b\b\bz', 'z-'],
    ['columns are where a sequence puts them', 'ab\u001b[5Gc\u001b[2De\u001b[1Cf\u001b[1Kg', '      g'],
    ['no sequence makes a row of a billion columns', `\u001b[999999999Cx`, `${' '.repeat(512)}x`],
    ['a bell shows nothing', 'done\u0007', 'done'],
    ['NUL, DEL and a lone escape are shown', 'a\u0000b\u007f\u001b', 'a␀b␡␛'],
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
