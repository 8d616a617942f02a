/**
 * Interactive diagram. Dragging moves the diagram. Pinching, the buttons, and the wheel with Ctrl zoom the diagram.
 * Arrow keys move the focus from node to node. Nodes have the colours and shapes of their statuses.
 */
import {
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { code } from '../parts/code.ts';
import { save } from '../parts/save.ts';
import { StatusPath } from '../parts/status.tsx';
import {
  begun,
  cut,
  fitted,
  nodeBeside,
  pathOf,
  revealing,
  shapeOf,
  zoomed,
  type Diagram,
  type DiagramBox,
  type DiagramEdge,
  type DiagramNode,
  type Layout,
  type Line,
  type Rect,
  type View,
} from './diagram.ts';
import { keepLayout, keptLayout } from './kept-layouts.ts';
import { diagramTexts as said } from './texts.ts';
import './diagram.css';

const load = code(() => import('./elk.ts'));
const loadExport = code(() => import('./exported.ts'));
/** Maximum number of edges to animate. With more edges, no edge is animated. */
const MOST_FLOWING = 150;
const ZOOM_STEP = 1.25;
/** Minimum scale of the initial view, so that letters stay legible. */
const LEGIBLE = 0.62;

interface DiagramViewProps {
  /** Label for screen readers, and name of exported files. */
  readonly title: string;
  readonly diagram: Diagram;
  /** Id of the selected node or edge. The page describes the selection beside the diagram. */
  readonly selected?: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
}

type Laid = { readonly shape: string; readonly layout: Layout } | { readonly shape: string; readonly problem: string };

/**
 * Layout of the present shape, from the storage or computed. While a new layout is computed, returns the previous one,
 * so that the diagram does not flicker.
 */
function useLayout(diagram: Diagram): { layout: Layout | undefined; problem: string | undefined } {
  const shape = useMemo(() => shapeOf(diagram), [diagram]);
  const [laid, setLaid] = useState<Laid>();
  const isLaid = laid?.shape === shape;
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the shape identifies the layout
  const kept = useMemo(() => (isLaid ? undefined : keptLayout(diagram)), [shape]);
  if (kept && !isLaid) setLaid({ shape, layout: kept });
  const isKept = kept !== undefined;
  const latest = useRef(diagram);
  useEffect(() => {
    latest.current = diagram;
  });
  useEffect(() => {
    if (isKept) return;
    let isOver = false;
    const asked = latest.current;
    load()
      .then(({ layered }) => layered(asked))
      .then(
        layout => {
          keepLayout(asked, layout);
          if (!isOver) setLaid({ shape, layout });
        },
        (error: unknown) =>
          void (!isOver && setLaid({ shape, problem: error instanceof Error ? error.message : String(error) })),
      );
    return () => void (isOver = true);
  }, [shape, isKept]);
  return {
    layout: laid && 'layout' in laid ? laid.layout : undefined,
    problem: laid && 'problem' in laid && laid.shape === shape ? laid.problem : undefined,
  };
}

export function DiagramView({ title, diagram, selected, onSelect }: DiagramViewProps) {
  const { layout, problem } = useLayout(diagram);
  const mayFlow =
    diagram.edges.filter(({ flows }) => flows).length <= MOST_FLOWING && diagram.edges.some(({ flows }) => flows);
  const [flows, setFlows] = useState(() => !window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  const canvas = useRef<CanvasActs>(undefined);
  const saveAs = async (type: 'svg' | 'dot') => {
    if (!layout) return;
    const { toDot, toSvg } = await loadExport();
    const [text, mime] =
      type === 'svg' ? [toSvg(title, diagram, layout), 'image/svg+xml'] : [toDot(title, diagram), 'text/vnd.graphviz'];
    save(new Blob([text], { type: mime }), `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.${type}`);
  };
  if (problem !== undefined) return <p className="problem">{said.notLaid(problem)}</p>;
  return (
    <div className="diagram">
      <div className="diagram-bar">
        <button
          className="icon-button"
          onClick={() => canvas.current?.zoom(ZOOM_STEP)}
          aria-label={said.zoomIn}
          title={said.zoomIn}
        >
          +
        </button>
        <button
          className="icon-button"
          onClick={() => canvas.current?.zoom(1 / ZOOM_STEP)}
          aria-label={said.zoomOut}
          title={said.zoomOut}
        >
          −
        </button>
        <button className="plain-button" onClick={() => canvas.current?.fit()}>
          {said.fit}
        </button>
        {mayFlow && (
          <label className="switch">
            <input type="checkbox" checked={flows} onChange={event => setFlows(event.target.checked)} /> {said.flows}
          </label>
        )}
        <span className="fill" />
        <span className="quiet small diagram-how">{said.how}</span>
        <button className="link-button" disabled={!layout} onClick={() => void saveAs('svg')}>
          SVG
        </button>
        <button className="link-button" disabled={!layout} onClick={() => void saveAs('dot')}>
          DOT
        </button>
      </div>
      {layout ? (
        <Canvas ref={canvas} {...{ title, diagram, layout, selected, onSelect }} flows={mayFlow && flows} />
      ) : (
        <p className="quiet diagram-frame diagram-waits" role="status">
          {said.laying(diagram.nodes.length)}
        </p>
      )}
    </div>
  );
}

interface CanvasActs {
  zoom(by: number): void;
  fit(): void;
}

interface CanvasProps extends Required<Omit<DiagramViewProps, 'selected'>> {
  readonly ref: React.RefObject<CanvasActs | undefined>;
  readonly layout: Layout;
  readonly selected: string | undefined;
  readonly flows: boolean;
}

/** Text size that the user has set, relative to the size that layouts assume. */
const textScale = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) / 13;

function Canvas({ ref, title, diagram, layout, selected, onSelect, flows }: CanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const plane = useRef<SVGGElement>(null);
  const view = useRef<View>({ x: 0, y: 0, scale: 1 });
  const wasMoved = useRef(false);
  const [focused, setFocused] = useState<string>();

  /** Moves the plane without React, because its content does not change. */
  const show = useCallback((next: View) => {
    view.current = next;
    plane.current?.setAttribute('transform', `translate(${next.x} ${next.y}) scale(${next.scale})`);
  }, []);
  const sizeOfFrame = () => ({ width: frame.current?.clientWidth ?? 0, height: frame.current?.clientHeight ?? 0 });
  /** Node to show first: the selected node, else a failing node, else a node without incoming edges. */
  const first = useRef<string>(undefined);
  useLayoutEffect(() => {
    const { nodes } = diagram;
    const called = new Set(diagram.edges.map(({ to }) => to));
    const chosen = nodes.find(({ id }) => id === selected) ?? nodes.find(({ status }) => status === 'FAILED');
    first.current = (chosen ?? nodes.find(({ id }) => !called.has(id)) ?? nodes[0])?.id;
  });
  const begin = useCallback(() => {
    wasMoved.current = false;
    show(begun(layout, sizeOfFrame(), { most: textScale(), least: LEGIBLE, around: first.current }));
  }, [layout, show]);
  const fit = useCallback(() => {
    wasMoved.current = true;
    show(fitted(layout, sizeOfFrame(), { most: textScale() }));
  }, [layout, show]);
  const zoom = useCallback(
    (by: number, at?: { x: number; y: number }) => {
      wasMoved.current = true;
      const { width, height } = sizeOfFrame();
      show(zoomed(view.current, by, at ?? { x: width / 2, y: height / 2 }));
    },
    [show],
  );
  useEffect(() => {
    ref.current = { zoom, fit };
  }, [ref, zoom, fit]);

  // Until the user moves or zooms the diagram, each change of the diagram or the frame shows the initial view again.
  // After that, the view stays, even if the diagram grows.
  useLayoutEffect(() => {
    if (wasMoved.current) show(view.current);
    else begin();
    const observer = new ResizeObserver(() => {
      if (!wasMoved.current) begin();
    });
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, [begin, show]);

  useWheel(frame, zoom, by => {
    wasMoved.current = true;
    show({ ...view.current, x: view.current.x - by.x, y: view.current.y - by.y });
  });
  const drag = useDrag(view, next => {
    wasMoved.current = true;
    show(next);
  });

  const order = useMemo(
    () => diagram.nodes.filter(({ id }) => layout.nodes.has(id)).map(({ id }) => id),
    [diagram, layout],
  );
  const stop = focused !== undefined && layout.nodes.has(focused) ? focused : order[0];
  const focus = (id: string) => {
    setFocused(id);
    plane.current?.querySelector<SVGElement>(`[data-id="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
  };
  const reveal = useCallback(
    (id: string) => {
      const rect = layout.nodes.get(id);
      setFocused(id);
      if (!rect) return;
      const next = revealing(view.current, rect, sizeOfFrame());
      if (next.x !== view.current.x || next.y !== view.current.y) {
        wasMoved.current = true;
        show(next);
      }
    },
    [layout, show],
  );
  const keyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const here = (event.target as Element).getAttribute('data-id') ?? stop;
    const goal =
      event.key === 'Home'
        ? order[0]
        : event.key === 'End'
          ? order.at(-1)
          : here && nodeBeside(layout.nodes, here, event.key);
    if (goal !== undefined) focus(goal);
    else if (event.key === 'Enter' || event.key === ' ') onSelect(here);
    else if (event.key === 'Escape' && selected !== undefined) onSelect(undefined);
    else if (event.key === '+' || event.key === '=') zoom(ZOOM_STEP);
    else if (event.key === '-') zoom(1 / ZOOM_STEP);
    else if (event.key === '0') fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const pick = useCallback((id: string) => !drag.hasDragged() && onSelect(id), [drag, onSelect]);
  const near = useMemo(() => nearOf(diagram, selected), [diagram, selected]);
  return (
    <div ref={frame} className="diagram-frame" {...drag.handlers}>
      <svg
        role="group"
        aria-label={said.label(title, diagram.nodes.length, diagram.edges.length)}
        data-flows={flows || undefined}
        data-selects={near ? '' : undefined}
        onKeyDown={keyDown}
      >
        <defs>
          {MARKS.map(status => (
            <marker
              key={status}
              id={`arrow-${status}`}
              data-status={status}
              className="diagram-arrow"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="9"
              markerHeight="9"
              markerUnits="userSpaceOnUse"
              orient="auto"
            >
              <path d="M0 0 8 4 0 8Z" />
            </marker>
          ))}
        </defs>
        <g ref={plane}>
          {diagram.boxes.map(box => {
            const rect = layout.boxes.get(box.id);
            return rect && <Box key={box.id} box={box} rect={rect} />;
          })}
          {/* The first edges are the most important. They are drawn last, on top of the other edges. */}
          {diagram.edges.toReversed().map(edge => {
            const line = layout.lines.get(edge.id);
            return (
              line && (
                <Edge
                  key={edge.id}
                  edge={edge}
                  line={line}
                  onPick={pick}
                  isSelected={edge.id === selected}
                  isNear={near?.has(edge.id)}
                />
              )
            );
          })}
          {diagram.nodes.map(node => {
            const rect = layout.nodes.get(node.id);
            return (
              rect && (
                <Node
                  key={node.id}
                  node={node}
                  rect={rect}
                  onPick={pick}
                  onReveal={reveal}
                  isStop={node.id === stop}
                  isSelected={node.id === selected}
                  isNear={near?.has(node.id)}
                />
              )
            );
          })}
        </g>
      </svg>
    </div>
  );
}

const MARKS = ['FAILED', 'IN_PROGRESS', 'TERMINATING', 'UNKNOWN', 'CURRENT', 'NONE'] as const;

/** Ids of the selection and of the nodes and edges connected with it. Undefined if the diagram has no selection. */
function nearOf({ nodes, edges }: Diagram, selected: string | undefined): ReadonlySet<string> | undefined {
  const edge = edges.find(({ id }) => id === selected);
  if (selected === undefined || (!edge && !nodes.some(({ id }) => id === selected))) return undefined;
  if (edge) return new Set([edge.id, edge.from, edge.to]);
  return new Set([
    selected,
    ...edges.flatMap(({ id, from, to }) => (from === selected || to === selected ? [id, from, to] : [])),
  ]);
}

const Box = memo(function Box({ box: { title }, rect: { x, y, width, height } }: { box: DiagramBox; rect: Rect }) {
  return (
    <g className="diagram-box" aria-hidden="true">
      <rect x={x} y={y} width={width} height={height} rx="6" />
      <text x={x + 10} y={y + 19}>
        {cut(title, Math.max(6, Math.floor((width - 20) / 7)))}
        <title>{title}</title>
      </text>
    </g>
  );
});

interface PartProps {
  readonly onPick: (id: string) => void;
  readonly isSelected: boolean;
  readonly isNear: boolean | undefined;
}

const Edge = memo(function Edge({
  edge,
  line,
  onPick,
  isSelected,
  isNear,
}: PartProps & { edge: DiagramEdge; line: Line }) {
  const { id, status, label, dashed, flows, words } = edge;
  const path = pathOf(line.points);
  return (
    <g
      className="diagram-edge"
      data-status={status}
      data-dashed={dashed || undefined}
      data-flows={flows || undefined}
      data-selected={isSelected || undefined}
      data-near={isNear || undefined}
      onClick={() => onPick(id)}
      aria-hidden="true"
    >
      <title>{words}</title>
      <path className="diagram-hit" d={path} />
      <path className="diagram-line" d={path} markerEnd={`url(#arrow-${status ?? 'NONE'})`} />
      {line.label && label !== undefined && (
        <g className="diagram-label">
          <rect x={line.label.x} y={line.label.y} width={line.label.width} height={line.label.height} rx="3" />
          <text x={line.label.x + line.label.width / 2} y={line.label.y + 12}>
            {label}
          </text>
        </g>
      )}
    </g>
  );
});

interface NodeProps extends PartProps {
  readonly node: DiagramNode;
  readonly rect: Rect;
  readonly onReveal: (id: string) => void;
  readonly isStop: boolean;
}

const Node = memo(function Node({ node, rect, onPick, onReveal, isStop, isSelected, isNear }: NodeProps) {
  const { id, title, detail, status, words, faint, struck } = node;
  const room = Math.max(6, Math.floor((rect.width - 36) / 7.5));
  return (
    <g
      role="button"
      tabIndex={isStop ? 0 : -1}
      className="diagram-node"
      aria-pressed={isSelected}
      data-id={id}
      data-status={status}
      data-faint={faint || undefined}
      data-struck={struck || undefined}
      data-near={isNear || undefined}
      transform={`translate(${rect.x} ${rect.y})`}
      onClick={() => onPick(id)}
      onFocus={() => onReveal(id)}
    >
      <title>{[`${title}, ${detail}`, words].filter(Boolean).join('. ')}</title>
      <rect width={rect.width} height={rect.height} rx="5" />
      {status && (
        <g className="status-shape" transform="translate(9 7) scale(0.8)">
          <StatusPath status={status} />
        </g>
      )}
      <text x={status ? 27 : 10} y="18" className="diagram-title">
        {cut(title, room + 1)}
      </text>
      <text x={status ? 27 : 10} y="34" className="diagram-detail">
        {cut(detail, Math.floor(room * 1.15) + 1)}
      </text>
    </g>
  );
});

/**
 * The wheel zooms with Ctrl or Meta. Touch pads report a pinch as the wheel with Ctrl. With Shift, or if the wheel also
 * turns horizontally, it moves the plane. Otherwise it scrolls the page.
 */
function useWheel(
  frame: React.RefObject<HTMLDivElement | null>,
  zoom: (by: number, at: { x: number; y: number }) => void,
  move: (by: { x: number; y: number }) => void,
): void {
  const latest = useRef({ zoom, move });
  useEffect(() => {
    latest.current = { zoom, move };
  });
  useEffect(() => {
    const element = frame.current;
    const turned = (event: WheelEvent) => {
      if (event.ctrlKey || event.metaKey) {
        const { left, top } = element!.getBoundingClientRect();
        latest.current.zoom(Math.exp(-event.deltaY / 200), { x: event.clientX - left, y: event.clientY - top });
      } else if (event.shiftKey || event.deltaX !== 0)
        latest.current.move({ x: event.deltaX || event.deltaY, y: event.shiftKey ? 0 : event.deltaY });
      else return;
      event.preventDefault();
    };
    element?.addEventListener('wheel', turned, { passive: false });
    return () => element?.removeEventListener('wheel', turned);
  }, [frame]);
}

/** Maximum movement of a pointer that still counts as a click, in pixels. */
const STILL = 4;

/** One pointer moves the plane. Two pointers zoom the plane. */
function useDrag(view: React.RefObject<View>, show: (view: View) => void) {
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const moved = useRef(0);
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  return useMemo(() => {
    const up = (event: PointerEvent) => void pointers.current.delete(event.pointerId);
    return {
      hasDragged: () => moved.current > STILL,
      handlers: {
        onPointerDown(event: PointerEvent) {
          if (event.button !== 0) return;
          if (pointers.current.size === 0) moved.current = 0;
          pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        },
        onPointerMove(event: PointerEvent) {
          const before = pointers.current.get(event.pointerId);
          if (!before) return;
          const now = { x: event.clientX, y: event.clientY };
          moved.current += Math.hypot(now.x - before.x, now.y - before.y);
          if (moved.current <= STILL) return;
          // The pointer is captured only after a movement. Otherwise a click would not reach the node below it.
          event.currentTarget.setPointerCapture(event.pointerId);
          const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
          pointers.current.set(event.pointerId, now);
          if (!other)
            return latest.current({
              ...view.current,
              x: view.current.x + now.x - before.x,
              y: view.current.y + now.y - before.y,
            });
          const { left, top } = event.currentTarget.getBoundingClientRect();
          const distance = (point: { x: number; y: number }) =>
            Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
          latest.current(
            zoomed(view.current, distance(now) / distance(before), { x: other.x - left, y: other.y - top }),
          );
        },
        onPointerUp: up,
        onPointerCancel: up,
        onLostPointerCapture: up,
      },
    };
  }, [view]);
}
