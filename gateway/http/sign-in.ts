/**
 * Sign-in with a browser: the authorization code flow with PKCE against the OIDC issuer, and the session that
 * results.
 *
 * `GET /auth/login?returnTo=/path` redirects to the issuer, and the issuer redirects to `GET /auth/callback`. `GET
 * /auth/session` shows who is signed in, `POST /auth/session` renews the session, and `POST /auth/logout` ends it.
 * `GET /auth/command-line` returns the parameters for `fleetgraph login`.
 *
 * Who attacks: a page that makes a browser sign in as another user, or that redirects its user to another site
 * afterwards. What stops it: the callback is accepted only in the browser that started the sign-in, because state,
 * nonce and PKCE verifier are in a sealed cookie. `returnTo` must be a path of this gateway. Pages of other origins
 * can neither end nor renew a session.
 */
import { Router, type NextFunction, type Request, type Response } from 'express';
import { decodeJwt } from 'jose';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import * as oidc from 'openid-client';
import { FairGate } from '../../async/fair-gate.ts';
import { BadCredentialsError, type Authenticator, type ClientAddress } from '../../identity/authenticator.ts';
import type { OidcAuthenticator } from '../../identity/oidc.ts';
import { Sessions, SessionTooLargeError, type Session } from '../../identity/sessions.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import type { Logger } from '../../telemetry/log.ts';
import { credentialsOf } from './listener.ts';

export interface SignIn {
  readonly tokens: Pick<OidcAuthenticator, 'identityOf' | 'issuer'>;
  readonly sessions: Sessions;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly scopes: readonly string[];
}

