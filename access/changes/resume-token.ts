/**
 * `resume`: a moment of a list as an opaque token, which its holder can only send back.
 *
 * Who attacks: a caller who alters a token, or sends a token of another caller or filter, to read the changes of a list
 * they may not have; or who derives from tokens how much happens in the fleet. What stops them: a token is encrypted
 * and authenticated (AES-256-GCM) together with its caller's user name and filter, and every fault gets one error
 * message. It holds only numbers of this process, and every answer checks rights anew. All tokens are equally long.
 * What remains: tokens of an ended process are distinguishable from those of the current one.
 *
 * A token is valid only at the process that made it: only that process has the key, the journal and the caller's earlier
 * rights. At any other process it is `foreign`: it was valid, and its list must be read anew. That costs a gateway less
 * than twice the work of resuming at another process, which would need the earlier values of every change in the store.
 */
import { createCipheriv, createDecipheriv, createSecretKey, hash, type KeyObject, randomBytes, randomFillSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Identity } from '../../identity/identity.ts';
import type { Shown } from '../../readmodel/changes/change.ts';
import { type Filter, QueryError } from '../../readmodel/query.ts';
import { compareText } from '../../readmodel/table/names.ts';
import { identityKey } from '../request-access.ts';

export interface ResumePoint {
  /** Position in the journal of the process that made the token. */
  readonly position: number;
  /** Number of the caller's visibilities at that process (resume-token.ts). */
  readonly rights: number;
  /** Number of rows of the list, if known. */
  readonly total: number | undefined;
}

/** What a token is bound to: its caller and its list. */
export interface TokenBinding {
  readonly groups: Buffer;
  readonly list: Buffer;
}

const VERSION = 3;
/** In bytes. */
const LENGTHS = { version: 1, key: 8, nonce: 12, tag: 16, sum: 4 };
const HEAD = LENGTHS.version + LENGTHS.key;
const NUMBER = 6;
const GROUPS = 8;
/** Maximum length of a token in characters: that of earlier versions, which older replicas still make. */
const MAX_LENGTH = 8_192;
/** Number of nonces drawn at once. */
const NONCES = 256;

export class ResumeTokens {
  readonly #head: Buffer;
  readonly #key: KeyObject;
  readonly #nonces = Buffer.alloc(NONCES * LENGTHS.nonce);
  #nextNonce = this.#nonces.length;

  constructor() {
    this.#key = createSecretKey(randomBytes(32));
    this.#head = Buffer.concat([Buffer.of(VERSION), randomBytes(LENGTHS.key)]);
  }

  encode({ position, rights, total }: ResumePoint, { groups, list }: TokenBinding): string {
    const text = Buffer.alloc(3 * NUMBER + GROUPS);
    // 0 encodes an unknown total, n + 1 encodes n.
    [position, rights, total === undefined ? 0 : total + 1].forEach((number, i) => text.writeUIntBE(number, i * NUMBER, NUMBER));
    groups.copy(text, 3 * NUMBER);
    const nonce = this.#nonce();
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.concat([this.#head, list]));
    const sealed = Buffer.concat([this.#head, nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    return Buffer.concat([sealed, sumOf(sealed)]).toString('base64url');
  }

  /**
   * Opens a token. `foreign`: another process made it. `regrouped`: the user had other groups then.
   * @throws QueryError if the text is no token of this caller for this filter
   */
  decode(token: string, identity: Identity, filter: Filter): ResumePoint | 'foreign' | 'regrouped' {
    if (token.length > MAX_LENGTH) throw malformed();
    const bytes = Buffer.from(token, 'base64url');
    const sealed = bytes.subarray(0, -LENGTHS.sum);
    // Checksum: distinguishes a token that this process cannot read from a text that no process made. Any client can
    // compute it, and gains only the answer `foreign`.
    if (bytes.length < HEAD + LENGTHS.sum || bytes.toString('base64url') !== token || !sumOf(sealed).equals(bytes.subarray(-LENGTHS.sum)))
      throw malformed();
    if (!this.#head.equals(bytes.subarray(0, HEAD))) return 'foreign';
    const { groups, list } = bindingOf(identity, filter);
    const text = open(this.#key, sealed, list);
    if (!groups.equals(text.subarray(3 * NUMBER))) return 'regrouped';
    const [position, rights, total] = [0, 1, 2].map(i => text.readUIntBE(i * NUMBER, NUMBER)) as [number, number, number];
    return { position, rights, total: total === 0 ? undefined : total - 1 };
  }

  #nonce(): Buffer {
    if (this.#nextNonce === this.#nonces.length) {
      randomFillSync(this.#nonces);
      this.#nextNonce = 0;
    }
    return this.#nonces.subarray(this.#nextNonce, (this.#nextNonce += LENGTHS.nonce));
  }
}

/** Computes two digests, so keep the result when making many tokens for one caller and filter. */
export function bindingOf(identity: Identity, filter: Filter): TokenBinding {
  return {
    groups: digestOf(identityKey(identity)).subarray(0, GROUPS),
    list: digestOf(JSON.stringify([identity.user, canonicalFilter(filter)])),
  };
}

function open(key: KeyObject, sealed: Buffer, list: Buffer): Buffer {
  const from = HEAD + LENGTHS.nonce;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(HEAD, from), { authTagLength: LENGTHS.tag });
    decipher.setAAD(Buffer.concat([sealed.subarray(0, HEAD), list])).setAuthTag(sealed.subarray(-LENGTHS.tag));
    return Buffer.concat([decipher.update(sealed.subarray(from, -LENGTHS.tag)), decipher.final()]);
  } catch {
    throw malformed(); // wrong tag, or too short to have one
  }
}

function malformed(): QueryError {
  return new QueryError(
    'since: this is not a token of yours for this filter. Send `resume` of an earlier answer to the same filter, as it came.',
    'since',
  );
}

function digestOf(content: string | Buffer): Buffer {
  return hash('sha256', content, 'buffer');
}

function sumOf(bytes: Buffer): Buffer {
  return digestOf(bytes).subarray(0, LENGTHS.sum);
}

/** Canonical text of a filter: equal for spellings that differ only in order, repetition and absent members. */
export function canonicalFilter(filter: Filter): string {
  return JSON.stringify(canonical(filter));
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map(item => JSON.stringify(canonical(item))))].sort();
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members.sort(([a], [b]) => compareText(a, b)).map(([name, member]) => [name, canonical(member)]);
}

/**
 * Numbers what callers saw at the moments of their tokens. A token must not reveal it, and current rights do not
 * determine past ones. Bounded by the total number of clusters. After an eviction, a token works only if the caller's
 * rights are unchanged.
 */

const MAX_REMEMBERED = 500_000;

export class RightsHistory {
  readonly #byNumber = new LRUCache<number, Shown>({ maxSize: MAX_REMEMBERED, sizeCalculation: shown => 1 + shown.size });
  readonly #numbers = new WeakMap<Shown, number>();
  #last = 0;

  /** The number under which find() returns these visibilities later. */
  numberOf(shown: Shown): number {
    let number = this.#numbers.get(shown);
    if (number === undefined) this.#numbers.set(shown, (number = ++this.#last));
    if (!this.#byNumber.has(number)) this.#byNumber.set(number, shown);
    return number;
  }

  find(number: number): Shown | undefined {
    return this.#byNumber.get(number);
  }
}
