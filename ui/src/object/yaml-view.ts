/**
 * CodeMirror for reading and editing YAML. Runs in a shadow root with constructed style sheets, because the content
 * security policy allows no style elements.
 */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { codeFolding, foldGutter, foldKeymap, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

export interface YamlView {
  /** Shows another version of the text. Replaces only the changed part, so that the scroll position stays. */
  show(this: void, text: string): void;
  close(this: void): void;
}

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-key)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.keyword], color: 'var(--code-value)' },
  { tag: [tags.comment, tags.meta], color: 'var(--ink-quiet)' },
]);

const look = EditorView.theme({
  '&': { fontSize: '12.5px', color: 'var(--ink)', background: 'var(--ground)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-gutters': { background: 'var(--ground-2)', color: 'var(--ink-quiet)', borderRight: '1px solid var(--line)' },
  '.cm-panels': { background: 'var(--ground-2)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-panels input, .cm-panels button': {
    font: 'inherit',
    color: 'inherit',
    background: 'var(--ground)',
    border: '1px solid var(--line-strong)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-foldPlaceholder': { background: 'var(--ground-3)', border: 'none', color: 'var(--ink-quiet)' },
  '&.cm-focused': { outline: '2px solid var(--accent)' },
});

export function openYamlView(host: HTMLElement, label: string): YamlView {
  const view = viewIn(host, label, '', [codeFolding(), foldGutter(), keymap.of(foldKeymap)]);
  return {
    show: text => {
      const before = view.state.doc.toString();
      if (text !== before) view.dispatch({ changes: changedPart(before, text) });
    },
    close: () => view.destroy(),
  };
}

export interface YamlEditor {
  text(this: void): string;
  focus(this: void): void;
  close(this: void): void;
}

/** Editor for YAML. The Tab key leaves the editor, so that keyboard users are not trapped. */
export function openYamlEditor(host: HTMLElement, label: string, text: string, onChange: () => void): YamlEditor {
  const changed = EditorView.updateListener.of(update => {
    if (update.docChanged) onChange();
  });
  const view = viewIn(
    host,
    label,
    text,
    [codeFolding(), foldGutter(), keymap.of([...foldKeymap, ...historyKeymap]), history(), changed],
    {
      writable: true,
    },
  );
  return { text: () => view.state.doc.toString(), focus: () => view.focus(), close: () => view.destroy() };
}

/** Opens a view. Adds the given extensions to the extensions that every YAML document gets. */
export function viewIn(
  host: HTMLElement,
  label: string,
  doc: string,
  extensions: readonly Extension[],
  { writable = false } = {},
): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  return new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc,
      extensions: [
        lineNumbers(),
        ...extensions,
        yaml(),
        syntaxHighlighting(colours),
        search({ top: true }),
        highlightSelectionMatches(),
        keymap.of([...searchKeymap, ...defaultKeymap]),
        EditorState.readOnly.of(!writable),
        EditorView.contentAttributes.of({ 'aria-label': label, ...(!writable && { 'aria-readonly': 'true' }) }),
        EditorView.lineWrapping,
        look,
      ],
    }),
  });
}

function changedPart(before: string, after: string): { from: number; to: number; insert: string } {
  let start = 0;
  const shortest = Math.min(before.length, after.length);
  while (start < shortest && before[start] === after[start]) start++;
  let end = 0;
  while (end < shortest - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
