/**
 * Patterns of response codes in annotations. They use a subset of regular expressions: digits, `X` for any digit, `-`,
 * classes, groups, alternatives, `^` and `$`.
 *
 * JavaScript's own regular expressions backtrack: `(|)(|)(|)…` takes seconds although nothing repeats. An annotation
 * comes from a cluster and is not trusted. Patterns are therefore matched by sets of positions. So the time of a match
 * is bounded by the length of the pattern multiplied by the length of the code.
 */
export interface CodePattern {
  /** True if the pattern matches the whole code. */
  test(code: string): boolean;
}

const ALLOWED = /^[\dXx|^$()[\]-]{1,64}$/;

/** Parses a pattern. The result is undefined if the text is not a valid pattern. */
export function codePattern(text: string): CodePattern | undefined {
  if (!ALLOWED.test(text)) return undefined;
  try {
    // The regular expression is only compiled to check its syntax. It never runs.
    new RegExp(text.replace(/x/gi, '\\d'));
  } catch {
    return undefined;
  }
  const whole = alternatives(tokensOf(text));
  // Each character of the pattern matches at most one character of the code, so a longer code cannot match.
  return { test: code => code.length <= text.length && whole(code, new Set([0])).has(code.length) };
}

/**
 * A part of a pattern. Maps the positions in the code at which the part may start to the positions at which it may end.
 */
type Part = (code: string, from: ReadonlySet<number>) => ReadonlySet<number>;

/** A token: one character, or one class in brackets. */
const TOKEN = /\[[^\]]*\]|[^]/g;

function tokensOf(text: string): string[] {
  return (text.match(TOKEN) ?? []).reverse();
}

/**
 * Parses alternatives up to the end of the text or the bracket that ends the group.
 * @param left Remaining tokens in reverse order
 */
function alternatives(left: string[]): Part {
  const ways = [sequence(left)];
  while (left.at(-1) === '|') {
    left.pop();
    ways.push(sequence(left));
  }
  return (code, from) => new Set(ways.flatMap(way => [...way(code, from)]));
}

function sequence(left: string[]): Part {
  const parts: Part[] = [];
  for (let token = left.at(-1); token !== undefined && token !== '|' && token !== ')'; token = left.at(-1)) {
    left.pop();
    parts.push(part(token, left));
  }
  return (code, from) =>
    parts.reduce((positions, next) => (positions.size === 0 ? positions : next(code, positions)), from);
}

function part(token: string, left: string[]): Part {
  if (token === '^') return (_code, from) => new Set([...from].filter(at => at === 0));
  if (token === '$') return (code, from) => new Set([...from].filter(at => at === code.length));
  if (token === '(') {
    const inner = alternatives(left);
    left.pop();
    return inner;
  }
  const fits = characterTest(token);
  return (code, from) => new Set([...from].filter(at => at < code.length && fits(code[at]!)).map(at => at + 1));
}

function characterTest(token: string): (character: string) => boolean {
  if (token === 'x' || token === 'X') return character => character >= '0' && character <= '9';
  if (!token.startsWith('[')) return character => character === token;
  const one = new RegExp(`^${token.replace(/x/gi, '\\d')}$`);
  return character => one.test(character);
}
