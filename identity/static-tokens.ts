/**
 * Bearer tokens from a fixed list: for development, demonstrations and tests.
 *
 * Tokens are compared as SHA-256 digests in constant time and against the whole list, so that neither a token's beginning nor its place
 * in the list can be timed.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { acceptIdentity, BadCredentialsError, type AcceptanceRules, type Authenticator } from './authenticator.ts';
import { bearerToken } from './request-headers.ts';

export interface StaticToken {
  readonly token: string;
  readonly user: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
}

export function staticTokens(tokens: readonly StaticToken[], rules: AcceptanceRules = {}): Authenticator {
  const known = tokens.map(({ token, ...claim }) => ({ digest: sha256(token), identity: acceptIdentity({ ...claim, token }, rules) }));
  return {
    async authenticate({ rawHeaders }) {
      const token = bearerToken(rawHeaders);
      if (token === undefined) return undefined;
      const digest = sha256(token);
      const [match] = known.filter(entry => timingSafeEqual(entry.digest, digest));
      if (!match) throw new BadCredentialsError('The bearer token is not known here.');
      return match.identity;
    },
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
