import { describe, expect, it } from '@jest/globals';
import { ImageNumbers } from '../../../readmodel/table/images.ts';
import { TextDictionary } from '../../../readmodel/table/texts.ts';
import { collectGarbage } from '../../collect-garbage.ts';

describe('numbers of images', () => {
  it.each(['IMAGE', 'IMAGE_REPOSITORY'] as const)('of %s keep no list in memory for one of its images', field => {
    const texts = new TextDictionary();
    const shared = Array.from({ length: 60 }, (_, i) => `registry.example/shared/image-${i}:1`);
    const lists = Array.from({ length: 5_000 }, (_, i) =>
      texts.acquire([`registry.example/team/own-image-${i}:1`, ...shared].join('\n')),
    );
    const numbers = new ImageNumbers(field, texts);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (const list of lists) numbers.of(list);
    collectGarbage();
    const kept = process.memoryUsage().heapUsed - before;
    expect(numbers.end).toBe(1 + lists.length + shared.length);
    expect(kept / lists.length).toBeLessThan(500); // a list has more than 2 000 characters
  });
});