/** Parameters for sign-in by the command line (`fleetgraph login`). None of them is secret. */
export interface CommandLineSignIn {
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

export interface SignInOptions {
  readonly authenticator: Authenticator;
  /**
   * If absent, nobody can sign in with a browser. `GET /auth/session` then shows the identity from a proxy or a
   * token.
   */
  readonly signIn?: SignIn | undefined;
  readonly commandLine?: CommandLineSignIn | undefined;
  readonly clientAddress: ClientAddress;
  readonly log: Logger;
}

/** Maximum number of concurrent requests that may contact the issuer. One address gets at most half of them. */
const MAX_AT_ONCE = 32;
/**
 * Time in milliseconds for which a renewed session is shared. Several tabs renew at the same time, but an issuer may
 * accept a refresh token only once.
 */
const RENEWED_FOR_MS = 10_000;
const MAX_RENEWED = 1_000;

export function signInRoutes({ authenticator, signIn, commandLine, clientAddress, log }: SignInOptions): Router {
  const router = Router();
  router.use((_req, res, next) => {
    res.setHeader('cache-control', 'no-store');
    res.setHeader('referrer-policy', 'no-referrer');
    next();
  });
  router.get('/session', async (req, res) => {
    const identity = await authenticator.authenticate(credentialsOf(req, clientAddress)).catch(() => undefined);
    const who = identity && { user: identity.user, groups: identity.groups, expiresAt: isoTime(identity.expiresAt) };
    res.json({ ...(who ?? { user: null }), signIn: signIn ? loginPath(signIn.sessions) : null });
  });
  router.get('/command-line', (_req, res) =>
    commandLine ? void res.json(commandLine) : fail(res, 404, 'BAD_REQUEST', NO_COMMAND_LINE),
  );
  if (signIn) flow(router, signIn, clientAddress, log);
  router.use((_req, res) => fail(res, 404, 'BAD_REQUEST', signIn ? 'There is nothing here.' : NO_SIGN_IN));
  return router;
}

function flow(router: Router, signIn: SignIn, clientAddress: ClientAddress, log: Logger): void {
  const { sessions, scopes, tokens } = signIn;
  const renewals = new Renewals(signIn);
  const slots = new FairGate({ slots: MAX_AT_ONCE });
  const callback = `${sessions.origin}${sessions.path}/auth/callback`;
  const refused = (res: Response, status: number, what: string) => page(res, status, what, loginPath(sessions));

  /** Limits the requests to the issuer that clients without credentials can cause. */
  const inSlot = (req: Request, res: Response, next: NextFunction) => {
    if (res.closed || res.destroyed) return;
    const slot = slots.tryEnter(clientAddress(req));
    if (typeof slot === 'string') {
      res.setHeader('retry-after', '1');
      return fail(res, 503, 'OVERLOADED', 'Too many people sign in at once. Try again in a second.');
    }
    res.once('close', () => slot[Symbol.dispose]());
    next();
  };
  const ownPage = (req: Request, res: Response, next: NextFunction) =>
    sessions.isOwnPage(req.headers)
      ? next()
      : fail(res, 403, 'BAD_REQUEST', `Only pages of ${sessions.origin} may do this.`);

  /** Refuses requests until the secret of sessions is known. Without the secret, sessions cannot be read or stored. */
  const ready = ({ method }: Request, res: Response, next: NextFunction) => {
    if (sessions.isReady) return next();
    res.setHeader('retry-after', '5');
    const message =
      'Nobody can sign in yet: this gateway has not read the secret of sessions from its store. Try again in some seconds.';
    if (method === 'GET') refused(res, 503, message);
    else fail(res, 503, 'AUTHENTICATION_UNAVAILABLE', message);
  };

  router.get('/login', ready, async (req, res) => {
    const client = clientOf(signIn);
    if (!client) return refused(res, 503, 'The identity provider does not answer at the moment.');
    const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
    const url = oidc.buildAuthorizationUrl(client, {
      ...{ redirect_uri: callback, scope: scopes.join(' '), state, nonce },
      ...{ code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
    });
    const returnTo = pathOf(req.query['returnTo'], sessions);
    res.setHeader('set-cookie', await sessions.keepPending({ state, nonce, verifier, returnTo }));
    res.redirect(302, url.href);
  });

  router.get('/callback', ready, inSlot, async (req, res) => {
    const pending = await sessions.pendingOf(req.headers);
    if (!pending)
      return refused(res, 400, 'This sign-in was not begun in this browser, or took longer than ten minutes.');
    const client = clientOf(signIn);
    if (!client) return refused(res, 503, 'The identity provider does not answer at the moment.');
    try {
      const answer = await oidc.authorizationCodeGrant(client, new URL(new URL(req.url, callback).search, callback), {
        ...{
          expectedState: pending.state,
          expectedNonce: pending.nonce,
          pkceCodeVerifier: pending.verifier,
          idTokenExpected: true,
        },
      });
      const idToken = answer.id_token ?? '';
      const { user } = await tokens.identityOf(idToken);
      const cookies = await sessions.keep({
        id: Sessions.newId(),
        idToken,
        refreshToken: answer.refresh_token,
        startedAt: Date.now(),
      });
      log.info({ user }, 'signed in');
      res.setHeader('set-cookie', [sessions.endPending(), ...cookies]);
      res.redirect(303, pending.returnTo);
    } catch (error) {
      // The text of the issuer goes only to the log, because a link can put any text into `error_description`.
      log.warn({ reason: (error as Error).message, code: (error as { code?: unknown }).code }, 'a sign-in failed');
      res.setHeader('set-cookie', sessions.endPending());
      if (error instanceof SessionTooLargeError)
        return refused(
          res,
          400,
          'The identity provider says more about you than fits into a cookie; it should name fewer groups.',
        );
      // The issuer signed the token, so the user may know what is wrong with the claims of the token.
      if (error instanceof BadCredentialsError && error.reason === 'claims') return refused(res, 400, error.message);
      refused(res, 400, 'The identity provider did not confirm the sign-in, or not for this service.');
    }
  });

  router.post('/session', ownPage, ready, inSlot, async (req, res) => {
    const session = await sessions.of(req.headers);
    const renewed = typeof session === 'object' ? await renewals.of(session) : undefined;
    if (renewed === 'unavailable') {
      res.setHeader('retry-after', '5');
      return fail(
        res,
        503,
        'AUTHENTICATION_UNAVAILABLE',
        'The session cannot be renewed now: the identity provider does not answer.',
      );
    }
    if (!renewed) {
      res.setHeader('set-cookie', sessions.forget());
      return fail(res, 401, 'SESSION_EXPIRED', 'The session cannot be renewed. Sign in again (/auth/login).');
    }
    const { user, groups, expiresAt } = await tokens.identityOf(renewed.idToken);
    res.setHeader('set-cookie', await sessions.keep(renewed));
    res.json({ user, groups, expiresAt: isoTime(expiresAt), signIn: loginPath(sessions) });
  });

  router.post('/logout', ownPage, ready, inSlot, async (req, res) => {
    const session = await sessions.of(req.headers);
    const client = clientOf(signIn);
    res.setHeader('set-cookie', sessions.forget());
    if (typeof session === 'object') sessions.end(session);
    const endSession = client && typeof session === 'object' ? await endAtIssuer(client, session, log) : undefined;
    res.json({ endSession: endSession ?? null });
  });
}

/**
 * Revokes the refresh token, if the issuer supports this. Returns the URL of the issuer's logout page. Undefined if the
 * issuer has none.
 */
async function endAtIssuer(
  client: oidc.Configuration,
  { idToken, refreshToken }: Session,
  log: Logger,
): Promise<string | undefined> {
  const { revocation_endpoint: revocation, end_session_endpoint: endSession } = client.serverMetadata();
  if (revocation !== undefined && refreshToken !== undefined)
    await oidc
      .tokenRevocation(client, refreshToken, { token_type_hint: 'refresh_token' })
      .catch((error: Error) => log.warn({ reason: error.message }, 'a refresh token could not be revoked'));
  return endSession === undefined ? undefined : oidc.buildEndSessionUrl(client, { id_token_hint: idToken }).href;
}

/** Renews the ID tokens of sessions. */
class Renewals {
  readonly #signIn: SignIn;
  /** Recent renewals by hash of the refresh token. */
  readonly #recent = new LRUCache<string, Promise<Session | 'unavailable' | undefined>>({
    max: MAX_RENEWED,
    ttl: RENEWED_FOR_MS,
  });

