/** Prepared documents and their lifetime. The planner is a function of the test. */
import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { QueryPlan } from '@apollo/query-planner';
import type { DocumentNode } from 'graphql';
import type { PlannedDocument } from '../../../gateway/operation/plan-document.ts';
import { PreparedDocuments, type PreparedOperation } from '../../../gateway/operation/run.ts';
import { PRICES } from './priced-graph.ts';

const never = new AbortController().signal;
const hashOf = (source: string): string => createHash('sha256').update(source).digest('hex');
const plan = {
  kind: 'QueryPlan',
  node: { kind: 'Fetch', serviceName: 'test', operation: '{one{id}}' },
} as unknown as QueryPlan;

function opened({ maxBytes, planned }: { maxBytes?: number; planned?: PlannedDocument } = {}) {
  const requested: string[] = [];
  const documents = new PreparedDocuments({
    prices: PRICES,
    parseOptions: {},
    plan: async source => {
      requested.push(source);
      return planned ?? { plan: structuredClone(plan) };
    },
    ...(maxBytes !== undefined && { maxBytes }),
  });
  const prepare = (source: string, caller = 'jane', operationName?: string): Promise<PreparedOperation> =>
    documents.prepare(
      { source, hash: hashOf(source), operationName, caller, signal: never },
      documents.parse(source, hashOf(source), operationName),
    );
  const knows = (source: string, operationName?: string): boolean =>
    documents.known(hashOf(source), operationName) !== undefined;
  return { documents, requested, prepare, knows };
}

/** Returns a document with this number in a comment, so that two documents differ. */
const numbered = (i: number): string => `{ one { id } } # ${String(i).padStart(10, '0')}`;

