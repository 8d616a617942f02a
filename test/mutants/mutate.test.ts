/** The faults that the mutator can insert. */
import { describe, expect, it } from '@jest/globals';
import { mutantsOf } from './mutate.ts';

const faults = (text: string) => mutantsOf('a.ts', text).map(({ was, now }) => `${was} → ${now}`);

describe('a mutant', () => {
  it.each<[string, string, readonly string[]]>([
    ['a comparison', 'const a = b === c;', ['b === c → ((b) !== (c))']],
    ['a boundary', 'const a = b <= c;', ['b <= c → ((b) < (c))']],
    ['a check of two halves', 'const a = b && c;', ['b && c → ((b) || (c))', 'b && c → (b)', 'b && c → (c)']],
    ['a default', 'const a = b ?? c;', ['b ?? c → ((b) && (c))']],
    ['a sum', 'const a = b + c;', ['b + c → ((b) - (c))']],
    ['a text that is put together', "const a = b + 'x';", ["'x' → ''"]],
    ['a negation', 'const a = !b;', ['!b → b']],
    ['a condition', 'const a = b() ? c : d;', ['b() → !(b())']],
    ['a statement', 'if (a) b();', ['a → !(a)', 'if (a) b(); → ;']],
    ['an early end', 'for (;;) continue;', ['for (;;) continue; → ;', 'continue; → ;']],
    ['an answer', 'function f() { return a; }', ['a → undefined']],
    ['a decision', 'const f = () => a.has(b);', ['a.has(b) → true', 'a.has(b) → false']],
    ['a list', 'const a = [b, c];', ['[b, c] → [c]', '[b, c] → [b]']],
    ['a quantifier', 'const a = b.every(c);', ['every → some']],
    ['a filter', 'const a = b.filter(c);', ['b.filter(c) → b']],
    [
      'the empty text and any other',
      "const a = ['', 'x'];",
      ["['', 'x'] → ['x']", "['', 'x'] → ['']", "'' → 'mutant'", "'x' → ''"],
    ],
    ['nothing of types and imports', "import a from 'a'; type B = 'b' | true; interface C { d: 'd' }", []],
    ['no description of a symbol', "const a = Symbol('a');", []],
  ])('is made of %s', (_case, text, expected) => {
    expect(faults(text)).toEqual(expected);
  });

  it('is the whole text with one fault, and says where it is', () => {
    const [mutant] = mutantsOf('a.ts', 'class A {\n  #b(c: string) {\n    return c === "d";\n  }\n}\n');
    expect(mutant).toEqual({
      ...{ file: 'a.ts', line: 3, within: 'A.#b', was: 'c === "d"', now: 'true' },
      text: 'class A {\n  #b(c: string) {\n    return true;\n  }\n}\n',
    });
  });
});
