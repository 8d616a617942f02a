/** A sieve lets through what its mask may show, and no other place; it is made once for all kinds that are shown alike. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PlaceSieve, PlaceSieves } from '../../readmodel/place-sieves.ts';

type Mask = ConstructorParameters<typeof PlaceSieves>[0];

/** Of one cluster: by place, its mask; by mask and kind, the cell. Place 0 is none, and mask 0 shows nothing. */
function maskOf(byPlace: readonly number[], cells: readonly (readonly number[])[], alike?: { readonly inNamespaces: number }): Mask {
  const maskOfPlace = Uint32Array.from([0, ...byPlace]);
  const width = cells[0]!.length;
  const places = Uint32Array.from([...maskOfPlace.keys()].filter(place => maskOfPlace[place] !== 0));
  const cluster = { byNamespace: new Map(byPlace.map((_, i) => [`team-${i}`, i + 1])) } as unknown as Mask['shown'][number]['cluster'];
  return { maskOfPlace, grid: Uint8Array.from([...cells[0]!.map(() => 0), ...cells.flat()]), width, shown: [{ cluster, places, alike }] };
}

const CELLS = [
  [0, 1, 2, 1],
  [1, 0, 0, 1],
];

describe('the sieves of a mask', () => {
  it('let through the rows of places that may show the kind, in their order', () => {
    const anyMask = fc
      .tuple(
        fc.array(fc.nat(2), { minLength: 1, maxLength: 80 }),
        fc.array(fc.array(fc.nat(2), { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 2 }),
      )
      .map(([byPlace, cells]) => maskOf(byPlace, cells));
    fc.assert(
      fc.property(anyMask, fc.array(fc.nat(79)), (mask, at) => {
        const { maskOfPlace, grid, width } = mask;
        const sieves = new PlaceSieves(mask);
        const rows = at.map((_, row) => row);
        const placeOfRow = Uint32Array.from(at, place => place % maskOfPlace.length);
        for (let kind = 0; kind < width; kind++) {
          const shows = (place: number): boolean => grid[maskOfPlace[place]! * width + kind] !== 0;
          const places = [...maskOfPlace.keys()].filter(shows).length;
          const sieve = sieves.of(kind);
          if (places > maskOfPlace.length / 2) {
            expect(sieve).toBeUndefined();
            continue;
          }
          const block = Uint32Array.from(rows);
          const kept = sieve!.narrow(placeOfRow, block, block.length);
          expect([...block.subarray(0, kept)]).toEqual(rows.filter(row => shows(placeOfRow[row]!)));
        }
      }),
    );
  });

  it('are one for the kinds that the same masks show, and counted once', () => {
    const sieves = new PlaceSieves(maskOf([1, 2, ...Array.from({ length: 62 }, () => 0)], CELLS));
    expect(sieves.bytes).toBe(0);
    expect(sieves.of(1)).toBe(sieves.of(2));
    expect(sieves.of(0)).not.toBe(sieves.of(1));
    expect(sieves.of(3)).toBeDefined();
    expect(sieves.of(0)).toBe(sieves.of(0));
    expect(sieves.bytes).toBe(3 * 12); // 65 places
  });

  it.each([
    ['as many as half', 32, true],
    ['more than half', 33, false],
  ])('are none for a kind that shows in %s of the places', (_case, many, isMade) => {
    const byPlace = Array.from({ length: 63 }, (_, i) => (i < many ? 1 : 0));
    expect(new PlaceSieves(maskOf(byPlace, CELLS)).of(1) !== undefined).toBe(isMade);
  });

  it('count the namespaces of a cluster that are alike, not its places', () => {
    const byPlace = Array.from({ length: 63 }, (_, i) => (i < 10 ? 1 : 0));
    expect(new PlaceSieves(maskOf(byPlace, CELLS)).of(1)).toBeDefined();
    expect(new PlaceSieves(maskOf(byPlace, CELLS, { inNamespaces: 1 })).of(1)).toBeUndefined();
  });
});

it('a sieve keeps the rows at the beginning of the block alone, as many as were given', () => {
  const sieve = new PlaceSieve(65);
  for (const place of [1, 32, 64]) sieve.add(place);
  const placeOfRow = Uint32Array.from({ length: 65 }, (_, row) => row);
  const block = Uint32Array.from([64, 2, 32, 33, 1, 64]);
  expect(sieve.narrow(placeOfRow, block, 5)).toBe(3);
  expect([...block.subarray(0, 3)]).toEqual([64, 32, 1]);
  expect(sieve.bytes).toBe(12);
});
