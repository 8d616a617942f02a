/**
 * Sign-in with a code: the device code flow (RFC 8628). The person reads the issuer's address and a code here and signs
 * in wherever they have a browser, so it works over ssh, too.
 */
import * as oidc from 'openid-client';
import { configOf, failure, tokensOf, type LoginTokens, type SignInClient } from './login-issuer.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Resolves when the person has agreed at the address passed to `tell`, where the issuer shows the code. @throws
 * UsageError
 */
export async function signInWithCode(
  client: SignInClient,
  tell: (url: string, code: string) => void,
): Promise<LoginTokens> {
  const config = await configOf(client);
  if (config.serverMetadata().device_authorization_endpoint === undefined)
    throw new UsageError(
      `${client.issuer} has no device code flow. Sign in at a terminal of a machine with a browser, without --device.`,
    );
  try {
    const device = await oidc.initiateDeviceAuthorization(config, { scope: client.scopes.join(' ') });
    tell(device.verification_uri_complete ?? device.verification_uri, device.user_code);
    return tokensOf(client, await oidc.pollDeviceAuthorizationGrant(config, device));
  } catch (error) {
    throw failure(client, error);
  }
}
