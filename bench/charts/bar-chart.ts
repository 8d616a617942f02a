/**
 * Draws horizontal bars as SVG, on a linear or logarithmic axis, in light and dark mode. Each value stands beside its
 * bar.
 */

export interface BarChart {
  readonly title: string;
  /** Label of the axis, such as `milliseconds, less is better`. */
  readonly axis: string;
  /** True for a logarithmic axis. @default false */
  readonly logarithmic?: boolean;
  /** Names of the series, in the order of the bars in each group. */
  readonly series: readonly string[];
  readonly groups: readonly BarGroup[];
}

export interface BarGroup {
  readonly label: string;
  /** Values in the order of the series. Undefined means no value. */
  readonly values: readonly (number | undefined)[];
}

const WIDTH = 860;
const LABELS = 270;
/** Width beside the longest bar, for its value. */
const VALUES = 90;
const BAR = 14;
const GROUP_GAP = 14;
const TOP = 74;
const BOTTOM = 46;
const COLOURS = ['#2f6fde', '#d9822b', '#6b9e3c', '#a05bb5'];

export function barChart({ title, axis, logarithmic = false, series, groups }: BarChart): string {
  const values = groups.flatMap(({ values }) => values.filter(value => value !== undefined));
  if (values.length === 0) throw new Error(`The chart "${title}" has nothing to show.`);
  const scale = logarithmic ? logarithmicScale(values) : linearScale(values);
  const x = (share: number) => LABELS + share * (WIDTH - LABELS - VALUES);
  const heights = groups.map(({ values }) => values.filter(value => value !== undefined).length * BAR + GROUP_GAP);
  const bottom = TOP + heights.reduce((sum, height) => sum + height, 0);
  const parts = [
    text(16, 26, title, 'title'),
    ...legend(series),
    ...scale.ticks.map(
      ({ share, label }) =>
        `<line class="grid" x1="${round(x(share))}" y1="${TOP - 6}" x2="${round(x(share))}" y2="${bottom}"/>${text(x(share), bottom + 16, label, 'tick', 'middle')}`,
    ),
    text(
      (x(0) + x(1)) / 2,
      bottom + 36,
      logarithmic ? `${axis}; each line is ten times the one before` : axis,
      'tick',
      'middle',
    ),
  ];
  let y = TOP;
  groups.forEach(({ label, values }, group) => {
    parts.push(text(LABELS - 10, y + (heights[group]! - GROUP_GAP) / 2 + 4, label, 'label', 'end'));
    let bar = y;
    values.forEach((value, i) => {
      if (value === undefined) return;
      const width = Math.max(2, x(scale.share(value)) - x(0));
      parts.push(
        `<rect x="${x(0)}" y="${bar + 1}" width="${round(width)}" height="${BAR - 2}" rx="2" fill="${COLOURS[i % COLOURS.length]}"/>`,
      );
      parts.push(text(x(0) + width + 6, bar + BAR - 3, spoken(value), 'value'));
      bar += BAR;
    });
    y += heights[group]!;
  });
  const height = bottom + BOTTOM;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>
svg { font-family: system-ui, sans-serif; font-size: 12px }
.ground { fill: #ffffff } text { fill: #24292f } .title { font-size: 15px; font-weight: 600 } .tick { fill: #59636e } .grid { stroke: #d8dee4 }
@media (prefers-color-scheme: dark) { .ground { fill: #161b22 } text { fill: #e6edf3 } .tick { fill: #9198a1 } .grid { stroke: #30363d } }
</style>
<rect class="ground" width="${WIDTH}" height="${height}" rx="6"/>
${parts.join('\n')}
</svg>
`;
}

interface Scale {
  /** Position of a value on the axis, from 0 to 1. */
  readonly share: (value: number) => number;
  readonly ticks: readonly { readonly share: number; readonly label: string }[];
}

function logarithmicScale(values: readonly number[]): Scale {
  const positive = values.filter(value => value > 0);
  const low = Math.floor(Math.log10(Math.min(...positive)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...positive))));
  const share = (value: number) => (value > 0 ? (Math.log10(value) - low) / (high - low) : 0);
  const ticks = Array.from({ length: high - low + 1 }, (_, i) => ({
    share: i / (high - low),
    label: spoken(10 ** (low + i)),
  }));
  return { share, ticks };
}

function linearScale(values: readonly number[]): Scale {
  const most = Math.max(...values);
  const magnitude = 10 ** Math.floor(Math.log10(most));
  const step = [0.2, 0.5, 1, 2].map(factor => factor * magnitude).find(step => most / step <= 6)!;
  const steps = Math.ceil(most / step);
  const ticks = Array.from({ length: steps + 1 }, (_, i) => ({ share: i / steps, label: spoken(i * step) }));
  return { share: value => value / (steps * step), ticks };
}

function legend(series: readonly string[]): string[] {
  let x = 16;
  return series.flatMap((name, i) => {
    const at = x;
    x += 30 + name.length * 7;
    return [
      `<rect x="${at}" y="40" width="12" height="12" rx="2" fill="${COLOURS[i % COLOURS.length]}"/>`,
      text(at + 18, 50, name, 'label'),
    ];
  });
}

function text(x: number, y: number, content: string, kind: string, anchor = 'start'): string {
  return `<text class="${kind}" x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escaped(content)}</text>`;
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Three significant digits, with narrow spaces between thousands. */
function spoken(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en', { maximumSignificantDigits: 3 }).replaceAll(',', '\u202f');
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(content: string): string {
  return content.replace(/[&<>"]/g, character => ESCAPES[character]!);
}
