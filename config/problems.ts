/**
 * What is wrong with a configuration, in sentences. A value is quoted where it can be no secret: numbers, and short words where only certain words are taken.
 */
import type { z } from 'zod';
import { environmentPaths } from './environment.ts';
import { nearest } from './nearest.ts';
import { configSchema } from './schema.ts';

/** One issue as one or more lines: the path, what is wrong, the way out. `value`: what stands there. */
export function explain(issue: z.core.$ZodIssue, value: unknown): string[] {
  const at =
    issue.path.reduce<string>(
      (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key)),
      '',
    ) || '(top level)';
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => {
      const near = nearest(key, knownKeys(issue.path));
      const shown = near || isWord(key) ? key : `${/^\w{0,12}/.exec(key)?.[0]}…`;
      return `${at === '(top level)' ? shown : `${at}.${shown}`}: there is no such key.${near ? ` Did you mean "${near}"?` : ''}`;
    });
  }
  return [`${at}: ${reasonOf(issue, value)}`];
}

function reasonOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'invalid_union' && issue.discriminator !== undefined && value !== undefined)
    return `${given(value)} no such type: ${issue.message}`;
  // Sentences of our own are told as they are.
  if (!/^(Too big|Too small|Invalid input|Invalid option): /.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'too_big':
      return typeof value === 'number'
        ? `${value} is too much. At most ${issue.maximum} is taken.`
        : `this is too long. At most ${issue.maximum} is taken.`;
    case 'too_small':
      return typeof value === 'number'
        ? `${value} is too little. ${issue.inclusive === false ? `More than ${issue.minimum}` : `At least ${issue.minimum}`} is taken.`
        : `this is too short. At least ${issue.minimum} is taken.`;
    case 'invalid_type':
      return value === undefined
        ? 'this must be given.'
        : `this must be ${KINDS[issue.expected] ?? issue.expected}, and it is ${kindOf(value)}.`;
    case 'invalid_value': {
      const words = issue.values.map(String);
      const near = typeof value === 'string' ? nearest(value, words) : undefined;
      return `${given(value, near)} none of ${words.join(', ')}.${near ? ` Did you mean "${near}"?` : ''}`;
    }
    default:
      return issue.message;
  }
}

const given = (value: unknown, near?: string): string =>
  typeof value === 'string' && (near || isWord(value)) ? `"${value}" is` : 'this is';

const KINDS: Readonly<Record<string, string>> = {
  ...{ string: 'a text', number: 'a number', int: 'a whole number', boolean: 'true or false' },
  ...{ array: 'a list', object: 'a mapping', record: 'a mapping' },
};

function kindOf(value: unknown): string {
  if (value === null) return 'nothing';
  return KINDS[Array.isArray(value) ? 'array' : typeof value] ?? typeof value;
}

/** Longer ones, and those of several words, may be a token whose key or colon is missing, unless they are nearly a known word. */
function isWord(text: string): boolean {
  return /^[\w-]{1,12}$/.test(text);
}

function knownKeys(path: readonly PropertyKey[]): string[] {
  const keys = environmentPaths();
  return path.length === 0
    ? Object.keys(configSchema.shape)
    : keys.filter(key => key.length === 2 && key[0] === path[0]).map(key => key[1] as string);
}
