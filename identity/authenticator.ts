/**
 * Finds the caller of a request. Authenticators are tried in order. Each has one of five results:
 *
 * - an identity
 * - undefined: the request has no credentials for this authenticator
 * - UnknownCredentialsError: another authenticator may know the credentials
 * - BadCredentialsError: the credentials belong to this authenticator but are invalid
 * - AuthenticationUnavailableError: the authenticator cannot decide now
 *
 * Every identity goes through acceptIdentity(). The limits and the rules for Kubernetes' own names therefore apply to
 * every authenticator.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Counter, type Registry } from 'prom-client';
import type { Logger } from '../telemetry/log.ts';
import { clusterName, isClusterName, RESERVED_PREFIX, type Identity } from './identity.ts';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { ipv6Groups } from '../kubernetes/local-addresses.ts';

export interface AuthenticationRequest {
  readonly headers: IncomingHttpHeaders;
  /** Header names and values in one list (name, value, name, value), as in Node's IncomingMessage.rawHeaders. */
  readonly rawHeaders: readonly string[];
  readonly remoteAddress: string | undefined;
  /**
   * Address of the client, even behind a trusted proxy. Determines the client's share of queues, never the identity.
   * @default remoteAddress
   */
  readonly clientAddress?: string;
  /** Common name of a client certificate that the listener has verified. @default none */
  readonly clientName?: () => string | undefined;
}

export interface Authenticator {
  /** Type of the authenticator, which is a label of the metric of failures. */
  readonly type?: AuthenticatorType;
  /** @throws BadCredentialsError, AuthenticationUnavailableError */
  authenticate(request: AuthenticationRequest): Promise<Identity | undefined>;
}

export const AUTHENTICATOR_TYPES = ['static', 'header', 'oidc', 'tokenReview', 'session'] as const;
export type AuthenticatorType = (typeof AUTHENTICATOR_TYPES)[number];

/** Reason why credentials were refused. It is a label of a metric, so there are few values. */
export type RefusalReason =
  | 'unknown' // no authenticator knows the credentials
  | 'malformed'
  | 'claims' // a claim, a name or the number of groups is not acceptable
  | 'expired'
  | 'notYetValid'
  | 'issuer'
  | 'audience'
  | 'algorithm'
  | 'key' // the token is signed with a key that the issuer does not publish
  | 'signature'
  | 'secret' // the proxy's secret or certificate is wrong
  | 'rejected' // the cluster that reviewed the token rejected it
  | 'origin'; // a page of another origin sent the cookie

/** Thrown if the request has invalid credentials: HTTP 401. The message is for the caller and contains no secret. */
export class BadCredentialsError extends Error {
  override name = 'BadCredentialsError';
  readonly reason: RefusalReason;
  /** The authenticator that refused the credentials. */
  authenticator?: AuthenticatorType | undefined;

  constructor(message: string, reason: RefusalReason = 'malformed') {
    super(message);
    this.reason = reason;
  }
}

/** Thrown if the authenticator does not know the credentials. Another authenticator may accept them. */
export class UnknownCredentialsError extends BadCredentialsError {
  override name = 'UnknownCredentialsError';

  constructor(message: string) {
    super(message, 'unknown');
  }
}

/** Thrown if the credentials cannot be checked now: HTTP 503 with Retry-After. The message is for the caller. */
export class AuthenticationUnavailableError extends Error {
  override name = 'AuthenticationUnavailableError';
  readonly retryAfterSeconds: number;
  /** True if no other authenticator can know these credentials. */
  readonly isOwn: boolean;
  authenticator?: AuthenticatorType | undefined;

  constructor(message: string, { retryAfterSeconds = 5, isOwn }: { retryAfterSeconds?: number; isOwn: boolean }) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
    this.isOwn = isOwn;
  }
}

