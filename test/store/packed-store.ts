/**
 * A memory store whose snapshots arrive at an index as bytes, like snapshots of Redis. Rows share all texts that are
 * long enough.
 */
import { encodeObjectKey } from '../../schema/object-id.ts';
import { IndexRows } from '../../store/index-rows.ts';
import { MemoryStore } from '../../store/memory.ts';
import { KnownTexts, SharedTexts } from '../../store/shared-texts.ts';
import type { ClusterSnapshot, IndexRow, Row } from '../../store/store.ts';
import { encodeField } from '../../store/built-in-kinds.ts';
import { RowEncoder, Sightings } from '../../store/wire-rows.ts';

/** After this many sightings, every text that is long enough is shared. */
const SIGHTINGS = 25;

export class PackedStore extends MemoryStore {
  readonly #known = new KnownTexts();

  override async snapshot(cluster: string, signal: AbortSignal): Promise<ClusterSnapshot> {
    const snapshot = await super.snapshot(cluster, signal);
    return { ...snapshot, indexRows: this.#packed(cluster, snapshot.rows) };
  }

  async *#packed(cluster: string, chunks: AsyncIterable<readonly Row[]>): AsyncGenerator<Iterable<IndexRow>> {
    const [texts, sightings] = [new SharedTexts(this.#known), new Sightings()];
    for await (const rows of chunks) {
      for (let i = 0; i < SIGHTINGS; i++) for (const row of rows) new RowEncoder(cluster, sightings).encode(row);
      const encoder = new RowEncoder(cluster, sightings);
      const flat = rows.flatMap(row => [encodeField(encodeObjectKey(row)), encoder.encode(row)]);
      for (const [id, text] of encoder.texts) texts.addCounted(id, `1\t${text}`);
      const unreadable: string[] = [];
      yield new IndexRows(cluster, texts).read(packed(flat), unreadable);
      if (unreadable.length > 0) throw new Error(`${unreadable.join(', ')} cannot be read.`);
    }
  }
}

/** Bytes in the form in which Redis packs a Lua table of texts. */
export function packed(texts: readonly string[]): Buffer {
  const parts = texts.map(text => Buffer.from(text));
  return Buffer.concat([arrayHeader(texts.length), ...parts.flatMap(part => [textHeader(part.length), part])]);
}

function arrayHeader(length: number): Buffer {
  if (length < 0x10) return Buffer.of(0x90 | length);
  return length < 0x1_0000 ? Buffer.of(0xdc, length >>> 8, length & 0xff) : Buffer.of(0xdd, ...fourBytes(length));
}

function textHeader(length: number): Buffer {
  if (length < 0x20) return Buffer.of(0xa0 | length);
  if (length < 0x100) return Buffer.of(0xd9, length);
  return length < 0x1_0000 ? Buffer.of(0xda, length >>> 8, length & 0xff) : Buffer.of(0xdb, ...fourBytes(length));
}

function fourBytes(number: number): number[] {
  return [number >>> 24, (number >>> 16) & 0xff, (number >>> 8) & 0xff, number & 0xff];
}
