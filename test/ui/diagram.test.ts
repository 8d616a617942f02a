/** Diagrams: input and output of ELK, moving between nodes with the arrow keys, zooming, and export as files. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  begun,
  cut,
  fitted,
  nodeBeside,
  pathOf,
  revealing,
  shapeOf,
  sizeOf,
  zoomed,
  type Diagram,
  type Layout,
} from '../../ui/src/diagram/diagram.ts';
import { toDot, toSvg } from '../../ui/src/diagram/exported.ts';
import { keepLayout, keptLayout } from '../../ui/src/diagram/kept-layouts.ts';
import { graphOf, layoutOf } from '../../ui/src/diagram/layered.ts';

const node = (id: string, within?: string, more: object = {}) => ({
  ...{ id, title: id, detail: 'Service', words: '' },
  ...(within !== undefined && { within }),
  ...more,
});
const edge = (from: string, to: string, more: object = {}) => ({ id: `${from} ${to}`, from, to, words: '', ...more });
const DIAGRAM: Diagram = {
  boxes: [
    { id: 'east', title: 'east' },
    { id: 'east/shop', title: 'shop', within: 'east' },
  ],
  nodes: [node('a', 'east/shop'), node('b', 'east/shop', { status: 'FAILED' }), node('c'), node('d', 'nowhere')],
  edges: [edge('a', 'b', { label: '5/s' }), edge('b', 'c', { status: 'FAILED', dashed: true }), edge('c', 'gone')],
};
const LAYOUT: Layout = {
  width: 300,
  height: 100,
  boxes: new Map([['east', { x: 0, y: 0, width: 200, height: 100 }]]),
  nodes: new Map([
    ['a', { x: 10, y: 10, width: 60, height: 40 }],
    ['b', { x: 110, y: 10, width: 60, height: 40 }],
    ['c', { x: 210, y: 60, width: 60, height: 40 }],
  ]),
  lines: new Map([
    [
      'a b',
      {
        points: [
          { x: 70, y: 30 },
          { x: 110, y: 30 },
        ],
      },
    ],
  ]),
};

describe('a layout', () => {
  it('is asked of boxes in boxes, without edges to what is not there', () => {
    const graph = graphOf(DIAGRAM);
    const [east, ...loose] = graph.children!;
    expect(east!.id).toBe('box east');
    expect(east!.children![0]!.children!.map(({ id }) => id)).toEqual(['node a', 'node b']);
    expect(loose.map(({ id }) => id)).toEqual(['node c', 'node d']);
    expect(graph.edges!.map(({ sources, targets }) => [...sources, ...targets])).toEqual([
      ['node a', 'node b'],
      ['node b', 'node c'],
    ]);
  });

  it('is read with the ids of the diagram, at every depth', () => {
    const layout = layoutOf({
      id: 'root',
      width: 10,
      height: 20,
      children: [
        {
          id: 'box east',
          x: 1,
          y: 2,
          width: 3,
          height: 4,
          children: [{ id: 'node a', x: 5, y: 6, width: 7, height: 8 }],
        },
      ],
      edges: [
        {
          id: 'edge a b',
          sources: ['node a'],
          targets: ['node b'],
          sections: [{ id: 's', startPoint: { x: 0, y: 0 }, bendPoints: [{ x: 5, y: 0 }], endPoint: { x: 5, y: 9 } }],
        },
      ],
    });
    expect(layout.boxes.get('east')).toEqual({ x: 1, y: 2, width: 3, height: 4 });
    expect(layout.nodes.get('a')).toEqual({ x: 5, y: 6, width: 7, height: 8 });
    expect(layout.lines.get('a b')?.points).toHaveLength(3);
  });

  it('stays where only statuses and words change, and does not where a node comes', () => {
    const recoloured = {
      ...DIAGRAM,
      nodes: DIAGRAM.nodes.map(it => ({ ...it, status: 'CURRENT' as const, words: 'well' })),
    };
    expect(shapeOf(recoloured)).toBe(shapeOf(DIAGRAM));
    expect(shapeOf({ ...DIAGRAM, nodes: [...DIAGRAM.nodes, node('e')] })).not.toBe(shapeOf(DIAGRAM));
  });

  it('has room for names up to a width, and cuts longer ones in the middle', () => {
    expect(sizeOf({ title: 'a', detail: '' }).width).toBe(110);
    expect(sizeOf({ title: 'a'.repeat(99), detail: '' }).width).toBe(250);
    expect(cut('short')).toBe('short');
    expect(cut('abcdefghij', 5)).toBe('ab…ij');
  });
});

describe('the walk by arrow keys', () => {
  it.each([
    ['a', 'ArrowRight', 'b'],
    ['b', 'ArrowLeft', 'a'],
    ['a', 'ArrowLeft', undefined],
    ['b', 'ArrowDown', 'c'],
    ['a', 'Enter', undefined],
    ['nobody', 'ArrowRight', undefined],
  ])('from %s by %s leads to %s', (from, key, to) => {
    expect(nodeBeside(LAYOUT.nodes, from, key)).toBe(to);
  });
});

describe('a view', () => {
  const frame = { width: 600, height: 400 };

  it('shows the whole layout in the middle, no larger and no smaller than asked', () => {
    expect(fitted(LAYOUT, frame, { most: 1 })).toEqual({ scale: 1, x: 150, y: 150 });
    expect(fitted({ width: 6_000, height: 100 }, frame, { most: 1 }).scale).toBeCloseTo(0.096);
    expect(fitted({ width: 6_000, height: 100 }, frame, { most: 1, least: 0.5 })).toMatchObject({ scale: 0.5, x: 12 });
  });

  it('begins with the whole layout where it is legible, and otherwise around a node, without an empty border', () => {
    const options = { most: 1, least: 0.5, around: 'c' };
    expect(begun(LAYOUT, frame, options)).toEqual(fitted(LAYOUT, frame, { most: 1 }));
    const long = { ...LAYOUT, width: 4_000, nodes: new Map([['c', { x: 2_000, y: 20, width: 100, height: 40 }]]) };
    expect(begun(long, frame, options)).toEqual({ scale: 0.5, x: 300 - 0.5 * 2_050, y: 175 });
    const atTheEnd = { ...long, nodes: new Map([['c', { x: 3_900, y: 20, width: 100, height: 40 }]]) };
    expect(begun(atTheEnd, frame, options).x).toBe(600 - 12 - 2_000);
    expect(begun(long, frame, { ...options, around: 'nobody' }).x).toBe(12);
  });

  it('keeps the point below the pointer when it is zoomed', () => {
    const at = { x: 200, y: 100 };
    const before = { x: 30, y: 40, scale: 1 };
    const after = zoomed(before, 2, at);
    const pointIn = (view: typeof before) => [(at.x - view.x) / view.scale, (at.y - view.y) / view.scale];
    expect(after.scale).toBe(2);
    expect(pointIn(after)).toEqual(pointIn(before));
    expect(zoomed(before, 1_000, at).scale).toBe(4);
  });

  it('moves as little as shows a node', () => {
    const view = { x: 0, y: 0, scale: 1 };
    expect(revealing(view, { x: 100, y: 100, width: 50, height: 40 }, frame)).toEqual(view);
    expect(revealing(view, { x: 900, y: 100, width: 50, height: 40 }, frame)).toEqual({ x: -374, y: 0, scale: 1 });
    expect(revealing(view, { x: -100, y: 100, width: 50, height: 40 }, frame)).toEqual({ x: 124, y: 0, scale: 1 });
  });
});

describe('files', () => {
  it('of SVG hold names as text, whatever they contain', () => {
    const nasty = { ...DIAGRAM, nodes: [node('a', undefined, { title: '<script>&"\u0000', words: "it's" })] };
    const svg = toSvg('A & B', nasty, LAYOUT);
    expect(svg).toContain('<title>A &amp; B</title>');
    expect(svg).toContain('&lt;script&gt;&amp;&quot;');
    expect(svg).not.toMatch(/<script|\u0000/);
  });

  it('of DOT hold clusters, nodes, and edges between nodes that are there', () => {
    const dot = toDot('Mesh', { ...DIAGRAM, nodes: [...DIAGRAM.nodes, node('quo"te\\')] });
    expect(dot).toContain('subgraph "cluster east/shop" {');
    expect(dot).toContain('"a" -> "b" [color="#596273", label="5/s"];');
    expect(dot).toContain('style=dashed');
    expect(dot).not.toContain('gone');
    expect(dot).toContain('"quo\\"te\\\\"');
  });

  it('have lines with round corners', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 20, y: 0 },
      { x: 20, y: 20 },
    ];
    expect(pathOf(points)).toBe('M0 0L14 0Q20 0 20 6L20 20');
    expect(pathOf([])).toBe('');
  });
});

describe('layouts that are kept', () => {
  const stored = new Map<string, string>();
  let isFull = false;
  beforeEach(() => {
    stored.clear();
    isFull = false;
    Object.defineProperty(globalThis, 'sessionStorage', {
      configurable: true,
      value: {
        getItem: (key: string) => stored.get(key) ?? null,
        removeItem: (key: string) => stored.delete(key),
        setItem(key: string, value: string) {
          if (isFull) throw new Error('QuotaExceededError');
          stored.set(key, value);
        },
      },
    });
  });
  afterEach(() => void Reflect.deleteProperty(globalThis, 'sessionStorage'));
  const called = (name: string): Diagram => ({ boxes: [], nodes: [node(name)], edges: [] });
  const placed = (name: string): Layout => ({
    ...{ width: 100, height: 50, boxes: new Map(), lines: new Map() },
    nodes: new Map([[name, { x: 1, y: 2, width: 3, height: 4 }]]),
  });

  it('are the same again, for a diagram that tells other things of the same shape', () => {
    keepLayout(DIAGRAM, LAYOUT);
    const told: Diagram = { ...DIAGRAM, nodes: DIAGRAM.nodes.map(it => ({ ...it, status: 'CURRENT', words: 'new' })) };
    expect(keptLayout(told)).toEqual(LAYOUT);
  });

  it('are of their own shape alone', () => {
    keepLayout(DIAGRAM, LAYOUT);
    expect(keptLayout({ ...DIAGRAM, nodes: DIAGRAM.nodes.slice(1) })).toBeUndefined();
    expect(keptLayout({ ...DIAGRAM, nodes: DIAGRAM.nodes.toReversed() })).toBeUndefined();
  });

  it('name nothing of the diagram', () => {
    const secret: Diagram = { boxes: [{ id: 'vault', title: 'vault' }], nodes: [node('hidden', 'vault')], edges: [] };
    keepLayout(secret, placed('hidden'));
    expect(keptLayout(secret)?.nodes.get('hidden')).toEqual({ x: 1, y: 2, width: 3, height: 4 });
    expect([...stored.values()].join(' ')).not.toMatch(/vault|hidden/);
  });

  it('are the latest six', () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) keepLayout(called(name), placed(name));
    expect(keptLayout(called('a'))).toBeUndefined();
    for (const name of ['b', 'g']) expect(keptLayout(called(name))).toEqual(placed(name));
  });

  it('are none where the storage is full or holds something else', () => {
    keepLayout(called('a'), placed('a'));
    isFull = true;
    keepLayout(called('b'), placed('b'));
    expect(keptLayout(called('b'))).toBeUndefined();
    stored.set('fleetgraph-layouts', '{');
    expect(keptLayout(called('a'))).toBeUndefined();
  });
});
