/**
 * What the clusters of one store say alike, for as long as somebody reads many of them: what ids of shared texts mean in all, and short words that come again
 * and again.
 *
 * Leaves choose the texts, and the hash that makes ids of them has no key: one leaf could make a text whose id another leaf's text has, so that labels
 * of one cluster would be shown in the other. So an id is common only where its text is the same to the letter, and what a cluster means by others it alone means.
 * Everything here has bounds, and being full costs time, never truth.
 */
export class CommonTexts {
  readonly #texts = new Map<number, string>();
  #size = 0;
  readonly #words: string[] = Array<string>(WORDS).fill('');

  /** Whether this id means this text in every cluster for which that was answered with true. It nearly always does; a text for which it does not is its cluster's own. */
  agree(id: number, packed: string): boolean {
    const known = this.#texts.get(id);
    if (known !== undefined) return known === packed;
    if (this.#size >= MAX_SIZE) return false;
    this.#size += packed.length + ENTRY_SIZE;
    this.#texts.set(id, packed);
    return true;
  }

  /** The characters of these bytes. A word that came lately is the same string again, so that V8 need not hash it anew when it is looked up. Of two words with one slot the last one stays. */
  word(bytes: Buffer, from: number, to: number): string {
    if (to - from > MAX_WORD_LENGTH) return bytes.toString('latin1', from, to);
    let hash = 0x811c9dc5;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
    const slot = (hash ^ (hash >>> 15)) & (WORDS - 1);
    const known = this.#words[slot]!;
    return isAt(known, bytes, from, to) ? known : (this.#words[slot] = bytes.toString('latin1', from, to));
  }
}

/** Of all texts, in bytes. */
const MAX_SIZE = 2 ** 25;
/** What a text takes beside its characters. */
const ENTRY_SIZE = 64;
/** A power of two. */
const WORDS = 4_096;
const MAX_WORD_LENGTH = 256;

function isAt(text: string, bytes: Buffer, from: number, to: number): boolean {
  if (text.length !== to - from) return false;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[from + i]) return false;
  return true;
}
