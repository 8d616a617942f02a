/**
 * The OIDC issuer of a login at the command line, with a public client: discovery, renewal and revocation.
 * browser-login.ts and device-login.ts implement the sign-in itself.
 *
 * Messages contain no token. They quote the issuer's error code, but no other text from the issuer.
 */
import * as oidc from 'openid-client';
import { isPrivate } from '../../config/loopback.ts';
import { UsageError } from '../usage-error.ts';

export interface LoginClient {
  readonly issuer: string;
  readonly clientId: string;
}

export interface SignInClient extends LoginClient {
  readonly scopes: readonly string[];
}

export interface LoginTokens {
  readonly idToken: string;
  readonly refreshToken?: string | undefined;
}

const TIMEOUT_S = 15;

/** @throws UsageError */
export async function renewed(client: LoginClient, refreshToken: string): Promise<LoginTokens> {
  const config = await configOf(client);
  try {
    return { refreshToken, ...tokensOf(client, await oidc.refreshTokenGrant(config, refreshToken)) };
  } catch (error) {
    throw failure(client, error);
  }
}

/** Revokes the refresh token, if the issuer supports it. @throws UsageError */
export async function revoked(client: LoginClient, refreshToken: string): Promise<void> {
  const config = await configOf(client);
  if (config.serverMetadata().revocation_endpoint === undefined) return;
  try {
    await oidc.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' });
  } catch (error) {
    throw failure(client, error);
  }
}

/** @throws UsageError */
export async function configOf(client: LoginClient): Promise<oidc.Configuration> {
  const { issuer, clientId } = client;
  if (!URL.canParse(issuer) || !isPrivate(new URL(issuer)))
    throw new UsageError(`The issuer ${issuer} is not an https:// address.`);
  // Plain http:// is allowed for loopback addresses only.
  const execute = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
  try {
    return await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), { execute, timeout: TIMEOUT_S });
  } catch (error) {
    throw failure(client, error);
  }
}

/** @throws UsageError */
export function tokensOf(
  { issuer }: LoginClient,
  { id_token: idToken, refresh_token: refreshToken }: oidc.TokenEndpointResponse,
): LoginTokens {
  if (idToken === undefined)
    throw new UsageError(`${issuer} sent no ID token. Add openid to the scopes of commandLine.`);
  return { idToken, ...(refreshToken !== undefined && { refreshToken }) };
}

const SAID: Readonly<Record<string, string>> = {
  access_denied: 'denied access',
  expired_token: 'ended the sign-in, because it took too long. Sign in again',
  invalid_grant: 'no longer accepts this login. Sign in again with fleetgraph login',
  invalid_client: 'does not know the client (commandLine.clientId)',
  unauthorized_client: 'does not let the client (commandLine.clientId) sign in this way',
};

export function failure({ issuer }: LoginClient, thrown: unknown): UsageError {
  if (thrown instanceof UsageError) return thrown;
  const { error, code, cause, name } = thrown as {
    error?: unknown;
    code?: unknown;
    cause?: { code?: unknown };
    name?: unknown;
  };
  const said = typeof error === 'string' && Object.hasOwn(SAID, error) ? SAID[error] : undefined;
  const why = [error, cause?.code, code, name].find(word => typeof word === 'string' && /^[\w-]{1,60}$/.test(word)) as
    | string
    | undefined;
  return new UsageError(`${issuer} ${said ?? `cannot be used (${why ?? 'no reason'})`}.`);
}
