/**
 * The mutants of a source file. Each mutant is the file with one small mistake, such as a comparison that includes its
 * boundary, a forgotten check or an inverted condition. Types and imports stay, because tsc checks them. Mutants are in
 * the order of the text, so two runs give equal lists.
 */
import ts from 'typescript';

export interface Mutant {
  readonly file: string;
  /** Line number, from 1. */
  readonly line: number;
  /** Function, class member or top-level variable that contains the change. Empty in other places. */
  readonly within: string;
  readonly was: string;
  readonly now: string;
  /** The complete text of the mutated file. */
  readonly text: string;
}

/** One replacement of a node's text. */
interface Fault {
  readonly node: ts.Node;
  readonly now: string;
}

export function mutantsOf(file: string, text: string): readonly Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const mutants = new Map<string, Mutant>();
  const visit = (node: ts.Node): void => {
    if (isTypeOnly(node)) return;
    for (const { node: replaced, now } of faultsOf(node, source)) {
      const start = replaced.getStart(source);
      const end = replaced.getEnd();
      const mutated = text.slice(0, start) + now + text.slice(end);
      mutants.set(mutated, {
        file,
        line: source.getLineAndCharacterOfPosition(start).line + 1,
        within: nameOfPlace(replaced),
        was: oneLine(text.slice(start, end)),
        now: oneLine(now),
        text: mutated,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...mutants.values()];
}

function isTypeOnly(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node)
  );
}

function* faultsOf(node: ts.Node, source: ts.SourceFile): Iterable<Fault> {
  const text = (part: ts.Node) => part.getText(source);
  if (ts.isBinaryExpression(node)) yield* binaryFaults(node, text);
  else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    yield { node, now: text(node.operand) };
  else if (ts.isPostfixUnaryExpression(node))
    yield { node, now: text(node.operand) + (text(node).endsWith('++') ? '--' : '++') };
  else if (node.kind === ts.SyntaxKind.TrueKeyword) yield { node, now: 'false' };
  else if (node.kind === ts.SyntaxKind.FalseKeyword) yield { node, now: 'true' };
  else if (ts.isNumericLiteral(node) && (node.text === '0' || node.text === '1'))
    yield { node, now: node.text === '0' ? '1' : '0' };
  else if (isText(node)) yield { node, now: text(node).length === 2 ? "'mutant'" : "''" };
  else if (ts.isArrayLiteralExpression(node))
    yield* node.elements.map(dropped => ({ node, now: without(node, dropped, text) }));
  else if (ts.isCallExpression(node)) yield* callFaults(node, text);
  else if (ts.isReturnStatement(node) && node.expression) yield* answerFaults(node.expression);
  else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) yield* answerFaults(node.body);
  const condition = conditionOf(node);
  if (condition && !isFlippedOtherwise(condition)) yield { node: condition, now: `!(${text(condition)})` };
  if (isRemovable(node)) yield { node, now: ';' };
}

const FLIPPED: ReadonlyMap<string, string> = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['==', '!='],
  ['!=', '=='],
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['&&', '||'],
  ['||', '&&'],
  ['??', '&&'],
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
  ['+=', '-='],
  ['-=', '+='],
]);

function* binaryFaults(node: ts.BinaryExpression, text: (part: ts.Node) => string): Iterable<Fault> {
  const { left, operatorToken, right } = node;
  const operator = text(operatorToken);
  const flipped = FLIPPED.get(operator);
  if (!flipped || (operator === '+' && (isText(left) || isText(right)))) return;
  if (flipped.endsWith('=') && operator.length === 2 && '+-'.includes(operator.charAt(0))) {
    yield { node, now: `${text(left)} ${flipped} ${text(right)}` };
    return;
  }
  yield { node, now: `((${text(left)}) ${flipped} (${text(right)}))` };
  // Drops one half of the condition.
  if (operator === '&&' || operator === '||') yield* [left, right].map(kept => ({ node, now: `(${text(kept)})` }));
}

