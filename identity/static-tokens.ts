/**
 * Bearer tokens from a fixed list: for development, demonstrations and tests.
 *
 * Tokens are compared as SHA-256 digests in constant time and against the whole list, so that neither a token's beginning nor its place
 * in the list can be timed.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { acceptIdentity, BadCredentialsError, type AcceptanceRules, type Authenticator } from './authenticator.ts';
import type { Identity } from './identity.ts';
import { bearerToken } from './request-headers.ts';

export interface StaticToken {
  readonly token: string;
  readonly user: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
}

/** @throws TypeError when an entry stands for somebody who cannot sign in */
export function staticTokens(tokens: readonly StaticToken[], rules: AcceptanceRules = {}): Authenticator {
  const known = tokens.map((entry, i) => ({ digest: sha256(entry.token), identity: identityOf(entry, i, rules) }));
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

function identityOf(entry: StaticToken, index: number, rules: AcceptanceRules): Identity {
  try {
    return acceptIdentity(entry, rules);
  } catch (error) {
    if (!(error instanceof BadCredentialsError)) throw error;
    throw new TypeError(`tokens[${index}], user ${JSON.stringify(entry.user)}: ${error.message}`);
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