  constructor(signIn: SignIn) {
    this.#signIn = signIn;
  }

  /** The renewed session. Undefined if the session cannot be renewed. 'unavailable' if the issuer cannot answer now. */
  of(session: Session): Promise<Session | 'unavailable' | undefined> {
    const { refreshToken } = session;
    if (refreshToken === undefined) return Promise.resolve(undefined);
    const key = hash('sha256', refreshToken, 'base64url');
    let renewed = this.#recent.get(key);
    if (!renewed) this.#recent.set(key, (renewed = this.#renew(session, refreshToken)));
    void renewed.then(result => result === 'unavailable' && this.#recent.delete(key));
    return renewed;
  }

  async #renew(session: Session, refreshToken: string): Promise<Session | 'unavailable' | undefined> {
    const client = clientOf(this.#signIn);
    if (!client) return 'unavailable';
    try {
      const answer = await oidc.refreshTokenGrant(client, refreshToken);
      const idToken = answer.id_token;
      if (idToken === undefined || decodeJwt(idToken).sub !== decodeJwt(session.idToken).sub) return undefined;
      await this.#signIn.tokens.identityOf(idToken);
      return { ...session, idToken, refreshToken: answer.refresh_token ?? refreshToken };
    } catch (error) {
      const refused =
        error instanceof BadCredentialsError || (error instanceof oidc.ResponseBodyError && error.status < 429);
      return refused ? undefined : 'unavailable';
    }
  }
}

/** The OIDC client. Undefined until the issuer has answered once. */
function clientOf({ tokens: { issuer }, clientId, clientSecret }: SignIn): oidc.Configuration | undefined {
  if (!issuer.metadata) return undefined;
  // Every issuer must accept HTTP Basic (RFC 6749 2.3.1). A client without a secret has only PKCE as proof.
  const proof = clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret);
  const client = new oidc.Configuration(issuer.metadata as oidc.ServerMetadata, clientId, undefined, proof);
  if (issuer.issuer.startsWith('http:')) oidc.allowInsecureRequests(client); // http is allowed for loopback only
  client[oidc.customFetch] = (url, init) => issuer.fetch(url, init as RequestInit);
  return client;
}

function loginPath({ path }: Sessions): string {
  return `${path}/auth/login`;
}

/** Returns `value` if it is a path of this gateway, otherwise the root of the gateway. */
function pathOf(value: unknown, { origin, path: ours }: Sessions): string {
  const home = `${ours}/`;
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, origin)) return home;
  const url = new URL(value, origin);
  const path = url.href.slice(url.origin.length);
  // Resolving the dots turns `/.//elsewhere` into `//elsewhere`, which a browser takes for another host.
  const isOurs = url.origin === origin && !path.startsWith('//') && (url.pathname === ours || path.startsWith(home));
  return isOurs ? path : home;
}

function isoTime(at: number | undefined): string | null {
  return at === undefined || !Number.isFinite(at) || Math.abs(at) > 8.64e15 ? null : new Date(at).toISOString();
}

const NO_COMMAND_LINE = 'The command line cannot sign in here (authentication[].commandLine). Use a bearer token.';
const NO_SIGN_IN = 'Nobody can sign in here with a browser (authentication[].signIn). Send a bearer token.';

/** @param what Sentence for the user */
function page(res: Response, status: number, what: string, login: string): void {
  res.setHeader(
    'content-security-policy',
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  );
  res.status(status).type('html');
  res.send(
    `<!doctype html><title>Sign in</title><h1>Not signed in</h1><p>${escaped(what)}</p><p><a href="${login}">Sign in again</a></p>\n`,
  );
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, character => `&#${character.charCodeAt(0)};`);
}

function fail(res: Response, status: number, code: ErrorCode, message: string): void {
  res.status(status).json({ errors: [{ message, extensions: { code } }] });
}
