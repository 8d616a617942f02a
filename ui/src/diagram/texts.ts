/** Texts of diagrams. */
import { counted } from '../format/count.ts';

export const diagramTexts = {
  label: (title: string, nodes: number, edges: number) =>
    `${title}: ${counted(nodes)} nodes, ${counted(edges)} connections. Arrow keys move between nodes, Enter tells of one.`,
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show all',
  flows: 'Movement',
  how: 'Drag to move, Ctrl and the wheel to zoom',
  laying: (nodes: number) => `Drawing ${counted(nodes)} nodes…`,
  notLaid: (message: string) =>
    `The picture could not be drawn: ${message} The lists on this page have the same content.`,
};
