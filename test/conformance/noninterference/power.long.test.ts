/** The suite notices each leak that these tests build into the read model, on the surface that shows the leak. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Facet, Filter } from '../../../readmodel/query.ts';
import type { RowAuthorizer } from '../../../readmodel/select/visibility-mask.ts';
import type { ReadModel } from '../../../readmodel/readmodel.ts';
import { anyPair } from './arbitraries.ts';
import { answersTo } from './comparison.ts';
import { Product, type Leak } from './product.ts';
import { SURFACES } from './surfaces.ts';

/** Shows every served row to everybody. */
const all =
  (model: ReadModel): RowAuthorizer =>
  cluster => {
    const resources = model.cluster(cluster)?.resources;
    return (
      resources && {
        resources,
        cluster: { list: new Uint8Array(resources.length).fill(1), names: new Map() },
        namespaces: new Map(),
        empty: false,
      }
    );
  };

/** The read model with some functions replaced. */
const changed =
  (change: (model: ReadModel) => Partial<ReadModel>): Leak =>
  model =>
    new Proxy(model, {
      get: (target, property) => {
        const changes = change(target) as Record<string | symbol, unknown>;
        if (property in changes) return changes[property];
        const value: unknown = Reflect.get(target, property, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });

/** A leak: caches facets by query alone, so that callers share cached facets. */
const forgetful: Leak = model => {
  const kept = new Map<string, Facet>();
  return changed(({ facet }) => ({
    facet: async (view, filter, field, options) => {
      const question = JSON.stringify([filter, field, options]);
      const answer = kept.get(question) ?? (await facet.call(model, view, filter, field, options));
      kept.set(question, answer);
      return answer;
    },
  }))(model);
};

const LEAKS: readonly (readonly [leak: string, surface: string, Leak])[] = [
  [
    'totalCount counts what is hidden',
    'facets and totalCount',
    changed(model => ({ count: (_view, filter) => model.count(all(model), filter) })),
  ],
  [
    'one facet counts what is hidden',
    'facets and totalCount',
    changed(model => ({
      facet: (view, filter, field, options) =>
        model.facet(field === 'LABEL' ? all(model) : view, filter, field, options),
    })),
  ],
  [
    'hasNextPage sees what is hidden',
    'objects: a walk over all pages, forward',
    changed(model => ({
      page: async (view, filter, order, request) => {
        const { rows, cursors, startCursor, endCursor, hasPreviousPage } = await model.page(
          view,
          filter,
          order,
          request,
        );
        const { hasNextPage } = await model.page(all(model), filter, order, request);
        return { rows, cursors, startCursor, endCursor, hasPreviousPage, hasNextPage };
      },
    })),
  ],
  [
    'how many hidden objects match changes a page',
    'objects: a walk over all pages, forward',
    changed(model => ({
      page: async (view, filter: Filter, order, request) =>
        (await model.count(all(model), filter)) % 2 === 1
          ? {
              rows: [],
              cursors: [],
              startCursor: undefined,
              endCursor: undefined,
              hasNextPage: false,
              hasPreviousPage: false,
            }
          : model.page(view, filter, order, request),
    })),
  ],
  [
    'an id finds what is hidden',
    '_entities of the fleet subgraph',
    changed(model => ({ find: (_view, ids) => model.find(all(model), ids) })),
  ],
  [
    'an id finds what is hidden, through a source or an id',
    'object(id)',
    changed(model => ({ find: (_view, ids) => model.find(all(model), ids) })),
  ],
  [
    'the refusal of a leaf tells of a hidden row',
    '_entities of the live subgraph',
    changed(model => ({ find: (_view, ids) => model.find(all(model), ids) })),
  ],
  [
    'a hidden object is told of by what it is related to',
    'related objects of a list',
    changed(model => ({ related: (_view, ids, request) => model.related(all(model), ids, request) })),
  ],
  [
    'an end without a row is named to everybody',
    'related objects of a list',
    changed(model => ({
      related: (view, ids, request) => model.related(view, ids, { ...request, mayName: () => true }),
    })),
  ],
  [
    'a tree goes through what is hidden',
    'trees',
    changed(model => ({
      tree: async (view, id, request) =>
        (await model.find(view, [id]))[0] ? model.tree(all(model), id, request) : undefined,
    })),
  ],
  [
    'a revision counts objects of hidden sources',
    'revisions',
    changed(model => ({ ask: (_view, question) => model.ask(all(model), question) })),
  ],
  [
    'restarts count those of hidden Pods',
    'restarts',
    changed(model => ({ ask: (_view, question) => model.ask(all(model), question) })),
  ],
  ['a cache answers one caller with what another was told', 'facets and totalCount', forgetful],
  [
    'namespaces come from hidden rows',
    'namespaces',
    changed(model => ({ namespaces: (_view, clusters) => model.namespaces(all(model), clusters) })),
  ],
  ['kinds come from hidden rows', 'kinds', changed(model => ({ kinds: () => model.kinds(all(model)) }))],
];

describe('a leak is noticed', () => {
  let sound: Product;
  let leaky: Product;
  let leak: Leak = model => model;

  beforeAll(async () => {
    sound = await Product.start(model => leak(model));
    leaky = await Product.start(model => leak(model));
  });
  afterAll(async () => {
    await sound[Symbol.asyncDispose]();
    await leaky[Symbol.asyncDispose]();
  });

  it.each(LEAKS)('%s (%s)', async (_leak, name, of) => {
    leak = of;
    const surface = SURFACES.find(it => it.name === name)!;
    const property = fc.asyncProperty(anyPair, surface.variables, async (pair, variables) => {
      const [one, other] = await answersTo([sound, leaky], pair, surface, variables);
      return JSON.stringify(one) === JSON.stringify(other);
    });
    const { failed } = await fc.check(property, {
      seed: 7,
      numRuns: 3_000,
      endOnFailure: true,
    });
    expect(failed).toBe(true);
  });
});
