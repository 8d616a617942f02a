/**
 * Finds the caller of a request. Authenticators are tried in order; each answers with an identity, "no credentials for
 * me" (undefined), "unknown credentials" (UnknownCredentialsError), "mine, but invalid" (BadCredentialsError) or
 * "cannot decide now" (AuthenticationUnavailableError).
 *
 * Every identity goes through acceptIdentity(), so that the rules about Kubernetes' own names and the limits hold for
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
  /** Name, value, name, value, … as in Node's IncomingMessage.rawHeaders. */
  readonly rawHeaders: readonly string[];
  readonly remoteAddress: string | undefined;
  /**
   * The client's address, also behind a trusted proxy. Decides about turns, never about identity. @default
   * remoteAddress
   */
  readonly clientAddress?: string;
  /** Common name of a client certificate that the listener has verified. @default none */
  readonly clientName?: () => string | undefined;
}

export interface Authenticator {
  /** Label for counting its failures. */
  readonly type?: AuthenticatorType;
  /** @throws BadCredentialsError, AuthenticationUnavailableError */
  authenticate(request: AuthenticationRequest): Promise<Identity | undefined>;
}

export const AUTHENTICATOR_TYPES = ['static', 'header', 'oidc', 'tokenReview', 'session'] as const;
export type AuthenticatorType = (typeof AUTHENTICATOR_TYPES)[number];

/** Why credentials were refused: the label of a metric, so there are few. */
export type RefusalReason =
  | 'unknown' // of no known kind
  | 'malformed'
  | 'claims' // a claim, a name or the number of groups is not acceptable
  | 'expired'
  | 'notYetValid'
  | 'issuer'
  | 'audience'
  | 'algorithm'
  | 'key' // signed with a key that the issuer does not publish
  | 'signature'
  | 'secret' // or certificate, of the proxy
  | 'rejected' // by the cluster that reviewed them
  | 'origin'; // a cookie sent by a page of another origin

/**
 * Thrown if the request has invalid credentials: HTTP 401, code UNAUTHENTICATED. The message is for the caller and
 * holds no secret.
 */
export class BadCredentialsError extends Error {
  override name = 'BadCredentialsError';
  readonly reason: RefusalReason;
  /** The authenticator that refused them. */
  authenticator?: AuthenticatorType | undefined;

  constructor(message: string, reason: RefusalReason = 'malformed') {
    super(message);
    this.reason = reason;
  }
}

/** Thrown if the credentials are of another kind or unknown: another authenticator may accept them. */
export class UnknownCredentialsError extends BadCredentialsError {
  override name = 'UnknownCredentialsError';

  constructor(message: string) {
    super(message, 'unknown');
  }
}

/**
 * Thrown if the authority that must confirm the credentials does not answer: HTTP 503 with Retry-After. The message is
 * for the caller.
 */
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
 * The first authenticator that knows the caller decides. Credentials that it recognises as its own and refuses end the
 * search: later ones might misread an expired token. Unknown credentials go on to the next. If none knows the caller,
 * an unavailable authenticator makes the answer "not now"; otherwise the first error is the answer.
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

/** An authenticator's claim about a caller: names as claimed, without any prefix. */
export interface ClaimedIdentity {
  readonly user: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  /**
   * The caller's own bearer token, if leaves know it too: leaves of mode passthrough get it. Never a token that only we
   * know.
   */
  readonly token?: string;
  /** End of the credentials, in milliseconds since the epoch. */
  readonly expiresAt?: number;
}

export interface AcceptanceRules {
  /** Keeps `system:masters`, whose members no RBAC rule restricts. @default false */
  readonly allowSystemMasters?: boolean;
  /** Groups that count, by their names here; `*` in a pattern matches any text. @default all */
  readonly groups?: { readonly include: readonly string[]; readonly exclude: readonly string[] };
}

/** Maps claimed names to names here. */
export interface Naming {
  /** @throws BadCredentialsError */
  readonly user: (name: string) => string;
  /** Undefined for a group that is dropped. */
  readonly group: (name: string) => string | undefined;
  /** The claiming cluster, whose own names (identity.ts) `naming` may make. @default none */
  readonly cluster?: string;
}

const AS_CLAIMED: Naming = { user: name => name, group: name => name };

const MAX_GROUPS = 1_000;
const MAX_NAME_LENGTH = 1_024;

