/**
 * Values for ids, cursors, selectors, patterns, times and numbers: valid values, valid values with one error, and
 * other invalid values. They are JSON text, because many invalid forms cannot be expressed as JavaScript values.
 */
import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse, type GraphQLInputObjectType } from 'graphql';
import { subgraphSdl } from '../../schema/sdl.ts';
import type { Chance } from './chance.ts';

/** Valid values of the fleet under test. */
export interface Seeds {
  readonly ids: readonly string[];
  readonly cursors: readonly string[];
  readonly clusters: readonly string[];
  readonly namespaces: readonly string[];
  readonly kinds: readonly string[];
}

export const NASTY_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  '\r\nx: y',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  'null',
  'undefined',
  'NaN',
  '../../etc/passwd',
  '%',
  '%zz',
  '%00',
  '%2F',
  '%C0%AF',
  '${7*7}',
  '{{x}}',
  '*',
  '?',
  '\\',
  '"',
  "'; drop table x; --",
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e',
  'é',
  'e\u0301',
  'ß',
  'İ',
  'ﬀ',
  '🚀',
  '開発',
  '\u2028',
  'a\u0000b',
  '-1',
  '1e309',
  'system:masters',
];
const NASTY_NUMBERS = ['0', '-1', '1', '2', '50', '500', '501', '2147483647', '2147483648', '-2147483649', '1.5', '1e3', '1e309', '-0', '99999999999999999999', '0.1e-400']; // prettier-ignore
const WRONG_TYPES = ['null', 'true', '""', '[]', '{}', '[[]]', '[null]', '{"a":1}', '0', '"x"', '[{"__proto__":1}]'];
const SELECTOR_PARTS = [
  'app',
  '=',
  '==',
  '!=',
  ' in ',
  ' notin ',
  '(',
  ')',
  ',',
  '!',
  'a',
  'b',
  'acme.example/team',
  ' ',
  '>',
  '<',
  '1',
  '',
  '🚀',
  '/',
  '%',
];
const PATTERN_PARTS = ['*', '**', '?', 'a', 'ab', 'web', '-', '[', ']', '\\', '{a,b}', 'é', '🚀', '.', '$', '^', '('];
const TIMES = ['2026-01-01T00:00:00Z', '2026-02-30T00:00:00Z', '0000-00-00T00:00:00Z', '+275760-09-13T00:00:00Z', '9999-12-31T23:59:59.999999999Z', '2026-01-01', '1', 'now', '2026-01-01T00:00:00+99:99', '2026-01-01T24:00:00Z']; // prettier-ignore
/** Approximate length of the longest text, short enough for a request body. */
const LONGEST = 200_000;
const DEEPEST = 60_000;

export const quoted = (text: string): string => JSON.stringify(text);
export const listOf = (items: readonly string[]): string => `[${items.join(',')}]`;
/** JSON text of an object. The text may repeat a key or contain `__proto__`. */
export const objectOf = (entries: readonly (readonly [string, string])[]): string =>
  `{${entries.map(([key, value]) => `${quoted(key)}:${value}`).join(',')}}`;

export function text(chance: Chance): string {
  const part = () => chance.one(NASTY_TEXTS);
  if (chance.oneIn(40)) return (part() || 'x').repeat(Math.ceil(chance.upTo(LONGEST) / 8));
  return chance.oneIn(3) ? chance.several(4, part).join('') : part();
}

/** A valid text with one error, an unrelated text, or the valid text unchanged. */
export function spoiled(chance: Chance, right: string): string {
  const at = chance.below(right.length + 1);
  const wrong = chance.one([chance.one(NASTY_TEXTS), chance.one(['/', '%', '=', 'A', '\n', '0'])]);
  switch (chance.below(6)) {
    case 0:
      return right.slice(0, at);
    case 1:
      return right.slice(0, at) + wrong + right.slice(at);
    case 2:
      return right.slice(0, at) + wrong + right.slice(at + 1);
    case 3:
      return right + right;
    case 4:
      return text(chance);
    default:
      return right;
  }
}

function repeated(chance: Chance, parts: readonly string[], most: number): string {
  const make = () => chance.one(parts);
  if (chance.oneIn(60)) return (make() + make()).repeat(Math.ceil(chance.upTo(LONGEST) / 4));
  return Array.from({ length: chance.upTo(most) }, make).join('');
}

/** Nests `inner` in brackets, sometimes DEEPEST levels deep, which still fits into a request body. */
export function deep(chance: Chance, open: string, close: string, inner: string): string {
  const depth = chance.oneIn(30) ? DEEPEST : chance.upTo(300);
  return open.repeat(depth) + inner + close.repeat(depth);
}

