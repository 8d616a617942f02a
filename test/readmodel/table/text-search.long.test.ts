/**
 * A dictionary's trigram search finds at least the texts that a simple scan finds. For selective patterns, it finds far
 * fewer candidates than there are texts.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TextMatch } from '../../../readmodel/query.ts';
import { compileAnyLabel } from '../../../readmodel/select/labels.ts';
import { LabelSets } from '../../../readmodel/table/columns.ts';
import { CandidateSlots, compileTextMatch, isCandidate, shareOf } from '../../../readmodel/table/text-search.ts';
import { TextDictionary } from '../../../readmodel/table/texts.ts';

/**
 * There are few characters, so that patterns often match. The upper and lower case of some characters differ in length
 * or need two bytes.
 */
const UNITS = ['a', 'B', 'b', '-', 'ä', 'Ä', 'ß', 'ÿ', 'Ÿ', 'Σ', 'σ', 'ς', 'İ', 'K', '中', '💡'];
const anyPart = fc.string({ maxLength: 7, unit: fc.constantFrom(...UNITS) });
const anyText = fc.oneof(
  { weight: 8, arbitrary: anyPart },
  { weight: 8, arbitrary: fc.tuple(anyPart, anyPart).map(parts => parts.join('web-app')) },
  { weight: 1, arbitrary: anyPart.map(part => 'x'.repeat(5_000) + part) },
);
const anyPattern = fc.oneof(anyPart, fc.constantFrom('web-app', 'WEB', 'ppa', 'xxxx'));
const anyMatch: fc.Arbitrary<TextMatch> = fc.record(
  {
    equals: anyText,
    prefix: anyPattern,
    contains: anyPattern,
    glob: fc.array(fc.oneof(anyPattern, fc.constantFrom('*', '?')), { maxLength: 5 }).map(parts => parts.join('')),
    ignoreCase: fc.boolean(),
  },
  { requiredKeys: ['ignoreCase'] },
);

describe('the trigrams of a dictionary', () => {
  it('leave out no text that matches, whatever came, went and came again under its number', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyText, fc.boolean()), { maxLength: 60, size: 'max' }),
        fc.array(anyMatch, { minLength: 6, maxLength: 6 }),
        (changes, matches) => {
          const dictionary = new TextDictionary({ searched: true });
          const live = new Map<string, number>();
          for (const [text, adds] of changes) {
            const id = live.get(text);
            if (adds && id === undefined) live.set(text, dictionary.acquire(text));
            else if (!adds && live.size > 0) {
              const [[gone, number] = [text, 0]] = live;
              dictionary.release(number);
              live.delete(gone);
            }
          }
          for (const match of matches) {
            const candidates = dictionary.candidates(match);
            const fits = compileTextMatch(match);
            const judged = dictionary.matcher(match);
            for (const [text, id] of live) {
              expect(judged(id)).toBe(fits(text));
              if (candidates && fits(text)) expect([text, isCandidate(candidates, id)]).toEqual([text, 1]);
            }
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('leave out nearly all that does not match, also after very many have come and gone', () => {
    const dictionary = new TextDictionary({ searched: true });
    const name = (round: number, i: number): string =>
      `pod-app-${i % 400}-${((i + 1) * (round + 1) * 2_654_435_761) % 4_294_967_291}`;
    let ids: number[] = [];
    for (let round = 0; round < 12; round++) {
      for (const id of ids) dictionary.release(id);
      ids = Array.from({ length: 5_000 }, (_, i) => dictionary.acquire(name(round, i)));
    }
    const candidates = dictionary.candidates({ contains: 'APP-123-', ignoreCase: true })!;
    const found = ids.filter(id => isCandidate(candidates, id) === 1);
    expect(found.length).toBeLessThan(500);
    expect(ids.filter((_, i) => i % 400 === 123).every(id => isCandidate(candidates, id) === 1)).toBe(true);
    expect(shareOf(dictionary.candidates({ contains: 'nowhere-to-be-found', ignoreCase: false })!)).toBe(0);
  });

  it('leave out by two characters, too, also after very many have come and gone', () => {
    const dictionary = new TextDictionary({ searched: true });
    const two = (round: number): TextMatch => ({ contains: `Q${'abcdefghijkl'[round]!}`, ignoreCase: true });
    let ids: number[] = [];
    for (let round = 0; round < 12; round++) {
      for (const id of ids) dictionary.release(id);
      ids = Array.from({ length: 5_000 }, (_, i) => dictionary.acquire(`${i}-q${'abcdefghijkl'[round]!}-${i % 7}`));
    }
    expect(ids.every(id => isCandidate(dictionary.candidates(two(11))!, id) === 1)).toBe(true);
    expect(shareOf(dictionary.candidates(two(0))!)).toBe(0);
    dictionary.acquire('qz');
    const rare = dictionary.candidates({ glob: '*qz?', ignoreCase: false })!;
    expect(ids.filter(id => isCandidate(rare, id) === 1).length).toBeLessThan(256);
    expect(isCandidate(rare, dictionary.find('qz')!)).toBe(1);
  });

  it.each<[string, TextMatch]>([
    ['one character', { contains: 'a', ignoreCase: true }],
    ['nothing', { ignoreCase: true }],
    ['a glob without two in a row', { glob: 'a*c?e', ignoreCase: true }],
  ])('leave out nothing where a pattern is %s', (_, match) => {
    const dictionary = new TextDictionary({ searched: true });
    dictionary.acquire('web');
    expect(dictionary.candidates(match)).toBeUndefined();
  });

  it('of label sets are those of their keys and values, whatever came and went', () => {
    const anyLabels = fc.dictionary(
      fc.constantFrom('app', 'Region', 'a/tier'),
      fc.oneof(anyPart, fc.constantFrom('web-app', 'front')),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyLabels, fc.boolean()), { maxLength: 60, size: 'max' }),
        anyPattern,
        (changes, contains) => {
          const sets = new LabelSets();
          const live: { labels: Record<string, string>; set: number }[] = [];
          for (const [labels, adds] of changes) {
            if (adds) live.push({ labels, set: sets.acquire(labels) });
            else if (live.length > 0) sets.release(live.shift()!.set);
          }
          const match = { contains, ignoreCase: true };
          const [candidates, word] = [sets.candidates(match), compileAnyLabel(match, sets)];
          for (const { labels, set } of live) {
            const fits = Object.entries(labels).flat().some(compileTextMatch(match));
            expect([labels, word.test(set)]).toEqual([labels, fits]);
            if (candidates && fits) expect([labels, isCandidate(candidates, set)]).toEqual([labels, 1]);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are not kept for texts that nobody looks for', () => {
    const dictionary = new TextDictionary();
    dictionary.acquire('web');
    expect(dictionary.candidates({ contains: 'web', ignoreCase: true })).toBeUndefined();
  });

  it('number the candidates one after the other', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 5 }), words => {
        const candidates = Uint32Array.from(words);
        const slots = new CandidateSlots(candidates);
        const those = Array.from({ length: words.length * 256 }, (_, id) => id).filter(
          id => isCandidate(candidates, id) === 1,
        );
        expect(those.map(id => slots.of(id))).toEqual(Array.from({ length: slots.size }, (_, slot) => slot));
        expect(slots.size).toBe(those.length);
      }),
    );
  });
});
