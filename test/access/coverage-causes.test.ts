/** The sentences of causes. */
import { expect, it } from '@jest/globals';
import { because, SENTENCES } from '../../access/coverage-causes.ts';

it('each cause has a sentence of its own', () => {
  const sentences = Object.values(SENTENCES);
  expect(sentences.filter(sentence => sentence.trim() === '')).toEqual([]);
  expect(new Set(sentences).size).toBe(sentences.length);
});

it('a cause is told by its sentence unless there is more to say', () => {
  expect([because('LISTING'), because('LISTING', 'listing 2/3 kinds')]).toEqual([
    { cause: 'LISTING', reason: SENTENCES.LISTING },
    { cause: 'LISTING', reason: 'listing 2/3 kinds' },
  ]);
});
