/**
 * Unpacks texts with codes (packed.ts) from bytes to bytes: a sixth of all rows say what their revision or name says in their message, and making strings of all
 * three costs more than the rest of the row.
 */
import { TextBytes, type IndexRow } from './store.ts';

export type Text = IndexRow['message'];

/** What a text may say in one code, because its row says it elsewhere. */
interface ByteContext {
  readonly revision: Text;
  readonly name: TextBytes;
  readonly namespace: string;
}

/** Of the longest text that is unpacked so. */
const ROOM = 4_096;

/** Bytes that lie where they came or, once they had to be unpacked, in a room of their own. */
export class RoomyText extends TextBytes {
  readonly room = Buffer.alloc(ROOM);
}

export function textOf(text: Text): string {
  return typeof text === 'object' && 'text' in text ? text.text : String(text);
}

/**
 * Puts a text into `room`, one byte a character, and returns where it ends there. Below 0 where it cannot: a code that is rare or unknown, a character of
 * more than a byte, a text too long. unpackText() then reads it, or refuses it.
 */
export function unpackBytes(packed: Uint8Array, from: number, to: number, room: Buffer, context: ByteContext | undefined): number {
  let end = 0;
  for (let at = from; at < to && end >= 0; at++) {
    const byte = packed[at]!;
    if (byte >= 0x80 || end >= ROOM) return -1;
    if (byte !== BACKSLASH) {
      room[end++] = byte;
      continue;
    }
    const code = packed[++at]!;
    if (code === CODE_REVISION && context) end = put(context.revision, room, end);
    else if (code === CODE_NAME && context) end = put(context.name, room, end);
    else if (code === CODE_NAMESPACE && context) end = put(context.namespace, room, end);
    else if (code === BACKSLASH) room[end++] = BACKSLASH;
    else return -1;
  }
  return end;
}

/** The codes that most texts have; packed.ts writes them. */
const BACKSLASH = '\\'.charCodeAt(0);
const CODE_REVISION = 'r'.charCodeAt(0);
const CODE_NAME = 'o'.charCodeAt(0);
const CODE_NAMESPACE = 'm'.charCodeAt(0);

/** Returns where it ends, or below 0, as unpackBytes(). */
function put(text: Text, room: Buffer, at: number): number {
  if (text instanceof TextBytes) {
    const end = at + text.to - text.from;
    if (end > ROOM) return -1;
    for (let i = text.from; i < text.to; i++) room[at++] = text.bytes[i]!;
    return end;
  }
  const characters = textOf(text);
  if (at + characters.length > ROOM) return -1;
  for (let i = 0; i < characters.length; i++) {
    const code = characters.charCodeAt(i);
    if (code > 0xff) return -1;
    room[at++] = code;
  }
  return at;
}
