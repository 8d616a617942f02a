/** Compares two YAML documents in one view. Removed lines stand above added lines. */
import { unifiedMergeView } from '@codemirror/merge';
import { EditorView } from '@codemirror/view';
import { viewIn } from './yaml-view.ts';

/** Shows a sign in the gutter for each changed line, because not everybody can distinguish the colours. */
const look = EditorView.theme({
  '.cm-changeGutter': { width: '2ch', paddingLeft: '0', textAlign: 'center', fontWeight: '700' },
  '.cm-deletedLineGutter, &.cm-merge-b .cm-changedLineGutter': { background: 'transparent' },
  '.cm-deletedLineGutter::before': { content: '"−"', color: 'var(--failed)' },
  '.cm-changedLineGutter::before': { content: '"+"', color: 'var(--well)' },
  '.cm-collapsedLines': { background: 'var(--ground-2)', color: 'var(--ink-quiet)' },
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"⋮"' },
  '.cm-deletedChunk': { background: 'var(--failed-ground)' },
  '&.cm-merge-b .cm-changedLine': { background: 'color-mix(in srgb, var(--well) 14%, var(--ground))' },
  '.cm-deletedChunk .cm-deletedText, &.cm-merge-b .cm-changedText': { background: 'none', fontWeight: '700' },
});

/** Number of unchanged lines to show around a difference. */
const AROUND = 8;

/**
 * @param options `folds`: true folds the lines far from a difference
 * @returns Function that closes the view
 */
export function openDiffView(
  host: HTMLElement,
  label: string,
  before: string,
  now: string,
  { folds = false } = {},
): () => void {
  const folded = folds && { collapseUnchanged: { margin: AROUND, minSize: AROUND } };
  const view = viewIn(host, label, now, [
    unifiedMergeView({ original: before, mergeControls: false, ...folded }),
    look,
  ]);
  return () => view.destroy();
}
