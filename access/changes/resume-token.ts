/**
 * `resume`: a moment of a list in a text that its holder can only send back.
 *
 * Who attacks: a caller who alters a token, sends that of another caller, or one of another filter, to be told what became of a list they may not have; or who
 * reads from it how much happens in the fleet. What stops them: a token is encrypted and authenticated (AES-256-GCM) under a key that never leaves the process,
 * together with its caller's user name and its filter; whatever is wrong with it, the answer is the same sentence. It is as long as any other, and what it says
 * of rights is a number: rights themselves are judged anew with every answer. What remains: tokens of one process can be told from those of another.
 *
 * Positions are those of one process. A token of another process, or of one that has ended, cannot be read here and says so (`foreign`): it was good, and its
 * list is to be read anew.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Identity } from '../../identity/identity.ts';
import { QueryError, type Filter } from '../../readmodel/query.ts';
import { identityKey } from '../caller-access.ts';

export interface ResumePoint {
  readonly position: number;
  /** The number of what the caller saw (rights-history.ts). */
  readonly rights: number;
  /** How many rows the list had, where that is known. */
  readonly total: number | undefined;
}

const VERSION = 1;
const LENGTHS = { version: 1, process: 8, nonce: 12, text: 26, tag: 16, sum: 4 };
const HEAD = LENGTHS.version + LENGTHS.process;
const TOKEN = Object.values(LENGTHS).reduce((sum, length) => sum + length, 0);
const NUMBER = 6;
const GROUPS = 8;
/** Longer texts are not read. */
const MAX_LENGTH = 8_192;

export class ResumeTokens {
  readonly #process = randomBytes(LENGTHS.process);
  readonly #key = randomBytes(32);

  encode({ position, rights, total }: ResumePoint, identity: Identity, filter: Filter): string {
    const text = Buffer.alloc(LENGTHS.text);
    // No total is 0, and n is n + 1.
    [position, rights, total === undefined ? 0 : total + 1].forEach((number, i) => text.writeUIntBE(number, i * NUMBER, NUMBER));
    groupsOf(identity).copy(text, 3 * NUMBER);
    const head = Buffer.concat([Buffer.of(VERSION), this.#process]);
    const nonce = randomBytes(LENGTHS.nonce);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(boundTo(head, identity, filter));
    const sealed = Buffer.concat([head, nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    return Buffer.concat([sealed, sumOf(sealed)]).toString('base64url');
  }

  /**
   * foreign: of another process, or another version. `regrouped`: the same user had other groups then.
   * @throws QueryError for everything that is no token of this caller for this filter
   */
  decode(token: string, identity: Identity, filter: Filter): ResumePoint | 'foreign' | 'regrouped' {
    const bytes = token.length <= MAX_LENGTH ? Buffer.from(token, 'base64url') : Buffer.alloc(0);
    const sealed = bytes.subarray(0, -LENGTHS.sum);
    // Tells a token that this process cannot read from one that nobody has made. Anybody can compute it; all they get for it is `foreign`.
    if (bytes.length < HEAD || bytes.toString('base64url') !== token || !sumOf(sealed).equals(bytes.subarray(-LENGTHS.sum)))
      throw malformed();
    if (bytes[0] !== VERSION || !bytes.subarray(LENGTHS.version, HEAD).equals(this.#process)) return 'foreign';
    if (bytes.length !== TOKEN) throw malformed();
    const text = this.#open(sealed, identity, filter);
    if (!groupsOf(identity).equals(text.subarray(3 * NUMBER))) return 'regrouped';
    const [position = 0, rights = 0, total = 0] = [0, 1, 2].map(i => text.readUIntBE(i * NUMBER, NUMBER));
    return { position, rights, total: total === 0 ? undefined : total - 1 };
  }

  #open(sealed: Buffer, identity: Identity, filter: Filter): Buffer {
    const from = HEAD + LENGTHS.nonce;
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(HEAD, from), { authTagLength: LENGTHS.tag });
      decipher.setAAD(boundTo(sealed.subarray(0, HEAD), identity, filter)).setAuthTag(sealed.subarray(-LENGTHS.tag));
      return Buffer.concat([decipher.update(sealed.subarray(from, -LENGTHS.tag)), decipher.final()]);
    } catch {
      throw malformed(); // the only thing that can be wrong is the tag
    }
  }
}

function malformed(): QueryError {
  return new QueryError(
    'since: this is not a token of yours for this filter. Send `resume` of an earlier answer to the same filter, as it came.',
    'since',
  );
}

function boundTo(head: Buffer, { user }: Identity, filter: Filter): Buffer {
  return Buffer.concat([
    head,
    createHash('sha256')
      .update(JSON.stringify([user, canonicalFilter(filter)]))
      .digest(),
  ]);
}

function groupsOf(identity: Identity): Buffer {
  return createHash('sha256').update(identityKey(identity)).digest().subarray(0, GROUPS);
}

function sumOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest().subarray(0, LENGTHS.sum);
}

/** One text for all spellings of a filter that differ in order, repetition and absent members alone. */
export function canonicalFilter(filter: Filter): string {
  return JSON.stringify(canonical(filter));
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map(item => JSON.stringify(canonical(item))))].sort();
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, canonical(member)]);
}
