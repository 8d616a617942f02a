/**
 * Content of a diagram as plain data: boxes that may contain boxes and nodes, and edges between nodes. Also the
 * geometry of the view.
 */
import type { ObjectStatus } from '../graph/graphql.ts';

export interface DiagramBox {
  readonly id: string;
  readonly title: string;
  /** Id of the box around this box. */
  readonly within?: string;
}

export interface DiagramNode {
  readonly id: string;
  readonly title: string;
  /** Second line of text. */
  readonly detail: string;
  /** Status that determines shape and colour. Absent for nodes without a status. */
  readonly status?: ObjectStatus;
  /** Text after title and detail. Read by screen readers, and shown when the pointer is on the node. */
  readonly words: string;
  readonly within?: string;
  /** True draws a dashed outline, for a node that is missing, unknown, hidden or outside the selected namespaces. */
  readonly faint?: boolean;
  /** True strikes the title through, for a policy that is overridden or in conflict. */
  readonly struck?: boolean;
}

export interface DiagramEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly status?: ObjectStatus;
  readonly label?: string;
  /** True draws a dashed line: for refused routes, missing targets, idle calls and attachments of policies. */
  readonly dashed?: boolean;
  /** True animates the edge, if the user allows motion. */
  readonly flows?: boolean;
  readonly words: string;
}

export interface Diagram {
  readonly boxes: readonly DiagramBox[];
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
}

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Line {
  readonly points: readonly Point[];
  readonly label?: Rect;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly boxes: ReadonlyMap<string, Rect>;
  readonly nodes: ReadonlyMap<string, Rect>;
  readonly lines: ReadonlyMap<string, Line>;
}

/** Width to reserve for each letter of a node, in pixels. Wide enough on average at a text size of 13 pixels. */
const LETTER = 7.5;
const NODE_HEIGHT = 42;
const NARROWEST = 110;
const WIDEST = 250;
/** Width of the status shape and the margins, in pixels. */
const BESIDE_TEXT = 36;

const NODE_TEXT = Math.floor((WIDEST - BESIDE_TEXT) / LETTER);

export function sizeOf({ title, detail }: Pick<DiagramNode, 'title' | 'detail'>): { width: number; height: number } {
  const letters = Math.max(title.length, detail.length * 0.9);
  return {
    width: Math.round(Math.min(WIDEST, Math.max(NARROWEST, letters * LETTER + BESIDE_TEXT))),
    height: NODE_HEIGHT,
  };
}

/** Cuts a long text in its middle, because names differ most at their ends. */
export function cut(text: string, most = NODE_TEXT): string {
  if (text.length <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return `${text.slice(0, most - 1 - end)}…${text.slice(text.length - end)}`;
}

/** Text that is equal for two diagrams with the same layout, even if the descriptions of nodes and edges differ. */
export function shapeOf({ boxes, nodes, edges }: Diagram): string {
  return JSON.stringify([
    boxes.map(({ id, title, within }) => [id, title, within]),
    nodes.map(node => [node.id, node.within, sizeOf(node).width]),
    edges.map(({ id, from, to, label }) => [id, from, to, (label?.length ?? 0) > 0]),
  ]);
}

/** Nearest node in the direction of an arrow key. Prefers nodes straight ahead. */
export function nodeBeside(nodes: ReadonlyMap<string, Rect>, id: string, key: string): string | undefined {
  const direction = ({ ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] } as const)[key];
  const here = nodes.get(id);
  if (!here || !direction) return undefined;
  const [dx, dy] = direction;
  const middle = ({ x, y, width, height }: Rect) => ({ x: x + width / 2, y: y + height / 2 });
  const from = middle(here);
  let nearest: { id: string; distance: number } | undefined;
  for (const [other, rect] of nodes) {
    const to = middle(rect);
    const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
    if (ahead <= 1) continue;
    const distance = ahead + 3 * Math.abs((to.x - from.x) * dy + (to.y - from.y) * dx);
    if (!nearest || distance < nearest.distance) nearest = { id: other, distance };
  }
  return nearest?.id;
}

const CORNER = 6;

/** SVG path of a line with rounded corners. */
export function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const towards = (from: Point, to: Point, most: number): Point => {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const share = length === 0 ? 0 : Math.min(most, length / 2) / length;
    return { x: round(from.x + (to.x - from.x) * share), y: round(from.y + (to.y - from.y) * share) };
  };
  const parts = rest.map((point, at) => {
    const next = rest[at + 1];
    if (!next) return `L${round(point.x)} ${round(point.y)}`;
    const start = towards(point, at === 0 ? first : rest[at - 1]!, CORNER);
    const end = towards(point, next, CORNER);
    return `L${start.x} ${start.y}Q${round(point.x)} ${round(point.y)} ${end.x} ${end.y}`;
  });
  return `M${round(first.x)} ${round(first.y)}${parts.join('')}`;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Position of the plane in the frame: a point of the plane is at `x + scale * point.x` in the frame. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

const [SMALLEST, LARGEST] = [0.02, 4];

/**
 * Scales the layout to fit the frame, and centres the layout. Shows the start of a layout that is too large even at the
 * smallest scale.
 */
export function fitted(
  layout: Pick<Layout, 'width' | 'height'>,
  frame: Pick<Rect, 'width' | 'height'>,
  { most, least = SMALLEST }: { most: number; least?: number },
): View {
  const margin = 12;
  const fits = Math.min((frame.width - 2 * margin) / layout.width, (frame.height - 2 * margin) / layout.height);
  const scale = Math.min(most, Math.max(least, fits));
  return {
    scale,
    x: Math.max(margin, (frame.width - layout.width * scale) / 2),
    y: Math.max(margin, (frame.height - layout.height * scale) / 2),
  };
}

/**
 * Initial view. Shows the whole layout if its text is legible, otherwise the part around a node. `least`: smallest
 * scale at which text is legible.
 */
export function begun(
  layout: Layout,
  frame: Pick<Rect, 'width' | 'height'>,
  { most, least, around }: { most: number; least: number; around: string | undefined },
): View {
  const whole = fitted(layout, frame, { most, least });
  const at = around === undefined ? undefined : layout.nodes.get(around);
  if (!at) return whole;
  // Puts the node as close to the middle as possible without an empty border.
  const moved = (room: number, size: number, middle: number, start: number) =>
    size * whole.scale <= room
      ? start
      : Math.min(12, Math.max(room - 12 - size * whole.scale, room / 2 - middle * whole.scale));
  return {
    scale: whole.scale,
    x: moved(frame.width, layout.width, at.x + at.width / 2, whole.x),
    y: moved(frame.height, layout.height, at.y + at.height / 2, whole.y),
  };
}

/** Multiplies the scale by `by`, and keeps the point `at` of the frame in its place. */
export function zoomed(view: View, by: number, at: Point): View {
  const scale = Math.min(LARGEST, Math.max(SMALLEST, view.scale * by));
  const share = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * share, y: at.y - (at.y - view.y) * share };
}

/** Moves the view by the smallest distance that shows `rect`. */
export function revealing(view: View, { x, y, width, height }: Rect, frame: Pick<Rect, 'width' | 'height'>): View {
  const moved = (start: number, size: number, room: number) => {
    const margin = 24;
    if (start < margin) return margin - start;
    const beyond = start + size - (room - margin);
    return beyond > 0 ? -Math.min(beyond, start - margin) : 0;
  };
  return {
    scale: view.scale,
    x: view.x + moved(view.x + x * view.scale, width * view.scale, frame.width),
    y: view.y + moved(view.y + y * view.scale, height * view.scale, frame.height),
  };
}
