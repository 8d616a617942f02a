/**
 * The OIDC login of a kubeconfig's user (`auth-provider: { name: oidc }`): its ID token, renewed with its refresh
 * token.
 *
 * Guarantees: contexts and clusters with the same login share one session, because some issuers accept a refresh token
 * only once. A new refresh token stays in memory, and the kubeconfig is never written. One renewal serves all requests
 * that wait for it. A session tries at most one renewal in ten seconds. The rules come from client-go
 * plugin/pkg/client/auth/oidc. The package openid-client, loaded for the first renewal, implements the protocol.
 *
 * Who attacks: a writer of registrations, who names an issuer of their own. What stops them: the issuer's URL and the
 * URLs in its metadata have the same address rules as API servers. Answers are bounded in bytes and time, and redirects
 * are not followed. Of the issuer's answers, messages quote only an error code. What remains: this issuer chooses the
 * token that fleetgraph sends to the writer's own cluster.
 */
import { LRUCache } from 'lru-cache';
import { fetch } from 'undici';
import { gathered } from '../async/gathered-bytes.ts';
import { tokenExpiry } from './credentials-expiry.ts';
import { agentOfEnvironment } from './dispatchers.ts';
import { KubeconfigError } from './kubeconfig-error.ts';
import { isLocalHost, lookupElsewhere } from './local-addresses.ts';

export interface OidcLogin {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly idToken: string;
  readonly refreshToken: string;
  /** Certificate authorities of the issuer, as written in the kubeconfig. */
  readonly authorities: string;
  /**
   * Reads the PEM of `authorities`, for each renewal. Undefined: Node's own authorities.
   * @throws KubeconfigError
   */
  readonly ca: () => Promise<string | undefined>;
  /** False: the issuer must not have an address of this machine or its network link (local-addresses.ts). */
  readonly localAddresses: boolean;
  /** True if the login is from a registration of a hub. */
  readonly isOfHub: boolean;
}

/** An ID token is renewed this long before it expires, as in kubectl. */
const RENEW_BEFORE_MS = 10_000;
/** Minimum time between two renewals, even if the API server refuses the token or the token has already expired. */
const ASK_AT_MOST_EVERY_MS = 10_000;
const TIMEOUT_S = 15;
const MAX_ANSWER_BYTES = 256 * 1024;
/** Maximum characters of a token. */
const MAX_TOKEN_LENGTH = 16 * 1024;
/** Maximum sessions in each cache. */
const MAX_SHARED = 1_000;

/** There are two caches, so that registrations of hubs evict none of the operator's sessions. */
const ofOperator = new LRUCache<string, OidcSession>({ max: MAX_SHARED });
const ofHubs = new LRUCache<string, OidcSession>({ max: MAX_SHARED });

/** The session of a login. Equal logins share the cached session. */
export function oidcSession(login: OidcLogin): OidcSession {
  const { issuer, clientId, clientSecret, idToken, refreshToken, authorities, localAddresses, isOfHub } = login;
  const shared = isOfHub ? ofHubs : ofOperator;
  const key = JSON.stringify([issuer, clientId, clientSecret, idToken, refreshToken, authorities, localAddresses]);
  const session = shared.get(key) ?? new OidcSession(login);
  shared.set(key, session);
  return session;
}

/** Thrown if the issuer cannot be used, or gives no usable token. */
class IssuerRefused extends Error {}

export class OidcSession {
  readonly #login: OidcLogin;
  readonly #now: () => number;
  #idToken: string;
  #refreshToken: string;
  #requestedAt = -Infinity;
  #failure: KubeconfigError | undefined;
  #underWay: Promise<string> | undefined;
  /**
   * Index of the method that sends the client secret to the issuer. The methods are tried one after the other, as in
   * kubectl.
   */
  #way = 0;

  constructor(login: OidcLogin, now: () => number = Date.now) {
    this.#login = login;
    this.#now = now;
    this.#idToken = login.idToken;
    this.#refreshToken = login.refreshToken;
  }

  /** Expiry of the login, in milliseconds since the epoch. Undefined if unknown, or if the login can be renewed. */
  get expiresAt(): number | undefined {
    return this.#refreshToken === '' ? tokenExpiry(this.#idToken) : undefined;
  }

