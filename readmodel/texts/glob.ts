/**
 * Globs: `*` is any run of characters, `?` is one character, nothing else is special. Matched by hand rather than by a
 * regular expression: nothing needs escaping, and a hostile pattern costs little more than a harmless one. Each part
 * between two stars is searched from where the previous one ended. Without `?` that is the engine's linear search; with
 * `?` it costs at most part length times text length.
 */
import { QueryError } from '../query.ts';

const MAX_GLOB = 1024;

/** End of a part that starts at a position of the text; -1 if it does not match there. */
type Part = (text: string, at: number) => number;

export function compileGlob(pattern: string): (text: string) => boolean {
  if (pattern.length > MAX_GLOB)
    throw new QueryError(`The glob has ${pattern.length} characters; at most ${MAX_GLOB} are allowed. Shorten it.`);
  const [first = '', ...others] = pattern.split('*');
  const begin = partAt(first);
  const last = others.pop();
  if (last === undefined) return text => begin(text, 0) === text.length;
  const middle = others.filter(part => part !== '').map(partBehind);
  const end = partAtEnd(last);
  return text => {
    let at = begin(text, 0);
    for (let i = 0; i < middle.length && at !== -1; i++) at = middle[i]!(text, at);
    return at !== -1 && end(text, at);
  };
}

/** Length of the longest part that is compared at every position of a text; 0 if there is none. */
export function slowestPart(pattern: string): number {
  return Math.max(0, ...pattern.split('*').map(part => (part.includes('?') ? part.length : 0)));
}

function partAt(part: string): Part {
  if (!part.includes('?')) return (text, at) => (text.startsWith(part, at) ? at + part.length : -1);
  return (text, at) => {
    let end = at;
    for (let i = 0; i < part.length; i++) {
      if (end >= text.length) return -1;
      if (part[i] === '?') end += text.codePointAt(end)! > 0xffff ? 2 : 1;
      else if (part[i] === text[end]) end++;
      else return -1;
    }
    return end;
  };
}

/** Finds the first match from `at` on. */
function partBehind(part: string): Part {
  if (!part.includes('?')) {
    return (text, at) => {
      const found = text.indexOf(part, at);
      return found === -1 ? -1 : found + part.length;
    };
  }
  const here = partAt(part);
  return (text, at) => {
    for (let from = at; from < text.length; from++) {
      const end = here(text, from);
      if (end !== -1) return end;
    }
    return -1;
  };
}

/** Matches the part at the end of the text, starting at `at` or later. */
function partAtEnd(part: string): (text: string, at: number) => boolean {
  if (!part.includes('?')) return (text, at) => text.length - part.length >= at && text.endsWith(part);
  const here = partAt(part);
  return (text, at) => {
    for (let from = at; from < text.length; from++) if (here(text, from) === text.length) return true;
    return false;
  };
}