export const Values = {
  number: (chance: Chance): string => (chance.oneIn(4) ? chance.one(NASTY_NUMBERS) : String(chance.upTo(60))),
  text: (chance: Chance): string => quoted(text(chance)),
  id: (chance: Chance, { ids }: Seeds): string =>
    quoted(chance.oneIn(3) ? chance.one(ids) : spoiled(chance, chance.one(ids))),
  cursor(chance: Chance, { cursors }: Seeds): string {
    if (chance.oneIn(4))
      return quoted(
        Buffer.from(chance.one(['[]', '{}', 'null', '["a"]', '[1,2,3]', '\0\0', '"'])).toString('base64url'),
      );
    return quoted(chance.oneIn(4) ? chance.one(cursors) : spoiled(chance, chance.one(cursors)));
  },
  selector: (chance: Chance): string => quoted(repeated(chance, SELECTOR_PARTS, 30)),
  pattern: (chance: Chance): string => quoted(repeated(chance, PATTERN_PARTS, 60)),
  time: (chance: Chance): string => quoted(spoiled(chance, chance.one(TIMES))),
  wrongType: (chance: Chance): string => (chance.oneIn(8) ? deep(chance, '[', ']', '') : chance.one(WRONG_TYPES)),

  stringFilter(chance: Chance): string {
    const entries = chance.several(3, () => {
      const key = chance.oneIn(40)
        ? chance.one(NASTY_TEXTS)
        : chance.one(['equals', 'prefix', 'contains', 'glob', 'glob', 'ignoreCase']);
      return [key, key === 'ignoreCase' ? chance.one(['true', 'false', 'null']) : Values.pattern(chance)] as const;
    });
    return objectOf(entries);
  },

  filter(chance: Chance, seeds: Seeds, depth = 0): string {
    // The outermost filter is sometimes a deep chain with an arbitrary filter inside.
    if (depth === 0 && chance.oneIn(25)) {
      const [open, close] = chance.one([
        ['{"not":', '}'] as const,
        ['{"and":[', ']}'] as const,
        ['{"or":[{},', ']}'] as const,
      ]);
      return deep(chance, open, close, Values.filter(chance, seeds, 4));
    }
    return objectOf(chance.several(4, () => filterEntry(chance, seeds, depth)));
  },

  order: (chance: Chance): string =>
    listOf(
      chance.several(6, () =>
        objectOf([
          [
            'field',
            quoted(
              chance.oneIn(20)
                ? text(chance)
                : chance.one(['NAME', 'NAMESPACE', 'CLUSTER', 'KIND', 'STATUS', 'CREATED', 'TRANSITIONED']),
            ),
          ],
          ...(chance.oneIn(2)
            ? [['direction', quoted(chance.oneIn(20) ? 'UP' : chance.one(['ASC', 'DESC']))] as const]
            : []),
        ]),
      ),
    ),
};

const FILTER = buildSubgraphSchema(parse(subgraphSdl('fleet'))).getType('ObjectFilter') as GraphQLInputObjectType;
const FILTER_FIELDS = Object.keys(FILTER.getFields());

function filterEntry(chance: Chance, seeds: Seeds, depth: number): readonly [string, string] {
  const some = (names: readonly string[]) =>
    listOf(chance.several(4, () => quoted(chance.oneIn(3) ? text(chance) : chance.one(names))));
  const nested = () => (depth < 4 ? Values.filter(chance, seeds, depth + 1) : '{}');
  if (chance.oneIn(60)) return [chance.one(['unknown', '__proto__', 'constructor']), Values.wrongType(chance)];
  const key = chance.one(FILTER_FIELDS);
  if (chance.oneIn(40)) return [key, Values.wrongType(chance)];
  switch (key) {
    case 'clusters':
      return [key, some(seeds.clusters)];
    case 'namespaces':
      return [key, some(seeds.namespaces)];
    case 'kinds':
      return [key, some(seeds.kinds)];
    case 'cluster':
    case 'namespace':
    case 'name':
    case 'message':
    case 'revision':
    case 'image':
    case 'reason':
      return [key, Values.stringFilter(chance)];
    case 'statuses':
      return [
        key,
        listOf(
          chance.several(3, () =>
            quoted(chance.oneIn(12) ? text(chance) : chance.one(['CURRENT', 'FAILED', 'IN_PROGRESS', 'UNKNOWN'])),
          ),
        ),
      ];
    case 'ids':
      return [key, listOf(chance.several(3, () => Values.id(chance, seeds)))];
    case 'suspended':
    case 'namespaced':
      return [key, chance.oneIn(20) ? '"true"' : chance.one(['true', 'false', 'null'])];
    case 'text':
      return [key, Values.text(chance)];
    case 'labelSelector':
    case 'clusterLabels':
      return [key, Values.selector(chance)];
    case 'created':
    case 'transitioned':
    case 'synced':
      return [key, objectOf(chance.several(2, () => [chance.one(['after', 'before']), Values.time(chance)] as const))];
    case 'and':
    case 'or':
      return [key, listOf(chance.several(3, nested))];
    case 'not':
      return [key, nested()];
    default:
      return [key, some(['', 'apps', 'web', 'x'])];
  }
}
