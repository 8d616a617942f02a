/**
 * Where a JSON text has a key twice in one object. JSON.parse() takes the last one and drops the other, which may be the one that was meant; kubectl
 * refuses such a manifest, too.
 */

interface Open {
  /** Undefined for a list. */
  readonly keys: Set<string> | undefined;
  /** The key, or the index, that was read last. */
  at: string | number;
}

/** What begins, ends or separates values. */
const SIGNS: ReadonlySet<string> = new Set(['"', '{', '}', '[', ']', ',']);
const [QUOTE, COMMA, BRACKET, BACKSLASH] = [0x22, 0x2c, 0x5b, 0x5c] as const;

/** Tokens that are read in about half a millisecond. */
const TOKENS_OF_PIECE = 2_048;

/** The path of such a key: `variables.manifests[0].data.port`. A piece of the work ends at each `yield`. @param json Valid JSON. */
export function* repeatedKey(json: string): Generator<void, string | undefined, undefined> {
  const open: Open[] = [];
  let tokens = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code !== QUOTE && code !== COMMA && code < BRACKET) continue; // mostly digits
    const sign = json.charAt(at);
    if (!SIGNS.has(sign)) continue;
    if (++tokens % TOKENS_OF_PIECE === 0) yield;
    const top = open.at(-1);
    if (sign === '{') open.push({ keys: new Set(), at: '' });
    else if (sign === '[') open.push({ keys: undefined, at: 0 });
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ',') {
      if (typeof top?.at === 'number') top.at += 1;
    } else {
      const end = closingQuote(json, at);
      if (top?.keys && isBeforeColon(json, end + 1)) {
        const key = json.slice(at + 1, end);
        top.at = key.includes('\\') ? (JSON.parse(`"${key}"`) as string) : key;
        if (top.keys.size === top.keys.add(top.at).size) return printed(open.map(({ at }) => at));
      }
      at = end;
    }
  }
  return undefined;
}

/** No regular expression: it needs memory for each escape of a long string, and fails where that is too much. */
function closingQuote(json: string, start: number): number {
  let at = start + 1;
  for (; at < json.length && json.charCodeAt(at) !== QUOTE; at += 1) if (json.charCodeAt(at) === BACKSLASH) at += 1;
  return at;
}

function isBeforeColon(json: string, start: number): boolean {
  let at = start;
  while (at < json.length && ' \n\r\t'.includes(json.charAt(at))) at += 1;
  return json[at] === ':';
}

const MAX_STEPS = 20;
const MAX_KEY = 60;

function printed(path: readonly (string | number)[]): string {
  const steps = path.slice(0, MAX_STEPS).map((step, i) => {
    if (typeof step === 'number') return `[${step}]`;
    if (/^[\w-]{1,60}$/.test(step)) return i === 0 ? step : `.${step}`;
    return `[${JSON.stringify(step.length > MAX_KEY ? `${step.slice(0, MAX_KEY)}…` : step)}]`;
  });
  return `${steps.join('')}${path.length > MAX_STEPS ? '…' : ''}`;
}
