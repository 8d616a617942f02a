/**
 * Stores the latest layouts in this tab, so that they need not be computed again, for example after a reload. Layouts
 * hold positions but no names. The key of a layout is a digest of the shape of the diagram.
 */
import { shapeOf, type Diagram, type Layout, type Rect } from './diagram.ts';
import { forgetLayouts, LAYOUTS } from './layout-storage.ts';

const KEPT = 6;
/** Maximum length of a stored layout, in characters. Larger layouts are not stored. */
const MOST_LETTERS = 200_000;

/** Rectangle: x, y, width and height. */
type Place = readonly [number, number, number, number];

interface Kept {
  readonly digest: string;
  readonly size: readonly [number, number];
  /** Rectangles in the order of the boxes of the diagram. Null if the layout has no rectangle for a box. */
  readonly boxes: readonly (Place | null)[];
  readonly nodes: readonly (Place | null)[];
  readonly lines: readonly ({ readonly points: readonly (readonly [number, number])[]; label?: Place } | null)[];
}

/** Stored layout of a diagram with the same shape. Undefined if no layout with this shape is stored. */
export function keptLayout(diagram: Diagram): Layout | undefined {
  const digest = digestOf(shapeOf(diagram));
  const kept = read().find(it => it.digest === digest);
  if (!kept) return undefined;
  const rects = (of: readonly { readonly id: string }[], places: Kept['nodes']) =>
    new Map(of.flatMap(({ id }, index) => (places[index] ? [[id, rectOf(places[index])]] : [])));
  const [width, height] = kept.size;
  return {
    width,
    height,
    boxes: rects(diagram.boxes, kept.boxes),
    nodes: rects(diagram.nodes, kept.nodes),
    lines: new Map(
      diagram.edges.flatMap(({ id }, index) => {
        const line = kept.lines[index];
        if (!line) return [];
        const points = line.points.map(([x, y]) => ({ x, y }));
        return [[id, { points, ...(line.label && { label: rectOf(line.label) }) }]];
      }),
    ),
  };
}

/** Stores the layout of a diagram. Removes the oldest layout if too many layouts are stored. */
export function keepLayout(diagram: Diagram, { width, height, boxes, nodes, lines }: Layout): void {
  const places = (of: readonly { readonly id: string }[], rects: ReadonlyMap<string, Rect>) =>
    of.map(({ id }) => placeOf(rects.get(id)));
  const kept: Kept = {
    digest: digestOf(shapeOf(diagram)),
    size: [round(width), round(height)],
    boxes: places(diagram.boxes, boxes),
    nodes: places(diagram.nodes, nodes),
    lines: diagram.edges.map(({ id }) => {
      const line = lines.get(id);
      if (!line) return null;
      const label = placeOf(line.label);
      return { points: line.points.map(({ x, y }) => [round(x), round(y)] as const), ...(label && { label }) };
    }),
  };
  if (JSON.stringify(kept).length > MOST_LETTERS) return;
  const others = read().filter(({ digest }) => digest !== kept.digest);
  try {
    sessionStorage.setItem(LAYOUTS, JSON.stringify([kept, ...others].slice(0, KEPT)));
  } catch {
    forgetLayouts(); // the storage is full
  }
}

function read(): readonly Kept[] {
  try {
    return JSON.parse(sessionStorage.getItem(LAYOUTS) ?? '[]') as readonly Kept[];
  } catch {
    return [];
  }
}

/** Rounds to a tenth of a pixel. */
const round = (value: number): number => Math.round(value * 10) / 10;

const placeOf = (rect: Rect | undefined): Place | null =>
  rect ? [round(rect.x), round(rect.y), round(rect.width), round(rect.height)] : null;

const rectOf = ([x, y, width, height]: Place): Rect => ({ x, y, width, height });

/** Digest of 64 bits, based on FNV-1a with two seeds. Enough to distinguish a few shapes. */
function digestOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x9e3779b9];
  for (let i = 0; i < text.length; i++) {
    one = Math.imul(one ^ text.charCodeAt(i), 0x01000193);
    other = Math.imul(other ^ text.charCodeAt(i), 0x01000193) + 1;
  }
  return `${text.length} ${one >>> 0} ${other >>> 0}`;
}
