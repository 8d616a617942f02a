/**
 * Sign-in with a code: the device code flow (RFC 8628). The terminal shows the issuer's address and a code. The person
 * signs in with a browser on any machine, so this also works over ssh.
 */
import * as oidc from 'openid-client';
import { configOf, failure, tokensOf, type LoginTokens, type SignInClient } from './login-issuer.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Resolves when the person has confirmed the code at the address passed to `tell`.
 * @throws UsageError
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
