/**
 * Reads the Lua scripts beside this file, and binds their inputs to names.
 *
 * Redis passes two lists to a script, KEYS and ARGV. The options of lua() define the order of both lists. The lines
 * that bind the names are put before the script, and RedisConnection.run() passes the values in the same order. In a
 * script, the line `-- include fence` stands for scripts/parts/fence.lua.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Script<Key extends string = string, Argument extends string = string> {
  readonly text: string;
  readonly sha: string;
  /** Names of the keys, in the order of KEYS. */
  readonly keys: readonly Key[];
  readonly arguments: readonly Argument[];
  /** True if the script only reads. It then runs with EVALSHA_RO or EVAL_RO, for read-only ACL users. */
  readonly readOnly: boolean;
  /** True if the answer of the script may be binary. */
  readonly answersBytes: boolean;
}

export interface ScriptOptions<Key extends string, Argument extends string> {
  readonly keys: readonly Key[];
  readonly arguments?: readonly Argument[];
  /** Lua variable for the index in ARGV of the first unnamed argument. */
  readonly rest?: string;
  readonly readOnly?: boolean;
  readonly answersBytes?: boolean;
}

export function lua<const Key extends string, const Argument extends string = never>(
  name: string,
  { keys, arguments: names = [], rest, readOnly = false, answersBytes = false }: ScriptOptions<Key, Argument>,
): Script<Key, Argument> {
  const bindings = [
    bind(keys, 'KEYS'),
    bind(names, 'ARGV'),
    rest === undefined ? '' : `local ${rest} = ${names.length + 1}\n`,
  ];
  const body = read(name).replace(/^-- include (.+)$/gm, (_, part: string) => read(`parts/${part}`));
  const text = bindings.join('') + body;
  return { text, sha: createHash('sha1').update(text).digest('hex'), keys, arguments: names, readOnly, answersBytes };
}

/**
 * Lua code that binds names to the items of a list. Unpacks only the named items, because all arguments of a batch
 * could exceed Lua's stack.
 */
function bind(names: readonly string[], list: 'KEYS' | 'ARGV'): string {
  return names.length === 0 ? '' : `local ${names.join(', ')} = unpack(${list}, 1, ${names.length})\n`;
}

function read(name: string): string {
  return readFileSync(new URL(`./scripts/${name}.lua`, import.meta.url), 'utf8');
}
