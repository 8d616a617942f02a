/**
 * Computes layouts with ELK (Eclipse Layout Kernel) in a worker, so that the page stays responsive. The code of ELK is
 * large, and is loaded only with the first diagram.
 */
import ElkApi from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import type { Diagram, Layout } from './diagram.ts';
import { graphOf, layoutOf } from './layered.ts';

let elk: InstanceType<typeof ElkApi> | undefined;

/** Maximum number of nodes of a diagram for which two layouts are computed. */
const MOST_TWICE = 150;
/** Approximate aspect ratio of the frame. */
const FRAME = { width: 16, height: 9 } as const;

/**
 * Positions of all boxes, nodes and edges of a diagram. The layout runs from left to right. A small and wide layout
 * runs from top to bottom, if it then fits the frame at a larger scale.
 */
export async function layered(diagram: Diagram): Promise<Layout> {
  elk ??= new ElkApi({ workerFactory: () => new Worker(workerUrl) });
  const right = layoutOf(await elk.layout(graphOf(diagram)));
  if (diagram.nodes.length > MOST_TWICE || right.width * FRAME.height <= 1.6 * right.height * FRAME.width) return right;
  const down = layoutOf(await elk.layout(graphOf(diagram, 'DOWN')));
  return scaleOf(down) > scaleOf(right) ? down : right;
}

const scaleOf = ({ width, height }: Layout): number => Math.min(FRAME.width / width, FRAME.height / height);
