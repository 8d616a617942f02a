/** Differences between a leaf and the store. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { agreement, Comparison, differingFields, type Differences } from '../../collector/comparison.ts';
import type { Row } from '../../store/store.ts';
import { row } from '../fixtures.ts';
import { binding } from '../store/fixtures.ts';

const content = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  fc
    .record({ resourceVersion: fc.constantFrom('1', '2'), message: fc.constantFrom('', 'm') })
    .map(fields => row({ name: 'x', ...fields })),
);

function compare(leaf: Record<string, Row>, stored: Record<string, Row>): Differences<Row> {
  const comparison = new Comparison(new Map(Object.entries(stored)));
  for (const [key, value] of Object.entries(leaf)) comparison.see(key, value);
  return comparison.end();
}

describe('a comparison of a list with the store', () => {
  it('names what makes the store equal to the leaf, and nothing else', () => {
    fc.assert(
      fc.property(content, content, (leaf, stored) => {
        const mended = { ...stored };
        for (const { key, leaf: value, stored: held, type } of compare(leaf, stored).values()) {
          expect(type).toBe(value === undefined ? 'extra' : held === undefined ? 'missing' : 'different');
          expect(mended[key]).toEqual(held);
          if (value === undefined) delete mended[key];
          else mended[key] = value;
        }
        expect(mended).toEqual(leaf);
        expect(compare(leaf, leaf).size).toBe(0);
      }),
    );
  });

  it('does not change what it was given', () => {
    const stored = new Map([['a', row({ name: 'a' })]]);
    const comparison = new Comparison(stored);
    comparison.see('a', row({ name: 'a' }));
    comparison.end();
    expect([...stored.keys()]).toEqual(['a']);
    expect(comparison.compared).toBe(1);
  });
});

describe('differingFields', () => {
  const labels = { app: 'web', team: 'a' };
  it.each([
    ['nothing', row({ name: 'a', labels }), row({ name: 'a', labels: { team: 'a', app: 'web' } }), []],
    ['our own time of the last sync', row({ name: 'a', syncedAt: 1 }), row({ name: 'a', syncedAt: 2 }), []],
    [
      'status and message',
      row({ name: 'a', status: 'FAILED', message: 'm' }),
      row({ name: 'a' }),
      ['message', 'status'],
    ],
    ['a label', row({ name: 'a', labels }), row({ name: 'a', labels: { ...labels, team: 'b' } }), ['labels']],
    ['one label more', row({ name: 'a', labels }), row({ name: 'a', labels: { app: 'web' } }), ['labels']],
    ['subjects', binding('b'), binding('b', { subjects: [] }), ['subjects']],
    ['nothing of a binding', binding('b'), structuredClone(binding('b')), []],
  ] as const)('finds %s', (_what, leaf, stored, fields) => {
    expect(differingFields(leaf, stored)).toEqual(fields);
  });
});

describe('two looks at the same cluster', () => {
  const at = (version: string, fields: Partial<Row> = {}) => row({ name: 'a', resourceVersion: version, ...fields });
  it.each([
    ['agree on what stays missing', [at('1'), undefined], [at('1'), undefined], 'settled'],
    ['agree on what stays left over', [undefined, at('1')], [undefined, at('1')], 'settled'],
    [
      'agree on what differs at one version',
      [at('1', { message: 'm' }), at('1')],
      [at('1', { message: 'm' }), at('1')],
      'settled',
    ],
    ['do not count what the leaf has changed in between', [at('1'), undefined], [at('2'), undefined], 'moved'],
    ['do not count what the store has changed in between', [at('3'), at('1')], [at('3'), at('2')], 'moved'],
    ['do not count what was left over and is wrong now', [undefined, at('1')], [at('2'), at('1')], 'moved'],
    ['forget what has become equal', [at('1'), undefined], [at('1'), at('1')], 'neither'],
    ['take what only the later one found for being on its way', [at('1'), at('1')], [at('2'), at('1')], 'neither'],
  ] as const)('%s', (_what, earlier, later, expected) => {
    const look = ([leaf, stored]: readonly [Row | undefined, Row | undefined]) =>
      compare(leaf ? { a: leaf } : {}, stored ? { a: stored } : {});
    const { settled, moved } = agreement(look(earlier), look(later));
    expect({ settled: settled.size, moved: moved.size }).toEqual({
      settled: expected === 'settled' ? 1 : 0,
      moved: expected === 'moved' ? 1 : 0,
    });
  });
});
