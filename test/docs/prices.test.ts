/** The price table in docs/schema.md is that of the schema. */
import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { pricesOf } from '../../gateway/operation/prices.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** What has a price of its own, or a list whose size the schema tells. */
function table(): string[] {
  const { objects, inputs } = pricesOf(read('schema/supergraph.graphql'));
  const rows: string[][] = [['field', 'costs', 'and its items']];
  for (const [type, fields] of objects) {
    for (const [name, { weight, size, inputs: args }] of fields) {
      if (name.startsWith('__') || type.startsWith('__') || (weight === 1 && !size?.by && !size?.atLeast)) continue;
      const of = size?.sizedFields ? `of ${[...size.sizedFields].join(', ')}: ` : '';
      const reported = [...(size?.by ?? []), ...(size?.atLeast ?? [])];
      const by = reported.length > 0 ? `${reported.join(', ')}, or ` : '';
      const items = size?.by ? `${of}${by}${size.assumed}` : '';
      rows.push([`${type}.${name}`, String(weight), items]);
      for (const [arg, { weight }] of args)
        if (weight > 0) rows.push([`${type}.${name}(${arg}:)`, `${weight} each`, '']);
    }
  }
  for (const [type, fields] of inputs)
    for (const [name, { weight }] of fields) if (weight > 0) rows.push([`${type}.${name}`, String(weight), '']);
  return rows.map(([field, ...rest], i) => [i === 0 ? field : `\`${field}\``, ...rest].join(' | '));
}

it('the price table has the prices of the schema', () => {
  const page = read('docs/schema.md')
    .split('\n')
    .filter(line => line.startsWith('|'))
    .map(line =>
      line
        .slice(1, -1)
        .split('|')
        .map(it => it.trim())
        .join(' | '),
    );
  const expected = table();
  const from = page.indexOf(expected[0]!);
  const reported = page.slice(from, from + 2 + expected.length).filter(line => !/^[-| ]+$/.test(line));
  expect(reported.slice(0, expected.length)).toEqual(expected);
});
