/**
 * The caller as an authenticating proxy names them, in headers such as X-Remote-User and X-Remote-Group.
 *
 * Every client can send such headers. A secret that only the proxy knows, and sends along, proves that they are the proxy's. Without it the
 * request is refused, so that a proxy that lost its secret is noticed. The proxy must drop these headers from its clients' requests: Group
 * headers add up, and one that a client slipped through would count.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { acceptIdentity, BadCredentialsError, type AcceptanceRules, type Authenticator } from './authenticator.ts';
import { headerValues, singleHeader } from './request-headers.ts';

export interface TrustedHeaders {
  /** @default 'X-Remote-User' */
  readonly userHeader?: string;
  /** One group each; repeat the header for several. @default 'X-Remote-Group' */
  readonly groupHeader?: string;
  readonly sharedSecret: { readonly header: string; readonly value: string };
}

const MAX_HEADER_BYTES = 4 * 1024;

export function trustedHeaders(
  { userHeader = 'X-Remote-User', groupHeader = 'X-Remote-Group', sharedSecret }: TrustedHeaders,
  rules: AcceptanceRules = {},
): Authenticator {
  if (sharedSecret.value === '') {
    throw new Error(
      `The shared secret for header ${sharedSecret.header} is empty, so every client could name any user in ${userHeader}. Set the environment variable it is read from.`,
    );
  }
  const expected = sha256(sharedSecret.value);
  return {
    type: 'header',
    async authenticate({ rawHeaders }) {
      const users = headerValues(rawHeaders, userHeader, MAX_HEADER_BYTES);
      if (users.length === 0) return undefined;
      const secret = singleHeader(rawHeaders, sharedSecret.header, MAX_HEADER_BYTES);
      if (secret === undefined || !timingSafeEqual(sha256(secret), expected)) {
        throw new BadCredentialsError(
          `Header ${userHeader} is taken from the trusted proxy only, and the secret in ${sharedSecret.header} is missing or wrong.`,
          'secret',
        );
      }
      const user = singleHeader(rawHeaders, userHeader, MAX_HEADER_BYTES) ?? '';
      return acceptIdentity({ user, groups: headerValues(rawHeaders, groupHeader, MAX_HEADER_BYTES).filter(group => group !== '') }, rules);
    },
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
