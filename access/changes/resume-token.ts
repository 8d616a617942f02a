/**
 * `resume`: a moment of a list in a text that its holder can only send back.
 *
 * Who attacks: a caller who alters a token, sends that of another caller, or one of another filter, to be told what became of a list they may not have; or who
 * reads from it how much happens in the fleet. What stops them: a token is encrypted and authenticated (AES-256-GCM), together with its caller's user name and
 * its filter; whatever is wrong with it, the answer is the same sentence. What it says of rights are digests: rights themselves are judged anew with every
 * answer. It is as long as all others of callers who see something of about as many clusters, which they know. What remains: tokens from before the store lost
 * its content can be told from those after it; and since the store's log of a cluster is bounded, who tries tokens of every second at other replicas learns
 * from TOO_OLD when about a thousand objects of a cluster have changed at once of which they see some.
 *
 * The key is that of all processes on the store, where there is one: each can go on from where another was, by the positions in the logs of the clusters of
 * which the caller saw something. Without one, and for whom that would be too many clusters, a token is good at its process alone. A token that cannot be read
 * here says so (`foreign`): it was good, and its list is to be read anew.
 */
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  randomFillSync,
  type KeyObject,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Identity } from '../../identity/identity.ts';
import { QueryError, type Filter } from '../../readmodel/query.ts';
import { compareText } from '../../readmodel/texts/id-order.ts';
import { POSITION_BYTES } from '../../store/store.ts';
import { identityKey } from '../caller-access.ts';
import { DIGEST_BYTES } from './rights-digest.ts';

export interface ResumePoint {
  /** Of the process that made it. */
  readonly position: number;
  /** The number of what the caller saw (rights-history.ts), there. */
  readonly rights: number;
  /** How many rows the list had, where that is known. */
  readonly total: number | undefined;
  /** Of which clusters the caller saw something, for other processes; undefined: they cannot go on from it. */
  readonly clusters: readonly SeenCluster[] | undefined;
}

/** A cluster as it was at the moment. */
export interface SeenCluster {
  /** nameDigest() */
  readonly name: Buffer;
  /** rightsDigest() of what the caller saw of it. */
  readonly rights: Buffer;
  /** SharedPast.pack() of where its rows were. */
  readonly position: Buffer;
}

/** A point, and whether this process made it. */
export interface OpenedPoint extends ResumePoint {
  readonly isOwn: boolean;
}

/** What a token is bound by: its caller, and the list that it is of. */
export interface TokenBinding {
  readonly groups: Buffer;
  readonly list: Buffer;
}

const VERSION = 2;
/** All of these are in bytes. */
const LENGTHS = { version: 1, key: 8, nonce: 12, tag: 16, sum: 4 };
const HEAD = LENGTHS.version + LENGTHS.key;
const NUMBER = 6;
const GROUPS = 8;
const PROCESS = 8;
const NAME_BYTES = 4;
const CLUSTER = NAME_BYTES + DIGEST_BYTES + POSITION_BYTES;
/** Where clusters begin: behind three numbers, groups, process and the number of clusters. */
const FIXED = 3 * NUMBER + GROUPS + PROCESS + 2;
const NOT_SHARED = 0xffff;
/** Room for clusters grows by as many, so that a length says little. */
const CLUSTERS_STEP = 16;
/** A token that named more clusters would be longer than five kilobytes. */
export const MAX_CLUSTERS = 200;
/** Longer texts are not read. */
const MAX_LENGTH = 8_192;
/** Nonces that are drawn at once. */
const NONCES = 256;
/** The store may have lost its content and made another secret. */
const KEYS_KEPT = 3;

interface Key {
  readonly id: Buffer;
  readonly key: KeyObject;
  /** Of which it was made; undefined: of this process. */
  readonly secret: Buffer | undefined;
}

export class ResumeTokens {
  readonly #process = randomBytes(PROCESS);
  readonly #secret: () => Buffer | undefined;
  readonly #nonces = Buffer.alloc(NONCES * LENGTHS.nonce);
  #nextNonce = this.#nonces.length;
  /** The newest first. */
  #keys: Key[] = [keyOf(randomBytes(32))];

