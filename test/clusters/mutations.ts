/** Random damage to texts and to trees of JSON, determined by a seed. */

export function generator(seed: number): (below: number) => number {
  let state = (seed % 2_147_483_646) + 1;
  return below => (state = (state * 48_271) % 2_147_483_647) % below;
}

const PIECES = [
  '"',
  "'",
  '\n',
  ': ',
  '- ',
  '{',
  '[',
  '&a ',
  '*a',
  '!!js ',
  '\u0000',
  '\ud800',
  '|',
  'exec:\n  command: sh',
  '\t',
  '#',
  'https://127.0.0.1',
  '%',
  '? ',
  '<<: ',
];

export function mutatedText(text: string, random: (below: number) => number): string {
  let result = text;
  for (let n = random(4) + 1; n > 0; n--) {
    const at = random(result.length + 1);
    const piece = PIECES[random(PIECES.length)]!;
    const to = at + random(40);
    const change = [
      () => result.slice(0, at) + piece + result.slice(at),
      () => result.slice(0, at) + result.slice(to),
      () => result.slice(0, at),
      () => result.slice(0, to) + result.slice(at),
      () => result.slice(0, at) + String.fromCharCode(random(300)) + result.slice(at + 1),
    ];
    result = change[random(change.length)]!();
  }
  return result;
}

const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  'x',
  '../../etc/passwd',
  [],
  {},
  [null],
  { name: {} },
  'https://[::1]',
  'http://a',
  'file:///etc/passwd',
  ['a'],
  '\n',
  '__proto__',
];

/**
 * Changes up to three random places of the tree. Returns the tree. If the changed tree contains itself, returns a
 * random entry of VALUES.
 */
export function mutatedTree(tree: Record<string, unknown>, random: (below: number) => number): unknown {
  const places: [holder: Record<string, unknown>, key: string][] = [];
  const walk = (holder: Record<string, unknown>) => {
    for (const [key, value] of Object.entries(holder)) {
      places.push([holder, key]);
      if (typeof value === 'object' && value !== null) walk(value as Record<string, unknown>);
    }
  };
  walk(tree);
  for (let n = random(3) + 1; n > 0; n--) {
    const [holder, key] = places[random(places.length)]!;
    const other = places[random(places.length)]!;
    const kind = random(8);
    if (kind < 2) holder[other[1]] = other[0][other[1]];
    else if (kind < 4) delete holder[key];
    else holder[key] = VALUES[random(VALUES.length)];
    try {
      JSON.stringify(tree);
    } catch {
      return VALUES[random(VALUES.length)]; // the tree contains itself
    }
  }
  return tree;
}
