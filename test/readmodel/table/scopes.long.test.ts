/** Tallies (numbers of rows by scope, kind and state) equal a recount of the rows, after any change. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeState, SUSPENDED } from '../../../readmodel/table/columns.ts';
import { countOf, kindOf, KINDS_TALLIED, ScopeTallies, stateOf } from '../../../readmodel/table/scopes.ts';
import { RowTable } from '../../../readmodel/table/row-table.ts';
import { encodeObjectId } from '../../../schema/object-id.ts';
import { OBJECT_STATUSES, type Row } from '../../../store/store.ts';
import { anyRows } from '../arbitraries.ts';

type Counts = Record<string, number>;

function counts({ first, length, words }: ScopeTallies, scope: number): Counts {
  const found: Counts = {};
  for (const word of words.subarray(first[scope], first[scope]! + length[scope]!)) {
    const key = `kind ${kindOf(word)}, state ${stateOf(word)}`;
    found[key] = (found[key] ?? 0) + countOf(word);
  }
  return found;
}

/** Counts by reading all rows of the scope. */
function recount({ scopes, columns }: RowTable, scope: number): Counts {
  const found: Counts = {};
  for (let row = scopes.firstRow[scope]!; row !== 0; row = columns.next[row]!) {
    const key = `kind ${columns.kind[row]}, state ${columns.state[row]}`;
    found[key] = (found[key] ?? 0) + 1;
  }
  return found;
}

describe('the tallies of places', () => {
  it('equal a recount of each place after any writes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyRows(50), fc.array(fc.nat(60))), { minLength: 1, maxLength: 6 }), batches => {
        const table = new RowTable();
        const live = new Map<string, Row>();
        for (const [puts, removals] of batches) {
          for (const row of puts) {
            table.put(row);
            live.set(encodeObjectId(row), row);
          }
          for (const [i, row] of [...live.values()].entries()) {
            if (!removals.includes(i)) continue;
            table.remove(table.find(row));
            live.delete(encodeObjectId(row));
          }
          const { scopes } = table;
          const living = new Set([...scopes.clusters()].flatMap(({ byNamespace }) => [...byNamespace.values()]));
          for (let scope = 1; scope < scopes.capacity; scope++)
            expect(counts(scopes.tallies, scope)).toEqual(living.has(scope) ? recount(table, scope) : {});
        }
      }),
      { numRuns: 100 },
    );
  });

  it('never mix up places, kinds and states, however many rows and kinds a place has', () => {
    const states = OBJECT_STATUSES.flatMap(status => [encodeState(status, false), encodeState(status, true)]);
    const anyChange = fc.record({
      scope: fc.integer({ min: 1, max: 130 }),
      kind: fc.oneof(fc.nat(20), fc.nat(KINDS_TALLIED - 1)),
      state: fc.constantFrom(...states),
      rows: fc.oneof(fc.nat(3), fc.nat(1_500)),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(anyChange, fc.boolean()), { maxLength: 30, size: 'max' }), changes => {
        const tallies = new ScopeTallies();
        const expected: Record<number, Counts> = {};
        const change = (scope: number, kind: number, state: number, difference: 1 | -1): void => {
          tallies.change(scope, kind, state, difference);
          const ofScope = (expected[scope] ??= {});
          const key = `kind ${kind}, state ${state}`;
          ofScope[key] = (ofScope[key] ?? 0) + difference;
          if (ofScope[key] === 0) delete ofScope[key];
        };
        const left: (() => void)[] = [];
        for (const [{ scope, kind, state, rows }, goes] of changes) {
          for (let i = 0; i < rows; i++) change(scope, kind, state, 1);
          const leave = (): void => {
            for (let i = 0; i < rows; i++) change(scope, kind, state, -1);
          };
          if (goes) leave();
          else left.push(leave);
        }
        for (const scope in expected) expect(counts(tallies, Number(scope))).toEqual(expected[scope]);
        for (const leave of left) leave();
        expect(tallies.length.every(length => length === 0)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('use again what they gave back', () => {
    const tallies = new ScopeTallies();
    for (let round = 0; round < 2_000; round++) {
      for (const difference of [1, -1] as const) {
        for (let kind = 0; kind < 40; kind++) tallies.change(1 + (round % 7), kind, SUSPENDED, difference);
      }
    }
    expect(tallies.words.length).toBeLessThan(512);
  });

  it('are incomplete as long as there is a row of a kind that does not fit, which then is in none', () => {
    const tallies = new ScopeTallies();
    tallies.change(1, KINDS_TALLIED, 0, 1);
    expect([tallies.isComplete, counts(tallies, 1)]).toEqual([false, {}]);
    tallies.change(1, KINDS_TALLIED, 0, -1);
    expect(tallies.isComplete).toBe(true);
  });

  it('do not take away what is not there', () => {
    const tallies = new ScopeTallies();
    tallies.change(1, 3, 0, 1);
    expect(() => tallies.change(1, 3, SUSPENDED, -1)).toThrow(`kind 3 and state ${SUSPENDED}`);
  });
});
