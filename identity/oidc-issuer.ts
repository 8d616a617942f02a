/**
 * An OIDC issuer: its metadata (discovery) and signing keys, refreshed in the background. If the issuer is unavailable,
 * the last keys stay in use, and fleetgraph can start without keys. A token with an unknown key triggers a read of the
 * keys, at most every few seconds. So invented key ids cause little load on the issuer.
 */
import { createLocalJWKSet, errors, type CryptoKey, type JWK, type JWSHeaderParameters } from 'jose';
import { readFileSync } from 'node:fs';
import { fetch, type Agent } from 'undici';
import { Backoff } from '../async/backoff.ts';
import { systemClock, type Clock } from '../async/clock.ts';
import { gathered } from '../async/gathered-bytes.ts';
import { agentOfEnvironment } from '../kubernetes/dispatchers.ts';
import type { Logger } from '../telemetry/log.ts';

/** Metadata of an issuer. This file uses the named fields. The other fields are kept unchanged, for sign-in. */
export interface IssuerMetadata {
  readonly issuer: string;
  readonly jwks_uri: string;
  readonly [name: string]: unknown;
}

export interface OidcIssuerOptions {
  /** Issuer, spelled as in tokens. */
  readonly issuer: string;
  /**
   * PEM file of the authorities that sign the issuer's certificate. Read again for each request. @default the
   * authorities that Node trusts
   */
  readonly caFile?: string | undefined;
  readonly log: Logger;
  readonly clock?: Clock;
}

/** Thrown if the issuer or its answer is not usable now. */
export class IssuerError extends Error {
  override name = 'IssuerError';
}

const REFRESH_MS = 10 * 60_000;
/** Minimum milliseconds between the start of one read and a read because of an unknown key. */
const COOLDOWN_MS = 5_000;
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 512 * 1024;
const MAX_KEYS = 100;
/** OpenSSL's error codes for a certificate chain without a trusted authority. */
const UNKNOWN_AUTHORITY: ReadonlySet<string> = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]);

export class OidcIssuer {
  readonly issuer: string;
  readonly #caFile: string | undefined;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #end = new AbortController();
  #metadata: IssuerMetadata | undefined;
  #keys: KeySet | undefined;
  #problem: string | undefined = 'it has not been asked yet';
  #looking: Promise<void> | undefined;
  #lookedAt = -Infinity;
  #agent: { readonly pem: string | undefined; readonly agent: Agent } | undefined;

  constructor({ issuer, caFile, log, clock = systemClock }: OidcIssuerOptions) {
    this.issuer = issuer;
    this.#caFile = caFile;
    this.#log = log.child({ issuer });
    this.#clock = clock;
    void this.#keepFresh();
  }

  /** Metadata of the issuer. Undefined until metadata and keys have been read once. */
  get metadata(): IssuerMetadata | undefined {
    return this.#metadata;
  }

  /** Problem of the last read. Also set before the first read has ended. Undefined if the last read succeeded. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** A number that changes whenever the keys change. */
  get keysRevision(): number {
    return this.#keys?.revision ?? 0;
  }

