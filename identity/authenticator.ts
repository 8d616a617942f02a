/**
 * Finds the caller of a request. Authenticators are tried in order; each answers with an identity, "there are no credentials for me"
 * (undefined) or "these credentials are bad" (BadCredentialsError).
 *
 * Every identity goes through acceptIdentity(), so that the rules about Kubernetes' own names and the limits hold for every authenticator.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Identity } from './identity.ts';

export interface AuthenticationRequest {
  readonly headers: IncomingHttpHeaders;
  /** Name, value, name, value, … as Node's IncomingMessage.rawHeaders. */
  readonly rawHeaders: readonly string[];
  readonly remoteAddress: string | undefined;
}

export interface Authenticator {
  /** @throws BadCredentialsError */
  authenticate(request: AuthenticationRequest): Promise<Identity | undefined>;
}

/** The request has credentials and they are wrong: HTTP 401, code UNAUTHENTICATED. The message is for the caller and holds no secret. */
export class BadCredentialsError extends Error {
  override name = 'BadCredentialsError';
}

/**
 * The first authenticator that knows the caller decides. One that calls the credentials bad does not end the search: a token that the first
 * does not know may be one of the second. When none knows the caller, the first error is the answer.
 */
export function firstOf(authenticators: readonly Authenticator[]): Authenticator {
  return {
    async authenticate(request) {
      let complaint: BadCredentialsError | undefined;
      for (const authenticator of authenticators) {
        try {
          const identity = await authenticator.authenticate(request);
          if (identity) return identity;
        } catch (error) {
          if (!(error instanceof BadCredentialsError)) throw error;
          complaint ??= error;
        }
      }
      if (complaint) throw complaint;
      return undefined;
    },
  };
}

/** What an authenticator says about a caller. */
export interface ClaimedIdentity {
  readonly user: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  /** The caller's own bearer token, where leaves know it, too: leaves of mode passthrough get it. Never one that only we know. */
  readonly token?: string;
}

export interface AcceptanceRules {
  /** Keeps `system:masters`, whose members no RBAC rule restricts. @default false */
  readonly allowSystemMasters?: boolean;
}

const MAX_GROUPS = 1_000;
const MAX_NAME_LENGTH = 1_024;

/**
 * Turns a claim into an identity.
 *
 * `system:masters` is removed, not refused: identity providers often know a group of that name, and its members must be able to work, but
 * not to bypass RBAC. `system:anonymous` and `system:unauthenticated` are refused: a caller with these names would get the rights that a
 * leaf gives to anonymous users, and fleetgraph serves none. Other `system:` names pass; the leaf's RBAC knows what they may do.
 *
 * @throws BadCredentialsError
 */
export function acceptIdentity(claim: ClaimedIdentity, { allowSystemMasters = false }: AcceptanceRules = {}): Identity {
  const claimed = [...new Set(claim.groups ?? [])];
  if (claim.user === '') throw new BadCredentialsError('The credentials name no user.');
  if (claim.user.length > MAX_NAME_LENGTH) throw new BadCredentialsError(`The user name is longer than ${MAX_NAME_LENGTH} characters.`);
  if ([claim.user, ...claimed].some(isUnsendable)) {
    throw new BadCredentialsError(
      'A user or group name begins or ends with blank space, or holds control characters; no API server would take it.',
    );
  }
  if (claimed.length > MAX_GROUPS)
    throw new BadCredentialsError(`The credentials name ${claimed.length} groups; at most ${MAX_GROUPS} are taken.`);
  if (claimed.some(group => group.length > MAX_NAME_LENGTH))
    throw new BadCredentialsError(`A group name is longer than ${MAX_NAME_LENGTH} characters.`);
  if (claim.user === 'system:anonymous' || claimed.includes('system:unauthenticated')) {
    throw new BadCredentialsError(
      "system:anonymous and system:unauthenticated are Kubernetes' names for callers it does not know; they cannot sign in.",
    );
  }
  const identity: Identity = {
    user: claim.user,
    groups: Object.freeze(claimed.filter(group => group !== '' && (allowSystemMasters || group !== 'system:masters'))),
    uid: claim.uid ?? '',
    extra: claim.extra ?? {},
  };
  // Not enumerable: a logger, a spread or JSON.stringify must not carry the token on by accident.
  if (claim.token !== undefined) Object.defineProperty(identity, 'token', { value: claim.token, enumerable: false });
  return Object.freeze(identity);
}

/** Characters that a header value cannot hold unchanged: an API server would see another name than the authenticated one. */
function isUnsendable(name: string): boolean {
  return name !== name.trim() || /\p{Cc}/u.test(name) || !name.isWellFormed();
}
