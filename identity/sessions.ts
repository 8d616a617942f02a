/**
 * Browser sessions: the caller's ID token in a sealed cookie. Any replica with the same secret accepts the cookie. Only
 * ended sessions are stored (ended-sessions.ts).
 *
 * Who attacks: a page of another origin that makes a browser send a request with the cookie. What stops it: browsers
 * report the origin of the page by Sec-Fetch-Site or Origin, and only our own origin may use the cookie. No page can
 * change these headers. The cookie is also HttpOnly and SameSite=Strict, and limited to our host and path.
 *
 * What remains: a stolen cookie works until its owner signs out, its tokens have expired, or the session is older than
 * `maxAgeMs`. So the issuer should create short-lived tokens. Pages of other services on our origin count as our own.
 */
import { EncryptJWT, jwtDecrypt, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { hash, hkdfSync, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AuthenticationUnavailableError, BadCredentialsError, type Authenticator } from './authenticator.ts';
import type { EndedSessions } from './ended-sessions.ts';
import type { OidcAuthenticator } from './oidc.ts';

export interface SessionOptions {
  /**
   * Origin at which browsers reach fleetgraph, as browsers spell it. With plain HTTP the cookie is not `Secure`, which
   * is acceptable only on loopback.
   */
  readonly origin: string;
  /** Path below the origin, without a slash at the end. @default the root of the origin */
  readonly path?: string;
  /**
   * Secret that all replicas share: at least 32 characters, or a function that returns it. The function returns
   * undefined while the secret is unknown. It returns another secret after the store lost its content.
   * @default a random secret, so that sessions end with the process
   */
  readonly secret?: string | (() => Buffer | undefined) | undefined;
  /**
   * Maximum time from sign-in to the end of a session, in milliseconds, even if the session is renewed. @default 12 h
   */
  readonly maxAgeMs?: number;
  /** Sessions that ended before they expired. @default none */
  readonly ended?: Pick<EndedSessions, 'has' | 'end' | 'subscribe'> | undefined;
  /** Returns milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
}

export interface Session {
  /** Id that all cookies of one sign-in share. */
  readonly id: string;
  readonly idToken: string;
  readonly refreshToken?: string | undefined;
  /** Time of the sign-in, in milliseconds since the epoch. */
  readonly startedAt: number;
}

/** State that is kept while the browser is at the issuer. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly returnTo: string;
}

/** Thrown if the tokens are too large for cookies. */
export class SessionTooLargeError extends Error {
  override name = 'SessionTooLargeError';
}

const MIN_SECRET = 32;
/** Number of latest secrets that can open sessions. */
const SECRETS_KEPT = 2;
/**
 * Maximum number of characters of one cookie's value. Browsers keep at least 4 096 bytes per cookie, including its name
 * and attributes (RFC 6265 6.1).
 */
const CHUNK = 3_800;
const MAX_CHUNKS = 5;
const PENDING_MS = 10 * 60_000;
/** Maximum size of the opened sessions in the cache, in approximate bytes. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

type Purpose = 'session' | 'sign-in';

export class Sessions {
  readonly origin: string;
  readonly path: string;
  readonly #secret: () => string | Buffer | undefined;
  /** Keys derived from the secrets. The newest key is first. */
  #keys: readonly { readonly secret: string | Buffer; readonly key: Uint8Array }[] = [];
  readonly #maxAgeMs: number;
  readonly #now: () => number;
  readonly #isSecure: boolean;
  readonly #ended: SessionOptions['ended'];
  /** Opened sessions by the hash of their cookies. */
  readonly #opened = new LRUCache<string, { session: Session; until: number }>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ session }) => 500 + 2 * (session.idToken.length + (session.refreshToken?.length ?? 0)),
  });

  /** @throws TypeError if the secret is too short */
  constructor({ origin, path = '', secret, maxAgeMs = 12 * 3_600_000, ended, now = Date.now }: SessionOptions) {
    if (typeof secret === 'string' && secret.length < MIN_SECRET)
      throw new TypeError(
        `The session secret has fewer than ${MIN_SECRET} characters. Make one with: openssl rand -base64 32`,
      );
    this.origin = origin;
    this.path = path;
    const fixed = secret ?? randomBytes(32);
    this.#secret = typeof fixed === 'function' ? fixed : () => fixed;
    this.#maxAgeMs = maxAgeMs;
    this.#now = now;
    this.#ended = ended;
    this.#isSecure = origin.startsWith('https:');
  }

  /** True if the secret is known, so that sessions can be sealed and opened. */
  get isReady(): boolean {
    return this.#secret() !== undefined;
  }

  /**
   * Set-Cookie values that store a session.
   * @throws SessionTooLargeError, AuthenticationUnavailableError
   */
  async keep(session: Session): Promise<string[]> {
    const endsAt = session.startedAt + this.#maxAgeMs;
    const sealed = await this.#seal('session', { ...session }, endsAt);
    if (sealed.length > CHUNK * MAX_CHUNKS)
      throw new SessionTooLargeError(`The session takes ${sealed.length} characters.`);
    const seconds = Math.floor((endsAt - this.#now()) / 1_000);
    // Empty chunks are written too, so that no chunk of an older, longer session remains.
    return Array.from({ length: MAX_CHUNKS }, (_, i) => {
      const part = sealed.slice(i * CHUNK, (i + 1) * CHUNK);
      return this.#cookie(this.#name(i), part, part === '' ? 0 : seconds, 'Strict');
    });
  }

  /** New id for a sign-in that starts a session. */
  static newId(): string {
    return randomBytes(16).toString('base64url');
  }

  /** Ends a session. All its cookies become invalid, including copies, and its streams end. */
  end(session: Session): void {
    this.#ended?.end(session.id);
  }

  /** Calls the listener each time after sessions have ended, in this process or in another replica. */
  onEnd(listener: () => void): void {
    this.#ended?.subscribe(listener);
  }

  /** Set-Cookie values that remove the session from the browser. */
  forget(): string[] {
    return Array.from({ length: MAX_CHUNKS }, (_, i) => this.#cookie(this.#name(i), '', 0, 'Strict'));
  }

  /**
   * The session of a request. Undefined without a cookie. 'over' if the session has ended or expired, or if the cookie
   * cannot be opened with a known secret.
   * @throws AuthenticationUnavailableError
   */
  async of(headers: IncomingHttpHeaders): Promise<Session | 'over' | undefined> {
    const session = await this.#sealedIn(headers);
    return typeof session === 'object' && this.#ended?.has(session.id) ? 'over' : session;
  }

  async #sealedIn(headers: IncomingHttpHeaders): Promise<Session | 'over' | undefined> {
    const cookies = cookiesOf(headers);
    let sealed = '';
    // A chunk after an incomplete chunk may belong to another gateway at a shorter path of the origin.
    for (let i = 0; i < MAX_CHUNKS && sealed.length === i * CHUNK; i++) sealed += cookies.get(this.#name(i)) ?? '';
    if (sealed === '') return undefined;
    const key = hash('sha256', sealed, 'base64url');
    const opened = this.#opened.get(key);
    if (opened) return this.#now() < opened.until ? opened.session : 'over';
    const claims = await this.#open('session', sealed);
    if (typeof claims?.['id'] !== 'string') return 'over';
    const { id, idToken, refreshToken, startedAt, exp = 0 } = claims as JWTPayload & Session;
    const session = { id, idToken, refreshToken, startedAt };
    this.#opened.set(key, { session, until: exp * 1_000 });
    return session;
  }

  /** Set-Cookie value for a pending sign-in. It is SameSite=Lax, because the issuer's page starts the redirect back. */
  async keepPending(pending: PendingSignIn): Promise<string> {
    const sealed = await this.#seal('sign-in', { ...pending }, this.#now() + PENDING_MS);
    return this.#cookie(this.#pendingName, sealed, PENDING_MS / 1_000, 'Lax');
  }

  endPending(): string {
    return this.#cookie(this.#pendingName, '', 0, 'Lax');
  }

  async pendingOf(headers: IncomingHttpHeaders): Promise<PendingSignIn | undefined> {
    const sealed = cookiesOf(headers).get(this.#pendingName);
    return sealed === undefined ? undefined : ((await this.#open('sign-in', sealed)) as PendingSignIn | undefined);
  }

  /** True if a page of our own origin sent the request. */
  isOwnPage({ 'sec-fetch-site': site, origin }: IncomingHttpHeaders): boolean {
    // Browsers send Sec-Fetch-Site only to https and loopback. They send Origin with every POST and WebSocket.
    return site === undefined ? origin === this.origin : site === 'same-origin';
  }

  get #pendingName(): string {
    return `${this.#name(0)}-sign-in`;
  }

  #name(chunk: number): string {
    // Browsers accept a __Host- cookie only for the root path.
    const prefix = this.path === '' ? '__Host-' : '__Secure-';
    return `${this.#isSecure ? prefix : ''}fleetgraph${chunk === 0 ? '' : `-${chunk}`}`;
  }

  #cookie(name: string, value: string, maxAgeSeconds: number, sameSite: 'Strict' | 'Lax'): string {
    return `${name}=${value}; Path=${this.path || '/'}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}${this.#isSecure ? '; Secure' : ''}`;
  }

  async #seal(purpose: Purpose, claims: JWTPayload, endsAt: number): Promise<string> {
    return new EncryptJWT(claims)
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setAudience(purpose)
      .setExpirationTime(Math.floor(endsAt / 1_000))
      .encrypt(this.#openers()[0]!);
  }

  /** @throws AuthenticationUnavailableError while the secret is unknown */
  #openers(): readonly Uint8Array[] {
    const secret = this.#secret();
    if (secret === undefined && this.#keys.length === 0)
      throw new AuthenticationUnavailableError(
        'Sessions cannot be opened yet: this gateway has not read their secret from its store.',
        {
          isOwn: true,
        },
      );
    if (secret !== undefined && this.#keys[0]?.secret !== secret) {
      const key = new Uint8Array(hkdfSync('sha256', secret, '', 'fleetgraph sessions', 32));
      this.#keys = [{ secret, key }, ...this.#keys].slice(0, SECRETS_KEPT);
    }
    return this.#keys.map(({ key }) => key);
  }

  /**
   * Opens a sealed cookie. Undefined if the cookie has expired, or was not sealed for this purpose with a known secret.
   * @throws AuthenticationUnavailableError
   */
  async #open(purpose: Purpose, sealed: string): Promise<JWTPayload | undefined> {
    for (const key of this.#openers()) {
      try {
        const { payload } = await jwtDecrypt(sealed, key, {
          audience: purpose,
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          currentDate: new Date(this.#now()),
        });
        return payload;
      } catch {
        // Try the next key.
      }
    }
    return undefined;
  }
}

/**
 * Authenticates the user of a session by the token in its cookie. A request with an Authorization header does not use
 * the session.
 */
export function sessionCookies(sessions: Sessions, tokens: Pick<OidcAuthenticator, 'identityOf'>): Authenticator {
  return {
    type: 'session',
    async authenticate({ headers }) {
      if (headers.authorization !== undefined || headers.cookie === undefined) return undefined;
      const session = await sessions.of(headers);
      if (!session) return undefined;
      if (!sessions.isOwnPage(headers))
        throw new BadCredentialsError(`The session's cookie counts from pages of ${sessions.origin} only.`, 'origin');
      if (session === 'over') throw new BadCredentialsError(OVER, 'expired');
      return tokens.identityOf(session.idToken).catch((error: unknown) => {
        if (error instanceof BadCredentialsError && error.reason === 'expired')
          throw new BadCredentialsError(OVER, 'expired');
        throw error;
      });
    },
  };
}

const OVER = 'Your session is over. Renew it (POST /auth/session), or sign in again (/auth/login).';

/**
 * Cookies by name. If a name occurs several times, the first value is used, since browsers send the longest path first
 * (RFC 6265 5.4).
 */
function cookiesOf({ cookie = '' }: IncomingHttpHeaders): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of cookie.split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (at !== -1 && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
  }
  return cookies;
}
