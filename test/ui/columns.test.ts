/** Choice of the columns in the list of objects. */
import { describe, expect, it } from '@jest/globals';
import {
  bounded,
  fieldsOf,
  labelOf,
  moved,
  MOST_COLUMNS,
  parseColumns,
  printColumns,
  withWidth,
} from '../../ui/src/objects/chosen-columns.ts';

const KNOWN = ['status', 'name', 'kind', 'images'];
const parse = (text: string | undefined) => parseColumns(text, id => KNOWN.includes(id));

describe('chosen columns', () => {
  it.each(['name', 'status,name~20,label:acme.example/team~8.5', 'images,name'])(
    '%j are the same again from the URL',
    text => expect(printColumns(parse(text))).toBe(text),
  );

  it.each([
    [undefined, undefined],
    ['', undefined],
    ['nonsense,label:', undefined],
    ['status', 'name,status'],
    ['name,kind,name~9', 'name,kind'],
    ['name~0,kind~9999', 'name~3,kind~80'],
    ['name~x', undefined],
  ])('%j are %j: known ones, once, within bounds, and always the name', (text, columns) =>
    expect(printColumns(parse(text))).toBe(columns),
  );

  it('are not more than a list holds', () => {
    const many = Array.from({ length: 50 }, (_, at) => `label:l${at}`).join(',');
    expect(parse(many)).toHaveLength(MOST_COLUMNS);
    expect(parse(many)?.[0]).toEqual({ id: 'name' });
  });

  it('move one place, and not beyond the ends', () => {
    const columns = parse('status,name,kind')!;
    expect(printColumns(moved(columns, 'name', -1))).toBe('name,status,kind');
    expect(printColumns(moved(columns, 'name', 1))).toBe('status,kind,name');
    expect(moved(columns, 'status', -1)).toBe(columns);
    expect(moved(columns, 'absent', 1)).toBe(columns);
  });

  it('have widths that somebody sets and takes away', () => {
    const columns = withWidth(parse('status,name')!, 'name', 12.34);
    expect(printColumns(columns)).toBe('status,name~12.3');
    expect(printColumns(withWidth(columns, 'name', undefined))).toBe('status,name');
    expect([bounded(-1), bounded(1e9)]).toEqual([3, 80]);
  });

  it('ask for labels and images only where a column shows them', () => {
    expect(fieldsOf(undefined)).toEqual({ labels: false, images: false });
    expect(fieldsOf(parse('name,label:team'))).toEqual({ labels: true, images: false });
    expect(fieldsOf(parse('images'))).toEqual({ labels: false, images: true });
    expect([labelOf('label:a:b'), labelOf('label:'), labelOf('name')]).toEqual(['a:b', undefined, undefined]);
  });
});
