/** Data attached to a row, within its bounds: records of projections, and relations of kinds. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fingerprintOf, indexesOf, lookupProjections, type Projection } from '../../kinds/projection.ts';
import type { Resource } from '../../rbac/types.ts';
import { lookupIn } from '../../kinds/registry.ts';
import { toRow, type RowOptions } from '../../kinds/row.ts';
import { result } from '../../kinds/status-result.ts';
import { at, list, text } from '../../kinds/untrusted.ts';
import { validateBatch } from '../../store/validate.ts';
import type { Row } from '../../store/store.ts';
import { NOW, POD, resource } from './fixtures.ts';

const images: Projection = {
  name: 'images',
  version: 1,
  from: [POD],
  project: object => list(at(object, 'spec', 'containers')).map(container => ({ image: text(at(container, 'image')) })),
};
const withContainers = (containers: unknown) => ({
  metadata: { name: 'web', namespace: 'apps' },
  spec: { containers },
});

function made(object: unknown, options: RowOptions): { row: Row; leftOut: [string, number][] } {
  const leftOut: [string, number][] = [];
  const row = toRow('leaf', POD, object, NOW, {
    ...options,
    leftOut: (reason, count) => void leftOut.push([reason, count]),
  });
  if ('refused' in row) throw new Error(row.refused);
  expect(() => validateBatch({ cluster: 'leaf', holder: 'test', epoch: 1 }, { puts: [row] })).not.toThrow();
  return { row, leftOut };
}

describe('records of a projection', () => {
  it('are what it finds in an object, and are no part of the row where it finds nothing', () => {
    const options = { projections: [images] };
    expect(made(withContainers([{ image: 'a:1' }, { image: 'b:1' }]), options).row.records).toEqual({
      images: [{ image: 'a:1' }, { image: 'b:1' }],
    });
    expect(made(withContainers(undefined), options).row).not.toHaveProperty('records');
    expect(made(withContainers([{}]), {}).row).not.toHaveProperty('records');
  });

  it.each<[string, Projection['project'], number, number]>([
    ['too many', () => Array.from({ length: 300 }, (_, n) => ({ n })), 256, 44],
    ['too long', () => [{ text: 'x'.repeat(4_096) }, { n: 1 }], 1, 1],
    ['together too long', () => Array.from({ length: 20 }, () => ({ text: 'x'.repeat(3_000) })), 10, 10],
    ['not objects', () => ['a', null, [1], 7] as never, 0, 4],
    ['no JSON', () => [{ big: 1n }, { n: 1 }], 1, 1],
    [
      'nested without end',
      () => [JSON.parse(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`) as object as never],
      0,
      1,
    ],
    [
      'not there, since it throws',
      () => {
        throw new Error('oops');
      },
      0,
      1,
    ],
  ])('that are %s are left out and counted, and the row is kept', (_what, project, kept, counted) => {
    const { row, leftOut } = made(withContainers([]), { projections: [{ ...images, project }] });
    expect(row.records?.['images'] ?? []).toHaveLength(kept);
    expect(leftOut).toEqual([['records', counted]]);
  });

  it('share the room of an object', () => {
    const project = () => Array.from({ length: 7 }, () => ({ text: 'x'.repeat(4_000) }));
    const { row, leftOut } = made(withContainers([]), {
      projections: [
        { ...images, project },
        { ...images, name: 'more', project },
      ],
    });
    expect([row.records?.['images']?.length, row.records?.['more']?.length]).toEqual([7, 1]);
    expect(leftOut).toEqual([['records', 6]]);
  });

  it('are JSON, whatever comes, and hold on to nothing of the object', () => {
    fc.assert(
      fc.property(fc.jsonValue(), containers => {
        const project = (object: unknown) => list(at(object, 'spec', 'containers')) as never;
        const object = withContainers(containers);
        const { row } = made(object, { projections: [{ ...images, project }] });
        for (const record of row.records?.['images'] ?? []) {
          expect(JSON.parse(JSON.stringify(record))).toEqual(record);
          expect(list(containers)).not.toContain(record);
        }
      }),
    );
  });

  it('of a kind of which metadata is enough are of its metadata', () => {
    const lookup = lookupIn([{ group: '', kind: 'Pod', metadataOnly: true, status: () => result('CURRENT') }]);
    expect(made(withContainers([{ image: 'secret' }]), { lookup, projections: [images] }).row).not.toHaveProperty(
      'records',
    );
  });
});

describe('relations of a kind', () => {
  const to = (i: number | string) => ({ type: 'SOURCE' as const, to: `/Pod/apps/${i}` });
  const ruled = (relations: ReturnType<typeof to>[]) => ({
    lookup: lookupIn([{ group: '', kind: 'Pod', status: () => result('CURRENT'), relations: () => relations }]),
  });

  it('are kept each once, in order', () => {
    expect(made(withContainers([]), ruled([to(1), to(2), to(1)]))).toMatchObject({
      row: { relations: [to(1), to(2)] },
      leftOut: [],
    });
  });

  it.each([
    ['to no object', [to(1), { type: 'SOURCE' as const, to: '' }, { type: 'SOURCE' as const, to: '../x' }], 1, 2],
    ['too many', Array.from({ length: 300 }, (_, i) => to(i)), 256, 44],
    ['too long', Array.from({ length: 100 }, (_, i) => to(`${i}-${'%F0%9F%9A%80'.repeat(100)}`)), 54, 46],
  ])('that are %s are left out and counted', (_what, relations, kept, counted) => {
    const { row, leftOut } = made(withContainers([]), ruled(relations));
    expect(row.relations).toHaveLength(kept);
    expect(leftOut).toEqual([['relations', counted]]);
  });
});

describe('the projections of a collector', () => {
  it('are found by kind', () => {
    const both = { ...images, name: 'both', from: [POD, resource('apps', 'Deployment')] };
    const lookup = lookupProjections([images, both]);
    expect(lookup(POD)).toEqual([images, both]);
    expect(lookup(resource('apps', 'Deployment'))).toEqual([both]);
    expect(lookup(resource('apps', 'Pod'))).toEqual([]);
    expect(fingerprintOf(lookup(POD))).toEqual(['both/1', 'images/1']);
    expect(fingerprintOf(lookupProjections([{ ...images, version: 2 }])(POD))).toEqual(['images/2']);
  });

  it('are found by what a function says of the resource', () => {
    const requested: Resource[] = [];
    const from = (resource: Resource) => requested.push(resource) > 0 && resource.plural === 'pods';
    const lookup = lookupProjections([
      { ...images, from },
      { ...images, name: 'listed' },
    ]);
    expect(lookup(POD).map(({ name }) => name)).toEqual(['images', 'listed']);
    expect(lookup(resource('apps', 'Deployment'))).toEqual([]);
    expect(requested).toEqual([POD, resource('apps', 'Deployment')]);
    expect(
      indexesOf([
        { ...images, index: 'image' },
        { ...images, name: 'other' },
      ]),
    ).toEqual({ images: 'image' });
  });

  it.each([
    ['one without a name', [{ ...images, name: '' }], /called ""; expected/],
    ['one whose name is none', [{ ...images, name: 'my images' }], /called "my images"/],
    ['two of one name', [images, { ...images }], /Two projections are called "images"/],
    ['too many', Array.from({ length: 33 }, (_, i) => ({ ...images, name: `p${i}` })), /33 projections; at most 32/],
  ])('are refused: %s', (_what, projections, message) => expect(() => lookupProjections(projections)).toThrow(message));
});
