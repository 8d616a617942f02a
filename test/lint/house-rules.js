/** Lint rules of this repository, for oxlint. */

const RIDDLE = /^[*\s]*(Of|Who|That|Another|The same|So many|Whether it|What it)\b/;

/** Reports comments that start with a word of RIDDLE. A comment starts with the noun that it defines, or a verb. */
const plainComments = {
  create: context => ({
    Program: () => {
      for (const { value, loc } of context.sourceCode.getAllComments()) {
        const [, start] = RIDDLE.exec(value) ?? [];
        if (start)
          context.report({ loc, message: `Start a comment with the noun it defines, or a verb, not with "${start}".` });
      }
    },
  }),
};

const WIDTH = 120;

/** Reports lines of over 120 columns, except those with a string, a pattern or a URL. The formatter breaks only code. */
const lineWidth = {
  create: context => {
    const exempt = new Set();
    const exemptLinesOf = ({ loc }) => {
      for (let line = loc.start.line; line <= loc.end.line; line++) exempt.add(line);
    };
    return {
      TemplateElement: exemptLinesOf,
      JSXText: exemptLinesOf,
      Literal: node => {
        if (typeof node.value === 'string' || node.regex) exemptLinesOf(node);
      },
      'Program:exit': () => {
        for (const [index, text] of context.sourceCode.lines.entries()) {
          const line = index + 1;
          if (text.length <= WIDTH || exempt.has(line) || text.includes('://')) continue;
          const loc = { start: { line, column: WIDTH }, end: { line, column: text.length } };
          context.report({ loc, message: `At most ${WIDTH} columns.` });
        }
      },
    };
  },
};

const NAMED_EXPORTS = {
  ExportDefaultDeclaration: 'Name what a file exports.',
  ExportAllDeclaration: 'No barrels: import from the file that holds the thing.',
};

/** Reports default exports and `export *`. */
const namedExports = {
  create: context =>
    Object.fromEntries(
      Object.entries(NAMED_EXPORTS).map(([type, message]) => [type, node => context.report({ node, message })]),
    ),
};

export default {
  meta: { name: 'fleetgraph' },
  rules: { 'plain-comments': plainComments, 'line-width': lineWidth, 'named-exports': namedExports },
};