/**
 * Tries authenticators in order. Stops at the first identity, and at the first error about credentials that belong to
 * the authenticator, since later authenticators might misread an expired token. If no authenticator decides, throws
 * the first AuthenticationUnavailableError, or else the first UnknownCredentialsError. Returns undefined if the
 * request has no credentials.
 */
export function firstOf(authenticators: readonly Authenticator[]): Authenticator {
  return {
    async authenticate(request) {
      let complaint: UnknownCredentialsError | undefined;
      let doubt: AuthenticationUnavailableError | undefined;
      for (const authenticator of authenticators) {
        try {
          const identity = await authenticator.authenticate(request);
          if (identity) return identity;
        } catch (error) {
          if (!(error instanceof BadCredentialsError || error instanceof AuthenticationUnavailableError)) throw error;
          error.authenticator ??= authenticator.type;
          if (error instanceof UnknownCredentialsError) complaint ??= error;
          else if (error instanceof AuthenticationUnavailableError && !error.isOwn) doubt ??= error;
          else throw error;
        }
      }
      if (doubt) throw doubt;
      if (complaint) throw complaint;
      return undefined;
    },
  };
}

/** An authenticator's claim about a caller. The names are the claimed names, without any prefix. */
export interface ClaimedIdentity {
  readonly user: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  /** The caller's own bearer token, for leaf clusters in passthrough mode. Not set if leaf clusters must not get it. */
  readonly token?: string;
  /** Expiry of the credentials, in milliseconds since the epoch. */
  readonly expiresAt?: number;
}

export interface AcceptanceRules {
  /** Keeps the group `system:masters`, whose members no RBAC rule restricts. @default false */
  readonly allowSystemMasters?: boolean;
  /** Patterns of groups to keep and to drop, matched against mapped names. `*` matches any text. @default keeps all */
  readonly groups?: { readonly include: readonly string[]; readonly exclude: readonly string[] };
}

/** Maps claimed names to the names that fleetgraph uses. */
export interface Naming {
  /** @throws BadCredentialsError */
  readonly user: (name: string) => string;
  /** Undefined if the group is to be dropped. */
  readonly group: (name: string) => string | undefined;
  /**
   * The cluster that makes the claim. For this cluster, `user` and `group` may return the names that only the cluster
   * knows (identity.ts). @default none
   */
  readonly cluster?: string;
}

const AS_CLAIMED: Naming = { user: name => name, group: name => name };

const MAX_GROUPS = 1_000;
const MAX_NAME_LENGTH = 1_024;

/**
 * Checks a claim and converts it to an identity.
 *
 * Reserved names (identity.ts) are refused first, in every claim and before names are mapped. Otherwise an identity
 * provider with self-chosen groups could make its users members of a cluster's own groups. Only `naming` may create
 * such names, and only for the claiming cluster.
 *
 * The group `system:masters` is removed by default, because its members would bypass RBAC. A caller in this group is
 * not refused, because identity providers often have a group with this name, and its members must be able to work.
 * `system:anonymous` and `system:unauthenticated` are refused, because fleetgraph does not serve anonymous users. Other
 * `system:` names are kept, since the leaf's RBAC decides about them.
 *
 * Groups outside `rules.groups` are removed before the number of groups is checked. Reserved names and names of
 * anonymous callers are refused even if `rules.groups` would remove them.
 *
 * @throws BadCredentialsError
 */
