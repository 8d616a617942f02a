/**
 * Authenticates bearer tokens that an OIDC issuer signed: JWTs that are ID tokens or access tokens.
 *
 * A token whose `iss` is this issuer belongs to this authenticator, which alone decides about the token. Other tokens
 * may belong to other authenticators.
 *
 * A verified token is cached by its hash, with its identity, until it expires or the issuer's keys change. The keys are
 * read about every ten minutes, so a withdrawn key may be accepted for this long, or longer if the issuer is
 * unavailable.
 */
import { decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import {
  type AcceptanceRules,
  acceptIdentity,
  AuthenticationUnavailableError,
  type Authenticator,
  BadCredentialsError,
  bearerToken,
  bytesOf,
  type ClaimedIdentity,
  type Naming,
  UnknownCredentialsError,
} from './authenticator.ts';
import type { Identity } from './identity.ts';
import { IssuerError, type OidcIssuer } from './oidc-issuer.ts';

/**
 * Signature algorithms that only the issuer can use. HMAC (HS256 and others) is excluded, since whoever can verify such
 * a signature can also create it.
 */
type SignatureAlgorithm =
  | 'RS256'
  | 'RS384'
  | 'RS512'
  | 'PS256'
  | 'PS384'
  | 'PS512'
  | 'ES256'
  | 'ES384'
  | 'ES512'
  | 'EdDSA';

export interface OidcOptions {
  readonly issuer: OidcIssuer;
  /** Accepted audiences. A token must have at least one of these in `aud`. */
  readonly audiences: readonly string[];
  /** @default RS256 and ES256 */
  readonly algorithms?: readonly SignatureAlgorithm[];
  /** Maximum difference between the issuer's clock and fleetgraph's clock. @default 30 s */
  readonly clockSkewMs?: number;
  /** Name of a claim, or path to a nested claim (see claimAt()). @default 'sub' */
  readonly usernameClaim?: string;
  /**
   * Name of the claim with the groups, or path as for `usernameClaim`. The value is a list of texts, or one text. Users
   * without this claim have no groups. @default 'groups'
   */
  readonly groupsClaim?: string;
  readonly usernamePrefix?: string;
  readonly groupPrefix?: string;
  /** Returns milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
}

/** An authenticator that also accepts tokens from other places than headers, such as browser sessions. */
export interface OidcAuthenticator extends Authenticator {
  readonly issuer: OidcIssuer;
  /** @throws BadCredentialsError, AuthenticationUnavailableError */
  identityOf(token: string): Promise<Identity>;
}

/** Maximum size of the verified tokens in the cache, in approximate bytes. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

interface Kept {
  readonly identity: Identity;
  readonly keysRevision: number;
  readonly validUntil: number;
}

export function oidcTokens(options: OidcOptions, rules: AcceptanceRules = {}): OidcAuthenticator {
  const { issuer, clockSkewMs = 30_000, now = Date.now } = options;
  const kept = new LRUCache<string, Kept>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ identity }) => bytesOf(identity),
  });
  const keptOf = (key: string): Identity | undefined => {
    const known = kept.get(key);
    if (known && known.keysRevision === issuer.keysRevision && now() < known.validUntil) return known.identity;
    kept.delete(key);
    return undefined;
  };
  const checked = async (token: string, key: string): Promise<Identity> => {
    const keysRevision = issuer.keysRevision;
    const claims = await verified(token, options);
    const expiresAt = (claims.exp ?? 0) * 1_000;
    const identity = acceptIdentity({ ...claimedBy(claims, options), token, expiresAt }, rules, prefixed(options));
    // If the keys changed during the check, the token's key may be withdrawn, so the result is not cached.
    if (keysRevision === issuer.keysRevision)
      kept.set(key, { identity, keysRevision, validUntil: expiresAt + clockSkewMs });
    return identity;
  };
  return {
    type: 'oidc',
    issuer,
    async identityOf(token) {
      const key = keyOf(token);
      return keptOf(key) ?? checked(token, key);
    },
    async authenticate({ rawHeaders }) {
      const token = bearerToken(rawHeaders);
      if (token === undefined) return undefined;
      const key = keyOf(token);
      const known = keptOf(key);
      if (known) return known;
      if (issuerOf(token) !== issuer.issuer) throw new UnknownCredentialsError('The bearer token is not known here.');
      return checked(token, key);
    },
  };
}

const keyOf = (token: string): string => hash('sha256', token, 'base64url');

/** Reads the issuer from a token that has not been verified yet. */
function issuerOf(token: string): unknown {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

async function verified(token: string, options: OidcOptions): Promise<JWTPayload> {
  const { issuer, audiences, algorithms = ['RS256', 'ES256'], clockSkewMs = 30_000, now = Date.now } = options;
  try {
    const { payload } = await jwtVerify(token, header => issuer.key(header), {
      issuer: issuer.issuer,
      audience: [...audiences],
      algorithms: [...algorithms],
      clockTolerance: clockSkewMs / 1_000,
      currentDate: new Date(now()),
      requiredClaims: ['exp'],
    });
    return payload;
  } catch (error) {
    if (error instanceof IssuerError)
      throw new AuthenticationUnavailableError(
        'The token cannot be checked now: its issuer does not answer. Try again in some seconds.',
        {
          isOwn: true,
        },
      );
    throw refusalOf(error, options);
  }
}

function refusalOf(error: unknown, { audiences, algorithms = ['RS256', 'ES256'] }: OidcOptions): BadCredentialsError {
  if (error instanceof errors.JWTExpired)
    return new BadCredentialsError('The token has expired. Sign in again.', 'expired');
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'nbf' && error.reason === 'check_failed')
      return new BadCredentialsError("The token is not valid yet: its issuer's clock is ahead of ours.", 'notYetValid');
    if (error.claim === 'aud')
      return new BadCredentialsError(
        `The token is not for this service: its audience (aud) must be ${audiences.join(' or ')}.`,
        'audience',
      );
    if (error.claim === 'iss') return new BadCredentialsError('The token is of another issuer.', 'issuer');
    return new BadCredentialsError(`The token's claim ${error.claim} is missing, or cannot be used.`, 'claims');
  }
  if (error instanceof errors.JOSEAlgNotAllowed)
    return new BadCredentialsError(
      `The token's signature algorithm is not one of ${algorithms.join(', ')}.`,
      'algorithm',
    );
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return new BadCredentialsError('The token is signed with a key that its issuer does not publish.', 'key');
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return new BadCredentialsError("The token's signature is wrong.", 'signature');
  // For example, the token is not a JWT, or the issuer published an invalid key.
  return new BadCredentialsError('The token cannot be read.', 'malformed');
}

function claimedBy(
  claims: JWTPayload,
  { usernameClaim = 'sub', groupsClaim = 'groups' }: OidcOptions,
): ClaimedIdentity {
  const user = claimAt(claims, usernameClaim);
  if (typeof user !== 'string' || user === '')
    throw new BadCredentialsError(
      `The token's claim ${usernameClaim}, which names the user, must be a text; it is ${kindOf(user)}.`,
      'claims',
    );
  // As in kube-apiserver, an email address is refused if `email_verified` is present and not true. Otherwise any user
  // could claim the address.
  const verifiedClaim = /(?:^|[./])email$/.test(usernameClaim) ? `${usernameClaim}_verified` : undefined;
  const isVerified = verifiedClaim === undefined ? undefined : claimAt(claims, verifiedClaim);
  if (isVerified !== undefined && isVerified !== true)
    throw new BadCredentialsError(`The token's claim ${usernameClaim} is not verified (${verifiedClaim}).`, 'claims');
  return { user, groups: groupsIn(claims, groupsClaim) };
}

/**
 * The groups of a token: a list of texts, or one text, as kube-apiserver accepts them. One text is one group, even if
 * it contains separators.
 */
function groupsIn(claims: JWTPayload, groupsClaim: string): readonly string[] {
  const listed = claimAt(claims, groupsClaim) ?? [];
  const isEmpty = Array.isArray(listed) && listed.length === 0;
  if (isEmpty && isLeftOut(claims, groupsClaim)) throw new BadCredentialsError(overage(groupsClaim), 'claims');
  const groups: unknown[] = Array.isArray(listed) ? listed : [listed];
  const wrong = groups.find(group => typeof group !== 'string');
  if (wrong === undefined) return groups as string[];
  const found = Array.isArray(listed) ? `it holds something that is ${kindOf(wrong)}` : `it is ${kindOf(listed)}`;
  const way =
    typeof listed === 'object' && !Array.isArray(listed)
      ? ' Name the list in it: authentication[].groupsClaim takes a path.'
      : '';
  throw new BadCredentialsError(
    `The token's claim ${groupsClaim} must be a list of texts, or one text; ${found}.${way}`,
    'claims',
  );
}

/**
 * The value of a claim. Undefined if there is none. The claim with exactly this name is preferred. Otherwise a dot
 * separates the names of nested claims (`realm_access.roles`). At each level the longest existing name is used, since
 * names may contain dots themselves (`https://example.org/groups`).
 */
function claimAt(claims: object, path: string): unknown {
  if (Object.hasOwn(claims, path)) return (claims as Record<string, unknown>)[path];
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const name = path.slice(0, dot);
    if (!Object.hasOwn(claims, name)) continue;
    const inside = (claims as Record<string, unknown>)[name];
    return typeof inside === 'object' && inside !== null ? claimAt(inside, path.slice(dot + 1)) : undefined;
  }
  return undefined;
}