  /**
   * An ID token. `fresh` is true if the API server refused the last token.
   * @throws KubeconfigError
   */
  async token({ fresh = false } = {}): Promise<string> {
    const now = this.#now();
    const endsAt = tokenExpiry(this.#idToken);
    const isGood = endsAt !== undefined && now + RENEW_BEFORE_MS < endsAt;
    if (isGood && (!fresh || this.#refreshToken === '')) return this.#idToken;
    if (this.#refreshToken === '') throw new KubeconfigError(this.#hopeless(endsAt));
    if (this.#underWay === undefined && now - this.#requestedAt < ASK_AT_MOST_EVERY_MS) {
      if (this.#failure) throw this.#failure;
      return this.#idToken;
    }
    return (this.#underWay ??= this.#renew().finally(() => (this.#underWay = undefined)));
  }

  #hopeless(endsAt: number | undefined): string {
    const state =
      this.#idToken === ''
        ? 'there is no id-token'
        : endsAt === undefined
          ? 'the id-token is not a JWT that says when it ends'
          : `the id-token ended at ${new Date(endsAt).toISOString()}`;
    return `${state}, and there is no refresh-token to renew it with. Sign in again, or give fleetgraph a ServiceAccount's token.`;
  }

  async #renew(): Promise<string> {
    this.#requestedAt = this.#now();
    this.#failure = undefined;
    try {
      const { id_token: idToken, refresh_token: refreshToken } = await this.#ask();
      // Stored first: with token rotation the earlier refresh token is now invalid, even if the new ID token is
      // unusable.
      if (refreshToken) this.#refreshToken = refreshToken;
      return (this.#idToken = usable(idToken));
    } catch (error) {
      const { issuer } = this.#login;
      this.#failure =
        error instanceof KubeconfigError ? error : new KubeconfigError(`${printed(issuer)}: ${reasonOf(error)}`);
      throw this.#failure;
    }
  }

  async #ask(): Promise<{ readonly id_token?: string | undefined; readonly refresh_token?: string | undefined }> {
    const oidc = await import('openid-client');
    const { issuer, clientId, clientSecret, localAddresses } = this.#login;
    const ca = await this.#login.ca();
    const isPlain = isLoopbackHttp(issuer) && localAddresses;
    if (!URL.canParse(issuer) || (!isPlain && new URL(issuer).protocol !== 'https:'))
      throw new IssuerRefused('idp-issuer-url is no https:// URL.');
    const agent = agentOfEnvironment({
      tls: ca === undefined ? {} : { ca },
      lookup: localAddresses ? undefined : lookupElsewhere,
    });
    const ask: (url: string, init: object) => Promise<Response> = async (url, init) => {
      if (new URL(url).protocol !== 'https:' && !isLoopbackHttp(url))
        throw new IssuerRefused('its metadata name a URL without https://.');
      if (!localAddresses && isLocalHost(new URL(url).hostname))
        throw new IssuerRefused('it has an address of this machine or its link.');
      const answer = await fetch(url, { ...init, redirect: 'manual', dispatcher: agent });
      const body = await bounded(answer.body);
      return new Response(body.length > 0 ? body : null, { status: answer.status, headers: [...answer.headers] });
    };
    const ways =
      clientSecret === '' ? [oidc.None()] : [oidc.ClientSecretBasic(clientSecret), oidc.ClientSecretPost(clientSecret)];
    try {
      for (let tried = 1; ; tried += 1, this.#way += 1) {
        const config = await oidc.discovery(new URL(issuer), clientId, undefined, ways[this.#way % ways.length], {
          ...(isPlain && { execute: [oidc.allowInsecureRequests] }),
          timeout: TIMEOUT_S,
          [oidc.customFetch]: ask,
        });
        try {
          return await oidc.refreshTokenGrant(config, this.#refreshToken);
        } catch (error) {
          const said = errorCodeOf(error);
          if (tried === ways.length || said === undefined || said === 'invalid_grant') throw error;
        }
      }
    } finally {
      await agent.destroy();
    }
  }
}

function usable(idToken: string | undefined): string {
  if (idToken === undefined)
    throw new IssuerRefused('it sent no id_token. Sign in with the scope openid, at an issuer that renews ID tokens.');
  if (idToken.length > MAX_TOKEN_LENGTH)
    throw new IssuerRefused(`it sent an id_token of more than ${MAX_TOKEN_LENGTH} characters.`);
  if (!/^[\w.~+/=-]+$/.test(idToken)) throw new IssuerRefused('it sent an id_token that is no bearer token.');
  return idToken;
}

async function bounded(body: AsyncIterable<Uint8Array> | null): Promise<Buffer<ArrayBuffer>> {
  const { bytes, complete } = await gathered(body ?? [], MAX_ANSWER_BYTES);
  if (!complete) throw new IssuerRefused(`it sent more than ${MAX_ANSWER_BYTES} bytes.`);
  return bytes;
}

function isLoopbackHttp(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false;
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function errorCodeOf(thrown: unknown): string | undefined {
  const { error } = thrown as { error?: unknown };
  return typeof error === 'string' ? error : undefined;
}

const SAID: Readonly<Record<string, string>> = {
  invalid_grant:
    'it takes the refresh-token no more, which has ended, was revoked, or was used elsewhere. Sign in again.',
  invalid_client: 'it does not know the client. Check client-id and client-secret.',
  unauthorized_client: 'it does not let the client use refresh tokens.',
};

function reasonOf(thrown: unknown): string {
  let code: string | undefined;
  for (let error: unknown = thrown, depth = 0; typeof error === 'object' && error !== null && depth < 6; depth += 1) {
    if (error instanceof IssuerRefused) return error.message;
    const { name, code: own } = error as { name?: unknown; code?: unknown };
    if (name === 'TimeoutError' || own === 'OAUTH_TIMEOUT') return `it did not answer within ${TIMEOUT_S} s.`;
    // The innermost code is the most specific. The errors of fetch and openid-client contain the error of the socket.
    if (typeof own === 'string' && /^\w{1,60}$/.test(own)) code = own;
    const { errors, cause } = error as { errors?: unknown; cause?: unknown };
    error = Array.isArray(errors) ? errors[0] : cause;
  }
  const said = errorCodeOf(thrown);
  if (said !== undefined && Object.hasOwn(SAID, said)) return SAID[said]!;
  if (said !== undefined && /^[\w-]{1,60}$/.test(said)) return `it refused to renew the id-token (${said}).`;
  if (code !== undefined && /SELF_SIGNED|UNABLE_TO_|CERT_SIGNATURE/.test(code))
    return `its certificate is of an authority that is not known (${code}). Set idp-certificate-authority-data.`;
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return 'its metadata name another issuer than idp-issuer-url.';
  return `it cannot be used (${code ?? 'no reason'}).`;
}

/** Origin of the issuer's URL, for messages. The rest of the URL is omitted, because a stranger may have written it. */
function printed(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).origin : 'idp-issuer-url';
}