export function acceptIdentity(
  claim: ClaimedIdentity,
  { allowSystemMasters = false, groups: counting }: AcceptanceRules = {},
  naming: Naming = AS_CLAIMED,
): Identity {
  const { groups = [], uid = '', extra = {} } = claim;
  refuseReserved([claim.user, ...groups, uid, ...Object.entries(extra).flat(2)]);
  if (claim.user === '') throw new BadCredentialsError('The credentials name no user.', 'claims');
  const user = named(claim.user, naming.user, naming) ?? '';
  const known = [...new Set(groups.flatMap(group => (group === '' ? [] : (named(group, naming.group, naming) ?? []))))];
  const claimed = counting
    ? known.filter(
        group => counting.include.some(it => isLike(group, it)) && !counting.exclude.some(it => isLike(group, it)),
      )
    : known;
  if (user.length > MAX_NAME_LENGTH)
    throw new BadCredentialsError(`The user name is longer than ${MAX_NAME_LENGTH} characters.`, 'claims');
  if ([user, ...claimed].some(isUnsendable)) {
    throw new BadCredentialsError(
      'A user or group name begins or ends with blank space, or holds control characters; no API server would take it.',
      'claims',
    );
  }
  if (claimed.length > MAX_GROUPS)
    throw new BadCredentialsError(
      `The credentials name ${claimed.length} groups; at most ${MAX_GROUPS} are taken.`,
      'claims',
    );
  if (claimed.some(group => group.length > MAX_NAME_LENGTH))
    throw new BadCredentialsError(`A group name is longer than ${MAX_NAME_LENGTH} characters.`, 'claims');
  if (user === 'system:anonymous' || known.includes('system:unauthenticated')) {
    throw new BadCredentialsError(
      "system:anonymous and system:unauthenticated are Kubernetes' names for callers it does not know; they cannot sign in.",
      'claims',
    );
  }
  const identity: Identity = {
    user,
    groups: Object.freeze(claimed.filter(group => allowSystemMasters || group !== 'system:masters')),
    uid,
    extra,
    ...(claim.expiresAt !== undefined && { expiresAt: claim.expiresAt }),
  };
  // The token is not enumerable, so that a logger, a spread or JSON.stringify cannot copy it by accident.
  if (claim.token !== undefined) Object.defineProperty(identity, 'token', { value: claim.token, enumerable: false });
  return Object.freeze(identity);
}

/**
 * Approximate size of an identity in memory, in bytes. Every text counts, because the issuer or cluster that names the
 * caller chooses their number and length.
 */
export function bytesOf({ user, groups, uid, extra, token = '' }: Identity): number {
  const texts = [user, ...groups, uid, ...Object.entries(extra).flat(2), token];
  return texts.reduce((bytes, text) => bytes + BYTES_PER_TEXT + BYTES_PER_CHARACTER * text.length, BYTES_PER_IDENTITY);
}

const [BYTES_PER_IDENTITY, BYTES_PER_TEXT, BYTES_PER_CHARACTER] = [1_000, 64, 2];

/** Matches without backtracking, so that no group name can make matching slow. */
function isLike(name: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - at >= last.length && name.endsWith(last);
}

function named(claimed: string, naming: Naming['group'], { cluster }: Naming): string | undefined {
  const name = naming(claimed);
  // A configured prefix could complete a reserved name.
  if (name !== undefined && !(cluster !== undefined && name === clusterName(cluster, claimed))) refuseReserved([name]);
  return name;
}

function refuseReserved(names: readonly string[]): void {
  if (!names.some(isClusterName)) return;
  throw new BadCredentialsError(
    `The credentials hold a name that begins with ${RESERVED_PREFIX}, which is reserved for what one cluster alone knows.`,
    'claims',
  );
}

/**
 * True for names that a header value cannot carry unchanged. An API server would see another name than the
 * authenticated name.
 */
function isUnsendable(name: string): boolean {
  return name !== name.trim() || /\p{Cc}/u.test(name) || !name.isWellFormed();
}

const LOG_EVERY_MS = 10_000;

export interface FailureOptions {
  readonly metrics: Registry;
  readonly log: Logger;
  /** Returns milliseconds of a monotonic clock. @default performance.now */
  readonly now?: () => number;
}

/**
 * Counts requests without usable credentials by authenticator and reason. Also logs at most one line every ten seconds
 * for each authenticator and reason. An attacker who guesses tokens must be visible, but must not fill the disk. Metric
 * and log contain no part of the credentials.
 */
