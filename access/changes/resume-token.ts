/**
 * `resume`: the state of a list at one time, as an opaque token. All processes on one store share the key and can
 * continue from each other's tokens. Without a store, or with too many clusters, a token is valid only at its process.
 *
 * Who attacks: a caller who alters a token, or sends a token of another caller or filter, to read changes of a list
 * that they may not see. What stops them: a token is encrypted and authenticated (AES-256-GCM) together with its
 * caller's user name and filter. The encryption also hides positions, which would reveal how much happens in the fleet.
 * Every fault of a token gets the same error message. A token does not hold rights, and every answer checks rights
 * again. The length of a token reveals only roughly how many clusters the caller sees.
 *
 * What remains: the key id of a token tells whether the token is from before a loss of the store's content. The log of
 * a cluster is bounded, so TOO_OLD reveals that many objects of the cluster changed. A caller who collects tokens and
 * sends them to other replicas learns when about a thousand objects changed at once, even in a cluster of which the
 * caller sees only a part.
 */
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomFillSync,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Identity } from '../../identity/identity.ts';
import type { Shown } from '../../readmodel/changes/change.ts';
import { type Filter, QueryError } from '../../readmodel/query.ts';
import { compareText } from '../../readmodel/table/names.ts';
import { POSITION_BYTES } from '../../store/store.ts';
import { identityKey } from '../request-access.ts';
import { DIGEST_BYTES } from './rights-digest.ts';

export interface ResumePoint {
  /** Position in the journal of the process that made the token. */
  readonly position: number;
  /** Number with which the RightsHistory of the process that made the token finds the caller's visibilities. */
  readonly rights: number;
  /** Number of rows of the list. Undefined if unknown. */
  readonly total: number | undefined;
  /**
   * The clusters that the caller saw, for other processes. Undefined if other processes cannot continue from the
   * token.
   */
  readonly clusters: readonly SeenCluster[] | undefined;
}

/** State of one cluster when the token was made. */
export interface SeenCluster {
  /** Made by nameDigest(). */
  readonly name: Buffer;
  /** Made by rightsDigest() from the caller's visibility of the cluster. */
  readonly rights: Buffer;
  /** The position in the cluster's log, made by SharedPast.pack(). */
  readonly position: Buffer;
}

/** A decoded token. `isOwn` is true if this process made the token. */
export interface OpenedPoint extends ResumePoint {
  readonly isOwn: boolean;
}

/** The caller and the list to which a token is bound. */
export interface TokenBinding {
  readonly groups: Buffer;
  readonly list: Buffer;
}

const VERSION = 2;
/** Lengths in bytes. */
const LENGTHS = { version: 1, key: 8, nonce: 12, tag: 16, sum: 4 };
const HEAD = LENGTHS.version + LENGTHS.key;
const NUMBER = 6;
const GROUPS = 8;
const PROCESS = 8;
const NAME_BYTES = 4;
const CLUSTER = NAME_BYTES + DIGEST_BYTES + POSITION_BYTES;
/**
 * Offset of the clusters, in bytes. Before the clusters come `position`, `rights`, `total`, the groups, the process and
 * the number of clusters.
 */
const FIXED = 3 * NUMBER + GROUPS + PROCESS + 2;
const NOT_SHARED = 0xffff;
/** The space for clusters grows in steps of this many clusters, so that the length of a token reveals little. */
const CLUSTERS_STEP = 16;
/** Maximum number of clusters in a token. A token with this many clusters takes about five kilobytes. */
export const MAX_CLUSTERS = 200;
/** Maximum length of a token in characters. */
const MAX_LENGTH = 8_192;
/** Number of nonces generated at once. */
const NONCES = 256;
/** Number of keys kept. A store that lost its content makes a new secret, and older tokens need the older keys. */
const KEYS_KEPT = 3;

interface Key {
  readonly id: Buffer;
  readonly key: KeyObject;
  /** The secret of the store from which the key is made. Undefined for the key of this process. */
  readonly secret: Buffer | undefined;
}

export class ResumeTokens {
  readonly #process = randomBytes(PROCESS);
  readonly #secret: () => Buffer | undefined;
  readonly #nonces = Buffer.alloc(NONCES * LENGTHS.nonce);
  #nextNonce = this.#nonces.length;
  /** Keys, newest first. */
  #keys: Key[] = [keyOf(randomBytes(32))];

  /** @param secret Returns the secret that all processes on the store share. Undefined while there is no secret */
  constructor(secret: () => Buffer | undefined = () => undefined) {
    this.#secret = secret;
  }

