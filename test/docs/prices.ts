/** Writes the price table in docs/schema.md, from the prices in the schema. Part of `make generate`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { pricesOf } from '../../gateway/operation/prices.ts';

const PAGE = new URL('../../docs/schema.md', import.meta.url);
const TABLE = /^\| field +\| costs +\|.*\n(\|.*\n)+/m;

export const readPage = (): string => readFileSync(PAGE, 'utf8');

/** Returns the page with its table replaced by the current prices. */
export function withPrices(page: string): string {
  const rows = priceRows();
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map(row => row[i]!.length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |\n`;
  const [head, ...body] = rows;
  return page.replace(TABLE, () => [head!, widths.map(width => '-'.repeat(width)), ...body].map(line).join(''));
}

/**
 * Rows of the table: fields whose price is not 1, lists with a size, priced arguments of these fields, and priced input
 * fields.
 */
function priceRows(): string[][] {
  const { objects, inputs } = pricesOf(
    readFileSync(new URL('../../schema/supergraph.graphql', import.meta.url), 'utf8'),
  );
  const rows: string[][] = [['field', 'costs', 'and its items']];
  for (const [type, fields] of objects) {
    for (const [name, { weight, size, inputs: args }] of fields) {
      if (name.startsWith('__') || type.startsWith('__') || (weight === 1 && !size?.by && !size?.atLeast)) continue;
      const of = size?.sizedFields ? `of ${[...size.sizedFields].join(', ')}: ` : '';
      const sizes = [...(size?.by ?? []), ...(size?.atLeast ?? [])];
      const by = sizes.length > 0 ? `${sizes.join(', ')}, or ` : '';
      rows.push([`\`${type}.${name}\``, String(weight), size?.by ? `${of}${by}${size.assumed}` : '']);
      for (const [arg, { weight }] of args)
        if (weight > 0) rows.push([`\`${type}.${name}(${arg}:)\``, `${weight} each`, '']);
    }
  }
  for (const [type, fields] of inputs)
    for (const [name, { weight }] of fields) if (weight > 0) rows.push([`\`${type}.${name}\``, String(weight), '']);
  return rows;
}

if (import.meta.main) writeFileSync(PAGE, withPrices(readPage()));
