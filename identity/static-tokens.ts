/**
 * Bearer tokens from a fixed list, for development, demos and tests.
 *
 * Tokens are compared as SHA-256 digests, in constant time and with the whole list. So timing reveals neither a token's
 * prefix nor its position in the list.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import {
  type AcceptanceRules,
  acceptIdentity,
  type Authenticator,
  BadCredentialsError,
  bearerToken,
  UnknownCredentialsError,
} from './authenticator.ts';
import type { Identity } from './identity.ts';

export interface StaticToken {
  readonly token: string;
  readonly user: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  /**
   * True to send the token to clusters with `identity.mode: passthrough`. Their API servers must know the token too.
   * @default false
   */
  readonly forward?: boolean;
}

/** A user, with or without a token. */
type Unsigned = Omit<StaticToken, 'token'> & { readonly token?: string };

export interface StaticTokens extends Authenticator {
  /**
   * Replaces the tokens. If the new tokens are invalid, the earlier tokens stay.
   * @throws TypeError like staticTokens()
   */
  exchange(tokens: readonly StaticToken[]): void;
}

/** @throws TypeError if acceptIdentity() refuses the user or a group of an entry */
export function staticTokens(tokens: readonly StaticToken[], rules: AcceptanceRules = {}): StaticTokens {
  const read = (entries: readonly StaticToken[]) => {
    const identities = identitiesOf(entries, rules);
    return entries.map((entry, i) => ({ digest: sha256(entry.token), identity: identities[i] }));
  };
  let known = read(tokens);
  return {
    type: 'static',
    async authenticate({ rawHeaders }) {
      const token = bearerToken(rawHeaders);
      if (token === undefined) return undefined;
      const digest = sha256(token);
      const [match] = known.filter(entry => timingSafeEqual(entry.digest, digest));
      if (!match) throw new UnknownCredentialsError('The bearer token is not known here.');
      return match.identity;
    },
    exchange: entries => void (known = read(entries)),
  };
}

/**
 * The users of the tokens, in the order of the tokens.
 * @throws TypeError if acceptIdentity() refuses the user or a group of an entry
 */
export function identitiesOf(tokens: readonly Unsigned[], rules: AcceptanceRules = {}): readonly Identity[] {
  return tokens.map((entry, i) => identityOf(entry, i, rules));
}

/**
 * The identity of an entry. The identity contains the token only if leaf clusters know the token too (`forward`). The
 * token signs the user in to fleetgraph. So a leaf that receives the token (`identity.mode: passthrough`) could sign in
 * to fleetgraph as this user.
 */
function identityOf({ user, groups, uid, token, forward }: Unsigned, index: number, rules: AcceptanceRules): Identity {
  const claim = {
    user,
    ...(groups && { groups }),
    ...(uid !== undefined && { uid }),
    ...(forward && token !== undefined && { token }),
  };
  try {
    return acceptIdentity(claim, rules);
  } catch (error) {
    if (!(error instanceof BadCredentialsError)) throw error;
    throw new TypeError(`tokens[${index}], user ${JSON.stringify(claim.user)}: ${error.message}`);
  }
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