describe('documents that have been prepared', () => {
  it('are known with their plan, parsed, until they are dropped', async () => {
    const { documents, prepare, knows } = opened();
    expect(await prepare('{ one { id } }')).toMatchObject({ cost: { once: 8 } });
    expect(knows('{ one { id } }')).toBe(true);
    expect(documents.source(hashOf('{ one { id } }'))).toBe('{ one { id } }');
    expect(documents.known(hashOf('{ one { id } }'), undefined)).toMatchObject({
      plan: { node: { operationDocumentNode: { kind: 'Document' } } },
    });
  });

  // The cache refuses a size that is not a whole number, so the size must be whole for answers of any length.
  it.each(Array.from({ length: 20 }, (_, i) => 122_875 + i))(
    'are known with the answer to an introspection, of %i bytes',
    async length => {
      const { prepare, knows } = opened({
        planned: { plan: undefined, data: { text: 'a'.repeat(length - '{"text":""}'.length) } },
      });
      await prepare('{ one { id } }');
      expect(knows('{ one { id } }')).toBe(true);
    },
  );

  it.each<[why: string, source: string, planned: PlannedDocument | undefined]>([
    ['does not parse', '{ one ', undefined],
    ['is not valid', '{ two }', { errors: [{ message: 'no' }] }],
  ])(
    'are known, too, when a document %s: under whichever operation name, and no name is kept',
    async (_why, source, planned) => {
      const { documents, requested, prepare, knows } = opened(planned && { planned });
      expect(await prepare(source, 'jane', 'A')).toHaveProperty('errors');
      expect([knows(source), knows(source, 'B'), requested.length <= 1]).toEqual([true, true, true]);
      const before = documents.approximateBytes;
      for (let i = 0; i < 100; i++) await prepare(source, 'jane', `name ${i}`);
      expect(documents.approximateBytes).toBe(before);
    },
  );

  it('repeat little of a document that does not parse', async () => {
    const { errors } = (await opened().prepare(`{ one "${'x'.repeat(100_000)}" }`)) as Extract<
      PreparedOperation,
      { errors: unknown }
    >;
    expect(errors).toEqual([
      {
        message: expect.stringMatching(/^Syntax Error: Expected Name, found String "x{900,999}…$/),
        locations: [{ line: 1, column: 7 }],
        extensions: { code: 'GRAPHQL_PARSE_FAILED' },
      },
    ]);
  });

  it('do not keep operation names that a document has not', async () => {
    const { documents, prepare, knows } = opened();
    const source = 'query A { one { id } }';
    await prepare(source, 'jane', 'A');
    const before = documents.approximateBytes;
    for (let i = 0; i < 100; i++) await prepare(source, 'jane', `name ${i}`);
    expect([knows(source, 'A'), knows(source, 'name 7'), documents.approximateBytes]).toEqual([true, false, before]);
  });

  it('have the variables that a request does not give', () => {
    const { documents } = opened();
    const source = 'query A($n: Int = 5) { dear { id } } query B($n: Int = 6) { dear { id } }';
    expect(documents.parse(source, hashOf(source), 'B')).toMatchObject({ defaults: { n: 6 } });
  });

  it('share one parsed document among the operations of a document', async () => {
    const { documents, prepare } = opened();
    const source = Array.from({ length: 30 }, (_, i) => `query Q${i} { one { id } }`).join(' ');
    const names = Array.from({ length: 30 }, (_, i) => `Q${i}`);
    for (const name of names) await prepare(source, 'jane', name);
    const kept = names.map(name => documents.known(hashOf(source), name) as { document: DocumentNode });
    expect(new Set(kept.map(({ document }) => document)).size).toBe(1);
  });

  it('keep an operation that runs when another one of its document is refused', async () => {
    const { documents, prepare, knows } = opened();
    const source = 'query A { one { id } } query B { one { id } }';
    await prepare(source, 'jane', 'A');
    documents.refuse(source, hashOf(source), 'joe', { errors: [{ message: 'too long' }] });
    expect(documents.known(hashOf(source), 'A')).toHaveProperty('plan');
    expect(documents.known(hashOf(source), 'B')).toHaveProperty('errors');
    expect(knows(source, 'C')).toBe(true);
  });
});

describe('the room for documents', () => {
  const maxBytes = 100_000;

  it("is shared: one caller's documents drive out their own, and never another's", async () => {
    const { documents, prepare, knows } = opened({ maxBytes });
    await prepare('{ dear { id } }', 'joe');
    for (let i = 0; i < 200; i++) await prepare(numbered(i), 'jane');
    expect([knows('{ dear { id } }'), knows(numbered(0)), knows(numbered(199))]).toEqual([true, false, true]);
    expect(documents.approximateBytes).toBeLessThanOrEqual(maxBytes / 4 + 2_000 + 600);
  });

  it('keeps what is used, and drops what has not been used for longest', async () => {
    const { prepare, knows } = opened({ maxBytes });
    await prepare('{ dear { id } }');
    for (let i = 0; i < 200; i++) {
      await prepare(numbered(i));
      expect(knows('{ dear { id } }')).toBe(true);
    }
    expect(knows(numbered(0))).toBe(false);
  });

  it('is bounded for all callers together', async () => {
    const { documents, prepare, knows } = opened({ maxBytes });
    for (let i = 0; i < 300; i++) await prepare(numbered(i), `caller ${i}`);
    expect(documents.approximateBytes).toBeLessThanOrEqual(maxBytes);
    let known = 0;
    for (let i = 0; i < 300; i++) {
      known += Number(knows(numbered(i)));
    }
    expect(known).toBeGreaterThan(10);
    expect(known).toBeLessThan(100);
  });

  it('is taken by plans, too: a document of many operations counts as many times as it is planned', async () => {
    const { documents, prepare } = opened();
    const source = Array.from({ length: 30 }, (_, i) => `query Q${i} { one { id } }`).join(' ');
    await prepare(source, 'jane', 'Q0');
    const once = documents.approximateBytes;
    await prepare(source, 'jane', 'Q1');
    expect(documents.approximateBytes).toBeGreaterThan(once);
  });

  it('is taken by every parsed copy, when operations of one document are prepared at the same time', async () => {
    const { documents, prepare } = opened();
    const grown = async (...sources: (readonly [source: string, name: string])[]): Promise<number> => {
      const before = documents.approximateBytes;
      await Promise.all(sources.map(([source, name]) => prepare(source, 'jane', name)));
      return documents.approximateBytes - before;
    };
    const [a, b] = ['A', 'B'].map(i => `query A${i} { one { id } } query B${i} { one { id } }`) as [string, string];
    const oneByOne = (await grown([a, 'AA'])) + (await grown([a, 'BA']));
    expect(await grown([b, 'AB'], [b, 'BB'])).toBeGreaterThan(1.5 * oneByOne);
  });

  it('is taken once by an operation that is prepared several times at the same time', async () => {
    const { documents, prepare } = opened();
    await prepare('{ one { id } } # a');
    const once = documents.approximateBytes;
    await Promise.all(Array.from({ length: 10 }, () => prepare('{ one { id } } # b')));
    expect(documents.approximateBytes).toBe(2 * once);
  });

  it('is taken by what fragments repeat, also when the plan is short', async () => {
    const { documents, prepare } = opened();
    const places = Array.from({ length: 50 }, (_, i) => `a${i}: one { ...F }`).join(' ');
    const fields = Array.from({ length: 50 }, (_, i) => `b${i}: id`).join(' ');
    const source = `query A { ${places} } query B { ${places} } fragment F on Item { ${fields} }`;
    await prepare(source, 'jane', 'A');
    const before = documents.approximateBytes;
    await prepare(source, 'jane', 'B');
    expect(documents.approximateBytes - before).toBeGreaterThan(50 * 50 * 100);
  });

  it('is taken by the errors of a refused document', async () => {
    const errors = Array.from({ length: 100 }, () => ({ message: 'x'.repeat(1_000) }));
    const { documents, prepare } = opened({ planned: { errors } });
    await prepare('{ one }');
    expect(documents.approximateBytes).toBeGreaterThan(100_000);
  });

  it('has place for a document that is larger than a share, so that it can run', async () => {
    const { documents, prepare, knows } = opened({ maxBytes });
    await prepare('{ dear { id } }', 'joe');
    const huge = `{ one { id } } # ${'x'.repeat(maxBytes)}`;
    await prepare(huge, 'jane');
    expect([knows(huge), documents.source(hashOf(huge)), knows('{ dear { id } }')]).toEqual([true, huge, true]);
    await prepare(numbered(1), 'jane');
    expect(knows(huge)).toBe(false);
  });
});
