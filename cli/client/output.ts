/** Output of commands: aligned columns for people, JSON and YAML for programs. */
import { Option } from 'commander';
import { stringify } from 'yaml';
import { printable } from '../printable.ts';

/** Aligns columns like kubectl. Each row has one text per column. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, ...rows].map(cells => cells.map(printable));
  const widths = columns.map((_, i) => lines.reduce((width, cells) => Math.max(width, (cells[i] ?? '').length), 0));
  const text = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('   ')
      .trimEnd();
  return `${lines.map(text).join('\n')}\n`;
}

/** Formats a value for programs. Characters that could rewrite a terminal are escaped in JSON and replaced in YAML. */
export function document(format: 'json' | 'yaml', value: unknown): string {
  if (format === 'yaml') return stringify(value, { version: '1.1' }).split('\n').map(printable).join('\n');
  return `${JSON.stringify(value, null, 2).replace(/[\u007f-\u009f]|\p{Cf}/gu, escaped)}\n`;
}

/** Option of commands that print either text or one JSON document. */
export function jsonOption(): Option {
  return new Option('-o, --output <format>', 'output format').choices(['text', 'json']).default('text');
}

function escaped(characters: string): string {
  return Array.from(
    { length: characters.length },
    (_, i) => `\\u${characters.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');
}

/** An age in kubectl's format (HumanDuration of apimachinery): 42s, 3m12s, 5h, 2d3h, 2y70d. */
export function age(ms: number): string {
  const [s, m, h, d] = [1_000, 60_000, 3_600_000, 86_400_000].map(unit => Math.max(0, Math.floor(ms / unit))) as [
    number,
    number,
    number,
    number,
  ];
  const both = (whole: string, rest: number, unit: string) => (rest === 0 ? whole : `${whole}${rest}${unit}`);
  if (s < 120) return `${s}s`;
  if (m < 10) return both(`${m}m`, s % 60, 's');
  if (m < 180) return `${m}m`;
  if (h < 8) return both(`${h}h`, m % 60, 'm');
  if (h < 48) return `${h}h`;
  if (d < 8) return both(`${d}d`, h % 24, 'h');
  if (d < 730) return `${d}d`;
  const years = `${Math.floor(d / 365)}y`;
  return d < 2_920 ? both(years, d % 365, 'd') : years;
}