/**
 * Turns a claim into an identity.
 *
 * Reserved names (identity.ts) are refused first, in every claim and before any name is mapped: an identity
 * provider with self-chosen groups could otherwise make its users members of a cluster's own groups. `naming` may make
 * such names for the claiming cluster alone.
 *
 * `system:masters` is removed, not refused: identity providers often know a group of that name, and its members must be
 * able to work, but not to bypass RBAC. `system:anonymous` and `system:unauthenticated` are refused: a caller with
 * these names would get the rights that a leaf gives to anonymous users, and fleetgraph serves none. Other `system:`
 * names pass; the leaf's RBAC decides about them.
 *
 * Groups that do not count (`rules.groups`) are removed before the number of groups is checked. Reserved names, and
 * those of anonymous callers, are refused before that.
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
  // Not enumerable: a logger, a spread or JSON.stringify must not copy the token by accident.
  if (claim.token !== undefined) Object.defineProperty(identity, 'token', { value: claim.token, enumerable: false });
  return Object.freeze(identity);
}

/** Linear in the length of the name for each part of the pattern: a group's name cannot make it slow. */
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
  // A prefix could complete a reserved name.
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
 * Characters that a header value cannot hold unchanged: an API server would see another name than the authenticated
 * one.
 */
function isUnsendable(name: string): boolean {
  return name !== name.trim() || /\p{Cc}/u.test(name) || !name.isWellFormed();
}

/**
 * Counts refused credentials by authenticator and reason, and logs them, at most one line per kind every ten seconds:
 * an attacker who guesses tokens must be seen, and must not fill the disk. Neither metric nor line holds anything of
 * the credentials.
 */

const LOG_EVERY_MS = 10_000;

export interface FailureOptions {
  readonly metrics: Registry;
  readonly log: Logger;
  /** Monotonic milliseconds. @default performance.now */
  readonly now?: () => number;
}

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
        // Browsers send a first request without credentials, and probes always do: counted, not logged.
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
 * Request headers as kube-apiserver reads them: every occurrence counts by itself, and the bytes are UTF-8.
 *
 * Node's parsed `headers` join or drop repeated headers and its strings are Latin-1, so a group called `a,b` would
 * become two and `zoë` another user. This file reads only `rawHeaders`.
 */

/** Every value of a header, in order. @throws BadCredentialsError if one is not UTF-8 or longer than `maxBytes` */
export function headerValues(rawHeaders: readonly string[], name: string, maxBytes: number): string[] {
  const wanted = name.toLowerCase();
  const values: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === wanted) values.push(decode(name, rawHeaders[i + 1] ?? '', maxBytes));
  }
  return values;
}

/**
 * The value of a header that may occur once. @throws BadCredentialsError if it is repeated: it is unknown which one the
 * proxy has checked
 */
export function singleHeader(rawHeaders: readonly string[], name: string, maxBytes: number): string | undefined {
  const values = headerValues(rawHeaders, name, maxBytes);
  if (values.length > 1) throw new BadCredentialsError(`Header ${name} was sent ${values.length} times; send it once.`);
  return values[0];
}

/** Room for a token with many claims; API servers take the same. */
const MAX_TOKEN_BYTES = 16 * 1024;

/**
 * The bearer token of a request; undefined if there is none, or another scheme is used. @throws BadCredentialsError if
 * it is malformed
 */
export function bearerToken(rawHeaders: readonly string[]): string | undefined {
  const authorization = singleHeader(rawHeaders, 'Authorization', MAX_TOKEN_BYTES);
  const [, scheme, token] = /^(\S+)(?: +(.*))?$/.exec(authorization ?? '') ?? [];
  if (scheme?.toLowerCase() !== 'bearer') return undefined;
  if (!token || /\s/.test(token))
    throw new BadCredentialsError(
      'The Authorization header holds no token. Write it as: Authorization: Bearer <token>',
    );
  return token;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(name: string, latin1: string, maxBytes: number): string {
  if (latin1.length > maxBytes)
    throw new BadCredentialsError(`Header ${name} is ${latin1.length} bytes long; at most ${maxBytes} are read.`);
  try {
    return utf8.decode(Buffer.from(latin1, 'latin1'));
  } catch {
    // Replacement characters would merge several names into one, and one user could pass for another.
    throw new BadCredentialsError(`Header ${name} is not valid UTF-8.`);
  }
}

/**
 * The address of a client, which determines the turns of callers without credentials: that of the connection, or what a
 * trusted proxy says in X-Forwarded-For.
 *
 * Who attacks: a client behind a proxy, whose address all its clients share, to take the turns of others; and a client
 * who writes the header to appear as many. What stops them: each client has its own turns, and the header is read from
 * the right, where proxies append, and only as far as the proxies are trusted. An IPv6 network (/64) is one client,
 * since a client can use any of its addresses. What remains: a client with many addresses has many turns.
 */

export type ClientAddress = (request: Pick<IncomingMessage, 'rawHeaders' | 'socket'>) => string;

/** Maximum proxies between a client and us. */
const MAX_HOPS = 16;
/** Maximum length of an address with a port and decoration of proxies. */
const MAX_HOP_LENGTH = 64;

/** @param trustedProxies Addresses and networks (CIDR) */
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

/** After MAX_HOPS, yields an invalid one. */
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

/** Undefined for an invalid address. */
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
  return address.replace(/%.*$/, '');
}

/** IPv4 addresses in IPv6 notation count as IPv4; other IPv6 addresses are reduced to their network. */
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