  /** @param secret Of all processes on the store; undefined while there is none. */
  constructor(secret: () => Buffer | undefined = () => undefined) {
    this.#secret = secret;
  }

  encode({ position, rights, total, clusters: seen }: ResumePoint, { groups, list }: TokenBinding): string {
    const clusters = seen && seen.length <= MAX_CLUSTERS ? seen : undefined;
    const room = clusters ? Math.max(1, Math.ceil(clusters.length / CLUSTERS_STEP)) * CLUSTERS_STEP : 0;
    const text = Buffer.alloc(FIXED + room * CLUSTER);
    // A total that is not known is written as 0, and n as n + 1.
    [position, rights, total === undefined ? 0 : total + 1].forEach((number, i) => text.writeUIntBE(number, i * NUMBER, NUMBER));
    let at = groups.copy(text, 3 * NUMBER) + 3 * NUMBER;
    at += this.#process.copy(text, at);
    at = text.writeUInt16BE(clusters ? clusters.length : NOT_SHARED, at);
    for (const { name, rights, position } of clusters ?? []) for (const part of [name, rights, position]) at += part.copy(text, at);
    const { id, key } = this.#newestKey();
    const head = Buffer.concat([Buffer.of(VERSION), id]);
    const nonce = this.#nonce();
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.concat([head, list]));
    const sealed = Buffer.concat([head, nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    return Buffer.concat([sealed, sumOf(sealed)]).toString('base64url');
  }

  /**
   * `foreign`: under a key that is not known here, or of another version. `regrouped`: the same user had other groups then.
   * @throws QueryError for everything that is no token of this caller for this filter
   */
  decode(token: string, identity: Identity, filter: Filter): OpenedPoint | 'foreign' | 'regrouped' {
    if (token.length > MAX_LENGTH) throw malformed();
    const bytes = Buffer.from(token, 'base64url');
    const sealed = bytes.subarray(0, -LENGTHS.sum);
    // Tells a token that this process cannot read from one that no process has made. Any client can compute it; all they get for it is `foreign`.
    if (bytes.length < HEAD + LENGTHS.sum || bytes.toString('base64url') !== token || !sumOf(sealed).equals(bytes.subarray(-LENGTHS.sum)))
      throw malformed();
    this.#newestKey();
    const key = this.#keys.find(({ id }) => id.equals(bytes.subarray(LENGTHS.version, HEAD)));
    if (bytes[0] !== VERSION || !key) return 'foreign';
    const { groups, list } = bindingOf(identity, filter);
    const text = open(key.key, sealed, list);
    let at = 3 * NUMBER;
    const next = (length: number): Buffer => text.subarray(at, (at += length));
    if (!groups.equals(next(GROUPS))) return 'regrouped';
    const [position, rights, total] = [0, 1, 2].map(i => text.readUIntBE(i * NUMBER, NUMBER)) as [number, number, number];
    const isOwn = next(PROCESS).equals(this.#process);
    const count = next(2).readUInt16BE();
    const cluster = (): SeenCluster => ({ name: next(NAME_BYTES), rights: next(DIGEST_BYTES), position: next(POSITION_BYTES) });
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
    if (secret && this.#keys[0]!.secret !== secret) this.#keys = [keyOf(secret, secret), ...this.#keys].slice(0, KEYS_KEPT);
    return this.#keys[0]!;
  }
}

/** Takes two digests: the maker of many tokens of one caller and one filter keeps it. */
export function bindingOf(identity: Identity, filter: Filter): TokenBinding {
  return {
    groups: digestOf(identityKey(identity)).subarray(0, GROUPS),
    list: digestOf(JSON.stringify([identity.user, canonicalFilter(filter)])),
  };
}

/** Of a cluster's name, as it is in a token. */
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
    throw malformed(); // the tag is wrong, or the text too short to have one
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

/** One text for all spellings of a filter that differ in order, repetition and absent members alone. */
export function canonicalFilter(filter: Filter): string {
  return JSON.stringify(canonical(filter));
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map(item => JSON.stringify(canonical(item))))].sort();
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members.sort(([a], [b]) => compareText(a, b)).map(([name, member]) => [name, canonical(member)]);
}
