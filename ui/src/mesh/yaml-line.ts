/** Finds the line of a YAML text for a path such as `spec/http[0]/route[1]/destination`. */
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';

interface Excerpt {
  /** Line number, starting at 1. */
  readonly line: number;
  readonly lines: readonly { readonly number: number; readonly text: string }[];
}

const AROUND = 2;

/** Lines around the deepest part of the path that exists in the text. Undefined if not even the first part exists. */
export function excerptAt(yaml: string, path: string): Excerpt | undefined {
  const counter = new LineCounter();
  const offset = offsetOf(
    parseDocument(yaml, { lineCounter: counter, keepSourceTokens: true }).contents,
    partsOf(path),
  );
  if (offset === undefined) return undefined;
  const { line } = counter.linePos(offset);
  const lines = yaml.trimEnd().split('\n');
  const from = Math.max(1, line - AROUND);
  return {
    line,
    lines: lines
      .slice(from - 1, line + AROUND)
      .flatMap((text, at) => (from + at > lines.length ? [] : [{ number: from + at, text }])),
  };
}

/** Splits a path into names and indexes: `http[0]` becomes `http` and 0. */
function partsOf(path: string): (string | number)[] {
  return path.split('/').flatMap(part => {
    const [, name = '', indexes = ''] = /^(.*?)((?:\[\d+\])*)$/.exec(part) ?? [];
    return [...(name === '' ? [] : [name]), ...[...indexes.matchAll(/\d+/g)].map(([digits]) => Number(digits))];
  });
}

/** Offset of the deepest part of the path that exists in the text. */
function offsetOf(contents: Node | null, parts: readonly (string | number)[]): number | undefined {
  let at: unknown = contents;
  let offset: number | undefined;
  for (const part of parts) {
    if (typeof part === 'number') {
      const item = isSeq(at) ? (at.items[part] as Node | undefined) : undefined;
      if (!item?.range) return offset;
      offset = item.range[0];
      at = item;
    } else {
      const pair = isMap(at) ? at.items.find(({ key }) => isScalar(key) && String(key.value) === part) : undefined;
      if (!pair || !isScalar(pair.key) || !pair.key.range) return offset;
      offset = pair.key.range[0];
      at = pair.value;
    }
  }
  return offset;
}
