/**
 * Where a JSON text has a key twice in one object. JSON.parse() takes the last one and drops the other, which may be the one that was meant; kubectl
 * refuses such a manifest, too.
 */

/** A string, with the colon behind a key; or a sign that opens, ends or goes on. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\],]/g;

interface Open {
  /** Undefined for a list. */
  readonly keys: Set<string> | undefined;
  /** The key, or the index, that was read last. */
  at: string | number;
}

/** Tokens that are read in about half a millisecond. */
const TOKENS_OF_PIECE = 2_048;

/** The path of such a key: `variables.manifests[0].data.port`. A piece of the work ends at each `yield`. @param json Valid JSON. */
export function* repeatedKey(json: string): Generator<void, string | undefined, undefined> {
  const open: Open[] = [];
  let tokens = 0;
  for (const [token, colon] of json.matchAll(TOKEN)) {
    if (++tokens % TOKENS_OF_PIECE === 0) yield;
    if (token === '{') open.push({ keys: new Set(), at: '' });
    else if (token === '[') open.push({ keys: undefined, at: 0 });
    else if (token === '}' || token === ']') open.pop();
    else {
      const top = open.at(-1);
      if (token === ',') {
        if (typeof top?.at === 'number') top.at += 1;
      } else if (colon !== undefined && top?.keys) {
        const key = token.slice(0, -colon.length);
        top.at = key.includes('\\') ? (JSON.parse(key) as string) : key.slice(1, -1);
        if (top.keys.size === top.keys.add(top.at).size) return printed(open.map(({ at }) => at));
      }
    }
  }
  return undefined;
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
