import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Diagram } from '../../ui/src/diagram/diagram.ts';
import { keepLayout, keptLayout } from '../../ui/src/diagram/kept-layouts.ts';
import { forgetLayouts } from '../../ui/src/diagram/layout-storage.ts';

const stored = new Map<string, string>();
Object.defineProperty(globalThis, 'sessionStorage', {
  value: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
});

const diagram: Diagram = {
  boxes: [],
  nodes: [{ id: 'secret-name', title: 'secret-name', detail: '', words: '' }],
  edges: [],
};
const layout = {
  ...{ width: 100, height: 50, boxes: new Map(), lines: new Map() },
  nodes: new Map([['secret-name', { x: 1, y: 2, width: 30, height: 10 }]]),
};

describe('layouts of diagrams', () => {
  beforeEach(() => {
    stored.clear();
    keepLayout(diagram, layout);
  });

  it('are kept without names', () => {
    expect(keptLayout(diagram)).toEqual(layout);
    expect(JSON.stringify([...stored])).not.toContain('secret');
  });

  it('are forgotten when the caller signs out', () => {
    forgetLayouts();
    expect(keptLayout(diagram)).toBeUndefined();
    expect(stored.size).toBe(0);
  });
});
