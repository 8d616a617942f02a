/** Service mesh in the Explorer: sorted calls, rates in words, the diagram, and the YAML lines. */
import { describe, expect, it } from '@jest/globals';
import {
  diagramOf,
  itemIdOf,
  rateWords,
  trafficWords,
  worstFirst,
  type MeshEdge,
  type MeshNode,
} from '../../ui/src/mesh/traffic.ts';
import { excerptAt } from '../../ui/src/mesh/yaml-line.ts';

const node = (id: string, more: Partial<MeshNode> = {}): MeshNode => ({
  ...{ id, type: 'APP', cluster: { name: 'east' }, namespace: 'shop', name: id, version: null, outside: false },
  ...more,
});
const rates = (rate: number, errorPercent: number | null = 0, protocol: 'HTTP' | 'TCP' = 'HTTP') => ({
  ...{ protocol, rate, errorPercent, codes: [], mtlsPercent: null, responseTimeMs: null },
});
const edge = (source: string, target: string, health: MeshEdge['health'], traffic = [rates(1)]): MeshEdge => ({
  ...{ id: `${source} ${target}`, source, target, crossCluster: false, traffic, health },
});

it('has failing calls first, then the most frequent', () => {
  const edges = [
    edge('a', 'b', 'HEALTHY', [rates(1)]),
    edge('a', 'c', 'HEALTHY', [rates(9)]),
    edge('a', 'd', 'NOT_AVAILABLE'),
    edge('a', 'e', 'DEGRADED'),
    edge('a', 'f', 'FAILURE'),
  ];
  expect(worstFirst(edges).map(({ target }) => target)).toEqual(['f', 'e', 'c', 'b', 'd']);
});

describe('rates in words', () => {
  it.each([
    [rates(9.5), '9.5/s'],
    [rates(0.1234), '0.123/s'],
    [rates(0.5, null, 'TCP'), '0.5 B/s'],
    [rates(999, null, 'TCP'), '999 B/s'],
    [rates(1_500_000, null, 'TCP'), '1.5 MB/s'],
  ])('%j is %s', (traffic, words) => {
    expect(rateWords(traffic)).toBe(words);
  });

  it('tell errors, and of no traffic that it is idle', () => {
    expect(trafficWords([rates(5, 40), rates(2_000, null, 'TCP')])).toBe('5/s, 40 % errors + 2 kB/s');
    expect(trafficWords([rates(0)])).toBe('idle');
  });
});

it.each([
  [node('a b', { type: 'SERVICE', namespace: 'x/y' }), '///service/x%2Fy/a%20b'],
  [node('a', { version: 'v1' }), '///app/shop/a'],
  [node('?', { type: 'HIDDEN', namespace: null, name: null }), undefined],
])('%j is part of the item %s', (of, id) => {
  expect(itemIdOf(of)).toBe(id);
});

describe('the picture', () => {
  it('has boxes for clusters and namespaces, and shows how calls to a node are', () => {
    const { nodes, boxes, edges } = diagramOf({
      nodes: [
        node('a'),
        node('b', { cluster: { name: 'west' } }),
        node('x', { type: 'UNKNOWN', cluster: null, namespace: null, name: null }),
      ],
      edges: [edge('a', 'b', 'FAILURE', [rates(5, 40)]), edge('x', 'a', 'HEALTHY', [rates(0)])],
    });
    expect(boxes.map(({ title, within }) => [title, within])).toEqual([
      ['east', undefined],
      ['shop', 'cluster east'],
      ['west', undefined],
      ['shop', 'cluster west'],
    ]);
    expect(nodes.map(({ status, faint, within }) => [status, faint, within])).toEqual([
      ['CURRENT', undefined, 'cluster east/shop'],
      ['FAILED', undefined, 'cluster west/shop'],
      [undefined, true, undefined],
    ]);
    expect(edges[0]).toMatchObject({ id: 'a b', status: 'FAILED', label: '5/s, 40 % errors', flows: true });
    expect(edges[1]).toMatchObject({ id: 'x a', label: 'idle', dashed: true });
  });
});

describe('the line of a path', () => {
  const YAML = [
    'spec:',
    '  hosts: [web]',
    '  http:',
    '    - route:',
    '        - destination:',
    '            host: web',
    '    - route: []',
    '',
  ].join('\n');

  it.each([
    ['spec/hosts', 2],
    ['spec/http[0]/route[0]/destination/host', 6],
    ['spec/http[1]/route', 7],
    ['spec/http[1]/route[3]/destination', 7],
    ['spec/none', 1],
  ])('%s is %d', (path, line) => {
    expect(excerptAt(YAML, path)?.line).toBe(line);
  });

  it('comes with those around it, and is not known where nothing of the path is there', () => {
    expect(excerptAt(YAML, 'spec/hosts')?.lines.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(excerptAt(YAML, 'status/x')).toBeUndefined();
    expect(excerptAt(': not yaml: [', 'spec/x')).toBeUndefined();
  });
});