/**
 * True if the issuer omitted the groups because there are too many. Entra ID then sends `_claim_names` (OpenID Connect
 * Core 5.6.2) or `hasgroups` instead. The token is refused, because without groups the user would see less than they
 * may, for no visible reason.
 */
function isLeftOut(claims: JWTPayload, groupsClaim: string): boolean {
  const { _claim_names: elsewhere, hasgroups: hasGroups } = claims;
  const names = typeof elsewhere === 'object' && elsewhere !== null ? Object.keys(elsewhere) : [];
  const isElsewhere = names.some(name => groupsClaim === name || groupsClaim.startsWith(`${name}.`));
  return isElsewhere || (groupsClaim === 'groups' && (hasGroups === true || hasGroups === 'true'));
}

function overage(groupsClaim: string): string {
  return (
    `The token does not hold your groups (claim ${groupsClaim}): its issuer leaves them out because they are too many, ` +
    'and says only where they are (_claim_names, hasgroups). Have the issuer name fewer: groups assigned to the application, or app roles.'
  );
}

function prefixed({ usernamePrefix = '', groupPrefix = '' }: OidcOptions): Naming {
  return {
    user: name => {
      const user = usernamePrefix + name;
      if (!user.startsWith('system:')) return user;
      throw new BadCredentialsError(
        "The token names one of Kubernetes' own users (system:…); an issuer has none of these.",
        'claims',
      );
    },
    group: name => {
      const group = groupPrefix + name;
      return isKubernetesOwn(group) ? undefined : group;
    },
  };
}

/** True for groups that only clusters may assign. acceptIdentity() decides about `system:masters`. */
function isKubernetesOwn(group: string): boolean {
  return group.startsWith('system:') && group !== 'system:masters';
}

function kindOf(value: unknown): string {
  return value === undefined
    ? 'missing'
    : Array.isArray(value)
      ? 'a list'
      : value === null
        ? 'null'
        : `of type ${typeof value}`;
}
