/** What is kept of clusters' answers, and whose are dropped for whom. */
import { describe, expect, it } from '@jest/globals';
import { KeptAnswers } from '../../../access/reviews/kept-answers.ts';

interface Answer {
  weight: number;
}

/** Sets `caller-number` for each, in order, and says which are kept. */
class Kept {
  readonly answers: KeptAnswers<Answer>;
  readonly #all = new Map<string, Answer>();

  constructor({ maxEntries = 100, maxWeight = 100 }: { maxEntries?: number; maxWeight?: number } = {}) {
    this.answers = new KeptAnswers({ maxEntries, maxWeight });
  }

  set(key: string, weight: number): Answer {
    const answer = { weight };
    this.answers.set(key, key.split('-', 1).join(), answer);
    this.#all.set(key, answer);
    return answer;
  }

  /** The oldest is asked for first, so that asking leaves their order as it is. */
  get keys(): string[] {
    return [...this.#all.keys()].filter(key => this.answers.get(key) === this.#all.get(key));
  }
}

describe('a caller', () => {
  it.each<[string, { maxEntries?: number; maxWeight?: number }, number[], string[]]>([
    ['may hold a quarter of the weight', { maxWeight: 40 }, [5, 5], ['a-0', 'a-1']],
    ['who holds more drops the oldest', { maxWeight: 40 }, [5, 5, 1], ['a-1', 'a-2']],
    ['drops as many as it takes', { maxWeight: 40 }, [1, 1, 1, 9], ['a-2', 'a-3']],
    ['may hold one that is more than that alone', { maxWeight: 40 }, [5, 5, 20], ['a-2']],
    ['may hold a quarter of the entries', { maxEntries: 12 }, [1, 1, 1], ['a-0', 'a-1', 'a-2']],
    ['who holds more entries drops the oldest', { maxEntries: 12 }, [1, 1, 1, 1], ['a-1', 'a-2', 'a-3']],
  ])('%s', (_case, limits, weights, expected) => {
    const kept = new Kept(limits);
    weights.forEach((weight, i) => kept.set(`a-${i}`, weight));
    expect(kept.keys).toEqual(expected);
  });

  it('drops what was asked for longest ago', () => {
    const kept = new Kept({ maxEntries: 12 });
    for (const key of ['a-0', 'a-1', 'a-2']) kept.set(key, 1);
    kept.answers.get('a-0');
    kept.set('a-3', 1);
    expect(kept.keys).toEqual(['a-0', 'a-2', 'a-3']);
  });

  it('drops nobody else’s, and who drops much may keep as much again', () => {
    const kept = new Kept({ maxWeight: 40 });
    kept.set('b-0', 10);
    for (let i = 0; i < 20; i++) kept.set(`a-${i}`, 6);
    expect(kept.keys).toEqual(['b-0', 'a-19']);
    kept.set('a-20', 4);
    expect(kept.keys).toEqual(['b-0', 'a-19', 'a-20']);
  });

  it('whose answer is set again holds it once', () => {
    const kept = new Kept({ maxWeight: 40 });
    for (const _again of [1, 2, 3]) kept.set('a-0', 5);
    kept.set('a-1', 5);
    expect(kept.keys).toEqual(['a-0', 'a-1']);
  });

  it('of whose answers all are dropped for others begins anew', () => {
    const kept = new Kept({ maxWeight: 20 });
    for (const caller of ['a', 'b', 'c', 'd', 'e']) kept.set(`${caller}-0`, 5);
    expect(kept.keys).toEqual(['b-0', 'c-0', 'd-0', 'e-0']);
    kept.set('a-1', 3);
    kept.set('a-2', 2);
    expect(kept.keys).toEqual(['c-0', 'd-0', 'e-0', 'a-1', 'a-2']);
  });

  it('holds nothing of an answer heavier than all together may be', () => {
    const kept = new Kept({ maxWeight: 40 });
    kept.set('a-0', 41);
    kept.set('a-1', 5);
    kept.set('a-2', 5);
    expect(kept.keys).toEqual(['a-1', 'a-2']);
  });
});

describe('an answer whose weight changes', () => {
  it('counts as heavy as it has become', () => {
    const kept = new Kept({ maxWeight: 40 });
    kept.set('a-0', 1);
    const answer = kept.set('a-1', 1);
    answer.weight = 10;
    kept.answers.weigh('a-1', answer);
    expect(kept.keys).toEqual(['a-1']);
  });

  it('is not weighed where another is kept by now, or none', () => {
    const kept = new Kept({ maxWeight: 40 });
    const before = kept.set('a-0', 1);
    const now = kept.set('a-0', 2);
    before.weight = 10;
    kept.answers.weigh('a-0', before);
    kept.answers.weigh('a-1', before);
    expect([kept.answers.get('a-0'), kept.answers.get('a-1')]).toEqual([now, undefined]);
    kept.set('a-2', 8);
    expect(kept.keys).toEqual(['a-0', 'a-2']);
  });

  it('stays as old as it is where its weight has not changed', () => {
    const kept = new Kept({ maxEntries: 12 });
    const [first] = ['a-0', 'a-1', 'a-2'].map(key => kept.set(key, 1));
    kept.answers.weigh('a-0', first!);
    kept.set('a-3', 1);
    expect(kept.keys).toEqual(['a-1', 'a-2', 'a-3']);
  });
});