const OTHER_METHOD: ReadonlyMap<string, string> = new Map([
  ['every', 'some'],
  ['some', 'every'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['max', 'min'],
  ['min', 'max'],
]);
const LEFT_OUT = new Set(['filter', 'sort', 'toSorted', 'slice']);

function* callFaults({ expression }: ts.CallExpression, text: (part: ts.Node) => string): Iterable<Fault> {
  if (!ts.isPropertyAccessExpression(expression)) return;
  const other = OTHER_METHOD.get(expression.name.text);
  if (other) yield { node: expression.name, now: other };
  if (LEFT_OUT.has(expression.name.text)) yield { node: expression.parent, now: text(expression.expression) };
}

/** Replacements of a function's result: both booleans for a boolean expression, undefined for other expressions. */
function answerFaults(answer: ts.Expression): readonly Fault[] {
  if (ts.isParenthesizedExpression(answer) && !ts.isObjectLiteralExpression(answer.expression))
    return answerFaults(answer.expression);
  if (answer.kind === ts.SyntaxKind.TrueKeyword || answer.kind === ts.SyntaxKind.FalseKeyword) return [];
  if (ts.isIdentifier(answer) && answer.text === 'undefined') return [];
  if (isBoolean(answer)) return ['true', 'false'].map(now => ({ node: answer, now }));
  return [{ node: answer, now: 'undefined' }];
}

const COMPARISONS = new Set(['===', '!==', '==', '!=', '<', '<=', '>', '>=', '&&', '||']);
const PREDICATES = new Set(['every', 'some', 'includes', 'has', 'startsWith', 'endsWith', 'test']);

function isBoolean(node: ts.Expression): boolean {
  if (ts.isBinaryExpression(node)) return COMPARISONS.has(node.operatorToken.getText());
  if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken;
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    PREDICATES.has(node.expression.name.text)
  );
}

/** True for a string or template literal. Names of properties and descriptions of symbols do not count. */
function isText(node: ts.Node): boolean {
  if (!ts.isStringLiteral(node) && !ts.isNoSubstitutionTemplateLiteral(node) && !ts.isTemplateExpression(node))
    return false;
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) return parent.initializer === node;
  return !(ts.isCallExpression(parent) && ts.isIdentifier(parent.expression) && parent.expression.text === 'Symbol');
}

function without(list: ts.ArrayLiteralExpression, dropped: ts.Expression, text: (part: ts.Node) => string): string {
  return `[${list.elements
    .filter(element => element !== dropped)
    .map(text)
    .join(', ')}]`;
}

function conditionOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isIfStatement(node)) return node.expression;
  return ts.isConditionalExpression(node) ? node.condition : undefined;
}

/** True if another mutant already negates the condition. */
function isFlippedOtherwise(condition: ts.Expression): boolean {
  if (ts.isBinaryExpression(condition)) return ['===', '!=='].includes(condition.operatorToken.getText());
  return ts.isPrefixUnaryExpression(condition) && condition.operator === ts.SyntaxKind.ExclamationToken;
}

function isRemovable(node: ts.Node): boolean {
  if (!ts.isStatement(node) || ts.isBlock(node) || ts.isReturnStatement(node)) return false;
  const { parent } = node;
  // Removing the body of an `if` is equal to removing the `if`.
  if (ts.isIfStatement(parent) && !parent.elseStatement) return false;
  return (
    (ts.isExpressionStatement(node) && !node.getText().startsWith('super(')) ||
    ts.isIfStatement(node) ||
    ts.isThrowStatement(node) ||
    ts.isContinueStatement(node) ||
    ts.isBreakStatement(node) ||
    ts.isForStatement(node) ||
    ts.isForOfStatement(node)
  );
}

function nameOfPlace(node: ts.Node): string {
  for (let place = node.parent; !ts.isSourceFile(place); place = place.parent) {
    if (ts.isFunctionDeclaration(place)) return place.name?.text ?? '';
    if (ts.isConstructorDeclaration(place)) return `${place.parent.name?.text}.constructor`;
    if (ts.isClassElement(place) && place.name && ts.isClassLike(place.parent))
      return `${place.parent.name?.text}.${place.name.getText()}`;
    if (ts.isVariableDeclaration(place) && ts.isSourceFile(place.parent.parent.parent)) return place.name.getText();
  }
  return '';
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
