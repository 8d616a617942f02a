/**
 * Batches totals and facets of one list: requests for the same view and filter in one turn of the event loop form one
 * query, with one pass over the rows.
 */
import type { FacetRequest } from './facets.ts';
import type { Numbers } from './numbers.ts';
import type { Facet, Filter } from '../query.ts';
import type { View } from '../view.ts';

export interface NumbersQuestion {
  readonly view: View;
  readonly filter: Filter;
  readonly signal: AbortSignal | undefined;
  readonly total: boolean;
  readonly facets: readonly FacetRequest[];
}

interface OpenBatch {
  readonly view: View;
  readonly filter: Filter;
  readonly signal: AbortSignal | undefined;
  total: boolean;
  readonly facets: FacetRequest[];
  readonly answer: Promise<Numbers>;
}

export class QuestionBatches {
  readonly #answer: (question: NumbersQuestion) => Promise<Numbers>;
  #open: OpenBatch[] = [];

  constructor(answer: (question: NumbersQuestion) => Promise<Numbers>) {
    this.#answer = answer;
  }

  async total(view: View, filter: Filter, signal: AbortSignal | undefined): Promise<number> {
    const batch = this.#batch(view, filter, signal);
    batch.total = true;
    return (await batch.answer).total;
  }

  async facet(view: View, filter: Filter, request: FacetRequest, signal: AbortSignal | undefined): Promise<Facet> {
    const batch = this.#batch(view, filter, signal);
    const at = batch.facets.push(request) - 1;
    return (await batch.answer).facets[at]!;
  }

  #batch(view: View, filter: Filter, signal: AbortSignal | undefined): OpenBatch {
    const known = this.#open.find(batch => batch.view === view && batch.filter === filter && batch.signal === signal);
    if (known) return known;
    // Ticks run after all due promises, so resolvers that wait for the same things meet here.
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    process.nextTick(close);
    const answer = closed.then(() => {
      this.#open.splice(this.#open.indexOf(batch), 1);
      return this.#answer(batch);
    });
    const batch: OpenBatch = { view, filter, signal, total: false, facets: [], answer };
    this.#open.push(batch);
    return batch;
  }
}
