/**
 * Finds name, namespace and version of an object in a watch event that cannot be read, so that one such object does not
 * end the watch of its kind. identityInEvent() searches the text of an event that is too long or too heavy to parse.
 * identityOf() reads a parsed value that is not shaped like an object.
 */
import type { KubernetesObject } from './client.ts';
import { isRecord } from './object-shape.ts';

const FIELDS = ['name', 'namespace', 'resourceVersion'] as const;
/** Path in an event to the object that contains FIELDS. */
const PATH = ['object', 'metadata'] as const;

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c] as const;
const [BRACKET, END_BRACKET, BRACE, END_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d] as const;

/** Readable parts of an unreadable event. */
export interface RemainsOfEvent {
  /** Type of the event. '' if the type is missing or comes after the object. */
  readonly type: string;
  /** Name, namespace and version of the object. Undefined if unknown. */
  readonly identity: KubernetesObject | undefined;
}

export function identityOf(object: unknown): KubernetesObject | undefined {
  const metadata = isRecord(object) && isRecord(object.metadata) ? object.metadata : {};
  return named(
    FIELDS.flatMap(field => (typeof metadata[field] === 'string' ? [[field, metadata[field]] as const] : [])),
  );
}

/**
 * @param text An event, or the start of an event
 * @throws SyntaxError if a name in the event is not a JSON string
 */
export function identityInEvent(text: Buffer): RemainsOfEvent {
  const found = new Map<string, string>();
  let type = '';
  /** Number of keys of PATH that lead to the object being read. */
  let along = 0;
  let depth = 0;
  /** Start and end of the last string directly in the open object. The string is a key if a colon follows. */
  let [start, end] = [0, 0];
  /** Key of the field being read. Undefined if the field is not wanted. */
  let key: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const isField = depth === along + 1;
    switch (text[at]) {
      case QUOTE: {
        const next = endOfString(text, at);
        if (isField && next <= text.length) {
          [start, end] = [at, next];
          if (key === 'type') type = JSON.parse(text.toString('utf8', start, end)) as string;
          else if (key !== undefined && along === PATH.length)
            found.set(key, JSON.parse(text.toString('utf8', start, end)) as string);
        }
        at = next - 1;
        break;
      }
      case COLON:
        if (isField) key = WANTED[along]?.find(wanted => isString(text, start, end, wanted));
        break;
      case COMMA:
        if (isField) key = undefined;
        break;
      case BRACE:
      case BRACKET:
        if (text[at] === BRACE && isField && key !== undefined && key === PATH[along]) {
          along += 1;
          key = undefined;
        }
        depth += 1;
        break;
      case END_BRACE:
      case END_BRACKET:
        if (isField) return { type, identity: along === PATH.length ? named(found) : undefined };
        depth -= 1;
        break;
    }
  }
  // The text is only the start of an event, and ends before the end of its metadata. If the text has no namespace, the
  // missing part may name one. The identity is then unknown.
  return { type, identity: found.has('namespace') ? named(found) : undefined };
}

/** Keys to look for: in the event, in its object, and in the metadata of its object. */
const WANTED: readonly (readonly string[])[] = [['type', PATH[0]], [PATH[1]], FIELDS];

/**
 * True if the bytes from `start` to `end` are the wanted string, in quotes and without escapes. Compares bytes, because
 * an event may have a million strings.
 */
function isString(text: Buffer, start: number, end: number, wanted: string): boolean {
  if (end - start !== wanted.length + 2) return false;
  for (let i = 0; i < wanted.length; i += 1) if (text[start + 1 + i] !== wanted.charCodeAt(i)) return false;
  return true;
}

/** Index after the closing quote. If there is no closing quote, an index after the end of the text. */
function endOfString(text: Buffer, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

function named(fields: Iterable<readonly [string, string]>): KubernetesObject | undefined {
  const { name = '', ...others } = Object.fromEntries(fields) as { name?: string };
  return name === '' ? undefined : { metadata: { name, ...others } };
}
