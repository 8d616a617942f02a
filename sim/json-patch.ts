/**
 * Applies JSON patches (RFC 6902) with the operations that the simulated API server supports: `add`, `replace`,
 * `remove` and `test`.
 */
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../kubernetes/object-shape.ts';
import { badRequest, StatusError } from './status.ts';

interface Operation {
  readonly op: 'add' | 'replace' | 'remove' | 'test';
  readonly path: string;
  readonly value?: unknown;
}

/** @throws StatusError if the patch is malformed, a path does not exist in the document, or a `test` fails */
export function jsonPatch(document: unknown, operations: unknown): unknown {
  if (!Array.isArray(operations) || !operations.every(isOperation))
    throw badRequest('the body of the request holds no JSON patch of add, replace, remove and test');
  const patched: unknown = structuredClone(document);
  for (const operation of operations) step(patched, operation);
  return patched;
}

const isOperation = (it: unknown): it is Operation =>
  isRecord(it) &&
  ['add', 'replace', 'remove', 'test'].includes(String(it['op'])) &&
  typeof it['path'] === 'string' &&
  it['path'].startsWith('/');

function step(document: unknown, { op, path, value }: Operation): void {
  const keys = path.slice(1).split('/');
  const names = keys.map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = names.pop()!;
  const parent = names.reduce((at, name) => childOf(at, name), document);
  const exists = childOf(parent, last) !== undefined;
  if ((!isRecord(parent) && !Array.isArray(parent)) || (op !== 'add' && !exists)) throw refused(op, path);
  if (op === 'test') {
    if (!isDeepStrictEqual(childOf(parent, last), value)) throw refused(op, path);
  } else if (Array.isArray(parent)) {
    const at = last === '-' ? parent.length : Number(last);
    parent.splice(at, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [value]));
  } else if (op === 'remove') delete parent[last];
  else parent[last] = value;
}

/** Value of a member. Reads only own members, so a name such as `constructor` finds nothing. */
function childOf(parent: unknown, name: string): unknown {
  if (!isRecord(parent) && !Array.isArray(parent)) return undefined;
  return Object.hasOwn(parent, name) ? (parent as Record<string, unknown>)[name] : undefined;
}

const refused = (op: string, path: string): StatusError =>
  new StatusError(422, 'Invalid', `the server rejected our request: the ${op} of ${path} does not apply`, {});
