/**
 * Reads the Lua scripts beside this file, and binds what they are given to names.
 *
 * Redis hands a script two lists. What stands where in them is said once, in TypeScript: a script begins with a line that names its keys and its arguments,
 * and RedisConnection.run() puts them in that order. `-- include fence` stands for scripts/parts/fence.lua.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Script<Key extends string = string, Argument extends string = string> {
  readonly text: string;
  readonly sha: string;
  /** In the order in which Redis is given them. */
  readonly keys: readonly Key[];
  readonly arguments: readonly Argument[];
  /** Changes nothing, so that it is run as a command that a reader's ACL user may be allowed. */
  readonly readOnly: boolean;
  /** Its answer may be binary. */
  readonly answersBytes: boolean;
}

export interface ScriptOptions<Key extends string, Argument extends string> {
  readonly keys: readonly Key[];
  readonly arguments?: readonly Argument[];
  /** What the script calls the place in ARGV of the first argument that has no name. */
  readonly rest?: string;
  readonly readOnly?: boolean;
  readonly answersBytes?: boolean;
}

export function lua<const Key extends string, const Argument extends string = never>(
  name: string,
  { keys, arguments: names = [], rest, readOnly = false, answersBytes = false }: ScriptOptions<Key, Argument>,
): Script<Key, Argument> {
  const bindings = [bind(keys, 'KEYS'), bind(names, 'ARGV'), rest === undefined ? '' : `local ${rest} = ${names.length + 1}\n`];
  const body = read(name).replace(/^-- include (.+)$/gm, (_, part: string) => read(`parts/${part}`));
  const text = bindings.join('') + body;
  return { text, sha: createHash('sha1').update(text).digest('hex'), keys, arguments: names, readOnly, answersBytes };
}

/** Not all of the list: the arguments of a batch are more than fit on Lua's stack. */
function bind(names: readonly string[], list: 'KEYS' | 'ARGV'): string {
  return names.length === 0 ? '' : `local ${names.join(', ')} = unpack(${list}, 1, ${names.length})\n`;
}

function read(name: string): string {
  return readFileSync(new URL(`./scripts/${name}.lua`, import.meta.url), 'utf8');
}
