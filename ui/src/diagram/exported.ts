/** Exports a diagram as a file: SVG with its own colours, or DOT for Graphviz. */
import type { ObjectStatus } from '../graph/graphql.ts';
import { cut, pathOf, type Diagram, type DiagramBox, type Layout } from './diagram.ts';

const COLOURS: Readonly<Record<ObjectStatus | 'NONE', string>> = {
  FAILED: '#b91c1c',
  IN_PROGRESS: '#8a5300',
  TERMINATING: '#6b3fa0',
  UNKNOWN: '#596273',
  CURRENT: '#1f7a3f',
  NONE: '#596273',
};

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Escapes text for XML, and omits characters that XML does not allow. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, character => escapes[character]!);

export function toSvg(title: string, { boxes, nodes, edges }: Diagram, layout: Layout): string {
  const margin = 12;
  const [width, height] = [Math.ceil(layout.width + 2 * margin), Math.ceil(layout.height + 2 * margin)];
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${-margin} ${-margin} ${width} ${height}" font-family="system-ui, sans-serif" font-size="13">`,
    `<title>${xml(title)}</title>`,
    ...Object.entries(COLOURS).map(
      ([status, colour]) =>
        `<marker id="${status}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8Z" fill="${colour}"/></marker>`,
    ),
    `<rect x="${-margin}" y="${-margin}" width="${width}" height="${height}" fill="#ffffff"/>`,
  ];
  for (const { id, title } of boxes) {
    const at = layout.boxes.get(id);
    if (!at) continue;
    parts.push(
      `<rect x="${at.x}" y="${at.y}" width="${at.width}" height="${at.height}" rx="6" fill="#f6f7f9" stroke="#858e9d"/>`,
      `<text x="${at.x + 10}" y="${at.y + 19}" fill="#171b22" font-weight="600">${xml(title)}</text>`,
    );
  }
  for (const { id, status, label, dashed, words } of edges) {
    const line = layout.lines.get(id);
    if (!line) continue;
    const colour = COLOURS[status ?? 'NONE'];
    parts.push(
      `<path d="${pathOf(line.points)}" fill="none" stroke="${colour}" stroke-width="1.5"${dashed ? ' stroke-dasharray="5 4"' : ''} marker-end="url(#${status ?? 'NONE'})"><title>${xml(words)}</title></path>`,
    );
    if (line.label && label !== undefined)
      parts.push(
        `<text x="${line.label.x + line.label.width / 2}" y="${line.label.y + 12}" text-anchor="middle" font-size="11" fill="${colour}">${xml(label)}</text>`,
      );
  }
  for (const { id, title, detail, status, struck, faint, words } of nodes) {
    const at = layout.nodes.get(id);
    if (!at) continue;
    parts.push(
      `<g><title>${xml(words)}</title><rect x="${at.x}" y="${at.y}" width="${at.width}" height="${at.height}" rx="5" fill="#ffffff" stroke="${COLOURS[status ?? 'NONE']}"${faint ? ' stroke-dasharray="4 3"' : ''}/>`,
      `<text x="${at.x + 10}" y="${at.y + 18}" fill="#171b22"${struck ? ' text-decoration="line-through"' : ''}>${xml(cut(title))}</text>`,
      `<text x="${at.x + 10}" y="${at.y + 34}" fill="#596273" font-size="11.5">${xml(cut(detail))}</text></g>`,
    );
  }
  return `${parts.join('\n')}\n</svg>\n`;
}

const quoted = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;

export function toDot(title: string, { boxes, nodes, edges }: Diagram): string {
  const lines = [`digraph ${quoted(title)} {`, '  rankdir=LR;', '  node [shape=box, style=rounded];'];
  const nodeLine = ({ id, title, detail, status, struck }: Diagram['nodes'][number]) =>
    `${quoted(id)} [label=${quoted(detail === '' ? title : `${title}\n${detail}`)}, color=${quoted(COLOURS[status ?? 'NONE'])}${struck ? ', fontcolor="#596273"' : ''}];`;
  const known = new Set(boxes.map(({ id }) => id));
  const boxOf = (within: string | undefined) => (within !== undefined && known.has(within) ? within : undefined);
  const write = (within: string | undefined, indent: string) => {
    for (const box of boxes.filter(it => boxOf(it.within) === within)) writeBox(box, indent);
    for (const node of nodes.filter(it => boxOf(it.within) === within)) lines.push(indent + nodeLine(node));
  };
  const writeBox = ({ id, title }: DiagramBox, indent: string) => {
    lines.push(`${indent}subgraph ${quoted(`cluster ${id}`)} {`, `${indent}  label=${quoted(title)};`);
    write(id, `${indent}  `);
    lines.push(`${indent}}`);
  };
  write(undefined, '  ');
  const there = new Set(nodes.map(({ id }) => id));
  for (const { from, to, status, label, dashed } of edges)
    if (there.has(from) && there.has(to))
      lines.push(
        `  ${quoted(from)} -> ${quoted(to)} [color=${quoted(COLOURS[status ?? 'NONE'])}${label === undefined ? '' : `, label=${quoted(label)}`}${dashed ? ', style=dashed' : ''}];`,
      );
  return `${lines.join('\n')}\n}\n`;
}
