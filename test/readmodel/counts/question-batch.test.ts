import { describe, expect, it } from '@jest/globals';
import { facetRequest } from '../../../readmodel/counts/facets.ts';
import type { Filter } from '../../../readmodel/query.ts';
import { QuestionBatches, type NumbersQuestion } from '../../../readmodel/counts/question-batch.ts';
import { seesAll, seesNothing } from '../fixtures.ts';

const KIND = facetRequest('KIND', { limit: 1 });
const STATUS = facetRequest('STATUS', { limit: 2 });

function batches(): { asked: NumbersQuestion[]; batches: QuestionBatches } {
  const asked: NumbersQuestion[] = [];
  const answer = async (question: NumbersQuestion) => {
    asked.push(question);
    if (question.filter.names) throw new Error('a bad filter');
    return { total: 7, facets: question.facets.map(({ field }) => ({ field, values: [], truncated: false, missingCount: 0 })) };
  };
  return { asked, batches: new QuestionBatches(answer) };
}

async function after<T>(promises: number, ask: () => Promise<T>): Promise<T> {
  for (let i = 0; i < promises; i++) await Promise.resolve();
  return ask();
}

describe('totals and facets', () => {
  it('of one view and filter are one question, though some are asked a few promises later', async () => {
    const { asked, batches: numbers } = batches();
    const filter: Filter = {};
    const answers = await Promise.all([
      numbers.total(seesAll, filter, undefined),
      after(5, () => numbers.facet(seesAll, filter, KIND, undefined)),
      numbers.facet(seesAll, filter, STATUS, undefined),
    ]);
    expect(answers).toMatchObject([7, { field: 'KIND' }, { field: 'STATUS' }]);
    expect(asked).toMatchObject([{ total: true, facets: [STATUS, KIND] }]);
    expect(await numbers.facet(seesAll, filter, KIND, undefined)).toMatchObject({ field: 'KIND' });
    expect(asked[1]).toMatchObject({ total: false, facets: [KIND] });
  });

  it('of another view, filter or request are questions of their own', async () => {
    const { asked, batches: numbers } = batches();
    const filter: Filter = {};
    const { signal } = new AbortController();
    await Promise.all([
      numbers.total(seesAll, filter, undefined),
      numbers.total(seesNothing, filter, undefined),
      numbers.total(seesAll, {}, undefined),
      numbers.total(seesAll, filter, signal),
    ]);
    expect(asked.map(({ view, signal }) => [view, signal])).toEqual([
      [seesAll, undefined],
      [seesNothing, undefined],
      [seesAll, undefined],
      [seesAll, signal],
    ]);
  });

  it('fail together', async () => {
    const { batches: numbers } = batches();
    const filter: Filter = { names: ['bad'] };
    const asked = [numbers.total(seesAll, filter, undefined), numbers.facet(seesAll, filter, KIND, undefined)];
    for (const answer of await Promise.allSettled(asked))
      expect(answer).toMatchObject({ status: 'rejected', reason: { message: 'a bad filter' } });
  });
});