export function watchFailures(
  authenticator: Authenticator,
  { metrics, log, now = () => performance.now() }: FailureOptions,
): Authenticator {
  const failures = new Counter({
    name: 'fleetgraph_authentication_failures_total',
    help: 'Requests without usable credentials, by who refused them (none: nobody knew them) and why.',
    labelNames: ['authenticator', 'reason'],
    registers: [metrics],
  });
  const lines = new Map<string, { until: number; more: number }>();
  const failed = (by: string, reason: string, message: string, request: AuthenticationRequest): void => {
    failures.inc({ authenticator: by, reason });
    const key = `${by} ${reason}`;
    const line = lines.get(key);
    if (line && now() < line.until) return void line.more++;
    const { remoteAddress, clientAddress = remoteAddress } = request;
    const addresses = { remoteAddress, ...(clientAddress !== remoteAddress && { clientAddress }) };
    log.warn(
      { authenticator: by, reason, ...addresses, ...(line?.more && { sinceTheLastLine: line.more + 1 }) },
      `credentials were refused: ${message}`,
    );
    lines.set(key, { until: now() + LOG_EVERY_MS, more: 0 });
  };
  return {
    async authenticate(request) {
      try {
        const identity = await authenticator.authenticate(request);
        // Browsers and probes often send requests without credentials. Count these requests, but do not log them.
        if (!identity) failures.inc({ authenticator: 'none', reason: 'missing' });
        return identity;
      } catch (error) {
        if (error instanceof BadCredentialsError)
          failed(
            error.reason === 'unknown' ? 'none' : (error.authenticator ?? 'none'),
            error.reason,
            error.message,
            request,
          );
        else if (error instanceof AuthenticationUnavailableError)
          failed(error.authenticator ?? 'none', 'unavailable', error.message, request);
        throw error;
      }
    },
  };
}

/**
 * All values of a header, in the order of `rawHeaders`. Reads headers as kube-apiserver does: every occurrence is a
 * separate value, and the bytes are UTF-8. Node's parsed `headers` are not used, because they join or drop repeated
 * headers, and decode strings as Latin-1. A group called `a,b` would become two groups, and `zoë` another user.
 * @throws BadCredentialsError if a value is not UTF-8 or longer than `maxBytes`
 */
export function headerValues(rawHeaders: readonly string[], name: string, maxBytes: number): string[] {
  const wanted = name.toLowerCase();
  const values: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === wanted) values.push(decode(name, rawHeaders[i + 1] ?? '', maxBytes));
  }
  return values;
}

/**
 * The value of a header that may occur only once.
 * @throws BadCredentialsError if the header is repeated, since the proxy may have checked another occurrence
 */
export function singleHeader(rawHeaders: readonly string[], name: string, maxBytes: number): string | undefined {
  const values = headerValues(rawHeaders, name, maxBytes);
  if (values.length > 1) throw new BadCredentialsError(`Header ${name} was sent ${values.length} times; send it once.`);
  return values[0];
}

/** Maximum number of bytes of the Authorization header. A token with many claims fits. */
const MAX_TOKEN_BYTES = 16 * 1024;

/**
 * The bearer token of a request. Undefined if there is none, or if another scheme is used.
 * @throws BadCredentialsError if the token is malformed
 */
