/**
 * Sign-in with the browser of this machine: the authorization code flow with PKCE. The issuer redirects the browser to
 * a port of 127.0.0.1 (RFC 8252).
 *
 * Who attacks: a page in the browser, also a page whose host name resolves to 127.0.0.1, or another user of the
 * machine. The attacker sends us an authorization code of their own account, so that the person works as somebody else.
 * Or the attacker reads the person's code.
 *
 * What stops them: we accept one request only, sent to our own address with our state. Every other request gets 404 and
 * changes nothing. A code is worthless without the PKCE verifier, which stays in this process. The ID token must have
 * our nonce.
 *
 * What remains: a program that runs as this person can read the file of the login anyway.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import * as oidc from 'openid-client';
import { isPrivate } from '../../config/loopback.ts';
import { configOf, failure, tokensOf, type LoginTokens, type SignInClient } from './login-issuer.ts';
import { UsageError } from '../usage-error.ts';

const CALLBACK = '/callback';
const WAIT_MS = 10 * 60_000;
/** Maximum duration of a request. */
const REQUEST_TIMEOUT_MS = 10_000;

interface Answered {
  readonly url: URL;
  readonly response: ServerResponse;
}

/**
 * Resolves when the person has signed in at the address passed to `tell`.
 * @throws UsageError
 */
export async function signInWithBrowser(
  client: SignInClient,
  tell: (url: string) => void,
  waitMs = WAIT_MS,
): Promise<LoginTokens> {
  const config = await configOf(client);
  const { authorization_endpoint: signInAt = '' } = config.serverMetadata();
  // The operating system opens this address, so it must not be a `file:` address or the like.
  if (!URL.canParse(signInAt) || !isPrivate(new URL(signInAt)))
    throw new UsageError(`${client.issuer} names no https:// address to sign in at. Use --device.`);
  const [state, nonce, pkceCodeVerifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const callback = await listenForCallback(state);
  const timer = setTimeout(
    () => callback.giveUp(new UsageError('The sign-in took too long. Run fleetgraph login again.')),
    waitMs,
  );
  try {
    const challenge = await oidc.calculatePKCECodeChallenge(pkceCodeVerifier);
    const parameters = { redirect_uri: callback.redirectUri, scope: client.scopes.join(' '), state, nonce };
    tell(
      oidc.buildAuthorizationUrl(config, { ...parameters, code_challenge: challenge, code_challenge_method: 'S256' })
        .href,
    );
    const { url, response } = await callback.answered;
    try {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier, idTokenExpected: true };
      const tokens = tokensOf(client, await oidc.authorizationCodeGrant(config, url, checks));
      await show(response, 200, 'You are signed in. Close this page and go back to the terminal.');
      return tokens;
    } catch (error) {
      await show(response, 400, 'You are not signed in. The terminal says why.');
      throw error;
    }
  } catch (error) {
    throw failure(client, error);
  } finally {
    clearTimeout(timer);
    callback.close();
  }
}

async function listenForCallback(state: string) {
  const { promise: answered, resolve, reject } = Promise.withResolvers<Answered>();
  // The caller awaits `answered` later. Until then a rejection must not count as unhandled.
  answered.catch(() => undefined);
  let taken = false;
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => {
      const url = callbackOf(request, origin);
      if (taken || url?.searchParams.get('state') !== state) return void show(response, 404, 'Not found.');
      taken = true;
      resolve({ url, response });
    },
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    redirectUri: origin + CALLBACK,
    answered,
    giveUp: reject,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Returns the address of a genuine callback request. Compares the Host header with our address, because a host name
 * that resolves to 127.0.0.1 (DNS rebinding) arrives in this header.
 */
function callbackOf({ method, url = '', headers }: IncomingMessage, origin: string): URL | undefined {
  if (method !== 'GET' || `http://${headers.host}` !== origin || !url.startsWith('/') || !URL.canParse(url, origin))
    return undefined;
  const parsed = new URL(url, origin);
  return parsed.origin === origin && parsed.pathname === CALLBACK ? parsed : undefined;
}

/**
 * Answers with a page. The headers hide the page and its address from scripts of other pages, because the address
 * contains the code.
 */
async function show(response: ServerResponse, status: number, sentence: string): Promise<void> {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(`<!doctype html><html lang="en"><title>fleetgraph</title><p>${sentence}</p></html>\n`);
  // The browser may have closed the connection. The terminal shows the result as well.
  await finished(response).catch(() => undefined);
}
