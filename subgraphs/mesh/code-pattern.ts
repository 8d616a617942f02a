/**
 * Patterns of response codes in annotations, in the subset of regular expressions that they may use: digits, `X` for
 * any digit, `-`, classes, groups, alternatives, `^` and `$`.
 *
 * JavaScript's own matching backtracks: `(|)(|)(|)…` takes it seconds although nothing repeats. An annotation comes
 * from a cluster, so patterns are matched here by sets of positions: at most one step for each character and position.
 */
export interface CodePattern {
  /** True if the pattern matches the whole code. */
  test(code: string): boolean;
}

const ALLOWED = /^[\dXx|^$()[\]-]{1,64}$/;

/** Undefined if the text is no such pattern. */
export function codePattern(text: string): CodePattern | undefined {
  if (!ALLOWED.test(text)) return undefined;
  try {
    // Recognizes regular expressions; never runs one.
    new RegExp(text.replace(/x/gi, '\\d'));
  } catch {
    return undefined;
  }
  const whole = alternatives(tokensOf(text));
  // Each part takes one character at most.
  return { test: code => code.length <= text.length && whole(code, new Set([0])).has(code.length) };
}

/** Maps the positions before a part to the positions after it. */
type Part = (code: string, from: ReadonlySet<number>) => ReadonlySet<number>;

/** A character, or a class. */
const TOKEN = /\[[^\]]*\]|[^]/g;

function tokensOf(text: string): string[] {
  return (text.match(TOKEN) ?? []).reverse();
}

/** Reads to the end, or to the bracket that ends a group. @param left Tokens, the next one last */
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