export function bearerToken(rawHeaders: readonly string[]): string | undefined {
  const authorization = singleHeader(rawHeaders, 'Authorization', MAX_TOKEN_BYTES);
  // Strangers send this text, so no pattern here may backtrack. / +/ does not: nothing follows the spaces.
  const [scheme, token, ...more] = (authorization ?? '').split(/ +/);
  if (scheme?.toLowerCase() !== 'bearer') return undefined;
  if (!token || more.length > 0 || /\s/.test(token))
    throw new BadCredentialsError(
      'The Authorization header holds no token. Write it as: Authorization: Bearer <token>',
    );
  // A copy, because V8 makes the token a slice that keeps the whole header, and caches keep tokens.
  return Buffer.from(token).toString();
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(name: string, latin1: string, maxBytes: number): string {
  if (latin1.length > maxBytes)
    throw new BadCredentialsError(`Header ${name} is ${latin1.length} bytes long; at most ${maxBytes} are read.`);
  try {
    return utf8.decode(Buffer.from(latin1, 'latin1'));
  } catch {
    // Decoding with replacement characters would map different names to one, and one user could pass for another.
    throw new BadCredentialsError(`Header ${name} is not valid UTF-8.`);
  }
}

export type ClientAddress = (request: Pick<IncomingMessage, 'rawHeaders' | 'socket'>) => string;

/** Maximum number of proxies between a client and fleetgraph. */
const MAX_HOPS = 16;
/** Maximum length of an address with port and brackets. */
const MAX_HOP_LENGTH = 64;

/**
 * Returns a function that finds the address of a client: the address of the connection, or an address that a trusted
 * proxy adds to X-Forwarded-For. Callers without credentials share queues by this address.
 *
 * Who attacks: a client that uses up the share of other clients of its proxy, or that writes the header itself to
 * appear as many clients. What stops them: each client address has its own share. The header is read from the right,
 * where proxies append, and only as far as the proxies are trusted. An IPv6 network (/64) counts as one client. What
 * remains: a client with many addresses has many shares.
 * @param trustedProxies Addresses and networks in CIDR notation
 */
export function clientAddresses(trustedProxies: readonly string[]): ClientAddress {
  const trusted = new BlockList();
  for (const network of trustedProxies) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    trusted.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  return ({ rawHeaders, socket }) => {
    const own = withoutZone(socket.remoteAddress ?? '');
    if (!isTrusted(own)) return clientOf(own);
    let client = own;
    for (const hop of hopsFromTheRight(rawHeaders)) {
      const address = addressOf(hop);
      if (address === undefined) return clientOf(own);
      client = address;
      if (!isTrusted(client)) break;
    }
    return clientOf(client);
  };
}

/**
 * Yields the addresses in X-Forwarded-For, starting at the right. After MAX_HOPS addresses, yields empty texts, which
 * are not valid addresses.
 */
function* hopsFromTheRight(rawHeaders: readonly string[]): Generator<string> {
  let hops = 0;
  for (let i = rawHeaders.length - 2; i >= 0; i -= 2) {
    if (rawHeaders[i]?.toLowerCase() !== 'x-forwarded-for') continue;
    const value = rawHeaders[i + 1] ?? '';
    for (let end = value.length; end >= 0;) {
      const start = value.lastIndexOf(',', end - 1) + 1;
      yield hops++ < MAX_HOPS ? value.slice(start, end) : '';
      if (start === 0) break;
      end = start - 1;
    }
  }
}

/** The address in a hop. Undefined if it is invalid. */
function addressOf(hop: string): string | undefined {
  if (hop.length > MAX_HOP_LENGTH) return undefined;
  const text = hop.trim();
  // Some proxies add the port: 192.0.2.1:4711, [2001:db8::1]:4711.
  const [, bracketed, plain] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text) ?? [];
  const address = withoutZone(bracketed ?? plain ?? text);
  if (bracketed !== undefined && !isIPv6(address)) return undefined;
  return isIP(address) === 0 ? undefined : address;
}

function withoutZone(address: string): string {
  return address.split('%', 1)[0]!;
}

/**
 * Key of the client with this address. IPv4 addresses in IPv6 notation become IPv4. Other IPv6 addresses become their
 * /64 network.
 */
export function clientOf(written: string): string {
  const address = withoutZone(written);
  if (!isIPv6(address)) return address;
  const groups = ipv6Groups(address);
  const isMapped = groups.slice(0, 6).join() === '0,0,0,0,0,65535';
  if (isMapped)
    return groups
      .slice(6)
      .flatMap(group => [group >> 8, group & 0xff])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':')}::/64`;
}