  /**
   * The key that signed a token.
   * @throws IssuerError while no keys are known, or if the keys cannot be read again for an unknown key
   * @throws errors.JWKSNoMatchingKey if the issuer does not publish the key
   */
  async key(header: JWSHeaderParameters): Promise<CryptoKey> {
    if (!this.#keys) await this.#look();
    if (!this.#keys) throw new IssuerError(this.#problem ?? 'it has not answered yet');
    try {
      return await this.#keys.get(header);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await this.#look();
      if (this.#problem !== undefined) throw new IssuerError(this.#problem, { cause: error });
      return this.#keys.get(header);
    }
  }

  /**
   * Like the global fetch(), but with the issuer's authorities, a timeout and a limit on the size of the response. Does
   * not follow redirects.
   * @throws IssuerError
   */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.#end.signal]);
    const dispatcher = this.#dispatcher();
    try {
      const answer = await fetch(url, { ...(init as object), redirect: 'manual', signal, dispatcher });
      const body = await bounded(answer.body);
      return new Response(body.length > 0 ? body : null, { status: answer.status, headers: [...answer.headers] });
    } catch (error) {
      throw error instanceof IssuerError ? error : new IssuerError(reasonOf(error), { cause: error });
    }
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#looking;
    await this.#agent?.agent.destroy();
  }

  async #keepFresh(): Promise<void> {
    const backoff = new Backoff({ firstMs: 1_000, maxMs: 60_000 });
    while (!this.#end.signal.aborted) {
      await this.#look(true);
      if (this.#problem === undefined) backoff.reset();
      const waitMs = this.#problem === undefined ? REFRESH_MS * (0.9 + Math.random() / 5) : backoff.next();
      await this.#clock.sleep(waitMs, this.#end.signal).catch(() => undefined);
    }
  }

  /**
   * Reads metadata and keys, or joins a running read. Without `always`, at most once per COOLDOWN_MS. Sets `problem`.
   */
  #look(always = false): Promise<void> {
    if (this.#looking) return this.#looking;
    if (!always && this.#clock.now() - this.#lookedAt < COOLDOWN_MS) return Promise.resolve();
    this.#lookedAt = this.#clock.now();
    this.#looking = this.#ask()
      .then(
        () => this.#wentWell(),
        (error: unknown) => this.#failed(error),
      )
      .finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #ask(): Promise<void> {
    const metadata = await this.#json(`${this.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    if (metadata['issuer'] !== this.issuer)
      throw new IssuerError(
        `its metadata are of issuer ${JSON.stringify(metadata['issuer'])?.slice(0, 200)}; set exactly that`,
      );
    const jwksUri = metadata['jwks_uri'];
    if (typeof jwksUri !== 'string' || !isSecure(jwksUri, this.issuer))
      throw new IssuerError('its metadata have no jwks_uri with https://');
    const { keys } = await this.#json(jwksUri);
    const usable = usableKeys(keys);
    if (usable.length === 0) throw new IssuerError('it publishes no key that tokens can be checked with');
    this.#metadata = metadata as IssuerMetadata;
    const text = JSON.stringify(usable);
    if (this.#keys?.text !== text)
      this.#keys = { text, get: createLocalJWKSet({ keys: usable }), revision: this.keysRevision + 1 };
  }

  async #json(url: string): Promise<Record<string, unknown>> {
    const answer = await this.fetch(url, { headers: { accept: 'application/json' } });
    if (answer.status !== 200)
      throw new IssuerError(`${new URL(url).pathname} was answered with status ${answer.status}`);
    const value: unknown = await answer.json().catch(() => undefined);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new IssuerError(`${new URL(url).pathname} was not answered with a JSON object`);
    return value as Record<string, unknown>;
  }

  #wentWell(): void {
    if (this.#problem !== undefined) this.#log.info('the OIDC issuer answers');
    this.#problem = undefined;
  }

  #failed(error: unknown): void {
    if (this.#end.signal.aborted) return;
    const reason = error instanceof IssuerError ? error.message : String(error);
    if (reason !== this.#problem)
      this.#log.warn(
        { reason },
        `the OIDC issuer cannot be used; ${this.#keys ? 'its last keys stay in use' : 'its tokens are refused'}`,
      );
    this.#problem = reason;
  }

  #dispatcher(): Agent {
    let pem;
    try {
      pem = this.#caFile === undefined ? undefined : readFileSync(this.#caFile, 'utf8');
    } catch (error) {
      throw new IssuerError(`caFile: it cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error });
    }
    if (!this.#agent || this.#agent.pem !== pem) {
      void this.#agent?.agent.close();
      this.#agent = { pem, agent: agentOfEnvironment({ tls: pem === undefined ? {} : { ca: pem } }) };
    }
    return this.#agent.agent;
  }
}

interface KeySet {
  readonly text: string;
  readonly revision: number;
  readonly get: (header: JWSHeaderParameters) => Promise<CryptoKey>;
}

/**
 * Public keys that can verify tokens and have a usable size. Secret keys (`oct`) and private keys are dropped, since
 * everyone who can read such a key could sign tokens.
 */
function usableKeys(keys: unknown): JWK[] {
  if (!Array.isArray(keys)) throw new IssuerError('its jwks_uri was answered without a list of keys');
  if (keys.length > MAX_KEYS) throw new IssuerError(`it publishes ${keys.length} keys; at most ${MAX_KEYS} are read`);
  return keys.flatMap((key: unknown) => (isUsable(key) ? publicPart(key) : []));
}

/**
 * Maximum characters of a number in a key, in base64. Verifying with an RSA key of 16 384 bits takes about a
 * millisecond. Longer keys are a mistake or an attack.
 */
const MAX_NUMBER = Math.ceil(16_384 / 6);
const PUBLIC_PARTS = { RSA: ['n', 'e'], EC: ['crv', 'x', 'y'], OKP: ['crv', 'x'] } as Readonly<
  Record<string, readonly string[]>
>;

function isUsable(key: unknown): key is JWK {
  if (typeof key !== 'object' || key === null) return false;
  const parts = key as Record<string, unknown>;
  const { kty, use, key_ops: operations, alg, kid } = parts;
  const needed = typeof kty === 'string' && Object.hasOwn(PUBLIC_PARTS, kty) ? PUBLIC_PARTS[kty] : undefined;
  const isText = (value: unknown) => typeof value === 'string' && value.length <= MAX_NUMBER;
  return (
    needed !== undefined &&
    needed.every(name => isText(parts[name])) &&
    !('d' in parts) &&
    (kty !== 'RSA' || (parts['e'] as string).length <= 8) &&
    (use === undefined || use === 'sig') &&
    (operations === undefined || (Array.isArray(operations) && operations.includes('verify'))) &&
    [alg, kid].every(value => value === undefined || isText(value))
  );
}

function publicPart(key: JWK): JWK {
  const { kty, n, e, crv, x, y, kid, alg } = key;
  return Object.fromEntries(
    Object.entries({ kty, n, e, crv, x, y, kid, alg }).filter(([, value]) => value !== undefined),
  );
}

/**
 * True for HTTPS. Plain HTTP is accepted only if the URL of the issuer also has plain HTTP. The configuration allows
 * such issuers only on loopback.
 */
function isSecure(url: string, issuer: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && issuer.startsWith('http:'));
}

async function bounded(body: AsyncIterable<Uint8Array> | null): Promise<Buffer<ArrayBuffer>> {
  const { bytes, complete } = await gathered(body ?? [], MAX_BYTES);
  if (!complete) throw new IssuerError(`it sent more than ${MAX_BYTES} bytes`);
  return bytes;
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return `it did not answer within ${TIMEOUT_MS / 1_000} s`;
  if (UNKNOWN_AUTHORITY.has(cause?.code ?? ''))
    return `its certificate is not from an authority that is trusted here (${cause?.code}); name its authority in caFile of the authenticator`;
  return `it cannot be reached (${cause?.code ?? cause?.message ?? (error as Error).message})`;
}