  encode({ position, rights, total, clusters: seen }: ResumePoint, { groups, list }: TokenBinding): string {
    const clusters = seen && seen.length <= MAX_CLUSTERS ? seen : undefined;
    const room = clusters ? Math.max(1, Math.ceil(clusters.length / CLUSTERS_STEP)) * CLUSTERS_STEP : 0;
    const text = Buffer.alloc(FIXED + room * CLUSTER);
    // An unknown total is encoded as 0, a known total n as n + 1.
    [position, rights, total === undefined ? 0 : total + 1].forEach((number, i) =>
      text.writeUIntBE(number, i * NUMBER, NUMBER),
    );
    let at = groups.copy(text, 3 * NUMBER) + 3 * NUMBER;
    at += this.#process.copy(text, at);
    at = text.writeUInt16BE(clusters ? clusters.length : NOT_SHARED, at);
    for (const { name, rights, position } of clusters ?? [])
      for (const part of [name, rights, position]) at += part.copy(text, at);
    const { id, key } = this.#newestKey();
    const head = Buffer.concat([Buffer.of(VERSION), id]);
    const nonce = this.#nonce();
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.concat([head, list]));
    const sealed = Buffer.concat([head, nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    return Buffer.concat([sealed, sumOf(sealed)]).toString('base64url');
  }

  /**
   * Opens a token. `foreign`: this process does not know the key, or the version differs. `regrouped`: the user had
   * other groups when the token was made.
   * @throws QueryError if the text is not a token of this caller for this filter
   */
  decode(token: string, identity: Identity, filter: Filter): OpenedPoint | 'foreign' | 'regrouped' {
    if (token.length > MAX_LENGTH) throw malformed();
    const bytes = Buffer.from(token, 'base64url');
    const sealed = bytes.subarray(0, -LENGTHS.sum);
    // The checksum distinguishes a token that this process cannot read from a text that no process made. Any client
    // can compute the checksum, and gains only the answer `foreign`.
    if (
      bytes.length < HEAD + LENGTHS.sum ||
      bytes.toString('base64url') !== token ||
      !sumOf(sealed).equals(bytes.subarray(-LENGTHS.sum))
    )
      throw malformed();
    this.#newestKey();
    const key = this.#keys.find(({ id }) => id.equals(bytes.subarray(LENGTHS.version, HEAD)));
    if (bytes[0] !== VERSION || !key) return 'foreign';
    const { groups, list } = bindingOf(identity, filter);
    const text = open(key.key, sealed, list);
    let at = 3 * NUMBER;
    const next = (length: number): Buffer => text.subarray(at, (at += length));
    if (!groups.equals(next(GROUPS))) return 'regrouped';
    const [position, rights, total] = [0, 1, 2].map(i => text.readUIntBE(i * NUMBER, NUMBER)) as [
      number,
      number,
      number,
    ];
    const isOwn = next(PROCESS).equals(this.#process);
    const count = next(2).readUInt16BE();
    const cluster = (): SeenCluster => ({
      name: next(NAME_BYTES),
      rights: next(DIGEST_BYTES),
      position: next(POSITION_BYTES),
    });
    return {
      ...{ position, rights, isOwn },
      total: total === 0 ? undefined : total - 1,
      clusters: count === NOT_SHARED ? undefined : Array.from({ length: count }, cluster),
    };
  }

  #nonce(): Buffer {
    if (this.#nextNonce === this.#nonces.length) {
      randomFillSync(this.#nonces);
      this.#nextNonce = 0;
    }
    return this.#nonces.subarray(this.#nextNonce, (this.#nextNonce += LENGTHS.nonce));
  }

  #newestKey(): Key {
    const secret = this.#secret();
    if (secret && this.#keys[0]!.secret !== secret)
      this.#keys = [keyOf(secret, secret), ...this.#keys].slice(0, KEYS_KEPT);
    return this.#keys[0]!;
  }
}

/** Computes two digests, so reuse the result for all tokens of one caller and filter. */
export function bindingOf(identity: Identity, filter: Filter): TokenBinding {
  return {
    groups: digestOf(identityKey(identity)).subarray(0, GROUPS),
    list: digestOf(JSON.stringify([identity.user, canonicalFilter(filter)])),
  };
}

/** Digest of a cluster's name, as used in tokens. */
export function nameDigest(cluster: string): Buffer {
  return names.memo(cluster);
}

const names = new LRUCache<string, Buffer>({
  max: 10_000,
  memoMethod: cluster => digestOf(cluster).subarray(0, NAME_BYTES),
});

function keyOf(material: Buffer, secret?: Buffer): Key {
  const bytes = Buffer.from(hkdfSync('sha256', material, '', 'fleetgraph resume tokens', 32 + LENGTHS.key));
  return { key: createSecretKey(bytes.subarray(0, 32)), id: bytes.subarray(32), secret };
}

function open(key: KeyObject, sealed: Buffer, list: Buffer): Buffer {
  const from = HEAD + LENGTHS.nonce;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(HEAD, from), { authTagLength: LENGTHS.tag });
    decipher.setAAD(Buffer.concat([sealed.subarray(0, HEAD), list])).setAuthTag(sealed.subarray(-LENGTHS.tag));
    return Buffer.concat([decipher.update(sealed.subarray(from, -LENGTHS.tag)), decipher.final()]);
  } catch {
    throw malformed(); // the authentication tag is wrong or missing
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

/**
 * Canonical text of a filter. Two filters that differ only in order, repetition or absent members have the same text.
 */
export function canonicalFilter(filter: Filter): string {
  return JSON.stringify(canonical(filter));
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map(item => JSON.stringify(canonical(item))))].sort();
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members.sort(([a], [b]) => compareText(a, b)).map(([name, member]) => [name, canonical(member)]);
}

/** Maximum size of the history. Each entry counts as one, plus one for each of its clusters. */
const MAX_REMEMBERED = 500_000;

/**
 * Gives a number to what a caller saw at the time of a token. A token contains this number, because it must not reveal
 * the rights. Current rights do not determine past rights, so this history is needed.
 */
export class RightsHistory {
  readonly #byNumber = new LRUCache<number, Shown>({
    maxSize: MAX_REMEMBERED,
    sizeCalculation: shown => 1 + shown.size,
  });
  readonly #numbers = new WeakMap<Shown, number>();
  #last = 0;

  /** Returns the number with which find() returns these visibilities later. */
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
