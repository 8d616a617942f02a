/**
 * A path into JSON, in the syntax of kubectl: `.template.spec.containers[0].image`,
 * `.labels["app.kubernetes.io/name"]`.
 *
 * The first dot is optional. Only own properties are found, so no path leads to a prototype.
 */
import { isExactNumber } from '../../schema/exact-json.ts';
import { quoted } from './arguments.ts';

export type FieldPath = readonly (string | number)[];

export class FieldPathError extends Error {
  override name = 'FieldPathError';
}

const MAX_LENGTH = 1_024;
const SYNTAX = 'A path is made of .name, [0] and ["name"]: .template.spec.containers[0].image';
/**
 * One step of a path: `.name`, `[0]`, `["name"]` or `['name']`. Inside quotes, a backslash escapes the next character.
 */
const STEP = /\.([^.[\]"'\s\\]+)|\[(\d{1,9})\]|\["((?:[^"\\]|\\.)*)"\]|\['((?:[^'\\]|\\.)*)'\]/suy;

/**
 * Parses a path. The texts '' and '.' are the path to the value itself.
 * @throws FieldPathError
 */
export function parseFieldPath(text: string): FieldPath {
  if (text.length > MAX_LENGTH)
    throw new FieldPathError(`A path has at most ${MAX_LENGTH} characters; this one has ${text.length}.`);
  if (text === '' || text === '.') return [];
  const dotted = text.startsWith('.') || text.startsWith('[') ? text : `.${text}`;
  const steps: (string | number)[] = [];
  for (STEP.lastIndex = 0; STEP.lastIndex < dotted.length;) {
    const at = STEP.lastIndex;
    const match = STEP.exec(dotted);
    if (!match)
      throw new FieldPathError(`The path ${quoted(text)} cannot be read at ${quoted(dotted.slice(at))}. ${SYNTAX}`);
    const [, name, index, double, single] = match;
    steps.push(index === undefined ? (name ?? (double ?? single ?? '').replaceAll(/\\(.)/gsu, '$1')) : Number(index));
  }
  return steps;
}

/** The path as text for messages. Long keys are shortened. An empty path is printed as `it`. */
export function printFieldPath(path: FieldPath): string {
  const steps = path.map(step => {
    if (typeof step === 'number') return `[${step}]`;
    return /^[\w-]{1,63}$/.test(step) ? `.${step}` : `[${quoted(step)}]`;
  });
  return steps.length > MAX_PRINTED ? `${steps.slice(0, MAX_PRINTED).join('')}…` : steps.join('') || 'it';
}

const MAX_PRINTED = 20;

/** The value at the path. Undefined if the path leads to no value. */
export function valueAt(value: unknown, path: FieldPath): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null || isExactNumber(current)) return undefined;
    if (Array.isArray(current) ? typeof step !== 'number' : typeof step === 'number') return undefined;
    if (!Object.hasOwn(current, step)) return undefined;
    current = (current as Record<string | number, unknown>)[step];
  }
  return current;
}
