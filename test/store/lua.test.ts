/**
 * Lua scripts are assembled from parts. The order of the names of keys and arguments decides their positions, for the
 * script and for its caller.
 */
import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Script } from '../../store/lua.ts';
import * as redisScripts from '../../store/redis-scripts.ts';

const folder = join(import.meta.dirname, '../../store/scripts');
const files = globSync('**/*.lua', { cwd: folder });
const scripts = Object.entries<unknown>(redisScripts).filter((it): it is [string, Script] => typeof it[1] === 'object');

describe.each(scripts)('%s', (_name, { text, keys, arguments: names }) => {
  it('begins with the names of what it is given, in the order in which it is given', () => {
    const lines = [`local ${keys.join(', ')} = unpack(KEYS, 1, ${keys.length})`];
    if (names.length > 0) lines.push(`local ${names.join(', ')} = unpack(ARGV, 1, ${names.length})`);
    expect(text.split('\n').slice(0, lines.length)).toEqual(lines);
  });

  it('gives no two things one name', () => expect(new Set([...keys, ...names]).size).toBe(keys.length + names.length));

  it('includes all that it asks for', () => expect(text).not.toContain('-- include'));
});

it('what has no name begins behind what has', () => {
  expect(redisScripts.APPLY.text).toContain(`\nlocal firstLine = ${redisScripts.APPLY.arguments.length + 1}\n`);
});

describe.each(files)('%s', file => {
  const text = readFileSync(join(folder, file), 'utf8');

  it('counts no places', () => expect(text).not.toMatch(/\b(KEYS|ARGV)\[\d/));

  it('is part of a script', () => {
    const [first = ''] = text.split('\n');
    expect(scripts.some(([, script]) => script.text.includes(first))).toBe(true);
  });
});
